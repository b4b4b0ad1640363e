//! Backups: what README says of backing up, restoring and moving a home, step by step; and the
//! attack that sold twice the cap by putting a backup back.

use std::fs;
use std::path::Path;

use crate::files::copy_folder;
use crate::support::{Trader, World, estimates, finish, refused, sell, text};

const TYPES: &str = "town:text,age:number";
const PEOPLE: &str = "town,age\nGhent,36\nBruges,41\nGhent,29\nGhent,67\n";

pub(crate) fn put_back(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    copy_folder(from, to);
}

fn import(owner: &Trader) {
    let file = owner.world.file("people.csv", PEOPLE);
    owner.json(&["dataset", "import", &file, "--types", TYPES, "--cap", "8"]);
}

fn towns(owner: &Trader) -> String {
    let listing = owner.json(&[
        "listing",
        "create",
        "people",
        "histogram",
        "town",
        "--bins",
        "Ghent,Bruges",
        "--title",
        "A listing",
        "--price",
        "8:80",
    ]);
    text(&listing, "id").to_owned()
}

/// Returns the code of the last entry, as an owner writes it down.
fn code(owner: &Trader) -> String {
    text(&owner.j("home show"), "code").to_owned()
}

fn on_another_machine<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["--state", "elsewhere"];
    all.extend(arguments);
    all
}

/// A cap of 8 was sold twice by putting a backup back while the published log was withheld: the
/// same question then had other noise, and two answers of ε 8 average to one of ε 16.
#[test]
fn a_backup_put_back_sells_nothing_twice() {
    let world = World::new();
    let (owner, ann, ben) = (world.home("owner"), world.home("ann"), world.home("ben"));
    import(&owner);
    let first = code(&owner);
    put_back(&world.path("owner"), &world.path("before-all"));
    put_back(&world.path("market"), &world.path("market-before"));
    let listing = towns(&owner);
    sell(&owner, &ann, &listing, "1");
    put_back(&world.path("owner"), &world.path("backup"));
    sell(&owner, &ann, &listing, "8");
    let last = code(&owner);
    let sold = estimates(&ann, &listing);
    let order = ben.json(&["order", &listing, "--to", "8"]);
    let approve = ["approve", text(&order, "id"), "--settlement", "paid"];

    // The backup, the published log withheld: refused by the mark on the machine, and where that is
    // missing.
    put_back(&world.path("backup"), &owner.home);
    let ledgers = world.path("market/ledgers");
    fs::rename(&ledgers, world.path("withheld")).unwrap();
    owner
        .refused(&approve)
        .is(1, "behind-mark", &["3 entries", "old copy"]);
    owner
        .refused(&on_another_machine(&approve))
        .is(1, "unconfirmed-home", &[]);
    owner
        .refused(&on_another_machine(&["home", "confirm", &last]))
        .is(1, "code-ahead", &["entry 3"]);
    owner
        .refused(&on_another_machine(&["listing", "withdraw", "nothing"]))
        .is(1, "no-such-id", &[]);
    assert_eq!(ben.j("collect")["releases"].as_array().unwrap().len(), 0);

    // With the log there it is behind, and catches up: the cap is spent, and what is sold is the
    // same numbers.
    fs::rename(world.path("withheld"), &ledgers).unwrap();
    owner
        .refused(&on_another_machine(&approve))
        .is(1, "behind-market", &["3 entries"]);
    let caught = owner.j("--state elsewhere home catch-up");
    assert_eq!(
        (&caught["receipts"], &caught["entries"]),
        (&1.into(), &3.into())
    );
    assert_eq!(caught["unconfirmed"], true);
    owner
        .refused(&on_another_machine(&approve))
        .is(1, "unconfirmed-home", &[]);
    for (typed, refusal) in [("2-0000-0000", "code-differs"), ("2", "log-code")] {
        let run = owner.refused(&on_another_machine(&["home", "confirm", typed]));
        run.is(if refusal == "log-code" { 2 } else { 1 }, refusal, &[]);
    }
    owner.json(&on_another_machine(&["home", "confirm", &last]));
    let receipt = owner.json(&on_another_machine(&approve));
    assert_eq!(receipt["population_loss_micro_epsilon"], 8_000_000);
    ben.j("collect");
    assert_eq!(estimates(&ben, &listing), sold);

    // The worst case: a backup from before the first listing, no mark, the market of that time, and
    // an owner who types an old code. The same question of the same table has the same noise path
    // when it is listed again, so both sales together are worth at most ε 8.
    put_back(&world.path("before-all"), &owner.home);
    put_back(&world.path("market-before"), &world.path("market"));
    fs::remove_dir_all(world.path("elsewhere")).unwrap();
    owner
        .refused(&on_another_machine(&["home", "confirm", &last]))
        .is(1, "code-ahead", &[]);
    owner.json(&on_another_machine(&["home", "confirm", &first]));
    let again = owner.json(&on_another_machine(&[
        "listing",
        "create",
        "people",
        "histogram",
        "town",
        "--bins",
        "Ghent,Bruges",
        "--title",
        "A listing",
        "--price",
        "8:88",
    ]));
    let again = text(&again, "id");
    assert_ne!(again, listing);
    let carol = world.home("carol");
    let order = carol.json(&["order", again, "--to", "8"]);
    owner.json(&on_another_machine(&[
        "approve",
        text(&order, "id"),
        "--settlement",
        "paid",
    ]));
    carol.j("collect");
    let value = |estimate: &serde_json::Value| text(estimate, "text").to_owned();
    assert_eq!(
        estimates(&carol, again)
            .iter()
            .map(value)
            .collect::<Vec<_>>(),
        sold.iter().map(value).collect::<Vec<_>>()
    );
}

