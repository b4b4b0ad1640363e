//! A finished sale of the story, and what is said where one does not come about.

use poundwise_market::view::{HoldingView, InboxItem, Quote, ReceiptView};
use poundwise_market::{Error, ErrorCode};

/// A finished sale, from both sides.
pub(super) struct Sale {
    pub(super) quote: Quote,
    pub(super) item: InboxItem,
    pub(super) receipt: ReceiptView,
    pub(super) holding: HoldingView,
}

/// Returns the error of an inconsistent sample, which is a fault of the program.
pub(super) fn broken(message: String) -> Error {
    Error::failed(ErrorCode::SampleBroken, message)
        .hint("This is a fault of Poundwise itself: please report it.")
}
