/// Declares an enum of messages, with their texts in both languages.
///
/// A text is one of:
///
/// - `"…{field}…"`: a format string that uses each field.
/// - `("…{field}…", unused, …)`: the same, with the fields that this language does not use.
/// - `{ field; 1 => "…", _ => "…" }`: texts by the value of a field.
///
/// A field is written by its [`Localize`](crate::Localize). In tests the enum has `samples`, which
/// [`catalogue::check`](crate::catalogue::check) compares with the printed catalogue.
#[macro_export]
macro_rules! messages {
    (
        $(#[$doc:meta])*
        $visibility:vis enum $name:ident {
            $(
                $(#[$variant_doc:meta])*
                $variant:ident $({ $($field:ident: $type:ty),+ $(,)? })? => {
                    en: $en:tt,
                    de: $de:tt $(,)?
                }
            )+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone)]
        #[allow(missing_docs, reason = "the text of each variant says it")]
        $visibility enum $name {
            $($(#[$variant_doc])* $variant $({ $($field: $type),+ })?,)+
        }

        impl $crate::Localize for $name {
            fn localize(
                &self,
                language: $crate::Language,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                match (self, language) {
                    $(
                        (Self::$variant $({ $($field),+ })?, $crate::Language::English) => {
                            $crate::text_of!(f, language, [$($($field),+)?], $en)
                        }
                        (Self::$variant $({ $($field),+ })?, $crate::Language::German) => {
                            $crate::text_of!(f, language, [$($($field),+)?], $de)
                        }
                    )+
                }
            }
        }

        $crate::in_english!($name);

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Debug::fmt(&self.to_string(), f)
            }
        }

        impl From<$name> for $crate::Text {
            fn from(message: $name) -> Self {
                Self::of(message)
            }
        }

        #[cfg(test)]
        impl $name {
            /// Returns samples of each message, with its name.
            pub(crate) fn samples() -> Vec<(&'static str, $crate::Text)> {
                let mut samples = Vec::new();
                $(
                    let longest = [1, $($(<$type as $crate::catalogue::MessageSample>::samples(stringify!($field)).len()),+)?];
                    for index in 0..longest.into_iter().max().unwrap_or(1) {
                        let sample = Self::$variant $({
                            $($field: $crate::catalogue::sample::<$type>(stringify!($field), index)),+
                        })?;
                        let _ = index;
                        samples.push((stringify!($variant), $crate::Text::of(sample)));
                    }
                )+
                samples
            }
        }
    };
}

/// Writes one text of [`messages!`].
#[doc(hidden)]
#[macro_export]
macro_rules! text_of {
    ($f:ident, $language:ident, [$($field:ident),*], $text:literal) => {{
        $(let $field = $language.write($field);)*
        ::std::write!($f, $text)
    }};
    ($f:ident, $language:ident, [$($field:ident),*], ($text:literal $(, $unused:ident)+)) => {{
        $(let _ = $unused;)+
        #[allow(unused_variables, reason = "named as unused")]
        {
            $(let $field = $language.write($field);)*
            ::std::write!($f, $text)
        }
    }};
    (
        $f:ident, $language:ident, $fields:tt,
        { $by:ident; $($value:pat => $text:literal),+ $(,)? }
    ) => {
        match *$by {
            $(
                #[allow(unused_variables, reason = "one of several texts")]
                $value => $crate::text_of!($f, $language, $fields, $text),
            )+
        }
    };
}

/// Implements [`Localize`](crate::Localize) for an enum without fields: the English and the German
/// word of each variant. The word stands inside a sentence.
#[macro_export]
macro_rules! words_of {
    ($type:ty { $($variant:ident => $en:literal, $de:literal;)+ }) => {
        impl $crate::Localize for $type {
            fn localize(
                &self,
                language: $crate::Language,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                f.write_str(match (self, language) {
                    $(
                        (Self::$variant, $crate::Language::English) => $en,
                        (Self::$variant, $crate::Language::German) => $de,
                    )+
                })
            }
        }

        impl $crate::catalogue::MessageSample for $type {
            fn samples(_: &str) -> Vec<Self> {
                vec![$(Self::$variant),+]
            }
        }
    };
}

/// Declares an enum of texts without fields: the English and the German text of each variant. In
/// tests the enum has `samples`, for [`catalogue::check`](crate::catalogue::check).
///
/// ```
/// use poundwise_words::{Language, plain_texts};
///
/// plain_texts! {
///     /// The heading of a column.
///     enum Heading {
///         Price => "price", "Preis";
///         Level => "level", "Stufe";
///     }
/// }
///
/// assert_eq!(Language::German.write(&Heading::Price).to_string(), "Preis");
/// ```
#[macro_export]
macro_rules! plain_texts {
    (
        $(#[$doc:meta])*
        $visibility:vis enum $name:ident {
            $($variant:ident => $en:literal, $de:literal;)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        #[allow(missing_docs, reason = "the text of each variant says it")]
        $visibility enum $name {
            $($variant,)+
        }

        $crate::words_of! {
            $name { $($variant => $en, $de;)+ }
        }

        #[cfg(test)]
        impl $name {
            /// Returns each text, with its name.
            pub(crate) fn samples() -> Vec<(&'static str, $crate::Text)> {
                vec![$((stringify!($variant), $crate::Text::of(Self::$variant))),+]
            }
        }
    };
}

/// Declares the texts of an existing type in both languages, for errors that other code matches.
/// Implements [`Localize`](crate::Localize), `Display` in English, and
/// [`MessageSample`](crate::catalogue::MessageSample). In tests the type has `texts`, for
/// [`catalogue::check`](crate::catalogue::check).
///
/// A text uses the fields, or the values between brackets behind them. It is one of those that
/// [`messages!`](crate::messages) takes.
///
/// ```
/// use poundwise_words::{Language, texts_of};
///
/// #[derive(Debug)]
/// enum ReadError {
///     Empty,
///     Line(u64),
/// }
///
/// texts_of! {
///     ReadError {
///         Empty => {
///             en: "the file is empty",
///             de: "die Datei ist leer",
///         }
///         Line(index) [line = index + 1] => {
///             en: "line {line} is damaged",
///             de: "Zeile {line} ist beschädigt",
///         }
///     }
/// }
///
/// impl std::error::Error for ReadError {}
///
/// assert_eq!(ReadError::Empty.to_string(), "the file is empty");
/// let german = Language::German.write(&ReadError::Line(6)).to_string();
/// assert_eq!(german, "Zeile 7 ist beschädigt");
/// ```
#[macro_export]
macro_rules! texts_of {
    (@write $f:ident, $language:ident, $fields:tt, [], $text:tt) => {
        $crate::text_of!($f, $language, $fields, $text)
    };
    (
        @write $f:ident, $language:ident, [$($field:ident),*],
        [$($name:ident = $value:expr),+], $text:tt
    ) => {{
        $(let _ = $field;)*
        $(let $name = &$value;)+
        $crate::text_of!($f, $language, [$($name),+], $text)
    }};
    (
        $type:ident {
            $(
                $variant:ident
                    $(($($position:ident),+))?
                    $({ $($field:ident),+ })?
                    $([$($name:ident = $value:expr),+])?
                => {
                    en: $en:tt,
                    de: $de:tt $(,)?
                }
            )+
        }
    ) => {
        impl $crate::Localize for $type {
            fn localize(
                &self,
                language: $crate::Language,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                match (self, language) {
                    $(
                        (
                            Self::$variant $(($($position),+))? $({ $($field),+ })?,
                            $crate::Language::English,
                        ) => $crate::texts_of!(
                            @write f, language, [$($($position),+)? $($($field),+)?],
                            [$($($name = $value),+)?], $en
                        ),
                        (
                            Self::$variant $(($($position),+))? $({ $($field),+ })?,
                            $crate::Language::German,
                        ) => $crate::texts_of!(
                            @write f, language, [$($($position),+)? $($($field),+)?],
                            [$($($name = $value),+)?], $de
                        ),
                    )+
                }
            }
        }

        $crate::in_english!($type);

        impl $crate::catalogue::MessageSample for $type {
            fn samples(_: &str) -> Vec<Self> {
                vec![$(
                    Self::$variant
                        $(($($crate::catalogue::sample(stringify!($position), 0)),+))?
                        $({ $($field: $crate::catalogue::sample(stringify!($field), 0)),+ })?
                ),+]
            }
        }

        #[cfg(test)]
        impl $type {
            /// Returns samples of each text, with its name.
            pub(crate) fn texts() -> Vec<(&'static str, $crate::Text)> {
                let names = [$(concat!(stringify!($type), ".", stringify!($variant))),+];
                let samples = <Self as $crate::catalogue::MessageSample>::samples("");
                names.into_iter().zip(samples.into_iter().map($crate::Text::of)).collect()
            }
        }
    };
    (
        $type:ident $([$($field:ident),+])? => {
            en: $en:literal,
            de: $de:literal $(,)?
        }
    ) => {
        impl $crate::Localize for $type {
            fn localize(
                &self,
                language: $crate::Language,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                $(let Self { $($field),+ } = self;)?
                match language {
                    $crate::Language::English => {
                        $crate::text_of!(f, language, [$($($field),+)?], $en)
                    }
                    $crate::Language::German => {
                        $crate::text_of!(f, language, [$($($field),+)?], $de)
                    }
                }
            }
        }

        $crate::in_english!($type);

        impl $crate::catalogue::MessageSample for $type {
            fn samples(_: &str) -> Vec<Self> {
                vec![Self $({ $($field: $crate::catalogue::sample(stringify!($field), 0)),+ })?]
            }
        }

        #[cfg(test)]
        impl $type {
            /// Returns a sample of the text, with its name.
            pub(crate) fn texts() -> Vec<(&'static str, $crate::Text)> {
                let samples = <Self as $crate::catalogue::MessageSample>::samples("");
                samples.into_iter().map(|text| (stringify!($type), $crate::Text::of(text))).collect()
            }
        }
    };
}

/// Implements `Display` for types with a [`Localize`](crate::Localize): their text in English.
#[macro_export]
macro_rules! in_english {
    ($($type:ty),+ $(,)?) => {$(
        /// In English.
        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::Localize::localize(self, $crate::Language::English, f)
            }
        }
    )+};
}
