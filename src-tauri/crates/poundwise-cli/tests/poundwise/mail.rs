//! Sales between homes that share no market: files alone go from one to the other.

use std::fs;

use serde_json::Value;

use crate::support::{Trader, World, held, listing, text};

/// Two worlds without a common market.
fn apart() -> (World, World) {
    (World::new(), World::new())
}

fn save(home: &Trader, what: &str, id: &str, file: &str) -> String {
    let path = home.world.path(file);
    let path = path.to_str().unwrap();
    home.json(&["save", what, id, "-o", path, "--replace"]);
    path.to_owned()
}

fn receive(home: &Trader, file: &str) -> Value {
    home.json(&["receive", file])[0].clone()
}

/// All files under a folder, with their bytes.
fn contents(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                all.push((path.display().to_string(), fs::read(path).unwrap()));
            }
        }
    }
    all.sort();
    all
}

/// Orders, approves and delivers by files.
fn sale(owner: &Trader, buyer: &Trader, listing: &str, to: &str) -> Value {
    let order = buyer.json(&["order", listing, "--to", to]);
    let id = text(&order, "id");
    let sent = save(buyer, "order", id, "my.order");
    let received = receive(owner, &sent);
    assert_eq!(received["order"]["id"], id, "{received}");
    let receipt = owner.json(&["approve", id, "--payment", "REF"]);
    let delivered = save(owner, "delivery", id, "my.delivery");
    let received = receive(buyer, &delivered);
    let collected = &received["collected"];
    assert_eq!(collected["releases"][0]["id"], receipt["id"], "{received}");
    assert_eq!(collected["unchecked"], serde_json::json!([]), "{received}");
    receipt
}

