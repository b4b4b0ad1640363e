//! Sums of levels and losses, in both languages.

use std::fmt;

use gradual_release::accountant::PrivacyLoss;
use poundwise_words::{Language, Localize, catalogue::MessageSample, messages};

use crate::units::{LossPair, MicroEpsilon, NanoRho};

/// A sum of levels in micro-ε, without the ε. It may be above the highest level.
#[derive(Clone, Copy)]
pub(crate) struct SumOfLevels(pub(crate) u64);

/// A sum of losses in nano-ρ, without the ρ. It may be above the highest loss.
#[derive(Clone, Copy)]
pub(crate) struct SumOfRho(u64);

/// A loss or a sum of losses, with the units: `ε 3, ρ 0.1`, and in German `ε 3 und ρ 0,1`. A sum
/// may be above what a document can state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SumOfLosses(pub PrivacyLoss);

messages! {
    /// Parts of sums of losses.
    pub(crate) enum LossPart {
        Millionths { count: u64 } => {
            en: "{count} millionths",
            de: "{count} Millionstel",
        }
        Billionths { count: u64 } => {
            en: "{count} billionths",
            de: "{count} Milliardstel",
        }
        Pure { epsilon: SumOfLevels } => {
            en: "ε {epsilon}",
            de: "ε {epsilon}",
        }
        Both { epsilon: SumOfLevels, rho: SumOfRho } => {
            en: "ε {epsilon}, ρ {rho}",
            de: "ε {epsilon} und ρ {rho}",
        }
    }
}

impl Localize for SumOfLevels {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match MicroEpsilon::new(self.0) {
            Ok(level) => level.localize(language, f),
            Err(_) => LossPart::Millionths { count: self.0 }.localize(language, f),
        }
    }
}

impl Localize for SumOfRho {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NanoRho::new(self.0) {
            Ok(rho) => rho.localize(language, f),
            Err(_) => LossPart::Billionths { count: self.0 }.localize(language, f),
        }
    }
}

impl Localize for SumOfLosses {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let epsilon = SumOfLevels(self.0.micro_epsilon);
        let part = match self.0.nano_rho {
            0 => LossPart::Pure { epsilon },
            nano_rho => LossPart::Both {
                epsilon,
                rho: SumOfRho(nano_rho),
            },
        };
        part.localize(language, f)
    }
}

impl<L: Into<PrivacyLoss>> From<L> for SumOfLosses {
    fn from(loss: L) -> Self {
        Self(loss.into())
    }
}

impl MessageSample for SumOfLosses {
    fn samples(_: &str) -> Vec<Self> {
        let loss = |nano_rho| PrivacyLoss {
            micro_epsilon: 4_500_000,
            nano_rho,
        };
        vec![Self(loss(0)), Self(loss(20_000_000))]
    }
}

impl Localize for LossPair {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        SumOfLosses::from(*self).localize(language, f)
    }
}

impl MessageSample for LossPair {
    fn samples(_: &str) -> Vec<Self> {
        "3.5,0.1".parse().into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl MessageSample for SumOfLevels {
        fn samples(_: &str) -> Vec<Self> {
            vec![Self(4_500_000)]
        }
    }

    impl MessageSample for SumOfRho {
        fn samples(_: &str) -> Vec<Self> {
            vec![Self(20_000_000)]
        }
    }

    #[test]
    fn sums_above_the_highest_loss_are_written() {
        let loss = |micro_epsilon, nano_rho| {
            SumOfLosses(PrivacyLoss {
                micro_epsilon,
                nano_rho,
            })
        };
        for (sum, english, german) in [
            (loss(3_500_000, 0), "ε 3.5", "ε 3,5"),
            (loss(0, 100_000_000), "ε 0, ρ 0.1", "ε 0 und ρ 0,1"),
            (
                loss(u64::MAX, 0),
                "ε 18\u{202f}446\u{202f}744\u{202f}073\u{202f}709\u{202f}551\u{202f}615 millionths",
                "ε 18\u{202f}446\u{202f}744\u{202f}073\u{202f}709\u{202f}551\u{202f}615 Millionstel",
            ),
        ] {
            let [en, de] = Language::ALL.map(|language| language.write(&sum).to_string());
            assert_eq!((en.as_str(), de.as_str()), (english, german));
        }
    }
}
