//! Reading a published log with nothing but its tiles and signed checkpoints.

use std::cell::RefCell;
use std::collections::HashMap;

use super::{FULL, TileId, TileKind, read_entry_bundle, read_hash_tile, row};
use crate::checkpoint::Checkpoint;
use crate::log::{Frontier, Hash, Nodes, roots_of_prefix};
use crate::reader::ReaderError;
use crate::units::{DocumentId, Kid};

/// A source of the tiles of a published log, which need not be trusted.
pub trait TileSource {
    /// Error of reading.
    type Error;

    /// Returns the bytes of a tile, or `None` where there is none. More bytes than
    /// [`TileId::length`] need not be read: one more is enough to be refused.
    ///
    /// # Errors
    /// The source could not be read: whether it has the tile is not known.
    fn tile(&self, tile: TileId) -> Result<Option<Vec<u8>>, Self::Error>;
}

impl<S: TileSource + ?Sized> TileSource for &S {
    type Error = S::Error;

    fn tile(&self, tile: TileId) -> Result<Option<Vec<u8>>, S::Error> {
        (**self).tile(tile)
    }
}

/// Reason why the tiles of a published log are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TilesError {
    /// A tile that the log must have is not there, and neither is the full one that would hold it.
    Missing(TileId),
    /// A tile of another length, or with entries that are no ids.
    Malformed(TileId),
    /// A tile that does not agree with the tiles below it.
    Disagrees(TileId),
    /// Tiles that are not those of the signed root. Whoever keeps them may have changed them: it
    /// says nothing about the owner.
    Root {
        /// The number of entries.
        size: u64,
        /// The checkpoint's root.
        signed: Hash,
        /// The tiles' root.
        found: Hash,
    },
}

/// Reason why one log does not extend another.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GrowthError {
    /// The checkpoints are of two owners.
    Owners {
        /// The first one's.
        before: Kid,
        /// The second one's.
        after: Kid,
    },
    /// The log has become shorter: with both checkpoints, evidence against whoever serves the later
    /// one as the latest.
    RolledBack {
        /// Entries before.
        before: u64,
        /// Entries now.
        after: u64,
    },
    /// The later log does not begin with the earlier one: the owner signed two histories, and both
    /// checkpoints together are the evidence.
    Fork {
        /// Entries before.
        size: u64,
        /// The root then.
        signed: Hash,
        /// The root of as many entries now.
        found: Hash,
    },
    /// The tiles are missing or refused, so that nothing is shown either way.
    Tiles(TilesError),
}

impl From<TilesError> for GrowthError {
    fn from(why: TilesError) -> Self {
        Self::Tiles(why)
    }
}

/// Result of reading the tiles of a source.
type TilesResult<T, S> = Result<T, ReaderError<TilesError, <S as TileSource>::Error>>;

/// A published log, at a size.
///
/// Its [`Nodes`] are what the tiles say; proofs made from them convince whoever verifies them
/// against a signed root, and [`TiledLog::root`] shows whether the tiles are that root's.
pub struct TiledLog<S> {
    source: S,
    size: u64,
    hashes: RefCell<HashMap<TileId, Vec<Hash>>>,
}

impl<S: TileSource> TiledLog<S> {
    /// Returns the log's first `size` entries.
    pub fn new(source: S, size: u64) -> Self {
        Self {
            source,
            size,
            hashes: RefCell::new(HashMap::new()),
        }
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the root that the tiles give.
    ///
    /// # Errors
    /// [`TilesError::Missing`], [`TilesError::Malformed`]; [`ReaderError::Source`].
    pub fn root(&self) -> TilesResult<Hash, S> {
        crate::log::root(self, self.size)
    }

    /// Returns the entries of entry bundle `index`, not compared with any hash.
    ///
    /// # Errors
    /// [`TilesError::Missing`]: also where the log has no such bundle. [`TilesError::Malformed`];
    /// [`ReaderError::Source`].
    pub fn entries(&self, index: u64) -> TilesResult<Vec<DocumentId>, S> {
        let tile = self.tile_of(TileKind::Entries, index);
        if index >= self.size.div_ceil(FULL) {
            return Err(TilesError::Missing(tile).into());
        }
        let (bytes, width) = self.bytes(tile)?;
        let mut entries = read_entry_bundle(&bytes, width).ok_or(TilesError::Malformed(tile))?;
        entries.truncate(usize::from(tile.width()));
        Ok(entries)
    }

    /// Returns tile `index` as this log has it.
    fn tile_of(&self, kind: TileKind, index: u64) -> TileId {
        let level = match kind {
            TileKind::Hashes(level) => level,
            TileKind::Entries => 0,
        };
        let left = row(self.size, level).saturating_sub(index.saturating_mul(FULL));
        let width = u16::try_from(left.clamp(1, FULL)).unwrap_or(256);
        TileId { kind, index, width }
    }

    /// Returns the bytes of a tile or, a log having grown meanwhile, of the full one that it is the
    /// beginning of; and the width of what was read.
    fn bytes(&self, tile: TileId) -> TilesResult<(Vec<u8>, u16), S> {
        for tile in [tile, tile.full()] {
            if let Some(bytes) = self.source.tile(tile).map_err(ReaderError::Source)? {
                return Ok((bytes, tile.width()));
            }
        }
        Err(TilesError::Missing(tile).into())
    }

    fn hash_tile(&self, level: u8, index: u64) -> TilesResult<Vec<Hash>, S> {
        let tile = self.tile_of(TileKind::Hashes(level), index);
        let (bytes, width) = self.bytes(tile)?;
        let mut hashes = read_hash_tile(&bytes, width).ok_or(TilesError::Malformed(tile))?;
        hashes.truncate(usize::from(tile.width()));
        Ok(hashes)
    }
}

/// Returns the root of a complete subtree over the hashes of a tile.
fn fold(hashes: &[Hash]) -> Hash {
    let mut frontier = Frontier::new();
    for hash in hashes {
        frontier.push(*hash);
    }
    frontier.root()
}

impl<S: TileSource> Nodes for TiledLog<S> {
    type Error = ReaderError<TilesError, S::Error>;

