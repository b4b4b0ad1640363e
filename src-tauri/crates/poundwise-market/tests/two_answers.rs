//! A refusal and a receipt for one order: the buyer is told, has both, and decides.

use std::{fs, path::PathBuf};

use crate::fixture::{Town, histogram, list, paid, parsed, twin_of};
use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Order, Receipt, Refusal},
};
use poundwise_market::{
    Home, Roles,
    view::{AlarmKind, AlarmView, Collected, OrderStatus, Trusted},
};

/// An owner that refuses an order and sells on it, as one with a copy of its home can; the two
/// answers are held back.
struct Story {
    town: Town,
    ann: Home,
    order: String,
    receipt: String,
    refusal: PathBuf,
    delivery: PathBuf,
}

impl Story {
    fn new() -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(None);
        let ann = town.home("ann");
        let listing = list(&owner, &histogram());
        let order = ann
            .buyer()
            .order(&parsed(&listing.id), parsed("1"))
            .unwrap()
            .id;
        owner.seller().inbox().unwrap();
        drop(owner);
        let twin = twin_of(&town, "owner");
        twin.seller().decline(&parsed(&order), "sold out").unwrap();
        drop(twin);
        let folder = town
            .path("market/deliveries")
            .join(ann.view().kid.to_string());
        let only = || {
            fs::read_dir(&folder)
                .unwrap()
                .next()
                .unwrap()
                .unwrap()
                .path()
        };
        let hold = |name: &str| {
            let held = town.path(name);
            fs::rename(only(), &held).unwrap();
            held
        };
        let refused = only().file_name().unwrap().to_owned();
        let refusal = hold(refused.to_str().unwrap());
        let owner = town.reopen("owner");
        let receipt = owner
            .seller()
            .approve(&parsed(&order), paid("cash"))
            .unwrap()
            .id;
        let sold = only().file_name().unwrap().to_owned();
        let delivery = hold(sold.to_str().unwrap());
        Self {
            town,
            ann,
            order: order.to_string(),
            receipt: receipt.to_string(),
            refusal,
            delivery,
        }
    }

    /// Puts an answer onto the market.
    fn show(&self, answer: &PathBuf) {
        let folder = self
            .town
            .path("market/deliveries")
            .join(self.ann.view().kid.to_string());
        fs::copy(answer, folder.join(answer.file_name().unwrap())).unwrap();
    }

    fn collect(&self) -> Collected {
        let collected = self.ann.buyer().collect().unwrap();
        assert_eq!(collected.unchecked, []);
        collected
    }

    fn status(&self) -> OrderStatus {
        self.ann.buyer().orders().unwrap()[0].status
    }

    fn holds(&self) -> bool {
        !self.ann.buyer().holdings().unwrap().is_empty()
    }

    /// The one alarm, which is there as long as nobody decided, and nothing was taken.
    fn assert_alarm(&self, status: OrderStatus, holds: bool) -> AlarmView {
        let mut seen = Vec::new();
        for _ in 0..2 {
            let collected = self.collect();
            assert!(collected.releases.is_empty() && collected.declined.is_empty());
            assert_eq!(collected.rejected, []);
            assert_eq!(collected.alarms.len(), 1);
            seen.push(collected.alarms[0].number.get());
            assert_eq!((self.status(), self.holds()), (status, holds));
        }
        assert_eq!(seen, [1, 1]);
        let alarms = self.ann.buyer().alarms().unwrap();
        assert_eq!(alarms.len(), 1);
        let alarm = alarms.into_iter().next().unwrap();
        assert_eq!(alarm.kind, AlarmKind::TwoAnswers);
        assert_eq!(alarm.order.unwrap().to_string(), self.order);
        assert!(alarm.dismissal.is_none());
        alarm
    }

    /// Anybody can verify it from the files alone.
    fn assert_evidence(&self, alarm: &AlarmView) {
        let read = |name: &str| fs::read_to_string(PathBuf::from(&alarm.evidence).join(name));
        let listing = Signed::<Listing>::verify(&read("listing.jws").unwrap()).unwrap();
        let order = Signed::<Order>::verify(&read("order.jws").unwrap()).unwrap();
        let receipt = Signed::<Receipt>::verify(&read("receipt.jws").unwrap()).unwrap();
        let refusal = Signed::<Refusal>::verify(&read("refusal.jws").unwrap()).unwrap();
        assert_eq!(order.id().to_string(), self.order);
        assert_eq!(receipt.id().to_string(), self.receipt);
        assert_eq!(receipt.payload().order, order.id());
        assert_eq!(refusal.payload().order, order.id());
        assert_eq!(receipt.signer(), listing.signer());
        assert_eq!(refusal.signer(), listing.signer());
        assert!(read("proof.json").unwrap().contains(&self.receipt));
    }

    /// Decides, and gives what the next collection brings; after it there is nothing more to say.
    fn decide(&self, trusted: Trusted) -> Collected {
        let dismissed = self
            .ann
            .buyer()
            .dismiss_alarm(parsed("1"), trusted, "asked on the phone")
            .unwrap();
        assert_eq!(dismissed.dismissal.unwrap().trusted, trusted);
        let collected = self.collect();
        assert!(collected.alarms.is_empty());
        let after = self.collect();
        assert!(after.alarms.is_empty() && after.releases.is_empty());
        assert!(after.declined.is_empty() && after.rejected.is_empty());
        assert!(self.ann.buyer().deliveries_waiting().unwrap().is_empty());
        let alarm = self.ann.buyer().alarms().unwrap().remove(0);
        self.assert_evidence(&alarm);
        collected
    }
}

