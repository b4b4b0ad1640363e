//! Limits: facts that no audit of the files at hand can know.

use poundwise_documents::units::MicroEpsilon;
use poundwise_words::Text;
use serde::{Deserialize, Serialize};

use super::MissingBundles;
use crate::messages::{BundleSentences, LimitMessage, LimitText, Sales};

/// A kind of fact that an audit cannot know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditLimitCode")
)]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename = "AuditLimitCode"))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum LimitCode {
    /// Owners of the keys.
    Keys,
    /// Reality of data and payments.
    Truth,
    /// Sales without a receipt.
    Unreceipted,
    /// Content of deliveries, where no bundle was given.
    Undelivered,
    /// Noise of the values: checking it takes a replay.
    Unreplayed,
    /// Truth of what a copy's maker says.
    Copy,
    /// Information of copies together with what else their makers hold.
    CopyMaker,
    /// Choice of the bundles by their values. Names questions and receipts.
    Chosen,
    /// Facts that only a ledger shows, where none was given.
    NoLedger,
    /// Entries that were cut off at a ledger's end.
    CutOff,
    /// A withdrawal or an unsold listing that was left out.
    LeftOut,
    /// Signer of a checkpoint of an unknown owner.
    UnknownOwner,
    /// True times.
    Times,
    /// Owner of a published log: no document has its key. Names the log.
    UnknownLog,
    /// Later publication of entries that are not published yet. Names file and log.
    Unpublished,
    /// Delivery of sales without a bundle as the path has them. Names the listing and the sales.
    NotAllReplayed,
}

poundwise_documents::named!(LimitCode);

/// Something that no audit of these files can know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditLimit"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditLimit")
)]
pub struct Limit {
    /// Code of the limit.
    pub code: LimitCode,
    /// The same in an English sentence, with names and numbers.
    pub text: String,
    /// The names and numbers in it; none where it has none, and where the report's
    /// `missing_bundles` has them.
    #[serde(default)]
    pub detail: Option<LimitDetail>,
}

/// Names and numbers of a limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditLimitDetail")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditLimitDetail")
)]
pub enum LimitDetail {
    /// A published log that could not be read.
    LogUnreadable {
        /// The name under which it is reported.
        log: String,
        /// Why, in English.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        reason: Text,
    },
    /// A published log whose owner's key no document carries.
    LogWithoutKey {
        /// The name under which it is reported.
        log: String,
    },
    /// Entries of a ledger that its published log does not have yet.
    Unpublished {
        /// The ledger's file.
        file: String,
        /// The name under which the log is reported.
        log: String,
        /// The number of these entries.
        entries: u64,
        /// The number of entries that are published.
        published: u64,
    },
    /// Sales that were not computed again.
    NotReplayed {
        /// The listing's title.
        title: String,
        /// The number of these sales.
        sales: u64,
        /// The first [`LimitDetail::SHOWN`] of them.
        first: Vec<UnreplayedSale>,
    },
}

/// A sale that was not computed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnreplayedSale {
    /// The sequence number of its receipt, from 0.
    pub sequence: u64,
    /// Its level.
    pub level: MicroEpsilon,
}

impl LimitDetail {
    /// Most sales that are named; the others are counted.
    pub const SHOWN: usize = 10;

    fn code(&self) -> LimitCode {
        match self {
            Self::LogUnreadable { .. } | Self::LogWithoutKey { .. } => LimitCode::UnknownLog,
            Self::Unpublished { .. } => LimitCode::Unpublished,
            Self::NotReplayed { .. } => LimitCode::NotAllReplayed,
        }
    }

    fn message(&self) -> LimitMessage {
        match self.clone() {
            Self::LogUnreadable { log, reason } => LimitMessage::LogUnreadable { log, why: reason },
            Self::LogWithoutKey { log } => LimitMessage::LogWithoutKey { log },
            Self::Unpublished {
                file,
                log,
                entries,
                published,
            } => LimitMessage::Unpublished {
                entries,
                file,
                log,
                published,
            },
            Self::NotReplayed {
                title,
                sales,
                first,
            } => LimitMessage::NotReplayed {
                sales,
                title,
                named: Sales { first, all: sales },
            },
        }
    }
}

fn chosen(missing: &[MissingBundles]) -> LimitMessage {
    LimitMessage::Chosen {
        limit: LimitText(LimitCode::Chosen),
        missing: BundleSentences::lacking(missing),
    }
}

impl Limit {
    /// Returns a limit without names and numbers of its own.
    #[must_use]
    pub fn new(code: LimitCode) -> Self {
        Self {
            code,
            text: LimitText(code).to_string(),
            detail: None,
        }
    }

    /// Returns the limit that the bundles may have been chosen, with those that are missing.
    pub(crate) fn chosen(missing: &[MissingBundles]) -> Self {
        Self {
            code: LimitCode::Chosen,
            text: chosen(missing).to_string(),
            detail: None,
        }
    }

    /// Returns the limit in a sentence, with its names and numbers. `missing` are the bundles
    /// given and missing of the report.
    pub(crate) fn sentence(&self, missing: &[MissingBundles]) -> Text {
        match &self.detail {
            Some(detail) => detail.message().into(),
            None if self.code == LimitCode::Chosen => chosen(missing).into(),
            None => Text::of(LimitText(self.code)),
        }
    }
}

/// A limit of its names and numbers.
impl From<LimitDetail> for Limit {
    fn from(detail: LimitDetail) -> Self {
        Self {
            code: detail.code(),
            text: detail.message().to_string(),
            detail: Some(detail),
        }
    }
}
