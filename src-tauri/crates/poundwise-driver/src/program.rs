//! The program that loads drivers.

use std::path::PathBuf;

use crate::messages::DriverMessage;

/// Name of the program's file.
const NAME: &str = "poundwise-engine";

/// Returns the file of `poundwise-engine`: in the folder of this program, or in the folder above it,
/// as in a build.
///
/// # Errors
/// [`DriverMessage::NotStarted`] if neither has it.
pub fn engine_program() -> Result<PathBuf, DriverMessage> {
    let own = std::env::current_exe().and_then(|own| own.canonicalize());
    let own = own.map_err(|_| DriverMessage::NotStarted)?;
    own.ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join(NAME))
        .find(|file| file.is_file())
        .ok_or(DriverMessage::NotStarted)
}
