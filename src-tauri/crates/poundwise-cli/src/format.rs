//! Numbers, amounts and accuracies as answers show them, in the language of the answers.

use poundwise_audit::report::{Check, State};
use poundwise_documents::kinds::{Adjacency, AttributeKind};
use poundwise_market::format as plain;
use poundwise_market::view::{
    Estimate, Guess, GuessBasis, HalfWidth, ListingView, Money, PrivacyUnit, Quantity, WidthBasis,
};
use poundwise_words::Language;

use crate::language::{language, say};
use crate::messages::{Label, NumberText, SharedText, UnitName, Word};

pub(crate) use plain::{decimal_epsilon, gauge, holds, in_fours, short_id, time};

/// Returns a decimal as the language writes it.
pub(crate) fn decimal(decimal: &str) -> String {
    language().decimal(decimal)
}

/// Returns a level with its unit and its weight: `ε 1.5 (1½ lb)`.
pub(crate) fn epsilon(micro: impl Into<u64>) -> String {
    decimal(&plain::epsilon(micro))
}

/// Returns a level as a bare decimal for people: `1.5`. [`decimal_epsilon`] is the one to type.
pub(crate) fn level(micro: impl Into<u64>) -> String {
    decimal(&decimal_epsilon(micro))
}

/// Returns a loss ρ as a bare decimal: `0.1`.
pub(crate) fn rho(nano: impl Into<u64>) -> String {
    decimal(&plain::decimal_rho(nano))
}

/// Returns a loss of two parts: `ε 1.5 (1½ lb)`, or with a Gaussian-like part
/// `ε 1.5 (1½ lb), ρ 0.1`.
pub(crate) fn pair(micro: u64, nano: u64) -> String {
    let epsilon = epsilon(micro);
    match nano {
        0 => epsilon,
        nano => say(NumberText::Pair {
            epsilon,
            rho: rho(nano),
        }),
    }
}

/// Returns a loss of two parts against its cap. Each is in micro-ε and nano-ρ.
pub(crate) fn pair_of(loss: (u64, u64), cap: (u64, u64)) -> String {
    say(NumberText::Of {
        part: pair(loss.0, loss.1),
        whole: pair(cap.0, cap.1),
    })
}

/// Returns a loss against its limit: `ε 2 (2 lb) of ε 6 (6 lb)`.
pub(crate) fn loss(micro: u64, limit: Option<u64>) -> String {
    let loss = epsilon(micro);
    match limit {
        Some(limit) => say(NumberText::Of {
            part: loss,
            whole: epsilon(limit),
        }),
        None => say(NumberText::NoCap { loss }),
    }
}

/// Returns a number of some things of all of them: `3 of 24`.
pub(crate) fn part_of(part: u64, whole: u64) -> String {
    say(NumberText::Of {
        part: integer(part),
        whole: integer(whole),
    })
}

/// Returns the ends of an interval: `0 to 120`.
pub(crate) fn between(low: &str, high: &str) -> String {
    say(NumberText::Between {
        low: decimal(low),
        high: decimal(high),
    })
}

/// Returns the outcome of one check of an audit.
pub(crate) fn outcome(check: &Check) -> String {
    match check.state {
        State::Holds => say(Word::Right),
        State::Wrong => say(Word::Wrong),
        State::NotChecked => "-".to_owned(),
    }
}

/// Returns an amount with its currency: `€12.00`, and in German `12,00 EUR`.
pub(crate) fn money(amount: &Money) -> String {
    match language() {
        Language::English => plain::money(amount),
        Language::German => say(amount),
    }
}

/// Returns an amount, or an empty text.
pub(crate) fn money_if_any(amount: Option<&Money>) -> String {
    amount.map_or_else(String::new, money)
}

/// Returns amounts of several currencies.
pub(crate) fn amounts(amounts: &[Money]) -> String {
    let amounts: Vec<String> = amounts.iter().map(money).collect();
    amounts.join(", ")
}

/// Returns an amount that is taken off: `−€12.00`.
pub(crate) fn minus_money(amount: &Money) -> String {
    format!("\u{2212}{}", money(amount))
}

