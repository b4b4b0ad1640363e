//! Accounting for several releases about the same people, from mechanisms of two families.
//!
//! A population's privacy loss is a pair of plain sums: ε over its purely ε-differentially private
//! releases and ρ over its Gaussian-like ones. Pure releases are dominated by one randomised
//! response at the sum of their ε (Kairouz, Oh and Viswanath 2015, theorem 3.4). A mechanism of
//! ρ = m²/2 is m-GDP, and m-GDP mechanisms compose to one whose m² is the sum of theirs (Dong, Roth
//! and Su 2022, corollary 3.3). The pair therefore fixes the whole privacy curve
//!
//! ```text
//! δ(E) = e^P/(1 + e^P) δ_G(E - P; m) + 1/(1 + e^P) δ_G(E + P; m)
//! δ_G(e; m) = Φ(m/2 - e/m) - e^e Φ(-m/2 - e/m)
//! ```
//!
//! and no δ needs to be chosen in advance: it only says where the curve is read. A cap is a pair
//! too, each part checked by itself. One stated (ε, δ) would be no valid stopping rule for
//! purchases that depend on earlier answers.
//!
//! All results are decided with certified intervals, and rounded against the claim: an ε up, an
//! allowed ρ down.
//!
//! ```
//! use gradual_release::accountant::{Delta, PrivacyLoss};
//!
//! let cap = PrivacyLoss { micro_epsilon: 3_000_000, nano_rho: 100_000_000 };
//! let delta: Delta = "1e-6".parse()?;
//! assert_eq!(cap.epsilon_at(delta), 4_989_834);
//! // A wish of ε 5 at the same δ leaves room for a little more.
//! assert_eq!(PrivacyLoss::largest_rho(3_000_000, 5_000_000, delta), Some(100_935_380));
//! # Ok::<(), gradual_release::Error>(())
//! ```

mod gauss;
mod sum;

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;

pub use sum::LossSum;

use crate::certified::Bounds;
use crate::certified::{certify, fraction};
use crate::params::Error;
use crate::precision::{Interval, Precision};

/// Millionths of an epsilon in one.
const MILLION: u64 = 1_000_000;
/// The first precision of a decision, in bits: enough for a δ of 10^-18.
const FIRST_BITS: u64 = 128;
/// The last one. A decision that is still open is made against the claim.
const LAST_BITS: u64 = 4096;

/// The privacy loss of a set of releases about the same people, or a cap on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PrivacyLoss {
    /// Sum of the ε of pure releases, in millionths.
    pub micro_epsilon: u64,
    /// Sum of the ρ = m²/2 of Gaussian-like releases, in billionths.
    pub nano_rho: u64,
}

impl PrivacyLoss {
    /// No loss.
    pub const ZERO: Self = Self {
        micro_epsilon: 0,
        nano_rho: 0,
    };
    /// The largest loss, at which sums saturate.
    pub const MAX: Self = Self {
        micro_epsilon: u64::MAX,
        nano_rho: u64::MAX,
    };

    /// Returns the loss of both sets of releases together; `None` if a sum overflows.
    #[must_use]
    pub fn plus(self, other: PrivacyLoss) -> Option<PrivacyLoss> {
        Some(PrivacyLoss {
            micro_epsilon: self.micro_epsilon.checked_add(other.micro_epsilon)?,
            nano_rho: self.nano_rho.checked_add(other.nano_rho)?,
        })
    }

    /// Returns the same, or in each part that overflows the largest number.
    #[must_use]
    pub fn saturating_plus(self, other: PrivacyLoss) -> PrivacyLoss {
        self.plus(other).unwrap_or(PrivacyLoss {
            micro_epsilon: self.micro_epsilon.saturating_add(other.micro_epsilon),
            nano_rho: self.nano_rho.saturating_add(other.nano_rho),
        })
    }

    /// Returns in each part how far `after` is above this loss, 0 if it is not.
    #[must_use]
    pub fn rise_to(self, after: PrivacyLoss) -> PrivacyLoss {
        PrivacyLoss {
            micro_epsilon: after.micro_epsilon.saturating_sub(self.micro_epsilon),
            nano_rho: after.nano_rho.saturating_sub(self.nano_rho),
        }
    }

