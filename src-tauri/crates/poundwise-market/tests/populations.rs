//! Populations and questions: one cap over everything about the same people, one path for the same
//! question.

use crate::fixture::drafts::filtered;
use crate::fixture::drafts::{dataset, ends, own_numbers};
use crate::fixture::{
    PEOPLE, Town, buy, dishonest, forge, histogram, holding, list, mean_income, offered,
    order_anyway, paid, parsed, tree, typed, values,
};
use poundwise_documents::kinds::{Adjacency, AttributeKind};
use poundwise_market::{
    ErrorCode, Home, Roles, audit_files, cap_guess, format, offered_caps,
    view::{
        CapUse, Condition, FilterOperator, Guess, ImportOptions, ListingDraft, PopulationDraft,
    },
};
use poundwise_market::{ListingSubject, Number, ValueSpec};

/// Everything of an owner's ledger holds.
fn audited(town: &Town, owner: &Home) -> poundwise_market::AuditReport {
    let file = town.path("all.ledger");
    owner.seller().export_ledger(&file).unwrap();
    let report = audit_files(&[file]).unwrap();
    assert_eq!(report.findings(), []);
    report
}

fn joining(population: &str, name: &str) -> ImportOptions {
    ImportOptions {
        name: Some(name.into()),
        population: Some(population.into()),
        cap: None,
        ..typed(PEOPLE)
    }
}

/// [`Town::table`] with one row more: other bytes about the same people.
fn a_month_later(town: &Town) -> std::path::PathBuf {
    let text = std::fs::read_to_string(town.table()).unwrap() + "f,2,30000\n";
    let file = town.path("later.csv");
    std::fs::write(&file, text).unwrap();
    file
}

fn own_number(population: &str) -> ListingDraft {
    ListingDraft {
        title: Some("A listing".into()),
        price: "8:80".into(),
        ..ListingDraft::new(
            own_numbers(population),
            ValueSpec {
                value: Number::parse("12").unwrap(),
                bounds: ends("0..100"),
                step: parsed("1"),
                distance: parsed("2"),
                unit: String::new(),
            }
            .into(),
        )
    }
}

#[test]
fn a_question_listed_again_is_on_the_same_path_and_counts_once() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let first = list(&owner, &histogram());
    let open = owner.seller().create_listing(&histogram()).unwrap_err();
    assert_eq!(open.code(), ErrorCode::QuestionOpen);
    buy(&owner, &ann, &first, "2");
    owner.seller().withdraw(&parsed(&first.id), "").unwrap();

    // Other words and another price are the same question.
    let again = list(
        &owner,
        &ListingDraft {
            title: Some("Schooling".into()),
            price: "8:400".into(),
            ..histogram()
        },
    );
    assert_ne!(again.id, first.id);
    assert_eq!(again.question, first.question);
    // What ann holds carries over, and ben gets the same numbers.
    assert_eq!(
        ann.buyer().listing(&parsed(&again.id)).unwrap().held,
        2_000_000
    );
    buy(&owner, &ann, &again, "3");
    buy(&owner, &ben, &again, "3");
    assert_eq!(values(&ann, &again), values(&ben, &again));
    assert_eq!(holding(&ann, &again).responses.len(), 2);
    let population = owner.seller().population(&parsed("people")).unwrap();
    assert_eq!(population.loss_micro_epsilon, 3_000_000);
    assert_eq!(population.questions, 1);
    let report = audited(&town, &owner);
    let books = &report.books()[0];
    assert_eq!(books.populations[0].loss_micro_epsilon, 3_000_000);
    assert_eq!(books.listings.len(), 1);
}

/// Listed, withdrawn and listed again within one second: two documents, in their order.
#[test]
fn a_listing_made_again_at_once_is_another_document() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let mut ids = std::collections::HashSet::new();
    for _ in 0..3 {
        town.set_clock("2026-11-22T10:00:00Z");
        let listing = list(&owner, &histogram());
        assert!(ids.insert(listing.id));
        if ids.len() == 3 {
            town.set_clock("2026-11-22T10:00:00Z");
            buy(&owner, &ann, &listing, "1");
            town.set_clock("2026-11-22T10:00:00Z");
            owner
                .seller()
                .reprice(&parsed(&listing.id), &parsed("8:160"))
                .unwrap();
        } else {
            town.set_clock("2026-11-22T10:00:00Z");
            owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
        }
    }
    audited(&town, &owner);
}

