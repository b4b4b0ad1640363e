//! `population create`, `list`, `show`, `cap`, `guess`, `promise`, `plan`, `merge`.

use poundwise_market::hint::Field;
use poundwise_market::view::{
    BudgetPlan, CapGuess, CapPreview, CapUse, DatasetState, Guess, MergePreview, Money,
    PopulationChange, PopulationDataset, PopulationDraft, PopulationView, PromiseView,
    PromisedPrivacy,
};
use poundwise_market::{Error, ErrorCode, Home, Result, Roles, cap_guess, offered_caps};
use poundwise_words::{Localize, Text};

use crate::args::{Global, Population};
use crate::commands::shown::{available, undelivered};
use crate::confirm::{Question, answer, can_ask, confirmed};
use crate::format;
use crate::language::{line, say};
use crate::messages::{
    CommandMessage, FinalAct, Label, NumberText, PopulationText, Sentence, Word,
};
use crate::opening::{Outcome, open};
use crate::output::{Output, ask};
use crate::table::{Column, fields, table, unnamed};

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
            out.answer(&population, || line(Sentence::Made) + &whole(&population))?;
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
                line(PopulationText::CapChanged {
                    entry: last_entry(&population),
                }) + &whole(&population)
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
                merging(&preview) + &line(Sentence::NothingChanged)
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
                        known: &(merging(&preview) + &line(Sentence::CannotBeUndone)),
                        word: "merge",
                        command: "population merge",
                    })?;
                }
            }
            let population = home.seller().merge_populations(&from, &into)?;
            undelivered(&home);
            out.answer(&population, || {
                line(PopulationText::Merged {
                    from: from.to_string(),
                    into: into.to_string(),
                    entry: last_entry(&population),
                }) + &whole(&population)
            })?;
        }
    }
    Ok(Outcome::Done)
}

/// Returns the promise of a population as a table, one row for each δ.
fn promised(promise: &PromiseView) -> String {
    let columns: Vec<(Label, &PromisedPrivacy)> = [
        (Label::SoFar, Some(&promise.now)),
        (Label::AtTheCap, Some(&promise.cap)),
        (Label::AsAsked, promise.at.as_ref()),
    ]
    .into_iter()
    .filter_map(|(name, privacy)| Some((name, privacy?)))
    .collect();
    let row = |name: String, of: &dyn Fn(&PromisedPrivacy) -> String| {
        let cells = columns.iter().map(|(_, privacy)| of(privacy));
        std::iter::once(name).chain(cells).collect::<Vec<String>>()
    };
    let at_delta = |delta: &str| {
        say(PopulationText::EpsilonAt {
            delta: format::decimal(delta),
        })
    };
    let mut rows = vec![
        row(say(Label::LossPair), &|privacy| {
            say(PopulationText::LossPair {
                epsilon: format::level(privacy.micro_epsilon),
                rho: format::rho(privacy.nano_rho),
            })
        }),
        row(at_delta("0"), &|privacy| {
            let pure = privacy.pure.map(format::level);
            pure.unwrap_or_else(|| say(Word::NoEpsilon))
        }),
    ];
    for (number, point) in promise.cap.curve.iter().enumerate() {
        rows.push(row(at_delta(&point.delta.to_string()), &|privacy| {
            let point = privacy.curve.get(number);
            point.map_or_else(String::new, |point| format::level(point.micro_epsilon))
        }));
    }
    rows.push(row(say(Label::RightAboutPresence), &|privacy| {
        presence(&privacy.guess)
    }));
    rows.push(row(say(Label::RightAboutValue), &|privacy| {
        format::right(privacy.guess.guess_value)
    }));
    let head: Vec<Column> = std::iter::once(unnamed())
        .chain(columns.iter().map(|(name, _)| name.right()))
        .collect();
    let population = promise.population.clone();
    let unit = format::unit_name(&promise.unit_name);
    let heading = line(match promise.persons {
        1 => PopulationText::PromiseForOne { population, unit },
        persons => PopulationText::PromiseForGroup {
            population,
            unit,
            persons,
        },
    });
    let mut text = format!("{heading}\n{}", table(&head, &rows));
    if let Some(wish) = &promise.wish {
        let epsilon = format::level(wish.micro_epsilon);
        let delta = format::decimal(&wish.delta.to_string());
        text.push('\n');
        text.push_str(&line(match wish.nano_rho {
            Some(rho) => PopulationText::WishHolds {
                epsilon,
                delta,
                rho: format::rho(rho),
            },
            None => PopulationText::WishFails { epsilon, delta },
        }));
    }
    text
}

