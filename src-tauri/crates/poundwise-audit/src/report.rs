//! The report of an audit.

mod books;
mod check;
mod copies;
mod coverage;
mod limits;
mod missing;
mod noise;
mod words;

use serde::{Deserialize, Serialize};

use poundwise_documents::finding::{
    CheckId, Code, Comparison, Finding, MAX_FINDINGS, Recorder, Tally,
};
use poundwise_documents::units::{Digest, Kid};

use poundwise_words::{Language, Text};

use crate::messages::{Counted, HeadlineMessage};

pub use books::{Books, BuyerBook, CurrencyBook, Holding, ListingBook, PopulationBook};
use check::{Explained, unmade};
pub use copies::Copied;
pub use coverage::{Coverage, Gap, Needed, Unchecked};
pub use limits::{Limit, LimitCode, LimitDetail, UnreplayedSale};
pub use missing::{MAX_MISSING, MissingBundles};
pub use noise::{NoiseBin, NoiseClass, NoisePair, NoiseTest, NoiseVerdict};
pub use words::{AuditView, CheckWords, ComparisonWords, FindingWords, NoiseWords, ReportWords};

/// The outcome in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename_all = "snake_case", rename = "AuditVerdict")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditVerdict")
)]
pub enum Verdict {
    /// Something was checked, and all that was checked is right.
    Holds,
    /// Something is wrong.
    Wrong,
    /// Nothing is wrong, but documents of a newer version could not be checked.
    NewerVersion,
    /// Nothing could be checked.
    NothingChecked,
}

/// The outcome of one check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename_all = "snake_case", rename = "AuditState")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditState")
)]
pub enum State {
    /// The check was made, and held every time.
    Holds,
    /// The check failed at least once.
    Wrong,
    /// There was nothing to make it on.
    NotChecked,
}

/// The kind of a file, by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename_all = "snake_case", rename = "AuditFileKind")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditFileKind")
)]
pub enum FileKind {
    /// A ledger.
    Ledger,
    /// A bundle.
    Bundle,
    /// A holder's more private copy.
    Copy,
    /// A checkpoint by itself.
    Checkpoint,
    /// A single signed document.
    Document,
    /// None of these, or one too damaged to tell.
    Unknown,
    /// Not part of the books: neither name nor content is that of a document. It was left out.
    LeftOut,
}

/// A file that was audited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditFile"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditFile")
)]
pub struct SeenFile {
    /// The name it was given.
    pub name: String,
    /// Kind of the file.
    pub kind: FileKind,
    /// The owner whose sales it is about.
    pub owner: Option<Kid>,
}

/// An owner whose records were audited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditSubject"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditSubject")
)]
pub struct Subject {
    /// The owner's key, by name. Whose it is, no file can show: compare it with what the owner says
    /// elsewhere.
    pub kid: Kid,
    /// The name that the owner's listings give; empty where there are none.
    pub name: String,
    /// The key in the form that signed-note tools take, where it is known.
    pub verifier_key: Option<String>,
    /// The files about this owner.
    pub files: Vec<String>,
}

/// One check: what was compared with what, and how it came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditCheck"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditCheck")
)]
pub struct Check {
    /// Id of the check.
    pub id: CheckId,
    /// Its name for people.
    pub title: String,
    /// Object of the check.
    pub what: String,
    /// Counterpart that it was compared with.
    pub against: String,
    /// Result, counted.
    pub found: String,
    /// Result as a message, if it is more than counted.
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub(crate) explained: Explained,
    /// Number of comparisons made.
    pub made: u64,
    /// Number of comparisons that failed.
    pub failed: u64,
    /// The outcome.
    pub state: State,
    /// Its parts: every kind of comparison, counted, in the order of [`Code::ALL`].
    #[serde(default)]
    pub parts: Vec<Part>,
    /// The first [`poundwise_documents::finding::MAX_COMPARISONS`] comparisons, one by one; and as
    /// many of those made elsewhere.
    #[serde(default)]
    pub comparisons: Vec<Comparison>,
    /// Instructions to repeat it without this program.
    #[serde(default)]
    pub by_hand: String,
    /// The kinds of file that it lacks, to be made, or to be made of everything.
    #[serde(default)]
    pub lacks: Vec<Needed>,
}

