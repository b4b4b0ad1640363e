//! Authentication of a home's rows: anybody who can write the files without the passphrase can
//! neither change a row, nor replace it by another one, nor remove it unnoticed.
//!
//! The key is HKDF-SHA256 (RFC 5869) of the vault key under a label of its own; further labels give
//! a key for each use:
//!
//! - the message authentication code (MAC) of a row is HMAC-SHA256 over the home's key id, the
//!   table's name, and the name and value of each column, including those of the row's key, with a
//!   long column represented by its SHA-256, each part with its length;
//! - the sum of a table is that of HMAC-SHA256 over the MACs of its rows, modulo 2^256, with the
//!   number of rows. Only the owner of the key knows a summand, so nobody else finds rows whose
//!   summands cancel out;
//! - the sealed values of rows are encrypted ([`super::sealed`]), and the MAC covers the ciphertext;
//! - the one row of `state` has an epoch, size and root of the log, and all sums. The sums are
//!   masked by a stream that differs for each epoch, so that the difference of two of them reveals
//!   no summand.
//!
//! The epoch rises with every transaction that changes an authenticated row. The mark outside the
//! home holds it too, so that an older version of the whole home is recognised.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
};

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use poundwise_documents::{keys::PublicKey, log::Hash};
use rusqlite::types::Value;
use sha2::Sha256;
use zeroize::Zeroizing;

use super::{damaged, sealed::Sealing, table::Table, verified::Verified};
use crate::error::{Error, Result};
use crate::messages::{DamageMessage, FaultMessage, key_not_derived};

/// Number of authenticated tables.
pub(super) const KEPT: usize = 30;
/// Bytes of a table's number of rows and sum.
const SUM: usize = 8 + 32;
/// Bytes of a state without its epoch: size and root of the log, and the sums.
const STATE: usize = 8 + 32 + KEPT * SUM;

/// The sum of a table: its number of rows, and the sum of their summands modulo 2^256,
/// little-endian.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) rows: u64,
    total: [u8; 32],
}

impl Sum {
    /// Adds a row.
    pub(super) fn add(&mut self, summand: &[u8; 32]) {
        self.rows = self.rows.wrapping_add(1);
        let mut carry = 0u16;
        for (byte, more) in self.total.iter_mut().zip(summand) {
            let [low, high] = (u16::from(*byte) + u16::from(*more) + carry).to_le_bytes();
            *byte = low;
            carry = u16::from(high);
        }
    }

    /// Subtracts a row.
    pub(super) fn subtract(&mut self, summand: &[u8; 32]) {
        self.rows = self.rows.wrapping_sub(1);
        let mut borrow = 0i16;
        for (byte, less) in self.total.iter_mut().zip(summand) {
            let difference = i16::from(*byte) - i16::from(*less) - borrow;
            borrow = i16::from(difference < 0);
            *byte = difference.to_le_bytes()[0];
        }
    }
}

/// The content of the one row of `state`.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) epoch: u64,
    pub(super) log_size: u64,
    pub(super) root: Hash,
    pub(super) sums: [Sum; KEPT],
}

impl State {
    fn new() -> Self {
        Self {
            epoch: 0,
            log_size: 0,
            root: Hash::empty_root(),
            sums: [Sum::default(); KEPT],
        }
    }

    fn to_bytes(&self) -> [u8; STATE] {
        let mut bytes = [0; STATE];
        let (size, rest) = bytes.split_at_mut(8);
        size.copy_from_slice(&self.log_size.to_le_bytes());
        let (root, rest) = rest.split_at_mut(32);
        root.copy_from_slice(self.root.as_bytes());
        for (place, sum) in rest.chunks_exact_mut(SUM).zip(&self.sums) {
            let (rows, total) = place.split_at_mut(8);
            rows.copy_from_slice(&sum.rows.to_le_bytes());
            total.copy_from_slice(&sum.total);
        }
        bytes
    }

    fn from_bytes(epoch: u64, bytes: &[u8; STATE]) -> Option<Self> {
        let (size, rest) = bytes.split_first_chunk::<8>()?;
        let (root, rest) = rest.split_first_chunk::<32>()?;
        let mut sums = [Sum::default(); KEPT];
        for (sum, place) in sums.iter_mut().zip(rest.chunks_exact(SUM)) {
            let (rows, total) = place.split_first_chunk::<8>()?;
            sum.rows = u64::from_le_bytes(*rows);
            sum.total = total.try_into().ok()?;
        }
        Some(Self {
            epoch,
            log_size: u64::from_le_bytes(*size),
            root: Hash::from_bytes(*root),
            sums,
        })
    }
}

