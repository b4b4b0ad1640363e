//! Standing rules as drafts: what is refused of one, and the worst that it says it may do.

use crate::fixture::drafts::{ends, own_numbers};
use poundwise_market::{Number, ValueSpec};
use std::collections::BTreeSet;

use crate::{
    fixture::{list, mean_income, paid, parsed, population, stopping::vector},
    standing::{Shop, generous},
};
use poundwise_market::{
    Home, Roles,
    error::{AmountFault, DayFault, ErrorPlace},
    view::{ListingDraft, RuleDraft, RuleState},
};

#[test]
fn a_rule_goes_no_higher_than_its_listing() {
    let shop = Shop::open(Some("2"));
    let seller = shop.owner.seller();
    let up_to = |level: &str| RuleDraft {
        up_to: level.into(),
        ..generous(&shop.listing)
    };
    for level in ["1.500001", "8"] {
        let error = seller.add_rule(&up_to(level)).unwrap_err();
        assert_eq!(error.code().as_str(), "over-ceiling", "{level}");
        assert!(error.message().contains("ε 1.5"), "{}", error.message());
        assert!(error.hints()[0].to_string().contains("ε 1.5 or less"));
        let worst = seller.rule_worst(&up_to(level)).unwrap_err();
        assert_eq!(worst.code().as_str(), "over-ceiling", "{level}");
    }
    assert!(seller.rules(true).unwrap().is_empty());
    seller.add_rule(&up_to("1.5")).unwrap();
    // Of a population there may be others later, with higher ceilings.
    let on_people = RuleDraft {
        listing: None,
        population: Some("people".into()),
        ..up_to("8")
    };
    seller.add_rule(&on_people).unwrap();
}

#[test]
fn what_is_wrong_with_an_amount_or_a_day_of_a_rule_is_said_as_data() {
    let shop = Shop::open(None);
    let at = |change: fn(&mut RuleDraft)| {
        let mut draft = generous(&shop.listing);
        change(&mut draft);
        shop.owner
            .seller()
            .add_rule(&draft)
            .unwrap_err()
            .place()
            .cloned()
    };
    let amount = |field, fault| Some(ErrorPlace::Amount { field, fault });
    let until = |fault| {
        Some(ErrorPlace::Day {
            field: "until",
            fault,
        })
    };
    let euros = parsed("EUR");
    assert_eq!(
        at(|d| d.per_order = "1.001".into()),
        amount(
            "per_order",
            AmountFault::TooManyDecimals {
                most: 2,
                currency: euros
            }
        )
    );
    assert_eq!(
        at(|d| d.per_order = String::new()),
        amount("per_order", AmountFault::Empty)
    );
    assert_eq!(
        at(|d| d.per_month = Some("-1".into())),
        amount("per_month", AmountFault::Negative)
    );
    assert_eq!(
        at(|d| d.per_month = Some("much".into())),
        amount("per_month", AmountFault::NoAmount)
    );
    assert_eq!(
        at(|d| d.per_order = "1".repeat(30)),
        amount("per_order", AmountFault::TooLarge)
    );
    assert_eq!(
        at(|d| d.until = Some("2026-11-17".into())),
        until(DayFault::Over)
    );
    assert_eq!(
        at(|d| d.until = Some("tomorrow".into())),
        until(DayFault::NoDay)
    );
}

