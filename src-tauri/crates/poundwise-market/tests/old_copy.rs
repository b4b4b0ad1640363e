//! A home that may be an old copy of itself: it does not sell, and catches up.

mod contradicted;
mod refused;

use crate::fixture::drafts::{ends, own_numbers};
use poundwise_market::{Number, ValueSpec};
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::{
    Town, UnwritableMark, buy, copy_folder, dishonest, histogram, list, log_folder, mean_income,
    paid, parsed, passphrase, population, published_size, sell, tree,
};
use poundwise_documents::{market::own_path, units::DocumentId};
use poundwise_exchange::operations::{self, Operation};
use poundwise_home::Inside;
use poundwise_market::view::{ListingDraft, ListingStatus, ListingView, RuleDraft, StandingState};
use poundwise_market::{Home, Roles};

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

/// Confirms a home with the code of its last entry, as its owner would.
pub(crate) fn confirm(home: &Home) {
    let size = home.log_standing().unwrap().entries;
    let code = home.inside().log_code(size).unwrap();
    home.seller().confirm_newest(code).unwrap();
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
        .join(owner.view().kid.to_string())
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
pub(crate) fn sold_since_the_backup(town: &Town) -> (PathBuf, Home, ListingView, String) {
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
    (backup, ann, listing, kid.to_string())
}

/// A number of the owner's own.
pub(crate) fn own_number(owner: &Home, population: &str) -> ListingView {
    owner
        .seller()
        .create_listing(&ListingDraft {
            title: Some("A listing".into()),
            price: "4:40".into(),
            ..ListingDraft::new(
                own_numbers(population),
                ValueSpec {
                    value: Number::parse("12").unwrap(),
                    bounds: ends("0..100"),
                    step: parsed("1"),
                    distance: parsed("5"),
                    unit: String::new(),
                }
                .into(),
            )
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
    assert_eq!(mark_size(&town, &owner), 1, "of its population");
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    assert_eq!(mark_size(&town, &owner), 2);
    set_cap(&owner, "9").unwrap();
    assert_eq!(mark_size(&town, &owner), 3);
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
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    assert_eq!(mark_size(&town, &owner), 4);
    // One that is up to date need not be written.
    let blocked = UnwritableMark::new(mark_file(&town, &owner));
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    drop(blocked);
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
}

/// Any member can put such objects there, and each one read is a request to a server.
#[test]
fn foreign_objects_among_the_own_copies_are_read_once_and_only_if_they_have_the_length_of_one() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let kid = owner.view().kid;
    for (number, length) in [(5, 1), (6, 4095), (7, 4500), (8, 9000), (9, 128 * 1024 + 1)] {
        let name = own_path(&kid, number, &DocumentId::of(&number.to_string()));
        fs::write(town.path("market").join(name), vec![b'x'; length]).unwrap();
    }
    let read = |cap: &str| -> usize {
        let _ = operations::take();
        set_cap(&owner, cap).unwrap();
        let asked = operations::take().into_iter();
        asked
            .filter(|(operation, name)| {
                *operation == Operation::Read
                    && [5, 6, 7, 8, 9].iter().any(|number| {
                        *name == own_path(&kid, *number, &DocumentId::of(&number.to_string()))
                    })
            })
            .count()
    };
    assert_eq!((read("9"), read("10")), (2, 0));
    // What was replaced may be an own copy.
    let name = own_path(&kid, 7, &DocumentId::of("7"));
    fs::write(town.path("market").join(name), vec![b'y'; 4500]).unwrap();
    assert_eq!(read("11"), 1);
    assert_eq!(owner.check().unwrap().mended.unwrap().junk, 5);
}

#[test]
fn own_copies_are_there_before_the_log_is_shown_once_each_and_of_one_size() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    // The own copy cannot be sent: neither log nor delivery are.
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let blocked = Blocked::new(own_folder(&town, &owner));
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    assert_eq!(published_size(&town, &owner), 1, "its population alone");
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 0);
    drop(blocked);
    // A listing leaves after the earlier entries. Deliveries leave last.
    let blocked = Blocked::new(town.path("market/listings"));
    list(&owner, &mean_income());
    assert_eq!(code(owner.deliver()), "market-entry");
    assert_eq!(published_size(&town, &owner), 2);
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 0);
    drop(blocked);
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
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
    assert_eq!(copies.len(), 4);
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
    assert_eq!((mended.mended.own_copies, mended.entries), (1, 4));
    assert_eq!(tree(&own_folder(&town, &owner)).len(), 4);
    fs::remove_dir_all(town.path("market/ledgers")).unwrap();
    owner.deliver().unwrap();
    assert_eq!(tree(&own_folder(&town, &owner)).len(), 4);
    assert_eq!(published_size(&town, &owner), 4);
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
    assert_eq!(mark_size(&town, &owner), 2);
    assert!(owner.deliver().unwrap().undelivered > 0);
    drop(offline);

    // The rest of the market can be written, and the own log not be read: nothing leaves.
    let kid = owner.view().kid;
    let unread = Blocked::new(town.path("market/ledgers").join(kid.to_string()));
    let before = tree(&town.path("market"));
    list(&owner, &mean_income());
    assert_eq!(code(owner.deliver()), "market-entry");
    assert_eq!(tree(&town.path("market")), before, "something was sent");
    drop(unread);
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
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
    assert_eq!(mark_size(&town, &owner), 2);
    // Without the market too.
    set_cap(&owner, "10").unwrap();
    let offline = away(&town);
    set_cap(&owner, "11").unwrap();
    drop(offline);
    assert_eq!(mark_size(&town, &owner), 4);
}

