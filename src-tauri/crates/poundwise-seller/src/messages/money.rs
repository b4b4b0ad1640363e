use chrono::NaiveDate;
use poundwise_documents::units::{Currency, Money, MoneyError, NumberError};
use poundwise_words::{messages, words_of};

use super::number::Number;

messages! {
    /// Messages about days that are typed.
    pub(crate) enum DayMessage {
        NotADay { text: String } => {
            en: "'{text}' is not a day.",
            de: "„{text}“ ist kein Tag.",
        }
        Over { day: NaiveDate } => {
            en: "{day} is in the past.",
            de: "Der {day} ist vorbei.",
        }
        ToCome { day: NaiveDate } => {
            en: "{day} is in the future.",
            de: "Der {day} liegt in der Zukunft.",
        }
        BeforeOrder { day: NaiveDate, ordered: NaiveDate } => {
            en: "{day} is before the order, which was placed on {ordered}.",
            de: "Der {day} liegt vor der Bestellung vom {ordered}.",
        }
    }
}

messages! {
    /// Messages about amounts that are typed.
    pub(crate) enum AmountMessage {
        Missing { field: AmountField } => {
            en: "The {field} is missing.",
            de: "Der {field} fehlt.",
        }
        NotAnAmount { field: AmountField, text: String } => {
            en: "The {field} is not an amount: '{text}'.",
            de: "Der {field} ist kein Betrag: „{text}“.",
        }
        Negative { field: AmountField, text: String } => {
            en: "The {field} is negative: '{text}'.",
            de: "Der {field} ist negativ: „{text}“.",
        }
        Comma { field: AmountField, text: String } => {
            en: "The {field}, '{text}', must use a point before the decimals.",
            de: "Der {field}, „{text}“, braucht einen Punkt vor den Nachkommastellen.",
        }
        Thousands { field: AmountField, text: String } => {
            en: "The {field}, '{text}', must not have a point or a comma between thousands.",
            de: "Der {field}, „{text}“, darf zwischen Tausendern weder Punkt noch Komma haben.",
        }
        TooManyDecimals { field: AmountField, text: String, currency: Currency, most: u32 } => {
            en: {
                most;
                0 => "The {field} has decimals, and {currency} has none: '{text}'.",
                _ => "The {field} has more decimals than {currency}, which has {most}: '{text}'.",
            },
            de: {
                most;
                0 => "Der {field} hat Nachkommastellen, und {currency} hat keine: „{text}“.",
                _ => "Der {field} hat mehr Nachkommastellen als {currency} ({most}): „{text}“.",
            },
        }
        TooLarge { field: AmountField, text: String } => {
            en: "The {field} is too large: '{text}'.",
            de: "Der {field} ist zu groß: „{text}“.",
        }
        Zero => {
            en: "An amount of 0 pays nothing.",
            de: "Ein Betrag von 0 bezahlt nichts.",
        }
        AboveOwed { amount: Money } => {
            en: "{amount} is more than the amount owed.",
            de: "{amount} ist mehr als der offene Betrag.",
        }
        TotalTooLarge { currency: Currency } => {
            en: "The total in {currency} would exceed the largest amount.",
            de: "Die Summe in {currency} würde den größten möglichen Betrag überschreiten.",
        }
    }
}

impl AmountMessage {
    /// Returns the message about a text that cannot be read as an amount.
    pub(crate) fn of(
        field: AmountField,
        text: &str,
        error: &MoneyError,
        currency: Currency,
    ) -> Self {
        let text = text.to_owned();
        match error {
            MoneyError::Number(NumberError::Empty) => Self::Missing { field },
            MoneyError::Number(NumberError::Negative) => Self::Negative { field, text },
            MoneyError::Number(NumberError::Comma) => Self::Comma { field, text },
            MoneyError::Number(NumberError::Thousands) => Self::Thousands { field, text },
            MoneyError::Number(NumberError::TooManyPlaces(most)) => Self::TooManyDecimals {
                field,
                text,
                currency,
                most: *most,
            },
            MoneyError::Number(NumberError::TooLarge) | MoneyError::TooLarge => {
                Self::TooLarge { field, text }
            }
            _ => Self::NotAnAmount { field, text },
        }
    }
}

