//! Tables in databases.

use std::sync::Arc;

use poundwise_market::{
    DatasetName, ListingId, Result, Roles, WorkProgress,
    view::{
        DatabaseEngine, DatabaseSource, DatabaseView, DatasetView, EngineView, ImportOptions,
        LinkPreview, ListingStatement, TableSource,
    },
};
use tauri::{AppHandle, Runtime, State, ipc::Channel};

use crate::{
    grants::{Asked, Grants},
    session::{Answer, Session, read, work},
    typed::Typed,
    work::{long, long_change},
    works::Call,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("link");

/// Returns the database engines with their installed drivers.
#[tauri::command]
pub(crate) async fn engines() -> Answer<Vec<EngineView>> {
    work(|| Ok(poundwise_market::engines())).await
}

/// Connects to a database, and returns the tables that can be read.
#[tauri::command]
pub(crate) async fn explore_database(
    session: Shared<'_>,
    source: DatabaseSource,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<DatabaseView> {
    let own = Arc::clone(&session);
    long(&session, Call { id, progress }, move |work| {
        poundwise_market::explore_database(&granted(own.grants(), source)?, work)
    })
    .await
}

/// Returns the columns of a table in a database. No row is read.
#[tauri::command]
pub(crate) async fn preview_link(
    session: Shared<'_>,
    source: DatabaseSource,
    table: String,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<LinkPreview> {
    let own = Arc::clone(&session);
    long(&session, Call { id, progress }, move |work| {
        poundwise_market::preview_link(&granted(own.grants(), source)?, &table, work)
    })
    .await
}

#[tauri::command]
pub(crate) async fn link_dataset<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    source: TableSource,
    options: ImportOptions,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<DatasetView> {
    let own = Arc::clone(&session);
    long_change(&app, &session, Call { id, progress }, move |home| {
        super::sell::check_carried(own.grants(), options.carried.as_deref())?;
        let source = TableSource {
            database: granted(own.grants(), source.database)?,
            ..source
        };
        home.seller().begin_link(&source, &options)
    })
    .await
}

/// States another address of a linked table.
#[tauri::command]
pub(crate) async fn relink_dataset<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: Typed<DatasetName>,
    source: DatabaseSource,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<DatasetView> {
    let name = name.read()?;
    let own = Arc::clone(&session);
    long_change(&app, &session, Call { id, progress }, move |home| {
        let source = granted(own.grants(), source)?;
        home.seller().begin_relink(&name, &source)
    })
    .await
}

/// Returns the SQL statement that computed the numbers of a listing of a linked table.
#[tauri::command]
pub(crate) async fn listing_statement(
    session: Shared<'_>,
    id: Typed<ListingId>,
) -> Answer<ListingStatement> {
    let id = id.read()?;
    read(&session, move |home| home.seller().listing_statement(&id)).await
}

/// Returns the database, if the person chose its files: the driver, and the file of DuckDB.
///
/// # Errors
/// `path-not-chosen`, of `driver` if it is the driver.
fn granted(grants: &Grants, source: DatabaseSource) -> Result<DatabaseSource> {
    if let Some(driver) = source.stated_driver() {
        let chosen = grants.reading(Asked::from(driver));
        chosen.map_err(|problem| problem.of("driver"))?;
    }
    if source.engine == DatabaseEngine::DuckDb {
        grants.reading(Asked::from(source.address.trim()))?;
    }
    Ok(source)
}