#[test]
fn put_otherwise_it_is_another_question_and_its_loss_adds() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let with = |operator, least: &str, top: Option<&str>| ListingDraft {
        top: top.map(parsed),
        price: "2:20".into(),
        ..filtered(histogram(), vec![Condition::new("income", operator, least)])
    };
    let drafts = [
        with(FilterOperator::AtLeast, "10000", None),
        with(FilterOperator::Above, "9999", None),
        with(FilterOperator::AtLeast, "10000", Some("3")),
    ];
    for (sold, draft) in (1u64..).zip(&drafts) {
        let listing = list(&owner, draft);
        buy(&owner, &ann, &listing, "2");
        let population = owner.seller().population(&parsed("people")).unwrap();
        assert_eq!(population.loss_micro_epsilon, sold * 2_000_000);
    }
    assert_eq!(ann.buyer().holdings().unwrap().len(), 3);
}

#[test]
fn a_known_table_joins_its_population_and_no_other() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let elsewhere = ImportOptions {
        name: Some("others".into()),
        ..typed(PEOPLE)
    };
    let refused = |file: &std::path::Path| {
        let before = crate::fixture::tree(&town.path("owner/datasets"));
        let error = owner.seller().import_dataset(file, &elsewhere).unwrap_err();
        assert_eq!(error.code(), ErrorCode::KnownTable);
        assert!(error.message().contains("people"), "{error}");
        assert_eq!(crate::fixture::tree(&town.path("owner/datasets")), before);
        assert_eq!(owner.seller().populations().unwrap().len(), 1);
    };
    refused(&town.table());
    // The same cells in other bytes.
    let text = std::fs::read_to_string(town.table()).unwrap();
    let quoted = town.path("quoted.csv");
    let spelt: String = text
        .lines()
        .enumerate()
        .map(|(n, line)| match line.rsplit_once(',') {
            Some((start, income)) if n > 0 => format!("{start},\"{income}.0\"\r\n"),
            _ => format!("{line}\r\n"),
        })
        .collect();
    std::fs::write(&quoted, spelt).unwrap();
    refused(&quoted);
    // It is known after its removal too.
    owner.seller().remove_dataset(&parsed("people")).unwrap();
    refused(&town.table());
    let joined = owner
        .seller()
        .import_dataset(&town.table(), &joining("people", "again"))
        .unwrap();
    assert_eq!(joined.population, "people");
}

/// People of a table's own are named as it is, and that name is refused before it is read.
#[test]
fn a_table_does_not_make_a_population_that_is_there() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let seller = owner.seller();
    let draft = PopulationDraft {
        name: "others".into(),
        cap: "8".into(),
        new_people: true,
        ..PopulationDraft::default()
    };
    seller.create_population(&draft).unwrap();
    let options = ImportOptions {
        name: Some("others".into()),
        ..typed(PEOPLE)
    };
    let begun = seller.begin_import(&town.table(), &options);
    assert_eq!(begun.err().unwrap().code(), ErrorCode::PopulationExists);
}

#[test]
fn new_population_needs_a_statement_that_its_people_are_new() {
    let town = Town::new();
    let owner = town.home("owner");
    let seller = owner.seller();
    let draft = |name: &str, new_people| PopulationDraft {
        name: name.into(),
        cap: "8".into(),
        new_people,
        ..PopulationDraft::default()
    };
    let unstated = |name: &str| ImportOptions {
        name: Some(name.into()),
        new_people: false,
        ..typed(PEOPLE)
    };
    // The first population of a home needs no statement.
    seller
        .import_dataset(&town.table(), &unstated("held"))
        .unwrap();
    seller.create_population(&draft("empty", true)).unwrap();
    seller.create_population(&draft("ended", true)).unwrap();
    seller
        .merge_populations(&parsed("ended"), &parsed("empty"))
        .unwrap();
    let later = a_month_later(&town);
    seller
        .import_dataset(&later, &joining("held", "removed"))
        .unwrap();
    seller.create_population(&draft("another", true)).unwrap();
    let first = seller
        .import_dataset(&later, &joining("another", "x"))
        .unwrap_err();
    assert_eq!(first.code(), ErrorCode::KnownTable);

    let other = town.path("other.csv");
    std::fs::write(&other, "sex,education,income\nm,1,2\n").unwrap();
    let named = |error: poundwise_market::Error| {
        assert_eq!(error.code(), ErrorCode::NewPeople);
        assert_eq!(error.hints().len(), 2, "{error}");
        error.message().to_owned()
    };
    let made = || named(seller.create_population(&draft("new", false)).unwrap_err());
    let imported = || {
        named(
            seller
                .import_dataset(&other, &unstated("new"))
                .err()
                .unwrap(),
        )
    };
    let question = "Are these people already in one of this home's populations? The populations \
                    are: ";
    let names = "'another' (no table here), 'empty' (no table here), 'held'.";
    assert_eq!(made(), format!("{question}{names}"));
    assert_eq!(imported(), made());
    // A removed table moves its population to the front.
    seller.remove_dataset(&parsed("removed")).unwrap();
    let names = "'another' (no table here), 'empty' (no table here), 'held' (table removed).";
    assert_eq!(made(), format!("{question}{names}"));
    assert_eq!(imported(), made());
    assert_eq!(seller.populations().unwrap().len(), 4);
    // Joining creates no population. An import with the statement creates one.
    let joins = ImportOptions {
        new_people: false,
        ..joining("held", "again")
    };
    seller.import_dataset(&other, &joins).unwrap();
    seller.create_population(&draft("new", true)).unwrap();
    assert_eq!(seller.populations().unwrap().len(), 5);
}

