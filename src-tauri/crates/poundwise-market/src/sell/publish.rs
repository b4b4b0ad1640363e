//! The log on the market: C2SP tiles, then the checkpoint that signs them.
//!
//! Nothing of it waits in the outbox. What is to be there follows from the log itself, so that a crash or a retry can
//! only ever publish the newest checkpoint; tiles have names whose content never changes.

use poundwise_documents::{
    checkpoint::Checkpoint,
    log,
    tiles::{CHECKPOINT, FULL, TileId, changed, entry_bundle, hash_tile},
    units::DocumentId,
};
use rusqlite::{OptionalExtension, params};

use crate::{
    db::parsed,
    error::{Error, ErrorCode, ErrorKind, Result},
    home::Home,
    sell::ledger::{StoredLog, newest_note},
    store::{PublishedLog, log_path},
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

    /// Publishes what the log has grown by since the market saw it: tiles and entries, then the checkpoint. Cost: for
    /// a sale three objects of up to 9 KiB.
    ///
    /// # Errors
    /// What the market says; `behind-market` or `two-histories` as [`Home::check_own_history`].
    pub(crate) fn publish_log(&self) -> Result<()> {
        let Some(newest) = self.newest_checkpoint()?.filter(|c| c.size() > 0) else {
            return Ok(());
        };
        // The market is asked, not this home's memory: it may have lost the log, or have an older copy.
        let there = self.own_published()?.map_or(0, |c| c.size());
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

    /// Refuses to go on when the market shows that this home is an older copy of itself (a backup put back, a folder
    /// copied): a sale would sign a second history. A market out of reach, or without the log, says nothing.
    ///
    /// # Errors
    /// `behind-market` when the published log is longer than this home's, `two-histories` when it is another.
    pub(crate) fn check_own_history(&self) -> Result<()> {
        match self.own_published() {
            Err(error) if error.kind() == ErrorKind::Refused => Err(error),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// This home's checkpoint on the market, if one is there that it signed; that it fits the log has been checked.
    fn own_published(&self) -> Result<Option<Checkpoint>> {
        let log = PublishedLog {
            store: &self.store,
            owner: self.identity.kid(),
        };
        // What this home never wrote there is damage, and is written over.
        let there = log
            .note()?
            .ok()
            .and_then(|note| Checkpoint::verify(&note, &self.identity.public_key()).ok());
        let Some(there) = there else { return Ok(None) };
        let size = self.newest_checkpoint()?.map_or(0, |c| c.size());
        if there.size() > size {
            return Err(Error::refused(
                ErrorCode::BehindMarket,
                format!(
                    "the market {} has a ledger of this home with {} entries, and this home has {size}: it is an older copy of itself",
                    self.store.url(),
                    there.size(),
                ),
            )
            .hint("Go on with the newest copy of the home. Selling from this one would sign a second history, and every buyer would see it."));
        }
        if log::root(&StoredLog(self.read()), there.size())? != there.root() {
            return Err(Error::refused(
                ErrorCode::TwoHistories,
                format!(
                    "the ledger of this home on the market {} is another than this home's: after {} entries their roots differ",
                    self.store.url(),
                    there.size(),
                ),
            )
            .hint("Two copies of this home have sold. Go on with the one whose ledger the market has."));
        }
        Ok(Some(there))
    }
}
