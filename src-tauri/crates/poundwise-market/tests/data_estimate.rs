//! What a person reads of a release: exact numbers, and half-widths that keep their promise. A half-width too small sells
//! accuracy that is not there.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use gradual_release::law::DiscreteLaplace;
use gradual_release::{Epsilon, Sensitivity};
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::units::MicroEpsilon;
use poundwise_market::data::estimate::{
    ListingShape, estimates, first_estimates, half_widths, outline,
};
use poundwise_market::data::{Schema, Unit, plan};
use poundwise_market::view::ListingDraft;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn shape(
    kind: &str,
    bounds: Option<&str>,
    step: Option<&str>,
    public_rows: Option<u64>,
    adjacency: Adjacency,
) -> ListingShape {
    let draft = ListingDraft {
        dataset: "t".to_owned(),
        kind: kind.to_owned(),
        column: (kind != "count").then(|| "v".to_owned()),
        bounds: bounds.map(str::to_owned),
        step: step.map(str::to_owned),
        bins: if kind == "histogram" {
            vec!["1".to_owned(), "2".to_owned()]
        } else {
            vec![]
        },
        unit: Some("kg".to_owned()),
        public_rows,
        ..ListingDraft::default()
    };
    let schema = Schema::parse_types("v:number").unwrap();
    let unit = Unit {
        adjacency,
        rows_per_unit: 1,
        person_column: None,
    };
    plan(&draft, &schema, &unit).unwrap().shape().clone()
}

fn mean(public_rows: Option<u64>) -> ListingShape {
    shape(
        "mean",
        Some("0..100"),
        Some("0.5"),
        public_rows,
        Adjacency::Replace,
    )
}

fn level(micro: u64) -> MicroEpsilon {
    MicroEpsilon::new(micro).unwrap()
}

fn law(micro: u64, sensitivity: u64) -> DiscreteLaplace {
    DiscreteLaplace::new(
        Epsilon::new(micro).unwrap(),
        Sensitivity::new(sensitivity).unwrap(),
    )
    .unwrap()
}

#[test]
fn values_are_exact_multiples_of_the_step() {
    let sum = shape(
        "sum",
        Some("-1..2"),
        Some("0.05"),
        None,
        Adjacency::AddRemove,
    );
    let k = law(500_000, 40).half_width_95();
    let found = estimates(&sum, &[-7], level(500_000)).unwrap();
    assert_eq!(
        (found[0].label.as_str(), found[0].text.as_str()),
        ("sum of v", "-0.35")
    );
    assert_eq!(found[0].half_width_number, Some(k as f64 * 0.05));
    let width = &half_widths(&sum, level(500_000), None).unwrap()[0];
    assert_eq!((width.of.as_str(), width.unit.as_str()), ("sum", "kg"));
    assert_eq!(Some(&width.text), found[0].half_width.as_ref());

    let bins = shape("histogram", None, None, None, Adjacency::Replace);
    let found = estimates(&bins, &[4, -1, 9_007_199_254_740_993], level(1_000_000)).unwrap();
    let texts: Vec<&str> = found.iter().map(|e| e.text.as_str()).collect();
    assert_eq!(texts, ["4", "-1", "9007199254740993"]);
    assert_eq!(found[2].label, "other");
    assert_eq!(
        found[0].half_width,
        Some(law(1_000_000, 2).half_width_95().to_string())
    );
    assert_eq!(
        half_widths(&bins, level(1_000_000), None).unwrap()[0].of,
        "each bin"
    );
    let count = shape("count", None, None, None, Adjacency::AddRemove);
    assert_eq!(
        half_widths(&count, level(1_000_000), None).unwrap()[0].text,
        "3"
    );
}

#[test]
fn a_mean_is_read_off_sum_and_count() {
    // mid 50, W = 100 steps of 0.5; 1000 rows, deviations of 0.1 W on average.
    let held = [10_000, 100_000];
    let found = &estimates(&mean(None), &held, level(5_000_000)).unwrap()[0];
    let k = law(5_000_000, 200).half_width(1, 40).unwrap() as f64;
    let promised = 50.0 * k * (100_000.0 + 10_000.0) / (100_000.0 * (100_000.0 - k));
    assert_eq!((found.label.as_str(), found.number), ("mean", 55.0));
    let shown = found.half_width_number.unwrap();
    assert!(
        shown >= promised && shown < promised * 1.011,
        "{shown} {promised}"
    );
    let width = &half_widths(&mean(None), level(5_000_000), Some(&held)).unwrap()[0];
    assert_eq!(
        (width.of.as_str(), Some(&width.text)),
        ("mean", found.half_width.as_ref())
    );
    // Nothing held: from the stated rows, and a little wider, because the count is noisy.
    let stated = &half_widths(&mean(Some(1000)), level(5_000_000), None).unwrap()[0];
    let promised = 50.0 * 2.0 * k / (100_000.0 - k);
    assert_eq!(stated.of, "mean");
    assert!(stated.number >= promised && stated.number < promised * 1.011);
    // So few that the noise may hide them all: still of the mean, and no more than the bounds are apart.
    let hidden = &half_widths(&mean(Some(1)), level(1000), None).unwrap()[0];
    assert_eq!((hidden.of.as_str(), hidden.text.as_str()), ("mean", "100"));
    // With neither, sum and count.
    let widths = half_widths(&mean(None), level(5_000_000), None).unwrap();
    let k = law(5_000_000, 200).half_width_95() as f64;
    assert_eq!((widths[0].of.as_str(), widths[0].number), ("sum", k * 0.5));
    assert_eq!(
        (widths[1].of.as_str(), widths[1].unit.as_str()),
        ("count", "rows")
    );
    assert!((widths[1].number - k / 100.0).abs() <= 0.01 * k / 100.0);
}

