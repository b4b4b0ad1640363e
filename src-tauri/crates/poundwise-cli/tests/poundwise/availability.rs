//! Statements of availability: their display, the warning before an order of more, and replay.

use std::fs;
use std::path::PathBuf;

use poundwise_documents::Signed;
use poundwise_documents::kinds::Availability;
use serde_json::{Value, json};

use crate::old_copy::put_back;
use crate::support::{Trader, World, sell, text};

/// Imports a table into a population with a cap of ε 4, and lists two questions up to ε 3 each.
fn two_listings(owner: &Trader) -> (String, String) {
    let file = owner
        .world
        .file("people.csv", "age,town\n31,Ghent\n42,Bruges\n53,Ghent\n");
    owner.json(&[
        "dataset",
        "import",
        &file,
        "--types",
        "age:number,town:text",
        "--cap",
        "4",
    ]);
    let first = owner.lists("people", "3:48.57", &[]);
    let second = owner.lists("people", "3:48.57", &["--where", "age > 40"]);
    (
        text(&first, "id").to_owned(),
        text(&second, "id").to_owned(),
    )
}

/// The owner's statement on the market.
fn statement(owner: &Trader) -> PathBuf {
    let kid = text(&owner.j("whoami"), "kid").to_owned();
    owner.world.path(&format!("market/availability/{kid}.jws"))
}

fn available(buyer: &Trader, listing: &str) -> Value {
    buyer.j(&format!("market show {listing}"))["available"].clone()
}

#[test]
fn a_sale_lowers_what_other_listings_of_the_population_can_deliver() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let (first, second) = two_listings(&owner);
    assert_eq!(available(&buyer, &first), json!(3_000_000));
    assert_eq!(available(&buyer, &second), json!(3_000_000));
    assert!(!buyer.say(&["market", "list"]).contains("available"));

    sell(&owner, &buyer, &first, "1.2");
    // ε 1.2 of the cap of ε 4 is used. The first can still reach its ceiling.
    assert_eq!(available(&buyer, &first), json!(3_000_000));
    assert_eq!(available(&buyer, &second), json!(2_800_000));
    let quote = buyer.j(&format!("quote {second} --to 3"));
    assert_eq!(quote["available"], json!(2_800_000));
    for words in [
        buyer.say(&["market", "list"]),
        buyer.say(&["market", "show", &second]),
        buyer.say(&["market", "compare", &first, &second]),
        buyer.say(&["market", "compare", &first, &second, "--language", "en"]),
        buyer.say(&["quote", &second, "--to", "3"]),
        owner.say(&["listing", "show", &second]),
        owner.say(&["population", "plan", "people"]),
    ] {
        assert!(words.contains("up to ε 2.8"), "{words}");
    }

    let over = ["order", second.as_str(), "--to", "3"];
    buyer
        .refused(&over)
        .is(1, "over-available", &["ε 3", "up to ε 2.8"]);
    assert_eq!(buyer.j("order list").as_array().unwrap().len(), 1);
    let order = buyer.json(&[&over[..], &["--anyway"]].concat());
    assert_eq!(order["available"], json!(2_800_000));
    let shown = buyer.say(&["order", "show", text(&order, "id")]);
    assert!(shown.contains("not available now: up to ε 2.8"), "{shown}");
    buyer.j(&format!("order cancel {}", text(&order, "id")));
    sell(&owner, &buyer, &second, "2.8");
    // A second sale of the same level uses no more of the cap.
    assert_eq!(available(&buyer, &second), json!(2_800_000));
    assert_eq!(available(&buyer, &first), json!(1_200_000));
}

#[test]
fn a_change_of_the_cap_or_of_the_listings_changes_the_statement() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let (first, second) = two_listings(&owner);
    sell(&owner, &buyer, &first, "1");
    owner.j("population cap people 1.5");
    assert_eq!(available(&buyer, &second), json!(500_000));
    // Nothing is approved while the loss is above the cap.
    owner.j("population cap people 0.9");
    assert_eq!(available(&buyer, &first), json!(0));
    buyer
        .refused(&["order", &second, "--to", "0.1"])
        .is(1, "over-available", &["no level"]);
    let order = buyer.json(&["order", &second, "--to", "0.1", "--anyway"]);
    owner
        .refused(&["approve", text(&order, "id"), "--settlement", "paid"])
        .is(1, "over-cap", &[]);

    let before = fs::read(statement(&owner)).unwrap();
    owner.json(&["listing", "withdraw", &second]);
    assert_ne!(fs::read(statement(&owner)).unwrap(), before);
    assert_eq!(available(&buyer, &second), Value::Null);
    assert_eq!(available(&buyer, &first), json!(0));
}

