//! `rule` and its commands.

use poundwise_market::view::{
    InboxItem, RuleDraft, RuleState, RuleUse, RuleView, RuleWorst, RulesApplied,
};
use poundwise_market::{Error, ErrorCode, Home, Result, Roles, format};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{Global, Rule};
use crate::commands::sell::{settlement, waiting};
use crate::commands::shown::span;
use crate::commands::shown::undelivered;
use crate::messages::CommandMessage;
use crate::opening::{Outcome, open};
use crate::output::Output;
use crate::table::{Side, fields, table};

pub(crate) fn run(out: &mut Output, global: &Global, command: Rule) -> Result<Outcome> {
    match command {
        Rule::Add(asked) => {
            // Amounts are checked against their currency before the home is opened.
            let dry_run = asked.dry_run;
            let draft = asked.draft()?;
            add(out, &open(global)?, &draft, dry_run)?;
        }
        Rule::List { all } => {
            let rules = open(global)?.seller().rules(all)?;
            out.answer(&rules, || match rules.as_slice() {
                [] => "No rules: every order waits for you. Add one: poundwise rule add --help\n"
                    .to_owned(),
                some => some.iter().map(whole).collect::<Vec<_>>().join("\n"),
            })?;
        }
        Rule::Show { number } => {
            let rule = open(global)?
                .seller()
                .rules(true)?
                .into_iter()
                .find(|rule| rule.number == number)
                .ok_or_else(|| {
                    let number = number.get();
                    Error::refused(ErrorCode::NoSuchRule, CommandMessage::NoSuchRule { number })
                        .hint(CommandMessage::SeeRules)
                })?;
            out.answer(&rule, || whole(&rule))?;
        }
        Rule::Apply => return apply(out, &open(global)?),
        Rule::Pause { number } => {
            let rule = open(global)?.seller().pause_rule(number)?;
            out.answer(&rule, || format!("Paused.\n{}", whole(&rule)))?;
        }
        Rule::Resume { number } => {
            let rule = open(global)?.seller().resume_rule(number)?;
            out.answer(&rule, || {
                format!(
                    "It approves again, beginning with: poundwise rule apply\n{}",
                    whole(&rule)
                )
            })?;
        }
        Rule::Remove { number } => {
            let rule = open(global)?.seller().remove_rule(number)?;
            out.answer(&rule, || format!("Removed.\n{}", whole(&rule)))?;
        }
    }
    Ok(Outcome::Done)
}

fn add(out: &mut Output, home: &Home, draft: &RuleDraft, dry_run: bool) -> Result<()> {
    if dry_run {
        let worst = home.seller().rule_worst(draft)?;
        out.answer(&worst, || {
            format!(
                "Nothing was added. At worst:\n{}",
                at_worst(&worst, draft.anyone, draft.population.is_some())
            )
        })
    } else {
        let rule = home.seller().add_rule(draft)?;
        out.answer(&rule, || format!("Added.\n{}", whole(&rule)))
    }
}

/// Orders that a sweep approved, and orders that still wait.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Swept<'a> {
    #[serde(flatten)]
    applied: &'a RulesApplied,
    waiting: &'a [InboxItem],
}

fn apply(out: &mut Output, home: &Home) -> Result<Outcome> {
    let applied = home.seller().apply_rules()?;
    if !applied.approved.is_empty() {
        undelivered(home);
    }
    let left = home.seller().inbox()?;
    let swept = Swept {
        applied: &applied,
        waiting: &left,
    };
    out.answer(&swept, || {
        let mut parts = Vec::new();
        if applied.approved.is_empty() {
            parts.push("No rule fits an order that is waiting.\n".to_owned());
        } else {
            parts.push(format!(
                "Approved by rule.\n{}",
                use_rows(&applied.approved)
            ));
        }
        if let Some(error) = &applied.stopped {
            parts.push(format!(
                "Stopped before every order was looked at: {}\n",
                error.message
            ));
        }
        parts.extend(left.iter().map(waiting));
        parts.join("\n")
    })?;
    Ok(if applied.stopped.is_none() {
        Outcome::Done
    } else {
        Outcome::Wrong
    })
}

