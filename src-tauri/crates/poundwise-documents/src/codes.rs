//! Closed lists of words.

/// A closed list of words with their names, serialised as the word, and exported to the window as a
/// union of the words. Whoever calls it has `serde` and `ts-rs`.
#[doc(hidden)]
#[macro_export]
macro_rules! codes {
    ($(#[$doc:meta])* $name:ident as $ts:literal { $($(#[$variant_doc:meta])* $variant:ident = $word:literal $(=> $check:ident)?,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = $ts))]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word that stands for it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            $crate::codes!(@check $($variant $(=> $check)?,)+);
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
    ($(#[$doc:meta])* $name:ident as $ts:literal, and $below:ident($of:ty) { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = $ts))]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant,)+
            /// One of the crate below.
            #[serde(untagged)]
            $below($of),
        }

        impl $name {
            /// All of them, in order, without those of the crate below.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word that stands for it.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::$below(below) => below.as_str(),
                }
            }
        }

        impl From<$of> for $name {
            fn from(below: $of) -> Self {
                Self::$below(below)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
    (@check $($variant:ident => $check:ident,)+) => {
        /// The check that fails with it.
        #[must_use]
        pub const fn check(self) -> CheckId {
            match self { $(Self::$variant => CheckId::$check,)+ }
        }
    };
    (@check $($variant:ident,)+) => {};
}
