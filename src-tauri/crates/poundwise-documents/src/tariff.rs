//! Tariffs: the cumulative price of a privacy level.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::units::{Currency, EpsilonError, MicroEpsilon, MinorUnits, MoneyError};

/// The most knots a tariff may have.
pub const MAX_KNOTS: usize = 1000;

/// A cumulative price: piecewise linear through its knots, from (ε 0, price 0), never falling.
///
/// The price of an increment is the difference of two cumulative prices, each rounded by itself, so
/// any way of splitting a purchase costs the same. All versions of a listing share one noise path,
/// on which holding several levels is holding the highest; so every non-falling tariff is free of
/// arbitrage.
///
/// In a document: a list of pairs `[micro-ε, minor units]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    try_from = "Vec<(MicroEpsilon, MinorUnits)>",
    into = "Vec<(MicroEpsilon, MinorUnits)>"
)]
pub struct Tariff(Vec<(MicroEpsilon, MinorUnits)>);

/// Reason why something is not a tariff, or has no price in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TariffError {
    /// No knot at all.
    #[error("a tariff needs at least one knot: EPS:AMOUNT, such as 1:10.00")]
    Empty,
    /// More than [`MAX_KNOTS`].
    #[error("a tariff has at most {MAX_KNOTS} knots")]
    TooMany,
    /// A level that is not above the one before it (the first must be above 0).
    #[error("the tariff's levels must rise: ε {0} does not")]
    LevelsNotRising(MicroEpsilon),
    /// An amount below the one before it.
    #[error("the tariff's price must never fall: at ε {0} it does")]
    PriceFalls(MicroEpsilon),
    /// A part that is not `EPS:AMOUNT`.
    #[error("{0:?} is not EPS:AMOUNT, such as 1:10.50, with a point before the decimals")]
    Syntax(String),
    /// A part's level.
    #[error("{0:?}: {1}")]
    Epsilon(String, EpsilonError),
    /// A part's amount.
    #[error("{0:?}: {1}")]
    Money(String, MoneyError),
    /// A level above the last knot has no price.
    #[error("ε {level} is above ε {last}, the highest level that the tariff prices")]
    BeyondLastKnot {
        /// The level asked for.
        level: MicroEpsilon,
        /// The highest priced level.
        last: MicroEpsilon,
    },
    /// An increment from a level to a lower one.
    #[error("a level can only be raised: ε {to} is below ε {from}")]
    Downwards {
        /// The level held.
        from: MicroEpsilon,
        /// The level asked for.
        to: MicroEpsilon,
    },
}

impl Tariff {
    /// Returns the tariff through `knots`, each a level and the price of everything up to it.
    ///
    /// # Errors
    /// None or more than [`MAX_KNOTS`], levels that do not rise from above 0, or a price that
    /// falls.
    pub fn new(knots: Vec<(MicroEpsilon, MinorUnits)>) -> Result<Self, TariffError> {
        if knots.is_empty() {
            return Err(TariffError::Empty);
        }
        if knots.len() > MAX_KNOTS {
            return Err(TariffError::TooMany);
        }
        let mut before = (MicroEpsilon::ZERO, MinorUnits::ZERO);
        for &(level, price) in &knots {
            if level <= before.0 {
                return Err(TariffError::LevelsNotRising(level));
            }
            if price < before.1 {
                return Err(TariffError::PriceFalls(level));
            }
            before = (level, price);
        }
        Ok(Self(knots))
    }

    /// Reads `EPS:AMOUNT[,EPS:AMOUNT...]`, amounts in the major unit of `currency`
    /// (`0.5:10,1:15.50`).
    ///
    /// # Errors
    /// Names the part that is wrong, or as [`Self::new`].
    pub fn parse(text: &str, currency: Currency) -> Result<Self, TariffError> {
        let mut knots = Vec::new();
        for part in text.split(',').filter(|_| !text.is_empty()) {
            if knots.len() == MAX_KNOTS {
                return Err(TariffError::TooMany);
            }
            let part = part.trim();
            let (level, amount) = part
                .split_once(':')
                .ok_or_else(|| TariffError::Syntax(part.to_owned()))?;
            knots.push((
                level
                    .parse()
                    .map_err(|e| TariffError::Epsilon(part.to_owned(), e))?,
                currency
                    .parse_amount(amount)
                    .map_err(|e| TariffError::Money(part.to_owned(), e))?,
            ));
        }
        Self::new(knots)
    }

