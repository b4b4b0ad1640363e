//! What of a question is refused, and that the refusal names it.
#![allow(clippy::unwrap_used)]

use crate::fixture::{
    ROW, between, bins, clamped, crossed, edges, histogram, list, mean, range, refused, refuses,
    said, sum, table, values,
};
use poundwise_documents::kinds::Adjacency;
use poundwise_query::kinds::{BinSpec, MeanSpec, SumSpec};
use poundwise_query::{AttributeSpec, Unit, plan};

#[test]
fn what_does_not_fit_is_named() {
    let with = |change: fn(&mut SumSpec)| {
        let mut spec = sum("age", "0..100", "1");
        change(&mut spec);
        AttributeSpec::Sum(spec)
    };
    refuses(
        &with(|sum| sum.column = "agee".to_owned()),
        "There is no column 'agee'",
    );
    refuses(
        &with(|sum| sum.column = "name".to_owned()),
        "Column 'name' holds text, so it has no sum",
    );
    let around = with(|sum| sum.bounds = range("100..0"));
    refuses(
        &around,
        "The lower bound, 100, is not below the upper bound, 0",
    );
    assert_eq!(said(&refused(&around)), "Did you mean 0 to 100?");
    // Before a step is asked for.
    let unstepped = with(|sum| {
        sum.bounds = range("100..0");
        sum.step = None;
    });
    refuses(&unstepped, "is not below the upper bound");
    let empty = with(|sum| sum.bounds = range("5..5"));
    refuses(&empty, "is not below the upper bound");
    assert_eq!(
        said(&refused(&empty)),
        "The lower bound must be below the upper one."
    );
    for beyond in ["-1000000000000000000..0", "0..1000000000000000000"] {
        refuses(&clamped("sum", "age", beyond, "1"), "must be below 10^18");
    }
    refuses(
        &with(|sum| sum.step = Some("0.00000000001".parse().unwrap())),
        "more than 2^40 steps",
    );
    refuses(
        &AttributeSpec::Mean(MeanSpec {
            public_rows: Some(0),
            ..mean("age", "0..100", "1")
        }),
        "public number of rows is 0",
    );
    let spec = with(|_| {});
    for (rows, column, code) in [
        (0, None, "rows-per-person"),
        (1_000_001, Some("name"), "rows-per-person"),
        (2, None, "no-person-column"),
        (2, Some("nam"), "unknown-column"),
    ] {
        let unit = Unit {
            rows_per_unit: rows,
            person_column: column.map(str::to_owned),
            ..ROW
        };
        let error = plan(&spec, &table().schema(), &unit).err().unwrap();
        assert_eq!(error.code().unwrap().as_str(), code, "{error}");
        assert!(!error.hints().is_empty());
    }
}

#[test]
fn bins_must_be_stated_well() {
    refuses(
        &histogram("age", BinSpec::Stated),
        "The bins of column 'age' are missing",
    );
    refuses(
        &bins("name", &["a", "b", "a"]),
        "The bin 'a' is stated twice",
    );
    refuses(&bins("age", &["1", "1.0"]), "The bin '1.0' is stated twice");
    refuses(
        &bins("age", &["1", "young"]),
        "the bin 'young' is not a number",
    );
    refuses(&bins("name", &["a", ""]), "Bin 2 is empty");
    refuses(&bins("age", &["1", " "]), "Bin 2 is empty");
    // With 'other' there are 2^20 coordinates, and one more.
    let many: Vec<String> = (0..1 << 20).map(|bin| bin.to_string()).collect();
    let of = |bins: &[String]| histogram("age", BinSpec::Values(bins.to_vec()));
    let most = crate::fixture::planned(&of(&many[1..]));
    assert_eq!(most.shape().labels.len(), 1 << 20);
    refuses(
        &of(&many),
        "has 1\u{202f}048\u{202f}577 values; at most 1\u{202f}048\u{202f}576 are possible",
    );
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
    refuses(&edges("age", &["2"]), "One edge alone does not make a bin");
    refuses(
        &histogram("age", BinSpec::Values(list(&[""]))),
        "Bin 1 is empty",
    );
}

