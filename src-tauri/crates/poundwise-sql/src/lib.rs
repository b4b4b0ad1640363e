//! SQL of questions: from a tally to one statement of a database, and from the answer of the
//! database back to the sums of the tally.
//!
//! [`LinkedTable`] describes a table in a database. [`SqlStatement::new`] writes the statement that adds
//! up the [`poundwise_query::tally::QuestionTally`] of a question, and [`SqlStatement::read`] reads what the
//! database answers. The statement is a closed syntax tree (`tree.rs`) until a [`Dialect`] writes
//! it: a name or a text of an owner is a leaf of the tree and never a part of the SQL text before.
//! All results are integers as text. Nothing is rounded, divided or collated in the database, so x
//! is equal integer for integer in every database.
//!
//! A statement depends on what is stated alone: columns, types, bounds and bins. A question whose
//! sums could exceed the widest integer of a database is refused before anything runs.

#![forbid(unsafe_code)]

mod answer;
pub mod catalogue;
mod cells;
mod dialect;
mod messages;
mod snapshot;
mod statement;
mod storage;
mod table;
mod tree;

pub use dialect::Dialect;
pub use messages::SqlFault;
pub use snapshot::SnapshotStatement;
pub use statement::SqlStatement;
pub use storage::CellStorage;
pub use table::{LinkedColumn, LinkedTable};
