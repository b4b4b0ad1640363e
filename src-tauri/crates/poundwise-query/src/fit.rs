//! Means by group, correlations and linear regressions from released moments. Post-processing:
//! nothing here has seen the data, and a buyer repeats all of it from the lattice values.
//!
//! Let M be the second moments of the variables in u = (2v - lo - hi)/(hi - lo), with the number of
//! rows n = M_00, the sums M_0i and the products M_ij; `kinds/moments/encoding.rs` tells how they
//! are read from the coordinates. Every figure f is computed from M in the order written here, in
//! floats of 53 bits by + - * / and square roots, so that equal values give equal bits everywhere.
//!
//! *Noise intervals.* 1000 times, noise of the listing's law is drawn for each coordinate, read as
//! moments N, and f(M - N) is computed; the interval goes from the 25th to the 976th of the 1000
//! numbers, of k numbers from the 2.5% to the 97.5% quantile (Ferrando, Wang and Sheldon 2022). A
//! figure that needs rows or variances above 0 is told if M has them and at least half of the draws
//! do. Coefficients need a positive definite matrix, and are told if M has one and at least 995 of
//! the 1000 draws do: otherwise the noise cannot tell the predictors from collinear ones, and an
//! interval of coefficients has no end (Fieller 1954). Standard errors, R^2 and the residual standard
//! deviation need a variance of the residuals above 0, in M and in as many draws. Draws come from ChaCha20 with the seed
//! [`Fits::seed_in_hex`], the stream of the number of the draw, in the order of the coordinates: of the
//! first group for a figure of one group, since the noise of each has one law.
//!
//! *Uncertain figures* are not shown. The means of a group are shown if its rows are at least twice
//! the 99.5% half-width of their noise: the interval of a mean is then at most about half of the
//! bounds wide. The width of a mean's own interval would be a worse rule, since a mean that the
//! noise has brought near a bound has a narrow one. Its standard deviation is shown if the rows are
//! at least 16 standard deviations of the noise of the sum of squares. A correlation is shown if its 95% noise interval
//! is at most 1 wide before it is cut to -1..1. Small groups are hidden that way, as far as the
//! noise tells that they are small.
//!
//! *Standard errors* are the usual ones of least squares under constant variance, of a sample. They
//! are stated beside the noise intervals, and both together as ±1.96 sqrt(se^2 + (w/1.96)^2) with
//! the half-width w. There are none if a person may have several rows, which are not independent.

use gradual_release::mechanism::NoiseDraw;
use poundwise_documents::kinds::{Moments, Question, Variable, VariableRole};
use poundwise_documents::units::MicroEpsilon;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::error::{Error, QueryErrorCode, Result};
use crate::estimate::view::Estimate;
use crate::hint::QueryHint;
use crate::kinds::moments::encoding::MASS;
use crate::kinds::{labels, tuples};
use crate::messages::QuestionMessage;
use crate::ratio::{Ratio, Rounding};
use crate::shape::{ListingShape, Noise, fits, no_law};

mod correlation;
mod groups;
mod matrix;
mod reading;
mod regression;
mod solve;

pub use correlation::{Correlation, CorrelationTable};
pub use groups::{GroupFigure, GroupRow, GroupTable};
pub use matrix::{MomentMatrix, MomentMatrixGroup, MomentMatrixVariable};
pub use regression::{FitLine, FitLinePoint, FitRequest, FitTable, FitTerm};

use reading::{Reader, Second};

/// The number of draws for a noise interval.
const DRAWS: usize = 1000;
/// The share of noise intervals that miss.
const MISS: f64 = 0.05;
/// The quantile of the normal law at 97.5%, for standard errors.
const NORMAL: f64 = 1.96;

/// A released response of moments, from which figures are computed.
pub struct Fits<'a> {
    shape: &'a ListingShape,
    question: &'a Moments,
    epsilon: MicroEpsilon,
    /// Half of the range and the middle of each variable.
    scales: Vec<Scale>,
    reader: Reader,
    noise: Noise,
    draw: NoiseDraw,
    seed: [u8; 32],
    /// Moments of each group, in steps.
    groups: Vec<Vec<i128>>,
}

/// How u of a variable becomes v = middle + half u.
#[derive(Clone, Copy, Debug)]
struct Scale {
    middle: f64,
    half: f64,
}

