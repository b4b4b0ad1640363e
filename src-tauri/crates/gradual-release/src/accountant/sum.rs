use super::PrivacyLoss;

/// The privacy loss of one population: the loss that it carries from elsewhere, and the loss of each
/// of its questions, added up.
///
/// Sums saturate, so that no overflow makes a loss smaller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LossSum {
    carried: PrivacyLoss,
    questions: PrivacyLoss,
}

impl LossSum {
    /// Returns the sum of a population without questions.
    #[must_use]
    pub const fn new(carried: PrivacyLoss) -> LossSum {
        LossSum {
            carried,
            questions: PrivacyLoss::ZERO,
        }
    }

    /// Returns the carried loss.
    #[must_use]
    pub const fn carried(self) -> PrivacyLoss {
        self.carried
    }

    /// Replaces the carried loss.
    pub fn set_carried(&mut self, carried: PrivacyLoss) {
        self.carried = carried;
    }

    /// Counts one question whose loss was `before` (zero if it is new) and is now `after`. A loss
    /// that falls is not counted.
    pub fn raise(&mut self, before: PrivacyLoss, after: PrivacyLoss) {
        self.questions = self.questions.saturating_plus(before.rise_to(after));
    }

    /// Raises the sum to at least `loss`, as if questions had lost the rest.
    pub fn raise_to(&mut self, loss: PrivacyLoss) {
        let rise = self.loss().rise_to(loss);
        self.questions = self.questions.saturating_plus(rise);
    }

    /// Returns the whole loss.
    #[must_use]
    pub fn loss(self) -> PrivacyLoss {
        self.carried.saturating_plus(self.questions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn pair(micro_epsilon: u64, nano_rho: u64) -> PrivacyLoss {
        PrivacyLoss {
            micro_epsilon,
            nano_rho,
        }
    }

    #[test]
    fn each_part_is_added_up_by_itself() {
        let mut sum = LossSum::new(pair(1, 20));
        sum.raise(PrivacyLoss::ZERO, pair(5, 0));
        sum.raise(PrivacyLoss::ZERO, pair(0, 300));
        assert_eq!(sum.loss(), pair(6, 320));
        sum.raise(pair(5, 0), pair(9, 0));
        assert_eq!(sum.loss(), pair(10, 320));
        sum.set_carried(pair(2, 21));
        assert_eq!((sum.carried(), sum.loss()), (pair(2, 21), pair(11, 321)));
        sum.raise_to(pair(0, 400));
        assert_eq!(sum.loss(), pair(11, 400));
    }

    #[test]
    fn a_fall_is_not_counted_and_an_overflow_stays_at_the_end() {
        let mut sum = LossSum::new(pair(u64::MAX, 1));
        sum.raise(pair(5, 5), pair(4, 7));
        assert_eq!(sum.loss(), pair(u64::MAX, 3));
        sum.raise(PrivacyLoss::ZERO, pair(1, u64::MAX));
        assert_eq!(sum.loss(), PrivacyLoss::MAX);
    }
}
