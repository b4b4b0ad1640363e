//! The counts of a check's comparisons.

use super::{Check, Part, State};
use crate::report::words::ENGLISH;
use poundwise_documents::finding::{CheckId, Code, Comparison, MAX_COMPARISONS, Tally};

/// Returns a check that was not made yet.
pub(super) fn unmade(id: CheckId) -> Check {
    let words = (ENGLISH.check)(id);
    let mut check = Check {
        id,
        title: words.title.to_owned(),
        what: words.what.to_owned(),
        against: words.against.to_owned(),
        found: String::new(),
        made: 0,
        failed: 0,
        state: State::NotChecked,
        parts: Vec::new(),
        comparisons: Vec::new(),
        by_hand: words.by_hand.to_owned(),
        lacks: Vec::new(),
    };
    check.conclude();
    check
}

impl Check {
    pub(super) fn count(&mut self, code: Code, more: Tally) {
        let at = self.parts.partition_point(|part| part.code < code);
        if self.parts.get(at).is_none_or(|part| part.code != code) {
            let [what, with] = (ENGLISH.compared)(code).map(str::to_owned);
            let part = Part {
                code,
                what,
                with,
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

    /// Concludes words and state from the counts.
    fn conclude(&mut self) {
        let (made, failed) = (self.made, self.failed);
        self.found = ENGLISH.found(self.id, made, failed);
        self.state = match (made, failed) {
            (0, _) => State::NotChecked,
            (_, 0) => State::Holds,
            _ => State::Wrong,
        };
    }
}
