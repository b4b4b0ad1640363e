//! Orders addressed to this home: fetched, verified, shown with what approving each would do,
//! declined, discarded.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::Arc,
};

use poundwise_documents::{
    jws::{AnyDocument, Signed},
    kinds::{Cancellation, Listing, Order, Payload, Refusal},
    market::{delivery_path, order_path, orders_to},
    units::{Digest, DocumentId, Kid, LossPair, MicroEpsilon, MinorUnits, Salt, Timestamp},
};
use poundwise_words::{Language, Localize, Text};

use crate::{
    Seller,
    accuracy::Widths,
    caps::guess_basis,
    error::{Error, ErrorCode, ErrorKind, Result},
    exchange::{Listed, MarketEntry, ReadError, size_of_all},
    hint::{Act, Field},
    home::{Context, Home, Inside},
    ids::OrderId,
    intake::{Left, Room, Standing},
    make_views::order_view,
    messages::{HopelessOrder, SaleHint, SaleMessage},
    question::QuestionName,
    random::system_random,
    reach::{Reach, ReadFrom, ToRead, UNREADABLE_BEFORE, listed},
    rivals::{Start, name_rivals},
    rules::{check_order, expired, price_of},
    store::{Held, OwnListing, Population, Reading, Received, Which, loss_after},
    together::{Claim, over_cap},
    vault::{MOST_ADDED, Vault, encrypt_to, recipient},
    verdict::{InputVerdict, ObjectVerdict, Unverified, content_of},
    view::{Guess, GuessBasis, InboxItem, ListingStatus, OrderStatus, OrderView},
    work::{Work, WorkStep},
};
use poundwise_home::messages::{Encrypted, Identified};

/// The largest order, or cancellation of one, read from the market, encrypted.
const ORDER_LIMIT: u64 = (Order::MAX_BYTES + MOST_ADDED) as u64;

/// Grounds of a sale and its effect on the losses.
pub(crate) struct Prospect {
    pub(crate) own: OwnListing,
    pub(crate) held: Held,
    pub(crate) population: Population,
    pub(crate) question_before: MicroEpsilon,
    pub(crate) question_after: MicroEpsilon,
    pub(crate) population_before: LossPair,
    pub(crate) population_after: LossPair,
}

/// An object that a buyer put among the orders.
enum Sent {
    Order(Box<Signed<Order>>),
    Cancellation(Box<Signed<Cancellation>>),
}

/// Result of reading an order or a cancellation, by itself.
type Read = std::result::Result<Sent, Unverified>;

/// Objects to open at a look.
struct Look {
    to_read: ToRead,
    /// Orders that were answered, and cancellations that were applied.
    answered: Vec<MarketEntry>,
    /// Number of orders that stay unopened.
    unopened: usize,
    /// Time of the start.
    now: Timestamp,
    vault: Arc<Vault>,
    owner: Kid,
}

/// Fate of an object that was opened.
enum Fate {
    /// The object will never be accepted.
    Wrong(Unverified),
    /// An order that will never be approved, and that its buyer may have paid all the same: stored
    /// as ended.
    Ended {
        order: Box<Signed<Order>>,
        status: OrderStatus,
        why: Unverified,
    },
    /// It was dealt with before, by another look.
    There,
    /// The object stays on the market.
    Left(Left),
    /// An order to store, which its buyer may have cancelled at a look before.
    Taken {
        order: Box<Signed<Order>>,
        cancelled: bool,
    },
    /// A cancellation of an order that is known, or was not taken; it ends the order if `ends`.
    Cancels {
        cancellation: Box<Signed<Cancellation>>,
        ends: bool,
    },
}

/// Why an order cannot be approved.
#[derive(Clone)]
struct Hopeless {
    why: Text,
    /// How it ended, if its buyer may have paid it in good faith: it came too late, by the time or
    /// by another purchase of the same buyer.
    ended: Option<OrderStatus>,
    /// Whether the order has expired only by the clock. The clock may be wrong, so the order is not
    /// ended for good.
    by_clock: bool,
}

impl InputVerdict for Hopeless {}

impl Localize for Hopeless {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.localize(language, f)
    }
}

/// For how long after its day of expiry an order counts among those that ended, in days: an order
/// that is older when it is read first is not stored.
const ENDED_FOR: i64 = 90;

/// Returns whether an order whose time is over counts among those that ended.
fn ended_lately(expires_at: Timestamp, now: Timestamp) -> bool {
    (now.to_datetime() - expires_at.to_datetime()).num_days() < ENDED_FOR
}

