//! How an order ends without an answer: its buyer cancels it, or its time is over.

use std::{path::PathBuf, str::FromStr};

use crate::fixture::{Town, histogram, list, mean_income, no_rule_approves, paid, parsed};
use poundwise_documents::{
    jws::Signed,
    keys::Identity,
    kinds::Cancellation,
    units::{DocumentId, Timestamp},
};
use poundwise_market::{
    Approval, ByRule, Home, Job, OrderDays, Roles, Work,
    view::{ListingDraft, ListingView, OrderStatus, RuleDraft},
};

const LATER: &str = "2026-12-30T00:00:00Z";

struct Shop {
    town: Town,
    owner: Home,
    ann: Home,
    listing: ListingView,
}

impl Shop {
    fn open() -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(None);
        let ann = town.home("ann");
        let listing = list(&owner, &histogram());
        Self {
            town,
            owner,
            ann,
            listing,
        }
    }

    fn order(&self, to: &str) -> DocumentId {
        self.ann
            .buyer()
            .order(&parsed(&self.listing.id), parsed(to))
            .unwrap()
            .id
    }

    fn folder(&self) -> PathBuf {
        self.town
            .path("market/orders")
            .join(self.owner.view().kid.to_string())
    }

    fn there(&self) -> usize {
        std::fs::read_dir(self.folder()).unwrap().count()
    }

    /// What the owner makes of an order.
    fn received(&self, order: &str) -> Option<OrderStatus> {
        let waiting = self.owner.seller().inbox().unwrap();
        if waiting
            .iter()
            .any(|item| item.order.id == order.parse().unwrap())
        {
            return Some(OrderStatus::Pending);
        }
        let gone = self.owner.seller().answered().unwrap();
        gone.iter()
            .find(|view| view.id == order.parse().unwrap())
            .map(|view| view.status)
    }

    /// What the buyer makes of it.
    fn placed(&self, order: &str) -> OrderStatus {
        let orders = self.ann.buyer().orders().unwrap();
        orders
            .iter()
            .find(|view| view.id == order.parse().unwrap())
            .unwrap()
            .status
    }

    /// Puts a cancellation of an order among the orders, as somebody signs it. Gives its file.
    fn cancel_as(&self, identity: &Identity, order: &str) -> PathBuf {
        let cancellation = Cancellation {
            order: DocumentId::from_str(order).unwrap(),
            jwk: identity.jwk(),
            issued_at: Timestamp::from_str("2026-11-21T00:00:00Z").unwrap(),
        };
        let signed = Signed::sign(identity, cancellation).unwrap();
        let recipient = age::x25519::Recipient::from_str(&self.owner.view().recipient).unwrap();
        let sealed = age::encrypt(&recipient, signed.compact().as_bytes()).unwrap();
        let file = self.folder().join(format!("{}.age", signed.id()));
        std::fs::write(&file, sealed).unwrap();
        file
    }
}

fn code<T: std::fmt::Debug>(result: poundwise_market::Result<T>) -> String {
    result.unwrap_err().code().as_str().to_owned()
}

#[test]
fn a_cancelled_order_gets_no_answer() {
    let shop = Shop::open();
    let order = shop.order("1");
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Pending)
    );
    let signed = || shop.ann.check().unwrap().documents;
    let before = signed();
    assert_eq!(
        shop.ann
            .buyer()
            .cancel_order(&parsed(&order))
            .unwrap()
            .status,
        OrderStatus::Cancelled
    );
    assert_eq!(shop.placed(&order.to_string()), OrderStatus::Cancelled);
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Cancelled)
    );
    // Nothing is computed for it either.
    let seller = shop.owner.seller();
    let begun = seller.begin_approval(&parsed(&order), paid(""));
    assert_eq!(code(begun.map(drop)), "order-cancelled");
    assert_eq!(
        code(shop.owner.seller().approve(&parsed(&order), paid(""))),
        "order-cancelled"
    );
    assert_eq!(
        code(shop.owner.seller().decline(&parsed(&order), "no")),
        "order-cancelled"
    );
    assert_eq!(
        code(shop.owner.seller().discard(&parsed(&order))),
        "order-cancelled"
    );
    // Both leave the market, and cancelling once more is harmless.
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Cancelled)
    );
    assert_eq!(shop.there(), 0);
    shop.ann.buyer().cancel_order(&parsed(&order)).unwrap();
    assert_eq!(shop.there(), 0);
    assert_eq!(signed(), before + 1, "what she signed she has, once");
    // The level is free to be ordered again.
    let again = shop.order("1");
    assert_eq!(
        shop.received(&again.to_string()),
        Some(OrderStatus::Pending)
    );
    assert_eq!(shop.ann.buyer().collect().unwrap().rejected, []);
}

