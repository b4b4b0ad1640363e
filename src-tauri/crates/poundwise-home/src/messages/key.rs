use std::path::PathBuf;

use poundwise_words::messages;

use super::{EncryptedName, HeaderFault, Typed};

messages! {
    /// Messages about passphrases, keys and encrypted files.
    pub(crate) enum KeyMessage {
        EmptyPassphrase => {
            en: "The passphrase is empty.",
            de: "Die Passphrase ist leer.",
        }
        ShortPassphrase { least: usize } => {
            en: "The passphrase has fewer than {least} characters.",
            de: "Die Passphrase hat weniger als {least} Zeichen.",
        }
        RecoveryKeyAsPassphrase => {
            en: "A recovery key cannot be a passphrase.",
            de: "Ein Wiederherstellungsschlüssel kann keine Passphrase sein.",
        }
        PassphraseNeeded => {
            en: "The passphrase is needed here, not the recovery key.",
            de: "Hier wird die Passphrase gebraucht, nicht der Wiederherstellungsschlüssel.",
        }
        WrongPassphrase { file: String } => {
            en: "The passphrase does not open {file}.",
            de: "Diese Passphrase öffnet {file} nicht.",
        }
        NotARecoveryKey => {
            en: "This is not a recovery key.",
            de: "Das ist kein Wiederherstellungsschlüssel.",
        }
        WrongRecoveryKey { file: String } => {
            en: "This is not the recovery key of {file}.",
            de: "Das ist nicht der Wiederherstellungsschlüssel zu {file}.",
        }
        RecoveryKeyOfAnotherHome { folder: PathBuf } => {
            en: "The recovery key does not open the home in {folder}.",
            de: "Der Wiederherstellungsschlüssel öffnet die Mappe in {folder} nicht.",
        }

        // Files with a recovery key.
        KeyFileNotPrivate { file: PathBuf } => {
            en: "Other users can read the key file {file}, or own it.",
            de: "Andere Benutzer können die Schlüsseldatei {file} lesen, oder sie gehört ihnen.",
        }
        NotOneKey { file: PathBuf } => {
            en: "{file} has no recovery key, or more than one line.",
            de: "{file} enthält keinen Wiederherstellungsschlüssel, oder mehr als eine Zeile.",
        }
        KeyFileExists { file: PathBuf } => {
            en: "{file} exists already.",
            de: "{file} gibt es schon.",
        }
        KeyFileInHome { file: PathBuf, home: PathBuf } => {
            en: "{file} is in the home {home}.",
            de: "{file} liegt in der Mappe {home}.",
        }

        // The key file of a home.
        TooMuchWork { file: String } => {
            en: "Opening {file} requires too much computation.",
            de: "Das Öffnen von {file} verlangt zu viel Rechenarbeit.",
        }
        KeyDamaged { file: String, why: String } => {
            en: "{file} is damaged: {why}.",
            de: "{file} ist beschädigt ({why}).",
        }
        KeyHeader { file: String, header: HeaderFault } => {
            en: "{file} is damaged: {header}.",
            de: "{file} ist beschädigt: {header}.",
        }
        NoAgeKey { file: String } => {
            en: "{file} contains no age key.",
            de: "{file} enthält keinen age-Schlüssel.",
        }

        // Encrypted files.
        NotForThisHome { what: EncryptedName, why: String } => {
            en: "{what} does not open with this home's key: {why}.",
            de: "{what} lässt sich mit dem Schlüssel dieser Mappe nicht öffnen ({why}).",
        }
        Header { what: EncryptedName, header: HeaderFault } => {
            en: "{what}: {header}.",
            de: "{what}: {header}.",
        }
        NotAnEncryptionKey { text: Typed, why: String } => {
            en: "'{text}' is not an encryption key (age1...): {why}.",
            de: "„{text}“ ist kein öffentlicher Schlüssel, der mit age1 beginnt ({why}).",
        }
    }
}

messages! {
    /// Hints about passphrases, keys and encrypted files.
    pub(crate) enum KeyHint {
        ChoosePassphrase => {
            en: "Choose a passphrase of several unrelated words: easy to remember, hard to guess.",
            de: "Wählen Sie mehrere Wörter, die nichts miteinander zu tun haben: leicht zu \
                 merken, schwer zu raten.",
        }
        ChangePassphraseFirst => {
            en: "If it is forgotten, change the passphrase first: the recovery key is accepted in \
                 place of the old one.",
            de: "Ist sie vergessen, ändern Sie zuerst die Passphrase: Statt der alten gilt der \
                 Wiederherstellungsschlüssel.",
        }
        TypeAgain => {
            en: "Type it again, and check capital and small letters.",
            de: "Geben Sie sie noch einmal ein, und achten Sie auf Groß- und Kleinschreibung.",
        }
        RecoveryKeyOpensToo => {
            en: "The recovery key, AGE-SECRET-KEY-1..., opens the home too: type it in place of \
                 the passphrase.",
            de: "Auch der Wiederherstellungsschlüssel, AGE-SECRET-KEY-1…, öffnet die Mappe: Geben \
                 Sie ihn statt der Passphrase ein.",
        }
        KeyOfThisHome => {
            en: "It belongs to another home, or was replaced. Type the recovery key or the \
                 passphrase of this home.",
            de: "Er gehört zu einer anderen Mappe, oder er wurde ersetzt. Geben Sie den \
                 Wiederherstellungsschlüssel oder die Passphrase dieser Mappe ein.",
        }
        RecoveryKeyBegins => {
            en: "A recovery key begins with AGE-SECRET-KEY-1.",
            de: "Ein Wiederherstellungsschlüssel beginnt mit AGE-SECRET-KEY-1.",
        }
        KeyFileForm => {
            en: "A key file has one line that begins with AGE-SECRET-KEY-1.",
            de: "Eine Schlüsseldatei hat eine Zeile, die mit AGE-SECRET-KEY-1 beginnt.",
        }
        MakeKeyFilePrivate => {
            en: "Make it readable by you alone (mode 600). If others may have read it, change the \
                 recovery key.",
            de: "Erlauben Sie das Lesen nur sich selbst (Modus 600). Wenn jemand die Datei gelesen \
                 haben könnte, wechseln Sie den Wiederherstellungsschlüssel.",
        }
        ChooseOtherName => {
            en: "Choose another name: a key never replaces another file.",
            de: "Wählen Sie einen anderen Namen: Ein Schlüssel ersetzt nie eine Datei.",
        }
        ChoosePlaceOutside => {
            en: "Choose a place outside the home, best on another disk: anyone who copies the \
                 home must not get its key.",
            de: "Wählen Sie einen Ort außerhalb der Mappe, am besten auf einem anderen \
                 Datenträger: Wer die Mappe kopiert, darf nicht auch den Schlüssel bekommen.",
        }
        BringBackOwnKey => {
            en: "It was made by another program. Restore your own key.age from a backup.",
            de: "Ein anderes Programm hat die Datei geschrieben. Stellen Sie Ihre eigene Datei \
                 key.age aus einer Sicherung wieder her.",
        }
        BringBackKey => {
            en: "Restore key.age from a backup of the home.",
            de: "Stellen Sie key.age aus einer Sicherung der Mappe wieder her.",
        }
        FaultyDocument => {
            en: "The document of the other side is faulty. Ask for a new one.",
            de: "Das Dokument der Gegenseite ist fehlerhaft. Bitten Sie um ein neues.",
        }
        KeyOfAuditor => {
            en: "The auditor's home shows its key, which begins with age1.",
            de: "Die Mappe des Prüfers zeigt ihren Schlüssel, der mit age1 beginnt.",
        }
    }
}
