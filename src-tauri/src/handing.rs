//! A second start of the app hands its files to the window that is open. Each home has its own window:
//! a start without files, or for another home, opens another one.

use std::path::{Path, PathBuf};

use poundwise_market::{default_home_dir, holder};

use crate::{args::Args, config_folder, recent::Recent, session::PROGRAM};

/// The event that another start of the app has handed files over.
pub(crate) const HANDED: &str = "handed";

/// Hands the files of this start to the window of the home that is named, or else of the home that
/// was opened last among those that have one. Returns `false` if there is no such window.
pub(crate) fn hand_over(config: &tauri::Config, args: &Args) -> bool {
    if args.files.is_empty() {
        return false;
    }
    let homes = match &args.home {
        Some(home) => vec![home.clone()],
        None => homes(config_folder(config).map(|folder| Recent::in_folder(&folder))),
    };
    let open = homes.iter().find(|home| has_window(home));
    open.is_some_and(|home| holder::hand_over(home, &args.files).is_ok())
}

fn homes(recent: Option<Recent>) -> Vec<PathBuf> {
    let recent = recent.map(|recent| recent.homes()).unwrap_or_default();
    let recent = recent.into_iter().map(|home| home.dir.into());
    recent.chain(default_home_dir()).collect()
}

/// Returns whether a home is open in a window of this app.
pub(crate) fn has_window(home: &Path) -> bool {
    holder::holder(home).is_some_and(|holder| holder.program == PROGRAM)
}
