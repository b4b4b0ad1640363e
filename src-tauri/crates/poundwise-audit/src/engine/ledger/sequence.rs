//! Missing, doubled and reordered entries, by their numbers.

use std::cmp::Ordering;

use poundwise_documents::finding::{At, Code, ComparisonSide, Place, SidePhrase, SideValue, sides};
use poundwise_documents::log::entry_number;

use crate::messages::LedgerProblem;

/// More gaps than this are reported as they come, without waiting for what may still fill them.
const MAX_GAPS: usize = 1000;

/// Numbers that were not seen before a later one.
#[derive(Clone)]
struct Gap {
    first: u64,
    last: u64,
    /// Place of the later number.
    place: Place,
}

/// Numbers of the entries seen so far.
#[derive(Default)]
pub(super) struct Sequence {
    next: u64,
    gaps: Vec<Gap>,
}

impl Sequence {
    /// Takes the number of the next entry. Returns whether it is the one that belongs here.
    pub(super) fn take(&mut self, at: &mut At<'_>, number: u64) -> bool {
        let next = self.next;
        self.next = next.max(number.saturating_add(1));
        match number.cmp(&next) {
            Ordering::Equal => {
                // Each entry is counted once: here, below, or when its gap is reported.
                at.held(Code::MissingEntry, || {
                    sides(SideValue::Entry(number), SideValue::Entry(next))
                });
                return true;
            }
            Ordering::Greater => {
                self.gaps.push(Gap {
                    first: next,
                    last: number - 1,
                    place: at.place().clone(),
                });
                if self.gaps.len() > MAX_GAPS {
                    self.report(at);
                }
                return false;
            }
            Ordering::Less => {}
        }
        let Some(index) = self
            .gaps
            .iter()
            .position(|gap| (gap.first..=gap.last).contains(&number))
        else {
            at.fail(Code::DoubledEntry, || LedgerProblem::EntryTwice {
                entry: entry_number(number),
            });
            return false;
        };
        let gap = self.gaps.swap_remove(index);
        let before = (gap.first < number).then(|| Gap {
            last: number - 1,
            ..gap.clone()
        });
        let after = (number < gap.last).then(|| Gap {
            first: number + 1,
            ..gap
        });
        self.gaps.extend(before.into_iter().chain(after));
        // `next` is above the number, so at least 1.
        let shown = || {
            let after = |index: u64| SidePhrase::AfterEntry.with([SideValue::Entry(index)]);
            let before = number.checked_sub(1);
            sides(
                after(next - 1),
                before.map_or_else(|| SidePhrase::Nothing.into(), after),
            )
        };
        at.compare(false, Code::ReorderedEntry, shown, || {
            LedgerProblem::EntryOutOfOrder {
                entry: entry_number(number),
                previous: next,
            }
        });
        false
    }

    /// Counts an entry that cannot be read as the one that belongs here.
    pub(super) fn skip(&mut self) {
        self.next = self.next.saturating_add(1);
    }

