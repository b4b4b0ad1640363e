//! The blocks of a histogram: which ones are good, and how far one privacy unit moves them.

use std::fmt;
use std::str::FromStr;

use poundwise_documents::kinds::{Adjacency, Blocks, MAX_BINS_OF_BLOCKS};
use serde::{Deserialize, Serialize};

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;

/// The blocks of a histogram as its owner states them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BlockSpec {
    /// None: single bins are as exact as can be.
    #[default]
    None,
    /// Those with the least root mean square error over all ranges; none if there are few bins.
    Auto,
    /// Blocks of 2^q bins for each level q.
    Levels(Vec<u8>),
}

/// `none`, `auto`, or the levels with commas between them.
impl fmt::Display for BlockSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Auto => f.write_str("auto"),
            Self::Levels(levels) => {
                let levels: Vec<String> = levels.iter().map(u8::to_string).collect();
                f.write_str(&levels.join(","))
            }
        }
    }
}

impl FromStr for BlockSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim() {
            "" | "none" => return Ok(Self::None),
            "auto" => return Ok(Self::Auto),
            _ => {}
        }
        let levels = text.split(',').map(|level| level.trim().parse());
        levels
            .collect::<std::result::Result<_, _>>()
            .map(Self::Levels)
            .map_err(|_| {
                let text = text.to_owned();
                Error::usage(
                    QueryErrorCode::BlockLevels,
                    QuestionMessage::NoBlocks { text },
                )
                .hint(QueryHint::WriteBlocks)
            })
    }
}

impl From<&Blocks> for BlockSpec {
    fn from(blocks: &Blocks) -> Self {
        match blocks.levels() {
            [] => Self::None,
            levels => Self::Levels(levels.to_vec()),
        }
    }
}

/// The fewest bins for which blocks lower the error over all ranges.
const FEWEST: usize = 45;

/// The best levels, by the binary logarithm of the number of bins, rounded up: of all sets of
/// levels, the ones with the least root mean square error over all ranges of 2^n bins under
/// Laplace noise of equal ε.
const BEST: [(u8, &[u8]); 11] = [
    (6, &[3]),
    (7, &[3]),
    (8, &[4]),
    (9, &[3, 6]),
    (10, &[3, 7]),
    (11, &[3, 7]),
    (12, &[4, 8]),
    (13, &[3, 6, 10]),
    (14, &[3, 7, 10]),
    (15, &[3, 7, 11]),
    (16, &[4, 8, 12]),
];

/// Returns the levels of blocks that are proposed for so many bins.
#[must_use]
pub fn best_blocks(bins: usize) -> Blocks {
    let highest = Blocks::highest(bins as u64);
    let best = BEST.iter().find(|(level, _)| *level == highest);
    let levels = best
        .filter(|_| bins >= FEWEST)
        .map_or(&[][..], |(_, levels)| levels);
    Blocks::new(levels.to_vec())
}

impl BlockSpec {
    /// Returns whether there are to be no blocks.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }

    /// Returns the blocks of a histogram with this number of bins between edges, 0 if its bins are
    /// single values.
    ///
    /// # Errors
    /// `blocks-without-edges`, `block-levels`, `too-many-bins`.
    pub(super) fn plan(&self, bins: usize) -> Result<Blocks> {
        let levels = match self {
            Self::None => return Ok(Blocks::default()),
            Self::Auto => None,
            Self::Levels(levels) => Some(levels),
        };
        if bins == 0 {
            return Err(Error::usage(
                QueryErrorCode::BlocksWithoutEdges,
                QuestionMessage::BlocksWithoutEdges,
            )
            .hint(QueryHint::BlocksNeedEdges));
        }
        if bins as u64 > MAX_BINS_OF_BLOCKS {
            return Err(Error::usage(
                QueryErrorCode::TooManyBins,
                QuestionMessage::TooManyBinsOfBlocks {
                    bins,
                    most: MAX_BINS_OF_BLOCKS,
                },
            )
            .hint(QueryHint::FewerBinsOrNoBlocks));
        }
        let Some(levels) = levels else {
            return Ok(best_blocks(bins));
        };
        let mut levels = levels.clone();
        levels.sort_unstable();
        let highest = Blocks::highest(bins as u64);
        let is_level = |level: &u8| (1..=highest).contains(level);
        let is_doubled = levels.windows(2).any(|pair| pair[0] == pair[1]);
        if let Some(wrong) = levels.iter().find(|level| !is_level(level)) {
            let level = u64::from(*wrong);
            return Err(Error::usage(
                QueryErrorCode::BlockLevels,
                QuestionMessage::NoBlockLevel { level, bins },
            )
            .hint(QueryHint::BlockLevels {
                highest: highest.into(),
            }));
        }
        if levels.is_empty() {
            return Ok(Blocks::default());
        }
        if is_doubled {
            return Err(Error::usage(
                QueryErrorCode::BlockLevels,
                QuestionMessage::BlockLevelTwice,
            )
            .hint(QueryHint::BlockLevels {
                highest: highest.into(),
            }));
        }
        Ok(Blocks::new(levels))
    }
}

/// Returns the number of coordinates that K rows move by K each, at most.
///
/// A bin is counted h times: once by itself, and once for each level. Rows that come or go move h
/// coordinates. If they are replaced by others, both move coordinates, but for those that hold both:
/// the blocks of all bins. Rows that go from a bin to 'other' move h coordinates and one.
pub(super) fn cells_moved(adjacency: Adjacency, blocks: &Blocks, bins: u64) -> u64 {
    let counted = 1 + blocks.levels().len() as u64;
    match adjacency {
        Adjacency::AddRemove => counted,
        Adjacency::Replace => {
            let nodes = blocks.numbers(bins).chain([bins]);
            let divided = nodes.filter(|nodes| *nodes > 1).count() as u64;
            (2 * divided).max(counted + 1)
        }
    }
}
