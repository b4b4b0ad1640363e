//! The real program from outside: exit codes, one JSON document, errors that name the way out.
#![allow(clippy::unwrap_used)]

mod bad_input;
mod demo;
mod sale;
mod support;
mod usage;
