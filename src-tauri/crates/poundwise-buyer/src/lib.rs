//! The buyer's side: the market, orders, deliveries, holdings, exports, copies for others.

#![forbid(unsafe_code)]

mod alarm;
mod cancel;
mod collect;
mod draw;
mod export;
mod fetch;
mod holdings;
mod market;
mod offers;
mod quote;
mod tighten;
mod witness;

pub use collect::{collect, deliveries_waiting};
pub use export::{BundleExport, ExportFormat, ReleaseExport};
pub use fetch::{Collection, Fetched};
pub use market::OrderDays;
pub use quote::HalfWidthWanted;
pub use tighten::{Tightened, Tightening};

use poundwise_exchange::{error, exchange, files, hint, private, random, verdict, work};
use poundwise_home::{catalogue, home, ids, question, reach, store, vault};
use poundwise_trade::{accuracy, format, held, job, make_views, pay, rules, spreadsheet, view};

use home::{Context, Home, Inside};

/// What the owner of a home does who buys: the market, orders, deliveries, holdings.
#[derive(Clone, Copy)]
pub struct Buyer<'a> {
    home: &'a Home,
    context: &'a Context,
}

impl<'a> Buyer<'a> {
    /// Returns the role of whoever owns this home.
    pub fn of(home: &'a Home) -> Self {
        Self {
            home,
            context: home.inside(),
        }
    }
}
