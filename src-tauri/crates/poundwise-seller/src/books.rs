//! The owner's books: receipts, income, losses against their limits.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveTime;
use poundwise_documents::{
    kinds::Settlement,
    log::entry_number,
    units::{Currency, MinorUnits},
};

use crate::{
    Seller,
    accuracy::Widths,
    booking_state::Booked,
    error::Result,
    make_views::{major, receipt_view},
    payments::{
        Recorded, is_free, owed_in_all, received_by_month, received_in_all, sum, taken_back_in_all,
        waived_in_all,
    },
    store::Sale,
    view::{BooksGroup, BooksView, GrantView, IncomeSeries, LossView, Money, Point, ReceiptView},
};

impl Seller<'_> {
    /// Returns the ledger's receipts, newest first. Cost: one pass over them.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn receipts(&self) -> Result<Vec<ReceiptView>> {
        Ok(self
            .sales()?
            .into_iter()
            .rev()
            .map(|(view, _)| view)
            .collect())
    }

    /// Returns receipts, income, what is owed, losses, and what waits to be sent. Cost: one pass
    /// over the receipts.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn books(&self) -> Result<BooksView> {
        let sales = self.sales()?;
        // What was received when; a sale on credit with nothing.
        let mut received: Vec<(i64, Currency, MinorUnits)> = Vec::new();
        let payments = Recorded::of(self.context)?;
        for (_, (receipt, ..)) in &sales {
            let r = receipt.payload();
            let at_once = match r.settlement {
                Settlement::Paid => r.price_minor,
                Settlement::Credit | Settlement::Free => MinorUnits::ZERO,
            };
            received.push((r.issued_at.seconds(), r.currency, at_once));
            for payment in payments.of_receipt(&receipt.id()) {
                let day = payment.paid_on.and_time(NaiveTime::MIN).and_utc();
                received.push((day.timestamp(), r.currency, payment.amount));
            }
        }
        received.sort_by_key(|(seconds, ..)| *seconds);
        let mut totals: BTreeMap<Currency, u64> = BTreeMap::new();
        let mut series: BTreeMap<Currency, Vec<Point>> = BTreeMap::new();
        for (seconds, currency, amount) in received {
            sum(&mut totals, &Money::new(amount, currency))?;
            let total = totals.get(&currency).copied().unwrap_or_default();
            #[allow(clippy::cast_precision_loss)] // a figure's coordinate
            let x = seconds as f64;
            series.entry(currency).or_default().push(Point {
                x,
                y: major(total, currency),
            });
        }
        let receipts: Vec<ReceiptView> = sales.into_iter().rev().map(|(view, _)| view).collect();
        let questions = self
            .context
            .read()
            .questions()?
            .iter()
            .filter_map(|question| self.context.read().newest_of(&question.id).transpose())
            .map(|own| {
                let own = own?;
                let listing = own.listing.payload();
                let loss = self.context.read().question_loss(&own.question)?;
                Ok(LossView {
                    name: listing.title.clone(),
                    loss_micro_epsilon: loss.get(),
                    limit_micro_epsilon: Some(listing.ceiling.get()),
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
            owed: owed_in_all(&receipts)?,
            taken_back: taken_back_in_all(&receipts)?,
            free: receipts.iter().filter(|receipt| is_free(receipt)).count() as u64,
            waived: waived_in_all(&receipts)?,
            months: months(&receipts)?,
            buyers: groups(&receipts, |receipt| receipt.buyer_kid.to_string())?
                .into_iter()
                .zip(newest_of_each(&receipts))
                .map(|(group, newest)| BooksGroup {
                    name: newest.buyer_name.clone(),
                    contact: newest.contact.clone(),
                    ..group
                })
                .collect(),
            income: received_in_all(&receipts)?,
            receipts,
            income_over_time: series
                .into_iter()
                .map(|(currency, points)| IncomeSeries { currency, points })
                .collect(),
            questions,
            populations,
            grants: self.grants()?,
            undelivered: self.context.undelivered()?,
        })
    }

    /// Returns the openings granted, newest first.
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
                    number: entry_number(grant.sequence),
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

    /// Returns the sales in sequence.
    pub(super) fn sales(&self) -> Result<Vec<(ReceiptView, Sale)>> {
        let payments = Recorded::of(self.context)?;
        let widths = Widths::of(self.context);
        let taken_back = Booked::of(self)?.taken_back();
        self.context
            .read()
            .sales()?
            .into_iter()
            .map(|sale| {
                let mut view = self.sold(&sale, &payments, &widths)?;
                let r = sale.0.payload();
                view.taken_back = taken_back
                    .get(&r.order)
                    .map(|amount| Money::new(*amount, r.currency));
                Ok((view, sale))
            })
            .collect()
    }

    /// Returns the receipt of a sale, with what was paid of it later.
    pub(super) fn sold(
        &self,
        sale: &Sale,
        payments: &Recorded,
        widths: &Widths<'_>,
    ) -> Result<ReceiptView> {
        let (receipt, order, listing) = sale;
        let mut view = receipt_view(
            self.context,
            receipt,
            &order.payload().buyer_name,
            &listing.payload().title,
            widths.sold(listing.payload(), receipt.payload().to)?,
        )?;
        payments.show(self.context, &mut view, receipt)?;
        Ok(view)
    }
}

/// Returns receipts by the month in which they were signed, and what was received in each month,
/// newest first.
fn months(receipts: &[ReceiptView]) -> Result<Vec<BooksGroup>> {
    let mut months = groups(receipts, |receipt| {
        receipt.issued_at.get(..7).unwrap_or_default().to_owned()
    })?;
    for month in &mut months {
        month.income = Vec::new();
    }
    for (key, income) in received_by_month(receipts)? {
        let income = income
            .iter()
            .map(|(currency, minor)| Money::new(*minor, *currency))
            .collect();
        match months.iter_mut().find(|month| month.key == key) {
            Some(month) => month.income = income,
            None => months.push(BooksGroup {
                key,
                name: String::new(),
                contact: None,
                receipts: Vec::new(),
                income,
                owed: Vec::new(),
            }),
        }
    }
    months.sort_by(|one, two| two.key.cmp(&one.key));
    Ok(months)
}

/// Returns receipts, newest first, in groups of one key, in the order in which the keys come.
fn groups(
    receipts: &[ReceiptView],
    key: impl Fn(&ReceiptView) -> String,
) -> Result<Vec<BooksGroup>> {
    let mut groups: Vec<(String, Vec<ReceiptView>)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for receipt in receipts {
        let key = key(receipt);
        let place = *places.entry(key.clone()).or_insert_with(|| {
            groups.push((key, Vec::new()));
            groups.len() - 1
        });
        groups[place].1.push(receipt.clone());
    }
    groups
        .into_iter()
        .map(|(key, receipts)| {
            Ok(BooksGroup {
                key,
                name: String::new(),
                contact: None,
                income: received_in_all(&receipts)?,
                owed: owed_in_all(&receipts)?,
                receipts: receipts.into_iter().map(|receipt| receipt.id).collect(),
            })
        })
        .collect()
}

/// Returns the newest receipt of each buyer, newest first.
fn newest_of_each(receipts: &[ReceiptView]) -> impl Iterator<Item = &ReceiptView> {
    let mut seen = HashSet::new();
    receipts
        .iter()
        .filter(move |receipt| seen.insert(receipt.buyer_kid))
}
