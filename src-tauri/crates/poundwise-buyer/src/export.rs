//! Answers as files: tidy tables in CSV, JSON and Parquet, with the raw noise lattice beside them;
//! and whole bundles.

mod answer;
mod figures;
mod figures_again;
mod lattice;
mod snippet;

use std::{
    cell::Cell,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use poundwise_documents::bundle::VerifiedBundle;
use serde::{Deserialize, Serialize, Serializer, ser::SerializeSeq};
use zeroize::Zeroizing;

use crate::{
    Buyer,
    error::{Error, ErrorCode, ErrorPlace, NewFileFault, Result, stopped},
    files::write_with,
    held::{held_ciphertext, open_held},
    hint::Act,
    ids::{ListingId, ReceiptId},
    messages::{HoldingHint, HoldingMessage, LostClause},
    question::QuestionName,
    ranges::RangesWanted,
    spreadsheet::{CsvForm, cell},
    store::damaged,
    vault::Vault,
    view::{Exported, ReleaseExported},
    work::{Stage, Work, WorkStep},
};
use poundwise_home::messages::Identified;

pub use figures::FigureTable;
pub(crate) use figures::write_matrix;

/// Number of bytes written at once.
const PIECE: usize = 1 << 16;

/// File format of an exported answer, and of the raw lattice with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum ExportFormat {
    /// A header and one row an estimate. The lattice: one row a coordinate.
    Csv,
    /// A list of objects with the same fields. The lattice: one document with the values.
    Json,
    /// The same columns. The lattice: the signed values file as it came, byte for byte.
    Parquet,
}

/// An answer that is to be exported.
pub struct ReleaseExport {
    format: ExportFormat,
    csv: CsvForm,
    lattice: Option<PathBuf>,
    ranges: RangesWanted,
    sealed: Vec<u8>,
    vault: Arc<Vault>,
}

/// A bundle that is to be exported.
pub struct BundleExport {
    sealed: Vec<u8>,
    vault: Arc<Vault>,
}

impl Buyer<'_> {
    /// Returns the newest answer held of a listing, in a format.
    ///
    /// # Errors
    /// `no-such-id`, `nothing-held`.
    pub fn export_release(&self, listing: &ListingId, format: ExportFormat) -> Result<Vec<u8>> {
        self.begin_release_export(listing, format)?
            .into_bytes(&Work::silent())
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
        let sealed = self.newest_held(&question)?.ok_or_else(|| {
            damaged(LostClause::Answer {
                question: question.to_string(),
            })
        })?;
        Ok(ReleaseExport {
            format,
            csv: CsvForm::default(),
            lattice: None,
            ranges: RangesWanted::default(),
            sealed,
            vault: Arc::clone(&self.context.vault),
        })
    }

    /// Returns the bundle of a receipt this home holds, as it came.
    ///
    /// # Errors
    /// `no-such-id`; I/O errors, such as `disk-full`.
    pub fn export_bundle(&self, receipt: &ReceiptId, file: &Path) -> Result<Exported> {
        self.begin_bundle_export(receipt)?
            .run(file, &Work::silent())
    }

    /// Finds the bundle held of a receipt.
    ///
    /// # Errors
    /// `no-such-id`.
    pub fn begin_bundle_export(&self, receipt: &ReceiptId) -> Result<BundleExport> {
        let id = receipt
            .find(
                Identified::HeldReceipt,
                self.context.read().receipts_held()?,
                ToString::to_string,
            )
            .map_err(|e| e.hint(Act::ListHoldings.to(HoldingHint::ListReceipts)))?;
        Ok(BundleExport {
            sealed: held_ciphertext(self.context, &id)?,
            vault: Arc::clone(&self.context.vault),
        })
    }

    /// Returns the ciphertext of the newest bundle held of a question.
    pub(crate) fn newest_held(&self, question: &QuestionName) -> Result<Option<Vec<u8>>> {
        let receipt = self.context.read().held(question)?.receipt;
        receipt
            .map(|receipt| held_ciphertext(self.context, &receipt))
            .transpose()
    }

    /// Returns the question held of which a version has that id.
    pub(crate) fn held_question(&self, listing: &ListingId) -> Result<QuestionName> {
        let (_, question) = listing
            .find(
                Identified::HeldListing,
                self.context.read().listings_held()?,
                |(id, _)| id.to_string(),
            )
            .map_err(|e| e.hint(Act::ListHoldings.to(HoldingHint::ListHoldings)))?;
        Ok(question)
    }
}

