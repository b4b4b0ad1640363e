//! Restored homes: evidence on the market, damaged marks, the owner's code, giving up, and damage
//! on the market.

use std::{fs, path::Path};

use crate::{
    fixture::{
        Town, buy, histogram, list, log_folder, mean_income, parsed, published_size, sell, tree,
        twin_of,
    },
    old_copy::{Blocked, back_up, code, newest, own_folder, restore, set_cap},
};
use poundwise_market::{
    Home, LogCode, Roles,
    view::{ListingStatus, MarketMended, StandingState},
};

/// The code of a home's log, as its owner would have written it down.
fn log_code(home: &Home) -> LogCode {
    parsed(&home.log_standing().unwrap().code.unwrap())
}

fn mark_file(town: &Town, state: &str, kid: &str) -> std::path::PathBuf {
    town.path(state).join(format!("{kid}.mark"))
}

fn entries(home: &Home) -> u64 {
    home.log_standing().unwrap().entries
}

/// Returns the path of a home's checkpoint on the market.
fn checkpoint(town: &Town, owner: &Home) -> std::path::PathBuf {
    log_folder(town, owner).join("checkpoint")
}

#[test]
fn an_old_checkpoint_beside_newer_own_copies_stops_a_restored_home() {
    // Without a mark, and with the state folder of the backup.
    for with_state in [false, true] {
        let town = Town::new();
        let owner = town.owner_with_table(Some("8"));
        let ann = town.home("ann");
        let listing = list(&owner, &histogram());
        buy(&owner, &ann, &listing, "1");
        let old = fs::read(checkpoint(&town, &owner)).unwrap();
        let shown = checkpoint(&town, &owner);
        let before = entries(&owner);
        drop(owner);
        let backup = back_up(&town, "owner");
        crate::fixture::copy_folder(&town.path("state"), &town.path("old-state"));
        let owner = town.reopen("owner");
        buy(&owner, &ann, &listing, "2");
        set_cap(&owner, "9").unwrap();
        let newest = entries(&owner);
        drop(owner);
        fs::write(&shown, old).unwrap();
        restore(&town, "owner", &backup);
        let state = if with_state { "old-state" } else { "new-state" };
        let owner = town.reopen_on("owner", state);
        assert_eq!(entries(&owner), before);
        let market = tree(&town.path("market"));
        assert_eq!(code(set_cap(&owner, "10")), "behind-own");
        assert_eq!(code(owner.deliver()), "behind-own");
        assert_eq!(owner.log_standing().unwrap().state, StandingState::Behind);
        assert_eq!(tree(&town.path("market")), market, "something was sent");
        let caught = owner.seller().catch_up();
        if with_state {
            caught.unwrap();
        } else {
            // The home is unconfirmed but has all entries.
            let _ = caught;
        }
        assert_eq!(entries(&owner), newest);
    }
}

#[test]
fn own_copy_in_place_of_an_unsent_entry_closes_the_home() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    set_cap(&owner, "9").unwrap();
    drop(owner);
    let twin = twin_of(&town, "owner");
    let market = town.path("market");
    let offline = Blocked::new(market.clone());
    set_cap(&twin, "10").unwrap();
    drop(offline);
    // The other copy's entry is sent, but its checkpoint is not.
    let owner = town.reopen("owner");
    let tiles = Blocked::new(log_folder(&town, &owner).join("tile"));
    set_cap(&owner, "11").unwrap();
    drop(tiles);
    drop(owner);
    assert_eq!(code(twin.deliver()), "two-histories");
    assert_eq!(code(set_cap(&twin, "12")), "sells-no-more");
    // The evidence is kept, even if it is withheld later.
    drop(twin);
    fs::rename(market.join("ledgers"), town.path("withheld")).unwrap();
    let twin = town.reopen_on("twin", "twin-state");
    assert_eq!(code(set_cap(&twin, "12")), "sells-no-more");
    fs::rename(town.path("withheld"), market.join("ledgers")).unwrap();
    // The other copy continues, because its own entry was sent.
    let owner = town.reopen("owner");
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    set_cap(&owner, "12").unwrap();
}

