//! A wrong clock of the machine, set by a person or a dead battery. The program asks before it
//! signs with such a clock, and reading ends no orders. A signed time cannot be taken back.

use std::process::Command;

use crate::support::{Refusal, Run, Trader, World, finish, refused, text};

/// Returns a command that runs at a stated time.
fn at(now: &str, trader: &Trader, arguments: &[&str]) -> Command {
    let mut command = trader.command(arguments);
    command.env("POUNDWISE_NOW", now);
    command
}

fn run_at(now: &str, trader: &Trader, arguments: &[&str]) -> Run {
    finish(at(now, trader, arguments))
}

/// Returns the JSON document of a command that must succeed.
fn json_at(now: &str, trader: &Trader, arguments: &[&str]) -> serde_json::Value {
    let run = run_at(now, trader, &[arguments, &["--json"]].concat());
    assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
    run.document()
}

fn refused_at(now: &str, trader: &Trader, arguments: &[&str]) -> Refusal {
    let json = [arguments, &["--json"]].concat();
    refused(at(now, trader, arguments), at(now, trader, &json))
}

/// Returns the id of a listing that was signed on 21 November 2026.
fn listed(owner: &Trader) -> String {
    let file = owner.world.file("table.csv", "age\n31\n42\n53\n");
    let types = ["--types", "age:number", "--cap", "1000"];
    json_at(
        "2026-11-21T12:00:00Z",
        owner,
        &[&["dataset", "import", &file], &types[..]].concat(),
    );
    let of = ["--title", "A listing", "--price", "4:80"];
    let listing = json_at(
        "2026-11-21T12:00:00Z",
        owner,
        &[&["listing", "create", "table", "count"], &of[..]].concat(),
    );
    text(&listing, "id").to_owned()
}

/// Returns the arguments of an approval.
fn approving(order: &str) -> [&str; 4] {
    ["approve", order, "--settlement", "paid"]
}

#[test]
fn clock_set_back_must_be_confirmed_before_signing() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listed(&owner);
    let order = json_at(
        "2026-11-22T12:00:00Z",
        &buyer,
        &["order", &listing, "--to", "1"],
    );
    let order = text(&order, "id");
    let before = "2026-10-01T12:00:00Z";
    let doubted = refused_at(before, &owner, &approving(order));
    doubted.is(
        1,
        "clock-doubtful",
        &["2026-10-01T12:00:00Z", "2026-11-21T12:00:00Z"],
    );
    assert!(
        doubted
            .hints
            .iter()
            .any(|hint| hint.contains("`--clock-is-right`"))
    );
    for act in [
        &["decline", order, "--reason", "No"][..],
        &["listing", "withdraw", &listing, "--reason", "Over"],
        &["population", "cap", "table", "900", "--reason", "Less"],
    ] {
        refused_at(before, &owner, act).is(1, "clock-doubtful", &[]);
    }
    // The same holds for a buyer with an order as the only document.
    refused_at(before, &buyer, &["order", "cancel", order]).is(1, "clock-doubtful", &[]);
    assert!(
        run_at(before, &owner, &["inbox", "list"])
            .text()
            .contains(&order[..6])
    );
    assert_eq!(owner.j("receipt list").as_array().unwrap().len(), 0);

    let approved = [&approving(order)[..], &["--clock-is-right"]].concat();
    json_at(before, &owner, &approved);
    assert_eq!(owner.j("receipt list").as_array().unwrap().len(), 1);
}

