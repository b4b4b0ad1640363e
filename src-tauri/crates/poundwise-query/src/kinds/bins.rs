//! Shared parts of histogram and cross-tabulation: the bins of a column, and the distance that one
//! privacy unit moves rows that are counted in disjoint cells.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use poundwise_documents::kinds::{Adjacency, BinnedColumn, Blocks, ColumnType};
use poundwise_documents::units::{Decimal, Period};
use serde::{Deserialize, Serialize};

use crate::codebook::{few, periods};
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{EdgeFault, QueryFault};
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;
use crate::number::Number;
use crate::schema::SchemaColumn;
use crate::shape::ListingShape;
use crate::source::Source;
use crate::source::Unit;
use crate::table::{Cell, Column, Table};
use crate::tally::{Tallied, TallyBins, TallyValues};
use crate::text::canonical_text;
use crate::words::{one_line, shortened};

use super::Asked;

/// The bins of a column, 'other' left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BinSpec {
    /// The values that the schema states of the column.
    Stated,
    /// Single values, as typed. For dates periods such as `2026-11`, and ranges of periods such as
    /// `2026-01..2026-12`.
    Values(Vec<String>),
    /// Between edges that rise: half-open intervals, the last one closed.
    Edges(Vec<Decimal>),
}

/// Returns the bins that are no declared value of their column: statements are compared with
/// statements, never with rows, so that whatever follows from it tells nothing of a table. Empty
/// where the column declares no values.
pub(super) fn undeclared(bins: &BinSpec, column: &SchemaColumn) -> Vec<String> {
    match bins {
        BinSpec::Values(values) if !column.values.is_empty() => {
            let declared: HashSet<&str> = column.values.iter().map(String::as_str).collect();
            let bins = values.iter().map(|value| canonical_text(value));
            bins.filter(|bin| !declared.contains(bin.as_ref()))
                .map(Cow::into_owned)
                .collect()
        }
        BinSpec::Stated | BinSpec::Values(_) | BinSpec::Edges(_) => Vec::new(),
    }
}

/// Returns the number of coordinates that K rows move by K each, at most: one if they come or go,
/// and two if they leave their cell and others enter theirs.
pub(super) const fn cells_moved(adjacency: Adjacency) -> u64 {
    match adjacency {
        Adjacency::AddRemove => 1,
        Adjacency::Replace => 2,
    }
}

/// Returns D: K rows move so many coordinates by K each; none beyond 64 bits.
pub(super) fn sensitivity(unit: &Unit, moved: u64) -> Option<u64> {
    unit.rows_per_unit.checked_mul(moved)
}

/// Returns D2^2: K rows move so many coordinates by K each.
pub(super) fn l2_squared(shape: &ListingShape, moved: u64) -> u128 {
    u128::from(shape.rows_per_unit).pow(2) * u128::from(moved)
}

/// A column and its bins.
pub(crate) struct Binned {
    pub(crate) source: Source,
    pub(crate) bins: Bins,
}

impl Binned {
    /// Returns the bins of a column.
    pub(super) fn plan(asked: &Asked<'_>, column: &str, bins: &BinSpec) -> Result<Self> {
        let (source, stated) = asked.column(column)?;
        let bins = Bins::plan(bins, stated)?;
        Ok(Self { source, bins })
    }

    /// Returns the column with its bins as a listing states it.
    pub(super) fn stated(&self) -> BinnedColumn {
        BinnedColumn {
            column: one_line(&self.source.name),
            column_type: self.source.column_type,
            bins: self.bins.values.clone(),
            edges: self.bins.edges.clone(),
        }
    }

    /// Returns the bins for an engine.
    pub(super) fn tally(&self, tallied: &Tallied<'_>) -> TallyBins {
        let (cell, scale) = tallied.of(&self.source);
        TallyBins {
            cell,
            bins: self.bins.tally(scale),
            size: self.bins.size(),
        }
    }

    /// Returns the bins over `rows` rows of a batch. Cost: with at most so many bins of numbers, a
    /// copy of them at the scale of the cells.
    pub(super) fn over<'a>(&'a self, batch: &'a Table, rows: usize) -> Result<BinnedCells<'a>> {
        let (column, size) = (self.source.of(batch)?, self.bins.size());
        let scaled = column.as_scaled().filter(|_| size <= rows);
        Ok(BinnedCells {
            column,
            scaled: scaled.and_then(|(scale, cells)| Some((self.bins.scaled(scale)?, cells))),
            bins: &self.bins,
            size,
        })
    }
}