/// The keys that authenticate a home's rows, and its state.
#[derive(Clone)]
pub(super) struct Trust {
    rows: Hmac<Sha256>,
    summands: Hmac<Sha256>,
    states: Hmac<Sha256>,
    veil: Hmac<Sha256>,
    /// Encrypts the sealed values of rows.
    pub(super) sealing: Sealing,
    pub(super) state: RefCell<State>,
    /// Whether the epoch stays unchanged. In a home that is behind its mark, it would otherwise
    /// overtake the mark.
    pub(super) held: Cell<bool>,
    /// Public key of the home's owner.
    pub(super) owner: PublicKey,
    /// The version of the database (`PRAGMA data_version`, which changes when another program
    /// writes to it) whose tables and end of the ledger were checked.
    pub(super) compared: Cell<Option<i64>>,
    /// The tables that were added up, with the version of the database at that time.
    pub(super) whole: RefCell<HashMap<&'static str, i64>>,
    /// Documents whose signatures need not be verified again.
    pub(super) verified: RefCell<Verified>,
}

/// Adds one part of the authenticated data, with its length.
fn part(mac: &mut Hmac<Sha256>, bytes: &[u8]) {
    mac.update(&(bytes.len() as u64).to_le_bytes());
    mac.update(bytes);
}

impl Trust {
    /// Returns the keys and the empty state of a new home, or of one that is authenticated anew.
    pub(super) fn new(key: &[u8; 32], owner: &PublicKey) -> Result<Self> {
        let kid = owner.kid().to_string();
        let keyed = |label: &str| -> Result<Hmac<Sha256>> {
            let mut derived = Zeroizing::new([0u8; 32]);
            Hkdf::<Sha256>::new(None, key)
                .expand(label.as_bytes(), derived.as_mut_slice())
                .map_err(|e| key_not_derived(&e))?;
            let mut mac = Hmac::<Sha256>::new_from_slice(derived.as_slice())
                .map_err(|e| key_not_derived(&e))?;
            part(&mut mac, kid.as_bytes());
            Ok(mac)
        };
        Ok(Self {
            rows: keyed("poundwise-home-rows-v1")?,
            summands: keyed("poundwise-home-sums-v1")?,
            states: keyed("poundwise-home-state-v1")?,
            veil: keyed("poundwise-home-veil-v1")?,
            sealing: Sealing::new(key)?,
            state: RefCell::new(State::new()),
            held: Cell::new(false),
            owner: *owner,
            compared: Cell::new(None),
            whole: RefCell::default(),
            verified: RefCell::default(),
        })
    }

    /// Returns a row as it is stored: the readable values, and the ciphertext of the others.
    pub(super) fn stored(&self, table: &Table, values: &[Value]) -> Result<Vec<Value>> {
        let (readable, sealed) = values
            .split_at_checked(table.columns.len())
            .ok_or_else(|| Error::fault(FaultMessage::ShortRow))?;
        let mut stored = readable.to_vec();
        if !table.sealed.is_empty() {
            stored.push(Value::Blob(self.sealing.seal(table, sealed)?));
        }
        Ok(stored)
    }

    /// Returns a row's MAC; the cells are those that are stored.
    pub(super) fn mac(&self, table: &Table, cells: &[Value]) -> [u8; 32] {
        let mut mac = self.rows.clone();
        part(&mut mac, table.name.as_bytes());
        for (column, cell) in table.stored().zip(cells) {
            part(&mut mac, column.as_bytes());
            match cell {
                Value::Null => mac.update(b"n"),
                Value::Integer(number) => {
                    mac.update(b"i");
                    mac.update(&number.to_le_bytes());
                }
                Value::Real(number) => {
                    mac.update(b"r");
                    mac.update(&number.to_bits().to_le_bytes());
                }
                Value::Text(text) => {
                    mac.update(b"t");
                    part(&mut mac, text.as_bytes());
                }
                Value::Blob(bytes) => {
                    mac.update(b"b");
                    part(&mut mac, bytes);
                }
            }
        }
        mac.finalize().into_bytes().into()
    }

    /// Returns the summand of a row in its table's sum.
    pub(super) fn summand(&self, mac: &[u8; 32]) -> [u8; 32] {
        let mut summand = self.summands.clone();
        summand.update(mac);
        summand.finalize().into_bytes().into()
    }

