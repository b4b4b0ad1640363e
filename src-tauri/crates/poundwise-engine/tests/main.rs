//! Statements in real databases, and drivers that are hostile.
#![allow(clippy::unwrap_used, clippy::print_stderr)]

mod catalogue;
mod databases;
mod equal;
#[path = "../../../../tests/support/files.rs"]
mod files;
mod hostile;
#[path = "../../../../tests/interop/mod.rs"]
mod interop;
#[path = "../../gradual-release/tests/support/property.rs"]
mod property;
mod questions;
mod real;
mod reasons;
mod sail;
mod server;
mod sessions;
mod snapshots;
mod texts;
mod tls;