/// The cells of a column, each in its bin.
pub(super) struct BinnedCells<'a> {
    column: &'a Column,
    /// The bins of numbers and the cells, as integers of one scale.
    scaled: Option<(ScaledBins, &'a [Option<i64>])>,
    bins: &'a Bins,
    pub(super) size: usize,
}

impl BinnedCells<'_> {
    /// Returns the place of the bin that the cell of a row falls into.
    pub(super) fn bin(&self, row: usize) -> usize {
        let bin = match &self.scaled {
            Some((bins, cells)) => {
                let cell = cells.get(row).copied().flatten();
                cell.and_then(|cell| bins.of(cell))
            }
            None => self.bins.of(self.column.cell(row)),
        };
        bin.unwrap_or(self.size - 1)
    }
}

/// Bins of numbers as integers of one scale.
enum ScaledBins {
    /// Single values, rising, each with the place of its bin.
    Numbers(Vec<(i64, usize)>),
    Edges(ScaledEdges),
}

impl ScaledBins {
    /// Returns the bin of an integer, as [`Bins::of`] does.
    fn of(&self, cell: i64) -> Option<usize> {
        match self {
            Self::Numbers(bins) => {
                let found = bins
                    .binary_search_by_key(&cell, |(number, _)| *number)
                    .ok()?;
                bins.get(found).map(|(_, place)| *place)
            }
            Self::Edges(edges) => edges.interval_of(cell),
        }
    }
}

/// Edges as integers of one scale.
struct ScaledEdges {
    /// The least integer that is not below each edge. Edges above all integers are left out.
    least: Vec<i64>,
    /// The number of all edges.
    count: usize,
    /// The last edge, if it is an integer.
    last: Option<i64>,
    /// The distance between any two neighbours in `least`, if it is one.
    width: Option<u64>,
}

impl ScaledEdges {
    fn at(edges: &[Number], scale: u32) -> Self {
        let least = edges.iter().map(|edge| {
            let ceiling = edge.ceiling_at(scale).max(i64::MIN.into());
            i64::try_from(ceiling).ok()
        });
        let least: Vec<i64> = least.map_while(|edge| edge).collect();
        let mut widths = least.windows(2).map(|pair| match pair {
            [low, high] => high.abs_diff(*low),
            _ => 0,
        });
        let width = widths.next().filter(|width| *width > 0);
        Self {
            width: width.filter(|width| widths.all(|other| other == *width)),
            count: edges.len(),
            last: edges.last().and_then(|edge| integer_at(edge, scale)),
            least,
        }
    }

    /// Returns the half-open interval that holds an integer; the last one is closed.
    fn interval_of(&self, cell: i64) -> Option<usize> {
        let first = *self.least.first()?;
        let not_above = match self.width {
            _ if cell < first => 0,
            // The difference of two integers of 64 bits is below 2^64.
            Some(width) => {
                let passed = cell.wrapping_sub(first).cast_unsigned() / width;
                let passed = usize::try_from(passed).unwrap_or(usize::MAX);
                passed.saturating_add(1).min(self.least.len())
            }
            None => self.least.partition_point(|edge| *edge <= cell),
        };
        if not_above == self.count {
            return (self.last == Some(cell)).then(|| self.count.saturating_sub(2));
        }
        not_above.checked_sub(1)
    }
}

/// Returns a number as an integer of 10^-`scale`, if it is one of 64 bits.
fn integer_at(number: &Number, scale: u32) -> Option<i64> {
    let (integer, is_exact) = number.floor_at(scale);
    let integer = is_exact.then_some(integer)?;
    i64::try_from(integer).ok()
}

/// Returns the labels of bins, of all others last.
pub(crate) fn labels(values: &[String], edges: &[Decimal]) -> Vec<String> {
    let between = edges.windows(2).map(|pair| match pair {
        [low, high] => format!("{low} – {high}"),
        _ => String::new(),
    });
    let mut labels: Vec<String> = values
        .iter()
        .map(|bin| shortened(bin))
        .chain(between)
        .collect();
    let other = if labels.iter().any(|label| label == "other") {
        "any other"
    } else {
        "other"
    };
    labels.push(other.to_owned());
    labels
}

/// Returns the labels of blocks, level by level.
pub(super) fn labels_of_blocks(edges: &[Decimal], blocks: &Blocks) -> Vec<String> {
    let bins = edges.len().saturating_sub(1);
    let label = |first: usize, size: usize| {
        let last = (first + size).min(bins);
        Some(format!(
            "block {} – {}",
            edges.get(first)?,
            edges.get(last)?
        ))
    };
    let levels = blocks.levels().iter().map(|level| 1_usize << level);
    levels
        .flat_map(|size| {
            (0..bins)
                .step_by(size)
                .filter_map(move |first| label(first, size))
        })
        .collect()
}

