//! The words of reports and their pages, in both languages.

mod bundles;
mod by;
mod check;
mod comparison;
mod finding;
mod headline;
mod history;
mod input;
mod journal;
mod ledger;
mod limit;
mod list;
mod noise;
mod page;
mod population;
mod replay;
mod shown;

pub(crate) use bundles::{BundleMessage, BundleSentences};
pub(crate) use check::{
    CheckByHand, CheckCounterpart, CheckObject, CheckTitle, Counted, FoundMessage,
};
pub(crate) use comparison::{ComparedObject, ComparedWith};
pub(crate) use finding::{FindingMeaning, FindingTitle};
pub(crate) use headline::{GapMessage, HeadlineMessage};
pub(crate) use history::HistoryProblem;
pub(crate) use input::InputProblem;
pub(crate) use journal::JournalProblem;
pub(crate) use ledger::{LedgerDocument, LedgerProblem};
pub(crate) use limit::{LimitMessage, LimitText};
pub(crate) use list::{Levels, NeededFiles, Place, Receipts, Sales};
pub(crate) use noise::{Figure, NoiseMessage, NoiseProblem, NoiseScope, Tests, VerdictMessage};
pub(crate) use page::PageText;
pub(crate) use population::PopulationProblem;
pub(crate) use replay::ReplayProblem;
pub(crate) use shown::ShownProblem;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use poundwise_words::{Localize, Text, catalogue, catalogue::MessageSample};

    use super::*;
    use crate::report::{FileKind, Needed, NoiseVerdict};
    use crate::{ReplayError, Stopped};

    fn words<T: Localize + MessageSample + Send + Sync + 'static>(
        name: &'static str,
    ) -> Vec<(&'static str, Text)> {
        let samples = T::samples("").into_iter();
        samples.map(|word| (name, Text::of(word))).collect()
    }

    fn samples() -> Vec<(&'static str, Text)> {
        [
            BundleMessage::samples(),
            CheckByHand::samples(),
            CheckCounterpart::samples(),
            CheckObject::samples(),
            CheckTitle::samples(),
            ComparedObject::samples(),
            ComparedWith::samples(),
            Counted::samples(),
            FindingMeaning::samples(),
            FindingTitle::samples(),
            FoundMessage::samples(),
            GapMessage::samples(),
            HeadlineMessage::samples(),
            HistoryProblem::samples(),
            InputProblem::samples(),
            JournalProblem::samples(),
            LedgerProblem::samples(),
            LimitMessage::samples(),
            LimitText::samples(),
            NoiseMessage::samples(),
            NoiseProblem::samples(),
            PageText::samples(),
            PopulationProblem::samples(),
            ReplayError::texts(),
            ReplayProblem::samples(),
            ShownProblem::samples(),
            Stopped::texts(),
            VerdictMessage::samples(),
            list::ListPart::samples(),
            words::<FileKind>("FileKind"),
            words::<Needed>("Needed"),
            words::<NoiseScope>("NoiseScope"),
            words::<NoiseVerdict>("NoiseVerdict"),
        ]
        .concat()
    }

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        catalogue::check(&docs, "audit", &samples());
    }

    #[test]
    fn each_text_is_translated() {
        let same = catalogue::untranslated(&samples());
        // Names alone are the same.
        assert_eq!(same, ["Population", "InFile"]);
    }
}
