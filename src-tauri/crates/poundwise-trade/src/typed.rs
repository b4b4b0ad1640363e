//! Numbers as people type them.

use std::borrow::Cow;
use std::fmt;

use poundwise_documents::{
    tariff::{PointFault, TariffDraft, TariffError},
    units::{Currency, Decimal, DecimalError, LatticeStep, LossPair, MicroEpsilon, NanoRho},
};

use poundwise_query::{QueryHint, attribute::MAX_ROWS_PER_UNIT};
use poundwise_words::Text;

use crate::{
    error::{Error, ErrorCode, ErrorPlace, NumberFault, NumberOf, QueryErrorCode, Result},
    hint::{Field, Hint},
    ids,
    messages::NumberMessage,
};

/// Returns the typed text, if it is not empty.
pub fn stated(option: Option<&str>) -> Option<&str> {
    option.map(str::trim).filter(|text| !text.is_empty())
}

/// Returns a decimal as typed; `of` names it in an error.
///
/// # Errors
/// `not-a-number`.
pub fn decimal(of: NumberOf, text: &str) -> Result<Decimal> {
    let text = text.trim();
    text.parse().map_err(|problem| unusable(of, text, problem))
}

/// Returns a lattice step as typed.
///
/// # Errors
/// `not-a-number`; `step` if it is not above 0.
pub fn step(text: &str) -> Result<LatticeStep> {
    let text = text.trim();
    text.parse().map_err(|problem| match problem {
        DecimalError::NotPositive => {
            let step = text.to_owned();
            Error::usage(ErrorCode::Step, NumberMessage::StepNotPositive { step })
                .hint(NumberMessage::GiveStep)
                .at(ErrorPlace::Number {
                    of: NumberOf::Step,
                    text: text.to_owned(),
                    fault: NumberFault::NotPositive,
                })
        }
        _ => unusable(NumberOf::Step, text, problem),
    })
}

/// Returns an edge of bins as typed.
///
/// # Errors
/// `edges`.
pub fn edge(text: &str) -> Result<Decimal> {
    Ok(poundwise_query::edge(text)?)
}

/// Reads the currency of a price as typed: one that ISO 4217 lists.
///
/// # Errors
/// `currency`.
pub fn currency(text: &str) -> Result<Currency> {
    let currency: Currency = text.trim().parse().map_err(|_| {
        no_currency(NumberMessage::NotACurrency {
            text: text.to_owned(),
        })
    })?;
    check_listed(currency)?;
    Ok(currency)
}

/// Checks that ISO 4217 lists the currency of a price.
///
/// # Errors
/// `currency`.
pub fn check_listed(currency: Currency) -> Result<()> {
    if currency.is_listed() {
        return Ok(());
    }
    let text = currency.as_str().to_owned();
    Err(no_currency(NumberMessage::UnlistedCurrency { text }))
}

fn no_currency(message: NumberMessage) -> Error {
    Error::usage(ErrorCode::Currency, message).hint(NumberMessage::UseCurrencyCode)
}

/// Returns a decimal with a point. A person may have typed it with a comma, whichever language is
/// spoken.
pub fn pointed(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let digits = text.strip_prefix('-').unwrap_or(text);
    match digits.split_once(',') {
        Some((whole, part)) if is_digits(whole) && is_digits(part) && !part.is_empty() => {
            Cow::Owned(text.replace(',', "."))
        }
        _ => Cow::Borrowed(text),
    }
}

/// Returns whether a typed number may be meant with thousands that are kept apart: 200,000 in
/// English or 200.000 in German, each of which would be read as 200.
pub fn is_grouped(text: &str) -> bool {
    let text = text.trim();
    let mut groups = text.strip_prefix('-').unwrap_or(text).split(['.', ',']);
    let first = groups.next().unwrap_or_default();
    let groups: Vec<&str> = groups.collect();
    (1..=3).contains(&first.len())
        && is_digits(first)
        && !first.starts_with('0')
        && !groups.is_empty()
        && groups
            .iter()
            .all(|group| group.len() == 3 && is_digits(group))
}

/// Returns an amount with a point, without the zero at its end that says it has no thousands.
pub fn amount(text: &str) -> Cow<'_, str> {
    let pointed = pointed(text);
    match pointed.strip_suffix('0') {
        Some(short) if is_grouped(short) && short.matches('.').count() == 1 => {
            Cow::Owned(short.to_owned())
        }
        _ => pointed,
    }
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the error of a number that cannot be used.
pub fn unusable(of: NumberOf, text: &str, problem: DecimalError) -> Error {
    let text = text.to_owned();
    let shown = text.clone();
    let (message, fault) = match problem {
        DecimalError::TooLong => (
            NumberMessage::TooLong { of, text: shown },
            NumberFault::TooLong,
        ),
        DecimalError::NotPositive => (
            NumberMessage::NotPositive { of, text: shown },
            NumberFault::NotPositive,
        ),
        _ => (
            NumberMessage::NotADecimal { of, text: shown },
            NumberFault::NoNumber,
        ),
    };
    Error::usage(QueryErrorCode::NotANumber, message)
        .hint(Hint::Query(QueryHint::WritePlainNumber))
        .at(ErrorPlace::Number { of, text, fault })
}