impl Scale {
    fn of(variable: &Variable) -> Self {
        let number = |text: String| text.parse().unwrap_or(0.0);
        let [low, high]: [f64; 2] = match (&variable.bounds, variable.values.as_slice()) {
            (Some(bounds), _) => bounds.each_ref().map(|bound| number(bound.to_string())),
            (None, [one, other]) => match (one.parse(), other.parse()) {
                (Ok(one), Ok(other)) if variable.is_of_numbers() => [one, other],
                // The share of the second text.
                _ => [0.0, 1.0],
            },
            (None, _) => [0.0, 1.0],
        };
        Self {
            middle: (low + high) / 2.0,
            half: (high - low) / 2.0,
        }
    }

    fn value(self, u: f64) -> f64 {
        self.middle + self.half * u
    }
}

/// A set of groups whose rows are taken together.
struct Cell {
    /// Their moments.
    second: Second,
    /// Number of groups.
    groups: usize,
}

impl<'a> Fits<'a> {
    /// Returns the figures of a held response. Cost: a pass over the coordinates.
    ///
    /// # Errors
    /// `no-moments` if the listing is of another kind; `values` are not as many as the coordinates;
    /// a level of 0, or one without a law at this D.
    pub fn of(shape: &'a ListingShape, values: &[i64], epsilon: MicroEpsilon) -> Result<Self> {
        let Question::Moments(question) = &shape.question else {
            return Err(Error::usage(
                QueryErrorCode::NoMoments,
                QuestionMessage::NoMomentsOfListing,
            )
            .hint(QueryHint::FiguresNeedMoments));
        };
        fits(shape, values)?;
        let noise = Noise::new(shape, epsilon)?;
        let mechanism = shape.mechanism().map_err(no_law)?;
        let reader = Reader::new(question);
        let entries = reader.entries();
        Ok(Self {
            shape,
            question,
            epsilon,
            scales: question.variables.iter().map(Scale::of).collect(),
            groups: values
                .chunks(entries)
                .map(|group| reader.steps(group))
                .collect(),
            reader,
            noise,
            draw: mechanism.draw(epsilon.get()).map_err(no_law)?,
            seed: seed(epsilon, values),
        })
    }

    /// Returns the seed of the draws in hex: SHA-256 of "poundwise-fit-v1", the level in micro-ε as
    /// 64 bits, and each value as 64 bits, all with the lowest byte first.
    #[must_use]
    pub fn seed_in_hex(&self) -> String {
        self.seed.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the label of each group, 'other' included; "all rows" without group columns.
    #[must_use]
    pub fn group_labels(&self) -> Vec<String> {
        let columns = &self.question.groups;
        if columns.is_empty() {
            return vec!["all rows".to_owned()];
        }
        let of = columns.iter().map(|one| labels(&one.bins, &one.edges));
        tuples(of.collect())
    }

    /// Returns the place of a group's bin in each group column.
    #[allow(clippy::cast_possible_truncation)] // at most 2^14 groups
    fn levels(&self, group: usize) -> Vec<usize> {
        let mut rest = group;
        let columns = self.question.groups.iter().rev();
        let mut levels: Vec<usize> = columns
            .map(|column| {
                let size = column.size() as usize;
                let level = rest % size;
                rest /= size;
                level
            })
            .collect();
        levels.reverse();
        levels
    }

    /// Returns the label of a group's bin of each group column.
    fn level_labels(&self, group: usize) -> Vec<String> {
        let columns = self.question.groups.iter().zip(self.levels(group));
        columns
            .filter_map(|(one, level)| labels(&one.bins, &one.edges).into_iter().nth(level))
            .collect()
    }

    /// Returns the place of a variable.
    fn variable(&self, column: &str) -> Result<usize> {
        let mut variables = self.question.variables.iter();
        variables
            .position(|one| one.column == column)
            .ok_or_else(|| {
                let known = self.question.variables.iter();
                let known: Vec<&str> = known.map(|one| one.column.as_str()).collect();
                Error::usage(
                    QueryErrorCode::NoVariable,
                    QuestionMessage::NoVariable {
                        column: column.to_owned(),
                    },
                )
                .hint(QueryHint::VariablesAre {
                    columns: known.join(", "),
                })
            })
    }

    /// Returns the place of a variable whose square is known.
    fn squared(&self, column: &str) -> Result<usize> {
        let place = self.variable(column)?;
        match self.question.variables.get(place).map(|one| one.role) {
            Some(VariableRole::MeanOnly) => Err(Error::usage(
                QueryErrorCode::NoSquare,
                QuestionMessage::NoSquare {
                    column: column.to_owned(),
                },
            )
            .hint(QueryHint::SquaresNeedRole)),
            _ => Ok(place),
        }
    }

    /// Returns the moments of several groups together.
    fn cell(&self, groups: &[usize]) -> Cell {
        let mut steps = vec![0; self.reader.moments()];
        for group in groups.iter().filter_map(|place| self.groups.get(*place)) {
            for (sum, one) in steps.iter_mut().zip(group) {
                *sum += one;
            }
        }
        Cell {
            second: self.reader.second(&steps),
            groups: groups.len(),
        }
    }

    /// Calls `f` with the moments of each draw: of cells with so many groups each, M less noise.
    /// Cost: a draw and a reading for each coordinate of the groups, 1000 times.
    fn each_draw(&self, cells: &[Cell], mut f: impl FnMut(&[Second])) -> Result<()> {
        let entries = self.reader.entries();
        let mut noises = vec![0_i64; entries];
        let mut drawn: Vec<Second> = cells.iter().map(|cell| cell.second.clone()).collect();
        for number in 1..=DRAWS {
            let mut rng = ChaCha20Rng::from_seed(self.seed);
            rng.set_stream(number as u64);
            for (cell, drawn) in cells.iter().zip(&mut drawn) {
                noises.fill(0);
                for _ in 0..cell.groups {
                    for noise in &mut noises {
                        *noise += self.draw.sample(&mut rng).map_err(no_law)?;
                    }
                }
                let noise = self.reader.second(&self.reader.steps(&noises));
                drawn.set_difference(&cell.second, &noise);
            }
            f(&drawn);
        }
        Ok(())
    }

    /// Returns V, as a number.
    fn mass(&self) -> f64 {
        MASS as f64
    }

    /// Returns the level at which an interval is expected to be `wider` times as narrow as now,
    /// with two digits, rounded up. Noise falls as the level rises.
    fn level_for(&self, wider: f64) -> Option<String> {
        let level = Ratio::near(wider).times(&Ratio::whole(self.epsilon.get()));
        if !wider.is_finite() || wider >= 1e9 {
            return None;
        }
        let level = level.over(&Ratio::whole(1_000_000))?;
        // Three digits of a number are two of ten times it.
        let places = level.times(&Ratio::whole(10)).places();
        Some(level.rounded(places, Rounding::Up).exact())
    }
}

/// Numbers of the draws that met their condition.
struct Drawn {
    numbers: Vec<f64>,
    is_sorted: bool,
}

impl Drawn {
    fn new() -> Self {
        Self {
            numbers: Vec::with_capacity(DRAWS),
            is_sorted: false,
        }
    }

