//! `invoice`: invoices of what was sold.

use poundwise_market::view::{
    Invoice as Issued, InvoiceNumbers, InvoiceState, InvoiceView, Invoicing, Money, Party, Vat,
};
use poundwise_market::{Home, Result, Roles};
use poundwise_words::Language;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{Invoice, typed};
use crate::commands::shown::wrote_file;
use crate::format;
use crate::language::{line, say};
use crate::messages::{InvoiceText, Label, Sentence, Word};
use crate::opening::Outcome;
use crate::output::Output;
use crate::table::{fields, table};

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
            out.answer(&kept, || line(Sentence::Kept) + &details(&kept))?;
        }
        Invoice::Details => {
            let kept = InvoiceDetails {
                details: home.seller().invoicing()?,
                numbers: home.seller().invoice_numbers()?,
            };
            out.answer(&kept, || {
                let stated = match &kept.details {
                    Some(stated) => details(stated),
                    None => line(Sentence::DetailsNotSet),
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
                [] => line(Sentence::NoInvoice),
                some => rows(some) + &line(Sentence::OpenCounts),
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
                    line(Sentence::NothingIssued) + &shown(&invoice)
                })?;
            } else {
                let invoice = home.seller().issue_invoice(&receipts, &terms)?;
                out.answer(&invoice, || line(Sentence::Issued) + &shown(&invoice))?;
            }
        }
        Invoice::Credit { number, reason } => {
            let note = home.seller().credit_invoice(&number, &reason)?;
            out.answer(&note, || line(Sentence::Issued) + &shown(&note))?;
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

fn next(numbers: &InvoiceNumbers) -> String {
    match numbers.next {
        Some(number) => line(InvoiceText::Next { number }),
        None => line(Sentence::NextUnknown),
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
            Label::Invoice.left(),
            Label::Day.left(),
            Label::State.left(),
            Label::Total.right(),
            Label::Open.right(),
            Label::Buyer.left(),
            Label::Receipts.left(),
        ],
        &rows,
    )
}

/// Returns the state of an invoice: issued and paid or not, cancelled, or the cancellation of
/// another.
fn state(view: &InvoiceView) -> String {
    let credits = view.invoice.credits.as_ref();
    match view.state {
        InvoiceState::Draft => say(Word::NotIssuedYet),
        InvoiceState::Open => say(Word::Issued),
        InvoiceState::Paid => say(Word::IssuedPaid),
        InvoiceState::Cancelled => say(InvoiceText::CancelledBy {
            by: view.credited_by.clone().unwrap_or_default(),
        }),
        InvoiceState::Cancellation => say(InvoiceText::Cancels {
            invoice: credits.map_or_else(String::new, |of| of.number.clone()),
        }),
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
        None => line(InvoiceText::Heading {
            number: invoice.number.clone(),
            state: state(view),
        }),
        Some(of) => {
            line(InvoiceText::CancellationOf {
                number: of.number.clone(),
            }) + &line(InvoiceText::CreditNote {
                number: invoice.number.clone(),
                state: state(view),
            })
        }
    };
    text.push_str(&fields(&[
        (Label::Day, invoice.issued_on.clone()),
        (
            Label::Reason,
            credits.map(|of| of.reason.clone()).unwrap_or_default(),
        ),
        (Label::Net, money(&view.net)),
        (
            Label::Vat,
            format!("{}, {}", money(&view.tax), vat(&invoice.vat)),
        ),
        (
            Label::Rounding,
            match view.rounding {
                0 => String::new(),
                some => {
                    let sign = if credits.is_some() { -1 } else { 1 };
                    say(InvoiceText::LastPlace {
                        places: format!("{:+}", some * sign),
                    })
                }
            },
        ),
        (Label::Total, money(&view.total)),
        (Label::ToBePaid, to_be_paid(view)),
        (
            Label::DueBy,
            of_asking(invoice.due_on.clone().unwrap_or_default()),
        ),
        (
            Label::Account,
            of_asking(
                account
                    .map(|one| format::in_fours(&one.iban))
                    .unwrap_or_default(),
            ),
        ),
        (Label::Reference, of_asking(references.join(", "))),
        (Label::Seller, one_line(&invoice.seller)),
        (Label::Buyer, one_line(&invoice.buyer)),
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
            Label::Item.left(),
            Label::Level.left(),
            Label::Supplied.left(),
            Label::Net.right(),
            Label::Receipt.left(),
            Label::Code.left(),
        ],
        &lines,
    ));
    if !view.others.is_empty() {
        let others: Vec<String> = view.others.iter().map(|one| typed(one.receipt)).collect();
        text.push('\n');
        text.push_str(&line(InvoiceText::OtherReceipts {
            receipts: others.join(", "),
        }));
    }
    text
}

/// Returns what is to be paid of an invoice today.
fn to_be_paid(view: &InvoiceView) -> String {
    let open = format::money(&view.open);
    match view.state {
        InvoiceState::Draft | InvoiceState::Open if view.open.minor > 0 => {
            if view.open == view.payable {
                open
            } else {
                say(InvoiceText::OfPayable {
                    open,
                    payable: format::money(&view.payable),
                })
            }
        }
        InvoiceState::Draft | InvoiceState::Open | InvoiceState::Paid => say(Word::NothingPaid),
        InvoiceState::Cancelled | InvoiceState::Cancellation => say(Word::Nothing),
    }
}

fn vat(vat: &Vat) -> String {
    match vat {
        Vat::Rate { percent } => say(InvoiceText::VatRate {
            percent: format::decimal(percent),
        }),
        Vat::Exempt { reason } => say(InvoiceText::VatExempt {
            reason: reason.clone(),
        }),
        Vat::ReverseCharge => say(Word::ReverseCharge),
        Vat::NotSubject { reason } => say(InvoiceText::VatNotSubject {
            reason: reason.clone(),
        }),
    }
}

fn details(kept: &Invoicing) -> String {
    fields(&[
        (Label::Seller, one_line(&kept.seller)),
        (Label::Vat, vat(&kept.vat)),
        (Label::Days, kept.days.to_string()),
        (Label::Prefix, kept.prefix.clone()),
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
