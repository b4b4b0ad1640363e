use poundwise_words::Text;

use crate::text::ForeignFormat;

/// Reason why a file is not read as a bank statement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatementError {
    /// Larger than [`crate::MAX_STATEMENT`].
    TooLarge,
    /// More bookings than are read.
    TooMany(usize),
    /// Neither XML nor text.
    Binary,
    /// Bytes that are no character of the declared encoding, or an encoding that is not read.
    Encoding {
        /// Name of the encoding.
        encoding: String,
        /// The line, from 1.
        line: u64,
    },
    /// A file of another kind.
    Foreign(ForeignFormat),
    /// A ZIP archive that cannot be read.
    Archive(ArchiveFault),
    /// A file in a ZIP archive that cannot be read.
    InArchive {
        /// Name of the file.
        name: String,
        /// Reason.
        why: Box<StatementError>,
    },
    /// XML that is not well-formed.
    Xml {
        /// Bytes from the start.
        at: u64,
        /// Fault at that byte.
        why: Text,
    },
    /// XML with a document type definition.
    Doctype,
    /// XML with a reference to an entity that is not one of XML's own five.
    Entity(String),
    /// XML beyond what a statement has.
    Bounds(XmlBound),
    /// XML, and no CAMT.052, 053 or 054.
    NotCamt(String),
    /// CSV, and its columns were not chosen.
    NoColumns,
    /// CSV whose first lines have none with all columns that were chosen.
    MissingColumn(String),
    /// CSV with unsigned amounts while an unchosen column seems to hold their direction.
    Direction(String),
    /// CSV without two columns.
    NoTable,
    /// CSV whose stated line names no columns.
    NoHeader(u64),
}

poundwise_words::in_english!(StatementError);

impl std::error::Error for StatementError {}

/// Reason why a ZIP archive is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArchiveFault {
    /// It is not a whole ZIP archive.
    Damaged,
    /// It has no statement.
    Empty,
    /// It has more files than are read.
    TooManyFiles,
    /// A password protects it.
    Password,
    /// Its compression is not read.
    Compression,
    /// It has another archive in it.
    Nested,
    /// Its statements are of different kinds of reports.
    Kinds,
}

/// A bound of XML that no bank statement passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XmlBound {
    /// Depth of elements.
    Depth,
    /// Bytes of a tag.
    Tag,
    /// Elements of an entry.
    Entry,
}

impl XmlBound {
    /// Returns the most that is read: levels, bytes or elements.
    #[must_use]
    pub const fn most(self) -> usize {
        match self {
            Self::Depth => 64,
            Self::Tag => 4096,
            Self::Entry => 200_000,
        }
    }
}
