//! The configuration of every property test of the workspace.
//!
//! Each run draws a new seed and prints it; the test harness shows it when the test fails.
//! `PROPTEST_RNG_SEED=<seed> cargo test <name>` runs the same cases again.
#![allow(clippy::print_stderr)]

use std::hash::{BuildHasher, RandomState};

use proptest::test_runner::{Config, RngSeed};

/// Returns a configuration of `cases` cases, drawn from the seed of the environment variable
/// `PROPTEST_RNG_SEED` or else from a new one.
pub(crate) fn cases(cases: u32) -> Config {
    let mut config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let seed = match config.rng_seed {
        RngSeed::Fixed(seed) => seed,
        RngSeed::Random => RandomState::new().hash_one(()),
    };
    config.rng_seed = RngSeed::Fixed(seed);
    eprintln!("PROPTEST_RNG_SEED={seed}");
    config
}
