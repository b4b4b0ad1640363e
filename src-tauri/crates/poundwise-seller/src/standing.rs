//! Standing rules: orders that are approved without being asked about, within bounds that the owner
//! set.
//!
//! A rule only says yes where the owner could: the order passes every check that an approval passes
//! (`rules::check_order`), in the same transaction, and is signed and delivered by the same code.
//! What no rule fits waits in the inbox.

mod apply;
mod worst;

pub use apply::{ApprovedByRule, ByRule, Sweep};

use chrono::{Months, NaiveDate};
use poundwise_documents::{
    kinds::{Settlement, TextFault, TextRule},
    units::{Currency, Kid, MinorUnits},
};
use poundwise_words::Text;

use crate::{
    Seller,
    approve::Payment,
    error::{AmountFault, DayFault, Error, ErrorCode, ErrorPlace, Result, RuleSubject},
    hint::{Act, Field},
    ids::RuleNumber,
    make_views::own_listing,
    messages::{AmountField, AmountMessage, DayMessage, Number, RuleHint, RuleMessage},
    names::PaymentNote,
    store::{Rule, Scope, StoredRule, StoredRuleState},
    typed::currency,
    typed::{level, stated},
    view::{ListingStatus, Money, RuleDraft, RuleState, RuleView, RuleWorst},
};
use poundwise_trade::LevelName;

/// Settlement of what rules sell: nobody has looked for a payment.
const SETTLEMENT: Settlement = Settlement::Credit;

impl From<&Rule> for Payment {
    /// Returns the settlement of a rule's sales: on credit, under its reference.
    fn from(rule: &Rule) -> Self {
        Self {
            settlement: Some(SETTLEMENT),
            reference: rule.payment.clone(),
        }
    }
}

fn state_on(kept: &StoredRule, today: NaiveDate) -> RuleState {
    match kept.state {
        StoredRuleState::Removed => RuleState::Removed,
        StoredRuleState::Active | StoredRuleState::Paused if kept.rule.is_over(today) => {
            RuleState::Expired
        }
        StoredRuleState::Paused => RuleState::Paused,
        StoredRuleState::Active => RuleState::Active,
    }
}

