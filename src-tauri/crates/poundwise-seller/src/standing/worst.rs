//! The most that a rule can still do.

use chrono::Datelike;
use gradual_release::accountant::LossSum;
use poundwise_documents::units::{MicroEpsilon, MinorUnits};

use super::{Rule, Scope};
use crate::messages::FaultMessage;
use crate::{
    Seller,
    error::{Error, ErrorCode, Result},
    messages::RuleMessage,
    store::{Population, damaged},
    view::{ListingStatus, Money, RuleWorst},
};

impl Seller<'_> {
    /// Returns the most that a rule can still do, of what is listed now and at today's prices,
    /// having approved `this_month`. A bound from above: levels between the grains, and orders over
    /// the price of one order, count as sold. A rule with a `number` is one of this home's; `off`
    /// says that it approves nothing yet, whose waiting orders are then looked at too.
    pub(super) fn worst(
        &self,
        rule: &Rule,
        this_month: MinorUnits,
        number: Option<u64>,
        off: bool,
    ) -> Result<RuleWorst> {
        let all = self.context.read().own_listings()?;
        let open: Vec<_> = all
            .iter()
            .filter(|own| {
                own.status == ListingStatus::Open
                    && rule.covers(own)
                    && own.listing.payload().currency == rule.currency
            })
            .collect();
        let population = self.population_of(rule)?;
        let before = self.context.read().population_loss(&population)?;
        let mut sum = LossSum::new(before.into());
        let mut price = MinorUnits::ZERO;
        for own in &open {
            let listing = own.listing.payload();
            let most = rule.up_to.min(listing.ceiling);
            let loss = self.context.read().question_loss(&own.question)?;
            sum.raise(listing.family.charge(loss), listing.family.charge(most));
            let held = match &rule.buyer {
                Some(kid) => self.context.read().held_by(&own.question, kid)?.level,
                None => MicroEpsilon::ZERO,
            };
            if most > held {
                let more = listing.tariff.increment(held, most).map_err(|e| {
                    let (title, level) = (listing.title.clone(), most);
                    Error::refused(ErrorCode::Tariff, RuleMessage::NoPrice { title, level })
                        .because_of(e)
                })?;
                price = price.checked_add(more).unwrap_or(MinorUnits::MAX);
            }
        }
        let (before, cap) = (
            before.micro_epsilon.get(),
            population.cap.micro_epsilon.get(),
        );
        let after = sum.loss().micro_epsilon;
        Ok(RuleWorst {
            loss_before: before,
            // What is over the cap is refused; a loss that is there already stays.
            loss_after: after.min(cap.max(before)),
            cap_micro_epsilon: cap,
            listings: open.len() as u64,
            money: Money::new(price, rule.currency),
            per_month: rule.per_month.map(|most| Money::new(most, rule.currency)),
            in_all: self.in_all(rule, this_month)?,
            at_once: if off {
                self.approved_at_once(rule, this_month, number)?
            } else {
                Vec::new()
            },
        })
    }

    /// Returns the population whose loss a rule adds to.
    fn population_of(&self, rule: &Rule) -> Result<Population> {
        let id = match &rule.scope {
            Scope::Population(id) => *id,
            Scope::Question(question) => {
                self.context
                    .read()
                    .newest_of(question)?
                    .ok_or_else(|| {
                        damaged(FaultMessage::NoListing {
                            question: question.to_string(),
                        })
                    })?
                    .population
            }
        };
        self.context.read().population(&id)
    }

    /// Returns the most until the last day: the month's limit for every calendar month until then.
    fn in_all(&self, rule: &Rule, this_month: MinorUnits) -> Result<Option<Money>> {
        let (Some(most), Some(last)) = (rule.per_month, rule.last_day) else {
            return Ok(None);
        };
        let today = self.today()?;
        let month = |day: chrono::NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
        let months = if today > last {
            0
        } else {
            u64::try_from(month(last) - month(today) + 1).unwrap_or(0)
        };
        let left = most
            .get()
            .saturating_mul(months)
            .saturating_sub(this_month.get());
        let left = MinorUnits::new(left).unwrap_or(MinorUnits::MAX);
        Ok(Some(Money::new(left, rule.currency)))
    }
}
