//! The buyer's side: the market, orders, deliveries, holdings, exports.

mod alarm;
mod collect;
mod export;
mod holdings;
mod market;
mod witness;

pub use export::ExportFormat;
