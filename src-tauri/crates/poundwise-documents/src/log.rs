//! The ledger's log: an RFC 6962 Merkle tree (section 2.1) over receipts, grants, populations and
//! caps.
//!
//! A leaf's content is the 32-byte SHA-256 of an entry's compact string (its id), so that a
//! published log tells nothing but its length. Proofs are built from the hashes of complete
//! subtrees ([`Nodes`]), of which a store writes about two for an entry and reads O(log² n) for a
//! proof, and verified by the algorithms of RFC 9162.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use base64::Engine;
use sha2::{Digest as _, Sha256};

use crate::units::{DocumentId, STANDARD, serde_as_string};

/// Returns the number of an entry for people: they count from 1, the log from 0.
pub const fn entry_number(index: u64) -> u64 {
    index.saturating_add(1)
}

/// A hash of the tree: a leaf, a node or a root. Written in padded base64, as checkpoints and tiles
/// do.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash([u8; 32]);

serde_as_string!(Hash);

/// Error of a text that is not a [`struct@Hash`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct HashError;

impl Hash {
    /// Returns the hash of these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns its bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the root of the log of no entries: the hash of nothing.
    #[must_use]
    pub fn empty_root() -> Self {
        Self(Sha256::digest([]).into())
    }

    /// Returns the leaf of an entry: SHA-256(0x00 || entry).
    #[must_use]
    pub fn leaf(entry: &[u8]) -> Self {
        Self(
            Sha256::new()
                .chain_update([0])
                .chain_update(entry)
                .finalize()
                .into(),
        )
    }

    /// Returns the leaf of an entry: of its id.
    #[must_use]
    pub fn of_entry(entry: DocumentId) -> Self {
        Self::leaf(entry.as_bytes())
    }

    /// Returns the node above two others: SHA-256(0x01 || left || right).
    #[must_use]
    pub fn node(left: &Self, right: &Self) -> Self {
        Self(
            Sha256::new()
                .chain_update([1])
                .chain_update(left.0)
                .chain_update(right.0)
                .finalize()
                .into(),
        )
    }
}

impl FromStr for Hash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Self, HashError> {
        let bytes = STANDARD.decode(text).map_err(|_| HashError)?;
        bytes.try_into().map(Self).map_err(|_| HashError)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&STANDARD.encode(self.0))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The right edge of a growing log: its root after any number of entries, in O(log n) memory.
#[derive(Clone, Debug, Default)]
pub struct Frontier {
    size: u64,
    /// Complete subtrees, one for each bit of `size`, the largest first.
    subtrees: Vec<Hash>,
}

impl Frontier {
    /// Returns the empty log.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of entries so far.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Appends a leaf.
    pub fn push(&mut self, leaf: Hash) {
        let mut node = leaf;
        for _ in 0..self.size.trailing_ones() {
            if let Some(left) = self.subtrees.pop() {
                node = Hash::node(&left, &node);
            }
        }
        self.subtrees.push(node);
        self.size += 1;
    }

    /// Returns the root over the entries so far.
    #[must_use]
    pub fn root(&self) -> Hash {
        let mut subtrees = self.subtrees.iter().rev();
        let Some(smallest) = subtrees.next() else {
            return Hash::empty_root();
        };
        subtrees.fold(*smallest, |right, left| Hash::node(left, &right))
    }
}

/// A store of the hashes of complete subtrees.
pub trait Nodes {
    /// Error of reading.
    type Error;

    /// Returns the hash of the complete subtree of 2^`level` entries that starts at entry `index` *
    /// 2^`level`. Asked only for subtrees that [`append`] has given for a log of the size in
    /// question.
    ///
    /// # Errors
    /// The store could not be read, or does not have it.
    fn node(&self, level: u8, index: u64) -> Result<Hash, Self::Error>;
}

/// A complete subtree that an append completed: its level, its index at that level, its hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewNode {
    /// The subtree has 2^`level` entries.
    pub level: u8,
    /// Index of the node at its level: it starts at entry `index` * 2^`level`.
    pub index: u64,
    /// Its hash.
    pub hash: Hash,
}

/// Returns the subtrees that become complete when `leaf` is appended to the log of `size` entries,
/// the leaf itself first. All of them are to be stored.
///
/// # Errors
/// Errors of the store.
pub fn append<N: Nodes>(nodes: &N, size: u64, leaf: Hash) -> Result<Vec<NewNode>, N::Error> {
    let mut new = vec![NewNode {
        level: 0,
        index: size,
        hash: leaf,
    }];
    let (mut level, mut index, mut hash) = (0u8, size, leaf);
    while index & 1 == 1 {
        hash = Hash::node(&nodes.node(level, index - 1)?, &hash);
        level += 1;
        index >>= 1;
        new.push(NewNode { level, index, hash });
    }
    Ok(new)
}

