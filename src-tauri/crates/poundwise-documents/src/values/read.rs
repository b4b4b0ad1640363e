//! Reading values files: Parquet's format specification, held to the one layout that values files
//! have.
//!
//! The file is not signed, its integers are. So a file that other readers could read otherwise is
//! refused: every struct of its metadata has only the fields named here, each once, and those that
//! tell the same twice agree. What is left open (who wrote it, offsets that nothing is read by)
//! changes no row in any reader.

use super::thrift::{self, Struct, ThriftValue};
use super::{ValueRow, ValuesError};
use crate::kinds::MAX_DIMENSION;
use crate::texts::LayoutFault;

const MAGIC: &[u8] = b"PAR1";
/// The longest footer read; the ones written have one row group, and some 500 bytes. What thrift
/// makes of a byte takes up to 40, and twice that while it grows.
const MAX_FOOTER: usize = 64 << 10;
/// The longest header of a page read; the ones written have some 30 bytes.
const MAX_PAGE_HEADER: usize = 4 << 10;

// Numbers of the enumerations in parquet.thrift.
const BOOLEAN: i64 = 0;
const INT64: i64 = 2;
const BYTE_ARRAY: i64 = 6;
const REQUIRED: i64 = 0;
const CONVERTED_UTF8: i64 = 0;
const PLAIN: i64 = 0;
const UNCOMPRESSED: i64 = 0;
const DATA_PAGE: i64 = 0;

const RLE: i64 = 3;

// The fields of each struct of parquet.thrift that a values file has, by their numbers.
/// Version, schema, rows, row groups, writer, column orders; not: metadata of other programs,
/// encryption.
const FILE: &[i16] = &[1, 2, 3, 4, 6, 7];
/// Name and number of children.
const ROOT: &[i16] = &[4, 5];
/// Physical type, repetition, name; of labels also converted and logical type.
const COLUMN: &[i16] = &[1, 3, 4];
const LABEL: &[i16] = &[1, 3, 4, 6, 10];
/// Columns, sizes, rows, offset and number; not: an order.
const GROUP: &[i16] = &[1, 2, 3, 5, 6, 7];
/// Offset and metadata; not: another file, indices, encryption.
const CHUNK: &[i16] = &[2, 3];
/// Type, encodings, path, codec, values, sizes, offset, encodings counted; not: a dictionary,
/// statistics, metadata.
const CHUNK_METADATA: &[i16] = &[1, 2, 3, 4, 5, 6, 7, 9, 13];
/// Type, sizes, data page; not: a checksum, a page of another kind.
const PAGE: &[i16] = &[1, 2, 3, 5];
/// Values, encodings of values and levels; not: statistics.
const DATA: &[i16] = &[1, 2, 3, 4];

const NAMES: [(&str, i64); 4] = [
    ("index", INT64),
    ("label", BYTE_ARRAY),
    ("value", INT64),
    ("changed", BOOLEAN),
];

fn layout(problem: LayoutFault) -> ValuesError {
    ValuesError::Layout(problem)
}

pub(super) fn rows(file: &[u8]) -> Result<Vec<ValueRow>, ValuesError> {
    let footer = footer(file)?;
    check_schema(&footer)?;
    let mut columns = Columns::default();
    for group in footer.list(4).unwrap_or_default() {
        let ThriftValue::Struct(group) = group else {
            return Err(ValuesError::Parquet);
        };
        only(group, GROUP)?;
        let rows = group
            .int(3)
            .and_then(|rows| usize::try_from(rows).ok())
            .ok_or(ValuesError::Parquet)?;
        if (columns.indices.len() as u64).saturating_add(rows as u64) > MAX_DIMENSION {
            return Err(ValuesError::Rows);
        }
        let Some([index, label, value, changed]) = group.list(1) else {
            return Err(ValuesError::Columns);
        };
        pages(file, index, NAMES[0], rows, |page, count| {
            integers(page, count, &mut columns.indices)
        })?;
        pages(file, label, NAMES[1], rows, |page, count| {
            labels(page, count, &mut columns.labels)
        })?;
        pages(file, value, NAMES[2], rows, |page, count| {
            integers(page, count, &mut columns.values)
        })?;
        pages(file, changed, NAMES[3], rows, |page, count| {
            flags(page, count, &mut columns.changed)
        })?;
    }
    if footer.int(3) != i64::try_from(columns.indices.len()).ok() {
        return Err(layout(LayoutFault::Rows));
    }
    let Columns {
        indices,
        labels,
        values,
        changed,
    } = columns;
    let rows = indices.into_iter().zip(labels).zip(values).zip(changed);
    rows.map(|(((index, label), value), changed)| {
        let index = u64::try_from(index).map_err(|_| layout(LayoutFault::NegativeIndex))?;
        Ok(ValueRow {
            index,
            label,
            value,
            changed,
        })
    })
    .collect()
}

