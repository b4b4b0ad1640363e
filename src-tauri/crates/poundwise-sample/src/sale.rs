//! A finished sale of the story.

use poundwise_market::view::{HoldingView, InboxItem, Quote, ReceiptView};

/// A finished sale, from both sides.
pub(super) struct Sale {
    pub(super) quote: Quote,
    pub(super) item: InboxItem,
    pub(super) receipt: ReceiptView,
    pub(super) holding: HoldingView,
}
