//! The answer of a database: untrusted rows of integers as text.

use num_bigint::BigInt;
use poundwise_query::tally::{QuestionTally, TallySums};

use crate::dialect::Dialect;
use crate::messages::SqlFault;

/// Place of the row that says whether the columns have their types.
pub(crate) const GUARD: &str = "-1";

/// The most digits of an integer: more than those of any sum.
const MAX_DIGITS: usize = 4000;

/// Reads the answer to the statement of a tally.
///
/// # Errors
/// As [`crate::SqlStatement::read`].
pub(crate) fn read(
    tally: &QuestionTally,
    dialect: Dialect,
    rows: &[Vec<Option<String>>],
) -> Result<TallySums, SqlFault> {
    let wrong = || SqlFault::Answer {
        engine: dialect.words(),
    };
    let mut groups = Vec::with_capacity(rows.len());
    let mut guard = None;
    for row in rows {
        let [Some(place), sums @ ..] = row.as_slice() else {
            return Err(wrong());
        };
        let sums = sums.iter().map(|sum| integer(sum.as_deref()?));
        let sums: Option<Vec<BigInt>> = sums.collect();
        let sums = sums.filter(|sums| sums.len() == tally.sums.len());
        let sums = sums.ok_or_else(wrong)?;
        if place != GUARD {
            let place = integer(place).and_then(|place| u64::try_from(place).ok());
            groups.push((place.ok_or_else(wrong)?, sums));
            continue;
        }
        let is_first = guard
            .replace(sums.first() == Some(&BigInt::from(1)))
            .is_none();
        if !is_first {
            return Err(wrong());
        }
    }
    match guard {
        None => Err(wrong()),
        Some(false) => Err(SqlFault::ChangedTypes),
        Some(true) => tally.check(groups).map_err(|_| wrong()),
    }
}

/// Reads an integer in its one form: digits without a superfluous zero, behind a minus if it is
/// below 0.
fn integer(text: &str) -> Option<BigInt> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_integer = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty();
    let is_short = digits.len() <= MAX_DIGITS && (!digits.starts_with('0') || text == "0");
    (is_integer && is_short).then(|| text.parse().ok())?
}
