use std::path::PathBuf;

use poundwise_documents::units::Timestamp;
use poundwise_words::{Text, messages};

use super::Typed;

messages! {
    /// Messages about the home's own ledger and what others have seen of it.
    pub(crate) enum HistoryMessage {
        SellsNoMoreTwoHistories => {
            en: "This home no longer sells: its ledger contradicts a version that others have \
                 seen.",
            de: "Diese Mappe verkauft nicht mehr: Ihr Hauptbuch widerspricht einer Fassung, die \
                 andere gesehen haben.",
        }
        SellsNoMoreOwnCopies => {
            en: "This home no longer sells: it is an old copy, and the market lacks entries that \
                 it needs to catch up.",
            de: "Diese Mappe verkauft nicht mehr: Sie ist eine alte Kopie, und dem Markt fehlen \
                 Einträge, die sie zum Aufholen braucht.",
        }
        SellsNoMoreGivenUp => {
            en: "This home no longer sells: its losses were written into a file for another home.",
            de: "Diese Mappe verkauft nicht mehr: Ihre Verluste wurden in eine Datei für eine \
                 andere Mappe geschrieben.",
        }
        BehindMark { there: u64, size: u64 } => {
            en: {
                there;
                1 => "This home's ledger had one entry on this machine, and the home has {size}: \
                      it is an old copy.",
                _ => "This home's ledger had {there} entries on this machine, and the home has \
                      {size}: it is an old copy.",
            },
            de: {
                there;
                1 => "Das Hauptbuch dieser Mappe hatte auf diesem Rechner einen Eintrag, und die \
                      Mappe hat {size}: Sie ist eine alte Kopie.",
                _ => "Das Hauptbuch dieser Mappe hatte auf diesem Rechner {there} Einträge, und \
                      die Mappe hat {size}: Sie ist eine alte Kopie.",
            },
        }
        BehindMarkInChanges { there: u64, size: u64 } => {
            en: "The number of changes of this home was {there} on this machine, and it is {size} \
                 now: the home is an old copy.",
            de: "Die Zahl der Änderungen dieser Mappe war auf diesem Rechner {there}, und jetzt \
                 ist sie {size}: Die Mappe ist eine alte Kopie.",
        }
        BehindMarket { market: String, there: u64, size: u64 } => {
            en: {
                there;
                1 => "The market {market} has a ledger of this home with one entry, and this home \
                      has {size}: it is an old copy.",
                _ => "The market {market} has a ledger of this home with {there} entries, and this \
                      home has {size}: it is an old copy.",
            },
            de: {
                there;
                1 => "Auf dem Markt {market} liegt ein Hauptbuch dieser Mappe mit einem Eintrag, \
                      und diese Mappe hat {size}: Sie ist eine alte Kopie.",
                _ => "Auf dem Markt {market} liegt ein Hauptbuch dieser Mappe mit {there} \
                      Einträgen, und diese Mappe hat {size}: Sie ist eine alte Kopie.",
            },
        }
        BehindOwn { market: String, size: u64 } => {
            en: "The market {market} has own copies of entries after entry {size}, which is the \
                 last one in this home: this home is an old copy.",
            de: "Auf dem Markt {market} liegen Kopien von Einträgen nach dem Eintrag {size}, der \
                 in dieser Mappe der letzte ist: Sie ist eine alte Kopie.",
        }
        BehindOwnFromFirst { market: String } => {
            en: "The market {market} has own copies of entries, and this home has no entries: this \
                 home is an old copy.",
            de: "Auf dem Markt {market} liegen Kopien von Einträgen, und diese Mappe hat keine \
                 Einträge: Sie ist eine alte Kopie.",
        }
        BehindOrder { seen: u64, size: u64 } => {
            en: {
                seen;
                1 => "A buyer has seen one entry of this home's ledger, and this home has {size}: \
                      it is an old copy.",
                _ => "A buyer has seen {seen} entries of this home's ledger, and this home has \
                      {size}: it is an old copy.",
            },
            de: {
                seen;
                1 => "Ein Käufer hat vom Hauptbuch dieser Mappe einen Eintrag gesehen, und diese \
                      Mappe hat {size}: Sie ist eine alte Kopie.",
                _ => "Ein Käufer hat vom Hauptbuch dieser Mappe {seen} Einträge gesehen, und \
                      diese Mappe hat {size}: Sie ist eine alte Kopie.",
            },
        }
        MarkDiffers { entry: u64 } => {
            en: "This home's ledger is not the one that was written on this machine: their roots \
                 differ after entry {entry}.",
            de: "Das Hauptbuch dieser Mappe ist nicht das, das auf diesem Rechner geschrieben \
                 wurde: Nach dem Eintrag {entry} unterscheiden sich ihre Wurzeln.",
        }
        MarketDiffers { market: String, entry: u64 } => {
            en: "The ledger of this home on the market {market} is not the one in this home: \
                 their roots differ after entry {entry}.",
            de: "Das Hauptbuch dieser Mappe auf dem Markt {market} ist ein anderes als das in der \
                 Mappe: Nach dem Eintrag {entry} unterscheiden sich ihre Wurzeln.",
        }
        BuyerSawOther { entry: u64 } => {
            en: "The buyer has seen another ledger of this home: their roots differ after entry \
                 {entry}.",
            de: "Der Käufer hat ein anderes Hauptbuch dieser Mappe gesehen: Nach dem Eintrag \
                 {entry} unterscheiden sich ihre Wurzeln.",
        }
        OtherEntry { entry: u64, market: String } => {
            en: "Another copy of this home has signed another entry {entry}, which is on the \
                 market {market}.",
            de: "Eine andere Kopie dieser Mappe hat einen anderen Eintrag {entry} signiert, der \
                 auf dem Markt {market} liegt.",
        }
        Unconfirmed => {
            en: "It is not confirmed that this is the newest copy of the home.",
            de: "Es ist nicht bestätigt, dass dies die neueste Kopie der Mappe ist.",
        }
        NoEvidence { cause: Text } => {
            en: "This machine has no valid mark of this home, and its market cannot be read. \
                 {cause}",
            de: "Auf diesem Rechner gibt es keine gültige Marke dieser Mappe, und ihr Markt lässt \
                 sich nicht lesen. {cause}",
        }
        ForeignOwnCopies { folder: String, most: u64 } => {
            en: "{folder} on the market has more than {most} objects that this home did not \
                 write.",
            de: "{folder} auf dem Markt hat mehr als {most} Dateien, die nicht von dieser \
                 Mappe stammen.",
        }

        // Codes.
        NotACode { text: Typed } => {
            en: "'{text}' is not a ledger code.",
            de: "„{text}“ ist kein Hauptbuch-Code.",
        }
        CodeAhead { entry: u64 } => {
            en: "The code belongs to entry {entry}, and this home has fewer entries: it is an old \
                 copy.",
            de: "Der Code gehört zum Eintrag {entry}, und diese Mappe hat weniger Einträge: Sie \
                 ist eine alte Kopie.",
        }
        CodeDiffers => {
            en: "The code does not belong to this home's ledger.",
            de: "Der Code gehört nicht zum Hauptbuch dieser Mappe.",
        }
    }
}

