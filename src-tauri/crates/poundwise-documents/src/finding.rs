//! What checks find: the checks there are, the ways in which each can fail, and where.

use serde::{Deserialize, Serialize};

use crate::{codes, units::DocumentId};

codes! {
    /// What is checked, in the order of a report.
    CheckId as "AuditCheckId" {
        /// Files and documents can be read at all.
        Files = "files",
        /// Every document's and checkpoint's signature.
        Signatures = "signatures",
        /// Kinds, ids and the links between documents.
        Documents = "documents",
        /// Orders are their buyers', and each is used once.
        Orders = "orders",
        /// The log's root and size over the entries.
        Log = "log",
        /// Each shown entry is in the log.
        Inclusion = "inclusion",
        /// All checkpoints of one owner tell one history.
        Consistency = "consistency",
        /// Prices are the tariff's.
        Prices = "prices",
        /// Levels only rise, within ceiling and grain, from what was held.
        Levels = "levels",
        /// Losses are what the sales make them, and within the cap in force.
        Losses = "losses",
        /// Sequence, chain, counts and running totals.
        Totals = "totals",
        /// Values files are what was signed.
        Releases = "releases",
        /// Times never go back.
        Times = "times",
        /// Nothing withdrawn is sold.
        Withdrawals = "withdrawals",
        /// The values differ from release to release as honest noise does.
        Noise = "noise",
        /// The releases are those of an opening's seeds and data.
        Replay = "replay",
    }
}

