//! The values file: a release's integers as Parquet, which any data tool opens.
//!
//! Four required columns: `index` INT64 from 0, `label` UTF8 (the listing's), `value` INT64 in lattice steps, `changed`
//! BOOLEAN since the base release. Written uncompressed, PLAIN, without dictionaries or statistics, so that the same
//! rows always give the same bytes. Read with limits: nothing is allocated that the file's length does not pay for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock};

use bytes::Bytes;
use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_typed_column_reader};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{SchemaDescriptor, Type};

use crate::kinds::MAX_DIMENSION;

/// The longest values file read, in bytes.
pub const MAX_VALUES_FILE: usize = 1 << 30;
const MAX_ROW_GROUPS: usize = 4096;

/// One coordinate of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRow {
    /// The coordinate, from 0.
    pub index: u64,
    /// The listing's label for it.
    pub label: String,
    /// The response, in lattice steps.
    pub value: i64,
    /// Whether the response differs from the base release's; true everywhere where there is no base.
    pub changed: bool,
}

/// Why a values file is refused, or cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// Longer than [`MAX_VALUES_FILE`].
    #[error("the values file is longer than {MAX_VALUES_FILE} bytes")]
    TooLong,
    /// No rows, or more than 2^24.
    #[error("a values file has from 1 to 2^24 rows")]
    Rows,
    /// Labels, values and base of different lengths.
    #[error("there must be one label and, with a base, one base value for each value")]
    Lengths,
    /// Indices that do not count up from 0.
    #[error("row {0} is not numbered {0}")]
    Index(u64),
    /// Other columns than the four.
    #[error("the columns are not index, label, value and changed, each required")]
    Columns,
    /// Compressed, encrypted, or of sizes that cannot be.
    #[error("the values file is not laid out as one: {0}")]
    Layout(&'static str),
    /// Not Parquet, or damaged.
    #[error("the values file is not readable Parquet: {0}")]
    Parquet(String),
}

impl From<ParquetError> for ValuesError {
    fn from(error: ParquetError) -> Self {
        Self::Parquet(error.to_string())
    }
}

/// The rows of a release: `changed` is set where `base`, the same buyer's release before, differs, and everywhere
/// when there is no base.
///
/// # Errors
/// Lengths that differ.
pub fn rows(
    labels: &[String],
    values: &[i64],
    base: Option<&[i64]>,
) -> Result<Vec<ValueRow>, ValuesError> {
    if labels.len() != values.len() || base.is_some_and(|base| base.len() != values.len()) {
        return Err(ValuesError::Lengths);
    }
    let row = |((index, label), value): ((u64, &String), &i64)| ValueRow {
        index,
        label: label.clone(),
        value: *value,
        changed: base.is_none_or(|base| {
            usize::try_from(index).ok().and_then(|i| base.get(i)) != Some(value)
        }),
    };
    Ok((0..).zip(labels).zip(values).map(row).collect())
}

static SCHEMA: LazyLock<Result<Arc<Type>, String>> =
    LazyLock::new(|| schema().map_err(|e| e.to_string()));

fn schema() -> Result<Arc<Type>, ParquetError> {
    let column = |name, physical| {
        Type::primitive_type_builder(name, physical).with_repetition(Repetition::REQUIRED)
    };
    Ok(Arc::new(
        Type::group_type_builder("values")
            .with_fields(vec![
                Arc::new(column("index", Physical::INT64).build()?),
                Arc::new(
                    column("label", Physical::BYTE_ARRAY)
                        .with_converted_type(ConvertedType::UTF8)
                        .with_logical_type(Some(LogicalType::String))
                        .build()?,
                ),
                Arc::new(column("value", Physical::INT64).build()?),
                Arc::new(column("changed", Physical::BOOLEAN).build()?),
            ])
            .build()?,
    ))
}

fn check_rows(rows: &[ValueRow]) -> Result<(), ValuesError> {
    if rows.is_empty() || rows.len() as u64 > MAX_DIMENSION {
        return Err(ValuesError::Rows);
    }
    match (0..).zip(rows).find(|(index, row)| row.index != *index) {
        Some((index, _)) => Err(ValuesError::Index(index)),
        None => Ok(()),
    }
}

/// The values file of `rows`. The same rows always give the same bytes.
///
/// # Errors
/// No rows or too many, or indices that do not count up from 0.
pub fn write(rows: &[ValueRow]) -> Result<Vec<u8>, ValuesError> {
    check_rows(rows)?;
    let properties = WriterProperties::builder()
        .set_created_by("poundwise version 1 (build 1)".to_owned())
        .set_compression(Compression::UNCOMPRESSED)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .build();
    let schema = SCHEMA
        .as_ref()
        .map_err(|e| ValuesError::Parquet(e.clone()))?;
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::clone(schema), Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    for column in 0..4 {
        let Some(mut writer) = group.next_column()? else {
            return Err(ValuesError::Columns);
        };
        match column {
            0 => {
                let values: Vec<i64> = (0..).take(rows.len()).collect();
                writer
                    .typed::<Int64Type>()
                    .write_batch(&values, None, None)?;
            }
            1 => {
                let values: Vec<ByteArray> = rows
                    .iter()
                    .map(|r| ByteArray::from(r.label.as_str()))
                    .collect();
                writer
                    .typed::<ByteArrayType>()
                    .write_batch(&values, None, None)?;
            }
            2 => {
                let values: Vec<i64> = rows.iter().map(|r| r.value).collect();
                writer
                    .typed::<Int64Type>()
                    .write_batch(&values, None, None)?;
            }
            _ => {
                let values: Vec<bool> = rows.iter().map(|r| r.changed).collect();
                writer
                    .typed::<BoolType>()
                    .write_batch(&values, None, None)?;
            }
        }
        writer.close()?;
    }
    group.close()?;
    Ok(file.into_inner()?)
}

