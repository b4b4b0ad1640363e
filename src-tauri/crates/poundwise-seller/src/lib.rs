//! Operations of a seller: datasets, listings, the inbox, sales, the books.
//!
//! Abbreviations: CAMT is cash management, the family of ISO 20022 messages of bank statements;
//! IBAN is the International Bank Account Number, VAT value added tax, and WAL the write-ahead log
//! of SQLite.

#![forbid(unsafe_code)]

mod advice;
mod approve;
mod availability;
mod batch;
mod batch_row;
mod blocked;
mod booking_state;
mod bookings;
mod books;
mod caps;
mod catch_up;
mod codebooks;
mod contacts;
mod datasets;
mod draw_up;
mod duplicate;
mod grant;
mod import;
mod inbox;
mod invoice_terms;
mod invoices;
mod ledger;
mod link;
mod listings;
mod losses;
mod mailing;
mod messages;
mod new_table;
mod open_questions;
mod payments;
mod planner;
mod populations;
mod preview;
mod promise;
mod receipts;
mod seal;
mod settings;
mod standing;
mod stated;
mod statements;
mod terms;
mod together;

pub use approve::{Approval, Approved, Payment};
pub use batch::{Batch, BatchDrawn};
pub use bookings::{BookingDelivered, BookingDelivery, BookingsApproval, BookingsMade};
pub use caps::{cap_guess, offered_caps};
pub use datasets::DatasetTable;
pub use draw_up::{Draft, Drawn};
pub use grant::{GrantBegun, MAX_OPENING_FILE, read_opening};
pub use import::{Import, Imported};
pub use inbox::{fetch_orders, fetch_received, judge_order};
pub use ledger::{JournalExport, LedgerExport};
pub use link::{Link, LinkMade, Relink, Relinked, engines, explore_database, preview_link};
pub use losses::read_losses;
pub use payments::{PaidLater, PaymentDay};
pub use promise::{PromiseRequest, Wish, promise_delta, promise_loss};
pub use seal::{NumbersSealing, SealedDataset, SealedNumbers, Sealing};
pub use standing::{ApprovedByRule, ByRule, Sweep};
pub use statements::{bank_columns, preview_statement};

use poundwise_base::{error, hint, random, work};
use poundwise_exchange::{exchange, files, point};
use poundwise_home::{
    catalogue, home, ids, intake, mail, mark, names, own_log, question, reach, secrets, store,
    table_file, tables, text_error, vault, verdict,
};
use poundwise_trade::{
    accuracy, batch_files, draft, form, format, invoicing, job, make_views, rivals, rules,
    spreadsheet, typed, view,
};

use home::{Context, Home, Inside};

/// Operations of a seller: datasets, listings, the inbox, sales, the books.
#[derive(Clone, Copy)]
pub struct Seller<'a> {
    home: &'a Home,
    context: &'a Context,
}

impl<'a> Seller<'a> {
    /// Returns the seller's role of a home.
    pub fn of(home: &'a Home) -> Self {
        Self {
            home,
            context: home.inside(),
        }
    }
}
