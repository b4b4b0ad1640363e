//! Stated intervals against the truth: random tables, responses by their definition with noise from
//! the real path, and the exact clamped sum or mean of the table. An interval that misses it more
//! often than stated sells accuracy that is not there; one that is much wider than it need be gives
//! away less than was bought.
#![allow(clippy::unwrap_used, clippy::cast_precision_loss)]

use gradual_release::{Epsilon, Path, Seed, Sensitivity};
use poundwise_documents::kinds::{self, Adjacency, Family, Mean, MissingCells, Sum};
use poundwise_documents::units::{Decimal, LatticeStep, MicroEpsilon};
use poundwise_query::estimate::Estimate;
use poundwise_query::estimate::{estimates, half_widths};
use poundwise_query::shape::ListingShape;

/// Bounds and step in hundredths, and what the vector is made of.
#[derive(Clone, Copy)]
struct Question {
    low: i128,
    high: i128,
    step: i128,
    rows_per_unit: i128,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Sum,
    TwoSums,
    SumAndCount,
    OverRows,
}

fn ceil(numerator: i128, denominator: i128) -> i128 {
    -(-numerator).div_euclid(denominator)
}

/// floor(numerator/denominator + 1/2)
fn round(numerator: i128, denominator: i128) -> i64 {
    let rounded = (2 * numerator + denominator).div_euclid(2 * denominator);
    i64::try_from(rounded).unwrap()
}

impl Question {
    fn half_range(&self) -> i128 {
        ceil(self.high - self.low, 2 * self.step)
    }

    fn sensitivity(&self) -> u64 {
        let (k, range) = (self.rows_per_unit, self.high - self.low);
        let steps = match self.form {
            Form::Sum => ceil(k * self.low.abs().max(self.high.abs()), self.step),
            Form::TwoSums => ceil(k * range, self.step) + 1,
            Form::SumAndCount => ceil(k * range, 2 * self.step) + k * self.half_range(),
            Form::OverRows => ceil(range, self.step),
        };
        u64::try_from(steps).unwrap()
    }

    fn shape(&self, public_rows: Option<u64>) -> ListingShape {
        let hundredths = |n: i128| Decimal::new(n, 2).unwrap();
        let coordinates = match self.form {
            Form::Sum | Form::OverRows => 1,
            Form::TwoSums | Form::SumAndCount => 2,
        };
        let column = "size".to_owned();
        let bounds = [hundredths(self.low), hundredths(self.high)];
        let step = LatticeStep::new(hundredths(self.step)).unwrap();
        ListingShape {
            question: match self.form {
                Form::Sum => kinds::Question::Sum(Sum {
                    column,
                    filters: Vec::new(),
                    bounds,
                    step,
                }),
                Form::OverRows | Form::TwoSums | Form::SumAndCount => kinds::Question::Mean(Mean {
                    column,
                    filters: Vec::new(),
                    bounds,
                    step,
                    missing: match self.form {
                        Form::OverRows => MissingCells::AsMid,
                        _ => MissingCells::Excluded,
                    },
                    public_rows,
                }),
            },
            unit: String::new(),
            dimension: coordinates,
            labels: (0..coordinates).map(|n| n.to_string()).collect(),
            family: Family::DiscreteLaplace,
            sensitivity: self.sensitivity(),
            adjacency: match self.form {
                Form::Sum | Form::TwoSums => Adjacency::AddRemove,
                Form::SumAndCount | Form::OverRows => Adjacency::Replace,
            },
            rows_per_unit: 1,
        }
    }

    /// x, and the truth as a fraction, of values in hundredths.
    fn ask(&self, values: &[i128]) -> (Vec<i64>, i128, i128) {
        let rows = values.len() as i128;
        let sum: i128 = values.iter().map(|v| *v.clamp(&self.low, &self.high)).sum();
        let deviations = 2 * sum - rows * (self.low + self.high);
        let x = match self.form {
            Form::Sum => vec![round(sum, self.step)],
            Form::TwoSums => vec![
                round(sum - rows * self.low, self.step),
                round(rows * self.high - sum, self.step),
            ],
            Form::SumAndCount => vec![
                round(deviations, 2 * self.step),
                i64::try_from(rows * self.half_range()).unwrap(),
            ],
            Form::OverRows => vec![round(deviations, 2 * self.step)],
        };
        let parts = if self.form == Form::Sum { 1 } else { rows };
        (x, sum, 100 * parts)
    }
}

