//! Numbers as people type them.

use poundwise_documents::{
    tariff::{PointFault, TariffDraft, TariffError},
    units::{Decimal, DecimalError, MicroEpsilon},
};

use crate::{
    error::{Error, ErrorCode, ErrorPlace, QueryErrorCode, Result},
    hint::Field,
    ids::{self, micro_epsilon},
};

/// Returns a decimal as typed; `option` names it in an error.
///
/// # Errors
/// `not-a-number`.
pub fn decimal(option: &str, text: &str) -> Result<Decimal> {
    let text = text.trim();
    text.parse()
        .map_err(|problem| unusable(option, text, problem))
}

/// Returns the error of a number that cannot be used.
pub fn unusable(option: &str, text: &str, problem: DecimalError) -> Error {
    Error::usage(
        QueryErrorCode::NotANumber,
        format!("{option}: '{text}': {problem}."),
    )
    .hint("Write the number with a point and without separators, such as 1250.5.")
}

/// Returns a level as typed: a decimal above 0 with at most six places; `what` names it in an
/// error.
///
/// # Errors
/// `epsilon`, `zero-epsilon`.
pub fn level(text: &str, what: &str) -> Result<MicroEpsilon> {
    ids::level(text)
        .map(micro_epsilon)
        .map_err(|error| error.about(what))
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
    let (message, at) = match error {
        TariffError::Empty => (
            "The price is missing.".to_owned(),
            Some((0, PointFault::NoLevel)),
        ),
        TariffError::Point {
            row,
            fault,
            problem,
        } => (
            format!("The price, point {}: {problem}.", row + 1),
            Some((row, fault)),
        ),
        other => (format!("The price: {other}."), None),
    };
    let error = Error::usage(ErrorCode::Tariff, message).hint(
        Field::Price.to("Give the price of everything up to each level; levels and prices rise"),
    );
    match at {
        Some((row, fault)) => error.at(ErrorPlace::Point { row, fault }),
        None => error,
    }
}
