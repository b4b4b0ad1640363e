//! Names from a file's header, made fit for a public document: one line, nothing hidden, not too long.

/// The most characters of a label.
const MAX_LABEL: usize = 200;

/// Whether `c` hides or reorders what is shown: controls, line separators, Unicode's bidirectional overrides.
fn hides(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// `text` on one line, with single spaces.
pub(crate) fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || hides(c))
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
