//! The increments by their size in lattice steps, beside what the law expects: for a figure. The
//! tests use classes of equal probability instead.

use gradual_release::mechanism::IncrementLaw;

use super::p_of_share;
use crate::{
    material::ShownRelease,
    report::{NoiseBin, NoisePair},
};

/// Bars on each side of the middle one.
const SIDE: i64 = 10;
/// The figure reaches so many bars for each length in which the chance of a change falls by the
/// factor e.
const BARS_A_LENGTH: f64 = 2.0;
/// No change drawn is larger: far above any noise that is sold, and exact.
const LARGEST: f64 = 1e15;
/// Pairs named one by one.
const MAX_PAIRS: usize = 200;

/// Two releases of one listing at successive levels, and the law of the change between them.
pub(super) struct Pair<'a> {
    pub(super) low: &'a ShownRelease,
    pub(super) high: &'a ShownRelease,
    pub(super) law: IncrementLaw,
}

impl Pair<'_> {
    /// Returns the number of values compared.
    fn increments(&self) -> u64 {
        self.low.values.len().min(self.high.values.len()) as u64
    }

    fn changes(&self) -> impl Iterator<Item = i128> {
        let pairs = self.low.values.iter().zip(&self.high.values);
        pairs.map(|(low, high)| i128::from(*low) - i128::from(*high))
    }

    #[allow(clippy::cast_precision_loss)]
    fn shown(&self) -> NoisePair {
        let increments = self.increments();
        NoisePair {
            title: self.high.title.clone(),
            low_file: self.low.file.clone(),
            high_file: self.high.file.clone(),
            low: self.low.level,
            high: self.high.level,
            sensitivity: self.low.sensitivity,
            increments,
            unchanged: self.changes().filter(|change| *change == 0).count() as u64,
            unchanged_expected: self.law.p_no_change() * increments as f64,
        }
    }
}

/// Returns the pairs, as far as they are named one by one.
pub(super) fn pairs_shown(pairs: &[Pair<'_>]) -> Vec<NoisePair> {
    pairs.iter().take(MAX_PAIRS).map(Pair::shown).collect()
}

/// Returns all increments of the pairs in bars of one width, which follows from the laws alone.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "below LARGEST, and for a figure"
)]
pub(super) fn bins(pairs: &[Pair<'_>]) -> Vec<NoiseBin> {
    let length = pairs
        .iter()
        .map(|pair| pair.law.scale())
        .fold(1.0, f64::max)
        .min(LARGEST / SIDE as f64);
    // Odd, so that the middle one is the same on both sides of no change.
    let half = (length / BARS_A_LENGTH / 2.0) as i64;
    let width = 2 * half + 1;
    let mut bins: Vec<NoiseBin> = (-SIDE..=SIDE)
        .map(|bar| NoiseBin {
            from: (bar > -SIDE).then_some(bar * width - half),
            to: (bar < SIDE).then_some(bar * width + half),
            observed: 0,
            expected: 0.0,
        })
        .collect();
    for pair in pairs {
        let n = pair.increments() as f64;
        let one_side = (1.0 - pair.law.p_no_change()) / 2.0;
        // P(W >= k), k > 0.
        let beyond = |k: i64| {
            let below = k.saturating_sub(1).unsigned_abs();
            one_side * pair.law.p_beyond(below.into())
        };
        for bin in &mut bins {
            let p = match (bin.from, bin.to) {
                (Some(from), Some(to)) if from > 0 => beyond(from) - beyond(to + 1),
                (Some(from), Some(to)) if to < 0 => beyond(-to) - beyond(1 - from),
                (Some(_), Some(to)) => 1.0 - 2.0 * beyond(to + 1),
                (Some(from), None) => beyond(from),
                (None, Some(to)) => beyond(-to),
                (None, None) => 1.0,
            };
            bin.expected += p * n;
        }
        for change in pair.changes() {
            let bar = (change + i128::from(half)).div_euclid(i128::from(width));
            let place = bar.clamp(-i128::from(SIDE), i128::from(SIDE)) + i128::from(SIDE);
            if let Some(bin) = usize::try_from(place).ok().and_then(|at| bins.get_mut(at)) {
                bin.observed += 1;
            }
        }
    }
    bins
}

/// Returns the counts of unchanged values, of `n` with `expected` of them, outside of which honest
/// noise is in at most 1 case of 20: where the bound that is tested is not below that.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts, and for a figure"
)]
pub(super) fn range_unchanged(n: u64, expected: f64) -> (u64, u64) {
    let likely = |count: u64| p_of_share(count as f64, expected, n as f64) >= 0.05;
    let middle = (expected.max(0.0) as u64).min(n);
    let low = first(0, middle + 1, likely);
    let beyond = first(middle + 1, n + 1, |count| !likely(count));
    (low.min(n), beyond - 1)
}

/// Returns the first number of `from..to` for which `is` holds, which then holds for all after it;
/// `to` if there is none.
fn first(mut from: u64, mut to: u64, is: impl Fn(u64) -> bool) -> u64 {
    while from < to {
        let middle = from + (to - from) / 2;
        if is(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    from
}
