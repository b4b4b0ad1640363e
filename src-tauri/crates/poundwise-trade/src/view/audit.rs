//! Views of audits and witnesses.

use poundwise_documents::units::{DocumentId, Kid};
use poundwise_home::{
    ids::AlarmNumber,
    view::{AlarmKind, Dismissal},
};
use serde::Serialize;

pub use poundwise_audit::report::{NoiseBin, NoiseClass, NoisePair, NoiseTest, NoiseVerdict};

/// An owner that contradicted itself, by its own signatures.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlarmView {
    /// Number in this home, from 1.
    pub number: AlarmNumber,
    /// The owner's key.
    pub seller_kid: Kid,
    /// The owner's name for itself.
    pub seller_name: String,
    /// This home's own name for that key, if the owner is a contact.
    pub contact: Option<String>,
    /// Kind of the alarm.
    pub kind: AlarmKind,
    /// Comparison and result.
    pub message: String,
    /// The order that has two answers.
    pub order: Option<DocumentId>,
    /// Receipts in the ledger of the checkpoint that was kept; 0 of two answers.
    pub kept_size: u64,
    /// Receipts in the ledger of the checkpoint that contradicts it; 0 of two answers.
    pub found_size: u64,
    /// Time at which this home noticed.
    pub found_at: String,
    /// The folder with both signed documents, a listing with the owner's key, and the numbers.
    pub evidence: String,
    /// The buyer's dismissal, if there is one.
    pub dismissal: Option<Dismissal>,
}

/// An opening that was granted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Granted {
    /// The place of the grant's entry in the ledger.
    pub sequence: u64,
    /// Number of the entry for people, from 1.
    pub number: u64,
    /// The listing that it opens.
    pub listing: DocumentId,
    /// Its title.
    pub title: String,
    /// The auditor's age recipient.
    pub recipient: String,
    /// The file.
    pub file: String,
    /// Bytes in it.
    pub bytes: u64,
}
