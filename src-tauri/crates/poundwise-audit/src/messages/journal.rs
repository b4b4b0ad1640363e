//! Reasons why no journal can be made of a ledger.

use poundwise_documents::jws::JwsError;
use poundwise_words::messages;

messages! {
    /// Reasons why no journal can be made of a ledger, apart from those of its reader.
    pub(crate) enum JournalProblem {
        Document { line: u64, why: JwsError } => {
            en: "line {line}: {why}; audit the ledger to see all that is wrong",
            de: "Zeile {line}: {why}; eine Prüfung des Hauptbuchs zeigt alles, was nicht stimmt",
        }
        Alone { line: u64 } => {
            en: "line {line}: the receipt's listing or order is not before it; audit the ledger to \
                 see all that is wrong",
            de: "Zeile {line}: Das Angebot oder die Bestellung der Quittung steht nicht davor; eine \
                 Prüfung des Hauptbuchs zeigt alles, was nicht stimmt",
        }
        NotWritten { why: String } => {
            en: "the journal cannot be written: {why}",
            de: "Das Journal lässt sich nicht schreiben ({why})",
        }
    }
}
