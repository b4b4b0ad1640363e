//! Limits on what people write.

use serde::{Serialize, Serializer};

use super::{MAX_LINE, MAX_TEXT, PayloadError};
use crate::texts::{HiddenSign, PayloadProblem};
use poundwise_words::Text;

/// Returns whether a text is an address to pay to: a `payto:` URI (RFC 8905) that is not too long.
#[must_use]
pub fn is_payto(text: &str) -> bool {
    text.starts_with("payto://")
        && text.len() <= MAX_TEXT as usize
        && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Returns whether a character hides or reorders what is shown, in any text: controls, line
/// separators, the embeddings, overrides and isolates of Unicode's bidirectional algorithm, with
/// which one text can be made to look like another, and tags, which show nothing and can say
/// anything.
pub(crate) fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{202a}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{2028}'
                | '\u{2029}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Returns whether a character must not be in a name, since two names that look the same would be
/// two: what hides or reorders in any text, all other format characters (Unicode 16, general
/// category Cf), and what else shows nothing by itself (`Default_Ignorable_Code_Point`: variation
/// selectors, fillers, joiners).
#[must_use]
pub fn is_hidden(c: char) -> bool {
    is_deceptive(c)
        || matches!(
            c,
            // Category Cf.
            '\u{ad}'
                | '\u{600}'..='\u{605}'
                | '\u{61c}'
                | '\u{6dd}'
                | '\u{70f}'
                | '\u{890}'..='\u{891}'
                | '\u{8e2}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{110bd}'
                | '\u{110cd}'
                | '\u{13430}'..='\u{1343f}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                // Default_Ignorable_Code_Point.
                | '\u{34f}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180b}'..='\u{180d}'
                | '\u{180f}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fff8}'
        )
}

/// Returns the first character of a name that must not be in it ([`is_hidden`]), as an error shows
/// it: `the invisible character U+200B`.
#[must_use]
pub fn hidden_in(name: &str) -> Option<String> {
    name.chars()
        .find(|c| is_hidden(*c))
        .map(|sign| HiddenSign(sign).to_string())
}

/// Reason why a text is refused, by which a document and a name in a home are refused alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TextFault {
    /// Nothing is written.
    Empty,
    /// Too many characters.
    TooLong {
        /// The most that are allowed.
        most: u32,
    },
    /// A character that hides or reorders what is shown, or that breaks a line.
    Hidden {
        /// The character; written as `U+200B`.
        #[serde(serialize_with = "code_point")]
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        sign: char,
    },
}

fn code_point<S: Serializer>(sign: &char, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("U+{:04X}", u32::from(*sign)))
}

/// Limits of a text that people write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRule {
    most: u32,
    may_be_empty: bool,
    /// Whether lines may be broken. Prose is read, not compared: its scripts and emoji may need
    /// joiners and selectors.
    is_prose: bool,
}

impl TextRule {
    /// One line of at most 200 characters, possibly empty.
    pub const LINE: Self = Self {
        most: MAX_LINE,
        may_be_empty: true,
        is_prose: false,
    };
    /// One line of at most 200 characters, and not empty.
    pub const NAME: Self = Self {
        may_be_empty: false,
        ..Self::LINE
    };
    /// At most 4000 characters, in which lines may be broken.
    pub const PROSE: Self = Self {
        most: MAX_TEXT,
        may_be_empty: true,
        is_prose: true,
    };

    /// Returns the rule with another limit on the number of characters.
    #[must_use]
    pub const fn at_most(self, most: u32) -> Self {
        Self { most, ..self }
    }

    /// Checks a text.
    ///
    /// # Errors
    /// [`TextFault`], the first of its list that the text has.
    pub fn check(self, text: &str) -> Result<(), TextFault> {
        if !self.may_be_empty && text.trim().is_empty() {
            return Err(TextFault::Empty);
        }
        if text.chars().count() > self.most as usize {
            return Err(TextFault::TooLong { most: self.most });
        }
        let hidden = |c: &char| match self.is_prose {
            true => is_deceptive(*c) && *c != '\n',
            false => is_hidden(*c),
        };
        let sign = text.chars().find(hidden);
        sign.map_or(Ok(()), |sign| Err(TextFault::Hidden { sign }))
    }

    /// Checks a field of a document.
    pub(super) fn field(self, field: &'static str, text: &str) -> Result<(), PayloadError> {
        self.check(text)
            .map_err(|fault| PayloadError::of_text(field, fault))
    }
}

/// Checks that a field is one line of at most 200 characters, possibly empty.
pub(super) fn line(field: &'static str, text: &str) -> Result<(), PayloadError> {
    TextRule::LINE.field(field, text)
}

/// Checks that a field is one line of at most 200 characters, and not empty.
pub(super) fn name(field: &'static str, text: &str) -> Result<(), PayloadError> {
    TextRule::NAME.field(field, text)
}

/// Checks that a field has at most 4000 characters, in which lines may be broken.
pub(super) fn prose(field: &'static str, text: &str) -> Result<(), PayloadError> {
    TextRule::PROSE.field(field, text)
}

/// Checks an age recipient: opaque here, but printable and named as one.
pub(super) fn recipient(field: &'static str, text: &str) -> Result<(), PayloadError> {
    if text.len() > MAX_TEXT as usize {
        return Err(PayloadError::new(
            field,
            Text::of(TextFault::TooLong { most: MAX_TEXT }),
        ));
    }
    if !text.starts_with("age1")
        || !text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    {
        return Err(PayloadError::new(field, PayloadProblem::NotARecipient));
    }
    Ok(())
}
