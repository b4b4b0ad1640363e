//! The cells of a row: how they are taken from the table, compared, put into bins, and hashed.

use num_bigint::BigInt;
use poundwise_documents::kinds::ColumnType;
use poundwise_query::tally::{TallyBins, TallyNumber, TallyTest, TallyValues};

use crate::tree::{Expr, Function, Infix, Lookup, Name};

/// Decimals of a number as it is hashed.
const HASHED_DECIMALS: u32 = 18;

/// Integers below it need no wider type.
const SMALL: u128 = 1 << 62;

/// No cell is an integer as large as this, which every widest type holds.
fn held(integer: i128) -> BigInt {
    let most = 10_i128.pow(38) - 1;
    integer.clamp(-most, most).into()
}

fn compare(cell: &Expr, infix: Infix, integer: i128) -> Expr {
    cell.clone().infix(infix, Expr::Integer(held(integer)))
}

fn equals(cell: &Expr, infix: Infix, text: &str) -> Expr {
    let text = Expr::text(text).call(Function::Exact);
    cell.clone().call(Function::Exact).infix(infix, text)
}

/// Returns whether a cell passes a test. NULL is not passed.
pub(crate) fn passes(cell: &Expr, test: &TallyTest) -> Expr {
    match test {
        TallyTest::Text { text, equal: true } => equals(cell, Infix::Equal, text),
        TallyTest::Text { text, equal: false } => equals(cell, Infix::NotEqual, text),
        TallyTest::Integers {
            least,
            most,
            inside: true,
        } => {
            if least == most {
                return compare(cell, Infix::Equal, *least);
            }
            if least > most {
                return Expr::integer(1).infix(Infix::Equal, Expr::integer(0));
            }
            let above = (*least > i128::MIN).then(|| compare(cell, Infix::AtLeast, *least));
            let below = (*most < i128::MAX).then(|| compare(cell, Infix::AtMost, *most));
            let limits = Expr::all(above.into_iter().chain(below));
            limits.unwrap_or_else(|| Expr::IsNotNull(cell.clone().into()))
        }
        TallyTest::Integers {
            least,
            most,
            inside: false,
        } => {
            if least > most {
                return Expr::IsNotNull(cell.clone().into());
            }
            let below = compare(cell, Infix::Below, *least);
            below.infix(Infix::Or, compare(cell, Infix::Above, *most))
        }
    }
}

/// Returns the number of the bin of a cell, and the lookup that it needs.
pub(crate) fn bin(cell: &Expr, bins: &TallyBins, number: usize) -> (Expr, Option<Lookup>) {
    let last = Expr::integer(bins.size.saturating_sub(1));
    let exact = |cell: Expr| match &bins.bins {
        TallyValues::Texts(_) => cell.call(Function::Exact),
        TallyValues::Integers(_) | TallyValues::Ranges(_) => cell,
    };
    let values: Vec<(usize, Expr)> = match &bins.bins {
        TallyValues::Texts(texts) => {
            let values = texts.iter();
            let values = values.map(|(text, place)| (*place, Expr::text(text)));
            values.collect()
        }
        TallyValues::Integers(integers) => {
            let values = integers.iter();
            let values = values.map(|(integer, place)| (*place, Expr::Integer(held(*integer))));
            values.collect()
        }
        TallyValues::Ranges(ranges) => {
            let missing = (Expr::IsNull(cell.clone().into()), last.clone());
            let found = within(cell, ranges, &last);
            return (Expr::Case(vec![missing], found.into()), None);
        }
    };
    if values.is_empty() {
        return (last, None);
    }
    let lookup = Lookup {
        name: Name("v", Some(number)),
        number: Name("i", Some(number)),
        key: Name("k", Some(number)),
        on: exact(cell.clone()).infix(Infix::Equal, exact(Expr::Name(Name("k", Some(number))))),
        values,
    };
    let found = Expr::Name(lookup.number);
    (Expr::Or(found.into(), last.into()), Some(lookup))
}

/// Returns the place of the range that holds an integer, by halving.
fn within(cell: &Expr, ranges: &[(i128, i128, usize)], last: &Expr) -> Expr {
    match ranges {
        [] => last.clone(),
        [(least, most, place)] => {
            let inside = TallyTest::Integers {
                least: *least,
                most: *most,
                inside: true,
            };
            let place = Expr::integer(*place);
            Expr::Case(vec![(passes(cell, &inside), place)], last.clone().into())
        }
        _ => {
            let (low, high) = ranges.split_at(ranges.len() / 2);
            let Some((first, ..)) = high.first() else {
                return last.clone();
            };
            let below = compare(cell, Infix::Below, *first);
            let high = within(cell, high, last);
            Expr::Case(vec![(below, within(cell, low, last))], high.into())
        }
    }
}