/// Reads a values file.
///
/// # Errors
/// Anything but the four columns, compression, indices that do not count up from 0, or a damaged file.
pub fn read(file: &[u8]) -> Result<Vec<ValueRow>, ValuesError> {
    if file.len() > MAX_VALUES_FILE {
        return Err(ValuesError::TooLong);
    }
    // The decoder is not ours, and the bytes may be hostile: whatever it does, the caller gets an error.
    let rows = catch_unwind(AssertUnwindSafe(|| {
        read_columns(Bytes::copy_from_slice(file))
    }))
    .unwrap_or_else(|_| {
        Err(ValuesError::Parquet(
            "its structure makes no sense".to_owned(),
        ))
    })?;
    check_rows(&rows)?;
    Ok(rows)
}

fn read_columns(file: Bytes) -> Result<Vec<ValueRow>, ValuesError> {
    let length = file.len();
    let reader = SerializedFileReader::new(file)?;
    let count = check_metadata(reader.metadata(), length)?;
    let mut columns = Columns {
        indices: Vec::new(),
        labels: Vec::new(),
        values: Vec::new(),
        changed: Vec::new(),
        label_bytes: 0,
        limit: length,
    };
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let rows = usize::try_from(group.metadata().num_rows()).map_err(|_| ValuesError::Rows)?;
        columns.append(rows, |column| group.get_column_reader(column))?;
    }
    if columns.indices.len() != count {
        return Err(ValuesError::Layout("the rows are not as many as declared"));
    }
    let rows = columns
        .indices
        .into_iter()
        .zip(columns.labels)
        .zip(columns.values)
        .zip(columns.changed);
    rows.map(|(((index, label), value), changed)| {
        let index =
            u64::try_from(index).map_err(|_| ValuesError::Layout("an index is negative"))?;
        Ok(ValueRow {
            index,
            label,
            value,
            changed,
        })
    })
    .collect()
}

/// The number of rows, once everything that is declared is known to fit the file.
fn check_metadata(metadata: &ParquetMetaData, length: usize) -> Result<usize, ValuesError> {
    let expected = SCHEMA
        .as_ref()
        .map_err(|e| ValuesError::Parquet(e.clone()))?;
    check_columns(
        metadata.file_metadata().schema_descr(),
        &SchemaDescriptor::new(Arc::clone(expected)),
    )?;
    if metadata.num_row_groups() > MAX_ROW_GROUPS {
        return Err(ValuesError::Layout("too many row groups"));
    }
    let mut rows = 0u64;
    let mut bytes = 0u64;
    for group in metadata.row_groups() {
        rows = rows.saturating_add(u64::try_from(group.num_rows()).map_err(|_| ValuesError::Rows)?);
        for column in group.columns() {
            if column.compression() != Compression::UNCOMPRESSED
                || column.compressed_size() != column.uncompressed_size()
                || column.num_values() != group.num_rows()
            {
                return Err(ValuesError::Layout(
                    "it must be uncompressed and without nulls",
                ));
            }
            let size = u64::try_from(column.compressed_size()).unwrap_or(u64::MAX);
            bytes = bytes.saturating_add(size);
        }
    }
    if bytes > length as u64 {
        return Err(ValuesError::Layout("the columns are longer than the file"));
    }
    if rows == 0 || rows > MAX_DIMENSION {
        return Err(ValuesError::Rows);
    }
    usize::try_from(rows).map_err(|_| ValuesError::Rows)
}

fn check_columns(found: &SchemaDescriptor, expected: &SchemaDescriptor) -> Result<(), ValuesError> {
    let same = found.num_columns() == expected.num_columns()
        && found
            .columns()
            .iter()
            .zip(expected.columns())
            .all(|(a, b)| {
                a.path() == b.path()
                    && a.physical_type() == b.physical_type()
                    && a.max_def_level() == 0
                    && a.max_rep_level() == 0
                    && (a.converted_type() == b.converted_type())
            });
    if same {
        Ok(())
    } else {
        Err(ValuesError::Columns)
    }
}

struct Columns {
    indices: Vec<i64>,
    labels: Vec<String>,
    values: Vec<i64>,
    changed: Vec<bool>,
    label_bytes: usize,
    limit: usize,
}

