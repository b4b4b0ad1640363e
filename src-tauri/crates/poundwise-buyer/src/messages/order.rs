use poundwise_documents::units::{MicroEpsilon, TimestampError};
use poundwise_words::messages;

messages! {
    /// Messages about orders.
    pub(crate) enum OrderMessage {
        ReceivedListingGone => {
            en: "The listing was removed while it was received.",
            de: "Das Angebot wurde entfernt, während es angenommen wurde.",
        }
        ApprovedAlready => {
            en: "This order was approved, and its answer is in your holdings.",
            de: "Diese Bestellung wurde genehmigt, und die Antwort ist in Ihrem Bestand.",
        }
        DeclinedAlready => {
            en: "The seller declined this order, so there is nothing to cancel.",
            de: "Der Verkäufer hat diese Bestellung abgelehnt. Es gibt nichts zu stornieren.",
        }
        NothingAvailable { to: MicroEpsilon, title: String } => {
            en: "You asked for ε {to} of “{title}”, and the seller states that no level of it is \
                 available now.",
            de: "Sie verlangen ε {to} von „{title}“. Der Verkäufer gibt an, dass davon derzeit \
                 keine Stufe verfügbar ist.",
        }
        OverAvailable { to: MicroEpsilon, title: String, available: MicroEpsilon } => {
            en: "You asked for ε {to} of “{title}”, and the seller states that it is available up \
                 to ε {available} now.",
            de: "Sie verlangen ε {to} von „{title}“. Der Verkäufer gibt an, dass davon derzeit \
                 höchstens ε {available} verfügbar ist.",
        }
        TooShortToPay { days: u16, closed: u16 } => {
            en: {
                days;
                1 => "An order with a price cannot wait for one day: it cannot be paid in its last \
                      {closed} days.",
                _ => "An order with a price cannot wait for {days} days: it cannot be paid in its \
                      last {closed} days.",
            },
            de: {
                days;
                1 => "Eine Bestellung mit einem Preis kann nicht einen Tag warten: In ihren \
                      letzten {closed} Tagen kann sie nicht mehr bezahlt werden.",
                _ => "Eine Bestellung mit einem Preis kann nicht {days} Tage warten: In ihren \
                      letzten {closed} Tagen kann sie nicht mehr bezahlt werden.",
            },
        }
        DaysOutOfRange { days: String } => {
            en: "An order cannot wait for {days} days.",
            de: "Eine Bestellung kann nicht {days} Tage warten.",
        }
        QuestionNotForSale { question: String } => {
            en: "No listing of the question {question} is for sale.",
            de: "Zur Frage {question} ist kein Angebot offen.",
        }
        OwnListing { title: String } => {
            en: "“{title}” is your own listing.",
            de: "„{title}“ ist Ihr eigenes Angebot.",
        }
        OrderedAlready { to: MicroEpsilon } => {
            en: "An order for ε {to} of this listing is waiting for the owner.",
            de: "Eine Bestellung von ε {to} dieses Angebots wartet auf den Eigentümer.",
        }
        NoDate { why: TimestampError } => {
            en: "This machine's clock gives no date for an order: {why}.",
            de: "Die Uhr dieses Rechners ergibt kein Datum für eine Bestellung: {why}.",
        }

        // The market.
        ListingTwice { title: String } => {
            en: "The listing “{title}” is named twice.",
            de: "Das Angebot „{title}“ ist zweimal genannt.",
        }
        NoSuchSeller { name: String } => {
            en: "No seller on the market and no contact has the name '{name}'.",
            de: "Kein Verkäufer auf dem Markt und kein Kontakt heißt „{name}“.",
        }
        NotAnAmount { text: String } => {
            en: "'{text}' is not an amount.",
            de: "„{text}“ ist kein Betrag.",
        }
    }
}

messages! {
    /// Hints about orders.
    pub(crate) enum OrderHint {
        ReceiptTakesPrecedence => {
            en: "A receipt takes precedence over a cancellation. See your holdings.",
            de: "Eine Quittung geht einer Stornierung vor. Sehen Sie sich Ihren Bestand an.",
        }
        SeeReason => {
            en: "See the reason.",
            de: "Sehen Sie sich den Grund an.",
        }
        ListOrders => {
            en: "See the orders of this home.",
            de: "Sehen Sie sich die Bestellungen dieser Mappe an.",
        }
        AskSeller => {
            en: "Nothing was ordered. Ask the seller before you pay.",
            de: "Es wurde nichts bestellt. Fragen Sie den Verkäufer, bevor Sie zahlen.",
        }
        OrderAnyway => {
            en: "Or order it anyway.",
            de: "Oder bestellen Sie trotzdem.",
        }
        GiveDays { least: u16, most: u16 } => {
            en: "Give a whole number from {least} to {most}.",
            de: "Geben Sie eine ganze Zahl von {least} bis {most} an.",
        }
        OrdersComeFromOthers => {
            en: "You have the exact values. Orders come from other homes.",
            de: "Sie haben die genauen Werte. Bestellungen kommen aus anderen Mappen.",
        }
        CollectAnswer => {
            en: "Collect the answer when it is there.",
            de: "Holen Sie die Antwort ab, sobald sie da ist.",
        }
        OrCancel => {
            en: "Or cancel the order.",
            de: "Oder stornieren Sie die Bestellung.",
        }
        NewestVersion { listing: String } => {
            en: "The newest version is {listing}.",
            de: "Die neueste Fassung ist {listing}.",
        }
        SetClock => {
            en: "Set the machine's clock.",
            de: "Stellen Sie die Uhr des Rechners.",
        }
        ListMarket => {
            en: "See the listings on the market.",
            de: "Sehen Sie sich die Angebote auf dem Markt an.",
        }
        ListSellers => {
            en: "See the sellers on the market.",
            de: "Sehen Sie sich die Verkäufer auf dem Markt an.",
        }
        NameEachOnce => {
            en: "Name each listing once.",
            de: "Nennen Sie jedes Angebot einmal.",
        }
        WriteAmount => {
            en: "Write a decimal without a currency sign, with a point, such as 20 or 12.50.",
            de: "Schreiben Sie eine Dezimalzahl ohne Währungszeichen und ohne Trennzeichen \
                 zwischen den Tausendern, etwa 20 oder 12,50.",
        }
    }
}
