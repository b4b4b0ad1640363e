use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;

use crate::Language;

/// A value that has a text in each language.
pub trait Localize {
    /// Writes the text in a language.
    ///
    /// # Errors
    /// Errors of the formatter.
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl Language {
    /// Returns a value with a `Display` in this language.
    #[must_use]
    pub fn write<T: Localize + ?Sized>(self, value: &T) -> Localized<'_, T> {
        Localized {
            value,
            language: self,
        }
    }
}

/// A value whose `Display` is its text in a language.
pub struct Localized<'a, T: ?Sized> {
    value: &'a T,
    language: Language,
}

impl<T: Localize + ?Sized> fmt::Display for Localized<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.localize(self.language, f)
    }
}

impl<T: Localize + ?Sized> Localize for &T {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).localize(language, f)
    }
}

/// Names and texts of other programs are the same in each language.
macro_rules! same_in_each_language {
    ($($type:ty),+) => {$(
        impl Localize for $type {
            fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    )+};
}

same_in_each_language!(str, String, Cow<'_, str>, char, NaiveDate);

impl Localize for Path {
    fn localize(&self, _: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.display(), f)
    }
}

impl Localize for PathBuf {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_path().localize(language, f)
    }
}

macro_rules! whole_numbers {
    ($($type:ty),+) => {$(
        impl Localize for $type {
            fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&language.grouped(&self.to_string()))
            }
        }
    )+};
}

whole_numbers!(u8, u16, u32, u64, u128, usize, i32, i64, i128);