#[test]
fn a_receipt_after_a_refusal_is_an_alarm_and_the_buyer_decides() {
    for trusted in [Trusted::Receipt, Trusted::Refusal] {
        let story = Story::new();
        story.show(&story.refusal);
        assert_eq!(story.collect().declined.len(), 1);
        story.show(&story.delivery);
        let alarm = story.assert_alarm(OrderStatus::Declined, false);
        story.assert_evidence(&alarm);
        let collected = story.decide(trusted);
        if trusted == Trusted::Receipt {
            assert_eq!(collected.releases[0].id, story.receipt.parse().unwrap());
            assert_eq!(
                (story.status(), story.holds()),
                (OrderStatus::Delivered, true)
            );
        } else {
            assert!(collected.rejected[0].to_string().contains("alarm 1"));
            assert_eq!(
                (story.status(), story.holds()),
                (OrderStatus::Declined, false)
            );
        }
    }
}

/// From the decision to the release it is an order like any other that waits, and not a refused
/// one.
#[test]
fn an_order_whose_receipt_is_trusted_waits_for_its_release() {
    let story = Story::new();
    story.show(&story.refusal);
    story.collect();
    let order = || story.ann.buyer().orders().unwrap().remove(0);
    assert!(order().reason.is_some());
    story.show(&story.delivery);
    story.assert_alarm(OrderStatus::Declined, false);
    story
        .ann
        .buyer()
        .dismiss_alarm(parsed("1"), Trusted::Receipt, "asked on the phone")
        .unwrap();
    assert_eq!(story.status(), OrderStatus::Pending);
    assert_eq!(order().reason, None);
    assert_eq!(
        story.collect().releases[0].id,
        story.receipt.parse().unwrap()
    );
    assert_eq!(story.status(), OrderStatus::Delivered);
}

#[test]
fn a_refusal_after_a_receipt_is_an_alarm_and_the_buyer_decides() {
    for trusted in [Trusted::Receipt, Trusted::Refusal] {
        let story = Story::new();
        story.show(&story.delivery);
        assert_eq!(story.collect().releases.len(), 1);
        story.show(&story.refusal);
        let alarm = story.assert_alarm(OrderStatus::Delivered, true);
        story.assert_evidence(&alarm);
        story.decide(trusted);
        let status = match trusted {
            Trusted::Receipt => OrderStatus::Delivered,
            _ => OrderStatus::Declined,
        };
        // What is known cannot be unknown: the numbers stay.
        assert_eq!((story.status(), story.holds()), (status, true));
    }
}

#[test]
fn both_answers_in_one_look_are_an_alarm_and_neither_is_preferred() {
    for trusted in [Trusted::Receipt, Trusted::Refusal] {
        let story = Story::new();
        story.show(&story.delivery);
        story.show(&story.refusal);
        let alarm = story.assert_alarm(OrderStatus::Pending, false);
        story.assert_evidence(&alarm);
        let collected = story.decide(trusted);
        if trusted == Trusted::Receipt {
            assert_eq!(collected.releases[0].id, story.receipt.parse().unwrap());
            assert!(collected.declined.is_empty());
            assert_eq!(
                (story.status(), story.holds()),
                (OrderStatus::Delivered, true)
            );
        } else {
            assert!(collected.releases.is_empty());
            assert!(collected.rejected[0].to_string().contains("alarm 1"));
            assert_eq!(
                (story.status(), story.holds()),
                (OrderStatus::Declined, false)
            );
        }
    }
}

#[test]
fn an_alarm_is_dismissed_in_favour_of_what_it_is_about() {
    let story = Story::new();
    story.show(&story.delivery);
    story.show(&story.refusal);
    story.collect();
    for trusted in [Trusted::Kept, Trusted::Found] {
        let refused = story
            .ann
            .buyer()
            .dismiss_alarm(parsed("1"), trusted, "x")
            .unwrap_err();
        assert_eq!(refused.code().as_str(), "not-in-alarm");
    }
    assert!(story.ann.buyer().alarms().unwrap()[0].dismissal.is_none());
    story
        .ann
        .buyer()
        .dismiss_alarm(parsed("1"), Trusted::Refusal, "x")
        .unwrap();
    let refused = story
        .ann
        .buyer()
        .dismiss_alarm(parsed("1"), Trusted::Receipt, "x")
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "dismissed-already");
    assert_eq!(story.status(), OrderStatus::Declined);
}
