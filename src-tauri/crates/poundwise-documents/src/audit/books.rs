//! What the receipts add up to, recomputed from the sales themselves.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::jws::Signed;
use crate::kinds::{Listing, Receipt};
use crate::units::{Currency, Digest, DocumentId, Kid, MicroEpsilon, MinorUnits, Salt};

/// An amount of one currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, rename = "AuditMoney")]
pub struct Money {
    /// The currency.
    pub currency: Currency,
    /// Minor units.
    pub minor: MinorUnits,
    /// The amount for people, such as `EUR 12.50`.
    pub text: String,
}

/// An owner's books, as the sales shown make them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, rename = "AuditBooks")]
pub struct Books {
    /// The owner.
    pub owner: Kid,
    /// The owner's name, as the latest listing gives it.
    pub owner_name: String,
    /// Whether they come from a whole ledger, and not from single bundles only.
    pub complete: bool,
    /// The number of receipts.
    pub receipts: u64,
    /// The number of buyers.
    pub buyers: u64,
    /// Money received, by currency.
    pub money: Vec<Money>,
    /// What the levels of all receipts sum to, in micro-ε: the loss, had every response been drawn with noise of its
    /// own. The difference to the sum of the listings' highest levels is what one shared path saves.
    pub independent_loss_micro_epsilon: u64,
    /// By listing, all versions together.
    pub listings: Vec<ListingBook>,
    /// By dataset.
    pub datasets: Vec<DatasetBook>,
    /// By buyer.
    pub by_buyer: Vec<BuyerBook>,
    /// By currency.
    pub by_currency: Vec<CurrencyBook>,
}

/// What was sold for one currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, rename = "AuditCurrencyBook")]
pub struct CurrencyBook {
    /// Money received.
    pub money: Money,
    /// The number of receipts.
    pub receipts: u64,
    /// The increments sold, added up over all listings and buyers, in micro-ε.
    pub sold_micro_epsilon: u64,
}

/// One listing's part in the books, all its versions together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, rename = "AuditListingBook")]
pub struct ListingBook {
    /// The latest version shown.
    pub listing: DocumentId,
    /// Its title.
    pub title: String,
    /// The highest level sold: the loss.
    pub highest_micro_epsilon: MicroEpsilon,
    /// The latest version's ceiling.
    pub ceiling_micro_epsilon: MicroEpsilon,
    /// The loss, had every response been drawn with noise of its own, in micro-ε.
    pub independent_loss_micro_epsilon: u64,
    /// The number of receipts.
    pub receipts: u64,
    /// The number of buyers.
    pub buyers: u64,
    /// Money received for it.
    pub money: Vec<Money>,
}

/// One dataset's privacy budget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, rename = "AuditDatasetBook")]
pub struct DatasetBook {
    /// The dataset's public name.
    pub dataset: Salt,
    /// The number of listings on it, versions not counted.
    pub listings: u64,
    /// The sum over its listings of the highest level sold, in micro-ε.
    pub loss_micro_epsilon: u64,
    /// The cap of the latest listing that states one.
    pub cap_micro_epsilon: Option<MicroEpsilon>,
    /// The loss, had every response been drawn with noise of its own, in micro-ε.
    pub independent_loss_micro_epsilon: u64,
    /// The number of receipts.
    pub receipts: u64,
    /// Money received for its listings.
    pub money: Vec<Money>,
}

/// One buyer's part in the books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, rename = "AuditBuyerBook")]
pub struct BuyerBook {
    /// The buyer.
    pub buyer: Kid,
    /// The name given in the latest order.
    pub name: String,
    /// The number of receipts.
    pub receipts: u64,
    /// Money paid.
    pub money: Vec<Money>,
    /// What the buyer holds.
    pub holdings: Vec<Holding>,
    /// The levels held, added up over all listings, in micro-ε.
    pub held_micro_epsilon: u64,
}

/// A level held of a listing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, rename = "AuditHolding")]
pub struct Holding {
    /// The listing's latest version shown.
    pub listing: DocumentId,
    /// Its title.
    pub title: String,
    /// The level held.
    pub micro_epsilon: MicroEpsilon,
}

#[derive(Default)]
struct Purse(BTreeMap<Currency, u64>);

impl Purse {
    fn add(&mut self, currency: Currency, amount: MinorUnits) {
        let sum = self.0.entry(currency).or_default();
        *sum = sum.saturating_add(amount.get());
    }

    fn add_all(&mut self, other: &Self) {
        for (currency, amount) in &other.0 {
            let sum = self.0.entry(*currency).or_default();
            *sum = sum.saturating_add(*amount);
        }
    }

    fn money(&self) -> Vec<Money> {
        let money = |(currency, sum): (&Currency, &u64)| amount(*currency, *sum);
        self.0.iter().map(money).collect()
    }
}

fn amount(currency: Currency, sum: u64) -> Money {
    let minor = MinorUnits::new(sum).unwrap_or(MinorUnits::MAX);
    Money {
        currency,
        minor,
        text: format!("{currency} {}", currency.format(minor)),
    }
}

#[derive(Default)]
struct CurrencySums {
    receipts: u64,
    money: u64,
    sold: u64,
}

struct SeriesBook {
    listing: DocumentId,
    title: String,
    ceiling: MicroEpsilon,
    dataset: Option<Salt>,
    cap: Option<MicroEpsilon>,
    highest: MicroEpsilon,
    independent: u64,
    receipts: u64,
    money: Purse,
    holders: BTreeMap<Kid, MicroEpsilon>,
}

#[derive(Default)]
struct BuyerSums {
    name: String,
    receipts: u64,
    money: Purse,
}

