//! Several columns listed together: proposed without looking at a row, priced by one rule, signed
//! all or none.

use crate::fixture::drafts::restated;
use crate::fixture::drafts::{dataset, ends};
use poundwise_market::MeanSpec;
use std::path::Path;

use crate::fixture::{Town, buy, list, parsed, stopping, tree, typed};
use poundwise_documents::kinds::{AttributeKind, FilterOperator};
use poundwise_documents::tariff::TariffDraft;
use poundwise_market::{
    AttributeSpec, Batch, BinSpec, CodebookName, CountSpec, HistogramSpec, Home, Job, ListingBatch,
    Result, Roles, Schema, SumSpec, Work, WorkStep,
    error::{CodebookFault, ErrorPlace},
    view::{
        BatchForm, BatchPreview, BatchRowForm, CodebookColumn, ColumnType, GuessBasis,
        ImportOptions, ListingDraft, ListingsMade, ListingsProposed, MisfitReason,
    },
};
use poundwise_query::{Condition, SchemaColumn};

fn column(name: &str, column_type: ColumnType, values: &[&str]) -> SchemaColumn {
    SchemaColumn {
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        ..SchemaColumn::new(name, column_type)
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

/// The form of a proposal.
fn form(proposed: ListingsProposed) -> BatchForm {
    let rows = proposed.rows.into_iter().map(BatchRowForm::of).collect();
    BatchForm {
        tariff: "1:10,4:30".into(),
        ..BatchForm::new("survey", rows)
    }
}

/// The form of a proposal with what is missing in it stated.
fn complete(owner: &Home) -> BatchForm {
    let mut form = form(proposed(owner, &["age", "smokes", "town"], None));
    form.rows[0].low = "0".to_owned();
    form.rows[0].high = "120".to_owned();
    form.rows[2].bins = ["Ulm", "Bonn"].map(str::to_owned).to_vec();
    form
}

fn sketch(owner: &Home, form: &BatchForm) -> BatchPreview {
    let seller = owner.seller();
    let reading = seller.read_batch_form(form).unwrap();
    seller.sketch_listings(&reading).unwrap()
}

fn batch(owner: &Home, form: &BatchForm) -> Result<ListingBatch> {
    owner.seller().read_batch_form(form)?.batch()
}

fn begin(owner: &Home, form: &BatchForm) -> Result<Batch> {
    owner.seller().begin_listings(&batch(owner, form)?)
}

fn create(owner: &Home, form: &BatchForm) -> Result<ListingsMade> {
    owner.seller().create_listings(&batch(owner, form)?)
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
    let begun = begin(&owner, &complete(&owner)).unwrap();
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
        .map(|row| {
            let of = (row.column.as_str(), row.title.as_str());
            (row.take, of, row.kind, json(&row.question))
        })
        .collect();
    let histogram = |name, bins| json(&AttributeSpec::from(HistogramSpec::new(name, bins)));
    let declared = BinSpec::Values(["yes", "no"].map(str::to_owned).to_vec());
    let (mean, bins) = (AttributeKind::Mean, AttributeKind::Histogram);
    assert_eq!(
        told,
        [
            // Its bounds are the owner's to state.
            (false, ("age", "age"), mean, serde_json::Value::Null),
            (
                true,
                ("smokes", "smokes"),
                bins,
                histogram("smokes", declared)
            ),
            (
                false,
                ("town", "town"),
                bins,
                histogram("town", BinSpec::Stated)
            ),
        ]
    );
    // In the order asked for, and taken.
    let two = proposed(&owner, &["town", " age "], None);
    let told: Vec<_> = two
        .rows
        .iter()
        .map(|row| (row.take, row.column.as_str()))
        .collect();
    assert_eq!(told, [(true, "town"), (true, "age")]);
    let unknown = owner
        .seller()
        .propose_listings(&parsed("survey"), &["Age".to_owned()], None)
        .err()
        .unwrap();
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
    let book = [bins_of("who", &["a"])];
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
    let error = create(&owner, &batch).err().unwrap();
    assert_eq!(error.code().as_str(), "rows-not-public");
    batch.rows_known_elsewhere = true;
    let preview = sketch(&owner, &batch);
    assert_eq!(wrong(&preview), ["", "", ""]);
    assert_eq!(preview.rows[0].reckoned_rows, None);
    let made = create(&owner, &batch).unwrap();
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
            price: "1:10,4:30".into(),
            ..ListingDraft::new(
                dataset("survey"),
                MeanSpec::new("age", ends("0..120")).into(),
            )
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
    batch.rows[0].low = "x".to_owned();
    let preview = sketch(&owner, &batch);
    assert_eq!((preview.taken, wrong(&preview)), (2, vec!["", "", ""]));
    assert_eq!(preview.budget.ceilings_micro_epsilon, 8_000_000);

    batch.rows[2].ceiling = "1".to_owned();
    let made = create(&owner, &batch).unwrap();
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
    age.step = "0.5".to_owned();
    age.unit = "years".to_owned();
    smokes.kind = AttributeKind::Count;
    smokes.value = "yes".to_owned();
    let made = create(&owner, &batch).unwrap();
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
        let alone = list(&owner, &restated(copy));
        // The same question on the same path: x was the same.
        assert_eq!(alone.question, listing.question);
        buy(&owner, &town.home(listing.kind.as_str()), &alone, "1");
    }
    assert!(owner.check().is_ok());
}

/// Makes something of a table wrong.
type Spoil = fn(&mut BatchForm);

#[test]
fn what_is_wrong_is_told_at_its_row_and_of_all_once() {
    let (_town, owner) = shop(ROWS);
    let change = |change: fn(&mut BatchForm)| {
        let mut batch = complete(&owner);
        change(&mut batch);
        let preview = sketch(&owner, &batch);
        let of_all = preview.problem.as_ref().map_or("", |why| why.code.as_str());
        let refused = begin(&owner, &batch).err().unwrap();
        (of_all, wrong(&preview), refused)
    };
    let of_row: [(Spoil, usize, &str); 13] = [
        (|b| b.rows[0].low.clear(), 0, "not-a-number"),
        (
            |b| (b.rows[0].low, b.rows[0].high) = Default::default(),
            0,
            "no-bounds",
        ),
        (|b| b.rows[0].low = "200".into(), 0, "bounds"),
        (|b| b.rows[0].low = "many".into(), 0, "not-a-number"),
        (|b| b.rows[0].kind = AttributeKind::Value, 0, "kind"),
        (|b| b.rows[0].column = "Age".into(), 0, "unknown-column"),
        (|b| b.rows[0].title = " ".into(), 0, "no-title"),
        (|b| b.rows[0].title = "A\u{200b}ge".into(), 0, "text"),
        (|b| b.rows[0].public_rows = "12,5".into(), 0, "not-a-number"),
        (|b| b.rows[2].bins.clear(), 2, "no-bins"),
        (|b| b.rows[0].high = "10.0000.0".into(), 0, "not-a-number"),
        (|b| b.rows[1].kind = AttributeKind::Count, 1, "no-value"),
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
    for factor in ["0", "-1", "x", "1,5,5", "99999999999999999999"] {
        let mut batch = complete(&owner);
        batch.rows[1].factor = factor.to_owned();
        assert_eq!(
            wrong(&sketch(&owner, &batch)),
            ["", "factor", ""],
            "{factor}"
        );
    }
    let of_all: [(Spoil, &str); 9] = [
        (|b| b.tariff = TariffDraft::default(), "tariff"),
        (|b| b.currency = "Euro".into(), "currency"),
        (|b| b.ceiling = "5".into(), "tariff-too-short"),
        (|b| b.top = "1".into(), "top-below-ceiling"),
        (|b| b.grain = "3".into(), "grain"),
        (|b| b.pay_to = "my bank".into(), "pay-to"),
        (|b| b.description = "Ages\u{202e}".into(), "text"),
        (|b| b.terms = "None\u{7}".into(), "text"),
        (|b| b.tariff = "11:5".into(), "ceiling-over-cap"),
    ];
    for (spoil, code) in of_all {
        let (told, rows, refused) = change(spoil);
        assert_eq!((told, rows), (code, vec!["", "", ""]), "{code}");
        assert_eq!(refused.code().as_str(), code);
    }
    // A row's own mistake is told beside one of all.
    let (told, rows, _) = change(|b| {
        b.tariff = TariffDraft::default();
        b.rows[0].low = "x".into();
    });
    assert_eq!((told, rows), ("tariff", vec!["not-a-number", "", ""]));
    let nothing = BatchForm {
        rows: Vec::new(),
        ..complete(&owner)
    };
    let refused = begin(&owner, &nothing).err().unwrap();
    assert_eq!(refused.code().as_str(), "no-column");
    assert!(titles(&owner).is_empty());
}

#[test]
fn bins_that_are_not_declared_are_told() {
    let (_town, owner) = shop(ROWS);
    let mut batch = complete(&owner);
    batch.rows[1].bins = ["yes", "sometimes"].map(str::to_owned).to_vec();
    let preview = sketch(&owner, &batch);
    assert_eq!(preview.rows[1].undeclared_bins, ["sometimes"]);
    // Nothing is declared of that one.
    assert!(preview.rows[2].undeclared_bins.is_empty());
    // The value whose rows are counted is compared too.
    let mut counted = |value: &str| {
        batch.rows[1].kind = AttributeKind::Count;
        batch.rows[1].value = value.to_owned();
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
    batch.rows[3].title = "Age again".to_owned();
    assert_eq!(
        wrong(&sketch(&owner, &batch)),
        ["", "", "", "question-open"]
    );
    let refused = create(&owner, &batch).unwrap_err();
    assert_eq!(refused.code().as_str(), "question-open");
    assert!(refused.message().starts_with("“Age again”: "), "{refused}");
    assert!(titles(&owner).is_empty());
    // Asked otherwise, it is another one.
    batch.rows[3].kind = AttributeKind::Sum;
    create(&owner, &batch).unwrap();
    let all = ["question-open"; 4];
    assert_eq!(wrong(&sketch(&owner, &batch)), all);
}

fn begun(owner: &Home, form: &BatchForm) -> Batch {
    begin(owner, form).unwrap()
}

/// It fails in the transaction, after one of them was stored in it: nothing is there.
#[test]
fn all_are_signed_or_none() {
    let (town, owner) = shop(ROWS);
    let batch = complete(&owner);
    let made = begun(&owner, &batch).run(&Work::silent()).unwrap();
    // Meanwhile the last of them is listed by itself.
    let last = BatchForm {
        rows: vec![batch.rows[2].clone()],
        ..batch.clone()
    };
    let alone = create(&owner, &last).unwrap();
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
    let made = create(&owner, &batch).unwrap();
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
        title: "Mean age".to_owned(),
        question: AttributeSpec::Mean(MeanSpec {
            unit: "years".to_owned(),
            ..MeanSpec::new(name, ends("0..120"))
        }),
    }
}

fn untitled(question: impl Into<AttributeSpec>) -> CodebookColumn {
    CodebookColumn {
        title: String::new(),
        question: question.into(),
    }
}

fn bins_of(name: &str, bins: &[&str]) -> CodebookColumn {
    let bins = match bins {
        [] => BinSpec::Stated,
        bins => BinSpec::Values(bins.iter().map(|bin| (*bin).to_owned()).collect()),
    };
    untitled(HistogramSpec::new(name, bins))
}

/// Keeps a codebook of one column.
pub(crate) fn keep_one(owner: &Home) {
    keep(owner, &[mean_of("age")]).unwrap();
}

fn keep(owner: &Home, columns: &[CodebookColumn]) -> Result<()> {
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
    assert_eq!(proposal.rows[0].column, "größe");
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
    assert_eq!(json(&kept.columns), json(&columns));
    let proposal = proposed(&owner, &[], Some("Waves"));
    let told: Vec<_> = proposal
        .rows
        .iter()
        .map(|row| (row.take, row.title.as_str(), json(&row.question)))
        .collect();
    assert_eq!(told[0], (true, "Mean age", json(&columns[0].question)));
    // Without a title it has that of its column.
    assert_eq!(told[2], (true, "town", json(&columns[1].question)));
    // What does not fit is said, and proposed as without the codebook.
    let smokes = &proposed(&owner, &[], None).rows[1];
    assert_eq!(told[1], (true, "smokes", json(&smokes.question)));
    let misfits: Vec<_> = proposal
        .misfits
        .iter()
        .map(|one| (one.column.as_str(), one.why))
        .collect();
    assert_eq!(
        misfits,
        [
            ("smokes", MisfitReason::NoNumbers),
            ("Town", MisfitReason::Absent)
        ]
    );
    create(&owner, &form(proposal)).unwrap();

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
    assert_eq!(json(&again.columns), json(&columns));
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
        owner.seller().codebook(&parsed("Waves")).err().unwrap(),
        owner
            .seller()
            .remove_codebook(&parsed("Waves"))
            .err()
            .unwrap(),
        owner
            .seller()
            .propose_listings(&parsed("survey"), &[], Some(&parsed("Waves")))
            .err()
            .unwrap(),
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
    let edges = |edges: &[&str]| {
        let edges = edges.iter().map(|edge| edge.parse().unwrap());
        untitled(HistogramSpec::new("a", BinSpec::Edges(edges.collect())))
    };
    let counted = |value: &str| CountSpec {
        filters: vec![Condition::new("a", FilterOperator::Equal, value)],
        ..CountSpec::default()
    };
    for (columns, code) in [
        (vec![], "codebook"),
        (vec![mean_of("age"), mean_of("\u{feff}age")], "codebook"),
        (vec![mean_of("")], "codebook"),
        (means(4097), "codebook"),
        (vec![untitled(CountSpec::default())], "codebook"),
        (vec![untitled(counted(""))], "filter"),
        (vec![untitled(MeanSpec::new("a", ends("0..-1")))], "bounds"),
        (vec![untitled(SumSpec::new("a", ends("5..5")))], "bounds"),
        (vec![bins_of("a", &["x", "x"])], "bin-doubled"),
        (vec![edges(&["1", "1"])], "edges"),
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
    assert_eq!(sketch(&owner, &form(proposal)).rows[0].dimension, 3);
}
