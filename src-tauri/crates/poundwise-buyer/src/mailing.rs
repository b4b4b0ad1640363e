//! Orders as files to send.

use std::{collections::HashSet, sync::Mutex};

use poundwise_documents::{
    mail::{MailKind, MailObject},
    units::DocumentId,
};
use poundwise_home::messages::Identified;

use crate::{
    Buyer,
    catalogue::{Catalogue, Offer},
    error::{Error, ErrorCode, Result},
    hint::Act,
    ids::OrderId,
    mail::Mailing,
    make_views::offer_view,
    messages::{OrderHint, OrderMessage},
    view::{ListingStatus, ListingView, OrderStatus},
    work::Work,
};

impl Buyer<'_> {
    /// Returns the file of an order that this home placed, with its cancellation if it was
    /// cancelled. The market need not have them.
    ///
    /// # Errors
    /// `no-such-id`; the database's errors.
    pub fn order_file(&self, id: &OrderId) -> Result<Mailing> {
        let reading = self.context.read();
        let placed = id
            .find(Identified::Order, reading.placed()?, |placed| {
                placed.order.id().to_string()
            })
            .map_err(|e| e.hint(Act::ListOrders.to(OrderHint::ListOrders)))?;
        let (order, seller) = (placed.order.id(), placed.listing.signer());
        let mut objects = vec![
            self.context
                .outgoing_object(MailObject::Order(seller, order))?,
        ];
        if placed.status == OrderStatus::Cancelled {
            let cancellations = reading.cancellations()?.into_iter();
            let of_order = cancellations.filter(|one| one.payload().order == order);
            // The home also stores cancellations by its buyers.
            let own = self.context.identity.kid();
            for cancellation in of_order.filter(|one| one.signer() == own).take(1) {
                let cancellation = MailObject::Order(seller, cancellation.id());
                objects.push(self.context.outgoing_object(cancellation)?);
            }
        }
        Mailing::new(order, MailKind::Order, &objects)
    }

    /// Returns the newest version of the listing in a file that was received. The market is not
    /// read.
    ///
    /// # Errors
    /// `no-such-listing` if it was removed meanwhile.
    pub fn received_listing<'a>(
        &self,
        objects: impl Iterator<Item = &'a MailObject>,
    ) -> Result<ListingView> {
        let ids = objects.filter_map(|object| match object {
            MailObject::Listing(id) => Some(*id),
            _ => None,
        });
        let ids: HashSet<DocumentId> = ids.collect();
        let catalogue = Catalogue::read(
            &self.context.mail,
            &Mutex::default(),
            &self.context.statements()?,
            self.context.budget,
            &Work::silent(),
        )?;
        let named = |offer: &&Offer| ids.contains(&offer.listing.id());
        let mut offers = catalogue.offers().iter().filter(named);
        let newest = offers
            .clone()
            .find(|offer| offer.status != ListingStatus::Replaced)
            .or_else(|| offers.next())
            .ok_or_else(|| {
                Error::refused(ErrorCode::NoSuchListing, OrderMessage::ReceivedListingGone)
                    .hint(Act::ListMarket.to(OrderHint::ListMarket))
            })?;
        offer_view(self.context, newest)
    }
}
