//! Several columns listed together: proposed without looking at a row, priced by one rule, signed
//! all or none.

use std::path::Path;

use crate::fixture::{Town, buy, list, parsed, stopping, tree, typed};
use poundwise_documents::tariff::TariffDraft;
use poundwise_market::{
    Batch, CodebookName, Home, Job, Roles, Schema, Work, WorkStep,
    error::{CodebookFault, ErrorPlace},
    view::{
        BatchPreview, BatchRow, CodebookColumn, ColumnType, GuessBasis, ImportOptions,
        ListingBatch, ListingDraft, ListingsProposed, MisfitReason,
    },
};
use poundwise_query::SchemaColumn;

fn column(name: &str, column_type: ColumnType, values: &[&str]) -> SchemaColumn {
    SchemaColumn {
        name: name.to_owned(),
        column_type,
        values: values.iter().map(|value| (*value).to_owned()).collect(),
    }
}

/// A table of a survey, with what is declared of it.
fn survey(owner: &Home, file: &Path, rows: &str, person: bool) {
    let mut columns = vec![
        column("age", ColumnType::Number, &[]),
        column("smokes", ColumnType::Text, &["yes", "no"]),
        column("town", ColumnType::Text, &[]),
    ];
    let mut header = "age,smokes,town".to_owned();
    if person {
        columns.insert(0, column("who", ColumnType::Text, &[]));
        header = format!("who,{header}");
    }
    std::fs::write(file, format!("{header}\n{rows}")).unwrap();
    let options = ImportOptions {
        schema: Some(Schema::new(columns).unwrap()),
        cap: Some("10".to_owned()),
        person_column: person.then(|| "who".to_owned()),
        rows_per_person: person.then(|| "1".to_owned()),
        name: Some("survey".to_owned()),
        ..ImportOptions::default()
    };
    owner.seller().import_dataset(file, &options).unwrap();
}

const ROWS: &str = "31,yes,Ulm\n47,no,Bonn\n18,no,Kiel\n";

fn shop(rows: &str) -> (Town, Home) {
    let town = Town::new();
    let owner = town.home("owner");
    survey(&owner, &town.path("survey.csv"), rows, false);
    (town, owner)
}

fn proposed(owner: &Home, columns: &[&str], codebook: Option<&str>) -> ListingsProposed {
    let columns: Vec<String> = columns.iter().map(|name| (*name).to_owned()).collect();
    owner
        .seller()
        .propose_listings(&parsed("survey"), &columns, codebook.map(parsed).as_ref())
        .unwrap()
}

/// The table of a proposal with what is missing in it stated.
fn complete(owner: &Home) -> ListingBatch {
    let mut rows = proposed(owner, &["age", "smokes", "town"], None).rows;
    rows[0].stated.low = "0".to_owned();
    rows[0].stated.high = "120".to_owned();
    rows[2].stated.bins = ["Ulm", "Bonn"].map(str::to_owned).to_vec();
    ListingBatch {
        dataset: "survey".to_owned(),
        price: "1:10,4:30".into(),
        rows,
        ..ListingBatch::default()
    }
}

fn sketch(owner: &Home, batch: &ListingBatch) -> BatchPreview {
    owner.seller().sketch_listings(batch).unwrap()
}

/// The codes of what is wrong with each row.
fn wrong(preview: &BatchPreview) -> Vec<&'static str> {
    let codes = preview.rows.iter();
    codes
        .map(|row| row.problem.as_ref().map_or("", |why| why.code.as_str()))
        .collect()
}

fn json(value: &impl serde::Serialize) -> serde_json::Value {
    serde_json::to_value(value).unwrap()
}

fn titles(owner: &Home) -> Vec<String> {
    let listings = owner.seller().my_listings().unwrap().into_iter();
    listings.map(|listing| listing.title).collect()
}

/// Neither its seeds nor its numbers are another home's, whatever its dataset is called.
#[test]
fn a_table_that_was_begun_in_another_home_is_not_listed() {
    let (town, owner) = shop(ROWS);
    let other = town.home("other");
    survey(&other, &town.path("survey.csv"), ROWS, false);
    let begun = owner.seller().begin_listings(&complete(&owner)).unwrap();
    let made = begun.run(&Work::silent()).unwrap();
    let refused = Batch::finish(&other, made).err().unwrap();
    assert_eq!(refused.code().as_str(), "other-home");
    assert!(titles(&other).is_empty() && titles(&owner).is_empty());
}

