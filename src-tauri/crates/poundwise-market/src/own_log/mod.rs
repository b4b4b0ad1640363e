//! This home's own log: whether the home is the newest copy of itself, and what the market has of its log.

mod history;
mod own_copies;
mod publish;

pub(crate) use history::{Closed, Published, root_at};
pub(crate) use own_copies::OwnEntry;
pub(crate) use publish::signed_checkpoint;
