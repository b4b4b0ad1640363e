//! A table as Parquet bytes: what lies, encrypted, in a home's `datasets` folder.
//!
//! One optional column each, so that any Parquet reader opens it: text is UTF8; numbers are INT64,
//! or DECIMAL(18) on INT64, where all of them fit, and their canonical texts as UTF8 otherwise.
//! Dates are INT64, the number of days after 1970-01-01.
//! Which of it depends on the cells, and is seen in the home only. What each column was declared to
//! hold is in the file's key-value metadata.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread;

use ::parquet::basic::{Encoding, LogicalType, Repetition, Type as Physical};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::reader::{ChunkReader, FileReader, Length, SerializedFileReader};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::{ColumnPath, Type};
use bytes::Bytes;
use zeroize::Zeroizing;

use poundwise_words::Text;

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
use crate::messages::{FileFlaw, FileMessage};
use crate::progress::RowProgress;
use crate::rows::{BATCH, Rows, read_whole};
use poundwise_documents::kinds::ColumnType;

use super::number::{MAX_SCALE, Number};
use super::table::{Column, Table, Texts, day_of};
use super::text::canonical_text;

/// Digits of a decimal that every reader takes from 64 bits.
const PRECISION: i32 = 18;

/// The most bytes of a dictionary of texts in a row group. A column with more of them is written
/// without a dictionary, which takes less time.
const DICTIONARY: usize = 1 << 16;

/// Batches that are read before they are taken.
const AHEAD: usize = 1;

/// The metadata key under which the column types are kept: a JSON list, in column order.
const TYPES_KEY: &str = "poundwise.column_types";

fn broken(problem: impl Into<Text>) -> Error {
    Error::failed(
        QueryErrorCode::BrokenTable,
        FileMessage::StoredTable {
            problem: problem.into(),
        },
    )
    .hint(QueryHint::ImportAgainOrRestore)
}

/// Returns the error of a stored table that a reader cannot read.
fn broken_by(problem: impl std::fmt::Display) -> Error {
    broken(Text::verbatim(problem))
}

/// Returns the error of a stored table in which the Parquet reader found a flaw.
fn flawed(problem: &ParquetError) -> Error {
    broken(FileFlaw::in_parquet(problem))
}

/// Returns the encoder's error as one of writing: what is written to says the same.
fn unwritable(problem: ParquetError) -> io::Error {
    match problem {
        ParquetError::External(source) => match source.downcast::<io::Error>() {
            Ok(own) => *own,
            Err(other) => io::Error::other(other),
        },
        problem => io::Error::other(problem),
    }
}

/// A Parquet file that is written a row group at a time.
pub struct TableWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// The columns of the file.
    layout: Table,
}

impl<W: Write + Send> TableWriter<W> {
    /// Returns a file of tables with the columns of `layout`, whose cells have the forms that they
    /// have there.
    ///
    /// # Errors
    /// Errors of the encoder.
    pub fn new(out: W, layout: &Table) -> io::Result<Self> {
        let types: Vec<ColumnType> = layout.columns().iter().map(Column::column_type).collect();
        let types = serde_json::to_string(&types)?;
        let mut properties = WriterProperties::builder()
            .set_created_by("poundwise".to_owned())
            .set_statistics_enabled(EnabledStatistics::None)
            .set_dictionary_page_size_limit(DICTIONARY)
            .set_key_value_metadata(Some(vec![KeyValue::new(TYPES_KEY.to_owned(), types)]));
        for column in layout.columns() {
            // A name is the whole path: it is not divided at its points.
            let path = ColumnPath::new(vec![column.name().to_owned()]);
            if column.as_integers().is_some() {
                properties = properties
                    .set_column_dictionary_enabled(path.clone(), false)
                    .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
            }
        }
        let properties = properties.build();
        let fields = layout
            .columns()
            .iter()
            .map(field)
            .collect::<std::result::Result<Vec<_>, _>>()
            .map_err(unwritable)?;
        let schema = Type::group_type_builder("table")
            .with_fields(fields)
            .build()
            .map_err(unwritable)?;
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))
            .map_err(unwritable)?;
        Ok(Self {
            writer,
            layout: layout.without_rows(),
        })
    }

    /// Writes rows of a table as a row group.
    ///
    /// # Errors
    /// Errors of the encoder and of `out`; a table with other columns, or with cells of other forms,
    /// than the layout.
    pub fn write(&mut self, table: &Table, rows: Range<usize>) -> io::Result<()> {
        if !table.columns().iter().all(Column::is_read) {
            return Err(io::Error::other(FileFlaw::ColumnsUnread));
        }
        if !table.lies_as(&self.layout) {
            return Err(io::Error::other(FileFlaw::OtherForms));
        }
        let mut group = self.writer.next_row_group().map_err(unwritable)?;
        for column in table.columns() {
            write_column(&mut group, column, rows.clone()).map_err(unwritable)?;
        }
        group.close().map_err(unwritable)?;
        Ok(())
    }

    /// Ends the file and gives `out` back.
    ///
    /// # Errors
    /// I/O errors of `out`.
    pub fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(unwritable)
    }
}

