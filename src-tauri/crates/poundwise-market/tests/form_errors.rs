//! A request with several wrong fields is refused with the errors of all of them.

use poundwise_market::view::{ImportOptions, Invoicing, Language, Party, PopulationDraft, Vat};
use poundwise_market::{Result, Roles};

use crate::fixture::{PEOPLE, Town, typed};

/// Returns the codes of the errors, in the order in which they are shown.
fn codes<T>(refused: Result<T>) -> Vec<&'static str> {
    let error = refused.err().unwrap();
    let all = std::iter::once(&error).chain(error.also());
    all.map(|one| one.code().as_str()).collect()
}

/// Every field of it that is text is wrong.
fn population() -> PopulationDraft {
    PopulationDraft {
        name: "two\nlines".to_owned(),
        unit_name: Some("\u{200b}".to_owned()),
        adjacency: Some("both".to_owned()),
        cap: "many".to_owned(),
        carried: Some("some".to_owned()),
        new_people: true,
        ..PopulationDraft::default()
    }
}

#[test]
fn a_population_is_refused_with_the_errors_of_all_fields() {
    let town = Town::new();
    let owner = town.home("owner");
    let refused = owner.seller().create_population(&population());
    let error = refused.as_ref().err().unwrap();
    // A form has a field for each loss.
    let of: Vec<_> = std::iter::once(error)
        .chain(error.also())
        .filter_map(|one| one.view().of)
        .collect();
    assert_eq!(of, ["carried"]);
    let view = error.view();
    let german = view.also.unwrap().into_iter().map(|one| one.german);
    assert!(german.into_iter().all(|words| words.is_some()));
    let all = [
        "epsilon",
        "epsilon",
        "population-name",
        "unit-name",
        "adjacency",
    ];
    assert_eq!(codes(refused), all);
}

#[test]
fn an_import_is_refused_with_the_errors_of_its_population_and_its_rows() {
    let town = Town::new();
    let owner = town.home("owner");
    let wrong = population();
    let options = ImportOptions {
        name: Some("a\tb".to_owned()),
        population: Some(wrong.name),
        unit_name: wrong.unit_name,
        cap: Some(wrong.cap),
        person_column: Some("who".to_owned()),
        rows_per_person: Some("0".to_owned()),
        ..typed(PEOPLE)
    };
    let seller = owner.seller();
    let all = [
        "dataset-name",
        "epsilon",
        "population-name",
        "unit-name",
        "rows-per-person",
    ];
    assert_eq!(codes(seller.import_dataset(&town.table(), &options)), all);
    // Without a name of its own, the population has that of the dataset, which is wrong once.
    let unnamed = ImportOptions {
        population: None,
        ..options
    };
    let refused = codes(seller.import_dataset(&town.table(), &unnamed));
    assert_eq!(refused, ["dataset-name"]);
}

#[test]
fn the_terms_of_invoices_are_refused_with_the_errors_of_all_fields() {
    let town = Town::new();
    let owner = town.home("owner");
    let refused = owner.seller().set_invoicing(&Invoicing {
        seller: Party {
            name: "Clinic".to_owned(),
            country: "XX".to_owned(),
            vat_id: Some("12".to_owned()),
            email: Some("x".repeat(300)),
            ..Party::default()
        },
        vat: Vat::Rate {
            percent: "19,5".to_owned(),
        },
        days: 0,
        prefix: "R1".to_owned(),
        language: Language::English,
    });
    let all = [
        // Street and city.
        "invoice-party",
        "invoice-party",
        "invoice-country",
        "invoice-vat-id",
        // The address for questions.
        "invoice-party",
        "invoice-vat",
        // Prefix and days.
        "invoice-terms",
        "invoice-terms",
    ];
    assert_eq!(codes(refused), all);
}
