//! Releases as files: CSV, JSON, Parquet; and whole bundles.

use std::{
    cell::Cell,
    io::{self, Write},
    path::Path,
    sync::Arc,
};

use poundwise_documents::{
    bundle::{Bundle, VerifiedBundle},
    units::DocumentId,
};
use serde::{Deserialize, Serialize, Serializer, ser::SerializeSeq};
use zeroize::Zeroizing;

use crate::{
    buy::{
        Buyer,
        holdings::{held_ciphertext, open_held},
    },
    catalogue::Question,
    error::{Error, ErrorCode, Result},
    files::write_with,
    ids::{ListingId, ReceiptId},
    spreadsheet::cell,
    store::damaged,
    vault::Vault,
    view::Exported,
    work::{Stage, Step, Work, stopped},
};
use poundwise_query::estimate::{ListingShape, estimates_of};

/// How many bytes are written at once.
const PIECE: usize = 1 << 16;

/// In what form a release is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum ExportFormat {
    /// One row a coordinate: index, label, value in units, unit, value in lattice steps, changed.
    Csv,
    /// One document with the values, the estimates and the receipt's id.
    Json,
    /// The signed values file as it came, byte for byte.
    Parquet,
}

/// An export that is asked for, of a release or of a whole bundle.
pub struct ReleaseExport {
    form: Form,
    sealed: Vec<u8>,
    vault: Arc<Vault>,
}

enum Form {
    Release(ExportFormat),
    Bundle,
}

/// A release in JSON.
#[derive(Serialize)]
struct ReleaseJson<'a, V: Serialize, E: Serialize> {
    title: &'a str,
    listing: String,
    receipt: String,
    release: String,
    micro_epsilon: u64,
    unit: &'a str,
    step: String,
    values: V,
    estimates: E,
}

#[derive(Serialize)]
struct ValueJson {
    index: u64,
    label: String,
    lattice_steps: i64,
    changed: bool,
}

impl Buyer<'_> {
    /// The newest release held of a listing, in a format.
    ///
    /// # Errors
    /// `no-such-id`, `nothing-held`.
    pub fn export_release(&self, listing: &ListingId, format: ExportFormat) -> Result<Vec<u8>> {
        self.begin_release_export(listing, format)?
            .into_bytes(&Work::silent())
    }

    /// The same, into a file that is there whole or not at all.
    ///
    /// # Errors
    /// As [`Buyer::export_release`], and what the disk says.
    pub fn export_release_to(
        &self,
        listing: &ListingId,
        format: ExportFormat,
        file: &Path,
    ) -> Result<Exported> {
        self.begin_release_export(listing, format)?
            .run(file, &Work::silent())
    }

    /// Finds the newest release held of a listing: of any version of its question.
    ///
    /// # Errors
    /// `no-such-id`, `nothing-held`.
    pub fn begin_release_export(
        &self,
        listing: &ListingId,
        format: ExportFormat,
    ) -> Result<ReleaseExport> {
        let question = self.held_question(listing)?;
        let receipt = self
            .context
            .read()
            .held(&question)?
            .receipt
            .ok_or_else(|| damaged(format!("nothing is held of the question {question}")))?;
        self.export(Form::Release(format), &receipt)
    }

    /// The bundle of a receipt this home holds, as it came.
    ///
    /// # Errors
    /// `no-such-id`, and what the disk says.
    pub fn export_bundle(&self, receipt: &ReceiptId, file: &Path) -> Result<Exported> {
        self.begin_bundle_export(receipt)?
            .run(file, &Work::silent())
    }

    /// Finds the bundle held of a receipt.
    ///
    /// # Errors
    /// `no-such-id`.
    pub fn begin_bundle_export(&self, receipt: &ReceiptId) -> Result<ReleaseExport> {
        let id = receipt
            .find(
                "receipt that you hold",
                self.context.read().receipts_held()?,
                ToString::to_string,
            )
            .map_err(|e| e.hint("`poundwise holding list` shows your receipts."))?;
        self.export(Form::Bundle, &id)
    }

    fn export(&self, form: Form, receipt: &DocumentId) -> Result<ReleaseExport> {
        Ok(ReleaseExport {
            form,
            sealed: held_ciphertext(self.context, receipt)?,
            vault: Arc::clone(&self.context.vault),
        })
    }

    /// The question held of which a version has that id.
    pub(crate) fn held_question(&self, listing: &ListingId) -> Result<Question> {
        let (_, question) = listing
            .find(
                "listing that you hold",
                self.context.read().listings_held()?,
                |(id, _)| id.to_string(),
            )
            .map_err(|e| e.hint("`poundwise holding list` shows what you hold."))?;
        Ok(question)
    }
}

