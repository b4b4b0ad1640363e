use std::path::PathBuf;

use poundwise_documents::kinds::AttributeKind;
use poundwise_words::messages;

messages! {
    /// Messages about the draft of a listing.
    pub(crate) enum DraftMessage {
        // Kinds.
        KindIsOfOwnNumbers { kind: AttributeKind, dataset: String } => {
            en: "A listing of the kind {kind} is made of own numbers, not of the dataset \
                 '{dataset}'.",
            de: "Ein Angebot dieser Art ({kind}) besteht aus eigenen Zahlen, nicht aus dem \
                 Datensatz „{dataset}“.",
        }
        LeaveOutDataset => {
            en: "Own numbers have no dataset. Leave the dataset out, or write - in its place.",
            de: "Eigene Zahlen haben keinen Datensatz. Lassen Sie den Datensatz weg, oder \
                 schreiben Sie - an seine Stelle.",
        }
        KindNeedsDataset { kind: AttributeKind } => {
            en: "The kind {kind} needs a dataset.",
            de: "Ein Angebot dieser Art ({kind}) braucht einen Datensatz.",
        }
        NameDataset => {
            en: "Name the dataset.",
            de: "Nennen Sie den Datensatz.",
        }
        KindNotOfAColumn { kind: String } => {
            en: "A column alone cannot be listed as '{kind}'.",
            de: "Eine Spalte allein lässt sich nicht als „{kind}“ anbieten.",
        }
        KindsOfAColumn => {
            en: "The kinds are count, sum, mean and histogram.",
            de: "Die Arten heißen count, sum, mean und histogram: Anzahl, Summe, Mittelwert und \
                 Histogramm.",
        }

        // Parts that are missing.
        NoColumn { kind: AttributeKind } => {
            en: "The kind {kind} needs a column.",
            de: "Für diese Art ({kind}) fehlt die Spalte.",
        }
        NameColumn => {
            en: "Name the column after the kind, such as: mean income.",
            de: "Nennen Sie die Spalte nach der Art, etwa: mean income.",
        }
        NoBounds { kind: AttributeKind } => {
            en: "The kind {kind} needs bounds.",
            de: "Für diese Art ({kind}) fehlen die Schranken.",
        }
        StateBounds => {
            en: "State the lowest and the highest value to which each number is clamped.",
            de: "Geben Sie den kleinsten und den größten Wert an, auf die jede Zahl begrenzt wird.",
        }
        BoundsArePlausible => {
            en: "State what is plausible. Never look it up in the data.",
            de: "Geben Sie an, was plausibel ist. Lesen Sie es nie aus den Daten ab.",
        }
        NoStep { kind: AttributeKind } => {
            en: "The kind {kind} needs a step.",
            de: "Für diese Art ({kind}) fehlt die Schrittweite.",
        }
        StepIsGrid => {
            en: "The result is a multiple of the step. Choose it far below the accuracy that you \
                 sell, such as 0.01.",
            de: "Die Antwort ist ein Vielfaches der Schrittweite. Wählen Sie diese weit unter der \
                 Genauigkeit, die Sie verkaufen, etwa 0,01.",
        }
        NoOwnNumber => {
            en: "The value is missing.",
            de: "Der Wert fehlt.",
        }
        GiveOwnNumber => {
            en: "Give the value, such as 12.5.",
            de: "Geben Sie ihn an, etwa 12,5.",
        }
        NoFile => {
            en: "The file of numbers is missing.",
            de: "Die Datei mit den Zahlen fehlt.",
        }
        GiveFile => {
            en: "Give a file with one number per line.",
            de: "Geben Sie eine Datei mit einer Zahl je Zeile an.",
        }
        NoDistance { kind: AttributeKind } => {
            en: "The kind {kind} needs a protected distance.",
            de: "Für diese Art ({kind}) fehlt der zu schützende Abstand.",
        }
        StateDistance => {
            en: "State the distance within which your numbers must stay indistinguishable.",
            de: "Geben Sie den Abstand an, innerhalb dessen Ihre Zahlen nicht zu unterscheiden \
                 sein sollen.",
        }
        NoCountedValue => {
            en: "The value to be counted is missing.",
            de: "Der Wert, der gezählt werden soll, fehlt.",
        }
        GiveCountedValue => {
            en: "Give the value whose rows are counted, such as yes.",
            de: "Geben Sie den Wert an, dessen Zeilen gezählt werden, etwa ja.",
        }
        ConditionWithoutAValue => {
            en: "A condition has no value to compare with.",
            de: "In einer Bedingung fehlt der Wert, mit dem verglichen wird.",
        }
        CompleteCondition => {
            en: "State the value with which the column is compared, or remove the condition.",
            de: "Geben Sie den Wert an, mit dem die Spalte verglichen wird, oder entfernen Sie die \
                 Bedingung.",
        }

        // Parts that do not belong.
        BinsAndEdges { kind: AttributeKind } => {
            en: "The kind {kind} has bins or edges, not both.",
            de: "Es sind Klassen und Klassengrenzen angegeben ({kind}). Möglich ist nur eines von \
                 beiden.",
        }
        BinsAndEdgesOfAColumn => {
            en: "A column has bins or edges, not both.",
            de: "Eine Spalte hat Klassen oder Klassengrenzen, nicht beides.",
        }
        LeaveOutBinsOrEdges => {
            en: "Leave out the bins or the edges.",
            de: "Lassen Sie die Klassen oder die Klassengrenzen weg.",
        }
        NoUseFor { kind: AttributeKind, field: String } => {
            en: "The kind {kind} does not use {field}.",
            de: "Bei dieser Art ({kind}) ist {field} nicht möglich.",
        }
        LeaveItEmpty => {
            en: "Leave it empty, or choose another kind.",
            de: "Lassen Sie das Feld leer, oder wählen Sie eine andere Art.",
        }
    }
}

