//! Names from a file's header, made fit for a public document: one line, nothing hidden, not too long.

use poundwise_documents::kinds::is_hidden;

/// The most characters of a label.
const MAX_LABEL: usize = 200;

/// `text` on one line, with single spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || is_hidden(c))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// `text` on one line of at most 200 characters.
pub(crate) fn label(text: &str) -> String {
    let line = one_line(text);
    if line.chars().count() <= MAX_LABEL {
        return line;
    }
    let mut short: String = line.chars().take(MAX_LABEL - 1).collect();
    short.push('…');
    short
}
