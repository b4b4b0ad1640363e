//! The table of groups: rows, means, sums and standard deviations.

use std::collections::HashSet;

use gradual_release::mechanism::WeightedNoises;
use poundwise_documents::kinds::VariableRole;
use serde::Serialize;

use super::{Drawn, Fits, MISS, Second, estimate};
use crate::error::{Error, QueryErrorCode, Result};
use crate::estimate::view::Estimate;
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;

/// The probability with which the noise interval of the rows misses that decides whether the means
/// of a group are shown.
const MISS_OF_SHOWN: f64 = 0.005;
/// The least rows of a group whose means are shown, in half-widths of that interval.
const LEAST_ROWS: f64 = 2.0;
/// The least rows of a group whose standard deviation is shown, in standard deviations of the noise
/// of its sum of squares. With u from -1 to 1 the variance is then known to 0.1225, and the interval
/// of a standard deviation, which is from 0 to 1, is at most about half of that wide.
const LEAST_ROWS_OF_SQUARES: f64 = 16.0;

/// The groups of a response.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupTable {
    /// The columns that rows are grouped by; empty if all rows are one group.
    pub by: Vec<String>,
    /// The groups, merged ones where the first of them was.
    pub rows: Vec<GroupRow>,
}

/// A group, or several that are merged.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupRow {
    /// The groups' labels, with " + " between those that are merged.
    pub label: String,
    /// Number of groups that are merged.
    pub groups: u64,
    /// Number of rows in which no variable is missing.
    pub rows: Estimate,
    /// A figure for each variable.
    pub figures: Vec<GroupFigure>,
}

/// What a table of groups says of a variable.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupFigure {
    /// The column.
    pub column: String,
    /// The value whose share the mean is, if the variable is one of two texts.
    pub share_of: Option<String>,
    /// Sum of the clamped numbers.
    pub sum: Estimate,
    /// Mean of the clamped numbers. `None` if there are too few rows for the noise.
    pub mean: Option<Estimate>,
    /// Standard deviation of the clamped numbers, with the number of rows as the divisor. `None` if
    /// it is too uncertain or not asked for.
    pub deviation: Option<Estimate>,
    /// The level from which the mean can be expected to be shown, decimal, if it is not.
    pub least_epsilon: Option<String>,
}

