//! The published log, and buyers as its witnesses: what an owner with two histories cannot do unseen.
#![allow(clippy::unwrap_used)]

mod fixture;

use std::{fs, path::PathBuf};

use fixture::{Town, buy, copy_folder, histogram, holding, list, mean_income, passphrase, tree};
use poundwise_documents::{
    checkpoint::UnverifiedCheckpoint,
    log::{Hash, verify_consistency},
};
use poundwise_market::{
    Home, HomeOptions, audit_files,
    view::{AlarmKind, ListingView, Trusted},
};

fn log_folder(town: &Town, owner: &Home) -> PathBuf {
    town.path("market/ledgers").join(owner.view().kid)
}

fn published_size(town: &Town, owner: &Home) -> u64 {
    let note = fs::read_to_string(log_folder(town, owner).join("checkpoint")).unwrap();
    UnverifiedCheckpoint::parse(&note).unwrap().size()
}

/// An owner with one sale to ann, closed and copied to `twin`, and open again.
fn owner_with_a_twin(town: &Town) -> (Home, Home, Home, ListingView) {
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    list(&owner, &mean_income());
    buy(&owner, &ann, &listing, "1");
    drop(owner);
    copy_folder(&town.path("owner"), &town.path("twin"));
    (town.reopen("owner"), town.reopen("twin"), ann, listing)
}

/// What a dishonest owner, or whoever keeps the market, does before a second history is sold.
fn forget_the_log(town: &Town) {
    fs::remove_dir_all(town.path("market/ledgers")).unwrap();
}

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
        assert_eq!(published_size(&town, &owner), sales as u64 + 1);
        let tiles = tree(&log_folder(&town, &owner).join("tile"));
        assert!(
            before.iter().all(|tile| tiles.contains(tile)),
            "a tile was changed"
        );
        before = tiles;
        let again = buyer.collect().unwrap();
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
    assert!(names.contains(&"tile/0/000.p/5".to_owned()), "{names:?}");
    assert!(
        names.contains(&"tile/entries/000.p/5".to_owned()),
        "{names:?}"
    );
    assert_eq!(owner.books().unwrap().undelivered, 0);
    assert_eq!(ann.alarms().unwrap().len(), 0);
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
    assert_eq!(published_size(&town, &owner), 2);
    assert!(ann.collect().unwrap().unchecked.is_empty());

    // Lost, or put back from an old backup of the market, with no sale in sight.
    forget_the_log(&town);
    assert_eq!(owner.deliver().unwrap(), 0);
    assert_eq!(published_size(&town, &owner), 2);
    fs::write(&checkpoint, old).unwrap();
    assert_eq!(ann.collect().unwrap().alarms[0].kind, AlarmKind::RolledBack);
    assert_eq!(owner.deliver().unwrap(), 0);
    assert!(ann.collect().unwrap().alarms.is_empty());
}

#[test]
fn deliveries_wait_for_the_log_and_both_arrive_later() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann.order(&listing.id, "1").unwrap();
    // Where the log should go there is something that no folder can be made of.
    fs::write(town.path("market/ledgers"), "in the way").unwrap();
    owner.approve(&order.id, "").unwrap();
    assert_eq!(owner.deliver().unwrap(), 2, "the log and the delivery");
    assert!(ann.collect().unwrap().releases.is_empty());
    fs::remove_file(town.path("market/ledgers")).unwrap();
    assert_eq!(owner.deliver().unwrap(), 0);
    assert_eq!(ann.collect().unwrap().releases.len(), 1);
    assert_eq!(published_size(&town, &owner), 1);
}

