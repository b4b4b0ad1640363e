//! Orders addressed to this home: fetched, verified, shown with what approving each would do, declined.

use std::collections::HashSet;

use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Order, Refusal},
    units::{Digest, DocumentId, Kid, MicroEpsilon},
};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    catalogue::find_by_prefix,
    data::estimate::{ListingShape, half_widths},
    db::{self, checked_level, insert_signed, order_status, parsed, stored},
    error::{Error, ErrorCode, ErrorKind, Result},
    exchange::{Entry, Listed, delivery_path, order_path, size_of_all},
    home::Home,
    reach::{Content, Reach, UNREADABLE_BEFORE, Unread, Verdict, content_of, listed},
    rules::{Held, check_order},
    sell::{
        listings::OwnListing,
        populations::{Loss, Population, population_loss, question_loss},
    },
    vault::{Vault, seal_to},
    view::{InboxItem, OrderStatus, OrderView},
    views::best_guess,
    work::{Step, Work},
};

/// The largest order read from the market, encrypted.
const ORDER_LIMIT: u64 = 128 * 1024;

/// An order addressed to this home.
pub(crate) struct Received {
    pub(crate) order: Signed<Order>,
    pub(crate) status: OrderStatus,
    pub(crate) reason: Option<String>,
}

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
type Read = std::result::Result<Box<Signed<Order>>, Verdict>;

