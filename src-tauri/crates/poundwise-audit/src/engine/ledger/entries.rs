//! Grants, and the checks of every entry.

use super::LedgerAudit;
use crate::messages::{LedgerDocument, LedgerProblem, PopulationProblem};
use poundwise_documents::finding::{At, Code, ComparisonSide, SidePhrase, SideValue, sides};
use poundwise_documents::jws::{EntryPlace, Signed};
use poundwise_documents::kinds::{Grant, Receipt};
use poundwise_documents::log::entry_number;

impl LedgerAudit {
    /// Checks signer, number, link to the entry before, and time of an entry. Returns the context
    /// of its further checks.
    pub(super) fn entry_line<'a>(
        &mut self,
        at: &'a mut At<'_>,
        entry: &EntryPlace,
        document: LedgerDocument,
    ) -> At<'a> {
        let place = at.place().entry(entry.sequence).document(entry.id);
        let mut at = at.moved_to(place);
        self.by_owner(&mut at, entry.owner, document);
        let in_place = self.sequence.take(&mut at, entry.sequence);
        let linked = at.compare(
            entry.previous == self.last_entry,
            Code::BrokenChain,
            || {
                sides(
                    ComparisonSide::id_or_none(entry.previous),
                    ComparisonSide::id_or_none(self.last_entry),
                )
            },
            || LedgerProblem::BrokenChain { document },
        );
        // Entries are missing or moved: what is held and summed up is not known from here on.
        self.gap |= !in_place && !linked;
        if let Some(last) = self.last_time {
            at.compare(
                last <= entry.issued_at,
                Code::TimeGoesBack,
                || sides(entry.issued_at, SidePhrase::NotBefore.with([last])),
                || LedgerProblem::Backdated {
                    document,
                    entry: entry_number(entry.sequence),
                    time: entry.issued_at,
                    previous: last,
                },
            );
        }
        self.last_entry = Some(entry.id);
        self.last_time = Some(entry.issued_at);
        at
    }

    pub(super) fn grant(&mut self, at: &mut At<'_>, grant: &Signed<Grant>) {
        let payload = grant.payload();
        self.count_grants(at, self.grants + 1, payload.total_grants);
        let shown = self
            .seeds
            .get(&payload.question)
            .and_then(|index| self.questions.get(*index))
            .is_some_and(|question| question.populations.contains(&payload.population));
        if !self.gap {
            at.compare(
                shown,
                Code::UnknownQuestion,
                || {
                    sides(
                        SidePhrase::Question.with([payload.question]),
                        SidePhrase::Population.with([payload.population]),
                    )
                },
                || PopulationProblem::GrantedQuestion {
                    question: payload.question,
                    population: payload.population,
                },
            );
        }
        self.append(grant.id(), None);
        self.book.grant(payload.population, payload.question);
    }

    /// Checks the number of receipts and grants so far that a receipt states.
    pub(super) fn counts(&mut self, at: &mut At<'_>, receipt: &Receipt) {
        let (stated, counted) = (receipt.total_receipts, self.receipts + 1);
        if !self.gap {
            at.compare(
                stated == counted,
                Code::ReceiptCount,
                || sides(SideValue::Count(stated), SideValue::Count(counted)),
                || LedgerProblem::Receipts { stated, counted },
            );
        }
        // From here on as stated, so that one wrong count is one finding.
        self.receipts = stated;
        self.count_grants(at, self.grants, receipt.total_grants);
    }

    fn count_grants(&mut self, at: &mut At<'_>, counted: u64, stated: u64) {
        if !self.gap {
            at.compare(
                stated == counted,
                Code::GrantCount,
                || sides(SideValue::Count(stated), SideValue::Count(counted)),
                || LedgerProblem::Grants { stated, counted },
            );
        }
        self.grants = stated;
    }
}
