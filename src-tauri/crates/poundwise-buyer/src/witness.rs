//! The buyer as witness: every owner's checkpoints, from the first one seen, must tell one history.
//!
//! At each collection the owner's published checkpoint is read, and every checkpoint kept of that
//! owner, and those in what was just delivered, are compared with it through the published tiles,
//! each of which is checked up to the signed root. Two signed checkpoints that contradict each
//! other are an alarm, and are saved. What could not be compared, because the market does not have
//! the log, is said, and kept until it can be.
//!
//! An owner may sell on several markets, and publishes its log on each when it next delivers there.
//! So a market may be behind: shorter than what another has shown, and no contradiction as long as
//! it is a beginning of that. What is kept therefore has three parts: the newest checkpoint of
//! which all compared ones are beginnings (`witnessed`), those not compared yet (`unproven`), and
//! what each market itself has shown last (`sightings`). A ledger is rolled back when a market
//! shows less than the same market has shown or delivered before; a market that is behind the
//! others is compared at the next one that has as much. Two histories are an alarm wherever they
//! were seen.
//!
//! An alarm is open until the buyer dismisses it with the checkpoint to continue from
//! ([`Buyer::dismiss_alarm`]). Until then, the home stores no documents from this owner and orders
//! from it are rejected, even if the market shows one history again.

use std::collections::BTreeMap;

use poundwise_documents::{
    ReaderError,
    checkpoint::Checkpoint,
    jws::Signed,
    keys::PublicKey,
    kinds::Listing,
    log::{self, Hash, verify_consistency},
    market::{MarketLog, log_path},
    tiles::{CHECKPOINT, GrowthError, TiledLog, check_growth},
    units::Kid,
};
use poundwise_words::Text;

use crate::{
    Buyer,
    error::{Error, ErrorCode, Result},
    exchange::{MarketStore, one_object},
    messages::{DeliveryHint, DeliveryMessage, UncheckedClause},
    store::{KeptNote, Writing},
    view::{AlarmKind, AlarmView},
};

/// Result of a look at an owner's checkpoints.
pub(crate) enum History {
    /// One history, and this is its newest checkpoint.
    One(Checkpoint),
    /// The market shows this, which is a beginning of what another has shown.
    Behind(Checkpoint),
    /// Nothing against it, but it could not be compared, for this reason; and what the market
    /// shows, if it shows anything that is to be compared later.
    Unchecked(Text, Option<Checkpoint>),
    /// The owner contradicts itself.
    Alarm(Box<AlarmView>),
}

impl History {
    /// Returns whether a delivery with that checkpoint arrived before the log that it is from.
    pub(crate) fn is_early(&self, checkpoint: &Checkpoint) -> bool {
        match self {
            Self::One(published)
            | Self::Behind(published)
            | Self::Unchecked(_, Some(published)) => checkpoint.size() > published.size(),
            Self::Unchecked(_, None) | Self::Alarm(_) => false,
        }
    }
}

/// Two checkpoints of one owner that cannot both be true.
pub(crate) struct Contradiction {
    pub(crate) kind: AlarmKind,
    pub(crate) kept: Checkpoint,
    pub(crate) found: Checkpoint,
    /// The root after `kept.size()` entries of the log of `found`, and the proof that it is that
    /// log's beginning.
    pub(crate) beginning: Option<(Hash, Vec<Hash>)>,
}

/// A checkpoint kept of an owner, or just delivered.
struct Known {
    checkpoint: Checkpoint,
    /// Whether the market that is looked at has shown or delivered the checkpoint.
    here: bool,
    /// Whether the checkpoint is known to be a beginning of the newest one witnessed.
    proven: bool,
    /// Whether the checkpoint just came with a delivery, and no other one has told of it.
    came: bool,
}

