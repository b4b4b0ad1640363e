use std::path::PathBuf;

use poundwise_words::{messages, words_of};

use crate::reserved::Reserved;

messages! {
    /// Messages about files.
    pub(crate) enum FileMessage {
        Exists { file: PathBuf } => {
            en: "{file} exists already.",
            de: "{file} gibt es schon.",
        }
        StrangeLink { path: PathBuf } => {
            en: "{path} is a link that another user made.",
            de: "{path} ist eine Verknüpfung, die ein anderer Benutzer angelegt hat.",
        }
        Folder { path: PathBuf } => {
            en: "{path} is a folder.",
            de: "{path} ist ein Ordner.",
        }
        NotOrdinary { file: PathBuf } => {
            en: "{file} is not an ordinary file.",
            de: "{file} ist keine gewöhnliche Datei.",
        }
        NoName { path: PathBuf } => {
            en: "{path} does not name a file.",
            de: "{path} nennt keine Datei.",
        }
        TooLarge { file: PathBuf, most: u64 } => {
            en: "{file} is larger than {most} bytes.",
            de: "{file} ist größer als {most} Bytes.",
        }
        Reserved { path: PathBuf, reserved: Reserved, folder: PathBuf } => {
            en: "{path} is in {reserved} {folder}. Outputs are not written there.",
            de: "{path} liegt in {reserved} {folder}. Dorthin wird nichts ausgegeben.",
        }
    }
}

messages! {
    /// Hints about files.
    pub(crate) enum FileHint {
        ChooseOtherOrReplace => {
            en: "Nothing was changed. Choose another name, or confirm that the file is replaced.",
            de: "Es wurde nichts geändert. Wählen Sie einen anderen Namen, oder bestätigen Sie, \
                 dass die Datei ersetzt wird.",
        }
        ChooseOtherName => {
            en: "Nothing was written. Choose another name, or a folder of your own.",
            de: "Es wurde nichts geschrieben. Wählen Sie einen anderen Namen oder einen eigenen \
                 Ordner.",
        }
        ChooseOtherFolder => {
            en: "Nothing was written. Choose another folder, such as the home's own `exports`.",
            de: "Es wurde nichts geschrieben. Wählen Sie einen anderen Ordner, etwa `exports` in \
                 der Mappe.",
        }
        GivePath => {
            en: "Give the path of a file.",
            de: "Geben Sie den Pfad einer Datei an.",
        }
        CheckFile => {
            en: "Check that it is the right file.",
            de: "Prüfen Sie, ob es die richtige Datei ist.",
        }
    }
}

words_of! {
    Reserved {
        Home => "the home", "der Mappe";
        Market => "the market", "dem Markt";
        Marks => "the state folder", "dem Zustandsordner";
    }
}
