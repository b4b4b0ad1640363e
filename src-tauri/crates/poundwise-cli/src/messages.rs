//! The texts that people read, in English and German: answers, questions, errors, hints and notes.

mod answer;
mod command;
mod counted;
mod dataset;
mod figure;
mod home;
mod label;
mod listing;
mod mail;
mod member;
mod money;
mod note;
mod number;
mod order;
mod purchase;
mod sentence;
mod value;
mod word;

pub(crate) use answer::{AuditText, ExportText, HomeText, SharedText, WorkText};
pub(crate) use command::CommandMessage;
pub(crate) use counted::Counted;
pub(crate) use dataset::{CellText, CellWay, DatasetText, FormText};
pub(crate) use figure::FigureText;
pub(crate) use home::{FinalAct, HomeMessage};
pub(crate) use label::Label;
pub(crate) use listing::{ListingText, PopulationText};
pub(crate) use mail::MailText;
pub(crate) use member::{MemberText, TrialWord};
pub(crate) use money::{BankText, BookingText, BooksText, InvoiceText};
pub(crate) use note::{LevelList, MendedParts, NoteMessage};
pub(crate) use number::NumberText;
pub(crate) use order::{OrderText, RuleText};
pub(crate) use purchase::{AlarmText, PurchaseText, TrustedText};
pub(crate) use sentence::Sentence;
pub(crate) use value::ValueMessage;
pub(crate) use word::{BookingWord, FormWord, Word, WorkWord};

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_message() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let samples = [
            AlarmText::samples(),
            AuditText::samples(),
            BankText::samples(),
            BookingText::samples(),
            BookingWord::samples(),
            BooksText::samples(),
            CellText::samples(),
            CellWay::samples(),
            CommandMessage::samples(),
            Counted::samples(),
            DatasetText::samples(),
            ExportText::samples(),
            FinalAct::samples(),
            FormText::samples(),
            FormWord::samples(),
            HomeMessage::samples(),
            HomeText::samples(),
            InvoiceText::samples(),
            Label::samples(),
            ListingText::samples(),
            MailText::samples(),
            MemberText::samples(),
            NoteMessage::samples(),
            NumberText::samples(),
            OrderText::samples(),
            PopulationText::samples(),
            PurchaseText::samples(),
            RuleText::samples(),
            Sentence::samples(),
            SharedText::samples(),
            TrialWord::samples(),
            ValueMessage::samples(),
            Word::samples(),
            WorkText::samples(),
            WorkWord::samples(),
        ];
        poundwise_words::catalogue::check(&docs, "cli", &samples.concat());
    }
}
