//! Findings: the checks, the ways in which each can fail, and where it failed.

mod phrase;
mod side;

pub use phrase::SidePhrase;
pub use side::{ComparisonSide, SideValue, listing_beside};

use std::sync::Arc;

use poundwise_words::Text;
use serde::{Deserialize, Serialize};

use crate::jws::JwsError;
use crate::units::DocumentId;

/// A check, in the order of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditCheckId")
)]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename = "AuditCheckId"))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum CheckId {
    /// Files and documents can be read at all.
    Files,
    /// Every document's and checkpoint's signature.
    Signatures,
    /// Kinds, ids and the links between documents.
    Documents,
    /// Orders are their buyers', and each is used once.
    Orders,
    /// The log's root and size over the entries.
    Log,
    /// Each shown entry is in the log.
    Inclusion,
    /// All checkpoints of one owner tell one history.
    Consistency,
    /// Prices are the tariff's.
    Prices,
    /// Levels only rise, within ceiling and grain, from what was held.
    Levels,
    /// Losses are what the sales make them, and within the cap in force.
    Losses,
    /// Sequence, chain, counts and running totals.
    Totals,
    /// Values files are what was signed.
    Releases,
    /// Times never go back.
    Times,
    /// Nothing withdrawn is sold.
    Withdrawals,
    /// The values differ from release to release as honest noise does.
    Noise,
    /// The releases are those of an opening's seeds and data.
    Replay,
}

crate::named!(CheckId);

/// Every way in which a check fails. The words are stable: programs act on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditCode")
)]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename = "AuditCode"))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Code {
    /// A file that is neither ledger, bundle, checkpoint nor document.
    NotRecognised,
    /// A file that cannot be read to its end.
    Unreadable,
    /// A ledger that breaks its format.
    LedgerMalformed,
    /// A bundle that breaks its format.
    BundleMalformed,
    /// A copy that breaks its format.
    CopyMalformed,
    /// A document that is not acceptable: form, header, payload, key or signature.
    DocumentRefused,
    /// A well-signed document that was made by a newer version of Poundwise. It is unchecked, and
    /// not wrong.
    NewerVersion,
    /// A checkpoint that is not its owner's.
    CheckpointRefused,
    /// A document that its owner had to sign, signed by another.
    SignerNotOwner,
    /// A kind of document that does not belong there.
    UnexpectedKind,
    /// The same document twice.
    DoubleDocument,
    /// An order, receipt or release for a listing that is not shown.
    UnknownListing,
    /// Order, receipt and release do not name the same listing.
    WrongListing,
    /// A receipt or release that names another order.
    WrongOrder,
    /// A receipt that names another release.
    WrongRelease,
    /// A version of a listing whose predecessor is not shown, or differs where it may not.
    WrongVersion,
    /// Listings with equal seed commitments and unequal data commitments: one path of noise on
    /// two sets of data.
    UnequalData,
    /// Listings with equal seed commitments that state unequal questions.
    UnequalQuestions,
    /// A listing of a question of which another one is still open.
    OpenTwice,
    /// Documents of one population with different units or adjacencies: their losses do not add up.
    PopulationDiffers,
    /// A grant of a question that no earlier listing has in the grant's population, or an assumed
    /// loss of a question that no earlier listing has.
    UnknownQuestion,
    /// A listing, receipt or cap change of a population without an entry, in a ledger with
    /// population entries.
    UnstatedPopulation,
    /// A listing, receipt or entry of a population that was already merged into another one.
    EndedPopulation,
    /// A merge of a population into itself, or into one that has ended or has no entry.
    WrongMerge,
    /// An opening that does not fit its listing's commitments.
    WrongOpening,
    /// An order signed by another than the receipt's buyer.
    WrongBuyer,
    /// One order, two receipts.
    DoubleOrder,
    /// One order, a refusal and a receipt.
    RefusedAndSold,
    /// An order that no receipt follows.
    OrderWithoutReceipt,
    /// A receipt that no order precedes.
    ReceiptWithoutOrder,
    /// The checkpoint's size is not the number of entries.
    LogSize,
    /// The checkpoint's root is not the root over the entries.
    LogRoot,
    /// An inclusion proof that shows nothing.
    NotIncluded,
    /// An entry that the ledger does not have at its place.
    NotInLedger,
    /// Two histories signed by one owner.
    Fork,
    /// A ledger that has lost entries that a checkpoint already counted.
    RolledBack,
    /// A price that is not the tariff's.
    WrongPrice,
    /// A currency that is not the listing's.
    WrongCurrency,
    /// Order, receipt and release state different levels.
    LevelMismatch,
    /// A level above the ceiling.
    OverCeiling,
    /// A copy that is not below the level it was made from.
    CopyLevel,
    /// An increment that is not a multiple of the grain.
    OffGrain,
    /// A purchase from another level than the one held.
    WrongFrom,
    /// An order that names another receipt than that for the level held.
    WrongHolding,
    /// A question's loss that differs from the highest level sold or assumed.
    QuestionLoss,
    /// A population's loss that is not the carried one and the sum over its questions.
    PopulationLoss,
    /// A population's loss above its cap.
    OverCap,
    /// A listing or a change of the cap that states another cap than is in force.
    WrongCap,
    /// A population entry that raises the cap and gives no reason.
    CapWithoutReason,
    /// A carried loss that is below the one stated before.
    CarriedFalls,
    /// A listing and its population's entries that state different carried losses.
    WrongCarried,
    /// A merge that carries over less than the loss of the ended population.
    MergeLoss,
    /// An entry's number that no entry has.
    MissingEntry,
    /// An entry's number that a second one has.
    DoubledEntry,
    /// An entry behind one with a higher number.
    ReorderedEntry,
    /// An entry that does not name the one before it.
    BrokenChain,
    /// A number of receipts that is not that of the receipts so far.
    ReceiptCount,
    /// A number of grants that is not that of the grants so far.
    GrantCount,
    /// Money that does not add up.
    WrongTotal,
    /// A values file whose integers are not the signed ones.
    ValuesHash,
    /// A values file that cannot be read.
    ValuesUnreadable,
    /// Rows or labels that are not the listing's.
    ValuesRows,
    /// Marks of change that are wrong.
    ValuesChanged,
    /// A release built on another than the buyer's release before.
    WrongBase,
    /// One maker's copies of one listing at one level that differ.
    CopiesDiffer,
    /// A document older than one that it follows.
    TimeGoesBack,
    /// A sale after the listing's withdrawal.
    SoldAfterWithdrawal,
    /// Values that differ otherwise than honest noise does.
    NoiseLaw,
    /// A release that is not the one of the opening's seeds and data.
    ReplayDiffers,
}

