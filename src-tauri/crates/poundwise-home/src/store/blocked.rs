//! Keys whose orders this home does not store.

use poundwise_documents::units::Kid;

use super::{
    Reading, Writing,
    table::{Cell, Kind, Table},
};
use crate::error::Result;

pub(super) static BLOCKED: Table = Table {
    name: "blocked_keys",
    kind: Kind::Small(19),
    key: &["kid"],
    columns: &["kid", "blocked_at"],
    sealed: &[],
    body: None,
};

impl Reading<'_> {
    /// Returns the blocked keys, each with the time at which it was blocked, the newest first.
    pub fn blocked_keys(&self) -> Result<Vec<(Kid, String)>> {
        self.rows(&BLOCKED, "ORDER BY blocked_at DESC, kid", [0; 0])?
            .iter()
            .map(|row| Ok((row.parsed("kid")?, row.text("blocked_at")?.to_owned())))
            .collect()
    }

    /// Returns whether a key is blocked. Cost: one index look-up.
    pub fn is_blocked(&self, kid: &Kid) -> Result<bool> {
        Ok(self
            .row(&BLOCKED, "WHERE kid = ?1", [kid.to_string()])?
            .is_some())
    }
}

impl Writing<'_> {
    /// Blocks a key; a blocked one stays as it is.
    pub fn block_key(&self, kid: &Kid, now: &str) -> Result<()> {
        self.insert_new(
            &BLOCKED,
            &[("kid", Cell::of(kid)), ("blocked_at", now.into())],
        )
        .map(drop)
    }

    /// Unblocks a key. Returns whether it was blocked.
    pub fn unblock_key(&self, kid: &Kid) -> Result<bool> {
        Ok(self.remove(&BLOCKED, "kid = ?1", &[&kid.to_string()])? > 0)
    }
}
