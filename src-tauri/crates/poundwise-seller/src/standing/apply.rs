//! Waiting orders looked at by the rules.

use std::collections::VecDeque;

use super::{Rule, StoredRule, StoredRuleState};
use crate::{
    Payment, Seller,
    approve::{Approval, Approved},
    error::{Error, ErrorCode, ErrorKind, Result},
    home::Home,
    ids::RuleNumber,
    inbox::Prospect,
    job::Job,
    ledger::Moment,
    messages::{RuleHint, RuleMessage},
    stated::next_moment,
    store::{Reading, Received, Which},
    view::{Misfit, Money, OrderStatus, RuleFit, RuleMisfit, RuleUse, RulesApplied},
    work::Work,
};
use chrono::NaiveDate;
use gradual_release::accountant::PrivacyLoss;
use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Order, Receipt},
    log::entry_number,
    units::{MicroEpsilon, MinorUnits, Timestamp},
};

/// Uses that a rule's view carries.
const USES_SHOWN: u32 = 50;

impl Moment {
    /// Returns its day, UTC.
    pub(super) fn today(&self) -> NaiveDate {
        self.now.to_datetime().date_naive()
    }
}

/// A look at the waiting orders by the rules, one order after the other, in the order of their
/// arrival.
pub struct Sweep {
    waiting: VecDeque<Signed<Order>>,
}

/// An order that a rule fits, before its release is computed.
pub struct ByRule {
    rule: u64,
    order: Signed<Order>,
    approval: Approval,
}

/// An order that a rule fits, which only waits to be signed.
pub struct ApprovedByRule {
    rule: u64,
    order: Signed<Order>,
    approved: Approved,
}

impl Job for ByRule {
    type Made = ApprovedByRule;
    type Answer = Option<RuleUse>;

    /// Computes the release. Needs no home.
    ///
    /// # Errors
    /// When there is no response at this level; `stopped`.
    fn run(self, work: &Work<'_>) -> Result<ApprovedByRule> {
        Ok(ApprovedByRule {
            rule: self.rule,
            order: self.order,
            approved: self.approval.run(work)?,
        })
    }

    fn finish(home: &Home, made: ApprovedByRule) -> Result<Option<RuleUse>> {
        Seller::of(home).finish_by_rule(made)
    }
}

