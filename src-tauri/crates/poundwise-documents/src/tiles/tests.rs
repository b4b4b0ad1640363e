use std::collections::BTreeMap;

use super::*;
use crate::log::{self, MemoryLog};

/// A published log in memory.
#[derive(Clone, Default)]
struct Files(BTreeMap<String, Vec<u8>>);

impl LogFiles for Files {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(self.0.get(name).cloned())
    }
}

fn id(number: u64) -> DocumentId {
    DocumentId::of(&format!("receipt {number}"))
}

fn grown(size: u64) -> MemoryLog {
    let mut log = MemoryLog::new();
    for number in 0..size {
        log.push(Hash::of_receipt(id(number)));
    }
    log
}

fn publish(files: &mut Files, log: &MemoryLog, old: u64) {
    for tile in new_tiles(old, log.size()) {
        let bytes = tile.bytes(log).unwrap();
        let before = files.0.insert(tile.path(), bytes.clone());
        assert!(before.is_none_or(|before| before == bytes), "{tile:?}");
        if tile.level() == 0 {
            let first = tile.index() * FULL;
            let entries = entry_bundle((first..first + tile.width()).map(id));
            files.0.insert(tile.entries_path(), entries);
        }
    }
}

fn published(size: u64) -> (Files, MemoryLog) {
    let (mut files, log) = (Files::default(), grown(size));
    publish(&mut files, &log, 0);
    (files, log)
}

#[test]
fn names_are_those_of_the_specification() {
    // The examples of c2sp.org/tlog-tiles.
    let tile = Tile::of(0, 1_234_067, u64::MAX).unwrap();
    assert_eq!(tile.path(), "tile/0/x001/x234/067");
    assert_eq!(tile.entries_path(), "tile/entries/x001/x234/067");
    assert_eq!(
        Tile::of(0, 5, 5 * 256 + 3).unwrap().path(),
        "tile/0/005.p/3"
    );
    let names = |old, new| -> Vec<String> { new_tiles(old, new).map(|tile| tile.path()).collect() };
    assert_eq!(
        names(0, 70_000).last_chunk::<3>().unwrap(),
        &["tile/1/000", "tile/1/001.p/17", "tile/2/000.p/1"]
    );
    assert_eq!(
        names(255, 256),
        ["tile/0/000", "tile/1/000.p/1"],
        "a full tile has its hash above it"
    );
    assert_eq!(names(256, 257), ["tile/0/001.p/1"]);
    assert_eq!(names(7, 7), [""; 0]);
    assert_eq!(Tile::of(0, 1, 256), None);
    assert_eq!(Tile::of(8, 0, u64::MAX), None);
    assert_eq!(Tile::of(0, u64::MAX, u64::MAX), None);
}

#[test]
fn a_log_published_step_by_step_proves_all_its_pasts() {
    for sizes in [
        vec![1, 2, 3, 255, 256, 257, 511, 512, 700],
        vec![65_535, 65_536, 65_537, 66_000],
    ] {
        let largest = *sizes.last().unwrap();
        let whole = grown(largest);
        let (mut files, mut old) = (Files::default(), 0);
        for &size in &sizes {
            publish(&mut files, &grown(size), old);
            old = size;
            let root = log::root(&whole, size).unwrap();
            let tiled = TiledLog::open(&files, size, root).unwrap();
            for past in [0, 1, 2, 5, 200, 256, 300, 65_536, size / 2, size - 1, size] {
                if past <= size {
                    assert_eq!(
                        log::root(&tiled, past),
                        Ok(log::root(&whole, past).unwrap()),
                        "{past} of {size}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_changed_tile_is_found_out_whichever_it_is() {
    let size = 256 * 257 + 5;
    let (files, log) = published(size);
    let root = log.root();
    for name in files.0.keys().filter(|name| !name.contains("entries")) {
        let number = |text: &str| -> u64 { text.parse().unwrap() };
        let parts: Vec<&str> = name.trim_end_matches(".p").split(['/', '.']).collect();
        let (level, index) = (number(parts[1]), number(parts[2]));
        // Some of each level, the edges included.
        if level == 0 && !(index.is_multiple_of(50) || index > 254) {
            continue;
        }
        let mut changed = files.clone();
        changed.0.get_mut(name).unwrap()[40 % (files.0[name].len())] ^= 1;
        let past = (index * 256 + 1) << (8 * level);
        let found = TiledLog::open(&changed, size, root)
            .and_then(|tiled| tiled.node(0, past.min(size) - 1));
        let found_above =
            TiledLog::open(&changed, size, root).and_then(|tiled| log::root(&tiled, size - 1));
        assert!(
            matches!(found, Err(TileError::Differs(_)))
                || matches!(found_above, Err(TileError::Differs(_))),
            "{name}: {found:?} {found_above:?}"
        );
    }
}

#[test]
fn what_is_missing_or_malformed_is_named() {
    let (files, log) = published(300);
    let mut missing = files.clone();
    missing.0.remove("tile/0/001.p/44");
    assert_eq!(
        TiledLog::open(&missing, 300, log.root()).err(),
        Some(TileError::Missing("tile/0/001.p/44".into()))
    );
    let mut short = files.clone();
    short.0.get_mut("tile/0/001.p/44").unwrap().pop();
    assert_eq!(
        TiledLog::open(&short, 300, log.root()).err(),
        Some(TileError::Malformed("tile/0/001.p/44".into()))
    );
    assert!(matches!(
        TiledLog::open(&files, 300, grown(299).root()).err(),
        Some(TileError::Differs(_))
    ));
    let tiled = TiledLog::open(&files, 300, log.root()).unwrap();
    assert_eq!(tiled.node(0, 300), Err(TileError::OutOfRange));
    assert_eq!(tiled.node(9, 0), Err(TileError::OutOfRange));
    assert_eq!(tiled.node(8, 1), Err(TileError::OutOfRange));
    assert_eq!(tiled.node(63, u64::MAX), Err(TileError::OutOfRange));
}

#[test]
fn a_fuller_tile_serves_for_one_that_was_pruned() {
    let (mut files, _) = published(300);
    let later = grown(600);
    publish(&mut files, &later, 300);
    files.0.retain(|name, _| !name.ends_with("001.p/44"));
    let tiled = TiledLog::open(&files, 300, grown(300).root()).unwrap();
    assert_eq!(log::root(&tiled, 270), Ok(grown(270).root()));
    let tile = Tile::of(0, 1, 300).unwrap();
    assert_eq!(fetch_entries(&files, tile).unwrap().last(), Some(&id(299)));
}

#[test]
fn entries_are_read_as_they_were_written() {
    let (files, _) = published(300);
    let tile = Tile::of(0, 1, 300).unwrap();
    let bytes = files.0[&tile.entries_path()].clone();
    let read = tile.parse_entries(&bytes).unwrap();
    assert_eq!(read, (256..300).map(id).collect::<Vec<_>>());
    assert_eq!(
        (bytes[0], bytes[1], bytes.len()),
        (0, 32, 44 * 34),
        "two bytes of length, then the id"
    );
    let mut other = bytes.clone();
    other[1] = 31;
    assert!(tile.parse_entries(&other).is_err());
    assert!(tile.parse_entries(&bytes[34..]).is_err());
    assert!(tile.parse_entries(&bytes[..bytes.len() - 1]).is_err());
}
