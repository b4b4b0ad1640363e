//! Secrets: age ciphertexts for the vault key, by name.

use std::fmt;

use poundwise_documents::units::{Digest, Salt};

use rusqlite::{Connection, OptionalExtension};

use super::{
    Reading, Sqlite, Writing, holdings,
    table::{Kind, Table},
};
use crate::error::{Error, ErrorCode, Result};
use crate::messages::{DamageHint, DamageMessage};

pub(super) static SECRETS: Table = Table {
    name: "secrets",
    kind: Kind::Small(1),
    key: &["name"],
    columns: &["name", "digest"],
    sealed: &[],
    body: Some("ciphertext"),
};

/// Everything that is encrypted for the vault key, with the column that names each row.
const SEALED: [(&Table, &str); 3] = [
    (&SECRETS, "name"),
    (&holdings::HOLDINGS, "receipt"),
    (&holdings::COPIES, "id"),
];

/// The name of a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SecretName {
    /// The home's signing key.
    Identity,
    /// The key of the digests that recognise tables.
    TableDigests,
    /// The `.market` file of the home's market, with the member's key.
    MarketKey,
    /// A dataset's secret and its report.
    Dataset(Salt),
    /// The secrets of a question, from which it is sold.
    Question(Digest),
    /// The SQL text that computed a question of a linked table. It has the key that chose the rows
    /// of a person.
    Statement(Digest),
    /// The earlier vault key of that number.
    VaultKey(u64),
}

impl fmt::Display for SecretName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Identity => f.write_str("identity"),
            Self::TableDigests => f.write_str("table-digests"),
            Self::MarketKey => f.write_str("market-key"),
            Self::Dataset(id) => write!(f, "dataset/{id}"),
            Self::Question(id) => write!(f, "question/{id}"),
            Self::Statement(id) => write!(f, "statement/{id}"),
            Self::VaultKey(number) => write!(f, "vault-key/{number}"),
        }
    }
}

impl Reading<'_> {
    /// Returns a secret's ciphertext.
    ///
    /// # Errors
    /// `secret-missing`.
    pub fn secret(&self, name: SecretName) -> Result<Vec<u8>> {
        self.row(&SECRETS, "WHERE name = ?1", [name.to_string()])?
            .map(|row| self.body(&row))
            .transpose()?
            .ok_or_else(|| no_secret(name))
    }

    /// Returns whether there is a secret of that name.
    pub fn has_secret(&self, name: SecretName) -> Result<bool> {
        let row = self.row(&SECRETS, "WHERE name = ?1", [name.to_string()])?;
        Ok(row.is_some())
    }

    /// Returns the number of earlier vault keys.
    pub fn earlier_keys(&self) -> Result<u64> {
        let mut number = 0;
        while self.has_secret(SecretName::VaultKey(number + 1))? {
            number += 1;
        }
        Ok(number)
    }
}

impl Writing<'_> {
    /// Stores a secret's ciphertext; a name is written once.
    pub fn insert_secret(&self, name: SecretName, ciphertext: &[u8]) -> Result<()> {
        let name = name.to_string();
        self.insert(
            &SECRETS,
            &[
                ("name", name.as_str().into()),
                ("ciphertext", ciphertext.into()),
            ],
        )
    }

    /// Replaces the ciphertext of a secret.
    pub fn replace_secret(&self, name: SecretName, ciphertext: &[u8]) -> Result<()> {
        let replaced = self.set(
            &SECRETS,
            "name = ?1",
            &[&name.to_string()],
            &[("ciphertext", ciphertext.into())],
        )?;
        if replaced == 1 {
            Ok(())
        } else {
            Err(no_secret(name))
        }
    }

    /// Removes a secret, if there is one. [`super::Store::finish_erasure`] removes its bytes from
    /// the files.
    pub fn remove_secret(&self, name: SecretName) -> Result<()> {
        self.remove(&SECRETS, "name = ?1", &[&name.to_string()])
            .map(drop)
    }

    /// Replaces everything that is encrypted for the vault key by the result of `anew`, which gets
    /// a name and the ciphertext of each.
    pub fn encrypt_anew(&self, mut anew: impl FnMut(&str, &[u8]) -> Result<Vec<u8>>) -> Result<()> {
        for (table, named) in SEALED {
            let condition = format!("{named} = ?1");
            let body = table.body.unwrap_or_default();
            // Collected first: a row that is changed during a query may be returned twice.
            for row in self.rows(table, "", [0; 0])? {
                let name = row.text(named)?;
                let sealed = anew(&format!("{name} in {}", table.name), &self.body(&row)?)?;
                self.set(
                    table,
                    &condition,
                    &[&name],
                    &[(body, sealed.as_slice().into())],
                )?;
            }
        }
        Ok(())
    }
}

/// Returns a secret's ciphertext, which is not authenticated.
pub(super) fn raw_secret(connection: &Connection, name: SecretName) -> Result<Option<Vec<u8>>> {
    Ok(connection
        .prepare_cached("SELECT ciphertext FROM secrets WHERE name = ?1")
        .map_err(Sqlite)?
        .query_row([name.to_string()], |r| r.get(0))
        .optional()
        .map_err(Sqlite)?)
}

impl Reading<'_> {
    /// Returns everything that is encrypted for the vault key, each with the name of its table.
    /// Cost: one pass over these tables.
    pub fn all_sealed(&self) -> Result<Vec<(&'static str, Vec<u8>)>> {
        let mut all = Vec::new();
        for (table, _) in SEALED {
            for row in self.rows(table, "", [0; 0])? {
                all.push((table.name, self.body(&row)?));
            }
        }
        Ok(all)
    }
}

#[cfg(test)]
impl Reading<'_> {
    /// Returns every column of bytes, by table.
    pub fn byte_columns(&self) -> Result<Vec<(String, String)>> {
        Ok(self
            .statement(
                "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c
                 WHERE m.type = 'table' AND c.type = 'BLOB' ORDER BY 1, 2",
            )?
            .query_map([], |r| Ok((r.get(0)?, r.get(1)?)))
            .map_err(Sqlite)?
            .collect::<rusqlite::Result<_>>()
            .map_err(Sqlite)?)
    }
}

/// Returns the columns of data encrypted for the vault key, with their tables.
#[cfg(test)]
pub fn sealed_columns() -> [(&'static str, &'static str); 3] {
    SEALED.map(|(table, _)| (table.name, table.body.unwrap_or_default()))
}

fn no_secret(name: SecretName) -> Error {
    Error::unverified(
        ErrorCode::SecretMissing,
        DamageMessage::SecretMissing { secret: name },
    )
    .hint(DamageHint::BringBack)
}
