//! State of the running app: at most one unlocked home, and the report of the last audit.

use std::{
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, TryLockError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use poundwise_market::{
    AuditReport, Clock, Error, ErrorCode, Home, ListingId, NewMarket, OwnLogSeen, Reach,
    SeenMarket, SystemClock, Work, default_home_dir, default_market_url,
    error::ErrorView,
    look_at_hand, look_at_market, look_at_own_log, sending, stopped, turn_to_send,
    view::{HomeView, MarketChange},
};
use poundwise_sample::Seat;
use tauri::{AppHandle, Emitter, Runtime, Url, async_runtime};

use crate::{
    args::Args,
    grants::Grants,
    messages::DesktopMessage,
    opening::Opening,
    recent::{Recent, RecentHome},
    sample::{SampleMarket, Seated, not_a_sample},
    sender::Sender,
    works::Works,
};

/// Name of the app, for a program that finds a home taken.
pub(crate) const PROGRAM: &str = "the app";

/// The event that something changed on the market or in the home and is to be read again.
pub(crate) const CHANGED: &str = "changed";

/// The result of a command, as it crosses to the window.
pub(crate) type Answer<T> = Result<T, ErrorView>;

/// The state behind every command.
pub(crate) struct Session {
    args: Args,
    grants: Grants,
    recent: Recent,
    files: Mutex<Vec<PathBuf>>,
    /// Locked for a moment only: work on the home clones the `Arc`.
    open: Mutex<Option<Arc<Open>>>,
    /// The sample market, while it is looked at.
    sample: Mutex<Option<Seated>>,
    report: Mutex<Option<Arc<AuditReport>>>,
    /// Whether the watcher should look without waiting for a change.
    look: AtomicBool,
    /// Number of times that something was done in a home.
    activities: AtomicU64,
    /// Whether the market is being read in the background.
    reads_market: AtomicBool,
    /// The error of a home that was closed because it was moved, until the window is told.
    moved: Mutex<Option<ErrorView>>,
    works: Works,
    sender: Sender,
    /// What commands asked of the market while they held the home.
    #[cfg(test)]
    asked: Mutex<Vec<String>>,
}

/// An unlocked home; dropping the last reference releases its lock.
struct Open {
    opening: Opening,
    /// The last view of the home, readable while the home is at work.
    view: Mutex<HomeView>,
    home: Mutex<Home>,
    /// The sample market that it is of, dropped after the home: fields are dropped in their order.
    _sample: Option<Arc<SampleMarket>>,
}

/// The home of one opening, for work that asks it in steps. Asking fails with `stopped` once that
/// opening is closed.
pub(crate) struct Held<'a> {
    session: &'a Session,
    opening: Opening,
}

impl Held<'_> {
    /// Returns the opening.
    pub(crate) fn opening(&self) -> Opening {
        self.opening
    }
}

impl Reach for Held<'_> {
    fn ask<T>(
        &self,
        ask: impl FnOnce(&Home) -> poundwise_market::Result<T>,
    ) -> poundwise_market::Result<T> {
        self.session.with_same_home(self.opening, ask)
    }
}

/// The answer of [`Session::ask_idle`].
pub(crate) enum Idle<T> {
    /// The home is at work.
    Busy,
    /// No home is open.
    NoHome,
    /// Answer of the home.
    Ready(T),
}

