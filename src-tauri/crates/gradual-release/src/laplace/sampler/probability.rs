//! The probabilities of the kernels, as exact functions of integer levels, enclosed with as many
//! bits as asked for.

use crate::params::Error;
use crate::params::{Epsilon, Rate, Sensitivity};
use crate::precision::{Interval, Precision};

/// The rates of up to three ascending levels of one sensitivity, `s_i`; `a_i = exp(-s_i)`.
#[derive(Clone, Copy)]
pub(crate) struct Levels([Rate; 3]);

impl Levels {
    /// Returns the rates of these levels. They must ascend, and the first be supported; a level
    /// that is not used may repeat the one before.
    pub(crate) fn new(levels: [Epsilon; 3], sensitivity: Sensitivity) -> Result<Levels, Error> {
        let [low, middle, high] = levels.map(|level| Rate::new(level, sensitivity));
        Ok(Levels([low?, middle?, high?]))
    }

    /// Returns the rate of `Geom(a_i)`.
    pub(crate) fn single(&self, i: usize) -> Rate {
        self.0[i]
    }

    /// Returns the rate of `Geom(a_i a_j)`.
    pub(crate) fn sum(&self, i: usize, j: usize) -> Rate {
        self.0[i].plus(self.0[j])
    }

    /// Returns the rate of `Geom(a_high / a_low)`.
    pub(crate) fn gap(&self, low: usize, high: usize) -> Rate {
        self.0[high].minus(self.0[low])
    }
}

/// A probability of a kernel; levels are numbered from 0.
#[derive(Clone, Copy)]
pub(crate) enum KernelProbability {
    /// `P(DLap(a) = 0) = (1 - a)/(1 + a)` at level i.
    Zero(usize),
    /// The bridge's atom between levels 0 and 1: `p = (a2/a1) ((1 - a1)/(1 - a2))^2`.
    NoJump,
    /// Relax, step 1: `a2 (a1 - a2)/(1 - a2^2)`.
    Across,
    /// Relax, step 3: `a2 (a1 - a2)/(1 - a1 a2)`.
    Beyond,
    /// Bridge with three levels and a difference that is not 0: Y below 0.
    Below,
    /// The same: Y below 0, or 0.
    BelowOrZero,
    /// Bridge with three levels and no difference: Y = 0.
    Same,
}

/// Returns `(1 - a)/(1 + a)`.
pub(crate) fn zero_probability(precision: &Precision, rate: Rate) -> Interval {
    precision
        .rate(rate)
        .one_minus_exp(precision)
        .zero_probability(precision)
}

/// `exp(-s)` and `1 - exp(-s)`.
struct Exponential {
    a: Interval,
    q: Interval,
}

fn exponential(precision: &Precision, rate: Rate) -> Exponential {
    let q = precision.rate(rate).one_minus_exp(precision);
    Exponential {
        a: q.one_minus(precision),
        q,
    }
}

impl KernelProbability {
    /// Returns the probability, or `None` if these bits are too few for a division. Its upper end
    /// may lie a little above 1.
    pub(crate) fn at(self, levels: &Levels, precision: &Precision) -> Option<Interval> {
        let of = |rate| exponential(precision, rate);
        match self {
            KernelProbability::Zero(i) => Some(zero_probability(precision, levels.single(i))),
            KernelProbability::NoJump => no_jump(levels, precision, 0),
            // a2 (a1 - a2) = a1 a2 (1 - a2/a1)
            KernelProbability::Across => {
                let both = of(levels.sum(0, 1))
                    .a
                    .mul(precision, &of(levels.gap(0, 1)).q);
                both.over(precision, &of(levels.sum(1, 1)).q)
            }
            KernelProbability::Beyond => {
                let sum = of(levels.sum(0, 1));
                let both = sum.a.mul(precision, &of(levels.gap(0, 1)).q);
                both.over(precision, &sum.q)
            }
            KernelProbability::Below | KernelProbability::BelowOrZero => {
                let [below, zero, up] = weights(levels, precision)?;
                let below_or_zero = below.plus(&zero);
                let all = below_or_zero.plus(&up);
                let part = if matches!(self, KernelProbability::Below) {
                    below
                } else {
                    below_or_zero
                };
                part.over(precision, &all)
            }
            KernelProbability::Same => {
                let first = no_jump(levels, precision, 0)?;
                let second = no_jump(levels, precision, 1)?;
                let spread = |p: &Interval, i| {
                    let zero = zero_probability(precision, levels.single(i));
                    p.one_minus(precision).mul(precision, &zero)
                };
                let (a, b) = (spread(&first, 0), spread(&second, 1));
                let same = first.plus(&a).mul(precision, &second.plus(&b));
                let sum = of(levels.sum(0, 1));
                let side = a.mul(precision, &b).mul(precision, &sum.a);
                let side = side.over(precision, &sum.q)?;
                same.over(precision, &same.plus(&side.plus(&side)))
            }
        }
    }
}

/// Returns p between levels i and i + 1.
fn no_jump(levels: &Levels, precision: &Precision, i: usize) -> Option<Interval> {
    let low = exponential(precision, levels.single(i)).q;
    let high = exponential(precision, levels.single(i + 1)).q;
    let ratio = low.over(precision, &high)?;
    let gap = exponential(precision, levels.gap(i, i + 1)).a;
    Some(gap.mul(precision, &ratio.mul(precision, &ratio)))
}

/// Returns the relative weights of [`Bridge`](crate::laplace::kernels::Bridge): below 0
/// `a1 a2/(1 - a1 a2)`; zero `1 + a3 (1 - a2^2)/((a2 - a3)(1 - a2 a3))`, which is
/// `1 + (a3/a2) (1 - a2^2)/((1 - a3/a2)(1 - a2 a3))`; up `r/(1 - r)`, `r = a2/a1`.
fn weights(levels: &Levels, precision: &Precision) -> Option<[Interval; 3]> {
    let sum = exponential(precision, levels.sum(0, 1));
    let gap = exponential(precision, levels.gap(0, 1));
    let upper_gap = exponential(precision, levels.gap(1, 2));
    let square = exponential(precision, levels.sum(1, 1)).q;
    let upper_sum = exponential(precision, levels.sum(1, 2)).q;
    let atom = upper_gap
        .a
        .mul(precision, &square)
        .over(precision, &upper_gap.q.mul(precision, &upper_sum))?;
    Some([
        sum.a.over(precision, &sum.q)?,
        Interval::exactly(precision.one()).plus(&atom),
        gap.a.over(precision, &gap.q)?,
    ])
}