impl Buyer<'_> {
    /// Returns the owners that this home bought from, by key, each with a listing of theirs.
    pub(crate) fn witnessed_owners(&self) -> Result<BTreeMap<String, Signed<Listing>>> {
        Ok(self
            .context
            .read()
            .sellers()?
            .into_iter()
            .map(|listing| (listing.signer().to_string(), listing))
            .collect())
    }

    /// Returns the checkpoints to compare with an owner's published log: every checkpoint kept of
    /// it, and those that just came.
    /// If the log `may_be_missing`, a market without it is not an error.
    pub(crate) fn lookup(
        &self,
        store: &MarketStore,
        listing: Signed<Listing>,
        came: &[Checkpoint],
        may_be_missing: bool,
    ) -> Result<Lookup> {
        let key = listing.key();
        let mut known = self.kept_checkpoints(&key, store.url())?;
        for checkpoint in came {
            // What a market delivers it has shown.
            match known.iter_mut().find(|k| same(&k.checkpoint, checkpoint)) {
                Some(known) => known.here = true,
                None => known.push(Known {
                    checkpoint: checkpoint.clone(),
                    here: true,
                    proven: false,
                    came: true,
                }),
            }
        }
        Ok(Lookup {
            listing,
            known,
            may_be_missing,
        })
    }

    /// Returns the result of a look. An alarm is recorded with its evidence.
    pub(crate) fn history_of(&self, look: Look) -> Result<(Signed<Listing>, History)> {
        let Look { listing, found } = look;
        let history = match found {
            Ok(history) => history,
            Err(contradiction) => History::Alarm(Box::new(self.raise(&listing, &contradiction)?)),
        };
        Ok((listing, history))
    }

    fn kept_checkpoints(&self, key: &PublicKey, market: &str) -> Result<Vec<Known>> {
        let mut known: Vec<Known> = Vec::new();
        for kept_note in self.context.read().kept_notes(&key.kid(), market)? {
            let KeptNote { note, here, proven } = kept_note;
            let checkpoint = kept(&note, key)?;
            match known.iter_mut().find(|k| same(&k.checkpoint, &checkpoint)) {
                Some(known) => {
                    known.here |= here;
                    known.proven |= proven;
                }
                None => known.push(Known {
                    checkpoint,
                    here,
                    proven,
                    came: false,
                }),
            }
        }
        Ok(known)
    }

    /// Keeps what is needed to notice a second history later: the newest checkpoint once all others
    /// are shown to be beginnings of it, else each of them; and what this market has shown.
    pub(crate) fn keep_checkpoint(
        &self,
        writing: &Writing<'_>,
        market: &str,
        seller: &Kid,
        history: &History,
        came: Option<&Checkpoint>,
    ) -> Result<()> {
        let sight =
            |shown: &Checkpoint, proven: bool| writing.sight(seller, market, shown, proven, false);
        match (history, came) {
            (History::One(newest), _) => {
                writing.witness(seller, newest)?;
                sight(newest, true)
            }
            // What came is a beginning of what is published, which is kept.
            (History::Behind(published), _) => sight(published, true),
            (History::Unchecked(_, Some(published)), _) => sight(published, false),
            (History::Unchecked(_, None), Some(came)) => {
                let first = writing.keep_uncompared(seller, came)?;
                // One that is not compared yet is kept beside a longer one.
                writing.sight(seller, market, came, first, true)
            }
            (History::Unchecked(_, None), None) | (History::Alarm(_), _) => Ok(()),
        }
    }
}

/// Returns whether a checkpoint is one of the log that a market shows now.
///
/// # Errors
/// Those of the market.
pub(crate) fn is_beginning(
    store: &MarketStore,
    checkpoint: &Checkpoint,
    published: &Checkpoint,
) -> Result<bool> {
    let log = MarketLog {
        store,
        owner: published.owner(),
    };
    match check_growth(&log, checkpoint, published) {
        Ok(()) => Ok(true),
        Err(ReaderError::Source(error)) if !one_object(&error) => Err(error),
        Err(_) => Ok(false),
    }
}

/// Facts to look up of one owner.
pub(crate) struct Lookup {
    listing: Signed<Listing>,
    known: Vec<Known>,
    may_be_missing: bool,
}

/// Result of a look at one owner's published log.
pub(crate) struct Look {
    listing: Signed<Listing>,
    found: std::result::Result<History, Contradiction>,
}

impl Lookup {
    /// Compares the checkpoints with the published log. Needs no home. Cost: one object where
    /// nothing is new, else O(log n) tiles.
    ///
    /// # Errors
    /// Those of the market.
    pub(crate) fn look(self, store: &MarketStore) -> Result<Option<Look>> {
        let checkpoint = log_path(&self.listing.signer(), CHECKPOINT);
        if self.may_be_missing && !store.has(&checkpoint)? {
            return Ok(None);
        }
        Ok(Some(Look {
            found: self.compare(store)?,
            listing: self.listing,
        }))
    }

    fn compare(&self, store: &MarketStore) -> Result<std::result::Result<History, Contradiction>> {
        let (key, known) = (&self.listing.key(), &self.known);
        let log = MarketLog {
            store,
            owner: key.kid(),
        };
        let checkpoints = || known.iter().map(|k| &k.checkpoint);
        for (i, kept) in checkpoints().enumerate() {
            let other = checkpoints()
                .skip(i + 1)
                // None is there twice.
                .find(|k| k.size() == kept.size());
            if let Some(found) = other {
                return contradicts(AlarmKind::Fork, kept, found);
            }
        }
        let published = match published_by(&log, key)? {
            Ok(published) => published,
            Err(why) => return Ok(Ok(History::Unchecked(why, None))),
        };
        self.compare_with(&log, published)
    }

