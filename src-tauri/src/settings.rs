//! What a person chose for the app itself, in one small JSON file of its configuration. Nothing of a home is in it.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use poundwise_market::{Error, ErrorCode, Result, make_private, write_file};
use serde::{Deserialize, Serialize};

/// The form of the file that this program writes.
const VERSION: u32 = 1;
/// A few hundred bytes; anything longer is something else.
const LIMIT: u64 = 64 * 1024;

/// What a person chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The form of the file.
    version: u32,
    /// The language of the window; without one, the system's.
    pub(crate) language: Option<Language>,
    pub(crate) theme: Theme,
    /// ISO 4217 code, offered for new listings.
    pub(crate) currency: String,
    pub(crate) text_size: TextSize,
    /// Whether what arrives is told on the desktop.
    pub(crate) notify: bool,
    /// Where the window was.
    pub(crate) window: Option<Place>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            language: None,
            theme: Theme::System,
            currency: "EUR".to_owned(),
            text_size: TextSize::Normal,
            notify: true,
            window: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) enum Language {
    En,
    De,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) enum Theme {
    System,
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) enum TextSize {
    Small,
    Normal,
    Large,
    Largest,
}

/// A window's place on the screen, in physical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) x: i32,
    pub(crate) y: i32,
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) maximised: bool,
}

/// The settings, where their file is.
pub(crate) struct SettingsFile {
    file: PathBuf,
    held: Mutex<Held>,
}

struct Held {
    settings: Settings,
    /// What was wrong with the file, for the person to read.
    problem: Option<Error>,
}

impl SettingsFile {
    /// The settings in that folder; neither has to exist.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        let file = folder.join("settings.json");
        make_private(&file);
        let held = match read(&file) {
            Ok(settings) => Held {
                settings,
                problem: None,
            },
            Err(problem) => Held {
                settings: Settings::default(),
                problem: Some(problem),
            },
        };
        Self {
            file,
            held: Mutex::new(held),
        }
    }

    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// The settings as they are.
    pub(crate) fn get(&self) -> Settings {
        self.held().settings.clone()
    }

    /// What was wrong with the file when the app started, or since.
    pub(crate) fn problem(&self) -> Option<Error> {
        self.held().problem.clone()
    }

    /// Changes them and writes them, whole or not at all. What another window of the app wrote meanwhile is kept, and a
    /// file that could not be read is put aside first.
    ///
    /// # Errors
    /// What the disk says; then the change holds until the app is closed.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Settings)) -> Result<Settings> {
        let mut held = self.held();
        match read(&self.file) {
            Ok(there) => held.settings = there,
            Err(_) => {
                // To look at; that it cannot be kept is no reason to keep it in the way.
                let _ = fs::rename(&self.file, self.file.with_extension("unreadable.json"));
            }
        }
        change(&mut held.settings);
        held.settings.version = VERSION;
        held.problem = None;
        let json = serde_json::to_vec_pretty(&held.settings).map_err(|e| {
            Error::failed(
                ErrorCode::Settings,
                format!("The settings cannot be written: {e}"),
            )
        })?;
        if let Some(folder) = self.file.parent() {
            // If it fails, writing says so.
            let _ = fs::create_dir_all(folder);
        }
        write_file(&self.file, &json)?;
        Ok(held.settings.clone())
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads a settings file; none is as good as the defaults.
fn read(file: &Path) -> Result<Settings> {
    let unreadable = |why: &str| {
        Error::failed(
            ErrorCode::SettingsUnreadable,
            format!(
                "The settings in {} {why}, so those of a new installation are used.",
                file.display()
            ),
        )
        .hint("Choose them anew; the file is then put aside, beside the new one.")
    };
    let bytes = match fs::metadata(file) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Settings::default()),
        Err(e) => return Err(unreadable(&format!("cannot be read ({e})"))),
        Ok(meta) if meta.len() > LIMIT => return Err(unreadable("are no settings")),
        Ok(_) => fs::read(file).map_err(|e| unreadable(&format!("cannot be read ({e})")))?,
    };
    /// As much as every form has.
    #[derive(Deserialize)]
    struct Form {
        version: u32,
    }
    match serde_json::from_slice::<Form>(&bytes) {
        Ok(form) if form.version > VERSION => {
            return Err(unreadable("were written by a newer Poundwise"));
        }
        Ok(_) => {}
        Err(_) => return Err(unreadable("are damaged")),
    }
    serde_json::from_slice(&bytes).map_err(|_| unreadable("are damaged"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_is_there_the_next_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = folder.path().join("config");
        let settings = SettingsFile::in_folder(&config);
        assert_eq!(settings.get(), Settings::default());
        let other = SettingsFile::in_folder(&config);
        settings.change(|s| s.theme = Theme::Dark).expect("written");
        // Of another window, which read them before that.
        other
            .change(|s| s.language = Some(Language::De))
            .expect("written");
        let again = SettingsFile::in_folder(&config);
        assert!(again.problem().is_none());
        assert_eq!(again.get().theme, Theme::Dark);
        assert_eq!(again.get().language, Some(Language::De));
    }

    #[test]
    fn settings_that_cannot_be_read_are_said_and_put_aside() {
        for bad in [
            "{",
            "[]",
            r#"{"theme":"dark"}"#,
            r#"{"version":2}"#,
            r#"{"version":1,"theme":"purple"}"#,
        ] {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("settings.json");
            fs::write(&file, bad).expect("written");
            let settings = SettingsFile::in_folder(folder.path());
            assert_eq!(settings.get(), Settings::default(), "{bad}");
            let problem = settings.problem().expect("a problem");
            assert!(problem.message().contains("settings.json"), "{bad}");
            assert_eq!(fs::read_to_string(&file).expect("there"), bad);

            settings.change(|s| s.notify = false).expect("written");
            assert!(settings.problem().is_none());
            assert!(!SettingsFile::in_folder(folder.path()).get().notify);
            let aside = folder.path().join("settings.unreadable.json");
            assert_eq!(fs::read_to_string(aside).expect("put aside"), bad);
        }
    }

    #[test]
    fn what_an_older_form_lacks_is_as_in_a_new_installation() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(
            folder.path().join("settings.json"),
            r#"{"version":1,"theme":"dark"}"#,
        )
        .expect("written");
        let settings = SettingsFile::in_folder(folder.path()).get();
        let expected = Settings {
            theme: Theme::Dark,
            ..Settings::default()
        };
        assert_eq!(settings, expected);
    }
}
