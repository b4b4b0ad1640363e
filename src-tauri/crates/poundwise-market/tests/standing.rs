//! Standing rules: each bound kept to the last micro-ε and cent, every use recorded, nothing that a
//! hand could not do.

use crate::fixture::drafts::filtered;
use crate::fixture::{
    Town, histogram, list, mean_income, no_rule_approves, order_anyway, paid, parsed,
    stopping::vector,
};
use poundwise_market::{
    ApprovedByRule, ByRule, Home, Job, Roles, RuleNumber, Work, audit_files,
    view::{
        Condition, FilterOperator, ListingDraft, ListingView, Misfit, RuleDraft, RuleState,
        RuleView,
    },
};

/// Ann's orders of a listing, up to ε 8 and €100 an order.
pub(crate) fn generous(listing: &ListingView) -> RuleDraft {
    RuleDraft {
        contact: Some("Ann".into()),
        listing: Some(listing.id.to_string()),
        up_to: "8".into(),
        per_order: "100".into(),
        payment: "invoice monthly".into(),
        ..RuleDraft::default()
    }
}

pub(crate) struct Shop {
    pub(crate) town: Town,
    pub(crate) owner: Home,
    pub(crate) ann: Home,
    pub(crate) listing: ListingView,
}

impl Shop {
    pub(crate) fn open(cap: Option<&str>) -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(cap);
        let ann = town.home("ann");
        owner
            .seller()
            .add_contact(parsed(&ann.view().kid), &parsed("Ann"), &parsed(""))
            .unwrap();
        let listing = list(
            &owner,
            &ListingDraft {
                ceiling: cap.map(|_| parsed("1.5")),
                ..histogram()
            },
        );
        Self {
            town,
            owner,
            ann,
            listing,
        }
    }

    /// An order that the rules must leave waiting, for that reason; then it is declined.
    #[track_caller]
    pub(crate) fn waits(&self, to: &str, why: Option<Misfit>) {
        self.ann
            .buyer()
            .order(&parsed(&self.listing.id), parsed(to))
            .unwrap();
        self.still_waits(why);
        let waiting = self.owner.seller().inbox().unwrap();
        self.owner
            .seller()
            .decline(&parsed(&waiting[0].order.id), "no")
            .unwrap();
        self.ann.buyer().collect().unwrap();
    }

    #[track_caller]
    pub(crate) fn still_waits(&self, why: Option<Misfit>) {
        let receipts = self.owner.seller().receipts().unwrap().len();
        no_rule_approves(&self.owner);
        assert_eq!(self.owner.seller().receipts().unwrap().len(), receipts);
        let waiting = self.owner.seller().inbox().unwrap();
        assert_eq!(waiting.len(), 1);
        let misfits: Vec<_> = waiting[0].misfits.iter().map(|m| m.why).collect();
        assert_eq!(misfits, why.into_iter().collect::<Vec<_>>());
    }

    /// An order that a rule must approve.
    #[track_caller]
    pub(crate) fn sells(&self, to: &str) {
        let order = self
            .ann
            .buyer()
            .order(&parsed(&self.listing.id), parsed(to))
            .unwrap();
        let applied = self.owner.seller().apply_rules().unwrap();
        assert_eq!(applied.approved.len(), 1);
        assert!(applied.stopped.is_none());
        assert_eq!(applied.approved[0].order, order.id);
        let collected = self.ann.buyer().collect().unwrap();
        assert_eq!(collected.releases[0].id, applied.approved[0].receipt);
    }
}

