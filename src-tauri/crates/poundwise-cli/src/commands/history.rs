//! `home show`, `home confirm`, `home catch-up` and `home give-up`: commands for a home that may be
//! an old copy.

use std::path::{Path, PathBuf};

use poundwise_market::view::{CaughtUp, LogStanding, StandingState};
use poundwise_market::{Error, ErrorCode, Home, LogCode, Result, Roles};

use crate::commands::shown::{mended, problem_with_hints, undelivered};
use crate::confirm::{Question, answer, can_ask, confirmed};
use crate::format;
use crate::language::{line, say};
use crate::messages::{Counted, FinalAct, HomeMessage, HomeText, Label, Sentence, Word};
use crate::opening::Outcome;
use crate::output::{Output, ask};
use crate::table::{fields, table, unnamed};

pub(crate) fn show(out: &mut Output, home: &Home) -> Result<Outcome> {
    let standing = home.log_standing()?;
    out.answer(&standing, || standing_words(&standing))?;
    Ok(match standing.state {
        StandingState::Newest => Outcome::Done,
        StandingState::Behind
        | StandingState::Lacking
        | StandingState::TwoHistories
        | StandingState::GivenUp
        | StandingState::Unconfirmed
        | StandingState::Unknown => Outcome::Wrong,
    })
}

fn standing_words(standing: &LogStanding) -> String {
    let state = match standing.state {
        StandingState::Newest => Word::NewestCopy,
        StandingState::Behind => Word::CopyBehind,
        StandingState::Lacking => Word::CopyLacking,
        StandingState::TwoHistories => Word::TwoHistories,
        StandingState::GivenUp => Word::GivenUp,
        StandingState::Unconfirmed => Word::Unconfirmed,
        StandingState::Unknown => Word::NotKnown,
    };
    let mut text = fields(&[
        (Label::State, say(state)),
        (Label::Entries, format::integer(standing.entries)),
        (Label::Code, standing.code.clone().unwrap_or_default()),
        (
            Label::Availability,
            say(match standing.states_availability {
                true => Word::StatedToBuyers,
                false => Word::NotStated,
            }),
        ),
    ]);
    if let Some(error) = &standing.problem {
        text.push_str(&format!("\n{}", problem_with_hints(error)));
    }
    text
}