impl Table {
    /// Returns the table as a Parquet file. Names and types come back exactly from
    /// [`Table::from_parquet`].
    ///
    /// # Errors
    /// Errors of the encoder.
    pub fn to_parquet(&self) -> Result<Vec<u8>> {
        let write = || {
            let mut writer = TableWriter::new(Vec::new(), self)?;
            let mut first = 0;
            while first < self.rows() {
                let last = self.rows().min(first + BATCH);
                writer.write(self, first..last)?;
                first = last;
            }
            writer.finish()
        };
        write().map_err(|problem: io::Error| {
            let problem = match problem.downcast::<FileFlaw>() {
                Ok(flaw) => flaw.into(),
                Err(other) => Text::verbatim(other),
            };
            Error::failed(
                QueryErrorCode::TableEncoding,
                FileMessage::TableNotEncoded { problem },
            )
            .hint(QueryHint::ImportAgain)
        })
    }

    /// Reads a file of [`Table::to_parquet`] whole.
    ///
    /// # Errors
    /// `broken-table`: any other bytes.
    pub fn from_parquet(bytes: &[u8]) -> Result<Self> {
        read_whole(&ParquetTable::of(Arc::new(Zeroizing::new(bytes.to_vec())))?)
    }
}

/// A column of a stored table.
struct ParquetColumn {
    name: String,
    column_type: ColumnType,
    /// Scale of numbers that are stored as integers, 0 for dates. Texts have `None`.
    scale: Option<u32>,
}

impl ParquetColumn {
    /// Returns a column of these cells.
    fn of(&self, cells: Cells) -> Column {
        match (cells, self.column_type) {
            (Cells::Integers(cells), ColumnType::Date) => Column::days(&self.name, cells),
            (Cells::Integers(cells), _) => {
                Column::scaled(&self.name, self.scale.unwrap_or_default(), cells)
            }
            (Cells::Texts(texts), ColumnType::Number) => Column::from_numbers(&self.name, texts),
            (Cells::Texts(texts), _) => Column::from_texts(&self.name, texts),
            (Cells::Unread(rows), column_type) => Column::unread(&self.name, column_type, rows),
        }
    }
}

/// Cells of a stored column.
enum Cells {
    Integers(Vec<Option<i64>>),
    Texts(Texts),
    Unread(usize),
}

/// Bytes of a stored table, which are read from any place.
pub trait TableBytes: Send + Sync {
    /// Returns the number of bytes.
    fn length(&self) -> u64;

    /// Fills `out` with the bytes from `start` on.
    ///
    /// # Errors
    /// I/O errors; bytes behind the end.
    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()>;
}

/// A table in memory.
impl TableBytes for Zeroizing<Vec<u8>> {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()> {
        let from = usize::try_from(start)
            .ok()
            .and_then(|start| self.get(start..));
        let there = from.and_then(|bytes| bytes.get(..out.len()));
        out.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// The bytes of a stored table, as the Parquet reader takes them.
struct Stored(Arc<dyn TableBytes>);

/// A place in a stored table.
struct Place {
    bytes: Arc<dyn TableBytes>,
    at: u64,
}

impl Read for Place {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let left = self.bytes.length().saturating_sub(self.at);
        let count = out.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let out = out.get_mut(..count).unwrap_or_default();
        self.bytes.read_at(self.at, out)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Length for Stored {
    fn len(&self) -> u64 {
        self.0.length()
    }
}

impl ChunkReader for Stored {
    type T = Place;

