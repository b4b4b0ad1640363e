//! Waiting orders looked at by the rules.

use chrono::NaiveDate;
use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Order, Receipt},
    units::{DocumentId, MinorUnits, Timestamp},
};
use rusqlite::{Connection, OptionalExtension, params};

use super::{Kept, Rule};
use crate::{
    db::stored,
    error::{Error, ErrorKind, Result},
    home::Home,
    sell::{approve::Moment, inbox::Prospect},
    view::{Misfit, RuleMisfit, RuleUse, RulesApplied},
    views::money,
};

/// Uses that a rule's view carries.
const USES_SHOWN: u32 = 50;

impl Moment {
    /// Its day, UTC.
    pub(super) fn today(&self) -> NaiveDate {
        self.now.to_datetime().date_naive()
    }
}

impl Home {
    /// Fetches new orders and approves those that a rule fits, in the order of their arrival, each in one transaction with the record
    /// of the rule's use. Where several rules fit, the lowest number is used. An order that no rule fits, or that an
    /// approval would refuse (over a cap, at a stale price), waits.
    ///
    /// # Errors
    /// What the market or the database says before anything was approved; what it says later is in
    /// [`RulesApplied::stopped`].
    pub fn apply_rules(&self) -> Result<RulesApplied> {
        self.fetch_orders()?;
        let mut approved = Vec::new();
        let mut stopped = None;
        let rules = self.kept_rules()?;
        if rules.iter().any(|kept| !kept.removed && !kept.paused) {
            for waiting in self.received("o.status = 'pending'", "")? {
                match self.apply_to(&rules, &waiting.order, approved.is_empty()) {
                    Ok(Some(used)) => approved.push(used),
                    Ok(None) => {}
                    Err(error) => {
                        stopped = Some(error);
                        break;
                    }
                }
            }
        }
        match stopped {
            Some(error) if approved.is_empty() => return Err(error),
            None if approved.is_empty() => {}
            _ => self.send(),
        }
        Ok(RulesApplied {
            approved,
            stopped: stopped.map(|error| error.view()),
        })
    }

