#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(test)]
mod agreement;
mod bulk;
mod chacha;
mod draw;
mod error;
mod fast;
mod floats;
mod inverse;
pub mod kernels;
mod lanes;
pub mod law;
pub mod layout;
mod lazy;
mod odds;
mod path;
mod precision;
mod progress;
mod seed;
mod slow;
pub mod study;
pub mod theory;
mod units;

pub use error::Error;
pub use path::{Change, Effort, Path, SealedPath};
pub use progress::Progress;
pub use seed::Seed;
pub use units::{Epsilon, Sensitivity};