impl BundleExport {
    /// Decrypts, verifies and writes it into a file, which is there whole or not at all. Needs no
    /// home.
    ///
    /// # Errors
    /// I/O errors, such as `disk-full`; `stopped`. Then the file is not there, or as it was.
    pub fn run(self, file: &Path, work: &Work<'_>) -> Result<Exported> {
        let opened = Opened::of(&self.vault, &self.sealed, work)?;
        write_with(file, |out| raw(&opened.plain, out, &opened.writing(work)))
    }
}

impl ReleaseExport {
    /// Has CSV files written in this form.
    #[must_use]
    pub fn with_csv(self, csv: CsvForm) -> Self {
        Self { csv, ..self }
    }

    /// Has these ranges and quantiles written too, below the estimates of the bins.
    #[must_use]
    pub fn with_ranges(self, ranges: RangesWanted) -> Self {
        Self { ranges, ..self }
    }

    /// Has the raw noise lattice written too, into a file of its own.
    #[must_use]
    pub fn with_lattice(self, file: PathBuf) -> Self {
        Self {
            lattice: Some(file),
            ..self
        }
    }

    /// Decrypts, verifies and writes it into a file, which is there whole or not at all, and only
    /// once its lattice is, where that is asked for. Needs no home.
    ///
    /// # Errors
    /// `file-exists`: the lattice is to be in the same file. I/O errors, such as `disk-full`;
    /// `stopped`. Then the files are not there, or as they were.
    pub fn run(self, file: &Path, work: &Work<'_>) -> Result<ReleaseExported> {
        if let Some(lattice) = &self.lattice {
            check_different(lattice, file)?;
        }
        let opened = Opened::of(&self.vault, &self.sealed, work)?;
        let writing = opened.writing(work);
        let form = (self.format, self.csv);
        let mut lattice = None;
        let exported = write_with(file, |out| {
            let Some(own) = &self.lattice else {
                return answer::write(&opened.bundle, &self.ranges, form, out, &writing);
            };
            answer::write(&opened.bundle, &self.ranges, form, out, &writing.part(0, 2))?;
            let written = write_with(own, |out| {
                let stage = writing.part(1, 2);
                lattice::write(&opened.bundle, &opened.plain, form, out, &stage)
            });
            lattice = Some(written.map_err(io::Error::other)?);
            Ok(())
        })?;
        Ok(ReleaseExported {
            python: snippet::python(form, &exported.file, !self.ranges.is_empty()),
            r: snippet::r(form, &exported.file, !self.ranges.is_empty()),
            file: exported.file,
            bytes: exported.bytes,
            lattice,
        })
    }

    /// Exports as [`ReleaseExport::run`] does, into memory, without the lattice.
    ///
    /// # Errors
    /// As there.
    pub fn into_bytes(self, work: &Work<'_>) -> Result<Vec<u8>> {
        let opened = Opened::of(&self.vault, &self.sealed, work)?;
        let mut bytes = Vec::new();
        answer::write(
            &opened.bundle,
            &self.ranges,
            (self.format, self.csv),
            &mut bytes,
            &opened.writing(work),
        )
        .map_err(not_written)?;
        Ok(bytes)
    }
}

/// Checks that two files are to be written, not one twice.
///
/// # Errors
/// `file-exists`.
fn check_different(own: &Path, answer: &Path) -> Result<()> {
    if !is_same(own, answer) {
        return Ok(());
    }
    Err(Error::usage(
        ErrorCode::FileExists,
        HoldingMessage::OneFileForBoth {
            file: answer.to_owned(),
        },
    )
    .hint(HoldingHint::NameOtherFile)
    .at(ErrorPlace::NewFile {
        fault: NewFileFault::OfTheAnswer,
    }))
}

/// Returns whether two paths are one file, as far as can be seen before they are written.
fn is_same(one: &Path, other: &Path) -> bool {
    let folder = |file: &Path| match file.parent() {
        Some(above) if above != Path::new("") => above.canonicalize().ok(),
        _ => Path::new(".").canonicalize().ok(),
    };
    one.file_name() == other.file_name() && folder(one) == folder(other)
}

/// The steps of an export.
const STEPS: [WorkStep; 2] = [WorkStep::Open, WorkStep::Write];

