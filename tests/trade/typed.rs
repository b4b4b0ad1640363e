//! What tests say in words, as the values that the market takes.

use std::{
    fmt::{Debug, Display},
    str::FromStr,
};

use poundwise_market::{Payment, PaymentNote};

/// The value that a text stands for.
#[track_caller]
pub(crate) fn parsed<T: FromStr<Err: Debug>>(text: &(impl Display + ?Sized)) -> T {
    text.to_string().parse().unwrap()
}

/// Paid, known by that reference.
#[track_caller]
pub(crate) fn paid(reference: &str) -> Payment {
    Payment::from(parsed::<PaymentNote>(reference))
}
