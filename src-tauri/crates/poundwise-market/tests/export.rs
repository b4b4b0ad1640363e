//! Releases as files: what they say, and that there is a whole file or none.

use crate::fixture::drafts::{dataset, ends, own_numbers};
use poundwise_market::{AttributeSpec, BinSpec, HistogramSpec, SumSpec, VectorSpec};
use std::process::Command;

use crate::fixture::{
    Town, buy, histogram, holding, lattice, list, mean_income, parsed, population, typed,
};
use poundwise_documents::{bundle::Bundle, values::ValueRow};
use poundwise_market::{
    ExportFormat, Home, Roles, Work,
    view::{ListingDraft, ListingView},
};
use poundwise_query::table::{Cell, Table};

/// Numbers of the owner's own, in halves.
fn harvests(town: &Town, owner: &Home, length: usize) -> ListingView {
    population(owner, "farms");
    let file = town.path("numbers.txt");
    let lines: Vec<String> = (0..length).map(|i| (i % 100).to_string()).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let draft = ListingDraft {
        price: "8:80".into(),
        title: Some("Harvests".into()),
        ..ListingDraft::new(
            own_numbers("farms"),
            VectorSpec {
                file: file.clone(),
                bounds: ends("0..100"),
                step: parsed("0.5"),
                distance: parsed("0.5"),
                unit: "t".into(),
            }
            .into(),
        )
    };
    list(owner, &draft)
}

