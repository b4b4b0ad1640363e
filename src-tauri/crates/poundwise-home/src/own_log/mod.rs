//! This home's own log: whether the home is the newest copy of itself, and the log's publication on
//! the market.

mod history;
mod own_copies;
mod publish;

pub use history::{Closed, Published, root_at};
pub use own_copies::OwnEntry;
pub use publish::signed_checkpoint;
