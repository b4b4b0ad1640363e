//! `inbox`, `approve`, `decline`, `discard`, `deliver`, `receipt`, `books`, `ledger export`,
//! `grant`.

use std::{collections::BTreeMap, path::Path};

use poundwise_documents::kinds::Settlement;
use poundwise_market::Identified;
use poundwise_market::view::OrderView;
use poundwise_market::view::{
    ArrivedPart, BooksGroup, BooksView, GrantView, InboxItem, LossView, Money, ReceiptView,
};
use poundwise_market::{
    Error, ErrorCode, Home, IdPrefix, Job, ListingOrOrder, OrderId, PaidLater, Payment, Recipient,
    Result, Roles, format,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{Global, Ledger, LedgerFormat, Receipt, typed};
use crate::commands::contact::{own_name, table_with_contacts};
use crate::commands::population::guesses;
use crate::commands::shown::{
    mended, misfits, note_skipped, order_rows, ordered, reference, rivals, span, undelivered,
    widths, wrote, wrote_file,
};
use crate::messages::{CommandMessage, NoteMessage};
use crate::opening::{Outcome, open};
use crate::output::{NOISE_INTERVAL, Output, note};
use crate::table::{Side, fields, table};
use crate::working::working;

pub(crate) fn inbox(out: &mut Output, home: &Home) -> Result<Outcome> {
    let inbox = home.seller().inbox()?;
    out.answer(&inbox, || {
        if inbox.is_empty() {
            return "No order is waiting.\n".to_owned();
        }
        let mut text = inbox.iter().map(waiting).collect::<Vec<_>>().join("\n");
        text.push_str(NOISE_INTERVAL);
        text.push_str(&unfit(&inbox));
        text
    })?;
    let left_out = home.left_out();
    note_skipped(left_out.orders);
    if left_out.orders_newer > 0 {
        note(NoteMessage::NewerOrders {
            documents: left_out.orders_newer,
        });
    }
    if left_out.orders_left > 0 {
        note(NoteMessage::OrdersLeft {
            orders: left_out.orders_left,
        });
    }
    Ok(Outcome::Done)
}

/// Returns the orders that do not fit under the cap of their population together, population by
/// population.
fn unfit(inbox: &[InboxItem]) -> String {
    let mut populations: BTreeMap<&str, Vec<&InboxItem>> = BTreeMap::new();
    for item in inbox.iter().filter(|item| item.together.is_some()) {
        populations.entry(&item.population).or_default().push(item);
    }
    let mut text = String::new();
    for (population, items) in populations {
        let Some(first) = items.first() else { continue };
        let ids: Vec<String> = items.iter().map(|item| typed(item.order.id)).collect();
        text.push_str(&format!(
            "\nThese {}\n{}\nEach can be approved alone. Approve some of them and decline the \
             others, or raise the cap:\npoundwise population cap --help\n",
            together(first),
            fields(&[
                ("population", population.to_owned()),
                ("orders", ids.join(" "))
            ]),
        ));
    }
    text
}

/// Returns what the orders come to that do not fit together with this one; nothing where all fit.
fn together(item: &InboxItem) -> String {
    let Some(together) = &item.together else {
        return String::new();
    };
    format!(
        "{} orders do not fit together: together they reach ε {}, the cap is ε {}.",
        format::integer(together.orders),
        format::decimal_epsilon(together.population_loss_after),
        format::decimal_epsilon(item.cap_micro_epsilon)
    )
}

pub(crate) fn answered(out: &mut Output, home: &Home) -> Result<Outcome> {
    let orders = home.seller().answered()?;
    out.answer(&orders, || {
        if orders.is_empty() {
            "No order has been answered yet.\n".to_owned()
        } else {
            order_rows(&orders, "buyer", |order| &order.buyer_name)
        }
    })?;
    Ok(Outcome::Done)
}

/// An order that was answered, in the place that an order that waits has in an inbox.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AnsweredOrder")]
pub(crate) struct Answered<'a> {
    order: &'a OrderView,
}

pub(crate) fn show_order(out: &mut Output, home: &Home, order: &OrderId) -> Result<Outcome> {
    let (waits, answered) = (home.seller().inbox()?, home.seller().answered()?);
    let orders = waits.iter().map(|item| &item.order).chain(&answered);
    let order = order
        .find(Identified::Order, orders, |order| order.id.to_string())
        .map_err(|error| error.hint(CommandMessage::SeeWaiting))?;
    match waits.iter().find(|item| item.order.id == order.id) {
        Some(item) => out.answer(item, || format!("{}{NOISE_INTERVAL}", waiting(item)))?,
        None => out.answer(&Answered { order }, || {
            ordered(order, "buyer", &order.buyer_name)
        })?,
    }
    Ok(Outcome::Done)
}