#[test]
fn what_is_proposed_follows_from_what_is_declared() {
    let (town, owner) = shop(ROWS);
    let before = tree(&town.path("owner"));
    let all = proposed(&owner, &[], None);
    assert!(
        before == tree(&town.path("owner")),
        "a proposal writes nothing"
    );
    let told: Vec<_> = all
        .rows
        .iter()
        .map(|BatchRow { take, stated, .. }| {
            let of = (stated.column.as_str(), stated.title.as_str());
            (*take, of, stated.kind.as_str(), stated.bins.join(" "))
        })
        .collect();
    assert_eq!(
        told,
        [
            // Its bounds are the owner's to state.
            (false, ("age", "age"), "mean", String::new()),
            (true, ("smokes", "smokes"), "histogram", "yes no".to_owned()),
            (false, ("town", "town"), "histogram", String::new()),
        ]
    );
    // In the order asked for, and taken.
    let two = proposed(&owner, &["town", " age "], None);
    let told: Vec<_> = two
        .rows
        .iter()
        .map(|row| (row.take, row.stated.column.as_str()))
        .collect();
    assert_eq!(told, [(true, "town"), (true, "age")]);
    let unknown = owner
        .seller()
        .propose_listings(&parsed("survey"), &["Age".to_owned()], None)
        .unwrap_err();
    assert_eq!(unknown.code().as_str(), "unknown-column");
}

#[test]
fn the_column_that_names_the_person_is_left_out() {
    let town = Town::new();
    let owner = town.home("owner");
    let rows = "a,31,yes,Ulm\nb,47,no,Bonn\n";
    survey(&owner, &town.path("survey.csv"), rows, true);
    let all = proposed(&owner, &[], None);
    assert_eq!(all.person_column.as_deref(), Some("who"));
    assert_eq!(all.rows.len(), 3);
    // A codebook of it is a misfit, unless it is asked for: then it is a column as any other.
    let book = [CodebookColumn {
        column: "who".to_owned(),
        kind: "histogram".into(),
        bins: vec!["a".to_owned()],
        ..CodebookColumn::default()
    }];
    owner
        .seller()
        .keep_codebook(&parsed("People"), &book, false)
        .unwrap();
    let misfits = |columns: &[&str]| {
        let misfits = proposed(&owner, columns, Some("People")).misfits;
        misfits.into_iter().map(|one| one.why).collect::<Vec<_>>()
    };
    assert_eq!(misfits(&[]), [MisfitReason::PersonColumn]);
    assert_eq!(misfits(&["who"]), []);
}

/// A proposal is signed with little change: were it to depend on rows, the listing would tell of
/// them.
#[test]
fn neighbouring_tables_get_the_same_proposal_and_preview() {
    let tables = [
        ROWS,
        "31,yes,Ulm\n47,no,Bonn\n",
        "31,yes,Ulm\n47,no,Bonn\n110000,often,Nowhere\n",
        "31,yes,Ulm\n47,no,Bonn\nmany,,\n",
    ];
    let told = tables.map(|rows| {
        let (_town, owner) = shop(rows);
        let preview = sketch(&owner, &complete(&owner));
        assert_eq!(wrong(&preview), ["", "", ""]);
        let proposed = proposed(&owner, &[], None);
        (
            serde_json::to_string(&proposed).unwrap(),
            serde_json::to_string(&preview).unwrap(),
        )
    });
    for other in &told[1..] {
        assert_eq!(other, &told[0]);
    }
}

#[test]
fn a_mean_of_the_table_makes_its_number_of_rows_public() {
    let (_town, owner) = shop(ROWS);
    let mut batch = complete(&owner);
    batch.rows[0].public_rows = " 3 ".to_owned();
    // If people can be added or removed, the number must be known elsewhere.
    let error = owner.seller().create_listings(&batch).err().unwrap();
    assert_eq!(error.code().as_str(), "rows-not-public");
    batch.rows_known_elsewhere = true;
    let preview = sketch(&owner, &batch);
    assert_eq!(wrong(&preview), ["", "", ""]);
    assert_eq!(preview.rows[0].reckoned_rows, None);
    let made = owner.seller().create_listings(&batch).unwrap();
    let public: Vec<_> = made.listings.iter().map(|one| one.public_rows).collect();
    assert_eq!(public, [Some(3), None, None]);
    let population = owner.seller().populations().unwrap().remove(0);
    for guess in [population.guess_now, population.guess_at_cap] {
        assert_eq!(guess.basis, GuessBasis::PublicRows);
        assert_eq!(guess.guess_presence, None);
    }
}

