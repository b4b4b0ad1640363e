//! One thin function a command: what the window asks goes to `poundwise-market`, and its answer
//! comes back.
//!
//! The function is all that declares a command. `build.rs` reads it here, registers and permits the
//! command, and has the tests write its part of the page's client, `ui/src/platform/commands.ts`.

/// Tells the tests what the commands of this module take and answer.
macro_rules! signatures {
    ($module:literal) => {
        #[cfg(test)]
        pub(crate) fn signatures() -> Vec<crate::client::Signature> {
            use crate::client::{Kind, Signature};
            include!(concat!(
                env!("OUT_DIR"),
                "/commands/signatures/",
                $module,
                ".rs"
            ))
        }
    };
}

pub(crate) mod audit;
pub(crate) mod batch;
pub(crate) mod buy;
pub(crate) mod dialogs;
pub(crate) mod home;
pub(crate) mod invoices;
pub(crate) mod link;
pub(crate) mod mail;
pub(crate) mod member;
pub(crate) mod payments;
pub(crate) mod save;
pub(crate) mod sell;
pub(crate) mod settings;
pub(crate) mod standing;
