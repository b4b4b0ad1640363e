//! Tables and columns by the catalogues of real databases, through the process.

use std::path::Path;

use poundwise_driver::{DatabaseEngine, Limits, Session};
use poundwise_sql::catalogue::{
    COLUMNS_ANSWER, CatalogueTable, MAX_COLUMNS, MAX_TABLES, TABLES_ANSWER,
};
use poundwise_sql::{CellStorage, Dialect};
use zeroize::Zeroizing;

use crate::databases::{Rows, TestDatabase, postgresql};
use crate::hostile::LIMITS;
use crate::sessions::asked;

/// Names that would end a name, a text or a statement if they were pasted.
const ODD: [&str; 8] = [
    "plain",
    "Upper Case",
    "quo\"te",
    "it's",
    "dot.ted",
    "'; DROP TABLE plain; --",
    "back\\slash %_",
    "größe 😀",
];

/// The catalogue as one user sees it.
struct Reader<'a> {
    engine: DatabaseEngine,
    driver: &'a Path,
    address: &'a str,
    /// Whether the settings of the session are lost, as in some poolers.
    is_pooled: bool,
}

impl Reader<'_> {
    fn rows(&self, sql: &str, columns: usize, rows: usize) -> Rows {
        let mut session = Session::of(self.engine, self.address, 60).ok().unwrap();
        if self.is_pooled {
            session.options[0].1 = Zeroizing::new(self.address.to_owned());
        }
        let limits = Limits {
            columns,
            rows,
            bytes: 1 << 22,
            ..LIMITS
        };
        let answered = asked((self.driver, session), sql, limits, &|| false);
        let answered = answered
            .unwrap_or_else(|error| panic!("{}: {:?}\n{sql}", error.message, error.private));
        answered.rows
    }

    fn tables(&self) -> Vec<Vec<String>> {
        let dialect = Dialect::from(self.engine);
        let rows = self.rows(&dialect.tables().unwrap(), TABLES_ANSWER, MAX_TABLES);
        dialect.read_tables(&rows).unwrap()
    }

    fn table(&self, path: &[&str]) -> CatalogueTable {
        let dialect = Dialect::from(self.engine);
        let path: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
        let rows = self.rows(&dialect.columns(&path), COLUMNS_ANSWER, MAX_COLUMNS);
        dialect.read_columns(&rows).unwrap()
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Creates a table with each odd name in a schema of an odd name, with columns of odd names.
fn create_odd(database: &TestDatabase) {
    let schema = quoted("odd \"it's\"");
    database.execute(&format!("CREATE SCHEMA {schema}"));
    let columns = ODD
        .map(|name| format!("{} integer", quoted(name)))
        .join(", ");
    for name in ODD {
        let table = quoted(name);
        database.execute(&format!("CREATE TABLE {schema}.{table} ({columns})"));
    }
}

fn check_odd(reader: &Reader<'_>) {
    let tables = reader.tables();
    for name in ODD {
        let path = ["odd \"it's\"", name];
        assert!(tables.iter().any(|table| *table == path), "{name}");
        let columns = reader.table(&path).columns;
        let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names, ODD);
    }
    let missing = reader.table(&["odd \"it's\"", "missing"]);
    assert!(missing.columns.is_empty() && !missing.writable);
}

