//! Bounds and step of an attribute, and sums of clamped numbers, exactly: one rounding at the very
//! end.

use num_bigint::{BigInt, BigUint};
use poundwise_documents::units::{Decimal, LatticeStep};

use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{QueryFault, StatedNumber};
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;

use super::number::{MAX_SCALE, Number};
use super::tally::{TallyCell, TallyNumber};

/// The largest |number| that bounds, steps, distances and own numbers may have: 10^18.
const MAX_WHOLE: i128 = 10i128.pow(18);

/// The largest |x|, 2^53: noise on top of it stays within 64 bits, and every reader of JSON keeps
/// it exactly.
pub(crate) const MAX_COORDINATE: i64 = 1 << 53;

/// A lattice of step g within bounds lo < hi, all three as integers L, H and G of 10^-scale.
///
/// Sizes: |L|, |H|, G < 10^36.
pub(crate) struct Lattice {
    scale: u32,
    low: i128,
    high: i128,
    step: i128,
}

/// Checks that the first of two bounds is the lower one.
pub(crate) fn check_rising([low, high]: [Decimal; 2]) -> Result<()> {
    if low < high {
        return Ok(());
    }
    Err(Error::usage(
        QueryErrorCode::Bounds,
        QuestionMessage::BoundsNotRising { low, high },
    )
    .hint(if low == high {
        QueryHint::LowerBoundFirst
    } else {
        QueryHint::SwapBounds {
            low: high,
            high: low,
        }
    })
    .at(QueryFault::BoundsNotRising { low, high }))
}

impl Lattice {
    pub(crate) fn new(bounds: [Decimal; 2], step: LatticeStep) -> Result<Self> {
        let [low, high] = bounds;
        let scale = low.scale().max(high.scale()).max(step.get().scale());
        let lattice = Self {
            scale,
            low: at_scale(StatedNumber::Bounds, &low, scale)?,
            high: at_scale(StatedNumber::Bounds, &high, scale)?,
            step: at_scale(StatedNumber::Step, step.get(), scale)?,
        };
        check_rising(bounds)?;
        Ok(lattice)
    }

    /// Returns hi - lo, in units of the scale.
    fn range(&self) -> i128 {
        self.high - self.low
    }

    /// Returns the farthest that one row, added or removed, moves a sum: max(|lo|, |hi|), in units
    /// of the scale.
    fn reach(&self) -> i128 {
        self.low.abs().max(self.high.abs())
    }

    /// Returns the farthest that one row, replaced, moves a sum, in units of the scale.
    ///
    /// A row that is filtered out or whose cell is missing adds 0, and a unit may have fewer than K
    /// rows: so one row's part lies anywhere from min(lo, 0) to max(hi, 0).
    fn span(&self) -> i128 {
        self.high.max(0) - self.low.min(0)
    }

    /// Returns ceil(K max(|lo|, |hi|) / g).
    pub(crate) fn reach_steps(&self, rows: u64) -> Option<u64> {
        self.steps_of(rows, self.reach(), 1)
    }

    /// Returns ceil(K (max(hi, 0) - min(lo, 0)) / g).
    pub(crate) fn span_steps(&self, rows: u64) -> Option<u64> {
        self.steps_of(rows, self.span(), 1)
    }

    /// Returns ceil(K (hi - lo) / g).
    pub(crate) fn range_steps(&self, rows: u64) -> Option<u64> {
        self.steps_of(rows, self.range(), 1)
    }

    /// Returns ceil(K h), h = (hi - lo) / 2g.
    pub(crate) fn half_range_steps(&self, rows: u64) -> Option<u64> {
        self.steps_of(rows, self.range(), 2)
    }

    /// Returns the largest of ceil((K + c) h)^2 + ((K - c) W)^2 over c = 0..K, h = (hi - lo) / 2g,
    /// W = ceil(h): D2^2 of a mean under replacement.
    ///
    /// Without the ceiling the largest would be at an end; with it, it need not be. `None` beyond
    /// 128 bits.
    pub(crate) fn replaced_mean_l2(&self, rows: u64) -> Option<u128> {
        let divisor = (2 * self.step).unsigned_abs();
        let range = self.range().unsigned_abs();
        let (whole, rest) = (range / divisor, range % divisor);
        let width = whole.checked_add(u128::from(rest > 0))?;
        // (K + c) h as a whole part and a remainder below `divisor`, one row more at a time.
        let (mut quotient, mut remainder, mut largest) = (0u128, 0u128, 0u128);
        for count in 1..=rows.checked_mul(2)? {
            quotient = quotient.checked_add(whole)?;
            remainder += rest;
            if remainder >= divisor {
                remainder -= divisor;
                quotient = quotient.checked_add(1)?;
            }
            if count >= rows {
                let deviation = quotient.checked_add(u128::from(remainder > 0))?;
                let left = width.checked_mul(u128::from(2 * rows - count))?;
                let square = |n: u128| n.checked_mul(n);
                largest = largest.max(square(deviation)?.checked_add(square(left)?)?);
            }
        }
        Some(largest)
    }

