//! Confirmation of what cannot be undone: a word typed on the terminal, or `--yes`.

use std::io::{self, BufRead, IsTerminal};

use poundwise_market::{Error, ErrorCode, Result};
use poundwise_words::Text;

use crate::language::say;
use crate::messages::{FinalAct, HomeMessage, HomeText};
use crate::output::ask;

/// A question to be confirmed.
pub(crate) struct Question<'a> {
    /// The act.
    pub(crate) act: FinalAct,
    /// Consequences that a person should know before; ends with a line end.
    pub(crate) known: &'a str,
    /// The word to type.
    pub(crate) word: &'static str,
    /// The command whose help says more.
    pub(crate) command: &'a str,
}

/// Returns whether there is a person at the terminal who can be asked.
pub(crate) fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks on the terminal; without one it is an error.
///
/// # Errors
/// `confirmation-needed` without a terminal, `not-confirmed` where another word is typed.
pub(crate) fn confirmed(question: Question<'_>) -> Result<()> {
    let act = Text::from(question.act);
    let unasked = || {
        Error::usage(
            ErrorCode::ConfirmationNeeded,
            HomeMessage::CannotBeUndone { act },
        )
        .hint(HomeMessage::ReadHelp {
            command: question.command.to_owned(),
        })
    };
    if !can_ask() {
        return Err(unasked());
    }
    let typed = say(HomeText::TypeWord {
        word: question.word,
    });
    ask(&format!("{}{typed} ", question.known));
    match answer() {
        Some(answer) if answer == question.word => Ok(()),
        Some(_) => Err(
            Error::refused(ErrorCode::NotConfirmed, HomeMessage::NotConfirmed)
                .hint(HomeMessage::NothingChanged),
        ),
        None => Err(unasked()),
    }
}

/// Returns a line typed on the terminal, without the spaces around it; none if nothing can be read.
pub(crate) fn answer() -> Option<String> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).ok()?;
    Some(line.trim().to_owned())
}
