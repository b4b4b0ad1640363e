//! The mechanism of a question: one door to the noise of every family.
//!
//! Code that sells or verifies noise uses a [`Mechanism`], which is made from the family and the
//! sensitivity of a question. Levels are plain integers of the family. A new family is a new variant
//! here, and the compiler then names every place that must handle it.
//!
//! | family | level | loss of a question |
//! |---|---|---|
//! | discrete Laplace | micro-epsilon, 1 ..= 2^40 | ε of the highest level sold |
//!
//! Levels rise with accuracy.
//!
//! ```
//! use gradual_release::mechanism::Mechanism;
//! use gradual_release::{Progress, Seed};
//!
//! let mechanism = Mechanism::discrete_laplace(1)?;
//! let (top_seed, jump_seed) = (Seed::from_bytes([7; 32]), Seed::from_bytes([8; 32]));
//! let path = mechanism.path(5_000_000, top_seed, jump_seed)?;
//! let noise = path.read(0..4, 500_000, &Progress::silent())?;
//! assert_eq!(noise.len(), 4);
//! assert_eq!(mechanism.law(500_000)?.half_width_95(), 6);
//! assert_eq!(mechanism.charge(500_000).micro_epsilon, 500_000);
//! # Ok::<(), gradual_release::Error>(())
//! ```

mod copy;
mod draw;
mod law;

use std::ops::Range;

pub use copy::{CopyBelow, CopyBetween};
pub use draw::NoiseDraw;
pub use law::{CombinationLaw, IncrementLaw, Law, WeightedLaw, WeightedNoises};

use crate::accountant::PrivacyLoss;
use crate::laplace::path;
use crate::params::{Epsilon, Error, Sensitivity};
use crate::progress::Progress;
use crate::seed::Seed;

/// The family of noise of one question, with what scales it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mechanism(Family);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    DiscreteLaplace(Sensitivity),
}

impl Mechanism {
    /// Returns discrete Laplace noise for an l1 sensitivity in lattice steps.
    ///
    /// # Errors
    /// [`Error::ZeroSensitivity`], [`Error::SensitivityTooLarge`].
    pub fn discrete_laplace(sensitivity: u64) -> Result<Mechanism, Error> {
        Ok(Mechanism(Family::DiscreteLaplace(Sensitivity::new(
            sensitivity,
        )?)))
    }

