use std::cell::Cell;
use std::collections::BTreeMap;

use super::*;
use crate::ReaderError;
use crate::checkpoint::Checkpoint;
use crate::keys::Identity;
use crate::log::{MemoryLog, consistency_proof, inclusion_proof, root, verify_inclusion};

fn owner() -> Identity {
    Identity::from_bytes(&[1; 32])
}

fn id(n: u64) -> DocumentId {
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&n.to_be_bytes());
    DocumentId::from_bytes(bytes)
}

/// A store, as an owner fills it sale by sale.
#[derive(Clone, Default)]
struct Store {
    tiles: BTreeMap<TileId, Vec<u8>>,
    reads: Cell<usize>,
}

impl TileSource for Store {
    type Error = std::convert::Infallible;

    fn tile(&self, tile: TileId) -> Result<Option<Vec<u8>>, Self::Error> {
        self.reads.set(self.reads.get() + 1);
        Ok(self.tiles.get(&tile).cloned())
    }
}

struct Owner {
    log: MemoryLog,
    ids: Vec<DocumentId>,
    store: Store,
}

impl Owner {
    fn new() -> Self {
        Self {
            log: MemoryLog::new(),
            ids: Vec::new(),
            store: Store::default(),
        }
    }

    fn grow(&mut self, ids: impl IntoIterator<Item = DocumentId>) -> Checkpoint {
        let old = self.log.size();
        for id in ids {
            self.log.push(Hash::of_entry(id));
            self.ids.push(id);
        }
        for tile in changed(old, self.log.size()) {
            let bytes = match hash_tile(&self.log, tile).unwrap() {
                Some(bytes) => bytes,
                None => {
                    let from = usize::try_from(tile.index() * FULL).unwrap();
                    entry_bundle(&self.ids[from..from + usize::from(tile.width())])
                }
            };
            assert_eq!(bytes.len(), tile.length());
            let before = self.store.tiles.insert(tile, bytes);
            assert_eq!(before, None, "{tile} is published twice");
        }
        Checkpoint::sign(&owner(), self.log.size(), self.log.root()).unwrap()
    }
}

#[test]
fn paths_are_those_of_the_specification() {
    for (kind, index, width, path) in [
        (TileKind::Hashes(0), 1_234_067, 256, "tile/0/x001/x234/067"),
        (TileKind::Hashes(1), 0, 17, "tile/1/000.p/17"),
        (TileKind::Entries, 1000, 256, "tile/entries/x001/000"),
        (TileKind::Entries, 273, 112, "tile/entries/273.p/112"),
    ] {
        let tile = TileId::new(kind, index, width).unwrap();
        assert_eq!(tile.to_string(), path);
        assert_eq!(path.parse(), Ok(tile));
    }
    for path in [
        "",
        "tile/0/0",
        "tile/0/0000",
        "tile/00/000",
        "tile/7/000",
        "tile/+1/000",
        "tile/0/x000/001",
        "tile/0/001/002",
        "tile/0/xx01/002",
        "tile/0/x001",
        "tile/0/001/",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/01",
        "tile/0/000.p/",
        "tile/entries/000.p/1.p/1",
        "/tile/0/000",
        "tile/0/../000",
        "tile/0/x999/x999/x999/x999/999",
    ] {
        assert_eq!(path.parse::<TileId>(), Err(TileIdError), "{path:?}");
    }
}

#[test]
fn tiles_have_a_highest_level_number_and_width() {
    let highest = (1 << 45) - 1;
    for (kind, index, width, right) in [
        (TileKind::Hashes(6), 0, 1, true),
        (TileKind::Hashes(7), 0, 1, false),
        (TileKind::Entries, highest, 256, true),
        (TileKind::Entries, highest + 1, 256, false),
        (TileKind::Entries, 0, 0, false),
        (TileKind::Entries, 0, 257, false),
    ] {
        assert_eq!(TileId::new(kind, index, width).is_ok(), right);
    }
}

