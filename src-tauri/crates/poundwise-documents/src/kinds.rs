//! The kinds of document: what each says, and which values it may say.
//!
//! A payload is one flat JSON object of integers, strings, lists and nulls (and the signer's key);
//! unknown, missing and doubled fields are refused. Parsing checks each field's range;
//! [`Payload::check`] checks the rest. What only several documents together can show is checked by
//! an audit (`poundwise-audit`).

mod copy;
mod ended;
mod entries;
mod listing;
mod question;
mod records;
mod sale;
mod text;
mod words;

pub(crate) use text::is_deceptive;

pub use copy::HolderCopy;
pub use ended::{Ended, Losses, PopulationLoss};
pub use entries::{AssumedLoss, Cap, Entry, Grant, MAX_ASSUMED, PopulationEntry};
pub use listing::Listing;
pub use question::{
    Adjacency, AttributeKind, BinnedColumn, CROSSED_COLUMNS, ColumnType, Family, Filter,
    FilterOperator, MissingCells, Protected, mechanism_of,
};
pub use records::{Opening, Refusal, Withdrawal};
pub use text::{TextFault, TextRule, hidden_in, is_hidden, is_payto};

pub use sale::{Cancellation, Order, Receipt, Release, Settlement};

use serde::Serialize;
use serde::de::DeserializeOwned;

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
#[error("{field}: {problem}")]
pub struct PayloadError {
    /// The field at fault, as named in the JSON.
    pub field: &'static str,
    /// Fault of the document, in words.
    pub problem: String,
    /// The same, of a text that people write.
    pub text: Option<TextFault>,
}

impl PayloadError {
    pub(crate) fn new(field: &'static str, problem: impl Into<String>) -> Self {
        Self {
            field,
            problem: problem.into(),
            text: None,
        }
    }

    pub(crate) fn of_text(field: &'static str, fault: TextFault) -> Self {
        Self {
            field,
            problem: fault.to_string(),
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
const MIB_16: usize = 16 << 20;

macro_rules! payload {
    ($type:ident, $typ:literal, $max:expr, $secret:expr) => {
        impl sealed::Sealed for $type {}

        impl Payload for $type {
            const TYP: &'static str = $typ;
            const MAX_BYTES: usize = $max;
            const SECRET: bool = $secret;

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
    };
}

payload!(Listing, "poundwise-listing;v=1", MIB_16, false);
payload!(Order, "poundwise-order;v=1", KIB_4, false);
payload!(Cancellation, "poundwise-cancellation;v=1", KIB_4, false);
payload!(Receipt, "poundwise-receipt;v=1", KIB_64, false);
payload!(Grant, "poundwise-grant;v=1", KIB_4, false);
payload!(Cap, "poundwise-cap;v=1", KIB_64, false);
payload!(PopulationEntry, "poundwise-population;v=1", KIB_64, false);
payload!(Release, "poundwise-release;v=1", KIB_64, false);
payload!(Refusal, "poundwise-refusal;v=1", KIB_64, false);
payload!(Withdrawal, "poundwise-withdrawal;v=1", KIB_64, false);
payload!(Opening, "poundwise-opening;v=1", MIB_16, true);
payload!(HolderCopy, "poundwise-copy;v=1", KIB_64, false);
payload!(Ended, "poundwise-ended;v=1", KIB_4, false);
payload!(Losses, "poundwise-losses;v=1", MIB_16, false);

/// The longest compact string of any kind, in bytes.
pub const MAX_DOCUMENT: usize = MIB_16;

mod sealed {
    pub trait Sealed {}
}

/// Reads an optional field: `null` is nothing, but the field itself must be there.
pub(crate) fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    <Option<T> as serde::Deserialize>::deserialize(deserializer)
}

/// Reads a list that is left out where it is empty, so that each listing has one form.
pub(crate) fn some<'de, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: serde::Deserialize<'de>,
    D: serde::Deserializer<'de>,
{
    let list = <Vec<T> as serde::Deserialize>::deserialize(deserializer)?;
    if list.is_empty() {
        return Err(serde::de::Error::invalid_length(0, &"at least one"));
    }
    Ok(list)
}