/// Returns the number B of a variable, or NULL.
pub(crate) fn number(cell: &Expr, number: &TallyNumber) -> Expr {
    match number {
        TallyNumber::Texts(_, texts) => {
            let values = (0..).zip(texts);
            let values = values.map(|(value, text)| {
                let equal = equals(cell, Infix::Equal, text);
                (equal, Expr::integer(value))
            });
            Expr::Case(values.collect(), Expr::Null.into())
        }
        TallyNumber::Integers(_, integers) => {
            let values = (0..).zip(integers);
            let values: Vec<(Expr, Expr)> = values
                .filter_map(|(value, integer)| {
                    let equal = compare(cell, Infix::Equal, (*integer)?);
                    Some((equal, Expr::integer(value)))
                })
                .collect();
            if values.is_empty() {
                return Expr::Case(
                    vec![(Expr::IsNull(cell.clone().into()), Expr::Null)],
                    Expr::Null.into(),
                );
            }
            Expr::Case(values, Expr::Null.into())
        }
        TallyNumber::Clamped {
            least,
            most,
            factor,
            low,
            range,
            ..
        } => {
            // A least integer above the most one: no integer of the scale is within the bounds.
            let ends =
                [*least, *most].map(|end| end.unsigned_abs().saturating_mul(factor.unsigned_abs()));
            let is_small = [ends[0], ends[1], low.unsigned_abs(), *range]
                .iter()
                .all(|size| *size < SMALL);
            let mut above = match is_small {
                true => cell.clone(),
                false => cell.clone().call(Function::Wide),
            };
            if *factor != 1 {
                above = above.infix(Infix::Times, Expr::integer(*factor));
            }
            if *low != 0 {
                above = above.infix(Infix::Minus, Expr::integer(*low));
            }
            Expr::Case(
                vec![
                    (Expr::IsNull(cell.clone().into()), Expr::Null),
                    (compare(cell, Infix::Below, *least), Expr::integer(0)),
                    (compare(cell, Infix::Above, *most), Expr::integer(*range)),
                ],
                above.into(),
            )
        }
    }
}

/// Returns the product of numbers to their exponents, of which one at least is above 0.
pub(crate) fn product(numbers: &[Expr], exponents: &[u32], ranges: &[u128]) -> Option<Expr> {
    let mut most: u128 = 1;
    let mut factors = Vec::new();
    for ((number, exponent), range) in numbers.iter().zip(exponents).zip(ranges) {
        for _ in 0..*exponent {
            most = most.saturating_mul(*range);
            factors.push(number.clone());
        }
    }
    let is_small = most < SMALL;
    let widened = factors.into_iter().map(|factor| match is_small {
        true => factor,
        false => factor.call(Function::Wide),
    });
    widened.reduce(|one, other| one.infix(Infix::Times, other))
}

/// Returns a cell as it is hashed: its tag, and unless it is missing its length in bytes, a colon
/// and the bytes. `text` is the text of a date.
pub(crate) fn netstring(cell: &Expr, text: &Expr, column_type: ColumnType, scale: u32) -> Expr {
    let join = |one: Expr, other: Expr| one.infix(Infix::Join, other);
    let tagged = |tag: &str, length: Expr, text: Expr| {
        let length = join(Expr::text(tag), length.call(Function::Digits));
        join(join(length, Expr::text(":")), text)
    };
    let missing = (Expr::IsNull(cell.clone().into()), Expr::text("-"));
    match column_type {
        ColumnType::Text => {
            let length = cell.clone().call(Function::Bytes);
            let text = tagged("t", length, cell.clone());
            Expr::Case(vec![missing], text.into())
        }
        ColumnType::Date => {
            let text = join(Expr::text("d10:"), text.clone());
            Expr::Case(vec![missing], text.into())
        }
        ColumnType::Number => {
            let zero = (compare(cell, Infix::Equal, 0), Expr::text("n1:0"));
            let digits = cell.clone().call(Function::Digits);
            let zeros = HASHED_DECIMALS.saturating_sub(scale);
            let length = digits
                .clone()
                .call(Function::Bytes)
                .infix(Infix::Plus, Expr::integer(zeros));
            let text = match zeros {
                0 => digits,
                zeros => join(digits, Expr::text("0".repeat(zeros as usize))),
            };
            Expr::Case(vec![missing, zero], tagged("n", length, text).into())
        }
    }
}
