//! Which entries are missing, doubled or out of order, by their numbers.

use std::cmp::Ordering;

use crate::finding::{Code, Recorder, sides};

/// More gaps than this are reported as they come, without waiting for what may still fill them.
const MAX_GAPS: usize = 1000;

/// Numbers that have not been seen though later ones have.
struct Gap {
    first: u64,
    last: u64,
    /// The line that had a later number.
    line: Option<u64>,
}

/// The numbers seen so far.
#[derive(Default)]
pub(super) struct Sequence {
    next: u64,
    gaps: Vec<Gap>,
}

impl Sequence {
    /// Takes the number of the next entry. Whether it is the one that belongs here.
    pub(super) fn take(&mut self, recorder: &mut Recorder, number: u64, line: Option<u64>) -> bool {
        let next = self.next;
        self.next = next.max(number.saturating_add(1));
        match number.cmp(&next) {
            Ordering::Equal => {
                // Each entry is counted once: here, below, or when its gap is reported.
                recorder.held(Code::MissingEntry, || sides(number, next));
                return true;
            }
            Ordering::Greater => {
                self.gaps.push(Gap {
                    first: next,
                    last: number - 1,
                    line,
                });
                if self.gaps.len() > MAX_GAPS {
                    self.report(recorder);
                }
                return false;
            }
            Ordering::Less => {}
        }
        let Some(place) = self
            .gaps
            .iter()
            .position(|gap| (gap.first..=gap.last).contains(&number))
        else {
            recorder.fail(Code::DoubledEntry, || {
                format!("entry {number} stands here a second time")
            });
            return false;
        };
        let gap = self.gaps.swap_remove(place);
        let before = (gap.first < number).then(|| Gap {
            last: number - 1,
            ..gap
        });
        let after = (number < gap.last).then(|| Gap {
            first: number + 1,
            ..gap
        });
        self.gaps.extend(before.into_iter().chain(after));
        recorder.fail(Code::ReorderedEntry, || {
            format!("entry {number} stands after entry {}", next - 1)
        });
        false
    }

    /// Counts an entry that cannot be read as the one that belongs here.
    pub(super) fn skip(&mut self) {
        self.next = self.next.saturating_add(1);
    }

    /// Reports what is missing still.
    pub(super) fn report(&mut self, recorder: &mut Recorder) {
        self.gaps.sort_by_key(|gap| gap.first);
        for Gap { first, last, line } in self.gaps.drain(..) {
            recorder.at(line, Some(first));
            recorder.fail(Code::MissingEntry, || {
                let after = last + 1;
                if first == last {
                    format!("entry {first} is missing: entry {after} stands in its place")
                } else {
                    format!(
                        "entries {first} to {last} are missing: entry {after} stands in their place"
                    )
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(numbers: &[u64]) -> Vec<(Code, Option<u64>)> {
        let (mut recorder, mut sequence) = (Recorder::default(), Sequence::default());
        for (line, number) in (1..).zip(numbers) {
            recorder.at(Some(line), Some(*number));
            sequence.take(&mut recorder, *number, Some(line));
        }
        sequence.report(&mut recorder);
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
    fn endless_gaps_are_reported_as_they_come() {
        let (mut recorder, mut sequence) = (Recorder::default(), Sequence::default());
        for gap in 1..=MAX_GAPS as u64 {
            sequence.take(&mut recorder, 2 * gap, None);
        }
        assert_eq!(recorder.findings().len(), 0);
        sequence.take(&mut recorder, 2 * MAX_GAPS as u64 + 2, None);
        assert_eq!(recorder.findings().len(), MAX_GAPS);
        let numbers: Vec<u64> = (1..=3000).map(|n| 2 * n).collect();
        let findings = found(&numbers);
        assert!(findings.iter().all(|(code, _)| *code == Code::MissingEntry));
        assert_eq!(findings.len(), 1000);
    }
}
