//! One error type for every shell: a code where somebody acts on it, what happened, and the way
//! out.

mod code;

use std::{fmt, sync::Arc};

use serde::Serialize;

use crate::{
    files::io_error,
    reach::{Content, content_of},
    work::stopped,
};

pub use code::ErrorCode;
pub use poundwise_query::ErrorCode as QueryErrorCode;

/// Result of every call of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Whose turn it is when a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// What was asked is malformed; asking differently helps. Exit code 2.
    Usage,
    /// A rule of the market says no. Exit code 1.
    Refused,
    /// What was read is not what it must be: it does not verify, or is damaged. Exit code 1.
    Unverified,
    /// The machine said no: disk, lock, permission. It says nothing of what was to be read or
    /// written. Exit code 1.
    Failed,
}

/// What went wrong, for a person and for a script.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    code: ErrorCode,
    message: String,
    hints: Vec<Hint>,
    source: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

/// A way out of an error. `Display` is plain English; a shell may word what is data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// One of the crate below.
    Query(poundwise_query::Hint),
    /// In words.
    Words(String),
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Query(hint) => hint.fmt(f),
            Self::Words(words) => f.write_str(words),
        }
    }
}

impl From<String> for Hint {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<&str> for Hint {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

/// The form in which an [`Error`] crosses to the window and into `--json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorView {
    /// What it is; stable.
    pub code: ErrorCode,
    /// What happened and to which thing.
    pub message: String,
    /// Ways out, one a line.
    pub hints: Vec<String>,
}

impl Error {
    /// A malformed request.
    pub fn usage(code: impl Into<ErrorCode>, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, code, message)
    }

    /// A refusal.
    pub fn refused(code: impl Into<ErrorCode>, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Refused, code, message)
    }

    /// Something that does not verify, or is damaged.
    pub fn unverified(code: impl Into<ErrorCode>, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unverified, code, message)
    }

    /// A failure of the machine.
    pub fn failed(code: impl Into<ErrorCode>, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Failed, code, message)
    }

    fn new(kind: ErrorKind, code: impl Into<ErrorCode>, message: impl Into<String>) -> Self {
        Self {
            kind,
            code: code.into(),
            message: message.into(),
            hints: Vec::new(),
            source: None,
        }
    }

    /// Keeps the error that caused it.
    #[must_use]
    pub(crate) fn because_of(
        mut self,
        source: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    /// Adds a way out.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Hint>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// The same, with what it is about in front.
    #[must_use]
    pub fn about(mut self, what: impl fmt::Display) -> Self {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// Whose turn it is.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What it is.
    pub fn code(&self) -> ErrorCode {
        self.code
    }

    /// What happened.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Ways out.
    pub fn hints(&self) -> &[Hint] {
        &self.hints
    }

    /// The command line's exit code: 2 for wrong usage, 1 for everything else.
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            ErrorKind::Usage => 2,
            ErrorKind::Refused | ErrorKind::Unverified | ErrorKind::Failed => 1,
        }
    }

    /// The form that crosses to the window and into `--json`.
    pub fn view(&self) -> ErrorView {
        ErrorView {
            code: self.code,
            message: self.message.clone(),
            hints: self.hints.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Why something from outside is not accepted: it does not verify, and never will. Made of verdicts
/// alone, so that no failure of the machine, which is an [`Error`], can become one.
#[derive(Clone, Debug)]
pub struct Unverified {
    why: String,
    /// SHA-256 of the bytes, where they are wrong under any name: then they are not parsed again.
    content: Option<Content>,
}

/// The outcome of a check that reads nothing but what it was handed: it says something of that, and
/// nothing of the machine.
pub trait Verdict: fmt::Display {}

impl Verdict for &'static str {}
impl Verdict for std::str::Utf8Error {}
impl Verdict for std::string::FromUtf8Error {}
impl Verdict for poundwise_documents::jws::JwsError {}
impl Verdict for poundwise_documents::bundle::BundleError {}
impl Verdict for poundwise_documents::checkpoint::CheckpointError {}

impl Unverified {
    /// What a check found.
    pub fn of(verdict: &impl Verdict) -> Self {
        Self {
            why: verdict.to_string(),
            content: None,
        }
    }

    /// The same of these bytes, wherever they lie: not only of this name, or as the home is now.
    pub fn in_bytes(self, bytes: &[u8]) -> Self {
        Self {
            content: Some(content_of(bytes)),
            ..self
        }
    }

    /// The same, with what it is about.
    pub fn at(self, place: impl fmt::Display) -> Self {
        Self {
            why: format!("{place}: {}", self.why),
            content: self.content,
        }
    }

    /// What was found, in words.
    pub fn why(&self) -> &str {
        &self.why
    }

    /// SHA-256 of the bytes that are wrong under any name.
    pub fn content(&self) -> Option<&Content> {
        self.content.as_ref()
    }
}

impl<V: Verdict> From<V> for Unverified {
    fn from(verdict: V) -> Self {
        Self::of(&verdict)
    }
}

/// Why something from outside is not taken.
pub enum NotTaken {
    /// It does not verify.
    Unverified(Unverified),
    /// The machine failed: nothing is known of it.
    Machine(Error),
}

impl From<Error> for NotTaken {
    fn from(error: Error) -> Self {
        Self::Machine(error)
    }
}

impl From<Unverified> for NotTaken {
    fn from(why: Unverified) -> Self {
        Self::Unverified(why)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.source {
            Some(source) => Some(&**source),
            None => None,
        }
    }
}

impl From<poundwise_query::Error> for Error {
    fn from(error: poundwise_query::Error) -> Self {
        match error {
            poundwise_query::Error::Wrong(wrong) => Self {
                kind: match wrong.kind {
                    poundwise_query::Kind::Usage => ErrorKind::Usage,
                    poundwise_query::Kind::Refused => ErrorKind::Refused,
                    poundwise_query::Kind::Failed => ErrorKind::Failed,
                },
                code: wrong.code.into(),
                message: wrong.message,
                hints: wrong.hints.into_iter().map(Hint::Query).collect(),
                source: None,
            },
            poundwise_query::Error::Unreadable { file, source } => io_error(&file, "read", &source),
            poundwise_query::Error::Stopped => stopped(),
        }
    }
}
