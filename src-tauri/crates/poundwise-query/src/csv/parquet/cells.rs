//! The columns of a Parquet file: which of them hold single values, and the texts of these.

use std::fmt::{Display, Write as _};
use std::sync::Arc;

use ::parquet::basic::{ConvertedType, LogicalType, Repetition, TimeUnit, Type as Physical};
use ::parquet::column::page::PageReader;
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use ::parquet::data_type::{ByteArray, DataType, FixedLenByteArray, Int96};
use ::parquet::errors::{ParquetError, Result};
use ::parquet::schema::types::{ColumnDescPtr, Type};
use num_bigint::BigInt;

use crate::csv::values;
use crate::messages::FileFlaw;

/// The longest decimal number, in bytes: 76 digits.
const MAX_DECIMAL: usize = 32;
/// The day 1970-01-01 in the count of days of INT96.
const EPOCH_DAY: i64 = 2_440_588;

/// How the values of a column are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// As they are: truth values, signed integers and floats.
    Plain,
    /// Integers without a sign.
    Unsigned,
    /// Decimals of this scale.
    Decimal(usize),
    /// Days since 1970.
    Date,
    /// Times of a day, in units of a second.
    Time(i64),
    /// Times since 1970, in units of a second.
    Timestamp { units: i64, is_utc: bool },
    /// Texts.
    Text,
    /// Unique identifiers.
    Uuid,
}

impl Kind {
    /// Returns how a column of a table is written.
    ///
    /// # Errors
    /// What the column is instead of a column of single values.
    pub(super) fn of(column: &Type) -> std::result::Result<Self, FileFlaw> {
        let about = column.get_basic_info();
        let (logical, converted) = (about.logical_type_ref(), about.converted_type());
        let is_repeated = about.has_repetition() && about.repetition() == Repetition::REPEATED;
        let Type::PrimitiveType {
            physical_type,
            scale,
            type_length,
            ..
        } = column
        else {
            return Err(match (logical, converted) {
                (Some(LogicalType::List), _) | (_, ConvertedType::LIST) => FileFlaw::List,
                (Some(LogicalType::Map), _)
                | (_, ConvertedType::MAP | ConvertedType::MAP_KEY_VALUE) => FileFlaw::Map,
                _ => FileFlaw::SeveralColumns,
            });
        };
        if is_repeated {
            return Err(FileFlaw::List);
        }
        let scale = match logical {
            Some(LogicalType::Decimal(decimal)) => decimal.scale,
            _ => *scale,
        };
        let scale = usize::try_from(scale).unwrap_or(0);
        let units = |unit: &TimeUnit| match unit {
            TimeUnit::MILLIS => 1_000,
            TimeUnit::MICROS => 1_000_000,
            TimeUnit::NANOS => 1_000_000_000,
        };
        match logical {
            Some(LogicalType::String | LogicalType::Enum | LogicalType::Json) => {
                return Ok(Self::Text);
            }
            Some(LogicalType::Date) => return Ok(Self::Date),
            Some(LogicalType::Time(time)) => return Ok(Self::Time(units(&time.unit))),
            Some(LogicalType::Timestamp(time)) => {
                return Ok(Self::Timestamp {
                    units: units(&time.unit),
                    is_utc: time.is_adjusted_to_u_t_c,
                });
            }
            Some(LogicalType::Integer(integer)) => {
                return Ok(if integer.is_signed {
                    Self::Plain
                } else {
                    Self::Unsigned
                });
            }
            Some(LogicalType::Uuid) => return Ok(Self::Uuid),
            Some(LogicalType::Decimal(_) | LogicalType::Unknown) | None => {}
            Some(LogicalType::Float16) => return Err(FileFlaw::ShortFloats),
            Some(LogicalType::Bson) => return Err(FileFlaw::Bson),
            Some(LogicalType::Geometry(_) | LogicalType::Geography(_)) => {
                return Err(FileFlaw::Places);
            }
            Some(_) => return Err(FileFlaw::UnknownType),
        }
        let is_decimal = matches!(logical, Some(LogicalType::Decimal(_)));
        Ok(match converted {
            _ if is_decimal => Self::decimal(*physical_type, *type_length, scale)?,
            ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON => Self::Text,
            ConvertedType::DECIMAL => Self::decimal(*physical_type, *type_length, scale)?,
            ConvertedType::DATE => Self::Date,
            ConvertedType::TIME_MILLIS => Self::Time(1_000),
            ConvertedType::TIME_MICROS => Self::Time(1_000_000),
            ConvertedType::TIMESTAMP_MILLIS => Self::Timestamp {
                units: 1_000,
                is_utc: false,
            },
            ConvertedType::TIMESTAMP_MICROS => Self::Timestamp {
                units: 1_000_000,
                is_utc: false,
            },
            ConvertedType::UINT_8
            | ConvertedType::UINT_16
            | ConvertedType::UINT_32
            | ConvertedType::UINT_64 => Self::Unsigned,
            ConvertedType::BSON => return Err(FileFlaw::Bson),
            ConvertedType::INTERVAL => return Err(FileFlaw::Intervals),
            _ => match physical_type {
                Physical::BYTE_ARRAY | Physical::FIXED_LEN_BYTE_ARRAY => Self::Text,
                _ => Self::Plain,
            },
        })
    }