#[test]
fn an_order_and_its_cancellation_come_at_one_look_in_any_order_or_at_two() {
    for _ in 0..8 {
        let shop = Shop::open();
        let order = shop.order("1");
        shop.ann.buyer().cancel_order(&parsed(&order)).unwrap();
        assert_eq!(
            shop.received(&order.to_string()),
            Some(OrderStatus::Cancelled),
            "at one look"
        );
    }
    let shop = Shop::open();
    let order = shop.order("1");
    shop.ann.buyer().cancel_order(&parsed(&order)).unwrap();
    let away = shop.town.path("away.age");
    let file = shop.folder().join(format!("{order}.age"));
    std::fs::rename(&file, &away).unwrap();
    assert_eq!(
        shop.received(&order.to_string()),
        None,
        "the cancellation alone"
    );
    assert_eq!(shop.owner.left_out().orders_left, 0);
    assert_eq!(
        shop.there(),
        1,
        "it stays where it is: it is remembered in memory only"
    );
    std::fs::rename(&away, &file).unwrap();
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Cancelled),
        "then the order"
    );
    shop.owner.seller().inbox().unwrap();
    shop.owner.seller().inbox().unwrap();
    assert_eq!(shop.there(), 0);

    // The same with a home that was closed in between.
    let order = shop.order("2");
    shop.ann.buyer().cancel_order(&parsed(&order)).unwrap();
    let file = shop.folder().join(format!("{order}.age"));
    std::fs::rename(&file, &away).unwrap();
    assert_eq!(shop.received(&order.to_string()), None);
    let Shop {
        town,
        owner,
        ann,
        listing,
    } = shop;
    drop(owner);
    std::fs::rename(&away, &file).unwrap();
    let shop = Shop {
        owner: town.reopen("owner"),
        town,
        ann,
        listing,
    };
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Cancelled)
    );
}

#[test]
fn a_cancellation_by_anybody_else_does_nothing() {
    let shop = Shop::open();
    let stranger = Identity::from_bytes(&[9; 32]);
    // Before the order, at one look with it, and after it.
    let order = shop.order("1");
    let file = shop.folder().join(format!("{order}.age"));
    let away = shop.town.path("away.age");
    std::fs::rename(&file, &away).unwrap();
    shop.cancel_as(&stranger, &order.to_string());
    assert_eq!(shop.received(&order.to_string()), None);
    std::fs::rename(&away, &file).unwrap();
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Pending)
    );
    let second = shop.order("2");
    shop.cancel_as(&stranger, &second.to_string());
    assert_eq!(
        shop.received(&second.to_string()),
        Some(OrderStatus::Pending)
    );
    shop.cancel_as(&Identity::from_bytes(&[10; 32]), &second.to_string());
    assert_eq!(
        shop.received(&second.to_string()),
        Some(OrderStatus::Pending)
    );
    // That of the buyer counts all the same.
    shop.ann.buyer().cancel_order(&parsed(&second)).unwrap();
    assert_eq!(
        shop.received(&second.to_string()),
        Some(OrderStatus::Cancelled)
    );
    shop.owner
        .seller()
        .approve(&parsed(&order), paid(""))
        .unwrap();
}

