//! Figures of moments of real tables: what they are in the table, and how often a noise interval
//! holds it. `examples/moments.rs` uses this file too.
#![allow(
    dead_code,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "the tests and the example use a part of this; both may panic"
)]

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use gradual_release::{Epsilon, Path as NoisePath, Seed, Sensitivity};
use poundwise_documents::kinds::Adjacency;
use poundwise_query::estimate::Estimate;
use poundwise_query::fit::{FitRequest, Fits};
use poundwise_query::kinds::{BinSpec, MomentsSpec, VariableSpec, VariableValues};
use poundwise_query::shape::ListingShape;
use poundwise_query::table::Cell;
use poundwise_query::{
    AttributeSpec, Plan, RowProgress, Schema, Table, TableForm, Unit, plan, preview, read_csv,
};

/// Moments of a real table by one column, and figures of them.
pub struct Study {
    pub shape: ListingShape,
    /// The coordinates without noise.
    pub x: Vec<i64>,
    /// Column and whether its square is asked for.
    pub variables: Vec<(&'static str, bool)>,
    /// The group of each row, and its clamped numbers.
    pub rows: Vec<(usize, Vec<f64>)>,
    /// Labels of the groups.
    pub groups: Vec<String>,
    /// Regressions.
    pub fits: Vec<FitRequest>,
}

/// How often a figure was shown, and how often its interval held the table's.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub shown: u32,
    pub covered: u32,
}

