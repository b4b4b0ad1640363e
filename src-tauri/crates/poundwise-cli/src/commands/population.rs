//! `population create`, `list`, `show`, `cap`, `guess`, `promise`, `plan`, `merge`.

use poundwise_market::hint::Field;
use poundwise_market::view::{
    BudgetPlan, CapGuess, CapPreview, CapUse, DatasetState, Guess, MergePreview, Money,
    PopulationChange, PopulationDataset, PopulationDraft, PopulationView, PromiseView,
    PromisedPrivacy,
};
use poundwise_market::{Error, ErrorCode, Home, Result, Roles, cap_guess, format, offered_caps};
use poundwise_words::Text;

use crate::args::{Global, Population};
use crate::commands::shown::{available, undelivered};
use crate::confirm::{Question, answer, can_ask, confirmed};
use crate::messages::{CommandMessage, FinalAct};
use crate::opening::{Outcome, open};
use crate::output::{Output, ask};
use crate::table::{Side, fields, table};

pub(crate) fn run(out: &mut Output, global: &Global, command: Population) -> Result<Outcome> {
    match command {
        Population::Guess { caps, adjacency } => {
            let guesses: Vec<CapGuess> = match caps.as_slice() {
                [] => offered_caps(adjacency),
                caps => {
                    let caps = caps.iter();
                    caps.map(|cap| cap_guess(*cap, adjacency)).collect()
                }
            };
            out.answer(&guesses, || guesses_at(&guesses))?;
        }
        Population::Create(create) => {
            let home = open(global)?;
            let population = made(&home, create.draft(), !out.json())?;
            undelivered(&home);
            out.answer(&population, || format!("Made.\n{}", whole(&population)))?;
        }
        Population::List => {
            let populations = open(global)?.seller().populations()?;
            out.answer(&populations, || rows(&populations))?;
        }
        Population::Show { name } => {
            let population = open(global)?.seller().population(&name)?;
            out.answer(&population, || whole(&population))?;
        }
        Population::Promise(asked) => {
            let home = open(global)?;
            let promise = home.seller().promise(&asked.name, &asked.request())?;
            out.answer(&promise, || promised(&promise))?;
        }
        Population::Plan(asked) => {
            let home = open(global)?;
            let name = asked.name.clone();
            let plan = home.seller().plan_budget(&name, &asked.trials())?;
            out.answer(&plan, || planned(&plan))?;
        }
        Population::Cap {
            name,
            cap,
            dry_run: true,
            ..
        } => {
            let preview = open(global)?.seller().preview_cap(&name, cap)?;
            out.answer(&preview, || capped(&preview))?;
        }
        Population::Cap {
            name, cap, reason, ..
        } => {
            let home = open(global)?;
            let population = home.seller().set_cap(&name, cap, &reason)?;
            undelivered(&home);
            out.answer(&population, || {
                format!(
                    "Cap changed{}.\n{}",
                    last_entry(&population),
                    whole(&population)
                )
            })?;
        }
        Population::Merge {
            from,
            into,
            dry_run: true,
            ..
        } => {
            let preview = open(global)?.seller().preview_merge(&from, &into)?;
            out.answer(&preview, || {
                format!("{}Nothing was changed.\n", merging(&preview))
            })?;
        }
        Population::Merge {
            from, into, yes, ..
        } => {
            let home = open(global)?;
            if !yes {
                let preview = home.seller().preview_merge(&from, &into)?;
                // Nobody is asked to confirm what is refused.
                if preview.open_listings.is_empty() {
                    confirmed(Question {
                        act: FinalAct::Merge {
                            from: from.to_string(),
                            into: into.to_string(),
                        },
                        known: &format!("{}It cannot be undone.\n", merging(&preview)),
                        word: "merge",
                        command: "population merge",
                    })?;
                }
            }
            let population = home.seller().merge_populations(&from, &into)?;
            undelivered(&home);
            out.answer(&population, || {
                format!(
                    "Merged {from} into {into}{}.\n{}",
                    last_entry(&population),
                    whole(&population)
                )
            })?;
        }
    }
    Ok(Outcome::Done)
}

