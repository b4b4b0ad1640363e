//! The owner's side: datasets, listings, the inbox, sales, the books.

mod approve;
mod books;
mod contacts;
mod datasets;
mod grant;
mod import;
mod inbox;
mod ledger;
pub(crate) mod listings;
mod preview;
mod publish;
mod seal;
mod standing;

pub(crate) use datasets::TABLE_LIMIT;
pub(crate) use grant::{MAX_OPENING_FILE, read_opening};
pub use import::{Import, Imported};
