//! From coordinates to second moments.

use poundwise_documents::kinds::{Moments, VariableRole};

use crate::kinds::moments::encoding::{Encoding, MASS};

/// Second moments of p variables and the constant 1, which is the first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Second {
    size: usize,
    numbers: Vec<f64>,
}

impl Second {
    /// Returns the sum of products of two variables, of which 0 is the constant: the number of
    /// rows at (0, 0).
    pub(super) fn at(&self, one: usize, other: usize) -> f64 {
        let place = one * self.size + other;
        self.numbers.get(place).copied().unwrap_or(f64::NAN)
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> f64 {
        self.at(0, 0)
    }

    /// Returns the mean of a variable, if there are rows.
    pub(super) fn mean(&self, variable: usize) -> Option<f64> {
        let rows = self.rows();
        (rows > 0.0).then(|| self.at(0, variable + 1) / rows)
    }

    /// Returns the covariance of two variables, with n as the divisor, if there are rows.
    pub(super) fn covariance(&self, one: usize, other: usize) -> Option<f64> {
        let product = self.at(one + 1, other + 1) / self.rows();
        Some(product - self.mean(one)? * self.mean(other)?)
    }

    /// Returns the variance of a variable, if it is above 0.
    pub(super) fn variance(&self, variable: usize) -> Option<f64> {
        self.covariance(variable, variable)
            .filter(|variance| *variance > 0.0)
    }

    /// Returns the moments with another number of rows.
    pub(super) fn with_rows(mut self, rows: f64) -> Self {
        if let Some(first) = self.numbers.first_mut() {
            *first = rows;
        }
        self
    }

    pub(super) fn set_sum(&mut self, one: &Self, other: &Self) {
        let pairs = one.numbers.iter().zip(&other.numbers);
        for (number, (one, other)) in self.numbers.iter_mut().zip(pairs) {
            *number = one + other;
        }
    }

    pub(super) fn set_difference(&mut self, one: &Self, other: &Self) {
        let pairs = one.numbers.iter().zip(&other.numbers);
        for (number, (one, other)) in self.numbers.iter_mut().zip(pairs) {
            *number = one - other;
        }
    }
}

/// Reads the coordinates of a group.
pub(super) struct Reader {
    encoding: Encoding,
    /// For each pair of the constant and the variables, with a pair once: the weight of each
    /// product.
    weights: Vec<Vec<i8>>,
    /// Whether the square of each variable is the number of rows.
    is_two_valued: Vec<bool>,
    is_squared: Vec<bool>,
}

impl Reader {
    pub(super) fn new(question: &Moments) -> Self {
        let encoding = Encoding::of(question);
        let variables = encoding.parts.len();
        let mut weights = Vec::new();
        for one in 0..=variables {
            for other in one..=variables {
                let weight = |place| weight(&encoding.parts, place, one, other);
                weights.push((0..encoding.products()).map(weight).collect());
            }
        }
        let roles = || question.variables.iter().map(|one| one.role);
        Self {
            weights,
            is_two_valued: roles()
                .map(|role| role == VariableRole::TwoValued)
                .collect(),
            is_squared: roles().map(|role| role == VariableRole::Squares).collect(),
            encoding,
        }
    }

    /// Returns the number of coordinates of a group.
    pub(super) fn entries(&self) -> usize {
        self.encoding.entries()
    }

    /// Returns the number of moments, a pair once and squares of their own last.
    pub(super) fn moments(&self) -> usize {
        self.weights.len() + self.encoding.squares.len()
    }

    /// Returns the number of products that a moment is the sum of, with a sign or without.
    pub(super) fn summed(&self, one: usize, other: usize) -> u64 {
        let Some(weights) = self.weights.get(self.pair(one, other)) else {
            return 0;
        };
        weights.iter().filter(|weight| **weight != 0).count() as u64
    }

    /// Returns the variance of the sum of squares of a variable in which each coordinate has a noise
    /// of variance 1.
    pub(super) fn variance_of_square(&self, variable: usize) -> f64 {
        let mass = MASS as f64;
        let products = |one, other| self.summed(one, other) as f64 / (mass * mass);
        if self.encoding.squares.contains(&variable) {
            let square = 1.0 / self.encoding.square_scale() as f64;
            square * square + products(0, 0) / 4.0
        } else {
            products(variable + 1, variable + 1)
        }
    }

