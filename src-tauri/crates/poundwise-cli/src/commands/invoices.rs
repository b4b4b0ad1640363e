//! `invoice`: invoices of what was sold.

use poundwise_market::view::{
    Invoice as Issued, InvoiceNumbers, InvoiceState, InvoiceView, Invoicing, Money, Party, Vat,
};
use poundwise_market::{Home, Result, Roles, format};
use poundwise_words::Language;
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

pub(crate) fn run(
    out: &mut Output,
    home: &Home,
    command: Invoice,
    language: Option<Language>,
) -> Result<Outcome> {
    match command {
        Invoice::Setup(asked) => {
            let kept = home.seller().set_invoicing(&asked.invoicing(language))?;
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
            out.answer(&invoices, || match invoices.as_slice() {
                [] => "No invoice was issued: poundwise invoice issue RECEIPT\n".to_owned(),
                some => format!("{}{OPEN_COUNTS}", rows(some)),
            })?;
        }
        Invoice::Show { number } => {
            let invoice = home.seller().invoice(&number)?;
            out.answer(&invoice, || shown(&invoice))?;
        }
        Invoice::Issue(asked) => {
            let dry_run = asked.dry_run;
            let (receipts, terms) = asked.stated(language);
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
            file,
        } => {
            let exported = home
                .seller()
                .export_invoice(&number, format.into(), file.path()?)?;
            out.answer(&exported, || wrote_file(&exported))?;
        }
    }
    Ok(Outcome::Done)
}

/// What the amounts of a list of invoices count.
const OPEN_COUNTS: &str = "\
Total: as issued, with VAT. Open: what is owed today of its receipts by the books.
";

fn next(numbers: &InvoiceNumbers) -> String {
    match numbers.next {
        Some(next) => format!("The next invoice has the number {next}.\n"),
        None => "The number of the next invoice is not known: poundwise invoice set-next NUMBER\n"
            .to_owned(),
    }
}

/// Returns the amount to be paid of an invoice today; nothing of a credit note, and of an invoice
/// that one took back.
fn open(view: &InvoiceView) -> String {
    match view.state {
        InvoiceState::Draft | InvoiceState::Open | InvoiceState::Paid => format::money(&view.open),
        InvoiceState::Cancelled | InvoiceState::Cancellation => String::new(),
    }
}

/// Returns how an amount of an invoice is written: one of a credit note is taken off.
fn signed(view: &InvoiceView) -> fn(&Money) -> String {
    match view.state {
        InvoiceState::Cancellation => format::minus_money,
        _ => format::money,
    }
}

fn rows(invoices: &[InvoiceView]) -> String {
    let rows: Vec<Vec<String>> = invoices
        .iter()
        .map(|view| {
            vec![
                view.invoice.number.clone(),
                view.invoice.issued_on.clone(),
                state(view),
                signed(view)(&view.total),
                open(view),
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

/// Returns the state of an invoice: issued and paid or not, cancelled, or the cancellation of
/// another.
fn state(view: &InvoiceView) -> String {
    let credits = view.invoice.credits.as_ref();
    match view.state {
        InvoiceState::Draft => "not issued yet".to_owned(),
        InvoiceState::Open => "issued".to_owned(),
        InvoiceState::Paid => "issued, paid".to_owned(),
        InvoiceState::Cancelled => format!(
            "issued, cancelled by {}",
            view.credited_by.as_deref().unwrap_or_default()
        ),
        InvoiceState::Cancellation => format!(
            "issued, cancels {}",
            credits.map(|of| of.number.as_str()).unwrap_or_default()
        ),
    }
}

fn receipts(invoice: &Issued) -> String {
    let ids: Vec<String> = invoice
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
    let money = signed(view);
    let asks = view.open.minor > 0;
    let of_asking = |text: String| if asks { text } else { String::new() };
    let references: Vec<String> = view.reference.split(' ').map(format::in_fours).collect();
    let mut text = match credits {
        None => format!("Invoice {}, {}\n", invoice.number, state(view)),
        Some(of) => format!(
            "Cancellation of invoice {}\nCredit note {}, {}\n",
            of.number,
            invoice.number,
            state(view)
        ),
    };
    text.push_str(&fields(&[
        ("day", invoice.issued_on.clone()),
        (
            "reason",
            credits.map(|of| of.reason.clone()).unwrap_or_default(),
        ),
        ("net", money(&view.net)),
        (
            "VAT",
            format!("{}, {}", money(&view.tax), vat(&invoice.vat)),
        ),
        (
            "rounding",
            match view.rounding {
                0 => String::new(),
                some => {
                    let sign = if credits.is_some() { -1 } else { 1 };
                    format!("{:+} in the last place", some * sign)
                }
            },
        ),
        ("total", money(&view.total)),
        ("to be paid", to_be_paid(view)),
        ("by", of_asking(invoice.due_on.clone().unwrap_or_default())),
        (
            "account",
            of_asking(
                account
                    .map(|one| format::in_fours(&one.iban))
                    .unwrap_or_default(),
            ),
        ),
        ("reference", of_asking(references.join(", "))),
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
                money(net),
                typed(&line.receipt),
                line.code.clone().unwrap_or_default(),
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
            ("code", Side::Left),
        ],
        &lines,
    ));
    if !view.others.is_empty() {
        let others: Vec<String> = view.others.iter().map(|one| typed(one.receipt)).collect();
        text.push_str(&format!(
            "\nReceipts that could stand on it too (--also): {}\n",
            others.join(", ")
        ));
    }
    text
}

/// Returns what is to be paid of an invoice today.
fn to_be_paid(view: &InvoiceView) -> String {
    let at_first = if view.open == view.payable {
        String::new()
    } else {
        format!(", of {} when it was issued", format::money(&view.payable))
    };
    match view.state {
        InvoiceState::Draft | InvoiceState::Open if view.open.minor > 0 => {
            format!("{}{at_first}", format::money(&view.open))
        }
        InvoiceState::Draft | InvoiceState::Open | InvoiceState::Paid => {
            "nothing: paid already".to_owned()
        }
        InvoiceState::Cancelled | InvoiceState::Cancellation => "nothing".to_owned(),
    }
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