#[test]
fn a_receipt_wins_over_a_cancellation() {
    let shop = Shop::open();
    let order = shop.order("1");
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Pending)
    );
    shop.ann.buyer().cancel_order(&parsed(&order)).unwrap();
    // The owner has not read it yet.
    shop.owner
        .seller()
        .approve(&parsed(&order), paid(""))
        .unwrap();
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Delivered)
    );
    assert_eq!(shop.placed(&order.to_string()), OrderStatus::Cancelled);
    let collected = shop.ann.buyer().collect().unwrap();
    assert_eq!((collected.releases.len(), collected.rejected.len()), (1, 0));
    assert_eq!(shop.placed(&order.to_string()), OrderStatus::Delivered);
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Delivered)
    );
    assert_eq!(
        code(shop.ann.buyer().cancel_order(&parsed(&order))),
        "approved-already"
    );
    // A second purchase goes on from it, cancelled or not.
    let more = shop.order("2");
    assert_eq!(shop.received(&more.to_string()), Some(OrderStatus::Pending));
    shop.ann.buyer().cancel_order(&parsed(&more)).unwrap();
    shop.owner
        .seller()
        .approve(&parsed(&more), paid(""))
        .unwrap();
    assert_eq!(shop.ann.buyer().collect().unwrap().releases.len(), 1);
    assert_eq!(shop.placed(&more.to_string()), OrderStatus::Delivered);
}

#[test]
fn a_refusal_that_crosses_a_cancellation_is_shown() {
    let shop = Shop::open();
    let order = shop.order("1");
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Pending)
    );
    shop.ann.buyer().cancel_order(&parsed(&order)).unwrap();
    shop.owner
        .seller()
        .decline(&parsed(&order), "no payment")
        .unwrap();
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Declined)
    );
    assert_eq!(shop.ann.buyer().collect().unwrap().declined.len(), 1);
    assert_eq!(shop.placed(&order.to_string()), OrderStatus::Declined);
    assert_eq!(
        code(shop.ann.buyer().cancel_order(&parsed(&order))),
        "declined-already"
    );
}

#[test]
fn a_discarded_order_can_still_be_cancelled() {
    let shop = Shop::open();
    let order = shop.order("1");
    shop.owner.seller().discard(&parsed(&order)).unwrap();
    shop.ann.buyer().cancel_order(&parsed(&order)).unwrap();
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Cancelled)
    );
    assert_eq!(
        code(shop.owner.seller().approve(&parsed(&order), paid(""))),
        "order-cancelled"
    );
}

#[test]
fn a_cancellation_of_an_order_that_was_not_taken_does_not_stay() {
    let shop = Shop::open();
    shop.owner
        .seller()
        .block(parsed(&shop.ann.view().kid))
        .unwrap();
    let order = shop.order("1");
    assert_eq!(shop.received(&order.to_string()), None);
    shop.ann.buyer().cancel_order(&parsed(&order)).unwrap();
    shop.owner.seller().inbox().unwrap();
    shop.owner.seller().inbox().unwrap();
    assert_eq!(shop.there(), 1, "the order, which was read and not taken");
    let both = shop.order("2");
    shop.ann.buyer().cancel_order(&parsed(&both)).unwrap();
    shop.owner.seller().inbox().unwrap();
    shop.owner.seller().inbox().unwrap();
    assert_eq!(shop.there(), 2);
}

#[test]
fn nobody_cancels_the_order_of_another_home() {
    let shop = Shop::open();
    let order = shop.order("1");
    let ben = shop.town.home("ben");
    assert_eq!(
        code(ben.buyer().cancel_order(&parsed(&order))),
        "no-such-id"
    );
    let begun = shop
        .ann
        .buyer()
        .cancel_order(&parsed(&order.to_string()[..6]));
    assert_eq!(begun.unwrap().id, order, "by its beginning");
}