impl Seller<'_> {
    /// Adds a rule. What it may do at worst is in the answer; [`Seller::rule_worst`] tells it
    /// beforehand.
    ///
    /// # Errors
    /// `rule-buyer`, `rule-scope`, `epsilon`, `over-ceiling`, `rule-amount`, `rule-currency`,
    /// `rule-payment`, `rule-until` by what is wrong with the draft; `no-such-contact`,
    /// `no-such-id`, `no-such-population`, `withdrawn`. Nothing is added then.
    pub fn add_rule(&self, draft: &RuleDraft) -> Result<RuleView> {
        let rule = self.rule(draft)?;
        let writing = self.context.db.begin()?;
        let number = writing.insert_rule(&rule, &self.context.now()?.to_string())?;
        self.context.commit(writing)?;
        self.rule_view(&self.stored_rule(RuleNumber::new(number))?)
    }

    /// Returns the most that a rule of this draft could do.
    ///
    /// # Errors
    /// As [`Seller::add_rule`].
    pub fn rule_worst(&self, draft: &RuleDraft) -> Result<RuleWorst> {
        self.worst(&self.rule(draft)?, MinorUnits::ZERO, None, true)
    }

    /// Returns the rules that are not removed, by number; with `removed`, those that are too.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn rules(&self, removed: bool) -> Result<Vec<RuleView>> {
        self.context
            .read()
            .rules()?
            .iter()
            .filter(|kept| removed || !kept.is_removed())
            .map(|kept| self.rule_view(kept))
            .collect()
    }

    /// Stops a rule until it is resumed.
    ///
    /// # Errors
    /// `no-such-rule`, `rule-removed`.
    pub fn pause_rule(&self, number: RuleNumber) -> Result<RuleView> {
        self.set_rule_state(number, StoredRuleState::Paused)
    }

    /// Lets a paused rule approve again, beginning with the next [`Seller::apply_rules`].
    ///
    /// # Errors
    /// `no-such-rule`, `rule-removed`, `rule-expired`.
    pub fn resume_rule(&self, number: RuleNumber) -> Result<RuleView> {
        let kept = self.stored_rule(number)?;
        if kept.rule.is_over(self.today()?) {
            return Err(Error::refused(
                ErrorCode::RuleExpired,
                RuleMessage::Over {
                    rule: Number(number.get()),
                },
            )
            .hint(Act::AddRule.to(RuleHint::AddWithLaterDay)));
        }
        self.set_rule_state(number, StoredRuleState::Active)
    }

    /// Removes a rule for good. What it approved stays, and so does the record of it.
    ///
    /// # Errors
    /// `no-such-rule`, `rule-removed`.
    pub fn remove_rule(&self, number: RuleNumber) -> Result<RuleView> {
        self.set_rule_state(number, StoredRuleState::Removed)
    }

    fn set_rule_state(&self, number: RuleNumber, state: StoredRuleState) -> Result<RuleView> {
        if self.stored_rule(number)?.is_removed() {
            return Err(Error::refused(
                ErrorCode::RuleRemoved,
                RuleMessage::Removed {
                    rule: Number(number.get()),
                },
            )
            .hint(Act::AddRule.to(RuleHint::Add)));
        }
        let writing = self.context.db.begin()?;
        writing.set_rule_state(number.get(), state)?;
        self.context.commit(writing)?;
        self.rule_view(&self.stored_rule(number)?)
    }

    /// Returns the numbers of the rules, not removed, that are for a key.
    pub(crate) fn rules_for(&self, kid: Kid) -> Result<Vec<u64>> {
        Ok(self
            .context
            .read()
            .rules()?
            .iter()
            .filter(|kept| !kept.is_removed())
            .filter(|kept| kept.rule.buyer == Some(kid))
            .map(|kept| kept.number)
            .collect())
    }

    /// Checks a draft and makes it definite.
    fn rule(&self, draft: &RuleDraft) -> Result<Rule> {
        let said = |text: &Option<String>| stated(text.as_deref()).map(str::to_owned);
        let buyer = match (said(&draft.contact), draft.anyone) {
            (Some(who), false) => Some(self.contact(&who.parse()?)?.kid),
            (None, true) => None,
            _ => {
                return Err(Error::usage(ErrorCode::RuleBuyer, RuleMessage::Buyer)
                    .hint(Field::For.to(RuleHint::NameContact))
                    .hint(Field::Anyone.to(RuleHint::OrAnyone)));
            }
        };
        let up_to = level(&draft.up_to, LevelName::Highest)?;
        let (scope, currencies) = match (said(&draft.listing), said(&draft.population)) {
            (Some(id), None) => {
                let own = own_listing(&self.context.read(), &id.parse()?)?;
                let listing = own.listing.payload();
                if own.status == ListingStatus::Withdrawn {
                    return Err(Error::refused(
                        ErrorCode::Withdrawn,
                        RuleMessage::Withdrawn {
                            title: listing.title.clone(),
                        },
                    )
                    .hint(RuleHint::SoldNoMore));
                }
                let ceiling = listing.ceiling;
                if up_to > ceiling {
                    return Err(Error::refused(
                        ErrorCode::OverCeiling,
                        RuleMessage::OverCeiling {
                            level: up_to,
                            title: listing.title.clone(),
                            ceiling,
                        },
                    )
                    .hint(RuleHint::UpToCeiling { ceiling })
                    .at(ErrorPlace::Level {
                        level: up_to,
                        limit: ceiling,
                    }));
                }
                (Scope::Question(own.question), vec![listing.currency])
            }
            (None, Some(name)) => {
                let population = self.require_live_population(&name)?.id;
                let mut currencies: Vec<Currency> = self
                    .context
                    .read()
                    .own_listings()?
                    .iter()
                    .filter(|own| own.status == ListingStatus::Open && own.population == population)
                    .map(|own| own.listing.payload().currency)
                    .collect();
                currencies.sort_unstable();
                currencies.dedup();
                (Scope::Population(population), currencies)
            }
            _ => {
                return Err(Error::usage(ErrorCode::RuleScope, RuleMessage::Scope)
                    .hint(Field::Listing.to(RuleHint::NameListing))
                    .hint(Field::Population.to(RuleHint::OrNamePopulation)));
            }
        };
        let currency = currency_of(said(&draft.currency).as_deref(), &scope, &currencies)?;
        let amount = |text: &str, field: &'static str, of: AmountField| {
            let text = text.trim();
            currency.parse_amount(text).map_err(|e| {
                let message = AmountMessage::of(of, text, &e, currency);
                let fault = AmountFault::of(e, currency);
                Error::usage(ErrorCode::RuleAmount, message)
                    .hint(RuleHint::GiveAmount { currency })
                    .at(ErrorPlace::Amount { field, fault })
            })
        };
        Ok(Rule {
            buyer,
            scope,
            up_to,
            currency,
            per_order: amount(&draft.per_order, "per_order", AmountField::PerOrder)?,
            per_month: said(&draft.per_month)
                .map(|text| amount(&text, "per_month", AmountField::PerMonth))
                .transpose()?,
            payment: payment_of(&draft.payment)?,
            last_day: said(&draft.until)
                .map(|text| self.last_day(&text))
                .transpose()?,
        })
    }

    fn last_day(&self, text: &str) -> Result<NaiveDate> {
        let until = |fault| ErrorPlace::Day {
            field: "until",
            fault,
        };
        let today = self.today()?;
        let day = NaiveDate::parse_from_str(text, "%Y-%m-%d")
            .ok()
            // One form only, of four digits, so that days compare and are stored as they are read.
            .filter(|day| day.to_string() == text && text.len() == 10)
            .ok_or_else(|| {
                let text = text.to_owned();
                Error::usage(ErrorCode::RuleUntil, DayMessage::NotADay { text })
                    .hint(RuleHint::WriteLastDay {
                        day: today + Months::new(1),
                    })
                    .at(until(DayFault::NoDay))
            })?;
        if day < today {
            return Err(Error::usage(ErrorCode::RuleUntil, DayMessage::Over { day })
                .hint(RuleHint::FutureDayOrNone)
                .at(until(DayFault::Over)));
        }
        Ok(day)
    }

    /// Returns the day of a sale made now.
    pub(crate) fn today(&self) -> Result<NaiveDate> {
        Ok(self.moment(&self.context.read())?.today())
    }

    fn stored_rule(&self, number: RuleNumber) -> Result<StoredRule> {
        self.context
            .read()
            .rules()?
            .into_iter()
            .find(|kept| kept.number == number.get())
            .ok_or_else(|| {
                let rule = Number(number.get());
                Error::refused(ErrorCode::NoSuchRule, RuleMessage::Unknown { rule })
                    .hint(Act::ListRules.to(RuleHint::List))
            })
    }

    fn rule_view(&self, kept: &StoredRule) -> Result<RuleView> {
        let rule = &kept.rule;
        let today = self.today()?;
        let newest = match &rule.scope {
            Scope::Question(question) => self.context.read().newest_of(question)?,
            Scope::Population(_) => None,
        };
        let this_month = self.spent(&self.context.read(), kept.number, today)?;
        Ok(RuleView {
            number: RuleNumber::new(kept.number),
            state: state_on(kept, today),
            buyer_kid: rule.buyer,
            contact: rule
                .buyer
                .map(|kid| self.context.read().contact_name(&kid))
                .transpose()?
                .flatten(),
            listing: newest.as_ref().map(|own| own.listing.id()),
            title: newest.map(|own| own.listing.payload().title.clone()),
            population: match &rule.scope {
                Scope::Population(id) => Some(self.context.read().population(id)?.name),
                Scope::Question(_) => None,
            },
            to: rule.up_to,
            per_order: Money::new(rule.per_order, rule.currency),
            per_month: rule.per_month.map(|most| Money::new(most, rule.currency)),
            this_month: Money::new(this_month, rule.currency),
            settlement: SETTLEMENT,
            payment_reference: rule.payment.to_string(),
            until: rule.last_day.map(|day| day.to_string()),
            added_at: kept.added_at.clone(),
            worst: self.worst(
                rule,
                this_month,
                Some(kept.number),
                kept.state == StoredRuleState::Paused,
            )?,
            used: self.context.read().times_used(kept.number)?,
            uses: self.uses(kept.number)?,
        })
    }
}

