//! Symmetric systems of linear equations.

/// A Cholesky decomposition, of a positive definite matrix.
pub(super) struct Cholesky {
    size: usize,
    /// The lower triangle, row by row.
    lower: Vec<f64>,
}

/// A row of a matrix that is a combination of the rows before it, as far as its numbers tell.
pub(super) struct Dependent {
    pub(super) row: usize,
    /// The rest of its diagonal element, not above 0 but for roundings.
    pub(super) pivot: f64,
}

/// A pivot below this part of its diagonal element is no different from 0 in floats.
const LEAST_PIVOT: f64 = 1e-10;

impl Cholesky {
    /// Returns the decomposition of a matrix, row by row.
    ///
    /// # Errors
    /// The first row that is a combination of the rows before it, if the matrix is not positive
    /// definite.
    pub(super) fn of(matrix: &[f64], size: usize) -> Result<Self, Dependent> {
        let mut lower = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let before = (0..column).map(|k| lower[row * size + k] * lower[column * size + k]);
                let rest = matrix[row * size + column] - before.sum::<f64>();
                lower[row * size + column] = if row == column {
                    let least = matrix[row * size + row] * LEAST_PIVOT;
                    if !(rest > least && rest > 0.0) {
                        return Err(Dependent { row, pivot: rest });
                    }
                    rest.sqrt()
                } else {
                    rest / lower[column * size + column]
                };
            }
        }
        Ok(Self { size, lower })
    }

    /// Returns what a row has that is no combination of the rows before it.
    pub(super) fn pivot(&self, row: usize) -> f64 {
        self.at(row, row).powi(2)
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        let place = row * self.size + column;
        self.lower.get(place).copied().unwrap_or(f64::NAN)
    }

    /// Returns the solution of `A b = right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = self.forward(right);
        for row in (0..self.size).rev() {
            let below = solution.iter().enumerate().skip(row + 1);
            let rest = below.fold(solution[row], |rest, (below, number)| {
                rest - self.at(below, row) * number
            });
            solution[row] = rest / self.at(row, row);
        }
        solution
    }

    /// Returns `c' A^-1 c`.
    pub(super) fn inverse_form(&self, c: &[f64]) -> f64 {
        let solved = self.forward(c);
        solved.iter().map(|number| number * number).sum()
    }

    /// Returns the solution of `L z = right`.
    fn forward(&self, right: &[f64]) -> Vec<f64> {
        let mut solution = right.to_vec();
        for row in 0..self.size {
            let before = solution.iter().enumerate().take(row);
            let rest = before.fold(solution[row], |rest, (before, number)| {
                rest - self.at(row, before) * number
            });
            solution[row] = rest / self.at(row, row);
        }
        solution
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_system_is_solved() {
        let matrix = [4.0, 2.0, 0.6, 2.0, 5.0, 1.0, 0.6, 1.0, 3.0];
        let cholesky = Cholesky::of(&matrix, 3).ok().unwrap();
        assert!((cholesky.pivot(1) - 4.0).abs() < 1e-12);
        let solution = cholesky.solve(&[1.0, -2.0, 0.5]);
        for (row, right) in [1.0, -2.0, 0.5].iter().enumerate() {
            let left: f64 = (0..3)
                .map(|one| matrix[row * 3 + one] * solution[one])
                .sum();
            assert!((left - right).abs() < 1e-12);
        }
        let form: f64 = [1.0, -2.0, 0.5]
            .iter()
            .zip(&solution)
            .map(|(c, b)| c * b)
            .sum();
        assert!((cholesky.inverse_form(&[1.0, -2.0, 0.5]) - form).abs() < 1e-12);
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_is_refused() {
        let dependent = |matrix: &[f64], size| Cholesky::of(matrix, size).err().map(|of| of.row);
        assert_eq!(dependent(&[1.0, 2.0, 2.0, 1.0], 2), Some(1));
        assert_eq!(dependent(&[-1.0], 1), Some(0));
        assert_eq!(dependent(&[f64::NAN], 1), Some(0));
        // Collinear but for a rounding.
        assert_eq!(dependent(&[1.0, 1.0, 1.0, 1.0 + 1e-15], 2), Some(1));
    }
}
