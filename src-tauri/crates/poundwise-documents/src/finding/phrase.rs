//! Phrases of the sides of comparisons, in both languages.

use std::fmt;

use poundwise_words::{Language, text_of};
use serde::{Deserialize, Serialize};

use super::{ComparisonSide, SideValue};

/// Stands in for a value that a side lacks.
const MISSING: &SideValue = &SideValue::Text(String::new());

/// Declares the phrases: the names of the values in each, and its text in both languages.
macro_rules! phrases {
    (
        $(#[$doc:meta])*
        pub enum $name:ident {
            $(
                $(#[$variant_doc:meta])*
                $variant:ident $(($($field:ident),+))? => {
                    en: $en:tt,
                    de: $de:tt,
                }
            )+
        }
    ) => {
        $(#[$doc])*
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// Returns the names of the phrase's values, in their order.
            #[must_use]
            pub const fn fields(self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant => &[$($(stringify!($field)),+)?],)+
                }
            }

            /// Writes the phrase with its values.
            pub(super) fn write(
                self,
                values: &[SideValue],
                language: Language,
                f: &mut fmt::Formatter<'_>,
            ) -> fmt::Result {
                let mut values = values.iter();
                match self {
                    $(Self::$variant => {
                        $($(let $field = values.next().unwrap_or(MISSING);)+)?
                        match language {
                            Language::English => {
                                text_of!(f, language, [$($($field),+)?], $en)
                            }
                            Language::German => {
                                text_of!(f, language, [$($($field),+)?], $de)
                            }
                        }
                    })+
                }
            }
        }
    };
}

