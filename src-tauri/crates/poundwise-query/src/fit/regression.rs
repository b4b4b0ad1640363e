//! Linear regressions by least squares.

use poundwise_documents::kinds::BinnedColumn;
use serde::{Deserialize, Serialize};

use super::solve::{Cholesky, Dependent};
use super::{Cell, DRAWS, Drawn, Figure, Fits, MISS, NORMAL, Scale, Second, estimate};
use crate::error::{Error, QueryErrorCode, Result};
use crate::estimate::view::Estimate;
use crate::hint::QueryHint;
use crate::kinds::labels;
use crate::messages::QuestionMessage;

/// Parts of the range of a predictor at which a fitted line is computed.
const LINE: usize = 64;

/// A regression that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitRequest {
    /// The variable that is explained.
    pub response: String,
    /// The variables that explain it.
    pub predictors: Vec<String>,
    /// The group columns that explain it, each level but the first by a coefficient of its own.
    pub factors: Vec<String>,
    /// Whether rows in a group 'other' of a factor are left out.
    pub without_other: bool,
}

/// A regression, as R's `lm` has it, with noise intervals.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitTable {
    /// What was asked for.
    pub request: FitRequest,
    /// Number of rows in which no variable is missing.
    pub rows: Estimate,
    /// The coefficients, the intercept first; empty if the level does not tell them.
    pub terms: Vec<FitTerm>,
    /// Share of the variance that is explained. `None` if the variance of the residuals is too
    /// uncertain.
    pub r_squared: Option<Estimate>,
    /// Standard deviation of the residuals, in the unit of the response. It has no noise interval.
    /// `None` if it is too uncertain.
    pub residual_deviation: Option<Figure>,
    /// The level from which the coefficients can be expected to be told, decimal, if they are not.
    pub least_epsilon: Option<String>,
    /// The fitted line with its band, of one predictor and no factor.
    pub line: Option<FitLine>,
}

/// A coefficient.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitTerm {
    /// "intercept", a column, or a column and its level such as "race=3".
    pub term: String,
    /// The coefficient with its noise interval.
    pub estimate: Estimate,
    /// The coefficient, exactly as it was computed.
    pub number: f64,
    /// The usual standard error of a sample under constant variance. `None` for several rows of a
    /// person, and if the variance of the residuals is too uncertain.
    pub standard_error: Option<Figure>,
    /// The interval of noise and sample together, for a wider public, if the model holds.
    pub both: Option<Estimate>,
}

/// A fitted line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitLine {
    /// Points from the lower bound of the predictor to the upper one.
    pub points: Vec<FitLinePoint>,
}

/// A point of a fitted line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitLinePoint {
    /// Value of the predictor.
    pub predictor: f64,
    /// Fitted response.
    pub fitted: f64,
    /// Lower end of the noise interval of the fitted response.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A term of the design: a variable, or a level of a factor.
#[derive(Clone, Copy)]
enum Term {
    Intercept,
    Variable(usize),
    Level { factor: usize, level: usize },
}

/// The terms of a regression, and the cells of rows with equal levels of its factors.
struct Design {
    response: usize,
    predictors: Vec<usize>,
    terms: Vec<Term>,
    names: Vec<String>,
    /// The levels of the factors of each cell.
    levels: Vec<Vec<usize>>,
    cells: Vec<Cell>,
}

/// Normal equations in u.
struct System {
    /// The products of the terms, row by row.
    matrix: Vec<f64>,
    /// The products of each term and the response.
    right: Vec<f64>,
    rows: f64,
    /// Sum of the response, and of its squares.
    sum: f64,
    squares: f64,
}

/// A solution in u.
struct Solved {
    coefficients: Vec<f64>,
    cholesky: Cholesky,
    /// Sum of squares of the response, of its residuals, and around its mean.
    residual: f64,
    total: f64,
    rows: f64,
}

