//! A Parquet file, or a folder of them, as the file of a table. Each value becomes the text that a
//! CSV file would have. The stored table of a home is another thing: [`crate::parquet`].

mod cells;
mod footer;
mod pages;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ::parquet::file::metadata::ParquetMetaData;
use ::parquet::file::reader::{FileReader, SerializedFileReader};

use poundwise_words::Text;

use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::QueryFault;
use crate::form::{TableFileKind, TableForm};
use crate::hint::QueryHint;
use crate::messages::{FileFlaw, FileMessage, RowPlace};
use crate::progress::RowProgress;
use crate::text::canonical_text;

use super::record::Record;
use super::source::MAX_BYTES;
use super::stored::{Stored, cell_too_large, damaged, guarded, too_large};
use cells::{Cells, Kind};
use pages::{Budget, CheckedPages, shares_beginnings};

/// The most rows that are decoded at a time.
const MAX_ROWS: usize = 1024;
/// Bytes of unpacked rows that are decoded at a time.
const ROWS_BYTES: i64 = 64 << 20;

/// A Parquet file, or those of a folder in the order of their names.
pub(super) struct ParquetFiles {
    name: String,
    files: Vec<PathBuf>,
    columns: Vec<ParquetColumn>,
    /// Bytes of all files.
    length: u64,
    rows: u64,
}

/// A column of the table.
#[derive(Clone, PartialEq, Eq)]
struct ParquetColumn {
    name: String,
    /// How its values are written; `None` if the column is left out.
    kind: Option<Kind>,
    /// Its place among the columns of single values, those inside of others included.
    leaf: usize,
}

impl ParquetFiles {
    /// Opens a file.
    ///
    /// # Errors
    /// `file-damaged`, `column-not-plain`, `file-too-large`; I/O errors.
    pub(super) fn of_file(path: &Path, form: &TableForm) -> Result<Self> {
        Self::of(path, vec![path.to_owned()], form)
    }

    /// Opens the Parquet files of a folder. Hidden files and those of Spark's own are no part of
    /// the table.
    ///
    /// # Errors
    /// As [`ParquetFiles::of_file`]; `is-a-folder`: there is none; `partitions`; `files-differ`.
    pub(super) fn of_folder(path: &Path, form: &TableForm) -> Result<Self> {
        Self::of(path, Self::in_folder(path)?, form)
    }

    /// Returns the Parquet files of a folder, in the order of their names.
    ///
    /// # Errors
    /// As [`ParquetFiles::of_folder`] for the folder.
    pub(super) fn in_folder(path: &Path) -> Result<Vec<PathBuf>> {
        let unreadable = |problem| Error::unreadable(path, problem);
        let name = path.display();
        let mut files = Vec::new();
        for entry in fs::read_dir(path).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let file_name = entry.file_name().to_string_lossy().into_owned();
            if file_name.starts_with(['.', '_']) {
                continue;
            }
            if fs::metadata(entry.path()).map_err(unreadable)?.is_dir() {
                return Err(Error::usage(
                    QueryErrorCode::Partitions,
                    FileMessage::Partitions {
                        folder: name.to_string(),
                        inner: file_name.to_string(),
                    },
                )
                .hint(QueryHint::WriteWithoutPartitions));
            }
            if file_name.to_lowercase().ends_with(".parquet") {
                files.push(entry.path());
            }
        }
        if files.is_empty() {
            return Err(Error::usage(
                QueryErrorCode::IsAFolder,
                FileMessage::NoParquetInFolder {
                    folder: name.to_string(),
                },
            )
            .hint(QueryHint::GiveTablePath));
        }
        files.sort();
        Ok(files)
    }

    fn of(path: &Path, files: Vec<PathBuf>, form: &TableForm) -> Result<Self> {
        let name = path.display().to_string();
        let mut found = Self {
            name,
            files,
            columns: Vec::new(),
            length: 0,
            rows: 0,
        };
        for file in &found.files {
            let about = fs::metadata(file).map_err(|problem| Error::unreadable(file, problem))?;
            found.length += about.len();
            if found.length > MAX_BYTES {
                return Err(too_large(&found.name, MAX_BYTES));
            }
            let opened = OpenFile::of(file)?;
            let columns = opened.columns(form)?;
            if found.columns.is_empty() {
                found.columns = columns;
            } else if found.columns != columns {
                return Err(found.differs(file));
            }
            found.rows = found.rows.saturating_add(opened.rows()?);
        }
        Ok(found)
    }

    fn differs(&self, file: &Path) -> Error {
        let first = self.files.first().map(|file| file.display().to_string());
        Error::refused(
            QueryErrorCode::FilesDiffer,
            FileMessage::FilesDiffer {
                file: file.display().to_string(),
                first: first.unwrap_or_default(),
            },
        )
        .hint(QueryHint::WriteSameColumns)
    }

    /// Writes a row of a group.
    fn write(&self, row: &mut Record, cells: &mut [Option<Box<dyn Cells>>]) -> Result<()> {
        for (column, cells) in self.columns.iter().zip(cells) {
            let written = row.push(|out| match cells {
                Some(cells) => cells.write(out),
                None => true,
            });
            match written {
                Some(true) => {}
                Some(false) => return Err(self.no_text(column, row.at())),
                None => {
                    let place = RowPlace {
                        kind: TableFileKind::Parquet,
                        number: row.at(),
                    };
                    return Err(cell_too_large(&self.name, place, &column.name));
                }
            }
        }
        Ok(())
    }

    fn no_text(&self, column: &ParquetColumn, row: u64) -> Error {
        not_plain(
            &self.name,
            &column.name,
            FileFlaw::NeitherTextNorNumber { row },
        )
    }
}

