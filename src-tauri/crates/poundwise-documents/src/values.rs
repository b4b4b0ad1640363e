//! The values file: a release's integers as Parquet, which any data tool opens. It is an encoding:
//! what is signed is the hash of the integers ([`crate::commitment::integers_sha256`]).
//!
//! Four required columns: `index` INT64 from 0, `label` UTF8 (the listing's), `value` INT64 in
//! lattice steps, `changed` BOOLEAN since the base release. Uncompressed, PLAIN data pages (version
//! 1), no dictionaries; written without statistics or indices, so that the same rows always give
//! the same bytes. Only this layout is read, by a reader of its own: general decoders take a file's
//! word for how much to allocate, and these files come from strangers.

mod read;
pub mod thrift;

use std::sync::{Arc, LazyLock};

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::kinds::MAX_DIMENSION;
pub use crate::texts::LayoutFault;

/// The longest values file read, in bytes.
pub const MAX_VALUES_FILE: usize = 1 << 30;

/// One coordinate of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRow {
    /// The coordinate, from 0.
    pub index: u64,
    /// The listing's label for it.
    pub label: String,
    /// The response, in lattice steps.
    pub value: i64,
    /// Whether the response differs from the base release's; true everywhere without a base.
    pub changed: bool,
}

/// Reason why a values file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValuesError {
    /// Longer than [`MAX_VALUES_FILE`].
    TooLong,
    /// No rows, or more than 2^24.
    Rows,
    /// Labels, values and base of different lengths.
    Lengths,
    /// Indices that do not count up from 0.
    Index(u64),
    /// Other columns than the four.
    Columns,
    /// Compressed, with dictionaries, or of sizes that cannot be.
    Layout(LayoutFault),
    /// Not Parquet, or damaged.
    Parquet,
}

/// Reason why a values file is not written.
#[derive(Debug, thiserror::Error)]
pub enum ValuesWriteError {
    /// The rows are refused.
    #[error(transparent)]
    Rows(#[from] ValuesError),
    /// The encoder failed.
    #[error("the values file could not be written: {0}")]
    Encoder(#[from] ParquetError),
}

/// Returns the rows of a release: `changed` is set where `base`, the same buyer's release before,
/// differs, and everywhere when there is no base.
///
/// # Errors
/// [`ValuesError::Lengths`]: the lengths differ.
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

fn check_count(rows: u64) -> Result<(), ValuesError> {
    if (1..=MAX_DIMENSION).contains(&rows) {
        Ok(())
    } else {
        Err(ValuesError::Rows)
    }
}

fn check_rows(rows: &[ValueRow]) -> Result<(), ValuesError> {
    check_count(rows.len() as u64)?;
    match (0..).zip(rows).find(|(index, row)| row.index != *index) {
        Some((index, _)) => Err(ValuesError::Index(index)),
        None => Ok(()),
    }
}

/// Returns the values file of `rows`. The same rows always give the same bytes.
///
/// # Errors
/// [`ValuesError::Rows`]: no rows or too many. [`ValuesError::Index`]: indices that do not count up
/// from 0. [`ValuesWriteError::Encoder`].
pub fn write(rows: &[ValueRow]) -> Result<Vec<u8>, ValuesWriteError> {
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
        .map_err(|e| ParquetError::General(e.clone()))?;
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::clone(schema), Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    for column in 0..4 {
        let Some(mut writer) = group.next_column()? else {
            return Err(ValuesError::Columns.into());
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

/// Reads a values file. What is kept of it is bounded by its length, whatever it declares.
///
/// # Errors
/// Other columns than the four, another layout, indices that do not count up from 0, or a damaged
/// file.
pub fn read(file: &[u8]) -> Result<Vec<ValueRow>, ValuesError> {
    if file.len() > MAX_VALUES_FILE {
        return Err(ValuesError::TooLong);
    }
    let rows = read::rows(file)?;
    check_rows(&rows)?;
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

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
    fn other_readers_read_the_same() {
        let rows = sample(1000);
        let file = bytes::Bytes::from(write(&rows).unwrap());
        let reader = SerializedFileReader::new(file).unwrap();
        let read = reader.get_row_iter(None).unwrap().map(|row| {
            let row = row.unwrap();
            ValueRow {
                index: row.get_long(0).unwrap().try_into().unwrap(),
                label: row.get_string(1).unwrap().clone(),
                value: row.get_long(2).unwrap(),
                changed: row.get_bool(3).unwrap(),
            }
        });
        assert_eq!(read.collect::<Vec<_>>(), rows);
    }

    #[test]
    fn wrong_rows_are_not_written() {
        assert!(matches!(
            write(&[]),
            Err(ValuesWriteError::Rows(ValuesError::Rows))
        ));
        for (count, right) in [
            (0, false),
            (1, true),
            (MAX_DIMENSION, true),
            (MAX_DIMENSION + 1, false),
        ] {
            assert_eq!(check_count(count).is_ok(), right, "{count}");
        }
        let mut rows = sample(3);
        rows.swap(0, 1);
        assert!(matches!(
            write(&rows),
            Err(ValuesWriteError::Rows(ValuesError::Index(0)))
        ));
    }

    #[test]
    fn a_file_has_a_longest() {
        // Zeros that nothing touches take no memory.
        let zeros = vec![0; MAX_VALUES_FILE + 1];
        assert_eq!(read(&zeros), Err(ValuesError::TooLong));
        assert_eq!(read(&zeros[1..]), Err(ValuesError::Parquet));
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
        assert!(matches!(read(b""), Err(ValuesError::Parquet)));
        assert!(matches!(read(b"PAR1PAR1"), Err(ValuesError::Parquet)));
    }

    fn read_by_parquet(file: &[u8]) -> Option<Vec<ValueRow>> {
        let reader = SerializedFileReader::new(bytes::Bytes::from(file.to_vec())).ok()?;
        let row = |row: Result<parquet::record::Row, ParquetError>| {
            let row = row.ok()?;
            Some(ValueRow {
                index: row.get_long(0).ok()?.try_into().ok()?,
                label: row.get_string(1).ok()?.clone(),
                value: row.get_long(2).ok()?,
                changed: row.get_bool(3).ok()?,
            })
        };
        reader.get_row_iter(None).ok()?.map(row).collect()
    }

    /// The file is not signed: whoever passes it on may change it, and must not make another reader
    /// show other values than those that were compared with the signature.
    #[test]
    fn a_changed_file_is_refused_or_read_the_same_by_another_reader() {
        let file = write(&sample(20)).unwrap();
        let mut accepted = 0;
        for position in 0..file.len() {
            for bit in 0..8 {
                let mut changed = file.clone();
                changed[position] ^= 1 << bit;
                let Ok(rows) = read(&changed) else { continue };
                accepted += 1;
                let other = read_by_parquet(&changed);
                assert!(
                    other.is_none_or(|other| other == rows),
                    "byte {position}, bit {bit}"
                );
            }
        }
        assert!(
            accepted > 20 * 64,
            "every bit of every integer is read: {accepted}"
        );
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
