use std::fmt;
use std::path::PathBuf;

use poundwise_documents::kinds::Adjacency;
use poundwise_query::{Grouping, TableFileKind, UnreadReason};
use poundwise_words::{Language, Localize, Text, catalogue::MessageSample, messages, words_of};

use super::TextList;

messages! {
    /// Messages and hints about datasets and their import.
    pub(crate) enum DataMessage {
        // Datasets.
        NoSuchDataset { dataset: String } => {
            en: "There is no dataset '{dataset}' in this home.",
            de: "In dieser Mappe gibt es keinen Datensatz „{dataset}“.",
        }
        SeeDatasets => {
            en: "See the datasets.",
            de: "Sehen Sie sich die Datensätze an.",
        }
        ImportDataset => {
            en: "Or import one.",
            de: "Oder importieren Sie einen.",
        }
        DatasetListed { dataset: String, listing: String } => {
            en: "The dataset '{dataset}' has an open listing, “{listing}”.",
            de: "Der Datensatz „{dataset}“ hat ein offenes Angebot: „{listing}“.",
        }
        WithdrawListings => {
            en: "Withdraw its listings first. The loss of past sales stays with its population.",
            de: "Ziehen Sie zuerst seine Angebote zurück. Der Verlust aus früheren Verkäufen \
                 bleibt in seiner Population.",
        }
        ErasureUnfinished { why: Text } => {
            en: "Erased data could not be overwritten on the disk yet. Everything else is done. \
                 {why}",
            de: "Gelöschte Daten ließen sich auf dem Datenträger noch nicht überschreiben. Alles \
                 andere ist erledigt. {why}",
        }
        MakeRoom => {
            en: "Overwriting needs as much free space on the home's disk as the database takes. \
                 Make room, and open the home again.",
            de: "Das Überschreiben braucht auf dem Datenträger der Mappe so viel freien Platz, \
                 wie die Datenbank belegt. Schaffen Sie Platz, und öffnen Sie die Mappe noch \
                 einmal.",
        }
        WaitForExport => {
            en: "Overwriting is not possible during the export of a ledger. Wait until the export \
                 has finished, and open the home again.",
            de: "Während des Exports eines Hauptbuchs ist das Überschreiben nicht möglich. Warten \
                 Sie, bis der Export fertig ist, und öffnen Sie die Mappe noch einmal.",
        }
        OtherTable { dataset: String } => {
            en: "the table of '{dataset}' is not the one that was imported",
            de: "Die Tabelle von „{dataset}“ ist nicht die importierte",
        }

        // The population of an import.
        PopulationMissing => {
            en: "The population and its cap are missing.",
            de: "Die Population und ihre Grenze fehlen.",
        }
        NamePopulation { populations: TextList } => {
            en: "If its people are already in a population of this home ({populations}), name that \
                 population.",
            de: "Sind die Menschen schon in einer Population dieser Mappe ({populations}), nennen \
                 Sie diese Population.",
        }
        OtherwiseStateCap => {
            en: "Otherwise state the highest loss that all sales together may reach.",
            de: "Geben Sie sonst an, welchen Verlust alle Verkäufe zusammen höchstens erreichen \
                 dürfen.",
        }
        AlsoNewPeople => {
            en: "Also state that they are new people.",
            de: "Geben Sie dann auch an, dass es neue Menschen sind.",
        }
        CarriedLossStated { population: String } => {
            en: "The carried loss of the population '{population}' was stated when it was created.",
            de: "Der mitgebrachte Verlust der Population „{population}“ wurde angegeben, als sie \
                 angelegt wurde.",
        }
        LeaveOutCarriedLoss => {
            en: "Leave the carried loss out.",
            de: "Lassen Sie den mitgebrachten Verlust weg.",
        }
        OtherAdjacency { population: String, is: Adjacency, stated: Adjacency } => {
            en: "The population '{population}' has the adjacency {is}, not {stated}.",
            de: "Die Population „{population}“ hat die Nachbarschaft {is}, nicht {stated}.",
        }
        OtherUnit { population: String, is: String, stated: String } => {
            en: "The population '{population}' has the privacy unit {is}, not {stated}.",
            de: "Die Population „{population}“ hat die Schutzeinheit „{is}“, nicht „{stated}“.",
        }
        LeaveOutUnit => {
            en: "All tables of a population have the same privacy unit and adjacency. Leave them \
                 out, or create another population.",
            de: "Alle Tabellen einer Population haben dieselbe Schutzeinheit und Nachbarschaft. \
                 Lassen Sie diese Angaben weg, oder legen Sie eine andere Population an.",
        }

        // The import itself.
        DatasetExists { dataset: String } => {
            en: "There is a dataset '{dataset}' already.",
            de: "Es gibt schon einen Datensatz „{dataset}“.",
        }
        OtherDatasetName => {
            en: "Choose another name for this one.",
            de: "Wählen Sie für diesen einen anderen Namen.",
        }
        KnownTable { dataset: String, population: String } => {
            en: "This table was imported or linked before, as '{dataset}' of the population \
                 '{population}'.",
            de: "Diese Tabelle wurde schon einmal importiert oder verknüpft, als „{dataset}“ in der \
                 Population „{population}“.",
        }
        NameKnownPopulation => {
            en: "Its people and their loss are the same. Name their population.",
            de: "Die Menschen und ihr Verlust sind dieselben. Nennen Sie ihre Population.",
        }
        TypesNeeded => {
            en: "The types of the columns are not stated. Nothing was imported.",
            de: "Die Typen der Spalten sind nicht angegeben. Es wurde nichts importiert.",
        }
        CheckTypes => {
            en: "Most cells suggest the types below. Check them, correct them and state them.",
            de: "Die meisten Zellen legen die Typen unten nahe. Prüfen und berichtigen Sie sie, \
                 und geben Sie sie an.",
        }
        RepeatedIds { file: PathBuf, column: String, rows: u64 } => {
            en: "{file}: column '{column}' looks like ids, and one of them is in {rows} rows. \
                 Without a person column each row counts as another person, and a person with \
                 several rows is protected less than stated. Nothing was imported.",
            de: "{file}: Die Spalte „{column}“ sieht aus wie Kennungen, und eine davon steht in \
                 {rows} Zeilen. Ohne eine Spalte, die die Schutzeinheit nennt, zählt jede Zeile \
                 als eigene Einheit, und eine Einheit mit mehreren Zeilen ist weniger geschützt \
                 als angegeben. Es wurde nichts importiert.",
        }
        UnreadIds { table: String, column: String } => {
            en: "{table}: column '{column}' looks like ids, and a link does not read whether they \
                 repeat. Without a person column each row counts as another person, and a person \
                 with several rows is protected less than stated. Nothing was linked.",
            de: "{table}: Die Spalte „{column}“ sieht aus wie Kennungen, und eine Verknüpfung liest \
                 nicht, ob sie sich wiederholen. Ohne eine Spalte, die die Schutzeinheit nennt, \
                 zählt jede Zeile als eigene Einheit, und eine Einheit mit mehreren Zeilen ist \
                 weniger geschützt als angegeben. Es wurde nichts verknüpft.",
        }
        NamePersonColumn => {
            en: "If a column names the person, state it.",
            de: "Wenn eine Spalte die Schutzeinheit nennt, geben Sie diese Spalte an.",
        }
        EachRowDiffers => {
            en: "If each row is nevertheless a different person, state that.",
            de: "Wenn trotzdem jede Zeile eine andere Einheit ist, geben Sie das an.",
        }
        NumberUndeclared {
            file: PathBuf,
            place: CellPlace,
            column: String,
            text: String,
            reading: NumberReading,
        } => {
            en: "{file}: {place}, column '{column}': '{text}' is a number only if {reading}.",
            de: "{file}: {place}, Spalte „{column}“: „{text}“ ist nur dann eine Zahl, wenn \
                 {reading}.",
        }
        DeclareNumbers => {
            en: "Nothing was imported. Cells in an undeclared form count as missing. A preview \
                 of the file proposes a declaration. Declare how numbers are written.",
            de: "Es wurde nichts importiert. Zellen, die anders geschrieben sind als angegeben, \
                 gelten als fehlend. Die Vorschau der Datei schlägt eine Angabe vor. Geben Sie an, \
                 wie Zahlen geschrieben sind.",
        }
        RowsWithoutPerson => {
            en: "Rows per person need a person column.",
            de: "Eine Höchstzahl der zählenden Zeilen braucht eine Spalte, die die Schutzeinheit \
                 nennt.",
        }
        StatePersonColumn => {
            en: "State which column names the person.",
            de: "Geben Sie an, welche Spalte die Schutzeinheit nennt.",
        }
        NoRowsPerPerson => {
            en: "The highest number of counted rows per person is missing.",
            de: "Die Höchstzahl der zählenden Zeilen je Einheit fehlt.",
        }
        StateRowsPerPerson => {
            en: "Further rows do not count, and noise grows with this number. State how many rows \
                 of one person count.",
            de: "Weitere Zeilen zählen nicht, und das Rauschen wächst mit dieser Zahl. Geben Sie \
                 an, wie viele Zeilen einer Einheit zählen.",
        }
    }
}

