use std::path::PathBuf;

use poundwise_documents::kinds::MechanismError;
use poundwise_words::messages;

messages! {
    /// Messages about the database of a home.
    pub(crate) enum StoreMessage {
        Reports { why: String } => {
            en: "The home's database reports: {why}.",
            de: "Die Datenbank der Mappe meldet einen Fehler ({why}).",
        }
        DiskFull { path: PathBuf } => {
            en: "The disk of {path} is full.",
            de: "Der Datenträger von {path} ist voll.",
        }
        DiskOfHomeFull => {
            en: "The disk of the home is full.",
            de: "Der Datenträger der Mappe ist voll.",
        }
        ReadOnly => {
            en: "The home's database cannot be written: the home is read-only.",
            de: "Die Datenbank der Mappe lässt sich nicht schreiben: Die Mappe ist \
                 schreibgeschützt.",
        }
        NotADatabase { path: PathBuf } => {
            en: "{path} is not the database of a home.",
            de: "{path} ist keine Datenbank einer Mappe.",
        }
        OlderHome { version: i64, first: usize } => {
            en: "This home was created before the first release (format {version}). The first \
                 format is {first}.",
            de: "Diese Mappe wurde vor der ersten Veröffentlichung angelegt (Format {version}). \
                 Das erste Format ist {first}.",
        }
        NewerHome { version: i64, newest: usize } => {
            en: "This home was written by a newer Poundwise (format {version}; this program knows \
                 format {newest}).",
            de: "Diese Mappe wurde von einem neueren Poundwise geschrieben (Format {version}; \
                 dieses Programm kennt Format {newest}).",
        }
        DatasetSealed { dataset: String } => {
            en: "The dataset '{dataset}' is sealed: its table is erased.",
            de: "Der Datensatz „{dataset}“ ist versiegelt: Seine Tabelle ist gelöscht.",
        }
        DatasetRemoved { dataset: String } => {
            en: "The dataset '{dataset}' was removed.",
            de: "Der Datensatz „{dataset}“ wurde entfernt.",
        }
        LossTooLarge => {
            en: "The population's loss would exceed the largest ε.",
            de: "Der Verlust der Population würde das größte mögliche ε überschreiten.",
        }
    }
}

messages! {
    /// Messages about listings, their numbers and the market.
    pub(crate) enum MarketMessage {
        ListingGone { listing: String } => {
            en: "Listing {listing} is no longer on the market.",
            de: "Das Angebot {listing} ist nicht mehr auf dem Markt.",
        }
        ListingNewer { listing: String } => {
            en: "Listing {listing} was made by a newer version of Poundwise.",
            de: "Das Angebot {listing} stammt von einer neueren Version von Poundwise.",
        }
        ListingSealed { title: String } => {
            en: "The listing '{title}' is sealed: its numbers and the seed of its top noise are \
                 erased.",
            de: "Das Angebot „{title}“ ist versiegelt: Seine Zahlen und der Startwert des \
                 obersten Rauschens sind gelöscht.",
        }
        ResponseTooLarge => {
            en: "The response does not fit into 64 bits.",
            de: "Die Antwort passt nicht in 64 Bit.",
        }
        NoResponse { why: MechanismError } => {
            en: "There is no response at this level: {why}.",
            de: "Auf dieser Stufe gibt es keine Antwort: {why}.",
        }
        /// Follows a colon.
        UnreadableBefore => {
            en: "the same bytes could not be read before",
            de: "Dieselben Bytes ließen sich schon früher nicht lesen",
        }
    }
}

messages! {
    /// Hints about the database, datasets and listings.
    pub(crate) enum StoreHint {
        MakeRoom => {
            en: "Nothing was changed. Make room on that disk and try again.",
            de: "Es wurde nichts geändert. Schaffen Sie Platz auf dem Datenträger, und versuchen \
                 Sie es noch einmal.",
        }
        MakeWritable => {
            en: "Nothing was changed. Make the home's folder writable, or choose another home.",
            de: "Es wurde nichts geändert. Machen Sie den Ordner der Mappe beschreibbar, oder \
                 wählen Sie eine andere Mappe.",
        }
        CheckFolderIsYours => {
            en: "Check that the home's folder exists, is writable and is yours.",
            de: "Prüfen Sie, ob es den Ordner der Mappe gibt, ob er beschreibbar ist und ob er \
                 Ihnen gehört.",
        }
        CloseOther => {
            en: "Another program is using this home. Close it and try again.",
            de: "Ein anderes Programm benutzt diese Mappe. Schließen Sie es, und versuchen Sie es \
                 noch einmal.",
        }
        BringBackOrRescue => {
            en: "Nothing was changed. Restore the home from a backup, or export what you can with \
                 the sqlite3 shell.",
            de: "Es wurde nichts geändert. Stellen Sie die Mappe aus einer Sicherung wieder her, \
                 oder retten Sie mit dem Programm sqlite3, was noch lesbar ist.",
        }
        CheckDisk => {
            en: "Nothing was changed. Check the disk (full, read-only, failing) and try again.",
            de: "Es wurde nichts geändert. Prüfen Sie den Datenträger (voll, schreibgeschützt, \
                 defekt), und versuchen Sie es noch einmal.",
        }
        CheckFolder => {
            en: "Check the folder of the home.",
            de: "Prüfen Sie den Ordner der Mappe.",
        }
        CreateNewHome => {
            en: "Nothing was changed. Create a new home, and import the tables again.",
            de: "Es wurde nichts geändert. Legen Sie eine neue Mappe an, und importieren Sie die \
                 Tabellen noch einmal.",
        }
        UseNewerProgram => {
            en: "Nothing was changed. Use the newer program.",
            de: "Es wurde nichts geändert. Verwenden Sie das neuere Programm.",
        }
        DatasetLossesStay => {
            en: "It can answer no more questions. Its losses stay in its population.",
            de: "Er beantwortet keine Fragen mehr. Seine Verluste bleiben in seiner Population.",
        }
        DeclineOnly => {
            en: "An order that leads there can only be declined.",
            de: "Eine Bestellung, die dazu führt, lässt sich nur ablehnen.",
        }
        SeeMarket => {
            en: "See what is on the market.",
            de: "Sehen Sie nach, was auf dem Markt ist.",
        }
        UpdatePoundwise => {
            en: "Update Poundwise to see it and to buy from it.",
            de: "Aktualisieren Sie Poundwise, um es zu sehen und daraus zu kaufen.",
        }
        NoMoreOpenings => {
            en: "No opening of it can be granted any more. An opening that was granted before \
                 still replays the sales.",
            de: "Eine Öffnung lässt sich dafür nicht mehr gewähren. Mit einer früher gewährten \
                 lassen sich die Verkäufe weiter neu berechnen.",
        }
    }
}
