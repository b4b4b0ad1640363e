//! Markets on servers: whole sales over S3 and WebDAV, and what goes wrong with servers, members
//! and connections. The servers are moto, wsgidav and Apache, which are not ours.
//!
//! A failure here means that a member who cannot be trusted stops the others, that a restored home
//! sells a second history, or that a sale is lost or made twice when a connection breaks.

mod apache;
mod server;

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::interop::proxy::Line;
use crate::interop::server::{Protocol, Server};
use crate::support::{Refusal, Trader, World, finish, held, listing, refused, sell, text};
use server::Members;

/// An owner and a buyer on a server, and a listing.
struct Shop<'w> {
    server: &'w Server,
    owner: Trader<'w>,
    buyer: Trader<'w>,
    listing: String,
}

impl<'w> Shop<'w> {
    fn open(server: &'w Server, world: &'w World) -> Self {
        let owner = server.joined(world, "owner", "anna");
        let buyer = server.joined(world, "buyer", "ben");
        let listing = listing(&owner);
        Self {
            server,
            owner,
            buyer,
            listing,
        }
    }

    fn kid(trader: &Trader) -> String {
        text(&trader.j("whoami"), "kid").to_owned()
    }

    fn checkpoint(&self) -> String {
        format!("ledgers/{}/checkpoint", Self::kid(&self.owner))
    }

    fn sell(&self, to: &str) -> Value {
        sell(&self.owner, &self.buyer, &self.listing, to)
    }

    fn order(&self, to: &str) -> String {
        text(
            &self.buyer.json(&["order", &self.listing, "--to", to]),
            "id",
        )
        .to_owned()
    }

    /// One sale was made in all, and an audit of everything on the market holds.
    fn has_sold(&self, receipts: usize, world: &World) {
        let sold = self.owner.j("receipt list");
        assert_eq!(sold.as_array().unwrap().len(), receipts, "{sold}");
        let ledger = world.path("all.ledger").display().to_string();
        self.owner
            .json(&["ledger", "export", "-o", &ledger, "--replace"]);
        let file = self.server.file(world, "ben");
        let report = world.run(&["audit", &ledger, "--market-file", &file, "--json"]);
        assert_eq!(report.code, 0, "{}{}", report.text(), report.stderr);
    }
}

/// Number of signed documents that wait after an attempt to send them.
fn undelivered(mut deliver: Command) -> u64 {
    deliver.arg("--json");
    let run = finish(deliver);
    let delivered = run.document();
    let waiting = delivered["undelivered"].as_u64().unwrap();
    assert_eq!(run.code, i32::from(waiting > 0), "{}", run.stderr);
    waiting
}

/// What a collection found, whether something was wrong or not.
fn collected(buyer: &Trader) -> Value {
    buyer.run(&["collect", "--json"]).document()
}

/// The name of a conflict copy.
const CONFLICT: &str = "a.sync-conflict-20261101-101010-ABCDEFG.age";

/// How a connection is cut at a request.
type Cut = fn(usize) -> Line;

/// Runs a test with each kind of server, if there is a Python for them.
fn each_server(test: impl Fn(&Server)) {
    for protocol in Protocol::ALL {
        let Some(server) = Server::start(protocol) else {
            return;
        };
        test(&server);
    }
}

/// A command of somebody who waits for a server for a second only: the server must not answer.
fn impatient(trader: &Trader, arguments: &[&str]) -> Command {
    patient_for("1000", trader, arguments)
}

/// A command of somebody who waits for a server for so long.
fn patient_for(milliseconds: &str, trader: &Trader, arguments: &[&str]) -> Command {
    let mut command = trader.command(arguments);
    command.env("POUNDWISE_PATIENCE_MS", milliseconds);
    command
}

fn impatient_refusal(trader: &Trader, arguments: &[&str]) -> Refusal {
    let json = [arguments, &["--json"]].concat();
    refused(impatient(trader, arguments), impatient(trader, &json))
}

