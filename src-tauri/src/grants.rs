//! Grants: the files and folders that the page may name.
//!
//! The page asks by path, and a page that was taken over must not reach what the person never
//! chose. So a path counts only if it came from a dialog, a drop or the command line, or is the
//! program's own: the homes opened lately, their `exports` and their market. What a command is
//! given as [`Asked`] becomes a path here and nowhere else.

use std::{
    collections::HashSet,
    io,
    path::{self, Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use poundwise_market::{Error, ErrorCode, MarketUrl, Result, check_new};
use serde::Deserialize;

use crate::messages::DesktopMessage;

/// A path as the page named it.
#[derive(Deserialize)]
#[serde(transparent)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct Asked(PathBuf);

/// A file to write, as the page named it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct AskedFile {
    /// Its path.
    path: Asked,
    /// Whether the person agreed that a file that is there is replaced: in the dialog that named
    /// it, or once asked.
    replace: bool,
}

impl From<&str> for Asked {
    fn from(text: &str) -> Self {
        Self(PathBuf::from(text))
    }
}

/// Paths that the page may name, without links and in full.
#[derive(Default)]
pub(crate) struct Grants(Mutex<Held>);

#[derive(Default)]
struct Held {
    /// Files and folders to read.
    to_read: HashSet<PathBuf>,
    /// Files to write; what was written may be read.
    to_write: HashSet<PathBuf>,
    /// Folders that may be a home or a market, or in which one may be made.
    folders: HashSet<PathBuf>,
    /// Folders in which everything may be read and written.
    within: HashSet<PathBuf>,
    /// Addresses of markets on servers.
    servers: HashSet<String>,
}

impl Grants {
    /// Grants reading of files, or folders of files: from a dialog, a drop or the command line.
    pub(crate) fn read<'a>(&self, paths: impl IntoIterator<Item = &'a Path>) {
        let real = paths.into_iter().filter_map(|path| real(path).ok());
        self.held().to_read.extend(real);
    }

    /// Grants writing of a file, from a dialog.
    pub(crate) fn write(&self, file: &Path) {
        self.held().to_write.extend(real(file));
    }

    /// Grants a folder that may be a home or a market.
    pub(crate) fn folder(&self, folder: &Path) {
        self.held().folders.extend(real(folder));
    }

    /// Grants a market, by its URL or folder.
    pub(crate) fn market(&self, url: &str) {
        let Ok(market) = url.parse::<MarketUrl>() else {
            return;
        };
        match market.folder() {
            Some(folder) => self.folder(folder),
            None => {
                self.held().servers.insert(market.as_str().to_owned());
            }
        }
    }

    /// Grants a folder in which everything may be read and written.
    pub(crate) fn within(&self, folder: &Path) {
        let Ok(folder) = real(folder) else { return };
        let mut held = self.held();
        held.folders.insert(folder.clone());
        held.within.insert(folder);
    }

    /// Returns the path, to read.
    ///
    /// # Errors
    /// `path-not-chosen`.
    pub(crate) fn reading(&self, asked: Asked) -> Result<PathBuf> {
        let Asked(path) = asked;
        // A market's published ledgers are named by its URL.
        if let Some((url, _)) = path.to_str().and_then(|text| {
            text.contains("://")
                .then(|| text.split_once('#').unwrap_or((text, "")))
        }) {
            self.trading(url)?;
            return Ok(path);
        }
        self.check(path, |held, real| {
            held.to_read.contains(real) || held.to_write.contains(real)
        })
    }

    /// Returns the paths, to read.
    ///
    /// # Errors
    /// `path-not-chosen` for the first that is not granted.
    pub(crate) fn reading_all(&self, asked: Vec<Asked>) -> Result<Vec<PathBuf>> {
        asked.into_iter().map(|one| self.reading(one)).collect()
    }

    /// Returns the path of a file to write.
    ///
    /// # Errors
    /// `path-not-chosen`; `file-exists`, if nobody agreed that it is replaced.
    pub(crate) fn writing(&self, file: AskedFile) -> Result<PathBuf> {
        let AskedFile {
            path: Asked(path),
            replace,
        } = file;
        let path = self.check(path, |held, real| held.to_write.contains(real))?;
        check_new(&path, replace)?;
        Ok(path)
    }

    /// Returns the path of a folder that is, or is to be, a home.
    ///
    /// # Errors
    /// `path-not-chosen`.
    pub(crate) fn home(&self, Asked(path): Asked) -> Result<PathBuf> {
        self.check(path, |held, real| {
            real.ancestors().any(|above| held.folders.contains(above))
        })
    }

    /// Checks that a market may be traded on; one that names no folder is refused by whoever opens
    /// it.
    ///
    /// # Errors
    /// `path-not-chosen`.
    pub(crate) fn trading(&self, url: &str) -> Result<()> {
        let Ok(market) = url.parse::<MarketUrl>() else {
            return Ok(());
        };
        match market.folder() {
            Some(folder) => self.home(Asked(folder.to_owned())).map(drop),
            None if self.held().servers.contains(market.as_str()) => Ok(()),
            None => Err(not_chosen(PathBuf::from(url))),
        }
    }

    fn check(&self, path: PathBuf, granted: impl Fn(&Held, &Path) -> bool) -> Result<PathBuf> {
        let held = self.held();
        let granted = real(&path).is_ok_and(|real| {
            granted(&held, &real) || real.ancestors().any(|above| held.within.contains(above))
        });
        if granted {
            Ok(path)
        } else {
            Err(not_chosen(path))
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // Each change is one insertion, so that a panic elsewhere leaves nothing half-done here.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a path in full, without links and `..`, of which the end need not exist yet.
fn real(path: &Path) -> io::Result<PathBuf> {
    let whole = path::absolute(path)?;
    let mut rest = Vec::new();
    let mut there = whole.as_path();
    loop {
        match there.canonicalize() {
            Ok(real) => return Ok(rest.iter().rev().fold(real, |path, name| path.join(name))),
            Err(e) => {
                let missing = matches!(
                    e.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                );
                match (there.parent(), there.file_name()) {
                    (Some(parent), Some(name)) if missing => {
                        rest.push(name);
                        there = parent;
                    }
                    _ => return Err(e),
                }
            }
        }
    }
}

fn not_chosen(path: PathBuf) -> Error {
    Error::refused(
        ErrorCode::PathNotChosen,
        DesktopMessage::PathNotChosen { path },
    )
    .hint(DesktopMessage::ChoosePath)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use std::fs;

    use super::*;

    fn asked(path: &Path) -> Asked {
        Asked(path.to_owned())
    }

    /// A file that may replace another one.
    fn new(path: &Path) -> AskedFile {
        AskedFile {
            path: asked(path),
            replace: true,
        }
    }

    #[test]
    fn a_file_is_replaced_only_where_a_person_agreed() {
        let folder = tempfile::tempdir().unwrap();
        let (granted, other) = (folder.path().join("a.csv"), folder.path().join("b.csv"));
        let grants = Grants::default();
        grants.write(&granted);
        let unsure = |path: &Path| AskedFile {
            replace: false,
            ..new(path)
        };
        assert_eq!(grants.writing(unsure(&granted)).unwrap(), granted);
        fs::write(&granted, "x").unwrap();
        fs::write(&other, "x").unwrap();
        let refused = grants.writing(unsure(&granted)).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::FileExists);
        assert_eq!(grants.writing(new(&granted)).unwrap(), granted);
        // Of a path that nobody chose it is not told whether a file is there.
        let refused = grants.writing(unsure(&other)).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::PathNotChosen);
    }

    #[test]
    fn a_path_counts_for_what_it_was_chosen_for() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("home/exports")).unwrap();
        fs::write(at("table.csv"), "x").unwrap();
        let grants = Grants::default();
        let refused = grants.reading(asked(&at("table.csv"))).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::PathNotChosen);
        assert!(refused.message().contains("table.csv"));

        grants.read([at("table.csv").as_path()]);
        assert_eq!(
            grants.reading(asked(&at("table.csv"))).unwrap(),
            at("table.csv")
        );
        assert!(grants.writing(new(&at("table.csv"))).is_err());
        assert!(grants.home(asked(&at("table.csv"))).is_err());

        // Not there yet, and its neighbours stay closed.
        grants.write(&at("new/out.csv"));
        assert!(grants.writing(new(&at("new/out.csv"))).is_ok());
        assert!(grants.reading(asked(&at("new/out.csv"))).is_ok());
        assert!(grants.writing(new(&at("new/other.csv"))).is_err());
        assert!(grants.writing(new(&at("new"))).is_err());

        // A home's folder is no place to read from or write into; its exports are.
        grants.folder(&at("home"));
        assert!(grants.home(asked(&at("home"))).is_ok());
        assert!(grants.home(asked(&at("home/within"))).is_ok());
        assert!(grants.home(asked(folder.path())).is_err());
        assert!(grants.reading(asked(&at("home/key.age"))).is_err());
        assert!(grants.writing(new(&at("home/key.age"))).is_err());
        grants.within(&at("home/exports"));
        assert!(grants.writing(new(&at("home/exports/any.csv"))).is_ok());
        assert!(grants.reading(asked(&at("home/exports/any.csv"))).is_ok());
    }

    #[test]
    fn no_other_name_leads_out_of_a_granted_folder() {
        let folder = tempfile::tempdir().unwrap();
        let exports = folder.path().join("exports");
        fs::create_dir(&exports).unwrap();
        fs::write(folder.path().join("key"), "x").unwrap();
        let grants = Grants::default();
        grants.within(&exports);
        for out in [
            "../key",
            "../new",
            "sub/../../key",
            "missing/../../key",
            "..",
            "/etc/hostname",
        ] {
            assert!(grants.reading(asked(&exports.join(out))).is_err(), "{out}");
            assert!(grants.writing(new(&exports.join(out))).is_err(), "{out}");
        }
        assert!(grants.writing(new(&exports.join("./a"))).is_ok());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.path(), exports.join("link")).unwrap();
            assert!(grants.reading(asked(&exports.join("link/key"))).is_err());
        }
        // By another way to the same file.
        let same = folder.path().join("x/..").join("exports/a");
        fs::create_dir(folder.path().join("x")).unwrap();
        assert!(grants.writing(new(&same)).is_ok());
    }

    /// Otherwise the page could move a home to a server of anybody's.
    #[test]
    fn a_server_is_traded_on_only_if_it_was_granted() {
        let grants = Grants::default();
        let (own, other) = ("https://example.org/market", "https://example.com/market");
        grants.market(own);
        assert!(grants.trading("https://example.org/market/").is_ok());
        let refused = grants.trading(other).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::PathNotChosen);
    }

    #[test]
    fn a_market_is_granted_by_its_folder_in_either_form() {
        let folder = tempfile::tempdir().unwrap();
        let (market, other) = (folder.path().join("market"), folder.path().join("other"));
        let url = |path: &Path| format!("file://{}", path.display());
        let grants = Grants::default();
        grants.market(&url(&market));
        assert!(grants.trading(&url(&market)).is_ok());
        assert!(grants.trading(market.to_str().unwrap()).is_ok());
        assert!(grants.trading(&url(&other)).is_err());
        assert!(grants.trading(other.to_str().unwrap()).is_err());
        let log = |path: &Path| Asked::from(format!("{}#kid", url(path)).as_str());
        assert!(grants.reading(log(&market)).is_ok());
        assert!(grants.reading(log(&other)).is_err());
        // Refused by whoever opens it, in its own words.
        assert!(grants.trading("ftp://example.org").is_ok());
    }
}
