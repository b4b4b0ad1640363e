//! Exact draws from the caller's generator: uniforms that are refined when needed, and the events,
//! geometrics and noise that they decide.

pub(crate) mod probability;

use rand_chacha::rand_core::CryptoRng;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::laplace::reference::draw::low_digit;
use crate::laplace::sampler::probability::{KernelProbability, Levels};
use crate::laplace::simd::float::{self, MARGIN, neg_ln, neg_ln_one_minus, of_word, power};
use crate::laplace::simd::inverse;
use crate::params::Error;
use crate::params::Rate;
use crate::precision::{Interval, MAX_BITS, Precision};
use crate::spec::layout::{Bits, DIGIT_BITS};

/// A geometric whose rate is above `2^-COARSE` needs no low digits: its integer part is certain in
/// floats but for one draw in 30 000.
const COARSE: u32 = 24;

/// A uniform of which as many bits are known as were needed so far.
#[derive(Zeroize, ZeroizeOnDrop)]
pub(crate) struct Uniform {
    word: u64,
    more: Vec<u64>,
}

impl Uniform {
    #[inline]
    pub(crate) fn draw<R: CryptoRng + ?Sized>(rng: &mut R) -> Uniform {
        Uniform::from_word(rng.next_u64())
    }

    fn from_word(word: u64) -> Uniform {
        Uniform {
            word,
            more: Vec::new(),
        }
    }

    /// Returns 2^64 U, to u.
    #[inline]
    fn float(&self) -> f64 {
        float(self.word)
    }

    /// Decides with 128 bits, and twice as many until `decide` does.
    #[cold]
    fn settle<T, R: CryptoRng + ?Sized>(
        &mut self,
        rng: &mut R,
        decide: impl Fn(&Precision, &Interval) -> Option<T>,
    ) -> Result<T, Error> {
        let mut bits = 128;
        while bits <= MAX_BITS {
            let words = usize::try_from(bits / 64).map_err(|_| Error::StreamExhausted)?;
            while self.more.len() + 1 < words {
                self.more.push(rng.next_u64());
            }
            let precision = Precision::new(bits, bits);
            let uniform = precision.uniform(Bits {
                word: self.word,
                more: &self.more,
            });
            if let Some(value) = decide(&precision, &uniform) {
                return Ok(value);
            }
            bits *= 2;
        }
        Err(Error::StreamExhausted)
    }
}

/// Returns the word as a float, to u.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the two halves of a word")]
fn float(word: u64) -> f64 {
    of_word(word as u32, (word >> 32) as u32)
}

/// An event of known probability.
pub(crate) struct Event {
    levels: Levels,
    probability: KernelProbability,
    /// Words below it certainly lie below the probability.
    low: u64,
    /// Words above it certainly lie above.
    high: u64,
}

impl Event {
    pub(crate) fn new(levels: Levels, probability: KernelProbability) -> Event {
        let precision = Precision::new(192, 192);
        let ends = probability.at(&levels, &precision).map(|p| {
            let [low, high] = [p.low, p.high].map(|end| u64::try_from(end >> 128_u8));
            (low.unwrap_or(u64::MAX), high.unwrap_or(u64::MAX))
        });
        let (low, high) = ends.unwrap_or((0, u64::MAX));
        Event {
            levels,
            probability,
            low,
            high,
        }
    }

    /// Returns whether the uniform lies below the probability.
    #[inline]
    pub(crate) fn happens<R: CryptoRng + ?Sized>(
        &self,
        uniform: &mut Uniform,
        rng: &mut R,
    ) -> Result<bool, Error> {
        if uniform.word < self.low {
            Ok(true)
        } else if uniform.word > self.high {
            Ok(false)
        } else {
            uniform.settle(rng, |precision, u| {
                self.probability.at(&self.levels, precision)?.exceeds(u)
            })
        }
    }
}

/// `Geom` at a rational rate of at least 2^-60.
///
/// Composed of digits as in the [word layout](crate::spec::layout), but with as few low digits k as
/// make `s B^k > 2^-24`; then `s B^k <= 2^-8` where k > 0. Margins as in [`inverse`], with d =
/// 2^-44; `x < 15.3 * 2^24`.
pub(crate) struct Geometric {
    exact: Rate,
    rate: f64,
    digits: u32,
}

impl Geometric {
    pub(crate) fn new(rate: Rate) -> Geometric {
        let wanted = |k: &u32| rate.exceeds_power(DIGIT_BITS * k + COARSE);
        Geometric {
            exact: rate,
            rate: rate.to_f64(),
            digits: (0..3).find(wanted).unwrap_or(3),
        }
    }

    /// Returns a draw, below 2^24 times 2^46 times B^3.
    #[inline]
    pub(crate) fn sample<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Result<u128, Error> {
        let mut uniform = Uniform::draw(rng);
        let bits = DIGIT_BITS * self.digits;
        let (floor, sure) =
            inverse::high::<false>(uniform.float(), self.rate * scale(bits), MARGIN);
        let high = if sure == 0 {
            uniform.settle(rng, |precision, u| {
                u.neg_ln(precision)?
                    .floor_ratio(&precision.rate(self.exact).shift(bits))
            })?
        } else {
            float::integer(floor)
        };
        let mut value = u128::from(high);
        for digit in (0..self.digits).rev() {
            value = value << DIGIT_BITS | u128::from(self.digit(digit, rng)?);
        }
        Ok(value)
    }

