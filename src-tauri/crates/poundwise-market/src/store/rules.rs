//! Standing rules, and what they approved.

use chrono::NaiveDate;
use poundwise_documents::{
    jws::Signed,
    kinds::Receipt,
    units::{Currency, Digest, DocumentId, Kid, MicroEpsilon, MinorUnits, Salt},
};
use rusqlite::params;

use super::{
    Reading, Writing, damaged,
    ledger::Sale,
    rows::{Cell, Row, Table},
};
use crate::error::Result;

static RULES: Table = Table {
    name: "standing_rules",
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
        "payment",
        "last_day",
        "state",
        "added_at",
    ],
    body: None,
};

static USES: Table = Table {
    name: "rule_uses",
    key: &["order_id"],
    columns: &["order_id", "rule", "receipt", "price_minor", "used_at"],
    body: None,
};

/// A rule made definite.
pub(crate) struct Rule {
    /// The contact's key, or none for anyone.
    pub(crate) buyer: Option<Kid>,
    pub(crate) scope: Scope,
    /// The most that the buyer may hold after the sale.
    pub(crate) up_to: MicroEpsilon,
    pub(crate) currency: Currency,
    pub(crate) per_order: MinorUnits,
    /// In a calendar month, UTC.
    pub(crate) per_month: Option<MinorUnits>,
    pub(crate) payment: String,
    /// UTC.
    pub(crate) last_day: Option<NaiveDate>,
}

/// What a rule sells.
pub(crate) enum Scope {
    /// Every listing of a question.
    Question(Digest),
    /// Every listing of a population.
    Population(Salt),
}

/// A rule of this home.
pub(crate) struct Kept {
    pub(crate) number: u64,
    pub(crate) state: RuleState,
    pub(crate) added_at: String,
    pub(crate) rule: Rule,
}

/// What its owner has said of a rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuleState {
    Active,
    Paused,
    Removed,
}

impl RuleState {
    fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Removed => "removed",
        }
    }
}

impl Kept {
    fn of(row: &Row) -> Result<Self> {
        let amount = |minor: u64| {
            MinorUnits::new(minor)
                .map_err(|e| damaged(format!("an amount of a rule is wrong: {e}")))
        };
        Ok(Self {
            number: row.number("number")?,
            state: match row.text("state")? {
                "active" => RuleState::Active,
                "paused" => RuleState::Paused,
                "removed" => RuleState::Removed,
                other => return Err(damaged(format!("a rule is in the state {other:?}"))),
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
                per_order: amount(row.number("order_minor")?)?,
                per_month: row.number_if("month_minor")?.map(amount).transpose()?,
                payment: row.text("payment")?.to_owned(),
                last_day: row.parsed_if("last_day")?,
            },
        })
    }
}

impl Reading<'_> {
    /// The rules by number, those removed too.
    pub(crate) fn rules(&self) -> Result<Vec<Kept>> {
        self.rows(&RULES, "ORDER BY number", [])?
            .iter()
            .map(Kept::of)
            .collect()
    }

    /// What a rule approved since the beginning of a month (`YYYY-MM`).
    pub(crate) fn spent(&self, rule: u64, month: &str) -> Result<u64> {
        let mut sum = 0u64;
        self.each(
            &USES,
            "WHERE rule = ?1 AND used_at >= ?2",
            params![rule, month],
            |row| {
                sum = sum.saturating_add(row.number("price_minor")?);
                Ok(())
            },
        )?;
        Ok(sum)
    }

    /// How often a rule approved.
    pub(crate) fn times_used(&self, rule: u64) -> Result<u64> {
        self.count("SELECT count(*) FROM rule_uses WHERE rule = ?1", [rule])
    }

    /// The rule that approved an order, if one did.
    pub(crate) fn rule_of(&self, order: &DocumentId) -> Result<Option<u64>> {
        self.row(&USES, "WHERE order_id = ?1", [order.to_string()])?
            .map(|row| row.number("rule"))
            .transpose()
    }

    /// The newest sales by a rule.
    pub(crate) fn uses(&self, rule: u64, most: u32) -> Result<Vec<Sale>> {
        self.rows(
            &USES,
            "WHERE rule = ?1 ORDER BY (SELECT sequence FROM receipts WHERE id = receipt) DESC LIMIT ?2",
            params![rule, most],
        )?
        .iter()
        .map(|row| self.sale_of(&row.parsed("receipt")?))
        .collect()
    }
}

impl Writing<'_> {
    /// Adds a rule, and gives its number.
    pub(crate) fn insert_rule(&self, rule: &Rule, now: &str) -> Result<u64> {
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
                ("payment", (&rule.payment).into()),
                ("last_day", rule.last_day.map(Cell::of).into()),
                ("state", RuleState::Active.as_str().into()),
                ("added_at", now.into()),
            ],
        )?;
        Ok(number)
    }

    /// Changes what its owner says of a rule.
    pub(crate) fn set_rule_state(&self, number: u64, state: RuleState) -> Result<()> {
        self.set(
            &RULES,
            "number = ?1",
            &[&number],
            &[("state", state.as_str().into())],
        )
        .map(drop)
    }

    /// Pauses all rules that are active, and gives their numbers.
    pub(crate) fn pause_rules(&self) -> Result<Vec<u64>> {
        let active: Vec<u64> = self
            .rules()?
            .iter()
            .filter(|kept| kept.state == RuleState::Active)
            .map(|kept| kept.number)
            .collect();
        for number in &active {
            self.set_rule_state(*number, RuleState::Paused)?;
        }
        Ok(active)
    }

    /// Records an approval by a rule.
    pub(crate) fn insert_use(&self, rule: u64, receipt: &Signed<Receipt>) -> Result<()> {
        let r = receipt.payload();
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