codes! {
    /// Every way in which a check fails. The words are stable: programs act on them.
    Code as "AuditCode" {
        /// A file that is neither ledger, bundle, checkpoint nor document.
        NotRecognised = "not-recognised" => Files,
        /// A file that cannot be read to its end.
        Unreadable = "unreadable" => Files,
        /// A ledger that breaks its format.
        LedgerMalformed = "ledger-malformed" => Files,
        /// A bundle that breaks its format.
        BundleMalformed = "bundle-malformed" => Files,
        /// A copy that breaks its format.
        CopyMalformed = "copy-malformed" => Files,
        /// A document that is not acceptable: form, header, payload, key or signature.
        DocumentRefused = "document-refused" => Signatures,
        /// A checkpoint that is not its owner's.
        CheckpointRefused = "checkpoint-refused" => Signatures,
        /// A document that its owner had to sign, signed by another.
        SignerNotOwner = "signer-not-owner" => Signatures,
        /// A kind of document that does not belong there.
        UnexpectedKind = "unexpected-kind" => Documents,
        /// The same document twice.
        DoubleDocument = "double-document" => Documents,
        /// An order, receipt or release for a listing that is not shown.
        UnknownListing = "unknown-listing" => Documents,
        /// Order, receipt and release do not name the same listing.
        WrongListing = "wrong-listing" => Documents,
        /// A receipt or release that names another order.
        WrongOrder = "wrong-order" => Documents,
        /// A receipt that names another release.
        WrongRelease = "wrong-release" => Documents,
        /// A version of a listing whose predecessor is not shown, or differs where it may not.
        WrongVersion = "wrong-version" => Documents,
        /// Listings with equal seed commitments and unequal data commitments: one path of noise on
        /// two sets of data.
        UnequalData = "unequal-data" => Documents,
        /// Listings with equal seed commitments that state unequal questions.
        UnequalQuestions = "unequal-questions" => Documents,
        /// A listing of a question of which another one is still open.
        OpenTwice = "open-twice" => Documents,
        /// Listings of one population with unlike units or adjacencies, whose losses do not add up.
        PopulationDiffers = "population-differs" => Documents,
        /// A grant of a question that no listing before it has in the population named.
        UnknownQuestion = "unknown-question" => Documents,
        /// An opening that does not fit its listing's commitments.
        WrongOpening = "wrong-opening" => Documents,
        /// An order signed by another than the receipt's buyer.
        WrongBuyer = "wrong-buyer" => Orders,
        /// One order, two receipts.
        DoubleOrder = "double-order" => Orders,
        /// An order that no receipt follows.
        OrderWithoutReceipt = "order-without-receipt" => Orders,
        /// A receipt that no order precedes.
        ReceiptWithoutOrder = "receipt-without-order" => Orders,
        /// The checkpoint's size is not the number of entries.
        LogSize = "log-size" => Log,
        /// The checkpoint's root is not the root over the entries.
        LogRoot = "log-root" => Log,
        /// An inclusion proof that shows nothing.
        NotIncluded = "not-included" => Inclusion,
        /// An entry that the ledger does not have at its place.
        NotInLedger = "not-in-ledger" => Inclusion,
        /// Two histories signed by one owner.
        Fork = "fork" => Consistency,
        /// A ledger that has lost entries that a checkpoint already counted.
        RolledBack = "rolled-back" => Consistency,
        /// A price that is not the tariff's.
        WrongPrice = "wrong-price" => Prices,
        /// A currency that is not the listing's.
        WrongCurrency = "wrong-currency" => Prices,
        /// Order, receipt and release state different levels.
        LevelMismatch = "level-mismatch" => Levels,
        /// A level above the ceiling.
        OverCeiling = "over-ceiling" => Levels,
        /// A copy that is not below the level it was made from.
        CopyLevel = "copy-level" => Levels,
        /// An increment that is not a multiple of the grain.
        OffGrain = "off-grain" => Levels,
        /// A purchase from another level than the one held.
        WrongFrom = "wrong-from" => Levels,
        /// An order that names another receipt than that for the level held.
        WrongHolding = "wrong-holding" => Levels,
        /// A question's loss that is not the highest level sold.
        QuestionLoss = "question-loss" => Losses,
        /// A population's loss that is not the carried one and the sum over its questions.
        PopulationLoss = "population-loss" => Losses,
        /// A population's loss above its cap.
        OverCap = "over-cap" => Losses,
        /// A listing or a change of the cap that states another cap than is in force.
        WrongCap = "wrong-cap" => Losses,
        /// A carried loss that is below the one stated before.
        CarriedFalls = "carried-falls" => Losses,
        /// An entry's number that no entry has.
        MissingEntry = "missing-entry" => Totals,
        /// An entry's number that a second one has.
        DoubledEntry = "doubled-entry" => Totals,
        /// An entry behind one with a higher number.
        ReorderedEntry = "reordered-entry" => Totals,
        /// An entry that does not name the one before it.
        BrokenChain = "broken-chain" => Totals,
        /// A number of receipts that is not that of the receipts so far.
        ReceiptCount = "receipt-count" => Totals,
        /// A number of grants that is not that of the grants so far.
        GrantCount = "grant-count" => Totals,
        /// Money that does not add up.
        WrongTotal = "wrong-total" => Totals,
        /// A values file whose integers are not the signed ones.
        ValuesHash = "values-hash" => Releases,
        /// A values file that cannot be read.
        ValuesUnreadable = "values-unreadable" => Releases,
        /// Rows or labels that are not the listing's.
        ValuesRows = "values-rows" => Releases,
        /// Marks of change that are wrong.
        ValuesChanged = "values-changed" => Releases,
        /// A release built on another than the buyer's release before.
        WrongBase = "wrong-base" => Releases,
        /// One maker's copies of one listing at one level that differ.
        CopiesDiffer = "copies-differ" => Releases,
        /// A document older than one that it follows.
        TimeGoesBack = "time-goes-back" => Times,
        /// A sale after the listing's withdrawal.
        SoldAfterWithdrawal = "sold-after-withdrawal" => Withdrawals,
        /// Values that differ otherwise than honest noise does.
        NoiseLaw = "noise-law" => Noise,
        /// A release that is not the one of the opening's seeds and data.
        ReplayDiffers = "replay-differs" => Replay,
    }
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditFinding"))]
pub struct Finding {
    /// What kind of wrong.
    pub code: Code,
    /// The check that failed.
    pub check: CheckId,
    /// The file it was found in.
    pub file: String,
    /// The line of a ledger file, from 1.
    pub line: Option<u64>,
    /// The sequence number of the ledger's entry concerned, from 0.
    pub entry: Option<u64>,
    /// What was compared and found, in plain words.
    pub message: String,
}

impl Finding {
    /// A finding about a file, for a check that another crate makes.
    #[must_use]
    pub fn new(code: Code, file: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            code,
            check: code.check(),
            file: file.into(),
            line: None,
            entry: None,
            message: message.into(),
        }
    }

    /// The same about one entry of a ledger, by its sequence number.
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
pub struct Comparison {
    /// What is wrong where it fails.
    pub code: Code,
    /// The file that it is about.
    pub file: String,
    /// The line of a ledger file, from 1.
    pub line: Option<u64>,
    /// The sequence number of the ledger's entry concerned, from 0.
    pub entry: Option<u64>,
    /// The document that was looked at, by its id.
    pub document: Option<DocumentId>,
    /// What was found, for people. Empty where the document itself is all there is to show.
    pub found: String,
    /// What it was compared with, for people. Empty likewise.
    pub expected: String,
    /// Whether they agree.
    pub holds: bool,
}

impl Comparison {
    /// A comparison that held, for a check that another crate makes.
    #[must_use]
    pub fn held(
        code: Code,
        file: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        Self {
            code,
            file: file.into(),
            line: None,
            entry: None,
            document: None,
            found: found.into(),
            expected: expected.into(),
            holds: true,
        }
    }

    /// The same about one entry of a ledger, by its sequence number.
    #[must_use]
    pub fn about_entry(self, sequence: u64) -> Self {
        Self {
            entry: Some(sequence),
            ..self
        }
    }
}

/// How often a check was made, and how often it failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Comparisons made.
    pub made: u64,
    /// Comparisons that failed.
    pub failed: u64,
}

