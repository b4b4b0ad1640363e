//! DuckDB. Sums are `HUGEINT`, of 127 bits and a sign; one that does not fit is an error.

use super::{IGNORED, NEWER, Syntax, WHITE_SPACE, class, newer_unicode, power};
use crate::storage::CellStorage;
use crate::tree::Function;

pub(super) struct DuckDb;

/// The most digits of a decimal number.
const MAX_DIGITS: u32 = 38;

/// Writes characters that are not seen by their codes.
fn spaces(characters: &[char]) -> String {
    let codes = characters.iter().map(|c| format!("chr({})", u32::from(*c)));
    format!("({})", codes.collect::<Vec<_>>().join(" || "))
}

impl Syntax for DuckDb {
    fn name(&self, name: &str) -> String {
        format!("\"{}\"", name.replace('"', "\"\""))
    }

    fn text(&self, text: &str) -> String {
        // A backslash is an ordinary character.
        format!("'{}'", text.replace('\'', "''"))
    }

    fn call(&self, function: Function, of: &str) -> String {
        match function {
            Function::CanonicalText => {
                // Through bytes, so that no collation of the column applies.
                let text = format!("decode(encode(CAST({of} AS VARCHAR)))");
                let ascii = spaces(&WHITE_SPACE[..6]);
                let all = spaces(&WHITE_SPACE);
                let escape = |c: char| format!("\\x{{{:x}}}", u32::from(c));
                let ignored = self.text(&class(&IGNORED, escape));
                let newer = self.text(&class(&NEWER, escape));
                let error = self.text(&newer_unicode(of));
                format!(
                    "NULLIF(CASE WHEN strlen({text}) = length({text}) THEN trim({text}, {ascii}) \
                     WHEN regexp_matches({text}, {newer}) \
                     THEN CAST(error({error}) AS VARCHAR) \
                     ELSE trim(nfc_normalize(regexp_replace({text}, {ignored}, '', 'g')), {all}) END, \
                     '')"
                )
            }
            Function::Exact => format!("encode({of})"),
            Function::Bytes => format!("strlen({of})"),
            Function::Scaled(CellStorage::Decimal(limits), decimals) => {
                let (precision, scale) = limits.unwrap_or((MAX_DIGITS, 0));
                let scaled = match scale {
                    0 => format!("CAST({of} AS HUGEINT)"),
                    _ if precision + scale < MAX_DIGITS => format!(
                        "CAST({of} * CAST({} AS DECIMAL({}, 0)) AS HUGEINT)",
                        power(scale),
                        scale + 1
                    ),
                    // The text has all decimals of the type.
                    _ => format!("CAST(replace(CAST({of} AS VARCHAR), '.', '') AS HUGEINT)"),
                };
                if decimals == scale {
                    return scaled;
                }
                let unit = power(scale - decimals);
                let half = format!("5{}", "0".repeat((scale - decimals - 1) as usize));
                format!(
                    "CASE WHEN {of} < 0 THEN -(({half} - {scaled}) // {unit}) \
                     ELSE ({scaled} + {half}) // {unit} END"
                )
            }
            Function::Scaled(..) => format!("CAST({of} AS BIGINT)"),
            Function::Days => format!(
                "CASE WHEN {of} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' \
                 THEN CAST({of} - DATE '1970-01-01' AS BIGINT) END"
            ),
            Function::DayText => format!("strftime({of}, '%Y-%m-%d')"),
            Function::Digits => format!("CAST({of} AS VARCHAR)"),
            Function::Sha256 => format!("unhex(sha256({of}))"),
            Function::Wide => format!("CAST({of} AS HUGEINT)"),
            Function::Sum => format!("COALESCE(SUM(CAST({of} AS HUGEINT)), 0)"),
            Function::Count => format!("COUNT({of})"),
        }
    }

    fn type_name(&self, of: &str) -> String {
        format!("typeof({of})")
    }

    fn types(&self, storage: CellStorage) -> Vec<String> {
        let types: &[&str] = match storage {
            CellStorage::Integer => &[
                "TINYINT",
                "SMALLINT",
                "INTEGER",
                "BIGINT",
                "UTINYINT",
                "USMALLINT",
                "UINTEGER",
            ],
            CellStorage::Decimal(Some((precision, scale))) => {
                return vec![format!("DECIMAL({precision},{scale})")];
            }
            CellStorage::Decimal(None) => &[],
            CellStorage::Text => &["VARCHAR"],
            CellStorage::Date => &["DATE"],
        };
        types.iter().map(|one| (*one).to_owned()).collect()
    }

    fn is_unicode(&self) -> String {
        // Texts are always UTF-8.
        "(1 = 1)".to_owned()
    }
}
