//! Exact sums of the products of variables over the rows of each group.
//!
//! Let B = v - lo and R = hi - lo, integers of the column's scale, and B = 0 or 1 and R = 1 of two
//! values. The sums of the monomials in the variables' B are computed row by row, and at the end
//! turned into those of the parts, which are polynomials in B over powers of R:
//!
//!   (1-u)/2 = (R - B)/R,  (1+u)/2 = B/R,  (1-u^2)/2 = 2B(R - B)/R^2.
//!
//! Sums are integers of 128 or 256 bits where the bounds allow it, and of any size otherwise. Each
//! coordinate is rounded once.

use num_bigint::{BigInt, BigUint};

use super::encoding::Encoding;

/// An exact sum of products of integers.
pub(super) trait Exact: Clone {
    fn zero() -> Self;
    fn one() -> Self;
    fn add(&mut self, other: &Self);
    /// Returns the product with a factor. The bounds say that it fits.
    fn times(&self, factor: u128) -> Self;
    fn integer(&self) -> BigUint;
}

impl Exact for u128 {
    fn zero() -> Self {
        0
    }

    fn one() -> Self {
        1
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn times(&self, factor: u128) -> Self {
        self * factor
    }

    fn integer(&self) -> BigUint {
        (*self).into()
    }
}

/// An integer of 256 bits, the lowest 64 first.
#[derive(Clone, Copy)]
pub(super) struct U256([u64; 4]);

impl Exact for U256 {
    fn zero() -> Self {
        Self([0; 4])
    }

    fn one() -> Self {
        Self([1, 0, 0, 0])
    }

    fn add(&mut self, other: &Self) {
        let mut carry = false;
        for (limb, other) in self.0.iter_mut().zip(other.0) {
            let (sum, one) = limb.overflowing_add(other);
            let (sum, two) = sum.overflowing_add(u64::from(carry));
            (*limb, carry) = (sum, one || two);
        }
        debug_assert!(!carry, "the sum has more than 256 bits");
    }

    /// The factor is below 2^64.
    #[allow(clippy::cast_possible_truncation)]
    fn times(&self, factor: u128) -> Self {
        let mut product = [0; 4];
        let mut carry = 0_u128;
        for (limb, place) in self.0.iter().zip(&mut product) {
            // Below 2^64 (2^64 - 1) + 2^64.
            let term = u128::from(*limb) * factor + carry;
            *place = term as u64;
            carry = term >> 64;
        }
        debug_assert!(carry == 0, "the product has more than 256 bits");
        Self(product)
    }

    #[allow(clippy::cast_possible_truncation)]
    fn integer(&self) -> BigUint {
        let digits = self
            .0
            .iter()
            .flat_map(|limb| [*limb as u32, (limb >> 32) as u32]);
        BigUint::new(digits.collect())
    }
}

impl Exact for BigUint {
    fn zero() -> Self {
        Self::ZERO
    }

    fn one() -> Self {
        1_u32.into()
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn times(&self, factor: u128) -> Self {
        self * factor
    }

    fn integer(&self) -> BigUint {
        self.clone()
    }
}

/// Sums of one size of integers.
pub(super) struct SumsOf<T> {
    layout: Encoding,
    /// The sums of each group, one after the other: its monomials, the exponents of the last
    /// variable first, and its squares.
    sums: Vec<T>,
    /// Monomials of the row.
    row: Vec<T>,
    next: Vec<T>,
}

impl<T: Exact> SumsOf<T> {
    fn new(layout: Encoding) -> Self {
        let products: usize = layout.parts.iter().product();
        let entries = products + layout.squares.len();
        Self {
            sums: vec![T::zero(); entries * layout.groups],
            row: Vec::with_capacity(products),
            next: Vec::with_capacity(products),
            layout,
        }
    }

    /// Adds a row. Cost: a product and a sum for each monomial.
    fn add(&mut self, group: usize, numbers: &[u128]) {
        self.row.clear();
        self.row.push(T::one());
        for (number, parts) in numbers.iter().zip(&self.layout.parts) {
            self.next.clear();
            for monomial in self.row.drain(..) {
                let first = monomial.times(*number);
                let second = (*parts == 3).then(|| first.times(*number));
                self.next.push(monomial);
                self.next.push(first);
                self.next.extend(second);
            }
            std::mem::swap(&mut self.row, &mut self.next);
        }
        let entries = self.row.len() + self.layout.squares.len();
        let first = group * entries;
        let Some(sums) = self.sums.get_mut(first..first + entries) else {
            return;
        };
        for (sum, monomial) in sums.iter_mut().zip(&self.row) {
            sum.add(monomial);
        }
        let squares = self
            .layout
            .squares
            .iter()
            .filter_map(|one| numbers.get(*one));
        for (sum, number) in sums[self.row.len()..].iter_mut().zip(squares) {
            sum.add(&T::one().times(*number).times(*number));
        }
    }
}

/// Sums of integers as large as the bounds need.
pub(super) enum Sums {
    Short(SumsOf<u128>),
    Medium(SumsOf<U256>),
    Long(SumsOf<BigUint>),
}

/// Bits for the number of rows: at most 2^40.
const BITS_OF_ROWS: u64 = 40;

impl Sums {
    /// Returns sums of numbers from 0 to these ranges.
    pub(super) fn new(layout: Encoding, ranges: &[u128]) -> Self {
        let bits = |range: &u128| u64::from(u128::BITS - range.leading_zeros());
        let exponents = layout.parts.iter().map(|parts| *parts as u64 - 1);
        let product: u64 = ranges
            .iter()
            .map(bits)
            .zip(exponents)
            .map(|(b, e)| b * e)
            .sum();
        let squares = layout.squares.iter().filter_map(|one| ranges.get(*one));
        let square = squares.map(|range| 2 * bits(range)).max().unwrap_or(0);
        let needed = product.max(square) + BITS_OF_ROWS;
        if needed <= 128 {
            Self::Short(SumsOf::new(layout))
        } else if needed <= 256 && ranges.iter().all(|range| *range <= u64::MAX.into()) {
            Self::Medium(SumsOf::new(layout))
        } else {
            Self::Long(SumsOf::new(layout))
        }
    }

