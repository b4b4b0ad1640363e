//! The coordinates of moments, their scales, and how far one privacy unit moves them.
//!
//! Let u = (2v - lo - hi)/(hi - lo) of a number v clamped to lo..hi, and -1 or 1 of the first or the
//! second of two values. A row spreads a mass of 1 over the products of one part of each variable:
//!
//! | | parts | read as |
//! |---|---|---|
//! | split in two | (1-u)/2, (1+u)/2 | 1 = m0 + m1, u = m1 - m0 |
//! | split in three | ((1-u)/2)^2, (1-u^2)/2, ((1+u)/2)^2 | 1 = m0 + m1 + m2, u = m2 - m0, u^2 = m0 - m1 + m2 |
//!
//! With at most two variables with squares these are split in three, and all others in two. With
//! more, all are split in two, and each square is a coordinate of its own: S (u^2 - 1/2). Products
//! count V = 2^16 a row. The idea of spreading a row over the corners of the range is that of the
//! K-norm mechanism (Awan and Slavkovic 2021): noise in the shape of the sensitivity.
//!
//! Coordinates go group by group; in a group product by product, the parts of the last variable
//! first; then square by square.

use poundwise_documents::kinds::{Adjacency, Moments};

/// V: what a row adds to the products of its group, in steps.
pub(crate) const MASS: u64 = 1 << 16;

/// The numbers of coordinates, and what they count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoding {
    /// The number of parts of each variable, 2 or 3.
    pub(crate) parts: Vec<usize>,
    /// The variables with a separate coordinate for the square.
    pub(crate) squares: Vec<usize>,
    /// The number of groups.
    pub(crate) groups: usize,
}

impl Encoding {
    #[allow(clippy::cast_possible_truncation)] // at most 2^14 coordinates
    pub(crate) fn of(question: &Moments) -> Self {
        let squares = question.variables.iter().enumerate();
        let squares = squares.filter(|(_, one)| one.has_square());
        Self {
            parts: question
                .parts()
                .into_iter()
                .map(|parts| parts as usize)
                .collect(),
            squares: match question.is_quadratic() {
                true => Vec::new(),
                false => squares.map(|(index, _)| index).collect(),
            },
            groups: question.number_of_groups() as usize,
        }
    }

    /// Returns the number of products of a group.
    pub(crate) fn products(&self) -> usize {
        self.parts.iter().product()
    }

    /// Returns the number of coordinates of a group.
    pub(crate) fn entries(&self) -> usize {
        self.products() + self.squares.len()
    }

    /// Returns S: what a square counts, in steps, an even number. It is near `V 2^(-p/2) / 2`, at
    /// which squares are as exact as products.
    pub(crate) fn square_scale(&self) -> u64 {
        // 2^(16 - p/2) / 4, rounded; half powers of 2 to 9 digits.
        let p = self.parts.len() as u64;
        let quarter = if p.is_multiple_of(2) {
            MASS >> (p / 2 + 2)
        } else {
            let root = (MASS >> (p / 2)) * 707_106_781;
            (root + 2_000_000_000) / 4_000_000_000
        };
        2 * quarter
    }

    /// Returns D of K rows; `None` beyond 64 bits.
    pub(crate) fn sensitivity(&self, adjacency: Adjacency, rows: u64) -> Option<u64> {
        let squares = (self.squares.len() as u64).checked_mul(self.square_scale() / 2)?;
        let moved = rows.checked_mul(sides(adjacency))?;
        let rounded = (self.products() as u64 - 1).checked_mul(moved.min(self.groups as u64))?;
        moved.checked_mul(MASS + squares)?.checked_add(rounded)
    }

    /// Returns D2^2 of K rows, not beyond D^2.
    pub(crate) fn l2_squared(&self, adjacency: Adjacency, rows: u64) -> u128 {
        let (rows, sides) = (u128::from(rows), u128::from(sides(adjacency)));
        let products = sides * (rows * u128::from(MASS)).pow(2);
        let groups = (rows * sides).min(self.groups as u128);
        let rounded = (self.products() as u128 - 1) * groups;
        let square = sides * rows * u128::from(self.square_scale() / 2);
        products + rounded + self.squares.len() as u128 * square.pow(2)
    }
}

/// Returns the number of sets of rows in which two neighbours differ: one that comes or goes, or
/// one for another.
const fn sides(adjacency: Adjacency) -> u64 {
    match adjacency {
        Adjacency::AddRemove => 1,
        Adjacency::Replace => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scale is the nearest even number but one rounding of a root of 9 digits.
    #[test]
    fn the_scale_of_squares_is_near_half_the_root_of_the_corners() {
        for p in 1..=7_u32 {
            let encoding = Encoding {
                parts: vec![2; p as usize],
                squares: vec![0],
                groups: 1,
            };
            let exact = 65536.0 * 2f64.powf(-f64::from(p) / 2.0) / 4.0;
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let nearest = 2 * exact.round() as u64;
            assert_eq!(encoding.square_scale(), nearest, "{p}");
        }
    }
}