/// One kind of comparison within a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditPart"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditPart")
)]
pub struct Part {
    /// Code of the finding where it fails.
    pub code: Code,
    /// Object of the comparison.
    pub what: String,
    /// Counterpart that it was compared with.
    pub with: String,
    /// Number of comparisons made.
    pub made: u64,
    /// Number of comparisons that failed.
    pub failed: u64,
}

/// An audit's result: for a person to read from the top, or for a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AuditReport {
    /// The outcome in one word. It is of what was checked: `coverage` says how much that is.
    pub(crate) verdict: Verdict,
    /// The outcome in a sentence, and in another one the first gap of `coverage`.
    pub(crate) headline: String,
    /// Counts of the checks made, and the files that are missing.
    #[serde(default)]
    pub(crate) coverage: Coverage,
    /// The files, in the order given.
    pub(crate) files: Vec<SeenFile>,
    /// The owners.
    pub(crate) subjects: Vec<Subject>,
    /// Every check, made or not.
    pub(crate) checks: Vec<Check>,
    /// The first 1000 findings.
    pub(crate) findings: Vec<Finding>,
    /// Number of all findings.
    pub(crate) findings_total: u64,
    /// Number of findings that are documents of a newer version: unchecked, and not wrong.
    #[serde(default)]
    pub(crate) newer_total: u64,
    /// Totals of the sales, by owner.
    pub(crate) books: Vec<Books>,
    /// Holders' copies: their values are signed by their makers, not by the owners.
    pub(crate) copies: Vec<Copied>,
    /// For each question with a bundle among the files: the number of bundles given, and the
    /// receipts of the ledger without one. A test of the noise keeps its false-alarm rate only for
    /// bundles that were not chosen by their values.
    #[serde(default)]
    pub(crate) missing_bundles: Vec<MissingBundles>,
    /// The tests of the noise that were made, in numbers.
    #[serde(default)]
    pub(crate) noise: Vec<NoiseTest>,
    /// Limits: facts that no audit of these files can know.
    pub(crate) limits: Vec<Limit>,
}

/// Results of an audit of documents besides the checks recorded.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) files: Vec<SeenFile>,
    pub(crate) subjects: Vec<Subject>,
    pub(crate) books: Vec<Books>,
    pub(crate) copies: Vec<Copied>,
    pub(crate) missing_bundles: Vec<MissingBundles>,
    pub(crate) limits: Vec<Limit>,
}

/// A report that is being written: what documents show, then what the law of the noise, published
/// logs and replays add. Verdict and headline are of the whole.
#[derive(Clone)]
pub struct ReportBuilder(AuditReport);

impl ReportBuilder {
    /// Returns the report of what was recorded, still open.
    pub(crate) fn new(mut recorder: Recorder, known: Known) -> Self {
        let mut checks: Vec<Check> = CheckId::ALL.iter().map(|id| unmade(*id)).collect();
        for check in &mut checks {
            check.comparisons = recorder.take_kept(check.id);
        }
        for code in Code::ALL {
            let tally = recorder.tally(*code);
            if tally.made > 0
                && let Some(check) = checks.iter_mut().find(|check| check.id == code.check())
            {
                check.count(*code, tally);
            }
        }
        let newer_total = recorder.newer();
        let (findings, findings_total) = recorder.into_findings();
        Self(AuditReport {
            verdict: Verdict::NothingChecked,
            headline: String::new(),
            coverage: Coverage::default(),
            files: known.files,
            subjects: known.subjects,
            checks,
            findings,
            findings_total,
            newer_total,
            books: known.books,
            copies: known.copies,
            missing_bundles: known.missing_bundles,
            noise: Vec::new(),
            limits: known.limits,
        })
    }

    /// Counts a check that held, and keeps what was compared with what.
    pub fn hold(&mut self, comparison: Comparison) {
        self.count(Comparison {
            holds: true,
            ..comparison
        });
    }

