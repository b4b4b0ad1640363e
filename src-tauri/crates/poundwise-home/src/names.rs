//! Checks of names and of payment addresses that need no open home.

use poundwise_documents::kinds::{hidden_in, is_payto};

use crate::error::{Error, ErrorCode, Result};

/// Returns the name of a home without surrounding spaces.
///
/// # Errors
/// `name`.
pub fn home_name(name: &str) -> Result<&str> {
    let name = name.trim();
    check_name(name, 100).map_err(|why| {
        Error::usage(
            ErrorCode::Name,
            format!("A home's name has 1 to 100 visible characters: {why}."),
        )
        .hint("Give the name that is shown to those you trade with, such as Harbour Clinic.")
    })?;
    Ok(name)
}

/// Returns the name of a dataset without surrounding spaces.
///
/// # Errors
/// `dataset-name`.
pub fn dataset_name(name: &str) -> Result<&str> {
    let name = name.trim();
    let why = match name {
        "-" => Err("it stands for your own numbers".to_owned()),
        name => check_name(name, 100),
    };
    match why {
        Ok(()) => Ok(name),
        Err(why) => Err(Error::usage(
            ErrorCode::DatasetName,
            format!("{name:?} is not a name for a dataset: {why}."),
        )
        .hint("Give a name of 1 to 100 visible characters.")),
    }
}

/// Returns the name of a population without surrounding spaces.
///
/// # Errors
/// `population-name`.
pub fn population_name(name: &str) -> Result<&str> {
    line(name, ErrorCode::PopulationName, "a population")
}

/// Returns the name of a population's privacy unit without surrounding spaces.
///
/// # Errors
/// `unit-name`.
pub fn unit_name(name: &str) -> Result<&str> {
    line(name, ErrorCode::UnitName, "a privacy unit")
}

fn line<'a>(text: &'a str, code: ErrorCode, of: &str) -> Result<&'a str> {
    let text = text.trim();
    let why = match text {
        "-" => Err("it stands for none".to_owned()),
        text => check_name(text, 100),
    };
    match why {
        Ok(()) => Ok(text),
        Err(why) => Err(
            Error::usage(code, format!("{text:?} is not a name for {of}: {why}."))
                .hint("Give a name of 1 to 100 visible characters on one line."),
        ),
    }
}

/// Returns the address to which buyers pay, without surrounding spaces; empty if none is given.
///
/// # Errors
/// `document` for a text that is not a `payto:` address.
pub fn pay_to(text: &str) -> Result<&str> {
    let text = text.trim();
    if text.is_empty() || is_payto(text) {
        return Ok(text);
    }
    Err(Error::usage(
        ErrorCode::Document,
        format!("{text:?} is not a payto:// address."),
    )
    .hint("Write it as in RFC 8905, such as payto://iban/DE75512108001245126199."))
}

/// Checks that a text is a name of at most `longest` characters, none of them hidden; returns why
/// not.
pub fn check_name(name: &str, longest: usize) -> std::result::Result<(), String> {
    if name.is_empty() {
        return Err("it is empty".to_owned());
    }
    check_visible(name, longest)
}

/// Checks a text as [`check_name`], allowing an empty one.
pub fn check_visible(text: &str, longest: usize) -> std::result::Result<(), String> {
    match text.chars().count() {
        length if length > longest => Err(format!("it has {length}")),
        _ => hidden_in(text).map_or(Ok(()), |hidden| Err(format!("it has {hidden}"))),
    }
}
