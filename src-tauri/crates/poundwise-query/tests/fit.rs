//! Figures from released moments: against the table's own as ε grows, and how often their noise
//! intervals hold these. The real tables are not part of the repository: without them those tests
//! say that they were skipped.
#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::print_stdout
)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use poundwise_query::fit::{FitRequest, FitTable, Fits, MomentMatrix};
use poundwise_query::{Column, QueryErrorCode, Table};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::coverage::{Count, Study, pums, pums_by_factor, request, week};
use crate::files::shared;

/// A level at which the noise is below a millionth of a row.
const EXACT: &str = "1000000";

fn fits<'a>(study: &'a Study, values: &[i64], epsilon: &str) -> Fits<'a> {
    Fits::of(&study.shape, values, epsilon.parse().unwrap())
        .map_err(|e| e.to_string())
        .unwrap()
}

fn study(file: &str, of: fn(&std::path::Path) -> Study) -> Option<Study> {
    shared(file).map(|path: PathBuf| of(&path))
}

/// A table of numbers that depend on each other, with a group.
fn table(rows: usize) -> Table {
    let at = |row: usize, factor: usize, size: usize| row * factor % size;
    let a: Vec<String> = (0..rows).map(|row| at(row, 37, 101).to_string()).collect();
    let b = (0..rows).map(|row| (at(row, 37, 101) / 2 + at(row, 17, 53)).to_string());
    let c = (0..rows).map(|row| format!("{}.5", at(row, 29, 40)));
    let d = (0..rows).map(|row| (at(row, 7, 11) / 6).to_string());
    let group = (0..rows).map(|row| ["x", "y", "", "z"][at(row, 13, 4)]);
    let [b, c, d]: [Vec<String>; 3] = [b.collect(), c.collect(), d.collect()];
    let numbers = |name: &str, cells: &[String]| {
        Column::numbers(name, cells.iter().map(String::as_str)).unwrap()
    };
    Table::new(vec![
        numbers("a", &a),
        numbers("copy", &a),
        numbers("b", &b),
        numbers("c", &c),
        numbers("d", &d),
        Column::texts("group", group).unwrap(),
    ])
    .unwrap()
}

const BY: Option<(&str, &[&str])> = Some(("group", &["x", "y"]));

/// The matrix of a group as floats, row by row.
fn floats(matrix: &MomentMatrix, group: usize) -> Vec<Vec<f64>> {
    let group = &matrix.groups[group];
    let rows = group.steps[0][0].unwrap() as f64 / matrix.mass as f64;
    let entry = |one: usize, other: usize| match (group.steps[one][other], one == other) {
        (Some(steps), _) => steps as f64 / matrix.mass as f64,
        (None, true) => {
            let square = group.squares[one - 1].map(|steps| steps as f64);
            let scale = matrix.square_scale.map(|scale| scale as f64);
            square
                .zip(scale)
                .map_or(f64::NAN, |(square, scale)| square / scale + rows / 2.0)
        }
        (None, false) => f64::NAN,
    };
    let size = group.steps.len();
    (0..size)
        .map(|one| (0..size).map(|other| entry(one, other)).collect())
        .collect()
}

/// Both encodings: with two squares, and with three.
#[test]
fn moments_of_responses_are_unbiased() {
    let table = table(300);
    let [a, b, c, d] = [
        ("a", [0.0, 100.0], 's'),
        ("b", [0.0, 80.0], 's'),
        ("c", [0.0, 45.0], 's'),
        ("d", [0.0, 1.0], 't'),
    ];
    for asked in [&[a, d, b][..], &[a, b, c, d], &[a, ("c", [0.0, 45.0], 'm')]] {
        let study = Study::of(&table, asked, BY, None, vec![]);
        for group in 0..3 {
            let truth = floats(&fits(&study, &study.x, "1").matrix(), group);
            let draws = 400;
            let size = truth.len();
            let mut sums = vec![vec![[0.0, 0.0]; size]; size];
            for number in 0..draws {
                let values = study.response("1", number);
                let found = floats(&fits(&study, &values, "1").matrix(), group);
                for (sums, (found, truth)) in sums.iter_mut().zip(found.iter().zip(&truth)) {
                    for (sum, (found, truth)) in sums.iter_mut().zip(found.iter().zip(truth)) {
                        sum[0] += found - truth;
                        sum[1] += (found - truth).powi(2);
                    }
                }
            }
            for (one, sums) in sums.iter().enumerate() {
                for (other, [sum, squares]) in sums.iter().enumerate() {
                    if sum.is_nan() {
                        assert!(one == other && asked[one - 1].2 == 'm');
                        continue;
                    }
                    let error = f64::sqrt(*squares);
                    assert!(error > 1.0, "no noise at {one}, {other}");
                    assert!(sum.abs() < 5.0 * error, "{one} {other}: {sum} {error}");
                }
            }
        }
    }
}

