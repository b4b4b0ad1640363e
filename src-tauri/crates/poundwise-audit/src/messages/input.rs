//! Findings about files and about the listings in them.

use poundwise_documents::finding::SideValue;
use poundwise_documents::units::{DocumentId, Kid};
use poundwise_words::messages;

messages! {
    /// Findings about a file, or about a listing in it.
    pub(crate) enum InputProblem {
        Unreadable { why: String } => {
            en: "the file cannot be read: {why}",
            de: "Die Datei lässt sich nicht lesen ({why})",
        }
        NotText => {
            en: "the file is not text",
            de: "Die Datei ist kein Text",
        }
        Empty => {
            en: "the file is empty",
            de: "Die Datei ist leer",
        }
        Encrypted => {
            en: "the file is encrypted with age: decrypt it first",
            de: "Die Datei ist mit age verschlüsselt: Entschlüsseln Sie sie zuerst",
        }
        Unknown => {
            en: "the file is not a ledger, a bundle, a copy, a checkpoint or a signed document of \
                 Poundwise",
            de: "Die Datei ist kein Hauptbuch, kein Bündel, keine Kopie, kein Prüfpunkt und kein \
                 signiertes Dokument von Poundwise",
        }
        NothingSigned { owner: Kid } => {
            en: "the file names the owner {owner}, and no document in it is signed by this key",
            de: "Die Datei nennt den Eigentümer {owner}, aber kein Dokument darin ist mit diesem \
                 Schlüssel signiert",
        }
        UnequalData { listing: DocumentId, file: SideValue } => {
            en: "the listing has the seeds of listing {listing} ({file}), but other data: answers \
                 to both at one level give their exact difference",
            de: "Das Angebot hat die Startwerte des Angebots {listing} ({file}), aber andere \
                 Daten: Antworten auf beide bei einer Stufe ergeben ihre genaue Differenz",
        }
        UnequalQuestions { listing: DocumentId, file: SideValue } => {
            en: "the listing has the seeds of listing {listing} ({file}), but states another \
                 question",
            de: "Das Angebot hat die Startwerte des Angebots {listing} ({file}), nennt aber eine \
                 andere Frage",
        }
    }
}
