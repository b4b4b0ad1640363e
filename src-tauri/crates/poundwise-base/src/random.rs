//! Randomness of the operating system.

use std::io;

use crate::error::{Error, ErrorCode, Result};
use crate::messages::MachineMessage;

fn no_randomness(error: impl std::error::Error) -> Error {
    let why = error.to_string();
    Error::failed(
        ErrorCode::NoRandomness,
        MachineMessage::NoRandomness { why },
    )
}

/// Returns a generator seeded by the operating system.
///
/// # Errors
/// `no-randomness`.
pub fn system_random() -> Result<rand::rngs::StdRng> {
    use rand::SeedableRng;
    rand::rngs::StdRng::try_from_rng(&mut rand::rngs::SysRng).map_err(no_randomness)
}

/// Returns fresh random bytes from the operating system.
///
/// # Errors
/// `no-randomness`.
pub fn random_bytes<const N: usize>() -> Result<[u8; N]> {
    use rand::TryRng;
    let mut bytes = [0u8; N];
    rand::rngs::SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(no_randomness)?;
    Ok(bytes)
}

/// Returns a random name for a temporary file.
///
/// # Errors
/// `no-randomness`, inside an I/O error.
pub fn part_name() -> io::Result<String> {
    let random = random_bytes::<12>().map_err(io::Error::other)?;
    let random: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!(".poundwise-{random}.part"))
}

/// Returns whether a file name has the form of [`part_name`].
pub fn is_part_name(name: &std::ffi::OsStr) -> bool {
    name.to_str()
        .and_then(|name| name.strip_prefix(".poundwise-")?.strip_suffix(".part"))
        .is_some_and(|random| {
            random.len() == 24 && random.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
}