#[test]
fn one_price_is_that_of_all_and_each_row_may_differ() {
    let (town, owner) = shop(ROWS);
    let mut batch = complete(&owner);
    batch.rows[1].factor = "0.5".to_owned();
    batch.rows[2].ceiling = "1".to_owned();
    let before = tree(&town.path("owner"));
    let preview = sketch(&owner, &batch);
    assert!(before == tree(&town.path("owner")), "nothing is written");
    assert!(preview.problem.is_none());
    let prices: Vec<_> = preview
        .rows
        .iter()
        .map(|row| {
            let price = row.price_at_ceiling.as_ref().unwrap().minor;
            let levels = row.levels.iter().map(|level| level.level.get());
            (row.ceiling.unwrap().get(), price, levels.collect())
        })
        .collect();
    let micro =
        |levels: &[u64]| -> Vec<u64> { levels.iter().map(|level| level * 1_000_000).collect() };
    assert_eq!(
        prices,
        [
            (4_000_000, 3000, micro(&[1, 4])),
            (4_000_000, 1500, micro(&[1, 4])),
            (1_000_000, 1000, micro(&[1])),
        ]
    );
    // The accuracy is that of a listing by itself.
    let single = owner
        .seller()
        .preview_listing(&ListingDraft {
            title: Some("Age".into()),
            dataset: "survey".into(),
            kind: "mean".into(),
            column: Some("age".into()),
            bounds: Some("0..120".into()),
            price: "1:10,4:30".into(),
            ..ListingDraft::default()
        })
        .unwrap();
    assert_eq!(json(&preview.rows[0].levels), json(&single.levels));
    assert_eq!(
        json(&preview.rows[0].at_ceiling),
        json(&single.advice.at_ceiling)
    );
    // All of them together, under the population's cap: 4 + 4 + 1 of 10.
    assert_eq!(preview.taken, 3);
    assert_eq!(preview.budget.ceilings_micro_epsilon, 9_000_000);
    assert_eq!(preview.budget.over_micro_epsilon, 0);
    assert_eq!(preview.budget.listings.len(), 3);
    batch.rows[2].ceiling = String::new();
    let preview = sketch(&owner, &batch);
    assert_eq!(preview.budget.over_micro_epsilon, 2_000_000);
    // What is not taken counts for nothing, however it is stated.
    batch.rows[0].take = false;
    batch.rows[0].stated.low = "x".to_owned();
    let preview = sketch(&owner, &batch);
    assert_eq!((preview.taken, wrong(&preview)), (2, vec!["", "", ""]));
    assert_eq!(preview.budget.ceilings_micro_epsilon, 8_000_000);

    batch.rows[2].ceiling = "1".to_owned();
    let made = owner.seller().create_listings(&batch).unwrap();
    let told: Vec<_> = made
        .listings
        .iter()
        .map(|one| (one.title.as_str(), one.ceiling.get(), one.tariff.len()))
        .collect();
    assert_eq!(told, [("smokes", 4_000_000, 2), ("town", 1_000_000, 2)]);
    assert_eq!(made.listings[0].tariff[1].minor, 1500);
    assert_eq!(made.budget.ceilings_micro_epsilon, 5_000_000);
    assert_eq!(titles(&owner), ["town", "smokes"]);
}