impl Fits<'_> {
    /// Returns a regression. Cost: 1000 draws for each coordinate of the groups, and as many
    /// solutions.
    ///
    /// # Errors
    /// `no-variable`, `no-square`, `no-factor`: there is no such variable, its square is not asked
    /// for, or there is no such group column. `fit-terms`: the response is a predictor, or a
    /// column is named twice, or nothing explains the response. `collinear`: a predictor is a
    /// combination of the others, as far as the response tells.
    pub fn fit(&self, request: &FitRequest) -> Result<FitTable> {
        let design = self.design(request)?;
        let moments: Vec<&Second> = design.cells.iter().map(|cell| &cell.second).collect();
        let solved = design.solve(&moments).ok();
        let told = solved.as_ref().map(|solved| self.told(&design, solved));
        let mut rows = Drawn::new();
        let mut drawn: Vec<Drawn> = design.terms.iter().map(|_| Drawn::new()).collect();
        let mut r_squared = Drawn::new();
        let mut variances = Drawn::new();
        let at = self.line_places(&design);
        let mut line: Vec<Drawn> = at.iter().map(|_| Drawn::new()).collect();
        self.each_draw(&design.cells, |seconds| {
            rows.push(Some(seconds.iter().map(Second::rows).sum()));
            let solved = design.solve(&seconds.iter().collect::<Vec<_>>());
            let Ok(solved) = solved else {
                return;
            };
            let told = self.told(&design, &solved);
            for (drawn, number) in drawn.iter_mut().zip(&told) {
                drawn.push(Some(*number));
            }
            if let [intercept, slope] = told.as_slice() {
                for (drawn, place) in line.iter_mut().zip(&at) {
                    drawn.push(Some(intercept + slope * place));
                }
            }
            let variance = solved.variance(design.terms.len());
            variances.push(variance);
            r_squared.push(variance.and(solved.r_squared()));
        })?;
        let counted: f64 = design.cells.iter().map(|cell| cell.second.rows()).sum();
        let mut table = FitTable {
            request: request.clone(),
            rows: estimate("rows", counted, rows.interval(MISS)),
            terms: Vec::new(),
            r_squared: None,
            residual_deviation: None,
            least_epsilon: None,
            line: None,
        };
        let (Some(solved), Some(told)) = (solved, told) else {
            table.least_epsilon = self.level_of_fit(&design)?;
            return Ok(table);
        };
        if !drawn.iter().all(Drawn::are_nearly_all) {
            table.least_epsilon = self.level_of_fit(&design)?;
            return Ok(table);
        }
        let variance = solved.variance(design.terms.len());
        let variance = variance.filter(|_| variances.are_nearly_all());
        let half = self.scales[design.response].half;
        let is_sample = self.shape.rows_per_unit == 1;
        for (place, (drawn, number)) in drawn.iter_mut().zip(&told).enumerate() {
            let name = &design.names[place];
            let estimate = estimate(name, *number, drawn.interval(MISS));
            let error = variance.filter(|_| is_sample).map(|variance| {
                let c = self.weights(&design, design.terms[place]);
                half * (variance * solved.cholesky.inverse_form(&c)).sqrt()
            });
            let both = error.zip(estimate.half_width_number).map(|(error, width)| {
                let noise = width / NORMAL;
                let both = NORMAL * (error * error + noise * noise).sqrt();
                super::estimate(name, *number, [number - both, number + both])
            });
            table.terms.push(FitTerm {
                term: name.clone(),
                estimate,
                number: *number,
                standard_error: error.and_then(Figure::of),
                both,
            });
        }
        table.residual_deviation = variance.and_then(|variance| Figure::of(half * variance.sqrt()));
        if variance.is_some()
            && let Some(found) = solved.r_squared()
            && r_squared.are_enough()
        {
            // The noise of the draws comes on top of that of the response: R^2 is moved by both.
            let shift = 2.0 * (r_squared.median() - found);
            let ends = r_squared
                .interval(MISS)
                .map(|end| (end - shift).clamp(0.0, 1.0));
            table.r_squared = Some(estimate("R²", found.clamp(0.0, 1.0), ends));
        }
        if let [intercept, slope] = told.as_slice()
            && !at.is_empty()
        {
            let points = at.iter().zip(&mut line).map(|(place, drawn)| {
                let fitted = intercept + slope * place;
                let [low, high] = drawn.interval(MISS);
                FitLinePoint {
                    predictor: *place,
                    fitted,
                    low: low.min(fitted),
                    high: high.max(fitted),
                }
            });
            table.line = Some(FitLine {
                points: points.collect(),
            });
        }
        Ok(table)
    }

    /// Returns the values of the only predictor at which a line is drawn.
    fn line_places(&self, design: &Design) -> Vec<f64> {
        let [_, Term::Variable(variable)] = design.terms.as_slice() else {
            return Vec::new();
        };
        let scale = self.scales[*variable];
        (0..=LINE)
            .map(|place| scale.value(place as f64 * 2.0 / LINE as f64 - 1.0))
            .collect()
    }

    fn design(&self, request: &FitRequest) -> Result<Design> {
        let wrong = |message| {
            Error::usage(QueryErrorCode::FitTerms, message).hint(QueryHint::NameEachColumnOnce)
        };
        let response = self.squared(&request.response)?;
        let mut terms = vec![Term::Intercept];
        let mut names = vec!["intercept".to_owned()];
        let mut predictors = Vec::new();
        for column in &request.predictors {
            let variable = self.squared(column)?;
            if variable == response {
                return Err(wrong(QuestionMessage::ResponseIsPredictor {
                    column: column.clone(),
                }));
            }
            if predictors.contains(&variable) {
                return Err(wrong(QuestionMessage::ColumnTwice {
                    column: column.clone(),
                }));
            }
            predictors.push(variable);
            terms.push(Term::Variable(variable));
            names.push(column.clone());
        }
        let mut factors: Vec<usize> = Vec::new();
        for column in &request.factors {
            let factor = self.factor(column)?;
            if factors.contains(&factor) {
                return Err(wrong(QuestionMessage::ColumnTwice {
                    column: column.clone(),
                }));
            }
            factors.push(factor);
        }
        if terms.len() + factors.len() == 1 {
            return Err(Error::usage(
                QueryErrorCode::FitTerms,
                QuestionMessage::NothingExplains {
                    response: request.response.clone(),
                },
            )
            .hint(QueryHint::NamePredictors));
        }
        for (place, factor) in factors.iter().enumerate() {
            let column = &self.question.groups[*factor];
            let levels = labels(&column.bins, &column.edges);
            let kept = levels.len() - usize::from(request.without_other);
            for (level, label) in levels.iter().enumerate().take(kept).skip(1) {
                terms.push(Term::Level {
                    factor: place,
                    level,
                });
                names.push(format!("{}={label}", column.column));
            }
        }
        let (levels, cells) = self.cells_by(&factors, request.without_other);
        Ok(Design {
            response,
            predictors,
            terms,
            names,
            levels,
            cells,
        })
    }

    fn factor(&self, column: &str) -> Result<usize> {
        let mut groups = self.question.groups.iter();
        groups.position(|one| one.column == column).ok_or_else(|| {
            Error::usage(
                QueryErrorCode::NoFactor,
                QuestionMessage::NoFactor {
                    column: column.to_owned(),
                },
            )
            .hint(QueryHint::FactorsAreGroups)
        })
    }

    /// Returns the levels of these factors with the rows of each combination of them.
    #[allow(clippy::cast_possible_truncation)] // at most 2^14 groups
    fn cells_by(&self, factors: &[usize], without_other: bool) -> (Vec<Vec<usize>>, Vec<Cell>) {
        let sizes: Vec<usize> = self
            .question
            .groups
            .iter()
            .map(|one: &BinnedColumn| one.size() as usize)
            .collect();
        let mut sets: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for group in 0..self.groups.len() {
            let place = self.levels(group);
            let levels: Vec<usize> = factors.iter().map(|factor| place[*factor]).collect();
            let is_other = factors
                .iter()
                .any(|factor| place[*factor] + 1 == sizes[*factor]);
            if without_other && is_other {
                continue;
            }
            match sets.iter_mut().find(|(known, _)| *known == levels) {
                Some((_, set)) => set.push(group),
                None => sets.push((levels, vec![group])),
            }
        }
        let cells = sets.iter().map(|(_, set)| self.cell(set)).collect();
        (sets.into_iter().map(|(levels, _)| levels).collect(), cells)
    }

    /// Returns the coefficients in the units of the columns.
    fn told(&self, design: &Design, solved: &Solved) -> Vec<f64> {
        let response = self.scales[design.response];
        let told = |term: &Term| {
            let c = self.weights(design, *term);
            let sum: f64 = c.iter().zip(&solved.coefficients).map(|(c, b)| c * b).sum();
            let middle = match term {
                Term::Intercept => response.middle,
                Term::Variable(_) | Term::Level { .. } => 0.0,
            };
            middle + response.half * sum
        };
        design.terms.iter().map(told).collect()
    }

    /// Returns the weights of the solution in u in a coefficient, without the scale of the response.
    fn weights(&self, design: &Design, of: Term) -> Vec<f64> {
        let weight = |term: &Term| match (of, term) {
            (Term::Intercept, Term::Intercept) => 1.0,
            (Term::Intercept, Term::Variable(variable)) => {
                let Scale { middle, half } = self.scales[*variable];
                -middle / half
            }
            (Term::Variable(one), Term::Variable(other)) if one == *other => {
                1.0 / self.scales[one].half
            }
            (
                Term::Level { factor, level },
                Term::Level {
                    factor: other,
                    level: of,
                },
            ) if factor == *other && level == *of => 1.0,
            _ => 0.0,
        };
        design.terms.iter().map(weight).collect()
    }

    /// Returns the level from which the coefficients can be expected to be told: at which the least
    /// certain predictor differs from a combination of those before it by 2.8 standard deviations
    /// of the noise, as 99.5% of draws need. Cost: 1000 draws for each coordinate of the groups.
    ///
    /// # Errors
    /// `collinear` if it differs by less than one standard deviation, though its own variance is
    /// certain.
    fn level_of_fit(&self, design: &Design) -> Result<Option<String>> {
        let size = design.terms.len();
        let mut pivots: Vec<Vec<f64>> = vec![Vec::with_capacity(DRAWS); size];
        let (mut dependent, mut certain) = (vec![0; size], vec![0; size]);
        self.each_draw(&design.cells, |seconds| {
            let matrix = design.system(&seconds.iter().collect::<Vec<_>>()).matrix;
            match Cholesky::of(&matrix, size) {
                Ok(cholesky) => {
                    for (row, pivots) in pivots.iter_mut().enumerate() {
                        pivots.push(cholesky.pivot(row));
                    }
                }
                Err(of) => {
                    dependent[of.row] += 1;
                    pivots[of.row].push(of.pivot);
                }
            }
            for (row, certain) in certain.iter_mut().enumerate() {
                let [one, both, own] = [0, row, row * size + row].map(|place| matrix[place]);
                *certain += usize::from(Cholesky::of(&[one, both, both, own], 2).is_ok());
            }
        })?;
        let cells = design.cells.iter().map(|cell| &cell.second);
        let matrix = design.system(&cells.collect::<Vec<_>>()).matrix;
        let (row, pivot) = match Cholesky::of(&matrix, size) {
            Err(of) => (of.row, of.pivot),
            Ok(cholesky) => {
                let most = (0..size).max_by_key(|row| dependent[*row]).unwrap_or(0);
                (most, cholesky.pivot(most))
            }
        };
        if row < 2 || certain[row] * 200 < DRAWS * 199 {
            return Ok(self.level_of_first(design));
        }
        let count = pivots[row].len() as f64;
        let mean = pivots[row].iter().sum::<f64>() / count;
        let squares = pivots[row].iter().map(|pivot| (pivot - mean).powi(2));
        let deviation = (squares.sum::<f64>() / count).sqrt();
        if pivot < deviation {
            return Err(Error::usage(
                QueryErrorCode::Collinear,
                QuestionMessage::Collinear {
                    predictor: design.names[row].clone(),
                    others: design.names[1..row].join(", "),
                    level: self.epsilon,
                },
            )
            .hint(QueryHint::LeaveOnePredictorOut));
        }
        Ok(self.level_for((2.8 * deviation / pivot).max(1.1)))
    }

    /// Returns the level at which the first predictor alone is expected to have a coefficient.
    fn level_of_first(&self, design: &Design) -> Option<String> {
        let groups = design.cells.iter().map(|cell| cell.groups).sum();
        let rows: f64 = design.cells.iter().map(|cell| cell.second.rows()).sum();
        let second = design.cells.first()?.second.clone().with_rows(rows);
        let cell = Cell { second, groups };
        let variable = design
            .predictors
            .first()
            .copied()
            .unwrap_or(design.response);
        self.level_of_product(&cell, [design.response + 1, variable + 1])
    }
}