/// Returns the promise of a population as a table, one row for each δ.
fn promised(promise: &PromiseView) -> String {
    let columns: Vec<(&str, &PromisedPrivacy)> = [
        ("so far", Some(&promise.now)),
        ("at the cap", Some(&promise.cap)),
        ("as asked", promise.at.as_ref()),
    ]
    .into_iter()
    .filter_map(|(name, privacy)| Some((name, privacy?)))
    .collect();
    let row = |name: String, of: &dyn Fn(&PromisedPrivacy) -> String| {
        let cells = columns.iter().map(|(_, privacy)| of(privacy));
        std::iter::once(name).chain(cells).collect::<Vec<String>>()
    };
    let mut rows = vec![
        row("loss (ε, ρ)".to_owned(), &|privacy| {
            format!(
                "({}, {})",
                format::decimal_epsilon(privacy.micro_epsilon),
                format::decimal_rho(privacy.nano_rho)
            )
        }),
        row("ε at δ = 0".to_owned(), &|privacy| {
            let pure = privacy.pure.map(format::decimal_epsilon);
            pure.unwrap_or_else(|| "none".to_owned())
        }),
    ];
    for (number, point) in promise.cap.curve.iter().enumerate() {
        rows.push(row(format!("ε at δ = {}", point.delta), &|privacy| {
            let point = privacy.curve.get(number);
            point.map_or_else(String::new, |point| {
                format::decimal_epsilon(point.micro_epsilon)
            })
        }));
    }
    rows.push(row("right about presence".to_owned(), &|privacy| {
        presence(&privacy.guess)
    }));
    rows.push(row("right about a value".to_owned(), &|privacy| {
        format::right(privacy.guess.guess_value)
    }));
    let head: Vec<(&str, Side)> = std::iter::once(("", Side::Left))
        .chain(columns.iter().map(|(name, _)| (*name, Side::Right)))
        .collect();
    let of = match promise.persons {
        1 => format!("one {}", promise.unit_name),
        more => format!("a group of {more} (unit: {})", promise.unit_name),
    };
    let mut text = format!("Promise of {} for {of}\n\n", promise.population);
    text.push_str(&table(&head, &rows));
    if let Some(wish) = &promise.wish {
        let wished = format!(
            "ε {} at δ = {}",
            format::decimal_epsilon(wish.micro_epsilon),
            wish.delta
        );
        let answer = match wish.nano_rho {
            Some(rho) => format!(
                "{wished} holds with a cap of ρ {}.",
                format::decimal_rho(rho)
            ),
            None => format!("{wished} does not hold: the cap on ε alone allows more."),
        };
        text.push_str(&format!("\n{answer}\n"));
    }
    text
}

/// Returns the share of right guesses about presence.
fn presence(guess: &Guess) -> String {
    let share = guess.guess_presence;
    share.map_or_else(|| "not protected".to_owned(), format::right)
}

/// Returns the shares of right guesses about one person, by cap.
pub(super) fn guesses_at(guesses: &[CapGuess]) -> String {
    let rows: Vec<Vec<String>> = guesses
        .iter()
        .map(|at| {
            vec![
                format::pair(at.cap_micro_epsilon, at.cap_nano_rho),
                presence(&at.guess),
                format::right(at.guess.guess_value),
            ]
        })
        .collect();
    table(
        &[
            ("cap", Side::Left),
            ("right about presence", Side::Right),
            ("right about a value", Side::Right),
        ],
        &rows,
    )
}

