//! This home's own log: the check that the home is its newest copy, and the publication of the log
//! on the market.

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
