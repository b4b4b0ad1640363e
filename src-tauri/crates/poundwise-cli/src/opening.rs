//! The home that a command is about, and how the command ended.

use std::path::PathBuf;

use poundwise_market::{
    Error, ErrorCode, Home, HomeOptions, Passphrase, Result, default_home_dir, default_state_dir,
};

use crate::args::Global;
use crate::messages::HomeMessage;
use crate::passphrase;

/// Result of a command that did its work.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The work was done as asked.
    Done,
    /// The work was done, and found something wrong.
    Wrong,
}

/// Returns the home's folder, named or the platform's.
pub(crate) fn home_dir(global: &Global) -> Result<PathBuf> {
    match &global.home {
        Some(dir) => Ok(dir.clone()),
        None => default_home_dir().ok_or_else(|| {
            Error::usage(ErrorCode::NoHomeFolder, HomeMessage::NoDataFolder)
                .hint(HomeMessage::NameHome)
        }),
    }
}

/// Returns the global options about a home.
pub(crate) fn home_options(global: &Global) -> HomeOptions {
    HomeOptions {
        market: global.market.clone(),
        program: "the command line",
        clock_is_right: global.clock_is_right,
        state: global.state.clone().or_else(default_state_dir),
        ..HomeOptions::default()
    }
}

/// Returns the home that the command works on.
pub(crate) fn open(global: &Global) -> Result<Home> {
    Ok(open_with(global)?.0)
}

/// Returns the home that the command works on, with the passphrase (or recovery key) that opened
/// it.
pub(crate) fn open_with(global: &Global) -> Result<(Home, Passphrase)> {
    let dir = home_dir(global)?;
    // Asked for before the passphrase: nobody should type one for a home that is not there.
    if !Home::exists(&dir) {
        return Err(
            Error::refused(ErrorCode::NoHome, HomeMessage::NoHome { folder: dir })
                .hint(HomeMessage::CreateHome),
        );
    }
    let passphrase = passphrase::ask(global.key_file.as_deref())?;
    let home = Home::open(&dir, &passphrase, &home_options(global))?;
    Ok((home, passphrase))
}
