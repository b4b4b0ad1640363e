//! From a file to a vector of integers with a known sensitivity, and from released integers to what
//! a person reads.
//!
//! [`csv`] reads a table as its [`schema`] declares it, [`table`] keeps it; [`filter`] and
//! [`attribute`] turn a listing's draft into a vector x and its sensitivity D, of the rows that
//! count; [`estimate`] goes the other way. All of it is exact: integers and decimals, no floating
//! point.

pub mod attribute;
mod canonical;
mod contributions;
pub mod csv;
pub(crate) mod draft;
pub mod estimate;
mod evaluation;
pub mod filter;
mod histogram;
mod lattice;
mod number;
mod own;
pub(crate) mod parquet;
mod planner;
mod query;
pub(crate) mod ratio;
pub mod schema;
mod signed;
pub mod table;
mod words;

pub use attribute::{EVALUATION_RULES, Plan, QuestionFields, Unit, plan};
pub use csv::{Header, Parsed, preview, read_csv, seen_values};
pub use schema::{Schema, SchemaColumn};
pub use signed::{privacy_unit, query_parts};
pub use table::{Column, Table};
