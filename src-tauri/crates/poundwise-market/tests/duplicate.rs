//! A listing is listed again, changed, and takes the place of the one before.

use crate::fixture::{
    PEOPLE, Town, histogram, list, mean_income, offered, parsed, population, tree, typed,
};
use poundwise_documents::units::DocumentId;
use poundwise_market::{
    Draft, Home, Job, Roles, Work,
    view::{
        Condition, DraftColumn, ImportOptions, ListingDraft, ListingStatus, ListingView,
        QueryOperator,
    },
};

fn status(home: &Home, listing: &ListingView) -> ListingStatus {
    let listing = home.seller().my_listing(&parsed(&listing.id)).unwrap();
    listing.unwrap().status
}

/// Everything that a draft may say of a table.
fn drafts() -> Vec<ListingDraft> {
    let words = ListingDraft {
        title: Some("A title".into()),
        description: Some("Words.".into()),
        terms: Some("Terms.".into()),
        pay_to: Some("payto://iban/DE75512108001245126199".into()),
        ceiling: Some("4".into()),
        top: Some("6".into()),
        grain: Some("0.5".into()),
        currency: Some("JPY".into()),
        price: "0.5:7, 5:80".into(),
        ..ListingDraft::default()
    };
    vec![
        ListingDraft {
            filters: vec![
                Condition::new("income", QueryOperator::AtLeast, "10.5"),
                Condition::new("sex", QueryOperator::NotEqual, "f"),
            ],
            kind: "count".into(),
            dataset: "people".into(),
            ..words.clone()
        },
        histogram(),
        ListingDraft {
            bins: Vec::new(),
            edges: ["0", "1.5", "4"].map(str::to_owned).to_vec(),
            ..histogram()
        },
        ListingDraft {
            bounds: Some("-10..100000".into()),
            public_rows: Some("500".to_owned()),
            rows_known_elsewhere: true,
            ..mean_income()
        },
        ListingDraft {
            kind: "sum".into(),
            step: None,
            ..mean_income()
        },
        ListingDraft {
            kind: "cross-tabulation".into(),
            dataset: "people".into(),
            columns: vec![
                DraftColumn {
                    column: "sex".into(),
                    bins: vec!["f".into(), "m, or so".into()],
                    edges: Vec::new(),
                },
                DraftColumn {
                    column: "income".into(),
                    bins: Vec::new(),
                    edges: vec!["0".into(), "50000".into()],
                },
            ],
            ..words
        },
    ]
}

#[test]
fn a_duplicate_asks_the_same_question_in_the_same_words() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    for draft in drafts() {
        let listing = list(&owner, &draft);
        let before = tree(&town.path("owner"));
        let copy = owner
            .seller()
            .duplicate_listing(&parsed(&listing.id))
            .unwrap();
        assert_eq!(before, tree(&town.path("owner")), "a draft writes nothing");
        // The question is known again as the same one.
        let again = owner.seller().create_listing(&copy).unwrap_err();
        assert_eq!(again.code().as_str(), "question-open", "{}", draft.kind);
        owner
            .seller()
            .withdraw(&parsed(&listing.id), "copied")
            .unwrap();
        let copied = list(&owner, &copy);
        assert_eq!(copied.question, listing.question, "{}", draft.kind);
        let told = |listing: &ListingView| {
            let mut told = serde_json::to_value(listing).unwrap();
            for own in ["id", "issued_at", "status", "withdrawal", "step_advised"] {
                told[own].take();
            }
            told
        };
        assert_eq!(told(&copied), told(&listing));
    }
}

/// It is in the question that is signed, where units are replaced.
#[test]
fn a_duplicate_counts_missing_cells_as_its_listing_does() {
    let town = Town::new();
    let owner = town.home("owner");
    let options = ImportOptions {
        adjacency: Some("replace".into()),
        ..typed(PEOPLE)
    };
    let seller = owner.seller();
    seller.import_dataset(&town.table(), &options).unwrap();
    for missing_as_mid in [false, true] {
        let draft = ListingDraft {
            public_rows: Some("500".to_owned()),
            rows_known_elsewhere: true,
            missing_as_mid,
            ..mean_income()
        };
        let listing = list(&owner, &draft);
        let copy = seller.duplicate_listing(&parsed(&listing.id)).unwrap();
        assert_eq!(copy.missing_as_mid, missing_as_mid);
    }
}

