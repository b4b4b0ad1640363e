//! The outcome of an audit, and the checks that were not made.

use poundwise_words::messages;

use super::check::Counted;

messages! {
    /// The outcome in a sentence.
    pub(crate) enum HeadlineMessage {
        Wrong { findings: u64 } => {
            en: {
                findings;
                1 => "The audit found 1 error.",
                _ => "The audit found {findings} errors.",
            },
            de: {
                findings;
                1 => "Die Prüfung ergab 1 Fehler.",
                _ => "Die Prüfung ergab {findings} Fehler.",
            },
        }
        NewerVersion { documents: u64 } => {
            en: {
                documents;
                1 => "{documents} document was made by a newer version of Poundwise, so not \
                      everything could be checked. Update Poundwise and repeat the audit.",
                _ => "{documents} documents were made by a newer version of Poundwise, so not \
                      everything could be checked. Update Poundwise and repeat the audit.",
            },
            de: {
                documents;
                1 => "{documents} Dokument stammt von einer neueren Version von Poundwise. Darum \
                      konnte nicht alles geprüft werden. Aktualisieren Sie Poundwise und \
                      wiederholen Sie die Prüfung.",
                _ => "{documents} Dokumente stammen von einer neueren Version von Poundwise. \
                      Darum konnte nicht alles geprüft werden. Aktualisieren Sie Poundwise und \
                      wiederholen Sie die Prüfung.",
            },
        }
        NothingChecked => {
            en: "Nothing could be checked.",
            de: "Nichts konnte geprüft werden.",
        }
        Signatures => {
            en: "The signatures are valid.",
            de: "Die Signaturen stimmen.",
        }
        SignaturesAndLog => {
            en: "The signatures and the log are valid.",
            de: "Signaturen und Protokoll stimmen.",
        }
        Copies { copies: u64 } => {
            en: {
                copies;
                1 => "One holder's copy checks out: its maker signed it; the owner did not sign \
                      its values.",
                _ => "{copies} holders' copies check out: their makers signed them; no owner \
                      signed their values.",
            },
            de: {
                copies;
                1 => "Eine Kopie eines Käufers stimmt: von ihm signiert; der Eigentümer hat ihre \
                      Werte nicht signiert.",
                _ => "{copies} Kopien von Käufern stimmen: von ihnen signiert; kein Eigentümer \
                      hat ihre Werte signiert.",
            },
        }
        Purchases { purchases: u64 } => {
            en: {
                purchases;
                1 => "{purchases} purchase checks out: signed, in the log and at the tariff's \
                      price.",
                _ => "{purchases} purchases check out: signed, in the log and at the tariff's \
                      price.",
            },
            de: {
                purchases;
                1 => "{purchases} Kauf stimmt: signiert, im Protokoll und zum Preis des Tarifs.",
                _ => "{purchases} Käufe stimmen: signiert, im Protokoll und zum Preis des Tarifs.",
            },
        }
        Receipts { receipts: u64, logs: Counted } => {
            en: {
                receipts;
                1 => "{receipts} receipt checks out: {logs}, ε and money add up.",
                _ => "{receipts} receipts check out: {logs}, ε and money add up.",
            },
            de: {
                receipts;
                1 => "{receipts} Quittung stimmt: {logs}, ε und Geld gehen auf.",
                _ => "{receipts} Quittungen stimmen: {logs}, ε und Geld gehen auf.",
            },
        }
        /// If no file is missing.
        Everything { receipts: u64, logs: Counted } => {
            en: {
                receipts;
                1 => "Everything checks out: {receipts} receipt, {logs}, ε and money add up.",
                _ => "Everything checks out: {receipts} receipts, {logs}, ε and money add up.",
            },
            de: {
                receipts;
                1 => "Alles stimmt: {receipts} Quittung, {logs}, ε und Geld gehen auf.",
                _ => "Alles stimmt: {receipts} Quittungen, {logs}, ε und Geld gehen auf.",
            },
        }
    }
}

