//! Cross-tabulation: how many rows fall into each combination of the bins of two or three columns.
//! The bins are the owner's, never read off the data, and so are the cells: one for each
//! combination, whether any row falls into it or not.

use poundwise_documents::kinds::{BinnedColumn, CROSSED_COLUMNS, CrossTabulation, Question};
use serde::{Deserialize, Serialize};

use crate::attribute::{MAX_COORDINATES, too_many};
use crate::canonical::Canonical;
use crate::error::{Error, QueryErrorCode, Result};
use crate::estimate::{Axis, number_of_estimates};
use crate::fault::Counted;
use crate::filter::Condition;
use crate::hint::QueryHint;
use crate::lattice::coordinate;
use crate::messages::{QueryText, QuestionMessage, listed};
use crate::quantity::Quantity;
use crate::schema::quoted;
use crate::source::Source;
use crate::table::Table;
use crate::tally::{KindTally, Tallied};
use crate::words::{MAX_LABEL, cut};

use super::bins::{self, BinSpec, Binned, BinnedCells};
use super::{Asked, Proposal, QuestionFields, Told};

/// Specification of the number of rows in each combination of the bins of two or three columns.
///
/// *Order.* Coordinates go through the bins of the last column first, 'other' last in each. The
/// columns stay in the order in which they were stated: over (a, b) and over (b, a) are two
/// questions, since equal bytes must give equal x in equal order; their losses add.
///
/// *Labels.* The label of a cell is the tuple of its bins' labels, as one CSV record (RFC 4180) in
/// the order of the columns: `female,0 – 18`, `"Bruges, old",other`. A field with a comma or a
/// double quote stands in double quotes, and a quote in it is doubled, so that a reader of CSV
/// finds the tuple again. Of the 200 characters of a label each field has an equal share; a longer
/// one is cut, and two bins that begin alike are then told apart by the place of the cell.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrossTabulationSpec {
    /// The columns with their bins, two or three different ones, the slowest first.
    pub columns: Vec<(String, BinSpec)>,
    /// Conditions of the rows that count: all of them hold.
    pub filters: Vec<Condition>,
    /// Unit of the numbers, or empty for rows.
    pub unit: String,
}

pub(super) const TOLD: Told<'_> = Told::Exact(Quantity::EachCell);

impl CrossTabulationSpec {
    pub(super) fn read(fields: &mut impl QuestionFields) -> Option<Self> {
        let (filters, columns, unit) = (fields.filters(), fields.columns(), fields.unit());
        Some(Self {
            columns: columns?,
            filters,
            unit,
        })
    }

    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let number = self.columns.len();
        if !CROSSED_COLUMNS.contains(&number) {
            return Err(Error::usage(
                QueryErrorCode::Columns,
                QuestionMessage::CrossedColumns { columns: number },
            )
            .hint(QueryHint::OneColumnIsHistogram));
        }
        let mut columns: Vec<Binned> = Vec::with_capacity(number);
        for (column, bins) in &self.columns {
            let binned = Binned::plan(asked, column, bins)?;
            let index = binned.source.index;
            if columns.iter().any(|one| one.source.index == index) {
                return Err(Error::usage(
                    QueryErrorCode::Columns,
                    QuestionMessage::ColumnTwice {
                        column: binned.source.name,
                    },
                )
                .hint(QueryHint::NameEachColumnOnce));
            }
            columns.push(binned);
        }
        // Before the labels are made: of three columns there can be more than memory holds.
        let sizes = columns.iter().map(|one| one.bins.size());
        let cells = sizes.fold(1, usize::saturating_mul);
        if cells > MAX_COORDINATES {
            return Err(too_many(Counted::Cells, cells, MAX_COORDINATES).hint(QueryHint::FewerBins));
        }
        let labels = tuples(columns.iter().map(|one| one.bins.labels()).collect());
        let question = Question::CrossTabulation(CrossTabulation {
            columns: columns.iter().map(Binned::stated).collect(),
            filters: asked.stated_filters(),
        });
        Ok(Proposal {
            sensitivity: bins::sensitivity(asked.unit, bins::cells_moved(asked.unit.adjacency)),
            shape: asked.shape(question, &self.unit, labels),
            recipe: super::Recipe::CrossTabulation(Recipe(columns)),
            step_advised: false,
        })
    }
}

/// Returns the question in words, without its conditions.
pub(super) fn words(question: &CrossTabulation) -> QueryText {
    let columns = question.columns.iter().map(|one| one.column.clone());
    QueryText::RowsBy {
        columns: listed(columns),
    }
}

