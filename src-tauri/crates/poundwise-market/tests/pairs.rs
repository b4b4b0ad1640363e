//! Caps and losses of two parts: ε over pure families, ρ over Gaussian-like ones.
//!
//! No family charges ρ yet, so a loss of ρ comes from elsewhere.

use crate::{
    fixture::{
        PEOPLE, Town, buy, histogram, list, mean_income, offered, order_anyway, paid, parsed, typed,
    },
    old_copy::{back_up, restore},
};
use poundwise_documents::units::LossPair;
use poundwise_market::{
    ErrorCode, Home, PromiseRequest, Roles, audit_files,
    view::{ImportOptions, PopulationDraft, PopulationView, StandingState},
};

/// A population with a cap of ε 20 and ρ 0.3, which carries ε 1.5 and ρ 0.02.
fn of_two_parts() -> ImportOptions {
    ImportOptions {
        cap: Some("20".into()),
        cap_rho: Some("0.3".into()),
        carried: Some("1.5".into()),
        carried_rho: Some("0.02".into()),
        ..typed(PEOPLE)
    }
}

fn seller_of(town: &Town) -> Home {
    let owner = town.home("owner");
    let imported = owner
        .seller()
        .import_dataset(&town.table(), &of_two_parts());
    imported.unwrap();
    owner
}

fn people(owner: &Home) -> PopulationView {
    owner.seller().population(&parsed("people")).unwrap()
}

fn set_cap(owner: &Home, cap: &str, reason: &str) -> Result<PopulationView, ErrorCode> {
    let cap: LossPair = parsed(cap);
    let changed = owner.seller().set_cap(&parsed("people"), cap, reason);
    changed.map_err(|error| error.code())
}

#[track_caller]
fn holds(town: &Town, owner: &Home) -> poundwise_market::AuditReport {
    let file = town.path("all.ledger");
    owner.seller().export_ledger(&file).unwrap();
    let report = audit_files(&[file, town.path("market")]).unwrap();
    assert_eq!(report.findings(), []);
    report
}

#[test]
fn both_parts_are_stated_by_listings_receipts_and_entries() {
    let town = Town::new();
    let owner = seller_of(&town);
    let ann = town.home("ann");
    let made = people(&owner);
    assert_eq!(
        (made.cap_micro_epsilon, made.cap_nano_rho),
        (20_000_000, 300_000_000)
    );
    assert_eq!(
        (made.carried_micro_epsilon, made.carried_nano_rho),
        (1_500_000, 20_000_000)
    );
    let listing = list(&owner, &histogram());
    assert_eq!(
        (listing.cap_nano_rho, listing.carried_nano_rho),
        (300_000_000, 20_000_000)
    );
    let receipt = buy(&owner, &ann, &listing, "2");
    assert_eq!(
        (
            receipt.population_loss_micro_epsilon,
            receipt.population_loss_nano_rho
        ),
        (3_500_000, 20_000_000)
    );
    let books = holds(&town, &owner).books()[0].populations[0].clone();
    assert_eq!(
        (books.loss_micro_epsilon, books.loss_nano_rho),
        (3_500_000, 20_000_000)
    );
    assert_eq!(books.cap_nano_rho.get(), 300_000_000);

    // The promise reads the whole pair.
    let asked = PromiseRequest::read(&Default::default()).unwrap();
    let promise = owner.seller().promise(&parsed("people"), &asked).unwrap();
    assert_eq!(
        (promise.now.nano_rho, promise.cap.nano_rho),
        (20_000_000, 300_000_000)
    );
    assert_eq!((promise.now.pure, promise.cap.pure), (None, None));
    assert!(
        promise
            .now
            .curve
            .iter()
            .all(|at| at.micro_epsilon > 3_500_000)
    );
    assert_eq!(promise.now.guess, people(&owner).guess_now);
}

