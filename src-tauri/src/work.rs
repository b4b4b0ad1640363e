//! Commands that take their time: away from the window's thread, told to the window over a channel, stopped by its word.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use poundwise_market::{ErrorCode, Home, Progress, Result, Work, stopped};
use tauri::{AppHandle, Emitter, Runtime, ipc::Channel};

use crate::{
    session::{Answer, Session, work},
    watch::CHANGED,
};

/// The window is told at most ten times a second.
const PAUSE: Duration = Duration::from_millis(100);

/// The work that is under way, by the id that the window gave it.
#[derive(Default)]
pub(crate) struct Works {
    running: Mutex<HashMap<String, Running>>,
}

struct Running {
    stop: Arc<AtomicBool>,
    /// Whether it is to be stored in the home that is open.
    of_home: bool,
}

impl Works {
    /// Stops the work of that id soon. Whether there is one: it may have come to its end, or not to its beginning.
    pub(crate) fn stop(&self, id: &str) -> bool {
        match self.running().get(id) {
            Some(running) => {
                running.stop.store(true, Ordering::Relaxed);
                true
            }
            None => false,
        }
    }

    /// Stops what is to be stored in the home.
    pub(crate) fn stop_of_home(&self) {
        for running in self.running().values().filter(|running| running.of_home) {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Does `act`, known by the call's id while it lasts.
    fn run<T>(
        &self,
        call: &Call,
        of_home: bool,
        act: impl FnOnce(&Work<'_>, &AtomicBool) -> Result<T>,
    ) -> Result<T> {
        let stop = Arc::new(AtomicBool::new(false));
        self.running().insert(
            call.id.clone(),
            Running {
                stop: Arc::clone(&stop),
                of_home,
            },
        );
        let _known = Known {
            works: self,
            id: &call.id,
        };
        let told = Mutex::new(None::<Instant>);
        let listener = |progress: Progress| {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            if told.is_none_or(|at| at.elapsed() >= PAUSE) {
                *told = Some(Instant::now());
                // A window that is gone hears nothing, and nobody waits for this any more.
                if call.progress.send(progress).is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            if stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        act(&Work::telling(&listener), &stop)
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<String, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Forgets the work when it ends, however it does.
struct Known<'a> {
    works: &'a Works,
    id: &'a str,
}

impl Drop for Known<'_> {
    fn drop(&mut self) {
        self.works.running().remove(self.id);
    }
}

/// What the window gives with a command that takes its time.
pub(crate) struct Call {
    /// By which [`Works::stop`] knows it.
    pub(crate) id: String,
    /// Where it is told how far it is.
    pub(crate) progress: Channel<Progress>,
}

/// Runs long work that needs no home.
pub(crate) async fn long<T: Send + 'static>(
    session: &Arc<Session>,
    call: Call,
    run: impl FnOnce(&Work<'_>) -> Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    work(move || session.works().run(&call, false, |work, _| run(work))).await
}

/// Runs long work for the home: `begin` asks it, `run` takes its time while others use it, `finish` changes it. The
/// window is told when it has changed.
pub(crate) async fn long_change<R: Runtime, J, D, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    call: Call,
    begin: impl FnOnce(&Home) -> Result<J> + Send + 'static,
    run: impl FnOnce(J, &Work<'_>) -> Result<D> + Send + 'static,
    finish: impl FnOnce(&Home, D) -> Result<T> + Send + 'static,
) -> Answer<T> {
    let own = Arc::clone(session);
    let answer = work(move || {
        own.works().run(&call, true, |work, stop| {
            let (opening, job) = own.with_home(begin)?;
            let done = run(job, work)?;
            if stop.load(Ordering::Relaxed) {
                return Err(stopped());
            }
            own.with_same_home(opening, |home| finish(home, done))
        })
    })
    .await;
    if !matches!(&answer, Err(error) if error.code == ErrorCode::Stopped) {
        let _ = app.emit(CHANGED, ());
    }
    answer
}

/// Runs what is short enough not to be stopped, but too long to keep others from the home: `begin` asks it.
pub(crate) async fn aside<J: Send + 'static, T: Send + 'static>(
    session: &Arc<Session>,
    begin: impl FnOnce(&Home) -> Result<J> + Send + 'static,
    run: impl FnOnce(J) -> Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    work(move || run(session.with_home(begin)?.1)).await
}