    fn decimal(
        physical: Physical,
        length: i32,
        scale: usize,
    ) -> std::result::Result<Self, FileFlaw> {
        let is_long = usize::try_from(length).is_ok_and(|length| length > MAX_DECIMAL);
        if physical == Physical::FIXED_LEN_BYTE_ARRAY && is_long {
            return Err(FileFlaw::LongDecimals);
        }
        Ok(Self::Decimal(scale))
    }
}

/// The cells of a column in a row group.
pub(super) trait Cells {
    /// Forgets the values of the rows that were read.
    fn clear(&mut self);

    /// Reads the values of the next rows.
    ///
    /// # Errors
    /// The column is damaged, or has fewer rows.
    fn fill(&mut self, rows: usize) -> Result<()>;

    /// Returns whether the column ends here.
    ///
    /// # Errors
    /// The column is damaged.
    fn is_at_end(&mut self) -> Result<bool>;

    /// Writes the text of the next value. Returns whether it has one.
    fn write(&mut self, out: &mut String) -> bool;
}

/// Returns the cells of a column, whose values are written in this way.
pub(super) fn cells(
    column: &ColumnDescPtr,
    kind: Kind,
    pages: Box<dyn PageReader>,
) -> Box<dyn Cells> {
    let is_optional = column.max_def_level() > 0;
    match get_column_reader(Arc::clone(column), pages) {
        ColumnReader::BoolColumnReader(reader) => {
            typed(reader, is_optional, |value, out| display(out, value))
        }
        ColumnReader::Int32ColumnReader(reader) => {
            typed(reader, is_optional, move |value, out| match kind {
                Kind::Unsigned => display(out, &value.cast_unsigned()),
                _ => integer(out, i64::from(*value), kind),
            })
        }
        ColumnReader::Int64ColumnReader(reader) => {
            typed(reader, is_optional, move |value, out| match kind {
                Kind::Unsigned => display(out, &value.cast_unsigned()),
                _ => integer(out, *value, kind),
            })
        }
        ColumnReader::Int96ColumnReader(reader) => typed(reader, is_optional, int96),
        ColumnReader::FloatColumnReader(reader) => typed(reader, is_optional, |value, out| {
            values::float32(out, *value);
            true
        }),
        ColumnReader::DoubleColumnReader(reader) => typed(reader, is_optional, |value, out| {
            values::float(out, *value);
            true
        }),
        ColumnReader::ByteArrayColumnReader(reader) => {
            typed(reader, is_optional, move |value: &ByteArray, out| {
                bytes(out, value.data(), kind)
            })
        }
        ColumnReader::FixedLenByteArrayColumnReader(reader) => typed(
            reader,
            is_optional,
            move |value: &FixedLenByteArray, out| bytes(out, value.data(), kind),
        ),
    }
}

fn display(out: &mut String, value: &impl Display) -> bool {
    write!(out, "{value}").is_ok()
}

fn integer(out: &mut String, value: i64, kind: Kind) -> bool {
    match kind {
        Kind::Decimal(scale) => values::decimal(out, &value.to_string(), scale),
        Kind::Date => values::day(out, value),
        Kind::Time(units) => match u64::try_from(value) {
            Ok(value) => {
                let nanoseconds = 1_000_000_000 / units.unsigned_abs();
                values::time(out, value.saturating_mul(nanoseconds));
            }
            Err(_) => return false,
        },
        Kind::Timestamp { units, is_utc } => values::timestamp(out, value, units, is_utc),
        Kind::Plain | Kind::Unsigned | Kind::Text | Kind::Uuid => return display(out, &value),
    }
    true
}

