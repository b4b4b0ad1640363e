//! Orders addressed to this home: fetched, verified, shown with what approving each would do, declined.

use std::collections::HashSet;

use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Order, Refusal},
    units::{Kid, MicroEpsilon},
};

use crate::{
    catalogue::find_by_prefix,
    data::estimate::{ListingShape, half_widths},
    error::{Error, ErrorCode, ErrorKind, Result, Unverified},
    exchange::{Entry, Listed, ReadError, delivery_path, order_path, size_of_all},
    home::Home,
    reach::{Content, Reach, ToRead, UNREADABLE_BEFORE, content_of, listed},
    rules::{Held, check_order},
    store::{Loss, OwnListing, Population, Reading, Received, Which},
    vault::{Vault, recipient, seal_to},
    view::{InboxItem, OrderStatus, OrderView},
    views::best_guess,
    work::{Step, Work},
};

/// The largest order read from the market, encrypted.
const ORDER_LIMIT: u64 = 128 * 1024;

/// What a sale rests on and what it would do to the losses.
pub(crate) struct Prospect {
    pub(crate) own: OwnListing,
    pub(crate) held: Held,
    pub(crate) population: Population,
    pub(crate) question_before: Loss,
    pub(crate) question_after: Loss,
    pub(crate) population_before: Loss,
    pub(crate) population_after: Loss,
}

/// What came of reading an order, by itself.
type Read = std::result::Result<Box<Signed<Order>>, Unverified>;

/// Reads new orders from the market, and takes answered ones off it. One that is not for this home, or does not
/// verify, is remembered as faulty; one that cannot be read now is tried again at the next look, and counted in
/// [`Home::left_out`].
///
/// # Errors
/// What the market or the database says; `stopped`: what was read is not stored then.
pub fn fetch_orders(home: &impl Reach, work: &Work<'_>) -> Result<()> {
    let (store, listed) = listed(home, Home::orders_folder)?;
    let mut odd = listed.odd;
    let (to_read, vault, owner) = home.ask(|home| {
        let (to_read, known) = home.to_read(listed)?;
        home.clear_answered(&known)?;
        Ok((to_read, home.vault.clone(), home.identity.kid()))
    })?;
    let total = size_of_all(&to_read.entries);
    let stage = work.stage(Step::Fetch, total, 0..1000);
    let (mut read, mut done) = (Vec::new(), 0);
    for entry in to_read.entries {
        stage.tell(done)?;
        done = done.saturating_add(entry.size);
        match store.get(&entry, ORDER_LIMIT) {
            Ok(bytes) => {
                let order = read_order(&vault, &owner, &entry.path, &bytes, &to_read.unreadable);
                read.push((entry, order));
            }
            Err(ReadError::TooLarge(why)) => read.push((entry, Err(why.into()))),
            Err(ReadError::Entry(_)) => odd += 1,
            Err(ReadError::Market(error)) => return Err(error),
        }
    }
    home.ask(|home| {
        home.left_out.borrow_mut().orders = odd;
        home.store_orders(read)
    })
}

fn read_order(
    vault: &Vault,
    owner: &Kid,
    path: &str,
    bytes: &[u8],
    unreadable: &HashSet<Content>,
) -> Read {
    let order = verified_order(vault, bytes, unreadable).map_err(|why| why.in_bytes(bytes))?;
    if path != order_path(owner, &order.id()) {
        return Err("its name is not its content's".into());
    }
    Ok(Box::new(order))
}

/// An order, whatever its name.
fn verified_order(
    vault: &Vault,
    bytes: &[u8],
    unreadable: &HashSet<Content>,
) -> std::result::Result<Signed<Order>, Unverified> {
    if unreadable.contains(&content_of(bytes)) {
        return Err(UNREADABLE_BEFORE.into());
    }
    let plain = vault.open(bytes, "the order")?;
    let order = Signed::<Order>::verify(std::str::from_utf8(&plain)?)?;
    // Neither a delivery nor a refusal could be sent to such a buyer.
    recipient(&order.payload().deliver_to)?;
    Ok(order)
}

impl Home {
    /// Orders that wait for an answer, oldest first, each with what approving it would do. Fetches new ones first.
    ///
    /// # Errors
    /// What the market or the database says.
    pub fn inbox(&self) -> Result<Vec<InboxItem>> {
        self.fetch_orders()?;
        self.waiting()
    }

