//! Populations of a restored home. Merges, new populations and assumed losses are entries that the
//! home catches up with. An audit fails without them.

use std::{fs, path::PathBuf};

use crate::{
    fixture::{
        PEOPLE, Town, buy, copy_folder, histogram, list, mean_income, order_anyway, paid, parsed,
        passphrase, typed,
    },
    old_copy::{back_up, code, confirm, own_number, restore, set_cap},
};
use poundwise_audit::report::Verdict;
use poundwise_documents::finding::Code;
use poundwise_market::{
    AuditReport, ErrorCode, Home, HomeOptions, Roles, audit_files,
    view::{ImportOptions, ListingDraft, PopulationDraft, PopulationView, StandingState},
};

fn people(owner: &Home, name: &str) -> PopulationView {
    owner.seller().population(&parsed(name)).unwrap()
}

fn create(owner: &Home, name: &str, cap: &str) {
    let draft = PopulationDraft {
        name: name.to_owned(),
        cap: cap.to_owned(),
        new_people: true,
        ..PopulationDraft::default()
    };
    owner.seller().create_population(&draft).unwrap();
}

fn ledger(town: &Town, owner: &Home, name: &str) -> PathBuf {
    let file = town.path(name);
    owner.seller().export_ledger(&file).unwrap();
    file
}

fn audited(files: &[PathBuf]) -> AuditReport {
    audit_files(files).unwrap()
}

#[track_caller]
fn holds(town: &Town, owner: &Home, name: &str) {
    let report = audited(&[ledger(town, owner, name), town.path("market")]);
    assert_eq!(report.verdict(), Verdict::Holds, "{:?}", report.findings());
}

/// Returns a buyer and the backup of an owner with two populations of the same people, each with a
/// cap of 4. Each had sold 2 when home and market (`elsewhere`) were backed up. They were merged
/// after that.
fn merged_since_the_backup(town: &Town) -> (Home, PathBuf) {
    let owner = town.owner_with_table(Some("4"));
    let ann = town.home("ann");
    create(&owner, "others", "4");
    let first = list(&owner, &histogram_to("4"));
    let second = own_number(&owner, "others");
    buy(&owner, &ann, &first, "2");
    buy(&owner, &ann, &second, "2");
    for listing in [&first, &second] {
        owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
    }
    drop(owner);
    let backup = back_up(town, "owner");
    copy_folder(&town.path("market"), &town.path("elsewhere"));
    let owner = town.reopen("owner");
    let merged = owner
        .seller()
        .merge_populations(&parsed("others"), &parsed("people"))
        .unwrap();
    assert_eq!(merged.loss_micro_epsilon, 4_000_000);
    let entry = merged.entries.last().unwrap();
    assert_eq!((entry.number, entry.merged.as_deref()), (5, Some("others")));
    let gone = people(&owner, "others");
    let entry = gone.entries.last().unwrap();
    assert_eq!(entry.merged_into.as_deref(), Some("people"));
    assert_eq!(entry.carried_micro_epsilon, 2_000_000);
    holds(town, &owner, "merged.ledger");
    drop(owner);
    (ann, backup)
}

fn histogram_to(ceiling: &str) -> ListingDraft {
    ListingDraft {
        ceiling: Some(parsed(ceiling)),
        top: Some(parsed("8")),
        ..histogram()
    }
}