/// The largest accepted count. Every JSON reader keeps integers up to it exactly.
const LARGEST_COUNT: u64 = (1 << 53) - 1;

/// Returns a typed number of rows: a whole number above 0, without separators. `of` names it in an
/// error.
///
/// # Errors
/// `not-a-number`.
pub fn rows(of: NumberOf, text: &str) -> Result<u64> {
    let text = text.trim();
    let is_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse::<u64>();
    let text = text.to_owned();
    let shown = text.clone();
    let (fault, message) = match count {
        Ok(0) => (
            NumberFault::NotPositive,
            NumberMessage::NotPositive { of, text: shown },
        ),
        Ok(count) if is_digits && count <= LARGEST_COUNT => return Ok(count),
        _ if is_digits => (
            NumberFault::TooLong,
            NumberMessage::TooLarge { of, text: shown },
        ),
        _ => (
            NumberFault::NotWhole,
            NumberMessage::NotWhole { of, text: shown },
        ),
    };
    Err(Error::usage(QueryErrorCode::NotANumber, message)
        .hint(NumberMessage::WriteRows)
        .at(ErrorPlace::Number { of, text, fault }))
}

/// Returns the typed maximum number of rows of one person that count.
///
/// # Errors
/// `rows-per-person`.
pub fn rows_per_person(text: &str) -> Result<u64> {
    let text = text.trim();
    let count = rows(NumberOf::Rows, text).ok();
    count
        .filter(|count| *count <= MAX_ROWS_PER_UNIT)
        .ok_or_else(|| {
            Error::usage(
                QueryErrorCode::RowsPerPerson,
                NumberMessage::RowsPerPersonOutside {
                    text: text.to_owned(),
                    most: MAX_ROWS_PER_UNIT,
                },
            )
            .hint(NumberMessage::StateRowsPerPerson)
        })
}

/// Returns the factor of a price as typed.
///
/// # Errors
/// `factor` unless it is above 0.
pub fn factor(text: &str) -> Result<Decimal> {
    let factor = text.trim().parse().ok().filter(Decimal::is_positive);
    factor.ok_or_else(|| unusable_factor(text.trim()))
}

/// Returns the error of a factor that a price cannot be multiplied by.
pub fn unusable_factor(factor: impl fmt::Display) -> Error {
    Error::usage(
        ErrorCode::Factor,
        NumberMessage::UnusableFactor {
            factor: factor.to_string(),
        },
    )
    .hint(NumberMessage::GiveFactor)
}

/// Returns a level as typed: a decimal above 0 with at most six places; `what` names it in an
/// error.
///
/// # Errors
/// `epsilon`, `zero-epsilon`.
pub fn level(text: &str, what: impl Into<Text>) -> Result<MicroEpsilon> {
    ids::level(text).map_err(|error| error.about(what))
}

/// Checks a level that may be 0; `what` names it in an error.
///
/// # Errors
/// `zero-epsilon`.
pub fn check_level(level: MicroEpsilon, what: impl Into<Text>) -> Result<()> {
    if level.is_zero() {
        return Err(ids::zero_level(&level.to_string()).about(what));
    }
    Ok(())
}

/// Returns a loss or a cap as typed: ε, and ρ, which is 0 if it is left out.
///
/// # Errors
/// `epsilon`.
pub fn loss(epsilon: &str, rho: Option<&str>) -> Result<LossPair> {
    Ok(LossPair {
        micro_epsilon: ids::level_or_zero(epsilon)?,
        nano_rho: match rho.map(str::trim) {
            None => NanoRho::ZERO,
            Some(text) => text.parse().map_err(|why| {
                let text = text.to_owned();
                let message = NumberMessage::NotARho { text, why };
                Error::usage(ErrorCode::Epsilon, message).hint(NumberMessage::WriteRho)
            })?,
        },
    })
}

/// Returns a cap as typed, of which one part must be above 0.
///
/// # Errors
/// `epsilon`; `zero-epsilon` if both parts are 0.
pub fn cap(epsilon: &str, rho: Option<&str>) -> Result<LossPair> {
    let cap = loss(epsilon, rho)?;
    if cap.is_zero() {
        return Err(ids::zero_level(epsilon));
    }
    Ok(cap)
}