/// Types with their storage and their stated decimals.
type Types = [(&'static str, Option<CellStorage>, Option<u32>)];

fn check_types(reader: &Reader<'_>, path: &[&str], types: &Types) {
    let columns = reader.table(path).columns;
    assert_eq!(columns.len(), types.len());
    for (column, (type_name, storage, decimals)) in columns.iter().zip(types) {
        let found = (column.storage, column.decimals);
        assert_eq!(
            found,
            (*storage, *decimals),
            "{type_name} {}",
            column.type_name
        );
        assert_eq!(
            column.nullable,
            !type_name.ends_with("NOT NULL"),
            "{type_name}"
        );
    }
}

fn create_types(database: &TestDatabase, types: &Types) {
    let columns = types.iter().enumerate();
    let columns: Vec<String> = columns
        .map(|(place, (type_name, ..))| format!("c{place} {type_name}"))
        .collect();
    database.execute(&format!("CREATE TABLE typed ({})", columns.join(", ")));
}

#[test]
fn catalogue_of_postgresql_lists_what_the_role_reads_and_writes() {
    use CellStorage::{Date, Decimal, Integer, Text};
    let Some(database) = postgresql() else { return };
    create_odd(&database);
    database.execute("CREATE DOMAIN whole AS integer");
    let types: &Types = &[
        ("smallint", Some(Integer), None),
        ("integer NOT NULL", Some(Integer), None),
        ("bigint", Some(Integer), None),
        ("numeric", Some(Decimal(None)), None),
        ("numeric(10,2) NOT NULL", Some(Decimal(None)), Some(2)),
        ("numeric(5)", Some(Decimal(None)), Some(0)),
        ("text COLLATE \"de-x-icu\"", Some(Text), None),
        ("varchar(20)", Some(Text), None),
        ("char(3)", Some(Text), None),
        ("date", Some(Date), None),
        ("double precision", None, None),
        ("real", None, None),
        ("boolean", None, None),
        ("timestamp", None, None),
        ("timestamptz(3)", None, None),
        ("money", None, None),
        ("uuid", None, None),
        ("jsonb", None, None),
        ("text[]", None, None),
        ("whole", None, None),
    ];
    create_types(&database, types);
    let reader = |address| Reader {
        engine: DatabaseEngine::PostgreSql,
        driver: &database.driver,
        address,
        is_pooled: false,
    };
    let owner = reader(database.address.as_str());
    check_odd(&owner);
    for path in [
        &["public", "typed"][..],
        &["typed"],
        &["postgres", "public", "typed"],
    ] {
        check_types(&owner, path, types);
        assert!(owner.table(path).writable);
    }
    assert!(
        owner
            .table(&["other", "public", "typed"])
            .columns
            .is_empty()
    );

    // A role by the statements for the owner.
    let path = ["odd \"it's\"".to_owned(), "it's".to_owned()];
    for statement in Dialect::PostgreSql.grants(&path) {
        database.execute(&statement);
    }
    let address = database
        .address
        .replace("user=owner", "user=poundwise_reader");
    let granted = reader(&address);
    let path = ["odd \"it's\"", "it's"];
    assert_eq!(granted.tables(), [path]);
    let table = granted.table(&path);
    assert_eq!(table.columns.len(), ODD.len());
    assert!(!table.writable && table.reads_only && table.is_utf8);
    let pooled = Reader {
        is_pooled: true,
        ..reader(&address)
    };
    assert!(!pooled.table(&path).reads_only);
    assert!(granted.table(&["public", "typed"]).columns.is_empty());
    let table = format!("{}.{}", quoted(path[0]), quoted(path[1]));
    for privilege in ["INSERT", "UPDATE (plain)", "DELETE", "TRUNCATE"] {
        database.execute(&format!("GRANT {privilege} ON {table} TO poundwise_reader"));
        assert!(granted.table(&path).writable, "{privilege}");
        database.execute(&format!(
            "REVOKE {privilege} ON {table} FROM poundwise_reader"
        ));
        assert!(!granted.table(&path).writable, "{privilege}");
    }
    // An owner without privileges can give them back.
    database.execute(&format!("ALTER TABLE {table} OWNER TO poundwise_reader"));
    database.execute(&format!("REVOKE ALL ON {table} FROM poundwise_reader"));
    database.execute(&format!("GRANT SELECT ON {table} TO poundwise_reader"));
    assert!(granted.table(&path).writable);
    database.execute(&format!("ALTER TABLE {table} OWNER TO owner"));
    // Columns that the role cannot read are not listed.
    database.execute(&format!("REVOKE SELECT ON {table} FROM poundwise_reader"));
    database.execute(&format!(
        "GRANT SELECT (plain) ON {table} TO poundwise_reader"
    ));
    let columns = granted.table(&path).columns;
    assert_eq!(columns.len(), 1);
    assert_eq!(columns[0].name, "plain");
    database.execute(&format!("DROP SCHEMA {} CASCADE", quoted(path[0])));
}

#[test]
fn catalogue_of_duckdb_lists_tables_and_views() {
    use CellStorage::{Date, Decimal, Integer, Text};
    let Some(database) = TestDatabase::duckdb() else {
        return;
    };
    create_odd(&database);
    let decimal = Some(Decimal(Some((10, 2))));
    let types: &Types = &[
        ("TINYINT", Some(Integer), None),
        ("INTEGER NOT NULL", Some(Integer), None),
        ("BIGINT", Some(Integer), None),
        ("DECIMAL(10,2)", decimal, Some(2)),
        ("VARCHAR", Some(Text), None),
        ("VARCHAR COLLATE NOCASE", Some(Text), None),
        ("DATE", Some(Date), None),
        ("DOUBLE", None, None),
        ("FLOAT", None, None),
        ("BOOLEAN", None, None),
        ("TIMESTAMP", None, None),
        ("HUGEINT", None, None),
        ("VARCHAR[]", None, None),
        ("ENUM('a', 'b')", None, None),
    ];
    create_types(&database, types);
    database.execute("CREATE VIEW seen AS SELECT c1, c4 FROM typed");
    let (driver, address, _kept) = database.close();
    let reader = Reader {
        engine: DatabaseEngine::DuckDb,
        driver: &driver,
        address: &address,
        is_pooled: false,
    };
    check_odd(&reader);
    for path in [
        &["main", "typed"][..],
        &["typed"],
        &["data", "main", "typed"],
    ] {
        check_types(&reader, path, types);
        assert!(!reader.table(path).writable);
    }
    assert!(reader.tables().iter().any(|path| *path == ["main", "seen"]));
    let seen = reader.table(&["main", "seen"]).columns;
    let storage: Vec<Option<CellStorage>> = seen.iter().map(|column| column.storage).collect();
    assert_eq!(storage, [Some(Integer), Some(Text)]);
    assert!(Dialect::DuckDb.grants(&["t".to_owned()]).is_empty());
}
