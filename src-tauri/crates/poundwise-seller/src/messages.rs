//! Messages and hints of this crate, in English and German.

mod catch_up;
mod contacts;
mod data;
mod listings;
mod populations;
mod shared;

pub(crate) use catch_up::{CatchUpMessage, MissingPart};
pub(crate) use contacts::ContactMessage;
pub(crate) use data::{CellPlace, CodebookMessage, DataMessage, NumberReading};
pub(crate) use listings::{ListingMessage, SealMessage};
pub(crate) use populations::{LackingTables, LossesMessage, PopulationMessage, PromiseMessage};
pub(crate) use shared::{FaultMessage, SharedHint, StoredJson, SumOfLosses, TextList, ThingName};

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
            ListingMessage::samples(),
            LossesMessage::samples(),
            MissingPart::samples(),
            ThingName::samples(),
            PopulationMessage::samples(),
            PromiseMessage::samples(),
            SealMessage::samples(),
            SharedHint::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "seller", &samples.concat());
    }
}