#[test]
fn a_part_of_a_cap_is_raised_with_a_reason_only() {
    let town = Town::new();
    let owner = seller_of(&town);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    assert_eq!(
        set_cap(&owner, "20,0.3", "why not").err(),
        Some(ErrorCode::CapUnchanged)
    );
    for raised in ["20,0.300000001", "10,0.4", "20.000001,0.1"] {
        assert_eq!(
            set_cap(&owner, raised, " ").err(),
            Some(ErrorCode::NoReason),
            "{raised}"
        );
    }
    assert_eq!(
        set_cap(&owner, "0,0", "none").unwrap_err().as_str(),
        "zero-epsilon"
    );
    let order = order_anyway(&ann, &listing, "2").unwrap();

    // Below the loss of ρ nothing is sold, although ε has room.
    let lowered = set_cap(&owner, "20,0.01", "").unwrap();
    let entry = lowered.entries.last().unwrap();
    assert_eq!(
        (entry.old_nano_rho, entry.new_nano_rho),
        (Some(300_000_000), 10_000_000)
    );
    let refused = owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap_err();
    assert_eq!(refused.code(), ErrorCode::OverCap);
    assert!(
        refused
            .message()
            .contains("ε 3.5, ρ 0.02, over its cap of ε 20, ρ 0.01"),
        "{refused}"
    );
    let preview = owner
        .seller()
        .preview_cap(&parsed("people"), parsed("20,0.02"))
        .unwrap();
    assert_eq!(
        (preview.now.cap_nano_rho, preview.then.cap_nano_rho),
        (10_000_000, 20_000_000)
    );
    assert_eq!(
        (preview.loss_nano_rho, preview.short_listings),
        (20_000_000, 0)
    );

    set_cap(&owner, "20,0.4", "Approved by the board.").unwrap();
    // A raised part has new versions of the listings signed.
    let versions = offered(&ann, "");
    assert_eq!(versions.len(), 1);
    assert_eq!(versions[0].cap_nano_rho, 400_000_000);
    buy(&owner, &ann, &versions[0], "2");
    holds(&town, &owner);
}

#[test]
fn a_cap_of_rho_alone_sells_no_pure_question() {
    let town = Town::new();
    let owner = town.home("owner");
    let options = ImportOptions {
        cap: None,
        cap_rho: Some("0.1".into()),
        ..typed(PEOPLE)
    };
    owner
        .seller()
        .import_dataset(&town.table(), &options)
        .unwrap();
    let made = people(&owner);
    assert_eq!(
        (made.cap_micro_epsilon, made.cap_nano_rho),
        (0, 100_000_000)
    );
    let refused = owner.seller().create_listing(&histogram()).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::CeilingOverCap);
}

#[test]
fn a_merge_and_a_file_of_losses_carry_both_parts() {
    let town = Town::new();
    let owner = seller_of(&town);
    let others = PopulationDraft {
        name: "others".into(),
        cap: "8".into(),
        cap_rho: Some("0.1".into()),
        carried: Some("2".into()),
        carried_rho: Some("0.000000001".into()),
        new_people: true,
        ..PopulationDraft::default()
    };
    owner.seller().create_population(&others).unwrap();
    let (from, into) = (parsed("others"), parsed("people"));
    let preview = owner.seller().preview_merge(&from, &into).unwrap();
    assert_eq!(
        (preview.brought_nano_rho, preview.loss_after_nano_rho),
        (1, 20_000_001)
    );
    let merged = owner.seller().merge_populations(&from, &into).unwrap();
    assert_eq!(
        (merged.carried_micro_epsilon, merged.carried_nano_rho),
        (3_500_000, 20_000_001)
    );
    assert_eq!(merged.entries.last().unwrap().carried_nano_rho, 1);
    list(&owner, &histogram());
    holds(&town, &owner);

    drop(owner);
    let owner = town.reopen_on("owner", "new-state");
    let file = town.path("losses.jws");
    let written = owner.seller().write_losses(&file).unwrap();
    let of = |name: &str| {
        let mut all = written.populations.iter();
        let loss = all.find(|loss| loss.name == name).unwrap();
        (loss.micro_epsilon, loss.nano_rho)
    };
    assert_eq!(of("people"), (11_500_000, 20_000_001));
    let next = town.home("next");
    let carrying = PopulationDraft {
        name: "people".into(),
        cap: "20".into(),
        cap_rho: Some("0.3".into()),
        carried: Some(file.display().to_string()),
        ..PopulationDraft::default()
    };
    let twice = PopulationDraft {
        carried_rho: Some("0.1".into()),
        ..carrying.clone()
    };
    let refused = next.seller().create_population(&twice).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::PopulationMismatch);
    let made = next.seller().create_population(&carrying).unwrap();
    assert_eq!(
        (made.loss_micro_epsilon, made.loss_nano_rho),
        (11_500_000, 20_000_001)
    );
}

#[test]
fn a_restored_home_catches_up_with_both_parts() {
    let town = Town::new();
    let owner = seller_of(&town);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "2");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    set_cap(&owner, "20,0.25", "").unwrap();
    list(&owner, &mean_income());
    let newest = people(&owner);
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    assert_eq!(people(&owner).cap_nano_rho, 300_000_000);
    owner.seller().catch_up().unwrap();
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Newest);
    let caught = people(&owner);
    assert_eq!(caught.cap_nano_rho, 250_000_000);
    assert_eq!(
        (caught.carried_micro_epsilon, caught.carried_nano_rho),
        (newest.carried_micro_epsilon, newest.carried_nano_rho)
    );
    // The home lost the numbers of the second question, which counts at its ceiling.
    assert_eq!(
        (caught.loss_micro_epsilon, caught.loss_nano_rho),
        (11_500_000, 20_000_000)
    );
    set_cap(&owner, "20,0.2", "").unwrap();
    holds(&town, &owner);
}