#[test]
fn a_damaged_mark_never_closes_a_home() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    set_cap(&owner, "9").unwrap();
    let kid = owner.view().kid;
    let right_code = log_code(&owner);
    drop(owner);
    let mark = mark_file(&town, "state", &kid.to_string());
    let right = fs::read_to_string(&mark).unwrap();
    let mut larger: serde_json::Value = serde_json::from_str(&right).unwrap();
    larger["size"] = 100.into();
    let mut changed = right.clone().into_bytes();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    for wrong in [
        larger.to_string().into_bytes(),
        changed,
        b"no mark".to_vec(),
    ] {
        fs::write(&mark, &wrong).unwrap();
        let owner = town.reopen("owner");
        for _ in 0..2 {
            assert_eq!(code(set_cap(&owner, "10")), "mark-damaged");
        }
        let standing = owner.log_standing().unwrap();
        assert_eq!(standing.state, StandingState::Unconfirmed);
        assert_eq!(standing.code, None, "the home does not show its own code");
        assert_eq!(
            fs::read(&mark).unwrap(),
            wrong,
            "it is not written over before the owner confirms"
        );
        drop(owner);
        // With the right mark the home works as before.
        fs::write(&mark, &right).unwrap();
        let owner = town.reopen("owner");
        assert_eq!(owner.log_standing().unwrap().state, StandingState::Newest);
        drop(owner);
        fs::write(&mark, &wrong).unwrap();
        let owner = town.reopen("owner");
        owner.seller().confirm_newest(right_code).unwrap();
        assert_eq!(owner.log_standing().unwrap().state, StandingState::Newest);
        drop(owner);
    }
    set_cap(&town.reopen("owner"), "10").unwrap();
}

#[test]
fn home_without_its_mark_sells_after_the_owner_types_the_code() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let early = log_code(&owner);
    buy(&owner, &ann, &listing, "1");
    let right = log_code(&owner);
    let sold = owner.seller().receipts().unwrap().remove(0);
    assert_eq!(sold.code.as_deref(), Some(right.to_string().as_str()));
    drop(owner);

    // On a new machine, with all sales: the home asks for the code and does not show it.
    let owner = town.reopen_on("owner", "new-state");
    assert_eq!(code(set_cap(&owner, "9")), "unconfirmed-home");
    assert_eq!(code(owner.deliver()), "unconfirmed-home");
    assert_eq!(owner.seller().receipts().unwrap()[0].code, None);
    let standing = owner.log_standing().unwrap();
    assert_eq!(
        (standing.state, standing.code),
        (StandingState::Unconfirmed, None)
    );
    let text = right.to_string();
    let last = if text.ends_with('0') { '1' } else { '0' };
    let wrong = format!("{}{last}", &text[..text.len() - 1]);
    assert_eq!(
        code(owner.seller().confirm_newest(parsed(&wrong))),
        "code-differs"
    );
    let (size, rest) = text.split_once('-').unwrap();
    let ahead = format!("{}-{rest}", size.parse::<u64>().unwrap() + 1);
    assert_eq!(
        code(owner.seller().confirm_newest(parsed(&ahead))),
        "code-ahead"
    );
    assert_eq!(code(set_cap(&owner, "9")), "unconfirmed-home");
    owner.seller().confirm_newest(right).unwrap();
    set_cap(&owner, "9").unwrap();
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Newest);
    drop(owner);
    // An earlier code is accepted, because the log continues it.
    let owner = town.reopen_on("owner", "third-state");
    owner.seller().confirm_newest(early).unwrap();
    set_cap(&owner, "10").unwrap();
}

#[test]
fn confirmation_without_the_code_signs_an_entry() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let before = entries(&owner);
    // A home that needs no confirmation stays as it is.
    owner.seller().accept_without_code().unwrap();
    assert_eq!(entries(&owner), before);
    drop(owner);
    let owner = town.reopen_on("owner", "new-state");
    assert_eq!(code(set_cap(&owner, "9")), "unconfirmed-home");
    owner.seller().accept_without_code().unwrap();
    let people = owner.seller().population(&parsed("people")).unwrap();
    let accepted = people.entries.last().unwrap();
    assert!(
        accepted.reason.contains("without the code"),
        "{}",
        accepted.reason
    );
    assert_eq!(entries(&owner), before + 1);
    assert_eq!(published_size(&town, &owner), before + 1);
    set_cap(&owner, "9").unwrap();
    // The confirmation does not help an older copy.
    drop(owner);
    let backup = back_up(&town, "owner");
    set_cap(&town.reopen_on("owner", "new-state"), "10").unwrap();
    restore(&town, "owner", &backup);
    let owner = town.reopen_on("owner", "third-state");
    assert_eq!(code(owner.seller().accept_without_code()), "behind-market");
}

#[test]
fn a_home_without_its_mark_and_without_its_market_cannot_be_confirmed() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    set_cap(&owner, "9").unwrap();
    let right = log_code(&owner);
    drop(owner);
    let owner = town.reopen_on("owner", "new-state");
    let offline = Blocked::new(town.path("market"));
    assert_eq!(code(set_cap(&owner, "10")), "no-own-log");
    assert_eq!(code(owner.seller().confirm_newest(right)), "no-own-log");
    drop(offline);
    owner.seller().confirm_newest(right).unwrap();
    let offline = Blocked::new(town.path("market"));
    set_cap(&owner, "10").unwrap();
    drop(offline);
}

