//! The texts of errors, in both languages. Each follows a colon in a message.

mod documents;
mod files;
mod losses;
mod market;
mod mechanism;
mod payload;
mod rules;
mod units;

use std::fmt;

use poundwise_words::{Language, Localize};

pub(crate) use documents::HeaderProblem;
pub use files::{EntryFault, LayoutFault, LedgerLineFault, MailFault, NoteFault};
pub(crate) use losses::SumOfLevels;
pub use losses::SumOfLosses;
pub(crate) use market::NoteProblem;
pub use mechanism::MechanismError;
pub(crate) use payload::PayloadProblem;
pub(crate) use rules::{BundleProblem, BundledDocument, RuleProblem, SignedValues};
pub(crate) use units::PointProblem;

/// A text from outside, in quotation marks. Characters that show nothing are escaped.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

impl Localize for Quoted<'_> {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match language {
            Language::English => write!(f, "{:?}", self.0),
            Language::German => write!(f, "„{}“", self.0.escape_debug()),
        }
    }
}

/// A character that a text must not have, as an error shows it: `the invisible character U+200B`.
pub(crate) struct HiddenSign(pub(crate) char);

impl Localize for HiddenSign {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match (language, self.0.is_control()) {
            (Language::English, true) => "the control character",
            (Language::English, false) => "the invisible character",
            (Language::German, true) => "das Steuerzeichen",
            (Language::German, false) => "das unsichtbare Zeichen",
        };
        write!(f, "{kind} U+{:04X}", u32::from(self.0))
    }
}

poundwise_words::in_english!(HiddenSign);

#[cfg(test)]
mod tests {
    use std::path::Path;

    use poundwise_words::Text;

    use super::*;
    use crate::bundle::BundleError;
    use crate::checkpoint::CheckpointError;
    use crate::copy::CopyError;
    use crate::jws::{JwsError, NewerDocument};
    use crate::keys::KeyError;
    use crate::kinds::TextFault;
    use crate::ledger::LedgerError;
    use crate::log::HashError;
    use crate::mail::MailError;
    use crate::tariff::TariffError;
    use crate::tiles::{GrowthError, TileIdError, TilesError};
    use crate::units::{
        DecimalError, EpsilonError, IdError, LossPairError, MoneyError, NumberError, PeriodError,
        ReferenceError, RhoError, TimestampError,
    };
    use crate::values::ValuesError;

    fn samples() -> Vec<(&'static str, Text)> {
        [
            BundleError::texts(),
            BundleProblem::samples(),
            CheckpointError::texts(),
            CopyError::texts(),
            DecimalError::texts(),
            EntryFault::texts(),
            EpsilonError::texts(),
            GrowthError::texts(),
            HashError::texts(),
            HeaderProblem::samples(),
            IdError::texts(),
            JwsError::texts(),
            KeyError::texts(),
            LayoutFault::texts(),
            LedgerError::texts(),
            LedgerLineFault::texts(),
            losses::LossPart::samples(),
            LossPairError::texts(),
            MailError::texts(),
            MailFault::texts(),
            mechanism::MechanismProblem::samples(),
            MoneyError::texts(),
            NewerDocument::texts(),
            NoteFault::texts(),
            NoteProblem::samples(),
            NumberError::texts(),
            PayloadProblem::samples(),
            PeriodError::texts(),
            PointProblem::samples(),
            ReferenceError::texts(),
            RhoError::texts(),
            RuleProblem::samples(),
            TariffError::texts(),
            TextFault::texts(),
            TileIdError::texts(),
            TilesError::texts(),
            TimestampError::texts(),
            ValuesError::texts(),
        ]
        .concat()
    }

    #[test]
    fn the_printed_catalogue_has_each_text() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        poundwise_words::catalogue::check(&docs, "documents", &samples());
    }

    #[test]
    fn each_text_is_translated() {
        let same = poundwise_words::catalogue::untranslated(&samples());
        // Each is a text that was translated before.
        assert_eq!(same, ["BundleError.Refused", "CopyError.Refused"]);
    }
}