#[test]
fn a_mean_without_rows_or_beyond_its_bounds() {
    let few = &estimates(&mean(None), &[5, 0], level(1_000_000)).unwrap()[0];
    assert_eq!(
        (few.text.as_str(), few.half_width.as_ref()),
        ("too few rows for an estimate", None)
    );
    assert_eq!(
        estimates(&mean(None), &[5, -3], level(1_000_000)).unwrap()[0].half_width,
        None
    );
    // The estimate is clamped, and its half-width is no more than the bounds are apart.
    let wild = &estimates(&mean(None), &[500, 20], level(1_000_000)).unwrap()[0];
    assert_eq!(
        (wild.text.as_str(), wild.half_width.as_deref()),
        ("100", Some("100"))
    );
}

#[test]
fn a_mean_over_stated_rows_has_the_noise_of_its_sum_alone() {
    let shape = ListingShape {
        missing_as_mid: true,
        labels: vec!["sum of v - 50".to_owned()],
        ..mean(Some(400))
    };
    assert_eq!(shape.dimension(), 1);
    let found = &estimates(&shape, &[-8_000], level(1_000_000)).unwrap()[0];
    assert_eq!(found.number, 50.0 - 8_000.0 * 0.5 / 400.0);
    let promised = law(1_000_000, 200).half_width_95() as f64 * 0.5 / 400.0;
    let shown = found.half_width_number.unwrap();
    assert!(shown >= promised && shown < promised * 1.011);
}

#[test]
fn what_does_not_fit_is_refused() {
    let count = shape("count", None, None, None, Adjacency::AddRemove);
    assert_eq!(
        estimates(&count, &[1, 2], level(1))
            .err()
            .unwrap()
            .code()
            .as_str(),
        "wrong-dimension"
    );
    assert_eq!(
        half_widths(&mean(None), level(1), Some(&[1]))
            .err()
            .unwrap()
            .code()
            .as_str(),
        "wrong-dimension"
    );
    assert_eq!(
        half_widths(&count, MicroEpsilon::ZERO, None)
            .err()
            .unwrap()
            .code()
            .as_str(),
        "no-law"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, rng_seed: RngSeed::Fixed(4), failure_persistence: None, ..ProptestConfig::default() })]

    /// Whenever both noises stay within their half-width for 0.025, the estimate stays within the one shown: so it
    /// does with probability 0.95 at least.
    #[test]
    fn a_means_half_width_covers_every_noise_within_both_tails(
        rows in 1i64..5000, share in -1000i64..=1000, micro in prop_oneof![20_000u64..20_000_000], e1 in -1000i64..=1000, e2 in -1000i64..=1000,
    ) {
        let k = i64::try_from(law(micro, 200).half_width(1, 40).unwrap()).unwrap();
        let (x1, x2) = (rows * share / 10, rows * 100);
        let held = [x1 + k * e1 / 1000, x2 + k * e2 / 1000];
        let found = &estimates(&mean(None), &held, level(micro)).unwrap()[0];
        let truth = 50.0 + 50.0 * x1 as f64 / x2 as f64;
        if let Some(width) = found.half_width_number {
            // The shown estimate is rounded to where the half-width has three digits.
            let rounding = width / 200.0;
            prop_assert!((found.number - truth).abs() <= width + rounding + 1e-9, "{truth} {} {width}", found.number);
        } else {
            prop_assert!(held[1] <= 0);
        }
        if let Some(before) = half_widths(&mean(Some(rows.unsigned_abs())), level(micro), None).unwrap().iter().find(|w| w.of == "mean") {
            prop_assert!((found.number - truth).abs() <= before.number * 1.005 + 1e-9);
        }
    }

    /// An outline stands for every estimate, in order, and each of its bars for its own: what it hides is within its ends.
    #[test]
    fn an_outline_stands_for_every_estimate(values in prop::collection::vec(-1_000_000i64..1_000_000, 1..300), bars in 1usize..40) {
        let mut shape = shape("histogram", None, None, None, Adjacency::AddRemove);
        shape.labels = (0..values.len()).map(|i| i.to_string()).collect();
        let all = estimates(&shape, &values, level(1_000_000)).unwrap();
        let drawn = outline(&shape, &values, bars).unwrap();
        prop_assert!(drawn.len() <= bars);
        let mut rest = all.as_slice();
        for bar in &drawn {
            let (mine, others) = rest.split_at(usize::try_from(bar.bins).unwrap());
            rest = others;
            prop_assert_eq!((&bar.first, &bar.last), (&mine[0].label, &mine[mine.len() - 1].label));
            let numbers = || mine.iter().map(|one| one.number);
            prop_assert_eq!(bar.least, numbers().fold(f64::INFINITY, f64::min));
            prop_assert_eq!(bar.most, numbers().fold(f64::NEG_INFINITY, f64::max));
            prop_assert!((bar.mean - numbers().sum::<f64>() / mine.len() as f64).abs() < 1e-6);
        }
        prop_assert!(rest.is_empty());
        let some = first_estimates(&shape, &values, level(1_000_000), bars).unwrap();
        let text = |one: &poundwise_market::view::Estimate| one.text.clone();
        prop_assert_eq!(some.iter().map(text).collect::<Vec<_>>(), all.iter().take(bars).map(text).collect::<Vec<_>>());
    }
}