messages! {
    /// Messages about the mark.
    pub(crate) enum MarkMessage {
        NotAMark { path: PathBuf } => {
            en: "{path} is not a valid mark of this home.",
            de: "{path} ist keine gültige Marke dieser Mappe.",
        }
        Unreadable { cause: Text } => {
            en: "The mark of this home cannot be read. {cause}",
            de: "Die Marke dieser Mappe lässt sich nicht lesen. {cause}",
        }
        Unwritable { cause: Text } => {
            en: "The mark of this home cannot be written. {cause}",
            de: "Die Marke dieser Mappe lässt sich nicht schreiben. {cause}",
        }
    }
}

messages! {
    /// Messages about a clock that contradicts documents.
    pub(crate) enum ClockMessage {
        BeforeSigned { now: Timestamp, signed: Timestamp } => {
            en: "This machine's clock shows {now}, but this home already signed a document at \
                 {signed}.",
            de: "Die Uhr dieses Rechners zeigt {now}, aber diese Mappe hat schon um {signed} ein \
                 Dokument signiert.",
        }
        LongAfterNewest { now: Timestamp, newest: Timestamp } => {
            en: "This machine's clock shows {now}, more than a year after the newest document in \
                 this home, which is of {newest}.",
            de: "Die Uhr dieses Rechners zeigt {now}. Das ist mehr als ein Jahr nach dem neuesten \
                 Dokument in dieser Mappe, vom {newest}.",
        }
    }
}

