//! Enums that a document writes as one word, and words of newer versions.

use std::fmt;
use std::str::FromStr;

use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// A field of a payload that holds one word, or a field of objects inside a field.
pub struct WordField {
    /// Names of the fields that lead to the word, from the outermost one. A list on the way stands
    /// for each of its elements.
    pub(crate) path: &'static [&'static str],
    /// Returns whether this version knows the word.
    pub(crate) known: fn(&str) -> bool,
}

/// The words at a path.
pub(super) const fn at<T: FromStr>(path: &'static [&'static str]) -> WordField {
    WordField {
        path,
        known: |word| word.parse::<T>().is_ok(),
    }
}

/// The longest word.
const MAX_WORD: usize = 40;

/// Returns the first word of the payload that this version does not know, with its field.
pub(crate) fn unknown_word(
    fields: &'static [WordField],
    payload: &[u8],
) -> Option<(&'static str, String)> {
    struct Search(&'static [WordField]);

    impl<'de> Visitor<'de> for Search {
        type Value = Option<(&'static str, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut found = None;
            while let Some(name) = map.next_key::<String>()? {
                let mut fields = self
                    .0
                    .iter()
                    .filter(|field| field.path[0] == name)
                    .peekable();
                if found.is_some() || fields.peek().is_none() {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
                let value: Loose = map.next_value()?;
                found = fields.find_map(|field| {
                    let (last, _) = field.path.split_last()?;
                    Some((*last, field.unknown_in(&value, &field.path[1..])?))
                });
            }
            Ok(found)
        }
    }

    let mut json = serde_json::Deserializer::from_slice(payload);
    json.deserialize_map(Search(fields)).ok().flatten()
}

impl WordField {
    /// Returns the first unknown word at the rest of the path.
    fn unknown_in(&self, value: &Loose, rest: &[&str]) -> Option<String> {
        match (value, rest.split_first()) {
            (Loose::List(values), Some(_)) => {
                values.iter().find_map(|one| self.unknown_in(one, rest))
            }
            (Loose::Object(members), Some((name, rest))) => members
                .iter()
                .filter(|(member, _)| member == name)
                .find_map(|(_, value)| self.unknown_in(value, rest)),
            (Loose::Text(word), None) if is_word(word) && !(self.known)(word) => Some(word.clone()),
            (Loose::Text(_) | Loose::List(_) | Loose::Object(_) | Loose::Other, _) => None,
        }
    }
}

/// Returns whether a text has the form of a word: short, visible, without a space.
fn is_word(text: &str) -> bool {
    (1..=MAX_WORD).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic())
}

/// A JSON value of which only texts, and the way to them, matter.
enum Loose {
    Text(String),
    List(Vec<Loose>),
    Object(Vec<(String, Loose)>),
    Other,
}

impl<'de> Deserialize<'de> for Loose {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Loose;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_str<E>(self, text: &str) -> Result<Loose, E> {
                Ok(Loose::Text(text.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Loose, A::Error> {
                let mut list = Vec::new();
                while let Some(value) = seq.next_element()? {
                    list.push(value);
                }
                Ok(Loose::List(list))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Loose, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Loose::Object(members))
            }

            fn visit_bool<E>(self, _: bool) -> Result<Loose, E> {
                Ok(Loose::Other)
            }

            fn visit_i64<E>(self, _: i64) -> Result<Loose, E> {
                Ok(Loose::Other)
            }

            fn visit_u64<E>(self, _: u64) -> Result<Loose, E> {
                Ok(Loose::Other)
            }

            fn visit_f64<E>(self, _: f64) -> Result<Loose, E> {
                Ok(Loose::Other)
            }

            fn visit_unit<E>(self) -> Result<Loose, E> {
                Ok(Loose::Other)
            }
        }

        deserializer.deserialize_any(Any)
    }
}

/// Reads and writes an enum whose names `strum` derives as its name, and names all of them when it
/// refuses a word.
macro_rules! word {
    ($name:ident) => {
        $crate::named!($name);

        impl std::str::FromStr for $name {
            type Err = $crate::kinds::PayloadError;

            fn from_str(word: &str) -> Result<Self, Self::Err> {
                let mut all = Self::ALL.iter().copied();
                all.find(|name| name.as_str() == word).ok_or_else(|| {
                    let names: Vec<&str> = Self::ALL.iter().map(|name| name.as_str()).collect();
                    let words = names.join(" ");
                    let problem = $crate::texts::PayloadProblem::NotAWord { words };
                    $crate::kinds::PayloadError::new(stringify!($name), problem)
                })
            }
        }

        $crate::units::serde_as_string!($name);

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let words: Vec<&str> = Self::ALL.iter().map(|name| name.as_str()).collect();
                schemars::json_schema!({ "type": "string", "enum": words })
            }
        }
    };
}
pub(super) use word;
