//! Details shared by all invoices: the seller, the VAT treatment, and the series of numbers.

use std::collections::HashMap;

use poundwise_documents::kinds::hidden_in;
use poundwise_payments::{Invoice, Party};

use crate::{
    Seller,
    error::{Error, ErrorCode, ErrorPlace, InvoiceSide, InvoiceTermsFault, Result, both},
    hint::Act,
    invoicing::{check_party, check_vat},
    messages::{InvoiceHint, InvoiceMessage, Number},
    settings::no_json,
    store::{Reading, Setting},
    view::{InvoiceNumbers, Invoicing},
};

/// The most characters before the number of an invoice.
const PREFIX: u32 = 20;
/// The most days until an invoice is to be paid.
const DAYS: u32 = 365;
/// The largest number that an owner may begin with.
const LARGEST: u64 = 999_999_999;

/// What was issued, by number.
pub(super) struct Issued(Vec<(u64, Invoice)>);

impl Issued {
    pub(super) fn of(reading: &Reading<'_>) -> Result<Self> {
        let all = reading.invoices()?.into_iter().map(|stored| {
            let invoice = serde_json::from_str(&stored.contents).map_err(|e| no_json(&e))?;
            Ok((stored.number, invoice))
        });
        all.collect::<Result<_>>().map(Self)
    }

    /// Returns all of them, the newest first.
    pub(super) fn newest_first(&self) -> impl Iterator<Item = &Invoice> {
        self.0.iter().rev().map(|(_, invoice)| invoice)
    }

    /// Returns the last number.
    pub(super) fn last(&self) -> Option<u64> {
        self.0.last().map(|(number, _)| *number)
    }

    /// Returns the number of the next one: after the last one, and not below what the owner said.
    /// None in a home that caught up, until its owner says it.
    pub(super) fn next(&self, reading: &Reading<'_>) -> Result<Option<u64>> {
        let after = self.last().unwrap_or(0).saturating_add(1);
        Ok(match reading.setting(Setting::InvoiceNumber)? {
            None => Some(after),
            Some(said) => said.parse::<u64>().ok().map(|said| said.max(after)),
        })
    }

    /// Returns the credit note that takes an invoice back.
    pub(super) fn credit_of(&self, number: &str) -> Option<&Invoice> {
        let credits = |one: &Invoice| one.credits.as_ref().is_some_and(|of| of.number == number);
        self.newest_first().find(|one| credits(one))
    }

    /// Returns the number of the invoice of each receipt that stands on one which was not taken
    /// back.
    pub(super) fn numbers(&self) -> HashMap<String, String> {
        self.newest_first()
            .filter(|one| one.credits.is_none() && self.credit_of(&one.number).is_none())
            .flat_map(|one| {
                let numbered = |receipt: &String| (receipt.clone(), one.number.clone());
                one.lines.iter().map(move |line| numbered(&line.receipt))
            })
            .collect()
    }
}

impl Seller<'_> {
    /// Returns the details shared by all invoices, if they are set.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn invoicing(&self) -> Result<Option<Invoicing>> {
        self.json_of(Setting::Invoicing)
    }

    /// Sets what all invoices from now on have in common. Those that were issued stay as they are.
    ///
    /// # Errors
    /// `invoice-party`, `invoice-country`, `invoice-vat-id`, `invoice-vat`, `invoice-terms` where
    /// something is missing or wrong: the errors of all fields together.
    pub fn set_invoicing(&self, invoicing: &Invoicing) -> Result<Invoicing> {
        let seller = Party {
            id: self.context.identity.kid().to_string(),
            reference: None,
            ..invoicing.seller.tidied()
        };
        let prefix = invoicing.prefix.trim().to_owned();
        both(
            both(
                check_party(&seller, InvoiceSide::Seller),
                check_vat(&invoicing.vat, &seller),
            ),
            both(check_prefix(&prefix), check_days(invoicing.days)),
        )?;
        let kept = Invoicing {
            seller,
            prefix,
            ..invoicing.clone()
        };
        self.store_json(Setting::Invoicing, &kept)?;
        Ok(kept)
    }

    /// Returns the state of the numbers of invoices.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn invoice_numbers(&self) -> Result<InvoiceNumbers> {
        let reading = self.context.read();
        let issued = Issued::of(&reading)?;
        Ok(InvoiceNumbers {
            last: issued.last(),
            next: issued.next(&reading)?,
        })
    }

    /// Sets the number of the next invoice: where earlier ones were written elsewhere, and in a
    /// home that caught up, which may lack invoices that its newer copy issued.
    ///
    /// # Errors
    /// `invoice-number` if it is not above the last one that was issued.
    pub fn set_next_invoice(&self, number: u64) -> Result<InvoiceNumbers> {
        let writing = self.context.db.begin()?;
        let least = Issued::of(&writing)?.last().unwrap_or(0) + 1;
        if !(least..=LARGEST).contains(&number) {
            return Err(Error::usage(
                ErrorCode::InvoiceNumber,
                InvoiceMessage::NumberOutOfRange {
                    least: Number(least),
                    most: Number(LARGEST),
                },
            )
            .hint(InvoiceHint::NumberAfterLast)
            .at(ErrorPlace::InvoiceNumber {
                least,
                most: LARGEST,
            }));
        }
        writing.note(Setting::InvoiceNumber, &number.to_string())?;
        self.context.commit(writing)?;
        self.invoice_numbers()
    }
}

fn check_prefix(prefix: &str) -> Result<()> {
    if prefix.chars().count() > PREFIX as usize || hidden_in(prefix).is_some() {
        return Err(Error::usage(
            ErrorCode::InvoiceTerms,
            InvoiceMessage::Prefix { most: PREFIX },
        )
        .hint(InvoiceHint::ShortPrefix)
        .at(ErrorPlace::InvoiceTerms {
            fault: InvoiceTermsFault::Prefix { most: PREFIX },
        }));
    }
    // Or R-1 and 2 would be the number that R- and 12 are.
    if prefix.ends_with(|last: char| last.is_ascii_digit()) {
        return Err(
            Error::usage(ErrorCode::InvoiceTerms, InvoiceMessage::PrefixEndsWithDigit)
                .hint(InvoiceHint::HyphenAtEnd)
                .at(ErrorPlace::InvoiceTerms {
                    fault: InvoiceTermsFault::DigitAtEnd,
                }),
        );
    }
    Ok(())
}

fn check_days(days: u32) -> Result<()> {
    if (1..=DAYS).contains(&days) {
        return Ok(());
    }
    Err(Error::usage(
        ErrorCode::InvoiceTerms,
        InvoiceMessage::DaysOutOfRange { most: DAYS },
    )
    .hint(InvoiceHint::GiveDays)
    .at(ErrorPlace::InvoiceTerms {
        fault: InvoiceTermsFault::Days { most: DAYS },
    }))
}

/// Returns a home that may lack invoices as an error.
pub(super) fn number_unknown() -> Error {
    Error::refused(ErrorCode::InvoiceNumber, InvoiceMessage::NumberUnknown)
        .hint(Act::NumberInvoices.to(InvoiceHint::StateNumber))
}
