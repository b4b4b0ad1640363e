//! Receipts of a ledger that have no bundle among the inputs. The law-of-noise check keeps its
//! false-alarm rate only for sets of bundles that nobody chose by their values, and a set is seen
//! to be whole only against a ledger.

use serde::{Deserialize, Serialize};

use poundwise_documents::units::{Digest, Kid};

/// Most receipts without a bundle that are named for each question; the others are counted.
pub const MAX_MISSING: usize = 200;

/// The bundles given of one question, and the receipts of its owner's ledger that have none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditMissingBundles")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditMissingBundles")
)]
pub struct MissingBundles {
    /// The owner.
    pub owner: Kid,
    /// The question: its seed commitment.
    pub question: Digest,
    /// The title of its latest listing.
    pub title: String,
    /// The number of receipts whose bundle was given.
    pub given: u64,
    /// The number of receipts in the ledger whose bundle was not given; none where no whole ledger
    /// was given.
    pub missing: Option<u64>,
    /// The sequence numbers of the first [`MAX_MISSING`] of them.
    pub first: Vec<u64>,
}