crate::named!(Code);

impl Code {
    /// Returns the check that fails with this code.
    #[must_use]
    pub const fn check(self) -> CheckId {
        match self {
            Self::NotRecognised
            | Self::Unreadable
            | Self::LedgerMalformed
            | Self::BundleMalformed
            | Self::CopyMalformed => CheckId::Files,
            Self::DocumentRefused | Self::CheckpointRefused | Self::SignerNotOwner => {
                CheckId::Signatures
            }
            Self::NewerVersion
            | Self::UnexpectedKind
            | Self::DoubleDocument
            | Self::UnknownListing
            | Self::WrongListing
            | Self::WrongOrder
            | Self::WrongRelease
            | Self::WrongVersion
            | Self::UnequalData
            | Self::UnequalQuestions
            | Self::OpenTwice
            | Self::PopulationDiffers
            | Self::UnknownQuestion
            | Self::UnstatedPopulation
            | Self::EndedPopulation
            | Self::WrongMerge
            | Self::WrongOpening => CheckId::Documents,
            Self::WrongBuyer
            | Self::DoubleOrder
            | Self::RefusedAndSold
            | Self::OrderWithoutReceipt
            | Self::ReceiptWithoutOrder => CheckId::Orders,
            Self::LogSize | Self::LogRoot => CheckId::Log,
            Self::NotIncluded | Self::NotInLedger => CheckId::Inclusion,
            Self::Fork | Self::RolledBack => CheckId::Consistency,
            Self::WrongPrice | Self::WrongCurrency => CheckId::Prices,
            Self::LevelMismatch
            | Self::OverCeiling
            | Self::CopyLevel
            | Self::OffGrain
            | Self::WrongFrom
            | Self::WrongHolding => CheckId::Levels,
            Self::QuestionLoss
            | Self::PopulationLoss
            | Self::OverCap
            | Self::WrongCap
            | Self::CapWithoutReason
            | Self::CarriedFalls
            | Self::WrongCarried
            | Self::MergeLoss => CheckId::Losses,
            Self::MissingEntry
            | Self::DoubledEntry
            | Self::ReorderedEntry
            | Self::BrokenChain
            | Self::ReceiptCount
            | Self::GrantCount
            | Self::WrongTotal => CheckId::Totals,
            Self::ValuesHash
            | Self::ValuesUnreadable
            | Self::ValuesRows
            | Self::ValuesChanged
            | Self::WrongBase
            | Self::CopiesDiffer => CheckId::Releases,
            Self::TimeGoesBack => CheckId::Times,
            Self::SoldAfterWithdrawal => CheckId::Withdrawals,
            Self::NoiseLaw => CheckId::Noise,
            Self::ReplayDiffers => CheckId::Replay,
        }
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditFinding"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditFinding")
)]
pub struct Finding {
    /// The way in which the check failed.
    pub code: Code,
    /// The check that failed.
    pub check: CheckId,
    /// The file it was found in.
    pub file: String,
    /// The line of a ledger file, from 1.
    pub line: Option<u64>,
    /// The sequence number of the ledger's entry concerned, from 0.
    pub entry: Option<u64>,
    /// Comparison and result in English.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub message: Text,
    /// The side found; none where there are no two sides.
    #[serde(default)]
    pub found: Option<ComparisonSide>,
    /// The side that it was compared with; none likewise.
    #[serde(default)]
    pub expected: Option<ComparisonSide>,
}

