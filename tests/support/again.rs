//! A test run once more, in a process of its own.

use std::{
    any::type_name,
    env,
    process::{Command, Output},
};

/// What the test program says first.
const ONE: &str = "running 1 test\n";

/// The command that runs the test once more, and nothing else.
pub(crate) fn again<T: FnOnce()>(_test: T) -> Command {
    let path = type_name::<T>();
    let (_, name) = path.split_once("::").unwrap();
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", name, "--nocapture"]);
    command
}

/// Holds what that command said to this: it ran the test. By a wrong name it would run none, and
/// end well.
#[track_caller]
pub(crate) fn ran(output: &Output) {
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(ONE), "it ran no test: {said}");
}
