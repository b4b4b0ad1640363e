//! What of a draft is refused, and that the refusal names it.
#![allow(clippy::unwrap_used)]

use crate::fixture::{ROW, clamped, draft, list, of_column, refused, refuses, said, table, x};
use poundwise_documents::kinds::Adjacency;
use poundwise_query::draft::ListingDraft;
use poundwise_query::{Unit, plan};

#[test]
fn what_is_missing_or_malformed_is_named() {
    let sum = clamped("sum", "age", "0..100", "1");
    let without = |change: fn(&mut ListingDraft)| {
        let mut draft = sum.clone();
        change(&mut draft);
        draft
    };
    refuses(
        &without(|d| d.kind = "median".to_owned()),
        "no kind of attribute 'median'",
    );
    refuses(&without(|d| d.column = None), "A sum needs a column");
    refuses(
        &without(|d| d.column = Some("agee".to_owned())),
        "There is no column 'agee'",
    );
    refuses(
        &without(|d| d.column = Some("name".to_owned())),
        "Column 'name' holds text, so it has no sum",
    );
    refuses(&without(|d| d.bounds = None), "A sum needs bounds");
    refuses(
        &without(|d| d.bounds = Some("100..0".to_owned())),
        "The bounds 100..0 are the wrong way round",
    );
    assert_eq!(
        said(&refused(&without(|d| d.bounds = Some("100..0".to_owned())))),
        "Did you mean 0..100?"
    );
    refuses(
        &without(|d| d.bounds = Some("5..5".to_owned())),
        "wrong way round",
    );
    assert_eq!(
        said(&refused(&without(|d| d.bounds = Some("5..5".to_owned())))),
        "The lower bound must be below the upper one."
    );
    refuses(
        &without(|d| d.bounds = Some("-1000000000000000000..0".to_owned())),
        "beyond 10^18",
    );
    refuses(
        &without(|d| d.bounds = Some("5".to_owned())),
        "'5' is not LO..HI",
    );
    refuses(
        &without(|d| d.bounds = Some("a..5".to_owned())),
        "bounds: 'a'",
    );
    refuses(
        &without(|d| d.bounds = Some("0..1e5".to_owned())),
        "bounds: '1e5'",
    );
    refuses(
        &without(|d| d.step = Some("0".to_owned())),
        "The step 0 is not above 0",
    );
    refuses(
        &without(|d| d.step = Some("-0.5".to_owned())),
        "The step -0.5 is not above 0",
    );
    refuses(
        &without(|d| d.step = Some("fine".to_owned())),
        "step: 'fine'",
    );
    refuses(
        &without(|d| d.step = Some("0.00000000001".to_owned())),
        "more than 2^40 steps",
    );
    refuses(
        &without(|d| d.bounds = Some("0..1000000000000000000".to_owned())),
        "beyond 10^18",
    );
    refuses(
        &without(|d| d.bins = list(&["1"])),
        "A sum has no use for bins",
    );
    refuses(
        &without(|d| d.protect = Some("1".to_owned())),
        "A sum has no use for a protected distance",
    );
    refuses(
        &ListingDraft {
            public_rows: Some(0),
            ..clamped("mean", "age", "0..100", "1")
        },
        "public number of 0 rows",
    );
    refuses(
        &without(|d| d.public_rows = Some(5)),
        "A sum has no use for a public number of rows",
    );
    refuses(
        &without(|d| d.missing_as_mid = true),
        "A sum has no use for missing cells as the middle",
    );
    assert_eq!(
        said(&refused(&without(|d| d.missing_as_mid = true))),
        "A sum takes a column, filters, bounds, a step."
    );
    refuses(
        &ListingDraft {
            bounds: Some("0..1".to_owned()),
            ..draft("count")
        },
        "A count has no use for bounds",
    );
    refuses(
        &of_column("count", "age"),
        "A count has no use for a column",
    );
    let zero = plan(
        &sum,
        &table().schema(),
        &Unit {
            rows_per_unit: 0,
            ..ROW
        },
    )
    .err()
    .unwrap();
    assert!(zero.to_string().contains("0 rows"));
    for (rows, column, code) in [
        (1_000_001, Some("name"), "rows-per-person"),
        (2, None, "no-person-column"),
        (2, Some("nam"), "unknown-column"),
    ] {
        let unit = Unit {
            rows_per_unit: rows,
            person_column: column.map(str::to_owned),
            ..ROW
        };
        let error = plan(&sum, &table().schema(), &unit).err().unwrap();
        assert_eq!(error.code().unwrap().as_str(), code, "{error}");
        assert!(!error.hints().is_empty());
    }
    // Left blank, as a form sends it, is not given.
    assert_eq!(
        x(&ListingDraft {
            column: Some(" ".to_owned()),
            step: Some(String::new()),
            ..draft("count")
        }),
        [5]
    );
}

