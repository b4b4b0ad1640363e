//! Bounds on a guess about one privacy unit. Shells only show them.

use gradual_release::accountant::PrivacyLoss;
use poundwise_documents::kinds::Adjacency;

use crate::view::{Guess, GuessBasis};

impl GuessBasis {
    /// Returns the basis of everything that is sold about a population. `public_rows` tells whether
    /// a listing of it states its number of rows.
    #[must_use]
    pub fn of(adjacency: Adjacency, public_rows: bool) -> Self {
        match adjacency {
            Adjacency::Replace => Self::Replace,
            Adjacency::AddRemove if public_rows => Self::PublicRows,
            Adjacency::AddRemove => Self::AddRemove,
        }
    }
}

impl Guess {
    /// Returns the guess after a loss of a privacy unit or of a group of them. For a population it is
    /// the sum over its questions.
    ///
    /// Under add/remove, two values of one unit are two changes apart (the unit is removed, and
    /// added with the other value), so that a guess about them has twice the loss. This holds for
    /// every kind of question, every number of rows of a unit, and any number of questions. Discrete
    /// Laplace noise does not attain it.
    #[must_use]
    pub fn after(loss: impl Into<PrivacyLoss>, basis: GuessBasis) -> Self {
        let loss = loss.into();
        let once = right_at_most(loss);
        let twice = || loss.group(2).map_or(1.0, right_at_most);
        let (guess_presence, guess_value) = match basis {
            GuessBasis::AddRemove => (Some(once), twice()),
            GuessBasis::PublicRows => (None, twice()),
            GuessBasis::Replace | GuessBasis::OwnNumbers => (None, once),
        };
        Self {
            basis,
            guess_presence,
            guess_value,
        }
    }
}

/// Returns the most often that a guess between two equally likely sets of data is right, if they
/// differ by a loss, rounded up to millionths. For a pure loss that is e^ε/(1+e^ε).
///
/// A guess of one side on the outputs A is right with probability (p + r)/2, with p = P1(A) and
/// `r = 1 - P0(A)`. Under ε-differential privacy P1(A) <= e^ε P0(A) and
/// `1 - P0(A) <= e^ε (1 - P1(A))`, that is e^-ε p + r <= 1 and p + e^-ε r <= 1. Their sum is
/// (1 + e^-ε)(p + r) <= 2, so (p + r)/2 <= 1/(1 + e^-ε), which the accountant certifies.
fn right_at_most(loss: PrivacyLoss) -> f64 {
    millionths_above(loss.best_guess().high())
}

/// Rounds a share from 1/2 to 1 up to millionths, on integers: such a float is a whole number of
/// 2^-53.
fn millionths_above(share: f64) -> f64 {
    const MILLION: u128 = 1_000_000;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let parts = (share.clamp(0.5, 1.0) * 2_f64.powi(53)) as u128;
    let millionths = (parts * MILLION).div_ceil(1 << 53);
    f64::from(u32::try_from(millionths).unwrap_or(1_000_000)) / 1e6
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn pure(micro_epsilon: u64) -> PrivacyLoss {
        PrivacyLoss {
            micro_epsilon,
            nano_rho: 0,
        }
    }

    #[test]
    fn a_guess_is_the_next_millionth_above_its_bound() {
        // The first decimals of e^ε/(1 + e^ε), all of which go on.
        for (micro, millionths) in [
            (0, 0.5),
            (1, 0.500_001),
            (100_000, 0.524_980),
            (1_000_000, 0.731_059),
            (2_000_000, 0.880_798),
            (5_000_000, 0.993_308),
            (30_000_000, 1.0),
            (1 << 40, 1.0),
            (1 << 41, 1.0),
        ] {
            assert_eq!(right_at_most(pure(micro)), millionths, "{micro}");
        }
        let mut before = 0.5;
        for micro in (1..20_000_000).step_by(77_777) {
            let guess = right_at_most(pure(micro));
            assert!(guess >= before, "{micro}");
            before = guess;
        }
    }

    #[test]
    fn a_share_is_rounded_up_and_a_millionth_stays() {
        for (share, above) in [
            (0.5, 0.5),
            (0.5 + f64::EPSILON, 0.500_001),
            (0.75, 0.75),
            (1.0 - f64::EPSILON, 1.0),
            (1.0, 1.0),
        ] {
            assert_eq!(millionths_above(share), above, "{share}");
        }
    }

    #[test]
    fn a_value_is_two_changes_apart_under_add_remove_and_one_under_replacement() {
        let at = |basis| {
            let guess = Guess::after(pure(1_000_000), basis);
            (guess.guess_presence, guess.guess_value)
        };
        let (once, twice) = (0.731_059, 0.880_798);
        assert_eq!(at(GuessBasis::AddRemove), (Some(once), twice));
        assert_eq!(at(GuessBasis::PublicRows), (None, twice));
        assert_eq!(at(GuessBasis::Replace), (None, once));
        assert_eq!(at(GuessBasis::OwnNumbers), (None, once));
        let (add, replace) = (Adjacency::AddRemove, Adjacency::Replace);
        for (adjacency, rows, basis) in [
            (add, false, GuessBasis::AddRemove),
            (add, true, GuessBasis::PublicRows),
            (replace, false, GuessBasis::Replace),
            (replace, true, GuessBasis::Replace),
        ] {
            assert_eq!(GuessBasis::of(adjacency, rows), basis);
        }
    }
}
