//! Audits: ledgers, bundles, checkpoints, documents and published logs, against themselves and each other. Needs no
//! home and no key.
//!
//! What documents alone can show, [`poundwise_documents::audit()`] checks. What takes the market or the mechanism is
//! added here: published logs, and the law of the noise.

mod chi_square;
mod noise;
mod published;
mod replay;
mod shown;

use std::path::{Path, PathBuf};

use poundwise_documents::{
    audit::{Input, Options, Progress, Stopped, audit_with as audit_documents},
    finding::{CheckId, Code, Comparison, Finding},
};

pub use poundwise_documents::audit::{Copied, Report as AuditReport};

pub use replay::Opened;
pub(crate) use shown::{Material, Shown, name_of};

use crate::{
    error::{Error, ErrorCode, Result},
    files::{open_regular, write_file},
    view::{Exported, NoiseVerdict},
    work::{Step, Work, stopped},
};

/// Audits any mix of ledgers, bundles, checkpoints, single documents and markets against themselves and each other.
/// Offline.
///
/// A market is named by its URL or folder; with `#` and an owner's key (`file:///market#kid`), or as the folder
/// `ledgers/<kid>` in it, only that owner's published log is meant. Bundles are read twice, and their values held.
///
/// # Errors
/// When a file cannot be opened, none is given, or a market has no published log. What is wrong inside a file is a
/// finding, not an error.
pub fn audit_files(files: &[PathBuf]) -> Result<AuditReport> {
    audit_files_with(files, &Work::silent())
}

/// As [`audit_files`]. `work` is told of the bytes of the files, then of the files and logs compared with each other.
///
/// # Errors
/// The same; `stopped`.
pub fn audit_files_with(files: &[PathBuf], work: &Work<'_>) -> Result<AuditReport> {
    audit_with(files, work, 1000).map(|(report, _)| report)
}

/// The same, and what was read of the files besides. It takes the work to `end`, in thousandths.
pub(crate) fn audit_with(
    files: &[PathBuf],
    work: &Work<'_>,
    end: u16,
) -> Result<(AuditReport, Material)> {
    if files.is_empty() {
        return Err(Error::usage(ErrorCode::NoFiles, "there is nothing to audit").hint(
            "Name ledgers (.ledger), bundles (.bundle), saved checkpoints, or a market: file:///path/to/market",
        ));
    }
    let mut inputs = Vec::new();
    let mut ordinary = Vec::new();
    let mut bytes = 0;
    let mut logs = Vec::new();
    for path in files {
        if let Some(found) = published::find(path)? {
            logs.extend(found);
            continue;
        }
        if path.is_dir() {
            return Err(Error::usage(
                ErrorCode::IsAFolder,
                format!("{} is a folder", path.display()),
            )
            .hint("Name the files in it, or a market's folder with published ledgers."));
        }
        let file = open_regular(path)?;
        bytes += file.metadata().map_or(0, |metadata| metadata.len());
        inputs.push(Input::from_reader(name_of(path), file));
        ordinary.push(path.clone());
    }
    for log in &logs {
        inputs.extend(log.inputs());
    }
    let verified = end / 10 * 9;
    let verifying = work.stage(Step::Verify, bytes, 0..verified);
    let tell = |progress: Progress| verifying.ask(progress.bytes);
    let mut report =
        audit_documents(inputs, &Options::new().telling(&tell)).map_err(|Stopped| stopped())?;
    let all = (ordinary.len() + logs.len()) as u64;
    let comparing = work.stage(Step::Compare, all, verified..end);
    let material = Material::read(&ordinary, &comparing)?;
    for (compared, log) in (ordinary.len() as u64..).zip(&logs) {
        comparing.tell(compared)?;
        log.check(&mut report, &material);
    }
    comparing.tell(all)?;
    check_noise(&mut report, &material);
    Ok((report, material))
}

fn check_noise(report: &mut AuditReport, material: &Material) {
    let (tests, two_answers) = noise::test(&material.shown, |owner, questions| {
        report.missing_bundles_of(owner, questions)
    });
    for test in &tests {
        match test.verdict {
            NoiseVerdict::Consistent => report.hold(Comparison::held(
                Code::NoiseLaw,
                test.titles.join(", "),
                format!(
                    "{} increments, {} unchanged",
                    test.increments, test.unchanged
                ),
                format!(
                    "{} to {} unchanged; p = {:.3}",
                    test.unchanged_low,
                    test.unchanged_high,
                    test.p_law.unwrap_or(test.p_unchanged)
                ),
            )),
            NoiseVerdict::NotConsistent => report.fail(Finding::new(
                Code::NoiseLaw,
                test.titles.join(", "),
                noise::words(std::slice::from_ref(test)),
            )),
            NoiseVerdict::TooFew => {}
        }
    }
    for two in &two_answers {
        report.fail(
            Finding::new(
                Code::NoiseLaw,
                two.file.clone(),
                format!(
                    "at ε {} these are other values than in {}: two noises, not one path, so that both together tell \
                     more than ε {}",
                    two.level, two.other, two.level
                ),
            )
            .about_entry(two.sequence),
        );
    }
    if two_answers.is_empty() {
        if tests.is_empty() {
            report.explain(
                CheckId::Noise,
                "too few values to tell: no two releases of one listing at different levels were given",
            );
        } else {
            report.explain(CheckId::Noise, noise::words(&tests));
        }
    }
    report.noise = tests;
}

/// Saves a report as one printable page (`.html`) or as JSON (`.json`).
///
/// # Errors
/// Another ending, or what the disk says.
pub fn save_report(report: &AuditReport, file: &Path) -> Result<Exported> {
    match file.extension().and_then(|e| e.to_str()) {
        Some("html" | "htm") => write_file(file, report.to_html().as_bytes()),
        Some("json") => {
            let mut text = serde_json::to_vec_pretty(report)
                .map_err(|e| Error::failed(ErrorCode::Json, e.to_string()))?;
            text.push(b'\n');
            write_file(file, &text)
        }
        _ => Err(Error::usage(
            ErrorCode::ReportFormat,
            format!("{} is neither .html nor .json", file.display()),
        )
        .hint("Give the report a name that ends in .html or .json.")),
    }
}
