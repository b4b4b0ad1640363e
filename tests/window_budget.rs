//! A population in a real window: whose answers they are and the cap are asked for in plain words
//! with the guess beside it, another cap says what it does before it is signed, and the budget is
//! planned by other ceilings and prices. In both languages.

use std::{path::Path, thread};

use crate::{
    support::{
        Desk,
        sight::{axe, draw, look},
    },
    trade::{self, paid, parsed},
};
use poundwise_market::{
    Roles,
    view::{ListingDraft, ListingView},
};

/// An owner of the sample people with two listings, of which one is sold up to ε 2.
fn home(folder: &Path) {
    let market = folder.join("market");
    let owner = trade::create(&folder.join("owner"), "Clinic", &market);
    let buyer = trade::create(&folder.join("buyer"), "Institute", &market);
    let married: ListingView = trade::offer(&owner, folder);
    let everybody = ListingDraft {
        title: Some("All people".to_owned()),
        filters: Vec::new(),
        ..trade::married()
    };
    owner.seller().create_listing(&everybody).unwrap();
    let order = buyer
        .buyer()
        .order(&parsed(&married.id), parsed("2"))
        .unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid("REF 1"))
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cap_is_chosen_by_its_guess_changed_by_its_effects_and_planned() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    // A home runs a market store of its own, which cannot be inside of the test's runtime.
    thread::spawn(move || home(Path::new(&folder)))
        .join()
        .unwrap();
    let axe = axe();
    let owner = desk.home("owner").await;
    let mut wrong = Vec::new();

    // Whose answers, what follows, and a cap with its guess.
    owner.click("nav-populations").await;
    owner.click("new-population").await;
    owner.click("population-create").await;
    owner.reads("error-note", "cap").await;
    owner.sees("error-note", 1).await;
    owner.click("new-one-household").await;
    owner.sees("error-note", 0).await;
    owner.reads("new-protected", "one household").await;
    owner.reads("new-cap-guess", "95.3%").await;
    owner.write("new-cap", "0.5").await;
    owner.reads("new-cap-own-guess", "62.3%").await;
    wrong.extend(look(&owner, "a new population", &axe).await);
    draw(&owner, "population-new-en").await;
    owner.click("new-cap-6").await;
    owner.write("new-population-name", "households").await;
    owner.click("population-create").await;
    owner.reads("population-cap-now", "ε 6").await;

    // The cap of the people is changed by what it would do.
    owner.click("nav-populations").await;
    owner
        .click_in("population-row", "people", "population-open")
        .await;
    owner.reads("budget-said", "Sold so far: ε 2 of").await;
    owner.click("population-cap").await;
    owner.write("population-cap-value", "30").await;
    owner
        .reads("population-cap-preview", "breaks a promise")
        .await;
    owner
        .reads("population-cap-preview", "2 open listings get new versions")
        .await;
    owner.click("population-cap-confirm").await;
    owner.sees("error-note", 1).await;
    wrong.extend(look(&owner, "a raised cap", &axe).await);
    draw(&owner, "population-raise-en").await;
    owner.write("population-cap-value", "5").await;
    owner.sees("error-note", 0).await;
    owner
        .reads("population-cap-preview", "can no longer be sold up to")
        .await;
    owner.sees("population-cap-reason", 0).await;
    draw(&owner, "population-lower-en").await;
    owner.click("population-cap-confirm").await;
    owner.reads("population-cap-now", "ε 5").await;

    // The budget: the second listing can still reach 3, whatever its ceiling.
    owner.sees("budget-row", 2).await;
    owner.reads("budget-reach", "3").await;
    owner.reads("budget-said", "can never be sold").await;
    owner.write("budget-ceiling", "2").await;
    owner.write("budget-price", "7.50").await;
    owner.reads("budget-reach", "2").await;
    owner.click("budget-add").await;
    owner.write("budget-made-title", "Mean income").await;
    owner.write("budget-made-ceiling", "0").await;
    owner.sees("budget-problem", 1).await;
    owner.write("budget-made-ceiling", "0.5").await;
    owner.sees("budget-problem", 0).await;
    owner.write("budget-made-price", "3").await;
    wrong.extend(look(&owner, "a planned budget", &axe).await);
    draw(&owner, "budget-en").await;
    owner.write("budget-ceiling", "99").await;
    owner.sees("budget-problem", 1).await;
    owner.click("budget-reset").await;
    owner.sees("budget-problem", 0).await;
    owner.sees("budget-made", 0).await;

    // In German, with a decimal comma.
    owner.click("nav-settings").await;
    owner.choose("settings-language", "de").await;
    owner.click("nav-populations").await;
    owner.reads("population-row", "Haushalt").await;
    owner.click("new-population").await;
    owner.write("new-cap", "2,5").await;
    owner.reads("new-cap-own-guess", "92,5").await;
    wrong.extend(look(&owner, "eine neue Population", &axe).await);
    draw(&owner, "population-new-de").await;
    owner
        .click_in("population-row", "people", "population-open")
        .await;
    owner.click("population-cap").await;
    owner.write("population-cap-value", "6,5").await;
    owner.reads("population-cap-preview", "Versprechen").await;
    draw(&owner, "population-raise-de").await;
    owner.click("population-cap-cancel").await;
    owner.write("budget-ceiling", "2,5").await;
    owner.reads("budget-reach", "2,5").await;
    wrong.extend(look(&owner, "ein Budget", &axe).await);
    draw(&owner, "budget-de").await;

    // In the form of a listing the cap is seen with it.
    owner.click("nav-listings").await;
    owner.click("new-listing").await;
    owner.write("listing-ceiling", "2,5").await;
    owner.click("listing-budget").await;
    owner.sees("budget-list", 1).await;
    owner.reads("budget-list", "höchstens 2,5").await;
    wrong.extend(look(&owner, "the form with its budget", &axe).await);
    draw(&owner, "form-budget-de").await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}
