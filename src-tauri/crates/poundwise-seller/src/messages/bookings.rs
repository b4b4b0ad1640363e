use chrono::NaiveDate;
use poundwise_words::messages;

use super::number::Number;

messages! {
    /// Messages about bookings of bank statements.
    pub(crate) enum BookingMessage {
        Unknown { booking: Number } => {
            en: "There is no booking {booking}.",
            de: "Eine Buchung {booking} gibt es nicht.",
        }
        NonePays => {
            en: "No booking pays an order that waits.",
            de: "Keine Buchung bezahlt eine wartende Bestellung.",
        }
        NotOfOrder { booking: Number } => {
            en: "Booking {booking} is not the payment of that order.",
            de: "Buchung {booking} ist nicht die Zahlung für diese Bestellung.",
        }
        NotSetAside { booking: Number } => {
            en: "Booking {booking} is not set aside. Nothing was changed.",
            de: "Buchung {booking} ist nicht beiseitegelegt. Nichts wurde geändert.",
        }

        // The states of a booking.
        Proposed { booking: Number } => {
            en: "Booking {booking} pays orders that wait, so there is nothing to pay back. \
                 Nothing was changed.",
            de: "Buchung {booking} bezahlt wartende Bestellungen. Es ist nichts zurückzuzahlen. \
                 Nichts wurde geändert.",
        }
        NotDelivered { booking: Number } => {
            en: "Booking {booking} pays orders that cannot be approved any more. Nothing was \
                 changed.",
            de: "Buchung {booking} bezahlt Bestellungen, die sich nicht mehr genehmigen lassen. \
                 Nichts wurde geändert.",
        }
        OtherAmount { booking: Number } => {
            en: "Booking {booking} has another amount than its orders cost together. Nothing was \
                 changed.",
            de: "Buchung {booking} hat einen anderen Betrag, als ihre Bestellungen zusammen \
                 kosten. Nichts wurde geändert.",
        }
        OtherCurrency { booking: Number } => {
            en: "Booking {booking} has another currency than its orders. Nothing was changed.",
            de: "Buchung {booking} hat eine andere Währung als ihre Bestellungen. Nichts wurde \
                 geändert.",
        }
        OtherAccount { booking: Number } => {
            en: "Booking {booking} came to another account than its orders name. Nothing was \
                 changed.",
            de: "Buchung {booking} kam auf ein anderes Konto, als ihre Bestellungen nennen. \
                 Nichts wurde geändert.",
        }
        NoAccount { booking: Number } => {
            en: "Booking {booking} is for orders whose listings name no account. Nothing was \
                 changed.",
            de: "Buchung {booking} gehört zu Bestellungen, deren Angebote kein Konto nennen. \
                 Nichts wurde geändert.",
        }
        Collective { booking: Number } => {
            en: "Booking {booking} is one entry for several transfers, whose amounts are not \
                 known. Nothing was changed.",
            de: "Buchung {booking} ist eine Sammelbuchung mehrerer Überweisungen, deren Beträge \
                 nicht bekannt sind. Nichts wurde geändert.",
        }
        Ambiguous { booking: Number } => {
            en: "Booking {booking} has a payment reference that two orders have. Nothing was \
                 changed.",
            de: "Buchung {booking} hat eine Zahlungsreferenz, die zwei Bestellungen haben. Nichts \
                 wurde geändert.",
        }
        PaidAgain { booking: Number } => {
            en: "Booking {booking} is for an order that is already paid. Nothing was changed.",
            de: "Buchung {booking} gehört zu einer Bestellung, die schon bezahlt ist. Nichts \
                 wurde geändert.",
        }
        UnknownOrder { booking: Number } => {
            en: "Booking {booking} names an order that was not accepted. Nothing was changed.",
            de: "Buchung {booking} nennt eine Bestellung, die nicht angenommen wurde. Nichts \
                 wurde geändert.",
        }
        Rest { booking: Number } => {
            en: "Booking {booking} has paid for another order, and only its rest is to be paid \
                 back. Nothing was changed.",
            de: "Buchung {booking} hat eine andere Bestellung bezahlt. Nur ihr Rest ist \
                 zurückzuzahlen. Nichts wurde geändert.",
        }
        TakenBackDelivered { booking: Number } => {
            en: "The bank reversed booking {booking} after the delivery. Nothing was changed.",
            de: "Die Bank hat Buchung {booking} nach der Lieferung zurückgebucht. Nichts wurde \
                 geändert.",
        }
        TakenBack { booking: Number } => {
            en: "The bank reversed booking {booking}. Nothing was changed.",
            de: "Die Bank hat Buchung {booking} zurückgebucht. Nichts wurde geändert.",
        }
        Settled { booking: Number } => {
            en: "Booking {booking} has already paid its orders. Nothing was changed.",
            de: "Buchung {booking} hat ihre Bestellungen schon bezahlt. Nichts wurde geändert.",
        }
        SettledByHand { booking: Number } => {
            en: "Booking {booking} is a payment that was recorded by hand. Nothing was changed.",
            de: "Buchung {booking} ist eine Zahlung, die von Hand eingetragen wurde. Nichts wurde \
                 geändert.",
        }
        Refunded { booking: Number } => {
            en: "Booking {booking} was already paid back. Nothing was changed.",
            de: "Buchung {booking} wurde schon zurückgezahlt. Nichts wurde geändert.",
        }
        SetAside { booking: Number } => {
            en: "Booking {booking} is set aside: you said that it is no payment of an order. \
                 Nothing was changed.",
            de: "Buchung {booking} ist beiseitegelegt: Sie haben angegeben, dass sie keine \
                 Zahlung für eine Bestellung ist. Nichts wurde geändert.",
        }
    }
}

