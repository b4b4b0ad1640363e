use poundwise_words::messages;

messages! {
    /// Texts about datasets.
    pub(crate) enum DatasetText {
        ImportIt { options: String } => {
            en: "Nothing is stored. Import it: poundwise dataset import FILE {options}",
            de: "Nichts ist gespeichert. Importieren Sie die Datei: poundwise dataset import FILE \
                 {options}",
        }
        RemovingErases { name: String } => {
            en: "Removing {name} erases its table and the numbers of its listings from this home, \
                 for good. What was sold of it stays in its population's loss.",
            de: "Das Entfernen von {name} löscht die Tabelle und die Zahlen ihrer Angebote \
                 endgültig aus dieser Mappe. Was davon verkauft ist, bleibt im Verlust der \
                 Population.",
        }
        Sealing { dataset: String } => {
            en: "Sealing {dataset}",
            de: "Versiegeln von {dataset}",
        }
        AttackerHas { loss: String } => {
            en: "{loss}: responses at the tops, and what was sold of the rest",
            de: "{loss}: die Antworten am Ende der Rauschpfade, und was vom Rest verkauft ist",
        }
        TablesThatStay { tables: String } => {
            en: "the tables that stay: {tables}",
            de: "die Tabellen, die bleiben: {tables}",
        }
        ShortRows { rows: u64 } => {
            en: "{rows}, whose last cells are missing",
            de: "{rows}, deren letzte Zellen fehlen",
        }
        ShortRowsFrom { rows: u64, line: u64 } => {
            en: "{rows}, the first at line {line}: the cells at their end are missing",
            de: "{rows}, die erste in Zeile {line}: Die Zellen an ihrem Ende fehlen",
        }
        RowsOverLines { rows: u64, line: u64 } => {
            en: {
                rows;
                1 => "inside the cells of 1 row, the first at line {line}",
                _ => "inside the cells of {rows} rows, the first at line {line}",
            },
            de: {
                rows;
                1 => "in Zellen von 1 Zeile, die erste in Zeile {line}",
                _ => "in Zellen von {rows} Zeilen, die erste in Zeile {line}",
            },
        }
        AtMostCount { rows: u64 } => {
            en: { rows; 1 => "at most 1 counts", _ => "at most {rows} count" },
            de: { rows; 1 => "höchstens 1 zählt", _ => "höchstens {rows} zählen" },
        }
        NeverCount { rows: u64 } => {
            en: "{rows}, which never count",
            de: "{rows}, die nie zählen",
        }
        OneSheetOf { sheet: String, sheets: usize, names: String } => {
            en: "{sheet}, one of {sheets}: {names}",
            de: "{sheet}, eines von {sheets}: {names}",
        }
    }
}

