//! The file of a table, whatever its format: named columns, records of cells, and places for
//! messages.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hasher};
use std::path::Path;
use std::sync::OnceLock;

use ::csv::ByteRecord;

use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::QueryFault;
use crate::foreign::ForeignFile;
use crate::form::{TableFileKind, TableForm};
use crate::hint::QueryHint;
use crate::messages::{FileFlaw, FileMessage, RowPlace};
use crate::progress::RowProgress;
use crate::words::label;

use super::format::Format;
use super::parquet::ParquetFiles;
use super::record::Record;
use super::source::{Lines, Source, check_kind};
use super::stored::{Stored, damaged};
use super::workbook::Workbook;

/// The file of a table, or a folder of files.
pub(super) enum TableFile {
    Csv(Source),
    Parquet(Reread<ParquetFiles>),
    Workbook(Reread<Workbook>),
}

/// A file of stored values that gives the same records in each pass, or an error.
pub(super) struct Reread<F> {
    file: F,
    /// Digest of the records of the first whole pass.
    first: OnceLock<u64>,
}

impl<F: Stored> Reread<F> {
    fn of(file: F) -> Self {
        Self {
            file,
            first: OnceLock::new(),
        }
    }

    /// Calls `each` with the records in these lines.
    fn records<E: From<Error>>(
        &self,
        lines: &Lines,
        progress: &RowProgress<'_>,
        mut each: impl FnMut(&Record) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let mut digest = DefaultHasher::new();
        let mut failure = None;
        let passed = self.file.pass(progress, &mut |record| {
            record.hash(&mut digest);
            if !lines.have_row(record.at()) {
                return Ok(());
            }
            each(record).map_err(|error| {
                failure = Some(error);
                Error::Stopped
            })
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        match (passed, self.first.get()) {
            (Err(Error::Stopped), _) => Err(Error::Stopped.into()),
            // It could be read in the first pass.
            (Err(_), Some(_)) => Err(changed(self.file.name()).into()),
            (Err(error), None) => Err(error.into()),
            (Ok(()), _) => {
                let digest = digest.finish();
                if *self.first.get_or_init(|| digest) == digest {
                    Ok(())
                } else {
                    Err(changed(self.file.name()).into())
                }
            }
        }
    }

    /// Returns the first records with their places, at most `most`.
    fn head(&self, most: usize) -> Result<Vec<(u64, ByteRecord)>> {
        let mut rows = Vec::new();
        let passed = self.file.pass(&RowProgress::silent(), &mut |record| {
            if rows.len() == most {
                return Err(Error::Stopped);
            }
            rows.push((record.at(), record.iter().collect::<Vec<_>>().into()));
            Ok(())
        });
        match passed {
            Ok(()) | Err(Error::Stopped) => Ok(rows),
            Err(error) => Err(error),
        }
    }

    /// Returns the number of the last row with a cell.
    fn last_row(&self) -> Result<u64> {
        let mut last = 0;
        self.file.pass(&RowProgress::silent(), &mut |record| {
            last = record.at();
            Ok(())
        })?;
        Ok(last)
    }

    /// Returns the rows above and below a table, at most `most` of each.
    fn lines_around(&self, table: &Lines, most: usize) -> Result<(Vec<String>, Vec<String>)> {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        if table.first <= 1 && table.end.is_none() {
            return Ok((above, below));
        }
        self.file.pass(&RowProgress::silent(), &mut |record| {
            let is_below = table.end.is_some_and(|end| record.at() > end);
            let lines = if is_below { &mut below } else { &mut above };
            if !table.have_row(record.at()) && lines.len() < most {
                let cells: Vec<&str> = record.iter().filter(|cell| !cell.is_empty()).collect();
                lines.push(label(&cells.join(" ")));
            }
            Ok(())
        })?;
        Ok((above, below))
    }
}

impl TableFile {
    /// Opens the file at `path`, whose format is recognised by its bytes.
    ///
    /// # Errors
    /// `file-format`: it is of a format that is not read; `form-part`: the form declares a part that
    /// such a file does not have; faults of the file.
    pub(super) fn open(path: &Path, form: &TableForm) -> Result<Self> {
        let kind = Self::kind_of(path)?;
        if let Some(part) = form.part_without_meaning(kind) {
            return Err(Error::usage(
                QueryErrorCode::FormPart,
                FileMessage::FormPart {
                    file: path.display().to_string(),
                    kind,
                    part,
                },
            )
            .hint(QueryHint::LeaveOutDeclaration)
            .at(QueryFault::FormPart { kind, part }));
        }
        Ok(match kind {
            TableFileKind::Csv => Self::Csv(Source::open(path, form.encoding())?),
            TableFileKind::Parquet if path.is_dir() => {
                Self::Parquet(Reread::of(ParquetFiles::of_folder(path, form)?))
            }
            TableFileKind::Parquet => Self::Parquet(Reread::of(ParquetFiles::of_file(path, form)?)),
            _ => Self::Workbook(Reread::of(Workbook::open(path, kind, form)?)),
        })
    }

    /// Returns the kind of the file at `path`.
    ///
    /// # Errors
    /// `file-format`, `file-damaged`, `no-plain-file`, `is-a-folder`, `partitions`; I/O errors.
    pub(super) fn kind_of(path: &Path) -> Result<TableFileKind> {
        let unreadable = |problem| Error::unreadable(path, problem);
        let name = path.display().to_string();
        let about = fs::metadata(path).map_err(unreadable)?;
        if about.is_dir() {
            ParquetFiles::in_folder(path)?;
            return Ok(TableFileKind::Parquet);
        }
        // Checked before opening, because opening a pipe blocks.
        check_kind(&name, &about)?;
        let file = File::open(path).map_err(unreadable)?;
        match Format::of(&file).map_err(unreadable)? {
            Format::Table(kind) => Ok(kind),
            Format::Damaged => Err(damaged(path, FileFlaw::DirectoryDamaged)),
            Format::Foreign(format) => {
                let what = FileMessage::Foreign { file: name, format };
                let way = match format {
                    ForeignFile::OfficeWithPassword => QueryHint::RemovePassword,
                    ForeignFile::OldExcel => QueryHint::SaveAsXlsx,
                    format if format.is_archive() => QueryHint::Unpack,
                    _ => QueryHint::SaveAsTable,
                };
                Err(Error::refused(QueryErrorCode::FileFormat, what)
                    .hint(way)
                    .at(QueryFault::Format { format }))
            }
        }
    }

    /// Returns the path as it is shown.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Csv(source) => &source.name,
            Self::Parquet(stored) => stored.file.name(),
            Self::Workbook(stored) => stored.file.name(),
        }
    }