messages! {
    /// A check that was not made, and the file to add.
    pub(crate) enum GapMessage {
        Sales { owners: usize } => {
            en: {
                owners;
                1 => "Sales were not checked: add a ledger.",
                _ => "Sales of {owners} owners were not checked: add their ledgers.",
            },
            de: {
                owners;
                1 => "Verkäufe wurden nicht geprüft: Fügen Sie ein Hauptbuch hinzu.",
                _ => "Verkäufe von {owners} Eigentümern wurden nicht geprüft: Fügen Sie ihre \
                      Hauptbücher hinzu.",
            },
        }
        OtherSales { owners: usize } => {
            en: {
                owners;
                1 => "Other sales were not checked: add a ledger.",
                _ => "Other sales of {owners} owners were not checked: add their ledgers.",
            },
            de: {
                owners;
                1 => "Andere Verkäufe wurden nicht geprüft: Fügen Sie ein Hauptbuch hinzu.",
                _ => "Andere Verkäufe von {owners} Eigentümern wurden nicht geprüft: Fügen Sie \
                      ihre Hauptbücher hinzu.",
            },
        }
        Deliveries => {
            en: "Deliveries were not checked: add the bundles.",
            de: "Lieferungen wurden nicht geprüft: Fügen Sie die Bündel hinzu.",
        }
        SomeDeliveries { missing: u64, all: Counted } => {
            en: {
                missing;
                1 => "{missing} of {all} was not checked: add the bundles.",
                _ => "{missing} of {all} were not checked: add the bundles.",
            },
            de: {
                missing;
                1 => "{missing} von {all} wurde nicht geprüft: Fügen Sie die Bündel hinzu.",
                _ => "{missing} von {all} wurden nicht geprüft: Fügen Sie die Bündel hinzu.",
            },
        }
        Copies { copies: u64 } => {
            en: {
                copies;
                1 => "{copies} copy was not compared with its release: add its bundle.",
                _ => "{copies} copies were not compared with their releases: add their bundles.",
            },
            de: {
                copies;
                1 => "{copies} Kopie wurde nicht mit ihrer Freigabe verglichen: Fügen Sie deren \
                      Bündel hinzu.",
                _ => "{copies} Kopien wurden nicht mit ihren Freigaben verglichen: Fügen Sie \
                      deren Bündel hinzu.",
            },
        }
        History { owners: usize } => {
            en: {
                owners;
                1 => "The ledger was not compared with other checkpoints: add a checkpoint that \
                      somebody else kept.",
                _ => "The ledgers of {owners} owners were not compared with other checkpoints: \
                      add checkpoints that somebody else kept.",
            },
            de: {
                owners;
                1 => "Das Hauptbuch wurde nicht mit anderen Prüfpunkten verglichen: Fügen Sie \
                      einen Prüfpunkt hinzu, den jemand anderes aufbewahrt hat.",
                _ => "Die Hauptbücher von {owners} Eigentümern wurden nicht mit anderen \
                      Prüfpunkten verglichen: Fügen Sie Prüfpunkte hinzu, die jemand anderes \
                      aufbewahrt hat.",
            },
        }
        Values => {
            en: "Values were not computed again: add an opening.",
            de: "Die Werte wurden nicht neu berechnet: Fügen Sie eine Öffnung hinzu.",
        }
        SomeValues { releases: u64 } => {
            en: {
                releases;
                1 => "Only {releases} release was computed again: add an opening of the others.",
                _ => "Only {releases} releases were computed again: add an opening of the others.",
            },
            de: {
                releases;
                1 => "Nur {releases} Freigabe wurde neu berechnet: Fügen Sie eine Öffnung der \
                      anderen hinzu.",
                _ => "Nur {releases} Freigaben wurden neu berechnet: Fügen Sie eine Öffnung der \
                      anderen hinzu.",
            },
        }
    }
}