#[test]
fn code_stops_a_home_with_hidden_newer_entries() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    drop(owner);
    let backup = back_up(&town, "owner");
    crate::fixture::copy_folder(&town.path("market"), &town.path("market-then"));
    let owner = town.reopen("owner");
    buy(&owner, &ann, &listing, "2");
    let last = log_code(&owner);
    drop(owner);
    restore(&town, "owner", &backup);
    fs::remove_dir_all(town.path("market")).unwrap();
    crate::fixture::copy_folder(&town.path("market-then"), &town.path("market"));
    let owner = town.reopen_on("owner", "new-state");
    assert_eq!(code(set_cap(&owner, "9")), "unconfirmed-home");
    assert_eq!(code(owner.seller().confirm_newest(last)), "code-ahead");
    assert_eq!(code(set_cap(&owner, "9")), "unconfirmed-home");
    // A buyer's bundle shows the newer entries as well.
    let held = ann.buyer().holdings().unwrap();
    let receipt = &held[0].responses.last().unwrap().receipt;
    let bundle = town.path("ann.bundle");
    ann.buyer()
        .export_bundle(&parsed(&receipt.id), &bundle)
        .unwrap();
    assert_eq!(code(owner.seller().catch_up_with(&[&bundle])), "own-copies");
    let other = town.home("other");
    let file = town.path("other.ledger");
    other.seller().export_ledger(&file).unwrap();
    for wrong in [file.as_path(), town.table().as_path()] {
        assert_eq!(
            code(owner.seller().catch_up_with(&[wrong])),
            "evidence-file",
            "{}",
            wrong.display()
        );
    }
}

#[test]
fn a_restored_home_that_was_given_up_does_not_sell() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    set_cap(&owner, "9").unwrap();
    let right = log_code(&owner);
    let kid = owner.view().kid;
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen_on("owner", "new-state");
    let losses = town.path("losses.jws");
    owner.seller().write_losses(&losses).unwrap();
    assert_eq!(code(set_cap(&owner, "10")), "sells-no-more");
    drop(owner);

    // The document on the market ends the home on every machine, and a code does not change that.
    restore(&town, "owner", &backup);
    for state in ["state", "third-state"] {
        let owner = town.reopen_on("owner", state);
        assert_eq!(code(set_cap(&owner, "10")), "sells-no-more");
        assert_eq!(code(owner.seller().confirm_newest(right)), "sells-no-more");
        assert_eq!(owner.log_standing().unwrap().state, StandingState::GivenUp);
        drop(owner);
        restore(&town, "owner", &backup);
    }
    // If the market hides the document, the mark of the machine where it was given up ends it.
    fs::remove_file(
        town.path("market/ledgers")
            .join(kid.to_string())
            .join("ended"),
    )
    .unwrap();
    let owner = town.reopen_on("owner", "new-state");
    assert_eq!(code(set_cap(&owner, "10")), "sells-no-more");
    drop(owner);
    // A document that the key did not sign does not end the home.
    restore(&town, "owner", &backup);
    fs::write(
        town.path("market/ledgers")
            .join(kid.to_string())
            .join("ended"),
        fs::read(&losses).unwrap(),
    )
    .unwrap();
    let owner = town.reopen("owner");
    set_cap(&owner, "10").unwrap();
}

#[test]
fn file_of_losses_must_be_signed() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    set_cap(&owner, "9").unwrap();
    drop(owner);
    let owner = town.reopen_on("owner", "new-state");
    let file = town.path("losses.jws");
    let written = owner.seller().write_losses(&file).unwrap();
    assert_eq!(
        poundwise_market::read_losses(&file).unwrap(),
        written.populations
    );
    let text = fs::read_to_string(&file).unwrap();
    let (header, rest) = text.split_once('.').unwrap();
    let (payload, signature) = rest.split_once('.').unwrap();
    let mut swapped: Vec<char> = payload.chars().collect();
    let place = swapped.len() / 2;
    swapped[place] = if swapped[place] == 'A' { 'B' } else { 'A' };
    let swapped: String = swapped.into_iter().collect();
    fs::write(&file, format!("{header}.{swapped}.{signature}")).unwrap();
    let error = poundwise_market::read_losses(&file).unwrap_err();
    assert_eq!(error.code().as_str(), "losses-file");
}