#[test]
fn a_restored_backup_does_not_sign_a_second_history_by_mistake() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    buy(&owner, &ann, &listing, "2");
    let published = tree(&town.path("market/ledgers"));
    let order = ben.order(&listing.id, "4").unwrap();
    let refused = twin.approve(&order.id, "").unwrap_err();
    assert_eq!(refused.code(), "behind-market");
    assert_eq!(twin.receipts().unwrap().len(), 1, "nothing was signed");
    assert_eq!(twin.deliver().unwrap_err().code(), "behind-market");
    assert_eq!(
        published,
        tree(&town.path("market/ledgers")),
        "the newer log stays"
    );

    // It sells all the same, while the market cannot be asked; then it has another history, and is told.
    fs::rename(town.path("market/ledgers"), town.path("aside")).unwrap();
    fs::write(town.path("market/ledgers"), "in the way").unwrap();
    twin.approve(&order.id, "").unwrap();
    fs::remove_file(town.path("market/ledgers")).unwrap();
    fs::rename(town.path("aside"), town.path("market/ledgers")).unwrap();
    assert_eq!(twin.deliver().unwrap_err().code(), "two-histories");
    assert_eq!(
        published,
        tree(&town.path("market/ledgers")),
        "the first log stays"
    );
    assert!(
        ben.collect().unwrap().releases.is_empty(),
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
    let order = ann.order(&listing.id, "4").unwrap();
    let refused = owner.approve(&order.id, "").unwrap_err();
    assert_eq!(refused.code(), "two-histories");
    let collected = ann.collect().unwrap();
    let alarm = &collected.alarms[0];
    assert_eq!(
        (alarm.kind, alarm.kept_size, alarm.found_size),
        (AlarmKind::Fork, 2, 2)
    );
    assert_eq!(alarm.seller_name, "owner");

    let files = ["kept.checkpoint", "found.checkpoint", "listing.jws"]
        .map(|name| PathBuf::from(&alarm.evidence).join(name));
    let report = audit_files(&files).unwrap();
    let codes: Vec<&str> = report.findings.iter().map(|f| f.code.as_str()).collect();
    assert_eq!(codes, ["fork"], "anybody can check the evidence");

    // Asked again it is the same alarm, kept once.
    assert_eq!(ann.collect().unwrap().alarms.len(), 1);
    assert_eq!(ann.alarms().unwrap().len(), 1);
    drop(ann);
    assert_eq!(
        town.reopen("ann").alarms().unwrap()[0].evidence,
        alarm.evidence
    );
}

#[test]
fn a_ledger_that_does_not_continue_the_one_seen_is_an_alarm_and_its_delivery_is_not_stored() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    buy(&owner, &ann, &listing, "2");
    forget_the_log(&town);
    buy(&twin, &ben, &listing, "2");
    buy(&twin, &ben, &listing, "4");
    // A delivery of the twin's for ann, right in itself.
    let income = &ann.market(Some("income")).unwrap()[0];
    let order = ann.order(&income.id, "1").unwrap();
    twin.approve(&order.id, "").unwrap();
    let collected = ann.collect().unwrap();
    assert!(collected.releases.is_empty() && collected.rejected.is_empty());
    assert_eq!(ann.holdings().unwrap().len(), 1, "nothing of it was stored");
    let alarm = &collected.alarms[0];
    assert_eq!(
        (alarm.kind, alarm.kept_size, alarm.found_size),
        (AlarmKind::Fork, 2, 4)
    );
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
        2,
        4,
        &hash(&proof["beginning"]),
        &hash(&proof["found_root"]),
        &path
    ));
    let note = fs::read_to_string(folder.join("found.checkpoint")).unwrap();
    assert!(note.contains(proof["found_root"].as_str().unwrap()));
}