messages! {
    /// Messages about codebooks and tables of listings.
    pub(crate) enum CodebookMessage {
        NotUtf8 { file: PathBuf } => {
            en: "{file} is not UTF-8 text.",
            de: "{file} ist kein Text in UTF-8.",
        }
        NotCsv { why: String } => {
            en: "The file cannot be read as CSV: {why}.",
            de: "Die Datei lässt sich nicht als CSV lesen ({why}).",
        }
        OtherNumberOfCells { line: u64, cells: u64, headings: u64 } => {
            en: { cells;
                1 => "Line {line} has one cell, and the first line has {headings}.",
                _ => "Line {line} has {cells} cells, and the first line has {headings}.",
            },
            de: { cells;
                1 => "Zeile {line} hat eine Zelle, die erste Zeile hat {headings}.",
                _ => "Zeile {line} hat {cells} Zellen, die erste Zeile hat {headings}.",
            },
        }
        TooManyRows { most: u64 } => {
            en: "The file has more than {most} rows.",
            de: "Die Datei hat mehr als {most} Zeilen.",
        }
        NoRow => {
            en: "The file has no row.",
            de: "Die Datei hat keine Zeile.",
        }
        UnknownHeading { word: String } => {
            en: "The first line names '{word}', which is not a heading.",
            de: "Die erste Zeile nennt „{word}“. Eine solche Überschrift gibt es nicht.",
        }
        HeadingTwice { word: String } => {
            en: "The first line names '{word}' twice.",
            de: "Die erste Zeile nennt „{word}“ zweimal.",
        }
        NoHeading { word: String } => {
            en: "The first line does not name '{word}'.",
            de: "In der ersten Zeile fehlt „{word}“.",
        }
        TakeYesOrNo { line: u64, text: String } => {
            en: "Line {line}: the column 'take' must be yes or no, not '{text}'.",
            de: "Zeile {line}: In der Spalte „take“ muss yes oder no stehen, nicht „{text}“.",
        }
        NotAList { line: u64, text: String } => {
            en: "Line {line}: '{text}' is not a list divided by commas.",
            de: "Zeile {line}: „{text}“ ist keine durch Kommas getrennte Liste.",
        }
        FirstLine { headings: String } => {
            en: "The first line is {headings}. One row for each column follows, with commas, \
                 semicolons, tabs or bars between the cells.",
            de: "Die erste Zeile ist {headings}. Für jede Spalte folgt eine Zeile, mit Kommas, \
                 Semikolons, Tabulatoren oder senkrechten Strichen zwischen den Zellen.",
        }
    }
}