    /// Reports the entries that are still missing.
    pub(super) fn report(&mut self, at: &mut At<'_>) {
        self.gaps.sort_by_key(|gap| gap.first);
        for Gap { first, last, place } in self.gaps.drain(..) {
            let mut at = at.moved_to(place.entry(first));
            let shown = || {
                let [from, to, after] = [first, last, last.saturating_add(1)].map(SideValue::Entry);
                let missing: ComparisonSide = if first == last {
                    from.into()
                } else {
                    SidePhrase::Between.with([from, to])
                };
                sides(after, missing)
            };
            at.compare(false, Code::MissingEntry, shown, || {
                let [first, last] = [first, last].map(entry_number);
                let found = entry_number(last);
                if first == last {
                    LedgerProblem::EntryMissing {
                        entry: first,
                        found,
                    }
                } else {
                    LedgerProblem::EntriesMissing { first, last, found }
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poundwise_documents::finding::Recorder;

    fn found(numbers: &[u64]) -> Vec<(Code, Option<u64>)> {
        let (mut recorder, mut sequence) = (Recorder::default(), Sequence::default());
        for (line, number) in (1..).zip(numbers) {
            let place = Place::of("it").line(line).entry(*number);
            sequence.take(&mut recorder.at(place), *number);
        }
        sequence.report(&mut recorder.at(Place::of("it")));
        let (findings, _) = recorder.into_findings();
        findings
            .iter()
            .map(|finding| (finding.code, finding.entry))
            .collect()
    }

    #[test]
    fn each_disorder_has_its_name_and_its_entry() {
        use Code::{DoubledEntry, MissingEntry, ReorderedEntry};
        assert_eq!(found(&[0, 1, 2]), []);
        assert_eq!(found(&[1, 2]), [(MissingEntry, Some(0))]);
        assert_eq!(found(&[0, 3]), [(MissingEntry, Some(1))]);
        assert_eq!(found(&[0, 2, 1, 3]), [(ReorderedEntry, Some(1))]);
        assert_eq!(
            found(&[0, 5, 3, 6]),
            [
                (ReorderedEntry, Some(3)),
                (MissingEntry, Some(1)),
                (MissingEntry, Some(4))
            ]
        );
        assert_eq!(found(&[0, 1, 1, 2]), [(DoubledEntry, Some(1))]);
        assert_eq!(
            found(&[0, u64::MAX - 1, u64::MAX - 1]),
            [(DoubledEntry, Some(u64::MAX - 1)), (MissingEntry, Some(1))]
        );
    }

    #[test]
    fn what_is_missing_is_named_alone_or_from_one_to_another() {
        for (numbers, expected) in [([0, 2], ["3", "2"]), ([0, 3], ["4", "2 to 3"])] {
            let (mut recorder, mut sequence) = (Recorder::default(), Sequence::default());
            for number in numbers {
                sequence.take(&mut recorder.at(Place::of("it")), number);
            }
            sequence.report(&mut recorder.at(Place::of("it")));
            let kept = recorder.take_kept(Code::MissingEntry.check());
            let missing = kept.iter().find(|one| !one.holds).unwrap();
            let shown = [&missing.found, &missing.expected];
            let shown = shown.map(|side| side.as_ref().unwrap().text());
            assert_eq!(shown, expected);
        }
    }

    #[test]
    fn endless_gaps_are_reported_as_they_come() {
        let (mut recorder, mut sequence) = (Recorder::default(), Sequence::default());
        for gap in 1..=MAX_GAPS as u64 {
            sequence.take(&mut recorder.at(Place::of("it")), 2 * gap);
        }
        assert_eq!(recorder.findings().len(), 0);
        sequence.take(&mut recorder.at(Place::of("it")), 2 * MAX_GAPS as u64 + 2);
        assert_eq!(recorder.findings().len(), MAX_GAPS);
        let numbers: Vec<u64> = (1..=3000).map(|n| 2 * n).collect();
        let findings = found(&numbers);
        assert!(findings.iter().all(|(code, _)| *code == Code::MissingEntry));
        assert_eq!(findings.len(), 1000);
    }

    #[test]
    fn gaps_that_are_reported_early_leave_the_entry_that_is_read_at_its_place() {
        let (mut recorder, mut sequence) = (Recorder::default(), Sequence::default());
        for gap in 1..=MAX_GAPS as u64 {
            sequence.take(&mut recorder.at(Place::of("it").line(gap)), 2 * gap);
        }
        let (line, number) = (MAX_GAPS as u64 + 1, 2 * MAX_GAPS as u64 + 2);
        let mut at = recorder.at(Place::of("it").line(line).entry(number));
        sequence.take(&mut at, number);
        at.fail(Code::WrongPrice, || LedgerProblem::NoOrder);
        let kept = recorder.take_kept(Code::WrongPrice.check());
        let places: Vec<_> = kept.iter().map(|kept| (kept.line, kept.entry)).collect();
        assert_eq!(places, [(Some(line), Some(number))]);
    }
}
