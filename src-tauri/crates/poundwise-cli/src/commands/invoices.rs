//! `invoice`: invoices of what was sold.

use std::collections::HashMap;

use poundwise_market::view::{
    Invoice as Issued, InvoiceNumbers, InvoiceView, Invoicing, Money, Party, Vat,
};
use poundwise_market::{Home, Result, Roles, format};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{Invoice, typed};
use crate::commands::shown::wrote_file;
use crate::opening::Outcome;
use crate::output::Output;
use crate::table::{Side, fields, table};

/// Details shared by all invoices of a home, and the state of their numbers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct InvoiceDetails {
    /// Details stated with `invoice setup`; none before it.
    details: Option<Invoicing>,
    #[serde(flatten)]
    numbers: InvoiceNumbers,
}

pub(crate) fn run(out: &mut Output, home: &Home, command: Invoice) -> Result<Outcome> {
    match command {
        Invoice::Setup(asked) => {
            let kept = home.seller().set_invoicing(&asked.invoicing())?;
            out.answer(&kept, || format!("Kept.\n{}", details(&kept)))?;
        }
        Invoice::Details => {
            let kept = InvoiceDetails {
                details: home.seller().invoicing()?,
                numbers: home.seller().invoice_numbers()?,
            };
            out.answer(&kept, || {
                let stated = match &kept.details {
                    Some(stated) => details(stated),
                    None => "Your details are not set: poundwise invoice setup --help\n".to_owned(),
                };
                format!("{stated}\n{}", next(&kept.numbers))
            })?;
        }
        Invoice::SetNext { number } => {
            let numbers = home.seller().set_next_invoice(number)?;
            out.answer(&numbers, || next(&numbers))?;
        }
        Invoice::List { receipt } => {
            let invoices = home.seller().invoices(receipt.as_ref())?;
            let owed: HashMap<String, u64> = home
                .seller()
                .on_credit(true)?
                .into_iter()
                .filter_map(|receipt| Some((receipt.id, receipt.owed?.minor)))
                .collect();
            out.answer(&invoices, || match invoices.as_slice() {
                [] => "No invoice was issued: poundwise invoice issue RECEIPT\n".to_owned(),
                some => rows(some, &owed),
            })?;
        }
        Invoice::Show { number } => {
            let invoice = home.seller().invoice(&number)?;
            out.answer(&invoice, || shown(&invoice))?;
        }
        Invoice::Issue(asked) => {
            let dry_run = asked.dry_run;
            let (receipts, terms) = asked.stated();
            if dry_run {
                let invoice = home.seller().try_invoice(&receipts, &terms)?;
                out.answer(&invoice, || {
                    format!("Nothing is issued yet.\n{}", shown(&invoice))
                })?;
            } else {
                let invoice = home.seller().issue_invoice(&receipts, &terms)?;
                out.answer(&invoice, || format!("Issued.\n{}", shown(&invoice)))?;
            }
        }
        Invoice::Credit { number, reason } => {
            let note = home.seller().credit_invoice(&number, &reason)?;
            out.answer(&note, || format!("Issued.\n{}", shown(&note)))?;
        }
        Invoice::Export {
            number,
            format,
            output,
        } => {
            let exported = home
                .seller()
                .export_invoice(&number, format.into(), &output)?;
            out.answer(&exported, || wrote_file(&exported))?;
        }
    }
    Ok(Outcome::Done)
}

fn next(numbers: &InvoiceNumbers) -> String {
    match numbers.next {
        Some(next) => format!("The next invoice has the number {next}.\n"),
        None => "The number of the next invoice is not known: poundwise invoice set-next NUMBER\n"
            .to_owned(),
    }
}

/// Returns the amount to be paid of an invoice today, by the amounts owed of its receipts; nothing
/// of a credit note, and of an invoice that one took back.
fn open(view: &InvoiceView, owed: &HashMap<String, u64>) -> String {
    if view.invoice.credits.is_some() || view.credited_by.is_some() {
        return String::new();
    }
    let lines = view.invoice.lines.iter();
    let owed = lines.filter_map(|line| owed.get(&line.receipt));
    // A sum beyond the largest amount could not have been invoiced.
    let minor = owed.fold(0_u64, |sum, owed| sum.saturating_add(*owed));
    format::money(&Money {
        minor,
        ..view.total.clone()
    })
}