    /// Compares the checkpoints, no two of one size, with what a market shows.
    fn compare_with(
        &self,
        log: &MarketLog<'_, MarketStore>,
        published: Checkpoint,
    ) -> Result<std::result::Result<History, Contradiction>> {
        // A delivery may arrive before the log that was sent before it, if the market is a folder
        // that is synchronised. It waits until the log is there.
        let (ahead, within): (Vec<&Known>, Vec<&Known>) = self
            .known
            .iter()
            .filter(|k| !(k.came && k.checkpoint.size() > published.size()))
            .partition(|k| k.checkpoint.size() > published.size());
        let longest = |known: &[&Known], here: bool| {
            known
                .iter()
                .filter(|k| k.here || !here)
                .map(|k| k.checkpoint.clone())
                .max_by_key(Checkpoint::size)
        };
        if let Some(kept) = longest(&ahead, true) {
            return contradicts(AlarmKind::RolledBack, &kept, &published);
        }
        for Known { checkpoint, .. } in &within {
            match check_growth(log, checkpoint, &published) {
                Ok(()) => {}
                Err(ReaderError::Refused(GrowthError::RolledBack { .. })) => {
                    return contradicts(AlarmKind::RolledBack, checkpoint, &published);
                }
                Err(ReaderError::Refused(GrowthError::Fork { found, .. })) => {
                    return Ok(Err(Contradiction {
                        kind: AlarmKind::Fork,
                        kept: checkpoint.clone(),
                        found: published.clone(),
                        beginning: beginning(log, checkpoint, &published, found),
                    }));
                }
                Err(ReaderError::Source(error)) if !one_object(&error) => {
                    return Err(error);
                }
                Err(error) => return Ok(Ok(History::Unchecked(Text::of(error), None))),
            }
        }
        let Some(longest) = longest(&ahead, false) else {
            return Ok(Ok(History::One(published)));
        };
        let proven = within
            .iter()
            .any(|k| k.proven && same(&k.checkpoint, &published));
        Ok(Ok(if proven {
            History::Behind(published)
        } else {
            History::Unchecked(
                UncheckedClause::MarketBehind {
                    shown: published.size(),
                    seen: longest.size(),
                }
                .into(),
                Some(published),
            )
        }))
    }
}

/// Returns the contradiction of two checkpoints by themselves, as a look finds it.
fn contradicts(
    kind: AlarmKind,
    kept: &Checkpoint,
    found: &Checkpoint,
) -> Result<std::result::Result<History, Contradiction>> {
    Ok(Err(Contradiction {
        kind,
        kept: kept.clone(),
        found: found.clone(),
        beginning: None,
    }))
}

/// Returns the owner's checkpoint on the market, or why there is none to go by.
fn published_by(
    log: &MarketLog<'_, MarketStore>,
    key: &PublicKey,
) -> Result<std::result::Result<Checkpoint, Text>> {
    Ok(log.note()?.and_then(|note| {
        Checkpoint::verify(&note, key)
            .map_err(|why| UncheckedClause::PublishedCheckpoint { why }.into())
    }))
}

/// Returns a checkpoint out of the home's own database.
pub(crate) fn kept(note: &str, key: &PublicKey) -> Result<Checkpoint> {
    Checkpoint::verify(note, key).map_err(|why| {
        Error::unverified(
            ErrorCode::DatabaseDamaged,
            DeliveryMessage::CheckpointDamaged {
                owner: key.kid(),
                why,
            },
        )
        .hint(DeliveryHint::Restore)
    })
}

/// Returns the root after `kept.size()` entries of the log of `published`, and the proof of it, if
/// the tiles give one.
fn beginning(
    log: &MarketLog<'_, MarketStore>,
    kept: &Checkpoint,
    published: &Checkpoint,
    root: Hash,
) -> Option<(Hash, Vec<Hash>)> {
    let (old, new) = (kept.size(), published.size());
    let proof = log::consistency_proof(&TiledLog::new(log, new), old, new).ok()?;
    verify_consistency(old, new, &root, &published.root(), &proof).then_some((root, proof))
}

/// Returns whether two checkpoints of one owner sign the same.
pub(crate) fn same(a: &Checkpoint, b: &Checkpoint) -> bool {
    (a.size(), a.root()) == (b.size(), b.root())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::bundle::{Bundle, VerifiedBundle};

    use super::*;

    fn bundle(bytes: &[u8]) -> VerifiedBundle {
        Bundle::from_bytes(bytes).unwrap().verify().unwrap()
    }

    /// It is no finding about the owner, and the collection is done again.
    #[test]
    fn a_market_that_goes_away_before_its_tiles_are_read_is_an_error() {
        let before = bundle(include_bytes!(
            "../../poundwise-audit/tests/vectors/good/limits-0.bundle"
        ));
        let now = bundle(include_bytes!(
            "../../poundwise-audit/tests/vectors/good/first.bundle"
        ));
        assert!(before.checkpoint.size() < now.checkpoint.size());
        let folder = tempfile::tempdir().unwrap();
        let market = folder.path().join("market");
        let store = MarketStore::create(market.to_str().unwrap()).unwrap();
        let log = MarketLog {
            store: &store,
            owner: now.checkpoint.owner(),
        };
        let lookup = Lookup {
            listing: now.listing,
            known: vec![Known {
                checkpoint: before.checkpoint,
                here: true,
                proven: false,
                came: false,
            }],
            may_be_missing: false,
        };
        // Without the tiles alone it is said, and looked at again.
        let unchecked = lookup.compare_with(&log, now.checkpoint.clone());
        assert!(matches!(unchecked, Ok(Ok(History::Unchecked(_, None)))));
        std::fs::remove_dir_all(market).unwrap();
        let away = lookup.compare_with(&log, now.checkpoint).err().unwrap();
        assert_eq!(away.code(), ErrorCode::Market);
    }
}