/// Returns `FileMetaData`, between the two magic numbers.
fn footer(file: &[u8]) -> Result<Struct<'_>, ValuesError> {
    let inner = file
        .strip_prefix(MAGIC)
        .and_then(|rest| rest.strip_suffix(MAGIC));
    let (rest, length) = inner
        .and_then(<[u8]>::split_last_chunk::<4>)
        .ok_or(ValuesError::Parquet)?;
    let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| ValuesError::Parquet)?;
    if length > MAX_FOOTER {
        return Err(layout(LayoutFault::LongFooter));
    }
    let start = rest.len().checked_sub(length).ok_or(ValuesError::Parquet)?;
    let mut bytes = rest.get(start..).ok_or(ValuesError::Parquet)?;
    let footer = thrift::read(&mut bytes).ok_or(ValuesError::Parquet)?;
    only(&footer, FILE)?;
    if bytes.is_empty() {
        Ok(footer)
    } else {
        Err(layout(LayoutFault::FooterLength))
    }
}

fn only(metadata: &Struct<'_>, fields: &[i16]) -> Result<(), ValuesError> {
    if metadata.has_only(fields) {
        Ok(())
    } else {
        Err(layout(LayoutFault::UnknownField))
    }
}

/// Checks for one group of the four columns, each required.
fn check_schema(footer: &Struct<'_>) -> Result<(), ValuesError> {
    let Some([ThriftValue::Struct(root), columns @ ..]) = footer.list(2) else {
        return Err(ValuesError::Columns);
    };
    let right = root.has_only(ROOT)
        && root.int(5) == Some(4)
        && columns.len() == NAMES.len()
        && columns.iter().zip(NAMES).all(|(column, (name, physical))| {
            let ThriftValue::Struct(column) = column else {
                return false;
            };
            let text = physical == BYTE_ARRAY;
            // What else a type may be said to be, such as a time or a decimal, would show other
            // values.
            let plain = if text {
                let string = column
                    .structure(10)
                    .filter(|logical| logical.has_only(&[1]));
                column.has_only(LABEL)
                    && column.int(6) == Some(CONVERTED_UTF8)
                    && string
                        .and_then(|logical| logical.structure(1))
                        .is_some_and(|string| string.has_only(&[]))
            } else {
                column.has_only(COLUMN)
            };
            plain
                && column.bytes(4) == Some(name.as_bytes())
                && column.int(1) == Some(physical)
                && column.int(3) == Some(REQUIRED)
        });
    if right {
        Ok(())
    } else {
        Err(ValuesError::Columns)
    }
}