    fn get_read(&self, start: u64) -> std::result::Result<Place, ParquetError> {
        Ok(Place {
            bytes: Arc::clone(&self.0),
            at: start,
        })
    }

    fn get_bytes(&self, start: u64, length: usize) -> std::result::Result<Bytes, ParquetError> {
        if length as u64 > self.0.length().saturating_sub(start) {
            return Err(ParquetError::External(Box::new(FileFlaw::CutShort)));
        }
        let mut bytes = Zeroizing::new(vec![0; length]);
        self.0.read_at(start, &mut bytes)?;
        Ok(Bytes::from_owner(bytes))
    }
}

/// A stored table: a Parquet file. A pass decodes [`BATCH`] rows of the wanted columns at a time,
/// and reads no other columns. It reads all row groups in order, whatever the rows contain. Holds
/// data: no `Debug`.
pub struct ParquetTable {
    reader: SerializedFileReader<Stored>,
    columns: Vec<ParquetColumn>,
    rows: u64,
}

impl ParquetTable {
    /// Opens a file of a [`TableWriter`]. The bytes that are read are wiped afterwards.
    ///
    /// # Errors
    /// `broken-table`: the end of the file is damaged. A pass finds other damage.
    pub fn of(bytes: Arc<dyn TableBytes>) -> Result<Self> {
        let table = guarded(|| Self::read_end(bytes))?;
        // Names that no table has are found here.
        table.layout()?;
        Ok(table)
    }

    fn read_end(bytes: Arc<dyn TableBytes>) -> Result<Self> {
        let reader =
            SerializedFileReader::new(Stored(bytes)).map_err(|problem| flawed(&problem))?;
        let file = reader.metadata().file_metadata();
        let types = file
            .key_value_metadata()
            .and_then(|pairs| pairs.iter().find(|pair| pair.key == TYPES_KEY))
            .and_then(|pair| pair.value.as_deref())
            .ok_or_else(|| broken(FileFlaw::NoColumnTypes))?;
        let types: Vec<ColumnType> = serde_json::from_str(types).map_err(broken_by)?;
        let schema = file.schema_descr();
        let rows = u64::try_from(file.num_rows()).map_err(broken_by)?;
        if types.len() != schema.num_columns() {
            return Err(broken(FileFlaw::OtherColumnTypes));
        }
        let mut columns = Vec::with_capacity(types.len());
        for (index, column_type) in types.into_iter().enumerate() {
            let descriptor = schema.column(index);
            let scale = match (column_type, descriptor.physical_type()) {
                (ColumnType::Number, Physical::INT64) => Some(
                    u32::try_from(descriptor.type_scale().max(0))
                        .ok()
                        .filter(|scale| *scale <= MAX_SCALE)
                        .ok_or_else(|| broken(FileFlaw::TooManyDecimals))?,
                ),
                (ColumnType::Date, Physical::INT64) => Some(0),
                (ColumnType::Number | ColumnType::Text, Physical::BYTE_ARRAY) => None,
                _ => return Err(broken(FileFlaw::OtherType)),
            };
            if descriptor.max_def_level() != 1 || descriptor.max_rep_level() != 0 {
                return Err(broken(FileFlaw::OtherType));
            }
            columns.push(ParquetColumn {
                // Tables imported under earlier rules may hold texts in other forms.
                name: canonical_text(descriptor.name()).into_owned(),
                column_type,
                scale,
            });
        }
        Ok(Self {
            reader,
            columns,
            rows,
        })
    }