#[test]
fn a_draft_says_everything_and_nothing_wrong() {
    let shop = Shop::open(None);
    let good = generous(&shop.listing);
    let refused = |change: fn(&mut RuleDraft)| {
        let mut draft = good.clone();
        change(&mut draft);
        let error = shop.owner.seller().add_rule(&draft).unwrap_err();
        assert!(!error.hints().is_empty(), "{}", error.message());
        assert_eq!(
            shop.owner
                .seller()
                .rule_worst(&draft)
                .unwrap_err()
                .code()
                .as_str(),
            error.code().as_str()
        );
        error.code().as_str()
    };
    assert_eq!(refused(|d| d.contact = None), "rule-buyer");
    assert_eq!(refused(|d| d.anyone = true), "rule-buyer");
    assert_eq!(
        refused(|d| d.contact = Some("Ben".into())),
        "no-such-contact"
    );
    assert_eq!(refused(|d| d.listing = None), "rule-scope");
    assert_eq!(
        refused(|d| d.population = Some("people".into())),
        "rule-scope"
    );
    assert_eq!(refused(|d| d.listing = Some("x".repeat(43))), "no-such-id");
    assert_eq!(refused(|d| d.up_to = "0".into()), "zero-epsilon");
    assert_eq!(refused(|d| d.up_to = "much".into()), "epsilon");
    assert_eq!(refused(|d| d.per_order = "1.001".into()), "rule-amount");
    assert_eq!(refused(|d| d.per_order = String::new()), "rule-amount");
    assert_eq!(refused(|d| d.per_month = Some("-1".into())), "rule-amount");
    assert_eq!(
        refused(|d| d.currency = Some("USD".into())),
        "rule-currency"
    );
    assert_eq!(refused(|d| d.payment = " ".into()), "rule-payment");
    assert_eq!(refused(|d| d.payment = "x".repeat(201)), "rule-payment");
    for day in [
        "2026-11-17",
        "2026-13-01",
        "tomorrow",
        "26-11-30",
        "+12026-11-30",
        "+2026-12-1",
    ] {
        let draft = RuleDraft {
            until: Some(day.into()),
            ..good.clone()
        };
        let error = shop.owner.seller().add_rule(&draft).unwrap_err();
        assert_eq!(error.code().as_str(), "rule-until", "{day}");
    }
    assert!(shop.owner.seller().rules(true).unwrap().is_empty());
    // What is left empty is not said; the last day may be today.
    let today = RuleDraft {
        population: Some(" ".into()),
        until: Some("2026-11-18".into()),
        ..good.clone()
    };
    let rule = shop.owner.seller().add_rule(&today).unwrap();
    assert_eq!(rule.state, RuleState::Active);
    shop.owner
        .seller()
        .withdraw(&parsed(&shop.listing.id), "")
        .unwrap();
    assert_eq!(refused(|_| {}), "withdrawn");
}

#[test]
fn a_populations_rule_is_in_the_currency_of_its_open_listings() {
    let shop = Shop::open(None);
    let dollars = |draft: ListingDraft| ListingDraft {
        currency: Some(parsed("USD")),
        ..draft
    };
    let on_people = RuleDraft {
        listing: None,
        population: Some("people".into()),
        ..generous(&shop.listing)
    };
    let income = list(&shop.owner, &dollars(mean_income()));
    let refused = shop.owner.seller().add_rule(&on_people).unwrap_err();
    assert_eq!(refused.code().as_str(), "rule-currency");
    let both = shop.owner.seller().rule_worst(&RuleDraft {
        currency: Some("EUR".into()),
        ..on_people.clone()
    });
    assert_eq!(both.unwrap().listings, 1, "the one in euros");
    shop.owner
        .seller()
        .withdraw(&parsed(&income.id), "")
        .unwrap();
    // Nor does another population's count.
    vector(&shop.town, &shop.owner, 5);
    let elsewhere = dollars(ListingDraft {
        price: "8:80".into(),
        title: Some("One number".into()),
        ..ListingDraft::new(
            own_numbers("farms"),
            ValueSpec {
                value: Number::parse("7").unwrap(),
                bounds: ends("0..100"),
                step: parsed("1"),
                distance: parsed("1"),
                unit: String::new(),
            }
            .into(),
        )
    });
    list(&shop.owner, &elsewhere);
    let rule = shop.owner.seller().add_rule(&on_people).unwrap();
    assert_eq!(rule.per_order.currency.as_str(), "EUR");
    assert_eq!(rule.worst.listings, 1, "what is open, of the people");

    // With no open listing it is said.
    population(&shop.owner, "others");
    let on_others = RuleDraft {
        population: Some("others".into()),
        ..on_people
    };
    let refused = shop.owner.seller().add_rule(&on_others).unwrap_err();
    assert_eq!(refused.code().as_str(), "rule-currency");
    let said = RuleDraft {
        currency: Some("JPY".into()),
        ..on_others
    };
    assert_eq!(
        shop.owner
            .seller()
            .add_rule(&said)
            .unwrap()
            .per_order
            .currency
            .as_str(),
        "JPY"
    );
}

#[test]
fn a_contact_that_no_rule_is_for_may_go() {
    let shop = Shop::open(None);
    let ben = shop.town.home("ben");
    shop.owner
        .seller()
        .add_contact(parsed(&ben.view().kid), &parsed("Ben"), &parsed(""))
        .unwrap();
    shop.owner
        .seller()
        .add_rule(&generous(&shop.listing))
        .unwrap();
    let anyone = RuleDraft {
        contact: None,
        anyone: true,
        ..generous(&shop.listing)
    };
    shop.owner.seller().add_rule(&anyone).unwrap();
    shop.owner.seller().remove_contact(&parsed("Ben")).unwrap();
    let refused = shop
        .owner
        .seller()
        .remove_contact(&parsed("Ann"))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "contact-in-rules");
}

