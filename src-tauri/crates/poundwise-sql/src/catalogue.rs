//! Statements about the catalogue of a database: its tables, and the columns of one of them. They
//! read no row of a table, and all of their answers are text.

use crate::dialect::Dialect;
use crate::storage::CellStorage;

/// The most tables that are listed.
pub const MAX_TABLES: usize = 10_000;

/// The most columns of a table that are listed.
pub const MAX_COLUMNS: usize = 4_096;

/// A column of a table in a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueColumn {
    /// Its name.
    pub name: String,
    /// Its type, as the database names it.
    pub type_name: String,
    /// How its cells are stored, or `None` for a type that is not supported.
    pub storage: Option<CellStorage>,
    /// Decimals that its type states.
    pub decimals: Option<u32>,
    /// Precision and scale that its type states.
    pub digits: Option<(u32, u32)>,
    /// Whether its cells can be NULL. It is assumed where the database does not say.
    pub nullable: bool,
}

/// The columns of a table, and whether the user can change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueTable {
    /// The columns, in the order of the database.
    pub columns: Vec<CatalogueColumn>,
    /// Whether the user has a privilege to change rows, or owns the table and so can have it.
    pub writable: bool,
    /// Whether the session has the settings by which it only reads.
    pub reads_only: bool,
    /// Whether the database stores its texts in UTF-8.
    pub is_utf8: bool,
}

/// Rows of text; a cell that is NULL is `None`.
type Rows = [Vec<Option<String>>];

/// Columns of the answer to [`Dialect::tables`].
pub const TABLES_ANSWER: usize = 2;

/// Columns of the answer to [`Dialect::columns`].
pub const COLUMNS_ANSWER: usize = 3;

impl Dialect {
    /// Returns the statement that lists the readable tables, each by schema and name. Returns `None`
    /// for Spark, whose lists have columns that are not text.
    #[must_use]
    pub fn tables(self) -> Option<String> {
        let limit = MAX_TABLES;
        match self {
            Self::PostgreSql => Some(format!(
                "SELECT CAST(n.nspname AS text), CAST(c.relname AS text) \
                 FROM pg_catalog.pg_class c \
                 JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
                 WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') \
                 AND n.nspname NOT IN ('pg_catalog', 'information_schema') \
                 AND n.nspname NOT LIKE 'pg\\_%' \
                 AND has_schema_privilege(n.oid, 'USAGE') \
                 AND has_any_column_privilege(c.oid, 'SELECT') \
                 ORDER BY 1, 2 LIMIT {limit}"
            )),
            Self::DuckDb => Some(format!(
                "SELECT schema_name, table_name FROM duckdb_tables() WHERE NOT internal \
                 UNION ALL SELECT schema_name, view_name FROM duckdb_views() WHERE NOT internal \
                 ORDER BY 1, 2 LIMIT {limit}"
            )),
            Self::Spark => None,
        }
    }

    /// Reads the answer to [`Dialect::tables`]; `None` if it has another form.
    #[must_use]
    pub fn read_tables(self, rows: &Rows) -> Option<Vec<Vec<String>>> {
        let names = |row: &Vec<Option<String>>| row.iter().cloned().collect();
        rows.iter().map(names).collect()
    }

    /// Returns the statement that lists the columns of a table, with their types, and with four
    /// digits: `1` if the user can change the table, if the column can be NULL, if the session does
    /// not have its settings ([`poundwise_driver::Session`]), and if the database has another
    /// encoding than UTF-8. Spark returns one row, with the type of the table's rows. `path` has the
    /// names of catalogue, schema and table, the table last ([`Dialect::with_schema`]).
    #[must_use]
    pub fn columns(self, path: &[String]) -> String {
        let text = |text: &str| self.syntax().text(text);
        let path = self.with_schema(path);
        let (above, table) = match path.as_slice() {
            [above @ .., table] => (above, table.as_str()),
            [] => (path.as_slice(), ""),
        };
        let table = text(table);
        let limit = MAX_COLUMNS;
        match self {
            Self::PostgreSql => {
                let schema = match above {
                    [catalogue, schema, ..] => format!(
                        "n.nspname = {} AND current_database() = {}",
                        text(schema),
                        text(catalogue)
                    ),
                    _ => format!("n.nspname = {}", text(&above.concat())),
                };
                format!(
                    "SELECT CAST(a.attname AS text), format_type(a.atttypid, a.atttypmod), \
                     CASE WHEN has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') \
                     OR has_any_column_privilege(c.oid, 'INSERT, UPDATE') \
                     OR pg_has_role(c.relowner, 'MEMBER') THEN '1' ELSE '0' END \
                     || CASE WHEN a.attnotnull THEN '0' ELSE '1' END \
                     || CASE WHEN current_setting('transaction_read_only') = 'on' \
                     AND current_setting('search_path') = 'pg_catalog' THEN '0' ELSE '1' END \
                     || CASE WHEN current_setting('server_encoding') = 'UTF8' THEN '0' ELSE '1' END \
                     FROM pg_catalog.pg_attribute a \
                     JOIN pg_catalog.pg_class c ON c.oid = a.attrelid \
                     JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
                     WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND {schema} \
                     AND c.relname = {table} AND a.attnum > 0 AND NOT a.attisdropped \
                     AND has_column_privilege(c.oid, a.attnum, 'SELECT') \
                     ORDER BY a.attnum LIMIT {limit}"
                )
            }
            Self::DuckDb => {
                let schema = match above {
                    [catalogue, schema, ..] => format!(
                        "schema_name = {} AND database_name = {}",
                        text(schema),
                        text(catalogue)
                    ),
                    _ => format!(
                        "schema_name = {} AND database_name = current_database()",
                        text(&above.concat())
                    ),
                };
                format!(
                    "SELECT column_name, data_type, \
                     CASE WHEN is_nullable THEN '0100' ELSE '0000' END FROM duckdb_columns() \
                     WHERE {schema} AND table_name = {table} ORDER BY column_index LIMIT {limit}"
                )
            }
            Self::Spark => {
                // Sail has no `DESCRIBE TABLE` of files by their names, and no `DESCRIBE QUERY`.
                format!(
                    "SELECT '' AS name, \
                     typeof((SELECT struct(*) FROM {} LIMIT 0)) AS type, '0100' AS flags",
                    self.table(&path)
                )
            }
        }
    }

