//! A home: one person's or institution's folder with keys, data and books, and the market that it
//! trades on.
//!
//! What is in here keeps a home, and knows no rule of a sale: opening and closing, the vault and
//! its keys, the authenticated database (all SQL is in [`store`]), the mark and the own log by
//! which an old copy is known, the outbox, and the reading of a market. `poundwise-market` builds
//! the roles of seller and buyer over [`Context`]. A shell has a [`Home`] from there and not what
//! is inside it: for that takes the trait [`Inside`].

#![forbid(unsafe_code)]

pub mod catalogue;
mod check;
pub mod clock;
pub mod error;
pub mod exchange;
pub mod files;
pub mod glance;
pub mod holder;
pub mod home;
pub mod ids;
pub mod intake;
pub mod keys;
pub mod mark;
mod moving;
pub mod names;
mod outbox;
pub mod own_log;
pub mod private;
pub mod reach;
pub mod secrets;
pub mod store;
pub mod tables;
pub mod vault;
pub mod view;
pub mod work;

pub use error::{Error, ErrorCode, ErrorKind, Result};
pub use home::{Context, Home, HomeOptions, Inside};

#[cfg(test)]
#[path = "../../poundwise-documents/tests/fixture/people.rs"]
mod fixture;
