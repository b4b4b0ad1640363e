//! `listing create`, `list`, `show`, `withdraw`, `reprice`, `seal`.

use std::io::{self, IsTerminal};

use poundwise_market::view::{DraftPreview, ListingStatus, ListingView};
use poundwise_market::{Error, ErrorCode, Home, Result, format};

use crate::args::{Global, Listing};
use crate::commands::contact::{own_name, table_with_contacts};
use crate::commands::sell::undelivered;
use crate::output::{Output, ask};
use crate::run::{Outcome, open};
use crate::table::{Side, fields, table};
use crate::working::working;

pub(crate) fn run(out: &mut Output, global: &Global, command: Listing) -> Result<Outcome> {
    match command {
        Listing::Create(create) => {
            let dry_run = create.dry_run;
            let draft = create.draft()?;
            let home = open(global)?;
            if dry_run {
                let preview = home.preview_listing(&draft)?;
                out.answer(&preview, || {
                    foreseen(&preview, draft.unit.as_deref().unwrap_or_default())
                })?;
            } else {
                let listing = working(|work| home.create_listing_with(&draft, work))?;
                published(out, &home, &listing, "Listed")?;
            }
        }
        Listing::List => {
            let listings = open(global)?.my_listings()?;
            out.answer(&listings, || {
                if listings.is_empty() {
                    "Nothing is listed yet. List an attribute: poundwise listing create --help\n"
                        .to_owned()
                } else {
                    mine(&listings)
                }
            })?;
        }
        Listing::Show { id } => {
            let listing = open(global)?.listing(&id)?;
            out.answer(&listing, || whole(&listing))?;
        }
        Listing::Withdraw { id, reason } => {
            let home = open(global)?;
            published(out, &home, &home.withdraw(&id, &reason)?, "Withdrawn")?;
        }
        Listing::Seal { id, yes } => {
            let home = open(global)?;
            let listing = home.listing(&id)?;
            if listing.mine && !listing.sealed && !yes {
                confirmed(&listing)?;
            }
            let listing = working(|work| home.seal_with(&id, work))?;
            out.answer(&listing, || format!("Sealed.\n{}", whole(&listing)))?;
        }
        Listing::Reprice { id, price } => {
            let home = open(global)?;
            published(
                out,
                &home,
                &home.reprice(&id, &price)?,
                "Repriced, as a new version",
            )?;
        }
    }
    Ok(Outcome::Done)
}

/// Asks on the terminal, since sealing cannot be undone.
fn confirmed(listing: &ListingView) -> Result<()> {
    let unasked = || {
        Error::usage(
            ErrorCode::ConfirmationNeeded,
            format!(
                "sealing “{}” cannot be undone, and there is no terminal to ask on",
                listing.title
            ),
        )
        .hint("Nothing was changed. Read `poundwise listing seal --help`, then say --yes.")
    };
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(unasked());
    }
    let table = match &listing.dataset {
        Some(dataset) => {
            format!("The table {dataset} stays; erase it yourself if it should go too. ")
        }
        None => String::new(),
    };
    ask(&format!(
        "Sealing “{}” erases its numbers and the seed of its top noise from this home, for good. It sells on up to \
         {}, with the same numbers; no opening can be granted to an auditor any more. {table}\nType seal to go on: ",
        listing.title,
        format::epsilon(listing.ceiling_micro_epsilon),
    ));
    let mut answer = String::new();
    io::stdin().read_line(&mut answer).map_err(|_| unasked())?;
    if answer.trim() == "seal" {
        Ok(())
    } else {
        Err(
            Error::refused(ErrorCode::NotConfirmed, "it was not confirmed")
                .hint("Nothing was changed."),
        )
    }
}

/// The answer to everything that signs something for the market to see.
fn published(out: &mut Output, home: &Home, listing: &ListingView, done: &str) -> Result<()> {
    undelivered(home);
    out.answer(listing, || format!("{done}.\n{}", whole(listing)))
}

fn mine(listings: &[ListingView]) -> String {
    let rows: Vec<Vec<String>> = listings
        .iter()
        .map(|listing| {
            vec![
                format::short_id(&listing.id).to_owned(),
                listing.title.clone(),
                listing.kind.clone(),
                listing
                    .dataset
                    .clone()
                    .unwrap_or_else(|| "own numbers".to_owned()),
                standing(listing),
                format::loss(
                    listing.loss_micro_epsilon.unwrap_or_default(),
                    Some(listing.ceiling_micro_epsilon),
                ),
                last_price(listing),
            ]
        })
        .collect();
    table(
        &[
            ("listing", Side::Left),
            ("title", Side::Left),
            ("kind", Side::Left),
            ("dataset", Side::Left),
            ("status", Side::Left),
            ("sold up to", Side::Left),
            ("price of all", Side::Right),
        ],
        &rows,
    )
}

/// What is on the market, as a buyer looks at it.
pub(crate) fn offers(listings: &[ListingView]) -> String {
    let rows: Vec<Vec<String>> = listings
        .iter()
        .map(|listing| {
            let held = if listing.mine {
                "yours".to_owned()
            } else if listing.held_micro_epsilon == 0 {
                "nothing".to_owned()
            } else {
                format::epsilon(listing.held_micro_epsilon)
            };
            vec![
                format::short_id(&listing.id).to_owned(),
                listing.title.clone(),
                listing.seller_name.clone(),
                listing.kind.clone(),
                format::epsilon(listing.ceiling_micro_epsilon),
                last_price(listing),
                held,
            ]
        })
        .collect();
    table_with_contacts(
        &[
            ("listing", Side::Left),
            ("title", Side::Left),
            ("seller", Side::Left),
            ("kind", Side::Left),
            ("sold up to", Side::Left),
            ("price of all", Side::Right),
            ("held", Side::Left),
        ],
        rows,
        2,
        listings.iter().map(|listing| listing.contact.as_ref()),
    )
}

