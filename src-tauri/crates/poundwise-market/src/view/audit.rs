//! What audits and witnesses show.

use serde::{Deserialize, Serialize};

pub use poundwise_audit::report::{NoiseBin, NoiseClass, NoisePair, NoiseTest, NoiseVerdict};

/// How an owner's documents contradict each other.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AlarmKind {
    /// Two histories: neither ledger is the beginning of the other.
    Fork,
    /// The published ledger is shorter than one seen before.
    RolledBack,
    /// A refusal and a receipt for one order.
    TwoAnswers,
}

impl AlarmKind {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fork => "fork",
            Self::RolledBack => "rolled-back",
            Self::TwoAnswers => "two-answers",
        }
    }
}

/// An owner that contradicted itself, by its own signatures.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AlarmView {
    /// By which it is named to this home.
    pub number: u64,
    /// The owner's key.
    pub seller_kid: String,
    /// The owner's name for itself.
    pub seller_name: String,
    /// This home's own name for that key, if the owner is a contact.
    pub contact: Option<String>,
    /// What kind.
    pub kind: AlarmKind,
    /// What was compared and found.
    pub message: String,
    /// The order that has two answers.
    pub order: Option<String>,
    /// Receipts in the ledger of the checkpoint that was kept; 0 of two answers.
    pub kept_size: u64,
    /// Receipts in the ledger of the checkpoint that contradicts it; 0 of two answers.
    pub found_size: u64,
    /// When this home noticed.
    pub found_at: String,
    /// The folder with both signed documents, a listing with the owner's key, and the numbers.
    pub evidence: String,
    /// That the buyer has looked at it, if so.
    pub dismissal: Option<Dismissal>,
}

/// Which of an alarm's two documents to go on from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Trusted {
    /// The checkpoint that was seen first.
    Kept,
    /// The checkpoint that contradicts it.
    Found,
    /// Of two answers, the receipt.
    Receipt,
    /// Of two answers, the refusal.
    Refusal,
}

impl Trusted {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Found => "found",
            Self::Receipt => "receipt",
            Self::Refusal => "refusal",
        }
    }
}

/// What the buyer said of an alarm.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dismissal {
    /// What to go on from.
    pub trusted: Trusted,
    /// Why.
    pub reason: String,
    /// When.
    pub dismissed_at: String,
}

/// An opening that was granted.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Granted {
    /// The place of the grant's entry in the ledger.
    pub sequence: u64,
    /// The listing that it opens.
    pub listing: String,
    /// Its title.
    pub title: String,
    /// The auditor's age recipient.
    pub recipient: String,
    /// The file.
    pub file: String,
    /// Bytes in it.
    pub bytes: u64,
}
