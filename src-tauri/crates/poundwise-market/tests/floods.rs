//! Floods of orders: what they can fill, what they cannot hide, and how an owner gets rid of them.

use std::{
    collections::BTreeSet,
    ops::ControlFlow,
    path::PathBuf,
    str::FromStr,
    sync::{LazyLock, Mutex},
};

use crate::fixture::{Town, buy, histogram, list, paid, parsed, tree};
use poundwise_documents::{
    jws::Signed,
    keys::Identity,
    kinds::{Cancellation, Order, Payload},
    units::{DocumentId, MicroEpsilon, MinorUnits, Salt, Timestamp},
};
use poundwise_market::{
    Home, Roles, Work, WorkProgress, fetch_orders, key,
    view::{ListingDraft, ListingView, OrderStatus},
};

/// Somebody with a program of their own.
struct Sender {
    identity: Identity,
    nonce: u8,
}

impl Sender {
    fn new(number: u16) -> Self {
        let mut seed = [7; 32];
        seed[..2].copy_from_slice(&number.to_le_bytes());
        Self {
            identity: Identity::from_bytes(&seed),
            nonce: 0,
        }
    }

    fn kid(&self) -> String {
        self.identity.kid().to_string()
    }

    /// An order that can be approved, another one each time.
    fn order(&mut self, listing: &ListingView) -> Order {
        self.nonce += 1;
        Order {
            listing: listing.id,
            buyer_name: "somebody".to_owned(),
            from: MicroEpsilon::ZERO,
            to: MicroEpsilon::new(1_000_000).unwrap(),
            price_minor: MinorUnits::new(1000).unwrap(),
            jwk: self.identity.jwk(),
            deliver_to: READER.clone(),
            nonce: Salt::from_bytes([self.nonce; 16]),
            previous_receipt: None,
            checkpoint: None,
            issued_at: time("2026-11-01T00:00:00Z"),
            expires_at: time("2027-11-01T00:00:00Z"),
        }
    }
}

/// Somebody's recipient.
static READER: LazyLock<String> =
    LazyLock::new(|| age::x25519::Identity::generate().to_public().to_string());

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

struct Shop {
    town: Town,
    owner: Home,
    listing: ListingView,
}

impl Shop {
    fn open() -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(None);
        let draft = ListingDraft {
            ceiling: Some(parsed("4")),
            top: Some(parsed("8")),
            grain: Some(parsed("0.25")),
            ..histogram()
        };
        let listing = list(&owner, &draft);
        Self {
            town,
            owner,
            listing,
        }
    }

    fn folder(&self) -> PathBuf {
        self.town
            .path("market/orders")
            .join(self.owner.view().kid.to_string())
    }

    /// Puts a document among the orders, encrypted to the owner.
    fn put<T: Payload>(&self, signed: &Signed<T>) -> DocumentId {
        let recipient = age::x25519::Recipient::from_str(&self.owner.view().recipient).unwrap();
        let id = signed.id().to_string();
        let sealed = age::encrypt(&recipient, signed.compact().as_bytes()).unwrap();
        std::fs::create_dir_all(self.folder()).unwrap();
        std::fs::write(self.folder().join(format!("{id}.age")), sealed).unwrap();
        id.parse().unwrap()
    }

    /// Signs and puts an order.
    fn send(&self, sender: &Sender, order: Order) -> DocumentId {
        self.put(&Signed::sign(&sender.identity, order).unwrap())
    }

    /// One order of each of so many keys.
    fn flood(&self, keys: std::ops::Range<u16>) -> Vec<DocumentId> {
        keys.map(|number| {
            let mut sender = Sender::new(number);
            let order = sender.order(&self.listing);
            self.send(&sender, order)
        })
        .collect()
    }

    /// Looks once. Gives how many objects were opened.
    fn look(&self) -> usize {
        // Each is told of before it is opened, with the bytes before it: more each time.
        let told = Mutex::new(BTreeSet::new());
        let tell = |progress: WorkProgress| {
            told.lock().unwrap().insert(progress.done);
            ControlFlow::Continue(())
        };
        fetch_orders(&self.owner, &Work::telling(&tell)).unwrap();
        told.into_inner().unwrap().len()
    }

    fn waiting(&self) -> BTreeSet<DocumentId> {
        self.owner
            .seller()
            .waiting()
            .unwrap()
            .into_iter()
            .map(|item| item.order.id)
            .collect()
    }

    fn status(&self, order: &DocumentId) -> Option<OrderStatus> {
        if self.waiting().contains(order) {
            return Some(OrderStatus::Pending);
        }
        let gone = self.owner.seller().answered().unwrap();
        gone.iter()
            .find(|view| view.id == *order)
            .map(|view| view.status)
    }

    /// Why an object among the orders was not taken.
    fn fault(&self, order: impl std::fmt::Display) -> Option<String> {
        let db = rusqlite::Connection::open(self.town.path("owner").join("poundwise.db")).unwrap();
        db.query_row(
            "SELECT fault FROM seen WHERE path = ?1",
            [format!("orders/{}/{order}.age", self.owner.view().kid)],
            |row| row.get(0),
        )
        .unwrap_or(None)
    }
}