#[test]
fn a_whole_sale_passes_over_a_server() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        let counted = |of: &dyn Fn()| {
            server.proxy.set(Line::Open);
            of();
            server.proxy.requests()
        };
        // The first sale of a home makes its folders; the second is as all others.
        shop.sell("0.5");
        let order = std::cell::RefCell::new(String::new());
        let steps = [
            ("order", counted(&|| *order.borrow_mut() = shop.order("1"))),
            (
                "approve",
                counted(&|| {
                    let order = order.borrow();
                    shop.owner.json(&["approve", &order, "--payment", "REF"]);
                }),
            ),
            ("collect", counted(&|| drop(shop.buyer.j("collect")))),
        ];
        for (step, requests) in &steps {
            println!("{:?} {step}: {} requests", server.protocol, requests.len());
            for request in requests {
                println!("    {request}");
            }
        }
        // The guide states what a second sale takes.
        let [order, approve, collect] = steps.map(|(_, requests)| requests.len());
        let row = format!(
            "| {} | {order} | {approve} | {collect} |",
            match server.protocol {
                Protocol::S3 => "S3",
                Protocol::WebDav => "WebDAV",
            }
        );
        let guide = std::fs::read_to_string(
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/market.md"),
        );
        assert!(guide.unwrap().contains(&row), "{row}");
        assert_eq!(held(&shop.buyer, &shop.listing)["level"], 1_000_000);
        let next = shop.order("1.5");
        shop.owner.j("inbox list");
        let known = counted(&|| {
            shop.owner.json(&["approve", &next, "--payment", "REF"]);
        });
        assert_eq!(known.len(), approve - 2, "{known:?}");
        shop.buyer.j("collect");
        shop.has_sold(3, &world);
        // Somebody without a home audits the market alone, and finds it as whole.
        let file = server.file(&world, "rita");
        let report = world.run(&["audit", "--market-file", &file, "--json"]);
        assert_eq!(report.code, 0, "{}", report.stderr);
        let names = server.names();
        assert!(
            names.iter().all(|name| !name.ends_with(".tmp")),
            "{names:?}"
        );
    });
}

/// A key is sent to its own server only, and no answer or file of the home shows it.
#[test]
fn the_key_stays_in_the_vault() {
    let Some(server) = Server::start(Protocol::WebDav) else {
        return;
    };
    let world = World::new();
    let trader = server.joined(&world, "owner", "anna");
    std::fs::remove_file(world.path("anna.market")).unwrap();
    for (file, content) in crate::support::snapshot(world.dir()) {
        let secret = b"anna's password";
        let found = content.windows(secret.len()).any(|window| window == secret);
        assert!(!found, "{}", file.display());
    }
    // Another market is not sent the key of this one.
    let other = Server::start(Protocol::WebDav).unwrap();
    let denied = trader.refused(&["--market", &other.url(), "market", "list"]);
    denied.is(1, "market-denied", &["401"]);
    assert_eq!(trader.j("market list"), json!([]));
}

#[test]
fn odd_objects_of_members_stop_nothing() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        let [owner, buyer] = [&shop.owner, &shop.buyer].map(Shop::kid);
        let odd = match server.protocol {
            Protocol::S3 => ["/x", "/", "a b", "\u{7f}", "..", "é", "a/b/c", CONFLICT].as_slice(),
            // Servers of files do not take the others.
            Protocol::WebDav => ["a b", "é", "a/b/c", "a&b", CONFLICT].as_slice(),
        };
        let folders = [
            "listings/".to_owned(),
            "withdrawals/".to_owned(),
            "availability/".to_owned(),
            "orders/".to_owned(),
            format!("orders/{owner}/"),
            format!("deliveries/{buyer}/"),
            format!("ledgers/{owner}/"),
            format!("ledgers/{owner}/own/"),
        ];
        for folder in &folders {
            for name in odd {
                server.put(&format!("{folder}{name}"), b"odd");
            }
        }
        shop.sell("0.5");
        shop.has_sold(1, &world);
        assert!(shop.owner.j("home check")["mended"].is_object());
    });
}

