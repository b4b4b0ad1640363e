//! Ranges and quantiles of histograms that are held.

use std::path::Path;

use poundwise_documents::units::Decimal;
use poundwise_query::ranges::{Ranges, RangesAlong};
use poundwise_query::shape::ListingShape;
use poundwise_trade::view::RangesView;

use crate::Buyer;
use crate::error::{Error, ErrorCode, Result};
use crate::held::open_held;
use crate::holdings::{lattice_values, nothing_held};
use crate::messages::{HoldingHint, HoldingMessage};
use crate::work::Stage;
use poundwise_home::ids::ListingName;
use poundwise_trade::source::read_text;

/// The most edges that a view lists.
const EDGES: usize = 1001;
/// The most points of a cumulative curve.
const CURVE: usize = 200;

/// Ranges and quantiles to compute. Quartiles bring the interquartile range along.
#[derive(Clone, Debug, Default)]
pub struct RangesWanted {
    /// Lower and upper edge of each range.
    pub ranges: Vec<[Decimal; 2]>,
    /// Shares of the rows, between 0 and 1.
    pub quantiles: Vec<Decimal>,
    /// Whether the cumulative curve is wanted.
    pub curve: bool,
    /// The column of a cross-tabulation along which the ranges go; the first one with edges if
    /// `None`.
    pub along: Option<String>,
    /// The bins of the other columns.
    pub cells: RangeCells,
}

/// The combinations of the bins of the other columns of a cross-tabulation of which ranges are
/// computed.
#[derive(Clone, Debug, Default)]
pub enum RangeCells {
    /// Each of them.
    #[default]
    All,
    /// The first one.
    First,
    /// The one with these labels.
    Of(String),
}

impl RangesWanted {
    /// Returns a request for the quartiles and the cumulative curve.
    #[must_use]
    pub fn quartiles_and_curve() -> Self {
        let quarters = [25, 50, 75].map(|percent| Decimal::new(percent, 2));
        Self {
            ranges: Vec::new(),
            quantiles: quarters.into_iter().flatten().collect(),
            curve: true,
            cells: RangeCells::First,
            ..Self::default()
        }
    }

    /// Reads a list of ranges and quantiles, one a line: `30..45`, or a share such as `0.5`. Empty
    /// lines and those that begin with `#` are skipped.
    ///
    /// # Errors
    /// `bad-list` with the line; what is wrong with the file; `file-not-utf8`.
    pub fn read(file: &Path) -> Result<Self> {
        let name = poundwise_words::Text::verbatim(file.display());
        Self::parse(&read_text(file)?).map_err(|error| error.about(name))
    }

    fn parse(text: &str) -> Result<Self> {
        let mut wanted = Self::default();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let number = |text: &str| text.trim().parse::<Decimal>().ok();
            let is_read = match text.split_once("..") {
                Some((low, high)) => match (number(low), number(high)) {
                    (Some(low), Some(high)) => {
                        wanted.ranges.push([low, high]);
                        true
                    }
                    _ => false,
                },
                None => number(text).is_some_and(|share| {
                    wanted.quantiles.push(share);
                    true
                }),
            };
            if !is_read {
                let text = text.to_owned();
                return Err(Error::usage(
                    ErrorCode::BadList,
                    HoldingMessage::NotARange { line, text },
                )
                .hint(HoldingHint::WriteRanges));
            }
        }
        Ok(wanted)
    }

    /// Returns whether nothing is wanted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.quantiles.is_empty() && !self.curve
    }

    /// Returns whether the quartiles are among the quantiles wanted.
    fn has_quartiles(&self) -> bool {
        let has = |percent| {
            Decimal::new(percent, 2).is_some_and(|quarter| self.quantiles.contains(&quarter))
        };
        has(25) && has(75)
    }
}

impl Buyer<'_> {
    /// Returns ranges and quantiles of a histogram that is held, at the highest level held. It is
    /// post-processing: no order is made, and no privacy is lost. Cost: opens the newest bundle
    /// held of it; a quantile computes the laws at a few edges, some 10 ms each.
    ///
    /// # Errors
    /// `no-edges`, `range`, `quantile`, `no-cells`; `no-such-id`, `ambiguous-id`, `nothing-held`;
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn ranges(&self, of: &ListingName, wanted: &RangesWanted) -> Result<RangesView> {
        let question = self.question_of(of)?;
        let sealed = self.newest_held(&question)?;
        let sealed = sealed.ok_or_else(|| nothing_held(&question))?;
        let (bundle, _) = open_held(&self.context.vault, &sealed, &Stage::silent())?;
        let listing = bundle.listing.payload();
        let level = bundle.release.payload().level;
        let shape = ListingShape::of(listing);
        let values = lattice_values(&bundle);
        let all = RangesAlong::new(&shape, &values, level, wanted.along.as_deref())?;
        let chosen;
        // The only one wanted, if it is one.
        let one = match &wanted.cells {
            RangeCells::All => (all.cells().len() < 2).then(|| all.first()),
            RangeCells::First => Some(all.first()),
            RangeCells::Of(labels) => {
                let of_labels = all.of_cells(labels);
                chosen = of_labels.ok_or_else(|| no_cells(labels, all.cells()))?;
                Some(&chosen)
            }
        };
        let mut ranges = Vec::new();
        let mut quantiles = Vec::new();
        let mut compute = |one: &Ranges<'_>| -> Result<()> {
            for [low, high] in &wanted.ranges {
                ranges.push(one.range(low, high)?);
            }
            for share in &wanted.quantiles {
                quantiles.push(one.quantile(share)?);
            }
            Ok(())
        };
        match one {
            Some(one) => compute(one)?,
            None => all.iter().try_for_each(|one| compute(&one))?,
        }
        Ok(RangesView {
            title: listing.title.clone(),
            column: all.first().column().to_owned(),
            level,
            unit: listing.unit.clone(),
            edges: all.first().edges(EDGES).map(ToString::to_string).collect(),
            cells: all.cells().to_vec(),
            ranges,
            quantiles,
            interquartile_range: match one {
                Some(one) if wanted.has_quartiles() => one.interquartile_range()?,
                _ => None,
            },
            curve: match one {
                Some(one) if wanted.curve => one.cumulative(CURVE)?,
                _ => Vec::new(),
            },
        })
    }
}

/// Returns the error of bins of the other columns that are not there.
fn no_cells(cells: &str, all: &[String]) -> Error {
    let message = HoldingMessage::NoCells {
        cells: cells.to_owned(),
    };
    let error = Error::usage(ErrorCode::NoCells, message);
    match all {
        [] => error.hint(HoldingHint::HistogramHasNoCells),
        [first, ..] => error.hint(HoldingHint::NameCells {
            first: first.clone(),
        }),
    }
}
