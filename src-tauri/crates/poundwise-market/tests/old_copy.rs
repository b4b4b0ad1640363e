//! A home that may be an old copy of itself: it does not sell, and catches up.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::fixture::{
    Town, UnwritableMark, buy, copy_folder, forget_the_log, histogram, list, log_folder,
    mean_income, no_rule_approves, paid, parsed, passphrase, population, published_size, sell,
    shop::ordered, tree, values,
};
use poundwise_market::{
    Home, Roles, read_losses,
    view::{
        ListingBatch, ListingDraft, ListingStatus, ListingView, PopulationDraft, RuleDraft,
        StandingState,
    },
};

#[track_caller]
pub(crate) fn code<T>(result: poundwise_market::Result<T>) -> &'static str {
    match result {
        Ok(_) => panic!("not refused"),
        Err(error) => error.code().as_str(),
    }
}

/// Puts a closed home aside as it is now.
pub(crate) fn back_up(town: &Town, name: &str) -> PathBuf {
    let backup = (0..)
        .map(|n| town.path(&format!("backup-{n}")))
        .find(|path| !path.exists())
        .unwrap();
    copy_folder(&town.path(name), &backup);
    backup
}

/// Puts a home back as it was in a backup.
pub(crate) fn restore(town: &Town, name: &str, backup: &Path) {
    fs::remove_dir_all(town.path(name)).unwrap();
    copy_folder(backup, &town.path(name));
}

fn mark_file(town: &Town, home: &Home) -> PathBuf {
    town.path("state").join(format!("{}.mark", home.view().kid))
}

fn mark_size(town: &Town, home: &Home) -> u64 {
    let mark: serde_json::Value =
        serde_json::from_slice(&fs::read(mark_file(town, home)).unwrap()).unwrap();
    mark["size"].as_u64().unwrap()
}

pub(crate) fn own_folder(town: &Town, owner: &Home) -> PathBuf {
    town.path("market/ledgers")
        .join(owner.view().kid)
        .join("own")
}

/// Puts a file in the place of a folder, so that nothing can be written there, until it is lifted.
pub(crate) struct Blocked {
    at: PathBuf,
    aside: PathBuf,
}

impl Blocked {
    pub(crate) fn new(at: PathBuf) -> Self {
        let aside = at.with_extension("aside");
        if at.exists() {
            fs::rename(&at, &aside).unwrap();
        }
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        fs::write(&at, "").unwrap();
        Self { at, aside }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        fs::remove_file(&self.at).unwrap();
        if self.aside.exists() {
            fs::rename(&self.aside, &self.at).unwrap();
        }
    }
}

/// The market is out of reach while this lives.
fn away(town: &Town) -> Blocked {
    Blocked::new(town.path("market"))
}

/// An owner with one sale to ann (level 1), closed and backed up; then a second one (level 2), and
/// closed again.
fn sold_since_the_backup(town: &Town) -> (PathBuf, Home, ListingView, String) {
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    population(&owner, "others");
    own_number(&owner, "others");
    buy(&owner, &ann, &listing, "1");
    let kid = owner.view().kid;
    drop(owner);
    let backup = back_up(town, "owner");
    let owner = town.reopen("owner");
    buy(&owner, &ann, &listing, "2");
    drop(owner);
    (backup, ann, listing, kid)
}

/// A number of the owner's own.
pub(crate) fn own_number(owner: &Home, population: &str) -> ListingView {
    owner
        .seller()
        .create_listing(&ListingDraft {
            title: Some("A listing".into()),
            dataset: "-".into(),
            population: Some(population.into()),
            kind: "value".into(),
            value: Some("12".into()),
            bounds: Some("0..100".into()),
            step: Some("1".into()),
            protect: Some("5".into()),
            price: "4:40".into(),
            ..ListingDraft::default()
        })
        .unwrap()
}

pub(crate) fn set_cap(owner: &Home, cap: &str) -> poundwise_market::Result<()> {
    owner
        .seller()
        .set_cap(&parsed("people"), parsed(cap), "because")
        .map(drop)
}