/// Adds sales up, one owner's.
#[derive(Default)]
pub(super) struct Book {
    series: Vec<SeriesBook>,
    by_seeds: HashMap<Digest, usize>,
    buyers: BTreeMap<Kid, BuyerSums>,
    receipts: u64,
    money: Purse,
    currencies: BTreeMap<Currency, CurrencySums>,
}

impl Book {
    /// Notes a listing, or a new version of one.
    pub(super) fn listing(&mut self, listing: &Signed<Listing>) {
        let payload = listing.payload();
        let index = *self
            .by_seeds
            .entry(payload.seed_commitment)
            .or_insert_with(|| {
                self.series.push(SeriesBook {
                    listing: listing.id(),
                    title: String::new(),
                    ceiling: MicroEpsilon::ZERO,
                    dataset: payload.dataset,
                    cap: None,
                    highest: MicroEpsilon::ZERO,
                    independent: 0,
                    receipts: 0,
                    money: Purse::default(),
                    holders: BTreeMap::new(),
                });
                self.series.len() - 1
            });
        if let Some(series) = self.series.get_mut(index) {
            series.listing = listing.id();
            series.title.clone_from(&payload.title);
            series.ceiling = payload.ceiling_micro_epsilon;
            series.cap = payload.dataset_cap_micro_epsilon;
        }
    }

    /// Notes a sale of the listing with these seeds.
    pub(super) fn sale(&mut self, seeds: Digest, buyer_name: &str, receipt: &Receipt) {
        let Some(series) = self
            .by_seeds
            .get(&seeds)
            .and_then(|index| self.series.get_mut(*index))
        else {
            return;
        };
        let to = receipt.to_micro_epsilon;
        series.highest = series.highest.max(to);
        series.independent = series.independent.saturating_add(to.get());
        series.receipts += 1;
        series.money.add(receipt.currency, receipt.price_minor);
        let held = series.holders.entry(receipt.buyer).or_default();
        *held = to.max(*held);
        let buyer = self.buyers.entry(receipt.buyer).or_default();
        if !buyer_name.is_empty() {
            buyer_name.clone_into(&mut buyer.name);
        }
        buyer.receipts += 1;
        buyer.money.add(receipt.currency, receipt.price_minor);
        self.receipts += 1;
        self.money.add(receipt.currency, receipt.price_minor);
        let sums = self.currencies.entry(receipt.currency).or_default();
        sums.receipts += 1;
        sums.money = sums.money.saturating_add(receipt.price_minor.get());
        let rise = to.get().saturating_sub(receipt.from_micro_epsilon.get());
        sums.sold = sums.sold.saturating_add(rise);
    }

    pub(super) fn into_books(self, owner: Kid, owner_name: String, complete: bool) -> Books {
        let mut datasets: BTreeMap<Salt, DatasetBook> = BTreeMap::new();
        let mut purses: BTreeMap<Salt, Purse> = BTreeMap::new();
        for series in &self.series {
            let Some(name) = series.dataset else { continue };
            let book = datasets.entry(name).or_insert(DatasetBook {
                dataset: name,
                listings: 0,
                loss_micro_epsilon: 0,
                cap_micro_epsilon: None,
                independent_loss_micro_epsilon: 0,
                receipts: 0,
                money: Vec::new(),
            });
            let purse = purses.entry(name).or_default();
            purse.add_all(&series.money);
            book.money = purse.money();
            book.receipts += series.receipts;
            book.listings += 1;
            book.loss_micro_epsilon = book.loss_micro_epsilon.saturating_add(series.highest.get());
            book.independent_loss_micro_epsilon = book
                .independent_loss_micro_epsilon
                .saturating_add(series.independent);
            book.cap_micro_epsilon = series.cap.or(book.cap_micro_epsilon);
        }
        let holdings = |buyer: &Kid| -> Vec<Holding> {
            let held = |series: &SeriesBook| {
                let level = series.holders.get(buyer)?;
                Some(Holding {
                    listing: series.listing,
                    title: series.title.clone(),
                    micro_epsilon: *level,
                })
            };
            self.series.iter().filter_map(held).collect()
        };
        let by_buyer = self.buyers.iter().map(|(kid, sums)| {
            let holdings = holdings(kid);
            BuyerBook {
                buyer: *kid,
                name: sums.name.clone(),
                receipts: sums.receipts,
                money: sums.money.money(),
                held_micro_epsilon: holdings
                    .iter()
                    .fold(0, |sum, held| sum.saturating_add(held.micro_epsilon.get())),
                holdings,
            }
        });
        let by_currency = self.currencies.iter().map(|(currency, sums)| CurrencyBook {
            money: amount(*currency, sums.money),
            receipts: sums.receipts,
            sold_micro_epsilon: sums.sold,
        });
        let listings = self.series.iter().map(|series| ListingBook {
            listing: series.listing,
            title: series.title.clone(),
            highest_micro_epsilon: series.highest,
            ceiling_micro_epsilon: series.ceiling,
            independent_loss_micro_epsilon: series.independent,
            receipts: series.receipts,
            buyers: series.holders.len() as u64,
            money: series.money.money(),
        });
        Books {
            owner,
            owner_name,
            complete,
            receipts: self.receipts,
            buyers: self.buyers.len() as u64,
            money: self.money.money(),
            independent_loss_micro_epsilon: self
                .series
                .iter()
                .fold(0, |sum, series| sum.saturating_add(series.independent)),
            by_buyer: by_buyer.collect(),
            by_currency: by_currency.collect(),
            listings: listings.collect(),
            datasets: datasets.into_values().collect(),
        }
    }
}
