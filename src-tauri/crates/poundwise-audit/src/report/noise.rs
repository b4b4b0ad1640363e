//! Results of the tests of the noise, in numbers: data of a report, for figures and for readers who
//! want to test again. The tests themselves take the mechanism's laws and are made where those are
//! known.
//!
//! The numbers here are approximate and decide nothing.

use serde::{Deserialize, Serialize};

use super::missing::MissingBundles;
use crate::messages::VerdictMessage;
use poundwise_documents::units::MicroEpsilon;
use poundwise_words::Text;

/// The verdict of a test of the noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NoiseVerdict {
    /// Too few values to tell.
    TooFew,
    /// Consistent with honest noise.
    Consistent,
    /// Not consistent with honest noise.
    NotConsistent,
}

/// Count of the changes of one class, observed and expected of honest noise. Each
/// increment is classed by its own law.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoiseClass {
    /// 0 for no change, else the sign and the eighth of all sizes of change, 1 the smallest.
    pub change: i8,
    /// Counted.
    pub observed: u64,
    /// Expected number by the law.
    pub expected: f64,
}

/// A bar of the histogram of increments: changes of `from` to `to` lattice steps, both included.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoiseBin {
    /// The smallest change; none where all smaller ones are in.
    pub from: Option<i64>,
    /// The largest change; none where all larger ones are in.
    pub to: Option<i64>,
    /// Counted.
    pub observed: u64,
    /// Expected number by the law.
    pub expected: f64,
}

/// Two releases of one question at successive levels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoisePair {
    /// The listing's title.
    pub title: String,
    /// The file with the release at the lower level.
    pub low_file: String,
    /// The file with the release at the higher level.
    pub high_file: String,
    /// The lower level.
    pub low: MicroEpsilon,
    /// The higher level.
    pub high: MicroEpsilon,
    /// The sensitivity, in lattice steps.
    pub sensitivity: u64,
    /// Values compared.
    pub increments: u64,
    /// Number of them that are the same in both.
    pub unchanged: u64,
    /// Number that the law leaves the same.
    pub unchanged_expected: f64,
}

/// A test of whether releases at rising levels differ as honest noise does.
///
/// Its false-alarm rate is that of bundles which were not chosen by their values: whoever leaves
/// some out can make honest noise look dishonest, and dishonest noise honest. [`Self::words`] says
/// which are missing with every verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoiseTest {
    /// The titles of the questions.
    pub titles: Vec<String>,
    /// For each question: the number of bundles given, and the receipts of the ledger without one
    /// ([`super::ReportBuilder::missing_bundles_of`]).
    pub bundles: Vec<MissingBundles>,
    /// Pairs of releases at successive levels.
    pub pairs: u64,
    /// The first 200 of these pairs.
    pub pairs_shown: Vec<NoisePair>,
    /// The number of samples: differences of two values of one coordinate.
    pub increments: u64,
    /// Number of them that are 0.
    pub unchanged: u64,
    /// Number of them that the law expects to be 0.
    pub unchanged_expected: f64,
    /// Honest noise leaves at least so many unchanged, and
    pub unchanged_low: u64,
    /// at most so many, in 95% of all cases or more.
    pub unchanged_high: u64,
    /// All of them, in the classes that are tested.
    pub classes: Vec<NoiseClass>,
    /// All of them, by size in lattice steps: for a figure.
    pub bins: Vec<NoiseBin>,
    /// The likelihood-ratio statistic over the classes (corrected after Williams), which follows
    /// chi-square; none where there are too few values.
    pub statistic: Option<f64>,
    /// Its degrees of freedom.
    pub degrees: Option<u32>,
    /// Probability that honest noise deviates as much over all classes.
    pub p_law: Option<f64>,
    /// A bound on the probability that honest noise leaves so unlikely a number unchanged.
    pub p_unchanged: f64,
    /// The verdict is against the noise where one of the two is smaller than this.
    pub threshold: f64,
    /// The largest share of audits that call honest noise dishonest: all tests together.
    pub false_alarms: f64,
    /// The verdict.
    pub verdict: NoiseVerdict,
}

impl NoiseTest {
    /// Returns whether a whole ledger shows that no bundle of these questions is missing.
    #[must_use]
    pub fn is_of_all(&self) -> bool {
        !self.bundles.is_empty() && self.bundles.iter().all(|set| set.missing == Some(0))
    }

    /// Returns the verdict in plain words, with the bundles that it does not cover.
    #[must_use]
    pub fn words(&self) -> Text {
        VerdictMessage::of(self).into()
    }
}