impl Design {
    /// Returns the normal equations in u, of moments of the cells.
    fn system(&self, moments: &[&Second]) -> System {
        let size = self.terms.len();
        let mut matrix = vec![0.0; size * size];
        let mut right = vec![0.0; size];
        let (mut rows, mut sum, mut squares) = (0.0, 0.0, 0.0);
        let response = self.response + 1;
        for (second, levels) in moments.iter().zip(&self.levels) {
            // The place of a term among the moments of the cell, of a dummy that is 1 the constant.
            let place = |term: &Term| match term {
                Term::Intercept => Some(0),
                Term::Variable(variable) => Some(variable + 1),
                Term::Level { factor, level } => (levels[*factor] == *level).then_some(0),
            };
            let places: Vec<Option<usize>> = self.terms.iter().map(place).collect();
            for (row, one) in places.iter().enumerate() {
                let Some(one) = one else { continue };
                for (column, other) in places.iter().enumerate() {
                    if let Some(other) = other {
                        matrix[row * size + column] += second.at(*one, *other);
                    }
                }
                right[row] += second.at(*one, response);
            }
            rows += second.rows();
            sum += second.at(0, response);
            squares += second.at(response, response);
        }
        System {
            matrix,
            right,
            rows,
            sum,
            squares,
        }
    }

    /// Returns the least squares solution in u, of moments of the cells.
    ///
    /// # Errors
    /// The first term that is a combination of those before it.
    fn solve(&self, moments: &[&Second]) -> std::result::Result<Solved, Dependent> {
        let of = self.system(moments);
        let cholesky = Cholesky::of(&of.matrix, self.terms.len())?;
        let coefficients = cholesky.solve(&of.right);
        let explained: f64 = coefficients.iter().zip(&of.right).map(|(b, r)| b * r).sum();
        Ok(Solved {
            residual: of.squares - explained,
            total: of.squares - of.sum * of.sum / of.rows,
            coefficients,
            cholesky,
            rows: of.rows,
        })
    }
}

impl Solved {
    /// Returns the variance of the residuals in u, if it is above 0 and there are more rows than
    /// terms.
    fn variance(&self, terms: usize) -> Option<f64> {
        let left = self.rows - terms as f64;
        let variance = self.residual / left;
        (left > 0.0 && variance > 0.0 && variance.is_finite()).then_some(variance)
    }

    fn r_squared(&self) -> Option<f64> {
        (self.total > 0.0).then(|| 1.0 - self.residual / self.total)
    }
}
