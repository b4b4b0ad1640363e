//! The log on the market: C2SP tiles, then the checkpoint that signs them.
//!
//! Nothing of it waits in the outbox. What is to be there follows from the log itself, so that a crash or a retry can
//! only ever publish the newest checkpoint; tiles have names whose content never changes.

use std::collections::HashSet;

use poundwise_documents::{
    checkpoint::Checkpoint,
    tiles::{CHECKPOINT, FULL, TileId, changed, entry_bundle, hash_tile},
    units::DocumentId,
};
use rusqlite::{OptionalExtension, params};

use crate::{
    db::parsed,
    error::{Error, ErrorCode, Result},
    exchange::log_path,
    home::Home,
    sell::ledger::{StoredLog, newest_note},
};

impl Home {
    /// The checkpoint that the market should have and has not been shown, if there is one.
    pub(crate) fn unpublished(&self) -> Result<Option<Checkpoint>> {
        let published: u64 = self
            .read()
            .prepare_cached("SELECT size FROM published WHERE market = ?1")?
            .query_row([self.store.url()], |r| r.get(0))
            .optional()?
            .unwrap_or(0);
        Ok(self.newest_checkpoint()?.filter(|c| c.size() > published))
    }

    /// The newest checkpoint of this home's own log.
    pub(crate) fn newest_checkpoint(&self) -> Result<Option<Checkpoint>> {
        newest_note(self.read())?
            .map(|note| {
                Checkpoint::verify(&note, &self.identity.public_key()).map_err(|e| {
                    Error::failed(
                        ErrorCode::DatabaseDamaged,
                        format!("the newest checkpoint does not verify: {e}"),
                    )
                    .hint("Bring the home back from a backup.")
                })
            })
            .transpose()
    }

    /// Publishes what the log has grown by since the market saw it: the home's own copies of the entries, so that an
    /// older copy of this home can catch up with all that was ever shown; then tiles and entries, then the checkpoint.
    /// The market is asked for `there`, and not this home's memory: it may have lost the log, or have an older one. Cost:
    /// for a sale four objects of up to 9 KiB.
    ///
    /// # Errors
    /// What the market says.
    pub(crate) fn publish_log(&self, there: u64) -> Result<()> {
        let Some(newest) = self.newest_checkpoint()?.filter(|c| c.size() > 0) else {
            return Ok(());
        };
        self.send_own_copies(there, &HashSet::new())?;
        let kid = self.identity.kid();
        for tile in changed(there, newest.size()) {
            let bytes = match hash_tile(&StoredLog(self.read()), tile)? {
                Some(bytes) => bytes,
                None => self.entries(tile)?,
            };
            self.store.put(&log_path(&kid, &tile.to_string()), &bytes)?;
        }
        if there < newest.size() {
            self.store
                .put(&log_path(&kid, CHECKPOINT), newest.note().as_bytes())?;
        }
        self.read().execute(
            "INSERT INTO published (market, size) VALUES (?1, ?2) ON CONFLICT (market) DO UPDATE SET size = excluded.size WHERE size <> excluded.size",
            params![self.store.url(), newest.size()],
        )?;
        Ok(())
    }

    fn entries(&self, bundle: TileId) -> Result<Vec<u8>> {
        let first = bundle.index() * FULL;
        let ids: Vec<DocumentId> = self
            .read()
            .prepare_cached(
                "SELECT id FROM entries WHERE sequence >= ?1 AND sequence < ?2 ORDER BY sequence",
            )?
            .query_map([first, first + u64::from(bundle.width())], |r| parsed(r, 0))?
            .collect::<std::result::Result<_, _>>()?;
        Ok(entry_bundle(&ids))
    }
}
