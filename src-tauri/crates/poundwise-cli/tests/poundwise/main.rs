//! The real program from outside: exit codes, one JSON document, errors that name the way out.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod audits;
mod bad_input;
mod copies;
mod demo;
mod imports;
mod interrupt;
mod keys;
mod noise;
mod real_data;
mod rules;
mod sale;
mod seal;
mod support;
mod usage;