/// Returns the share of right guesses about presence.
fn presence(guess: &Guess) -> String {
    let share = guess.guess_presence;
    share.map_or_else(|| say(Word::NotProtected), format::right)
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
            Label::Cap.left(),
            Label::RightAboutPresence.right(),
            Label::RightAboutValue.right(),
        ],
        &rows,
    )
}

/// Returns a population's budget, by listing.
pub(crate) fn planned(plan: &BudgetPlan) -> String {
    let then = plan.ceilings_micro_epsilon;
    let then = match plan.over_micro_epsilon {
        0 => format::epsilon(then),
        over => say(PopulationText::OfWhichNever {
            loss: format::epsilon(then),
            over: format::epsilon(over),
        }),
    };
    let amount = |amount: &Option<Money>| format::money_if_any(amount.as_ref());
    let part = |micro, nano, text: fn(String) -> PopulationText| match (micro, nano) {
        (0, 0) => String::new(),
        (micro, nano) => say(text(format::pair(micro, nano))),
    };
    let income: Vec<String> = plan.income.iter().map(format::money).collect();
    let mut text = fields(&[
        (Label::Population, plan.population.clone()),
        (
            Label::Loss,
            format!(
                "{}  {}",
                format::pair_of(
                    (plan.loss_micro_epsilon, plan.loss_nano_rho),
                    (plan.cap_micro_epsilon, plan.cap_nano_rho)
                ),
                format::gauge(plan.loss_micro_epsilon, plan.cap_micro_epsilon)
            ),
        ),
        (Label::Left, format::epsilon(plan.left_micro_epsilon)),
        (
            Label::Carried,
            part(plan.carried_micro_epsilon, plan.carried_nano_rho, |part| {
                PopulationText::FromElsewhere { part }
            }),
        ),
        (
            Label::Ended,
            part(plan.ended, 0, |part| PopulationText::NoLongerForSale {
                part,
            }),
        ),
        (Label::AtAllCeilings, then),
        (
            Label::Guesses,
            guesses(
                &plan.unit_name,
                &plan.guess_now,
                Word::WithAllSold,
                &plan.guess_then,
            ),
        ),
        (Label::OneBuyerPays, income.join(" + ")),
    ]);
    if plan.listings.is_empty() {
        text.push_str(&line(Sentence::NoOpenListing));
        return text;
    }
    let rows: Vec<Vec<String>> = plan
        .listings
        .iter()
        .map(|one| {
            vec![
                one.id.map_or_else(|| say(Word::New), format::short_id),
                one.title.clone(),
                format::epsilon(one.sold_micro_epsilon),
                match (one.ends, one.tried) {
                    (true, _) => in_brackets(&format::epsilon(one.ceiling), Word::Withdrawn),
                    (false, true) => in_brackets(&format::epsilon(one.ceiling), Word::Tried),
                    (false, false) => format::epsilon(one.ceiling),
                },
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
            Label::Listing.left(),
            Label::Title.left(),
            Label::Sold.left(),
            Label::Ceiling.left(),
            Label::PriceOfAll.right(),
            Label::CanReach.left(),
            Label::PriceThere.right(),
            Label::StatedToBuyers.if_any(),
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
    let mut text = format!("\n{}", line(Sentence::ArePeopleHere));
    for (number, population) in (1..).zip(here) {
        let datasets = match named(&population.datasets) {
            none if none.is_empty() => say(Word::NoTableHere),
            datasets => datasets,
        };
        text.push_str(&format!("  {number}  {}: {datasets}\n", population.name));
    }
    ask(&text);
    loop {
        ask(&format!("{} ", say(Sentence::TypeNumberOrNew)));
        let answer = answer().filter(|answer| !answer.is_empty())?;
        if answer == "new" {
            return Some(People::New);
        }
        let chosen = (1..)
            .zip(here)
            .find(|(number, _): &(u64, _)| answer == number.to_string());
        if let Some((_, population)) = chosen {
            return Some(People::Of(population.name.clone()));
        }
        ask(&line(PopulationText::NotInTheList { answer }));
    }
}

/// Returns the effects of another cap.
fn capped(preview: &CapPreview) -> String {
    let CapPreview { now, then, .. } = preview;
    let mut text = fields(&[
        (Label::Population, preview.population.clone()),
        (
            Label::Cap,
            format!(
                "{} → {}",
                format::pair(now.cap_micro_epsilon, now.cap_nano_rho),
                format::pair(then.cap_micro_epsilon, then.cap_nano_rho)
            ),
        ),
        (
            Label::Loss,
            format::pair_of(
                (preview.loss_micro_epsilon, preview.loss_nano_rho),
                (then.cap_micro_epsilon, then.cap_nano_rho),
            ),
        ),
        (
            Label::RightGuesses,
            format!(
                "{} → {} {}",
                format::guess(&now.guess),
                format::guess(&then.guess),
                say(Label::AtTheCap)
            ),
        ),
    ]);
    if preview.raises {
        text.push_str(&line(Sentence::LessProtected));
    }
    if preview.new_versions > 0 {
        text.push_str(&line(PopulationText::NewVersions {
            listings: preview.new_versions,
        }));
    }
    if preview.short_listings > 0 {
        text.push_str(&line(PopulationText::ShortListings {
            listings: preview.short_listings,
        }));
    }
    if !preview.raises {
        text.extend(left(preview.cap_use));
    }
    text.push_str(&line(Sentence::NothingSigned));
    text
}

/// Returns the effects of merging two populations.
fn merging(preview: &MergePreview) -> String {
    let mut text = fields(&[
        (
            Label::Merged,
            say(PopulationText::IntoOther {
                from: preview.from.clone(),
                into: preview.into.clone(),
            }),
        ),
        (Label::Datasets, named(&preview.datasets)),
        (
            Label::Loss,
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
            Label::RightGuesses,
            format!(
                "{} → {}",
                format::guess(&preview.guess_before),
                format::guess(&preview.guess_after)
            ),
        ),
    ]);
    text.push_str(&line(PopulationText::CapHoldsForBoth {
        into: preview.into.clone(),
    }));
    if !preview.open_listings.is_empty() {
        let titles = preview.open_listings.iter();
        let titles: Vec<String> = titles.map(|title| format::quoted(title)).collect();
        text.push_str(&line(PopulationText::WithdrawBefore {
            titles: titles.join(", "),
        }));
    }
    text.extend(left(preview.cap_use));
    text
}

/// Returns a sentence about further sales under a cap.
fn left(cap_use: CapUse) -> Option<String> {
    match cap_use {
        CapUse::Below => None,
        CapUse::Reached => Some(line(Sentence::NothingAddsToLoss)),
        CapUse::Exceeded => Some(line(Sentence::LossAboveCap)),
    }
}

fn rows(populations: &[PopulationView]) -> String {
    if populations.is_empty() {
        return line(Sentence::NoPopulations);
    }
    let rows: Vec<Vec<String>> = populations
        .iter()
        .map(|population| {
            vec![
                population.name.clone(),
                format::unit_name(&population.unit_name),
                say(population.adjacency),
                there(&population.datasets).to_string(),
                format::integer(population.questions),
                match &population.merged_into {
                    Some(into) => say(PopulationText::MergedInto { into: into.clone() }),
                    None => spent(population),
                },
            ]
        })
        .collect();
    table(
        &[
            Label::Population.left(),
            Label::Unit.left(),
            Label::Adjacency.left(),
            Label::Datasets.right(),
            Label::Questions.right(),
            Label::Loss.left(),
        ],
        &rows,
    )
}

/// Returns the names of datasets, with the state of those whose table is not in the home.
fn named(datasets: &[PopulationDataset]) -> String {
    let named = datasets.iter();
    let named: Vec<String> = named
        .map(|dataset| with_state(&dataset.name, dataset.state))
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
        (micro, nano) => say(PopulationText::FromElsewhere {
            part: format::pair(micro, nano),
        }),
    };
    // What was lost of one that was merged counts in the other one.
    let (loss, guessed) = match &population.merged_into {
        Some(into) => (
            say(PopulationText::CountedIn { into: into.clone() }),
            String::new(),
        ),
        None => (
            format!(
                "{}  {}",
                spent(population),
                format::gauge(population.loss_micro_epsilon, population.cap_micro_epsilon)
            ),
            guesses(
                &population.unit_name,
                &population.guess_now,
                Label::AtTheCap,
                &population.guess_at_cap,
            ),
        ),
    };
    let mut text = format!("{}\n", population.name);
    text.push_str(&fields(&[
        (Label::PublicId, population.id.to_string()),
        (
            Label::OneUnit,
            say(PopulationText::OneUnit {
                unit: format::unit_name(&population.unit_name),
            }),
        ),
        (Label::Adjacency, say(population.adjacency)),
        (Label::Loss, loss),
        (Label::Carried, carried),
        (Label::Guesses, guessed),
        (Label::Datasets, named(&population.datasets)),
        (Label::Questions, format::integer(population.questions)),
        (Label::Openings, granted(population.openings)),
        (
            Label::MergedInto,
            population.merged_into.clone().unwrap_or_default(),
        ),
        (Label::Made, format::time(&population.created_at)),
    ]));
    if population.merged_into.is_none() {
        let unit = &population.unit_name;
        text.push_str(&line(PopulationText::AtTheCap {
            guess: format::guess_sentence(&population.guess_at_cap, unit),
            unit: format::unit_name(unit),
        }));
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
                Label::Entry.right(),
                Label::Signed.left(),
                Label::What.left(),
                Label::Cap.left(),
                Label::Code.left(),
                Label::Reason.left(),
            ],
            &rows,
        ));
    }
    text
}