/// The newest version of a listing, after a raised cap made one.
pub(crate) fn newest(owner: &Home, listing: &ListingView) -> ListingView {
    let listings = owner.seller().my_listings().unwrap();
    let open = |one: &ListingView| one.status == ListingStatus::Open;
    listings
        .into_iter()
        .find(|one| open(one) && one.question == listing.question)
        .unwrap()
}

#[test]
fn a_mark_is_written_before_anything_is_sent_and_goes_along() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    assert_eq!(mark_size(&town, &owner), 0, "a new home has one");
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    assert_eq!(mark_size(&town, &owner), 1);
    set_cap(&owner, "9").unwrap();
    assert_eq!(mark_size(&town, &owner), 2);
    let listing = newest(&owner, &listing);

    // The mark cannot be written: the sale stands, and nothing has left.
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();
    owner.seller().inbox().unwrap();
    let market = tree(&town.path("market"));
    let blocked = UnwritableMark::new(mark_file(&town, &owner));
    let error = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap_err();
    assert_eq!(
        error.code().as_str(),
        "mark-unwritable",
        "{}",
        error.message()
    );
    assert_eq!(tree(&town.path("market")), market, "something was sent");
    assert_eq!(
        owner.seller().receipts().unwrap().len(),
        2,
        "the sale stands"
    );
    assert!(owner.seller().books().unwrap().undelivered > 0, "and waits");
    assert_eq!(code(owner.deliver()), "mark-unwritable");
    assert_eq!(tree(&town.path("market")), market);
    drop(blocked);
    assert_eq!(owner.deliver().unwrap(), 0);
    assert_eq!(mark_size(&town, &owner), 3);
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
}

#[test]
fn own_copies_are_there_before_the_log_is_shown_once_each_and_of_one_size() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    // The own copy cannot be sent: neither log nor delivery are.
    fs::create_dir_all(own_folder(&town, &owner).parent().unwrap()).unwrap();
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let blocked = Blocked::new(own_folder(&town, &owner));
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    assert!(
        !own_folder(&town, &owner)
            .with_file_name("checkpoint")
            .exists()
    );
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 0);
    drop(blocked);
    // What an entry names is there before its own copy is.
    let blocked = Blocked::new(town.path("market/listings"));
    list(&owner, &mean_income());
    assert!(owner.deliver().unwrap() > 0);
    assert!(!own_folder(&town, &owner).exists());
    drop(blocked);
    assert_eq!(owner.deliver().unwrap(), 0);
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);

    set_cap(&owner, "9").unwrap();
    let auditor = town.home("auditor").view().recipient;
    owner
        .seller()
        .grant(
            &parsed(&listing.id),
            &parsed(&auditor),
            &town.path("opening.age"),
        )
        .unwrap();
    let copies = tree(&own_folder(&town, &owner));
    assert_eq!(copies.len(), 3);
    // 4 KiB each, and a header of age's, which adds some noise of its own to its length.
    for (path, bytes) in &copies {
        let size = bytes.len();
        assert!(
            (4096..4096 + 1000).contains(&size),
            "{}: {size}",
            path.display()
        );
    }
    owner.deliver().unwrap();
    assert_eq!(tree(&own_folder(&town, &owner)), copies, "at most one each");

    // What the market loses is written again.
    fs::remove_file(&copies[0].0).unwrap();
    let mended = owner.seller().catch_up().unwrap();
    assert_eq!((mended.own_copies, mended.entries), (1, 3));
    assert_eq!(tree(&own_folder(&town, &owner)).len(), 3);
    fs::remove_dir_all(town.path("market/ledgers")).unwrap();
    owner.deliver().unwrap();
    assert_eq!(tree(&own_folder(&town, &owner)).len(), 3);
    assert_eq!(published_size(&town, &owner), 3);
}

