use poundwise_words::messages;

messages! {
    /// Answers about files that are sent by mail.
    pub(crate) enum MailText {
        SendListing => {
            en: "Send it to the buyer, who receives it with `poundwise receive FILE`.",
            de: "Senden Sie sie dem Käufer, der sie mit `poundwise receive FILE` annimmt.",
        }
        SendOrder => {
            en: "Send it to the seller. Only the seller's home can read it.",
            de: "Senden Sie sie dem Verkäufer. Nur die Mappe des Verkäufers kann sie lesen.",
        }
        SendDelivery => {
            en: "Send it to the buyer. Only the buyer's home can read it.",
            de: "Senden Sie sie dem Käufer. Nur die Mappe des Käufers kann sie lesen.",
        }
        Listing { title: String, seller: String, listing: String } => {
            en: "Received {title} by {seller}. Order it with `poundwise order {listing} --to EPS`.",
            de: "Angenommen: {title} von {seller}. Bestellen Sie es mit \
                 `poundwise order {listing} --to EPS`.",
        }
        ClosedListing { title: String, seller: String, status: String } => {
            en: "Received {title} by {seller}: {status}.",
            de: "Angenommen: {title} von {seller}: {status}.",
        }
        Order { title: String, buyer: String, order: String, status: String } => {
            en: "Received order {order} of {buyer} for {title}: {status}.",
            de: "Angenommen: Bestellung {order} von {buyer} für {title}: {status}.",
        }
        OrderWaits { file: String } => {
            en: "{file} is kept until the inbox has room, or until its order comes.",
            de: "{file} wird aufgehoben, bis der Eingang Platz hat oder die Bestellung kommt.",
        }
        Delivery { file: String } => {
            en: "{file} was received with the others.",
            de: "{file} wurde mit den anderen angenommen.",
        }
    }
}
