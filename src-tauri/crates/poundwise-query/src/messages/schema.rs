use poundwise_documents::kinds::ColumnType;
use poundwise_words::messages;

messages! {
    /// Messages about the types of columns.
    pub(crate) enum SchemaMessage {
        NotAType { column: String, word: String } => {
            en: "'{word}' is not a type. The type of column '{column}' must be number, text or \
                 date.",
            de: "„{word}“ ist kein Typ. Der Typ der Spalte „{column}“ muss number, text oder date \
                 sein (Zahl, Text oder Datum).",
        }
        NumberOfColumns { columns: usize, most: usize } => {
            en: "A table has 1 to {most} columns, not {columns}.",
            de: "Eine Tabelle hat 1 bis {most} Spalten, nicht {columns}.",
        }
        ColumnWithoutName { column: usize } => {
            en: "Column {column} has no name.",
            de: "Spalte {column} hat keinen Namen.",
        }
        ColumnTwice { column: String } => {
            en: "The column '{column}' is stated twice.",
            de: "Die Spalte „{column}“ ist doppelt angegeben.",
        }
        ColumnsLookAlike { one: String, other: String } => {
            en: "The columns '{one}' and '{other}' differ only in spaces or in invisible \
                 characters. A question about one could be mistaken for one about the other.",
            de: "Die Spalten „{one}“ und „{other}“ unterscheiden sich nur in Leerzeichen oder in \
                 unsichtbaren Zeichen. Eine Frage zu der einen ließe sich mit einer zu der anderen \
                 verwechseln.",
        }
        FieldWithoutType { field: String } => {
            en: "'{field}' has no type.",
            de: "„{field}“ hat keinen Typ.",
        }
        ColumnWithoutType { column: String } => {
            en: "Column '{column}' has no type.",
            de: "Die Spalte „{column}“ hat keinen Typ.",
        }
        ColumnNotInFile { column: String } => {
            en: "The types name the column '{column}', which the file does not have.",
            de: "Die Typen nennen die Spalte „{column}“, die es in der Datei nicht gibt.",
        }
        FileUnreadable { problem: String } => {
            en: "The schema cannot be read: {problem}.",
            de: "Das Schema lässt sich nicht lesen ({problem}).",
        }
        FileNotUtf8 { file: String } => {
            en: "{file}: the schema is not UTF-8 text.",
            de: "{file}: Das Schema ist kein Text in UTF-8.",
        }
        OpenQuote => {
            en: "A double quote is not closed.",
            de: "Ein Anführungszeichen wird nicht geschlossen.",
        }
        NoColumns => {
            en: "The list of columns is empty.",
            de: "Die Liste der Spalten ist leer.",
        }
        ListUnreadable { problem: String } => {
            en: "The list of columns cannot be read: {problem}.",
            de: "Die Liste der Spalten lässt sich nicht lesen ({problem}).",
        }
        SeveralLines => {
            en: "The list of columns has more than one line.",
            de: "Die Liste der Spalten hat mehr als eine Zeile.",
        }
        OnlyNumbersHaveDecimals { column: String, holds: ColumnType } => {
            en: "Column '{column}' is of type {holds}. Only a column of numbers has decimals.",
            de: "Die Spalte „{column}“ hat den Typ {holds}. Nur Zahlen haben Dezimalstellen.",
        }
        OnlyDatesHaveAnOrder { column: String, holds: ColumnType } => {
            en: "Column '{column}' is of type {holds}. Only a column of dates has an order of \
                 day, month and year.",
            de: "Die Spalte „{column}“ hat den Typ {holds}. Nur Datumsangaben haben eine \
                 Reihenfolge von Tag, Monat und Jahr.",
        }
        TooManyDecimals { column: String, decimals: u32, most: u32 } => {
            en: "Column '{column}' has {decimals} decimals; at most {most} are stored.",
            de: "Die Spalte „{column}“ hat {decimals} Dezimalstellen; höchstens {most} werden \
                 gespeichert.",
        }
        OnlyTextHasValues { column: String, holds: ColumnType } => {
            en: "Column '{column}' is of type {holds}. Only a column of text has declared values.",
            de: "Die Spalte „{column}“ hat den Typ {holds}. Nur Text hat angegebene Werte.",
        }
        TooManyValues { column: String, values: usize, most: usize } => {
            en: "Column '{column}' has {values} declared values; at most {most} are possible.",
            de: "Die Spalte „{column}“ hat {values} angegebene Werte; höchstens {most} sind \
                 möglich.",
        }
        EmptyValue { column: String } => {
            en: "A declared value of column '{column}' is empty.",
            de: "Ein angegebener Wert der Spalte „{column}“ ist leer.",
        }
        DoubledValue { column: String, value: String } => {
            en: "The value '{value}' of column '{column}' is stated twice.",
            de: "Der Wert „{value}“ der Spalte „{column}“ ist doppelt angegeben.",
        }
    }
}
