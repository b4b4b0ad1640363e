//! The messages of errors and notes, in English and German.

mod command;
mod home;
mod note;
mod value;

pub(crate) use command::CommandMessage;
pub(crate) use home::{FinalAct, HomeMessage};
pub(crate) use note::{LevelList, MendedParts, NoteMessage};
pub(crate) use value::ValueMessage;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            CommandMessage::samples(),
            FinalAct::samples(),
            HomeMessage::samples(),
            NoteMessage::samples(),
            ValueMessage::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "cli", &samples.concat());
    }
}
