//! Progress of calls that send documents to a market and get no [`Work`](crate::work::Work): they
//! follow a commit, and belong to the work that committed.

use std::{cell::RefCell, sync::Arc};

use crate::work::{WorkProgress, WorkStep, WorkUnit};

type Listener = Arc<dyn Fn(WorkProgress)>;

thread_local! {
    /// The listeners of the work that this thread runs, the innermost last.
    static LISTENERS: RefCell<Vec<Listener>> = const { RefCell::new(Vec::new()) };
}

/// Runs work on this thread. What it sends is reported to `listener`.
pub fn telling<T>(listener: impl Fn(WorkProgress) + 'static, work: impl FnOnce() -> T) -> T {
    LISTENERS.with_borrow_mut(|listeners| listeners.push(Arc::new(listener)));
    let _leave = Leave;
    work()
}

/// Takes the innermost listener away, also after a panic.
struct Leave;

impl Drop for Leave {
    fn drop(&mut self) {
        LISTENERS.with_borrow_mut(|listeners| drop(listeners.pop()));
    }
}

/// Returns whether somebody listens to what this thread sends.
#[must_use]
pub fn is_heard() -> bool {
    LISTENERS.with_borrow(|listeners| !listeners.is_empty())
}

/// Reports that so many of all documents were sent. The work that committed them is done.
pub fn tell(done: u64, total: u64) {
    let listener = LISTENERS.with_borrow(|listeners| listeners.last().cloned());
    if let Some(listener) = listener {
        listener(sent(done, total));
    }
}

/// Returns the progress of a sending.
#[must_use]
pub fn sent(done: u64, total: u64) -> WorkProgress {
    WorkProgress {
        step: WorkStep::Send,
        done,
        total,
        unit: WorkUnit::Documents,
        permille: 1000,
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, rc::Rc};

    use super::*;

    #[test]
    fn sending_is_reported_to_the_innermost_work_of_its_thread() {
        tell(0, 1);
        assert!(!is_heard());
        let heard = Rc::new(RefCell::new(Vec::new()));
        let noting = |name: &'static str| {
            let heard = Rc::clone(&heard);
            move |progress: WorkProgress| heard.borrow_mut().push((name, progress.done))
        };
        telling(noting("outer"), || {
            tell(1, 2);
            telling(noting("inner"), || tell(2, 2));
            assert!(is_heard());
            assert!(!std::thread::spawn(is_heard).join().unwrap());
        });
        tell(3, 3);
        assert_eq!(*heard.borrow(), [("outer", 1), ("inner", 2)]);
    }
}
