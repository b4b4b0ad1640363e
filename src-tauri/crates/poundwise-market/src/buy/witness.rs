//! The buyer as witness: every owner's checkpoints, from the first one seen, must tell one history.
//!
//! At each collection the owner's published checkpoint is read, and every checkpoint kept of that owner, and those in
//! what was just delivered, are compared with it through the published tiles, each of which is checked up to the signed
//! root. Two signed checkpoints that contradict each other are an alarm, and are saved. What could not be compared,
//! because the market does not have the log, is said, and kept until it can be.

use std::collections::BTreeMap;

use poundwise_documents::{
    checkpoint::Checkpoint,
    jws::Signed,
    keys::PublicKey,
    kinds::Listing,
    log::{self, Hash, verify_consistency},
    tiles::{GrowthError, TiledLog, TilesError, check_growth},
    units::Kid,
};
use rusqlite::{Connection, params};

use crate::{
    db::stored,
    error::{Error, Result},
    home::Home,
    store::PublishedLog,
    view::{AlarmKind, AlarmView},
};

/// What a look at an owner's checkpoints gave.
pub(crate) enum History {
    /// One history, and this is its newest checkpoint.
    One(Checkpoint),
    /// Nothing against it, but it could not be compared, for this reason.
    Unchecked(String),
    /// The owner contradicts itself.
    Alarm(Box<AlarmView>),
}

/// Two checkpoints of one owner that cannot both be true.
pub(crate) struct Contradiction {
    pub(crate) kind: AlarmKind,
    pub(crate) kept: Checkpoint,
    pub(crate) found: Checkpoint,
    /// The root after `kept.size()` entries of the log of `found`, and the proof that it is that log's beginning.
    pub(crate) beginning: Option<(Hash, Vec<Hash>)>,
}

impl Home {
    /// The owners that this home bought from, by key, each with a listing of theirs.
    pub(crate) fn witnessed_owners(&self) -> Result<BTreeMap<String, Signed<Listing>>> {
        let mut statement = self.read().prepare_cached(
            "SELECT d.compact FROM (SELECT max(listing) AS listing FROM holdings GROUP BY series) h
             JOIN documents d ON d.id = h.listing",
        )?;
        let texts = statement
            .query_map([], |r| r.get::<_, String>(0))?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        texts
            .iter()
            .map(|text| {
                let listing = stored::<Listing>(text)?;
                Ok((listing.signer().to_string(), listing))
            })
            .collect()
    }

    /// Compares every checkpoint kept of an owner, and those that just came, with the published log. An alarm is
    /// recorded with its evidence. Cost: one object where nothing is new, else O(log n) tiles.
    pub(crate) fn look_at_history(
        &self,
        listing: &Signed<Listing>,
        came: &[Checkpoint],
    ) -> Result<History> {
        let key = listing.key();
        let mut known = self.kept_checkpoints(&key)?;
        for checkpoint in came {
            if !known.iter().any(|k| same(k, checkpoint)) {
                known.push(checkpoint.clone());
            }
        }
        match self.compare(&key, &known)? {
            Ok(history) => Ok(history),
            Err(contradiction) => Ok(History::Alarm(Box::new(
                self.raise(listing, &contradiction)?,
            ))),
        }
    }

    fn compare(
        &self,
        key: &PublicKey,
        known: &[Checkpoint],
    ) -> Result<std::result::Result<History, Contradiction>> {
        let contradicts = |kind, kept: &Checkpoint, found: &Checkpoint| {
            Ok(Err(Contradiction {
                kind,
                kept: kept.clone(),
                found: found.clone(),
                beginning: None,
            }))
        };
        for (i, kept) in known.iter().enumerate() {
            let other = known[i + 1..]
                .iter()
                .find(|k| k.size() == kept.size() && k.root() != kept.root());
            if let Some(found) = other {
                return contradicts(AlarmKind::Fork, kept, found);
            }
        }
        let published = match self.published_by(key)? {
            Ok(published) => published,
            Err(why) => return Ok(Ok(History::Unchecked(why))),
        };
        let log = self.published_log(key.kid());
        for kept in known {
            match check_growth(&log, kept, &published) {
                Ok(()) => {}
                Err(GrowthError::RolledBack { .. }) => {
                    return contradicts(AlarmKind::RolledBack, kept, &published);
                }
                Err(GrowthError::Fork { found, .. }) => {
                    return Ok(Err(Contradiction {
                        kind: AlarmKind::Fork,
                        kept: kept.clone(),
                        found: published.clone(),
                        beginning: beginning(&log, kept, &published, found),
                    }));
                }
                Err(GrowthError::Tiles(TilesError::Source(error))) => return Err(error),
                Err(error) => return Ok(Ok(History::Unchecked(error.to_string()))),
            }
        }
        Ok(Ok(History::One(published)))
    }

