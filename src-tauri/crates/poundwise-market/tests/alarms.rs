//! Owners on several markets, and what a buyer makes of an alarm.

use std::{fs, path::PathBuf};

use crate::fixture::{
    PEOPLE, Town, buy, copy_folder, dismiss_all, forget_the_log, histogram, holding, list,
    log_folder, mean_income, offered, owner_with_a_twin, paid, parsed, passphrase, published_size,
    sell, tree, twin_of, typed,
};
use poundwise_documents::{checkpoint::UnverifiedCheckpoint, jws::Signed, kinds::Order};
use poundwise_market::{
    ErrorCode, Home, HomeOptions, ListingId, Roles,
    view::{AlarmKind, ListingView, Trusted},
};

/// The owner's home on another market, and with its listings on it, as somebody who carries the
/// files would have them.
fn on_market(town: &Town, name: &str, market: &str) -> Home {
    let state = if name == "twin" {
        "twin-state"
    } else {
        "state"
    };
    let options = HomeOptions {
        market: Some(town.path(market).display().to_string()),
        ..town.options_on(state)
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

    // At the market the ledger of one receipt that ann saw there before: shown at the fair to be a
    // beginning.
    let ann = town.reopen("ann");
    let collected = ann.buyer().collect().unwrap();
    assert!(collected.alarms.is_empty(), "{:?}", collected.alarms);
    assert_eq!(collected.unchecked, []);

    // Ben has seen the fair alone: nothing against the market's, and nothing that shows the one to
    // begin the other.
    let ben = town.reopen("ben");
    let collected = ben.buyer().collect().unwrap();
    assert!(collected.alarms.is_empty());
    assert_eq!(collected.unchecked.len(), 1, "{:?}", collected.unchecked);
    drop(ben);
    let ben = on_market(&town, "ben", "fair");
    assert!(
        ben.buyer().collect().unwrap().unchecked.is_empty(),
        "there it can be shown"
    );
    drop(ben);
    let ben = town.reopen("ben");
    assert!(
        ben.buyer().collect().unwrap().unchecked.is_empty(),
        "and is known from then on"
    );

    // The owner delivers at the market again, which has everything then.
    let owner = town.reopen("owner");
    buy(&owner, &ann, &listing, "4");
    assert_eq!(published_size(&town, &owner), 5);
    // And a market that takes back what it has shown itself is an alarm as ever.
    let checkpoint = log_folder(&town, &owner).join("checkpoint");
    let first = fs::read_to_string(&checkpoint).unwrap();
    let fair = town
        .path("fair/ledgers")
        .join(owner.view().kid.to_string())
        .join("checkpoint");
    fs::copy(&fair, &checkpoint).unwrap();
    assert_eq!(
        ann.buyer().collect().unwrap().alarms[0].kind,
        AlarmKind::RolledBack
    );
    fs::write(&checkpoint, first).unwrap();
    dismiss_all(&ann, Trusted::Kept);
    assert!(ann.buyer().collect().unwrap().alarms.is_empty());
}

/// Of two deliveries at two markets, neither of which showed its log, nobody has seen that the
/// one's history begins the other's.
#[test]
fn what_was_delivered_without_a_log_is_not_taken_for_compared() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    copy_folder(&town.path("market"), &town.path("fair"));
    buy(&owner, &ann, &listing, "1");
    sell(&owner, &ann, &listing, "2");
    let (market, fair) = (town.path("market/ledgers"), town.path("fair/ledgers"));
    let (from_market, from_fair) = (town.path("aside"), town.path("aside-fair"));
    fs::rename(&market, &from_market).unwrap();
    assert_eq!(ann.buyer().collect().unwrap().unchecked.len(), 1);
    drop((owner, ann));
    let (owner, ann) = (
        on_market(&town, "owner", "fair"),
        on_market(&town, "ann", "fair"),
    );
    sell(&owner, &ann, &listing, "4");
    fs::rename(&fair, &from_fair).unwrap();
    assert_eq!(ann.buyer().collect().unwrap().unchecked.len(), 1);
    drop((owner, ann));

    fs::rename(&from_market, &market).unwrap();
    let ann = town.reopen("ann");
    let collected = ann.buyer().collect().unwrap();
    assert!(collected.alarms.is_empty(), "{:?}", collected.alarms);
    assert_eq!(collected.unchecked.len(), 1, "two here, three at the fair");
    drop(ann);
    fs::rename(&from_fair, &fair).unwrap();
    let ann = on_market(&town, "ann", "fair");
    assert!(ann.buyer().collect().unwrap().unchecked.is_empty());
    drop(ann);
    let ann = town.reopen("ann");
    assert!(ann.buyer().collect().unwrap().unchecked.is_empty());
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
    let collected = ann.buyer().collect().unwrap();
    assert!(
        collected.alarms.is_empty(),
        "two receipts here, three there: not yet"
    );
    assert_eq!(collected.unchecked.len(), 1);
    drop(ann);
    let ann = town.reopen("ann");
    let alarm = &ann.buyer().collect().unwrap().alarms[0];
    assert_eq!(
        (alarm.kind, alarm.kept_size, alarm.found_size),
        (AlarmKind::Fork, 3, 4)
    );
}

