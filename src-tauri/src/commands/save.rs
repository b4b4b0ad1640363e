//! What the window made itself, written into files: pictures and tables of its figures.

use std::sync::Arc;

use poundwise_market::view::Exported;

use tauri::State;

use crate::{
    grants::Asked,
    session::{Answer, Session, work},
};

/// `replace` says that the owner of a file that is there agreed to lose it, as the dialog asks.
#[tauri::command]
pub(crate) async fn save_text(
    session: State<'_, Arc<Session>>,
    file: Asked,
    contents: String,
    replace: bool,
) -> Answer<Exported> {
    let session = Arc::clone(&session);
    work(move || poundwise_market::save_text(&session.grants().writing(file)?, &contents, replace))
        .await
}

/// As [`save_text`], rows of cells as a CSV file.
#[tauri::command]
pub(crate) async fn save_table(
    session: State<'_, Arc<Session>>,
    file: Asked,
    rows: Vec<Vec<String>>,
    replace: bool,
) -> Answer<Exported> {
    let session = Arc::clone(&session);
    work(move || poundwise_market::save_table(&session.grants().writing(file)?, &rows, replace))
        .await
}