/// Returns the one currency that a rule is in.
fn currency_of(said: Option<&str>, scope: &Scope, listed: &[Currency]) -> Result<Currency> {
    let subject = match scope {
        Scope::Question(_) => RuleSubject::Listing,
        Scope::Population(_) => RuleSubject::Population,
    };
    let at = |stated| ErrorPlace::Currencies {
        of: subject,
        are: listed.to_vec(),
        stated,
    };
    let currencies = || {
        let codes: Vec<&str> = listed.iter().map(Currency::as_str).collect();
        codes.join(", ")
    };
    match (said, listed) {
        (None, [one]) => Ok(*one),
        (None, []) => Err(
            Error::usage(ErrorCode::RuleCurrency, RuleMessage::NoCurrency)
                .hint(
                    Field::Currency
                        .to(RuleHint::StateCurrency)
                        .such_as(Text::verbatim(Currency::EUR)),
                )
                .at(at(None)),
        ),
        (None, _) => Err(Error::usage(
            ErrorCode::RuleCurrency,
            RuleMessage::SeveralCurrencies {
                currencies: currencies(),
            },
        )
        .hint(
            Field::Currency
                .to(RuleHint::RuleForEachCurrency)
                .such_as(Text::verbatim(Currency::EUR)),
        )
        .at(at(None))),
        (Some(text), listed) => {
            let currency = currency(text)?;
            if listed.is_empty() || listed.contains(&currency) {
                Ok(currency)
            } else {
                let currencies = currencies();
                let message = match subject {
                    RuleSubject::Listing => RuleMessage::NotOfListing {
                        currencies,
                        currency,
                    },
                    RuleSubject::Population => RuleMessage::NotOfPopulation {
                        currencies,
                        currency,
                    },
                };
                Err(Error::usage(ErrorCode::RuleCurrency, message)
                    .hint(RuleHint::LeaveOutCurrency)
                    .at(at(Some(currency))))
            }
        }
    }
}