/// The bin that a cell falls into, by its canonical value.
///
/// Every cell falls into exactly one: the last, 'other', takes what no other takes, a
/// missing cell included. So one row moves one count by one.
pub(crate) struct Bins {
    of: Of,
    /// The canonical values of bins that are single values, in order.
    pub(crate) values: Vec<String>,
    /// The edges of bins that are intervals.
    pub(crate) edges: Vec<Decimal>,
}

enum Of {
    Texts(HashMap<String, usize>),
    Numbers(HashMap<Number, usize>),
    /// Rising, each with the place of its bin.
    Periods(Vec<(Period, usize)>),
    /// Rising; half-open intervals between them, the last one closed.
    Edges(Vec<Number>),
}

impl Bins {
    /// Returns the bins stated of a column, or else those that the schema states.
    fn plan(spec: &BinSpec, stated: &SchemaColumn) -> Result<Self> {
        let (column, column_type) = (stated.name.as_str(), stated.column_type);
        match (spec, column_type) {
            (BinSpec::Stated, _) if stated.values.is_empty() => Err(Error::usage(
                QueryErrorCode::NoBins,
                QuestionMessage::NoBins {
                    column: column.to_owned(),
                },
            )
            .hint(QueryHint::StateBins)
            .hint(QueryHint::BinsNotFromData)),
            (BinSpec::Stated, _) => Self::texts(&stated.values),
            (BinSpec::Values(values), ColumnType::Text) => Self::texts(values),
            (BinSpec::Values(values), ColumnType::Number) => Self::numbers(values, column),
            (BinSpec::Values(values), ColumnType::Date) => Self::periods(values),
            (BinSpec::Edges(_), ColumnType::Text) => Err(Error::usage(
                QueryErrorCode::EdgesNotNumbers,
                QuestionMessage::TextHasNoEdges {
                    column: column.to_owned(),
                },
            )
            .hint(QueryHint::StateTextBins)),
            (BinSpec::Edges(_), ColumnType::Date) => Err(Error::usage(
                QueryErrorCode::EdgesNotNumbers,
                QuestionMessage::DatesHaveNoEdges {
                    column: column.to_owned(),
                },
            )
            .hint(QueryHint::WritePeriods)),
            (BinSpec::Edges(edges), ColumnType::Number) => Self::edges(edges),
        }
    }

    /// Returns the number of bins, that of all others included.
    pub(super) fn size(&self) -> usize {
        match &self.of {
            Of::Texts(_) | Of::Numbers(_) | Of::Periods(_) => self.values.len() + 1,
            Of::Edges(edges) => edges.len(),
        }
    }

    /// Returns their labels, of all others last.
    pub(super) fn labels(&self) -> Vec<String> {
        labels(&self.values, &self.edges)
    }

    fn texts(stated: &[String]) -> Result<Self> {
        let mut bins = HashMap::new();
        let mut values = Vec::with_capacity(stated.len());
        for (index, bin) in stated.iter().enumerate() {
            let bin = canonical_text(bin).into_owned();
            if bin.is_empty() {
                return Err(empty(index));
            }
            if bins.insert(bin.clone(), index).is_some() {
                return Err(doubled(&bin));
            }
            values.push(bin);
        }
        Ok(Self {
            of: Of::Texts(bins),
            values,
            edges: Vec::new(),
        })
    }

    fn numbers(stated: &[String], column: &str) -> Result<Self> {
        let mut bins = HashMap::new();
        let mut values = Vec::with_capacity(stated.len());
        for (index, bin) in stated.iter().enumerate() {
            let text = canonical_text(bin);
            if text.is_empty() {
                return Err(empty(index));
            }
            let number = Number::parse(&text).ok_or_else(|| {
                Error::usage(
                    QueryErrorCode::BinNotANumber,
                    QuestionMessage::BinNotANumber {
                        column: column.to_owned(),
                        bin: text.to_string(),
                    },
                )
                .hint(QueryHint::WriteBinsAsNumbers)
            })?;
            if bins.insert(number, index).is_some() {
                return Err(doubled(&text));
            }
            values.push(number.to_string());
        }
        Ok(Self {
            of: Of::Numbers(bins),
            values,
            edges: Vec::new(),
        })
    }

