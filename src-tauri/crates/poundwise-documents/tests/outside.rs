//! What we sign and publish, verified with software that nobody here wrote: npm's jose for
//! documents, OpenSSL and `signed_note` for checkpoints, `ct-merkle` for roots and proofs,
//! `tlog_tiles` for tiles.
// A test whose program is not installed says so.
#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::fixture::shop::market;
use crate::fixture::{OWNER, identity};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use ct_merkle::{ConsistencyProof, InclusionProof, RootHash};
use poundwise_documents::Checkpoint;
use poundwise_documents::checkpoint::verifier_key;
use poundwise_documents::log::{Hash, MemoryLog, consistency_proof, inclusion_proof};
use poundwise_documents::tiles::{self, TileId, TileKind};
use poundwise_documents::units::DocumentId;
use serde_json::Value;
use sha2::Sha256;
use tlog_tiles::{HashReader, Tile, TileHashReader, TileReader};

fn id(n: u64) -> DocumentId {
    DocumentId::of(&n.to_string())
}

fn log(size: u64) -> MemoryLog {
    let mut log = MemoryLog::new();
    for n in 0..size {
        log.push(Hash::of_entry(id(n)));
    }
    log
}

fn digest(hash: &Hash) -> sha2::digest::Output<Sha256> {
    (*hash.as_bytes()).into()
}

#[test]
fn ct_merkle_has_the_same_roots_and_takes_our_proofs() {
    for size in (1..40).chain([255, 256, 257]) {
        let (ours, mut theirs) = (log(size), MemoryBackedTree::<Sha256, Vec<u8>>::new());
        for n in 0..size {
            theirs.push(id(n).as_bytes().to_vec());
        }
        let root = theirs.root();
        assert_eq!(root.as_bytes().as_slice(), ours.root().as_bytes());
        for index in 0..size {
            let proof = inclusion_proof(&ours, index, size).unwrap();
            let proof: Vec<_> = proof.iter().map(digest).collect();
            let proof = InclusionProof::from_digests(&proof);
            root.verify_inclusion(&id(index).as_bytes().to_vec(), index, &proof)
                .unwrap();
            assert!(
                root.verify_inclusion(&id(size).as_bytes().to_vec(), index, &proof)
                    .is_err()
            );
        }
        for old in 1..size {
            let proof = consistency_proof(&ours, old, size).unwrap();
            let proof: Vec<_> = proof.iter().map(digest).collect();
            let proof = ConsistencyProof::from_digests(&proof);
            let before = RootHash::new(digest(&log(old).root()), old);
            root.verify_consistency(&before, &proof).unwrap();
            let another = RootHash::new(digest(&Hash::leaf(b"x")), old);
            assert!(root.verify_consistency(&another, &proof).is_err());
        }
    }
}

#[test]
fn signed_note_and_tlog_tiles_read_our_checkpoint() {
    use signed_note::{Note, StandardVerifier, VerifierList};
    let checkpoint = market().checkpoint();
    let key = verifier_key(&identity(OWNER).public_key());
    let verifiers = VerifierList::new(vec![Box::new(StandardVerifier::new(&key).unwrap())]);
    let note = Note::from_bytes(checkpoint.note().as_bytes()).unwrap();
    let (verified, unverified) = note.verify(&verifiers).unwrap();
    assert_eq!((verified.len(), unverified.len()), (1, 0));
    let read = tlog_tiles::Checkpoint::from_bytes(note.text()).unwrap();
    assert_eq!(
        (read.origin(), read.size()),
        (format!("poundwise/{}", checkpoint.owner()).as_str(), 8)
    );
    assert_eq!(&read.hash().0, checkpoint.root().as_bytes());

    let changed = checkpoint.note().replacen("\n8\n", "\n9\n", 1);
    let changed = Note::from_bytes(changed.as_bytes()).unwrap();
    assert!(changed.verify(&verifiers).is_err());
}

/// Our published tiles, handed to their reader.
struct Published {
    tiles: BTreeMap<String, Vec<u8>>,
}

impl TileReader for Published {
    fn height(&self) -> u8 {
        8
    }

    fn read_tiles(&self, tiles: &[Tile]) -> Result<Vec<Vec<u8>>, tlog_tiles::Error> {
        let read = |tile: &Tile| {
            let ours = TileId::new(
                TileKind::Hashes(tile.level()),
                tile.level_index(),
                u16::try_from(tile.width()).unwrap(),
            );
            self.tiles.get(&ours.unwrap().to_string()).cloned()
        };
        let read: Option<Vec<_>> = tiles.iter().map(read).collect();
        read.ok_or_else(|| tlog_tiles::Error::InvalidInput("a tile is missing".to_owned()))
    }

    fn save_tiles(&self, _: &[Tile], _: &[Vec<u8>]) {}
}

