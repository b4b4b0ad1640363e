use std::fmt;

use poundwise_words::{Language, Localize, catalogue::MessageSample};

/// A number that names a receipt, a booking, a rule or an invoice. It is written without
/// separators.
#[derive(Clone, Copy)]
pub(crate) struct Number(pub(crate) u64);

impl Localize for Number {
    fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl MessageSample for Number {
    fn samples(_: &str) -> Vec<Self> {
        vec![Self(1017)]
    }
}
