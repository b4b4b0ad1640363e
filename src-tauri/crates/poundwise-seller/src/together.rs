//! Orders that wait, each of which can be approved, and not all of them.
//!
//! Orders share two limits. A ceiling limits the level to which one path is read: of several orders
//! for a question the highest counts, so that orders which keep it one by one keep it together. A
//! cap limits a sum: the losses of a population's questions add up, and so does what orders for
//! several of them add.

use std::collections::BTreeMap;

use gradual_release::accountant::{LossSum, PrivacyLoss};
use poundwise_documents::units::{Digest, LossPair, Salt};

use crate::{store::Population, view::OrdersTogether};

/// The part of a population's cap that an order would use.
pub(crate) struct Claim {
    population: Salt,
    question: Digest,
    /// Rise of the question's loss by this order alone, above zero.
    rise: PrivacyLoss,
    /// The population's loss before any of them.
    loss: LossPair,
    cap: LossPair,
}

impl Claim {
    /// Returns the claim of an order that raises the charge of a question from `before` to `after`,
    /// with the population's loss before it. Returns `None` for an order that adds no loss: it
    /// always fits.
    pub(crate) fn of(
        (population, loss): (&Population, LossPair),
        question: Digest,
        before: PrivacyLoss,
        after: PrivacyLoss,
    ) -> Option<Self> {
        let rise = before.rise_to(after);
        (rise != PrivacyLoss::ZERO).then_some(Self {
            population: population.id,
            question,
            rise,
            loss,
            cap: population.cap,
        })
    }
}

/// Claims to the cap of one population.
struct Shared {
    orders: u64,
    loss: LossPair,
    cap: LossPair,
    /// The highest rise of each question.
    rises: BTreeMap<Digest, PrivacyLoss>,
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
            let mut sum = LossSum::new(shared.loss.into());
            for rise in shared.rises.values() {
                sum.raise(PrivacyLoss::ZERO, *rise);
            }
            let after = sum.loss();
            (!after.is_within(shared.cap.into())).then_some((
                population,
                OrdersTogether {
                    orders: shared.orders,
                    population_loss_after: after.micro_epsilon,
                },
            ))
        })
        .collect();
    claims
        .iter()
        .map(|claim| together.get(&claim.as_ref()?.population).cloned())
        .collect()
}
