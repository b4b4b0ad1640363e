//! The engines of databases that drivers are known for.

/// The engine of a database. Its name in text is `postgresql`, `duckdb` or `spark`, which is also
/// the name of its driver's manifest.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Engine {
    /// A server of PostgreSQL, from version 14.
    PostgreSql,
    /// A file of DuckDB.
    DuckDb,
    /// A server of Spark Connect, of Spark or Sail.
    Spark,
}

impl Engine {
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