/// More findings than this are counted but not kept: a hostile file must not fill the memory.
pub const MAX_FINDINGS: usize = 1000;

/// So many comparisons of each check are kept to be shown; the others are counted. Memory does not grow with a ledger.
pub const MAX_COMPARISONS: usize = 200;

/// Collects the outcomes of checks.
#[derive(Default)]
pub struct Recorder {
    /// By code, in the order of [`Code::ALL`].
    tallies: Vec<Tally>,
    /// By check, in the order of [`CheckId::ALL`].
    kept: Vec<Vec<Comparison>>,
    findings: Vec<Finding>,
    total: u64,
    file: String,
    line: Option<u64>,
    entry: Option<u64>,
    document: Option<DocumentId>,
}

/// The two sides of a comparison, as they are shown.
pub fn sides(found: impl std::fmt::Display, expected: impl std::fmt::Display) -> [String; 2] {
    [found.to_string(), expected.to_string()]
}

/// A document that is named, or none.
pub fn named_or_none(document: Option<DocumentId>) -> String {
    document.map_or_else(|| "none".to_owned(), |id| id.to_string())
}

impl Recorder {
    /// What follows is about this file.
    pub fn enter(&mut self, file: &str) {
        file.clone_into(&mut self.file);
        self.at(None, None);
    }

    /// The file that checks are about now.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// What follows is about this line and entry of the file.
    pub fn at(&mut self, line: Option<u64>, entry: Option<u64>) {
        self.line = line;
        self.entry = entry;
        self.document = None;
    }

    /// What follows is about this document at the same place.
    pub fn about(&mut self, document: DocumentId) {
        self.document = Some(document);
    }

    /// Counts one check of `code`'s kind, and keeps the finding if it failed. Gives `holds` back.
    pub fn expect(&mut self, holds: bool, code: Code, message: impl FnOnce() -> String) -> bool {
        self.compare(holds, code, || [String::new(), String::new()], message)
    }

    /// As [`Self::expect`], where both sides of the comparison can be shown: what was found, and what it had to be.
    pub fn compare(
        &mut self,
        holds: bool,
        code: Code,
        sides: impl FnOnce() -> [String; 2],
        message: impl FnOnce() -> String,
    ) -> bool {
        if self.tallies.is_empty() {
            self.tallies = vec![Tally::default(); Code::ALL.len()];
            self.kept = vec![Vec::new(); CheckId::ALL.len()];
        }
        if let Some(tally) = self.tallies.get_mut(code as usize) {
            tally.made += 1;
            tally.failed += u64::from(!holds);
        }
        if let Some(kept) = self
            .kept
            .get_mut(code.check() as usize)
            .filter(|kept| kept.len() < MAX_COMPARISONS)
        {
            let [found, expected] = sides();
            kept.push(Comparison {
                code,
                file: self.file.clone(),
                line: self.line,
                entry: self.entry,
                document: self.document,
                found,
                expected,
                holds,
            });
        }
        if !holds {
            self.total += 1;
            if self.findings.len() < MAX_FINDINGS {
                self.findings.push(Finding {
                    code,
                    check: code.check(),
                    file: self.file.clone(),
                    line: self.line,
                    entry: self.entry,
                    message: message(),
                });
            }
        }
        holds
    }

    /// Counts a check that failed.
    pub fn fail(&mut self, code: Code, message: impl FnOnce() -> String) {
        self.expect(false, code, message);
    }

    /// Counts a check that held, and shows both sides of it.
    pub fn held(&mut self, code: Code, sides: impl FnOnce() -> [String; 2]) {
        self.compare(true, code, sides, String::new);
    }

    /// Returns how often checks of this code were made and failed.
    #[must_use]
    pub fn tally(&self, code: Code) -> Tally {
        self.tallies.get(code as usize).copied().unwrap_or_default()
    }

    /// The comparisons kept of a check. They are gone from here then.
    pub fn take_kept(&mut self, check: CheckId) -> Vec<Comparison> {
        self.kept
            .get_mut(check as usize)
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// The findings kept, and the number of all.
    #[must_use]
    pub fn into_findings(self) -> (Vec<Finding>, u64) {
        (self.findings, self.total)
    }

    /// The findings kept so far.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the first finding.
    #[must_use]
    pub fn first(&self) -> Option<&Finding> {
        self.findings.first()
    }
}