messages! {
    /// Texts about the cells of a table's file.
    pub(crate) enum CellText {
        ReadIn { encoding: String, line: u64, text: String } => {
            en: "Read in {encoding}, the row at line {line}: '{text}'",
            de: "In {encoding} gelesen, die Zeile {line}: „{text}“",
        }
        LooksLikeIds { column: String, rows: u64 } => {
            en: "{column} looks like ids, and one of them is in {rows} rows. If it names the \
                 person, state it with --person-column.",
            de: "{column} sieht nach Kennungen aus, und eine davon ist in {rows} Zeilen. Wenn die \
                 Spalte die Schutzeinheit nennt, geben Sie das mit --person-column an.",
        }
        NoNameInHeader { column: String, ignored: String } => {
            en: "{column} has no name in the header. If it is not needed, leave it out with \
                 --ignore {ignored}",
            de: "{column} hat keinen Namen in der Kopfzeile. Wenn die Spalte nicht gebraucht \
                 wird, lassen Sie sie mit --ignore {ignored} weg",
        }
        DoesNotFit { why: String } => {
            en: "This does not fit: {why}",
            de: "Das passt nicht: {why}",
        }
        NoColumnOrType { typed: String } => {
            en: "There is no column or type '{typed}'.",
            de: "Es gibt keine Spalte und keinen Typ „{typed}“.",
        }
        SuggestsAnother { text: String } => {
            en: "{text}; the file suggests another",
            de: "{text}; die Datei legt anderes nahe",
        }
        InColumn { column: String, remark: String } => {
            en: "In {column}, {remark}",
            de: "In {column}: {remark}",
        }
        RowAtLine { line: u64 } => {
            en: "the row at line {line}",
            de: "Zeile {line} der Datei",
        }
        Row { row: u64 } => {
            en: "row {row}",
            de: "Zeile {row}",
        }
        NotADate { row: String, text: String } => {
            en: "{row}: '{text}' is not a date.",
            de: "{row}: „{text}“ ist kein Datum.",
        }
        NotANumber { row: String, text: String } => {
            en: "{row}: '{text}' is not a number.",
            de: "{row}: „{text}“ ist keine Zahl.",
        }
        NotANumberWay { row: String, text: String, way: CellWay } => {
            en: "{row}: '{text}' is not a number{way}.",
            de: "{row}: „{text}“ ist keine Zahl{way}.",
        }
        WithComma { cells: u64 } => {
            en: {
                cells;
                1 => "1 cell is a number with a comma, and not read as such. If the comma is \
                      before the decimals, use --decimal comma. If it is between thousands, use \
                      --decimal point.",
                _ => "{cells} cells are numbers with a comma, and not read as such. If the comma \
                      is before the decimals, use --decimal comma. If it is between thousands, use \
                      --decimal point.",
            },
            de: {
                cells;
                1 => "1 Zelle ist eine Zahl mit Komma und wird nicht als Zahl gelesen. Steht das \
                      Komma vor den Nachkommastellen, geben Sie --decimal comma an; steht es \
                      zwischen Tausendern, --decimal point.",
                _ => "{cells} Zellen sind Zahlen mit Komma und werden nicht als Zahlen gelesen. \
                      Steht das Komma vor den Nachkommastellen, geben Sie --decimal comma an; \
                      steht es zwischen Tausendern, --decimal point.",
            },
        }
        WithPoint { cells: u64 } => {
            en: {
                cells;
                1 => "1 number has points between thousands: 1.234 is read as 1234. If the point \
                      is before the decimals, use --decimal point.",
                _ => "{cells} numbers have points between thousands: 1.234 is read as 1234. If the \
                      point is before the decimals, use --decimal point.",
            },
            de: {
                cells;
                1 => "1 Zahl hat Punkte zwischen Tausendern: 1.234 wird als 1234 gelesen. Steht \
                      der Punkt vor den Nachkommastellen, geben Sie --decimal point an.",
                _ => "{cells} Zahlen haben Punkte zwischen Tausendern: 1.234 wird als 1234 \
                      gelesen. Steht der Punkt vor den Nachkommastellen, geben Sie --decimal \
                      point an.",
            },
        }
        Rewritten { cells: u64 } => {
            en: {
                cells;
                1 => "1 cell is compared in another form than written: without invisible \
                      characters, and with one form of each letter.",
                _ => "{cells} cells are compared in another form than written: without invisible \
                      characters, and with one form of each letter.",
            },
            de: {
                cells;
                1 => "1 Zelle wird anders verglichen als geschrieben: ohne unsichtbare Zeichen \
                      und mit einer Form jedes Buchstabens.",
                _ => "{cells} Zellen werden anders verglichen als geschrieben: ohne unsichtbare \
                      Zeichen und mit einer Form jedes Buchstabens.",
            },
        }
        PercentRead { cells: u64 } => {
            en: {
                cells;
                1 => "1 number has a percent sign: 12 % is read as 12.",
                _ => "{cells} numbers have a percent sign: 12 % is read as 12.",
            },
            de: {
                cells;
                1 => "1 Zahl hat ein Prozentzeichen: 12 % wird als 12 gelesen.",
                _ => "{cells} Zahlen haben ein Prozentzeichen: 12 % wird als 12 gelesen.",
            },
        }
        PercentMissing { cells: u64 } => {
            en: {
                cells;
                1 => "1 number has a percent sign and counts as missing. With --percent, 12 % is \
                      read as 12.",
                _ => "{cells} numbers have a percent sign and count as missing. With --percent, 12 \
                      % is read as 12.",
            },
            de: {
                cells;
                1 => "1 Zahl hat ein Prozentzeichen und gilt als fehlend. Mit --percent wird 12 % \
                      als 12 gelesen.",
                _ => "{cells} Zahlen haben ein Prozentzeichen und gelten als fehlend. Mit \
                      --percent wird 12 % als 12 gelesen.",
            },
        }
    }
}

messages! {
    /// The reason why a cell is not a number, at the end of a sentence.
    pub(crate) enum CellWay {
        ThisDecimalSign => {
            en: "\x20with this decimal separator",
            de: "\x20mit diesem Dezimaltrennzeichen",
        }
        WithoutOption { option: String } => {
            en: "\x20without {option}",
            de: "\x20ohne {option}",
        }
        TooManyDigits => {
            en: ": it has more than 37 digits",
            de: ": Sie hat mehr als 37 Stellen",
        }
    }
}

messages! {
    /// Texts about the form of a table's file.
    pub(crate) enum FormText {
        LinesAbove { number: usize, shown: String } => {
            en: "{number} that are above the table: {shown}",
            de: "{number}, die über der Tabelle sind: {shown}",
        }
        LinesBelow { number: usize, shown: String } => {
            en: "{number} that are below the table: {shown}",
            de: "{number}, die unter der Tabelle sind: {shown}",
        }
        FirstHasNames { rows: u64 } => {
            en: "{rows}; the first has the names, the others are skipped",
            de: "{rows}; die erste hat die Namen, die anderen werden übersprungen",
        }
        LeftOut { marks: String } => {
            en: "left out: {marks}",
            de: "ausgelassen: {marks}",
        }
        Sheet { sheet: String } => {
            en: "sheet {sheet}",
            de: "Blatt {sheet}",
        }
        FromLine { line: u64 } => {
            en: "from line {line}",
            de: "ab Zeile {line}",
        }
        HeaderRows { rows: u64 } => {
            en: "{rows} header rows",
            de: "{rows} Kopfzeilen",
        }
        WithoutLastLines { lines: u64 } => {
            en: "without the last {lines} lines",
            de: "ohne die letzten {lines} Zeilen",
        }
        Without { columns: String } => {
            en: "without {columns}",
            de: "ohne {columns}",
        }
        SuggestOther { sign: String } => {
            en: "{sign}; the cells suggest the other one",
            de: "{sign}; die Zellen legen das andere nahe",
        }
    }
}

#[cfg(test)]
impl poundwise_words::catalogue::MessageSample for CellWay {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self::TooManyDigits]
    }
}
