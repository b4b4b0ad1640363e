//! Statements to a database, through a driver that is foreign code.
//!
//! A driver is a shared library of a third party. A separate process (`poundwise-engine`) loads it.
//! That process holds no key and no seed, and can read only the files that a driver needs. [`ask`]
//! starts the process, sends it a [`Request`] through a pipe, and bounds its time and the size of its
//! answer. Both sides use the frames of [`wire`].
//!
//! [`Driver`] is the checked file of a driver, and [`find_driver`] finds it by its manifest.
//! [`Session`] has the options of a connection to the database of a [`DatabaseEngine`].

#![forbid(unsafe_code)]

mod ask;
mod driver;
mod engine;
mod find;
mod messages;
mod owned;
mod program;
mod reason;
mod session;
pub mod wire;

pub use ask::{Answered, ask, ask_rows, refuse_tracing};
pub use driver::Driver;
pub use engine::DatabaseEngine;
pub use find::{FoundDriver, find_driver, manifest_folders};
pub use messages::{DriverError, DriverMessage};
pub use program::engine_program;
pub use reason::CELL_ERROR;
pub use session::{Session, after_login, is_this_machine, unescaped, without_port};
pub use wire::{
    AnswerPart, Confinement, Failed, Failure, Limits, Network, Request, SqlState, TextRows,
};
