//! The published log, and buyers as its witnesses: what an owner with two histories cannot do
//! unseen.

use std::{fs, path::PathBuf};

use crate::fixture::{
    Town, buy, dismiss_all, forget_the_log, histogram, holding, list, log_folder, offered,
    owner_with_a_twin, paid, parsed, published_size, sell, tree, twin_of,
};
use poundwise_documents::{
    bundle::Bundle,
    checkpoint::UnverifiedCheckpoint,
    log::{Hash, verify_consistency},
};
use poundwise_market::{
    Home, Roles, audit_files,
    view::{AlarmKind, Trusted},
};

#[test]
fn every_sale_is_published_and_every_collection_compares() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    let mut before: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (sales, (buyer, level)) in [
        (&ann, "1"),
        (&ben, "1"),
        (&ann, "2"),
        (&ben, "4"),
        (&ann, "5"),
    ]
    .into_iter()
    .enumerate()
    {
        buy(&owner, buyer, &listing, level);
        assert_eq!(published_size(&town, &owner), sales as u64 + 2);
        let tiles = tree(&log_folder(&town, &owner).join("tile"));
        assert!(
            before.iter().all(|tile| tiles.contains(tile)),
            "a tile was changed"
        );
        before = tiles;
        let again = buyer.buyer().collect().unwrap();
        assert!(again.alarms.is_empty() && again.unchecked.is_empty());
    }
    let names: Vec<String> = before
        .iter()
        .map(|(path, _)| {
            path.strip_prefix(log_folder(&town, &owner))
                .unwrap()
                .display()
                .to_string()
        })
        .collect();
    assert!(names.contains(&"tile/0/000.p/6".to_owned()), "{names:?}");
    assert!(
        names.contains(&"tile/entries/000.p/6".to_owned()),
        "{names:?}"
    );
    assert_eq!(owner.seller().books().unwrap().undelivered, 0);
    assert_eq!(ann.buyer().alarms().unwrap().len(), 0);
}

#[test]
fn a_log_lost_by_the_market_is_published_again() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    let checkpoint = log_folder(&town, &owner).join("checkpoint");
    let old = fs::read(&checkpoint).unwrap();
    forget_the_log(&town);
    buy(&owner, &ann, &listing, "2");
    assert_eq!(published_size(&town, &owner), 3);
    assert!(ann.buyer().collect().unwrap().unchecked.is_empty());

    // Lost, or put back from an old backup of the market, with no sale in sight.
    forget_the_log(&town);
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    assert_eq!(published_size(&town, &owner), 3);
    fs::write(&checkpoint, old).unwrap();
    assert_eq!(
        ann.buyer().collect().unwrap().alarms[0].kind,
        AlarmKind::RolledBack
    );
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    dismiss_all(&ann, Trusted::Kept);
    assert!(ann.buyer().collect().unwrap().alarms.is_empty());
}

#[test]
fn deliveries_wait_for_the_log_and_both_arrive_later() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    // Where the log should go there is something that no folder can be made of.
    forget_the_log(&town);
    fs::write(town.path("market/ledgers"), "in the way").unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap();
    let refused = owner.deliver().unwrap_err();
    assert_eq!(refused.code().as_str(), "market-entry");
    assert_eq!(owner.undelivered().unwrap(), 2, "the log and the delivery");
    assert!(ann.buyer().collect().unwrap().releases.is_empty());
    fs::remove_file(town.path("market/ledgers")).unwrap();
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
    assert_eq!(published_size(&town, &owner), 2);
}

#[test]
fn a_restored_backup_does_not_sign_a_second_history_by_mistake() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    buy(&owner, &ann, &listing, "2");
    let published = tree(&town.path("market/ledgers"));
    let order = ben
        .buyer()
        .order(&parsed(&listing.id), parsed("4"))
        .unwrap();
    let refused = twin
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "behind-market");
    assert_eq!(
        twin.seller().receipts().unwrap().len(),
        1,
        "nothing was signed"
    );
    assert_eq!(twin.deliver().unwrap_err().code().as_str(), "behind-market");
    assert_eq!(
        published,
        tree(&town.path("market/ledgers")),
        "the newer log stays"
    );

    // It sells all the same, while the market cannot be asked; then it has another history, and is
    // told.
    fs::rename(town.path("market/ledgers"), town.path("aside")).unwrap();
    fs::write(town.path("market/ledgers"), "in the way").unwrap();
    twin.seller().approve(&parsed(&order.id), paid("")).unwrap();
    fs::remove_file(town.path("market/ledgers")).unwrap();
    fs::rename(town.path("aside"), town.path("market/ledgers")).unwrap();
    assert_eq!(twin.deliver().unwrap_err().code().as_str(), "two-histories");
    assert_eq!(
        published,
        tree(&town.path("market/ledgers")),
        "the first log stays"
    );
    assert!(
        ben.buyer().collect().unwrap().releases.is_empty(),
        "what it sold did not leave"
    );
}

