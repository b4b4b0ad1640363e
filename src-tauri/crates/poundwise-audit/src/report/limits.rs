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
    /// Whose the keys are.
    Keys,
    /// Whether data and payments are real.
    Truth,
    /// Whether there were sales without a receipt.
    Unreceipted,
    /// What was delivered, where no bundle was given.
    Undelivered,
    /// Whether the values are the noise path's: that takes a replay.
    Unreplayed,
    /// Whether a copy is what its maker says.
    Copy,
    /// What copies tell together with what else their makers hold.
    CopyMaker,
    /// Whether the bundles were chosen by their values. Names questions and receipts.
    Chosen,
    /// What only a ledger shows, where none was given.
    NoLedger,
    /// Whether entries were cut off at a ledger's end.
    CutOff,
    /// Whether a withdrawal or an unsold listing was left out.
    LeftOut,
    /// Who signed a checkpoint of an unknown owner.
    UnknownOwner,
    /// When it was.
    Times,
    /// Whether a published log is its owner's: no document has its key. Names the log.
    UnknownLog,
    /// Whether entries will be published that are not yet. Names file and log.
    Unpublished,
    /// Whether sales without a bundle were delivered as the path has them. Names the listing
    /// and the sales.
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
    /// What.
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
