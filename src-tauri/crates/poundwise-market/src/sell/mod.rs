//! The owner's side: datasets, listings, the inbox, sales, the books.

mod advice;
mod approve;
mod attribute;
mod blocked;
mod books;
mod catch_up;
mod contacts;
mod datasets;
mod draw_up;
mod grant;
mod history;
mod import;
mod inbox;
mod intake;
mod ledger;
mod listings;
mod losses;
mod own_copies;
mod populations;
mod preview;
mod publish;
mod seal;
mod standing;

pub use approve::{Approval, Approved, Payment};
pub(crate) use attribute::level;
pub(crate) use datasets::DatasetRecord;
#[cfg(test)]
pub(crate) use datasets::read_table;
pub use draw_up::{Draft, Drawn};
pub(crate) use grant::{MAX_OPENING_FILE, read_opening};
pub use import::{Import, Imported};
pub use inbox::fetch_orders;
pub(crate) use intake::LeftOver;
pub use ledger::LedgerExport;
pub use losses::read_losses;
pub use seal::{Sealed, Sealing};
pub use standing::{ApprovedByRule, ByRule, Sweep};
