//! The kinds of document: what each says, and which values it may say.
//!
//! A payload is one flat JSON object of integers, strings, lists and nulls (and the signer's key, and
//! a listing's question); unknown, missing and doubled fields are refused. Parsing checks each field's range;
//! [`Payload::check`] checks the rest. What only several documents together can show is checked by
//! an audit (`poundwise-audit`).

mod availability;
mod copy;
mod ended;
mod entries;
mod family;
mod listing;
mod privacy;
mod question;
mod records;
mod sale;
mod text;
mod words;

pub(crate) use text::is_deceptive;

pub use availability::{Availability, AvailableLevel, MAX_AVAILABLE};
pub use copy::HolderCopy;
pub use ended::{Ended, Losses, PopulationLoss};
pub use entries::{AssumedLoss, Entry, Grant, MAX_ASSUMED, PopulationEntry};
pub use family::{Family, mechanism_of};
pub use listing::Listing;
pub use privacy::{Adjacency, Protected};
pub use question::{
    AttributeKind, BinnedColumn, Blocks, CROSSED_COLUMNS, ColumnType, Count, CrossTabulation,
    Filter, FilterOperator, Histogram, MAX_BINS_OF_BLOCKS, MAX_GROUP_COLUMNS, MAX_MOMENT_ENTRIES,
    MOMENT_VARIABLES, Mean, MissingCells, Moments, Question, Sum, Value, Variable, VariableRole,
    Vector,
};
pub use records::{Opening, Refusal, Withdrawal};
pub use text::{TextFault, TextRule, hidden_in, is_hidden, is_payto};

pub use crate::texts::MechanismError;
pub use words::WordField;
pub(crate) use words::unknown_word;

pub use sale::{Cancellation, Order, Receipt, Release, Settlement};

use std::fmt;
use std::marker::PhantomData;

use poundwise_words::Text;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::keys::Jwk;
use crate::units::Timestamp;

/// The largest number of coordinates an attribute may have, 2^24.
pub const MAX_DIMENSION: u64 = 1 << 24;
/// The largest sensitivity D, in lattice steps, 2^40.
pub const MAX_SENSITIVITY: u64 = 1 << 40;
/// The most characters of a name or title.
pub const MAX_LINE: u32 = 200;
/// The most characters of a description, of terms, of a recipient, of a filter's value.
pub const MAX_TEXT: u32 = 4000;

/// A payload that may not be signed, and is refused when found signed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PayloadError {
    /// The field at fault, as named in the JSON.
    pub field: &'static str,
    /// Fault of the document, in words.
    pub problem: Text,
    /// The same, of a text that people write.
    pub text: Option<TextFault>,
}

impl PayloadError {
    pub(crate) fn new(field: &'static str, problem: impl Into<Text>) -> Self {
        Self {
            field,
            problem: problem.into(),
            text: None,
        }
    }

    pub(crate) fn of_text(field: &'static str, fault: TextFault) -> Self {
        Self {
            field,
            problem: Text::of(fault),
            text: Some(fault),
        }
    }
}

/// The content of a document. Implemented by the kinds of this module alone.
pub trait Payload: Serialize + DeserializeOwned + Send + Sync + sealed::Sealed + 'static {
    /// The `typ` of the JWS header: the kind and its version.
    const TYP: &'static str;
    /// The longest compact string of this kind, in bytes.
    const MAX_BYTES: usize;
    /// Whether the content must never appear in a message or an error.
    const SECRET: bool = false;
    /// The fields that hold a word of a list that may grow: an unknown word is a newer version's.
    const WORDS: &'static [WordField] = &[];

    /// Returns the signer's key.
    fn jwk(&self) -> &Jwk;

    /// Returns the time of signing, by the signer's own clock.
    fn issued_at(&self) -> Timestamp;

    /// Checks whether the fields agree with each other and with the limits of this module.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that does not.
    fn check(&self) -> Result<(), PayloadError>;
}

const KIB_4: usize = 4 << 10;
const KIB_64: usize = 64 << 10;
const MIB: usize = 1 << 20;
const MIB_16: usize = 16 << 20;