#[test]
fn an_order_expires_on_both_sides_and_may_be_placed_anew() {
    let shop = Shop::open();
    let order = shop.order("1");
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Pending)
    );
    assert_eq!(
        code(
            shop.ann
                .buyer()
                .order(&parsed(&shop.listing.id), parsed("1"))
        ),
        "ordered-already"
    );
    let view = shop.owner.seller().waiting().unwrap().remove(0).order;
    let days = |text: &str| Timestamp::from_str(text).unwrap().seconds() / 86400;
    assert_eq!(days(&view.expires_at) - days(&view.issued_at), 30);
    shop.town.set_clock(LATER);
    assert_eq!(
        code(shop.owner.seller().approve(&parsed(&order), paid(""))),
        "order-expired"
    );
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Expired)
    );
    assert_eq!(
        code(shop.owner.seller().approve(&parsed(&order), paid(""))),
        "order-expired"
    );
    assert_eq!(
        code(shop.owner.seller().decline(&parsed(&order), "no")),
        "order-expired"
    );
    assert_eq!(
        code(shop.owner.seller().discard(&parsed(&order))),
        "order-expired"
    );
    assert_eq!(shop.placed(&order.to_string()), OrderStatus::Expired);
    assert_eq!(
        code(shop.ann.buyer().cancel_order(&parsed(&order))),
        "order-expired"
    );
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Expired)
    );
    assert_eq!(shop.there(), 0);
    let again = shop.order("1");
    assert_eq!(
        shop.received(&again.to_string()),
        Some(OrderStatus::Pending)
    );
}

#[test]
fn an_order_waits_to_the_end_of_its_last_second() {
    let shop = Shop::open();
    let order = shop.order("1");
    let expires = shop.ann.buyer().orders().unwrap().remove(0).expires_at;
    // The clock goes on each time that it is read.
    shop.town.set_clock(&expires);
    assert_eq!(shop.placed(&order.to_string()), OrderStatus::Pending);
    shop.town.set_clock(&expires);
    let again = shop
        .ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("1"));
    assert_eq!(code(again), "ordered-already");
    // So it does for its owner, who reads it then, and who looks once more then.
    for _ in 0..2 {
        shop.town.set_clock(&expires);
        assert_eq!(
            shop.received(&order.to_string()),
            Some(OrderStatus::Pending)
        );
    }
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Expired)
    );
}

/// It may have been paid in good faith, unless it costs nothing.
#[test]
fn an_order_that_comes_too_late_is_kept_only_if_it_has_a_price() {
    for (price, kept) in [("2:20", Some(OrderStatus::Expired)), ("2:0", None)] {
        let shop = Shop::open();
        let draft = ListingDraft {
            price: price.into(),
            ..mean_income()
        };
        let listing = list(&shop.owner, &draft);
        let order = shop.ann.buyer().order(&parsed(&listing.id), parsed("1"));
        let order = order.unwrap();
        shop.town.set_clock(LATER);
        assert_eq!(shop.received(&order.id.to_string()), kept, "{price}");
    }
}

/// What ended unanswered counts for 90 days after its time, and no second longer.
#[test]
fn an_order_that_comes_ninety_days_too_late_is_not_kept() {
    for (seconds, kept) in [(-60, Some(OrderStatus::Expired)), (0, None)] {
        let shop = Shop::open();
        let draft = ListingDraft {
            price: "2:20".into(),
            ..mean_income()
        };
        let listing = list(&shop.owner, &draft);
        let order = shop.ann.buyer().order(&parsed(&listing.id), parsed("1"));
        let order = order.unwrap();
        let expires = chrono::DateTime::parse_from_rfc3339(&order.expires_at).unwrap();
        let late = expires + chrono::TimeDelta::days(90) + chrono::TimeDelta::seconds(seconds);
        shop.town.set_clock(&late.to_rfc3339());
        assert_eq!(shop.received(&order.id.to_string()), kept, "{seconds}");
    }
}

#[test]
fn a_buyer_says_for_how_long_an_order_waits() {
    let shop = Shop::open();
    for days in ["0", "366", "65536", "-1", "1.5", ""] {
        assert_eq!(code(days.parse::<OrderDays>()), "order-days", "{days}");
    }
    let place = |to: &str, days: &str| {
        let days = days.parse().unwrap();
        shop.ann
            .buyer()
            .order_for(&parsed(&shop.listing.id), parsed(to), days, false)
            .unwrap()
    };
    let (order, year) = (place("1", "8"), place("2", "365"));
    let days = |text: &str| Timestamp::from_str(text).unwrap().seconds() / 86400;
    assert_eq!(days(&order.expires_at) - days(&order.issued_at), 8);
    assert_eq!(days(&year.expires_at) - days(&year.issued_at), 365);
    assert_eq!(
        shop.received(&order.id.to_string()),
        Some(OrderStatus::Pending)
    );
    shop.town.set_clock(LATER);
    assert_eq!(
        shop.received(&order.id.to_string()),
        Some(OrderStatus::Expired)
    );
    assert_eq!(
        shop.received(&year.id.to_string()),
        Some(OrderStatus::Pending)
    );

    // What costs nothing need not be paid in time.
    let free = ListingDraft {
        price: "2:0".into(),
        ..mean_income()
    };
    let free = list(&shop.owner, &free);
    let buyer = shop.ann.buyer();
    let order = buyer.order_for(
        &parsed(&free.id),
        parsed("1"),
        OrderDays::new(1).unwrap(),
        false,
    );
    let order = order.unwrap();
    assert_eq!(days(&order.expires_at) - days(&order.issued_at), 1);
}