impl Stored for ParquetFiles {
    fn name(&self) -> &str {
        &self.name
    }

    fn kind(&self) -> TableFileKind {
        TableFileKind::Parquet
    }

    fn length(&self) -> u64 {
        self.length
    }

    fn pass(
        &self,
        progress: &RowProgress<'_>,
        each: &mut dyn FnMut(&Record) -> Result<()>,
    ) -> Result<()> {
        let mut row = Record::default();
        row.begin(0);
        for column in &self.columns {
            row.push(|out| out.push_str(&column.name));
        }
        each(&row)?;
        let mut at = 0;
        for file in &self.files {
            let file = OpenFile::of(file)?;
            for group in 0..file.reader.num_row_groups() {
                let mut group = file.group(group, &self.columns)?;
                loop {
                    let rows = group.fill(&file)?;
                    if rows == 0 {
                        break;
                    }
                    for _ in 0..rows {
                        at += 1;
                        row.begin(at);
                        self.write(&mut row, &mut group.cells)?;
                        each(&row)?;
                    }
                    let share = u128::from(at.min(self.rows)) * u128::from(self.length);
                    let done = share.checked_div(u128::from(self.rows)).unwrap_or(0);
                    progress.tell(u64::try_from(done).unwrap_or(self.length))?;
                }
            }
        }
        progress.tell(self.length)
    }
}

/// An opened file of a table.
struct OpenFile {
    path: PathBuf,
    file: Arc<File>,
    reader: SerializedFileReader<File>,
}

impl OpenFile {
    fn of(path: &Path) -> Result<Self> {
        let unreadable = |problem| Error::unreadable(path, problem);
        let file = File::open(path).map_err(unreadable)?;
        let length = file.metadata().map_err(unreadable)?.len();
        if let Some(why) = footer::check(&file, length).map_err(unreadable)? {
            return Err(damaged(path, why));
        }
        let again = file.try_clone().map_err(unreadable)?;
        let read = guarded(|| Some(SerializedFileReader::new(again)));
        let reader = read
            .ok_or_else(|| damaged(path, FileFlaw::FooterDamaged))?
            .map_err(|problem| damaged(path, FileFlaw::in_parquet(&problem)))?;
        Ok(Self {
            path: path.to_owned(),
            file: Arc::new(file),
            reader,
        })
    }

    fn metadata(&self) -> &ParquetMetaData {
        self.reader.metadata()
    }

    fn rows(&self) -> Result<u64> {
        u64::try_from(self.metadata().file_metadata().num_rows())
            .map_err(|_| damaged(&self.path, FileFlaw::NegativeRows))
    }

