//! Notices that somebody else wrote to the market, so that the window reads again.

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use tauri::{AppHandle, Emitter, Runtime};

use crate::session::Session;

/// The one event: something changed on the market or in the home, read again.
pub(crate) const CHANGED: &str = "changed";

/// A person waiting for the other side does not notice two seconds; a disk does not notice the look.
const PERIOD: Duration = Duration::from_secs(2);

/// Folders within folders that are looked at: `orders/<seller>`, `deliveries/<buyer>`, `ledgers/<seller>`.
const DEPTH: usize = 2;

/// Looks at the market's folder for as long as the app runs.
pub(crate) fn start<R: Runtime>(app: AppHandle<R>, session: Arc<Session>) {
    thread::spawn(move || {
        let mut seen = None;
        loop {
            thread::sleep(PERIOD);
            // A home at work is looked at next time; what was seen of it stays, or a change in between would be lost.
            let Some(folder) = session.market_folder() else {
                continue;
            };
            let now = (fingerprint(&folder), folder);
            if changed(seen.as_ref(), &now) {
                let _ = app.emit(CHANGED, ());
            }
            seen = Some(now);
        }
    });
}

/// Whether a market was seen to change. A first look at one is no change of it.
fn changed(seen: Option<&(u64, PathBuf)>, now: &(u64, PathBuf)) -> bool {
    seen.is_some_and(|(before, market)| *market == now.1 && *before != now.0)
}

/// Changes whenever a file appears in one of the market's folders, or goes.
fn fingerprint(folder: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    look(folder, DEPTH, &mut hasher);
    hasher.finish()
}

fn look(folder: &Path, depth: usize, hasher: &mut DefaultHasher) {
    if let Ok(modified) = fs::metadata(folder).and_then(|metadata| metadata.modified()) {
        modified.hash(hasher);
    }
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut folders = Vec::new();
    let mut files: u64 = 0;
    for entry in entries.flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => folders.push(entry.path()),
            _ => files += 1,
        }
    }
    files.hash(hasher);
    if depth > 0 {
        // The order in which a folder is read means nothing.
        folders.sort();
        for folder in folders {
            folder.hash(hasher);
            look(&folder, depth - 1, hasher);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{changed, fingerprint};
    use std::{fs, path::PathBuf};

    #[test]
    fn a_new_file_shows_and_looking_does_not() {
        let market = tempfile::tempdir().expect("a folder");
        let orders = market.path().join("orders/somebody");
        fs::create_dir_all(&orders).expect("folders");
        let before = fingerprint(market.path());
        assert_eq!(before, fingerprint(market.path()));
        fs::write(orders.join("a.age"), b"x").expect("written");
        assert_ne!(before, fingerprint(market.path()));
    }

    #[test]
    fn a_first_look_is_no_change_and_another_market_is_none() {
        let look = |fingerprint, market: &str| (fingerprint, PathBuf::from(market));
        assert!(!changed(None, &look(1, "a")));
        assert!(!changed(Some(&look(1, "a")), &look(1, "a")));
        assert!(!changed(Some(&look(1, "a")), &look(2, "b")));
        assert!(changed(Some(&look(1, "a")), &look(2, "a")));
    }

    #[test]
    fn a_missing_market_is_no_failure() {
        let market = tempfile::tempdir().expect("a folder");
        let missing = market.path().join("not-there");
        assert_eq!(fingerprint(&missing), fingerprint(&missing));
    }
}
