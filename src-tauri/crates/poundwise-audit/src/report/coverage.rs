//! Coverage: how much of what there is to check these files let an audit check, and which files
//! would let it check the rest.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use poundwise_words::Text;

use poundwise_documents::finding::CheckId;
use poundwise_documents::units::Kid;

use super::{AuditReport, Books, FileKind, LimitCode, State};
use crate::messages::{Counted, GapMessage};

/// A check that the given files do not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditUnchecked")
)]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename = "AuditUnchecked"))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Unchecked {
    /// The owner's sales: order, price, level, loss and total of each. A ledger shows them.
    Sales,
    /// The values delivered. The bundles of the sales show them.
    Deliveries,
    /// Copies against the releases that they were made from. The releases' bundles allow it.
    Copies,
    /// One log for everybody. A second checkpoint allows it.
    History,
    /// Values against data and noise of the path. An opening allows it.
    Values,
}

poundwise_documents::named!(Unchecked);

/// A kind of file that an audit would need.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditNeeded"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditNeeded")
)]
pub enum Needed {
    /// A whole ledger.
    Ledger,
    /// One or more bundles.
    Bundles,
    /// A checkpoint that somebody else kept.
    Checkpoint,
    /// An opening, for a replay.
    Opening,
}

impl Unchecked {
    /// Returns the kind of file that shows it.
    #[must_use]
    pub const fn needed(self) -> Needed {
        match self {
            Self::Sales => Needed::Ledger,
            Self::Deliveries | Self::Copies => Needed::Bundles,
            Self::History => Needed::Checkpoint,
            Self::Values => Needed::Opening,
        }
    }

    /// Returns the checks that are not made, or not of everything, without that file.
    const fn checks(self) -> &'static [CheckId] {
        match self {
            Self::Sales => &[
                CheckId::Orders,
                CheckId::Log,
                CheckId::Prices,
                CheckId::Levels,
                CheckId::Losses,
                CheckId::Totals,
                CheckId::Times,
                CheckId::Withdrawals,
            ],
            Self::Deliveries => &[CheckId::Inclusion, CheckId::Releases, CheckId::Noise],
            Self::Copies => &[CheckId::Releases],
            Self::History => &[CheckId::Consistency],
            Self::Values => &[CheckId::Replay],
        }
    }
}

/// Something that was not checked because a file is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditGap"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditGap")
)]
pub struct Gap {
    /// The check that was not made.
    pub unchecked: Unchecked,
    /// The kind of file that would let it be checked.
    pub needed: Needed,
    /// The owners whose file is missing.
    pub owners: Vec<Kid>,
    /// The number of sales, deliveries, copies or releases of these owners that were checked
    /// nevertheless.
    pub checked: u64,
    /// The number that was not; none where these files do not tell.
    pub missing: Option<u64>,
}

/// Extent of an audit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditCoverage")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditCoverage")
)]
pub struct Coverage {
    /// The number of checks that were made.
    pub made: u64,
    /// The number of checks there are.
    pub all: u64,
    /// Checks that were not made because a file is missing, most important first. A check with
    /// nothing to be made on, with every file there, is no gap.
    pub gaps: Vec<Gap>,
}

impl Coverage {
    /// Returns whether no file is missing.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.gaps.is_empty()
    }

    /// Returns the kinds of file that a check lacks, each once.
    pub(super) fn lacked_by(&self, check: CheckId) -> Vec<Needed> {
        let mut lacked = Vec::new();
        for gap in &self.gaps {
            if gap.unchecked.checks().contains(&check) && !lacked.contains(&gap.needed) {
                lacked.push(gap.needed);
            }
        }
        lacked
    }
}

impl Gap {
    fn new(unchecked: Unchecked, owners: BTreeSet<Kid>) -> Self {
        Self {
            unchecked,
            needed: unchecked.needed(),
            owners: owners.into_iter().collect(),
            checked: 0,
            missing: None,
        }
    }

    /// Returns the gap in a sentence that names the file to add.
    #[must_use]
    pub fn words(&self) -> Text {
        let owners = self.owners.len();
        let message = match self.unchecked {
            Unchecked::Sales if self.checked == 0 => GapMessage::Sales { owners },
            Unchecked::Sales => GapMessage::OtherSales { owners },
            Unchecked::Deliveries => match self.missing {
                Some(missing) if self.checked > 0 => GapMessage::SomeDeliveries {
                    missing,
                    all: Counted::Deliveries {
                        count: self.checked + missing,
                    },
                },
                _ => GapMessage::Deliveries,
            },
            Unchecked::Copies => GapMessage::Copies {
                copies: self.missing.unwrap_or_default(),
            },
            Unchecked::History => GapMessage::History { owners },
            Unchecked::Values if self.checked == 0 => GapMessage::Values,
            Unchecked::Values => GapMessage::SomeValues {
                releases: self.checked,
            },
        };
        message.into()
    }
}

/// Returns the part of the owners' sales that the report covers.
pub(super) fn coverage(report: &AuditReport) -> Coverage {
    let sellers = sellers(report);
    let gaps = [sales, deliveries, copies, history, values]
        .into_iter()
        .filter_map(|gap| gap(report, &sellers));
    let made = |check: &&super::Check| check.state != State::NotChecked;
    Coverage {
        made: report.checks.iter().filter(made).count() as u64,
        all: report.checks.len() as u64,
        gaps: gaps.collect(),
    }
}

