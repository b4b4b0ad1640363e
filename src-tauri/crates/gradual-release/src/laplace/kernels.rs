//! The steps of the path as kernels of their own, each exact, each with the caller's generator.
//!
//! A holder of a [`Path`](crate::Path) needs none of them; they are for holders of noise or
//! responses without a seed. All are functions of infinitely many random bits of which as few are
//! read as decide the result; how the words of the generator are used may change from version to
//! version.
//!
//! Below, `a1 = exp(-low/D)` and `a2 = exp(-high/D)`, so `a2 < a1`; W is the law of the difference
//! of the noise at two levels, [`distribution::BridgeLaw`](crate::distribution::BridgeLaw): 0
//! with probability `p = (a2/a1) ((1-a1)/(1-a2))^2`, else `DLap(a1)`.
//!
//! The types are prepared once for their levels (some tens of microseconds) and then draw in some
//! tens of nanoseconds; the functions of the same names do both.
//!
//! ```
//! use gradual_release::{Epsilon, Sensitivity, kernels};
//! use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
//!
//! let mut rng = ChaCha20Rng::from_seed([5; 32]); // yours should be seeded by the operating system
//! let sensitivity = Sensitivity::new(10)?;
//! let [low, middle, high]: [Epsilon; 3] = ["0.2".parse()?, "0.5".parse()?, "1".parse()?];
//!
//! // A response at ε = 1, made more private for another holder.
//! let held = 1_234_i64;
//! let shared = kernels::tighten(held, low, high, sensitivity, &mut rng)?;
//! // A response at a level between the two, from the two.
//! let between = kernels::bridge(shared, held, low, middle, high, sensitivity, &mut rng)?;
//! # let _ = between;
//! # Ok::<(), gradual_release::Error>(())
//! ```

pub use rand_chacha::rand_core::CryptoRng;

use crate::laplace::sampler::probability::{KernelProbability, Levels};
use crate::laplace::sampler::{self, Event, Geometric, Uniform};
use crate::params::Error;
use crate::params::{Epsilon, Sensitivity};

/// One draw of discrete Laplace noise `DLap(exp(-epsilon/D))`.
pub struct Laplace {
    noise: sampler::Laplace,
}

impl Laplace {
    /// Prepares the kernel for a level.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/epsilon is 2^50 or more.
    pub fn new(epsilon: Epsilon, sensitivity: Sensitivity) -> Result<Laplace, Error> {
        let levels = Levels::new([epsilon; 3], sensitivity)?;
        Ok(Laplace {
            noise: sampler::Laplace::new(&levels, 0),
        })
    }

    /// Returns the noise, in lattice steps.
    ///
    /// # Errors
    /// [`Error::Overflow`] and [`Error::StreamExhausted`], with the probabilities stated there.
    #[inline]
    pub fn sample<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Result<i64, Error> {
        self.noise.sample(rng)
    }
}

/// The noise at a higher level, given that at a lower one: Koufogiannis, Han and Pappas (arXiv
/// 1504.00429), Algorithm 1, on the integers.
///
/// With `k = |n1|` and its sign (+ for 0): (1) with probability `a2 (a1-a2)/(1-a2^2)`, to the other
/// side by `1 + Geom(a1 a2)`; (2) else `G = Geom(a2/a1)` if that is below k; (3) else, with
/// probability `a2 (a1-a2)/(1-a1 a2)`, beyond n1 by `1 + Geom(a1 a2)`; (4) else n1 itself.
///
/// Proof. By Bayes `P(n2 | n1) = P(n2) W(n1 - n2) / P(n1)`, with `P(n) = (1-a)/(1+a) a^|n|`. For
/// `n2 != n1` this is, with `1 - p = (1 - a2/a1)(1 - a1 a2)/(1 - a2)^2`,
/// `c a2^|n2| a1^(|n1-n2| - |n1|)`, where
/// `c = (1-a2)/(1+a2) (1-p) = (a1-a2)(1 - a1 a2)/(a1 (1 - a2^2))`. On n1's side below it, that is
/// `c (a2/a1)^|n2|`; on the other side `c (a1 a2)^|n2|`; beyond it `c a1^-2k (a1 a2)^|n2|`. The sum
/// of the other side is `c a1 a2/(1 - a1 a2) = a2 (a1-a2)/(1 - a2^2)`, step 1. What is left of 1
/// after it is `c a1/(a1 - a2) = c/(1 - a2/a1)`, so step 2 gives each `n2` below n1 its due, and
/// `c (a2/a1)^k / (1 - a2/a1)` is left. The sum beyond is `c (a2/a1)^k a1 a2/(1 - a1 a2)`, which is
/// `a2 (a1-a2)/(1 - a1 a2)` of that: step 3.
pub struct Relax {
    across: Event,
    beyond: Event,
    outwards: Geometric,
    inwards: Geometric,
}