/// A bundle that is to be written, whole or in a form.
struct Opened {
    bundle: VerifiedBundle,
    plain: Zeroizing<Vec<u8>>,
}

impl Opened {
    fn of(vault: &Vault, sealed: &[u8], work: &Work<'_>) -> Result<Self> {
        let stage = work.through(&STEPS).at(WorkStep::Open, 0);
        let (bundle, plain) = open_held(vault, sealed, &stage)?;
        Ok(Self { bundle, plain })
    }

    /// Returns the I/O error of work that was stopped, which carries the error of the stop.
    fn writing<'a>(&self, work: &'a Work<'_>) -> Stage<'a> {
        let count = self.bundle.rows.len() as u64;
        work.through(&STEPS).at(WorkStep::Write, count)
    }
}

/// Writes bytes as they are, a piece for each few thousand coordinates.
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

/// Writes a row of CSV: numbers with their decimal sign, and texts so that no spreadsheet computes
/// them.
fn csv_row<'a>(
    out: &mut csv::Writer<&mut dyn Write>,
    form: CsvForm,
    cells: impl Iterator<Item = (&'a str, bool)>,
) -> io::Result<()> {
    let cells = cells.map(|(text, is_number)| {
        if is_number {
            form.number(text).into_owned()
        } else {
            cell(text).into_owned()
        }
    });
    out.write_record(cells).map_err(not_csv)
}

/// Returns a text as Python and R quote it: JSON's escapes are theirs too.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the error of an export into memory.
fn not_written(error: io::Error) -> Error {
    match error.downcast::<Error>() {
        Ok(own) => own,
        Err(error) => Error::failed(
            ErrorCode::Io,
            HoldingMessage::ExportFailed {
                why: error.to_string(),
            },
        ),
    }
}

/// Returns an I/O error of the same kind, by which the hint is chosen.
fn not_csv(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        _ => io::Error::other(Error::fault(HoldingMessage::RowsDiffer)),
    }
}

