//! Ids, keys and levels as people type them, checked before a home is opened.

use std::{fmt, marker::PhantomData, str::FromStr};

use poundwise_documents::{
    kinds::{Listing, Order, Receipt},
    units::{DocumentId, Kid, MicroEpsilon},
};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, ErrorCode, QueryErrorCode, Result},
    hint::Act,
    messages::{Identified, NameHint, NameMessage, Typed},
    question::QuestionName,
};

/// The id of a document of kind `D` as a person types it: whole, or a prefix of 6 characters or
/// more that only one document has.
pub struct IdPrefix<D> {
    text: String,
    of: PhantomData<fn() -> D>,
}

/// The id of a listing, or its prefix.
pub type ListingId = IdPrefix<Listing>;
/// The id of an order, or its prefix.
pub type OrderId = IdPrefix<Order>;
/// The id of a receipt, or its prefix.
pub type ReceiptId = IdPrefix<Receipt>;

/// The kind of a document that may be a listing or an order.
pub enum ListingOrOrder {}

impl<D> IdPrefix<D> {
    /// The fewest characters of a prefix.
    const SHORTEST: usize = 6;
    /// The number of characters of a whole id.
    const WHOLE: usize = 43;

    /// Returns the typed characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the one item whose id has this prefix; `what` names its kind.
    ///
    /// # Errors
    /// `no-such-id`, `ambiguous-id`.
    pub fn find<T>(
        &self,
        what: impl Into<Identified>,
        items: impl IntoIterator<Item = T>,
        id: impl Fn(&T) -> String,
    ) -> Result<T> {
        let mut found = items
            .into_iter()
            .filter(|item| id(item).starts_with(&self.text));
        match (found.next(), found.next()) {
            (Some(item), None) => Ok(item),
            (None, _) => Err(Error::refused(
                ErrorCode::NoSuchId,
                NameMessage::NoSuchId {
                    what: what.into(),
                    id: self.to_string(),
                },
            )),
            (Some(_), Some(_)) => Err(Error::usage(
                ErrorCode::AmbiguousId,
                NameMessage::AmbiguousId {
                    what: what.into(),
                    id: self.to_string(),
                },
            )
            .hint(NameHint::GiveMoreOfId)),
        }
    }

    fn of_kind<E>(&self) -> IdPrefix<E> {
        IdPrefix {
            text: self.text.clone(),
            of: PhantomData,
        }
    }
}

impl IdPrefix<ListingOrOrder> {
    /// Returns it as the id of a listing.
    #[must_use]
    pub fn listing(&self) -> ListingId {
        self.of_kind()
    }

    /// Returns it as the id of an order.
    #[must_use]
    pub fn order(&self) -> OrderId {
        self.of_kind()
    }
}

impl<D> FromStr for IdPrefix<D> {
    type Err = Error;

    /// Reads an id without surrounding spaces.
    ///
    /// # Errors
    /// `short-id` for fewer than 6 characters; `usage` for a text that is not an id or is longer
    /// than one.
    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        let typed = Typed::of(text);
        let in_alphabet = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        let (code, message) = if !text.bytes().all(in_alphabet) || text.is_empty() {
            (ErrorCode::Usage, NameMessage::NotAnId { text: typed })
        } else if text.len() < Self::SHORTEST {
            (ErrorCode::ShortId, NameMessage::ShortId { text: typed })
        } else if text.len() > Self::WHOLE {
            (ErrorCode::Usage, NameMessage::LongId { text: typed })
        } else {
            return Ok(Self {
                text: text.to_owned(),
                of: PhantomData,
            });
        };
        Err(Error::usage(code, message).hint(NameHint::GiveWholeId {
            whole: Self::WHOLE,
            shortest: Self::SHORTEST,
        }))
    }
}

impl<D> From<DocumentId> for IdPrefix<D> {
    fn from(id: DocumentId) -> Self {
        Self {
            text: id.to_string(),
            of: PhantomData,
        }
    }
}

impl<D> Clone for IdPrefix<D> {
    fn clone(&self) -> Self {
        self.of_kind()
    }
}

impl<D> PartialEq for IdPrefix<D> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<D> Eq for IdPrefix<D> {}

impl<D> fmt::Debug for IdPrefix<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<D> fmt::Display for IdPrefix<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A name of a listing: its id, or the question that its versions share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListingName {
    /// The id, whole or a prefix.
    Id(ListingId),
    /// The question.
    Question(QuestionName),
}

impl FromStr for ListingName {
    type Err = Error;

    /// Reads an id, or a question as [`Question::name`] writes it.
    ///
    /// # Errors
    /// Those of an id.
    fn from_str(text: &str) -> Result<Self> {
        match QuestionName::named(text.trim()) {
            Some(question) => Ok(Self::Question(question)),
            None => text.parse().map(Self::Id),
        }
    }
}

/// Declares the types of numbers by which this home names things, from 1.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "number"))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $name(u64);

        impl $name {
            /// Names the thing of a number.
            #[must_use]
            pub const fn new(number: u64) -> Self {
                Self(number)
            }

            /// Returns the number.
            #[must_use]
            pub const fn get(self) -> u64 {
                self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl FromStr for $name {
            type Err = Error;

            /// Reads a number, without the spaces around it.
            ///
            /// # Errors
            /// `usage`.
            fn from_str(text: &str) -> Result<Self> {
                whole_number(text).map(Self)
            }
        }
    )+};
}

