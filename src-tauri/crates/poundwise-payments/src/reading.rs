//! A statement, read from the bytes of its file.

use crate::{
    ArchiveFault, CsvColumns, Statement, StatementError, archive, camt, csv,
    statement::MAX_BOOKINGS,
    text::{ForeignFormat, is_xml, xml_text},
};

/// The largest statement that is read, in bytes.
pub const MAX_STATEMENT: usize = 32 << 20;

impl Statement {
    /// Returns whether a file is read by columns that were chosen, as CSV is: CAMT needs none. Of
    /// an archive its first statement counts.
    #[must_use]
    pub fn needs_columns(bytes: &[u8]) -> bool {
        match archive::content(bytes) {
            Ok(bytes) => !is_xml(&bytes),
            Err(_) => false,
        }
    }

    /// Reads a statement: CAMT.052, 053 or 054 as it is, CSV with the columns that were chosen, or
    /// a ZIP archive of these.
    ///
    /// # Errors
    /// Not one of them, not whole, or beyond its bounds. Entries that cannot be read are counted.
    pub fn read(bytes: &[u8], columns: Option<&CsvColumns>) -> Result<Self, StatementError> {
        if bytes.len() > MAX_STATEMENT {
            return Err(StatementError::TooLarge);
        }
        if archive::is_archive(bytes) {
            return read_archive(bytes, columns);
        }
        Self::read_file(bytes, columns)
    }

    /// Reads a statement that is not in an archive.
    pub(crate) fn read_file(
        bytes: &[u8],
        columns: Option<&CsvColumns>,
    ) -> Result<Self, StatementError> {
        if let Some(format) = ForeignFormat::of(bytes) {
            return Err(StatementError::Foreign(format));
        }
        if is_xml(bytes) {
            camt::read(&xml_text(bytes)?)
        } else {
            csv::read(bytes, columns.ok_or(StatementError::NoColumns)?)
        }
    }

    /// Adds the reports of another statement of the same kind.
    pub(crate) fn add(&mut self, other: Self) {
        let before = self.bookings.len();
        self.bookings.extend(other.bookings);
        self.starts
            .extend(other.starts.into_iter().map(|start| start + before));
        self.left_out.add(&other.left_out);
        self.unreadable_rows.extend(other.unreadable_rows);
    }
}

/// Reads all statements of an archive as one, of one kind of report.
fn read_archive(bytes: &[u8], columns: Option<&CsvColumns>) -> Result<Statement, StatementError> {
    let mut whole: Option<Statement> = None;
    for (name, content) in archive::files(bytes)? {
        let one =
            Statement::read_file(&content, columns).map_err(|why| StatementError::InArchive {
                name,
                why: Box::new(why),
            })?;
        match &mut whole {
            None => whole = Some(one),
            Some(whole) if whole.kind == one.kind => {
                if whole.bookings.len() + one.bookings.len() > MAX_BOOKINGS {
                    return Err(StatementError::TooMany(MAX_BOOKINGS));
                }
                whole.add(one);
            }
            Some(_) => {
                return Err(StatementError::Archive(ArchiveFault::Kinds));
            }
        }
    }
    whole.ok_or(StatementError::Archive(ArchiveFault::Empty))
}
