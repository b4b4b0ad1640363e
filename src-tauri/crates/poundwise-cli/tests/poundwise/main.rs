//! The real program from outside: exit codes, one JSON document, errors that name the way out.
#![allow(clippy::unwrap_used, clippy::print_stderr, clippy::print_stdout)]

mod attacks;
mod audits;
mod availability;
mod bad_input;
#[path = "../../../../../tests/support/bank_cases.rs"]
mod bank_cases;
mod bank_files;
mod batches;
mod catalogue;
mod circles;
mod clocks;
mod complete;
mod copies;
mod dates;
mod demo;
mod drafts;
mod families;
#[path = "../../../../../tests/support/files.rs"]
mod files;
mod german;
mod imports;
#[path = "../../../../../tests/interop/mod.rs"]
mod interop;
mod interrupt;
mod json;
mod keys;
mod languages;
mod links;
mod lists;
mod mail;
mod moments;
mod neighbours;
mod newer;
mod noise;
mod old_copy;
mod orders;
mod payments;
mod places;
mod plain_text;
mod populations;
mod ranges;
mod real_data;
mod recipes;
mod remote;
mod rules;
mod sale;
mod seal;
mod shapes;
mod snapshots;
mod statements;
mod support;
mod terminal;
mod transcripts;
mod type_names;
mod usage;
mod values;
mod walks;
mod wire;
