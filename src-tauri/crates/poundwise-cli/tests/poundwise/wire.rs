//! What a stranger can put on a market, through the built program: junk that takes long to parse,
//! junk under somebody's name, and entries that are no files. None of it may stop a sale.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::{Trader, World, listing, sell, text};

fn kid(trader: &Trader) -> String {
    text(&trader.j("whoami"), "kid").to_owned()
}

/// The folder of what is sent to somebody.
fn folder(world: &World, kind: &str, trader: &Trader) -> PathBuf {
    let folder = world.path("market").join(kind).join(kid(trader));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// An id of nothing.
fn name(letter: &str) -> String {
    format!("{}.age", letter.repeat(43))
}

/// `age` parses the header again from its start with every line of it: these took two minutes.
fn slow() -> Vec<u8> {
    [
        b"age-encryption.org/v1\n".as_slice(),
        &b"-> x\n\n".repeat(22_000),
    ]
    .concat()
}

fn rejected(buyer: &Trader) -> Vec<String> {
    let run = buyer.run(&["collect", "--json"]);
    let rejected = run.document()["rejected"].as_array().unwrap().clone();
    assert_eq!(run.code, i32::from(!rejected.is_empty()), "{}", run.stderr);
    let line = |line: &Value| line.as_str().unwrap().to_owned();
    rejected.iter().map(line).collect()
}

/// The refusal is that of the scan for the header's end, which comes before `age`.
#[test]
fn junk_that_takes_long_to_parse_is_not_parsed() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let id = listing(&owner);
    let orders = folder(&world, "orders", &owner);
    let deliveries = folder(&world, "deliveries", &buyer);
    fs::write(orders.join(name("a")), &slow()[..24_576]).unwrap();
    fs::write(deliveries.join(name("b")), slow()).unwrap();
    let wrong = rejected(&buyer);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(wrong[0].contains("its header does not end"), "{wrong:?}");
    // Known by its name, and under another name by its content.
    assert!(rejected(&buyer).is_empty());
    fs::write(deliveries.join(name("c")), slow()).unwrap();
    let wrong = rejected(&buyer);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(wrong[0].contains("the same bytes could not be read before"));
    sell(&owner, &buyer, &id, "2");
}

#[test]
fn junk_under_the_name_of_a_delivery_does_not_hide_it() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let id = listing(&owner);
    let order = buyer.json(&["order", &id, "--to", "2"]);
    owner.json(&["approve", text(&order, "id"), "--payment", "REF"]);
    let deliveries = folder(&world, "deliveries", &buyer);
    let entry = fs::read_dir(&deliveries).unwrap().next().unwrap().unwrap();
    let delivery = fs::read(entry.path()).unwrap();
    // Junk of the same length, in the same file; then a whole delivery under another's name.
    fs::write(entry.path(), vec![b'x'; delivery.len()]).unwrap();
    assert_eq!(rejected(&buyer).len(), 1);
    fs::write(deliveries.join(name("d")), &delivery).unwrap();
    assert_eq!(rejected(&buyer).len(), 1);
    assert!(rejected(&buyer).is_empty());
    fs::write(entry.path(), &delivery).unwrap();
    let collected = buyer.j("collect");
    assert_eq!(collected["releases"].as_array().unwrap().len(), 1);
}

/// A pipe, a link to itself, a link, and a name that is no text: four.
fn odd_entries(folder: &Path, ending: &str) {
    fs::create_dir_all(folder).unwrap();
    let pipe = folder.join(format!("pipe.{ending}"));
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    symlink(
        format!("loop.{ending}"),
        folder.join(format!("loop.{ending}")),
    )
    .unwrap();
    symlink("/etc/hostname", folder.join(format!("link.{ending}"))).unwrap();
    fs::write(folder.join(OsStr::from_bytes(b"\xff\xfe")), b"").unwrap();
}

#[test]
fn odd_entries_are_left_out_and_counted_and_stop_nothing() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let id = listing(&owner);
    let market = world.path("market");
    odd_entries(&market.join("listings"), "jws");
    odd_entries(&market.join("withdrawals"), "jws");
    odd_entries(&folder(&world, "orders", &owner), "age");
    odd_entries(&folder(&world, "deliveries", &buyer), "age");
    let own = market.join("ledgers").join(kid(&owner)).join("own");
    odd_entries(&own, "age");
    sell(&owner, &buyer, &id, "2");
    assert_eq!(buyer.j("collect")["skipped"], 4);
    let said = |trader: &Trader, command: &[&str]| {
        let run = trader.run(command);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stderr
    };
    assert!(said(&buyer, &["market", "list"]).starts_with("note: 8 entries of the market were"));
    assert!(
        said(&owner, &["inbox", "list"]).starts_with("note: 4 entries of the market were left out")
    );
    assert!(said(&buyer, &["collect"]).starts_with("note: 4 entries of the market were left out"));
    // An order under the name of a pipe replaces it.
    let order = buyer.json(&["order", &id, "--to", "3"]);
    assert_eq!(owner.j("inbox list")[0]["order"]["id"], order["id"]);
}

#[test]
fn odd_files_and_ledgers_do_not_stop_an_audit() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let id = listing(&owner);
    sell(&owner, &buyer, &id, "2");
    let market = world.path("market");
    // Another owner's folder, with a pipe for a checkpoint.
    let other = market.join("ledgers").join(kid(&buyer));
    fs::create_dir_all(&other).unwrap();
    let pipe = other.join("checkpoint");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    odd_entries(&market.join("listings"), "jws");
    let report = world.run(&["audit", market.to_str().unwrap(), "--json"]);
    assert_eq!(report.code, 0, "{}{}", report.text(), report.stderr);
    assert!(
        report.text().contains("could not be read"),
        "{}",
        report.text()
    );
    let pipe = pipe.to_str().unwrap();
    let run = world.run(&["audit", pipe, "--json"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("not-a-file"), "{}", run.stderr);
}
