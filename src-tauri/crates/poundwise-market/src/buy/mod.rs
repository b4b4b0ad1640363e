//! The buyer's side: the market, orders, deliveries, holdings, exports, copies for others.

mod accuracy;
mod alarm;
mod collect;
mod export;
mod holdings;
mod market;
mod tighten;
mod witness;

pub use export::ExportFormat;
pub(crate) use holdings::Accuracy;
