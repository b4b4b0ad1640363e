//! Formats of other programs.

pub mod hledger;