    fn node(&self, level: u8, index: u64) -> Result<Hash, Self::Error> {
        let (row, inside) = (level / 8, level % 8);
        // The subtree covers 2^inside hashes of one tile.
        let first = index << inside;
        let tile = self.tile_of(TileKind::Hashes(row), first / FULL);
        if !self.hashes.borrow().contains_key(&tile) {
            let hashes = self.hash_tile(row, tile.index())?;
            self.hashes.borrow_mut().insert(tile, hashes);
        }
        let hashes = self.hashes.borrow();
        // Both are below 256.
        let place = usize::try_from(first % FULL).unwrap_or(usize::MAX);
        let covered = hashes
            .get(&tile)
            .and_then(|hashes| hashes.get(place..place.saturating_add(1 << inside)));
        covered
            .map(fold)
            .ok_or_else(|| TilesError::Malformed(tile).into())
    }
}

/// Shows that the log of checkpoint `after` continues that of checkpoint `before`, from the tiles
/// alone: neither owner nor store has to help, or to be believed. Reads O(log n) tiles.
///
/// # Errors
/// [`GrowthError::RolledBack`] and [`GrowthError::Fork`] are shown by the two signatures.
/// [`GrowthError::Tiles`] and [`ReaderError::Source`]: the tiles are unavailable; this is no
/// evidence of misconduct.
pub fn check_growth<S: TileSource>(
    source: S,
    before: &Checkpoint,
    after: &Checkpoint,
) -> Result<(), ReaderError<GrowthError, S::Error>> {
    let owners = (before.owner(), after.owner());
    if owners.0 != owners.1 {
        return Err(GrowthError::Owners {
            before: owners.0,
            after: owners.1,
        }
        .into());
    }
    let (size, signed) = (before.size(), before.root());
    let fork = |found| {
        if found == signed {
            Ok(())
        } else {
            Err(GrowthError::Fork {
                size,
                signed,
                found,
            }
            .into())
        }
    };
    if size > after.size() {
        return Err(GrowthError::RolledBack {
            before: size,
            after: after.size(),
        }
        .into());
    }
    if size == 0 {
        return fork(Hash::empty_root());
    }
    if size == after.size() {
        return fork(after.root());
    }
    let log = TiledLog::new(source, after.size());
    let (whole, prefix) =
        roots_of_prefix(&log, size, after.size()).map_err(|error| match error {
            ReaderError::Refused(tiles) => ReaderError::Refused(GrowthError::Tiles(tiles)),
            ReaderError::Source(error) => ReaderError::Source(error),
        })?;
    // Only hashes under the signed root say anything about the log.
    if whole != after.root() {
        let root = TilesError::Root {
            size: after.size(),
            signed: after.root(),
            found: whole,
        };
        return Err(GrowthError::Tiles(root).into());
    }
    fork(prefix)
}

/// Reads every tile and entry of a published log, checks that they agree and give the checkpoint's
/// root, and hands the entries over in sequence. Holds a tile of each level at a time.
///
/// # Errors
/// [`TilesError`] with the first tile that is missing, malformed or disagrees with those below it,
/// or with the root; [`ReaderError::Source`].
pub fn verify_log<S: TileSource>(
    source: S,
    checkpoint: &Checkpoint,
    mut entry: impl FnMut(u64, DocumentId),
) -> TilesResult<(), S> {
    let size = checkpoint.size();
    let log = TiledLog::new(source, size);
    let mut frontier = Frontier::new();
    // The hashes computed of each level's tile that is not complete yet.
    let mut rows: Vec<Vec<Hash>> = Vec::new();
    for index in 0..size.div_ceil(FULL) {
        for id in log.entries(index)? {
            entry(frontier.size(), id);
            let leaf = Hash::of_entry(id);
            frontier.push(leaf);
            carry(&log, &mut rows, frontier.size(), leaf)?;
        }
    }
    for (level, computed) in (0u8..).zip(&rows) {
        if !computed.is_empty() {
            compare(&log, level, row(size, level) / FULL, computed)?;
        }
    }
    let found = frontier.root();
    if found == checkpoint.root() {
        Ok(())
    } else {
        Err(TilesError::Root {
            size,
            signed: checkpoint.root(),
            found,
        }
        .into())
    }
}

/// Adds a leaf to the rows of tiles; compares each tile that it completes.
fn carry<S: TileSource>(
    log: &TiledLog<S>,
    rows: &mut Vec<Vec<Hash>>,
    size: u64,
    leaf: Hash,
) -> TilesResult<(), S> {
    let mut hash = leaf;
    for level in 0u8.. {
        let place = usize::from(level);
        if rows.len() == place {
            rows.push(Vec::new());
        }
        let Some(tile) = rows.get_mut(place) else {
            return Ok(());
        };
        tile.push(hash);
        if tile.len() < 256 {
            return Ok(());
        }
        compare(log, level, row(size, level) / FULL - 1, tile)?;
        hash = fold(tile);
        tile.clear();
    }
    Ok(())
}

fn compare<S: TileSource>(
    log: &TiledLog<S>,
    level: u8,
    index: u64,
    computed: &[Hash],
) -> TilesResult<(), S> {
    if log.hash_tile(level, index)? == computed {
        Ok(())
    } else {
        Err(TilesError::Disagrees(log.tile_of(TileKind::Hashes(level), index)).into())
    }
}