    /// Returns a row group, before its first row.
    fn group(&self, index: usize, wanted: &[usize]) -> Result<ParquetGroup<'_>> {
        let group = self
            .reader
            .get_row_group(index)
            .map_err(|problem| flawed(&problem))?;
        let left = usize::try_from(group.metadata().num_rows()).map_err(broken_by)?;
        let cells = |(index, column)| {
            let cells = wanted
                .contains(&index)
                .then(|| group.get_column_reader(index));
            Ok((
                column,
                cells.transpose().map_err(|problem| flawed(&problem))?,
            ))
        };
        let columns = self.columns.iter().enumerate().map(cells);
        Ok(ParquetGroup {
            columns: columns.collect::<Result<_>>()?,
            left,
        })
    }
}

impl ParquetTable {
    fn each_batch(
        &self,
        columns: &[usize],
        progress: &RowProgress<'_>,
        mut take: impl FnMut(Table) -> Result<()>,
    ) -> Result<()> {
        let mut done = 0;
        for index in 0..self.reader.num_row_groups() {
            let mut group = guarded(|| self.group(index, columns))?;
            loop {
                progress.tell(done)?;
                let Some(batch) = guarded(|| group.next_batch())? else {
                    break;
                };
                done += batch.rows() as u64;
                take(batch)?;
            }
        }
        Ok(())
    }
}

impl Rows for ParquetTable {
    fn layout(&self) -> Result<Table> {
        let columns = self.columns.iter().map(|column| {
            column.of(match column.scale {
                Some(_) => Cells::Integers(Vec::new()),
                None => Cells::Texts(Texts::new()),
            })
        });
        Table::new(columns.collect())
    }

    fn count(&self) -> u64 {
        self.rows
    }

    /// `progress` receives the rows before each batch. One thread decrypts and decodes while the
    /// caller takes the batches before, so that a few are in memory.
    fn batches(
        &self,
        columns: &[usize],
        progress: &RowProgress<'_>,
        take: &mut dyn FnMut(Cow<'_, Table>) -> Result<()>,
    ) -> Result<()> {
        let (send, receive) = sync_channel(AHEAD);
        thread::scope(|scope| {
            scope.spawn(move || {
                let read = self.each_batch(columns, progress, |batch| {
                    // Sending fails only if `take` has failed. That error is returned below.
                    send.send(Ok(batch)).map_err(|_| Error::Stopped)
                });
                if let Err(error) = read {
                    let _ = send.send(Err(error));
                }
            });
            receive
                .into_iter()
                .try_for_each(|batch| take(Cow::Owned(batch?)))
        })
    }
}

/// A row group that is being read.
struct ParquetGroup<'a> {
    /// The columns, with readers of those that are wanted.
    columns: Vec<(&'a ParquetColumn, Option<ColumnReader>)>,
    /// Rows that were not read yet.
    left: usize,
}

impl ParquetGroup<'_> {
    /// Returns the next rows, or `None` at the end.
    fn next_batch(&mut self) -> Result<Option<Table>> {
        let rows = self.left.min(BATCH);
        self.left -= rows;
        let columns = self.columns.iter_mut().map(|(column, reader)| {
            let Some(reader) = reader else {
                return Ok(column.of(Cells::Unread(rows)));
            };
            Ok(column.of(match reader {
                ColumnReader::Int64ColumnReader(reader) => {
                    integers(reader, rows, column.column_type)?
                }
                ColumnReader::ByteArrayColumnReader(reader) => {
                    texts(reader, rows, column.column_type)?
                }
                _ => return Err(broken(FileFlaw::OtherType)),
            }))
        });
        let columns: Vec<Column> = columns.collect::<Result<_>>()?;
        if rows == 0 {
            return Ok(None);
        }
        Table::new(columns).map(Some)
    }
}

/// Runs the Parquet reader, which asserts, rather than errs, on some damaged files.
fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(broken(FileFlaw::Damaged)))
}

fn field(column: &Column) -> std::result::Result<Arc<Type>, ParquetError> {
    let physical = match column.as_integers() {
        Some(_) => Physical::INT64,
        None => Physical::BYTE_ARRAY,
    };
    let builder =
        Type::primitive_type_builder(column.name(), physical).with_repetition(Repetition::OPTIONAL);
    let builder = match column.as_integers() {
        Some((0, _)) => builder,
        Some((scale, _)) => {
            let scale = i32::try_from(scale).map_err(|e| ParquetError::General(e.to_string()))?;
            builder
                .with_logical_type(Some(LogicalType::decimal(scale, PRECISION)))
                .with_precision(PRECISION)
                .with_scale(scale)
        }
        None => builder.with_logical_type(Some(LogicalType::String)),
    };
    builder.build().map(Arc::new)
}