fn code<T: std::fmt::Debug>(result: poundwise_market::Result<T>) -> String {
    result.unwrap_err().code().as_str().to_owned()
}

#[test]
fn a_flood_from_many_keys_hides_no_order_of_a_contact_or_an_earlier_buyer() {
    let shop = Shop::open();
    let (ann, ben) = (shop.town.home("ann"), shop.town.home("ben"));
    shop.owner
        .seller()
        .add_contact(parsed(&ann.view().kid), &parsed("Ann"), &parsed(""))
        .unwrap();
    buy(&shop.owner, &ben, &shop.listing, "1");
    shop.flood(0..2400);
    let honest = [(&ann, "1"), (&ben, "2")].map(|(buyer, level)| {
        let order = buyer
            .buyer()
            .order(&parsed(&shop.listing.id), parsed(level))
            .unwrap();
        order.id
    });
    let mut opened = Vec::new();
    for _ in 0..4 {
        opened.push(shop.look());
    }
    // Whatever does not find room is opened once, and never again while it has none.
    assert_eq!(opened, [1000, 1000, 402, 0]);
    let waiting = shop.waiting();
    assert!(honest.iter().all(|order| waiting.contains(order)));
    assert_eq!(waiting.len(), 502, "half of all for strangers, and the two");
    assert_eq!(shop.owner.left_out().orders_left, 1900);
    // What is known of them is in memory alone, and they are found after that is gone.
    let Shop {
        town,
        owner,
        listing,
    } = shop;
    drop(owner);
    let shop = Shop {
        owner: town.reopen("owner"),
        town,
        listing,
    };
    let late = shop.town.home("cid");
    shop.owner
        .seller()
        .add_contact(parsed(&late.view().kid), &parsed("Cid"), &parsed(""))
        .unwrap();
    let order = late
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("1"))
        .unwrap()
        .id;
    let opened: usize = (0..3).map(|_| shop.look()).sum();
    assert_eq!(opened, 1901);
    assert!(shop.waiting().contains(&order));
}

#[test]
fn strangers_are_opened_again_when_their_half_has_room() {
    let shop = Shop::open();
    let orders = shop.flood(0..520);
    assert_eq!(shop.look(), 520);
    let waiting = shop.waiting();
    assert_eq!(waiting.len(), 500);
    assert_eq!(shop.owner.left_out().orders_left, 20);
    assert_eq!(shop.look(), 0);
    for order in waiting.iter().take(3) {
        shop.owner.seller().discard(&parsed(order)).unwrap();
    }
    assert_eq!(shop.look(), 3);
    let now = shop.waiting();
    assert_eq!(now.len(), 500);
    assert_eq!(now.difference(&waiting).count(), 3);
    assert_eq!(shop.owner.left_out().orders_left, 17);
    // A contact is no stranger, also where its order was opened before.
    let gone = shop.owner.seller().answered().unwrap();
    let left = (0..520)
        .zip(&orders)
        .find(|(_, order)| !now.contains(*order) && gone.iter().all(|view| view.id != **order))
        .map(|(number, _)| Sender::new(number))
        .unwrap();
    shop.owner
        .seller()
        .add_contact(parsed(&left.kid()), &parsed("Late"), &parsed(""))
        .unwrap();
    assert_eq!(shop.look(), 1);
    assert_eq!(shop.waiting().len(), 501);
}