    /// Returns the larger one of each part.
    #[must_use]
    pub fn max(self, other: PrivacyLoss) -> PrivacyLoss {
        PrivacyLoss {
            micro_epsilon: self.micro_epsilon.max(other.micro_epsilon),
            nano_rho: self.nano_rho.max(other.nano_rho),
        }
    }

    /// Returns the smaller one of each part. If two caps both apply, this is the effective cap.
    #[must_use]
    pub fn min(self, other: PrivacyLoss) -> PrivacyLoss {
        PrivacyLoss {
            micro_epsilon: self.micro_epsilon.min(other.micro_epsilon),
            nano_rho: self.nano_rho.min(other.nano_rho),
        }
    }

    /// Returns the loss of a group of `persons` people: ε grows with their number, ρ with its
    /// square. `None` if a product overflows.
    #[must_use]
    pub fn group(self, persons: u64) -> Option<PrivacyLoss> {
        Some(PrivacyLoss {
            micro_epsilon: self.micro_epsilon.checked_mul(persons)?,
            nano_rho: self.nano_rho.checked_mul(persons.checked_mul(persons)?)?,
        })
    }

    /// Returns whether neither part is above that of `cap`.
    #[must_use]
    pub fn is_within(self, cap: PrivacyLoss) -> bool {
        self.micro_epsilon <= cap.micro_epsilon && self.nano_rho <= cap.nano_rho
    }

    /// Returns the smallest ε, in millionths, for which the releases are (ε, δ)-differentially
    /// private. Saturates at `u64::MAX`.
    ///
    /// Cost: about 60 evaluations of the curve, some milliseconds.
    #[must_use]
    pub fn epsilon_at(self, delta: Delta) -> u64 {
        let holds = |epsilon: u64| self.is_private(epsilon, delta);
        // ε lies near P + ρ; the distance doubles until it is below.
        let start = self.micro_epsilon.saturating_add(self.nano_rho / 1000);
        let (mut low, mut high, mut distance) = (0, start, 1024_u64);
        while !holds(high) {
            if high == u64::MAX {
                return high;
            }
            low = high + 1;
            high = high.saturating_add(distance);
            distance = distance.saturating_mul(2);
        }
        while low < high {
            let middle = low + (high - low) / 2;
            if holds(middle) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        high
    }

    /// Returns the largest ρ, in billionths, that keeps releases of a pure ε within (ε, δ), all ε
    /// in millionths. `None` if the pure releases alone are not within it.
    ///
    /// Cost: as of [`epsilon_at`](Self::epsilon_at).
    #[must_use]
    pub fn largest_rho(micro_epsilon: u64, epsilon: u64, delta: Delta) -> Option<u64> {
        let holds = |nano_rho: u64| {
            let loss = PrivacyLoss {
                micro_epsilon,
                nano_rho,
            };
            loss.is_private(epsilon, delta)
        };
        if !holds(0) {
            return None;
        }
        let (mut low, mut high) = (0, 1024_u64);
        while holds(high) {
            if high == u64::MAX {
                return Some(high);
            }
            low = high;
            high = high.saturating_mul(2);
        }
        // `low` holds and `high` does not.
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if holds(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        Some(low)
    }

    /// Returns the smallest δ for which the releases are (ε, δ)-differentially private, certified.
    /// ε is in millionths.
    #[must_use]
    pub fn delta_at(self, epsilon: u64) -> Bounds {
        certify(|precision| self.delta(precision, epsilon))
    }

    /// Returns the probability that the best guess from all releases is right about which of two
    /// neighbouring tables they came from, if both were equally likely before: `(1 + δ(0))/2`,
    /// certified. For pure releases that is `e^ε/(1 + e^ε)`.
    #[must_use]
    pub fn best_guess(self) -> Bounds {
        if self == PrivacyLoss::default() {
            return Bounds::exactly(0.5);
        }
        certify(|precision| {
            let delta = self.delta(precision, 0)?;
            let one = precision.one();
            Some(Interval {
                low: (&delta.low + &one) >> 1_u8,
                high: (((&delta.high + &one) >> 1_u8) + 1_u8).min(one),
            })
        })
    }

    /// Returns whether the releases are (ε, δ)-differentially private, ε in millionths.
    fn is_private(self, epsilon: u64, delta: Delta) -> bool {
        let mut bits = FIRST_BITS;
        while bits <= LAST_BITS {
            let precision = Precision::new(bits, bits);
            let allowed = precision.fraction(delta.numerator, delta.denominator);
            let needed = self.delta(&precision, epsilon);
            if let Some(exceeds) = needed.and_then(|needed| needed.exceeds(&allowed)) {
                return !exceeds;
            }
            bits *= 2;
        }
        false
    }

    /// Returns an enclosure of δ at ε millionths.
    fn delta(self, precision: &Precision, epsilon: u64) -> Option<Interval> {
        let pure = precision.rational(&BigUint::from(self.micro_epsilon), MILLION);
        // e^-P; the two weights are 1/(1 + e^-P) and e^-P/(1 + e^-P).
        let odds = pure.one_minus_exp(precision).one_minus(precision);
        let whole = Interval::exactly(precision.one()).plus(&odds);
        let (near, far) = (i128::from(epsilon), i128::from(self.micro_epsilon));
        let mixed = gauss::delta(precision, near - far, self.nano_rho)?.plus(&odds.mul(
            precision,
            &gauss::delta(precision, near + far, self.nano_rho)?,
        ));
        mixed.over(precision, &whole)
    }
}

/// The δ at which a privacy curve is read, strictly between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Delta {
    numerator: u64,
    denominator: u64,
}

impl Delta {
    /// The δ that statements show: 10^-6, 10^-9 and 10^-12.
    pub const SHOWN: [Delta; 3] = [
        Delta::power_of_ten(6),
        Delta::power_of_ten(9),
        Delta::power_of_ten(12),
    ];
    /// Decimal places that a text may have.
    const PLACES: usize = 18;

