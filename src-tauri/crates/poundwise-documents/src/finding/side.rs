//! The two sides of a comparison as data: a phrase and the values in it, which are written in
//! each language.

use std::fmt;

use gradual_release::accountant::PrivacyLoss;
use poundwise_words::{Language, Localize, catalogue::MessageSample, messages};
use serde::{Deserialize, Serialize};

use super::SidePhrase;
use crate::kinds::Adjacency;
use crate::log::{Hash, entry_number};
use crate::texts::{SumOfLevels, SumOfLosses};
use crate::units::{
    Currency, Digest, DocumentId, Kid, LossPair, MicroEpsilon, MinorUnits, Money, Salt, Timestamp,
};

/// A value in a side. A number that is counted in a noun is written with it: `2 entries`. Phrases
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

messages! {
    /// Parts of sides.
    enum SidePart {
        Entries { count: u64 } => {
            en: { count; 1 => "{count} entry", _ => "{count} entries" },
            de: { count; 1 => "{count} Eintrag", _ => "{count} Einträge" },
        }
        Rows { count: u64 } => {
            en: { count; 1 => "{count} row", _ => "{count} rows" },
            de: { count; 1 => "{count} Zeile", _ => "{count} Zeilen" },
        }
        Labels { count: u64 } => {
            en: { count; 1 => "{count} label", _ => "{count} labels" },
            de: { count; 1 => "{count} Bezeichnung", _ => "{count} Bezeichnungen" },
        }
        Values { count: u64 } => {
            en: { count; 1 => "{count} value", _ => "{count} values" },
            de: { count; 1 => "{count} Wert", _ => "{count} Werte" },
        }
        Increments { count: u64 } => {
            en: { count; 1 => "{count} increment", _ => "{count} increments" },
            de: { count; 1 => "{count} Zuwachs", _ => "{count} Zuwächse" },
        }
        Hashes { count: u64 } => {
            en: { count; 1 => "{count} hash", _ => "{count} hashes" },
            de: { count; 1 => "{count} Hashwert", _ => "{count} Hashwerte" },
        }
        ListingBeside { log: String } => {
            en: "{log} (a listing of its owner)",
            de: "{log} (ein Angebot seines Eigentümers)",
        }
        Person => {
            en: "person",
            de: "Person",
        }
        Household => {
            en: "household",
            de: "Haushalt",
        }
        Company => {
            en: "company",
            de: "Firma",
        }
    }
}

/// Returns the name under which the listing of a published log's owner is reported.
#[must_use]
pub fn listing_beside(log: &str) -> String {
    let log = log.to_owned();
    SidePart::ListingBeside { log }.to_string()
}

impl Localize for SideValue {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = match self {
            Self::Text(text) => return f.write_str(text),
            Self::File(name) => match name.strip_suffix(&listing_beside("")) {
                None => return f.write_str(name),
                Some(log) => SidePart::ListingBeside {
                    log: log.to_owned(),
                },
            },
            Self::Level(micro) => return SumOfLevels(*micro).localize(language, f),
            Self::Loss {
                micro_epsilon,
                nano_rho,
            } => {
                let loss = PrivacyLoss {
                    micro_epsilon: *micro_epsilon,
                    nano_rho: *nano_rho,
                };
                return SumOfLosses(loss).localize(language, f);
            }
            Self::Count(count) => return count.localize(language, f),
            Self::Entry(index) => return entry_number(*index).localize(language, f),
            Self::Entries(count) => SidePart::Entries { count: *count },
            Self::Rows(count) => SidePart::Rows { count: *count },
            Self::Labels(count) => SidePart::Labels { count: *count },
            Self::Values(count) => SidePart::Values { count: *count },
            Self::Increments(count) => SidePart::Increments { count: *count },
            Self::Hashes(count) => SidePart::Hashes { count: *count },
            Self::Money(amounts) => {
                for (place, money) in amounts.iter().enumerate() {
                    f.write_str(if place == 0 { "" } else { ", " })?;
                    money.localize(language, f)?;
                }
                return Ok(());
            }
            Self::Unit(name) => match name.as_str() {
                "" | "person" => SidePart::Person,
                "household" => SidePart::Household,
                "company" => SidePart::Company,
                name => return f.write_str(name),
            },
            Self::Adjacency(adjacency) => return adjacency.localize(language, f),
            Self::Thousandths(n) => {
                let decimal = format!("{}.{:03}", n / 1000, n % 1000);
                return f.write_str(&language.decimal(&decimal));
            }
        };
        part.localize(language, f)
    }
}