    /// Counts a check that failed, and keeps the finding.
    pub fn fail(&mut self, finding: Finding) {
        let comparison = Comparison {
            code: finding.code,
            file: finding.file.clone(),
            line: finding.line,
            entry: finding.entry,
            document: None,
            found: finding.found.clone(),
            expected: finding.expected.clone(),
            holds: false,
        };
        self.0.findings_total += 1;
        if self.0.findings.len() < MAX_FINDINGS {
            self.0.findings.push(finding);
        }
        self.count(comparison);
    }

    /// Says in `found` what came out of a check, instead of the bare count, or why the check could
    /// not be made.
    pub fn explain(&mut self, id: CheckId, found: impl Into<Text>) {
        if let Some(check) = self.0.checks.iter_mut().find(|check| check.id == id) {
            check.explain(found.into());
        }
    }

    /// Adds something that no audit of these files can know.
    pub fn limit(&mut self, detail: LimitDetail) {
        let limit = Limit::from(detail);
        if !self.0.limits.contains(&limit) {
            self.0.limits.push(limit);
        }
    }

    /// Returns the number of bundles among the files.
    pub(crate) fn bundles(&self) -> usize {
        let files = self.0.files.iter();
        files.filter(|file| file.kind == FileKind::Bundle).count()
    }

    /// Removes the limit that no replay was made: one has shown the values to be the path's.
    pub fn lift_replay_limit(&mut self) {
        self.0
            .limits
            .retain(|limit| limit.code != LimitCode::Unreplayed);
    }

    fn count(&mut self, comparison: Comparison) {
        let code = comparison.code;
        let failed = u64::from(!comparison.holds);
        if let Some(check) = self.0.checks.iter_mut().find(|c| c.id == code.check()) {
            check.count(code, Tally { made: 1, failed });
            check.keep(comparison);
        }
    }

    /// Adds the tests of the noise, in numbers.
    pub fn noise(&mut self, tests: Vec<NoiseTest>) {
        self.0.noise = tests;
    }

    /// Returns the bundles of these questions of an owner that were given, and those that are
    /// missing, in the order of `questions`.
    #[must_use]
    pub fn missing_bundles_of(&self, owner: Kid, questions: &[Digest]) -> Vec<MissingBundles> {
        let set = |question: &Digest| {
            self.0
                .missing_bundles
                .iter()
                .find(|set| (set.owner, set.question) == (owner, *question))
                .cloned()
        };
        questions.iter().filter_map(set).collect()
    }

    /// Returns the number of failures of a check so far.
    #[must_use]
    pub fn failed(&self, id: CheckId) -> u64 {
        let check = self.0.checks.iter().find(|check| check.id == id);
        check.map_or(0, |check| check.failed)
    }

    /// Returns the report, with its verdict and headline.
    #[must_use]
    pub fn finish(self) -> AuditReport {
        let Self(mut report) = self;
        // A claim that nobody is shown to have signed is nobody's.
        let substance = report
            .checks
            .iter()
            .any(|check| check.id == CheckId::Signatures && check.made > 0);
        let wrong = report.findings_total > report.newer_total;
        report.verdict = match (wrong, report.newer_total, substance) {
            (true, _, _) => Verdict::Wrong,
            (false, 1.., _) => Verdict::NewerVersion,
            (false, 0, true) => Verdict::Holds,
            (false, 0, false) => Verdict::NothingChecked,
        };
        report.coverage = coverage::coverage(&report);
        for check in &mut report.checks {
            check.lacks = report.coverage.lacked_by(check.id);
        }
        report.headline = report.headline_in(Language::English);
        report
    }
}

impl AuditReport {
    /// Returns the outcome in one word. It is of what was checked: [`Self::coverage`] says how much
    /// that is.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Returns the outcome in a sentence, and in another one the first gap of [`Self::coverage`].
    #[must_use]
    pub fn headline(&self) -> &str {
        &self.headline
    }

    /// Returns how much was checked, and which files are missing.
    #[must_use]
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Returns the files, in the order given.
    #[must_use]
    pub fn files(&self) -> &[SeenFile] {
        &self.files
    }