    const fn power_of_ten(places: u32) -> Delta {
        Delta {
            numerator: 1,
            denominator: 10_u64.pow(places),
        }
    }

    /// Returns the fraction.
    ///
    /// # Errors
    /// [`Error::Tail`] unless it lies strictly between 0 and 1.
    pub fn new(numerator: u64, denominator: u64) -> Result<Delta, Error> {
        fraction(numerator, denominator)?;
        Ok(Delta {
            numerator,
            denominator,
        })
    }
}

/// Reads a decimal of at most 18 places (`0.000001`) or a power of ten with a factor of one or more
/// digits (`1e-6`, `25e-8`).
///
/// # Errors
/// [`Error::DeltaText`] for other texts and for numbers that are not strictly between 0 and 1.
impl FromStr for Delta {
    type Err = Error;

    fn from_str(text: &str) -> Result<Delta, Error> {
        let refused = || Error::DeltaText {
            text: text.chars().take(40).collect(),
        };
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let (whole, places) = if let Some((factor, places)) = text.split_once("e-") {
            if !digits(places) {
                return Err(refused());
            }
            (factor.to_owned(), places.parse().map_err(|_| refused())?)
        } else {
            let (whole, rest) = text.split_once('.').ok_or_else(refused)?;
            if !digits(whole) {
                return Err(refused());
            }
            (format!("{whole}{rest}"), rest.len())
        };
        if !digits(&whole) || places > Self::PLACES {
            return Err(refused());
        }
        let numerator = whole.parse().map_err(|_| refused())?;
        let denominator = 10_u64.pow(u32::try_from(places).map_err(|_| refused())?);
        Delta::new(numerator, denominator).map_err(|_| refused())
    }
}

/// Writes the shortest exact form with a power of ten: `1e-6`, `25e-8`.
impl fmt::Display for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut numerator, mut denominator, mut places) = (self.numerator, self.denominator, 0);
        while numerator.is_multiple_of(10) && denominator.is_multiple_of(10) {
            numerator /= 10;
            denominator /= 10;
        }
        let given = denominator;
        while denominator.is_multiple_of(10) {
            denominator /= 10;
            places += 1;
        }
        if denominator == 1 {
            f.pad(&format!("{numerator}e-{places}"))
        } else {
            f.pad(&format!("{numerator}/{given}"))
        }
    }
}

#[cfg(test)]
mod tests;
