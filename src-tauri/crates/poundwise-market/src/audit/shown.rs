//! What bundles and checkpoints show to the checks that are made here, read from the files a second time.

use std::{
    collections::HashMap,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use poundwise_documents::{
    bundle::{Bundle, MAX_BUNDLE, VerifiedBundle},
    checkpoint::UnverifiedCheckpoint,
    jws::AnyDocument,
    keys::PublicKey,
    ledger::LedgerReader,
    units::{Digest, DocumentId, Kid, MicroEpsilon},
};

use crate::{error::Result, files::open_regular, work::Stage};

/// A release as a verified bundle shows it.
pub(crate) struct Shown {
    pub(crate) file: String,
    pub(crate) owner: Kid,
    pub(crate) title: String,
    pub(crate) listing: DocumentId,
    /// The seed commitment, which all versions of a listing share.
    pub(crate) series: Digest,
    /// The data commitment, likewise.
    pub(crate) data: Digest,
    pub(crate) path_layout: String,
    pub(crate) top: MicroEpsilon,
    pub(crate) level: MicroEpsilon,
    pub(crate) sensitivity: u64,
    pub(crate) values: Vec<i64>,
    pub(crate) receipt: DocumentId,
    pub(crate) sequence: u64,
}

/// A checkpoint found in a file.
pub(crate) struct SeenNote {
    pub(crate) file: String,
    pub(crate) note: UnverifiedCheckpoint,
    /// Whether it heads a ledger.
    pub(crate) of_ledger: bool,
}

/// Everything that the checks here need of a set of files.
#[derive(Default)]
pub(crate) struct Material {
    pub(crate) shown: Vec<Shown>,
    pub(crate) notes: Vec<SeenNote>,
    pub(crate) keys: HashMap<Kid, PublicKey>,
}

/// The name under which a file is reported.
pub(crate) fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |n| n.to_string_lossy().into_owned(),
    )
}

impl Material {
    /// Reads the files; what is wrong with one is the audit's to report, and here it shows nothing.
    ///
    /// # Errors
    /// `stopped`.
    pub(crate) fn read(files: &[PathBuf], reading: &Stage<'_>) -> Result<Self> {
        let mut material = Self::default();
        for (read, path) in (0..).zip(files) {
            reading.tell(read)?;
            if let Ok(file) = open_regular(path) {
                material.take(&name_of(path), BufReader::new(file));
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
        self.shown.push(Shown {
            file: name.to_owned(),
            owner,
            title: listing.title.clone(),
            listing: bundle.listing.id(),
            series: listing.seed_commitment,
            level: receipt.to_micro_epsilon,
            sensitivity: listing.sensitivity,
            values: bundle.rows.iter().map(|row| row.value).collect(),
            receipt: bundle.receipt.id(),
            sequence: receipt.sequence,
            data: listing.data_commitment,
            path_layout: listing.path_layout.clone(),
            top: listing.top_micro_epsilon,
        });
    }
}
