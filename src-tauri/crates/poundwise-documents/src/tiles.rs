//! The log in public form: C2SP tlog-tiles (<https://c2sp.org/tlog-tiles>), of height 8.
//!
//! A hash tile of level l holds up to 256 hashes of complete subtrees of 256^l entries; an entry
//! bundle holds up to 256 entries, each the 32 bytes of an entry's id behind their length as two
//! bytes, most significant first. A full one never changes; a partial one has its width in its name
//! and is followed by a wider one. Beside them stands the checkpoint.
//!
//! ```text
//! checkpoint
//! tile/0/x001/x234/067        hashes, level 0, number 1234067, full
//! tile/1/000.p/17             hashes, level 1, number 0, the first 17 of them
//! tile/entries/000.p/112      entries
//! ```
//!
//! Writing: [`changed`] names what to publish when the log has grown, [`hash_tile`] and
//! [`entry_bundle`] give the bytes. Reading, with nothing but the tiles and signed checkpoints:
//! [`verify_log`] reads everything, [`check_growth`] as much as it takes to show that one
//! checkpoint's log continues another's, [`TiledLog`] serves proofs.

mod read;

pub use read::{GrowthError, TileSource, TiledLog, TilesError, check_growth, verify_log};

use std::fmt;
use std::str::FromStr;

use crate::log::{Hash, Nodes};
use crate::units::DocumentId;

/// The name of the checkpoint, beside the tiles.
pub const CHECKPOINT: &str = "checkpoint";
/// The most hashes or entries of one tile.
pub const FULL: u64 = 256;
/// Levels of the tree in one tile.
const HEIGHT: u32 = 8;
/// The highest level that a log of 2^53 - 1 entries can have.
const MAX_LEVEL: u8 = 6;
/// An entry and its length.
const ENTRY: usize = 2 + 32;

/// The content of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TileKind {
    /// Hashes of complete subtrees of 256^level entries, level 0 to 6.
    Hashes(u8),
    /// Entries.
    Entries,
}

/// The name of a tile: kind, number and width. Written as its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId {
    kind: TileKind,
    index: u64,
    width: u16,
}

/// Error of a text that is not the name of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TileIdError;

impl TileId {
    /// Returns the first `width` hashes or entries of tile number `index`.
    ///
    /// # Errors
    /// A level above 6, a width that is not from 1 to 256, or an index that no log of 2^53 - 1
    /// entries has.
    pub fn new(kind: TileKind, index: u64, width: u16) -> Result<Self, TileIdError> {
        let level = match kind {
            TileKind::Hashes(level) => level,
            TileKind::Entries => 0,
        };
        let fits = level <= MAX_LEVEL && index < 1 << (53 - HEIGHT);
        if fits && (1..=256).contains(&width) {
            Ok(Self { kind, index, width })
        } else {
            Err(TileIdError)
        }
    }

    /// Returns the kind of tile.
    #[must_use]
    pub const fn kind(self) -> TileKind {
        self.kind
    }

    /// Returns its number among the tiles of its kind, from 0.
    #[must_use]
    pub const fn index(self) -> u64 {
        self.index
    }

    /// Returns the number of its hashes or entries, 1 to 256.
    #[must_use]
    pub const fn width(self) -> u16 {
        self.width
    }

    /// Returns whether it is a full one, which never changes.
    #[must_use]
    pub const fn is_full(self) -> bool {
        self.width == 256
    }

    /// Returns the full tile that this one is, or is the beginning of.
    #[must_use]
    pub const fn full(self) -> Self {
        Self { width: 256, ..self }
    }

    /// Returns the number of its bytes.
    #[must_use]
    pub fn length(self) -> usize {
        let each = match self.kind {
            TileKind::Hashes(_) => 32,
            TileKind::Entries => ENTRY,
        };
        usize::from(self.width) * each
    }

    /// Returns the place in the tile's row of its first hash or entry.
    const fn first(self) -> u64 {
        self.index * FULL
    }
}

impl fmt::Display for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TileKind::Hashes(level) => write!(f, "tile/{level}/")?,
            TileKind::Entries => f.write_str("tile/entries/")?,
        }
        let mut groups = vec![self.index % 1000];
        let mut rest = self.index / 1000;
        while rest > 0 {
            groups.push(rest % 1000);
            rest /= 1000;
        }
        for (place, group) in groups.iter().enumerate().rev() {
            if place > 0 {
                write!(f, "x{group:03}/")?;
            } else {
                write!(f, "{group:03}")?;
            }
        }
        if self.is_full() {
            Ok(())
        } else {
            write!(f, ".p/{}", self.width)
        }
    }
}

impl FromStr for TileId {
    type Err = TileIdError;

