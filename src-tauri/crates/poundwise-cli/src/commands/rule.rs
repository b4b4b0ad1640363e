//! `rule` and its commands.

use poundwise_market::view::{
    InboxItem, RuleDraft, RuleState, RuleUse, RuleView, RuleWorst, RulesApplied,
};
use poundwise_market::{Error, ErrorCode, Home, Result, Roles};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{Global, Rule};
use crate::commands::sell::waiting;
use crate::commands::shown::{problem, span, undelivered};
use crate::format;
use crate::language::{line, say};
use crate::messages::{CommandMessage, Counted, Label, RuleText, Sentence, SharedText, Word};
use crate::opening::{Outcome, open};
use crate::output::Output;
use crate::table::{fields, table};

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
                [] => line(Sentence::NoRules),
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
            out.answer(&rule, || line(Sentence::Paused) + &whole(&rule))?;
        }
        Rule::Resume { number } => {
            let rule = open(global)?.seller().resume_rule(number)?;
            out.answer(&rule, || line(Sentence::RuleResumed) + &whole(&rule))?;
        }
        Rule::Remove { number } => {
            let rule = open(global)?.seller().remove_rule(number)?;
            out.answer(&rule, || line(Sentence::Removed) + &whole(&rule))?;
        }
    }
    Ok(Outcome::Done)
}

fn add(out: &mut Output, home: &Home, draft: &RuleDraft, dry_run: bool) -> Result<()> {
    if dry_run {
        let worst = home.seller().rule_worst(draft)?;
        out.answer(&worst, || {
            line(Sentence::NothingAdded)
                + &at_worst(&worst, draft.anyone, draft.population.is_some())
        })
    } else {
        let rule = home.seller().add_rule(draft)?;
        out.answer(&rule, || line(Sentence::Added) + &whole(&rule))
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
            parts.push(line(Sentence::NoRuleFits));
        } else {
            parts.push(line(Sentence::ApprovedByRule) + &use_rows(&applied.approved));
        }
        if let Some(error) = &applied.stopped {
            parts.push(line(RuleText::Stopped {
                why: problem(error).to_owned(),
            }));
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
    let buyer = match (rule.buyer_kid, rule.contact.clone()) {
        (None, _) => say(Word::Anyone),
        (Some(key), Some(name)) => say(SharedText::NameAndKey { name, key }),
        (Some(key), None) => say(RuleText::NoContactAnyMore { key }),
    };
    let sells = match (rule.population.clone(), &rule.title, &rule.listing) {
        (Some(population), _, _) => say(RuleText::EveryListing { population }),
        (None, Some(title), Some(id)) => format!("{title} ({})", format::short_id(id)),
        _ => String::new(),
    };
    let number = rule.number.get();
    let per_month = rule.per_month.as_ref().map_or_else(
        || say(Word::NoLimit),
        |most| {
            say(RuleText::OfWhichThisMonth {
                most: format::money(most),
                used: format::money(&rule.this_month),
            })
        },
    );
    let mut text = line(match rule.state {
        RuleState::Active => RuleText::Active { number },
        RuleState::Paused => RuleText::Paused { number },
        RuleState::Expired => RuleText::Over { number },
        RuleState::Removed => RuleText::Removed { number },
    });
    text.push_str(&fields(&[
        (Label::Approves, buyer),
        (Label::For, sells),
        (Label::UpTo, format::epsilon(rule.to)),
        (Label::AnOrder, format::money(&rule.per_order)),
        (Label::AMonth, per_month),
        (Label::Settled, say(rule.settlement)),
        (Label::PaidBy, rule.payment_reference.clone()),
        (Label::LastDay, rule.until.clone().unwrap_or_default()),
        (Label::Added, format::time(&rule.added_at)),
        (Label::Approved, say(Counted::Orders { count: rule.used })),
    ]));
    if rule.state != RuleState::Removed && rule.state != RuleState::Expired {
        text.push_str(&format!("\n  {}\n", say(Sentence::AtWorst)));
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
        say(RuleText::LaterListings {
            cap: format::epsilon(worst.cap_micro_epsilon),
        })
    } else {
        String::new()
    };
    let amount = format::money(&worst.money);
    let money = say(if anyone {
        RuleText::OnCreditToAnyone { amount }
    } else {
        RuleText::OnCredit { amount }
    });
    let limit = match (&worst.in_all, &worst.per_month) {
        (Some(all), Some(month)) => say(RuleText::LimitUntilLastDay {
            month: format::money(month),
            all: format::money(all),
        }),
        (None, Some(month)) => say(RuleText::LimitOfMonth {
            month: format::money(month),
        }),
        (_, None) => say(Word::None),
    };
    let at_once: Vec<String> = worst
        .at_once
        .iter()
        .map(|fit| {
            say(RuleText::ApprovedAtOnce {
                order: format::short_id(fit.order),
                buyer: fit.contact.as_ref().unwrap_or(&fit.buyer_name).clone(),
                level: format::epsilon(fit.to),
                price: format::money(&fit.price),
                title: fit.title.clone(),
            })
        })
        .collect();
    fields(&[
        (Label::PopulationsLoss, loss),
        (Label::Later, later),
        (Label::OnCredit, money),
        (Label::LimitOnThat, limit),
        (Label::ApprovedNext, at_once.join("; ")),
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
            Label::Rule.right(),
            Label::Signed.left(),
            Label::Buyer.left(),
            Label::Contact.left(),
            Label::Listing.left(),
            Label::Level.left(),
            Label::Price.right(),
            Label::Receipt.left(),
        ],
        &rows,
    )
}