    /// Returns ceil(rows * distance / (parts * g)), the distance in units of the scale and above 0.
    fn steps_of(&self, rows: u64, distance: i128, parts: i128) -> Option<u64> {
        let numerator = BigInt::from(rows) * distance;
        let steps = -floor(&-numerator, &BigInt::from(parts * self.step));
        u64::try_from(steps).ok()
    }

    /// Returns an empty sum of numbers clamped to the bounds.
    pub(crate) fn sum(&self) -> ClampedSum {
        let power = 10i128.pow(MAX_SCALE.saturating_sub(self.scale));
        ClampedSum {
            low: self.low * power,
            high: self.high * power,
            step: self.step * power,
            fast: 0,
            wide: BigInt::ZERO,
            count: 0,
        }
    }

    /// Returns the number that an engine adds up for a sum or a mean: the clamped number above the
    /// lower bound.
    pub(crate) fn tally(&self, (cell, scale): (TallyCell, u32)) -> TallyNumber {
        clamped(cell, scale, [self.low, self.high], self.scale)
    }

    /// Returns an empty sum of clamped numbers, and adds `count` numbers whose distances from the
    /// lower bound have this sum, in integers of the scale of [`Self::tally`].
    pub(crate) fn sum_of(&self, number: &TallyNumber, count: u64, above: &BigUint) -> ClampedSum {
        let mut sum = self.sum();
        let scale = match number {
            TallyNumber::Clamped { scale, .. } => *scale,
            TallyNumber::Texts(..) | TallyNumber::Integers(..) => 0,
        };
        let finer = BigInt::from(10).pow(MAX_SCALE.saturating_sub(scale));
        sum.wide = BigInt::from(above.clone()) * finer + BigInt::from(sum.low) * count;
        sum.count = count;
        sum
    }

    /// Returns an own number in steps, clamped to the bounds, which must be multiples of the step;
    /// `None` if the number is no multiple.
    pub(crate) fn own(&self, number: &Number) -> Option<i64> {
        let zeros = self.scale.checked_sub(number.scale())?;
        let scaled = BigInt::from(number.mantissa()) * BigInt::from(10).pow(zeros);
        if &scaled % self.step != BigInt::ZERO {
            return None;
        }
        let bounds = (BigInt::from(self.low), BigInt::from(self.high));
        let clamped = scaled.clamp(bounds.0, bounds.1);
        Some(coordinate(&(clamped / self.step)))
    }

    /// Returns whether both bounds are multiples of the step.
    pub(crate) fn holds_bounds(&self) -> bool {
        self.low % self.step == 0 && self.high % self.step == 0
    }

    /// Returns whether both bounds are at most 2^53 steps away from 0.
    pub(crate) fn is_within_coordinates(&self) -> bool {
        self.reach() / self.step <= i128::from(MAX_COORDINATE)
    }
}

/// Returns a number clamped to bounds of 10^-`of_bounds`, of cells that are integers of 10^-`scale`.
pub(crate) fn clamped(
    cell: TallyCell,
    scale: u32,
    [low, high]: [i128; 2],
    of_bounds: u32,
) -> TallyNumber {
    let finest = scale.max(of_bounds);
    let (factor, finer) = (10_i128.pow(finest - scale), 10_i128.pow(finest - of_bounds));
    let (low, high) = (low * finer, high * finer);
    TallyNumber::Clamped {
        cell,
        least: low.div_euclid(factor) + i128::from(low.rem_euclid(factor) > 0),
        most: high.div_euclid(factor),
        factor,
        low,
        range: high.abs_diff(low),
        scale: finest,
    }
}

/// The exact sum S of numbers clamped to bounds, and how many there are.
///
/// All numbers are integers of 10^-18, the finest scale of a number: batches may have different
/// scales. The only division is at the end. One clamped number is below 10^36, so 128 bits hold the
/// sum of the first hundred. `wide` holds the sum beyond that.
pub(crate) struct ClampedSum {
    low: i128,
    high: i128,
    step: i128,
    fast: i128,
    wide: BigInt,
    count: u64,
}

