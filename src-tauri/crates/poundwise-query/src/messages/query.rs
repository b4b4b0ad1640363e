use poundwise_documents::units::Decimal;
use poundwise_words::messages;

messages! {
    /// A query in words.
    pub(crate) enum QueryText {
        Rows => {
            en: "number of rows",
            de: "Anzahl der Zeilen",
        }
        RowsBy { columns: String } => {
            en: "number of rows by {columns}",
            de: "Anzahl der Zeilen nach {columns}",
        }
        RowsByWithBlocks { columns: String, sizes: String } => {
            en: "number of rows by {columns}, and in blocks of {sizes} bins",
            de: "Anzahl der Zeilen nach {columns}, auch in Blöcken aus {sizes} Klassen",
        }
        ColumnsAnd { others: String, last: String } => {
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
        MeanWithMissing { column: String, low: Decimal, high: Decimal, middle: String } => {
            en: "mean of {column}, each clamped to {low}..{high}, missing counted as {middle}",
            de: "Mittelwert von {column}, jeder Wert auf {low} bis {high} begrenzt, fehlende als \
                 {middle} gezählt",
        }
        Value { low: Decimal, high: Decimal } => {
            en: "the owner's number, clamped to {low}..{high}",
            de: "eine Zahl des Eigentümers, auf {low} bis {high} begrenzt",
        }
        Values { numbers: u64, low: Decimal, high: Decimal } => {
            en: "the owner's {numbers} numbers, each clamped to {low}..{high}",
            de: "{numbers} Zahlen des Eigentümers, jede auf {low} bis {high} begrenzt",
        }
        Where { subject: String, conditions: String } => {
            en: "{subject} where {conditions}",
            de: "{subject}, nur wo {conditions}",
        }
        And => {
            en: "\x20and\x20",
            de: "\x20und\x20",
        }

        // Labels.
        CountTimes { width: String } => {
            en: "count × {width}",
            de: "Anzahl × {width}",
        }
        SumOf { column: String } => {
            en: "sum of {column}",
            de: "Summe von {column}",
        }
        SumAbove { column: String, low: String } => {
            en: "sum of {column} above {low}",
            de: "Summe von {column} über {low}",
        }
        SumBelow { column: String, high: String } => {
            en: "sum of {column} below {high}",
            de: "Summe von {column} unter {high}",
        }
        SumMinus { column: String, middle: String } => {
            en: "sum of {column} - {middle}",
            de: "Summe von {column} − {middle}",
        }

        // Conditions.
        Is { column: String, value: String } => {
            en: "{column} is {value}",
            de: "{column} {value} ist",
        }
        IsNot { column: String, value: String } => {
            en: "{column} is not {value}",
            de: "{column} nicht {value} ist",
        }
        IsBelow { column: String, value: String } => {
            en: "{column} is below {value}",
            de: "{column} unter {value} ist",
        }
        IsAtMost { column: String, value: String } => {
            en: "{column} is at most {value}",
            de: "{column} höchstens {value} ist",
        }
        IsAbove { column: String, value: String } => {
            en: "{column} is above {value}",
            de: "{column} über {value} ist",
        }
        IsAtLeast { column: String, value: String } => {
            en: "{column} is at least {value}",
            de: "{column} mindestens {value} ist",
        }
        IsBefore { column: String, value: String } => {
            en: "{column} is before {value}",
            de: "{column} vor {value} ist",
        }
        IsOnOrBefore { column: String, value: String } => {
            en: "{column} is on or before {value}",
            de: "{column} nicht nach {value} ist",
        }
        IsAfter { column: String, value: String } => {
            en: "{column} is after {value}",
            de: "{column} nach {value} ist",
        }
        IsOnOrAfter { column: String, value: String } => {
            en: "{column} is on or after {value}",
            de: "{column} nicht vor {value} ist",
        }
        QuotedValue { text: String } => {
            en: "'{text}'",
            de: "„{text}“",
        }
    }
}