#[test]
fn the_worst_case_is_a_bound_and_is_reached() {
    let shop = Shop::open(None);
    let draft = RuleDraft {
        up_to: "3".into(),
        per_month: Some("12".into()),
        until: Some("2027-01-31".into()),
        ..generous(&shop.listing)
    };
    let worst = shop.owner.seller().rule_worst(&draft).unwrap();
    assert_eq!((worst.loss_before, worst.loss_after), (0, 3_000_000));
    assert_eq!(worst.money.minor, 3_000);
    assert_eq!(worst.per_month.unwrap().minor, 1_200);
    assert_eq!(worst.in_all.unwrap().minor, 3_600, "three calendar months");

    shop.owner.seller().add_rule(&draft).unwrap();
    shop.sells("1");
    let worst = shop.owner.seller().rules(false).unwrap().remove(0).worst;
    assert_eq!(
        (worst.loss_before, worst.loss_after, worst.money.minor),
        (1_000_000, 3_000_000, 2_000)
    );
    assert_eq!(worst.in_all.unwrap().minor, 2_600);
    shop.town.set_clock("2026-12-05T00:00:00Z");
    shop.sells("2.2");
    shop.town.set_clock("2027-01-05T00:00:00Z");
    shop.sells("3");
    let worst = shop.owner.seller().rules(false).unwrap().remove(0).worst;
    assert_eq!(
        (worst.loss_before, worst.loss_after, worst.money.minor),
        (3_000_000, 3_000_000, 0)
    );

    // Anyone begins from nothing, and no loss comes of it where the level was sold before.
    let anyone = RuleDraft {
        contact: None,
        anyone: true,
        ..draft.clone()
    };
    let worst = shop.owner.seller().rule_worst(&anyone).unwrap();
    assert_eq!((worst.loss_after, worst.money.minor), (3_000_000, 3_000));
    // A dataset's rule counts all its listings, and more of them when there are more.
    let income = list(&shop.owner, &mean_income());
    let on_dataset = RuleDraft {
        listing: None,
        population: Some("people".into()),
        ..anyone
    };
    let worst = shop.owner.seller().rule_worst(&on_dataset).unwrap();
    assert_eq!(
        (worst.listings, worst.loss_after, worst.money.minor),
        (2, 6_000_000, 6_000)
    );
    let seller = shop.owner.seller();
    seller.withdraw(&parsed(&income.id), "").unwrap();
    let worst = seller.rule_worst(&on_dataset).unwrap();
    assert_eq!((worst.listings, worst.loss_after), (1, 3_000_000));
}

#[test]
fn the_worst_case_ends_at_the_cap_and_the_ceiling() {
    let shop = Shop::open(Some("2"));
    let on_dataset = RuleDraft {
        listing: None,
        population: Some("people".into()),
        ..generous(&shop.listing)
    };
    let worst = shop.owner.seller().rule_worst(&on_dataset).unwrap();
    assert_eq!(worst.loss_after, 1_500_000, "the ceiling");
    assert_eq!(worst.money.minor, 1_500);
    let other = ListingDraft {
        ceiling: Some(parsed("1.5")),
        ..mean_income()
    };
    list(&shop.owner, &other);
    let worst = shop.owner.seller().rule_worst(&on_dataset).unwrap();
    assert_eq!(worst.loss_after, 2_000_000, "the cap, not 3");
    assert_eq!(worst.cap_micro_epsilon, 2_000_000);
}

#[test]
fn the_worst_case_of_what_is_over() {
    let shop = Shop::open(None);
    let draft = RuleDraft {
        per_month: Some("12".into()),
        until: Some("2026-11-20".into()),
        ..generous(&shop.listing)
    };
    shop.owner.seller().add_rule(&draft).unwrap();
    let worst = || shop.owner.seller().rules(false).unwrap().remove(0).worst;
    let in_all = || worst().in_all.unwrap().minor;
    shop.town.set_clock("2026-11-20T00:00:00Z");
    assert_eq!(in_all(), 1_200, "on its last day");
    shop.sells("1");
    assert_eq!(in_all(), 200);
    shop.town.set_clock("2026-11-21T00:00:00Z");
    assert_eq!(in_all(), 0, "the day after, in the same month");
    // A loss that is over a lowered cap stays.
    shop.owner
        .seller()
        .set_cap(&parsed("people"), parsed("0.5"), "")
        .unwrap();
    let worst = worst();
    assert_eq!(
        (worst.loss_before, worst.loss_after),
        (1_000_000, 1_000_000)
    );
}

