//! The part of a request that an error is about, as data: each shell words it in its own language.

use chrono::NaiveDate;
use poundwise_documents::{
    kinds::TextFault,
    tariff::PointFault,
    units::{Currency, MinorUnits, MoneyError, NumberError},
};
use serde::{Serialize, Serializer};

/// The part of a request that an error is about: a form shows the error there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "part", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ErrorPlace {
    /// A text that others read.
    Text {
        /// The field of the document, as its JSON names it.
        field: &'static str,
        /// Fault of the text.
        fault: TextFault,
    },
    /// A point of a price.
    Point {
        /// Its row as typed, from 0, rows with nothing in them counted.
        row: u32,
        /// Fault of the row.
        fault: PointFault,
    },
    /// A day that was typed.
    Day {
        /// The field of the request, as its JSON names it.
        field: &'static str,
        /// Fault of the day.
        fault: DayFault,
    },
    /// An amount of money that was typed.
    Amount {
        /// The field of the request, as its JSON names it.
        field: &'static str,
        /// Fault of the amount.
        fault: AmountFault,
    },
}

/// Reason why a day is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DayFault {
    /// The text is no day of the calendar.
    NoDay,
    /// The day is in the future.
    ToCome,
    /// The day is in the past.
    Over,
    /// The day is before that of the order.
    BeforeOrder {
        /// The day of the order, `YYYY-MM-DD` in UTC.
        #[serde(serialize_with = "iso")]
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        ordered: NaiveDate,
    },
}

/// Reason why an amount of money is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AmountFault {
    /// Nothing is written.
    Empty,
    /// The text is no decimal number.
    NoAmount,
    /// The amount is below 0.
    Negative,
    /// The amount is 0.
    Zero,
    /// It has more decimals than the currency.
    TooManyDecimals {
        /// Most decimals of the currency.
        most: u32,
        /// The currency.
        currency: Currency,
    },
    /// It is above the largest amount there is.
    TooLarge,
    /// It is more than is owed.
    AboveOwed {
        /// Amount owed, in minor units.
        owed: MinorUnits,
        /// Its currency.
        currency: Currency,
        /// Decimals of the currency.
        exponent: u32,
    },
    /// Nothing is owed any more.
    NothingOwed,
}

impl AmountFault {
    /// Returns the fault of a text that was read as an amount of `currency`.
    #[must_use]
    pub fn of(error: MoneyError, currency: Currency) -> Self {
        match error {
            MoneyError::Number(NumberError::Empty) => Self::Empty,
            MoneyError::Number(NumberError::Negative) => Self::Negative,
            MoneyError::Number(NumberError::TooManyPlaces(most)) => {
                Self::TooManyDecimals { most, currency }
            }
            MoneyError::Number(NumberError::TooLarge) | MoneyError::TooLarge => Self::TooLarge,
            _ => Self::NoAmount,
        }
    }
}

fn iso<S: Serializer>(day: &NaiveDate, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(day)
}