#[test]
fn a_rule_approves_delivers_and_is_recorded() {
    let shop = Shop::open(None);
    let rule = shop
        .owner
        .seller()
        .add_rule(&generous(&shop.listing))
        .unwrap();
    assert_eq!((rule.number.get(), rule.state), (1, RuleState::Active));
    shop.sells("1");
    shop.sells("2.5");

    let rule = shop.owner.seller().rules(false).unwrap().remove(0);
    assert_eq!(rule.used, 2);
    let newest = &rule.uses[0];
    let receipt = &shop.owner.seller().receipts().unwrap()[0];
    assert_eq!((newest.rule.get(), newest.sequence), (1, 2));
    assert_eq!(
        (&newest.receipt, &newest.order, &newest.used_at),
        (&receipt.id, &receipt.order, &receipt.issued_at)
    );
    assert_eq!(receipt.payment_reference, "invoice monthly");
    assert_eq!(
        (newest.contact.as_deref(), newest.buyer_name.as_str()),
        (Some("Ann"), "ann")
    );
    assert_eq!(rule.this_month.minor, 2_500);
    // An order approved by hand says so by saying nothing.
    let by_hand = shop
        .ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("3"))
        .unwrap();
    shop.owner
        .seller()
        .approve(&parsed(&by_hand.id), paid("cash"))
        .unwrap();
    let answered = shop.owner.seller().answered().unwrap();
    let rules: Vec<_> = answered
        .iter()
        .map(|order| order.rule.map(RuleNumber::get))
        .collect();
    assert_eq!(rules, [None, Some(1), Some(1)]);

    // Nothing more happens by looking again.
    no_rule_approves(&shop.owner);
    let ledger = shop.town.path("owner.ledger");
    shop.owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert_eq!(report.findings().len(), 0, "{}", report.headline());
    assert!(report.headline().contains("3 receipts"));
}

#[test]
fn the_level_is_what_the_buyer_holds_after_the_sale() {
    let shop = Shop::open(None);
    let rule = RuleDraft {
        up_to: "2".into(),
        ..generous(&shop.listing)
    };
    shop.owner.seller().add_rule(&rule).unwrap();
    shop.waits("2.001", Some(Misfit::Level));
    shop.sells("1.5");
    shop.waits("2.001", Some(Misfit::Level));
    shop.sells("2");
}

#[test]
fn the_price_of_one_order() {
    let shop = Shop::open(None);
    let rule = RuleDraft {
        per_order: "10.00".into(),
        ..generous(&shop.listing)
    };
    shop.owner.seller().add_rule(&rule).unwrap();
    shop.waits("1.001", Some(Misfit::Price));
    shop.sells("1");
    // The price of an order is that of its step.
    shop.waits("2.001", Some(Misfit::Price));
    shop.sells("2");
}

#[test]
fn the_months_total_and_the_next_month() {
    let shop = Shop::open(None);
    let rule = RuleDraft {
        per_month: Some("15".into()),
        ..generous(&shop.listing)
    };
    shop.owner.seller().add_rule(&rule).unwrap();
    shop.sells("1");
    shop.waits("1.501", Some(Misfit::Month));
    shop.sells("1.5");
    shop.ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("3"))
        .unwrap();
    shop.town.set_clock("2026-11-30T23:59:30Z");
    shop.still_waits(Some(Misfit::Month));
    shop.town.set_clock("2026-12-01T00:00:00Z");
    let applied = shop.owner.seller().apply_rules().unwrap();
    assert_eq!(applied.approved.len(), 1, "€15 in a month of its own");
    let rule = &shop.owner.seller().rules(false).unwrap()[0];
    assert_eq!((rule.this_month.minor, rule.used), (1_500, 3));
    // A clock set back into November finds no room there, and none is made in December.
    shop.ann.buyer().collect().unwrap();
    shop.town.set_clock("2026-11-20T00:00:00Z");
    for home in [&shop.ann, &shop.owner] {
        home.confirm_clock();
    }
    shop.waits("3.001", Some(Misfit::Month));
}

