//! Limits: facts that an audit cannot know.

use poundwise_words::{Text, messages};

use super::bundles::BundleSentences;
use super::by::texts_by;
use super::list::Sales;
use crate::report::LimitCode;

texts_by! {
    /// A limit in a sentence, without the names and numbers of a particular one.
    pub(crate) struct LimitText(LimitCode) {
        Keys =>
            "Who owns the keys: compare the key ids with those that owner and buyers state \
             elsewhere.",
            "Wem die Schlüssel gehören: Vergleichen Sie ihre Kennungen mit denen, die Eigentümer \
             und Käufer anderswo angeben.";
        Truth =>
            "Whether the data are true, and whether money was really paid.",
            "Ob die Daten wahr sind und ob wirklich Geld geflossen ist.";
        Unreceipted =>
            "Whether there were sales without a receipt.",
            "Ob es Verkäufe ohne Quittung gab.";
        Undelivered =>
            "What was delivered: no bundle was given, so no values file of a sale was checked.",
            "Was geliefert wurde: Es lag kein Bündel vor, darum wurde keine Wertedatei eines \
             Verkaufs geprüft.";
        Unreplayed =>
            "Whether the values come from the noise path: an opening granted by the owner, and a \
             replay, would show it.",
            "Ob die Werte vom Rauschpfad stammen: Eine vom Eigentümer gewährte Öffnung und eine \
             Neuberechnung würden es zeigen.";
        Copy =>
            "Whether a holder's copy is the named release with added noise, as its maker states: \
             the owner did not sign its values. Even with the release at hand, the added noise \
             could be different.",
            "Ob eine Kopie die genannte Freigabe mit zusätzlichem Rauschen ist, wie ihr Ersteller \
             angibt: Der Eigentümer hat ihre Werte nicht signiert. Auch wenn die Freigabe \
             vorliegt, könnte das zusätzliche Rauschen ein anderes sein.";
        CopyMaker =>
            "What else the makers of copies hold or gave to others: copies of several holders \
             together can reveal as much as those holders hold.",
            "Was die Ersteller von Kopien sonst noch haben oder anderen gegeben haben: Kopien \
             mehrerer Käufer zusammen können so viel verraten, wie diese Käufer haben.";
        Chosen =>
            "Whether the bundles were chosen by their values: the law-of-noise check keeps its \
             false-alarm rate only for bundles that were not.",
            "Ob die Bündel nach ihren Werten ausgewählt wurden: Der Prüfschritt zum Rauschen \
             behält seine Fehlalarmrate nur bei Bündeln, die nicht so ausgewählt wurden.";
        NoLedger =>
            "Whether losses and totals are right, and whether the log is one history: only the \
             ledger shows it.",
            "Ob Verluste und Summen stimmen und ob das Protokoll nur eine Historie hat: Nur das \
             Hauptbuch zeigt es.";
        CutOff =>
            "Whether entries were cut off at the end, or others see another ledger: a later \
             ledger, or a checkpoint that somebody else kept, would show it.",
            "Ob am Ende Einträge fehlen oder andere ein anderes Hauptbuch sehen: Ein späteres \
             Hauptbuch oder ein Prüfpunkt, den jemand anderes aufbewahrt hat, würde es zeigen.";
        LeftOut =>
            "Whether a withdrawal or an unsold listing was left out: the log contains only \
             receipts, grants and population changes.",
            "Ob eine Rücknahme oder ein unverkauftes Angebot ausgelassen wurde: Das Protokoll \
             enthält nur Quittungen, Gewährungen und Änderungen von Populationen.";
        UnknownOwner =>
            "Who signed a checkpoint that was given without a document of its owner.",
            "Wer einen Prüfpunkt signiert hat, zu dem kein Dokument seines Eigentümers vorliegt.";
        Times =>
            "The true times: an order states the time of the buyer's clock, a receipt that of the \
             owner's. Only the order of the entries is fixed.",
            "Die wahren Zeiten: Eine Bestellung nennt die Zeit nach der Uhr des Käufers, eine \
             Quittung die nach der des Eigentümers. Fest steht nur die Reihenfolge der Einträge.";
        UnknownLog =>
            "Whether a published log is its owner's: no document with its key was given.",
            "Ob ein veröffentlichtes Protokoll von seinem Eigentümer ist: Kein Dokument mit \
             seinem Schlüssel liegt vor.";
        Unpublished =>
            "Whether the last entries of a ledger will be published.",
            "Ob die letzten Einträge eines Hauptbuchs noch veröffentlicht werden.";
        NotAllReplayed =>
            "Whether other sales of the listing were delivered from the noise path: their bundles \
             were not given.",
            "Ob andere Verkäufe des Angebots vom Rauschpfad geliefert wurden: Ihre Bündel liegen \
             nicht vor.";
    }
}

messages! {
    /// Limits with names and numbers.
    pub(crate) enum LimitMessage {
        LogUnreadable { log: String, why: Text } => {
            en: "The log at {log} could not be read: {why}.",
            de: "Das Protokoll unter {log} war nicht zu lesen: {why}.",
        }
        LogWithoutKey { log: String } => {
            en: "Whether the log at {log} belongs to its owner: no document with the owner's key \
                 was given.",
            de: "Ob das Protokoll unter {log} von seinem Eigentümer ist: Kein Dokument mit seinem \
                 Schlüssel liegt vor.",
        }
        Unpublished { entries: u64, file: String, log: String, published: u64 } => {
            en: {
                entries;
                1 => "Whether the last {entries} entry of {file} will be published: the log at \
                      {log} has {published}.",
                _ => "Whether the last {entries} entries of {file} will be published: the log at \
                      {log} has {published}.",
            },
            de: {
                entries;
                1 => "Ob der letzte Eintrag von {file} noch veröffentlicht wird: Das Protokoll \
                      unter {log} hat {published}.",
                _ => "Ob die letzten {entries} Einträge von {file} noch veröffentlicht werden: \
                      Das Protokoll unter {log} hat {published}.",
            },
        }
        NotReplayed { sales: u64, title: String, named: Sales } => {
            en: {
                sales;
                1 => "Whether {sales} other sale of “{title}” in the ledger was delivered from \
                      the noise path: its bundle was not given ({named}).",
                _ => "Whether {sales} other sales of “{title}” in the ledger were delivered from \
                      the noise path: their bundles were not given ({named}).",
            },
            de: {
                sales;
                1 => "Ob {sales} weiterer Verkauf von „{title}“ vom Rauschpfad geliefert wurde: \
                      Sein Bündel liegt nicht vor ({named}).",
                _ => "Ob {sales} weitere Verkäufe von „{title}“ vom Rauschpfad geliefert wurden: \
                      Ihre Bündel liegen nicht vor ({named}).",
            },
        }
        Chosen { limit: LimitText, missing: BundleSentences } => {
            en: "{limit} {missing}",
            de: "{limit} {missing}",
        }
    }
}
