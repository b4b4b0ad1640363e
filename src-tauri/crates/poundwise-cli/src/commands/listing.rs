//! `listing create`, `duplicate`, `list`, `show`, `withdraw`, `seal`, `reprice`.

use poundwise_documents::units::MicroEpsilon;
use poundwise_market::view::{
    DraftDoubts, DraftPreview, ListingStatus, ListingView, Money, RepricePreview,
};
use poundwise_market::{
    Draft, Error, ErrorCode, Home, Job, ListingId, NumbersSealing, Result, Roles,
};

use crate::args::{Global, Listing, typed};
use crate::commands::batch::{create_all, propose};
use crate::commands::contact::own_name;
use crate::commands::shown::{
    available, open_alarm, undeclared_bins, undeclared_value, undelivered, widths,
};
use crate::confirm::{Question, confirmed};
use crate::format;
use crate::language::{line, say};
use crate::messages::{
    CommandMessage, Counted, FinalAct, Label, LevelList, ListingText, NoteMessage, Sentence,
    SharedText, Word,
};
use crate::opening::{Outcome, open};
use crate::output::{Output, noise_interval, note};
use crate::question::{coordinates, query, query_of};
use crate::table::{Side, fields, table};
use crate::working::working;

pub(crate) fn run(out: &mut Output, global: &Global, command: Listing) -> Result<Outcome> {
    match command {
        Listing::Create(create) => {
            let dry_run = create.stated.dry_run;
            let draft = create.draft()?;
            let home = open(global)?;
            let begun = home.seller().begin_listing(&draft)?;
            list(out, &home, begun, dry_run, Sentence::Listed)?;
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
                    Sentence::ListedAgain,
                ),
                None => (home.seller().begin_listing(&draft)?, Sentence::Listed),
            };
            list(out, &home, begun, dry_run, done)?;
        }
        Listing::Statement { id } => {
            let statement = open(global)?.seller().listing_statement(&id)?;
            out.answer(&statement, || format!("{}\n", statement.sql))?;
        }
        Listing::Propose(asked) => return propose(out, global, asked),
        Listing::CreateAll(asked) => return create_all(out, global, *asked),
        Listing::List => {
            let listings = open(global)?.seller().my_listings()?;
            out.answer(&listings, || {
                if listings.is_empty() {
                    line(Sentence::NothingListed)
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
                &working(|_| home.seller().withdraw(&id, &reason))?,
                Sentence::Withdrawn,
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
                    known: &line(ListingText::SealingErases {
                        title: listing.title,
                        ceiling: format::epsilon(listing.ceiling),
                    }),
                    word: "seal",
                    command: "listing seal",
                })?;
            }
            let sealed = working(|work| begun.run(work))?;
            let listing = NumbersSealing::finish(&home, sealed)?;
            out.answer(&listing, || line(Sentence::Sealed) + &whole(&listing))?;
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
                &working(|_| home.seller().reprice(&id, &price))?,
                Sentence::Repriced,
            )?;
        }
    }
    Ok(Outcome::Done)
}

/// Lists what was begun, or shows what it would be.
fn list(out: &mut Output, home: &Home, begun: Draft, dry_run: bool, done: Sentence) -> Result<()> {
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
                say(ListingText::PriceAt {
                    price: format::money(price),
                    level: at,
                })
            })
        };
        let sold = fields(&[
            (
                Label::LeastPurchase,
                price(offer.from_price.as_ref(), level(offer.from_level)),
            ),
            (Label::ItsAccuracy, widths(&offer.from)),
            (Label::BestAccuracy, widths(&offer.best)),
            (
                Label::ItsPrice,
                price(offer.best_price.as_ref(), level(offer.best_level)),
            ),
        ]);
        format!("{}\n{sold}", whole(&offer.listing))
    })?;
    Ok(Outcome::Done)
}

/// Answers everything that signs something for the market to see.
fn published(out: &mut Output, home: &Home, listing: &ListingView, done: Sentence) -> Result<()> {
    undelivered(home);
    out.answer(listing, || line(done) + &whole(listing))
}