    fn periods(stated: &[String]) -> Result<Self> {
        let mut all = Vec::new();
        for (index, bin) in stated.iter().enumerate() {
            let text = canonical_text(bin);
            if text.is_empty() {
                return Err(empty(index));
            }
            let (first, last) = text.split_once("..").unwrap_or((&text, &text));
            all.extend(periods(first, last)?);
            few(all.len())?;
        }
        let values = all.iter().map(Period::to_string).collect();
        let mut periods: Vec<(Period, usize)> = all.into_iter().zip(0..).collect();
        periods.sort_unstable_by_key(|(period, _)| period.first());
        for pair in periods.windows(2) {
            if let [(one, _), (next, _)] = pair
                && one.last() >= next.first()
            {
                if one == next {
                    return Err(doubled(&one.to_string()));
                }
                return Err(Error::usage(
                    QueryErrorCode::BinsOverlap,
                    QuestionMessage::BinsOverlap {
                        one: one.to_string(),
                        other: next.to_string(),
                    },
                )
                .hint(QueryHint::SeparatePeriods));
            }
        }
        Ok(Self {
            of: Of::Periods(periods),
            values,
            edges: Vec::new(),
        })
    }

    fn edges(stated: &[Decimal]) -> Result<Self> {
        let mut edges: Vec<(Number, Decimal)> = Vec::with_capacity(stated.len());
        for decimal in stated.iter().copied() {
            let number = Number::from_decimal(&decimal).ok_or_else(|| {
                Error::usage(
                    QueryErrorCode::Edges,
                    QuestionMessage::LongEdge { edge: decimal },
                )
                .hint(QueryHint::WriteRisingEdges)
                .at(QueryFault::Edges {
                    fault: EdgeFault::TooLong { edge: decimal },
                })
            })?;
            if let Some((before, before_text)) = edges.last()
                && *before >= number
            {
                return Err(Error::usage(
                    QueryErrorCode::Edges,
                    QuestionMessage::EdgesNotRising {
                        edge: decimal,
                        before: *before_text,
                    },
                )
                .hint(QueryHint::WriteEachEdgeOnce)
                .at(QueryFault::Edges {
                    fault: EdgeFault::NotRising {
                        edge: decimal,
                        before: *before_text,
                    },
                }));
            }
            edges.push((number, decimal));
        }
        if edges.len() < 2 {
            return Err(
                Error::usage(QueryErrorCode::Edges, QuestionMessage::OneEdge)
                    .hint(QueryHint::GiveTwoEdges)
                    .at(QueryFault::Edges {
                        fault: EdgeFault::TooFew,
                    }),
            );
        }
        let (numbers, edges) = edges.into_iter().unzip();
        Ok(Self {
            of: Of::Edges(numbers),
            values: Vec::new(),
            edges,
        })
    }

    /// Returns bins of numbers for integers of 10^-`scale`.
    fn scaled(&self, scale: u32) -> Option<ScaledBins> {
        match &self.of {
            Of::Texts(_) | Of::Periods(_) => None,
            Of::Numbers(bins) => {
                let all = bins.iter();
                let mut bins: Vec<(i64, usize)> = all
                    .filter_map(|(number, place)| Some((integer_at(number, scale)?, *place)))
                    .collect();
                bins.sort_unstable();
                Some(ScaledBins::Numbers(bins))
            }
            Of::Edges(edges) => Some(ScaledBins::Edges(ScaledEdges::at(edges, scale))),
        }
    }

    /// Returns the bins for cells that are integers of 10^-`scale`. Bins that hold no such integer
    /// are left out.
    fn tally(&self, scale: u32) -> TallyValues {
        match &self.of {
            Of::Texts(_) => TallyValues::Texts(self.values.iter().cloned().zip(0..).collect()),
            Of::Numbers(bins) => {
                let exact = bins.iter().filter_map(|(number, place)| {
                    let (integer, is_exact) = number.floor_at(scale);
                    is_exact.then_some((integer, *place))
                });
                let mut exact: Vec<(i128, usize)> = exact.collect();
                exact.sort_unstable();
                TallyValues::Integers(exact)
            }
            Of::Periods(periods) => {
                let days = |day: NaiveDate| i128::from(day.to_epoch_days());
                let ranges = periods.iter();
                let ranges = ranges
                    .map(|(period, place)| (days(period.first()), days(period.last()), *place));
                TallyValues::Ranges(ranges.collect())
            }
            Of::Edges(edges) => {
                let last = edges.len().saturating_sub(2);
                let ranges = edges.windows(2).enumerate().map(|(place, pair)| {
                    let [low, high] = pair else {
                        return (1, 0, place);
                    };
                    let most = match place == last {
                        true => high.floor_at(scale).0,
                        false => high.ceiling_at(scale).saturating_sub(1),
                    };
                    (low.ceiling_at(scale), most, place)
                });
                TallyValues::Ranges(ranges.filter(|(least, most, _)| least <= most).collect())
            }
        }
    }