#[test]
fn sale_and_top_up_by_files_alone_pass_the_audit() {
    let (here, there) = apart();
    let (owner, buyer) = (here.home("clinic"), there.home("insurer"));
    let listing = listing(&owner);
    let offered = save(&owner, "listing", &listing, "my.listing");
    let received = receive(&buyer, &offered);
    assert_eq!(received["kind"], "listing");
    assert_eq!(received["listing"]["id"], listing.as_str());
    assert_eq!(buyer.j("market list")[0]["id"], listing.as_str());

    sale(&owner, &buyer, &listing, "1");
    sale(&owner, &buyer, &listing, "3");
    assert_eq!(
        held(&buyer, &listing)["responses"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    // What was dealt with is not kept in the folder of the files.
    let left: Vec<String> = contents(&buyer.home.join("mail"))
        .into_iter()
        .map(|(path, _)| path)
        .collect();
    assert!(
        !left.iter().any(|path| path.contains("/deliveries/")),
        "{left:?}"
    );
    assert!(
        left.iter().any(|path| path.ends_with("/checkpoint")),
        "{left:?}"
    );
    // The owner's home does not wait for a market.
    assert_eq!(owner.j("deliver")["undelivered"], 0);
    assert_eq!(owner.j("home show")["state"], "newest");

    let ledger = here.path("my.ledger");
    owner.json(&["ledger", "export", "-o", ledger.to_str().unwrap()]);
    let bundle = there.path("my.bundle");
    let receipt = owner.j("receipt list")[0]["id"].clone();
    let receipt = receipt.as_str().unwrap();
    buyer.json(&["holding", "export", receipt, "-o", bundle.to_str().unwrap()]);
    let report = buyer.json(&["audit", ledger.to_str().unwrap(), bundle.to_str().unwrap()]);
    assert_eq!(report["findings"], serde_json::json!([]), "{report}");
}

#[test]
fn order_sees_the_withdrawal_and_the_price_that_a_later_file_brings() {
    let (here, there) = apart();
    let (owner, buyer) = (here.home("clinic"), there.home("insurer"));
    let first = listing(&owner);
    receive(&buyer, &save(&owner, "listing", &first, "my.listing"));
    let second = owner.json(&["listing", "reprice", &first, "--price", "4:100"]);
    let second = text(&second, "id").to_owned();
    let received = receive(&buyer, &save(&owner, "listing", &first, "my.listing"));
    assert_eq!(received["listing"]["id"], second.as_str());
    assert_eq!(
        buyer.refused(&["order", &first, "--to", "1"]).code,
        "stale-price"
    );
    owner.json(&["listing", "withdraw", &second, "--reason", "over"]);
    let file = save(&owner, "listing", &second, "my.listing");
    let said = buyer.say(&["receive", &file]);
    assert!(
        said.contains("withdrawn") && !said.contains("--to"),
        "{said}"
    );
    let refused = buyer.refused(&["order", &second, "--to", "1"]);
    assert_eq!(refused.code, "withdrawn");
}

#[test]
fn refusal_and_cancellation_travel_as_files() {
    let (here, there) = apart();
    let (owner, buyer) = (here.home("clinic"), there.home("insurer"));
    let listing = listing(&owner);
    receive(&buyer, &save(&owner, "listing", &listing, "my.listing"));
    let order = |to: &str| {
        let order = buyer.json(&["order", &listing, "--to", to]);
        text(&order, "id").to_owned()
    };
    let declined = order("1");
    receive(&owner, &save(&buyer, "order", &declined, "my.order"));
    let early = owner.refused(&["save", "delivery", &declined, "-o", "early.delivery"]);
    assert_eq!(early.code, "mail-not-here");
    owner.json(&["decline", &declined, "--reason", "not now"]);
    let received = receive(&buyer, &save(&owner, "delivery", &declined, "my.delivery"));
    assert_eq!(received["collected"]["declined"][0]["reason"], "not now");

    let cancelled = order("2");
    let ordered = save(&buyer, "order", &cancelled, "my.order");
    assert_eq!(receive(&owner, &ordered)["order"]["status"], "pending");
    buyer.json(&["order", "cancel", &cancelled]);
    let both = save(&buyer, "order", &cancelled, "my.order");
    assert_eq!(receive(&owner, &both)["order"]["status"], "cancelled");
    assert_eq!(owner.refused(&["receive", &both]).code, "mail-twice");
}

/// Each file has its code, and leaves the folder unchanged.
#[test]
fn hostile_files_are_refused_and_store_nothing() {
    let (here, there) = apart();
    let (owner, buyer) = (here.home("clinic"), there.home("insurer"));
    let other = there.home("other");
    let listing = listing(&owner);
    let offered = save(&owner, "listing", &listing, "my.listing");
    receive(&buyer, &offered);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let id = text(&order, "id").to_owned();
    let ordered = save(&buyer, "order", &id, "my.order");
    receive(&owner, &ordered);
    owner.json(&["approve", &id, "--payment", "REF"]);
    let delivered = save(&owner, "delivery", &id, "my.delivery");
    let right = fs::read(&delivered).unwrap();

    let refuses = |home: &Trader, bytes: &[u8], code: &str| {
        let file = home.world.file("hostile", bytes);
        let mail = home.home.join("mail");
        let before = contents(&mail);
        let refused = home.refused(&["receive", &file]);
        assert_eq!(refused.code, code, "{}", refused.message);
        assert!(refused.message.contains("hostile"), "{}", refused.message);
        assert!(contents(&mail) == before, "{code}: something was stored");
    };
    for length in [right.len() - 1, right.len() / 2, 200, 40] {
        refuses(&buyer, &right[..length], "mail-cut");
    }
    refuses(&buyer, b"Dear Anna, here is the file.", "mail-file");
    refuses(&buyer, b"", "mail-file");
    let mut packed = right.clone();
    packed.push(b'\n');
    refuses(&buyer, &packed, "mail-file");
    // A changed byte in the middle of the encrypted delivery is seen by the file's checksum.
    let mut changed = right.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    refuses(&buyer, &changed, "mail-file");
    let newer = replaced(&right, b"poundwise-delivery;v=1", b"poundwise-delivery;v=2");
    refuses(&buyer, &newer, "newer-version");
    // For somebody else, and from somebody else.
    refuses(&other, &right, "mail-for-other");
    refuses(&other, &fs::read(&ordered).unwrap(), "mail-for-other");
    refuses(&owner, &fs::read(&offered).unwrap(), "own-listing");
    refuses(&owner, &fs::read(&ordered).unwrap(), "mail-twice");
    // None of several is received if one is refused.
    let cut = buyer.world.file("cut.delivery", &right[..right.len() - 9]);
    let refused = buyer.refused(&["receive", &delivered, &cut]);
    assert_eq!(refused.code, "mail-cut");
    assert_eq!(buyer.j("holding list"), serde_json::json!([]));

    assert_eq!(receive(&buyer, &delivered)["kind"], "delivery");
    refuses(&buyer, &right, "mail-twice");
    refuses(&buyer, &fs::read(&offered).unwrap(), "mail-twice");
}

/// Returns the bytes with the one place of a text replaced by another of its length.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let at = memchr::memmem::find(bytes, from).unwrap();
    let mut other = bytes.to_vec();
    other[at..at + from.len()].copy_from_slice(to);
    other
}

/// Files with a valid layout and invalid objects.
#[test]
fn objects_that_do_not_verify_are_refused() {
    let (here, there) = apart();
    let (owner, buyer) = (here.home("clinic"), there.home("insurer"));
    let listing = listing(&owner);
    receive(&buyer, &save(&owner, "listing", &listing, "my.listing"));
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let id = text(&order, "id").to_owned();
    receive(&owner, &save(&buyer, "order", &id, "my.order"));
    owner.json(&["approve", &id, "--payment", "REF"]);
    let delivered = save(&owner, "delivery", &id, "my.delivery");

    /// The new content of an object; `None` leaves it out.
    type Change<'a> = &'a dyn Fn(&str, &[u8]) -> Option<Vec<u8>>;
    let repacked = |change: Change<'_>| {
        use poundwise_documents::mail::MailFile;
        let bytes = fs::read(&delivered).unwrap();
        let file = MailFile::from_bytes(&bytes).unwrap();
        let objects: Vec<_> = file
            .objects()
            .iter()
            .filter_map(|(object, bytes)| Some((object.clone(), change(&object.path(), bytes)?)))
            .collect();
        let objects = objects
            .iter()
            .map(|(object, bytes)| (object.clone(), bytes.as_slice()));
        let packed = MailFile::new(file.kind(), objects.collect()).unwrap();
        buyer
            .world
            .file("packed.delivery", packed.to_bytes().unwrap())
    };
    let whole = |_: &str, bytes: &[u8]| Some(bytes.to_vec());
    let not_age = repacked(&|path, bytes| {
        if path.starts_with("deliveries/") {
            Some(b"no age file".to_vec())
        } else {
            whole(path, bytes)
        }
    });
    assert_eq!(
        buyer.refused(&["receive", &not_age]).code,
        "mail-not-verified"
    );
    let other_note = repacked(&|path, bytes| {
        if path.ends_with("/checkpoint") {
            Some(b"poundwise/nobody\n".to_vec())
        } else {
            whole(path, bytes)
        }
    });
    assert_eq!(
        buyer.refused(&["receive", &other_note]).code,
        "mail-not-verified"
    );
    assert_eq!(buyer.j("holding list"), serde_json::json!([]));

    // Without the owner's log the delivery is taken, and its history is not compared yet.
    let bare = repacked(&|path, bytes| {
        let is_log = path.starts_with("ledgers/");
        (!is_log).then(|| bytes.to_vec())
    });
    let received = receive(&buyer, &bare);
    let collected = &received["collected"];
    assert_eq!(
        collected["releases"].as_array().unwrap().len(),
        1,
        "{received}"
    );
    assert_eq!(
        collected["unchecked"].as_array().unwrap().len(),
        1,
        "{received}"
    );
    // The same delivery with the log is compared.
    let received = receive(&buyer, &delivered);
    let collected = &received["collected"];
    assert_eq!(collected["releases"], serde_json::json!([]), "{received}");
    assert_eq!(collected["unchecked"], serde_json::json!([]), "{received}");
}