#[test]
fn with_its_mark_a_home_sells_offline_and_sends_nothing_before_it_has_read_its_log() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner.seller().inbox().unwrap();
    let offline = away(&town);
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    assert_eq!(mark_size(&town, &owner), 1);
    assert!(owner.deliver().unwrap() > 0);
    drop(offline);

    // The rest of the market can be written, and the own log not be read: nothing leaves.
    let kid = owner.view().kid;
    let unread = Blocked::new(town.path("market/ledgers").join(kid));
    let before = tree(&town.path("market"));
    list(&owner, &mean_income());
    assert!(owner.deliver().unwrap() > 0);
    assert_eq!(tree(&town.path("market")), before, "something was sent");
    drop(unread);
    assert_eq!(owner.deliver().unwrap(), 0);
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
}

#[test]
fn a_mark_that_a_crash_left_behind_is_brought_forward() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let early = fs::read(mark_file(&town, &owner)).unwrap();
    set_cap(&owner, "9").unwrap();
    fs::write(mark_file(&town, &owner), early).unwrap();
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Newest);
    owner.deliver().unwrap();
    assert_eq!(mark_size(&town, &owner), 1);
    // Without the market too.
    set_cap(&owner, "10").unwrap();
    let offline = away(&town);
    set_cap(&owner, "11").unwrap();
    drop(offline);
    assert_eq!(mark_size(&town, &owner), 3);
}

#[test]
fn without_its_mark_a_home_sells_only_with_its_published_log() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let lose_mark = || fs::remove_file(mark_file(&town, &owner)).unwrap();
    // Nothing published yet, nothing missing.
    lose_mark();
    list(&owner, &histogram());
    assert_eq!(mark_size(&town, &owner), 0, "and the mark is made");

    set_cap(&owner, "9").unwrap();
    lose_mark();
    let offline = away(&town);
    assert_eq!(code(set_cap(&owner, "10")), "no-own-log");
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Unknown);
    drop(offline);
    // The market shows none of what this home knows that it published.
    let ledgers = town.path("market/ledgers");
    fs::rename(&ledgers, town.path("withheld")).unwrap();
    assert_eq!(code(set_cap(&owner, "10")), "no-own-log");
    assert_eq!(code(owner.deliver()), "no-own-log");
    // Something is there that this home never wrote.
    let checkpoint = ledgers.join(owner.view().kid).join("checkpoint");
    fs::create_dir_all(checkpoint.parent().unwrap()).unwrap();
    fs::write(&checkpoint, "nothing of the kind").unwrap();
    assert_eq!(code(set_cap(&owner, "10")), "no-own-log");
    assert!(!mark_file(&town, &owner).exists());
    fs::remove_dir_all(&ledgers).unwrap();
    fs::rename(town.path("withheld"), &ledgers).unwrap();
    set_cap(&owner, "10").unwrap();
    assert_eq!(mark_size(&town, &owner), 2);

    // With the mark, damage on the market is written over.
    fs::write(&checkpoint, "nothing of the kind").unwrap();
    set_cap(&owner, "11").unwrap();
    assert_eq!(published_size(&town, &owner), 3);

    // What is no mark is neither there nor missing.
    fs::write(mark_file(&town, &owner), "{}").unwrap();
    assert_eq!(code(set_cap(&owner, "12")), "mark-damaged");
}

/// A rule for everybody and all of the people.
pub(crate) fn any_rule() -> RuleDraft {
    RuleDraft {
        anyone: true,
        population: Some("people".into()),
        up_to: "8".into(),
        per_order: "100".into(),
        payment: "invoice".into(),
        ..RuleDraft::default()
    }
}

/// The mean of incomes, as a table of listings has it.
fn income_in_a_table(owner: &Home) -> ListingBatch {
    let columns = ["income".to_owned()];
    let proposed = owner
        .seller()
        .propose_listings(&parsed("people"), &columns, None);
    let mut rows = proposed.unwrap().rows;
    rows[0].stated.low = "0".to_owned();
    rows[0].stated.high = "100000".to_owned();
    ListingBatch {
        dataset: "people".to_owned(),
        price: "8:80".into(),
        rows,
        ..ListingBatch::default()
    }
}

