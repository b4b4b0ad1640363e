//! Sealing: the data and the top seed of a listing are erased, and selling goes on.

use std::sync::Arc;

use poundwise_documents::units::{DocumentId, Timestamp};
use rusqlite::{OptionalExtension, params};

use crate::{
    db::{self, parsed},
    error::{Error, ErrorCode, Result},
    format,
    home::Home,
    secrets::ListingSecrets,
    sell::listings::OwnListing,
    vault::Vault,
    view::ListingView,
    work::{Step, Work},
};

/// A sealing that is asked for.
pub struct Sealing {
    own: OwnListing,
    /// None if it is sealed, and only to be erased.
    secrets: Option<Vec<u8>>,
    vault: Arc<Vault>,
}

/// What a listing sells from once it is sealed, encrypted, which only waits for its place.
pub struct Sealed {
    own: OwnListing,
    /// None if its secrets are those of a sealed listing already.
    secrets: Option<Vec<u8>>,
    vault: Arc<Vault>,
}

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
        self.seal_with(id, &Work::silent())
    }

    /// As [`Home::seal`], telling how far it is: coordinates read off the path.
    ///
    /// # Errors
    /// As there; `stopped`, and then nothing is sealed.
    pub fn seal_with(&self, id: &str, work: &Work<'_>) -> Result<ListingView> {
        self.finish_seal(self.begin_seal(id)?.run(work)?)
    }

    /// Checks whether a listing can be sealed.
    ///
    /// # Errors
    /// `no-such-id`; `sealed-already`.
    pub fn begin_seal(&self, id: &str) -> Result<Sealing> {
        let own = self.own_listing(id)?;
        let secrets = if self.is_to_be_sealed(&own)? {
            Some(ListingSecrets::ciphertext(self.read(), &own.series)?)
        } else {
            None
        };
        Ok(Sealing {
            own,
            secrets,
            vault: Arc::clone(&self.vault),
        })
    }

    /// Puts what a sealed listing sells from in the place of its secrets, and erases those from the home's files. It
    /// takes as long as the database is large, cannot be stopped, and holds the home.
    ///
    /// # Errors
    /// As [`Home::seal`]; `sealed-already` if it was sealed meanwhile; `other-home` if it was begun in another home, or
    /// before the recovery key was changed.
    pub fn finish_seal(&self, sealed: Sealed) -> Result<ListingView> {
        let Sealed {
            own,
            secrets,
            vault,
        } = sealed;
        self.check_begun_here(&vault)?;
        if self.is_to_be_sealed(&own)? {
            let now = self.now()?;
            let transaction = self.db.begin()?;
            if let Some(secrets) = secrets {
                ListingSecrets::replace(&transaction, &secrets, &own.series)?;
            }
            transaction.execute(
                "INSERT INTO seals (series, sealed_at) VALUES (?1, ?2)",
                params![own.series.to_string(), now.to_string()],
            )?;
            db::note_erasure(&transaction)?;
            transaction.commit()?;
        }
        let title = &own.listing.payload().title;
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
            .hint("While a ledger is being exported it cannot be done either: wait for its end, and seal it again.")
        })?;
        self.own_listing_view(&own)
    }

    /// Whether a listing is not sealed yet; if it is, whether there is something left to erase.
    fn is_to_be_sealed(&self, own: &OwnListing) -> Result<bool> {
        let Some(since) = self.sealed_since(&own.series)? else {
            return Ok(true);
        };
        if self.db.is_erasure_pending()? {
            return Ok(false);
        }
        Err(Error::refused(
            ErrorCode::SealedAlready,
            format!(
                "the listing “{}” is sealed already, since {}",
                own.listing.payload().title,
                format::time(&since.to_string())
            ),
        )
        .hint("Nothing is left to erase; it goes on selling up to its ceiling."))
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

impl Sealing {
    /// Reads the response at the top of the path. Needs no home.
    ///
    /// # Errors
    /// `secret-damaged`; `stopped`.
    pub fn run(self, work: &Work<'_>) -> Result<Sealed> {
        let listing = self.own.listing.payload();
        let stage = work.stage(Step::Seal, listing.dimension, 0..1000);
        stage.tell(0)?;
        let secrets = match &self.secrets {
            None => None,
            Some(open) => match ListingSecrets::unseal(open, &self.vault, &self.own.series)? {
                ListingSecrets::Open(open) => {
                    Some(open.seal(listing, &stage)?.ciphertext(&self.vault)?)
                }
                ListingSecrets::Sealed(_) => None,
            },
        };
        stage.tell(listing.dimension)?;
        Ok(Sealed {
            own: self.own,
            secrets,
            vault: self.vault,
        })
    }
}
