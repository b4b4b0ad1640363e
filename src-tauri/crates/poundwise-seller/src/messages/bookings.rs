use chrono::NaiveDate;
use poundwise_words::messages;

use super::number::Number;

messages! {
    /// Messages about bookings of bank statements.
    pub(crate) enum BookingMessage {
        Unknown { booking: Number } => {
            en: "There is no booking {booking}.",
            de: "Es gibt keine Buchung {booking}.",
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
            de: "Buchung {booking} ist nicht beiseitegelegt. Es wurde nichts geändert.",
        }

        // The states of a booking.
        Proposed { booking: Number } => {
            en: "Booking {booking} pays orders that wait, so there is nothing to pay back. \
                 Nothing was changed.",
            de: "Buchung {booking} bezahlt wartende Bestellungen. Es ist nichts zurückzuzahlen. Es \
                 wurde nichts geändert.",
        }
        NotDelivered { booking: Number } => {
            en: "Booking {booking} pays orders that cannot be approved any more. Nothing was \
                 changed.",
            de: "Buchung {booking} bezahlt Bestellungen, die sich nicht mehr genehmigen lassen. Es \
                 wurde nichts geändert.",
        }
        OtherAmount { booking: Number } => {
            en: "Booking {booking} does not have the total amount of its orders. Nothing was \
                 changed.",
            de: "Buchung {booking} hat nicht den Gesamtbetrag ihrer Bestellungen. Es wurde nichts \
                 geändert.",
        }
        OtherCurrency { booking: Number } => {
            en: "Booking {booking} has another currency than its orders. Nothing was changed.",
            de: "Buchung {booking} hat eine andere Währung als ihre Bestellungen. Es wurde nichts \
                 geändert.",
        }
        OtherAccount { booking: Number } => {
            en: "Booking {booking} came to another account than its orders name. Nothing was \
                 changed.",
            de: "Buchung {booking} ging auf einem anderen Konto ein, als ihre Bestellungen nennen. \
                 Es wurde nichts geändert.",
        }
        NoAccount { booking: Number } => {
            en: "Booking {booking} is for orders whose listings name no account. Nothing was \
                 changed.",
            de: "Buchung {booking} gehört zu Bestellungen, deren Angebote kein Konto nennen. Es \
                 wurde nichts geändert.",
        }
        Collective { booking: Number } => {
            en: "Booking {booking} combines several transfers whose amounts are not known. Nothing \
                 was changed.",
            de: "Buchung {booking} ist eine Sammelbuchung mehrerer Überweisungen, deren Beträge \
                 nicht bekannt sind. Es wurde nichts geändert.",
        }
        Ambiguous { booking: Number } => {
            en: "Booking {booking} has a payment reference that belongs to two orders. Nothing was \
                 changed.",
            de: "Buchung {booking} hat eine Zahlungsreferenz, die zu zwei Bestellungen gehört. Es \
                 wurde nichts geändert.",
        }
        PaidAgain { booking: Number } => {
            en: "Booking {booking} is for an order that is already paid. Nothing was changed.",
            de: "Buchung {booking} gehört zu einer Bestellung, die schon bezahlt ist. Es wurde \
                 nichts geändert.",
        }
        UnknownOrder { booking: Number } => {
            en: "Booking {booking} names an order that was not accepted. Nothing was changed.",
            de: "Buchung {booking} nennt eine Bestellung, die nicht angenommen wurde. Es wurde \
                 nichts geändert.",
        }
        Rest { booking: Number } => {
            en: "Booking {booking} has paid for another order. Only the rest of its amount is to \
                 be paid back. Nothing was changed.",
            de: "Buchung {booking} hat eine andere Bestellung bezahlt. Nur ihr Rest ist \
                 zurückzuzahlen. Es wurde nichts geändert.",
        }
        TakenBackDelivered { booking: Number } => {
            en: "The bank reversed booking {booking} after the delivery. Nothing was changed.",
            de: "Die Bank hat Buchung {booking} nach der Lieferung zurückgebucht. Es wurde nichts \
                 geändert.",
        }
        TakenBack { booking: Number } => {
            en: "The bank reversed booking {booking}. Nothing was changed.",
            de: "Die Bank hat Buchung {booking} zurückgebucht. Es wurde nichts geändert.",
        }
        Settled { booking: Number } => {
            en: "Booking {booking} has already paid its orders. Nothing was changed.",
            de: "Buchung {booking} hat ihre Bestellungen schon bezahlt. Es wurde nichts geändert.",
        }
        SettledByHand { booking: Number } => {
            en: "Booking {booking} is a payment that was recorded by hand. Nothing was changed.",
            de: "Buchung {booking} ist eine Zahlung, die von Hand eingetragen wurde. Es wurde \
                 nichts geändert.",
        }
        Refunded { booking: Number } => {
            en: "Booking {booking} was already paid back. Nothing was changed.",
            de: "Buchung {booking} wurde schon zurückgezahlt. Es wurde nichts geändert.",
        }
        SetAside { booking: Number } => {
            en: "Booking {booking} is set aside: you stated that it is not a payment for an order. \
                 Nothing was changed.",
            de: "Buchung {booking} ist beiseitegelegt: Sie haben angegeben, dass sie keine Zahlung \
                 für eine Bestellung ist. Es wurde nichts geändert.",
        }
    }
}

