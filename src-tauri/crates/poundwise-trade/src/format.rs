//! Numbers, amounts and accuracies as people read them, with their units.
//!
//! The functions use exact decimal arithmetic on integers and texts.

use std::fmt::Display;

use gradual_release::accountant::PrivacyLoss;
use poundwise_audit::{AuditReport, report::Verdict};
use poundwise_words::{Language, Localize};

use crate::messages::FormatText;
use crate::view::{Estimate, HalfWidth, Money, WidthBasis};

/// Micro-ε in one ε, which the shop calls a pound.
const MICRO: u64 = 1_000_000;

/// Currencies whose sign is well known. English shows the others by their code.
const SIGNS: [(&str, &str); 12] = [
    ("AUD", "A$"),
    ("BRL", "R$"),
    ("CAD", "CA$"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("ILS", "₪"),
    ("INR", "₹"),
    ("JPY", "¥"),
    ("KRW", "₩"),
    ("NZD", "NZ$"),
    ("UAH", "₴"),
    ("USD", "$"),
];

fn say(language: Language, text: impl Localize) -> String {
    language.write(&text).to_string()
}

/// Returns a level with its unit and its weight: `ε 1.5 (1½ lb)`.
pub fn epsilon(language: Language, micro: impl Into<u64>) -> String {
    let micro = micro.into();
    let epsilon = format!("ε {} ({})", decimal_epsilon(micro), pounds(micro));
    language.decimal(&epsilon)
}

/// Returns a level as a bare decimal for people: `1.5`. [`decimal_epsilon`] is the one to type.
pub fn level(language: Language, micro: impl Into<u64>) -> String {
    language.decimal(&decimal_epsilon(micro))
}

/// Returns a loss ρ as a bare decimal for people: `0.1`.
pub fn rho(language: Language, nano: impl Into<u64>) -> String {
    language.decimal(&decimal_rho(nano))
}

/// Returns a loss of two parts: `ε 1.5 (1½ lb)`, or with a Gaussian-like part
/// `ε 1.5 (1½ lb), ρ 0.1`.
pub fn pair(language: Language, micro: u64, nano: u64) -> String {
    let epsilon = epsilon(language, micro);
    match nano {
        0 => epsilon,
        nano => say(
            language,
            FormatText::Pair {
                epsilon,
                rho: rho(language, nano),
            },
        ),
    }
}

fn of(language: Language, part: String, whole: String) -> String {
    say(language, FormatText::Of { part, whole })
}

/// Returns a loss of two parts against its cap. Each is in micro-ε and nano-ρ.
pub fn pair_of(language: Language, loss: (u64, u64), cap: (u64, u64)) -> String {
    let [loss, cap] = [loss, cap].map(|(micro, nano)| pair(language, micro, nano));
    of(language, loss, cap)
}

/// Returns a loss against its limit: `ε 2 (2 lb) of ε 6 (6 lb)`.
pub fn loss(language: Language, micro: u64, limit: Option<u64>) -> String {
    let loss = epsilon(language, micro);
    match limit {
        Some(limit) => of(language, loss, epsilon(language, limit)),
        None => say(language, FormatText::NoCap { loss }),
    }
}

/// Returns a number of some things of all of them: `3 of 24`.
pub fn part_of(language: Language, part: u64, whole: u64) -> String {
    of(language, integer(language, part), integer(language, whole))
}

/// Returns the ends of an interval: `0 to 120`.
pub fn between(language: Language, low: &str, high: &str) -> String {
    let [low, high] = [low, high].map(|end| language.decimal(end));
    say(language, FormatText::Between { low, high })
}

/// Returns an amount with its currency: `€12.00` or `CHF 12.00`, and in German `12,00 EUR`.
pub fn money(language: Language, amount: &Money) -> String {
    let currency = amount.currency.as_str();
    let sign = SIGNS.iter().find(|(code, _)| *code == currency);
    match (language, sign) {
        (Language::English, Some((_, sign))) => {
            format!("{sign}{}", language.grouped(&amount.major()))
        }
        _ => say(language, amount),
    }
}

/// Returns a half-width with its unit: `± 0.8 kg (95%)`. One of 0 is exact in 95 of 100 cases.
fn plus_minus(language: Language, width: &str, unit: &str) -> String {
    let text = match width {
        "0" => FormatText::ExactIn95,
        width => FormatText::PlusMinus {
            width: with_unit(language, width, unit),
        },
    };
    say(language, text)
}

/// Returns a half-width with its relation to the response: `at most ± 0.8 kg (95%)`.
fn half_width(language: Language, width: &HalfWidth) -> String {
    let shown = plus_minus(language, &width.text, &width.unit);
    let text = match width.basis {
        WidthBasis::Exact => return shown,
        WidthBasis::AtMost => FormatText::AtMost { shown },
        WidthBasis::About => FormatText::About { shown },
        WidthBasis::AboutRows => FormatText::AboutRows { shown },
    };
    say(language, text)
}

/// Returns several half-widths, each with its quantity: `mean ± 0.8 kg (95%)`; `nothing yet` if
/// there are none.
pub fn half_widths(language: Language, widths: &[HalfWidth]) -> String {
    if widths.is_empty() {
        return say(language, FormatText::NothingYet);
    }
    let parts: Vec<String> = widths
        .iter()
        .map(|width| {
            format!(
                "{} {}",
                language.write(&width.of),
                half_width(language, width)
            )
        })
        .collect();
    parts.join(", ")
}

/// Returns an estimate with its interval and its unit: `128.4 ± 0.8 mmHg (95%)`, or `33 rows, exact
/// in 95 of 100`.
pub fn estimate(language: Language, estimate: &Estimate, unit: &str) -> String {
    let number = language.decimal(&estimate.text);
    match &estimate.half_width {
        Some(width) if width == "0" => format!(
            "{}, {}",
            with_unit(language, &estimate.text, unit),
            plus_minus(language, width, unit)
        ),
        Some(width) => format!("{number} {}", plus_minus(language, width, unit)),
        // A mean of too few rows has a text in place of a number.
        None if estimate.text.parse::<f64>().is_err() => say(language, FormatText::TooFewRows),
        None => with_unit(language, &estimate.text, unit),
    }
}

/// Returns a decimal with its unit.
pub fn with_unit(language: Language, number: &str, unit: &str) -> String {
    let number = language.decimal(number);
    match unit {
        "" => number,
        _ => format!("{number} {}", self::unit(language, unit)),
    }
}

/// Returns the unit of a listing's numbers. That of counts is the program's own.
pub fn unit(language: Language, unit: &str) -> String {
    match unit {
        "rows" => say(language, FormatText::Rows),
        other => other.to_owned(),
    }
}

/// Returns a whole number, in groups of three digits from five digits on.
pub fn integer(language: Language, number: u64) -> String {
    say(language, number)
}

/// Returns a size in bytes, to three figures: `812 B`, `1.2 kB`.
pub fn bytes(language: Language, number: u64) -> String {
    let units = ["kB", "MB", "GB", "TB"];
    if number < 1000 {
        return format!("{number} B");
    }
    // Tenths of the unit, rounded down: a size is not a promise.
    let mut tenths = number / 100;
    let mut unit = 0;
    while tenths >= 10_000 && unit + 1 < units.len() {
        tenths /= 1000;
        unit += 1;
    }
    let size = format!("{}.{}", tenths / 10, tenths % 10);
    format!("{} {}", language.grouped(&size), units[unit])
}

/// Returns a level as a bare decimal of ε, as it is typed: `1.5`.
pub fn decimal_epsilon(micro: impl Into<u64>) -> String {
    shortest(micro.into(), 6)
}

/// Returns a loss ρ as a bare decimal: `0.1`.
pub fn decimal_rho(nano: impl Into<u64>) -> String {
    shortest(nano.into(), 9)
}

/// Returns the columns ε and ρ of an exported loss as bare decimals. A part is missing if it
/// is 0 in `charge`, the family's charge of a level above 0.
pub fn loss_columns(loss: PrivacyLoss, charge: PrivacyLoss) -> [Option<String>; 2] {
    [
        (charge.micro_epsilon > 0).then(|| decimal_epsilon(loss.micro_epsilon)),
        (charge.nano_rho > 0).then(|| decimal_rho(loss.nano_rho)),
    ]
}

/// Returns the weight of a level: `1½ lb`, `0.1 lb`. Eighths are written as fractions, everything
/// else as a decimal.
pub fn pounds(micro: impl Into<u64>) -> String {
    let micro = micro.into();
    let whole = micro / MICRO;
    let fraction = match micro % MICRO {
        125_000 => "⅛",
        250_000 => "¼",
        375_000 => "⅜",
        500_000 => "½",
        625_000 => "⅝",
        750_000 => "¾",
        875_000 => "⅞",
        _ => return format!("{} lb", decimal_epsilon(micro)),
    };
    if whole == 0 {
        format!("{fraction} lb")
    } else {
        format!("{whole}{fraction} lb")
    }
}

/// Returns whether an audit checked something and found all of it right: what an exit code follows.
pub fn holds(report: &AuditReport) -> bool {
    report.verdict() == Verdict::Holds
}

/// Returns a loss against its limit as a bar of ten cells: `▮▮▮▯▯▯▯▯▯▯`. Any loss at all fills one
/// cell, and only the limit itself fills the last one.
pub fn gauge(micro: u64, limit: u64) -> String {
    let filled = if micro >= limit {
        10
    } else {
        let tenths = u128::from(micro) * 10 / u128::from(limit);
        usize::try_from(tenths)
            .unwrap_or(9)
            .clamp(usize::from(micro > 0), 9)
    };
    format!("{}{}", "▮".repeat(filled), "▯".repeat(10 - filled))
}

/// Returns a payment's reference or an account's number in groups of four characters, as a person
/// copies it: `EH4M HSCD DTZP 3`.
pub fn in_fours(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let groups: Vec<String> = characters
        .chunks(4)
        .map(|four| four.iter().collect())
        .collect();
    groups.join(" ")
}

/// Returns the start of an id, enough to name it: ids are accepted shortened to 6 characters or
/// more.
pub fn short_id(id: impl Display) -> String {
    format!("{id:.10}")
}

/// Returns a time of RFC 3339 without its letters, to the minute: `2026-11-21 13:40`.
pub fn time(rfc3339: &str) -> String {
    match (rfc3339.get(..10), rfc3339.get(11..16)) {
        (Some(day), Some(minute)) => format!("{day} {minute}"),
        _ => rfc3339.to_owned(),
    }
}

/// Returns `number / 10^places` as a decimal without trailing zeros.
fn shortest(number: u64, places: usize) -> String {
    let digits = format!("{number:0>width$}", width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    use Language::{English, German};

    use super::*;
    use crate::view::Quantity;

    fn euros(minor: u64) -> Money {
        Money::new(minor, "EUR".parse().unwrap())
    }

    #[test]
    fn levels_carry_their_weight() {
        assert_eq!(epsilon(English, 1_500_000u64), "ε 1.5 (1½ lb)");
        assert_eq!(epsilon(English, 0u64), "ε 0 (0 lb)");
        assert_eq!(epsilon(English, 125_000u64), "ε 0.125 (⅛ lb)");
        assert_eq!(epsilon(English, 2_000_000u64), "ε 2 (2 lb)");
        assert_eq!(epsilon(English, 12_750_000u64), "ε 12.75 (12¾ lb)");
    }

    #[test]
    fn a_part_that_the_family_does_not_charge_has_no_column() {
        let loss = |micro_epsilon, nano_rho| PrivacyLoss {
            micro_epsilon,
            nano_rho,
        };
        let columns = |loss, charge| loss_columns(loss, charge).map(Option::unwrap_or_default);
        let pure = loss(500_000, 0);
        assert_eq!(columns(pure, pure), ["0.5", ""]);
        assert_eq!(columns(PrivacyLoss::ZERO, pure), ["0", ""]);
        let gaussian = loss(0, 5_000_000);
        assert_eq!(columns(gaussian, gaussian), ["", "0.005"]);
        assert_eq!(columns(PrivacyLoss::ZERO, gaussian), ["", "0"]);
    }

    #[test]
    fn only_exact_eighths_become_fractions() {
        assert_eq!(pounds(500_001u64), "0.500001 lb");
        assert_eq!(pounds(333_333u64), "0.333333 lb");
        assert_eq!(pounds(1u64), "0.000001 lb");
        assert_eq!(pounds(10_100_000u64), "10.1 lb");
        for eighth in 1..8 {
            assert!(!pounds(eighth * 125_000u64).contains('.'), "{eighth}/8");
        }
    }

    #[test]
    fn money_shows_the_currencys_own_decimals() {
        assert_eq!(money(English, &euros(1200)), "€12.00");
        assert_eq!(money(English, &euros(5)), "€0.05");
        assert_eq!(
            money(English, &euros(123_456_789)),
            "€1\u{202f}234\u{202f}567.89"
        );
        for (minor, currency, text) in [
            (1200_u64, "JPY", "¥1200"),
            (1200, "CHF", "CHF 12.00"),
            (1234, "KWD", "KWD 1.234"),
            (0, "USD", "$0.00"),
        ] {
            let amount = Money::new(minor, currency.parse().unwrap());
            assert_eq!(money(English, &amount), text);
        }
    }

    #[test]
    fn half_widths_say_of_what() {
        let width = HalfWidth {
            of: Quantity::Mean,
            text: "0.8".to_owned(),
            number: 0.8,
            unit: "kg".to_owned(),
            basis: WidthBasis::Exact,
        };
        assert_eq!(half_width(English, &width), "± 0.8 kg (95%)");
        for (basis, shown) in [
            (WidthBasis::AtMost, "at most ± 0.8 kg (95%)"),
            (WidthBasis::About, "about ± 0.8 kg (95%)"),
            (
                WidthBasis::AboutRows,
                "about ± 0.8 kg (95%), if the answer counts the rows stated",
            ),
        ] {
            let foreseen = HalfWidth {
                basis,
                ..width.clone()
            };
            assert_eq!(half_width(English, &foreseen), shown);
        }
        assert_eq!(half_widths(English, &[]), "nothing yet");
        let count = HalfWidth {
            of: Quantity::Count,
            text: "6".to_owned(),
            number: 6.0,
            unit: String::new(),
            basis: WidthBasis::Exact,
        };
        assert_eq!(
            half_widths(English, &[width, count]),
            "mean ± 0.8 kg (95%), count ± 6 (95%)"
        );
    }

    #[test]
    fn estimates_carry_their_interval() {
        let mut mean = Estimate {
            label: "mean".to_owned(),
            text: "128.4".to_owned(),
            number: 128.4,
            half_width: Some("0.8".to_owned()),
            half_width_number: Some(0.8),
            noise_low: Some("127.7".to_owned()),
            noise_low_number: Some(127.7),
            noise_high: Some("129.2".to_owned()),
            noise_high_number: Some(129.2),
        };
        assert_eq!(estimate(English, &mean, "mmHg"), "128.4 ± 0.8 mmHg (95%)");
        assert_eq!(estimate(English, &mean, ""), "128.4 ± 0.8 (95%)");
        let certain = Estimate {
            half_width: Some("0".into()),
            ..mean.clone()
        };
        assert_eq!(
            estimate(English, &certain, "rows"),
            "128.4 rows, exact in 95 of 100"
        );
        assert_eq!(plus_minus(English, "0", "rows"), "exact in 95 of 100");
        mean.half_width = None;
        assert_eq!(estimate(English, &mean, "mmHg"), "128.4 mmHg");
    }

    #[test]
    fn a_gauge_is_empty_only_without_loss_and_full_only_at_the_limit() {
        assert_eq!(gauge(0, 6), "▯▯▯▯▯▯▯▯▯▯");
        assert_eq!(gauge(1, 6_000_000), "▮▯▯▯▯▯▯▯▯▯");
        assert_eq!(gauge(2, 6), "▮▮▮▯▯▯▯▯▯▯");
        assert_eq!(gauge(5_999_999, 6_000_000), "▮▮▮▮▮▮▮▮▮▯");
        assert_eq!(gauge(6, 6), "▮▮▮▮▮▮▮▮▮▮");
        assert_eq!(gauge(0, 0), "▮▮▮▮▮▮▮▮▮▮");
    }

    #[test]
    fn whole_numbers_and_sizes() {
        assert_eq!(integer(English, 100_000), "100\u{202f}000");
        assert_eq!(bytes(English, 999), "999 B");
        assert_eq!(bytes(English, 1000), "1.0 kB");
        assert_eq!(bytes(English, 999_999), "999.9 kB");
        assert_eq!(bytes(English, 1_000_000), "1.0 MB");
        assert_eq!(bytes(English, 1234), "1.2 kB");
        assert_eq!(bytes(English, 1_999_999), "1.9 MB");
        assert_eq!(bytes(English, u64::MAX), "18\u{202f}446\u{202f}744.0 TB");
    }

    #[test]
    fn ids_are_cut_between_characters() {
        assert_eq!(short_id("abcdefghijklmnop"), "abcdefghij");
        assert_eq!(short_id("short"), "short");
        assert_eq!(short_id("ééééééééééé"), "éééééééééé");
    }

    #[test]
    fn times_lose_their_letters() {
        assert_eq!(time("2026-11-21T13:40:00Z"), "2026-11-21 13:40");
        assert_eq!(time("never"), "never");
    }

    #[test]
    fn german_has_decimal_commas_and_amounts_before_the_currency() {
        assert_eq!(epsilon(German, 1_500_000u64), "ε 1,5 (1½ lb)");
        assert_eq!(money(German, &euros(123_456)), "1234,56\u{a0}EUR");
        assert_eq!(bytes(German, 1234), "1,2 kB");
        assert_eq!(
            loss(German, 2_000_000, Some(6_000_000)),
            "ε 2 (2 lb) von ε 6 (6 lb)"
        );
        assert_eq!(with_unit(German, "0.5", "rows"), "0,5 Zeilen");
        assert_eq!(between(German, "0", "1.5"), "0 bis 1,5");
        let width = HalfWidth {
            of: Quantity::Mean,
            text: "0.8".to_owned(),
            number: 0.8,
            unit: "kg".to_owned(),
            basis: WidthBasis::About,
        };
        assert_eq!(
            half_widths(German, &[width]),
            "Mittelwert etwa ± 0,8 kg (95\u{a0}%)"
        );
    }
}