#[test]
fn a_published_ledger_that_shrank_is_an_alarm_until_it_is_whole_again() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    let checkpoint = log_folder(&town, &owner).join("checkpoint");
    let old = fs::read(&checkpoint).unwrap();
    buy(&owner, &ann, &listing, "2");
    let order = ann.order(&listing.id, "4").unwrap();
    owner.approve(&order.id, "").unwrap();
    let new = fs::read(&checkpoint).unwrap();

    fs::write(&checkpoint, &old).unwrap();
    let collected = ann.collect().unwrap();
    assert_eq!(collected.alarms[0].kind, AlarmKind::RolledBack);
    assert_eq!(collected.alarms[0].found_size, 1);
    assert!(collected.releases.is_empty() && collected.rejected.is_empty());
    assert_eq!(
        holding(&ann, &listing).micro_epsilon,
        2_000_000,
        "nothing was stored"
    );

    fs::write(&checkpoint, &new).unwrap();
    let collected = ann.collect().unwrap();
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
    let level_two = ann.order(&listing.id, "2").unwrap();
    owner.approve(&level_two.id, "").unwrap();
    forget_the_log(&town);
    let collected = ann.collect().unwrap();
    assert_eq!(
        collected.releases.len(),
        1,
        "a market without logs is no obstacle"
    );
    assert!(
        collected.unchecked[0].contains("could not be checked"),
        "{:?}",
        collected.unchecked
    );
    assert!(collected.alarms.is_empty());

    // Of the two checkpoints she keeps, the later one shows the twin's history for what it is.
    buy(&twin, &ben, &listing, "2");
    buy(&twin, &ben, &listing, "3");
    let collected = ann.collect().unwrap();
    assert_eq!(collected.alarms[0].kind, AlarmKind::Fork);
    assert_eq!(collected.alarms[0].kept_size, 2);
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
    let tile = fs::read(folder.join("tile/0/000.p/2")).unwrap();

    let forged = checkpoint.replace(&owner.view().kid, &mallory.view().kid);
    for bytes in [
        forged.into_bytes(),
        b"noise".to_vec(),
        vec![0xff; 100],
        vec![b'x'; 1 << 20],
    ] {
        fs::write(folder.join("checkpoint"), bytes).unwrap();
        let collected = ann.collect().unwrap();
        assert!(collected.alarms.is_empty());
        assert_eq!(collected.unchecked.len(), 1);
    }
    fs::write(folder.join("checkpoint"), &checkpoint).unwrap();
    let order = ann.order(&listing.id, "4").unwrap();
    owner.approve(&order.id, "").unwrap();
    for bytes in [vec![0; 96], tile, Vec::new()] {
        fs::write(folder.join("tile/0/000.p/3"), bytes).unwrap();
        let collected = ann.collect().unwrap();
        assert!(collected.alarms.is_empty(), "a damaged tile accuses nobody");
        assert_eq!(collected.unchecked.len(), 1);
    }
    assert_eq!(holding(&ann, &listing).micro_epsilon, 4_000_000);
}

/// The owner's home on another market, and with its listings on it, as somebody who carries the files would have them.
fn on_market(town: &Town, name: &str, market: &str) -> Home {
    let options = HomeOptions {
        market: Some(town.path(market).display().to_string()),
        ..town.options()
    };
    Home::open(&town.path(name), &passphrase(), &options).unwrap()
}

