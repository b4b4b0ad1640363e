//! Who sends what a home committed, and the turn of its one sender.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, ThreadId},
};

/// Who sends what a command committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sends {
    /// The command itself, at its end.
    AtOnce,
    /// The shell, by `send_waiting`: commands only commit.
    Shell,
}

/// The turn of the one sender of a home.
#[derive(Default)]
pub struct Turn {
    holder: Mutex<Option<(ThreadId, u32)>>,
    freed: Condvar,
}

/// The turn of a thread, until it is dropped.
pub struct MyTurn(Arc<Turn>);

impl Turn {
    fn holder(&self) -> MutexGuard<'_, Option<(ThreadId, u32)>> {
        self.holder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn. A thread that has it gets it again at once.
    pub(crate) fn wait(self: &Arc<Self>) -> MyTurn {
        let mut holder = self.holder();
        loop {
            if let Some(turn) = self.given(&mut holder) {
                return turn;
            }
            holder = self
                .freed
                .wait(holder)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Returns the turn, unless another thread has it.
    pub(crate) fn take(self: &Arc<Self>) -> Option<MyTurn> {
        self.given(&mut self.holder())
    }

    fn given(self: &Arc<Self>, holder: &mut Option<(ThreadId, u32)>) -> Option<MyTurn> {
        let me = thread::current().id();
        let depth = match *holder {
            None => 0,
            Some((other, depth)) => (other == me).then_some(depth)?,
        };
        *holder = Some((me, depth + 1));
        Some(MyTurn(Arc::clone(self)))
    }
}

impl Drop for MyTurn {
    fn drop(&mut self) {
        let mut holder = self.0.holder();
        *holder = holder.and_then(|(me, depth)| (depth > 1).then_some((me, depth - 1)));
        if holder.is_none() {
            self.0.freed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn turn_is_of_one_thread_and_nests() {
        let turn = Arc::<Turn>::default();
        let mine = turn.wait();
        let again = turn.take().unwrap();
        let (took, taken) = mpsc::channel();
        let other = Arc::clone(&turn);
        let waiting = thread::spawn(move || {
            took.send(other.take().is_some()).unwrap();
            drop(other.wait());
            took.send(true).unwrap();
        });
        assert!(!taken.recv().unwrap());
        drop(mine);
        assert!(taken.try_recv().is_err());
        drop(again);
        assert!(taken.recv().unwrap());
        waiting.join().unwrap();
        assert!(turn.take().is_some());
    }
}