/// Returns a half-width with its unit: `± 0.8 kg (95%)`. One of 0 is exact in 95 of 100 cases.
fn plus_minus(width: &str, unit: &str) -> String {
    if width == "0" {
        return say(Word::ExactIn95);
    }
    say(NumberText::PlusMinus {
        width: with_unit(width, unit),
    })
}

/// Returns a half-width with its relation to the response: `at most ± 0.8 kg (95%)`.
fn half_width(width: &HalfWidth) -> String {
    let shown = plus_minus(&width.text, &width.unit);
    match width.basis {
        WidthBasis::Exact => shown,
        WidthBasis::AtMost => say(NumberText::AtMost { shown }),
        WidthBasis::About => say(NumberText::About { shown }),
        WidthBasis::AboutRows => say(NumberText::AboutRows { shown }),
    }
}

/// Returns several half-widths, each with its quantity: `mean ± 0.8 kg (95%)`.
pub(crate) fn half_widths(widths: &[HalfWidth]) -> String {
    if widths.is_empty() {
        return say(Word::NothingYet);
    }
    let parts: Vec<String> = widths
        .iter()
        .map(|width| format!("{} {}", quantity(width.of), half_width(width)))
        .collect();
    parts.join(", ")
}

fn quantity(of: Quantity) -> String {
    match of {
        Quantity::Count => say(AttributeKind::Count),
        Quantity::Sum => say(AttributeKind::Sum),
        Quantity::Mean => say(AttributeKind::Mean),
        Quantity::Value => say(AttributeKind::Value),
        Quantity::EachBin => say(Label::EachBin),
        Quantity::EachCell => say(Label::EachCell),
        Quantity::EachGroup => say(Label::EachGroup),
        Quantity::Correlation => say(Label::Correlation),
        Quantity::EachValue => say(Label::EachValue),
    }
}

/// Returns an estimate with its interval and its unit: `128.4 ± 0.8 mmHg (95%)`, or `33 rows, exact
/// in 95 of 100`.
pub(crate) fn estimate(estimate: &Estimate, unit: &str) -> String {
    match &estimate.half_width {
        Some(width) if width == "0" => format!(
            "{}, {}",
            with_unit(&estimate.text, unit),
            plus_minus(width, unit)
        ),
        Some(width) => format!("{} {}", decimal(&estimate.text), plus_minus(width, unit)),
        None => with_unit(&estimate.text, unit),
    }
}

/// Returns a decimal with its unit.
pub(crate) fn with_unit(number: &str, unit: &str) -> String {
    let number = decimal(number);
    match self::unit(unit) {
        none if none.is_empty() => number,
        unit => format!("{number} {unit}"),
    }
}

/// Returns the unit of a listing's numbers. That of counts is the program's own.
pub(crate) fn unit(unit: &str) -> String {
    match unit {
        "rows" => say(Label::Rows),
        other => other.to_owned(),
    }
}

/// Returns a name in quotation marks.
pub(crate) fn quoted(name: &str) -> String {
    say(SharedText::Quoted {
        text: name.to_owned(),
    })
}

/// Returns a whole number.
pub(crate) fn integer(number: u64) -> String {
    say(number)
}

/// Returns a size in bytes, to three figures: `812 B`, `1.2 kB`.
pub(crate) fn bytes(number: u64) -> String {
    decimal(&plain::bytes(number))
}

/// Returns a share of right guesses in percent, rounded up; none if it is above 99.9%.
fn percent(share: f64) -> Option<String> {
    // Shares are whole millionths: counted as integers, they are not rounded down.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let permille = ((share * 1e6).round() as u64).div_ceil(1000);
    (permille <= 999).then(|| decimal(&format!("{}.{}", permille / 10, permille % 10)))
}

/// Returns a share of right guesses: `at most 62.3%`, rounded up, or `almost always (over 99.9%)`.
pub(crate) fn right(share: f64) -> String {
    percent(share).map_or_else(
        || say(Word::AlmostAlways),
        |percent| say(NumberText::RightAtMost { percent }),
    )
}

/// Returns the same inside a sentence: `right at most 62.3% of the time`.
fn right_of_the_time(share: f64) -> String {
    percent(share).map_or_else(
        || say(Word::RightAlmostAlways),
        |percent| say(NumberText::RightOfTheTime { percent }),
    )
}