#[test]
fn restored_home_catches_up_with_a_merge_and_keeps_its_cap() {
    for with_mark in [true, false] {
        let town = Town::new();
        let (ann, backup) = merged_since_the_backup(&town);
        restore(&town, "owner", &backup);
        if !with_mark {
            fs::remove_dir_all(town.path("state")).unwrap();
        }
        let owner = town.reopen("owner");
        assert_ne!(owner.log_standing().unwrap().state, StandingState::Newest);
        let behind = if with_mark {
            "behind-mark"
        } else {
            "behind-market"
        };
        let again = || owner.seller().create_listing(&histogram_to("4"));
        assert_eq!(code(again()), behind);
        assert_eq!(code(set_cap(&owner, "9")), behind);
        let caught = owner.seller().catch_up().unwrap();
        assert_eq!((caught.entries, caught.population_entries), (5, 1));
        assert_eq!(caught.unconfirmed, !with_mark);
        if !with_mark {
            confirm(&owner);
        }
        assert_eq!(owner.log_standing().unwrap().state, StandingState::Newest);
        let known = people(&owner, "people");
        assert_eq!(known.carried_micro_epsilon, 2_000_000);
        assert_eq!(known.loss_micro_epsilon, 4_000_000);
        assert_eq!(
            people(&owner, "others").merged_into.as_deref(),
            Some("people")
        );
        // The cap of 4 is used up for these people, so a further sale fails.
        let listing = again().unwrap();
        let order = order_anyway(&ann, &listing, "3").unwrap();
        let approved = owner.seller().approve(&parsed(&order.id), paid("cash"));
        assert_eq!(code(approved), "over-cap");
        holds(&town, &owner, "caught-up.ledger");
    }
}

/// Without its mark and with the market of the backup, the home cannot detect that it is an older
/// copy.
#[test]
fn ledger_of_a_home_that_forgot_a_merge_fails_the_audit() {
    let town = Town::new();
    let (ann, backup) = merged_since_the_backup(&town);
    drop(ann);
    restore(&town, "owner", &backup);
    let elsewhere = HomeOptions {
        market: Some(town.path("elsewhere").display().to_string()),
        ..town.options_on("another-state")
    };
    let owner = Home::open(&town.path("owner"), &passphrase(), &elsewhere).unwrap();
    // The owner types an old code.
    confirm(&owner);
    let (bob, _) =
        Home::create(&town.path("bob"), &parsed("bob"), &passphrase(), &elsewhere).unwrap();
    let again = list(&owner, &histogram_to("4"));
    buy(&owner, &bob, &again, "4");
    let forgetful = ledger(&town, &owner, "forgetful.ledger");
    let report = audited(&[town.path("merged.ledger"), forgetful]);
    assert_eq!(report.verdict(), Verdict::Wrong);
    let codes: Vec<Code> = report.findings().iter().map(|found| found.code).collect();
    assert!(codes.contains(&Code::Fork), "{codes:?}");
}

#[test]
fn restored_home_recovers_new_populations_by_name() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    create(&owner, "Schools of the county", "5");
    create(&owner, "Farms", "6");
    let number = own_number(&owner, "Farms");
    buy(&owner, &ann, &number, "1");
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    assert_eq!(code(set_cap(&owner, "9")), "behind-mark");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!(caught.populations, ["Schools of the county", "Farms"]);
    assert_eq!((caught.receipts, caught.population_entries), (1, 2));
    let schools = people(&owner, "Schools of the county");
    assert_eq!(schools.cap_micro_epsilon, 5_000_000);
    assert_eq!(schools.entries.len(), 1);
    // The number can no longer be computed and counts at its ceiling.
    let farms = people(&owner, "Farms");
    assert_eq!(
        (farms.cap_micro_epsilon, farms.loss_micro_epsilon),
        (6_000_000, 4_000_000)
    );
    let raised = owner
        .seller()
        .set_cap(&parsed("Farms"), parsed("7"), "because");
    assert!(raised.is_ok());
    holds(&town, &owner, "after.ledger");
}

/// The name of a population is encrypted to its owner. The entry has a commitment to it.
#[test]
fn population_name_is_not_on_the_market_in_plain_text() {
    let town = Town::new();
    let owner = town.home("owner");
    create(&owner, "Patients of Dr Weber", "5");
    let all = crate::fixture::tree(&town.path("market"));
    assert!(all.len() > 3, "{all:?}");
    let name = b"Patients of Dr Weber";
    for (path, bytes) in all {
        let found = bytes.windows(name.len()).any(|part| part == name);
        assert!(!found, "{}", path.display());
    }
    let exported = fs::read(ledger(&town, &owner, "own.ledger")).unwrap();
    assert!(!exported.windows(name.len()).any(|part| part == name));
}

