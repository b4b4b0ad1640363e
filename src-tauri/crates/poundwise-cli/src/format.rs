//! Numbers, amounts and accuracies as answers show them, in the language of the answers.

use poundwise_audit::report::{Check, State};
use poundwise_documents::kinds::{Adjacency, ColumnType};
use poundwise_market::format as written;
use poundwise_market::view::{
    Estimate, Guess, GuessBasis, HalfWidth, ListingView, Money, PrivacyUnit,
};

use crate::language::{language, say};
use crate::messages::{Counted, NumberText, SharedText, Word};

pub(crate) use written::{decimal_epsilon, gauge, holds, in_fours, short_id, time};

/// Binds the functions of [`written`] to the language of the answers.
macro_rules! in_the_language_of_answers {
    ($(fn $name:ident($($argument:ident: $type:ty),+);)+) => {$(
        pub(crate) fn $name($($argument: $type),+) -> String {
            written::$name(language(), $($argument),+)
        }
    )+};
}

in_the_language_of_answers! {
    fn epsilon(micro: impl Into<u64>);
    fn level(micro: impl Into<u64>);
    fn rho(nano: impl Into<u64>);
    fn pair(micro: u64, nano: u64);
    fn pair_of(loss: (u64, u64), cap: (u64, u64));
    fn loss(micro: u64, limit: Option<u64>);
    fn part_of(part: u64, whole: u64);
    fn between(low: &str, high: &str);
    fn money(amount: &Money);
    fn half_widths(widths: &[HalfWidth]);
    fn estimate(estimate: &Estimate, unit: &str);
    fn with_unit(number: &str, unit: &str);
    fn unit(unit: &str);
    fn integer(number: u64);
    fn bytes(number: u64);
}

/// Returns a decimal as the language writes it.
pub(crate) fn decimal(decimal: &str) -> String {
    language().decimal(decimal)
}

/// Returns the noise interval of an estimate; empty if it has none.
pub(crate) fn interval(estimate: &Estimate) -> String {
    match (&estimate.noise_low, &estimate.noise_high) {
        (Some(low), Some(high)) => between(low, high),
        _ => String::new(),
    }
}

/// Returns the name of one privacy unit.
pub(crate) fn unit_name(unit: &str) -> String {
    say(poundwise_market::unit_name(unit))
}

/// Returns the declared type of a column, with its decimals if they are declared.
pub(crate) fn declared_type(column_type: ColumnType, decimals: Option<u32>) -> String {
    let declared = say(column_type);
    match decimals.map(u64::from) {
        Some(count) => format!("{declared}, {}", say(Counted::Decimals { count })),
        None => declared,
    }
}

/// Returns the outcome of one check of an audit.
pub(crate) fn outcome(check: &Check) -> String {
    match check.state {
        State::Holds => say(Word::Right),
        State::Wrong => say(Word::Wrong),
        State::NotChecked => "-".to_owned(),
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

/// Returns a name in quotation marks.
pub(crate) fn quoted(name: &str) -> String {
    say(SharedText::Quoted {
        text: name.to_owned(),
    })
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
