#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp
)]

use gradual_release::{
    Epsilon, Path, Seed, Sensitivity, distribution::BridgeLaw, mechanism::Mechanism,
};
use poundwise_documents::finding::Recorder;
use poundwise_documents::kinds::Family;
use poundwise_documents::units::{Digest, DocumentId, Kid};
use rand::{Rng, RngExt, SeedableRng, rngs::StdRng};

use super::*;
use crate::report::Known;

const D: u64 = 40;

fn path(seed: u64) -> Path {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut bytes = || {
        let mut bytes = [0; 32];
        rng.fill_bytes(&mut bytes);
        Seed::from_bytes(bytes)
    };
    Path::with_top(
        Sensitivity::new(D).unwrap(),
        Epsilon::from_micro(8_000_000).unwrap(),
        bytes(),
        bytes(),
    )
    .unwrap()
}

/// Honest values of listing `series` at a level: data that nobody need know, and the path.
fn honest(series: u8, micro: u64, count: usize, path: &Path) -> ShownRelease {
    let noise = path
        .read(0..count as u64, Epsilon::from_micro(micro).unwrap())
        .unwrap();
    let values = (0i64..).zip(noise).map(|(i, n)| 1000 * i + n).collect();
    shown(series, micro, values)
}

fn shown(series: u8, micro: u64, values: Vec<i64>) -> ShownRelease {
    ShownRelease {
        file: format!("{series}-{micro}.bundle"),
        owner: Kid::from_bytes([1; 32]),
        title: format!("listing {series}"),
        listing: DocumentId::from_bytes([series; 32]),
        series: Digest::from_bytes([series; 32]),
        data: Digest::from_bytes([0; 32]),
        family: Family::DiscreteLaplace,
        path_layout: Path::LAYOUT.to_owned(),
        top: MicroEpsilon::new(8_000_000).unwrap(),
        level: MicroEpsilon::new(micro).unwrap(),
        sensitivity: D,
        values,
        receipt: DocumentId::from_bytes([series; 32]),
        sequence: 0,
    }
}

/// Returns nothing: no ledger says which bundles there are.
fn none_known(_: Kid, _: &[Digest]) -> Vec<MissingBundles> {
    Vec::new()
}

fn one(shown: &[ShownRelease]) -> NoiseTest {
    let (mut tests, two) = test(shown, none_known);
    assert!(two.is_empty());
    assert_eq!(tests.len(), 1);
    tests.pop().unwrap()
}

#[test]
fn probabilities_of_the_classes_are_those_of_the_law() {
    for (low, high, sensitivity) in [
        (1_000_000, 2_000_000, 40),
        (1_000_000, 2_000_000, 1),
        (4_000_000, 8_000_000, 1),
        (1_000_000, 1_001_000, 7),
        (10, 8_000_000, 3),
    ] {
        let mechanism = Mechanism::discrete_laplace(sensitivity).unwrap();
        let classes = Classes::new(&mechanism.increment(low, high).unwrap());
        let sum: f64 = classes.probabilities.iter().sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        let bridge = BridgeLaw::new(
            Epsilon::from_micro(low).unwrap(),
            Epsilon::from_micro(high).unwrap(),
            Sensitivity::new(sensitivity).unwrap(),
        )
        .unwrap();
        let mut summed = [0.0; CLASSES];
        for w in -100_000i64..=100_000 {
            summed[classes.of(i128::from(w))] += bridge.pmf(w);
        }
        // The last part is the tail, which a sum never reaches the end of.
        for (class, p) in classes.probabilities.iter().enumerate().take(CLASSES - 2) {
            let reached = *classes.ends.last().unwrap() < 100_000;
            assert!(
                !reached || (summed[class] - p).abs() < 1e-9,
                "{low} {high} {sensitivity}: class {class} has {p}, not {}",
                summed[class]
            );
        }
    }
}

#[test]
fn honest_noise_is_consistent() {
    let path = path(1);
    let releases: Vec<ShownRelease> = [250_000, 1_000_000, 1_500_000, 8_000_000]
        .map(|micro| honest(1, micro, 2_000, &path))
        .into();
    let test = one(&releases);
    assert_eq!(test.verdict, NoiseVerdict::Consistent, "{test:?}");
    assert_eq!((test.pairs, test.increments), (3, 6_000));
    let expected: f64 = test.classes.iter().map(|class| class.expected).sum();
    assert!((expected - 6_000.0).abs() < 1e-6);
    assert_eq!(test.classes[0].observed, test.unchanged);
    assert!((test.unchanged_low..=test.unchanged_high).contains(&test.unchanged));
    let (low, high, p) = (test.unchanged_low, test.unchanged_high, test.p_law.unwrap());
    assert_eq!(
        compared(&test).map(|side| side.to_string()),
        [
            format!("6000 increments, {} unchanged", test.unchanged),
            format!("{low} to {high} unchanged; p = {p:.3}")
        ]
    );
}