/// The attacks that market/tests tries on folders: what is too large, cut, replaced or deleted.
#[test]
fn hostile_objects_are_left_out_and_damage_is_mended() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        let [owner, buyer] = [&shop.owner, &shop.buyer].map(Shop::kid);
        let id = |sign: &str| sign.repeat(43);
        // Larger than any object of its kind: not read to the end, and not taken for one.
        server.put_large(&format!("listings/{}.jws", id("A")), 20 << 20);
        server.put_large(&format!("orders/{owner}/{}.age", id("A")), 20 << 20);
        server.put(&format!("orders/{owner}/{}.age", id("E")), b"no order");
        server.put(
            &format!("deliveries/{buyer}/{}.age", id("E")),
            b"no delivery",
        );
        let order = shop.order("0.5");
        let receipt = shop.owner.json(&["approve", &order, "--payment", "REF"]);
        let delivery = format!("deliveries/{buyer}/{}.age", text(&receipt, "id"));
        let whole = server.get(&delivery).unwrap();
        // Cut, and replaced by another one: rejected, and nothing is stored.
        for wrong in [&whole[..whole.len() - 20], b"something else"] {
            server.put(&delivery, wrong);
            let collected = collected(&shop.buyer);
            assert_eq!(collected["releases"], json!([]), "{collected}");
            assert!(!collected["rejected"].as_array().unwrap().is_empty());
        }
        server.put(&delivery, &whole);
        let collected = collected(&shop.buyer);
        assert_eq!(collected["releases"][0]["id"], receipt["id"], "{collected}");
        // What the owner published and somebody deleted or changed is sent again.
        let published = format!("listings/{}.jws", shop.listing);
        let before = server.get(&published).unwrap();
        server.delete(&published);
        let tile = format!("ledgers/{owner}/tile/0/000.p/2");
        let names = server.names();
        assert!(names.contains(&tile), "{names:?}");
        server.put(&tile, b"damaged");
        shop.owner.j("home check");
        assert_eq!(server.get(&published).unwrap(), before);
        assert_ne!(server.get(&tile).unwrap(), b"damaged");
        shop.has_sold(1, &world);
    });
}

/// A market that withdraws entries is noticed by a buyer, over a server as in a folder.
#[test]
fn a_server_that_goes_back_in_time_raises_an_alarm() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        shop.sell("0.5");
        let checkpoint = shop.checkpoint();
        let before = server.get(&checkpoint).unwrap();
        shop.sell("0.75");
        server.put(&checkpoint, &before);
        collected(&shop.buyer);
        let alarms = shop.buyer.j("alarm list");
        assert_eq!(alarms.as_array().unwrap().len(), 1, "{alarms}");
    });
}

/// 403 is not 404: a home that may not read its own log must not take it for empty.
#[test]
fn a_home_that_may_not_read_its_own_log_does_not_sell() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        shop.sell("0.5");
        let order = shop.order("1");
        server.refuse(&["GET", "HEAD"], &shop.checkpoint(), 403, "AccessDenied");
        let approve = ["approve", order.as_str(), "--payment", "REF"];
        shop.owner
            .refused(&approve)
            .is(1, "market-denied", &["403 AccessDenied"]);
        // As a restored home without its mark: it would have no other evidence.
        std::fs::remove_dir_all(world.path("state")).unwrap();
        shop.owner
            .refused(&approve)
            .is(1, "market-denied", &["checkpoint"]);
        assert_eq!(shop.owner.j("receipt list").as_array().unwrap().len(), 1);
        server.allow();
        let refusal = shop.owner.refused(&approve);
        assert_eq!(refusal.code, "unconfirmed-home");
    });
}

/// If the bucket or the folder is gone, its objects do not count as missing.
#[test]
fn a_market_that_is_gone_is_no_empty_market() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        shop.sell("0.5");
        let order = shop.order("1");
        let code = match server.protocol {
            Protocol::S3 => "NoSuchBucket",
            Protocol::WebDav => "",
        };
        server.refuse(
            &["GET", "HEAD", "PUT", "MOVE", "DELETE", "PROPFIND"],
            "",
            404,
            code,
        );
        shop.buyer
            .refused(&["market", "list"])
            .is(1, "market", &["is missing"]);
        std::fs::remove_dir_all(world.path("state")).unwrap();
        shop.owner
            .refused(&["approve", &order, "--payment", "REF"])
            .is(1, "market", &["is missing"]);
        server.allow();
        assert_eq!(shop.owner.j("receipt list").as_array().unwrap().len(), 1);
    });
}

