//! Standing rules, and the sales that they approved.

use chrono::NaiveDate;
use poundwise_documents::{
    jws::Signed,
    kinds::Receipt,
    units::{Currency, Digest, DocumentId, Kid, MicroEpsilon, MinorUnits, Salt},
};
use rusqlite::params;

use super::ledger::Sale;
use super::rows::Row;
use super::table::{Cell, Kind, Table};
use super::{Reading, Writing, damaged};
use crate::{
    error::Result,
    messages::{CellFault, DamageMessage, StoredThing},
    names::PaymentNote,
    store::OwnListing,
};

pub(super) static RULES: Table = Table {
    name: "standing_rules",
    kind: Kind::Small(17),
    key: &["number"],
    columns: &[
        "number",
        "buyer",
        "question",
        "population",
        "to_micro",
        "currency",
        "order_minor",
        "month_minor",
        "last_day",
        "state",
        "added_at",
        "spent_month",
        "spent_minor",
        "times_used",
    ],
    sealed: &["payment"],
    body: None,
};

pub(super) static USES: Table = Table {
    name: "rule_uses",
    kind: Kind::Growing(18),
    key: &["order_id"],
    columns: &["order_id", "rule", "receipt", "price_minor", "used_at"],
    sealed: &[],
    body: None,
};

/// A complete rule.
pub struct Rule {
    /// The contact's key, or `None` for any buyer.
    pub buyer: Option<Kid>,
    /// The listings that it sells.
    pub scope: Scope,
    /// The highest level that the buyer may hold after the sale.
    pub up_to: MicroEpsilon,
    /// Currency of the amounts.
    pub currency: Currency,
    /// Highest price of one order.
    pub per_order: MinorUnits,
    /// Limit for a calendar month (UTC).
    pub per_month: Option<MinorUnits>,
    /// Payment reference of its receipts.
    pub payment: PaymentNote,
    /// The last day (UTC) on which the rule applies.
    pub last_day: Option<NaiveDate>,
}

/// The listings that a rule sells.
pub enum Scope {
    /// Every listing of a question.
    Question(Digest),
    /// Every listing of a population.
    Population(Salt),
}

/// A rule of this home.
pub struct StoredRule {
    /// Number of the rule.
    pub number: u64,
    /// State of the rule.
    pub state: StoredRuleState,
    /// Time at which it was added.
    pub added_at: String,
    /// The rule.
    pub rule: Rule,
}

/// The state that its owner gave a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum StoredRuleState {
    /// The rule approves orders.
    Active,
    /// The rule approves no orders until its owner resumes it.
    Paused,
    /// The rule approves no orders any more.
    Removed,
}

impl StoredRuleState {
    fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Removed => "removed",
        }
    }
}

impl StoredRule {
    fn of(row: &Row) -> Result<Self> {
        let amount = |column: &str| -> Result<Option<MinorUnits>> {
            row.number_if(column)?
                .map(MinorUnits::new)
                .transpose()
                .map_err(|e| row.unreadable(column, &e))
        };
        Ok(Self {
            number: row.number("number")?,
            state: match row.text("state")? {
                "active" => StoredRuleState::Active,
                "paused" => StoredRuleState::Paused,
                "removed" => StoredRuleState::Removed,
                other => return Err(row.unknown("state", other)),
            },
            added_at: row.text("added_at")?.to_owned(),
            rule: Rule {
                buyer: row.parsed_if("buyer")?,
                scope: match row.parsed_if("question")? {
                    Some(question) => Scope::Question(question),
                    None => Scope::Population(row.parsed("population")?),
                },
                up_to: row.level("to_micro")?,
                currency: row.parsed("currency")?,
                per_order: amount("order_minor")?
                    .ok_or_else(|| row.wrong("order_minor", CellFault::Missing))?,
                per_month: amount("month_minor")?,
                payment: row.parsed("payment")?,
                last_day: row.parsed_if("last_day")?,
            },
        })
    }
}