impl Columns {
    fn append(
        &mut self,
        rows: usize,
        column: impl Fn(usize) -> Result<ColumnReader, ParquetError>,
    ) -> Result<(), ValuesError> {
        let (indices, values, changed) = (&mut self.indices, &mut self.values, &mut self.changed);
        batches::<Int64Type>(column(0)?, rows, |batch| {
            indices.extend(batch);
            Ok(())
        })?;
        let (labels, label_bytes, limit) = (&mut self.labels, &mut self.label_bytes, self.limit);
        batches::<ByteArrayType>(column(1)?, rows, |batch| {
            for label in batch {
                // A dictionary could make one long label a million: the file's length bounds them all.
                *label_bytes += label.len();
                if *label_bytes > limit {
                    return Err(ValuesError::Layout("the labels are longer than the file"));
                }
                let text = label
                    .as_utf8()
                    .map_err(|_| ValuesError::Layout("a label is not UTF-8"))?;
                labels.push(text.to_owned());
            }
            Ok(())
        })?;
        batches::<Int64Type>(column(2)?, rows, |batch| {
            values.extend(batch);
            Ok(())
        })?;
        batches::<BoolType>(column(3)?, rows, |batch| {
            changed.extend(batch);
            Ok(())
        })
    }
}

/// Reads exactly `rows` values, a few thousand at a time, so that a false count costs nothing.
fn batches<T: DataType>(
    reader: ColumnReader,
    rows: usize,
    mut take: impl FnMut(Vec<T::T>) -> Result<(), ValuesError>,
) -> Result<(), ValuesError> {
    const BATCH: usize = 8192;
    let mut reader: ColumnReaderImpl<T> = get_typed_column_reader(reader);
    let mut left = rows;
    while left > 0 {
        let mut batch = Vec::new();
        let (records, values, _) = reader.read_records(left.min(BATCH), None, None, &mut batch)?;
        if records == 0 || records != values || batch.len() != records || records > left {
            return Err(ValuesError::Layout("a column is shorter than declared"));
        }
        left -= records;
        take(batch)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(count: usize) -> Vec<ValueRow> {
        let labels: Vec<String> = (0..count).map(|i| format!("bin {i} ü")).collect();
        let values: Vec<i64> = (0..).take(count).map(|i: i64| i * 37 - 900).collect();
        let base: Vec<i64> = values
            .iter()
            .map(|v| if v % 5 == 0 { v + 1 } else { *v })
            .collect();
        rows(&labels, &values, Some(&base)).unwrap()
    }

    #[test]
    fn what_is_written_is_read_and_written_again_the_same() {
        for count in [1, 3, 50_000] {
            let rows = sample(count);
            let file = write(&rows).unwrap();
            assert_eq!(read(&file).unwrap(), rows);
            assert_eq!(write(&rows).unwrap(), file);
        }
    }

    #[test]
    fn changed_is_where_the_base_differs() {
        let labels = ["a", "b", "c"].map(str::to_owned);
        let flags = |base| -> Vec<bool> {
            rows(&labels, &[1, 2, 3], base)
                .unwrap()
                .iter()
                .map(|row| row.changed)
                .collect()
        };
        assert_eq!(flags(None), [true, true, true]);
        assert_eq!(flags(Some(&[1, 5, 3][..])), [false, true, false]);
        assert_eq!(rows(&labels, &[1, 2], None), Err(ValuesError::Lengths));
        assert_eq!(
            rows(&labels, &[1, 2, 3], Some(&[1])),
            Err(ValuesError::Lengths)
        );
    }

    #[test]
    fn wrong_rows_are_not_written() {
        assert_eq!(write(&[]), Err(ValuesError::Rows));
        let mut rows = sample(3);
        rows.swap(0, 1);
        assert_eq!(write(&rows), Err(ValuesError::Index(0)));
    }

    #[test]
    fn damaged_files_never_panic() {
        let file = write(&sample(20)).unwrap();
        for position in 0..file.len() {
            for bit in 0..8 {
                let mut damaged = file.clone();
                damaged[position] ^= 1 << bit;
                let _ = read(&damaged);
            }
            assert!(read(&file[..position]).is_err());
        }
        assert!(matches!(read(b""), Err(ValuesError::Parquet(_))));
        assert!(matches!(read(b"PAR1PAR1"), Err(ValuesError::Parquet(_))));
    }

    #[test]
    fn other_columns_are_refused() {
        let schema = Type::group_type_builder("values")
            .with_fields(vec![Arc::new(
                Type::primitive_type_builder("index", Physical::INT64)
                    .with_repetition(Repetition::REQUIRED)
                    .build()
                    .unwrap(),
            )])
            .build()
            .unwrap();
        let mut file = SerializedFileWriter::new(
            Vec::new(),
            Arc::new(schema),
            Arc::new(WriterProperties::default()),
        )
        .unwrap();
        let mut group = file.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        column
            .typed::<Int64Type>()
            .write_batch(&[0], None, None)
            .unwrap();
        column.close().unwrap();
        group.close().unwrap();
        assert_eq!(read(&file.into_inner().unwrap()), Err(ValuesError::Columns));
    }
}
