#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod draw;
mod error;
mod interval;
pub mod law;
pub mod layout;
mod narrow;
mod path;
mod seed;
mod units;
mod wide;

pub use error::Error;
pub use path::Path;
pub use seed::Seed;
pub use units::{Epsilon, Sensitivity};