#[test]
fn what_one_market_shows_is_no_beginning_of_another_s_log_because_something_before_it_was() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    copy_folder(&town.path("market"), &town.path("fair"));
    drop((owner, ann));
    // Two more sales at the fair, and another one at the market, after the one that all have seen.
    let (owner, ann) = (
        on_market(&town, "owner", "fair"),
        on_market(&town, "ann", "fair"),
    );
    buy(&owner, &ann, &listing, "2");
    buy(&owner, &ann, &listing, "4");
    drop((owner, ann));
    let ben = town.home("ben");
    buy(&twin, &ben, &listing, "2");
    let ann = town.reopen("ann");
    for _ in 0..2 {
        let collected = ann.buyer().collect().unwrap();
        assert!(collected.alarms.is_empty(), "{:?}", collected.alarms);
        assert_eq!(collected.unchecked.len(), 1, "as long as it is so");
    }
    drop(ann);
    let ann = on_market(&town, "ann", "fair");
    let alarm = &ann.buyer().collect().unwrap().alarms[0];
    assert_eq!(
        (alarm.kind, alarm.kept_size, alarm.found_size),
        (AlarmKind::Fork, 3, 4)
    );
}

/// What a market showed is compared elsewhere, whatever it delivered since without its log.
#[test]
fn what_a_market_showed_is_not_given_up_for_a_later_delivery_of_its_own() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    // Ordered before she has seen what the twin would know itself by.
    let income = &offered(&ann, "income")[0];
    let order = ann.buyer().order(&parsed(&income.id), parsed("1")).unwrap();
    copy_folder(&town.path("market"), &town.path("fair"));
    drop((owner, ann));
    let (owner, ann) = (
        on_market(&town, "owner", "fair"),
        on_market(&town, "ann", "fair"),
    );
    buy(&owner, &ann, &listing, "2");
    buy(&owner, &ann, &listing, "4");
    drop((owner, ann));
    buy(&twin, &ben, &listing, "2");
    let ann = town.reopen("ann");
    assert_eq!(ann.buyer().collect().unwrap().unchecked.len(), 1);
    // The fair has three entries: with the market's second they can be compared, not with its
    // fourth.
    buy(&twin, &ben, &listing, "3");
    twin.seller().approve(&parsed(&order.id), paid("")).unwrap();
    forget_the_log(&town);
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(
        (collected.releases.len(), collected.unchecked.len()),
        (1, 1)
    );
    drop(ann);
    let ann = on_market(&town, "ann", "fair");
    let alarm = &ann.buyer().collect().unwrap().alarms[0];
    assert_eq!(
        (alarm.kind, alarm.kept_size, alarm.found_size),
        (AlarmKind::Fork, 3, 4)
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
    let alarm = ann.buyer().collect().unwrap().alarms[0].clone();
    assert_eq!((alarm.kind, alarm.number.get()), (AlarmKind::Fork, 1));
    assert!(alarm.dismissal.is_none());

    assert_eq!(
        ann.buyer()
            .dismiss_alarm(parsed("1"), Trusted::Found, " ")
            .unwrap_err()
            .code()
            .as_str(),
        "no-reason"
    );
    assert_eq!(
        ann.buyer()
            .dismiss_alarm(parsed("2"), Trusted::Found, "x")
            .unwrap_err()
            .code()
            .as_str(),
        "no-such-alarm"
    );
    assert_eq!(
        ann.buyer().collect().unwrap().alarms.len(),
        1,
        "nothing has changed yet"
    );
    let dismissed = ann
        .buyer()
        .dismiss_alarm(
            parsed("1"),
            Trusted::Found,
            "They lost a disk, and told me.",
        )
        .unwrap();
    assert_eq!(dismissed.evidence, alarm.evidence);
    let evidence = PathBuf::from(&alarm.evidence);
    assert!(
        evidence.join("kept.checkpoint").is_file() && evidence.join("found.checkpoint").is_file()
    );
    assert_eq!(
        ann.buyer()
            .dismiss_alarm(parsed("1"), Trusted::Kept, "No.")
            .unwrap_err()
            .code()
            .as_str(),
        "dismissed-already"
    );

    let again = ann
        .buyer()
        .dismiss_alarm(parsed("1"), Trusted::Found, "Once more.")
        .unwrap();
    let reason = again.dismissal.unwrap().reason;
    assert_eq!(reason, "They lost a disk, and told me.");

    // From here on with the twin's ledger.
    assert!(ann.buyer().collect().unwrap().alarms.is_empty());
    let income = &offered(&ann, "income")[0];
    buy(&twin, &ann, income, "1");
    let alarms = ann.buyer().alarms().unwrap();
    assert_eq!(alarms.len(), 1, "the alarm stays in the list");
    let dismissal = alarms[0].dismissal.as_ref().unwrap();
    assert_eq!(
        (dismissal.trusted, dismissal.reason.as_str()),
        (Trusted::Found, "They lost a disk, and told me.")
    );

    // The history that was given up comes back: that is a new alarm, with its own number.
    drop(twin);
    forget_the_log(&town);
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    let again = ann.buyer().collect().unwrap().alarms;
    assert_eq!(again.len(), 1);
    assert_eq!(
        (again[0].number.get(), again[0].dismissal.is_none()),
        (2, true)
    );
    assert_eq!(ann.buyer().alarms().unwrap().len(), 2);
}

