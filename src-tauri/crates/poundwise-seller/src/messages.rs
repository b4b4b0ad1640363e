//! The messages of errors, in both languages.

mod bookings;
mod money;
mod number;
mod rules;
mod sales;

pub(crate) use bookings::{BankHint, BankMessage, BookingHint, BookingMessage};
pub(crate) use money::{
    AmountField, AmountMessage, DayMessage, InvoiceHint, InvoiceMessage, PaymentHint,
    PaymentMessage,
};
pub(crate) use number::Number;
pub(crate) use rules::{RuleHint, RuleMessage, TermsHint, TermsMessage};
pub(crate) use sales::{DeliveryFile, SaleHint, SaleMessage};

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            AmountMessage::samples(),
            BankHint::samples(),
            BankMessage::samples(),
            BookingHint::samples(),
            BookingMessage::samples(),
            DayMessage::samples(),
            InvoiceHint::samples(),
            InvoiceMessage::samples(),
            PaymentHint::samples(),
            PaymentMessage::samples(),
            RuleHint::samples(),
            RuleMessage::samples(),
            SaleHint::samples(),
            SaleMessage::samples(),
            TermsHint::samples(),
            TermsMessage::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "seller", &samples.concat());
    }
}
