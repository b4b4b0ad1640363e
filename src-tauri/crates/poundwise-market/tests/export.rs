//! Releases as files: what they say, and that there is a whole file or none.

use crate::fixture::{Town, buy, list, parsed, population};
use poundwise_documents::{bundle::Bundle, values::ValueRow};
use poundwise_market::{
    ExportFormat, Home, Roles,
    view::{ListingDraft, ListingView},
};

/// Numbers of the owner's own, in halves.
fn harvests(town: &Town, owner: &Home, length: usize) -> ListingView {
    population(owner, "farms");
    let file = town.path("numbers.txt");
    let lines: Vec<String> = (0..length).map(|i| (i % 100).to_string()).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let draft = ListingDraft {
        dataset: "-".into(),
        population: Some("farms".into()),
        kind: "vector".into(),
        file: Some(file.display().to_string()),
        bounds: Some("0..100".into()),
        step: Some("0.5".into()),
        unit: Some("t".into()),
        protect: Some("0.5".into()),
        price: "8:80".into(),
        title: Some("Harvests".into()),
        ..ListingDraft::default()
    };
    list(owner, &draft)
}

/// What the newest bundle says.
fn rows(town: &Town, holder: &Home, receipt: &str) -> Vec<ValueRow> {
    let file = town.path("it.bundle");
    holder
        .buyer()
        .export_bundle(&parsed(receipt), &file)
        .unwrap();
    let bundle = Bundle::from_bytes(&std::fs::read(file).unwrap()).unwrap();
    bundle.verify().unwrap().rows
}

#[test]
fn an_export_says_each_value_in_units_and_in_steps_and_whether_it_changed() {
    let town = Town::new();
    let owner = town.home("owner");
    let ann = town.home("ann");
    let listing = harvests(&town, &owner, 300);
    buy(&owner, &ann, &listing, "1");
    let receipt = buy(&owner, &ann, &listing, "1.1");
    let rows = rows(&town, &ann, &receipt.id);
    for changed in [true, false] {
        assert!(rows.iter().any(|row| row.changed == changed));
    }

    let mut csv = String::from("index,label,value,unit,lattice_steps,changed\n");
    for row in &rows {
        let halves = row.value;
        let sign = if halves < 0 { "-" } else { "" };
        let (whole, rest) = (halves.abs() / 2, ["", ".5"][usize::from(halves % 2 != 0)]);
        let (index, label, changed) = (row.index, &row.label, row.changed);
        csv += &format!("{index},{label},{sign}{whole}{rest},t,{halves},{changed}\n");
    }
    let exported = ann
        .buyer()
        .export_release(&parsed(&listing.id), ExportFormat::Csv)
        .unwrap();
    assert_eq!(String::from_utf8(exported).unwrap(), csv);

    let json = ann
        .buyer()
        .export_release(&parsed(&listing.id), ExportFormat::Json)
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["values"].as_array().unwrap().len(), rows.len());
    for (row, said) in rows.iter().zip(json["values"].as_array().unwrap()) {
        let expected = serde_json::json!({
            "index": row.index,
            "label": row.label,
            "lattice_steps": row.value,
            "changed": row.changed,
        });
        assert_eq!(*said, expected);
    }
    assert_eq!(json["estimates"].as_array().unwrap().len(), rows.len());
    for (name, expected) in [
        ("title", "Harvests"),
        ("listing", &listing.id),
        ("receipt", &receipt.id),
        ("unit", "t"),
        ("step", "0.5"),
    ] {
        assert_eq!(json[name], expected);
    }
    assert_eq!(json["micro_epsilon"], 1_100_000);
}

/// A figure has no room for each of more than a thousand.
#[test]
fn a_response_is_outlined_where_it_is_not_shown_whole() {
    let town = Town::new();
    let (owner, ann) = (town.home("owner"), town.home("ann"));
    for (length, outlined) in [(1000, false), (1001, true)] {
        let listing = harvests(&town, &owner, length);
        buy(&owner, &ann, &listing, "1");
        let response = &crate::fixture::holding(&ann, &listing).responses[0];
        assert_eq!(response.estimates.len(), 1000);
        assert_eq!(!response.outline.is_empty(), outlined, "{length}");
    }
}

/// A disk with room for nothing, then for a page more each time.
#[test]
#[cfg(target_os = "linux")]
fn an_export_onto_a_full_disk_is_an_error_and_no_file() {
    use crate::fixture::disk;
    if !disk::in_own_mounts("an_export_onto_a_full_disk_is_an_error_and_no_file") {
        return;
    }
    let town = Town::new();
    let owner = town.home("owner");
    let ann = town.home("ann");
    let listing = harvests(&town, &owner, 3000);
    buy(&owner, &ann, &listing, "1");
    let disk = disk::Disk::mount(town.path("disk"));
    for format in [ExportFormat::Csv, ExportFormat::Json, ExportFormat::Parquet] {
        let file = disk.folder.join("it");
        let exported = disk.until_it_fits(
            "an export",
            &["disk-full"],
            || file.exists(),
            || {
                ann.buyer()
                    .export_release_to(&parsed(&listing.id), format, &file)
            },
        );
        let whole = ann
            .buyer()
            .export_release(&parsed(&listing.id), format)
            .unwrap();
        assert_eq!(exported.bytes, whole.len() as u64);
        assert!(std::fs::read(&file).unwrap() == whole);
        std::fs::remove_file(file).unwrap();
    }
}
