use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Language, Localize};

/// A text for people: a message, a name or value, or a message behind the name of what it is
/// about.
#[derive(Clone)]
pub struct Text(Inner);

#[derive(Clone)]
enum Inner {
    Verbatim(String),
    Message(Arc<dyn Localize + Send + Sync>),
    /// A text behind the name of what it is about.
    About(Box<Text>, Box<Text>),
}

impl Text {
    /// Returns the text of a message.
    #[must_use]
    pub fn of(message: impl Localize + Send + Sync + 'static) -> Self {
        Self(Inner::Message(Arc::new(message)))
    }

    /// Returns a name, a value or the text of another program, which is the same in each language.
    #[must_use]
    pub fn verbatim(text: impl fmt::Display) -> Self {
        Self(Inner::Verbatim(text.to_string()))
    }

    /// Returns the text behind the name of what it is about and a colon.
    #[must_use]
    pub fn about(self, what: impl Into<Self>) -> Self {
        Self(Inner::About(Box::new(what.into()), Box::new(self)))
    }
}

impl Localize for Text {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Inner::Verbatim(text) => f.write_str(text),
            Inner::Message(message) => message.localize(language, f),
            Inner::About(what, text) => {
                write!(f, "{}: ", language.write(&**what))?;
                text.localize(language, f)
            }
        }
    }
}

crate::in_english!(Text);

/// In English: programs read it, and people in files that have no language.
impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A text that was read is English in each language.
impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::verbatim)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

/// Texts are equal if they read alike in each language.
impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        let reads = |text: &Self, language: Language| language.write(text).to_string();
        Language::ALL
            .iter()
            .all(|language| reads(self, *language) == reads(other, *language))
    }
}

impl Eq for Text {}
