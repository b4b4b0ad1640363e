//! Statements, as an independent parser of SQL reads them.
#![allow(clippy::unwrap_used)]

mod injection;
mod refused;
mod support;
