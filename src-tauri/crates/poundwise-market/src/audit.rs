//! Audits of files: ledgers, bundles, checkpoints. Needs no home and no key.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

pub use poundwise_documents::audit::{Copied, Report as AuditReport};
use poundwise_documents::audit::{Input, audit};

use crate::{
    error::{Error, Result},
    files::{io_error, write_file},
    view::Exported,
};

/// Audits any mix of ledgers, bundles and checkpoints against themselves and each other. Offline.
///
/// # Errors
/// When a file cannot be opened, or none is given. What is wrong inside a file is a finding, not an error.
pub fn audit_files(files: &[PathBuf]) -> Result<AuditReport> {
    if files.is_empty() {
        return Err(Error::usage("no-files", "there is nothing to audit")
            .hint("Name ledgers (.ledger), bundles (.bundle) or saved checkpoints."));
    }
    let inputs = files
        .iter()
        .map(|path| {
            if path.is_dir() {
                return Err(
                    Error::usage("is-a-folder", format!("{} is a folder", path.display()))
                        .hint("Name the files in it."),
                );
            }
            let file = File::open(path).map_err(|e| io_error(path, "read", &e))?;
            let name = path.file_name().map_or_else(
                || path.display().to_string(),
                |n| n.to_string_lossy().into_owned(),
            );
            Ok(Input::from_reader(name, file))
        })
        .collect::<Result<Vec<_>>>()?;
    Ok(audit(inputs))
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