#[test]
fn assumed_losses_are_in_the_log_and_in_every_later_restore() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    let ann = town.home("ann");
    let first = list(&owner, &histogram());
    buy(&owner, &ann, &first, "1");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let income = list(&owner, &mean_income());
    buy(&owner, &ann, &income, "1");
    drop(owner);
    let assumed = |owner: &Home| -> Vec<(u64, u64)> {
        let known = people(owner, "people");
        assert_eq!(known.loss_micro_epsilon, 1_000_000 + 8_000_000);
        let entries = known.entries.iter();
        let entries = entries.map(|entry| (entry.number, entry.assumed_questions));
        entries.collect()
    };
    for (name, entries) in [("one.ledger", 1), ("two.ledger", 2)] {
        restore(&town, "owner", &backup);
        let owner = town.reopen("owner");
        let caught = owner.seller().catch_up().unwrap();
        // The second copy finds the entry of the first.
        assert_eq!(
            (caught.entries, caught.population_entries),
            (4, entries - 1)
        );
        assert_eq!(assumed(&owner), [(1, 0), (4, 1)]);
        let report = audited(&[ledger(&town, &owner, name), town.path("market")]);
        assert_eq!(report.verdict(), Verdict::Holds, "{:?}", report.findings());
        let books = &report.books()[0];
        assert_eq!(books.populations[0].loss_micro_epsilon, 9_000_000);
    }
    // The question is listed again from the table in the home. It counts as assumed until more is
    // sold.
    let owner = town.reopen("owner");
    let again = list(&owner, &mean_income());
    assert_eq!(again.question, income.question);
    let receipt = buy(&owner, &ann, &again, "2");
    assert_eq!(receipt.question_loss, 8_000_000);
    assert_eq!(receipt.population_loss_micro_epsilon, 9_000_000);
    assert_eq!(assumed(&owner), [(1, 0), (4, 1)]);
    holds(&town, &owner, "three.ledger");
}

/// A new population is an entry, which an old copy must not sign.
#[test]
fn old_copy_makes_no_population() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    set_cap(&owner, "9").unwrap();
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    let draft = PopulationDraft {
        name: "others".to_owned(),
        cap: "4".to_owned(),
        ..PopulationDraft::default()
    };
    let made = owner.seller().create_population(&draft);
    assert_eq!(code(made), "behind-mark");
    let options = ImportOptions {
        name: Some("others".into()),
        new_people: false,
        ..typed(PEOPLE)
    };
    let imported = owner.seller().import_dataset(&town.table(), &options);
    assert_eq!(
        imported.err().map(|e| e.code()),
        Some(ErrorCode::BehindMark)
    );
    // An import into an existing population signs no entry.
    let joins = ImportOptions {
        name: Some("again".into()),
        population: Some("people".into()),
        cap: None,
        ..typed(PEOPLE)
    };
    owner
        .seller()
        .import_dataset(&town.table(), &joins)
        .unwrap();
    assert_eq!(owner.seller().populations().unwrap().len(), 1);
}

/// The newest copy and its dataset are lost, so the home does not recognise the table.
#[test]
fn restored_home_asks_about_the_people_that_it_recovered() {
    let town = Town::new();
    let owner = town.home("owner");
    create(&owner, "neighbours", "4");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let import = |owner: &Home, options: &ImportOptions| {
        owner.seller().import_dataset(&town.table(), options)
    };
    import(&owner, &typed(PEOPLE)).unwrap();
    buy(&owner, &town.home("ann"), &list(&owner, &histogram()), "2");
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    owner.seller().catch_up().unwrap();
    assert!(people(&owner, "people").loss_micro_epsilon >= 2_000_000);
    assert_eq!(people(&owner, "people").datasets.len(), 0);

    let unstated = ImportOptions {
        population: Some("others".into()),
        new_people: false,
        ..typed(PEOPLE)
    };
    let error = import(&owner, &unstated).unwrap_err();
    assert_eq!(error.code(), ErrorCode::NewPeople);
    assert!(
        error.message().contains("'people' (no table here)"),
        "{error}"
    );
    assert_eq!(owner.seller().populations().unwrap().len(), 2);
    let joins = ImportOptions {
        population: Some("people".into()),
        cap: None,
        ..unstated
    };
    assert_eq!(import(&owner, &joins).unwrap().population, "people");
    // The table is back, but the recovered question is not.
    assert!(people(&owner, "people").lacks_tables);
}
