//! `listing create`, `duplicate`, `list`, `show`, `withdraw`, `seal`, `reprice`.

use poundwise_documents::units::MicroEpsilon;
use poundwise_market::view::{
    DraftDoubts, DraftPreview, ListingStatus, ListingView, Money, RepricePreview,
};
use poundwise_market::{
    Draft, Error, ErrorCode, Home, Job, ListingId, NumbersSealing, Result, Roles, format,
};

use crate::args::{Global, Listing, typed};
use crate::commands::batch::{create_all, propose};
use crate::commands::contact::own_name;
use crate::commands::shown::{
    available, open_alarm, undeclared_bins, undeclared_value, undelivered, widths,
};
use crate::confirm::{Question, confirmed};
use crate::messages::{CommandMessage, FinalAct, LevelList, NoteMessage};
use crate::opening::{Outcome, open};
use crate::output::{NOISE_INTERVAL, Output, note};
use crate::table::{Side, fields, table};
use crate::working::working;

pub(crate) fn run(out: &mut Output, global: &Global, command: Listing) -> Result<Outcome> {
    match command {
        Listing::Create(create) => {
            let dry_run = create.stated.dry_run;
            let draft = create.draft()?;
            let home = open(global)?;
            let begun = home.seller().begin_listing(&draft)?;
            list(out, &home, begun, dry_run, "Listed")?;
        }
        Listing::Duplicate(duplicate) => {
            let dry_run = duplicate.stated.dry_run;
            let home = open(global)?;
            let id = duplicate.id.clone();
            let copied = home.seller().duplicate_listing(&id)?;
            let replace = duplicate.replace.clone();
            let draft = duplicate.draft(copied)?;
            let (begun, done) = match replace {
                Some(reason) => (
                    home.seller().replace_listing(&id, &draft, &reason)?,
                    "Listed, and the one before withdrawn",
                ),
                None => (home.seller().begin_listing(&draft)?, "Listed"),
            };
            list(out, &home, begun, dry_run, done)?;
        }
        Listing::Propose(asked) => return propose(out, global, asked),
        Listing::CreateAll(asked) => return create_all(out, global, *asked),
        Listing::List => {
            let listings = open(global)?.seller().my_listings()?;
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
            let listing = open(global)?.buyer().listing(&id)?;
            if !listing.mine {
                return Err(Error::refused(
                    ErrorCode::NoSuchId,
                    CommandMessage::ListingOfAnother {
                        title: listing.title,
                    },
                )
                .hint(CommandMessage::LookAtListing {
                    id: typed(listing.id).to_string(),
                }));
            }
            out.answer(&listing, || whole(&listing))?;
        }
        Listing::Withdraw { id, reason } => {
            let home = open(global)?;
            published(
                out,
                &home,
                &home.seller().withdraw(&id, &reason)?,
                "Withdrawn",
            )?;
        }
        Listing::Seal { id, yes } => {
            let home = open(global)?;
            // Refused before anybody is asked.
            let begun = home.seller().begin_seal_own_numbers(&id)?;
            if !yes {
                let listing = home.buyer().listing(&id)?;
                confirmed(Question {
                    act: FinalAct::SealListing {
                        title: listing.title.clone(),
                    },
                    known: &format!(
                        "Sealing “{}” erases its numbers and the seed of its top noise from this \
                         home, for good. It sells on up to {}, with the same numbers; no opening \
                         can be granted to an auditor any more.\n",
                        listing.title,
                        format::epsilon(listing.ceiling),
                    ),
                    word: "seal",
                    command: "listing seal",
                })?;
            }
            let sealed = working(|work| begun.run(work))?;
            let listing = NumbersSealing::finish(&home, sealed)?;
            out.answer(&listing, || format!("Sealed.\n{}", whole(&listing)))?;
        }
        Listing::Reprice {
            id,
            price,
            dry_run: true,
        } => {
            let home = open(global)?;
            let preview = home.seller().preview_reprice(&id, &price)?;
            out.answer(&preview, || repriced(&preview))?;
        }
        Listing::Reprice { id, price, .. } => {
            let home = open(global)?;
            if let Some(line) = never_sold(&home.seller().preview_reprice(&id, &price)?.never_sold)
            {
                note(line);
            }
            published(
                out,
                &home,
                &home.seller().reprice(&id, &price)?,
                "Repriced, as a new version",
            )?;
        }
    }
    Ok(Outcome::Done)
}