/// Gives the data pages of one column chunk to `take`, with the number of values in each.
fn pages(
    file: &[u8],
    chunk: &ThriftValue<'_>,
    (name, physical): (&str, i64),
    rows: usize,
    mut take: impl FnMut(&[u8], usize) -> Result<(), ValuesError>,
) -> Result<(), ValuesError> {
    let ThriftValue::Struct(chunk) = chunk else {
        return Err(ValuesError::Parquet);
    };
    let metadata = chunk.structure(3).ok_or(ValuesError::Parquet)?;
    let size = |id| {
        metadata
            .int(id)
            .and_then(|n| usize::try_from(n).ok())
            .ok_or(ValuesError::Parquet)
    };
    only(chunk, CHUNK)?;
    only(metadata, CHUNK_METADATA)?;
    let path = metadata
        .list(3)
        .is_some_and(|path| matches!(path, [ThriftValue::Bytes(part)] if *part == name.as_bytes()));
    if !path || metadata.int(1) != Some(physical) || size(5)? != rows {
        return Err(layout(LayoutFault::OtherColumn));
    }
    if metadata.int(4) != Some(UNCOMPRESSED) || size(6)? != size(7)? {
        return Err(layout(LayoutFault::Compressed));
    }
    let start = size(9)?;
    let end = start.checked_add(size(7)?).ok_or(ValuesError::Parquet)?;
    let mut bytes = file
        .get(start..end)
        .ok_or(layout(LayoutFault::ColumnOutside))?;
    let mut left = rows;
    while !bytes.is_empty() {
        let mut rest = bytes.get(..MAX_PAGE_HEADER).unwrap_or(bytes);
        let before = rest.len();
        let Some(header) = thrift::read(&mut rest) else {
            return Err(if before == MAX_PAGE_HEADER {
                layout(LayoutFault::LongPageHeader)
            } else {
                ValuesError::Parquet
            });
        };
        bytes = bytes
            .get(before - rest.len()..)
            .ok_or(ValuesError::Parquet)?;
        only(&header, PAGE)?;
        let data = header
            .structure(5)
            .filter(|_| header.int(1) == Some(DATA_PAGE) && header.int(2) == header.int(3));
        let data = data
            .filter(|data| [2, 3, 4].map(|id| data.int(id)) == [Some(PLAIN), Some(RLE), Some(RLE)])
            .ok_or(layout(LayoutFault::NotPlain))?;
        only(data, DATA)?;
        let number = |n: Option<i64>| {
            n.and_then(|n| usize::try_from(n).ok())
                .ok_or(ValuesError::Parquet)
        };
        let (count, length) = (number(data.int(1))?, number(header.int(3))?);
        let (page, rest) = bytes
            .split_at_checked(length)
            .ok_or(layout(LayoutFault::LongPage))?;
        left = left
            .checked_sub(count)
            .ok_or(layout(LayoutFault::MoreValues))?;
        take(page, count)?;
        bytes = rest;
    }
    if left == 0 {
        Ok(())
    } else {
        Err(layout(LayoutFault::FewerValues))
    }
}

#[derive(Default)]
struct Columns {
    indices: Vec<i64>,
    labels: Vec<String>,
    values: Vec<i64>,
    changed: Vec<bool>,
}

/// Reads integers in the encoding PLAIN: eight bytes each, the lowest first.
fn integers(page: &[u8], count: usize, into: &mut Vec<i64>) -> Result<(), ValuesError> {
    let (chunks, rest) = page.as_chunks::<8>();
    if chunks.len() != count || !rest.is_empty() {
        return Err(layout(LayoutFault::PageLength));
    }
    into.extend(chunks.iter().map(|bytes| i64::from_le_bytes(*bytes)));
    Ok(())
}

/// Reads texts in the encoding PLAIN: each its length in four bytes, then its bytes.
fn labels(mut page: &[u8], count: usize, into: &mut Vec<String>) -> Result<(), ValuesError> {
    for _ in 0..count {
        let cut = layout(LayoutFault::CutLabel);
        let Some((length, rest)) = page.split_first_chunk::<4>() else {
            return Err(cut);
        };
        let length =
            usize::try_from(u32::from_le_bytes(*length)).map_err(|_| ValuesError::Parquet)?;
        let (label, rest) = rest.split_at_checked(length).ok_or(cut)?;
        let label = std::str::from_utf8(label).map_err(|_| layout(LayoutFault::LabelNotUtf8))?;
        into.push(label.to_owned());
        page = rest;
    }
    if page.is_empty() {
        Ok(())
    } else {
        Err(layout(LayoutFault::PageLength))
    }
}