/// Returns a population's budget, by listing.
pub(crate) fn planned(plan: &BudgetPlan) -> String {
    let then = plan.ceilings_micro_epsilon;
    let over = match plan.over_micro_epsilon {
        0 => String::new(),
        over => format!(", of which {} can never be sold", format::epsilon(over)),
    };
    let amount = |amount: &Option<Money>| amount.as_ref().map_or_else(String::new, format::money);
    let carried = |micro, nano, words: &str| match (micro, nano) {
        (0, 0) => String::new(),
        (micro, nano) => format!("{} {words}", format::pair(micro, nano)),
    };
    let income: Vec<String> = plan.income.iter().map(format::money).collect();
    let mut text = fields(&[
        ("population", plan.population.clone()),
        (
            "loss",
            format!(
                "{}  {}",
                format::pair_of(
                    (plan.loss_micro_epsilon, plan.loss_nano_rho),
                    (plan.cap_micro_epsilon, plan.cap_nano_rho)
                ),
                format::gauge(plan.loss_micro_epsilon, plan.cap_micro_epsilon)
            ),
        ),
        ("left", format::epsilon(plan.left_micro_epsilon)),
        (
            "carried",
            carried(
                plan.carried_micro_epsilon,
                plan.carried_nano_rho,
                "of the loss, from elsewhere",
            ),
        ),
        (
            "ended",
            carried(plan.ended, 0, "of the loss, no longer for sale"),
        ),
        (
            "at all ceilings",
            format!("{}{over}", format::epsilon(then)),
        ),
        (
            "guesses",
            guesses(
                &plan.unit_name,
                &plan.guess_now,
                "with all sold that fits",
                &plan.guess_then,
            ),
        ),
        ("one buyer pays", income.join(" + ")),
    ]);
    if plan.listings.is_empty() {
        text.push_str("No listing of it is open.\n");
        return text;
    }
    let rows: Vec<Vec<String>> = plan
        .listings
        .iter()
        .map(|one| {
            vec![
                one.id.map_or_else(|| "new".to_owned(), format::short_id),
                one.title.clone(),
                format::epsilon(one.sold_micro_epsilon),
                format!(
                    "{}{}",
                    format::epsilon(one.ceiling),
                    match (one.ends, one.tried) {
                        (true, _) => " (withdrawn)",
                        (false, true) => " (tried)",
                        (false, false) => "",
                    }
                ),
                amount(&one.price_at_ceiling),
                format::epsilon(one.reach),
                amount(&one.price_at_reach),
                available(one.available, one.signed.unwrap_or(one.ceiling)),
            ]
        })
        .collect();
    text.push('\n');
    text.push_str(&table(
        &[
            ("listing", Side::Left),
            ("title", Side::Left),
            ("sold", Side::Left),
            ("ceiling", Side::Left),
            ("price of all", Side::Right),
            ("can reach", Side::Left),
            ("price there", Side::Right),
            ("stated to buyers", Side::IfAny),
        ],
        &rows,
    ));
    text
}

/// Creates a population. If it is not stated whether its people are in another one, asks on the
/// terminal.
fn made(home: &Home, mut draft: PopulationDraft, may_ask: bool) -> Result<PopulationView> {
    let seller = home.seller();
    let error = match seller.create_population(&draft) {
        Err(error) if error.code() == ErrorCode::NewPeople && may_ask && can_ask() => error,
        done => return done,
    };
    match ask_people(&seller.populations_here()?) {
        None => Err(error),
        Some(People::New) => {
            draft.new_people = true;
            seller.create_population(&draft)
        }
        Some(People::Of(name)) => Err(Error::refused(
            ErrorCode::NewPeople,
            CommandMessage::PeopleKnown {
                population: name.clone(),
            },
        )
        .hint(
            Field::Population
                .to(CommandMessage::ImportIntoPopulation)
                .such_as(Text::verbatim(format_args!("{name:?}"))),
        )),
    }
}

/// The people of a table or of a new population.
pub(crate) enum People {
    /// Some of them are in the named population.
    Of(String),
    /// They are in no other population.
    New,
}

/// Asks on the terminal whether people are in one of these populations. Returns `None` if the
/// question is not answered.
pub(crate) fn ask_people(here: &[PopulationView]) -> Option<People> {
    let mut text =
        "\nAre these people already in one of this home's populations? They are:\n".to_owned();
    for (number, population) in (1..).zip(here) {
        let datasets = match named(&population.datasets) {
            none if none.is_empty() => "no table here".to_owned(),
            datasets => datasets,
        };
        text.push_str(&format!("  {number}  {}: {datasets}\n", population.name));
    }
    ask(&text);
    loop {
        ask(
            "Type the number of theirs, 'new' if none of them is in any of these, or nothing to \
             stop: ",
        );
        let line = answer().filter(|line| !line.is_empty())?;
        if line == "new" {
            return Some(People::New);
        }
        let chosen = (1..)
            .zip(here)
            .find(|(number, _): &(u64, _)| line == number.to_string());
        if let Some((_, population)) = chosen {
            return Some(People::Of(population.name.clone()));
        }
        ask(&format!("There is no population '{line}' in the list.\n"));
    }
}

