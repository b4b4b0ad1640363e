//! Dialects: the SQL text of a syntax tree for each database.

use std::fmt::Write as _;

use num_bigint::{BigInt, BigUint, Sign};
use poundwise_driver::{CELL_ERROR, DatabaseEngine};
use poundwise_words::Text;

use crate::storage::CellStorage;
use crate::tree::{Expr, From, Function, Infix, Lookup, Query, SELECTIONS, Select};

mod duckdb;
mod postgresql;
mod spark;

/// The dialect of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// PostgreSQL, from version 14.
    PostgreSql,
    /// DuckDB.
    DuckDb,
    /// Spark SQL, of Spark and of Sail.
    Spark,
}

/// White space by Unicode, which the ends of a canonical text do not have.
const WHITE_SPACE: [char; 25] = [
    '\u{9}', '\u{a}', '\u{b}', '\u{c}', '\u{d}', ' ', '\u{85}', '\u{a0}', '\u{1680}', '\u{2000}',
    '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}', '\u{2006}', '\u{2007}', '\u{2008}',
    '\u{2009}', '\u{200a}', '\u{2028}', '\u{2029}', '\u{202f}', '\u{205f}', '\u{3000}',
];

/// Ranges of the characters that a canonical text does not have (`Default_Ignorable_Code_Point`).
const IGNORED: [(char, char); 17] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fff8}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Ranges that hold each character since Unicode 13 that combines with others or has another normal
/// form. A database with older tables of Unicode would leave a text with such a character as it is.
const NEWER: [(char, char); 23] = [
    ('\u{5c8}', '\u{5cf}'),
    ('\u{897}', '\u{89f}'),
    ('\u{8ca}', '\u{8d2}'),
    ('\u{c3c}', '\u{c3c}'),
    ('\u{1715}', '\u{1715}'),
    ('\u{1ac1}', '\u{1aff}'),
    ('\u{1dfa}', '\u{1dfa}'),
    ('\u{105c0}', '\u{105ff}'),
    ('\u{10d40}', '\u{10d8f}'),
    ('\u{10ec2}', '\u{10eff}'),
    ('\u{10f82}', '\u{10f85}'),
    ('\u{11070}', '\u{11070}'),
    ('\u{11380}', '\u{113ff}'),
    ('\u{11f00}', '\u{11f5f}'),
    ('\u{16100}', '\u{1613f}'),
    ('\u{16d40}', '\u{16d7f}'),
    ('\u{1d127}', '\u{1d128}'),
    ('\u{1d250}', '\u{1d2bf}'),
    ('\u{1e08f}', '\u{1e08f}'),
    ('\u{1e2ae}', '\u{1e2ae}'),
    ('\u{1e4d0}', '\u{1e4ff}'),
    ('\u{1e5d0}', '\u{1e5ff}'),
    ('\u{1e6c0}', '\u{1e6ff}'),
];

/// Returns ranges of characters as the class of a regular expression, each end by `escape`.
fn class(ranges: &[(char, char)], escape: impl Fn(char) -> String) -> String {
    let ranges = ranges.iter().map(|(first, last)| match first == last {
        true => escape(*first),
        false => format!("{}-{}", escape(*first), escape(*last)),
    });
    format!("[{}]", ranges.collect::<String>())
}

/// Returns 10^`power` in digits.
fn power(power: u32) -> String {
    format!("1{}", "0".repeat(power as usize))
}

/// The parts of SQL that differ between databases. Arguments and results are SQL expressions that
/// need no more parentheses.
pub(crate) trait Syntax {
    /// Writes a name of the owner's.
    fn name(&self, name: &str) -> String;
    /// Writes a text.
    fn text(&self, text: &str) -> String;
    /// Writes a function of an expression.
    fn call(&self, function: Function, of: &str) -> String;
    /// Writes the name of the type of an expression.
    fn type_name(&self, of: &str) -> String;
    /// Returns the names of the types of this storage, or of the beginnings of names.
    fn types(&self, storage: CellStorage) -> Vec<String>;
    /// Writes a condition that texts are Unicode.
    fn is_unicode(&self) -> String;
    /// Writes an integer.
    fn integer(&self, integer: &BigInt) -> String {
        literal(integer)
    }
}

/// Returns the error of a text that the database cannot bring into its canonical form.
fn newer_unicode(of: &str) -> String {
    let column = in_words(of);
    format!("{CELL_ERROR}a text of {column} needs a newer Unicode")
}

/// Returns a column as an error names it, without the alias of its table.
fn in_words(column: &str) -> &str {
    column.split_once('.').map_or(column, |(_, name)| name)
}

