//! Questions: from a table to a vector of integers x with a known sensitivity D, and from released
//! integers to estimates.
//!
//! [`csv`] reads an owner's file as its [`schema`] declares it, and [`parquet`] a stored one: both are sources
//! of [`rows`], as a [`table`] in memory is. [`attribute`] turns a stated question ([`kinds`],
//! [`filter`]) into x and D, of the rows that count; [`estimate`] goes the other way. All of it is
//! exact: integers and decimals, no floating-point decision. D comes from what is stated alone, never
//! from the rows.
//!
//! To check that a listing's ε is what it says, read this crate, and `gradual-release` for the
//! noise.
//!
//! Abbreviations: CSV is comma-separated values (RFC 4180), LF and CR the bytes 10 and 13; K is the
//! number of rows that count of one unit, g the lattice step, D and D2 the l1 and l2 sensitivity.

#![forbid(unsafe_code)]

pub mod attribute;
mod block_tree;
mod canonical;
mod codebook;
mod contributions;
pub mod csv;
pub mod declared;
mod error;
pub mod estimate;
mod fault;
pub mod filter;
pub mod fit;
mod foreign;
mod form;
mod hint;
mod incoming;
pub mod kinds;
mod lattice;
mod messages;
mod number;
pub mod parquet;
mod privacy_unit;
mod progress;
#[cfg(test)]
#[path = "../../gradual-release/tests/support/property.rs"]
mod property;
mod quantity;
mod query;
pub mod ranges;
pub mod ratio;
mod repeats;
pub mod report;
pub mod rows;
pub mod schema;
pub mod shape;
mod source;
pub mod table;
pub mod tally;
mod text;
mod words;

pub use attribute::{EVALUATION_RULES, Plan, plan};
pub use codebook::{bands, codebook, edge, periods};
pub use csv::{Parsed, contributing_rows, files_of, preview, read_csv, seen_values, separator_of};
pub use error::{Error, Kind, QueryErrorCode, Result, Wrong};
pub use fault::{Counted, EdgeFault, LineFault, MissingAsMidNeeds, QueryFault, StatedNumber};
pub use filter::Condition;
pub use foreign::ForeignFile;
pub use form::{FormPart, Quotes, Separator, TableFileKind, TableForm};
pub use hint::{List, QueryHint};
pub use incoming::IncomingRows;
pub use kinds::{AttributeSpec, assuming_rows, missing_as};
pub use messages::block_sizes;
pub use number::Number;
pub use poundwise_text::Encoding;
pub use poundwise_text::number::{
    CurrencyMark, Grouping, NoCurrency, NumberForm, SignForms, UnreadReason,
};
pub use privacy_unit::{PrivacyUnit, privacy_unit, unit_name};
pub use progress::RowProgress;
pub use quantity::Quantity;
pub use query::{LabelWords, QueryWords};
pub use repeats::is_id_name;
pub use rows::Rows;
pub use schema::{Schema, SchemaColumn};
pub use source::Unit;
pub use table::{Column, Table};
pub use text::canonical_text;
