//! The app as a person meets it: in a real window, in a browser, beside other programs, and when
//! the machine fails.
//!
//! Tests run in the order of their names: the two longest modules come early, so that neither is
//! left to run alone at the end.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test may panic and tell"
)]

mod bad_window;
mod browser;
mod every_field;
mod every_screen;
#[cfg(target_os = "linux")]
mod faults;
#[cfg(target_os = "linux")]
mod faults_disk;
mod heavy_work;
mod host;
mod interop;
mod interop_invoice;
mod interop_jose;
mod interop_qr;
mod support;
mod trade;
#[cfg(unix)]
mod window_at_work;
mod window_audit;
mod window_bank_cases;
mod window_blocks;
mod window_budget;
mod window_cases;
mod window_collects;
mod window_columns;
mod window_cross;
mod window_exports;
mod window_figures;
mod window_find;
mod window_first_run;
mod window_focus;
mod window_form;
mod window_formats;
mod window_import;
mod window_invoices;
mod window_join;
mod window_keyboard;
mod window_link;
mod window_mail;
mod window_market;
mod window_moments;
mod window_notify;
mod window_offline;
mod window_old_copy;
mod window_payments;
mod window_ranges;
mod window_rules;
mod window_sale;
mod window_sample;
mod window_second_start;
mod window_settings;
mod window_states;
mod window_tables;
mod window_two_answers;