    fn published_log(&self, owner: Kid) -> PublishedLog<'_> {
        PublishedLog {
            store: &self.store,
            owner,
        }
    }

    /// The owner's checkpoint on the market, or why there is none to go by.
    fn published_by(&self, key: &PublicKey) -> Result<std::result::Result<Checkpoint, String>> {
        Ok(self.published_log(key.kid()).note()?.and_then(|note| {
            Checkpoint::verify(&note, key).map_err(|e| format!("the published checkpoint: {e}"))
        }))
    }

    fn kept_checkpoints(&self, key: &PublicKey) -> Result<Vec<Checkpoint>> {
        let mut statement = self.read().prepare_cached(
            "SELECT note FROM witnessed WHERE seller = ?1 UNION ALL SELECT note FROM unproven WHERE seller = ?1",
        )?;
        let notes = statement
            .query_map([key.kid().to_string()], |r| r.get::<_, String>(0))?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        notes
            .iter()
            .map(|note| {
                Checkpoint::verify(note, key).map_err(|e| {
                    Error::failed(
                        "database-damaged",
                        format!("a checkpoint kept of {} does not verify: {e}", key.kid()),
                    )
                    .hint("Bring the home back from a backup.")
                })
            })
            .collect()
    }

    /// Keeps what is needed to notice a second history later: the newest checkpoint once all others are shown to be
    /// beginnings of it, else each of them.
    pub(crate) fn keep_checkpoint(
        &self,
        connection: &Connection,
        seller: &Kid,
        history: &History,
        came: Option<&Checkpoint>,
    ) -> Result<()> {
        let seller = seller.to_string();
        match (history, came) {
            (History::One(newest), _) => {
                connection.execute(
                    "INSERT INTO witnessed (seller, size, note) VALUES (?1, ?2, ?3)
                     ON CONFLICT (seller) DO UPDATE SET size = excluded.size, note = excluded.note WHERE note <> excluded.note",
                    params![seller, newest.size(), newest.note()],
                )?;
                connection.execute("DELETE FROM unproven WHERE seller = ?1", [seller])?;
            }
            (History::Unchecked(_), Some(came)) => {
                let new = connection.execute(
                    "INSERT INTO witnessed (seller, size, note) VALUES (?1, ?2, ?3) ON CONFLICT (seller) DO NOTHING",
                    params![seller, came.size(), came.note()],
                )?;
                if new == 0 {
                    connection.execute(
                        "INSERT INTO unproven (seller, size, note) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
                        params![seller, came.size(), came.note()],
                    )?;
                }
            }
            (History::Unchecked(_), None) | (History::Alarm(_), _) => {}
        }
        Ok(())
    }
}

/// The root after `kept.size()` entries of the log of `published`, and the proof of it, if the tiles give one.
fn beginning(
    log: &PublishedLog<'_>,
    kept: &Checkpoint,
    published: &Checkpoint,
    root: Hash,
) -> Option<(Hash, Vec<Hash>)> {
    let (old, new) = (kept.size(), published.size());
    let proof = log::consistency_proof(&TiledLog::new(log, new), old, new).ok()?;
    verify_consistency(old, new, &root, &published.root(), &proof).then_some((root, proof))
}

fn same(a: &Checkpoint, b: &Checkpoint) -> bool {
    (a.size(), a.root()) == (b.size(), b.root())
}
