use std::path::PathBuf;

use poundwise_words::messages;

use super::OpenIn;

messages! {
    /// Messages about the home as a whole: its folder, its lock and its market.
    pub(crate) enum OpeningMessage {
        HomeExists { folder: PathBuf } => {
            en: "There is already a home in {folder}.",
            de: "In {folder} gibt es schon eine Mappe.",
        }
        NoHome { folder: PathBuf } => {
            en: "There is no home in {folder}.",
            de: "In {folder} gibt es keine Mappe.",
        }
        SendingElsewhere => {
            en: "Documents of this home are being sent.",
            de: "Dokumente dieser Mappe werden gerade gesendet.",
        }
        NotEmpty { folder: PathBuf } => {
            en: "{folder} contains other files.",
            de: "In {folder} liegen schon andere Dateien.",
        }
        InUse { folder: PathBuf, by: OpenIn } => {
            en: "The home in {folder} is open in {by}.",
            de: "Die Mappe in {folder} ist in {by} geöffnet.",
        }
        Moved => {
            en: "The folder of this home was moved or removed. Open the home where it is now.",
            de: "Der Ordner dieser Mappe wurde verschoben oder entfernt. Öffnen Sie die Mappe \
                 dort, wo sie jetzt ist.",
        }
        OtherHome => {
            en: "This work was begun in another home, or before the recovery key was changed.",
            de: "Das wurde in einer anderen Mappe begonnen, oder bevor der \
                 Wiederherstellungsschlüssel geändert wurde.",
        }
        NoDefaultMarket => {
            en: "This platform has no default folder for a market.",
            de: "Auf diesem System gibt es keinen üblichen Ordner für einen Markt.",
        }
        OutboxWaiting { waiting: u64, market: String } => {
            en: {
                waiting;
                1 => "1 signed document has not reached the market {market} yet.",
                _ => "{waiting} signed documents have not reached the market {market} yet.",
            },
            de: {
                waiting;
                1 => "1 signiertes Dokument hat den Markt {market} noch nicht erreicht.",
                _ => "{waiting} signierte Dokumente haben den Markt {market} noch nicht erreicht.",
            },
        }
    }
}

messages! {
    /// Hints about the home as a whole.
    pub(crate) enum OpeningHint {
        OpenOrChooseFolder => {
            en: "Open it, or choose another folder.",
            de: "Öffnen Sie sie, oder wählen Sie einen anderen Ordner.",
        }
        ChooseEmptyFolder => {
            en: "Choose an empty or a new folder.",
            de: "Wählen Sie einen leeren oder einen neuen Ordner.",
        }
        CreateHome => {
            en: "Give the folder of an existing home, or create one.",
            de: "Geben Sie den Ordner einer Mappe an, oder legen Sie eine an.",
        }
        CloseHolder => {
            en: "Close the app or the command that uses it, or choose another home.",
            de: "Schließen Sie die App, oder beenden Sie den Befehl, der sie benutzt. Oder wählen \
                 Sie eine andere Mappe.",
        }
        OpenedIn { folder: PathBuf } => {
            en: "It was opened in {folder}. Nothing was changed, and nothing is written there any \
                 more.",
            de: "Geöffnet wurde sie in {folder}. Nichts wurde geändert, und dort wird nichts mehr \
                 geschrieben.",
        }
        BeginAgain => {
            en: "Nothing was stored. Do it again.",
            de: "Es wurde nichts gespeichert. Beginnen Sie noch einmal.",
        }
        GiveMarket => {
            en: "Give the folder of a market, such as file:///path/to/market.",
            de: "Geben Sie den Ordner eines Marktes an, etwa file:///pfad/zum/markt.",
        }
        SendToOldMarket => {
            en: "Nothing was changed. The recipients look for the documents there. Make that \
                 market reachable, and then send them.",
            de: "Es wurde nichts geändert. Die Empfänger suchen die Dokumente dort. Machen Sie \
                 diesen Markt erreichbar, und senden Sie sie dann.",
        }
        ConfirmMove => {
            en: "Or confirm the move. The documents are then sent to the new market.",
            de: "Oder bestätigen Sie den Wechsel. Die Dokumente werden dann an den neuen Markt \
                 gesendet.",
        }
    }
}