impl ClampedSum {
    /// Adds integers of 10^-`scale`, for a scale of at most 18.
    pub(crate) fn add_scaled(&mut self, scale: u32, values: impl IntoIterator<Item = i64>) {
        let factor = 10i128.pow(MAX_SCALE.saturating_sub(scale));
        // Integers at which a value is not below the lower bound, and not above the upper one.
        let least = self.low.div_euclid(factor) + i128::from(self.low.rem_euclid(factor) > 0);
        let most = self.high.div_euclid(factor);
        let (mut sum, mut below, mut above, mut inside) = (0i128, 0u64, 0u64, 0u64);
        for value in values {
            let value = i128::from(value);
            if value < least {
                below += 1;
            } else if value > most {
                above += 1;
            } else {
                // Fewer than 2^64 values of 64 bits.
                sum += value;
                inside += 1;
            }
        }
        self.add_times(sum, factor);
        self.add_times(self.low, below.into());
        self.add_times(self.high, above.into());
        self.count += inside + below + above;
    }

    /// Adds `value * times` to the sum, without counting it.
    fn add_times(&mut self, value: i128, times: i128) {
        let product = value.checked_mul(times);
        match product.and_then(|product| self.fast.checked_add(product)) {
            Some(sum) => self.fast = sum,
            None => self.wide += BigInt::from(value) * times,
        }
    }

    /// Adds a number.
    pub(crate) fn add(&mut self, number: &Number) {
        let beyond = if number.is_negative() {
            self.low
        } else {
            self.high
        };
        // Beyond 128 bits it is beyond the bounds.
        let scaled = number.at_scale(MAX_SCALE).unwrap_or(beyond);
        self.add_clamped(scaled.clamp(self.low, self.high));
    }

    fn add_clamped(&mut self, clamped: i128) {
        match self.fast.checked_add(clamped) {
            Some(sum) => self.fast = sum,
            None => {
                self.wide += self.fast;
                self.fast = clamped;
            }
        }
        self.count += 1;
    }

    /// Returns the number of values that were added.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    fn total(&self) -> BigInt {
        &self.wide + self.fast
    }

    /// Returns round(S / g).
    pub(crate) fn sum(&self) -> i64 {
        self.rounded(self.total() * 2)
    }

    /// Returns round(sum of (v - lo) / g).
    pub(crate) fn above_low(&self) -> i64 {
        self.rounded((self.total() - BigInt::from(self.low) * self.count) * 2)
    }

    /// Returns round(sum of (hi - v) / g).
    pub(crate) fn below_high(&self) -> i64 {
        self.rounded((BigInt::from(self.high) * self.count - self.total()) * 2)
    }

    /// Returns round(sum of (v - mid) / g), mid = (lo + hi) / 2.
    pub(crate) fn deviation(&self) -> i64 {
        self.rounded(self.total() * 2 - BigInt::from(self.low + self.high) * self.count)
    }

    /// Returns the one rounding, half up: with t twice the sum, floor(t / 2g + 1/2) = floor((t + g)
    /// / 2g).
    fn rounded(&self, twice: BigInt) -> i64 {
        coordinate(&floor(&(twice + self.step), &BigInt::from(2 * self.step)))
    }
}

/// Returns an exact coordinate as it is released: clamped to ±2^53. Clamping brings no two tables
/// further apart, and unlike a refusal it tells nothing of the table.
pub(crate) fn coordinate(exact: &BigInt) -> i64 {
    let limit = BigInt::from(MAX_COORDINATE);
    let clamped = exact.clamp(&(-&limit), &limit).clone();
    i64::try_from(clamped).unwrap_or(MAX_COORDINATE)
}

/// Returns floor(numerator / denominator), for a denominator above 0.
pub(crate) fn floor(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    let quotient = numerator / denominator;
    if &quotient * denominator > *numerator {
        quotient - 1
    } else {
        quotient
    }
}

/// Returns ceil(distance / step), both above 0.
pub(crate) fn steps_up(
    of: StatedNumber,
    distance: &Decimal,
    step: LatticeStep,
) -> Result<Option<u64>> {
    let scale = distance.scale().max(step.get().scale());
    let distance = at_scale(of, distance, scale)?;
    let step = at_scale(StatedNumber::Step, step.get(), scale)?;
    Ok(u64::try_from(-(-distance).div_euclid(step)).ok())
}