#[test]
fn what_waits_is_named_before_a_rule_is_added_or_resumed() {
    let shop = Shop::open(None);
    let ordered = |home: &Home, to: &str| {
        let order = home
            .buyer()
            .order(&parsed(&shop.listing.id), parsed(to))
            .unwrap();
        shop.owner.seller().inbox().unwrap();
        order.id
    };
    let bea = shop.town.home("bea");
    let first = ordered(&shop.ann, "1");
    ordered(&bea, "0.5");
    let draft = generous(&shop.listing);
    let named = |draft: &RuleDraft| {
        let worst = shop.owner.seller().rule_worst(draft).unwrap();
        let orders = worst.at_once.into_iter().map(|fit| fit.order);
        orders.collect::<Vec<_>>()
    };
    // Bea is nobody's contact: a rule for Ann names Ann's order alone.
    assert_eq!(named(&draft), std::slice::from_ref(&first));
    for narrower in [
        RuleDraft {
            up_to: "0.5".into(),
            ..draft.clone()
        },
        RuleDraft {
            per_order: "9.99".into(),
            ..draft.clone()
        },
        RuleDraft {
            per_month: Some("9.99".into()),
            ..draft.clone()
        },
    ] {
        assert!(named(&narrower).is_empty());
    }
    // What is named is what a sweep then approves, and a second rule has nothing left.
    let anyone = RuleDraft {
        contact: None,
        anyone: true,
        ..draft.clone()
    };
    let both = named(&anyone);
    assert_eq!(both.len(), 2);
    let rule = shop.owner.seller().add_rule(&anyone).unwrap();
    assert!(named(&draft).is_empty());
    assert!(rule.worst.at_once.is_empty());
    let paused = shop.owner.seller().pause_rule(rule.number).unwrap();
    let fit = &paused.worst.at_once[0];
    assert_eq!((&fit.order, fit.contact.as_deref()), (&first, Some("Ann")));
    assert_eq!((fit.to.get(), fit.price.minor), (1_000_000, 1_000));
    assert_eq!(fit.title, shop.listing.title);
    shop.owner.seller().resume_rule(rule.number).unwrap();
    let applied = shop.owner.seller().apply_rules().unwrap();
    let approved: Vec<_> = applied
        .approved
        .into_iter()
        .map(|used| used.order)
        .collect();
    assert_eq!(approved, both);
}

#[test]
fn an_order_that_cannot_be_approved_is_not_named_before_a_rule_is_added() {
    let shop = Shop::open(None);
    let [first, second] = ["0.5", "1"].map(|to| {
        let buyer = shop.ann.buyer();
        buyer.order(&parsed(&shop.listing.id), parsed(to)).unwrap()
    });
    let seller = shop.owner.seller();
    assert_eq!(seller.inbox().unwrap().len(), 2);
    let named = || {
        let worst = seller.rule_worst(&generous(&shop.listing)).unwrap();
        let orders = worst.at_once.into_iter().map(|fit| fit.order);
        orders.collect::<BTreeSet<_>>()
    };
    assert_eq!(named(), [first.id, second.id].into());
    // The other one begins at what she held before.
    seller.approve(&parsed(&first.id), paid("cash")).unwrap();
    assert_eq!(named(), BTreeSet::new());
}

#[test]
fn an_order_is_named_by_the_first_of_the_rules_that_fit_it() {
    let shop = Shop::open(None);
    let buyer = shop.ann.buyer();
    let order = buyer.order(&parsed(&shop.listing.id), parsed("1")).unwrap();
    let seller = shop.owner.seller();
    assert_eq!(seller.inbox().unwrap().len(), 1);
    let draft = generous(&shop.listing);
    let [one, two] = [(); 2].map(|()| seller.add_rule(&draft).unwrap().number);
    let two_alone = seller.pause_rule(two).unwrap();
    assert!(two_alone.worst.at_once.is_empty());
    seller.resume_rule(two).unwrap();
    // Once it is on again it comes first, though the other fits too.
    let one_again = seller.pause_rule(one).unwrap();
    assert_eq!(one_again.worst.at_once[0].order, order.id);
}

#[test]
fn the_orders_that_a_rule_would_approve_at_once_keep_its_month() {
    let shop = Shop::open(None);
    let bea = shop.town.home("bea");
    for home in [&shop.ann, &bea] {
        home.buyer()
            .order(&parsed(&shop.listing.id), parsed("1"))
            .unwrap();
    }
    shop.owner.seller().inbox().unwrap();
    let draft = RuleDraft {
        contact: None,
        anyone: true,
        per_month: Some("19.99".into()),
        ..generous(&shop.listing)
    };
    let worst = shop.owner.seller().rule_worst(&draft).unwrap();
    assert_eq!(worst.at_once.len(), 1);
    shop.owner.seller().add_rule(&draft).unwrap();
    let applied = shop.owner.seller().apply_rules().unwrap();
    assert_eq!(applied.approved.len(), 1);
    assert_eq!(applied.approved[0].order, worst.at_once[0].order);
}