#[test]
fn two_ledgers_of_one_size_are_an_alarm_with_evidence() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    buy(&owner, &ann, &listing, "2");
    forget_the_log(&town);
    // The twin's second receipt is ben's: he cannot know better, ann can.
    buy(&twin, &ben, &listing, "2");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("4"))
        .unwrap();
    let refused = owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "two-histories");
    let collected = ann.buyer().collect().unwrap();
    let alarm = &collected.alarms[0];
    assert_eq!(
        (alarm.kind, alarm.kept_size, alarm.found_size),
        (AlarmKind::Fork, 3, 3)
    );
    assert_eq!(alarm.seller_name, "owner");
    let message = "two different ledgers of 3 entries";
    assert!(alarm.message.contains(message), "{}", alarm.message);

    let files = ["kept.checkpoint", "found.checkpoint", "listing.jws"]
        .map(|name| PathBuf::from(&alarm.evidence).join(name));
    let report = audit_files(&files).unwrap();
    let codes: Vec<&str> = report.findings().iter().map(|f| f.code.as_str()).collect();
    assert_eq!(codes, ["fork"], "anybody can check the evidence");

    // Asked again it is the same alarm, kept once.
    assert_eq!(ann.buyer().collect().unwrap().alarms.len(), 1);
    assert_eq!(ann.buyer().alarms().unwrap().len(), 1);
    drop(ann);
    assert_eq!(
        town.reopen("ann").buyer().alarms().unwrap()[0].evidence,
        alarm.evidence
    );
}

#[test]
fn a_ledger_that_does_not_continue_the_one_seen_is_an_alarm_and_its_delivery_is_not_stored() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    // Ordered before she has seen what the twin would know itself by.
    let income = &offered(&ann, "income")[0];
    let order = ann.buyer().order(&parsed(&income.id), parsed("1")).unwrap();
    buy(&owner, &ann, &listing, "2");
    forget_the_log(&town);
    buy(&twin, &ben, &listing, "2");
    buy(&twin, &ben, &listing, "4");
    // A delivery of the twin's for ann, right in itself.
    twin.seller().approve(&parsed(&order.id), paid("")).unwrap();
    let collected = ann.buyer().collect().unwrap();
    assert!(collected.releases.is_empty() && collected.rejected.is_empty());
    assert_eq!(
        ann.buyer().holdings().unwrap().len(),
        1,
        "nothing of it was stored"
    );
    let alarm = &collected.alarms[0];
    assert_eq!(
        (alarm.kind, alarm.kept_size, alarm.found_size),
        (AlarmKind::Fork, 3, 5)
    );
    let message = "ledger of 5 entries does not begin with the 3 entries that were seen before";
    assert!(alarm.message.contains(message), "{}", alarm.message);
    let folder = PathBuf::from(&alarm.evidence);
    let proof: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.join("proof.json")).unwrap()).unwrap();
    let hash = |value: &serde_json::Value| -> Hash { value.as_str().unwrap().parse().unwrap() };
    let path: Vec<Hash> = proof["proof"]
        .as_array()
        .unwrap()
        .iter()
        .map(hash)
        .collect();
    assert_ne!(proof["beginning"], proof["kept_root"]);
    assert!(verify_consistency(
        3,
        5,
        &hash(&proof["beginning"]),
        &hash(&proof["found_root"]),
        &path
    ));
    let note = fs::read_to_string(folder.join("found.checkpoint")).unwrap();
    assert!(note.contains(proof["found_root"].as_str().unwrap()));
}

#[test]
fn an_alarm_about_a_ledger_that_shrank_stays_open_until_the_buyer_decides() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    let checkpoint = log_folder(&town, &owner).join("checkpoint");
    let old = fs::read(&checkpoint).unwrap();
    buy(&owner, &ann, &listing, "2");
    sell(&owner, &ann, &listing, "4");
    let new = fs::read(&checkpoint).unwrap();

    fs::write(&checkpoint, &old).unwrap();
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(collected.alarms[0].kind, AlarmKind::RolledBack);
    assert_eq!(collected.alarms[0].found_size, 2);
    assert!(collected.releases.is_empty() && collected.rejected.is_empty());
    assert_eq!(
        holding(&ann, &listing).level,
        2_000_000,
        "nothing was stored"
    );

    // The alarm stays open even if the market shows the whole ledger again.
    fs::write(&checkpoint, &new).unwrap();
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(collected.alarms[0].number.get(), 1);
    assert!(collected.releases.is_empty() && collected.rejected.is_empty());
    assert_eq!(holding(&ann, &listing).level, 2_000_000);

    dismiss_all(&ann, Trusted::Kept);
    let collected = ann.buyer().collect().unwrap();
    assert!(collected.alarms.is_empty());
    assert_eq!(
        collected.releases.len(),
        1,
        "the delivery had been left where it was"
    );
}