#[test]
fn a_suggested_name_keeps_letters_and_leads_nowhere_else() {
    let town = Town::new();
    let home = town.home("ann");
    let folder = town.path("ann/exports").canonicalize();
    assert!(folder.is_err(), "it is made when it is needed");
    for (name, suggested) in [
        ("Mean income, 2026.csv", "Mean-income--2026.csv"),
        ("Größe_µ-ε.json", "Größe_µ-ε.json"),
        ("../../owner/key.age", "owner-key.age"),
        ("/etc/passwd", "etc-passwd"),
        ("..", "export"),
        ("", "export"),
    ] {
        let file = home.suggest_file(name).unwrap();
        let folder = town.path("ann/exports").canonicalize().unwrap();
        assert_eq!(file, folder.join(suggested), "{name}");
    }
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

/// The listings of the kinds whose answers differ from their lattice.
fn drafts() -> [(&'static str, ListingDraft); 3] {
    let draft = |question: AttributeSpec| ListingDraft {
        title: Some(question.kind().to_string()),
        ..mean_income().asking(question)
    };
    let sum = SumSpec {
        step: Some(parsed("10")),
        unit: "€".into(),
        ..SumSpec::new("income", ends("0..100000"))
    };
    [
        ("mean", draft(mean_income().question)),
        ("sum", draft(sum.into())),
        ("histogram", histogram()),
    ]
}

/// The columns that hold numbers.
const NUMBERS: [&str; 5] = ["estimate", "noise_low95", "noise_high95", "epsilon", "rho"];

/// The rows of an exported table, with the header.
fn table(csv: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(csv);
    let cells = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
    reader.records().map(|row| cells(row.unwrap())).collect()
}

#[test]
fn an_answer_is_exported_as_it_is_shown_with_where_it_is_from() {
    let town = Town::new();
    let (owner, ann) = (town.owner_with_table(None), town.home("ann"));
    let mut listings = drafts()
        .map(|(kind, draft)| (kind, list(&owner, &draft)))
        .to_vec();
    // Its labels are numbers, and texts all the same.
    listings.push(("vector", harvests(&town, &owner, 3)));
    for (kind, listing) in listings {
        buy(&owner, &ann, &listing, "0.5");
        let receipt = buy(&owner, &ann, &listing, "1.25");
        let shown = holding(&ann, &listing).responses.pop().unwrap().estimates;
        let from = [
            listing.unit.as_str(),
            "1.25",
            // Discrete Laplace noise charges no ρ.
            "",
            "owner",
            &listing.id.to_string(),
            &receipt.id.to_string(),
            &receipt.issued_at[..10],
        ];
        let expected: Vec<Vec<String>> = shown
            .iter()
            .map(|one| {
                let [low, high] = [&one.noise_low, &one.noise_high].map(Option::as_deref);
                let numbers = [&*one.label, &*one.text, low.unwrap(), high.unwrap()];
                numbers.into_iter().chain(from).map(str::to_owned).collect()
            })
            .collect();
        let export = |format| {
            ann.buyer()
                .export_release(&parsed(&listing.id), format)
                .unwrap()
        };

        let mut rows = table(&export(ExportFormat::Csv));
        let header = rows.remove(0);
        assert_eq!(
            header.join(","),
            "label,estimate,noise_low95,noise_high95,unit,epsilon,rho,owner,listing,receipt,date"
        );
        // Ids may begin with a sign: a spreadsheet is to take them for texts.
        for row in &mut rows {
            for cell in row.iter_mut() {
                *cell = cell.strip_prefix('\'').unwrap_or(cell).to_owned();
            }
        }
        assert_eq!(rows, expected, "{kind}");

        let json: Vec<serde_json::Map<String, serde_json::Value>> =
            serde_json::from_slice(&export(ExportFormat::Json)).unwrap();
        for (object, row) in json.iter().zip(&expected) {
            // Numbers are numbers; the digits of each come back.
            let cells = header.iter().map(|name| match &object[name] {
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Null => String::new(),
                number => number.to_string(),
            });
            let cells: Vec<String> = cells.collect();
            assert_eq!(cells, *row, "{kind}");
            for name in NUMBERS {
                assert_eq!(object[name].is_number(), name != "rho", "{kind}, {name}");
            }
            assert_eq!(object.len(), header.len());
        }
        assert_eq!(json.len(), expected.len());

        let parquet = Table::from_parquet(&export(ExportFormat::Parquet)).unwrap();
        assert_eq!(parquet.rows(), expected.len());
        for (index, column) in parquet.columns().iter().enumerate() {
            assert_eq!(column.name(), header[index]);
            let is_number = NUMBERS.contains(&column.name());
            for (row, expected) in expected.iter().enumerate() {
                let (cell, told_as_number) = match column.cell(row) {
                    Cell::Missing => (String::new(), is_number),
                    Cell::Text(text) => (text.to_owned(), false),
                    Cell::Number(number) => (number.to_string(), true),
                    Cell::Date(day) => (day.to_string(), false),
                };
                assert_eq!(
                    (&cell, told_as_number),
                    (&expected[index], is_number),
                    "{kind}, {}",
                    column.name()
                );
            }
        }
    }
}

/// A label and a unit that a spreadsheet would compute come back as they were, and no digit is
/// lost.
#[test]
fn the_code_that_comes_with_a_file_reads_it() {
    let python = |code: &str| {
        let run = Command::new("python3").args(["-c", code]).output();
        let Ok(run) = run else {
            assert!(std::env::var_os("CI").is_none(), "python3 is needed");
            return None;
        };
        let wrong = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{code}\n{wrong}");
        Some(String::from_utf8(run.stdout).unwrap())
    };
    let town = Town::new();
    let owner = town.home("owner");
    let people = town.path("people.csv");
    let bins = [
        "=1+1",
        "+49",
        "-x",
        "'=y",
        "''@z",
        "plain",
        "-5",
        "it's \"here\", é",
    ];
    let cells = bins.map(|bin| format!("\"{}\"", bin.replace('"', "\"\"")));
    std::fs::write(&people, format!("kind\n{}\n", cells.join("\n"))).unwrap();
    owner
        .seller()
        .import_dataset(&people, &typed("kind:text"))
        .unwrap();
    let ann = town.home("ann");
    let draft = ListingDraft {
        title: Some("A listing".into()),
        price: "8:80".into(),
        ..ListingDraft::new(
            dataset("people"),
            HistogramSpec::new("kind", BinSpec::Values(bins.map(str::to_owned).to_vec())).into(),
        )
    };
    let listing = list(&owner, &draft);
    buy(&owner, &ann, &listing, "0.25");
    let shown = holding(&ann, &listing).responses.pop().unwrap().estimates;
    let expected: String = shown
        .iter()
        .map(|one| {
            let [low, high] = [&one.noise_low, &one.noise_high].map(|end| end.as_ref().unwrap());
            format!("{} {} {low} {high}\n", one.label, one.text)
        })
        .collect();
    assert_eq!(shown.len(), bins.len() + 1);
    for (format, name) in [
        (ExportFormat::Csv, "a \"table\" é.csv"),
        (ExportFormat::Json, "a\\table.json"),
    ] {
        let file = town.path(name);
        let exported = ann
            .buyer()
            .begin_release_export(&parsed(&listing.id), format)
            .unwrap()
            .run(&file, &Work::silent());
        let code = exported.unwrap().python;
        if let Some(printed) = python(&code) {
            assert_eq!(printed, expected, "{code}");
        }
    }
}

#[test]
fn the_lattice_beside_it_says_each_value_in_units_and_in_steps_and_whether_it_changed() {
    let town = Town::new();
    let owner = town.home("owner");
    let ann = town.home("ann");
    let listing = harvests(&town, &owner, 300);
    buy(&owner, &ann, &listing, "1");
    let receipt = buy(&owner, &ann, &listing, "1.1");
    let rows = rows(&town, &ann, &receipt.id.to_string());
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
    let exported = lattice(&ann, &listing, ExportFormat::Csv);
    assert_eq!(String::from_utf8(exported).unwrap(), csv);

    let json = lattice(&ann, &listing, ExportFormat::Json);
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
    for (name, expected) in [
        ("title", "Harvests"),
        ("listing", &listing.id.to_string()),
        ("receipt", &receipt.id.to_string()),
        ("unit", "t"),
    ] {
        assert_eq!(json[name], expected);
    }
    assert_eq!(json["level"], 1_100_000);
    assert_eq!(json["step"], 0.5);

    // As Parquet, the signed values file.
    let file = town.path("it.bundle");
    ann.buyer()
        .export_bundle(&parsed(&receipt.id), &file)
        .unwrap();
    let bundle = Bundle::from_bytes(&std::fs::read(file).unwrap()).unwrap();
    assert!(lattice(&ann, &listing, ExportFormat::Parquet) == bundle.values());
}

#[test]
fn answer_and_lattice_are_two_files_and_there_is_no_answer_without_it() {
    let town = Town::new();
    let (owner, ann) = (town.owner_with_table(None), town.home("ann"));
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    let begun = || {
        ann.buyer()
            .begin_release_export(&parsed(&listing.id), ExportFormat::Csv)
            .unwrap()
    };
    let answer = town.path("answer.csv");
    std::fs::create_dir(town.path("sub")).unwrap();
    for same in [answer.clone(), town.path("sub/../answer.csv")] {
        let refused = begun()
            .with_lattice(same)
            .run(&answer, &Work::silent())
            .unwrap_err();
        assert_eq!(refused.code().as_str(), "file-exists");
    }
    let nowhere = town.path("no/such/folder/lattice.csv");
    let missing = begun()
        .with_lattice(nowhere)
        .run(&answer, &Work::silent())
        .unwrap_err();
    assert_eq!(missing.code().as_str(), "not-found");
    assert!(!answer.exists());

    let lattice = town.path("lattice.csv");
    let exported = begun()
        .with_lattice(lattice.clone())
        .run(&answer, &Work::silent())
        .unwrap();
    let beside = exported.lattice.unwrap();
    assert_eq!(beside.bytes, std::fs::metadata(lattice).unwrap().len());
    assert_eq!(exported.bytes, std::fs::metadata(&answer).unwrap().len());
    // The answer is the same with it and without.
    let alone = town.path("alone.csv");
    begun().run(&alone, &Work::silent()).unwrap();
    assert_eq!(
        std::fs::read_to_string(answer).unwrap(),
        std::fs::read_to_string(alone).unwrap()
    );
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
    if !disk::in_own_mounts(an_export_onto_a_full_disk_is_an_error_and_no_file) {
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
                    .begin_release_export(&parsed(&listing.id), format)?
                    .run(&file, &Work::silent())
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