/// Reads flags in the encoding PLAIN: one bit each, the lowest first.
fn flags(page: &[u8], count: usize, into: &mut Vec<bool>) -> Result<(), ValuesError> {
    if page.len() != count.div_ceil(8) {
        return Err(layout(LayoutFault::PageLength));
    }
    let bits = page
        .iter()
        .flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1 == 1));
    into.extend(bits.take(count));
    Ok(())
}

#[cfg(test)]
mod vectors;

#[cfg(test)]
mod tests {
    use super::super::write;
    use super::*;

    /// Returns a file of three rows.
    pub(super) fn sample() -> Vec<u8> {
        let row = |index: u64| ValueRow {
            index,
            label: format!("bin {index}"),
            value: 7,
            changed: true,
        };
        write(&[0, 1, 2].map(row)).unwrap()
    }

    /// A field of a struct, and a place in it where it is a list.
    pub(super) type Step = (i16, Option<usize>);

    pub(super) fn inside<'s, 'a>(
        mut metadata: &'s mut Struct<'a>,
        path: &[Step],
    ) -> &'s mut Struct<'a> {
        for (id, place) in path {
            let value = match (metadata.value_mut(*id).unwrap(), place) {
                (ThriftValue::List(list), Some(place)) => &mut list[*place],
                (value, _) => value,
            };
            let ThriftValue::Struct(next) = value else {
                panic!("field {id} is no struct")
            };
            metadata = next;
        }
        metadata
    }

