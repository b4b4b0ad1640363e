//! Long-running commands: away from the window's thread, with progress over a channel, cancelled by
//! the window.

use std::sync::Arc;

use poundwise_market::{ErrorCode, Home, Job, Reach, Result, Work, stopped};
use tauri::{AppHandle, Emitter, Runtime};

use crate::{
    session::{Answer, CHANGED, Held, Session, work},
    works::Call,
};

/// Runs long work that needs no home.
pub(crate) async fn long<T: Send + 'static>(
    session: &Arc<Session>,
    call: Call,
    run: impl FnOnce(&Work<'_>) -> Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    work(move || session.works().run(&call, false, |work, _| run(work))).await
}

/// Runs long work that reads from the home: `begin` asks the home, `run` goes on without it.
pub(crate) async fn long_read<J, T: Send + 'static>(
    session: &Arc<Session>,
    call: Call,
    begin: impl FnOnce(&Home) -> Result<J> + Send + 'static,
    run: impl FnOnce(J, &Work<'_>) -> Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    work(move || {
        session.works().run(&call, true, |work, _| {
            run(session.with_home(begin)?.1, work)
        })
    })
    .await
}

/// Runs a job of the home, which others use meanwhile: `begin` asks for it.
pub(crate) async fn long_store<J: Job>(
    session: &Arc<Session>,
    call: Call,
    begin: impl FnOnce(&Home) -> Result<J> + Send + 'static,
) -> Answer<J::Answer>
where
    J::Answer: Send + 'static,
{
    let own = Arc::clone(session);
    work(move || {
        own.works().run(&call, true, |work, stop| {
            let held = own.held()?;
            let mut known = own.own_log(&held)?;
            let opening = held.opening();
            let job = held.ask(|home| home.knowing(&known, begin))?;
            let made = match job.run(work) {
                Ok(made) => made,
                Err(error) => {
                    // What is missing then is the whole home.
                    own.with_same_home(opening, Home::check_place)?;
                    return Err(error);
                }
            };
            if stop.is_stopped() {
                return Err(stopped());
            }
            if J::CHECKS_OWN_LOG && !known.is_fresh() {
                known = own.own_log(&held)?;
            }
            let answer = held.ask(|home| home.knowing(&known, |home| J::finish(home, made)));
            own.sent_soon();
            answer
        })
    })
    .await
}

/// Runs as [`long_store`] does, for what other screens show: the window is notified when it has
/// changed.
pub(crate) async fn long_change<R: Runtime, J: Job>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    call: Call,
    begin: impl FnOnce(&Home) -> Result<J> + Send + 'static,
) -> Answer<J::Answer>
where
    J::Answer: Send + 'static,
{
    let answer = long_store(session, call, begin).await;
    if !matches!(&answer, Err(error) if error.code == ErrorCode::Stopped) {
        let _ = app.emit(CHANGED, ());
    }
    answer
}

/// Runs long work that asks and changes the home in steps; afterwards the window is notified that
/// something changed.
pub(crate) async fn long_steps<R: Runtime, T: Send + 'static>(
    app: &AppHandle<R>,
    session: &Arc<Session>,
    call: Call,
    run: impl FnOnce(&Held<'_>, &Work<'_>) -> Result<T> + Send + 'static,
) -> Answer<T> {
    let own = Arc::clone(session);
    let answer = work(move || {
        own.works().run(&call, true, |work, _| {
            own.note_activity();
            run(&own.held()?, work)
        })
    })
    .await;
    if !matches!(&answer, Err(error) if error.code == ErrorCode::Stopped) {
        let _ = app.emit(CHANGED, ());
    }
    answer
}

/// Runs work that is too short to be cancelled and too long to block the home: `begin` asks the
/// home, the rest goes on without it.
pub(crate) async fn aside<J: Send + 'static, T: Send + 'static>(
    session: &Arc<Session>,
    begin: impl FnOnce(&Home) -> Result<J> + Send + 'static,
    run: impl FnOnce(J) -> Result<T> + Send + 'static,
) -> Answer<T> {
    let session = Arc::clone(session);
    work(move || run(session.with_home(begin)?.1)).await
}
