//! Texts of all characters have one canonical form here and in each database.

use poundwise_query::kinds::{BinSpec, HistogramSpec};
use poundwise_query::{Column, Table, canonical_text, plan};
use poundwise_sql::{CellStorage, Dialect, LinkedColumn, LinkedTable, SqlStatement};

use crate::databases::{TestDatabase, postgresql};
use crate::questions::units;

/// Texts in which a character of each plane's first half meets letters, marks and spaces that it
/// could combine with or change places with.
fn texts() -> Vec<String> {
    let characters = ('\u{1}'..'\u{20000}').filter(|c| !c.is_control() || *c > ' ');
    let mut all: Vec<String> = characters
        .map(|c| format!(" {c}a\u{301}{c}\u{323}\u{1100}{c} "))
        .collect();
    all.extend(('\u{2f800}'..='\u{2fa1f}').map(String::from));
    all
}

/// Returns the characters of the texts whose form in the database is another one.
fn others(database: &TestDatabase, schema_name: &str) -> Vec<String> {
    let mut texts = texts();
    texts.retain(|text| database.dialect.takes(text));
    let table = Table::new(vec![
        Column::texts("t", texts.iter().map(String::as_str))
            .ok()
            .unwrap(),
    ]);
    let schema = table.ok().unwrap().schema();
    database.execute("DROP TABLE IF EXISTS forms");
    database.execute("CREATE TABLE forms (t VARCHAR, c VARCHAR)");
    for part in texts.chunks(5000) {
        let rows = part.iter().map(|text| {
            let quoted = |text: &str| text.replace('\'', "''");
            format!("('{}', '{}')", quoted(text), quoted(&canonical_text(text)))
        });
        let rows: Vec<String> = rows.collect();
        database.execute(&format!("INSERT INTO forms VALUES {}", rows.join(", ")));
    }
    // The statement's own form of the column, beside the one that was computed here.
    let spec = HistogramSpec::new("t", BinSpec::Values(vec!["a".to_owned()])).into();
    let plan = plan(&spec, &schema, &units()[0]).ok().unwrap();
    let column = LinkedColumn {
        name: "t".to_owned(),
        storage: CellStorage::Text,
    };
    let path = vec![schema_name.to_owned(), "forms".to_owned()];
    let linked = LinkedTable::new(database.dialect, path, vec![column], &schema).unwrap();
    let statement = SqlStatement::new(&plan, &linked, &[7; 32]).unwrap();
    let form = statement.sql();
    let form = &form[form.find("SELECT ").unwrap() + 7..form.find(" AS c0").unwrap()];
    let exact = match database.dialect {
        Dialect::PostgreSql => "convert_to(coalesce({}, ''), 'UTF8')",
        Dialect::DuckDb | Dialect::Spark => "encode(coalesce({}, ''))",
    };
    let (found, expected) = (exact.replace("{}", form), exact.replace("{}", "r.c"));
    let rows = database.rows(&format!(
        "SELECT r.c FROM forms AS r WHERE {found} <> {expected}"
    ));
    let others = rows.unwrap().into_iter();
    let others = others.map(|row| row[0].clone().unwrap()).collect();
    // Characters since Unicode 13.
    for c in ['\u{897}', '\u{1acf}', '\u{10d69}', '\u{1e5ee}'] {
        assert!(!database.dialect.takes(&c.to_string()));
        assert!(database.rows(statement.sql()).is_ok());
        database.execute(&format!("INSERT INTO forms VALUES ('a{c}', '')"));
        assert!(database.rows(statement.sql()).is_err(), "{c:?}");
        database.execute(&format!("DELETE FROM forms WHERE t = 'a{c}'"));
    }
    others
}

fn check(database: &TestDatabase, schema_name: &str) {
    let others = others(database, schema_name);
    let shown: Vec<String> = others
        .iter()
        .map(|text| text.escape_unicode().to_string())
        .collect();
    assert!(
        shown.is_empty(),
        "{:?}: {} {shown:?}",
        database.dialect,
        shown.len()
    );
}

#[test]
fn texts_of_all_characters_have_one_form() {
    if let Some(database) = TestDatabase::duckdb() {
        check(&database, "main");
    }
    if let Some(database) = postgresql() {
        check(&database, "public");
    }
}