/// The truth of x: exact rows of the table, computed in floats.
#[test]
fn the_matrix_of_a_response_without_noise_is_the_tables() {
    let table = table(300);
    let asked = [
        ("a", [10.0, 90.0], 's'),
        ("b", [0.0, 80.0], 's'),
        ("c", [0.0, 45.0], 's'),
        ("d", [0.0, 1.0], 't'),
    ];
    for asked in [&asked[1..], &asked[..]] {
        let study = Study::of(&table, asked, BY, None, vec![]);
        let matrix = fits(&study, &study.x, EXACT).matrix();
        for group in 0..3 {
            let found = floats(&matrix, group);
            for (one, found) in found.iter().enumerate() {
                for (other, found) in found.iter().enumerate() {
                    let u = |row: &[f64], place: usize| match place {
                        0 => 1.0,
                        _ => {
                            let [low, high] = asked[place - 1].1;
                            (2.0 * row[place - 1] - low - high) / (high - low)
                        }
                    };
                    let rows = study.rows.iter().filter(|(of, _)| *of == group);
                    let sum: f64 = rows.map(|(_, row)| u(row, one) * u(row, other)).sum();
                    assert!(
                        (sum - found).abs() < 1e-3,
                        "{group} {one} {other} {sum} {found}"
                    );
                }
            }
        }
    }
}

fn is_near(found: f64, truth: f64, scale: f64) -> bool {
    (found - truth).abs() <= 1e-4 * scale.abs().max(truth.abs())
}

fn agrees(study: &Study, request: &FitRequest, table: &FitTable) {
    let (names, truth) = study.least_squares(request);
    let found: Vec<&str> = table.terms.iter().map(|term| term.term.as_str()).collect();
    assert_eq!(found, names);
    for (place, term) in table.terms.iter().enumerate() {
        let error = truth.standard_errors[place];
        let number = term.estimate.number;
        assert!(
            is_near(number, truth.coefficients[place], error),
            "{term:?}"
        );
        if study.shape.rows_per_unit > 1 {
            assert!(term.standard_error.is_none() && term.both.is_none());
            continue;
        }
        let found = term.standard_error.as_ref().unwrap().number;
        assert!(is_near(found, error, error), "{found} {error}");
        let both = term.both.as_ref().unwrap().half_width_number.unwrap();
        assert!((both / (1.96 * error) - 1.0).abs() < 0.02, "{both} {error}");
    }
    let found = table.r_squared.as_ref().unwrap().number;
    assert!(is_near(found, truth.r_squared, 1.0), "{found}");
    let found = table.residual_deviation.as_ref().unwrap().number;
    assert!(is_near(found, truth.residual_deviation, 0.0), "{found}");
}

