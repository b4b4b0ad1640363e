//! Figures from released moments: errors of slopes, coverage of noise intervals, and times. `make
//! bench-moments` runs it beside other estimators.
//!
//!     moments slopes FOLDER DRAWS      slopes of pums_1000.csv, as lines for benches/moments/bench.py
//!     moments coverage FOLDER DRAWS    how often each noise interval holds the table's figure
//!     moments times                    evaluation of 10^6 rows, and 1000 draws

#![allow(clippy::print_stdout, reason = "the figures are the output")]

use std::collections::BTreeMap;
use std::env::args;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use poundwise_query::fit::{FitRequest, Fits};
use poundwise_query::{Column, Table};

#[path = "../tests/coverage.rs"]
mod coverage;

use coverage::{Count, Study, planned, pums, pums_by_factor, read, request, week};

type Outcome<T> = Result<T, Box<dyn Error>>;

const LEVELS: [&str; 4] = ["0.5", "1", "2", "4"];

fn main() -> Outcome<()> {
    let given: Vec<String> = args().skip(1).collect();
    match given
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .as_slice()
    {
        ["slopes", folder, draws] => slopes(&PathBuf::from(folder), draws.parse()?),
        ["coverage", folder, draws] => covered(&PathBuf::from(folder), draws.parse()?),
        ["times"] => times(),
        _ => Err("usage: moments slopes FOLDER DRAWS | coverage FOLDER DRAWS | times".into()),
    }
}

/// Prints `case,level,number,told,slopes...,deviation of the response,covered` of each response.
/// All numbers are of columns from -1 to 1.
fn slopes(folder: &Path, draws: u64) -> Outcome<()> {
    let table = read(&folder.join("pums_1000.csv"));
    let income = ("income", [0.0, 150_000.0], 's');
    let age = ("age", [18.0, 95.0], 's');
    let educ = ("educ", [1.0, 16.0], 's');
    for (case, asked) in [("two", &[age, educ, income][..]), ("one", &[educ, income])] {
        let predictors = &asked[..asked.len() - 1];
        let names: Vec<&str> = predictors.iter().map(|one| one.0).collect();
        let asked_for = request("income", &names, None);
        let study = Study::of(&table, asked, None, None, vec![asked_for.clone()]);
        let (_, truth) = study.least_squares(&asked_for);
        let scale = |place: usize| {
            let [low, high] = predictors[place].1;
            (high - low) / 150_000.0
        };
        let exact = truth.coefficients.iter().skip(1).enumerate();
        let exact: Vec<String> = exact
            .map(|(place, slope)| (slope * scale(place)).to_string())
            .collect();
        let rows = study.rows.iter().map(|(_, row)| row[asked.len() - 1]);
        let mean = rows.clone().sum::<f64>() / study.rows.len() as f64;
        let squares: f64 = rows.map(|one| (one - mean).powi(2)).sum();
        let deviation = (squares / study.rows.len() as f64).sqrt() / 75_000.0;
        println!("{case},truth,0,1,{},{deviation},1", exact.join(","));
        for epsilon in LEVELS {
            for number in 0..draws {
                let values = study.response(epsilon, number);
                let fits = Fits::of(&study.shape, &values, epsilon.parse()?)?;
                let fit = fits.fit(&asked_for)?;
                let slopes = fit.terms.iter().skip(1).enumerate();
                let found: Vec<String> = slopes
                    .map(|(place, term)| (term.estimate.number * scale(place)).to_string())
                    .collect();
                let covered =
                    fit.terms
                        .iter()
                        .zip(&truth.coefficients)
                        .skip(1)
                        .all(|(term, truth)| {
                            let ends = [
                                term.estimate.noise_low_number,
                                term.estimate.noise_high_number,
                            ];
                            ends[0] <= Some(*truth) && Some(*truth) <= ends[1]
                        });
                let groups = fits.groups(&[])?;
                let figure = groups.rows[0]
                    .figures
                    .last()
                    .and_then(|one| one.deviation.as_ref());
                let deviation = figure.map_or(f64::NAN, |found| found.number / 75_000.0);
                let told = u8::from(!found.is_empty());
                let found = match found.is_empty() {
                    true => vec!["nan"; names.len()].join(","),
                    false => found.join(","),
                };
                println!(
                    "{case},{epsilon},{number},{told},{found},{deviation},{}",
                    u8::from(covered)
                );
            }
        }
    }
    Ok(())
}

