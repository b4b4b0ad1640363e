//! The law of the noise: whether releases of one listing at rising levels differ as honest noise
//! does.
//!
//! On one path the response at a lower level is that at a higher one plus an increment W, which does
//! not depend on the data ([`IncrementLaw`]). The differences of two releases are therefore a sample
//! of W, one for each coordinate, and everyone who holds both releases can compute them. Differences
//! between successive levels are independent. Each is put into one of 17 classes made from its own
//! law: no change, or its sign and the eighth of |W| that it falls into. Observed and expected
//! counts are then added up over all increments, whatever their laws.
//!
//! Two tests are made of them, either of which may say that the noise is not honest:
//!
//! - all classes, those that expect fewer than 5 joined with their neighbours: the likelihood-ratio
//!   statistic G with Williams' correction, against chi-square. (Where cells expect as few as 5,
//!   Pearson's statistic has far more false alarms at this level than chi-square says; G keeps to
//!   it. Sums of unlike laws only make it smaller.)
//! - P(no change) alone: twice the Chernoff bound on the number of unchanged values, which holds
//!   for any number of them.
//!
//! The numbers here are approximate and decide nothing but this verdict, which errs against honest
//! noise in fewer than one audit in a million.

mod histogram;

use std::collections::BTreeMap;

use gradual_release::{distribution::ChiSquare, mechanism::IncrementLaw};
use poundwise_documents::{
    finding::{CheckId, Code, Comparison, ComparisonSide, Finding, SidePhrase, SideValue, sides},
    units::{Digest, Kid, MicroEpsilon},
};

use poundwise_words::Text;

use histogram::Pair;

use crate::{
    ReportBuilder,
    material::ShownRelease,
    messages::{NoiseMessage, NoiseProblem, Tests, VerdictMessage},
    report::{MissingBundles, NoiseClass, NoiseTest, NoiseVerdict},
};

/// The largest share of audits that call honest noise dishonest.
const FALSE_ALARMS: f64 = 1e-6;
/// Smallest expected count of a cell.
const ENOUGH: f64 = 5.0;
/// Parts of equal probability into which |W| is divided, given that it is not 0.
const PARTS: usize = 8;
const CLASSES: usize = 1 + 2 * PARTS;

/// Two releases of one level that are not the same: there is no one path then.
struct TwoAnswers {
    file: String,
    other: String,
    level: MicroEpsilon,
    sequence: u64,
}

/// Counts of increments by class.
#[derive(Default)]
struct Counts<'a> {
    titles: Vec<String>,
    questions: Vec<(Kid, Digest)>,
    pairs: Vec<Pair<'a>>,
    increments: u64,
    observed: [u64; CLASSES],
    expected: [f64; CLASSES],
}

/// The class of an increment and the probabilities of the classes, under one law.
struct Classes {
    /// The largest |W| of each part but the last.
    ends: [u128; PARTS - 1],
    probabilities: [f64; CLASSES],
}

impl Classes {
    fn new(law: &IncrementLaw) -> Self {
        let mut ends = [0u128; PARTS - 1];
        let mut beyond = [0.0; PARTS + 1];
        beyond[0] = 1.0;
        for part in 1..PARTS {
            #[allow(clippy::cast_precision_loss)]
            let quantile = 1.0 - part as f64 / PARTS as f64;
            let end = law.quantile(quantile);
            ends[part - 1] = end;
            beyond[part] = law.p_beyond(end);
        }
        let unchanged = law.p_no_change();
        let mut probabilities = [unchanged; CLASSES];
        for part in 0..PARTS {
            let one_side = (1.0 - unchanged) * (beyond[part] - beyond[part + 1]) / 2.0;
            probabilities[1 + 2 * part] = one_side;
            probabilities[2 + 2 * part] = one_side;
        }
        Self {
            ends,
            probabilities,
        }
    }

    fn of(&self, increment: i128) -> usize {
        if increment == 0 {
            return 0;
        }
        let part = self
            .ends
            .iter()
            .filter(|end| increment.unsigned_abs() > **end)
            .count();
        1 + 2 * part + usize::from(increment < 0)
    }
}

impl<'a> Counts<'a> {
    fn add(&mut self, law: IncrementLaw, low: &'a ShownRelease, high: &'a ShownRelease) {
        let classes = Classes::new(&law);
        self.pairs.push(Pair { low, high, law });
        for (low, high) in low.values.iter().zip(&high.values) {
            self.increments += 1;
            self.observed[classes.of(i128::from(*low) - i128::from(*high))] += 1;
            for (sum, p) in self.expected.iter_mut().zip(classes.probabilities) {
                *sum += p;
            }
        }
    }

