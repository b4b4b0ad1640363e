//! The two sides of a comparison as data: a phrase and the values in it, so that every shell can say
//! them in its own language.

use std::fmt;

use gradual_release::accountant::PrivacyLoss;
use serde::{Deserialize, Serialize};

use crate::kinds::Adjacency;
use crate::log::{Hash, entry_number};
use crate::units::{
    Currency, Digest, DocumentId, Kid, LossPair, MicroEpsilon, MinorUnits, Money, Salt, Timestamp,
    level_text, loss_text,
};

/// The phrase of a side. `{0}`, `{1}` and `{2}` of its template are the values of the side, in this
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum SidePhrase {
    /// A value by itself, of any kind but a level.
    Plain,
    /// A value, and the file that has it.
    PlainIn,
    /// Two texts; or an adjacency and the name of a unit.
    Pair,
    /// The same, and the file that has them.
    PairIn,
    /// A level.
    Level,
    /// The level before and after.
    LevelStep,
    /// The highest level allowed.
    AtMostLevel,
    /// The lowest level allowed.
    AtLeastLevel,
    /// The same, and the file that says so.
    AtLeastLevelIn,
    /// The most that a loss of two parts may be.
    AtMostLoss,
    /// The least that a loss of two parts may be.
    AtLeastLoss,
    /// The least that a loss of two parts may be, and the file that has it.
    AtLeastLossIn,
    /// The level that must not be reached.
    BelowLevel,
    /// The same, and the file that says so.
    BelowLevelIn,
    /// The smallest increment of the level.
    StepsOfLevel,
    /// The level that a sale starts from.
    FromLevel,
    /// The level that the buyer held.
    HeldLevel,
    /// The same, and the file that says so.
    HeldLevelIn,
    /// The money of a sale, and the levels before and after.
    PriceOfStep,
    /// The least money.
    AtLeastMoney,
    /// The earliest time, a text.
    NotBefore,
    /// The latest time, a text.
    NotAfter,
    /// The earliest and the latest time, two texts; or the first and the last of several entries.
    Between,
    /// The id of a key, a text.
    Key,
    /// The id of the signer's key, a text.
    SignedBy,
    /// The id of the owner's key, a text.
    Owner,
    /// A number of entries and their root, a text.
    EntriesRoot,
    /// A root, which is a text.
    Root,
    /// A root, which is a text, and the file that has it.
    RootIn,
    /// A root, which is a text, and the count of the entries under it.
    RootOf,
    /// The entry of a receipt, and the number of hashes that show it to be in the log.
    InclusionProof,
    /// The number of entries in a published log.
    Published,
    /// The file's name of a published log.
    PublishedAt,
    /// The count of the rows that are marked as changed.
    Marked,
    /// The count of all rows, each of which has to be marked.
    AllMarked,
    /// The count of the rows that are marked as changed, and the number of all rows.
    MarkedOf,
    /// The file from which the rows to be marked differ.
    RowsThatDiffer,
    /// A number of values and their level.
    ValuesAt,
    /// The file with the values.
    ValuesOf,
    /// The level of the values.
    OtherValuesAt,
    /// The count of the values that are wrong, the number of all values, and the index of the first
    /// wrong one, a count.
    WrongValues,
    /// Equality in every bit.
    SameBits,
    /// A number of increments, and the count of those that are 0.
    Unchanged,
    /// The least and the greatest count of increments that are 0, and a probability.
    UnchangedBetween,
    /// A count, and the entry that states it.
    CountAt,
    /// A document that was sold before.
    AmongOrders,
    /// A document that was not sold before.
    NotAmongOrders,
    /// A document that the ledger shows before.
    ShownBefore,
    /// A document that the ledger does not show before.
    NotShownBefore,
    /// No document.
    NoDocument,
    /// Nothing at all.
    Nothing,
    /// No refusal of the order.
    NoRefusal,
    /// A bundle.
    Bundle,
    /// A holder's copy.
    Copy,
    /// A checkpoint.
    Checkpoint,
    /// A ledger.
    Ledger,
    /// The one form in which a file can be written.
    OneForm,
    /// The seed commitment of a question, a text.
    Question,
    /// The name of a population, a text.
    Population,
    /// The entry of a receipt whose order is meant.
    OrderOfReceipt,
    /// The entry of a receipt, and its file.
    ReceiptIn,
    /// The entry of a receipt, and its time, a text.
    ReceiptOfTime,
    /// The id of the receipt's order, a text.
    ReceiptOfOrder,
    /// An entry that stands before.
    AfterEntry,
    /// The commitment to the seeds of an opening, a text.
    Seeds,
    /// The commitment to the data of an opening, a text.
    Data,
    /// The commitment of the listing, a text.
    CommittedTo,
}