/// Returns both numbers of a guess: `at most 73.2% presence, at most 88.1% value`.
pub(crate) fn guess(guess: &Guess) -> String {
    let value = right(guess.guess_value);
    match guess.guess_presence {
        Some(presence) => say(NumberText::GuessBoth {
            presence: right(presence),
            value,
        }),
        None => say(NumberText::GuessValue { value }),
    }
}

/// Returns the whole sentence of a guess about one unit.
pub(crate) fn guess_sentence(guess: &Guess, unit: &str) -> String {
    let value = right_of_the_time(guess.guess_value);
    let unit = unit_name(unit);
    say(match (guess.basis, guess.guess_presence) {
        (GuessBasis::AddRemove, Some(presence)) => NumberText::GuessAddRemove {
            unit,
            presence: right_of_the_time(presence),
            value,
            value_share: right(guess.guess_value),
        },
        (GuessBasis::AddRemove | GuessBasis::PublicRows, _) => {
            NumberText::GuessPublicRows { unit, value }
        }
        (GuessBasis::Replace, _) => NumberText::GuessReplace { unit, value },
        (GuessBasis::OwnNumbers, _) => NumberText::GuessOwnNumbers { value },
    })
}

/// Returns the name of one privacy unit. The usual ones have a name in each language.
pub(crate) fn unit_name(unit: &str) -> String {
    match unit {
        "person" => say(UnitName::Person),
        "household" => say(UnitName::Household),
        "company" => say(UnitName::Company),
        other => other.to_owned(),
    }
}

/// Returns a privacy unit in words.
pub(crate) fn privacy_unit(unit: &PrivacyUnit) -> String {
    say(match unit {
        PrivacyUnit::Row { of } => NumberText::UnitIsRow {
            unit: unit_name(of),
        },
        PrivacyUnit::Person { of, column, rows } => NumberText::UnitIsPerson {
            unit: unit_name(of),
            column: column.clone(),
            rows: *rows,
        },
        PrivacyUnit::Distance { of, distance, unit } => NumberText::UnitIsDistance {
            unit: unit_name(of),
            distance: with_unit(distance, unit),
        },
    })
}

/// Returns what a listing protects, as it is signed in English.
pub(crate) fn protects(listing: &ListingView) -> String {
    let (unit, how) = match &listing.unit_parts {
        PrivacyUnit::Row { of } => {
            let unit = unit_name(of);
            (unit.clone(), NumberText::EveryRowDiffers { unit })
        }
        PrivacyUnit::Person { of, column, rows } => {
            let (unit, column, rows) = (unit_name(of), column.clone(), *rows);
            (
                unit.clone(),
                NumberText::ColumnNamesUnit { unit, column, rows },
            )
        }
        PrivacyUnit::Distance {
            of,
            distance,
            unit: measured,
        } => {
            let (unit, distance) = (unit_name(of), with_unit(distance, measured));
            (
                unit.clone(),
                NumberText::UnitMovesNumbers { unit, distance },
            )
        }
    };
    let how = say(how);
    say(match listing.adjacency {
        Adjacency::AddRemove => NumberText::PresenceIsProtected { unit, how },
        Adjacency::Replace => NumberText::ValuesAreProtected { unit, how },
    })
}

/// Returns the meaning of sealing for a listing of one's own, or an empty text if it is not sealed.
pub(crate) fn seal_words(listing: &ListingView) -> String {
    let Some(since) = &listing.sealed_at else {
        return String::new();
    };
    let (since, level) = (time(since), epsilon(listing.top));
    say(if listing.erasure_pending {
        NumberText::SealPending { since, level }
    } else {
        NumberText::SealDone { since, level }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_rounded_up() {
        for (share, shown) in [
            (0.5, "at most 50.0%"),
            (0.622, "at most 62.2%"),
            (0.622_001, "at most 62.3%"),
            (0.999, "at most 99.9%"),
            (0.999_001, "almost always (over 99.9%)"),
            (1.0, "almost always (over 99.9%)"),
        ] {
            assert_eq!(right(share), shown);
        }
    }
}