#[test]
fn tlog_tiles_reads_our_tiles_and_names_the_same_ones() {
    for size in [1, 2, 255, 256, 257, 1000, 66_000] {
        let log = log(size);
        let published = Published {
            tiles: tiles::changed(0, size)
                .filter_map(|tile| {
                    let bytes = tiles::hash_tile(&log, tile).unwrap()?;
                    Some((tile.to_string(), bytes))
                })
                .collect(),
        };
        let root = tlog_tiles::Hash(*log.root().as_bytes());
        let reader = TileHashReader::new(size, root, &published);
        assert_eq!(tlog_tiles::tree_hash(size, &reader).unwrap(), root);
        for index in [0, size / 2, size - 1] {
            let hashes = reader
                .read_hashes(&[tlog_tiles::stored_hash_index(0, index)])
                .unwrap();
            assert_eq!(&hashes[0].0, Hash::of_entry(id(index)).as_bytes());
            let theirs = tlog_tiles::prove_record(size, index, &reader).unwrap();
            let theirs: Vec<[u8; 32]> = theirs.iter().map(|hash| hash.0).collect();
            let ours = inclusion_proof(&log, index, size).unwrap();
            let ours: Vec<[u8; 32]> = ours.iter().map(|hash| *hash.as_bytes()).collect();
            assert_eq!(ours, theirs);
        }
        if size > 1 {
            let proof = consistency_proof(&log, size / 2, size).unwrap();
            let proof = proof
                .iter()
                .map(|hash| tlog_tiles::Hash(*hash.as_bytes()))
                .collect();
            let before = tlog_tiles::Hash(*self::log(size / 2).root().as_bytes());
            tlog_tiles::check_tree(&proof, size, root, size / 2, before).unwrap();
        }
        for old in [0, 1, 200, 255, 256].into_iter().filter(|old| *old <= size) {
            let mut theirs: Vec<_> = Tile::new_tiles(8, old, size)
                .iter()
                .map(|tile| (tile.level(), tile.level_index(), tile.width()))
                .collect();
            let mut ours: Vec<_> = tiles::changed(old, size)
                .filter_map(|tile| match tile.kind() {
                    TileKind::Hashes(level) => Some((level, tile.index(), tile.width().into())),
                    TileKind::Entries => None,
                })
                .collect();
            theirs.sort_unstable();
            ours.sort_unstable();
            assert_eq!(ours, theirs, "from {old} to {size}");
        }
    }
}

fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn openssl_verifies(folder: &Path) -> Option<bool> {
    let ran = Command::new("openssl")
        .current_dir(folder)
        .args(["pkeyutl", "-verify", "-pubin", "-keyform", "DER"])
        .args([
            "-inkey",
            "key.der",
            "-rawin",
            "-in",
            "text",
            "-sigfile",
            "signature",
        ])
        .output();
    if ran.is_err() {
        eprintln!("skipped: openssl is not installed");
    }
    Some(ran.ok()?.status.success())
}

#[test]
fn openssl_verifies_our_checkpoint() {
    let checkpoint: Checkpoint = market().checkpoint();
    let (text, signature) = checkpoint.note().split_once("\n\n").unwrap();
    let encoded = signature.trim_end().rsplit_once(' ').unwrap().1;
    let signature = STANDARD.decode(encoded).unwrap();
    // RFC 8410, section 4: the SubjectPublicKeyInfo of an Ed25519 key.
    let mut key = vec![
        0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0,
    ];
    key.extend(identity(OWNER).public_key().as_bytes());
    let folder = scratch("openssl");
    fs::write(folder.join("key.der"), key).unwrap();
    // Four bytes of key id, then the signature.
    fs::write(folder.join("signature"), &signature[4..]).unwrap();
    fs::write(folder.join("text"), format!("{text}\n")).unwrap();
    let Some(verifies) = openssl_verifies(&folder) else {
        return;
    };
    assert!(verifies);
    fs::write(folder.join("text"), format!("{text} \n")).unwrap();
    assert_eq!(openssl_verifies(&folder), Some(false));
}

const JOSE: &str = "jose@6.2.18";

/// A folder in which node finds the library, made once under the target folder.
fn node() -> Option<PathBuf> {
    let folder = scratch("npm");
    if folder.join(JOSE).exists() {
        return Some(folder);
    }
    let installed = Command::new("npm")
        .current_dir(&folder)
        .args([
            "install",
            "--no-save",
            "--no-audit",
            "--no-fund",
            "--silent",
            "--fetch-retries=5",
        ])
        .args(["--prefix", ".", JOSE])
        .output();
    match installed {
        Ok(out) if out.status.success() => {
            fs::write(folder.join(JOSE), "").unwrap();
            Some(folder)
        }
        Ok(out) => {
            let why = String::from_utf8_lossy(&out.stderr).into_owned();
            // Where everything else is installed from registries, this one failing is a failure.
            assert!(
                env::var_os("CI").is_none(),
                "npm cannot install {JOSE}: {why}"
            );
            eprintln!("skipped: npm cannot install {JOSE}: {why}");
            None
        }
        Err(_) => {
            eprintln!("skipped: npm is not installed");
            None
        }
    }
}

#[test]
fn jose_verifies_every_line_of_our_ledger() {
    let Some(folder) = node() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outside/receipts.mjs");
    // Node looks for libraries from where the script is.
    fs::copy(script, folder.join("receipts.mjs")).unwrap();
    fs::write(folder.join("market.ledger"), market().ledger()).unwrap();
    let out = Command::new("node")
        .current_dir(&folder)
        .args(["receipts.mjs", "market.ledger"])
        .output();
    let Ok(out) = out else {
        eprintln!("skipped: node is not installed");
        return;
    };
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let kinds: Value = serde_json::from_slice(&out.stdout).unwrap();
    for (kind, count) in [
        ("receipt", 6),
        ("order", 6),
        ("listing", 3),
        ("withdrawal", 1),
    ] {
        assert_eq!(kinds[format!("poundwise-{kind};v=1")], count, "{kinds}");
    }
}
