//! Recently opened homes: names and paths in a small file of the app's configuration folder, with
//! nothing secret.

use std::{
    fs,
    path::{Path, PathBuf},
};

use poundwise_market::{Home, make_private, write_file};
use serde::{Deserialize, Serialize};

/// The length of the list.
const MOST: usize = 8;

/// A recently opened home.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct RecentHome {
    /// Its folder.
    pub(crate) dir: String,
    /// Its name then; empty in files of older versions.
    #[serde(default)]
    pub(crate) name: String,
    /// The time of opening, in RFC 3339; empty in files of older versions.
    #[serde(default)]
    pub(crate) opened: String,
    /// Whether it was made to sell; no in files of older versions.
    #[serde(default)]
    pub(crate) sells: bool,
}

/// An entry as the file may have it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Home(RecentHome),
    /// The oldest form: a path alone.
    Dir(String),
}

/// The list of recent homes and its file.
#[derive(Clone, Debug)]
pub(crate) struct Recent {
    file: PathBuf,
}

impl Recent {
    /// Opens the list in that folder; file and folder need not exist.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        let file = folder.join("recent-homes.json");
        make_private(&file);
        Self { file }
    }

    /// Returns the homes that still exist, newest first.
    pub(crate) fn homes(&self) -> Vec<RecentHome> {
        let mut homes = self.read();
        homes.retain(|home| Home::exists(Path::new(&home.dir)));
        homes
    }

    /// Puts a home first; that it was made to sell is kept. A failure to write the list is ignored:
    /// the home is open all the same.
    pub(crate) fn note(&self, mut home: RecentHome) {
        let mut homes = self.read();
        home.sells |= sells(&homes, &home.dir);
        homes.retain(|known| known.dir != home.dir);
        homes.insert(0, home);
        homes.truncate(MOST);
        let _ = self.write(&homes);
    }

    /// Notes that a home on the list was made to sell. A failure is ignored as by
    /// [`Recent::note`].
    pub(crate) fn made_to_sell(&self, dir: &str) {
        let mut homes = self.read();
        for home in homes.iter_mut().filter(|home| home.dir == dir) {
            home.sells = true;
        }
        let _ = self.write(&homes);
    }

    /// Returns whether a home is known as one that was made to sell.
    pub(crate) fn sells(&self, dir: &str) -> bool {
        sells(&self.read(), dir)
    }

    /// Removes a home from the list; the home itself is not changed.
    ///
    /// # Errors
    /// The list cannot be written.
    pub(crate) fn forget(&self, dir: &str) -> poundwise_market::Result<()> {
        let mut homes = self.read();
        homes.retain(|known| known.dir != dir);
        self.write(&homes)
    }

    fn write(&self, homes: &[RecentHome]) -> poundwise_market::Result<()> {
        let json = serde_json::to_vec_pretty(homes).unwrap_or_default();
        if let Some(folder) = self.file.parent() {
            let _ = fs::create_dir_all(folder);
        }
        write_file(&self.file, &json).map(drop)
    }

    fn read(&self) -> Vec<RecentHome> {
        let written: Vec<Written> = fs::read(&self.file)
            .ok()
            .and_then(|json| serde_json::from_slice(&json).ok())
            .unwrap_or_default();
        written
            .into_iter()
            .map(|home| match home {
                Written::Home(home) => home,
                Written::Dir(dir) => RecentHome {
                    dir,
                    name: String::new(),
                    opened: String::new(),
                    sells: false,
                },
            })
            .collect()
    }
}

fn sells(homes: &[RecentHome], dir: &str) -> bool {
    homes.iter().any(|known| known.dir == dir && known.sells)
}

#[cfg(test)]
mod tests {
    use super::{MOST, Recent, RecentHome};

    fn home(dir: &str) -> RecentHome {
        RecentHome {
            dir: dir.to_owned(),
            name: "Clinic".to_owned(),
            opened: "2026-11-21T12:00:00Z".to_owned(),
            sells: false,
        }
    }

    fn dirs(recent: &Recent) -> Vec<String> {
        recent.read().into_iter().map(|home| home.dir).collect()
    }

    #[test]
    fn what_a_home_was_made_for_is_kept_when_it_is_opened_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let recent = Recent::in_folder(folder.path());
        recent.note(home("/home/clinic"));
        recent.note(home("/home/insurer"));
        recent.made_to_sell("/home/clinic");
        recent.note(home("/home/clinic"));
        assert!(recent.sells("/home/clinic"));
        assert!(!recent.sells("/home/insurer"));
        recent.forget("/home/clinic").expect("written");
        recent.note(home("/home/clinic"));
        assert!(!recent.sells("/home/clinic"));
    }

    #[test]
    fn the_newest_is_first_and_the_list_is_short() {
        let folder = tempfile::tempdir().expect("a folder");
        let recent = Recent::in_folder(&folder.path().join("config"));
        for number in 0..20 {
            recent.note(home(&format!("/home/{number}")));
        }
        recent.note(home("/home/15"));
        assert_eq!(dirs(&recent).len(), MOST);
        assert_eq!(dirs(&recent)[..3], ["/home/15", "/home/19", "/home/18"]);
        assert_eq!(recent.read()[0], home("/home/15"));
        recent.forget("/home/19").expect("written");
        assert_eq!(dirs(&recent)[..2], ["/home/15", "/home/18"]);
        // None of these folders is a home.
        assert!(recent.homes().is_empty());
    }

    #[test]
    fn a_broken_list_is_an_empty_one_and_one_of_paths_alone_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let recent = Recent::in_folder(folder.path());
        std::fs::write(&recent.file, b"{").expect("written");
        assert!(recent.read().is_empty());
        std::fs::write(&recent.file, br#"["/a"]"#).expect("written");
        recent.note(home("/b"));
        assert_eq!(dirs(&recent), ["/b", "/a"]);
        assert_eq!(recent.read()[1].opened, "");
    }
}