/// Whether a look removes the objects that were answered.
#[derive(Clone, Copy)]
enum Answered {
    /// It removes them.
    Remove,
    /// It leaves them to the next look, since somebody waits for the answer to one order.
    Leave,
}

/// Reads new orders and cancellations from the market, and takes off it what was dealt with. One
/// that is not for this home, does not verify, or can never be approved is remembered as faulty,
/// and stored as ended where its buyer may have paid it in good faith;
/// one that cannot be read now is tried again at the next look, and counted in
/// [`crate::Home::left_out`], as are orders beyond what is opened at a look or may wait. A signed
/// document of a newer version stays on the market, and is counted there too.
///
/// # Errors
/// `market` where the market cannot be read; `home-damaged`; errors of the database, such as
/// `busy`; `stopped`: what was read is not stored then.
pub fn fetch_orders(home: &impl Reach, work: &Work<'_>) -> Result<()> {
    fetch_from(home, ReadFrom::Market, Answered::Remove, work).map(drop)
}

/// Reads orders and cancellations that were received in files, as [`fetch_orders`] does, and without
/// the market. Returns the objects that are not accepted.
///
/// # Errors
/// As there, without the market's.
pub fn fetch_received(home: &impl Reach) -> Result<Vec<(String, Unverified)>> {
    fetch_from(home, ReadFrom::Mail, Answered::Remove, &Work::silent())
}

/// Verifies an order or a cancellation as [`fetch_orders`] does, by itself.
///
/// # Errors
/// The database's errors; `stopped`.
pub fn judge_order(
    home: &impl Reach,
    path: &str,
    bytes: &[u8],
) -> Result<std::result::Result<(), Unverified>> {
    let look = home.ask(|home| {
        let context = home.inside();
        Ok(Look {
            to_read: ToRead {
                entries: Vec::new(),
                unreadable: context.read().unreadable()?,
            },
            answered: Vec::new(),
            unopened: 0,
            now: context.now()?,
            vault: context.vault.clone(),
            owner: context.identity.kid(),
        })
    })?;
    Ok(look.read(path, bytes).map(drop))
}

fn fetch_from(
    home: &impl Reach,
    from: ReadFrom,
    answered: Answered,
    work: &Work<'_>,
) -> Result<Vec<(String, Unverified)>> {
    let (store, listed) = listed(home, from, orders_folder)?;
    let mut odd = listed.odd;
    let look = home.ask(|home| Seller::of(home).begin_look(listed))?;
    let removed = match answered {
        Answered::Remove => look.answered.as_slice(),
        Answered::Leave => &[],
    };
    for entry in removed {
        // An object that cannot be removed is listed again and has no other effect.
        if store.remove(&entry.path).is_err() {
            break;
        }
    }
    let total = size_of_all(&look.to_read.entries);
    let stage = work.stage(WorkStep::Fetch, total);
    let (mut read, mut unread, mut done) = (Vec::new(), Vec::new(), 0);
    for entry in &look.to_read.entries {
        stage.tell(done)?;
        done = done.saturating_add(entry.size);
        match store.get(entry, ORDER_LIMIT) {
            Ok(bytes) => read.push((entry.clone(), look.read(&entry.path, &bytes))),
            Err(ReadError::TooLarge(why)) => read.push((entry.clone(), Err(why.into()))),
            Err(ReadError::Entry(_)) => {
                odd += 1;
                unread.push(entry.clone());
            }
            Err(ReadError::Market(error)) => return Err(error),
        }
    }
    home.ask(|home| {
        let (left, wrong) = Seller::of(home).end_look(read, &unread, look.now)?;
        let mut left_out = home.inside().left_out.borrow_mut();
        left_out.orders = odd;
        left_out.orders_left = (look.unopened + left) as u64;
        left_out.orders_newer = home.inside().left_over.borrow().newer();
        Ok(wrong)
    })
}

impl Look {
    fn read(&self, path: &str, bytes: &[u8]) -> Read {
        let sent = self.verified(bytes).map_err(|why| why.in_bytes(bytes))?;
        let id = match &sent {
            Sent::Order(order) => order.id(),
            Sent::Cancellation(cancellation) => cancellation.id(),
        };
        if path != order_path(&self.owner, &id) {
            return Err(ObjectVerdict::OtherName.into());
        }
        Ok(sent)
    }