/// Reason why no proof can be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError<E> {
    /// An entry beyond the end, or a log longer than itself.
    #[error("there is no such entry: {asked} is not inside a log of {size}")]
    OutOfRange {
        /// The entry or size asked for.
        asked: u64,
        /// The log's size.
        size: u64,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] E),
}

/// Returns the largest power of two below `n`, for `n` above 1: where RFC 6962 splits a list.
fn split(n: u64) -> u64 {
    1 << (63 - (n - 1).leading_zeros())
}

/// Returns the hash of the entries `start..start + n`, where the split rule has led to `start`.
fn subtree<N: Nodes>(nodes: &N, start: u64, n: u64) -> Result<Hash, N::Error> {
    if n.is_power_of_two() {
        let level = n.trailing_zeros();
        // At most 63.
        return nodes.node(u8::try_from(level).unwrap_or(63), start >> level);
    }
    let k = split(n);
    Ok(Hash::node(
        &subtree(nodes, start, k)?,
        &subtree(nodes, start + k, n - k)?,
    ))
}

/// Returns the root over the first `size` entries.
///
/// # Errors
/// Errors of the store.
pub fn root<N: Nodes>(nodes: &N, size: u64) -> Result<Hash, N::Error> {
    if size == 0 {
        Ok(Hash::empty_root())
    } else {
        subtree(nodes, 0, size)
    }
}

/// Returns the roots over the first `new` and over the first `old` entries, both from the same
/// hashes: once the first is the one that was signed, the second is that of a log which this one
/// continues.
///
/// # Errors
/// Errors of the store. `old` must be from 1 to `new`.
pub(crate) fn roots_of_prefix<N: Nodes>(
    nodes: &N,
    old: u64,
    new: u64,
) -> Result<(Hash, Hash), N::Error> {
    let (mut start, mut m, mut n) = (0, old, new);
    // From the outside in: the hash beside, and whether it stands on the left.
    let mut beside = Vec::new();
    while m != n {
        let k = split(n);
        if m <= k {
            beside.push((subtree(nodes, start + k, n - k)?, false));
            n = k;
        } else {
            beside.push((subtree(nodes, start, k)?, true));
            start += k;
            m -= k;
            n -= k;
        }
    }
    let common = subtree(nodes, start, n)?;
    let roots = (common, common);
    Ok(beside
        .iter()
        .rev()
        .fold(roots, |(new, old), (hash, on_the_left)| {
            if *on_the_left {
                (Hash::node(hash, &new), Hash::node(hash, &old))
            } else {
                (Hash::node(&new, hash), old)
            }
        }))
}

/// Returns the audit path of entry `index` in the log of `size` entries (RFC 6962, section 2.1.1).
///
/// # Errors
/// [`ProofError::OutOfRange`]: `index` is not below `size`. [`ProofError::Store`].
pub fn inclusion_proof<N: Nodes>(
    nodes: &N,
    index: u64,
    size: u64,
) -> Result<Vec<Hash>, ProofError<N::Error>> {
    if index >= size {
        return Err(ProofError::OutOfRange { asked: index, size });
    }
    let mut path = Vec::new();
    let (mut start, mut n) = (0, size);
    while n > 1 {
        let k = split(n);
        if index - start < k {
            path.push(subtree(nodes, start + k, n - k)?);
            n = k;
        } else {
            path.push(subtree(nodes, start, k)?);
            start += k;
            n -= k;
        }
    }
    path.reverse();
    Ok(path)
}

/// Returns the proof that the log of `old` entries is a prefix of the log of `new` entries (RFC
/// 6962, section 2.1.2). Empty for `old` 0 and for `old` = `new`.
///
/// # Errors
/// [`ProofError::OutOfRange`]: `old` is above `new`. [`ProofError::Store`].
pub fn consistency_proof<N: Nodes>(
    nodes: &N,
    old: u64,
    new: u64,
) -> Result<Vec<Hash>, ProofError<N::Error>> {
    if old > new {
        return Err(ProofError::OutOfRange {
            asked: old,
            size: new,
        });
    }
    let mut path = Vec::new();
    if old == 0 {
        return Ok(path);
    }
    // SUBPROOF(m, D[n], b), from the outside in; `known` is the RFC's b.
    let (mut start, mut m, mut n, mut known) = (0, old, new, true);
    while m != n {
        let k = split(n);
        if m <= k {
            path.push(subtree(nodes, start + k, n - k)?);
            n = k;
        } else {
            path.push(subtree(nodes, start, k)?);
            start += k;
            m -= k;
            n -= k;
            known = false;
        }
    }
    if !known {
        path.push(subtree(nodes, start, n)?);
    }
    path.reverse();
    Ok(path)
}