/// "Back up, restore, move" of README, step by step.
#[test]
fn the_steps_of_the_readme() {
    let world = World::new();
    let (owner, ann) = (world.home("owner"), world.home("ann"));
    import(&owner);
    let listing = towns(&owner);

    // Back up: nothing waits; copy the folder.
    assert!(
        owner
            .say(&["deliver"])
            .contains("Everything is on the market")
    );
    put_back(&owner.home, &world.path("backup"));
    sell(&owner, &ann, &listing, "1");
    owner.json(&[
        "rule",
        "add",
        "--anyone",
        "--population",
        "people",
        "--up-to",
        "2",
        "--per-order",
        "50",
        "--payment",
        "invoice",
    ]);

    // Restore on the same machine.
    put_back(&world.path("backup"), &owner.home);
    owner
        .refused(&["population", "cap", "people", "9", "--reason", "more"])
        .is(1, "behind-mark", &[]);
    let told = owner.say(&["home", "catch-up"]);
    assert!(told.contains("Recovered: 1 receipt"), "{told}");
    assert!(
        owner
            .say(&["home", "catch-up"])
            .contains("newest copy of the home: 2 entries")
    );
    sell(&owner, &ann, &listing, "2");
    let written_down = code(&owner);

    // Restore on another machine: the home is told of what it lacks by the market.
    put_back(&world.path("backup"), &owner.home);
    let run = owner.run(&on_another_machine(&["home", "catch-up"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.text().contains("Recovered: 2 receipts"),
        "{}",
        run.text()
    );

    assert!(
        run.text().contains("poundwise home confirm CODE"),
        "{}",
        run.text()
    );
    owner.json(&on_another_machine(&["home", "confirm", &written_down]));

    // Move home and folder market to another machine.
    let deliver = owner.run(&on_another_machine(&["deliver"]));
    assert!(
        deliver.text().contains("Everything is on the market"),
        "{}",
        deliver.text()
    );
    copy_folder(&owner.home, &world.path("new/home"));
    copy_folder(&world.path("market"), &world.path("new/market"));
    fs::remove_dir_all(&owner.home).unwrap();
    fs::remove_dir_all(world.path("market")).unwrap();
    let moved = |arguments: &[&str]| {
        let mut all = vec!["--home", "new/home", "--state", "new/state"];
        all.extend(arguments);
        let run = finish(world.command(&all));
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        run.text()
    };
    let market = world.path("new/market").display().to_string();
    moved(&["--market", &market, "market", "set", &market]);
    let told = moved(&["home", "confirm", &written_down]);
    assert!(
        told.contains("newest copy of the home, with 3 entries"),
        "{told}"
    );
    let told = moved(&["home", "show"]);
    assert!(told.contains(&written_down), "{told}");
    moved(&[
        "population",
        "cap",
        "people",
        "9",
        "--reason",
        "second year",
    ]);
}

#[test]
fn a_home_that_cannot_catch_up_is_given_up_and_its_losses_are_carried() {
    let world = World::new();
    let (owner, ann) = (world.home("owner"), world.home("ann"));
    import(&owner);
    let listing = towns(&owner);
    put_back(&owner.home, &world.path("backup"));
    sell(&owner, &ann, &listing, "1");
    owner
        .refused(&["home", "give-up", "old.json", "--yes"])
        .is(1, "sells-still", &[]);
    put_back(&world.path("backup"), &owner.home);
    for owner in fs::read_dir(world.path("market/ledgers")).unwrap() {
        fs::remove_dir_all(owner.unwrap().path().join("own")).unwrap();
    }
    // Asked once: the answer changes what is asked next.
    let run = owner.run(&["home", "catch-up", "--json"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("own-copies"), "{}", run.stderr);
    owner
        .refused(&["listing", "reprice", &listing, "--price", "8:90"])
        .is(1, "sells-no-more", &[]);
    owner
        .refused(&["home", "give-up", "old.json"])
        .is(2, "confirmation-needed", &[]);
    let losses = owner.say(&["home", "give-up", "old.json", "--yes"]);
    assert!(losses.contains("ε 8 (8 lb)"), "{losses}");
    assert_eq!(ann.j(&format!("market show {listing}"))["available"], 0);
    // The file is replaced where that was agreed to.
    let again = ["home", "give-up", "old.json", "--yes", "--replace"];
    owner
        .refused(&again[..4])
        .is(1, "file-exists", &["old.json"]);
    assert_eq!(owner.say(&again), losses);
    let new = world.home("new");
    let made = new.json(&[
        "population",
        "create",
        "people",
        "--cap",
        "20",
        "--carried",
        "old.json",
    ]);
    assert_eq!(made["loss_micro_epsilon"], 8_000_000);
    let wrong = |json: bool| {
        let mut all = vec![
            "population",
            "create",
            "more",
            "--cap",
            "20",
            "--carried",
            "none.json",
        ];
        if json {
            all.push("--json");
        }
        new.command(&all)
    };
    refused(wrong(false), wrong(true)).is(2, "epsilon", &["none.json"]);
}

#[test]
fn the_state_folder_is_where_it_is_said_to_be() {
    let world = World::new();
    let owner = world.trader("owner");
    let made = owner.run(&[
        "--state", "marks", "--market", "market", "init", "--name", "Owner", "--json",
    ]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let kid = text(&made.document(), "kid").to_owned();
    assert!(world.path("marks").join(format!("{kid}.mark")).is_file());
    assert!(!world.path("state").exists());
    // A folder that cannot be written is said so, before there is a home.
    let other = world.trader("other");
    world.file("no-folder", "");
    other
        .refused(&[
            "--state",
            "no-folder",
            "--market",
            "market",
            "init",
            "--name",
            "Other",
        ])
        .is(1, "mark-unwritable", &["no-folder"]);
    assert!(!other.home.join("key.age").exists());
}

#[test]
fn entries_print_the_code_that_a_restored_home_asks_for() {
    let world = World::new();
    let (owner, ann) = (world.home("owner"), world.home("ann"));
    import(&owner);
    owner.population("others", "4");
    let listing = towns(&owner);
    let sold = sell(&owner, &ann, &listing, "1");
    assert_eq!(text(&sold, "code"), code(&owner));
    owner.json(&["listing", "withdraw", &listing]);
    let capped = owner.say(&["population", "cap", "people", "9", "--reason", "more"]);
    let after_cap = code(&owner);
    assert!(capped.contains(&format!(", code {after_cap}.")), "{capped}");
    let merged = owner.say(&["population", "merge", "others", "people", "--yes"]);
    let after_merge = code(&owner);
    assert!(
        merged.contains(&format!(", code {after_merge}.")),
        "{merged}"
    );
    let shown = owner.say(&["population", "show", "people"]);
    assert!(
        shown.contains(&after_cap) && shown.contains(&after_merge),
        "{shown}"
    );

    // An unconfirmed home prints no code, and accepts an earlier one.
    let elsewhere = owner.run(&on_another_machine(&["population", "show", "people"]));
    assert_eq!(elsewhere.code, 0, "{}", elsewhere.stderr);
    assert!(
        !elsewhere.text().contains(&after_cap),
        "{}",
        elsewhere.text()
    );
    owner.json(&on_another_machine(&["home", "confirm", &after_cap]));
}