/// `text <= numerator/denominator`, or the other way round, exactly.
fn at_most(text: &str, numerator: i128, denominator: i128) -> bool {
    let decimal: Decimal = text.parse().unwrap();
    decimal.mantissa() * denominator <= numerator * 10i128.pow(decimal.scale())
}

fn holds(estimate: &Estimate, numerator: i128, denominator: i128) -> bool {
    let (Some(low), Some(high)) = (&estimate.noise_low, &estimate.noise_high) else {
        // Too few rows for an estimate: nothing is claimed.
        return true;
    };
    let decimal: Decimal = high.parse().unwrap();
    at_most(low, numerator, denominator)
        && decimal.mantissa() * denominator >= numerator * 10i128.pow(decimal.scale())
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn from(&mut self, first: i128, last: i128) -> i128 {
        first + i128::from(self.next()).rem_euclid(last - first + 1)
    }
}

fn path(sensitivity: u64, number: u8) -> Path {
    Path::with_top(
        Sensitivity::new(sensitivity).unwrap(),
        Epsilon::from_micro(8_000_000).unwrap(),
        Seed::from_bytes([number; 32]),
        Seed::from_bytes([number ^ 0x80; 32]),
    )
    .unwrap()
}

fn level(micro: u64) -> MicroEpsilon {
    MicroEpsilon::new(micro).unwrap()
}

/// The smallest number of misses of so many that are too many: P(Bin(trials, 0.05) >= it) <= 1e-6.
fn too_many(trials: u64) -> u64 {
    let n = trials as f64;
    // In logarithms: 0.95^trials may be below the floats.
    let mut log_mass = n * 0.95f64.ln();
    let mut below = log_mass.exp();
    let mut misses = 0;
    while 1.0 - below > 1e-6 {
        log_mass += ((n - misses as f64) / (misses as f64 + 1.0) * 0.05 / 0.95).ln();
        misses += 1;
        below += log_mass.exp();
    }
    misses + 1
}

#[test]
fn too_many_misses_are_counted_by_the_binomial_law() {
    // P(Bin(20, 0.05) >= 9) = 3.3e-7 and >= 8 is 4.2e-6, by the sum.
    assert_eq!(too_many(20), 9);
    // Mean 2000, standard deviation 43.6, 4.8 of them.
    assert!((2205..2220).contains(&too_many(40_000)));
}

/// A table of `rows` values whose mean lies where `place` says: at the lower end, below, in the
/// middle, above, at the upper end.
fn table(random: &mut Random, question: &Question, rows: usize, place: usize) -> Vec<i128> {
    let (low, high) = (question.low, question.high);
    let part = |quarters: i128| low + (high - low) * quarters / 4;
    let (first, last) = [
        (low - 50, low),
        (low, part(1)),
        (low - 30, high + 30),
        (part(3), high + 999),
        (high, high + 1),
    ][place];
    (0..rows).map(|_| random.from(first, last)).collect()
}

/// Means and sums over random tables, three forms of the mean, bounds off the lattice and negative
/// ones, several rows a unit, coarse and fine lattices: each question's intervals miss the truth no
/// more often than stated.
#[test]
fn stated_intervals_hold_the_true_clamped_number() {
    let mut random = Random(18);
    let mut all = [(0, 0); 2];
    let questions = [
        // 0 or 1, step 1: the coarsest there is.
        (0, 100, 100, 1),
        // Bounds off the lattice, and integers that a step of 1 rounds by one half row by row.
        (1_800, 9_500, 100, 1),
        (-1_250, 333, 70, 2),
        (-500, -100, 33, 1),
        // Fine: hundreds of steps of noise, beyond what is summed.
        (0, 1_000_000, 1, 3),
    ];
    let mut number = 0;
    for (low, high, step, rows_per_unit) in questions {
        for form in [Form::Sum, Form::TwoSums, Form::SumAndCount, Form::OverRows] {
            let rows_per_unit = if form == Form::OverRows {
                1
            } else {
                rows_per_unit
            };
            let question = Question {
                low,
                high,
                step,
                rows_per_unit,
                form,
            };
            let mut misses = 0;
            let mut trials = 0;
            for (rows, micro) in [
                (5, 1_000_000),
                (5, 8_000_000),
                (60, 100_000),
                (60, 500_000),
                (200, 2_000_000),
                (1_000, 400_000),
                (1_000, 8_000_000),
            ] {
                number += 1;
                let shape = question.shape((form == Form::OverRows).then_some(rows as u64));
                let path = path(shape.sensitivity, u8::try_from(number % 128).unwrap());
                let noise = path
                    .read(
                        number << 20..(number << 20) + 500,
                        Epsilon::from_micro(micro).unwrap(),
                    )
                    .unwrap();
                for (trial, noise) in noise.chunks(2).enumerate() {
                    let values = table(&mut random, &question, rows, trial % 5);
                    let (x, top, bottom) = question.ask(&values);
                    let y: Vec<i64> = x.iter().zip(noise).map(|(x, n)| x + n).collect();
                    let estimate = &estimates(&shape, &y, level(micro)).unwrap()[0];
                    let missed = !holds(estimate, top, bottom);
                    misses += u64::from(missed);
                    trials += 1;
                    // A mean in the middle of its bounds is near no end that would cut noise off.
                    let inner = trial % 5 == 2 && rows >= 200 && high - low > 100;
                    let group = &mut all[usize::from(inner && step == 1)];
                    *group = (group.0 + u64::from(missed), group.1 + 1);
                }
            }
            assert!(
                misses < too_many(trials),
                "{form:?} {low}..{high} step {step}: {misses} of {trials} missed"
            );
        }
    }
    // On the fine lattice and away from the bounds an interval is as narrow as it may be: it misses
    // 5 in 100, give or take 4.8 standard deviations (1e-6).
    let (misses, trials) = all[1];
    let (misses, trials) = (misses as f64, trials as f64);
    let deviation = (0.05 * 0.95 / trials).sqrt();
    assert!(
        (misses / trials - 0.05).abs() < 4.8 * deviation,
        "{misses} of {trials}"
    );
}

