//! `market list`, `quote`, `order`, `collect`, `holding`, `export`, `tighten`, `alarm`.

use std::{collections::BTreeMap, path::Path};

use poundwise_documents::units::{DocumentId, MicroEpsilon};
use poundwise_market::Identified;
use poundwise_market::view::{
    AlarmView, Collected, CopyView, HoldingView, MarketOffer, MarketQuery, Money, OrderStatus,
    OrderView, Quantity, Quote, Stale, Trusted, unit_at,
};
use poundwise_market::{
    Error, ErrorCode, HalfWidthWanted, Home, Job, ListingId, ListingName, OrderDays, OrderId,
    Result, Roles, alarm_words, look_at_market,
};

use crate::args::{Alarm, Holding, typed};
use crate::commands::contact::{own_name, table_with_contacts};
use crate::commands::shown::{
    available, holds, note_skipped, open_alarm, order_rows, ordered, reference, span, step, widths,
    wrote,
};
use crate::format;
use crate::language::{line, say};
use crate::messages::{
    AlarmText, CommandMessage, Label, NoteMessage, OrderText, PurchaseText, Sentence, SharedText,
    TrustedText, Word,
};
use crate::opening::Outcome;
use crate::output::{Output, noise_interval, note};
use crate::question::{label, query_of};
use crate::table::{Column, Side, fields, one_line, table};
use crate::working::working;

/// Rows of one response shown in words; `export` gives all of them.
const SHOWN: usize = 24;

pub(crate) fn market(out: &mut Output, home: &Home, query: &MarketQuery) -> Result<Outcome> {
    let offers = home.buyer().market(query)?.offers;
    let all = MarketQuery {
        sort: query.sort,
        reverse: query.reverse,
        ..MarketQuery::default()
    };
    out.answer(&offers, || match (*query == all, offers.is_empty()) {
        (_, false) => offer_rows(&offers) + &alarmed_sellers(&offers) + &compared_with(query),
        (false, true) => line(Sentence::NothingOnMarketFits),
        (true, true) => line(Sentence::NothingOnMarket),
    })?;
    let left_out = home.left_out().market;
    note_skipped(left_out.odd);
    if left_out.newer > 0 {
        note(NoteMessage::NewerListings {
            documents: left_out.newer,
        });
    }
    if left_out.over_budget > 0 {
        note(NoteMessage::ListingsNotRead {
            documents: left_out.over_budget,
        });
    }
    Ok(Outcome::Done)
}

pub(crate) fn compare(out: &mut Output, home: &Home, listings: &[ListingId]) -> Result<Outcome> {
    let offers = home.buyer().compare(listings)?;
    out.answer(&offers, || compared(&offers))?;
    Ok(Outcome::Done)
}

/// Returns listings as rows, as a buyer looks over them.
fn offer_rows(offers: &[MarketOffer]) -> String {
    let rows: Vec<Vec<String>> = offers
        .iter()
        .map(|offer| {
            vec![
                format::short_id(offer.listing.id),
                offer.listing.title.clone(),
                offer.listing.seller_name.clone(),
                say(offer.listing.kind),
                first_price(offer),
                widths(&offer.best),
                format::money_if_any(offer.best_price.as_ref()),
                holds(&offer.listing),
                available(offer.listing.available, offer.listing.ceiling),
            ]
        })
        .collect();
    table_with_contacts(
        &[
            Label::Listing.left(),
            Label::Title.left(),
            Label::Seller.left(),
            Label::Kind.left(),
            Label::FromPrice.right(),
            Label::BestAccuracy.left(),
            Label::For.right(),
            Label::Held.left(),
            Label::Available.if_any(),
        ],
        rows,
        2,
        offers.iter().map(|offer| offer.listing.contact.as_ref()),
    )
}

/// Returns a line for each seller with an open alarm, or an empty text.
fn alarmed_sellers(offers: &[MarketOffer]) -> String {
    let mut sellers = BTreeMap::new();
    for listing in offers.iter().map(|offer| &offer.listing) {
        if let Some(alarm) = listing.alarm {
            sellers.insert(&listing.seller_kid, (&listing.seller_name, alarm));
        }
    }
    sellers
        .into_iter()
        .map(|(kid, (name, alarm))| {
            line(AlarmText::SellerContradicted {
                name: name.clone(),
                key: *kid,
                alarm: alarm.get(),
            })
        })
        .collect()
}

