//! Audits of files in memory.

use poundwise_audit::report::State;
use poundwise_audit::{AuditReport, Input, Options, ReportBuilder, audit, draft};
use poundwise_documents::finding::CheckId;

pub(crate) fn audited(files: &[(&str, Vec<u8>)]) -> AuditReport {
    audit(
        files
            .iter()
            .map(|(name, bytes)| Input::from_bytes(*name, bytes.clone()))
            .collect(),
    )
}

/// As [`audited`], for more to be added.
pub(crate) fn drafted(files: &[(&str, Vec<u8>)]) -> ReportBuilder {
    let inputs = files
        .iter()
        .map(|(name, bytes)| Input::from_bytes(*name, bytes.clone()))
        .collect();
    draft(inputs, &Options::new()).unwrap()
}

pub(crate) fn one(bytes: Vec<u8>) -> AuditReport {
    audited(&[("file", bytes)])
}

pub(crate) fn state(report: &AuditReport, id: CheckId) -> State {
    report
        .checks()
        .iter()
        .find(|check| check.id == id)
        .unwrap()
        .state
}

/// When the reports of the tests are made.
pub(crate) fn made() -> poundwise_documents::units::Timestamp {
    "2026-11-30T12:00:00Z".parse().unwrap()
}
