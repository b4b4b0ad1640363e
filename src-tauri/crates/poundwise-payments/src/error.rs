use std::fmt;

use crate::text::ForeignFormat;

/// Reason why a file is not read as a bank statement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StatementError {
    /// Larger than [`crate::MAX_STATEMENT`].
    #[error("The file is larger than a bank statement may be, {} MiB.", crate::MAX_STATEMENT >> 20)]
    TooLarge,
    /// More bookings than are read.
    #[error("The file has more than {0} bookings.")]
    TooMany(usize),
    /// Neither XML nor text.
    #[error("The file is no text file.")]
    Binary,
    /// Bytes that are no character of the declared encoding, or an encoding that is not read.
    #[error("The file is not text in the encoding {encoding}, from line {line} on.")]
    Encoding {
        /// Name of the encoding.
        encoding: String,
        /// The line, from 1.
        line: u64,
    },
    /// A file of another kind.
    #[error(
        "The file is {0}, which is not read. Ask the bank for the statement as CAMT.053, or for \
         CSV."
    )]
    Foreign(ForeignFormat),
    /// A ZIP archive that cannot be read.
    #[error("The file is a ZIP archive, and {0}.")]
    Archive(&'static str),
    /// A file in a ZIP archive that cannot be read.
    #[error("In the archive, {name}: {why}")]
    InArchive {
        /// Name of the file.
        name: String,
        /// Reason.
        why: Box<StatementError>,
    },
    /// XML that is not well-formed.
    #[error("The file is no whole XML document: at byte {at}, {why}.")]
    Xml {
        /// Bytes from the start.
        at: u64,
        /// Fault at that byte.
        why: String,
    },
    /// XML with a document type definition.
    #[error("The file has a document type definition, which no bank statement has.")]
    Doctype,
    /// XML with a reference to an entity that is not one of XML's own five.
    #[error("The file refers to an entity “{0}”, which no bank statement has.")]
    Entity(String),
    /// XML beyond what a statement has.
    #[error("The file has {0}, which no bank statement has.")]
    Bounds(XmlBound),
    /// XML, and no CAMT.052, 053 or 054.
    #[error(
        "The file is XML, but no CAMT.052, CAMT.053 or CAMT.054 of a bank: its namespace is {0}."
    )]
    NotCamt(String),
    /// CSV, and its columns were not chosen.
    #[error("The file is no CAMT statement; for CSV the columns must be chosen first.")]
    NoColumns,
    /// CSV whose first lines have none with all columns that were chosen.
    #[error(
        "None of the file's first {within} lines has all the columns that were chosen; “{0}” is \
             missing.",
        within = crate::HEADER_WITHIN
    )]
    MissingColumn(String),
    /// CSV with unsigned amounts while an unchosen column seems to hold their direction.
    #[error(
        "The amounts have no sign, and column “{0}” seems to tell whether money came or went, but \
             it was not chosen."
    )]
    Direction(String),
    /// CSV without two columns.
    #[error("The file has no columns: CSV has the same sign between the fields of each line.")]
    NoTable,
    /// CSV whose stated line names no columns.
    #[error(
        "Line {0} of the file does not name two columns, or is not one of its first {within} \
         lines.",
        within = crate::HEADER_WITHIN
    )]
    NoHeader(u64),
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

impl fmt::Display for XmlBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth => write!(f, "elements nested deeper than {}", self.most()),
            Self::Tag => write!(f, "a tag of more than {} bytes", self.most()),
            Self::Entry => f.write_str("an entry of more than 200 000 elements"),
        }
    }
}