#[test]
fn one_key_has_16_orders_that_wait_whoever_it_is() {
    let shop = Shop::open();
    let mut sender = Sender::new(1);
    shop.owner
        .seller()
        .add_contact(parsed(&sender.kid()), &parsed("Ann"), &parsed(""))
        .unwrap();
    for _ in 0..20 {
        let order = sender.order(&shop.listing);
        shop.send(&sender, order);
    }
    assert_eq!(shop.look(), 20);
    let waiting = shop.waiting();
    assert_eq!(waiting.len(), 16);
    assert_eq!(shop.look(), 0);
    let mut orders = waiting.iter();
    shop.owner
        .seller()
        .decline(&parsed(orders.next().unwrap()), "no")
        .unwrap();
    shop.owner
        .seller()
        .discard(&parsed(orders.next().unwrap()))
        .unwrap();
    assert_eq!(shop.look(), 2);
    assert_eq!(shop.waiting().len(), 16);
}

#[test]
fn all_that_waits_is_bounded_for_contacts_too() {
    let shop = Shop::open();
    for number in 0..64 {
        let mut sender = Sender::new(number);
        shop.owner
            .seller()
            .add_contact(
                parsed(&sender.kid()),
                &parsed(&format!("contact {number}")),
                &parsed(""),
            )
            .unwrap();
        for _ in 0..16 {
            let order = sender.order(&shop.listing);
            shop.send(&sender, order);
        }
    }
    assert_eq!((shop.look(), shop.look(), shop.look()), (1000, 24, 0));
    assert_eq!(shop.waiting().len(), 1000);
    assert_eq!(shop.owner.left_out().orders_left, 24);
}

#[test]
fn orders_that_can_never_be_approved_are_stored_only_if_they_came_too_late() {
    type Change = fn(&mut Order);
    let cases: [(Change, &str); 7] = [
        (
            |order| order.listing = DocumentId::of("nothing"),
            "it names no listing of this home",
        ),
        (
            |order| order.expires_at = time("2026-11-02T00:00:00Z"),
            "it expired on 2026-11-02T00:00:00Z",
        ),
        (
            |order| {
                order.to = MicroEpsilon::new(5_000_000).unwrap();
                order.price_minor = MinorUnits::new(5000).unwrap();
            },
            "ε 5 is over the listing's ceiling, ε 4",
        ),
        (
            |order| {
                order.to = MicroEpsilon::new(1_100_000).unwrap();
                order.price_minor = MinorUnits::new(1100).unwrap();
            },
            "is not a multiple of the smallest step sold",
        ),
        (
            |order| order.price_minor = MinorUnits::new(999).unwrap(),
            "its price is not that of its listing",
        ),
        (
            |order| order.price_minor = MinorUnits::new(1001).unwrap(),
            "its price is not that of its listing",
        ),
        (
            |order| order.deliver_to = "age1nobody".to_owned(),
            "age1nobody",
        ),
    ];
    let shop = Shop::open();
    let mut sender = Sender::new(1);
    for (change, why) in cases {
        let mut order = sender.order(&shop.listing);
        change(&mut order);
        let id = shop.send(&sender, order);
        assert_eq!(shop.look(), 1);
        let fault = shop
            .fault(id)
            .unwrap_or_else(|| panic!("{why}: it was taken"));
        assert!(fault.contains(why), "{fault}");
        assert_eq!(shop.look(), 0, "{why}: it was opened again");
        // What came too late may be paid in good faith, and is kept as ended.
        let kept = why.contains("expired").then_some(OrderStatus::Expired);
        assert_eq!(shop.status(&id), kept);
    }
    // From below what is held.
    let order = sender.order(&shop.listing);
    let first = shop.send(&sender, order);
    let receipt = shop
        .owner
        .seller()
        .approve(&parsed(&first), paid(""))
        .unwrap();
    let mut order = sender.order(&shop.listing);
    order.to = MicroEpsilon::new(2_000_000).unwrap();
    order.price_minor = MinorUnits::new(2000).unwrap();
    let id = shop.send(&sender, order);
    shop.look();
    let fault = shop.fault(id).unwrap();
    assert!(
        fault.contains("it starts from ε 0, but its buyer holds ε 1"),
        "{fault}"
    );
    assert_eq!(shop.status(&id), Some(OrderStatus::Discarded));
    // From what is held, but by another receipt; the same by the right one is taken.
    for (previous, why) in [
        (
            "nothing",
            Some("its previous receipt is not its buyer's last"),
        ),
        (&receipt.id.to_string(), None),
    ] {
        let mut order = sender.order(&shop.listing);
        order.from = MicroEpsilon::new(1_000_000).unwrap();
        order.to = MicroEpsilon::new(2_000_000).unwrap();
        order.previous_receipt = Some(
            previous
                .parse()
                .unwrap_or_else(|_| DocumentId::of(previous)),
        );
        let id = shop.send(&sender, order);
        shop.look();
        let fault = shop.fault(id);
        match why {
            Some(why) => assert!(fault.unwrap().contains(why)),
            None => {
                assert_eq!(fault, None);
                shop.owner.seller().discard(&parsed(&id)).unwrap();
            }
        }
    }
    // Of a blocked key, which an earlier buyer may be.
    shop.owner.seller().block(parsed(&sender.kid())).unwrap();
    let order = sender.order(&shop.listing);
    let id = shop.send(&sender, order);
    shop.look();
    assert!(
        shop.fault(id)
            .unwrap()
            .contains("its buyer's key is blocked")
    );
    assert!(shop.waiting().is_empty());
}

