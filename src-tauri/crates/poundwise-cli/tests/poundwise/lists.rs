//! Every list has a `show`, which gives the same entry by its id, name or number, and names what is
//! not there.

use serde_json::{Value, json};

use crate::support::{Trader, World, sell, text, wait_beside_a_rule};

/// What `noun show` gives of the first entry of `noun list`, by the entry's field.
#[track_caller]
fn shown_as_listed(trader: &Trader, noun: &str, field: &str) -> Value {
    let listed = trader.json(&[noun, "list"])[0].clone();
    let name = match &listed[field] {
        Value::String(name) => name.clone(),
        number => number.to_string(),
    };
    let shown = trader.json(&[noun, "show", &name]);
    assert_eq!(shown, listed, "{noun}");
    let words = trader.say(&[noun, "show", &name]);
    assert!(words.ends_with('\n'), "{noun}: {words}");
    listed
}

#[test]
fn what_is_listed_can_be_shown_alone() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    owner.import("people", "age:number", "age\n30\n40\n");
    let listing = owner.json(&[
        "listing",
        "create",
        "people",
        "count",
        "--title",
        "A listing",
        "--price",
        "2:8",
    ]);
    let listing = text(&listing, "id");
    sell(&owner, &buyer, listing, "0.5");
    let (order, key) = wait_beside_a_rule(&owner, &buyer, listing);
    let order = order.as_str();

    for (noun, field) in [
        ("population", "name"),
        ("dataset", "name"),
        ("listing", "id"),
        ("receipt", "id"),
        ("contact", "name"),
        ("rule", "number"),
    ] {
        shown_as_listed(&owner, noun, field);
    }
    assert_eq!(owner.json(&["contact", "show", &key])["name"], "Bea");
    shown_as_listed(&buyer, "order", "id");
    let offer = shown_as_listed(&buyer, "market", "id");
    let held = buyer.j("holding list")[0].clone();
    assert_eq!(buyer.json(&["holding", "show", listing]), held);

    // An order waits in the inbox with what it would cost, and is shown alone afterwards.
    let waiting = owner.j("inbox list");
    assert_eq!(owner.json(&["inbox", "show", order]), waiting[0]);
    owner.json(&["decline", order, "--reason", "no"]);
    let answered = owner.json(&["inbox", "list", "--answered"]);
    let of = |orders: &Value| {
        let orders = orders.as_array().unwrap();
        let found = orders.iter().find(|one| one["id"] == order);
        found.expect("it is listed").clone()
    };
    assert_eq!(
        owner.json(&["inbox", "show", order]),
        json!({ "order": of(&answered) })
    );

    owner.json(&["block", "add", &key]);
    shown_as_listed(&owner, "block", "kid");

    // A listing of another home is on the market, and not among one's own.
    assert_eq!(offer["mine"], false);
    let refusal = buyer.refused(&["listing", "show", listing]);
    refusal.is(1, "no-such-id", &["belongs to another home"]);
    assert!(refusal.hints[0].contains("poundwise market show"));
}

#[test]
fn what_is_not_there_cannot_be_shown() {
    let world = World::new();
    let home = world.home("home");
    for (line, code) in [
        ("order show abcdefgh", "no-such-id"),
        ("inbox show abcdefgh", "no-such-id"),
        ("receipt show abcdefgh", "no-such-id"),
        ("holding show abcdefgh", "no-such-id"),
        ("holding export abcdefgh -o f", "no-such-id"),
        ("listing show abcdefgh", "no-such-id"),
        ("market show abcdefgh", "no-such-id"),
        ("contact show Bea", "no-such-contact"),
        ("rule show 7", "no-such-rule"),
        ("alarm show 7", "no-such-alarm"),
        (
            "block show 8clZYPzd_7l9mQuw5yGQBNQl31Q1DuMKnHchFRcV3kA",
            "not-blocked",
        ),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        home.refused(&words).is(1, code, &[]);
    }
}
