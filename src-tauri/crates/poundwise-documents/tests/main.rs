//! Tests of documents and files through the public interface.
#![allow(clippy::unwrap_used)]

mod fixture;

mod documents;
mod outside;
mod properties;
