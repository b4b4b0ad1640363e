//! Sends what the open home committed, in the background: commands only commit. While the market
//! cannot be reached it tries again, less and less often.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use poundwise_market::{Error, ErrorCode, Sent, send_waiting};
use tauri::{AppHandle, Emitter, Runtime};

use crate::session::{CHANGED, Session};

/// Time between two looks at what waits.
const PERIOD: Duration = Duration::from_secs(2);

/// Longest time between two attempts while the market cannot be reached.
const LONGEST: Duration = Duration::from_secs(64);

/// Longest time between two attempts while the market does not take an object.
const LONGEST_NOT_TAKEN: Duration = Duration::from_secs(3600);

/// Starts the sender, which lasts as long as the app.
pub(crate) fn start<R: Runtime>(app: AppHandle<R>, session: Arc<Session>) {
    thread::spawn(move || {
        let (mut pause, mut last) = (PERIOD, Instant::now());
        loop {
            let woken = session.sender().wait(PERIOD);
            if woken.is_news {
                let _ = app.emit(CHANGED, ());
            }
            if !woken.is_asked && last.elapsed() < pause {
                continue;
            }
            session.sender().note_begun();
            let sent = send(&session);
            session.sender().note_done(woken.asked);
            last = Instant::now();
            let problem = sent.as_ref().and_then(|sent| sent.problem.as_ref());
            pause = match problem.map(Error::code) {
                Some(ErrorCode::MarketEntry) => (pause * 2).min(LONGEST_NOT_TAKEN),
                Some(_) => (pause * 2).min(LONGEST),
                None => PERIOD,
            };
            if sent.is_some_and(|sent| sent.written > 0) {
                let _ = app.emit(CHANGED, ());
            }
        }
    });
}

/// Sends what waits. Returns `None` if no home is open, or it does not answer: its commands say what
/// is wrong with it.
fn send(session: &Session) -> Option<Sent> {
    let held = session.held().ok()?;
    let turns = session.sender().turns();
    let sent = send_waiting(&held).ok()?;
    if sent.written > 0 || sent.problem.is_some() {
        session
            .sender()
            .found(held.opening(), turns, sent.problem.as_ref());
    }
    Some(sent)
}
