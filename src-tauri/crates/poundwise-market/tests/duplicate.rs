//! A listing is listed again, changed, and takes the place of the one before.

use crate::fixture::drafts::mean_of;
use crate::fixture::drafts::{binned, dataset, edges, ends, own_numbers, restated, texts};
use crate::fixture::{
    PEOPLE, Town, histogram, list, mean_income, offered, parsed, population, tree, typed,
};
use poundwise_documents::units::DocumentId;
use poundwise_market::{
    AttributeSpec, BinSpec, CountSpec, CrossTabulationSpec, ListingForm, Number, SumSpec, ValueSpec,
};
use poundwise_market::{
    Draft, Home, Job, Roles, Work,
    view::{Condition, FilterOperator, ImportOptions, ListingDraft, ListingStatus, ListingView},
};

fn status(home: &Home, listing: &ListingView) -> ListingStatus {
    let listing = home.seller().my_listing(&parsed(&listing.id)).unwrap();
    listing.unwrap().status
}

/// Everything that a draft may say of a table.
fn drafts() -> Vec<ListingDraft> {
    let words = |question: AttributeSpec| ListingDraft {
        title: Some("A title".into()),
        description: Some("Words.".into()),
        terms: Some("Terms.".into()),
        pay_to: Some(parsed("payto://iban/DE75512108001245126199")),
        ceiling: Some(parsed("4")),
        top: Some(parsed("6")),
        grain: Some(parsed("0.5")),
        currency: Some(parsed("JPY")),
        price: "0.5:7, 5:80".into(),
        ..ListingDraft::new(dataset("people"), question)
    };
    let count = CountSpec {
        filters: vec![
            Condition::new("income", FilterOperator::AtLeast, "10.5"),
            Condition::new("sex", FilterOperator::NotEqual, "f"),
        ],
        unit: String::new(),
    };
    let crossed = CrossTabulationSpec {
        columns: vec![
            ("sex".into(), texts(&["f", "m, or so"])),
            ("income".into(), edges(&["0", "50000"])),
        ],
        filters: Vec::new(),
        unit: String::new(),
    };
    vec![
        words(count.into()),
        histogram(),
        binned(histogram(), edges(&["0", "1.5", "4"])),
        ListingDraft {
            rows_known_elsewhere: true,
            ..mean_of(mean_income(), |mean| {
                mean.bounds = ends("-10..100000");
                mean.public_rows = Some(500);
            })
        },
        mean_income().asking(
            SumSpec {
                unit: "€".into(),
                ..SumSpec::new("income", ends("0..100000"))
            }
            .into(),
        ),
        words(crossed.into()),
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
        let copy = restated(copy);
        let kind = draft.question.kind();
        assert_eq!(before, tree(&town.path("owner")), "a draft writes nothing");
        // The question is known again as the same one.
        let again = owner.seller().create_listing(&copy).unwrap_err();
        assert_eq!(again.code().as_str(), "question-open", "{kind}");
        owner
            .seller()
            .withdraw(&parsed(&listing.id), "copied")
            .unwrap();
        let copied = list(&owner, &copy);
        assert_eq!(copied.question, listing.question, "{kind}");
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
            rows_known_elsewhere: true,
            ..mean_of(mean_income(), |mean| {
                mean.public_rows = Some(500);
                mean.missing_as_mid = missing_as_mid;
            })
        };
        let listing = list(&owner, &draft);
        let copy = seller.duplicate_listing(&parsed(&listing.id)).unwrap();
        let AttributeSpec::Mean(mean) = restated(copy).question else {
            panic!("no mean");
        };
        assert_eq!(mean.missing_as_mid, missing_as_mid);
    }
}

#[test]
fn a_duplicate_of_own_numbers_leaves_them_out() {
    let town = Town::new();
    let owner = town.home("owner");
    population(&owner, "me");
    let draft = ListingDraft {
        title: Some("My weight".into()),
        price: "1:1".into(),
        ..ListingDraft::new(
            own_numbers("me"),
            ValueSpec {
                value: Number::parse("12.5").unwrap(),
                bounds: ends("0..100"),
                step: parsed("0.5"),
                distance: parsed("2"),
                unit: "kg".into(),
            }
            .into(),
        )
    };
    let listing = list(&owner, &draft);
    let copy = owner
        .seller()
        .duplicate_listing(&parsed(&listing.id))
        .unwrap();
    assert!(copy.subject == own_numbers("me"));
    let form = ListingForm::of(copy);
    let text = serde_json::to_string(&form).unwrap();
    assert!(!text.contains("12.5"), "{text}");
    assert_eq!((form.value.as_str(), form.file.as_str()), ("", ""));
    assert_eq!(
        (form.population.as_str(), form.protect.as_str()),
        ("me", "2")
    );
    // Stated again, it is listed again.
    let again = ListingForm {
        value: "12,5".into(),
        ..form
    };
    let again = owner.seller().read_listing_form(&again).unwrap();
    list(&owner, &again.draft().map_err(|e| e.to_string()).unwrap());
}

#[test]
fn a_corrected_listing_takes_the_place_of_the_wrong_one_in_one_step() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let wrong = list(&owner, &histogram());
    let corrected = binned(
        restated(
            owner
                .seller()
                .duplicate_listing(&parsed(&wrong.id))
                .unwrap(),
        ),
        texts(&["1", "2"]),
    );
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
    let other = binned(histogram(), texts(&["1", "2"]));
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
    let corrected = binned(histogram(), BinSpec::Values(vec!["3".to_owned()]));
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
        .err()
        .unwrap();
    assert_eq!(gone.code().as_str(), "dataset-gone");
}