    /// Approves one order if a rule fits. `first` has the market looked at, as every approval does.
    fn apply_to(
        &self,
        rules: &[Kept],
        order: &Signed<Order>,
        first: bool,
    ) -> Result<Option<RuleUse>> {
        let transaction = self.db.begin()?;
        let moment = self.moment(&transaction)?;
        let prospect = match self.prospect(&transaction, order) {
            Ok(prospect) => prospect,
            Err(error) => return waits(error),
        };
        let mut fitting = None;
        for kept in rules.iter().filter(|kept| !kept.removed) {
            if names(&kept.rule, order, &prospect)
                && self
                    .misfit(&transaction, kept, order, &prospect, &moment)?
                    .is_none()
            {
                fitting = Some(kept);
                break;
            }
        }
        let Some(kept) = fitting else {
            return Ok(None);
        };
        if first {
            self.check_own_history()?;
        }
        let receipt = match self.sell(&transaction, order, &kept.rule.payment, &moment) {
            Ok(receipt) => receipt,
            Err(error) => return waits(error),
        };
        transaction.execute(
            "INSERT INTO rule_uses (order_id, rule, receipt, price_minor, used_at) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![
                order.id().to_string(),
                kept.number,
                receipt.id().to_string(),
                receipt.payload().price_minor.get(),
                receipt.payload().issued_at.to_string()
            ],
        )?;
        transaction.commit()?;
        self.use_view(kept.number, &receipt, order, &prospect.own.listing)
            .map(Some)
    }

    /// Why a rule that names an order's buyer and listing does not fit it, if it does not.
    fn misfit(
        &self,
        connection: &Connection,
        kept: &Kept,
        order: &Signed<Order>,
        prospect: &Prospect,
        moment: &Moment,
    ) -> Result<Option<Misfit>> {
        let (rule, order) = (&kept.rule, order.payload());
        Ok(if kept.paused {
            Some(Misfit::Paused)
        } else if rule.is_over(moment.today()) {
            Some(Misfit::Expired)
        } else if prospect.own.listing.payload().currency != rule.currency {
            Some(Misfit::Currency)
        } else if order.to_micro_epsilon > rule.up_to {
            Some(Misfit::Level)
        } else if order.price_minor > rule.per_order {
            Some(Misfit::Price)
        } else {
            match rule.per_month {
                Some(most) => {
                    let spent = self.spent(connection, kept.number, moment.today())?;
                    spent
                        .checked_add(order.price_minor)
                        .is_none_or(|sum| sum > most)
                        .then_some(Misfit::Month)
                }
                None => None,
            }
        })
    }

    /// The rules that name an order's buyer and listing and do not fit it, and why.
    pub(crate) fn misfits(
        &self,
        order: &Signed<Order>,
        prospect: &Prospect,
    ) -> Result<Vec<RuleMisfit>> {
        let rules = self.kept_rules()?;
        let named: Vec<_> = rules
            .iter()
            .filter(|kept| !kept.removed && names(&kept.rule, order, prospect))
            .collect();
        if named.is_empty() {
            return Ok(Vec::new());
        }
        let moment = self.moment(self.read())?;
        let mut misfits = Vec::new();
        for kept in named {
            if let Some(why) = self.misfit(self.read(), kept, order, prospect, &moment)? {
                misfits.push(RuleMisfit {
                    rule: kept.number,
                    why,
                });
            }
        }
        Ok(misfits)
    }

    /// What a rule approved in a day's calendar month.
    pub(super) fn spent(
        &self,
        connection: &Connection,
        rule: u64,
        day: NaiveDate,
    ) -> Result<MinorUnits> {
        // Times are written in one form, so that those of a month follow its beginning; none is in the future.
        let month = day.format("%Y-%m").to_string();
        let minor: u64 = connection
            .prepare_cached(
                "SELECT coalesce(sum(price_minor), 0) FROM rule_uses WHERE rule = ?1 AND used_at >= ?2",
            )?
            .query_row(params![rule, month], |r| r.get(0))?;
        Ok(MinorUnits::new(minor).unwrap_or(MinorUnits::MAX))
    }

    /// The rule that approved an order, if one did.
    pub(crate) fn rule_of(&self, order: &DocumentId) -> Result<Option<u64>> {
        Ok(self
            .read()
            .prepare_cached("SELECT rule FROM rule_uses WHERE order_id = ?1")?
            .query_row([order.to_string()], |r| r.get(0))
            .optional()?)
    }

    /// The newest approvals by a rule.
    pub(super) fn uses(&self, rule: u64) -> Result<Vec<RuleUse>> {
        let mut statement = self.read().prepare_cached(
            "SELECT r.compact, o.compact, l.compact FROM rule_uses u JOIN receipts s ON s.id = u.receipt
             JOIN documents r ON r.id = s.id JOIN documents o ON o.id = s.order_id JOIN documents l ON l.id = s.listing
             WHERE u.rule = ?1 ORDER BY s.sequence DESC LIMIT ?2",
        )?;
        let rows = statement
            .query_map(params![rule, USES_SHOWN], |r| {
                Ok((
                    r.get::<_, String>(0)?,
                    r.get::<_, String>(1)?,
                    r.get::<_, String>(2)?,
                ))
            })?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        rows.iter()
            .map(|(receipt, order, listing)| {
                self.use_view(rule, &stored(receipt)?, &stored(order)?, &stored(listing)?)
            })
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
            rule,
            order: order.id().to_string(),
            receipt: receipt.id().to_string(),
            sequence: r.sequence,
            title: listing.payload().title.clone(),
            buyer_name: o.buyer_name.clone(),
            buyer_kid: order.signer().to_string(),
            contact: self.contact_name(&order.signer())?,
            from_micro_epsilon: r.from_micro_epsilon.get(),
            to_micro_epsilon: r.to_micro_epsilon.get(),
            price: money(r.price_minor, r.currency),
            used_at: Timestamp::to_string(&r.issued_at),
        })
    }
}

/// Whether a rule is for an order's buyer and listing.
fn names(rule: &Rule, order: &Signed<Order>, prospect: &Prospect) -> bool {
    rule.buyer.is_none_or(|kid| kid == order.signer()) && rule.covers(&prospect.own)
}

/// What the market's rules refuse waits for its owner, who sees why, and holds up nobody else; what the machine
/// refuses stops everything.
fn waits(error: Error) -> Result<Option<RuleUse>> {
    match error.kind() {
        ErrorKind::Refused | ErrorKind::Usage => Ok(None),
        ErrorKind::Failed => Err(error),
    }
}
