use poundwise_documents::units::Kid;
use poundwise_words::messages;

messages! {
    /// Texts about orders.
    pub(crate) enum OrderText {
        OpenAlarm { number: u64 } => {
            en: "alarm {number} about this owner is open: the owner contradicted itself, and \
                 nothing is stored or ordered until you decide. See it: poundwise alarm show \
                 {number}",
            de: "Alarm {number} über diesen Eigentümer ist offen: Er hat sich widersprochen, und \
                 nichts wird gespeichert oder bestellt, bis Sie entscheiden. Sehen Sie ihn sich \
                 an: poundwise alarm show {number}",
        }
        Rivals { orders: String } => {
            en: "of this order and {orders}: they begin at the same level of the same question.",
            de: "von dieser Bestellung und {orders}: Sie beginnen bei derselben Stufe derselben \
                 Frage.",
        }
        RulePaused { rule: u64 } => {
            en: "rule {rule} is paused",
            de: "Regel {rule} ist angehalten",
        }
        RuleOver { rule: u64 } => {
            en: "rule {rule} is over",
            de: "Regel {rule} ist abgelaufen",
        }
        RuleCurrency { rule: u64 } => {
            en: "rule {rule} is in another currency",
            de: "Regel {rule} ist in einer anderen Währung",
        }
        RuleLevel { rule: u64 } => {
            en: "rule {rule} does not reach that level",
            de: "Regel {rule} reicht nicht bis zu dieser Stufe",
        }
        RulePrice { rule: u64 } => {
            en: "rule {rule} does not reach that price",
            de: "Regel {rule} reicht nicht bis zu diesem Preis",
        }
        RuleMonth { rule: u64 } => {
            en: "the order would exceed the monthly limit of rule {rule}",
            de: "Die Bestellung überstiege den Höchstbetrag von Regel {rule} für diesen Monat",
        }
        DeliveredByRule { rule: u64 } => {
            en: "delivered by rule {rule}",
            de: "nach Regel {rule} geliefert",
        }
        Declined { reason: String } => {
            en: "declined: {reason}",
            de: "abgelehnt: {reason}",
        }

        // The owner's side.
        Wants { buyer: String, title: String } => {
            en: "{buyer} wants {title}",
            de: "{buyer} möchte {title}",
        }
        DoNotFit { orders: u64, loss: String, cap: String } => {
            en: "{orders} orders do not fit together: together they reach ε {loss}, the cap is ε \
                 {cap}.",
            de: "{orders} Bestellungen passen nicht zusammen: Zusammen kommen sie auf ε {loss}, \
                 die Grenze ist ε {cap}.",
        }
        TheseDoNotFit { orders: u64, loss: String, cap: String } => {
            en: "These {orders} orders do not fit together: together they reach ε {loss}, the cap \
                 is ε {cap}.",
            de: "Diese {orders} Bestellungen passen nicht zusammen: Zusammen kommen sie auf ε \
                 {loss}, die Grenze ist ε {cap}.",
        }
        IfPaidAllTheSame { order: String } => {
            en: "If it is paid anyway: poundwise approve {order} --payment REF",
            de: "Wenn sie trotzdem bezahlt wird: poundwise approve {order} --payment REF",
        }
        Arrived { amount: String, due: String, orders: u64, booking: u64 } => {
            en: {
                orders;
                1 => "{amount} of {due} arrived (booking {booking})",
                _ => "{amount} of {due} for {orders} orders arrived (booking {booking})",
            },
            de: {
                orders;
                1 => "{amount} von {due} angekommen (Buchung {booking})",
                _ => "{amount} von {due} für {orders} Bestellungen angekommen (Buchung {booking})",
            },
        }
        ArrivedOn { amount: String, due: String, orders: u64, day: String, booking: u64 } => {
            en: {
                orders;
                1 => "{amount} of {due} arrived on {day} (booking {booking})",
                _ => "{amount} of {due} for {orders} orders arrived on {day} (booking {booking})",
            },
            de: {
                orders;
                1 => "{amount} von {due} am {day} angekommen (Buchung {booking})",
                _ => "{amount} von {due} für {orders} Bestellungen am {day} angekommen (Buchung \
                      {booking})",
            },
        }

        // The buyer's side.
        WaitsBeside { level: String, time: String, price: String, order: String } => {
            en: "You ordered {level} on {time} for {price}, and that order is waiting. Only one \
                 order from the same level can be approved. Cancel the order that you do not want: \
                 poundwise order cancel {order}",
            de: "Sie haben am {time} {level} für {price} bestellt, und diese Bestellung wartet. \
                 Von mehreren Bestellungen ab derselben Stufe lässt sich nur eine genehmigen. \
                 Stornieren Sie, was Sie nicht möchten: poundwise order cancel {order}",
        }
        OrderIt { command: String } => {
            en: "Order it: {command}",
            de: "Bestellen Sie es: {command}",
        }
        Overtaken { level: String } => {
            en: "Do not pay. The order begins at {level}, and you hold more now, so the order \
                 cannot be approved any more. To fetch what was approved before: poundwise collect",
            de: "Bezahlen Sie nicht. Die Bestellung beginnt bei {level}, und Sie haben inzwischen \
                 mehr. Darum lässt sie sich nicht mehr genehmigen. Um abzuholen, was vorher \
                 genehmigt wurde: poundwise collect",
        }
        Replaced => {
            en: "Do not pay. The listing has a newer version, so the order cannot be approved any \
                 more. To fetch what was approved before: poundwise collect",
            de: "Bezahlen Sie nicht. Von dem Angebot gibt es eine neuere Fassung. Darum lässt sich \
                 die Bestellung nicht mehr genehmigen. Um abzuholen, was vorher genehmigt wurde: \
                 poundwise collect",
        }
        Withdrawn => {
            en: "Do not pay. The listing is withdrawn, so the order cannot be approved any more. \
                 To fetch what was approved before: poundwise collect",
            de: "Bezahlen Sie nicht. Das Angebot ist zurückgezogen. Darum lässt sich die \
                 Bestellung nicht mehr genehmigen. Um abzuholen, was vorher genehmigt wurde: \
                 poundwise collect",
        }
        CancelStale { order: String } => {
            en: "If you have paid, ask the seller for the money. Cancel it: poundwise order \
                 cancel {order}",
            de: "Wenn Sie bezahlt haben, fordern Sie das Geld vom Verkäufer zurück. Stornieren \
                 Sie sie: poundwise order cancel {order}",
        }
        TooLateToPay { time: String } => {
            en: "Do not pay any more: the order ends on {time}. Cancel it and order again, or ask \
                 the seller.",
            de: "Bezahlen Sie nicht mehr: Die Bestellung läuft am {time} ab. Stornieren Sie sie \
                 und bestellen Sie neu, oder fragen Sie den Verkäufer.",
        }
        NotAvailableNow { available: String } => {
            en: "The seller states that this level is not available now: {available}. Ask before \
                 you pay.",
            de: "Der Verkäufer gibt an, dass diese Stufe derzeit nicht verfügbar ist: \
                 {available}. Fragen Sie, bevor Sie bezahlen.",
        }
    }
}