/// Rows, sums, means, deviations, correlations, coefficients, standard errors, R^2 and residual
/// deviation.
#[test]
fn figures_agree_with_least_squares_on_the_table_at_a_high_level() {
    for study in [
        study("pums_1000.csv", pums),
        study("pums_1000.csv", pums_by_factor),
        study("week_data.csv", week),
    ] {
        let Some(study) = study else { return };
        let values = study.response(EXACT, 1);
        let fits = fits(&study, &values, EXACT);
        let truth = study.truth();
        let groups = fits.groups(&[]).unwrap();
        assert_eq!(groups.rows.len(), study.groups.len());
        for row in &groups.rows {
            let of = |what: &str| truth[&format!("{}: {what}", row.label)];
            assert!(is_near(row.rows.number, of("rows"), 1.0), "{row:?}");
            for figure in &row.figures {
                let column = &figure.column;
                let sum = of(&format!("sum of {column}"));
                assert!(is_near(figure.sum.number, sum, 100.0), "{figure:?} {sum}");
                if of("rows") == 0.0 {
                    assert!(figure.mean.is_none() && figure.deviation.is_none());
                    continue;
                }
                let mean = figure.mean.as_ref().unwrap().number;
                assert!(
                    is_near(mean, of(&format!("mean of {column}")), 1.0),
                    "{figure:?}"
                );
                let deviation = of(&format!("deviation of {column}"));
                if let Some(found) = &figure.deviation {
                    // The root of the rounding of x counts much in few rows.
                    let scale = if of("rows") < 10.0 { 100.0 } else { 1.0 };
                    let is_one = of("rows") < 2.0;
                    let is_right = is_one || is_near(found.number, deviation, scale);
                    assert!(is_right, "{deviation} {figure:?}");
                }
            }
        }
        for pair in &fits.correlations(&[]).unwrap().pairs {
            let name = format!("correlation of {}, {}", pair.one, pair.other);
            let found = pair.correlation.as_ref().unwrap().number;
            assert!(is_near(found, truth[&name], 1.0), "{name} {found}");
        }
        for request in &study.fits {
            agrees(&study, request, &fits.fit(request).unwrap());
        }
    }
}

/// The error falls as the level rises, and stays near the half-width.
#[test]
fn errors_of_coefficients_fall_with_the_level() {
    let Some(study) = study("pums_1000.csv", pums) else {
        return;
    };
    let request = &study.fits[0];
    let (_, truth) = study.least_squares(request);
    let mut widths: Vec<f64> = vec![f64::INFINITY; truth.coefficients.len()];
    for epsilon in ["1", "10", "100", "1000", "10000"] {
        let values = study.response(epsilon, 5);
        let table = fits(&study, &values, epsilon).fit(request).unwrap();
        for (place, term) in table.terms.iter().enumerate() {
            let width = term.estimate.half_width_number.unwrap();
            let error = (term.estimate.number - truth.coefficients[place]).abs();
            assert!(error < 4.0 * width, "{epsilon} {term:?}");
            assert!(width < widths[place] / 5.0, "{epsilon} {term:?} {widths:?}");
            widths[place] = width;
        }
    }
}

/// Blocks that are added up are the rows of their groups, also of a missing group cell.
#[test]
fn merged_groups_have_the_figures_of_their_rows() {
    let table = table(300);
    let asked = [("a", [0.0, 100.0], 's'), ("b", [0.0, 80.0], 'm')];
    let study = Study::of(&table, &asked, BY, None, vec![]);
    let fits = fits(&study, &study.x, EXACT);
    let merge = |labels: &[&str]| labels.iter().map(ToString::to_string).collect::<Vec<_>>();
    let all = fits.groups(&[merge(&["other", "x"])]).unwrap();
    assert_eq!(all.by, ["group"]);
    let labels: Vec<&str> = all.rows.iter().map(|row| row.label.as_str()).collect();
    assert_eq!(labels, ["x + other", "y"]);
    for (row, groups) in all.rows.iter().zip([&[0, 2][..], &[1]]) {
        assert_eq!(row.groups, groups.len() as u64);
        let numbers: Vec<f64> = study
            .rows
            .iter()
            .filter(|(group, _)| groups.contains(group))
            .map(|(_, row)| row[0])
            .collect();
        let count = numbers.len() as f64;
        let sum: f64 = numbers.iter().sum();
        let squares: f64 = numbers.iter().map(|one| (one - sum / count).powi(2)).sum();
        assert!(is_near(row.rows.number, count, 1.0));
        let figure = &row.figures[0];
        assert!(is_near(figure.sum.number, sum, 1.0));
        assert!(is_near(
            figure.mean.as_ref().unwrap().number,
            sum / count,
            1.0
        ));
        let deviation = figure.deviation.as_ref().unwrap().number;
        assert!(is_near(deviation, (squares / count).sqrt(), 1.0));
        assert!(row.figures[1].mean.is_some() && row.figures[1].deviation.is_none());
    }
    // Noise of two groups is sqrt(2) times as wide.
    let values = study.response("1", 3);
    let noisy = self::fits(&study, &values, "1")
        .groups(&[merge(&["other", "x"])])
        .unwrap();
    let width = |row: usize| noisy.rows[row].rows.half_width_number.unwrap();
    assert!((width(0) / width(1) / f64::sqrt(2.0) - 1.0).abs() < 0.15);
}

