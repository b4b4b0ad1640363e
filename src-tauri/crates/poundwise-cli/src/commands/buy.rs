//! `market list`, `quote`, `order`, `collect`, `holding`, `export`, `tighten`, `alarm`.

use std::{collections::BTreeMap, path::Path};

use poundwise_documents::units::{DocumentId, MicroEpsilon};
use poundwise_market::Identified;
use poundwise_market::view::{
    AlarmView, Collected, CopyView, HoldingView, MarketOffer, MarketQuery, Money, OrderStatus,
    OrderView, Quantity, Quote, Stale, Trusted,
};
use poundwise_market::{
    Error, ErrorCode, HalfWidthWanted, Home, Job, ListingId, ListingName, OrderDays, OrderId,
    Result, Roles, format,
};

use crate::args::{Alarm, Holding, typed};
use crate::commands::contact::{own_name, table_with_contacts};
use crate::commands::shown::wrote;
use crate::commands::shown::{
    available, holds, note_skipped, open_alarm, order_rows, ordered, reference, span, step, widths,
};
use crate::messages::{CommandMessage, NoteMessage};
use crate::opening::Outcome;
use crate::output::{NOISE_INTERVAL, Output, note};
use crate::table::{Side, fields, one_line, table};
use crate::working::working;

/// What the sums of a holding count.
const SETTLED_COUNTS: &str = "\
These sums are by its receipts: one on credit stays on credit, even once it is paid.
";

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
        (false, true) => "Nothing on the market is what you ask for.\n".to_owned(),
        (true, true) => "Nothing is on the market yet.\n".to_owned(),
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
                offer.listing.kind.to_string(),
                first_price(offer),
                widths(&offer.best),
                price(offer.best_price.as_ref()),
                holds(&offer.listing),
                available(offer.listing.available, offer.listing.ceiling),
            ]
        })
        .collect();
    table_with_contacts(
        &[
            ("listing", Side::Left),
            ("title", Side::Left),
            ("seller", Side::Left),
            ("kind", Side::Left),
            ("from", Side::Right),
            ("best accuracy", Side::Left),
            ("for", Side::Right),
            ("held", Side::Left),
            ("available", Side::IfAny),
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
            format!(
                "ALARM     {name} (key {kid}) contradicted itself. Nothing is ordered from this \
                 owner until you decide: poundwise alarm show {alarm}\n"
            )
        })
        .collect()
}

/// Returns with what a highest price was compared; nothing where none was asked for.
fn compared_with(query: &MarketQuery) -> String {
    match query.max_price.trim() {
        "" => String::new(),
        most => format!(
            "“best accuracy” is what {most} buys at most, in each listing's own currency; “for” is \
             its price.\n"
        ),
    }
}

/// Returns the price of the least level that is sold, with the level.
fn first_price(offer: &MarketOffer) -> String {
    match (&offer.from_price, offer.from_level) {
        (Some(price), Some(level)) => {
            format!(
                "{} for ε {}",
                format::money(price),
                format::decimal_epsilon(level)
            )
        }
        _ => String::new(),
    }
}

fn price(price: Option<&Money>) -> String {
    price.map_or_else(String::new, format::money)
}

