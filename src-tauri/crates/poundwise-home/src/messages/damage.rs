use std::fmt;
use std::path::PathBuf;

use poundwise_words::{Text, messages};

use super::{StoredThing, Typed};
use crate::store::SecretName;

messages! {
    /// Messages about damage. All but those of the whole home follow "The home is damaged: ".
    pub(crate) enum DamageMessage {
        Home { what: Text } => {
            en: "The home is damaged: {what}.",
            de: "Die Mappe ist beschädigt: {what}.",
        }
        SecretMissing { secret: SecretName } => {
            en: "The home has no secret '{secret}'.",
            de: "Der Mappe fehlt das Geheimnis „{secret}“.",
        }
        QuestionSecrets { question: String } => {
            en: "The secrets of question {question} are damaged.",
            de: "Die Geheimnisse der Frage {question} sind beschädigt.",
        }
        DatasetSecret => {
            en: "The secret of a dataset is damaged.",
            de: "Das Geheimnis eines Datensatzes ist beschädigt.",
        }
        DigestKey => {
            en: "The key for the digests of tables is damaged.",
            de: "Der Schlüssel für die Hashwerte der Tabellen ist beschädigt.",
        }
        EarlierKey => {
            en: "An earlier key of the home is damaged.",
            de: "Ein früherer Schlüssel der Mappe ist beschädigt.",
        }

        // The whole database.
        KeyOfAnotherHome => {
            en: "key.age and poundwise.db do not belong together",
            de: "key.age und poundwise.db gehören nicht zusammen",
        }
        ForeignSchema => {
            en: "its database has other tables, indexes or triggers than this program creates",
            de: "Ihre Datenbank hat andere Tabellen, Indizes oder Trigger, als dieses Programm \
                 anlegt",
        }
        WrongFormat { version: i64 } => {
            en: "its database states format {version}, but has another format",
            de: "Ihre Datenbank nennt das Format {version}, hat aber ein anderes",
        }
        DatabaseReports { why: String } => {
            en: "its database reports: {why}",
            de: "Ihre Datenbank meldet einen Fehler ({why})",
        }
        StateMissing => {
            en: "its state is missing",
            de: "Ihr Zustand fehlt",
        }
        ForeignState => {
            en: "its state was not written by this home",
            de: "Ihr Zustand stammt nicht von dieser Mappe",
        }
        IdentityMissing => {
            en: "its signing key is missing",
            de: "Ihr Signaturschlüssel fehlt",
        }
        NameMissing => {
            en: "its name is missing",
            de: "Ihr Name fehlt",
        }
        MarketMissing => {
            en: "the address of its market is missing",
            de: "Die Adresse ihres Marktes fehlt",
        }
        SecretReplaced { secret: SecretName } => {
            en: "the secret '{secret}' was replaced by another one",
            de: "Das Geheimnis „{secret}“ wurde durch ein anderes ersetzt",
        }

        // Rows.
        Missing { thing: StoredThing, id: String } => {
            en: "{thing} {id} is missing",
            de: "{thing} {id} fehlt",
        }
        NamedRowsMissing => {
            en: "rows to which other rows refer are missing",
            de: "Zeilen, auf die andere Zeilen verweisen, fehlen",
        }
        RowsMissing { table: &'static str } => {
            en: "rows of {table} are missing, or come from an older copy",
            de: "Zeilen von {table} fehlen oder stammen aus einer älteren Kopie",
        }
        ForeignRow { table: &'static str } => {
            en: "a row of {table} was not written there by this home",
            de: "Eine Zeile von {table} stammt nicht von dieser Mappe",
        }
        SealedValues { table: &'static str } => {
            en: "the encrypted values of a row of {table} cannot be read",
            de: "Die verschlüsselten Werte einer Zeile von {table} lassen sich nicht lesen",
        }
        WrongValue { table: &'static str, column: String, fault: Text } => {
            en: "the value of {column} in a row of {table} is wrong: {fault}",
            de: "Der Wert von {column} in einer Zeile von {table} ist falsch: {fault}",
        }
        TransferWithoutBooking => {
            en: "a transfer belongs to no booking",
            de: "Eine Überweisung gehört zu keiner Buchung",
        }
        NumbersDiffer { title: String } => {
            en: "the numbers of '{title}' do not match the commitment in its listing",
            de: "Die Zahlen von „{title}“ passen nicht zur Festlegung in ihrem Angebot",
        }
        OtherTable { path: PathBuf } => {
            en: "the table {path} is not the one that was imported",
            de: "Die Tabelle {path} ist nicht die importierte",
        }
        SchemaUnreadable { dataset: String, why: String } => {
            en: "the schema of dataset '{dataset}' cannot be read: {why}",
            de: "Das Schema des Datensatzes „{dataset}“ lässt sich nicht lesen ({why})",
        }

        // Documents and the ledger.
        DocumentChanged { id: String } => {
            en: "document {id} was changed",
            de: "Das Dokument {id} wurde geändert",
        }
        DocumentNotVerified { why: String } => {
            en: "a stored document does not verify: {why}",
            de: "Ein gespeichertes Dokument besteht die Nachprüfung nicht ({why})",
        }
        LedgerDocumentChanged => {
            en: "a document of its ledger was changed",
            de: "Ein Dokument ihres Hauptbuchs wurde geändert",
        }
        AvailabilityNotVerified => {
            en: "its availability statement does not verify",
            de: "Ihre Angabe der Verfügbarkeit besteht die Nachprüfung nicht",
        }
        RefusalNotVerified { alarm: u64, why: String } => {
            en: "the refusal of alarm {alarm} does not verify: {why}",
            de: "Die Ablehnung zu Alarm {alarm} besteht die Nachprüfung nicht ({why})",
        }
        HeldReleaseMissing => {
            en: "a release of its holdings is missing",
            de: "Eine Freigabe ihrer Bestände fehlt",
        }
        CheckpointMissing { entries: u64 } => {
            en: "the checkpoint at entry {entries} is missing",
            de: "Der Prüfpunkt beim Eintrag {entries} fehlt",
        }
        CheckpointNotVerified { why: String } => {
            en: "a stored checkpoint does not verify: {why}",
            de: "Ein gespeicherter Prüfpunkt besteht die Nachprüfung nicht ({why})",
        }
        NewestCheckpointMissing => {
            en: "its newest checkpoint is missing",
            de: "Ihr neuester Prüfpunkt fehlt",
        }
        OldCheckpoint => {
            en: "its newest checkpoint does not match its ledger",
            de: "Ihr neuester Prüfpunkt passt nicht zu ihrem Hauptbuch",
        }
        LogNodeMissing { level: u8, index: u64 } => {
            en: "the tree of its ledger lacks node {index} of level {level}",
            de: "Dem Baum ihres Hauptbuchs fehlt auf der Ebene {level} der Knoten {index}",
        }
        TreeChanged => {
            en: "the tree of its ledger was changed",
            de: "Der Baum ihres Hauptbuchs wurde geändert",
        }
        TreeOverEntryChanged { entry: u64 } => {
            en: "the tree above entry {entry} of its ledger was changed",
            de: "Der Baum über dem Eintrag {entry} ihres Hauptbuchs wurde geändert",
        }
        ForeignEntries => {
            en: "its ledger has entries that this home did not write",
            de: "Ihr Hauptbuch hat Einträge, die nicht von dieser Mappe stammen",
        }
        ForeignLedgerRows => {
            en: "its ledger has rows that do not belong to it",
            de: "Ihr Hauptbuch hat Zeilen, die nicht dazugehören",
        }
        LastEntryMissing => {
            en: "the last entry of its ledger is missing",
            de: "Der letzte Eintrag ihres Hauptbuchs fehlt",
        }
        LastReceiptMissing => {
            en: "the last receipt of its ledger is missing",
            de: "Die letzte Quittung ihres Hauptbuchs fehlt",
        }
    }
}