/// Returns whether `proof` shows that `leaf` is entry `index` of the log of `size` entries with
/// root `root` (RFC 9162, section 2.1.3.2).
#[must_use]
pub fn verify_inclusion(leaf: &Hash, index: u64, size: u64, proof: &[Hash], root: &Hash) -> bool {
    if index >= size {
        return false;
    }
    let (mut first, mut second) = (index, size - 1);
    let mut hash = *leaf;
    for other in proof {
        if second == 0 {
            return false;
        }
        if first & 1 == 1 || first == second {
            hash = Hash::node(other, &hash);
            while first & 1 == 0 && first != 0 {
                first >>= 1;
                second >>= 1;
            }
        } else {
            hash = Hash::node(&hash, other);
        }
        first >>= 1;
        second >>= 1;
    }
    second == 0 && hash == *root
}

/// Returns whether `proof` shows that the log of `old` entries with root `old_root` is a prefix of
/// the log of `new` entries with root `new_root` (RFC 9162, section 2.1.4.2). The empty log is a
/// prefix of every log.
#[must_use]
pub fn verify_consistency(
    old: u64,
    new: u64,
    old_root: &Hash,
    new_root: &Hash,
    proof: &[Hash],
) -> bool {
    if old == 0 {
        return proof.is_empty()
            && *old_root == Hash::empty_root()
            && (new != 0 || *new_root == Hash::empty_root());
    }
    if old >= new {
        return old == new && proof.is_empty() && old_root == new_root;
    }
    // A complete old tree is itself the first node of the path.
    let (mut nodes, start) = if old.is_power_of_two() {
        (proof.iter(), *old_root)
    } else {
        let mut nodes = proof.iter();
        let Some(start) = nodes.next() else {
            return false;
        };
        (nodes, *start)
    };
    let shift = (old - 1).trailing_ones();
    let (mut first, mut second) = ((old - 1) >> shift, (new - 1) >> shift);
    let (mut old_hash, mut new_hash) = (start, start);
    nodes.all(|node| {
        if second == 0 {
            return false;
        }
        if first & 1 == 1 || first == second {
            old_hash = Hash::node(node, &old_hash);
            new_hash = Hash::node(node, &new_hash);
            while first & 1 == 0 && first != 0 {
                first >>= 1;
                second >>= 1;
            }
        } else {
            new_hash = Hash::node(&new_hash, node);
        }
        first >>= 1;
        second >>= 1;
        true
    }) && second == 0
        && old_hash == *old_root
        && new_hash == *new_root
}

/// A whole log in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryLog {
    levels: Vec<Vec<Hash>>,
}

impl MemoryLog {
    /// Returns the empty log.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.levels.first().map_or(0, |leaves| leaves.len() as u64)
    }

    /// Appends a leaf.
    pub fn push(&mut self, leaf: Hash) {
        let mut hash = leaf;
        for level in 0.. {
            if self.levels.len() == level {
                self.levels.push(Vec::new());
            }
            let nodes = &mut self.levels[level];
            nodes.push(hash);
            if nodes.len() % 2 == 1 {
                return;
            }
            hash = Hash::node(&nodes[nodes.len() - 2], &hash);
        }
    }

    /// Returns the root over all entries.
    #[must_use]
    pub fn root(&self) -> Hash {
        match root(self, self.size()) {
            Ok(root) => root,
            Err(never) => match never {},
        }
    }
}

impl Nodes for MemoryLog {
    type Error = Infallible;

    /// Returns a subtree that does not exist is the empty root: it verifies nowhere.
    fn node(&self, level: u8, index: u64) -> Result<Hash, Infallible> {
        let nodes = self.levels.get(usize::from(level));
        let hash = nodes.and_then(|nodes| nodes.get(usize::try_from(index).ok()?));
        Ok(hash.copied().unwrap_or_else(Hash::empty_root))
    }
}

#[cfg(test)]
mod tests;
