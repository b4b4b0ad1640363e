use std::path::PathBuf;

use poundwise_documents::{bundle::BundleError, kinds::MechanismError, units::MicroEpsilon};
use poundwise_words::{messages, words_of};

messages! {
    /// Messages about holdings, their exports and the copies made of them.
    pub(crate) enum HoldingMessage {
        NothingHeld { question: String } => {
            en: "You hold no answer to the question {question}.",
            de: "Zur Frage {question} haben Sie keine Antwort im Bestand.",
        }
        TotalTooLarge => {
            en: "The total of the prices is above the largest amount.",
            de: "Die Summe der Preise liegt über dem größten Betrag.",
        }

        LevelNotHeld { level: MicroEpsilon } => {
            en: "The level ε {level} is not held.",
            de: "Die Stufe ε {level} haben Sie nicht im Bestand.",
        }
        NoCells { cells: String } => {
            en: "There are no cells '{cells}' in the cross-tabulation.",
            de: "Die Kreuztabelle hat keine Zellen „{cells}“.",
        }

        // Exports.
        NotARange { line: u64, text: String } => {
            en: "Line {line}: '{text}' is neither a range nor a quantile.",
            de: "Zeile {line}: „{text}“ ist weder ein Bereich noch ein Quantil.",
        }
        OneFileForBoth { file: PathBuf } => {
            en: "{file} cannot hold both the answer and the raw lattice.",
            de: "{file} kann nicht die Antwort und das rohe Rauschgitter zugleich enthalten.",
        }
        ExportFailed { why: String } => {
            en: "The export failed: {why}.",
            de: "Der Export ist fehlgeschlagen ({why}).",
        }
        RowsDiffer => {
            en: "The export failed: its rows have different lengths.",
            de: "Der Export ist fehlgeschlagen: Seine Zeilen sind verschieden lang.",
        }
        BundleUnreadable { why: BundleError } => {
            en: "A verified bundle cannot be read: {why}.",
            de: "Ein nachgeprüftes Bündel lässt sich nicht lesen: {why}.",
        }
        NotEncoded { what: Encoded, why: String } => {
            en: "{what} could not be encoded: {why}.",
            de: "{what} ließ sich nicht kodieren ({why}).",
        }

        // Copies.
        ChangedMeanwhile => {
            en: "The holding changed while the copy was drawn.",
            de: "Der Bestand hat sich geändert, während die Kopie entstand.",
        }
        CopiesEnded => {
            en: "This home was restored from an older copy that had this holding already. A new \
                 noisier copy might not match those made since, and both together would reveal \
                 more than either.",
            de: "Diese Mappe wurde aus einer älteren Kopie wiederhergestellt, die diesen Bestand \
                 schon hatte. Eine neue Kopie des Bestands passt vielleicht nicht zu denen, die \
                 seither gemacht wurden, und beide zusammen würden mehr verraten als eine allein.",
        }
        NotTighter { held: MicroEpsilon, level: MicroEpsilon } => {
            en: "You hold ε {held} of this listing. A copy at ε {level} would not be more private.",
            de: "Ihr Bestand dieses Angebots ist bei ε {held}. Eine Kopie bei ε {level} würde \
                 nicht weniger verraten.",
        }
        NoCopy { why: MechanismError } => {
            en: "There is no copy at this level: {why}.",
            de: "Auf dieser Stufe gibt es keine Kopie: {why}.",
        }
    }
}

messages! {
    /// Hints about holdings.
    pub(crate) enum HoldingHint {
        ListHoldings => {
            en: "See your holdings.",
            de: "Sehen Sie sich Ihren Bestand an.",
        }
        ListReceipts => {
            en: "See your receipts.",
            de: "Sehen Sie sich Ihre Quittungen an.",
        }
        HighestLevelHeld { level: MicroEpsilon } => {
            en: "The highest level held is ε {level}.",
            de: "Die höchste Stufe im Bestand ist ε {level}.",
        }
        HistogramHasNoCells => {
            en: "Only a cross-tabulation has cells. Leave them out.",
            de: "Nur eine Kreuztabelle hat Zellen. Lassen Sie die Angabe weg.",
        }
        NameCells { first: String } => {
            en: "Name the bins of the other columns, such as '{first}'.",
            de: "Nennen Sie die Klassen der anderen Spalten, etwa „{first}“.",
        }
        WriteRanges => {
            en: "Write one range or quantile per line, such as 30..45 or 0.5.",
            de: "Schreiben Sie je Zeile einen Bereich oder ein Quantil, etwa 30..45 oder 0.5.",
        }
        NameOtherFile => {
            en: "Name another file for the lattice.",
            de: "Nennen Sie eine andere Datei für das Rauschgitter.",
        }
        MakeCopyAgain => {
            en: "Nothing was stored. Make the copy again.",
            de: "Es wurde nichts gespeichert. Machen Sie die Kopie noch einmal.",
        }
        UseEarlierCopy => {
            en: "Copies made before can be written again. Otherwise pass on the holding itself, or \
                 a copy that somebody already has.",
            de: "Frühere Kopien lassen sich wieder schreiben. Sonst geben Sie den Bestand selbst \
                 weiter oder eine Kopie, die schon jemand hat.",
        }
        ChooseLevelBelow { held: MicroEpsilon } => {
            en: "Choose a level below ε {held}.",
            de: "Wählen Sie eine Stufe unter ε {held}.",
        }
        ExportBundle => {
            en: "To pass on the holding itself, export its bundle.",
            de: "Um den Bestand selbst weiterzugeben, exportieren Sie sein Bündel.",
        }
        ChooseHigherLevel => {
            en: "Choose a higher level.",
            de: "Wählen Sie eine höhere Stufe.",
        }
    }
}

messages! {
    /// Damage of the home, as it follows a colon.
    pub(crate) enum LostClause {
        Answer { question: String } => {
            en: "the answer to the question {question} is missing",
            de: "Die Antwort zur Frage {question} fehlt",
        }
        Release => {
            en: "a stored release is missing",
            de: "Eine gespeicherte Freigabe fehlt",
        }
        Order => {
            en: "an order that was just placed is missing",
            de: "Eine eben aufgegebene Bestellung fehlt",
        }
    }
}

/// What could not be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoded {
    Copy,
    Evidence,
    Values,
}

words_of! {
    Encoded {
        Copy => "The copy", "Die Kopie";
        Evidence => "The evidence", "Der Beweis";
        Values => "The values file", "Die Wertedatei";
    }
}