    fn digit<R: CryptoRng + ?Sized>(&self, digit: u32, rng: &mut R) -> Result<u64, Error> {
        let mut uniform = Uniform::draw(rng);
        let r = self.rate * scale(DIGIT_BITS * (digit + 1));
        let (floor, sure) = inverse::low::<false>(uniform.float(), r, MARGIN);
        if sure == 0 {
            let decide = |precision: &Precision, u: &_| {
                low_digit(precision, &precision.rate(self.exact), u, digit)
            };
            uniform.settle(rng, decide)
        } else {
            Ok(float::integer(floor))
        }
    }
}

/// Returns `2^bits`, for at most 48.
fn scale(bits: u32) -> f64 {
    (1_u64 << bits) as f64
}

/// `DLap(exp(-s))`.
pub(crate) struct Laplace {
    rate: Rate,
    form: Form,
}

enum Form {
    /// For `s > 2^-24`: one word. Its first bit is the sign and the others are V:
    /// `|N| = floor((-ln V - ln((1 + a)/2)) / s)`, as `P(|N| >= m) = 2 a^m/(1 + a)` for `m >= 1`.
    ///
    /// V is known to `2^-63`, and as a float to u: relatively to `2^-43 + u` for `V >= 2^-20`. The
    /// logarithms are good to 2^-44 and the quotient to 5 u, relatively. So x is off by at most
    /// `2^-43.9 x + 2^-42.9/s`; the tolerance is `2^-42 x + 2^-41/s`.
    Direct { inverse: f64, offset: f64 },
    /// Zero or not, then sign and geometric.
    Split { zero: Event, size: Geometric },
}

/// The smallest `2^63 V` that the direct form decides in floats.
const LEAST: f64 = power(43);

impl Laplace {
    /// Returns the sampler at level `i`.
    pub(crate) fn new(levels: &Levels, i: usize) -> Laplace {
        let rate = levels.single(i);
        let form = if rate.exceeds_power(COARSE) {
            let s = rate.to_f64();
            Form::Direct {
                inverse: 1.0 / s,
                // -ln((1 + a)/2) = -ln(1 - q/2), and q/2 <= 1/2: its elasticity in q is at most
                // 1.45, so this is good to 2^-44.
                offset: neg_ln_one_minus::<false>(0.5 * float::one_minus_exp(s)).0,
            }
        } else {
            Form::Split {
                zero: Event::new(*levels, KernelProbability::Zero(i)),
                size: Geometric::new(rate),
            }
        };
        Laplace { rate, form }
    }

    #[inline]
    pub(crate) fn sample<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Result<i64, Error> {
        match &self.form {
            Form::Direct { inverse, offset } => {
                let word = rng.next_u64();
                // 2^63 V, good to u.
                let uniform = (word & (u64::MAX >> 1)).cast_signed() as f64;
                let x = (neg_ln::<false>(uniform * const { power(-63) }) + offset) * inverse;
                let floor = float::floor(x);
                let tolerance = const { power(-42) } * x + const { power(-41) } * inverse;
                let above = x - floor;
                // As in `inverse::settled`: x >= 0, so a floor of 0 can only be too small.
                let certain = (uniform >= LEAST)
                    & ((above > tolerance) | (floor == 0.0))
                    & (1.0 - above > tolerance);
                let size = if certain {
                    float::integer(floor)
                } else {
                    self.settle(word << 1, rng)?
                };
                Ok(signed(size, word))
            }
            Form::Split { zero, size } => {
                if zero.happens(&mut Uniform::draw(rng), rng)? {
                    return Ok(0);
                }
                let negative = rng.next_u64();
                let size = size.sample(rng)? + 1;
                let size = u64::try_from(size).ok().filter(|size| size >> 63 == 0);
                Ok(signed(size.ok_or(Error::Overflow)?, negative))
            }
        }
    }

    /// Returns the size by the direct form with as many bits as it takes; 63 bits of V are in
    /// `word`.
    #[cold]
    fn settle<R: CryptoRng + ?Sized>(&self, word: u64, rng: &mut R) -> Result<u64, Error> {
        let mut uniform = Uniform::from_word(word | rng.next_u64() >> 63);
        // At most 2^22 bits make -ln V below 2^22, and s > 2^-24: the result is below 2^47.
        uniform.settle(rng, |precision, u| {
            let rate = precision.rate(self.rate);
            let tail = u.neg_ln(precision)?;
            let offset = rate
                .one_minus_exp(precision)
                .half_of_one_plus_a(precision)
                .neg_ln(precision)?;
            tail.plus(&offset).floor_ratio(&rate)
        })
    }
}

/// Returns `size`, below 2^63, with the sign that the first bit of `word` says.
#[inline]
fn signed(size: u64, word: u64) -> i64 {
    let negative = (word >> 63).wrapping_neg().cast_signed();
    (size.cast_signed() ^ negative).wrapping_sub(negative)
}

#[cfg(test)]
mod tests;
