use poundwise_documents::units::{DocumentId, Kid};
use poundwise_words::{messages, words_of};

messages! {
    /// Texts about the market and about what a home buys.
    pub(crate) enum PurchaseText {
        BestFor { most: String } => {
            en: "“best accuracy” is the best accuracy that {most} buys, in the currency of each \
                 listing. “for” is its price.",
            de: "„beste Genauigkeit“ ist die beste Genauigkeit, die sich für {most} kaufen lässt, \
                 in der Währung des Angebots. „für“ ist der Preis dafür.",
        }
        PriceForLevel { price: String, level: String } => {
            en: "{price} for ε {level}",
            de: "{price} für ε {level}",
        }
        FromHeld { level: String, held: String } => {
            en: "{level}, from the {held} held",
            de: "{level}, ab {held} im Bestand",
        }
        SignedByYou { time: String } => {
            en: "{time}, by you",
            de: "{time}, von Ihnen",
        }
        SellerIsNoContact { name: String } => {
            en: "{name}: not in your contacts",
            de: "{name}: nicht in Ihren Kontakten",
        }
        ToPay { amount: String } => {
            en: "{amount}, to pay",
            de: "{amount}, zu zahlen",
        }
        InsteadOf { amount: String } => {
            en: "instead of {amount}",
            de: "statt {amount}",
        }
        AndMore { hidden: u64, listing: String } => {
            en: "… and {hidden} more: poundwise export {listing}",
            de: "… und {hidden} weitere: poundwise export {listing}",
        }

        // Collected deliveries, with their outcomes in one column.
        Verified { title: String, levels: String, number: String, receipt: String } => {
            en: "verified  {title}: {levels}, receipt {number} ({receipt})",
            de: "geprüft         {title}: {levels}, Quittung {number} ({receipt})",
        }
        Declined { title: String, levels: String, reason: String } => {
            en: "declined  {title}: {levels}: {reason}",
            de: "abgelehnt       {title}: {levels}: {reason}",
        }
        Rejected { why: String } => {
            en: "rejected  {why}",
            de: "zurückgewiesen  {why}",
        }
        NotChecked { why: String } => {
            en: "Not checked: {why}",
            de: "Nicht geprüft: {why}",
        }
    }
}

messages! {
    /// Texts about alarms.
    pub(crate) enum AlarmText {
        About { name: String, key: Kid, time: String } => {
            en: "ALARM     {name} (key {key}), {time}",
            de: "ALARM     {name} (Schlüssel {key}), {time}",
        }
        AboutContact { name: String, key: Kid, contact: String, time: String } => {
            en: "ALARM     {name} (key {key}, your contact {contact}), {time}",
            de: "ALARM     {name} (Schlüssel {key}, Ihr Kontakt {contact}), {time}",
        }
        Evidence { folder: String } => {
            en: "Both signed documents are in {folder}",
            de: "Beide signierten Dokumente sind in {folder}",
        }
        Order { order: DocumentId } => {
            en: "The order: {order}",
            de: "Die Bestellung: {order}",
        }
        DismissAnswer { number: u64 } => {
            en: "When you know which one is right: poundwise alarm dismiss {number} --trust \
                 receipt|refusal --reason TEXT",
            de: "Wenn Sie wissen, welche von beiden gilt: poundwise alarm dismiss {number} --trust \
                 receipt|refusal --reason TEXT",
        }
        DismissLedger { number: u64 } => {
            en: "When you know which ledger to go on from: poundwise alarm dismiss {number} \
                 --trust kept|found --reason TEXT",
            de: "Wenn Sie wissen, welches Hauptbuch gilt: poundwise alarm dismiss {number} \
                 --trust kept|found --reason TEXT",
        }
        Dismissed { number: u64, time: String, trusted: TrustedText, reason: String } => {
            en: "Alarm {number} was dismissed {time}, to go on from the {trusted}: {reason}",
            de: "Alarm {number} wurde am {time} erledigt. Es gilt {trusted}: {reason}",
        }
        IsOpen { alarm: u64 } => {
            en: "alarm {alarm} is open",
            de: "Alarm {alarm} ist offen",
        }
        SellerContradicted { name: String, key: Kid, alarm: u64 } => {
            en: "ALARM     {name} (key {key}) contradicted itself. Nothing is ordered from this \
                 owner until you decide: poundwise alarm show {alarm}",
            de: "ALARM     {name} (Schlüssel {key}) hat sich widersprochen. Von diesem Eigentümer \
                 wird nichts bestellt, bis Sie entscheiden: poundwise alarm show {alarm}",
        }
    }
}

/// The document that holds after an alarm was dismissed.
#[derive(Clone, Copy)]
pub(crate) enum TrustedText {
    Kept,
    Found,
    Receipt,
    Refusal,
}

words_of! {
    TrustedText {
        Kept => "ledger seen first", "das zuerst gesehene Hauptbuch";
        Found => "ledger found later", "das später gefundene Hauptbuch";
        Receipt => "receipt", "die Quittung";
        Refusal => "refusal", "die Ablehnung";
    }
}