/// Everything that a home signs of its own, or draws, asked of one that may not.
fn refuses_everything(town: &Town, owner: &Home, order: &str, listing: &str, expected: &str) {
    let auditor = town.home(&format!("auditor {expected}")).view().recipient;
    let file = town.path("never.age");
    let rule = owner.seller().add_rule(&any_rule()).unwrap();
    let before = tree(&town.path("market"));
    assert_eq!(
        code(owner.seller().approve(&parsed(order), paid("cash"))),
        expected
    );
    assert_eq!(code(owner.seller().decline(&parsed(order), "no")), expected);
    assert_eq!(
        code(
            owner
                .seller()
                .grant(&parsed(listing), &parsed(&auditor), &file)
        ),
        expected
    );
    assert_eq!(code(set_cap(owner, "9")), expected);
    assert_eq!(code(owner.seller().seal(&parsed("people"), true)), expected);
    assert_eq!(code(owner.seller().apply_rules()), expected);
    let numbers = owner.seller().my_listings().unwrap();
    let numbers = numbers.iter().find(|own| own.dataset.is_none()).unwrap();
    assert_eq!(
        code(owner.seller().seal_own_numbers(&parsed(&numbers.id))),
        expected
    );
    assert_eq!(
        code(
            owner
                .seller()
                .merge_populations(&parsed("others"), &parsed("people"))
        ),
        expected
    );
    assert_eq!(
        code(owner.seller().create_listing(&mean_income())),
        expected
    );
    assert_eq!(
        code(owner.seller().create_listings(&income_in_a_table(owner))),
        expected
    );
    assert_eq!(
        code(owner.seller().reprice(&parsed(listing), &parsed("8:90"))),
        expected
    );
    assert_eq!(code(owner.deliver()), expected);
    assert!(!file.exists());
    assert_eq!(tree(&town.path("market")), before, "something was sent");
    owner.seller().remove_rule(rule.number).unwrap();
    // Nothing is to be looked at by a rule.
    no_rule_approves(owner);
    // It opens, reads and collects.
    assert!(
        owner
            .seller()
            .inbox()
            .unwrap()
            .iter()
            .any(|item| item.order.id == order)
    );
    owner.buyer().collect().unwrap();
    owner.seller().books().unwrap();
    owner
        .seller()
        .export_ledger(&town.path("old.ledger"))
        .unwrap();
}

#[test]
fn an_old_copy_reads_and_collects_and_signs_nothing() {
    let town = Town::new();
    let (backup, ann, listing, kid) = sold_since_the_backup(&town);
    let order = town
        .home("ben")
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    restore(&town, "owner", &backup);

    // By the mark, with the published log withheld.
    let owner = town.reopen("owner");
    owner.seller().inbox().unwrap();
    let ledgers = town.path("market/ledgers");
    fs::rename(&ledgers, town.path("withheld")).unwrap();
    refuses_everything(&town, &owner, &order.id, &listing.id, "behind-mark");
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Behind);
    fs::rename(town.path("withheld"), &ledgers).unwrap();
    drop(owner);

    // By the published log, on another machine.
    restore(&town, "owner", &backup);
    let owner = town.reopen_on("owner", "elsewhere");
    owner.seller().inbox().unwrap();
    refuses_everything(&town, &owner, &order.id, &listing.id, "behind-market");
    assert_eq!(
        fs::read_dir(town.path("elsewhere")).map_or(0, Iterator::count),
        0,
        "no mark is made of an old copy"
    );
    drop(owner);

    // By the order of a buyer who has seen more, with the log withheld and the mark as old as the
    // home.
    let orders = town.path("market/orders").join(kid);
    fs::remove_dir_all(orders).unwrap();
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("4"))
        .unwrap();
    restore(&town, "owner", &backup);
    forget_the_log(&town);
    let owner = with_old_mark(&town, &backup);
    owner.seller().inbox().unwrap();
    refuses_everything(&town, &owner, &order.id, &listing.id, "behind-order");
}