/// Labels that contain a plus are merged like others.
#[test]
fn lists_of_groups_may_have_labels_with_a_plus() {
    let asked = [("a", [0.0, 100.0], 's')];
    let by: Option<(&str, &[&str])> = Some(("group", &["x", "x+", "x + y", "y"]));
    let study = Study::of(&table(300), &asked, by, None, vec![]);
    let fits = fits(&study, &study.x, EXACT);
    let groups_in = |list: &str| fits.groups_in(list).map_err(|error| error.code());
    assert_eq!(groups_in("x++y").unwrap(), ["x+", "y"]);
    assert_eq!(groups_in("y + x").unwrap(), ["y", "x"]);
    assert_eq!(groups_in("x + y").unwrap(), ["x + y"]);
    assert_eq!(groups_in("x+other").unwrap(), ["x", "other"]);
    assert_eq!(groups_in("x+z"), Err(Some(QueryErrorCode::NoGroup)));
    assert_eq!(groups_in(""), Err(Some(QueryErrorCode::NoGroup)));
}

/// A block of each level has the level's own regression, and so all interactions with it.
#[test]
fn blocks_have_each_interaction_with_the_groups() {
    let Some(study) = study("pums_1000.csv", pums_by_factor) else {
        return;
    };
    let matrix = fits(&study, &study.x, EXACT).matrix();
    let [educ, income] = [study.variables[1], study.variables[2]].map(|one| one.0);
    for group in 0..study.groups.len() {
        let m = floats(&matrix, group);
        let slope = (m[2][3] - m[0][2] * m[0][3] / m[0][0]) / (m[2][2] - m[0][2].powi(2) / m[0][0]);
        let only = Study {
            rows: study
                .rows
                .iter()
                .filter(|(of, _)| *of == group)
                .cloned()
                .collect(),
            ..study_of(&study)
        };
        let (_, truth) = only.least_squares(&request(income, &[educ], None));
        let slope = slope * 75_000.0 / 7.5;
        assert!(is_near(slope, truth.coefficients[1], 1000.0), "{slope}");
    }
}

fn study_of(study: &Study) -> Study {
    Study {
        shape: study.shape.clone(),
        x: study.x.clone(),
        variables: study.variables.clone(),
        rows: Vec::new(),
        groups: study.groups.clone(),
        fits: Vec::new(),
    }
}

/// Whether noise alone makes a matrix positive definite is chance, so a column and its copy have
/// coefficients in at most 1 of 100 responses. In most others the error says why.
#[test]
fn collinear_predictors_are_refused() {
    let table = table(2000);
    let asked = |copy: char| {
        [
            ("a", [0.0, 100.0], 's'),
            ("copy", [0.0, 100.0], copy),
            ("b", [0.0, 80.0], 's'),
        ]
    };
    let constant = [
        ("a", [0.0, 100.0], 's'),
        ("d", [0.0, 1.0], 't'),
        ("b", [0.0, 80.0], 's'),
    ];
    let both = request("b", &["a", "copy"], None);
    let alone = request("b", &["a"], None);
    let never = request("b", &["d"], None);
    let draws = 200;
    for epsilon in ["0.5", "4", "100"] {
        let study = Study::of(&table, &asked('s'), None, None, vec![]);
        let zeros = Table::new(vec![
            table.columns()[0].clone(),
            Column::integers("d", vec![Some(0); 2000]),
            table.columns()[2].clone(),
        ]);
        let flat = Study::of(&zeros.unwrap(), &constant, None, None, vec![]);
        let [mut told, mut refused, mut told_alone, mut told_flat] = [0_u64; 4];
        for number in 0..draws {
            let values = study.response(epsilon, number);
            let fits = fits(&study, &values, epsilon);
            match fits.fit(&both) {
                Ok(table) if !table.terms.is_empty() => told += 1,
                Ok(table) => {
                    assert!(table.r_squared.is_none() && table.residual_deviation.is_none());
                    assert!(table.least_epsilon.is_some());
                }
                Err(error) => {
                    assert_eq!(error.code(), Some(QueryErrorCode::Collinear));
                    refused += 1;
                }
            }
            told_alone += u64::from(!fits.fit(&alone).unwrap().terms.is_empty());
            let values = flat.response(epsilon, number);
            let table = self::fits(&flat, &values, epsilon).fit(&never).unwrap();
            told_flat += u64::from(!table.terms.is_empty());
        }
        println!("ε {epsilon}: {told} {refused} {told_flat} {told_alone} of {draws}");
        assert!(refused * 4 >= draws * 3, "{epsilon}: {refused}");
        assert!(told * 50 <= draws, "{epsilon}: {told}");
        assert!(told_flat * 50 <= draws, "{epsilon}: {told_flat}");
        assert_eq!(told_alone, draws, "{epsilon}");
    }
}

