//! The owner's workspace: datasets, listings, inbox, books.

use std::{path::PathBuf, sync::Arc};

use poundwise_documents::kinds::Settlement;
use poundwise_market::{
    Approval, Draft, Home, Import, Payment, Progress, Reach, Sealing, Work, fetch_orders,
    view::{
        BooksView, CsvPreview, DatasetView, DraftPreview, Exported, Granted, ImportOptions,
        InboxItem, ListingCurves, ListingDraft, ListingView, OrderView, PopulationDraft,
        PopulationView, ReceiptView, SealPreview, SeenValues,
    },
};
use tauri::{AppHandle, Runtime, State, ipc::Channel};

use crate::{
    session::{Answer, Session, change, read, read_market, work},
    work::{Call, aside, long, long_change, long_read},
};

type Shared<'a> = State<'a, Arc<Session>>;

#[tauri::command]
pub(crate) async fn preview_csv(
    session: Shared<'_>,
    file: PathBuf,
    columns: Option<Vec<String>>,
    id: String,
    progress: Channel<Progress>,
) -> Answer<CsvPreview> {
    long(&session, Call { id, progress }, move |work| {
        poundwise_market::preview_csv(&file, &columns.into(), work)
    })
    .await
}

/// The values that one column of a file has, for an owner who asks.
#[tauri::command]
pub(crate) async fn seen_values(
    session: Shared<'_>,
    file: PathBuf,
    columns: Option<Vec<String>>,
    column: String,
    id: String,
    progress: Channel<Progress>,
) -> Answer<SeenValues> {
    long(&session, Call { id, progress }, move |work| {
        poundwise_market::data::seen_values(&file, &columns.into(), &column, work)
    })
    .await
}

#[tauri::command]
pub(crate) async fn import_dataset<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    file: PathBuf,
    options: ImportOptions,
    id: String,
    progress: Channel<Progress>,
) -> Answer<DatasetView> {
    long_change(
        &app,
        &session,
        Call { id, progress },
        move |home| home.begin_import(&file, &options),
        Import::run,
        Home::finish_import,
    )
    .await
}

#[tauri::command]
pub(crate) async fn datasets(session: Shared<'_>) -> Answer<Vec<DatasetView>> {
    read(&session, Home::datasets).await
}

#[tauri::command]
pub(crate) async fn remove_dataset<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: String,
) -> Answer<()> {
    change(&app, &session, move |home| home.remove_dataset(&name)).await
}

#[tauri::command]
pub(crate) async fn preview_seal(session: Shared<'_>, dataset: String) -> Answer<SealPreview> {
    read(&session, move |home| home.preview_seal(&dataset)).await
}

#[tauri::command]
pub(crate) async fn seal_dataset<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    dataset: String,
    accept_over_cap: bool,
    id: String,
    progress: Channel<Progress>,
) -> Answer<DatasetView> {
    long_change(
        &app,
        &session,
        Call { id, progress },
        move |home| home.begin_seal(&dataset, accept_over_cap),
        Sealing::run,
        Home::finish_seal,
    )
    .await
}

#[tauri::command]
pub(crate) async fn populations(session: Shared<'_>) -> Answer<Vec<PopulationView>> {
    read(&session, Home::populations).await
}

#[tauri::command]
pub(crate) async fn create_population<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    draft: PopulationDraft,
) -> Answer<PopulationView> {
    change(&app, &session, move |home| home.create_population(&draft)).await
}

#[tauri::command]
pub(crate) async fn set_cap<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    name: String,
    cap: String,
    reason: String,
) -> Answer<PopulationView> {
    change(&app, &session, move |home| {
        home.set_cap(&name, &cap, &reason)
    })
    .await
}

#[tauri::command]
pub(crate) async fn merge_populations<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    from: String,
    into: String,
) -> Answer<PopulationView> {
    change(&app, &session, move |home| {
        home.merge_populations(&from, &into)
    })
    .await
}

