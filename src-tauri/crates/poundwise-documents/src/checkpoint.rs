//! Checkpoints: the owner's signature over the log's size and root, as a C2SP signed note with a
//! C2SP tlog-checkpoint for its text.
//!
//! ```text
//! poundwise/<kid>
//! <size>
//! <root, base64>
//!
//! — poundwise/<kid> <base64 of key id and signature>
//! ```

use base64::Engine;
use sha2::{Digest as _, Sha256};

use crate::keys::{Identity, PublicKey};
use crate::log::Hash;
pub use crate::texts::NoteFault;
use crate::units::{Kid, STANDARD};

/// The longest note read, in bytes.
pub const MAX_NOTE: usize = 64 << 10;
/// The most signature lines read; the owner's and perhaps some witnesses'.
pub const MAX_SIGNATURES: usize = 64;
/// The largest log, so that every JSON reader holds its size exactly.
pub const MAX_SIZE: u64 = (1 << 53) - 1;

const PREFIX: &str = "poundwise/";
/// The signed note's algorithm number of Ed25519.
const ED25519: u8 = 1;

/// Reason why a note is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Longer than [`MAX_NOTE`] or with more than [`MAX_SIGNATURES`].
    TooLong,
    /// Not a signed note with a checkpoint as its text.
    Malformed(NoteFault),
    /// The log of another owner.
    Origin {
        /// The owner expected.
        expected: Kid,
        /// The owner named.
        found: Kid,
    },
    /// No signature by the owner's key.
    Unsigned,
    /// A signature line in the owner's name that does not fit, or two of them.
    Signature,
}

fn origin(kid: Kid) -> String {
    format!("{PREFIX}{kid}")
}

fn key_id(name: &str, key: &PublicKey) -> [u8; 4] {
    let hash: [u8; 32] = Sha256::new()
        .chain_update(name)
        .chain_update([b'\n', ED25519])
        .chain_update(key.as_bytes())
        .finalize()
        .into();
    [hash[0], hash[1], hash[2], hash[3]]
}

/// Returns the owner's verifier key in the form that signed-note tools take: `name+hex
/// id+base64(0x01 || key)`.
#[must_use]
pub fn verifier_key(key: &PublicKey) -> String {
    let name = origin(key.kid());
    let id = u32::from_be_bytes(key_id(&name, key));
    let mut bytes = vec![ED25519];
    bytes.extend(key.as_bytes());
    format!("{name}+{id:08x}+{}", STANDARD.encode(bytes))
}

/// A checkpoint as read, well-formed but with no signature verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnverifiedCheckpoint {
    note: String,
    text_length: usize,
    owner: Kid,
    size: u64,
    root: Hash,
    signatures: Vec<(String, Vec<u8>)>,
}

impl UnverifiedCheckpoint {
    /// Reads a note: exactly three lines of text, an empty line, signature lines, each line ended
    /// by a newline.
    ///
    /// # Errors
    /// [`CheckpointError::Malformed`]: any other form, extension lines included;
    /// [`CheckpointError::TooLong`].
    pub fn parse(note: &str) -> Result<Self, CheckpointError> {
        use CheckpointError::Malformed;
        if note.len() > MAX_NOTE {
            return Err(CheckpointError::TooLong);
        }
        let (text, signature_lines) = note
            .split_once("\n\n")
            .ok_or(Malformed(NoteFault::NoEmptyLine))?;
        let text_length = text.len() + 1;
        let mut lines = text.split('\n');
        let (Some(first), Some(size), Some(root), None) =
            (lines.next(), lines.next(), lines.next(), lines.next())
        else {
            return Err(Malformed(NoteFault::NotThreeLines));
        };
        let owner = first
            .strip_prefix(PREFIX)
            .and_then(|kid| kid.parse().ok())
            .ok_or(Malformed(NoteFault::Origin))?;
        let size = parse_size(size).ok_or(Malformed(NoteFault::Size))?;
        let root = root.parse().map_err(|_| Malformed(NoteFault::Root))?;
        let lines = signature_lines
            .strip_suffix('\n')
            .ok_or(Malformed(NoteFault::LastLine))?;
        let mut signatures = Vec::new();
        for line in lines.split('\n') {
            if signatures.len() == MAX_SIGNATURES {
                return Err(CheckpointError::TooLong);
            }
            signatures.push(parse_signature(line).ok_or(Malformed(NoteFault::SignatureLine))?);
        }
        Ok(Self {
            note: note.to_owned(),
            text_length,
            owner,
            size,
            root,
            signatures,
        })
    }