#[test]
fn a_waiting_order_names_the_rules_for_its_buyer_and_listing_alone() {
    let shop = Shop::open(None);
    let income = list(&shop.owner, &mean_income());
    let ben = shop.town.home("ben");
    shop.owner
        .seller()
        .add_contact(parsed(&ben.view().kid), &parsed("Ben"), &parsed(""))
        .unwrap();
    let low = |listing: &ListingView, name: &str| RuleDraft {
        contact: Some(name.into()),
        up_to: "0.5".into(),
        ..generous(listing)
    };
    let rules = [
        low(&shop.listing, "Ann"),
        low(&income, "Ann"),
        low(&shop.listing, "Ben"),
    ];
    let [rule, ..] = rules.map(|rule| shop.owner.seller().add_rule(&rule).unwrap().number);
    shop.ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("1"))
        .unwrap();
    let waiting = shop.owner.seller().inbox().unwrap();
    let named: Vec<_> = waiting[0].misfits.iter().map(|m| (m.rule, m.why)).collect();
    assert_eq!(named, [(rule, Misfit::Level)]);
}

#[test]
fn a_rule_counts_its_own_sales_alone() {
    let shop = Shop::open(None);
    let income = list(&shop.owner, &mean_income());
    for listing in [&shop.listing, &income] {
        let rule = RuleDraft {
            per_month: Some("15".into()),
            ..generous(listing)
        };
        shop.owner.seller().add_rule(&rule).unwrap();
    }
    let counts = || {
        let rules = shop.owner.seller().rules(false).unwrap();
        let of = |rule: &RuleView| (rule.this_month.minor, rule.used, rule.uses.len());
        rules.iter().map(of).collect::<Vec<_>>()
    };
    shop.sells("1");
    assert_eq!(counts(), [(1_000, 1, 1), (0, 0, 0)]);
    shop.ann
        .buyer()
        .order(&parsed(&income.id), parsed("1"))
        .unwrap();
    assert_eq!(shop.owner.seller().apply_rules().unwrap().approved.len(), 1);
    assert_eq!(counts(), [(1_000, 1, 1), (1_000, 1, 1)]);
}

#[test]
fn two_orders_in_one_sweep_do_not_pass_the_month_together() {
    let shop = Shop::open(None);
    let ben = shop.town.home("ben");
    let rule = RuleDraft {
        contact: None,
        anyone: true,
        per_month: Some("15".into()),
        ..generous(&shop.listing)
    };
    shop.owner.seller().add_rule(&rule).unwrap();
    let first = shop
        .ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("1"))
        .unwrap();
    // They are looked at in the order of their arrival.
    assert_eq!(shop.owner.seller().inbox().unwrap().len(), 1);
    let second = ben
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("0.501"))
        .unwrap();
    let applied = shop.owner.seller().apply_rules().unwrap();
    let orders: Vec<_> = applied.approved.iter().map(|used| &used.order).collect();
    assert_eq!(orders, [&first.id], "€10.00 and €5.01 are over €15");
    let waiting = shop.owner.seller().inbox().unwrap();
    assert_eq!(waiting[0].order.id, second.id);
    assert_eq!(waiting[0].misfits[0].why, Misfit::Month);
    // Exactly the rest of the month goes, though the other still waits before it.
    let carl = shop.town.home("carl");
    carl.buyer()
        .order(&parsed(&shop.listing.id), parsed("0.5"))
        .unwrap();
    assert_eq!(shop.owner.seller().apply_rules().unwrap().approved.len(), 1);
}