impl Seller<'_> {
    /// Fetches new orders and approves those that a rule fits, in the order of their arrival, each
    /// in one transaction with the record of the rule's use. Where several rules fit, the lowest
    /// number is used. An order that no rule fits, or that an approval would refuse (over a cap, at
    /// a stale price), waits.
    ///
    /// # Errors
    /// `market` where the market cannot be read; `home-damaged`; errors of the database, such as
    /// `busy`, before anything was approved; what it says later is in [`RulesApplied::stopped`].
    pub fn apply_rules(&self) -> Result<RulesApplied> {
        let mut sweep = self.begin_sweep()?;
        let mut approved = Vec::new();
        let stopped = loop {
            match self.sweep_on(&mut sweep) {
                Ok(Some(used)) => approved.extend(used),
                Ok(None) => break None,
                Err(error) if approved.is_empty() => return Err(error),
                Err(error) => break Some(error.view()),
            }
        };
        Ok(RulesApplied { approved, stopped })
    }

    /// Looks at one more order; returns none after the last.
    fn sweep_on(&self, sweep: &mut Sweep) -> Result<Option<Option<RuleUse>>> {
        match self.next_by_rule(sweep)? {
            Some(next) => Ok(Some(next.complete(self.home, &Work::silent())?)),
            None => Ok(None),
        }
    }

    /// Begins [`Seller::apply_rules`] in steps, so that the releases can be computed without the
    /// home: for each [`Seller::next_by_rule`], the job that it gives.
    ///
    /// # Errors
    /// Those of the market and the database; as for [`Seller::approve`] where this home may be an
    /// older copy of itself and orders wait.
    pub fn begin_sweep(&self) -> Result<Sweep> {
        self.fetch_orders()?;
        self.begin_sweep_of_waiting()
    }

    /// Returns whether orders wait that rules may approve.
    ///
    /// # Errors
    /// Those of the database.
    pub fn has_sweep(&self) -> Result<bool> {
        Ok(!self.waiting_for_rules()?.is_empty())
    }

    fn waiting_for_rules(&self) -> Result<Vec<Received>> {
        if self.context.read().rules()?.iter().any(StoredRule::is_on) {
            let at = self.context.order_time()?;
            self.context.read().received(Which::Pending, at)
        } else {
            Ok(Vec::new())
        }
    }

    /// Begins as [`Seller::begin_sweep`] does, with the orders that were fetched before.
    ///
    /// # Errors
    /// As there.
    pub fn begin_sweep_of_waiting(&self) -> Result<Sweep> {
        let waiting = self.waiting_for_rules()?;
        if !waiting.is_empty() {
            self.context.check_own_history()?;
        }
        Ok(Sweep {
            waiting: waiting.into_iter().map(|received| received.order).collect(),
        })
    }

    /// Returns the next waiting order that a rule fits and that may be approved.
    ///
    /// # Errors
    /// Those of the database.
    pub fn next_by_rule(&self, sweep: &mut Sweep) -> Result<Option<ByRule>> {
        while let Some(order) = sweep.waiting.pop_front() {
            let moment = self.moment(&self.context.read())?;
            let begun = self
                .fitting(&self.context.read(), &order, &moment)
                .and_then(|rule| {
                    rule.map(|kept| {
                        let approval = self.approval(&order, Payment::from(&kept.rule))?;
                        Ok((kept.number, approval))
                    })
                    .transpose()
                });
            if let Some((rule, approval)) = waits(begun)? {
                return Ok(Some(ByRule {
                    rule,
                    order,
                    approval,
                }));
            }
        }
        Ok(None)
    }

    /// Signs, stores and sends an approval by rule. The rule and the order are looked at again, as
    /// the home is now: none if the rule does not fit any more, or something else about the order
    /// changed meanwhile.
    ///
    /// # Errors
    /// Those of the database: nothing is written then. `mark-unwritable` as for
    /// [`Seller::approve`]: the sale stands, and nothing was sent.
    fn finish_by_rule(&self, ready: ApprovedByRule) -> Result<Option<RuleUse>> {
        let used = waits(self.sell_by_rule(ready).map(Some))?;
        if used.is_some() {
            self.context.send_entries()?;
        }
        Ok(used)
    }

    fn sell_by_rule(&self, ready: ApprovedByRule) -> Result<RuleUse> {
        let ApprovedByRule {
            rule,
            order,
            approved,
        } = ready;
        let writing = self.context.db.begin()?;
        // The rule is looked at in the very moment that the receipt will state.
        let moment = next_moment(self.context, &writing)?;
        let status = writing.order_status(&order.id(), moment.now)?;
        let fits = self
            .fitting(&writing, &order, &moment)?
            .is_some_and(|kept| kept.number == rule);
        if status != Some(OrderStatus::Pending) || !fits {
            return Err(Error::refused(ErrorCode::RuleChanged, RuleMessage::Changed)
                .hint(RuleHint::WaitsInInbox));
        }
        let receipt = self.sell(&writing, &order, approved, &moment)?;
        writing.insert_use(rule, &receipt)?;
        self.context.commit_one_of_many(writing)?;
        let own = self.listing_of(&order)?;
        self.use_view(rule, &receipt, &order, &own.listing)
    }

    /// Returns the rule that approves an order now: of those that fit, the one with the lowest
    /// number.
    fn fitting(
        &self,
        reading: &Reading<'_>,
        order: &Signed<Order>,
        moment: &Moment,
    ) -> Result<Option<StoredRule>> {
        let prospect = self.prospect(reading, order)?;
        for kept in reading.rules()? {
            if !kept.is_removed()
                && names(&kept.rule, order, &prospect)
                && self
                    .misfit(reading, &kept, order, &prospect, moment)?
                    .is_none()
            {
                return Ok(Some(kept));
            }
        }
        Ok(None)
    }

    /// Returns the reason why a rule that names an order's buyer and listing does not fit it, if it
    /// does not.
    fn misfit(
        &self,
        reading: &Reading<'_>,
        kept: &StoredRule,
        order: &Signed<Order>,
        prospect: &Prospect,
        moment: &Moment,
    ) -> Result<Option<Misfit>> {
        if kept.state == StoredRuleState::Paused {
            return Ok(Some(Misfit::Paused));
        }
        let spent = match kept.rule.per_month {
            Some(_) => self.spent(reading, kept.number, moment.today())?,
            None => MinorUnits::ZERO,
        };
        Ok(misfit(&kept.rule, spent, order, prospect, moment.today()))
    }

    /// Returns the waiting orders that a rule would approve as soon as it is on, in the order of
    /// their arrival, having approved `spent` in this month. An order that another rule approves
    /// first is not among them; a draft is looked at after all the rules that there are.
    ///
    /// Cost: the waiting orders that name its buyer and listing, times the rules.
    pub(super) fn approved_at_once(
        &self,
        rule: &Rule,
        mut spent: MinorUnits,
        number: Option<u64>,
    ) -> Result<Vec<RuleFit>> {
        let reading = self.context.read();
        let moment = self.moment(&reading)?;
        let mut fits = Vec::new();
        for received in reading.received(Which::Pending, self.context.order_time()?)? {
            let order = &received.order;
            let looked_at = self.prospect(&reading, order).and_then(|prospect| {
                prospect.check(order, moment.now)?;
                Ok(Some(prospect))
            });
            let Some(prospect) = waits(looked_at)? else {
                continue;
            };
            let o = order.payload();
            if !names(rule, order, &prospect)
                || misfit(rule, spent, order, &prospect, moment.today()).is_some()
                || self
                    .fitting(&reading, order, &moment)?
                    .is_some_and(|other| number.is_none_or(|own| other.number < own))
            {
                continue;
            }
            spent = spent.checked_add(o.price_minor).unwrap_or(MinorUnits::MAX);
            let listing = prospect.own.listing.payload();
            fits.push(RuleFit {
                order: order.id(),
                buyer_name: o.buyer_name.clone(),
                contact: reading.contact_name(&order.signer())?,
                title: listing.title.clone(),
                to: o.to,
                price: Money::new(o.price_minor, listing.currency),
            });
        }
        Ok(fits)
    }

    /// Returns the rules that name an order's buyer and listing and do not fit it, and why.
    pub(crate) fn misfits(
        &self,
        order: &Signed<Order>,
        prospect: &Prospect,
    ) -> Result<Vec<RuleMisfit>> {
        let rules = self.context.read().rules()?;
        let named: Vec<_> = rules
            .iter()
            .filter(|kept| !kept.is_removed() && names(&kept.rule, order, prospect))
            .collect();
        if named.is_empty() {
            return Ok(Vec::new());
        }
        let moment = self.moment(&self.context.read())?;
        let mut misfits = Vec::new();
        for kept in named {
            if let Some(why) = self.misfit(&self.context.read(), kept, order, prospect, &moment)? {
                misfits.push(RuleMisfit {
                    rule: RuleNumber::new(kept.number),
                    why,
                });
            }
        }
        Ok(misfits)
    }

    /// Returns the amount that a rule approved in a day's calendar month.
    pub(super) fn spent(
        &self,
        reading: &Reading<'_>,
        rule: u64,
        day: NaiveDate,
    ) -> Result<MinorUnits> {
        // Times are written in one form, so that those of a month follow its beginning; none is in
        // the future.
        let month = day.format("%Y-%m").to_string();
        let minor = reading.spent(rule, &month)?;
        Ok(MinorUnits::new(minor).unwrap_or(MinorUnits::MAX))
    }

    /// Returns the newest approvals by a rule.
    pub(super) fn uses(&self, rule: u64) -> Result<Vec<RuleUse>> {
        self.context
            .read()
            .uses(rule, USES_SHOWN)?
            .iter()
            .map(|(receipt, order, listing)| self.use_view(rule, receipt, order, listing))
            .collect()
    }

    fn use_view(
        &self,
        rule: u64,
        receipt: &Signed<Receipt>,
        order: &Signed<Order>,
        listing: &Signed<Listing>,
    ) -> Result<RuleUse> {
        let (r, o) = (receipt.payload(), order.payload());
        Ok(RuleUse {
            rule: RuleNumber::new(rule),
            order: order.id(),
            receipt: receipt.id(),
            sequence: r.sequence,
            number: entry_number(r.sequence),
            title: listing.payload().title.clone(),
            buyer_name: o.buyer_name.clone(),
            buyer_kid: order.signer(),
            contact: self.context.read().contact_name(&order.signer())?,
            from: r.from,
            to: r.to,
            price: Money::new(r.price_minor, r.currency),
            used_at: Timestamp::to_string(&r.issued_at),
        })
    }
}

