//! The buyer's side: the market, orders, deliveries, holdings, exports, copies for others.

mod collect;
mod export;
mod holdings;
mod market;
mod tighten;

pub use export::ExportFormat;
