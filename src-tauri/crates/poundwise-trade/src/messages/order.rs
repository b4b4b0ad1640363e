use poundwise_documents::units::{DocumentId, LossPair, MicroEpsilon, Money, Timestamp};
use poundwise_words::messages;

use crate::held::StoredDocument;

messages! {
    /// Messages about orders and holdings.
    pub(crate) enum OrderMessage {
        // Levels.
        ZeroBuysNothing => {
            en: "ε 0 buys nothing.",
            de: "Mit ε 0 lässt sich nichts kaufen.",
        }
        AskAboveZero => {
            en: "Ask for a level above 0, such as 0.5.",
            de: "Verlangen Sie eine Stufe über 0, etwa 0,5.",
        }
        HeldAlready { held: MicroEpsilon, to: MicroEpsilon } => {
            en: "ε {held} is already held. ε {to} would add nothing.",
            de: "ε {held} ist schon im Bestand. ε {to} würde nichts hinzufügen.",
        }
        AskAbove { held: MicroEpsilon } => {
            en: "Ask for a level above ε {held}.",
            de: "Verlangen Sie eine Stufe über ε {held}.",
        }
        OverCeiling { level: MicroEpsilon, ceiling: MicroEpsilon } => {
            en: "ε {level} is over the listing's ceiling, ε {ceiling}.",
            de: "ε {level} liegt über der Obergrenze des Angebots, ε {ceiling}.",
        }
        AskAtMost { ceiling: MicroEpsilon } => {
            en: "Ask for ε {ceiling} or less.",
            de: "Verlangen Sie höchstens ε {ceiling}.",
        }
        OffSteps { more: MicroEpsilon, step: MicroEpsilon } => {
            en: "The increment ε {more} is not a multiple of the smallest step sold, ε {step}.",
            de: "Der Zuwachs ε {more} ist kein Vielfaches des kleinsten Schritts, ε {step}.",
        }
        NearestBelow { level: MicroEpsilon } => {
            en: "The nearest level below is ε {level}.",
            de: "Die nächste Stufe darunter ist ε {level}.",
        }
        SmallestPurchase { step: MicroEpsilon } => {
            en: "The smallest purchase is ε {step}.",
            de: "Der kleinste Kauf ist ε {step}.",
        }

        // Listings.
        Withdrawn { title: String } => {
            en: "The listing “{title}” is withdrawn.",
            de: "Das Angebot „{title}“ ist zurückgezogen.",
        }
        HoldingStaysValid => {
            en: "Answers that were bought stay valid. The listing is no longer sold.",
            de: "Gekaufte Antworten bleiben gültig. Das Angebot wird nicht mehr verkauft.",
        }
        Replaced { title: String } => {
            en: "The listing “{title}” has a newer version, and this price is stale.",
            de: "Das Angebot „{title}“ hat eine neuere Fassung, und dieser Preis gilt nicht mehr.",
        }
        OrderNewerVersion => {
            en: "Order from the newer version. The level that the buyer already holds carries \
                 over.",
            de: "Bestellen Sie nach der neueren Fassung. Die Stufe im Bestand wird angerechnet.",
        }

        // Orders.
        StartsElsewhere { from: MicroEpsilon, held: MicroEpsilon } => {
            en: "The order starts from ε {from}, but this buyer holds ε {held}.",
            de: "Die Bestellung beginnt bei ε {from}, aber dieser Käufer hat ε {held} im Bestand.",
        }
        BuyerCollectsFirst => {
            en: "Decline it. The buyer collects the deliveries and orders again.",
            de: "Lehnen Sie sie ab. Der Käufer holt die Lieferungen ab und bestellt neu.",
        }
        OtherPrice { offered: Money, price: Money } => {
            en: "The order offers {offered}, but the tariff's price is {price}.",
            de: "Die Bestellung bietet {offered}, aber nach dem Tarif kostet sie {price}.",
        }
        BuyerOrdersAtPrice => {
            en: "Decline it. The buyer orders again at the current price.",
            de: "Lehnen Sie sie ab. Der Käufer bestellt neu zum geltenden Preis.",
        }
        LossOverCap { loss: LossPair, cap: LossPair } => {
            en: "The population's loss would become {loss}, over its cap of {cap}.",
            de: "Der Verlust der Population wäre dann {loss} und läge über ihrer Grenze, {cap}.",
        }
        DeclineOrRaiseCap => {
            en: "Decline it, or raise the cap with a reason. The ledger shows both.",
            de: "Lehnen Sie sie ab, oder heben Sie die Grenze mit einer Begründung an. Beides \
                 zeigt das Hauptbuch.",
        }
        Expired { at: Timestamp } => {
            en: "The order expired on {at}.",
            de: "Die Bestellung ist am {at} abgelaufen.",
        }
        BuyerMayOrderAgain => {
            en: "The buyer may order again.",
            de: "Der Käufer kann neu bestellen.",
        }

        // Holdings and listings of this home.
        NothingHeld { receipt: DocumentId } => {
            en: "This home holds no release of receipt {receipt}.",
            de: "Diese Mappe hat keine Freigabe zur Quittung {receipt}.",
        }
        SeeHoldings => {
            en: "See what it holds.",
            de: "Sehen Sie sich ihren Bestand an.",
        }
        SeeListings => {
            en: "See your listings.",
            de: "Sehen Sie sich Ihre Angebote an.",
        }
        StoredDamaged { what: StoredDocument, why: String } => {
            en: "The {what} does not verify: {why}.",
            de: "Die Nachprüfung für {what} ist fehlgeschlagen ({why}).",
        }
        RestoreOrCollect => {
            en: "Restore the home from a backup, or collect again into a new home.",
            de: "Stellen Sie die Mappe aus einer Sicherung wieder her, oder holen Sie in einer \
                 neuen Mappe noch einmal ab.",
        }
        Restore => {
            en: "Restore the home from a backup.",
            de: "Stellen Sie die Mappe aus einer Sicherung wieder her.",
        }
    }
}

messages! {
    /// Messages about faults of the program.
    pub(crate) enum FaultMessage {
        UnreadForm => {
            en: "The form cannot be read, although it has no error.",
            de: "Das Formular lässt sich nicht lesen, obwohl es keinen Fehler hat.",
        }
        TableNotWritten { why: String } => {
            en: "The table cannot be written: {why}.",
            de: "Die Tabelle lässt sich nicht schreiben ({why}).",
        }
    }
}
