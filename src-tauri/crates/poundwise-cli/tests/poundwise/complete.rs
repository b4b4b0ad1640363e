//! Completion, asked as the scripts of the shells ask: which names and ids there are, without a
//! passphrase and while the home is in use. A failure here means that a shell completes nothing, or
//! that pressing a key changes a home.

use std::process::Command;

use poundwise_market::{Home, HomeOptions, Passphrase};

use crate::support::{PASSPHRASE, Trader, World, finish, sell, snapshot, text, wait_beside_a_rule};

/// What a shell is told of the last word of a line: candidates with what stands beside them.
fn completed(world: &World, shell: &str, line: &[&str]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poundwise"));
    command
        .arg("--")
        .arg("poundwise")
        .args(line)
        .current_dir(world.path("."))
        .env_clear()
        .env("HOME", world.path("."))
        .env("XDG_DATA_HOME", world.path("data"))
        .env("COMPLETE", shell)
        .env("_CLAP_IFS", "\n")
        .env("_CLAP_COMPLETE_INDEX", line.len().to_string());
    let run = finish(command);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{line:?}");
    run.text().lines().map(str::to_owned).collect()
}

/// The candidates of bash that are no option.
fn names(home: &Trader, line: &[&str]) -> Vec<String> {
    let line = [&["--home", home.home.to_str().unwrap()], line].concat();
    let mut names = completed(home.world, "bash", &line);
    // The 43 characters of an id may begin like an option.
    names.retain(|name| !name.starts_with("--") || name.len() == 43);
    names
}

#[test]
fn ids_and_names_of_the_home_and_of_its_market() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    owner.import("people", "age:number", "age\n30\n40\n");
    owner.population("machines", "2");
    let listing = owner.json(&[
        "listing",
        "create",
        "people",
        "count",
        "--price",
        "2:8",
        "--title",
        "Head count",
    ]);
    let listing = text(&listing, "id");
    let receipt = sell(&owner, &buyer, listing, "0.5");
    let receipt = text(&receipt, "id");
    let (order, key) = wait_beside_a_rule(&owner, &buyer, listing);
    let order = order.as_str();
    let bank = "bank set Harbour --iban DE75512108001245126199 --day a --day-order year-month-day \
                --amount b --decimal comma --currency EUR --text c";
    owner.j(bank);
    let book = world.file("book.csv", "column,kind,low,high\nage,mean,0,120\n");
    owner.json(&["codebook", "import", "Waves", &book]);
    let before = (snapshot(&owner.home), snapshot(&world.path("market")));
    // In use by another program, as by the window: completing takes no lock.
    let held = Home::open(
        &owner.home,
        &Passphrase::from(PASSPHRASE.to_owned()),
        &HomeOptions::default(),
    )
    .unwrap();

    for (line, expected) in [
        (&["dataset", "show", ""][..], "people"),
        (&["dataset", "seal", "pe"], "people"),
        (&["population", "cap", "mach"], "machines"),
        (&["listing", "create", "p"], "people"),
        (&["listing", "withdraw", ""], listing),
        (&["listing", "show", &listing[..4]], listing),
        (&["grant", ""], listing),
        (&["rule", "add", "--listing", ""], listing),
        (&["rule", "add", "--for", ""], &key),
        (&["rule", "pause", ""], "1"),
        (&["rule", "show", ""], "1"),
        (&["approve", ""], order),
        (&["decline", ""], order),
        (&["inbox", "show", ""], order),
        (&["receipt", "show", ""], receipt),
        (&["contact", "show", ""], &key),
        (&["contact", "add", ""], &key),
        (&["block", "add", ""], &key),
    ] {
        let names = names(&owner, line);
        assert!(
            names.iter().any(|name| name == expected),
            "{line:?}: {names:?}"
        );
    }
    for (line, expected) in [
        (&["quote", ""][..], listing),
        (&["order", ""], listing),
        (&["market", "show", ""], listing),
        (&["order", "cancel", ""], order),
        (&["order", "show", ""], order),
        (&["holding", "show", ""], listing),
        (&["holding", "export", ""], receipt),
        (&["export", ""], listing),
        (&["tighten", ""], listing),
    ] {
        let names = names(&buyer, line);
        assert!(
            names.iter().any(|name| name == expected),
            "{line:?}: {names:?}"
        );
    }
    // Only what a command can do something with: the first order is answered.
    assert_eq!(names(&owner, &["decline", ""]), [order]);
    assert_eq!(names(&buyer, &["order", "cancel", ""]), [order]);
    assert!(names(&owner, &["block", "remove", ""]).is_empty());
    // What the home encrypts is not completed: names of contacts, banks and codebooks.
    for line in [
        &["contact", "show", "Be"][..],
        &["rule", "add", "--for", "Be"],
        &["bank", "show", "Ha"],
        &["payments", "import", "x.csv", "--bank", "Ha"],
        &["codebook", "show", "Wa"],
        &["listing", "propose", "people", "--codebook", "Wa"],
    ] {
        assert_eq!(names(&owner, line), [""; 0], "{line:?}");
    }
    drop(held);
    assert!(
        before == (snapshot(&owner.home), snapshot(&world.path("market"))),
        "completing changed something"
    );

    // Shells that can show it are told what an id stands for.
    let home = owner.home.to_str().unwrap();
    for shell in ["zsh", "fish"] {
        let told = completed(&world, shell, &["--home", home, "approve", ""]);
        let line = told.iter().find(|line| line.starts_with(order));
        let line = line.unwrap_or_else(|| panic!("{shell}: {told:?}"));
        assert!(line.contains("buyer, ε 1, pending"), "{shell}: {line}");
    }
    let market = format!("--market={}", world.path("market").display());
    let told = completed(&world, "fish", &[&market, "quote", ""]);
    assert!(
        told.iter()
            .any(|line| line.starts_with(listing) && line.contains("Head count, owner")),
        "{told:?}"
    );
}

#[test]
fn where_nothing_can_be_read_nothing_is_completed_or_made() {
    let world = World::new();
    let nowhere = world.trader("nowhere");
    for line in [
        &["approve", ""][..],
        &["quote", ""],
        &["dataset", "show", ""],
        &["--market", "no-market", "quote", ""],
    ] {
        assert_eq!(names(&nowhere, line), [""; 0], "{line:?}");
    }
    assert!(!nowhere.home.exists() && !world.path("no-market").exists());
    // What is no home's database completes nothing either.
    std::fs::create_dir(world.path("nowhere")).unwrap();
    world.file("nowhere/poundwise.db", "not a database");
    assert_eq!(names(&nowhere, &["approve", ""]), [""; 0]);
}

#[test]
fn the_scripts_ask_this_program() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = world.run(&["completions", shell]);
        assert_eq!(script.code, 0, "{}", script.stderr);
        assert!(
            script.text().contains("COMPLETE") && script.text().contains("poundwise"),
            "{shell}"
        );
        let told = world.run(&["completions", shell, "--json"]).document();
        assert_eq!(text(&told, "script"), script.text());
    }
    // bash reads its own.
    let script = world.file("complete.bash", world.run(&["completions", "bash"]).stdout);
    let mut bash = Command::new("bash");
    bash.args(["-n", &script]);
    assert_eq!(finish(bash).code, 0);
}
