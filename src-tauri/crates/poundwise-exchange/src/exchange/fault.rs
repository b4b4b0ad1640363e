//! Reasons why an operation on a store failed.

use std::io;

#[cfg(unix)]
use rustix::io::Errno;

use crate::messages::CertificateProblem;

/// Reason why an object cannot be read or written.
pub(super) enum Fault {
    /// There is no object of that name.
    Missing,
    /// The entry is not a regular file, or its path leads through a link or a file.
    Odd,
    /// The object is larger than the limit.
    TooLarge,
    /// The caller stopped the operation.
    Stopped,
    /// Another I/O error.
    Io(io::Error),
    /// The store's own folder cannot be opened, so nothing is known about its content.
    Away(io::Error),
    /// The server did not do what it was asked, so nothing is known about its content.
    Server(Trouble),
}

/// Reason why a server did not do what it was asked.
#[derive(Clone)]
pub(super) enum Trouble {
    /// It cannot be reached, or does not answer.
    Offline {
        /// The system's text.
        why: String,
    },
    /// Its certificate was refused, so it was sent nothing.
    Certificate(CertificateProblem),
    /// It denies access.
    Denied {
        /// Its status, and its code if it sent one.
        answer: String,
    },
    /// It denies access because the clocks differ.
    Clock,
    /// It has no room.
    Full,
    /// It has no such bucket or folder.
    NoPlace,
    /// It does not take this request, and would not take it later. It may take others.
    NotTaken {
        /// Its status, and its code if it sent one.
        answer: String,
    },
    /// It answered something else.
    Answer {
        /// What it answered.
        why: String,
    },
}

impl From<Trouble> for Fault {
    fn from(trouble: Trouble) -> Self {
        Self::Server(trouble)
    }
}

#[cfg(unix)]
impl From<Errno> for Fault {
    fn from(error: Errno) -> Self {
        match error {
            Errno::NOENT => Self::Missing,
            // A link, a file in a folder's place, a socket.
            Errno::LOOP | Errno::NOTDIR | Errno::NXIO => Self::Odd,
            error => Self::Io(error.into()),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The entries directly under a folder of a store.
#[derive(Default)]
pub(super) struct Contents {
    /// Regular files: name, size and version.
    pub(super) files: Vec<(String, u64, String)>,
    /// Names of the folders.
    pub(super) folders: Vec<String>,
    /// Number of entries that are neither, or have names that no document has, and of those that
    /// were left out.
    pub(super) odd: u64,
    /// Whether there are more entries than a listing has.
    pub(super) is_cut: bool,
}