messages! {
    /// What is wrong with a stored value. It follows a colon.
    pub(crate) enum CellFault {
        Absent => {
            en: "it is missing",
            de: "Er fehlt",
        }
        ValueNotText => {
            en: "it is not a text",
            de: "Er ist kein Text",
        }
        ValueNotANumber => {
            en: "it is not a number",
            de: "Er ist keine Zahl",
        }
        ValueNotBytes => {
            en: "it is not 32 bytes",
            de: "Er hat nicht 32 Bytes",
        }
        UnknownWord { word: Typed } => {
            en: "'{word}' is unknown",
            de: "„{word}“ ist unbekannt",
        }
        BadValue { why: String } => {
            en: "it cannot be read ({why})",
            de: "Er lässt sich nicht lesen ({why})",
        }
    }
}

impl CellFault {
    pub(crate) fn unreadable(why: &dyn fmt::Display) -> Self {
        let why = why.to_string();
        Self::BadValue { why }
    }
}

messages! {
    /// Hints about damage.
    pub(crate) enum DamageHint {
        BringBackAndCatchUp => {
            en: "Nothing damaged was used. Restore the home from a backup, and let it catch up.",
            de: "Es wurde nichts Beschädigtes verwendet. Stellen Sie die Mappe aus einer Sicherung \
                 wieder her, und lassen Sie sie aufholen.",
        }
        CheckHome => {
            en: "See what else is damaged.",
            de: "Sehen Sie nach, was sonst noch beschädigt ist.",
        }
        BringBack => {
            en: "Restore the home from a backup.",
            de: "Stellen Sie die Mappe aus einer Sicherung wieder her.",
        }
    }
}
