//! Watches the market's folder, so that the window reads again when somebody else wrote there.

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use poundwise_market::Home;
use tauri::{AppHandle, Emitter, Runtime};

use crate::{
    arrivals::{Known, Look},
    session::{CHANGED, Idle, Session},
    settings::SettingsFile,
};

/// The event that says what arrived since the home was opened.
pub(crate) const ARRIVED: &str = "arrived";

/// The event that the open home was closed, because its folder was moved or removed.
pub(crate) const MOVED: &str = "home-moved";

/// Time between two looks at the folder: short for a person who waits, and cheap for a disk.
const PERIOD: Duration = Duration::from_secs(2);

/// The depth of the folders looked at: `orders/<seller>`, `deliveries/<buyer>`, `ledgers/<seller>`.
const DEPTH: usize = 2;

/// The number of quiet looks (five minutes) after which waiting orders are looked at although
/// nothing changed: a rule may apply later, and a market may have been unavailable.
const QUIET: u32 = 150;

/// The last look at the open home and its market.
struct Seen {
    home: String,
    market: (u64, PathBuf),
    known: Known,
    quiet: u32,
    /// Whether something was left for when no other work is under way.
    held_back: bool,
}

/// Starts the watch, which lasts as long as the app. On a change it applies the home's rules and
/// tells the window what arrived.
pub(crate) fn start<R: Runtime>(
    app: AppHandle<R>,
    session: Arc<Session>,
    settings: Arc<SettingsFile>,
) {
    thread::spawn(move || {
        let mut seen: Option<Seen> = None;
        loop {
            thread::sleep(PERIOD);
            if let Some(error) = session.take_moved() {
                let _ = app.emit(MOVED, error);
            }
            // A busy home is looked at next time. `seen` is kept, or a change in between would be
            // lost.
            let home = match session.ask_idle(Home::view) {
                Idle::Busy => continue,
                Idle::NoHome => {
                    seen = None;
                    continue;
                }
                Idle::Ready(view) => view.dir,
            };
            let Some(folder) = session.market_folder() else {
                continue;
            };
            let now = (fingerprint(&folder), folder);
            let same = seen
                .take()
                .filter(|seen| seen.home == home && seen.market.1 == now.1);
            let first = same.is_none();
            let mut here = same.unwrap_or_else(|| Seen {
                home,
                market: now.clone(),
                known: Known::default(),
                quiet: 0,
                held_back: false,
            });
            let moved = changed(Some(&here.market), &now);
            let freed = here.held_back && session.works().is_idle();
            let asked = session.take_look() || freed;
            here.quiet += 1;
            // A market that is away may come back as it was.
            let is_away = session.is_offline();
            let looks = first || moved || asked || here.quiet >= QUIET;
            if !(looks || is_away) {
                seen = Some(here);
                continue;
            }
            match Look::at(&session, &here.home, settings.get().collect) {
                Some(Ok(look)) => {
                    here.quiet = 0;
                    here.held_back = look.is_held_back();
                    let news = here.known.news(&here.home, look, first);
                    // The window has not read what came between the opening and the first look.
                    if first || moved || asked || news.is_some() {
                        let _ = app.emit(CHANGED, ());
                    }
                    if let Some(news) = news {
                        let _ = app.emit(ARRIVED, news);
                    }
                }
                // The screens say what is wrong with the market when they read it.
                Some(Err(_)) => {
                    if looks {
                        let _ = app.emit(CHANGED, ());
                    }
                }
                // Closed meanwhile.
                None => continue,
            }
            // As it was before the look, so that nothing that came during it is missed.
            here.market = now;
            seen = Some(here);
        }
    });
}

/// Returns whether the market changed since the last look. A first look is no change.
fn changed(seen: Option<&(u64, PathBuf)>, now: &(u64, PathBuf)) -> bool {
    seen.is_some_and(|(before, market)| *market == now.1 && *before != now.0)
}

/// Returns a fingerprint that changes when a file appears in one of the market's folders, or
/// disappears.
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
        // A folder is read in any order.
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
