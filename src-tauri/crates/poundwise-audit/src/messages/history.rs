//! Findings about the history of a log: checkpoints, ledgers and published logs.

use poundwise_documents::finding::SideValue;
use poundwise_words::{Text, messages};

messages! {
    /// Findings about the history of a log.
    pub(crate) enum HistoryProblem {
        RolledBack { entries: SideValue, ledger: SideValue, length: u64 } => {
            en: "this checkpoint counts {entries}, the ledger {ledger} has only {length}: entries \
                 were removed, or the ledger is an older one",
            de: "Dieser Prüfpunkt zählt {entries}, das Hauptbuch {ledger} hat nur {length}: Einträge \
                 wurden entfernt, oder das Hauptbuch ist ein älteres",
        }
        LedgerFork { entries: SideValue, ledger: SideValue } => {
            en: "after {entries} this checkpoint and the ledger {ledger} have different roots: the \
                 owner signed two histories, or the ledger was changed",
            de: "Dieser Prüfpunkt ({entries}) und das Hauptbuch {ledger} haben bei gleicher Länge \
                 verschiedene Wurzeln: Der Eigentümer hat zwei Historien signiert, oder das \
                 Hauptbuch wurde geändert",
        }
        CheckpointFork { entries: SideValue, other: SideValue } => {
            en: "after {entries} this checkpoint and that of {other} have different roots: the owner \
                 signed two histories",
            de: "Dieser Prüfpunkt ({entries}) und der von {other} haben bei gleicher Länge \
                 verschiedene Wurzeln: Der Eigentümer hat zwei Historien signiert",
        }
        OtherEntry { entry: u64, file: SideValue } => {
            en: "entry {entry} here is another than in {file}",
            de: "Eintrag {entry} ist hier ein anderer als in {file}",
        }
        BrokenChain { file: SideValue } => {
            en: "the entry does not name the previous one, which is in {file}",
            de: "Der Eintrag nennt nicht den vorigen, der in {file} steht",
        }
        OtherInLedger { ledger: SideValue, entry: u64 } => {
            en: "the ledger {ledger} has another entry {entry}",
            de: "Das Hauptbuch {ledger} hat einen anderen Eintrag {entry}",
        }
        LedgerEnds { ledger: SideValue, entry: u64 } => {
            en: "the ledger {ledger} ends before entry {entry}",
            de: "Das Hauptbuch {ledger} endet vor Eintrag {entry}",
        }
        Published { why: Text } => {
            en: "the published log: {why}",
            de: "Das veröffentlichte Protokoll: {why}",
        }
        PublishedRolledBack { entries: SideValue, log: SideValue, published: u64 } => {
            en: "this checkpoint counts {entries}, the log published at {log} has only {published}: \
                 entries were removed, or the market shows an old copy",
            de: "Dieser Prüfpunkt zählt {entries}, das unter {log} veröffentlichte Protokoll hat nur \
                 {published}: Einträge wurden entfernt, oder der Markt zeigt eine alte Kopie",
        }
        PublishedFork { entries: SideValue, log: SideValue } => {
            en: "after {entries} this checkpoint and the log published at {log} have different \
                 roots: the owner signed two histories",
            de: "Dieser Prüfpunkt ({entries}) und das unter {log} veröffentlichte Protokoll haben \
                 bei gleicher Länge verschiedene Wurzeln: Der Eigentümer hat zwei Historien \
                 signiert",
        }
        OtherPublished { log: SideValue, entry: u64 } => {
            en: "the log published at {log} has another entry {entry}",
            de: "Das unter {log} veröffentlichte Protokoll hat einen anderen Eintrag {entry}",
        }
        NotPublished { log: SideValue, entry: u64 } => {
            en: "the log published at {log} has no entry {entry}",
            de: "Das unter {log} veröffentlichte Protokoll hat keinen Eintrag {entry}",
        }
    }
}