    /// Returns the bin of a cell; none where that is 'other'.
    fn of(&self, cell: Cell<'_>) -> Option<usize> {
        match &self.of {
            Of::Texts(bins) => cell.text().and_then(|text| bins.get(text).copied()),
            Of::Numbers(bins) => cell.number().and_then(|n| bins.get(&n).copied()),
            Of::Periods(periods) => cell.day().and_then(|day| period_of(periods, day)),
            Of::Edges(edges) => cell.number().and_then(|n| between(edges, &n)),
        }
    }
}

/// Returns the place of the bin that holds a day.
fn period_of(periods: &[(Period, usize)], day: NaiveDate) -> Option<usize> {
    let begun = periods.partition_point(|(period, _)| period.first() <= day);
    let (period, place) = periods.get(begun.checked_sub(1)?)?;
    (day <= period.last()).then_some(*place)
}

/// Returns index of the interval that holds `number`.
fn between(edges: &[Number], number: &Number) -> Option<usize> {
    let not_above = edges.partition_point(|edge| edge <= number);
    if not_above == edges.len() {
        let last = edges.last()?;
        return (last == number).then(|| edges.len().saturating_sub(2));
    }
    not_above.checked_sub(1)
}

fn empty(index: usize) -> Error {
    Error::usage(
        QueryErrorCode::BinEmpty,
        QuestionMessage::EmptyBin { bin: index + 1 },
    )
    .hint(QueryHint::MissingFallIntoOther)
}

fn doubled(bin: &str) -> Error {
    Error::usage(
        QueryErrorCode::BinDoubled,
        QuestionMessage::DoubledBin {
            bin: bin.to_owned(),
        },
    )
    .hint(QueryHint::StateEachBinOnce)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::property_test;

    use super::*;
    use crate::property::cases;

    fn check(bins: &Bins, scale: u32, cells: &[i64]) {
        let scaled = bins.scaled(scale).unwrap();
        for cell in cells {
            let column = Column::scaled("n", scale, vec![Some(*cell)]);
            let (fast, exact) = (scaled.of(*cell), bins.of(column.cell(0)));
            assert_eq!(fast, exact, "{cell} at scale {scale}");
        }
    }

    #[test]
    fn extreme_edges_and_values_hold_the_same_integers() {
        let nines = "9".repeat(37);
        let texts = [
            &*format!("-{nines}"),
            "-0.5",
            "0",
            "9223372036854775807",
            &nines,
        ];
        let edges: Vec<Decimal> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        for bins in [
            Bins::edges(&edges).unwrap(),
            Bins::numbers(&texts, "n").unwrap(),
        ] {
            for scale in [0, 1, 18] {
                check(
                    &bins,
                    scale,
                    &[i64::MIN, -6, -5, -1, 0, 1, i64::MAX - 1, i64::MAX],
                );
            }
        }
    }

    #[property_test(config = cases(512))]
    fn integers_fall_into_the_bins_of_their_numbers(
        #[strategy = proptest::collection::btree_set(-2_000i64..2_000, 2..12)]
        edges: std::collections::BTreeSet<i64>,
        #[strategy = 0u32..=3] edge_scale: u32,
        #[strategy = 1i64..40] width: i64,
        #[strategy = 0u32..=3] scale: u32,
        #[strategy = proptest::collection::vec(-2_000i64..2_000, 1..60)] cells: Vec<i64>,
    ) {
        let decimals = edges
            .iter()
            .map(|edge| Decimal::new((*edge).into(), edge_scale).unwrap());
        let decimals: Vec<Decimal> = decimals.collect();
        let mut cells = cells;
        cells.extend(&edges);
        check(&Bins::edges(&decimals).unwrap(), scale, &cells);
        let low = i128::from(cells[0]);
        let uniform = (0..8).map(|place| Decimal::new(low + place * i128::from(width), edge_scale));
        let uniform: Vec<Decimal> = uniform.map(Option::unwrap).collect();
        cells.extend(cells[0]..cells[0] + 8 * width);
        check(&Bins::edges(&uniform).unwrap(), scale, &cells);
        let texts: Vec<String> = decimals.iter().map(Decimal::to_string).collect();
        check(&Bins::numbers(&texts, "n").unwrap(), scale, &cells);
    }
}
