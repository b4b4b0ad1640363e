//! Sums of the sales, listing by listing and receipt by receipt.

use std::collections::{BTreeMap, HashMap};

use gradual_release::accountant::{LossSum, PrivacyLoss};
use poundwise_documents::jws::Signed;
use poundwise_documents::kinds::{Family, Listing, PopulationEntry, Receipt, Settlement};
use poundwise_documents::units::{
    Currency, Digest, DocumentId, Kid, LossPair, MicroEpsilon, MinorUnits, Money, Salt,
};

use crate::report::{Books, BuyerBook, CurrencyBook, Holding, ListingBook, PopulationBook};

/// Money by currency, in minor units.
#[derive(Default)]
struct MoneySums(BTreeMap<Currency, u64>);

impl MoneySums {
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
        let money = |(currency, sum): (&Currency, &u64)| Money::new(*sum, *currency);
        self.0.iter().map(money).collect()
    }
}

/// Returns the sum of losses.
fn total(losses: impl Iterator<Item = PrivacyLoss>) -> PrivacyLoss {
    losses.fold(PrivacyLoss::ZERO, PrivacyLoss::saturating_plus)
}

#[derive(Default)]
struct CurrencySums {
    receipts: u64,
    money: u64,
    sold: PrivacyLoss,
}

struct QuestionSums {
    question: Digest,
    listing: DocumentId,
    title: String,
    ceiling: MicroEpsilon,
    family: Family,
    /// Population of the latest listing.
    population: Salt,
    /// All that a listing has named.
    populations: Vec<Salt>,
    highest: MicroEpsilon,
    independent: PrivacyLoss,
    receipts: u64,
    openings: u64,
    money: MoneySums,
    credit: MoneySums,
    holders: BTreeMap<Kid, MicroEpsilon>,
}

struct PopulationSums {
    unit_name: String,
    cap: LossPair,
    carried: LossPair,
    openings: u64,
}

#[derive(Default)]
struct BuyerSums {
    name: String,
    receipts: u64,
    money: MoneySums,
    credit: MoneySums,
}