#[test]
fn an_order_tells_of_entries_that_the_home_lacks_and_none_is_sold_then() {
    let town = Town::new();
    let (backup, ann, listing, _) = sold_since_the_backup(&town);
    let ben = town.home("ben");
    let ben_order = ben
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("4"))
        .unwrap();
    // Market and machine are against the owner: the log is withheld, and the mark is the backup's.
    restore(&town, "owner", &backup);
    forget_the_log(&town);
    let owner = with_old_mark(&town, &backup);
    let inbox = owner.seller().inbox().unwrap();
    let problem = |id: &str| {
        inbox
            .iter()
            .find(|item| item.order.id == id)
            .unwrap()
            .problem
            .as_ref()
            .map(|problem| problem.code.as_str())
    };
    assert_eq!(problem(&order.id), Some("behind-order"));
    let error = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap_err();
    assert_eq!(error.code().as_str(), "behind-order");
    assert!(error.message().contains("2 entries"), "{}", error.message());
    // It knows now, whoever else orders, and after it was opened again.
    assert_eq!(
        code(owner.seller().approve(&parsed(&ben_order.id), paid("cash"))),
        "behind-order"
    );
    drop(owner);
    let owner = town.reopen_on("owner", "old-state");
    assert_eq!(code(set_cap(&owner, "9")), "behind-order");
    // What vouches for the entries is not what has them.
    assert_eq!(code(owner.seller().catch_up()), "own-copies");
    assert_eq!(
        code(owner.seller().approve(&parsed(&ben_order.id), paid("cash"))),
        "sells-no-more"
    );
}

/// What an order told is no obstacle any more to a home that has all that it told of, and no more.
#[test]
fn a_home_that_reached_what_an_order_told_of_sells_on() {
    let town = Town::new();
    let (backup, ann, listing, _) = sold_since_the_backup(&town);
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("4"))
        .unwrap();
    restore(&town, "owner", &backup);
    let (ledgers, withheld) = (town.path("market/ledgers"), town.path("withheld"));
    fs::rename(&ledgers, &withheld).unwrap();
    let owner = with_old_mark(&town, &backup);
    owner.seller().inbox().unwrap();
    assert_eq!(
        code(owner.seller().approve(&parsed(&order.id), paid("cash"))),
        "behind-order"
    );
    let _ = fs::remove_dir_all(&ledgers);
    fs::rename(&withheld, &ledgers).unwrap();
    assert_eq!(owner.seller().catch_up().unwrap().entries, 2);
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Newest);
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
}

/// The owner on a machine whose mark is as it was when the home was backed up with one entry.
fn with_old_mark(town: &Town, backup: &Path) -> Home {
    let db = rusqlite::Connection::open(backup.join("poundwise.db")).unwrap();
    let note: String = db
        .query_row("SELECT note FROM checkpoints WHERE size = 1", [], |r| {
            r.get(0)
        })
        .unwrap();
    let lines: Vec<&str> = note.lines().collect();
    let kid = lines[0].strip_prefix("poundwise/").unwrap();
    let mark = format!(
        "{{\"kid\":\"{kid}\",\"size\":1,\"root\":\"{}\",\"epoch\":1}}",
        lines[2]
    );
    fs::create_dir_all(town.path("old-state")).unwrap();
    fs::write(town.path("old-state").join(format!("{kid}.mark")), mark).unwrap();
    town.reopen_on("owner", "old-state")
}

