//! The errors of texts that others read, in plain words: those of a document that is to be signed,
//! and those of a name.

use std::fmt::Display;

use poundwise_documents::kinds::{PayloadError, TextFault};

use crate::error::{Error, ErrorCode, ErrorPlace};
use crate::messages::{HiddenSign, NameHint, TextField, TextMessage};

/// Returns the error of a document that its own rules refuse.
#[must_use]
pub fn unsignable(error: &PayloadError) -> Error {
    match error.text {
        Some(fault) => text_error(error.field, fault),
        None => not_signable(error),
    }
}

/// Returns the error of a document that cannot be signed.
pub(crate) fn not_signable(why: &dyn Display) -> Error {
    let why = why.to_string();
    Error::usage(ErrorCode::Document, TextMessage::NotSignable { why }).hint(NameHint::CorrectPart)
}

/// Returns the error of a text that others read. `field` is that of the document.
#[must_use]
pub fn text_error(field: &'static str, fault: TextFault) -> Error {
    let of = TextField(field);
    let message = match fault {
        TextFault::Empty => TextMessage::Empty { field: of },
        TextFault::TooLong { most } => TextMessage::TooLong { field: of, most },
        TextFault::Hidden { sign } => TextMessage::Hidden {
            field: of,
            sign: HiddenSign(sign),
        },
    };
    let way = way_out(fault).unwrap_or(match fault {
        TextFault::TooLong { .. } => NameHint::Shorten,
        _ => NameHint::WriteSomeWords,
    });
    Error::usage(ErrorCode::Text, message)
        .hint(way)
        .at(ErrorPlace::Text { field, fault })
}

/// Returns the way out of a fault, where that is the same for every text.
pub(crate) fn way_out(fault: TextFault) -> Option<NameHint> {
    match fault {
        TextFault::Empty | TextFault::TooLong { .. } => None,
        TextFault::Hidden { sign } if HiddenSign(sign).breaks_a_line() => Some(NameHint::OneLine),
        TextFault::Hidden { .. } => Some(NameHint::TypeAnew),
    }
}

#[cfg(test)]
mod tests {
    use poundwise_documents::kinds::TextRule;

    use super::*;

    #[test]
    fn a_text_is_refused_by_its_field_its_sign_and_the_way_out() {
        for (rule, field, text, said, way) in [
            (
                TextRule::NAME,
                "title",
                " ",
                "The title is empty.",
                "Write it in a few words.",
            ),
            (
                TextRule::NAME,
                "title",
                "Mean\u{200b} age",
                "The title has the invisible character U+200B.",
                "Type it again",
            ),
            (
                TextRule::NAME,
                "title",
                "Mean\nage",
                "The title has a line break.",
                "Write it on one line.",
            ),
            (
                TextRule::LINE,
                "unit",
                "k\tg",
                "The unit has a tab.",
                "Type it again",
            ),
            (
                TextRule::LINE,
                "unit",
                "k\u{7}g",
                "The unit has the control character U+0007.",
                "Type it again",
            ),
            (
                TextRule::PROSE,
                "terms",
                "No \u{202e}resale",
                "The terms have the invisible character U+202E.",
                "Type it again",
            ),
            (
                TextRule::PROSE.at_most(3),
                "reason",
                "abcd",
                "The reason is longer than 3 characters.",
                "Shorten it.",
            ),
        ] {
            let fault = rule.check(text).unwrap_err();
            let error = text_error(field, fault);
            assert_eq!((error.message(), error.hints().len()), (said, 1));
            let hint = error.hints()[0].to_string();
            assert!(hint.starts_with(way), "{said} {hint}");
            assert_eq!(error.code(), ErrorCode::Text);
            assert_eq!(
                error.place().cloned(),
                Some(ErrorPlace::Text { field, fault })
            );
        }
        // Prose has lines, and emoji their joiners.
        assert_eq!(
            TextRule::PROSE.check("a\nb \u{1f469}\u{200d}\u{1f52c}"),
            Ok(())
        );
        assert_eq!(TextRule::LINE.check(""), Ok(()));
    }
}
