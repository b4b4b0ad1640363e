//! A home: the folder with the keys, data and books of one person or institution, and the market
//! on which it trades.
//!
//! This crate keeps a home, and contains no rule of a sale. It opens and closes homes, and has the
//! vault and its keys, the authenticated database (all SQL is in [`store`]), the mark and the own
//! log that reveal an old copy, the outbox, and the reader of a market's listings.
//! `poundwise-seller` and `poundwise-buyer` are built on [`Context`]. A shell gets a [`Home`] from
//! `poundwise-market`, and not its parts, for which the trait [`Inside`] is needed.
//!
//! Abbreviations: MAC is a message authentication code, HMAC one that is made from a hash function
//! (RFC 2104), HKDF the key derivation made from that (RFC 5869), WAL the write-ahead log of
//! SQLite, C2SP the Community Cryptography Specification Project, IBAN the International Bank
//! Account Number, and kid the id of a signing key: its RFC 7638 thumbprint.

#![forbid(unsafe_code)]

pub mod availability;
pub mod catalogue;
mod check;
mod clock_check;
pub mod glance;
pub mod holder;
pub mod home;
pub mod ids;
pub mod intake;
pub mod joining;
pub mod look;
pub mod mail;
pub mod mark;
mod member;
pub mod messages;
pub mod moving;
pub mod names;
mod outbox;
pub mod own_log;
pub mod question;
pub mod reach;
pub mod secrets;
pub mod sending;
mod statements;
pub mod store;
pub mod table_file;
pub mod tables;
pub mod text_error;
pub mod turn;
pub mod vault;
pub mod verdict;
pub mod view;
pub mod watching;

use poundwise_base::{clock, error, hint, random, work};
use poundwise_exchange::{exchange, files, point, private, reserved};

pub use home::{Context, Home, HomeOptions, Inside, keys};

#[cfg(test)]
#[path = "../../poundwise-documents/tests/fixture/people.rs"]
mod fixture;