impl ReleaseExport {
    /// Decrypts, verifies and writes it into a file, which is there whole or not at all. Needs no home.
    ///
    /// # Errors
    /// What the disk says; `stopped`. Then the file is not there, or as it was.
    pub fn run(self, file: &Path, work: &Work<'_>) -> Result<Exported> {
        let opened = self.open(work)?;
        write_with(file, |out| opened.write(out, work))
    }

    /// As [`ReleaseExport::run`], into memory.
    ///
    /// # Errors
    /// As there.
    pub fn into_bytes(self, work: &Work<'_>) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(work)?
            .write(&mut bytes, work)
            .map_err(|e| match e.downcast::<Error>() {
                Ok(own) => own,
                Err(e) => Error::failed(ErrorCode::Io, format!("the export cannot be made: {e}")),
            })?;
        Ok(bytes)
    }

    fn open(&self, work: &Work<'_>) -> Result<Opened<'_>> {
        let stage = work.through(&STEPS).at(Step::Open, 0);
        let (bundle, plain) = open_held(&self.vault, &self.sealed, &stage)?;
        Ok(Opened {
            form: &self.form,
            bundle,
            plain,
        })
    }
}

/// The steps of an export.
const STEPS: [Step; 2] = [Step::Open, Step::Write];

/// A bundle that is to be written in a form.
struct Opened<'a> {
    form: &'a Form,
    bundle: VerifiedBundle,
    plain: Zeroizing<Vec<u8>>,
}

impl Opened<'_> {
    /// What was stopped is an I/O error that carries its own.
    fn write(&self, out: &mut dyn Write, work: &Work<'_>) -> io::Result<()> {
        let count = self.bundle.rows.len() as u64;
        let writing = work.through(&STEPS).at(Step::Write, count);
        match self.form {
            Form::Bundle => raw(&self.plain, out, &writing),
            Form::Release(ExportFormat::Parquet) => {
                let bundle = Bundle::from_bytes(&self.plain).map_err(|e| {
                    io::Error::other(Error::failed(ErrorCode::Values, e.to_string()))
                })?;
                raw(bundle.values(), out, &writing)
            }
            Form::Release(ExportFormat::Csv) => csv(&self.bundle, out, &writing),
            Form::Release(ExportFormat::Json) => {
                json(&self.bundle, out, &writing.part(0, 2), &writing.part(1, 2))
            }
        }
    }
}

/// Bytes as they are, a piece for each few thousand coordinates.
fn raw(bytes: &[u8], out: &mut dyn Write, stage: &Stage<'_>) -> io::Result<()> {
    for (i, piece) in bytes.chunks(PIECE).enumerate() {
        let part = (i * PIECE) as u128 * u128::from(stage.total()) / bytes.len() as u128;
        stage
            .tell(u64::try_from(part).unwrap_or(u64::MAX))
            .map_err(io::Error::other)?;
        out.write_all(piece)?;
    }
    stage.tell(stage.total()).map_err(io::Error::other)
}