/// An amount that is typed.
#[derive(Clone, Copy)]
pub(crate) enum AmountField {
    Payment,
    PerMonth,
    PerOrder,
}

words_of! {
    AmountField {
        Payment => "amount of the payment", "Betrag der Zahlung";
        PerMonth => "highest amount of a month", "Höchstbetrag eines Monats";
        PerOrder => "highest price of an order", "Höchstpreis einer Bestellung";
    }
}

messages! {
    /// Messages about payments after their receipt.
    pub(crate) enum PaymentMessage {
        NotOnCredit { receipt: Number } => {
            en: "Receipt {receipt} was not sold on credit, so nothing is owed.",
            de: "Der Verkauf von Quittung {receipt} war nicht auf Rechnung: Es ist nichts offen.",
        }
        Unknown { payment: Number } => {
            en: "There is no payment {payment}.",
            de: "Es gibt keine Zahlung {payment}.",
        }
        NothingOwed => {
            en: "This receipt is paid: nothing is owed.",
            de: "Diese Quittung ist bezahlt: Es ist nichts offen.",
        }
    }
}

messages! {
    /// Hints about payments after their receipt.
    pub(crate) enum PaymentHint {
        WriteDay => {
            en: "Write the day of the payment like 2026-11-30.",
            de: "Schreiben Sie den Tag der Zahlung in der Form 2026-11-30.",
        }
        OnlyOnCredit => {
            en: "Only a sale on credit is paid later.",
            de: "Nur ein Verkauf auf Rechnung wird später bezahlt.",
        }
        ShowPayments => {
            en: "See the payments of a receipt.",
            de: "Sehen Sie sich die Zahlungen einer Quittung an.",
        }
        PayBack => {
            en: "If money came twice, pay it back.",
            de: "Wenn Geld doppelt kam, zahlen Sie es zurück.",
        }
        UpTo { owed: Money } => {
            en: "Write an amount up to {owed}, the amount owed.",
            de: "Geben Sie höchstens {owed} an, den offenen Betrag.",
        }
    }
}

messages! {
    /// Messages about invoices and credit notes.
    pub(crate) enum InvoiceMessage {
        Prefix { most: u32 } => {
            en: "The prefix of invoice numbers has more than {most} characters, or an invisible \
                 character.",
            de: "Der Anfang der Rechnungsnummern hat mehr als {most} Zeichen oder ein unsichtbares \
                 Zeichen.",
        }
        PrefixEndsWithDigit => {
            en: "The prefix of invoice numbers ends with a digit.",
            de: "Der Anfang der Rechnungsnummern endet mit einer Ziffer.",
        }
        DaysOutOfRange { most: u32 } => {
            en: "The time for the payment of an invoice must be 1 to {most} days.",
            de: "Das Zahlungsziel einer Rechnung muss zwischen 1 und {most} Tagen liegen.",
        }
        NumberOutOfRange { least: Number, most: Number } => {
            en: "The number of the next invoice must be from {least} to {most}.",
            de: "Die Nummer der nächsten Rechnung muss zwischen {least} und {most} liegen.",
        }
        NumberUnknown => {
            en: "This home was restored from an older copy, and may lack invoices that were \
                 issued since then. The number of the next invoice is not known.",
            de: "Diese Mappe wurde aus einer älteren Kopie wiederhergestellt. Vielleicht fehlen \
                 ihr Rechnungen, die seither ausgestellt wurden. Die Nummer der nächsten Rechnung \
                 ist nicht bekannt.",
        }
        IsACreditNote { invoice: String } => {
            en: "{invoice} is itself a credit note, which cannot be cancelled.",
            de: "{invoice} ist selbst eine Stornorechnung und lässt sich nicht stornieren.",
        }
        AlreadyCredited { invoice: String, note: String } => {
            en: "Credit note {note} has already cancelled invoice {invoice}.",
            de: "Rechnung {invoice} ist schon mit der Stornorechnung {note} storniert.",
        }
        NoCreditReason => {
            en: "A credit note needs a reason of one line.",
            de: "Eine Stornorechnung braucht einen Grund in einer Zeile.",
        }
        NoDetails => {
            en: "Your details and VAT treatment for invoices are not set.",
            de: "Ihre Angaben für Rechnungen und zur Umsatzsteuer fehlen noch.",
        }
        OnInvoice { receipt: Number, invoice: String } => {
            en: "Receipt {receipt} is already on invoice {invoice}.",
            de: "Quittung {receipt} steht schon auf Rechnung {invoice}.",
        }
        Unknown { invoice: String } => {
            en: "There is no invoice {invoice}.",
            de: "Es gibt keine Rechnung {invoice}.",
        }
        NoReceipt => {
            en: "An invoice needs at least one receipt.",
            de: "Eine Rechnung braucht mindestens eine Quittung.",
        }
        TooManyReceipts { most: usize } => {
            en: "An invoice has at most {most} receipts: more payment references do not fit into \
                 a transfer.",
            de: "Eine Rechnung hat höchstens {most} Quittungen: Mehr Zahlungsreferenzen passen \
                 nicht in eine Überweisung.",
        }
        FreeReceipt { receipt: Number } => {
            en: "Receipt {receipt} is free, so it has no invoice.",
            de: "Quittung {receipt} ist kostenlos und hat darum keine Rechnung.",
        }
        ReceiptsDiffer { first: Number, other: Number } => {
            en: "Receipts {first} and {other} have different buyers, currencies or accounts.",
            de: "Die Quittungen {first} und {other} haben verschiedene Käufer, Währungen oder \
                 Konten.",
        }
    }
}