/// Returns with what a highest price was compared; nothing where none was asked for.
fn compared_with(query: &MarketQuery) -> String {
    match query.max_price.trim() {
        "" => String::new(),
        most => line(PurchaseText::BestFor {
            most: most.to_owned(),
        }),
    }
}

/// Returns the price of the least level that is sold, with the level.
fn first_price(offer: &MarketOffer) -> String {
    match (&offer.from_price, offer.from_level) {
        (Some(price), Some(level)) => say(PurchaseText::PriceForLevel {
            price: format::money(price),
            level: format::level(level),
        }),
        _ => String::new(),
    }
}

/// Returns listings side by side: a column each.
fn compared(offers: &[MarketOffer]) -> String {
    let row = |name: Label, cell: &dyn Fn(&MarketOffer) -> String| {
        let mut row = vec![say(name)];
        row.extend(offers.iter().map(cell));
        row
    };
    let level = |level: Option<MicroEpsilon>| level.map_or_else(String::new, format::epsilon);
    let mut rows = vec![
        row(Label::Title, &|offer| offer.listing.title.clone()),
        row(Label::Seller, &|offer| offer.listing.seller_name.clone()),
        row(Label::Contact, &|offer| {
            own_name(offer.listing.contact.as_ref())
        }),
        row(Label::Kind, &|offer| say(offer.listing.kind)),
        row(Label::Query, &|offer| query_of(&offer.listing)),
        row(Label::Numbers, &|offer| {
            format::integer(offer.listing.dimension)
        }),
        row(Label::FromPrice, &|offer| {
            format::money_if_any(offer.from_price.as_ref())
        }),
        row(Label::At, &|offer| level(offer.from_level)),
        row(Label::AccuracyThen, &|offer| widths(&offer.from)),
        row(Label::BestAccuracy, &|offer| widths(&offer.best)),
        row(Label::For, &|offer| {
            format::money_if_any(offer.best_price.as_ref())
        }),
        row(Label::At, &|offer| level(offer.best_level)),
        row(Label::RowsAsStated, &|offer| {
            offer
                .listing
                .public_rows
                .map_or_else(String::new, format::integer)
        }),
        row(Label::OneUnit, &|offer| format::protects(&offer.listing)),
        row(Label::Held, &|offer| holds(&offer.listing)),
    ];
    let limit = |offer: &MarketOffer| available(offer.listing.available, offer.listing.ceiling);
    if offers.iter().any(|offer| !limit(offer).is_empty()) {
        rows.push(row(Label::Available, &limit));
    }
    if offers.iter().any(|offer| offer.listing.alarm.is_some()) {
        rows.insert(
            3,
            row(Label::Alarm, &|offer| {
                let alarm = offer.listing.alarm;
                alarm.map_or_else(String::new, |number| {
                    say(AlarmText::IsOpen {
                        alarm: number.get(),
                    })
                })
            }),
        );
    }
    let ids = offers
        .iter()
        .map(|offer| format::short_id(offer.listing.id));
    let columns: Vec<Column> = std::iter::once(String::new())
        .chain(ids)
        .map(|name| (name, Side::Left))
        .collect();
    table(&columns, &rows)
}

/// Target of a quote.
pub(crate) enum Wanted {
    /// A level.
    Level(MicroEpsilon),
    /// The half-width of the 95% noise interval of a quantity.
    Accuracy {
        half_width: HalfWidthWanted,
        of: Option<Quantity>,
    },
}

pub(crate) fn quote(
    out: &mut Output,
    home: &Home,
    listing: &ListingId,
    wanted: &Wanted,
) -> Result<Outcome> {
    let quote = match wanted {
        Wanted::Level(to) => home.buyer().quote(listing, *to)?,
        Wanted::Accuracy { half_width, of } => {
            home.buyer().quote_for_accuracy(listing, *half_width, *of)?
        }
    };
    let beside = waiting_beside(home, quote.listing, None)?;
    out.answer(&quote, || quoted(&quote) + &beside)?;
    Ok(Outcome::Done)
}

