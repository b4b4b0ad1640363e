//! One error type for every shell: a code where somebody acts on it, what happened, and the way out.

mod code;

use std::fmt;

use serde::Serialize;
use ts_rs::TS;

pub use code::ErrorCode;

/// Result of every call of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Whose turn it is when a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// What was asked is malformed; asking differently helps. Exit code 2.
    Usage,
    /// A rule of the market says no, or something did not verify. Exit code 1.
    Refused,
    /// The machine said no: disk, lock, permission, a broken file. Exit code 1.
    Failed,
}

/// What went wrong, for a person and for a script.
#[derive(Clone, Debug)]
pub struct Error {
    kind: ErrorKind,
    code: ErrorCode,
    message: String,
    hints: Vec<String>,
}

/// The form in which an [`Error`] crosses to the window and into `--json`.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
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
    pub fn usage(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, code, message)
    }

    /// A refusal or a failed verification.
    pub fn refused(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Refused, code, message)
    }

    /// A failure of the machine or of a file.
    pub fn failed(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Failed, code, message)
    }

    fn new(kind: ErrorKind, code: ErrorCode, message: impl Into<String>) -> Self {
        Self {
            kind,
            code,
            message: message.into(),
            hints: Vec::new(),
        }
    }

    /// Adds a way out.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
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
    pub fn hints(&self) -> &[String] {
        &self.hints
    }

    /// The command line's exit code: 2 for wrong usage, 1 for everything else.
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            ErrorKind::Usage => 2,
            ErrorKind::Refused | ErrorKind::Failed => 1,
        }
    }

    /// The form that crosses to the window and into `--json`.
    pub fn view(&self) -> ErrorView {
        ErrorView {
            code: self.code,
            message: self.message.clone(),
            hints: self.hints.clone(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