    /// Returns sums that were computed before, group by group.
    pub(super) fn of(layout: Encoding, integers: Vec<BigUint>) -> Self {
        let mut sums = SumsOf::new(layout);
        sums.sums = integers;
        Self::Long(sums)
    }

    /// Adds a row of a group, with a number of each variable.
    pub(super) fn add(&mut self, group: usize, numbers: &[u128]) {
        match self {
            Self::Short(sums) => sums.add(group, numbers),
            Self::Medium(sums) => sums.add(group, numbers),
            Self::Long(sums) => sums.add(group, numbers),
        }
    }

    /// Returns the sums, group by group.
    pub(super) fn integers(&self) -> Vec<BigInt> {
        match self {
            Self::Short(of) => of.sums.iter().map(|sum| sum.integer().into()).collect(),
            Self::Medium(of) => of.sums.iter().map(|sum| sum.integer().into()).collect(),
            Self::Long(of) => of.sums.iter().map(|sum| sum.integer().into()).collect(),
        }
    }
}

/// Turns sums of monomials into sums of products of parts, times R^(parts - 1) of each variable.
pub(super) fn parts_of(
    mut monomials: Vec<BigInt>,
    parts: &[usize],
    ranges: &[BigInt],
) -> Vec<BigInt> {
    let mut stride = 1;
    for (parts, range) in parts.iter().zip(ranges).rev() {
        let count = monomials.len();
        for first in (0..count).filter(|place| place / stride % parts == 0) {
            let at = |exponent: usize| first + exponent * stride;
            let (one, linear) = (monomials[first].clone(), monomials[at(1)].clone());
            if *parts == 2 {
                monomials[first] = range * one - linear;
                continue;
            }
            let square = monomials[at(2)].clone();
            let mixed = (range * &linear - &square) * 2;
            monomials[first] = range * (range * one - linear) - (&mixed >> 1);
            monomials[at(1)] = mixed;
            monomials[at(2)] = square;
        }
        stride *= parts;
    }
    monomials
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn layout() -> Encoding {
        Encoding {
            parts: vec![3, 2, 2, 2],
            squares: vec![0, 3],
            groups: 2,
        }
    }

    /// The three sizes of integers give equal sums.
    #[test]
    fn each_size_of_integers_gives_the_same_sums() {
        let (mut short, mut medium, mut long) = (
            SumsOf::<u128>::new(layout()),
            SumsOf::<U256>::new(layout()),
            SumsOf::<BigUint>::new(layout()),
        );
        for row in 0..200_u128 {
            let numbers = [row * 37 % 100_000, row % 2, row * row, row * 12_345 % 9_999];
            let group = usize::from(row % 3 == 0);
            short.add(group, &numbers);
            medium.add(group, &numbers);
            long.add(group, &numbers);
        }
        let (short, medium, long) = (Sums::Short(short), Sums::Medium(medium), Sums::Long(long));
        assert_eq!(short.integers(), long.integers());
        assert_eq!(medium.integers(), long.integers());
        assert_eq!(long.integers()[0], BigInt::from(133));
    }

    /// Carries go from limb to limb.
    #[test]
    fn integers_of_256_bits_are_exact() {
        let (mut sum, mut exact) = (U256::zero(), BigUint::ZERO);
        let factors = [u64::MAX, u64::MAX - 58, 1 << 63, 3];
        for count in 1..=factors.len() {
            let mut product = U256::one();
            let mut large = BigUint::from(1_u32);
            for factor in &factors[..count] {
                product = product.times(u128::from(*factor));
                large *= *factor;
            }
            for _ in 0..2 {
                sum.add(&product);
                exact += &large;
            }
        }
        assert_eq!(sum.integer(), exact);
        assert!(exact.bits() > 192);
    }

    /// Bounds decide about the size of the integers, and each size is used.
    #[test]
    fn sums_are_as_long_as_the_bounds_need() {
        let sums = |range: u128| Sums::new(layout(), &[range, 1, range, range]);
        assert!(matches!(sums(1000), Sums::Short(_)));
        assert!(matches!(sums(1 << 40), Sums::Medium(_)));
        assert!(matches!(sums(1 << 63), Sums::Long(_)));
        assert!(matches!(sums(1 << 100), Sums::Long(_)));
    }

    /// One row: the parts are products of (R - B)/R and B/R, or of their squares.
    #[test]
    fn parts_of_one_row_are_products() {
        let (numbers, ranges) = ([3_u128, 5, 2, 7], [10_u128, 8, 2, 9]);
        let mut sums = Sums::new(layout(), &ranges);
        sums.add(1, &numbers);
        let all = sums.integers();
        let entries = 24 + 2;
        assert!(all[..entries].iter().all(|sum| *sum == BigInt::ZERO));
        let monomials = all[entries..entries + 24].to_vec();
        let range = |range: &u128| BigInt::from(*range);
        let ranges: Vec<BigInt> = ranges.iter().map(range).collect();
        let parts = parts_of(monomials, &layout().parts, &ranges);
        let mut expected = Vec::new();
        for first in [49, 2 * 3 * 7, 9] {
            for second in [3, 5] {
                for third in [0, 2] {
                    for fourth in [2, 7] {
                        expected.push(BigInt::from(first * second * third * fourth));
                    }
                }
            }
        }
        assert_eq!(parts, expected);
    }
}
