//! The invoices and credit notes that were issued.

use std::collections::HashMap;

use poundwise_payments::Invoice;

use crate::{
    error::Result,
    settings::no_json,
    store::{Reading, Setting},
};

/// Invoices and credit notes that were issued, by number.
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
