//! Replay: every release of an opened listing, computed again from its seeds and data.

use std::{
    collections::BTreeMap,
    io::BufReader,
    path::{Path, PathBuf},
};

use gradual_release::{Epsilon, Path as NoisePath, Seed, Sensitivity};
use poundwise_documents::{
    audit::LimitCode,
    commitment::{data_commitment, seed_commitment},
    finding::{CheckId, Code, Comparison, Finding},
    jws::{Signed, claimed_typ},
    kinds::{Listing, Opening, Payload, Receipt},
    ledger::LedgerReader,
    units::{Digest, DocumentId, Kid, MicroEpsilon},
};
use zeroize::Zeroizing;

use super::{AuditReport, Shown, audit_with, name_of};
use crate::{
    error::{Error, ErrorCode, Result},
    files::{open_regular, read_file},
    format,
    home::Home,
    sell::{MAX_OPENING_FILE, read_opening},
    work::{Step, Work},
};

/// What the replay needs of a listing.
struct Terms {
    owner: Kid,
    title: String,
    seeds: Digest,
    data: Digest,
    top: MicroEpsilon,
    sensitivity: u64,
    layout: String,
}

/// Listings and sales as ledgers show them.
#[derive(Default)]
struct Sales {
    listings: BTreeMap<String, Terms>,
    /// By receipt: the listing's id, place in the ledger, level.
    sold: BTreeMap<String, (String, u64, MicroEpsilon)>,
}

impl Home {
    /// Audits files, and replays every release in them of the listing that `opening` (granted to this home) opens: both
    /// commitments and each release are computed again from the seeds and the data, bit for bit. Of a ledger it says
    /// which sales of the listing were not shown.
    ///
    /// # Errors
    /// As [`crate::audit_files`]; `decrypt` or `opening-refused` when the opening is not for this home or not one,
    /// `unknown-listing` when no file shows its listing, `path-layout` when another version of the mechanism made it.
    pub fn replay(&self, opening: &Path, files: &[PathBuf]) -> Result<AuditReport> {
        self.opened(opening)?.replay(files, &Work::silent())
    }

    /// Decrypts an opening granted to this home, to replay with it when and where one likes.
    ///
    /// # Errors
    /// `decrypt` or `opening-refused` when the opening is not for this home or not one.
    pub fn opened(&self, opening: &Path) -> Result<Opened> {
        let name = name_of(opening);
        let opening = read_opening(self, &read_file(opening, MAX_OPENING_FILE)?, &name)?;
        Ok(Opened { name, opening })
    }
}

/// A decrypted opening: the seeds and the data of a listing. It needs its home no more.
pub struct Opened {
    name: String,
    opening: Signed<Opening>,
}

impl Opened {
    /// As [`Home::replay`]. `work` is told as by [`crate::audit_files_with`], then of the releases replayed.
    ///
    /// # Errors
    /// The same but those of the opening; `stopped`.
    pub fn replay(&self, files: &[PathBuf], work: &Work<'_>) -> Result<AuditReport> {
        let Self { name, opening } = self;
        let (mut report, material) = audit_with(files, work, 700)?;
        let mut sales = Sales::default();
        for file in files {
            sales.read(file);
        }
        for shown in &material.shown {
            sales
                .listings
                .insert(shown.listing.to_string(), Terms::of_shown(shown));
        }
        let id = opening.payload().listing;
        let terms = sales.listings.get(&id.to_string()).ok_or_else(|| {
            Error::refused(
                ErrorCode::UnknownListing,
                format!("{name} opens listing {id}, which none of these files shows"),
            )
            .hint("Give the owner's ledger, or a bundle of that listing, too.")
        })?;
        if !fits(&mut report, name, opening, terms) {
            report.explain(
                CheckId::Replay,
                "not made: the opening is not of what the listing committed to",
            );
            return Ok(report);
        }
        let noise = Noise::of(opening, terms)?;
        let mut replayed = Vec::new();
        let replaying = work.stage(Step::Compare, material.shown.len() as u64, 700..1000);
        for (compared, shown) in (0..).zip(&material.shown) {
            replaying.tell(compared)?;
            if (shown.owner, shown.series) == (terms.owner, terms.seeds) {
                noise.check(&mut report, shown)?;
                replayed.push(shown);
            }
        }
        sum_up(&mut report, terms, &sales, &replayed);
        if !replayed.is_empty() && replayed.len() == material.shown.len() {
            report.lift_replay_limit();
        }
        Ok(report)
    }
}

