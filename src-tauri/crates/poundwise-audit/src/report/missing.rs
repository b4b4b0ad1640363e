//! Receipts of a ledger that have no bundle among the inputs. The law-of-noise check keeps its
//! false-alarm rate only for sets of bundles that nobody chose by their values, and a set is seen
//! to be whole only against a ledger.

use serde::{Deserialize, Serialize};

use poundwise_documents::log::entry_number;
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

/// Most sequence numbers of a question that stand in a sentence.
const IN_WORDS: usize = 20;

impl MissingBundles {
    /// Returns in sentences which bundles of these questions are missing; empty if none is.
    pub fn words<'a>(sets: impl Iterator<Item = &'a Self>) -> String {
        let sentence = |set: &Self| match set.missing {
            Some(0) => None,
            None => Some(format!(
                "\u{201c}{}\u{201d}: {}; without the whole ledger it is not known which are \
                 missing.",
                set.title,
                given(set.given)
            )),
            Some(missing) => {
                let shown = &set.first[..set.first.len().min(IN_WORDS)];
                let numbers: Vec<String> = shown
                    .iter()
                    .map(|index| entry_number(*index).to_string())
                    .collect();
                let more = missing.saturating_sub(shown.len() as u64);
                let rest = if more > 0 {
                    format!(" and {more} more")
                } else {
                    String::new()
                };
                let noun = if missing == 1 { "receipt" } else { "receipts" };
                Some(format!(
                    "\u{201c}{}\u{201d}: {}; {missing} missing, of {noun} {}{rest}.",
                    set.title,
                    given(set.given),
                    numbers.join(", ")
                ))
            }
        };
        sets.filter_map(sentence).collect::<Vec<_>>().join(" ")
    }
}

fn given(bundles: u64) -> String {
    if bundles == 1 {
        "1 bundle was given".to_owned()
    } else {
        format!("{bundles} bundles were given")
    }
}