phrases! {
    /// The phrase of a side. A side's values are in the order of [`SidePhrase::fields`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[cfg_attr(feature = "ts", derive(ts_rs::TS))]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
    #[cfg_attr(feature = "ts", ts(export))]
    #[serde(rename_all = "kebab-case")]
    #[strum(serialize_all = "kebab-case")]
    pub enum SidePhrase {
        /// A value by itself, of any kind but a level.
        Plain(value) => {
            en: "{value}",
            de: "{value}",
        }
        /// A value, and the file that has it.
        PlainIn(value, file) => {
            en: "{value} ({file})",
            de: "{value} ({file})",
        }
        /// Two texts; or an adjacency and the name of a unit.
        Pair(first, second) => {
            en: "{first}, {second}",
            de: "{first}, {second}",
        }
        /// The same, and the file that has them.
        PairIn(first, second, file) => {
            en: "{first}, {second} ({file})",
            de: "{first}, {second} ({file})",
        }
        /// A level.
        Level(level) => {
            en: "ε {level}",
            de: "ε {level}",
        }
        /// The level before and after.
        LevelStep(low, high) => {
            en: "ε {low} → {high}",
            de: "ε {low} → {high}",
        }
        /// The highest level allowed.
        AtMostLevel(level) => {
            en: "at most ε {level}",
            de: "höchstens ε {level}",
        }
        /// The lowest level allowed.
        AtLeastLevel(level) => {
            en: "at least ε {level}",
            de: "mindestens ε {level}",
        }
        /// The same, and the file that says so.
        AtLeastLevelIn(level, file) => {
            en: "at least ε {level} ({file})",
            de: "mindestens ε {level} ({file})",
        }
        /// The most that a loss of two parts may be.
        AtMostLoss(loss) => {
            en: "at most {loss}",
            de: "höchstens {loss}",
        }
        /// The least that a loss of two parts may be.
        AtLeastLoss(loss) => {
            en: "at least {loss}",
            de: "mindestens {loss}",
        }
        /// The least that a loss of two parts may be, and the file that has it.
        AtLeastLossIn(loss, file) => {
            en: "at least {loss} ({file})",
            de: "mindestens {loss} ({file})",
        }
        /// The level that must not be reached.
        BelowLevel(level) => {
            en: "below ε {level}",
            de: "unter ε {level}",
        }
        /// The same, and the file that says so.
        BelowLevelIn(level, file) => {
            en: "below ε {level} ({file})",
            de: "unter ε {level} ({file})",
        }
        /// The smallest increment of the level.
        StepsOfLevel(level) => {
            en: "steps of ε {level}",
            de: "in Schritten von ε {level}",
        }
        /// The level that a sale starts from.
        FromLevel(level) => {
            en: "from ε {level}",
            de: "von ε {level} an",
        }
        /// The level that the buyer held.
        HeldLevel(level) => {
            en: "held: ε {level}",
            de: "im Bestand: ε {level}",
        }
        /// The same, and the file that says so.
        HeldLevelIn(level, file) => {
            en: "held: ε {level} ({file})",
            de: "im Bestand: ε {level} ({file})",
        }
        /// The money of a sale, and the levels before and after.
        PriceOfStep(money, low, high) => {
            en: "{money} (ε {low} → {high})",
            de: "{money} (ε {low} → {high})",
        }
        /// The least money.
        AtLeastMoney(money) => {
            en: "at least {money}",
            de: "mindestens {money}",
        }
        /// The earliest time, a text.
        NotBefore(time) => {
            en: "not before {time}",
            de: "nicht vor {time}",
        }
        /// The latest time, a text.
        NotAfter(time) => {
            en: "not after {time}",
            de: "nicht nach {time}",
        }
        /// The earliest and the latest time, two texts; or the first and the last of several entries.
        Between(first, last) => {
            en: "{first} to {last}",
            de: "{first} bis {last}",
        }
        /// The id of a key, a text.
        Key(key) => {
            en: "key {key}",
            de: "Schlüssel {key}",
        }
        /// The id of the signer's key, a text.
        SignedBy(key) => {
            en: "signed by {key}",
            de: "signiert von {key}",
        }
        /// The id of the owner's key, a text.
        Owner(key) => {
            en: "the owner, {key}",
            de: "der Eigentümer, {key}",
        }
        /// A number of entries and their root, a text.
        EntriesRoot(entries, root) => {
            en: "{entries}, root {root}",
            de: "{entries}, Wurzel {root}",
        }
        /// A root, which is a text.
        Root(root) => {
            en: "root {root}",
            de: "Wurzel {root}",
        }
        /// A root, which is a text, and the file that has it.
        RootIn(root, file) => {
            en: "root {root} ({file})",
            de: "Wurzel {root} ({file})",
        }
        /// A root, which is a text, and the count of the entries under it.
        RootOf(root, size) => {
            en: "root {root} of {size}",
            de: "Wurzel {root} bei Größe {size}",
        }
        /// The entry of a receipt, and the number of hashes that show it to be in the log.
        InclusionProof(entry, hashes) => {
            en: "receipt at {entry}, {hashes}",
            de: "Quittung an Stelle {entry}, {hashes}",
        }
        /// The number of entries in a published log.
        Published(entries) => {
            en: "{entries} published",
            de: "{entries} veröffentlicht",
        }
        /// The file's name of a published log.
        PublishedAt(file) => {
            en: "the log published at {file}",
            de: "das Protokoll, veröffentlicht unter {file}",
        }
        /// The count of the rows that are marked as changed.
        Marked(count) => {
            en: "{count} marked",
            de: "{count} markiert",
        }
        /// The count of all rows, each of which has to be marked.
        AllMarked(rows) => {
            en: "{rows}, all",
            de: "{rows}, also alle",
        }
        /// The count of the rows that are marked as changed, and the number of all rows.
        MarkedOf(count, rows) => {
            en: "{count} of {rows} marked as changed",
            de: "{count} von {rows} als geändert markiert",
        }
        /// The file from which the rows to be marked differ.
        RowsThatDiffer(file) => {
            en: "the rows that differ from {file}",
            de: "die Zeilen, die von {file} abweichen",
        }
        /// A number of values and their level.
        ValuesAt(values, level) => {
            en: "{values} at ε {level}",
            de: "{values} bei ε {level}",
        }
        /// The file with the values.
        ValuesOf(file) => {
            en: "those of {file}",
            de: "die von {file}",
        }
        /// The level of the values.
        OtherValuesAt(level) => {
            en: "other values at ε {level}",
            de: "andere Werte bei ε {level}",
        }
        /// The count of the values that are wrong, the number of all values, and the index of the first
        /// wrong one, a count.
        WrongValues(count, values, index) => {
            en: "{count} of {values} wrong, value {index} first",
            de: "{values}, davon {count} falsch, zuerst Wert {index}",
        }
        /// Equality in every bit.
        SameBits => {
            en: "the same, bit for bit",
            de: "dieselben, Bit für Bit",
        }
        /// A number of increments, and the count of those that are 0.
        Unchanged(increments, count) => {
            en: "{increments}, {count} unchanged",
            de: "{increments}, {count} unverändert",
        }
        /// The least and the greatest count of increments that are 0, and a probability.
        UnchangedBetween(low_count, high_count, p) => {
            en: "{low_count} to {high_count} unchanged; p = {p}",
            de: "{low_count} bis {high_count} unverändert; p = {p}",
        }
        /// A count, and the entry that states it.
        CountAt(count, entry) => {
            en: "{count} at entry {entry}",
            de: "{count} bei Eintrag {entry}",
        }
        /// A document that was sold before.
        AmongOrders => {
            en: "among the orders before",
            de: "unter den Bestellungen davor",
        }
        /// A document that was not sold before.
        NotAmongOrders => {
            en: "not among the orders before",
            de: "nicht unter den Bestellungen davor",
        }
        /// A document that the ledger shows before.
        ShownBefore => {
            en: "shown before",
            de: "zuvor gezeigt",
        }
        /// A document that the ledger does not show before.
        NotShownBefore => {
            en: "not shown before",
            de: "nicht zuvor gezeigt",
        }
        /// No document.
        NoDocument => {
            en: "none",
            de: "keines",
        }
        /// Nothing at all.
        Nothing => {
            en: "nothing",
            de: "nichts",
        }
        /// No refusal of the order.
        NoRefusal => {
            en: "no refusal",
            de: "keine Ablehnung",
        }
        /// A bundle.
        Bundle => {
            en: "a bundle",
            de: "ein Bündel",
        }
        /// A holder's copy.
        Copy => {
            en: "a copy",
            de: "eine Kopie",
        }
        /// A checkpoint.
        Checkpoint => {
            en: "a checkpoint",
            de: "ein Prüfpunkt",
        }
        /// A ledger.
        Ledger => {
            en: "a ledger",
            de: "ein Hauptbuch",
        }
        /// The one form in which a file can be written.
        OneForm => {
            en: "its one form",
            de: "die eine Form, die es dafür gibt",
        }
        /// The seed commitment of a question, a text.
        Question(question) => {
            en: "question {question}",
            de: "Frage {question}",
        }
        /// The name of a population, a text.
        Population(population) => {
            en: "population {population}",
            de: "Population {population}",
        }
        /// The entry of a receipt whose order is meant.
        OrderOfReceipt(entry) => {
            en: "order of receipt {entry}",
            de: "Bestellung zu Quittung {entry}",
        }
        /// The entry of a receipt, and its file.
        ReceiptIn(entry, file) => {
            en: "receipt {entry} ({file})",
            de: "Quittung {entry} ({file})",
        }
        /// The entry of a receipt, and its time, a text.
        ReceiptOfTime(entry, time) => {
            en: "receipt {entry} of {time}",
            de: "Quittung {entry} vom {time}",
        }
        /// The id of the receipt's order, a text.
        ReceiptOfOrder(order) => {
            en: "receipt of order {order}",
            de: "Quittung zu Bestellung {order}",
        }
        /// An entry that stands before.
        AfterEntry(entry) => {
            en: "after entry {entry}",
            de: "nach Eintrag {entry}",
        }
        /// The commitment to the seeds of an opening, a text.
        Seeds(commitment) => {
            en: "seeds: {commitment}",
            de: "Startwerte: {commitment}",
        }
        /// The commitment to the data of an opening, a text.
        Data(commitment) => {
            en: "data: {commitment}",
            de: "Daten: {commitment}",
        }
        /// The commitment of the listing, a text.
        CommittedTo(commitment) => {
            en: "committed to: {commitment}",
            de: "festgelegt auf: {commitment}",
        }
    }
}

crate::named!(SidePhrase);

impl SidePhrase {
    /// Returns the side with these values, which are of one type.
    pub fn with<V: Into<SideValue>, const N: usize>(self, values: [V; N]) -> ComparisonSide {
        ComparisonSide::new(self, values.into_iter().map(Into::into).collect())
    }
}