/// The figure counts every increment once, and expects of each bar what summing the law gives it.
#[test]
fn the_histogram_is_of_all_increments_and_of_their_law() {
    for (low, high, sensitivity) in [
        (1_000_000, 2_000_000, D),
        (4_000_000, 8_000_000, 1),
        (250_000, 8_000_000, 7),
    ] {
        let values = |micro: u64| {
            let mut rng = StdRng::seed_from_u64(micro);
            (0..1_000).map(|_| rng.random_range(-500..500)).collect()
        };
        let mut both = [shown(1, low, values(low)), shown(1, high, values(high))];
        both.iter_mut().for_each(|s| s.sensitivity = sensitivity);
        let test = one(&both);
        assert_eq!(test.bins.iter().map(|bin| bin.observed).sum::<u64>(), 1_000);
        let bridge = BridgeLaw::new(
            Epsilon::from_micro(low).unwrap(),
            Epsilon::from_micro(high).unwrap(),
            Sensitivity::new(sensitivity).unwrap(),
        )
        .unwrap();
        for bin in &test.bins {
            let range = bin.from.unwrap_or(-20_000)..=bin.to.unwrap_or(20_000);
            let expected: f64 = range.clone().map(|w| 1_000.0 * bridge.pmf(w)).sum();
            assert!(
                (bin.expected - expected).abs() < 1e-6,
                "{bin:?}: {expected}"
            );
            let seen = both[0].values.iter().zip(&both[1].values);
            let seen = seen.filter(|(l, h)| range.contains(&(**l - **h))).count() as u64;
            assert_eq!(bin.observed, seen, "{bin:?}");
        }
    }
}

/// Honest counts of unchanged values are outside the range in at most 1 case of 20, however few
/// values there are.
#[test]
fn the_range_of_unchanged_values_holds_what_it_says() {
    let mut rng = StdRng::seed_from_u64(9);
    for (n, p) in [
        (1u32, 0.3),
        (4, 0.999),
        (30, 0.1),
        (200, 0.5),
        (2_000, 0.97),
    ] {
        let (low, high) = histogram::range_unchanged(u64::from(n), f64::from(n) * p);
        assert!(low <= high + 1 && high <= u64::from(n));
        let outside = (0..2_000)
            .filter(|_| {
                let count = (0..n).filter(|_| rng.random::<f64>() < p).count() as u64;
                !(low..=high).contains(&count)
            })
            .count();
        // 100 are expected at most; 150 are more than chance gives in a million runs.
        assert!(
            outside < 150,
            "{n} {p}: {outside} of 2000 outside {low}..={high}"
        );
    }
    assert_eq!(histogram::range_unchanged(0, 0.0), (0, 0));
}

#[test]
fn what_is_not_honest_noise_is_found_out() {
    let (first, second) = (path(2), path(3));
    let count = 400;
    let level = 1_000_000;
    let low = honest(1, level, count, &first);
    let high = honest(1, 2 * level, count, &first);
    assert_eq!(one(&[low, high]).verdict, NoiseVerdict::Consistent);

    let of = |low: ShownRelease, high: ShownRelease| one(&[low, high]);
    let redrawn = of(
        honest(1, level, count, &first),
        honest(1, 2 * level, count, &second),
    );
    assert_eq!(redrawn.verdict, NoiseVerdict::NotConsistent, "{redrawn:?}");
    assert!(redrawn.p_unchanged < 1e-9, "a redraw changes nearly all");

    let frozen = of(
        honest(1, level, count, &first),
        shown(1, 2 * level, honest(1, level, count, &first).values),
    );
    assert_eq!(frozen.verdict, NoiseVerdict::NotConsistent, "{frozen:?}");

    // The noise of a sensitivity half as large: less privacy than was sold.
    let mut halved = [
        honest(1, level, 4 * count, &first),
        honest(1, 2 * level, 4 * count, &first),
    ];
    halved
        .iter_mut()
        .for_each(|shown| shown.sensitivity = 2 * D);
    assert_eq!(one(&halved).verdict, NoiseVerdict::NotConsistent);

    // Changes in one direction only.
    let high = honest(1, 2 * level, count, &first);
    let mut lifted = honest(1, level, count, &first);
    for (low, high) in lifted.values.iter_mut().zip(&high.values) {
        *low = high + (*low - high).abs();
    }
    let one_sided = of(lifted, high);
    assert_eq!(one_sided.verdict, NoiseVerdict::NotConsistent);
    assert!(one_sided.p_unchanged > 0.001, "only the law can tell");

    // p replaced by its square root: too few changes.
    let mut rng = StdRng::seed_from_u64(4);
    let high = honest(1, 2 * level, 4 * count, &first);
    let mut lazy = honest(1, level, 4 * count, &first);
    for (low, high) in lazy.values.iter_mut().zip(&high.values) {
        // Of the changes, which are (1 - p) of all, 1 - sqrt(p) remain: 1/(1 + sqrt(p)), p being
        // about a quarter.
        if rng.random_ratio(1, 3) {
            *low = *high;
        }
    }
    assert_eq!(of(lazy, high).verdict, NoiseVerdict::NotConsistent);
}