impl Relax {
    /// Prepares the kernel for two levels.
    ///
    /// # Errors
    /// [`Error::LevelsNotAscending`] unless `low < high`; [`Error::ScaleTooLarge`] if D/low is 2^50
    /// or more.
    pub fn new(low: Epsilon, high: Epsilon, sensitivity: Sensitivity) -> Result<Relax, Error> {
        ascending(low, high)?;
        let levels = Levels::new([low, high, high], sensitivity)?;
        Ok(Relax {
            across: Event::new(levels, KernelProbability::Across),
            beyond: Event::new(levels, KernelProbability::Beyond),
            outwards: Geometric::new(levels.sum(0, 1)),
            inwards: Geometric::new(levels.gap(0, 1)),
        })
    }

    /// Returns N at `high`, given that it is `n1` at `low`; in lattice steps.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the result leaves the range of an `i64`; [`Error::StreamExhausted`]
    /// with the probability stated there.
    #[inline]
    pub fn sample<R: CryptoRng + ?Sized>(&self, n1: i64, rng: &mut R) -> Result<i64, Error> {
        let size = u128::from(n1.unsigned_abs());
        if self.across.happens(&mut Uniform::draw(rng), rng)? {
            return signed(1 + self.outwards.sample(rng)?, n1 >= 0);
        }
        let inwards = self.inwards.sample(rng)?;
        if inwards < size {
            return signed(inwards, n1 < 0);
        }
        if self.beyond.happens(&mut Uniform::draw(rng), rng)? {
            return signed(size + 1 + self.outwards.sample(rng)?, n1 < 0);
        }
        Ok(n1)
    }
}

/// A response at a lower level, given that at a higher one: `y1 = y2 + W`.
///
/// It needs neither data nor noise, so any holder can make a more private copy (Koufogiannis, Han
/// and Pappas, section 3.1.2). The copy has exactly the law of a response at the lower level; it is
/// not the response that the path has there.
pub struct Tighten {
    same: Event,
    noise: sampler::Laplace,
}

impl Tighten {
    /// Prepares the kernel for two levels.
    ///
    /// # Errors
    /// As [`Relax::new`].
    pub fn new(low: Epsilon, high: Epsilon, sensitivity: Sensitivity) -> Result<Tighten, Error> {
        ascending(low, high)?;
        let levels = Levels::new([low, high, high], sensitivity)?;
        Ok(Tighten {
            same: Event::new(levels, KernelProbability::NoJump),
            noise: sampler::Laplace::new(&levels, 0),
        })
    }

    /// Returns a response at `low`, from the response `y2` at `high`; in lattice steps.
    ///
    /// # Errors
    /// As [`Relax::sample`].
    #[inline]
    pub fn sample<R: CryptoRng + ?Sized>(&self, y2: i64, rng: &mut R) -> Result<i64, Error> {
        if self.same.happens(&mut Uniform::draw(rng), rng)? {
            return Ok(y2);
        }
        y2.checked_add(self.noise.sample(rng)?)
            .ok_or(Error::Overflow)
    }
}

/// A response between two released ones, from their difference alone: Andersson, Pagh, Retschmeier
/// and Nelson (arXiv 2505.22449), Lemma F.5, on the integers.
///
/// For levels `ε1 < ε2 < ε3` and `d = y1 - y3 > 0` (mirrored for `d < 0`), `y2 = y3 + Y`. With
/// `r = a2/a1`, the relative weights are: below 0 `a1 a2/(1 - a1 a2)`, then
/// `Y = -(1 + Geom(a1 a2))`; zero `1 + a3 (1 - a2^2)/((a2-a3)(1 - a2 a3))`; up `r/(1-r)`, then
/// `Y = 1 + Geom(r)`, and if that reaches d, `d + 1 + Geom(a1 a2)` with probability
/// `a2 (a1-a2)/(1 - a1 a2)` and else d. For `d = 0`, `Y = 0` or a fair sign times
/// `1 + Geom(a1 a2)`.
///
/// Proof. Y has a weight of `W23(Y) W12(d - Y)`. Away from their atoms `W12(n) = A a1^|n|` and
/// `W23(n) = B a2^|n|`. Divide all by `A B a1^d`: `(a1 a2)^|Y|` for `Y < 0`; `1 + p23/B` for
/// `Y = 0`; `r^Y` for `0 < Y < d`; `r^d (1 + p12/A)` for `Y = d`; `r^d (a1 a2)^(Y-d)` beyond.
/// Inserting p and A gives `p23/B = a3 (1 - a2^2)/((a2-a3)(1 - a2 a3))`, and
/// `1 + p12/A + a1 a2/(1 - a1 a2) = a1/(a1-a2) = 1/(1-r)`: the geometric's tail from d on is
/// exactly what the last two weigh together, and beyond has `a2 (a1-a2)/(1 - a1 a2)` of it.
pub struct Bridge {
    same: Event,
    below: Event,
    below_or_zero: Event,
    beyond: Event,
    outwards: Geometric,
    inwards: Geometric,
}

