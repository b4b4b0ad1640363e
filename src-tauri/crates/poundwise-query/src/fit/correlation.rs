//! Correlations of all pairs of variables.

use serde::Serialize;

use super::{Drawn, Fits, MISS, estimate};
use crate::error::Result;
use crate::estimate::view::Estimate;

/// The widest noise interval of a correlation that is shown, before it is cut to -1..1: noise that
/// brings a correlation beyond 1 would make its interval narrow.
const WIDEST: f64 = 1.0;

/// The correlations of the variables over all groups, or over some of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CorrelationTable {
    /// The variables whose squares are known, in the order of the listing.
    pub columns: Vec<String>,
    /// Number of rows in which no variable is missing.
    pub rows: Estimate,
    /// Each pair once.
    pub pairs: Vec<Correlation>,
}

/// The correlation of two variables (Pearson), of clamped numbers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Correlation {
    /// The first column.
    pub one: String,
    /// The second column.
    pub other: String,
    /// The correlation, from -1 to 1. `None` if it is too uncertain.
    pub correlation: Option<Estimate>,
    /// The level from which it can be expected to be shown, decimal, if it is not.
    pub least_epsilon: Option<String>,
}

impl Fits<'_> {
    /// Returns the correlations over all groups, or over those of these labels. Cost: 1000 draws
    /// for each coordinate of the groups.
    ///
    /// # Errors
    /// `no-group`: there is no group of a label.
    pub fn correlations(&self, groups: &[String]) -> Result<CorrelationTable> {
        let cell = self.cell(&self.groups_of(groups)?);
        let squared: Vec<usize> = (0..self.question.variables.len())
            .filter(|variable| !cell.second.at(variable + 1, variable + 1).is_nan())
            .collect();
        let pairs: Vec<[usize; 2]> = squared
            .iter()
            .enumerate()
            .flat_map(|(place, one)| squared[place + 1..].iter().map(|other| [*one, *other]))
            .collect();
        let of = |second: &super::Second, [one, other]: [usize; 2]| {
            let scale = (second.variance(one)? * second.variance(other)?).sqrt();
            Some(second.covariance(one, other)? / scale)
        };
        let mut rows = Drawn::new();
        let mut drawn: Vec<Drawn> = pairs.iter().map(|_| Drawn::new()).collect();
        let cells = [cell];
        self.each_draw(&cells, |seconds| {
            let Some(second) = seconds.first() else {
                return;
            };
            rows.push(Some(second.rows()));
            for (pair, drawn) in pairs.iter().zip(&mut drawn) {
                drawn.push(of(second, *pair));
            }
        })?;
        let [cell] = cells;
        let name = |place: usize| self.question.variables[place].column.clone();
        let pairs = pairs.iter().zip(drawn).map(|([one, other], mut drawn)| {
            let ends = drawn.interval(MISS);
            let is_shown = drawn.are_enough() && ends[1] - ends[0] <= WIDEST;
            let found = of(&cell.second, [*one, *other]).filter(|_| is_shown);
            let label = format!("{}, {}", name(*one), name(*other));
            Correlation {
                one: name(*one),
                other: name(*other),
                least_epsilon: match found {
                    Some(_) => None,
                    None => self.level_of_product(&cell, [*one + 1, *other + 1]),
                },
                correlation: found.map(|found| {
                    let [found, low, high] = [found, ends[0], ends[1]].map(|r| r.clamp(-1.0, 1.0));
                    estimate(&label, found, [low, high])
                }),
            }
        });
        Ok(CorrelationTable {
            pairs: pairs.collect(),
            columns: squared.iter().map(|place| name(*place)).collect(),
            rows: estimate("rows", cell.second.rows(), rows.interval(MISS)),
        })
    }

    /// Returns the places of the groups of these labels; all groups for none.
    pub(super) fn groups_of(&self, names: &[String]) -> Result<Vec<usize>> {
        let labels = self.group_labels();
        if names.is_empty() {
            return Ok((0..labels.len()).collect());
        }
        let places = names.iter().map(|name| self.group_of(&labels, name));
        let mut places: Vec<usize> = places.collect::<Result<_>>()?;
        places.sort_unstable();
        places.dedup();
        Ok(places)
    }

    /// Returns the level at which a correlation near 0 is expected to be shown, if each standard
    /// deviation is a quarter of the bounds.
    pub(super) fn level_of_product(
        &self,
        cell: &super::Cell,
        [one, other]: [usize; 2],
    ) -> Option<String> {
        let deviation = |one, other| {
            let noises = self.reader.summed(one, other) as f64 * cell.groups as f64;
            (self.noise.law.variance() * noises).sqrt() / self.mass()
        };
        let rows = cell.second.rows().max(2.0 * deviation(0, 0));
        let width = 2.0 * 1.96 * deviation(one, other) / (rows * 0.25);
        self.level_for((width / WIDEST).max(1.1))
    }
}