/// Writes a document and a line's end.
fn to_json(document: &impl Serialize, out: &mut dyn Write, stop: &Cell<bool>) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, document).map_err(|e| {
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
    use poundwise_documents::bundle::Bundle;

    use poundwise_documents::units::DecimalSign;
    use poundwise_query::Separator;

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

    const FILE: &[u8] = include_bytes!("../../poundwise-audit/tests/vectors/good/first.bundle");
    const FORMATS: [ExportFormat; 3] =
        [ExportFormat::Csv, ExportFormat::Json, ExportFormat::Parquet];

    #[test]
    fn what_is_written_last_may_fail_too() {
        let plain = Zeroizing::new(FILE.to_vec());
        let bundle = Bundle::from_bytes(FILE).unwrap().verify().unwrap();
        let silent = Stage::silent();
        for format in FORMATS {
            for failed in [
                answer::write(
                    &bundle,
                    &RangesWanted::default(),
                    (format, CsvForm::default()),
                    &mut Full,
                    &silent,
                ),
                lattice::write(
                    &bundle,
                    &plain,
                    (format, CsvForm::default()),
                    &mut Full,
                    &silent,
                ),
            ] {
                let failed = failed.unwrap_err();
                assert_eq!(failed.kind(), io::ErrorKind::StorageFull, "{format:?}");
            }
        }
    }

    /// As a spreadsheet of Germany opens it by a double click.
    #[test]
    fn csv_is_written_in_the_chosen_form_and_its_code_reads_it() {
        let plain = Zeroizing::new(FILE.to_vec());
        let bundle = Bundle::from_bytes(FILE).unwrap().verify().unwrap();
        let german = CsvForm {
            separator: Separator::Semicolon,
            decimal: DecimalSign::Comma,
            mark: true,
        };
        let silent = Stage::silent();
        let write = |csv| {
            let form = (ExportFormat::Csv, csv);
            let (mut rows, mut raw) = (Vec::new(), Vec::new());
            let none = RangesWanted::default();
            answer::write(&bundle, &none, form, &mut rows, &silent).unwrap();
            lattice::write(&bundle, &plain, form, &mut raw, &silent).unwrap();
            [rows, raw].map(|bytes| String::from_utf8(bytes).unwrap())
        };
        let read = |text: &str, separator| -> Vec<Vec<String>> {
            let mut reader = ::csv::ReaderBuilder::new();
            let mut reader = reader.delimiter(separator).from_reader(text.as_bytes());
            let rows = reader.records().map(|row| row.unwrap());
            rows.map(|row| row.iter().map(str::to_owned).collect())
                .collect()
        };
        for (plain, marked) in write(CsvForm::default()).iter().zip(&write(german)) {
            let marked = marked.strip_prefix('\u{feff}').unwrap();
            let (plain, marked) = (read(plain, b','), read(marked, b';'));
            assert_eq!(plain.len(), marked.len());
            for (one, other) in plain.iter().flatten().zip(marked.iter().flatten()) {
                assert!(one == other || one.replace('.', ",") == *other);
            }
        }
        let [answer, _] = write(german);
        let answer = answer.strip_prefix('\u{feff}').unwrap();
        let estimates: Vec<String> = read(answer, b';')
            .iter()
            .map(|row| row[1].clone())
            .collect();
        let [answer, _] = write(CsvForm::default());
        let plain: Vec<String> = read(&answer, b',')
            .iter()
            .map(|row| row[1].clone())
            .collect();
        let pointed = |cell: &String| cell.replace(',', ".");
        assert_eq!(estimates.iter().map(pointed).collect::<Vec<_>>(), plain);
        let code = snippet::python((ExportFormat::Csv, german), "a.csv", false);
        assert!(
            code.contains("utf-8-sig") && code.contains("delimiter=\";\""),
            "{code}"
        );
        let code = snippet::r((ExportFormat::Csv, german), "a.csv", false);
        assert!(code.contains("sep = \";\""), "{code}");
    }

    #[test]
    fn an_answer_and_its_lattice_are_one_file_only_in_one_folder() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (one, other) = (here.join("src/x.csv"), here.join("tests/x.csv"));
        assert!(!is_same(&one, &other));
        assert!(is_same(&one, &here.join("tests/../src/x.csv")));
        assert!(!is_same(&one, &here.join("src/y.csv")));
        // Tests run in the folder of their crate.
        for spelled in ["x.csv", "./x.csv", "src/../x.csv"] {
            assert!(is_same(Path::new("x.csv"), Path::new(spelled)), "{spelled}");
            assert!(
                is_same(&here.join("x.csv"), Path::new(spelled)),
                "{spelled}"
            );
            assert!(!is_same(&one, Path::new(spelled)), "{spelled}");
        }
    }

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports")
    }

    /// Returns what a bundle of known bytes is exported as, by the names of the files.
    fn exports() -> Vec<(String, Vec<u8>)> {
        let plain = Zeroizing::new(FILE.to_vec());
        let bundle = Bundle::from_bytes(FILE).unwrap().verify().unwrap();
        let silent = Stage::silent();
        let mut files = Vec::new();
        for (format, ending) in [(ExportFormat::Csv, "csv"), (ExportFormat::Json, "json")] {
            let (mut rows, mut raw) = (Vec::new(), Vec::new());
            let form = (format, CsvForm::default());
            answer::write(&bundle, &RangesWanted::default(), form, &mut rows, &silent).unwrap();
            lattice::write(&bundle, &plain, form, &mut raw, &silent).unwrap();
            files.push((format!("answer.{ending}"), rows));
            files.push((format!("lattice.{ending}"), raw));
            let name = format!("answer.{ending}");
            let code = snippet::python(form, &name, false).into_bytes();
            files.push((format!("read-{ending}.py"), code));
            let code = snippet::r(form, &name, false).into_bytes();
            files.push((format!("read-{ending}.R"), code));
        }
        let parquet = (ExportFormat::Parquet, CsvForm::default());
        for (code, name) in [
            (snippet::python(parquet, "answer.parquet", false), "py"),
            (snippet::r(parquet, "answer.parquet", false), "R"),
        ] {
            files.push((format!("read-parquet.{name}"), code.into_bytes()));
        }
        files
    }

    /// Field names and forms are a format: look at what has changed in it.
    #[test]
    #[ignore = "rewrites tests/exports"]
    fn write_the_exports() {
        std::fs::create_dir_all(folder()).unwrap();
        for (name, bytes) in exports() {
            std::fs::write(folder().join(name), bytes).unwrap();
        }
    }

    #[test]
    fn exports_are_as_they_were() {
        for (name, bytes) in exports() {
            let known = std::fs::read_to_string(folder().join(&name)).unwrap();
            assert_eq!(String::from_utf8(bytes).unwrap(), known, "{name}");
        }
    }
}
