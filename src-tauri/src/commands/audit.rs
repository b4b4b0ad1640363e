//! The auditor's workspace. It needs nothing of anybody's home.

use std::{path::PathBuf, sync::Arc};

use poundwise_market::{AuditReport, Error, Progress, view::Exported};
use tauri::{State, ipc::Channel};

use crate::{
    session::{Answer, Session, work},
    work::{Call, long},
};

type Shared<'a> = State<'a, Arc<Session>>;

#[tauri::command]
pub(crate) async fn audit_files(
    session: Shared<'_>,
    files: Vec<PathBuf>,
    id: String,
    progress: Channel<Progress>,
) -> Answer<AuditReport> {
    let own = Arc::clone(&session);
    long(&session, Call { id, progress }, move |work| {
        let report = poundwise_market::audit_files_with(&files, work)?;
        own.keep_report(Arc::new(report.clone()));
        Ok(report)
    })
    .await
}

/// Saves the last audit's report, as HTML or JSON by the file's ending.
#[tauri::command]
pub(crate) async fn save_report(session: Shared<'_>, file: PathBuf) -> Answer<Exported> {
    let session = Arc::clone(&session);
    work(move || match session.report() {
        Some(report) => poundwise_market::save_report(&report, &file),
        None => Err(Error::usage("no-report", "There is no report to save.")
            .hint("Check a ledger or a bundle first.")),
    })
    .await
}
