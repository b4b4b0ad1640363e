//! Numbers as people type them.

use poundwise_documents::units::{Decimal, DecimalError, MicroEpsilon};

use crate::{
    error::{Error, QueryErrorCode, Result},
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