#[test]
fn many_single_numbers_are_tested_together() {
    let (mut together, mut redrawn) = (Vec::new(), Vec::new());
    for series in 0..60 {
        for (turn, micro) in [500_000, 1_000_000, 3_000_000, 8_000_000]
            .into_iter()
            .enumerate()
        {
            together.push(honest(series, micro, 1, &path(u64::from(series))));
            let seed = 1_000 * turn as u64 + u64::from(series);
            redrawn.push(honest(series, micro, 1, &path(seed)));
        }
    }
    let honest = one(&together);
    assert_eq!((honest.pairs, honest.titles.len()), (180, 60));
    assert_eq!(honest.verdict, NoiseVerdict::Consistent, "{honest:?}");
    assert_eq!(one(&redrawn).verdict, NoiseVerdict::NotConsistent);
}

#[test]
fn few_values_tell_nothing_and_say_so() {
    let path = path(5);
    let few = one(&[
        honest(1, 1_000_000, 4, &path),
        honest(1, 2_000_000, 4, &path),
    ]);
    assert_eq!(few.verdict, NoiseVerdict::TooFew);
    assert!(
        test(&[honest(1, 1_000_000, 400, &path)], none_known)
            .0
            .is_empty()
    );
    assert_eq!(
        NoiseMessage::of(&few).to_string(),
        "listing 1: too few values to tell. 4 increments between 1 pair of releases, 2 unchanged \
         (1.0 expected)."
    );
}

#[test]
fn two_answers_at_one_level_need_no_statistics() {
    let (first, second) = (path(6), path(7));
    let shown = [
        honest(1, 1_000_000, 1, &first),
        honest(1, 1_000_000, 1, &first),
        honest(1, 1_000_000, 1, &second),
    ];
    let (tests, two) = test(&shown, none_known);
    assert!(tests.is_empty());
    assert_eq!(two.len(), 1);
    let mut report = ReportBuilder::new(Recorder::default(), Known::default());
    check(&mut report, &shown);
    let report = report.finish();
    let [finding] = report.findings() else {
        panic!("{:?}", report.findings())
    };
    assert_eq!(
        [&finding.found, &finding.expected].map(|side| side.as_ref().unwrap().to_string()),
        [
            "other values at ε 1".to_owned(),
            format!("those of {}", two[0].other)
        ]
    );
}

/// The p-values that the verdict rests on are no smaller than they say, also where cells expect as
/// little as they may.
#[test]
fn false_alarms_are_as_rare_as_stated() {
    let mut rng = StdRng::seed_from_u64(8);
    let rounds = 10_000;
    // Equal probabilities of the changes, one large cell: from two cells to seventeen.
    for (n, changes) in [(40u32, 1u32), (100, 2), (100, 8), (170, 16)] {
        let each = 5.0 / f64::from(n);
        let rest = 1.0 - each * f64::from(changes);
        let (mut law, mut unchanged) = (0, 0);
        for _ in 0..rounds {
            let mut counts = vec![0u32; changes as usize + 1];
            for _ in 0..n {
                let u: f64 = rng.random();
                let cell = if u < rest {
                    0
                } else {
                    1 + ((u - rest) / each) as usize
                };
                counts[cell.min(changes as usize)] += 1;
            }
            let cells: Vec<(f64, f64)> = counts
                .iter()
                .enumerate()
                .map(|(cell, o)| {
                    let p = if cell == 0 { rest } else { each };
                    (f64::from(*o), f64::from(n) * p)
                })
                .collect();
            let (statistic, degrees) = fit(&cells, f64::from(n));
            law += u32::from(ChiSquare::new(degrees).tail(statistic) < 1e-3);
            let (o, e) = cells[0];
            unchanged += u32::from(p_of_share(o, e, f64::from(n)) < 1e-3);
        }
        // 10 are expected; 30 are more than chance gives in a million runs.
        assert!(law < 30, "{n} {changes}: {law} of {rounds} below 1/1000");
        assert!(unchanged < 30, "{n} {changes}: {unchanged} below 1/1000");
    }
}

