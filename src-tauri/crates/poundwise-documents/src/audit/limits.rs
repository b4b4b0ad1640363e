//! What no audit of the files at hand can know.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::missing::MissingBundles;
use super::{Audit, crosscheck::longest, ledger::LedgerAudit};
use crate::units::Kid;

crate::codes! {
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
        /// Whether sales without a bundle were delivered as the path has them. Names the listing and the sales.
        NotAllReplayed = "not-all-replayed",
    }
}

/// Something that no audit of these files can know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, rename = "AuditLimit")]
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

impl Audit {
    pub(super) fn limits(&self, ledgers: &[LedgerAudit], missing: &[MissingBundles]) -> Vec<Limit> {
        let mut limits = Vec::new();
        let mut add = |code, text: &str| limits.push(Limit::new(code, text));
        add(
            LimitCode::Keys,
            "Whose the keys are: compare the key ids with what owner and buyers say of them elsewhere.",
        );
        add(
            LimitCode::Truth,
            "Whether the data are true, and whether money really changed hands.",
        );
        add(
            LimitCode::Unreceipted,
            "Whether there were sales without a receipt.",
        );
        if self.bundles.is_empty() {
            add(
                LimitCode::Undelivered,
                "What was delivered: no bundle was given, so no values file of a sale was looked at.",
            );
        } else {
            add(
                LimitCode::Unreplayed,
                "Whether the values are the noise path's: that takes an opening granted by the owner, and a replay.",
            );
        }
        if !self.copies.is_empty() {
            add(
                LimitCode::Copy,
                "Whether a holder's copy is what its maker says, the release it names with noise added: the owner did not \
                 sign its values. A copy with its release at hand could still have been made with other noise.",
            );
            add(
                LimitCode::CopyMaker,
                "What else the makers of copies hold, or gave to others: copies made by several \
                 holders together can tell up to what those holders hold.",
            );
        }
        let owners: Vec<Kid> = self
            .checkpoints
            .iter()
            .map(|seen| seen.note.owner())
            .collect();
        if owners
            .iter()
            .any(|owner| longest(ledgers, *owner).is_none())
        {
            add(
                LimitCode::NoLedger,
                "Whether losses and totals are right, and whether the log is one history: that takes the ledger.",
            );
        }
        if !ledgers.is_empty() {
            add(
                LimitCode::CutOff,
                "Whether entries were cut off at the end, or others are shown another ledger: a later ledger, or a \
                 checkpoint kept by somebody else, would show it.",
            );
            add(
                LimitCode::LeftOut,
                "Whether a withdrawal was left out, or a listing of which nothing was sold: the log \
                 counts receipts, grants and caps only.",
            );
        }
        if self
            .checkpoints
            .iter()
            .any(|seen| !self.keys.contains_key(&seen.note.owner()))
        {
            add(
                LimitCode::UnknownOwner,
                "Who signed a checkpoint that came without any document of its owner.",
            );
        }
        add(
            LimitCode::Times,
            "When it was: an order's time is by the buyer's clock and a receipt's by the owner's. Only the order of the \
             entries is fixed.",
        );
        let mut set = MissingBundles::words(missing.iter());
        if !set.is_empty() {
            set.insert_str(
                0,
                "Whether the bundles were chosen by their values: the law-of-noise check keeps its \
                 false-alarm rate only for bundles that were not. ",
            );
            limits.push(Limit::new(LimitCode::Chosen, set));
        }
        limits
    }
}