/// What a batch signs is what each of its listings would be by itself, and it is sold.
#[test]
fn a_listing_of_a_batch_is_one_like_any_other() {
    let (town, owner) = shop(ROWS);
    let mut batch = complete(&owner);
    batch.rows.truncate(2);
    let [age, smokes] = batch.rows.as_mut_slice() else {
        panic!("two rows")
    };
    age.stated.step = "0.5".to_owned();
    age.stated.unit = "years".to_owned();
    smokes.stated.kind = "count".to_owned();
    smokes.stated.bins.clear();
    smokes.stated.value = "yes".to_owned();
    let made = owner.seller().create_listings(&batch).unwrap();
    let [mean, count] = made.listings.as_slice() else {
        panic!("two listings")
    };
    assert_eq!(mean.step, "0.5");
    assert!(count.query.contains("smokes is 'yes'"), "{}", count.query);
    for listing in [mean, count] {
        let copy = owner
            .seller()
            .duplicate_listing(&parsed(&listing.id))
            .unwrap();
        owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
        let alone = list(&owner, &copy);
        // The same question on the same path: x was the same.
        assert_eq!(alone.question, listing.question);
        buy(&owner, &town.home(listing.kind.as_str()), &alone, "1");
    }
    assert!(owner.check().is_ok());
}

/// Makes something of a table wrong.
type Spoil = fn(&mut ListingBatch);

#[test]
fn what_is_wrong_is_told_at_its_row_and_of_all_once() {
    let (_town, owner) = shop(ROWS);
    let change = |change: fn(&mut ListingBatch)| {
        let mut batch = complete(&owner);
        change(&mut batch);
        let preview = sketch(&owner, &batch);
        let of_all = preview.problem.as_ref().map_or("", |why| why.code.as_str());
        let refused = owner.seller().begin_listings(&batch).err().unwrap();
        (of_all, wrong(&preview), refused)
    };
    let of_row: [(Spoil, usize, &str); 14] = [
        (|b| b.rows[0].stated.low.clear(), 0, "not-a-number"),
        (
            |b| (b.rows[0].stated.low, b.rows[0].stated.high) = Default::default(),
            0,
            "no-bounds",
        ),
        (|b| b.rows[0].stated.low = "200".into(), 0, "bounds"),
        (|b| b.rows[0].stated.low = "many".into(), 0, "not-a-number"),
        (|b| b.rows[0].stated.kind = "median".into(), 0, "kind"),
        (
            |b| b.rows[0].stated.column = "Age".into(),
            0,
            "unknown-column",
        ),
        (|b| b.rows[0].stated.title = " ".into(), 0, "no-title"),
        (|b| b.rows[0].stated.title = "A\u{200b}ge".into(), 0, "text"),
        (|b| b.rows[0].public_rows = "12,5".into(), 0, "not-a-number"),
        (
            |b| b.rows[1].public_rows = "3".into(),
            1,
            "option-does-not-belong",
        ),
        (|b| b.rows[2].stated.bins.clear(), 2, "no-bins"),
        (
            |b| b.rows[2].stated.low = "1".into(),
            2,
            "option-does-not-belong",
        ),
        (|b| b.rows[1].stated.kind = "count".into(), 1, "no-value"),
        (|b| b.rows[1].ceiling = "11".into(), 1, "tariff-too-short"),
    ];
    for (spoil, row, code) in of_row {
        let (of_all, rows, refused) = change(spoil);
        let mut expected = ["", "", ""];
        expected[row] = code;
        assert_eq!((of_all, rows.as_slice()), ("", &expected[..]), "{code}");
        assert_eq!(refused.code().as_str(), code);
        // It names the row, by its title or else its column.
        assert!(refused.message().starts_with('“'), "{refused}");
    }
    for factor in ["0", "-1", "x", "1,5", "99999999999999999999"] {
        let mut batch = complete(&owner);
        batch.rows[1].factor = factor.to_owned();
        assert_eq!(
            wrong(&sketch(&owner, &batch)),
            ["", "factor", ""],
            "{factor}"
        );
    }
    let of_all: [(Spoil, &str); 9] = [
        (|b| b.price = TariffDraft::default(), "tariff"),
        (|b| b.currency = Some("Euro".into()), "currency"),
        (|b| b.ceiling = Some("5".into()), "tariff-too-short"),
        (|b| b.top = Some("1".into()), "top-below-ceiling"),
        (|b| b.grain = Some("3".into()), "grain"),
        (|b| b.pay_to = Some("my bank".into()), "pay-to"),
        (|b| b.description = Some("Ages\u{202e}".into()), "text"),
        (|b| b.terms = Some("None\u{7}".into()), "text"),
        (|b| b.price = "11:5".into(), "ceiling-over-cap"),
    ];
    for (spoil, code) in of_all {
        let (told, rows, refused) = change(spoil);
        assert_eq!((told, rows), (code, vec!["", "", ""]), "{code}");
        assert_eq!(refused.code().as_str(), code);
    }
    // A row's own mistake is told beside one of all.
    let (told, rows, _) = change(|b| {
        b.price = TariffDraft::default();
        b.rows[0].stated.low = "x".into();
    });
    assert_eq!((told, rows), ("tariff", vec!["not-a-number", "", ""]));
    let nothing = ListingBatch {
        rows: Vec::new(),
        ..complete(&owner)
    };
    let refused = owner.seller().begin_listings(&nothing).err().unwrap();
    assert_eq!(refused.code().as_str(), "no-column");
    assert!(titles(&owner).is_empty());
}

