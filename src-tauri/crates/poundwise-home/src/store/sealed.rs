//! Encryption of sealed values: those that name people or describe a table.
//!
//! The sealed values of a row are encrypted together and stored in the column `sealed`. The cipher
//! is XChaCha20-Poly1305. HKDF-SHA256 derives its key from the home key. A random nonce of 24 bytes
//! precedes the ciphertext, and the table's name is the associated data. The plain text is a JSON
//! array of the values in the order of [`Table::sealed`]. The MAC of the row covers the ciphertext,
//! the table and the row's key. A ciphertext in another row or table is rejected before it is
//! decrypted.
//!
//! Secrets are encrypted by `age`. It is too slow for rows: each text takes a scalar multiplication
//! and about 300 bytes.
//!
//! The array is padded with spaces to a power of two, at least [`LEAST`] bytes. Most rows then have
//! the same length. The length of a schema or an invoice shows only its order of magnitude.
//! Multiples of 256 bytes would show its number of columns or lines.

use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use hkdf::Hkdf;
use rusqlite::types::Value;
use sha2::Sha256;
use zeroize::Zeroizing;

use super::{damaged, table::Table};
use crate::{
    error::{Error, Result},
    messages::{DamageMessage, FaultMessage, key_not_derived, not_encoded, not_encrypted},
    random::random_bytes,
};

/// Label of the key (HKDF info).
const LABEL: &[u8] = b"poundwise-home-sealed-v1";
/// Bytes of a nonce.
const NONCE: usize = 24;
/// The fewest bytes of a padded plain text: a booking with its texts, or a contact with its note.
const LEAST: usize = 512;

/// The key that encrypts the sealed values of a home.
#[derive(Clone)]
pub(super) struct Sealing(XChaCha20Poly1305);

impl Sealing {
    /// Derives the key from the home key.
    pub(super) fn new(home_key: &[u8; 32]) -> Result<Self> {
        let mut key = Zeroizing::new([0u8; 32]);
        Hkdf::<Sha256>::new(None, home_key)
            .expand(LABEL, key.as_mut_slice())
            .map_err(|e| key_not_derived(&e))?;
        Ok(Self(XChaCha20Poly1305::new(key.as_slice().into())))
    }

    /// Encrypts the sealed values of a row, in the order of [`Table::sealed`].
    pub(super) fn seal(&self, table: &Table, values: &[Value]) -> Result<Vec<u8>> {
        let plain = padded(values)?;
        let nonce = random_bytes::<NONCE>()?;
        let payload = Payload {
            msg: &plain,
            aad: table.name.as_bytes(),
        };
        let ciphertext = self
            .0
            .encrypt(XNonce::from_slice(&nonce), payload)
            .map_err(|e| not_encrypted(&e))?;
        Ok([&nonce[..], &ciphertext].concat())
    }

    /// Decrypts the sealed values of a row.
    ///
    /// # Errors
    /// `home-damaged` if they are not those of a row of this table.
    pub(super) fn open(&self, table: &Table, sealed: &[u8]) -> Result<Vec<Value>> {
        let wrong = || damaged(DamageMessage::SealedValues { table: table.name });
        let (nonce, ciphertext) = sealed.split_at_checked(NONCE).ok_or_else(wrong)?;
        let payload = Payload {
            msg: ciphertext,
            aad: table.name.as_bytes(),
        };
        let plain = self.0.decrypt(XNonce::from_slice(nonce), payload);
        let plain = Zeroizing::new(plain.map_err(|_| wrong())?);
        let texts: Vec<Option<String>> = serde_json::from_slice(&plain).map_err(|_| wrong())?;
        if texts.len() != table.sealed.len() {
            return Err(wrong());
        }
        let values = texts.into_iter();
        Ok(values
            .map(|text| text.map_or(Value::Null, Value::Text))
            .collect())
    }
}