messages! {
    /// Hints about invoices and credit notes.
    pub(crate) enum InvoiceHint {
        ShortPrefix => {
            en: "Leave the prefix out, or write a few letters, such as R-.",
            de: "Lassen Sie den Anfang weg, oder schreiben Sie ein paar Buchstaben, etwa R-.",
        }
        HyphenAtEnd => {
            en: "Put a hyphen after it, such as 2026-.",
            de: "Setzen Sie einen Bindestrich dahinter, etwa 2026-.",
        }
        GiveDays => {
            en: "Give a number of days, such as 14.",
            de: "Geben Sie eine Zahl von Tagen an, etwa 14.",
        }
        NumberAfterLast => {
            en: "No number is used twice. Give the number that follows the last invoice that you \
                 sent.",
            de: "Keine Nummer wird zweimal vergeben. Geben Sie die Nummer an, die auf die letzte \
                 verschickte Rechnung folgt.",
        }
        StateNumber => {
            en: "State the number that follows the last invoice that you sent.",
            de: "Geben Sie die Nummer an, die auf die letzte verschickte Rechnung folgt.",
        }
        ListInvoices => {
            en: "See the issued invoices.",
            de: "Sehen Sie sich die ausgestellten Rechnungen an.",
        }
        CreditReason => {
            en: "Write a reason, such as: the buyer's address was wrong.",
            de: "Geben Sie einen Grund an, etwa: Die Anschrift des Käufers war falsch.",
        }
        SetDetails => {
            en: "Set them once.",
            de: "Geben Sie sie einmal an.",
        }
        CreditFirst => {
            en: "To invoice it again, first cancel that invoice.",
            de: "Um sie neu in Rechnung zu stellen, stornieren Sie zuerst diese Rechnung.",
        }
        OneForEach => {
            en: "Write one invoice for each buyer, currency and account.",
            de: "Schreiben Sie eine Rechnung für jeden Käufer, jede Währung und jedes Konto.",
        }
        WriteSeveral => {
            en: "Write several invoices.",
            de: "Schreiben Sie mehrere Rechnungen.",
        }
        ChooseReceipt => {
            en: "Choose a receipt with a price.",
            de: "Wählen Sie eine Quittung mit einem Preis.",
        }
        WriteByHand => {
            en: "The European standard has no such invoice. Write it by hand.",
            de: "Die europäische Norm kennt keine solche Rechnung. Schreiben Sie sie von Hand.",
        }
    }
}
