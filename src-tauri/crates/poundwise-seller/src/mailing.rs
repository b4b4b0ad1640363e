//! Listings and answers to orders as files to send.

use poundwise_documents::{
    checkpoint::Checkpoint,
    mail::{MailKind, MailObject},
};

use crate::{
    Seller,
    accuracy::Widths,
    error::{Error, ErrorCode, Result},
    hint::Act,
    ids::{ListingId, OrderId},
    mail::Mailing,
    make_views::own_listing,
    messages::{SaleHint, SaleMessage},
    view::OrderView,
};

impl Seller<'_> {
    /// Returns the file of a listing: all its versions, their withdrawals, and the newest statement
    /// of availability, as they are on the market.
    ///
    /// # Errors
    /// `no-such-id`; `outbox-waiting` if one of them was not sent; as [`Seller::approve`] if this
    /// home may be an older copy of itself.
    pub fn listing_file(&self, id: &ListingId) -> Result<Mailing> {
        self.context.check_own_history()?;
        let reading = self.context.read();
        let series = own_listing(&reading, id)?.series;
        let mut versions = reading.own_listings()?;
        versions.retain(|own| own.series == series);
        versions.sort_by_key(|own| own.version);
        let (mut objects, mut newest) = (Vec::new(), series);
        for own in versions {
            newest = own.listing.id();
            objects.push(self.context.outgoing_object(MailObject::Listing(newest))?);
            if let Some(withdrawal) = reading.withdrawal_of(&newest)? {
                let withdrawal = MailObject::Withdrawal(withdrawal.id());
                objects.push(self.context.outgoing_object(withdrawal)?);
            }
        }
        if self.context.own_statement()?.is_some() {
            let statement = MailObject::Availability(self.context.identity.kid());
            objects.push(self.context.outgoing_object(statement)?);
        }
        Mailing::new(newest, MailKind::Listing, &objects)
    }

    /// Returns the file of the answer to an order: the delivery or the refusal, with this home's
    /// newest published checkpoint, and the tiles of the consistency proofs from the buyer's last
    /// checkpoint and from the one in the delivery.
    ///
    /// # Errors
    /// `no-such-id`; `mail-not-here` if the order has no answer, or another copy of this home sent
    /// it; `outbox-waiting` if it was not sent; as [`Seller::approve`] if this home may be an older
    /// copy of itself.
    pub fn delivery_file(&self, order: &OrderId) -> Result<Mailing> {
        let received = self.received_order(order)?;
        self.context.check_own_history()?;
        let order = &received.order;
        let reading = self.context.read();
        let key = self.context.identity.public_key();
        let seen = order.payload().checkpoint.iter();
        let mut known: Vec<Checkpoint> = seen
            .filter_map(|note| Checkpoint::verify(note, &key).ok())
            .collect();
        let answer = match reading.receipt_of(&order.id())? {
            Some(receipt) => {
                let note = reading.checkpoint_note(receipt.payload().sequence + 1)?;
                known.push(self.context.own_checkpoint(&note)?);
                receipt.id()
            }
            None => received.refusal.ok_or_else(|| {
                Error::refused(ErrorCode::MailNotHere, SaleMessage::NoAnswer)
                    .hint(Act::ListInbox.to(SaleHint::ListInbox))
            })?,
        };
        let delivery = MailObject::Delivery(order.signer(), answer);
        let mut objects = vec![self.context.outgoing_object(delivery)?];
        objects.extend(self.context.published_log(&known)?);
        Mailing::new(answer, MailKind::Delivery, &objects)
    }

    /// Returns the order in a file that was received. `None` if it waits in the home's folder for
    /// room in the inbox, or is a cancellation that came before its order.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database.
    pub fn received_in<'a>(
        &self,
        objects: impl Iterator<Item = &'a MailObject>,
    ) -> Result<Option<OrderView>> {
        let at = self.context.order_time()?;
        for object in objects {
            if let MailObject::Order(_, id) = object
                && let Some(received) = self.context.read().received_one(id, at)?
            {
                let widths = Widths::of(self.context);
                return self.received_view(&received, &widths).map(Some);
            }
        }
        Ok(None)
    }
}
