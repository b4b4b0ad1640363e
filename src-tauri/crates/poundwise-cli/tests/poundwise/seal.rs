//! `dataset seal` and `listing seal`: shown before, asked for, said after, and the same numbers.

use serde_json::json;

use crate::support::{PASSPHRASE, Trader, World, text};

const TYPES: &str = "town:text,age:number";
const PEOPLE: &str = "town,age\nGhent,36\nBruges,41\nGhent,29\nGhent,67\n";

fn towns(owner: &Trader, more: &[&str]) -> String {
    let mut all = vec!["listing", "create", "people", "histogram", "town"];
    all.extend(["--bins", "Ghent,Bruges", "--price", "2:20"]);
    if !more.contains(&"--title") {
        all.extend(["--title", "Rows by town"]);
    }
    all.extend(more);
    text(&owner.json(&all), "id").to_owned()
}

fn listed(owner: &Trader) -> String {
    owner.import("people", TYPES, PEOPLE);
    towns(owner, &[])
}

/// Own numbers about people who are in no table here.
fn own_number(owner: &Trader) -> String {
    owner.population("neighbours", "9");
    let listing = owner.json(&[
        "listing",
        "create",
        "-",
        "value",
        "--population",
        "neighbours",
        "--value",
        "12",
        "--bounds",
        "0..100",
        "--step",
        "1",
        "--protect",
        "1",
        "--price",
        "2:20",
        "--title",
        "A number",
    ]);
    text(&listing, "id").to_owned()
}

fn bought(world: &World, owner: &Trader, buyer: &Trader, listing: &str, to: &str) -> Vec<u8> {
    let order = buyer.json(&["order", listing, "--to", to]);
    owner.json(&["approve", text(&order, "id"), "--settlement", "paid"]);
    buyer.j("collect");
    let [answer, lattice] = ["answer.csv", "lattice.csv"].map(|name| world.path(name));
    let [to, beside] = [&answer, &lattice].map(|file| file.to_str().unwrap());
    let file = ["-o", to, "--lattice", beside, "--replace"];
    buyer.json(&[&["export", listing], &file[..]].concat());
    let csv = std::fs::read_to_string(lattice).unwrap();
    // All but which values changed since the purchase before.
    csv.lines()
        .map(|line| line.rsplit_once(',').unwrap().0)
        .collect::<Vec<_>>()
        .join("\n")
        .into_bytes()
}