#[test]
fn bins_that_are_not_declared_are_told() {
    let (_town, owner) = shop(ROWS);
    let mut batch = complete(&owner);
    batch.rows[1].stated.bins = ["yes", "sometimes"].map(str::to_owned).to_vec();
    let preview = sketch(&owner, &batch);
    assert_eq!(preview.rows[1].undeclared_bins, ["sometimes"]);
    // Nothing is declared of that one.
    assert!(preview.rows[2].undeclared_bins.is_empty());
    // The value whose rows are counted is compared too.
    let mut counted = |value: &str| {
        batch.rows[1].stated.kind = "count".to_owned();
        batch.rows[1].stated.bins.clear();
        batch.rows[1].stated.value = value.to_owned();
        sketch(&owner, &batch).rows[1].undeclared_value.clone()
    };
    assert_eq!(counted("yes"), None);
    assert_eq!(counted("Yes").as_deref(), Some("Yes"));
}

#[test]
fn a_question_that_is_open_or_in_the_table_twice_is_told() {
    let (_town, owner) = shop(ROWS);
    let mut batch = complete(&owner);
    batch.rows.push(batch.rows[0].clone());
    batch.rows[3].stated.title = "Age again".to_owned();
    assert_eq!(
        wrong(&sketch(&owner, &batch)),
        ["", "", "", "question-open"]
    );
    let refused = owner.seller().create_listings(&batch).unwrap_err();
    assert_eq!(refused.code().as_str(), "question-open");
    assert!(refused.message().starts_with("“Age again”: "), "{refused}");
    assert!(titles(&owner).is_empty());
    // Asked otherwise, it is another one.
    batch.rows[3].stated.kind = "sum".to_owned();
    owner.seller().create_listings(&batch).unwrap();
    let all = ["question-open"; 4];
    assert_eq!(wrong(&sketch(&owner, &batch)), all);
}

fn begun(owner: &Home, batch: &ListingBatch) -> Batch {
    owner.seller().begin_listings(batch).unwrap()
}

/// It fails in the transaction, after one of them was stored in it: nothing is there.
#[test]
fn all_are_signed_or_none() {
    let (town, owner) = shop(ROWS);
    let batch = complete(&owner);
    let made = begun(&owner, &batch).run(&Work::silent()).unwrap();
    // Meanwhile the last of them is listed by itself.
    let last = ListingBatch {
        rows: vec![batch.rows[2].clone()],
        ..batch.clone()
    };
    let alone = owner.seller().create_listings(&last).unwrap();
    let before = tree(&town.path("market"));
    let refused = Batch::finish(&owner, made).unwrap_err();
    assert_eq!(refused.code().as_str(), "question-open");
    assert!(refused.message().starts_with("“town”: "), "{refused}");
    assert_eq!(titles(&owner), ["town"]);
    assert!(tree(&town.path("market")) == before);
    owner.deliver().unwrap();
    assert!(
        tree(&town.path("market")) == before,
        "nothing waited either"
    );
    assert!(owner.check().is_ok());
    owner
        .seller()
        .withdraw(&parsed(&alone.listings[0].id), "")
        .unwrap();
    let made = owner.seller().create_listings(&batch).unwrap();
    assert_eq!(made.listings.len(), 3);
    assert!(owner.check().is_ok());
}