/// Returns the effects of another cap.
fn capped(preview: &CapPreview) -> String {
    let CapPreview { now, then, .. } = preview;
    let mut text = fields(&[
        ("population", preview.population.clone()),
        (
            "cap",
            format!(
                "{} → {}",
                format::pair(now.cap_micro_epsilon, now.cap_nano_rho),
                format::pair(then.cap_micro_epsilon, then.cap_nano_rho)
            ),
        ),
        (
            "loss",
            format::pair_of(
                (preview.loss_micro_epsilon, preview.loss_nano_rho),
                (then.cap_micro_epsilon, then.cap_nano_rho),
            ),
        ),
        (
            "right guesses",
            format!(
                "{} → {} at the cap",
                format::guess(&now.guess),
                format::guess(&then.guess)
            ),
        ),
    ]);
    if preview.raises {
        text.push_str(
            "Whoever relied on the present cap is protected less than promised. What is sold under \
             the new cap stays sold.\n",
        );
    }
    let listings = |number| format::count(number, "open listing", "open listings");
    if preview.new_versions > 0 {
        text.push_str(&format!(
            "New versions of {}: orders that wait for them have to be placed again.\n",
            listings(preview.new_versions)
        ));
    }
    if preview.short_listings > 0 {
        text.push_str(&format!(
            "No longer sold up to the ceiling: {}.\n",
            listings(preview.short_listings)
        ));
    }
    if !preview.raises {
        text.push_str(left(preview.cap_use));
    }
    text.push_str("Nothing was signed.\n");
    text
}

/// Returns the effects of merging two populations.
fn merging(preview: &MergePreview) -> String {
    let mut text = fields(&[
        ("merged", format!("{} into {}", preview.from, preview.into)),
        ("datasets", named(&preview.datasets)),
        (
            "loss",
            format!(
                "{} + {} = {}",
                format::pair(
                    preview.loss_before_micro_epsilon,
                    preview.loss_before_nano_rho
                ),
                format::pair(preview.brought_micro_epsilon, preview.brought_nano_rho),
                format::pair_of(
                    (
                        preview.loss_after_micro_epsilon,
                        preview.loss_after_nano_rho
                    ),
                    (preview.cap_micro_epsilon, preview.cap_nano_rho)
                )
            ),
        ),
        (
            "right guesses",
            format!(
                "{} → {}",
                format::guess(&preview.guess_before),
                format::guess(&preview.guess_after)
            ),
        ),
    ]);
    text.push_str(&format!("The cap of {} holds for both.\n", preview.into));
    if !preview.open_listings.is_empty() {
        let titles: Vec<String> = preview
            .open_listings
            .iter()
            .map(|title| format!("“{title}”"))
            .collect();
        text.push_str(&format!(
            "To be withdrawn before: {}. What is listed again counts once more.\n",
            titles.join(", ")
        ));
    }
    text.push_str(left(preview.cap_use));
    text
}

/// Returns a sentence about further sales under a cap.
fn left(cap_use: CapUse) -> &'static str {
    match cap_use {
        CapUse::Below => "",
        CapUse::Reached => "Nothing more is sold that adds to the loss.\n",
        CapUse::Exceeded => "The loss is above the cap: nothing is sold until the cap is raised.\n",
    }
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
                population.adjacency.to_string(),
                there(&population.datasets).to_string(),
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

/// Returns the names of datasets, with the state of those whose table is not in the home.
fn named(datasets: &[PopulationDataset]) -> String {
    let named = datasets.iter();
    let named: Vec<String> = named
        .map(|dataset| format!("{}{}", dataset.name, state(dataset.state)))
        .collect();
    named.join(", ")
}

/// Returns how many of these datasets were not removed.
fn there(datasets: &[PopulationDataset]) -> usize {
    let there = datasets.iter();
    there
        .filter(|dataset| dataset.state != DatasetState::Removed)
        .count()
}

fn spent(population: &PopulationView) -> String {
    format::pair_of(
        (population.loss_micro_epsilon, population.loss_nano_rho),
        (population.cap_micro_epsilon, population.cap_nano_rho),
    )
}