#[test]
fn an_owner_can_turn_the_statement_off() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let (first, second) = two_listings(&owner);
    assert_eq!(owner.j("home show")["states_availability"], json!(true));
    assert_eq!(owner.j("home availability off")["stated"], json!(false));
    assert_eq!(owner.j("home show")["states_availability"], json!(false));
    sell(&owner, &buyer, &first, "1.2");
    assert_eq!(available(&buyer, &second), Value::Null);
    assert_eq!(
        owner.j(&format!("listing show {second}"))["available"],
        Value::Null
    );
    // Without a statement there is no warning.
    let order = buyer.json(&["order", &second, "--to", "3"]);
    assert_eq!(order["available"], Value::Null);
    let on = owner.j("home availability on");
    assert_eq!((&on["stated"], &on["listings"]), (&json!(true), &json!(2)));
    assert_eq!(available(&buyer, &second), json!(2_800_000));
}

#[test]
fn a_buyer_believes_no_statement_older_than_one_it_saw() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let (first, second) = two_listings(&owner);
    let file = statement(&owner);
    let old = fs::read(&file).unwrap();
    sell(&owner, &buyer, &first, "1.2");
    let new = fs::read(&file).unwrap();
    assert_eq!(available(&buyer, &second), json!(2_800_000));

    // The operator puts the older one back, withholds both, or damages it.
    for put in [Some(old.clone()), None, Some(b"e30.e30.e30".to_vec())] {
        match put {
            Some(bytes) => fs::write(&file, bytes).unwrap(),
            None => fs::remove_file(&file).unwrap(),
        }
        assert_eq!(available(&buyer, &second), json!(2_800_000));
        buyer
            .refused(&["order", &second, "--to", "3"])
            .is(1, "over-available", &[]);
    }
    // A buyer who never saw the newer one believes the older one. No sale depends on it.
    fs::write(&file, &old).unwrap();
    let other = world.home("other");
    assert_eq!(available(&other, &second), json!(3_000_000));
    let order = other.json(&["order", &second, "--to", "3"]);
    owner
        .refused(&["approve", text(&order, "id"), "--settlement", "paid"])
        .is(1, "over-cap", &[]);
    // The owner repairs its market.
    owner.j("home check");
    assert_eq!(fs::read(&file).unwrap(), new);
    assert_eq!(available(&other, &second), json!(2_800_000));
}

#[test]
fn a_statement_of_another_key_is_ignored() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let (_, second) = two_listings(&owner);
    let mallory = world.home("mallory");
    let file = world.file("other.csv", "age\n31\n");
    mallory.json(&[
        "dataset",
        "import",
        &file,
        "--types",
        "age:number",
        "--cap",
        "1",
    ]);
    mallory.lists("other", "0.5:1", &[]);
    fs::copy(statement(&mallory), statement(&owner)).unwrap();
    assert_eq!(available(&buyer, &second), Value::Null);
}

#[test]
fn a_restored_home_publishes_no_older_statement() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let (first, second) = two_listings(&owner);
    put_back(&owner.home, &world.path("backup"));
    sell(&owner, &buyer, &first, "1.2");
    let file = statement(&owner);
    let new = fs::read(&file).unwrap();

    put_back(&world.path("backup"), &owner.home);
    owner.run(&["deliver"]);
    owner.run(&["home", "check"]);
    owner.run(&["listing", "withdraw", &second]);
    owner
        .refused(&["home", "availability", "off"])
        .is(1, "behind-mark", &[]);
    assert_eq!(fs::read(&file).unwrap(), new);

    put_back(&world.path("backup"), &owner.home);
    owner.j("home catch-up");
    assert_eq!(available(&buyer, &second), json!(2_800_000));

    // The statement of the backup has the levels of now, and is not sent again.
    owner.j("population cap people 4.5 --reason more");
    owner.j("population cap people 4");
    put_back(&owner.home, &world.path("backup"));
    fs::copy(&file, world.path("backup-statement")).unwrap();
    owner.j("population cap people 3");
    owner.j("population cap people 4 --reason more");
    let newest = fs::read(&file).unwrap();
    put_back(&world.path("backup"), &owner.home);
    owner.j("home catch-up");
    owner.j("home check");
    let time = |bytes: &[u8]| {
        let compact = std::str::from_utf8(bytes).unwrap().trim_end();
        Signed::<Availability>::verify(compact)
            .unwrap()
            .payload()
            .issued_at
    };
    let sent = fs::read(&file).unwrap();
    assert!(time(&sent) >= time(&newest));
    assert_ne!(sent, fs::read(world.path("backup-statement")).unwrap());
}

/// A backup does not know that its owner turned the statement off since.
#[test]
fn a_home_that_caught_up_keeps_the_newer_choice() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let (first, second) = two_listings(&owner);
    put_back(&owner.home, &world.path("backup"));
    sell(&owner, &buyer, &first, "1.2");
    owner.j("home availability off");

    put_back(&world.path("backup"), &owner.home);
    owner.j("home catch-up");
    assert_eq!(owner.j("home show")["states_availability"], json!(false));
    sell(&owner, &buyer, &first, "1.4");
    assert_eq!(available(&buyer, &second), Value::Null);
}
