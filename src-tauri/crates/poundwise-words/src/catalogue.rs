//! The printed catalogue of messages, for the tests of the crates that declare them.

use std::path::{Path, PathBuf};

use chrono::NaiveDate;

use crate::{Language, Text};

/// A type of a field of a message.
pub trait MessageSample: Sized {
    /// Returns at least one value of a field with this name.
    fn samples(field: &str) -> Vec<Self>;
}

/// Returns the sample at `index` of a field, or the last one.
///
/// # Panics
/// The type has no sample.
#[must_use]
pub fn sample<T: MessageSample>(field: &str, index: usize) -> T {
    let samples = T::samples(field);
    let last = samples.len().saturating_sub(1);
    samples.into_iter().nth(index.min(last)).expect("a sample")
}

/// Returns a text that stands in for the value of a field.
fn text_of(field: &str) -> &str {
    match field {
        "file" | "from" => "people.csv",
        "folder" => "data",
        "column" | "one" => "age",
        "other" => "income",
        "problem" | "why" => "the footer is damaged",
        "byte" => "0x81",
        "path" => "/data/people.csv",
        "day" => "2026-11-28",
        "title" => "Mean age",
        "population" => "study",
        "dataset" => "people",
        "listing" | "order" | "receipt" => "A1b2C3d4",
        "size" => "4 GiB",
        other => other,
    }
}

impl MessageSample for String {
    fn samples(field: &str) -> Vec<Self> {
        vec![text_of(field).to_owned()]
    }
}

impl MessageSample for Text {
    fn samples(field: &str) -> Vec<Self> {
        vec![Self::verbatim(text_of(field))]
    }
}

impl MessageSample for char {
    fn samples(_: &str) -> Vec<Self> {
        vec!['\u{200b}']
    }
}

impl MessageSample for NaiveDate {
    fn samples(_: &str) -> Vec<Self> {
        NaiveDate::from_ymd_opt(2026, 11, 28).into_iter().collect()
    }
}

impl MessageSample for &'static str {
    fn samples(_: &str) -> Vec<Self> {
        vec!["example"]
    }
}

impl MessageSample for PathBuf {
    fn samples(field: &str) -> Vec<Self> {
        vec![text_of(field).into()]
    }
}

macro_rules! whole_numbers {
    ($($type:ty),+) => {$(
        impl MessageSample for $type {
            fn samples(_: &str) -> Vec<Self> {
                vec![1, 12]
            }
        }
    )+};
}

whole_numbers!(u8, u16, u32, u64, u128, usize, i32, i64, i128);

/// Returns the names of messages whose German text is the English one, if that has a word of at
/// least five letters.
#[must_use]
pub fn untranslated<'a>(messages: &[(&'a str, Text)]) -> Vec<&'a str> {
    let same = messages.iter().filter(|(_, text)| {
        let [english, german] = Language::ALL.map(|one| one.write(text).to_string());
        let mut words = english.split(|c: char| !c.is_alphabetic());
        english == german && words.any(|word| word.len() > 4)
    });
    same.map(|(name, _)| *name).collect()
}

/// Compares the messages of a crate with its lines in `docs/messages.en.txt` and
/// `docs/messages.de.txt`. If `POUNDWISE_WRITE_MESSAGES` is set, the lines are written.
///
/// # Panics
/// The lines differ, or a file cannot be read or written.
pub fn check(docs: &Path, of: &str, messages: &[(&str, Text)]) {
    for language in Language::ALL {
        let path = docs.join(format!("messages.{}.txt", language.tag()));
        let begin = format!("{of}.");
        let mut own: Vec<String> = messages
            .iter()
            .map(|(name, text)| format!("{begin}{name}: {}", language.write(text)))
            .collect();
        own.sort();
        own.dedup();
        let file = std::fs::read_to_string(&path).unwrap_or_default();
        let is_own = |line: &&str| line.starts_with(&begin);
        let printed: Vec<&str> = file.lines().filter(is_own).collect();
        if printed == own {
            continue;
        }
        assert!(
            std::env::var_os("POUNDWISE_WRITE_MESSAGES").is_some(),
            "{} has other messages of {of}. Write them with POUNDWISE_WRITE_MESSAGES=1.\n{}",
            path.display(),
            own.iter()
                .filter(|line| !printed.contains(&line.as_str()))
                .cloned()
                .collect::<Vec<_>>()
                .join("\n"),
        );
        let others = file.lines().filter(|line| !is_own(line)).map(str::to_owned);
        let mut lines: Vec<String> = others.chain(own).collect();
        lines.sort();
        std::fs::write(&path, lines.join("\n") + "\n").expect("a file to write");
    }
}