    /// As [`Home::inbox`], of the orders that were fetched before.
    ///
    /// # Errors
    /// What the database says.
    pub fn waiting(&self) -> Result<Vec<InboxItem>> {
        self.read()
            .received(Which::Pending)?
            .iter()
            .map(|received| self.inbox_item(&received.order))
            .collect()
    }

    /// Orders that were answered, newest first.
    ///
    /// # Errors
    /// What the database says.
    pub fn answered(&self) -> Result<Vec<OrderView>> {
        let mut answered = self.read().received(Which::Answered)?;
        answered.reverse();
        answered
            .iter()
            .map(|received| self.received_view(received))
            .collect()
    }

    /// Declines an order with a reason, signed and sent to the buyer. Declining twice gives the first refusal.
    ///
    /// # Errors
    /// `no-such-id`, `approved-already`, `no-reason`; as [`Home::approve`] where this home may be an older copy of itself,
    /// which does not know what it approved since.
    pub fn decline(&self, order: &str, reason: &str) -> Result<OrderView> {
        let received = self.received_order(order)?;
        match received.status {
            OrderStatus::Declined => return self.received_view(&received),
            OrderStatus::Delivered => {
                return Err(Error::refused(
                    ErrorCode::ApprovedAlready,
                    "this order was approved; it cannot be declined any more",
                )
                .hint("The receipt stands; `poundwise receipts` shows it."));
            }
            OrderStatus::Pending => {}
        }
        let reason = reason.trim();
        if reason.is_empty() {
            return Err(
                Error::usage(ErrorCode::NoReason, "a refusal needs a reason")
                    .hint("The buyer reads it: --reason \"the payment did not arrive\""),
            );
        }
        self.check_own_history()?;
        let order = &received.order;
        let refusal = self.sign(Refusal {
            order: order.id(),
            reason: reason.to_owned(),
            jwk: self.identity.jwk(),
            issued_at: self.now()?,
        })?;
        let body = seal_to(&order.payload().deliver_to, refusal.compact().as_bytes())?;
        let writing = self.db.begin()?;
        writing.order_refused(&refusal)?;
        writing.enqueue(&delivery_path(&order.signer(), &refusal.id()), &body)?;
        self.commit(writing)?;
        self.send();
        self.received_view(&self.received_order(&order.id().to_string())?)
    }

    /// As [`fetch_orders`], with the home held all the while.
    pub(crate) fn fetch_orders(&self) -> Result<()> {
        fetch_orders(self, &Work::silent())
    }

    /// The folder of the orders to this home.
    fn orders_folder(&self) -> String {
        format!("orders/{}", self.identity.kid())
    }

    /// Stores what was read of the orders on the market.
    fn store_orders(&self, read: Vec<(Entry, Read)>) -> Result<()> {
        let mut raised = false;
        for (entry, read) in read {
            let read = match read {
                Ok(order) => self.meant_for_here(order)?,
                wrong => wrong,
            };
            let order = match read {
                Ok(order) => order,
                Err(why) => {
                    let why = why.at(&entry.path);
                    let writing = self.db.begin()?;
                    writing.mark_seen(&entry.path, &entry.version, Some(&why))?;
                    self.commit(writing)?;
                    continue;
                }
            };
            let writing = self.db.begin()?;
            writing.receive_order(&order)?;
            writing.mark_seen(&entry.path, &entry.version, None)?;
            raised |= self.commit_one_of_many(writing)?;
            // What the buyer has seen of this home's ledger is noted at once, whichever order is approved first.
            match self.check_order_checkpoint(&order) {
                Err(error) if matches!(error.kind(), ErrorKind::Failed | ErrorKind::Unverified) => {
                    return Err(error);
                }
                Ok(()) | Err(_) => {}
            }
        }
        if raised {
            self.remember();
        }
        Ok(())
    }

    fn meant_for_here(&self, order: Box<Signed<Order>>) -> Result<Read> {
        Ok(match self.read().own_listing(&order.payload().listing)? {
            Some(_) => Ok(order),
            None => Err("it names no listing of this home".into()),
        })
    }

    /// Of the objects of a listing of the market, those to be read, and those that were read and are in order: a name
    /// that was read in order names one document, and is not read again. Cost: one look-up an object, whatever was
    /// there and is gone.
    pub(crate) fn to_read(&self, listed: Listed) -> Result<(ToRead, Vec<Entry>)> {
        let reading = self.read();
        let (mut new, mut known) = (Vec::new(), Vec::new());
        for entry in listed.entries {
            match reading.seen(&entry.path)? {
                Some((_, false)) => known.push(entry),
                Some((version, true)) if version == entry.version => {}
                _ => new.push(entry),
            }
        }
        let unreadable = if new.is_empty() {
            HashSet::new()
        } else {
            reading.unreadable()?
        };
        let to_read = ToRead {
            entries: new,
            unreadable,
        };
        Ok((to_read, known))
    }

