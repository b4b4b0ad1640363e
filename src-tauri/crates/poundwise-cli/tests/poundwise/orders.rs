//! The whole life of an order through the built program, and a flood of them by somebody with a
//! program of their own.

use std::fs;
use std::path::PathBuf;
use std::str::FromStr;

use poundwise_documents::jws::Signed;
use poundwise_documents::keys::Identity;
use poundwise_documents::kinds::Order;
use poundwise_documents::units::{MicroEpsilon, MinorUnits, Salt};
use serde_json::{Value, json};

use crate::support::{Trader, World, listing, text};

fn folder(world: &World, owner: &Trader) -> PathBuf {
    let folder = world
        .path("market/orders")
        .join(text(&owner.j("whoami"), "kid"));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn ids(orders: &Value) -> Vec<String> {
    let id = |item: &Value| text(item.get("order").unwrap_or(item), "id").to_owned();
    orders.as_array().unwrap().iter().map(id).collect()
}

/// What a home says of its first order.
fn state(trader: &Trader, command: &str) -> String {
    text(&trader.j(command)[0], "status").to_owned()
}

/// Each of another key, and each could be approved.
fn flood(world: &World, owner: &Trader, listing: &str, many: u16) {
    let folder = folder(world, owner);
    let recipient = text(&owner.j("whoami"), "recipient").to_owned();
    let recipient = age::x25519::Recipient::from_str(&recipient).unwrap();
    let reader = age::x25519::Identity::generate().to_public().to_string();
    for number in 0..many {
        let mut seed = [5; 32];
        seed[..2].copy_from_slice(&number.to_le_bytes());
        let identity = Identity::from_bytes(&seed);
        let order = Order {
            listing: listing.parse().unwrap(),
            buyer_name: "Bea".to_owned(),
            from: MicroEpsilon::ZERO,
            to: MicroEpsilon::new(1_000_000).unwrap(),
            price_minor: MinorUnits::new(2000).unwrap(),
            jwk: identity.jwk(),
            deliver_to: reader.clone(),
            nonce: Salt::from_bytes([1; 16]),
            previous_receipt: None,
            checkpoint: None,
            issued_at: "2026-01-01T00:00:00Z".parse().unwrap(),
            expires_at: "2999-01-01T00:00:00Z".parse().unwrap(),
        };
        let signed = Signed::sign(&identity, order).unwrap();
        let sealed = age::encrypt(&recipient, signed.compact().as_bytes()).unwrap();
        fs::write(folder.join(format!("{}.age", signed.id())), sealed).unwrap();
    }
}

#[test]
fn a_flood_of_orders_fills_half_the_inbox_and_hides_nobody_who_is_known() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let id = listing(&owner);
    let kid = text(&buyer.j("whoami"), "kid").to_owned();
    owner.json(&["contact", "add", &kid, "--name", "Bea"]);
    flood(&world, &owner, &id, 1200);
    let order = text(&buyer.json(&["order", &id, "--to", "2"]), "id").to_owned();
    // Each run of the program remembers nothing of the one before: 1000 of 1201 are opened at
    // random, then the rest.
    let first = owner.run(&["inbox", "list", "--json"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(
        first.stderr.contains("more orders stay on the market"),
        "{}",
        first.stderr
    );
    let waiting = ids(&owner.run(&["inbox", "list", "--json"]).document());
    assert_eq!(waiting.len(), 501);
    assert!(waiting.contains(&order));
    owner.json(&["approve", &order, "--payment", "REF"]);
    let collected = buyer.j("collect");
    assert_eq!(collected["releases"].as_array().unwrap().len(), 1);
}

#[test]
fn a_buyer_cancels_and_the_order_gets_no_answer() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let id = listing(&owner);
    let order = buyer.json(&["order", &id, "--to", "2"]);
    assert!(text(&order, "expires_at") > text(&order, "issued_at"));
    let order = text(&order, "id").to_owned();
    assert_eq!(ids(&owner.j("inbox list")), std::slice::from_ref(&order));
    assert!(owner.say(&["inbox", "list"]).contains("expires"));
    let said = buyer.say(&["order", "cancel", &order]);
    assert!(said.starts_with("Cancelled."), "{said}");
    assert_eq!(state(&buyer, "order list"), "cancelled");
    assert!(buyer.say(&["order", "list"]).contains("cancelled"));
    assert!(ids(&owner.j("inbox list")).is_empty());
    assert_eq!(state(&owner, "inbox list --answered"), "cancelled");
    owner.refused(&["approve", &order, "--payment", "REF"]).is(
        1,
        "order-cancelled",
        &["cancelled"],
    );
    owner
        .refused(&["decline", &order, "--reason", "no"])
        .is(1, "order-cancelled", &[]);
    owner
        .refused(&["discard", &order])
        .is(1, "order-cancelled", &[]);
    owner
        .refused(&["order", "cancel", &order])
        .is(1, "no-such-id", &[]);
    // Where the owner was faster, the receipt stands.
    let order = text(&buyer.json(&["order", &id, "--to", "2"]), "id").to_owned();
    owner.j("inbox list");
    buyer.json(&["order", "cancel", &order]);
    owner.json(&["approve", &order, "--payment", "REF"]);
    assert_eq!(buyer.j("collect")["releases"].as_array().unwrap().len(), 1);
    assert_eq!(state(&buyer, "order list"), "delivered");
    buyer
        .refused(&["order", "cancel", &order])
        .is(1, "approved-already", &[]);
}

#[test]
fn what_waits_is_told_where_one_would_order_again_and_what_never_comes_is_not_paid() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let id = listing(&owner);
    let quote = ["quote", &id, "--to", "2"];
    assert!(!buyer.say(&quote).contains("You ordered"));
    let first = text(&buyer.json(&["order", &id, "--to", "1"]), "id").to_owned();
    let said = buyer.say(&quote);
    assert!(said.contains("You ordered ε 1 (1 lb) on "), "{said}");
    let said = buyer.say(&["order", &id, "--to", "2"]);
    assert!(said.contains("You ordered ε 1 (1 lb) on "), "{said}");
    let second = text(&buyer.j("order list")[0], "id").to_owned();
    assert_ne!(first, second);
    assert!(buyer.say(&["order", "show", &second]).contains("Pay:"));
    assert!(!buyer.say(&["order", "list"]).contains("do not pay"));
    owner.json(&["approve", &first, "--payment", "REF"]);
    buyer.j("collect");
    let listed = buyer.say(&["order", "list"]);
    let told: Vec<bool> = listed
        .lines()
        .filter(|line| line.contains("A listing"))
        .map(|line| line.ends_with("pending: do not pay"))
        .collect();
    assert_eq!(told, [true, false], "{listed}");
    let said = buyer.say(&["order", "show", &second]);
    assert!(
        said.contains("Do not pay. The order begins at ε 0 "),
        "{said}"
    );
    assert!(!said.contains("Pay:"), "{said}");
    assert!(
        !buyer
            .say(&["quote", &id, "--to", "3"])
            .contains("You ordered")
    );
    buyer
        .refused(&["order", &id, "--to", "3", "--days", "7"])
        .is(2, "order-days", &["7 days"]);
}