/// The longest wait for a closed home's work to end before another home is opened.
const LAST_WAIT: Duration = Duration::from_secs(10);

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
            sample: Mutex::new(None),
            report: Mutex::new(None),
            look: AtomicBool::new(false),
            activities: AtomicU64::new(0),
            reads_market: AtomicBool::new(false),
            moved: Mutex::new(None),
            works: Works::default(),
            sender: Sender::default(),
            #[cfg(test)]
            asked: Mutex::default(),
        }
    }

    pub(crate) fn args(&self) -> &Args {
        &self.args
    }

    pub(crate) fn recent(&self) -> &Recent {
        &self.recent
    }

    /// Returns the paths that the page may name.
    pub(crate) fn grants(&self) -> &Grants {
        &self.grants
    }

    /// Returns the work that is under way.
    pub(crate) fn works(&self) -> &Works {
        &self.works
    }

    /// Returns the sender of what is committed.
    pub(crate) fn sender(&self) -> &Sender {
        &self.sender
    }

    /// Takes the files that the app was started with; a second call returns none.
    pub(crate) fn take_files(&self) -> Vec<PathBuf> {
        mem::take(&mut lock(&self.files))
    }

    /// Returns the unlocked home, if there is one.
    pub(crate) fn home(&self) -> Option<HomeView> {
        self.current().map(|open| lock(&open.view).clone())
    }

    /// Returns the sample market, while it is looked at.
    pub(crate) fn sample(&self) -> Option<Seated> {
        lock(&self.sample).clone()
    }

    /// Unlocks a home in place of the open one, which is closed first: both may be the same folder.
    pub(crate) fn unlock(
        &self,
        unlock: impl FnOnce() -> poundwise_market::Result<Home>,
    ) -> poundwise_market::Result<HomeView> {
        self.close_and_wait();
        lock(&self.sample).take();
        Ok(self.show(unlock()?, None))
    }

    /// Shows a sample market from that seat in place of the open home.
    pub(crate) fn show_sample(
        &self,
        market: SampleMarket,
        seat: Seat,
        program: &'static str,
    ) -> poundwise_market::Result<()> {
        self.close_and_wait();
        self.sit(Arc::new(market), seat, program)
    }

    /// Looks at the sample market from another seat.
    ///
    /// # Errors
    /// `not-a-sample` if no sample market is looked at: no other home is closed, or opened, by it.
    pub(crate) fn change_seat(
        &self,
        seat: Seat,
        program: &'static str,
    ) -> poundwise_market::Result<()> {
        let Seated { market, .. } = self.sample().ok_or_else(not_a_sample)?;
        self.close_and_wait();
        self.sit(market, seat, program)
    }

    fn sit(
        &self,
        market: Arc<SampleMarket>,
        seat: Seat,
        program: &'static str,
    ) -> poundwise_market::Result<()> {
        // Whatever fails below, the market is still there to be looked at.
        let seated = |evidence| Seated {
            market: Arc::clone(&market),
            seat,
            evidence,
        };
        *lock(&self.sample) = Some(seated(Vec::new()));
        if let Some(home) = market.open(seat, program)? {
            self.show(home, Some(market));
        } else {
            let evidence = market.evidence(program)?;
            self.grants.read(evidence.iter().map(PathBuf::as_path));
            *lock(&self.sample) = Some(seated(evidence));
        }
        Ok(())
    }

    fn show(&self, home: Home, sample: Option<Arc<SampleMarket>>) -> HomeView {
        lock(&self.moved).take();
        let view = home.view();
        // Among them what the home's alarms and documents are written into.
        self.grants.within(&home.exports());
        self.grants.market(&view.market);
        if sample.is_none() {
            self.recent.note(RecentHome {
                dir: view.dir.clone(),
                name: view.name.clone(),
                opened: SystemClock.now().to_rfc3339(),
                sells: false,
            });
        }
        *lock(&self.open) = Some(Arc::new(Open {
            opening: Opening::next(),
            view: Mutex::new(view.clone()),
            home: Mutex::new(home),
            _sample: sample,
        }));
        view
    }

    /// Closes the home and leaves the sample market, if one is open, without waiting: its work is
    /// told to stop, and the last reference releases the lock.
    pub(crate) fn close(&self) {
        self.works.stop_of_home();
        lock(&self.open).take();
        lock(&self.sample).take();
    }

    /// Closes the home and waits until its lock is released, so that it can be opened again at
    /// once; not longer than [`LAST_WAIT`], since a file system may hang.
    fn close_and_wait(&self) {
        self.works.stop_of_home();
        let Some(open) = lock(&self.open).take() else {
            return;
        };
        let (begun, open) = (Instant::now(), Arc::downgrade(&{ open }));
        while open.strong_count() > 0 && begun.elapsed() < LAST_WAIT {
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns the open home, for work that asks it in steps.
    ///
    /// # Errors
    /// `no-home`.
    pub(crate) fn held(&self) -> poundwise_market::Result<Held<'_>> {
        let opening = self.current().ok_or_else(no_home)?.opening;
        Ok(Held {
            session: self,
            opening,
        })
    }

    /// Returns the same, if the open home is in that folder.
    pub(crate) fn held_in(&self, dir: &str) -> Option<Held<'_>> {
        let open = self.current()?;
        let here = lock(&open.view).dir == dir;
        here.then_some(Held {
            session: self,
            opening: open.opening,
        })
    }

    /// Reads the home's own log on its market without the home, for a command that compares it. A
    /// market that could not be reached a moment ago is not asked.
    ///
    /// # Errors
    /// `stopped` if the home was closed.
    pub(crate) fn own_log(&self, held: &Held<'_>) -> poundwise_market::Result<OwnLogSeen> {
        match self.sender.offline(held.opening) {
            Some(why) => OwnLogSeen::unread(held, why),
            None => {
                let turns = self.sender.turns();
                let seen = look_at_own_log(held)?;
                self.sender.found(held.opening, turns, seen.problem());
                Ok(seen)
            }
        }
    }

    /// Calls `ask` with the home, alone, for a command that signs as an owner: the own log on the
    /// market is read before.
    pub(crate) fn with_own_log<T>(
        &self,
        ask: impl FnOnce(&Home) -> poundwise_market::Result<T>,
    ) -> poundwise_market::Result<(Opening, T)> {
        let held = self.held()?;
        let seen = self.own_log(&held)?;
        let answer = held.ask(|home| home.knowing(&seen, ask))?;
        Ok((held.opening, answer))
    }

    /// Reads the market without the home.
    fn look(
        &self,
        held: &Held<'_>,
        whole: Option<&ListingId>,
    ) -> poundwise_market::Result<SeenMarket> {
        let turns = self.sender.turns();
        let seen = look_at_market(held, whole, &Work::silent());
        self.sender.found(held.opening, turns, seen.as_ref().err());
        seen
    }

    /// Calls `ask` with the home, alone, with the market as it was read before, without the home.
    pub(crate) fn with_market<T>(
        &self,
        whole: Option<&ListingId>,
        ask: impl FnOnce(&Home) -> poundwise_market::Result<T>,
    ) -> poundwise_market::Result<(Opening, T)> {
        let held = self.held()?;
        let seen = self.look(&held, whole)?;
        let answer = held.ask(|home| home.seeing(&seen, ask))?;
        Ok((held.opening, answer))
    }

    /// Calls `ask` with the home, alone. A home that was moved is closed.
    pub(crate) fn with_home<T>(
        &self,
        ask: impl FnOnce(&Home) -> poundwise_market::Result<T>,
    ) -> poundwise_market::Result<(Opening, T)> {
        let open = self.current().ok_or_else(no_home)?;
        let home = lock(&open.home);
        let answer = self.ask(&home, ask);
        self.close_if_moved(open.opening, &answer);
        Ok((open.opening, answer?))
    }

    /// Closes the home of an opening, if what it answered is that its folder was moved or removed.
    fn close_if_moved<T>(&self, opening: Opening, answer: &poundwise_market::Result<T>) {
        let Err(error) = answer else { return };
        let is_open = || self.current().is_some_and(|open| open.opening == opening);
        if error.code() == ErrorCode::HomeMoved && is_open() {
            self.close();
            *lock(&self.moved) = Some(error.view());
        }
    }

    /// Returns why a home was closed that was moved, once.
    pub(crate) fn take_moved(&self) -> Option<ErrorView> {
        // Of an idle home only: one at work finds it out itself.
        if let Idle::Ready(Err(_)) = self.ask_idle(Home::check_place) {
            let _ = self.with_home(Home::check_place);
        }
        lock(&self.moved).take()
    }

    /// Calls as [`Session::with_home`] if the home is still the one of that opening.
    pub(crate) fn with_same_home<T>(
        &self,
        opening: Opening,
        ask: impl FnOnce(&Home) -> poundwise_market::Result<T>,
    ) -> poundwise_market::Result<T> {
        let is_same = |open: &Arc<Open>| open.opening == opening;
        let open = self.current().filter(is_same).ok_or_else(stopped)?;
        let home = lock(&open.home);
        // It may have been closed while somebody else was asking.
        self.current().filter(is_same).ok_or_else(stopped)?;
        let answer = self.ask(&home, ask);
        self.close_if_moved(opening, &answer);
        answer
    }

    #[cfg(not(test))]
    fn ask<T>(&self, home: &Home, ask: impl FnOnce(&Home) -> T) -> T {
        ask(home)
    }

    /// Asks the home, and notes what that asks of the market.
    #[cfg(test)]
    fn ask<T>(&self, home: &Home, ask: impl FnOnce(&Home) -> T) -> T {
        let _ = poundwise_market::operations::take();
        let answer = ask(home);
        let asked = poundwise_market::operations::take().into_iter();
        lock(&self.asked).extend(asked.map(|(operation, name)| format!("{operation:?} {name}")));
        answer
    }

    /// Returns what commands asked of the market while they held the home, since the last call.
    #[cfg(test)]
    pub(crate) fn take_asked(&self) -> Vec<String> {
        mem::take(&mut lock(&self.asked))
    }

    /// Returns the open home's folder.
    pub(crate) fn home_folder(&self) -> Option<PathBuf> {
        Some(PathBuf::from(self.home()?.dir))
    }

    /// Calls `ask` with the home, if it is not at work.
    pub(crate) fn ask_idle<T>(&self, ask: impl FnOnce(&Home) -> T) -> Idle<T> {
        let Some(open) = self.current() else {
            return Idle::NoHome;
        };
        let home = match open.home.try_lock() {
            Ok(home) => home,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return Idle::Busy,
        };
        Idle::Ready(ask(&home))
    }

    /// Asks the watcher to look at the waiting orders although nothing changed on the market.
    pub(crate) fn look_now(&self) {
        self.look.store(true, Ordering::Relaxed);
    }

    /// Notes that something was done in the home: the market may soon have an answer.
    pub(crate) fn note_activity(&self) {
        self.activities.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of calls of [`Session::note_activity`].
    pub(crate) fn activities(&self) -> u64 {
        self.activities.load(Ordering::Relaxed)
    }

    /// Returns whether [`Session::look_now`] was called since the last call.
    pub(crate) fn take_look(&self) -> bool {
        self.look.swap(false, Ordering::Relaxed)
    }

    /// Returns the market's folder, if the market is a folder on this machine.
    pub(crate) fn market_folder(&self) -> Option<PathBuf> {
        let url = Url::parse(&self.home()?.market).ok()?;
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

    /// Returns whether the market of the open home could not be reached when it was asked last.
    pub(crate) fn is_offline(&self) -> bool {
        self.current()
            .is_some_and(|open| self.sender.offline(open.opening).is_some())
    }

    /// Returns why the server of the open home's market did not answer when it was asked last. It is
    /// then asked in the background only, since it may hang. A folder answers at once.
    pub(crate) fn server_away(&self) -> Option<Error> {
        let open = self.current()?;
        let why = self.sender.offline(open.opening)?;
        self.market_folder().is_none().then_some(why)
    }

    /// Has sent what was committed, and waits for that for a moment.
    pub(crate) fn sent_soon(&self) {
        self.note_activity();
        if let Some(open) = self.current() {
            sending::tell(0, 1);
            self.sender.ask_and_wait(open.opening);
        }
    }

    fn current(&self) -> Option<Arc<Open>> {
        lock(&self.open).clone()
    }
}

/// Locks, also after a panic elsewhere: a home's state is in its database, not in this process.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs slow work away from the window's thread.
pub(crate) async fn work<T: Send + 'static>(
    work: impl FnOnce() -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    async_runtime::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| {
            Err(
                Error::failed(ErrorCode::Internal, DesktopMessage::WorkFailed)
                    .hint(DesktopMessage::OpenAppAgain),
            )
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

/// Changes the home itself: its keys.
pub(crate) async fn change_home<R: Runtime, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    change: impl FnOnce(&mut Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    let answer = work(move || {
        // A sending under way is not waited for: it asks the home again at each step.
        let open = session.current().ok_or_else(no_home)?;
        let mut home = lock(&open.home);
        let answer = change(&mut home);
        *lock(&open.view) = home.view();
        drop(home);
        session.close_if_moved(open.opening, &answer);
        session.sender.ask();
        answer
    })
    .await;
    let _ = app.emit(CHANGED, ());
    answer
}

/// Moves the home to another market. `new` checks the markets without the home.
pub(crate) async fn move_home<R: Runtime>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    new: impl FnOnce(&Held<'_>) -> poundwise_market::Result<NewMarket> + Send + 'static,
    anyway: bool,
) -> Answer<MarketChange> {
    let session = Arc::clone(session);
    let answer = work(move || {
        let held = session.held()?;
        let new = new(&held)?;
        let turn = turn_to_send(&held)?;
        let is_same = |open: &Arc<Open>| open.opening == held.opening;
        let open = session.current().filter(is_same).ok_or_else(stopped)?;
        let mut home = lock(&open.home);
        let moved = home.move_to(new, anyway);
        *lock(&open.view) = home.view();
        drop(home);
        drop(turn);
        session.close_if_moved(open.opening, &moved);
        let change = moved?;
        session.grants.market(&change.home.market);
        session.sent_soon();
        let waiting = held.ask(Home::undelivered)?;
        Ok(MarketChange { waiting, ..change })
    })
    .await;
    let _ = app.emit(CHANGED, ());
    answer
}

/// Reads as [`read`] does, with the market read beforehand, without the home; of the listing
/// `whole`, all labels are read. If the market cannot be reached, what is known of it is used.
pub(crate) async fn read_market<T: Send + 'static>(
    session: &Arc<Session>,
    whole: Option<ListingId>,
    read: impl FnOnce(&Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    work(move || {
        let held = session.held()?;
        let seen = match session.server_away() {
            Some(why) => Err(why),
            None => session.look(&held, whole.as_ref()),
        };
        let why = match seen {
            Ok(seen) => return held.ask(|home| home.seeing(&seen, read)),
            Err(why) => why,
        };
        match look_at_hand(&held, whole.as_ref())? {
            Some(known) if why.code().is_offline() => {
                held.ask(|home| home.without_market(why, |home| home.seeing(&known, read)))
            }
            _ => Err(why),
        }
    })
    .await
}

/// Reads as [`read_market`] does. Before the market was read for the first time, and while it cannot
/// be reached, what is known of it is read. The market is then read in the background, and the window
/// is told when that has ended.
pub(crate) async fn read_known_market<R: Runtime, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    read: impl FnOnce(&Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    let (app, session) = (app.clone(), Arc::clone(session));
    work(move || {
        let held = session.held()?;
        let is_away = session.is_offline();
        let is_read = held.ask(|home| Ok(home.has_read_market()))?;
        let known = match is_read && !is_away {
            true => None,
            false => look_at_hand(&held, None)?,
        };
        let Some(known) = known else {
            return session.with_market(None, read).map(|(_, answer)| answer);
        };
        let answer = held.ask(|home| home.seeing(&known, read));
        if !is_away {
            read_in_background(&app, &session);
        }
        answer
    })
    .await
}

/// Reads the market without the home, unless somebody does so already.
fn read_in_background<R: Runtime>(app: &AppHandle<R>, session: &Arc<Session>) {
    if session.reads_market.swap(true, Ordering::Relaxed) {
        return;
    }
    let (app, session) = (app.clone(), Arc::clone(session));
    thread::spawn(move || {
        let read = session.with_market(None, |_| Ok(()));
        session.reads_market.store(false, Ordering::Relaxed);
        // If it cannot be reached, the window is told so anyway.
        if read.is_ok() {
            let _ = app.emit(CHANGED, ());
        }
    });
}

/// Reads as [`read_market`] does. Returns the data at hand if the market cannot be reached.
pub(crate) async fn read_at_hand<T: Send + 'static>(
    session: &Arc<Session>,
    read: impl Fn(&Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    work(move || {
        let answer = match session.server_away() {
            Some(why) => Err(why),
            None => session.with_market(None, &read),
        };
        match answer {
            Err(why) if why.code().is_of_market() => session
                .with_home(|home| home.without_market(why, &read))
                .map(|(_, answer)| answer),
            answer => answer.map(|(_, answer)| answer),
        }
    })
    .await
}

/// Changes as [`change`] does, with the market read beforehand as [`read_market`] reads it.
pub(crate) async fn change_seeing<R: Runtime, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    whole: ListingId,
    change: impl FnOnce(&Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    changing(app, session, move |session| {
        session.with_market(Some(&whole), change)
    })
    .await
}

fn no_home() -> Error {
    Error::usage(ErrorCode::NoHome, DesktopMessage::NoHomeOpen)
        .hint(DesktopMessage::OpenOrCreateHome)
}

/// Changes the home, has sent what was committed, and tells the window that something changed.
pub(crate) async fn change<R: Runtime, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    change: impl FnOnce(&Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    changing(app, session, move |session| session.with_home(change)).await
}

/// Changes as [`change`] does, for a command that signs as an owner. The home's own log on the
/// market is read before, without the home.
pub(crate) async fn sign<R: Runtime, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    change: impl FnOnce(&Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    changing(app, session, move |session| session.with_own_log(change)).await
}

/// Changes as [`sign`] does, for a command that reads and writes the market itself while it holds
/// the home. The sender waits meanwhile.
pub(crate) async fn sign_alone<R: Runtime, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    change: impl FnOnce(&Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    changing(app, session, move |session| {
        let _turn = turn_to_send(&session.held()?)?;
        session.with_own_log(change)
    })
    .await
}

/// Reads from the home with its own log on the market, which is read before, without the home.
pub(crate) async fn read_own_log<T: Send + 'static>(
    session: &Arc<Session>,
    read: impl FnOnce(&Home) -> poundwise_market::Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    work(move || session.with_own_log(read).map(|(_, answer)| answer)).await
}

/// Changes the home by steps, and goes on as [`change`] does.
pub(crate) async fn changing<R: Runtime, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    change: impl FnOnce(&Arc<Session>) -> poundwise_market::Result<(Opening, T)> + Send + 'static,
) -> Answer<T> {
    let own = Arc::clone(session);
    let answer = work(move || {
        let answer = change(&own);
        own.sent_soon();
        answer.map(|(_, answer)| answer)
    })
    .await;
    // After a failure too: an approval may be signed and stored although its delivery did not get
    // through.
    let _ = app.emit(CHANGED, ());
    answer
}