    /// Returns the names of the files that are not part of the books, and were left out.
    pub fn left_out(&self) -> impl Iterator<Item = &str> {
        let files = self.files.iter();
        let left_out = files.filter(|file| file.kind == FileKind::LeftOut);
        left_out.map(|file| file.name.as_str())
    }

    /// Returns the owners.
    #[must_use]
    pub fn subjects(&self) -> &[Subject] {
        &self.subjects
    }

    /// Returns every check, made or not.
    #[must_use]
    pub fn checks(&self) -> &[Check] {
        &self.checks
    }

    /// Returns the first 1000 findings.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the number of all findings.
    #[must_use]
    pub fn findings_total(&self) -> u64 {
        self.findings_total
    }

    /// Returns the totals of the sales, by owner.
    #[must_use]
    pub fn books(&self) -> &[Books] {
        &self.books
    }

    /// Returns the holders' copies: their values are signed by their makers, not by the owners.
    #[must_use]
    pub fn copies(&self) -> &[Copied] {
        &self.copies
    }

    /// Returns, of every question with a bundle among the files, how many were given, and which
    /// receipts of the ledger have none. A test of the noise keeps its false-alarm rate only for
    /// bundles that were not chosen by their values.
    #[must_use]
    pub fn missing_bundles(&self) -> &[MissingBundles] {
        &self.missing_bundles
    }

    /// Returns the tests of the noise that were made, in numbers.
    #[must_use]
    pub fn noise(&self) -> &[NoiseTest] {
        &self.noise
    }

    /// Returns the limits: facts that no audit of these files can know.
    #[must_use]
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// Returns the outcome in a sentence, without a gap. It says that everything checks out only if
    /// no file is missing and the ledger of each owner was given.
    pub(crate) fn outcome(&self) -> HeadlineMessage {
        match self.verdict {
            Verdict::Wrong => HeadlineMessage::Wrong {
                findings: self.findings_total - self.newer_total,
            },
            Verdict::NewerVersion => HeadlineMessage::NewerVersion {
                documents: self.newer_total,
            },
            Verdict::NothingChecked => HeadlineMessage::NothingChecked,
            Verdict::Holds => self.holds(),
        }
    }

    fn holds(&self) -> HeadlineMessage {
        let books = &self.books;
        let receipts = books.iter().map(|books| books.receipts).sum();
        if books.is_empty() {
            let mut checks = self.checks.iter();
            return match self.copies.len() as u64 {
                0 if checks.any(|check| check.id == CheckId::Log && check.made > 0) => {
                    HeadlineMessage::SignaturesAndLog
                }
                0 => HeadlineMessage::Signatures,
                copies => HeadlineMessage::Copies { copies },
            };
        }
        if books.iter().any(|books| !books.complete) {
            return HeadlineMessage::Purchases {
                purchases: receipts,
            };
        }
        let logs = Counted::Logs {
            count: books.len() as u64,
        };
        if self.coverage.is_full() {
            HeadlineMessage::Everything { receipts, logs }
        } else {
            HeadlineMessage::Receipts { receipts, logs }
        }
    }

    /// Returns the headline in a language: the outcome, and the first gap if all that was checked is
    /// right.
    #[must_use]
    pub fn headline_in(&self, language: Language) -> String {
        let outcome = self.outcome();
        let outcome = language.write(&outcome);
        match self.coverage.gaps.first() {
            Some(gap) if self.verdict == Verdict::Holds => {
                format!("{outcome} {}", language.write(&gap.words()))
            }
            _ => outcome.to_string(),
        }
    }

    /// Returns the gaps that the headline does not name.
    #[must_use]
    pub fn further_gaps(&self) -> &[Gap] {
        let named = usize::from(self.verdict == Verdict::Holds);
        self.coverage.gaps.get(named..).unwrap_or_default()
    }

    /// Returns the report as JSON, for programs; field names are stable.
    ///
    /// # Errors
    /// None that can be reached: the report has no maps with other keys than text.
    pub fn to_json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}
