//! Tariffs: the cumulative price of a privacy level.

use std::{fmt, str::FromStr};

use poundwise_words::Text;
use serde::{Deserialize, Serialize};

use crate::texts::PointProblem;
use crate::units::{Currency, MicroEpsilon, MinorUnits, MoneyError, NumberError};

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
    Empty,
    /// More than [`MAX_KNOTS`].
    TooMany,
    /// A level that is not above the one before it (the first must be above 0).
    LevelsNotRising(MicroEpsilon),
    /// An amount below the one before it.
    PriceFalls(MicroEpsilon),
    /// A part that is not `EPS:AMOUNT`.
    Syntax(String),
    /// A typed point that cannot be read, or does not go with the one before it.
    Point {
        /// Its row as typed, from 0.
        row: u32,
        /// Fault of the point.
        fault: PointFault,
        /// The fault in words, as they stand after a colon.
        problem: Text,
    },
    /// A level above the last knot has no price.
    BeyondLastKnot {
        /// The level asked for.
        level: MicroEpsilon,
        /// The highest priced level.
        last: MicroEpsilon,
    },
    /// An increment from a level to a lower one.
    Downwards {
        /// The level held.
        from: MicroEpsilon,
        /// The level asked for.
        to: MicroEpsilon,
    },
}

/// Fault of a point of a price that is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PointFault {
    /// Its level is missing or cannot be read.
    NoLevel,
    /// Its level is not above the one before it.
    LevelNotRising,
    /// Its price is missing or cannot be read.
    NoPrice,
    /// Its price has more decimals than the currency.
    TooManyDecimals,
    /// Its price has points or commas between thousands.
    Thousands,
    /// Its price is below the one before it.
    PriceFalls,
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
        TariffDraft::from(text).in_currency(currency)
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

/// A price as typed, in a currency that is settled elsewhere: its points, of which those with
/// nothing in them are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct TariffDraft(Vec<TypedPoint>);

/// A point of a price as typed, decimals with a point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct TypedPoint {
    /// The level ε.
    pub level: String,
    /// Price of everything up to the level, in the currency's major unit.
    pub price: String,
}

impl TypedPoint {
    fn is_blank(&self) -> bool {
        self.level.trim().is_empty() && self.price.trim().is_empty()
    }

    /// Reads the point, which has to go with the one before it.
    fn read(
        &self,
        before: (MicroEpsilon, MinorUnits),
        currency: Currency,
    ) -> Result<(MicroEpsilon, MinorUnits), (PointFault, PointProblem)> {
        let (level, price) = (self.level.trim(), self.price.trim());
        if level.is_empty() {
            return Err((PointFault::NoLevel, PointProblem::NoLevel));
        }
        let micro: MicroEpsilon = level.parse().map_err(|why| {
            let level = level.to_owned();
            (PointFault::NoLevel, PointProblem::NotALevel { level, why })
        })?;
        if price.is_empty() {
            return Err((PointFault::NoPrice, PointProblem::NoPrice));
        }
        let minor = currency.parse_amount(price).map_err(|why| {
            let price = price.to_owned();
            match why {
                MoneyError::Number(why) => {
                    let fault = match why {
                        NumberError::TooManyPlaces(_) => PointFault::TooManyDecimals,
                        NumberError::Thousands => PointFault::Thousands,
                        _ => PointFault::NoPrice,
                    };
                    (fault, PointProblem::NotAnAmount { price, why })
                }
                why => (
                    PointFault::NoPrice,
                    PointProblem::AmountTooLarge { price, why },
                ),
            }
        })?;
        if micro <= before.0 {
            return Err((
                PointFault::LevelNotRising,
                PointProblem::LevelNotRising {
                    level: micro,
                    before: before.0,
                },
            ));
        }
        if minor < before.1 {
            let [price, before] = [minor, before.1].map(|amount| currency.format(amount));
            return Err((
                PointFault::PriceFalls,
                PointProblem::PriceFalls { price, before },
            ));
        }
        Ok((micro, minor))
    }
}

impl TariffDraft {
    /// Returns the tariff in a currency.
    ///
    /// # Errors
    /// [`TariffError::Empty`], [`TariffError::TooMany`]; [`TariffError::Point`] with the first row
    /// that is wrong.
    pub fn in_currency(&self, currency: Currency) -> Result<Tariff, TariffError> {
        let mut before = (MicroEpsilon::ZERO, MinorUnits::ZERO);
        let mut knots = Vec::new();
        for (row, point) in self.0.iter().enumerate() {
            if point.is_blank() {
                continue;
            }
            if knots.len() == MAX_KNOTS {
                return Err(TariffError::TooMany);
            }
            before = point.read(before, currency).map_err(|(fault, problem)| {
                let row = u32::try_from(row).unwrap_or(u32::MAX);
                TariffError::Point {
                    row,
                    fault,
                    problem: problem.into(),
                }
            })?;
            knots.push(before);
        }
        Tariff::new(knots)
    }

    /// Returns the levels that it states, rising, each once: those that can be read, whatever is
    /// wrong with the rest.
    #[must_use]
    pub fn levels(&self) -> Vec<MicroEpsilon> {
        let points = self.0.iter().filter(|point| !point.is_blank());
        let mut levels: Vec<MicroEpsilon> = points
            .take(MAX_KNOTS)
            .filter_map(|point| point.level.trim().parse().ok())
            .filter(|level| *level > MicroEpsilon::ZERO)
            .collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    /// Returns the points as typed, those with nothing in them too.
    #[must_use]
    pub fn points(&self) -> &[TypedPoint] {
        &self.0
    }

    /// Returns whether nothing is stated.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.0.iter().all(TypedPoint::is_blank)
    }
}