fn write_column<W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    column: &Column,
    rows: Range<usize>,
) -> std::result::Result<(), ParquetError> {
    let Some(mut writer) = group.next_column()? else {
        return Err(ParquetError::General("too few columns".to_owned()));
    };
    if let Some((_, cells)) = column.as_integers() {
        let cells = cells.get(rows).unwrap_or_default();
        let present: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
        let integers: Vec<i64> = cells.iter().filter_map(|cell| *cell).collect();
        writer
            .typed::<Int64Type>()
            .write_batch(&integers, Some(&present), None)?;
    } else if let Some(cells) = column.as_texts() {
        let mut present = Vec::with_capacity(rows.len());
        let mut texts = Vec::with_capacity(rows.len());
        for text in rows.map(|row| cells.get(row).unwrap_or_default()) {
            present.push(i16::from(!text.is_empty()));
            if !text.is_empty() {
                texts.push(ByteArray::from(text));
            }
        }
        writer
            .typed::<ByteArrayType>()
            .write_batch(&texts, Some(&present), None)?;
    }
    writer.close()
}

fn integers(
    reader: &mut ColumnReaderImpl<Int64Type>,
    rows: usize,
    column_type: ColumnType,
) -> Result<Cells> {
    let is_date = column_type == ColumnType::Date;
    let mut cells = Vec::with_capacity(rows);
    each_cell(reader, rows, |value| {
        if is_date && value.is_some_and(|value| day_of(value).is_none()) {
            return Err(broken(FileFlaw::NoDate));
        }
        cells.push(value);
        Ok(())
    })?;
    Ok(Cells::Integers(cells))
}

fn texts(
    reader: &mut ColumnReaderImpl<ByteArrayType>,
    rows: usize,
    column_type: ColumnType,
) -> Result<Cells> {
    let mut texts = Texts::new();
    each_cell(reader, rows, |value| {
        let bytes = value.as_ref().map_or(&[][..], ByteArray::data);
        let text = std::str::from_utf8(bytes).map_err(broken_by)?;
        if column_type == ColumnType::Number && !text.is_empty() && Number::parse(text).is_none() {
            return Err(broken(FileFlaw::NoNumber));
        }
        texts.push(&canonical_text(text))
    })?;
    Ok(Cells::Texts(texts))
}