impl Finding {
    /// Returns a finding about a file, for a check that another crate makes.
    #[must_use]
    pub fn new(code: Code, file: impl Into<String>, message: impl Into<Text>) -> Self {
        Self {
            code,
            check: code.check(),
            file: file.into(),
            line: None,
            entry: None,
            message: message.into(),
            found: None,
            expected: None,
        }
    }

    /// Returns the same with both sides of its comparison.
    #[must_use]
    pub fn comparing(self, [found, expected]: [ComparisonSide; 2]) -> Self {
        Self {
            found: Some(found),
            expected: Some(expected),
            ..self
        }
    }

    /// Returns the same about one entry of a ledger, by its sequence number.
    #[must_use]
    pub fn about_entry(self, sequence: u64) -> Self {
        Self {
            entry: Some(sequence),
            ..self
        }
    }
}

/// One comparison that a check made, and how it came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditComparison")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditComparison")
)]
pub struct Comparison {
    /// Code of the finding where it fails.
    pub code: Code,
    /// The file that it is about.
    pub file: String,
    /// The line of a ledger file, from 1.
    pub line: Option<u64>,
    /// The sequence number of the ledger's entry concerned, from 0.
    pub entry: Option<u64>,
    /// The document that was looked at, by its id.
    pub document: Option<DocumentId>,
    /// The side found; none where only the document itself can be shown.
    pub found: Option<ComparisonSide>,
    /// The side that it was compared with; none likewise.
    pub expected: Option<ComparisonSide>,
    /// Whether the two sides agree.
    pub holds: bool,
}

impl Comparison {
    /// Returns a comparison that held, for a check that another crate makes.
    #[must_use]
    pub fn held(
        code: Code,
        file: impl Into<String>,
        [found, expected]: [ComparisonSide; 2],
    ) -> Self {
        Self {
            code,
            file: file.into(),
            line: None,
            entry: None,
            document: None,
            found: Some(found),
            expected: Some(expected),
            holds: true,
        }
    }

    /// Returns the same about one entry of a ledger, by its sequence number.
    #[must_use]
    pub fn about_entry(self, sequence: u64) -> Self {
        Self {
            entry: Some(sequence),
            ..self
        }
    }
}

/// Counts of a check: made and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Comparisons made.
    pub made: u64,
    /// Comparisons that failed.
    pub failed: u64,
}

/// The most findings that are kept; those after them are counted. A hostile file must not fill the
/// memory.
pub const MAX_FINDINGS: usize = 1000;

