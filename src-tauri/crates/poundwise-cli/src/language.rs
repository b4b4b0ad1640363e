//! The language of what people read: answers, questions, errors, hints and notes.

use std::env;
use std::ffi::{OsStr, OsString};
use std::sync::OnceLock;

use poundwise_words::{Language, Localize};

/// The variables that name the language of messages, in the order of POSIX (XBD, section 8.2).
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

static CHOSEN: OnceLock<Language> = OnceLock::new();

/// Returns the language of what people read.
pub(crate) fn language() -> Language {
    *CHOSEN.get_or_init(|| of_variables(|name| env::var_os(name)))
}

/// Returns a text in the language of what people read.
pub(crate) fn say(text: impl Localize) -> String {
    language().write(&text).to_string()
}

/// Returns a text on a line of its own.
pub(crate) fn line(text: impl Localize) -> String {
    format!("{}\n", language().write(&text))
}

/// Sets the language, before anything is printed.
pub(crate) fn choose(language: Language) {
    // Chosen once, at the start of the program.
    let _ = CHOSEN.set(language);
}

/// Returns the language of the first variable that is set and not empty: German for `de_DE.UTF-8`
/// and the like, English for all others.
fn of_variables(variable: impl Fn(&str) -> Option<OsString>) -> Language {
    let locale = VARIABLES
        .into_iter()
        .filter_map(variable)
        .find(|locale| !locale.is_empty());
    match locale {
        Some(locale) if locale.as_encoded_bytes().starts_with(b"de") => Language::German,
        _ => Language::English,
    }
}

/// Returns the language that arguments choose, which could not be parsed.
pub(crate) fn of_arguments(arguments: impl IntoIterator<Item = OsString>) -> Option<Language> {
    let named = |value: &OsStr| {
        let all = Language::ALL.into_iter();
        all.into_iter().find(|language| value == language.tag())
    };
    let mut arguments = arguments.into_iter().take_while(|one| one != "--");
    while let Some(argument) = arguments.next() {
        if argument == "--language" {
            return named(&arguments.next()?);
        }
        let bytes = argument.as_encoded_bytes();
        if let Some(value) = bytes.strip_prefix(b"--language=") {
            return named(OsStr::new(std::str::from_utf8(value).ok()?));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_variable_that_is_set_decides() {
        for (variables, language) in [
            (&[][..], Language::English),
            (&[("LANG", "de_DE.UTF-8")], Language::German),
            (&[("LANG", "de")], Language::German),
            (&[("LANG", "en_GB.UTF-8")], Language::English),
            (&[("LANG", "C.UTF-8")], Language::English),
            (
                &[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")],
                Language::English,
            ),
            (
                &[("LC_ALL", ""), ("LC_MESSAGES", "de_AT"), ("LANG", "C")],
                Language::German,
            ),
            (
                &[("LC_MESSAGES", "fr_FR"), ("LANG", "de_DE")],
                Language::English,
            ),
            (&[("LC_CTYPE", "de_DE.UTF-8")], Language::English),
        ] {
            let found = of_variables(|name| {
                let mut all = variables.iter();
                all.find(|(one, _)| *one == name)
                    .map(|(_, locale)| OsString::from(locale))
            });
            assert_eq!(found, language, "{variables:?}");
        }
    }

    #[test]
    fn arguments_that_cannot_be_parsed_choose_the_language() {
        let german = Some(Language::German);
        for (arguments, language) in [
            (&["quote", "--language", "de"][..], german),
            (&["--language=de", "quote"], german),
            (&["--language", "en"], Some(Language::English)),
            (&["--language", "fr"], None),
            (&["--language"], None),
            (&["quote", "--", "--language", "de"], None),
            (&["quote"], None),
        ] {
            let found = of_arguments(arguments.iter().map(OsString::from));
            assert_eq!(found, language, "{arguments:?}");
        }
    }
}