crate::named!(SidePhrase);

impl SidePhrase {
    /// Returns the template in English.
    #[must_use]
    pub const fn english(self) -> &'static str {
        match self {
            Self::Plain => "{0}",
            Self::PlainIn => "{0} ({1})",
            Self::Pair => "{0}, {1}",
            Self::PairIn => "{0}, {1} ({2})",
            Self::Level => "ε {0}",
            Self::LevelStep => "ε {0} → {1}",
            Self::AtMostLevel => "at most ε {0}",
            Self::AtLeastLevel => "at least ε {0}",
            Self::AtLeastLevelIn => "at least ε {0} ({1})",
            Self::AtMostLoss => "at most {0}",
            Self::AtLeastLossIn => "at least {0} ({1})",
            Self::BelowLevel => "below ε {0}",
            Self::BelowLevelIn => "below ε {0} ({1})",
            Self::StepsOfLevel => "steps of ε {0}",
            Self::FromLevel => "from ε {0}",
            Self::HeldLevel => "held: ε {0}",
            Self::HeldLevelIn => "held: ε {0} ({1})",
            Self::PriceOfStep => "{0} (ε {1} → {2})",
            Self::AtLeastLoss | Self::AtLeastMoney => "at least {0}",
            Self::NotBefore => "not before {0}",
            Self::NotAfter => "not after {0}",
            Self::Between => "{0} to {1}",
            Self::Key => "key {0}",
            Self::SignedBy => "signed by {0}",
            Self::Owner => "the owner, {0}",
            Self::EntriesRoot => "{0}, root {1}",
            Self::Root => "root {0}",
            Self::RootIn => "root {0} ({1})",
            Self::RootOf => "root {0} of {1}",
            Self::InclusionProof => "receipt at {0}, {1}",
            Self::Published => "{0} published",
            Self::PublishedAt => "the log published at {0}",
            Self::Marked => "{0} marked",
            Self::AllMarked => "{0}, all",
            Self::MarkedOf => "{0} of {1} marked as changed",
            Self::RowsThatDiffer => "the rows that differ from {0}",
            Self::ValuesAt => "{0} at ε {1}",
            Self::ValuesOf => "those of {0}",
            Self::OtherValuesAt => "other values at ε {0}",
            Self::WrongValues => "{0} of {1} wrong, value {2} first",
            Self::SameBits => "the same, bit for bit",
            Self::Unchanged => "{0}, {1} unchanged",
            Self::UnchangedBetween => "{0} to {1} unchanged; p = {2}",
            Self::CountAt => "{0} at entry {1}",
            Self::AmongOrders => "among the orders before",
            Self::NotAmongOrders => "not among the orders before",
            Self::ShownBefore => "shown before",
            Self::NotShownBefore => "not shown before",
            Self::NoDocument => "none",
            Self::Nothing => "nothing",
            Self::NoRefusal => "no refusal",
            Self::Bundle => "a bundle",
            Self::Copy => "a copy",
            Self::Checkpoint => "a checkpoint",
            Self::Ledger => "a ledger",
            Self::OneForm => "its one form",
            Self::Question => "question {0}",
            Self::Population => "population {0}",
            Self::OrderOfReceipt => "order of receipt {0}",
            Self::ReceiptIn => "receipt {0} ({1})",
            Self::ReceiptOfTime => "receipt {0} of {1}",
            Self::ReceiptOfOrder => "receipt of order {0}",
            Self::AfterEntry => "after entry {0}",
            Self::Seeds => "seeds: {0}",
            Self::Data => "data: {0}",
            Self::CommittedTo => "committed to: {0}",
        }
    }

    /// Returns the side with these values, which are of one type.
    pub fn with<V: Into<SideValue>, const N: usize>(self, values: [V; N]) -> ComparisonSide {
        ComparisonSide::new(self, values.into_iter().map(Into::into).collect())
    }
}