numbers! {
    /// The number of a standing rule.
    RuleNumber;
    /// The number of a booking of a bank statement.
    BookingNumber;
    /// The number of a payment that came after its receipt.
    PaymentNumber;
    /// The number of an alarm.
    AlarmNumber;
}

/// Reads a whole number from 0, without separators or surrounding spaces.
///
/// # Errors
/// `usage`.
pub fn whole_number(text: &str) -> Result<u64> {
    text.trim().parse().map_err(|_| {
        let text = Typed::of(text);
        Error::usage(ErrorCode::Usage, NameMessage::NotAWholeNumber { text })
            .hint(NameHint::WriteDigits)
    })
}

/// Reads a key without surrounding spaces. It must be whole, as a prefix can be imitated.
///
/// # Errors
/// `contact-key`.
pub fn key(text: &str) -> Result<Kid> {
    let text = text.trim();
    text.parse().map_err(|_| {
        let text = Typed::of(text);
        Error::usage(ErrorCode::ContactKey, NameMessage::NotAKey { text })
            .hint(NameHint::GiveWholeKey)
            .hint(Act::ShowKeys.to(NameHint::OtherHomeShowsKey))
    })
}

/// Reads a level above 0, without surrounding spaces.
///
/// # Errors
/// `epsilon`, `zero-epsilon`.
pub fn level(text: &str) -> Result<MicroEpsilon> {
    let level = level_or_zero(text)?;
    if level.is_zero() {
        return Err(zero_level(text));
    }
    Ok(level)
}

/// Returns the refusal of ε 0 where a level or a cap is needed.
#[must_use]
pub fn zero_level(text: &str) -> Error {
    Error::usage(
        QueryErrorCode::ZeroEpsilon,
        NameMessage::ZeroLevel {
            text: Typed::of(text),
        },
    )
    .hint(NameHint::WriteLevel)
}

/// Reads a level that may be 0, without surrounding spaces.
///
/// # Errors
/// `epsilon`.
pub fn level_or_zero(text: &str) -> Result<MicroEpsilon> {
    text.trim().parse().map_err(|why| {
        let text = Typed::of(text);
        Error::usage(ErrorCode::Epsilon, NameMessage::NotALevel { text, why })
            .hint(NameHint::WriteLevel)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_id_is_found_by_six_characters_that_no_other_begins_with() {
        let items = ["abcdefgh", "abcdefxy", "bcdefghi"];
        let find = |typed: &str| {
            let found = typed
                .parse::<ListingId>()
                .and_then(|id| id.find(Identified::Listing, items, |id| (*id).to_owned()));
            found.unwrap_or_else(|error| error.code().as_str())
        };
        assert_eq!(find(" bcdefg "), "bcdefghi");
        let [one, again, other] =
            ["abcdefg", "abcdefg", "abcdefx"].map(|id| id.parse::<ListingId>().unwrap());
        assert!(one == again && one != other);
        assert_eq!(find("bcdef"), "short-id");
        assert_eq!(find("abcdef"), "ambiguous-id");
        assert_eq!(find("abcdefx"), "abcdefxy");
        assert_eq!(find("cdefghi"), "no-such-id");
        for wrong in ["", "abc/defgh", "abc defgh", &"x".repeat(44)] {
            assert_eq!(find(wrong), "usage", "{wrong:?}");
        }
    }

    #[test]
    fn a_listing_is_named_by_its_id_or_its_question() {
        let (owner, seeds) = ("a".repeat(42) + "A", "b".repeat(42) + "A");
        let named = format!("{owner}.{seeds}");
        match named.parse() {
            Ok(ListingName::Question(question)) => assert_eq!(question.name(), named),
            other => panic!("{other:?}"),
        }
        let id = ListingName::Id("abcdef".parse().unwrap());
        assert_eq!("abcdef".parse::<ListingName>().unwrap(), id);
        for wrong in ["abc", "abcdef.abcdef", &format!("{owner}.")] {
            assert!(wrong.parse::<ListingName>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_level_is_a_decimal_above_0() {
        for (text, micro) in [("1.5", 1_500_000), (" 0.000001 ", 1)] {
            assert_eq!(level(text).unwrap().get(), micro);
        }
        for (text, code) in [
            ("0", "zero-epsilon"),
            ("0.0", "zero-epsilon"),
            ("", "epsilon"),
            ("-1", "epsilon"),
            ("0,5", "epsilon"),
            ("1.0000001", "epsilon"),
            ("1099511.627777", "epsilon"),
        ] {
            let error = level(text).unwrap_err();
            assert_eq!(error.code().as_str(), code, "{text:?}");
            assert!(!error.hints().is_empty());
        }
    }

    #[test]
    fn a_key_is_whole() {
        let whole = "a".repeat(42) + "A";
        assert_eq!(key(&format!(" {whole} ")).unwrap().to_string(), whole);
        assert_eq!(key(&whole[..42]).unwrap_err().code(), ErrorCode::ContactKey);
    }
}