/// The table is read once for all of them, and stopped anywhere nothing is left of it.
#[test]
fn it_can_be_stopped_at_any_time_and_tells_how_far_it_is() {
    let (town, owner) = shop(ROWS);
    let batch = complete(&owner);
    let home = town.path("owner");
    let (told, made) = stopping::stopped_everywhere(
        || stopping::state(&home),
        |work| begun(&owner, &batch).run(work),
    );
    let made = Batch::finish(&owner, made).unwrap();
    assert_eq!(made.listings.len(), 3);
    assert_eq!(stopping::steps(&told), [WorkStep::Load, WorkStep::Compute]);
}

fn mean_of(name: &str) -> CodebookColumn {
    CodebookColumn {
        column: name.to_owned(),
        title: "Mean age".to_owned(),
        kind: "mean".to_owned(),
        low: "0".to_owned(),
        high: "120".to_owned(),
        unit: "years".to_owned(),
        ..CodebookColumn::default()
    }
}

fn bins_of(name: &str, bins: &[&str]) -> CodebookColumn {
    CodebookColumn {
        column: name.to_owned(),
        kind: "histogram".to_owned(),
        bins: bins.iter().map(|bin| (*bin).to_owned()).collect(),
        ..CodebookColumn::default()
    }
}

/// Keeps a codebook of one column.
pub(crate) fn keep_one(owner: &Home) {
    keep(owner, &[mean_of("age")]).unwrap();
}

fn keep(owner: &Home, columns: &[CodebookColumn]) -> poundwise_market::Result<()> {
    let kept = owner
        .seller()
        .keep_codebook(&parsed("Waves"), columns, false);
    kept.map(drop)
}

#[test]
fn codebook_matches_columns_in_any_form_of_unicode() {
    let (town, owner) = shop(ROWS);
    std::fs::write(town.path("sizes.csv"), "größe,t\n170,a\n").unwrap();
    let import = typed("größe:number,t:text");
    let file = town.path("sizes.csv");
    owner.seller().import_dataset(&file, &import).unwrap();
    keep(&owner, &[mean_of("\u{feff}gro\u{308}ße")]).unwrap();
    let proposal = owner
        .seller()
        .propose_listings(&parsed("sizes"), &[], Some(&parsed("Waves")))
        .unwrap();
    assert!(proposal.misfits.is_empty());
    assert_eq!(proposal.rows[0].stated.column, "größe");
    assert!(proposal.rows[0].take);
}

#[test]
fn a_codebook_is_kept_for_the_next_dataset() {
    let (town, owner) = shop(ROWS);
    let columns = vec![
        mean_of("age"),
        bins_of("town", &["Ulm", "Bonn", "Kiel"]),
        mean_of("smokes"),
        bins_of("Town", &["Ulm"]),
    ];
    keep(&owner, &columns).unwrap();
    let kept = owner.seller().codebook(&parsed("Waves")).unwrap();
    assert_eq!(kept.columns, columns);
    let proposal = proposed(&owner, &[], Some("Waves"));
    let told: Vec<_> = proposal
        .rows
        .iter()
        .map(|row| (row.take, &row.stated))
        .collect();
    assert_eq!(told[0], (true, &columns[0]));
    // Without a title it has that of its column.
    let titled = CodebookColumn {
        title: "town".to_owned(),
        ..columns[1].clone()
    };
    assert_eq!(told[2], (true, &titled));
    // What does not fit is said, and proposed as without the codebook.
    assert_eq!(
        (told[1].1.kind.as_str(), told[1].1.title.as_str()),
        ("histogram", "smokes")
    );
    let misfits: Vec<_> = proposal
        .misfits
        .iter()
        .map(|one| (one.column.as_str(), one.why))
        .collect();
    assert_eq!(
        misfits,
        [
            ("smokes", MisfitReason::HoldsText),
            ("Town", MisfitReason::Absent)
        ]
    );
    let batch = ListingBatch {
        rows: proposal.rows,
        ..complete(&owner)
    };
    owner.seller().create_listings(&batch).unwrap();

    // It outlives the home's closing, and goes into a file and back.
    drop(owner);
    let owner = town.reopen("owner");
    let file = town.path("waves.csv");
    owner
        .seller()
        .export_codebook(&parsed("Waves"), &file)
        .unwrap();
    let again = owner
        .seller()
        .import_codebook(&parsed("Waves II"), &file, false)
        .unwrap();
    assert_eq!(again.columns, columns);
    let names = |owner: &Home| -> Vec<String> {
        let books = owner.seller().codebooks().unwrap().into_iter();
        books.map(|book| book.name).collect()
    };
    assert_eq!(names(&owner), ["Waves", "Waves II"]);
    // One of that name is not lost by an oversight.
    let taken = keep(&owner, &[mean_of("age")]).unwrap_err();
    assert_eq!(taken.code().as_str(), "codebook-exists");
    let replaced = owner
        .seller()
        .keep_codebook(&parsed("Waves"), &[mean_of("age")], true)
        .unwrap();
    assert_eq!(replaced.columns.len(), 1);
    owner.seller().remove_codebook(&parsed("Waves")).unwrap();
    assert_eq!(names(&owner), ["Waves II"]);
    for missing in [
        owner.seller().codebook(&parsed("Waves")).unwrap_err(),
        owner
            .seller()
            .remove_codebook(&parsed("Waves"))
            .unwrap_err(),
        owner
            .seller()
            .propose_listings(&parsed("survey"), &[], Some(&parsed("Waves")))
            .unwrap_err(),
    ] {
        assert_eq!(missing.code().as_str(), "no-such-codebook");
    }
    assert!(owner.check().is_ok());
}

