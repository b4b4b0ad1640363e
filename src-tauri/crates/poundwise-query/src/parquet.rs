//! A table as Parquet bytes: what lies, encrypted, in a home's `datasets` folder.
//!
//! One optional column each, so that any Parquet reader opens it: text is UTF8; numbers are INT64,
//! or DECIMAL(18) on INT64, where all of them fit, and their canonical texts as UTF8 otherwise.
//! Which of it depends on the cells, and is seen in the home only. What each column was declared to
//! hold is in the file's key-value metadata.

use std::io::{self, Write};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ::parquet::basic::{LogicalType, Repetition, Type as Physical};
use ::parquet::column::reader::ColumnReaderImpl;
use ::parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::Type;
use bytes::Bytes;
use zeroize::Zeroizing;

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
use crate::progress::RowProgress;
use poundwise_documents::kinds::ColumnType;

use super::number::{MAX_SCALE, Number};
use super::table::{Column, Table, Texts};
use super::text::canonical_text;

/// Rows per row group: bounds what is held twice while encoding.
pub const GROUP: usize = 1 << 16;

/// Digits of a decimal that every reader takes from 64 bits.
const PRECISION: i32 = 18;

/// The metadata key under which the column types are kept: a JSON list, in column order.
const TYPES_KEY: &str = "poundwise.column_types";

fn broken(problem: impl std::fmt::Display) -> Error {
    Error::failed(
        QueryErrorCode::BrokenTable,
        format!("The stored table cannot be read: {problem}."),
    )
    .hint(QueryHint::ImportAgainOrRestore)
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

/// A Parquet file that is written some rows at a time.
pub struct TableWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
}

impl<W: Write + Send> TableWriter<W> {
    /// Returns a file of tables with the columns of `first`, which lie in it as they do there.
    ///
    /// # Errors
    /// Errors of the encoder.
    pub fn new(out: W, first: &Table) -> io::Result<Self> {
        let types: Vec<ColumnType> = first.columns().iter().map(Column::column_type).collect();
        let types = serde_json::to_string(&types)?;
        let properties = WriterProperties::builder()
            .set_created_by("poundwise".to_owned())
            .set_statistics_enabled(EnabledStatistics::None)
            .set_key_value_metadata(Some(vec![KeyValue::new(TYPES_KEY.to_owned(), types)]))
            .build();
        let fields = first
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
        Ok(Self { writer })
    }

    /// Writes rows of a table with the writer's columns.
    ///
    /// # Errors
    /// Errors of the encoder and of `out`.
    pub fn write(&mut self, table: &Table, rows: Range<usize>) -> io::Result<()> {
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
                let last = self.rows().min(first + GROUP);
                writer.write(self, first..last)?;
                first = last;
            }
            writer.finish()
        };
        write().map_err(|problem: io::Error| {
            Error::failed(
                QueryErrorCode::TableEncoding,
                format!("The table could not be encoded: {problem}."),
            )
            .hint(QueryHint::ImportAgain)
        })
    }

    /// Reads what [`Table::to_parquet`] wrote.
    ///
    /// # Errors
    /// `broken-table`: any other bytes.
    pub fn from_parquet(bytes: &[u8]) -> Result<Self> {
        let bytes = Bytes::copy_from_slice(bytes);
        Self::read_parquet(bytes, None, &RowProgress::silent())
    }

    /// Reads as [`Table::from_parquet`] does, of these columns only, with a progress callback in
    /// rows.
    ///
    /// # Errors
    /// As there; [`Error::Stopped`].
    pub fn from_parquet_columns(
        bytes: Zeroizing<Vec<u8>>,
        columns: &[usize],
        stage: &RowProgress<'_>,
    ) -> Result<Self> {
        Self::read_parquet(Bytes::from_owner(bytes), Some(columns), stage)
    }

    fn read_parquet(
        bytes: Bytes,
        wanted: Option<&[usize]>,
        stage: &RowProgress<'_>,
    ) -> Result<Self> {
        // The Parquet reader asserts, rather than errs, on some damaged files.
        catch_unwind(AssertUnwindSafe(|| {
            Self::read_columns(bytes, wanted, stage)
        }))
        .unwrap_or_else(|_| Err(broken("it is damaged")))
    }

    fn read_columns(
        bytes: Bytes,
        wanted: Option<&[usize]>,
        stage: &RowProgress<'_>,
    ) -> Result<Self> {
        let reader = SerializedFileReader::new(bytes).map_err(broken)?;
        let file = reader.metadata().file_metadata();
        let types = file
            .key_value_metadata()
            .and_then(|pairs| pairs.iter().find(|pair| pair.key == TYPES_KEY))
            .and_then(|pair| pair.value.as_deref())
            .ok_or_else(|| broken("it does not say its column types"))?;
        let types: Vec<ColumnType> = serde_json::from_str(types).map_err(broken)?;
        let schema = file.schema_descr();
        let rows = usize::try_from(file.num_rows()).map_err(broken)?;
        if types.len() != schema.num_columns() {
            return Err(broken("its column types do not match its columns"));
        }
        let mut columns = Vec::with_capacity(types.len());
        for (index, column_type) in types.iter().enumerate() {
            let descriptor = schema.column(index);
            let scaled = match (column_type, descriptor.physical_type()) {
                (ColumnType::Number, Physical::INT64) => Some(
                    u32::try_from(descriptor.type_scale().max(0))
                        .ok()
                        .filter(|scale| *scale <= MAX_SCALE)
                        .ok_or_else(|| broken("a column has too many decimals"))?,
                ),
                (ColumnType::Number | ColumnType::Text, Physical::BYTE_ARRAY) => None,
                _ => return Err(broken("a column is not of the type it is said to have")),
            };
            if descriptor.max_def_level() != 1 || descriptor.max_rep_level() != 0 {
                return Err(broken("a column is not of the type it is said to have"));
            }
            // Tables imported under earlier rules may hold texts in other forms.
            let name = &*canonical_text(descriptor.name());
            columns.push(if wanted.is_none_or(|wanted| wanted.contains(&index)) {
                let counted = columns.len() as u64 * rows as u64 / types.len() as u64;
                stage.tell(counted)?;
                match scaled {
                    Some(scale) => read_scaled(&reader, index, name, scale)?,
                    None => read_texts(&reader, index, name, *column_type)?,
                }
            } else {
                Column::unread(name, *column_type, rows)
            });
        }
        Self::new(columns)
    }
}