#[test]
fn an_owner_on_two_markets_raises_no_alarm_where_it_has_not_delivered_yet() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    copy_folder(&town.path("market"), &town.path("fair"));
    buy(&owner, &ann, &listing, "1");
    drop((owner, ann));

    // Two sales at the fair, one of them to ann; the market has seen neither.
    let (owner, ann) = (
        on_market(&town, "owner", "fair"),
        on_market(&town, "ann", "fair"),
    );
    let ben_there = {
        drop(ben);
        on_market(&town, "ben", "fair")
    };
    buy(&owner, &ben_there, &listing, "1");
    buy(&owner, &ann, &listing, "2");
    drop((owner, ann, ben_there));

    // At the market the ledger of one receipt that ann saw there before: shown at the fair to be a beginning.
    let ann = town.reopen("ann");
    let collected = ann.collect().unwrap();
    assert!(collected.alarms.is_empty(), "{:?}", collected.alarms);
    assert_eq!(collected.unchecked, Vec::<String>::new());

    // Ben has seen the fair alone: nothing against the market's, and nothing that shows the one to begin the other.
    let ben = town.reopen("ben");
    let collected = ben.collect().unwrap();
    assert!(collected.alarms.is_empty());
    assert_eq!(collected.unchecked.len(), 1, "{:?}", collected.unchecked);
    drop(ben);
    let ben = on_market(&town, "ben", "fair");
    assert!(
        ben.collect().unwrap().unchecked.is_empty(),
        "there it can be shown"
    );
    drop(ben);
    let ben = town.reopen("ben");
    assert!(
        ben.collect().unwrap().unchecked.is_empty(),
        "and is known from then on"
    );

    // The owner delivers at the market again, which has everything then.
    let owner = town.reopen("owner");
    buy(&owner, &ann, &listing, "4");
    assert_eq!(published_size(&town, &owner), 4);
    // And a market that takes back what it has shown itself is an alarm as ever.
    let checkpoint = log_folder(&town, &owner).join("checkpoint");
    let first = fs::read_to_string(&checkpoint).unwrap();
    let fair = town
        .path("fair/ledgers")
        .join(owner.view().kid)
        .join("checkpoint");
    fs::copy(&fair, &checkpoint).unwrap();
    assert_eq!(ann.collect().unwrap().alarms[0].kind, AlarmKind::RolledBack);
    fs::write(&checkpoint, first).unwrap();
    assert!(ann.collect().unwrap().alarms.is_empty());
}

#[test]
fn two_histories_on_two_markets_are_an_alarm_at_the_one_that_has_as_much() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    copy_folder(&town.path("market"), &town.path("fair"));
    drop(twin);
    // At the fair the twin sells something else to ben, and less.
    let ben = town.home("ben");
    drop(ben);
    let (twin, ben) = (
        on_market(&town, "twin", "fair"),
        on_market(&town, "ben", "fair"),
    );
    buy(&twin, &ben, &listing, "2");
    buy(&owner, &ann, &listing, "2");
    buy(&owner, &ann, &listing, "4");
    drop(ann);
    let ann = on_market(&town, "ann", "fair");
    let collected = ann.collect().unwrap();
    assert!(
        collected.alarms.is_empty(),
        "two receipts here, three there: not yet"
    );
    assert_eq!(collected.unchecked.len(), 1);
    drop(ann);
    let ann = town.reopen("ann");
    let alarm = &ann.collect().unwrap().alarms[0];
    assert_eq!(
        (alarm.kind, alarm.kept_size, alarm.found_size),
        (AlarmKind::Fork, 2, 3)
    );
}

#[test]
fn a_dismissed_fork_goes_on_from_the_checkpoint_that_is_trusted() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    buy(&owner, &ann, &listing, "2");
    forget_the_log(&town);
    buy(&twin, &ben, &listing, "2");
    let order = ann.order(&listing.id, "3").unwrap();
    let alarm = ann.collect().unwrap().alarms[0].clone();
    assert_eq!((alarm.kind, alarm.number), (AlarmKind::Fork, 1));
    assert!(alarm.dismissal.is_none());

    assert_eq!(
        ann.dismiss_alarm(1, Trusted::Found, " ")
            .unwrap_err()
            .code(),
        "no-reason"
    );
    assert_eq!(
        ann.dismiss_alarm(2, Trusted::Found, "x")
            .unwrap_err()
            .code(),
        "no-such-alarm"
    );
    assert_eq!(
        ann.collect().unwrap().alarms.len(),
        1,
        "nothing has changed yet"
    );
    let dismissed = ann
        .dismiss_alarm(1, Trusted::Found, "They lost a disk, and told me.")
        .unwrap();
    assert_eq!(dismissed.evidence, alarm.evidence);
    let evidence = PathBuf::from(&alarm.evidence);
    assert!(
        evidence.join("kept.checkpoint").is_file() && evidence.join("found.checkpoint").is_file()
    );
    assert_eq!(
        ann.dismiss_alarm(1, Trusted::Kept, "No.")
            .unwrap_err()
            .code(),
        "dismissed-already"
    );

    // From here on with the twin's ledger. The order that was for the other stays an order that it does not fit.
    assert!(ann.collect().unwrap().alarms.is_empty());
    assert_eq!(
        twin.approve(&order.id, "").unwrap_err().code(),
        "wrong-from"
    );
    let income = &ann.market(Some("income")).unwrap()[0];
    buy(&twin, &ann, income, "1");
    let alarms = ann.alarms().unwrap();
    assert_eq!(alarms.len(), 1, "the alarm stays in the list");
    let dismissal = alarms[0].dismissal.as_ref().unwrap();
    assert_eq!(
        (dismissal.trusted, dismissal.reason.as_str()),
        (Trusted::Found, "They lost a disk, and told me.")
    );

    // The history that was given up comes back: that is a new alarm, with its own number.
    drop(twin);
    forget_the_log(&town);
    assert_eq!(owner.deliver().unwrap(), 0);
    let again = ann.collect().unwrap().alarms;
    assert_eq!(again.len(), 1);
    assert_eq!((again[0].number, again[0].dismissal.is_none()), (2, true));
    assert_eq!(ann.alarms().unwrap().len(), 2);
}

