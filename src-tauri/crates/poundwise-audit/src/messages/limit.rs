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
            "The audit does not know who owns the keys. Compare the key ids with those that owner \
             and buyers state elsewhere.",
            "Die Prüfung weiß nicht, wem die Schlüssel gehören. Vergleichen Sie ihre Kennungen \
             mit denen, die Eigentümer und Käufer anderswo angeben.";
        Truth =>
            "The audit does not know if the data are true, or if money was really paid.",
            "Die Prüfung weiß nicht, ob die Daten wahr sind und ob wirklich Geld geflossen ist.";
        Unreceipted =>
            "Sales without a receipt leave no trace in these files.",
            "Verkäufe ohne Quittung hinterlassen in diesen Dateien keine Spur.";
        Undelivered =>
            "No bundle was given, so no values file of a sale was checked.",
            "Es lag kein Bündel vor, darum wurde keine Wertedatei eines Verkaufs geprüft.";
        Unreplayed =>
            "The files do not show that the values come from the noise path. An opening granted \
             by the owner, and a replay, would show it.",
            "Die Dateien zeigen nicht, dass die Werte vom Rauschpfad stammen. Eine vom Eigentümer \
             gewährte Öffnung und eine Neuberechnung würden es zeigen.";
        Copy =>
            "A holder's copy is the named release with added noise only by its maker's statement. \
             The owner did not sign its values. Even if the release was given, the added noise \
             could be different.",
            "Dass eine Kopie die genannte Freigabe mit zusätzlichem Rauschen ist, gibt nur ihr \
             Ersteller an. Der Eigentümer hat ihre Werte nicht signiert. Auch wenn die Freigabe \
             vorliegt, könnte das zusätzliche Rauschen ein anderes sein.";
        CopyMaker =>
            "The makers of copies may hold more, or may have given more to others. Copies of \
             several holders together can reveal as much as those holders hold.",
            "Die Ersteller von Kopien können mehr haben oder anderen mehr gegeben haben. Kopien \
             mehrerer Käufer zusammen können so viel verraten, wie diese Käufer haben.";
        Chosen =>
            "The bundles may have been chosen by their values. The law-of-noise check keeps its \
             false-alarm rate only for bundles that were not.",
            "Die Bündel können nach ihren Werten ausgewählt worden sein. Der Prüfschritt zum \
             Rauschen behält seine Fehlalarmrate nur bei Bündeln, die nicht so ausgewählt wurden.";
        NoLedger =>
            "Only the ledger shows if losses and totals are right, and if the log is one history.",
            "Nur das Hauptbuch zeigt, ob Verluste und Summen stimmen und ob das Protokoll nur \
             eine Historie hat.";
        CutOff =>
            "Entries may have been cut off at the end, or others may see another ledger. A later \
             ledger, or a checkpoint that somebody else kept, would show it.",
            "Am Ende können Einträge fehlen, oder andere sehen ein anderes Hauptbuch. Ein \
             späteres Hauptbuch oder ein Prüfpunkt, den jemand anderes aufbewahrt hat, würde es \
             zeigen.";
        LeftOut =>
            "A withdrawal or an unsold listing may have been left out. The log contains only \
             receipts, grants and population changes.",
            "Eine Rücknahme oder ein unverkauftes Angebot kann ausgelassen worden sein. Das \
             Protokoll enthält nur Quittungen, Gewährungen und Änderungen von Populationen.";
        UnknownOwner =>
            "A checkpoint was given without a document of its owner, so its signer is unknown.",
            "Ein Prüfpunkt liegt ohne ein Dokument seines Eigentümers vor, darum ist sein \
             Unterzeichner unbekannt.";
        Times =>
            "The true times are unknown. An order states the time of the buyer's clock, a receipt \
             that of the owner's. Only the order of the entries is fixed.",
            "Die wahren Zeiten sind unbekannt. Eine Bestellung nennt die Zeit nach der Uhr des \
             Käufers, eine Quittung die nach der des Eigentümers. Fest steht nur die Reihenfolge \
             der Einträge.";
        UnknownLog =>
            "No document with the key of a published log was given, so its owner is unknown.",
            "Zu einem veröffentlichten Protokoll liegt kein Dokument mit seinem Schlüssel vor, \
             darum ist sein Eigentümer unbekannt.";
        Unpublished =>
            "The last entries of a ledger are not published yet.",
            "Die letzten Einträge eines Hauptbuchs sind noch nicht veröffentlicht.";
        NotAllReplayed =>
            "Other sales of the listing were not replayed, since their bundles were not given.",
            "Andere Verkäufe des Angebots wurden nicht neu berechnet, weil ihre Bündel nicht \
             vorliegen.";
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
            en: "No document with the key of the log at {log} was given, so the owner of that log \
                 is unknown.",
            de: "Zum Protokoll unter {log} liegt kein Dokument mit seinem Schlüssel vor, darum ist \
                 sein Eigentümer unbekannt.",
        }
        Unpublished { entries: u64, file: String, log: String, published: u64 } => {
            en: {
                entries;
                1 => "The last entry of {file} is not published yet: the log at {log} has \
                      {published}.",
                _ => "The last {entries} entries of {file} are not published yet: the log at \
                      {log} has {published}.",
            },
            de: {
                entries;
                1 => "Der letzte Eintrag von {file} ist noch nicht veröffentlicht: Das Protokoll \
                      unter {log} hat {published}.",
                _ => "Die letzten {entries} Einträge von {file} sind noch nicht veröffentlicht: \
                      Das Protokoll unter {log} hat {published}.",
            },
        }
        NotReplayed { sales: u64, title: String, named: Sales } => {
            en: {
                sales;
                1 => "{sales} other sale of “{title}” in the ledger was not replayed, since its \
                      bundle was not given ({named}).",
                _ => "{sales} other sales of “{title}” in the ledger were not replayed, since \
                      their bundles were not given ({named}).",
            },
            de: {
                sales;
                1 => "{sales} weiterer Verkauf von „{title}“ wurde nicht neu berechnet, weil sein \
                      Bündel nicht vorliegt ({named}).",
                _ => "{sales} weitere Verkäufe von „{title}“ wurden nicht neu berechnet, weil \
                      ihre Bündel nicht vorliegen ({named}).",
            },
        }
        Chosen { limit: LimitText, missing: BundleSentences } => {
            en: "{limit} {missing}",
            de: "{limit} {missing}",
        }
    }
}
