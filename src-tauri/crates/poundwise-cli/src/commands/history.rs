//! `home catch-up` and `home give-up`: a home that is an old copy of itself.

use std::path::Path;

use poundwise_market::view::CaughtUp;
use poundwise_market::{Home, Result, Roles, format};

use crate::commands::shown::undelivered;
use crate::confirm::{Question, confirmed};
use crate::opening::Outcome;
use crate::output::Output;
use crate::table::{Side, table};

pub(crate) fn catch_up(out: &mut Output, home: &Home) -> Result<Outcome> {
    let caught = home.seller().catch_up()?;
    undelivered(home);
    out.answer(&caught, || told(&caught))?;
    Ok(Outcome::Done)
}

fn told(caught: &CaughtUp) -> String {
    let entries = format::count(caught.entries, "entry", "entries");
    let recovered = caught.receipts + caught.grants + caught.caps > 0;
    if !recovered && caught.rules_paused.is_empty() && caught.copies_ended == 0 {
        return match caught.own_copies {
            0 => format!("This home is its newest copy: {entries} in its ledger.\n"),
            sent => format!(
                "This home is its newest copy: {entries} in its ledger. {} had lost their copy on \
                 the market, and have it again.\n",
                format::count(sent, "entry", "entries")
            ),
        };
    }
    let mut text = format!(
        "Caught up: {entries} in the ledger now. Recovered: {}, {}, {}.\n",
        format::count(caught.receipts, "receipt", "receipts"),
        format::count(caught.grants, "grant", "grants"),
        format::count(caught.caps, "cap", "caps"),
    );
    if !caught.listings.is_empty() {
        let rows: Vec<Vec<String>> = caught
            .listings
            .iter()
            .map(|listing| {
                vec![
                    listing.id.clone(),
                    listing.title.clone(),
                    listing.population.clone(),
                    if listing.withdrawn { "withdrawn" } else { "" }.to_owned(),
                    listing
                        .counts_micro_epsilon
                        .map_or_else(String::new, |level| {
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
            "Populations recovered, by names made for them: {}\n",
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
        confirmed(&Question {
            act: "giving up this home",
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
                    format::epsilon(loss.micro_epsilon),
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
