//! Tests of the noise.

use std::fmt;

use poundwise_documents::finding::SideValue;
use poundwise_documents::units::MicroEpsilon;
use poundwise_words::{Language, Localize, messages, words_of};

use super::bundles::BundleSentences;
use crate::report::{NoiseTest, NoiseVerdict};

/// The bundles that a verdict on the noise covers.
#[derive(Clone, Copy)]
pub(crate) enum NoiseScope {
    All,
    Some,
    IfNotChosen,
}

impl NoiseScope {
    /// Returns the bundles that the verdicts of tests cover.
    pub(crate) fn of(tests: &[NoiseTest]) -> Self {
        if tests.iter().all(NoiseTest::is_of_all) {
            Self::All
        } else if tests.iter().all(|test| test.bundles.is_empty()) {
            Self::Some
        } else {
            Self::IfNotChosen
        }
    }
}

words_of! {
    NoiseScope {
        All => "in all bundles of the ledger", "in allen Bündeln des Hauptbuchs";
        Some =>
            "in the bundles given; which are missing is not known",
            "in den vorgelegten Bündeln; welche fehlen, ist nicht bekannt";
        IfNotChosen =>
            "in the bundles given, if they were not chosen by their values",
            "in den vorgelegten Bündeln, wenn sie nicht nach ihren Werten ausgewählt sind";
    }
}

messages! {
    /// Verdicts on the noise, with the bundles that they cover.
    pub(crate) enum VerdictMessage {
        NoPairs => {
            en: "too few values to tell: no two releases of one listing at different levels were \
                 given",
            de: "zu wenige Werte für ein Urteil: Keine zwei Freigaben eines Angebots auf \
                 verschiedenen Stufen liegen vor",
        }
        TooFew => {
            en: "too few values to tell",
            de: "zu wenige Werte für ein Urteil",
        }
        Within { verdict: NoiseVerdict, scope: NoiseScope } => {
            en: "{verdict}, {scope}",
            de: "{verdict}, {scope}",
        }
        WithMissing { verdict: NoiseVerdict, scope: NoiseScope, missing: BundleSentences } => {
            en: "{verdict}, {scope}. {missing}",
            de: "{verdict}, {scope}. {missing}",
        }
    }
}

impl VerdictMessage {
    /// Returns the verdict of a test, with the bundles that it does not cover.
    pub(crate) fn of(test: &NoiseTest) -> Self {
        let verdict = test.verdict;
        if verdict == NoiseVerdict::TooFew {
            return Self::TooFew;
        }
        let scope = NoiseScope::of(std::slice::from_ref(test));
        match scope {
            NoiseScope::All | NoiseScope::Some => Self::Within { verdict, scope },
            NoiseScope::IfNotChosen => Self::WithMissing {
                verdict,
                scope,
                missing: BundleSentences::lacking(&test.bundles),
            },
        }
    }
}

/// A verdict without the full stop at its end.
#[derive(Clone)]
pub(crate) struct WithoutStop(pub(crate) VerdictMessage);

impl Localize for WithoutStop {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = language.write(&self.0).to_string();
        f.write_str(text.trim_end_matches('.'))
    }
}

/// A number in a fixed form, with a decimal point.
#[derive(Clone)]
pub(crate) struct Figure(String);

impl Figure {
    /// Returns a number with one decimal.
    pub(crate) fn tenths(number: f64) -> Self {
        Self(format!("{number:.1}"))
    }

    /// Returns a whole number.
    pub(crate) fn whole(number: f64) -> Self {
        Self(format!("{number:.0}"))
    }

    /// Returns a number as a power of ten.
    pub(crate) fn power(number: f64) -> Self {
        Self(format!("{number:.1e}"))
    }

    /// Returns a probability in two or three digits.
    pub(crate) fn probability(p: f64) -> Self {
        if p < 0.001 {
            Self::power(p)
        } else {
            Self(format!("{p:.3}"))
        }
    }
}

impl Localize for Figure {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&language.grouped(&self.0))
    }
}