impl std::convert::From<DatabaseEngine> for Dialect {
    fn from(engine: DatabaseEngine) -> Self {
        match engine {
            DatabaseEngine::PostgreSql => Self::PostgreSql,
            DatabaseEngine::DuckDb => Self::DuckDb,
            DatabaseEngine::Spark => Self::Spark,
        }
    }
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Self; 3] = [Self::PostgreSql, Self::DuckDb, Self::Spark];

    pub(crate) fn syntax(self) -> &'static dyn Syntax {
        match self {
            Self::PostgreSql => &postgresql::PostgreSql,
            Self::DuckDb => &duckdb::DuckDb,
            Self::Spark => &spark::Spark,
        }
    }

    /// Returns the name of the database for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::PostgreSql => "PostgreSQL",
            Self::DuckDb => "DuckDB",
            Self::Spark => "Spark",
        }
    }

    pub(crate) fn words(self) -> Text {
        Text::verbatim(self.name())
    }

    /// Returns the largest sum, or `None` if sums have any size.
    #[must_use]
    pub fn widest(self) -> Option<BigUint> {
        let ten = BigUint::from(10_u32);
        match self {
            Self::PostgreSql => None,
            Self::DuckDb => Some(BigUint::from(u128::MAX >> 1)),
            Self::Spark => Some(ten.pow(38) - 1_u32),
        }
    }

    /// Returns whether numbers are rounded as those of files are.
    pub(crate) const fn rounds(self) -> bool {
        match self {
            Self::PostgreSql | Self::DuckDb => true,
            Self::Spark => false,
        }
    }

    /// Returns whether a decimal number of this type becomes an integer without loss.
    pub(crate) const fn scales(self, precision: u32, scale: u32) -> bool {
        match self {
            Self::PostgreSql | Self::DuckDb => precision <= 38,
            // A product has at most 38 digits.
            Self::Spark => precision + scale < 38,
        }
    }

    /// Returns the path of a table with its schema. A name alone is of the schema `public` in
    /// PostgreSQL, whatever the search path of the user, and of `main` in DuckDB.
    #[must_use]
    pub fn with_schema(self, path: &[String]) -> Vec<String> {
        let schema = match (self, path) {
            (Self::PostgreSql, [_]) => Some("public"),
            (Self::DuckDb, [_]) => Some("main"),
            _ => None,
        };
        let schema = schema.map(str::to_owned).into_iter();
        schema.chain(path.iter().cloned()).collect()
    }

    /// Writes the name of a table.
    pub(crate) fn table(self, path: &[String]) -> String {
        let parts: Vec<String> = path.iter().map(|part| self.syntax().name(part)).collect();
        parts.join(".")
    }

    /// Returns whether a table or column can have this name, whole.
    pub(crate) fn has_name(self, name: &str) -> bool {
        let longest = match self {
            // Longer names are cut without an error.
            Self::PostgreSql => 63,
            Self::DuckDb | Self::Spark => 4096,
        };
        let is_own = SELECTIONS
            .iter()
            .any(|own| name.eq_ignore_ascii_case(&own.to_string()));
        // Spark puts the value of a variable in its place, within quotes, too.
        let is_variable = self == Self::Spark && name.contains("${");
        !name.is_empty() && name.len() <= longest && !name.contains('\0') && !is_own && !is_variable
    }

    /// Returns whether a statement takes this text of a cell. One that it does not take, since its
    /// normal form may be another one there, is an error.
    #[must_use]
    pub fn takes(self, text: &str) -> bool {
        let unsettled: &[(char, char)] = match self {
            Self::PostgreSql | Self::DuckDb => &NEWER,
            Self::Spark => &spark::UNSETTLED,
        };
        let is_settled = |c: char| {
            !unsettled
                .iter()
                .any(|(first, last)| (*first..=*last).contains(&c))
        };
        text.chars().all(is_settled)
    }

    /// Returns the storage of a column by the database's name of its type, or `None` for a type that
    /// is not supported. Floating-point numbers are not taken: cast them to a decimal
    /// type with a stated scale in a view.
    #[must_use]
    pub fn storage(self, type_name: &str) -> Option<CellStorage> {
        let name = type_name.trim();
        let decimal = name
            .to_ascii_lowercase()
            .strip_prefix("decimal(")
            .and_then(|rest| {
                let (precision, scale) = rest.strip_suffix(')')?.split_once(',')?;
                Some((precision.trim().parse().ok()?, scale.trim().parse().ok()?))
            });
        let plain = [
            CellStorage::Integer,
            CellStorage::Text,
            CellStorage::Date,
            CellStorage::Decimal(None),
        ];
        let is_named = |storage: &CellStorage| {
            let types = self.syntax().types(*storage);
            types.iter().any(|one| one.eq_ignore_ascii_case(name))
        };
        match (self, decimal) {
            (Self::DuckDb | Self::Spark, Some(limits)) => Some(CellStorage::Decimal(Some(limits))),
            _ => plain.into_iter().find(is_named),
        }
    }

    /// Writes a statement about the table of this path, whose columns have these names.
    pub(crate) fn write<'a>(
        self,
        query: &Query,
        path: &[String],
        columns: &(impl Iterator<Item = &'a str> + Clone),
    ) -> String {
        let mut alias = "r".to_owned();
        // A column of this name could be taken for the alias.
        while columns
            .clone()
            .any(|name| name.eq_ignore_ascii_case(&alias))
        {
            alias.push('r');
        }
        Writing {
            syntax: self.syntax(),
            table: self.table(&self.with_schema(path)),
            alias,
        }
        .query(query)
    }
}