/// The place of a cell's row in a file.
#[derive(Clone, Copy)]
pub(crate) struct CellPlace {
    pub(crate) kind: TableFileKind,
    pub(crate) line: u64,
}

impl Localize for CellPlace {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match (language, self.kind) {
            (Language::German, _) => "Zeile",
            (Language::English, TableFileKind::Csv) => "line",
            (Language::English, _) => "row",
        };
        write!(f, "{word} {}", language.write(&self.line))
    }
}

impl MessageSample for CellPlace {
    fn samples(_: &str) -> Vec<Self> {
        let place = |kind| Self { kind, line: 7 };
        vec![place(TableFileKind::Csv), place(TableFileKind::Xlsx)]
    }
}

/// What makes a text a number.
#[derive(Clone, Copy)]
pub(crate) enum NumberReading {
    Brackets,
    Comma,
    Currency,
    Dash,
    LeadingZeros,
    Marks,
    Other,
    Percent,
    Plus,
    TrailingSign,
}

impl From<&UnreadReason> for NumberReading {
    fn from(reason: &UnreadReason) -> Self {
        match reason {
            UnreadReason::DecimalSign
            | UnreadReason::Grouping(Grouping::Comma | Grouping::Indian) => Self::Comma,
            UnreadReason::Grouping(_) => Self::Marks,
            UnreadReason::Plus => Self::Plus,
            UnreadReason::Dash => Self::Dash,
            UnreadReason::TrailingSign => Self::TrailingSign,
            UnreadReason::Brackets => Self::Brackets,
            UnreadReason::Currency(_) => Self::Currency,
            UnreadReason::Percent => Self::Percent,
            UnreadReason::LeadingZeros => Self::LeadingZeros,
            UnreadReason::TooManyDigits | UnreadReason::NoNumber => Self::Other,
        }
    }
}