#[test]
fn an_order_that_lost_a_race_is_stored_and_explained() {
    let shop = Shop::open();
    let mut sender = Sender::new(1);
    let late = sender.order(&shop.listing);
    let newer = shop
        .owner
        .seller()
        .reprice(&parsed(&shop.listing.id), &parsed("8:160"))
        .unwrap();
    shop.send(&sender, late);
    let inbox = shop.owner.seller().inbox().unwrap();
    let problem = inbox[0].problem.as_ref().unwrap();
    assert_eq!(problem.code.as_str(), "stale-price");
    let mut other = Sender::new(2);
    let mut late = other.order(&newer);
    late.price_minor = MinorUnits::new(2000).unwrap();
    shop.owner
        .seller()
        .withdraw(&parsed(&newer.id), "over")
        .unwrap();
    let id = shop.send(&other, late);
    let inbox = shop.owner.seller().inbox().unwrap();
    let item = inbox.iter().find(|item| item.order.id == id).unwrap();
    assert_eq!(item.problem.as_ref().unwrap().code.as_str(), "withdrawn");
}

#[test]
fn an_order_is_at_most_4_kib_and_the_header_of_age() {
    let shop = Shop::open();
    let mut sender = Sender::new(1);
    let mut order = sender.order(&shop.listing);
    // As long as it can be signed.
    let room = Order::MAX_BYTES
        - Signed::sign(&sender.identity, order.clone())
            .unwrap()
            .compact()
            .len();
    order
        .buyer_name
        .push_str(&"x".repeat((room * 3 / 4).min(190)));
    let longest = shop.send(&sender, order);
    std::fs::write(shop.folder().join("long.age"), vec![b'x'; 4096 + 4096 + 33]).unwrap();
    std::fs::write(
        shop.folder().join("short.age"),
        vec![b'x'; 4096 + 4096 + 32],
    )
    .unwrap();
    shop.look();
    assert!(shop.waiting().contains(&longest));
    assert!(
        shop.fault("long")
            .unwrap()
            .contains("is larger than 8224 bytes")
    );
    assert!(!shop.fault("short").unwrap().contains("is larger than"));
}

#[test]
fn what_cannot_be_read_keeps_no_order_from_being_opened() {
    use std::os::unix::fs::PermissionsExt;
    let shop = Shop::open();
    std::fs::create_dir_all(shop.folder()).unwrap();
    for number in 0..1200 {
        let file = shop.folder().join(format!("{number}.age"));
        std::fs::write(&file, "x").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000)).unwrap();
    }
    if std::fs::read(shop.folder().join("0.age")).is_ok() {
        // A test that is run as root reads everything.
        return;
    }
    shop.look();
    shop.look();
    let order = shop.flood(0..1).remove(0);
    shop.look();
    assert!(shop.waiting().contains(&order));
}

