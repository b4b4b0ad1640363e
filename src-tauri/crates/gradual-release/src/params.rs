//! Privacy level and sensitivity: the two numbers that fix the law of a release.

use std::fmt;
use std::str::FromStr;

mod error;

pub use error::Error;

/// One unit of epsilon, in micro-epsilon.
const MILLION: u64 = 1_000_000;
/// Decimal places of a level.
const PLACES: usize = 6;
/// Characters of a refused text that its error shows.
const SHOWN: usize = 40;

/// A privacy level epsilon, in millionths: 1 ..= 2^40.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epsilon(u64);

impl Epsilon {
    /// The largest supported level, 2^40 millionths (about 1.1 million).
    pub const MAX: Epsilon = Epsilon(1 << 40);

    /// Returns the level of `micro` millionths.
    ///
    /// # Errors
    /// [`Error::ZeroEpsilon`] if it is 0; [`Error::EpsilonTooLarge`] if it is above
    /// [`Epsilon::MAX`].
    pub const fn from_micro(micro: u64) -> Result<Epsilon, Error> {
        if micro == 0 {
            return Err(Error::ZeroEpsilon);
        }
        if micro > Epsilon::MAX.0 {
            return Err(Error::EpsilonTooLarge { micro });
        }
        Ok(Epsilon(micro))
    }

    /// Returns the level in millionths.
    #[must_use]
    pub const fn micro(self) -> u64 {
        self.0
    }
}

/// Writes a decimal without trailing zeros: `1.5`, `2`, `0.000001`.
impl fmt::Display for Epsilon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / MILLION, self.0 % MILLION);
        if rest == 0 {
            return f.pad(&whole.to_string());
        }
        let digits = format!("{rest:06}");
        f.pad(&format!("{whole}.{}", digits.trim_end_matches('0')))
    }
}

/// Reads a decimal with at most six places and without a sign or exponent: `1.5`, `2`, `0.000001`.
///
/// # Errors
/// [`Error::EpsilonText`] for any other text; [`Error::ZeroEpsilon`] and [`Error::EpsilonTooLarge`]
/// as in [`Epsilon::from_micro`].
impl FromStr for Epsilon {
    type Err = Error;

    fn from_str(text: &str) -> Result<Epsilon, Error> {
        let refused = || Error::EpsilonText {
            text: text.chars().take(SHOWN).collect(),
        };
        let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(rest) || rest.len() > PLACES {
            return Err(refused());
        }
        // Leading zeros are harmless; a whole part too long for 64 bits is refused as too large.
        let whole = whole.trim_start_matches('0');
        let whole = match whole {
            "" => 0,
            digits => digits.parse::<u64>().unwrap_or(u64::MAX),
        };
        let rest = format!("{rest:0<PLACES$}")
            .parse::<u64>()
            .map_err(|_| refused())?;
        Epsilon::from_micro(whole.saturating_mul(MILLION).saturating_add(rest))
    }
}

/// The l1 sensitivity D of an integer vector, in lattice steps: 1 ..= 2^40.
///
/// How far the vector can move, summed over its coordinates, when one privacy unit changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sensitivity(u64);

impl Sensitivity {
    /// The largest supported sensitivity, 2^40 lattice steps.
    pub const MAX: Sensitivity = Sensitivity(1 << 40);

    /// Returns the sensitivity of `steps` lattice steps.
    ///
    /// # Errors
    /// [`Error::ZeroSensitivity`], [`Error::SensitivityTooLarge`].
    pub const fn new(steps: u64) -> Result<Sensitivity, Error> {
        if steps == 0 {
            return Err(Error::ZeroSensitivity);
        }
        if steps > Sensitivity::MAX.0 {
            return Err(Error::SensitivityTooLarge { steps });
        }
        Ok(Sensitivity(steps))
    }

    /// Returns the sensitivity in lattice steps.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// A rate per lattice step, as the fraction `numerator / denominator`: that of a level,
/// `s = epsilon/D`, with `2^-50 < s <= 2^20.1`; or a sum or difference of those of two levels.
///
/// The numerator is below 2^42, in micro-epsilon, and the denominator `10^6 D` below 2^60.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rate {
    numerator: u64,
    denominator: u64,
}

