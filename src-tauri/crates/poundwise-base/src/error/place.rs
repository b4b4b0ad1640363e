//! The part of a request that an error is about, as data: each shell words it in its own language.

use std::path::Path;

use super::fault::{
    BankChoice, CodebookFault, InvoiceSide, InvoiceTermsFault, KindFault, NumberFault, NumberOf,
    RuleSubject, StatementFault, VatFault, VatIdFault,
};
use chrono::NaiveDate;
use poundwise_documents::{
    kinds::TextFault,
    tariff::PointFault,
    units::{Currency, Kid, MicroEpsilon, MinorUnits, MoneyError, NumberError},
};
use poundwise_query::QueryFault;
use serde::{Serialize, Serializer};

/// The part of a request that an error is about: a form shows the error there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    /// A level that does not go with another one, as the code of the error says.
    Level {
        /// The level: a ceiling, a top, the end of a price, or one that was asked for.
        level: MicroEpsilon,
        /// The level that it does not go with: a cap, a ceiling, a grain, or one that is held.
        limit: MicroEpsilon,
    },
    /// An increase of a level that is not a multiple of the grain.
    Increase {
        /// The increase.
        more: MicroEpsilon,
        /// The smallest step that is sold.
        grain: MicroEpsilon,
        /// The nearest level below that is sold, if it is above what is held.
        nearest: Option<MicroEpsilon>,
    },
    /// An accuracy that a level in the holdings has already.
    Accuracy {
        /// The level that is held.
        held: MicroEpsilon,
        /// The half-width at that level, a decimal in the listing's unit.
        half_width: String,
        /// The unit, or empty.
        unit: String,
    },
    /// A path that the system refuses, or where what is there is not what is needed.
    Path {
        /// The path.
        path: String,
    },
    /// A file that is to be written and may not replace another one.
    NewFile {
        /// Reason why not.
        fault: NewFileFault,
    },
    /// A number that was typed, or that a file states.
    Number {
        /// What it is of.
        of: NumberOf,
        /// Text of the number.
        text: String,
        /// Fault of the text.
        fault: NumberFault,
    },
    /// A question, a file of data or a number in it.
    Query {
        /// Fault of it.
        fault: QueryFault,
    },
    /// A kind of listing.
    Kind {
        /// The word that was stated.
        kind: String,
        /// Fault of the kind.
        fault: KindFault,
    },
    /// A sensitivity and a level between which there is no noise.
    Noise {
        /// Steps by which one privacy unit moves the result.
        sensitivity: u64,
        /// The level.
        level: MicroEpsilon,
    },
    /// The currency of a rule, which is not the one of all its listings.
    Currencies {
        /// What the rule approves orders of.
        of: RuleSubject,
        /// The currencies of its listings.
        are: Vec<Currency>,
        /// The currency that was stated.
        stated: Option<Currency>,
    },
    /// A field of a party on invoices.
    Party {
        /// Which party.
        whose: InvoiceSide,
        /// The field, as its JSON names it.
        field: &'static str,
        /// Fault of the field.
        fault: TextFault,
    },
    /// The VAT identifiers of an invoice.
    VatId {
        /// Fault of them.
        fault: VatIdFault,
    },
    /// The VAT treatment of invoices.
    Vat {
        /// Fault of the treatment.
        fault: VatFault,
    },
    /// The terms of invoices.
    InvoiceTerms {
        /// Fault of the terms.
        fault: InvoiceTermsFault,
    },
    /// The number of the next invoice, which is outside the range that is left.
    InvoiceNumber {
        /// The least number.
        least: u64,
        /// The largest number.
        most: u64,
    },
    /// A bank statement.
    Statement {
        /// Fault of the file.
        fault: StatementFault,
    },
    /// The columns of a bank's files.
    Bank {
        /// The choice that is missing.
        missing: BankChoice,
    },
    /// A codebook or a table of listings.
    Codebook {
        /// Fault of it.
        fault: CodebookFault,
    },
    /// A file of losses, which has other populations.
    Losses {
        /// Names of the populations that it has.
        populations: Vec<String>,
    },
    /// A name that another contact has.
    Contact {
        /// Key of that contact.
        kid: Kid,
    },
}

impl ErrorPlace {
    /// Returns a path as the place of an error.
    #[must_use]
    pub fn of_path(path: &Path) -> Self {
        Self::Path {
            path: path.display().to_string(),
        }
    }
}

/// Reason why a file may not be written where another one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NewFileFault {
    /// A recovery key never replaces a file.
    OfAKey,
    /// The raw lattice would replace the answer that is written with it.
    OfTheAnswer,
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
