//! Faults of questions, files and numbers, as data: each shell words them in its own language.

use poundwise_documents::units::Decimal;
use poundwise_text::Encoding;
use serde::Serialize;

use crate::foreign::ForeignFile;
use crate::form::{FormPart, TableFileKind};

/// Fault of a question, a file or a number that its code does not tell alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum QueryFault {
    /// A line of a file of numbers is refused.
    Line {
        /// The line, from 1.
        line: u64,
        /// Fault of the line.
        fault: LineFault,
    },
    /// The lower bound is not below the upper one.
    BoundsNotRising {
        /// The lower bound.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        low: Decimal,
        /// The upper bound.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        high: Decimal,
    },
    /// The bounds of own numbers are not both multiples of the step.
    BoundsOffStep,
    /// The only number is not a multiple of the step.
    NumberOffStep,
    /// The absolute value of a number is not below 10^18.
    Beyond {
        /// Which number.
        of: StatedNumber,
    },
    /// There are more of something than are taken.
    TooMany {
        /// What there are too many of.
        of: Counted,
        /// The most that are taken.
        most: u64,
        /// Number of them, where all were counted.
        found: Option<u64>,
    },
    /// A file has more bytes than are read.
    TooManyBytes {
        /// The most bytes that are read.
        most: u64,
        /// The most numbers that are taken, of a file of numbers.
        numbers: Option<u64>,
    },
    /// Edges of bins are refused.
    Edges {
        /// Fault of the edges.
        fault: EdgeFault,
    },
    /// A missing cell cannot count as the middle of the bounds.
    MissingAsMid {
        /// The condition that is not met.
        needs: MissingAsMidNeeds,
    },
    /// There is no column of a name.
    NoColumn {
        /// The name.
        column: String,
        /// Names of the columns that there are, the first ones.
        columns: Vec<String>,
        /// Number of further columns.
        more: u64,
    },
    /// A byte of a file is none of a text.
    Byte {
        /// The line of the byte, from 1.
        line: u64,
        /// Its place in the line, in bytes from 1.
        place: u64,
        /// The byte.
        byte: u8,
    },
    /// A character of a file is misplaced.
    Place {
        /// The line, from 1.
        line: u64,
        /// The character in the line, from 1.
        character: u64,
    },
    /// A file begins with the byte order mark of another encoding than the declared one.
    ByteOrderMark {
        /// The encoding of the mark.
        of: Encoding,
    },
    /// Bytes of a file are no character of its declared encoding.
    Undecodable {
        /// The declared encoding.
        encoding: Encoding,
        /// The line, from 1.
        line: u64,
        /// The character in the line, from 1.
        character: u64,
    },
    /// A file is of a format that is not read.
    Format {
        /// The format.
        format: ForeignFile,
    },
    /// A part of a form is declared that a file of this kind does not have.
    FormPart {
        /// The kind of the file.
        kind: TableFileKind,
        /// The part.
        part: FormPart,
    },
    /// No sheet of a workbook is stated, or none that it has.
    Sheet {
        /// The stated name.
        stated: Option<String>,
        /// Names of the sheets that there are.
        sheets: Vec<String>,
    },
    /// A column of a file holds something else than single values.
    ColumnNotPlain {
        /// The column.
        column: String,
    },
}

/// Fault of a line in a file of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LineFault {
    /// The line is empty.
    Empty,
    /// The line holds something else than a number.
    NoNumber {
        /// Text of the line, without spaces around it.
        text: String,
    },
    /// The number is not a multiple of the step.
    OffStep,
}

/// A number that a question states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StatedNumber {
    /// One of the bounds.
    Bounds,
    /// The step.
    Step,
    /// The protected distance.
    Distance,
}

/// Things of which a question takes a limited number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Counted {
    /// Values of an attribute.
    Values,
    /// Cells of a cross-tabulation.
    Cells,
    /// Numbers in a file.
    Numbers,
    /// Bins of a column.
    Bins,
    /// Different values of a column.
    Different,
}

/// Fault of the edges of bins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EdgeFault {
    /// An edge is no decimal number.
    NoNumber {
        /// Text of the edge.
        text: String,
    },
    /// An edge has more than 37 digits.
    TooLong {
        /// The edge.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        edge: Decimal,
    },
    /// An edge is not above the one before it.
    NotRising {
        /// The edge.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        edge: Decimal,
        /// The edge before it.
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        before: Decimal,
    },
    /// There is one edge, or none.
    TooFew,
    /// The width of bands is not above 0.
    NoWidth,
    /// The lower end of bands is not below the upper one.
    EndsNotRising,
}

/// Condition under which a missing cell may count as the middle of the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MissingAsMidNeeds {
    /// The number of rows is public.
    PublicRows,
    /// Units are replaced, not added or removed.
    Replacement,
    /// Each row is a unit of its own.
    RowsAsUnits,
    /// There is no condition on rows.
    NoFilter,
}
