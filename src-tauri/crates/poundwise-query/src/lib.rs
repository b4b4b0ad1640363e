//! Questions: from a table to a vector of integers x with a known sensitivity D, and from released
//! integers to estimates.
//!
//! [`csv`] reads a file as its [`schema`] declares it, [`table`] keeps it; [`attribute`] turns what
//! an owner states of it ([`kinds`], [`filter`]) into x and D, of the rows that count;
//! [`estimate`] goes the other way. All of it is exact: integers and decimals, no floating-point
//! decision. D comes from what is stated alone, never from the rows.
//!
//! To check that a listing's ε is what it says, read this crate, and `gradual-release` for the
//! noise.
//!
//! Abbreviations: CSV is comma-separated values (RFC 4180), LF and CR the bytes 10 and 13; K is the
//! number of rows that count of one unit, g the lattice step, D and D2 the l1 and l2 sensitivity.

#![forbid(unsafe_code)]

pub mod attribute;
mod canonical;
mod codebook;
mod contributions;
pub mod csv;
mod error;
pub mod estimate;
mod fault;
pub mod filter;
mod form;
mod hint;
pub mod kinds;
mod lattice;
mod number;
pub mod parquet;
pub mod parts;
mod progress;
#[cfg(test)]
#[path = "../../gradual-release/tests/support/property.rs"]
mod property;
mod quantity;
mod query;
pub mod ratio;
pub mod report;
pub mod schema;
pub mod shape;
mod signed;
mod source;
pub mod table;
mod text;
mod words;

pub use attribute::{EVALUATION_RULES, Plan, QuestionFields, plan};
pub use codebook::{bands, codebook};
pub use csv::{Parsed, contributing_rows, preview, read_csv, seen_values, separator_of};
pub use error::{Error, Kind, QueryErrorCode, Result, Wrong};
pub use fault::{Counted, EdgeFault, LineFault, MissingAsMidNeeds, QueryFault, StatedNumber};
pub use filter::Condition;
pub use form::{Quotes, Separator, TableForm};
pub use hint::{List, QueryHint};
pub use kinds::AttributeSpec;
pub use number::Number;
pub use progress::RowProgress;
pub use quantity::Quantity;
pub use schema::{Schema, SchemaColumn};
pub use signed::{privacy_unit, query_parts};
pub use source::Unit;
pub use table::{Column, Table};
pub use text::canonical_text;
