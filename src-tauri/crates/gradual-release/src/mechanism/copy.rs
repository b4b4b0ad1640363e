//! Responses at lower levels, drawn by a holder of higher ones, for every family.

use crate::laplace::kernels::CryptoRng;

use crate::laplace::kernels::{Bridge, Tighten};
use crate::params::{Epsilon, Error, Sensitivity};

/// Draws a response at a level from one at a higher level.
pub struct CopyBelow(BelowOf);

enum BelowOf {
    DiscreteLaplace(Tighten),
}

impl CopyBelow {
    pub(super) fn laplace(
        level: u64,
        above: u64,
        sensitivity: Sensitivity,
    ) -> Result<CopyBelow, Error> {
        let [level, above] = [Epsilon::from_micro(level)?, Epsilon::from_micro(above)?];
        let kernel = Tighten::new(level, above, sensitivity)?;
        Ok(CopyBelow(BelowOf::DiscreteLaplace(kernel)))
    }

    /// Returns one coordinate of the copy, given that of the response above.
    ///
    /// # Errors
    /// [`Error::Overflow`], [`Error::StreamExhausted`], with the probabilities stated there.
    pub fn sample<R: CryptoRng + ?Sized>(&self, above: i64, rng: &mut R) -> Result<i64, Error> {
        match &self.0 {
            BelowOf::DiscreteLaplace(kernel) => kernel.sample(above, rng),
        }
    }
}

/// Draws a response at a level from one at a lower and one at a higher level.
pub struct CopyBetween(BetweenOf);

enum BetweenOf {
    DiscreteLaplace(Bridge),
}

impl CopyBetween {
    pub(super) fn laplace(
        levels: [u64; 3],
        sensitivity: Sensitivity,
    ) -> Result<CopyBetween, Error> {
        let [below, level, above] = levels.map(Epsilon::from_micro);
        let kernel = Bridge::new(below?, level?, above?, sensitivity)?;
        Ok(CopyBetween(BetweenOf::DiscreteLaplace(kernel)))
    }

    /// Returns one coordinate of the copy, given those of the responses below and above.
    ///
    /// # Errors
    /// [`Error::Overflow`], [`Error::StreamExhausted`], with the probabilities stated there.
    pub fn sample<R: CryptoRng + ?Sized>(
        &self,
        below: i64,
        above: i64,
        rng: &mut R,
    ) -> Result<i64, Error> {
        match &self.0 {
            BetweenOf::DiscreteLaplace(kernel) => kernel.sample(below, above, rng),
        }
    }
}
