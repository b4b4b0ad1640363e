//! What a person reads of a release: exact numbers, and half-widths that keep their promise. A
//! half-width too small sells accuracy that is not there.
#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]

use gradual_release::distribution::DiscreteLaplace;
use gradual_release::{Epsilon, Sensitivity};
use poundwise_documents::kinds::{
    Adjacency, AttributeKind, BinnedColumn, Blocks, ColumnType, Count, CrossTabulation, Family,
    Histogram, Mean, MissingCells, Moments, Question, Sum, Value, Variable, VariableRole, Vector,
};
use poundwise_documents::units::MicroEpsilon;
use poundwise_query::estimate::{Estimate, WidthBasis};
use poundwise_query::estimate::{estimates, estimates_at, half_widths, half_widths_of, outline};
use poundwise_query::{Quantity, shape::ListingShape};
use proptest::prelude::*;
use proptest::property_test;

use crate::property::cases;

/// The form of an attribute, with D as it follows from kind and bounds for K = 1.
fn shape(
    kind: AttributeKind,
    bounds: Option<[&str; 2]>,
    step: &str,
    public_rows: Option<u64>,
    adjacency: Adjacency,
) -> ListingShape {
    let [low, high] = bounds.unwrap_or(["0", "1"]).map(|b| b.parse().unwrap());
    let [low, high, step_size]: [f64; 3] = [low, high, step.parse().unwrap()];
    let replace = adjacency == Adjacency::Replace;
    let range = (high - low) / step_size;
    let (coordinates, steps) = match kind {
        AttributeKind::Moments => (3, if replace { 131_074.0 } else { 65_538.0 }),
        AttributeKind::Mean if replace && public_rows.is_some() => (1, range.ceil()),
        AttributeKind::Mean if replace => (2, (range / 2.0).ceil() * 2.0),
        AttributeKind::Mean => (2, range.ceil() + 1.0),
        AttributeKind::Sum if replace => (1, (high.max(0.0) - low.min(0.0)) / step_size),
        AttributeKind::Sum => (1, low.abs().max(high.abs()) / step_size),
        AttributeKind::Histogram | AttributeKind::CrossTabulation => {
            (3, if replace { 2.0 } else { 1.0 })
        }
        AttributeKind::Count | AttributeKind::Value | AttributeKind::Vector => (1, 1.0),
    };
    let bounds = bounds
        .unwrap_or(["0", "1"])
        .map(|bound| bound.parse().unwrap());
    let (step, column) = (step.parse().unwrap(), "size".to_owned());
    let distance = "1".parse().unwrap();
    let filters = Vec::new();
    let binned = |column: &str| BinnedColumn {
        column: column.to_owned(),
        column_type: ColumnType::Number,
        bins: vec!["1".to_owned(), "2".to_owned()],
        edges: Vec::new(),
    };
    let question = match kind {
        AttributeKind::Count => Question::Count(Count { filters }),
        AttributeKind::Sum => Question::Sum(Sum {
            column,
            filters,
            bounds,
            step,
        }),
        AttributeKind::Mean => Question::Mean(Mean {
            column,
            filters,
            bounds,
            step,
            missing: match coordinates {
                1 => MissingCells::AsMid,
                _ => MissingCells::Excluded,
            },
            public_rows,
        }),
        AttributeKind::Histogram => Question::Histogram(Histogram {
            column: binned("size"),
            filters,
            blocks: Blocks::default(),
        }),
        AttributeKind::CrossTabulation => Question::CrossTabulation(CrossTabulation {
            columns: ["size", "age"].map(binned).to_vec(),
            filters,
        }),
        AttributeKind::Moments => Question::Moments(Moments {
            variables: vec![Variable {
                column,
                column_type: ColumnType::Number,
                role: VariableRole::Squares,
                bounds: Some(bounds),
                values: Vec::new(),
            }],
            groups: Vec::new(),
            filters,
        }),
        AttributeKind::Value => Question::Value(Value {
            bounds,
            step,
            distance,
        }),
        AttributeKind::Vector => Question::Vector(Vector {
            bounds,
            step,
            distance,
        }),
    };
    let shape = ListingShape {
        question,
        unit: "kg".to_owned(),
        dimension: 0,
        labels: Vec::new(),
        family: Family::DiscreteLaplace,
        sensitivity: steps.ceil() as u64,
        adjacency,
        rows_per_unit: 1,
    };
    labelled(shape, &["1", "2", "other"][..coordinates])
}