pub(crate) fn approve(
    out: &mut Output,
    home: &Home,
    order: &OrderId,
    payment: Payment,
) -> Result<Outcome> {
    let job = home.seller().begin_approval(order, payment)?;
    let done = if job.is_again() {
        "Approved before: the same delivery is sent again, with the same receipt."
    } else {
        "Approved."
    };
    let receipt = working(|work| job.complete(home, work))?;
    undelivered(home);
    out.answer(&receipt, || format!("{done}\n{}", whole(&receipt)))?;
    Ok(Outcome::Done)
}

pub(crate) fn decline(
    out: &mut Output,
    home: &Home,
    order: &OrderId,
    reason: &str,
) -> Result<Outcome> {
    let order = home.seller().decline(order, reason)?;
    undelivered(home);
    out.answer(&order, || {
        format!(
            "Declined.\n{}",
            fields(&[
                ("order", order.id.to_string()),
                ("buyer", order.buyer_name.clone()),
                ("listing", order.title.clone()),
                ("reason", order.reason.clone().unwrap_or_default()),
            ])
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn discard(out: &mut Output, home: &Home, order: &OrderId) -> Result<Outcome> {
    let order = home.seller().discard(order)?;
    out.answer(&order, || {
        format!(
            "Discarded. The buyer is told nothing.\n{}\nIf it is paid all the same: poundwise \
             approve {} --payment REF\n",
            fields(&[
                ("order", order.id.to_string()),
                ("buyer", order.buyer_name.clone()),
                ("listing", order.title.clone()),
            ]),
            typed(order.id)
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn deliver(out: &mut Output, home: &Home) -> Result<Outcome> {
    let delivered = home.deliver()?;
    let remaining = delivered.undelivered;
    out.answer(&delivered, || {
        let repaired = mended(&delivered.mended);
        if remaining == 0 {
            format!("{repaired}Everything is on the market.\n")
        } else {
            format!(
                "{repaired}{} still waiting here. Nothing is lost: run `poundwise deliver` again when \
                 the market can be \
                 reached.\n",
                format::count(remaining, "document is", "documents are")
            )
        }
    })?;
    Ok(if remaining == 0 {
        Outcome::Done
    } else {
        Outcome::Wrong
    })
}

pub(crate) fn receipt(out: &mut Output, home: &Home, command: &Receipt) -> Result<Outcome> {
    match command {
        Receipt::List { unpaid } => {
            let (receipts, none) = if *unpaid {
                (home.seller().on_credit(true)?, "Nothing is owed.\n")
            } else {
                (home.seller().receipts()?, "No receipts yet.\n")
            };
            out.answer(&receipts, || match receipts.as_slice() {
                [] => none.to_owned(),
                some => receipt_rows(some),
            })?;
        }
        Receipt::Export { file, csv } => {
            let exported = home.seller().export_receipts(file.path()?, csv.form())?;
            out.answer(&exported, || wrote_file(&exported))?;
        }
        Receipt::Paid {
            receipt,
            amount,
            on,
            payment,
        } => {
            let paid = PaidLater {
                on: *on,
                amount: amount.as_ref().map(ToString::to_string),
                reference: payment.clone(),
            };
            let receipt = home.seller().record_payment(receipt, &paid)?;
            out.answer(&receipt, || format!("Recorded.\n{}", whole(&receipt)))?;
        }
        Receipt::Unpaid { payment } => {
            let receipt = home.seller().remove_payment(*payment)?;
            out.answer(&receipt, || format!("Taken back.\n{}", whole(&receipt)))?;
        }
        Receipt::Show { receipt } => {
            let receipts = home.seller().receipts()?;
            let receipt = receipt
                .find(Identified::Receipt, &receipts, |one| one.id.to_string())
                .map_err(|error| error.hint(CommandMessage::SeeReceipts))?;
            out.answer(receipt, || whole(receipt))?;
        }
    }
    Ok(Outcome::Done)
}

pub(crate) fn ledger(out: &mut Output, home: &Home, command: Ledger) -> Result<Outcome> {
    let Ledger::Export { file, format } = command;
    let file = file.path()?;
    match format {
        LedgerFormat::Ledger => {
            let exported = working(|work| home.seller().begin_ledger_export()?.run(file, work))?;
            out.answer(&exported, || wrote(&exported))?;
        }
        LedgerFormat::Hledger => {
            let exported = working(|work| home.seller().begin_journal_export()?.run(file, work))?;
            out.answer(&exported, || {
                format!(
                    "Wrote {} ({}). It adds up by itself: hledger -f FILE check\n",
                    exported.file,
                    format::bytes(exported.bytes)
                )
            })?;
        }
    }
    Ok(Outcome::Done)
}

pub(crate) fn grant(
    out: &mut Output,
    global: &Global,
    what: &IdPrefix<ListingOrOrder>,
    to: &Recipient,
    file: &Path,
    yes: bool,
) -> Result<Outcome> {
    if !yes {
        return Err(
            Error::usage(ErrorCode::Confirm, CommandMessage::OpeningReveals)
                .hint(CommandMessage::ConfirmOpening),
        );
    }
    let granted = open(global)?.seller().grant(what, to, file)?;
    out.answer(&granted, || {
        format!(
            "Wrote {} ({}): an opening of “{}” for {}.\n\
             IT REVEALS THE DATA to whoever has that key: the numbers without noise, and \
             the noise of every release.\n\
             Entry {} of the ledger says that an opening was granted; it names neither the \
             auditor nor the numbers.\n\
             The auditor runs: poundwise replay FILE LEDGER BUNDLE...\n",
            granted.file,
            format::bytes(granted.bytes),
            granted.title,
            granted.recipient,
            granted.number
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn books(out: &mut Output, home: &Home) -> Result<Outcome> {
    let books = home.seller().books()?;
    out.answer(&books, || kept(&books))?;
    Ok(Outcome::Done)
}

pub(crate) fn waiting(item: &InboxItem) -> String {
    let order = &item.order;
    let population_loss = format!(
        "{} → {}  {}",
        format::pair(
            item.population_loss_before,
            item.population_loss_before_nano_rho
        ),
        format::pair_of(
            (
                item.population_loss_after,
                item.population_loss_after_nano_rho
            ),
            (item.cap_micro_epsilon, item.cap_nano_rho)
        ),
        format::gauge(item.population_loss_after, item.cap_micro_epsilon)
    );
    let mut text = format!("{} wants {}\n", order.buyer_name, order.title);
    text.push_str(&fields(&[
        ("order", order.id.to_string()),
        (
            "buyer",
            format!("{} (key {})", order.buyer_name, order.buyer_kid),
        ),
        ("contact", own_name(order.contact.as_ref())),
        ("level", span(order.from, order.to)),
        ("price", format::money(&order.price)),
        ("reference", reference(order)),
        ("arrived", arrived(&item.arrived)),
        ("numbers", format::integer(item.dimension)),
        ("noise interval now", format::half_widths(&item.now)),
        (
            "noise interval then",
            format::half_widths(&item.order.accuracy),
        ),
        (
            "question's loss",
            format!(
                "{} → {}",
                format::epsilon(item.question_loss_before),
                format::epsilon(item.question_loss_after)
            ),
        ),
        (
            "of",
            item.dataset.as_ref().map_or_else(
                || "own numbers".to_owned(),
                |dataset| format!("dataset {dataset}"),
            ),
        ),
        ("population", item.population.clone()),
        ("its loss", population_loss),
        (
            "guesses",
            guesses(
                &item.unit_name,
                &item.guess_before,
                "afterwards",
                &item.guess_after,
            ),
        ),
        ("signed", format::time(&order.issued_at)),
        ("expires", format::time(&order.expires_at)),
        (
            "problem",
            item.problem
                .as_ref()
                .map_or_else(String::new, |problem| problem.message.clone()),
        ),
        ("together", together(item)),
        ("only one", rivals(order)),
        ("by rule", misfits(&item.misfits)),
    ]));
    let id = typed(order.id);
    if item.problem.is_none() {
        let settled = if order.price.minor == 0 {
            ""
        } else {
            " --settlement paid    (or credit, or free)"
        };
        text.push_str(&format!("\n  poundwise approve {id}{settled}\n"));
    } else {
        text.push('\n');
    }
    text.push_str(&format!(
        "  poundwise decline {id} --reason TEXT\n  poundwise discard {id}\n"
    ));
    text
}

/// Returns what came for an order and is another amount than it costs.
fn arrived(parts: &[ArrivedPart]) -> String {
    let told: Vec<String> = parts
        .iter()
        .map(|part| {
            let of = match part.orders {
                1 => String::new(),
                orders => format!(" for {}", format::count(orders, "order", "orders")),
            };
            let on = part.on.as_ref().map(|day| format!(" on {day}"));
            format!(
                "{} of {}{of} arrived{} (booking {})",
                format::money(&part.amount),
                format::money(&part.due),
                on.unwrap_or_default(),
                part.booking
            )
        })
        .collect();
    told.join("; ")
}

pub(crate) fn whole(receipt: &ReceiptView) -> String {
    fields(&[
        ("receipt", receipt.id.to_string()),
        ("number", receipt.number.to_string()),
        ("buyer", receipt.buyer_name.clone()),
        ("contact", own_name(receipt.contact.as_ref())),
        ("listing", receipt.title.clone()),
        ("level", span(receipt.from, receipt.to)),
        ("noise interval", widths(&receipt.accuracy)),
        ("price", format::money(&receipt.price)),
        ("settled", settled(receipt)),
        (
            "owed",
            receipt
                .owed
                .as_ref()
                .map_or_else(String::new, format::money),
        ),
        ("paid later", paid_later(receipt)),
        ("taken back", taken_back(receipt)),
        ("invoice", receipt.invoice.clone().unwrap_or_default()),
        ("question's loss", format::epsilon(receipt.question_loss)),
        (
            "population's loss",
            format::pair(
                receipt.population_loss_micro_epsilon,
                receipt.population_loss_nano_rho,
            ),
        ),
        ("signed", format::time(&receipt.issued_at)),
        ("code", receipt.code.clone().unwrap_or_default()),
    ])
}

/// Returns the words for a settlement.
pub(crate) fn settlement(of: Settlement) -> &'static str {
    match of {
        Settlement::Credit => "on credit",
        Settlement::Paid | Settlement::Free => of.as_str(),
    }
}

/// Returns the settlement of a sale, and its payment.
fn settled(receipt: &ReceiptView) -> String {
    let how = settlement(receipt.settlement);
    if receipt.payment_reference.is_empty() {
        how.to_owned()
    } else {
        format!("{how}: {}", receipt.payment_reference)
    }
}

/// Returns what a bank took back of a receipt's payment.
fn taken_back(receipt: &ReceiptView) -> String {
    receipt
        .taken_back
        .as_ref()
        .map_or_else(String::new, format::money)
}

/// Returns the payments that came after a receipt.
fn paid_later(receipt: &ReceiptView) -> String {
    let payments: Vec<String> = receipt
        .payments
        .iter()
        .map(|payment| {
            format!(
                "{} on {}: {} (payment {})",
                format::money(&payment.amount),
                payment.on,
                payment.reference,
                payment.number
            )
        })
        .collect();
    payments.join(", ")
}

fn receipt_rows(receipts: &[ReceiptView]) -> String {
    let rows: Vec<Vec<String>> = receipts
        .iter()
        .map(|receipt| {
            vec![
                receipt.number.to_string(),
                format::short_id(receipt.id),
                format::time(&receipt.issued_at),
                receipt.buyer_name.clone(),
                receipt.title.clone(),
                span(receipt.from, receipt.to),
                format::money(&receipt.price),
                settled(receipt),
                match &receipt.taken_back {
                    Some(taken_back) => format!("{} taken back", format::money(taken_back)),
                    None => receipt
                        .owed
                        .as_ref()
                        .map_or_else(String::new, format::money),
                },
                receipt.invoice.clone().unwrap_or_default(),
                format::epsilon(receipt.question_loss),
                format::pair(
                    receipt.population_loss_micro_epsilon,
                    receipt.population_loss_nano_rho,
                ),
            ]
        })
        .collect();
    table_with_contacts(
        &[
            ("no.", Side::Right),
            ("receipt", Side::Left),
            ("signed", Side::Left),
            ("buyer", Side::Left),
            ("listing", Side::Left),
            ("level", Side::Left),
            ("price", Side::Right),
            ("settled", Side::Left),
            ("owed", Side::Right),
            ("invoice", Side::Left),
            ("question's loss", Side::Left),
            ("population's loss", Side::Left),
        ],
        rows,
        3,
        receipts.iter().map(|receipt| receipt.contact.as_ref()),
    )
}

/// What the income of the books counts.
const INCOME_COUNTS: &str = "\
Income: receipts settled as paid, and payments of sales on credit that came later; what a bank took
back stays in it.
";

/// What the sums of a month count.
const MONTHS_COUNT: &str = "\
Received: by the day it came, for any receipt. Owed: of the receipts of the month (UTC).
";

/// What the sums of a buyer count.
const BUYERS_COUNT: &str = "\
Received and owed: of all receipts of the buyer, with later payments.
";

fn kept(books: &BooksView) -> String {
    let income: Vec<String> = books.income.iter().map(format::money).collect();
    let owed: Vec<String> = books.owed.iter().map(format::money).collect();
    let income = if income.is_empty() {
        "nothing yet".to_owned()
    } else {
        income.join(", ")
    };
    let taken_back: Vec<String> = books.taken_back.iter().map(format::money).collect();
    let waived: Vec<String> = books.waived.iter().map(format::money).collect();
    let free = match (books.free, waived.is_empty()) {
        (0, _) => String::new(),
        (free, true) => format::integer(free),
        (free, false) => format!(
            "{}, instead of {}",
            format::integer(free),
            waived.join(", ")
        ),
    };
    let undelivered = if books.undelivered == 0 {
        String::new()
    } else {
        format!(
            "{} (send them: poundwise deliver)",
            format::count(books.undelivered, "document", "documents")
        )
    };
    let mut text = fields(&[
        ("receipts", format::integer(books.receipts.len() as u64)),
        ("income", income),
        ("owed", owed.join(", ")),
        ("taken back", taken_back.join(", ")),
        ("free", free),
        ("undelivered", undelivered),
    ]);
    if !books.receipts.is_empty() {
        text.push_str(INCOME_COUNTS);
    }
    for (heading, groups, counts) in [
        ("month", &books.months, MONTHS_COUNT),
        ("buyer", &books.buyers, BUYERS_COUNT),
    ] {
        if !groups.is_empty() {
            text.push('\n');
            text.push_str(&group_rows(heading, groups));
            text.push_str(counts);
        }
    }
    for (heading, losses) in [
        ("question", &books.questions),
        ("population", &books.populations),
    ] {
        if !losses.is_empty() {
            text.push('\n');
            text.push_str(&loss_rows(heading, losses));
        }
    }
    if !books.grants.is_empty() {
        text.push_str(&format!(
            "\nOpenings granted, each of which gave exact numbers to an auditor:\n{}",
            grant_rows(&books.grants)
        ));
    }
    text
}

/// Returns receipts added up by month or buyer.
fn group_rows(heading: &str, groups: &[BooksGroup]) -> String {
    let amounts = |amounts: &[Money]| {
        let amounts: Vec<String> = amounts.iter().map(format::money).collect();
        amounts.join(", ")
    };
    let rows: Vec<Vec<String>> = groups
        .iter()
        .map(|group| {
            let name = group.contact.as_ref().unwrap_or(&group.name);
            vec![
                if name.is_empty() {
                    group.key.clone()
                } else {
                    name.clone()
                },
                format::integer(group.receipts.len() as u64),
                amounts(&group.income),
                amounts(&group.owed),
            ]
        })
        .collect();
    table(
        &[
            (heading, Side::Left),
            ("receipts", Side::Right),
            ("received", Side::Right),
            ("owed", Side::Right),
        ],
        &rows,
    )
}

fn grant_rows(grants: &[GrantView]) -> String {
    let rows: Vec<Vec<String>> = grants
        .iter()
        .map(|grant| {
            vec![
                grant.number.to_string(),
                format::time(&grant.issued_at),
                grant.title.clone(),
                grant.population.clone(),
            ]
        })
        .collect();
    table(
        &[
            ("no.", Side::Right),
            ("signed", Side::Left),
            ("question", Side::Left),
            ("population", Side::Left),
        ],
        &rows,
    )
}

fn loss_rows(heading: &'static str, losses: &[LossView]) -> String {
    let rows: Vec<Vec<String>> = losses
        .iter()
        .map(|loss| {
            vec![
                loss.name.clone(),
                format::loss(loss.loss_micro_epsilon, loss.limit_micro_epsilon),
                loss.limit_micro_epsilon.map_or_else(String::new, |limit| {
                    format::gauge(loss.loss_micro_epsilon, limit)
                }),
            ]
        })
        .collect();
    table(
        &[
            (heading, Side::Left),
            ("loss", Side::Left),
            ("", Side::Left),
        ],
        &rows,
    )
}
