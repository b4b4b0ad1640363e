//! The file of a linked dataset: the way to its table, encrypted for the home.

use std::fmt;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use poundwise_query::Schema;
use poundwise_sql::{CellStorage, Dialect, LinkedColumn, LinkedTable};
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use super::database::{Database, Found, sql_error};
use super::path;
use crate::error::{Error, Result};
use crate::files::PartFile;
use crate::messages::{FaultMessage, LinkMessage};
use crate::store::{Dataset, damaged};
use crate::table_file::{TableFile, TableFileWriter, other_table as other_file};
use crate::vault::Vault;
use crate::view::{DatabaseEngine, LinkView};

/// Version of the file.
const VERSION: u32 = 1;

/// The content of a link's file. It has the address of the database with its password: no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LinkFile {
    version: u32,
    pub(super) engine: DatabaseEngine,
    address: String,
    /// The file of the driver.
    pub(super) driver: PathBuf,
    /// The driver's function, or empty for the usual one.
    pub(super) entrypoint: String,
    /// The names of catalogue, schema and table, the table last.
    table: Vec<String>,
    columns: Vec<StoredColumn>,
    /// Whether the user of the database could change the table when it was linked.
    writable: bool,
}

impl Drop for LinkFile {
    fn drop(&mut self) {
        zeroize::Zeroize::zeroize(&mut self.address);
    }
}

/// A column that is used, in the order of the dataset's schema.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredColumn {
    name: String,
    storage: Storage,
}

/// As [`CellStorage`].
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Storage {
    Integer,
    Decimal(Option<(u32, u32)>),
    Text,
    Date,
}

impl From<CellStorage> for Storage {
    fn from(storage: CellStorage) -> Self {
        match storage {
            CellStorage::Integer => Self::Integer,
            CellStorage::Decimal(digits) => Self::Decimal(digits),
            CellStorage::Text => Self::Text,
            CellStorage::Date => Self::Date,
        }
    }
}

impl From<Storage> for CellStorage {
    fn from(storage: Storage) -> Self {
        match storage {
            Storage::Integer => Self::Integer,
            Storage::Decimal(digits) => Self::Decimal(digits),
            Storage::Text => Self::Text,
            Storage::Date => Self::Date,
        }
    }
}

impl LinkFile {
    pub(super) fn new(
        database: &Database,
        table: Vec<String>,
        columns: Vec<LinkedColumn>,
        writable: bool,
    ) -> Self {
        let stored = |column: LinkedColumn| StoredColumn {
            name: column.name,
            storage: column.storage.into(),
        };
        Self {
            version: VERSION,
            engine: database.engine,
            address: database.address.to_string(),
            driver: database.driver.clone(),
            entrypoint: database.entrypoint.clone(),
            table,
            columns: columns.into_iter().map(stored).collect(),
            writable,
        }
    }

    /// Writes the file, and returns it with its hash.
    ///
    /// # Errors
    /// I/O errors, such as `disk-full`. No file is left then.
    pub(super) fn store(&self, vault: &Vault, file: &Path) -> Result<(PartFile, [u8; 32])> {
        let json = serde_json::to_vec(self).map_err(io::Error::from);
        let mut hash = [0; 32];
        let part = PartFile::write(file, |out| {
            let mut sealed = TableFileWriter::new(vault, out)?;
            sealed.write_all(&Zeroizing::new(json?))?;
            hash = sealed.finish()?;
            Ok(())
        })?;
        Ok((part, hash))
    }

    /// Reads the file of a linked dataset.
    ///
    /// # Errors
    /// `home-damaged` if it is not the file that this home wrote; `decrypt`.
    pub(crate) fn open(folder: &Path, dataset: &Dataset, vault: &Vault) -> Result<Self> {
        let path = folder.join(dataset.held()?);
        let hash = dataset.table_hash.unwrap_or_default();
        let file = TableFile::open(&path, vault, &hash)?;
        let file = file.ok_or_else(|| other_link(&dataset.name))?;
        let mut json = Zeroizing::new(Vec::new());
        file.each_chunk(|piece| -> io::Result<()> {
            json.extend_from_slice(piece);
            Ok(())
        })
        .map_err(|_| other_file(&path))?;
        let read: Self = serde_json::from_slice(&json)
            .map_err(|error| Error::fault(FaultMessage::LinkFile { why: place(&error) }))?;
        match read.version {
            VERSION => Ok(read),
            _ => Err(other_link(&dataset.name)),
        }
    }

    /// Returns the database of the link.
    ///
    /// # Errors
    /// `driver` if the driver is missing or not trusted any more; `link` if the address is not valid.
    pub(super) fn database(&self) -> Result<Database> {
        self.database_at(&self.address)
    }

    /// Returns the database at another address, with the driver of the link.
    ///
    /// # Errors
    /// As [`LinkFile::database`].
    pub(super) fn database_at(&self, address: &str) -> Result<Database> {
        let address = Zeroizing::new(address.trim().to_owned());
        Database::new(self.engine, address, &self.driver, &self.entrypoint)
    }

    /// Returns the table, whose columns are those of the dataset's schema.
    ///
    /// # Errors
    /// `link`.
    pub(super) fn linked(&self, schema: &Schema) -> Result<LinkedTable> {
        let columns = self.columns().collect();
        LinkedTable::new(
            Dialect::from(self.engine),
            self.table.clone(),
            columns,
            schema,
        )
        .map_err(sql_error)
    }

    /// Returns the names of catalogue, schema and table, the table last.
    pub(super) fn table(&self) -> &[String] {
        &self.table
    }

    /// Returns the columns, in the order of the dataset's schema.
    pub(super) fn columns(&self) -> impl Iterator<Item = LinkedColumn> {
        self.columns.iter().map(|stored| LinkedColumn {
            name: stored.name.clone(),
            storage: stored.storage.into(),
        })
    }

    /// Checks that the columns of the table, as it was found, have the types of the link.
    ///
    /// # Errors
    /// `link`, which names the first column that is gone or has another type.
    pub(super) fn check_columns(&self, found: &Found, schema: &Schema) -> Result<()> {
        let mut columns = schema.names().zip(self.columns());
        columns.try_for_each(|(declared, linked)| found.check_linked(declared, &linked))
    }

    /// Returns the place of the table, without user and password.
    pub(crate) fn view(&self) -> LinkView {
        LinkView {
            engine: self.engine,
            database: super::database::place(self.engine, &self.address),
            table: path::write(&self.table),
            driver: self.driver.display().to_string(),
            writable: self.writable,
        }
    }
}

fn other_link(dataset: &str) -> Error {
    let dataset = dataset.to_owned();
    damaged(LinkMessage::OtherLink { dataset }).hint(LinkMessage::RestoreLink)
}

/// Returns the place of a fault in JSON, without the content there.
fn place(error: &serde_json::Error) -> String {
    fmt::format(format_args!("{}:{}", error.line(), error.column()))
}
