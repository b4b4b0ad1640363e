//! Faults of what a seller states or imports, as data of an [`ErrorPlace`](super::ErrorPlace).

use serde::Serialize;

/// A number that a seller states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NumberOf {
    /// One of the bounds.
    Bounds,
    /// The step.
    Step,
    /// The protected distance.
    Distance,
    /// The value of one's own.
    Value,
    /// The lower end of bands.
    From,
    /// The upper end of bands.
    To,
    /// The width of bands.
    Width,
    /// The number of rows that is public.
    Rows,
    /// The number of rows that a preview assumes.
    ExpectedRows,
}

poundwise_words::words_of! {
    NumberOf {
        Bounds => "Bounds", "Schranken";
        Step => "Step", "Schrittweite";
        Distance => "Protected distance", "Zu schützender Abstand";
        Value => "Value", "Wert";
        From => "Lower end", "Unteres Ende";
        To => "Upper end", "Oberes Ende";
        Width => "Width", "Breite";
        Rows => "Public number of rows", "Öffentliche Zeilenzahl";
        ExpectedRows => "Expected number of rows", "Erwartete Zeilenzahl";
    }
}

/// Fault of the text of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NumberFault {
    /// It is no decimal number.
    NoNumber,
    /// It has more than 18 decimals, or more than 37 digits; or it is a whole number above 2^53.
    TooLong,
    /// It is not above 0.
    NotPositive,
    /// It is no whole number.
    NotWhole,
    /// It may be meant with thousands that are kept apart.
    Grouped,
}

/// Reason why a kind of listing is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum KindFault {
    /// There is no such kind.
    Unknown,
    /// The kind is of own numbers, and a dataset is named.
    OfOwnNumbers,
    /// The kind is of a dataset, and none is named.
    OfADataset,
    /// The kind is not of one column alone.
    NotOfAColumn,
}

/// What a rule approves orders of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RuleSubject {
    /// One listing.
    Listing,
    /// The open listings of a population.
    Population,
}

/// Party of an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum InvoiceSide {
    /// The seller.
    Seller,
    /// The buyer.
    Buyer,
}

/// Reason why the VAT identifiers of an invoice are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum VatIdFault {
    /// The text is no VAT identifier.
    Wrong {
        /// Whose it is.
        whose: InvoiceSide,
    },
    /// The buyer's is missing, where the buyer owes the VAT.
    NoneOfBuyer,
    /// The seller's is missing, where the buyers owe the VAT.
    NoneOfSeller,
    /// The seller has neither one nor a tax number.
    NoTaxNumberEither,
}

/// Reason why a VAT treatment is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum VatFault {
    /// The rate is no percentage above 0 and below 100 with at most two decimals.
    Rate,
    /// The reason why there is no VAT is missing or is not one visible line.
    Reason,
}

/// Reason why the terms of invoices are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum InvoiceTermsFault {
    /// The prefix has too many characters, or one that is not seen.
    Prefix {
        /// The most characters.
        most: u32,
    },
    /// The prefix ends with a digit.
    DigitAtEnd,
    /// The number of days is not from 1 to the limit.
    Days {
        /// The most days.
        most: u32,
    },
}

/// A choice that is missing where the columns of a bank's files are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BankChoice {
    /// The column of the day of booking.
    Day,
    /// The column of the amount.
    Amount,
    /// The direction column or one of its words, or its combination with a debit column.
    Direction,
    /// The columns of the payer's text.
    Text,
    /// The column of the status, or its word for a booked row.
    Status,
}

/// Reason why a file is not read as a bank statement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StatementFault {
    /// The file has more bytes than are read.
    TooManyBytes {
        /// The most bytes.
        most: u64,
    },
    /// The file has more bookings than are read.
    TooManyBookings {
        /// The most bookings.
        most: u64,
    },
    /// The file is no text.
    Binary,
    /// The file is not text in its encoding.
    Encoding {
        /// Name of the encoding.
        encoding: String,
        /// The line, from 1.
        line: u64,
    },
    /// The file is of a kind that is recognised and not read, such as MT940.
    Foreign {
        /// Name of the kind.
        format: String,
    },
    /// The file is a ZIP archive that cannot be read.
    Archive,
    /// The file is XML that is not well-formed.
    Xml {
        /// The byte, from the start.
        byte: u64,
    },
    /// The file has a document type definition.
    Doctype,
    /// The file refers to an entity that XML does not have by itself.
    Entity {
        /// Name of the entity.
        name: String,
    },
    /// The XML has elements nested deeper than in a statement.
    Nesting {
        /// The deepest that is read.
        most: u64,
    },
    /// The XML has a longer tag than a statement.
    LongTag {
        /// The most bytes.
        most: u64,
    },
    /// The XML has an entry of more elements than in a statement.
    LargeEntry {
        /// The most elements.
        most: u64,
    },
    /// The file cannot be read for another reason.
    Other,
    /// The file is XML, and no CAMT statement.
    NotCamt {
        /// Namespace of its first element.
        namespace: String,
    },
    /// The file is CSV, and its columns were not chosen.
    NoColumns {
        /// A bank in this home whose columns it has.
        bank: Option<String>,
    },
    /// None of the first lines has all columns that were chosen.
    MissingColumn {
        /// Name of the column that is missing.
        name: String,
        /// Number of lines in which it was looked for.
        within: u64,
    },
    /// The file has no columns.
    NoTable,
    /// The stated line names no columns.
    NoHeader {
        /// The line, from 1.
        line: u64,
        /// Number of first lines of which it is to be one.
        within: u64,
    },
    /// A day is written in another order than the days of this bank.
    DayOrder {
        /// The line, from 1.
        line: u64,
        /// The day as it is written.
        day: String,
    },
    /// Amounts have no sign, and the column that seems to hold the direction is not chosen.
    Direction {
        /// Name of the column.
        name: String,
    },
    /// The day of a booking is too far from today.
    FarDay {
        /// The day of the booking.
        day: String,
        /// Today.
        today: String,
    },
}

/// Reason why a codebook or a table of listings is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CodebookFault {
    /// The file cannot be read as CSV.
    NoCsv,
    /// There is no row.
    NoRow,
    /// There are too many rows.
    TooManyRows {
        /// The most rows.
        most: u64,
    },
    /// A row has another number of cells than the first line.
    Cells {
        /// The line, from 1.
        line: u64,
        /// Number of cells in it.
        cells: u64,
        /// Number of cells in the first line.
        headings: u64,
    },
    /// The cell under `take` is neither `yes` nor `no`.
    Take {
        /// The line, from 1.
        line: u64,
        /// Text of the cell.
        text: String,
    },
    /// A cell is no list.
    NoList {
        /// The line, from 1.
        line: u64,
        /// Text of the cell.
        text: String,
    },
    /// The first line has a word that is no heading.
    UnknownHeading {
        /// The word.
        word: String,
        /// The headings that there are.
        headings: Vec<&'static str>,
    },
    /// The first line has a heading twice.
    HeadingTwice {
        /// The heading.
        word: &'static str,
    },
    /// The first line lacks a heading.
    NoHeading {
        /// The heading.
        word: &'static str,
    },
    /// A column has no name.
    NoName,
    /// A column is there twice.
    ColumnTwice {
        /// Name of the column.
        column: String,
    },
}