impl From<Vec<TypedPoint>> for TariffDraft {
    fn from(points: Vec<TypedPoint>) -> Self {
        Self(points)
    }
}

/// `EPS:AMOUNT[,EPS:AMOUNT...]` as typed. What of it cannot be read, [`TariffDraft::in_currency`]
/// tells.
impl From<&str> for TariffDraft {
    fn from(text: &str) -> Self {
        let point = |part: &str| {
            let (level, price) = part.split_once(':').unwrap_or((part, ""));
            TypedPoint {
                level: level.trim().to_owned(),
                price: price.trim().to_owned(),
            }
        };
        // One more than is taken, so that what is left out is not overlooked.
        Self(text.split(',').take(MAX_KNOTS + 1).map(point).collect())
    }
}

impl FromStr for TariffDraft {
    type Err = TariffError;

    /// Reads what is a tariff in some currency.
    fn from_str(text: &str) -> Result<Self, TariffError> {
        let parts = text.split(',').filter(|_| !text.trim().is_empty());
        if let Some(part) = parts.take(MAX_KNOTS).find(|part| !part.contains(':')) {
            return Err(TariffError::Syntax(part.trim().to_owned()));
        }
        let draft = Self::from(text);
        Currency::in_some(|currency| draft.in_currency(currency))?;
        Ok(draft)
    }
}

impl fmt::Display for TariffDraft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stated = self.0.iter().filter(|point| !point.is_blank());
        let points: Vec<String> = stated
            .map(|point| format!("{}:{}", point.level.trim(), point.price.trim()))
            .collect();
        f.pad(&points.join(", "))
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
        for wrong in ["", "2:1,1:2", "1:2,2:1", "1:1.00001", "1:x"] {
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

    /// The row and what is wrong with it, of a price of which one row is blank.
    #[test]
    fn a_mistake_is_told_at_its_row() {
        for (rows, row, fault, problem) in [
            (
                ["", "x:10"],
                1,
                PointFault::NoLevel,
                "'x' is not a level: not a decimal",
            ),
            (
                [":10", ""],
                0,
                PointFault::NoLevel,
                "its level ε is missing",
            ),
            (["", "1:"], 1, PointFault::NoPrice, "its price is missing"),
            (
                ["1:10", "2:x"],
                1,
                PointFault::NoPrice,
                "'x' is not an amount",
            ),
            (
                ["1:1.000,50", ""],
                0,
                PointFault::Thousands,
                "without a point or a comma between thousands",
            ),
            (
                ["1:9.001", ""],
                0,
                PointFault::TooManyDecimals,
                "at most 2 are allowed",
            ),
            (
                ["0:10", ""],
                0,
                PointFault::LevelNotRising,
                "ε 0 is not above ε 0",
            ),
            (
                ["1:10", "1:11"],
                1,
                PointFault::LevelNotRising,
                "ε 1 is not above ε 1",
            ),
            (
                ["1:10", "2:9"],
                1,
                PointFault::PriceFalls,
                "9.00 is less than 10.00",
            ),
        ] {
            let point = |text: &str| {
                let (level, price) = text.split_once(':').unwrap_or_default();
                let [level, price] = [level, price].map(str::to_owned);
                TypedPoint { level, price }
            };
            let [first, second] = rows.map(point);
            let draft = TariffDraft::from(vec![TypedPoint::default(), first, second]);
            match draft.in_currency(eur()) {
                Err(TariffError::Point {
                    row: at,
                    fault: is,
                    problem: said,
                }) => {
                    let said = said.to_string();
                    assert_eq!((at, is), (row + 1, fault), "{rows:?}");
                    assert!(said.contains(problem), "{said}");
                    assert!(!said.contains("knot") && !said.contains("EPS"), "{said}");
                }
                other => panic!("{rows:?}: {other:?}"),
            }
        }
        let blank = TariffDraft::from(vec![TypedPoint::default()]);
        assert!(blank.is_blank() && blank.levels().is_empty());
        assert_eq!(blank.in_currency(eur()), Err(TariffError::Empty));
        let many = TariffDraft::from("2:1, x:1, 0.5:, 2:3");
        assert_eq!(many.levels(), [level("0.5"), level("2")]);
        assert_eq!(many.to_string(), "2:1, x:1, 0.5:, 2:3");
        // Rows with nothing in them are no points, however many there are.
        let mut rows = vec![TypedPoint::default(); MAX_KNOTS];
        rows.push(TypedPoint {
            level: "2".to_owned(),
            price: "1".to_owned(),
        });
        let last = TariffDraft::from(rows);
        assert!(last.in_currency(eur()).is_ok());
        assert_eq!(last.levels(), [level("2")]);
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(Tariff::parse("", eur()), Err(TariffError::Empty));
        for text in ["1", "1:10,", "1:10,5"] {
            let error = text.parse::<TariffDraft>().unwrap_err();
            assert!(matches!(error, TariffError::Syntax(_)), "{text:?}");
        }
        assert!(serde_json::from_str::<Tariff>("[]").is_err());
        assert!(serde_json::from_str::<Tariff>("[[1,5,3]]").is_err());
        let signed = |json| serde_json::from_str::<Tariff>(json).map_err(|why| why.to_string());
        assert!(signed("[[1,5],[2,5]]").is_ok());
        for (json, why) in [
            ("[[2,5],[1,6]]", "levels must rise"),
            ("[[1,5],[1,6]]", "levels must rise"),
            ("[[0,5],[1,6]]", "levels must rise"),
            ("[[1,5],[2,4]]", "price must never fall"),
        ] {
            let said = signed(json).unwrap_err();
            assert!(said.contains(why), "{json}: {said}");
        }
    }
}
