//! The owner's side: datasets, listings, the inbox, sales, the books.

mod approve;
mod books;
mod datasets;
mod inbox;
mod ledger;
mod listings;
mod preview;
mod views;