#[test]
fn the_last_day_is_kept_to_the_second() {
    let shop = Shop::open(None);
    let rule = RuleDraft {
        until: Some("2026-11-20".into()),
        ..generous(&shop.listing)
    };
    shop.owner.seller().add_rule(&rule).unwrap();
    shop.town.set_clock("2026-11-20T12:00:00Z");
    shop.ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("1"))
        .unwrap();
    shop.owner.seller().inbox().unwrap();
    // The clock moves on between the rule's first look and the receipt, whose time is what counts.
    shop.town.set_clock("2026-11-20T23:59:58Z");
    no_rule_approves(&shop.owner);
    shop.town.set_clock("2026-11-20T23:59:56Z");
    let applied = shop.owner.seller().apply_rules().unwrap();
    assert_eq!(applied.approved[0].used_at, "2026-11-20T23:59:59Z");
    shop.ann.buyer().collect().unwrap();
    shop.ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("2"))
        .unwrap();
    shop.town.set_clock("2026-11-21T00:00:00Z");
    shop.still_waits(Some(Misfit::Expired));
    assert_eq!(
        shop.owner.seller().rules(false).unwrap()[0].state,
        RuleState::Expired
    );
    let resumed = shop.owner.seller().resume_rule(parsed("1")).unwrap_err();
    assert_eq!(resumed.code().as_str(), "rule-expired");
    // A sale by hand moves the ledger on; setting the clock back after it wakes no rule.
    let waiting = shop.owner.seller().inbox().unwrap().remove(0).order.id;
    shop.owner
        .seller()
        .approve(&parsed(&waiting), paid("cash"))
        .unwrap();
    shop.ann.buyer().collect().unwrap();
    shop.town.set_clock("2026-11-19T00:00:00Z");
    for home in [&shop.ann, &shop.owner] {
        home.confirm_clock();
    }
    shop.waits("3", Some(Misfit::Expired));
}

#[test]
fn paused_resumed_removed() {
    let shop = Shop::open(None);
    shop.owner
        .seller()
        .add_rule(&generous(&shop.listing))
        .unwrap();
    assert_eq!(
        shop.owner.seller().pause_rule(parsed("1")).unwrap().state,
        RuleState::Paused
    );
    shop.waits("1", Some(Misfit::Paused));
    assert_eq!(
        shop.owner.seller().resume_rule(parsed("1")).unwrap().state,
        RuleState::Active
    );
    shop.sells("1");
    let refused = shop
        .owner
        .seller()
        .remove_contact(&parsed("Ann"))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "contact-in-rules");
    assert_eq!(
        shop.owner.seller().remove_rule(parsed("1")).unwrap().state,
        RuleState::Removed
    );
    shop.waits("2", None);
    assert!(shop.owner.seller().rules(false).unwrap().is_empty());
    assert_eq!(shop.owner.seller().rules(true).unwrap()[0].uses.len(), 1);
    for refused in [
        shop.owner.seller().pause_rule(parsed("1")),
        shop.owner.seller().resume_rule(parsed("1")),
        shop.owner.seller().remove_rule(parsed("1")),
    ] {
        assert_eq!(refused.unwrap_err().code().as_str(), "rule-removed");
    }
    assert_eq!(
        shop.owner
            .seller()
            .pause_rule(parsed("2"))
            .unwrap_err()
            .code()
            .as_str(),
        "no-such-rule"
    );
    shop.owner.seller().remove_contact(&parsed("Ann")).unwrap();
}

#[test]
fn never_over_the_cap() {
    let shop = Shop::open(Some("1.5"));
    let to_the_ceiling = RuleDraft {
        up_to: "1.5".into(),
        ..generous(&shop.listing)
    };
    shop.owner.seller().add_rule(&to_the_ceiling).unwrap();
    let other = list(
        &shop.owner,
        &ListingDraft {
            ceiling: Some(parsed("1.5")),
            ..mean_income()
        },
    );
    let on_dataset = RuleDraft {
        listing: None,
        population: Some("people".into()),
        ..generous(&other)
    };
    shop.owner.seller().add_rule(&on_dataset).unwrap();
    shop.sells("1");
    // 1 + 0.501 is over the cap of 1.5; the rule fits, and the cap says no.
    order_anyway(&shop.ann, &other, "0.501").unwrap();
    shop.still_waits(None);
    let waiting = shop.owner.seller().inbox().unwrap().remove(0);
    assert!(waiting.problem.unwrap().message.contains("cap"));
    let by_hand = shop
        .owner
        .seller()
        .approve(&parsed(&waiting.order.id), paid(""))
        .unwrap_err();
    assert_eq!(by_hand.code().as_str(), "over-cap");
    // It holds up nobody: what fits goes, exactly up to the cap.
    shop.ann
        .buyer()
        .order(&parsed(&other.id), parsed("0.5"))
        .unwrap();
    assert_eq!(shop.owner.seller().apply_rules().unwrap().approved.len(), 1);
    assert_eq!(
        shop.owner
            .seller()
            .dataset(&parsed("people"))
            .unwrap()
            .loss_micro_epsilon,
        1_500_000
    );
}