fn field(column: &Column) -> std::result::Result<Arc<Type>, ParquetError> {
    let physical = match column.as_scaled() {
        Some(_) => Physical::INT64,
        None => Physical::BYTE_ARRAY,
    };
    let builder =
        Type::primitive_type_builder(column.name(), physical).with_repetition(Repetition::OPTIONAL);
    let builder = match column.as_scaled() {
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
    if let Some((_, cells)) = column.as_scaled() {
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

fn read_scaled(
    reader: &SerializedFileReader<Bytes>,
    index: usize,
    name: &str,
    scale: u32,
) -> Result<Column> {
    let mut cells = Vec::new();
    for group in 0..reader.num_row_groups() {
        each_cell::<Int64Type>(reader, group, index, |value| {
            cells.push(value);
            Ok(())
        })?;
    }
    Ok(Column::scaled(name, scale, cells))
}

fn read_texts(
    reader: &SerializedFileReader<Bytes>,
    index: usize,
    name: &str,
    column_type: ColumnType,
) -> Result<Column> {
    let mut texts = Texts::new();
    for group in 0..reader.num_row_groups() {
        each_cell::<ByteArrayType>(reader, group, index, |value| {
            let bytes = value.as_ref().map_or(&[][..], ByteArray::data);
            let text = std::str::from_utf8(bytes).map_err(broken)?;
            if column_type == ColumnType::Number
                && !text.is_empty()
                && Number::parse(text).is_none()
            {
                return Err(broken("a number column holds another text"));
            }
            texts.push(&canonical_text(text))
        })?;
    }
    Ok(match column_type {
        ColumnType::Number => Column::from_numbers(name, texts),
        ColumnType::Text => Column::from_texts(name, texts),
    })
}

/// Feeds every cell of a flat optional column to `cell`, missing ones as `None`.
fn each_cell<T: DataType>(
    file: &SerializedFileReader<Bytes>,
    group: usize,
    index: usize,
    mut cell: impl FnMut(Option<T::T>) -> Result<()>,
) -> Result<()> {
    let column = file
        .get_row_group(group)
        .and_then(|group| group.get_column_reader(index))
        .map_err(broken)?;
    let mut reader: ColumnReaderImpl<T> =
        ::parquet::column::reader::get_typed_column_reader(column);
    loop {
        let mut values = Vec::new();
        let mut present = Vec::new();
        let (records, _, _) = reader
            .read_records(GROUP, Some(&mut present), None, &mut values)
            .map_err(broken)?;
        if records == 0 {
            return Ok(());
        }
        let mut values = values.into_iter();
        for level in present {
            let value = if level == 1 {
                Some(
                    values
                        .next()
                        .ok_or_else(|| broken("a column is cut short"))?,
                )
            } else {
                None
            };
            cell(value)?;
        }
    }
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
        assert!(error.to_string().contains("holds another text"), "{error}");
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
