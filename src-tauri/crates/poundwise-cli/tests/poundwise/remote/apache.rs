//! A market on Apache over https, as `docs/market.md` sets one up: certificates, members and a
//! whole sale.
//!
//! A failure here means that the guide does not work, or that a home talks to a server that it must
//! not trust.

use std::path::Path;

use serde_json::{Value, json};

use crate::interop::apache::{Apache, Certificate, authority};
use crate::support::{Refusal, Run, Trader, World, finish, held, listing, text};

/// Writes the invitation of a member, as the operator does, who has no home.
fn invite(world: &World, server: &Apache, member: &str, password: &str) -> (String, Run) {
    let file = world.path(&format!("{member}.market"));
    let file = file.display().to_string();
    let mut invite = world.command(&[
        "--market",
        &server.url(),
        "market",
        "invite",
        &file,
        "--name",
        "Ward data",
        "--key-id",
        member,
        "--replace",
        "--json",
    ]);
    invite.env("POUNDWISE_MARKET_SECRET", password);
    (file, finish(invite))
}

fn invitation(world: &World, server: &Apache, member: &str) -> String {
    let (file, run) = invite(world, server, member, &Apache::password(member));
    assert_eq!(run.code, 0, "{}", run.stderr);
    file
}

/// Somebody with a home that joined the market as a member.
fn joined<'w>(world: &'w World, server: &Apache, home: &str, member: &str) -> Trader<'w> {
    let trader = world.home(home);
    let joined = trader.json(&["market", "join", &invitation(world, server, member)]);
    assert_eq!(joined["name"], "Ward data");
    assert_eq!(joined["test"]["works"], true, "{joined}");
    trader
}