    fn join(&mut self, other: Self) {
        self.titles.extend(other.titles);
        self.questions.extend(other.questions);
        self.pairs.extend(other.pairs);
        self.increments += other.increments;
        for class in 0..CLASSES {
            self.observed[class] += other.observed[class];
            self.expected[class] += other.expected[class];
        }
    }

    /// Cells that each expect enough, of neighbouring classes.
    #[allow(clippy::cast_precision_loss)]
    fn cells(&self) -> Vec<(f64, f64)> {
        let mut cells = Vec::new();
        let mut open = (0.0, 0.0);
        // From the largest changes to none, so that what is joined is alike.
        for class in (0..CLASSES).rev() {
            open = (
                open.0 + self.observed[class] as f64,
                open.1 + self.expected[class],
            );
            if open.1 >= ENOUGH {
                cells.push(std::mem::take(&mut open));
            }
        }
        if let Some(last) = cells.last_mut() {
            *last = (last.0 + open.0, last.1 + open.1);
        }
        cells
    }

    fn can_tell(&self) -> bool {
        self.cells().len() > 1
    }

    /// Returns `share`: the part of the false alarms that this test may have.
    #[allow(clippy::cast_precision_loss)]
    fn test(&self, share: f64, bundles: Vec<MissingBundles>) -> NoiseTest {
        let cells = self.cells();
        let law = (cells.len() > 1).then(|| fit(&cells, self.increments as f64));
        let p_law = law.map(|(statistic, degrees)| ChiSquare::new(degrees).tail(statistic));
        let p_unchanged = p_of_share(
            self.observed[0] as f64,
            self.expected[0],
            self.increments as f64,
        );
        let smallest = p_law.unwrap_or(1.0).min(p_unchanged);
        let verdict = if smallest < share / 2.0 {
            NoiseVerdict::NotConsistent
        } else if p_law.is_some() {
            NoiseVerdict::Consistent
        } else {
            NoiseVerdict::TooFew
        };
        let classes = self
            .observed
            .iter()
            .zip(self.expected)
            .enumerate()
            .map(|(class, (observed, expected))| NoiseClass {
                change: match class {
                    0 => 0,
                    _ => {
                        let part = i8::try_from(class.div_ceil(2)).unwrap_or(i8::MAX);
                        if class % 2 == 1 { part } else { -part }
                    }
                },
                observed: *observed,
                expected,
            })
            .collect();
        let (unchanged_low, unchanged_high) =
            histogram::range_unchanged(self.increments, self.expected[0]);
        NoiseTest {
            titles: self.titles.clone(),
            bundles,
            pairs: self.pairs.len() as u64,
            pairs_shown: histogram::pairs_shown(&self.pairs),
            increments: self.increments,
            unchanged: self.observed[0],
            unchanged_expected: self.expected[0],
            unchanged_low,
            unchanged_high,
            classes,
            bins: histogram::bins(&self.pairs),
            statistic: law.map(|(statistic, _)| statistic),
            degrees: law.map(|(_, degrees)| degrees),
            p_law,
            p_unchanged,
            threshold: share / 2.0,
            false_alarms: FALSE_ALARMS,
            verdict,
        }
    }
}

/// Returns G with Williams' correction, and its degrees of freedom.
fn fit(cells: &[(f64, f64)], n: f64) -> (f64, u32) {
    let g: f64 = cells
        .iter()
        .map(|(o, e)| {
            if *o > 0.0 {
                2.0 * (o * (o / e).ln() - (o - e))
            } else {
                2.0 * e
            }
        })
        .sum();
    let freedom = u32::try_from(cells.len() - 1).unwrap_or(u32::MAX);
    let inverse: f64 = cells.iter().map(|(_, e)| n / e).sum();
    let correction = 1.0 + (inverse - 1.0) / (6.0 * n * f64::from(freedom));
    (g / correction, freedom)
}

/// Returns twice the Chernoff bound on `observed` of `n` where `expected` were: n times the
/// relative entropy. It holds for trials of different probabilities too, since the product of their
/// moments is largest where they are alike.
fn p_of_share(observed: f64, expected: f64, n: f64) -> f64 {
    let part = |o: f64, e: f64| if o > 0.0 { o * (o / e).ln() } else { 0.0 };
    let entropy = part(observed, expected) + part(n - observed, n - expected);
    (2.0 * (-entropy).exp()).min(1.0)
}

