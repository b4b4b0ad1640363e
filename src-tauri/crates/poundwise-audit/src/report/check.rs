//! The counts of a check's comparisons.

use poundwise_words::Text;

use super::{Check, Part, State};
use crate::messages::{
    CheckByHand, CheckCounterpart, CheckObject, CheckTitle, ComparedObject, ComparedWith,
    FoundMessage, NeededFiles,
};
use poundwise_documents::finding::{CheckId, Code, Comparison, MAX_COMPARISONS, Tally};

/// The outcome of a check as a message. It does not distinguish checks, since `found` is its
/// English text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explained(Option<Text>);

impl PartialEq for Explained {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Explained {}

/// Returns a check that was not made yet.
pub(super) fn unmade(id: CheckId) -> Check {
    let mut check = Check {
        id,
        title: CheckTitle(id).to_string(),
        what: CheckObject(id).to_string(),
        against: CheckCounterpart(id).to_string(),
        found: String::new(),
        explained: Explained::default(),
        made: 0,
        failed: 0,
        state: State::NotChecked,
        parts: Vec::new(),
        comparisons: Vec::new(),
        by_hand: CheckByHand(id).to_string(),
        lacks: Vec::new(),
    };
    check.conclude();
    check
}

impl Check {
    pub(super) fn count(&mut self, code: Code, more: Tally) {
        let at = self.parts.partition_point(|part| part.code < code);
        if self.parts.get(at).is_none_or(|part| part.code != code) {
            let part = Part {
                code,
                what: ComparedObject(code).to_string(),
                with: ComparedWith(code).to_string(),
                made: 0,
                failed: 0,
            };
            self.parts.insert(at, part);
        }
        if let Some(part) = self.parts.get_mut(at) {
            part.made = part.made.saturating_add(more.made);
            part.failed = part.failed.saturating_add(more.failed);
        }
        self.made = self.made.saturating_add(more.made);
        self.failed = self.failed.saturating_add(more.failed);
        self.conclude();
    }

    /// Keeps a comparison that was made elsewhere: as many as of the audit's own, which come first.
    pub(super) fn keep(&mut self, comparison: Comparison) {
        if self.comparisons.len() < 2 * MAX_COMPARISONS {
            self.comparisons.push(comparison);
        }
    }

    /// Explains the outcome instead of counting it.
    pub(super) fn explain(&mut self, found: Text) {
        self.found = found.to_string();
        self.explained = Explained(Some(found));
    }

    /// Returns the outcome, explained or counted.
    fn found(&self) -> Text {
        let counted = || FoundMessage::of(self.id, self.made, self.failed).into();
        self.explained.0.clone().unwrap_or_else(counted)
    }

    /// Returns the outcome, with the kinds of file that the check lacks.
    #[must_use]
    pub fn outcome(&self) -> Text {
        if self.lacks.is_empty() {
            return self.found();
        }
        Text::of(FoundMessage::Lacks {
            found: self.found(),
            needed: NeededFiles(self.lacks.clone()),
        })
    }

    /// Concludes words and state from the counts.
    fn conclude(&mut self) {
        let (made, failed) = (self.made, self.failed);
        self.explained = Explained::default();
        self.found = self.found().to_string();
        self.state = match (made, failed) {
            (0, _) => State::NotChecked,
            (_, 0) => State::Holds,
            _ => State::Wrong,
        };
    }
}
