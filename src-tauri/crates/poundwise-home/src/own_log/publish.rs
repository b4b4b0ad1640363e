//! The log on the market: tiles (C2SP tlog-tiles), then the checkpoint that signs them.
//!
//! The log is not queued in the outbox. The objects to publish are computed from the log itself, so
//! a retry after a crash publishes the newest checkpoint. The content under a tile's name never
//! changes.
//!
//! Every method can return `home-damaged` and database errors such as `busy`.

use std::collections::HashSet;

use poundwise_documents::{
    checkpoint::Checkpoint,
    log,
    market::log_path,
    tiles::{CHECKPOINT, FULL, TileId, changed, entry_bundle, hash_tile},
};

use crate::{
    error::{Error, Result},
    home::Context,
    messages::{DamageMessage, FaultMessage},
    store::{Reading, damaged},
};

impl Context {
    /// Returns the newest checkpoint if it was not yet published on this market.
    pub fn unpublished(&self) -> Result<Option<Checkpoint>> {
        let Some(newest) = self.newest_checkpoint()? else {
            return Ok(None);
        };
        let published = self.read().published(self.store.url())?;
        Ok((newest.size() > published).then_some(newest))
    }

    /// Returns the newest checkpoint of this home's own log, or `None` if the log is empty.
    pub fn newest_checkpoint(&self) -> Result<Option<Checkpoint>> {
        self.read()
            .newest_note()?
            .map(|note| self.own_checkpoint(&note))
            .transpose()
    }

    /// Publishes the log up to `size` entries. Sends the own copies of the entries first, then
    /// tiles and entry bundles, then the checkpoint. An older copy of this home can therefore catch
    /// up with every published entry.
    ///
    /// `there` is the size of the log that the market shows. The size that this home remembers
    /// would be wrong if the market lost the log or was restored to an older state. Cost: four
    /// objects of up to 9 KiB for a sale.
    ///
    /// # Errors
    /// The market's errors.
    pub fn publish_log(&self, there: u64, size: u64) -> Result<()> {
        if size == 0 {
            return Ok(());
        }
        let checkpoint = self.own_checkpoint(&self.read().checkpoint_note(size)?)?;
        // Own copies that this home has not sent to this market are sent, whatever it shows.
        let named = self.read().own_copies_sent(self.store.url())?;
        self.send_own_copies(there.min(named), size, &HashSet::new())?;
        let kid = self.identity.kid();
        for tile in changed(there, size) {
            let bytes = self.tile(tile)?;
            self.store.put(&log_path(&kid, &tile.to_string()), &bytes)?;
        }
        if there < size {
            self.store
                .put(&log_path(&kid, CHECKPOINT), checkpoint.note().as_bytes())?;
        }
        let writing = self.db.begin()?;
        writing.note_published(self.store.url(), size)?;
        self.commit(writing)
    }

    /// Returns the content of a hash tile or entry bundle of this home's log.
    pub fn tile(&self, tile: TileId) -> Result<Vec<u8>> {
        match hash_tile(&self.read(), tile)? {
            Some(bytes) => Ok(bytes),
            None => self.entries(tile),
        }
    }

    /// Verifies a checkpoint from this home's own database.
    pub fn own_checkpoint(&self, note: &str) -> Result<Checkpoint> {
        Checkpoint::verify(note, &self.identity.public_key())
            .map_err(|e| damaged(DamageMessage::CheckpointNotVerified { why: e.to_string() }))
    }

    fn entries(&self, bundle: TileId) -> Result<Vec<u8>> {
        let first = bundle.index() * FULL;
        let ids = self
            .read()
            .entry_ids(first, first + u64::from(bundle.width()))?;
        Ok(entry_bundle(&ids))
    }
}

/// Returns a signed checkpoint of this home's log after `size` entries.
///
/// # Errors
/// The database's errors.
pub fn signed_checkpoint(
    context: &Context,
    reading: &Reading<'_>,
    size: u64,
) -> Result<Checkpoint> {
    let root = log::root(reading, size)?;
    Checkpoint::sign(&context.identity, size, root)
        .map_err(|e| Error::fault(FaultMessage::CheckpointNotSigned { why: e.to_string() }))
}
