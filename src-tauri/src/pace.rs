//! How often a market on a server is looked at: often after an activity, and less and less often
//! afterwards.

use std::time::{Duration, Instant};

/// Time from an activity to the next look.
const SHORTEST: Duration = Duration::from_secs(2);

/// Longest time between two looks.
const LONGEST: Duration = Duration::from_secs(60);

/// The time of the next look. It depends on the home's own requests and on changes of the market,
/// which the market shows anyway. It never depends on data.
pub(crate) struct Pace {
    pause: Duration,
    next: Instant,
}

impl Pace {
    /// Returns a pace whose first look is due.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            pause: SHORTEST,
            next: now,
        }
    }

    /// Returns whether a look is due.
    pub(crate) fn is_due(&self, now: Instant) -> bool {
        now >= self.next
    }

    /// Notes an activity: the next look is soon.
    pub(crate) fn hasten(&mut self, now: Instant) {
        self.pause = SHORTEST;
        self.next = self.next.min(now + SHORTEST);
    }

    /// Notes a look that found no change: the next one is twice as far away.
    pub(crate) fn note_look(&mut self, now: Instant) {
        self.next = now + self.pause;
        self.pause = (self.pause * 2).min(LONGEST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seconds of the looks in a time, at a watch that asks every two seconds.
    fn looks(pace: &mut Pace, start: Instant, seconds: u64) -> Vec<u64> {
        let mut looks = Vec::new();
        for second in (0..seconds).step_by(2) {
            let now = start + Duration::from_secs(second);
            if pace.is_due(now) {
                pace.note_look(now);
                looks.push(second);
            }
        }
        looks
    }

    #[test]
    fn looks_become_rare_while_nothing_happens() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        assert_eq!(looks(&mut pace, start, 130), [0, 2, 6, 14, 30, 62, 122]);
        let mut pace = Pace::new(start);
        // 1800 looks at a folder.
        assert_eq!(looks(&mut pace, start, 3600).len(), 64);
    }

    #[test]
    fn an_activity_makes_the_next_looks_soon() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        looks(&mut pace, start, 600);
        let later = start + Duration::from_secs(601);
        pace.hasten(later);
        assert!(!pace.is_due(later));
        assert_eq!(looks(&mut pace, later, 16), [2, 4, 8]);
    }
}
