//! Looking for listings, quotes and orders.

use std::{iter, str::FromStr};

use chrono::Duration;
use poundwise_documents::{
    kinds::Order,
    market::order_path,
    units::{DocumentId, MicroEpsilon, MinorUnits, Salt, Timestamp},
};

use crate::{
    Buyer,
    accuracy::{Accuracy, Widths},
    catalogue::{Catalogue, Offer},
    error::{Error, ErrorCode, ErrorPlace, Result},
    format::short_id,
    hint::{Act, Field},
    ids::ListingId,
    make_views::{offer_view, order_view, own_listing, own_listing_view},
    messages::{LostClause, OrderHint, OrderMessage},
    pay::CLOSED_DAYS,
    question::QuestionName,
    quote::quote,
    random::random_bytes,
    rivals::{Start, name_rivals},
    rules::price_of,
    store::{Held, PlacedOrder, damaged},
    vault::encrypt_to,
    view::{ListingStatus, ListingView, OrderStatus, OrderView, Quote, Stale},
};

fn is_to_be_paid(order: &OrderView) -> bool {
    order.status == OrderStatus::Pending && order.price.minor > 0 && order.stale.is_none()
}

/// Rejects a level that the owner states it cannot deliver now.
fn check_available(offer: &Offer, to: MicroEpsilon) -> Result<()> {
    let Some(available) = offer.available.filter(|available| *available < to) else {
        return Ok(());
    };
    let l = offer.listing.payload();
    let title = l.title.clone();
    let message = if available.is_zero() {
        OrderMessage::NothingAvailable { to, title }
    } else {
        OrderMessage::OverAvailable {
            to,
            title,
            available,
        }
    };
    Err(Error::refused(ErrorCode::OverAvailable, message)
        .hint(OrderHint::AskSeller)
        .hint(Field::Anyway.to(OrderHint::OrderAnyway))
        .at(ErrorPlace::Level {
            level: to,
            limit: available,
        }))
}

/// Returns the reason why an order of a listing is not approved any more, as the market knows it;
/// none where the listing is open, and where it is not there.
fn stale(catalogue: &Catalogue, listing: &DocumentId) -> Option<Stale> {
    match catalogue.status(listing)? {
        ListingStatus::Open => None,
        ListingStatus::Replaced => Some(Stale::Replaced),
        ListingStatus::Withdrawn => Some(Stale::Withdrawn),
    }
}

/// Days that an order waits for its answer: 30, or as its buyer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderDays(u16);

impl OrderDays {
    const MOST: u16 = 365;

    /// Returns a number of days.
    ///
    /// # Errors
    /// `order-days` for none, and for more than 365.
    pub fn new(days: u16) -> Result<Self> {
        if (1..=Self::MOST).contains(&days) {
            Ok(Self(days))
        } else {
            Err(Self::refusal(days.to_string()))
        }
    }

    /// Refuses a time in which what has a price could not be paid any more.
    fn can_be_paid_for(self, price: MinorUnits) -> Result<()> {
        if price == MinorUnits::ZERO || self.0 > CLOSED_DAYS {
            return Ok(());
        }
        Err(Error::usage(
            ErrorCode::OrderDays,
            OrderMessage::TooShortToPay {
                days: self.0,
                closed: CLOSED_DAYS,
            },
        )
        .hint(OrderHint::GiveDays {
            least: CLOSED_DAYS + 1,
            most: Self::MOST,
        }))
    }

    fn refusal(days: String) -> Error {
        Error::usage(ErrorCode::OrderDays, OrderMessage::DaysOutOfRange { days }).hint(
            OrderHint::GiveDays {
                least: 1,
                most: Self::MOST,
            },
        )
    }
}

impl Default for OrderDays {
    fn default() -> Self {
        Self(30)
    }
}

impl FromStr for OrderDays {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.trim().parse() {
            Ok(days) => Self::new(days),
            Err(_) => Err(Self::refusal(text.to_owned())),
        }
    }
}

