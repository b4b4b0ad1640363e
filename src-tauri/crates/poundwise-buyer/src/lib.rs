//! Operations of a buyer: the market, orders, deliveries, holdings, exports, copies for others.
//!
//! Abbreviations: JWS is JSON Web Signature (RFC 7515), RFC an Internet standard's number.

#![forbid(unsafe_code)]

mod alarm;
mod cancel;
mod collect;
mod draw;
mod export;
mod fetch;
mod figures;
mod holdings;
mod mailing;
mod market;
mod messages;
mod offers;
mod quote;
mod ranges;
mod tighten;
mod witness;

pub use alarm::alarm_words;
pub use collect::{collect, collect_received, deliveries_waiting, judge_delivery};
pub use export::{BundleExport, ExportFormat, FigureTable, ReleaseExport};
pub use figures::{FigureChoice, HeldMoments};
pub use market::OrderDays;
pub use quote::HalfWidthWanted;
pub use ranges::{RangeCells, RangesWanted};
pub use tighten::{Tightened, Tightening};

use poundwise_base::{error, hint, random, work};
use poundwise_exchange::{exchange, files, private};
use poundwise_home::{catalogue, home, ids, mail, question, reach, store, vault, verdict};
use poundwise_trade::{
    accuracy, format, held, job, make_views, pay, rivals, rules, spreadsheet, view,
};

use home::{Context, Home, Inside};

/// Operations of a buyer: the market, orders, deliveries, holdings.
#[derive(Clone, Copy)]
pub struct Buyer<'a> {
    home: &'a Home,
    context: &'a Context,
}

impl<'a> Buyer<'a> {
    /// Returns the buyer's role of a home.
    pub fn of(home: &'a Home) -> Self {
        Self {
            home,
            context: home.inside(),
        }
    }
}