impl Reading<'_> {
    /// Returns the rules by number, including the removed ones.
    pub fn rules(&self) -> Result<Vec<StoredRule>> {
        self.rows(&RULES, "ORDER BY number", [0; 0])?
            .iter()
            .map(StoredRule::of)
            .collect()
    }

    fn rule_row(&self, number: u64) -> Result<Row> {
        self.row(&RULES, "WHERE number = ?1", [number])?
            .ok_or_else(|| {
                damaged(DamageMessage::Missing {
                    thing: StoredThing::Rule,
                    id: number.to_string(),
                })
            })
    }

    /// Returns the amount that a rule approved in a month (`YYYY-MM`); 0 unless that is the last
    /// month in which it approved an order.
    pub fn spent(&self, rule: u64, month: &str) -> Result<u64> {
        let row = self.rule_row(rule)?;
        match row.optional("spent_month")? {
            Some(last) if last == month => row.number("spent_minor"),
            _ => Ok(0),
        }
    }

    /// Returns the number of orders that a rule approved.
    pub fn times_used(&self, rule: u64) -> Result<u64> {
        self.rule_row(rule)?.number("times_used")
    }

    /// Returns the rule that approved an order, if one did.
    pub fn rule_of(&self, order: &DocumentId) -> Result<Option<u64>> {
        self.row(&USES, "WHERE order_id = ?1", [order.to_string()])?
            .map(|row| row.number("rule"))
            .transpose()
    }

    /// Returns the newest sales by a rule, at most `most`.
    pub fn uses(&self, rule: u64, most: u32) -> Result<Vec<Sale>> {
        self.rows(
            &USES,
            "WHERE rule = ?1
             ORDER BY (SELECT sequence FROM receipts WHERE id = receipt) DESC LIMIT ?2",
            params![rule, most],
        )?
        .iter()
        .map(|row| self.sale_of(&row.parsed("receipt")?))
        .collect()
    }
}

impl Writing<'_> {
    /// Stores a rule, and returns its number.
    pub fn insert_rule(&self, rule: &Rule, now: &str) -> Result<u64> {
        let (question, population) = match &rule.scope {
            Scope::Question(question) => (Some(question.to_string()), None),
            Scope::Population(population) => (None, Some(population.to_string())),
        };
        let number = self.count("SELECT max(number) FROM standing_rules", [])? + 1;
        self.insert(
            &RULES,
            &[
                ("number", number.into()),
                ("buyer", rule.buyer.map(Cell::of).into()),
                ("question", question.as_deref().into()),
                ("population", population.as_deref().into()),
                ("to_micro", rule.up_to.into()),
                ("currency", Cell::of(rule.currency)),
                ("order_minor", rule.per_order.get().into()),
                ("month_minor", rule.per_month.map(MinorUnits::get).into()),
                ("payment", rule.payment.as_str().into()),
                ("last_day", rule.last_day.map(Cell::of).into()),
                ("state", StoredRuleState::Active.as_str().into()),
                ("added_at", now.into()),
                ("spent_month", Cell::Null),
                ("spent_minor", 0.into()),
                ("times_used", 0.into()),
            ],
        )?;
        Ok(number)
    }

    /// Sets the state of a rule.
    pub fn set_rule_state(&self, number: u64, state: StoredRuleState) -> Result<()> {
        self.set(
            &RULES,
            "number = ?1",
            &[&number],
            &[("state", state.as_str().into())],
        )
        .map(drop)
    }

    /// Pauses all active rules, and returns their numbers.
    pub fn pause_rules(&self) -> Result<Vec<u64>> {
        let active: Vec<u64> = self
            .rules()?
            .iter()
            .filter(|kept| kept.state == StoredRuleState::Active)
            .map(|kept| kept.number)
            .collect();
        for number in &active {
            self.set_rule_state(*number, StoredRuleState::Paused)?;
        }
        Ok(active)
    }

    /// Records an approval by a rule.
    pub fn insert_use(&self, rule: u64, receipt: &Signed<Receipt>) -> Result<()> {
        let r = receipt.payload();
        let month = r.issued_at.to_datetime().format("%Y-%m").to_string();
        let spent = self
            .spent(rule, &month)?
            .saturating_add(r.price_minor.get());
        let times = self.times_used(rule)?;
        self.set(
            &RULES,
            "number = ?1",
            &[&rule],
            &[
                ("spent_month", (&month).into()),
                ("spent_minor", spent.into()),
                ("times_used", (times + 1).into()),
            ],
        )?;
        self.insert(
            &USES,
            &[
                ("order_id", Cell::of(r.order)),
                ("rule", rule.into()),
                ("receipt", Cell::of(receipt.id())),
                ("price_minor", r.price_minor.get().into()),
                ("used_at", Cell::of(r.issued_at)),
            ],
        )
    }
}

impl Rule {
    /// Returns whether the rule covers that listing.
    pub fn covers(&self, own: &OwnListing) -> bool {
        match &self.scope {
            Scope::Question(question) => *question == own.question,
            Scope::Population(population) => *population == own.population,
        }
    }

    /// Returns whether the rule's last day is past.
    pub fn is_over(&self, today: NaiveDate) -> bool {
        self.last_day.is_some_and(|last| today > last)
    }
}

impl StoredRule {
    /// Returns whether the rule may approve orders, today or on another day.
    pub fn is_on(&self) -> bool {
        self.state == StoredRuleState::Active
    }

    /// Returns whether the rule was removed.
    pub fn is_removed(&self) -> bool {
        self.state == StoredRuleState::Removed
    }
}