/// A value in a side. A number that is counted in a noun is written with it: `2 entries`. Templates
/// have such a value only where the noun stands in the nominative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", content = "value", rename_all = "kebab-case")]
pub enum SideValue {
    /// A text that is the same in every language: an id, a hash, a time, a currency, a name.
    Text(String),
    /// The name of a file, or of a published log.
    File(String),
    /// A level or a loss in micro-ε; the template has the ε.
    Level(u64),
    /// A loss of two parts, in micro-ε and in nano-ρ; its text has the ε and the ρ.
    Loss {
        /// The pure part.
        micro_epsilon: u64,
        /// The Gaussian-like part.
        nano_rho: u64,
    },
    /// A number by itself.
    Count(u64),
    /// The index of an entry, from 0. People read it from 1.
    Entry(u64),
    /// A number of entries.
    Entries(u64),
    /// A number of rows.
    Rows(u64),
    /// A number of labels.
    Labels(u64),
    /// A number of values.
    Values(u64),
    /// A number of increments of the noise.
    Increments(u64),
    /// A number of hashes.
    Hashes(u64),
    /// Money, in one currency or in several.
    Money(Vec<Money>),
    /// The name of a privacy unit, as the owner writes it: `person`.
    Unit(String),
    /// The relation of data sets that must be hard to tell apart.
    Adjacency(Adjacency),
    /// A number from 0 to 1, in thousandths.
    Thousandths(u16),
}

impl SideValue {
    /// Returns the amount of one currency.
    #[must_use]
    pub fn money(currency: Currency, amount: MinorUnits) -> Self {
        Self::Money(vec![Money::new(amount, currency)])
    }

    /// Returns the name of a file as a value.
    pub fn file(name: impl Into<String>) -> Self {
        Self::File(name.into())
    }
}

/// As an English sentence has it.
impl fmt::Display for SideValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |f: &mut fmt::Formatter<'_>, n: u64, one: &str, many: &str| {
            write!(f, "{n} {}", if n == 1 { one } else { many })
        };
        match self {
            Self::Text(text) | Self::File(text) | Self::Unit(text) => f.write_str(text),
            Self::Level(micro) => f.write_str(&level_text(*micro)),
            Self::Loss {
                micro_epsilon,
                nano_rho,
            } => f.write_str(&loss_text(PrivacyLoss {
                micro_epsilon: *micro_epsilon,
                nano_rho: *nano_rho,
            })),
            Self::Count(n) => write!(f, "{n}"),
            Self::Entry(index) => write!(f, "{}", entry_number(*index)),
            Self::Entries(n) => counted(f, *n, "entry", "entries"),
            Self::Rows(n) => counted(f, *n, "row", "rows"),
            Self::Labels(n) => counted(f, *n, "label", "labels"),
            Self::Values(n) => counted(f, *n, "value", "values"),
            Self::Increments(n) => counted(f, *n, "increment", "increments"),
            Self::Hashes(n) => counted(f, *n, "hash", "hashes"),
            Self::Money(amounts) => {
                let texts = amounts.iter().map(Money::to_string);
                f.write_str(&texts.collect::<Vec<_>>().join(", "))
            }
            Self::Adjacency(adjacency) => write!(f, "{adjacency}"),
            Self::Thousandths(n) => write!(f, "{}.{:03}", n / 1000, n % 1000),
        }
    }
}

macro_rules! as_text {
    ($($type:ty),+) => {
        $(impl From<$type> for SideValue {
            fn from(value: $type) -> Self {
                Self::Text(value.to_string())
            }
        })+
    };
}

as_text!(
    &str, Currency, Digest, DocumentId, Hash, Kid, Salt, Timestamp
);

impl From<MicroEpsilon> for SideValue {
    fn from(level: MicroEpsilon) -> Self {
        Self::Level(level.get())
    }
}

/// A loss without a Gaussian-like part is a level.
impl From<PrivacyLoss> for SideValue {
    fn from(loss: PrivacyLoss) -> Self {
        match loss.nano_rho {
            0 => Self::Level(loss.micro_epsilon),
            nano_rho => Self::Loss {
                micro_epsilon: loss.micro_epsilon,
                nano_rho,
            },
        }
    }
}

impl From<LossPair> for SideValue {
    fn from(loss: LossPair) -> Self {
        PrivacyLoss::from(loss).into()
    }
}

/// One side of a comparison: what was found, or what it was compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditSide"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditSide")
)]
pub struct ComparisonSide {
    /// The side in English, for programs and logs.
    text: String,
    /// Its phrase.
    says: SidePhrase,
    /// The values in the phrase.
    with: Vec<SideValue>,
}

impl ComparisonSide {
    /// Returns the side that says a phrase with its values.
    #[must_use]
    pub fn new(says: SidePhrase, with: Vec<SideValue>) -> Self {
        let text = filled(says.english(), &with, SideValue::to_string);
        Self { text, says, with }
    }

    /// Returns a document's id, or that there is none.
    #[must_use]
    pub fn id_or_none(document: Option<DocumentId>) -> Self {
        document.map_or_else(|| SidePhrase::NoDocument.into(), Self::from)
    }