#[test]
fn a_home_whose_entries_contradict_what_was_shown_sells_no_more_for_good() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    set_cap(&owner, "9").unwrap();
    drop(owner);
    let backup = back_up(&town, "owner");
    // A second copy of the home signs an entry that never leaves.
    let twin = crate::fixture::twin_of(&town, "owner");
    let offline = away(&town);
    set_cap(&twin, "10").unwrap();
    drop(offline);
    let owner = town.reopen("owner");
    set_cap(&owner, "11").unwrap();
    let shown = tree(&town.path("market"));
    assert_eq!(code(twin.deliver()), "two-histories");
    assert_eq!(
        twin.log_standing().unwrap().state,
        StandingState::TwoHistories
    );
    // For good: also where the log is withheld later, and when it is opened again.
    drop(twin);
    fs::rename(town.path("market/ledgers"), town.path("withheld")).unwrap();
    let twin = town.reopen_on("twin", "twin-state");
    assert_eq!(code(set_cap(&twin, "12")), "sells-no-more");
    assert_eq!(code(twin.deliver()), "sells-no-more");
    assert_eq!(code(twin.seller().catch_up()), "sells-no-more");
    fs::rename(town.path("withheld"), town.path("market/ledgers")).unwrap();
    assert_eq!(tree(&town.path("market")), shown);
    // The other one sells on.
    set_cap(&owner, "12").unwrap();

    // A mark that is of another history closes too.
    drop((owner, twin));
    restore(&town, "owner", &backup);
    let mark = town.path("state").join(
        fs::read_dir(town.path("state"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .find(|name| name.to_string_lossy().ends_with(".mark"))
            .unwrap(),
    );
    let text = fs::read_to_string(&mark).unwrap();
    let mut wrong: serde_json::Value = serde_json::from_str(&text).unwrap();
    wrong["size"] = 1.into();
    fs::write(&mark, wrong.to_string()).unwrap();
    let owner = town.reopen("owner");
    assert_eq!(code(set_cap(&owner, "13")), "two-histories");
    assert_eq!(code(set_cap(&owner, "13")), "sells-no-more");

    // And one that is ahead of the home, where the published log says something else.
    drop(owner);
    restore(&town, "owner", &backup);
    wrong["size"] = 2.into();
    fs::write(&mark, wrong.to_string()).unwrap();
    let owner = town.reopen("owner");
    assert_eq!(code(set_cap(&owner, "13")), "behind-mark");
    assert_eq!(code(owner.seller().catch_up()), "two-histories");
    assert_eq!(code(set_cap(&owner, "13")), "sells-no-more");
    assert_eq!(
        owner
            .seller()
            .population(&parsed("people"))
            .unwrap()
            .cap_micro_epsilon,
        9_000_000
    );
}

/// Catching up finds it too, where nothing was sent before.
#[test]
fn a_home_that_contradicts_what_was_shown_does_not_catch_up() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    drop(owner);
    let twin = crate::fixture::twin_of(&town, "owner");
    let offline = away(&town);
    set_cap(&twin, "10").unwrap();
    drop(offline);
    let owner = town.reopen("owner");
    set_cap(&owner, "11").unwrap();
    assert_eq!(code(twin.seller().catch_up()), "two-histories");
    assert_eq!(code(twin.seller().catch_up()), "sells-no-more");
}

#[test]
fn an_order_with_another_history_closes_the_home() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    drop(owner);
    let twin = crate::fixture::twin_of(&town, "owner");
    let owner = town.reopen("owner");
    buy(&owner, &ann, &listing, "1");
    forget_the_log(&town);
    buy(&twin, &ben, &listing, "1");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();
    assert_eq!(
        code(twin.seller().approve(&parsed(&order.id), paid("cash"))),
        "sells-no-more"
    );
}

#[test]
fn without_its_own_copies_a_home_sells_no_more_until_they_are_had() {
    let town = Town::new();
    let (backup, _, listing, _) = sold_since_the_backup(&town);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    let own = own_folder(&town, &owner);
    let aside = town.path("aside");
    fs::rename(&own, &aside).unwrap();
    let error = owner.seller().catch_up().unwrap_err();
    assert_eq!(error.code().as_str(), "own-copies");
    assert_eq!(code(set_cap(&owner, "9")), "sells-no-more");
    // Copies that are damaged, or of something else, are none.
    copy_folder(&aside, &own);
    let copies = tree(&own);
    let entry = |index: usize| copies[index].clone();
    for (path, other) in [(entry(0).0, entry(1).1), (entry(1).0, entry(0).1)] {
        fs::write(path, other).unwrap();
    }
    assert_eq!(code(owner.seller().catch_up()), "own-copies");
    drop(owner);
    // Brought back, they can still be caught up with.
    for (path, bytes) in &copies {
        fs::write(path, bytes).unwrap();
    }
    let owner = town.reopen("owner");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!((caught.receipts, caught.entries), (1, 2));
    set_cap(&owner, "9").unwrap();
    assert_eq!(
        owner
            .seller()
            .withdraw(&parsed(&newest(&owner, &listing).id), "over")
            .unwrap()
            .status,
        ListingStatus::Withdrawn
    );
}