#[test]
fn a_sealed_dataset_sells_on_and_says_so() {
    let world = World::new();
    let (owner, ann, ben) = (world.home("owner"), world.home("ann"), world.home("ben"));
    let listing = listed(&owner);
    let before = bought(&world, &owner, &ann, &listing, "0.5");
    let withdrawn = owner.json(&[
        "listing", "create", "people", "count", "--title", "How many", "--price", "3:30",
    ]);
    bought(&world, &owner, &ann, text(&withdrawn, "id"), "1");
    owner.json(&["listing", "withdraw", text(&withdrawn, "id")]);

    // What would stay is shown before, and nothing is done.
    let shown = owner.say(&["dataset", "seal", "people", "--dry-run"]);
    for part in [
        "ε 3 (3 lb) of ε 1000 (1000 lb)",
        "still sold, from its top",
        "erased wholly, sold up to",
        "How many",
        "Nothing was erased.",
    ] {
        assert!(shown.contains(part), "{part:?}: {shown}");
    }
    let preview = owner.j("dataset seal people --dry-run");
    assert_eq!(preview["stolen_micro_epsilon"], 3_000_000);
    assert_eq!(preview["kept"].as_array().unwrap().len(), 1);
    assert_eq!(preview["erased"][0]["level"], 1_000_000);
    assert_eq!(owner.j("dataset show people")["state"], "held");

    let sealed = owner.say(&["dataset", "seal", "people", "--yes"]);
    for part in ["an attacker has then", "Sealed.", "ε 3 (3 lb)"] {
        assert!(sealed.contains(part), "{part:?}: {sealed}");
    }
    assert!(
        sealed.find("an attacker has then") < sealed.find("Sealed."),
        "the preview comes first: {sealed}"
    );
    // Every count of rows and cells is gone with the table.
    let dataset = owner.j("dataset show people");
    assert_eq!(
        (&dataset["state"], &dataset["rows"]),
        (&json!("sealed"), &json!(0))
    );
    for column in dataset["columns"].as_array().unwrap() {
        assert_eq!(
            (&column["empty"], &column["not_conforming"]),
            (&json!(0), &json!(0))
        );
    }
    assert!(owner.say(&["dataset", "list"]).contains("people (sealed)"));
    assert!(
        owner
            .say(&["listing", "show", &listing])
            .contains("gone from this home")
    );
    assert!(owner.say(&["listing", "list"]).contains("open, sealed"));
    assert_eq!(owner.json(&["listing", "show", &listing])["sealed"], true);
    assert_eq!(ben.json(&["market", "show", &listing])["sealed"], false);
    // Nor is anything asked where nothing is left to do.
    for more in [&["--yes"][..], &[], &["--dry-run"]] {
        let all = [&["dataset", "seal", "people"], more].concat();
        owner.refused(&all).is(1, "dataset-gone", &["people"]);
    }
    owner
        .refused(&["dataset", "remove", "people", "--yes"])
        .is(1, "dataset-gone", &["people"]);
    owner
        .refused(&[
            "listing",
            "create",
            "people",
            "count",
            "--title",
            "A listing",
            "--price",
            "1:1",
        ])
        .is(1, "dataset-gone", &["people"]);
    let file = world.path("x.opening");
    let recipient = owner.j("whoami");
    owner
        .refused(&[
            "grant",
            &listing,
            "--to",
            text(&recipient, "recipient"),
            "-o",
            file.to_str().unwrap(),
            "--yes",
        ])
        .is(1, "sealed", &[]);
    assert!(!file.exists());

    assert_eq!(bought(&world, &owner, &ben, &listing, "0.5"), before);
    assert_eq!(
        bought(&world, &owner, &ben, &listing, "2"),
        bought(&world, &owner, &ann, &listing, "2")
    );
    let repriced = owner.json(&["listing", "reprice", &listing, "--price", "2:40"]);
    assert_eq!(repriced["sealed"], true);
    owner.json(&["listing", "withdraw", text(&repriced, "id")]);
}

/// An attacker who copies the home has the responses at the tops: their sum over the cap is refused
/// unless it is accepted.
#[test]
fn sealing_over_the_cap_is_refused_unless_it_is_accepted() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("people.csv", PEOPLE);
    owner.json(&["dataset", "import", &file, "--types", TYPES, "--cap", "5"]);
    let listing = towns(&owner, &["--top", "4"]);
    owner.json(&[
        "listing",
        "create",
        "people",
        "count",
        "--title",
        "A listing",
        "--price",
        "2:20",
    ]);
    for more in [&["--yes"][..], &[]] {
        let all = [&["dataset", "seal", "people"], more].concat();
        let refusal = owner.refused(&all);
        refusal.is(1, "over-cap", &["ε 6", "ε 5", "people"]);
        assert!(
            refusal
                .hints
                .iter()
                .any(|hint| hint.contains("--accept-over-cap")),
            "{refusal:?}"
        );
    }
    assert_eq!(owner.j("dataset show people")["state"], "held");
    assert_eq!(owner.json(&["listing", "show", &listing])["sealed"], false);
    let sealed = owner.json(&["dataset", "seal", "people", "--accept-over-cap", "--yes"]);
    assert_eq!(sealed["state"], "sealed");
}

/// Regression test: a sealed table is not recognised, so its people got a fresh cap under another
/// name.
#[test]
fn importing_a_sealed_table_asks_about_its_people() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("people.csv", PEOPLE);
    let import = ["dataset", "import", &file, "--types", TYPES, "--cap", "5"];
    owner.json(&import);
    owner.json(&[
        "population",
        "create",
        "farms",
        "--cap",
        "2",
        "--new-people",
    ]);
    let wool = world.file("wool.csv", "age\n3\n");
    let types = ["--types", "age:number", "--population", "farms"];
    owner.json(&[&["dataset", "import", &wool][..], &types].concat());
    owner.json(&["dataset", "seal", "people", "--yes"]);
    let again = [&import[..], &["--name", "others"]].concat();
    let asked = "The populations are: 'people' (table sealed), 'farms'.";
    let refusal = owner.refused(&again);
    refusal.is(2, "new-people", &[asked]);
    for option in ["--population NAME", "--new-people"] {
        let says = |hint: &String| hint.contains(option);
        assert!(refusal.hints.iter().any(says), "{refusal:?}");
    }
    owner
        .refused(&["population", "create", "others", "--cap", "5"])
        .is(2, "new-people", &[asked]);
    owner
        .refused(&[&import[..6], &["--name", "others", "--new-people"]].concat())
        .is(2, "usage", &["--cap"]);
    assert_eq!(owner.j("population list").as_array().unwrap().len(), 2);
    let stated = [&again[..], &["--new-people"]].concat();
    assert_eq!(owner.json(&stated)["population"], "others");
}