fn csv(bundle: &VerifiedBundle, out: &mut dyn Write, stage: &Stage<'_>) -> io::Result<()> {
    let listing = bundle.listing.payload();
    let mut out = csv::Writer::from_writer(out);
    out.write_record([
        "index",
        "label",
        "value",
        "unit",
        "lattice_steps",
        "changed",
    ])
    .map_err(not_csv)?;
    for (i, row) in bundle.rows.iter().enumerate() {
        stage.tell_each(i).map_err(io::Error::other)?;
        let value = listing
            .step
            .times(row.value)
            .map_or_else(String::new, |v| v.to_string());
        out.write_record([
            row.index.to_string().as_str(),
            &cell(&row.label),
            &value,
            &cell(&listing.unit),
            &row.value.to_string(),
            &row.changed.to_string(),
        ])
        .map_err(not_csv)?;
    }
    out.flush()?;
    stage.tell(stage.total()).map_err(io::Error::other)
}

/// What the disk says keeps its kind, by which the way out is told.
fn not_csv(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        _ => io::Error::other(Error::failed(
            ErrorCode::Csv,
            "the export cannot be made: its rows are not all as wide",
        )),
    }
}

fn json(
    bundle: &VerifiedBundle,
    out: &mut dyn Write,
    values: &Stage<'_>,
    estimates: &Stage<'_>,
) -> io::Result<()> {
    let listing = bundle.listing.payload();
    let numbers: Vec<i64> = bundle.rows.iter().map(|row| row.value).collect();
    let shape = ListingShape::of(listing);
    let level = bundle.release.payload().micro_epsilon;
    let read = bundle.rows.iter().map(|row| ValueJson {
        index: row.index,
        label: row.label.clone(),
        lattice_steps: row.value,
        changed: row.changed,
    });
    let estimated = estimates_of(&shape, &numbers, level).map_err(io::Error::other)?;
    let stop = Cell::new(false);
    let json = ReleaseJson {
        title: &listing.title,
        listing: bundle.listing.id().to_string(),
        receipt: bundle.receipt.id().to_string(),
        release: bundle.release.id().to_string(),
        micro_epsilon: level.get(),
        unit: &listing.unit,
        step: listing.step.to_string(),
        values: Told::new(read, values, &stop),
        estimates: Told::new(estimated, estimates, &stop),
    };
    serde_json::to_writer_pretty(&mut *out, &json).map_err(|e| {
        if stop.get() {
            io::Error::other(stopped())
        } else {
            io::Error::from(e)
        }
    })?;
    out.write_all(b"\n")
}

/// A sequence that is made as it is written, once, and tells how much of it is.
struct Told<'a, I> {
    items: Cell<Option<I>>,
    stage: &'a Stage<'a>,
    stop: &'a Cell<bool>,
}

impl<'a, I> Told<'a, I> {
    fn new(items: I, stage: &'a Stage<'a>, stop: &'a Cell<bool>) -> Self {
        Self {
            items: Cell::new(Some(items)),
            stage,
            stop,
        }
    }

    fn tell<E: serde::ser::Error>(&self, told: Result<()>) -> std::result::Result<(), E> {
        told.map_err(|error| {
            self.stop.set(true);
            E::custom(error.message())
        })
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Told<'_, I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(None)?;
        for (i, item) in self.items.take().into_iter().flatten().enumerate() {
            self.tell(self.stage.tell_each(i))?;
            sequence.serialize_element(&item)?;
        }
        self.tell(self.stage.tell(self.stage.total()))?;
        sequence.end()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Has no room, however late it is asked.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_is_written_last_may_fail_too() {
        let file = include_bytes!("../../../poundwise-audit/tests/vectors/good/first.bundle");
        let bundle = Bundle::from_bytes(file).unwrap().verify().unwrap();
        let silent = Stage::silent();
        for failed in [
            csv(&bundle, &mut Full, &silent),
            json(&bundle, &mut Full, &silent, &silent),
            raw(file, &mut Full, &silent),
        ] {
            assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        }
    }
}