/// Returns the values as a JSON array with spaces after it.
fn padded(values: &[Value]) -> Result<Zeroizing<Vec<u8>>> {
    let texts: Vec<Option<&str>> = values
        .iter()
        .map(|value| match value {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text.as_str())),
            _ => Err(Error::fault(FaultMessage::UnsupportedValue)),
        })
        .collect::<Result<_>>()?;
    let json = Zeroizing::new(serde_json::to_vec(&texts).map_err(|e| not_encoded(&e))?);
    // Filled up in a new buffer: one that grows leaves a copy behind that is not wiped.
    let mut plain = Zeroizing::new(vec![b' '; json.len().next_power_of_two().max(LEAST)]);
    for (to, from) in plain.iter_mut().zip(json.iter()) {
        *to = *from;
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::{
        error::ErrorCode,
        store::{Store, contacts::CONTACTS, populations::DATASETS},
    };

    fn texts(name: &str, note: &str) -> [Value; 2] {
        [name, note].map(|text| Value::Text(text.to_owned()))
    }

    #[track_caller]
    fn is_damage<T>(read: Result<T>) {
        assert_eq!(read.err().unwrap().code(), ErrorCode::HomeDamaged);
    }

    #[test]
    fn sealed_values_show_only_the_order_of_magnitude_of_their_length() {
        let sealing = Sealing::new(&[7; 32]).unwrap();
        let length = |name: &str, note: &str| {
            let sealed = sealing.seal(&CONTACTS, &texts(name, note)).unwrap();
            let opened = sealing.open(&CONTACTS, &sealed).unwrap();
            assert_eq!(opened, texts(name, note));
            sealed.len() - NONCE - 16
        };
        assert_eq!(length("", ""), 512);
        // With quotes, comma and brackets, 512 bytes in all.
        assert_eq!(length("Ann", &"x".repeat(502)), 512);
        assert_eq!(length("Ann", &"x".repeat(503)), 1024);
        assert_eq!(length("Ann", &"x".repeat(1000)), 1024);
        assert_eq!(length("\"\u{0}\u{1f}ß", "line\nline"), 512);
    }

    #[test]
    fn a_ciphertext_opens_only_under_its_key_in_its_table_and_unchanged() {
        let sealing = Sealing::new(&[7; 32]).unwrap();
        let sealed = sealing.seal(&CONTACTS, &texts("Ann", "met")).unwrap();
        assert!(sealed != sealing.seal(&CONTACTS, &texts("Ann", "met")).unwrap());
        let refused = |sealing: &Sealing, table: &Table, sealed: &[u8]| {
            is_damage(sealing.open(table, sealed));
        };
        refused(&Sealing::new(&[8; 32]).unwrap(), &CONTACTS, &sealed);
        // It has as many values.
        refused(&sealing, &DATASETS, &sealed);
        for length in [0, NONCE - 1, NONCE, sealed.len() - 1] {
            refused(&sealing, &CONTACTS, &sealed[..length]);
        }
        for place in [0, NONCE, sealed.len() - 1] {
            let mut other = sealed.clone();
            other[place] ^= 1;
            refused(&sealing, &CONTACTS, &other);
        }
        let one = sealing.seal(&CONTACTS, &texts("Ann", "met")[..1]).unwrap();
        refused(&sealing, &CONTACTS, &one);
    }

    /// A store with two contacts, whose keys begin with `a` and `b`, and a codebook.
    fn with_sealed_values(dir: &tempfile::TempDir) -> Store {
        let store = Store::unlocked(dir);
        let writing = store.begin().unwrap();
        for (letter, name) in [("a", "Ann"), ("b", "Bob")] {
            let kid = letter.repeat(42) + "A";
            let contact = [
                ("kid", kid.as_str().into()),
                ("name", name.into()),
                ("note", "met".into()),
                ("added_at", "".into()),
            ];
            writing.insert(&CONTACTS, &contact).unwrap();
        }
        writing.put_codebook("Waves", "[]", "").unwrap();
        writing.commit().unwrap();
        store
    }

    #[test]
    fn sealed_values_in_the_place_of_others_are_found_where_they_are_read() {
        for change in [
            "UPDATE contacts SET sealed = (SELECT sealed FROM contacts WHERE kid LIKE 'b%')",
            "UPDATE contacts SET sealed = (SELECT sealed FROM codebooks)",
            "UPDATE contacts SET sealed = zeroblob(552) WHERE kid LIKE 'a%'",
            "UPDATE contacts SET (sealed, mac) = (SELECT sealed, mac FROM contacts WHERE kid LIKE 'b%')",
            "UPDATE contacts SET (sealed, mac) = (SELECT sealed, mac FROM codebooks)",
        ] {
            let dir = tempfile::tempdir().unwrap();
            let store = with_sealed_values(&dir);
            assert_eq!(store.read().contacts().unwrap()[1].name, "Bob");
            store.connection.execute(change, []).unwrap();
            is_damage(store.read().contacts());
        }
    }

    #[test]
    fn writing_the_same_sealed_value_changes_no_row() {
        let dir = tempfile::tempdir().unwrap();
        let store = with_sealed_values(&dir);
        let put = |columns| {
            let writing = store.begin().unwrap();
            writing.put_codebook("Waves", columns, "").unwrap();
            writing.commit().unwrap()
        };
        assert!(!put("[]"));
        assert!(put("[1]"));
        let kept = store.read().codebook("Waves").unwrap().unwrap();
        assert_eq!(kept.columns, "[1]");
    }

    #[test]
    fn a_new_key_seals_every_row_anew() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = with_sealed_values(&dir);
        let sealed = |store: &Store| -> Vec<Vec<u8>> {
            let select = "SELECT sealed FROM contacts ORDER BY kid";
            let mut statement = store.connection.prepare(select).unwrap();
            let rows = statement.query_map([], |row| row.get(0)).unwrap();
            rows.collect::<rusqlite::Result<_>>().unwrap()
        };
        let before = sealed(&store);
        let [old, new] = [[2; 32], [3; 32]].map(|key| Sealing::new(&key).unwrap());
        let owner = store.read().trust().unwrap().owner;
        let renewed = store
            .begin()
            .unwrap()
            .commit_anew(&[3; 32], &owner)
            .unwrap();
        store.trust_anew(renewed);
        assert_eq!(store.read().contacts().unwrap()[1].name, "Bob");
        for (before, after) in before.iter().zip(&sealed(&store)) {
            assert!(old.open(&CONTACTS, before).is_ok());
            is_damage(old.open(&CONTACTS, after));
            assert!(new.open(&CONTACTS, after).is_ok());
        }
    }
}
