//! The messages of errors and of the story, in English and German.

mod story;

use std::path::PathBuf;

use poundwise_documents::units::DocumentId;
use poundwise_words::messages;

pub(crate) use story::{FactLabel, StoryText};

messages! {
    /// Messages about the sample market and its folder.
    pub(crate) enum SampleMessage {
        // The folder.
        FolderNotUtf8 { folder: PathBuf } => {
            en: "The folder name {folder} is not UTF-8.",
            de: "Der Name des Ordners {folder} ist kein Text in UTF-8.",
        }
        ChoosePlainName => {
            en: "Choose a folder with a plain name.",
            de: "Wählen Sie einen Ordner mit einem einfachen Namen.",
        }
        UnusableFolder { folder: PathBuf, why: String } => {
            en: "Cannot use the folder {folder}: {why}.",
            de: "Der Ordner {folder} lässt sich nicht verwenden ({why}).",
        }
        ChooseWritable => {
            en: "Choose a folder that you can write to.",
            de: "Wählen Sie einen Ordner, in den Sie schreiben dürfen.",
        }
        FolderNotEmpty { folder: PathBuf } => {
            en: "The folder {folder} is not empty.",
            de: "Der Ordner {folder} ist nicht leer.",
        }
        NameNewFolder => {
            en: "Name a new folder. The sample market is built in an empty one.",
            de: "Nennen Sie einen neuen Ordner. Der Beispielmarkt wird in einem leeren angelegt.",
        }
        OpenAgain => {
            en: "Open the sample market again.",
            de: "Öffnen Sie den Beispielmarkt noch einmal.",
        }

        // Faults of the program.
        NotReceived { document: DocumentId, name: String } => {
            en: "The document {document} did not reach {name}.",
            de: "Das Dokument {document} ist nicht bei {name} angekommen.",
        }
        NoAnswer { title: String } => {
            en: "The sample market has no answer to “{title}”.",
            de: "Im Beispielmarkt gibt es keine Antwort auf „{title}“.",
        }
        AnswersDiffer => {
            en: "Two buyers have different answers at one level.",
            de: "Zwei Käufer haben auf einer Stufe verschiedene Antworten.",
        }
        InvalidStep { why: String } => {
            en: "The sample market has an invalid step: {why}.",
            de: "Eine Schrittweite des Beispielmarkts ist ungültig ({why}).",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            FactLabel::samples(),
            SampleMessage::samples(),
            StoryText::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "sample", &samples.concat());
    }
}
