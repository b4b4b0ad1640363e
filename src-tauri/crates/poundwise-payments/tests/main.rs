//! From a bank's bytes to bookings, and from bookings to the orders that they pay.
#![allow(clippy::unwrap_used)]

#[path = "../../../../tests/support/bank_cases.rs"]
mod bank_cases;
mod camt;
mod cases;
mod csv;
#[path = "../../../../tests/support/files.rs"]
mod files;
mod hostile;
mod matching;
mod support;
