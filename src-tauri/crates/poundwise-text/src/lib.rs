//! Text that people and their programs write: encodings of files, and forms of numbers. Tables and
//! bank statements are read with the same two readers.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod encoding;
pub mod number;

pub use encoding::Encoding;

#[cfg(test)]
#[path = "../../gradual-release/tests/support/property.rs"]
mod property;