/// Tests the releases shown. Each question with values enough is a test of its own; the others are
/// one together. `missing` says of a question which of its bundles were given.
fn test(
    shown: &[ShownRelease],
    missing: impl Fn(Kid, &[Digest]) -> Vec<MissingBundles>,
) -> (Vec<NoiseTest>, Vec<TwoAnswers>) {
    let mut series: BTreeMap<String, BTreeMap<MicroEpsilon, &ShownRelease>> = BTreeMap::new();
    let mut two_answers = Vec::new();
    for one in shown {
        let levels = series
            .entry(format!("{}{}", one.owner, one.series))
            .or_default();
        match levels.get(&one.level) {
            Some(other) if other.values != one.values => two_answers.push(TwoAnswers {
                file: one.file.clone(),
                other: other.file.clone(),
                level: one.level,
                sequence: one.sequence,
            }),
            Some(_) => {}
            None => {
                levels.insert(one.level, one);
            }
        }
    }
    let mut alone = Vec::new();
    let mut together = Counts::default();
    for levels in series.values() {
        let mut counts = Counts::default();
        let ascending: Vec<&&ShownRelease> = levels.values().collect();
        for pair in ascending.windows(2) {
            let (low, high) = (*pair[0], *pair[1]);
            let law = low
                .mechanism()
                .and_then(|mechanism| mechanism.increment(low.level.get(), high.level.get()).ok());
            if let Some(law) = law {
                counts.add(law, low, high);
            }
        }
        if !counts.pairs.is_empty() {
            counts
                .titles
                .extend(ascending.last().map(|one| one.title.clone()));
            counts
                .questions
                .extend(ascending.last().map(|one| (one.owner, one.series)));
            if counts.can_tell() {
                alone.push(counts);
            } else {
                together.join(counts);
            }
        }
    }
    if !together.pairs.is_empty() {
        alone.push(together);
    }
    #[allow(clippy::cast_precision_loss)]
    let share = FALSE_ALARMS / alone.len().max(1) as f64;
    let tests = alone
        .iter()
        .map(|counts| {
            let bundles = counts
                .questions
                .iter()
                .flat_map(|(owner, question)| missing(*owner, &[*question]))
                .collect();
            counts.test(share, bundles)
        })
        .collect();
    (tests, two_answers)
}

/// Returns the sides of a test: the increments with those that are 0, and what the law allows.
fn compared(test: &NoiseTest) -> [ComparisonSide; 2] {
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a probability"
    )]
    let p = (test.p_law.unwrap_or(test.p_unchanged) * 1000.0).round() as u16;
    let increments = SideValue::Increments(test.increments);
    sides(
        SidePhrase::Unchanged.with([increments, SideValue::Count(test.unchanged)]),
        SidePhrase::UnchangedBetween.with([
            SideValue::Count(test.unchanged_low),
            SideValue::Count(test.unchanged_high),
            SideValue::Thousandths(p),
        ]),
    )
}

/// Tests the noise of the releases shown, and adds the outcome to the report.
pub(crate) fn check(report: &mut ReportBuilder, shown: &[ShownRelease]) {
    let (tests, two_answers) = test(shown, |owner, questions| {
        report.missing_bundles_of(owner, questions)
    });
    for test in &tests {
        match test.verdict {
            NoiseVerdict::Consistent => report.hold(Comparison::held(
                Code::NoiseLaw,
                test.titles.join(", "),
                compared(test),
            )),
            NoiseVerdict::NotConsistent => report.fail(
                Finding::new(
                    Code::NoiseLaw,
                    test.titles.join(", "),
                    NoiseMessage::of(test),
                )
                .comparing(compared(test)),
            ),
            NoiseVerdict::TooFew => {}
        }
    }
    for two in &two_answers {
        report.fail(
            Finding::new(
                Code::NoiseLaw,
                two.file.clone(),
                NoiseProblem::TwoAnswers {
                    level: two.level,
                    file: SideValue::file(two.other.as_str()),
                },
            )
            .comparing(sides(
                SidePhrase::OtherValuesAt.with([two.level]),
                SidePhrase::ValuesOf.with([SideValue::file(two.other.as_str())]),
            ))
            .about_entry(two.sequence),
        );
    }
    if two_answers.is_empty() {
        if tests.is_empty() {
            report.explain(CheckId::Noise, VerdictMessage::NoPairs);
        } else {
            report.explain(CheckId::Noise, Text::of(Tests::of(&tests)));
        }
    }
    report.noise(tests);
}

#[cfg(test)]
mod tests;
