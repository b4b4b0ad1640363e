//! Watches the market, so that the window reads again when somebody else wrote there: a folder by
//! looking at its names every two seconds, and a server by a list of names, less and less often.

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use poundwise_market::{Home, MarketSight};
use tauri::{AppHandle, Emitter, Runtime};

use crate::{
    arrivals::{Known, Look},
    pace::Pace,
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

/// The time after which waiting orders are looked at without a change of the market: a rule may
/// apply later, and a market may have been unavailable.
const QUIET: Duration = Duration::from_secs(300);

/// The last look at the open home and its market.
struct Seen {
    home: String,
    market: String,
    place: Place,
    known: Known,
    /// When the waiting orders were last looked at.
    looked: Instant,
    /// Whether something was left for when no other work is under way.
    held_back: bool,
}

/// What was last seen of a market.
enum Place {
    /// A folder of this machine, with the fingerprint of its names.
    Folder(PathBuf, u64),
    /// A server.
    Server(Box<Server>),
}

/// What was last seen of a market on a server, and when it is looked at again.
struct Server {
    sight: MarketSight,
    pace: Pace,
    activities: u64,
    is_away: bool,
}

impl Place {
    fn of(session: &Session) -> Self {
        match session.market_folder() {
            Some(folder) => {
                let print = fingerprint(&folder);
                Self::Folder(folder, print)
            }
            None => Self::Server(Box::new(Server {
                sight: MarketSight::default(),
                pace: Pace::new(Instant::now()),
                activities: session.activities(),
                is_away: false,
            })),
        }
    }

    /// Looks at the market if it is time, or if `asked`. Returns whether it changed; `None` if it
    /// was not looked at.
    fn look(&mut self, session: &Session, home: &str, asked: bool) -> Option<bool> {
        match self {
            Self::Folder(folder, print) => {
                // Taken before the orders are read: changes during that reading are seen by the next
                // look.
                let now = fingerprint(folder);
                Some(std::mem::replace(print, now) != now)
            }
            Self::Server(server) => server.look(session, home, asked),
        }
    }
}

impl Server {
    fn look(&mut self, session: &Session, home: &str, asked: bool) -> Option<bool> {
        let (now, activities) = (Instant::now(), session.activities());
        let is_away = session.is_offline();
        // The sender may have found that the market is back.
        let is_back = std::mem::replace(&mut self.is_away, is_away) && !is_away;
        if activities != self.activities || is_back {
            self.activities = activities;
            self.pace.hasten(now);
        }
        if !(asked || is_back || self.pace.is_due(now)) {
            return None;
        }
        let held = session.held_in(home)?;
        let turns = session.sender().turns();
        let seen = self.sight.look(&held);
        session
            .sender()
            .found(held.opening(), turns, seen.as_ref().err());
        let changed = seen.unwrap_or(false);
        // From the end of a look that may have waited for the server.
        let now = Instant::now();
        self.pace.note_look(now);
        if changed {
            self.pace.hasten(now);
        }
        Some(changed || is_back)
    }
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
            let view = match session.ask_idle(Home::view) {
                Idle::Busy => continue,
                Idle::NoHome => {
                    seen = None;
                    continue;
                }
                Idle::Ready(view) => view,
            };
            let (home, market) = (view.dir, view.market);
            let same = seen
                .take()
                .filter(|seen| seen.home == home && seen.market == market);
            let first = same.is_none();
            let here = seen.insert(same.unwrap_or_else(|| Seen {
                home,
                market,
                place: Place::of(&session),
                known: Known::default(),
                looked: Instant::now(),
                held_back: false,
            }));
            let freed = here.held_back && session.works().is_idle();
            let asked = session.take_look() || freed;
            let Some(moved) = here.place.look(&session, &here.home, asked) else {
                continue;
            };
            // A market that is away may come back as it was.
            let is_away = session.is_offline();
            let looks = first || moved || asked || here.looked.elapsed() >= QUIET;
            if !(looks || is_away) {
                continue;
            }
            match Look::at(&session, &here.home, settings.get().collect) {
                Some(Ok(look)) => {
                    here.looked = Instant::now();
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
                None => seen = None,
            }
        }
    });
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
    use super::fingerprint;
    use std::fs;

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
    fn a_missing_market_is_no_failure() {
        let market = tempfile::tempdir().expect("a folder");
        let missing = market.path().join("not-there");
        assert_eq!(fingerprint(&missing), fingerprint(&missing));
    }
}