messages! {
    /// Tests of the noise, in numbers.
    pub(crate) enum NoiseMessage {
        Test {
            pairs: u64,
            titles: String,
            verdict: WithoutStop,
            increments: u64,
            unchanged: u64,
            expected: Figure,
        } => {
            en: {
                pairs;
                1 => "{titles}: {verdict}. {increments} increments between {pairs} pair of \
                      releases, {unchanged} unchanged ({expected} expected).",
                _ => "{titles}: {verdict}. {increments} increments between {pairs} pairs of \
                      releases, {unchanged} unchanged ({expected} expected).",
            },
            de: "{titles}: {verdict}. Zuwächse: {increments}; Paare von Freigaben: {pairs}; \
                 unverändert: {unchanged} (erwartet: {expected}).",
        }
        Counts {
            pairs: u64,
            increments: u64,
            unchanged: u64,
            expected: Figure,
            low: u64,
            high: u64,
        } => {
            en: {
                pairs;
                1 => "{increments} increments between one pair of releases at successive levels. \
                      {unchanged} of them are 0; honest noise gives {expected}, between {low} and \
                      {high} in 95 of 100 cases.",
                _ => "{increments} increments between {pairs} pairs of releases at successive \
                      levels. {unchanged} of them are 0; honest noise gives {expected}, between \
                      {low} and {high} in 95 of 100 cases.",
            },
            de: {
                pairs;
                1 => "Zuwächse zwischen einem Paar von Freigaben auf aufeinander folgenden \
                      Stufen: {increments}. Davon sind 0: {unchanged}; bei ehrlichem Rauschen \
                      sind es {expected}, in 95 von 100 Fällen {low} bis {high}.",
                _ => "Zuwächse zwischen {pairs} Paaren von Freigaben auf aufeinander folgenden \
                      Stufen: {increments}. Davon sind 0: {unchanged}; bei ehrlichem Rauschen \
                      sind es {expected}, in 95 von 100 Fällen {low} bis {high}.",
            },
        }
        TooFewSizes { p: Figure } => {
            en: "There are too few increments to test their sizes. For the number unchanged, \
                 p = {p}.",
            de: "Es sind zu wenige Zuwächse, um ihre Größen zu testen. Für die Zahl der \
                 unveränderten ist p = {p}.",
        }
        Outcome {
            statistic: Figure,
            degrees: u32,
            p: Figure,
            p_unchanged: Figure,
            threshold: Figure,
            audits: Figure,
        } => {
            en: "Over all sizes of change, χ² = {statistic} on {degrees} degrees of freedom, \
                 p = {p}; for the number unchanged, p = {p_unchanged}. Below {threshold} the \
                 noise is called dishonest. This happens to honest noise in fewer than 1 of \
                 {audits} audits.",
            de: "Über alle Größen der Änderung ist χ² = {statistic} bei {degrees} \
                 Freiheitsgraden, p = {p}; für die Zahl der unveränderten ist p = {p_unchanged}. \
                 Unter {threshold} gilt das Rauschen als nicht ehrlich. Bei ehrlichem Rauschen \
                 kommt das in weniger als 1 von {audits} Prüfungen vor.",
        }
    }
}

impl NoiseMessage {
    /// Returns the verdict of a test and its numbers.
    pub(crate) fn of(test: &NoiseTest) -> Self {
        Self::Test {
            pairs: test.pairs,
            titles: test.titles.join(", "),
            verdict: WithoutStop(VerdictMessage::of(test)),
            increments: test.increments,
            unchanged: test.unchanged,
            expected: Figure::tenths(test.unchanged_expected),
        }
    }

    /// Returns the numbers of increments.
    pub(crate) fn counts(test: &NoiseTest) -> Self {
        Self::Counts {
            pairs: test.pairs,
            increments: test.increments,
            unchanged: test.unchanged,
            expected: Figure::tenths(test.unchanged_expected),
            low: test.unchanged_low,
            high: test.unchanged_high,
        }
    }

    /// Returns the probabilities of the outcome.
    pub(crate) fn outcome(test: &NoiseTest) -> Self {
        let p_unchanged = Figure::probability(test.p_unchanged);
        let (Some(statistic), Some(degrees), Some(p)) = (test.statistic, test.degrees, test.p_law)
        else {
            return Self::TooFewSizes { p: p_unchanged };
        };
        Self::Outcome {
            statistic: Figure::tenths(statistic),
            degrees,
            p: Figure::probability(p),
            p_unchanged,
            threshold: Figure::power(test.threshold),
            audits: Figure::whole(1.0 / test.false_alarms),
        }
    }
}

messages! {
    /// Findings about the noise.
    pub(crate) enum NoiseProblem {
        TwoAnswers { level: MicroEpsilon, file: SideValue } => {
            en: "at ε {level} these are other values than in {file}: the noise is not one path, \
                 so that both together reveal more than ε {level}",
            de: "Bei ε {level} sind das andere Werte als in {file}: Das Rauschen ist nicht ein \
                 Pfad, sodass beide zusammen mehr als ε {level} verraten",
        }
    }
}

/// Sentences about each test, one after the other.
#[derive(Clone)]
pub(crate) struct Tests(pub(crate) Vec<NoiseMessage>);

impl Tests {
    pub(crate) fn of(tests: &[NoiseTest]) -> Self {
        Self(tests.iter().map(NoiseMessage::of).collect())
    }
}

impl Localize for Tests {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::list::write_list(&self.0, " ", language, f)
    }
}

#[cfg(test)]
mod tests {
    use poundwise_words::catalogue::MessageSample;

    use super::*;

    impl MessageSample for Figure {
        fn samples(field: &str) -> Vec<Self> {
            vec![match field {
                "p" | "p_unchanged" => Self::probability(0.82),
                "threshold" => Self::power(5e-7),
                "audits" => Self::whole(1e6),
                _ => Self::tenths(29.5),
            }]
        }
    }

    impl MessageSample for WithoutStop {
        fn samples(_: &str) -> Vec<Self> {
            vec![Self(VerdictMessage::Within {
                verdict: NoiseVerdict::Consistent,
                scope: NoiseScope::All,
            })]
        }
    }
}
