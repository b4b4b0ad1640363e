//! Tables in databases.

use serde::{Deserialize, Deserializer, Serialize};
use zeroize::Zeroizing;

use poundwise_base::error::ErrorView;
use poundwise_documents::units::DocumentId;
use poundwise_driver::DatabaseEngine;
use poundwise_query::SchemaColumn;

/// Where the rows of a table of a database are, once it is a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum LinkMode {
    /// They stay in the database, which computes each question.
    Link,
    /// They are copied into the home, as an import of a file does.
    Snapshot,
}

/// A database as an owner states it. It has the address with its password: no `Debug`.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct DatabaseSource {
    /// The engine.
    pub engine: DatabaseEngine,
    /// The address: `postgresql://USER:PASSWORD@HOST/DATABASE`, the absolute path of a DuckDB file,
    /// or `sc://HOST:PORT`.
    #[serde(deserialize_with = "secret")]
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub address: Zeroizing<String>,
    /// The file of the driver; an installed one when absent.
    pub driver: Option<String>,
}

/// A table of a database that becomes a dataset. It has the database's address: no `Debug`.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct TableSource {
    /// The database.
    pub database: DatabaseSource,
    /// Schema and table, in the syntax of SQL.
    pub table: String,
    /// Where its rows are then.
    pub mode: LinkMode,
}

impl DatabaseSource {
    /// Returns the stated file of the driver, if there is one.
    #[must_use]
    pub fn stated_driver(&self) -> Option<&str> {
        let driver = self.driver.as_deref().map(str::trim);
        driver.filter(|file| !file.is_empty())
    }
}

fn secret<'de, D: Deserializer<'de>>(from: D) -> Result<Zeroizing<String>, D::Error> {
    String::deserialize(from).map(Zeroizing::new)
}

/// The place of a linked table. It has no user and no password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkView {
    /// The engine.
    pub engine: DatabaseEngine,
    /// Host and database, or the file.
    pub database: String,
    /// Schema and table, in the syntax of SQL.
    pub table: String,
    /// The file of the driver.
    pub driver: String,
    /// Whether the user of the database could change the table when it was linked.
    pub writable: bool,
}

/// A table in a database, before it is linked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkPreview {
    /// Schema and table, in the syntax of SQL.
    pub table: String,
    /// The columns in the order of the database.
    pub columns: Vec<LinkColumn>,
    /// Types of the columns that can be used, as `--types` reads them.
    pub types: String,
    /// Whether the user can change the table.
    pub writable: bool,
    /// Statements that create a role which can only read the table. Empty if the engine has no
    /// roles.
    pub grants: Vec<String>,
    /// The suggested name of the dataset.
    pub suggested_name: String,
}

/// The SQL statement of a listing of a linked table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListingStatement {
    /// Document id of the listing.
    pub listing: DocumentId,
    /// Title of the listing.
    pub title: String,
    /// The statement.
    pub sql: String,
}

/// A column of a table in a database.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LinkColumn {
    /// Its name.
    pub name: String,
    /// Its type in the database.
    pub stored: String,
    /// Declaration of the linked column, or `None` if the type is not supported.
    pub declared: Option<SchemaColumn>,
}

/// A database that was reached.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DatabaseView {
    /// The engine.
    pub engine: DatabaseEngine,
    /// Host and database, or the file.
    pub database: String,
    /// The file of the driver.
    pub driver: String,
    /// Whether the driver was confined as far as requested. An older kernel confines a part.
    pub confined: bool,
    /// The tables that can be read, in the syntax of SQL; `None` if the engine does not list them.
    pub tables: Option<Vec<String>>,
}

/// A driver that was looked for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineView {
    /// The engine.
    pub engine: DatabaseEngine,
    /// The file of its driver, if one is installed.
    pub driver: Option<String>,
    /// Whether a driver is missing or not used, and the way to install one.
    pub problem: Option<ErrorView>,
}