/// The most comparisons of one check that are kept to be shown; those after them are counted.
/// Memory does not grow with a ledger.
pub const MAX_COMPARISONS: usize = 200;

/// The file, line, entry and document that a check is about.
///
/// [`Place::of`] makes the place of a whole file, and the other methods narrow it, in the order
/// line, entry, document. Narrowing one of them drops the ones after it: another line of a file has
/// neither the entry nor the document of the line before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    file: Arc<str>,
    line: Option<u64>,
    entry: Option<u64>,
    document: Option<DocumentId>,
}

impl Place {
    /// Returns the place of a whole file, by its name.
    #[must_use]
    pub fn of(file: impl Into<Arc<str>>) -> Self {
        Self {
            file: file.into(),
            line: None,
            entry: None,
            document: None,
        }
    }

    /// Returns the place of a line of the file, from 1.
    #[must_use]
    pub fn line(&self, number: u64) -> Self {
        Self {
            line: Some(number),
            ..Self::of(Arc::clone(&self.file))
        }
    }

    /// Returns the place of an entry at the same line, by its sequence number, from 0.
    #[must_use]
    pub fn entry(&self, sequence: u64) -> Self {
        Self {
            entry: Some(sequence),
            document: None,
            ..self.clone()
        }
    }

    /// Returns the place of a document at the same line and entry.
    #[must_use]
    pub fn document(&self, id: DocumentId) -> Self {
        Self {
            document: Some(id),
            ..self.clone()
        }
    }

    /// Returns the name of the file.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }
}

/// Returns the two sides of a comparison: what was found, and what was expected.
pub fn sides(
    found: impl Into<ComparisonSide>,
    expected: impl Into<ComparisonSide>,
) -> [ComparisonSide; 2] {
    [found.into(), expected.into()]
}

/// The outcomes of checks: counts, comparisons and findings. Checks are made [at](Self::at) a
/// place.
#[derive(Default)]
pub struct Recorder {
    /// Tallies by code, in the order of [`Code::ALL`].
    tallies: Vec<Tally>,
    /// Comparisons by check, in the order of [`CheckId::ALL`].
    kept: Vec<Vec<Comparison>>,
    findings: Vec<Finding>,
    total: u64,
    /// Number of documents of a newer version among the findings.
    newer: u64,
}

impl Recorder {
    /// Returns the context of checks at a place.
    pub fn at(&mut self, place: Place) -> At<'_> {
        At {
            recorder: self,
            place,
        }
    }

    /// Returns the number of checks of this code that were made, and of those that failed.
    #[must_use]
    pub fn tally(&self, code: Code) -> Tally {
        self.tallies.get(code as usize).copied().unwrap_or_default()
    }

    /// Takes the comparisons kept of a check out of the recorder.
    pub fn take_kept(&mut self, check: CheckId) -> Vec<Comparison> {
        self.kept
            .get_mut(check as usize)
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// Returns the findings kept, and the number of all.
    #[must_use]
    pub fn into_findings(self) -> (Vec<Finding>, u64) {
        (self.findings, self.total)
    }

    /// Returns the number of findings that are documents of a newer version.
    #[must_use]
    pub fn newer(&self) -> u64 {
        self.newer
    }

    /// Returns the findings kept so far.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Counts a check, and keeps the finding if it failed: `failure` is then its message.
    fn record<M: Into<Text>>(
        &mut self,
        place: &Place,
        code: Code,
        sides: Option<impl FnOnce() -> [ComparisonSide; 2]>,
        failure: Option<impl FnOnce() -> M>,
    ) {
        let holds = failure.is_none();
        if self.tallies.is_empty() {
            self.tallies = vec![Tally::default(); Code::ALL.len()];
            self.kept = vec![Vec::new(); CheckId::ALL.len()];
        }
        if let Some(tally) = self.tallies.get_mut(code as usize) {
            tally.made += 1;
            tally.failed += u64::from(!holds);
        }
        self.total += u64::from(!holds);
        let kept = self.kept.get_mut(code.check() as usize);
        let kept = kept.filter(|kept| kept.len() < MAX_COMPARISONS);
        let failure = failure.filter(|_| self.findings.len() < MAX_FINDINGS);
        if kept.is_none() && failure.is_none() {
            return;
        }
        let (found, expected) = sides.map(|sides| sides().into()).unzip();
        if let Some(message) = failure {
            self.findings.push(Finding {
                code,
                check: code.check(),
                file: place.file.to_string(),
                line: place.line,
                entry: place.entry,
                message: message().into(),
                found: found.clone(),
                expected: expected.clone(),
            });
        }
        if let Some(kept) = kept {
            kept.push(Comparison {
                code,
                file: place.file.to_string(),
                line: place.line,
                entry: place.entry,
                document: place.document,
                found,
                expected,
                holds,
            });
        }
    }
}