#[test]
fn own_numbers_are_sealed_by_their_listing_and_tables_are_not() {
    let world = World::new();
    let (owner, ann) = (world.home("owner"), world.home("ann"));
    let listing = listed(&owner);
    for more in [&["--yes"][..], &[]] {
        let all = [&["listing", "seal", listing.as_str()], more].concat();
        let refusal = owner.refused(&all);
        refusal.is(1, "of-a-dataset", &["town", "people"]);
        assert!(
            refusal.hints[0].contains("poundwise dataset seal people"),
            "{refusal:?}"
        );
    }
    let own = own_number(&owner);
    let before = bought(&world, &owner, &ann, &own, "1");
    let sealed = owner.say(&["listing", "seal", &own, "--yes"]);
    for part in [
        "Sealed.",
        "gone from this home",
        "own numbers",
        "neighbours",
    ] {
        assert!(sealed.contains(part), "{part:?}: {sealed}");
    }
    for more in [&["--yes"][..], &[]] {
        let all = [&["listing", "seal", own.as_str()], more].concat();
        owner
            .refused(&all)
            .is(1, "sealed-already", &["A number", "since"]);
    }
    assert_eq!(
        bought(&world, &owner, &world.home("ben"), &own, "1"),
        before
    );
}

#[test]
fn without_a_terminal_sealing_takes_a_yes() {
    let world = World::new();
    let owner = world.home("owner");
    let listing = listed(&owner);
    let own = own_number(&owner);
    for command in [
        &["dataset", "seal", "people"][..],
        &["listing", "seal", &own],
    ] {
        owner.refused(command).is(
            2,
            "confirmation-needed",
            &["cannot be undone", "no terminal"],
        );
    }
    for id in [&listing, &own] {
        assert_eq!(owner.json(&["listing", "show", id])["sealed"], false);
    }
    let stranger = world.home("stranger");
    for more in [
        &["listing", "seal", &own][..],
        &["listing", "seal", &own, "--yes"],
    ] {
        stranger
            .refused(more)
            .is(1, "no-such-id", &["listing of yours"]);
    }
    for more in [&[][..], &["--yes"]] {
        let all = [&["dataset", "seal", "people"], more].concat();
        stranger.refused(&all).is(1, "no-such-dataset", &["people"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_sealing_is_asked_for() {
    let world = World::new();
    let owner = world.home("owner");
    let listing = listed(&owner);
    let own = own_number(&owner);
    let on_terminal = |command: &str, typed: &str| {
        world.on_terminal(Some(PASSPHRASE), &format!("--home owner {command}"), typed)
    };
    let dataset = "dataset seal people".to_owned();
    let numbers = format!("listing seal -- '{own}'");
    if on_terminal("whoami", "").is_none() {
        return;
    }
    for (command, listing, parts) in [
        (
            &dataset,
            &listing,
            &["still sold, from its top", "an attacker has then"],
        ),
        (&numbers, &own, &["A number", "up to ε 2 (2 lb)"]),
    ] {
        let (code, shown) = on_terminal(command, "yes\n").unwrap();
        assert_eq!(code, 1, "{shown}");
        for part in parts.iter().chain(&[
            "for good",
            "no opening can be granted",
            "Type seal",
            "not confirmed",
        ]) {
            assert!(shown.contains(part), "{part:?}: {shown}");
        }
        assert_eq!(owner.json(&["listing", "show", listing])["sealed"], false);
        let (code, shown) = on_terminal(command, "seal\n").unwrap();
        assert_eq!(code, 0, "{shown}");
        assert_eq!(owner.json(&["listing", "show", listing])["sealed"], true);
    }
}