#[test]
fn everything_about_the_same_people_adds_up_to_one_cap() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    owner
        .seller()
        .import_dataset(&a_month_later(&town), &joining("people", "later"))
        .unwrap();
    let first = list(&owner, &histogram());
    let second = list(
        &owner,
        &ListingDraft {
            subject: dataset("later"),
            ..histogram()
        },
    );
    let own = list(&owner, &own_number("people"));
    assert_ne!(first.question, second.question, "another dataset");
    buy(&owner, &ann, &first, "3");
    buy(&owner, &ann, &second, "3");
    let receipt = buy(&owner, &ben, &own, "1");
    assert_eq!(receipt.question_loss, 1_000_000);
    assert_eq!(receipt.population_loss_micro_epsilon, 7_000_000);
    let order = order_anyway(&ben, &own, "3").unwrap();
    let over = owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap_err();
    assert_eq!(over.code(), ErrorCode::OverCap);
    assert!(over.message().contains("ε 9"), "{over}");
    let item = &owner.seller().inbox().unwrap()[0];
    assert_eq!(item.population_loss_after, 9_000_000);
    assert_eq!(item.cap_micro_epsilon, 8_000_000);
    // Once removed or withdrawn, what was sold counts as before.
    owner.seller().withdraw(&parsed(&second.id), "").unwrap();
    owner.seller().remove_dataset(&parsed("later")).unwrap();
    let population = owner.seller().population(&parsed("people")).unwrap();
    assert_eq!(population.loss_micro_epsilon, 7_000_000);
    assert_eq!(
        owner.seller().books().unwrap().populations[0].loss_micro_epsilon,
        7_000_000
    );
    let report = audited(&town, &owner);
    let books = &report.books()[0];
    assert_eq!(books.populations[0].loss_micro_epsilon, 7_000_000);
}

#[test]
fn a_cap_is_asked_for_and_changed_by_an_entry_of_the_ledger() {
    let town = Town::new();
    let owner = town.home("owner");
    let uncapped = ImportOptions {
        cap: None,
        ..typed(PEOPLE)
    };
    let error = owner
        .seller()
        .import_dataset(&town.table(), &uncapped)
        .unwrap_err();
    assert_eq!(error.code(), ErrorCode::NoPopulation);
    let draft = PopulationDraft {
        name: "people".into(),
        ..PopulationDraft::default()
    };
    let error = owner.seller().create_population(&draft).unwrap_err();
    assert_eq!(error.code(), ErrorCode::NoCap);
    owner
        .seller()
        .import_dataset(&town.table(), &typed(PEOPLE))
        .unwrap();

    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    owner
        .seller()
        .set_cap(&parsed("people"), parsed("2"), "")
        .unwrap();
    let order = order_anyway(&ann, &listing, "4").unwrap();
    let over = owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap_err();
    assert_eq!(over.code(), ErrorCode::OverCap);
    let silent = owner
        .seller()
        .set_cap(&parsed("people"), parsed("5"), "  ")
        .unwrap_err();
    assert_eq!(silent.code(), ErrorCode::NoReason);
    let same = owner
        .seller()
        .set_cap(&parsed("people"), parsed("2"), "why not")
        .unwrap_err();
    assert_eq!(same.code(), ErrorCode::CapUnchanged);
    assert_eq!(
        owner
            .seller()
            .population(&parsed("people"))
            .unwrap()
            .cap_micro_epsilon,
        2_000_000
    );
    owner
        .seller()
        .set_cap(&parsed("people"), parsed("5"), "A second year.")
        .unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap();
    let population = owner.seller().population(&parsed("people")).unwrap();
    let caps: Vec<_> = population
        .entries
        .iter()
        .map(|entry| {
            (
                entry.sequence,
                entry.old_micro_epsilon,
                entry.new_micro_epsilon,
            )
        })
        .collect();
    assert_eq!(
        caps,
        [
            (0, None, 1_000_000_000),
            (1, Some(1_000_000_000), 2_000_000),
            (2, Some(2_000_000), 5_000_000)
        ]
    );
    // A new version says the cap as last recorded.
    let dearer = owner
        .seller()
        .reprice(&parsed(&listing.id), &parsed("8:160"))
        .unwrap();
    assert_eq!(dearer.cap_micro_epsilon, 5_000_000);
    assert_eq!(dearer.grain, listing.grain);
    let report = audited(&town, &owner);
    assert_eq!(
        report.books()[0].populations[0].cap_micro_epsilon.get(),
        5_000_000
    );
}