#[test]
fn a_duplicate_of_own_numbers_leaves_them_out() {
    let town = Town::new();
    let owner = town.home("owner");
    population(&owner, "me");
    let draft = ListingDraft {
        title: Some("My weight".into()),
        dataset: "-".into(),
        kind: "value".into(),
        value: Some("12.5".into()),
        bounds: Some("0..100".into()),
        step: Some("0.5".into()),
        protect: Some("2".into()),
        unit: Some("kg".into()),
        population: Some("me".into()),
        price: "1:1".into(),
        ..ListingDraft::default()
    };
    let listing = list(&owner, &draft);
    let copy = owner
        .seller()
        .duplicate_listing(&parsed(&listing.id))
        .unwrap();
    assert_eq!((&copy.value, &copy.file), (&None, &None));
    let text = serde_json::to_string(&copy).unwrap();
    assert!(!text.contains("12.5"), "{text}");
    assert_eq!(copy.population.as_deref(), Some("me"));
    assert_eq!(copy.protect.as_deref(), Some("2"));
    list(
        &owner,
        &ListingDraft {
            value: Some("12.5".into()),
            ..copy
        },
    );
}

#[test]
fn a_corrected_listing_takes_the_place_of_the_wrong_one_in_one_step() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let wrong = list(&owner, &histogram());
    let corrected = ListingDraft {
        bins: ["1", "2"].map(str::to_owned).to_vec(),
        ..owner
            .seller()
            .duplicate_listing(&parsed(&wrong.id))
            .unwrap()
    };
    let replace = |listing: &ListingView, draft: &ListingDraft| {
        owner
            .seller()
            .replace_listing(&parsed(&listing.id), draft, "A bin was misspelt.")?
            .complete(&owner, &Work::silent())
    };
    for blank in ["", " \n"] {
        let id = parsed(&wrong.id);
        let refused = owner.seller().replace_listing(&id, &corrected, blank);
        assert_eq!(refused.err().unwrap().code().as_str(), "no-reason");
    }
    let right = replace(&wrong, &corrected).unwrap();
    assert_eq!(status(&owner, &wrong), ListingStatus::Withdrawn);
    assert_eq!(status(&owner, &right), ListingStatus::Open);
    let on_market = offered(&town.home("bea"), "");
    let on_market: Vec<DocumentId> = on_market.iter().map(|listing| listing.id).collect();
    assert_eq!(on_market, [right.id]);
    let gone = owner
        .seller()
        .my_listing(&parsed(&wrong.id))
        .unwrap()
        .unwrap();
    assert_eq!(gone.withdrawal.unwrap().reason, "A bin was misspelt.");

    // With the question unchanged, the words alone are corrected: the same noise.
    let titled = ListingDraft {
        title: Some("Another title".into()),
        ..corrected.clone()
    };
    let second = replace(&right, &titled).unwrap();
    assert_eq!(second.question, right.question);
    assert_eq!(status(&owner, &right), ListingStatus::Withdrawn);

    // What is no longer open is not replaced, and nothing is listed in its place: it is told before
    // the table is read.
    let again = owner
        .seller()
        .replace_listing(&parsed(&right.id), &histogram(), "wrong");
    assert_eq!(again.err().unwrap().code().as_str(), "withdrawn");
    assert_eq!(owner.seller().my_listings().unwrap().len(), 3);
}

#[test]
fn a_replacement_that_is_refused_withdraws_nothing() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let first = list(&owner, &histogram());
    let other = ListingDraft {
        bins: ["1", "2"].map(str::to_owned).to_vec(),
        ..histogram()
    };
    let begin = |draft: &ListingDraft| {
        let id = parsed(&first.id);
        owner.seller().replace_listing(&id, draft, "wrong")
    };
    let meanwhile = begin(&other).unwrap().run(&Work::silent()).unwrap();
    let second = list(&owner, &other);
    // The question is open as another listing: told before the table is read, and inside the
    // transaction where it was listed meanwhile.
    let early = begin(&other).unwrap().run(&Work::silent());
    let late = Draft::finish(&owner, meanwhile);
    for refused in [early.err().unwrap(), late.err().unwrap()] {
        assert_eq!(refused.code().as_str(), "question-open");
        assert!(
            refused.to_string().contains(&second.id.to_string()),
            "{refused}"
        );
    }
    assert_eq!(status(&owner, &first), ListingStatus::Open);
    assert_eq!(status(&owner, &second), ListingStatus::Open);
    // It was withdrawn while the numbers were computed: nothing is listed.
    let corrected = ListingDraft {
        bins: vec!["3".to_owned()],
        ..histogram()
    };
    let made = begin(&corrected).unwrap().run(&Work::silent()).unwrap();
    owner
        .seller()
        .withdraw(&parsed(&first.id), "meanwhile")
        .unwrap();
    let late = Draft::finish(&owner, made).unwrap_err();
    assert_eq!(late.code().as_str(), "withdrawn");
    assert_eq!(owner.seller().my_listings().unwrap().len(), 2);
}

#[test]
fn a_sealed_dataset_has_no_duplicates() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    owner.seller().seal(&parsed("people"), true).unwrap();
    let gone = owner
        .seller()
        .duplicate_listing(&parsed(&listing.id))
        .unwrap_err();
    assert_eq!(gone.code().as_str(), "dataset-gone");
}