    /// Reads exactly what `Display` writes.
    fn from_str(path: &str) -> Result<Self, TileIdError> {
        let rest = path.strip_prefix("tile/").ok_or(TileIdError)?;
        let (kind, rest) = rest.split_once('/').ok_or(TileIdError)?;
        let kind = if kind == "entries" {
            TileKind::Entries
        } else {
            TileKind::Hashes(kind.parse().map_err(|_| TileIdError)?)
        };
        let (number, width) = match rest.split_once(".p/") {
            Some((number, width)) => (number, width.parse().map_err(|_| TileIdError)?),
            None => (rest, 256),
        };
        let mut index: u64 = 0;
        for group in number.split('/') {
            let group: u64 = group
                .trim_start_matches('x')
                .parse()
                .map_err(|_| TileIdError)?;
            index = index
                .checked_mul(1000)
                .and_then(|index| index.checked_add(group))
                .ok_or(TileIdError)?;
        }
        // Every other spelling of the same numbers is refused here.
        let tile = Self::new(kind, index, width)?;
        if tile.to_string() == path {
            Ok(tile)
        } else {
            Err(TileIdError)
        }
    }
}

/// Returns the hashes in the row of tiles of `level`, for a log of `size` entries.
fn row(size: u64, level: u8) -> u64 {
    size.checked_shr(HEIGHT * u32::from(level)).unwrap_or(0)
}

/// Returns the tiles of one row that hold hashes or entries from the `old`-th on, when there are
/// `new` of them.
fn row_tiles(kind: TileKind, old: u64, new: u64) -> impl Iterator<Item = TileId> {
    let indices = if new > old {
        old / FULL..new.div_ceil(FULL)
    } else {
        0..0
    };
    indices.filter_map(move |index| {
        let width = u16::try_from((new - index * FULL).min(FULL)).ok()?;
        TileId::new(kind, index, width).ok()
    })
}

/// Returns the tiles to publish when the log grows from `old` to `new` entries: every tile that has
/// more in it than before, full ones once and for all. Nothing when it has not grown. `changed(0,
/// size)` is the whole log.
///
/// The tiles are to be there before the checkpoint that needs them. Partial tiles that a published
/// checkpoint needed stay until the full one is there.
///
/// Sizes above 2^53 - 1 have no tiles.
pub fn changed(old: u64, new: u64) -> impl Iterator<Item = TileId> {
    let hashes = (0..=MAX_LEVEL).flat_map(move |level| {
        row_tiles(TileKind::Hashes(level), row(old, level), row(new, level))
    });
    row_tiles(TileKind::Entries, old, new).chain(hashes)
}

/// Returns the bytes of a hash tile. `None` for an entry bundle, whose bytes [`entry_bundle`]
/// gives.
///
/// # Errors
/// Errors of the store.
pub fn hash_tile<N: Nodes>(nodes: &N, tile: TileId) -> Result<Option<Vec<u8>>, N::Error> {
    let TileKind::Hashes(level) = tile.kind else {
        return Ok(None);
    };
    let mut bytes = Vec::with_capacity(tile.length());
    for place in 0..u64::from(tile.width) {
        // The level is at most 6, so this is at most 48.
        let node = nodes.node(level * 8, tile.first() + place)?;
        bytes.extend_from_slice(node.as_bytes());
    }
    Ok(Some(bytes))
}

/// Returns the bytes of an entry bundle of these entries.
#[must_use]
pub fn entry_bundle(entries: &[DocumentId]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(entries.len() * ENTRY);
    for entry in entries {
        bytes.extend_from_slice(&[0, 32]);
        bytes.extend_from_slice(entry.as_bytes());
    }
    bytes
}

/// Returns the hashes of a hash tile, or `None` unless there are exactly `width` of them.
#[must_use]
pub fn read_hash_tile(bytes: &[u8], width: u16) -> Option<Vec<Hash>> {
    let (hashes, rest) = bytes.as_chunks::<32>();
    let fits = rest.is_empty() && hashes.len() == usize::from(width);
    fits.then(|| hashes.iter().copied().map(Hash::from_bytes).collect())
}

/// Returns the entries of an entry bundle, or `None` unless there are exactly `width` entries of 32
/// bytes.
#[must_use]
pub fn read_entry_bundle(bytes: &[u8], width: u16) -> Option<Vec<DocumentId>> {
    let (entries, rest) = bytes.as_chunks::<ENTRY>();
    let fits = rest.is_empty() && entries.len() == usize::from(width);
    fits.then_some(())?;
    entries
        .iter()
        .map(|entry| match entry {
            [0, 32, id @ ..] => Some(DocumentId::from_bytes(*id)),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests;