impl Fits<'_> {
    /// Returns the table of groups. Each element of `merged` is a list of labels of groups that
    /// are taken together. Cost: 1000 draws for each number of groups that are merged, and 1000
    /// evaluations for each group.
    ///
    /// # Errors
    /// `no-group`: there is no group of a label. `group-twice`: a group is merged twice.
    pub fn groups(&self, merged: &[Vec<String>]) -> Result<GroupTable> {
        let labels = self.group_labels();
        let sets = self.merged(&labels, merged)?;
        Ok(GroupTable {
            by: self
                .question
                .groups
                .iter()
                .map(|one| one.column.clone())
                .collect(),
            rows: self.rows_of(&labels, &sets)?,
        })
    }

    /// Returns the rows of these groups alone, in this order. Cost: 1000 draws, and 1000 evaluations
    /// for each of them.
    ///
    /// # Errors
    /// There is no law of the noise at this level.
    pub(crate) fn rows_of_groups(&self, places: &[usize]) -> Result<Vec<GroupRow>> {
        let sets: Vec<Vec<usize>> = places.iter().map(|place| vec![*place]).collect();
        self.rows_of(&self.group_labels(), &sets)
    }

    fn rows_of(&self, labels: &[String], sets: &[Vec<usize>]) -> Result<Vec<GroupRow>> {
        let mut rows: Vec<Option<GroupRow>> = sets.iter().map(|_| None).collect();
        let mut sizes: Vec<usize> = sets.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for size in sizes {
            let noises = self.noises(size)?;
            for (set, row) in sets.iter().zip(&mut rows) {
                if set.len() == size {
                    *row = Some(self.group(labels, set, &noises)?);
                }
            }
        }
        Ok(rows.into_iter().flatten().collect())
    }

    /// Returns the labels in a list such as `3+4`. A label may have a plus itself: the longest
    /// labels of which the list consists are taken.
    ///
    /// # Errors
    /// `no-group`: a part of the list is no label.
    pub fn groups_in(&self, list: &str) -> Result<Vec<String>> {
        let labels = self.group_labels();
        let known: HashSet<&str> = labels.iter().map(String::as_str).collect();
        let pluses = |label: &String| label.matches('+').count();
        let most = 1 + labels.iter().map(pluses).max().unwrap_or(0);
        let parts: Vec<&str> = list.split('+').collect();
        // For each place the length of the first label of the rest, if the rest consists of labels.
        let mut first: Vec<Option<usize>> = vec![None; parts.len()];
        let label = |from: usize, length: usize| parts[from..from + length].join("+");
        for from in (0..parts.len()).rev() {
            first[from] = (1..=most.min(parts.len() - from)).rev().find(|length| {
                let rest = from + length;
                let is_rest = rest == parts.len() || first[rest].is_some();
                is_rest && known.contains(label(from, *length).trim())
            });
        }
        let mut names = Vec::new();
        let mut from = 0;
        while from < parts.len() {
            let Some(length) = first[from] else {
                let alone = parts[from..].iter().map(|part| part.trim());
                let wrong = alone.clone().find(|part| !known.contains(part));
                let wrong = wrong.unwrap_or_else(|| list.trim());
                return self.group_of(&labels, wrong).map(|_| names);
            };
            names.push(label(from, length).trim().to_owned());
            from += length;
        }
        Ok(names)
    }

    /// Returns the groups of each row of a table.
    fn merged(&self, labels: &[String], merged: &[Vec<String>]) -> Result<Vec<Vec<usize>>> {
        let mut taken = vec![false; labels.len()];
        let mut sets = Vec::new();
        for names in merged {
            let mut set = Vec::new();
            for name in names {
                let place = self.group_of(labels, name)?;
                if taken.get(place) == Some(&true) {
                    return Err(Error::usage(
                        QueryErrorCode::GroupTwice,
                        QuestionMessage::GroupTwice {
                            group: name.clone(),
                        },
                    )
                    .hint(QueryHint::MergeEachGroupOnce));
                }
                if let Some(taken) = taken.get_mut(place) {
                    *taken = true;
                }
                set.push(place);
            }
            set.sort_unstable();
            sets.push(set);
        }
        let alone = taken.iter().enumerate().filter(|(_, taken)| !**taken);
        sets.extend(alone.map(|(place, _)| vec![place]));
        sets.retain(|set| !set.is_empty());
        sets.sort_unstable();
        Ok(sets)
    }

    /// Returns the place of the group of a label.
    pub(super) fn group_of(&self, labels: &[String], name: &str) -> Result<usize> {
        labels
            .iter()
            .position(|label| label == name)
            .ok_or_else(|| {
                Error::usage(
                    QueryErrorCode::NoGroup,
                    QuestionMessage::NoGroup {
                        group: name.to_owned(),
                    },
                )
                .hint(QueryHint::GroupsAre {
                    groups: labels
                        .iter()
                        .take(20)
                        .cloned()
                        .collect::<Vec<_>>()
                        .join("; "),
                })
            })
    }

    /// Returns the noise of the moments of so many groups, in 1000 draws.
    fn noises(&self, groups: usize) -> Result<Vec<Second>> {
        let nothing = super::Cell {
            second: self.reader.second(&vec![0; self.reader.moments()]),
            groups,
        };
        let mut noises = Vec::new();
        // Nothing less noise: the law is symmetric, but the draws are to be subtracted once.
        self.each_draw(&[nothing], |drawn| noises.extend_from_slice(drawn))?;
        Ok(noises)
    }

    fn group(&self, labels: &[String], set: &[usize], noises: &[Second]) -> Result<GroupRow> {
        let second = self.cell(set).second;
        let least_rows = self.least_rows(set.len())?;
        let names = set.iter().filter_map(|place| labels.get(*place).cloned());
        let label = names.collect::<Vec<_>>().join(" + ");
        let mut drawn = second.clone();
        let variables = self.question.variables.len();
        let mut rows = Drawn::new();
        let mut means: Vec<Drawn> = (0..variables).map(|_| Drawn::new()).collect();
        let mut sums: Vec<Drawn> = (0..variables).map(|_| Drawn::new()).collect();
        let mut deviations: Vec<Drawn> = (0..variables).map(|_| Drawn::new()).collect();
        for noise in noises {
            drawn.set_sum(&second, noise);
            rows.push(Some(drawn.rows()));
            for variable in 0..variables {
                means[variable].push(drawn.mean(variable).map(|mean| mean.clamp(-1.0, 1.0)));
                sums[variable].push(Some(self.sum_of(&drawn, variable)));
                // Draws of a variance below 0 are part of the interval: without them it would lie
                // too high.
                let variance = drawn.covariance(variable, variable);
                deviations[variable].push(variance.map(|variance| variance.max(0.0).sqrt()));
            }
        }
        let figures = (0..variables).map(|variable| {
            let drawn = [
                &mut sums[variable],
                &mut means[variable],
                &mut deviations[variable],
            ];
            self.figure(&second, variable, set.len(), least_rows, drawn)
        });
        Ok(GroupRow {
            figures: figures.collect(),
            rows: estimate(&label, second.rows(), rows.interval(MISS)),
            groups: set.len() as u64,
            label,
        })
    }

    /// Returns the sum of a variable's numbers.
    fn sum_of(&self, second: &Second, variable: usize) -> f64 {
        let scale = self.scales[variable];
        scale.middle * second.rows() + scale.half * second.at(0, variable + 1)
    }

    fn figure(
        &self,
        second: &Second,
        variable: usize,
        groups: usize,
        least_rows: f64,
        [sums, means, deviations]: [&mut Drawn; 3],
    ) -> GroupFigure {
        let (asked, scale) = (&self.question.variables[variable], self.scales[variable]);
        let column = &asked.column;
        let is_shown = means.are_enough() && second.rows() >= least_rows;
        let mean = second.mean(variable).filter(|_| is_shown).map(|mean| {
            let ends = means.interval(MISS).map(|end| scale.value(end));
            estimate(column, scale.value(mean.clamp(-1.0, 1.0)), ends)
        });
        let deviation = second
            .variance(variable)
            .filter(|_| {
                let least = LEAST_ROWS_OF_SQUARES * self.deviation_of_squares(variable, groups);
                let is_shown = mean.is_some() && second.rows() >= least;
                is_shown && deviations.are_enough() && asked.role == VariableRole::Squares
            })
            .map(|variance| {
                let ends = deviations.interval(MISS).map(|end| end * scale.half);
                estimate(column, variance.sqrt() * scale.half, ends)
            });
        GroupFigure {
            share_of: match asked.values.as_slice() {
                [_, other] if !asked.is_of_numbers() => Some(other.clone()),
                _ => None,
            },
            sum: estimate(column, self.sum_of(second, variable), sums.interval(MISS)),
            least_epsilon: match mean {
                Some(_) => None,
                None => self.level_of_means(second, least_rows),
            },
            mean,
            deviation,
            column: column.clone(),
        }
    }

    /// Returns the least rows of so many groups together of which means are shown.
    fn least_rows(&self, groups: usize) -> Result<f64> {
        let noises = WeightedNoises {
            weight: 1.0,
            number: self.reader.summed(0, 0) * groups as u64,
        };
        let half_width = self.noise.half_width_of(&[noises], MISS_OF_SHOWN)?;
        Ok(LEAST_ROWS * half_width / self.mass())
    }

    /// Returns the standard deviation of the noise of a variable's sum of squares over so many groups.
    fn deviation_of_squares(&self, variable: usize, groups: usize) -> f64 {
        let variance = self.reader.variance_of_square(variable) * groups as f64;
        (self.noise.law.variance() * variance).sqrt()
    }

    /// Returns the level at which the means of so many rows are expected to be shown. At least the
    /// rows are taken that the noise can tell from none.
    fn level_of_means(&self, second: &Second, least_rows: f64) -> Option<String> {
        // 5.6 standard deviations are shown.
        let rows = second.rows().max(least_rows / 3.0);
        self.level_for((least_rows / rows).max(1.1))
    }
}