words_of! {
    NumberReading {
        Brackets => "its parentheses are read as a minus", "die Klammern als Minus gelesen werden";
        Comma => "its comma is read as a separator", "das Komma als Trennzeichen gelesen wird";
        Currency => "its currency is left out", "die Währung wegfällt";
        Dash => "its dash is read as a minus", "der Strich als Minus gelesen wird";
        LeadingZeros => "its leading zeros are left out", "die führenden Nullen wegfallen";
        Marks => "the marks between its digits are left out", "die Zeichen zwischen den Ziffern wegfallen";
        Other => "it is written differently", "sie anders geschrieben wird";
        Percent => "its percent sign is left out", "das Prozentzeichen wegfällt";
        Plus => "a leading plus is allowed", "ein Plus am Anfang erlaubt ist";
        TrailingSign => "a sign after the number is allowed", "ein Vorzeichen am Ende erlaubt ist";
    }
}

messages! {
    /// Messages and hints about codebooks.
    pub(crate) enum CodebookMessage {
        NoSuchCodebook { codebook: String } => {
            en: "There is no codebook “{codebook}” in this home.",
            de: "In dieser Mappe gibt es kein Codebuch „{codebook}“.",
        }
        SeeCodebooks => {
            en: "See the codebooks.",
            de: "Sehen Sie sich die Codebücher an.",
        }
        ImportCodebook => {
            en: "Or import one.",
            de: "Oder importieren Sie eines.",
        }
        CodebookExists { codebook: String } => {
            en: "There is a codebook “{codebook}” already.",
            de: "Es gibt schon ein Codebuch „{codebook}“.",
        }
        ReplaceCodebook => {
            en: "Nothing was changed. Choose another name, or replace it.",
            de: "Es wurde nichts geändert. Wählen Sie einen anderen Namen, oder ersetzen Sie es.",
        }
        NumberOfColumns { columns: usize, most: usize } => {
            en: "A codebook has from 1 to {most} columns, not {columns}.",
            de: "Ein Codebuch hat 1 bis {most} Spalten, nicht {columns}.",
        }
        ColumnWithoutName => {
            en: "A column of the codebook has no name.",
            de: "Eine Spalte des Codebuchs hat keinen Namen.",
        }
        ColumnTwice { column: String } => {
            en: "The column '{column}' is in the codebook twice.",
            de: "Die Spalte „{column}“ steht zweimal im Codebuch.",
        }
        OneRowForEachColumn => {
            en: "Nothing was changed. A codebook has one row for each column.",
            de: "Es wurde nichts geändert. Ein Codebuch hat eine Zeile für jede Spalte.",
        }
    }
}