    /// Reads the answer to [`Dialect::columns`]; `None` if it has another form. A table that is not
    /// there has no columns.
    #[must_use]
    pub fn read_columns(self, rows: &Rows) -> Option<CatalogueTable> {
        let mut columns = Vec::new();
        let (mut writable, mut reads_only, mut is_utf8) = (false, true, true);
        let mut described = Vec::new();
        for row in rows {
            let [Some(name), Some(type_name), Some(flags)] = row.as_slice() else {
                return None;
            };
            match self {
                Self::PostgreSql | Self::DuckDb => {
                    described.push((name.as_str(), type_name.as_str(), flags.as_str()));
                }
                Self::Spark => {
                    let fields = fields(type_name)?.into_iter();
                    described
                        .extend(fields.map(|(name, type_name)| (name, type_name, flags.as_str())));
                }
            }
        }
        for (name, type_name, flags) in described {
            let is_flag = |flag: &u8| [b'0', b'1'].contains(flag);
            let flags: [u8; 4] = flags.as_bytes().try_into().ok()?;
            if !flags.iter().all(is_flag) {
                return None;
            }
            let [is_writable, is_nullable, is_unsettled, is_other] = flags.map(|flag| flag == b'1');
            writable |= is_writable;
            reads_only &= !is_unsettled;
            is_utf8 &= !is_other;
            let (base, digits) = split(type_name);
            let decimals = digits.and_then(|(precision, scale)| {
                (scale <= precision && scale <= 18).then_some(scale)
            });
            let storage = match self {
                Self::PostgreSql => self.storage(base),
                Self::DuckDb | Self::Spark => self.storage(type_name),
            };
            let is_decimal = matches!(storage, Some(CellStorage::Decimal(_)));
            columns.push(CatalogueColumn {
                name: name.to_owned(),
                type_name: type_name.to_owned(),
                storage,
                decimals: decimals.filter(|_| is_decimal),
                digits: digits.filter(|_| is_decimal),
                nullable: is_nullable,
            });
        }
        Some(CatalogueTable {
            columns,
            writable,
            reads_only,
            is_utf8,
        })
    }

    /// Returns a statement that names a table and reads no row of it, or `None` if the database knows
    /// all of its tables. A view of DuckDB may name files that cannot be read.
    #[must_use]
    pub fn bind(self, path: &[String]) -> Option<String> {
        match self {
            Self::DuckDb => {
                let table = self.table(&self.with_schema(path));
                Some(format!("SELECT '1' FROM {table} LIMIT 0"))
            }
            Self::PostgreSql | Self::Spark => None,
        }
    }

    /// Returns statements that create a role which can only read a table. Empty for a database
    /// without roles.
    #[must_use]
    pub fn grants(self, path: &[String]) -> Vec<String> {
        let Self::PostgreSql = self else {
            return Vec::new();
        };
        let path = self.with_schema(path);
        // Without the catalogue.
        let [.., schema, table] = path.as_slice() else {
            return Vec::new();
        };
        let [schema, table] = [schema, table].map(|name| self.syntax().name(name));
        vec![
            "CREATE ROLE poundwise_reader LOGIN PASSWORD '...';".to_owned(),
            format!("GRANT USAGE ON SCHEMA {schema} TO poundwise_reader;"),
            format!("GRANT SELECT ON {schema}.{table} TO poundwise_reader;"),
        ]
    }
}