    /// Verifies the owner's signature. Signatures by anyone else are ignored, as signed notes
    /// prescribe.
    ///
    /// # Errors
    /// [`CheckpointError::Origin`]: `key` is not that of the owner named;
    /// [`CheckpointError::Unsigned`], [`CheckpointError::Signature`].
    pub fn verify(&self, key: &PublicKey) -> Result<Checkpoint, CheckpointError> {
        let expected = key.kid();
        if self.owner != expected {
            return Err(CheckpointError::Origin {
                expected,
                found: self.owner,
            });
        }
        let name = origin(expected);
        let id = key_id(&name, key);
        let mut own = self
            .signatures
            .iter()
            .filter(|(by, bytes)| *by == name && bytes.starts_with(&id));
        let (_, bytes) = own.next().ok_or(CheckpointError::Unsigned)?;
        let signature =
            <[u8; 64]>::try_from(&bytes[4..]).map_err(|_| CheckpointError::Signature)?;
        let text = self
            .note
            .get(..self.text_length)
            .ok_or(CheckpointError::Signature)?;
        if own.next().is_some() || !key.verifies(text.as_bytes(), &signature) {
            return Err(CheckpointError::Signature);
        }
        Ok(Checkpoint {
            note: self.note.clone(),
            owner: self.owner,
            size: self.size,
            root: self.root,
        })
    }
}

/// Reads a decimal without sign or leading zeros.
fn parse_size(text: &str) -> Option<u64> {
    let size: u64 = text.parse().ok()?;
    (size <= MAX_SIZE && size.to_string() == text).then_some(size)
}

fn parse_signature(line: &str) -> Option<(String, Vec<u8>)> {
    let (name, encoded) = line.strip_prefix("— ")?.split_once(' ')?;
    let named = !name.is_empty()
        && !name.contains(|c: char| c.is_whitespace() || c.is_control() || c == '+');
    let bytes = STANDARD.decode(encoded).ok()?;
    (named && bytes.len() > 4).then(|| (name.to_owned(), bytes))
}

/// A checkpoint whose owner's signature has been verified, or just made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    note: String,
    owner: Kid,
    size: u64,
    root: Hash,
}

impl Checkpoint {
    /// Signs the log of `size` entries with root `root`.
    ///
    /// # Errors
    /// [`CheckpointError::Malformed`]: a size above [`MAX_SIZE`].
    pub fn sign(identity: &Identity, size: u64, root: Hash) -> Result<Self, CheckpointError> {
        if size > MAX_SIZE {
            return Err(CheckpointError::Malformed(NoteFault::TooManyEntries));
        }
        let key = identity.public_key();
        let owner = key.kid();
        let name = origin(owner);
        let text = format!("{name}\n{size}\n{root}\n");
        let mut bytes = key_id(&name, &key).to_vec();
        bytes.extend(identity.sign(text.as_bytes()));
        let note = format!("{text}\n— {name} {}\n", STANDARD.encode(bytes));
        Ok(Self {
            note,
            owner,
            size,
            root,
        })
    }

    /// Reads a note and verifies that `key`'s owner signed it.
    ///
    /// # Errors
    /// As [`UnverifiedCheckpoint::parse`] and [`UnverifiedCheckpoint::verify`].
    pub fn verify(note: &str, key: &PublicKey) -> Result<Self, CheckpointError> {
        UnverifiedCheckpoint::parse(note)?.verify(key)
    }
}

/// Statements that both kinds of checkpoint have.
macro_rules! statements {
    ($type:ident) => {
        impl $type {
            /// Returns the whole note, with its signature lines.
            #[must_use]
            pub fn note(&self) -> &str {
                &self.note
            }

            /// Returns the owner named in the origin line.
            #[must_use]
            pub fn owner(&self) -> Kid {
                self.owner
            }

            /// Returns the log's number of entries.
            #[must_use]
            pub fn size(&self) -> u64 {
                self.size
            }

            /// Returns the log's root.
            #[must_use]
            pub fn root(&self) -> Hash {
                self.root
            }
        }
    };
}

statements!(UnverifiedCheckpoint);
statements!(Checkpoint);

#[cfg(test)]
mod tests {
    use super::*;

    fn owner() -> Identity {
        Identity::from_bytes(&[1; 32])
    }

    fn good() -> Checkpoint {
        Checkpoint::sign(&owner(), 7, Hash::leaf(b"root")).unwrap()
    }

    #[test]
    fn signed_and_read() {
        let checkpoint = good();
        let read = Checkpoint::verify(checkpoint.note(), &owner().public_key()).unwrap();
        assert_eq!(read, checkpoint);
        assert_eq!(
            (read.size(), read.root(), read.owner()),
            (7, Hash::leaf(b"root"), owner().kid())
        );
        assert!(
            verifier_key(&owner().public_key())
                .starts_with(&format!("poundwise/{}+", owner().kid()))
        );
    }

    #[test]
    fn one_changed_byte_anywhere_is_refused() {
        let note = good().note().to_owned();
        for position in 0..note.len() {
            for bit in 0..8 {
                let mut bytes = note.clone().into_bytes();
                bytes[position] ^= 1 << bit;
                if let Ok(changed) = String::from_utf8(bytes) {
                    assert!(
                        Checkpoint::verify(&changed, &owner().public_key()).is_err(),
                        "byte {position}"
                    );
                }
            }
        }
    }

