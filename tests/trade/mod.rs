//! Two homes and a market between them, for tests below the window.
pub(crate) mod drafts;
pub(crate) mod pair;
mod typed;

use self::drafts::dataset;
use poundwise_market::CountSpec;
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use poundwise_market::{
    Home, HomeOptions, Passphrase, Roles, Schema,
    view::{Condition, FilterOperator, ImportOptions, ListingDraft, ListingView},
};

pub(crate) use typed::{paid, parsed};

/// Every home's passphrase here.
pub(crate) fn passphrase() -> Passphrase {
    Passphrase::from("three unrelated words".to_owned())
}

/// Options with the market in that folder, the window's folder of marks next to it, and little
/// scrypt work.
pub(crate) fn options(market: &Path) -> HomeOptions {
    HomeOptions {
        market: Some(market.to_str().unwrap().to_owned()),
        work_factor: Some(2),
        state: Some(market.with_file_name("user/state/poundwise")),
        ..HomeOptions::default()
    }
}

/// A new home.
pub(crate) fn create(dir: &Path, name: &str, market: &Path) -> Home {
    Home::create(dir, &parsed(name), &passphrase(), &options(market))
        .unwrap()
        .0
}

/// The home again.
pub(crate) fn open(dir: &Path, market: &Path) -> poundwise_market::Result<Home> {
    Home::open(dir, &passphrase(), &options(market))
}

/// A table of people, generated.
pub(crate) fn people(folder: &Path, rows: u32) -> PathBuf {
    let mut csv = String::from("age,educ,income,married\n");
    for i in 0..rows {
        let (age, educ, income) = (18 + i * 7 % 70, 1 + i * 5 % 16, i * 7919 % 180_000);
        writeln!(csv, "{age},{educ},{income},{}", i % 2).unwrap();
    }
    let file = folder.join("people.csv");
    fs::write(&file, csv).unwrap();
    file
}

/// An import of [`people`] with the types that its columns have, into a population of their own
/// with a cap of ε 20.
pub(crate) fn types_of_people() -> ImportOptions {
    ImportOptions {
        schema: Some(
            Schema::parse_types("age:number,educ:number,income:number,married:number").unwrap(),
        ),
        cap: Some("20".to_owned()),
        ..ImportOptions::default()
    }
}

/// How many of them are married, for up to ε 8 at €1 a tenth.
pub(crate) fn married() -> ListingDraft {
    ListingDraft {
        title: Some("Married people".to_owned()),
        price: "8:80.00".into(),
        ceiling: Some(parsed("8")),
        pay_to: Some(parsed("payto://iban/DE75512108001245126199")),
        ..ListingDraft::new(
            dataset("people"),
            CountSpec {
                filters: vec![Condition::new("married", FilterOperator::Equal, "1")],
                ..CountSpec::default()
            }
            .into(),
        )
    }
}

/// Imports the people and lists them.
pub(crate) fn offer(owner: &Home, folder: &Path) -> ListingView {
    owner
        .seller()
        .import_dataset(&people(folder, 200), &types_of_people())
        .unwrap();
    owner.seller().create_listing(&married()).unwrap()
}
