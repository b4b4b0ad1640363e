//! `home show`, `home confirm`, `home catch-up` and `home give-up`: commands for a home that may be
//! an old copy.

use std::path::{Path, PathBuf};

use poundwise_market::view::{CaughtUp, LogStanding, StandingState};
use poundwise_market::{Error, ErrorCode, Home, LogCode, Result, Roles, format};

use crate::commands::shown::{mended, undelivered};
use crate::confirm::{Question, answer, can_ask, confirmed};
use crate::messages::{FinalAct, HomeMessage};
use crate::opening::Outcome;
use crate::output::{Output, ask};
use crate::table::{Side, fields, table};

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
        StandingState::Newest => "newest copy; it can sell",
        StandingState::Behind => "older copy; it sells after it has caught up",
        StandingState::Lacking => "older copy; the market lacks entries that it needs",
        StandingState::TwoHistories => "closed: another copy of it has sold",
        StandingState::GivenUp => "given up; it sells no more",
        StandingState::Unconfirmed => "not confirmed as the newest copy",
        StandingState::Unknown => "not known",
    };
    let mut text = fields(&[
        ("state", state.to_owned()),
        ("entries", format::integer(standing.entries)),
        ("code", standing.code.clone().unwrap_or_default()),
        (
            "availability",
            match standing.states_availability {
                true => "stated to buyers".to_owned(),
                false => "not stated".to_owned(),
            },
        ),
    ]);
    if let Some(problem) = &standing.problem {
        text.push_str(&format!("\n{}\n", problem.message));
        for hint in &problem.hints {
            text.push_str(&format!("{hint}\n"));
        }
    }
    text
}

pub(crate) fn availability(out: &mut Output, home: &Home, on: bool) -> Result<Outcome> {
    let view = home.seller().state_availability(on)?;
    undelivered(home);
    out.answer(&view, || {
        if view.stated {
            format!(
                "The available levels are stated to buyers: {}.\n",
                format::count(view.listings, "listing", "listings")
            )
        } else {
            "The available levels are not stated to buyers.\n".to_owned()
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
            known: "If the operator of the market hides newer entries, this home signs a second \
                    history, and may sell more than a cap allows. An entry of each population says \
                    that you accepted this.\n",
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
        format!(
            "Confirmed: this home is its newest copy, with {} in its ledger.\n{}",
            format::count(caught.entries, "entry", "entries"),
            recovered(caught)
        )
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
    ask(
        "Nothing newer is on the market, but its operator could hide it. Type the code of your last \
         receipt or change. Do not ask the operator.\nCode: ",
    );
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

fn told(caught: &CaughtUp) -> String {
    let entries = format::count(caught.entries, "entry", "entries");
    let news = caught.receipts + caught.grants + caught.population_entries > 0;
    if !news && caught.rules_paused.is_empty() && caught.copies_ended == 0 {
        return format!(
            "This home is its newest copy: {entries} in its ledger.\n{}",
            mended(&caught.mended)
        );
    }
    format!(
        "Caught up: {entries} in the ledger now. Recovered: {}, {}, {}.\n{}",
        format::count(caught.receipts, "receipt", "receipts"),
        format::count(caught.grants, "grant", "grants"),
        format::count(
            caught.population_entries,
            "population entry",
            "population entries"
        ),
        recovered(caught)
    )
}

/// Returns a line about each recovered thing, apart from the entries.
fn recovered(caught: &CaughtUp) -> String {
    let mut text = String::new();
    if caught.unconfirmed {
        text.push_str(
            "This machine has no valid mark of this home. Confirm it before you sell: poundwise \
             home confirm CODE\n",
        );
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
                    if listing.withdrawn { "withdrawn" } else { "" }.to_owned(),
                    listing.counts.map_or_else(String::new, |level| {
                        format!("counts {}", format::epsilon(level))
                    }),
                ]
            })
            .collect();
        text.push('\n');
        text.push_str(&table(
            &[
                ("listing recovered", Side::Left),
                ("title", Side::Left),
                ("population", Side::Left),
                ("", Side::Left),
                ("", Side::Left),
            ],
            &rows,
        ));
        text.push('\n');
    }
    let listed = |numbers: Vec<String>| numbers.join(", ");
    let numbers = |numbers: &[u64]| listed(numbers.iter().map(u64::to_string).collect());
    if !caught.populations.is_empty() {
        text.push_str(&format!(
            "Populations recovered: {}\n",
            caught.populations.join(", ")
        ));
    }
    if !caught.rules_paused.is_empty() {
        text.push_str(&format!(
            "Rules paused until you have looked at them: {}. Go on with: poundwise rule resume \
             NUMBER\n",
            listed(
                caught
                    .rules_paused
                    .iter()
                    .map(ToString::to_string)
                    .collect()
            )
        ));
    }
    if caught.copies_ended > 0 {
        text.push_str(&format!(
            "Of {} that it holds, this home makes no new copies.\n",
            format::count(caught.copies_ended, "question", "questions")
        ));
    }
    if !caught.delivered_again.is_empty() {
        text.push_str(&format!(
            "Delivered again, by entry: {}\n",
            numbers(&caught.delivered_again)
        ));
    }
    if caught.payments {
        text.push_str(
            "Marks that a payment was paid back, or recorded later, may be missing. Before you pay \
             one back, look at the account: poundwise payments list\n",
        );
    }
    if !caught.undelivered.is_empty() {
        text.push_str(&format!(
            "Sold, but the numbers to deliver are not in this home, by entry: {}. Approving such \
             an order again says why.\n",
            numbers(&caught.undelivered)
        ));
    }
    text
}

pub(crate) fn give_up(out: &mut Output, home: &Home, file: &Path, yes: bool) -> Result<Outcome> {
    if !yes {
        confirmed(Question {
            act: FinalAct::GiveUp,
            known: "This home sells no more from then on, for good. Its losses go into the file, \
                    for the populations of a new home to carry.\n",
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
            "{}\nWritten to {}. Make the populations of the new home with it: poundwise \
             population create NAME --cap EPS --carried FILE\n",
            table(
                &[
                    ("population", Side::Left),
                    ("unit", Side::Left),
                    ("questions", Side::Right),
                    ("to carry", Side::Left),
                ],
                &rows,
            ),
            written.file
        )
    })?;
    Ok(Outcome::Done)
}
