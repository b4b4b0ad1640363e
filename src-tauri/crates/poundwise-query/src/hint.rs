//! Ways out of an error, in both languages.

use poundwise_documents::units::Decimal;
use poundwise_text::Encoding;
use poundwise_words::messages;

messages! {
    /// A way out of an error. Its text names no option of a command line.
    #[derive(PartialEq, Eq)]
    #[non_exhaustive]
    pub enum QueryHint {
        ImportAgainOrRestore => {
            en: "Import the file again, or restore the home from a backup.",
            de: "Importieren Sie die Datei noch einmal, oder stellen Sie die Mappe aus einer \
                 Sicherung wieder her.",
        }
        MissingMatchesNothing => {
            en: "Rows with a missing cell meet no condition.",
            de: "Zeilen mit fehlender Zelle erfüllen keine Bedingung.",
        }
        WritePlainNumber => {
            en: "Write the number with a point and without separators, such as 1250.5.",
            de: "Schreiben Sie die Zahl ohne Trennzeichen zwischen den Tausendern, etwa 1250,5.",
        }
        CompareTextForEquality => {
            en: "Compare text only with == (is) or != (is not).",
            de: "Vergleichen Sie Text nur mit == (ist) oder != (ist nicht).",
        }
        StatePublicRows => {
            en: "State the number of rows, or leave it out.",
            de: "Geben Sie die Zeilenzahl an, oder lassen Sie sie weg.",
        }
        StatePriceOrCeiling => {
            en: "State a price or a ceiling.",
            de: "Geben Sie einen Preis oder eine Obergrenze an.",
        }
        OrStateStep => {
            en: "Or state a step, such as 0.01. The result is a multiple of it. Choose it far \
                 below the accuracy that you sell.",
            de: "Oder geben Sie eine Schrittweite an, etwa 0,01. Die Antwort ist ein Vielfaches \
                 davon. Wählen Sie sie weit unter der Genauigkeit, die Sie verkaufen.",
        }
        StateStepOrWiderBounds => {
            en: "State a step, or choose wider bounds or a smaller unit.",
            de: "Geben Sie eine Schrittweite an, oder wählen Sie weitere Schranken oder eine \
                 kleinere Maßeinheit.",
        }
        ZeroProtectsNothing => {
            en: "A distance of 0 protects nothing.",
            de: "Ein Abstand von 0 schützt nichts.",
        }
        WriteLevel => {
            en: "A level is a decimal above 0 with at most six places, such as 0.5.",
            de: "Eine Stufe ist eine Dezimalzahl über 0 mit höchstens sechs Nachkommastellen, \
                 etwa 0,5.",
        }
        StateBins => {
            en: "State the bins, such as A,B,C, or for numbers the edges, such as 0,18,65. Or \
                 state the column's values in its schema when you import it.",
            de: "Geben Sie die Klassen an, etwa A, B und C, oder bei Zahlen die Klassengrenzen, \
                 etwa 0, 18 und 65. Oder geben Sie die Werte der Spalte beim Import an.",
        }
        BinsNotFromData => {
            en: "Bins are never read from the data: that would reveal what is in it.",
            de: "Klassen werden nie aus den Daten abgelesen: Das würde verraten, was darin \
                 steht.",
        }
        WriteBinsAsNumbers => {
            en: "Write each bin as a number, such as 1.5.",
            de: "Schreiben Sie jede Klasse als Zahl, etwa 1,5.",
        }
        StateTextBins => {
            en: "State the bins, such as A,B,C.",
            de: "Geben Sie die Klassen an, etwa A, B und C.",
        }
        WritePeriods => {
            en: "State periods: days (2026-11-28), weeks (2026-W48), months (2026-11) or years \
                 (2026), or a range of them (2026-01..2026-12).",
            de: "Geben Sie Zeiträume an: Tage (2026-11-28), Wochen (2026-W48), Monate (2026-11) \
                 oder Jahre (2026), oder einen Bereich (2026-01..2026-12).",
        }
        SeparatePeriods => {
            en: "State periods that have no day in common.",
            de: "Geben Sie Zeiträume an, die keinen Tag gemeinsam haben.",
        }
        WriteDay => {
            en: "Write a day as YYYY-MM-DD, such as 2026-11-28.",
            de: "Schreiben Sie einen Tag als JJJJ-MM-TT, etwa 2026-11-28.",
        }
        DeclareDayOrder => {
            en: "Declare the order of its dates in its type: date(dmy) if the day is first, \
                 date(mdy) if the month is first.",
            de: "Legen Sie die Reihenfolge im Typ der Spalte fest: date(dmy), wenn der Tag vorn \
                 steht, date(mdy), wenn der Monat vorn steht.",
        }
        WriteRisingEdges => {
            en: "Write edges as rising numbers, such as 0,18,65,120.",
            de: "Schreiben Sie die Klassengrenzen als steigende Zahlen, etwa 0, 18, 65 und 120.",
        }
        WriteEachEdgeOnce => {
            en: "Write each edge once, from the lowest to the highest.",
            de: "Nennen Sie jede Klassengrenze einmal, von der kleinsten bis zur größten.",
        }
        WriteCodebook => {
            en: "Write one value per line, such as 1 = never.",
            de: "Schreiben Sie einen Wert je Zeile, etwa 1 = nie.",
        }
        WidthAboveZero => {
            en: "Give a width above 0, such as 10.",
            de: "Geben Sie eine Breite über 0 an, etwa 10.",
        }
        GiveTwoEdges => {
            en: "Give at least two edges, such as 0,18.",
            de: "Geben Sie mindestens zwei Klassengrenzen an, etwa 0 und 18.",
        }
        MissingFallIntoOther => {
            en: "Missing cells count as 'other', a bin that always exists.",
            de: "Fehlende Zellen zählen zur Klasse „other“, die es immer gibt.",
        }
        StateEachBinOnce => {
            en: "State each bin once.",
            de: "Nennen Sie jede Klasse einmal.",
        }
        OneColumnIsHistogram => {
            en: "Name two or three columns. For one column, use a histogram.",
            de: "Nennen Sie zwei oder drei Spalten. Für eine Spalte wählen Sie ein Histogramm.",
        }
        NameEachColumnOnce => {
            en: "Name each column once.",
            de: "Nennen Sie jede Spalte einmal.",
        }
        FiguresNeedMoments => {
            en: "Means by group, correlations and regressions are computed from moments.",
            de: "Mittelwerte nach Gruppen, Korrelationen und Regressionen werden aus Momenten \
                 berechnet.",
        }
        VariablesAre { columns: String } => {
            en: "The variables are: {columns}.",
            de: "Die Variablen sind: {columns}.",
        }
        SquaresNeedRole => {
            en: "Correlations and regressions need a listing that also contains the square of this \
                 variable.",
            de: "Korrelationen und Regressionen brauchen ein Angebot, das auch das Quadrat dieser \
                 Variablen enthält.",
        }
        FactorsAreGroups => {
            en: "A factor is a column that the rows are grouped by.",
            de: "Ein Faktor ist eine Spalte, nach der die Zeilen gruppiert sind.",
        }
        GroupsAre { groups: String } => {
            en: "The groups are: {groups}.",
            de: "Die Gruppen sind: {groups}.",
        }
        MergeEachGroupOnce => {
            en: "Name each group once.",
            de: "Nennen Sie jede Gruppe einmal.",
        }
        NamePredictors => {
            en: "Name a predictor or a factor.",
            de: "Nennen Sie einen Prädiktor oder einen Faktor.",
        }
        LeaveOnePredictorOut => {
            en: "Leave one of these predictors out, or buy a higher level.",
            de: "Lassen Sie einen dieser Prädiktoren weg, oder kaufen Sie eine höhere Stufe.",
        }
        OneToSevenVariables => {
            en: "State one to seven variables.",
            de: "Geben Sie eine bis sieben Variablen an.",
        }
        AtMostThreeGroups => {
            en: "Group by fewer columns.",
            de: "Gruppieren Sie nach weniger Spalten.",
        }
        StateGroups => {
            en: "State the values of the groups, such as race:1,3,4. All other values are one \
                 more group.",
            de: "Geben Sie die Werte der Gruppen an, zum Beispiel race:1,3,4. Alle anderen Werte \
                 sind eine weitere Gruppe.",
        }
        NameTwoValues => {
            en: "Name two different values, such as sex=0,1.",
            de: "Nennen Sie zwei verschiedene Werte, zum Beispiel sex=0,1.",
        }
        FewerMoments => {
            en: "Each variable multiplies the number of values by two or three, and each group \
                 column by its number of groups: leave out a variable, or state fewer groups.",
            de: "Jede Variable verdoppelt oder verdreifacht die Zahl der Werte, und jede Spalte, \
                 nach der gruppiert wird, vervielfacht sie mit der Zahl ihrer Gruppen: Lassen Sie \
                 eine Variable weg, oder geben Sie weniger Gruppen an.",
        }
        FewerBins => {
            en: "A cross-tabulation has a cell for each combination of bins: state fewer or \
                 wider bins, or leave out a column.",
            de: "Eine Kreuztabelle hat eine Zelle für jede Kombination von Klassen: Geben Sie \
                 weniger oder breitere Klassen an, oder lassen Sie eine Spalte weg.",
        }
        SellAsSeveral => {
            en: "Sell them as several listings.",
            de: "Verkaufen Sie sie in mehreren Angeboten.",
        }
        RowsAreUnits => {
            en: "Without a person column every row is a unit of its own.",
            de: "Ohne eine Spalte, die die Schutzeinheit nennt, ist jede Zeile eine eigene \
                 Einheit.",
        }
        ChooseLargerStep => {
            en: "Choose a larger step. A step far below the noise adds no accuracy.",
            de: "Wählen Sie eine größere Schrittweite. Eine Schrittweite weit unter dem Rauschen \
                 macht nichts genauer.",
        }
        NarrowBoundsOrRows => {
            en: "Or choose narrower bounds, or fewer rows per person.",
            de: "Oder wählen Sie engere Schranken oder eine kleinere Höchstzahl der zählenden \
                 Zeilen.",
        }
        StateAllRows => {
            en: "If missing cells count as the middle, state the number of all rows of the \
                 dataset.",
            de: "Wenn fehlende Zellen als Mitte zählen, geben Sie die Zahl aller Zeilen des \
                 Datensatzes an.",
        }
        LeaveOutMissingAsMid => {
            en: "Or do not count missing cells as the middle: the count is then released with \
                 noise.",
            de: "Oder zählen Sie fehlende Zellen nicht als Mitte: Dann wird die Zeilenzahl \
                 verrauscht mit freigegeben.",
        }
        StateAgain => {
            en: "Write the question again for this dataset.",
            de: "Stellen Sie die Frage für diesen Datensatz neu.",
        }
        GiveNumbersFile => {
            en: "Give a text file with one number per line.",
            de: "Geben Sie eine Textdatei mit einer Zahl je Zeile an.",
        }
        WriteOneNumberALine => {
            en: "Write one number per line, with a point and without separators.",
            de: "Schreiben Sie eine Zahl je Zeile, mit einem Punkt vor den Dezimalstellen und \
                 ohne Trennzeichen zwischen den Tausendern.",
        }
        StateValuesByHand => {
            en: "State the values by hand, or leave them out.",
            de: "Geben Sie die Werte von Hand an, oder lassen Sie sie weg.",
        }
        GiveHeaderAndRow => {
            en: "A table needs a line of column names and at least one row below it.",
            de: "Eine Tabelle braucht eine Zeile mit Spaltennamen und mindestens eine Zeile \
                 darunter.",
        }
        GetFileAgain => {
            en: "The file may have been cut short: get it again.",
            de: "Vielleicht ist die Datei abgeschnitten: Holen Sie sie noch einmal.",
        }
        NameEveryColumn => {
            en: "Name every column of the file, in its order.",
            de: "Nennen Sie jede Spalte der Datei, in ihrer Reihenfolge.",
        }
        LeaveOutColumns => {
            en: "Leave out columns that you do not need.",
            de: "Lassen Sie Spalten weg, die Sie nicht brauchen.",
        }
        DeclareTrailing => {
            en: "If lines end with extra separators, declare trailing separators.",
            de: "Wenn Zeilen mit überzähligen Trennzeichen enden, geben Sie Trennzeichen am \
                 Zeilenende an.",
        }
        DeclareLines => {
            en: "If the header is not in the first line, or other lines are below the rows, \
                 declare the line of the header and the number of lines below.",
            de: "Wenn die Kopfzeile nicht in der ersten Zeile steht oder unter der Tabelle \
                 andere Zeilen stehen, geben Sie die Zeile der Kopfzeile und die Zahl der Zeilen \
                 darunter an.",
        }
        DeclareIgnored => {
            en: "You can leave out columns that you do not need.",
            de: "Spalten, die Sie nicht brauchen, können Sie weglassen.",
        }
        RenameColumn => {
            en: "Rename one of the columns.",
            de: "Benennen Sie eine der Spalten um.",
        }
        ImportWithoutHeader => {
            en: "If these are not column names but data, import the file without a header and \
                 name the columns.",
            de: "Wenn das keine Spaltennamen sind, sondern Daten, importieren Sie die Datei ohne \
                 Kopfzeile, und benennen Sie die Spalten.",
        }
        QuoteField => {
            en: "Put double quotes around a field that contains the separator.",
            de: "Setzen Sie ein Feld, das das Trennzeichen enthält, in doppelte \
                 Anführungszeichen.",
        }
        DeclareNoQuotes => {
            en: "If quotes are characters like any other in this file, declare it as a file \
                 without quotes.",
            de: "Wenn Anführungszeichen in dieser Datei Zeichen wie alle anderen sind, geben Sie \
                 das an.",
        }
        DeclareSeparator => {
            en: "If another character is between the cells, declare it: comma, semicolon, tab \
                 or bar. It is never guessed from the rows.",
            de: "Wenn ein anderes Zeichen zwischen den Zellen steht, geben Sie es an: Komma, \
                 Semikolon, Tabulator oder senkrechter Strich. Es wird nie aus den Zeilen erraten.",
        }
        SaveAsFile => {
            en: "Save its content as a file first, and give the path of that file.",
            de: "Speichern Sie den Inhalt zuerst als Datei, und geben Sie deren Pfad an.",
        }
        GiveTablePath => {
            en: "Give the path of a CSV file, a Parquet file or a workbook, or of a folder that \
                 has Parquet files.",
            de: "Geben Sie den Pfad einer CSV-Datei, einer Parquet-Datei oder einer Arbeitsmappe \
                 an, oder den eines Ordners mit Parquet-Dateien.",
        }
        WriteWithoutPartitions => {
            en: "Write the table as one Parquet file, or as one folder of Parquet files with \
                 every column in each file.",
            de: "Schreiben Sie die Tabelle als eine Parquet-Datei oder als einen Ordner von \
                 Parquet-Dateien mit allen Spalten.",
        }
        SaveAsTable => {
            en: "Save it as CSV or Parquet.",
            de: "Speichern Sie die Tabelle als CSV oder Parquet.",
        }
        Unpack => {
            en: "Unpack it, and import the file that was in it.",
            de: "Entpacken Sie sie, und importieren Sie die Datei darin.",
        }
        RemovePassword => {
            en: "Save it without a password.",
            de: "Speichern Sie sie ohne Passwort.",
        }
        SaveAsXlsx => {
            en: "Save it again as CSV or as a newer workbook (xlsx).",
            de: "Speichern Sie sie als CSV oder als neuere Arbeitsmappe (xlsx).",
        }
        WriteSameColumns => {
            en: "Write all files of the folder with the same columns.",
            de: "Schreiben Sie alle Dateien des Ordners mit denselben Spalten.",
        }
        LeaveOutDeclaration => {
            en: "Leave this declaration out.",
            de: "Lassen Sie diese Angabe weg.",
        }
        ChooseSheet { sheets: List } => {
            en: "Choose one of its sheets: {sheets}.",
            de: "Wählen Sie eines ihrer Blätter: {sheets}.",
        }
        WritePlainColumn => {
            en: "Or write it as a column of single values.",
            de: "Oder schreiben Sie sie als Spalte aus einzelnen Werten.",
        }
        NameSheetColumns => {
            en: "Give each column of the sheet a name, or delete the cells beside the table.",
            de: "Geben Sie jeder Spalte des Blatts einen Namen, oder löschen Sie die Zellen \
                 neben der Tabelle.",
        }
        ExportAsCsv => {
            en: "Export it again as CSV.",
            de: "Exportieren Sie sie noch einmal als CSV.",
        }
        SaveAsUtf8 => {
            en: "Save it again with the encoding UTF-8.",
            de: "Speichern Sie sie noch einmal in der Zeichenkodierung UTF-8.",
        }
        DeclareEncoding { proposed: Encoding } => {
            en: "Its bytes suggest the encoding {proposed}: declare it.",
            de: "Ihre Bytes sehen nach der Zeichenkodierung {proposed} aus: Geben Sie diese an.",
        }
        DeclareOtherEncoding => {
            en: "If the file is in another encoding, declare that one.",
            de: "Wenn die Datei eine andere Zeichenkodierung hat, geben Sie diese an.",
        }
        DoubleQuotesInside => {
            en: "A quote may be missing: a quote inside a quoted field is written twice.",
            de: "Vielleicht fehlt ein Anführungszeichen: Innerhalb eines Felds in \
                 Anführungszeichen wird ein solches verdoppelt.",
        }
        ImportWhenUnchanged => {
            en: "Nothing was stored. Import it when no program writes to it any more.",
            de: "Es wurde nichts gespeichert. Importieren Sie sie, wenn kein Programm mehr \
                 hineinschreibt.",
        }
        SplitFile => {
            en: "Split the file, or leave out columns that you do not need.",
            de: "Teilen Sie die Datei, oder lassen Sie Spalten weg, die Sie nicht brauchen.",
        }
        ExportSpreadsheet => {
            en: "If it is no text, export it as CSV or Parquet.",
            de: "Wenn sie kein Text ist, exportieren Sie sie als CSV oder Parquet.",
        }
        ChooseLargerUnit => {
            en: "Choose a larger unit.",
            de: "Wählen Sie eine größere Maßeinheit.",
        }
        TypeWasDeclared => {
            en: "Its type was declared at import. To change it, import the file again.",
            de: "Der Typ der Spalte wurde beim Import festgelegt. Um ihn zu ändern, importieren \
                 Sie die Datei noch einmal.",
        }
        CountTexts => {
            en: "A column of texts can be counted: use count or histogram.",
            de: "Texte lassen sich zählen: Wählen Sie Anzahl oder Histogramm.",
        }
        CountDates => {
            en: "A column of dates can be counted: use count or histogram.",
            de: "Datumsangaben lassen sich zählen: Wählen Sie Anzahl oder Histogramm.",
        }
        MissingAsMidIsFor => {
            en: "Missing cells can count as the middle only in a mean of all rows. The number of \
                 rows must be public, each row must be a unit of its own, and the adjacency must \
                 be replacement.",
            de: "Fehlende Zellen können nur beim Mittelwert aller Zeilen als Mitte zählen. Die \
                 Zeilenzahl muss öffentlich sein, jede Zeile muss eine eigene Einheit sein, und \
                 die Nachbarschaft muss Ersetzen sein.",
        }
        BlocksNeedEdges => {
            en: "State edges of the bins, or no blocks.",
            de: "Geben Sie Klassengrenzen an, oder verzichten Sie auf Blöcke.",
        }
        BlockLevels { highest: u64 } => {
            en: "State each level once: a number q from 1 to {highest}, for blocks of 2^q bins.",
            de: "Nennen Sie jede Ebene einmal: eine Zahl q von 1 bis {highest} für Blöcke aus 2^q \
                 Klassen.",
        }
        WriteBlocks => {
            en: "Write auto, none, or levels such as 3,7 for blocks of 2^3 and 2^7 bins.",
            de: "Schreiben Sie auto, none oder Ebenen wie 3,7 für Blöcke aus 2^3 und 2^7 Klassen.",
        }
        FewerBinsOrNoBlocks => {
            en: "Use wider bins, or no blocks.",
            de: "Wählen Sie breitere Klassen, oder verzichten Sie auf Blöcke.",
        }
        RangesNeedEdges => {
            en: "Ranges and quantiles are computed from a histogram or a cross-tabulation of numbers \
                 between edges.",
            de: "Bereiche und Quantile werden aus einem Histogramm oder einer Kreuztabelle von \
                 Zahlen mit Klassengrenzen berechnet.",
        }
        LowerEdgeFirst => {
            en: "State the lower edge first.",
            de: "Nennen Sie zuerst die untere Klassengrenze.",
        }
        StateEdges => {
            en: "State two edges of the histogram.",
            de: "Nennen Sie zwei Klassengrenzen des Histogramms.",
        }
        NextEdges { below: Decimal, above: Decimal } => {
            en: "The edges next to it are {below} and {above}.",
            de: "Die nächsten Klassengrenzen sind {below} und {above}.",
        }
        QuantileBetween => {
            en: "State a share of the rows, such as 0.5 for the median.",
            de: "Nennen Sie einen Anteil der Zeilen, etwa 0,5 für den Median.",
        }
        BoundsOnTheStep => {
            en: "Own numbers are never rounded: state bounds that are multiples of the step.",
            de: "Eigene Zahlen werden nie gerundet: Wählen Sie Schranken, die Vielfache der \
                 Schrittweite sind.",
        }
        LargerStepOrNarrowerBounds => {
            en: "Choose a larger step or narrower bounds.",
            de: "Wählen Sie eine größere Schrittweite oder engere Schranken.",
        }
        RoundToStep => {
            en: "Round your numbers to the step first, or choose a step that divides them all.",
            de: "Runden Sie Ihre Zahlen zuerst auf die Schrittweite, oder wählen Sie eine \
                 Schrittweite, die alle teilt.",
        }
        RoundingIsNotProtected => {
            en: "Rounding them here could move them further than the protected distance.",
            de: "Würden sie hier gerundet, könnten sie sich um mehr als den zu schützenden Abstand \
                 ändern.",
        }
        HigherLevelOrStep => {
            en: "Choose a higher ε or a larger step.",
            de: "Wählen Sie ein höheres ε oder eine größere Schrittweite.",
        }
        CollectAgain => {
            en: "Collect the response again.",
            de: "Holen Sie die Antwort noch einmal ab.",
        }
        SplitTable => {
            en: "Split the table, or leave the column out.",
            de: "Teilen Sie die Tabelle, oder lassen Sie die Spalte weg.",
        }
        ImportAgain => {
            en: "Import the file again.",
            de: "Importieren Sie die Datei noch einmal.",
        }
        WriteColumnTypes => {
            en: "Write the columns as NAME:TYPE with commas between them, such as \
                 age:number,\"name, in full\":text.",
            de: "Schreiben Sie die Spalten als NAME:TYP mit Kommas dazwischen, etwa \
                 age:number,\"name, in full\":text.",
        }
        RowsPerPerson { most: u64 } => {
            en: "Rows per person must be a whole number from 1 to {most}.",
            de: "Die Höchstzahl der zählenden Zeilen muss eine ganze Zahl sein: von 1 bis {most}.",
        }
        VectorLength { most: usize } => {
            en: "A vector has at most {most} numbers.",
            de: "Ein Vektor hat höchstens {most} Zahlen.",
        }
        LowerBoundFirst => {
            en: "The lower bound must be below the upper one.",
            de: "Die untere Schranke muss unter der oberen liegen.",
        }
        SwapBounds { low: Decimal, high: Decimal } => {
            en: "Did you mean {low} to {high}?",
            de: "Meinten Sie {low} bis {high}?",
        }
        FileColumns { columns: List } => {
            en: "The file's columns are: {columns}.",
            de: "Die Spalten der Datei sind: {columns}.",
        }
        Columns { columns: List } => {
            en: "The columns are: {columns}.",
            de: "Die Spalten sind: {columns}.",
        }
        WriteSchemaFile { example: &'static str } => {
            en: "A schema is a JSON file such as {example}.",
            de: "Ein Schema ist eine JSON-Datei wie {example}.",
        }
    }
}

/// Names, of which some may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// The names given.
    pub names: Vec<String>,
    /// Number of further ones.
    pub more: usize,
}

impl List {
    /// Returns a list of at most `limit` of the names.
    pub(crate) fn of<'a>(names: impl IntoIterator<Item = &'a str>, limit: usize) -> Self {
        let mut names = names.into_iter().map(str::to_owned);
        Self {
            names: names.by_ref().take(limit).collect(),
            more: names.count(),
        }
    }
}

poundwise_words::in_english!(List);
