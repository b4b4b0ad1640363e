//! Holders' copies that were audited.

use serde::{Deserialize, Serialize};

use poundwise_documents::units::{DocumentId, Kid, MicroEpsilon};

/// A holder's copy that was audited. The owner of the data signed the listing, not these values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditCopy"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditCopy")
)]
pub struct Copied {
    /// The file.
    pub file: String,
    /// The copy's own name.
    pub copy: DocumentId,
    /// Key that signed the copy.
    pub maker: Kid,
    /// The name that the maker gives itself.
    pub maker_name: String,
    /// The listing's title.
    pub title: String,
    /// The listing.
    pub listing: DocumentId,
    /// The owner of the data, who signed the listing.
    pub owner: Kid,
    /// The level of the copy.
    pub level: MicroEpsilon,
    /// The release that it says it was made from.
    pub release: DocumentId,
    /// The file in which that release was shown, if it was.
    pub release_file: Option<String>,
    /// The number of values.
    pub rows: u64,
}
