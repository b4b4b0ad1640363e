//! Names and texts of an owner stay names and texts.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use poundwise_sql::{CellStorage, Dialect, SqlStatement};
use sqlparser::ast::{Expr, Ident, ObjectName, Query, Statement as Parsed, Value, Visit, Visitor};
use sqlparser::dialect::{DatabricksDialect, DuckDbDialect, PostgreSqlDialect};
use sqlparser::parser::Parser;

use crate::support::{KEY, linked, planned, questions};

/// What a statement refers to.
#[derive(Default)]
struct Found {
    tables: BTreeSet<Vec<String>>,
    columns: BTreeSet<String>,
    texts: BTreeSet<String>,
    selections: BTreeSet<String>,
}

impl Visitor for Found {
    type Break = ();

    fn pre_visit_query(&mut self, query: &Query) -> ControlFlow<()> {
        let with = query.with.iter().flat_map(|with| &with.cte_tables);
        let names = with.map(|one| one.alias.name.value.clone());
        self.selections.extend(names);
        ControlFlow::Continue(())
    }

    fn pre_visit_relation(&mut self, name: &ObjectName) -> ControlFlow<()> {
        let parts = name.0.iter().filter_map(|part| part.as_ident());
        self.tables
            .insert(parts.map(|part: &Ident| part.value.clone()).collect());
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        match expr {
            Expr::CompoundIdentifier(parts) => {
                assert_eq!(parts.len(), 2, "{expr}");
                self.columns.insert(parts[1].value.clone());
            }
            Expr::Value(value) => match &value.value {
                Value::SingleQuotedString(text) | Value::EscapedStringLiteral(text) => {
                    self.texts.insert(text.clone());
                }
                Value::HexStringLiteral(digits) => {
                    let bytes = (0..digits.len()).step_by(2);
                    let bytes = bytes.map(|at| u8::from_str_radix(&digits[at..at + 2], 16));
                    let bytes: Vec<u8> = bytes.map(Result::unwrap).collect();
                    self.texts.insert(String::from_utf8(bytes).unwrap());
                }
                _ => {}
            },
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

fn parse(dialect: Dialect, sql: &str) -> Found {
    let parsed = match dialect {
        Dialect::PostgreSql => Parser::parse_sql(&PostgreSqlDialect {}, sql),
        Dialect::DuckDb => Parser::parse_sql(&DuckDbDialect {}, sql),
        Dialect::Spark => Parser::parse_sql(&DatabricksDialect {}, sql),
    };
    let parsed = parsed.unwrap_or_else(|error| panic!("{dialect:?}: {error}\n{sql}"));
    let [statement @ Parsed::Query(_)] = parsed.as_slice() else {
        panic!("{dialect:?}: not one query\n{sql}");
    };
    let mut found = Found::default();
    assert!(statement.visit(&mut found).is_continue());
    found
}

/// Names that would end a name, a text or a statement if they were pasted.
fn names(dialect: Dialect) -> Vec<[String; 4]> {
    let long = match dialect {
        Dialect::PostgreSql => 50,
        Dialect::DuckDb | Dialect::Spark => 200,
    };
    let of = |form: &dyn Fn(&str) -> String| ["a", "b", "c", "d"].map(form);
    vec![
        of(&|one| format!("x\"; DROP TABLE t; -- {one}")),
        of(&|one| format!("x`; DROP TABLE t; -- {one}")),
        of(&|one| format!("x' OR 1=1 {one}")),
        of(&|one| format!("x.y.{one}")),
        of(&|one| format!("/* {one} */ \\")),
        of(&|one| format!("größe 😀 {one}")),
        of(&|one| format!("${one}$ {{{one}}} ?1 :p @v %s")),
        of(&|one| one.repeat(long)),
        // The names of the statement itself.
        ["r", "rr", "c0", "p"].map(str::to_owned),
    ]
}

#[test]
fn a_statement_is_one_query_of_the_stated_names_and_texts() {
    for dialect in Dialect::ALL {
        for own in names(dialect) {
            let own = own.each_ref().map(String::as_str);
            for value in [
                "'; DROP TABLE t; --",
                "\\' OR 1=1 --",
                "a\"b`c",
                "\\",
                "ä\u{301}",
            ] {
                for person in [None, Some(own[3])] {
                    let path = [own[0], own[1]];
                    let table = linked(dialect, &path, own, CellStorage::Integer);
                    for spec in questions(own, value) {
                        let plan = planned(&spec, own, person);
                        let statement = SqlStatement::new(&plan, &table, &KEY).unwrap();
                        let found = parse(dialect, statement.sql());
                        let others = found.tables.iter().filter(|name| {
                            !(name.len() == 1 && found.selections.contains(&name[0]))
                        });
                        let expected = path.map(str::to_owned).to_vec();
                        assert!(
                            others.clone().all(|name| *name == expected),
                            "{}",
                            statement.sql()
                        );
                        assert!(others.count() == 1, "{}", statement.sql());
                        let unknown = found
                            .columns
                            .iter()
                            .find(|name| !own.contains(&name.as_str()));
                        assert_eq!(unknown, None, "{}", statement.sql());
                        let has_value = plan.query().to_string().contains("2026-11-30")
                            || matches!(spec, poundwise_query::AttributeSpec::Moments(_));
                        let canonical = poundwise_query::canonical_text(value);
                        assert!(
                            !has_value || found.texts.contains(canonical.as_ref()),
                            "{value:?}\n{}",
                            statement.sql()
                        );
                    }
                }
            }
        }
    }
}