/// Returns whether a rule is for an order's buyer and listing.
fn names(rule: &Rule, order: &Signed<Order>, prospect: &Prospect) -> bool {
    rule.buyer.is_none_or(|kid| kid == order.signer()) && rule.covers(&prospect.own)
}

/// Returns the reason why a rule that is on, names an order's buyer and listing, and has approved
/// `spent` in this month does not fit the order, if it does not.
fn misfit(
    rule: &Rule,
    spent: MinorUnits,
    order: &Signed<Order>,
    prospect: &Prospect,
    today: NaiveDate,
) -> Option<Misfit> {
    let order = order.payload();
    let within = |most: MinorUnits| {
        spent
            .checked_add(order.price_minor)
            .is_some_and(|sum| sum <= most)
    };
    if rule.is_over(today) {
        Some(Misfit::Expired)
    } else if prospect.own.listing.payload().currency != rule.currency {
        Some(Misfit::Currency)
    } else if !is_limited(
        rule,
        order.to,
        prospect.own.listing.payload().family.charge(order.to),
    ) {
        Some(Misfit::Level)
    } else if order.price_minor > rule.per_order {
        Some(Misfit::Price)
    } else if !rule.per_month.is_none_or(within) {
        Some(Misfit::Month)
    } else {
        None
    }
}

