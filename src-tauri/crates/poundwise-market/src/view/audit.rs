//! What audits and witnesses show.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How an owner's checkpoints contradict each other.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum AlarmKind {
    /// Two histories: neither ledger is the beginning of the other.
    Fork,
    /// The published ledger is shorter than one seen before.
    RolledBack,
}

impl AlarmKind {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fork => "fork",
            Self::RolledBack => "rolled-back",
        }
    }
}

/// An owner that contradicted itself, by its own signatures.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
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
    /// Receipts in the ledger of the checkpoint that was kept.
    pub kept_size: u64,
    /// Receipts in the ledger of the checkpoint that contradicts it.
    pub found_size: u64,
    /// When this home noticed.
    pub found_at: String,
    /// The folder with both signed checkpoints, a listing with the owner's key, and the numbers.
    pub evidence: String,
    /// That the buyer has looked at it, if so.
    pub dismissal: Option<Dismissal>,
}

/// Which of an alarm's two checkpoints to go on from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Trusted {
    /// The one that was seen first.
    Kept,
    /// The one that contradicts it.
    Found,
}

impl Trusted {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Found => "found",
        }
    }
}

/// What the buyer said of an alarm.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct Dismissal {
    /// The checkpoint to go on from.
    pub trusted: Trusted,
    /// Why.
    pub reason: String,
    /// When.
    pub dismissed_at: String,
}

/// What a test of the noise says.
#[derive(Clone, Copy, Debug, Serialize, TS, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum NoiseVerdict {
    /// Too few values to tell.
    TooFew,
    /// Consistent with honest noise.
    Consistent,
    /// Not consistent with honest noise.
    NotConsistent,
}

impl NoiseVerdict {
    /// The verdict in plain words.
    pub fn words(self) -> &'static str {
        match self {
            Self::TooFew => "too few values to tell",
            Self::Consistent => "consistent with honest noise",
            Self::NotConsistent => "not consistent with honest noise",
        }
    }
}

/// How often changes of one size were seen, and how often honest noise would change so.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct NoiseClass {
    /// 0 for no change, else the sign and the eighth of all sizes of change, 1 the smallest.
    pub change: i8,
    /// Counted.
    pub observed: u64,
    /// By the law, approximately.
    pub expected: f64,
}

/// A test of whether releases at rising levels differ as honest noise does.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct NoiseTest {
    /// The listings' titles.
    pub titles: Vec<String>,
    /// Pairs of releases at successive levels.
    pub pairs: u64,
    /// Differences of two values of one coordinate.
    pub increments: u64,
    /// How many of them are 0.
    pub unchanged: u64,
    /// How many would be, approximately.
    pub unchanged_expected: f64,
    /// All of them, by size.
    pub classes: Vec<NoiseClass>,
    /// Probability that honest noise deviates as much over all classes; none where there are too few values.
    pub p_law: Option<f64>,
    /// A bound on the probability that honest noise leaves so unlikely a number unchanged.
    pub p_unchanged: f64,
    /// The verdict, wrong on honest noise in less than one audit in a million.
    pub verdict: NoiseVerdict,
}

/// An opening that was granted.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct Granted {
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