/// What another cap would do is what it does, and nothing is signed before.
#[test]
fn another_cap_is_foreseen_as_it_will_be() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let sold = list(&owner, &histogram());
    list(&owner, &mean_income());
    buy(&owner, &ann, &sold, "2");
    let foresee = |cap: &str| {
        owner
            .seller()
            .preview_cap(&parsed("people"), parsed(cap))
            .unwrap()
    };
    let versions = || owner.seller().my_listings().unwrap().len();
    let before = tree(&town.path("owner"));

    let raised = foresee("10");
    assert_eq!((raised.new_versions, raised.short_listings), (2, 0));
    assert_eq!(raised.now.cap_micro_epsilon, 8_000_000);
    assert_eq!(
        raised.then.guess,
        cap_guess(parsed("10"), Adjacency::AddRemove).guess
    );
    // Under ε 8 the histogram alone has its ceiling of 8 still; the mean has 6 of 8.
    assert_eq!(foresee("8.5").short_listings, 1);
    let lowered = foresee("7");
    assert_eq!((lowered.new_versions, lowered.short_listings), (0, 2));
    assert_eq!(lowered.loss_micro_epsilon, 2_000_000);
    // A cap below the loss takes nothing of it back.
    let below = foresee("1");
    let left = [lowered.cap_use, foresee("2").cap_use, below.cap_use];
    assert_eq!(left, [CapUse::Below, CapUse::Reached, CapUse::Exceeded]);
    let Guess {
        guess_presence,
        guess_value,
        ..
    } = below.then.guess;
    // e^2/(1+e^2) and e^4/(1+e^4), rounded up.
    assert_eq!((guess_presence, guess_value), (Some(0.880_798), 0.982_014));
    let unchanged = owner
        .seller()
        .preview_cap(&parsed("people"), parsed("8"))
        .unwrap_err();
    assert_eq!(unchanged.code(), ErrorCode::CapUnchanged);
    assert!(before == tree(&town.path("owner")), "nothing was written");

    let known = versions() as u64;
    let raise = |cap: &str| {
        owner
            .seller()
            .set_cap(&parsed("people"), parsed(cap), "A second year.")
            .unwrap();
    };
    raise("10");
    assert_eq!(versions() as u64, known + raised.new_versions);
    // They state ε 10 still after it was lowered: up to there none is needed again.
    raise("7");
    for cap in ["9", "10"] {
        assert_eq!(foresee(cap).new_versions, 0, "{cap}");
    }
    raise("9");
    assert_eq!(versions() as u64, known + raised.new_versions);
}

#[test]
fn caps_are_offered_with_their_guess() {
    let above = |guess: f64, level: u32| {
        let law = 1.0 / (1.0 + (-f64::from(level)).exp());
        assert!(guess >= law && guess - law < 1.1e-6, "{guess}");
    };
    for (adjacency, presence) in [(Adjacency::AddRemove, true), (Adjacency::Replace, false)] {
        let offered = offered_caps(adjacency);
        assert_eq!(offered.len(), 3);
        for (at, level) in offered.into_iter().zip([3_u32, 6, 10]) {
            assert_eq!(at.cap_micro_epsilon, u64::from(level) * 1_000_000);
            assert_eq!(at.guess.guess_presence.is_some(), presence);
            if let Some(guess) = at.guess.guess_presence {
                above(guess, level);
                above(at.guess.guess_value, 2 * level);
            } else {
                above(at.guess.guess_value, level);
            }
        }
    }
}

