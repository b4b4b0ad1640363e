//! The errors of texts that others read, in plain words: those of a document that is to be signed,
//! and those of a name.

use poundwise_documents::kinds::{PayloadError, TextFault};

use crate::error::{Error, ErrorCode, ErrorPlace};

/// Returns the error of a document that its own rules refuse.
#[must_use]
pub fn unsignable(error: &PayloadError) -> Error {
    match error.text {
        Some(fault) => text_error(error.field, fault),
        None => Error::usage(
            ErrorCode::Document,
            format!("This cannot be signed: {error}."),
        )
        .hint("Nothing was changed. Correct that part and do it again."),
    }
}

/// Returns the error of a text that others read. `field` is that of the document.
#[must_use]
pub fn text_error(field: &'static str, fault: TextFault) -> Error {
    let what = words(field);
    let (is, has) = match field {
        "terms" => ("are", "have"),
        _ => ("is", "has"),
    };
    let message = match fault {
        TextFault::Empty => format!("{what} {is} empty."),
        TextFault::TooLong { most } => format!("{what} {is} longer than {most} characters."),
        TextFault::Hidden { sign } => format!("{what} {has} {}.", sign_words(sign)),
    };
    let way = way_out(fault).unwrap_or(match fault {
        TextFault::TooLong { .. } => "Shorten it.",
        _ => "Write it in a few words.",
    });
    Error::usage(ErrorCode::Text, message)
        .hint(way)
        .at(ErrorPlace::Text { field, fault })
}

/// Returns the way out of a fault, where that is the same for every text.
pub(crate) fn way_out(fault: TextFault) -> Option<&'static str> {
    match fault {
        TextFault::Empty | TextFault::TooLong { .. } => None,
        TextFault::Hidden { sign } if breaks_a_line(sign) => Some("Write it on one line."),
        TextFault::Hidden { .. } => Some(
            "Type it anew instead of copying it: such a character shows nothing, and can make two \
             texts look alike.",
        ),
    }
}

/// Returns why a name is refused, as it stands after a colon.
pub(crate) fn clause(fault: TextFault) -> String {
    match fault {
        TextFault::Empty => "it is empty".to_owned(),
        TextFault::TooLong { most } => format!("it has more than {most}"),
        TextFault::Hidden { sign } => format!("it has {}", sign_words(sign)),
    }
}

/// Returns whether a character ends a line.
fn breaks_a_line(sign: char) -> bool {
    matches!(
        sign,
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

fn sign_words(sign: char) -> String {
    let number = u32::from(sign);
    match sign {
        '\t' => "a tab".to_owned(),
        sign if breaks_a_line(sign) => "a line break".to_owned(),
        sign if sign.is_control() => format!("the control character U+{number:04X}"),
        _ => format!("the invisible character U+{number:04X}"),
    }
}

/// Returns the field of a document at the start of a sentence.
fn words(field: &str) -> String {
    match field {
        "labels" => "A label".to_owned(),
        "filters" => "A condition".to_owned(),
        "bins" => "A bin".to_owned(),
        "columns" => "A column of the cross-tabulation or one of its bins".to_owned(),
        "column" => "The name of the column".to_owned(),
        "unit_name" => "The name of the privacy unit".to_owned(),
        "unit_column" => "The name of the column that names the person".to_owned(),
        "seller_name" | "buyer_name" | "maker_name" => "The name of the home".to_owned(),
        other => format!("The {}", other.replace('_', " ")),
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
                "Type it anew",
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
                "Type it anew",
            ),
            (
                TextRule::LINE,
                "unit",
                "k\u{7}g",
                "The unit has the control character U+0007.",
                "Type it anew",
            ),
            (
                TextRule::PROSE,
                "terms",
                "No \u{202e}resale",
                "The terms have the invisible character U+202E.",
                "Type it anew",
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
