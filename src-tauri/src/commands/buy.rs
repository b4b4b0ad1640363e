//! The buyer's workspace: market, orders, holdings.

use std::{path::PathBuf, sync::Arc};

use poundwise_market::{
    ExportFormat, Home,
    view::{Collected, CopyView, Exported, HoldingView, ListingView, OrderView, Quote},
};
use tauri::{AppHandle, Runtime, State};

use crate::session::{Answer, Session, change, read};

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
) -> Answer<Collected> {
    change(&app, &session, Home::collect).await
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
    file: PathBuf,
) -> Answer<Exported> {
    read(&session, move |home| {
        let format: ExportFormat = format.parse()?;
        home.export_release_to(&listing, format, &file)
    })
    .await
}

#[tauri::command]
pub(crate) async fn export_bundle(
    session: Shared<'_>,
    receipt: String,
    file: PathBuf,
) -> Answer<Exported> {
    read(&session, move |home| home.export_bundle(&receipt, &file)).await
}

/// Once for each level: asking again writes the same bytes.
#[tauri::command]
pub(crate) async fn tighten(
    session: Shared<'_>,
    listing: String,
    to: String,
    file: PathBuf,
) -> Answer<CopyView> {
    read(&session, move |home| home.tighten(&listing, &to, &file)).await
}