/// Whether an opening is its listing's: its signer, and both commitments.
fn fits(report: &mut AuditReport, file: &str, opening: &Signed<Opening>, terms: &Terms) -> bool {
    let payload = opening.payload();
    let seeds = seed_commitment(&payload.seed_salt, &payload.top_seed, &payload.jump_seed);
    let data = data_commitment(&payload.data_salt, &payload.values);
    let mut fits = true;
    for (right, what, found, expected) in [
        (
            opening.signer() == terms.owner,
            "the opening is not signed by the listing's owner",
            format!("signed by {}", opening.signer()),
            format!("the owner, {}", terms.owner),
        ),
        (
            seeds == terms.seeds,
            "the seeds are not those that the listing committed to",
            format!("seeds: {seeds}"),
            format!("committed to: {}", terms.seeds),
        ),
        (
            data == terms.data,
            "the data are not those that the listing committed to",
            format!("data: {data}"),
            format!("committed to: {}", terms.data),
        ),
    ] {
        if right {
            report.hold(Comparison::held(Code::WrongOpening, file, found, expected));
        } else {
            report.fail(Finding::new(Code::WrongOpening, file, what));
            fits = false;
        }
    }
    fits
}

/// The path and the data of an opened listing.
struct Noise<'a> {
    path: NoisePath,
    values: &'a [i64],
}

impl<'a> Noise<'a> {
    fn of(opening: &'a Signed<Opening>, terms: &Terms) -> Result<Self> {
        if terms.layout != NoisePath::LAYOUT {
            return Err(Error::refused(
                ErrorCode::PathLayout,
                format!(
                    "the listing's noise was made as {:?}, and this program knows {:?}",
                    terms.layout,
                    NoisePath::LAYOUT
                ),
            )
            .hint("Replay it with the version of Poundwise that made it."));
        }
        let payload = opening.payload();
        let path = NoisePath::with_top(
            Sensitivity::new(terms.sensitivity).map_err(|e| mechanism(&e))?,
            Epsilon::from_micro(terms.top.get()).map_err(|e| mechanism(&e))?,
            Seed::from_bytes(*payload.top_seed.expose()),
            Seed::from_bytes(*payload.jump_seed.expose()),
        )
        .map_err(|e| mechanism(&e))?;
        Ok(Self {
            path,
            values: &payload.values,
        })
    }

    /// Says where a release is not data and noise; never what the values should be.
    fn check(&self, report: &mut AuditReport, shown: &Shown) -> Result<()> {
        let level = Epsilon::from_micro(shown.level.get()).map_err(|e| mechanism(&e))?;
        let noise = Zeroizing::new(
            self.path
                .read(0..self.values.len() as u64, level)
                .map_err(|e| mechanism(&e))?,
        );
        let right = |(i, value): &(usize, &i64)| {
            let sum = self
                .values
                .get(*i)
                .zip(noise.get(*i))
                .and_then(|(x, n)| x.checked_add(*n));
            sum == Some(**value)
        };
        let wrong: Vec<usize> = shown
            .values
            .iter()
            .enumerate()
            .filter(|pair| !right(pair))
            .map(|(i, _)| i)
            .collect();
        match wrong.first() {
            None if shown.values.len() == self.values.len() => report.hold(
                Comparison::held(
                    Code::ReplayDiffers,
                    shown.file.clone(),
                    format!("{} values at ε {}", shown.values.len(), shown.level),
                    "the same, bit for bit",
                )
                .about_entry(shown.sequence),
            ),
            first => {
                let what = first.map_or_else(
                    || format!("it has {} values, the data {}", shown.values.len(), self.values.len()),
                    |first| {
                        format!(
                            "{} of {} values are not the data with the path's noise at ε {}, value {first} first",
                            wrong.len(),
                            shown.values.len(),
                            shown.level
                        )
                    },
                );
                report.fail(
                    Finding::new(Code::ReplayDiffers, shown.file.clone(), what)
                        .about_entry(shown.sequence),
                );
            }
        }
        Ok(())
    }
}

fn mechanism(error: &gradual_release::Error) -> Error {
    Error::refused(
        ErrorCode::Mechanism,
        format!("the path cannot be read: {error}"),
    )
    .hint("Audit the listing: its levels or its sensitivity are out of range.")
}

