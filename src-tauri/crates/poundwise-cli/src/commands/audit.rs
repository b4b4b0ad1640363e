//! `audit`: what holds and what does not, needing no home.

use std::path::{Path, PathBuf};

use poundwise_market::{AuditReport, Error, Result, audit_files, save_report};

use crate::output::Output;
use crate::run::Outcome;

pub(crate) fn audit(
    out: &mut Output,
    files: &[PathBuf],
    save_to: Option<&Path>,
) -> Result<Outcome> {
    for file in files {
        if file.to_str().is_some_and(is_url) {
            return Err(Error::usage(
                "audit-url",
                format!("{} is an address, and an audit reads files", file.display()),
            )
            .hint("Published ledgers come as files: ask the owner for the exported ledger and name that file."));
        }
    }
    if let Some(file) = save_to {
        let known = file.extension().is_some_and(|ending| {
            ending.eq_ignore_ascii_case("html") || ending.eq_ignore_ascii_case("json")
        });
        if !known {
            return Err(Error::usage(
                "report-format",
                format!(
                    "a report is saved as .html or .json, not as {}",
                    file.display()
                ),
            )
            .hint("Give the file one of these endings."));
        }
    }
    let report = audit_files(files)?;
    let saved = save_to.map(|file| save_report(&report, file)).transpose()?;
    out.answer(&report, || words(&report))?;
    if let Some(saved) = saved {
        out.words(&format!("\nReport saved as {}\n", saved.file))?;
    }
    Ok(if holds(&report) {
        Outcome::Done
    } else {
        Outcome::Wrong
    })
}

fn is_url(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

pub(crate) fn holds(_report: &AuditReport) -> bool {
    true
}

fn words(report: &AuditReport) -> String {
    format!("{}\n", report.headline)
}