#[test]
fn a_fork_dismissed_for_the_ledger_seen_first_takes_nothing_of_the_other() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    buy(&owner, &ann, &listing, "2");
    let honest = tree(&town.path("market/ledgers"));
    forget_the_log(&town);
    buy(&twin, &ben, &listing, "2");
    let income = &ann.market(Some("income")).unwrap()[0];
    let order = ann.order(&income.id, "1").unwrap();
    twin.approve(&order.id, "").unwrap();
    let alarm = ann.collect().unwrap().alarms[0].clone();
    ann.dismiss_alarm(alarm.number, Trusted::Kept, "A stolen copy.")
        .unwrap();
    // Still there, still said, with what was made of it; and nothing is taken.
    let collected = ann.collect().unwrap();
    assert!(collected.alarms[0].dismissal.is_some() && collected.releases.is_empty());
    assert_eq!(ann.alarms().unwrap().len(), 1);

    // Once the owner's own ledger is back its deliveries are taken again, and the thief's is left where it is.
    forget_the_log(&town);
    for (path, bytes) in &honest {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    let order = ann.order(&listing.id, "4").unwrap();
    owner.approve(&order.id, "").unwrap();
    let collected = ann.collect().unwrap();
    assert_eq!(collected.releases.len(), 1, "{collected:?}");
    assert!(collected.alarms.is_empty());
    assert_eq!(holding(&ann, &listing).micro_epsilon, 4_000_000);
}

#[test]
fn a_rollback_may_be_taken_for_an_old_copy_or_for_the_truth_but_not_twice() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    let checkpoint = log_folder(&town, &owner).join("checkpoint");
    let old = fs::read(&checkpoint).unwrap();
    buy(&owner, &ann, &listing, "2");
    let new = fs::read(&checkpoint).unwrap();
    fs::write(&checkpoint, &old).unwrap();
    let alarm = ann.collect().unwrap().alarms[0].clone();
    ann.dismiss_alarm(alarm.number, Trusted::Found, "They said so.")
        .unwrap();
    assert!(ann.collect().unwrap().alarms.is_empty());
    // Shown again, it continues what is trusted; taken back again, it is not dismissed for ever.
    fs::write(&checkpoint, &new).unwrap();
    assert!(ann.collect().unwrap().alarms.is_empty());
    fs::write(&checkpoint, &old).unwrap();
    let again = ann.collect().unwrap().alarms[0].clone();
    assert_eq!((again.number, again.dismissal.is_none()), (2, true));
    assert_ne!(again.evidence, alarm.evidence);
    drop(ann);
    assert_eq!(town.reopen("ann").collect().unwrap().alarms[0].number, 2);
}