/// Prints how often each noise interval holds the figure of the table.
fn covered(folder: &Path, draws: u64) -> Outcome<()> {
    let path = |file: &str| folder.join(file);
    for (name, study) in [
        ("pums by race", pums(&path("pums_1000.csv"))),
        ("pums by factor", pums_by_factor(&path("pums_1000.csv"))),
        ("week by day", week(&path("week_data.csv"))),
    ] {
        let mut figures: BTreeMap<String, Vec<Count>> = BTreeMap::new();
        for (place, epsilon) in LEVELS.iter().enumerate() {
            for (name, count) in study.coverage(epsilon, draws, true) {
                let counts = figures.entry(name).or_default();
                counts.resize(place, Count::default());
                counts.push(count);
            }
        }
        println!(
            "\n{name}: {draws} responses at ε {}, held of shown",
            LEVELS.join(", ")
        );
        for (figure, counts) in figures {
            let cells = counts
                .iter()
                .map(|Count { shown, covered }| format!("{covered:>5}/{shown:<5}"));
            // Of a few that were shown the share tells little.
            let is_low = |one: &Count| one.shown >= 50 && one.covered * 400 < one.shown * 356;
            let mark = if counts.iter().any(is_low) {
                "  < 0.89"
            } else {
                ""
            };
            println!("{figure:<50} {}{mark}", cells.collect::<String>());
        }
    }
    Ok(())
}

/// Prints how long evaluation and draws take: the least of five.
fn times() -> Outcome<()> {
    let rows = 1_000_000_u64;
    let names: Vec<String> = (0..7).map(|place| format!("n{place}")).collect();
    let cell = |place: u64, row: u64| {
        let mixed = (row * 7 + place).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        i64::try_from(mixed % 420_501).ok()
    };
    let columns = names.iter().zip(0..).map(|(name, place)| {
        Column::integers(
            name.as_str(),
            (0..rows).map(|row| cell(place, row)).collect(),
        )
    });
    let days = (0..rows)
        .map(|row| cell(9, row).map(|number| number % 7))
        .collect();
    let table = Table::new(columns.chain([Column::integers("day", days)]).collect())?;
    let days: Vec<String> = (0..7).map(|day: i32| day.to_string()).collect();
    let days: Vec<&str> = days.iter().map(String::as_str).collect();
    for (name, roles, by) in [
        ("7 squares", "sssssss", None),
        ("2 squares, 5 means", "ssmmmmm", None),
        (
            "7 squares by day",
            "sssssss",
            Some(("day", days.as_slice())),
        ),
    ] {
        let leaked = names.iter().map(|name| &*name.clone().leak());
        let asked: Vec<_> = leaked
            .zip(roles.chars())
            .map(|(name, role): (&'static str, char)| (name, [0.0, 420_500.0], role))
            .collect();
        let plan = planned(&table, &asked, by, None);
        let mut seconds = f64::INFINITY;
        let mut values = Vec::new();
        for _ in 0..3 {
            let start = Instant::now();
            values = plan.compute(Some(&table), &[0; 32])?;
            seconds = seconds.min(start.elapsed().as_secs_f64());
        }
        println!(
            "{name:<20} {:>6} coordinates of 10^6 rows: {seconds:.2} s",
            values.len()
        );
        let fits = Fits::of(plan.shape(), &values, "1".parse()?)?;
        let all = FitRequest {
            response: names[0].clone(),
            predictors: names[1..].to_vec(),
            ..FitRequest::default()
        };
        let least = |run: &dyn Fn() -> Outcome<()>| -> Outcome<f64> {
            let mut least = f64::INFINITY;
            for _ in 0..5 {
                let start = Instant::now();
                run()?;
                least = least.min(start.elapsed().as_secs_f64() * 1e3);
            }
            Ok(least)
        };
        let groups = least(&|| Ok(fits.groups(&[]).map(drop)?))?;
        print!("    groups {groups:.0} ms");
        if roles == "sssssss" {
            let correlations = least(&|| Ok(fits.correlations(&[]).map(drop)?))?;
            let fit = least(&|| Ok(fits.fit(&all).map(drop)?))?;
            print!("   correlations {correlations:.0} ms   fit {fit:.0} ms");
        }
        println!();
    }
    Ok(())
}
