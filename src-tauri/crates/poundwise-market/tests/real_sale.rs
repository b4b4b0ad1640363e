//! Whole sales on real tables: imported, listed, bought in steps by two buyers, audited. The tables
//! are not part of the repository: without them these tests say that they were skipped.

use crate::fixture::drafts::{binned, dataset, ends, filtered};
use poundwise_market::{AttributeSpec, BinSpec, CountSpec, HistogramSpec, MeanSpec};
use std::{collections::HashMap, path::Path};

use crate::fixture::{Town, buy, holding, list, parsed, shared, typed, values};
use poundwise_market::{
    Home, Roles, TableForm, Work, audit_files, preview_csv,
    view::{Condition, FilterOperator, ImportOptions, ListingDraft, ListingView},
};

/// The types that most cells suggest, which are the right ones here.
fn types(file: &Path) -> String {
    preview_csv(file, &TableForm::default(), &Work::silent())
        .unwrap()
        .types
}

fn import(owner: &Home, file: &Path, person: Option<(&str, u64)>) -> String {
    owner
        .seller()
        .import_dataset(
            file,
            &ImportOptions {
                person_column: person.map(|p| p.0.to_owned()),
                rows_per_person: person.map(|p| p.1.to_string()),
                cap: Some("200".to_owned()),
                ..typed(&types(file))
            },
        )
        .unwrap()
        .name
}

fn draft(name: &str, question: impl Into<AttributeSpec>) -> ListingDraft {
    ListingDraft {
        title: Some("A listing".into()),
        price: "1:10,64:100".into(),
        ..ListingDraft::new(dataset(name), question.into())
    }
}

/// Two buyers go to ε 64 by different steps, hold the same numbers, and those lie within 40 D/ε
/// lattice steps of the truth, which honest noise misses once in e^40.
fn sold_rightly(owner: &Home, buyers: [&Home; 2], listing: &ListingView, truth: &[i64]) {
    for level in ["0.5", "4", "64"] {
        buy(owner, buyers[0], listing, level);
    }
    buy(owner, buyers[1], listing, "64");
    let sold = values(buyers[0], listing);
    assert_eq!(sold, values(buyers[1], listing));
    assert_eq!(sold.len(), truth.len());
    let reach = 40 * listing.sensitivity.div_ceil(64);
    for (value, true_value) in sold.iter().zip(truth) {
        assert!(
            value.abs_diff(*true_value) <= reach,
            "{}: {value} is not near {true_value}",
            listing.title
        );
    }
    assert_eq!(holding(buyers[0], listing).responses.len(), 3);
}

fn audited(town: &Town, owner: &Home, receipts: usize) {
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert!(report.findings().is_empty(), "{:?}", report.findings());
    assert!(
        report.headline().contains(&format!("{receipts} receipts")),
        "{}",
        report.headline()
    );
}

/// One column's cells as written.
fn texts(file: &Path, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    let index = reader
        .headers()
        .unwrap()
        .iter()
        .position(|h| h == name)
        .unwrap();
    reader
        .records()
        .map(|record| record.unwrap()[index].to_owned())
        .collect()
}

/// One column's cells as whole numbers.
fn column(file: &Path, name: &str) -> Vec<i64> {
    texts(file, name)
        .into_iter()
        .map(|cell| {
            // Three incomes are written 1e+05.
            cell.parse().unwrap_or_else(|_| {
                if cell == "1e+05" {
                    100_000
                } else {
                    panic!("{cell}")
                }
            })
        })
        .collect()
}

