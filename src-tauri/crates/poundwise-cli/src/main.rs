//! The `poundwise` command: everything the app does, for scripts and terminals.
//!
//! Abbreviations: CAMT is cash management, the family of ISO 20022 messages of bank statements;
//! IBAN is the International Bank Account Number, UBL the Universal Business Language, VAT value
//! added tax.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod complete;
mod confirm;
mod format;
mod hints;
mod language;
mod messages;
mod opening;
mod output;
mod passphrase;
mod question;
mod run;
mod schema;
mod shell;
mod table;
mod working;

fn main() -> std::process::ExitCode {
    run::run()
}
