//! Releases, checkpoints and keys that files show, read a second time for the checks that need more
//! than documents.

use std::{
    collections::HashMap,
    io::{BufRead, Read},
};

use gradual_release::mechanism::Mechanism;
use poundwise_documents::{
    bundle::{Bundle, MAX_BUNDLE, VerifiedBundle},
    checkpoint::UnverifiedCheckpoint,
    jws::AnyDocument,
    keys::PublicKey,
    kinds::Family,
    ledger::LedgerReader,
    units::{Digest, DocumentId, Kid, MicroEpsilon},
};

use crate::{Stopped, source::Source};

/// A release as a verified bundle shows it.
pub(crate) struct ShownRelease {
    pub(crate) file: String,
    pub(crate) owner: Kid,
    pub(crate) title: String,
    pub(crate) listing: DocumentId,
    /// The seed commitment, which all versions of a listing share.
    pub(crate) series: Digest,
    /// The data commitment, likewise.
    pub(crate) data: Digest,
    pub(crate) family: Family,
    pub(crate) path_layout: String,
    pub(crate) top: MicroEpsilon,
    pub(crate) level: MicroEpsilon,
    pub(crate) sensitivity: u64,
    pub(crate) values: Vec<i64>,
    pub(crate) receipt: DocumentId,
    pub(crate) sequence: u64,
}

impl ShownRelease {
    /// Returns the mechanism of the question, if it reaches the sensitivity.
    pub(crate) fn mechanism(&self) -> Option<Mechanism> {
        self.family.mechanism(self.sensitivity).ok()
    }
}

/// A checkpoint found in a file.
pub(crate) struct SeenNote {
    pub(crate) file: String,
    pub(crate) note: UnverifiedCheckpoint,
    /// Whether the checkpoint heads a ledger.
    pub(crate) of_ledger: bool,
}

/// The parts of a set of files that these checks need.
#[derive(Default)]
pub(crate) struct Material {
    pub(crate) shown: Vec<ShownRelease>,
    pub(crate) notes: Vec<SeenNote>,
    pub(crate) keys: HashMap<Kid, PublicKey>,
}

impl Material {
    /// Reads the files; what is wrong with one is the audit's to report, and here it shows nothing.
    /// `each` is called before each file, with the number of those read.
    ///
    /// # Errors
    /// [`Stopped`]: `each` cancelled it.
    pub(crate) fn read(
        sources: &[Source<'_>],
        each: &dyn Fn(u64) -> Result<(), Stopped>,
    ) -> Result<Self, Stopped> {
        let mut material = Self::default();
        for (read, source) in (0..).zip(sources) {
            each(read)?;
            if let Ok(file) = source.open() {
                material.take(source.name(), file);
            }
        }
        Ok(material)
    }

    fn take(&mut self, name: &str, mut source: impl BufRead) {
        let Ok(head) = source.fill_buf() else { return };
        if head.starts_with(b"PK") {
            let mut bytes = Vec::new();
            let read = source.take(MAX_BUNDLE as u64 + 1).read_to_end(&mut bytes);
            if read.is_ok_and(|length| length <= MAX_BUNDLE) {
                let bundle = Bundle::from_bytes(&bytes).and_then(|bundle| bundle.verify());
                if let Ok(bundle) = bundle {
                    self.take_bundle(name, &bundle);
                }
            }
        } else if head.starts_with(b"poundwise/") {
            self.take_ledger(name, source);
        } else if head.starts_with(b"eyJ") {
            let mut text = String::new();
            let limit = poundwise_documents::kinds::MAX_DOCUMENT as u64 + 2;
            if source.take(limit).read_to_string(&mut text).is_ok() {
                self.take_key(text.trim_end());
            }
        }
    }

    fn take_ledger(&mut self, name: &str, source: impl BufRead) {
        let Ok(mut reader) = LedgerReader::new(source) else {
            return;
        };
        self.notes.push(SeenNote {
            file: name.to_owned(),
            note: reader.checkpoint().clone(),
            of_ledger: !reader.is_checkpoint_only(),
        });
        // The first document is a listing of the owner's.
        if let Ok(Some(line)) = reader.next_line() {
            self.take_key(&line.compact);
        }
    }

    fn take_key(&mut self, compact: &str) {
        if let Ok(document) = AnyDocument::verify(compact) {
            self.keys.insert(document.key().kid(), document.key());
        }
    }

    fn take_bundle(&mut self, name: &str, bundle: &VerifiedBundle) {
        let listing = bundle.listing.payload();
        let receipt = bundle.receipt.payload();
        let owner = bundle.listing.signer();
        self.keys.insert(owner, bundle.listing.key());
        if let Ok(note) = UnverifiedCheckpoint::parse(bundle.checkpoint.note()) {
            self.notes.push(SeenNote {
                file: name.to_owned(),
                note,
                of_ledger: false,
            });
        }
        self.shown.push(ShownRelease {
            file: name.to_owned(),
            owner,
            title: listing.title.clone(),
            listing: bundle.listing.id(),
            series: listing.seed_commitment,
            level: receipt.to,
            family: listing.family,
            sensitivity: listing.sensitivity,
            values: bundle.rows.iter().map(|row| row.value).collect(),
            receipt: bundle.receipt.id(),
            sequence: receipt.sequence,
            data: listing.data_commitment,
            path_layout: listing.path_layout.clone(),
            top: listing.top,
        });
    }
}