/// Lists what was begun, or shows what it would be.
fn list(out: &mut Output, home: &Home, begun: Draft, dry_run: bool, done: &str) -> Result<()> {
    if dry_run {
        let preview = begun.preview()?;
        return out.answer(&preview, || foreseen(&preview));
    }
    for line in doubted(&begun.doubts()?) {
        note(line);
    }
    let listing = working(|work| begun.complete(home, work))?;
    published(out, home, &listing, done)
}

/// Shows a listing as its buyers see it: `market show`.
pub(crate) fn show_offer(out: &mut Output, home: &Home, listing: &ListingId) -> Result<Outcome> {
    let offer = home.buyer().offer(listing)?;
    out.answer(&offer, || {
        let level = |level: Option<MicroEpsilon>| level.map_or_else(String::new, format::epsilon);
        let price = |price: Option<&Money>, at: String| {
            price.map_or_else(String::new, |price| {
                format!("{} at {at}", format::money(price))
            })
        };
        let sold = fields(&[
            (
                "least purchase",
                price(offer.from_price.as_ref(), level(offer.from_level)),
            ),
            ("its accuracy", widths(&offer.from)),
            ("best accuracy", widths(&offer.best)),
            (
                "its price",
                price(offer.best_price.as_ref(), level(offer.best_level)),
            ),
        ]);
        format!("{}\n{sold}", whole(&offer.listing))
    })?;
    Ok(Outcome::Done)
}

/// Answers everything that signs something for the market to see.
fn published(out: &mut Output, home: &Home, listing: &ListingView, done: &str) -> Result<()> {
    undelivered(home);
    out.answer(listing, || format!("{done}.\n{}", whole(listing)))
}

