//! From files to x and D, and back to estimates.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod attribute;
mod attribute_refused;
mod batches;
mod codes;
mod coverage;
mod csv;
mod dates;
mod encodings;
mod estimate;
mod exact;
#[path = "../../../../tests/support/files.rs"]
mod files;
mod fit;
mod fixture;
mod formats;
mod intervals;
mod moments;
mod persons;
mod progress;
#[path = "../../gradual-release/tests/support/property.rs"]
mod property;
mod question;
mod ranges;
mod real;
mod schema;
mod sensitivity;
mod shapes;
mod tally;
