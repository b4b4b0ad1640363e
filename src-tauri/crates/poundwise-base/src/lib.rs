//! What every crate of homes and markets needs: the error of every call with its hints ([`error`],
//! [`hint`]), progress and cancellation of work ([`work`]), the current time ([`clock`]) and the
//! operating system's randomness ([`random`]).
//!
//! Abbreviations: IBAN is the International Bank Account Number, VAT value added tax.

#![forbid(unsafe_code)]

pub mod clock;
pub mod error;
pub mod hint;
mod messages;
pub mod random;
pub mod sending;
pub mod stop;
pub mod work;

pub use error::{Error, ErrorCode, ErrorKind, Result};
