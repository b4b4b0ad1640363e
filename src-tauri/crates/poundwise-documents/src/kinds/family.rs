//! The families of noise, and the one door from a listing to its mechanism.

use gradual_release::accountant::PrivacyLoss;
use gradual_release::mechanism::Mechanism;

use super::Listing;
use super::words::word;
use crate::units::MicroEpsilon;

/// The law of the noise. The default applies if the owner of a question chooses none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum Family {
    /// The discrete Laplace law.
    #[default]
    DiscreteLaplace,
}

word!(Family);

impl Family {
    /// Returns the mechanism of a question of this family with an l1 sensitivity in lattice steps.
    ///
    /// # Errors
    /// The mechanism's, if it does not reach this sensitivity.
    pub fn mechanism(self, sensitivity: u64) -> Result<Mechanism, gradual_release::Error> {
        match self {
            Self::DiscreteLaplace => Mechanism::discrete_laplace(sensitivity),
        }
    }

    /// Returns the privacy loss of a question of this family that counts for `level`. It does not
    /// depend on the sensitivity.
    #[must_use]
    pub fn charge(self, level: MicroEpsilon) -> PrivacyLoss {
        // Every family has a mechanism of sensitivity 1.
        self.mechanism(1)
            .map_or(PrivacyLoss::MAX, |mechanism| mechanism.charge(level.get()))
    }

    /// Returns the highest level whose charge is within `left` in both parts.
    #[must_use]
    pub fn affordable(self, left: PrivacyLoss) -> MicroEpsilon {
        let level = self
            .mechanism(1)
            .map_or(0, |mechanism| mechanism.affordable(left));
        MicroEpsilon::new(level).unwrap_or(MicroEpsilon::MAX)
    }
}

/// Returns the mechanism of a listing's question: the one door to its noise.
///
/// # Errors
/// The mechanism's, if it does not reach the listing's sensitivity.
pub fn mechanism_of(listing: &Listing) -> Result<Mechanism, gradual_release::Error> {
    listing.family.mechanism(listing.sensitivity)
}
