//! Limits on what people write.

use super::{MAX_LINE, MAX_TEXT, PayloadError};

/// Characters that hide or reorder what is shown: controls, and the embeddings, overrides and isolates of Unicode's
/// bidirectional algorithm, with which one text can be made to look like another.
pub(crate) fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}')
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
    if text
        .chars()
        .any(|c| is_deceptive(c) && !(newlines && c == '\n'))
    {
        return Err(PayloadError::new(field, "has a control character"));
    }
    Ok(())
}

/// One line of at most 200 characters, possibly empty.
pub(super) fn line(field: &'static str, text: &str) -> Result<(), PayloadError> {
    limited(field, text, MAX_LINE, false)
}

/// One line of at most 200 characters that says something.
pub(super) fn name(field: &'static str, text: &str) -> Result<(), PayloadError> {
    if text.trim().is_empty() {
        return Err(PayloadError::new(field, "is empty"));
    }
    line(field, text)
}

/// At most 4000 characters, in which lines may be broken.
pub(super) fn prose(field: &'static str, text: &str) -> Result<(), PayloadError> {
    limited(field, text, MAX_TEXT, true)
}

/// An age recipient: opaque here, but printable and named as one.
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