/// A statement that is being written.
struct Writing {
    syntax: &'static dyn Syntax,
    table: String,
    alias: String,
}

impl Writing {
    fn query(&self, query: &Query) -> String {
        let with = query
            .with
            .iter()
            .map(|(name, select)| format!("{name} AS (\n  {})", self.select(select)));
        let union = query.union.iter().map(|select| self.select(select));
        format!(
            "WITH {}\n{}",
            with.collect::<Vec<_>>().join(",\n"),
            union.collect::<Vec<_>>().join("\nUNION ALL\n")
        )
    }

    fn select(&self, select: &Select) -> String {
        let columns = select.columns.iter();
        let columns = columns.map(|(value, name)| format!("{} AS {name}", self.expr(value)));
        let mut sql = format!("SELECT {}", columns.collect::<Vec<_>>().join(", "));
        // Writing into a string does not fail.
        let _ = match select.from {
            From::Table => write!(sql, "\n  FROM {} AS {}", self.table, self.alias),
            From::Named(name) => write!(sql, "\n  FROM {name}"),
            From::One => Ok(()),
        };
        for lookup in &select.lookups {
            let _ = write!(sql, "\n  LEFT JOIN {}", self.lookup(lookup));
        }
        if let Some(filter) = &select.filter {
            let _ = write!(sql, "\n  WHERE {}", self.expr(filter));
        }
        if let Some(group) = select.group {
            let _ = write!(sql, "\n  GROUP BY {group}");
        }
        sql
    }

    fn lookup(&self, lookup: &Lookup) -> String {
        let values = lookup.values.iter();
        let values = values.map(|(number, key)| format!("({number}, {})", self.expr(key)));
        format!(
            "(VALUES {}) AS {}({}, {}) ON {}",
            values.collect::<Vec<_>>().join(", "),
            lookup.name,
            lookup.number,
            lookup.key,
            self.expr(&lookup.on)
        )
    }

    fn all(&self, values: &[Expr]) -> String {
        let values: Vec<String> = values.iter().map(|value| self.expr(value)).collect();
        values.join(", ")
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Null => "NULL".to_owned(),
            Expr::Integer(integer) => self.syntax.integer(integer),
            Expr::Text(text) => self.syntax.text(text),
            Expr::Name(name) => name.to_string(),
            Expr::Column(name) => format!("{}.{}", self.alias, self.syntax.name(name)),
            Expr::Case(arms, other) => {
                let arms = arms.iter().map(|(condition, value)| {
                    format!("WHEN {} THEN {} ", self.expr(condition), self.expr(value))
                });
                let arms: String = arms.collect();
                format!("CASE {arms}ELSE {} END", self.expr(other))
            }
            Expr::Infix(infix, one, other) => self.infix(*infix, one, other),
            Expr::IsNull(of) => format!("({} IS NULL)", self.expr(of)),
            Expr::IsNotNull(of) => format!("({} IS NOT NULL)", self.expr(of)),
            Expr::Or(of, other) => format!("COALESCE({}, {})", self.expr(of), self.expr(other)),
            Expr::Call(function, of) => self.syntax.call(*function, &self.expr(of)),
            Expr::CountRows => "COUNT(*)".to_owned(),
            Expr::CountOver(by) => format!("COUNT(*) OVER (PARTITION BY {})", self.all(by)),
            Expr::RowNumber(by, order) => format!(
                "row_number() OVER (PARTITION BY {} ORDER BY {})",
                self.all(by),
                self.expr(order)
            ),
            Expr::HasType(name, storage) => {
                let column = format!("{}.{}", self.alias, self.syntax.name(name));
                let cell = format!(
                    "(SELECT {column} FROM {} AS {} LIMIT 0)",
                    self.table, self.alias
                );
                let types = self.syntax.types(*storage);
                let types = types.iter().map(|one| self.syntax.text(one));
                format!(
                    "({} IN ({}))",
                    self.syntax.type_name(&cell),
                    types.collect::<Vec<_>>().join(", ")
                )
            }
            Expr::IsUnicode => self.syntax.is_unicode(),
        }
    }

    /// Writes an operator. Operands of one associative operator need no parentheses between them.
    fn infix(&self, infix: Infix, one: &Expr, other: &Expr) -> String {
        let chains = [Infix::And, Infix::Join];
        let mut parts = vec![other];
        let mut first = one;
        while let Expr::Infix(inner, left, right) = first
            && *inner == infix
            && chains.contains(&infix)
        {
            parts.push(right);
            first = left;
        }
        parts.push(first);
        let parts: Vec<String> = parts.iter().rev().map(|part| self.expr(part)).collect();
        format!("({})", parts.join(&format!(" {} ", infix.symbol())))
    }
}

