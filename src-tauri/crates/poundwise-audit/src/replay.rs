//! Replay: every release of an opened listing, computed again from its seeds and data.

use std::{collections::BTreeMap, io::Read};

use gradual_release::{Progress, Seed, mechanism::NoisePath};
use poundwise_documents::{
    commitment::{data_commitment, seed_commitment},
    finding::{CheckId, Code, Comparison, Finding, SidePhrase, SideValue, sides},
    jws::{Signed, claimed_typ},
    kinds::{Family, Listing, MAX_DOCUMENT, MechanismError, Opening, Payload, Receipt},
    ledger::LedgerReader,
    units::{Digest, DocumentId, Kid, MicroEpsilon, SecretBytes},
};
use zeroize::Zeroizing;

use crate::{
    AuditReport, Evidence, ReportBuilder, Stopped,
    evidence::{AuditStep, Phase},
    material::ShownRelease,
    messages::{Counted, FoundMessage, Levels, ReplayProblem},
    report::{LimitDetail, UnreplayedSale},
    source::Source,
};

/// Reason why a replay was not made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// No file shows the listing that the opening opens.
    UnknownListing(DocumentId),
    /// Another version of the mechanism made the listing's noise.
    Layout {
        /// The layout that the listing states.
        made: String,
        /// The layout of its family.
        known: &'static str,
    },
    /// The listing's levels or its sensitivity are out of range.
    Mechanism(#[source] MechanismError),
    /// A callback stopped it.
    Stopped(#[from] Stopped),
}

impl From<gradual_release::Error> for ReplayError {
    fn from(error: gradual_release::Error) -> Self {
        Self::Mechanism(error.into())
    }
}

/// The parts of a listing that the replay needs.
struct Terms {
    owner: Kid,
    title: String,
    seeds: Digest,
    data: Digest,
    family: Family,
    top: MicroEpsilon,
    sensitivity: u64,
    layout: String,
}

/// Listings and sales as ledgers show them.
#[derive(Default)]
struct Sales {
    listings: BTreeMap<String, Terms>,
    /// Sales by receipt: the listing's id, place in the ledger, level.
    sold: BTreeMap<String, (String, u64, MicroEpsilon)>,
}

impl Evidence<'_> {
    /// Audits the files and logs, and replays every release in them of the listing that `opening`
    /// opens: both commitments and each release are computed again from the seeds and the data, bit
    /// for bit. Of a ledger the report says which sales of the listing were not shown. `name` is
    /// the opening's in the report.
    ///
    /// # Errors
    /// [`ReplayError`]. An opening that is not of what its listing committed to is a finding.
    pub fn replay(
        &self,
        name: &str,
        opening: &Signed<Opening>,
        progress: crate::evidence::Callback<'_>,
    ) -> Result<AuditReport, ReplayError> {
        let (mut report, material) = self.draft(progress)?;
        let mut sales = Sales::default();
        for source in self.sources() {
            sales.read(source);
        }
        for shown in &material.shown {
            sales
                .listings
                .insert(shown.listing.to_string(), Terms::of_shown(shown));
        }
        let id = opening.payload().listing;
        let terms = sales
            .listings
            .get(&id.to_string())
            .ok_or(ReplayError::UnknownListing(id))?;
        if !fits(&mut report, name, opening, terms) {
            report.explain(CheckId::Replay, FoundMessage::OpeningDoesNotFit);
            return Ok(report.finish());
        }
        let noise = Noise::of(opening, terms)?;
        let mut replayed = Vec::new();
        let total = material.shown.len() as u64;
        for (done, shown) in (0..).zip(&material.shown) {
            AuditStep {
                phase: Phase::Replay,
                done,
                total,
            }
            .ask(progress)?;
            if (shown.owner, shown.series) == (terms.owner, terms.seeds) {
                noise.check(&mut report, shown)?;
                replayed.push(shown);
            }
        }
        sum_up(&mut report, terms, &sales, &replayed);
        // The release of a bundle whose sale is refused was not computed.
        if replayed.len() == report.bundles() {
            report.lift_replay_limit();
        }
        Ok(report.finish())
    }
}

