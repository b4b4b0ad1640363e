//! From a bank's bytes to bookings, and from bookings to the orders that they pay.
#![allow(clippy::unwrap_used)]

mod camt;
mod cases;
mod csv;
#[path = "../../../../tests/support/files.rs"]
mod files;
mod hostile;
mod matching;
mod support;