/// Reads the two fields of a form for a cap; the second may be empty.
///
/// # Errors
/// As [`cap`].
pub fn cap_of_form(epsilon: &str, rho: &str) -> Result<LossPair> {
    cap(epsilon, stated(Some(rho)))
}

/// Reads a loss in one text, `EPS[,RHO]`.
///
/// # Errors
/// As [`loss`].
pub fn loss_pair(text: &str) -> Result<LossPair> {
    let (epsilon, rho) = parts(text);
    loss(epsilon, rho)
}

/// Reads a cap in one text, `EPS[,RHO]`.
///
/// # Errors
/// As [`cap`].
pub fn cap_pair(text: &str) -> Result<LossPair> {
    let (epsilon, rho) = parts(text);
    cap(epsilon, rho)
}

/// Splits `EPS[,RHO]`. Digits alone behind a comma are taken for decimals of ε, which need a point: a
/// cap cannot be undone. A whole ρ is written with a point, as in `1,5.0`.
fn parts(text: &str) -> (&str, Option<&str>) {
    let are_decimals = |epsilon: &str, rho: &str| {
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        is_digits(epsilon) && is_digits(rho) && rho.bytes().any(|byte| byte != b'0')
    };
    match text.split_once(',') {
        Some((epsilon, rho)) if are_decimals(epsilon, rho) => (text, None),
        Some((epsilon, rho)) => (epsilon, Some(rho)),
        None => (text, None),
    }
}

/// Reads a price whose currency is settled elsewhere: `EPS:AMOUNT[,EPS:AMOUNT...]`.
///
/// # Errors
/// `tariff`.
pub fn price(text: &str) -> Result<TariffDraft> {
    text.parse().map_err(tariff_error)
}

/// Returns what is wrong with a price, at its point where it is of one.
pub fn tariff_error(error: TariffError) -> Error {
    let at = match &error {
        TariffError::Empty => Some((0, PointFault::NoLevel)),
        TariffError::Point { row, fault, .. } => Some((*row, *fault)),
        _ => None,
    };
    let error = Error::usage(ErrorCode::Tariff, tariff_message(error))
        .hint(Field::Price.to(NumberMessage::GivePrice));
    match at {
        Some((row, fault)) => error.at(ErrorPlace::Point { row, fault }),
        None => error,
    }
}

/// Returns the message of a price that cannot be used.
pub(crate) fn tariff_message(error: TariffError) -> NumberMessage {
    match error {
        TariffError::Empty => NumberMessage::NoPrice,
        TariffError::Point { row, problem, .. } => NumberMessage::Point {
            point: row.saturating_add(1),
            problem,
        },
        why => NumberMessage::WrongPrice { why },
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn number_of_rows_is_a_positive_integer() {
        assert_eq!(rows(NumberOf::Rows, " 1000 ").unwrap(), 1000);
        assert_eq!(
            rows(NumberOf::Rows, "9007199254740991").unwrap(),
            LARGEST_COUNT
        );
        for (text, fault) in [
            ("-3", NumberFault::NotWhole),
            ("+3", NumberFault::NotWhole),
            ("1.5", NumberFault::NotWhole),
            ("1,000", NumberFault::NotWhole),
            ("1 000", NumberFault::NotWhole),
            ("12a", NumberFault::NotWhole),
            ("", NumberFault::NotWhole),
            ("000", NumberFault::NotPositive),
            ("9007199254740992", NumberFault::TooLong),
            ("99999999999999999999999", NumberFault::TooLong),
        ] {
            let error = rows(NumberOf::ExpectedRows, text).unwrap_err();
            assert_eq!(error.code(), QueryErrorCode::NotANumber.into());
            let place = ErrorPlace::Number {
                of: NumberOf::ExpectedRows,
                text: text.to_owned(),
                fault,
            };
            assert_eq!(error.place().cloned(), Some(place), "{text}");
        }
    }

    #[test]
    fn a_number_is_told_with_what_it_is_of_and_its_text() {
        let long = "0.1234567890123456789";
        for (text, fault) in [
            ("abc", NumberFault::NoNumber),
            (" 1,5 ", NumberFault::NoNumber),
            (long, NumberFault::TooLong),
        ] {
            let error = decimal(NumberOf::Bounds, text).unwrap_err();
            assert!(error.message().starts_with("Bounds: '"), "{error}");
            let place = ErrorPlace::Number {
                of: NumberOf::Bounds,
                text: text.trim().to_owned(),
                fault,
            };
            assert_eq!(error.place().cloned(), Some(place));
        }
    }
}