    /// Returns the moments of a group in steps, exactly.
    pub(super) fn steps(&self, group: &[i64]) -> Vec<i128> {
        let sum = |weights: &Vec<i8>| {
            let terms = weights.iter().zip(group);
            terms
                .map(|(weight, value)| i128::from(*weight) * i128::from(*value))
                .sum()
        };
        let squares = group.iter().skip(self.encoding.products());
        let sums = self.weights.iter().map(sum);
        sums.chain(squares.map(|square| i128::from(*square)))
            .collect()
    }

    /// Returns moments of steps. Squares that are not asked for are not a number.
    #[allow(clippy::cast_precision_loss)]
    pub(super) fn second(&self, steps: &[i128]) -> Second {
        let size = self.is_squared.len() + 1;
        let mass = MASS as f64;
        let step = |place: usize| steps.get(place).copied().unwrap_or(0) as f64;
        let rows = step(0) / mass;
        let mut second = Second {
            size,
            numbers: vec![0.0; size * size],
        };
        let mut pair = 0;
        for one in 0..size {
            for other in one..size {
                let number = match one.checked_sub(1).filter(|_| one == other) {
                    Some(variable) => self.square(variable, rows, pair, &step),
                    None => step(pair) / mass,
                };
                for place in [one * size + other, other * size + one] {
                    if let Some(place) = second.numbers.get_mut(place) {
                        *place = number;
                    }
                }
                pair += 1;
            }
        }
        second
    }

    /// Returns the sum of squares of a variable.
    #[allow(clippy::cast_precision_loss)]
    fn square(&self, variable: usize, rows: f64, pair: usize, step: &dyn Fn(usize) -> f64) -> f64 {
        let is = |flags: &[bool]| flags.get(variable).copied().unwrap_or(false);
        if is(&self.is_two_valued) {
            return rows;
        }
        if !is(&self.is_squared) {
            return f64::NAN;
        }
        match self
            .encoding
            .squares
            .iter()
            .position(|one| *one == variable)
        {
            Some(place) => {
                let square = step(self.weights.len() + place);
                square / self.encoding.square_scale() as f64 + rows / 2.0
            }
            None => step(pair) / MASS as f64,
        }
    }

    /// Returns the place of a pair, the smaller one first.
    pub(super) fn pair(&self, one: usize, other: usize) -> usize {
        let size = self.is_squared.len() + 1;
        // Rows of a triangle before row `one`.
        one * size - one * one.saturating_sub(1) / 2 + other - one
    }
}

/// Returns the weight of a product in the sum of products of two variables, of which 0 is the
/// constant. The parts of u are -1 and 1, or -1, 0 and 1, and those of u^2 are 1, -1 and 1.
fn weight(parts: &[usize], place: usize, one: usize, other: usize) -> i8 {
    let mut weight = 1;
    let mut rest = place;
    for (variable, parts) in parts.iter().enumerate().rev() {
        let part = rest % parts;
        rest /= parts;
        let is_asked = |asked: usize| usize::from(asked == variable + 1);
        weight *= match (is_asked(one) + is_asked(other), parts, part) {
            (1, _, 0) | (2, 3, 1) => -1,
            (1, 3, 1) => 0,
            _ => 1,
        };
    }
    weight
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// A row spread over the parts is read as its products.
    #[test]
    fn one_row_is_read_as_its_products() {
        let parts = [3, 2, 3];
        let u = [0.25, -0.5, 0.75];
        let mut masses = vec![1.0];
        for (u, parts) in u.iter().zip(parts) {
            let of = |u: f64| match parts {
                2 => vec![(1.0 - u) / 2.0, f64::midpoint(1.0, u)],
                _ => vec![
                    ((1.0 - u) / 2.0).powi(2),
                    (1.0 - u * u) / 2.0,
                    f64::midpoint(1.0, u).powi(2),
                ],
            };
            masses = masses
                .iter()
                .flat_map(|mass| of(*u).into_iter().map(move |part| mass * part))
                .collect();
        }
        let value = |one: usize| one.checked_sub(1).map_or(1.0, |one| u[one]);
        for one in 0..=3_usize {
            for other in one..=3 {
                if one == other && one == 2 {
                    continue; // The square of a variable with two parts is not read from them.
                }
                let weights = (0..18).map(|place| f64::from(weight(&parts, place, one, other)));
                let read: f64 = weights
                    .zip(&masses)
                    .map(|(weight, mass)| weight * mass)
                    .sum();
                assert!(
                    (read - value(one) * value(other)).abs() < 1e-12,
                    "{one} {other}"
                );
            }
        }
    }
}
