//! The messages of errors and the texts around numbers, in English and German.

mod draft;
mod format;
mod invoice;
mod number;
mod order;
mod words;

pub(crate) use draft::{CodebookMessage, DraftMessage};
pub(crate) use format::FormatText;
pub(crate) use invoice::InvoiceMessage;
pub use number::LevelName;
pub(crate) use number::NumberMessage;
pub(crate) use order::{FaultMessage, OrderMessage};
pub(crate) use words::{HiddenSign, PartyField, PartyLine};

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            CodebookMessage::samples(),
            DraftMessage::samples(),
            FaultMessage::samples(),
            FormatText::samples(),
            InvoiceMessage::samples(),
            LevelName::samples(),
            NumberMessage::samples(),
            OrderMessage::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "trade", &samples.concat());
    }
}
