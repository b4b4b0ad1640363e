//! Spark SQL, of Spark and of Sail. Sums are `DECIMAL(38, 0)`.
//!
//! Spark has no normalization of Unicode. A text with a character of `UNSETTLED`, whose normal form
//! may be another one, is an error.

use num_bigint::BigInt;
use poundwise_driver::CELL_ERROR;

use super::{IGNORED, Syntax, WHITE_SPACE, class, in_words, literal, power};
use crate::storage::CellStorage;
use crate::tree::Function;

pub(super) struct Spark;

/// Ranges that hold each character that combines with others or has another normal form. They hold
/// other characters as well.
pub(super) const UNSETTLED: [(char, char); 16] = [
    ('\u{300}', '\u{37e}'),
    ('\u{387}', '\u{387}'),
    ('\u{483}', '\u{487}'),
    ('\u{591}', '\u{1cff}'),
    ('\u{1dc0}', '\u{1dff}'),
    ('\u{1f71}', '\u{200a}'),
    ('\u{20d0}', '\u{20ff}'),
    ('\u{2126}', '\u{212b}'),
    ('\u{2329}', '\u{232a}'),
    ('\u{2adc}', '\u{2dff}'),
    ('\u{302a}', '\u{309a}'),
    ('\u{a66f}', '\u{abff}'),
    ('\u{d7a4}', '\u{d7ff}'),
    ('\u{f900}', '\u{fe2f}'),
    ('\u{10000}', '\u{1efff}'),
    ('\u{2f800}', '\u{2fa1f}'),
];

fn hexadecimal(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02X}")).collect()
}

/// Writes a text by its bytes.
fn bytes(text: &str) -> String {
    format!("CAST(X'{}' AS STRING)", hexadecimal(text))
}

impl Syntax for Spark {
    fn name(&self, name: &str) -> String {
        format!("`{}`", name.replace('`', "``"))
    }

    fn text(&self, text: &str) -> String {
        // Escapes depend on the session's settings, and `${name}` is replaced by a variable's value.
        match text.contains(['\\', '\'', '\n', '\r', '$']) {
            true => bytes(text),
            false => format!("'{text}'"),
        }
    }

    fn call(&self, function: Function, of: &str) -> String {
        match function {
            Function::CanonicalText => {
                let text = format!("CAST({of} AS STRING)");
                let literal = |c: char| c.to_string();
                let ascii = bytes(&WHITE_SPACE[..6].iter().collect::<String>());
                let all = bytes(&WHITE_SPACE.iter().collect::<String>());
                let ignored = bytes(&class(&IGNORED, literal));
                let unsettled = bytes(&class(&UNSETTLED, literal));
                let error = self.text(&format!(
                    "{CELL_ERROR}a text of {} needs normalization",
                    in_words(of)
                ));
                let kept = format!("regexp_replace({text}, {ignored}, '')");
                format!(
                    "NULLIF(CASE WHEN octet_length({text}) = char_length({text}) \
                     THEN trim(BOTH {ascii} FROM {text}) \
                     WHEN {kept} RLIKE {unsettled} \
                     THEN CAST(raise_error({error}) AS STRING) \
                     ELSE trim(BOTH {all} FROM {kept}) END, '')"
                )
            }
            // Digits have one order under each collation. Sail orders no bytes.
            Function::Exact => format!("hex({of})"),
            Function::Bytes => format!("octet_length({of})"),
            Function::Scaled(CellStorage::Decimal(limits), _) => {
                let scale = limits.map_or(0, |(_, scale)| scale);
                format!(
                    "CAST({of} * CAST({} AS DECIMAL({}, 0)) AS DECIMAL(38, 0))",
                    power(scale),
                    scale + 1
                )
            }
            Function::Scaled(..) => format!("CAST({of} AS BIGINT)"),
            Function::Days => format!(
                "CASE WHEN {of} BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' \
                 THEN datediff({of}, DATE '1970-01-01') END"
            ),
            Function::DayText | Function::Digits => format!("CAST({of} AS STRING)"),
            Function::Sha256 => format!("sha2({of}, 256)"),
            Function::Wide => format!("CAST({of} AS DECIMAL(38, 0))"),
            Function::Sum => format!("COALESCE(SUM(CAST({of} AS DECIMAL(38, 0))), 0)"),
            Function::Count => format!("COUNT({of})"),
        }
    }

    fn type_name(&self, of: &str) -> String {
        format!("typeof({of})")
    }

    fn types(&self, storage: CellStorage) -> Vec<String> {
        let types: &[&str] = match storage {
            CellStorage::Integer => &["tinyint", "smallint", "int", "bigint"],
            CellStorage::Decimal(Some((precision, scale))) => {
                return vec![format!("decimal({precision},{scale})")];
            }
            CellStorage::Decimal(None) => &[],
            CellStorage::Text => &["string"],
            CellStorage::Date => &["date"],
        };
        types.iter().map(|one| (*one).to_owned()).collect()
    }

    fn is_unicode(&self) -> String {
        "(1 = 1)".to_owned()
    }

    fn integer(&self, integer: &BigInt) -> String {
        match i64::try_from(integer) {
            Ok(_) => literal(integer),
            // Spark takes NULL of an integer column for above a literal below 64 bits, and for below
            // one above them (its rule `DecimalPrecision`). It does so of literals alone.
            Err(_) => format!("CAST({integer} AS DECIMAL(38, 0))"),
        }
    }
}

#[cfg(test)]
mod tests {
    use icu_normalizer::ComposingNormalizerBorrowed;
    use icu_properties::CodePointMapData;
    use icu_properties::props::CanonicalCombiningClass;

    use super::*;

    #[test]
    fn integers_beyond_64_bits_are_no_literals() {
        for (integer, sql) in [
            (i128::from(i64::MAX), "9223372036854775807"),
            (i128::from(i64::MIN), "(-9223372036854775808)"),
            (1 << 63, "CAST(9223372036854775808 AS DECIMAL(38, 0))"),
            (
                -1 - (1 << 63),
                "CAST(-9223372036854775809 AS DECIMAL(38, 0))",
            ),
        ] {
            assert_eq!(Spark.integer(&BigInt::from(integer)), sql);
        }
    }

    #[test]
    fn variables_are_not_replaced() {
        assert!(!Spark.text("${env:USER}").contains('$'));
        assert!(!crate::Dialect::Spark.has_name("${env:USER}"));
        assert!(crate::Dialect::DuckDb.has_name("${env:USER}"));
    }

    /// A text of other characters is its own normal form C.
    #[test]
    fn characters_that_change_under_normalization_are_unsettled() {
        let composed = ComposingNormalizerBorrowed::new_nfc();
        let classes = CodePointMapData::<CanonicalCombiningClass>::new();
        for c in '\0'..=char::MAX {
            let text = c.to_string();
            // Beyond them there are ideographs, symbols and private characters.
            let combines = classes.get(c) != CanonicalCombiningClass::NotReordered
                || c < '\u{20000}'
                    && [
                        "e", "a", "\u{1100}", "\u{ac00}", "\u{3046}", "\u{9c7}", "\u{1b05}",
                    ]
                    .iter()
                    .any(|one| composed.normalize(&format!("{one}{c}")) != format!("{one}{c}"));
            if combines || composed.normalize(&text) != text {
                let listed = |(first, last): &(char, char)| (*first..=*last).contains(&c);
                assert!(UNSETTLED.iter().any(listed), "{c:?}");
            }
        }
    }
}