#[test]
fn classes_are_none_and_then_each_part_up_and_down() {
    let path = path(10);
    // What only one of the two has is no increment.
    let releases = [
        honest(1, 1_000_000, 101, &path),
        honest(1, 2_000_000, 100, &path),
    ];
    let test = one(&releases);
    let changes: Vec<i8> = test.classes.iter().map(|class| class.change).collect();
    let sides = (1..=8).flat_map(|part: i8| [part, -part]);
    assert_eq!(changes, [0].into_iter().chain(sides).collect::<Vec<_>>());
    let pair = &test.pairs_shown[0];
    assert_eq!((pair.increments, pair.unchanged), (100, test.unchanged));
}

/// Each cell expects 5 or more, and one cell alone says nothing.
#[test]
fn one_cell_alone_tells_nothing() {
    let full = Counts {
        expected: [ENOUGH; CLASSES],
        ..Counts::default()
    };
    assert_eq!(full.cells().len(), CLASSES);
    let releases: Vec<ShownRelease> = [1, 2]
        .into_iter()
        .flat_map(|series| {
            let path = path(20 + u64::from(series));
            [1_000_000, 2_000_000].map(|micro| honest(series, micro, 6, &path))
        })
        .collect();
    let alone = one(&releases[..2]);
    assert_eq!((alone.verdict, alone.p_law), (NoiseVerdict::TooFew, None));
    assert_eq!(one(&releases).titles, ["listing 1", "listing 2"]);
    // Two that tell something are a test each.
    let releases: Vec<ShownRelease> = [1, 2]
        .into_iter()
        .flat_map(|series| {
            let path = path(30 + u64::from(series));
            [1_000_000, 2_000_000].map(|micro| honest(series, micro, 100, &path))
        })
        .collect();
    assert_eq!(test(&releases, none_known).0.len(), 2);
}

/// Where nearly nothing may change, a few values that all did are enough.
#[test]
fn changes_where_there_should_be_none_are_found_in_few_values() {
    let mut both = [
        shown(1, 20_000_000, vec![0; 4]),
        shown(1, 40_000_000, vec![1; 4]),
    ];
    both.iter_mut().for_each(|shown| shown.sensitivity = 1);
    let test = one(&both);
    assert_eq!(test.p_law, None);
    assert_eq!(test.verdict, NoiseVerdict::NotConsistent, "{test:?}");
}

#[test]
fn no_count_is_too_small_for_the_statistics() {
    let (statistic, freedom) = fit(&[(0.0, 10.0), (20.0, 10.0)], 20.0);
    assert_eq!(freedom, 1);
    // 2 * 20 ln 2, by 1 + (2 + 2 - 1)/(6 * 20).
    assert!((statistic - 40.0 * 2.0_f64.ln() / 1.025).abs() < 1e-9);
    // Twice (1/4)^40, both ways round.
    for (observed, expected) in [(0.0, 30.0), (40.0, 10.0)] {
        let p = p_of_share(observed, expected, 40.0);
        assert!((p.log2() + 79.0).abs() < 1e-9, "{p}");
    }
    assert_eq!(p_of_share(5.0, 5.0, 10.0), 1.0);
}

/// The bars of the largest noise stay within whole numbers that are exact.
#[test]
fn the_histogram_of_the_largest_noise_has_bars_of_a_bounded_width() {
    let mut both = [shown(1, 1_000, vec![0; 4]), shown(1, 2_000, vec![1; 4])];
    both.iter_mut()
        .for_each(|shown| shown.sensitivity = 1 << 39);
    let test = one(&both);
    // 10^15 steps by 10 bars a side, by 2 bars a length, by 2 sides of the middle one.
    assert_eq!(test.bins[10].to, Some(25_000_000_000_000));
}