#[test]
fn discarding_sends_nothing_and_the_order_may_still_be_delivered() {
    let shop = Shop::open();
    let ann = shop.town.home("ann");
    let [order, other] = ["1", "2"].map(|level| {
        ann.buyer()
            .order(&parsed(&shop.listing.id), parsed(level))
            .unwrap()
            .id
    });
    shop.look();
    let market = tree(&shop.town.path("market"));
    let discarded = shop.owner.seller().discard(&parsed(&order)).unwrap();
    assert_eq!(discarded.status, OrderStatus::Discarded);
    assert_eq!(
        shop.owner.seller().discard(&parsed(&order)).unwrap().status,
        OrderStatus::Discarded
    );
    assert_eq!(tree(&shop.town.path("market")), market);
    assert_eq!(shop.waiting(), BTreeSet::from([other]));
    assert_eq!(shop.status(&order), Some(OrderStatus::Discarded));
    assert_eq!(
        code(shop.owner.seller().decline(&parsed(&order), "no")),
        "order-discarded"
    );
    // It leaves the market, and is not read again if somebody puts it there.
    shop.look();
    assert!(!shop.folder().join(format!("{order}.age")).exists());
    for (path, bytes) in market
        .iter()
        .filter(|(path, _)| path.starts_with(shop.folder()))
    {
        std::fs::write(path, bytes).unwrap();
    }
    shop.look();
    assert_eq!(shop.status(&order), Some(OrderStatus::Discarded));
    // The money came all the same.
    shop.owner
        .seller()
        .approve(&parsed(&order), paid("late"))
        .unwrap();
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
    assert_eq!(
        code(shop.owner.seller().discard(&parsed(&order))),
        "approved-already"
    );
    shop.owner.seller().decline(&parsed(&other), "no").unwrap();
    assert_eq!(
        code(shop.owner.seller().discard(&parsed(&other))),
        "declined-already"
    );
}

/// Orders that have ended before they are read cost their sender nothing: they are kept within the
/// limits of those that wait, take no place of theirs, and are forgotten once they are old.
#[test]
fn orders_that_came_too_late_are_kept_within_the_limits() {
    let shop = Shop::open();
    let old = |order: &mut Order| order.expires_at = time("2026-11-02T00:00:00Z");
    let mut one = Sender::new(1);
    for _ in 0..20 {
        let mut order = one.order(&shop.listing);
        old(&mut order);
        shop.send(&one, order);
    }
    assert_eq!(shop.look(), 20);
    let kept = || shop.owner.seller().answered().unwrap().len();
    assert_eq!(kept(), 16, "of one key");
    for number in 100..620 {
        let mut sender = Sender::new(number);
        let mut order = sender.order(&shop.listing);
        old(&mut order);
        shop.send(&sender, order);
    }
    assert_eq!(shop.look(), 520);
    assert_eq!(kept(), 500, "of strangers");
    assert_eq!(shop.look(), 0, "none is opened again");
    // An honest one still waits, and a contact's is still kept.
    let ann = shop.town.home("ann");
    let order = ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("1"))
        .unwrap();
    shop.look();
    assert_eq!(shop.waiting(), BTreeSet::from([order.id]));
    let mut contact = Sender::new(2);
    shop.owner
        .seller()
        .add_contact(parsed(&contact.kid()), &parsed("Cid"), &parsed(""))
        .unwrap();
    let mut order = contact.order(&shop.listing);
    old(&mut order);
    let id = shop.send(&contact, order);
    shop.look();
    assert_eq!(shop.status(&id), Some(OrderStatus::Expired));
    // One that expired long ago is not kept.
    let mut order = contact.order(&shop.listing);
    order.expires_at = time("2026-08-02T00:00:00Z");
    order.issued_at = time("2026-07-02T00:00:00Z");
    let id = shop.send(&contact, order);
    shop.look();
    assert_eq!(shop.status(&id), None);
    assert!(shop.fault(id).is_some());
}