/// A variable of a study: its column, bounds, and role.
pub type Asked = (&'static str, [f64; 2], char);

pub fn request(response: &str, predictors: &[&str], factor: Option<&str>) -> FitRequest {
    FitRequest {
        response: response.to_owned(),
        predictors: predictors.iter().map(ToString::to_string).collect(),
        factors: factor.iter().map(ToString::to_string).collect(),
        without_other: false,
    }
}

pub fn read(path: &Path) -> Table {
    let view = preview(path, &TableForm::default(), &RowProgress::silent()).unwrap();
    let types = Schema::parse_types(&view.types).unwrap();
    let form = TableForm {
        separator: Some(view.delimiter),
        ..TableForm::default()
    };
    read_csv(path, &form, &types).unwrap().table
}

const PUMS: [Asked; 4] = [
    ("age", [18.0, 95.0], 's'),
    ("educ", [1.0, 16.0], 's'),
    ("sex", [0.0, 1.0], 't'),
    ("income", [0.0, 150_000.0], 's'),
];

/// Four columns of a census by all races but one. Of races 5 and 6 there are 1 and 5 people.
pub fn pums(path: &Path) -> Study {
    let by = Some(("race", &["1", "3", "4", "5", "6"][..]));
    let income = |predictors: &[&str]| request("income", predictors, None);
    let fits = vec![
        income(&["age", "educ", "sex"]),
        income(&["educ"]),
        request("age", &["educ"], None),
    ];
    Study::of(&read(path), &PUMS, by, None, fits)
}

/// The same by the three frequent races, which are a factor.
pub fn pums_by_factor(path: &Path) -> Study {
    let by = Some(("race", &["1", "3", "4"][..]));
    let fits = vec![
        request("income", &["age", "educ"], Some("race")),
        FitRequest {
            without_other: true,
            ..request("income", &["educ"], Some("race"))
        },
        request("educ", &[], Some("race")),
    ];
    let variables = [PUMS[0], PUMS[1], PUMS[3]];
    Study::of(&read(path), &variables, by, None, fits)
}

/// Visits of people who come up to six times a week, by day.
pub fn week(path: &Path) -> Study {
    let (time, money) = ("Time spent (minutes)", "Money spent (euros)");
    let variables = [(time, [10.0, 120.0], 's'), (money, [10.0, 120.0], 's')];
    let by = Some(("Day", &["1", "2", "3", "4", "5", "6", "7"][..]));
    let fits = vec![
        request(money, &[time], None),
        FitRequest {
            without_other: true,
            ..request(money, &[time], Some("Day"))
        },
    ];
    let person = Some(("VisitorId", 6));
    Study::of(&read(path), &variables, by, person, fits)
}

impl Study {
    /// Returns the moments of a table, by the values of a column. All rows of a person count.
    pub fn of(
        table: &Table,
        asked: &[Asked],
        by: Option<(&str, &[&str])>,
        person: Option<(&str, u64)>,
        fits: Vec<FitRequest>,
    ) -> Self {
        let plan = planned(table, asked, by, person);
        let cells = |column: &str| -> Vec<Option<String>> {
            let mut columns = table.columns().iter();
            let column = columns.find(|one| one.name() == column).unwrap();
            let cell = |row| match column.cell(row) {
                Cell::Number(number) => Some(number.to_string()),
                Cell::Text(text) => Some(text.to_owned()),
                _ => None,
            };
            (0..table.rows()).map(cell).collect()
        };
        let columns: Vec<Vec<Option<f64>>> = asked
            .iter()
            .map(|(column, [low, high], _)| {
                let numbers = cells(column).into_iter();
                let number = |cell: String| cell.parse::<f64>().unwrap().clamp(*low, *high);
                numbers.map(|cell| cell.map(number)).collect()
            })
            .collect();
        let values = by.map_or(&[][..], |(_, values)| values);
        let of_rows = by.map(|(column, _)| cells(column));
        let rows = (0..table.rows()).filter_map(|row| {
            let numbers: Option<Vec<f64>> = columns.iter().map(|column| column[row]).collect();
            let cell = of_rows.as_ref().and_then(|cells| cells[row].clone());
            let place = values
                .iter()
                .position(|value| Some(*value) == cell.as_deref());
            Some((place.unwrap_or(values.len()), numbers?))
        });
        let labels = values.iter().map(ToString::to_string);
        Self {
            x: plan.compute(Some(table), &[7; 32]).unwrap(),
            rows: rows.collect(),
            variables: asked
                .iter()
                .map(|(column, _, role)| (*column, *role == 's'))
                .collect(),
            groups: match by {
                Some(_) => labels.chain(["other".to_owned()]).collect(),
                None => vec!["all rows".to_owned()],
            },
            shape: plan.shape().clone(),
            fits,
        }
    }

    /// Returns a response at a level. Each level and number has a path of its own.
    pub fn response(&self, epsilon: &str, number: u64) -> Vec<i64> {
        let level: Epsilon = epsilon.parse().unwrap();
        let seed = |part: u8| {
            let mut bytes = [part; 32];
            bytes[..8].copy_from_slice(&number.to_le_bytes());
            bytes[8..16].copy_from_slice(&level.micro().to_le_bytes());
            Seed::from_bytes(bytes)
        };
        let sensitivity = Sensitivity::new(self.shape.sensitivity).unwrap();
        let path = NoisePath::with_top(sensitivity, level, seed(1), seed(2)).unwrap();
        path.release(&self.x, level).unwrap()
    }

    /// Returns the rows of a group; of the place after the last one, all rows.
    fn rows_in(&self, group: usize) -> Vec<&Vec<f64>> {
        let rows = self.rows.iter();
        rows.filter(|(of, _)| group == self.groups.len() || *of == group)
            .map(|(_, numbers)| numbers)
            .collect()
    }

    fn place(&self, column: &str) -> usize {
        self.variables
            .iter()
            .position(|one| one.0 == column)
            .unwrap()
    }

    /// Returns the figures of the table: rows, sums, means and deviations of groups, correlations,
    /// and coefficients with the R^2 of each regression.
    pub fn truth(&self) -> HashMap<String, f64> {
        let mut truth = HashMap::new();
        for (group, label) in self.groups.iter().enumerate() {
            let rows = self.rows_in(group);
            truth.insert(format!("{label}: rows"), rows.len() as f64);
            for (place, (column, _)) in self.variables.iter().enumerate() {
                let [sum, mean, deviation] = summary(&rows, place);
                truth.insert(format!("{label}: sum of {column}"), sum);
                truth.insert(format!("{label}: mean of {column}"), mean);
                truth.insert(format!("{label}: deviation of {column}"), deviation);
            }
        }
        let all = self.rows_in(self.groups.len());
        truth.insert("all rows".to_owned(), all.len() as f64);
        for (one, (first, _)) in self.variables.iter().enumerate() {
            for (other, (second, _)) in self.variables.iter().enumerate().skip(one + 1) {
                let [_, mean, deviation] = summary(&all, one);
                let [_, of_other, other_deviation] = summary(&all, other);
                let products = all
                    .iter()
                    .map(|row| (row[one] - mean) * (row[other] - of_other));
                let covariance = products.sum::<f64>() / all.len() as f64;
                let name = format!("correlation of {first}, {second}");
                truth.insert(name, covariance / deviation / other_deviation);
            }
        }
        for (number, request) in self.fits.iter().enumerate() {
            let (names, fit) = self.least_squares(request);
            for (name, coefficient) in names.iter().zip(&fit.coefficients) {
                truth.insert(format!("fit {number}: {name}"), *coefficient);
            }
            truth.insert(format!("fit {number}: R²"), fit.r_squared);
        }
        truth
    }

    /// Returns a regression on the rows of the table, with the names of its terms.
    pub fn least_squares(&self, request: &FitRequest) -> (Vec<String>, LeastSquares) {
        let last = self.groups.len() - 1;
        let has_factor = !request.factors.is_empty();
        let levels = match (has_factor, request.without_other) {
            (false, _) => 1..1,
            (true, true) => 1..last,
            (true, false) => 1..last + 1,
        };
        let rows = self.rows.iter();
        let rows =
            rows.filter(|(group, _)| !(request.without_other && has_factor && *group == last));
        let predictors = request.predictors.iter().map(|one| self.place(one));
        let predictors: Vec<usize> = predictors.collect();
        let mut names = vec!["intercept".to_owned()];
        names.extend(request.predictors.iter().cloned());
        let factor = request.factors.first();
        names.extend(
            levels
                .clone()
                .map(|level| format!("{}={}", factor.unwrap(), self.groups[level])),
        );
        let response = self.place(&request.response);
        let (design, response): (Vec<Vec<f64>>, Vec<f64>) = rows
            .map(|(group, numbers)| {
                let mut row = vec![1.0];
                row.extend(predictors.iter().map(|place| numbers[*place]));
                row.extend(
                    levels
                        .clone()
                        .map(|level| f64::from(u8::from(level == *group))),
                );
                (row, numbers[response])
            })
            .unzip();
        (names, LeastSquares::of(&design, &response))
    }

    /// Returns the intervals of the figures of a response, of those that are shown. All if
    /// `has_pooled`, and else those of groups alone.
    pub fn shown(&self, fits: &Fits<'_>, has_pooled: bool) -> BTreeMap<String, [f64; 2]> {
        let ends =
            |one: &Estimate| [one.noise_low_number, one.noise_high_number].map(Option::unwrap);
        let mut shown = BTreeMap::new();
        for row in fits.groups(&[]).unwrap().rows {
            let label = &row.label;
            shown.insert(format!("{label}: rows"), ends(&row.rows));
            for figure in &row.figures {
                let column = &figure.column;
                shown.insert(format!("{label}: sum of {column}"), ends(&figure.sum));
                if let Some(mean) = &figure.mean {
                    shown.insert(format!("{label}: mean of {column}"), ends(mean));
                }
                if let Some(deviation) = &figure.deviation {
                    shown.insert(format!("{label}: deviation of {column}"), ends(deviation));
                }
            }
        }
        if !has_pooled {
            return shown;
        }
        let correlations = fits.correlations(&[]).unwrap();
        shown.insert("all rows".to_owned(), ends(&correlations.rows));
        for pair in &correlations.pairs {
            if let Some(found) = &pair.correlation {
                let name = format!("correlation of {}, {}", pair.one, pair.other);
                shown.insert(name, ends(found));
            }
        }
        for (number, request) in self.fits.iter().enumerate() {
            let table = fits.fit(request).unwrap();
            for term in &table.terms {
                shown.insert(format!("fit {number}: {}", term.term), ends(&term.estimate));
            }
            if let Some(found) = &table.r_squared {
                shown.insert(format!("fit {number}: R²"), ends(found));
            }
        }
        shown
    }

    /// Returns how often each figure is shown and covered in so many responses.
    pub fn coverage(&self, epsilon: &str, draws: u64, has_pooled: bool) -> BTreeMap<String, Count> {
        let truth = self.truth();
        let mut counts: BTreeMap<String, Count> = BTreeMap::new();
        for number in 0..draws {
            let values = self.response(epsilon, number);
            let fits = Fits::of(&self.shape, &values, epsilon.parse().unwrap()).unwrap();
            for (name, [low, high]) in self.shown(&fits, has_pooled) {
                let truth = truth[&name];
                let count = counts.entry(name).or_default();
                count.shown += 1;
                count.covered += u32::from(low <= truth && truth <= high);
            }
        }
        counts
    }
}

/// Plans moments of a table, by the values of a column.
pub fn planned(
    table: &Table,
    asked: &[Asked],
    by: Option<(&str, &[&str])>,
    person: Option<(&str, u64)>,
) -> Plan {
    let variables = asked.iter().map(|(column, bounds, role)| VariableSpec {
        column: (*column).to_owned(),
        values: match role {
            's' => VariableValues::Squares(decimals(*bounds)),
            't' => VariableValues::TwoValued(bounds.map(|bound| bound.to_string())),
            _ => VariableValues::MeanOnly(decimals(*bounds)),
        },
    });
    let groups = by.iter().map(|(column, values)| {
        let values = values.iter().map(ToString::to_string).collect();
        ((*column).to_owned(), BinSpec::Values(values))
    });
    let spec = AttributeSpec::Moments(MomentsSpec {
        variables: variables.collect(),
        groups: groups.collect(),
        filters: Vec::new(),
    });
    let unit = Unit {
        adjacency: Adjacency::AddRemove,
        rows_per_unit: person.map_or(1, |(_, rows)| rows),
        person_column: person.map(|(column, _)| column.to_owned()),
    };
    plan(&spec, &table.schema(), &unit)
        .map_err(|e| e.to_string())
        .unwrap()
}

fn decimals(bounds: [f64; 2]) -> [poundwise_documents::units::Decimal; 2] {
    bounds.map(|bound| bound.to_string().parse().unwrap())
}

/// Returns sum, mean and deviation of a column.
fn summary(rows: &[&Vec<f64>], place: usize) -> [f64; 3] {
    let count = rows.len() as f64;
    let sum: f64 = rows.iter().map(|row| row[place]).sum();
    let mean = sum / count;
    let squares: f64 = rows.iter().map(|row| (row[place] - mean).powi(2)).sum();
    [sum, mean, (squares / count).sqrt()]
}

/// Ordinary least squares on rows.
pub struct LeastSquares {
    pub coefficients: Vec<f64>,
    pub standard_errors: Vec<f64>,
    pub r_squared: f64,
    pub residual_deviation: f64,
}

impl LeastSquares {
    /// Returns the solution by Gram and Schmidt's orthogonal columns, made orthogonal twice.
    pub fn of(design: &[Vec<f64>], response: &[f64]) -> Self {
        let (rows, terms) = (design.len(), design[0].len());
        let dot =
            |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
        let mut orthogonal: Vec<Vec<f64>> = Vec::new();
        // The upper triangle, column by column.
        let mut upper = vec![vec![0.0; terms]; terms];
        for term in 0..terms {
            let mut column: Vec<f64> = design.iter().map(|row| row[term]).collect();
            for _ in 0..2 {
                for (before, unit) in orthogonal.iter().enumerate() {
                    let part = dot(unit, &column);
                    upper[term][before] += part;
                    for (number, one) in column.iter_mut().zip(unit) {
                        *number -= part * one;
                    }
                }
            }
            let length = dot(&column, &column).sqrt();
            upper[term][term] = length;
            orthogonal.push(column.iter().map(|number| number / length).collect());
        }
        let back = |right: &[f64]| {
            let mut solution = right.to_vec();
            for term in (0..terms).rev() {
                for after in term + 1..terms {
                    solution[term] -= upper[after][term] * solution[after];
                }
                solution[term] /= upper[term][term];
            }
            solution
        };
        let parts: Vec<f64> = orthogonal.iter().map(|unit| dot(unit, response)).collect();
        let coefficients = back(&parts);
        let residuals = design
            .iter()
            .zip(response)
            .map(|(row, y)| y - dot(row, &coefficients));
        let residual: f64 = residuals.map(|one| one * one).sum();
        let mean = response.iter().sum::<f64>() / rows as f64;
        let total: f64 = response.iter().map(|y| (y - mean).powi(2)).sum();
        let variance = residual / (rows - terms) as f64;
        let mut inverse = vec![0.0; terms];
        for unit in 0..terms {
            let mut right = vec![0.0; terms];
            right[unit] = 1.0;
            for (sum, one) in inverse.iter_mut().zip(back(&right)) {
                *sum += one * one;
            }
        }
        Self {
            standard_errors: inverse.iter().map(|one| (variance * one).sqrt()).collect(),
            coefficients,
            r_squared: 1.0 - residual / total,
            residual_deviation: variance.sqrt(),
        }
    }
}
