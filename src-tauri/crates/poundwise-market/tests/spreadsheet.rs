//! Exported tables in a spreadsheet: what a stranger called a bin is never computed.

use crate::fixture::drafts::dataset;
use crate::fixture::{Town, buy, list, parsed, typed};
use poundwise_market::{BinSpec, HistogramSpec};
use poundwise_market::{ExportFormat, Roles, view::ListingDraft};

#[test]
fn labels_and_units_that_look_like_formulas_are_texts_in_a_csv_export() {
    let town = Town::new();
    let owner = town.home("owner");
    let table = town.path("people.csv");
    let bins = ["=1+1", "+49", "-x", "@SUM(A1)", "plain", "-5"];
    std::fs::write(&table, format!("kind\n{}\n", bins.join("\n"))).unwrap();
    owner
        .seller()
        .import_dataset(&table, &typed("kind:text"))
        .unwrap();
    let ann = town.home("ann");
    let listing = list(
        &owner,
        &ListingDraft {
            title: Some("A listing".into()),
            price: "8:80".into(),
            ..ListingDraft::new(
                dataset("people"),
                HistogramSpec {
                    unit: "=people".into(),
                    ..HistogramSpec::new("kind", BinSpec::Values(bins.map(str::to_owned).to_vec()))
                }
                .into(),
            )
        },
    );
    buy(&owner, &ann, &listing, "0.1");
    let text = ann
        .buyer()
        .export_release(&parsed(&listing.id), ExportFormat::Csv)
        .unwrap();
    let mut reader = csv::Reader::from_reader(text.as_slice());
    let rows: Vec<Vec<String>> = reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect();
    let labels: Vec<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(
        labels,
        ["'=1+1", "'+49", "'-x", "'@SUM(A1)", "plain", "-5", "other"]
    );
    for row in &rows {
        assert_eq!(row[4], "'=people");
        for number in &row[1..4] {
            number.parse::<f64>().unwrap();
        }
    }
    let lattice = crate::fixture::lattice(&ann, &listing, ExportFormat::Csv);
    let mut reader = csv::Reader::from_reader(lattice.as_slice());
    for (row, label) in reader.records().zip(labels) {
        let row = row.unwrap();
        assert_eq!((&row[1], &row[3]), (label, "'=people"));
        row[2].parse::<f64>().unwrap();
        row[4].parse::<i64>().unwrap();
    }
    // In JSON nothing is computed, and nothing is changed.
    let json = ann
        .buyer()
        .export_release(&parsed(&listing.id), ExportFormat::Json)
        .unwrap();
    assert!(String::from_utf8(json).unwrap().contains("\"=1+1\""));
}
