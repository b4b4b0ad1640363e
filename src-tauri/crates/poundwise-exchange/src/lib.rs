//! Names and bytes outside of a home: the market that participants exchange documents on
//! ([`exchange`]) and files on this machine, both written whole or not at all ([`files`]) and, if
//! they are secret, for their owner alone ([`private`]); the error of every call with its hints
//! ([`error`], [`hint`]), progress and stopping ([`work`]), time ([`clock`]), the operating
//! system's randomness ([`random`]), the folders that reject outputs ([`reserved`]) and the points
//! at which tests end the program ([`point`]).
//!
//! This crate knows no home, no key and no document: what a name or its bytes mean is decided above
//! it.
//!
//! Abbreviations: IBAN is the International Bank Account Number, VAT value added tax.

#![forbid(unsafe_code)]

pub mod clock;
pub mod error;
pub mod exchange;
pub mod files;
pub mod hint;
pub mod point;
pub mod private;
pub mod random;
pub mod reserved;
pub mod verdict;
pub mod work;

pub use error::{Error, ErrorCode, ErrorKind, Result};
