//! The process that loads a database's driver and sends it one statement.
//!
//! `poundwise_driver::ask` starts it with an empty environment. It reads a request from its standard
//! input, confines itself, loads the driver, and writes one answer to its standard output. If its
//! input ends first, it cancels the statement in the database.

#![forbid(unsafe_code)]

use std::process::ExitCode;

mod answer;
mod calls;
mod confine;
mod query;

fn main() -> ExitCode {
    answer::run()
}