    /// Returns the order or the cancellation in these bytes, whatever the name of the object.
    fn verified(&self, bytes: &[u8]) -> Read {
        if self.to_read.unreadable.contains(&content_of(bytes)) {
            return Err(UNREADABLE_BEFORE.into());
        }
        let plain = self.vault.decrypt(bytes, Encrypted::Order)?;
        match AnyDocument::verify(std::str::from_utf8(&plain)?)? {
            AnyDocument::Order(order) => {
                // Neither a delivery nor a refusal could be sent to such a buyer.
                recipient(&order.payload().deliver_to)?;
                Ok(Sent::Order(order))
            }
            AnyDocument::Cancellation(cancellation) => Ok(Sent::Cancellation(cancellation)),
            _ => Err(ObjectVerdict::NotAnOrder.into()),
        }
    }
}

/// Returns the folder of the orders to this home.
pub(crate) fn orders_folder(home: &Home) -> String {
    orders_to(&home.inside().identity.kid())
}

impl Seller<'_> {
    /// Returns orders that wait for an answer, oldest first, each with what approving it would do.
    /// Fetches new ones first.
    ///
    /// # Errors
    /// `market` where the market cannot be read; `home-damaged`; errors of the database, such as
    /// `busy`.
    pub fn inbox(&self) -> Result<Vec<InboxItem>> {
        self.fetch_orders()?;
        self.waiting()
    }

    /// Returns the orders as [`Seller::inbox`], of those that were fetched before.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn waiting(&self) -> Result<Vec<InboxItem>> {
        let at = self.context.order_time()?;
        let received = self.context.read().received(Which::Pending, at)?;
        let mut places: Vec<(usize, &Signed<Order>)> = received
            .iter()
            .map(|received| &received.order)
            .enumerate()
            .collect();
        // Listing by listing, so that each is read once: it may be long.
        places.sort_by_key(|(_, order)| order.payload().listing);
        let widths = Widths::of(self.context);
        let mut own: Option<OwnListing> = None;
        let mut bases = HashMap::new();
        let mut items = Vec::with_capacity(places.len());
        let mut claims = Vec::with_capacity(places.len());
        let mut starts = Vec::with_capacity(places.len());
        for (place, order) in places {
            let of = match own.take() {
                Some(own) if own.listing.id() == order.payload().listing => own,
                _ => self.listing_of(order)?,
            };
            let (item, claim) = self.inbox_item(order, of.clone(), &widths, &mut bases)?;
            starts.push(item.problem.is_none().then(|| Start {
                buyer: order.signer(),
                question: QuestionName::of(&of.listing),
                from: order.payload().from,
            }));
            items.push((place, item));
            claims.push(claim);
            own = Some(of);
        }
        for ((_, item), together) in items.iter_mut().zip(over_cap(&claims)) {
            item.together = together;
        }
        let orders = items.iter_mut().map(|(_, item)| &mut item.order);
        name_rivals(starts.into_iter().zip(orders));
        let mut arrived = self.arrived(&received)?;
        for (place, item) in &mut items {
            let order = received.get(*place).map(|one| one.order.id());
            item.arrived = order.and_then(|id| arrived.remove(&id)).unwrap_or_default();
        }
        items.sort_by_key(|(place, _)| *place);
        Ok(items.into_iter().map(|(_, item)| item).collect())
    }

    /// Returns orders that wait no longer, answered or closed, newest first.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn answered(&self) -> Result<Vec<OrderView>> {
        let at = self.context.order_time()?;
        let mut answered = self.context.read().received(Which::Answered, at)?;
        answered.reverse();
        let widths = Widths::of(self.context);
        answered
            .iter()
            .map(|received| self.received_view(received, &widths))
            .collect()
    }

    /// Declines an order with a reason, signed and sent to the buyer. Declining twice gives the
    /// first refusal.
    ///
    /// # Errors
    /// `no-such-id`, `approved-already`, `order-cancelled`, `order-discarded`, `order-expired`,
    /// `no-reason`; as [`Seller::approve`] where this home may be an older copy of itself, which
    /// does not know what it approved since.
    pub fn decline(&self, order: &OrderId, reason: &str) -> Result<OrderView> {
        let received = self.received_order(order)?;
        let widths = Widths::of(self.context);
        match received.status {
            OrderStatus::Declined => return self.received_view(&received, &widths),
            OrderStatus::Discarded => return Err(discarded()),
            _ => may_be_answered(&received)?,
        }
        let reason = reason.trim();
        if reason.is_empty() {
            return Err(
                Error::usage(ErrorCode::NoReason, SaleMessage::RefusalWithoutReason).hint(
                    Field::Reason
                        .to(SaleHint::StateReason)
                        .such_as(SaleHint::ReasonExample),
                ),
            );
        }
        self.context.check_own_history()?;
        let order = &received.order;
        let refusal = self.context.sign(Refusal {
            order: order.id(),
            reason: reason.to_owned(),
            jwk: self.context.identity.jwk(),
            issued_at: self.context.now()?,
        })?;
        let body = encrypt_to(&order.payload().deliver_to, refusal.compact().as_bytes())?;
        let writing = self.context.db.begin()?;
        writing.order_refused(&refusal)?;
        writing.enqueue(&delivery_path(&order.signer(), &refusal.id()), &body)?;
        self.context.commit_and_send(writing)?;
        self.received_view(&self.received_order(&order.id().into())?, &widths)
    }

    /// Puts an order aside without an answer: nothing is signed or sent. It may still be approved,
    /// if it is paid all the same. Discarding twice is harmless.
    ///
    /// # Errors
    /// `no-such-id`, `approved-already`, `declined-already`, `order-cancelled`, `order-expired`.
    pub fn discard(&self, order: &OrderId) -> Result<OrderView> {
        let received = self.received_order(order)?;
        if received.status != OrderStatus::Discarded {
            may_be_answered(&received)?;
            let writing = self.context.db.begin()?;
            writing.order_gone(&received.order.id(), OrderStatus::Discarded)?;
            self.context.commit(writing)?;
        }
        self.received_view(
            &Received {
                status: OrderStatus::Discarded,
                ..received
            },
            &Widths::of(self.context),
        )
    }

    /// Fetches as [`fetch_orders`] does, with the home held all the while.
    pub(crate) fn fetch_orders(&self) -> Result<()> {
        fetch_orders(self.home, &Work::silent())
    }

    /// Ends expired orders for good, and selects the answered ones to remove from the market and the
    /// orders to open now.
    fn begin_look(&self, listed: Listed) -> Result<Look> {
        let now = self.context.now()?;
        self.context.clock_state.keep_look(now);
        self.end_orders()?;
        let (mut to_read, known) = ToRead::of(&self.context.read(), listed)?;
        let answered = self.answered_of(known, now)?;
        let mut standings = Standings::of(self.context);
        let room = standings.room(now)?;
        self.context.left_over.borrow_mut().forget_in_time(now);
        let (entries, unopened) = self.context.left_over.borrow_mut().choose(
            std::mem::take(&mut to_read.entries),
            room,
            |key| standings.look_up(key),
            &mut system_random()?,
        )?;
        Ok(Look {
            to_read: ToRead { entries, ..to_read },
            answered,
            unopened,
            now,
            vault: self.context.vault.clone(),
            owner: self.context.identity.kid(),
        })
    }

    /// Ends unanswered orders for good if this home has signed a document after their expiry. The
    /// clock alone does not end an order, because it may be wrong.
    fn end_orders(&self) -> Result<()> {
        let Some(newest) = self.context.read().newest_times()?.signed else {
            return Ok(());
        };
        let mut over = self.context.read().open_orders()?;
        over.retain(|open| newest > open.expires_at);
        if over.is_empty() {
            return Ok(());
        }
        let writing = self.context.db.begin()?;
        for open in over {
            writing.order_gone(&open.id, OrderStatus::Expired)?;
        }
        self.context.commit(writing)
    }

    /// Stores what was opened, all in one transaction. Returns the number of orders that stay on the
    /// market, and the objects that are not accepted.
    fn end_look(
        &self,
        read: Vec<(MarketEntry, Read)>,
        unread: &[MarketEntry],
        now: Timestamp,
    ) -> Result<(usize, Vec<(String, Unverified)>)> {
        let fates = self.fates(read, now)?;
        for (_, fate) in &fates {
            // What the buyer has seen of this home's ledger is noted at once, whichever order is
            // approved first.
            if let Fate::Taken { order, .. } = fate
                && let Err(error) = self.context.check_order_checkpoint(order)
                && matches!(error.kind(), ErrorKind::Failed | ErrorKind::Unverified)
            {
                return Err(error);
            }
        }
        let mut left_over = self.context.left_over.borrow_mut();
        let (mut left, mut wrong) = (0, Vec::new());
        for entry in unread {
            left_over.remember(entry, Left::Unread);
        }
        let writing = self.context.db.begin()?;
        for (entry, fate) in fates {
            let seen =
                |why: Option<&Unverified>| writing.mark_seen(&entry.path, &entry.version, why);
            match fate {
                Fate::Wrong(why) => {
                    seen(Some(&why.clone().at(Text::verbatim(&entry.path))))?;
                    wrong.push((entry.path.clone(), why));
                }
                Fate::Ended { order, status, why } => {
                    writing.receive_order(&order)?;
                    writing.order_gone(&order.id(), status)?;
                    seen(Some(&why.at(Text::verbatim(&entry.path))))?;
                }
                Fate::There => seen(None)?,
                Fate::Left(what) => {
                    left += usize::from(matches!(what, Left::Order(_)));
                    left_over.remember(&entry, what);
                }
                Fate::Taken { order, cancelled } => {
                    writing.receive_order(&order)?;
                    if cancelled {
                        writing.order_gone(&order.id(), OrderStatus::Cancelled)?;
                    }
                    seen(None)?;
                }
                Fate::Cancels { cancellation, ends } => {
                    if ends {
                        writing.order_called_off(&cancellation)?;
                    }
                    seen(None)?;
                }
            }
        }
        self.context.commit(writing)?;
        Ok((left, wrong))
    }

    /// Returns the fate of each object that was opened. An order and its cancellation may be opened
    /// at one look, in either order, or at two; in between the cancellation stays where it is.
    fn fates(
        &self,
        read: Vec<(MarketEntry, Read)>,
        now: Timestamp,
    ) -> Result<Vec<(MarketEntry, Fate)>> {
        let reading = self.context.read();
        let mut standings = Standings::of(self.context);
        let mut room = standings.room(now)?;
        let mut room_of_ended = standings.room_of_ended(now)?;
        let mut offers = Offers::default();
        let newest = reading.newest_times()?.signed;
        let before = self.context.left_over.borrow().cancellations();
        // The buyers of what is taken now, and the orders that are not.
        let mut taken: HashMap<DocumentId, Kid> = HashMap::new();
        let mut refused: HashSet<DocumentId> = HashSet::new();
        let (mut fates, mut cancellations) = (Vec::new(), Vec::new());
        for (entry, sent) in read {
            let order = match sent {
                Ok(Sent::Order(order)) => order,
                Ok(Sent::Cancellation(cancellation)) => {
                    cancellations.push((entry, cancellation));
                    continue;
                }
                Err(why) => {
                    let fate = if why.is_newer() {
                        Fate::Left(Left::Newer)
                    } else {
                        Fate::Wrong(why)
                    };
                    fates.push((entry, fate));
                    continue;
                }
            };
            let (id, buyer) = (order.id(), order.signer());
            let waiting = before.get(&id).map_or(&[][..], Vec::as_slice);
            let standing = standings.look_up(&buyer)?;
            let fate = if reading.order_of(&id, now)?.is_some() {
                Fate::There
            } else if let Some(why) = self.hopeless(&order, standing, (now, newest), &mut offers)? {
                let kept = why.ended.filter(|_| room_of_ended.has(&buyer, standing));
                if kept.is_some() {
                    room_of_ended.count(buyer, standing);
                }
                match kept {
                    Some(_) if why.by_clock => {
                        taken.insert(id, buyer);
                        Fate::Taken {
                            cancelled: waiting.iter().any(|(by, _)| *by == buyer),
                            order,
                        }
                    }
                    None if why.by_clock => Fate::Left(Left::Late(order.payload().expires_at)),
                    Some(status) => {
                        refused.insert(id);
                        Fate::Ended {
                            order,
                            status,
                            why: Unverified::of(&why),
                        }
                    }
                    None => {
                        refused.insert(id);
                        Fate::Wrong(Unverified::of(&why))
                    }
                }
            } else if !room.has(&buyer, standing) {
                Fate::Left(Left::Order(buyer))
            } else {
                room.count(buyer, standing);
                taken.insert(id, buyer);
                Fate::Taken {
                    cancelled: waiting.iter().any(|(by, _)| *by == buyer),
                    order,
                }
            };
            if !matches!(fate, Fate::Left(_)) {
                // They are opened once more, and dealt with then.
                for (_, path) in waiting {
                    self.context.left_over.borrow_mut().forget(path);
                }
            }
            fates.push((entry, fate));
        }
        for (entry, cancellation) in cancellations {
            let order = cancellation.payload().order;
            let known = match taken.get(&order) {
                Some(buyer) => Some((*buyer, OrderStatus::Pending)),
                None => reading.order_of(&order, now)?,
            };
            let path = order_path(&self.context.identity.kid(), &order);
            let fate = match known {
                Some((buyer, _)) if buyer != cancellation.signer() => {
                    Fate::Wrong(ObjectVerdict::NotFromBuyer.into())
                }
                // A receipt wins, and a refusal stands.
                Some((_, status)) => Fate::Cancels {
                    cancellation,
                    ends: matches!(
                        status,
                        OrderStatus::Pending | OrderStatus::Discarded | OrderStatus::Cancelled
                    ),
                },
                // An order that was seen and not stored was not taken either.
                None if refused.contains(&order) || reading.seen(&path)?.is_some() => {
                    Fate::Cancels {
                        cancellation,
                        ends: false,
                    }
                }
                None => Fate::Left(Left::Cancellation(order, cancellation.signer())),
            };
            fates.push((entry, fate));
        }
        Ok(fates)
    }

    /// Returns the reason why an order cannot be approved, if any. An order that came too late for
    /// its listing is still stored and explained, as is one that continues from a level unknown to
    /// this home, which may be an old copy. `newest` is the newest time that this home has signed.
    fn hopeless(
        &self,
        order: &Signed<Order>,
        standing: Standing,
        (now, newest): (Timestamp, Option<Timestamp>),
        offers: &mut Offers,
    ) -> Result<Option<Hopeless>> {
        let payload = order.payload();
        let never = |why: Text| {
            Ok(Some(Hopeless {
                why,
                ended: None,
                by_clock: false,
            }))
        };
        if standing == Standing::Blocked {
            return never(HopelessOrder::Blocked.into());
        }
        let Some((question, listing)) = offers.look_up(self.context, &payload.listing)? else {
            return never(HopelessOrder::NoListing.into());
        };
        let price = price_of(listing, ListingStatus::Open, payload.from, payload.to);
        match price {
            Err(error) => return never(Text::of(error)),
            Ok(price) if price != payload.price_minor => {
                return never(HopelessOrder::OtherPrice.into());
            }
            Ok(_) => {}
        }
        let late = |why: HopelessOrder, status: OrderStatus, by_clock: bool| {
            let paid =
                payload.price_minor > MinorUnits::ZERO && ended_lately(payload.expires_at, now);
            Ok(Some(Hopeless {
                why: why.into(),
                ended: paid.then_some(status),
                by_clock,
            }))
        };
        if now > payload.expires_at {
            let expired = payload.expires_at;
            let why = HopelessOrder::Expired { expired };
            let for_good = newest.is_some_and(|newest| newest > payload.expires_at);
            return late(why, OrderStatus::Expired, !for_good);
        }
        let held = self.context.read().held_by(question, &order.signer())?;
        if payload.from < held.level {
            let why = HopelessOrder::FromOtherLevel {
                from: payload.from,
                held: held.level,
            };
            return late(why, OrderStatus::Discarded, false);
        }
        if payload.from == held.level && payload.previous_receipt != held.receipt {
            let why = HopelessOrder::OtherReceipt;
            return late(why, OrderStatus::Discarded, false);
        }
        Ok(None)
    }

    /// Returns the orders among `known` that do not wait any more, and the cancellations that were
    /// dealt with. On the market nobody needs them, and each would be listed again at every look.
    /// Orders stay in the home, and with the buyer.
    fn answered_of(&self, mut known: Vec<MarketEntry>, now: Timestamp) -> Result<Vec<MarketEntry>> {
        let reading = self.context.read();
        let mut failed = Ok(());
        known.retain(|entry| {
            let name = entry.path.rsplit_once('/').map_or("", |(_, name)| name);
            let id = name.strip_suffix(".age").unwrap_or(name);
            let Ok(id) = id.parse() else { return true };
            match reading.order_status(&id, now) {
                Ok(status) => status != Some(OrderStatus::Pending),
                Err(error) => {
                    failed = Err(error);
                    false
                }
            }
        });
        failed.map(|()| known)
    }

    /// Returns the order of that id; fetches new ones if it is not known yet.
    pub(crate) fn received_order(&self, id: &OrderId) -> Result<Received> {
        let find = || {
            let at = self.context.order_time()?;
            let known = self.context.read().received(Which::Of(id), at)?;
            id.find(Identified::Order, known, |r| r.order.id().to_string())
        };
        match find() {
            Err(error) if error.code() == ErrorCode::NoSuchId => {
                let work = Work::silent();
                fetch_from(self.home, ReadFrom::Market, Answered::Leave, &work)?;
                find().map_err(|e| e.hint(Act::ListInbox.to(SaleHint::ListInbox)))
            }
            found => found,
        }
    }

    pub(super) fn received_view(
        &self,
        received: &Received,
        widths: &Widths<'_>,
    ) -> Result<OrderView> {
        let own = self.listing_of(&received.order)?;
        order_view(
            widths,
            &received.order,
            &own.listing,
            received.status,
            received.reason.clone(),
        )
    }

    /// This home's listing that an order names.
    pub(crate) fn listing_of(&self, order: &Signed<Order>) -> Result<OwnListing> {
        self.context
            .read()
            .own_listing(&order.payload().listing)?
            .ok_or_else(|| {
                Error::refused(ErrorCode::NoSuchListing, SaleMessage::NoListingOfThisHome)
                    .hint(SaleHint::Decline)
            })
    }

    /// Returns the grounds and effects of approving an order, whether or not it may be approved.
    pub(crate) fn prospect(
        &self,
        reading: &Reading<'_>,
        order: &Signed<Order>,
    ) -> Result<Prospect> {
        self.prospect_of(reading, order, self.listing_of(order)?)
    }

    /// Returns the same as [`Seller::prospect`], of an order whose listing is at hand.
    fn prospect_of(
        &self,
        reading: &Reading<'_>,
        order: &Signed<Order>,
        own: OwnListing,
    ) -> Result<Prospect> {
        let held = reading.held_by(&own.question, &order.signer())?;
        let population = reading.population(&own.population)?;
        let to = order.payload().to;
        let question_before = reading.question_loss(&own.question)?;
        let question_after = question_before.max(to);
        let family = own.listing.payload().family;
        let population_before = reading.population_loss(&population)?;
        let population_after = loss_after(population_before, family, question_before, to)?;
        Ok(Prospect {
            own,
            held,
            population,
            question_before,
            question_after,
            population_before,
            population_after,
        })
    }

    /// Returns an order that waits, by itself, and what it would use of its population's cap, if it
    /// can be approved.
    fn inbox_item(
        &self,
        order: &Signed<Order>,
        own: OwnListing,
        widths: &Widths<'_>,
        bases: &mut HashMap<Salt, GuessBasis>,
    ) -> Result<(InboxItem, Option<Claim>)> {
        let prospect = self.prospect_of(&self.context.read(), order, own)?;
        let population = &prospect.population;
        let basis = match bases.get(&population.id) {
            Some(basis) => *basis,
            None => {
                let basis = guess_basis(&self.context.read(), population)?;
                bases.insert(population.id, basis);
                basis
            }
        };
        let listing = prospect.own.listing.payload();
        let payload = order.payload();
        let problem = self
            .context
            .check_open()
            .and_then(|()| self.context.check_order_checkpoint(order))
            .and_then(|()| {
                check_order(
                    payload,
                    listing,
                    prospect.own.status,
                    prospect.held,
                    prospect.population.cap,
                    prospect.population_after,
                    self.context.now()?,
                )
            })
            .err()
            .map(|e| e.view());
        let claim = match problem {
            None => Claim::of(
                (&prospect.population, prospect.population_before),
                prospect.own.question,
                listing.family.charge(prospect.question_before),
                listing.family.charge(payload.to),
            ),
            Some(_) => None,
        };
        let question = self.context.read().question(&prospect.own.question)?;
        let sold = question.map_or(MicroEpsilon::ZERO, |question| question.sold);
        let item = InboxItem {
            order: order_view(
                widths,
                order,
                &prospect.own.listing,
                OrderStatus::Pending,
                None,
            )?,
            population: prospect.population.name.clone(),
            unit_name: prospect.population.unit_name.clone(),
            dataset: prospect.own.dataset.clone(),
            held: prospect.held.level,
            others: if sold > prospect.held.level {
                sold.get()
            } else {
                0
            },
            question_loss_before: prospect.question_before,
            question_loss_after: prospect.question_after,
            population_loss_before: prospect.population_before.micro_epsilon.get(),
            population_loss_before_nano_rho: prospect.population_before.nano_rho.get(),
            population_loss_after: prospect.population_after.micro_epsilon.get(),
            population_loss_after_nano_rho: prospect.population_after.nano_rho.get(),
            cap_micro_epsilon: prospect.population.cap.micro_epsilon.get(),
            cap_nano_rho: prospect.population.cap.nano_rho.get(),
            guess_before: Guess::after(prospect.population_before, basis),
            guess_after: Guess::after(prospect.population_after, basis),
            dimension: listing.dimension,
            now: widths
                .for_seller(listing, prospect.held)?
                .at(prospect.held.level)?,
            problem,
            arrived: Vec::new(),
            together: None,
            misfits: self.misfits(order, &prospect)?,
        };
        Ok((item, claim))
    }
}

