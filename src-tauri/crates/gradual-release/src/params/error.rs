//! Errors: inputs outside the supported range, each named.

use super::{Epsilon, Sensitivity};

/// A request that this crate cannot answer exactly, and what to change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// An epsilon of 0 would be noise without end.
    #[error("epsilon is 0; the smallest supported epsilon is 0.000001")]
    ZeroEpsilon,
    /// A text that is not a level.
    #[error(
        "{text:?} is not a level: write epsilon as a decimal with at most six places, such as 1.5"
    )]
    EpsilonText {
        /// The refused text.
        text: String,
    },
    /// An epsilon above [`Epsilon::MAX`].
    #[error("epsilon of {micro} millionths is over the supported {} millionths",
        Epsilon::MAX.micro()
    )]
    EpsilonTooLarge {
        /// The refused value, in millionths.
        micro: u64,
    },
    /// A sensitivity of 0: nothing would need protection, and no noise is defined.
    #[error("sensitivity is 0; it must be at least one lattice step")]
    ZeroSensitivity,
    /// A sensitivity above [`Sensitivity::MAX`].
    #[error(
        "sensitivity of {steps} lattice steps is over the supported {} steps; \
         choose a coarser lattice step",
        Sensitivity::MAX.get()
    )]
    SensitivityTooLarge {
        /// The refused value, in lattice steps.
        steps: u64,
    },
    /// D/epsilon is 2^50 or more: the noise would leave the range of an `i64`.
    #[error(
        "sensitivity of {} lattice steps at epsilon {epsilon} gives a noise scale \
         of 2^50 steps or more; choose a coarser lattice step or a larger epsilon",
        sensitivity.get()
    )]
    ScaleTooLarge {
        /// The sensitivity asked for.
        sensitivity: Sensitivity,
        /// The level asked for.
        epsilon: Epsilon,
    },
    /// The level asked for lies above the top level of the path.
    #[error("epsilon {epsilon} lies above the path's top level {top}; ask for at most {top}")]
    AboveTop {
        /// The level asked for.
        epsilon: Epsilon,
        /// The path's top level.
        top: Epsilon,
    },
    /// A path without a top level cannot be sealed: its jump seed tells all of its noise.
    #[error("the path has no top level, so nothing of it can be erased; make it with a top level")]
    NoTop,
    /// The two levels of a bridge are not in ascending order.
    #[error("the lower level {low} is not below the higher level {high}")]
    LevelsNotAscending {
        /// The level given as the lower one.
        low: Epsilon,
        /// The level given as the higher one.
        high: Epsilon,
    },
    /// A tail probability that is not strictly between 0 and 1.
    #[error("tail probability {numerator}/{denominator} is not strictly between 0 and 1")]
    Tail {
        /// The refused numerator.
        numerator: u64,
        /// The refused denominator.
        denominator: u64,
    },
    /// A text that is not a δ.
    #[error("{text:?} is not a delta between 0 and 1: write it as 1e-6 or as 0.000001")]
    DeltaText {
        /// The refused text.
        text: String,
    },
    /// A seed that is not 32 bytes long.
    #[error("a seed has 32 bytes, not {length}")]
    SeedLength {
        /// The length found, in bytes.
        length: usize,
    },
    /// One seed for the start and the jumps of a path: the two would depend on each other.
    #[error("the top seed and the jump seed are the same; draw two seeds")]
    SameSeed,
    /// A coordinate of 2^63 or more, which the layout does not number.
    #[error("coordinate {coordinate} is beyond the supported 2^63 - 1")]
    CoordinateTooLarge {
        /// The refused coordinate; `u64::MAX` when the range ran past even that.
        coordinate: u64,
    },
    /// More coordinates than memory holds.
    #[error("no memory for {count} coordinates; read the vector in parts")]
    TooMany {
        /// Number of coordinates asked for.
        count: u64,
    },
    /// The reading was stopped by its caller.
    #[error("stopped before the end; nothing was changed")]
    Cancelled,
    /// A noise outside the range of an `i64`. Its probability is below 2^-5900 per draw (see
    /// [`theory`](crate::spec::theory)).
    #[error("the noise leaves the range of a 64-bit integer")]
    Overflow,
    /// The sum of data and noise is outside the range of an `i64`.
    #[error(
        "data plus noise of coordinate {coordinate} leaves the range of a 64-bit integer; \
         choose a coarser lattice step"
    )]
    ResponseOverflow {
        /// The first coordinate whose sum does not fit.
        coordinate: u64,
    },
    /// The part of the stream reserved for one uniform is used up. Its probability is below
    /// 2^-4000000 per draw.
    #[error("the random stream reserved for one draw is used up")]
    StreamExhausted,
}
