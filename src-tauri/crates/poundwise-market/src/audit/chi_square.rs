//! The tail of the chi-square law.

use gradual_release::distribution::ChiSquare;

/// P(X > x) for a chi-square of `freedom` degrees of freedom.
pub(crate) fn tail(x: f64, freedom: u32) -> f64 {
    ChiSquare::new(freedom).tail(x)
}