    pub(super) fn kind(&self) -> TableFileKind {
        match self {
            Self::Csv(_) => TableFileKind::Csv,
            Self::Parquet(stored) => stored.file.kind(),
            Self::Workbook(stored) => stored.file.kind(),
        }
    }

    /// Returns the sheet that is read, and all sheets of the workbook.
    pub(super) fn sheets(&self) -> (Option<String>, Vec<String>) {
        match self {
            Self::Csv(_) | Self::Parquet(_) => (None, Vec::new()),
            Self::Workbook(stored) => {
                let book = &stored.file;
                (Some(book.sheet().to_owned()), book.sheets().to_vec())
            }
        }
    }

    /// Returns the number of bytes.
    pub(super) fn length(&self) -> u64 {
        match self {
            Self::Csv(source) => source.length(),
            Self::Parquet(stored) => stored.file.length(),
            Self::Workbook(stored) => stored.file.length(),
        }
    }

    /// Calls `each` with every record in these lines. `stage` receives the bytes read.
    pub(super) fn records<E: From<Error>>(
        &self,
        form: &TableForm,
        lines: &Lines,
        stage: &RowProgress<'_>,
        each: impl FnMut(&Record) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        match self {
            Self::Csv(source) => {
                source.records((form.separator(), form.quotes()), lines, stage, each)
            }
            Self::Parquet(stored) => stored.records(&Lines::ALL, stage, each),
            Self::Workbook(stored) => stored.records(lines, stage, each),
        }
    }

    /// Returns the first records of a file of stored values, at most `most`.
    pub(super) fn head(&self, most: usize) -> Result<Vec<(u64, ByteRecord)>> {
        match self {
            Self::Csv(_) => Ok(Vec::new()),
            Self::Parquet(stored) => stored.head(most),
            Self::Workbook(stored) => stored.head(most),
        }
    }

    /// Returns the lines of the file that are the table.
    pub(super) fn table_lines(&self, form: &TableForm) -> Result<Lines> {
        let end = match self {
            Self::Csv(source) => source.end_above(form.lines_below()),
            Self::Workbook(stored) if form.lines_below() > 0 => {
                Some(stored.last_row()?.saturating_sub(form.lines_below()))
            }
            Self::Parquet(_) | Self::Workbook(_) => None,
        };
        Ok(Lines {
            first: form.first_line(),
            end,
        })
    }

    /// Returns the line or row of a record that was read at `at`.
    pub(super) fn line(&self, at: u64) -> u64 {
        match self {
            Self::Csv(source) => source.line(at),
            Self::Parquet(_) | Self::Workbook(_) => at,
        }
    }

    /// Returns the place of a record that was read at `at`.
    pub(super) fn place(&self, at: u64) -> RowPlace {
        RowPlace {
            kind: self.kind(),
            number: self.line(at),
        }
    }

    /// Returns the lines of records that were read at these places, which rise.
    pub(super) fn lines(&self, rising: &[u64]) -> Vec<u64> {
        match self {
            Self::Csv(source) => source.lines(rising),
            Self::Parquet(_) | Self::Workbook(_) => rising.to_vec(),
        }
    }

    /// Returns the number of lines from the record that was read at `at` to the end.
    pub(super) fn lines_from(&self, at: u64) -> Result<u64> {
        match self {
            Self::Csv(source) => Ok(source.lines_from(at)),
            Self::Parquet(_) => Ok(0),
            Self::Workbook(stored) => Ok((stored.last_row()? + 1).saturating_sub(at)),
        }
    }

    /// Returns the lines above and below a table, at most `most` of each.
    pub(super) fn lines_around(
        &self,
        table: &Lines,
        most: usize,
    ) -> Result<(Vec<String>, Vec<String>)> {
        match self {
            Self::Csv(source) => Ok(source.lines_around(table, most)),
            Self::Parquet(_) => Ok((Vec::new(), Vec::new())),
            Self::Workbook(stored) => stored.lines_around(table, most),
        }
    }

    /// Returns the error of a file that is not what it was when it was looked at.
    pub(super) fn changed(&self) -> Error {
        changed(self.name())
    }
}

fn changed(name: &str) -> Error {
    Error::refused(
        QueryErrorCode::FileChanged,
        FileMessage::Changed {
            file: name.to_owned(),
        },
    )
    .hint(QueryHint::ImportWhenUnchanged)
}
