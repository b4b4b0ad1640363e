//! The owner's side: datasets, listings, the inbox, sales, the books.

mod approve;
mod books;
mod datasets;
mod inbox;
mod ledger;
pub(crate) mod listings;
mod preview;
mod publish;
