//! A row of a file in texts, and its reading.

use std::path::PathBuf;

use poundwise_documents::kinds::{AttributeKind, FilterOperator};
use poundwise_documents::units::{Decimal, LatticeStep};
use poundwise_query::kinds::{BinSpec, BlockSpec, QuestionFields, VariableSpec};
use poundwise_query::{AttributeSpec, Condition, Number};

use crate::batch::{
    RowName, RowPlace, RowReading, check_kind_of_column, no_counted_value, no_kind_of_column,
};
use crate::draft::{NeededPart, bins_and_edges};
use crate::error::{Error, ErrorCode, NumberOf, Result};
use crate::messages::{DraftMessage, FaultMessage, LevelName};
use crate::typed::{decimal, edge, factor, level, rows, stated, step};

/// A row of a file: the texts of its cells. Fields that a kind does not have are empty.
#[derive(Debug, Default)]
pub(super) struct FileRow {
    pub(super) line: u64,
    pub(super) take: bool,
    pub(super) column: String,
    pub(super) title: String,
    pub(super) kind: String,
    pub(super) low: String,
    pub(super) high: String,
    pub(super) step: String,
    pub(super) unit: String,
    pub(super) bins: Vec<String>,
    pub(super) edges: Vec<String>,
    pub(super) blocks: String,
    pub(super) value: String,
    pub(super) ceiling: String,
    pub(super) factor: String,
    pub(super) public_rows: String,
}

impl FileRow {
    /// Reads the row of a file.
    pub(super) fn reading(&self, file: &str) -> RowReading {
        let place = RowPlace {
            file: file.to_owned(),
            line: self.line,
        };
        let ceiling = stated(Some(&self.ceiling)).map(|text| level(text, LevelName::Ceiling));
        let factor = stated(Some(&self.factor)).map(factor);
        let mut unread = None;
        let ceiling = ceiling.and_then(|read| read.map_err(|error| unread = Some(error)).ok());
        let factor = factor.and_then(|read| {
            read.map_err(|error| {
                unread.get_or_insert(error);
            })
            .ok()
        });
        RowReading {
            name: RowName::new(&self.title, &self.column, Some(place)),
            column: self.column.trim().to_owned(),
            title: stated(Some(&self.title)).map(str::to_owned),
            question: self.question(),
            ceiling,
            factor,
            unread,
        }
    }

    /// Returns the question that the row states.
    ///
    /// # Errors
    /// `kind`; `no-value` for a count without a value; what is missing or cannot be read;
    /// `option-does-not-belong`.
    fn question(&self) -> Result<AttributeSpec> {
        let word = self.kind.trim();
        let kind = word.parse().map_err(|_| no_kind_of_column(word))?;
        check_kind_of_column(kind)?;
        if !kind.has_column() && stated(Some(&self.value)).is_none() {
            return Err(no_counted_value());
        }
        let mut fields = RowFields {
            kind,
            row: self,
            taken: Vec::new(),
            error: None,
        };
        let question = AttributeSpec::read(kind, &mut fields);
        fields.check_all_taken()?;
        match (fields.error, question) {
            (Some(error), _) => Err(error),
            (None, Some(question)) => Ok(question),
            (None, None) => Err(Error::fault(FaultMessage::UnreadForm)),
        }
    }
}

/// The texts of a row, of which its kind takes some.
struct RowFields<'a> {
    kind: AttributeKind,
    row: &'a FileRow,
    /// Headings of the fields that were asked for.
    taken: Vec<&'static str>,
    error: Option<Error>,
}

