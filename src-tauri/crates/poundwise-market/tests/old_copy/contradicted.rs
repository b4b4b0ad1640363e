//! A home whose entries contradict what its owner has shown, and what becomes of its losses.

use std::fs;
use std::path::Path;

use super::{away, back_up, code, confirm, own_folder, own_number, restore, set_cap};
use crate::fixture::shop::ordered;
use crate::fixture::{
    Town, buy, copy_folder, forget_the_log, histogram, list, mean_income, order_anyway, paid,
    parsed, tree, values,
};
use poundwise_home::Inside;
use poundwise_market::view::{PopulationDraft, StandingState};
use poundwise_market::{Home, Roles, read_losses};

/// Opens the owner's home on a machine with the mark from the time of the backup.
pub(super) fn with_old_mark(town: &Town, backup: &Path) -> Home {
    copy_folder(backup, &town.path("backed-up"));
    let then = town.reopen_on("backed-up", "old-state");
    then.inside().write_mark(None).unwrap();
    drop(then);
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

    // A valid mark of another history also closes the home.
    let kid = owner.view().kid;
    drop((owner, twin));
    let mark = town.path("state").join(format!("{kid}.mark"));
    let others = town.path("twin-state").join(format!("{kid}.mark"));
    copy_folder(&town.path("owner"), &town.path("newest"));
    fs::copy(&others, &mark).unwrap();
    let owner = town.reopen("owner");
    assert_eq!(code(set_cap(&owner, "13")), "two-histories");
    assert_eq!(code(set_cap(&owner, "13")), "sells-no-more");

    // And one that is ahead of the home, where the published log says something else.
    drop(owner);
    restore(&town, "owner", &backup);
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

    // The contradiction is found before the missing own copies are.
    let own = own_folder(&town, &owner);
    drop(owner);
    fs::remove_dir_all(own).unwrap();
    restore(&town, "owner", &town.path("newest"));
    fs::copy(&others, &mark).unwrap();
    let owner = town.reopen("owner");
    assert_eq!(code(owner.seller().catch_up()), "two-histories");
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

/// It does not ask for its own copies first, which no market has.
#[test]
fn an_old_copy_that_contradicts_what_was_shown_does_not_catch_up() {
    let town = Town::new();
    drop(town.owner_with_table(Some("8")));
    let twin = crate::fixture::twin_of(&town, "owner");
    let offline = away(&town);
    set_cap(&twin, "10").unwrap();
    drop((twin, offline));
    let backup = back_up(&town, "twin");
    let twin = town.reopen_on("twin", "twin-state");
    let offline = away(&town);
    set_cap(&twin, "12").unwrap();
    drop((twin, offline));
    set_cap(&town.reopen("owner"), "11").unwrap();
    restore(&town, "twin", &backup);
    let twin = town.reopen_on("twin", "twin-state");
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

/// Of what orders told only the longest is noted, and waited for.
#[test]
fn an_order_with_another_history_closes_a_home_that_caught_up_since_it_was_read() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let (sold, other) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    drop(owner);
    let backup = back_up(&town, "owner");
    let aside = |name: &str| fs::rename(town.path("market").join(name), town.path(name)).unwrap();
    let put_back = |name: &str| copy_folder(&town.path(name), &town.path("market").join(name));
    // One copy of the home sells twice, another one once.
    let twin = crate::fixture::twin_of(&town, "owner");
    for level in ["1", "2"] {
        buy(&twin, &ben, &sold, level);
    }
    ordered(&ben, &sold, "4");
    drop(twin);
    aside("ledgers");
    aside("orders");
    let owner = town.reopen("owner");
    buy(&owner, &ann, &sold, "1");
    let order = ordered(&ann, &other, "1");
    drop(owner);
    forget_the_log(&town);
    put_back("orders");
    restore(&town, "owner", &backup);
    let owner = town.reopen_on("owner", "new-state");
    owner.seller().inbox().unwrap();
    let approved = || code(owner.seller().approve(&parsed(&order.id), paid("cash")));
    assert_eq!(approved(), "behind-order");
    put_back("ledgers");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!((caught.entries, caught.unconfirmed), (3, true));
    assert_eq!(approved(), "unconfirmed-home");
    confirm(&owner);
    assert_eq!(approved(), "two-histories");
    assert_eq!(approved(), "sells-no-more");
}

#[test]
fn the_losses_of_a_home_that_sells_no_more_are_carried_by_a_new_one() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let file = town.path("old.losses.json");
    buy(&owner, &ann, &listing, "1");
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
        new_people: true,
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
    let late = order_anyway(&ann, &listing, "2").unwrap();
    let waiting = owner.seller().inbox().unwrap();
    let late = waiting.iter().find(|item| item.order.id == late.id);
    let problem = late.unwrap().problem.as_ref().unwrap();
    assert_eq!(problem.code.to_string(), "sells-no-more");
    // The file can be written again.
    let again = town.path("again.losses.json");
    owner.seller().write_losses(&again).unwrap();
    assert_eq!(read_losses(&again).unwrap(), read_losses(&file).unwrap());
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
        new_people: true,
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
    // The unit of the file may be stated too, or be left empty.
    let other = of_name(false).unwrap();
    let same = PopulationDraft {
        unit_name: Some(" ".into()),
        ..draft(&other.name, Some("add-remove"))
    };
    let carried = new.seller().create_population(&same).unwrap();
    assert_eq!(carried.carried_micro_epsilon, other.micro_epsilon);
    let again = new.seller().create_population(&same);
    assert_eq!(code(again), "population-exists");
    // A signed document of another kind, and a text that is not a document.
    let listings = fs::read_dir(town.path("market/listings")).unwrap();
    let listed = listings.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let other = listed.last().unwrap();
    for wrong in [&*other, "{}"] {
        fs::write(&file, wrong).unwrap();
        assert_eq!(code(read_losses(&file)), "losses-file");
        assert_eq!(
            code(new.seller().create_population(&draft("people", None))),
            "losses-file"
        );
    }
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
