//! The buyer's side: the market, orders, deliveries, holdings, exports.

mod collect;
mod export;
mod holdings;
mod market;

pub use export::ExportFormat;
