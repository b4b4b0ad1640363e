//! Whom a home knows.

use serde::Serialize;
use ts_rs::TS;

/// A key with the name that this home's owner gave it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct ContactView {
    /// RFC 7638 thumbprint of the other home's key: what was checked.
    pub kid: String,
    /// The owner's own name for it.
    pub name: String,
    /// How it was checked, or anything else; may be empty.
    pub note: String,
    /// When it was added.
    pub added_at: String,
}