/// Writes a time as Impala and older Spark store it: nanoseconds of a day, and the day.
fn int96(value: &Int96, out: &mut String) -> bool {
    let [low, high, day] = value.data() else {
        return false;
    };
    let nanoseconds = u64::from(*high) << 32 | u64::from(*low);
    let Ok(nanoseconds) = i64::try_from(nanoseconds) else {
        return false;
    };
    let seconds = (i64::from(day.cast_signed()) - EPOCH_DAY) * 86_400 + nanoseconds / 1_000_000_000;
    match seconds.checked_mul(1_000_000_000) {
        Some(whole) => {
            let count = whole.saturating_add(nanoseconds % 1_000_000_000);
            values::timestamp(out, count, 1_000_000_000, false);
        }
        // Before 1677 or after 2262.
        None => values::timestamp(out, seconds, 1, false),
    }
    true
}

fn bytes(out: &mut String, value: &[u8], kind: Kind) -> bool {
    match kind {
        Kind::Decimal(scale) if value.len() <= MAX_DECIMAL => {
            let unscaled = BigInt::from_signed_bytes_be(value).to_string();
            values::decimal(out, &unscaled, scale);
            true
        }
        Kind::Decimal(_) => false,
        Kind::Uuid => {
            for (place, byte) in value.iter().enumerate() {
                if [4, 6, 8, 10].contains(&place) {
                    out.push('-');
                }
                out.push_str(&format!("{byte:02x}"));
            }
            true
        }
        _ => str::from_utf8(value).is_ok_and(|text| {
            out.push_str(text);
            true
        }),
    }
}

/// The cells of a column of one physical type.
struct Typed<T: DataType, W> {
    reader: ColumnReaderImpl<T>,
    /// Whether cells may be missing.
    is_optional: bool,
    values: std::vec::IntoIter<T::T>,
    present: std::vec::IntoIter<i16>,
    write: W,
}

fn typed<T: DataType + 'static, W: Fn(&T::T, &mut String) -> bool + 'static>(
    reader: ColumnReaderImpl<T>,
    is_optional: bool,
    write: W,
) -> Box<dyn Cells> {
    Box::new(Typed {
        reader,
        is_optional,
        values: Vec::new().into_iter(),
        present: Vec::new().into_iter(),
        write,
    })
}

impl<T: DataType, W: Fn(&T::T, &mut String) -> bool> Typed<T, W> {
    fn read(&mut self, rows: usize) -> Result<(usize, Vec<T::T>, Vec<i16>)> {
        let (mut values, mut present) = (Vec::new(), Vec::new());
        let mut left = rows;
        while left > 0 {
            let levels = self.is_optional.then_some(&mut present);
            let (records, ..) = self.reader.read_records(left, levels, None, &mut values)?;
            if records == 0 {
                break;
            }
            left = left.saturating_sub(records);
        }
        Ok((rows - left, values, present))
    }
}

impl<T: DataType, W: Fn(&T::T, &mut String) -> bool> Cells for Typed<T, W> {
    fn clear(&mut self) {
        self.values = Vec::new().into_iter();
        self.present = Vec::new().into_iter();
    }

    fn fill(&mut self, rows: usize) -> Result<()> {
        let (found, values, present) = self.read(rows)?;
        let count = match self.is_optional {
            true => present.iter().filter(|level| **level == 1).count(),
            false => rows,
        };
        let is_whole = !self.is_optional || present.len() == rows;
        if found != rows || values.len() != count || !is_whole {
            return Err(ParquetError::External(Box::new(FileFlaw::ColumnCut)));
        }
        (self.values, self.present) = (values.into_iter(), present.into_iter());
        Ok(())
    }

    fn is_at_end(&mut self) -> Result<bool> {
        Ok(self.read(1)?.0 == 0)
    }

    fn write(&mut self, out: &mut String) -> bool {
        if self.is_optional && self.present.next() != Some(1) {
            return true;
        }
        match self.values.next() {
            Some(value) => (self.write)(&value, out),
            None => false,
        }
    }
}
