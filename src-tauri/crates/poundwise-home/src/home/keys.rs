//! The passphrase and the recovery key of a home, and how they are changed.
//!
//! The passphrase protects only the vault key, so a change of it writes one file anew. The recovery
//! key is the vault key, so a change of it encrypts everything anew, in steps each of which leaves
//! a home that opens:
//!
//! 1. `key.<n>.age` is written: the new key under the passphrase, where n is the number of keys
//!    before it;
//! 2. the tables are written under the new key, beside the old ones;
//! 3. one transaction writes the secrets under the new key, the new tables' names, and the old key
//!    as a further secret;
//! 4. the old tables are removed, and what was in the database is overwritten;
//! 5. `key.<n>.age` replaces `key.age`.
//!
//! An opening that finds a `key.<n>.age` finishes the change: from step 4 on if the database knows
//! n earlier keys, otherwise by undoing the earlier steps.

use std::{
    collections::HashSet,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{
    catalogue::MarketMemory,
    error::{Doing, Result, io_error},
    files::{PartFile, placed, read_file, write_own_file},
    home::{Context, DATASETS, DB_FILE, Home, KEY_FILE_LIMIT},
    point,
    store::{Reading, Renewed, SecretName, Setting, Store, StoredTable},
    table_file::{TableFile, TableFileWriter, other_table},
    vault::{KEY_FILE, Passphrase, RecoveryKey, Vault},
};

impl Home {
    /// Replaces the passphrase. `old` may be the recovery key, which stays the same. The file is
    /// replaced whole, so that either the old or the new passphrase opens the home, whatever
    /// happens meanwhile. Earlier copies of the folder still open with the old passphrase.
    ///
    /// # Errors
    /// `wrong-passphrase`, `wrong-recovery-key`; `empty-passphrase`, `short-passphrase` and
    /// `recovery-key-as-passphrase` for the new one; I/O errors. The old passphrase then stays.
    pub fn change_passphrase(&self, old: &Passphrase, new: &Passphrase) -> Result<()> {
        self.check_place()?;
        let file = self.context.dir.join(KEY_FILE);
        let name = file.display().to_string();
        self.context
            .vault
            .check_either(&read_file(&file, KEY_FILE_LIMIT)?, old, &name)?;
        write_own_file(&file, &self.context.vault.lock(new, self.work_factor)?)?;
        Ok(())
    }

    /// Generates another recovery key, and encrypts everything in the home anew for it.
    ///
    /// The old one no longer opens the home. It still opens what was encrypted for it elsewhere:
    /// earlier copies of the folder, and the orders and deliveries on the market that are addressed
    /// to it, which this home can still read.
    ///
    /// Cost: every secret, holding and table is decrypted and encrypted once; the tables take twice
    /// their space meanwhile.
    ///
    /// # Errors
    /// `wrong-passphrase`; `passphrase-needed` for a recovery key; I/O errors. The old recovery key
    /// then stays.
    pub fn new_recovery_key(&mut self, passphrase: &Passphrase) -> Result<RecoveryKey> {
        self.rotate(passphrase, &mut || Ok(()))
    }

    /// Notes whether the owner has said that the recovery key is kept: a shell that shows a new one
    /// and then asks whether it is kept notes that it is not, in case no answer ever comes.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn note_recovery_key(&self, kept: bool) -> Result<()> {
        let writing = self.context.db.begin()?;
        if kept {
            writing.unset(Setting::RecoveryKeyUnkept)?;
        } else {
            writing.note(Setting::RecoveryKeyUnkept, "")?;
        }
        self.context.commit(writing)
    }

    /// Returns whether the recovery key is kept, as far as is known ([`Home::note_recovery_key`]).
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn recovery_key_kept(&self) -> Result<bool> {
        let noted = self.context.read().setting(Setting::RecoveryKeyUnkept)?;
        Ok(noted.is_none())
    }

    /// Changes the recovery key as [`Home::new_recovery_key`], calling `step` between any two
    /// steps.
    pub fn rotate(
        &mut self,
        passphrase: &Passphrase,
        step: &mut dyn FnMut() -> Result<()>,
    ) -> Result<RecoveryKey> {
        self.check_place()?;
        let file = self.context.dir.join(KEY_FILE);
        let name = file.display().to_string();
        self.context
            .vault
            .check(&read_file(&file, KEY_FILE_LIMIT)?, passphrase, &name)?;
        let next = self.context.vault.successor();
        let number = self.context.read().earlier_keys()? + 1;
        let key_age = next.lock(passphrase, self.work_factor)?;
        match self.encrypt_anew(&next, number, &key_age, step) {
            Ok(renewed) => {
                self.context.db.trust_anew(renewed);
                self.context.vault = Arc::new(next);
                // Its file is under the key before.
                let Context {
                    dir, vault, store, ..
                } = &self.context;
                MarketMemory::remove_file(dir);
                self.context.market_memory = MarketMemory::of(dir, vault, store);
            }
            Err(error) => {
                // Nothing was committed, and no dataset uses the files that were written. Files
                // that cannot be removed now are removed by the next opening.
                let _ = remove_strange_tables(&self.context.dir, &self.context.read())
                    .and_then(|()| settle(&self.context.dir, &self.context.db));
                return Err(error);
            }
        }
        // The change is complete; the next opening makes good a failure from here on.
        let _ = step()
            .and_then(|()| remove_strange_tables(&self.context.dir, &self.context.read()))
            .and_then(|()| step())
            .and_then(|()| self.context.db.finish_erasure())
            .and_then(|()| step())
            .and_then(|()| take_key(&self.context.dir, number));
        Ok(self.context.vault.recovery_key())
    }

    /// Carries out steps 1 to 3.
    fn encrypt_anew(
        &self,
        next: &Vault,
        number: u64,
        key_age: &[u8],
        step: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Renewed> {
        write_own_file(&self.context.dir.join(key_file(number)), key_age)?;
        step()?;
        let writing = self.context.db.begin()?;
        let folder = self.context.dir.join(DATASETS);
        for StoredTable {
            dataset,
            file,
            hash,
        } in writing.tables()?
        {
            let before = folder.join(&file);
            let base = file.split('.').next().unwrap_or(&file);
            let anew = format!("{base}.{number}.age");
            let Some(table) = TableFile::open(&before, &self.context.vault, &hash)? else {
                return Err(other_table(&before));
            };
            let mut hash = [0; 32];
            let part = PartFile::write(&folder.join(&anew), |out| {
                let mut sealed = TableFileWriter::new(next, out)?;
                table.each_chunk(|piece| sealed.write_all(piece))?;
                hash = sealed.finish()?;
                Ok(())
            })
            .map_err(|error| {
                if table.is_changed() {
                    other_table(&before)
                } else {
                    error
                }
            })?;
            part.place()?;
            writing.set_table(&dataset, &anew, &hash)?;
            step()?;
        }
        writing.encrypt_anew(|what, sealed| {
            next.encrypt(&self.context.vault.decrypt(sealed, what)?)
        })?;
        if let Some(before) = next.newest_earlier() {
            let name = SecretName::VaultKey(number);
            let sealed = next.encrypt_named(name, before.reveal().as_bytes())?;
            writing.insert_secret(name, &sealed)?;
        }
        writing.note_erasure()?;
        step()?;
        let key = next.home_key()?;
        writing.commit_anew(&key, &self.context.identity.public_key())
    }
}

/// Finishes or undoes an interrupted change of the recovery key. Cheap if there was none.
pub(crate) fn settle_keys(dir: &Path) -> Result<()> {
    if pending(dir)?.is_empty() {
        return Ok(());
    }
    settle(dir, &Store::open(&dir.join(DB_FILE))?)
}

fn settle(dir: &Path, db: &Store) -> Result<()> {
    let number = db.locked_earlier_keys()?;
    for (file, of) in pending(dir)? {
        // Tables that no dataset names then are removed once the home is unlocked.
        if of == number {
            take_key(dir, number)?;
        } else {
            fs::remove_file(&file).map_err(|e| io_error(&file, Doing::Remove, &e))?;
        }
    }
    Ok(())
}

/// Gives an open vault the keys before the present one, oldest first.
///
/// # Errors
/// `home-damaged` for a key that does not open.
pub(crate) fn remember_earlier(vault: &mut Vault, reading: &Reading<'_>) -> Result<()> {
    for number in 1..=reading.earlier_keys()? {
        let name = SecretName::VaultKey(number);
        let text = vault.decrypt_named(name, &reading.secret(name)?)?;
        vault.remember(&text)?;
    }
    Ok(())
}

fn key_file(number: u64) -> String {
    format!("key.{number}.age")
}

/// Returns the key files that are not in their place yet, with their numbers.
pub fn pending(dir: &Path) -> Result<Vec<(PathBuf, u64)>> {
    let read = |e: io::Error| io_error(dir, Doing::Read, &e);
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).map_err(read)? {
        let path = entry.map_err(read)?.path();
        let number = path
            .file_name()
            .and_then(|name| name.to_str())
            .and_then(|name| {
                name.strip_prefix("key.")?
                    .strip_suffix(".age")?
                    .parse()
                    .ok()
            });
        if let Some(number) = number {
            found.push((path, number));
        }
    }
    Ok(found)
}

/// Carries out step 5.
fn take_key(dir: &Path, number: u64) -> Result<()> {
    let (from, to) = (dir.join(key_file(number)), dir.join(KEY_FILE));
    placed(&from, &to).map_err(|e| io_error(&to, Doing::Write, &e))
}

/// Removes the tables that no dataset names.
pub(crate) fn remove_strange_tables(dir: &Path, reading: &Reading<'_>) -> Result<()> {
    let known: HashSet<String> = reading
        .tables()?
        .into_iter()
        .map(|table| table.file)
        .collect();
    let folder = dir.join(DATASETS);
    let read = |e: io::Error| io_error(&folder, Doing::Read, &e);
    for entry in fs::read_dir(&folder).map_err(read)? {
        let entry = entry.map_err(read)?;
        let name = entry.file_name();
        let strange = name
            .to_str()
            .is_some_and(|name| name.ends_with(".age") && !known.contains(name));
        if strange {
            let path = entry.path();
            fs::remove_file(&path).map_err(|e| io_error(&path, Doing::Remove, &e))?;
            point::pass("table removed");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