impl Bridge {
    /// Prepares the kernel for three levels.
    ///
    /// # Errors
    /// [`Error::LevelsNotAscending`] unless `low < middle < high`; [`Error::ScaleTooLarge`] if
    /// D/low is 2^50 or more.
    pub fn new(
        low: Epsilon,
        middle: Epsilon,
        high: Epsilon,
        sensitivity: Sensitivity,
    ) -> Result<Bridge, Error> {
        ascending(low, middle)?;
        ascending(middle, high)?;
        let levels = Levels::new([low, middle, high], sensitivity)?;
        let event = |probability| Event::new(levels, probability);
        Ok(Bridge {
            same: event(KernelProbability::Same),
            below: event(KernelProbability::Below),
            below_or_zero: event(KernelProbability::BelowOrZero),
            beyond: event(KernelProbability::Beyond),
            outwards: Geometric::new(levels.sum(0, 1)),
            inwards: Geometric::new(levels.gap(0, 1)),
        })
    }

    /// Returns a response at `middle`, from the responses `y1` at `low` and `y3` at `high`; in
    /// lattice steps.
    ///
    /// # Errors
    /// As [`Relax::sample`].
    #[inline]
    pub fn sample<R: CryptoRng + ?Sized>(
        &self,
        y1: i64,
        y3: i64,
        rng: &mut R,
    ) -> Result<i64, Error> {
        let away = i128::from(y1) - i128::from(y3);
        let (size, negative) = (away.unsigned_abs(), away < 0);
        let mut uniform = Uniform::draw(rng);
        let step = if size == 0 {
            if self.same.happens(&mut uniform, rng)? {
                return Ok(y3);
            }
            let negative = rng.next_u64() >> 63 == 1;
            checked_signed(1 + self.outwards.sample(rng)?, negative)
        } else if self.below.happens(&mut uniform, rng)? {
            checked_signed(1 + self.outwards.sample(rng)?, !negative)
        } else if self.below_or_zero.happens(&mut uniform, rng)? {
            return Ok(y3);
        } else {
            let mut step = 1 + self.inwards.sample(rng)?;
            if step >= size {
                step = size;
                if self.beyond.happens(&mut Uniform::draw(rng), rng)? {
                    step += 1 + self.outwards.sample(rng)?;
                }
            }
            checked_signed(step, negative)
        };
        let response = i128::from(y3).checked_add(step.ok_or(Error::Overflow)?);
        response
            .and_then(|response| i64::try_from(response).ok())
            .ok_or(Error::Overflow)
    }
}

/// Returns one draw of [`Laplace`].
///
/// # Errors
/// As [`Laplace::new`] and [`Laplace::sample`].
pub fn discrete_laplace<R: CryptoRng + ?Sized>(
    epsilon: Epsilon,
    sensitivity: Sensitivity,
    rng: &mut R,
) -> Result<i64, Error> {
    Laplace::new(epsilon, sensitivity)?.sample(rng)
}

/// Returns one draw of [`Relax`]: N at `high`, given that it is `n1` at `low`.
///
/// # Errors
/// As [`Relax::new`] and [`Relax::sample`].
pub fn relax<R: CryptoRng + ?Sized>(
    n1: i64,
    low: Epsilon,
    high: Epsilon,
    sensitivity: Sensitivity,
    rng: &mut R,
) -> Result<i64, Error> {
    Relax::new(low, high, sensitivity)?.sample(n1, rng)
}

/// Returns one draw of [`Tighten`]: a response at `low`, from the response `y2` at `high`.
///
/// # Errors
/// As [`Tighten::new`] and [`Tighten::sample`].
pub fn tighten<R: CryptoRng + ?Sized>(
    y2: i64,
    low: Epsilon,
    high: Epsilon,
    sensitivity: Sensitivity,
    rng: &mut R,
) -> Result<i64, Error> {
    Tighten::new(low, high, sensitivity)?.sample(y2, rng)
}

/// Returns one draw of [`Bridge`]: a response at `middle`, from the responses `y1` at `low` and
/// `y3` at `high`.
///
/// # Errors
/// As [`Bridge::new`] and [`Bridge::sample`].
pub fn bridge<R: CryptoRng + ?Sized>(
    y1: i64,
    y3: i64,
    low: Epsilon,
    middle: Epsilon,
    high: Epsilon,
    sensitivity: Sensitivity,
    rng: &mut R,
) -> Result<i64, Error> {
    Bridge::new(low, middle, high, sensitivity)?.sample(y1, y3, rng)
}

fn ascending(low: Epsilon, high: Epsilon) -> Result<(), Error> {
    if low < high {
        Ok(())
    } else {
        Err(Error::LevelsNotAscending { low, high })
    }
}

fn checked_signed(size: u128, negative: bool) -> Option<i128> {
    let size = i128::try_from(size).ok()?;
    Some(if negative { -size } else { size })
}

fn signed(size: u128, negative: bool) -> Result<i64, Error> {
    checked_signed(size, negative)
        .and_then(|size| i64::try_from(size).ok())
        .ok_or(Error::Overflow)
}
