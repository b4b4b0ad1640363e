//! The log as it is published: C2SP tlog-tiles (<https://c2sp.org/tlog-tiles>).
//!
//! A tile of height 8 holds up to 256 hashes of one level of the tree, side by side: tile `index` of tile level `level`
//! holds the nodes of tree level `8 * level` from number `256 * index` on. It is named `tile/<level>/<index>`, the index
//! in groups of three digits, all but the last with an `x` before it (`x001/x234/067`); a tile that is not full yet is
//! named by its width besides (`.p/<width>`), so that a name's content never changes. Entry bundles
//! (`tile/entries/<index>`) hold the entries themselves, each after its length as two bytes, big-endian; here an entry is
//! the 32 bytes of a receipt's id.
//!
//! [`TiledLog`] reads single nodes out of a published log and checks each tile it reads up to the signed root, so that
//! whoever keeps the tiles can withhold them but not change them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

use crate::log::{Hash, Nodes};
use crate::units::DocumentId;

/// Hashes in a full tile, entries in a full bundle.
pub const FULL: u64 = 256;
/// The longest tile or bundle, in bytes: 256 entries of 32 bytes with their lengths.
pub const MAX_TILE: u64 = FULL * (2 + HASH as u64);
/// Tree levels in a tile.
const HEIGHT: u8 = 8;
/// The highest tile level that a log of less than 2^64 entries has.
const TOP: u8 = 7;
const HASH: usize = 32;
const LENGTH: [u8; 2] = [0, 32];

/// Why a tile gives nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TileError {
    /// It is not there, nor a fuller one in its place.
    #[error("{0} is missing")]
    Missing(String),
    /// It could not be read.
    #[error("{0} cannot be read: {1}")]
    Unreadable(String, String),
    /// It is not as long as it must be, or an entry is not 32 bytes.
    #[error("{0} is not a tile of its width")]
    Malformed(String),
    /// It does not belong to the log with that root.
    #[error("{0} does not belong to the signed log")]
    Differs(String),
    /// A node beyond the log's end.
    #[error("the log has no such node")]
    OutOfRange,
}

/// One tile's place and width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    level: u8,
    index: u64,
    width: u64,
}

impl Tile {
    /// The tile at a place, as wide as it is in a log of `size` entries; `None` if such a log has none there.
    #[must_use]
    pub fn of(level: u8, index: u64, size: u64) -> Option<Self> {
        if level > TOP {
            return None;
        }
        let first = index.checked_mul(FULL)?;
        let width = (size >> (HEIGHT * level)).checked_sub(first)?.min(FULL);
        (width > 0).then_some(Self {
            level,
            index,
            width,
        })
    }

    /// The tile level: a hash in it covers 256^level entries.
    #[must_use]
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The tile's number in its level, from 0.
    #[must_use]
    pub fn index(&self) -> u64 {
        self.index
    }

    /// How many hashes it has, 1 to 256.
    #[must_use]
    pub fn width(&self) -> u64 {
        self.width
    }

    /// The tile's name: `tile/0/x001/067`, `tile/1/000.p/3`.
    #[must_use]
    pub fn path(&self) -> String {
        format!("tile/{}/{}", self.level, self.number())
    }

    /// The name of the bundle with the entries below a tile of level 0.
    #[must_use]
    pub fn entries_path(&self) -> String {
        format!("tile/entries/{}", self.number())
    }

    fn number(&self) -> String {
        let mut groups = vec![format!("{:03}", self.index % 1000)];
        let mut rest = self.index / 1000;
        while rest > 0 {
            groups.push(format!("x{:03}", rest % 1000));
            rest /= 1000;
        }
        groups.reverse();
        let mut number = groups.join("/");
        if self.width < FULL {
            number.push_str(&format!(".p/{}", self.width));
        }
        number
    }

    fn full(self) -> Self {
        Self {
            width: FULL,
            ..self
        }
    }

    /// The tile's content.
    ///
    /// # Errors
    /// As the store's.
    pub fn bytes<N: Nodes>(&self, nodes: &N) -> Result<Vec<u8>, N::Error> {
        let mut bytes = Vec::new();
        for offset in 0..self.width {
            let hash = nodes.node(HEIGHT * self.level, self.index * FULL + offset)?;
            bytes.extend_from_slice(hash.as_bytes());
        }
        Ok(bytes)
    }

