//! What the owner of a home sells and buys: the API that every shell of Poundwise calls.
//!
//! A shell opens a [`Home`] and asks for the role in which its owner acts ([`Roles`]): [`Seller`]
//! or [`Buyer`]. What takes its time is a [`Job`]. All of it returns the plain structures of
//! [`view`], or an [`Error`] that names the thing and the way out. No rule of the market lives
//! anywhere else. This crate never talks to the user and never reads the environment.

#![forbid(unsafe_code)]

mod accuracy;
pub mod audit;
mod buy;
pub mod format;
mod job;
#[cfg(test)]
mod keys_tests;
mod noise;
#[cfg(test)]
#[path = "../../poundwise-documents/tests/fixture/people.rs"]
mod people;
mod roles;
mod rules;
mod sell;
mod source;
mod spreadsheet;
pub mod view;
mod views;

pub(crate) use poundwise_home::{
    catalogue, exchange, files, home, ids, intake, mark, names, own_log, private, reach, secrets,
    store, tables, vault, work,
};
pub use poundwise_home::{error, hint, holder};

pub use audit::{AuditReport, Copied, Opened, audit_files, audit_files_with, save_report};
pub use buy::{
    BundleExport, Buyer, Collection, ExportFormat, Fetched, HalfWidthWanted, OrderDays,
    ReleaseExport, Tightened, Tightening, collect, deliveries_waiting,
};
pub use gradual_release::Epsilon;
pub use job::Job;
pub use noise::{NoiseFormat, NoiseRequest, NoiseSample};
pub use poundwise_home::catalogue::{SeenMarket, look_at_market};
pub use poundwise_home::clock::{Clock, SystemClock};
pub use poundwise_home::error::{Error, ErrorCode, ErrorKind, Result};
pub use poundwise_home::files::{save_text, write_file};
pub use poundwise_home::glance::{Name, NameKind, listings_on, market_of, names_in};
pub use poundwise_home::holder::Holder;
pub use poundwise_home::home::{
    Home, HomeOptions, default_home_dir, default_market_url, market_folder, random_bytes,
};
pub use poundwise_home::ids::{
    IdPrefix, ListingId, ListingName, ListingOrOrder, OrderId, ReceiptId, key, level, level_or_zero,
};
pub use poundwise_home::mark::default_state_dir;
pub use poundwise_home::names::{
    BankName, ContactName, ContactNote, ContactRef, DatasetName, HomeName, PayTo, PaymentNote,
    PopulationName, Recipient, UnitName,
};
pub use poundwise_home::private::make_private;
pub use poundwise_home::reach::Reach;
pub use poundwise_home::vault::{Passphrase, RecoveryKey, SHORTEST_PASSPHRASE};
pub use poundwise_home::work::{Progress, Step, Unit, Work, stopped};
pub use poundwise_query::{Header, Schema};
pub use roles::Roles;
pub use sell::{
    Approval, Approved, ApprovedByRule, BookingsApproval, BookingsMade, ByRule, Draft, Drawn,
    Import, Imported, LedgerExport, NumbersSealing, PaidLater, Payment, PaymentDay, Sealed,
    SealedNumbers, Sealing, Seller, Sweep, bank_columns, fetch_orders, price, read_losses,
};
pub use source::{
    bands, codebook, column_names, contributing_rows, preview_csv, read_codebook, read_schema,
    seen_values,
};
pub use spreadsheet::save_table;
