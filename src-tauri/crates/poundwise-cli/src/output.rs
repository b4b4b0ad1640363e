//! Standard output of answers: one JSON document, or words; a reader that hangs up is not an error.

use std::io::{self, ErrorKind, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use poundwise_market::error::ErrorView;
use poundwise_market::{Error, ErrorCode, Result};
use poundwise_words::{Language, Text};
use schemars::JsonSchema;
use serde::Serialize;

use crate::hints;
use crate::language::{language, line};
use crate::messages::{CommandMessage, HomeMessage, Sentence};
use crate::table::one_line;

/// Returns the explanation of the numbers after ±, once in every answer that shows some.
pub(crate) fn noise_interval() -> String {
    format!("\n{}", line(Sentence::NoiseInterval))
}

/// JSON on stderr, on one line or more, where a command fails.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Failure {
    pub(crate) error: ErrorView,
    /// Notes printed before the command failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
}

/// Notes of a command that prints JSON, held until its outcome is known. In case of an error,
/// stderr then has only one document. `None` if notes are printed at once.
static HELD: Mutex<Option<Vec<Text>>> = Mutex::new(None);

fn held() -> MutexGuard<'static, Option<Vec<Text>>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps notes back until the command ends.
pub(crate) fn hold_notes() {
    held().get_or_insert_default();
}

/// Prints the held notes after a successful command.
pub(crate) fn print_notes() {
    let notes = held().take();
    notes.into_iter().flatten().for_each(note);
}

/// Standard output in the form that was asked for.
pub(crate) struct Output {
    json: bool,
    /// The command that answers, by its full name.
    command: String,
    /// Tests whether a command's schema allows an answer of the type of that name.
    foresees: fn(command: &str, answer: &str) -> bool,
    hung_up: bool,
}

impl Output {
    pub(crate) fn new(
        json: bool,
        command: String,
        foresees: fn(command: &str, answer: &str) -> bool,
    ) -> Self {
        Self {
            json,
            command,
            foresees,
            hung_up: false,
        }
    }

    /// Returns whether one JSON document is wanted and nothing else.
    pub(crate) fn json(&self) -> bool {
        self.json
    }

    /// Prints the answer, as the JSON of `value` or as `words`.
    pub(crate) fn answer<T: Serialize + JsonSchema + ?Sized>(
        &mut self,
        value: &T,
        words: impl FnOnce() -> String,
    ) -> Result<()> {
        if self.json {
            self.document(value)
        } else {
            self.words(&words())
        }
    }

    /// Prints an answer that is shown only once. `lost` is the hint for an answer that cannot be
    /// printed or has no reader.
    pub(crate) fn answer_once<T: Serialize + JsonSchema + ?Sized>(
        &mut self,
        value: &T,
        words: impl FnOnce() -> String,
        lost: HomeMessage,
    ) -> Result<()> {
        let printed = self.answer(value, words);
        if printed.is_ok() && !self.hung_up {
            return Ok(());
        }
        let why = printed
            .err()
            .map_or_else(|| CommandMessage::NoReader.into(), Text::of);
        Err(Error::failed(ErrorCode::Output, why).hint(lost))
    }

    /// Prints the answer as JSON, whether that was asked for or not.
    pub(crate) fn document<T: Serialize + JsonSchema + ?Sized>(&mut self, value: &T) -> Result<()> {
        debug_assert!(
            (self.foresees)(&self.command, std::any::type_name::<T>()),
            "`{}` answers with {}, which its schema does not say",
            self.command,
            std::any::type_name::<T>(),
        );
        let mut document = serde_json::to_vec_pretty(value).map_err(|error| {
            Error::failed(
                ErrorCode::Output,
                CommandMessage::AnswerNotJson {
                    why: error.to_string(),
                },
            )
        })?;
        document.push(b'\n');
        self.bytes(&document)
    }

    /// Prints words alone, for what has no part in the JSON document.
    pub(crate) fn words(&mut self, text: &str) -> Result<()> {
        if self.json {
            return Ok(());
        }
        self.bytes(tame(text).as_bytes())
    }

    /// Prints bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        if self.hung_up {
            return Ok(());
        }
        let mut stdout = io::stdout().lock();
        match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.hung_up = true;
                Ok(())
            }
            Err(error) => Err(Error::failed(
                ErrorCode::Output,
                CommandMessage::StdoutClosed {
                    why: error.to_string(),
                },
            )
            .hint(CommandMessage::OnlyAnswerLost)),
        }
    }
}

/// Prints an error, in words or as JSON in English. If even stderr is gone there is nobody left to
/// tell.
pub(crate) fn complain(error: &Error, json: bool) {
    let notes = held().take().unwrap_or_default();
    let text = if json {
        let document = serde_json::json!(Failure {
            error: error.view_in(|hint| hints::words(Language::English, hint)),
            notes: notes.iter().map(ToString::to_string).collect(),
        });
        format!("{document:#}\n")
    } else {
        let all = std::iter::once(error).chain(error.also());
        let all: String = all.map(|one| complaint(language(), one)).collect();
        tame(&all)
    };
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Returns an error in words, with a line for each hint. The message may contain names from other
/// people's documents, so it is kept on one line.
fn complaint(language: Language, error: &Error) -> String {
    let [failure, way_out] = match language {
        Language::English => ["error", "hint"],
        Language::German => ["Fehler", "Hinweis"],
    };
    let message = language.write(error).to_string();
    let mut text = format!("{failure}: {}\n", one_line(&message));
    for hint in error.hints() {
        let words = hints::words(language, hint);
        text.push_str(&format!("{way_out}: {}\n", one_line(&words)));
    }
    if error.hints().iter().any(hints::has_decimal_comma) && language == Language::German {
        let points = language.write(&CommandMessage::WritePoints).to_string();
        text.push_str(&format!("{way_out}: {points}\n"));
    }
    text
}

/// Prints a note beside the answer, for people.
pub(crate) fn note(text: impl Into<Text>) {
    let text = text.into();
    if let Some(notes) = held().as_mut() {
        notes.push(text);
        return;
    }
    let language = language();
    let label = match language {
        Language::English => "note",
        Language::German => "Anmerkung",
    };
    let text = tame(&language.write(&text).to_string());
    let _ = io::stderr()
        .lock()
        .write_all(format!("{label}: {text}\n").as_bytes());
}

/// Prints a question on the terminal, beside the answer.
pub(crate) fn ask(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr
        .write_all(tame(text).as_bytes())
        .and_then(|()| stderr.flush());
}

/// Returns text without what a terminal would obey or show in another order: documents come from
/// strangers.
pub(crate) fn tame(text: &str) -> String {
    text.chars()
        .map(|c| {
            let bidi = matches!(
                c,
                '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}'
                    | '\u{2066}'..='\u{2069}'
            );
            if bidi || (c.is_control() && c != '\n') {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strangers_title_cannot_steer_the_terminal() {
        assert_eq!(
            tame("a\u{1b}[2Jb\u{202e}c\u{9b}d\n½ ε"),
            "a\u{fffd}[2Jb\u{fffd}c\u{fffd}d\n½ ε"
        );
    }
}
