use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{MAX_DIMENSION, MAX_SENSITIVITY, MAX_TEXT, PayloadError, present, text};
use crate::keys::Jwk;
use crate::tariff::Tariff;
use crate::units::{Currency, Decimal, Digest, DocumentId, MicroEpsilon, Salt, Step, Timestamp};

/// A closed list of words: in JSON exactly one of them, as a string.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, TS)]
        #[ts(export)]
        pub enum $name {
            $($(#[$variant_doc])* #[ts(rename = $word)] $variant,)+
        }

        impl $name {
            /// The word used in documents.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = PayloadError;

            fn from_str(word: &str) -> Result<Self, PayloadError> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(PayloadError::new(
                        stringify!($name),
                        concat!("must be one of:", $(" ", $word),+),
                    )),
                }
            }
        }

        crate::units::serde_as_string!($name);
    };
}

words! {
    /// What was asked of the dataset.
    AttributeKind {
        /// The number of privacy units' rows that a filter lets through.
        Count = "count",
        /// A sum of clamped values.
        Sum = "sum",
        /// A mean of clamped values, from two coordinates: the sum of deviations from the middle, and the count.
        Mean = "mean",
        /// Counts by bin.
        Histogram = "histogram",
        /// The owner's own single number.
        Value = "value",
        /// The owner's own numbers.
        Vector = "vector",
    }
}

words! {
    /// Which two datasets must be hard to tell apart.
    Adjacency {
        /// One privacy unit is in one and not in the other.
        AddRemove = "add-remove",
        /// One privacy unit's content differs.
        Replace = "replace",
    }
}

/// An owner's public offer of one attribute. Holds nothing computed from the data but salted commitments.
///
/// A new tariff (or new words) is a new version: another listing that names the one it replaces in `previous`. All
/// versions share seeds, data and dimension, and so one noise path; they are one series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// What is sold, in a few words.
    pub title: String,
    /// What is sold, in full.
    pub description: String,
    /// Who sells.
    pub seller_name: String,
    /// What was asked of the dataset.
    pub kind: AttributeKind,
    /// The query in words: column, filter, bins.
    pub query: String,
    /// The unit of the values, such as `kg`; empty for plain counts.
    pub unit: String,
    /// The number of coordinates, 1 to 2^24.
    pub dimension: u64,
    /// One public label for each coordinate.
    pub labels: Vec<String>,
    /// The size of a lattice step, in `unit`.
    pub step: Step,
    /// `[lo, hi]`, what values are clamped to, in `unit`; empty where nothing is clamped.
    pub bounds: Vec<Decimal>,
    /// D: how far one privacy unit can move the vector in l1, in lattice steps, 1 to 2^40.
    pub sensitivity: u64,
    /// Which datasets count as neighbours.
    pub adjacency: Adjacency,
    /// What is protected, in words: a row, or a person with at most so many rows.
    pub privacy_unit: String,
    /// The number of rows, where the owner has made it public.
    #[serde(deserialize_with = "present")]
    pub public_rows: Option<u64>,
    /// The highest level that will be sold of this series.
    pub ceiling_micro_epsilon: MicroEpsilon,
    /// The level at which the noise path starts; nothing above it exists.
    pub top_micro_epsilon: MicroEpsilon,
    /// The smallest increment: every sale raises the level by a multiple of it.
    pub grain_micro_epsilon: MicroEpsilon,
    /// The cumulative price.
    pub tariff: Tariff,
    /// The currency of the tariff.
    pub currency: Currency,
    /// Where to pay: a `payto:` URI (RFC 8905), or empty.
    pub pay_to: String,
    /// Conditions of sale.
    pub terms: String,
    /// The owner's age recipient, to which orders are encrypted.
    pub deliver_to: String,
    /// A random name shared by all listings on one dataset, whose losses add up; null for the owner's own numbers.
    #[serde(deserialize_with = "present")]
    pub dataset: Option<Salt>,
    /// The most the dataset's loss may become over all its listings.
    #[serde(deserialize_with = "present")]
    pub dataset_cap_micro_epsilon: Option<MicroEpsilon>,
    /// The layout of random words along the noise path, by name and version.
    pub path_layout: String,
    /// Commitment to the seeds of the noise path ([`crate::commitment::seed_commitment`]).
    pub seed_commitment: Digest,
    /// Commitment to the vector of integers ([`crate::commitment::data_commitment`]).
    pub data_commitment: Digest,
    /// The version that this one replaces.
    #[serde(deserialize_with = "present")]
    pub previous: Option<DocumentId>,
    /// The seller's key.
    pub jwk: Jwk,
    /// When the seller signed.
    pub issued_at: Timestamp,
}

impl Listing {
    /// Whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// The first field that does not.
    pub fn check(&self) -> Result<(), PayloadError> {
        let fail = |field, problem: &str| Err(PayloadError::new(field, problem));
        text::name("title", &self.title)?;
        text::prose("description", &self.description)?;
        text::name("seller_name", &self.seller_name)?;
        text::prose("query", &self.query)?;
        text::line("unit", &self.unit)?;
        text::name("privacy_unit", &self.privacy_unit)?;
        text::prose("terms", &self.terms)?;
        text::name("path_layout", &self.path_layout)?;
        text::recipient("deliver_to", &self.deliver_to)?;
        if !(1..=MAX_DIMENSION).contains(&self.dimension) {
            return fail("dimension", "must be from 1 to 2^24");
        }
        if self.labels.len() as u64 != self.dimension {
            return fail("labels", "there must be one label for each coordinate");
        }
        for label in &self.labels {
            text::line("labels", label)?;
        }
        match self.bounds.as_slice() {
            [] => {}
            [low, high] if low < high => {}
            [_, _] => return fail("bounds", "the lower bound must be below the upper one"),
            _ => return fail("bounds", "must be empty or two numbers"),
        }
        if !(1..=MAX_SENSITIVITY).contains(&self.sensitivity) {
            return fail("sensitivity", "must be from 1 to 2^40 lattice steps");
        }
        if self.ceiling_micro_epsilon.is_zero() {
            return fail("ceiling_micro_epsilon", "must be above 0");
        }
        if self.ceiling_micro_epsilon > self.top_micro_epsilon {
            return fail(
                "ceiling_micro_epsilon",
                "must not be above top_micro_epsilon",
            );
        }
        if self.grain_micro_epsilon.is_zero()
            || self.grain_micro_epsilon > self.ceiling_micro_epsilon
        {
            return fail(
                "grain_micro_epsilon",
                "must be above 0 and not above the ceiling",
            );
        }
        if self.tariff.last_level() < self.ceiling_micro_epsilon {
            return fail("tariff", "must price every level up to the ceiling");
        }
        let payable = self.pay_to.is_empty()
            || (self.pay_to.starts_with("payto://")
                && self.pay_to.bytes().all(|b| b.is_ascii_graphic()));
        if !payable || self.pay_to.len() > MAX_TEXT {
            return fail("pay_to", "must be empty or a payto:// address");
        }
        match (self.dataset, self.dataset_cap_micro_epsilon) {
            (None, Some(_)) => fail("dataset_cap_micro_epsilon", "only a dataset has a cap"),
            (_, Some(MicroEpsilon::ZERO)) => fail("dataset_cap_micro_epsilon", "must be above 0"),
            _ => Ok(()),
        }
    }
}