/// The line goes through the fitted values, from bound to bound.
#[test]
fn a_line_has_the_coefficients_and_a_band() {
    let study = Study::of(
        &table(2000),
        &[("a", [0.0, 100.0], 's'), ("b", [0.0, 80.0], 's')],
        None,
        None,
        vec![],
    );
    let values = study.response("2", 1);
    let table = fits(&study, &values, "2")
        .fit(&request("b", &["a"], None))
        .unwrap();
    let [intercept, slope] = [0, 1].map(|place| table.terms[place].estimate.number);
    let points = table.line.unwrap().points;
    assert_eq!(
        [points[0].predictor, points[points.len() - 1].predictor],
        [0.0, 100.0]
    );
    for point in &points {
        assert!(point.low <= point.fitted && point.fitted <= point.high);
        assert!(
            (point.fitted - intercept - slope * point.predictor).abs() < 0.1,
            "{point:?}"
        );
    }
    let width = |place: usize| points[place].high - points[place].low;
    assert!(width(points.len() / 2) < width(0));
}

/// Equal numbers have equal draws, and another level has others.
#[test]
fn equal_responses_have_equal_figures() {
    let asked = [("a", [0.0, 100.0], 's'), ("b", [0.0, 80.0], 's')];
    let study = Study::of(&table(300), &asked, BY, None, vec![]);
    let values = study.response("1", 1);
    let of = |values: &[i64], epsilon: &str| {
        let fits = fits(&study, values, epsilon);
        let table = fits.fit(&request("b", &["a"], Some("group"))).unwrap();
        (fits.seed_in_hex(), serde_json::to_string(&table).unwrap())
    };
    assert_eq!(of(&values, "1"), of(&values, "1"));
    let mut other = values.clone();
    other[0] += 1;
    assert_ne!(of(&values, "1").0, of(&other, "1").0);
    assert_ne!(of(&values, "1").0, of(&values, "2").0);
}

/// The smallest number of successes of so many that is within the binomial range of 95% at a false
/// alarm of 1e-6.
fn least_of(shown: u32) -> u32 {
    let mut log_of_mass = f64::from(shown) * 0.05_f64.ln();
    let mut below = 0.0;
    for successes in 0..shown {
        below += log_of_mass.exp();
        if below > 1e-6 {
            return successes;
        }
        let ratio = f64::from(shown - successes) / f64::from(successes + 1) * 19.0;
        log_of_mass += ratio.ln();
    }
    shown
}

#[test]
fn the_binomial_range_is_right() {
    assert_eq!([400, 50, 1].map(least_of), [356, 38, 0]);
}

/// Fails if a figure was held less often than in 356 of 400, or than by chance in fewer.
fn is_covered(study: &str, epsilon: &str, counts: &BTreeMap<String, Count>) {
    let missed = counts
        .iter()
        .filter(|(_, Count { shown, covered })| *covered < least_of(*shown).min(shown * 356 / 400));
    let missed: Vec<_> = missed.collect();
    assert!(missed.is_empty(), "{study}, ε {epsilon}: {missed:#?}");
}

