//! The real program from outside: exit codes, one JSON document, errors that name the way out.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod attacks;
mod audits;
mod bad_input;
mod batches;
mod circles;
mod complete;
mod copies;
mod demo;
mod drafts;
#[path = "../../../../../tests/support/files.rs"]
mod files;
mod imports;
mod interrupt;
mod json;
mod keys;
mod lists;
mod neighbours;
mod noise;
mod old_copy;
mod orders;
mod payments;
mod populations;
mod real_data;
mod rules;
mod sale;
mod seal;
mod support;
mod transcripts;
mod type_names;
mod usage;
mod values;
mod walks;
mod wire;
