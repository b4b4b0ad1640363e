//! A population in a real window: whose answers they are and the cap are asked for in plain words
//! with the guess beside it, another cap says what it does before it is signed, and the budget is
//! planned by other ceilings and prices. In both languages.

use crate::trade::drafts::filtered;
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
    view::{ListingDraft, ListingView, PopulationDraft},
};

/// An owner of the sample people with two listings, of which one is sold up to ε 2.
fn home(folder: &Path) {
    let market = folder.join("market");
    let owner = trade::create(&folder.join("owner"), "Clinic", &market);
    let buyer = trade::create(&folder.join("buyer"), "Institute", &market);
    let married: ListingView = trade::offer(&owner, folder);
    let everybody = ListingDraft {
        title: Some("All people".to_owned()),
        ..filtered(trade::married(), Vec::new())
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
    // All that is wrong is told at once, and each error goes with its field.
    owner
        .reads("error-note", "None of these people may be")
        .await;
    owner.sees("error-note", 3).await;
    owner.is_focused("new-people").await;
    owner.click("new-people").await;
    owner.sees("error-note", 2).await;
    owner.reads("error-note", "cap").await;
    owner.click("new-one-household").await;
    owner.write("new-population-name", "households").await;
    owner.sees("error-note", 1).await;
    owner.reads("new-protected", "one household").await;
    owner.reads("new-cap-guess", "95.3%").await;
    owner.write("new-cap", "0.5").await;
    owner.sees("error-note", 0).await;
    owner.reads("new-cap-own-guess", "62.3%").await;
    wrong.extend(look(&owner, "a new population", &axe).await);
    draw(&owner, "population-new-en").await;
    owner.click("new-cap-6").await;
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
    owner.reads("population-cap-preview", "Zusage").await;
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

/// The home of [`home`], whose listings are withdrawn, with two more populations.
fn home_to_merge(folder: &Path) {
    home(folder);
    let owner = trade::open(&folder.join("owner"), &folder.join("market")).unwrap();
    let seller = owner.seller();
    for listing in seller.my_listings().unwrap() {
        if listing.title != "All people" {
            seller.withdraw(&parsed(&listing.id), "").unwrap();
        }
    }
    for (name, unit_name) in [("clients", "person"), ("homes", "household")] {
        let draft = PopulationDraft {
            name: name.into(),
            unit_name: Some(unit_name.into()),
            cap: "6".into(),
            carried: Some("1.5".into()),
            new_people: true,
            ..PopulationDraft::default()
        };
        seller.create_population(&draft).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_population_is_merged_by_what_that_does() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    thread::spawn(move || home_to_merge(Path::new(&folder)))
        .join()
        .unwrap();
    let axe = axe();
    let owner = desk.home("owner").await;
    owner.click("nav-settings").await;
    owner.choose("settings-language", "de").await;
    owner.click("nav-populations").await;
    owner
        .click_in("population-row", "people", "population-open")
        .await;
    owner.click("population-merge").await;
    // What stands against it is told at once, and is gone with another choice.
    owner.choose("population-merge-into", "homes").await;
    owner.reads("error-note", "homes").await;
    owner.choose("population-merge-into", "clients").await;
    owner.sees("error-note", 0).await;
    owner
        .reads("population-merge-preview", "„All people“")
        .await;
    owner.click("population-merge-cancel").await;
    owner.click("nav-listings").await;
    owner
        .click_in("listing-row", "All people", "listing-open")
        .await;
    owner.click("withdraw").await;
    owner
        .write("withdraw-reason", "Sie wird neu gefragt.")
        .await;
    owner.click("withdraw-confirm").await;
    owner.click("nav-populations").await;
    owner
        .click_in("population-row", "people", "population-open")
        .await;
    owner.click("population-merge").await;
    owner.choose("population-merge-into", "clients").await;
    owner
        .reads(
            "population-merge-preview",
            "Der Verlust von „clients“ wächst von ε 1,5 um ε 2 auf ε 3,5.",
        )
        .await;
    owner.sees("error-note", 0).await;
    let mut wrong = look(&owner, "a merge", &axe).await;
    draw(&owner, "population-merge-de").await;
    owner.click("population-merge-sure").await;
    owner.click("population-merge-confirm").await;
    // It lands where everything counts now, and says so.
    owner.reads("population-taken", "people").await;
    owner.says("ε 3,5").await;
    wrong.extend(look(&owner, "a population that took over", &axe).await);
    draw(&owner, "population-took-over-de").await;
    owner.click("nav-populations").await;
    owner.says("zählt dort").await;
    draw(&owner, "populations-merged-de").await;
    // What was sold before counts once more where it is listed again.
    owner.click("nav-listings").await;
    owner
        .click_in("listing-row", "Married people", "listing-open")
        .await;
    owner.click("duplicate").await;
    owner.write("listing-ceiling", "4").await;
    owner
        .reads(
            "listing-guess",
            "bis ε 2 verkauft, bevor ihre Population vereinigt wurde",
        )
        .await;
    draw(&owner, "form-counts-again-de").await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}