#[test]
fn a_revoked_key_is_replaced_by_joining_again() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        server.revoke("ben");
        shop.buyer
            .refused(&["market", "list"])
            .is(1, "market-denied", &["denies access"]);
        shop.buyer.refused(&["collect"]).is(1, "market-denied", &[]);
        let test = shop.buyer.run(&["market", "test", "--json"]);
        assert_eq!(test.code, 1, "{}", test.stderr);
        let test = test.document();
        assert_eq!(test["works"], false);
        assert_eq!(test["steps"][0]["error"]["code"], "market-denied", "{test}");
        // The old file is refused, and the new one helps.
        let old = server.file(&world, "ben");
        shop.buyer
            .refused(&["market", "join", &old])
            .is(1, "market-denied", &[]);
        let new = server.renew(&world, "ben");
        let joined = shop.buyer.json(&["market", "join", &new]);
        assert_eq!(joined["test"]["works"], true, "{joined}");
        shop.sell("0.5");
    });
}

#[test]
fn a_member_who_may_only_read_is_told_so() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        let rita = world.home("rita");
        let joined = rita.json(&["market", "join", &server.file(&world, "rita")]);
        let step = |at: usize| {
            let step = &joined["test"]["steps"][at];
            (
                text(step, "step").to_owned(),
                text(step, "outcome").to_owned(),
            )
        };
        let steps: Vec<String> = (0..5).map(|at| step(at).0).collect();
        assert_eq!(steps, ["list", "clock", "write", "read", "delete"]);
        let outcomes: Vec<String> = (0..5).map(|at| step(at).1).collect();
        assert_eq!(
            outcomes,
            ["works", "works", "fails", "works", "skipped"],
            "{joined}"
        );
        assert_eq!(joined["test"]["steps"][2]["error"]["code"], "market-denied");
        assert_eq!(rita.j("market list").as_array().unwrap().len(), 1);
        let words = finish(rita.command(&["market", "test", "--language", "de"]));
        assert_eq!(words.code, 1);
        assert!(
            words.text().contains("Schreiben: funktioniert nicht"),
            "{}",
            words.text()
        );
        assert!(
            words.text().contains("verweigert den Zugriff"),
            "{}",
            words.text()
        );
        // Her order is signed and waits. It is sent once she may write.
        rita.json(&["order", &shop.listing, "--to", "0.5"]);
        assert_eq!(undelivered(rita.command(&["deliver"])), 1);
        rita.json(&["market", "join", &server.file(&world, "ben")]);
        assert_eq!(undelivered(rita.command(&["deliver"])), 0);
        assert_eq!(shop.owner.j("inbox list").as_array().unwrap().len(), 1);
    });
}

#[test]
fn a_full_market_is_told_and_loses_nothing() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        let order = shop.order("0.5");
        let (status, code) = match server.protocol {
            Protocol::S3 => (403, "QuotaExceeded"),
            Protocol::WebDav => (507, ""),
        };
        server.refuse(&["PUT"], "", status, code);
        let test = shop.buyer.run(&["market", "test", "--json"]).document();
        assert_eq!(test["steps"][2]["error"]["code"], "market-full", "{test}");
        shop.owner.json(&["approve", &order, "--payment", "REF"]);
        assert_ne!(undelivered(shop.owner.command(&["deliver"])), 0);
        server.allow();
        assert_eq!(undelivered(shop.owner.command(&["deliver"])), 0);
        assert_eq!(
            shop.buyer.j("collect")["releases"]
                .as_array()
                .unwrap()
                .len(),
            1
        );
        shop.has_sold(1, &world);
    });
}

