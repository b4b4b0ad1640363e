//! Files that the window itself made: pictures and tables of its figures; and the folders of
//! written files.

use std::{process::Command, sync::Arc, thread};

use poundwise_market::{Error, ErrorCode, view::Exported};

use tauri::State;

use crate::{
    grants::{Asked, AskedFile},
    messages::DesktopMessage,
    session::{Answer, Session, work},
};

signatures!("save");

/// Writes a text file, whole or not at all.
#[tauri::command]
pub(crate) async fn save_text(
    session: State<'_, Arc<Session>>,
    file: AskedFile,
    contents: String,
) -> Answer<Exported> {
    let session = Arc::clone(&session);
    work(move || {
        poundwise_market::write_file(&session.grants().writing(file)?, contents.as_bytes())
    })
    .await
}

/// Returns the same for a table, as CSV: a cell that a spreadsheet would take for a formula stays a
/// text.
#[tauri::command]
pub(crate) async fn save_table(
    session: State<'_, Arc<Session>>,
    file: AskedFile,
    rows: Vec<Vec<String>>,
) -> Answer<Exported> {
    let session = Arc::clone(&session);
    work(move || poundwise_market::save_table(&session.grants().writing(file)?, &rows)).await
}

/// Shows the folder of a file that was written, in the system's file manager.
#[tauri::command]
pub(crate) async fn open_folder(session: State<'_, Arc<Session>>, file: Asked) -> Answer<()> {
    let session = Arc::clone(&session);
    work(move || {
        let file = session.grants().reading(file)?;
        let Some(folder) = file.parent() else {
            return Ok(());
        };
        let mut shown = Command::new(FILE_MANAGER)
            .arg(folder)
            .spawn()
            .map_err(|e| {
                Error::failed(
                    ErrorCode::Io,
                    DesktopMessage::FolderNotShown {
                        program: FILE_MANAGER,
                        why: e.to_string(),
                    },
                )
                .hint(DesktopMessage::CopyPath)
            })?;
        // Its end is waited for, so that no dead process stays.
        thread::spawn(move || shown.wait());
        Ok(())
    })
    .await
}

/// The program that shows a folder.
const FILE_MANAGER: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};
