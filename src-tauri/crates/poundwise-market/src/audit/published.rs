//! Logs as they are published on a market: whole, signed, and the same history as everything else that is shown.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    rc::Rc,
};

use poundwise_documents::{
    audit::{Input, LimitCode},
    checkpoint::{Checkpoint, UnverifiedCheckpoint},
    finding::{Code, Comparison, Finding},
    jws::Signed,
    kinds::{Listing, Payload},
    log::{Frontier, Hash},
    tiles::{TilesError, verify_log},
    units::{DocumentId, Kid},
};

use super::{AuditReport, Material};
use crate::{
    error::{Error, ErrorCode, Result},
    exchange::{MarketStore, PublishedLog, market_url},
    format,
};

/// One owner's log on a market.
pub(super) struct Published {
    name: String,
    store: Rc<MarketStore>,
    owner: Kid,
    /// The checkpoint's note, or why there is none.
    note: std::result::Result<String, String>,
    /// A listing of the owner's on the same market: it carries the key.
    listing: Option<Signed<Listing>>,
}

/// The published logs that an argument means, or `None` if it is an ordinary file or folder.
pub(super) fn find(argument: &Path) -> Result<Option<Vec<Published>>> {
    let text = argument.to_string_lossy();
    let is_url = text.contains("://");
    let (place, fragment) = match text.split_once('#') {
        Some((place, fragment)) if is_url => (place, Some(fragment)),
        _ => (text.as_ref(), None),
    };
    let folder = if is_url {
        market_url(place)?.1
    } else {
        argument.to_owned()
    };
    let named = |folder: &Path| -> Option<Kid> { folder.file_name()?.to_str()?.parse().ok() };
    let (root, owner) = match (named(&folder), folder.parent()) {
        (Some(kid), Some(ledgers)) if ledgers.ends_with("ledgers") => {
            (ledgers.parent().unwrap_or(ledgers), Some(kid))
        }
        _ => (folder.as_path(), None),
    };
    if !root.join("ledgers").is_dir() {
        return if is_url {
            Err(Error::refused(
                ErrorCode::NoPublishedLog,
                format!("there is no published ledger at {text}"),
            )
            .hint("Name a market's folder (file:///path/to/market), and after # the owner's key if it is to be one owner's.")
            .hint("A ledger that was exported is a file: name that."))
        } else {
            Ok(None)
        };
    }
    let owner = match fragment {
        None | Some("") => owner,
        Some(kid) => Some(kid.parse().map_err(|_| {
            Error::usage(
                ErrorCode::Kid,
                format!("{kid:?} in {text} is not an owner's key"),
            )
            .hint("`poundwise whoami` shows an owner its own; a listing shows its seller's.")
        })?),
    };
    let store = Rc::new(MarketStore::open(&root.to_string_lossy())?);
    let owners: Vec<Kid> = match owner {
        Some(owner) => vec![owner],
        None => store
            .folders("ledgers")?
            .iter()
            .filter_map(|name| name.parse().ok())
            .collect(),
    };
    let mut found = Vec::new();
    let number = owners.len();
    for owner in owners {
        let note = PublishedLog {
            store: &store,
            owner,
        }
        .note()?;
        // Of a whole market, one ledger that cannot be read keeps nobody from the others.
        if let (Err(why), 1) = (&note, number) {
            return Err(Error::refused(
                ErrorCode::NoPublishedLog,
                format!("{}: {why}", store.url()),
            )
            .hint(
                "The owner publishes it with the first sale, and again with `poundwise deliver`.",
            ));
        }
        found.push(Published {
            name: format!("{}#{owner}", store.url()),
            listing: listing_of(&store, owner)?,
            store: store.clone(),
            owner,
            note,
        });
    }
    if found.is_empty() {
        return Err(Error::refused(
            ErrorCode::NoPublishedLog,
            format!("no ledger is published at {text}"),
        )
        .hint("Owners publish theirs with the first sale."));
    }
    Ok(Some(found))
}

fn listing_of(store: &MarketStore, owner: Kid) -> Result<Option<Signed<Listing>>> {
    for entry in store.list("listings")?.entries {
        let listing = store
            .get(&entry, Listing::MAX_BYTES as u64 + 2)
            .ok()
            .and_then(|bytes| String::from_utf8(bytes).ok())
            .and_then(|text| Signed::<Listing>::verify(text.trim_end()).ok());
        if let Some(listing) = listing.filter(|listing| listing.signer() == owner) {
            return Ok(Some(listing));
        }
    }
    Ok(None)
}

/// What the log is asked for while it is read.
#[derive(Default)]
struct Answers {
    frontier: Frontier,
    sizes: BTreeSet<u64>,
    roots: BTreeMap<u64, Hash>,
    places: BTreeSet<u64>,
    entries: BTreeMap<u64, DocumentId>,
}

impl Answers {
    fn note_root(&mut self) {
        let size = self.frontier.size();
        if self.sizes.contains(&size) {
            self.roots.insert(size, self.frontier.root());
        }
    }

    fn take(&mut self, place: u64, receipt: DocumentId) {
        self.frontier.push(Hash::of_entry(receipt));
        self.note_root();
        if self.places.contains(&place) {
            self.entries.insert(place, receipt);
        }
    }
}

