//! This home's own log: the check that the home is its newest copy, and the publication of the log
//! on the market.

mod code;
mod history;
mod mend;
mod own_copies;
mod publish;

pub use code::LogCode;
pub use history::{Closed, MarketEvidence, OwnLogSeen, Published, look_at_own_log, root_at};
pub(crate) use history::{RecentEvidence, read_evidence};
pub use mend::MarketComparison;
pub(crate) use mend::mend_market;
pub(crate) use own_copies::ForeignCopies;
pub use own_copies::{OwnCopies, OwnCopy, OwnEntry};
pub use publish::signed_checkpoint;