/// The context of checks: a recorder, and the place that the checks are about.
pub struct At<'a> {
    recorder: &'a mut Recorder,
    place: Place,
}

impl At<'_> {
    /// Returns the place that the checks are about.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Returns a context at another place, with the same recorder. This one keeps its place.
    pub fn moved_to(&mut self, place: Place) -> At<'_> {
        self.recorder.at(place)
    }

    /// Counts a check, and keeps the finding if it failed. Returns `holds`.
    pub fn expect<M: Into<Text>>(
        &mut self,
        holds: bool,
        code: Code,
        message: impl FnOnce() -> M,
    ) -> bool {
        let sides = None::<fn() -> [ComparisonSide; 2]>;
        let failure = (!holds).then_some(message);
        self.recorder.record(&self.place, code, sides, failure);
        holds
    }

    /// Counts a check as [`Self::expect`] does, and keeps both sides of the comparison: what was
    /// found, and what was expected.
    pub fn compare<M: Into<Text>>(
        &mut self,
        holds: bool,
        code: Code,
        sides: impl FnOnce() -> [ComparisonSide; 2],
        message: impl FnOnce() -> M,
    ) -> bool {
        let failure = (!holds).then_some(message);
        self.recorder
            .record(&self.place, code, Some(sides), failure);
        holds
    }

    /// Counts a check that failed.
    pub fn fail<M: Into<Text>>(&mut self, code: Code, message: impl FnOnce() -> M) {
        self.expect(false, code, message);
    }

    /// Records that a document is refused: as [`Code::NewerVersion`], which counts as no check, or
    /// as a failed check.
    pub fn refuse<M: Into<Text>>(&mut self, error: &JwsError, message: impl FnOnce() -> M) {
        let JwsError::NewerVersion(_) = error else {
            return self.fail(Code::DocumentRefused, message);
        };
        let Recorder {
            findings,
            total,
            newer,
            ..
        } = &mut *self.recorder;
        *total += 1;
        *newer += 1;
        if findings.len() < MAX_FINDINGS {
            let place = &self.place;
            findings.push(Finding {
                line: place.line,
                entry: place.entry,
                ..Finding::new(Code::NewerVersion, place.file.to_string(), message())
            });
        }
    }

    /// Counts a check that held, and keeps both sides of the comparison.
    pub fn held(&mut self, code: Code, sides: impl FnOnce() -> [ComparisonSide; 2]) {
        let failure = None::<fn() -> Text>;
        self.recorder
            .record(&self.place, code, Some(sides), failure);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrower_place_drops_what_lies_further_in() {
        let id = DocumentId::of("a document");
        let file = Place::of("a file");
        let document = file.line(3).entry(1).document(id);
        assert_eq!(
            document,
            Place {
                line: Some(3),
                entry: Some(1),
                document: Some(id),
                ..Place::of("a file")
            }
        );
        assert_eq!(document.entry(2), file.line(3).entry(2));
        assert_eq!(document.line(4), file.line(4));
        assert_eq!(document.document(id), document);
    }

    #[test]
    fn a_check_is_recorded_at_the_place_of_its_context() {
        let mut recorder = Recorder::default();
        let (here, there) = (Place::of("here").line(2), Place::of("there").entry(5));
        let mut at = recorder.at(here);
        let message = || Text::verbatim("wrong");
        at.moved_to(there).fail(Code::WrongPrice, message);
        at.fail(Code::WrongPrice, message);
        let findings = recorder.findings().iter();
        let places: Vec<_> = findings
            .map(|found| (found.file.as_str(), found.line, found.entry))
            .collect();
        assert_eq!(places, [("there", None, Some(5)), ("here", Some(2), None)]);
    }
}