#[tauri::command]
pub(crate) async fn preview_listing(
    session: Shared<'_>,
    draft: ListingDraft,
) -> Answer<DraftPreview> {
    aside(
        &session,
        move |home| home.begin_listing(&draft),
        |draft| draft.sketch(),
    )
    .await
}

#[tauri::command]
pub(crate) async fn create_listing<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    draft: ListingDraft,
    id: String,
    progress: Channel<Progress>,
) -> Answer<ListingView> {
    long_change(
        &app,
        &session,
        Call { id, progress },
        move |home| home.begin_listing(&draft),
        Draft::run,
        Home::finish_listing,
    )
    .await
}

#[tauri::command]
pub(crate) async fn my_listings(session: Shared<'_>) -> Answer<Vec<ListingView>> {
    read(&session, Home::my_listings).await
}

#[tauri::command]
pub(crate) async fn withdraw_listing<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    id: String,
    reason: String,
) -> Answer<ListingView> {
    change(&app, &session, move |home| home.withdraw(&id, &reason)).await
}

#[tauri::command]
pub(crate) async fn reprice_listing<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    id: String,
    price: String,
) -> Answer<ListingView> {
    change(&app, &session, move |home| home.reprice(&id, &price)).await
}

#[tauri::command]
pub(crate) async fn seal_own_numbers<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    listing: String,
    id: String,
    progress: Channel<Progress>,
) -> Answer<ListingView> {
    long_change(
        &app,
        &session,
        Call { id, progress },
        move |home| home.begin_seal_own_numbers(&listing),
        Sealing::run,
        Home::finish_seal_own_numbers,
    )
    .await
}

/// Writes an opening of a listing, which reveals its data, for one auditor.
#[tauri::command]
pub(crate) async fn grant(
    session: Shared<'_>,
    what: String,
    recipient: String,
    file: PathBuf,
) -> Answer<Granted> {
    read(&session, move |home| home.grant(&what, &recipient, &file)).await
}

#[tauri::command]
pub(crate) async fn listing_curves(session: Shared<'_>, id: String) -> Answer<ListingCurves> {
    read_market(&session, Some(id.clone()), move |home| home.curves(&id)).await
}

#[tauri::command]
pub(crate) async fn inbox(session: Shared<'_>) -> Answer<Vec<InboxItem>> {
    let session = Arc::clone(&session);
    work(move || {
        let held = session.held()?;
        fetch_orders(&held, &Work::silent())?;
        held.ask(Home::waiting)
    })
    .await
}

#[tauri::command]
pub(crate) async fn answered(session: Shared<'_>) -> Answer<Vec<OrderView>> {
    read(&session, Home::answered).await
}

#[tauri::command]
pub(crate) async fn approve<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    order: String,
    settlement: Settlement,
    payment: String,
    id: String,
    progress: Channel<Progress>,
) -> Answer<ReceiptView> {
    long_change(
        &app,
        &session,
        Call { id, progress },
        move |home| {
            let reference = payment.trim().to_owned();
            home.begin_approval(
                &order,
                Payment {
                    settlement,
                    reference,
                },
            )
        },
        Approval::run,
        Home::finish_approval,
    )
    .await
}

#[tauri::command]
pub(crate) async fn decline<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    order: String,
    reason: String,
) -> Answer<OrderView> {
    change(&app, &session, move |home| home.decline(&order, &reason)).await
}

/// How many deliveries remain.
#[tauri::command]
pub(crate) async fn deliver<R: Runtime>(app: AppHandle<R>, session: Shared<'_>) -> Answer<u64> {
    change(&app, &session, Home::deliver).await
}

#[tauri::command]
pub(crate) async fn books(session: Shared<'_>) -> Answer<BooksView> {
    read(&session, Home::books).await
}

#[tauri::command]
pub(crate) async fn export_ledger(
    session: Shared<'_>,
    file: PathBuf,
    id: String,
    progress: Channel<Progress>,
) -> Answer<Exported> {
    long_read(
        &session,
        Call { id, progress },
        Home::begin_ledger_export,
        move |export, work| export.run(&file, work),
    )
    .await
}
