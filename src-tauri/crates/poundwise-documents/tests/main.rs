//! Tests of documents and files through the public interface.
#![allow(clippy::unwrap_used)]

mod fixture;
#[path = "../../gradual-release/tests/support/property.rs"]
mod property;

mod availability;
mod documents;
mod newer;
mod outside;
mod properties;