/// Returns `decimal * 10^scale` for a scale that is at least its own and at most 18.
pub(crate) fn at_scale(of: StatedNumber, decimal: &Decimal, scale: u32) -> Result<i128> {
    let whole = 10i128.pow(decimal.scale());
    scale
        .checked_sub(decimal.scale())
        .map(|more| 10i128.pow(more))
        .filter(|_| {
            decimal.mantissa() / whole < MAX_WHOLE && decimal.mantissa() / whole > -MAX_WHOLE
        })
        .and_then(|power| decimal.mantissa().checked_mul(power))
        .ok_or_else(|| {
            Error::usage(
                QueryErrorCode::NumberTooLarge,
                QuestionMessage::NumberTooLarge {
                    of,
                    number: *decimal,
                },
            )
            .hint(QueryHint::ChooseLargerUnit)
            .at(QueryFault::Beyond { of })
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::property_test;

    use super::*;
    use crate::property::cases;

    fn lattice(low: &str, high: &str, step: &str) -> Lattice {
        Lattice::new(
            [low.parse().unwrap(), high.parse().unwrap()],
            step.parse().unwrap(),
        )
        .unwrap()
    }

    #[test]
    fn the_largest_l2_of_a_replaced_mean_is_not_always_at_an_end() {
        // h = 5/8, W = 1, K = 3: 16 at c = 0 and at c = 3.
        let inner = lattice("0", "1.25", "1");
        assert_eq!(inner.replaced_mean_l2(3), Some(17));
        for rows in 1..=20u64 {
            for high in 1..60 {
                let lattice = lattice("0", &high.to_string(), "16");
                let width = u128::from(lattice.half_range_steps(1).unwrap());
                let plain = (0..=rows).map(|c| {
                    let deviation = u128::from(lattice.half_range_steps(rows + c).unwrap());
                    deviation.pow(2) + (u128::from(rows - c) * width).pow(2)
                });
                assert_eq!(lattice.replaced_mean_l2(rows), plain.max());
            }
        }
    }

    #[test]
    fn coordinates_reach_to_2_53_steps() {
        for (low, high, within) in [
            ("0", "9007199254740992", true),
            ("0", "9007199254740993", false),
            ("-9007199254740992", "0", true),
            ("-9007199254740993", "0", false),
        ] {
            let lattice = lattice(low, high, "1");
            assert_eq!(lattice.is_within_coordinates(), within, "{low}..{high}");
        }
    }

    #[test]
    fn sums_beyond_128_bits_are_exact() {
        let wide = lattice(
            "-999999999999999999",
            "999999999999999999",
            "0.000000000000000001",
        );
        let mut sum = wide.sum();
        let number = Number::parse("999999999999999998.999999999999999999").unwrap();
        for _ in 0..1000 {
            sum.add(&number);
        }
        assert!(sum.wide > BigInt::ZERO, "128 bits were enough");
        let one = number.at_scale(18).unwrap();
        assert_eq!(sum.total(), BigInt::from(one) * 1000);
        assert_eq!(sum.count(), 1000);
    }

    fn check_scaled(lattice: &Lattice, scale: u32, values: &[i64]) {
        let (mut fast, mut exact) = (lattice.sum(), lattice.sum());
        fast.add_scaled(scale, values.iter().copied());
        for value in values {
            exact.add(&Number::from_scaled(*value, scale));
        }
        assert_eq!(fast.total(), exact.total(), "{values:?} at scale {scale}");
        assert_eq!(fast.count(), exact.count());
    }

    #[test]
    fn sums_of_extreme_integers_are_exact() {
        let extremes = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
        for (low, high) in [
            ("-999999999999999999", "999999999999999999"),
            ("0.25", "0.5"),
            ("-0.5", "-0.25"),
            ("0", "0.000000000000000001"),
            ("-1", "1"),
        ] {
            let lattice = lattice(low, high, "0.000000000000000001");
            for scale in [0, 1, 9, 18] {
                check_scaled(&lattice, scale, &extremes.repeat(40));
            }
        }
    }

    #[property_test(config = cases(256))]
    fn integers_are_clamped_as_numbers_are(
        #[strategy = -3_000i64..3_000] low: i64,
        #[strategy = 1i64..3_000] width: i64,
        #[strategy = 0u32..=4] scale: u32,
        #[strategy = proptest::collection::vec(-60_000i64..60_000, 0..50)] values: Vec<i64>,
    ) {
        let bound = |value: i64| Decimal::new(value.into(), 2).unwrap();
        let bounds = [bound(low), bound(low + width)];
        let lattice = Lattice::new(bounds, "0.01".parse().unwrap()).unwrap();
        check_scaled(&lattice, scale, &values);
    }
}
