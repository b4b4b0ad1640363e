//! The messages of errors, queries and privacy units, in both languages.

mod file;
mod flaw;
mod query;
mod question;
mod schema;
mod unit;
mod words;

pub(crate) use file::FileMessage;
pub(crate) use flaw::FileFlaw;
pub use query::block_sizes;
pub(crate) use query::{QueryText, Ungrouped, both, decimal, listed};
pub(crate) use question::QuestionMessage;
pub(crate) use schema::SchemaMessage;
pub(crate) use unit::{UnitName, UnitText};
pub(crate) use words::RowPlace;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::hint::QueryHint;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            FileFlaw::samples(),
            FileMessage::samples(),
            QueryText::samples(),
            QuestionMessage::samples(),
            SchemaMessage::samples(),
            QueryHint::samples(),
            UnitName::samples(),
            UnitText::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "query", &samples.concat());
    }
}
