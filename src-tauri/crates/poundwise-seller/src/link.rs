//! Tables in databases: a dataset whose rows are not in the home.
//!
//! The file of such a dataset has no rows. It says how to reach the table ([`file`]). A question is
//! computed by one SQL statement in the database ([`rows`]). The table may change, so the secrets of
//! each question are drawn, as those of own numbers are. A snapshot copies the rows instead, and is
//! then an imported table ([`making`]).

mod database;
mod file;
mod making;
mod path;
mod relink;
mod rows;

pub(crate) use file::LinkFile;
pub(crate) use rows::LinkedRows;

pub use database::{engines, explore_database, preview_link};
pub use making::{Link, LinkMade};
pub use relink::{Relink, Relinked};
