//! The moments of a response as integers, for other programs.

use serde::Serialize;

use super::Fits;
use crate::kinds::moments::encoding::{Encoding, MASS};

/// The second moments of each group as integers, from which each figure can be computed again. With
/// u = (2v - low - high)/(high - low), the sum of products of two variables over the rows of a group
/// is `steps / mass`. Squares of variables of which `squares` has a number are
/// `squares / square_scale + rows / 2`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MomentMatrix {
    /// The variables.
    pub variables: Vec<MomentMatrixVariable>,
    /// The columns that rows are grouped by.
    pub by: Vec<String>,
    /// The groups.
    pub groups: Vec<MomentMatrixGroup>,
    /// V: what a row adds to the products, in steps.
    pub mass: u64,
    /// S: what a square of 1 adds, in steps. `None` if squares are among the products.
    pub square_scale: Option<u64>,
    /// D, in steps.
    pub sensitivity: u64,
    /// The level, decimal.
    pub epsilon: String,
    /// Seed of the draws of the noise intervals, in hex.
    pub seed: String,
}

/// A variable of a matrix of moments.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MomentMatrixVariable {
    /// The column.
    pub column: String,
    /// `squares`, `two-valued` or `mean-only`.
    pub role: String,
    /// The value at u = -1, decimal; of two texts 0.
    pub low: String,
    /// The value at u = 1, decimal; of two texts 1.
    pub high: String,
    /// The two texts, if it is one of two.
    pub values: Vec<String>,
}

/// The moments of a group.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MomentMatrixGroup {
    /// Its label.
    pub label: String,
    /// The label of its bin of each group column.
    pub levels: Vec<String>,
    /// The symmetric matrix of the constant 1 and the variables, row by row, in steps. `None` for
    /// squares that are not asked for or are in `squares`.
    pub steps: Vec<Vec<Option<i64>>>,
    /// The squares that are released by themselves, for each variable.
    pub squares: Vec<Option<i64>>,
}

impl Fits<'_> {
    /// Returns the moments as integers.
    #[must_use]
    pub fn matrix(&self) -> MomentMatrix {
        let encoding = Encoding::of(self.question);
        let variables = self.question.variables.iter().zip(&self.scales);
        let variables = variables.map(|(variable, scale)| {
            let [low, high] = match (&variable.bounds, variable.values.as_slice()) {
                (Some(bounds), _) => bounds.each_ref().map(ToString::to_string),
                (None, [one, other]) if variable.is_of_numbers() => [one.clone(), other.clone()],
                (None, _) => [scale.value(-1.0), scale.value(1.0)].map(|end| end.to_string()),
            };
            MomentMatrixVariable {
                column: variable.column.clone(),
                role: variable.role.as_str().to_owned(),
                low,
                high,
                values: variable.values.clone(),
            }
        });
        let labels = self.group_labels();
        let groups = self.groups.iter().zip(labels).enumerate();
        MomentMatrix {
            variables: variables.collect(),
            by: self
                .question
                .groups
                .iter()
                .map(|one| one.column.clone())
                .collect(),
            groups: groups
                .map(|(group, (steps, label))| MomentMatrixGroup {
                    levels: self.level_labels(group),
                    ..self.matrix_of(&encoding, steps, label)
                })
                .collect(),
            mass: MASS,
            square_scale: (!encoding.squares.is_empty()).then(|| encoding.square_scale()),
            sensitivity: self.shape.sensitivity,
            epsilon: self.epsilon.to_string(),
            seed: self.seed_in_hex(),
        }
    }

    fn matrix_of(&self, encoding: &Encoding, steps: &[i128], label: String) -> MomentMatrixGroup {
        let variables = &self.question.variables;
        let size = variables.len() + 1;
        let integer = |place: usize| steps.get(place).and_then(|step| i64::try_from(*step).ok());
        let at = |one: usize, other: usize| {
            let pair = self.reader.pair(one.min(other), one.max(other));
            match one.checked_sub(1).filter(|_| one == other) {
                Some(variable) if variables[variable].bounds.is_none() => integer(0),
                Some(variable)
                    if !variables[variable].has_square()
                        || encoding.squares.contains(&variable) =>
                {
                    None
                }
                _ => integer(pair),
            }
        };
        let products = self.reader.moments() - encoding.squares.len();
        let square = |variable: usize| {
            let place = encoding.squares.iter().position(|one| *one == variable)?;
            integer(products + place)
        };
        MomentMatrixGroup {
            label,
            levels: Vec::new(),
            steps: (0..size)
                .map(|one| (0..size).map(|other| at(one, other)).collect())
                .collect(),
            squares: (0..size - 1).map(square).collect(),
        }
    }
}