    /// The hashes in a tile's content.
    ///
    /// # Errors
    /// [`TileError::Malformed`] if there are not exactly as many as the tile is wide.
    pub fn parse(&self, bytes: &[u8]) -> Result<Vec<Hash>, TileError> {
        let (hashes, rest) = bytes.as_chunks::<HASH>();
        if hashes.len() as u64 != self.width || !rest.is_empty() {
            return Err(TileError::Malformed(self.path()));
        }
        Ok(hashes.iter().map(|hash| Hash::from_bytes(*hash)).collect())
    }

    /// The receipts in the content of the bundle of a tile of level 0.
    ///
    /// # Errors
    /// [`TileError::Malformed`] if there are not exactly as many as the tile is wide, each of 32 bytes.
    pub fn parse_entries(&self, bytes: &[u8]) -> Result<Vec<DocumentId>, TileError> {
        let (entries, rest) = bytes.as_chunks::<{ 2 + HASH }>();
        let id = |entry: &[u8; 2 + HASH]| {
            let (length, id) = entry.split_first_chunk::<2>()?;
            (*length == LENGTH).then_some(DocumentId::from_bytes(id.try_into().ok()?))
        };
        let ids: Option<Vec<DocumentId>> = entries.iter().map(id).collect();
        match ids {
            Some(ids) if rest.is_empty() && ids.len() as u64 == self.width => Ok(ids),
            _ => Err(TileError::Malformed(self.entries_path())),
        }
    }
}

/// The content of an entry bundle.
pub fn entry_bundle(receipts: impl IntoIterator<Item = DocumentId>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for receipt in receipts {
        bytes.extend(LENGTH);
        bytes.extend(receipt.as_bytes());
    }
    bytes
}

/// The tiles that a log of `new` entries has and one of `old` entries had not, lowest level first: what is to be
/// published when a log has grown. Every tile of level 0 among them has its bundle of entries to go with it.
pub fn new_tiles(old: u64, new: u64) -> impl Iterator<Item = Tile> {
    (0..=TOP).flat_map(move |level| {
        let (before, after) = (old >> (HEIGHT * level), new >> (HEIGHT * level));
        let range = if after > before {
            before / FULL..after.div_ceil(FULL)
        } else {
            0..0
        };
        range.filter_map(move |index| Tile::of(level, index, new))
    })
}

/// Where a published log's files are read from. The names are those of [`Tile`] and `checkpoint`.
pub trait LogFiles {
    /// The content of a file, or `None` if there is none of that name. What is longer than [`MAX_TILE`], or for the
    /// checkpoint than [`crate::checkpoint::MAX_NOTE`], need not be read and is an error.
    ///
    /// # Errors
    /// The file cannot be read.
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>>;
}

/// Reads a tile, or the fuller one that may have taken its place.
pub(crate) fn fetch(files: &dyn LogFiles, tile: Tile) -> Result<Vec<Hash>, TileError> {
    let (found, bytes) = read(files, tile, Tile::path)?;
    let mut hashes = found.parse(&bytes)?;
    hashes.truncate(usize::try_from(tile.width).unwrap_or(usize::MAX));
    Ok(hashes)
}

/// Reads the entries below a tile of level 0.
pub(crate) fn fetch_entries(
    files: &dyn LogFiles,
    tile: Tile,
) -> Result<Vec<DocumentId>, TileError> {
    let (found, bytes) = read(files, tile, Tile::entries_path)?;
    let mut entries = found.parse_entries(&bytes)?;
    entries.truncate(usize::try_from(tile.width).unwrap_or(usize::MAX));
    Ok(entries)
}

fn read(
    files: &dyn LogFiles,
    tile: Tile,
    name: fn(&Tile) -> String,
) -> Result<(Tile, Vec<u8>), TileError> {
    for tile in [tile, tile.full()] {
        let name = name(&tile);
        match files.read(&name) {
            Ok(Some(bytes)) => return Ok((tile, bytes)),
            Ok(None) => {}
            Err(error) => return Err(TileError::Unreadable(name, error.to_string())),
        }
    }
    Err(TileError::Missing(name(&tile)))
}

