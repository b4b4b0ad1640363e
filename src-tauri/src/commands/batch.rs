//! Several columns listed together, and the codebooks that say how.

use std::sync::Arc;

use poundwise_market::{
    CodebookName, DatasetName, Roles, WorkProgress,
    view::{
        BatchPreview, CodebookColumn, CodebookView, Exported, ListingBatch, ListingsMade,
        ListingsProposed,
    },
};
use tauri::{AppHandle, Runtime, State, ipc::Channel};

use crate::{
    grants::{Asked, AskedFile},
    session::{Answer, Session, change, read},
    typed::Typed,
    work::long_change,
    works::Call,
};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("batch");

/// Returns a listing for each column of a dataset, as a codebook or the declared type says; no row
/// is looked at.
#[tauri::command]
pub(crate) async fn propose_listings(
    session: Shared<'_>,
    dataset: Typed<DatasetName>,
    codebook: Option<Typed<CodebookName>>,
) -> Answer<ListingsProposed> {
    let dataset = dataset.read()?;
    let codebook = codebook.map(|name| name.read()).transpose()?;
    read(&session, move |home| {
        home.seller()
            .propose_listings(&dataset, &[], codebook.as_ref())
    })
    .await
}

/// Returns previews of several listings, and the budget of their population with all of them; an
/// error in a row stands beside it.
#[tauri::command]
pub(crate) async fn preview_listings(
    session: Shared<'_>,
    batch: ListingBatch,
) -> Answer<BatchPreview> {
    read(&session, move |home| home.seller().sketch_listings(&batch)).await
}

/// Signs and publishes several listings together, or none.
#[tauri::command]
pub(crate) async fn create_listings<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    batch: ListingBatch,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<ListingsMade> {
    long_change(&app, &session, Call { id, progress }, move |home| {
        home.seller().begin_listings(&batch)
    })
    .await
}

#[tauri::command]
pub(crate) async fn codebooks(session: Shared<'_>) -> Answer<Vec<CodebookView>> {
    read(&session, |home| home.seller().codebooks()).await
}

/// Keeps a codebook under a name; `replace`: in place of one that has it.
#[tauri::command]
pub(crate) async fn keep_codebook<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: Typed<CodebookName>,
    columns: Vec<CodebookColumn>,
    replace: bool,
) -> Answer<CodebookView> {
    let name = name.read()?;
    change(&app, &session, move |home| {
        home.seller().keep_codebook(&name, &columns, replace)
    })
    .await
}

/// Keeps the codebook that a CSV file has.
#[tauri::command]
pub(crate) async fn import_codebook<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: Typed<CodebookName>,
    file: Asked,
    replace: bool,
) -> Answer<CodebookView> {
    let name = name.read()?;
    let own = Arc::clone(&session);
    change(&app, &session, move |home| {
        let file = own.grants().reading(file)?;
        home.seller().import_codebook(&name, &file, replace)
    })
    .await
}

/// Writes a codebook as a CSV file.
#[tauri::command]
pub(crate) async fn export_codebook(
    session: Shared<'_>,
    name: Typed<CodebookName>,
    file: AskedFile,
) -> Answer<Exported> {
    let name = name.read()?;
    let own = Arc::clone(&session);
    read(&session, move |home| {
        let file = own.grants().writing(file)?;
        home.seller().export_codebook(&name, &file)
    })
    .await
}

#[tauri::command]
pub(crate) async fn remove_codebook<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: Typed<CodebookName>,
) -> Answer<CodebookView> {
    let name = name.read()?;
    change(&app, &session, move |home| {
        home.seller().remove_codebook(&name)
    })
    .await
}
