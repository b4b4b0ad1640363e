//! Numbers as a person reads them on the command line, the unit always beside the number.
//!
//! Everything here is exact decimal arithmetic on integers and strings; nothing decides anything.

use std::fmt::Display;

use gradual_release::accountant::PrivacyLoss;
use poundwise_audit::{
    AuditReport,
    report::{Check, State, Verdict},
};

use crate::view::{Estimate, Guess, GuessBasis, HalfWidth, ListingView, Money, WidthBasis};

/// Micro-ε in one ε, which the shop calls a pound.
const MICRO: u64 = 1_000_000;

/// Currencies whose sign is known well enough to stand for them; the others are shown by their
/// code.
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

/// Returns a level with its unit and its weight: `ε 1.5 (1½ lb)`.
pub fn epsilon(micro: impl Into<u64>) -> String {
    let micro = micro.into();
    format!("ε {} ({})", decimal_epsilon(micro), pounds(micro))
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

/// Returns a loss of two parts: `ε 1.5 (1½ lb)`, or with a Gaussian-like part
/// `ε 1.5 (1½ lb), ρ 0.1`.
pub fn pair(micro: u64, nano: u64) -> String {
    match nano {
        0 => epsilon(micro),
        nano => format!("{}, ρ {}", epsilon(micro), decimal_rho(nano)),
    }
}

/// Returns a loss of two parts against its cap: `ε 2 (2 lb), ρ 0.1 of ε 6 (6 lb), ρ 0.3`. Each is
/// in micro-ε and nano-ρ.
pub fn pair_of(loss: (u64, u64), cap: (u64, u64)) -> String {
    format!("{} of {}", pair(loss.0, loss.1), pair(cap.0, cap.1))
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

/// Returns a loss against its limit: `ε 2 (2 lb) of ε 6 (6 lb)`, or the loss and `no limit`.
pub fn loss(micro: u64, limit: Option<u64>) -> String {
    match limit {
        Some(limit) => format!("{} of {}", epsilon(micro), epsilon(limit)),
        None => format!("{}, no cap", epsilon(micro)),
    }
}

/// Returns whether an audit checked something and found all of it right: what an exit code follows.
pub fn holds(report: &AuditReport) -> bool {
    report.verdict() == Verdict::Holds
}

/// Returns the outcome of one check of an audit: `right`, `WRONG`, or `-` where there was nothing
/// to check.
pub fn outcome(check: &Check) -> &'static str {
    match check.state {
        State::Holds => "right",
        State::Wrong => "WRONG",
        State::NotChecked => "-",
    }
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

/// Returns an amount with its currency: `€12.00`, `¥1,200`, `CHF 12.00`.
pub fn money(amount: &Money) -> String {
    let number = grouped(&amount.major());
    let currency = amount.currency.as_str();
    match SIGNS.iter().find(|(code, _)| *code == currency) {
        Some((_, sign)) => format!("{sign}{number}"),
        None => format!("{currency} {number}"),
    }
}

/// Returns an amount that is taken off: `−€12.00`.
pub fn minus_money(amount: &Money) -> String {
    format!("\u{2212}{}", money(amount))
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

/// Returns a half-width as text with its unit: `± 0.8 kg (95%)`; where it is 0, as it can be on the
/// integers, `exact in 95 of 100`.
pub fn plus_minus(width: &str, unit: &str) -> String {
    if width == "0" {
        return "exact in 95 of 100".to_owned();
    }
    format!("± {} (95%)", with_unit(width, unit))
}

/// Returns a half-width with its unit and its meaning: `± 0.8 kg (95%)`; before the response is
/// there, `at most ± 0.8 kg (95%)`, `about ± 0.8 kg (95%)`, or with the condition that the answer
/// counts the rows stated.
pub fn half_width(width: &HalfWidth) -> String {
    let shown = plus_minus(&width.text, &width.unit);
    match width.basis {
        WidthBasis::Exact => shown,
        WidthBasis::AtMost => format!("at most {shown}"),
        WidthBasis::About => format!("about {shown}"),
        WidthBasis::AboutRows => format!("about {shown}, if the answer counts the rows stated"),
    }
}

/// Returns several half-widths, each with what it is of: `mean ± 0.8 kg (95%)`; `nothing yet` when
/// there are none.
pub fn half_widths(widths: &[HalfWidth]) -> String {
    if widths.is_empty() {
        return "nothing yet".to_owned();
    }
    let parts: Vec<String> = widths
        .iter()
        .map(|width| format!("{} {}", width.of, half_width(width)))
        .collect();
    parts.join(", ")
}

/// Returns an estimate with its interval and its unit: `128.4 ± 0.8 mmHg (95%)`, or `33 rows, exact
/// in 95 of 100`.
pub fn estimate(estimate: &Estimate, unit: &str) -> String {
    match &estimate.half_width {
        Some(width) if width == "0" => format!(
            "{}, {}",
            with_unit(&estimate.text, unit),
            plus_minus(width, unit)
        ),
        Some(width) => format!("{} {}", estimate.text, plus_minus(width, unit)),
        None => with_unit(&estimate.text, unit),
    }
}

/// Returns a number of things, grouped in thousands: `1 receipt`, `2,000 rows`.
pub fn count(number: u64, one: &str, many: &str) -> String {
    let word = if number == 1 { one } else { many };
    format!("{} {word}", integer(number))
}

/// Returns a whole number, grouped in thousands: `2,000`.
pub fn integer(number: u64) -> String {
    grouped(&number.to_string())
}

/// Returns a size in bytes, to three figures: `812 B`, `1.2 kB`.
pub fn bytes(number: u64) -> String {
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
    format!("{}.{} {}", integer(tenths / 10), tenths % 10, units[unit])
}

/// Returns the start of an id, enough to name it: ids are accepted shortened to 6 characters or
/// more.
pub fn short_id(id: impl Display) -> String {
    format!("{id:.10}")
}

/// Returns a share of right guesses: `at most 62.3%`, rounded up, or `almost always (over 99.9%)`.
pub fn right(share: f64) -> String {
    right_and(share, "")
}

/// Returns the same with `after` behind the percentage.
fn right_and(share: f64, after: &str) -> String {
    // Shares are whole millionths: counted as integers, they are not rounded down.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let permille = ((share * 1e6).round() as u64).div_ceil(1000);
    if permille > 999 {
        "almost always (over 99.9%)".to_owned()
    } else {
        format!("at most {}.{}%{after}", permille / 10, permille % 10)
    }
}

/// Returns both numbers of a guess: `at most 73.2% presence, at most 88.1% value`.
pub fn guess(guess: &Guess) -> String {
    let value = format!("{} value", right(guess.guess_value));
    match guess.guess_presence {
        Some(presence) => format!("{} presence, {value}", right(presence)),
        None => value,
    }
}

/// Returns the whole sentence of a guess about one unit.
pub fn guess_sentence(guess: &Guess, unit: &str) -> String {
    let of_the_time = |share| right_and(share, " of the time");
    let value = of_the_time(guess.guess_value);
    let who = "Someone who knows everything else and guesses from even odds is right";
    match (guess.basis, guess.guess_presence) {
        (GuessBasis::AddRemove, Some(presence)) => format!(
            "{who} {} about whether one given {unit} is in the data, and {} about which of two \
             values that {unit} has.",
            of_the_time(presence),
            right(guess.guess_value)
        ),
        (GuessBasis::AddRemove | GuessBasis::PublicRows, _) => format!(
            "{who} {value} about which of two values one given {unit} has. A number of rows is \
             public, so whether the {unit} is in the data is not protected."
        ),
        (GuessBasis::Replace, _) => format!(
            "{who} {value} about which of two values one given {unit} has, or which of two units \
             is in the data. The number of rows is not protected."
        ),
        (GuessBasis::OwnNumbers, _) => {
            format!("{who} {value} about which of two numbers within the stated distance is yours.")
        }
    }
}

/// Returns a time of RFC 3339 without its letters, to the minute: `2026-11-21 13:40`.
pub fn time(rfc3339: &str) -> String {
    match (rfc3339.get(..10), rfc3339.get(11..16)) {
        (Some(day), Some(minute)) => format!("{day} {minute}"),
        _ => rfc3339.to_owned(),
    }
}

fn with_unit(number: &str, unit: &str) -> String {
    if unit.is_empty() {
        number.to_owned()
    } else {
        format!("{number} {unit}")
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

/// Commas between the thousands of a plain decimal.
fn grouped(decimal: &str) -> String {
    let (whole, fraction) = decimal
        .split_once('.')
        .map_or((decimal, None), |(whole, fraction)| (whole, Some(fraction)));
    let mut text = String::with_capacity(decimal.len() + decimal.len() / 3);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// Returns the meaning of sealing for a listing of one's own: `since 2026-11-21 15:18: its numbers
/// ... are gone from this home. ...`. Empty where it is not sealed.
pub fn seal_words(listing: &ListingView) -> String {
    let Some(since) = &listing.sealed_at else {
        return String::new();
    };
    let erased = if listing.erasure_pending {
        "its numbers and the seed of its top noise are replaced, but not yet overwritten on the \
         disk: open the home again"
    } else {
        "its numbers and the seed of its top noise are gone from this home"
    };
    let response = epsilon(listing.top);
    format!(
        "since {}: {erased}. It is still sold, from its response at {response}. An attacker who \
         copies this home learns no more than that response.",
        time(since)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::Quantity;

    fn euros(minor: u64) -> Money {
        Money::new(minor, "EUR".parse().unwrap())
    }

    #[test]
    fn levels_carry_their_weight() {
        assert_eq!(epsilon(1_500_000u64), "ε 1.5 (1½ lb)");
        assert_eq!(epsilon(0u64), "ε 0 (0 lb)");
        assert_eq!(epsilon(125_000u64), "ε 0.125 (⅛ lb)");
        assert_eq!(epsilon(2_000_000u64), "ε 2 (2 lb)");
        assert_eq!(epsilon(12_750_000u64), "ε 12.75 (12¾ lb)");
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
        assert_eq!(money(&euros(1200)), "€12.00");
        assert_eq!(money(&euros(5)), "€0.05");
        assert_eq!(money(&euros(123_456_789)), "€1,234,567.89");
        for (minor, currency, text) in [
            (1200_u64, "JPY", "¥1,200"),
            (1200, "CHF", "CHF 12.00"),
            (1234, "KWD", "KWD 1.234"),
            (0, "USD", "$0.00"),
        ] {
            let amount = Money::new(minor, currency.parse().unwrap());
            assert_eq!(money(&amount), text);
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
        assert_eq!(half_width(&width), "± 0.8 kg (95%)");
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
            assert_eq!(half_width(&foreseen), shown);
        }
        assert_eq!(half_widths(&[]), "nothing yet");
        let count = HalfWidth {
            of: Quantity::Count,
            text: "6".to_owned(),
            number: 6.0,
            unit: String::new(),
            basis: WidthBasis::Exact,
        };
        assert_eq!(
            half_widths(&[width, count]),
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
        assert_eq!(estimate(&mean, "mmHg"), "128.4 ± 0.8 mmHg (95%)");
        assert_eq!(estimate(&mean, ""), "128.4 ± 0.8 (95%)");
        let certain = Estimate {
            half_width: Some("0".into()),
            ..mean.clone()
        };
        assert_eq!(estimate(&certain, "rows"), "128.4 rows, exact in 95 of 100");
        assert_eq!(plus_minus("0", "rows"), "exact in 95 of 100");
        mean.half_width = None;
        assert_eq!(estimate(&mean, "mmHg"), "128.4 mmHg");
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
    fn probabilities_are_rounded_up() {
        assert_eq!(right(0.5), "at most 50.0%");
        assert_eq!(right(0.622), "at most 62.2%");
        assert_eq!(right(0.622_001), "at most 62.3%");
        assert_eq!(right(0.999), "at most 99.9%");
        assert_eq!(right(0.999_001), "almost always (over 99.9%)");
        assert_eq!(right(1.0), "almost always (over 99.9%)");
        // Every share of whole permille stays.
        for permille in 500..1000_u32 {
            let shown = right(f64::from(permille * 1000) / 1e6);
            assert_eq!(
                shown,
                format!("at most {}.{}%", permille / 10, permille % 10)
            );
        }
    }

    #[test]
    fn counts_and_sizes() {
        assert_eq!(count(1, "receipt", "receipts"), "1 receipt");
        assert_eq!(count(2000, "row", "rows"), "2,000 rows");
        assert_eq!(count(100, "row", "rows"), "100 rows");
        assert_eq!(integer(100_000), "100,000");
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(1000), "1.0 kB");
        assert_eq!(bytes(999_999), "999.9 kB");
        assert_eq!(bytes(1_000_000), "1.0 MB");
        assert_eq!(bytes(1234), "1.2 kB");
        assert_eq!(bytes(1_999_999), "1.9 MB");
        assert_eq!(bytes(u64::MAX), "18,446,744.0 TB");
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
}