/// What is sold above the cap that a listing stated is sold from a new version of it, which states
/// the new one.
#[test]
fn a_raised_cap_is_stated_by_a_new_version_of_each_open_listing() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let first = list(&owner, &histogram());
    let second = list(&owner, &mean_income());
    buy(&owner, &ann, &first, "6");
    let early = order_anyway(&ann, &second, "4").unwrap();
    assert!(
        owner
            .seller()
            .approve(&parsed(&early.id), paid(""))
            .is_err()
    );
    owner
        .seller()
        .set_cap(&parsed("people"), parsed("12"), "A second year.")
        .unwrap();
    let open = offered(&ann, "");
    assert_eq!(open.len(), 2);
    assert!(open.iter().all(|one| one.cap_micro_epsilon == 12_000_000));
    let again = open
        .iter()
        .find(|one| one.kind == AttributeKind::Mean)
        .unwrap();
    assert_eq!(again.question, second.question);
    buy(&owner, &ann, again, "4");
    let receipt = &holding(&ann, again).responses[0].receipt.id;
    let bundle = town.path("it.bundle");
    ann.buyer()
        .export_bundle(&parsed(receipt), &bundle)
        .unwrap();
    assert_eq!(audit_files(&[bundle]).unwrap().findings(), []);
    audited(&town, &owner);
}

#[test]
fn a_grant_is_counted_in_books_and_audit_and_published_before_its_file() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let listing = list(&owner, &histogram());
    let file = town.path("it.opening");
    // Without a market the entry stands, and no file is written; doing it again adds no second
    // entry.
    let market = town.path("market");
    let away = town.path("away");
    std::fs::rename(&market, &away).unwrap();
    std::fs::write(&market, "in the way").unwrap();
    let recipient = auditor.view().recipient;
    let error = owner
        .seller()
        .grant(&parsed(&listing.id), &parsed(&recipient), &file)
        .unwrap_err();
    assert_eq!(error.code(), ErrorCode::GrantUnpublished);
    assert!(!file.exists());
    std::fs::remove_file(&market).unwrap();
    std::fs::rename(&away, &market).unwrap();
    let granted = owner
        .seller()
        .grant(&parsed(&listing.id), &parsed(&recipient), &file)
        .unwrap();
    assert_eq!(granted.sequence, 1);
    assert_eq!(crate::fixture::published_size(&town, &owner), 2);
    assert!(file.exists());
    let receipt = buy(&owner, &ann, &listing, "1");
    assert_eq!(receipt.sequence, 2);
    // Another file is another grant, to whomever.
    owner
        .seller()
        .grant(&parsed(&listing.id), &parsed(&recipient), &file)
        .unwrap();
    let books = owner.seller().books().unwrap();
    assert_eq!(books.grants.len(), 2);
    assert_eq!(books.grants[0].sequence, 3);
    assert_eq!(
        owner
            .seller()
            .population(&parsed("people"))
            .unwrap()
            .openings,
        2
    );
    let audited = audited(&town, &owner);
    assert_eq!(audited.books()[0].openings, 2);
    assert_eq!(audited.books()[0].populations[0].openings, 2);
    assert!(format::holds(&audited));
}

#[test]
fn own_numbers_draw_another_path_each_time_and_say_so_by_their_loss() {
    let town = Town::new();
    let owner = town.home("owner");
    crate::fixture::population(&owner, "farms");
    let ann = town.home("ann");
    let first = list(&owner, &own_number("farms"));
    let second = list(&owner, &own_number("farms"));
    assert_ne!(first.question, second.question);
    buy(&owner, &ann, &first, "1");
    buy(&owner, &ann, &second, "1");
    let population = owner.seller().population(&parsed("farms")).unwrap();
    assert_eq!(population.loss_micro_epsilon, 2_000_000);
    let unsaid = ListingDraft {
        subject: ListingSubject::OwnNumbers { population: None },
        ..own_number("farms")
    };
    let nobody = owner.seller().create_listing(&unsaid).unwrap_err();
    assert_eq!(nobody.code(), ErrorCode::NoPopulation);
}

