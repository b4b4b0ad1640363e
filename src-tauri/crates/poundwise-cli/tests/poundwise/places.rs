//! Folders that a command may not write to. An output into a home destroyed the home, and a
//! mistyped market was created and took sales.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::support::{World, sell, snapshot, text};

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// Regression test: an output over the database of a home destroyed that home.
#[test]
fn outputs_into_homes_markets_and_marks_are_rejected() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = crate::support::listing(&owner);
    let receipt = sell(&owner, &buyer, &listing, "1");
    let database = fs::read(owner.home.join("poundwise.db")).unwrap();
    let folders = ["owner", "buyer", "market", "state"];
    let before = folders.map(|folder| snapshot(&world.path(folder)));
    let mark = fs::read_dir(world.path("state/poundwise"))
        .unwrap()
        .next()
        .unwrap();
    for target in [
        shown(&owner.home.join("poundwise.db")),
        shown(&owner.home.join("new")),
        shown(&owner.home.join("exports/../key.age")),
        shown(&world.path("owner/../buyer/key.age")),
        shown(&world.path("market/listings/new")),
        shown(&world.path("market/new")),
        shown(&mark.unwrap().path()),
    ] {
        let id = text(&receipt, "id");
        let prices = ["ledger", "export", "-o", &target, "--replace"];
        owner.refused(&prices).is(1, "reserved-folder", &[&target]);
        // This holds for every home, open or not.
        for act in [
            &["holding", "export", id, "-o", &target, "--replace"][..],
            &["export", &listing, "-o", &target, "--replace"],
            &[
                "export",
                &listing,
                "-o",
                "table.csv",
                "--lattice",
                &target,
                "--replace",
            ],
            &[
                "tighten",
                &listing,
                "--to",
                "0.5",
                "-o",
                &target,
                "--replace",
            ],
            &[
                "noise",
                "sample",
                "--epsilon",
                "1",
                "--sensitivity",
                "1",
                "--count",
                "3",
                "-o",
                &target,
                "--replace",
            ],
        ] {
            if act[0] == "noise" && buyer.run(act).code == 2 {
                continue;
            }
            buyer.refused(act).is(1, "reserved-folder", &[&target]);
        }
        // The output is checked before the grant is signed.
        let to = text(&buyer.j("whoami"), "recipient").to_owned();
        let grant = [
            "grant",
            &listing,
            "--to",
            &to,
            "--yes",
            "-o",
            &target,
            "--replace",
        ];
        owner.refused(&grant).is(1, "reserved-folder", &[&target]);
    }
    assert_eq!(owner.j("books")["grants"], json!([]));
    for kept in ["demo", "manual"] {
        let folder = shown(&world.path("market/new"));
        let act = if kept == "demo" {
            vec!["demo", "--keep", &folder]
        } else {
            vec!["manual", &folder]
        };
        let run = world.run(&act);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(!world.path("market/new").exists());
    }
    assert!(before == folders.map(|folder| snapshot(&world.path(folder))));
    assert!(fs::read(owner.home.join("poundwise.db")).unwrap() == database);
    owner.j("home check");
    // Outputs may be written into the exports folder.
    fs::create_dir_all(owner.home.join("exports")).unwrap();
    let target = shown(&owner.home.join("exports/books.ledger"));
    owner.json(&["ledger", "export", "-o", &target]);
}

/// The market of a home, before anything was listed on it.
#[test]
fn empty_market_rejects_outputs() {
    let world = World::new();
    let home = world.home("home");
    let target = shown(&world.path("market/books.ledger"));
    home.refused(&["ledger", "export", "-o", &target])
        .is(1, "reserved-folder", &["market"]);
}

