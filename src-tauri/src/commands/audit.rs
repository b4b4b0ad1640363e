//! The auditor's workspace. Only a replay and the alarms need a home.

use std::sync::Arc;

use poundwise_market::{
    AlarmNumber, AuditView, Error, ErrorCode, Opened, Roles, SystemClock, WorkProgress,
    view::{AlarmView, Exported, Language, Trusted},
};
use tauri::{AppHandle, Runtime, State, ipc::Channel};

use crate::{
    grants::{Asked, AskedFile},
    messages::DesktopMessage,
    session::{Answer, Session, change, read, work},
    work::long,
    works::Call,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("audit");

#[tauri::command]
pub(crate) async fn audit_files(
    session: Shared<'_>,
    files: Vec<Asked>,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<AuditView> {
    let own = Arc::clone(&session);
    long(&session, Call { id, progress }, move |work| {
        let files = own.grants().reading_all(files)?;
        let report = poundwise_market::audit_files_with(&files, work)?;
        own.keep_report(Arc::new(report.clone()));
        Ok(AuditView::of(report))
    })
    .await
}

/// Audits files, and replays what is in them of the listing that `opening`, granted to this home,
/// opens.
#[tauri::command]
pub(crate) async fn replay(
    session: Shared<'_>,
    opening: Asked,
    files: Vec<Asked>,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<AuditView> {
    // The home is asked for its key only: others may use it meanwhile.
    let own = Arc::clone(&session);
    let opened = read(&session, {
        let own = Arc::clone(&own);
        move |home| Opened::read(home, &own.grants().reading(opening)?)
    })
    .await?;
    long(&session, Call { id, progress }, move |work| {
        let files = own.grants().reading_all(files)?;
        let report = opened.replay(&files, work)?;
        own.keep_report(Arc::new(report.clone()));
        Ok(AuditView::of(report))
    })
    .await
}

/// Returns the owners that contradicted themselves, newest first.
#[tauri::command]
pub(crate) async fn alarms(session: Shared<'_>) -> Answer<Vec<AlarmView>> {
    read(&session, |home| home.buyer().alarms()).await
}

/// Goes on from one of the alarm's two checkpoints, for a reason; the evidence stays.
#[tauri::command]
pub(crate) async fn dismiss_alarm<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    number: AlarmNumber,
    trusted: Trusted,
    reason: String,
) -> Answer<AlarmView> {
    change(&app, &session, move |home| {
        home.buyer().dismiss_alarm(number, trusted, &reason)
    })
    .await
}

/// Saves the last audit's report, as HTML in `language` or as JSON by the file's ending.
#[tauri::command]
pub(crate) async fn save_report(
    session: Shared<'_>,
    file: AskedFile,
    language: Language,
) -> Answer<Exported> {
    let session = Arc::clone(&session);
    work(move || {
        let file = session.grants().writing(file)?;
        match session.report() {
            Some(report) => poundwise_market::save_report(&report, &file, language, &SystemClock),
            None => Err(Error::usage(ErrorCode::NoReport, DesktopMessage::NoReport)
                .hint(DesktopMessage::CheckFirst)),
        }
    })
    .await
}
