//! The buyer's workspace: market, orders, holdings.

use std::sync::Arc;

use poundwise_market::{
    Collection, Home, Progress, Tightening,
    view::{Collected, CopyView, Exported, HoldingView, ListingView, OrderView, Quote},
};
use tauri::{AppHandle, Runtime, State, ipc::Channel};

use crate::{
    grants::Asked,
    session::{Answer, Session, change, read},
    work::{Call, long_change, long_read, long_store},
};

type Shared<'a> = State<'a, Arc<Session>>;

#[tauri::command]
pub(crate) async fn market(
    session: Shared<'_>,
    search: Option<String>,
) -> Answer<Vec<ListingView>> {
    read(&session, move |home| {
        home.market(search.as_deref().filter(|text| !text.trim().is_empty()))
    })
    .await
}

#[tauri::command]
pub(crate) async fn quote(session: Shared<'_>, listing: String, to: String) -> Answer<Quote> {
    read(&session, move |home| home.quote(&listing, &to)).await
}

/// `half_width` is a decimal; `of` names the quantity where a response has several.
#[tauri::command]
pub(crate) async fn quote_for_accuracy(
    session: Shared<'_>,
    listing: String,
    half_width: String,
    of: Option<String>,
) -> Answer<Quote> {
    read(&session, move |home| {
        home.quote_for_accuracy(&listing, &half_width, of.as_deref())
    })
    .await
}

#[tauri::command]
pub(crate) async fn order<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    listing: String,
    to: String,
) -> Answer<OrderView> {
    change(&app, &session, move |home| home.order(&listing, &to)).await
}

#[tauri::command]
pub(crate) async fn orders(session: Shared<'_>) -> Answer<Vec<OrderView>> {
    read(&session, Home::orders).await
}

#[tauri::command]
pub(crate) async fn collect<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    id: String,
    progress: Channel<Progress>,
) -> Answer<Collected> {
    long_change(
        &app,
        &session,
        Call { id, progress },
        Home::begin_collection,
        Collection::run,
        Home::finish_collection,
    )
    .await
}

#[tauri::command]
pub(crate) async fn holdings(session: Shared<'_>) -> Answer<Vec<HoldingView>> {
    read(&session, Home::holdings).await
}

#[tauri::command]
pub(crate) async fn export_release(
    session: Shared<'_>,
    listing: String,
    format: String,
    file: Asked,
    id: String,
    progress: Channel<Progress>,
) -> Answer<Exported> {
    let own = Arc::clone(&session);
    long_read(
        &session,
        Call { id, progress },
        move |home| {
            let file = own.grants().writing(file)?;
            let export = home.begin_release_export(&listing, format.parse()?)?;
            Ok((export, file))
        },
        move |(export, file), work| export.run(&file, work),
    )
    .await
}

#[tauri::command]
pub(crate) async fn export_bundle(
    session: Shared<'_>,
    receipt: String,
    file: Asked,
    id: String,
    progress: Channel<Progress>,
) -> Answer<Exported> {
    let own = Arc::clone(&session);
    long_read(
        &session,
        Call { id, progress },
        move |home| {
            let file = own.grants().writing(file)?;
            Ok((home.begin_bundle_export(&receipt)?, file))
        },
        move |(export, file), work| export.run(&file, work),
    )
    .await
}

/// Once for each level: asking again writes the same bytes.
#[tauri::command]
pub(crate) async fn tighten(
    session: Shared<'_>,
    listing: String,
    to: String,
    file: Asked,
    id: String,
    progress: Channel<Progress>,
) -> Answer<CopyView> {
    let own = Arc::clone(&session);
    long_store(
        &session,
        Call { id, progress },
        move |home| home.begin_tighten(&listing, &to, &own.grants().writing(file)?),
        Tightening::run,
        Home::finish_tighten,
    )
    .await
}
