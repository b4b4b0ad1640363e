//! The buyer's side: the market, orders, deliveries, holdings, exports, copies for others.

mod accuracy;
mod alarm;
mod cancel;
mod collect;
mod draw;
mod export;
mod fetch;
mod holdings;
mod market;
mod offers;
mod pay;
mod tighten;
mod witness;

pub use accuracy::HalfWidthWanted;
pub use collect::{collect, deliveries_waiting};
pub use export::{BundleExport, ExportFormat, ReleaseExport};
pub use fetch::{Collection, Fetched};
pub(crate) use holdings::held_bundle;
pub use market::OrderDays;
pub(crate) use pay::pay_card;
pub use tighten::{Tightened, Tightening};

use crate::home::{Context, Home, Inside};

/// What the owner of a home does who buys: the market, orders, deliveries, holdings.
#[derive(Clone, Copy)]
pub struct Buyer<'a> {
    home: &'a Home,
    context: &'a Context,
}

impl<'a> Buyer<'a> {
    pub(crate) fn of(home: &'a Home) -> Self {
        Self {
            home,
            context: home.inside(),
        }
    }
}
