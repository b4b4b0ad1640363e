//! Bytes by name outside of a home: the market that participants exchange documents on
//! ([`exchange`]) and files on this machine, both written whole or not at all ([`files`]) and, if
//! they are secret, for their owner alone ([`private`]); the folders that reject outputs
//! ([`reserved`]), the points at which tests end the program ([`point`]), and the operations that
//! they count ([`operations`]).
//!
//! This crate knows no home, no key and no document: what a name or its bytes mean is decided above
//! it.

#![forbid(unsafe_code)]

pub mod exchange;
pub mod files;
mod messages;
pub mod operations;
pub mod point;
pub mod private;
pub mod reserved;

use poundwise_base::{error, hint, random, stop};
