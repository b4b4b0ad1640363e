//! The messages of errors, in both languages.

mod bookings;
mod catch_up;
mod contacts;
mod data;
mod links;
mod listings;
mod money;
mod number;
mod populations;
mod rules;
mod sales;
mod shared;

pub(crate) use bookings::{BankHint, BankMessage, BookingHint, BookingMessage};
pub(crate) use catch_up::{CatchUpMessage, MissingPart};
pub(crate) use contacts::ContactMessage;
pub(crate) use data::{CellPlace, CodebookMessage, DataMessage, NumberReading};
pub(crate) use links::LinkMessage;
pub(crate) use listings::{ListingMessage, SealMessage};
pub(crate) use money::{
    AmountField, AmountMessage, DayMessage, InvoiceHint, InvoiceMessage, PaymentHint,
    PaymentMessage,
};
pub(crate) use number::Number;
pub(crate) use populations::{LackingTables, LossesMessage, PopulationMessage, PromiseMessage};
pub(crate) use rules::{RuleHint, RuleMessage, TermsHint, TermsMessage};
pub(crate) use sales::{DeliveryFile, HopelessOrder, SaleHint, SaleMessage};
pub(crate) use shared::{FaultMessage, SharedHint, StoredJson, TextList, ThingName};

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            FaultMessage::samples(),
            CatchUpMessage::samples(),
            CodebookMessage::samples(),
            ContactMessage::samples(),
            DataMessage::samples(),
            LinkMessage::samples(),
            ListingMessage::samples(),
            LossesMessage::samples(),
            MissingPart::samples(),
            ThingName::samples(),
            PopulationMessage::samples(),
            PromiseMessage::samples(),
            SealMessage::samples(),
            SharedHint::samples(),
            AmountMessage::samples(),
            BankHint::samples(),
            BankMessage::samples(),
            BookingHint::samples(),
            BookingMessage::samples(),
            DayMessage::samples(),
            HopelessOrder::samples(),
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