/// Returns the number and the code of the last entry of a population, as the end of a sentence.
fn last_entry(population: &PopulationView) -> String {
    population.entries.last().map_or_else(String::new, |last| {
        let entry = last.number;
        say(match last.code.clone() {
            Some(code) => PopulationText::LastEntryCode { entry, code },
            None => PopulationText::LastEntry { entry },
        })
    })
}

/// Returns the change of a population by an entry.
fn changed(entry: &PopulationChange) -> String {
    let loss = || format::pair(entry.carried_micro_epsilon, entry.carried_nano_rho);
    let new = (entry.new_micro_epsilon, entry.new_nano_rho);
    let change = match (entry.merged_into.clone(), entry.merged.clone()) {
        (Some(into), _) => Some(say(PopulationText::MergedWith { into, loss: loss() })),
        (None, Some(from)) => Some(say(PopulationText::TakesOver { from, loss: loss() })),
        (None, None) => match entry.old_micro_epsilon.zip(entry.old_nano_rho) {
            None => Some(say(Word::FirstEntry)),
            Some(old) if old == new => None,
            Some(old) => {
                let cap = format::pair(old.0, old.1);
                Some(say(if old.0 < new.0 || old.1 < new.1 {
                    PopulationText::CapRaised { cap }
                } else {
                    PopulationText::CapLowered { cap }
                }))
            }
        },
    };
    let assumed = (entry.assumed_questions > 0).then(|| {
        say(PopulationText::Assumed {
            questions: entry.assumed_questions,
        })
    });
    let parts: Vec<String> = change.into_iter().chain(assumed).collect();
    parts.join("; ")
}

/// Returns the name of a dataset, with its state unless its table is here.
pub(crate) fn with_state(dataset: &str, state: DatasetState) -> String {
    match state {
        DatasetState::Held => dataset.to_owned(),
        DatasetState::Sealed => in_brackets(dataset, Word::Sealed),
        DatasetState::Removed => in_brackets(dataset, Word::Removed),
    }
}

fn in_brackets(text: &str, word: Word) -> String {
    format!("{text} ({})", say(word))
}

/// Returns the shares of right guesses about one unit, now and later.
pub(crate) fn guesses(unit: &str, now: &Guess, later: impl Localize, then: &Guess) -> String {
    say(NumberText::GuessesThen {
        unit: format::unit_name(unit),
        now: format::guess(now),
        later: say(later),
        then: format::guess(then),
    })
}

/// Openings granted, each of which gave exact numbers away; nothing where there are none.
fn granted(openings: u64) -> String {
    match openings {
        0 => String::new(),
        openings => say(PopulationText::Granted { openings }),
    }
}
