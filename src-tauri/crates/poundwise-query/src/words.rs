//! Names from a file's header, made fit for a public document: one line, nothing hidden, not too
//! long.

use poundwise_documents::kinds::is_hidden;

/// The most characters of a label.
pub(crate) const MAX_LABEL: usize = 200;

/// Returns `text` on one line, with single spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || is_hidden(c))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns `text` on one line of at most 200 characters.
pub(crate) fn label(text: &str) -> String {
    shortened(&one_line(text))
}

/// Returns `text`, or its beginning where it has more than 200 characters.
pub(crate) fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_LABEL {
        return text.to_owned();
    }
    cut(text, MAX_LABEL)
}

/// Returns the beginning of `text`, `most` characters with the sign that there is more.
pub(crate) fn cut(text: &str, most: usize) -> String {
    let mut short: String = text.chars().take(most - 1).collect();
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_one_line_of_visible_characters_and_not_too_long() {
        for (text, line) in [
            ("age", "age"),
            ("  age  in \u{a0}years ", "age in years"),
            ("age\nin\r\n\tyears", "age in years"),
            ("ag\u{200b}e\u{ad}", "ag e"),
            ("\u{2060}", ""),
        ] {
            assert_eq!(one_line(text), line, "{text:?}");
            assert_eq!(label(text), line, "{text:?}");
        }
        let longest = "ä".repeat(200);
        assert_eq!(label(&longest), longest);
        assert_eq!(
            label(&format!("{longest}ä")),
            format!("{}…", "ä".repeat(199))
        );
    }
}