/// Implements [`Payload`] for each kind, and lists them.
macro_rules! payloads {
    ($($type:ident, $typ:literal, $max:expr, $secret:expr $(, $words:expr)?;)+) => {
        $(
            impl sealed::Sealed for $type {}

            impl Payload for $type {
                const TYP: &'static str = $typ;
                const MAX_BYTES: usize = $max;
                const SECRET: bool = $secret;
                $(const WORDS: &'static [WordField] = $words;)?

                fn jwk(&self) -> &Jwk {
                    &self.jwk
                }

                fn issued_at(&self) -> Timestamp {
                    self.issued_at
                }

                fn check(&self) -> Result<(), PayloadError> {
                    $type::check(self)
                }
            }
        )+

        /// The kinds that this version knows, each with its version.
        const KNOWN: &[&str] = &[$($typ),+];
    };
}

payloads! {
    Listing, "poundwise-listing;v=1", MIB_16, false, &[
        words::at::<AttributeKind>(&["question", "kind"]),
        words::at::<ColumnType>(&["question", "filters", "column_type"]),
        words::at::<FilterOperator>(&["question", "filters", "operator"]),
        words::at::<ColumnType>(&["question", "column", "column_type"]),
        words::at::<ColumnType>(&["question", "columns", "column_type"]),
        words::at::<MissingCells>(&["question", "missing"]),
        words::at::<VariableRole>(&["question", "variables", "role"]),
        words::at::<ColumnType>(&["question", "variables", "column_type"]),
        words::at::<ColumnType>(&["question", "groups", "column_type"]),
        words::at::<Family>(&["family"]),
        words::at::<Adjacency>(&["adjacency"]),
    ];
    Order, "poundwise-order;v=1", KIB_4, false;
    Cancellation, "poundwise-cancellation;v=1", KIB_4, false;
    Receipt, "poundwise-receipt;v=1", KIB_64, false, &[words::at::<Settlement>(&["settlement"])];
    Grant, "poundwise-grant;v=1", KIB_4, false;
    PopulationEntry, "poundwise-population;v=1", KIB_64, false, &[
        words::at::<Adjacency>(&["adjacency"]),
        words::at::<Family>(&["assumed", "family"]),
    ];
    Release, "poundwise-release;v=1", KIB_64, false;
    Refusal, "poundwise-refusal;v=1", KIB_64, false;
    Withdrawal, "poundwise-withdrawal;v=1", KIB_64, false;
    Opening, "poundwise-opening;v=1", MIB_16, true;
    HolderCopy, "poundwise-copy;v=1", KIB_64, false;
    Availability, "poundwise-availability;v=1", MIB, false;
    Ended, "poundwise-ended;v=1", KIB_4, false;
    Losses, "poundwise-losses;v=1", MIB_16, false;
}

/// Returns whether a `typ` has the form of one, and names a kind that this version does not know,
/// or a higher version of a known one.
pub(crate) fn is_newer_typ(typ: &str) -> bool {
    let parts = |typ: &str| -> Option<(String, u32)> {
        let (name, version) = typ.strip_prefix("poundwise-")?.split_once(";v=")?;
        let letters = |b: u8| b.is_ascii_lowercase() || b == b'-';
        let plain = !name.is_empty() && name.len() <= 40 && name.bytes().all(letters);
        let digits = version.bytes().all(|b| b.is_ascii_digit()) && !version.starts_with('0');
        (plain && digits).then_some((name.to_owned(), version.parse().ok()?))
    };
    let Some((name, version)) = parts(typ) else {
        return false;
    };
    let mut known = KNOWN.iter().filter_map(|typ| parts(typ));
    known
        .find(|(known, _)| *known == name)
        .is_none_or(|(_, known)| version > known)
}

/// The longest compact string of any kind, in bytes.
pub const MAX_DOCUMENT: usize = MIB_16;

mod sealed {
    pub trait Sealed {}
}

/// Reads an optional field: `null` is nothing, but the field itself must be there.
pub(crate) fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    <Option<T> as Deserialize>::deserialize(deserializer)
}

/// Reads a list that is left out if it is empty: each document has one form.
pub(crate) fn some<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let list = <Vec<T> as Deserialize>::deserialize(deserializer)?;
    if list.is_empty() {
        return Err(serde::de::Error::invalid_length(0, &"at least one"));
    }
    Ok(list)
}

/// A value that JSON writes as an object. A derived reader of a struct takes a list for it too.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Members<T> {
            type Value = Object<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Object<T>, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Object)
            }
        }

        deserializer.deserialize_map(Members(PhantomData))
    }
}

/// Reads a field whose value is an object, never a list of its members.
pub(crate) fn object<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Object::deserialize(deserializer).map(|Object(value)| value)
}

/// Reads a list of objects.
pub(crate) fn objects<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let list = <Vec<Object<T>> as Deserialize>::deserialize(deserializer)?;
    Ok(list.into_iter().map(|Object(value)| value).collect())
}