    #[test]
    fn other_signatures_are_ignored_but_must_be_well_formed() {
        let key = owner().public_key();
        let note = good().note().to_owned();
        let witness = format!("— witness.example {}\n", STANDARD.encode([1, 2, 3, 4, 5]));
        assert!(Checkpoint::verify(&format!("{note}{witness}"), &key).is_ok());
        let (text, signature) = note.split_once("\n\n").unwrap();
        assert!(Checkpoint::verify(&format!("{text}\n\n{witness}{signature}"), &key).is_ok());
        for (line, error) in [
            (
                "— witness.example AAAA\n",
                "too short to hold a key id and a signature",
            ),
            ("- witness.example AQIDBAU=\n", "a hyphen"),
            ("— AQIDBAU=\n", "no name"),
            ("— a b AQIDBAU=\n", "a name with a space"),
            ("— witness.example AQIDBA==\n", "a key id alone"),
            ("—  AQIDBAU=\n", "an empty name"),
            ("— a\u{a0}b AQIDBAU=\n", "a name with a hard space"),
            ("— a\u{7}b AQIDBAU=\n", "a name with a control character"),
            ("— a+b AQIDBAU=\n", "a name with a plus"),
            ("— witness.example AQIDBAU\n", "no padding"),
            ("\n", "an empty line"),
            ("— witness.example AQIDBAU=", "no newline at the end"),
        ] {
            assert!(
                Checkpoint::verify(&format!("{note}{line}"), &key).is_err(),
                "{error}"
            );
        }
        assert_eq!(
            Checkpoint::verify(&format!("{note}{signature}"), &key),
            Err(CheckpointError::Signature)
        );
        assert_eq!(
            Checkpoint::verify(&format!("{text}\n\n{witness}"), &key),
            Err(CheckpointError::Unsigned)
        );
    }

    #[test]
    fn a_note_has_at_most_so_many_bytes_and_signatures() {
        let key = owner().public_key();
        let note = good().note().to_owned();
        let line = format!("— witness {}\n", STANDARD.encode([7; 9]));
        let full = format!("{note}{}", line.repeat(MAX_SIGNATURES - 1));
        assert_eq!(Checkpoint::verify(&full, &key).unwrap().size(), 7);
        assert_eq!(
            Checkpoint::verify(&format!("{full}{line}"), &key),
            Err(CheckpointError::TooLong)
        );
        let named = |length: usize| {
            let rest = line.len() - "witness".len();
            let name = "w".repeat(length - note.len() - rest);
            format!("{note}{}", line.replace("witness", &name))
        };
        assert_eq!(named(MAX_NOTE).len(), MAX_NOTE);
        assert!(Checkpoint::verify(&named(MAX_NOTE), &key).is_ok());
        assert_eq!(
            Checkpoint::verify(&named(MAX_NOTE + 1), &key),
            Err(CheckpointError::TooLong)
        );
        for (size, signed) in [(MAX_SIZE, true), (MAX_SIZE + 1, false)] {
            let checkpoint = Checkpoint::sign(&owner(), size, Hash::empty_root());
            assert_eq!(checkpoint.is_ok(), signed);
            let read = checkpoint.map(|checkpoint| Checkpoint::verify(checkpoint.note(), &key));
            assert!(read.is_err() || read.is_ok_and(|read| read.is_ok()));
        }
    }

    #[test]
    fn only_the_owner_signs() {
        let other = Identity::from_bytes(&[2; 32]);
        assert!(matches!(
            Checkpoint::verify(good().note(), &other.public_key()),
            Err(CheckpointError::Origin { .. })
        ));
    }

    #[test]
    fn texts_are_exact() {
        let root = Hash::leaf(b"root");
        let kid = owner().kid();
        let sign = |text: String| {
            let name = origin(kid);
            let mut bytes = key_id(&name, &owner().public_key()).to_vec();
            bytes.extend(owner().sign(text.as_bytes()));
            format!("{text}\n— {name} {}\n", STANDARD.encode(bytes))
        };
        let key = owner().public_key();
        assert!(Checkpoint::verify(&sign(format!("poundwise/{kid}\n7\n{root}\n")), &key).is_ok());
        for text in [
            format!("poundwise/{kid}\n07\n{root}\n"),
            format!("poundwise/{kid}\n+7\n{root}\n"),
            format!("poundwise/{kid}\n-7\n{root}\n"),
            format!("poundwise/{kid}\n9007199254740992\n{root}\n"),
            format!("poundwise/{kid}\n7\n{root}\nextension\n"),
            format!("poundwise/{kid}\n7\n"),
            format!("poundwise/{kid}\r\n7\r\n{root}\r\n"),
            format!("elsewhere/{kid}\n7\n{root}\n"),
            format!("poundwise/{kid} \n7\n{root}\n"),
        ] {
            assert!(
                Checkpoint::verify(&sign(text.clone()), &key).is_err(),
                "{text:?}"
            );
        }
    }
}
