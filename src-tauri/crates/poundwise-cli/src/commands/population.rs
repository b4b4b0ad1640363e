//! `population create`, `list`, `show`, `cap`, `merge`.

use poundwise_market::view::{DatasetState, PopulationView};
use poundwise_market::{Home, Result, Roles, format};

use crate::args::Population;
use crate::commands::shown::undelivered;
use crate::confirm::{Question, confirmed};
use crate::opening::Outcome;
use crate::output::Output;
use crate::table::{Side, fields, table};

pub(crate) fn run(out: &mut Output, home: &Home, command: Population) -> Result<Outcome> {
    match command {
        Population::Create(create) => {
            let population = home.seller().create_population(&create.draft())?;
            out.answer(&population, || format!("Made.\n{}", whole(&population)))?;
        }
        Population::List => {
            let populations = home.seller().populations()?;
            out.answer(&populations, || rows(&populations))?;
        }
        Population::Show { name } => {
            let population = home.seller().population(&name)?;
            out.answer(&population, || whole(&population))?;
        }
        Population::Cap { name, cap, reason } => {
            let population = home.seller().set_cap(&name, cap, &reason)?;
            undelivered(home);
            out.answer(&population, || {
                let entry = population.caps.last().map_or_else(String::new, |cap| {
                    format!(", entry {} of the ledger", cap.number)
                });
                format!("Cap changed{entry}.\n{}", whole(&population))
            })?;
        }
        Population::Merge { from, into, yes } => {
            if !yes {
                confirmed(&Question {
                    act: &format!("merging {from} into {into}"),
                    known: &format!(
                        "The datasets of {from} belong to {into} from then on, whose loss grows by \
                         the whole loss of {from}. It cannot be undone.\n"
                    ),
                    word: "merge",
                    command: "population merge",
                })?;
            }
            let population = home.seller().merge_populations(&from, &into)?;
            out.answer(&population, || {
                format!("Merged {from} into {into}.\n{}", whole(&population))
            })?;
        }
    }
    Ok(Outcome::Done)
}

fn rows(populations: &[PopulationView]) -> String {
    if populations.is_empty() {
        return "No populations yet. An import makes one: poundwise dataset import FILE --cap EPS\n"
            .to_owned();
    }
    let rows: Vec<Vec<String>> = populations
        .iter()
        .map(|population| {
            vec![
                population.name.clone(),
                population.unit_name.clone(),
                population.adjacency.clone(),
                population.datasets.len().to_string(),
                format::integer(population.questions),
                match &population.merged_into {
                    Some(into) => format!("merged into {into}"),
                    None => spent(population),
                },
            ]
        })
        .collect();
    table(
        &[
            ("population", Side::Left),
            ("unit", Side::Left),
            ("adjacency", Side::Left),
            ("datasets", Side::Right),
            ("questions", Side::Right),
            ("loss", Side::Left),
        ],
        &rows,
    )
}

fn spent(population: &PopulationView) -> String {
    format::loss(
        population.loss_micro_epsilon,
        Some(population.cap_micro_epsilon),
    )
}

fn whole(population: &PopulationView) -> String {
    let carried = match population.carried_micro_epsilon {
        0 => String::new(),
        carried => format!(
            "{} of the loss, brought from elsewhere",
            format::epsilon(carried)
        ),
    };
    let datasets: Vec<String> = population
        .datasets
        .iter()
        .map(|dataset| format!("{}{}", dataset.name, state(dataset.state)))
        .collect();
    let mut text = format!("{}\n", population.name);
    text.push_str(&fields(&[
        ("public id", population.id.clone()),
        ("one unit", format!("one {}", population.unit_name)),
        ("adjacency", population.adjacency.clone()),
        (
            "loss",
            format!(
                "{}  {}",
                spent(population),
                format::gauge(population.loss_micro_epsilon, population.cap_micro_epsilon)
            ),
        ),
        ("carried", carried),
        (
            "guesses",
            guesses(
                &population.unit_name,
                population.guess_now,
                "at the cap",
                population.guess_at_cap,
            ),
        ),
        ("datasets", datasets.join(", ")),
        ("questions", format::integer(population.questions)),
        ("openings", granted(population.openings)),
        (
            "merged into",
            population.merged_into.clone().unwrap_or_default(),
        ),
        ("made", format::time(&population.created_at)),
    ]));
    if !population.caps.is_empty() {
        let rows: Vec<Vec<String>> = population
            .caps
            .iter()
            .map(|cap| {
                vec![
                    cap.number.to_string(),
                    format::time(&cap.issued_at),
                    format::epsilon(cap.old_micro_epsilon),
                    format::epsilon(cap.new_micro_epsilon),
                    cap.reason.clone(),
                ]
            })
            .collect();
        text.push('\n');
        text.push_str(&table(
            &[
                ("entry", Side::Right),
                ("signed", Side::Left),
                ("cap before", Side::Left),
                ("cap", Side::Left),
                ("reason", Side::Left),
            ],
            &rows,
        ));
    }
    text
}

/// What became of a dataset; nothing while its table is here.
pub(crate) fn state(state: DatasetState) -> &'static str {
    match state {
        DatasetState::Held => "",
        DatasetState::Sealed => " (sealed)",
        DatasetState::Removed => " (removed)",
    }
}

/// How often anyone can guess right about one unit, now and later.
pub(crate) fn guesses(unit: &str, now: f64, later: &str, then: f64) -> String {
    format!(
        "about one {unit} at most {} are right, {later} at most {}, from even odds (50%)",
        format::percent(now),
        format::percent(then)
    )
}

/// Openings granted, each of which gave exact numbers away; nothing where there are none.
fn granted(openings: u64) -> String {
    match openings {
        0 => String::new(),
        some => format!(
            "{} granted: its auditor has the exact numbers, for which no ε stands",
            format::count(some, "opening", "openings")
        ),
    }
}
