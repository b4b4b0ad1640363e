//! Text that people and their programs write: encodings of files, and forms of numbers and days.
//! Tables and bank statements are read with the same readers.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod day;
pub mod encoding;
pub mod number;

pub use day::DayOrder;
pub use encoding::Encoding;

#[cfg(test)]
#[path = "../../gradual-release/tests/support/property.rs"]
mod property;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::number::NoCurrency;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        poundwise_words::catalogue::check(&docs, "text", &NoCurrency::texts());
    }
}