    /// Takes orders that were answered off the market, where nobody needs them any more and each would be listed again
    /// at every look. They stay in the home, and with the buyer.
    fn clear_answered(&self, known: &[Entry]) -> Result<()> {
        for entry in known {
            let name = entry.path.rsplit_once('/').map_or("", |(_, name)| name);
            let id = name.strip_suffix(".age").unwrap_or(name);
            // Where they may not be removed they lie in nobody's way but the clock's.
            let answered = self
                .read()
                .order_status(id)?
                .is_some_and(|status| status != OrderStatus::Pending);
            if answered && self.store.remove(&entry.path).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// The order whose id starts with what was typed; fetches new ones if it is not known yet.
    pub(crate) fn received_order(&self, typed: &str) -> Result<Received> {
        let find = || {
            find_by_prefix(
                typed,
                "order",
                self.read()
                    .received(Which::Beginning(typed.trim()))?
                    .into_iter(),
                |r| r.order.id().to_string(),
            )
        };
        match find() {
            Err(error) if error.code() == ErrorCode::NoSuchId => {
                self.fetch_orders()?;
                find().map_err(|e| e.hint("`poundwise inbox` shows the orders that wait."))
            }
            found => found,
        }
    }

    fn received_view(&self, received: &Received) -> Result<OrderView> {
        let own = self.listing_of(&received.order)?;
        self.order_view(
            &received.order,
            &own.listing,
            received.status,
            received.reason.clone(),
        )
    }

    /// This home's listing that an order names.
    pub(crate) fn listing_of(&self, order: &Signed<Order>) -> Result<OwnListing> {
        self.read()
            .own_listing(&order.payload().listing)?
            .ok_or_else(|| {
                Error::refused(
                    ErrorCode::NoSuchListing,
                    "the order names no listing of this home",
                )
                .hint("Decline it.")
            })
    }

    /// What approving an order would rest on and do, whether or not it may be approved.
    pub(crate) fn prospect(
        &self,
        reading: &Reading<'_>,
        order: &Signed<Order>,
    ) -> Result<Prospect> {
        let own = self.listing_of(order)?;
        let held = reading.held_by(&own.question, &order.signer())?;
        let population = reading.population(&own.population)?;
        let to = order.payload().to_micro_epsilon;
        let question_before = reading.question_loss(&own.question)?;
        let rise = question_before.rise_to(to);
        let question_after = question_before.plus(rise)?;
        let population_before = reading.population_loss(&population)?;
        let population_after = population_before.plus(rise)?;
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

    fn inbox_item(&self, order: &Signed<Order>) -> Result<InboxItem> {
        let prospect = self.prospect(&self.read(), order)?;
        let listing = prospect.own.listing.payload();
        let payload = order.payload();
        let problem = self
            .check_order_checkpoint(order)
            .and_then(|()| {
                check_order(
                    payload,
                    listing,
                    prospect.own.status,
                    prospect.held,
                    prospect.population.cap,
                    prospect.population_after.counted,
                    self.now()?,
                )
            })
            .err()
            .map(|e| e.view());
        Ok(InboxItem {
            order: self.order_view(order, &prospect.own.listing, OrderStatus::Pending, None)?,
            population: prospect.population.name.clone(),
            unit_name: prospect.population.unit_name.clone(),
            dataset: prospect.own.dataset.clone(),
            question_loss_before: prospect.question_before.counted.get(),
            question_loss_after: prospect.question_after.counted.get(),
            population_loss_before: prospect.population_before.counted.get(),
            population_loss_after: prospect.population_after.counted.get(),
            cap_micro_epsilon: prospect.population.cap.get(),
            guess_before: best_guess(prospect.population_before.counted),
            guess_after: best_guess(prospect.population_after.counted),
            dimension: listing.dimension,
            now: widths(listing, payload.from_micro_epsilon)?,
            then: widths(listing, payload.to_micro_epsilon)?,
            problem,
            misfits: self.misfits(order, &prospect)?,
        })
    }
}

/// Half-widths at a level; none where nothing is held.
pub(crate) fn widths(
    listing: &Listing,
    level: MicroEpsilon,
) -> Result<Vec<crate::view::HalfWidth>> {
    if level.is_zero() {
        return Ok(Vec::new());
    }
    half_widths(&ListingShape::of(listing), level, None)
}
