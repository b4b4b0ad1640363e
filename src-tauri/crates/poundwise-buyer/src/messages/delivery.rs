use poundwise_documents::{
    checkpoint::CheckpointError,
    units::{Kid, MicroEpsilon},
};
use poundwise_home::verdict::InputVerdict;
use poundwise_words::{Text, messages};

messages! {
    /// Messages about collecting.
    pub(crate) enum DeliveryMessage {
        OtherMarket => {
            en: "This home was moved to another market after the deliveries were fetched.",
            de: "Die Mappe ist auf einen anderen Markt gewechselt, nachdem die Lieferungen geholt \
                 wurden.",
        }
        CollectedMeanwhile => {
            en: "Another collection stored some of these deliveries while they were verified.",
            de: "Ein anderes Abholen hat einige dieser Lieferungen gespeichert, während sie \
                 nachgeprüft wurden.",
        }
        CheckpointDamaged { owner: Kid, why: CheckpointError } => {
            en: "A stored checkpoint of {owner} does not verify: {why}.",
            de: "Ein gespeicherter Prüfpunkt von {owner} besteht die Nachprüfung nicht: {why}.",
        }
    }
}

messages! {
    /// Hints about collecting.
    pub(crate) enum DeliveryHint {
        CollectAgain => {
            en: "Nothing was stored. Collect again.",
            de: "Es wurde nichts gespeichert. Holen Sie noch einmal ab.",
        }
        CollectIfMoreExpected => {
            en: "Nothing was stored twice. Collect again if more is expected.",
            de: "Es wurde nichts doppelt gespeichert. Holen Sie noch einmal ab, wenn Sie mehr \
                 erwarten.",
        }
        Restore => {
            en: "Restore the home from a backup.",
            de: "Stellen Sie die Mappe aus einer Sicherung wieder her.",
        }
    }
}

messages! {
    /// Verdicts on a delivery, as they follow a colon.
    pub(crate) enum DeliveryVerdict {
        NoOrder => {
            en: "it answers no order of this home",
            de: "Sie gehört zu keiner Bestellung dieser Mappe",
        }
        OtherLevel { from: MicroEpsilon, held: MicroEpsilon } => {
            en: "it starts from ε {from}, but ε {held} is held",
            de: "Sie beginnt bei ε {from}, im Bestand ist aber ε {held}",
        }
        OtherReceipt => {
            en: "it continues another receipt than the one held",
            de: "Sie setzt eine andere Quittung fort als die im Bestand",
        }
        OtherBase => {
            en: "its base is not the release held",
            de: "Sie baut nicht auf der Freigabe im Bestand auf",
        }
        OtherMarks => {
            en: "it does not mark exactly the changed values as changed",
            de: "Sie markiert nicht genau die geänderten Werte als geändert",
        }
        RefusalTrusted { alarm: u64 } => {
            en: "its order was refused, and the refusal is trusted since alarm {alarm} was \
                 dismissed",
            de: "Ihre Bestellung wurde abgelehnt, und seit Alarm {alarm} erledigt ist, gilt die \
                 Ablehnung",
        }
        BundleNotVerified => {
            en: "the bundle does not verify",
            de: "Das Bündel besteht die Nachprüfung nicht",
        }
    }
}

impl InputVerdict for DeliveryVerdict {}

messages! {
    /// What could not be compared while collecting, and why.
    pub(crate) enum UncheckedClause {
        NotCompared { seller: String, why: Text } => {
            en: "{seller}: its ledger could not be compared with the one seen before: {why}",
            de: "{seller}: Das Hauptbuch ließ sich nicht mit dem zuvor gesehenen vergleichen: \
                 {why}",
        }
        LeftOnMarket { path: String, alarm: u64 } => {
            en: "{path} was left on the market: it belongs to the ledger that is no longer trusted \
                 since alarm {alarm} was dismissed",
            de: "{path} bleibt auf dem Markt: Es gehört zu dem Hauptbuch, das nicht mehr gilt, \
                 seit Alarm {alarm} erledigt ist",
        }
        Incomplete { path: String } => {
            en: "{path} has not arrived completely, or is damaged; it is read again when it changes",
            de: "{path} ist noch nicht vollständig angekommen oder beschädigt; die Datei wird \
                 wieder gelesen, wenn sie sich ändert",
        }
        BeforeItsLog { path: String } => {
            en: "{path} arrived before the ledger that it is from; it is collected once the ledger \
                 is there",
            de: "{path} ist vor dem zugehörigen Hauptbuch angekommen und wird abgeholt, sobald das \
                 Hauptbuch da ist",
        }
        MarketBehind { shown: u64, seen: u64 } => {
            en: {
                shown;
                1 => "this market shows only 1 entry of the ledger, but {seen} entries were seen \
                      elsewhere or before; the two are compared once a market shows that many",
                _ => "this market shows only {shown} entries of the ledger, but {seen} entries \
                      were seen elsewhere or before; the two are compared once a market shows that \
                      many",
            },
            de: {
                shown;
                1 => "Dieser Markt zeigt nur 1 Eintrag des Hauptbuchs, aber anderswo oder zuvor \
                      waren es {seen}; verglichen wird, sobald ein Markt so viele zeigt",
                _ => "Dieser Markt zeigt nur {shown} Einträge des Hauptbuchs, aber anderswo oder \
                      zuvor waren es {seen}; verglichen wird, sobald ein Markt so viele zeigt",
            },
        }
        PublishedCheckpoint { why: CheckpointError } => {
            en: "the published checkpoint does not verify: {why}",
            de: "Der veröffentlichte Prüfpunkt besteht die Nachprüfung nicht: {why}",
        }
    }
}
