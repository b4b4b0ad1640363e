//! Signed documents of Poundwise and their verification: documents, keys, log, bundles.
//!
//! Nothing here reads a clock, a file, an environment or a database, and nothing here has seen the
//! data: bytes and keys go in, documents and verdicts come out. All input is hostile until
//! verified.
//!
//! Abbreviations: JWS is JSON Web Signature (RFC 7515), JWK JSON Web Key (RFC 7517), JOSE the
//! family of both; C2SP is the Community Cryptography Specification Project (<https://c2sp.org>),
//! which specifies signed notes, checkpoints and tiles; RFC is an Internet standard's number.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod bundle;
pub mod checkpoint;
pub mod commitment;
pub mod copy;
pub mod finding;
pub mod jws;
pub mod keys;
pub mod kinds;
pub mod ledger;
pub mod log;
pub mod mail;
pub mod market;
mod named;
mod reader;
pub mod rules;
pub mod tariff;
mod texts;
pub mod tiles;
pub mod units;
pub mod values;
mod words;

mod zip;

pub use bundle::{Bundle, BundleError, VerifiedBundle};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use copy::{CopyError, CopyFile, VerifiedCopy};
pub use jws::{AnyDocument, JwsError, Signed};
pub use keys::{Identity, Jwk, KeyError, PublicKey};
pub use poundwise_words::Language;
pub use reader::ReaderError;
