//! Enums that a document writes as one word.

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
                    let problem = format!("must be one of: {}", names.join(" "));
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
