//! Secrets: age ciphertexts to the vault key, by name.

use std::fmt;

use poundwise_documents::units::{Digest, Salt};

use rusqlite::{Connection, OptionalExtension};

use super::{
    Reading, Writing, holdings,
    rows::{Kind, Table},
};
use crate::error::{Error, ErrorCode, Result};

pub(super) static SECRETS: Table = Table {
    name: "secrets",
    kind: Kind::Small(1),
    key: &["name"],
    columns: &["name", "digest"],
    body: Some("ciphertext"),
};

/// Everything that is encrypted to the vault key, and what each row of it is called.
const SEALED: [(&Table, &str); 3] = [
    (&SECRETS, "name"),
    (&holdings::HOLDINGS, "receipt"),
    (&holdings::COPIES, "id"),
];

/// What a secret is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum SecretName {
    /// The home's signing key.
    Identity,
    /// The key under which tables are known again.
    TableDigests,
    /// A dataset's secret and its report.
    Dataset(Salt),
    /// What a question is sold from.
    Question(Digest),
    /// The vault key of that number, before the present one.
    VaultKey(u64),
}

impl fmt::Display for SecretName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Identity => f.write_str("identity"),
            Self::TableDigests => f.write_str("table-digests"),
            Self::Dataset(id) => write!(f, "dataset/{id}"),
            Self::Question(id) => write!(f, "question/{id}"),
            Self::VaultKey(number) => write!(f, "vault-key/{number}"),
        }
    }
}

impl Reading<'_> {
    /// A secret's ciphertext.
    ///
    /// # Errors
    /// `secret-missing`.
    pub fn secret(&self, name: SecretName) -> Result<Vec<u8>> {
        self.row(&SECRETS, "WHERE name = ?1", [name.to_string()])?
            .map(|row| self.body(&row))
            .transpose()?
            .ok_or_else(|| no_secret(name))
    }

    /// How many vault keys there were before the present one.
    pub fn earlier_keys(&self) -> Result<u64> {
        let mut number = 0;
        while self
            .row(
                &SECRETS,
                "WHERE name = ?1",
                [SecretName::VaultKey(number + 1).to_string()],
            )?
            .is_some()
        {
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

    /// Puts another ciphertext in the place of a secret's.
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

    /// Removes a secret, if it is there. Whether its bytes are gone from the files too is for
    /// [`super::Store::finish_erasure`] to see to.
    pub fn remove_secret(&self, name: SecretName) -> Result<()> {
        self.remove(&SECRETS, "name = ?1", &[&name.to_string()])
            .map(drop)
    }

    /// Puts what `anew` makes of it in the place of everything that is encrypted to the vault key; it is told what each
    /// is.
    pub fn encrypt_anew(&self, mut anew: impl FnMut(&str, &[u8]) -> Result<Vec<u8>>) -> Result<()> {
        for (table, named) in SEALED {
            let condition = format!("{named} = ?1");
            let body = table.body.unwrap_or_default();
            // Collected first: what is changed under a query may come by twice.
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

/// A secret's ciphertext, for which nothing vouches.
pub(super) fn raw_secret(connection: &Connection, name: SecretName) -> Result<Option<Vec<u8>>> {
    Ok(connection
        .prepare_cached("SELECT ciphertext FROM secrets WHERE name = ?1")?
        .query_row([name.to_string()], |r| r.get(0))
        .optional()?)
}

impl Reading<'_> {
    /// Everything that is encrypted to the vault key, by the names of its tables. Cost: one pass over those.
    ///
    /// # Errors
    /// What the database says.
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
    /// Every column of bytes, by table.
    pub fn byte_columns(&self) -> Result<Vec<(String, String)>> {
        Ok(self
            .statement(
                "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c
                 WHERE m.type = 'table' AND c.type = 'BLOB' ORDER BY 1, 2",
            )?
            .query_map([], |r| Ok((r.get(0)?, r.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?)
    }
}

/// The columns of what is encrypted to the vault key, with their tables.
#[cfg(test)]
pub fn sealed_columns() -> [(&'static str, &'static str); 3] {
    SEALED.map(|(table, _)| (table.name, table.body.unwrap_or_default()))
}

fn no_secret(name: SecretName) -> Error {
    Error::unverified(
        ErrorCode::SecretMissing,
        format!("the home has no secret \"{name}\""),
    )
    .hint("Bring the home back from a backup.")
}