#[test]
fn bins_must_be_stated_well() {
    let bins = |column: &str, bins: &[&str]| ListingDraft {
        bins: list(bins),
        ..of_column("histogram", column)
    };
    let edges = |column: &str, edges: &[&str]| ListingDraft {
        edges: list(edges),
        ..of_column("histogram", column)
    };
    refuses(
        &of_column("histogram", "age"),
        "A histogram of 'age' needs bins",
    );
    refuses(
        &bins("name", &["a", "b", "a"]),
        "The bin 'a' is stated twice",
    );
    refuses(&bins("age", &["1", "1.0"]), "The bin '1.0' is stated twice");
    refuses(&bins("age", &["1", "young"]), "the bin 'young' is not one");
    refuses(&bins("name", &["a", ""]), "Bin 2 is empty");
    refuses(&bins("age", &["1", " "]), "Bin 2 is empty");
    // With 'other' there are 2^20 coordinates, and one more.
    let many: Vec<String> = (0..1 << 20).map(|bin| bin.to_string()).collect();
    let of = |bins: &[String]| ListingDraft {
        bins: bins.to_vec(),
        ..of_column("histogram", "age")
    };
    let most = crate::fixture::planned(&of(&many[1..]));
    assert_eq!(most.shape().labels.len(), 1 << 20);
    refuses(&of(&many), "has 1048577 values; at most 1048576 are taken");
    refuses(
        &edges("name", &["1", "2"]),
        "Column 'name' holds text, which has no edges",
    );
    refuses(
        &edges("age", &["1", "1.0"]),
        "The edges do not rise: 1 follows 1",
    );
    refuses(
        &edges("age", &["2", "1"]),
        "The edges do not rise: 1 follows 2",
    );
    refuses(&edges("age", &["2"]), "One edge bounds no bin");
    refuses(&edges("age", &["2", "old"]), "The edge 'old'");
    refuses(
        &ListingDraft {
            bins: list(&["1"]),
            ..edges("age", &["1", "2"])
        },
        "bins or edges, not both",
    );
}

#[test]
fn no_step_is_needed_where_one_can_be_advised() {
    let sum = ListingDraft {
        step: None,
        price: "1:10,4:20".to_owned(),
        ..clamped("sum", "age", "-3..100", "1")
    };
    let step = |draft: &ListingDraft, adjacency, rows: u64| {
        let unit = Unit {
            adjacency,
            rows_per_unit: rows,
            person_column: Some("name".to_owned()),
        };
        let plan = plan(draft, &table().schema(), &unit).unwrap();
        assert!(plan.step_advised());
        plan.shape().step.to_string()
    };
    let (add, replace) = (Adjacency::AddRemove, Adjacency::Replace);
    // 100/(32 * 4) = 0.78, 103/128 = 0.80, 3 * 100/128 = 2.34.
    assert_eq!(step(&sum, add, 1), "0.5");
    assert_eq!(step(&sum, replace, 1), "0.5");
    assert_eq!(step(&sum, add, 3), "2");
    // Rows that go or come add nothing: 20/128 = 0.156 from 10 to 20 and from -20 to -10, where
    // replaced too.
    for bounds in ["10..20", "-20..-10"] {
        let aside = ListingDraft {
            bounds: Some(bounds.to_owned()),
            ..sum.clone()
        };
        assert_eq!(step(&aside, add, 1), "0.1");
        assert_eq!(step(&aside, replace, 1), "0.1");
    }
    let mean = ListingDraft {
        kind: "mean".to_owned(),
        ceiling: Some("0.5".to_owned()),
        bounds: Some("-3..125".to_owned()),
        ..sum.clone()
    };
    // 128/(32 * 0.5) = 8 and 16; 32/(32 * 0.5) = 2, which is at most itself.
    assert_eq!(step(&mean, add, 1), "5");
    assert_eq!(step(&mean, replace, 2), "10");
    let exact = ListingDraft {
        bounds: Some("0..32".to_owned()),
        ..mean.clone()
    };
    assert_eq!(step(&exact, add, 1), "2");
    let fine = ListingDraft {
        bounds: Some("0..0.000000000000000001".to_owned()),
        ..mean.clone()
    };
    refuses(&fine, "No step is fine enough");
    let wide = ListingDraft {
        bounds: Some("0..999999999999999999".to_owned()),
        ceiling: Some("0.000001".to_owned()),
        ..mean
    };
    assert_eq!(step(&wide, add, 1), "500000000000000000");
    // A stated step is taken, and it is not said to be advised.
    let stated = ListingDraft {
        step: Some("1".to_owned()),
        ..sum.clone()
    };
    assert!(!crate::fixture::planned(&stated).step_advised());
    let unpriced = ListingDraft {
        price: String::new(),
        ..sum
    };
    refuses(&unpriced, "A sum needs a step");
}
