//! What no audit of the files at hand can know.

use serde::{Deserialize, Serialize};

poundwise_documents::codes! {
    /// What an audit cannot know.
    LimitCode as "AuditLimitCode" {
        /// Whose the keys are.
        Keys = "keys",
        /// Whether data and payments are real.
        Truth = "truth",
        /// Whether there were sales without a receipt.
        Unreceipted = "unreceipted",
        /// What was delivered, where no bundle was given.
        Undelivered = "undelivered",
        /// Whether the values are the noise path's: that takes a replay.
        Unreplayed = "unreplayed",
        /// Whether a copy is what its maker says.
        Copy = "copy",
        /// What copies tell together with what else their makers hold.
        CopyMaker = "copy-maker",
        /// Whether the bundles were chosen by their values. Names questions and receipts.
        Chosen = "chosen",
        /// What only a ledger shows, where none was given.
        NoLedger = "no-ledger",
        /// Whether entries were cut off at a ledger's end.
        CutOff = "cut-off",
        /// Whether a withdrawal or an unsold listing was left out.
        LeftOut = "left-out",
        /// Who signed a checkpoint of an unknown owner.
        UnknownOwner = "unknown-owner",
        /// When it was.
        Times = "times",
        /// Whether a published log is its owner's: no document has its key. Names the log.
        UnknownLog = "unknown-log",
        /// Whether entries will be published that are not yet. Names file and log.
        Unpublished = "unpublished",
        /// Whether sales without a bundle were delivered as the path has them. Names the listing
        /// and the sales.
        NotAllReplayed = "not-all-replayed",
    }
}

/// Something that no audit of these files can know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditLimit"))]
pub struct Limit {
    /// What.
    pub code: LimitCode,
    /// The same in a sentence, with names and numbers.
    pub text: String,
}

impl Limit {
    /// A limit in its own words, for a check that another crate makes ([`super::Report::limit`]).
    #[must_use]
    pub fn new(code: LimitCode, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
        }
    }
}