/// Refuses an order that has an answer, or is gone.
pub(crate) fn may_be_answered(received: &Received) -> Result<()> {
    Err(match received.status {
        OrderStatus::Pending | OrderStatus::Discarded => return Ok(()),
        OrderStatus::Delivered => Error::refused(ErrorCode::ApprovedAlready, SaleMessage::Approved)
            .hint(Act::ListReceipts.to(SaleHint::ListReceipts)),
        OrderStatus::Declined => Error::refused(ErrorCode::DeclinedAlready, SaleMessage::Declined)
            .hint(SaleHint::MayOrderAgain),
        OrderStatus::Cancelled => Error::refused(ErrorCode::OrderCancelled, SaleMessage::Cancelled)
            .hint(SaleHint::PayBackOrOrderAgain),
        OrderStatus::Expired => expired(received.order.payload()),
    })
}

pub(super) fn discarded() -> Error {
    Error::refused(ErrorCode::OrderDiscarded, SaleMessage::Discarded).hint(SaleHint::ApproveIfPaid)
}

/// The listings of a home that orders name, each with its question and without its labels, looked
/// up once.
#[derive(Default)]
struct Offers(HashMap<DocumentId, Option<(Digest, Listing)>>);

impl Offers {
    fn look_up(
        &mut self,
        context: &Context,
        id: &DocumentId,
    ) -> Result<Option<&(Digest, Listing)>> {
        if !self.0.contains_key(id) {
            let own = context.read().own_listing(id)?.map(|own| {
                let mut listing = own.listing.payload().clone();
                listing.labels = Vec::new();
                (own.question, listing)
            });
            self.0.insert(*id, own);
        }
        Ok(self.0.get(id).and_then(Option::as_ref))
    }
}

