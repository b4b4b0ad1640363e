//! Limits on what people write.

use super::{MAX_LINE, MAX_TEXT, PayloadError};

/// Returns whether a text is an address to pay to: a `payto:` URI (RFC 8905) that is not too long.
#[must_use]
pub fn is_payto(text: &str) -> bool {
    text.starts_with("payto://")
        && text.len() <= MAX_TEXT
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
    name.chars().find(|c| is_hidden(*c)).map(shown)
}

fn shown(c: char) -> String {
    let kind = if c.is_control() {
        "control"
    } else {
        "invisible"
    };
    format!("the {kind} character U+{:04X}", u32::from(c))
}

pub(super) fn limited(
    field: &'static str,
    text: &str,
    max: usize,
    newlines: bool,
) -> Result<(), PayloadError> {
    if text.chars().count() > max {
        return Err(PayloadError::new(
            field,
            format!("longer than {max} characters"),
        ));
    }
    let hidden = |c: &char| match newlines {
        // Prose is read, not compared: its scripts and emoji may need joiners and selectors.
        true => is_deceptive(*c) && *c != '\n',
        false => is_hidden(*c),
    };
    match text.chars().find(hidden) {
        Some(c) => Err(PayloadError::new(field, format!("has {}", shown(c)))),
        None => Ok(()),
    }
}

/// Checks that a text is one line of at most 200 characters, possibly empty.
pub(super) fn line(field: &'static str, text: &str) -> Result<(), PayloadError> {
    limited(field, text, MAX_LINE, false)
}

/// Checks that a text is one line of at most 200 characters, and not empty.
pub(super) fn name(field: &'static str, text: &str) -> Result<(), PayloadError> {
    if text.trim().is_empty() {
        return Err(PayloadError::new(field, "is empty"));
    }
    line(field, text)
}

/// Checks that a text has at most 4000 characters, in which lines may be broken.
pub(super) fn prose(field: &'static str, text: &str) -> Result<(), PayloadError> {
    limited(field, text, MAX_TEXT, true)
}

/// Checks an age recipient: opaque here, but printable and named as one.
pub(super) fn recipient(field: &'static str, text: &str) -> Result<(), PayloadError> {
    if text.len() > MAX_TEXT {
        return Err(PayloadError::new(
            field,
            format!("longer than {MAX_TEXT} characters"),
        ));
    }
    if !text.starts_with("age1")
        || !text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    {
        return Err(PayloadError::new(
            field,
            "is not an age recipient (age1...)",
        ));
    }
    Ok(())
}