/// The server limits the size of objects, or has a file in place of a folder.
#[test]
fn a_delivery_that_a_server_does_not_take_keeps_no_other_one_waiting() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        let cid = server.joined(&world, "cid", "ben");
        let folder = format!("deliveries/{}", Shop::kid(&cid));
        let of_cid = cid.json(&["order", &shop.listing, "--to", "0.5"]);
        let of_buyer = shop.order("0.5");
        match server.protocol {
            Protocol::S3 => server.refuse(&["PUT"], &folder, 413, "EntityTooLarge"),
            Protocol::WebDav => server.put(&folder, b"no folder"),
        }
        for order in [text(&of_cid, "id"), of_buyer.as_str()] {
            shop.owner.json(&["approve", order, "--payment", "REF"]);
        }
        shop.owner
            .refused(&["deliver"])
            .is(1, "market-entry", &["does not take", &folder]);
        let collected = shop.buyer.j("collect");
        assert_eq!(collected["releases"].as_array().unwrap().len(), 1);
        match server.protocol {
            Protocol::S3 => server.allow(),
            Protocol::WebDav => server.delete(&folder),
        }
        assert_eq!(undelivered(shop.owner.command(&["deliver"])), 0);
        assert_eq!(cid.j("collect")["releases"].as_array().unwrap().len(), 1);
        shop.has_sold(2, &world);
    });
}

#[test]
fn clocks_that_differ_are_told_apart_from_a_wrong_key() {
    let Some(server) = Server::start(Protocol::S3) else {
        return;
    };
    let world = World::new();
    let trader = server.joined(&world, "owner", "anna");
    server.refuse(&["GET"], "", 403, "RequestTimeTooSkewed");
    trader
        .refused(&["market", "list"])
        .is(1, "market-clock", &["clock"]);
    let test = trader.run(&["market", "test", "--json"]).document();
    assert_eq!(test["steps"][1]["error"]["code"], "market-clock", "{test}");
}

/// Every command ends while a server does not answer, and the sale goes on once it does.
#[test]
fn a_server_that_hangs_ends_each_command_and_loses_no_sale() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        let order = shop.order("0.5");
        for line in [Line::HangsFrom(0), Line::Dead] {
            server.proxy.set(line);
            let offline = |trader: &Trader, arguments: &[&str]| {
                impatient_refusal(trader, arguments).is(
                    1,
                    "market-offline",
                    &["cannot be reached"],
                );
            };
            offline(&shop.buyer, &["market", "list"]);
            offline(&shop.buyer, &["collect"]);
            offline(&shop.owner, &["inbox", "list"]);
            let test = finish(impatient(&shop.owner, &["market", "test", "--json"]));
            let test = test.document();
            assert_eq!(
                test["steps"][0]["error"]["code"], "market-offline",
                "{test}"
            );
        }
        // Once the order is read, the sale is made with a valid mark, and waits.
        server.proxy.set(Line::HangsFrom(3));
        finish(patient_for(
            "10000",
            &shop.owner,
            &["approve", &order, "--payment", "REF"],
        ));
        server.proxy.set(Line::HangsFrom(0));
        assert_ne!(undelivered(impatient(&shop.owner, &["deliver"])), 0);
        server.proxy.set(Line::Open);
        assert_eq!(undelivered(shop.owner.command(&["deliver"])), 0);
        let releases = shop.buyer.j("collect");
        assert_eq!(releases["releases"].as_array().unwrap().len(), 1);
        shop.has_sold(1, &world);
    });
}

/// The connection is cut at each request of a sale in turn: before it, in place of its answer, and
/// inside its answer. A short cut is mended by another attempt; nothing is lost or made twice.
#[test]
fn a_connection_that_is_cut_anywhere_neither_loses_nor_repeats_a_sale() {
    each_server(|server| {
        let world = World::new();
        let shop = Shop::open(server, &world);
        shop.sell("0.5");
        let mut sold = 1;
        let mut level = 50;
        // After each answer that is lost, and after a part of the requests and answers.
        let cuts: [(Cut, usize); 3] = [
            (Line::CutsAnswer, 1),
            (Line::CutsRequest, 5),
            (Line::CutsInside, 5),
        ];
        for (cut, step) in cuts {
            for number in (0..).step_by(step) {
                let mut is_over = true;
                level += 1;
                let order = shop.order(&format!("{}.{:02}", level / 100, level % 100));
                let approve = ["approve", order.as_str(), "--payment", "REF"];
                for (trader, arguments) in
                    [(&shop.owner, &approve[..]), (&shop.buyer, &["collect"])]
                {
                    server.proxy.set(cut(number));
                    let run = finish(trader.command(arguments));
                    is_over &= server.proxy.requests().len() <= number;
                    assert_eq!(
                        run.code,
                        0,
                        "{:?} {arguments:?}: {}",
                        cut(number),
                        run.stderr
                    );
                }
                server.proxy.set(Line::Open);
                sold += 1;
                let holding = held(&shop.buyer, &shop.listing);
                assert_eq!(holding["level"], level * 10_000, "{:?}", cut(number));
                if is_over {
                    break;
                }
            }
        }
        shop.has_sold(sold, &world);
    });
}