/// The clock may have been wrong when the order was read.
#[test]
fn expired_order_waits_again_when_the_clock_goes_back() {
    let shop = Shop::open();
    let order = shop.order("1");
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Pending)
    );
    shop.town.set_clock(LATER);
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Expired)
    );
    shop.town.set_clock("2026-11-25T00:00:00Z");
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Pending)
    );
    shop.owner
        .seller()
        .approve(&parsed(&order), paid(""))
        .unwrap();
}

/// A later document of this home shows that the order expired, regardless of the clock.
#[test]
fn expired_order_is_over_for_good_after_a_later_signature() {
    let shop = Shop::open();
    let order = shop.order("1");
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Pending)
    );
    shop.town.set_clock(LATER);
    list(&shop.owner, &mean_income());
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Expired)
    );
    shop.town.set_clock("2026-11-25T00:00:00Z");
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Expired)
    );
}

#[test]
fn a_rule_approves_nothing_but_what_waits() {
    let shop = Shop::open();
    shop.owner
        .seller()
        .add_contact(parsed(&shop.ann.view().kid), &parsed("Ann"), &parsed(""))
        .unwrap();
    shop.owner
        .seller()
        .add_rule(&RuleDraft {
            contact: Some("Ann".into()),
            listing: Some(shop.listing.id.to_string()),
            up_to: "8".into(),
            per_order: "100".into(),
            payment: "invoice".into(),
            ..RuleDraft::default()
        })
        .unwrap();
    // Each ends while its release is computed.
    let ends: [fn(&Shop, &str); 3] = [
        |shop, order| {
            shop.owner.seller().discard(&parsed(order)).unwrap();
        },
        |shop, order| {
            shop.ann.buyer().cancel_order(&parsed(order)).unwrap();
            assert_eq!(shop.received(order), Some(OrderStatus::Cancelled));
        },
        |shop, order| {
            shop.town.set_clock(LATER);
            assert_eq!(shop.received(order), Some(OrderStatus::Expired));
        },
    ];
    for end in ends {
        let order = shop.order("1");
        let mut sweep = shop.owner.seller().begin_sweep().unwrap();
        let next = shop
            .owner
            .seller()
            .next_by_rule(&mut sweep)
            .unwrap()
            .unwrap();
        let ready = next.run(&Work::silent()).unwrap();
        end(&shop, &order.to_string());
        assert!(ByRule::finish(&shop.owner, ready).unwrap().is_none());
        no_rule_approves(&shop.owner);
        assert!(shop.owner.seller().receipts().unwrap().is_empty());
        if shop.placed(&order.to_string()) == OrderStatus::Pending {
            shop.ann.buyer().cancel_order(&parsed(&order)).unwrap();
            shop.owner.seller().inbox().unwrap();
        }
    }
    // An approval by hand that was begun is checked again too.
    let order = shop.order("1");
    shop.owner.seller().pause_rule(parsed("1")).unwrap();
    shop.owner.seller().inbox().unwrap();
    let ready = shop
        .owner
        .seller()
        .begin_approval(&parsed(&order), paid(""))
        .unwrap();
    let ready = ready.run(&Work::silent()).unwrap();
    shop.ann.buyer().cancel_order(&parsed(&order)).unwrap();
    assert_eq!(
        shop.received(&order.to_string()),
        Some(OrderStatus::Cancelled)
    );
    assert_eq!(
        code(Approval::finish(&shop.owner, ready)),
        "order-cancelled"
    );
}
