use std::path::PathBuf;

use poundwise_words::{Text, messages};

messages! {
    /// Messages about homes, passphrases and confirmations.
    pub(crate) enum HomeMessage {
        // Homes.
        NoDataFolder => {
            en: "This system names no folder for application data.",
            de: "Dieses System nennt keinen Ordner für Daten von Anwendungen.",
        }
        NameHome => {
            en: "Name the home with --home DIR.",
            de: "Nennen Sie die Mappe mit --home DIR.",
        }
        NoHome { folder: PathBuf } => {
            en: "There is no home at {folder}.",
            de: "In {folder} ist keine Mappe.",
        }
        CreateHome => {
            en: "Create one with `poundwise init --name NAME`, or name yours with --home DIR.",
            de: "Legen Sie mit `poundwise init --name NAME` eine Mappe an, oder nennen Sie Ihre \
                 Mappe mit --home DIR.",
        }
        HomeExists { folder: PathBuf } => {
            en: "There is a home at {folder} already.",
            de: "In {folder} ist schon eine Mappe.",
        }
        LookAtHome => {
            en: "Look at it with `poundwise whoami`, or choose another folder with --home DIR.",
            de: "Sehen Sie sie sich mit `poundwise whoami` an, oder wählen Sie mit --home DIR \
                 einen anderen Ordner.",
        }
        NewHomeKeyNotShown => {
            en: "The home is created, but its recovery key was not shown. Create another one: \
                 `poundwise home change-recovery-key`.",
            de: "Die Mappe ist angelegt, aber ihr Wiederherstellungsschlüssel wurde nicht gezeigt. \
                 Erzeugen Sie einen anderen: `poundwise home change-recovery-key`.",
        }
        ChangedKeyNotShown => {
            en: "The recovery key is changed, but the new one was not shown. Create another one: \
                 `poundwise home change-recovery-key`.",
            de: "Der Wiederherstellungsschlüssel ist geändert, aber der neue wurde nicht gezeigt. \
                 Erzeugen Sie einen anderen: `poundwise home change-recovery-key`.",
        }
        NoCode => {
            en: "The code of the last receipt or change is missing.",
            de: "Der Code der letzten Quittung oder Änderung fehlt.",
        }
        GiveCode => {
            en: "Give it as an argument: poundwise home confirm CODE. If you do not know it, give \
                 this home up, or read `poundwise home confirm --help`.",
            de: "Geben Sie ihn als Argument an: poundwise home confirm CODE. Wenn Sie ihn nicht \
                 wissen, geben Sie diese Mappe auf, oder lesen Sie `poundwise home confirm \
                 --help`.",
        }

        // Passphrases.
        PassphrasesDiffer => {
            en: "The two passphrases differ.",
            de: "Die beiden Passphrasen sind verschieden.",
        }
        TryAgain => {
            en: "Nothing was changed. Try again.",
            de: "Es wurde nichts geändert. Versuchen Sie es noch einmal.",
        }
        EmptyVariable { variable: &'static str } => {
            en: "{variable} is set but empty.",
            de: "{variable} ist gesetzt, aber leer.",
        }
        FillVariable { variable: &'static str } => {
            en: "Put the passphrase into {variable}, or unset it to be asked.",
            de: "Schreiben Sie die Passphrase in {variable}. Oder entfernen Sie die Variable, dann \
                 werden Sie gefragt.",
        }
        VariableNotUtf8 { variable: &'static str } => {
            en: "{variable} is not UTF-8.",
            de: "{variable} ist kein Text in UTF-8.",
        }
        PutPlainText => {
            en: "Put plain text into it, or unset it to be asked.",
            de: "Schreiben Sie einfachen Text hinein. Oder entfernen Sie die Variable, dann werden \
                 Sie gefragt.",
        }
        PassphraseNeeded => {
            en: "A passphrase is needed, and there is no terminal to ask on.",
            de: "Eine Passphrase ist nötig, und es gibt kein Terminal, um danach zu fragen.",
        }
        MarketSecretNeeded => {
            en: "The secret of the access key is needed, and there is no terminal to ask on.",
            de: "Das Geheimnis zum Zugangsschlüssel ist nötig, und es gibt kein Terminal, um danach \
                 zu fragen.",
        }
        SetVariable { variable: &'static str } => {
            en: "Put it into {variable}, or run this in a terminal.",
            de: "Schreiben Sie sie in {variable}, oder starten Sie den Befehl in einem Terminal.",
        }

        // Confirmations.
        CannotBeUndone { act: Text } => {
            en: "{act} cannot be undone, and there is no terminal to ask on.",
            de: "{act} lässt sich nicht rückgängig machen, und es gibt kein Terminal, um \
                 nachzufragen.",
        }
        ReadHelp { command: String } => {
            en: "Nothing was changed. Read `poundwise {command} --help`, then confirm with --yes.",
            de: "Es wurde nichts geändert. Lesen Sie `poundwise {command} --help`, und bestätigen \
                 Sie es mit --yes.",
        }
        NotConfirmed => {
            en: "It was not confirmed.",
            de: "Es wurde nicht bestätigt.",
        }
        NothingChanged => {
            en: "Nothing was changed.",
            de: "Es wurde nichts geändert.",
        }
    }
}

messages! {
    /// An act that cannot be undone, as the subject of a sentence.
    pub(crate) enum FinalAct {
        RemoveBank { name: String } => {
            en: "Removing {name} with its bookings",
            de: "Das Entfernen von {name} mit allen Buchungen",
        }
        RemoveDataset { name: String } => {
            en: "Removing {name}",
            de: "Das Entfernen von {name}",
        }
        ConfirmWithoutCode => {
            en: "Confirming this home without its code",
            de: "Die Bestätigung dieser Mappe ohne ihren Code",
        }
        GiveUp => {
            en: "Giving up this home",
            de: "Das Aufgeben dieser Mappe",
        }
        ChangeRecoveryKey => {
            en: "Changing the recovery key",
            de: "Der Wechsel des Wiederherstellungsschlüssels",
        }
        Merge { from: String, into: String } => {
            en: "Merging {from} into {into}",
            de: "Die Vereinigung von {from} mit {into}",
        }
        SealDataset { name: String } => {
            en: "Sealing {name}",
            de: "Das Versiegeln von {name}",
        }
        SealListing { title: String } => {
            en: "Sealing “{title}”",
            de: "Das Versiegeln von „{title}“",
        }
    }
}
