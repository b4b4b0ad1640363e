//! Audits of what Poundwise signs: ledgers, bundles, copies, checkpoints and published logs, each
//! by itself and all against each other.
//!
//! Nothing here has a secret key, a home or a database: files and documents go in, a report
//! comes out.
//!
//! Abbreviations are those of `poundwise-documents`; ε is a privacy level, D the l1 sensitivity.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod engine;
pub mod evidence;
pub mod export;
mod material;
mod messages;
mod noise;
mod published;
mod render;
mod replay;
pub mod report;
mod source;

pub use engine::{AuditProgress, Input, Options, Stopped, audit, audit_with, draft};
pub use evidence::Evidence;
pub use published::{PublishedLog, Tiles};
pub use replay::ReplayError;
pub use report::{AuditReport, ReportBuilder};
