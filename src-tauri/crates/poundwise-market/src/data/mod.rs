//! From a file to a vector of integers with a known sensitivity, and from released integers to what a person reads.
//!
//! [`csv`] reads a table, [`table`] keeps it, [`persons`] bounds what one person has in it; [`filter`] and
//! [`attribute`] turn a listing's draft into a vector x and its sensitivity D; [`estimate`] goes the other way. All
//! of it is exact: integers and decimals, no floating point.

pub mod attribute;
pub mod csv;
mod draft;
pub mod estimate;
pub mod filter;
mod histogram;
mod lattice;
mod number;
mod own;
pub(crate) mod parquet;
pub mod persons;
mod planner;
mod query;
pub(crate) mod ratio;
pub mod table;
mod words;

pub use attribute::{Plan, Unit, plan};
pub use csv::{Parsed, preview, read_csv};
pub use persons::bound_persons;
pub use table::{Column, Table};
