//! Homes, datasets, ledger, sales and the market store: the API that every shell of Poundwise calls.
#![forbid(unsafe_code)]

pub mod error;
pub mod format;
pub mod view;

pub use error::{Error, ErrorKind, Result};