messages! {
    /// Hints about the home's own ledger, its mark and the clock.
    pub(crate) enum HistoryHint {
        UseNewestCopy => {
            en: "Go on with the newest copy of this home, if there is one.",
            de: "Arbeiten Sie mit der neuesten Kopie dieser Mappe weiter, wenn es eine gibt.",
        }
        CatchUp => {
            en: "Otherwise let this one catch up.",
            de: "Lassen Sie sonst diese Kopie aufholen.",
        }
        CatchUpAgain => {
            en: "If the market was incomplete and is complete again, catch up.",
            de: "Wenn der Markt unvollständig war und jetzt vollständig ist, lassen Sie die Mappe \
                 aufholen.",
        }
        CatchUpFromCopies => {
            en: "Otherwise put the own copies of the missing entries back on the market, or get a \
                 newer bundle, ledger or checkpoint of this home. Then catch up.",
            de: "Legen Sie sonst die Kopien der fehlenden Einträge wieder auf den Markt, oder \
                 besorgen Sie ein neueres Bündel, ein neueres Hauptbuch oder einen neueren \
                 Prüfpunkt dieser Mappe. Lassen Sie die Mappe dann aufholen.",
        }
        CatchUpWithAll => {
            en: "Or let this home read all of them.",
            de: "Oder lassen Sie diese Mappe alle lesen.",
        }
        SellFromCarrier => {
            en: "Sell from the home that carries its losses. This one can still read, collect and \
                 export.",
            de: "Verkaufen Sie aus der Mappe, die ihre Verluste mitbringt. Mit dieser lässt sich \
                 weiter lesen, abholen und exportieren.",
        }
        NewHomeOtherwise => {
            en: "Otherwise write the losses of this home to a file, for a new home whose \
                 populations carry them.",
            de: "Schreiben Sie sonst die Verluste dieser Mappe in eine Datei, für eine neue Mappe, \
                 deren Populationen sie mitbringen.",
        }
        NewHomeIfLost => {
            en: "If that copy is lost, write the losses of this home to a file, for a new home \
                 whose populations carry them.",
            de: "Ist jene Kopie verloren, schreiben Sie die Verluste dieser Mappe in eine Datei, \
                 für eine neue Mappe, deren Populationen sie mitbringen.",
        }
        UsePublishedCopy => {
            en: "Two copies of this home have sold. This one no longer sells. Go on with the one \
                 whose ledger is on the market.",
            de: "Zwei Kopien dieser Mappe haben verkauft. Diese verkauft nicht mehr. Arbeiten Sie \
                 mit der weiter, deren Hauptbuch auf dem Markt liegt.",
        }
        GiveUp => {
            en: "Or give this home up.",
            de: "Oder geben Sie diese Mappe auf.",
        }
        GiveUpIfCodeIsRight => {
            en: "If the code is right, another copy of this home has sold. Give this one up.",
            de: "Stimmt der Code, hat eine andere Kopie dieser Mappe verkauft. Geben Sie diese auf.",
        }
        CheckCode => {
            en: "Check each character. The code is on your last receipt or change.",
            de: "Prüfen Sie jedes Zeichen. Der Code steht auf Ihrer letzten Quittung oder \
                 Änderung.",
        }
        WriteCode => {
            en: "A code has a number and two groups of four characters, such as 12-7KQX-M2PA.",
            de: "Ein Code besteht aus einer Nummer und zwei Gruppen von vier Zeichen, etwa \
                 12-7KQX-M2PA.",
        }
        DoNotAskOperator => {
            en: "The market shows no newer entries, but its operator could hide them. Do not ask \
                 the operator.",
            de: "Auf dem Markt liegen keine neueren Einträge, aber sein Betreiber könnte sie \
                 verbergen. Fragen Sie nicht den Betreiber.",
        }
        ConfirmWithCode => {
            en: "Type the code of your last receipt or change.",
            de: "Geben Sie den Code Ihrer letzten Quittung oder Änderung ein.",
        }
        MakeMarketReadable => {
            en: "This home may be an old copy, which must not sell. Make its market reachable, \
                 and do it again.",
            de: "Diese Mappe könnte eine alte Kopie sein. Eine alte Kopie darf nicht verkaufen. \
                 Machen Sie ihren Markt erreichbar, und versuchen Sie es noch einmal.",
        }
        RemoveForeign => {
            en: "Remove all objects from that folder that are not yours.",
            de: "Entfernen Sie aus dem Ordner alle Dateien, die nicht von Ihnen sind.",
        }
        MakeFolderReadable => {
            en: "Make that folder readable, or name another state folder.",
            de: "Machen Sie den Ordner lesbar, oder nennen Sie einen anderen Zustandsordner.",
        }
        NothingSent => {
            en: "Nothing was sent. Signed documents stay in the home and wait.",
            de: "Es wurde nichts gesendet. Signierte Dokumente bleiben in der Mappe und warten.",
        }
        MakeWritableAndSend { folder: PathBuf } => {
            en: "Make {folder} writable, or name another state folder. Then send the \
                 documents.",
            de: "Erlauben Sie das Schreiben in {folder}, oder nennen Sie einen anderen \
                 Zustandsordner. Senden Sie die Dokumente dann.",
        }
        SetClock => {
            en: "Nothing was signed. Set the machine's clock if it is wrong: a signed time cannot \
                 be changed.",
            de: "Es wurde nichts signiert. Stellen Sie die Uhr des Rechners, wenn sie falsch geht: \
                 Eine signierte Zeit lässt sich nicht ändern.",
        }
        ConfirmClock => {
            en: "Or confirm that the clock is right.",
            de: "Oder bestätigen Sie, dass die Uhr richtig geht.",
        }
    }
}