#[test]
fn tiles_have_exactly_their_width() {
    let hashes = [Hash::leaf(b"x"); 3];
    let bytes: Vec<u8> = hashes.iter().flat_map(|hash| *hash.as_bytes()).collect();
    assert_eq!(read_hash_tile(&bytes, 3), Some(hashes.to_vec()));
    for (bytes, width) in [
        (&bytes[..], 2),
        (&bytes, 4),
        (&bytes[1..], 3),
        (&bytes[1..], 2),
    ] {
        assert_eq!(read_hash_tile(bytes, width), None);
    }
    let ids = [id(1), id(2), id(3)];
    let bytes = entry_bundle(&ids);
    assert_eq!(read_entry_bundle(&bytes, 3), Some(ids.to_vec()));
    for (bytes, width) in [
        (&bytes[..], 2),
        (&bytes, 4),
        (&bytes[1..], 3),
        (&bytes[1..], 2),
    ] {
        assert_eq!(read_entry_bundle(bytes, width), None);
    }
    let mut other = bytes;
    other[1] = 33;
    assert_eq!(read_entry_bundle(&other, 3), None);
}

/// A log is read at the size asked for: what lies behind it is not there, though the tiles have it.
#[test]
fn nothing_behind_the_size_asked_for_is_read() {
    let mut owner = Owner::new();
    owner.grow((0..300).map(id));
    owner.grow((300..800).map(id));
    let log = TiledLog::new(&owner.store, 300);
    assert_eq!(log.size(), 300);
    assert_eq!(log.entries(1).unwrap(), &owner.ids[256..300]);
    let tile = |index, width| TileId::new(TileKind::Entries, index, width).unwrap();
    assert_eq!(log.entries(2), Err(TilesError::Missing(tile(2, 1)).into()));
    let whole = TiledLog::new(&owner.store, 512);
    assert_eq!(
        whole.entries(2),
        Err(TilesError::Missing(tile(2, 1)).into())
    );
    assert!(log.node(0, 299).is_ok() && log.node(0, 300).is_err());
    assert!(log.node(8, 0).is_ok() && log.node(8, 1).is_err());
    assert!(log.node(2, 74).is_ok() && log.node(2, 75).is_err());
    let empty = TiledLog::new(&owner.store, 0);
    assert_eq!(empty.root(), Ok(Hash::empty_root()));
    assert_eq!(log.root(), Ok(root(&owner.log, 300).unwrap()));
}

#[test]
fn a_log_of_seventy_thousand_has_the_tiles_of_the_specification() {
    let count = |level, full: bool| {
        let kind = TileKind::Hashes(level);
        changed(0, 70_000)
            .filter(|tile| tile.kind() == kind && tile.is_full() == full)
            .collect::<Vec<_>>()
    };
    assert_eq!(count(0, true).len(), 273);
    assert_eq!(count(1, true).len(), 1);
    assert_eq!(count(2, true).len(), 0);
    for (level, path) in [
        (0, "tile/0/273.p/112"),
        (1, "tile/1/001.p/17"),
        (2, "tile/2/000.p/1"),
    ] {
        let partial = count(level, false);
        assert_eq!(partial.len(), 1);
        assert_eq!(partial[0].to_string(), path);
    }
    let small: Vec<String> = changed(0, 256).map(|tile| tile.to_string()).collect();
    assert_eq!(small, ["tile/entries/000", "tile/0/000", "tile/1/000.p/1"]);
    assert_eq!(changed(256, 256).count() + changed(0, 0).count(), 0);
}

#[test]
fn a_published_log_is_read_back_at_every_size() {
    let mut owner = Owner::new();
    let mut checkpoints = vec![owner.grow([])];
    // One by one over the first tile's end, then in leaps over the second level's beginning.
    let mut sizes: Vec<u64> = (1..=260).collect();
    sizes.extend([511, 512, 513, 5000, 65_535, 65_536, 65_537, 66_000]);
    for size in sizes {
        let from = owner.log.size();
        checkpoints.push(owner.grow((from..size).map(id)));
    }
    let latest = checkpoints.last().unwrap().clone();
    for checkpoint in &checkpoints {
        let mut read = Vec::new();
        verify_log(&owner.store, checkpoint, |place, entry| {
            assert_eq!(place, read.len() as u64);
            read.push(entry);
        })
        .unwrap();
        assert_eq!(
            read.as_slice(),
            &owner.ids[..usize::try_from(checkpoint.size()).unwrap()]
        );
        owner.store.reads.set(0);
        check_growth(&owner.store, checkpoint, &latest).unwrap();
        assert!(owner.store.reads.get() < 12, "{}", owner.store.reads.get());
        if checkpoint.size() < latest.size() {
            assert_eq!(
                check_growth(&owner.store, &latest, checkpoint),
                Err(ReaderError::Refused(GrowthError::RolledBack {
                    before: latest.size(),
                    after: checkpoint.size()
                }))
            );
        }
    }
    let log = TiledLog::new(&owner.store, latest.size());
    for index in [0, 255, 256, 65_535, 65_999] {
        let proof = inclusion_proof(&log, index, latest.size()).unwrap();
        let leaf = Hash::of_entry(id(index));
        assert!(verify_inclusion(
            &leaf,
            index,
            latest.size(),
            &proof,
            &latest.root()
        ));
    }
    for old in [1, 255, 256, 300, 65_536, 65_900] {
        assert_eq!(
            consistency_proof(&log, old, latest.size()).unwrap(),
            consistency_proof(&owner.log, old, latest.size()).unwrap()
        );
    }
}

