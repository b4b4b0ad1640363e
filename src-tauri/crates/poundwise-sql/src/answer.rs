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
    let wrong = || wrong(dialect);
    let mut groups = Vec::with_capacity(rows.len());
    let mut guard = Guard::default();
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
        guard.see(sums.first() == Some(&BigInt::from(1)), dialect)?;
    }
    guard.check(dialect)?;
    tally.check(groups).map_err(|_| wrong())
}

/// The one row of an answer that says whether the columns have their types.
#[derive(Default)]
pub(crate) struct Guard(Option<bool>);

impl Guard {
    /// Takes the row.
    ///
    /// # Errors
    /// [`SqlFault::Answer`] if there was one before.
    pub(crate) fn see(&mut self, holds: bool, dialect: Dialect) -> Result<(), SqlFault> {
        match self.0.replace(holds) {
            None => Ok(()),
            Some(_) => Err(wrong(dialect)),
        }
    }

    /// Checks that the row was there, and that the columns have their types.
    ///
    /// # Errors
    /// [`SqlFault::Answer`], [`SqlFault::ChangedTypes`].
    pub(crate) fn check(&self, dialect: Dialect) -> Result<(), SqlFault> {
        match self.0 {
            None => Err(wrong(dialect)),
            Some(false) => Err(SqlFault::ChangedTypes),
            Some(true) => Ok(()),
        }
    }
}

/// Returns the error of an answer that no table has.
pub(crate) fn wrong(dialect: Dialect) -> SqlFault {
    SqlFault::Answer {
        engine: dialect.words(),
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