#[test]
fn a_damaged_log_on_the_market_changes_nothing() {
    let town = Town::new();
    let (backup, _, _, kid) = sold_since_the_backup(&town);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    let folder = town.path("market/ledgers").join(kid).join("tile");
    for name in ["0/000.p/2", "entries/000.p/2"] {
        let file = folder.join(name);
        let right = fs::read(&file).unwrap();
        let mut wrong = right.clone();
        *wrong.last_mut().unwrap() ^= 1;
        let before = owner.seller().books().unwrap().questions.len();
        for wrong in [Some(wrong), None] {
            match wrong {
                Some(wrong) => fs::write(&file, wrong).unwrap(),
                None => fs::remove_file(&file).unwrap(),
            }
            assert_eq!(code(owner.seller().catch_up()), "own-log-damaged", "{name}");
            assert_eq!(owner.seller().books().unwrap().questions.len(), before);
        }
        fs::write(&file, right).unwrap();
    }
    assert_eq!(owner.seller().catch_up().unwrap().receipts, 1);
}

#[test]
fn the_losses_of_a_home_that_sells_no_more_are_carried_by_a_new_one() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    let file = town.path("old.losses.json");
    assert_eq!(code(owner.seller().write_losses(&file)), "sells-still");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let income = list(&owner, &mean_income());
    buy(&owner, &ann, &income, "0.5");
    let others = PopulationDraft {
        name: "others".into(),
        cap: "20".into(),
        carried: Some("2".into()),
        ..PopulationDraft::default()
    };
    owner.seller().create_population(&others).unwrap();
    own_number(&owner, "others");
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    fs::remove_dir_all(own_folder(&town, &owner)).unwrap();
    assert_eq!(code(owner.seller().catch_up()), "own-copies");
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Lacking);
    let offline = away(&town);
    assert_eq!(code(owner.seller().write_losses(&file)), "market");
    drop(offline);
    let written = owner.seller().write_losses(&file).unwrap();
    assert_eq!(owner.log_standing().unwrap().state, StandingState::GivenUp);
    // An order that still comes says so before anybody tries to answer it.
    let late = ordered(&ann, &listing, "2");
    let waiting = owner.seller().inbox().unwrap();
    let late = waiting.iter().find(|item| item.order.id == late.id);
    let problem = late.unwrap().problem.as_ref().unwrap();
    assert_eq!(problem.code.to_string(), "sells-no-more");
    // The file can be written again.
    let again = town.path("again.losses.json");
    owner.seller().write_losses(&again).unwrap();
    assert_eq!(fs::read(&again).unwrap(), fs::read(&file).unwrap());
    // The ceilings of both listings, that too which this copy of the home never had.
    let of_name = |is_known: bool| {
        let mut losses = written.populations.iter();
        losses.find(|loss| (loss.name == "people") == is_known)
    };
    assert_eq!(written.populations.len(), 2);
    assert_eq!(of_name(true).unwrap().micro_epsilon, 16_000_000);
    // Of a population that it never had, what that carried before too.
    assert_eq!(of_name(false).unwrap().micro_epsilon, 6_000_000);
    assert_eq!(read_losses(&file).unwrap(), written.populations);
    assert_eq!(code(set_cap(&owner, "21")), "sells-no-more");
    assert_eq!(code(owner.seller().catch_up()), "sells-no-more");

    let new = town.home("new");
    let draft = |name: &str, adjacency: Option<&str>| PopulationDraft {
        name: name.into(),
        cap: "20".into(),
        adjacency: adjacency.map(str::to_owned),
        carried: Some(file.display().to_string()),
        ..PopulationDraft::default()
    };
    assert_eq!(
        code(
            new.seller()
                .create_population(&draft("people", Some("replace")))
        ),
        "population-mismatch"
    );
    let carried = new
        .seller()
        .create_population(&draft("people", None))
        .unwrap();
    assert_eq!(carried.carried_micro_epsilon, 16_000_000);
    assert_eq!(carried.loss_micro_epsilon, 16_000_000);
    // Of another version, and of another kind.
    let right = fs::read_to_string(&file).unwrap();
    let later = right.replace("poundwise-losses;v=1", "poundwise-losses;v=2");
    assert_ne!(later, right);
    for wrong in [&*later, "{}"] {
        fs::write(&file, wrong).unwrap();
        assert_eq!(code(read_losses(&file)), "losses-file");
        assert_eq!(
            code(new.seller().create_population(&draft("people", None))),
            "losses-file"
        );
    }
}