/// Reads new orders from the market, and takes answered ones off it. One that is not for this home, or does not
/// verify, is remembered as faulty; one that cannot be read now is tried again at the next look, and counted in
/// [`Home::left_out`].
///
/// # Errors
/// What the market or the database says; `stopped`: what was read is not stored then.
pub fn fetch_orders(home: &impl Reach, work: &Work<'_>) -> Result<()> {
    let (store, listed) = listed(home, Home::orders_folder)?;
    let mut odd = listed.odd;
    let (unread, vault, owner) = home.ask(|home| {
        let (unread, known) = home.unread(listed)?;
        home.clear_answered(&known)?;
        Ok((unread, home.vault.clone(), home.identity.kid()))
    })?;
    let total = size_of_all(&unread.entries);
    let stage = work.stage(Step::Fetch, total, 0..1000);
    let (mut read, mut done) = (Vec::new(), 0);
    for entry in unread.entries {
        stage.tell(done)?;
        done = done.saturating_add(entry.size);
        match store.get(&entry, ORDER_LIMIT) {
            Ok(bytes) => {
                let order = read_order(&vault, &owner, &entry.path, &bytes, &unread.unreadable);
                read.push((entry, order));
            }
            Err(error) if error.code() == ErrorCode::TooLarge => {
                let verdict = Verdict::of_place(error.message());
                read.push((entry, Err(verdict)));
            }
            Err(error) if error.code() == ErrorCode::MarketEntry => odd += 1,
            Err(error) => return Err(error),
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
    if unreadable.contains(&content_of(bytes)) {
        return Err(Verdict::of_bytes(bytes, UNREADABLE_BEFORE));
    }
    let wrong = |why: String| Verdict::of_bytes(bytes, why);
    let plain = vault
        .open(bytes, "the order")
        .map_err(|e| wrong(e.message().to_owned()))?;
    let text = std::str::from_utf8(&plain).map_err(|e| wrong(e.to_string()))?;
    let order = Signed::<Order>::verify(text).map_err(|e| wrong(e.to_string()))?;
    // Neither a delivery nor a refusal could be sent to such a buyer.
    seal_to(&order.payload().deliver_to, b"").map_err(|e| wrong(e.message().to_owned()))?;
    if path != order_path(owner, &order.id()) {
        return Err(Verdict::of_place("its name is not its content's"));
    }
    Ok(Box::new(order))
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
        self.received("o.status = 'pending'", "")?
            .iter()
            .map(|received| self.inbox_item(&received.order))
            .collect()
    }

    /// Orders that were answered, newest first.
    ///
    /// # Errors
    /// What the database says.
    pub fn answered(&self) -> Result<Vec<OrderView>> {
        let mut answered = self.received("o.status <> 'pending'", "")?;
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
        let transaction = self.db.begin()?;
        insert_signed(&transaction, &refusal)?;
        transaction.execute(
            "UPDATE orders_received SET status = 'declined', refusal = ?2 WHERE id = ?1",
            params![order.id().to_string(), refusal.id().to_string()],
        )?;
        db::enqueue(
            &transaction,
            &delivery_path(&order.signer(), &refusal.id()),
            &body,
        )?;
        transaction.commit()?;
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
        for (entry, read) in read {
            let read = match read {
                Ok(order) => self.meant_for_here(order)?,
                wrong => wrong,
            };
            let order = match read {
                Ok(order) => order,
                Err(verdict) => {
                    self.mark_seen(self.read(), &entry, Some(&verdict))?;
                    continue;
                }
            };
            let transaction = self.db.begin()?;
            insert_signed(&transaction, &order)?;
            transaction.execute(
                "INSERT INTO orders_received (id, status) VALUES (?1, 'pending') ON CONFLICT (id) DO NOTHING",
                [order.id().to_string()],
            )?;
            self.mark_seen(&transaction, &entry, None)?;
            transaction.commit()?;
            // What the buyer has seen of this home's ledger is noted at once, whichever order is approved first.
            match self.check_order_checkpoint(&order) {
                Err(error) if error.kind() == ErrorKind::Failed => return Err(error),
                Ok(()) | Err(_) => {}
            }
        }
        Ok(())
    }

    fn meant_for_here(&self, order: Box<Signed<Order>>) -> Result<Read> {
        Ok(match self.find_own_listing(&order.payload().listing)? {
            Some(_) => Ok(order),
            None => Err(Verdict::of_place("it names no listing of this home")),
        })
    }

    /// Of the objects of a listing of the market, those to be read, and those that were read and are in order: a name
    /// that was read in order names one document, and is not read again. Cost: one look-up an object, whatever was
    /// there and is gone.
    pub(crate) fn unread(&self, listed: Listed) -> Result<(Unread, Vec<Entry>)> {
        let mut statement = self
            .read()
            .prepare_cached("SELECT version, fault IS NOT NULL FROM seen WHERE path = ?1")?;
        let (mut new, mut known) = (Vec::new(), Vec::new());
        for entry in listed.entries {
            let seen = statement
                .query_row([&entry.path], |r| {
                    Ok((r.get::<_, String>(0)?, r.get::<_, bool>(1)?))
                })
                .optional()?;
            match seen {
                Some((_, false)) => known.push(entry),
                Some((version, true)) if version == entry.version => {}
                _ => new.push(entry),
            }
        }
        let unreadable = if new.is_empty() {
            HashSet::new()
        } else {
            self.read()
                .prepare_cached("SELECT DISTINCT content FROM seen WHERE content IS NOT NULL")?
                .query_map([], |r| r.get(0))?
                .collect::<std::result::Result<_, _>>()?
        };
        let unread = Unread {
            entries: new,
            unreadable,
        };
        Ok((unread, known))
    }

    /// Takes orders that were answered off the market, where nobody needs them any more and each would be listed again
    /// at every look. They stay in the home, and with the buyer.
    fn clear_answered(&self, known: &[Entry]) -> Result<()> {
        let mut statement = self.read().prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM orders_received WHERE id = ?1 AND status <> 'pending')",
        )?;
        for entry in known {
            let name = entry.path.rsplit_once('/').map_or("", |(_, name)| name);
            let id = name.strip_suffix(".age").unwrap_or(name);
            // Where they may not be removed they lie in nobody's way but the clock's.
            if statement.query_row([id], |r| r.get(0))? && self.store.remove(&entry.path).is_err() {
                break;
            }
        }
        Ok(())
    }

    pub(crate) fn mark_seen(
        &self,
        connection: &Connection,
        entry: &Entry,
        verdict: Option<&Verdict>,
    ) -> Result<()> {
        connection.execute(
            "INSERT INTO seen (path, version, fault, content) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (path) DO UPDATE
             SET version = excluded.version, fault = excluded.fault, content = excluded.content",
            params![
                entry.path,
                entry.version,
                verdict.map(|verdict| &verdict.why),
                verdict.and_then(|verdict| verdict.content)
            ],
        )?;
        Ok(())
    }

    /// Orders under a condition whose ids start with `prefix`, oldest first.
    pub(crate) fn received(&self, condition: &str, prefix: &str) -> Result<Vec<Received>> {
        let sql = format!(
            "SELECT d.compact, o.status, r.compact FROM orders_received o JOIN documents d ON d.id = o.id
             LEFT JOIN documents r ON r.id = o.refusal WHERE {condition} AND o.id >= ?1 AND o.id < ?1 || '~' ORDER BY o.rowid"
        );
        let mut statement = self.read().prepare(&sql)?;
        let rows = statement
            .query_map([prefix], |r| {
                Ok((
                    r.get::<_, String>(0)?,
                    r.get::<_, String>(1)?,
                    r.get::<_, Option<String>>(2)?,
                ))
            })?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        rows.into_iter()
            .map(|(order, status, refusal)| {
                Ok(Received {
                    order: stored(&order)?,
                    status: order_status(&status),
                    reason: refusal
                        .map(|text| stored::<Refusal>(&text).map(|r| r.payload().reason.clone()))
                        .transpose()?,
                })
            })
            .collect()
    }

    /// The order whose id starts with what was typed; fetches new ones if it is not known yet.
    pub(crate) fn received_order(&self, typed: &str) -> Result<Received> {
        let find = || {
            find_by_prefix(
                typed,
                "order",
                self.received("1", typed.trim())?.into_iter(),
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
        self.find_own_listing(&order.payload().listing)?
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
        connection: &Connection,
        order: &Signed<Order>,
    ) -> Result<Prospect> {
        let own = self.listing_of(order)?;
        let held = held_by(connection, &own.question, &order.signer())?;
        let population = self.population_by_id(connection, &own.population)?;
        let to = order.payload().to_micro_epsilon;
        let question_before = question_loss(connection, &own.question)?;
        let rise = question_before.rise_to(to);
        let question_after = question_before.plus(rise)?;
        let population_before = population_loss(connection, &population)?;
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
        let prospect = self.prospect(self.read(), order)?;
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

/// What a buyer holds of a question, by this home's ledger.
pub(crate) fn held_by(connection: &Connection, question: &Digest, buyer: &Kid) -> Result<Held> {
    let row = connection
        .prepare_cached(
            "SELECT to_micro, id FROM receipts WHERE question = ?1 AND buyer = ?2 ORDER BY sequence DESC LIMIT 1",
        )?
        .query_row([question.to_string(), buyer.to_string()], |r| {
            Ok((r.get::<_, u64>(0)?, parsed::<DocumentId>(r, 1)?))
        })
        .optional()?;
    Ok(match row {
        Some((micro, receipt)) => Held {
            level: checked_level(micro)?,
            receipt: Some(receipt),
        },
        None => Held {
            level: MicroEpsilon::ZERO,
            receipt: None,
        },
    })
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