fn whole(rule: &RuleView) -> String {
    let buyer = match (&rule.buyer_kid, &rule.contact) {
        (None, _) => "anyone".to_owned(),
        (Some(kid), Some(name)) => format!("{name} (key {kid})"),
        (Some(kid), None) => format!("key {kid}, no contact any more"),
    };
    let sells = match (&rule.population, &rule.title, &rule.listing) {
        (Some(name), _, _) => format!("every listing of the population {name}"),
        (None, Some(title), Some(id)) => format!("{title} ({})", format::short_id(id)),
        _ => String::new(),
    };
    let state = match rule.state {
        RuleState::Active => "active",
        RuleState::Paused => "paused",
        RuleState::Expired => "over",
        RuleState::Removed => "removed",
    };
    let per_month = rule.per_month.as_ref().map_or_else(
        || "no limit".to_owned(),
        |most| {
            format!(
                "{}, of which {} this month",
                format::money(most),
                format::money(&rule.this_month)
            )
        },
    );
    let mut text = format!("Rule {}, {state}\n", rule.number);
    text.push_str(&fields(&[
        ("approves", buyer),
        ("for", sells),
        ("up to", format::epsilon(rule.to)),
        ("an order", format::money(&rule.per_order)),
        ("a month", per_month),
        ("settled", settlement(rule.settlement).to_owned()),
        ("paid by", rule.payment_reference.clone()),
        ("last day", rule.until.clone().unwrap_or_default()),
        ("added", format::time(&rule.added_at)),
        ("approved", format::count(rule.used, "order", "orders")),
    ]));
    if rule.state != RuleState::Removed && rule.state != RuleState::Expired {
        text.push_str("\n  At worst, from now on:\n");
        let worst = at_worst(
            &rule.worst,
            rule.buyer_kid.is_none(),
            rule.population.is_some(),
        );
        text.push_str(&worst);
    }
    if !rule.uses.is_empty() {
        text.push('\n');
        text.push_str(&use_rows(&rule.uses));
    }
    text
}

/// Returns the most that a rule can still do, in words.
fn at_worst(worst: &RuleWorst, anyone: bool, population: bool) -> String {
    let loss = format!(
        "{} → {}",
        format::epsilon(worst.loss_before),
        format::loss(worst.loss_after, Some(worst.cap_micro_epsilon))
    );
    let later = if population {
        format!(
            "listings that you add count as well, up to the cap, {}",
            format::epsilon(worst.cap_micro_epsilon)
        )
    } else {
        String::new()
    };
    let money = format!(
        "{} at today's prices{}",
        format::money(&worst.money),
        if anyone {
            ", to each buyer, and anyone can appear as many buyers"
        } else {
            ""
        }
    );
    let limit = match (&worst.in_all, &worst.per_month) {
        (Some(all), Some(month)) => format!(
            "{} a calendar month, {} until its last day",
            format::money(month),
            format::money(all)
        ),
        (None, Some(month)) => format!("{} a calendar month", format::money(month)),
        (_, None) => "none".to_owned(),
    };
    let at_once: Vec<String> = worst
        .at_once
        .iter()
        .map(|fit| {
            format!(
                "order {} of {} up to {} for {}: {}",
                format::short_id(fit.order),
                fit.contact.as_deref().unwrap_or(&fit.buyer_name),
                format::epsilon(fit.to),
                format::money(&fit.price),
                fit.title,
            )
        })
        .collect();
    fields(&[
        ("population's loss", loss),
        ("later", later),
        ("on credit", money),
        ("limit on that", limit),
        ("approved next", at_once.join("; ")),
    ])
}

fn use_rows(uses: &[RuleUse]) -> String {
    let rows: Vec<Vec<String>> = uses
        .iter()
        .map(|used| {
            vec![
                used.rule.to_string(),
                format::time(&used.used_at),
                used.buyer_name.clone(),
                used.contact.clone().unwrap_or_default(),
                used.title.clone(),
                span(used.from, used.to),
                format::money(&used.price),
                format!("{} ({})", used.number, format::short_id(used.receipt)),
            ]
        })
        .collect();
    table(
        &[
            ("rule", Side::Right),
            ("signed", Side::Left),
            ("buyer", Side::Left),
            ("contact", Side::Left),
            ("listing", Side::Left),
            ("level", Side::Left),
            ("price", Side::Right),
            ("receipt", Side::Left),
        ],
        &rows,
    )
}
