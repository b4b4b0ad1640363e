use std::path::PathBuf;

use poundwise_documents::units::{Digest, DocumentId};
use poundwise_words::messages;

use super::TextList;

messages! {
    /// Messages and hints about catching up.
    pub(crate) enum CatchUpMessage {
        OwnCopiesMissing { market: String, missing: TextList } => {
            en: "The market {market} lacks parts that this home needs to catch up: {missing}. This \
                 home no longer sells.",
            de: "Dem Markt {market} fehlen Teile, die diese Mappe zum Aufholen braucht: {missing}. \
                 Diese Mappe verkauft nicht mehr.",
        }
        CompleteMarket => {
            en: "If the market was incomplete, or this backup is older than the home's recovery \
                 key, restore the missing parts and catch up again.",
            de: "Vielleicht war der Markt unvollständig, oder diese Sicherung ist älter als der \
                 Wiederherstellungsschlüssel der Mappe. Stellen Sie dann die fehlenden Teile \
                 wieder her, und lassen Sie die Mappe noch einmal aufholen.",
        }
        GiveUp => {
            en: "Otherwise write the losses of this home to a file, and create a new home whose \
                 populations carry them.",
            de: "Schreiben Sie sonst die Verluste dieser Mappe in eine Datei, und legen Sie eine \
                 neue Mappe an, deren Populationen sie mitbringen.",
        }
        OwnLogUnreadable { why: String } => {
            en: "This home's ledger on the market cannot be read: {why}.",
            de: "Das Hauptbuch dieser Mappe auf dem Markt ist nicht zu lesen ({why}).",
        }
        OwnTilesDiffer => {
            en: "This home's ledger on the market cannot be read: its tiles do not give the \
                 signed root.",
            de: "Das Hauptbuch dieser Mappe auf dem Markt ist nicht zu lesen: Seine Kacheln \
                 ergeben nicht die signierte Wurzel.",
        }
        OwnEntriesDiffer => {
            en: "This home's ledger on the market cannot be read: its entries do not give the \
                 signed root.",
            de: "Das Hauptbuch dieser Mappe auf dem Markt ist nicht zu lesen: Seine Einträge \
                 ergeben nicht die signierte Wurzel.",
        }
        WaitForCopying => {
            en: "Nothing was changed. If another program is copying the market, wait until it has \
                 finished, and catch up again.",
            de: "Es wurde nichts geändert. Wenn ein anderes Programm den Markt gerade kopiert, \
                 warten Sie, bis es fertig ist, und lassen Sie die Mappe noch einmal aufholen.",
        }
        OtherLedger { market: String, why: String } => {
            en: "The ledger on the market {market} under this home's key contradicts this home's \
                 own ledger: {why}.",
            de: "Das Hauptbuch auf dem Markt {market} mit dem Schlüssel dieser Mappe \
                 widerspricht ihrem eigenen ({why}).",
        }
        SeenLedgerDiffers { entries: u64 } => {
            en: {
                entries;
                1 => "The evidence contradicts this home's ledger: the roots after one entry \
                      differ.",
                _ => "The evidence contradicts this home's ledger: the roots after {entries} \
                      entries differ.",
            },
            de: {
                entries;
                1 => "Die Beweise widersprechen dem Hauptbuch dieser Mappe: Die Wurzeln nach \
                      einem Eintrag sind verschieden.",
                _ => "Die Beweise widersprechen dem Hauptbuch dieser Mappe: Die Wurzeln nach \
                      {entries} Einträgen sind verschieden.",
            },
        }
        NotEvidence { path: PathBuf } => {
            en: "{path} is neither a bundle, nor a ledger, nor a checkpoint.",
            de: "{path} ist weder ein Bündel noch ein Hauptbuch noch ein Prüfpunkt.",
        }
        NoOwnCheckpoint { path: PathBuf } => {
            en: "{path} has no checkpoint that this home signed.",
            de: "{path} enthält keinen Prüfpunkt, den diese Mappe signiert hat.",
        }
        GiveEvidence => {
            en: "Give a bundle, a ledger or a checkpoint of this home that somebody else has.",
            de: "Geben Sie ein Bündel, ein Hauptbuch oder einen Prüfpunkt dieser Mappe an, den \
                 jemand anderes hat.",
        }
    }
}

messages! {
    /// Parts that the market lacks.
    pub(crate) enum MissingPart {
        Entry { id: DocumentId } => {
            en: "entry {id}",
            de: "Eintrag {id}",
        }
        Entries { first: u64, last: u64 } => {
            en: "entries {first} to {last}",
            de: "die Einträge {first} bis {last}",
        }
        Listing { id: DocumentId } => {
            en: "listing {id}",
            de: "Angebot {id}",
        }
        ListingOf { question: Digest } => {
            en: "a listing of question {question}",
            de: "ein Angebot der Frage {question}",
        }
    }
}