#[test]
#[cfg(unix)]
fn no_link_leads_an_output_into_a_home() {
    use std::os::unix::fs::symlink;
    let world = World::new();
    let owner = world.home("owner");
    crate::support::listing(&owner);
    symlink(&owner.home, world.path("link")).unwrap();
    symlink(owner.home.join("key.age"), world.path("key")).unwrap();
    fs::hard_link(owner.home.join("poundwise.db"), world.path("hard")).unwrap();
    let before = snapshot(&owner.home);
    for target in ["link/new", "link/exports/../poundwise.db", "key"] {
        let target = shown(&world.path(target));
        owner
            .refused(&["ledger", "export", "-o", &target, "--replace"])
            .is(1, "reserved-folder", &[&target]);
    }
    // The output replaces the hard link, and the home keeps its file.
    owner.json(&[
        "ledger",
        "export",
        "-o",
        &shown(&world.path("hard")),
        "--replace",
    ]);
    assert!(before == snapshot(&owner.home));
    owner.j("home check");
}

#[test]
fn mistyped_market_is_not_created_and_takes_no_sale() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = crate::support::listing(&owner);
    let mistyped = shown(&world.path("markt"));
    let named = ["--market", mistyped.as_str()];
    for act in [
        &["whoami"][..],
        &["market", "list"],
        &["inbox", "list"],
        &["collect"],
        &["deliver"],
        &["order", &listing, "--to", "1"],
        &[
            "listing", "create", "table", "count", "--title", "Two", "--price", "4:80",
        ],
    ] {
        owner
            .refused(&[&named, act].concat())
            .is(1, "no-such-market", &[&mistyped]);
        assert!(!world.path("markt").exists(), "{act:?}");
    }
    let audited = world.run(&["audit", &format!("file://{mistyped}"), "--json"]);
    assert_eq!(audited.code, 1);
    assert!(!world.path("markt").exists());

    // The disk of the home's own market is not mounted. The folder is not created. Signed documents
    // wait and are sent once the market is back.
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    owner.j("inbox list");
    fs::rename(world.path("market"), world.path("away")).unwrap();
    let approve = ["approve", text(&order, "id"), "--settlement", "paid"];
    assert_eq!(owner.refused(&["market", "list"]).code, "market");
    let away = owner.refused(&["inbox", "list"]);
    assert!(away.message.contains("is missing"), "{away:?}");
    assert!(
        away.hints.iter().any(|hint| hint.contains("mounted")),
        "{away:?}"
    );
    owner.j("whoami");
    owner.j("books");
    let approved = owner.run(&approve);
    assert!(
        approved.code == 0 || approved.stderr.contains("error: "),
        "{}",
        approved.stderr
    );
    assert!(
        approved.stderr.contains("is missing"),
        "{}",
        approved.stderr
    );
    let waiting = owner.run(&["deliver"]);
    assert_eq!(waiting.code, 1);
    for words in ["is missing", "mounted", "still waiting here"] {
        assert!(
            waiting.text().contains(words),
            "{words}: {}",
            waiting.text()
        );
    }
    assert!(!world.path("market").exists());
    fs::rename(world.path("away"), world.path("market")).unwrap();
    owner.json(&approve);
    assert_eq!(buyer.j("collect")["releases"].as_array().unwrap().len(), 1);
}

#[test]
fn init_creates_a_market_and_a_moved_home_uses_an_existing_folder() {
    let world = World::new();
    let market = shown(&world.path("new-market"));
    let home = world.trader("made");
    let mut init = home.command(&["--market", &market, "init", "--name", "Owner", "--json"]);
    init.env("POUNDWISE_PASSPHRASE", "correct horse battery staple");
    assert_eq!(crate::support::finish(init).code, 0);
    assert!(world.path("new-market").is_dir());
    fs::create_dir(world.path("other")).unwrap();
    home.json(&["market", "set", &shown(&world.path("other"))]);
    let target = shown(&world.path("other/books.ledger"));
    home.refused(&["ledger", "export", "-o", &target])
        .is(1, "reserved-folder", &[]);
}

#[test]
fn second_approval_reports_that_the_delivery_is_sent_again() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = crate::support::listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let approve = ["approve", text(&order, "id"), "--settlement", "paid"];
    assert!(owner.say(&approve).starts_with("Approved.\n"));
    let again = owner.say(&approve);
    assert!(
        again.starts_with("Approved before: the same delivery is sent again"),
        "{again}"
    );
}