/// Sums of one owner's sales.
#[derive(Default)]
pub(super) struct Book {
    questions: Vec<QuestionSums>,
    by_seeds: HashMap<Digest, usize>,
    populations: BTreeMap<Salt, PopulationSums>,
    buyers: BTreeMap<Kid, BuyerSums>,
    receipts: u64,
    openings: u64,
    money: MoneySums,
    credit: MoneySums,
    free: u64,
    waived: MoneySums,
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
                self.questions.push(QuestionSums {
                    question: payload.seed_commitment,
                    listing: listing.id(),
                    title: String::new(),
                    ceiling: MicroEpsilon::ZERO,
                    family: payload.family,
                    population: payload.population,
                    populations: Vec::new(),
                    highest: MicroEpsilon::ZERO,
                    independent: PrivacyLoss::ZERO,
                    receipts: 0,
                    openings: 0,
                    money: MoneySums::default(),
                    credit: MoneySums::default(),
                    holders: BTreeMap::new(),
                });
                self.questions.len() - 1
            });
        if let Some(question) = self.questions.get_mut(index) {
            question.listing = listing.id();
            question.title.clone_from(&payload.title);
            question.ceiling = payload.ceiling;
            question.population = payload.population;
            if !question.populations.contains(&payload.population) {
                question.populations.push(payload.population);
            }
        }
        let population = self
            .populations
            .entry(payload.population)
            .or_insert_with(|| PopulationSums {
                unit_name: payload.unit_name.clone(),
                cap: payload.population_cap(),
                carried: LossPair::ZERO,
                openings: 0,
            });
        population.cap = payload.population_cap();
        population.carried = population.carried.max(payload.population_carried());
    }

    /// Records the cap, carried loss and assumed losses that an entry states.
    pub(super) fn population(&mut self, entry: &PopulationEntry) {
        let (cap, carried) = (entry.cap(), entry.carried());
        let population =
            self.populations
                .entry(entry.population)
                .or_insert_with(|| PopulationSums {
                    unit_name: entry.unit_name.clone(),
                    cap,
                    carried: LossPair::ZERO,
                    openings: 0,
                });
        population.cap = cap;
        match entry.into {
            None => population.carried = population.carried.max(carried),
            Some(into) => {
                if let Some(target) = self.populations.get_mut(&into) {
                    let raised = target.carried.checked_add(carried);
                    target.carried = raised.unwrap_or(LossPair::MAX);
                }
            }
        }
        for assumed in &entry.assumed {
            let question = self.by_seeds.get(&assumed.question);
            if let Some(question) = question.and_then(|index| self.questions.get_mut(*index)) {
                question.highest = question.highest.max(assumed.level);
            }
        }
    }

    /// Notes a granted opening.
    pub(super) fn grant(&mut self, population: Salt, question: Digest) {
        self.openings += 1;
        if let Some(population) = self.populations.get_mut(&population) {
            population.openings += 1;
        }
        if let Some(question) = self
            .by_seeds
            .get(&question)
            .and_then(|index| self.questions.get_mut(*index))
        {
            question.openings += 1;
        }
    }

    /// Notes a sale of the question with these seeds.
    pub(super) fn sale(&mut self, seeds: Digest, buyer_name: &str, receipt: &Receipt) {
        let Some(question) = self
            .by_seeds
            .get(&seeds)
            .and_then(|index| self.questions.get_mut(*index))
        else {
            return;
        };
        let to = receipt.to;
        question.highest = question.highest.max(to);
        let charge = question.family.charge(to);
        question.independent = question.independent.saturating_plus(charge);
        question.receipts += 1;
        let held = question.holders.entry(receipt.buyer).or_default();
        *held = to.max(*held);
        let buyer = self.buyers.entry(receipt.buyer).or_default();
        if !buyer_name.is_empty() {
            buyer_name.clone_into(&mut buyer.name);
        }
        buyer.receipts += 1;
        self.receipts += 1;
        let sums = self.currencies.entry(receipt.currency).or_default();
        sums.receipts += 1;
        let rise = question.family.charge(receipt.from).rise_to(charge);
        sums.sold = sums.sold.saturating_plus(rise);
        let (currency, price) = (receipt.currency, receipt.price_minor);
        match receipt.settlement {
            Settlement::Paid => {
                question.money.add(currency, price);
                buyer.money.add(currency, price);
                self.money.add(currency, price);
                sums.money = sums.money.saturating_add(price.get());
            }
            Settlement::Credit => {
                question.credit.add(currency, price);
                buyer.credit.add(currency, price);
                self.credit.add(currency, price);
            }
            Settlement::Free => {
                self.free += 1;
                // Of a listing at no price nothing is waived.
                if price > MinorUnits::ZERO {
                    self.waived.add(currency, price);
                }
            }
        }
    }

    fn population_books(&self) -> Vec<PopulationBook> {
        let book = |(name, sums): (&Salt, &PopulationSums)| {
            let mut loss = LossSum::new(sums.carried.into());
            let mut independent = loss;
            let mut book = PopulationBook {
                population: *name,
                unit_name: sums.unit_name.clone(),
                questions: 0,
                loss_micro_epsilon: 0,
                loss_nano_rho: 0,
                carried_micro_epsilon: sums.carried.micro_epsilon,
                carried_nano_rho: sums.carried.nano_rho,
                cap_micro_epsilon: sums.cap.micro_epsilon,
                cap_nano_rho: sums.cap.nano_rho,
                openings: sums.openings,
                independent_loss_micro_epsilon: 0,
                independent_loss_nano_rho: 0,
                receipts: 0,
                money: Vec::new(),
                credit: Vec::new(),
            };
            let (mut money, mut credit) = (MoneySums::default(), MoneySums::default());
            for question in &self.questions {
                if question.populations.contains(name) {
                    book.questions += 1;
                    loss.raise(PrivacyLoss::ZERO, question.family.charge(question.highest));
                    independent.raise(PrivacyLoss::ZERO, question.independent);
                }
                if question.population == *name {
                    book.receipts += question.receipts;
                    money.add_all(&question.money);
                    credit.add_all(&question.credit);
                }
            }
            let (loss, independent) = (loss.loss(), independent.loss());
            (book.loss_micro_epsilon, book.loss_nano_rho) = (loss.micro_epsilon, loss.nano_rho);
            book.independent_loss_micro_epsilon = independent.micro_epsilon;
            book.independent_loss_nano_rho = independent.nano_rho;
            book.money = money.money();
            book.credit = credit.money();
            book
        };
        self.populations.iter().map(book).collect()
    }

    pub(super) fn into_books(self, owner: Kid, owner_name: String, complete: bool) -> Books {
        let populations = self.population_books();
        let holdings = |buyer: &Kid| -> Vec<Holding> {
            let held = |question: &QuestionSums| {
                let level = question.holders.get(buyer)?;
                Some(Holding {
                    question: question.question,
                    listing: question.listing,
                    title: question.title.clone(),
                    level: *level,
                })
            };
            self.questions.iter().filter_map(held).collect()
        };
        let by_buyer = self.buyers.iter().map(|(kid, sums)| {
            let holdings = holdings(kid);
            let levels = self
                .questions
                .iter()
                .filter_map(|question| Some(question.family.charge(*question.holders.get(kid)?)));
            let held = total(levels);
            BuyerBook {
                buyer: *kid,
                name: sums.name.clone(),
                receipts: sums.receipts,
                money: sums.money.money(),
                credit: sums.credit.money(),
                held_micro_epsilon: held.micro_epsilon,
                held_nano_rho: held.nano_rho,
                holdings,
            }
        });
        let by_currency = self.currencies.iter().map(|(currency, sums)| CurrencyBook {
            money: Money::new(sums.money, *currency),
            receipts: sums.receipts,
            sold_micro_epsilon: sums.sold.micro_epsilon,
            sold_nano_rho: sums.sold.nano_rho,
        });
        let listings = self.questions.iter().map(|question| ListingBook {
            question: question.question,
            listing: question.listing,
            title: question.title.clone(),
            population: question.population,
            highest: question.highest,
            ceiling: question.ceiling,
            independent_loss_micro_epsilon: question.independent.micro_epsilon,
            independent_loss_nano_rho: question.independent.nano_rho,
            receipts: question.receipts,
            openings: question.openings,
            buyers: question.holders.len() as u64,
            money: question.money.money(),
            credit: question.credit.money(),
        });
        let independent = total(self.questions.iter().map(|question| question.independent));
        Books {
            owner,
            owner_name,
            complete,
            receipts: self.receipts,
            openings: self.openings,
            buyers: self.buyers.len() as u64,
            money: self.money.money(),
            credit: self.credit.money(),
            free: self.free,
            waived: self.waived.money(),
            independent_loss_micro_epsilon: independent.micro_epsilon,
            independent_loss_nano_rho: independent.nano_rho,
            by_buyer: by_buyer.collect(),
            by_currency: by_currency.collect(),
            listings: listings.collect(),
            populations,
        }
    }
}
