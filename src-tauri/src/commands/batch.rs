//! Several columns listed together, and the codebooks that say how.

use std::sync::Arc;

use poundwise_market::{
    CodebookName, DatasetName, Roles, WorkProgress,
    view::{
        BatchForm, BatchPreview, BatchReadings, CodebookView, Exported, ListingsMade, ProposedForm,
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

/// Returns a row of the form for each column of a dataset, as a codebook or the declared type says;
/// no row of the table is looked at. Decimals have a point.
#[tauri::command]
pub(crate) async fn propose_listings(
    session: Shared<'_>,
    dataset: Typed<DatasetName>,
    codebook: Option<Typed<CodebookName>>,
) -> Answer<ProposedForm> {
    let dataset = dataset.read()?;
    let codebook = codebook.map(|name| name.read()).transpose()?;
    read(&session, move |home| {
        let seller = home.seller();
        let proposed = seller.propose_listings(&dataset, &[], codebook.as_ref())?;
        Ok(proposed.into())
    })
    .await
}

/// Reads the form of several listings, field by field.
#[tauri::command]
pub(crate) async fn read_listings(session: Shared<'_>, form: BatchForm) -> Answer<BatchReadings> {
    read(&session, move |home| {
        let faults = home.seller().read_batch_form(&form)?.faults().to_vec();
        Ok(BatchReadings { faults })
    })
    .await
}

/// Returns previews of several listings, and the budget of their population with all of them; an
/// error in a row stands beside it.
#[tauri::command]
pub(crate) async fn preview_listings(session: Shared<'_>, form: BatchForm) -> Answer<BatchPreview> {
    read(&session, move |home| {
        let seller = home.seller();
        seller.sketch_listings(&seller.read_batch_form(&form)?)
    })
    .await
}

/// Signs and publishes several listings together, or none.
#[tauri::command]
pub(crate) async fn create_listings<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    form: BatchForm,
    id: String,
    progress: Channel<WorkProgress>,
) -> Answer<ListingsMade> {
    long_change(&app, &session, Call { id, progress }, move |home| {
        let seller = home.seller();
        seller.begin_listings(&seller.read_batch_form(&form)?.batch()?)
    })
    .await
}

#[tauri::command]
pub(crate) async fn codebooks(session: Shared<'_>) -> Answer<Vec<CodebookView>> {
    read(&session, |home| home.seller().codebooks()).await
}

/// Keeps the ticked rows of the form as a codebook; `replace`: in place of one of that name.
#[tauri::command]
pub(crate) async fn keep_codebook<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: Typed<CodebookName>,
    form: BatchForm,
    replace: bool,
) -> Answer<CodebookView> {
    let name = name.read()?;
    change(&app, &session, move |home| {
        home.seller().keep_codebook_of(&name, &form, replace)
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
