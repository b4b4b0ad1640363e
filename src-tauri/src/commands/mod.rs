//! One thin function a command: what the window asks goes to `poundwise-market`, and its answer
//! comes back.

pub(crate) mod audit;
pub(crate) mod buy;
pub(crate) mod dialogs;
pub(crate) mod home;
pub(crate) mod save;
pub(crate) mod sell;
pub(crate) mod settings;
pub(crate) mod standing;
