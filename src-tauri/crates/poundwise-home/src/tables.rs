//! The vault's records of datasets: the secret of their questions, all counts of their rows, and
//! the key of the digests by which a table is recognised.
//!
//! Every method: `secret-missing`, `secret-damaged`, `home-damaged`, and errors of the database,
//! such as `busy`.

use hmac::{Hmac, KeyInit, Mac};
use poundwise_documents::units::Salt;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use zeroize::Zeroizing;

use poundwise_query::report::{ColumnView, ImportReport};
use poundwise_query::{TableFileKind, TableForm};

use crate::{
    error::{Error, ErrorCode, Result},
    home::Context,
    messages::{DamageHint, DamageMessage, key_not_derived, not_encoded},
    secrets::DatasetSecret,
    store::SecretName,
    vault::Vault,
};

/// The counts of an import. They are for the owner only, and kept in the vault.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct TableReport {
    /// Rows of the table.
    pub rows: u64,
    /// Rows without a person, which are not counted anywhere.
    pub rows_without_person: u64,
    /// Empty cells, by column.
    pub empty: Vec<u64>,
    /// Cells that do not conform to the declared type, by column; they count as missing.
    pub not_conforming: Vec<u64>,
    /// Number of rows with fewer cells than columns. It is 0 for imports older than this field.
    #[serde(default)]
    pub short_rows: u64,
    /// Declared format of the file, or `None` for imports older than this field.
    #[serde(default)]
    pub form: Option<TableForm>,
    /// Kind of the file. Imports older than this field are of CSV files.
    #[serde(default)]
    pub kind: TableFileKind,
}

impl TableReport {
    /// Returns the counts of an import report and the format of the file.
    pub fn of(report: &ImportReport, form: &TableForm) -> Self {
        let counts = |count: fn(&ColumnView) -> u64| report.columns.iter().map(count).collect();
        Self {
            rows: report.rows,
            rows_without_person: report.rows_without_person.unwrap_or(0),
            empty: counts(|column| column.empty),
            not_conforming: counts(|column| column.not_conforming),
            short_rows: report.short_rows,
            form: Some(form.settled(report.kind)),
            kind: report.kind,
        }
    }
}

/// The vault's record of a dataset, stored as the 32 bytes of the secret and the report as JSON.
pub struct DatasetRecord {
    /// The secret from which the secrets of its questions are derived.
    pub secret: DatasetSecret,
    /// The counts of the import.
    pub report: TableReport,
}

impl DatasetRecord {
    /// Returns the record as it is stored: one age ciphertext.
    pub fn ciphertext(&self, vault: &Vault, dataset: &Salt) -> Result<Vec<u8>> {
        let report = Zeroizing::new(serde_json::to_vec(&self.report).map_err(|e| not_encoded(&e))?);
        let mut plain = Zeroizing::new(Vec::with_capacity(32 + report.len()));
        plain.extend_from_slice(self.secret.expose());
        plain.extend_from_slice(&report);
        vault.encrypt_named(SecretName::Dataset(*dataset), &plain)
    }

    /// Decrypts the result of [`DatasetRecord::ciphertext`].
    pub fn unseal(ciphertext: &[u8], vault: &Vault, dataset: &Salt) -> Result<Self> {
        let plain = vault.decrypt_named(SecretName::Dataset(*dataset), ciphertext)?;
        let damaged = || {
            Error::unverified(ErrorCode::SecretDamaged, DamageMessage::DatasetSecret)
                .hint(DamageHint::BringBack)
        };
        let (secret, report) = plain.split_first_chunk::<32>().ok_or_else(damaged)?;
        Ok(Self {
            secret: DatasetSecret::from_bytes(*secret),
            report: serde_json::from_slice(report).map_err(|_| damaged())?,
        })
    }
}

/// A digest of streamed bytes under the home's key for tables.
#[derive(Clone)]
pub struct TableDigest(Hmac<Sha256>);

impl TableDigest {
    /// Adds further bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the digest of all bytes.
    pub fn finish(self) -> [u8; 32] {
        self.0.finalize().into_bytes().into()
    }
}

/// The home's key for the digests of tables.
#[derive(Clone)]
pub struct DigestKey(Zeroizing<[u8; 32]>);

impl DigestKey {
    /// Starts a digest under a label.
    pub fn digest(&self, label: &str) -> Result<TableDigest> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.0.as_slice()).map_err(|e| key_not_derived(&e))?;
        mac.update(&(label.len() as u64).to_le_bytes());
        mac.update(label.as_bytes());
        Ok(TableDigest(mac))
    }
}

impl Context {
    /// Returns the home's key for the digests of tables.
    pub fn digest_key(&self) -> Result<DigestKey> {
        let sealed = self.read().secret(SecretName::TableDigests)?;
        let plain = self
            .vault
            .decrypt_named(SecretName::TableDigests, &sealed)?;
        let key: [u8; 32] = plain.as_slice().try_into().map_err(|_| {
            Error::unverified(ErrorCode::SecretDamaged, DamageMessage::DigestKey)
                .hint(DamageHint::BringBack)
        })?;
        Ok(DigestKey(Zeroizing::new(key)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// What the vault's key decrypts was written by this home; it may still be another form.
    #[test]
    fn a_dataset_without_its_secret_is_damaged() {
        let (vault, dataset) = (Vault::generate(), Salt::from_bytes([1; 16]));
        let named = SecretName::Dataset(dataset);
        let read = |plain: &[u8]| {
            let ciphertext = vault.encrypt_named(named, plain).unwrap();
            DatasetRecord::unseal(&ciphertext, &vault, &dataset)
                .map(|_| ())
                .map_err(|error| error.code())
        };
        let report = br#"{"rows":1,"rows_without_person":0,"empty":[],"not_conforming":[]}"#;
        assert_eq!(read(&[&[7; 32], &report[..]].concat()), Ok(()));
        assert_eq!(read(&[7; 31]), Err(ErrorCode::SecretDamaged));
        assert_eq!(read(&[7; 33]), Err(ErrorCode::SecretDamaged));
    }
}