    /// Returns the columns of the file.
    ///
    /// # Errors
    /// `column-not-plain` for one that is not left out.
    fn columns(&self, form: &TableForm) -> Result<Vec<ParquetColumn>> {
        let schema = self.metadata().file_metadata().schema_descr();
        let ignored: Vec<_> = form
            .ignored
            .iter()
            .map(|name| canonical_text(name))
            .collect();
        let fields = schema.root_schema().get_fields().iter().enumerate();
        fields
            .map(|(root, field)| {
                let name = field.name();
                let kind = match Kind::of(field) {
                    _ if ignored.contains(&canonical_text(name)) => None,
                    Ok(kind) => Some(kind),
                    Err(what) => {
                        let file = self.path.display().to_string();
                        return Err(not_plain(&file, name, what));
                    }
                };
                let mut leaves = 0..schema.num_columns();
                Ok(ParquetColumn {
                    name: name.to_owned(),
                    kind,
                    leaf: leaves
                        .find(|leaf| schema.get_column_root_idx(*leaf) == root)
                        .unwrap_or(0),
                })
            })
            .collect()
    }

    /// Returns a row group, before its first row.
    fn group(&self, index: usize, columns: &[ParquetColumn]) -> Result<Group> {
        let opened = guarded(|| {
            let group = self.metadata().row_group(index);
            let rows = usize::try_from(group.num_rows()).ok()?;
            let budget = Arc::new(Budget::default());
            let mut at_once = match group.num_rows() {
                0 => MAX_ROWS,
                count => usize::try_from(ROWS_BYTES / (group.total_byte_size() / count).max(1))
                    .unwrap_or(MAX_ROWS)
                    .clamp(1, MAX_ROWS),
            };
            let mut cells = Vec::with_capacity(columns.len());
            for column in columns {
                let Some(kind) = column.kind else {
                    cells.push(None);
                    continue;
                };
                let chunk = group.columns().get(column.leaf)?;
                if shares_beginnings(chunk) {
                    // Its values may be much longer than its pages: one at a time is in memory.
                    at_once = 1;
                }
                cells.push(Some(
                    CheckedPages::new(&self.file, chunk, rows, &budget).map(|pages| {
                        cells::cells(&chunk.column_descr_ptr(), kind, Box::new(pages))
                    }),
                ));
            }
            let cells = cells.into_iter().map(Option::transpose).collect();
            Some(cells).map(|cells: ::parquet::errors::Result<_>| {
                cells.map(|cells| Group {
                    cells,
                    left: rows,
                    at_once,
                    budget,
                })
            })
        });
        opened
            .ok_or_else(|| damaged(&self.path, FileFlaw::RowGroupDamaged))?
            .map_err(|problem| damaged(&self.path, FileFlaw::in_parquet(&problem)))
    }
}

/// A row group that is being read.
struct Group {
    /// The cells of each column; `None` for a column that is left out.
    cells: Vec<Option<Box<dyn Cells>>>,
    /// Rows that were not read yet.
    left: usize,
    /// The most rows that are read at a time.
    at_once: usize,
    budget: Arc<Budget>,
}

impl Group {
    /// Reads the next rows. Returns their number, which is 0 at the end.
    fn fill(&mut self, file: &OpenFile) -> Result<usize> {
        let rows = self.left.min(self.at_once);
        self.left -= rows;
        let filled = guarded(|| {
            self.cells
                .iter_mut()
                .flatten()
                .for_each(|cells| cells.clear());
            self.budget.release();
            for cells in self.cells.iter_mut().flatten() {
                let filled = match rows {
                    0 => cells.is_at_end(),
                    rows => cells.fill(rows).map(|()| true),
                };
                match filled {
                    Ok(true) => {}
                    Ok(false) => return Some(Err(FileFlaw::ColumnTooLong.into())),
                    Err(problem) => return Some(Err(FileFlaw::in_parquet(&problem))),
                }
            }
            Some(Ok(rows))
        });
        filled
            .unwrap_or_else(|| Err(FileFlaw::PageDamaged.into()))
            .map_err(|why: Text| damaged(&file.path, why))
    }
}

fn not_plain(file: &str, column: &str, why: FileFlaw) -> Error {
    Error::refused(
        QueryErrorCode::ColumnNotPlain,
        FileMessage::ColumnNotPlain {
            file: file.to_owned(),
            column: column.to_owned(),
            why: why.into(),
        },
    )
    .hint(QueryHint::DeclareIgnored)
    .hint(QueryHint::WritePlainColumn)
    .at(QueryFault::ColumnNotPlain {
        column: column.to_owned(),
    })
}