impl Rate {
    /// Returns the rate of a level: the one place that refuses a noise scale of 2^50 steps or more.
    pub(crate) fn new(epsilon: Epsilon, sensitivity: Sensitivity) -> Result<Rate, Error> {
        // D * 10^6 <= 2^40 * 2^20 < 2^60 fits.
        let denominator = sensitivity.0 * MILLION;
        if u128::from(denominator) >= u128::from(epsilon.0) << 50 {
            return Err(Error::ScaleTooLarge {
                sensitivity,
                epsilon,
            });
        }
        Ok(Rate {
            numerator: epsilon.0,
            denominator,
        })
    }

    /// Returns the sum of two rates of one sensitivity.
    pub(crate) fn plus(self, other: Rate) -> Rate {
        Rate {
            numerator: self.numerator + other.numerator,
            ..self
        }
    }

    /// Returns the difference of two rates of one sensitivity, of which `other` is not the higher
    /// one.
    pub(crate) fn minus(self, other: Rate) -> Rate {
        Rate {
            numerator: self.numerator - other.numerator,
            ..self
        }
    }

    /// Returns the rate as a float, good to 3 u with `u = 2^-53`: rounding each integer and the
    /// quotient costs u.
    pub(crate) fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Returns whether the rate is above `2^-bits`, for at most 72 bits.
    pub(crate) fn exceeds_power(self, bits: u32) -> bool {
        u128::from(self.numerator) << bits > u128::from(self.denominator)
    }

    pub(crate) fn numerator(self) -> u64 {
        self.numerator
    }

    pub(crate) fn denominator(self) -> u64 {
        self.denominator
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn epsilon_is_shown_as_a_plain_decimal() {
        let show = |micro| Epsilon::from_micro(micro).unwrap().to_string();
        assert_eq!(show(1_500_000), "1.5");
        assert_eq!(show(2_000_000), "2");
        assert_eq!(show(1), "0.000001");
        assert_eq!(show(10_100_000), "10.1");
        assert_eq!(show(1 << 40), "1099511.627776");
    }

    #[test]
    fn a_decimal_is_read_as_it_is_shown_and_no_other_form() {
        let read = str::parse::<Epsilon>;
        for micro in [1, 999_999, 1_000_000, 1_500_000, 10_100_000, 1 << 40] {
            let level = Epsilon::from_micro(micro).unwrap();
            assert_eq!(read(&level.to_string()), Ok(level));
        }
        assert_eq!(read("1.50").unwrap().micro(), 1_500_000);
        assert_eq!(read("007").unwrap().micro(), 7_000_000);
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "1.0000001",
            "-1",
            "+1",
            "1e3",
            " 1",
            "1,5",
            "1.5.0",
            "abc",
            "١",
        ] {
            assert!(
                matches!(read(text), Err(Error::EpsilonText { .. })),
                "{text}"
            );
        }
        assert_eq!(read("0.0"), Err(Error::ZeroEpsilon));
        for text in [
            "1099511.627777",
            "18446744073710",
            "99999999999999999999999",
        ] {
            assert!(
                matches!(read(text), Err(Error::EpsilonTooLarge { .. })),
                "{text}"
            );
        }
        let Err(Error::EpsilonText { text }) = read(&"x".repeat(1_000)) else {
            panic!("not refused");
        };
        assert_eq!(text.len(), SHOWN);
    }

    /// Usable in constants, where most levels are.
    const HALF: Result<Epsilon, Error> = Epsilon::from_micro(500_000);

    #[test]
    fn levels_can_be_constants() {
        assert_eq!(HALF.unwrap().to_string(), "0.5");
    }

    #[test]
    fn the_scale_limit_is_exact() {
        // D * 10^6 < 2^50 * micro: at micro = 1 the largest D is floor(2^50 / 10^6) = 1125899906.
        let micro = Epsilon::from_micro(1).unwrap();
        assert!(Rate::new(micro, Sensitivity::new(1_125_899_906).unwrap()).is_ok());
        assert!(matches!(
            Rate::new(micro, Sensitivity::new(1_125_899_907).unwrap()),
            Err(Error::ScaleTooLarge { .. })
        ));
    }
}