impl MessageSample for SideValue {
    fn samples(field: &str) -> Vec<Self> {
        vec![match field {
            "level" | "low" | "epsilon" => Self::Level(500_000),
            "high" | "limit" => Self::Level(1_500_000),
            "loss" => Self::Loss {
                micro_epsilon: 3_500_000,
                nano_rho: 100_000_000,
            },
            "file" => Self::file("shop.ledger"),
            "money" => Self::Money(Money::samples("")),
            "entries" => Self::Entries(12),
            "rows" => Self::Rows(12),
            "values" => Self::Values(12),
            "increments" => Self::Increments(12),
            "hashes" => Self::Hashes(12),
            "entry" => Self::Entry(6),
            "count" | "size" | "index" | "low_count" => Self::Count(3),
            "high_count" => Self::Count(9),
            "p" => Self::Thousandths(70),
            "time" | "first" => Self::Text("2026-11-28T12:00:00Z".to_owned()),
            "last" => Self::Text("2026-11-29T12:00:00Z".to_owned()),
            other => Self::Text(other.to_owned()),
        }]
    }
}

poundwise_words::in_english!(SideValue);

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
        let mut side = Self {
            text: String::new(),
            says,
            with,
        };
        side.text = Language::English.write(&side).to_string();
        side
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
}

impl Localize for ComparisonSide {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.says.write(&self.with, language, f)
    }
}

impl MessageSample for ComparisonSide {
    fn samples(field: &str) -> Vec<Self> {
        let money = SideValue::samples("money").into_iter();
        match field {
            "expected" => money.map(Self::from).collect(),
            _ => SideValue::samples("loss")
                .into_iter()
                .map(Self::from)
                .collect(),
        }
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use poundwise_words::{Text, catalogue};

    use super::*;

    #[test]
    fn the_printed_catalogue_has_each_side() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
        let phrases = SidePhrase::ALL.iter().map(|phrase| {
            let fields = phrase.fields().iter();
            let values = fields.flat_map(|field| SideValue::samples(field)).collect();
            (
                phrase.as_str(),
                Text::of(ComparisonSide::new(*phrase, values)),
            )
        });
        let samples: Vec<_> = phrases.chain(SidePart::samples()).collect();
        catalogue::check(&docs, "side", &samples);
    }

    #[test]
    fn a_value_with_braces_is_not_filled_in_again() {
        let side = SidePhrase::PlainIn.with([SideValue::Entries(1), SideValue::file("{0}{9}")]);
        assert_eq!(side.to_string(), "1 entry ({0}{9})");
    }

    #[test]
    fn a_side_without_its_values_has_gaps() {
        let side = SidePhrase::PairIn.with([SideValue::Rows(1)]);
        assert_eq!(side.to_string(), "1 row,  ()");
    }

    #[test]
    fn german_sides_have_german_numbers_and_names() {
        let euro: Currency = "EUR".parse().unwrap();
        for (side, english, german) in [
            (
                SidePhrase::PriceOfStep.with([
                    SideValue::Money(vec![Money::new(1_250_001_u64, euro)]),
                    SideValue::Level(0),
                    SideValue::Level(1_500_000),
                ]),
                "EUR 12\u{202f}500.01 (ε 0 → 1.5)",
                "12\u{202f}500,01\u{a0}EUR (ε 0 → 1,5)",
            ),
            (
                SidePhrase::PlainIn.with([
                    SideValue::Entries(1),
                    SideValue::File(listing_beside("a.log")),
                ]),
                "1 entry (a.log (a listing of its owner))",
                "1 Eintrag (a.log (ein Angebot seines Eigentümers))",
            ),
            (
                SidePhrase::Pair.with([
                    SideValue::Adjacency(Adjacency::Replace),
                    SideValue::Unit("person".to_owned()),
                ]),
                "replace, person",
                "Ersetzen, Person",
            ),
            (
                ComparisonSide::from(SideValue::Thousandths(7)),
                "0.007",
                "0,007",
            ),
            (
                SidePhrase::AfterEntry.with([SideValue::Entry(10_000)]),
                "after entry 10\u{202f}001",
                "nach Eintrag 10\u{202f}001",
            ),
        ] {
            assert_eq!(side.to_string(), english);
            assert_eq!(Language::German.write(&side).to_string(), german);
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
                "18\u{202f}446\u{202f}744\u{202f}073\u{202f}709\u{202f}551\u{202f}615 millionths",
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
                "EUR 15.01, JPY 18\u{202f}446\u{202f}744\u{202f}073\u{202f}709\u{202f}551\u{202f}615",
            ),
        ] {
            assert_eq!(value.to_string(), text);
        }
    }
}
