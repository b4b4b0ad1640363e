//! `inbox`, `approve`, `decline`, `discard`, `deliver`, `receipt`, `books`, `ledger export`,
//! `grant`.

use std::{collections::BTreeMap, path::Path};

use poundwise_market::Identified;
use poundwise_market::view::OrderView;
use poundwise_market::view::{
    ArrivedPart, BooksGroup, BooksView, GrantView, InboxItem, LossView, ReceiptView,
};
use poundwise_market::{
    Error, ErrorCode, Home, IdPrefix, Job, ListingOrOrder, OrderId, PaidLater, Payment, Recipient,
    Result, Roles,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{Global, Ledger, LedgerFormat, Receipt, typed};
use crate::commands::contact::{own_name, table_with_contacts};
use crate::commands::population::guesses;
use crate::commands::shown::{
    mended, misfits, note_skipped, order_rows, ordered, problem, problem_with_hints, reference,
    rivals, span, undelivered, widths, wrote, wrote_file,
};
use crate::format;
use crate::language::{line, say};
use crate::messages::{
    BooksText, CommandMessage, Label, NoteMessage, OrderText, Sentence, SharedText, Word,
};
use crate::opening::{Outcome, open};
use crate::output::{Output, noise_interval, note};
use crate::table::{fields, table, unnamed};
use crate::working::working;

pub(crate) fn inbox(out: &mut Output, home: &Home) -> Result<Outcome> {
    let inbox = home.seller().inbox()?;
    out.answer(&inbox, || {
        if inbox.is_empty() {
            return line(Sentence::NoOrderWaits);
        }
        let mut text = inbox.iter().map(waiting).collect::<Vec<_>>().join("\n");
        text.push_str(&noise_interval());
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
            "\n{}{}\n{}poundwise population cap --help\n",
            first
                .together
                .as_ref()
                .map_or_else(String::new, |together| {
                    line(OrderText::TheseDoNotFit {
                        orders: together.orders,
                        loss: format::level(together.population_loss_after),
                        cap: format::level(first.cap_micro_epsilon),
                    })
                }),
            fields(&[
                (Label::Population, population.to_owned()),
                (Label::Orders, ids.join(" "))
            ]),
            line(Sentence::ApproveSome),
        ));
    }
    text
}

/// Returns what the orders come to that do not fit together with this one; nothing where all fit.
fn together(item: &InboxItem) -> String {
    let Some(together) = &item.together else {
        return String::new();
    };
    say(OrderText::DoNotFit {
        orders: together.orders,
        loss: format::level(together.population_loss_after),
        cap: format::level(item.cap_micro_epsilon),
    })
}

