use std::path::PathBuf;

use poundwise_words::{Text, messages, words_of};

messages! {
    /// Messages about a market.
    pub(crate) enum MarketMessage {
        NoAddress => {
            en: "The address of the market is empty.",
            de: "Die Adresse des Marktes ist leer.",
        }
        NotAUrl { text: String, why: String } => {
            en: "The market '{text}' is not a URL: {why}.",
            de: "Die Adresse „{text}“ des Marktes ist keine URL ({why}).",
        }
        OtherScheme { text: String } => {
            en: "The market '{text}' is not a local folder, and no other kind of market is \
                 supported.",
            de: "Der Markt „{text}“ ist kein Ordner auf diesem Rechner, und nur in einem solchen \
                 kann ein Markt liegen.",
        }
        NoFolderHere { text: String } => {
            en: "The market '{text}' is not a folder on this machine.",
            de: "Der Markt „{text}“ ist kein Ordner auf diesem Rechner.",
        }
        NotAPath { text: String, why: String } => {
            en: "The market '{text}' is not a path: {why}.",
            de: "Die Adresse „{text}“ des Marktes ist kein Pfad ({why}).",
        }
        NoFolder { folder: PathBuf } => {
            en: "There is no market in {folder}: the folder does not exist.",
            de: "In {folder} ist kein Markt: Den Ordner gibt es nicht.",
        }
        Missing { market: String } => {
            en: "The market {market} is missing: its folder does not exist.",
            de: "Der Markt {market} fehlt: Seinen Ordner gibt es nicht.",
        }
        Full { doing: MarketDoing, path: String, market: String } => {
            en: "Cannot {doing} {path}: the disk of the market {market} is full.",
            de: "{path} {doing}: Der Datenträger des Marktes {market} ist voll.",
        }
        Cannot { doing: MarketDoing, path: String, market: String, why: String } => {
            en: "Cannot {doing} {path} on the market {market}: {why}.",
            de: "{path} auf dem Markt {market} {doing} ({why}).",
        }
        Unreadable { path: String, why: Text } => {
            en: "{path} on the market cannot be read: {why}.",
            de: "{path} auf dem Markt lässt sich nicht lesen: {why}.",
        }
        NotAName { path: String } => {
            en: "'{path}' is not a name on a market.",
            de: "„{path}“ ist kein Name auf einem Markt.",
        }
    }
}

messages! {
    /// Hints about a market.
    pub(crate) enum MarketHint {
        GiveFolder => {
            en: "Give a folder, such as file:///path/to/market.",
            de: "Geben Sie einen Ordner an, etwa file:///pfad/zum/markt.",
        }
        CheckPathOrCreate => {
            en: "Check the path, and that its disk is mounted. For a new market, create the \
                 folder first.",
            de: "Prüfen Sie den Pfad, und ob der Datenträger eingehängt ist. Für einen neuen Markt \
                 legen Sie zuerst den Ordner an.",
        }
        CheckPath => {
            en: "Check the path, and that its disk is mounted. Signed documents are kept, and \
                 nothing was written there.",
            de: "Prüfen Sie den Pfad, und ob der Datenträger eingehängt ist. Signierte Dokumente \
                 bleiben erhalten, und dort wurde nichts geschrieben.",
        }
        CheckFolder => {
            en: "Check that the market's folder exists and is writable. Signed documents are kept.",
            de: "Prüfen Sie, ob der Ordner des Marktes da und beschreibbar ist. Signierte \
                 Dokumente bleiben erhalten.",
        }
        MakeRoom => {
            en: "Make room there. Signed documents are kept.",
            de: "Schaffen Sie dort Platz. Signierte Dokumente bleiben erhalten.",
        }
        SendAgain => {
            en: "Then send them again.",
            de: "Senden Sie sie dann noch einmal.",
        }
        LookAtObject => {
            en: "Look at it in the market's folder, and remove it if it is not yours.",
            de: "Sehen Sie im Ordner des Marktes nach, und entfernen Sie es, wenn es nicht von \
                 Ihnen ist.",
        }
    }
}

/// What could not be done on a market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MarketDoing {
    List,
    Read,
    Remove,
    Write,
}

words_of! {
    MarketDoing {
        List => "list", "lässt sich nicht auflisten";
        Read => "read", "lässt sich nicht lesen";
        Remove => "remove", "lässt sich nicht entfernen";
        Write => "write to", "lässt sich nicht schreiben";
    }
}

messages! {
    /// Reasons why an object on the market cannot be read, as they follow a colon.
    pub(crate) enum ObjectProblem {
        Gone => {
            en: "it is gone",
            de: "Es ist nicht mehr da",
        }
        NotOrdinary => {
            en: "it is not an ordinary file",
            de: "Es ist keine gewöhnliche Datei",
        }
        OddPath => {
            en: "a part of its path is a link, or neither a folder nor an ordinary file",
            de: "Ein Teil seines Pfads ist eine Verknüpfung oder weder ein Ordner noch eine \
                 gewöhnliche Datei",
        }
        System { why: String } => {
            en: "{why}",
            de: "Das System meldet einen Fehler ({why})",
        }
    }
}