fn mine(listings: &[ListingView]) -> String {
    let rows: Vec<Vec<String>> = listings
        .iter()
        .map(|listing| {
            vec![
                format::short_id(listing.id),
                listing.title.clone(),
                say(listing.kind),
                listing
                    .dataset
                    .clone()
                    .unwrap_or_else(|| say(Word::OwnNumbers)),
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
            Label::Listing.left(),
            Label::Title.left(),
            Label::Kind.left(),
            Label::Of.left(),
            Label::Population.left(),
            Label::Status.left(),
            Label::SoldUpTo.left(),
            Label::PriceOfAll.right(),
        ],
        &rows,
    )
}

/// Returns the level up to which a listing is stated to be available. Its owner sees each statement,
/// others those below the ceiling.
fn stated(listing: &ListingView) -> String {
    match (listing.mine, listing.available) {
        (true, Some(level)) if !level.is_zero() => say(ListingText::StatedUpTo {
            level: format::epsilon(level),
        }),
        (true, Some(_)) => say(Word::NothingNowStated),
        _ => available(listing.available, listing.ceiling),
    }
}

/// Returns a listing in full.
fn whole(listing: &ListingView) -> String {
    let levels = say(ListingText::Levels {
        ceiling: format::epsilon(listing.ceiling),
        step: format::epsilon(listing.grain),
    });
    let sold = listing
        .loss_micro_epsilon
        .map(|loss| format::loss(loss, Some(listing.ceiling.get())))
        .unwrap_or_default();
    let held = match (listing.mine, listing.held) {
        (true, _) => String::new(),
        (false, MicroEpsilon::ZERO) => say(Word::Nothing),
        (false, held) => format::epsilon(held),
    };
    let rows = listing.public_rows.map(format::integer).unwrap_or_default();
    let mut text = format!("{}\n", listing.title);
    text.push_str(&fields(&[
        (Label::Id, listing.id.to_string()),
        (Label::Status, say(status(listing.status))),
        (
            Label::Numbers,
            match listing.linked {
                true => say(ListingText::LinkedTable),
                false => String::new(),
            },
        ),
        (
            Label::Withdrawn,
            listing.withdrawal.as_ref().map_or_else(String::new, |w| {
                [format::time(&w.issued_at), w.reason.clone()]
                    .into_iter()
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join(": ")
            }),
        ),
        (Label::Sealed, format::seal_words(listing)),
        (
            Label::Seller,
            say(SharedText::NameAndKey {
                name: listing.seller_name.clone(),
                key: listing.seller_kid,
            }),
        ),
        (
            Label::Contact,
            if listing.mine {
                String::new()
            } else {
                own_name(listing.contact.as_ref())
            },
        ),
        (Label::Alarm, open_alarm(listing.alarm)),
        (Label::About, listing.description.clone()),
        (Label::Query, query_of(listing)),
        (Label::Kind, say(listing.kind)),
        (Label::Unit, format::unit(&listing.unit)),
        (
            Label::Bounds,
            match listing.bounds.as_slice() {
                [low, high] => format::between(low, high),
                _ => String::new(),
            },
        ),
        (
            Label::LatticeStep,
            lattice_step(&listing.step, listing.step_advised),
        ),
        (
            Label::Coordinates,
            coordinates(&listing.query_parts, listing.dimension, &listing.labels),
        ),
        (
            Label::Sensitivity,
            say(Counted::LatticeSteps {
                count: listing.sensitivity,
            }),
        ),
        (Label::Protects, format::protects(listing)),
        (Label::Adjacency, say(listing.adjacency)),
        (Label::PublicRows, rows),
        (Label::Levels, levels),
        (Label::Available, stated(listing)),
        (Label::PathFrom, format::epsilon(listing.top)),
        (Label::SoldSoFar, sold),
        (Label::Held, held),
        (Label::Of, of(listing)),
        (Label::Population, population(listing)),
        (Label::Question, listing.question.clone()),
        (Label::PayTo, listing.pay_to.clone()),
        (Label::Terms, listing.terms.clone()),
        (Label::Signed, format::time(&listing.issued_at)),
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
        &[Label::Level.left(), Label::PriceFromNothing.right()],
        &knots,
    ));
    text
}

/// Returns the lattice step, and whether it was advised rather than stated.
fn lattice_step(step: &str, advised: bool) -> String {
    if advised {
        say(ListingText::AdvisedStep {
            step: format::decimal(step),
        })
    } else {
        format::decimal(step)
    }
}

/// Returns the subject of an own listing; nothing where it is another home's.
fn of(listing: &ListingView) -> String {
    match listing.dataset.clone() {
        Some(dataset) => say(SharedText::OfDataset { dataset }),
        None if listing.mine => say(Word::OwnNumbers),
        None => String::new(),
    }
}

/// Returns the population with its cap and what it carries, as the listing states them.
fn population(listing: &ListingView) -> String {
    let name = match &listing.population {
        Some(name) => format!("{name} ({})", listing.population_id),
        None => listing.population_id.to_string(),
    };
    let cap = format::pair(listing.cap_micro_epsilon, listing.cap_nano_rho);
    say(
        match (listing.carried_micro_epsilon, listing.carried_nano_rho) {
            (0, 0) => SharedText::WithCap {
                population: name,
                cap,
            },
            (micro, nano) => SharedText::WithCapAndCarried {
                population: name,
                cap,
                carried: format::pair(micro, nano),
            },
        },
    )
}

/// Returns levels with their accuracy and price, as another tariff would make them.
fn repriced(preview: &RepricePreview) -> String {
    let price = |price: &Option<Money>| format::money_if_any(price.as_ref());
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
            Label::Level.left(),
            Label::NoiseInterval.whole(),
            Label::PriceNow.right(),
            Label::PriceThen.right(),
        ],
        &rows,
    );
    text.push_str(&noise_interval());
    text.push('\n');
    text.push_str(&reckoned(preview.reckoned_rows));
    text.extend(never_sold(&preview.never_sold).map(line));
    text.push_str(&line(Sentence::NothingRepriced));
    text
}