#[test]
fn a_fork_dismissed_for_the_ledger_seen_first_takes_nothing_of_the_other() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    // Ordered before she has seen what the twin would know itself by.
    let income = &offered(&ann, "income")[0];
    let order = ann.buyer().order(&parsed(&income.id), parsed("1")).unwrap();
    buy(&owner, &ann, &listing, "2");
    let honest = tree(&town.path("market/ledgers"));
    forget_the_log(&town);
    buy(&twin, &ben, &listing, "2");
    twin.seller().approve(&parsed(&order.id), paid("")).unwrap();
    let alarm = ann.buyer().collect().unwrap().alarms[0].clone();
    ann.buyer()
        .dismiss_alarm(alarm.number, Trusted::Kept, "A stolen copy.")
        .unwrap();
    // Still there, still said, with what was made of it; and nothing is taken.
    let collected = ann.buyer().collect().unwrap();
    assert!(collected.alarms[0].dismissal.is_some() && collected.releases.is_empty());
    assert_eq!(ann.buyer().alarms().unwrap().len(), 1);

    // Once the owner's own ledger is back its deliveries are taken again, and the thief's is left
    // where it is.
    forget_the_log(&town);
    for (path, bytes) in &honest {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    sell(&owner, &ann, &listing, "4");
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(collected.releases.len(), 1, "{collected:?}");
    assert!(collected.alarms.is_empty());
    assert_eq!(holding(&ann, &listing).level, 4_000_000);
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
    let alarm = ann.buyer().collect().unwrap().alarms[0].clone();
    ann.buyer()
        .dismiss_alarm(alarm.number, Trusted::Found, "They said so.")
        .unwrap();
    assert!(ann.buyer().collect().unwrap().alarms.is_empty());
    // Shown again, it continues what is trusted; taken back again, it is not dismissed for ever.
    fs::write(&checkpoint, &new).unwrap();
    assert!(ann.buyer().collect().unwrap().alarms.is_empty());
    fs::write(&checkpoint, &old).unwrap();
    let again = ann.buyer().collect().unwrap().alarms[0].clone();
    assert_eq!((again.number.get(), again.dismissal.is_none()), (2, true));
    assert_ne!(again.evidence, alarm.evidence);
    drop(ann);
    assert_eq!(
        town.reopen("ann").buyer().collect().unwrap().alarms[0]
            .number
            .get(),
        2
    );
}

/// Returns all rows of a buyer's tables with documents from owners.
fn kept_of_owners(town: &Town, buyer: &str) -> Vec<String> {
    let path = town.path(buyer).join("poundwise.db");
    let database = rusqlite::Connection::open(path).unwrap();
    let tables = [
        "documents",
        "orders_placed",
        "holdings",
        "witnessed",
        "unproven",
        "sightings",
        "seen",
    ];
    let mut rows = Vec::new();
    for table in tables {
        let mut select = database
            .prepare(&format!("SELECT * FROM {table} ORDER BY rowid"))
            .unwrap();
        let columns = select.column_count();
        let found = select.query_map([], |row| {
            let cells: rusqlite::Result<Vec<_>> = (0..columns)
                .map(|column| row.get::<_, rusqlite::types::Value>(column))
                .collect();
            Ok(format!("{table}: {:?}", cells?))
        });
        rows.extend(found.unwrap().map(Result::unwrap));
    }
    rows
}