#[test]
fn clock_a_year_ahead_must_be_confirmed_before_signing() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listed(&owner);
    let reprice = |now: &str, more: &[&str]| {
        let act = ["listing", "reprice", &listing, "--price", "4:90"];
        at(now, &owner, &[&act, more].concat())
    };
    let beyond = "2027-11-21T12:00:01Z";
    refused(reprice(beyond, &[]), reprice(beyond, &["--json"])).is(
        1,
        "clock-doubtful",
        &["2027-11-21T12:00:01Z", "more than a year"],
    );
    // A new home has no document to compare the clock with.
    json_at(beyond, &buyer, &["order", &listing, "--to", "1"]);
    let repriced = finish(reprice("2027-11-20T12:00:00Z", &["--json"]));
    assert_eq!(repriced.code, 0, "{}", repriced.stderr);
    // This is the newest document now.
    let newest = repriced.document();
    let act = [
        "listing",
        "withdraw",
        text(&newest, "id"),
        "--reason",
        "Over",
    ];
    refused_at("2029-01-01T00:00:00Z", &owner, &act).is(1, "clock-doubtful", &[]);
    json_at("2028-01-01T00:00:00Z", &owner, &act);
}

/// An order that has expired by a wrong clock waits again once the clock is right.
#[test]
fn reading_by_a_wrong_clock_ends_no_order() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listed(&owner);
    let place = |level: &str| {
        let order = ["order", &listing, "--to", level];
        text(&json_at("2026-11-22T12:00:00Z", &buyer, &order), "id").to_owned()
    };
    let (known, new) = (place("1"), place("2"));
    let now = "2026-11-23T12:00:00Z";
    json_at(now, &owner, &["inbox", "list"]);
    // A third order that is first read with the wrong clock, and a free one.
    let free = json_at(
        now,
        &owner,
        &[
            "listing", "create", "table", "mean", "age", "--bounds", "0..100", "--step", "1",
            "--title", "Free", "--price", "4:0",
        ],
    );
    let unseen = json_at(now, &buyer, &["order", &listing, "--to", "3"]);
    let given = json_at(now, &buyer, &["order", text(&free, "id"), "--to", "1"]);
    for wrong in ["2027-02-01T00:00:00Z", "2031-01-01T00:00:00Z"] {
        let waiting = json_at(wrong, &owner, &["inbox", "list"]);
        assert_eq!(waiting.as_array().unwrap().len(), 0, "{wrong}");
        let ended = json_at(wrong, &owner, &["inbox", "list", "--answered"]);
        assert_eq!(ended[0]["status"], "expired", "{wrong}");
        for command in [
            "market list",
            "order list",
            "collect",
            "receipt list",
            "home check",
        ] {
            let command: Vec<_> = command.split(' ').collect();
            assert_eq!(run_at(wrong, &buyer, &command).code, 0, "{command:?}");
            assert_eq!(run_at(wrong, &owner, &command).code, 0, "{command:?}");
        }
    }
    let waiting = json_at(now, &owner, &["inbox", "list"]);
    assert_eq!(waiting.as_array().unwrap().len(), 4, "{waiting:#}");
    for order in [&known, text(&unseen, "id"), text(&given, "id")] {
        assert!(
            waiting
                .as_array()
                .unwrap()
                .iter()
                .any(|item| item["order"]["id"] == *order),
            "{order}"
        );
    }
    json_at(now, &owner, &approving(&new));
    // An order that has expired by the right clock stays expired.
    let late = "2027-02-01T00:00:00Z";
    refused_at(late, &owner, &approving(&known)).is(1, "order-expired", &[]);
}

#[test]
fn clock_before_1970_is_an_ordinary_error() {
    let world = World::new();
    let owner = world.home("owner");
    let listing = listed(&owner);
    let before = "1969-12-31T23:59:59Z";
    for act in [
        &["listing", "withdraw", &listing, "--reason", "Over"][..],
        &["inbox", "list"],
        &["population", "create", "more", "--cap", "8", "--new-people"],
    ] {
        refused_at(before, &owner, act).is(1, "clock", &["1969-12-31", "before 1970"]);
    }
    assert_eq!(run_at(before, &owner, &["whoami"]).code, 0);
    assert_eq!(run_at(before, &owner, &["listing", "list"]).code, 0);
}
