//! The name of a table in a database, as an owner writes it.

use crate::error::{Error, ErrorCode, Result};
use crate::messages::LinkMessage;

/// Reads the name of a table: one to three names with points between them, as in SQL. A name in
/// double quotes can have any character, with a double quote written twice. Without quotes, a name
/// is taken as it is written: it is not folded to lower case.
///
/// # Errors
/// `link`.
pub(super) fn read(text: &str) -> Result<Vec<String>> {
    let wrong = || {
        Error::usage(
            ErrorCode::Link,
            LinkMessage::TableName {
                name: text.to_owned(),
            },
        )
        .hint(LinkMessage::WriteTableName)
    };
    let mut names = Vec::new();
    let mut rest = text.trim();
    loop {
        let (name, after) = match rest.strip_prefix('"') {
            Some(quoted) => unquoted(quoted).ok_or_else(wrong)?,
            None => {
                let end = rest.find('.').unwrap_or(rest.len());
                let (name, after) = rest.split_at(end);
                (name.to_owned(), after)
            }
        };
        if name.is_empty() {
            return Err(wrong());
        }
        names.push(name);
        match after.strip_prefix('.') {
            Some(more) => rest = more,
            None if after.is_empty() && names.len() <= 3 => return Ok(names),
            None => return Err(wrong()),
        }
    }
}

/// Returns the name before the closing quote, and the rest behind the quote.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let mut name = String::new();
    let mut rest = text;
    loop {
        let (before, after) = rest.split_once('"')?;
        name.push_str(before);
        match after.strip_prefix('"') {
            Some(more) => {
                name.push('"');
                rest = more;
            }
            None => return Some((name, after)),
        }
    }
}

/// Writes the name of a table as [`read`] reads it.
pub(super) fn write(names: &[String]) -> String {
    let is_plain = |name: &str| {
        let inner = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        name.chars().all(inner)
    };
    let one = |name: &String| match is_plain(name) {
        true => name.clone(),
        false => format!("\"{}\"", name.replace('"', "\"\"")),
    };
    names.iter().map(one).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn table_names_are_read_and_written() {
        for (text, names) in [
            ("incomes", vec!["incomes"]),
            ("public.Incomes", vec!["public", "Incomes"]),
            ("a.b.c", vec!["a", "b", "c"]),
            (
                "\"own \"\"schema\"\"\".\"ta'ble.x\"",
                vec!["own \"schema\"", "ta'ble.x"],
            ),
        ] {
            assert_eq!(read(text).unwrap(), names);
            assert_eq!(write(&read(text).unwrap()), text);
        }
        for text in [
            "", ".", "a.", ".a", "a.b.c.d", "\"a", "\"a\"b", "a..b", "\"\"",
        ] {
            assert_eq!(read(text).unwrap_err().code(), ErrorCode::Link, "{text}");
        }
    }
}