#[test]
fn home_without_its_mark_sells_only_after_confirmation_on_its_market() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let lose_mark = || fs::remove_file(mark_file(&town, &owner)).unwrap();
    lose_mark();
    assert_eq!(code(set_cap(&owner, "9")), "unconfirmed-home");
    confirm(&owner);
    list(&owner, &histogram());
    set_cap(&owner, "9").unwrap();
    lose_mark();
    let offline = away(&town);
    assert_eq!(code(set_cap(&owner, "10")), "no-own-log");
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Unknown);
    drop(offline);
    // The market shows no published entries of this home, or other ones.
    let ledgers = town.path("market/ledgers");
    fs::rename(&ledgers, town.path("withheld")).unwrap();
    let checkpoint = ledgers
        .join(owner.view().kid.to_string())
        .join("checkpoint");
    for something in [false, true] {
        if something {
            fs::create_dir_all(checkpoint.parent().unwrap()).unwrap();
            fs::write(&checkpoint, "nothing of the kind").unwrap();
        }
        assert_eq!(code(set_cap(&owner, "10")), "unconfirmed-home");
        assert_eq!(code(owner.deliver()), "unconfirmed-home");
        assert_eq!(code(owner.seller().catch_up()), "unconfirmed-home");
    }
    assert!(!mark_file(&town, &owner).exists());
    fs::remove_dir_all(&ledgers).unwrap();
    fs::rename(town.path("withheld"), &ledgers).unwrap();
    confirm(&owner);
    set_cap(&owner, "10").unwrap();

    // With the mark, damage on the market is written over.
    fs::write(&checkpoint, "nothing of the kind").unwrap();
    set_cap(&owner, "11").unwrap();
    assert_eq!(
        published_size(&town, &owner),
        owner.log_standing().unwrap().entries
    );
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

#[test]
fn without_its_own_copies_a_home_sells_no_more_until_they_are_had() {
    let town = Town::new();
    let (backup, _, listing, _) = sold_since_the_backup(&town);
    let missing = dishonest::entries(&town, "owner")[3];
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    let own = own_folder(&town, &owner);
    let aside = town.path("aside");
    fs::rename(&own, &aside).unwrap();
    let error = owner.seller().catch_up().unwrap_err();
    assert_eq!(error.code().as_str(), "own-copies");
    let (_, named) = error.message().split_once("catch up: ").unwrap();
    assert_eq!(
        named,
        format!("entry {missing}. This home no longer sells.")
    );
    assert_eq!(code(set_cap(&owner, "9")), "sells-no-more");
    // Copies that are damaged, or of something else, are none.
    copy_folder(&aside, &own);
    let copies = tree(&own);
    for ((path, _), (_, other)) in copies.iter().zip(copies.iter().cycle().skip(1)) {
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
    assert_eq!((caught.receipts, caught.entries), (1, 4));
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
fn of_many_entries_that_are_not_to_be_had_some_are_named() {
    let town = Town::new();
    drop(town.owner_with_table(Some("8")));
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    for cap in 9..15 {
        set_cap(&owner, &cap.to_string()).unwrap();
    }
    let own = own_folder(&town, &owner);
    drop(owner);
    fs::remove_dir_all(own).unwrap();
    restore(&town, "owner", &backup);
    let refused = town.reopen("owner").seller().catch_up().unwrap_err();
    let (_, named) = refused.message().split_once("catch up: ").unwrap();
    assert_eq!(named.matches("entry ").count(), 5, "{named}");
    assert!(
        named.ends_with(" and 1 more. This home no longer sells."),
        "{named}"
    );
}

#[test]
fn a_damaged_log_on_the_market_changes_nothing() {
    let town = Town::new();
    let (backup, _, _, kid) = sold_since_the_backup(&town);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    let folder = town.path("market/ledgers").join(kid).join("tile");
    for name in ["0/000.p/4", "entries/000.p/4"] {
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

/// Its first entries are no exception.
#[test]
fn a_damaged_log_on_the_market_changes_nothing_in_an_empty_home() {
    let town = Town::new();
    drop(town.home("owner"));
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    population(&owner, "people");
    let tiles = own_folder(&town, &owner).with_file_name("tile");
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    for name in ["0/000.p/1", "entries/000.p/1"] {
        let file = tiles.join(name);
        let right = fs::read(&file).unwrap();
        let mut wrong = right.clone();
        *wrong.last_mut().unwrap() ^= 1;
        fs::write(&file, wrong).unwrap();
        assert_eq!(code(owner.seller().catch_up()), "own-log-damaged", "{name}");
        fs::write(&file, right).unwrap();
    }
    assert_eq!(owner.seller().catch_up().unwrap().population_entries, 1);
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
    assert_eq!(
        tree(&fair.join("ledgers").join(kid.to_string()).join("own")).len(),
        3
    );
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
    assert_eq!(caught.population_entries, 1);
    set_cap(&owner, "11").unwrap();
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
    assert_eq!(code(owner.deliver()), "market-entry");
    assert!(fs::symlink_metadata(&checkpoint).unwrap().is_symlink());
    assert_eq!(fs::read(&aside).unwrap(), shown);
    fs::rename(&aside, &checkpoint).unwrap();
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    assert_eq!(published_size(&town, &owner), 3);
}
