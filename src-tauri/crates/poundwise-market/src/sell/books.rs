//! The owner's books: receipts, income, losses against their limits.

use std::collections::BTreeMap;

use poundwise_documents::{
    jws::Signed,
    kinds::Receipt,
    units::{Currency, MinorUnits},
};

use crate::{
    error::Result,
    sell::Seller,
    view::{BooksView, GrantView, IncomeSeries, LossView, Point, ReceiptView},
    views::{major, money, receipt_view},
};

impl Seller<'_> {
    /// The ledger's receipts, newest first. Cost: one pass over them.
    ///
    /// # Errors
    /// What the database says.
    pub fn receipts(&self) -> Result<Vec<ReceiptView>> {
        Ok(self
            .sales()?
            .into_iter()
            .rev()
            .map(|(view, _)| view)
            .collect())
    }

    /// Receipts, income, losses, and what waits to be sent. Cost: one pass over the receipts.
    ///
    /// # Errors
    /// What the database says.
    pub fn books(&self) -> Result<BooksView> {
        let sales = self.sales()?;
        let mut totals: BTreeMap<Currency, MinorUnits> = BTreeMap::new();
        let mut series: BTreeMap<Currency, Vec<Point>> = BTreeMap::new();
        for (_, receipt) in &sales {
            let r = receipt.payload();
            totals.extend(r.total_money.iter().copied());
            let total = totals.get(&r.currency).copied().unwrap_or(r.price_minor);
            #[allow(clippy::cast_precision_loss)] // a figure's coordinate
            let x = r.issued_at.seconds() as f64;
            series.entry(r.currency).or_default().push(Point {
                x,
                y: major(total, r.currency),
            });
        }
        let questions = self
            .context
            .read()
            .questions()?
            .iter()
            .filter_map(|question| self.context.read().newest_of(&question.id).transpose())
            .map(|own| {
                let own = own?;
                let listing = own.listing.payload();
                let loss = self.context.read().question_loss(&own.question)?.counted;
                Ok(LossView {
                    name: listing.title.clone(),
                    loss_micro_epsilon: loss.get(),
                    limit_micro_epsilon: Some(listing.ceiling_micro_epsilon.get()),
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let populations = self
            .populations()?
            .into_iter()
            .filter(|population| population.merged_into.is_none())
            .map(|population| LossView {
                name: population.name,
                loss_micro_epsilon: population.loss_micro_epsilon,
                limit_micro_epsilon: Some(population.cap_micro_epsilon),
            })
            .collect();
        Ok(BooksView {
            receipts: sales.into_iter().rev().map(|(view, _)| view).collect(),
            income: totals
                .iter()
                .map(|(currency, minor)| money(*minor, *currency))
                .collect(),
            income_over_time: series
                .into_iter()
                .map(|(currency, points)| IncomeSeries {
                    currency: currency.to_string(),
                    points,
                })
                .collect(),
            questions,
            populations,
            grants: self.grants()?,
            undelivered: self.context.undelivered()?,
        })
    }

    /// The openings granted, newest first.
    fn grants(&self) -> Result<Vec<GrantView>> {
        self.context
            .read()
            .grants()?
            .iter()
            .rev()
            .map(|entry| {
                let grant = entry.payload();
                Ok(GrantView {
                    sequence: grant.sequence,
                    title: self
                        .context
                        .read()
                        .newest_of(&grant.question)?
                        .map(|own| own.listing.payload().title.clone())
                        .unwrap_or_default(),
                    population: self.context.read().population(&grant.population)?.name,
                    issued_at: grant.issued_at.to_string(),
                })
            })
            .collect()
    }

    /// The sales in sequence.
    fn sales(&self) -> Result<Vec<(ReceiptView, Signed<Receipt>)>> {
        self.context
            .read()
            .sales()?
            .into_iter()
            .map(|(receipt, order, listing)| {
                let view = receipt_view(
                    self.context,
                    &receipt,
                    &order.payload().buyer_name,
                    &listing.payload().title,
                )?;
                Ok((view, receipt))
            })
            .collect()
    }
}