/// Feeds the next `rows` cells of a flat optional column to `cell`. A missing cell is `None`. With 0
/// rows, at the end of a group, it checks that the column ends there too.
fn each_cell<T: DataType>(
    reader: &mut ColumnReaderImpl<T>,
    rows: usize,
    mut cell: impl FnMut(Option<T::T>) -> Result<()>,
) -> Result<()> {
    let mut values = Vec::with_capacity(rows);
    let mut present = Vec::with_capacity(rows);
    let mut read = |records, values: &mut Vec<T::T>, present: &mut Vec<i16>| {
        let read = reader.read_records(records, Some(present), None, values);
        Ok::<_, Error>(read.map_err(|problem| flawed(&problem))?.0)
    };
    if rows == 0 && read(1, &mut values, &mut present)? != 0 {
        return Err(broken(FileFlaw::UnequalColumns));
    }
    let mut left = rows;
    while left > 0 {
        match read(left, &mut values, &mut present)? {
            0 => return Err(broken(FileFlaw::ColumnCut)),
            records => left = left.saturating_sub(records),
        }
    }
    let mut values = values.into_iter();
    for level in present {
        let value = if level == 1 {
            Some(values.next().ok_or_else(|| broken(FileFlaw::ColumnCut))?)
        } else {
            None
        };
        cell(value)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Returns a file without rows of columns of whole numbers, read with so many decimals, whose
    /// metadata say this.
    fn file(columns: &[Repetition], scale: i32, metadata: &[(&str, &str)]) -> Vec<u8> {
        let pairs = metadata
            .iter()
            .map(|(key, value)| KeyValue::new((*key).to_owned(), (*value).to_owned()));
        let properties = WriterProperties::builder()
            .set_key_value_metadata(Some(pairs.collect()))
            .build();
        let fields = columns.iter().zip(["a", "b"]).map(|(repetition, name)| {
            let builder = Type::primitive_type_builder(name, Physical::INT64).with_scale(scale);
            Arc::new(builder.with_repetition(*repetition).build().unwrap())
        });
        let schema = Type::group_type_builder("table")
            .with_fields(fields.collect())
            .build()
            .unwrap();
        SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))
            .unwrap()
            .into_inner()
            .unwrap()
    }

    #[test]
    fn a_number_that_is_kept_as_its_text_is_one() {
        let stored = |cell: &str| {
            let mut texts = Texts::new();
            texts.push("").unwrap();
            texts.push(cell).unwrap();
            let table = Table::new(vec![Column::from_numbers("n", texts)]).unwrap();
            Table::from_parquet(&table.to_parquet().unwrap())
        };
        assert_eq!(stored("1000000000000000000000.5").unwrap().rows(), 2);
        let error = stored("many").err().unwrap();
        assert!(
            error
                .to_string()
                .contains("holds a text that is not a number"),
            "{error}"
        );
    }

    /// Tables stored under earlier rules may hold texts and names in other forms.
    #[test]
    fn stored_texts_are_read_in_canonical_form() {
        let mut texts = Texts::new();
        for text in ["Ju\u{308}rgen", "\u{feff}b", "\u{200b}"] {
            texts.push(text).unwrap();
        }
        let table = Table::new(vec![Column::from_texts("gro\u{308}ße", texts)]).unwrap();
        let again = Table::from_parquet(&table.to_parquet().unwrap()).unwrap();
        let column = again.column("größe").unwrap();
        let read: Vec<Option<&str>> = (0..3).map(|row| column.cell(row).text()).collect();
        assert_eq!(read, [Some("Jürgen"), Some("b"), None]);
    }

    #[test]
    fn a_column_of_more_decimals_than_a_number_has_is_refused() {
        let read = |scale: i32| {
            let types = [(TYPES_KEY, "[\"number\"]")];
            Table::from_parquet(&file(&[Repetition::OPTIONAL], scale, &types))
        };
        assert!(read(18).is_ok());
        let error = read(19).err().unwrap();
        assert!(error.to_string().contains("too many decimals"), "{error}");
    }

    #[test]
    fn a_file_of_other_columns_than_a_table_has_is_refused() {
        const OPTIONAL: Repetition = Repetition::OPTIONAL;
        const REQUIRED: Repetition = Repetition::REQUIRED;
        const REPEATED: Repetition = Repetition::REPEATED;
        const OTHER: &str = "is not of the type it is said to have";
        let numbers = |count: usize| format!("[{}]", vec!["\"number\""; count].join(","));
        let said = |count: usize| (TYPES_KEY, numbers(count));
        for (columns, (key, types), wrong) in [
            (&[OPTIONAL, OPTIONAL][..], said(2), None),
            (&[OPTIONAL, REQUIRED], said(2), Some(OTHER)),
            (&[OPTIONAL, REPEATED], said(2), Some(OTHER)),
            (
                &[OPTIONAL],
                (TYPES_KEY, "[\"text\"]".to_owned()),
                Some(OTHER),
            ),
            (&[OPTIONAL], said(2), Some("do not match its columns")),
            (&[OPTIONAL; 2], said(1), Some("do not match its columns")),
            (&[OPTIONAL], ("other", numbers(1)), Some("does not say")),
        ] {
            let bytes = file(columns, 0, &[("before", "[]"), (key, &types)]);
            match (Table::from_parquet(&bytes), wrong) {
                (Ok(table), None) => assert_eq!(table.columns().len(), columns.len()),
                (Err(error), Some(what)) => {
                    assert_eq!(error.code(), Some(QueryErrorCode::BrokenTable));
                    assert!(error.to_string().contains(what), "{what}: {error}");
                }
                (Ok(_), Some(what)) => panic!("{what} was read"),
                (Err(error), None) => panic!("{error}"),
            }
        }
    }
}
