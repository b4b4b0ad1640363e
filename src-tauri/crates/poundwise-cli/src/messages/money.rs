use poundwise_documents::units::DocumentId;
use poundwise_words::{Text, messages};

messages! {
    /// Texts about receipts and the books.
    pub(crate) enum BooksText {
        WroteOpening { file: String, size: String, title: String, recipient: String } => {
            en: "Wrote {file} ({size}): an opening of “{title}” for {recipient}.",
            de: "{file} ist geschrieben ({size}): eine Öffnung von „{title}“ für {recipient}.",
        }
        GrantEntry { entry: u64 } => {
            en: "Entry {entry} of the ledger records that an opening was granted. It names neither \
                 the auditor nor the numbers.",
            de: "Eintrag {entry} des Hauptbuchs hält fest, dass eine Öffnung gewährt wurde. Er \
                 nennt weder den Prüfer noch die Zahlen.",
        }
        PaidLater { amount: String, day: String, reference: String, number: u64 } => {
            en: "{amount} on {day}: {reference} (payment {number})",
            de: "{amount} am {day}: {reference} (Zahlung {number})",
        }
        TakenBack { amount: String } => {
            en: "{amount} reversed",
            de: "{amount} zurückgebucht",
        }
        FreeInstead { free: u64, amounts: String } => {
            en: "{free}, instead of {amounts}",
            de: "{free}, statt {amounts}",
        }
        Undelivered { documents: u64 } => {
            en: {
                documents;
                1 => "1 document (send them: poundwise deliver)",
                _ => "{documents} documents (send them: poundwise deliver)",
            },
            de: {
                documents;
                1 => "1 Dokument (senden: poundwise deliver)",
                _ => "{documents} Dokumente (senden: poundwise deliver)",
            },
        }
    }
}

messages! {
    /// Texts about bookings and the orders that they name.
    pub(crate) enum BookingText {
        Heading { number: u64, state: String } => {
            en: "Booking {number}, {state}",
            de: "Buchung {number}, {state}",
        }
        DeliverAnyway { number: u64, order: String } => {
            en: "To deliver anyway: poundwise payments deliver-anyway {number} --order {order}",
            de: "Um dafür trotzdem zu liefern: poundwise payments deliver-anyway {number} \
                 --order {order}",
        }
        OrDeliver { number: u64, order: String } => {
            en: "Or: poundwise payments deliver-anyway {number} --order {order}",
            de: "Oder: poundwise payments deliver-anyway {number} --order {order}",
        }
        ToApprove { number: u64 } => {
            en: "To approve what it pays: poundwise payments approve {number}",
            de: "Um zu genehmigen, was sie bezahlt: poundwise payments approve {number}",
        }
        IfPaidBack { number: u64 } => {
            en: "If you paid it back: poundwise payments refunded {number}",
            de: "Wenn Sie sie zurückgezahlt haben: poundwise payments refunded {number}",
        }
        IfDealtWith { number: u64 } => {
            en: "If that is dealt with: poundwise payments refunded {number}",
            de: "Wenn das geklärt ist: poundwise payments refunded {number}",
        }
        ToCountAgain { number: u64 } => {
            en: "To count it again: poundwise payments restore {number}",
            de: "Damit sie wieder zählt: poundwise payments restore {number}",
        }
        IfNoPayment { number: u64 } => {
            en: "If it is not a payment for an order: poundwise payments set-aside {number}",
            de: "Wenn sie keine Zahlung für eine Bestellung ist: poundwise payments set-aside \
                 {number}",
        }
        LeftToPayBack { amount: String, number: u64 } => {
            en: "{amount} of booking {number} is still to be paid back; then: poundwise payments \
                 refunded {number}",
            de: "{amount} der Buchung {number} sind noch zurückzuzahlen; danach: poundwise \
                 payments refunded {number}",
        }
        DeliveredThrough { order: String } => {
            en: "delivered through order {order}",
            de: "dafür geliefert: Bestellung {order}",
        }
        NotSentYet { order: DocumentId, number: u64, why: String } => {
            en: "Approved, and not sent yet: order {order} of booking {number}. {why}",
            de: "Genehmigt und noch nicht gesendet: Bestellung {order} der Buchung {number}. {why}",
        }
        NotApproved { order: DocumentId, number: u64, why: String } => {
            en: "Not approved: order {order} of booking {number}. {why}",
            de: "Nicht genehmigt: Bestellung {order} der Buchung {number}. {why}",
        }
    }
}

