//! The sentences of a report for a window, in each language.

use std::collections::BTreeMap;

use poundwise_documents::Language;
use poundwise_documents::finding::{CheckId, Code, Comparison, Finding};
use poundwise_words::{Localize, Text};
use serde::Serialize;

use super::{AuditReport, Check, FileKind, NoiseTest, NoiseVerdict};
use crate::messages::{
    BundleMessage, CheckByHand, CheckCounterpart, CheckObject, CheckTitle, ComparedObject,
    ComparedWith, FindingMeaning, FindingTitle, FoundMessage, NoiseScope, Place, VerdictMessage,
};

/// A report with its sentences in each language, for a window.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct AuditView {
    /// The report.
    pub report: AuditReport,
    /// Its sentences in English.
    pub en: ReportWords,
    /// Its sentences in German.
    pub de: ReportWords,
}

impl AuditView {
    /// Returns the view of a report.
    #[must_use]
    pub fn of(report: AuditReport) -> Self {
        Self {
            en: ReportWords::of(&report, Language::English),
            de: ReportWords::of(&report, Language::German),
            report,
        }
    }
}

/// The sentences of a report in one language. Each list has the order of the report's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditWords"))]
pub struct ReportWords {
    /// The outcome in a sentence, without the gaps.
    pub headline: String,
    /// The checks that were not made, and the files to add.
    pub gaps: Vec<String>,
    /// The files of each owner.
    pub subjects: Vec<String>,
    /// The checks.
    pub checks: Vec<CheckWords>,
    /// Both sides of each kind of comparison in the report.
    pub compared: BTreeMap<Code, [String; 2]>,
    /// The findings.
    pub findings: Vec<FindingWords>,
    /// The bundles of each question that were given, and those that are missing.
    pub missing_bundles: Vec<String>,
    /// The tests of the noise.
    pub noise: Vec<NoiseWords>,
    /// The limits.
    pub limits: Vec<String>,
}

/// The sentences of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditCheckWords")
)]
pub struct CheckWords {
    /// Its title.
    pub title: String,
    /// Object of the check.
    pub what: String,
    /// Counterpart that it was compared with.
    pub against: String,
    /// The outcome in a few words.
    pub found: String,
    /// Instructions to repeat it, with code between backticks.
    pub by_hand: String,
    /// The comparisons.
    pub comparisons: Vec<ComparisonWords>,
}

/// The words of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditComparisonWords")
)]
pub struct ComparisonWords {
    /// File, line and entry.
    pub place: String,
    /// The side found.
    pub found: Option<String>,
    /// The side that it was compared with.
    pub expected: Option<String>,
}

/// The sentences of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditFindingWords")
)]
pub struct FindingWords {
    /// Its title.
    pub title: String,
    /// Its meaning in a sentence.
    pub meaning: String,
    /// Comparison and result.
    pub detail: String,
    /// File, line and entry.
    pub place: String,
}

/// The words of a test of the noise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditNoiseWords")
)]
pub struct NoiseWords {
    /// The verdict.
    pub verdict: String,
    /// The bundles that the verdict covers, if there is one.
    pub scope: Option<String>,
    /// The questions that lack bundles, or may lack some, if there is a verdict.
    pub missing: Vec<String>,
}

/// Returns a text as a window shows it: with each level on one line.
fn shown(text: &str) -> String {
    text.replace("ε ", "ε\u{a0}")
}

impl ReportWords {
    /// Returns the sentences of a report in a language.
    #[must_use]
    pub fn of(report: &AuditReport, language: Language) -> Self {
        let say = |text: &dyn Localize| shown(&language.write(text).to_string());
        let subject_files = |files: &[String]| {
            let name = |file: &String| {
                say(&Place {
                    file,
                    line: None,
                    entry: None,
                })
            };
            files.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        let parts = report.checks.iter().flat_map(|check| &check.parts);
        let compared = parts.map(|part| {
            let sides = [
                say(&ComparedObject(part.code)),
                say(&ComparedWith(part.code)),
            ];
            (part.code, sides)
        });
        let sets = report.missing_bundles.iter();
        Self {
            headline: say(&report.outcome()),
            gaps: report
                .coverage
                .gaps
                .iter()
                .map(|gap| say(&gap.words()))
                .collect(),
            subjects: report
                .subjects
                .iter()
                .map(|subject| subject_files(&subject.files))
                .collect(),
            checks: report
                .checks
                .iter()
                .map(|check| check_words(check, report, &say))
                .collect(),
            compared: compared.collect(),
            findings: report
                .findings
                .iter()
                .map(|finding| finding_words(finding, &say))
                .collect(),
            missing_bundles: sets.map(|set| say(&BundleMessage::of(set))).collect(),
            noise: report
                .noise
                .iter()
                .map(|test| noise_words(test, &say))
                .collect(),
            limits: report
                .limits
                .iter()
                .map(|limit| say(&limit.sentence(&report.missing_bundles)))
                .collect(),
        }
    }
}

type Say<'a> = &'a dyn Fn(&dyn Localize) -> String;

fn check_words(check: &Check, report: &AuditReport, say: Say<'_>) -> CheckWords {
    let comparison = |one: &Comparison| ComparisonWords {
        place: say(&Place {
            file: &one.file,
            line: one.line,
            entry: one.entry,
        }),
        found: one.found.as_ref().map(|side| say(side)),
        expected: one.expected.as_ref().map(|side| say(side)),
    };
    CheckWords {
        title: say(&CheckTitle(check.id)),
        what: say(&CheckObject(check.id)),
        against: say(&CheckCounterpart(check.id)),
        found: say(&found(check, report)),
        by_hand: say(&CheckByHand(check.id)),
        comparisons: check.comparisons.iter().map(comparison).collect(),
    }
}

/// Returns the outcome of a check in a few words. That of the noise is the verdict against it, if
/// any test has one.
fn found(check: &Check, report: &AuditReport) -> Text {
    let worst = report.noise.iter().map(|test| test.verdict).max();
    let is_bundle = |file: &super::SeenFile| file.kind == FileKind::Bundle;
    match (check.id, worst) {
        (CheckId::Noise, Some(NoiseVerdict::TooFew)) if check.failed == 0 => {
            VerdictMessage::TooFew.into()
        }
        (CheckId::Noise, Some(verdict)) if check.failed == 0 => VerdictMessage::Within {
            verdict,
            scope: NoiseScope::of(&report.noise),
        }
        .into(),
        (CheckId::Noise, None) if check.made == 0 && report.files.iter().any(is_bundle) => {
            VerdictMessage::NoPairs.into()
        }
        _ => FoundMessage::of(check.id, check.made, check.failed).into(),
    }
}

fn finding_words(finding: &Finding, say: Say<'_>) -> FindingWords {
    FindingWords {
        title: say(&FindingTitle(finding.code)),
        meaning: say(&FindingMeaning(finding.code)),
        detail: say(&finding.message),
        place: say(&Place {
            file: &finding.file,
            line: finding.line,
            entry: finding.entry,
        }),
    }
}

fn noise_words(test: &NoiseTest, say: Say<'_>) -> NoiseWords {
    let has_verdict = test.verdict != NoiseVerdict::TooFew;
    let sets = test.bundles.iter().filter(|set| set.missing != Some(0));
    let missing = sets.map(|set| say(&BundleMessage::of(set)));
    NoiseWords {
        verdict: say(&test.verdict),
        scope: has_verdict.then(|| say(&NoiseScope::of(std::slice::from_ref(test)))),
        missing: if has_verdict {
            missing.collect()
        } else {
            Vec::new()
        },
    }
}