/// A form has every field, and most of them are left empty.
#[test]
fn a_field_of_an_import_that_is_left_empty_says_nothing() {
    let town = Town::new();
    let owner = town.home("owner");
    let import = |cap: &str| {
        let options = ImportOptions {
            population: Some(" ".into()),
            cap: Some(cap.into()),
            ..typed(PEOPLE)
        };
        owner.seller().import_dataset(&town.table(), &options)
    };
    assert_eq!(import("").unwrap_err().code(), ErrorCode::NoPopulation);
    import("8").unwrap();
    assert_eq!(owner.seller().populations().unwrap()[0].name, "people");
}

#[test]
fn a_population_has_one_unit_and_one_adjacency() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let later = a_month_later(&town);
    for (options, code) in [
        (
            ImportOptions {
                adjacency: Some("replace".into()),
                ..joining("people", "later")
            },
            ErrorCode::PopulationMismatch,
        ),
        (
            ImportOptions {
                adjacency: Some("sideways".into()),
                ..joining("people", "later")
            },
            ErrorCode::Adjacency,
        ),
        (
            ImportOptions {
                unit_name: Some("household".into()),
                ..joining("people", "later")
            },
            ErrorCode::PopulationMismatch,
        ),
        (
            ImportOptions {
                carried: Some("1".into()),
                ..joining("people", "later")
            },
            ErrorCode::PopulationMismatch,
        ),
        (
            ImportOptions {
                cap: Some("3".into()),
                ..joining("people", "later")
            },
            ErrorCode::PopulationExists,
        ),
        (joining("nobody", "later"), ErrorCode::NoSuchPopulation),
    ] {
        let error = owner.seller().import_dataset(&later, &options).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
    }
    assert_eq!(owner.seller().datasets().unwrap().len(), 1);
    // The person column and K are each dataset's own; unit and adjacency may be said again.
    let visits = ImportOptions {
        unit_name: Some("person".into()),
        adjacency: Some("add-remove".into()),
        person_column: Some("income".into()),
        rows_per_person: Some("3".to_owned()),
        ..joining("people", "visits")
    };
    assert_eq!(
        owner
            .seller()
            .import_dataset(&later, &visits)
            .unwrap()
            .rows_per_unit,
        3
    );
}

#[test]
fn populations_of_another_unit_or_adjacency_are_not_merged() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    for (name, unit_name, adjacency) in [
        ("farms", Some("farm"), None),
        ("replaced", None, Some("replace")),
    ] {
        let draft = PopulationDraft {
            name: name.into(),
            unit_name: unit_name.map(Into::into),
            adjacency: adjacency.map(Into::into),
            cap: "8".into(),
            cap_rho: None,
            carried: None,
            carried_rho: None,
            new_people: true,
        };
        owner.seller().create_population(&draft).unwrap();
        let merge = |from, into| owner.seller().merge_populations(&from, &into).unwrap_err();
        for refused in [
            merge(parsed(name), parsed("people")),
            merge(parsed("people"), parsed(name)),
        ] {
            assert_eq!(refused.code(), ErrorCode::PopulationMismatch, "{refused}");
        }
    }
}