/// Creates an owner and a buyer with an open alarm about two checkpoints. Three answers are on the
/// market: releases for two questions and a refusal.
fn owner_with_an_open_alarm(town: &Town) -> (Home, Home, PathBuf) {
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let (education, income) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    buy(&owner, &ann, &education, "1");
    let checkpoint = log_folder(town, &owner).join("checkpoint");
    let old = fs::read(&checkpoint).unwrap();
    buy(&owner, &ann, &education, "2");
    let order = |listing: &ListingView, to| {
        let order = ann.buyer().order(&parsed(&listing.id), parsed(to)).unwrap();
        parsed(&order.id)
    };
    let (sold, also_sold) = (order(&education, "4"), order(&income, "1"));
    let refused = order(&income, "2");
    for id in [&sold, &also_sold] {
        owner.seller().approve(id, paid("cash")).unwrap();
    }
    owner.seller().decline(&refused, "sold out").unwrap();
    let whole = fs::read(&checkpoint).unwrap();
    fs::write(&checkpoint, old).unwrap();
    let whole_copy = town.path("whole");
    fs::write(&whole_copy, whole).unwrap();
    (owner, ann, whole_copy)
}

#[test]
fn open_alarm_keeps_documents_of_its_owner_out() {
    let town = Town::new();
    let (owner, ann, whole) = owner_with_an_open_alarm(&town);
    let before = kept_of_owners(&town, "ann");
    let checkpoint = log_folder(&town, &owner).join("checkpoint");
    // The collection that finds the contradiction, the next one, and one after the market shows
    // the whole ledger again.
    for shows_whole in [false, false, true] {
        if shows_whole {
            fs::copy(&whole, &checkpoint).unwrap();
        }
        let collected = ann.buyer().collect().unwrap();
        assert!(collected.releases.is_empty() && collected.declined.is_empty());
        assert_eq!(collected.rejected, []);
        assert_eq!(collected.alarms.len(), 1);
        assert!(collected.alarms[0].dismissal.is_none());
        assert_eq!(kept_of_owners(&town, "ann"), before);
        assert_eq!(ann.buyer().deliveries_waiting().unwrap().len(), 3);
    }
    dismiss_all(&ann, Trusted::Kept);
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(
        (collected.releases.len(), collected.declined.len()),
        (2, 1),
        "{collected:?}"
    );
    assert!(ann.buyer().deliveries_waiting().unwrap().is_empty());
}

#[test]
fn refusal_and_receipt_for_one_order_keep_other_answers_out() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let (education, income) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    let order = |listing: &ListingView, to| {
        let order = ann.buyer().order(&parsed(&listing.id), parsed(to)).unwrap();
        parsed(&order.id)
    };
    let (twice, sold, refused) = (
        order(&education, "1"),
        order(&income, "1"),
        order(&income, "2"),
    );
    owner.seller().inbox().unwrap();
    drop(owner);
    let twin = twin_of(&town, "owner");
    twin.seller().decline(&twice, "sold out").unwrap();
    drop(twin);
    let owner = town.reopen("owner");
    for id in [&twice, &sold] {
        owner.seller().approve(id, paid("cash")).unwrap();
    }
    owner.seller().decline(&refused, "sold out").unwrap();
    let before = kept_of_owners(&town, "ann");
    for _ in 0..2 {
        let collected = ann.buyer().collect().unwrap();
        assert_eq!(collected.alarms.len(), 1, "{collected:?}");
        assert_eq!(collected.alarms[0].kind, AlarmKind::TwoAnswers);
        assert!(collected.releases.is_empty() && collected.declined.is_empty());
        assert_eq!(kept_of_owners(&town, "ann"), before);
    }
    dismiss_all(&ann, Trusted::Receipt);
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(
        (collected.releases.len(), collected.declined.len()),
        (2, 1),
        "{collected:?}"
    );
}

