//! A home whose folder is moved or removed while it is open. A failure here means that something is
//! read or written of a home that is elsewhere, or that something appears at the place where it
//! was.

use std::fs;

use poundwise_market::{
    Approval, Error, Home, Import, Job, Passphrase, Roles, Work,
    view::{ImportOptions, MarketQuery, PopulationDraft},
};

use crate::fixture::{
    PASSPHRASE, PEOPLE, Town, histogram, list, mean_income, paid, parsed, passphrase, tree, typed,
};

#[track_caller]
fn is_moved<T>(answer: Result<T, Error>) {
    let error = answer.err().expect("the home is elsewhere");
    assert_eq!(error.code().as_str(), "home-moved", "{error}");
    assert!(!error.hints().is_empty(), "{error}");
}

fn moves(town: &Town, from: &str, to: &str) {
    fs::rename(town.path(from), town.path(to)).unwrap();
}

/// Everything that a home answers, and everything that it would write.
fn everything_is_refused(town: &Town, home: &mut Home) {
    is_moved(home.check_place());
    is_moved(home.seller().my_listings());
    is_moved(home.seller().datasets());
    is_moved(home.seller().inbox());
    is_moved(home.seller().codebooks());
    is_moved(home.buyer().holdings());
    is_moved(home.buyer().market(&MarketQuery::default()));
    is_moved(home.check());
    is_moved(home.deliver());
    is_moved(home.log_standing());
    is_moved(home.suggest_file("answer.csv"));
    is_moved(home.seller().create_population(&PopulationDraft {
        name: "others".to_owned(),
        cap: "1".to_owned(),
        new_people: true,
        ..PopulationDraft::default()
    }));
    is_moved(home.seller().import_dataset(&town.table(), &again()));
    is_moved(home.seller().create_listing(&mean_income()));
    is_moved(home.seller().export_ledger(&town.path("a.ledger")));
    let new = Passphrase::from("another passphrase altogether".to_owned());
    is_moved(home.change_passphrase(&passphrase(), &new));
    is_moved(home.new_recovery_key(&Passphrase::from(PASSPHRASE.to_owned())));
}

fn again() -> ImportOptions {
    ImportOptions {
        name: Some("again".to_owned()),
        cap: None,
        population: Some("people".to_owned()),
        ..typed(PEOPLE)
    }
}

#[test]
fn nothing_is_read_or_written_of_a_home_that_was_moved() {
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    list(&owner, &histogram());
    moves(&town, "owner", "elsewhere");
    let (there, market) = (tree(&town.path("elsewhere")), tree(&town.path("market")));
    everything_is_refused(&town, &mut owner);
    assert!(!town.path("owner").exists());
    assert!(!town.path("a.ledger").exists());
    assert_eq!(tree(&town.path("elsewhere")), there);
    assert_eq!(tree(&town.path("market")), market);
    // Back in its place it goes on; closed, it opens where it is.
    moves(&town, "elsewhere", "owner");
    assert_eq!(owner.seller().my_listings().unwrap().len(), 1);
    moves(&town, "owner", "elsewhere");
    drop(owner);
    assert!(!town.path("owner").exists());
    let owner = town.reopen("elsewhere");
    assert_eq!(owner.seller().my_listings().unwrap().len(), 1);
    owner.check().unwrap();
}

#[test]
fn another_home_in_its_place_is_neither_read_nor_changed() {
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    moves(&town, "owner", "elsewhere");
    drop(town.home("owner"));
    let before = tree(&town.path("owner"));
    everything_is_refused(&town, &mut owner);
    drop(owner);
    assert_eq!(tree(&town.path("owner")), before);
    assert!(town.reopen("owner").seller().datasets().unwrap().is_empty());
    assert_eq!(
        town.reopen("elsewhere").seller().datasets().unwrap().len(),
        1
    );
}

#[test]
fn a_home_that_was_removed_leaves_nothing_at_its_place() {
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    fs::remove_dir_all(town.path("owner")).unwrap();
    everything_is_refused(&town, &mut owner);
    drop(owner);
    assert!(!town.path("owner").exists());
}

#[test]
fn an_approval_is_not_made_in_a_home_that_was_moved_meanwhile() {
    let town = Town::new();
    let (owner, buyer) = (town.owner_with_table(None), town.home("buyer"));
    let listing = list(&owner, &histogram());
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let begin = || {
        let seller = owner.seller();
        seller.begin_approval(&parsed(&order.id), paid("cash"))
    };
    let ready = begin().unwrap().run(&Work::silent()).unwrap();
    moves(&town, "owner", "elsewhere");
    let (there, market) = (tree(&town.path("elsewhere")), tree(&town.path("market")));
    is_moved(Approval::finish(&owner, ready));
    is_moved(begin());
    assert!(!town.path("owner").exists());
    assert_eq!(tree(&town.path("elsewhere")), there);
    assert_eq!(tree(&town.path("market")), market);
    drop(owner);
    // Where it is now, it waits still.
    let owner = town.reopen("elsewhere");
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    assert_eq!(buyer.buyer().collect().unwrap().releases.len(), 1);
}

#[test]
fn a_job_that_ends_after_the_home_was_moved_stores_nothing() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let table = town.table();
    let begin = || owner.seller().begin_import(&table, &again());
    let (begun, ready) = (begin().unwrap(), begin().unwrap());
    let ready = ready.run(&Work::silent()).unwrap();
    moves(&town, "owner", "elsewhere");
    is_moved(Import::finish(&owner, ready));
    // What is missing is the home, not a folder in it.
    is_moved(begun.complete(&owner, &Work::silent()));
    assert!(!town.path("owner").exists());
    drop(owner);
    let owner = town.reopen("elsewhere");
    assert_eq!(owner.seller().datasets().unwrap().len(), 1);
    // What was written beside its tables is swept away.
    assert_eq!(tree(&town.path("elsewhere/datasets")).len(), 1);
}
