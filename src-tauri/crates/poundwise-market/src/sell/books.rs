//! The owner's books: receipts, income, losses against their limits.

use std::collections::BTreeMap;

use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Order, Receipt},
    units::{Currency, MinorUnits},
};

use crate::{
    db::stored,
    error::Result,
    home::Home,
    view::{BooksView, IncomeSeries, ListingStatus, LossView, Point, ReceiptView},
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
        let listings = self
            .own_listings()?
            .iter()
            .filter(|own| own.status != ListingStatus::Replaced)
            .map(|own| {
                Ok(LossView {
                    name: own.listing.payload().title.clone(),
                    loss_micro_epsilon: self.series_loss(self.read(), &own.series)?.get(),
                    limit_micro_epsilon: Some(own.listing.payload().ceiling_micro_epsilon.get()),
                })
            })
            .collect::<Result<Vec<_>>>()?;
        let datasets = self
            .datasets()?
            .into_iter()
            .map(|d| LossView {
                name: d.name,
                loss_micro_epsilon: d.loss_micro_epsilon,
                limit_micro_epsilon: d.cap_micro_epsilon,
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
            listings,
            datasets,
            undelivered: self.undelivered()?,
        })
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