/// Returns whether an opening is its listing's: its signer, and both commitments.
fn fits(report: &mut ReportBuilder, file: &str, opening: &Signed<Opening>, terms: &Terms) -> bool {
    let payload = opening.payload();
    let seeds = seed_commitment(&payload.seed_salt, &payload.top_seed, &payload.jump_seed);
    let data = data_commitment(&payload.data_salt, &payload.values);
    let mut fits = true;
    for (right, problem, compared) in [
        (
            opening.signer() == terms.owner,
            ReplayProblem::Signer,
            sides(
                SidePhrase::SignedBy.with([opening.signer()]),
                SidePhrase::Owner.with([terms.owner]),
            ),
        ),
        (
            seeds == terms.seeds,
            ReplayProblem::Seeds,
            sides(
                SidePhrase::Seeds.with([seeds]),
                SidePhrase::CommittedTo.with([terms.seeds]),
            ),
        ),
        (
            data == terms.data,
            ReplayProblem::Data,
            sides(
                SidePhrase::Data.with([data]),
                SidePhrase::CommittedTo.with([terms.data]),
            ),
        ),
    ] {
        if right {
            report.hold(Comparison::held(Code::WrongOpening, file, compared));
        } else {
            report.fail(Finding::new(Code::WrongOpening, file, problem).comparing(compared));
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
    fn of(opening: &'a Signed<Opening>, terms: &Terms) -> Result<Self, ReplayError> {
        let mechanism = terms.family.mechanism(terms.sensitivity)?;
        if terms.layout != mechanism.layout() {
            return Err(ReplayError::Layout {
                made: terms.layout.clone(),
                known: mechanism.layout(),
            });
        }
        let payload = opening.payload();
        let seed = |bytes: &SecretBytes| Seed::from_bytes(*bytes.expose());
        let [top_seed, jump_seed] = [&payload.top_seed, &payload.jump_seed].map(seed);
        let path = mechanism.path(terms.top.get(), top_seed, jump_seed)?;
        Ok(Self {
            path,
            values: &payload.values,
        })
    }

    /// Says where a release is not data and noise; never what the values should be.
    fn check(&self, report: &mut ReportBuilder, shown: &ShownRelease) -> Result<(), ReplayError> {
        let all = 0..self.values.len() as u64;
        let noise = self
            .path
            .read(all, shown.level.get(), &Progress::silent())?;
        let noise = Zeroizing::new(noise);
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
        let values = |n: usize| SideValue::Values(n as u64);
        let shown_values = values(shown.values.len());
        match wrong.first() {
            None if shown.values.len() == self.values.len() => report.hold(
                Comparison::held(
                    Code::ReplayDiffers,
                    shown.file.clone(),
                    sides(
                        SidePhrase::ValuesAt.with([shown_values, shown.level.into()]),
                        SidePhrase::SameBits,
                    ),
                )
                .about_entry(shown.sequence),
            ),
            first => {
                let (problem, compared) = match first {
                    None => (
                        ReplayProblem::Length {
                            values: shown_values.clone(),
                            data: self.values.len() as u64,
                        },
                        sides(shown_values, values(self.values.len())),
                    ),
                    Some(first) => {
                        let [wrong, first] = [wrong.len(), *first].map(|n| n as u64);
                        let [count, index] = [wrong, first].map(SideValue::Count);
                        (
                            ReplayProblem::Values {
                                wrong,
                                values: shown.values.len() as u64,
                                level: shown.level,
                                first,
                            },
                            sides(
                                SidePhrase::WrongValues.with([count, shown_values, index]),
                                SidePhrase::SameBits,
                            ),
                        )
                    }
                };
                report.fail(
                    Finding::new(Code::ReplayDiffers, shown.file.clone(), problem)
                        .comparing(compared)
                        .about_entry(shown.sequence),
                );
            }
        }
        Ok(())
    }
}

/// Notes what was replayed, and what the ledger has besides.
fn sum_up(report: &mut ReportBuilder, terms: &Terms, sales: &Sales, replayed: &[&ShownRelease]) {
    let failed = report.failed(CheckId::Replay);
    let mut levels: Vec<MicroEpsilon> = replayed.iter().map(|shown| shown.level).collect();
    levels.sort_unstable();
    levels.dedup();
    let levels = Levels(levels);
    let mut missing: Vec<UnreplayedSale> = sales
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
        .map(|(_, (_, sequence, level))| UnreplayedSale {
            sequence: *sequence,
            level: *level,
        })
        .collect();
    missing.sort_unstable();
    let title = terms.title.clone();
    let releases = Counted::Releases {
        count: replayed.len() as u64,
    };
    let found = match (replayed.len(), failed) {
        (0, _) => FoundMessage::NotReplayed { title },
        (_, 0) => FoundMessage::ReplayedOf {
            releases,
            title,
            levels,
        },
        _ => FoundMessage::ReplayDiffers {
            failed,
            releases,
            title,
            levels,
        },
    };
    report.explain(CheckId::Replay, found);
    if !missing.is_empty() {
        report.limit(LimitDetail::NotReplayed {
            title: terms.title.clone(),
            sales: missing.len() as u64,
            first: missing.into_iter().take(LimitDetail::SHOWN).collect(),
        });
    }
}

impl Terms {
    fn of_shown(shown: &ShownRelease) -> Self {
        Self {
            owner: shown.owner,
            title: shown.title.clone(),
            seeds: shown.series,
            data: shown.data,
            family: shown.family,
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
            family: payload.family,
            top: payload.top,
            sensitivity: payload.sensitivity,
            layout: payload.path_layout.clone(),
        }
    }
}

impl Sales {
    /// Reads listings and receipts of a ledger, or a single listing. What does not verify is the
    /// audit's to report.
    fn read(&mut self, source: &Source<'_>) {
        let Ok(file) = source.open() else {
            return;
        };
        match LedgerReader::new(file) {
            Ok(mut reader) => {
                while let Ok(Some(line)) = reader.next_line() {
                    self.take(&line.compact);
                }
            }
            Err(_) => {
                let mut text = String::new();
                if let Ok(file) = source.open()
                    && file
                        .take(MAX_DOCUMENT as u64 + 2)
                        .read_to_string(&mut text)
                        .is_ok()
                {
                    self.take(text.trim_end());
                }
            }
        }
    }

    /// Takes a document. Listings are verified, because the replay rests on them. Receipts were
    /// verified by the audit, which reports what is wrong with them; here they only tell which
    /// sales were not shown.
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
                        (receipt.listing.to_string(), receipt.sequence, receipt.to),
                    );
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::finding::Recorder;

    use super::*;
    use crate::report::Known;

    /// Of a path of five numbers: those of a release, and those of the data.
    fn checked(change: impl FnOnce(&mut Vec<i64>)) -> AuditReport {
        let mechanism = Family::DiscreteLaplace.mechanism(1).unwrap();
        let path = || {
            let [top_seed, jump_seed] = [1, 2].map(|byte| Seed::from_bytes([byte; 32]));
            let path = mechanism.path(8_000_000, top_seed, jump_seed);
            path.unwrap()
        };
        let data = [10, 20, 30, 40, 50];
        let level = MicroEpsilon::new(1_000_000).unwrap();
        let drawn = path().read(0..5, level.get(), &Progress::silent());
        let mut values = data
            .iter()
            .zip(drawn.unwrap())
            .map(|(x, n)| x + n)
            .collect();
        change(&mut values);
        let digest = Digest::from_bytes([0; 32]);
        let id = DocumentId::from_bytes([0; 32]);
        let shown = ShownRelease {
            file: "it.bundle".to_owned(),
            owner: Kid::from_bytes([1; 32]),
            title: "It".to_owned(),
            listing: id,
            series: digest,
            data: digest,
            family: Family::DiscreteLaplace,
            path_layout: mechanism.layout().to_owned(),
            top: MicroEpsilon::new(8_000_000).unwrap(),
            level,
            sensitivity: 1,
            values,
            receipt: id,
            sequence: 3,
        };
        let noise = Noise {
            path: path(),
            values: &data,
        };
        let mut report = ReportBuilder::new(Recorder::default(), Known::default());
        noise.check(&mut report, &shown).unwrap();
        report.finish()
    }

    #[test]
    fn a_release_is_the_data_with_the_noise_in_every_value_and_in_their_number() {
        let report = checked(|_| {});
        let replayed = report.checks.iter().find(|c| c.id == CheckId::Replay);
        let replayed = replayed.unwrap();
        assert_eq!((replayed.made, replayed.failed), (1, 0));
        type Change<'a> = &'a dyn Fn(&mut Vec<i64>);
        let same = "the same, bit for bit";
        let second = "1 of 5 values wrong, value 2 first";
        let sixth = "1 of 6 values wrong, value 5 first";
        let cases: [(Change<'_>, &str, [&str; 2]); 4] = [
            (
                &|values| values[2] += 1,
                "1 of 5 values is not the sum of the data",
                [second, same],
            ),
            (&|values| values[2] += 1, "value 2", [second, same]),
            (
                &|values| values.truncate(4),
                "the release has 4 values, the data 5",
                ["4 values", "5 values"],
            ),
            (
                &|values| values.push(0),
                "1 of 6 values is not the sum of the data",
                [sixth, same],
            ),
        ];
        for (change, what, both) in cases {
            let report = checked(change);
            let [finding] = &report.findings[..] else {
                panic!("{:?}", report.findings)
            };
            assert_eq!(
                (finding.code, finding.entry),
                (Code::ReplayDiffers, Some(3))
            );
            let message = finding.message.to_string();
            assert!(message.contains(what), "{message}");
            let sides = [&finding.found, &finding.expected];
            assert_eq!(sides.map(|side| side.as_ref().unwrap().text()), both);
        }
    }
}
