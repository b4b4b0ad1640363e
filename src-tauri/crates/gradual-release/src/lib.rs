#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod distribution;
mod error;
pub mod kernels;
mod params;
mod path;
mod progress;
mod reader;
mod reference;
mod release;
mod sampler;
mod seed;
mod simd;
pub mod spec;

pub use error::Error;
pub use params::{Epsilon, Sensitivity};
pub use path::{Change, Path, SealedPath};
pub use progress::Progress;
pub use seed::Seed;
