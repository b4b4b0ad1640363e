//! Blocks of neighbouring bins that are counted besides the bins.

use serde::{Deserialize, Deserializer, Serialize};

use super::super::PayloadError;
use crate::texts::PayloadProblem;

/// The most bins of a histogram with blocks, 2^16.
pub const MAX_BINS_OF_BLOCKS: u64 = 1 << 16;

/// The levels of blocks of a histogram, rising; none for a plain histogram.
///
/// A block of level q has 2^q neighbouring bins. The first block of a level begins with the first
/// bin, and the last one has the bins that are left. The bin of all other cells is in no block. So
/// each bin is counted once by itself and once on each level: the bins are the leaves of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Blocks(Vec<u8>);

impl Blocks {
    /// Returns blocks of these levels, which [`Question::check`](super::Question::check) checks.
    #[must_use]
    pub const fn new(levels: Vec<u8>) -> Self {
        Self(levels)
    }

    /// Returns whether the histogram is a plain one.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the levels, rising.
    #[must_use]
    pub fn levels(&self) -> &[u8] {
        &self.0
    }

    /// Returns the number of blocks of each level over so many bins.
    pub fn numbers(&self, bins: u64) -> impl Iterator<Item = u64> {
        // A level of 64 or more is refused by the check.
        let of =
            move |level: &u8| bins.div_ceil(1_u64.checked_shl((*level).into()).unwrap_or(u64::MAX));
        self.0.iter().map(of)
    }

    /// Returns the highest level over so many bins, at which one block has all of them.
    #[must_use]
    pub fn highest(bins: u64) -> u8 {
        let levels = bins.checked_next_power_of_two().map(u64::ilog2);
        levels
            .and_then(|level| u8::try_from(level).ok())
            .unwrap_or(64)
    }

    /// Checks that the levels are those of blocks between these edges.
    pub(super) fn check(&self, edges: usize) -> Result<(), PayloadError> {
        let fail = |problem: PayloadProblem| Err(PayloadError::new("blocks", problem));
        let Some(last) = self.0.last() else {
            return Ok(());
        };
        let Some(bins) = (edges as u64).checked_sub(1) else {
            return fail(PayloadProblem::BlocksOfEdges);
        };
        if bins > MAX_BINS_OF_BLOCKS {
            return fail(PayloadProblem::TooManyBinsOfBlocks);
        }
        let rises = self.0.first() > Some(&0) && self.0.is_sorted_by(|one, next| one < next);
        if !rises || *last > Self::highest(bins) {
            return fail(PayloadProblem::LevelsOfBlocks);
        }
        Ok(())
    }
}

/// Reads a list that is left out if it is empty: each document has one form.
impl<'de> Deserialize<'de> for Blocks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::super::some(deserializer).map(Self)
    }
}