fn whole(population: &PopulationView) -> String {
    let carried = match (
        population.carried_micro_epsilon,
        population.carried_nano_rho,
    ) {
        (0, 0) => String::new(),
        (micro, nano) => format!(
            "{} of the loss, brought from elsewhere",
            format::pair(micro, nano)
        ),
    };
    // What was lost of one that was merged counts in the other one.
    let (loss, guessed) = match &population.merged_into {
        Some(into) => (format!("counted in {into}"), String::new()),
        None => (
            format!(
                "{}  {}",
                spent(population),
                format::gauge(population.loss_micro_epsilon, population.cap_micro_epsilon)
            ),
            guesses(
                &population.unit_name,
                &population.guess_now,
                "at the cap",
                &population.guess_at_cap,
            ),
        ),
    };
    let mut text = format!("{}\n", population.name);
    text.push_str(&fields(&[
        ("public id", population.id.to_string()),
        ("one unit", format!("one {}", population.unit_name)),
        ("adjacency", population.adjacency.to_string()),
        ("loss", loss),
        ("carried", carried),
        ("guesses", guessed),
        ("datasets", named(&population.datasets)),
        ("questions", format::integer(population.questions)),
        ("openings", granted(population.openings)),
        (
            "merged into",
            population.merged_into.clone().unwrap_or_default(),
        ),
        ("made", format::time(&population.created_at)),
    ]));
    if population.merged_into.is_none() {
        let unit = &population.unit_name;
        text.push_str(&format!(
            "At the cap: {} A {unit} is all its counted rows, at most K per table.\n",
            format::guess_sentence(&population.guess_at_cap, unit)
        ));
    }
    if !population.entries.is_empty() {
        let rows: Vec<Vec<String>> = population
            .entries
            .iter()
            .map(|entry| {
                vec![
                    entry.number.to_string(),
                    format::time(&entry.issued_at),
                    changed(entry),
                    format::pair(entry.new_micro_epsilon, entry.new_nano_rho),
                    entry.code.clone().unwrap_or_default(),
                    entry.reason.clone(),
                ]
            })
            .collect();
        text.push('\n');
        text.push_str(&table(
            &[
                ("entry", Side::Right),
                ("signed", Side::Left),
                ("what", Side::Left),
                ("cap", Side::Left),
                ("code", Side::Left),
                ("reason", Side::Left),
            ],
            &rows,
        ));
    }
    text
}

/// Returns the number and the code of the last entry of a population, as the end of a sentence.
fn last_entry(population: &PopulationView) -> String {
    population.entries.last().map_or_else(String::new, |entry| {
        let code = entry.code.as_ref();
        let code = code.map_or_else(String::new, |code| format!(", code {code}"));
        format!(", entry {} of the ledger{code}", entry.number)
    })
}

/// Returns the change of a population by an entry.
fn changed(entry: &PopulationChange) -> String {
    let brought = || format::pair(entry.carried_micro_epsilon, entry.carried_nano_rho);
    let new = (entry.new_micro_epsilon, entry.new_nano_rho);
    let mut text = match (&entry.merged_into, &entry.merged) {
        (Some(into), _) => format!("merged into {into}, brings {}", brought()),
        (None, Some(from)) => format!("takes over {from}, which brings {}", brought()),
        (None, None) => match entry.old_micro_epsilon.zip(entry.old_nano_rho) {
            None => "first entry".to_owned(),
            Some(old) if old == new => String::new(),
            Some(old) if old.0 < new.0 || old.1 < new.1 => {
                format!("cap raised from {}", format::pair(old.0, old.1))
            }
            Some(old) => format!("cap lowered from {}", format::pair(old.0, old.1)),
        },
    };
    if entry.assumed_questions > 0 {
        if !text.is_empty() {
            text.push_str("; ");
        }
        let questions = format::count(entry.assumed_questions, "question", "questions");
        text.push_str(&format!("{questions} counted at an assumed level"));
    }
    text
}

/// Returns the state of a dataset; nothing while its table is here.
pub(crate) fn state(state: DatasetState) -> &'static str {
    match state {
        DatasetState::Held => "",
        DatasetState::Sealed => " (sealed)",
        DatasetState::Removed => " (removed)",
    }
}

/// Returns the shares of right guesses about one unit, now and later.
pub(crate) fn guesses(unit: &str, now: &Guess, later: &str, then: &Guess) -> String {
    format!(
        "right about one {unit}, from even odds: {}; {later} {}",
        format::guess(now),
        format::guess(then)
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
