//! Tests of audits through the public interface.
#![allow(clippy::unwrap_used)]

mod audits;
#[path = "../../../../tests/support/files.rs"]
mod files;
#[path = "../../poundwise-documents/tests/fixture/mod.rs"]
mod fixture;
#[path = "../../gradual-release/tests/support/property.rs"]
mod property;

mod alone;
mod audit;
mod audit_reading;
mod audit_report;
mod coverage;
mod evidence;
mod hledger;
mod mutations;
mod pages;
mod properties;
mod vectors;