/// A published log whose tiles are read as they are needed, each checked up to the root. About log256 n tiles of 8 KiB
/// are read for a node.
pub struct TiledLog<'a> {
    files: &'a dyn LogFiles,
    size: u64,
    read: RefCell<HashMap<(u8, u64), Rc<[Hash]>>>,
}

impl<'a> TiledLog<'a> {
    /// Opens the log of `size` entries with root `root`, reading the tiles of its right edge.
    ///
    /// # Errors
    /// One of them is missing or malformed, or they do not give the root.
    pub fn open(files: &'a dyn LogFiles, size: u64, root: Hash) -> Result<Self, TileError> {
        let mut read = HashMap::new();
        // The complete subtrees of which the root is made, the smallest first: each tile that is not full stands for
        // eight bits of the size.
        let mut subtrees = Vec::new();
        let mut last = None;
        for level in 0..=TOP {
            let nodes = size >> (HEIGHT * level);
            let index = nodes / FULL;
            let Some(tile) = Tile::of(level, index, size) else {
                continue;
            };
            let hashes = fetch(files, tile)?;
            let mut rest = hashes.as_slice();
            let mut parts = Vec::new();
            while !rest.is_empty() {
                let (part, after) = rest.split_at(1 << rest.len().ilog2());
                parts.push(complete(part));
                rest = after;
            }
            subtrees.extend(parts.into_iter().rev());
            last = Some(tile);
            read.insert((level, index), hashes.into());
        }
        let edge = subtrees
            .into_iter()
            .reduce(|right, left| Hash::node(&left, &right))
            .unwrap_or_else(Hash::empty_root);
        if edge != root {
            let name = last.map_or_else(|| "the empty log".to_owned(), |tile| tile.path());
            return Err(TileError::Differs(name));
        }
        Ok(Self {
            files,
            size,
            read: RefCell::new(read),
        })
    }

    /// The tile at a place, checked.
    fn tile(&self, level: u8, index: u64) -> Result<Rc<[Hash]>, TileError> {
        if let Some(hashes) = self.read.borrow().get(&(level, index)) {
            return Ok(hashes.clone());
        }
        // Those that are not full have been read from the start, so this one is below a hash of the next level.
        let tile = Tile::of(level, index, self.size)
            .filter(|tile| tile.width == FULL && level < TOP)
            .ok_or(TileError::OutOfRange)?;
        let above = self.tile(level + 1, index / FULL)?;
        let expected = usize::try_from(index % FULL)
            .ok()
            .and_then(|offset| above.get(offset))
            .ok_or(TileError::OutOfRange)?;
        let hashes = fetch(self.files, tile)?;
        if complete(&hashes) != *expected {
            return Err(TileError::Differs(tile.path()));
        }
        let hashes: Rc<[Hash]> = hashes.into();
        self.read
            .borrow_mut()
            .insert((level, index), hashes.clone());
        Ok(hashes)
    }
}

impl Nodes for TiledLog<'_> {
    type Error = TileError;

    fn node(&self, level: u8, index: u64) -> Result<Hash, TileError> {
        let (tile_level, inside) = (level / HEIGHT, level % HEIGHT);
        let first = index
            .checked_mul(1 << inside)
            .ok_or(TileError::OutOfRange)?;
        let tile = self.tile(tile_level, first / FULL)?;
        let from = usize::try_from(first % FULL).map_err(|_| TileError::OutOfRange)?;
        tile.get(from..from + (1 << inside))
            .map(complete)
            .ok_or(TileError::OutOfRange)
    }
}

/// The hash above a power of two of hashes.
fn complete(hashes: &[Hash]) -> Hash {
    match hashes {
        [] => Hash::empty_root(),
        [one] => *one,
        _ => {
            let (left, right) = hashes.split_at(hashes.len() / 2);
            Hash::node(&complete(left), &complete(right))
        }
    }
}

/// The hash above a full tile's hashes, which the tile above it holds.
pub(crate) fn parent(hashes: &[Hash]) -> Option<Hash> {
    (hashes.len() as u64 == FULL).then(|| complete(hashes))
}

#[cfg(test)]
mod tests;
