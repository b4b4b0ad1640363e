//! The messages of errors, in English and German.

use std::path::PathBuf;

use poundwise_words::{messages, words_of};

/// Fault of a settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SettingsFault {
    /// The file is larger than any settings.
    TooLarge,
    /// A newer version of the program wrote it.
    Newer,
    /// It is not JSON, or has unknown values.
    Damaged,
}

words_of! {
    SettingsFault {
        TooLarge => "the file is too large", "die Datei ist zu groß";
        Newer => "a newer version of Poundwise wrote them", "eine neuere Version von Poundwise hat \
                                                             sie geschrieben";
        Damaged => "the file is damaged", "die Datei ist beschädigt";
    }
}

messages! {
    /// Messages of the window.
    pub(crate) enum DesktopMessage {
        // Homes and work.
        NoHomeOpen => {
            en: "No home is open.",
            de: "Es ist keine Mappe geöffnet.",
        }
        OpenOrCreateHome => {
            en: "Open a home, or create one.",
            de: "Öffnen Sie eine Mappe, oder legen Sie eine an.",
        }
        WorkFailed => {
            en: "An error in the program stopped this work before its end.",
            de: "Ein Fehler im Programm hat diese Arbeit vorzeitig beendet.",
        }
        OpenAppAgain => {
            en: "The data that were stored before are unharmed. Close the app and open it again.",
            de: "Die vorher gespeicherten Daten sind unversehrt. Schließen Sie die App, und öffnen \
                 Sie sie wieder.",
        }

        // Files.
        PathNotChosen { path: PathBuf } => {
            en: "{path} was not chosen in this window.",
            de: "{path} wurde in diesem Fenster nicht ausgewählt.",
        }
        ChoosePath => {
            en: "Choose it with the button beside the field, or drop it onto the window. A typed \
                 path must be in the folder of the home's exports.",
            de: "Wählen Sie den Pfad mit der Schaltfläche neben dem Feld aus, oder ziehen Sie die \
                 Datei auf das Fenster. Ein getippter Pfad muss im Exportordner der Mappe liegen.",
        }
        FolderNotShown { program: &'static str, why: String } => {
            en: "The folder cannot be shown: {program} does not start ({why}).",
            de: "Der Ordner lässt sich nicht zeigen: {program} startet nicht ({why}).",
        }
        CopyPath => {
            en: "Copy the path, and open it yourself.",
            de: "Kopieren Sie den Pfad, und öffnen Sie ihn selbst.",
        }
        NoReport => {
            en: "There is no report to save.",
            de: "Es gibt noch keinen Bericht.",
        }
        CheckFirst => {
            en: "Check a ledger or a bundle first.",
            de: "Prüfen Sie zuerst ein Hauptbuch oder ein Bündel.",
        }

        // Settings.
        SettingsUnread { file: PathBuf, why: String } => {
            en: "The settings in {file} cannot be read: {why}. The settings of a new installation \
                 are used.",
            de: "Die Einstellungen in {file} lassen sich nicht lesen ({why}). Deshalb gelten die \
                 einer neuen Installation.",
        }
        SettingsUnusable { file: PathBuf, fault: SettingsFault } => {
            en: "The settings in {file} cannot be used: {fault}. The settings of a new \
                 installation are used.",
            de: "Die Einstellungen in {file} lassen sich nicht verwenden ({fault}). Deshalb gelten \
                 die einer neuen Installation.",
        }
        ChooseSettings => {
            en: "Choose your settings again. The old file is then kept beside the new one.",
            de: "Wählen Sie die Einstellungen neu. Die alte Datei bleibt dann neben der neuen \
                 erhalten.",
        }
        SettingsNotWritten { why: String } => {
            en: "The settings cannot be written: {why}.",
            de: "Die Einstellungen lassen sich nicht schreiben ({why}).",
        }

        // The sample market.
        NoRoomForSample { why: String } => {
            en: "No folder for the sample market can be created: {why}.",
            de: "Für den Beispielmarkt lässt sich kein Ordner anlegen ({why}).",
        }
        MakeRoom => {
            en: "Make room in the folder for temporary files.",
            de: "Schaffen Sie Platz im Ordner für vorläufige Dateien.",
        }
        NotTheSample => {
            en: "Only the sample market can be seen as somebody else.",
            de: "Nur der Beispielmarkt lässt sich aus der Sicht einer anderen Person zeigen.",
        }
        OpenSample => {
            en: "Open the sample market.",
            de: "Öffnen Sie den Beispielmarkt.",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
        poundwise_words::catalogue::check(&docs, "desktop", &DesktopMessage::samples());
    }
}