impl Buyer<'_> {
    /// Returns a listing by its id: one of this home's, or one on the market.
    ///
    /// # Errors
    /// `no-such-id`, `ambiguous-id`.
    pub fn listing(&self, id: &ListingId) -> Result<ListingView> {
        match own_listing(&self.context.read(), id) {
            Ok(own) => own_listing_view(self.context, &own),
            Err(error) if error.code() == ErrorCode::NoSuchId => {
                offer_view(self.context, self.context.catalogue()?.find(id)?)
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the listing of a question that can be bought.
    ///
    /// # Errors
    /// `no-such-id`; `market` where the market cannot be read; `home-damaged`; errors of the
    /// database, such as `busy`.
    pub fn listing_of(&self, question: &QuestionName) -> Result<ListingView> {
        let catalogue = self.context.catalogue()?;
        let offer = catalogue
            .offers()
            .iter()
            .find(|offer| offer.status == ListingStatus::Open && offer.question() == *question)
            .ok_or_else(|| {
                Error::refused(
                    ErrorCode::NoSuchId,
                    OrderMessage::QuestionNotForSale {
                        question: question.to_string(),
                    },
                )
                .hint(Act::ListMarket.to(OrderHint::ListMarket))
            })?;
        offer_view(self.context, offer)
    }

    /// Returns the price of the increment and the half-widths, now and after buying up to a level.
    ///
    /// # Errors
    /// `no-such-id`, `ambiguous-id`, and the refusals that an order would meet.
    pub fn quote(&self, listing: &ListingId, to: MicroEpsilon) -> Result<Quote> {
        let catalogue = self.context.catalogue()?;
        let (offer, held) = self.wanted(&catalogue, listing)?;
        let accuracy = Accuracy::for_buyer(
            self.context,
            self.context.whole(offer)?.payload(),
            &offer.question(),
        )?;
        quote(offer, held, to, &accuracy).map_err(|error| naming_newer(error, &catalogue, offer))
    }

    /// Signs an order from the level held to a higher one at the tariff's price, and sends it to
    /// the owner. It waits for 30 days.
    ///
    /// # Errors
    /// As [`Buyer::quote`]; `own-listing`, `alarm-open`, `ordered-already`; `over-available` above
    /// the highest available level. The order is not sent then. An unreachable market is not an
    /// error: the next [`crate::Home::deliver`] sends the order.
    pub fn order(&self, listing: &ListingId, to: MicroEpsilon) -> Result<OrderView> {
        self.order_for(listing, to, OrderDays::default(), false)
    }

    /// Places an order as [`Buyer::order`], with an expiry in days. `anyway`: also above the highest
    /// available level.
    ///
    /// # Errors
    /// As there.
    pub fn order_for(
        &self,
        listing: &ListingId,
        to: MicroEpsilon,
        days: OrderDays,
        anyway: bool,
    ) -> Result<OrderView> {
        let catalogue = self.context.catalogue()?;
        let (offer, held) = self.wanted(&catalogue, listing)?;
        let l = offer.listing.payload();
        if offer.listing.signer() == self.context.identity.kid() {
            return Err(Error::refused(
                ErrorCode::OwnListing,
                OrderMessage::OwnListing {
                    title: l.title.clone(),
                },
            )
            .hint(OrderHint::OrdersComeFromOthers));
        }
        self.refuse_open_alarm(&offer.listing.signer(), &l.seller_name)?;
        let price = price_of(l, offer.status, held.level, to)
            .map_err(|error| naming_newer(error, &catalogue, offer))?;
        days.can_be_paid_for(price)?;
        if !anyway {
            check_available(offer, to)?;
        }
        let now = self.context.now()?;
        let waiting = self.context.read().placed_waiting(&offer.question())?;
        refuse_double(&waiting, &offer.listing.id(), to, now)?;
        let order = self.context.sign(Order {
            listing: offer.listing.id(),
            buyer_name: self.context.name.clone(),
            from: held.level,
            to,
            price_minor: price,
            jwk: self.context.identity.jwk(),
            deliver_to: self.context.vault.recipient(),
            nonce: Salt::from_bytes(random_bytes()?),
            previous_receipt: held.receipt,
            checkpoint: self
                .context
                .read()
                .newest_witnessed(&offer.listing.signer())?,
            issued_at: now,
            expires_at: later(now, days)?,
        })?;
        let listing = self.context.whole(offer)?;
        let body = encrypt_to(&l.deliver_to, order.compact().as_bytes())?;
        let writing = self.context.db.begin()?;
        writing.place_order(&order, &listing, &offer.question())?;
        writing.enqueue(&order_path(&offer.listing.signer(), &order.id()), &body)?;
        self.context.commit_and_send(writing)?;
        let placed = PlacedOrder {
            order,
            listing: listing.as_ref().clone(),
            status: OrderStatus::Pending,
            reason: None,
        };
        let widths = Widths::of(self.context).with_held(offer.question(), held.level);
        self.orders_of(
            iter::once(placed).chain(waiting),
            &widths,
            Some(&*catalogue),
        )?
        .into_iter()
        .next()
        .ok_or_else(|| damaged(LostClause::Order))
    }

    /// Returns the orders that this home placed, newest first. The market is read only where one
    /// waits that is to be paid; where it cannot be read, nothing is said of its listings.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn orders(&self) -> Result<Vec<OrderView>> {
        let placed = self.context.read().placed()?;
        self.orders_of(placed, &Widths::of(self.context), None)
    }

    /// Returns these orders in their order; all that wait for one question are among them, or none.
    /// The market is read where it is not known yet, and one waits that is to be paid.
    fn orders_of(
        &self,
        placed: impl IntoIterator<Item = PlacedOrder>,
        widths: &Widths<'_>,
        known: Option<&Catalogue>,
    ) -> Result<Vec<OrderView>> {
        let mut catalogue = None;
        let (mut orders, mut starts) = (Vec::new(), Vec::new());
        for placed in placed {
            let status = self.shown_status(&placed)?;
            let mut view = order_view(
                widths,
                &placed.order,
                &placed.listing,
                status,
                placed.reason,
            )?;
            if is_to_be_paid(&view) {
                let read = || self.context.catalogue().ok();
                let seen = known.or_else(|| catalogue.get_or_insert_with(read).as_deref());
                let listing = placed.listing.id();
                if let Some(stale) = seen.and_then(|seen| stale(seen, &listing)) {
                    view.stale = Some(stale);
                    view.pay = None;
                }
                let available = seen.and_then(|seen| seen.available(&listing));
                view.available = available;
            }
            let waits = view.status == OrderStatus::Pending && view.stale.is_none();
            starts.push(waits.then(|| Start {
                buyer: placed.order.signer(),
                question: QuestionName::of(&placed.listing),
                from: placed.order.payload().from,
            }));
            orders.push(view);
        }
        name_rivals(starts.into_iter().zip(&mut orders));
        Ok(orders)
    }

    /// Returns whether [`Buyer::orders`] reads the market.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn owes_for_orders(&self) -> Result<bool> {
        for placed in self.context.read().placed()? {
            let priced = placed.order.payload().price_minor > MinorUnits::ZERO;
            if priced && self.shown_status(&placed)? == OrderStatus::Pending {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the status of an order of this home: one that nobody answered in its time is
    /// expired. A receipt that comes all the same is taken.
    pub(crate) fn shown_status(&self, placed: &PlacedOrder) -> Result<OrderStatus> {
        Ok(match placed.status {
            OrderStatus::Pending if self.context.now()? > placed.order.payload().expires_at => {
                OrderStatus::Expired
            }
            status => status,
        })
    }

    pub(crate) fn wanted<'a>(
        &self,
        catalogue: &'a Catalogue,
        listing: &ListingId,
    ) -> Result<(&'a Offer, Held)> {
        let offer = catalogue.find(listing)?;
        Ok((offer, self.context.read().held(&offer.question())?))
    }
}

/// Refuses the same order twice, which its owner would refuse.
fn refuse_double(
    waiting: &[PlacedOrder],
    listing: &DocumentId,
    to: MicroEpsilon,
    now: Timestamp,
) -> Result<()> {
    for placed in waiting {
        let order = placed.order.payload();
        let same = (order.listing, order.to) == (*listing, to);
        if same && now <= order.expires_at {
            return Err(Error::refused(
                ErrorCode::OrderedAlready,
                OrderMessage::OrderedAlready { to },
            )
            .hint(Act::Collect.to(OrderHint::CollectAnswer))
            .hint(Act::CancelOrder.to(OrderHint::OrCancel)));
        }
    }
    Ok(())
}

/// Names the newest version of a listing that was replaced, as a way out of an error.
fn naming_newer(error: Error, catalogue: &Catalogue, offer: &Offer) -> Error {
    match catalogue.newest_version(offer) {
        Some(newest) => {
            let id = newest.listing.id().to_string();
            let words = OrderHint::NewestVersion {
                listing: short_id(&id),
            };
            error.hint(Act::ShowOffer(id).to(words))
        }
        None => error,
    }
}

/// Returns a time so many days later.
fn later(time: Timestamp, OrderDays(days): OrderDays) -> Result<Timestamp> {
    Timestamp::new(time.to_datetime() + Duration::days(days.into())).map_err(|why| {
        Error::failed(ErrorCode::Clock, OrderMessage::NoDate { why }).hint(OrderHint::SetClock)
    })
}
