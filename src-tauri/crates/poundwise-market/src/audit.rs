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

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use poundwise_documents::{
    audit::{self, Input},
    finding::{CheckId, Code, Finding},
};

pub use poundwise_documents::audit::{Copied, Report as AuditReport};

pub(crate) use shown::{Material, Shown, name_of};

use crate::{
    error::{Error, Result},
    files::{io_error, write_file},
    view::{Exported, NoiseTest, NoiseVerdict},
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

/// As [`audit_files`], telling how far it is: bytes of the files verified, then files compared with the rest.
///
/// # Errors
/// As there; `stopped`, and then there is no report.
pub fn audit_files_with(files: &[PathBuf], work: &Work<'_>) -> Result<AuditReport> {
    audit_with(files, work).map(|(report, _)| report)
}

/// The same, and what was read of the files besides.
pub(crate) fn audit_with(files: &[PathBuf], work: &Work<'_>) -> Result<(AuditReport, Material)> {
    if files.is_empty() {
        return Err(Error::usage("no-files", "there is nothing to audit").hint(
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
            return Err(
                Error::usage("is-a-folder", format!("{} is a folder", path.display()))
                    .hint("Name the files in it, or a market's folder with published ledgers."),
            );
        }
        let file = File::open(path).map_err(|e| io_error(path, "read", &e))?;
        bytes += file.metadata().map_or(0, |about| about.len());
        inputs.push(Input::from_reader(name_of(path), file));
        ordinary.push(path.clone());
    }
    for log in &logs {
        inputs.extend(log.inputs());
    }
    let verifying = work.stage(Step::Verify, bytes, 0..800);
    let listener = |progress: audit::Progress| verifying.ask(progress.bytes);
    let mut report = audit::audit_with(inputs, &audit::Options::new().telling(&listener))
        .map_err(|audit::Stopped| stopped())?;
    let comparing = work.stage(
        Step::Compare,
        (ordinary.len() + logs.len()) as u64,
        800..1000,
    );
    let mut compared = 0;
    let mut tell = || {
        compared += 1;
        comparing.tell(compared - 1)
    };
    let material = Material::read(&ordinary, &mut tell)?;
    for log in &logs {
        tell()?;
        log.check(&mut report, &material);
    }
    check_noise(&mut report, &material);
    Ok((report, material))
}

/// The tests of the noise that an audit of these files makes, in numbers, for a figure: for each listing with values
/// enough how often each size of change was observed and expected.
///
/// # Errors
/// None: what cannot be read gives nothing to test.
pub fn noise_tests(files: &[PathBuf]) -> Result<Vec<NoiseTest>> {
    Ok(noise::test(&Material::read(files, &mut || Ok(()))?.shown).0)
}

fn check_noise(report: &mut AuditReport, material: &Material) {
    let (tests, two_answers) = noise::test(&material.shown);
    let mut told = 0;
    for test in &tests {
        match test.verdict {
            NoiseVerdict::Consistent => told += 1,
            NoiseVerdict::NotConsistent => report.fail(Finding::new(
                Code::NoiseLaw,
                test.titles.join(", "),
                noise::words(std::slice::from_ref(test)),
            )),
            NoiseVerdict::TooFew => {}
        }
    }
    report.hold(Code::NoiseLaw, told);
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
            .about_receipt(two.sequence),
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
                .map_err(|e| Error::failed("json", e.to_string()))?;
            text.push(b'\n');
            write_file(file, &text)
        }
        _ => Err(Error::usage(
            "report-format",
            format!("{} is neither .html nor .json", file.display()),
        )
        .hint("Give the report a name that ends in .html or .json.")),
    }
}
