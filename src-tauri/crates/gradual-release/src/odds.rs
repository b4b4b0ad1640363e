//! The probabilities of the kernels, as exact functions of integer levels, enclosed with as many bits as asked for.

use num_bigint::BigUint;

use crate::interval::{Arithmetic, Interval};
use crate::units::{Epsilon, Rate, Sensitivity};
use crate::wide::Wide;

type Real = Interval<BigUint>;

/// Up to three ascending levels of one sensitivity, as the rates `s_i = micro_i / denominator`; `a_i = exp(-s_i)`.
#[derive(Clone, Copy)]
pub(crate) struct Levels {
    micro: [u64; 3],
    denominator: u64,
}

/// A rational rate, a sum or difference of those of levels.
#[derive(Clone, Copy)]
pub(crate) struct Ratio {
    pub(crate) numerator: u64,
    pub(crate) denominator: u64,
}

impl Ratio {
    pub(crate) fn wide(self, wide: &Wide) -> Real {
        wide.fraction(self.numerator, self.denominator)
    }

    /// `(1 - a)/(1 + a)`.
    pub(crate) fn zero(self, wide: &Wide) -> Real {
        wide.zero_probability(&wide.q(&self.wide(wide)))
    }

    /// Good to 3 u: both integers are below 2^60, and rounding each and the quotient costs u.
    pub(crate) fn float(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl Levels {
    /// The levels must ascend, and the first be supported; a level that is not used may repeat the one before.
    pub(crate) fn new(
        levels: [Epsilon; 3],
        sensitivity: Sensitivity,
    ) -> Result<Levels, crate::Error> {
        let lowest = Rate::new(levels[0], sensitivity)?;
        Ok(Levels {
            micro: levels.map(Epsilon::micro),
            denominator: lowest.denominator(),
        })
    }

    fn ratio(&self, numerator: u64) -> Ratio {
        Ratio {
            numerator,
            denominator: self.denominator,
        }
    }

    /// The rate of `Geom(a_i)`.
    pub(crate) fn single(&self, i: usize) -> Ratio {
        self.ratio(self.micro[i])
    }

    /// The rate of `Geom(a_i a_j)`: below 2^41 millionths.
    pub(crate) fn sum(&self, i: usize, j: usize) -> Ratio {
        self.ratio(self.micro[i] + self.micro[j])
    }

    /// The rate of `Geom(a_high / a_low)`.
    pub(crate) fn gap(&self, low: usize, high: usize) -> Ratio {
        self.ratio(self.micro[high] - self.micro[low])
    }
}

/// Which probability; levels are numbered from 0.
#[derive(Clone, Copy)]
pub(crate) enum Odds {
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

/// `exp(-s)` and `1 - exp(-s)`.
struct Exponential {
    a: Real,
    q: Real,
}

fn exponential(wide: &Wide, rate: Ratio) -> Exponential {
    let q = wide.q(&rate.wide(wide));
    Exponential {
        a: q.one_minus(wide),
        q,
    }
}

fn plus(a: &Real, b: &Real) -> Real {
    Interval {
        low: &a.low + &b.low,
        high: &a.high + &b.high,
    }
}

impl Odds {
    /// The probability, or `None` if these bits are too few for a division. Its upper end may lie a little above 1.
    pub(crate) fn at(self, levels: &Levels, wide: &Wide) -> Option<Real> {
        let of = |rate| exponential(wide, rate);
        match self {
            Odds::Zero(i) => Some(levels.single(i).zero(wide)),
            Odds::NoJump => no_jump(levels, wide, 0),
            // a2 (a1 - a2) = a1 a2 (1 - a2/a1)
            Odds::Across => {
                let both = of(levels.sum(0, 1)).a.mul(wide, &of(levels.gap(0, 1)).q);
                wide.quotient(&both, &of(levels.sum(1, 1)).q)
            }
            Odds::Beyond => {
                let sum = of(levels.sum(0, 1));
                wide.quotient(&sum.a.mul(wide, &of(levels.gap(0, 1)).q), &sum.q)
            }
            Odds::Below | Odds::BelowOrZero => {
                let [below, zero, up] = weights(levels, wide)?;
                let below_or_zero = plus(&below, &zero);
                let all = plus(&below_or_zero, &up);
                let part = if matches!(self, Odds::Below) {
                    below
                } else {
                    below_or_zero
                };
                wide.quotient(&part, &all)
            }
            Odds::Same => {
                let (first, second) = (no_jump(levels, wide, 0)?, no_jump(levels, wide, 1)?);
                let spread = |p: &Real, i| {
                    let zero = levels.single(i).zero(wide);
                    p.one_minus(wide).mul(wide, &zero)
                };
                let (a, b) = (spread(&first, 0), spread(&second, 1));
                let same = plus(&first, &a).mul(wide, &plus(&second, &b));
                let sum = of(levels.sum(0, 1));
                let side = wide.quotient(&a.mul(wide, &b).mul(wide, &sum.a), &sum.q)?;
                wide.quotient(&same, &plus(&same, &plus(&side, &side)))
            }
        }
    }
}

/// p between levels i and i + 1.
fn no_jump(levels: &Levels, wide: &Wide, i: usize) -> Option<Real> {
    let low = exponential(wide, levels.single(i)).q;
    let high = exponential(wide, levels.single(i + 1)).q;
    let ratio = wide.quotient(&low, &high)?;
    let gap = exponential(wide, levels.gap(i, i + 1)).a;
    Some(gap.mul(wide, &ratio.mul(wide, &ratio)))
}

/// The bridge's relative weights (mechanism, section 6): below 0 `a1 a2/(1 - a1 a2)`; zero
/// `1 + a3 (1 - a2^2)/((a2 - a3)(1 - a2 a3))`, which is `1 + (a3/a2) (1 - a2^2)/((1 - a3/a2)(1 - a2 a3))`; up `r/(1 - r)`, `r = a2/a1`.
fn weights(levels: &Levels, wide: &Wide) -> Option<[Real; 3]> {
    let sum = exponential(wide, levels.sum(0, 1));
    let gap = exponential(wide, levels.gap(0, 1));
    let upper_gap = exponential(wide, levels.gap(1, 2));
    let square = exponential(wide, levels.sum(1, 1)).q;
    let upper_sum = exponential(wide, levels.sum(1, 2)).q;
    let atom = wide.quotient(
        &upper_gap.a.mul(wide, &square),
        &upper_gap.q.mul(wide, &upper_sum),
    )?;
    Some([
        wide.quotient(&sum.a, &sum.q)?,
        plus(&Interval::exactly(wide.one()), &atom),
        wide.quotient(&gap.a, &gap.q)?,
    ])
}