impl Published {
    /// What documents alone can check of it: the checkpoint, and the key to it.
    pub(super) fn inputs(&self) -> Vec<Input<'static>> {
        let note = self.note.iter().cloned();
        let mut inputs: Vec<_> = note
            .map(|note| Input::from_bytes(self.name.clone(), note.into_bytes()))
            .collect();
        inputs.extend(self.listing.as_ref().map(|listing| {
            Input::from_bytes(
                format!("{} (a listing of its owner)", self.name),
                listing.compact().as_bytes().to_vec(),
            )
        }));
        inputs
    }

    /// Reads all of the log: its tiles must be those of the signed root, and every checkpoint and receipt shown of this
    /// owner must be in it.
    pub(super) fn check(&self, report: &mut AuditReport, material: &Material) {
        let note = match &self.note {
            Ok(note) => note,
            Err(why) => {
                report.limit(
                    LimitCode::UnknownLog,
                    format!("The log at {} could not be read: {why}.", self.name),
                );
                return;
            }
        };
        let key = self
            .listing
            .as_ref()
            .map(Signed::key)
            .or_else(|| material.keys.get(&self.owner).copied());
        let Some(key) = key else {
            report.limit(LimitCode::UnknownLog, format!(
                "Whether the log at {} is its owner's: no document of the owner was given that carries its key.",
                self.name
            ));
            return;
        };
        // What is wrong with the checkpoint itself has been reported.
        let Ok(checkpoint) = Checkpoint::verify(note, &key) else {
            return;
        };
        let own =
            |note: &UnverifiedCheckpoint| note.owner() == self.owner && note.verify(&key).is_ok();
        let mut answers = Answers::default();
        answers.sizes.extend(
            material
                .notes
                .iter()
                .filter(|seen| own(&seen.note))
                .map(|seen| seen.note.size()),
        );
        answers.places.extend(
            material
                .shown
                .iter()
                .filter(|shown| shown.owner == self.owner)
                .map(|shown| shown.sequence),
        );
        answers.note_root();
        let log = PublishedLog {
            store: &self.store,
            owner: self.owner,
        };
        let read = verify_log(&log, &checkpoint, |place, receipt| {
            answers.take(place, receipt);
        });
        match read {
            Ok(()) => report.hold(Comparison::held(
                Code::LogRoot,
                self.name.clone(),
                format!("{} entries published", checkpoint.size()),
                format!("root {}", checkpoint.root()),
            )),
            Err(error) => {
                let code = match &error {
                    TilesError::Missing(_) | TilesError::Source(_) => Code::Unreadable,
                    _ => Code::LogRoot,
                };
                report.fail(Finding::new(
                    code,
                    self.name.clone(),
                    format!("the published log: {error}"),
                ));
                return;
            }
        }
        self.check_notes(report, material, &answers, checkpoint.size(), own);
        self.check_receipts(report, material, &answers);
    }

    fn check_notes(
        &self,
        report: &mut AuditReport,
        material: &Material,
        answers: &Answers,
        published: u64,
        own: impl Fn(&UnverifiedCheckpoint) -> bool,
    ) {
        for seen in material.notes.iter().filter(|seen| own(&seen.note)) {
            let size = seen.note.size();
            if size > published && seen.of_ledger {
                report.limit(LimitCode::Unpublished, format!(
                    "Whether the last {} of {} will be published: the log at {} has {published}.",
                    format::count(size - published, "entry", "entries"),
                    seen.file,
                    self.name
                ));
            } else if size > published {
                report.fail(Finding::new(
                    Code::RolledBack,
                    seen.file.clone(),
                    format!(
                        "this checkpoint counts {size} entries, the log published at {} has only {published}: \
                         entries were taken out, or the market shows an old copy",
                        self.name
                    ),
                ));
            } else if answers.roots.get(&size) == Some(&seen.note.root()) {
                report.hold(Comparison::held(
                    Code::Fork,
                    seen.file.clone(),
                    format!("{size} entries, root {}", seen.note.root()),
                    format!("the log published at {}", self.name),
                ));
            } else {
                report.fail(Finding::new(
                    Code::Fork,
                    seen.file.clone(),
                    format!(
                        "after {size} entries this checkpoint and the log published at {} have different roots: the \
                         owner signed two histories",
                        self.name
                    ),
                ));
            }
        }
    }

    fn check_receipts(&self, report: &mut AuditReport, material: &Material, answers: &Answers) {
        for shown in material.shown.iter().filter(|s| s.owner == self.owner) {
            match answers.entries.get(&shown.sequence) {
                Some(receipt) if *receipt == shown.receipt => report.hold(
                    Comparison::held(
                        Code::NotInLedger,
                        shown.file.clone(),
                        receipt.to_string(),
                        format!("the log published at {}", self.name),
                    )
                    .about_entry(shown.sequence),
                ),
                other => report.fail(
                    Finding::new(
                        Code::NotInLedger,
                        shown.file.clone(),
                        format!(
                            "the log published at {} has {} at place {}",
                            self.name,
                            if other.is_some() {
                                "another receipt"
                            } else {
                                "nothing"
                            },
                            shown.sequence
                        ),
                    )
                    .about_entry(shown.sequence),
                ),
            }
        }
    }
}