messages! {
    /// Texts about rules.
    pub(crate) enum RuleText {
        Active { number: u64 } => {
            en: "Rule {number}, active",
            de: "Regel {number}, wirksam",
        }
        Paused { number: u64 } => {
            en: "Rule {number}, paused",
            de: "Regel {number}, angehalten",
        }
        Over { number: u64 } => {
            en: "Rule {number}, over",
            de: "Regel {number}, abgelaufen",
        }
        Removed { number: u64 } => {
            en: "Rule {number}, removed",
            de: "Regel {number}, entfernt",
        }
        NoContactAnyMore { key: Kid } => {
            en: "key {key}, no contact any more",
            de: "Schlüssel {key}, kein Kontakt mehr",
        }
        EveryListing { population: String } => {
            en: "every listing of the population {population}",
            de: "jedes Angebot zur Population {population}",
        }
        OfWhichThisMonth { most: String, used: String } => {
            en: "{most}, of which {used} this month",
            de: "{most}, davon {used} in diesem Monat",
        }
        LaterListings { cap: String } => {
            en: "listings that you add count as well, up to the cap, {cap}",
            de: "neue Angebote zählen mit, bis zur Grenze {cap}",
        }
        OnCredit { amount: String } => {
            en: "{amount} at today's prices",
            de: "{amount} zu heutigen Preisen",
        }
        OnCreditToAnyone { amount: String } => {
            en: "{amount} at today's prices, to each buyer, and anyone can appear as many buyers",
            de: "{amount} zu heutigen Preisen, an jeden Käufer, und jeder kann als viele Käufer \
                 auftreten",
        }
        LimitOfMonth { month: String } => {
            en: "{month} a calendar month",
            de: "{month} im Kalendermonat",
        }
        LimitUntilLastDay { month: String, all: String } => {
            en: "{month} a calendar month, {all} until its last day",
            de: "{month} im Kalendermonat, {all} bis zum letzten Tag",
        }
        ApprovedAtOnce {
            order: String,
            buyer: String,
            level: String,
            price: String,
            title: String,
        } => {
            en: "order {order} of {buyer} up to {level} for {price}: {title}",
            de: "Bestellung {order} von {buyer} bis {level} für {price}: {title}",
        }
        Stopped { why: String } => {
            en: "Stopped before all orders were processed: {why}",
            de: "Angehalten, bevor alle Bestellungen bearbeitet waren: {why}",
        }
    }
}