    fn push(&mut self, number: Option<f64>) {
        self.numbers
            .extend(number.filter(|number| number.is_finite()));
    }

    /// Returns whether at least half of the draws met the condition.
    fn are_enough(&self) -> bool {
        self.numbers.len() * 2 >= DRAWS
    }

    /// Returns whether nearly all draws met the condition, 99.5% of them.
    fn are_nearly_all(&self) -> bool {
        self.numbers.len() * 200 >= DRAWS * 199
    }

    /// Returns the central interval that misses with this probability: of 1000 numbers and 5% the
    /// 25th and the 976th.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss
    )]
    fn interval(&mut self, miss: f64) -> [f64; 2] {
        if !self.is_sorted {
            self.numbers.sort_unstable_by(f64::total_cmp);
            self.is_sorted = true;
        }
        let count = self.numbers.len();
        let below = ((count as f64 * miss / 2.0) as usize).max(1);
        let at = |place: usize| self.numbers.get(place).copied().unwrap_or(f64::NAN);
        [at(below - 1), at(count.saturating_sub(below))]
    }

    /// Returns the lower median.
    fn median(&mut self) -> f64 {
        self.interval(1.0)[0]
    }
}

/// Returns the seed of the draws; see [`Fits::seed_in_hex`].
fn seed(epsilon: MicroEpsilon, values: &[i64]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update("poundwise-fit-v1");
    hash.update(epsilon.get().to_le_bytes());
    for value in values {
        hash.update(value.to_le_bytes());
    }
    hash.finalize().into()
}

/// A number without an interval, as it is shown: three digits.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Figure {
    /// Decimal.
    pub text: String,
    /// The same, exactly as it was computed.
    pub number: f64,
}

impl Figure {
    fn of(number: f64) -> Option<Self> {
        if !number.is_finite() {
            return None;
        }
        let ratio = Ratio::near(number);
        Some(Self {
            text: ratio.rounded(ratio.places(), Rounding::Nearest).exact(),
            number,
        })
    }
}

/// Returns an estimate with the ends of its interval, which holds it.
fn estimate(label: &str, number: f64, [low, high]: [f64; 2]) -> Estimate {
    Estimate::within(
        label.to_owned(),
        number,
        [low.min(number), high.max(number)],
    )
}
