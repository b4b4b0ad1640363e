//! What the things of a home may be called, and where it may be paid: what can be said of a text
//! before a home is opened.

use poundwise_documents::kinds::{hidden_in, is_payto};

use crate::error::{Error, ErrorCode, Result};

/// Returns the name of a home, without the spaces around it.
///
/// # Errors
/// `name`.
pub fn home_name(name: &str) -> Result<&str> {
    let name = name.trim();
    check_name(name, 100).map_err(|why| {
        Error::usage(
            ErrorCode::Name,
            format!("a home's name has 1 to 100 visible characters: {why}"),
        )
        .hint("It is shown to those you trade with: --name \"Harbour Clinic\"")
    })?;
    Ok(name)
}

/// Returns the name of a dataset, without the spaces around it.
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
            format!("{name:?} is no name for a dataset: {why}"),
        )
        .hint("Give one of 1 to 100 visible characters with --name.")),
    }
}

/// Returns the name of a population, without the spaces around it.
///
/// # Errors
/// `population-name`.
pub fn population_name(name: &str) -> Result<&str> {
    line(name, ErrorCode::PopulationName, "a population")
}

/// Returns what one unit of a population is called, without the spaces around it.
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
            Error::usage(code, format!("{text:?} is no name for {of}: {why}"))
                .hint("Give one of 1 to 100 visible characters on one line."),
        ),
    }
}

/// Returns where buyers pay, as a `payto:` address; empty where they are not told. An IBAN by
/// itself, with or without spaces, is the address of its account.
///
/// # Errors
/// `document`: it is neither.
pub fn pay_to(text: &str) -> Result<String> {
    let text = text.trim();
    if text.is_empty() || is_payto(text) {
        return Ok(text.to_owned());
    }
    if let Some(iban) = bare_iban(text) {
        return Ok(format!("payto://iban/{iban}"));
    }
    Err(Error::usage(
        ErrorCode::Document,
        format!("{text:?} is neither an IBAN nor a payto:// address"),
    )
    .hint("Copy the IBAN, or write an address as in RFC 8905: payto://iban/DE75512108001245126199"))
}

/// Returns an IBAN in its electronic form (ISO 13616-1): two letters, two check digits, at most 30
/// letters and digits, of which the remainder modulo 97 is 1.
fn bare_iban(text: &str) -> Option<String> {
    let iban: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_ascii_uppercase())
        .collect();
    let (head, account) = iban.split_at_checked(4)?;
    let (country, check) = head.split_at_checked(2)?;
    let is_head = country.bytes().all(|byte| byte.is_ascii_uppercase())
        && check.bytes().all(|byte| byte.is_ascii_digit());
    let remainder = account.chars().chain(head.chars()).try_fold(0, |sum, c| {
        let digit = c.to_digit(36)?;
        let shift = if digit < 10 { 10 } else { 100 };
        Some((sum * shift + digit) % 97)
    })?;
    (is_head && (11..=30).contains(&account.len()) && remainder == 1).then_some(iban)
}

/// Whether a text is a name of at most so many characters that hides nothing, or why not.
pub fn check_name(name: &str, longest: usize) -> std::result::Result<(), String> {
    if name.is_empty() {
        return Err("it is empty".to_owned());
    }
    check_visible(name, longest)
}

/// As [`check_name`], for what may be empty.
pub fn check_visible(text: &str, longest: usize) -> std::result::Result<(), String> {
    match text.chars().count() {
        length if length > longest => Err(format!("it has {length}")),
        _ => hidden_in(text).map_or(Ok(()), |hidden| Err(format!("it has {hidden}"))),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_iban_by_itself_is_the_address_of_its_account() {
        for text in [
            "DE75512108001245126199",
            " de75 5121 0800 1245 1261 99 ",
            "DE75\u{a0}5121\u{a0}0800\u{a0}1245\u{a0}1261\u{a0}99",
        ] {
            assert_eq!(
                pay_to(text).unwrap(),
                "payto://iban/DE75512108001245126199",
                "{text}"
            );
        }
        // Norway has the shortest, and Malta one with letters.
        for iban in ["NO9386011117947", "MT84MALT011000012345MTLCAST001S"] {
            assert_eq!(pay_to(iban).unwrap(), format!("payto://iban/{iban}"));
        }
        let whole = "payto://iban/DEUTDEFF/DE75512108001245126199?amount=EUR:1";
        assert_eq!(pay_to(whole).unwrap(), whole);
        assert_eq!(pay_to("  ").unwrap(), "");
    }

    #[test]
    fn what_is_no_iban_is_refused() {
        for text in [
            "DE75512108001245126198",
            "DE57512108001245126199",
            "D175512108001245126199",
            "DE7551210800",
            "DE75-5121-0800-1245-1261-99",
            "https://bank.example",
            "ÄÖ75512108001245126199",
            "payto:iban",
        ] {
            assert_eq!(
                pay_to(text).unwrap_err().code(),
                ErrorCode::Document,
                "{text}"
            );
        }
    }
}
