//! What can be wrong with a table, a file, a question or an estimate.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// Result of the calls of this crate.
pub type Result<T> = std::result::Result<T, Error>;

poundwise_documents::codes! {
    /// What an [`Error`] is, for those who act on it.
    ErrorCode as "QueryErrorCode" {
        /// A file is needed, and this is a folder.
        IsAFolder = "is-a-folder",
        /// The file is empty.
        CsvEmpty = "csv-empty",
        /// A column has no name.
        CsvHeaderEmpty = "csv-header-empty",
        /// Two columns have one name.
        CsvHeaderDoubled = "csv-header-doubled",
        /// There is no row below the column names.
        CsvNoRows = "csv-no-rows",
        /// A row has more or fewer fields than the header.
        CsvRagged = "csv-ragged",
        /// There are more columns than are taken.
        CsvTooManyColumns = "csv-too-many-columns",
        /// A quotation mark never closes.
        CsvUnclosedQuote = "csv-unclosed-quote",
        /// The file cannot be taken apart into rows.
        CsvUnreadable = "csv-unreadable",
        /// The file is no text file.
        FileBinary = "file-binary",
        /// The file is not UTF-8 text.
        FileNotUtf8 = "file-not-utf8",
        /// The file holds no number.
        FileEmpty = "file-empty",
        /// The file changed while it was read.
        FileChanged = "file-changed",
        /// The file is larger than is taken.
        FileTooLarge = "file-too-large",
        /// A column is larger than is stored.
        ColumnTooLarge = "column-too-large",
        /// There is no column of that name.
        UnknownColumn = "unknown-column",
        /// Rows per person are stated, and no person column.
        NoPersonColumn = "no-person-column",
        /// Not a number of rows that one person may have.
        RowsPerPerson = "rows-per-person",
        /// Not the types of the columns, or not of these columns.
        Schema = "schema",
        /// A stored table cannot be read.
        BrokenTable = "broken-table",
        /// A table cannot be stored.
        TableEncoding = "table-encoding",
        /// Not a kind of attribute, or not one of this dataset.
        Kind = "kind",
        /// The kind has no use for an option.
        OptionDoesNotBelong = "option-does-not-belong",
        /// The column is missing.
        NoColumn = "no-column",
        /// The column holds text, and numbers are needed.
        ColumnIsText = "column-is-text",
        /// Not a condition on a column.
        Filter = "filter",
        /// The bounds are missing.
        NoBounds = "no-bounds",
        /// Not two bounds, the lower first.
        Bounds = "bounds",
        /// The step is missing.
        NoStep = "no-step",
        /// Not a step.
        Step = "step",
        /// The step is too fine for the bounds.
        SensitivityTooLarge = "sensitivity-too-large",
        /// The bins are missing.
        NoBins = "no-bins",
        /// Bins and edges are stated together.
        BinsAndEdges = "bins-and-edges",
        /// A bin is empty.
        BinEmpty = "bin-empty",
        /// A bin is stated twice.
        BinDoubled = "bin-doubled",
        /// The column holds numbers, and a bin is none.
        BinNotANumber = "bin-not-a-number",
        /// Not rising edges.
        Edges = "edges",
        /// The column holds text, which has no edges.
        EdgesOnText = "edges-on-text",
        /// The value is missing.
        NoValue = "no-value",
        /// The file of numbers is missing.
        NoFile = "no-file",
        /// Not a number.
        NotANumber = "not-a-number",
        /// A number is too large.
        NumberTooLarge = "number-too-large",
        /// A number is not a multiple of the step.
        NotOnTheLattice = "not-on-the-lattice",
        /// The attribute has too many values.
        TooManyValues = "too-many-values",
        /// Bounds of own numbers are too many steps away from 0.
        ValueTooLarge = "value-too-large",
        /// The distance to be protected is missing.
        NoProtect = "no-protect",
        /// Not a distance.
        Protect = "protect",
        /// Not the number of rows of the dataset.
        PublicRows = "public-rows",
        /// A missing cell cannot count as the middle of the bounds here.
        MissingAsMid = "missing-as-mid",
        /// The dataset has other columns than before.
        OtherTable = "other-table",
        /// Not a level.
        Epsilon = "epsilon",
        /// A level of 0, where one above is needed.
        ZeroEpsilon = "zero-epsilon",
        /// There is no law of the noise for this level.
        NoLaw = "no-law",
        /// A response has another number of values than its listing.
        WrongDimension = "wrong-dimension",
    }
}

/// Why a call failed.
#[derive(Debug)]
pub enum Error {
    /// Something is wrong with what was given: it has a code, and says what happened and the ways
    /// out.
    Wrong(Box<Wrong>),
    /// The machine did not let a file be read.
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Whoever was told how far the work is stopped it.
    Stopped,
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What was asked is malformed; asking differently helps.
    Usage,
    /// What was given is well formed, and not taken.
    Refused,
    /// It is the program's fault, or the machine's.
    Failed,
}

/// What is wrong, for a person and for a script.
#[derive(Debug)]
pub struct Wrong {
    /// Whose turn it is.
    pub kind: Kind,
    /// What it is.
    pub code: ErrorCode,
    /// What happened and to which thing.
    pub message: String,
    /// Ways out.
    pub hints: Vec<String>,
}

impl Error {
    pub(crate) fn usage(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::wrong(Kind::Usage, code, message)
    }

    pub(crate) fn refused(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::wrong(Kind::Refused, code, message)
    }

    pub(crate) fn failed(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::wrong(Kind::Failed, code, message)
    }

    fn wrong(kind: Kind, code: ErrorCode, message: impl Into<String>) -> Self {
        Self::Wrong(Box::new(Wrong {
            kind,
            code,
            message: message.into(),
            hints: Vec::new(),
        }))
    }

    pub(crate) fn unreadable(file: &Path, source: io::Error) -> Self {
        Self::Unreadable {
            file: file.to_owned(),
            source,
        }
    }

    /// Adds a way out.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        if let Self::Wrong(wrong) = &mut self {
            wrong.hints.push(hint.into());
        }
        self
    }

    /// What is wrong with what was given, if that is it.
    #[must_use]
    pub fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Wrong(wrong) => Some(wrong.code),
            Self::Unreadable { .. } | Self::Stopped => None,
        }
    }

    /// Whose turn it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Wrong(wrong) => wrong.kind,
            Self::Unreadable { .. } => Kind::Failed,
            Self::Stopped => Kind::Refused,
        }
    }

    /// Ways out.
    #[must_use]
    pub fn hints(&self) -> &[String] {
        match self {
            Self::Wrong(wrong) => &wrong.hints,
            Self::Unreadable { .. } | Self::Stopped => &[],
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(wrong) => f.write_str(&wrong.message),
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