#[test]
fn a_blocked_key_orders_nothing_until_it_is_unblocked() {
    let shop = Shop::open();
    let ann = shop.town.home("ann");
    let kid = ann.view().kid;
    let before = ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("1"))
        .unwrap()
        .id;
    let other = shop.flood(0..1).remove(0);
    shop.look();
    assert_eq!(code(key(&kid.to_string()[..20])), "contact-key");
    assert_eq!(
        code(shop.owner.seller().block(parsed(&shop.owner.view().kid))),
        "own-key"
    );
    assert_eq!(
        code(shop.owner.seller().unblock(parsed(&kid))),
        "not-blocked"
    );
    let blocking = shop.owner.seller().block(parsed(&kid)).unwrap();
    assert_eq!(blocking.blocked.kid, kid);
    assert_eq!(blocking.discarded.len(), 1);
    assert_eq!(shop.status(&before), Some(OrderStatus::Discarded));
    assert_eq!(shop.waiting(), BTreeSet::from([other]));
    assert!(
        shop.owner
            .seller()
            .block(parsed(&kid))
            .unwrap()
            .discarded
            .is_empty()
    );
    let blocked = ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("2"))
        .unwrap()
        .id;
    shop.look();
    assert_eq!(shop.status(&blocked), None);
    assert_eq!(shop.owner.seller().blocked_keys().unwrap().len(), 1);
    // Blocked again, it is told of that key and not of the one that was blocked last.
    let seller = shop.owner.seller();
    let last = shop.town.home("last").view().kid;
    seller.block(parsed(&last)).unwrap();
    let again = seller.block(parsed(&kid)).unwrap();
    assert_eq!(again.blocked.kid, kid);
    seller.unblock(parsed(&last)).unwrap();
    shop.owner.seller().unblock(parsed(&kid)).unwrap();
    assert!(shop.owner.seller().blocked_keys().unwrap().is_empty());
    let after = ann
        .buyer()
        .order(&parsed(&shop.listing.id), parsed("3"))
        .unwrap()
        .id;
    shop.look();
    assert_eq!(shop.status(&after), Some(OrderStatus::Pending));
    assert_eq!(shop.status(&blocked), None);
}

#[test]
fn of_many_cancellations_of_one_order_one_is_kept() {
    let shop = Shop::open();
    let mut sender = Sender::new(1);
    let cancel = |sender: &Sender, order: &str, hours: std::ops::Range<u8>| {
        for hour in hours {
            let cancellation = Cancellation {
                order: order.parse().unwrap(),
                jwk: sender.identity.jwk(),
                issued_at: time(&format!("2026-11-20T{hour:02}:00:00Z")),
            };
            shop.put(&Signed::sign(&sender.identity, cancellation).unwrap());
        }
    };
    let kept = || -> u64 {
        let db = rusqlite::Connection::open(shop.town.path("owner").join("poundwise.db")).unwrap();
        db.query_row(
            "SELECT count(*) FROM documents WHERE typ = ?1",
            [Cancellation::TYP],
            |row| row.get(0),
        )
        .unwrap()
    };
    // With the order and after it.
    let order = sender.order(&shop.listing);
    let order = shop.send(&sender, order);
    cancel(&sender, &order.to_string(), 0..3);
    shop.look();
    assert_eq!(
        (shop.status(&order), kept()),
        (Some(OrderStatus::Cancelled), 1)
    );
    cancel(&sender, &order.to_string(), 3..5);
    shop.look();
    assert_eq!(
        (shop.status(&order), kept()),
        (Some(OrderStatus::Cancelled), 1)
    );
    // Before the order.
    let order = sender.order(&shop.listing);
    let signed = Signed::sign(&sender.identity, order).unwrap();
    let order = signed.id();
    cancel(&sender, &order.to_string(), 0..3);
    shop.look();
    shop.put(&signed);
    shop.look();
    assert_eq!(
        (shop.status(&order), kept()),
        (Some(OrderStatus::Cancelled), 1)
    );
    shop.look();
    assert_eq!(kept(), 2);
    for _ in 0..4 {
        shop.look();
    }
    assert_eq!(kept(), 2);
    assert_eq!(std::fs::read_dir(shop.folder()).unwrap().count(), 0);
}

#[test]
fn those_of_a_key_that_is_blocked_meanwhile_are_noted_and_leave_no_trace_in_the_inbox() {
    let shop = Shop::open();
    let mut sender = Sender::new(1);
    for _ in 0..20 {
        let order = sender.order(&shop.listing);
        shop.send(&sender, order);
    }
    shop.look();
    assert_eq!(
        shop.owner
            .seller()
            .block(parsed(&sender.kid()))
            .unwrap()
            .discarded
            .len(),
        16
    );
    assert_eq!(shop.look(), 4);
    assert!(shop.waiting().is_empty());
    assert_eq!(shop.owner.left_out().orders_left, 0);
    assert_eq!(shop.look(), 0);
}