/// Returns the reference that receipts carry: what a receipt takes, and not nothing.
fn payment_of(text: &str) -> Result<PaymentNote> {
    let refused = |fault: TextFault| {
        let message = match fault {
            TextFault::Empty => RuleMessage::NoReference,
            TextFault::TooLong { most } => RuleMessage::ReferenceTooLong { most },
            TextFault::Hidden { sign } => RuleMessage::ReferenceNotVisible {
                sign: format!("U+{:04X}", u32::from(sign)),
            },
        };
        Error::usage(ErrorCode::RulePayment, message)
            .hint(
                Field::Payment
                    .to(RuleHint::StateReference)
                    .such_as(RuleHint::ReferenceExample),
            )
            .at(ErrorPlace::Text {
                field: "payment_reference",
                fault,
            })
    };
    let text = text.trim();
    if text.is_empty() {
        return Err(refused(TextFault::Empty));
    }
    TextRule::LINE.check(text).map_err(refused)?;
    text.parse()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::units::Salt;

    use super::*;

    #[test]
    fn currencies_that_do_not_fit_are_told() {
        let currency = |code: &str| code.parse::<Currency>().unwrap();
        let scope = Scope::Population(Salt::from_bytes([1; 16]));
        let at = |stated: Option<&str>, listed: &[Currency]| {
            let error = currency_of(stated, &scope, listed).unwrap_err();
            error.place().cloned()
        };
        let place = |are: &[Currency], stated| {
            Some(ErrorPlace::Currencies {
                of: RuleSubject::Population,
                are: are.to_vec(),
                stated,
            })
        };
        let both = [currency("EUR"), currency("USD")];
        assert_eq!(at(None, &[]), place(&[], None));
        assert_eq!(at(None, &both), place(&both, None));
        let yen = Some(currency("JPY"));
        assert_eq!(at(Some("JPY"), &both), place(&both, yen));
    }

    #[test]
    fn a_reference_that_receipts_cannot_carry_is_told_by_its_fault() {
        for (text, fault) in [
            (" ", TextFault::Empty),
            ("a\tb", TextFault::Hidden { sign: '\t' }),
        ] {
            let error = payment_of(text).unwrap_err();
            assert_eq!(error.code(), ErrorCode::RulePayment);
            assert_eq!(
                error.place().cloned(),
                Some(ErrorPlace::Text {
                    field: "payment_reference",
                    fault
                })
            );
        }
    }
}
