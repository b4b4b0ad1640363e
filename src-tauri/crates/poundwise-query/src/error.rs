//! Errors of tables, files, questions and estimates.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use poundwise_words::Text;
use serde::{Deserialize, Serialize};

use crate::{fault::QueryFault, hint::QueryHint};

/// Result of the calls of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// The code of an [`Error`], for scripts and shells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum QueryErrorCode {
    /// A file is needed, and this is a folder.
    IsAFolder,
    /// A file is needed, and this is a pipe or a device.
    NoPlainFile,
    /// The file is empty.
    CsvEmpty,
    /// Two columns have one name.
    CsvHeaderDoubled,
    /// There is no row below the column names.
    CsvNoRows,
    /// A row has more fields than the table has columns.
    CsvRagged,
    /// There are more columns than are taken.
    CsvTooManyColumns,
    /// A quotation mark never closes.
    CsvUnclosedQuote,
    /// A quotation mark is misplaced.
    CsvStrayQuote,
    /// A cell is too large.
    CsvCellTooLarge,
    /// The file is no text file.
    FileBinary,
    /// The file is not UTF-8 text.
    FileNotUtf8,
    /// The file is not text in the declared encoding.
    FileEncoding,
    /// The file holds no number.
    FileEmpty,
    /// The file changed while it was read.
    FileChanged,
    /// The file is of a kind that is not read.
    FileFormat,
    /// The file is damaged, or was cut short.
    FileDamaged,
    /// Two files of a folder have different columns.
    FilesDiffer,
    /// A folder of Parquet files has the folders of partitions.
    Partitions,
    /// A declared part of the form is none of a file of this kind.
    FormPart,
    /// A workbook has several sheets, and not the one that is stated.
    Sheet,
    /// A column holds something else than single values.
    ColumnNotPlain,
    /// The file is larger than is taken.
    FileTooLarge,
    /// A column is larger than is stored.
    ColumnTooLarge,
    /// There is no column of that name.
    UnknownColumn,
    /// Rows per person are stated, and no person column.
    NoPersonColumn,
    /// Not a number of rows that one person may have.
    RowsPerPerson,
    /// Not the types of the columns, or not of these columns.
    Schema,
    /// A column of dates has a date whose order of day, month and year is not declared.
    UndeclaredDay,
    /// A stored table cannot be read.
    BrokenTable,
    /// A table cannot be stored.
    TableEncoding,
    /// The column holds no numbers, which are needed.
    ColumnNotNumbers,
    /// Not a condition on a column.
    Filter,
    /// Not two bounds, the lower first.
    Bounds,
    /// The step is missing.
    NoStep,
    /// The step is missing, and none is advised without a price or a ceiling.
    NoStepAdvised,
    /// The step is too fine for the bounds.
    SensitivityTooLarge,
    /// Not two or three different columns.
    Columns,
    /// Not one to seven variables of moments.
    Variables,
    /// Not two different values of a two-valued variable.
    TwoValues,
    /// More than three columns to group rows by, or one without values.
    Groups,
    /// The bins are missing.
    NoBins,
    /// A bin is empty.
    BinEmpty,
    /// A bin is stated twice.
    BinDoubled,
    /// The column holds numbers, and a bin is none.
    BinNotANumber,
    /// Not periods of one unit, the first before the last.
    Periods,
    /// Two bins have days in common.
    BinsOverlap,
    /// Not rising edges.
    Edges,
    /// The column holds text or dates, which have no edges.
    EdgesNotNumbers,
    /// The listing is no histogram between numeric edges.
    NoEdges,
    /// Blocks of bins that are not between edges.
    BlocksWithoutEdges,
    /// The levels of blocks do not fit the bins.
    BlockLevels,
    /// A histogram with blocks has more bins than are sold.
    TooManyBins,
    /// Not a range between two edges.
    Range,
    /// Not a share between 0 and 1.
    Quantile,
    /// The listing is not of moments.
    NoMoments,
    /// The listing has no such variable.
    NoVariable,
    /// The listing does not ask for the square of a variable.
    NoSquare,
    /// The listing has no such group column.
    NoFactor,
    /// The listing has no such group.
    NoGroup,
    /// A group is merged twice.
    GroupTwice,
    /// Not a response and other columns that explain it.
    FitTerms,
    /// A predictor is a combination of the others, as far as the response tells.
    Collinear,
    /// Not a number.
    NotANumber,
    /// A number is too large.
    NumberTooLarge,
    /// A number is not a multiple of the step.
    NotOnTheLattice,
    /// The attribute has too many values.
    TooManyValues,
    /// Bounds of own numbers are too many steps away from 0.
    ValueTooLarge,
    /// Not a distance.
    Protect,
    /// Not the number of rows of the dataset.
    PublicRows,
    /// A missing cell cannot count as the middle of the bounds here.
    MissingAsMid,
    /// The dataset has other columns than before.
    OtherTable,
    /// A level of 0, where one above is needed.
    ZeroEpsilon,
    /// There is no law of the noise for this level.
    NoLaw,
    /// A response has another number of values than its listing.
    WrongDimension,
}