/// Returns whether a rule limits what an order up to `level` charges. A rule has a limit on ε alone,
/// and approves nothing that charges ρ.
fn is_limited(rule: &Rule, level: MicroEpsilon, charge: PrivacyLoss) -> bool {
    level <= rule.up_to && charge.nano_rho == 0
}

/// Returns nothing for an order that the market's rules refuse: it stays pending for its owner, and
/// the others go on. Returns I/O errors and damage, which stop everything.
fn waits<T>(outcome: Result<Option<T>>) -> Result<Option<T>> {
    match outcome {
        Err(error) => match error.kind() {
            ErrorKind::Failed | ErrorKind::Unverified => Err(error),
            ErrorKind::Refused | ErrorKind::Usage => Ok(None),
        },
        Ok(value) => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::store::Scope;
    use poundwise_documents::units::Digest;

    #[test]
    fn rule_without_a_limit_on_rho_approves_nothing_that_charges_it() {
        let level = |text: &str| text.parse::<MicroEpsilon>().unwrap();
        let rule = Rule {
            buyer: None,
            scope: Scope::Question(Digest::of(b"a question")),
            up_to: level("2"),
            currency: "EUR".parse().unwrap(),
            per_order: MinorUnits::MAX,
            per_month: None,
            payment: "".parse().unwrap(),
            last_day: None,
        };
        let pure = |micro_epsilon| PrivacyLoss {
            micro_epsilon,
            nano_rho: 0,
        };
        assert!(is_limited(&rule, level("2"), pure(2_000_000)));
        assert!(!is_limited(&rule, level("2.000001"), pure(2_000_001)));
        for micro_epsilon in [0, 1_000_000] {
            let charge = PrivacyLoss {
                micro_epsilon,
                nano_rho: 1,
            };
            assert!(!is_limited(&rule, level("1"), charge));
        }
    }
}
