//! The commands: each is one call of the market, and its answer in words.

pub(crate) mod audit;
pub(crate) mod batch;
pub(crate) mod block;
pub(crate) mod buy;
pub(crate) mod contact;
pub(crate) mod dataset;
pub(crate) mod demo;
pub(crate) mod engine;
pub(crate) mod export;
pub(crate) mod figures;
pub(crate) mod history;
pub(crate) mod home;
pub(crate) mod invoices;
pub(crate) mod listing;
pub(crate) mod mail;
pub(crate) mod member;
pub(crate) mod noise;
pub(crate) mod pages;
pub(crate) mod payments;
pub(crate) mod population;
pub(crate) mod ranges;
pub(crate) mod rule;
pub(crate) mod sell;
pub(crate) mod shown;
mod table_form;