/// The shape with these labels, one for each coordinate.
fn labelled(shape: ListingShape, labels: &[&str]) -> ListingShape {
    ListingShape {
        dimension: labels.len() as u64,
        labels: labels.iter().map(ToString::to_string).collect(),
        ..shape
    }
}

pub(crate) fn counted(kind: AttributeKind, adjacency: Adjacency) -> ListingShape {
    shape(kind, None, "1", None, adjacency)
}

/// A mean within 0..100, step 0.5: R = 200, W = 100.
fn mean(public_rows: Option<u64>, adjacency: Adjacency) -> ListingShape {
    let kind = AttributeKind::Mean;
    shape(kind, Some(["0", "100"]), "0.5", public_rows, adjacency)
}

/// A mean under add/remove.
fn two_sums(public_rows: Option<u64>) -> ListingShape {
    mean(public_rows, Adjacency::AddRemove)
}

fn level(micro: u64) -> MicroEpsilon {
    MicroEpsilon::new(micro).unwrap()
}

fn law(micro: u64, sensitivity: u64) -> DiscreteLaplace {
    DiscreteLaplace::new(
        Epsilon::from_micro(micro).unwrap(),
        Sensitivity::new(sensitivity).unwrap(),
    )
    .unwrap()
}

fn ends(estimate: &Estimate) -> [&str; 2] {
    [&estimate.noise_low, &estimate.noise_high].map(|end| end.as_deref().unwrap())
}

#[test]
fn values_are_exact_multiples_of_the_step() {
    let sum = shape(
        AttributeKind::Sum,
        Some(["-1", "2"]),
        "0.05",
        None,
        Adjacency::AddRemove,
    );
    assert_eq!(sum.sensitivity, 40);
    let k = law(500_000, 40).half_width_95();
    let found = &estimates(&sum, &[-7], level(500_000)).unwrap()[0];
    assert_eq!((found.label.as_str(), found.text.as_str()), ("1", "-0.35"));
    // The noise's half-width, and half a step of rounding: 240 steps and a half.
    assert_eq!(k, 240);
    assert_eq!(found.half_width.as_deref(), Some("12.025"));
    assert_eq!(ends(found), ["-12.375", "11.675"]);
    let width = &half_widths(&sum, level(500_000), None).unwrap()[0];
    assert_eq!((width.of.as_str(), width.unit.as_str()), ("sum", "kg"));
    assert_eq!(Some(&width.text), found.half_width.as_ref());

    // What is counted, or stated by its owner, is not rounded.
    let bins = counted(AttributeKind::Histogram, Adjacency::Replace);
    let found = estimates(&bins, &[4, -1, 9_007_199_254_740_993], level(1_000_000)).unwrap();
    let texts: Vec<&str> = found.iter().map(|e| e.text.as_str()).collect();
    assert_eq!(texts, ["4", "-1", "9007199254740993"]);
    assert_eq!(found[2].label, "other");
    let k = law(1_000_000, 2).half_width_95();
    assert_eq!((k, found[0].half_width.as_deref()), (6, Some("6")));
    assert_eq!(ends(&found[1]), ["-7", "5"]);
    assert_eq!(
        [found[1].noise_low_number, found[1].noise_high_number],
        [Some(-7.0), Some(5.0)]
    );
    assert_eq!(
        half_widths(&bins, level(1_000_000), None).unwrap()[0].of,
        Quantity::EachBin
    );
    let cells = counted(AttributeKind::CrossTabulation, Adjacency::Replace);
    let width = &half_widths(&cells, level(1_000_000), None).unwrap()[0];
    assert_eq!((width.of.as_str(), width.text.as_str()), ("each cell", "6"));
    let found = estimates(&cells, &[4, -1, 0], level(1_000_000)).unwrap();
    assert_eq!(
        (found[1].text.as_str(), ends(&found[1])),
        ("-1", ["-7", "5"])
    );
    for kind in [
        AttributeKind::Count,
        AttributeKind::Value,
        AttributeKind::Vector,
    ] {
        let shape = counted(kind, Adjacency::AddRemove);
        let width = &half_widths(&shape, level(1_000_000), None).unwrap()[0];
        assert_eq!(width.text, "3", "{kind:?}");
    }
}