pub(crate) fn order(
    out: &mut Output,
    home: &Home,
    listing: &ListingId,
    to: MicroEpsilon,
    days: OrderDays,
    anyway: bool,
) -> Result<Outcome> {
    // Read once: the orders beside this one are compared with the market, too.
    let (order, beside) = working(|work| {
        let seen = look_at_market(home, Some(listing), work)?;
        home.seeing(&seen, |home| {
            let order = home.buyer().order_for(listing, to, days, anyway)?;
            let beside = waiting_beside(home, order.listing, Some(order.id))?;
            Ok((order, beside))
        })
    })?;
    out.answer(&order, || {
        format!(
            "{}{}\n{}{beside}",
            line(Sentence::Ordered),
            placed(&order),
            line(Sentence::CollectOnceApproved),
        )
    })?;
    Ok(Outcome::Done)
}

/// Returns a note on other orders of a listing that wait; empty where there are none.
fn waiting_beside(home: &Home, listing: DocumentId, but: Option<DocumentId>) -> Result<String> {
    let mut text = String::new();
    for order in home.buyer().orders()? {
        let other = order.listing == listing && but != Some(order.id);
        if other && order.status == OrderStatus::Pending && order.stale.is_none() {
            text.push('\n');
            text.push_str(&line(OrderText::WaitsBeside {
                level: format::epsilon(order.to),
                time: format::time(&order.issued_at),
                price: format::money(&order.price),
                order: typed(order.id),
            }));
        }
    }
    Ok(text)
}

