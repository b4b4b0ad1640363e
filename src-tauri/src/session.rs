//! What the running app holds: at most one unlocked home, and the report of the last audit.

use std::{
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, TryLockError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use poundwise_market::{
    AuditReport, Clock, Error, ErrorCode, Home, SystemClock, default_home_dir, default_market_url,
    error::ErrorView, stopped, view::HomeView,
};
use tauri::{AppHandle, Emitter, Runtime, Url, async_runtime};
use tempfile::TempDir;

use crate::{
    args::Args,
    grants::Grants,
    recent::{Recent, RecentHome},
    watch::CHANGED,
    work::Works,
};

/// How many times a home was opened.
static OPENINGS: AtomicU64 = AtomicU64::new(0);

/// What a command answers.
pub(crate) type Answer<T> = Result<T, ErrorView>;

/// The state behind every command.
pub(crate) struct Session {
    args: Args,
    grants: Grants,
    recent: Recent,
    files: Mutex<Vec<PathBuf>>,
    open: Mutex<Option<Open>>,
    report: Mutex<Option<Arc<AuditReport>>>,
    /// Whether the watcher should look without waiting for a change.
    look: AtomicBool,
    works: Works,
}

/// Which opening of a home it was: work that was begun in one is not stored in another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opening(u64);

/// An unlocked home; its lock is let go when this is dropped.
pub(crate) struct Open {
    opening: Opening,
    home: Home,
    /// The sample market's folder goes when it is closed: after the home, as fields are dropped in their order.
    _sample: Option<TempDir>,
}

impl Session {
    pub(crate) fn new(mut args: Args, recent: Recent) -> Self {
        let grants = Grants::default();
        grants.read(args.files.iter().map(PathBuf::as_path));
        args.allow.iter().for_each(|folder| grants.within(folder));
        for home in [args.home.clone(), default_home_dir()].iter().flatten() {
            grants.folder(home);
        }
        for market in [args.market.clone(), default_market_url()].iter().flatten() {
            grants.market(market);
        }
        for home in recent.homes() {
            grants.folder(Path::new(&home.dir));
        }
        Self {
            grants,
            files: Mutex::new(mem::take(&mut args.files)),
            args,
            recent,
            open: Mutex::new(None),
            report: Mutex::new(None),
            look: AtomicBool::new(false),
            works: Works::default(),
        }
    }

    pub(crate) fn args(&self) -> &Args {
        &self.args
    }

    pub(crate) fn recent(&self) -> &Recent {
        &self.recent
    }

    /// What the page may name.
    pub(crate) fn grants(&self) -> &Grants {
        &self.grants
    }

    /// The work that is under way.
    pub(crate) fn works(&self) -> &Works {
        &self.works
    }

    /// The files that the app was started with; none from the second time on.
    pub(crate) fn take_files(&self) -> Vec<PathBuf> {
        mem::take(&mut lock(&self.files))
    }

    /// The unlocked home, if there is one.
    pub(crate) fn home(&self) -> Option<HomeView> {
        self.opened().as_ref().map(|open| open.home.view())
    }

    /// Unlocks a home in place of the one before. The one before is closed first: the two may be the same folder.
    pub(crate) fn unlock(
        &self,
        sample: Option<TempDir>,
        unlock: impl FnOnce() -> poundwise_market::Result<Home>,
    ) -> poundwise_market::Result<HomeView> {
        self.works.stop_of_home();
        let mut open = self.opened();
        *open = None;
        let home = unlock()?;
        let view = home.view();
        // Among them what the home's alarms and documents are written into.
        self.grants.within(&home.exports());
        self.grants.market(&view.market);
        if sample.is_none() {
            self.recent.note(RecentHome {
                dir: view.dir.clone(),
                name: view.name.clone(),
                opened: SystemClock.now().to_rfc3339(),
            });
        }
        *open = Some(Open {
            opening: Opening(OPENINGS.fetch_add(1, Ordering::Relaxed)),
            home,
            _sample: sample,
        });
        Ok(view)
    }

    /// Closes the home, if one is open, and lets go of its lock.
    pub(crate) fn close(&self) {
        self.works.stop_of_home();
        *self.opened() = None;
    }

    /// Asks the home; nobody else does meanwhile.
    pub(crate) fn with_home<T>(
        &self,
        ask: impl FnOnce(&Home) -> poundwise_market::Result<T>,
    ) -> poundwise_market::Result<(Opening, T)> {
        match self.opened().as_ref() {
            Some(open) => Ok((open.opening, ask(&open.home)?)),
            None => Err(no_home()),
        }
    }

    /// As [`Session::with_home`], if it is still the one that was opened then.
    pub(crate) fn with_same_home<T>(
        &self,
        opening: Opening,
        ask: impl FnOnce(&Home) -> poundwise_market::Result<T>,
    ) -> poundwise_market::Result<T> {
        match self.opened().as_ref() {
            Some(open) if open.opening == opening => ask(&open.home),
            _ => Err(stopped()),
        }
    }

    /// The open home's folder; none while it is at work.
    pub(crate) fn home_folder(&self) -> Option<PathBuf> {
        let open = self.open.try_lock().ok()?;
        Some(PathBuf::from(open.as_ref()?.home.view().dir))
    }

    /// Asks the home if it is not at work: nothing while it is, and `Some(None)` where none is open.
    pub(crate) fn ask_idle<T>(&self, ask: impl FnOnce(&Home) -> T) -> Option<Option<T>> {
        let open = match self.open.try_lock() {
            Ok(open) => open,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return None,
        };
        Some(open.as_ref().map(|open| ask(&open.home)))
    }

    /// Asks the home in that folder, as soon as nobody else does; nothing if it is not open any more.
    pub(crate) fn ask_same<T>(&self, dir: &str, ask: impl FnOnce(&Home) -> T) -> Option<T> {
        self.opened()
            .as_ref()
            .filter(|open| open.home.view().dir == dir)
            .map(|open| ask(&open.home))
    }

    /// Has the watcher look at what waits, though nothing changed on the market.
    pub(crate) fn look_now(&self) {
        self.look.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to, once.
    pub(crate) fn take_look(&self) -> bool {
        self.look.swap(false, Ordering::Relaxed)
    }

    /// The market's folder, where it is one on this machine.
    pub(crate) fn market_folder(&self) -> Option<PathBuf> {
        // A home that is at work is looked at next time: the watcher waits for nobody.
        let open = self.open.try_lock().ok()?;
        let url = Url::parse(&open.as_ref()?.home.view().market).ok()?;
        (url.scheme() == "file")
            .then(|| url.to_file_path().ok())
            .flatten()
    }

    pub(crate) fn keep_report(&self, report: Arc<AuditReport>) {
        *lock(&self.report) = Some(report);
    }

    pub(crate) fn report(&self) -> Option<Arc<AuditReport>> {
        lock(&self.report).clone()
    }

    fn opened(&self) -> MutexGuard<'_, Option<Open>> {
        lock(&self.open)
    }
}

/// What a home holds is in its database, not in this process, so a panic elsewhere leaves nothing half-done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs what may take its time away from the window's thread.
pub(crate) async fn work<T: Send + 'static>(
    work: impl FnOnce() -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    async_runtime::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| {
            Err(Error::failed(
                ErrorCode::Internal,
                "The program made a mistake; what it was doing was not finished.",
            )
            .hint("What was stored before is unharmed. Close the app and open it again."))
        })
        .map_err(|error| error.view())
}

/// Reads from the home.
pub(crate) async fn read<T: Send + 'static>(
    session: &Arc<Session>,
    read: impl FnOnce(&Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    work(move || session.with_home(read).map(|(_, answer)| answer)).await
}

/// Changes the home itself: its keys, its market.
pub(crate) async fn change_home<R: Runtime, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    change: impl FnOnce(&mut Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    let answer = work(move || match session.opened().as_mut() {
        Some(open) => change(&mut open.home),
        None => Err(no_home()),
    })
    .await;
    let _ = app.emit(CHANGED, ());
    answer
}

fn no_home() -> Error {
    Error::usage(ErrorCode::NoHome, "No home is open.").hint("Open a home, or create one.")
}

/// Changes something in the home or on the market, and says so to the window when it is done.
pub(crate) async fn change<R: Runtime, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    change: impl FnOnce(&Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    let answer = read(session, change).await;
    // After a failure too: an approval may be signed and stored although its delivery did not get through.
    let _ = app.emit(CHANGED, ());
    answer
}