/// What was reported: 20 000 rows of 0 and 1 with 20% ones, bounds 0..1, step 1, ε 8, was told as
/// 0.699 ± 0.00006.
#[test]
fn a_share_of_ones_is_told_as_it_is() {
    let question = Question {
        low: 0,
        high: 100,
        step: 100,
        rows_per_unit: 1,
        form: Form::TwoSums,
    };
    let values: Vec<i128> = (0..20_000)
        .map(|row| if row % 5 == 0 { 100 } else { 0 })
        .collect();
    let (x, top, bottom) = question.ask(&values);
    assert_eq!(x, [4_000, 16_000]);
    assert_eq!(question.sensitivity(), 2);
    let shape = question.shape(None);
    let noise = path(2, 1)
        .read(0..1_000, Epsilon::from_micro(8_000_000).unwrap())
        .unwrap();
    let mut missed = 0;
    for noise in noise.chunks(2) {
        let y = [x[0] + noise[0], x[1] + noise[1]];
        let estimate = &estimates(&shape, &y, level(8_000_000)).unwrap()[0];
        assert!((estimate.number - 0.2).abs() < 0.0004);
        assert!(estimate.half_width_number.unwrap() < 0.000_06);
        missed += u64::from(!holds(estimate, top, bottom));
    }
    assert!(missed < too_many(500), "{missed}");
}

/// Prices x.5 with step 1, and ages of whole years within 18..95, whose middle lies between two:
/// one rounding, not one a row.
#[test]
fn halves_of_a_step_do_not_add_up() {
    let mut random = Random(5);
    for (low, high, form) in [
        (0, 10_000, Form::Sum),
        (1_800, 9_500, Form::SumAndCount),
        (1_800, 9_500, Form::OverRows),
        (1_800, 9_500, Form::TwoSums),
    ] {
        let question = Question {
            low,
            high,
            step: 100,
            rows_per_unit: 1,
            form,
        };
        let half = if form == Form::Sum { 50 } else { 0 };
        let values: Vec<i128> = (0..20_000)
            .map(|_| 100 * random.from(low / 100, high / 100 - 1) + half)
            .collect();
        let (x, top, bottom) = question.ask(&values);
        let shape = question.shape((form == Form::OverRows).then_some(20_000));
        let noise = path(shape.sensitivity, 9)
            .read(0..1_000, Epsilon::from_micro(8_000_000).unwrap())
            .unwrap();
        let mut missed = 0;
        for noise in noise.chunks(2) {
            let y: Vec<i64> = x.iter().zip(noise).map(|(x, n)| x + n).collect();
            let estimate = &estimates(&shape, &y, level(8_000_000)).unwrap()[0];
            missed += u64::from(!holds(estimate, top, bottom));
        }
        assert!(missed < too_many(500), "{form:?}: {missed}");
    }
}

