//! Noise for integers that are released at one privacy level now and at a higher one later, without
//! paying for both.
//!
//! A count, a histogram or a sum of personal data can be published with noise at a privacy level ε
//! (differential privacy). If the same number is needed more precisely later, independent noise
//! would cost the sum of both ε. This crate draws the noise of all levels as one *path*, so that
//! the two releases together cost only the higher ε, and each of them is exactly as accurate as if
//! it were the only one.
//!
//! **Theorem.** Let x be an integer vector with l1 sensitivity D, and N the path of this crate. For
//! every ε, x + N(ε) has exactly the law of one release with discrete Laplace noise
//! `DLap(exp(-ε/D))`. Whatever set of levels is released, in whatever order and to whomever, the
//! joint release is max(ε)-differentially private. [`spec::theory`] proves it.
//!
//! # A release
//!
//! Three things fix a path: the sensitivity, the highest level that will ever be released, and two
//! secret seeds.
//!
//! ```
//! use gradual_release::{Epsilon, Path, Seed, Sensitivity};
//!
//! // Numbers of patients per ward. Adding or removing one patient moves one of them by 1.
//! let data = [212, 98, 143, 27];
//! let sensitivity = Sensitivity::new(1)?;
//! let top: Epsilon = "5".parse()?;
//! // Use the operating system's generator here, once for each vector, and keep the seeds secret.
//! let (top_seed, jump_seed) = (Seed::from_bytes([7; 32]), Seed::from_bytes([8; 32]));
//! let path = Path::with_top(sensitivity, top, top_seed, jump_seed)?;
//!
//! // Published today, at ε = 0.5.
//! let coarse: Epsilon = "0.5".parse()?;
//! let first = path.release(&data, coarse)?;
//! // Published next year, at ε = 5.
//! let second = path.release(&data, top)?;
//!
//! // Together they cost 5 and not 5.5.
//! assert_eq!(path.privacy_map(sensitivity, &[coarse, top])?, Some(top));
//! // The path is a function of its seeds: to release a level again is no further release.
//! assert_eq!(path.release(&data, coarse)?, first);
//! # let _ = second;
//! # Ok::<(), gradual_release::Error>(())
//! ```
//!
//! Nothing is drawn or stored when a level is read. A crash, a retry or a restored backup gives the
//! same numbers, and an auditor who is shown seeds and data can recompute every release.
//!
//! # The units
//!
//! * **Data** are integers, in *lattice steps*: choose a step for sums of decimals, such as 0.01,
//!   and divide by it. Floating point never touches the data or a release.
//! * **[`Sensitivity`]** D says how far the vector moves, summed over its coordinates, if one
//!   privacy unit (a person, as a rule) is added or removed: 1 for a histogram in which each person
//!   is counted once, 1 000 for a sum of values up to 10.00 in steps of 0.01.
//! * **[`Epsilon`]** is an integer of millionths. It is read and shown as a decimal, and
//!   [`Epsilon::from_micro`] works in constants.
//! * **[`Seed`]** is 32 secret bytes. Anyone who knows the seeds can remove the noise from every
//!   release, so a seed cannot be printed, compared or copied, and is erased when it is dropped.
//!
//! # How accurate a level is
//!
//! [`distribution`] gives the laws in closed form, from public numbers alone, so accuracy can be
//! stated before anything is released:
//!
//! ```
//! use gradual_release::{Epsilon, Sensitivity, distribution::DiscreteLaplace};
//!
//! let width = |level: &str| -> Result<u64, gradual_release::Error> {
//!     Ok(DiscreteLaplace::new(level.parse()?, Sensitivity::new(1)?)?.half_width_95())
//! };
//! // With probability 0.95 the noise is at most this much, in lattice steps.
//! assert_eq!((width("0.5")?, width("1")?, width("5")?), (6, 3, 0));
//! # Ok::<(), gradual_release::Error>(())
//! ```
//!
//! # From one level to the next
//!
//! The holder of a release needs, for a higher level, the coordinates whose noise differs.
//! [`Path::changes`] names them; between close levels there are few:
//!
//! ```
//! # use gradual_release::{Epsilon, Path, Seed, Sensitivity};
//! let path = Path::without_top(Sensitivity::new(1)?, Seed::from_bytes([9; 32]));
//! let (from, to): (Epsilon, Epsilon) = ("1".parse()?, "1.1".parse()?);
//! let changes = path.changes(0..10_000, from, to)?;
//! assert!((500..1_500).contains(&changes.len()));
//! # Ok::<(), gradual_release::Error>(())
//! ```
//!
//! [`Path::read`] returns the noise alone, for data that is added elsewhere, and [`Path::at`] one
//! coordinate. [`Path::read_with`] takes a [`Progress`] callback and can be cancelled.
//!
//! # Erasing the data
//!
//! Once the response at the top level is stored, the data are no longer needed: every lower level
//! is that response plus jumps of the path. [`Path::seal`] erases the seed that could undo this.
//!
//! ```
//! # use gradual_release::{Epsilon, Path, Seed, Sensitivity};
//! # let data = [212, 98, 143, 27];
//! # let (top, low): (Epsilon, Epsilon) = ("5".parse()?, "0.5".parse()?);
//! # let path = Path::with_top(
//! #     Sensitivity::new(1)?,
//! #     top,
//! #     Seed::from_bytes([7; 32]),
//! #     Seed::from_bytes([8; 32]),
//! # )?;
//! # let before = path.release(&data, low)?;
//! let response = path.release(&data, top)?;
//! let sealed = path.seal()?;
//! // From here on without the data.
//! assert_eq!(sealed.release(&response, low)?, before);
//! # Ok::<(), gradual_release::Error>(())
//! ```
//!
//! # Without the seed
//!
//! [`kernels`] has the steps of the path for holders of noise or responses: a more private copy of
//! a response, a response between two others, the noise of a higher level given that of a lower
//! one, and plain discrete Laplace noise. Each is exact and draws from the caller's generator.
//!
//! # What is guaranteed, and what is not
//!
//! * **Exact.** A released integer is a mathematical function of an infinite random bit stream,
//!   which [`spec::layout`] defines word by word. Floats with a proven margin decide nearly every
//!   draw, sixteen coordinates at a time; about one draw in a million needs arbitrary precision and
//!   more random bits. Nothing is redrawn, so the result is the same on every platform.
//! * **One path for one vector.** Seeds, sensitivity and top level belong together. If one of them
//!   must change, draw new seeds, and add up the ε of both paths.
//! * **Range.** ε from 0.000001 to 1 099 511.627776, D from 1 to 2^40, D/ε below 2^50, coordinates
//!   below 2^63. Everything else is an [`Error`] that names the value and the limit.
//! * **Time.** The time of a reading depends on the number of jumps of a coordinate and on whether
//!   floats decided it, and not on the size of the noise. Do not let others time the reading of
//!   single coordinates.
//!
//! # Features
//!
//! Both are on by default; the numbers are the same without them.
//!
//! * `rayon` reads many coordinates in parallel.
//! * `simd` uses the widest vector instructions that the processor has, found at run time.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod accountant;
mod certified;
mod chi_square;
mod laplace;
pub mod mechanism;
mod params;
mod precision;
mod progress;
mod seed;
pub mod spec;

pub use laplace::path::{Path, SealedPath};
pub use laplace::reader::Change;
pub use laplace::{distribution, kernels};
pub use params::Error;
pub use params::{Epsilon, Sensitivity};
pub use progress::Progress;
pub use seed::Seed;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
