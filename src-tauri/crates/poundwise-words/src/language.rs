//! Languages in which pages for people are written.

use serde::{Deserialize, Serialize};

/// A language in which a page for people is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// Returns the language's tag (RFC 5646), as a page's `lang` attribute has it.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Returns a decimal as the language writes it, from one with a point.
    #[must_use]
    pub fn decimal(self, decimal: &str) -> String {
        match self {
            Self::English => decimal.to_owned(),
            Self::German => decimal.replace('.', ","),
        }
    }
}