fn foreseen(preview: &DraftPreview) -> String {
    let mut text = fields(&[
        (Label::Query, query(&preview.query_parts, preview.dimension)),
        (
            Label::Coordinates,
            coordinates(&preview.query_parts, preview.dimension, &preview.labels),
        ),
        (
            Label::Sensitivity,
            say(Counted::LatticeSteps {
                count: preview.sensitivity,
            }),
        ),
        (
            Label::LatticeStep,
            lattice_step(&preview.step, preview.step_advised),
        ),
    ]);
    if let Some(statement) = &preview.statement {
        text.push_str(&format!("\n{}\n", line(ListingText::Statement).trim_end()));
        text.push_str(&format!("{statement}\n"));
    }
    text.push('\n');
    let laws: Vec<Vec<String>> = preview
        .laws
        .iter()
        .map(|law| vec![format::epsilon(law.level), format::half_widths(&law.widths)])
        .collect();
    text.push_str(&table(
        &[Label::Level.left(), Label::NoiseInterval.whole()],
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
                format::money_if_any(level.price.as_ref()),
            ]
        })
        .collect();
    text.push_str(&table(
        &[
            Label::PricedLevel.left(),
            Label::NoiseInterval.whole(),
            Label::Price.right(),
        ],
        &levels,
    ));
    text.push_str(&noise_interval());
    text.push('\n');
    text.push_str(&reckoned(preview.reckoned_rows));
    text.extend(doubted(&preview.doubts).into_iter().map(line));
    if let Some(carried) = preview.carried_micro_epsilon {
        text.push_str(&line(ListingText::CountsOnceMore {
            carried: format::epsilon(carried),
        }));
    }
    text.push_str(&line(Sentence::NothingListedYet));
    text
}

/// Returns the accuracy of ranges with blocks and without, if blocks are drafted or proposed.
fn ranges(preview: &DraftPreview) -> String {
    let advice = preview.advice.blocks.as_ref();
    let Some(advice) = advice.filter(|advice| !advice.ranges.is_empty()) else {
        return String::new();
    };
    let rows: Vec<Vec<String>> = advice
        .ranges
        .iter()
        .map(|range| {
            vec![
                say(Counted::Bins { count: range.bins }),
                format!("± {}", format::decimal(&range.with_blocks)),
                format!("± {}", format::decimal(&range.plain)),
            ]
        })
        .collect();
    let range = say(ListingText::RangeAt {
        level: format::epsilon(advice.level),
    });
    let with_blocks = say(ListingText::WithBlocks {
        sizes: say(poundwise_market::block_sizes(&advice.sizes)),
    });
    let columns = [
        (range, Side::Left),
        (with_blocks, Side::Left),
        Label::WithoutBlocks.left(),
    ];
    let hint = match advice.are_drafted {
        true => String::new(),
        false => line(Sentence::CountProposedBlocks),
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
        .chain(listed_before(doubts.listed_before.len()))
        .collect()
}

/// Returns that nothing is sold at some levels of a tariff; nothing where there are none.
fn never_sold(levels: &[MicroEpsilon]) -> Option<NoteMessage> {
    (!levels.is_empty()).then(|| NoteMessage::NeverSold {
        levels: LevelList(levels.to_vec()),
    })
}

/// Returns that a question of a linked table was listed before, if it was.
fn listed_before(listings: usize) -> Option<NoteMessage> {
    (listings > 0).then_some(NoteMessage::ListedBefore { listings })
}

/// Returns with how many rows a mean is reckoned, where it is.
fn reckoned(rows: Option<u64>) -> String {
    rows.map_or_else(String::new, |rows| line(ListingText::MeanReckoned { rows }))
}

/// Returns the status, and whether it is sealed.
fn standing(listing: &ListingView) -> String {
    let status = say(status(listing.status));
    if listing.sealed {
        format!("{status}, {}", say(Label::Sealed))
    } else {
        status
    }
}

pub(crate) fn status(status: ListingStatus) -> Word {
    match status {
        ListingStatus::Open => Word::OnSale,
        ListingStatus::Withdrawn => Word::Withdrawn,
        ListingStatus::Replaced => Word::Replaced,
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
