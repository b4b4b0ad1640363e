use std::fmt;

use poundwise_documents::units::Decimal;
use poundwise_words::catalogue::MessageSample;
use poundwise_words::{Language, Localize, Text, messages};

messages! {
    /// A query in words.
    pub(crate) enum QueryText {
        Rows => {
            en: "number of rows",
            de: "Anzahl der Zeilen",
        }
        RowsBy { columns: Text } => {
            en: "number of rows by {columns}",
            de: "Anzahl der Zeilen nach {columns}",
        }
        RowsByWithBlocks { columns: Text, sizes: Text } => {
            en: "number of rows by {columns}, and in blocks of {sizes} bins",
            de: "Anzahl der Zeilen nach {columns}, auch in Blöcken aus {sizes} Klassen",
        }
        Both { others: Text, last: Text } => {
            en: "{others} and {last}",
            de: "{others} und {last}",
        }
        Sum { column: String, low: Decimal, high: Decimal } => {
            en: "sum of {column}, each clamped to {low}..{high}",
            de: "Summe von {column}, jeder Wert auf {low} bis {high} begrenzt",
        }
        Mean { column: String, low: Decimal, high: Decimal } => {
            en: "mean of {column}, each clamped to {low}..{high}",
            de: "Mittelwert von {column}, jeder Wert auf {low} bis {high} begrenzt",
        }
        MeanWithMissing { column: String, low: Decimal, high: Decimal, middle: Text } => {
            en: "mean of {column}, each clamped to {low}..{high}, missing counted as {middle}",
            de: "Mittelwert von {column}, jeder Wert auf {low} bis {high} begrenzt, fehlende als \
                 {middle} gezählt",
        }
        MeanBy { columns: Text, groups: Text } => {
            en: "mean of {columns}, by {groups}",
            de: "Mittelwert von {columns}, nach {groups}",
        }
        Moments { columns: Text } => {
            en: "moments of {columns}",
            de: "Momente von {columns}",
        }
        MomentsBy { columns: Text, groups: Text } => {
            en: "moments of {columns}, by {groups}",
            de: "Momente von {columns}, nach {groups}",
        }
        Value { low: Decimal, high: Decimal } => {
            en: "the owner's number, clamped to {low}..{high}",
            de: "eine Zahl des Eigentümers, auf {low} bis {high} begrenzt",
        }
        Values { numbers: u64, low: Decimal, high: Decimal } => {
            en: "the owner's {numbers} numbers, each clamped to {low}..{high}",
            de: "{numbers} Zahlen des Eigentümers, jede auf {low} bis {high} begrenzt",
        }
        Where { subject: Text, conditions: Text } => {
            en: "{subject} where {conditions}",
            de: "{subject}, nur wo {conditions}",
        }

        // Labels.
        CountTimes { width: Ungrouped } => {
            en: "count × {width}",
            de: "Anzahl × {width}",
        }
        SumOf { column: String } => {
            en: "sum of {column}",
            de: "Summe von {column}",
        }
        SumAbove { column: String, low: Ungrouped } => {
            en: "sum of {column} above {low}",
            de: "Summe von {column} über {low}",
        }
        SumBelow { column: String, high: Ungrouped } => {
            en: "sum of {column} below {high}",
            de: "Summe von {column} unter {high}",
        }
        SumMinus { column: String, middle: Ungrouped } => {
            en: "sum of {column} - {middle}",
            de: "Summe von {column} − {middle}",
        }

        // Conditions.
        Is { column: String, value: Text } => {
            en: "{column} is {value}",
            de: "{column} {value} ist",
        }
        IsNot { column: String, value: Text } => {
            en: "{column} is not {value}",
            de: "{column} nicht {value} ist",
        }
        IsBelow { column: String, value: Text } => {
            en: "{column} is below {value}",
            de: "{column} unter {value} ist",
        }
        IsAtMost { column: String, value: Text } => {
            en: "{column} is at most {value}",
            de: "{column} höchstens {value} ist",
        }
        IsAbove { column: String, value: Text } => {
            en: "{column} is above {value}",
            de: "{column} über {value} ist",
        }
        IsAtLeast { column: String, value: Text } => {
            en: "{column} is at least {value}",
            de: "{column} mindestens {value} ist",
        }
        IsBefore { column: String, value: Text } => {
            en: "{column} is before {value}",
            de: "{column} vor {value} ist",
        }
        IsOnOrBefore { column: String, value: Text } => {
            en: "{column} is on or before {value}",
            de: "{column} nicht nach {value} ist",
        }
        IsAfter { column: String, value: Text } => {
            en: "{column} is after {value}",
            de: "{column} nach {value} ist",
        }
        IsOnOrAfter { column: String, value: Text } => {
            en: "{column} is on or after {value}",
            de: "{column} nicht vor {value} ist",
        }
        QuotedValue { text: String } => {
            en: "'{text}'",
            de: "„{text}“",
        }
    }
}

/// Returns two texts with "and" between them.
pub(crate) fn both(others: Text, last: Text) -> Text {
    QueryText::Both { others, last }.into()
}

/// Returns names with "and" before the last one.
pub(crate) fn listed(names: impl Iterator<Item = String>) -> Text {
    let mut names: Vec<String> = names.collect();
    let last = Text::verbatim(names.pop().unwrap_or_default());
    match names.as_slice() {
        [] => last,
        others => both(Text::verbatim(others.join(", ")), last),
    }
}

/// Returns sizes of blocks in words.
#[must_use]
pub fn block_sizes(sizes: &[u64]) -> Text {
    listed(
        sizes
            .iter()
            .map(|size| Language::English.grouped(&size.to_string())),
    )
}

/// Returns a number of a question.
pub(crate) fn decimal(text: &str) -> Text {
    match text.parse::<Decimal>() {
        Ok(number) => Text::of(number),
        Err(_) => Text::of(Ungrouped(text.to_owned())),
    }
}

/// A decimal without groups of digits: it may be a code, such as a postal code.
#[derive(Clone)]
pub(crate) struct Ungrouped(pub(crate) String);

impl Localize for Ungrouped {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&language.decimal(&self.0))
    }
}

impl MessageSample for Ungrouped {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self("12.5".to_owned())]
    }
}