#[test]
fn a_rule_is_for_its_buyer_its_listing_and_its_price() {
    let shop = Shop::open(None);
    let income = list(&shop.owner, &mean_income());
    let ben = shop.town.home("ben");
    shop.owner
        .seller()
        .add_rule(&generous(&shop.listing))
        .unwrap();
    ben.buyer()
        .order(&parsed(&shop.listing.id), parsed("1"))
        .unwrap();
    shop.ann
        .buyer()
        .order(&parsed(&income.id), parsed("1"))
        .unwrap();
    no_rule_approves(&shop.owner);
    let waiting = shop.owner.seller().inbox().unwrap();
    assert!(waiting.iter().all(|item| item.misfits.is_empty()));

    // At the price before the last one, and withdrawn: as by hand.
    shop.ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("1"))
        .unwrap();
    let dear = shop
        .owner
        .seller()
        .reprice(&parsed(&shop.listing.id), &parsed("8:160"))
        .unwrap();
    no_rule_approves(&shop.owner);
    // The rule is for the question: the new version sells.
    shop.ann
        .buyer()
        .order(&parsed(&dear.id), parsed("1"))
        .unwrap();
    assert_eq!(shop.owner.seller().apply_rules().unwrap().approved.len(), 1);

    // A population's rule sells in its own currency only.
    let dollars = list(
        &shop.owner,
        &ListingDraft {
            currency: Some(parsed("USD")),
            title: Some("in dollars".into()),
            ..filtered(
                histogram(),
                vec![Condition::new("income", FilterOperator::Above, "0")],
            )
        },
    );
    let on_dataset = RuleDraft {
        contact: None,
        anyone: true,
        listing: None,
        population: Some("people".into()),
        currency: Some("EUR".into()),
        ..generous(&income)
    };
    shop.owner.seller().add_rule(&on_dataset).unwrap();
    ben.buyer()
        .order(&parsed(&dollars.id), parsed("1"))
        .unwrap();
    let approved = shop.owner.seller().apply_rules().unwrap().approved;
    let titles: Vec<_> = approved.iter().map(|used| used.title.as_str()).collect();
    assert_eq!(titles, [income.title.as_str()], "Ann's order of the mean");
    let waiting = shop.owner.seller().inbox().unwrap();
    let dollars = waiting
        .iter()
        .find(|item| item.order.title == "in dollars")
        .unwrap();
    assert_eq!(dollars.misfits[0].why, Misfit::Currency);
}

#[test]
fn a_populations_rule_is_for_that_population() {
    let shop = Shop::open(None);
    let farms = vector(&shop.town, &shop.owner, 5);
    let on_people = RuleDraft {
        listing: None,
        population: Some("people".into()),
        ..generous(&shop.listing)
    };
    shop.owner.seller().add_rule(&on_people).unwrap();
    let order = shop
        .ann
        .buyer()
        .order(&parsed(&farms), parsed("1"))
        .unwrap();
    shop.still_waits(None);
    shop.owner
        .seller()
        .decline(&parsed(&order.id), "no")
        .unwrap();
    let on_farms = RuleDraft {
        population: Some("farms".into()),
        ..on_people
    };
    shop.owner.seller().remove_rule(parsed("1")).unwrap();
    shop.owner.seller().add_rule(&on_farms).unwrap();
    shop.waits("1", None);
    shop.ann
        .buyer()
        .order(&parsed(&farms), parsed("1"))
        .unwrap();
    assert_eq!(shop.owner.seller().apply_rules().unwrap().approved.len(), 1);
}