messages! {
    /// Texts about statements and the columns of banks.
    pub(crate) enum BankText {
        Read { format: String, movements: String } => {
            en: "Read {format}: {movements}.",
            de: "Gelesen: {format}, {movements}.",
        }
        NoneToDiscard { bank: String } => {
            en: "No booking of {bank} can be discarded.",
            de: "Von {bank} lässt sich keine Buchung verwerfen.",
        }
        ToDiscard { bank: String } => {
            en: "These bookings of {bank} settled nothing and would be discarded:",
            de: "Diese Buchungen von {bank} haben nichts beglichen und würden verworfen:",
        }

        // Rows that cannot be read.
        MoreFields => {
            en: "More fields than the header has columns",
            de: "Mehr Felder, als die Kopfzeile Spalten hat",
        }
        QuoteJoins => {
            en: "A quote joins several fields",
            de: "Ein Anführungszeichen verbindet mehrere Felder",
        }
        NoDirection => {
            en: "It is not known whether money came or went",
            de: "Es ist nicht bekannt, ob Geld ein- oder ausging",
        }
        NoDay { example: &'static str } => {
            en: "The day cannot be read as {example}",
            de: "Der Tag lässt sich nicht wie {example} lesen",
        }
        NotImported { why: Text, rows: u64 } => {
            en: {
                rows;
                1 => "{why}. 1 row is not imported:",
                _ => "{why}. {rows} rows are not imported:",
            },
            de: {
                rows;
                1 => "{why}. 1 Zeile wird nicht importiert:",
                _ => "{why}. {rows} Zeilen werden nicht importiert:",
            },
        }
        Line { line: u64, cell: String } => {
            en: "line {line}: {cell}",
            de: "Zeile {line}: {cell}",
        }
        FieldsAndColumns { fields: u64, columns: u64 } => {
            en: "{fields} fields, {columns} columns",
            de: "{fields} Felder, {columns} Spalten",
        }
        Quoted { text: String } => {
            en: "“{text}”",
            de: "„{text}“",
        }
        AndMore { more: u64 } => {
            en: "and {more} more",
            de: "und {more} weitere",
        }
        DaysWritten { example: &'static str } => {
            en: "If days are written as {example}, choose that and import the file again:",
            de: "Wenn Tage wie {example} geschrieben sind, wählen Sie das und importieren Sie die \
                 Datei noch einmal:",
        }

        // Columns.
        NamesInLine { line: u64 } => {
            en: "The names of the columns are in line {line}.",
            de: "Die Namen der Spalten sind in Zeile {line}.",
        }
        ReadAs { encoding: String } => {
            en: "The text is read as {encoding}.",
            de: "Der Text wird als {encoding} gelesen.",
        }
        OfAllRows { currency: String } => {
            en: "{currency}, of all rows",
            de: "{currency}, für alle Zeilen",
        }
        ColumnSays { column: String, word: String } => {
            en: "{column} has {word}",
            de: "in {column} steht {word}",
        }
        Directions { column: String, came: String, went: String } => {
            en: "{column} has {came} for money that came in, {went} for money that went out",
            de: "in {column} steht {came} bei Eingängen, {went} bei Ausgängen",
        }
        WrittenAs { column: String, example: &'static str } => {
            en: "{column}, as {example}",
            de: "{column}, wie {example}",
        }
    }
}

messages! {
    /// Texts about invoices.
    pub(crate) enum InvoiceText {
        Next { number: u64 } => {
            en: "The next invoice has the number {number}.",
            de: "Die nächste Rechnung hat die Nummer {number}.",
        }
        CancelledBy { by: String } => {
            en: "issued, cancelled by {by}",
            de: "ausgestellt, storniert durch {by}",
        }
        Cancels { invoice: String } => {
            en: "issued, cancels {invoice}",
            de: "ausgestellt, storniert {invoice}",
        }
        Heading { number: String, state: String } => {
            en: "Invoice {number}, {state}",
            de: "Rechnung {number}, {state}",
        }
        CancellationOf { number: String } => {
            en: "Cancellation of invoice {number}",
            de: "Stornierung der Rechnung {number}",
        }
        CreditNote { number: String, state: String } => {
            en: "Credit note {number}, {state}",
            de: "Stornorechnung {number}, {state}",
        }
        LastPlace { places: String } => {
            en: "{places} in the last place",
            de: "{places} in der letzten Stelle",
        }
        OtherReceipts { receipts: String } => {
            en: "Receipts that it could also include (--also): {receipts}",
            de: "Quittungen, die auch darauf stehen könnten (--also): {receipts}",
        }
        OfPayable { open: String, payable: String } => {
            en: "{open}, of {payable} when it was issued",
            de: "{open}, von {payable} bei der Ausstellung",
        }
        VatRate { percent: String } => {
            en: "{percent}%, included",
            de: "{percent} %, enthalten",
        }
        VatExempt { reason: String } => {
            en: "exempt: {reason}",
            de: "befreit: {reason}",
        }
        VatNotSubject { reason: String } => {
            en: "not subject to VAT: {reason}",
            de: "nicht umsatzsteuerbar: {reason}",
        }
    }
}
