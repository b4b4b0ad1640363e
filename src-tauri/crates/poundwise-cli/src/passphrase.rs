//! The key or passphrase of a home: from a key file, the environment or the terminal.

use std::env::{self, VarError};
use std::io::{self, ErrorKind, IsTerminal};
use std::path::Path;

use poundwise_market::{Error, ErrorCode, Passphrase, RecoveryKey, Result, stopped};

use zeroize::Zeroizing;

use crate::language::say;
use crate::messages::{HomeMessage, Sentence};
use crate::working::at_prompt;

const VARIABLE: &str = "POUNDWISE_PASSPHRASE";
const KEY_FILE_VARIABLE: &str = "POUNDWISE_KEY_FILE";
const NEW_VARIABLE: &str = "POUNDWISE_NEW_PASSPHRASE";
const MARKET_SECRET_VARIABLE: &str = "POUNDWISE_MARKET_SECRET";

/// Returns the recovery key of a key file, or the passphrase if there is no key file.
pub(crate) fn ask(key_file: Option<&Path>) -> Result<Passphrase> {
    let named = env::var_os(KEY_FILE_VARIABLE).filter(|file| !file.is_empty());
    if let Some(file) = key_file.or(named.as_ref().map(Path::new)) {
        return RecoveryKey::read(file).map(Passphrase::from);
    }
    match from_environment(VARIABLE)? {
        Some(passphrase) => Ok(passphrase.into()),
        None => prompt(Sentence::Passphrase, VARIABLE).map(Passphrase::from),
    }
}

/// Returns the passphrase of a home to be made.
pub(crate) fn choose() -> Result<Passphrase> {
    twice(VARIABLE, Sentence::PassphraseOfNewHome)
}

/// Returns the passphrase to be put in the place of one.
pub(crate) fn choose_another() -> Result<Passphrase> {
    twice(NEW_VARIABLE, Sentence::NewPassphrase)
}

/// Returns the secret of a member's key for a market.
pub(crate) fn market_secret() -> Result<Zeroizing<String>> {
    let secret = match env::var(MARKET_SECRET_VARIABLE) {
        Ok(secret) => secret,
        Err(_) => prompt_or(Sentence::MarketSecret, || {
            let variable = MARKET_SECRET_VARIABLE;
            Error::usage(ErrorCode::PassphraseNeeded, HomeMessage::MarketSecretNeeded)
                .hint(HomeMessage::SetVariable { variable })
        })?,
    };
    Ok(Zeroizing::new(secret))
}

/// Asks twice, since nothing can tell a slip later.
fn twice(variable: &'static str, question: Sentence) -> Result<Passphrase> {
    if let Some(passphrase) = from_environment(variable)? {
        return Ok(passphrase.into());
    }
    let first = prompt(question, variable)?;
    let second = prompt(Sentence::TheSameAgain, variable)?;
    let same = first == second;
    // Taken into their own type so that they are wiped, whichever way this goes on.
    let (first, _) = (Passphrase::from(first), Passphrase::from(second));
    if !same {
        return Err(Error::usage(
            ErrorCode::PassphraseMismatch,
            HomeMessage::PassphrasesDiffer,
        )
        .hint(HomeMessage::TryAgain));
    }
    Ok(first)
}

fn from_environment(variable: &'static str) -> Result<Option<String>> {
    match env::var(variable) {
        Ok(passphrase) if passphrase.is_empty() => Err(Error::usage(
            ErrorCode::PassphraseNeeded,
            HomeMessage::EmptyVariable { variable },
        )
        .hint(HomeMessage::FillVariable { variable })),
        Ok(passphrase) => Ok(Some(passphrase)),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(Error::usage(
            ErrorCode::PassphraseNeeded,
            HomeMessage::VariableNotUtf8 { variable },
        )
        .hint(HomeMessage::PutPlainText)),
    }
}

fn prompt(question: Sentence, variable: &'static str) -> Result<String> {
    prompt_or(question, || {
        Error::usage(ErrorCode::PassphraseNeeded, HomeMessage::PassphraseNeeded)
            .hint(HomeMessage::SetVariable { variable })
    })
}

/// Asks for a secret; `needed` is the error if there is nobody to ask.
fn prompt_or(question: Sentence, needed: impl Fn() -> Error) -> Result<String> {
    // Without a terminal on stdin nobody is there to answer, even where one could be opened.
    if !io::stdin().is_terminal() {
        return Err(needed());
    }
    let question = format!("{} ", say(question));
    at_prompt(|| rpassword::prompt_password(question))?.map_err(|error| match error.kind() {
        ErrorKind::Interrupted => stopped(),
        _ => needed(),
    })
}