#[test]
fn census() {
    let Some(file) = shared("pums_1000.csv") else {
        return;
    };
    let town = Town::new();
    let owner = town.home("owner");
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let name = import(&owner, &file, None);

    let education = list(
        &owner,
        &binned(
            draft(&name, HistogramSpec::new("educ", BinSpec::Stated)),
            BinSpec::Values((1..=16).map(|level| level.to_string()).collect()),
        ),
    );
    let levels = column(&file, "educ");
    let truth: Vec<i64> = (1..=17)
        .map(|bin| levels.iter().filter(|l| **l == bin).count() as i64)
        .collect();
    sold_rightly(&owner, [&ann, &ben], &education, &truth);

    let income = list(
        &owner,
        &draft(
            &name,
            MeanSpec {
                step: Some(parsed("100")),
                unit: "$".to_owned(),
                ..MeanSpec::new("income", ends("0..200000"))
            },
        ),
    );
    let incomes = column(&file, "income");
    let total: i64 = incomes.iter().map(|v| v.clamp(&0, &200_000)).sum();
    let truth = [total, 200_000 * 1000 - total].map(|sum| (sum + 50).div_euclid(100));
    sold_rightly(&owner, [&ann, &ben], &income, &truth);
    let shown = &holding(&ann, &income).responses[2].estimates[0];
    let mean = total as f64 / 1000.0;
    assert!(
        (shown.number - mean).abs() < 2_000.0,
        "{} is not near {mean}",
        shown.number
    );

    let married = list(
        &owner,
        &filtered(
            draft(&name, CountSpec::default()),
            vec![Condition::new("married", FilterOperator::Equal, "1")],
        ),
    );
    let truth = column(&file, "married").iter().sum();
    sold_rightly(&owner, [&ann, &ben], &married, &[truth]);
    audited(&town, &owner, 12);
}

#[test]
fn visitors_with_many_rows() {
    let Some(file) = shared("week_data.csv") else {
        return;
    };
    let town = Town::new();
    let owner = town.home("owner");
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let name = import(&owner, &file, Some(("VisitorId", 2)));
    let view = owner.seller().dataset(&parsed(&name)).unwrap();
    assert_eq!(view.privacy_unit, "one person (VisitorId), at most 2 rows");
    assert_eq!((view.rows, view.rows_without_person), (2850, 0));
    let mut of_visitor: HashMap<String, i64> = HashMap::new();
    for visitor in texts(&file, "VisitorId") {
        *of_visitor.entry(visitor).or_default() += 1;
    }
    let counted = of_visitor.values().map(|visits| *visits.min(&2)).sum();

    let visits = list(&owner, &draft(&name, CountSpec::default()));
    assert_eq!(
        visits.sensitivity, 2,
        "one visitor moves the count by up to 2"
    );
    sold_rightly(&owner, [&ann, &ben], &visits, &[counted]);
    audited(&town, &owner, 4);
}

#[test]
fn survey_with_quoted_questions() {
    let Some(file) = shared("comma_survey.csv") else {
        return;
    };
    let town = Town::new();
    let owner = town.home("owner");
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let name = import(&owner, &file, None);
    let question = "How much, if at all, do you care about the use (or lack thereof) of the \
                    serial (or Oxford) comma in grammar?";
    let answers = ["A lot", "Some", "Not much", "Not at all"];
    let comma = list(
        &owner,
        &ListingDraft {
            title: Some("Who cares about the Oxford comma".to_owned()),
            ..binned(
                draft(&name, HistogramSpec::new(question, BinSpec::Stated)),
                BinSpec::Values(answers.map(str::to_owned).to_vec()),
            )
        },
    );
    let mut reader = csv::Reader::from_path(&file).unwrap();
    let index = reader
        .headers()
        .unwrap()
        .iter()
        .position(|h| h == question)
        .unwrap();
    let mut truth = vec![0i64; answers.len() + 1];
    for record in reader.records() {
        let record = record.unwrap();
        let bin = answers
            .iter()
            .position(|a| *a == &record[index])
            .unwrap_or(answers.len());
        truth[bin] += 1;
    }
    let rows = owner.seller().dataset(&parsed(&name)).unwrap().rows;
    assert_eq!(truth.iter().sum::<i64>(), i64::try_from(rows).unwrap());
    sold_rightly(&owner, [&ann, &ben], &comma, &truth);
    audited(&town, &owner, 4);
}
