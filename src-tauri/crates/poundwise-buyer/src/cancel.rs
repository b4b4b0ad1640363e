//! Cancelling an order that is no longer wanted.

use poundwise_documents::{jws::Signed, kinds::Cancellation, market::order_path};

use crate::{
    Buyer,
    accuracy::Widths,
    error::{Error, ErrorCode, Result},
    hint::Act,
    ids::OrderId,
    make_views::order_view,
    messages::{OrderHint, OrderMessage},
    rules::expired,
    vault::encrypt_to,
    view::{OrderStatus, OrderView},
};
use poundwise_home::messages::Identified;

impl Buyer<'_> {
    /// Signs that an order of this home is no longer wanted, and sends it to the owner. It says so
    /// to the owner, and takes nothing back: where the owner approves the order before it reads
    /// this, the receipt stands. Cancelling twice is harmless.
    ///
    /// # Errors
    /// `no-such-id`, `approved-already`, `declined-already`, `order-expired`. An unreachable market
    /// is no error: it is sent by the next [`crate::Home::deliver`].
    pub fn cancel_order(&self, order: &OrderId) -> Result<OrderView> {
        let placed = order
            .find(Identified::Order, self.context.read().placed()?, |placed| {
                placed.order.id().to_string()
            })
            .map_err(|e| e.hint(Act::ListOrders.to(OrderHint::ListOrders)))?;
        let (order, listing) = (&placed.order, &placed.listing);
        let widths = Widths::of(self.context);
        match self.shown_status(&placed)? {
            OrderStatus::Pending => {}
            OrderStatus::Delivered => {
                return Err(Error::refused(
                    ErrorCode::ApprovedAlready,
                    OrderMessage::ApprovedAlready,
                )
                .hint(Act::ListHoldings.to(OrderHint::ReceiptTakesPrecedence)));
            }
            OrderStatus::Declined => {
                return Err(Error::refused(
                    ErrorCode::DeclinedAlready,
                    OrderMessage::DeclinedAlready,
                )
                .hint(Act::ListOrders.to(OrderHint::SeeReason)));
            }
            OrderStatus::Expired => return Err(expired(order.payload())),
            OrderStatus::Cancelled | OrderStatus::Discarded => {
                return order_view(&widths, order, listing, placed.status, placed.reason);
            }
        }
        let cancellation: Signed<Cancellation> = self.context.sign(Cancellation {
            order: order.id(),
            jwk: self.context.identity.jwk(),
            issued_at: self.context.now()?,
        })?;
        let body = encrypt_to(
            &listing.payload().deliver_to,
            cancellation.compact().as_bytes(),
        )?;
        let writing = self.context.db.begin()?;
        writing.order_cancelled(&cancellation)?;
        writing.enqueue(&order_path(&listing.signer(), &cancellation.id()), &body)?;
        self.context.commit_and_send(writing)?;
        order_view(&widths, order, listing, OrderStatus::Cancelled, None)
    }
}