#[test]
fn open_alarm_rejects_orders_until_it_is_dismissed() {
    let town = Town::new();
    let (owner, ann, whole) = owner_with_an_open_alarm(&town);
    let other = town.home("other");
    other
        .seller()
        .import_dataset(&town.table(), &typed(PEOPLE))
        .unwrap();
    let theirs = list(&other, &histogram());
    ann.buyer().collect().unwrap();

    let offers = offered(&ann, "");
    let alarmed: Vec<_> = offers.iter().filter(|one| one.alarm.is_some()).collect();
    assert_eq!(alarmed.len(), 2, "those of this owner alone");
    let listing: ListingId = parsed(&alarmed[0].id);
    assert_eq!(
        ann.buyer().listing(&listing).unwrap().alarm,
        Some(parsed("1"))
    );
    let placed = |home: &Home| home.buyer().orders().unwrap();
    assert!(placed(&ann).iter().all(|order| order.alarm.is_some()));
    let refused = ann.buyer().order(&listing, parsed("8")).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::AlarmOpen);
    let hints: Vec<String> = refused.hints().iter().map(ToString::to_string).collect();
    assert_eq!(hints.len(), 2, "{hints:?}");
    assert_eq!(placed(&ann).len(), 5, "nothing was ordered");
    assert!(ann.buyer().quote(&listing, parsed("8")).is_ok());
    // Orders to another owner are still accepted.
    ann.buyer().order(&parsed(&theirs.id), parsed("1")).unwrap();

    dismiss_all(&ann, Trusted::Kept);
    fs::copy(&whole, log_folder(&town, &owner).join("checkpoint")).unwrap();
    assert!(offered(&ann, "").iter().all(|one| one.alarm.is_none()));
    assert!(placed(&ann).iter().all(|order| order.alarm.is_none()));
    ann.buyer().order(&listing, parsed("8")).unwrap();
}

/// The checkpoint with which a home placed its last order.
fn ordered_with(town: &Town, buyer: &str) -> u64 {
    let path = town.path(buyer).join("poundwise.db");
    let database = rusqlite::Connection::open(path).unwrap();
    let compact: String = database
        .query_row(
            "SELECT compact FROM documents JOIN orders_placed ON documents.id = orders_placed.id
             ORDER BY orders_placed.rowid DESC",
            [],
            |row| row.get(0),
        )
        .unwrap();
    let order = Signed::<Order>::verify(&compact).unwrap();
    let note = order.payload().checkpoint.clone().unwrap();
    UnverifiedCheckpoint::parse(&note).unwrap().size()
}

/// What one market took back says nothing of what another one has shown.
#[test]
fn a_dismissal_keeps_the_longer_ledger_that_another_market_has_shown() {
    for trusted in [Trusted::Found, Trusted::Kept] {
        let town = Town::new();
        let owner = town.owner_with_table(None);
        let ann = town.home("ann");
        let listing = list(&owner, &histogram());
        copy_folder(&town.path("market"), &town.path("fair"));
        buy(&owner, &ann, &listing, "1");
        let checkpoint = log_folder(&town, &owner).join("checkpoint");
        let old = fs::read(&checkpoint).unwrap();
        buy(&owner, &ann, &listing, "2");
        drop((owner, ann));
        let owner = on_market(&town, "owner", "fair");
        let ann = on_market(&town, "ann", "fair");
        buy(&owner, &ann, &listing, "3");
        drop((owner, ann));

        let ann = town.reopen("ann");
        assert!(ann.buyer().collect().unwrap().alarms.is_empty());
        fs::write(&checkpoint, &old).unwrap();
        let alarm = ann.buyer().collect().unwrap().alarms[0].clone();
        assert_eq!((alarm.kept_size, alarm.found_size), (3, 2));
        ann.buyer()
            .dismiss_alarm(alarm.number, trusted, "They said so.")
            .unwrap();
        let listing = parsed(&listing.id);
        ann.buyer().order(&listing, parsed("4")).unwrap();
        drop(ann);
        assert_eq!(ordered_with(&town, "ann"), 4, "{trusted:?}");
    }
}

#[test]
fn what_was_made_of_one_owner_s_alarm_says_nothing_of_another_owner() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    buy(&owner, &ann, &listing, "2");
    forget_the_log(&town);
    buy(&twin, &ben, &listing, "2");
    let alarm = ann.buyer().collect().unwrap().alarms[0].clone();
    ann.buyer()
        .dismiss_alarm(alarm.number, Trusted::Kept, "A stolen copy.")
        .unwrap();

    let other = town.home("other");
    other
        .seller()
        .import_dataset(&town.table(), &typed(PEOPLE))
        .unwrap();
    let theirs = list(&other, &histogram());
    let receipt = sell(&other, &ann, &theirs, "1");
    // Their log is away, so that nothing shows what their delivery is a part of.
    fs::remove_dir_all(log_folder(&town, &other)).unwrap();
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(collected.releases.len(), 1, "{collected:?}");
    assert_eq!(collected.releases[0].id, receipt.id);
}
