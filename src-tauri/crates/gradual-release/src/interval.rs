//! Enclosures of non-negative reals, and the arithmetic that they are evaluated in.
//!
//! Every quantity of the path is a non-negative real that is only ever known to lie between two fixed-point numbers. An
//! [`Arithmetic`] rounds each operation in a stated direction; every function used is monotone, so the two ends
//! of a result come from the ends of its arguments. A decision is made only when both ends agree, hence it is the decision
//! of the exact real number, and every arithmetic gives the same one.

use crate::layout::Bits;

/// Which side of the exact value a result may lie on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Round {
    /// At or below it.
    Down,
    /// At or above it.
    Up,
}

/// Fixed-point numbers with directed rounding.
///
/// "Down" and "up" results differ by a few units in the last place; correctness rests only on the direction.
pub(crate) trait Arithmetic {
    /// A non-negative fixed-point number.
    type Point: Clone + Ord;

    /// Exactly 1.
    fn one(&self) -> Self::Point;
    /// `a * b`, for a, b <= 1.
    fn mul(&self, a: &Self::Point, b: &Self::Point, round: Round) -> Self::Point;
    /// The square root of `a <= 1`.
    fn sqrt(&self, a: &Self::Point, round: Round) -> Self::Point;
    /// `max(0, 1 - a)`, exactly.
    fn one_minus(&self, a: &Self::Point) -> Self::Point;
    /// `-ln a`, taken as 0 above 1; `None` where that is infinite.
    fn neg_ln(&self, a: &Self::Point, round: Round) -> Option<Self::Point>;
    /// `1 - exp(-a)`; `None` where this arithmetic does not reach.
    fn one_minus_exp(&self, a: &Self::Point, round: Round) -> Option<Self::Point>;
    /// `a * 2^bits`, exactly, for a result of at most 2.
    fn shift(&self, a: &Self::Point, bits: u32) -> Self::Point;
    /// Is `a <= 2^-bits`?
    fn at_most_power(&self, a: &Self::Point, bits: u32) -> bool;
    /// `floor(a / b)`, saturating at `u64::MAX`; `None` for b = 0.
    fn floor_ratio(&self, a: &Self::Point, b: &Self::Point) -> Option<u64>;
    /// The uniform with these leading bits.
    fn uniform(&self, bits: Bits<'_>) -> Interval<Self::Point>;
}

/// A real number known to lie in `low ..= high`.
#[derive(Clone)]
pub(crate) struct Interval<P> {
    pub(crate) low: P,
    pub(crate) high: P,
}

impl<P: Clone + Ord> Interval<P> {
    /// A number known exactly.
    pub(crate) fn exactly(point: P) -> Interval<P> {
        Interval {
            low: point.clone(),
            high: point,
        }
    }

    /// Is this number greater than `other`? `None` while the enclosures overlap.
    pub(crate) fn exceeds(&self, other: &Interval<P>) -> Option<bool> {
        if self.low > other.high {
            Some(true)
        } else if self.high <= other.low {
            Some(false)
        } else {
            None
        }
    }

    pub(crate) fn mul<A: Arithmetic<Point = P>>(&self, a: &A, other: &Interval<P>) -> Interval<P> {
        Interval {
            low: a.mul(&self.low, &other.low, Round::Down),
            high: a.mul(&self.high, &other.high, Round::Up),
        }
    }

    pub(crate) fn sqrt<A: Arithmetic<Point = P>>(&self, a: &A) -> Interval<P> {
        Interval {
            low: a.sqrt(&self.low, Round::Down),
            high: a.sqrt(&self.high, Round::Up),
        }
    }

    pub(crate) fn one_minus<A: Arithmetic<Point = P>>(&self, a: &A) -> Interval<P> {
        Interval {
            low: a.one_minus(&self.high),
            high: a.one_minus(&self.low),
        }
    }

    pub(crate) fn neg_ln<A: Arithmetic<Point = P>>(&self, a: &A) -> Option<Interval<P>> {
        Some(Interval {
            low: a.neg_ln(&self.high, Round::Down)?,
            high: a.neg_ln(&self.low, Round::Up)?,
        })
    }

    pub(crate) fn one_minus_exp<A: Arithmetic<Point = P>>(&self, a: &A) -> Option<Interval<P>> {
        Some(Interval {
            low: a.one_minus_exp(&self.low, Round::Down)?,
            high: a.one_minus_exp(&self.high, Round::Up)?,
        })
    }

    pub(crate) fn shift<A: Arithmetic<Point = P>>(&self, a: &A, bits: u32) -> Interval<P> {
        Interval {
            low: a.shift(&self.low, bits),
            high: a.shift(&self.high, bits),
        }
    }

    /// `floor(self / divisor)`, saturating at `u64::MAX`; `None` while the ends disagree.
    pub(crate) fn floor_ratio<A: Arithmetic<Point = P>>(
        &self,
        a: &A,
        divisor: &Interval<P>,
    ) -> Option<u64> {
        let low = a.floor_ratio(&self.low, &divisor.high)?;
        let high = a.floor_ratio(&self.high, &divisor.low)?;
        (low == high).then_some(low)
    }
}
