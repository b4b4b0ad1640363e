//! Holdings, losses and money that each receipt states, against the receipts before it.

use super::{Held, LedgerAudit};
use crate::messages::{LedgerProblem, PopulationProblem};
use gradual_release::accountant::PrivacyLoss;
use poundwise_documents::finding::{At, Code, ComparisonSide, SidePhrase, SideValue, sides};
use poundwise_documents::jws::Signed;
use poundwise_documents::kinds::{Order, Receipt, Settlement};
use poundwise_documents::units::{Currency, DocumentId, MicroEpsilon, Money, Salt};

impl LedgerAudit {
    /// Checks what the buyer held before against the documents. Returns the release held before.
    pub(super) fn holding(
        &mut self,
        at: &mut At<'_>,
        question: usize,
        order: Option<&Signed<Order>>,
        receipt: &Signed<Receipt>,
    ) -> Option<DocumentId> {
        let payload = receipt.payload();
        let held = Held {
            level: payload.to,
            receipt: receipt.id(),
            release: payload.release,
        };
        let before = self
            .questions
            .get_mut(question)?
            .holders
            .insert(payload.buyer, held);
        if !self.gap {
            let level = before
                .as_ref()
                .map_or(MicroEpsilon::ZERO, |held| held.level);
            at.compare(
                payload.from == level,
                Code::WrongFrom,
                || {
                    sides(
                        SidePhrase::FromLevel.with([payload.from]),
                        SidePhrase::HeldLevel.with([level]),
                    )
                },
                || LedgerProblem::WrongFrom {
                    from: payload.from,
                    held: level,
                },
            );
            if let Some(order) = order {
                let named = order.payload().previous_receipt;
                at.compare(
                    named == before.as_ref().map(|held| held.receipt),
                    Code::WrongHolding,
                    || {
                        sides(
                            ComparisonSide::id_or_none(named),
                            ComparisonSide::id_or_none(before.as_ref().map(|held| held.receipt)),
                        )
                    },
                    || LedgerProblem::WrongHolding,
                );
            }
        }
        before.map(|held| held.release)
    }

    /// Checks the loss of the question and of the population that the listing names.
    pub(super) fn losses(
        &mut self,
        at: &mut At<'_>,
        question: usize,
        population: Salt,
        payload: &Receipt,
    ) {
        let Some(question) = self.questions.get_mut(question) else {
            return;
        };
        question.raise(payload.to, &mut self.populations);
        let highest = question.highest;
        let stated = payload.question_loss;
        question.highest = highest.max(stated);
        let Some(population) = self.populations.get_mut(&population) else {
            return;
        };
        let loss = population.losses.loss();
        let stated_loss = payload.population_loss();
        population.losses.raise_to(stated_loss.into());
        if self.gap {
            return;
        }
        let both = || sides(stated, highest);
        at.compare(stated == highest, Code::QuestionLoss, both, || {
            PopulationProblem::QuestionLoss { stated, highest }
        });
        at.compare(
            PrivacyLoss::from(stated_loss) == loss,
            Code::PopulationLoss,
            || sides(stated_loss, loss),
            || PopulationProblem::PopulationLoss {
                stated: stated_loss.into(),
                sales: loss.into(),
            },
        );
    }

    /// Checks the money received so far. It does not include what is owed or was free.
    pub(super) fn totals(&mut self, at: &mut At<'_>, payload: &Receipt) {
        if payload.settlement == Settlement::Paid {
            let total = self.money.entry(payload.currency).or_default();
            *total = total.saturating_add(payload.price_minor.get());
        }
        let stated = payload
            .total_money
            .iter()
            .map(|(currency, amount)| (*currency, amount.get()));
        let agrees = self
            .money
            .iter()
            .map(|(currency, amount)| (*currency, *amount))
            .eq(stated.clone());
        if !self.gap {
            let both = || {
                sides(
                    total(stated.clone()),
                    total(self.money.iter().map(|(c, m)| (*c, *m))),
                )
            };
            at.compare(agrees, Code::WrongTotal, both, || {
                let [stated, sales] = both();
                LedgerProblem::Total { stated, sales }
            });
        }
        // From here on as stated, so that one wrong total is one finding.
        self.money = stated.collect();
    }
}

/// Returns the side of a total of money by currency.
fn total(amounts: impl Iterator<Item = (Currency, u64)>) -> ComparisonSide {
    let amounts = amounts.map(|(currency, minor)| Money::new(minor, currency));
    let amounts: Vec<_> = amounts.collect();
    if amounts.is_empty() {
        SidePhrase::Nothing.into()
    } else {
        SideValue::Money(amounts).into()
    }
}