fn mine(listings: &[ListingView]) -> String {
    let rows: Vec<Vec<String>> = listings
        .iter()
        .map(|listing| {
            vec![
                format::short_id(listing.id),
                listing.title.clone(),
                listing.kind.to_string(),
                listing
                    .dataset
                    .clone()
                    .unwrap_or_else(|| "own numbers".to_owned()),
                listing.population.clone().unwrap_or_default(),
                standing(listing),
                format::loss(
                    listing.loss_micro_epsilon.unwrap_or_default(),
                    Some(listing.ceiling.get()),
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
            ("of", Side::Left),
            ("population", Side::Left),
            ("status", Side::Left),
            ("sold up to", Side::Left),
            ("price of all", Side::Right),
        ],
        &rows,
    )
}

/// Returns the level up to which a listing is stated to be available. Its owner sees each statement,
/// others those below the ceiling.
fn stated(listing: &ListingView) -> String {
    match (listing.mine, listing.available) {
        (true, Some(level)) if !level.is_zero() => {
            format!("up to {}, as stated to buyers", format::epsilon(level))
        }
        (true, Some(_)) => "nothing now, as stated to buyers".to_owned(),
        _ => available(listing.available, listing.ceiling),
    }
}

/// Returns a listing in full.
fn whole(listing: &ListingView) -> String {
    let levels = format!(
        "up to {}, in steps of {}",
        format::epsilon(listing.ceiling),
        format::epsilon(listing.grain)
    );
    let sold = listing
        .loss_micro_epsilon
        .map(|loss| format::loss(loss, Some(listing.ceiling.get())))
        .unwrap_or_default();
    let held = match (listing.mine, listing.held) {
        (true, _) => String::new(),
        (false, MicroEpsilon::ZERO) => "nothing".to_owned(),
        (false, held) => format::epsilon(held),
    };
    let rows = listing.public_rows.map(format::integer).unwrap_or_default();
    let mut text = format!("{}\n", listing.title);
    text.push_str(&fields(&[
        ("id", listing.id.to_string()),
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
        ("alarm", open_alarm(listing.alarm)),
        ("about", listing.description.clone()),
        ("query", listing.query.clone()),
        ("kind", listing.kind.to_string()),
        ("unit", listing.unit.clone()),
        ("bounds", listing.bounds.join(" to ")),
        (
            "lattice step",
            lattice_step(&listing.step, listing.step_advised),
        ),
        (
            "coordinates",
            coordinates(listing.dimension, &listing.labels),
        ),
        (
            "sensitivity",
            format::count(listing.sensitivity, "lattice step", "lattice steps"),
        ),
        ("protects", listing.privacy_unit.clone()),
        ("adjacency", listing.adjacency.to_string()),
        ("public rows", rows),
        ("levels", levels),
        ("available", stated(listing)),
        ("path from", format::epsilon(listing.top)),
        ("sold so far", sold),
        ("held", held),
        ("of", of(listing)),
        ("population", population(listing)),
        ("question", listing.question.clone()),
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
                format::epsilon(knot.level),
                format::money(&Money::new(knot.minor, listing.currency)),
            ]
        })
        .collect();
    text.push_str(&table(
        &[("level", Side::Left), ("price from nothing", Side::Right)],
        &knots,
    ));
    text
}

/// Returns the lattice step, and whether it was advised rather than stated.
fn lattice_step(step: &str, advised: bool) -> String {
    if advised {
        format!("{step}, advised: none was stated")
    } else {
        step.to_owned()
    }
}

/// Returns the subject of an own listing; nothing where it is another home's.
fn of(listing: &ListingView) -> String {
    match &listing.dataset {
        Some(dataset) => format!("dataset {dataset}"),
        None if listing.mine => "own numbers".to_owned(),
        None => String::new(),
    }
}

/// Returns the population with its cap and what it carries, as the listing states them.
fn population(listing: &ListingView) -> String {
    let name = match &listing.population {
        Some(name) => format!("{name} ({})", listing.population_id),
        None => listing.population_id.to_string(),
    };
    let carried = match (listing.carried_micro_epsilon, listing.carried_nano_rho) {
        (0, 0) => String::new(),
        (micro, nano) => format!(", carries {}", format::pair(micro, nano)),
    };
    format!(
        "{name}, cap {}{carried}",
        format::pair(listing.cap_micro_epsilon, listing.cap_nano_rho)
    )
}

/// Returns levels with their accuracy and price, as another tariff would make them.
fn repriced(preview: &RepricePreview) -> String {
    let price = |price: &Option<Money>| price.as_ref().map_or_else(String::new, format::money);
    let rows: Vec<Vec<String>> = preview
        .levels
        .iter()
        .map(|level| {
            vec![
                format::epsilon(level.level),
                format::half_widths(&level.widths),
                price(&level.price_now),
                price(&level.price),
            ]
        })
        .collect();
    let mut text = table(
        &[
            ("level", Side::Left),
            ("noise interval", Side::Left),
            ("price now", Side::Right),
            ("price then", Side::Right),
        ],
        &rows,
    );
    text.push_str(NOISE_INTERVAL);
    text.push('\n');
    text.push_str(&reckoned(preview.reckoned_rows));
    if let Some(line) = never_sold(&preview.never_sold) {
        text.push_str(&format!("{line}\n"));
    }
    text.push_str("Nothing is signed or published. Leave out --dry-run to reprice it.\n");
    text
}

fn foreseen(preview: &DraftPreview) -> String {
    let mut text = fields(&[
        ("query", preview.query.clone()),
        (
            "coordinates",
            coordinates(preview.dimension, &preview.labels),
        ),
        (
            "sensitivity",
            format::count(preview.sensitivity, "lattice step", "lattice steps"),
        ),
        (
            "lattice step",
            lattice_step(&preview.step, preview.step_advised),
        ),
    ]);
    text.push('\n');
    let laws: Vec<Vec<String>> = preview
        .laws
        .iter()
        .map(|law| vec![format::epsilon(law.level), format::half_widths(&law.widths)])
        .collect();
    text.push_str(&table(
        &[("level", Side::Left), ("noise interval", Side::Left)],
        &laws,
    ));
    text.push('\n');
    text.push_str(&ranges(preview));
    let levels: Vec<Vec<String>> = preview
        .levels
        .iter()
        .map(|level| {
            vec![
                format::epsilon(level.level),
                format::half_widths(&level.widths),
                level.price.as_ref().map_or_else(String::new, format::money),
            ]
        })
        .collect();
    text.push_str(&table(
        &[
            ("priced level", Side::Left),
            ("noise interval", Side::Left),
            ("price", Side::Right),
        ],
        &levels,
    ));
    text.push_str(NOISE_INTERVAL);
    text.push('\n');
    text.push_str(&reckoned(preview.reckoned_rows));
    for line in doubted(&preview.doubts) {
        text.push_str(&format!("{line}\n"));
    }
    if let Some(carried) = preview.carried_micro_epsilon {
        text.push_str(&format!(
            "The population carries {} of this question from before it was merged, and counts the \
             question once more.\n",
            format::epsilon(carried)
        ));
    }
    text.push_str("Nothing is signed or published. Leave out --dry-run to list it.\n");
    text
}

/// Returns the accuracy of ranges with blocks and without, if blocks are drafted or proposed.
fn ranges(preview: &DraftPreview) -> String {
    let advice = preview.advice.blocks.as_ref();
    let Some(advice) = advice.filter(|advice| !advice.ranges.is_empty()) else {
        return String::new();
    };
    let sizes: Vec<String> = advice.sizes.iter().map(u64::to_string).collect();
    let sizes = sizes.join(" and ");
    let rows: Vec<Vec<String>> = advice
        .ranges
        .iter()
        .map(|range| {
            vec![
                format::count(range.bins, "bin", "bins"),
                format!("± {}", range.with_blocks),
                format!("± {}", range.plain),
            ]
        })
        .collect();
    let level = format::epsilon(advice.level);
    let range = format!("range at {level}");
    let with_blocks = format!("with blocks of {sizes} bins");
    let columns = [
        (range.as_str(), Side::Left),
        (with_blocks.as_str(), Side::Left),
        ("without blocks", Side::Left),
    ];
    let hint = match advice.are_drafted {
        true => "",
        false => "--blocks auto counts these blocks too.\n",
    };
    format!("{}{hint}\n", table(&columns, &rows))
}

/// Returns the doubtful entries of a draft, a line each.
fn doubted(doubts: &DraftDoubts) -> Vec<NoteMessage> {
    let bins = doubts.undeclared_bins.iter();
    let bins = bins.map(|one| undeclared_bins(&one.column, &one.bins));
    let values = doubts.undeclared_values.iter();
    let values = values.map(|one| undeclared_value(&one.column, &one.value));
    bins.chain(values)
        .chain(never_sold(&doubts.never_sold))
        .collect()
}

/// Returns that nothing is sold at some levels of a tariff; nothing where there are none.
fn never_sold(levels: &[MicroEpsilon]) -> Option<NoteMessage> {
    (!levels.is_empty()).then(|| NoteMessage::NeverSold {
        levels: LevelList(levels.to_vec()),
    })
}

/// Returns with how many rows a mean is reckoned, where it is.
fn reckoned(rows: Option<u64>) -> String {
    rows.map_or_else(String::new, |rows| {
        format!(
            "The mean is reckoned with {}; how many there are is released with noise.\n",
            format::count(rows, "row", "rows")
        )
    })
}

/// Returns the number of values, and their names when they have some.
fn coordinates(dimension: u64, labels: &[String]) -> String {
    let shown: Vec<&str> = labels.iter().take(12).map(String::as_str).collect();
    if dimension <= 1 || shown.is_empty() {
        return format::integer(dimension);
    }
    // The label of a cell is a record itself.
    let is_record = shown.iter().any(|label| label.contains(','));
    let between = if is_record { "; " } else { ", " };
    let mut text = format!("{}: {}", format::integer(dimension), shown.join(between));
    if (shown.len() as u64) < dimension {
        text.push_str(between);
        text.push('…');
    }
    text
}

/// Returns the status, and whether it is sealed.
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

/// Returns the price of the highest level sold, from nothing.
fn last_price(listing: &ListingView) -> String {
    listing
        .tariff
        .last()
        .map(|knot| format::money(&Money::new(knot.minor, listing.currency)))
        .unwrap_or_default()
}