/// All values of |u N1 - v N2| with their masses, the largest first.
fn sizes(s: f64, [u, v]: [f64; 2]) -> Vec<(f64, f64)> {
    let a = (-s).exp();
    let most = (30.0 / s).ceil() as i64;
    let mass = |n: i64| (1.0 - a) / (1.0 + a) * a.powf(n.abs() as f64);
    let mut all = Vec::new();
    for n1 in -most..=most {
        for n2 in -most..=most {
            let size = (u * n1 as f64 - v * n2 as f64).abs();
            all.push((size, mass(n1) * mass(n2)));
        }
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    all
}

/// The smallest q with P(|u N1 - v N2| > q) <= 0.05, by enumeration.
fn quantile(s: f64, weights: [f64; 2]) -> f64 {
    let mut beyond = 0.0;
    for (size, mass) in sizes(s, weights) {
        beyond += mass;
        if beyond > 0.05 {
            return size;
        }
    }
    0.0
}

/// The definition, tried at many places: the interval stated holds every mean that it keeps, and
/// little more.
#[test]
fn a_means_interval_is_its_inversion() {
    for (micro, responses) in [
        (100_000_000, [[6, 14], [0, 9], [30, 30]]),
        (24_000_000, [[6, 14], [-1, 12], [300, 20]]),
        (12_000_000, [[40, 25], [7, 90], [90, 7]]),
        (4_000_000, [[60, 60], [80, 200], [1, 30]]),
    ] {
        for adjacency in [Adjacency::AddRemove, Adjacency::Replace] {
            // Bounds 2 apart in steps of 0.5, off the lattice.
            let shape = shape(
                AttributeKind::Mean,
                Some(["-0.3", "1.6"]),
                "0.5",
                None,
                adjacency,
            );
            let replace = adjacency == Adjacency::Replace;
            assert_eq!(shape.sensitivity, if replace { 4 } else { 5 });
            let s = micro as f64 / 1e6 / shape.sensitivity as f64;
            for [y1, y2] in responses {
                let found = &estimates(&shape, &[y1, y2], level(micro)).unwrap()[0];
                // A response beyond the bounds is taken for the nearest one within.
                let [y1, y2] = [y1, y2].map(|y| y as f64);
                let [y1, y2] = if replace {
                    [y1.clamp(-0.95 * y2, 0.95 * y2), y2]
                } else {
                    let inside = y1.clamp(0.0, y1 + y2);
                    [inside, y1 + y2 - inside]
                };
                let width = found.half_width_number.unwrap();
                let (mut least, mut most) = (f64::MAX, f64::MIN);
                for part in 0..=400 {
                    let mean = -0.3 + 1.9 * f64::from(part) / 400.0;
                    let kept = if replace {
                        // mid 0.65, W = 2.
                        let r = (mean - 0.65) / (0.5 * 2.0);
                        (y1 - r * y2).abs() <= quantile(s, [1.0, r]) + 0.5
                    } else {
                        let t = (mean + 0.3) / 1.9;
                        (y1 - t * (y1 + y2)).abs() <= quantile(s, [1.0 - t, t]) + 0.5
                    };
                    if kept {
                        (least, most) = (least.min(mean), most.max(mean));
                    }
                }
                let [low, high] = [found.noise_low_number, found.noise_high_number];
                let [low, high] = [low.unwrap(), high.unwrap()];
                let what = format!("{adjacency:?} {micro} {y1} {y2}: {found:?}");
                assert!(
                    low <= least + 1e-9 && most <= high + 1e-9,
                    "{what} {least} {most}"
                );
                // A grid's step, the cells' and the digits' share.
                let slack = 1.9 / 400.0 + 0.015 * width + 0.004;
                assert!(low >= least - slack, "{what} {least}");
                assert!(high <= most + slack, "{what} {most}");
            }
        }
    }
}

#[test]
fn a_mean_is_read_off_two_sums() {
    // 1000 rows, of which the sums are 55% and 45%.
    let held = [110_000, 90_000];
    let found = &estimates(&two_sums(None), &held, level(5_000_000)).unwrap()[0];
    assert_eq!((found.label.as_str(), found.number), ("mean", 55.0));
    // On a fine lattice the noise (1-t) N1 - t N2 at t = 0.55 is beyond 2.08 scales with 0.05, and
    // the mean is 100/200000 of it.
    let scale = 201.0 / 5.0;
    let shown = found.half_width_number.unwrap();
    let steps = shown * 2_000.0;
    assert!(
        (2.05 * scale..2.13 * scale + 1.0).contains(&steps),
        "{steps}"
    );
    let foreseen = &half_widths(&two_sums(None), level(5_000_000), Some(&held)).unwrap()[0];
    let own = &half_widths_of(&two_sums(None), &held, level(5_000_000)).unwrap()[0];
    for (width, basis) in [(foreseen, WidthBasis::About), (own, WidthBasis::Exact)] {
        assert_eq!(
            (width.of.as_str(), Some(&width.text), width.basis),
            ("mean", found.half_width.as_ref(), basis)
        );
    }
}

#[test]
fn a_mean_is_foreseen_from_stated_rows_or_by_its_parts() {
    // ln 20 scales, half a step by which the lattice may differ, half a step of rounding; 0.5/1000
    // a step.
    let stated = &half_widths(&two_sums(Some(1000)), level(5_000_000), None).unwrap()[0];
    let promised = 0.5 * (20_f64.ln() * 201.0 / 5.0 + 1.0) / 1000.0;
    assert_eq!(stated.of, Quantity::Mean);
    assert!(stated.number >= promised && stated.number < promised * 1.016);
    // With a count, what is exceeded with 0.05 by the difference of two: x with exp(-x)(1 + x/2) =
    // 0.05.
    let counted = mean(Some(1000), Adjacency::Replace);
    let counted = labelled(counted, &["sum", "count"]);
    let stated = &half_widths(&counted, level(5_000_000), None).unwrap()[0];
    let x = 4.113_003_280_719_64_f64;
    assert!(((-x).exp() * (1.0 + x / 2.0) - 0.05).abs() < 1e-14);
    let promised = 0.5 * (x * 200.0 / 5.0 + 1.5) / 1000.0;
    assert!(stated.number >= promised && stated.number < promised * 1.016);
    // Where hardly a noise is not 0, no more than one step of it, though |N1/2 - N2/2| > 0 has more
    // than 0.05.
    let coarse = shape(
        AttributeKind::Mean,
        Some(["0", "1"]),
        "1",
        Some(10),
        Adjacency::AddRemove,
    );
    assert_eq!(law(8_000_000, 2).half_width_95(), 0);
    let stated = &half_widths(&coarse, level(8_000_000), None).unwrap()[0];
    assert_eq!(stated.text, "0.151");
    // The same of a sum and a count, where neither has a noise: the rounding alone.
    let replaced = ListingShape {
        sensitivity: 2,
        adjacency: Adjacency::Replace,
        ..labelled(coarse, &["sum", "count"])
    };
    let stated = &half_widths(&replaced, level(16_000_000), None).unwrap()[0];
    assert_eq!(stated.text, "0.0501");
    // So few that the noise may hide them all: still of the mean, and no more than the bounds are
    // apart.
    let hidden = &half_widths(&two_sums(Some(1)), level(1000), None).unwrap()[0];
    assert_eq!((hidden.of.as_str(), hidden.text.as_str()), ("mean", "100"));
    // With neither rows nor a response, or with one of too few rows, each sum and the count.
    for held in [None, Some([3_i64, -3].as_slice())] {
        let widths = half_widths(&two_sums(None), level(5_000_000), held).unwrap();
        let k = law(5_000_000, 201).half_width_95() as f64;
        assert_eq!(
            (widths[0].of.as_str(), widths[0].number),
            ("sum", (k + 0.5) * 0.5)
        );
        assert_eq!(
            (widths[1].of.as_str(), widths[1].unit.as_str()),
            ("count", "rows")
        );
        // y1 + y2 has two noises and two roundings; a row is 200 steps.
        let two = quantile(5.0 / 201.0, [1.0, 1.0]);
        let least = (two + 1.0) / 200.0;
        assert!(widths[1].number >= least && widths[1].number < (two + 2.5) / 200.0 * 1.01);
    }
    let widths = half_widths(&mean(None, Adjacency::Replace), level(5_000_000), None).unwrap();
    let k = law(5_000_000, 200).half_width_95() as f64;
    assert!(widths[1].number >= k / 100.0 && widths[1].number < k / 100.0 * 1.01);
}

#[test]
fn a_count_in_two_sums_is_as_wide_as_its_two_noises_on_a_coarse_lattice() {
    // D = 2: P(|N1 + N2| > k), by the sum.
    let shape = shape(
        AttributeKind::Mean,
        Some(["0", "1"]),
        "1",
        None,
        Adjacency::AddRemove,
    );
    for micro in [400_000, 1_000_000, 3_000_000, 8_000_000, 20_000_000] {
        let widths = half_widths(&shape, level(micro), None).unwrap();
        let k = quantile(micro as f64 / 2e6, [1.0, 1.0]);
        assert_eq!(widths[1].number, k + 1.0, "{micro}");
    }
}

#[test]
fn a_mean_without_rows_or_beyond_its_bounds() {
    for adjacency in [Adjacency::AddRemove, Adjacency::Replace] {
        for held in [[5, -5], [5, -8], [-3, 0], [i64::MIN, i64::MIN]] {
            let few = &estimates(&mean(None, adjacency), &held, level(1_000_000)).unwrap()[0];
            assert_eq!(
                (few.text.as_str(), few.half_width.as_ref()),
                ("too few rows for an estimate", None)
            );
            assert_eq!(
                (few.noise_low.as_ref(), few.noise_high.as_ref()),
                (None, None)
            );
            assert_eq!(few.number, 50.0);
        }
    }
    // The estimate is clamped, and its half-width is no more than the bounds are apart.
    let wild = &estimates(&two_sums(None), &[500, -480], level(1_000_000)).unwrap()[0];
    assert_eq!(
        (wild.text.as_str(), wild.half_width.as_deref()),
        ("100", Some("100"))
    );
    assert_eq!(ends(wild), ["0", "100"]);
    // Far beyond a bound, the interval neither is empty nor gets narrower.
    let width = |first: i64| {
        let held = [first, 200_000 - first];
        let found = estimates(&two_sums(None), &held, level(5_000_000)).unwrap();
        assert_eq!(found[0].noise_low.as_deref(), Some("0"));
        found[0].half_width_number.unwrap()
    };
    assert_eq!(width(-50_000), width(0));
    let steps = width(0) * 2_000.0;
    assert!((2.9..3.1).contains(&(steps / 40.2)), "{steps}");
}

#[test]
fn a_mean_over_stated_rows_has_the_noise_of_its_sum_alone() {
    let shape = mean(Some(400), Adjacency::Replace);
    assert_eq!(shape.dimension, 1);
    let found = &estimates(&shape, &[-8_000], level(1_000_000)).unwrap()[0];
    assert_eq!(found.number, 50.0 - 8_000.0 * 0.5 / 400.0);
    let promised = (law(1_000_000, 200).half_width_95() as f64 + 0.5) * 0.5 / 400.0;
    let shown = found.half_width_number.unwrap();
    assert!(
        shown >= promised && shown < promised * 1.015,
        "{shown} {promised}"
    );
    let foreseen = &half_widths(&shape, level(1_000_000), None).unwrap()[0];
    assert!(foreseen.number >= shown && foreseen.number < promised * 1.016);
    assert_eq!(foreseen.basis, WidthBasis::AtMost);
}

/// A quote is not exceeded only where it says so: a response that counts fewer rows than are stated
/// has a wider interval than those have.
#[test]
fn a_quote_for_stated_rows_is_about_where_the_response_counts_them_itself() {
    let counted = labelled(mean(Some(1000), Adjacency::Replace), &["sum", "count"]);
    let forms = [
        (two_sums(Some(1000)), [0, 200_000]),
        (counted, [-100_000, 100_000]),
    ];
    let level = level(50_000);
    for (shape, [first, second]) in forms {
        let quoted = &half_widths(&shape, level, None).unwrap()[0];
        // Its noise, whose scale is about 4000 steps, or cells that are missing.
        let exceeded = (0..60_000).step_by(2_000).any(|fewer| {
            let drawn = half_widths_of(&shape, &[first, second - fewer], level).unwrap();
            drawn[0].number > quoted.number
        });
        assert!(exceeded, "{}", quoted.text);
        assert_eq!(quoted.basis, WidthBasis::AboutRows);
    }
}

/// A mean is within its bounds, however wide the noise is.
#[test]
fn a_quote_for_few_stated_rows_is_no_wider_than_the_bounds() {
    let wide = mean(Some(1), Adjacency::Replace);
    let quoted = |micro| half_widths(&wide, level(micro), None).unwrap()[0].number;
    for micro in [10_000, 20_000] {
        assert!((quoted(micro) - 100.0).abs() < 1e-9, "{}", quoted(micro));
    }
    assert!(quoted(100_000_000) < 100.0);
    // Bounds with decimals are not rounded up to the places of the noise.
    let (kind, bounds) = (AttributeKind::Mean, Some(["0", "0.5"]));
    let narrow = shape(kind, bounds, "0.25", Some(1), Adjacency::Replace);
    let quoted = half_widths(&narrow, level(10_000), None).unwrap();
    assert_eq!(quoted[0].text, "0.5");
}

/// What is read off the numbers shown holds what the interval holds.
#[test]
fn what_is_shown_of_a_mean_adds_up() {
    let odd = |adjacency| {
        shape(
            AttributeKind::Mean,
            Some(["-3.21", "17.555"]),
            "0.01",
            None,
            adjacency,
        )
    };
    for adjacency in [Adjacency::AddRemove, Adjacency::Replace] {
        let shape = odd(adjacency);
        for y1 in (-500..300_000).step_by(20_011) {
            for micro in [30_000, 1_000_000, 900_000_000] {
                let y2 = 310_000 - y1;
                let found = &estimates(&shape, &[y1, y2], level(micro)).unwrap()[0];
                let [low, high] = [found.noise_low_number, found.noise_high_number];
                let [low, high] = [low.unwrap(), high.unwrap()];
                let width = found.half_width_number.unwrap();
                assert!(low >= -3.21 && high <= 17.555);
                assert!(low <= found.number && found.number <= high);
                assert!(found.number - width <= low + 1e-12, "{found:?}");
                assert!(found.number + width >= high - 1e-12, "{found:?}");
            }
        }
    }
}

/// Where a half-width falls below 100 steps of the last decimal shown, one decimal more is shown,
/// and the estimate is rounded elsewhere; the half-width that is stated does not grow by that.
#[test]
fn a_decimal_more_does_not_widen_what_is_stated() {
    // One row, known to be one: the estimate 0.64, the lower end cut off at -50, and the upper one
    // 100.02 away, then 99.98.
    let shape = shape(
        AttributeKind::Mean,
        Some(["-50", "1000"]),
        "0.04",
        Some(1),
        Adjacency::Replace,
    );
    let mut before = f64::MAX;
    let mut steps = Vec::new();
    for micro in (31_300_000..31_600_000).step_by(500) {
        let held = [-11_859];
        let widths = half_widths(&shape, level(micro), Some(&held)).unwrap();
        steps.push(law(micro, shape.sensitivity).half_width_95());
        assert!(widths[0].number <= before, "{micro}: {before} {widths:?}");
        before = widths[0].number;
    }
    assert!(
        steps.contains(&2_500) && steps.contains(&2_499),
        "{steps:?}"
    );
}

/// A quote by accuracy halves its way to a level: that is right as long as no half-width grows with
/// ε, as it is stated.
#[test]
fn half_widths_never_grow_with_epsilon() {
    use AttributeKind::{Count, CrossTabulation, Histogram, Mean, Moments, Sum, Value, Vector};
    let mut levels: Vec<u64> = (0..400).map(|n| 50_000 + 20_000 * n).collect();
    // A few neighbours, and far ones.
    levels.extend((3_000_000..3_000_200).chain((5..16).map(|power| 10_000_000 << power)));
    levels.sort_unstable();
    let mut shapes = Vec::new();
    for adjacency in [Adjacency::AddRemove, Adjacency::Replace] {
        for kind in [Count, Histogram, CrossTabulation, Moments, Value, Vector] {
            shapes.push((counted(kind, adjacency), vec![None]));
        }
        for (bounds, step) in [
            (["0", "1"], "1"),
            (["0", "10"], "0.9"),
            (["-3", "9"], "0.1"),
            (["0", "100"], "0.001"),
        ] {
            shapes.push((shape(Sum, Some(bounds), step, None, adjacency), vec![None]));
            for rows in [None, Some(40)] {
                let shape = shape(Mean, Some(bounds), step, rows, adjacency);
                let n = 40 * i64::try_from(shape.sensitivity).unwrap();
                let held = [[n / 2, n / 2], [-3, n], [n / 7, n - n / 7], [n / 3, 3]];
                let mut all = vec![None];
                if shape.dimension == 2 {
                    all.extend(held.map(|held| Some(held.to_vec())));
                }
                shapes.push((shape, all));
            }
        }
    }
    for (shape, all) in shapes {
        for held in all {
            let mut before: Option<Vec<f64>> = None;
            for micro in &levels {
                let widths = half_widths(&shape, level(*micro), held.as_deref()).unwrap();
                let now: Vec<f64> = widths.iter().map(|width| width.number).collect();
                if let Some(before) = before {
                    let falls = before.iter().zip(&now).all(|(before, now)| now <= before);
                    assert!(falls, "{shape:?} {held:?} {micro}: {before:?} {now:?}");
                }
                before = Some(now);
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let count = counted(AttributeKind::Count, Adjacency::AddRemove);
    assert_eq!(
        estimates(&count, &[1, 2], level(1))
            .err()
            .unwrap()
            .code()
            .unwrap()
            .as_str(),
        "wrong-dimension"
    );
    assert_eq!(
        half_widths(&two_sums(None), level(1), Some(&[1]))
            .err()
            .unwrap()
            .code()
            .unwrap()
            .as_str(),
        "wrong-dimension"
    );
    assert_eq!(
        half_widths(&count, MicroEpsilon::ZERO, None)
            .err()
            .unwrap()
            .code()
            .unwrap()
            .as_str(),
        "no-law"
    );
}

/// At a bound an interval goes one way only, and is shown with as many decimals as elsewhere.
#[test]
fn an_estimate_at_a_bound_is_shown_as_any_other() {
    let shape = mean(Some(100), Adjacency::Replace);
    let half_width = |sum: i64| {
        let shown = estimates(&shape, &[sum], level(1_000_000)).unwrap();
        (shown[0].text.clone(), shown[0].half_width.clone())
    };
    let (middle, expected) = half_width(0);
    assert_eq!(middle, "50");
    for (sum, bound) in [(1_000_000, "100"), (-1_000_000, "0")] {
        assert_eq!(half_width(sum), (bound.to_owned(), expected.clone()));
    }
}

#[test]
fn an_outline_is_of_a_whole_response() {
    let shape = labelled(
        counted(AttributeKind::Histogram, Adjacency::AddRemove),
        &["a", "b", "c"],
    );
    for wrong in [&[1, 2][..], &[1, 2, 3, 4]] {
        let error = outline(&shape, wrong, 2).err().unwrap();
        assert_eq!(error.code().unwrap().as_str(), "wrong-dimension");
    }
    assert_eq!(outline(&shape, &[1, 2, 3], 0).unwrap().len(), 1);
    assert!(outline(&labelled(shape, &[]), &[], 2).unwrap().is_empty());
}

/// The market's catalogue keeps the first labels of a listing only.
#[test]
fn a_shape_with_few_labels_has_half_widths_but_no_estimates() {
    let numbers = counted(AttributeKind::Vector, Adjacency::AddRemove);
    let whole = labelled(numbers, &["a", "b", "c"]);
    let cut = ListingShape {
        labels: whole.labels[..1].to_vec(),
        ..whole.clone()
    };
    let values = [1, 2, 3];
    let of = |shape| {
        half_widths_of(shape, &values, level(1_000_000)).unwrap()[0]
            .text
            .clone()
    };
    assert_eq!(of(&cut), of(&whole));
    let code = |error: poundwise_query::Error| error.code().unwrap().as_str();
    for shape in [&cut, &labelled(cut.clone(), &["a"])] {
        let error = estimates(shape, &values, level(1_000_000)).err().unwrap();
        assert_eq!(code(error), "wrong-dimension");
        let error = outline(shape, &values, 2).err().unwrap();
        assert_eq!(code(error), "wrong-dimension");
    }
    assert!(estimates(&whole, &values, level(1_000_000)).is_ok());
}

/// An outline stands for every estimate, in order, and each of its bars for its own: what it
/// hides is within its ends.
#[property_test(config = cases(2000))]
fn an_outline_stands_for_every_estimate(
    #[strategy = prop::collection::vec(-1_000_000i64..1_000_000, 1..300)] values: Vec<i64>,
    #[strategy = 1usize..40] bars: usize,
) {
    let labels: Vec<String> = (0..values.len()).map(|i| i.to_string()).collect();
    let shape = ListingShape {
        dimension: labels.len() as u64,
        labels,
        ..counted(AttributeKind::Histogram, Adjacency::AddRemove)
    };
    let all = estimates(&shape, &values, level(1_000_000)).unwrap();
    let drawn = outline(&shape, &values, bars).unwrap();
    prop_assert!(drawn.len() <= bars);
    let mut rest = all.as_slice();
    for bar in &drawn {
        let (mine, others) = rest.split_at(usize::try_from(bar.bins).unwrap());
        rest = others;
        prop_assert_eq!(
            (&bar.first, &bar.last),
            (&mine[0].label, &mine[mine.len() - 1].label)
        );
        let numbers = || mine.iter().map(|one| one.number);
        prop_assert_eq!(bar.least, numbers().fold(f64::INFINITY, f64::min));
        prop_assert_eq!(bar.most, numbers().fold(f64::NEG_INFINITY, f64::max));
        prop_assert!((bar.mean - numbers().sum::<f64>() / mine.len() as f64).abs() < 1e-6);
    }
    prop_assert!(rest.is_empty());
    let places: Vec<usize> = (0..values.len()).step_by(bars).collect();
    let some = estimates_at(&shape, &values, level(1_000_000), &places).unwrap();
    let text = |one: &Estimate| (one.label.clone(), one.text.clone());
    prop_assert_eq!(
        some.iter().map(text).collect::<Vec<_>>(),
        all.iter().step_by(bars).map(text).collect::<Vec<_>>()
    );
}
