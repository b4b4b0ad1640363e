//! Sealing: the data and the top seed of a listing are erased, and selling goes on.

use poundwise_documents::units::{DocumentId, Timestamp};
use rusqlite::{OptionalExtension, params};

use crate::{
    db::{self, parsed},
    error::{Error, ErrorCode, Result},
    format,
    home::Home,
    secrets::ListingSecrets,
    view::ListingView,
};

impl Home {
    /// Seals a listing's series (Andersson, Pagh, Retschmeier and Nelson, arXiv 2505.22449, Appendix A.1): keeps the
    /// response at the top of its path and the seed of the jumps below it, and erases x, the top seed and the salts of
    /// both commitments. Every level is sold as before, with the same numbers; from then on a sale is post-processing of
    /// that response, which is all that the home still holds of the listing's data.
    ///
    /// Erased means: the old ciphertext is overwritten in the database and its log (WAL), the whole of which is written
    /// anew. What is not erased: the imported table, if the listing is on one (x can be computed from it again, while
    /// it is in the home); backups made before; blocks that the file system or the disk set aside by themselves. What
    /// is encrypted in those opens with the vault key.
    ///
    /// It cannot be undone: an opening for an auditor can be granted no more, and the ceiling cannot be raised.
    ///
    /// # Errors
    /// `no-such-id`; `sealed-already`; `erasure-unfinished` when the listing is sealed but the old ciphertext could not
    /// be overwritten yet, which sealing it again, or opening the home again, does.
    pub fn seal(&self, id: &str) -> Result<ListingView> {
        let own = self.own_listing(id)?;
        let title = &own.listing.payload().title;
        if let Some(since) = self.sealed_since(&own.series)? {
            if !self.db.is_erasure_pending()? {
                return Err(Error::refused(
                    ErrorCode::SealedAlready,
                    format!(
                        "the listing “{title}” is sealed already, since {}",
                        format::time(&since.to_string())
                    ),
                )
                .hint("Nothing is left to erase; it goes on selling up to its ceiling."));
            }
        } else {
            let now = self.now()?;
            let transaction = self.db.begin()?;
            if let ListingSecrets::Open(secrets) =
                ListingSecrets::load(&transaction, &self.vault, &own.series)?
            {
                secrets.seal(own.listing.payload())?.replace(
                    &transaction,
                    &self.vault,
                    &own.series,
                )?;
            }
            transaction.execute(
                "INSERT INTO seals (series, sealed_at) VALUES (?1, ?2)",
                params![own.series.to_string(), now.to_string()],
            )?;
            db::note_erasure(&transaction)?;
            transaction.commit()?;
        }
        self.db.finish_erasure().map_err(|e| {
            Error::failed(
                ErrorCode::ErasureUnfinished,
                format!(
                    "the listing “{title}” is sealed, but what it no longer needs could not be overwritten in the \
                     database yet: {}",
                    e.message()
                ),
            )
            .hint("It takes as much free space on the home's disk as the database has. Make room, and seal it again.")
        })?;
        self.own_listing_view(&own)
    }

    /// When a series was sealed, if it was.
    pub(crate) fn sealed_since(&self, series: &DocumentId) -> Result<Option<Timestamp>> {
        Ok(self
            .read()
            .prepare_cached("SELECT sealed_at FROM seals WHERE series = ?1")?
            .query_row([series.to_string()], |r| parsed(r, 0))
            .optional()?)
    }
}