messages! {
    /// Hints about bookings of bank statements.
    pub(crate) enum BookingHint {
        List => {
            en: "See the bookings.",
            de: "Sehen Sie sich die Buchungen an.",
        }
        ListPaid => {
            en: "See what each booking pays.",
            de: "Sehen Sie nach, was jede Buchung bezahlt.",
        }
        Show => {
            en: "See the booking with its orders.",
            de: "Sehen Sie sich die Buchung mit ihren Bestellungen an.",
        }
        WhichOrders => {
            en: "It can pay for its own order if you discarded that order. It can also pay for a \
                 waiting order of the same buyer that costs no more than the payment.",
            de: "Sie kann ihre eigene Bestellung bezahlen, wenn Sie diese verworfen haben. Sie \
                 kann auch eine wartende Bestellung desselben Käufers bezahlen, die nicht mehr \
                 kostet, als bezahlt wurde.",
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
                 die Tage dieser Bank. Es wurde nichts importiert.",
        }
        DayTooLate { day: NaiveDate, most: i64, today: NaiveDate } => {
            en: "A booking of the file is dated {day}, more than {most} days after today, \
                 {today}. Nothing was imported.",
            de: "Eine Buchung der Datei ist vom {day}, mehr als {most} Tage nach heute, dem \
                 {today}. Es wurde nichts importiert.",
        }
        DayTooEarly { day: NaiveDate, today: NaiveDate } => {
            en: "A booking of the file is dated {day}, more than ten years before today, \
                 {today}. Nothing was imported.",
            de: "Eine Buchung der Datei ist vom {day}, mehr als zehn Jahre vor heute, dem {today}. \
                 Es wurde nichts importiert.",
        }
        Unknown { bank: String } => {
            en: "There is no bank “{bank}” whose columns were chosen.",
            de: "Es gibt keine Bank „{bank}“, deren Spalten gewählt sind.",
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
            en: "The column of the direction needs two different words, for money that came in and \
                 money that went out. It cannot be combined with a separate column of money that \
                 went out.",
            de: "Die Spalte der Richtung braucht zwei verschiedene Wörter, für Eingang und \
                 Ausgang. Sie lässt sich nicht mit einer eigenen Spalte für Ausgänge verbinden.",
        }
        TextMissing => {
            en: "The columns of the payer's text are not chosen.",
            de: "Die Spalten mit dem Text des Zahlers sind nicht gewählt.",
        }
        StatusIncomplete => {
            en: "The column of the status and its word for booked rows must be stated together.",
            de: "Die Spalte des Status und ihr Wort für gebuchte Zeilen müssen zusammen angegeben \
                 werden.",
        }
    }
}

messages! {
    /// Hints about bank statements and the columns of a bank's files.
    pub(crate) enum BankHint {
        ChooseColumns => {
            en: "Choose the columns of the bank once.",
            de: "Wählen Sie die Spalten der Bank einmal.",
        }
        ThenNameBank => {
            en: "Then name the bank.",
            de: "Nennen Sie dann die Bank.",
        }
        NameBank => {
            en: "Name the bank whose columns the file has.",
            de: "Nennen Sie die Bank, deren Spalten die Datei hat.",
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
            de: "Es wurde nichts geändert.",
        }
        ChooseEncoding => {
            en: "Nothing was changed. Choose the encoding of the bank's files, or ask for CAMT.",
            de: "Es wurde nichts geändert. Wählen Sie die Zeichenkodierung der Dateien dieser \
                 Bank, oder fragen Sie nach CAMT.",
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
            de: "Es wurde nichts geändert. Fragen Sie Ihre Bank nach CAMT.052, CAMT.053 oder \
                 CAMT.054, oder nach CSV.",
        }
        Unpack => {
            en: "Nothing was changed. Unpack the archive, and import its statements one by one.",
            de: "Es wurde nichts geändert. Packen Sie das Archiv aus, und importieren Sie die \
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
            de: "Sehen Sie sich die Banken an, deren Spalten gewählt sind.",
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