/// Relations of keys to a home, each looked up once.
struct Standings<'a> {
    context: &'a Context,
    known: HashMap<Kid, Standing>,
}

impl<'a> Standings<'a> {
    fn of(context: &'a Context) -> Self {
        Self {
            context,
            known: HashMap::new(),
        }
    }

    fn look_up(&mut self, key: &Kid) -> Result<Standing> {
        if let Some(standing) = self.known.get(key) {
            return Ok(*standing);
        }
        let reading = self.context.read();
        let standing = if reading.is_blocked(key)? {
            Standing::Blocked
        } else if reading.contact_name(key)?.is_some() || reading.has_bought(key)? {
            Standing::Known
        } else {
            Standing::Stranger
        };
        self.known.insert(*key, standing);
        Ok(standing)
    }

    /// Returns the orders that wait, counted.
    fn room(&mut self, now: Timestamp) -> Result<Room> {
        let mut room = Room::default();
        let mut waiting = self.context.read().open_orders()?;
        waiting.retain(|open| now <= open.expires_at);
        for open in waiting {
            let standing = self.look_up(&open.buyer)?;
            room.count(open.buyer, standing);
        }
        Ok(room)
    }

    /// Returns the orders that ended unanswered and not long ago, counted: as many are kept of
    /// those that had ended before they were read first as may wait.
    fn room_of_ended(&mut self, now: Timestamp) -> Result<Room> {
        let mut room = Room::default();
        let mut unanswered = self.context.read().open_orders()?;
        unanswered.retain(|open| now > open.expires_at);
        unanswered.append(&mut self.context.read().unanswered_orders()?);
        for ended in unanswered {
            if ended_lately(ended.expires_at, now) {
                let standing = self.look_up(&ended.buyer)?;
                room.count(ended.buyer, standing);
            }
        }
        Ok(room)
    }
}