/// A listing in full.
fn whole(listing: &ListingView) -> String {
    let levels = format!(
        "up to {}, in steps of {}",
        format::epsilon(listing.ceiling_micro_epsilon),
        format::epsilon(listing.grain_micro_epsilon)
    );
    let sold = listing
        .loss_micro_epsilon
        .map(|loss| format::loss(loss, Some(listing.ceiling_micro_epsilon)))
        .unwrap_or_default();
    let held = match (listing.mine, listing.held_micro_epsilon) {
        (true, _) => String::new(),
        (false, 0) => "nothing".to_owned(),
        (false, held) => format::epsilon(held),
    };
    let rows = listing.public_rows.map(format::integer).unwrap_or_default();
    let mut text = format!("{}\n", listing.title);
    text.push_str(&fields(&[
        ("id", listing.id.clone()),
        ("status", status(listing.status).to_owned()),
        (
            "withdrawn",
            listing.withdrawal.as_ref().map_or_else(String::new, |w| {
                [format::time(&w.issued_at), w.reason.clone()]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join(": ")
            }),
        ),
        ("sealed", format::seal_words(listing)),
        (
            "seller",
            format!("{} (key {})", listing.seller_name, listing.seller_kid),
        ),
        (
            "contact",
            if listing.mine {
                String::new()
            } else {
                own_name(listing.contact.as_ref())
            },
        ),
        ("about", listing.description.clone()),
        ("query", listing.query.clone()),
        ("kind", listing.kind.clone()),
        ("unit", listing.unit.clone()),
        ("bounds", listing.bounds.join(" to ")),
        ("lattice step", step(&listing.step, listing.step_advised)),
        (
            "coordinates",
            coordinates(listing.dimension, &listing.labels),
        ),
        (
            "sensitivity",
            format::count(listing.sensitivity, "lattice step", "lattice steps"),
        ),
        ("protects", listing.privacy_unit.clone()),
        ("adjacency", listing.adjacency.clone()),
        ("public rows", rows),
        ("levels", levels),
        ("path from", format::epsilon(listing.top_micro_epsilon)),
        ("sold so far", sold),
        ("held", held),
        ("dataset", listing.dataset.clone().unwrap_or_default()),
        ("pay to", listing.pay_to.clone()),
        ("terms", listing.terms.clone()),
        ("signed", format::time(&listing.issued_at)),
    ]));
    text.push('\n');
    let knots: Vec<Vec<String>> = listing
        .tariff
        .iter()
        .map(|knot| {
            vec![
                format::epsilon(knot.micro_epsilon),
                format::minor_units(knot.minor, &listing.currency, listing.currency_exponent),
            ]
        })
        .collect();
    text.push_str(&table(
        &[("level", Side::Left), ("price from nothing", Side::Right)],
        &knots,
    ));
    text
}

/// A step, and that it is the advised one where it was left out.
fn step(step: &str, is_advised: bool) -> String {
    if is_advised {
        format!("{step}, as advised from bounds, rows per person and ceiling")
    } else {
        step.to_owned()
    }
}

fn foreseen(preview: &DraftPreview, unit: &str) -> String {
    let mut text = fields(&[
        ("query", preview.query.clone()),
        ("lattice step", step(&preview.step, preview.step_advised)),
        (
            "coordinates",
            coordinates(preview.dimension, &preview.labels),
        ),
        (
            "sensitivity",
            format::count(preview.sensitivity, "lattice step", "lattice steps"),
        ),
    ]);
    text.push('\n');
    let laws: Vec<Vec<String>> = preview
        .laws
        .iter()
        .map(|law| {
            vec![
                format::epsilon(law.micro_epsilon),
                format::plus_minus(&law.half_width, unit),
            ]
        })
        .collect();
    text.push_str(&table(
        &[
            ("level", Side::Left),
            ("noise of each coordinate", Side::Left),
        ],
        &laws,
    ));
    text.push_str("\nNothing is signed or published. Leave out --dry-run to list it.\n");
    text
}

/// How many numbers, and which when they have names.
fn coordinates(dimension: u64, labels: &[String]) -> String {
    let shown: Vec<&str> = labels.iter().take(12).map(String::as_str).collect();
    if dimension <= 1 || shown.is_empty() {
        return format::integer(dimension);
    }
    let more = if (shown.len() as u64) < dimension {
        ", …"
    } else {
        ""
    };
    format!("{}: {}{more}", format::integer(dimension), shown.join(", "))
}

/// The status, and whether it is sealed.
fn standing(listing: &ListingView) -> String {
    let status = status(listing.status);
    if listing.sealed {
        format!("{status}, sealed")
    } else {
        status.to_owned()
    }
}

fn status(status: ListingStatus) -> &'static str {
    match status {
        ListingStatus::Open => "open",
        ListingStatus::Withdrawn => "withdrawn",
        ListingStatus::Replaced => "replaced",
    }
}

/// The price of the highest level sold, from nothing.
fn last_price(listing: &ListingView) -> String {
    listing
        .tariff
        .last()
        .map(|knot| format::minor_units(knot.minor, &listing.currency, listing.currency_exponent))
        .unwrap_or_default()
}
