//! This home's own log: whether the home is the newest copy of itself, and the log's publication on
//! the market.

mod code;
mod history;
mod mend;
mod own_copies;
mod publish;

pub use code::LogCode;
pub use history::{Closed, MarketEvidence, Published, root_at};
pub use mend::MarketComparison;
pub use own_copies::{OwnCopies, OwnEntry};
pub use publish::signed_checkpoint;
