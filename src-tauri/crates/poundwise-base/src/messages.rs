//! Messages and hints of this crate, in English and German.

use std::path::PathBuf;

use chrono::NaiveDate;
use poundwise_words::messages;

messages! {
    /// Messages about this machine.
    pub(crate) enum MachineMessage {
        Cannot { doing: Doing, path: PathBuf, why: String } => {
            en: "Cannot {doing} {path}: {why}.",
            de: "{path} {doing} ({why}).",
        }
        DiskFull { doing: Doing, path: PathBuf } => {
            en: "Cannot {doing} {path}: the disk is full.",
            de: "{path} {doing}: Der Datenträger ist voll.",
        }
        ClockTooEarly { day: NaiveDate } => {
            en: "This machine's clock is wrong: it shows {day}, before 1970.",
            de: "Die Uhr dieses Rechners geht falsch: Sie zeigt {day}, ein Datum vor 1970.",
        }
        ClockTooLate { day: String } => {
            en: "This machine's clock is wrong: it shows {day}, after the year 9999.",
            de: "Die Uhr dieses Rechners geht falsch: Sie zeigt {day}, ein Datum nach 9999.",
        }
        NoRandomness { why: String } => {
            en: "The operating system returned no random bytes: {why}.",
            de: "Das Betriebssystem liefert keine Zufallszahlen ({why}).",
        }
        Stopped => {
            en: "The work was stopped before its end.",
            de: "Die Arbeit wurde abgebrochen.",
        }
    }
}

messages! {
    /// Hints about this machine.
    pub(crate) enum MachineHint {
        ReportFault => {
            en: "What was stored before is unharmed. This is a fault of Poundwise itself: please \
                 report it.",
            de: "Die vorher gespeicherten Daten sind unversehrt. Das ist ein Fehler von Poundwise \
                 selbst: Bitte melden Sie ihn.",
        }
        MakeRoom => {
            en: "Nothing was changed. Make room on that disk and try again.",
            de: "Es wurde nichts geändert. Schaffen Sie Platz auf dem Datenträger, und versuchen \
                 Sie es noch einmal.",
        }
        MakeWritable => {
            en: "Nothing was changed. Make the folder writable, or choose another path.",
            de: "Es wurde nichts geändert. Machen Sie den Ordner beschreibbar, oder wählen Sie \
                 einen anderen Pfad.",
        }
        CheckOwner => {
            en: "Nothing was changed. Check who owns that file and its folder.",
            de: "Es wurde nichts geändert. Prüfen Sie, wem die Datei und ihr Ordner gehören.",
        }
        CheckPath => {
            en: "Check the path.",
            de: "Prüfen Sie den Pfad.",
        }
        NameFile => {
            en: "Name a file, not a folder.",
            de: "Nennen Sie eine Datei, keinen Ordner.",
        }
        SetClock => {
            en: "Set the machine's clock, and do it again. Nothing was changed.",
            de: "Stellen Sie die Uhr des Rechners, und versuchen Sie es noch einmal. Es wurde \
                 nichts geändert.",
        }
        StartAgain => {
            en: "Nothing was changed. Start it again when you like.",
            de: "Es wurde nichts geändert. Sie können jederzeit neu beginnen.",
        }
    }
}

/// What could not be done with a file or folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// A new file was to be created.
    Create,
    /// A folder was to be created.
    CreateFolder,
    /// A symbolic link was to be followed.
    FollowLink,
    /// A file was to be locked for this process.
    Lock,
    /// A file was to be opened.
    Open,
    /// A folder was to be opened.
    OpenFolder,
    /// A file was to be read.
    Read,
    /// A file was to be removed.
    Remove,
    /// A file was to be written.
    Write,
}

poundwise_words::words_of! {
    Doing {
        Create => "create", "lässt sich nicht anlegen";
        CreateFolder => "create the folder", "lässt sich nicht als Ordner anlegen";
        FollowLink => "follow the link", "ist eine Verknüpfung, der sich nicht folgen lässt";
        Lock => "lock", "lässt sich nicht sperren";
        Open => "open", "lässt sich nicht öffnen";
        OpenFolder => "open the folder", "lässt sich nicht als Ordner öffnen";
        Read => "read", "lässt sich nicht lesen";
        Remove => "remove", "lässt sich nicht entfernen";
        Write => "write", "lässt sich nicht schreiben";
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn messages_are_those_of_the_catalogue() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let mut messages = MachineMessage::samples();
        messages.extend(MachineHint::samples());
        poundwise_words::catalogue::check(&docs, "base", &messages);
    }
}