poundwise_documents::named!(QueryErrorCode);

/// Reason why a call failed.
#[derive(Debug)]
pub enum Error {
    /// Something is wrong with what was given: it has a code, and says what happened and the ways
    /// out.
    Wrong(Box<Wrong>),
    /// The machine did not let a file be read.
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A progress callback cancelled the work.
    Stopped,
}

/// Party that can fix the failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request is malformed: change it.
    Usage,
    /// The input is well formed, and refused.
    Refused,
    /// The program or the machine is at fault.
    Failed,
}

/// A defect of the input, for a person and for a script.
#[derive(Debug)]
pub struct Wrong {
    /// Party that can fix the failure.
    pub kind: Kind,
    /// Its code.
    pub code: QueryErrorCode,
    /// Failure and the thing that it happened to.
    pub message: Text,
    /// Ways out.
    pub hints: Vec<QueryHint>,
    /// What its code does not tell alone, as data.
    pub fault: Option<QueryFault>,
}

impl Error {
    pub(crate) fn usage(code: QueryErrorCode, message: impl Into<Text>) -> Self {
        Self::wrong(Kind::Usage, code, message)
    }

    pub(crate) fn refused(code: QueryErrorCode, message: impl Into<Text>) -> Self {
        Self::wrong(Kind::Refused, code, message)
    }

    pub(crate) fn failed(code: QueryErrorCode, message: impl Into<Text>) -> Self {
        Self::wrong(Kind::Failed, code, message)
    }

    fn wrong(kind: Kind, code: QueryErrorCode, message: impl Into<Text>) -> Self {
        Self::Wrong(Box::new(Wrong {
            kind,
            code,
            message: message.into(),
            hints: Vec::new(),
            fault: None,
        }))
    }

    pub(crate) fn unreadable(file: &Path, source: io::Error) -> Self {
        Self::Unreadable {
            file: file.to_owned(),
            source,
        }
    }

    /// Adds a hint.
    pub(crate) fn hint(mut self, hint: QueryHint) -> Self {
        if let Self::Wrong(wrong) = &mut self {
            wrong.hints.push(hint);
        }
        self
    }

    /// Says as data what its code does not tell alone.
    pub(crate) fn at(mut self, fault: QueryFault) -> Self {
        if let Self::Wrong(wrong) = &mut self {
            wrong.fault = Some(fault);
        }
        self
    }

    /// Returns the code of what is wrong with the input; none if the input is not the cause.
    #[must_use]
    pub fn code(&self) -> Option<QueryErrorCode> {
        match self {
            Self::Wrong(wrong) => Some(wrong.code),
            Self::Unreadable { .. } | Self::Stopped => None,
        }
    }

    /// Returns the party that can fix the failure.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Wrong(wrong) => wrong.kind,
            Self::Unreadable { .. } => Kind::Failed,
            Self::Stopped => Kind::Refused,
        }
    }

    /// Returns what the code does not tell alone, as data.
    #[must_use]
    pub fn fault(&self) -> Option<&QueryFault> {
        match self {
            Self::Wrong(wrong) => wrong.fault.as_ref(),
            Self::Unreadable { .. } | Self::Stopped => None,
        }
    }

    /// Returns the hints.
    #[must_use]
    pub fn hints(&self) -> &[QueryHint] {
        match self {
            Self::Wrong(wrong) => &wrong.hints,
            Self::Unreadable { .. } | Self::Stopped => &[],
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(wrong) => wrong.message.fmt(f),
            Self::Unreadable { file, source } => {
                write!(f, "cannot read {}: {source}", file.display())
            }
            Self::Stopped => f.write_str("the work was stopped before its end"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable { source, .. } => Some(source),
            Self::Wrong(_) | Self::Stopped => None,
        }
    }
}