#[test]
fn a_merged_population_brings_its_whole_loss() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    let ann = town.home("ann");
    let others = ImportOptions {
        name: Some("others".into()),
        cap: Some("8".into()),
        carried: Some("1.5".into()),
        ..typed(PEOPLE)
    };
    owner
        .seller()
        .import_dataset(&a_month_later(&town), &others)
        .unwrap();
    let draft = ListingDraft {
        subject: dataset("others"),
        ..histogram()
    };
    let listing = list(&owner, &draft);
    assert_eq!(listing.carried_micro_epsilon, 1_500_000);
    let receipt = buy(&owner, &ann, &listing, "2");
    assert_eq!(receipt.population_loss_micro_epsilon, 3_500_000);
    let open = owner
        .seller()
        .merge_populations(&parsed("others"), &parsed("people"))
        .unwrap_err();
    assert_eq!(open.code(), ErrorCode::ListingOpen);
    // What it would do is told before anything is withdrawn, with all that is to be.
    let own = list(&owner, &mean_income());
    let merge = || {
        let seller = owner.seller();
        seller.preview_merge(&parsed("others"), &parsed("people"))
    };
    let preview = merge().unwrap();
    assert_eq!(preview.open_listings, [&*listing.title, &*own.title]);
    assert_eq!(preview.loss_after_micro_epsilon, 3_500_000);
    for listing in [&own, &listing] {
        owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
    }
    let preview = owner
        .seller()
        .preview_merge(&parsed("others"), &parsed("people"))
        .unwrap();
    let merged = owner
        .seller()
        .merge_populations(&parsed("others"), &parsed("people"))
        .unwrap();
    // What is told before is what it is afterwards.
    assert_eq!(preview.loss_before_micro_epsilon, 0);
    assert_eq!(preview.brought_micro_epsilon, 3_500_000);
    assert_eq!(preview.loss_after_micro_epsilon, merged.loss_micro_epsilon);
    assert_eq!(preview.cap_micro_epsilon, merged.cap_micro_epsilon);
    assert_eq!(preview.guess_after, merged.guess_now);
    assert!(preview.guess_before.guess_value < preview.guess_after.guess_value);
    assert_eq!(preview.datasets.len(), 1);
    assert_eq!(preview.open_listings, Vec::<String>::new());
    assert_eq!(merged.loss_micro_epsilon, 3_500_000);
    assert_eq!(merged.carried_micro_epsilon, 3_500_000);
    let shown = owner.seller().books().unwrap().populations;
    let shown: Vec<&str> = shown.iter().map(|shown| &*shown.name).collect();
    assert_eq!(shown, ["people"], "its loss is not told twice");
    let gone = owner
        .seller()
        .set_cap(&parsed("others"), parsed("1"), "")
        .unwrap_err();
    assert_eq!(gone.code(), ErrorCode::NoSuchPopulation);
    // Nobody is advised to name it for another table.
    let unsaid = ImportOptions {
        name: Some("third".into()),
        cap: None,
        ..typed(PEOPLE)
    };
    let table = a_month_later(&town);
    let unsaid = owner.seller().import_dataset(&table, &unsaid).unwrap_err();
    assert_eq!(unsaid.code(), ErrorCode::NoPopulation);
    let advised = unsaid.hints()[0].to_string();
    assert!(advised.contains("(people)"), "{advised}");
    // The same numbers as before; too much is counted, never too little, and it is told before.
    let told = |draft: &ListingDraft| {
        let preview = owner.seller().sketch_listing(draft).unwrap();
        preview.carried_micro_epsilon
    };
    assert_eq!(told(&draft), Some(2_000_000));
    assert_eq!(told(&histogram()), None, "it was never sold");
    let again = list(&owner, &draft);
    assert_eq!(again.question, listing.question);
    buy(&owner, &ann, &again, "3");
    let people = owner.seller().population(&parsed("people")).unwrap();
    assert_eq!(people.loss_micro_epsilon, 6_500_000);
    audited(&town, &owner);
}

#[test]
fn a_dataset_is_removed_when_no_listing_of_it_is_open() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &mean_income());
    let open = owner
        .seller()
        .remove_dataset(&parsed("people"))
        .unwrap_err();
    assert_eq!(open.code(), ErrorCode::ListingOpen);
    owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
    owner.seller().remove_dataset(&parsed("people")).unwrap();
    // Nor are its seeds there any more.
    let secrets: u64 = dishonest::database(&town, "owner")
        .query_row(
            "SELECT count(*) FROM secrets WHERE name LIKE 'question/%' OR name LIKE 'dataset/%'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(secrets, 0);
    let folder = town.path("owner/datasets");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
    // What was erased on purpose is no damage, and none of its numbers are there.
    let checked = owner.check().unwrap();
    assert_eq!((checked.tables, checked.questions), (0, 0));
    let gone = owner.seller().create_listing(&mean_income()).unwrap_err();
    assert_eq!(gone.code(), ErrorCode::DatasetGone);
    let again = owner
        .seller()
        .remove_dataset(&parsed("people"))
        .unwrap_err();
    assert_eq!(again.code(), ErrorCode::DatasetGone);
}

#[test]
fn a_table_that_cannot_be_removed_is_told_and_goes_when_the_home_is_opened_again() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let folder = town.path("owner/datasets");
    let files = || -> Vec<_> {
        let there = std::fs::read_dir(&folder).unwrap();
        there.map(|file| file.unwrap().path()).collect()
    };
    let (table, aside) = (files().remove(0), town.path("aside"));
    // Where there is a folder, no file can be removed.
    std::fs::rename(&table, &aside).unwrap();
    std::fs::create_dir(&table).unwrap();
    let told = owner
        .seller()
        .remove_dataset(&parsed("people"))
        .unwrap_err();
    assert_eq!(told.code(), ErrorCode::ErasureUnfinished);
    std::fs::remove_dir(&table).unwrap();
    std::fs::rename(&aside, &table).unwrap();
    drop(owner);
    let owner = town.reopen("owner");
    assert!(files().is_empty());
    let gone = owner
        .seller()
        .remove_dataset(&parsed("people"))
        .unwrap_err();
    assert_eq!(gone.code(), ErrorCode::DatasetGone);
}

