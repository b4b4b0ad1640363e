//! PostgreSQL. Sums are `numeric`, which has no limit that a sum could reach.

use poundwise_driver::CELL_ERROR;

use super::{IGNORED, NEWER, Syntax, WHITE_SPACE, class, in_words, newer_unicode, power};
use crate::storage::CellStorage;
use crate::tree::Function;

pub(super) struct PostgreSql;

/// Writes a text with the escapes of `E''`, which are read alike whatever the session's settings.
fn escaped(text: &str) -> String {
    let mut sql = String::from("E'");
    for c in text.chars() {
        match c {
            '\\' => sql.push_str("\\\\"),
            '\'' => sql.push_str("''"),
            ' '..='~' => sql.push(c),
            _ => sql.push_str(&unicode(c)),
        }
    }
    sql.push('\'');
    sql
}

fn unicode(c: char) -> String {
    match u32::from(c) {
        code @ 0..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    }
}

impl Syntax for PostgreSql {
    fn name(&self, name: &str) -> String {
        format!("\"{}\"", name.replace('"', "\"\""))
    }

    fn text(&self, text: &str) -> String {
        match text.contains(['\\', '\n', '\r']) {
            true => escaped(text),
            false => format!("'{}'", text.replace('\'', "''")),
        }
    }

    fn call(&self, function: Function, of: &str) -> String {
        match function {
            Function::CanonicalText => {
                // Explicit, so that no collation of the column or the database applies.
                let text = format!("(CAST({of} AS text) COLLATE \"C\")");
                let ascii = escaped(&WHITE_SPACE[..6].iter().collect::<String>());
                let spaces = escaped(&WHITE_SPACE.iter().collect::<String>());
                let ignored = self.text(&class(&IGNORED, unicode));
                let newer = self.text(&class(&NEWER, unicode));
                let error = self.text(&newer_unicode(of));
                format!(
                    "NULLIF(CASE WHEN octet_length({text}) = char_length({text}) \
                     THEN btrim({text}, {ascii}) \
                     WHEN {text} ~ {newer} \
                     THEN CAST(CAST({error} || left({text}, 0) AS integer) AS text) \
                     ELSE btrim(normalize(regexp_replace({text}, {ignored}, '', 'g'), NFC), {spaces}) \
                     END, '')"
                )
            }
            Function::Exact => format!("({of} COLLATE \"C\")"),
            Function::Bytes => format!("octet_length({of})"),
            Function::Scaled(CellStorage::Decimal(_), decimals) => {
                // Numbers of more than 37 digits are an error: a file's are rounded to fewer decimals.
                let scaled = format!("round({of} * {}, 0)", power(decimals));
                let limit = power(37);
                let error = self.text(&format!(
                    "{CELL_ERROR}a number of {} has more than 37 digits with {decimals} decimals",
                    in_words(of)
                ));
                format!(
                    "CASE WHEN {of} IS NULL OR {of} IN ('NaN', 'Infinity', '-Infinity') THEN NULL \
                     WHEN abs({of}) < {limit} AND abs({scaled}) < {limit} THEN {scaled} \
                     ELSE CAST({error} || left(CAST({of} AS text), 0) AS numeric) END"
                )
            }
            Function::Scaled(..) => format!("CAST({of} AS bigint)"),
            Function::Days => format!(
                "CASE WHEN {of} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' \
                 THEN {of} - DATE '1970-01-01' END"
            ),
            // A date alone would be read in the time zone of the session.
            Function::DayText => format!("to_char(CAST({of} AS timestamp), 'YYYY-MM-DD')"),
            Function::Digits => format!("CAST({of} AS text)"),
            Function::Sha256 => format!("sha256(convert_to({of}, 'UTF8'))"),
            Function::Wide => format!("CAST({of} AS numeric)"),
            Function::Sum => format!("COALESCE(SUM({of}), 0)"),
            Function::Count => format!("COUNT({of})"),
        }
    }

    fn type_name(&self, of: &str) -> String {
        format!("CAST(pg_typeof({of}) AS text)")
    }

    fn types(&self, storage: CellStorage) -> Vec<String> {
        let types: &[&str] = match storage {
            CellStorage::Integer => &["smallint", "integer", "bigint"],
            CellStorage::Decimal(_) => &["numeric"],
            CellStorage::Text => &["text", "character varying", "character"],
            CellStorage::Date => &["date"],
        };
        types.iter().map(|one| (*one).to_owned()).collect()
    }

    fn is_unicode(&self) -> String {
        "(current_setting('server_encoding') = 'UTF8' \
         AND current_setting('client_encoding') = 'UTF8')"
            .to_owned()
    }
}
