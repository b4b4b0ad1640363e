//! Work that is under way: who runs it hears its progress, and can stop it.

use std::{
    collections::HashMap,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use poundwise_market::{Result, StopFlag, Work, WorkProgress, sending};
use tauri::ipc::Channel;

/// The window receives at most ten reports a second.
const PAUSE: Duration = Duration::from_millis(100);

/// The longest wait for running work to stop when the app is closed.
const LAST_WAIT: Duration = Duration::from_secs(3);

/// The running work, by the ids that the window chose.
#[derive(Default)]
pub(crate) struct Works {
    running: Mutex<HashMap<String, Running>>,
}

struct Running {
    stop: StopFlag,
    /// Whether its result is stored in the open home.
    of_home: bool,
}

impl Works {
    /// Tells the work of that id to stop. Returns whether it is running: it may have ended, or not
    /// begun.
    pub(crate) fn stop(&self, id: &str) -> bool {
        match self.running().get(id) {
            Some(running) => {
                running.stop.stop();
                true
            }
            None => false,
        }
    }

    /// Returns whether nothing is under way.
    pub(crate) fn is_idle(&self) -> bool {
        self.running().is_empty()
    }

    /// Tells the work whose result is stored in the home to stop.
    pub(crate) fn stop_of_home(&self) {
        for running in self.running().values().filter(|running| running.of_home) {
            running.stop.stop();
        }
    }

    /// Stops everything and waits until it has ended, so that the process leaves no half-written
    /// file; not forever, since a file system may hang.
    pub(crate) fn stop_all(&self) {
        let start = Instant::now();
        loop {
            let running = self.running();
            if running.is_empty() || start.elapsed() >= LAST_WAIT {
                return;
            }
            for one in running.values() {
                one.stop.stop();
            }
            drop(running);
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Runs `act`, registered under the call's id while it lasts. Once it is told to stop, its waits
    /// for a server end, too.
    pub(crate) fn run<T>(
        &self,
        call: &Call,
        of_home: bool,
        act: impl FnOnce(&Work<'_>, &StopFlag) -> Result<T>,
    ) -> Result<T> {
        let stop = StopFlag::default();
        self.running().insert(
            call.id.clone(),
            Running {
                stop: stop.clone(),
                of_home,
            },
        );
        let _known = Known {
            works: self,
            id: &call.id,
        };
        let told = Mutex::new(None::<Instant>);
        let listener = |progress: WorkProgress| {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            if told.is_none_or(|at| at.elapsed() >= PAUSE) {
                *told = Some(Instant::now());
                // A window that is gone hears nothing, and nobody waits for this any more.
                if call.progress.send(progress).is_err() {
                    stop.stop();
                }
            }
            if stop.is_stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let channel = call.progress.clone();
        let sending = move |progress| drop(channel.send(progress));
        stop.during(|| sending::telling(sending, || act(&Work::telling(&listener), &stop)))
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<String, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes the work from [`Works`] when dropped.
struct Known<'a> {
    works: &'a Works,
    id: &'a str,
}

impl Drop for Known<'_> {
    fn drop(&mut self) {
        self.works.running().remove(self.id);
    }
}

/// Arguments that the window passes to a long-running command.
pub(crate) struct Call {
    /// The id for [`Works::stop`].
    pub(crate) id: String,
    /// The channel for its progress.
    pub(crate) progress: Channel<WorkProgress>,
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use poundwise_market::stopped;

    use super::*;

    #[test]
    fn the_end_of_the_app_stops_what_is_at_work_and_waits_for_it() {
        let works = Works::default();
        let (begun, beginning) = mpsc::channel();
        thread::scope(|scope| {
            let run = scope.spawn(|| {
                let call = Call {
                    id: "work-1".to_owned(),
                    progress: Channel::new(|_| Ok(())),
                };
                works.run(&call, false, |_, stop| {
                    begun.send(()).expect("somebody waits");
                    while !stop.is_stopped() {
                        thread::yield_now();
                    }
                    Err::<(), _>(stopped())
                })
            });
            beginning.recv().expect("it begins");
            works.stop_all();
            assert!(works.running().is_empty());
            assert!(run.join().expect("it ends").is_err());
        });
        works.stop_all();
    }
}
