//! Shared parts of seller and buyer: the rules of a sale that both check ([`rules`]), the accuracy
//! that both are told ([`accuracy`]), the payment of an order ([`pay`]), what an invoice needs
//! ([`invoicing`]), orders that rule each other out ([`rivals`]), bundles held ([`held`]), a listing
//! as it is drafted ([`draft`]) and as it is typed ([`form`], [`typed`]), and the structures that
//! every shell shows ([`view`], made by [`make_views`] and worded by [`format`]).
//!
//! `poundwise-seller` and `poundwise-buyer` are built on it and know nothing of each other.
//!
//! Abbreviations: IBAN is the International Bank Account Number, SEPA the Single Euro Payments
//! Area, UBL the Universal Business Language, VAT value added tax.

#![forbid(unsafe_code)]

pub mod accuracy;
pub mod batch;
pub mod batch_files;
pub mod draft;
pub mod form;
pub mod format;
pub mod guess;
pub mod held;
pub mod invoicing;
pub mod job;
pub mod make_views;
mod messages;
pub mod pay;
pub mod rivals;
pub mod rules;
pub mod source;
pub mod spreadsheet;
pub mod typed;
pub mod view;

pub use messages::LevelName;
use poundwise_base::{error, hint, work};
use poundwise_exchange::files;
use poundwise_home::{catalogue, home, ids, question, secrets, store, vault};

#[cfg(test)]
#[path = "../../poundwise-documents/tests/fixture/people.rs"]
mod people;