/// What was replayed, and what the ledger has besides.
fn sum_up(report: &mut AuditReport, terms: &Terms, sales: &Sales, replayed: &[&Shown]) {
    let failed = report
        .checks
        .iter()
        .find(|check| check.id == CheckId::Replay)
        .map_or(0, |check| check.failed);
    let mut levels: Vec<MicroEpsilon> = replayed.iter().map(|shown| shown.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let levels: Vec<String> = levels.iter().map(|level| format!("ε {level}")).collect();
    let mut missing: Vec<(u64, MicroEpsilon)> = sales
        .sold
        .iter()
        .filter(|(receipt, (listing, ..))| {
            sales
                .listings
                .get(listing)
                .is_some_and(|l| (l.owner, l.seeds) == (terms.owner, terms.seeds))
                && !replayed
                    .iter()
                    .any(|shown| shown.receipt.to_string() == **receipt)
        })
        .map(|(_, (_, sequence, level))| (*sequence, *level))
        .collect();
    missing.sort_unstable();
    let what = format!("of “{}” computed again from seeds and data", terms.title);
    let releases = format::count(replayed.len() as u64, "release", "releases");
    let found = match (replayed.len(), failed) {
        (0, _) => format!("no release {what}: no bundle of it was given"),
        (_, 0) => format!(
            "{releases} {what} ({}), all the same bit for bit",
            levels.join(", ")
        ),
        _ => format!(
            "{failed} of {releases} {what} ({}) not the same",
            levels.join(", ")
        ),
    };
    report.explain(CheckId::Replay, found);
    if !missing.is_empty() {
        const SHOWN: usize = 10;
        let mut named: Vec<String> = missing
            .iter()
            .take(SHOWN)
            .map(|(sequence, level)| format!("receipt {sequence} at ε {level}"))
            .collect();
        if missing.len() > SHOWN {
            named.push(format!("and {} more", missing.len() - SHOWN));
        }
        report.limit(LimitCode::NotAllReplayed, format!(
            "Whether {} of “{}” in the ledger were delivered as the path has them: no bundle of theirs was given ({}).",
            format::count(missing.len() as u64, "other sale", "other sales"),
            terms.title,
            named.join(", ")
        ));
    }
}

impl Terms {
    fn of_shown(shown: &Shown) -> Self {
        Self {
            owner: shown.owner,
            title: shown.title.clone(),
            seeds: shown.series,
            data: shown.data,
            top: shown.top,
            sensitivity: shown.sensitivity,
            layout: shown.path_layout.clone(),
        }
    }

    fn of_listing(listing: &Signed<Listing>) -> Self {
        let payload = listing.payload();
        Self {
            owner: listing.signer(),
            title: payload.title.clone(),
            seeds: payload.seed_commitment,
            data: payload.data_commitment,
            top: payload.top_micro_epsilon,
            sensitivity: payload.sensitivity,
            layout: payload.path_layout.clone(),
        }
    }
}

impl Sales {
    /// Listings and receipts of a ledger, or a single listing. What does not verify is the audit's to report.
    fn read(&mut self, file: &Path) {
        let Ok(source) = open_regular(file) else {
            return;
        };
        match LedgerReader::new(BufReader::new(source)) {
            Ok(mut reader) => {
                while let Ok(Some(line)) = reader.next_line() {
                    self.take(&line.compact);
                }
            }
            Err(_) => {
                let limit = poundwise_documents::kinds::MAX_DOCUMENT as u64 + 2;
                if let Ok(text) = read_file(file, limit).map(String::from_utf8) {
                    self.take(text.unwrap_or_default().trim_end());
                }
            }
        }
    }

    /// Listings are verified, because the replay rests on them. Receipts were verified by the audit, which reports what
    /// is wrong with them; here they only tell which sales were not shown.
    fn take(&mut self, compact: &str) {
        match claimed_typ(compact).as_deref() {
            Some(Listing::TYP) => {
                if let Ok(listing) = Signed::<Listing>::verify(compact) {
                    self.listings
                        .insert(listing.id().to_string(), Terms::of_listing(&listing));
                }
            }
            Some(Receipt::TYP) => {
                if let Some(receipt) = Signed::<Receipt>::unverified_payload(compact) {
                    self.sold.insert(
                        DocumentId::of(compact).to_string(),
                        (
                            receipt.listing.to_string(),
                            receipt.sequence,
                            receipt.to_micro_epsilon,
                        ),
                    );
                }
            }
            _ => {}
        }
    }
}