    fn veiled(&self, epoch: u64, bytes: &mut [u8; STATE]) {
        for (block, number) in bytes.chunks_mut(32).zip(0u64..) {
            let mut veil = self.veil.clone();
            veil.update(&epoch.to_le_bytes());
            veil.update(&number.to_le_bytes());
            let stream: [u8; 32] = veil.finalize().into_bytes().into();
            for (byte, mask) in block.iter_mut().zip(stream) {
                *byte ^= mask;
            }
        }
    }

    fn state_mac(&self, epoch: u64, sums: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.states.clone();
        mac.update(&epoch.to_le_bytes());
        part(&mut mac, sums);
        mac
    }

    /// Returns the state as it is stored: epoch, masked size, root and sums, and MAC.
    pub(super) fn sealed_state(&self) -> (u64, Vec<u8>, [u8; 32]) {
        let state = self.state.borrow();
        let mut bytes = state.to_bytes();
        self.veiled(state.epoch, &mut bytes);
        let mac = self.state_mac(state.epoch, &bytes);
        (
            state.epoch,
            bytes.to_vec(),
            mac.finalize().into_bytes().into(),
        )
    }

    /// Reads a stored state.
    ///
    /// # Errors
    /// `home-damaged` if this home did not write it.
    pub(super) fn open_state(&self, epoch: u64, sums: &[u8], mac: &[u8]) -> Result<()> {
        let wrong = || damaged(DamageMessage::ForeignState);
        self.state_mac(epoch, sums)
            .verify_slice(mac)
            .map_err(|_| wrong())?;
        let mut bytes: [u8; STATE] = sums.try_into().map_err(|_| wrong())?;
        self.veiled(epoch, &mut bytes);
        *self.state.borrow_mut() = State::from_bytes(epoch, &bytes).ok_or_else(wrong)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;
    use poundwise_documents::keys::Identity;

    /// Its owner's program would take the missing sums for those of empty tables.
    #[test]
    fn a_state_of_another_length_is_refused() {
        let owner = Identity::from_bytes(&[1; 32]).public_key();
        let trust = Trust::new(&[7; 32], &owner).unwrap();
        let (epoch, mut sums, mac) = trust.sealed_state();
        trust.open_state(epoch, &sums, &mac).unwrap();
        sums.extend([0; SUM]);
        for length in [0, 40, STATE - SUM, STATE - 1, STATE + 1, STATE + SUM] {
            let stored = &sums[..length];
            let mac = trust.state_mac(epoch, stored).finalize().into_bytes();
            let refused = trust.open_state(epoch, stored, &mac).err().unwrap();
            assert_eq!(refused.code(), ErrorCode::HomeDamaged, "{length}");
        }
    }

    /// The numbers of rows in it are signed as the totals of receipts and grants.
    #[test]
    fn a_state_that_was_changed_is_refused() {
        let owner = Identity::from_bytes(&[1; 32]).public_key();
        let trust = || Trust::new(&[7; 32], &owner).unwrap();
        let (epoch, sums, mac) = trust().sealed_state();
        trust().open_state(epoch, &sums, &mac).unwrap();
        let mut of_one_grant_more = sums.clone();
        of_one_grant_more[8 + 32 + 9 * SUM] ^= 1;
        let mut other = mac;
        other[0] ^= 1;
        for (epoch, sums, mac) in [
            (epoch + 1, &sums, &mac),
            (epoch, &of_one_grant_more, &mac),
            (epoch, &sums, &other),
        ] {
            let refused = trust().open_state(epoch, sums, mac).err().unwrap();
            assert_eq!(refused.code(), ErrorCode::HomeDamaged);
        }
    }

    #[test]
    fn what_is_added_can_be_taken_away_in_any_order() {
        let summand = |n: u8| {
            let mut bytes = [n.wrapping_mul(97); 32];
            bytes[31] = 0xf0 | n;
            bytes
        };
        let mut sum = Sum::default();
        for n in 0..20 {
            sum.add(&summand(n));
        }
        let mut other = Sum::default();
        for n in (0..20).rev() {
            other.add(&summand(n));
        }
        assert!(sum == other);
        other.subtract(&summand(3));
        assert!(sum != other);
        sum.subtract(&summand(4));
        assert!(sum != other, "of as many rows");
        sum.subtract(&summand(3));
        other.subtract(&summand(4));
        assert!(sum == other);
        for n in (0..20).filter(|n| ![3, 4].contains(n)) {
            sum.subtract(&summand(n));
        }
        assert!(sum == Sum::default());
    }
}
