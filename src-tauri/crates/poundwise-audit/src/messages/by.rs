//! One text for each variant of an enum of another type, in both languages.

/// Declares a type around an enum without fields, with the text of each variant: first the English
/// one, then the German one.
macro_rules! texts_by {
    (
        $(#[$doc:meta])*
        pub(crate) struct $name:ident($type:ident) {
            $($variant:ident => $en:literal, $de:literal;)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name(pub(crate) $type);

        impl ::poundwise_words::Localize for $name {
            fn localize(
                &self,
                language: ::poundwise_words::Language,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> ::std::fmt::Result {
                f.write_str(match (self.0, language) {
                    $(
                        ($type::$variant, ::poundwise_words::Language::English) => $en,
                        ($type::$variant, ::poundwise_words::Language::German) => $de,
                    )+
                })
            }
        }

        ::poundwise_words::in_english!($name);

        #[cfg(test)]
        impl ::poundwise_words::catalogue::MessageSample for $name {
            fn samples(_: &str) -> Vec<Self> {
                $type::ALL.iter().take(1).map(|one| Self(*one)).collect()
            }
        }

        #[cfg(test)]
        impl $name {
            /// Returns each text, with its name.
            pub(crate) fn samples() -> Vec<(&'static str, ::poundwise_words::Text)> {
                vec![$((
                    concat!(stringify!($name), ".", stringify!($variant)),
                    ::poundwise_words::Text::of(Self($type::$variant)),
                )),+]
            }
        }
    };
}

pub(crate) use texts_by;
