//! The system's dialogs. What a person chooses in one is granted to the page, and nothing else is.

use std::{path::PathBuf, sync::Arc};

use poundwise_market::check_output;
use serde::Deserialize;
use tauri::{AppHandle, Manager, Runtime, State};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};

use crate::session::{Answer, Session, work};

type Shared<'a> = State<'a, Arc<Session>>;

signatures!("dialogs");

/// A kind of file that a dialog offers.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, rename = "FileFilter"))]
pub(crate) struct Filter {
    name: String,
    extensions: Vec<String>,
}

/// Asks for files to read.
#[tauri::command]
pub(crate) async fn choose_files<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    title: String,
    filters: Vec<Filter>,
) -> Answer<Vec<PathBuf>> {
    let session = Arc::clone(&session);
    work(move || {
        let chosen = dialog(&app, &title, &filters).blocking_pick_files();
        let chosen: Vec<PathBuf> = chosen
            .unwrap_or_default()
            .into_iter()
            .filter_map(path)
            .collect();
        session.grants().read(chosen.iter().map(PathBuf::as_path));
        Ok(chosen)
    })
    .await
}

/// Asks for the folder of a home or a market.
#[tauri::command]
pub(crate) async fn choose_folder<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    title: String,
) -> Answer<Option<PathBuf>> {
    let session = Arc::clone(&session);
    work(move || {
        let chosen = dialog(&app, &title, &[])
            .blocking_pick_folder()
            .and_then(path);
        if let Some(folder) = &chosen {
            session.grants().folder(folder);
        }
        Ok(chosen)
    })
    .await
}

/// Asks for a file to write, and for confirmation if it exists. Rejects a file in a market, in the
/// folder of the marks, or in a home outside its `exports` folder.
#[tauri::command]
pub(crate) async fn choose_save_file<R: Runtime>(
    app: AppHandle<R>,
    session: Shared<'_>,
    title: String,
    suggested: PathBuf,
    filters: Vec<Filter>,
) -> Answer<Option<PathBuf>> {
    let session = Arc::clone(&session);
    work(move || {
        let mut dialog = dialog(&app, &title, &filters);
        if let Some(folder) = suggested.parent().filter(|folder| folder.is_dir()) {
            dialog = dialog.set_directory(folder);
        }
        if let Some(name) = suggested.file_name() {
            dialog = dialog.set_file_name(name.to_string_lossy());
        }
        let chosen = dialog.blocking_save_file().and_then(path);
        if let Some(file) = &chosen {
            check_output(file)?;
            session.grants().write(file);
        }
        Ok(chosen)
    })
    .await
}

fn dialog<R: Runtime>(app: &AppHandle<R>, title: &str, filters: &[Filter]) -> FileDialogBuilder<R> {
    let mut dialog = app.dialog().file().set_title(title);
    if let Some(window) = app.get_webview_window("main") {
        dialog = dialog.set_parent(&window);
    }
    for filter in filters {
        let extensions: Vec<&str> = filter.extensions.iter().map(String::as_str).collect();
        dialog = dialog.add_filter(&filter.name, &extensions);
    }
    dialog
}

/// Returns the path of a chosen file: a dialog on this system names files by their paths.
fn path(chosen: FilePath) -> Option<PathBuf> {
    chosen.into_path().ok()
}