pub(crate) fn cancel(out: &mut Output, home: &Home, order: &OrderId) -> Result<Outcome> {
    let order = working(|_| home.buyer().cancel_order(order))?;
    out.answer(&order, || {
        format!(
            "{}{}\n{}",
            line(Sentence::Cancelled),
            placed(&order),
            line(Sentence::ReceiptStands),
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn orders(out: &mut Output, home: &Home) -> Result<Outcome> {
    let orders = home.buyer().orders()?;
    out.answer(&orders, || {
        if orders.is_empty() {
            line(Sentence::NoOrders)
        } else {
            order_rows(&orders, Label::Seller, |order| &order.seller_name)
        }
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn show_order(out: &mut Output, home: &Home, order: &OrderId) -> Result<Outcome> {
    let orders = home.buyer().orders()?;
    let order = order
        .find(Identified::Order, &orders, |order| order.id.to_string())
        .map_err(|error| error.hint(CommandMessage::SeeOrders))?;
    out.answer(order, || placed(order))?;
    Ok(Outcome::Done)
}

pub(crate) fn collect(out: &mut Output, home: &Home) -> Result<Outcome> {
    let collected = working(|work| poundwise_market::collect(home, work))?;
    out.answer(&collected, || brought(&collected))?;
    note_skipped(collected.skipped);
    if let Some(why) = &collected.market {
        note(NoteMessage::OnlyFiles { why: why.clone() });
    }
    if collected.newer > 0 {
        note(NoteMessage::NewerDeliveries {
            documents: collected.newer,
        });
    }
    Ok(
        if collected.rejected.is_empty()
            && collected.alarms.is_empty()
            && collected.market.is_none()
        {
            Outcome::Done
        } else {
            Outcome::Wrong
        },
    )
}

pub(crate) fn holding(out: &mut Output, home: &Home, command: Holding) -> Result<Outcome> {
    let shown = |holdings: &[HoldingView]| {
        let mut text = holdings.iter().map(held).collect::<Vec<_>>().join("\n");
        text.push_str(&noise_interval());
        text
    };
    match command {
        Holding::List => {
            let holdings = home.buyer().holdings()?;
            out.answer(&holdings, || match holdings.as_slice() {
                [] => line(Sentence::NothingHeld),
                some => shown(some),
            })?;
        }
        Holding::Show { listing } => {
            let holding = home.buyer().holding(&ListingName::Id(listing))?;
            out.answer(&holding, || shown(std::slice::from_ref(&holding)))?;
        }
        Holding::Export { receipt, file } => {
            let file = file.path()?;
            let exported =
                working(|work| home.buyer().begin_bundle_export(&receipt)?.run(file, work))?;
            out.answer(&exported, || wrote(&exported))?;
        }
    }
    Ok(Outcome::Done)
}

pub(crate) fn tighten(
    out: &mut Output,
    home: &Home,
    listing: &ListingId,
    to: MicroEpsilon,
    file: &Path,
) -> Result<Outcome> {
    let copy = working(|work| {
        home.buyer()
            .begin_tighten(listing, to, file)
            .and_then(|job| job.complete(home, work))
    })?;
    out.answer(&copy, || copied(&copy))?;
    Ok(Outcome::Done)
}

fn copied(copy: &CopyView) -> String {
    let done = if copy.again {
        Sentence::SameCopy
    } else {
        Sentence::CopyMade
    };
    format!(
        "{}{}{}\n{}",
        line(done),
        fields(&[
            (Label::Copy, copy.id.to_string()),
            (
                Label::Listing,
                format!("{} ({})", copy.title, format::short_id(copy.listing)),
            ),
            (Label::Level, format::epsilon(copy.level)),
            (Label::NoiseInterval, format::half_widths(&copy.accuracy)),
            (
                Label::Signed,
                say(PurchaseText::SignedByYou {
                    time: format::time(&copy.issued_at)
                })
            ),
        ]),
        noise_interval(),
        line(SharedText::WroteAuditable {
            file: copy.file.clone(),
            size: format::bytes(copy.bytes),
        })
    )
}

fn quoted(quote: &Quote) -> String {
    let level = if quote.from == 0 {
        format::epsilon(quote.to)
    } else {
        say(PurchaseText::FromHeld {
            level: format::epsilon(quote.to),
            held: format::epsilon(quote.from),
        })
    };
    let mut text = format!("{}\n", quote.title);
    text.push_str(&fields(&[
        (Label::Listing, quote.listing.to_string()),
        (Label::Level, level),
        (Label::Available, available(quote.available, quote.ceiling)),
        (Label::Price, format::money(&quote.price)),
        (Label::PaidInAllThen, format::money(&quote.price_in_all)),
        (Label::NoiseIntervalNow, format::half_widths(&quote.now)),
        (Label::NoiseIntervalThen, format::half_widths(&quote.then)),
    ]));
    text.push_str(&noise_interval());
    if quote.then.len() > 1 && quote.from == 0 {
        text.push('\n');
        text.push_str(&line(Sentence::MeanNeedsRows));
    }
    let over = quote.available.is_some_and(|level| level < quote.to);
    if over {
        text.push('\n');
        text.push_str(&line(Sentence::LevelNotAvailable));
    }
    text.push('\n');
    text.push_str(&line(OrderText::OrderIt {
        command: format!(
            "poundwise order {} --to {}{}",
            typed(quote.listing),
            format::decimal_epsilon(quote.to),
            if over { " --anyway" } else { "" }
        ),
    }));
    text
}

/// Returns an order of this home, and how it is paid.
fn placed(order: &OrderView) -> String {
    let mut text = ordered(order, Label::Seller, &order.seller_name);
    let Some(pay) = &order.pay else {
        if let Some(stale) = order.stale {
            text.push('\n');
            text.push_str(&line(match stale {
                Stale::Overtaken => OrderText::Overtaken {
                    level: format::epsilon(order.from),
                },
                Stale::Replaced => OrderText::Replaced,
                Stale::Withdrawn => OrderText::Withdrawn,
            }));
            text.push_str(&line(OrderText::CancelStale {
                order: typed(order.id),
            }));
        } else if order.status == OrderStatus::Pending && order.price.minor > 0 {
            text.push('\n');
            text.push_str(&line(OrderText::TooLateToPay {
                time: format::time(&order.expires_at),
            }));
        }
        return text;
    };
    let account = match &pay.iban {
        Some(iban) => format::in_fours(iban),
        None if order.pay_to.is_empty() => say(Word::NoAddress),
        None => order.pay_to.clone(),
    };
    let seller = match &order.contact {
        Some(contact) => contact.clone(),
        None => say(PurchaseText::SellerIsNoContact {
            name: order.seller_name.clone(),
        }),
    };
    let (what, until) = match &pay.until {
        Some(until) => (Sentence::Pay, format::time(until)),
        None => (Sentence::PayOnCredit, String::new()),
    };
    if order.available.is_some_and(|level| level < order.to) {
        text.push('\n');
        text.push_str(&line(OrderText::NotAvailableNow {
            available: available(order.available, order.to),
        }));
    }
    text.push('\n');
    text.push_str(&line(what));
    text.push_str(&fields(&[
        (Label::Seller, seller),
        (Label::Recipient, pay.recipient.clone()),
        (Label::Account, account),
        (Label::Amount, format::money(&order.price)),
        (Label::Reference, reference(order)),
        (Label::PayBy, until),
    ]));
    text
}

pub(crate) fn brought(collected: &Collected) -> String {
    let mut text = String::new();
    for receipt in &collected.releases {
        text.push_str(&line(PurchaseText::Verified {
            title: one_line(&receipt.title),
            levels: span(receipt.from, receipt.to),
            number: receipt.number.to_string(),
            receipt: format::short_id(receipt.id),
        }));
    }
    for order in &collected.declined {
        let reason = order.reason.as_deref().map(one_line);
        text.push_str(&line(PurchaseText::Declined {
            title: one_line(&order.title),
            levels: step(order),
            reason: reason.unwrap_or_else(|| say(Word::NoReason)),
        }));
    }
    for wrong in &collected.rejected {
        text.push_str(&line(PurchaseText::Rejected {
            why: one_line(&say(wrong)),
        }));
    }
    if text.is_empty() && collected.alarms.is_empty() {
        text.push_str(&line(Sentence::NothingNew));
    }
    for alarm in &collected.alarms {
        text.push_str(&alarmed(alarm));
    }
    for unchecked in &collected.unchecked {
        text.push('\n');
        text.push_str(&line(PurchaseText::NotChecked {
            why: one_line(&say(unchecked)),
        }));
    }
    if !collected.rejected.is_empty() {
        text.push('\n');
        text.push_str(&line(Sentence::RejectedNotStored));
    }
    if !collected.releases.is_empty() {
        text.push('\n');
        text.push_str(&line(Sentence::SeeNumbers));
    }
    text
}

pub(crate) fn alarm(out: &mut Output, home: &Home, command: &Alarm) -> Result<Outcome> {
    match command {
        Alarm::List => {
            let alarms = home.buyer().alarms()?;
            out.answer(&alarms, || match alarms.as_slice() {
                [] => line(Sentence::NoAlarm),
                some => some.iter().map(alarmed).collect(),
            })?;
        }
        Alarm::Show { number } => {
            let alarm = home
                .buyer()
                .alarms()?
                .into_iter()
                .find(|alarm| alarm.number == *number)
                .ok_or_else(|| {
                    Error::refused(
                        ErrorCode::NoSuchAlarm,
                        CommandMessage::NoSuchAlarm {
                            number: number.get(),
                        },
                    )
                    .hint(CommandMessage::SeeAlarms)
                })?;
            out.answer(&alarm, || alarmed(&alarm))?;
        }
        Alarm::Dismiss {
            number,
            trust,
            reason,
        } => {
            let alarm = home
                .buyer()
                .dismiss_alarm(*number, (*trust).into(), reason)?;
            out.answer(&alarm, || line(Sentence::Dismissed) + &alarmed(&alarm))?;
        }
    }
    Ok(Outcome::Done)
}

fn alarmed(alarm: &AlarmView) -> String {
    let number = alarm.number.get();
    let name = alarm.seller_name.clone();
    let (key, time) = (alarm.seller_kid, format::time(&alarm.found_at));
    let mut lines = vec![
        say(match alarm.contact.clone() {
            Some(contact) => AlarmText::AboutContact {
                name,
                key,
                contact,
                time,
            },
            None => AlarmText::About { name, key, time },
        }),
        format!("{}.", say(alarm_words(alarm))),
        say(AlarmText::Evidence {
            folder: alarm.evidence.clone(),
        }),
    ];
    if let Some(order) = &alarm.order {
        lines.push(say(AlarmText::Order { order: *order }));
    }
    match &alarm.dismissal {
        None if alarm.order.is_some() => {
            lines.push(say(Sentence::NeitherTaken));
            lines.push(say(AlarmText::DismissAnswer { number }));
        }
        None => {
            lines.push(say(Sentence::NothingStored));
            lines.push(say(AlarmText::DismissLedger { number }));
        }
        Some(dismissal) => lines.push(say(AlarmText::Dismissed {
            number,
            time: format::time(&dismissal.dismissed_at),
            trusted: match dismissal.trusted {
                Trusted::Kept => TrustedText::Kept,
                Trusted::Found => TrustedText::Found,
                Trusted::Receipt => TrustedText::Receipt,
                Trusted::Refusal => TrustedText::Refusal,
            },
            reason: dismissal.reason.clone(),
        })),
    }
    lines.join("\n          ") + "\n"
}

fn held(holding: &HoldingView) -> String {
    let listing = &holding.listing;
    let sum = |sum: &Option<Money>, text: fn(String) -> PurchaseText| {
        sum.as_ref()
            .map_or_else(String::new, |sum| say(text(format::money(sum))))
    };
    let mut text = format!("{}\n", listing.title);
    text.push_str(&fields(&[
        (Label::Listing, listing.id.to_string()),
        (Label::Seller, listing.seller_name.clone()),
        (Label::Contact, own_name(listing.contact.as_ref())),
        (Label::Alarm, open_alarm(listing.alarm)),
        (Label::Question, listing.question.clone()),
        (
            Label::Population,
            say(SharedText::WithCap {
                population: listing.population_id.to_string(),
                cap: format::pair(listing.cap_micro_epsilon, listing.cap_nano_rho),
            }),
        ),
        (Label::Held, format::epsilon(holding.level)),
        (Label::PaidInAll, format::money(&holding.paid)),
        (
            Label::OnCredit,
            sum(&holding.on_credit, |amount| PurchaseText::ToPay { amount }),
        ),
        (
            Label::Free,
            sum(&holding.free, |amount| PurchaseText::InsteadOf { amount }),
        ),
    ]));
    text.push_str(&line(Sentence::SettledCounts));
    text.push('\n');
    let single = holding
        .responses
        .last()
        .is_some_and(|newest| newest.estimates.len() == 1);
    let rows: Vec<Vec<String>> = holding
        .responses
        .iter()
        .map(|response| {
            let mut row = vec![
                format::epsilon(response.level),
                format::short_id(response.receipt.id),
                format::money(&response.receipt.price),
                format::part_of(response.changed, listing.dimension),
            ];
            if single {
                row.extend(
                    response
                        .estimates
                        .iter()
                        .take(1)
                        .map(|number| format::estimate(number, &listing.unit)),
                );
            }
            row
        })
        .collect();
    let mut columns = vec![
        Label::Level.left(),
        Label::Receipt.left(),
        Label::Price.right(),
        Label::Changed.right(),
    ];
    if single {
        columns.push(Label::Figure.left());
    }
    text.push_str(&table(&columns, &rows));
    if let Some(newest) = holding.responses.last().filter(|_| !single) {
        let rows: Vec<Vec<String>> = newest
            .estimates
            .iter()
            .enumerate()
            .take(SHOWN)
            .map(|(place, number)| {
                let unit = unit_at(&listing.query_parts, &listing.unit, place);
                vec![
                    label(&listing.query_parts, &number.label),
                    format::estimate(number, unit),
                ]
            })
            .collect();
        text.push('\n');
        text.push_str(&table(
            &[Label::Caption.left(), Label::Figure.left()],
            &rows,
        ));
        let hidden = listing
            .estimates
            .saturating_sub(SHOWN.min(newest.estimates.len()) as u64);
        if hidden > 0 {
            text.push_str(&line(PurchaseText::AndMore {
                hidden,
                listing: typed(listing.id),
            }));
        }
    }
    text
}