/// Returns the owners of whom more is shown than a holder's copy.
fn sellers(report: &AuditReport) -> BTreeSet<Kid> {
    let files = report.files.iter();
    let shown = files.filter(|file| !{
        let none = [FileKind::Copy, FileKind::Unknown, FileKind::LeftOut];
        none.contains(&file.kind)
    });
    shown.filter_map(|file| file.owner).collect()
}

fn books_of(report: &AuditReport, owner: Kid) -> Option<&Books> {
    report.books.iter().find(|books| books.owner == owner)
}

fn check_made(report: &AuditReport, id: CheckId) -> u64 {
    let check = report.checks.iter().find(|check| check.id == id);
    check.map_or(0, |check| check.made)
}

fn has_ledger(report: &AuditReport, owner: Kid) -> bool {
    let mut files = report.files.iter();
    files.any(|file| (file.kind, file.owner) == (FileKind::Ledger, Some(owner)))
}

/// Returns the owners without a ledger. A ledger that is not whole is a finding, and no missing
/// file.
fn sales(report: &AuditReport, sellers: &BTreeSet<Kid>) -> Option<Gap> {
    let owners = sellers.iter().copied();
    let without: BTreeSet<Kid> = owners.filter(|owner| !has_ledger(report, *owner)).collect();
    let shown = without.iter().filter_map(|owner| books_of(report, *owner));
    let checked = shown.map(|books| books.receipts).sum();
    (!without.is_empty()).then(|| Gap {
        checked,
        ..Gap::new(Unchecked::Sales, without)
    })
}

/// Returns the number of deliveries of an owner's sales that are shown, and of those that are not.
fn delivered(report: &AuditReport, books: &Books) -> (u64, u64) {
    let (mut given, mut missing) = (0, 0);
    for listing in &books.listings {
        let sets = report.missing_bundles.iter();
        let set = sets
            .filter(|set| (set.owner, set.question) == (books.owner, listing.question))
            .find_map(|set| set.missing.map(|missing| (set.given, missing)));
        let (with, without) = set.unwrap_or((0, listing.receipts));
        given += with;
        missing += without;
    }
    (given, missing)
}

fn deliveries(report: &AuditReport, sellers: &BTreeSet<Kid>) -> Option<Gap> {
    let mut without = BTreeSet::new();
    let (mut checked, mut missing) = (0, Some(0));
    for owner in sellers {
        match books_of(report, *owner) {
            // Of whom only bundles are shown, no other sales are known: that is the ledger's gap.
            Some(books) if !books.complete => {}
            Some(books) => {
                let (given, lacking) = delivered(report, books);
                checked += given;
                missing = missing.map(|sum| sum + lacking);
                if lacking > 0 {
                    without.insert(*owner);
                }
            }
            None if has_ledger(report, *owner) => {}
            None => {
                missing = None;
                without.insert(*owner);
            }
        }
    }
    (!without.is_empty()).then(|| Gap {
        checked,
        missing,
        ..Gap::new(Unchecked::Deliveries, without)
    })
}

fn copies(report: &AuditReport, _: &BTreeSet<Kid>) -> Option<Gap> {
    let (with, without): (Vec<_>, Vec<_>) = report
        .copies
        .iter()
        .partition(|copy| copy.release_file.is_some());
    (!without.is_empty()).then(|| Gap {
        checked: with.len() as u64,
        missing: Some(without.len() as u64),
        ..Gap::new(
            Unchecked::Copies,
            without.iter().map(|copy| copy.owner).collect(),
        )
    })
}

/// Returns the owners of whom there is one checkpoint alone. Each ledger and bundle has one in it.
fn history(report: &AuditReport, _: &BTreeSet<Kid>) -> Option<Gap> {
    let checkpoints = |owner: Kid| {
        let files = report.files.iter().filter(|file| file.owner == Some(owner));
        let kinds = [FileKind::Ledger, FileKind::Bundle, FileKind::Checkpoint];
        files.filter(|file| kinds.contains(&file.kind)).count()
    };
    let sold = |books: &&Books| books.complete && books.receipts > 0;
    let alone: BTreeSet<Kid> = report
        .books
        .iter()
        .filter(sold)
        .filter(|books| checkpoints(books.owner) < 2)
        .map(|books| books.owner)
        .collect();
    (!alone.is_empty()).then(|| Gap::new(Unchecked::History, alone))
}

fn values(report: &AuditReport, sellers: &BTreeSet<Kid>) -> Option<Gap> {
    let sold = |owner: &Kid| match books_of(report, *owner) {
        Some(books) => books.receipts > 0,
        None => !has_ledger(report, *owner),
    };
    let owners: BTreeSet<Kid> = sellers.iter().copied().filter(sold).collect();
    let checked = check_made(report, CheckId::Replay);
    let mut limits = report.limits.iter();
    let all = checked > 0 && !limits.any(|limit| limit.code == LimitCode::Unreplayed);
    (!owners.is_empty() && !all).then(|| Gap {
        checked,
        ..Gap::new(Unchecked::Values, owners)
    })
}