pub(crate) fn availability(out: &mut Output, home: &Home, on: bool) -> Result<Outcome> {
    let view = home.seller().state_availability(on)?;
    undelivered(home);
    out.answer(&view, || {
        if view.stated {
            line(HomeText::LevelsStated {
                listings: say(Counted::Listings {
                    count: view.listings,
                }),
            })
        } else {
            line(Sentence::LevelsNotStated)
        }
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn confirm(out: &mut Output, home: &Home, code: Option<LogCode>) -> Result<Outcome> {
    let code = match code {
        Some(code) => code,
        None => asked_for_code()?,
    };
    let caught = home.seller().confirm_newest(code)?;
    confirmed_home(out, home, &caught)
}

pub(crate) fn confirm_without_code(out: &mut Output, home: &Home, yes: bool) -> Result<Outcome> {
    if !yes {
        confirmed(Question {
            act: FinalAct::ConfirmWithoutCode,
            known: &line(Sentence::SecondHistory),
            word: "accept",
            command: "home confirm",
        })?;
    }
    let caught = home.seller().accept_without_code()?;
    confirmed_home(out, home, &caught)
}

fn confirmed_home(out: &mut Output, home: &Home, caught: &CaughtUp) -> Result<Outcome> {
    undelivered(home);
    out.answer(caught, || {
        line(HomeText::Confirmed {
            entries: entries(caught),
        }) + &recovered(caught)
    })?;
    Ok(Outcome::Done)
}

/// Asks for the code on the terminal. The question does not show the home's own code.
fn asked_for_code() -> Result<LogCode> {
    let unanswered =
        || Error::usage(ErrorCode::LogCode, HomeMessage::NoCode).hint(HomeMessage::GiveCode);
    if !can_ask() {
        return Err(unanswered());
    }
    ask(&format!(
        "{}{} ",
        line(Sentence::TypeCode),
        say(Sentence::Code)
    ));
    match answer() {
        Some(typed) if !typed.is_empty() => typed.parse(),
        _ => Err(unanswered()),
    }
}

pub(crate) fn catch_up(out: &mut Output, home: &Home, with: &[PathBuf]) -> Result<Outcome> {
    let files: Vec<&Path> = with.iter().map(PathBuf::as_path).collect();
    let caught = home.seller().catch_up_with(&files)?;
    undelivered(home);
    out.answer(&caught, || told(&caught))?;
    Ok(Outcome::Done)
}

fn entries(caught: &CaughtUp) -> String {
    say(Counted::Entries {
        count: caught.entries,
    })
}

fn told(caught: &CaughtUp) -> String {
    let entries = entries(caught);
    let news = caught.receipts + caught.grants + caught.population_entries > 0;
    if !news && caught.rules_paused.is_empty() && caught.copies_ended == 0 {
        return line(HomeText::IsNewestCopy { entries }) + &mended(&caught.mended);
    }
    line(HomeText::CaughtUp {
        entries,
        receipts: say(Counted::Receipts {
            count: caught.receipts,
        }),
        grants: say(Counted::Grants {
            count: caught.grants,
        }),
        population_entries: say(Counted::PopulationEntries {
            count: caught.population_entries,
        }),
    }) + &recovered(caught)
}

/// Returns a line about each recovered thing, apart from the entries.
fn recovered(caught: &CaughtUp) -> String {
    let mut text = String::new();
    if caught.unconfirmed {
        text.push_str(&line(Sentence::NoValidMark));
    }
    if !caught.listings.is_empty() {
        let rows: Vec<Vec<String>> = caught
            .listings
            .iter()
            .map(|listing| {
                vec![
                    listing.id.to_string(),
                    listing.title.clone(),
                    listing.population.clone(),
                    if listing.withdrawn {
                        say(Word::Withdrawn)
                    } else {
                        String::new()
                    },
                    listing.counts.map_or_else(String::new, |level| {
                        say(HomeText::Counts {
                            level: format::epsilon(level),
                        })
                    }),
                ]
            })
            .collect();
        text.push('\n');
        text.push_str(&table(
            &[
                Label::ListingRecovered.left(),
                Label::Title.left(),
                Label::Population.left(),
                unnamed(),
                unnamed(),
            ],
            &rows,
        ));
        text.push('\n');
    }
    let listed = |numbers: Vec<String>| numbers.join(", ");
    let numbers = |numbers: &[u64]| listed(numbers.iter().map(u64::to_string).collect());
    if !caught.populations.is_empty() {
        text.push_str(&line(HomeText::PopulationsRecovered {
            names: caught.populations.join(", "),
        }));
    }
    if !caught.rules_paused.is_empty() {
        text.push_str(&line(HomeText::RulesPaused {
            rules: listed(
                caught
                    .rules_paused
                    .iter()
                    .map(ToString::to_string)
                    .collect(),
            ),
        }));
    }
    if caught.copies_ended > 0 {
        text.push_str(&line(HomeText::CopiesEnded {
            questions: caught.copies_ended,
        }));
    }
    if !caught.delivered_again.is_empty() {
        text.push_str(&line(HomeText::DeliveredAgain {
            entries: numbers(&caught.delivered_again),
        }));
    }
    if caught.payments {
        text.push_str(&line(Sentence::PaymentMarksMissing));
    }
    if !caught.undelivered.is_empty() {
        text.push_str(&line(HomeText::SoldNotHere {
            entries: numbers(&caught.undelivered),
        }));
    }
    text
}

pub(crate) fn give_up(out: &mut Output, home: &Home, file: &Path, yes: bool) -> Result<Outcome> {
    if !yes {
        confirmed(Question {
            act: FinalAct::GiveUp,
            known: &line(Sentence::GivingUpIsFinal),
            word: "give up",
            command: "home give-up",
        })?;
    }
    let written = home.seller().write_losses(file)?;
    out.answer(&written, || {
        let rows: Vec<Vec<String>> = written
            .populations
            .iter()
            .map(|loss| {
                vec![
                    loss.name.clone(),
                    loss.unit_name.clone(),
                    format::integer(loss.questions),
                    format::pair(loss.micro_epsilon, loss.nano_rho),
                ]
            })
            .collect();
        format!(
            "{}\n{}",
            table(
                &[
                    Label::Population.left(),
                    Label::Unit.left(),
                    Label::Questions.right(),
                    Label::ToCarry.left(),
                ],
                &rows,
            ),
            line(HomeText::LossesWritten {
                file: written.file.clone(),
            })
        )
    })?;
    Ok(Outcome::Done)
}
