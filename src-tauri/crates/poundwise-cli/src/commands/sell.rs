//! `inbox`, `approve`, `decline`, `deliver`, `receipts`, `books`, `ledger export`, `grant`.

use std::path::Path;

use poundwise_market::view::{BooksView, Exported, InboxItem, LossView, ReceiptView};
use poundwise_market::{Error, ErrorCode, Home, Result, format};
use serde_json::json;

use crate::args::{Global, Ledger, LedgerFormat, Receipts, typed};
use crate::commands::buy::{order_rows, span};
use crate::commands::contact::{own_name, table_with_contacts};
use crate::commands::rule::misfits;
use crate::output::{Output, note};
use crate::run::{Outcome, open};
use crate::table::{Side, fields, table};
use crate::working::working;

pub(crate) fn inbox(out: &mut Output, home: &Home) -> Result<Outcome> {
    let inbox = home.inbox()?;
    out.answer(&inbox, || {
        if inbox.is_empty() {
            return "No order is waiting.\n".to_owned();
        }
        inbox.iter().map(waiting).collect::<Vec<_>>().join("\n")
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn answered(out: &mut Output, home: &Home) -> Result<Outcome> {
    let orders = home.answered()?;
    out.answer(&orders, || {
        if orders.is_empty() {
            "No order has been answered yet.\n".to_owned()
        } else {
            order_rows(&orders, "buyer", |order| &order.buyer_name)
        }
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn approve(
    out: &mut Output,
    home: &Home,
    order: &str,
    payment: &str,
) -> Result<Outcome> {
    let receipt = working(|work| home.approve_with(order, payment, work))?;
    undelivered(home);
    out.answer(&receipt, || format!("Approved.\n{}", whole(&receipt)))?;
    Ok(Outcome::Done)
}

pub(crate) fn decline(out: &mut Output, home: &Home, order: &str, reason: &str) -> Result<Outcome> {
    let order = home.decline(order, reason)?;
    undelivered(home);
    out.answer(&order, || {
        format!(
            "Declined.\n{}",
            fields(&[
                ("order", order.id.clone()),
                ("buyer", order.buyer_name.clone()),
                ("listing", order.title.clone()),
                ("reason", order.reason.clone().unwrap_or_default()),
            ])
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn deliver(out: &mut Output, home: &Home) -> Result<Outcome> {
    let remaining = home.deliver()?;
    out.answer(&json!({ "undelivered": remaining }), || {
        if remaining == 0 {
            "Everything is on the market.\n".to_owned()
        } else {
            format!(
                "{} still waiting here. Nothing is lost: run `poundwise deliver` again when the market can be \
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

/// Empties the outbox after something was signed. What was signed is safe either way, so this never fails: it
/// says what has not left yet.
pub(crate) fn undelivered(home: &Home) {
    match home.deliver() {
        Ok(0) => {}
        Ok(remaining) => note(&format!(
            "{} not on the market yet; the sale is safe. Try again: poundwise deliver",
            format::count(remaining, "document is", "documents are")
        )),
        Err(error) => note(&format!(
            "not on the market yet: {}. What was signed is safe. Try again: poundwise deliver",
            error.message()
        )),
    }
}

pub(crate) fn receipts(out: &mut Output, home: &Home) -> Result<Outcome> {
    let receipts = home.receipts()?;
    out.answer(&receipts, || {
        if receipts.is_empty() {
            "No receipts yet.\n".to_owned()
        } else {
            receipt_rows(&receipts)
        }
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn bundle(out: &mut Output, home: &Home, command: Receipts) -> Result<Outcome> {
    let Receipts::Export { id, output } = command;
    let exported = working(|work| home.begin_bundle_export(&id)?.run(&output, work))?;
    out.answer(&exported, || wrote(&exported))?;
    Ok(Outcome::Done)
}

pub(crate) fn ledger(out: &mut Output, home: &Home, command: Ledger) -> Result<Outcome> {
    let Ledger::Export { output, format } = command;
    match format {
        LedgerFormat::Ledger => {
            let exported = working(|work| home.begin_ledger_export()?.run(&output, work))?;
            out.answer(&exported, || wrote(&exported))?;
        }
        LedgerFormat::Hledger => {
            let exported = working(|work| home.begin_ledger_export()?.run_journal(&output, work))?;
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
    what: &str,
    to: &str,
    file: &Path,
    yes: bool,
) -> Result<Outcome> {
    if !yes {
        return Err(Error::usage(
            ErrorCode::Confirm,
            "an opening reveals the data: the listing's numbers exactly, without noise, and the seeds that take the \
             noise off every release sold or still to be sold; it cannot be taken back",
        )
        .hint("If this auditor may know all that, say so with --yes."));
    }
    let granted = open(global)?.grant(what, to, file)?;
    out.answer(&granted, || {
        format!(
            "Wrote {} ({}): an opening of “{}” for {}.\n\
             IT REVEALS THE DATA to whoever has that key: the numbers without noise, and the noise of every release.\n\
             The auditor runs: poundwise replay FILE LEDGER BUNDLE...\n",
            granted.file,
            format::bytes(granted.bytes),
            granted.title,
            granted.recipient
        )
    })?;
    Ok(Outcome::Done)
}

pub(crate) fn books(out: &mut Output, home: &Home) -> Result<Outcome> {
    let books = home.books()?;
    out.answer(&books, || kept(&books))?;
    Ok(Outcome::Done)
}

fn wrote(exported: &Exported) -> String {
    format!(
        "Wrote {} ({}). Anyone can check it: poundwise audit FILE\n",
        exported.file,
        format::bytes(exported.bytes)
    )
}

pub(crate) fn waiting(item: &InboxItem) -> String {
    let order = &item.order;
    let dataset_loss = item.dataset.as_ref().map_or_else(String::new, |_| {
        let bar = item.cap_micro_epsilon.map_or_else(String::new, |cap| {
            format!("  {}", format::gauge(item.dataset_loss_after, cap))
        });
        format!(
            "{} → {}{bar}",
            format::epsilon(item.dataset_loss_before),
            format::loss(item.dataset_loss_after, item.cap_micro_epsilon)
        )
    });
    let guess = format!(
        "{} → {} (best guess whether one is in the data; 50% knows nothing)",
        format::percent(item.guess_before),
        format::percent(item.guess_after)
    );
    let mut text = format!("{} wants {}\n", order.buyer_name, order.title);
    text.push_str(&fields(&[
        ("order", order.id.clone()),
        (
            "buyer",
            format!("{} (key {})", order.buyer_name, order.buyer_kid),
        ),
        ("contact", own_name(order.contact.as_ref())),
        (
            "level",
            span(order.from_micro_epsilon, order.to_micro_epsilon),
        ),
        ("price", format::money(&order.price)),
        ("numbers", format::integer(item.dimension)),
        ("accuracy now", format::half_widths(&item.now)),
        ("accuracy then", format::half_widths(&item.then)),
        (
            "listing's loss",
            format!(
                "{} → {}",
                format::epsilon(item.listing_loss_before),
                format::epsilon(item.listing_loss_after)
            ),
        ),
        ("dataset", item.dataset.clone().unwrap_or_default()),
        ("dataset's loss", dataset_loss),
        ("odds", guess),
        ("signed", format::time(&order.issued_at)),
        (
            "problem",
            item.problem
                .as_ref()
                .map_or_else(String::new, |problem| problem.message.clone()),
        ),
        ("by rule", misfits(&item.misfits)),
    ]));
    let id = typed(&order.id);
    if item.problem.is_none() {
        text.push_str(&format!("\n  poundwise approve {id} --payment REF\n"));
    } else {
        text.push('\n');
    }
    text.push_str(&format!("  poundwise decline {id} --reason TEXT\n"));
    text
}

fn whole(receipt: &ReceiptView) -> String {
    fields(&[
        ("receipt", receipt.id.clone()),
        ("number", receipt.sequence.to_string()),
        ("buyer", receipt.buyer_name.clone()),
        ("contact", own_name(receipt.contact.as_ref())),
        ("listing", receipt.title.clone()),
        (
            "level",
            span(receipt.from_micro_epsilon, receipt.to_micro_epsilon),
        ),
        ("price", format::money(&receipt.price)),
        ("paid by", receipt.payment_reference.clone()),
        (
            "listing's loss",
            format::epsilon(receipt.listing_loss_micro_epsilon),
        ),
        (
            "dataset's loss",
            format::epsilon(receipt.dataset_loss_micro_epsilon),
        ),
        ("signed", format::time(&receipt.issued_at)),
    ])
}

fn receipt_rows(receipts: &[ReceiptView]) -> String {
    let rows: Vec<Vec<String>> = receipts
        .iter()
        .map(|receipt| {
            vec![
                receipt.sequence.to_string(),
                format::short_id(&receipt.id).to_owned(),
                format::time(&receipt.issued_at),
                receipt.buyer_name.clone(),
                receipt.title.clone(),
                span(receipt.from_micro_epsilon, receipt.to_micro_epsilon),
                format::money(&receipt.price),
                receipt.payment_reference.clone(),
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
            ("paid by", Side::Left),
        ],
        rows,
        3,
        receipts.iter().map(|receipt| receipt.contact.as_ref()),
    )
}

fn kept(books: &BooksView) -> String {
    let income: Vec<String> = books.income.iter().map(format::money).collect();
    let income = if income.is_empty() {
        "nothing yet".to_owned()
    } else {
        income.join(", ")
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
        ("undelivered", undelivered),
    ]);
    for (heading, losses) in [("listing", &books.listings), ("dataset", &books.datasets)] {
        if !losses.is_empty() {
            text.push('\n');
            text.push_str(&loss_rows(heading, losses));
        }
    }
    text
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
