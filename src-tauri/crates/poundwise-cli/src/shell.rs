//! Quoting of words in commands that a person may paste into a shell.

/// Returns a text as one word of a POSIX shell or of zsh, quoted if needed. zsh replaces `=ls` by
/// the path of that program.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:@%=".contains(c);
    if !text.is_empty() && !text.starts_with('=') && text.chars().all(plain) {
        text.to_owned()
    } else {
        in_quotes(text)
    }
}

/// Returns a text as one quoted word of a shell.
pub(crate) fn in_quotes(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_can_be_pasted_into_a_shell_as_one_word() {
        for (text, word) in [
            ("/tmp/a-b", "/tmp/a-b"),
            ("a=b", "a=b"),
            ("/tmp/it's here", r"'/tmp/it'\''s here'"),
            ("=ls", "'=ls'"),
            ("~", "'~'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(text), word);
        }
    }
}