    /// Returns the name and version of the layout of random words.
    #[must_use]
    pub const fn layout(self) -> &'static str {
        match self.0 {
            Family::DiscreteLaplace(_) => path::Path::LAYOUT,
        }
    }

    /// Returns the noise of all levels up to `top`.
    ///
    /// # Errors
    /// As the family's path: [`crate::Path::with_top`]; an error of the level if `top` is none.
    pub fn path(self, top: u64, top_seed: Seed, jump_seed: Seed) -> Result<NoisePath, Error> {
        match self.0 {
            Family::DiscreteLaplace(sensitivity) => {
                let top = Epsilon::from_micro(top)?;
                let path = path::Path::with_top(sensitivity, top, top_seed, jump_seed)?;
                Ok(NoisePath(PathOf::DiscreteLaplace(path)))
            }
        }
    }

    /// Returns the differences of the noise to that at `top`, whose seed was erased.
    ///
    /// # Errors
    /// As the family's path: [`crate::SealedPath::new`]; an error of the level if `top` is none.
    pub fn sealed_path(self, top: u64, jump_seed: Seed) -> Result<SealedNoisePath, Error> {
        match self.0 {
            Family::DiscreteLaplace(sensitivity) => {
                let top = Epsilon::from_micro(top)?;
                let path = path::SealedPath::new(sensitivity, top, jump_seed)?;
                Ok(SealedNoisePath(SealedPathOf::DiscreteLaplace(path)))
            }
        }
    }

    /// Returns the law of one coordinate's noise at a level.
    ///
    /// # Errors
    /// An error of the level; [`Error::ScaleTooLarge`].
    pub fn law(self, level: u64) -> Result<Law, Error> {
        match self.0 {
            Family::DiscreteLaplace(sensitivity) => Law::laplace(level, sensitivity),
        }
    }

    /// Returns how noise of the law of a level is drawn with a caller's generator.
    ///
    /// # Errors
    /// As [`law`](Self::law).
    pub fn draw(self, level: u64) -> Result<NoiseDraw, Error> {
        match self.0 {
            Family::DiscreteLaplace(sensitivity) => NoiseDraw::laplace(level, sensitivity),
        }
    }

    /// Returns the law of the difference between the noise at a level and that at a higher one.
    ///
    /// # Errors
    /// As [`law`](Self::law); [`Error::LevelsNotAscending`].
    pub fn increment(self, low: u64, high: u64) -> Result<IncrementLaw, Error> {
        match self.0 {
            Family::DiscreteLaplace(sensitivity) => IncrementLaw::laplace(low, high, sensitivity),
        }
    }

    /// Returns the privacy loss of a question of which `highest` is the highest level sold.
    #[must_use]
    pub const fn charge(self, highest: u64) -> PrivacyLoss {
        match self.0 {
            Family::DiscreteLaplace(_) => PrivacyLoss {
                micro_epsilon: highest,
                nano_rho: 0,
            },
        }
    }

    /// Returns the highest level whose charge is within `left` in both parts, or 0.
    #[must_use]
    pub const fn affordable(self, left: PrivacyLoss) -> u64 {
        match self.0 {
            Family::DiscreteLaplace(_) => left.micro_epsilon,
        }
    }

    /// Returns how a response at a level is drawn from one at a higher level.
    ///
    /// # Errors
    /// As [`increment`](Self::increment).
    pub fn copy_below(self, level: u64, above: u64) -> Result<CopyBelow, Error> {
        match self.0 {
            Family::DiscreteLaplace(sensitivity) => CopyBelow::laplace(level, above, sensitivity),
        }
    }

    /// Returns how a response at a level is drawn from one at a lower and one at a higher level.
    ///
    /// # Errors
    /// As [`increment`](Self::increment).
    pub fn copy_between(self, below: u64, level: u64, above: u64) -> Result<CopyBetween, Error> {
        match self.0 {
            Family::DiscreteLaplace(sensitivity) => {
                CopyBetween::laplace([below, level, above], sensitivity)
            }
        }
    }
}

/// The noise of one vector at every level up to a top.
pub struct NoisePath(PathOf);

enum PathOf {
    DiscreteLaplace(path::Path),
}

impl NoisePath {
    /// Returns the noise of a range of coordinates at a level, in lattice steps.
    ///
    /// # Errors
    /// An error of the level; as [`crate::Path::read_with`].
    pub fn read(
        &self,
        coordinates: Range<u64>,
        level: u64,
        progress: &Progress<'_>,
    ) -> Result<Vec<i64>, Error> {
        match &self.0 {
            PathOf::DiscreteLaplace(path) => {
                path.read_with(coordinates, Epsilon::from_micro(level)?, progress)
            }
        }
    }
}

/// The noise of one vector less that at the top level, which nobody can compute any more.
pub struct SealedNoisePath(SealedPathOf);

enum SealedPathOf {
    DiscreteLaplace(path::SealedPath),
}

impl SealedNoisePath {
    /// Returns the noise at a level less that at the top, of a range of coordinates, in lattice
    /// steps. It is to be added to the response at the top.
    ///
    /// # Errors
    /// An error of the level; as [`crate::SealedPath::jumps_with`].
    pub fn read(
        &self,
        coordinates: Range<u64>,
        level: u64,
        progress: &Progress<'_>,
    ) -> Result<Vec<i64>, Error> {
        match &self.0 {
            SealedPathOf::DiscreteLaplace(path) => {
                path.jumps_with(coordinates, Epsilon::from_micro(level)?, progress)
            }
        }
    }
}
