//! The engines of databases that drivers are known for.

use serde::{Deserialize, Serialize};

/// The engine of a database. Its name in text is `postgresql`, `duckdb` or `spark`, which is also
/// the name of its driver's manifest.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DatabaseEngine {
    /// A server of PostgreSQL, from version 14.
    PostgreSql,
    /// A file of DuckDB.
    DuckDb,
    /// A server of Spark Connect, of Spark or Sail.
    Spark,
}

impl DatabaseEngine {
    /// All engines.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    /// Returns the function of a driver whose name does not follow from the name of its file, or an
    /// empty text.
    #[must_use]
    pub const fn entrypoint(self) -> &'static str {
        match self {
            Self::DuckDb => "duckdb_adbc_init",
            Self::PostgreSql | Self::Spark => "",
        }
    }
}
