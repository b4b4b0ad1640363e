//! Collections, holdings and copies of a buyer.

use poundwise_documents::units::{DocumentId, MicroEpsilon};
use std::borrow::Cow;

use poundwise_words::{Language, Text};
use serde::Serialize;

#[cfg(feature = "schema")]
use super::JsonNumber;
use super::json_number::optional;
use super::{
    AlarmView, Axis, Estimate, Exported, HalfWidth, ListingView, Money, OrderView, OutlineBar,
    ReceiptView,
};

/// One response in a holding.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResponseView {
    /// Level.
    pub level: MicroEpsilon,
    /// The estimates, the first 1000 of them; of a cross-tabulation those of the cells that the
    /// holding's axes show, the last axis going fastest.
    pub estimates: Vec<Estimate>,
    /// All of them in at most 500 bars of neighbours, where there are more than 1000.
    pub outline: Vec<OutlineBar>,
    /// Number of lattice values that changed since the response before.
    pub changed: u64,
    /// The receipt.
    pub receipt: ReceiptView,
}

/// Holding of one listing's series.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HoldingView {
    /// The newest version of the listing that this home has a receipt for.
    pub listing: ListingView,
    /// Columns of a cross-tabulation, with the bins of which there are estimates.
    pub axes: Vec<Axis>,
    /// The level held.
    pub level: MicroEpsilon,
    /// Paid in all, without what came on credit or free.
    pub paid: Money,
    /// Price of what came on credit; none where nothing did.
    pub on_credit: Option<Money>,
    /// Price of what came free, which is not to be paid; none where nothing did.
    pub free: Option<Money>,
    /// Every response, oldest first.
    pub responses: Vec<ResponseView>,
}

/// One estimate of an exported answer: a row of the table in CSV and Parquet, an object in JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerRow<'a> {
    /// Label of the coordinate (a bin), or of the quantity (`mean`).
    pub label: Cow<'a, str>,
    /// The estimate; none where there is none (a mean of too few rows). A number, or a text with
    /// all digits where a number of 53 bits would not have them.
    #[serde(serialize_with = "optional")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<JsonNumber>"))]
    pub estimate: Option<String>,
    /// Lower end of the 95% noise interval, in the same form.
    #[serde(serialize_with = "optional")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<JsonNumber>"))]
    pub noise_low95: Option<String>,
    /// Upper end of the 95% noise interval, in the same form.
    #[serde(serialize_with = "optional")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<JsonNumber>"))]
    pub noise_high95: Option<String>,
    /// The unit of the three, or empty.
    pub unit: Cow<'a, str>,
    /// Privacy loss ε of the level, in the same form, unless the noise is Gaussian-like.
    #[serde(serialize_with = "optional")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<JsonNumber>"))]
    pub epsilon: Option<Cow<'a, str>>,
    /// Privacy loss ρ of the level, in the same form, if the noise is Gaussian-like.
    #[serde(serialize_with = "optional")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<JsonNumber>"))]
    pub rho: Option<Cow<'a, str>>,
    /// The owner's name, as the listing gives it.
    pub owner: Cow<'a, str>,
    /// The listing's id.
    pub listing: Cow<'a, str>,
    /// The receipt's id.
    pub receipt: Cow<'a, str>,
    /// The receipt's date in UTC, as `2026-11-21`.
    pub date: Cow<'a, str>,
}

/// Files of an exported answer, and the way to read them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReleaseExported {
    /// The file.
    pub file: String,
    /// Bytes in it.
    pub bytes: u64,
    /// The raw noise lattice, where it was asked for.
    pub lattice: Option<Exported>,
    /// Code that reads the file in Python.
    pub python: String,
    /// Code that reads the file in R.
    pub r: String,
}

/// Files of figures that are computed from moments, and the way to compute them again.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FiguresExported {
    /// The file of the table.
    pub file: String,
    /// Bytes in it.
    pub bytes: u64,
    /// The moments as integers, if they were asked for.
    pub matrix: Option<Exported>,
    /// Code in Python that computes the figures from the file of the moments; empty without it.
    pub python: String,
    /// Code in R that does the same.
    pub r: String,
}

/// Result of a collection.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Collected {
    /// Releases verified and stored, one a receipt.
    pub releases: Vec<ReceiptView>,
    /// Orders declined, with reasons.
    pub declined: Vec<OrderView>,
    /// Deliveries that did not verify: what was wrong with each. Nothing of them was stored.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub rejected: Vec<Text>,
    /// Number of signed deliveries that a newer version of Poundwise made. They stay on the market.
    pub newer: u64,
    /// Owners whose signed records contradict each other. Nothing of theirs was stored.
    pub alarms: Vec<AlarmView>,
    /// Owners whose ledger could not be compared with what was seen of it before, and why.
    #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub unchecked: Vec<Text>,
    /// Number of entries of the folder that were left out: no ordinary files, or not readable now.
    pub skipped: u64,
    /// Reason why the market could not be read, if only files were collected.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub market: Option<Text>,
    /// The texts in German, for the window. `None` in what `--json` prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub german: Option<GermanCollected>,
}

impl Collected {
    /// Returns whether something was stored, rejected or contradicted.
    pub fn has_news(&self) -> bool {
        !(self.releases.is_empty()
            && self.declined.is_empty()
            && self.rejected.is_empty()
            && self.alarms.is_empty())
    }

    /// Adds the result of another collection of the same home.
    pub fn add(&mut self, other: Self) {
        self.releases.extend(other.releases);
        self.declined.extend(other.declined);
        self.rejected.extend(other.rejected);
        self.newer += other.newer;
        for alarm in other.alarms {
            if self.alarms.iter().all(|one| one.number != alarm.number) {
                self.alarms.push(alarm);
            }
        }
        self.unchecked.extend(other.unchecked);
        self.skipped += other.skipped;
        if self.german.is_some() || other.german.is_some() {
            self.german = Some(GermanCollected::of(&self.rejected, &self.unchecked));
        }
    }
}

/// Texts of a collection in German.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct GermanCollected {
    /// Deliveries that did not verify: what was wrong with each.
    pub rejected: Vec<String>,
    /// Owners whose ledger could not be compared with what was seen of it before, and why.
    pub unchecked: Vec<String>,
}

impl GermanCollected {
    /// Returns the texts of a collection.
    #[must_use]
    pub fn of(rejected: &[Text], unchecked: &[Text]) -> Self {
        let [rejected, unchecked] = [rejected, unchecked].map(|texts| {
            let texts = texts.iter();
            texts
                .map(|text| Language::German.write(text).to_string())
                .collect()
        });
        Self {
            rejected,
            unchecked,
        }
    }
}

/// A more private copy of a holding, written to a file for somebody else.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CopyView {
    /// Document id of the copy.
    pub id: DocumentId,
    /// The listing that the maker bought from.
    pub listing: DocumentId,
    /// Its title.
    pub title: String,
    /// The release that it was made from.
    pub release: String,
    /// Its level.
    pub level: MicroEpsilon,
    /// Half-widths at its level.
    pub accuracy: Vec<HalfWidth>,
    /// Time of making.
    pub issued_at: String,
    /// Whether the copy had been made before, and these are the same bytes again.
    pub again: bool,
    /// The file.
    pub file: String,
    /// Bytes in it.
    pub bytes: u64,
}