/// Rows, sums, means and deviations of each group, in 400 responses at each level. Races 5 and 6
/// have 1 and 5 people, and no visit is on another day: their means are hidden.
#[test]
fn noise_intervals_of_groups_cover_the_tables_figures_and_small_groups_are_hidden() {
    for (name, file, of, small) in [
        (
            "pums",
            "pums_1000.csv",
            pums as fn(&std::path::Path) -> Study,
            &["5", "6"][..],
        ),
        ("week", "week_data.csv", week, &["other"]),
    ] {
        let Some(study) = study(file, of) else { return };
        let truth = study.truth();
        for epsilon in ["0.5", "1", "2", "4"] {
            let draws = 400;
            let counts = study.coverage(epsilon, draws, false);
            let is_large = |figure: &str| !small.iter().any(|label| figure.starts_with(label));
            let large = counts.iter().filter(|(figure, _)| is_large(figure));
            let large = large.map(|(figure, count)| (figure.clone(), *count));
            is_covered(name, epsilon, &large.collect());
            for label in small {
                assert!(truth[&format!("{label}: rows")] <= 5.0);
                for (column, _) in &study.variables {
                    for what in ["mean", "deviation"] {
                        let figure = format!("{label}: {what} of {column}");
                        let shown = counts.get(&figure).map_or(0, |count| count.shown);
                        let most = u32::try_from(draws / 100).unwrap();
                        assert!(shown <= most, "{figure} at ε {epsilon}: {shown}");
                    }
                }
            }
            // 71 people are always enough at ε 1.
            let all = counts.get("other: mean of income").map(|count| count.shown);
            assert!(
                name != "pums" || epsilon == "0.5" || all == Some(400),
                "{all:?}"
            );
        }
    }
}

/// The same of correlations and coefficients, in fewer responses. `make bench-moments` has more.
#[test]
fn noise_intervals_of_pooled_figures_cover_the_tables() {
    for (name, file, of) in [
        (
            "pums",
            "pums_1000.csv",
            pums as fn(&std::path::Path) -> Study,
        ),
        ("pums by factor", "pums_1000.csv", pums_by_factor),
        ("week", "week_data.csv", week),
    ] {
        let Some(study) = study(file, of) else { return };
        for epsilon in ["1", "4"] {
            is_covered(name, epsilon, &study.coverage(epsilon, 40, true));
        }
    }
}

/// What a careless reader would do: each entry of M has a noise of its own, of the law of one
/// coordinate. Its intervals miss far too often.
#[test]
fn noise_in_each_entry_of_the_matrix_would_cover_too_seldom() {
    let asked = [("a", [0.0, 100.0], 's'), ("b", [0.0, 80.0], 's')];
    let study = Study::of(&table(2000), &asked, None, None, vec![]);
    let (_, truth) = study.least_squares(&request("b", &["a"], None));
    let slope = |m: &[Vec<f64>]| {
        let [n, x, y, xy, xx] = [m[0][0], m[0][1], m[0][2], m[1][2], m[1][1]];
        (xy - x * y / n) / (xx - x * x / n) * 40.0 / 50.0
    };
    let mechanism = study.shape.mechanism().unwrap();
    let draw = mechanism.draw(1_000_000).unwrap();
    let draws = 300;
    let [mut covered, mut covered_entrywise] = [0, 0];
    for number in 0..draws {
        let values = study.response("1", number);
        let fits = fits(&study, &values, "1");
        let table = fits.fit(&request("b", &["a"], None)).unwrap();
        let holds = |low: f64, high: f64| {
            u32::from(low <= truth.coefficients[1] && truth.coefficients[1] <= high)
        };
        let found = &table.terms[1].estimate;
        covered += holds(
            found.noise_low_number.unwrap(),
            found.noise_high_number.unwrap(),
        );
        let matrix = floats(&fits.matrix(), 0);
        let mut rng = ChaCha20Rng::seed_from_u64(number);
        let mut slopes: Vec<f64> = (0..400)
            .map(|_| {
                let mut noisy = matrix.clone();
                for (one, row) in noisy.iter_mut().enumerate().take(3) {
                    for number in row.iter_mut().take(3).skip(one) {
                        *number -= draw.sample(&mut rng).unwrap() as f64 / 65_536.0;
                    }
                }
                slope(&noisy)
            })
            .collect();
        slopes.sort_by(f64::total_cmp);
        covered_entrywise += holds(slopes[9], slopes[390]);
    }
    println!("{covered} and {covered_entrywise} of {draws}");
    assert!(covered >= least_of(draws as u32));
    assert!(covered_entrywise < least_of(draws as u32));
}
