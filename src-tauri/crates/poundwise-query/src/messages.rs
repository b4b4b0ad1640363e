//! The messages of errors, in both languages.

mod file;
mod question;
mod schema;
mod words;

pub(crate) use file::FileMessage;
pub(crate) use question::QuestionMessage;
pub(crate) use schema::SchemaMessage;
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
            FileMessage::samples(),
            QuestionMessage::samples(),
            SchemaMessage::samples(),
            QueryHint::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "query", &samples.concat());
    }
}