impl RowFields<'_> {
    fn fail<T>(&mut self, error: Error) -> Option<T> {
        self.error.get_or_insert(error);
        None
    }

    fn read<T>(&mut self, read: Result<T>) -> Option<T> {
        match read {
            Ok(read) => Some(read),
            Err(error) => self.fail(error),
        }
    }

    /// Refuses a field that the kind has no use for: it would be silently ignored.
    fn check_all_taken(&self) -> Result<()> {
        let of = self.row;
        let is_written = |text: &str| stated(Some(text)).is_some();
        let fields = [
            ("low", is_written(&of.low)),
            ("high", is_written(&of.high)),
            ("step", is_written(&of.step)),
            ("bins", !of.bins.is_empty()),
            ("edges", !of.edges.is_empty()),
            ("blocks", is_written(&of.blocks)),
            ("value", is_written(&of.value)),
            ("public_rows", is_written(&of.public_rows)),
        ];
        let mut strangers = fields
            .iter()
            .filter(|(field, _)| !self.taken.contains(field));
        match strangers.find(|(_, is_written)| *is_written) {
            Some((field, _)) => Err(Error::usage(
                ErrorCode::OptionDoesNotBelong,
                DraftMessage::NoUseFor {
                    kind: self.kind,
                    field: (*field).to_owned(),
                },
            )
            .hint(DraftMessage::LeaveItEmpty)),
            None => Ok(()),
        }
    }
}

impl QuestionFields for RowFields<'_> {
    fn column(&mut self) -> Option<String> {
        match stated(Some(&self.row.column)) {
            Some(name) => Some(name.to_owned()),
            None => self.fail(NeededPart::Column.missing(self.kind)),
        }
    }

    fn columns(&mut self) -> Option<Vec<(String, BinSpec)>> {
        // A row has one column.
        Some(Vec::new())
    }

    fn variables(&mut self) -> Option<Vec<VariableSpec>> {
        None
    }

    fn groups(&mut self) -> Option<Vec<(String, BinSpec)>> {
        None
    }

    fn filters(&mut self) -> Vec<Condition> {
        // Of a kind that has no column, the rows are counted in which the column has the value.
        if self.kind.has_column() {
            return Vec::new();
        }
        self.taken.push("value");
        let of = self.row;
        vec![Condition::new(
            of.column.clone(),
            FilterOperator::Equal,
            of.value.clone(),
        )]
    }

    fn bounds(&mut self) -> Option<[Decimal; 2]> {
        self.taken.extend(["low", "high"]);
        let (low, high) = (&self.row.low, &self.row.high);
        if stated(Some(low)).is_none() && stated(Some(high)).is_none() {
            return self.fail(NeededPart::Bounds.missing(self.kind));
        }
        let low = self.read(decimal(NumberOf::Bounds, low));
        let high = self.read(decimal(NumberOf::Bounds, high));
        Some([low?, high?])
    }

    fn step(&mut self) -> Option<LatticeStep> {
        self.taken.push("step");
        let text = stated(Some(&self.row.step))?;
        self.read(step(text))
    }

    fn own_step(&mut self) -> Option<LatticeStep> {
        self.step()
    }

    fn bins(&mut self) -> Option<BinSpec> {
        self.taken.extend(["bins", "edges"]);
        let of = self.row;
        match (of.bins.as_slice(), of.edges.as_slice()) {
            ([], []) => Some(BinSpec::Stated),
            (values, []) => Some(BinSpec::Values(values.to_vec())),
            ([], edges) => {
                let edges: Result<Vec<Decimal>> = edges.iter().map(|text| edge(text)).collect();
                let mut edges = self.read(edges)?;
                // The order of edges is irrelevant. Repeated edges are rejected later.
                edges.sort();
                Some(BinSpec::Edges(edges))
            }
            _ => self.fail(bins_and_edges(self.kind)),
        }
    }

    fn blocks(&mut self) -> Option<BlockSpec> {
        self.taken.push("blocks");
        self.read(self.row.blocks.parse().map_err(Error::from))
    }

    fn value(&mut self) -> Option<Number> {
        None
    }

    fn file(&mut self) -> Option<PathBuf> {
        None
    }

    fn distance(&mut self) -> Option<Decimal> {
        None
    }

    fn public_rows(&mut self) -> Option<u64> {
        self.taken.push("public_rows");
        let text = stated(Some(&self.row.public_rows))?;
        self.read(rows(NumberOf::Rows, text))
    }

    fn missing_as_mid(&mut self) -> bool {
        false
    }

    fn unit(&mut self) -> String {
        self.row.unit.trim().to_owned()
    }
}