pub(crate) fn answered(out: &mut Output, home: &Home) -> Result<Outcome> {
    let orders = home.seller().answered()?;
    out.answer(&orders, || {
        if orders.is_empty() {
            line(Sentence::NoOrderAnswered)
        } else {
            order_rows(&orders, Label::Buyer, |order| &order.buyer_name)
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
        Some(item) => out.answer(item, || waiting(item) + &noise_interval())?,
        None => out.answer(&Answered { order }, || {
            ordered(order, Label::Buyer, &order.buyer_name)
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
        Sentence::ApprovedBefore
    } else {
        Sentence::Approved
    };
    let receipt = working(|work| job.complete(home, work))?;
    undelivered(home);
    out.answer(&receipt, || line(done) + &whole(&receipt))?;
    Ok(Outcome::Done)
}

pub(crate) fn decline(
    out: &mut Output,
    home: &Home,
    order: &OrderId,
    reason: &str,
) -> Result<Outcome> {
    let order = working(|_| home.seller().decline(order, reason))?;
    undelivered(home);
    out.answer(&order, || {
        line(Sentence::Declined)
            + &fields(&[
                (Label::Order, order.id.to_string()),
                (Label::Buyer, order.buyer_name.clone()),
                (Label::Listing, order.title.clone()),
                (Label::Reason, order.reason.clone().unwrap_or_default()),
            ])
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn discard(out: &mut Output, home: &Home, order: &OrderId) -> Result<Outcome> {
    let order = home.seller().discard(order)?;
    out.answer(&order, || {
        format!(
            "{}{}\n{}",
            line(Sentence::OrderDiscarded),
            fields(&[
                (Label::Order, order.id.to_string()),
                (Label::Buyer, order.buyer_name.clone()),
                (Label::Listing, order.title.clone()),
            ]),
            line(OrderText::IfPaidAllTheSame {
                order: typed(order.id),
            })
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn deliver(out: &mut Output, home: &Home) -> Result<Outcome> {
    let delivered = working(|_| home.deliver())?;
    let remaining = delivered.undelivered;
    out.answer(&delivered, || {
        let mut text = mended(&delivered.mended);
        if let Some(error) = &delivered.problem {
            text.push_str(&problem_with_hints(error));
        }
        text + &if remaining == 0 {
            line(Sentence::AllOnMarket)
        } else {
            line(SharedText::StillWaiting {
                documents: remaining,
            })
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
                (home.seller().on_credit(true)?, Sentence::NothingOwed)
            } else {
                (home.seller().receipts()?, Sentence::NoReceipts)
            };
            out.answer(&receipts, || match receipts.as_slice() {
                [] => line(none),
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
            out.answer(&receipt, || line(Sentence::Recorded) + &whole(&receipt))?;
        }
        Receipt::Unpaid { payment } => {
            let receipt = home.seller().remove_payment(*payment)?;
            out.answer(&receipt, || {
                line(Sentence::PaymentRemoved) + &whole(&receipt)
            })?;
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
                line(SharedText::WroteJournal {
                    file: exported.file.clone(),
                    size: format::bytes(exported.bytes),
                })
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
    let home = open(global)?;
    let granted = working(|_| home.seller().grant(what, to, file))?;
    out.answer(&granted, || {
        [
            line(BooksText::WroteOpening {
                file: granted.file.clone(),
                size: format::bytes(granted.bytes),
                title: granted.title.clone(),
                recipient: granted.recipient.to_string(),
            }),
            line(Sentence::OpeningReveals),
            line(BooksText::GrantEntry {
                entry: granted.number,
            }),
            line(Sentence::AuditorRuns),
        ]
        .concat()
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
    let mut text = line(OrderText::Wants {
        buyer: order.buyer_name.clone(),
        title: order.title.clone(),
    });
    text.push_str(&fields(&[
        (Label::Order, order.id.to_string()),
        (
            Label::Buyer,
            say(SharedText::NameAndKey {
                name: order.buyer_name.clone(),
                key: order.buyer_kid,
            }),
        ),
        (Label::Contact, own_name(order.contact.as_ref())),
        (Label::Level, span(order.from, order.to)),
        (Label::Price, format::money(&order.price)),
        (Label::Reference, reference(order)),
        (Label::Arrived, arrived(&item.arrived)),
        (Label::Numbers, format::integer(item.dimension)),
        (Label::NoiseIntervalNow, format::half_widths(&item.now)),
        (
            Label::NoiseIntervalThen,
            format::half_widths(&item.order.accuracy),
        ),
        (
            Label::QuestionsLoss,
            format!(
                "{} → {}",
                format::epsilon(item.question_loss_before),
                format::epsilon(item.question_loss_after)
            ),
        ),
        (
            Label::Of,
            item.dataset.clone().map_or_else(
                || say(Word::OwnNumbers),
                |dataset| say(SharedText::OfDataset { dataset }),
            ),
        ),
        (Label::Population, item.population.clone()),
        (Label::ItsLoss, population_loss),
        (
            Label::Guesses,
            guesses(
                &item.unit_name,
                &item.guess_before,
                Word::Afterwards,
                &item.guess_after,
            ),
        ),
        (Label::Signed, format::time(&order.issued_at)),
        (Label::Expires, format::time(&order.expires_at)),
        (
            Label::Problem,
            item.problem
                .as_ref()
                .map_or_else(String::new, |error| problem(error).to_owned()),
        ),
        (Label::Together, together(item)),
        (Label::OnlyOne, rivals(order)),
        (Label::ByRule, misfits(&item.misfits)),
    ]));
    let id = typed(order.id);
    if item.problem.is_none() {
        let settled = if order.price.minor == 0 {
            String::new()
        } else {
            format!(" --settlement paid    ({})", say(Word::OrCreditOrFree))
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
            let (orders, booking) = (part.orders, part.booking.get());
            let (amount, due) = (format::money(&part.amount), format::money(&part.due));
            say(match part.on.clone() {
                Some(day) => OrderText::ArrivedOn {
                    amount,
                    due,
                    orders,
                    day,
                    booking,
                },
                None => OrderText::Arrived {
                    amount,
                    due,
                    orders,
                    booking,
                },
            })
        })
        .collect();
    told.join("; ")
}

pub(crate) fn whole(receipt: &ReceiptView) -> String {
    fields(&[
        (Label::Receipt, receipt.id.to_string()),
        (Label::Number, receipt.number.to_string()),
        (Label::Buyer, receipt.buyer_name.clone()),
        (Label::Contact, own_name(receipt.contact.as_ref())),
        (Label::Listing, receipt.title.clone()),
        (Label::Level, span(receipt.from, receipt.to)),
        (Label::NoiseInterval, widths(&receipt.accuracy)),
        (Label::Price, format::money(&receipt.price)),
        (Label::Settled, settled(receipt)),
        (Label::Owed, format::money_if_any(receipt.owed.as_ref())),
        (Label::PaidLater, paid_later(receipt)),
        (
            Label::TakenBack,
            format::money_if_any(receipt.taken_back.as_ref()),
        ),
        (Label::Invoice, receipt.invoice.clone().unwrap_or_default()),
        (Label::QuestionsLoss, format::epsilon(receipt.question_loss)),
        (
            Label::PopulationsLoss,
            format::pair(
                receipt.population_loss_micro_epsilon,
                receipt.population_loss_nano_rho,
            ),
        ),
        (Label::Signed, format::time(&receipt.issued_at)),
        (Label::Code, receipt.code.clone().unwrap_or_default()),
    ])
}

/// Returns the settlement of a sale, and its payment.
fn settled(receipt: &ReceiptView) -> String {
    let how = say(receipt.settlement);
    if receipt.payment_reference.is_empty() {
        how
    } else {
        format!("{how}: {}", receipt.payment_reference)
    }
}

/// Returns the payments that came after a receipt.
fn paid_later(receipt: &ReceiptView) -> String {
    let payments: Vec<String> = receipt
        .payments
        .iter()
        .map(|payment| {
            say(BooksText::PaidLater {
                amount: format::money(&payment.amount),
                day: payment.on.to_string(),
                reference: payment.reference.clone(),
                number: payment.number.get(),
            })
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
                    Some(amount) => say(BooksText::TakenBack {
                        amount: format::money(amount),
                    }),
                    None => format::money_if_any(receipt.owed.as_ref()),
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
            Label::No.right(),
            Label::Receipt.left(),
            Label::Signed.left(),
            Label::Buyer.left(),
            Label::Listing.left(),
            Label::Level.left(),
            Label::Price.right(),
            Label::Settled.left(),
            Label::Owed.right(),
            Label::Invoice.left(),
            Label::QuestionsLoss.left(),
            Label::PopulationsLoss.left(),
        ],
        rows,
        3,
        receipts.iter().map(|receipt| receipt.contact.as_ref()),
    )
}

fn kept(books: &BooksView) -> String {
    let income = if books.income.is_empty() {
        say(Word::NothingYet)
    } else {
        format::amounts(&books.income)
    };
    let free = match (books.free, books.waived.is_empty()) {
        (0, _) => String::new(),
        (free, true) => format::integer(free),
        (free, false) => say(BooksText::FreeInstead {
            free,
            amounts: format::amounts(&books.waived),
        }),
    };
    let undelivered = match books.undelivered {
        0 => String::new(),
        documents => say(BooksText::Undelivered { documents }),
    };
    let mut text = fields(&[
        (
            Label::Receipts,
            format::integer(books.receipts.len() as u64),
        ),
        (Label::Income, income),
        (Label::Owed, format::amounts(&books.owed)),
        (Label::TakenBack, format::amounts(&books.taken_back)),
        (Label::Free, free),
        (Label::Undelivered, undelivered),
    ]);
    if !books.receipts.is_empty() {
        text.push_str(&line(Sentence::IncomeCounts));
    }
    for (heading, groups, counts) in [
        (Label::Month, &books.months, Sentence::MonthsCount),
        (Label::Buyer, &books.buyers, Sentence::BuyersCount),
    ] {
        if !groups.is_empty() {
            text.push('\n');
            text.push_str(&group_rows(heading, groups));
            text.push_str(&line(counts));
        }
    }
    for (heading, losses) in [
        (Label::Question, &books.questions),
        (Label::Population, &books.populations),
    ] {
        if !losses.is_empty() {
            text.push('\n');
            text.push_str(&loss_rows(heading, losses));
        }
    }
    if !books.grants.is_empty() {
        text.push('\n');
        text.push_str(&line(Sentence::OpeningsGranted));
        text.push_str(&grant_rows(&books.grants));
    }
    text
}

/// Returns receipts added up by month or buyer.
fn group_rows(heading: Label, groups: &[BooksGroup]) -> String {
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
                format::amounts(&group.income),
                format::amounts(&group.owed),
            ]
        })
        .collect();
    table(
        &[
            heading.left(),
            Label::Receipts.right(),
            Label::Received.right(),
            Label::Owed.right(),
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
            Label::No.right(),
            Label::Signed.left(),
            Label::Question.left(),
            Label::Population.left(),
        ],
        &rows,
    )
}

fn loss_rows(heading: Label, losses: &[LossView]) -> String {
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
    table(&[heading.left(), Label::Loss.left(), unnamed()], &rows)
}
