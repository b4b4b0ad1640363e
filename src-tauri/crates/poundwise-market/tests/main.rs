//! A home and what its owner does with it: sales, floods, faults, damage, old copies.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss
)]

mod alarms;
mod bank;
mod bank_aside;
mod bank_entries;
mod bank_left;
mod bank_model;
mod batch;
mod budget;
mod by_accuracy;
mod by_id;
#[allow(dead_code)]
#[path = "../../poundwise-payments/tests/support.rs"]
mod camt;
mod catching_up;
mod catching_up_places;
mod catching_up_unpublished;
mod codes;
mod collect;
#[cfg(target_os = "linux")]
mod collect_faults;
mod contacts;
#[cfg(unix)]
mod deaths;
mod drafting;
mod duplicate;
mod export;
mod fixture;
mod floods;
mod form_errors;
mod frozen;
mod home_damage;
mod home_moved;
mod invoices;
mod json_number;
mod keys;
mod mail;
mod offers;
mod old_copy;
mod old_copy_model;
mod opening;
mod order_ends;
mod orders_refused;
#[cfg(unix)]
mod other_users;
mod pairs;
mod paying;
mod populations;
mod populations_restored;
mod published;
mod real_sale;
mod refusals;
mod requests;
mod restored;
mod sale;
mod seal;
mod sending;
mod shell;
mod spreadsheet;
mod standing;
mod standing_drafts;
#[cfg(unix)]
mod standing_faults;
mod synced;
mod tighten;
mod together;
mod totals;
mod two_answers;
mod witness;
mod work;
mod work_holder;