/// Servers such as wsgidav keep what was sent before a connection broke. An object that is cut
/// stops nobody, is no fault of its owner, and is replaced by the next sending.
#[test]
fn a_server_that_keeps_cut_objects_shows_no_fault_of_an_owner() {
    let Some(server) = Server::start(Protocol::WebDav) else {
        return;
    };
    let world = World::new();
    let shop = Shop::open(&server, &world);
    shop.sell("0.5");
    let auditor = server.file(&world, "rita");
    let lengths = || -> std::collections::BTreeMap<String, usize> {
        let names = server.names().into_iter();
        let sized = names.map(|name| (server.get(&name).unwrap().len(), name));
        sized.map(|(length, name)| (name, length)).collect()
    };
    let mut sold = 1;
    let mut kept = 0;
    for number in 0.. {
        let to = format!("0.{}", 51 + sold);
        let order = shop.order(&to);
        // The order is read first. The counted requests then only write and compare.
        shop.owner.j("inbox list");
        server.proxy.set(Line::CutsInsideRequestsFrom(number));
        let approve = ["approve", order.as_str(), "--payment", "REF"];
        let approved = finish(shop.owner.command(&approve));
        let is_over = server.proxy.requests().len() <= number;
        server.proxy.set(Line::Open);
        assert_eq!(approved.code, 0, "{number}: {}", approved.stderr);
        let cut = lengths();
        let seen = collected(&shop.buyer);
        assert_eq!(seen["rejected"], json!([]), "{number}: {seen}");
        assert_eq!(shop.buyer.j("alarm list"), json!([]), "{number}");
        let report = world.run(&["audit", "--market-file", &auditor, "--json"]);
        assert_eq!(
            report.code,
            0,
            "{number}: {}{}",
            report.text(),
            report.stderr
        );
        assert_eq!(undelivered(shop.owner.command(&["deliver"])), 0, "{number}");
        let whole = lengths();
        kept += cut
            .iter()
            .filter(|(name, length)| whole.get(*name) > Some(length))
            .count();
        shop.buyer.j("collect");
        sold += 1;
        let holding = held(&shop.buyer, &shop.listing);
        assert_eq!(holding["level"], (50 + sold) * 10_000, "{number}");
        // The partial objects were replaced.
        let mended = shop.owner.j("home check");
        assert_eq!(mended["mended"]["own_copies"], 0, "{number}: {mended}");
        assert_eq!(mended["mended"]["tiles"], 0, "{number}: {mended}");
        if is_over {
            break;
        }
    }
    // Otherwise no request was cut, and the test is empty.
    assert!(kept > 0);
    shop.has_sold(sold, &world);
}