#[test]
fn an_owner_discards_and_may_approve_it_later() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let id = listing(&owner);
    let order = text(&buyer.json(&["order", &id, "--to", "2"]), "id").to_owned();
    let said = owner.say(&["discard", &order]);
    assert!(
        said.starts_with("Discarded. The buyer is not informed."),
        "{said}"
    );
    assert!(ids(&owner.j("inbox list")).is_empty());
    assert_eq!(state(&owner, "inbox list --answered"), "discarded");
    assert_eq!(state(&buyer, "order list"), "pending");
    owner
        .refused(&["decline", &order, "--reason", "no"])
        .is(1, "order-discarded", &[]);
    owner.json(&["approve", &order, "--payment", "late"]);
    assert_eq!(buyer.j("collect")["releases"].as_array().unwrap().len(), 1);
}

#[test]
fn a_blocked_key_orders_nothing() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let id = listing(&owner);
    buyer.json(&["order", &id, "--to", "1"]);
    let kid = text(&owner.j("inbox list")[0]["order"], "buyer_kid").to_owned();
    assert_eq!(owner.say(&["block", "list"]), "No key is blocked.\n");
    owner
        .refused(&["block", "add", &kid[..12]])
        .is(2, "contact-key", &[&kid[..12]]);
    let blocking = owner.json(&["block", "add", &kid]);
    assert_eq!(blocking["discarded"].as_array().unwrap().len(), 1);
    assert_eq!(text(&owner.j("block list")[0], "kid"), kid);
    assert!(owner.say(&["block", "list"]).contains(&kid));
    buyer.json(&["order", &id, "--to", "2"]);
    assert!(ids(&owner.j("inbox list")).is_empty());
    owner.say(&["block", "remove", &kid]);
    owner
        .refused(&["block", "remove", &kid])
        .is(1, "not-blocked", &[&kid]);
    let order = text(&buyer.json(&["order", &id, "--to", "3"]), "id").to_owned();
    assert_eq!(ids(&owner.j("inbox list")), [order]);
}

#[test]
fn orders_that_do_not_fit_together_are_told() {
    let world = World::new();
    let (owner, ann, ben) = (world.home("owner"), world.home("ann"), world.home("ben"));
    let file = world.file("table.csv", "age\n31\n42\n53\n");
    let import = [
        "dataset",
        "import",
        &file,
        "--types",
        "age:number",
        "--cap",
        "6",
    ];
    owner.json(&import);
    let listed = |kind: &[&str]| {
        let listing = [&["listing", "create", "table"][..], kind].concat();
        let price = ["--price", "6:0"];
        text(&owner.json(&[&listing[..], &price].concat()), "id").to_owned()
    };
    let count = listed(&["count", "--title", "Heads"]);
    let sum = listed(&["sum", "age", "--bounds", "0..100", "--title", "Years"]);
    ann.json(&["order", &count, "--to", "3"]);
    let words = owner.say(&["inbox", "list"]);
    assert!(!words.contains("do not fit"), "{words}");
    assert!(words.contains("nothing to pay"), "{words}");
    ben.json(&["order", &sum, "--to", "3.5"]);
    let words = owner.say(&["inbox", "list"]);
    assert!(
        words.contains(
            "These 2 orders do not fit together: together they reach ε 6.5, the cap is ε 6."
        ),
        "{words}"
    );
    let inbox = owner.j("inbox list");
    for item in inbox.as_array().unwrap() {
        assert_eq!(item["problem"], Value::Null);
        assert_eq!(item["order"]["reference"], Value::Null);
        assert_eq!(item["together"]["orders"], json!(2));
        assert_eq!(item["together"]["population_loss_after"], json!(6_500_000));
    }
}