#[test]
fn partial_tiles_may_go_once_the_full_ones_are_there() {
    let mut owner = Owner::new();
    let early = owner.grow((0..200).map(id));
    let late = owner.grow((200..600).map(id));
    for name in ["tile/0/000.p/200", "tile/entries/000.p/200"] {
        let tile: TileId = name.parse().unwrap();
        assert!(owner.store.tiles.remove(&tile).is_some());
    }
    verify_log(&owner.store, &early, |_, _| {}).unwrap();
    verify_log(&owner.store, &late, |_, _| {}).unwrap();
    check_growth(&owner.store, &early, &late).unwrap();
}

#[test]
fn two_histories_are_found_out() {
    let (mut one, mut other) = (Owner::new(), Owner::new());
    let shared = one.grow((0..300).map(id));
    other.grow((0..299).map(id));
    let forked = other.grow([id(9999)]);
    assert!(matches!(
        check_growth(&other.store, &shared, &forked),
        Err(ReaderError::Refused(GrowthError::Fork { size: 300, .. }))
    ));
    let later = other.grow((300..400).map(id));
    let found = check_growth(&other.store, &shared, &later);
    let mut prefix = MemoryLog::new();
    for id in &other.ids[..300] {
        prefix.push(Hash::of_entry(*id));
    }
    assert_eq!(
        found,
        Err(ReaderError::Refused(GrowthError::Fork {
            size: 300,
            signed: shared.root(),
            found: prefix.root()
        }))
    );
    // Of one size, two roots are enough: no tile is asked for.
    assert!(matches!(
        check_growth(&Store::default(), &shared, &forked),
        Err(ReaderError::Refused(GrowthError::Fork { size: 300, .. }))
    ));
    check_growth(&Store::default(), &shared, &shared).unwrap();
    let stranger = Checkpoint::sign(&Identity::from_bytes(&[2; 32]), 300, shared.root()).unwrap();
    assert!(matches!(
        check_growth(&one.store, &stranger, &shared),
        Err(ReaderError::Refused(GrowthError::Owners { .. }))
    ));
}

#[test]
fn a_changed_tile_is_found_out_and_is_never_called_a_fork() {
    let mut owner = Owner::new();
    let early = owner.grow((0..700).map(id));
    let late = owner.grow((700..1000).map(id));
    let tiles: Vec<TileId> = changed(0, 1000).collect();
    for tile in tiles {
        let whole = owner.store.clone();
        for position in (0..tile.length()).step_by(331).chain([tile.length() - 1]) {
            let bytes = owner.store.tiles.get_mut(&tile).unwrap();
            bytes[position] ^= 1;
            assert!(
                verify_log(&owner.store, &late, |_, _| {}).is_err(),
                "{tile}, byte {position}"
            );
            let growth = check_growth(&owner.store, &early, &late);
            assert!(
                matches!(
                    growth,
                    Ok(()) | Err(ReaderError::Refused(GrowthError::Tiles(_)))
                ),
                "{tile}, byte {position}: {growth:?}"
            );
            owner.store = whole.clone();
        }
        let bytes = owner.store.tiles.remove(&tile).unwrap();
        let missing = verify_log(&owner.store, &late, |_, _| {});
        assert_eq!(missing, Err(TilesError::Missing(tile).into()));
        for wrong in [&bytes[1..], &[bytes.as_slice(), &[0]].concat()] {
            owner.store.tiles.insert(tile, wrong.to_vec());
            let malformed = verify_log(&owner.store, &late, |_, _| {});
            assert_eq!(malformed, Err(TilesError::Malformed(tile).into()));
        }
        owner.store = whole;
    }
}
