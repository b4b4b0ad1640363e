//! Fixtures and the statistical suite.

pub(crate) mod chi_square;
pub(crate) mod property;
pub(crate) mod suite;

use gradual_release::{Epsilon, Seed, Sensitivity};

/// A level in millionths.
pub(crate) fn epsilon(micro: u64) -> Epsilon {
    Epsilon::from_micro(micro).unwrap()
}

/// A sensitivity in lattice steps.
pub(crate) fn steps(steps: u64) -> Sensitivity {
    Sensitivity::new(steps).unwrap()
}

/// The seed of 32 bytes `number`.
pub(crate) fn seed(number: u8) -> Seed {
    Seed::from_bytes([number; 32])
}
