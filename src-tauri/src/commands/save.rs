//! What the window made itself, written into files: pictures and tables of its figures.

use std::path::PathBuf;

use poundwise_market::view::Exported;

use crate::session::{Answer, work};

/// `replace` says that the owner of a file that is there agreed to lose it, as the dialog asks.
#[tauri::command]
pub(crate) async fn save_text(file: PathBuf, contents: String, replace: bool) -> Answer<Exported> {
    work(move || poundwise_market::save_text(&file, &contents, replace)).await
}