fn means(count: usize) -> Vec<CodebookColumn> {
    (0..count).map(|n| mean_of(&format!("c{n}"))).collect()
}

#[test]
fn a_codebook_that_could_not_be_listed_is_not_kept() {
    let (_town, owner) = shop(ROWS);
    let with = |change: fn(&mut CodebookColumn)| {
        let mut column = mean_of("age");
        change(&mut column);
        vec![column]
    };
    for (columns, code) in [
        (vec![], "codebook"),
        (vec![mean_of("age"), mean_of(" age ")], "codebook"),
        (vec![mean_of(" ")], "codebook"),
        (means(4097), "codebook"),
        (with(|c| c.kind = "value".into()), "kind"),
        (with(|c| c.kind.clear()), "kind"),
        (with(|c| c.low.clear()), "not-a-number"),
        (with(|c| c.high = "-1".into()), "bounds"),
        (with(|c| c.step = "fine".into()), "not-a-number"),
        (
            with(|c| c.bins = vec!["a".into()]),
            "option-does-not-belong",
        ),
        (with(|c| c.value = "a".into()), "option-does-not-belong"),
        (with(|c| c.kind = "count".into()), "no-value"),
        (vec![bins_of("a", &["x", "x"])], "bin-doubled"),
        (
            vec![CodebookColumn {
                edges: ["1", "1"].map(str::to_owned).to_vec(),
                ..bins_of("a", &[])
            }],
            "edges",
        ),
        (
            vec![CodebookColumn {
                edges: ["0", "1"].map(str::to_owned).to_vec(),
                ..bins_of("a", &["x"])
            }],
            "bins-and-edges",
        ),
    ] {
        let refused = keep(&owner, &columns).unwrap_err();
        assert_eq!(refused.code().as_str(), code, "{refused}");
        assert!(!refused.hints().is_empty(), "{refused}");
    }
    let fault = |columns: &[CodebookColumn]| match keep(&owner, columns).unwrap_err().place() {
        Some(ErrorPlace::Codebook { fault }) => fault.clone(),
        other => panic!("no fault of a codebook: {other:?}"),
    };
    assert_eq!(fault(&[]), CodebookFault::NoRow);
    assert_eq!(
        fault(&means(4097)),
        CodebookFault::TooManyRows { most: 4096 }
    );
    for name in ["", "-", "a\u{200b}b"] {
        let refused = name.parse::<CodebookName>().unwrap_err();
        assert_eq!(refused.code().as_str(), "codebook-name");
    }
    assert!(owner.seller().codebooks().unwrap().is_empty());
    let most = owner
        .seller()
        .keep_codebook(&parsed("All"), &means(4096), false);
    assert_eq!(most.unwrap().columns.len(), 4096);
    // Of a histogram the declared values may be the bins.
    keep(&owner, &[bins_of("smokes", &[])]).unwrap();
    let proposal = proposed(&owner, &["smokes"], Some("Waves"));
    let batch = ListingBatch {
        rows: proposal.rows,
        ..complete(&owner)
    };
    assert_eq!(sketch(&owner, &batch).rows[0].dimension, 3);
}