/// Returns the label of each cell, of the columns' labels.
pub(crate) fn tuples(columns: Vec<Vec<String>>) -> Vec<String> {
    let number = columns.len();
    let share = (MAX_LABEL + 1) / number - 1;
    let mut tuples = vec![String::new()];
    for (index, labels) in columns.into_iter().enumerate() {
        let fields: Vec<String> = labels.iter().map(|one| field(one, share)).collect();
        let comma = if index == 0 { "" } else { "," };
        let longer = |tuple: &String| -> Vec<String> {
            let with = |field: &String| format!("{tuple}{comma}{field}");
            fields.iter().map(with).collect()
        };
        tuples = tuples.iter().flat_map(longer).collect();
    }
    tuples
}

/// Returns a label as a field of a CSV record, cut to at most `most` characters.
fn field(label: &str, most: usize) -> String {
    let length = |text: &str| text.chars().count();
    let longest = length(label).min(most);
    let whole = quoted(label.to_owned());
    let shorter = (1..=longest).rev().map(|n| quoted(cut(label, n)));
    let mut all = std::iter::once(whole).chain(shorter);
    all.find(|field| length(field) <= most).unwrap_or_default()
}

pub(crate) struct Recipe(Vec<Binned>);

impl Recipe {
    pub(super) fn sources(&self) -> Vec<&Source> {
        self.0.iter().map(|one| &one.source).collect()
    }

    pub(super) fn push_end(&self, bytes: &mut Canonical) {
        bytes.number(self.0.len() as u64);
        for Binned { source, bins } in &self.0 {
            source.push(bytes);
            bytes.texts(&bins.values);
            bytes.decimals(&bins.edges);
        }
    }

    pub(super) fn tally(&self, tallied: &Tallied<'_>) -> KindTally {
        KindTally::counts(self.0.iter().map(|one| one.tally(tallied)).collect())
    }

    pub(super) fn evaluation(&self, dimension: usize) -> Evaluation<'_> {
        Evaluation {
            columns: &self.0,
            counts: vec![0; dimension],
        }
    }
}

/// The rows of each cell so far.
pub(crate) struct Evaluation<'a> {
    columns: &'a [Binned],
    counts: Vec<u64>,
}

impl Evaluation<'_> {
    pub(super) fn take(&mut self, batch: &Table, rows: &[usize]) -> Result<()> {
        let columns = self.columns.iter().map(|one| one.over(batch, rows.len()));
        let columns: Vec<BinnedCells<'_>> = columns.collect::<Result<_>>()?;
        for row in rows {
            let cell = columns
                .iter()
                .fold(0, |place, column| place * column.size + column.bin(*row));
            if let Some(count) = self.counts.get_mut(cell) {
                *count += 1;
            }
        }
        Ok(())
    }

    pub(super) fn take_counts(&mut self, counts: Vec<u64>) {
        self.counts = counts;
    }

    pub(super) fn finish(self) -> Vec<i64> {
        let counts = self.counts.into_iter();
        counts.map(|count| coordinate(&count.into())).collect()
    }
}

/// The part of a cross-tabulation that a table of limited size shows: of each column the first
/// bins.
pub struct Excerpt {
    /// The columns with the bins that are shown, the slowest first.
    pub axes: Vec<Axis>,
    /// The coordinates of the cells shown, in their order.
    pub places: Vec<usize>,
}

