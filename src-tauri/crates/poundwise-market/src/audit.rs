//! Audits: ledgers, bundles, checkpoints, documents and published logs, against themselves and each
//! other. Needs no home and no key.
//!
//! What documents alone can show, [`poundwise_audit::audit()`] checks. What takes the market or the
//! mechanism is added here: published logs, and the law of the noise.

mod published;

use std::{
    fs,
    path::{Path, PathBuf},
};

use poundwise_audit::{
    Evidence, ReplayError, Stopped,
    evidence::{AuditStep, Phase, Source},
};
use poundwise_documents::{Language, jws::Signed, kinds::Opening};

pub use poundwise_audit::{
    AuditReport,
    report::{AuditView, Copied},
};

use poundwise_seller::{MAX_OPENING_FILE, read_opening};

use crate::{
    Clock,
    clock::timestamp,
    error::{Error, ErrorCode, ErrorPlace, QueryErrorCode, Result, stopped},
    exchange::MarketFile,
    files::{Exported, open_regular, read_file, write_file},
    home::{Home, Inside},
    messages::{AuditHint, AuditMessage},
    work::{Work, WorkStep},
};

/// Audits any mix of ledgers, bundles, checkpoints, single documents and markets against themselves
/// and each other. Offline.
///
/// A market is named by its URL or folder; with `#` and an owner's key (`file:///market#kid`), or
/// as the folder `ledgers/<kid>` in it, only that owner's published log is meant. Bundles are read
/// twice, and their values held.
///
/// # Errors
/// When a file cannot be opened, none is given, or a market has no published log. What is wrong
/// inside a file is a finding, not an error.
pub fn audit_files(files: &[PathBuf]) -> Result<AuditReport> {
    audit_files_with(files, &Work::silent())
}

/// Audits as [`audit_files`] does. `work` receives the bytes of the files, then of the files and
/// logs compared with each other.
///
/// # Errors
/// The same; `stopped`.
pub fn audit_files_with(files: &[PathBuf], work: &Work<'_>) -> Result<AuditReport> {
    audit_files_as(files, None, work)
}

/// Audits as [`audit_files_with`] does. The market of a `.market` file is read with the key in it.
/// Other markets on a server are read without one.
///
/// # Errors
/// The same; the errors of a market.
pub fn audit_files_as(
    files: &[PathBuf],
    member: Option<&MarketFile>,
    work: &Work<'_>,
) -> Result<AuditReport> {
    let evidence = evidence(files, member)?;
    let tell = |step| told(work, &[WorkStep::Verify, WorkStep::Compare], step);
    evidence.audit(&tell).map_err(|Stopped| stopped())
}

/// Tells how far an audit is that goes through those steps.
fn told(work: &Work<'_>, steps: &[WorkStep], told: AuditStep) -> std::ops::ControlFlow<()> {
    let step = match told.phase {
        Phase::Verify => WorkStep::Verify,
        Phase::Compare => WorkStep::Compare,
        Phase::Replay => WorkStep::Replay,
    };
    work.through(steps).at(step, told.total).ask(told.done)
}

/// Returns the files and published logs that arguments name.
fn evidence<'a>(files: &'a [PathBuf], member: Option<&MarketFile>) -> Result<Evidence<'a>> {
    if files.is_empty() {
        return Err(
            Error::usage(ErrorCode::NoFiles, AuditMessage::NothingToAudit)
                .hint(AuditHint::NameFiles),
        );
    }
    let mut sources = Vec::new();
    let mut logs = Vec::new();
    for path in files {
        if let Some(found) = published::find(path, member)? {
            logs.extend(found);
            continue;
        }
        if path.is_dir() {
            return Err(Error::usage(
                QueryErrorCode::IsAFolder,
                AuditMessage::Folder { path: path.clone() },
            )
            .hint(AuditHint::NameFilesInFolder)
            .at(ErrorPlace::of_path(path)));
        }
        let bytes = open_regular(path)?
            .metadata()
            .map_or(0, |metadata| metadata.len());
        sources.push(Source::new(name_of(path), bytes, || reopened(path)));
    }
    Ok(Evidence::new(sources, logs))
}

/// Returns a file that was opened before, and may have been replaced since.
fn reopened(path: &Path) -> std::io::Result<fs::File> {
    open_regular(path).map_err(|e| std::io::Error::other(e.to_string()))
}

/// Returns the name under which a file is reported.
fn name_of(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.display().to_string(),
        |n| n.to_string_lossy().into_owned(),
    )
}

/// A decrypted opening: the seeds and the data of a listing. It needs its home no more.
pub struct Opened {
    name: String,
    opening: Signed<Opening>,
}

impl Opened {
    /// Decrypts an opening granted to a home, to replay with it when and where one likes.
    ///
    /// # Errors
    /// `decrypt` or `opening-refused` when the opening is not for this home or not one.
    pub fn read(home: &Home, opening: &Path) -> Result<Self> {
        let name = name_of(opening);
        let opening = read_opening(home.inside(), &read_file(opening, MAX_OPENING_FILE)?, &name)?;
        Ok(Self { name, opening })
    }

    /// Audits files, and replays every release in them of the listing that it opens
    /// ([`Evidence::replay`]). `work` receives what [`audit_files_with`] reports, then the releases
    /// replayed.
    ///
    /// # Errors
    /// As [`audit_files`]; `unknown-listing` when no file shows its listing, `path-layout` when
    /// another version of the mechanism made it; `stopped`.
    pub fn replay(&self, files: &[PathBuf], work: &Work<'_>) -> Result<AuditReport> {
        let evidence = evidence(files, None)?;
        let tell = |step| {
            told(
                work,
                &[WorkStep::Verify, WorkStep::Compare, WorkStep::Replay],
                step,
            )
        };
        evidence
            .replay(&self.name, &self.opening, &tell)
            .map_err(|error| match error {
                ReplayError::Stopped(Stopped) => stopped(),
                ReplayError::UnknownListing(listing) => Error::refused(
                    ErrorCode::UnknownListing,
                    AuditMessage::UnknownListing {
                        file: self.name.clone(),
                        listing,
                    },
                )
                .hint(AuditHint::AddLedger),
                ReplayError::Layout { made, known } => Error::refused(
                    ErrorCode::PathLayout,
                    AuditMessage::OtherLayout { made, known },
                )
                .hint(AuditHint::UseOtherVersion),
                ReplayError::Mechanism(why) => {
                    Error::refused(ErrorCode::Mechanism, AuditMessage::NoNoise { why })
                        .hint(AuditHint::AuditListing)
                }
            })
    }
}

/// Saves a report as one printable page in `language` (`.html`) or as JSON (`.json`), which has no
/// language.
///
/// # Errors
/// `report-format` for another ending; I/O errors, such as `disk-full`.
pub fn save_report(
    report: &AuditReport,
    file: &Path,
    language: Language,
    clock: &dyn Clock,
) -> Result<Exported> {
    match file.extension().and_then(|e| e.to_str()) {
        Some("html" | "htm") => {
            let made_at = timestamp(clock)?;
            write_file(file, report.to_html(made_at, language).as_bytes())
        }
        Some("json") => {
            let mut text = serde_json::to_vec_pretty(report)
                .map_err(|e| Error::fault(AuditMessage::ReportNotEncoded { why: e.to_string() }))?;
            text.push(b'\n');
            write_file(file, &text)
        }
        _ => Err(Error::usage(
            ErrorCode::ReportFormat,
            AuditMessage::ReportFormat {
                file: file.to_owned(),
            },
        )
        .hint(AuditHint::EndInHtmlOrJson)),
    }
}