    /// Returns the file with another footer.
    pub(super) fn with_footer(file: &[u8], edit: impl FnOnce(&mut Struct<'_>)) -> Vec<u8> {
        let length = u32::from_le_bytes(*file[..file.len() - 4].last_chunk().unwrap());
        let start = file.len() - 8 - usize::try_from(length).unwrap();
        let mut metadata = footer(file).unwrap();
        edit(&mut metadata);
        let bytes = metadata.to_bytes();
        let length = u32::try_from(bytes.len()).unwrap().to_le_bytes();
        [&file[..start], &bytes, &length, MAGIC].concat()
    }

    pub(super) const LAST: [Step; 3] = [(4, Some(0)), (1, Some(3)), (3, None)];

    /// Returns the file with another header of its last page, which is that of the last column.
    pub(super) fn with_page(file: &[u8], edit: impl FnOnce(&mut Struct<'_>)) -> Vec<u8> {
        let mut metadata = footer(file).unwrap();
        let chunk = inside(&mut metadata, &LAST);
        let [size, start] = [7, 9].map(|id| usize::try_from(chunk.int(id).unwrap()).unwrap());
        let mut rest = &file[start..start + size];
        let mut header = thrift::read(&mut rest).unwrap();
        edit(&mut header);
        let page = [header.to_bytes(), rest.to_vec()].concat();
        let changed = [&file[..start], &page, &file[start + size..]].concat();
        let size = i64::try_from(page.len()).unwrap();
        with_footer(&changed, |metadata| {
            let chunk = inside(metadata, &LAST);
            for id in [6, 7] {
                *chunk.value_mut(id).unwrap() = ThriftValue::Int(size);
            }
        })
    }

    #[test]
    fn metadata_written_again_is_the_same() {
        let file = sample();
        for again in [with_footer(&file, |_| {}), with_page(&file, |_| {})] {
            assert_eq!(rows(&again), rows(&file));
        }
    }

    /// A field that this reader does not know may tell another one to read other values; of a field
    /// that stands twice readers take one or the other.
    #[test]
    fn every_struct_of_the_metadata_has_its_fields_each_once_and_no_others() {
        let file = sample();
        let paths: [&[Step]; 8] = [
            &[],
            &[(2, Some(0))],
            &[(2, Some(1))],
            &[(2, Some(2))],
            &[(2, Some(3))],
            &[(4, Some(0))],
            &[(4, Some(0)), (1, Some(2))],
            &[(4, Some(0)), (1, Some(2)), (3, None)],
        ];
        for path in paths {
            let more = with_footer(&file, |metadata| {
                inside(metadata, path).push(99, ThriftValue::Int(1));
            });
            assert!(rows(&more).is_err(), "a field more in {path:?}");
            let twice = with_footer(&file, |metadata| {
                let part = inside(metadata, path);
                let first = part.first().unwrap();
                part.push(first, ThriftValue::Int(1));
            });
            assert!(rows(&twice).is_err(), "a field twice in {path:?}");
        }
        for path in [&[][..], &[(5, None)]] {
            let more = with_page(&file, |header| {
                inside(header, path).push(99, ThriftValue::Int(1));
            });
            assert!(rows(&more).is_err(), "a field more in a page at {path:?}");
            let twice = with_page(&file, |header| {
                let part = inside(header, path);
                let first = part.first().unwrap();
                part.push(first, ThriftValue::Int(1));
            });
            assert!(rows(&twice).is_err(), "a field twice in a page at {path:?}");
        }
    }

    /// Thrift makes of each byte of a list some 40 of memory, before any of it is looked at.
    #[test]
    fn a_header_of_a_page_is_refused_by_its_length_before_it_is_parsed() {
        let file = sample();
        let long = |length: usize| {
            let list = || (0..length).map(|_| ThriftValue::Int(0)).collect();
            with_page(&file, |header| header.push(99, ThriftValue::List(list())))
        };
        let too_long = Err(layout(LayoutFault::LongPageHeader));
        assert_eq!(rows(&long(MAX_PAGE_HEADER)), too_long);
        assert_eq!(rows(&long(1 << 22)), too_long);
        let unknown = Err(layout(LayoutFault::UnknownField));
        assert_eq!(rows(&long(MAX_PAGE_HEADER - 100)), unknown);
    }

    #[test]
    fn a_footer_is_refused_by_its_length_before_it_is_parsed() {
        let file = sample();
        let long = |length: usize| {
            let list = || (0..length).map(|_| ThriftValue::Int(0)).collect();
            with_footer(&file, |metadata| {
                metadata.push(99, ThriftValue::List(list()));
            })
        };
        let too_long = Err(layout(LayoutFault::LongFooter));
        assert_eq!(rows(&long(MAX_FOOTER)), too_long);
        let unknown = Err(layout(LayoutFault::UnknownField));
        assert_eq!(rows(&long(MAX_FOOTER - 1000)), unknown);
    }

    #[test]
    fn what_the_metadata_tells_twice_agrees() {
        let file = sample();
        let set = |id, value| {
            with_footer(&file, move |metadata| {
                *inside(metadata, &LAST).value_mut(id).unwrap() = value;
            })
        };
        let size = footer(&file)
            .ok()
            .and_then(|mut metadata| inside(&mut metadata, &LAST).int(7))
            .unwrap();
        // The size before compression, the path and the type of a column.
        assert!(rows(&set(6, ThriftValue::Int(size + 1))).is_err());
        assert!(
            rows(&set(
                3,
                ThriftValue::List(vec![ThriftValue::Bytes(b"value")])
            ))
            .is_err()
        );
        assert!(rows(&set(3, ThriftValue::List(vec![]))).is_err());
        assert!(rows(&set(1, ThriftValue::Int(INT64))).is_err());
        assert_eq!(
            rows(&set(
                3,
                ThriftValue::List(vec![ThriftValue::Bytes(b"changed")])
            )),
            rows(&file)
        );
        // The size of a page before compression, and how its levels are written.
        for (path, id) in [(&[][..], 2), (&[(5, None)], 3), (&[(5, None)], 4)] {
            let other = with_page(&file, |header| {
                *inside(header, path).value_mut(id).unwrap() = ThriftValue::Int(4);
            });
            assert!(rows(&other).is_err(), "field {id} of a page at {path:?}");
        }
        // A type beside the physical one: value as a decimal, label as JSON.
        for (column, field, value) in [(3, 6, 5), (3, 10, 5), (2, 6, 19)] {
            let other = with_footer(&file, |metadata| {
                let schema = inside(metadata, &[(2, Some(column))]);
                match schema.value_mut(field) {
                    Some(known) => *known = ThriftValue::Int(value),
                    None => schema.push(field, ThriftValue::Int(value)),
                }
            });
            assert_eq!(rows(&other), Err(ValuesError::Columns));
        }
    }
}