/// Whoever removed the file by hand has no erasure that is never done.
#[test]
fn a_table_that_is_gone_already_is_removed() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let mut files = std::fs::read_dir(town.path("owner/datasets")).unwrap();
    std::fs::remove_file(files.next().unwrap().unwrap().path()).unwrap();
    owner.seller().remove_dataset(&parsed("people")).unwrap();
    let gone = owner.seller().remove_dataset(&parsed("people"));
    assert_eq!(gone.unwrap_err().code(), ErrorCode::DatasetGone);
}

/// An order is answered within its time, or not at all.
#[test]
fn an_order_that_expired_is_not_approved() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    assert!(owner.seller().inbox().unwrap()[0].problem.is_none());
    town.set_clock("2027-01-31T00:00:00Z");
    // Before the next look lets it expire.
    let expired = owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap_err();
    assert_eq!(expired.code(), ErrorCode::OrderExpired);
    let item = &owner.seller().waiting().unwrap()[0];
    assert_eq!(item.problem.as_ref().unwrap().code, ErrorCode::OrderExpired);
}

/// A database of a format from before the freeze is left alone.
#[test]
fn home_of_an_earlier_format_is_refused_with_its_number() {
    let town = Town::new();
    drop(town.owner_with_table(None));
    let database = town.path("owner/poundwise.db");
    for version in 1..=17 {
        let db = rusqlite::Connection::open(&database).unwrap();
        // Tables of another format.
        db.execute_batch("CREATE TABLE IF NOT EXISTS another (a)")
            .unwrap();
        db.pragma_update(None, "user_version", version).unwrap();
        drop(db);
        let error = Home::open(
            &town.path("owner"),
            &crate::fixture::passphrase(),
            &town.options(),
        )
        .err()
        .unwrap();
        assert_eq!(error.code(), ErrorCode::OlderHome);
        let format = format!("format {version})");
        assert!(error.message().contains("before the first release"));
        assert!(error.message().contains(&format), "{error}");
        let format: i64 = rusqlite::Connection::open(&database)
            .unwrap()
            .query_row("PRAGMA user_version", [], |r| r.get(0))
            .unwrap();
        assert_eq!(format, version, "the home is left as it was");
    }
}

/// The guard against this program's own faults: one statement never gets two x.
#[test]
fn a_question_that_gave_other_numbers_before_is_not_listed() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
    drop(owner);
    let db = rusqlite::Connection::open(town.path("owner/poundwise.db")).unwrap();
    let other = "A".repeat(43);
    let changed = db
        .execute("UPDATE questions SET data_commitment = ?1", [other])
        .unwrap();
    assert_eq!(changed, 1);
    drop(db);
    let home = town.path("owner");
    forge::authenticate(&home, &forge::vault_key(&home, crate::fixture::PASSPHRASE));
    let owner = town.reopen("owner");
    let error = owner.seller().create_listing(&histogram()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::QuestionDiffers);
    assert_eq!(owner.seller().my_listings().unwrap().len(), 1);
}

/// Whoever copies a home does not learn how many rows its table has.
#[test]
fn no_column_of_the_database_holds_a_count_of_a_table() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    list(&owner, &mean_income());
    assert_eq!(owner.seller().dataset(&parsed("people")).unwrap().rows, 500);
    drop(owner);
    let db = rusqlite::Connection::open(town.path("owner/poundwise.db")).unwrap();
    let columns: Vec<(String, String)> = db
        .prepare(
            "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type \
             = 'table'",
        )
        .unwrap()
        .query_map([], |r| Ok((r.get(0)?, r.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert!(columns.len() > 50);
    for (table, column) in columns {
        let told: u64 = db
            .query_row(
                &format!("SELECT count(*) FROM \"{table}\" WHERE \"{column}\" IN (500, '500')"),
                [],
                |r| r.get(0),
            )
            .unwrap();
        assert_eq!(told, 0, "{table}.{column}");
    }
}
