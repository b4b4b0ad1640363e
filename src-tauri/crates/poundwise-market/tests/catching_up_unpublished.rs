//! A home catches up with entries that were signed and not published.

use std::fs;

use crate::{
    fixture::{Town, dishonest, parsed, passphrase, published_size, tree, twin_of},
    old_copy::{Blocked, back_up, code, own_folder, restore, set_cap},
};
use poundwise_documents::log::{Hash, MemoryLog};
use poundwise_home::{Inside, mark::Mark};
use poundwise_market::{Home, HomeOptions, Roles};

#[test]
fn entries_that_were_sent_and_not_published_are_caught_up_with_by_the_mark() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    set_cap(&owner, "9").unwrap();
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let tiles = own_folder(&town, &owner).with_file_name("tile");
    let blocked = Blocked::new(tiles.clone());
    set_cap(&owner, "10").unwrap();
    set_cap(&owner, "11").unwrap();
    assert_eq!(published_size(&town, &owner), 2);
    let copies = tree(&own_folder(&town, &owner));
    assert_eq!(code(owner.deliver()), "market-entry");
    assert_eq!(
        tree(&own_folder(&town, &owner)),
        copies,
        "what is there is left alone"
    );
    drop(blocked);
    drop(owner);
    // What is published is in the home, so that nothing of it is read.
    fs::remove_dir_all(tiles).unwrap();
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    assert_eq!(code(set_cap(&owner, "12")), "behind-mark");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!((caught.population_entries, caught.entries), (2, 4));
    assert_eq!(published_size(&town, &owner), 4, "and it goes on sending");
    assert_eq!(
        owner
            .seller()
            .population(&parsed("people"))
            .unwrap()
            .cap_micro_epsilon,
        11_000_000
    );
}

/// Returns the backup of an owner with two entries. Since the backup, the caps 10, 11 and 12 were
/// set; only the first of these entries was published.
fn partly_published(town: &Town) -> std::path::PathBuf {
    let owner = town.owner_with_table(Some("8"));
    set_cap(&owner, "9").unwrap();
    drop(owner);
    let backup = back_up(town, "owner");
    let owner = town.reopen("owner");
    set_cap(&owner, "10").unwrap();
    let tiles = own_folder(town, &owner).with_file_name("tile");
    let blocked = Blocked::new(tiles);
    set_cap(&owner, "11").unwrap();
    set_cap(&owner, "12").unwrap();
    assert_eq!(published_size(town, &owner), 3);
    drop((owner, blocked));
    backup
}

#[test]
fn what_was_published_is_caught_up_with_and_then_what_was_not() {
    let town = Town::new();
    let backup = partly_published(&town);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!((caught.population_entries, caught.entries), (3, 5));
    let people = owner.seller().population(&parsed("people")).unwrap();
    assert_eq!(people.cap_micro_epsilon, 12_000_000);
    assert_eq!(published_size(&town, &owner), 5);
}

/// Puts the own copies of a closed twin's entries, which are on no market, onto that of its owner.
fn put_own_copies_of_twin(town: &Town, kid: &str) {
    let other = town.path("other");
    fs::create_dir_all(&other).unwrap();
    let options = HomeOptions {
        market: Some(other.display().to_string()),
        ..town.options_on("twin-state")
    };
    let twin = Home::open(&town.path("twin"), &passphrase(), &options).unwrap();
    assert_eq!(twin.deliver().unwrap().undelivered, 0);
    let own = |market: &str| town.path(market).join("ledgers").join(kid).join("own/0");
    for (number, id) in dishonest::entries(town, "twin").iter().enumerate() {
        let name = format!("{number}-{id}.age");
        fs::copy(own("other").join(&name), own("market").join(name)).unwrap();
    }
}

/// Of several copies of a home, each may have signed another entry for one place.
#[test]
fn of_entries_that_were_not_published_those_are_caught_up_with_that_the_mark_tells_of() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    set_cap(&owner, "9").unwrap();
    let own = own_folder(&town, &owner);
    drop(owner);
    let backup = back_up(&town, "owner");
    let twin = twin_of(&town, "owner");
    let owner = town.reopen("owner");
    let kid = owner.view().kid;
    let blocked = Blocked::new(own.with_file_name("tile"));
    set_cap(&owner, "10").unwrap();
    drop((owner, blocked));
    let right = dishonest::entries(&town, "owner")[2];
    let market = Blocked::new(town.path("market"));
    set_cap(&twin, "11").unwrap();
    drop((twin, market));
    put_own_copies_of_twin(&town, &kid.to_string());
    restore(&town, "owner", &backup);
    let (copy, aside) = (own.join(format!("0/2-{right}.age")), town.path("aside"));
    fs::rename(&copy, &aside).unwrap();
    let owner = town.reopen("owner");
    assert_eq!(code(owner.seller().catch_up()), "own-copies");
    fs::rename(&aside, &copy).unwrap();
    assert_eq!(owner.seller().catch_up().unwrap().population_entries, 1);
    let people = owner.seller().population(&parsed("people")).unwrap();
    assert_eq!(people.cap_micro_epsilon, 10_000_000);
}

/// An auditor would find the break in the chain.
#[test]
fn an_entry_that_continues_another_line_is_not_caught_up_with() {
    let town = Town::new();
    drop(town.owner_with_table(Some("8")));
    let twin = twin_of(&town, "owner");
    let owner = town.reopen("owner");
    set_cap(&owner, "9").unwrap();
    let kid = owner.view().kid;
    drop(owner);
    // Two entries of another line of the same home, and their own copies.
    let market = Blocked::new(town.path("market"));
    set_cap(&twin, "10").unwrap();
    set_cap(&twin, "11").unwrap();
    drop((twin, market));
    put_own_copies_of_twin(&town, &kid.to_string());
    let entries = |home: &str| dishonest::entries(&town, home);
    let (own, others) = (entries("owner"), entries("twin"));
    let mut log = MemoryLog::new();
    for id in [own[0], own[1], others[2]] {
        log.push(Hash::of_entry(id));
    }
    let owner = town.reopen("owner");
    let mark = Mark {
        size: 3,
        root: log.root(),
        epoch: 1,
        ended: false,
    };
    owner.inside().mark.write(mark).unwrap();
    assert_eq!(code(owner.seller().catch_up()), "own-copies");
    assert_eq!(entries("owner"), own);
}
