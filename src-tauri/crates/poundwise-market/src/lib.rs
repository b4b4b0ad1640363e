//! Homes, datasets, ledger, sales and the market store: the API that every shell of Poundwise calls.
//!
//! A shell opens a [`Home`] and calls its methods; they return the plain structures of [`view`] or an [`Error`] that
//! names the thing and the way out. No rule of the market lives anywhere else. This crate never talks to the user and
//! never reads the environment.

#![forbid(unsafe_code)]

pub mod audit;
mod buy;
mod catalogue;
mod check;
mod clock;
pub mod error;
mod exchange;
mod files;
pub mod format;
mod glance;
pub mod holder;
mod home;
mod keys;
mod mark;
mod moving;
mod names;
mod noise;
mod private;
mod reach;
mod rules;
pub mod sample;
mod secrets;
mod sell;
mod source;
mod spreadsheet;
mod store;
mod vault;
pub mod view;
mod views;
mod work;

pub use audit::{AuditReport, Copied, Opened, audit_files, audit_files_with, save_report};
pub use buy::{
    Collection, ExportFormat, Fetched, OrderDays, ReleaseExport, Tightened, Tightening, collect,
    deliveries_waiting,
};
pub use catalogue::{SeenMarket, find_by_prefix, look_at_market};
pub use clock::{Clock, SystemClock};
pub use error::{Error, ErrorCode, ErrorKind, Result};
pub use files::{save_text, write_file};
pub use glance::{Name, NameKind, listings_on, market_of, names_in};
pub use holder::Holder;
pub use home::{Home, HomeOptions, default_home_dir, default_market_url, market_folder};
pub use mark::default_state_dir;
pub use names::{dataset_name, home_name, pay_to, population_name, unit_name};
pub use noise::{NoiseFormat, NoiseRequest, NoiseSample};
pub use poundwise_query::{Header, Schema};
pub use private::make_private;
pub use reach::Reach;
pub use sell::{
    Approval, Approved, ApprovedByRule, ByRule, Draft, Drawn, Import, Imported, LedgerExport,
    Payment, Sealed, Sealing, Sweep, fetch_orders, read_losses,
};
pub use source::{column_names, preview_csv, read_schema, seen_values};
pub use spreadsheet::save_table;
pub use vault::{Passphrase, RecoveryKey, SHORTEST_PASSPHRASE};
pub use work::{Progress, Step, Unit, Work, stopped};
