//! The drivers that are installed, by their manifests.
//!
//! A manifest is a file such as `postgresql.toml`, which an installer of drivers writes. It names
//! the driver's file for each kind of machine (ADBC, *Driver Manager and Manifests*, version 1).

use std::ffi::OsString;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use crate::driver::Driver;
use crate::engine::DatabaseEngine;
use crate::messages::DriverMessage;
use crate::owned::{Distrust, owned};

/// The longest manifest, in bytes.
const LONGEST: u64 = 1 << 16;

/// The only version of manifests.
const VERSION: &str = "1";

/// A driver that is installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundDriver {
    /// The driver's file.
    pub driver: Driver,
    /// The driver's function, or empty for the usual one.
    pub entrypoint: String,
    /// The manifest that names it.
    pub manifest: PathBuf,
}

/// Returns the folders to search for manifests: first those of `ADBC_DRIVER_PATH`, then the user's,
/// then the system's. `variable` returns a variable of the environment.
#[must_use]
pub fn manifest_folders(variable: impl Fn(&str) -> Option<OsString>) -> Vec<PathBuf> {
    let paths = variable("ADBC_DRIVER_PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&paths).collect();
    let configuration = variable("XDG_CONFIG_HOME").map(PathBuf::from);
    let configuration =
        configuration.or_else(|| Some(PathBuf::from(variable("HOME")?).join(".config")));
    folders.extend(configuration.map(|folder| folder.join("adbc/drivers")));
    folders.push("/etc/adbc/drivers".into());
    // A relative folder depends on where the program was started.
    folders.retain(|folder| folder.is_absolute());
    folders
}

/// Finds the driver of an engine by the first manifest with its name.
///
/// # Errors
/// A [`DriverMessage`] that says how to install the driver if no folder has a manifest;
/// [`DriverMessage::BadManifest`]; [`DriverMessage::ManifestWritableByOthers`] for a manifest that
/// others can change; those of [`Driver::check`].
pub fn find_driver(
    engine: DatabaseEngine,
    folders: &[PathBuf],
) -> Result<FoundDriver, DriverMessage> {
    let mut files = folders
        .iter()
        .map(|folder| folder.join(format!("{engine}.toml")));
    let Some(manifest) = files.find(|file| file.exists()) else {
        return Err(match engine {
            DatabaseEngine::PostgreSql => DriverMessage::NoPostgreSqlDriver,
            DatabaseEngine::DuckDb => DriverMessage::NoDuckDbDriver,
            DatabaseEngine::Spark => DriverMessage::NoSparkDriver,
        });
    };
    let bad = || DriverMessage::BadManifest {
        file: manifest.clone(),
    };
    let file = owned(&manifest).map_err(|distrust| match distrust {
        Distrust::NotAFile | Distrust::Unreadable => bad(),
        Distrust::Writable(place) => DriverMessage::ManifestWritableByOthers {
            file: manifest.clone(),
            place,
        },
    })?;
    let (shared, entrypoint) = read(&file).ok_or_else(bad)?;
    Ok(FoundDriver {
        driver: Driver::check(Path::new(&shared))?,
        entrypoint: entrypoint.unwrap_or_else(|| engine.entrypoint().to_owned()),
        manifest,
    })
}

/// Reads the driver's file and its function from a manifest.
fn read(manifest: &Path) -> Option<(String, Option<String>)> {
    let mut text = String::new();
    let file = File::open(manifest).ok()?;
    let read = file.take(LONGEST + 1).read_to_string(&mut text).ok()?;
    if read as u64 > LONGEST {
        return None;
    }
    let parsed = DeTable::parse(&text).ok()?;
    let table = parsed.get_ref();
    if let Some(version) = table.get("manifest_version") {
        let version = version.get_ref().as_integer()?;
        if version.as_str() != VERSION {
            return None;
        }
    }
    let driver = table.get("Driver")?.get_ref();
    let shared = match driver.get("shared")?.get_ref() {
        DeValue::String(path) => path.to_string(),
        DeValue::Table(machines) => {
            let path = machines.get(machine().as_str())?.get_ref();
            path.as_str()?.to_owned()
        }
        _ => return None,
    };
    let entrypoint = match driver.get("entrypoint") {
        Some(value) => Some(value.get_ref().as_str()?.to_owned()),
        None => None,
    };
    Some((shared, entrypoint))
}

/// Returns the name of this kind of machine in manifests, such as `linux_amd64`.
fn machine() -> String {
    let processor = match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        "powerpc64" if cfg!(target_endian = "little") => "powerpc64le",
        other => other,
    };
    let library = if cfg!(target_env = "musl") {
        "_musl"
    } else {
        ""
    };
    format!("{}_{processor}{library}", std::env::consts::OS)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn folders_are_searched_in_the_order_of_the_driver_manager() {
        let variable = |name: &str| match name {
            "ADBC_DRIVER_PATH" => Some("/a:relative:/b".into()),
            "HOME" => Some("/home/u".into()),
            _ => None,
        };
        let folders = manifest_folders(variable);
        let expected = [
            "/a",
            "/b",
            "/home/u/.config/adbc/drivers",
            "/etc/adbc/drivers",
        ];
        assert_eq!(folders, expected.map(PathBuf::from));
        let configured = |name: &str| (name == "XDG_CONFIG_HOME").then(|| "/c".into());
        let folders = manifest_folders(configured);
        assert_eq!(folders[0], Path::new("/c/adbc/drivers"));
    }

    #[test]
    fn manifest_names_the_driver_of_this_machine() {
        let folder = tempfile::tempdir().unwrap();
        let driver = folder.path().join("driver.so");
        fs::write(&driver, b"x").unwrap();
        mode(&driver, 0o644);
        let shown = driver.display();
        let empty = folder.path().join("none");
        let folders = [empty.clone(), folder.path().to_owned()];
        let manifest = folder.path().join("duckdb.toml");
        let find = |text: &str| {
            fs::write(&manifest, text).unwrap();
            find_driver(DatabaseEngine::DuckDb, &folders)
        };
        let machine = machine();
        for (text, entrypoint) in [
            (
                format!("manifest_version = 1\nname = \"D\"\n[Driver]\nshared = '{shown}'"),
                "duckdb_adbc_init",
            ),
            (
                format!(
                    "[Driver]\nentrypoint = 'own_init'\n[Driver.shared]\nwindows_amd64 = 'C:\\d'\n{machine} = '{shown}'"
                ),
                "own_init",
            ),
        ] {
            let found = find(&text).unwrap();
            assert_eq!(found.driver.file(), driver.canonicalize().unwrap());
            assert_eq!(
                (found.entrypoint.as_str(), &found.manifest),
                (entrypoint, &manifest)
            );
        }
        for text in [
            String::new(),
            "[Driver".to_owned(),
            "Driver = 1".to_owned(),
            "[Driver]\nshared = 1".to_owned(),
            "[Driver.shared]\nother_machine = '/d.so'".to_owned(),
            format!("manifest_version = 2\n[Driver]\nshared = '{shown}'"),
            format!("[Driver]\nshared = '{shown}'\nentrypoint = 1"),
            format!("[Driver]\nshared = '{shown}'\n#{}", "x".repeat(70000)),
        ] {
            let found = find(&text);
            assert!(
                matches!(found, Err(DriverMessage::BadManifest { .. })),
                "{text}"
            );
        }
        let found = find("[Driver]\nshared = 'driver.so'");
        assert!(matches!(found, Err(DriverMessage::NotAFile { .. })));
        let missing = find_driver(DatabaseEngine::Spark, &folders);
        assert!(matches!(missing, Err(DriverMessage::NoSparkDriver)));
    }

    #[test]
    fn manifest_or_driver_that_others_can_change_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let driver = folder.path().join("driver.so");
        fs::write(&driver, b"x").unwrap();
        let manifest = folder.path().join("postgresql.toml");
        fs::write(
            &manifest,
            format!("[Driver]\nshared = '{}'", driver.display()),
        )
        .unwrap();
        let find = |of_manifest, of_driver, of_folder| {
            mode(&manifest, of_manifest);
            mode(&driver, of_driver);
            mode(folder.path(), of_folder);
            find_driver(DatabaseEngine::PostgreSql, &[folder.path().to_owned()])
        };
        assert!(find(0o644, 0o644, 0o755).is_ok());
        for found in [find(0o666, 0o644, 0o755), find(0o644, 0o644, 0o775)] {
            assert!(matches!(
                found,
                Err(DriverMessage::ManifestWritableByOthers { .. })
            ));
        }
        assert!(matches!(
            find(0o644, 0o664, 0o755),
            Err(DriverMessage::WritableByOthers { .. })
        ));
    }
}