#[test]
fn without_the_published_log_it_is_said_and_what_was_seen_is_kept_for_later() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    sell(&owner, &ann, &listing, "2");
    forget_the_log(&town);
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(
        collected.releases.len(),
        1,
        "a market without logs is no obstacle"
    );
    assert!(
        collected.unchecked[0]
            .to_string()
            .contains("could not be compared"),
        "{:?}",
        collected.unchecked
    );
    assert!(collected.alarms.is_empty());

    // Of the two checkpoints she keeps, the later one shows the twin's history for what it is.
    buy(&twin, &ben, &listing, "2");
    buy(&twin, &ben, &listing, "3");
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(collected.alarms[0].kind, AlarmKind::Fork);
    assert_eq!(collected.alarms[0].kept_size, 3);
}

/// A delivery whose owner's log is not on the market.
fn collect_without_log(town: &Town, buyer: &Home) {
    forget_the_log(town);
    let collected = buyer.buyer().collect().unwrap();
    assert_eq!(collected.releases.len(), 1);
    assert_eq!(collected.unchecked.len(), 1);
}

/// What a market delivered last without a log counts, and not only what it delivered first.
#[test]
fn a_log_that_comes_back_shorter_than_what_was_delivered_without_it_is_an_alarm() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    sell(&owner, &ann, &listing, "2");
    let of_two = tree(&town.path("market/ledgers"));
    collect_without_log(&town, &ann);
    sell(&owner, &ann, &listing, "3");
    collect_without_log(&town, &ann);
    for (path, bytes) in &of_two {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let alarm = &ann.buyer().collect().unwrap().alarms[0];
    assert_eq!(
        (alarm.kind, alarm.kept_size, alarm.found_size),
        (AlarmKind::RolledBack, 4, 3)
    );
}

/// A second history may begin between any two of them.
#[test]
fn every_checkpoint_that_came_without_a_log_is_kept_until_it_is_compared() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    sell(&owner, &ann, &listing, "2");
    collect_without_log(&town, &ann);
    drop(owner);
    let twin = twin_of(&town, "owner");
    let owner = town.reopen("owner");
    let receipt = sell(&owner, &ann, &listing, "3");
    collect_without_log(&town, &ann);
    // The order named the second, by which an old copy of the owner's home would know itself.
    let file = town.path("third.bundle");
    let third = ann.buyer().export_bundle(&parsed(&receipt.id), &file);
    third.unwrap();
    let third = Bundle::from_bytes(&fs::read(&file).unwrap()).unwrap();
    let named = third.verify().unwrap().order.into_payload().checkpoint;
    let named = UnverifiedCheckpoint::parse(&named.unwrap()).unwrap();
    assert_eq!(named.size(), 3);
    // It begins with the two that ann knows first, and goes on otherwise than with the third.
    buy(&twin, &ben, &listing, "2");
    let alarm = &ann.buyer().collect().unwrap().alarms[0];
    assert_eq!(
        (alarm.kind, alarm.kept_size, alarm.found_size),
        (AlarmKind::Fork, 4, 4)
    );
}

#[test]
fn what_others_put_into_the_log_folder_is_no_evidence_against_its_owner() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, mallory) = (town.home("ann"), town.home("mallory"));
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    buy(&owner, &ann, &listing, "2");
    let folder = log_folder(&town, &owner);
    let checkpoint = fs::read_to_string(folder.join("checkpoint")).unwrap();
    let tile = fs::read(folder.join("tile/0/000.p/3")).unwrap();

    let forged = checkpoint.replace(
        &owner.view().kid.to_string(),
        &mallory.view().kid.to_string(),
    );
    for bytes in [
        forged.into_bytes(),
        b"noise".to_vec(),
        vec![0xff; 100],
        vec![b'x'; 1 << 20],
    ] {
        fs::write(folder.join("checkpoint"), bytes).unwrap();
        let collected = ann.buyer().collect().unwrap();
        assert!(collected.alarms.is_empty());
        assert_eq!(collected.unchecked.len(), 1);
    }
    fs::write(folder.join("checkpoint"), &checkpoint).unwrap();
    sell(&owner, &ann, &listing, "4");
    for bytes in [vec![0; 96], tile, Vec::new()] {
        fs::write(folder.join("tile/0/000.p/4"), bytes).unwrap();
        let collected = ann.buyer().collect().unwrap();
        assert!(collected.alarms.is_empty(), "a damaged tile accuses nobody");
        assert_eq!(collected.unchecked.len(), 1);
    }
    // Nor does one that is no file.
    fs::remove_file(folder.join("tile/0/000.p/4")).unwrap();
    fs::create_dir(folder.join("tile/0/000.p/4")).unwrap();
    assert_eq!(ann.buyer().collect().unwrap().unchecked.len(), 1);
    assert_eq!(holding(&ann, &listing).level, 4_000_000);
}
