//! Limits: facts that no audit of the files at hand can know.

use serde::{Deserialize, Serialize};

/// A kind of fact that an audit cannot know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditLimitCode")
)]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename = "AuditLimitCode"))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum LimitCode {
    /// Owners of the keys.
    Keys,
    /// Reality of data and payments.
    Truth,
    /// Sales without a receipt.
    Unreceipted,
    /// Content of deliveries, where no bundle was given.
    Undelivered,
    /// Noise of the values: checking it takes a replay.
    Unreplayed,
    /// Truth of what a copy's maker says.
    Copy,
    /// Information of copies together with what else their makers hold.
    CopyMaker,
    /// Choice of the bundles by their values. Names questions and receipts.
    Chosen,
    /// Facts that only a ledger shows, where none was given.
    NoLedger,
    /// Entries that were cut off at a ledger's end.
    CutOff,
    /// A withdrawal or an unsold listing that was left out.
    LeftOut,
    /// Signer of a checkpoint of an unknown owner.
    UnknownOwner,
    /// True times.
    Times,
    /// Owner of a published log: no document has its key. Names the log.
    UnknownLog,
    /// Later publication of entries that are not published yet. Names file and log.
    Unpublished,
    /// Delivery of sales without a bundle as the path has them. Names the listing and the sales.
    NotAllReplayed,
}

poundwise_documents::named!(LimitCode);

/// Something that no audit of these files can know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditLimit"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditLimit")
)]
pub struct Limit {
    /// Code of the limit.
    pub code: LimitCode,
    /// The same in a sentence, with names and numbers.
    pub text: String,
}

impl Limit {
    /// Returns a limit in its own words, for a check that another crate makes
    /// ([`super::ReportBuilder::limit`]).
    #[must_use]
    pub fn new(code: LimitCode, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
        }
    }
}
