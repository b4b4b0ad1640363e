//! The owner's books: receipts, income, losses against their limits.

use std::collections::BTreeMap;

use poundwise_documents::{
    jws::Signed,
    kinds::{Grant, Listing, Order, Receipt},
    units::{Currency, Digest, MinorUnits},
};

use crate::{
    db::{parsed, stored},
    error::Result,
    home::Home,
    sell::populations::question_loss,
    view::{BooksView, GrantView, IncomeSeries, LossView, Point, ReceiptView},
    views::{major, money},
};

impl Home {
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
            .read()
            .prepare("SELECT id FROM questions ORDER BY rowid DESC")?
            .query_map([], |r| parsed::<Digest>(r, 0))?
            .collect::<std::result::Result<Vec<_>, _>>()?
            .iter()
            .filter_map(|question| self.newest_of(question).transpose())
            .map(|own| {
                let own = own?;
                let listing = own.listing.payload();
                let loss = question_loss(self.read(), &own.question)?.counted;
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
            undelivered: self.undelivered()?,
        })
    }

    /// The openings granted, newest first.
    fn grants(&self) -> Result<Vec<GrantView>> {
        let texts = self
            .read()
            .prepare(
                "SELECT d.compact FROM entries e JOIN documents d ON d.id = e.id
                 WHERE e.kind = 'grant' ORDER BY e.sequence DESC",
            )?
            .query_map([], |r| r.get::<_, String>(0))?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        texts
            .iter()
            .map(|text| {
                let entry: Signed<Grant> = stored(text)?;
                let grant = entry.payload();
                Ok(GrantView {
                    sequence: grant.sequence,
                    title: self
                        .newest_of(&grant.question)?
                        .map(|own| own.listing.payload().title.clone())
                        .unwrap_or_default(),
                    population: self.population_by_id(self.read(), &grant.population)?.name,
                    issued_at: grant.issued_at.to_string(),
                })
            })
            .collect()
    }

    /// The sales in sequence.
    fn sales(&self) -> Result<Vec<(ReceiptView, Signed<Receipt>)>> {
        let mut statement = self.read().prepare(
            "SELECT r.compact, o.compact, l.compact FROM receipts s
             JOIN documents r ON r.id = s.id JOIN documents o ON o.id = s.order_id JOIN documents l ON l.id = s.listing
             ORDER BY s.sequence",
        )?;
        let rows = statement
            .query_map([], |r| {
                Ok((
                    r.get::<_, String>(0)?,
                    r.get::<_, String>(1)?,
                    r.get::<_, String>(2)?,
                ))
            })?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        rows.iter()
            .map(|(receipt, order, listing)| {
                let receipt: Signed<Receipt> = stored(receipt)?;
                let order: Signed<Order> = stored(order)?;
                let listing: Signed<Listing> = stored(listing)?;
                let view = self.receipt_view(
                    &receipt,
                    &order.payload().buyer_name,
                    &listing.payload().title,
                )?;
                Ok((view, receipt))
            })
            .collect()
    }
}