#[test]
fn a_removed_rule_approves_nothing_beside_one_that_is_on() {
    let shop = Shop::open(None);
    let income = list(&shop.owner, &mean_income());
    shop.owner
        .seller()
        .add_rule(&generous(&shop.listing))
        .unwrap();
    shop.owner.seller().add_rule(&generous(&income)).unwrap();
    shop.owner.seller().remove_rule(parsed("1")).unwrap();
    shop.waits("1", None);
    // Nor is it said why it would not.
    let low = RuleDraft {
        up_to: "0.5".into(),
        ..generous(&shop.listing)
    };
    shop.owner.seller().add_rule(&low).unwrap();
    shop.owner.seller().remove_rule(parsed("3")).unwrap();
    shop.waits("1", None);
}

impl Shop {
    /// An order of Ann's, which rule 1 fits and whose release is computed.
    pub(crate) fn computed(&self) -> ApprovedByRule {
        self.ann
            .buyer()
            .order(&parsed(&self.listing.id), parsed("1"))
            .unwrap();
        let mut sweep = self.owner.seller().begin_sweep().unwrap();
        let next = self
            .owner
            .seller()
            .next_by_rule(&mut sweep)
            .unwrap()
            .unwrap();
        next.run(&Work::silent()).unwrap()
    }
}

/// What happens while a release is computed is seen before it is sold.
#[test]
fn an_order_that_its_rule_does_not_fit_any_more_is_not_sold_by_it() {
    let month = |listing: &ListingView| RuleDraft {
        contact: None,
        anyone: true,
        per_month: Some("15".into()),
        ..generous(listing)
    };
    let declined = |shop: &Shop| {
        let waiting = shop.owner.seller().waiting().unwrap();
        shop.owner
            .seller()
            .decline(&parsed(&waiting[0].order.id), "no")
            .unwrap();
    };
    let paused = |shop: &Shop| {
        shop.owner.seller().pause_rule(parsed("1")).unwrap();
    };
    let removed = |shop: &Shop| {
        shop.owner.seller().remove_rule(parsed("1")).unwrap();
    };
    // Rule 1 sells Ben €10 of its month's €15; Ann's €10 are over it.
    let month_filled = |shop: &Shop| {
        let ben = shop.town.home("ben");
        ben.buyer()
            .order(&parsed(&shop.listing.id), parsed("1"))
            .unwrap();
        let mut sweep = shop.owner.seller().begin_sweep().unwrap();
        let anns = shop.owner.seller().next_by_rule(&mut sweep).unwrap();
        let bens = shop.owner.seller().next_by_rule(&mut sweep).unwrap();
        let ready = bens.unwrap().run(&Work::silent()).unwrap();
        let used = ByRule::finish(&shop.owner, ready).unwrap().unwrap();
        assert!(anns.is_some() && used.buyer_name == "ben" && used.rule.get() == 1);
    };
    type Act<'a> = &'a dyn Fn(&Shop);
    let cases: [(&str, Act<'_>); 4] = [
        ("declined", &declined),
        ("paused", &paused),
        ("removed", &removed),
        ("month filled", &month_filled),
    ];
    for (name, happens) in cases {
        // Another rule fits as well: the sale would be booked on the one that does not.
        for another in [false, true] {
            let shop = Shop::open(None);
            shop.owner.seller().add_rule(&month(&shop.listing)).unwrap();
            if another {
                shop.owner
                    .seller()
                    .add_rule(&generous(&shop.listing))
                    .unwrap();
            }
            let ready = shop.computed();
            happens(&shop);
            let before = shop.owner.seller().receipts().unwrap().len();
            let used = ByRule::finish(&shop.owner, ready).unwrap();
            assert!(used.is_none(), "{name}, {another}");
            assert_eq!(
                shop.owner.seller().receipts().unwrap().len(),
                before,
                "{name}"
            );
            assert_eq!(
                shop.owner.seller().rules(true).unwrap()[0].used,
                before as u64
            );
        }
    }
}