/// Splits a type of Spark such as `struct<age:int,income:decimal(10,2)>` into names and types. Names
/// have no quotes there: one with a colon is cut, and a statement that reads it fails.
fn fields(row: &str) -> Option<Vec<(&str, &str)>> {
    let mut rest = row.strip_prefix("struct<")?.strip_suffix('>')?;
    let mut fields = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once(':')?;
        let mut depth = 0_u32;
        let end = after.find(|c| {
            match c {
                '<' | '(' => depth += 1,
                '>' | ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            c == ',' && depth == 0
        });
        let (type_name, more) = after.split_at(end.unwrap_or(after.len()));
        fields.push((name, type_name));
        rest = more.strip_prefix(',').unwrap_or_default();
    }
    Some(fields)
}

/// Splits a type such as `numeric(10,2)` into its name and its digits.
fn split(type_name: &str) -> (&str, Option<(u32, u32)>) {
    let Some((name, rest)) = type_name.split_once('(') else {
        return (type_name, None);
    };
    let Some(inner) = rest.strip_suffix(')') else {
        // As in `timestamp(3) with time zone`.
        return (type_name, None);
    };
    let digits = match inner.split_once(',') {
        Some((precision, scale)) => precision.trim().parse().ok().zip(scale.trim().parse().ok()),
        None => inner.trim().parse().ok().map(|precision| (precision, 0)),
    };
    (name, digits)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn row(name: &str, type_name: &str, writable: &str) -> Vec<Option<String>> {
        [name, type_name, writable]
            .map(|cell| Some(cell.to_owned()))
            .to_vec()
    }

    #[test]
    fn types_of_columns_are_read() {
        use CellStorage::{Date, Decimal, Integer, Text};
        let of = |dialect: Dialect, type_name: &str| {
            let row = match dialect {
                Dialect::Spark => row("", &format!("struct<c:{type_name}>"), "0100"),
                _ => row("c", type_name, "0100"),
            };
            let table = dialect.read_columns(&[row]).unwrap();
            (table.columns[0].storage, table.columns[0].decimals)
        };
        for (type_name, expected) in [
            ("bigint", (Some(Integer), None)),
            ("numeric", (Some(Decimal(None)), None)),
            ("numeric(10,2)", (Some(Decimal(None)), Some(2))),
            ("numeric(3,-2)", (Some(Decimal(None)), None)),
            ("character varying(20)", (Some(Text), None)),
            ("character(3)", (Some(Text), None)),
            ("date", (Some(Date), None)),
            ("double precision", (None, None)),
            ("timestamp(3) without time zone", (None, None)),
            ("text[]", (None, None)),
            ("public.\"own type\"", (None, None)),
        ] {
            assert_eq!(of(Dialect::PostgreSql, type_name), expected, "{type_name}");
        }
        let decimal = (Some(Decimal(Some((10, 2)))), Some(2));
        assert_eq!(of(Dialect::DuckDb, "DECIMAL(10,2)"), decimal);
        assert_eq!(of(Dialect::DuckDb, "DOUBLE"), (None, None));
        assert_eq!(of(Dialect::Spark, "decimal(10,2)"), decimal);
        assert_eq!(of(Dialect::Spark, "int"), (Some(Integer), None));
    }

    #[test]
    fn answers_of_another_form_are_refused() {
        let dialect = Dialect::PostgreSql;
        assert!(dialect.read_columns(&[vec![None, None, None]]).is_none());
        assert!(dialect.read_columns(&[vec![Some(String::new())]]).is_none());
        assert!(dialect.read_tables(&[vec![None]]).is_none());
        let table = dialect.read_columns(&[row("a", "text", "1000")]).unwrap();
        assert!(table.writable && !table.columns[0].nullable);
        assert!(dialect.read_columns(&[row("a", "text", "10")]).is_none());
        assert!(dialect.read_columns(&[]).unwrap().columns.is_empty());
        for type_name in ["int", "struct<", "struct<a>", "struct<a:int,b>", ""] {
            let table = Dialect::Spark.read_columns(&[row("", type_name, "0100")]);
            assert!(table.is_none(), "{type_name}");
        }
    }

    #[test]
    fn the_type_of_a_row_of_spark_has_its_columns() {
        let columns = |type_name: &str| {
            let table = Dialect::Spark.read_columns(&[row("", type_name, "0100")]);
            let columns = table.unwrap().columns.into_iter();
            columns
                .map(|column| (column.name, column.type_name))
                .collect::<Vec<_>>()
        };
        assert_eq!(columns("struct<>"), []);
        let type_name = "struct<a b:int,income:decimal(10,2),x,`y<(:map<string,struct<n:int,m:date>>,\
                         it's:string>";
        let expected = [
            ("a b", "int"),
            ("income", "decimal(10,2)"),
            ("x,`y<(", "map<string,struct<n:int,m:date>>"),
            ("it's", "string"),
        ];
        assert_eq!(
            columns(type_name),
            expected.map(|(name, type_name)| (name.to_owned(), type_name.to_owned()))
        );
    }
}