#[test]
fn it_moves_to_another_market_with_its_own_copies_and_catches_up_there_after_a_change_of_keys() {
    let town = Town::new();
    let mut owner = town.owner_with_table(Some("8"));
    set_cap(&owner, "9").unwrap();
    let fair = town.path("fair");
    fs::create_dir_all(&fair).unwrap();
    owner
        .set_market(&parsed(&fair.display().to_string()), false)
        .unwrap();
    owner.new_recovery_key(&passphrase()).unwrap();
    let kid = owner.view().kid;
    drop(owner);
    let backup = back_up(&town, "owner");
    let mut options = town.options();
    options.market = None;
    let open = || Home::open(&town.path("owner"), &passphrase(), &options).unwrap();
    let owner = open();
    set_cap(&owner, "10").unwrap();
    drop(owner);
    assert_eq!(tree(&fair.join("ledgers").join(&kid).join("own")).len(), 2);
    restore(&town, "owner", &backup);
    // Moving away does not hide that it is an old copy.
    let mut owner = open();
    assert_eq!(code(set_cap(&owner, "11")), "behind-mark");
    let other = town.path("other");
    fs::create_dir_all(&other).unwrap();
    assert_eq!(
        code(owner.set_market(&parsed(&other.display().to_string()), true)),
        "behind-mark"
    );
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!(caught.caps, 1);
    set_cap(&owner, "11").unwrap();
}

#[test]
fn an_old_copy_orders_from_others_as_before() {
    let town = Town::new();
    let (backup, ..) = sold_since_the_backup(&town);
    let seller = town.home("seller");
    population(&seller, "sold");
    let listing = own_number(&seller, "sold");
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    assert_eq!(code(owner.deliver()), "behind-mark");
    buy(&seller, &owner, &listing, "1");
}

/// One backup that restores home, state folder and market together is noticed by the next buyer who
/// comes back.
#[test]
fn everything_put_back_together_is_noticed_when_a_buyer_comes_back() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    drop(owner);
    for name in ["owner", "state", "market"] {
        copy_folder(&town.path(name), &town.path("all").join(name));
    }
    let owner = town.reopen("owner");
    buy(&owner, &ann, &listing, "1");
    let held = values(&ann, &listing);
    drop(owner);
    for name in ["owner", "state", "market"] {
        fs::remove_dir_all(town.path(name)).unwrap();
        copy_folder(&town.path("all").join(name), &town.path(name));
    }
    let owner = town.reopen("owner");
    // To somebody else the same numbers are sold again.
    let ben = town.home("ben");
    buy(&owner, &ben, &listing, "1");
    assert_eq!(values(&ben, &listing), held);
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();
    assert_eq!(
        code(owner.seller().approve(&parsed(&order.id), paid("cash"))),
        "sells-no-more"
    );
}

/// What lies in the checkpoint's place may be anything, a longer log of this home's too.
#[test]
#[cfg(unix)]
fn a_checkpoint_of_its_own_that_cannot_be_read_is_not_written_over() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    let checkpoint = log_folder(&town, &owner).join("checkpoint");
    let aside = town.path("aside");
    fs::rename(&checkpoint, &aside).unwrap();
    std::os::unix::fs::symlink(&aside, &checkpoint).unwrap();
    let shown = fs::read(&aside).unwrap();
    sell(&owner, &ann, &listing, "2");
    assert!(owner.deliver().unwrap() > 0);
    assert!(fs::symlink_metadata(&checkpoint).unwrap().is_symlink());
    assert_eq!(fs::read(&aside).unwrap(), shown);
    fs::rename(&aside, &checkpoint).unwrap();
    assert_eq!(owner.deliver().unwrap(), 0);
    assert_eq!(published_size(&town, &owner), 2);
}
