//! What the window made itself, written into files: pictures and tables of its figures.

use std::sync::Arc;

use poundwise_market::view::Exported;

use tauri::State;

use crate::{
    grants::Asked,
    session::{Answer, Session, work},
};

signatures!("save");

/// Writes a text file, whole or not at all. `replace` says that the owner of a file that is there
/// agreed to lose it, as the dialog asks.
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

/// The same for a table, as CSV: what a spreadsheet would take for a formula stays a text.
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