fn rows(invoices: &[InvoiceView], owed: &HashMap<String, u64>) -> String {
    let rows: Vec<Vec<String>> = invoices
        .iter()
        .map(|view| {
            vec![
                view.invoice.number.clone(),
                view.invoice.issued_on.clone(),
                state(view),
                format::money(&view.total),
                open(view, owed),
                view.invoice.buyer.name.clone(),
                receipts(&view.invoice),
            ]
        })
        .collect();
    table(
        &[
            ("invoice", Side::Left),
            ("day", Side::Left),
            ("state", Side::Left),
            ("total", Side::Right),
            ("open", Side::Right),
            ("buyer", Side::Left),
            ("receipts", Side::Left),
        ],
        &rows,
    )
}

/// Returns the state of an invoice: issued, taken back, or the credit note of another.
fn state(view: &InvoiceView) -> String {
    match (&view.invoice.credits, &view.credited_by) {
        (Some(of), _) => format!("takes back {}", of.number),
        (None, Some(by)) => format!("taken back by {by}"),
        (None, None) if view.issued => "issued".to_owned(),
        (None, None) => "not issued yet".to_owned(),
    }
}

fn receipts(invoice: &Issued) -> String {
    let ids: Vec<&str> = invoice
        .lines
        .iter()
        .map(|line| typed(&line.receipt))
        .collect();
    ids.join(", ")
}

fn shown(view: &InvoiceView) -> String {
    let invoice = &view.invoice;
    let account = invoice.account.as_ref();
    let credits = invoice.credits.as_ref();
    let kind = credits.map_or("Invoice", |_| "Credit note");
    let references: Vec<String> = view.reference.split(' ').map(format::in_fours).collect();
    let mut text = format!("{kind} {}, {}\n", invoice.number, state(view));
    text.push_str(&fields(&[
        ("day", invoice.issued_on.clone()),
        (
            "reason",
            credits.map(|of| of.reason.clone()).unwrap_or_default(),
        ),
        ("net", format::money(&view.net)),
        (
            "VAT",
            format!("{}, {}", format::money(&view.tax), vat(&invoice.vat)),
        ),
        (
            "rounding",
            match view.rounding {
                0 => String::new(),
                some => format!("{some:+} in the last place"),
            },
        ),
        ("total", format::money(&view.total)),
        (
            credits.map_or("to be paid", |_| "credited"),
            format::money(&view.payable),
        ),
        ("by", invoice.due_on.clone().unwrap_or_default()),
        (
            "account",
            account
                .map(|one| format::in_fours(&one.iban))
                .unwrap_or_default(),
        ),
        ("reference", references.join(", ")),
        ("seller", one_line(&invoice.seller)),
        ("buyer", one_line(&invoice.buyer)),
    ]));
    let lines: Vec<Vec<String>> = invoice
        .lines
        .iter()
        .zip(&view.lines)
        .map(|(line, net)| {
            vec![
                line.item.clone(),
                line.detail.clone(),
                line.supplied_on.clone(),
                format::money(net),
                typed(&line.receipt).to_owned(),
            ]
        })
        .collect();
    text.push('\n');
    text.push_str(&table(
        &[
            ("item", Side::Left),
            ("level", Side::Left),
            ("supplied", Side::Left),
            ("net", Side::Right),
            ("receipt", Side::Left),
        ],
        &lines,
    ));
    if !view.others.is_empty() {
        let others: Vec<&str> = view.others.iter().map(|one| typed(&one.receipt)).collect();
        text.push_str(&format!(
            "\nReceipts that could stand on it too (--also): {}\n",
            others.join(", ")
        ));
    }
    text
}

fn vat(vat: &Vat) -> String {
    match vat {
        Vat::Rate { percent } => format!("{percent}%, included"),
        Vat::Exempt { reason } => format!("exempt: {reason}"),
        Vat::ReverseCharge => "reverse charge: the buyer owes it".to_owned(),
        Vat::NotSubject { reason } => format!("not subject to VAT: {reason}"),
    }
}

fn details(kept: &Invoicing) -> String {
    fields(&[
        ("seller", one_line(&kept.seller)),
        ("VAT", vat(&kept.vat)),
        ("days", kept.days.to_string()),
        ("prefix", kept.prefix.clone()),
    ])
}

/// Returns a party as an invoice states it, on one line.
fn one_line(party: &Party) -> String {
    let city = format!("{} {}", party.post_code, party.city);
    let stated = [
        Some(party.name.as_str()),
        Some(party.street.as_str()),
        Some(city.trim()),
        Some(party.country.as_str()),
        party.vat_id.as_deref(),
        party.tax_number.as_deref(),
        party.email.as_deref(),
        party.reference.as_deref(),
    ];
    let stated: Vec<&str> = stated
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty())
        .collect();
    stated.join(", ")
}
