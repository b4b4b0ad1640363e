//! Draws of the noise of a level with a caller's generator, for every family.

use crate::laplace::kernels::{CryptoRng, Laplace};
use crate::params::{Epsilon, Error, Sensitivity};

/// Draws noise of the law of a level, to find how far a figure that is computed from a response may
/// be from the one without noise. The noise of a response is never drawn with it: that is a path's.
pub struct NoiseDraw(DrawOf);

enum DrawOf {
    DiscreteLaplace(Laplace),
}

impl NoiseDraw {
    pub(super) fn laplace(level: u64, sensitivity: Sensitivity) -> Result<NoiseDraw, Error> {
        let kernel = Laplace::new(Epsilon::from_micro(level)?, sensitivity)?;
        Ok(NoiseDraw(DrawOf::DiscreteLaplace(kernel)))
    }

    /// Returns one noise, in lattice steps.
    ///
    /// # Errors
    /// [`Error::Overflow`], [`Error::StreamExhausted`], with the probabilities stated there.
    pub fn sample<R: CryptoRng + ?Sized>(&self, rng: &mut R) -> Result<i64, Error> {
        match &self.0 {
            DrawOf::DiscreteLaplace(kernel) => kernel.sample(rng),
        }
    }
}