    /// Returns the knots, levels rising.
    #[must_use]
    pub fn knots(&self) -> &[(MicroEpsilon, MinorUnits)] {
        &self.0
    }

    /// Returns the highest level that has a price.
    #[must_use]
    pub fn last_level(&self) -> MicroEpsilon {
        self.0.last().map_or(MicroEpsilon::ZERO, |knot| knot.0)
    }

    /// Returns the price of everything up to `level`, rounded half up to the minor unit, in exact
    /// integers.
    ///
    /// # Errors
    /// [`TariffError`]: a level above the last knot.
    pub fn price(&self, level: MicroEpsilon) -> Result<MinorUnits, TariffError> {
        let next = self.0.partition_point(|knot| knot.0 < level);
        let Some(&(high, high_price)) = self.0.get(next) else {
            return Err(TariffError::BeyondLastKnot {
                level,
                last: self.last_level(),
            });
        };
        let (low, low_price) = if next == 0 {
            (MicroEpsilon::ZERO, MinorUnits::ZERO)
        } else {
            self.0[next - 1]
        };
        // At most 2^53 * 2^40, and twice that: far inside u128. `low < high`, so nothing is divided
        // by 0.
        let rise = u128::from(high_price.get() - low_price.get());
        let run = u128::from(high.get() - low.get());
        let part = (2 * rise * u128::from(level.get() - low.get()) + run) / (2 * run);
        u64::try_from(part)
            .ok()
            .and_then(|part| MinorUnits::new(part).ok())
            .and_then(|part| low_price.checked_add(part))
            .ok_or(TariffError::BeyondLastKnot {
                level,
                last: self.last_level(),
            })
    }

    /// Returns the price of going from `from` to `to`.
    ///
    /// # Errors
    /// [`TariffError`]: `to` below `from`, or above the last knot.
    pub fn increment(
        &self,
        from: MicroEpsilon,
        to: MicroEpsilon,
    ) -> Result<MinorUnits, TariffError> {
        let (low, high) = (self.price(from)?, self.price(to)?);
        if from > to {
            return Err(TariffError::Downwards { from, to });
        }
        high.checked_sub(low)
            .ok_or(TariffError::Downwards { from, to })
    }
}

/// A tariff in a currency that is settled elsewhere, as [`Tariff::parse`] reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TariffDraft(String);

impl TariffDraft {
    /// Returns the tariff in a currency.
    ///
    /// # Errors
    /// An amount has more decimals than the currency, or is too large.
    pub fn in_currency(&self, currency: Currency) -> Result<Tariff, TariffError> {
        Tariff::parse(&self.0, currency)
    }
}

impl FromStr for TariffDraft {
    type Err = TariffError;

