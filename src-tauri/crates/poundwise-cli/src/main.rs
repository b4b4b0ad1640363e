//! The `poundwise` command: everything the app does, for scripts and terminals.
#![forbid(unsafe_code)]

mod args;
mod commands;
mod complete;
mod confirm;
mod hints;
mod opening;
mod output;
mod passphrase;
mod run;
mod schema;
mod table;
mod working;

fn main() -> std::process::ExitCode {
    run::run()
}
