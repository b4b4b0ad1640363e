use super::*;

fn leaf(i: u64) -> Hash {
    Hash::leaf(&i.to_be_bytes())
}

/// Returns the root by the recursive definition of RFC 6962, section 2.1, word for word.
fn definition(leaves: &[Hash]) -> Hash {
    match leaves {
        [] => Hash::empty_root(),
        [one] => *one,
        many => {
            let k = usize::try_from(split(many.len() as u64)).unwrap();
            Hash::node(&definition(&many[..k]), &definition(&many[k..]))
        }
    }
}

fn log(size: u64) -> MemoryLog {
    let mut log = MemoryLog::new();
    (0..size).for_each(|i| log.push(leaf(i)));
    log
}

/// The entries and roots that certificate-transparency implementations test with.
#[test]
fn known_roots() {
    let entries: [&[u8]; 8] = [
        &[],
        &[0x00],
        &[0x10],
        &[0x20, 0x21],
        &[0x30, 0x31],
        &[0x40, 0x41, 0x42, 0x43],
        &[0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57],
        &[
            0x60, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6c, 0x6d,
            0x6e, 0x6f,
        ],
    ];
    let mut frontier = Frontier::new();
    entries
        .iter()
        .for_each(|entry| frontier.push(Hash::leaf(entry)));
    let hex: String = frontier
        .root()
        .as_bytes()
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();
    assert_eq!(
        hex,
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    );
}

#[test]
fn frontier_store_and_definition_agree() {
    let leaves: Vec<Hash> = (0..70).map(leaf).collect();
    let mut frontier = Frontier::new();
    let mut memory = MemoryLog::new();
    for size in 0..70u64 {
        let expected = definition(&leaves[..usize::try_from(size).unwrap()]);
        assert_eq!((frontier.size(), frontier.root()), (size, expected));
        assert_eq!((memory.size(), memory.root()), (size, expected));
        let new = append(&memory, size, leaf(size)).unwrap();
        frontier.push(leaf(size));
        memory.push(leaf(size));
        for node in new {
            assert_eq!(memory.node(node.level, node.index), Ok(node.hash));
        }
    }
}

#[test]
fn inclusion_is_shown_for_every_entry_and_for_nothing_else() {
    for size in 1..=33u64 {
        let log = log(size);
        let root = log.root();
        for index in 0..size {
            let proof = inclusion_proof(&log, index, size).unwrap();
            assert!(verify_inclusion(&leaf(index), index, size, &proof, &root));
            assert!(!verify_inclusion(
                &leaf(index + 1),
                index,
                size,
                &proof,
                &root
            ));
            for other in (0..size + 2).filter(|other| *other != index) {
                assert!(!verify_inclusion(&leaf(index), other, size, &proof, &root));
            }
            for cut in 0..proof.len() {
                assert!(!verify_inclusion(
                    &leaf(index),
                    index,
                    size,
                    &proof[..cut],
                    &root
                ));
            }
            let mut longer = proof.clone();
            longer.push(root);
            assert!(!verify_inclusion(&leaf(index), index, size, &longer, &root));
        }
        assert!(matches!(
            inclusion_proof(&log, size, size),
            Err(ProofError::OutOfRange { .. })
        ));
    }
    assert!(!verify_inclusion(&leaf(0), 0, 0, &[], &Hash::empty_root()));
}

/// With a path that is too long, the leaf of one log would be included in the first half of it.
#[test]
fn a_path_longer_than_the_log_shows_nothing() {
    let two = log(2);
    let (first, second) = (leaf(0), leaf(1));
    assert!(verify_inclusion(&second, 1, 2, &[first], &two.root()));
    assert!(!verify_inclusion(&second, 0, 1, &[first], &two.root()));
    let (root, other) = (two.root(), leaf(9));
    let empty = Hash::empty_root();
    assert!(verify_consistency(0, 0, &empty, &empty, &[]));
    assert!(!verify_consistency(0, 0, &empty, &other, &[]));
    assert!(!verify_consistency(0, 2, &other, &root, &[]));
    assert!(verify_consistency(0, 2, &empty, &root, &[]));
    assert!(!verify_consistency(2, 1, &root, &root, &[]));
    assert!(verify_consistency(2, 2, &root, &root, &[]));
    assert!(!verify_consistency(1, 1, &first, &root, &[second]));
}

#[test]
fn consistency_is_shown_for_every_prefix_and_for_nothing_else() {
    for new in 0..=33u64 {
        let grown = log(new);
        for old in 0..=new {
            let (old_root, new_root) = (log(old).root(), grown.root());
            let proof = consistency_proof(&grown, old, new).unwrap();
            assert!(
                verify_consistency(old, new, &old_root, &new_root, &proof),
                "{old} of {new}"
            );
            let mut longer = proof.clone();
            longer.push(new_root);
            assert!(!verify_consistency(old, new, &old_root, &new_root, &longer));
            for cut in 0..proof.len() {
                assert!(!verify_consistency(
                    old,
                    new,
                    &old_root,
                    &new_root,
                    &proof[..cut]
                ));
                let mut changed = proof.clone();
                changed[cut] = leaf(99);
                assert!(!verify_consistency(
                    old, new, &old_root, &new_root, &changed
                ));
            }
            let wrong = leaf(99);
            assert!(!verify_consistency(old, new, &wrong, &new_root, &proof));
            assert!(old == 0 || !verify_consistency(old, new, &old_root, &wrong, &proof));
            if old > 0 {
                assert!(!verify_consistency(
                    old - 1,
                    new,
                    &old_root,
                    &new_root,
                    &proof
                ));
                assert!(old == new || !verify_consistency(old, old, &old_root, &new_root, &proof));
            }
        }
        assert!(matches!(
            consistency_proof(&grown, new + 1, new),
            Err(ProofError::OutOfRange { .. })
        ));
    }
}
