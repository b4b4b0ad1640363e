//! Messages and hints of this crate, in English and German.

mod damage;
mod fault;
mod history;
mod key;
mod mail;
mod name;
mod opening;
mod store;
mod words;

pub(crate) use damage::{CellFault, DamageHint, DamageMessage};
pub(crate) use fault::{FaultMessage, key_not_derived, not_encoded, not_encrypted};
pub(crate) use history::{ClockMessage, HistoryHint, HistoryMessage, MarkMessage};
pub(crate) use key::{KeyHint, KeyMessage};
pub(crate) use mail::{MailHint, MailMessage, MailVerdict};
pub(crate) use name::{NameHint, NameMessage, TextMessage};
pub(crate) use opening::{OpeningHint, OpeningMessage};
pub(crate) use store::{MarketMessage, StoreHint, StoreMessage};
pub use words::{Encrypted, Identified};
pub(crate) use words::{
    EncryptedName, HeaderFault, HiddenSign, NameProblem, NamedThing, OpenIn, StoredThing,
    TextField, Typed,
};

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::verdict::ObjectVerdict;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            CellFault::samples(),
            ClockMessage::samples(),
            DamageHint::samples(),
            DamageMessage::samples(),
            FaultMessage::samples(),
            HistoryHint::samples(),
            HistoryMessage::samples(),
            KeyHint::samples(),
            KeyMessage::samples(),
            MailHint::samples(),
            MailMessage::samples(),
            MailVerdict::samples(),
            MarketMessage::samples(),
            MarkMessage::samples(),
            NameHint::samples(),
            NameMessage::samples(),
            OpeningHint::samples(),
            OpeningMessage::samples(),
            StoreHint::samples(),
            StoreMessage::samples(),
            TextMessage::samples(),
            ObjectVerdict::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "home", &samples.concat());
    }
}
