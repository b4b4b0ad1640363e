//! The statistical suite.

pub(crate) mod chi_square;
pub(crate) mod suite;