/// Returns listings side by side: a column each.
fn compared(offers: &[MarketOffer]) -> String {
    let row = |name: &str, cell: &dyn Fn(&MarketOffer) -> String| {
        let mut row = vec![name.to_owned()];
        row.extend(offers.iter().map(cell));
        row
    };
    let level = |level: Option<MicroEpsilon>| level.map_or_else(String::new, format::epsilon);
    let mut rows = vec![
        row("title", &|offer| offer.listing.title.clone()),
        row("seller", &|offer| offer.listing.seller_name.clone()),
        row("contact", &|offer| own_name(offer.listing.contact.as_ref())),
        row("kind", &|offer| offer.listing.kind.to_string()),
        row("query", &|offer| offer.listing.query.clone()),
        row("numbers", &|offer| format::integer(offer.listing.dimension)),
        row("from", &|offer| price(offer.from_price.as_ref())),
        row("at", &|offer| level(offer.from_level)),
        row("accuracy then", &|offer| widths(&offer.from)),
        row("best accuracy", &|offer| widths(&offer.best)),
        row("for", &|offer| price(offer.best_price.as_ref())),
        row("at", &|offer| level(offer.best_level)),
        row("rows, as stated", &|offer| {
            offer
                .listing
                .public_rows
                .map_or_else(String::new, format::integer)
        }),
        row("one unit", &|offer| offer.listing.privacy_unit.clone()),
        row("held", &|offer| holds(&offer.listing)),
    ];
    let limit = |offer: &MarketOffer| available(offer.listing.available, offer.listing.ceiling);
    if offers.iter().any(|offer| !limit(offer).is_empty()) {
        rows.push(row("available", &limit));
    }
    if offers.iter().any(|offer| offer.listing.alarm.is_some()) {
        rows.insert(
            3,
            row("alarm", &|offer| {
                let alarm = offer.listing.alarm;
                alarm.map_or_else(String::new, |number| format!("alarm {number} is open"))
            }),
        );
    }
    let ids: Vec<String> = offers
        .iter()
        .map(|offer| format::short_id(offer.listing.id))
        .collect();
    let columns: Vec<(&str, Side)> = std::iter::once("")
        .chain(ids.iter().map(String::as_str))
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
    let order = home.buyer().order_for(listing, to, days, anyway)?;
    let beside = waiting_beside(home, order.listing, Some(order.id))?;
    out.answer(&order, || {
        format!(
            "Ordered.\n{}\nOnce the seller approves, fetch the numbers: \
             poundwise collect\n{beside}",
            placed(&order)
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
            text.push_str(&format!(
                "\nYou ordered {} on {} for {}, and it waits. Of orders from one level only one \
                 can be approved: cancel what you do not want, poundwise order cancel {}\n",
                format::epsilon(order.to),
                format::time(&order.issued_at),
                format::money(&order.price),
                typed(order.id),
            ));
        }
    }
    Ok(text)
}

pub(crate) fn cancel(out: &mut Output, home: &Home, order: &OrderId) -> Result<Outcome> {
    let order = home.buyer().cancel_order(order)?;
    out.answer(&order, || {
        format!(
            "Cancelled.\n{}\nIf the seller has approved it already, the receipt stands: poundwise \
             collect\n",
            placed(&order)
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn orders(out: &mut Output, home: &Home) -> Result<Outcome> {
    let orders = home.buyer().orders()?;
    out.answer(&orders, || {
        if orders.is_empty() {
            "No orders yet. Look around: poundwise market list\n".to_owned()
        } else {
            order_rows(&orders, "seller", |order| &order.seller_name)
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
    if collected.newer > 0 {
        note(NoteMessage::NewerDeliveries {
            documents: collected.newer,
        });
    }
    Ok(
        if collected.rejected.is_empty() && collected.alarms.is_empty() {
            Outcome::Done
        } else {
            Outcome::Wrong
        },
    )
}

pub(crate) fn holding(out: &mut Output, home: &Home, command: Holding) -> Result<Outcome> {
    let shown = |holdings: &[HoldingView]| {
        let mut text = holdings.iter().map(held).collect::<Vec<_>>().join("\n");
        text.push_str(NOISE_INTERVAL);
        text
    };
    match command {
        Holding::List => {
            let holdings = home.buyer().holdings()?;
            out.answer(&holdings, || match holdings.as_slice() {
                [] => "Nothing is held yet. Look around: poundwise market list\n".to_owned(),
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
        "The copy made before, byte for byte."
    } else {
        "Made a more private copy."
    };
    format!(
        "{done}\n{}{NOISE_INTERVAL}\nWrote {} ({}). Anyone can check it: poundwise audit FILE\n",
        fields(&[
            ("copy", copy.id.to_string()),
            (
                "listing",
                format!("{} ({})", copy.title, format::short_id(copy.listing)),
            ),
            ("level", format::epsilon(copy.level)),
            ("noise interval", format::half_widths(&copy.accuracy)),
            (
                "signed",
                format!("{}, by you", format::time(&copy.issued_at))
            ),
        ]),
        copy.file,
        format::bytes(copy.bytes)
    )
}

fn quoted(quote: &Quote) -> String {
    let level = if quote.from == 0 {
        format::epsilon(quote.to)
    } else {
        format!(
            "{}, from the {} held",
            format::epsilon(quote.to),
            format::epsilon(quote.from)
        )
    };
    let mut text = format!("{}\n", quote.title);
    text.push_str(&fields(&[
        ("listing", quote.listing.to_string()),
        ("level", level),
        ("available", available(quote.available, quote.ceiling)),
        ("price", format::money(&quote.price)),
        ("paid in all then", format::money(&quote.price_in_all)),
        ("noise interval now", format::half_widths(&quote.now)),
        ("noise interval then", format::half_widths(&quote.then)),
    ]));
    text.push_str(NOISE_INTERVAL);
    if quote.then.len() > 1 && quote.from == 0 {
        text.push_str(
            "\nThe interval of the mean needs the number of rows, which the owner does not state. \
             It is shown from your first purchase on, by the count that you hold then.\n",
        );
    }
    let over = quote.available.is_some_and(|level| level < quote.to);
    if over {
        text.push_str(
            "\nThe seller states that this level is not available now. Ask before you order it.\n",
        );
    }
    text.push_str(&format!(
        "\nOrder it: poundwise order {} --to {}{}\n",
        typed(quote.listing),
        format::decimal_epsilon(quote.to),
        if over { " --anyway" } else { "" }
    ));
    text
}

/// Returns an order of this home, and how it is paid.
fn placed(order: &OrderView) -> String {
    let mut text = ordered(order, "seller", &order.seller_name);
    let Some(pay) = &order.pay else {
        if let Some(stale) = order.stale {
            let why = match stale {
                Stale::Overtaken => format!(
                    "it begins at {}, and you hold more by now",
                    format::epsilon(order.from)
                ),
                Stale::Replaced => "its listing has a newer version".to_owned(),
                Stale::Withdrawn => "its listing is withdrawn".to_owned(),
            };
            text.push_str(&format!(
                "\nDo not pay: {why}, so it is not approved any more. What was approved before \
                 comes with: poundwise collect\nIf you have paid, ask the seller for the money. \
                 Cancel it: poundwise order cancel {}\n",
                typed(order.id),
            ));
        } else if order.status == OrderStatus::Pending && order.price.minor > 0 {
            text.push_str(&format!(
                "\nDo not pay any more: the order ends on {}. Cancel it and order again, or ask \
                 the seller.\n",
                format::time(&order.expires_at)
            ));
        }
        return text;
    };
    let account = match &pay.iban {
        Some(iban) => format::in_fours(iban),
        None if order.pay_to.is_empty() => {
            "the listing names no address: settle it with the seller".to_owned()
        }
        None => order.pay_to.clone(),
    };
    let seller = match &order.contact {
        Some(contact) => contact.clone(),
        None => format!("{}: no contact", order.seller_name),
    };
    let (what, until) = match &pay.until {
        Some(until) => ("Pay:", format::time(until)),
        None => (
            "Delivered on credit. Pay it if you have not:",
            String::new(),
        ),
    };
    if order.available.is_some_and(|level| level < order.to) {
        text.push_str(&format!(
            "\nThe seller states that this level is not available now: {}. Ask before you pay.\n",
            available(order.available, order.to)
        ));
    }
    text.push_str(&format!("\n{what}\n"));
    text.push_str(&fields(&[
        ("seller", seller),
        ("recipient", pay.recipient.clone()),
        ("account", account),
        ("amount", format::money(&order.price)),
        ("reference", reference(order)),
        ("pay by", until),
    ]));
    text
}

fn brought(collected: &Collected) -> String {
    let mut text = String::new();
    for receipt in &collected.releases {
        text.push_str(&format!(
            "verified  {}: {}, receipt {} ({})\n",
            one_line(&receipt.title),
            span(receipt.from, receipt.to),
            receipt.number,
            format::short_id(receipt.id),
        ));
    }
    for order in &collected.declined {
        let reason = order.reason.as_deref().unwrap_or("no reason given");
        text.push_str(&format!(
            "declined  {}: {}: {}\n",
            one_line(&order.title),
            step(order),
            one_line(reason)
        ));
    }
    for wrong in &collected.rejected {
        text.push_str(&format!("rejected  {}\n", one_line(wrong)));
    }
    if text.is_empty() && collected.alarms.is_empty() {
        text.push_str("Nothing new.\n");
    }
    for alarm in &collected.alarms {
        text.push_str(&alarmed(alarm));
    }
    for unchecked in &collected.unchecked {
        text.push_str(&format!("\nNot checked: {}\n", one_line(unchecked)));
    }
    if !collected.rejected.is_empty() {
        text.push_str("\nNothing of what was rejected has been stored.\n");
    }
    if !collected.releases.is_empty() {
        text.push_str("\nSee the numbers: poundwise holding list\n");
    }
    text
}

pub(crate) fn alarm(out: &mut Output, home: &Home, command: &Alarm) -> Result<Outcome> {
    match command {
        Alarm::List => {
            let alarms = home.buyer().alarms()?;
            out.answer(&alarms, || match alarms.as_slice() {
                [] => "No owner has contradicted itself.\n".to_owned(),
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
            out.answer(&alarm, || format!("Dismissed.\n{}", alarmed(&alarm)))?;
        }
    }
    Ok(Outcome::Done)
}

fn alarmed(alarm: &AlarmView) -> String {
    let number = alarm.number;
    let mut text = format!(
        "ALARM     {} (key {}{}), {}\n          {}.\n          Both signed documents are in {}\n",
        alarm.seller_name,
        alarm.seller_kid,
        alarm
            .contact
            .as_ref()
            .map_or_else(String::new, |name| format!(", your contact {name}")),
        format::time(&alarm.found_at),
        alarm.message,
        alarm.evidence
    );
    if let Some(order) = &alarm.order {
        text.push_str(&format!("          The order: {order}\n"));
    }
    text.push_str(&match &alarm.dismissal {
        None if alarm.order.is_some() => format!(
            "          Neither was taken, and nothing of this owner's is stored until you decide. \
             Ask the owner, and show the evidence to others.\n          \
             When you know which holds: poundwise alarm dismiss {number} --trust receipt|refusal \
             --reason TEXT\n"
        ),
        None => format!(
            "          Nothing of this owner's is stored until you decide. Ask the owner, and show \
             the evidence to others: poundwise audit FILE...\n          \
             When you know which ledger to go on from: poundwise alarm dismiss {number} --trust \
             kept|found --reason TEXT\n"
        ),
        Some(dismissal) => format!(
            "          Alarm {number} was dismissed {}, to go on from the {}: {}\n",
            format::time(&dismissal.dismissed_at),
            match dismissal.trusted {
                Trusted::Kept => "ledger seen first",
                Trusted::Found => "ledger found later",
                Trusted::Receipt => "receipt",
                Trusted::Refusal => "refusal",
            },
            dismissal.reason
        ),
    });
    text
}

fn held(holding: &HoldingView) -> String {
    let listing = &holding.listing;
    let told = |sum: &Option<Money>, words: fn(String) -> String| {
        sum.as_ref()
            .map_or_else(String::new, |sum| words(format::money(sum)))
    };
    let mut text = format!("{}\n", listing.title);
    text.push_str(&fields(&[
        ("listing", listing.id.to_string()),
        ("seller", listing.seller_name.clone()),
        ("contact", own_name(listing.contact.as_ref())),
        ("alarm", open_alarm(listing.alarm)),
        ("question", listing.question.clone()),
        (
            "population",
            format!(
                "{}, cap {}",
                listing.population_id,
                format::pair(listing.cap_micro_epsilon, listing.cap_nano_rho)
            ),
        ),
        ("held", format::epsilon(holding.level)),
        ("paid in all", format::money(&holding.paid)),
        (
            "on credit",
            told(&holding.on_credit, |sum| format!("{sum}, to pay")),
        ),
        (
            "free",
            told(&holding.free, |sum| format!("instead of {sum}")),
        ),
    ]));
    text.push_str(SETTLED_COUNTS);
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
                format!(
                    "{} of {}",
                    format::integer(response.changed),
                    format::integer(listing.dimension)
                ),
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
        ("level", Side::Left),
        ("receipt", Side::Left),
        ("price", Side::Right),
        ("changed", Side::Right),
    ];
    if single {
        columns.push(("number", Side::Left));
    }
    text.push_str(&table(&columns, &rows));
    if let Some(newest) = holding.responses.last().filter(|_| !single) {
        let rows: Vec<Vec<String>> = newest
            .estimates
            .iter()
            .take(SHOWN)
            .map(|number| {
                vec![
                    number.label.clone(),
                    format::estimate(number, &listing.unit),
                ]
            })
            .collect();
        text.push('\n');
        text.push_str(&table(
            &[("label", Side::Left), ("number", Side::Left)],
            &rows,
        ));
        let hidden = listing
            .estimates
            .saturating_sub(SHOWN.min(newest.estimates.len()) as u64);
        if hidden > 0 {
            text.push_str(&format!(
                "… and {} more: poundwise export {}\n",
                format::integer(hidden),
                typed(listing.id)
            ));
        }
    }
    text
}
