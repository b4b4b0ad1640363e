//! A listing by its id: one's own, another's, or none's, and what is said while a home cannot be
//! read.

use poundwise_documents::units::DocumentId;
use poundwise_market::{
    Home, IdPrefix, ListingOrOrder, Roles, listings_on,
    view::{ListingStatus, ListingView},
};

use crate::fixture::{Town, breaking, buy, histogram, list, mean_income, parsed};
use crate::old_copy::{newest, set_cap};

fn unknown() -> String {
    DocumentId::of("no listing").to_string()
}

#[test]
fn one_s_own_are_found_without_the_market_and_another_s_on_it() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let bea = town.home("bea");
    let listing = list(&owner, &histogram());
    let mine = |home: &Home, id: &str| -> Option<ListingView> {
        home.seller().my_listing(&parsed(id)).unwrap()
    };
    assert!(mine(&owner, &listing.id.to_string()).unwrap().mine);
    assert!(mine(&owner, &unknown()).is_none());
    assert!(mine(&bea, &listing.id.to_string()).is_none());
    assert!(!bea.buyer().listing(&parsed(&listing.id)).unwrap().mine);
    owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
    let gone = mine(&owner, &listing.id.to_string()).unwrap();
    assert_eq!(gone.status, ListingStatus::Withdrawn);
}

/// What is offered to complete an id can be bought.
#[test]
fn a_shell_is_told_the_open_listings_of_a_market() {
    let town = Town::new();
    let market = town.path("market").display().to_string();
    assert!(listings_on(&market, None).unwrap().is_empty());
    assert!(!town.path("market").exists(), "a look makes no market");
    let owner = town.owner_with_table(None);
    let (gone, open) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    owner.seller().withdraw(&parsed(&gone.id), "").unwrap();
    let named = listings_on(&market, None).unwrap();
    let named: Vec<(&str, &str)> = named
        .iter()
        .map(|name| (&*name.value, &*name.about))
        .collect();
    assert_eq!(
        named,
        [(open.id.to_string().as_str(), "Mean income, owner")]
    );
}

/// Not that there is no such listing, which may not be so.
#[test]
fn while_the_home_s_listings_cannot_be_read_that_is_what_is_said() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let auditor = town.home("auditor").view().recipient;
    list(&owner, &histogram());
    let opening = town.path("never.age");
    let asked = || {
        let id = unknown();
        let what: IdPrefix<ListingOrOrder> = parsed(&id);
        let granted = owner.seller().grant(&what, &parsed(&auditor), &opening);
        [
            owner.buyer().listing(&parsed(&id)).err(),
            owner.seller().curves(&parsed(&id)).err(),
            granted.err(),
        ]
        .map(|error| error.unwrap().code().as_str())
    };
    assert_eq!(asked(), ["no-such-id"; 3]);
    breaking(&town.path("owner"), "listings", || {
        let why = owner.seller().my_listings().err().unwrap();
        assert_eq!(asked(), [why.code().as_str(); 3]);
        assert_ne!(why.code().as_str(), "no-such-id");
        let mine = owner.seller().my_listing(&parsed(&unknown()));
        assert_eq!(mine.err().unwrap().code(), why.code());
    });
    assert_eq!(asked(), ["no-such-id"; 3]);
    assert!(!opening.exists());
}

/// What is held is of a question, and each version that somebody has seen names it.
#[test]
fn what_is_held_is_found_by_a_version_of_its_listing_that_was_only_ordered() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let first = list(&owner, &histogram());
    buy(&owner, &ann, &first, "1");
    set_cap(&owner, "9").unwrap();
    let next = newest(&owner, &first);
    let held = |listing: &ListingView| ann.buyer().holding(&parsed(&listing.id));
    assert_eq!(held(&next).unwrap_err().code().as_str(), "no-such-id");
    let order = ann.buyer().order(&parsed(&next.id), parsed("2"));
    order.unwrap();
    assert_eq!(held(&next).unwrap().listing.id, first.id);
    assert_eq!(held(&first).unwrap().listing.id, first.id);
}