#[test]
fn a_whole_sale_passes_over_https() {
    let Some(mut server) = Apache::start(Certificate::Valid) else {
        return;
    };
    let world = World::trusting(&server.authority());
    let owner = joined(&world, &server, "owner", "anna");
    let buyer = joined(&world, &server, "buyer", "ben");
    let test = buyer.j("market test");
    let steps: Vec<(&str, &str)> = test["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| (text(step, "step"), text(step, "outcome")))
        .collect();
    let works = ["list", "clock", "write", "read", "delete"].map(|step| (step, "works"));
    assert_eq!(steps, works);
    let listing = listing(&owner);
    assert_eq!(buyer.j("market list").as_array().unwrap().len(), 1);
    // The first sale of a home makes its folders; the second is as all others.
    let mut counts = Vec::new();
    for to in ["0.5", "1"] {
        // What the server says about an object changes a second after it was written.
        std::thread::sleep(std::time::Duration::from_millis(2100));
        counts.clear();
        let mut count = |step: &str| {
            let requests = server.requests();
            println!("to {to}, {step}: {} requests", requests.len());
            for request in &requests {
                println!("    {request}");
            }
            counts.push(requests.len());
        };
        count("before");
        let order = buyer.json(&["order", &listing, "--to", to]);
        count("order");
        let order = text(&order, "id");
        let receipt = owner.json(&["approve", order, "--payment", "REF"]);
        count("approve");
        let collected = buyer.j("collect");
        assert_eq!(collected["releases"][0]["id"], receipt["id"], "{collected}");
        count("collect");
    }
    let [_, order, approve, collect] = counts[..] else {
        panic!("{counts:?}");
    };
    let row = format!("| WebDAV | {order} | {approve} | {collect} |");
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/market.md");
    assert!(
        std::fs::read_to_string(guide).unwrap().contains(&row),
        "{row}"
    );
    assert_eq!(held(&buyer, &listing)["level"], 1_000_000);
    let names = server.names();
    assert!(
        names.iter().all(|name| !name.ends_with(".tmp")),
        "{names:?}"
    );
    // An auditor without a home has a password that may only read.
    let file = invitation(&world, &server, "rita");
    let report = world.run(&["audit", "--market-file", &file, "--json"]);
    assert_eq!(report.code, 0, "{}", report.stderr);
    let report = report.document();
    assert_eq!(text(&report, "verdict"), "holds", "{report}");
}

/// Lists a market that must be refused, with a new home.
fn refusal(world: &World, server: &Apache) -> Refusal {
    let home = world.home("home");
    home.refused(&["--market", &server.url(), "market", "list"])
}

#[test]
fn a_certificate_that_cannot_be_trusted_is_refused() {
    for (like, why, way_out) in [
        (
            Certificate::Expired,
            "it expired on 20",
            "Check the clock of this machine.",
        ),
        (
            Certificate::OtherHost,
            "it is for other.example and not for localhost",
            "Check the address.",
        ),
        (
            Certificate::NoName,
            "it is not for localhost",
            "Check the address.",
        ),
    ] {
        let Some(mut server) = Apache::start(like) else {
            return;
        };
        let world = World::trusting(&server.authority());
        let refusal = refusal(&world, &server);
        refusal.is(1, "market-offline", &["certificate", &server.url(), why]);
        assert!(refusal.hints[0].starts_with(way_out), "{refusal:?}");
        // Nothing was sent, and no key.
        assert_eq!(server.requests(), [""; 0]);
    }
}

#[test]
fn an_authority_that_the_system_does_not_trust_is_refused() {
    let Some(mut server) = Apache::start(Certificate::Valid) else {
        return;
    };
    let elsewhere = World::new();
    let why = "issued by an authority that this system does not trust";
    // Also one with the name of the server's authority.
    for other in ["other", "authority"] {
        let world = World::trusting(&authority(elsewhere.dir(), other));
        let unknown = refusal(&world, &server);
        unknown.is(1, "market-offline", &["certificate", why]);
        assert!(unknown.hints[0].contains("your institution"), "{unknown:?}");
    }
    let world = World::trusting(&elsewhere.path("other.pem"));
    // No member joins a server that cannot be trusted, and the test says why.
    let file = invitation(&world, &server, "anna");
    let test = world.run(&["market", "test", &file, "--json"]);
    assert_eq!(test.code, 1, "{}", test.stderr);
    let test = test.document();
    assert_eq!(
        outcomes(&test),
        ["fails", "skipped", "skipped", "skipped", "skipped"]
    );
    let error = &test["steps"][0]["error"];
    assert!(text(error, "message").contains(why), "{error}");
    // A system without any authorities.
    elsewhere.file("nothing.pem", "");
    let world = World::trusting(&elsewhere.path("nothing.pem"));
    let none = refusal(&world, &server);
    none.is(1, "market-offline", &["no certificates of authorities"]);
    assert!(none.hints[0].contains("ca-certificates"), "{none:?}");
    assert_eq!(server.requests(), [""; 0]);
    let german = world.run(&["market", "test", &file, "--language", "de"]);
    assert!(
        german
            .text()
            .contains("Dieses System hat keine Zertifikate"),
        "{}",
        german.text()
    );
}

/// Returns the outcomes of the steps of a test of a market.
fn outcomes(test: &Value) -> Vec<&str> {
    let steps = test["steps"].as_array().unwrap();
    steps.iter().map(|step| text(step, "outcome")).collect()
}

/// A certificate says nothing if the address does not ask for one.
#[test]
fn plain_http_to_another_host_is_refused() {
    let world = World::new();
    let home = world.home("home");
    let refusal = home.refused(&[
        "--market",
        "http://market.example.org/market",
        "market",
        "list",
    ]);
    refusal.is(
        2,
        "market-url",
        &["market.example.org", "without encryption"],
    );
    assert!(refusal.hints[0].starts_with("Use https."), "{refusal:?}");
}

#[test]
fn a_revoked_password_is_denied_until_a_new_one_is_joined_with() {
    let Some(server) = Apache::start(Certificate::Valid) else {
        return;
    };
    let world = World::trusting(&server.authority());
    let trader = joined(&world, &server, "owner", "anna");
    let denied = || {
        let denied = trader.refused(&["market", "list"]);
        denied.is(1, "market-denied", &["denies access (401)"]);
    };
    server.revoke("anna");
    denied();
    server.set_password("anna", "a new password");
    denied();
    let (file, run) = invite(&world, &server, "anna", "a new password");
    assert_eq!(run.code, 0, "{}", run.stderr);
    trader.json(&["market", "join", &file]);
    assert_eq!(trader.j("market list"), json!([]));
}

#[test]
fn an_auditor_of_the_guide_may_only_read() {
    let Some(server) = Apache::start(Certificate::Valid) else {
        return;
    };
    let world = World::trusting(&server.authority());
    // Her test looks at an object, so there must be one.
    listing(&joined(&world, &server, "owner", "anna"));
    let file = invitation(&world, &server, "rita");
    let test = world.run(&["market", "test", &file, "--json"]).document();
    assert_eq!(
        outcomes(&test),
        ["works", "works", "fails", "works", "skipped"],
        "{test}"
    );
    assert_eq!(test["steps"][2]["error"]["code"], "market-denied");
}

#[test]
fn a_full_disk_is_told_and_loses_no_sale() {
    let Some(server) = Apache::start_on_small_disk() else {
        return;
    };
    let world = World::trusting(&server.authority());
    let owner = joined(&world, &server, "owner", "anna");
    let buyer = joined(&world, &server, "buyer", "ben");
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "0.5"]);
    server.fill();
    let test = buyer.run(&["market", "test", "--json"]).document();
    assert_eq!(test["steps"][2]["error"]["code"], "market-full", "{test}");
    owner.json(&["approve", text(&order, "id"), "--payment", "REF"]);
    let waits = owner.run(&["deliver", "--json"]);
    assert_eq!(waits.code, 1, "{}", waits.stderr);
    assert_ne!(waits.document()["undelivered"], 0);
    let nothing = buyer.run(&["collect", "--json"]).document();
    assert_eq!(
        (&nothing["releases"], &nothing["rejected"]),
        (&json!([]), &json!([]))
    );
    server.make_room();
    assert_eq!(owner.j("deliver")["undelivered"], 0);
    assert_eq!(buyer.j("collect")["releases"].as_array().unwrap().len(), 1);
}
