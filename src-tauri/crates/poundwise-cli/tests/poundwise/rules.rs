//! Contacts and standing rules from the command line.

use serde_json::json;

use crate::support::{World, text};

const TABLE: &str = "id,age\n1,30\n2,41\n3,55\n4,62\n";

#[test]
fn a_contacts_orders_are_approved_by_rule() {
    // The rule has a limit per calendar month: none may end meanwhile.
    let world = World::at("2026-11-15T12:00:00Z");
    let owner = world.home("Clinic");
    let buyer = world.home("Bea");
    owner.import("people", "id:number,age:number", TABLE);
    let listing = owner.json(&[
        "listing", "create", "people", "count", "--price", "4:40", "--title", "How many",
    ]);
    let id = text(&listing, "id");
    let who = buyer.j("whoami");
    let kid = text(&who, "kid");

    // A beginning of a key is no contact; nor is a rule for one who is none.
    owner
        .refused(&["contact", "add", &kid[..12], "--name", "Bea's lab"])
        .is(2, "contact-key", &[&kid[..12]]);
    let rule = [
        "rule",
        "add",
        "--for",
        "Bea's lab",
        "--listing",
        id,
        "--up-to",
        "2",
        "--per-order",
        "15",
        "--per-month",
        "18",
        "--payment",
        "invoice monthly",
        "--until",
        "2999-12-31",
    ];
    owner
        .refused(&rule)
        .is(1, "no-such-contact", &["Bea's lab"]);
    owner.json(&[
        "contact",
        "add",
        kid,
        "--name",
        "Bea's lab",
        "--note",
        "met",
    ]);
    let contacts = owner.say(&["contact", "list"]);
    assert!(contacts.contains("Bea's lab") && contacts.contains(kid));

    // No buyer can hold more than the listing sells.
    let mut high = rule.to_vec();
    high[7] = "4.5";
    owner
        .refused(&high)
        .is(1, "over-ceiling", &["4.5", "How many", "4"]);

    // The worst is told before and when it is added, and how its sales settle.
    let mut dry = rule.to_vec();
    dry.push("--dry-run");
    let said = owner.say(&dry);
    for part in [
        "Nothing was added",
        "ε 0 (0 lb) → ε 2 (2 lb)",
        "€20.00",
        "€18.00 a calendar month",
    ] {
        assert!(said.contains(part), "{part:?} is not in\n{said}");
    }
    assert_eq!(owner.j("rule list"), json!([]));
    let said = owner.say(&rule);
    for part in [
        "Rule 1, active",
        "Bea's lab",
        "How many",
        "invoice monthly",
        "€20.00",
    ] {
        assert!(said.contains(part), "{part:?} is not in\n{said}");
    }

    buyer.json(&["order", id, "--to", "1.5"]);
    let swept = owner.j("rule apply");
    assert_eq!(swept["approved"][0]["rule"], 1);
    assert_eq!(swept["approved"][0]["contact"], "Bea's lab");
    assert_eq!(swept["stopped"], json!(null));
    assert_eq!(swept["waiting"], json!([]));
    assert_eq!(
        buyer.j("collect")["releases"][0]["payment_reference"],
        "invoice monthly"
    );

    // €5 more is over the month's €18: it waits and says why.
    buyer.json(&["order", id, "--to", "2"]);
    let said = owner.say(&["rule", "apply"]);
    for part in [
        "No rule fits",
        "Bea wants How many",
        "the order would exceed the monthly limit of rule 1",
        "contact",
        "Bea's lab",
    ] {
        assert!(said.contains(part), "{part:?} is not in\n{said}");
    }
    let answered = owner.say(&["inbox", "list", "--answered"]);
    assert!(answered.contains("delivered by rule 1") && answered.contains("Bea's lab"));
    let said = owner.say(&["rule", "list"]);
    assert!(
        said.contains("1 order") && said.contains("receipt"),
        "{said}"
    );

    owner.refused(&["contact", "remove", "Bea's lab"]).is(
        1,
        "contact-in-rules",
        &["Bea's lab", "rule 1"],
    );
    assert_eq!(owner.j("rule pause 1")["state"], "paused");
    assert_eq!(owner.j("rule resume 1")["state"], "active");
    assert_eq!(owner.j("rule remove 1")["state"], "removed");
    owner
        .refused(&["rule", "pause", "1"])
        .is(1, "rule-removed", &["1"]);
    owner
        .refused(&["rule", "pause", "7"])
        .is(1, "no-such-rule", &["7"]);
    assert_eq!(owner.j("rule list"), json!([]));
    assert_eq!(owner.j("rule list --all")[0]["used"], 1);
    owner.json(&["contact", "remove", kid]);
    assert_eq!(owner.j("contact list"), json!([]));
}

#[test]
fn a_rule_names_its_buyer_and_what_it_sells() {
    let world = World::new();
    for wrong in [
        "rule add --listing abcdef --up-to 1 --per-order 1 --payment x",
        "rule add --anyone --for Bea --listing abcdef --up-to 1 --per-order 1 --payment x",
        "rule add --anyone --up-to 1 --per-order 1 --payment x",
        "rule add --anyone --listing abcdef --population d --up-to 1 --per-order 1 --payment x",
        "rule add --anyone --listing abcdef --up-to 1 --per-order 1",
        "rule apply --answered",
        "inbox list --apply-rules",
        "rule pause one",
    ] {
        let run = world.run(&wrong.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, 2, "{wrong}");
    }
}

#[test]
fn known_key_is_rejected_with_a_hint_to_edit_its_contact() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let kid = buyer.j("whoami")["kid"].as_str().unwrap().to_owned();
    let added = owner.say(&["contact", "add", &kid, "--name", "Bea", "--note", "met"]);
    assert!(added.starts_with("A contact."), "{added}");
    let before = owner.j("contact list");
    let refused = owner.refused(&["contact", "add", &kid, "--name", "Eve", "--note", ""]);
    refused.is(1, "contact-known", &["Bea", "Nothing was changed"]);
    let edits = format!("poundwise contact edit {kid} --name NAME --note TEXT");
    assert!(refused.hints.join(" ").contains(&edits), "{refused:?}");
    assert_eq!(owner.j("contact list"), before);

    let renamed = owner.json(&["contact", "edit", "bea", "--name", "Bea of the lab"]);
    assert_eq!(
        (&renamed["name"], &renamed["note"]),
        (&json!("Bea of the lab"), &json!("met"))
    );
    let noted = owner.json(&["contact", "edit", &kid, "--note", "by phone"]);
    assert_eq!(
        (&noted["name"], &noted["note"]),
        (&json!("Bea of the lab"), &json!("by phone"))
    );
    assert_eq!(
        owner.run(&["contact", "edit", &kid]).code,
        2,
        "nothing to change"
    );
}
