//! The log on the market: tiles (C2SP tlog-tiles), then the checkpoint that signs them.
//!
//! The log is not queued in the outbox. The objects to publish are computed from the log itself, so
//! a retry after a crash publishes the newest checkpoint. The content under a tile's name never
//! changes.
//!
//! Every method can return `home-damaged` and database errors such as `busy`.

use poundwise_documents::{
    checkpoint::Checkpoint,
    log,
    tiles::{FULL, TileId, entry_bundle, hash_tile},
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