messages! {
    /// Hints about bookings of bank statements.
    pub(crate) enum BookingHint {
        List => {
            en: "See the bookings.",
            de: "Sehen Sie die Buchungen durch.",
        }
        ListPaid => {
            en: "See what each booking pays.",
            de: "Sehen Sie nach, was jede Buchung bezahlt.",
        }
        Show => {
            en: "See the booking with its orders.",
            de: "Sehen Sie die Buchung mit ihren Bestellungen an.",
        }
        WhichOrders => {
            en: "It can pay for its own order if you discarded it, or for an order of the same \
                 buyer that waits and costs no more than was paid.",
            de: "Sie kann ihre eigene Bestellung bezahlen, wenn Sie diese verworfen haben, oder \
                 eine wartende Bestellung desselben Käufers, die nicht mehr kostet, als bezahlt \
                 wurde.",
        }
    }
}

messages! {
    /// Messages about bank statements and the columns of a bank's files.
    pub(crate) enum BankMessage {
        OtherDayOrder { day: String, line: u64 } => {
            en: "The day “{day}” in line {line} is written in another order than the days of this \
                 bank. Nothing was imported.",
            de: "Der Tag „{day}“ in Zeile {line} ist in einer anderen Reihenfolge geschrieben als \
                 die Tage dieser Bank. Nichts wurde importiert.",
        }
        DayTooLate { day: NaiveDate, most: i64, today: NaiveDate } => {
            en: "A booking of the file is dated {day}, more than {most} days after today, \
                 {today}. Nothing was imported.",
            de: "Eine Buchung der Datei ist vom {day}, mehr als {most} Tage nach heute, dem \
                 {today}. Nichts wurde importiert.",
        }
        DayTooEarly { day: NaiveDate, today: NaiveDate } => {
            en: "A booking of the file is dated {day}, more than ten years before today, \
                 {today}. Nothing was imported.",
            de: "Eine Buchung der Datei ist vom {day}, mehr als zehn Jahre vor heute, dem \
                 {today}. Nichts wurde importiert.",
        }
        Unknown { bank: String } => {
            en: "There is no bank “{bank}” whose columns were chosen.",
            de: "Eine Bank „{bank}“, deren Spalten gewählt sind, gibt es nicht.",
        }
        NotAnIban => {
            en: "The account of the file is not a valid IBAN.",
            de: "Das Konto der Datei ist keine gültige IBAN.",
        }
        CurrencyMissing => {
            en: "The currency is missing: choose one, such as EUR, or its column.",
            de: "Die Währung fehlt: Wählen Sie eine, etwa EUR, oder ihre Spalte.",
        }
        DayMissing => {
            en: "The column of the day of booking is not chosen.",
            de: "Die Spalte des Buchungstags ist nicht gewählt.",
        }
        AmountMissing => {
            en: "The column of the amount is not chosen.",
            de: "Die Spalte des Betrags ist nicht gewählt.",
        }
        DirectionIncomplete => {
            en: "The column of the direction needs two different words, for money that came in \
                 and money that went out. It excludes a separate column of money that went out.",
            de: "Die Spalte der Richtung braucht zwei verschiedene Wörter, für Eingang und \
                 Ausgang. Sie schließt eine eigene Spalte für Ausgänge aus.",
        }
        TextMissing => {
            en: "The columns of the payer's text are not chosen.",
            de: "Die Spalten mit dem Text des Zahlers sind nicht gewählt.",
        }
        StatusIncomplete => {
            en: "The column of the status and its word for a booked row go together.",
            de: "Die Spalte des Status und ihr Wort für gebuchte Zeilen gehören zusammen.",
        }
    }
}