#[test]
fn unknown_listings_of_a_confirmed_home_are_withdrawn_and_count() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    list(&owner, &histogram());
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let made_since = list(&owner, &mean_income());
    let right = log_code(&owner);
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen_on("owner", "new-state");
    assert_eq!(code(set_cap(&owner, "9")), "unconfirmed-home");
    let confirmed = owner.seller().confirm_newest(right).unwrap();
    assert_eq!(confirmed.listings.len(), 1);
    assert!(confirmed.listings[0].withdrawn);
    assert_eq!(confirmed.listings[0].id, made_since.id);
    let listings = owner.seller().my_listings().unwrap();
    let found = listings.iter().find(|one| one.id == made_since.id).unwrap();
    assert_eq!(found.status, ListingStatus::Withdrawn);
    assert_eq!(
        owner
            .seller()
            .population(&parsed("people"))
            .unwrap()
            .loss_micro_epsilon,
        made_since.ceiling.get()
    );
}

#[test]
fn raised_cap_is_published_before_its_listing() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let listing = list(&owner, &histogram());
    let before = fs::read_dir(town.path("market/listings")).unwrap().count();
    let blocked = Blocked::new(log_folder(&town, &owner).join("tile"));
    set_cap(&owner, "9").unwrap();
    assert_eq!(
        fs::read_dir(town.path("market/listings")).unwrap().count(),
        before,
        "the listing waits for the entry"
    );
    drop(blocked);
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    assert_eq!(published_size(&town, &owner), entries(&owner));
    let version = newest(&owner, &listing);
    assert!(
        town.path("market/listings")
            .join(format!("{}.jws", version.id))
            .exists()
    );

    // The entry of a sale waits for the listing that it names. The delivery waits for both.
    let listings = Blocked::new(town.path("market/listings"));
    set_cap(&owner, "10").unwrap();
    let ann = town.home("ann");
    drop(listings);
    let version = newest(&owner, &listing);
    owner.deliver().unwrap();
    sell(&owner, &ann, &version, "1");
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
}

/// Damages a listing, a tile and an own copy of an owner on the market, and adds junk.
fn damage(town: &Town, owner: &Home) {
    let market = town.path("market");
    let first = |folder: &Path| {
        fs::read_dir(folder)
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .path()
    };
    fs::remove_file(first(&market.join("listings"))).unwrap();
    let log = log_folder(town, owner);
    let size = published_size(town, owner);
    let tile = log.join(format!("tile/entries/000.p/{size}"));
    let bytes = fs::read(&tile).unwrap();
    fs::write(&tile, &bytes[..bytes.len() / 2]).unwrap();
    let own = own_folder(town, owner).join("0");
    fs::remove_file(first(&own)).unwrap();
    fs::write(own.join(format!("{}.age", "a".repeat(43))), "junk").unwrap();
    fs::write(own.join(format!("7-{}.age", "A".repeat(43))), "junk").unwrap();
}

#[test]
fn damage_on_the_market_is_repaired_by_the_newest_copy_alone() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    buy(&owner, &ann, &listing, "2");
    let right = tree(&town.path("market"));
    damage(&town, &owner);
    drop(owner);
    fs::rename(town.path("owner"), town.path("newest")).unwrap();
    crate::fixture::copy_folder(&backup, &town.path("owner"));
    let damaged = tree(&town.path("market"));
    // An older copy makes no repairs.
    let older = town.reopen("owner");
    assert_eq!(older.check().unwrap().mended, None);
    assert!(older.deliver().is_err());
    assert_eq!(tree(&town.path("market")), damaged);
    drop(older);
    fs::remove_dir_all(town.path("owner")).unwrap();
    fs::rename(town.path("newest"), town.path("owner")).unwrap();

    let owner = town.reopen("owner");
    let all = MarketMended {
        documents: 1,
        tiles: 1,
        own_copies: 1,
        junk: 2,
    };
    assert_eq!(owner.check().unwrap().mended, Some(all));
    assert_eq!(names(&tree(&town.path("market"))), names(&right));
    assert_eq!(owner.check().unwrap().mended, Some(MarketMended::default()));
    damage(&town, &owner);
    assert_eq!(owner.seller().catch_up().unwrap().mended, all);
    assert_eq!(names(&tree(&town.path("market"))), names(&right));
    // Sending compares names and sizes.
    damage(&town, &owner);
    let delivered = owner.deliver().unwrap();
    assert_eq!(delivered.mended, MarketMended { junk: 0, ..all });
    let again = owner.seller().catch_up().unwrap().mended;
    assert_eq!((again.documents, again.tiles, again.own_copies), (0, 0, 0));
    // The contents of one object differ, but not its size.
    let file = fs::read_dir(town.path("market/listings"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let mut bytes = fs::read(&file).unwrap();
    bytes[100] ^= 1;
    fs::write(&file, bytes).unwrap();
    assert_eq!(owner.check().unwrap().mended.unwrap().documents, 1);
}

fn names(tree: &[(std::path::PathBuf, Vec<u8>)]) -> Vec<&Path> {
    tree.iter().map(|(path, _)| path.as_path()).collect()
}