/// At a level whose noise is 0 as good as always, what is left is the rounding of x; without its
/// half step, intervals would miss.
#[test]
fn rounding_alone_is_within_the_interval() {
    let mut random = Random(77);
    for (low, high, step) in [
        (0, 100, 100),
        (-310, 555, 100),
        (20, 1_000, 333),
        (0, 30, 100),
    ] {
        for form in [Form::Sum, Form::TwoSums, Form::SumAndCount, Form::OverRows] {
            let question = Question {
                low,
                high,
                step,
                rows_per_unit: 1,
                form,
            };
            for rows in 1..60 {
                let shape = question.shape((form == Form::OverRows).then_some(rows));
                let values = table(&mut random, &question, usize::try_from(rows).unwrap(), 2);
                let (x, top, bottom) = question.ask(&values);
                let estimate = &estimates(&shape, &x, level(1 << 40)).unwrap()[0];
                assert!(holds(estimate, top, bottom), "{form:?} {rows} {estimate:?}");
                if form == Form::Sum {
                    assert_eq!(estimate.half_width_number, Some(step as f64 / 200.0));
                } else if let Some(width) = estimate.half_width_number {
                    // Half a step, and what the rounded count and the three digits add.
                    let count = match form {
                        Form::TwoSums => (x[0] + x[1]) as f64 * step as f64 / (high - low) as f64,
                        _ => rows as f64,
                    };
                    let most = step as f64 / 200.0 / count;
                    assert!(width <= most * 1.03, "{form:?} {rows}: {width} {most}");
                }
            }
        }
    }
}

/// Two sums have the shape of their sensitivity: a deviation and a count, each with its part of the
/// same budget, have intervals 1.37 (at the ends of the bounds) to 1.46 times (in the middle) as
/// wide, both by inversion.
#[test]
fn two_sums_are_narrower_than_a_deviation_and_a_count() {
    let (low, high) = (0, 10_000);
    let question = |form| Question {
        low,
        high,
        step: 1,
        rows_per_unit: 1,
        form,
    };
    let (ours, theirs) = (question(Form::TwoSums), question(Form::SumAndCount));
    // Under add/remove a row moves a deviation by W and the count by W: the same D as under
    // replace.
    assert_eq!((ours.sensitivity(), theirs.sensitivity()), (10_001, 10_000));
    for rows in [200, 1_000] {
        for micro in [500_000, 1_000_000, 2_000_000] {
            let noise = [&ours, &theirs].map(|question| {
                path(question.sensitivity(), 3)
                    .read(0..400, Epsilon::from_micro(micro).unwrap())
                    .unwrap()
            });
            for (mean, ratio) in [(50, 1.455), (25, 1.403), (0, 1.37), (100, 1.37)] {
                let values = vec![low + (high - low) * mean / 100; rows];
                let mut widths = [0.0, 0.0];
                for ((question, noise), width) in
                    [&ours, &theirs].iter().zip(&noise).zip(&mut widths)
                {
                    let (x, ..) = question.ask(&values);
                    let shape = question.shape(None);
                    for noise in noise.chunks(2) {
                        let y = [x[0] + noise[0], x[1] + noise[1]];
                        let estimate = &estimates(&shape, &y, level(micro)).unwrap()[0];
                        *width += estimate.half_width_number.unwrap();
                    }
                }
                let measured = widths[1] / widths[0];
                assert!(
                    (measured - ratio).abs() < 0.02,
                    "{rows} rows, {micro} µ, mean at {mean}%: {measured}"
                );
            }
        }
    }
}

/// A quote of stated rows against what is held afterwards: the half-width foreseen is what the
/// noisiest mean has.
#[test]
fn what_is_foreseen_is_the_worst_that_is_held() {
    for form in [Form::TwoSums, Form::SumAndCount, Form::OverRows] {
        let question = Question {
            low: -500,
            high: 1_500,
            step: 5,
            rows_per_unit: 1,
            form,
        };
        let shape = question.shape(Some(300));
        for micro in [300_000, 2_000_000, 8_000_000] {
            let foreseen = half_widths(&shape, level(micro), None).unwrap()[0].number;
            let mut widest = 0.0_f64;
            for hundredths in [-500, -100, 500, 1_400, 1_500] {
                let (x, ..) = question.ask(&vec![hundredths; 300]);
                let shape = if form == Form::OverRows {
                    shape.clone()
                } else {
                    question.shape(None)
                };
                let estimate = &estimates(&shape, &x, level(micro)).unwrap()[0];
                widest = widest.max(estimate.half_width_number.unwrap());
            }
            assert!(
                widest <= foreseen && widest >= foreseen * 0.96,
                "{form:?} {micro}: {widest} held, {foreseen} foreseen"
            );
        }
    }
}
