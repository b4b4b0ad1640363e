use ::parquet::errors::ParquetError;
use poundwise_words::{Text, messages};

messages! {
    /// The reason why a file or a stored table cannot be read. "It" is the file or the table, or
    /// the column of a file.
    pub(crate) enum FileFlaw {
        // Parquet files.
        TooShort => {
            en: "it is too short",
            de: "sie ist zu kurz",
        }
        EndMissing => {
            en: "its end is missing",
            de: "ihr Ende fehlt",
        }
        FooterBeyondFile => {
            en: "its footer is longer than the file",
            de: "ihr Fußteil ist länger als die Datei",
        }
        FooterTooLong => {
            en: "its footer is longer than 32 MiB",
            de: "ihr Fußteil ist länger als 32 MiB",
        }
        FooterDamaged => {
            en: "its footer is damaged",
            de: "ihr Fußteil ist beschädigt",
        }
        NegativeRows => {
            en: "it has a negative number of rows",
            de: "ihre Zeilenzahl ist negativ",
        }
        RowGroupDamaged => {
            en: "a row group is damaged",
            de: "eine Zeilengruppe ist beschädigt",
        }
        ColumnTooLong => {
            en: "a column has too many rows",
            de: "eine Spalte hat zu viele Zeilen",
        }
        ColumnCut => {
            en: "a column is cut short",
            de: "eine Spalte bricht ab",
        }
        PageDamaged => {
            en: "a page is damaged",
            de: "eine Seite ist beschädigt",
        }
        PageCut => {
            en: "a page is cut short",
            de: "eine Seite bricht ab",
        }
        PagesTooLarge => {
            en: "its pages take more than 8 GiB at once",
            de: "ihre Seiten brauchen zugleich mehr als 8 GiB",
        }
        PageBeyondColumn => {
            en: "a page is longer than its column",
            de: "eine Seite ist länger als ihre Spalte",
        }
        PageTooLarge => {
            en: "a page is larger than 256 MiB",
            de: "eine Seite ist größer als 256 MiB",
        }
        DictionaryTooSmall => {
            en: "a dictionary is too small for its values",
            de: "ein Wörterbuch ist zu klein für seine Werte",
        }
        PageHeaderDamaged => {
            en: "the header of a page is damaged",
            de: "der Kopf einer Seite ist beschädigt",
        }
        PageBeyondHeader => {
            en: "a page is longer than its header says",
            de: "eine Seite ist länger, als ihr Kopf angibt",
        }
        UnstatedEncoding => {
            en: "a page has an encoding that its column does not state",
            de: "eine Seite hat eine Kodierung, die ihre Spalte nicht nennt",
        }

        // Columns of Parquet files without plain values.
        List => {
            en: "it is a list",
            de: "sie ist eine Liste",
        }
        Map => {
            en: "it is a map",
            de: "sie ist eine Zuordnung",
        }
        SeveralColumns => {
            en: "it is a column of several columns",
            de: "sie besteht aus mehreren Spalten",
        }
        ShortFloats => {
            en: "it is a column of floats of 16 bits",
            de: "sie enthält Gleitkommazahlen von 16 Bit",
        }
        Bson => {
            en: "it is a column of BSON documents",
            de: "sie enthält BSON-Dokumente",
        }
        Places => {
            en: "it is a column of places",
            de: "sie enthält Orte",
        }
        UnknownType => {
            en: "it is a column of a type that is not known",
            de: "ihr Typ ist nicht bekannt",
        }
        Intervals => {
            en: "it is a column of intervals",
            de: "sie enthält Zeitspannen",
        }
        LongDecimals => {
            en: "it is a column of numbers of more than 76 digits",
            de: "sie enthält Zahlen mit mehr als 76 Stellen",
        }
        NeitherTextNorNumber { row: u64 } => {
            en: "the value in row {row} is neither a text in UTF-8 nor a number",
            de: "der Wert in Zeile {row} ist weder ein Text in UTF-8 noch eine Zahl",
        }

        // Workbooks.
        DirectoryDamaged => {
            en: "its directory is damaged",
            de: "ihr Verzeichnis ist beschädigt",
        }
        DirectoryUnreadable { why: String } => {
            en: "its directory is damaged: {why}",
            de: "ihr Verzeichnis ist beschädigt: {why}",
        }
        NoWorkbook => {
            en: "it has no workbook",
            de: "sie enthält keine Arbeitsmappe",
        }
        WorkbookDamaged { why: String } => {
            en: "its workbook is damaged: {why}",
            de: "ihre Arbeitsmappe ist beschädigt: {why}",
        }
        PartDamaged => {
            en: "a part is damaged",
            de: "ein Teil ist beschädigt",
        }
        ArchiveUnreadable { why: String } => {
            en: "its archive cannot be read: {why}",
            de: "ihr Archiv lässt sich nicht lesen: {why}",
        }
        PartUnreadable { part: String, why: String } => {
            en: "its part '{part}' cannot be unpacked: {why}",
            de: "ihr Teil „{part}“ lässt sich nicht entpacken: {why}",
        }
        PartsTooLarge { part: String, mebibytes: u64 } => {
            en: "its parts up to '{part}' are larger than {mebibytes} MiB when they are \
                 unpacked",
            de: "ihre Teile bis „{part}“ sind entpackt größer als {mebibytes} MiB",
        }
        PartLacksTexts { part: String } => {
            en: "its part '{part}' has fewer texts than it states",
            de: "ihr Teil „{part}“ hat weniger Texte, als er angibt",
        }
        ChosenSheetMissing => {
            en: "its sheet is missing",
            de: "ihr Blatt fehlt",
        }
        SheetMissing => {
            en: "a sheet is missing",
            de: "ein Blatt fehlt",
        }
        CellsBeyondSheet => {
            en: "a sheet has cells where no sheet has any",
            de: "ein Blatt hat Zellen, wo kein Blatt welche hat",
        }
        TooManyCells { most: u64 } => {
            en: "its sheets have room for more than {most} cells",
            de: "ihre Blätter haben Platz für mehr als {most} Zellen",
        }
        CellDamaged => {
            en: "a cell is damaged",
            de: "eine Zelle ist beschädigt",
        }
        CellOutside => {
            en: "a cell is outside of every sheet",
            de: "eine Zelle liegt außerhalb jedes Blatts",
        }
        CellsNotInOrder => {
            en: "its cells are not in order",
            de: "ihre Zellen stehen nicht in der richtigen Reihenfolge",
        }
        TooManyRows => {
            en: "it has too many rows",
            de: "sie hat zu viele Zeilen",
        }
        LongRow => {
            en: "a row has too many cells",
            de: "eine Zeile hat zu viele Zellen",
        }
        LargeCell { row: u64 } => {
            en: "a cell of row {row} is too large",
            de: "eine Zelle der Zeile {row} ist zu groß",
        }
        NoRepetitions { number: String } => {
            en: "'{number}' is no number of repetitions",
            de: "„{number}“ ist keine Anzahl von Wiederholungen",
        }
        UnknownEntity => {
            en: "it names an entity that it does not state",
            de: "sie nennt eine Entität, die sie nicht angibt",
        }
        CutShort => {
            en: "it is cut short",
            de: "sie bricht ab",
        }

        // Stored tables.
        NoColumnTypes => {
            en: "it does not say its column types",
            de: "sie nennt die Typen ihrer Spalten nicht",
        }
        OtherColumnTypes => {
            en: "its column types do not match its columns",
            de: "die Typen passen nicht zu ihren Spalten",
        }
        TooManyDecimals => {
            en: "a column has too many decimals",
            de: "eine Spalte hat zu viele Nachkommastellen",
        }
        OtherType => {
            en: "a column is not of the type it is said to have",
            de: "eine Spalte hat nicht den angegebenen Typ",
        }
        Damaged => {
            en: "it is damaged",
            de: "sie ist beschädigt",
        }
        NoDate => {
            en: "a date column holds a number that is not a date",
            de: "eine Datumsspalte enthält eine Zahl, die kein Datum ist",
        }
        NoNumber => {
            en: "a number column holds a text that is not a number",
            de: "eine Zahlenspalte enthält einen Text, der keine Zahl ist",
        }
        UnequalColumns => {
            en: "it has columns of different lengths",
            de: "ihre Spalten sind verschieden lang",
        }
        NoColumn => {
            en: "it has no column",
            de: "sie hat keine Spalte",
        }
        TwoOfOneName => {
            en: "it has two columns of one name",
            de: "zwei ihrer Spalten haben denselben Namen",
        }
        OtherForms => {
            en: "it has columns of different forms",
            de: "ihre Spalten haben verschiedene Formen",
        }
        ColumnsUnread => {
            en: "it has columns that were not read",
            de: "einige ihrer Spalten wurden nicht gelesen",
        }
        OtherRows => {
            en: "its rows are not those that it states",
            de: "ihre Zeilen sind nicht die, die sie angibt",
        }
    }
}

/// So that the Parquet reader and I/O errors can carry it.
impl std::error::Error for FileFlaw {}

impl FileFlaw {
    /// Returns the flaw that the Parquet reader found, or that was found for it.
    pub(crate) fn in_parquet(problem: &ParquetError) -> Text {
        match problem {
            ParquetError::External(source) => match source.downcast_ref::<Self>() {
                Some(flaw) => flaw.clone().into(),
                None => Text::verbatim(source),
            },
            problem => Text::verbatim(problem),
        }
    }
}
