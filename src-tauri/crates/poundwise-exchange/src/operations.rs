//! The operations of market stores, counted in builds for development: tests measure what a command
//! asks of a market.

/// An operation of a store: one request, if the market is on a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// The objects of a folder are listed.
    List,
    /// The size of an object is asked for.
    Size,
    /// An object is read.
    Read,
    /// An object is written.
    Write,
    /// An object is removed.
    Remove,
}

#[cfg(debug_assertions)]
thread_local! {
    static NOTED: std::cell::RefCell<Vec<(Operation, String)>> =
        const { std::cell::RefCell::new(Vec::new()) };
}

/// Notes an operation of this thread.
#[cfg(debug_assertions)]
pub(crate) fn note(operation: Operation, name: &str) {
    NOTED.with_borrow_mut(|noted| noted.push((operation, name.to_owned())));
}

/// Notes nothing in builds for users.
#[cfg(not(debug_assertions))]
pub(crate) const fn note(_operation: Operation, _name: &str) {}

/// Returns the operations of this thread since the last call, with the names of their objects and
/// folders. In builds for users it returns none.
#[must_use]
pub fn take() -> Vec<(Operation, String)> {
    #[cfg(debug_assertions)]
    return NOTED.take();
    #[cfg(not(debug_assertions))]
    return Vec::new();
}