/// A restored copy of a home that trades by mail alone does not sell a second history.
#[test]
fn restored_home_is_stopped_by_its_market_and_by_the_orders_of_buyers() {
    let (here, there) = apart();
    let (owner, buyer) = (here.home("clinic"), there.home("insurer"));
    let listing = listing(&owner);
    receive(&buyer, &save(&owner, "listing", &listing, "my.listing"));
    // A home that is behind ends with 1.
    let state = |home: &Trader| home.run(&["home", "show", "--json"]).document()["state"].clone();
    let copy = |from: &std::path::Path, to: &std::path::Path| {
        let done = std::process::Command::new("cp")
            .arg("-a")
            .args([from, to])
            .status();
        assert!(done.unwrap().success());
    };
    // Everything on the owner's machine, as an image of its disk has it.
    let whole = ["clinic", "market", "state"];
    for part in whole {
        copy(&here.path(part), &here.path(&format!("{part}-before")));
    }
    sale(&owner, &buyer, &listing, "1");
    let order = buyer.json(&["order", &listing, "--to", "2"]);
    let id = text(&order, "id").to_owned();
    let ordered = save(&buyer, "order", &id, "my.order");
    // The home alone comes back: its mark and its own market are ahead.
    copy(&here.path("clinic"), &here.path("clinic-after"));
    fs::remove_dir_all(here.path("clinic")).unwrap();
    copy(&here.path("clinic-before"), &here.path("clinic"));
    assert_eq!(state(&owner), "behind");
    // All of it comes back: only the buyer knows more, and the buyer's order says so.
    for part in whole {
        fs::remove_dir_all(here.path(part)).unwrap();
        copy(&here.path(&format!("{part}-before")), &here.path(part));
    }
    assert_eq!(state(&owner), "newest");
    receive(&owner, &ordered);
    let refused = owner.refused(&["approve", &id, "--payment", "REF"]);
    assert_eq!(refused.code, "behind-order");
    assert_eq!(state(&owner), "behind");
}
