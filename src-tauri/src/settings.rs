//! The app's settings: one small JSON file in its configuration folder, with nothing of a home.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use poundwise_market::{Error, ErrorCode, Result, make_private, view::Language, write_file};
use serde::{Deserialize, Serialize};

use crate::messages::{DesktopMessage, SettingsFault};

/// The version of the file that this program writes.
const VERSION: u32 = 1;
/// The largest file that is read: settings take a few hundred bytes.
const LIMIT: u64 = 64 * 1024;

/// The settings that a person chose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    /// The version of the file.
    version: u32,
    /// The language of the window; `None` is the system's.
    pub(crate) language: Option<Language>,
    pub(crate) theme: Theme,
    /// ISO 4217 code, offered for new listings.
    pub(crate) currency: String,
    pub(crate) text_size: TextSize,
    /// Whether arrivals are shown as desktop notifications.
    pub(crate) notify: bool,
    /// Whether deliveries are collected automatically.
    pub(crate) collect: bool,
    /// Whether the tour begins with the sample market: until it was left once.
    pub(crate) tour: bool,
    /// The window's last place.
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
            collect: true,
            tour: true,
            window: None,
        }
    }
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

/// The settings and their file.
pub(crate) struct SettingsFile {
    file: PathBuf,
    held: Mutex<Held>,
}

struct Held {
    settings: Settings,
    /// Reason why the file could not be read, if so.
    problem: Option<Error>,
}

impl SettingsFile {
    /// Opens the settings in that folder; file and folder need not exist.
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

    /// Returns the present settings.
    pub(crate) fn get(&self) -> Settings {
        self.held().settings.clone()
    }

    /// Returns the reason why the file could not be read, when the app started or since.
    pub(crate) fn problem(&self) -> Option<Error> {
        self.held().problem.clone()
    }

    /// Changes the settings and writes them atomically. Changes that another window of the app
    /// wrote meanwhile are kept; an unreadable file is renamed first.
    ///
    /// # Errors
    /// The file cannot be written; the change then holds until the app is closed.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Settings)) -> Result<Settings> {
        let mut held = self.held();
        match read(&self.file) {
            Ok(there) => held.settings = there,
            Err(_) => {
                // Kept for inspection if it can be renamed; otherwise overwritten.
                let _ = fs::rename(&self.file, self.file.with_extension("unreadable.json"));
            }
        }
        change(&mut held.settings);
        held.settings.version = VERSION;
        held.problem = None;
        let json = serde_json::to_vec_pretty(&held.settings)
            .map_err(|e| Error::fault(DesktopMessage::SettingsNotWritten { why: e.to_string() }))?;
        if let Some(folder) = self.file.parent() {
            // If this fails, writing the file reports it.
            let _ = fs::create_dir_all(folder);
        }
        write_file(&self.file, &json)?;
        Ok(held.settings.clone())
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads a settings file; a missing one gives the defaults.
fn read(file: &Path) -> Result<Settings> {
    let failed = |message: DesktopMessage| {
        Error::failed(ErrorCode::SettingsUnreadable, message).hint(DesktopMessage::ChooseSettings)
    };
    let unread = |error: std::io::Error| {
        failed(DesktopMessage::SettingsUnread {
            file: file.to_owned(),
            why: error.to_string(),
        })
    };
    let unusable = |fault: SettingsFault| {
        failed(DesktopMessage::SettingsUnusable {
            file: file.to_owned(),
            fault,
        })
    };
    let bytes = match fs::metadata(file) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Settings::default()),
        Err(e) => return Err(unread(e)),
        Ok(meta) if meta.len() > LIMIT => return Err(unusable(SettingsFault::TooLarge)),
        Ok(_) => fs::read(file).map_err(unread)?,
    };
    /// The part that every version has.
    #[derive(Deserialize)]
    struct Form {
        version: u32,
    }
    match serde_json::from_slice::<Form>(&bytes) {
        Ok(form) if form.version > VERSION => {
            return Err(unusable(SettingsFault::Newer));
        }
        Ok(_) => {}
        Err(_) => return Err(unusable(SettingsFault::Damaged)),
    }
    serde_json::from_slice(&bytes).map_err(|_| unusable(SettingsFault::Damaged))
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
            .change(|s| s.language = Some(Language::German))
            .expect("written");
        let again = SettingsFile::in_folder(&config);
        assert!(again.problem().is_none());
        assert_eq!(again.get().theme, Theme::Dark);
        assert_eq!(again.get().language, Some(Language::German));
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