/// Returns at most `most` cells of a cross-tabulation; of another question, the first of its
/// estimates, of which there are as many as its `dimension` unless it has blocks, and no axes.
///
/// Bins are left out where there are the most of them, so that as many of the others stay as can.
#[must_use]
pub fn excerpt(question: &Question, dimension: usize, most: usize) -> Excerpt {
    let columns = if let Question::CrossTabulation(crossed) = question {
        crossed.columns.as_slice()
    } else {
        &[]
    };
    let all: Vec<Vec<String>> = columns
        .iter()
        .map(|BinnedColumn { bins, edges, .. }| bins::labels(bins, edges))
        .collect();
    if all.is_empty() {
        return Excerpt {
            axes: Vec::new(),
            places: (0..dimension)
                .zip(0..number_of_estimates(question, dimension as u64))
                .map(|(place, _)| place)
                .take(most)
                .collect(),
        };
    }
    let mut shown: Vec<usize> = all.iter().map(Vec::len).collect();
    while shown.iter().copied().fold(1, usize::saturating_mul) > most
        && let Some(largest) = shown.iter_mut().max().filter(|size| **size > 1)
    {
        *largest -= 1;
    }
    let mut places = vec![0];
    for (labels, shown) in all.iter().zip(&shown) {
        places = places
            .iter()
            .flat_map(|place| (0..*shown).map(move |bin| place * labels.len() + bin))
            .collect();
    }
    let axes = columns.iter().zip(all).zip(shown);
    Excerpt {
        axes: axes
            .map(|((column, mut labels), shown)| {
                let size = labels.len() as u64;
                labels.truncate(shown);
                Axis {
                    column: column.column.clone(),
                    labels,
                    size,
                }
            })
            .collect(),
        places,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::kinds::{ColumnType, Count};

    use super::*;
    use crate::schema::record;

    fn owned(columns: &[&[&str]]) -> Vec<Vec<String>> {
        let column = |labels: &&[&str]| labels.iter().map(|one| (*one).to_owned()).collect();
        columns.iter().map(column).collect()
    }

    fn of_numbers(column: &str, bins: usize) -> BinnedColumn {
        BinnedColumn {
            column: column.to_owned(),
            column_type: ColumnType::Number,
            bins: (1..bins).map(|bin| bin.to_string()).collect(),
            edges: Vec::new(),
        }
    }

    fn crossed(columns: &[BinnedColumn]) -> Question {
        Question::CrossTabulation(CrossTabulation {
            columns: columns.to_vec(),
            filters: Vec::new(),
        })
    }

    /// A cell shown under another one's bins would be another answer.
    #[test]
    fn an_excerpt_has_the_first_bins_of_each_column() {
        let columns = crossed(&[of_numbers("a", 3), of_numbers("b", 5), of_numbers("c", 2)]);
        let whole = excerpt(&columns, 30, 30);
        assert_eq!(whole.places, (0..30).collect::<Vec<_>>());
        assert_eq!(whole.axes[0].labels, ["1", "2", "other"]);
        let part = excerpt(&columns, 30, 12);
        let shown = |part: &Excerpt| -> Vec<usize> {
            part.axes.iter().map(|axis| axis.labels.len()).collect()
        };
        assert_eq!(shown(&part), [3, 2, 2]);
        assert_eq!((part.axes[1].column.as_str(), part.axes[1].size), ("b", 5));
        assert_eq!(part.places, [0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23]);
        let large = excerpt(
            &crossed(&[of_numbers("a", 1024), of_numbers("b", 1024)]),
            1 << 20,
            1000,
        );
        assert_eq!((shown(&large), large.places.len()), (vec![32, 31], 992));
        assert_eq!(large.places[31..33], [1024, 1025]);
        assert_eq!(excerpt(&columns, 30, 1).places, [0]);
        // Of another kind the first numbers.
        let count = Question::Count(Count {
            filters: Vec::new(),
        });
        let other = excerpt(&count, 7, 5);
        assert_eq!((other.places, other.axes.len()), (vec![0, 1, 2, 3, 4], 0));
        assert_eq!(excerpt(&count, 2, 5).places, [0, 1]);
    }

    /// Two cells of one label would be one answer for two questions.
    #[test]
    fn a_label_is_a_record_in_which_the_tuple_is_found_again() {
        let columns = owned(&[&["a", "a,b", "", "\"", "other"], &["b", "a", ",", "other"]]);
        let labels = tuples(columns.clone());
        assert_eq!(labels[..3], ["a,b", "a,a", "a,\",\""]);
        assert_eq!(labels[4], "\"a,b\",b");
        let mut found = labels.iter().map(|label| record(label).unwrap());
        for first in &columns[0] {
            for second in &columns[1] {
                assert_eq!(found.next().unwrap(), [first.clone(), second.clone()]);
            }
        }
        assert_eq!(found.next(), None);
    }

    #[test]
    fn a_label_is_never_too_long_to_be_signed() {
        let long = [
            "ä".repeat(200),
            "\"".repeat(200),
            ",".repeat(66),
            "x".repeat(66),
        ];
        let long: Vec<&str> = long.iter().map(String::as_str).collect();
        for columns in [&[&long[..], &long[..]][..], &[&long[..], &["b"], &long[..]]] {
            let longest = if columns.len() == 2 { 99 } else { 66 };
            for label in tuples(owned(columns)) {
                assert!(label.chars().count() <= MAX_LABEL, "{label}");
                let fields = record(&label).unwrap();
                assert_eq!(fields.len(), columns.len());
                assert!(fields.iter().all(|one| one.chars().count() <= longest));
            }
        }
        // What fits is whole.
        let (most, least) = ("y".repeat(99), "z".repeat(100));
        let labels = tuples(owned(&[&[&most], &[&least]]));
        assert_eq!(labels, [format!("{most},{}…", "z".repeat(98))]);
    }
}
