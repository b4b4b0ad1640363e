//! Tests of homes from outside the crate.

#![allow(clippy::unwrap_used)]

mod corpus;
mod store_only;
