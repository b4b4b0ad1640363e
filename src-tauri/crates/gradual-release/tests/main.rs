//! Tests of the noise path through the public interface.
#![allow(clippy::unwrap_used, clippy::cast_possible_truncation)]

mod support;

mod accountant;
mod closed_forms;
mod golden;
mod kernels;
mod laws;
mod long_readings;
mod pooling;
mod properties;
mod release;
mod statistics;