/// The server moves a delivery to its place, and the connection breaks before it answers.
#[test]
fn a_move_whose_answer_was_lost_is_taken_as_done() {
    let Some(server) = Server::start(Protocol::WebDav) else {
        return;
    };
    let world = World::new();
    let shop = Shop::open(&server, &world);
    shop.sell("0.5");
    // An order is one object, and its folder is there.
    server.proxy.set(Line::Open);
    shop.order("0.75");
    let requests = server.proxy.requests();
    let moves = requests.iter().position(|one| one.starts_with("MOVE "));
    server.proxy.set(Line::CutsAnswer(moves.unwrap()));
    let order = shop.order("1");
    let cut = server.proxy.requests();
    server.proxy.set(Line::Open);
    let number = |method: &str| cut.iter().filter(|one| one.starts_with(method)).count();
    assert!(number("MOVE ") > 1, "{cut:?}");
    assert_eq!(number("PUT "), 1, "{cut:?}");
    let name = format!("orders/{}/{order}.age", Shop::kid(&shop.owner));
    let names = server.names();
    assert!(names.contains(&name), "{names:?}");
    // The temporary object is gone.
    assert!(
        !names.iter().any(|name| name.ends_with(".tmp")),
        "{names:?}"
    );
}

/// A slow server is no hanging one.
#[test]
fn a_slow_server_is_waited_for() {
    let Some(server) = Server::start(Protocol::S3) else {
        return;
    };
    let world = World::new();
    let shop = Shop::open(&server, &world);
    server.proxy.set(Line::Slow(Duration::from_millis(300)));
    for arguments in [["market", "list"], ["inbox", "list"]] {
        let run = finish(patient_for("10000", &shop.owner, &arguments));
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
}

/// Ctrl-C ends a command that waits for a server, long before the server counts as hanging.
#[test]
#[cfg(target_os = "linux")]
fn a_command_that_waits_for_a_server_can_be_cancelled() {
    let Some(server) = Server::start(Protocol::WebDav) else {
        return;
    };
    let world = World::new();
    let trader = server.joined(&world, "owner", "anna");
    for arguments in [["market", "test"].as_slice(), &["collect"]] {
        server.proxy.set(Line::HangsFrom(0));
        let mut command = trader.command(arguments);
        // As long as the test may take: it must not end by itself.
        command.env("POUNDWISE_PATIENCE_MS", "600000");
        let child = command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while server.proxy.requests().is_empty() {
            std::thread::sleep(Duration::from_millis(20));
        }
        let killed = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(
            ended.status.code(),
            Some(130),
            "{arguments:?}: {:?}",
            ended.stderr
        );
    }
}

/// Shells complete on each press of Tab, which must never wait for a network.
#[test]
fn completion_asks_no_server() {
    let Some(server) = Server::start(Protocol::WebDav) else {
        return;
    };
    let world = World::new();
    let shop = Shop::open(&server, &world);
    server.proxy.set(Line::HangsFrom(0));
    let home = shop.buyer.home.display().to_string();
    let mut complete = world.command(&["--", "poundwise", "--home", &home, "market", "show", ""]);
    complete
        .env("COMPLETE", "bash")
        .env("_CLAP_COMPLETE_INDEX", "5");
    let run = finish(complete);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(server.proxy.requests(), [""; 0]);
}

/// An invitation is written by the program and opens the market for a new member.
#[test]
fn a_member_invites_another_one() {
    each_server(|server| {
        let world = World::new();
        let owner = server.joined(&world, "owner", "anna");
        let file = world.path("new.market").display().to_string();
        let invited = owner.json(&["market", "invite", &file, "--name", "Our data"]);
        assert_eq!(invited["market"], server.url());
        let mode = std::os::unix::fs::PermissionsExt::mode(
            &std::fs::metadata(&file).unwrap().permissions(),
        );
        assert_eq!(mode & 0o077, 0);
        owner
            .refused(&["market", "invite", &file])
            .is(1, "file-exists", &["new.market"]);
        let joined = world.home("new").json(&["market", "join", &file]);
        assert_eq!(joined["name"], "Our data");
        assert_eq!(joined["test"]["works"], true, "{joined}");
        // Without a home: with a key that the operator made.
        let mut invite = world.command(&[
            "--market",
            &server.url(),
            "market",
            "invite",
            "other.market",
            "--key-id",
            server.key("ben").0,
            "--json",
        ]);
        let secret = server.key("ben").1;
        invite.env("POUNDWISE_MARKET_SECRET", secret);
        let run = finish(invite);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(!run.text().contains(secret));
        let test = world
            .run(&["market", "test", "other.market", "--json"])
            .document();
        assert_eq!(test["works"], true, "{test}");
    });
}
