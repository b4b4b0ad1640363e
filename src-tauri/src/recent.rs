//! The homes that were opened lately: paths in a small file of the app's configuration, nothing secret.

use std::{
    fs,
    path::{Path, PathBuf},
};

use poundwise_market::Home;

/// More than a person keeps apart at a glance.
const MOST: usize = 8;

/// The list, where its file is.
#[derive(Clone, Debug)]
pub(crate) struct Recent {
    file: PathBuf,
}

impl Recent {
    /// The list in that folder; neither has to exist.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self {
            file: folder.join("recent-homes.json"),
        }
    }

    /// Newest first; only what is still a home.
    pub(crate) fn homes(&self) -> Vec<String> {
        let mut homes = self.read();
        homes.retain(|home| Home::exists(Path::new(home)));
        homes
    }

    /// Puts a home first. A list that cannot be kept is no reason to refuse a home.
    pub(crate) fn note(&self, home: &str) {
        let mut homes = self.read();
        homes.retain(|known| known != home);
        homes.insert(0, home.to_owned());
        homes.truncate(MOST);
        let Ok(json) = serde_json::to_vec_pretty(&homes) else {
            return;
        };
        if let Some(folder) = self.file.parent() {
            let _ = fs::create_dir_all(folder);
        }
        let _ = fs::write(&self.file, json);
    }

    fn read(&self) -> Vec<String> {
        fs::read(&self.file)
            .ok()
            .and_then(|json| serde_json::from_slice(&json).ok())
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Recent};

    #[test]
    fn the_newest_is_first_and_the_list_is_short() {
        let folder = tempfile::tempdir().expect("a folder");
        let recent = Recent::in_folder(&folder.path().join("config"));
        for number in 0..20 {
            recent.note(&format!("/home/{number}"));
        }
        recent.note("/home/15");
        let homes = recent.read();
        assert_eq!(homes.len(), MOST);
        assert_eq!(homes[..3], ["/home/15", "/home/19", "/home/18"]);
        // None of these folders is a home.
        assert!(recent.homes().is_empty());
    }

    #[test]
    fn a_broken_list_is_an_empty_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let recent = Recent::in_folder(folder.path());
        std::fs::write(&recent.file, b"{").expect("written");
        assert!(recent.read().is_empty());
        recent.note("/a");
        assert_eq!(recent.read(), ["/a"]);
    }
}
