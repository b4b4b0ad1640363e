//! Orders that wait, each of which can be approved, and not all of them.
//!
//! Orders share two limits. A ceiling limits the level to which one path is read: of several orders
//! for a question the highest counts, so that orders which keep it one by one keep it together. A
//! cap limits a sum: the losses of a population's questions add up, and so does what orders for
//! several of them add.

use std::collections::BTreeMap;

use poundwise_documents::units::{Digest, MicroEpsilon, Salt};

use crate::{
    store::{Population, rise_to},
    view::OrdersTogether,
};

/// The part of a population's cap that an order would use.
pub(crate) struct Claim {
    population: Salt,
    question: Digest,
    /// Rise of the question's loss by this order alone, above zero.
    rise: u64,
    /// The population's loss before any of them.
    loss: u64,
    cap: u64,
}

impl Claim {
    /// Returns the claim of an order to a level of a question, with the losses of both before it;
    /// none of an order that adds no loss, which fits whatever else is approved.
    pub(crate) fn of(
        (population, loss): (&Population, MicroEpsilon),
        (question, sold): (Digest, MicroEpsilon),
        to: MicroEpsilon,
    ) -> Option<Self> {
        let rise = rise_to(sold, to).get();
        (rise > 0).then(|| Self {
            population: population.id,
            question,
            rise,
            loss: loss.get(),
            cap: population.cap.get(),
        })
    }
}

/// Claims to the cap of one population.
struct Shared {
    orders: u64,
    loss: u64,
    cap: u64,
    /// The highest rise of each question.
    rises: BTreeMap<Digest, u64>,
}

/// Returns for each claim what it comes to with all the others to its population, where that is
/// over the cap; an order that cannot be approved alone has none.
pub(crate) fn over_cap(claims: &[Option<Claim>]) -> Vec<Option<OrdersTogether>> {
    let mut populations: BTreeMap<Salt, Shared> = BTreeMap::new();
    for claim in claims.iter().flatten() {
        let shared = populations.entry(claim.population).or_insert(Shared {
            orders: 0,
            loss: claim.loss,
            cap: claim.cap,
            rises: BTreeMap::new(),
        });
        shared.orders += 1;
        let rise = shared.rises.entry(claim.question).or_default();
        *rise = (*rise).max(claim.rise);
    }
    let together: BTreeMap<Salt, OrdersTogether> = populations
        .into_iter()
        .filter_map(|(population, shared)| {
            let rises = shared.rises.values();
            let after = rises.fold(shared.loss, |sum, rise| sum.saturating_add(*rise));
            (after > shared.cap).then_some((
                population,
                OrdersTogether {
                    orders: shared.orders,
                    population_loss_after: after,
                },
            ))
        })
        .collect();
    claims
        .iter()
        .map(|claim| together.get(&claim.as_ref()?.population).cloned())
        .collect()
}
