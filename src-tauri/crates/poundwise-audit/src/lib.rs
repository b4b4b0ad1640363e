//! Audits of what Poundwise signs: ledgers, bundles, copies, checkpoints and published logs, each by itself and all
//! against each other.
//!
//! Nothing here has keys of anybody's, a home or a database: files and documents go in, a report comes out.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod engine;
pub mod export;
mod render;
pub mod report;

pub use engine::{Input, Options, Progress, Stopped, audit, audit_with, draft};
pub use report::{Report, ReportBuilder};
