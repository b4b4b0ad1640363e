//! Amounts as banks write them, read exactly.

use poundwise_documents::units::{Currency, DecimalSign, MinorUnits};
use poundwise_text::number::{NumberForm, currency_marks};

use crate::Direction;

/// The most characters of an amount.
const LONGEST: usize = 40;

/// Reads an `xs:decimal` that is not negative: zeros at either end say nothing.
pub(crate) fn decimal(text: &str, currency: Currency) -> Option<MinorUnits> {
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    exact(whole.strip_prefix('+').unwrap_or(whole), fraction, currency)
}

/// Amount of a CSV file, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// Whether it has a minus or parentheses.
    pub(crate) negative: bool,
    /// The direction that a word beside it states.
    pub(crate) direction: Option<Direction>,
    /// The amount without its sign.
    pub(crate) amount: MinorUnits,
}

/// Words of banks beside amounts for incoming and outgoing money, in lower case.
const WORDS: [(&str, Direction); 17] = [
    ("h", Direction::Credit),
    ("haben", Direction::Credit),
    ("c", Direction::Credit),
    ("k", Direction::Credit),
    ("cr", Direction::Credit),
    ("crdt", Direction::Credit),
    ("credit", Direction::Credit),
    ("bij", Direction::Credit),
    ("s", Direction::Debit),
    ("soll", Direction::Debit),
    ("d", Direction::Debit),
    ("dr", Direction::Debit),
    ("db", Direction::Debit),
    ("dbit", Direction::Debit),
    ("debit", Direction::Debit),
    ("debet", Direction::Debit),
    ("af", Direction::Debit),
];

/// Reads an amount of a CSV file: with any sign, digits in groups, the currency's code or sign
/// beside it, and a word for the direction of the money such as `H`. A text with an unknown word is
/// no amount.
pub(crate) fn written(text: &str, decimal: DecimalSign, currency: Currency) -> Option<Written> {
    let (text, direction) = directed(text.trim());
    let form = NumberForm {
        percent: false,
        currency: currency_marks(currency.as_str()),
        ..NumberForm::widest(decimal)
    };
    let number = form.read(text).filter(|_| !has_exponent(text))?;
    let minor = number.scaled(currency.exponent())?;
    let negative = number.is_negative();
    let is_contradiction = negative && direction == Some(Direction::Credit);
    let amount = MinorUnits::new(u64::try_from(minor.unsigned_abs()).ok()?).ok()?;
    (!is_contradiction).then_some(Written {
        negative: negative || direction == Some(Direction::Debit),
        direction,
        amount,
    })
}

/// Returns whether a text seems to have a sign or a word for the direction, even if the rest of it
/// cannot be read.
pub(crate) fn is_signed(text: &str) -> bool {
    let digits = text.contains(|c: char| c.is_ascii_digit());
    digits && (text.contains(['-', '\u{2212}', '\u{2013}', '(']) || directed(text).1.is_some())
}

/// Returns a text without the word for the direction before or after it.
fn directed(text: &str) -> (&str, Option<Direction>) {
    let is_letter = |c: char| c.is_alphabetic();
    let before = text.trim_end_matches(is_letter);
    let after = text.trim_start_matches(is_letter);
    for rest in [before, after] {
        let word = match text.strip_prefix(rest).filter(|word| !word.is_empty()) {
            Some(word) => Some(word),
            None => text.strip_suffix(rest),
        };
        let word = word.unwrap_or_default().to_lowercase();
        if let Some((_, direction)) = WORDS.iter().find(|(known, _)| *known == word) {
            return (rest.trim(), Some(*direction));
        }
    }
    (text, None)
}

/// Returns whether a text has an exponent, which no bank writes.
fn has_exponent(text: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.char_indices().any(|(place, c)| {
        let (before, after) = text.split_at(place);
        let mut after = after.chars().skip(1).skip_while(|c| matches!(c, '-' | '+'));
        matches!(c, 'e' | 'E') && is_digit(before.chars().last()) && is_digit(after.next())
    })
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
    fn written_amounts_have_signs_groups_a_currency_and_a_direction() {
        let (comma, point) = (DecimalSign::Comma, DecimalSign::Point);
        for (text, mark, read) in [
            ("1.234,56", comma, Some((false, 123_456))),
            ("-1.234,56 EUR", comma, Some((true, 123_456))),
            ("12,00-", comma, Some((true, 1200))),
            ("+12,00", comma, Some((false, 1200))),
            ("\u{2212}12", comma, Some((true, 1200))),
            ("EUR 1'234.50", point, Some((false, 123_450))),
            ("1\u{a0}234,50", comma, Some((false, 123_450))),
            ("1,234.50", point, Some((false, 123_450))),
            ("20,00 €", comma, Some((false, 2000))),
            ("20,00\u{a0}€", comma, Some((false, 2000))),
            ("-1.009,13 €", comma, Some((true, 100_913))),
            ("€20.00", point, Some((false, 2000))),
            ("-€3.50", point, Some((true, 350))),
            ("€1,020.00", point, Some((false, 102_000))),
            ("1 020,00 EUR", comma, Some((false, 102_000))),
            ("000012,50", comma, Some((false, 1250))),
            ("(5,00)", comma, Some((true, 500))),
            ("(€5.00)", point, Some((true, 500))),
            ("13,00 H", comma, Some((false, 1300))),
            ("13,00 S", comma, Some((true, 1300))),
            ("13,00S", comma, Some((true, 1300))),
            ("13,00 EUR S", comma, Some((true, 1300))),
            ("20.00 CR", point, Some((false, 2000))),
            ("20.00 Dr", point, Some((true, 2000))),
            ("Af 13,00", comma, Some((true, 1300))),
            ("-13,00 S", comma, Some((true, 1300))),
            // A minus beside a word for incoming money contradicts it.
            ("-13,00 H", comma, None),
            ("13,00 X", comma, None),
            ("$20.00", point, None),
            ("5 %", comma, None),
            ("1e3", comma, None),
            // A point where the comma is meant, and the other way round.
            ("12.50", comma, None),
            ("1.234", comma, Some((false, 123_400))),
            ("12,50", point, None),
            ("1.2345,00", comma, None),
            ("1234.567,00", comma, None),
            (".234,00", comma, None),
            ("-12-", comma, None),
            ("1-2", comma, None),
            ("--12", comma, None),
            ("12,3,4", comma, None),
            ("12 USD", comma, None),
            ("H", comma, None),
            ("", comma, None),
        ] {
            let found = written(text, mark, currency("EUR"))
                .map(|written| (written.negative, written.amount.get()));
            assert_eq!(found, read, "{text:?}");
        }
    }
}