    /// Returns the most that a loss may be.
    pub fn at_most(loss: impl Into<PrivacyLoss>) -> Self {
        Self::of_loss(loss.into(), SidePhrase::AtMostLevel, SidePhrase::AtMostLoss)
    }

    /// Returns the least that a loss may be.
    pub fn at_least(loss: impl Into<PrivacyLoss>) -> Self {
        Self::of_loss(
            loss.into(),
            SidePhrase::AtLeastLevel,
            SidePhrase::AtLeastLoss,
        )
    }

    /// Returns the least that a loss may be, and the file that has it.
    pub fn at_least_in(loss: impl Into<PrivacyLoss>, file: &str) -> Self {
        let (level, of_two) = (SidePhrase::AtLeastLevelIn, SidePhrase::AtLeastLossIn);
        let mut side = Self::of_loss(loss.into(), level, of_two);
        side.with.push(SideValue::file(file));
        Self::new(side.says, side.with)
    }

    /// Returns the side of a loss in the phrase of a level, or in that of a loss of two parts.
    fn of_loss(loss: PrivacyLoss, level: SidePhrase, of_two: SidePhrase) -> Self {
        let value = SideValue::from(loss);
        let says = match value {
            SideValue::Level(_) => level,
            _ => of_two,
        };
        Self::new(says, vec![value])
    }

    /// Returns the side in English.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the phrase.
    #[must_use]
    pub fn says(&self) -> SidePhrase {
        self.says
    }

    /// Returns the values in the phrase.
    #[must_use]
    pub fn values(&self) -> &[SideValue] {
        &self.with
    }

    /// Returns the side in another language, by the template of its phrase and the text of each
    /// value.
    pub fn in_words(&self, template: &str, text_of: impl Fn(&SideValue) -> String) -> String {
        filled(template, &self.with, text_of)
    }
}

impl fmt::Display for ComparisonSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A phrase without values.
impl From<SidePhrase> for ComparisonSide {
    fn from(says: SidePhrase) -> Self {
        Self::new(says, Vec::new())
    }
}

/// A value by itself. A level has its ε.
impl<V: Into<SideValue>> From<V> for ComparisonSide {
    fn from(value: V) -> Self {
        let value = value.into();
        let says = match value {
            SideValue::Level(_) => SidePhrase::Level,
            _ => SidePhrase::Plain,
        };
        Self::new(says, vec![value])
    }
}

/// Returns a template with its values in place of `{0}`, `{1}` and so on, read once: a value may
/// have braces of its own.
pub fn filled<V>(template: &str, values: &[V], text_of: impl Fn(&V) -> String) -> String {
    let mut parts = template.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (place, rest) = part.split_once('}').unwrap_or((part, ""));
        let value = place.parse().ok().and_then(|at: usize| values.get(at));
        text.push_str(&value.map(&text_of).unwrap_or_default());
        text.push_str(rest);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_with_braces_is_not_filled_in_again() {
        let side = SidePhrase::PlainIn.with([SideValue::Entries(1), SideValue::file("{0}{9}")]);
        assert_eq!(side.to_string(), "1 entry ({0}{9})");
        assert_eq!(
            side.in_words("in {1}: {0}", |value| format!("<{value}>")),
            "in <{0}{9}>: <1 entry>"
        );
    }

    #[test]
    fn every_template_has_its_places_in_order() {
        for phrase in SidePhrase::ALL {
            let template = phrase.english();
            let places = template.matches('{').count();
            for place in 0..places {
                assert!(template.contains(&format!("{{{place}}}")), "{phrase}");
            }
        }
    }

    #[test]
    fn numbers_are_written_for_people() {
        let euro: Currency = "EUR".parse().unwrap();
        for (value, text) in [
            (SideValue::Entry(0), "1"),
            (SideValue::Level(500_000), "0.5"),
            (
                SideValue::Level(u64::MAX),
                "18446744073709551615 millionths",
            ),
            (
                SideValue::Loss {
                    micro_epsilon: 500_000,
                    nano_rho: 1,
                },
                "ε 0.5, ρ 0.000000001",
            ),
            (SideValue::Hashes(1), "1 hash"),
            (SideValue::Rows(0), "0 rows"),
            (SideValue::Thousandths(7), "0.007"),
            (SideValue::Thousandths(1000), "1.000"),
            (
                SideValue::Money(vec![
                    Money::new(1501_u64, euro),
                    Money::new(u64::MAX, "JPY".parse().unwrap()),
                ]),
                "EUR 15.01, JPY 18446744073709551615",
            ),
        ] {
            assert_eq!(value.to_string(), text);
        }
    }
}
