//! Installed drivers, found by their manifests.
//!
//! A manifest is a TOML file that names the library of a driver (Apache Arrow ADBC, "Driver
//! Manifests"). `dbc install` and packages write them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::driver::Driver;
use crate::messages::DriverMessage;

/// The longest manifest that is read.
const LONGEST: u64 = 1 << 16;

/// A driver that a manifest names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstalledDriver {
    /// The checked file.
    pub driver: Driver,
    /// The driver's function, or empty for the usual one.
    pub entrypoint: String,
}

#[derive(Deserialize)]
struct Manifest {
    #[serde(rename = "Driver")]
    driver: ManifestDriver,
}

#[derive(Deserialize)]
struct ManifestDriver {
    #[serde(default)]
    entrypoint: String,
    shared: Shared,
}

/// The library, or one for each platform.
#[derive(Deserialize)]
#[serde(untagged)]
enum Shared {
    One(PathBuf),
    Each(BTreeMap<String, PathBuf>),
}

/// Returns the folders with manifests, the first one first: those of `ADBC_DRIVER_PATH`, of the
/// virtual environment, of the user and of the system.
#[must_use]
pub fn manifest_folders(variable: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let mut folders = Vec::new();
    if let Some(paths) = set("ADBC_DRIVER_PATH") {
        folders.extend(std::env::split_paths(&paths));
    }
    for prefix in ["VIRTUAL_ENV", "CONDA_PREFIX"] {
        folders.extend(set(prefix).map(|root| Path::new(&root).join("etc/adbc/drivers")));
    }
    let home = || set("HOME").map(|home| Path::new(&home).join(".config"));
    let configuration = set("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home);
    folders.extend(configuration.map(|folder| folder.join("adbc/drivers")));
    folders.push(PathBuf::from("/etc/adbc/drivers"));
    folders.retain(|folder| folder.is_absolute());
    folders
}

/// Returns the installed driver with this name, such as `postgresql`; `None` if no folder has its
/// manifest.
///
/// # Errors
/// [`DriverMessage::Manifest`] for a manifest that is unreadable or has no library for this platform;
/// [`DriverMessage::WritableByOthers`]; those of [`Driver::check`].
pub fn find_driver(
    name: &str,
    folders: &[PathBuf],
) -> Result<Option<InstalledDriver>, DriverMessage> {
    for folder in folders {
        let file = folder.join(name).with_extension("toml");
        if file.is_file() {
            return read(&file).map(Some);
        }
    }
    Ok(None)
}

fn read(file: &Path) -> Result<InstalledDriver, DriverMessage> {
    let wrong = || DriverMessage::Manifest {
        file: file.to_owned(),
    };
    // Whoever can change the manifest chooses the driver.
    let file = Driver::check(file)?.file().to_owned();
    let about = fs::metadata(&file).map_err(|_| wrong())?;
    if about.len() > LONGEST {
        return Err(wrong());
    }
    let text = fs::read_to_string(&file).map_err(|_| wrong())?;
    let manifest: Manifest = toml::from_str(&text).map_err(|_| wrong())?;
    let library = match manifest.driver.shared {
        Shared::One(library) => library,
        Shared::Each(mut libraries) => libraries.remove(&platform()).ok_or_else(wrong)?,
    };
    Ok(InstalledDriver {
        driver: Driver::check(&library)?,
        entrypoint: manifest.driver.entrypoint,
    })
}

/// Returns the platform as manifests name it, such as `linux_amd64`.
fn platform() -> String {
    let system = std::env::consts::OS;
    let architecture = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let libc = match cfg!(target_env = "musl") {
        true => "_musl",
        false => "",
    };
    format!("{system}_{architecture}{libc}")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn folders_are_in_order() {
        let folders = manifest_folders(|name| {
            let value = match name {
                "ADBC_DRIVER_PATH" => "/a:relative:/b",
                "VIRTUAL_ENV" => "/venv",
                "HOME" => "/home/ann",
                "XDG_CONFIG_HOME" => "",
                _ => return None,
            };
            Some(value.into())
        });
        let expected = [
            "/a",
            "/b",
            "/venv/etc/adbc/drivers",
            "/home/ann/.config/adbc/drivers",
            "/etc/adbc/drivers",
        ];
        assert_eq!(folders, expected.map(PathBuf::from));
    }

    #[test]
    fn manifests_name_drivers() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let library = root.join("driver.so");
        fs::write(&library, "").unwrap();
        let manifest = root.join("postgresql.toml");
        let found = |text: &str| {
            fs::write(&manifest, text).unwrap();
            find_driver("postgresql", &[root.join("none"), root.clone()])
        };
        let path = library.display();
        let expected = |entrypoint: &str| {
            Some(InstalledDriver {
                driver: Driver::check(&library).ok().unwrap(),
                entrypoint: entrypoint.to_owned(),
            })
        };
        let one = format!("name = 'x'\n[Driver]\nentrypoint = 'Init'\nshared = '{path}'\n");
        assert_eq!(found(&one).ok().unwrap(), expected("Init"));
        let each = format!(
            "[Driver.shared]\n{} = '{path}'\nplan9_mips = '/x'\n",
            platform()
        );
        assert_eq!(found(&each).ok().unwrap(), expected(""));
        for text in [
            "",
            "[Driver]",
            "[Driver.shared]\nplan9_mips = '/x'",
            "\u{0}",
        ] {
            let read = found(text);
            assert!(
                matches!(read, Err(DriverMessage::Manifest { .. })),
                "{text}"
            );
        }
        let missing = find_driver("duckdb", std::slice::from_ref(&root));
        assert!(missing.is_ok_and(|found| found.is_none()));
        fs::set_permissions(&manifest, Permissions::from_mode(0o666)).unwrap();
        let refused = find_driver("postgresql", &[root]);
        assert!(matches!(
            refused,
            Err(DriverMessage::WritableByOthers { .. })
        ));
    }
}