messages! {
    /// Hints about bank statements and the columns of a bank's files.
    pub(crate) enum BankHint {
        ChooseColumns => {
            en: "Choose its columns once.",
            de: "Wählen Sie ihre Spalten einmal.",
        }
        ThenNameBank => {
            en: "Then name the bank.",
            de: "Nennen Sie dann die Bank.",
        }
        NameBank => {
            en: "Name the bank whose columns it has.",
            de: "Nennen Sie die Bank, deren Spalten sie hat.",
        }
        ShowColumns => {
            en: "See the columns of the file.",
            de: "Sehen Sie sich die Spalten der Datei an.",
        }
        ChooseColumnsAgain => {
            en: "Then choose the columns of the bank again.",
            de: "Wählen Sie dann die Spalten der Bank neu.",
        }
        ChooseDirection => {
            en: "Choose this column as the direction, with its words for money that came in and \
                 money that went out.",
            de: "Wählen Sie diese Spalte als Richtung, mit ihren Wörtern für Eingang und Ausgang.",
        }
        NothingChanged => {
            en: "Nothing was changed.",
            de: "Nichts wurde geändert.",
        }
        ChooseEncoding => {
            en: "Nothing was changed. Choose the encoding of the bank's files, or ask for CAMT.",
            de: "Nichts wurde geändert. Wählen Sie die Zeichenkodierung der Dateien dieser Bank, \
                 oder fragen Sie nach CAMT.",
        }
        ShowFirstLines => {
            en: "See the first lines of the file.",
            de: "Sehen Sie sich die ersten Zeilen der Datei an.",
        }
        ThenNameLine => {
            en: "Then name the line that has the names of the columns.",
            de: "Geben Sie dann die Zeile an, in der die Namen der Spalten stehen.",
        }
        AskForCamt => {
            en: "Nothing was changed. Ask the bank for CAMT.052, CAMT.053 or CAMT.054, or for CSV.",
            de: "Nichts wurde geändert. Fragen Sie Ihre Bank nach CAMT.052, CAMT.053 oder \
                 CAMT.054, oder nach CSV.",
        }
        Unpack => {
            en: "Nothing was changed. Unpack the archive, and import its statements one by one.",
            de: "Nichts wurde geändert. Packen Sie das Archiv aus, und importieren Sie die \
                 Auszüge einzeln.",
        }
        ChooseDayOrder => {
            en: "Choose the bank's columns again, with the order of day, month and year in the \
                 file.",
            de: "Wählen Sie die Spalten der Bank noch einmal, mit der Reihenfolge von Tag, Monat \
                 und Jahr in der Datei.",
        }
        CheckDay => {
            en: "Check the day in the file, the order of the day's parts and this computer's clock.",
            de: "Prüfen Sie den Tag in der Datei, die Reihenfolge seiner Teile und die Uhr dieses \
                 Computers.",
        }
        ListBanks => {
            en: "See the banks whose columns were chosen.",
            de: "Sehen Sie die Banken durch, deren Spalten gewählt sind.",
        }
        OrChooseColumns => {
            en: "Or choose the columns of another bank.",
            de: "Oder wählen Sie die Spalten einer anderen Bank.",
        }
        ShowColumnsOfAFile => {
            en: "See the columns of one of the bank's files.",
            de: "Sehen Sie sich die Spalten einer Datei der Bank an.",
        }
    }
}
