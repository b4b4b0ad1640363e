//! Result of checking an object from outside, which is no I/O error.

use poundwise_words::{Localize, Text, messages};
use sha2::{Digest as _, Sha256};

use crate::{error::Error, exchange::TooLarge};

/// SHA-256 of an object's bytes.
pub type Content = [u8; 32];

/// Returns the SHA-256 of an object's bytes.
pub fn content_of(bytes: &[u8]) -> Content {
    Sha256::digest(bytes).into()
}

/// Reason why an object from outside is not accepted: it does not verify, and never will. It is
/// made from an [`InputVerdict`] only, so that no I/O error, which is an [`Error`], can become one.
#[derive(Clone, Debug)]
pub struct Unverified {
    why: Text,
    /// SHA-256 of the bytes if they are faulty under any name; such bytes are not parsed again.
    content: Option<Content>,
    /// Whether the object was made by a newer version of Poundwise.
    newer: bool,
    /// Whether the object may be a part of one that is still being copied.
    cut: bool,
}

/// The result of a check that reads only its input. It describes that input, and not the machine.
pub trait InputVerdict: Localize + Clone + Send + Sync + 'static {
    /// Returns whether the input is well-signed and was made by a newer version of Poundwise. A
    /// later version may accept it.
    fn is_newer(&self) -> bool {
        false
    }

    /// Returns whether the input may be a part of an object that is still being copied.
    fn is_cut(&self) -> bool {
        false
    }
}

messages! {
    /// Verdicts on an object on the market, as they follow a colon.
    pub enum ObjectVerdict {
        NotText { why: String } => {
            en: "it is not text: {why}",
            de: "Es ist kein Text ({why})",
        }
        OtherName => {
            en: "its name is not the hash of its content",
            de: "Sein Name ist nicht der Hashwert seines Inhalts",
        }
        NotAnOrder => {
            en: "it is neither an order nor a cancellation of one",
            de: "Es ist weder eine Bestellung noch eine Stornierung",
        }
        NotFromBuyer => {
            en: "it is signed by somebody other than the order's buyer",
            de: "Es ist nicht vom Käufer der Bestellung signiert",
        }
        NotFromSeller => {
            en: "it is signed by somebody other than the seller",
            de: "Es ist nicht vom Verkäufer signiert",
        }
    }
}

impl InputVerdict for Text {}
impl InputVerdict for TooLarge {}
impl InputVerdict for ObjectVerdict {}

impl InputVerdict for poundwise_documents::jws::JwsError {
    fn is_newer(&self) -> bool {
        matches!(self, Self::NewerVersion(_))
    }
}

impl InputVerdict for poundwise_documents::bundle::BundleError {
    fn is_newer(&self) -> bool {
        self.is_newer()
    }
}

impl InputVerdict for poundwise_documents::checkpoint::CheckpointError {}

impl Unverified {
    /// Returns the finding of a check.
    pub fn of(verdict: &impl InputVerdict) -> Self {
        Self {
            why: Text::of(verdict.clone()),
            content: None,
            newer: verdict.is_newer(),
            cut: verdict.is_cut(),
        }
    }

    /// Returns the finding as one about these bytes: it holds under any name and in any state of
    /// the home.
    pub fn in_bytes(self, bytes: &[u8]) -> Self {
        Self {
            content: Some(content_of(bytes)),
            ..self
        }
    }

    /// Returns the finding with its place in front.
    pub fn at(self, place: impl Into<Text>) -> Self {
        Self {
            why: self.why.about(place),
            ..self
        }
    }

    /// Returns whether the object was made by a newer version of Poundwise. It must not be
    /// remembered as faulty.
    pub fn is_newer(&self) -> bool {
        self.newer
    }

    /// Returns whether the object may be a part of one that is still being copied.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// Returns the finding in words.
    pub fn why(&self) -> &Text {
        &self.why
    }

    /// Returns the SHA-256 of the bytes that are faulty under any name.
    pub fn content(&self) -> Option<&Content> {
        self.content.as_ref()
    }
}

impl<V: InputVerdict> From<V> for Unverified {
    fn from(verdict: V) -> Self {
        Self::of(&verdict)
    }
}

impl From<std::str::Utf8Error> for Unverified {
    fn from(error: std::str::Utf8Error) -> Self {
        Self::of(&ObjectVerdict::NotText {
            why: error.to_string(),
        })
    }
}

/// Reason why an object from outside is not accepted.
pub enum NotTaken {
    /// The object does not verify.
    Unverified(Unverified),
    /// The machine failed; nothing is known about the object.
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