#[test]
fn a_cross_tabulation_is_over_two_or_three_columns_with_bins_each() {
    let name = || ("name", values(&["ann"]));
    let (age, size) = (("age", values(&["1"])), ("size", values(&["1"])));
    for (columns, number) in [(vec![], 0), (vec![name()], 1), (vec![name(); 4], 4)] {
        let message = format!("has two or three columns, not {number}.");
        refuses(&crossed(&columns), &message);
    }
    refuses(
        &crossed(&[name(), name()]),
        "The column 'name' is stated twice",
    );
    refuses(
        &crossed(&[name(), age.clone(), ("name", values(&["bob"]))]),
        "The column 'name' is stated twice",
    );
    refuses(
        &crossed(&[name(), ("height", values(&["1"]))]),
        "There is no column 'height'",
    );
    refuses(
        &crossed(&[name(), ("age", BinSpec::Stated)]),
        "The bins of column 'age' are missing",
    );
    refuses(
        &crossed(&[("name", between(&["1", "2"])), age.clone()]),
        "Column 'name' holds text, which has no edges",
    );
    refuses(
        &crossed(&[name(), ("age", values(&["1", "1.0"]))]),
        "The bin '1.0' is stated twice",
    );
    // With 'other' in each there are 2^20 cells, and one row of them more.
    let many = |name, number| {
        let bins = (1..number).map(|bin: i32| bin.to_string()).collect();
        (name, BinSpec::Values(bins))
    };
    let most = crossed(&[many("name", 1024), many("age", 1024)]);
    let most = crate::fixture::planned(&most);
    assert_eq!(most.shape().labels.len(), 1 << 20);
    assert_eq!(most.shape().labels[1025], "2,2");
    refuses(
        &crossed(&[many("name", 1025), many("age", 1024)]),
        "has 1\u{202f}049\u{202f}600 values; at most 1\u{202f}048\u{202f}576 are possible",
    );
    // As many as no machine holds are refused before they are made.
    let huge = crossed(&[
        many("name", 1 << 18),
        many("age", 1 << 18),
        many("size", 1 << 18),
    ]);
    refuses(
        &huge,
        "has 18\u{202f}014\u{202f}398\u{202f}509\u{202f}481\u{202f}984 values",
    );
    assert!(plan(&crossed(&[name(), age, size]), &table().schema(), &ROW).is_ok());
}

#[test]
fn no_step_is_needed_where_one_can_be_advised() {
    let sum_to = |bounds: &str, ceiling: &str| {
        AttributeSpec::Sum(SumSpec {
            step: None,
            ceiling: Some(ceiling.parse().unwrap()),
            ..sum("age", bounds, "1")
        })
    };
    let mean_to = |bounds: &str, ceiling: &str| {
        AttributeSpec::Mean(MeanSpec {
            step: None,
            ceiling: Some(ceiling.parse().unwrap()),
            ..mean("age", bounds, "1")
        })
    };
    let step = |spec: &AttributeSpec, adjacency, rows: u64| {
        let unit = Unit {
            adjacency,
            rows_per_unit: rows,
            person_column: Some("name".to_owned()),
        };
        let plan = plan(spec, &table().schema(), &unit).unwrap();
        assert!(plan.step_advised());
        plan.question().step().to_string()
    };
    let (add, replace) = (Adjacency::AddRemove, Adjacency::Replace);
    // 100/(32 * 4) = 0.78, 103/128 = 0.80, 3 * 100/128 = 2.34.
    assert_eq!(step(&sum_to("-3..100", "4"), add, 1), "0.5");
    assert_eq!(step(&sum_to("-3..100", "4"), replace, 1), "0.5");
    assert_eq!(step(&sum_to("-3..100", "4"), add, 3), "2");
    // Rows that go or come add nothing: 20/128 = 0.156 from 10 to 20 and from -20 to -10, where
    // replaced too.
    for bounds in ["10..20", "-20..-10"] {
        assert_eq!(step(&sum_to(bounds, "4"), add, 1), "0.1");
        assert_eq!(step(&sum_to(bounds, "4"), replace, 1), "0.1");
    }
    // 128/(32 * 0.5) = 8 and 16; 32/(32 * 0.5) = 2, which is at most itself.
    assert_eq!(step(&mean_to("-3..125", "0.5"), add, 1), "5");
    assert_eq!(step(&mean_to("-3..125", "0.5"), replace, 2), "10");
    assert_eq!(step(&mean_to("0..32", "0.5"), add, 1), "2");
    refuses(
        &mean_to("0..0.000000000000000001", "0.5"),
        "No step is fine enough",
    );
    assert_eq!(
        step(&mean_to("0..999999999999999999", "0.000001"), add, 1),
        "500000000000000000"
    );
    // A stated step is taken, and it is not said to be advised.
    let stated = AttributeSpec::Sum(SumSpec {
        ceiling: Some("4".parse().unwrap()),
        ..sum("age", "-3..100", "1")
    });
    assert!(!crate::fixture::planned(&stated).step_advised());
    let unpriced = AttributeSpec::Sum(SumSpec {
        step: None,
        ..sum("age", "-3..100", "1")
    });
    refuses(&unpriced, "A price or a ceiling is missing");
}
