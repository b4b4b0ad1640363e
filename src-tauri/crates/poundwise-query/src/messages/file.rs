use poundwise_text::Encoding;
use poundwise_words::{Text, messages};

use super::RowPlace;
use crate::foreign::ForeignFile;
use crate::form::{FormPart, TableFileKind};

messages! {
    /// Messages about files and tables.
    pub(crate) enum FileMessage {
        // Files.
        PipeOrDevice { file: String } => {
            en: "{file} is a pipe or a device, not a file.",
            de: "{file} ist eine Pipe oder ein Gerät, keine Datei.",
        }
        NoParquetInFolder { folder: String } => {
            en: "{folder} is a folder without a Parquet file.",
            de: "{folder} ist ein Ordner ohne Parquet-Datei.",
        }
        Partitions { folder: String, inner: String } => {
            en: "{folder} has the folder '{inner}'. Parquet files are read from one folder, and \
                 not from the folders of its partitions.",
            de: "{folder} hat den Ordner „{inner}“. Parquet-Dateien werden aus einem Ordner \
                 gelesen, nicht aus den Ordnern seiner Partitionen.",
        }
        FilesDiffer { file: String, first: String } => {
            en: "The columns of {file} are not those of {first}.",
            de: "Die Spalten von {file} sind nicht die von {first}.",
        }
        Foreign { file: String, format: ForeignFile } => {
            en: "{file} is {format}. Poundwise does not read such files.",
            de: "{file} ist {format}. Solche Dateien liest Poundwise nicht.",
        }
        Damaged { file: String, why: Text } => {
            en: "{file} cannot be read: {why}.",
            de: "{file} lässt sich nicht lesen ({why}).",
        }
        Changed { file: String } => {
            en: "{file} changed while it was read.",
            de: "{file} hat sich während des Lesens geändert.",
        }
        TooLarge { file: String, size: String } => {
            en: "{file} is larger than {size}.",
            de: "{file} ist größer als {size}.",
        }
        LargeCell { file: String, place: RowPlace, column: String, cell: usize, row: usize } => {
            en: "{file}: {place}: the cell in column '{column}' is larger than {cell} MiB, or the \
                 whole row is larger than {row} MiB.",
            de: "{file}: {place}: Die Zelle in Spalte „{column}“ ist größer als {cell} MiB, oder \
                 die ganze Zeile ist größer als {row} MiB.",
        }
        FormPart { file: String, kind: TableFileKind, part: FormPart } => {
            en: "{file}: {part} cannot be declared for a file of this kind: {kind}.",
            de: "{file}: Für eine Datei dieser Art lässt sich {part} nicht angeben: {kind}.",
        }
        ColumnFormPart { file: String, column: String, kind: TableFileKind, part: FormPart } => {
            en: "{file}: column '{column}': {part} cannot be declared for a file of this kind: \
                 {kind}.",
            de: "{file}: Spalte „{column}“: Für eine Datei dieser Art lässt sich {part} nicht \
                 angeben: {kind}.",
        }
        ColumnNotPlain { file: String, column: String, why: Text } => {
            en: "{file}: column '{column}' cannot be read: {why}.",
            de: "{file}: Die Spalte „{column}“ lässt sich nicht lesen ({why}).",
        }
        NoSheetWithCells { file: String } => {
            en: "{file} has no sheet with cells.",
            de: "{file} hat kein Blatt mit Zellen.",
        }
        NoSuchSheet { file: String, sheet: String } => {
            en: "{file} has no sheet '{sheet}'.",
            de: "{file} hat kein Blatt „{sheet}“.",
        }
        NoSheetChosen { file: String, sheets: usize } => {
            en: "{file} has {sheets} sheets. Choose one.",
            de: "{file} hat {sheets} Blätter. Wählen Sie eines.",
        }

        // Text.
        ZeroByte { file: String, line: u64, place: u64 } => {
            en: "{file} is not a text file: byte {place} of line {line} is a zero byte.",
            de: "{file} ist keine Textdatei: Byte {place} in Zeile {line} ist ein Nullbyte.",
        }
        NotUtf8 { file: String } => {
            en: "{file} is not UTF-8 text.",
            de: "{file} ist kein Text in UTF-8.",
        }
        InvalidByte { file: String, encoding: Encoding, line: u64, place: u64, byte: String } => {
            en: "{file} is not {encoding} text: byte {place} of line {line} is {byte}, which does \
                 not begin a character.",
            de: "{file} ist kein Text in {encoding}: In Zeile {line} hat Byte {place} den Wert \
                 {byte}. Damit beginnt kein Zeichen.",
        }
        BrokenCharacter { file: String, encoding: Encoding } => {
            en: "{file} is not {encoding} text: a character is incomplete.",
            de: "{file} ist kein Text in {encoding}: Ein Zeichen ist unvollständig.",
        }
        OtherMark { file: String, encoding: Encoding, marked: Encoding } => {
            en: "{file} is not {encoding} text: it begins with the byte order mark of {marked}.",
            de: "{file} ist kein Text in {encoding}: Die Datei beginnt mit der \
                 Byte-Reihenfolge-Marke von {marked}.",
        }
        Undecodable {
            file: String,
            encoding: Encoding,
            line: u64,
            character: u64,
            byte: String,
        } => {
            en: "{file} is not {encoding} text: at character {character} of line {line}, the byte \
                 {byte} does not begin a character.",
            de: "{file} ist kein Text in {encoding}: In Zeile {line}, Zeichen {character}, beginnt \
                 mit dem Byte {byte} kein Zeichen.",
        }
        BrokenOff { file: String, encoding: Encoding, line: u64, character: u64 } => {
            en: "{file} is not {encoding} text: it ends inside character {character} of line \
                 {line}.",
            de: "{file} ist kein Text in {encoding}: Die Datei endet in Zeile {line} innerhalb von \
                 Zeichen {character}.",
        }
        UnclosedQuote { file: String, line: u64, field: usize } => {
            en: "{file}: in the row that begins at line {line}, the double quote that opens field \
                 {field} is never closed.",
            de: "{file}: In der Zeile, die in Zeile {line} beginnt, wird das Anführungszeichen am \
                 Anfang von Feld {field} nie geschlossen.",
        }
        LongField { file: String, line: u64, field: usize, most: usize } => {
            en: "{file}: in the row that begins at line {line}, field {field} is larger than \
                 {most} MiB.",
            de: "{file}: In der Zeile, die in Zeile {line} beginnt, ist Feld {field} größer als \
                 {most} MiB.",
        }
        QuoteInside { file: String, line: u64, character: u64, field: usize } => {
            en: "{file}: line {line}, character {character}: field {field} has a double quote and \
                 does not begin with one.",
            de: "{file}: Zeile {line}, Zeichen {character}: Feld {field} enthält ein \
                 Anführungszeichen und beginnt nicht mit einem.",
        }
        TextAfterQuote { file: String, line: u64, character: u64, field: usize } => {
            en: "{file}: line {line}, character {character}: text follows the double quote that \
                 closes field {field}.",
            de: "{file}: Zeile {line}, Zeichen {character}: Nach dem Anführungszeichen am Ende von \
                 Feld {field} folgt Text.",
        }

        // Rows and columns.
        Empty { file: String } => {
            en: "{file} is empty.",
            de: "{file} ist leer.",
        }
        NoTableInLines { file: String, first: u64, below: u64 } => {
            en: {
                below;
                0 => "{file} has no table from line {first} on.",
                1 => "{file} has no table between line {first} and its last line.",
                _ => "{file} has no table between line {first} and its last {below} lines.",
            },
            de: {
                below;
                0 => "{file} hat ab Zeile {first} keine Tabelle.",
                1 => "{file} hat zwischen Zeile {first} und der letzten Zeile keine Tabelle.",
                _ => "{file} hat zwischen Zeile {first} und den letzten {below} Zeilen keine \
                      Tabelle.",
            },
        }
        NoRows { file: String } => {
            en: "{file} has column names, but no row below them.",
            de: "{file} hat Spaltennamen, aber keine Zeile darunter.",
        }
        NotDivided { file: String, columns: usize } => {
            en: "{file}: {columns} columns are named, but no row has the separator.",
            de: "{file}: {columns} Spalten sind benannt, aber keine Zeile hat das Trennzeichen.",
        }
        TooManyColumns { file: String, place: RowPlace, columns: usize, most: usize } => {
            en: "{file}: {place} has {columns} columns; at most {most} are read.",
            de: "{file}: {place} hat {columns} Spalten; höchstens {most} werden gelesen.",
        }
        HeaderDoubled {
            file: String,
            place: RowPlace,
            first: usize,
            second: usize,
            header: String,
        } => {
            en: "{file}: {place}: columns {first} and {second} are both named '{header}'.",
            de: "{file}: {place}: Die Spalten {first} und {second} heißen beide „{header}“.",
        }
        WideSheetRow { file: String, place: RowPlace, fields: usize, columns: usize } => {
            en: "{file}: {place} has {fields} cells, and the table has {columns} columns.",
            de: "{file}: {place} hat {fields} Zellen, die Tabelle hat {columns} Spalten.",
        }
        WideNamedRow { file: String, place: RowPlace, fields: usize, columns: usize } => {
            en: {
                columns;
                1 => "{file}: {place} has {fields} fields, and one column is named.",
                _ => "{file}: {place} has {fields} fields, and {columns} columns are named.",
            },
            de: {
                columns;
                1 => "{file}: {place} hat {fields} Felder, und eine Spalte ist benannt.",
                _ => "{file}: {place} hat {fields} Felder, und {columns} Spalten sind benannt.",
            },
        }
        WideRow { file: String, place: RowPlace, fields: usize, columns: usize } => {
            en: "{file}: {place} has {fields} fields, and the header has {columns}.",
            de: "{file}: {place} hat {fields} Felder, die Kopfzeile hat {columns}.",
        }
        UndeclaredDay { file: String, place: RowPlace, text: String, column: String } => {
            en: "{file}: {place}: the order of day, month and year is not declared for the date \
                 '{text}' of column '{column}'.",
            de: "{file}: {place}: Für das Datum „{text}“ der Spalte „{column}“ ist die Reihenfolge \
                 von Tag, Monat und Jahr nicht festgelegt.",
        }

        // Files of numbers.
        EmptyLine { file: String, line: u64 } => {
            en: "{file}: line {line} is empty.",
            de: "{file}: Zeile {line} ist leer.",
        }
        LineNotANumber { file: String, line: u64, text: String } => {
            en: "{file}: line {line} holds '{text}', which is not a number.",
            de: "{file}: In Zeile {line} steht „{text}“. Das ist keine Zahl.",
        }
        TooManyNumbers { file: String, most: usize } => {
            en: "{file} has more than {most} numbers.",
            de: "{file} hat mehr als {most} Zahlen.",
        }
        NoNumbers { file: String } => {
            en: "{file} has no numbers.",
            de: "{file} enthält keine Zahlen.",
        }

        // Stored tables.
        StoredTable { problem: Text } => {
            en: "The stored table cannot be read: {problem}.",
            de: "Die gespeicherte Tabelle lässt sich nicht lesen ({problem}).",
        }
        TableNotEncoded { problem: Text } => {
            en: "The table cannot be stored: {problem}.",
            de: "Die Tabelle lässt sich nicht speichern ({problem}).",
        }
        ColumnOf4GiB => {
            en: "One column is larger than 4 GiB.",
            de: "Eine Spalte ist größer als 4 GiB.",
        }
    }
}
