//! Amounts as banks write them, read exactly.

use poundwise_documents::units::{Currency, MinorUnits, ungrouped};

/// The most characters of an amount.
const LONGEST: usize = 40;

/// Reads an `xs:decimal` that is not negative: zeros at either end say nothing.
pub(crate) fn decimal(text: &str, currency: Currency) -> Option<MinorUnits> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    exact(whole.strip_prefix('+').unwrap_or(whole), fraction, currency)
}

/// Reads an amount of a CSV file, and whether it is negative: with a sign on either side, digits in
/// groups of three, and the currency beside it.
pub(crate) fn written(text: &str, decimal: char, currency: Currency) -> Option<(bool, MinorUnits)> {
    let text = text.trim();
    let text = text.strip_suffix(currency.as_str()).unwrap_or(text);
    let text = text.strip_prefix(currency.as_str()).unwrap_or(text);
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let signs = ['+', '-', '\u{2212}'];
    let unsigned = text.trim_matches(signs);
    let mut sign = text.chars().filter(|c| signs.contains(c));
    let negative = matches!(sign.next(), Some('-' | '\u{2212}'));
    if sign.next().is_some() {
        return None;
    }
    let (whole, fraction) = unsigned.split_once(decimal).unwrap_or((unsigned, ""));
    let marks = [if decimal == ',' { '.' } else { ',' }, '\'', '\u{2019}'];
    let whole = ungrouped(whole, &marks)?;
    Some((negative, exact(&whole, fraction, currency)?))
}

fn exact(whole: &str, fraction: &str, currency: Currency) -> Option<MinorUnits> {
    if whole.len() + fraction.len() > LONGEST || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        digits => digits,
    };
    let fraction = fraction.trim_end_matches('0');
    let text = if fraction.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{fraction}")
    };
    currency.parse_amount(&text).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn currency(code: &str) -> Currency {
        code.parse().unwrap()
    }

    #[test]
    fn decimals_are_exact_and_zeros_say_nothing() {
        for (text, code, minor) in [
            ("12.50", "EUR", Some(1250)),
            (" 12.5 ", "EUR", Some(1250)),
            ("00012.50000", "EUR", Some(1250)),
            ("+12", "EUR", Some(1200)),
            (".5", "EUR", Some(50)),
            ("5.", "EUR", Some(500)),
            ("0.00", "EUR", Some(0)),
            ("1200.00", "JPY", Some(1200)),
            ("1.5", "KWD", Some(1500)),
            ("90071992547409.91", "EUR", Some((1 << 53) - 1)),
            ("90071992547409.92", "EUR", None),
            ("12.505", "EUR", None),
            ("1200.5", "JPY", None),
            ("-12", "EUR", None),
            ("1e3", "EUR", None),
            ("12,50", "EUR", None),
            ("1 2", "EUR", None),
            ("١٢", "EUR", None),
            ("", "EUR", None),
            (".", "EUR", None),
            (&format!("{}1", "0".repeat(39)), "EUR", Some(100)),
            (&format!("{}1", "0".repeat(40)), "EUR", None),
        ] {
            let read = decimal(text, currency(code)).map(MinorUnits::get);
            assert_eq!(read, minor, "{text:?} {code}");
        }
    }

    #[test]
    fn written_amounts_have_signs_groups_and_a_currency() {
        for (text, mark, read) in [
            ("1.234,56", ',', Some((false, 123_456))),
            ("-1.234,56 EUR", ',', Some((true, 123_456))),
            ("12,00-", ',', Some((true, 1200))),
            ("+12,00", ',', Some((false, 1200))),
            ("\u{2212}12", ',', Some((true, 1200))),
            ("EUR 1'234.50", '.', Some((false, 123_450))),
            ("1\u{a0}234,50", ',', Some((false, 123_450))),
            ("1,234.50", '.', Some((false, 123_450))),
            // A point where the comma is meant, and the other way round.
            ("12.50", ',', None),
            ("1.234", ',', Some((false, 123_400))),
            ("12,50", '.', None),
            ("1.2345,00", ',', None),
            ("1234.567,00", ',', None),
            (".234,00", ',', None),
            ("-12-", ',', None),
            ("1-2", ',', None),
            ("--12", ',', None),
            ("12,3,4", ',', None),
            ("12 USD", ',', None),
            ("", ',', None),
        ] {
            let found = written(text, mark, currency("EUR"))
                .map(|(negative, amount)| (negative, amount.get()));
            assert_eq!(found, read, "{text:?}");
        }
    }
}