    /// Reads what is a tariff in some currency.
    fn from_str(text: &str) -> Result<Self, TariffError> {
        Currency::in_some(|currency| Tariff::parse(text, currency))?;
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for TariffDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl TryFrom<Vec<(MicroEpsilon, MinorUnits)>> for Tariff {
    type Error = TariffError;

    fn try_from(knots: Vec<(MicroEpsilon, MinorUnits)>) -> Result<Self, TariffError> {
        Self::new(knots)
    }
}

impl From<Tariff> for Vec<(MicroEpsilon, MinorUnits)> {
    fn from(tariff: Tariff) -> Self {
        tariff.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eur() -> Currency {
        "EUR".parse().unwrap()
    }

    fn level(text: &str) -> MicroEpsilon {
        text.parse().unwrap()
    }

    #[test]
    fn a_draft_is_a_tariff_in_some_currency() {
        let of = |text: &str| text.parse::<TariffDraft>();
        let dinars = of("1:1.125").unwrap();
        assert!(dinars.in_currency("KWD".parse().unwrap()).is_ok());
        assert!(dinars.in_currency("EUR".parse().unwrap()).is_err());
        let euros = "EUR".parse().unwrap();
        assert_eq!(
            of("0.5:5,8:80").unwrap().in_currency(euros),
            Tariff::parse("0.5:5,8:80", euros)
        );
        for wrong in ["", "1", "2:1,1:2", "1:2,2:1", "1:1.00001", "1:x"] {
            // What is wrong in every currency is told as in the most common one.
            let told = Tariff::parse(wrong, euros).unwrap_err().to_string();
            assert_eq!(of(wrong).unwrap_err().to_string(), told, "{wrong:?}");
        }
    }

    #[test]
    fn prices_are_linear_between_knots_and_round_half_up() {
        let tariff = Tariff::parse("0.5:10,1:15.01,3:15.01", eur()).unwrap();
        for (at, minor) in [
            ("0", 0),
            ("0.25", 500),
            ("0.5", 1000),
            ("0.75", 1251), // 1250.5
            ("0.749999", 1250),
            ("1", 1501),
            ("2", 1501),
            ("3", 1501),
        ] {
            assert_eq!(tariff.price(level(at)).unwrap().get(), minor, "at ε {at}");
        }
        assert!(matches!(
            tariff.price(level("3.000001")),
            Err(TariffError::BeyondLastKnot { .. })
        ));
    }

    #[test]
    fn splitting_a_purchase_costs_the_same() {
        let tariff = Tariff::parse("0.3:0.01,0.7:3.33,2:9.99", eur()).unwrap();
        for middle in (0..=2_000_000).step_by(997) {
            let middle = MicroEpsilon::new(middle).unwrap();
            let first = tariff.increment(MicroEpsilon::ZERO, middle).unwrap();
            let second = tariff.increment(middle, level("2")).unwrap();
            assert_eq!(first.checked_add(second).unwrap().get(), 999);
        }
        assert!(matches!(
            tariff.increment(level("1"), level("0.5")),
            Err(TariffError::Downwards { .. })
        ));
    }

    #[test]
    fn no_level_is_lowered_even_for_nothing() {
        let tariff = Tariff::parse("1:15.01,3:15.01", eur()).unwrap();
        for (from, to, price) in [("2", "2", Some(0)), ("2", "3", Some(0)), ("3", "2", None)] {
            let (from, to) = (level(from), level(to));
            let expected = price.map_or(Err(TariffError::Downwards { from, to }), |price| {
                Ok(MinorUnits::new(price).unwrap())
            });
            assert_eq!(tariff.increment(from, to), expected);
        }
    }

    #[test]
    fn a_tariff_has_at_most_so_many_knots() {
        let knots = |count: usize| -> Vec<(MicroEpsilon, MinorUnits)> {
            let knot = |at| (MicroEpsilon::new(at).unwrap(), MinorUnits::ZERO);
            (1..).take(count).map(knot).collect()
        };
        assert_eq!(
            Tariff::new(knots(MAX_KNOTS)).unwrap().knots().len(),
            MAX_KNOTS
        );
        assert_eq!(Tariff::new(knots(MAX_KNOTS + 1)), Err(TariffError::TooMany));
        let json = serde_json::to_string(&knots(MAX_KNOTS + 1)).unwrap();
        assert!(serde_json::from_str::<Tariff>(&json).is_err());
        // However long the text is, it is read no further.
        let many: Vec<String> = (1..=MAX_KNOTS).map(|n| format!("{n}:1")).collect();
        let many = many.join(",");
        assert!(Tariff::parse(&many, eur()).is_ok());
        assert_eq!(
            Tariff::parse(&format!("{many},x"), eur()),
            Err(TariffError::TooMany)
        );
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let tariff = Tariff::new(vec![(MicroEpsilon::MAX, MinorUnits::MAX)]).unwrap();
        assert_eq!(tariff.price(MicroEpsilon::MAX).unwrap(), MinorUnits::MAX);
        assert_eq!(
            tariff.price(MicroEpsilon::new(1).unwrap()).unwrap().get(),
            8192
        );
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(Tariff::parse("", eur()), Err(TariffError::Empty));
        assert!(matches!(
            Tariff::parse("1", eur()),
            Err(TariffError::Syntax(_))
        ));
        assert!(matches!(
            Tariff::parse("1:10,", eur()),
            Err(TariffError::Syntax(_))
        ));
        assert!(matches!(
            Tariff::parse("x:10", eur()),
            Err(TariffError::Epsilon(..))
        ));
        assert!(matches!(
            Tariff::parse("1:10.001", eur()),
            Err(TariffError::Money(..))
        ));
        assert!(matches!(
            Tariff::parse("0:10", eur()),
            Err(TariffError::LevelsNotRising(_))
        ));
        assert!(matches!(
            Tariff::parse("1:10,1:11", eur()),
            Err(TariffError::LevelsNotRising(_))
        ));
        assert!(matches!(
            Tariff::parse("1:10,2:9", eur()),
            Err(TariffError::PriceFalls(_))
        ));
        assert!(serde_json::from_str::<Tariff>("[]").is_err());
        assert!(serde_json::from_str::<Tariff>("[[1,5,3]]").is_err());
        assert!(serde_json::from_str::<Tariff>("[[2,5],[1,6]]").is_err());
    }
}
