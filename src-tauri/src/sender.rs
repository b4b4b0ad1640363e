//! What commands ask of the sender ([`crate::sending`]), and whether the market can be reached.

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use poundwise_market::Error;
use serde::Serialize;

use crate::opening::Opening;

/// Longest time for which a command waits for its documents to leave before it answers.
const PATIENCE: Duration = Duration::from_secs(1);

/// Time after which a sending under way is not waited for by commands that come then.
const UNDER_WAY: Duration = Duration::from_millis(500);

/// Whether the market can be reached, and how much waits for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct SendingView {
    /// Whether the last attempt to reach the market failed.
    pub(crate) offline: bool,
    /// Number of documents that wait to be sent.
    pub(crate) waiting: u64,
}

/// The requests to the sender, and what it found.
#[derive(Default)]
pub(crate) struct Sender {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Number of requests.
    asked: u64,
    /// Number of requests at the beginning of the last sending that has ended.
    done: u64,
    /// When the sending that is under way began.
    begun: Option<Instant>,
    /// The home whose market cannot be reached, and why.
    offline: Option<(Opening, Error)>,
    /// Number of times that this has changed.
    turns: u64,
    /// Whether the window is to be told that the market is reached or missed.
    news: bool,
}

impl Sender {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for a sending soon.
    pub(crate) fn ask(&self) {
        self.state().asked += 1;
        self.changed.notify_all();
    }

    /// Asks for a sending, and waits for it for a moment, unless the market cannot be reached or an
    /// earlier sending takes long.
    pub(crate) fn ask_and_wait(&self, opening: Opening) {
        self.ask();
        let begun = Instant::now();
        let mut state = self.state();
        let asked = state.asked;
        if state.begun.is_some_and(|at| at.elapsed() > UNDER_WAY) {
            return;
        }
        while state.done < asked && !state.is_offline(opening) {
            let Some(left) = PATIENCE.checked_sub(begun.elapsed()) else {
                return;
            };
            state = self
                .changed
                .wait_timeout(state, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// Returns why the market of the home of an opening cannot be reached, if it cannot.
    pub(crate) fn offline(&self, opening: Opening) -> Option<Error> {
        let state = self.state();
        let (of, why) = state.offline.as_ref()?;
        (*of == opening).then(|| why.clone())
    }

    /// Returns the number of times that the market was reached or missed anew, for
    /// [`Sender::found`]: before somebody asks the market.
    pub(crate) fn turns(&self) -> u64 {
        self.state().turns
    }

    /// Notes whether the market of a home can be reached, as somebody has found who began at
    /// `turns`. Older knowledge is ignored. The window is told if it is news.
    pub(crate) fn found(&self, opening: Opening, turns: u64, error: Option<&Error>) {
        let error = error.filter(|error| error.code().is_offline());
        let mut state = self.state();
        let was = state.is_offline(opening);
        if turns != state.turns || was == error.is_some() {
            return;
        }
        state.turns += 1;
        state.offline = error.map(|error| (opening, error.clone()));
        if was {
            // What waited for the market leaves now.
            state.asked += 1;
        }
        state.news = true;
        self.changed.notify_all();
    }

    /// Waits for a request or for news, for at most that time.
    pub(crate) fn wait(&self, longest: Duration) -> Woken {
        let state = self.state();
        let is_quiet = |state: &mut State| state.done == state.asked && !state.news;
        let mut state = self
            .changed
            .wait_timeout_while(state, longest, is_quiet)
            .unwrap_or_else(PoisonError::into_inner)
            .0;
        Woken {
            asked: state.asked,
            is_asked: state.done < state.asked,
            is_news: std::mem::take(&mut state.news),
        }
    }

    /// Notes that a sending begins.
    pub(crate) fn note_begun(&self) {
        self.state().begun = Some(Instant::now());
    }

    /// Notes that a sending has ended, which began after that many requests.
    pub(crate) fn note_done(&self, asked: u64) {
        let mut state = self.state();
        state.done = state.done.max(asked);
        state.begun = None;
        self.changed.notify_all();
    }
}

impl State {
    fn is_offline(&self, opening: Opening) -> bool {
        self.offline.as_ref().is_some_and(|(of, _)| *of == opening)
    }
}

/// Why the sender woke up.
pub(crate) struct Woken {
    /// Number of requests.
    pub(crate) asked: u64,
    /// Whether there is a new one.
    pub(crate) is_asked: bool,
    /// Whether the market is reached or missed anew.
    pub(crate) is_news: bool,
}
