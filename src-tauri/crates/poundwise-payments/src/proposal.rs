//! A proposal of which column of a bank's CSV is which, by what stands in them.

use poundwise_documents::units::{Currency, DecimalSign};
use poundwise_text::day::{day, is_named};

use crate::{
    CsvColumn, CsvColumns, DayOrder,
    amount::{is_signed, written},
    direction::SeenWords,
    payto::iban,
};

/// Headers of banks for the columns of the payer's text, and of the payer's name.
const TEXTS: [&str; 8] = [
    "verwendungszweck",
    "description",
    "details",
    "purpose",
    "reference",
    "remittance",
    "text",
    "memo",
];
const PARTIES: [&str; 8] = [
    "auftraggeber",
    "empfänger",
    "beguenstigter",
    "begünstigter",
    "counterparty",
    "payer",
    "zahlungspflichtig",
    "name",
];

/// Whole headers of banks for the column of the account that the file is of. The payer's account
/// stands in others, and is the same in all rows where one payer paid them.
const ACCOUNTS: [&str; 7] = [
    "konto",
    "auftragskonto",
    "iban auftragskonto",
    "eigenes konto",
    "account",
    "account number",
    "own account",
];

/// Headers of banks for the columns of a balance, which is no amount of a booking.
const BALANCES: [&str; 3] = ["saldo", "balance", "kontostand"];

/// Returns a proposal for the columns of a file, to be looked at: what cannot be told by the
/// examples is left empty.
#[must_use]
pub fn propose(columns: &[CsvColumn]) -> CsvColumns {
    let (day, day_order) =
        find(columns, day_order_of).unwrap_or_else(|| (String::new(), DayOrder::YearMonthDay));
    let (amount, decimal) =
        find(columns, decimal_of).unwrap_or_else(|| (String::new(), DecimalSign::Point));
    let currency_column = columns
        .iter()
        .find(|column| all(column, |text| text.parse::<Currency>().is_ok()))
        .map(|column| column.name.clone());
    let account = columns
        .iter()
        .find(|column| {
            let first = column.examples.first().and_then(|text| iban(text));
            let header = column.name.trim().to_lowercase();
            ACCOUNTS.contains(&header.as_str())
                && first.is_some()
                && all(column, |text| iban(text) == first)
        })
        .and_then(|column| column.examples.first().cloned());
    let direction = direction_of(columns, &amount);
    let called = |words: &[&str]| -> Vec<String> {
        let named = columns.iter().filter(|column| is_called(column, words));
        named.map(|column| column.name.clone()).collect()
    };
    CsvColumns {
        iban: account.unwrap_or_default(),
        day,
        day_order,
        amount,
        decimal,
        debit: None,
        direction: direction.as_ref().map(|(column, _)| column.clone()),
        came: direction.as_ref().map(|(_, (came, _))| came.clone()),
        went: direction.map(|(_, (_, went))| went),
        currency: None,
        currency_column,
        text: called(&TEXTS),
        party: called(&PARTIES).into_iter().next(),
        status: None,
        booked: None,
        encoding: None,
    }
}

/// Returns the direction column for unsigned amounts, with its words for incoming and for outgoing
/// money.
fn direction_of(columns: &[CsvColumn], amount: &str) -> Option<(String, (String, String))> {
    let amounts = columns.iter().find(|column| column.name == amount)?;
    if amounts.examples.iter().any(|text| is_signed(text)) {
        return None;
    }
    find(columns, |column| {
        let words = {
            let mut seen = SeenWords::default();
            column.examples.iter().for_each(|word| seen.add(word));
            seen.words()?.0
        };
        let written = |word: &str| {
            let same = |text: &&String| text.to_lowercase() == word;
            let shown = column.examples.iter().find(same).cloned();
            // A word without an example is in upper case if the first example is.
            shown.unwrap_or_else(|| match column.examples.first() {
                Some(one) if one.to_uppercase() == *one => word.to_uppercase(),
                _ => word.to_owned(),
            })
        };
        Some((written(words.came), written(words.went)))
    })
}

/// Returns the first column of whose examples something can be told.
fn find<T>(columns: &[CsvColumn], tell: impl Fn(&CsvColumn) -> Option<T>) -> Option<(String, T)> {
    columns
        .iter()
        .find_map(|column| Some((column.name.clone(), tell(column)?)))
}

/// Returns whether the name of a column has one of these words in it.
fn is_called(column: &CsvColumn, words: &[&str]) -> bool {
    let name = column.name.to_lowercase();
    words.iter().any(|word| name.contains(word))
}

/// Returns whether a column has examples, and this holds for all of them.
fn all(column: &CsvColumn, holds: impl Fn(&str) -> bool) -> bool {
    !column.examples.is_empty() && column.examples.iter().all(|text| holds(text))
}

/// Returns the one order in which all examples are days. Where several are possible, points are of
/// those who write the day first; with other signs it is not told.
fn day_order_of(column: &CsvColumn) -> Option<DayOrder> {
    let fits = |order: &DayOrder| all(column, |text| day(text, *order).is_some());
    match DayOrder::ALL.into_iter().filter(fits).collect::<Vec<_>>()[..] {
        [one] => Some(one),
        [_, ..] if all(column, |text| text.contains('.')) => Some(DayOrder::DayMonthYear),
        [_, ..] if all(column, is_named) => Some(DayOrder::DayMonthYear),
        _ => None,
    }
}

/// Returns the decimal sign by which all examples are amounts, if one of them has two decimals.
fn decimal_of(column: &CsvColumn) -> Option<DecimalSign> {
    if is_called(column, &BALANCES) {
        return None;
    }
    // Codes of currencies that are common beside amounts.
    let currencies: Vec<Currency> = [
        "EUR", "CHF", "GBP", "USD", "PLN", "CZK", "SEK", "DKK", "NOK",
    ]
    .iter()
    .filter_map(|code| code.parse().ok())
    .collect();
    let has_decimals = |text: &String, decimal: DecimalSign| {
        let end = text.rsplit_once(decimal.char());
        let end = end.map_or("", |(_, end)| end);
        end.chars().filter(char::is_ascii_digit).count() == 2
    };
    [DecimalSign::Comma, DecimalSign::Point]
        .into_iter()
        .find(|decimal| {
            let mut examples = column.examples.iter();
            examples.any(|text| has_decimals(text, *decimal))
                && all(column, |text| {
                    let mut currencies = currencies.iter();
                    currencies.any(|currency| written(text, *decimal, *currency).is_some())
                })
        })
}
