//! Messages and hints of this crate, in English and German.

mod alarm;
mod delivery;
mod holding;
mod order;
mod quote;

pub(crate) use alarm::{AlarmClause, AlarmHint, AlarmMessage};
pub(crate) use delivery::{DeliveryHint, DeliveryMessage, DeliveryVerdict, UncheckedClause};
pub(crate) use holding::{Encoded, HoldingHint, HoldingMessage, LostClause};
pub(crate) use order::{OrderHint, OrderMessage};
pub(crate) use quote::{QuoteHint, QuoteMessage, Width};

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            AlarmClause::samples(),
            AlarmHint::samples(),
            AlarmMessage::samples(),
            DeliveryHint::samples(),
            DeliveryMessage::samples(),
            DeliveryVerdict::samples(),
            HoldingHint::samples(),
            HoldingMessage::samples(),
            LostClause::samples(),
            OrderHint::samples(),
            OrderMessage::samples(),
            QuoteHint::samples(),
            QuoteMessage::samples(),
            UncheckedClause::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "buyer", &samples.concat());
    }
}