fn literal(integer: &BigInt) -> String {
    match integer.sign() {
        Sign::Minus => format!("({integer})"),
        Sign::NoSign | Sign::Plus => integer.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use icu_normalizer::DecomposingNormalizerBorrowed;
    use icu_properties::CodePointMapData;
    use icu_properties::props::CanonicalCombiningClass;
    use poundwise_query::canonical_text;
    use regex_syntax::hir::{Class, Hir, HirKind};

    use super::*;

    #[test]
    fn white_space_and_ignored_characters_are_those_of_canonical_texts() {
        let white: Vec<char> = ('\0'..=char::MAX).filter(|c| c.is_whitespace()).collect();
        assert_eq!(white, WHITE_SPACE);
        for c in '\0'..=char::MAX {
            let ignored = IGNORED
                .iter()
                .any(|(first, last)| (*first..=*last).contains(&c));
            assert_eq!(canonical_text(&format!("a{c}b")) == "ab", ignored, "{c:?}");
        }
    }

    /// In older tables they combine with no other character, and have no parts.
    #[test]
    fn characters_since_unicode_13_that_combine_or_have_parts_are_listed() {
        let older = regex_syntax::parse(r"\p{Age=13.0}");
        let Some(HirKind::Class(Class::Unicode(mut newer))) = older.ok().map(Hir::into_kind) else {
            panic!("no class");
        };
        newer.negate();
        let newer: Vec<(char, char)> = newer.iter().map(|one| (one.start(), one.end())).collect();
        let is_newer = |c: char| {
            newer
                .iter()
                .any(|(first, last)| (*first..=*last).contains(&c))
        };
        let decomposed = DecomposingNormalizerBorrowed::new_nfd();
        let classes = CodePointMapData::<CanonicalCombiningClass>::new();
        let mut found = Vec::new();
        for c in newer.iter().flat_map(|(first, last)| *first..=*last) {
            let text = c.to_string();
            let parts = decomposed.normalize(&text);
            if classes.get(c) != CanonicalCombiningClass::NotReordered || parts != text {
                found.push(c);
                // Newer tables alone make one character of its parts, one of which is newer, too.
                found.extend(parts.chars().filter(|part| is_newer(*part)));
            }
        }
        assert!(found.len() > 100, "{found:?}");
        found.retain(|c| Dialect::PostgreSql.takes(&c.to_string()));
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn types_are_known_by_their_names() {
        let decimal = |precision, scale| Some(CellStorage::Decimal(Some((precision, scale))));
        for (dialect, name, storage) in [
            (Dialect::PostgreSql, "integer", Some(CellStorage::Integer)),
            (
                Dialect::PostgreSql,
                "numeric",
                Some(CellStorage::Decimal(None)),
            ),
            (
                Dialect::PostgreSql,
                "character varying",
                Some(CellStorage::Text),
            ),
            (Dialect::PostgreSql, "double precision", None),
            (Dialect::DuckDb, "DECIMAL(18,3)", decimal(18, 3)),
            (Dialect::DuckDb, "VARCHAR", Some(CellStorage::Text)),
            (Dialect::DuckDb, "HUGEINT", None),
            (Dialect::DuckDb, "DOUBLE", None),
            (Dialect::Spark, "decimal(10,2)", decimal(10, 2)),
            (Dialect::Spark, "date", Some(CellStorage::Date)),
            (Dialect::Spark, "float", None),
        ] {
            assert_eq!(dialect.storage(name), storage, "{dialect:?} {name}");
        }
    }
}
