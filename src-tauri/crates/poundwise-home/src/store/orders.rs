//! Orders received and placed, the outbox, and the objects on the market that are dealt with.

use std::collections::HashSet;

use poundwise_documents::{
    jws::Signed,
    kinds::{Cancellation, Listing, Order, Payload, Refusal},
    units::{DocumentId, Kid, Timestamp},
};
use rusqlite::OptionalExtension;

use super::{
    Reading, Sqlite, Writing, damaged,
    rows::{Row, wrong_value},
    table::{Cell, Kind, Table},
};
use crate::{
    error::Result,
    ids::OrderId,
    messages::{CellFault, DamageMessage, StoredThing},
    question::QuestionName,
    verdict::{Content, Unverified},
    view::OrderStatus,
};

pub(super) static RECEIVED: Table = Table {
    name: "orders_received",
    kind: Kind::Growing(7),
    key: &["id"],
    columns: &[
        "id",
        "buyer",
        "expires_at",
        "status",
        "refusal",
        "cancellation",
    ],
    sealed: &[],
    body: None,
};

pub(super) static PLACED: Table = Table {
    name: "orders_placed",
    kind: Kind::Small(10),
    key: &["id"],
    columns: &["id", "listing", "question", "status", "refusal"],
    sealed: &[],
    body: None,
};

static OUTBOX: Table = Table {
    name: "outbox",
    kind: Kind::Free,
    key: &["number"],
    columns: &["number", "path", "sent", "after"],
    sealed: &[],
    body: Some("body"),
};

static SEEN: Table = Table {
    name: "seen",
    kind: Kind::Free,
    key: &["path"],
    columns: &["path", "version", "fault", "content"],
    sealed: &[],
    body: None,
};

/// An order addressed to this home.
pub struct Received {
    /// The signed order.
    pub order: Signed<Order>,
    /// State of the order.
    pub status: OrderStatus,
    /// Reason of the refusal, for a declined order.
    pub reason: Option<String>,
    /// Id of the refusal, for a declined order.
    pub refusal: Option<DocumentId>,
}

/// The fields of an order that the limits of the inbox need.
pub struct OpenOrder {
    /// Id of the order.
    pub id: DocumentId,
    /// Id of the buyer's key.
    pub buyer: Kid,
    /// Time at which it expires.
    pub expires_at: Timestamp,
}

/// An order that this home placed.
pub struct PlacedOrder {
    /// The signed order.
    pub order: Signed<Order>,
    /// The listing that it orders from.
    pub listing: Signed<Listing>,
    /// State of the order.
    pub status: OrderStatus,
    /// Reason of the refusal, for a declined order.
    pub reason: Option<String>,
}

/// A selection of orders.
#[derive(Clone, Copy)]
pub enum Which<'a> {
    /// Orders that wait for an answer.
    Pending,
    /// Orders that have an answer.
    Answered,
    /// Orders whose ids begin with this.
    Of(&'a OrderId),
}

/// A selection of the outbox.
#[derive(Clone, Copy)]
pub enum Waiting {
    /// This home's orders to others.
    Orders,
    /// All but this home's orders to others.
    Others,
    /// All but deliveries to buyers.
    BeforeDeliveries,
    /// Everything.
    All,
}

/// An object that waits to be sent to the market.
pub struct Outgoing {
    /// Its number in the outbox.
    pub number: u64,
    /// Number of log entries when the object was committed.
    pub after: u64,
    /// Name on the market.
    pub path: String,
    /// The bytes.
    pub body: Vec<u8>,
}

/// A listing or withdrawal that was sent.
pub struct SentDocument {
    /// Its number in the outbox.
    pub number: u64,
    /// Name on the market.
    pub path: String,
    /// Length in bytes.
    pub length: u64,
}

/// Returns the stored state of an order.
fn status(row: &Row) -> Result<OrderStatus> {
    match row.text("status")? {
        "pending" => Ok(OrderStatus::Pending),
        "delivered" => Ok(OrderStatus::Delivered),
        "declined" => Ok(OrderStatus::Declined),
        "cancelled" => Ok(OrderStatus::Cancelled),
        "discarded" => Ok(OrderStatus::Discarded),
        "expired" => Ok(OrderStatus::Expired),
        other => Err(row.unknown("status", other)),
    }
}

/// Returns the state at `now` of an order addressed to this home. An unanswered order past its
/// expiry counts as expired but stays stored as pending. A wrong clock therefore does not end an
/// order.
fn status_at(row: &Row, now: Timestamp) -> Result<OrderStatus> {
    Ok(match status(row)? {
        OrderStatus::Pending if now > row.parsed("expires_at")? => OrderStatus::Expired,
        status => status,
    })
}

/// Selects the unanswered orders, oldest first. The plus sign makes SQLite use the index of waiting
/// orders. Without it, SQLite would avoid the sort by reading every order of the table.
const UNANSWERED: &str = "WHERE status = 'pending' ORDER BY +rowid";
/// Selects the unanswered orders that have not expired at the time `?1`, oldest first.
const WAITING: &str = "WHERE status = 'pending' AND expires_at >= ?1 ORDER BY +rowid";

fn word(status: OrderStatus) -> &'static str {
    match status {
        OrderStatus::Pending => "pending",
        OrderStatus::Delivered => "delivered",
        OrderStatus::Declined => "declined",
        OrderStatus::Cancelled => "cancelled",
        OrderStatus::Discarded => "discarded",
        OrderStatus::Expired => "expired",
    }
}

impl Reading<'_> {
    fn reason(&self, row: &Row) -> Result<Option<String>> {
        row.parsed_if::<DocumentId>("refusal")?
            .map(|id| {
                self.signed::<Refusal>(&id)
                    .map(|refusal| refusal.payload().reason.clone())
            })
            .transpose()
    }

    /// Returns orders addressed to this home with their states at `now`, oldest first.
    pub fn received(&self, which: Which<'_>, now: Timestamp) -> Result<Vec<Received>> {
        let rows = match which {
            Which::Pending => self.rows(&RECEIVED, WAITING, [now.to_string()]),
            Which::Answered => self.rows(
                &RECEIVED,
                "WHERE status <> 'pending' OR expires_at < ?1 ORDER BY rowid",
                [now.to_string()],
            ),
            Which::Of(id) => self.rows(
                &RECEIVED,
                "WHERE id >= ?1 AND id < ?1 || '~' ORDER BY rowid",
                [id.as_str()],
            ),
        }?;
        rows.iter()
            .map(|row| {
                Ok(Received {
                    order: self.signed(&row.parsed("id")?)?,
                    status: status_at(row, now)?,
                    reason: self.reason(row)?,
                    refusal: row.parsed_if("refusal")?,
                })
            })
            .collect()
    }

    /// Returns an order addressed to this home with its state at `now`, if it is stored.
    pub fn received_one(&self, id: &DocumentId, now: Timestamp) -> Result<Option<Received>> {
        self.row(&RECEIVED, "WHERE id = ?1", [id.to_string()])?
            .map(|row| {
                Ok(Received {
                    order: self.signed(id)?,
                    status: status_at(&row, now)?,
                    reason: self.reason(&row)?,
                    refusal: row.parsed_if("refusal")?,
                })
            })
            .transpose()
    }

    /// Returns the ids of all orders addressed to this home, without their documents.
    pub fn ids_received(&self) -> Result<Vec<DocumentId>> {
        self.rows(&RECEIVED, "", [0; 0])?
            .iter()
            .map(|row| row.parsed("id"))
            .collect()
    }

    /// Returns the unanswered orders addressed to this home, oldest first, without their documents.
    /// Includes orders that are past their expiry.
    pub fn open_orders(&self) -> Result<Vec<OpenOrder>> {
        self.without_documents(UNANSWERED)
    }

    /// Returns the orders addressed to this home that are stored as discarded or expired, without
    /// their documents. They ended without an answer.
    pub fn unanswered_orders(&self) -> Result<Vec<OpenOrder>> {
        self.without_documents("WHERE status IN ('discarded', 'expired')")
    }

    fn without_documents(&self, which: &str) -> Result<Vec<OpenOrder>> {
        self.rows(&RECEIVED, which, [0; 0])?
            .iter()
            .map(|row| {
                Ok(OpenOrder {
                    id: row.parsed("id")?,
                    buyer: row.parsed("buyer")?,
                    expires_at: row.parsed("expires_at")?,
                })
            })
            .collect()
    }

    /// Returns the buyer of an order addressed to this home and its status at `now`, if the order
    /// is stored.
    pub fn order_of(&self, id: &DocumentId, now: Timestamp) -> Result<Option<(Kid, OrderStatus)>> {
        self.row(&RECEIVED, "WHERE id = ?1", [id.to_string()])?
            .map(|row| Ok((row.parsed("buyer")?, status_at(&row, now)?)))
            .transpose()
    }

    /// Returns the status at `now` of an order addressed to this home, if the order is stored.
    pub fn order_status(&self, id: &DocumentId, now: Timestamp) -> Result<Option<OrderStatus>> {
        Ok(self.order_of(id, now)?.map(|(_, status)| status))
    }

    /// Returns the orders that this home placed, newest first.
    pub fn placed(&self) -> Result<Vec<PlacedOrder>> {
        self.rows(&PLACED, "ORDER BY rowid DESC", [0; 0])?
            .iter()
            .map(|row| self.placed_of(row))
            .collect()
    }

    /// Returns whether an order that this home placed may still be answered. A cancelled one may.
    pub fn awaits_deliveries(&self) -> Result<bool> {
        let waits = "WHERE status IN ('pending', 'cancelled') LIMIT 1";
        Ok(!self.rows(&PLACED, waits, [0; 0])?.is_empty())
    }

    fn placed_of(&self, row: &Row) -> Result<PlacedOrder> {
        Ok(PlacedOrder {
            order: self.signed(&row.parsed("id")?)?,
            listing: self.signed(&row.parsed("listing")?)?,
            status: status(row)?,
            reason: self.reason(row)?,
        })
    }

    /// Returns an order that this home placed, with its question.
    pub fn order_placed(&self, id: &DocumentId) -> Result<Option<(Signed<Order>, QuestionName)>> {
        self.row(&PLACED, "WHERE id = ?1", [id.to_string()])?
            .map(|row| Ok((self.signed(id)?, row.parsed("question")?)))
            .transpose()
    }

    /// Returns the orders that this home placed, each with the length of its listing in bytes. The
    /// lengths limit how much of a delivery is read, and are not authenticated. O(orders).
    pub fn listings_of_orders(&self) -> Result<Vec<(DocumentId, u64)>> {
        self.whole(&PLACED)?;
        // A document is ASCII: its characters are its bytes.
        let mut statement = self.statement(
            "SELECT o.id, length(d.compact)
             FROM orders_placed o NOT INDEXED LEFT JOIN documents d ON d.id = o.listing",
        )?;
        let mut rows = statement.query([]).map_err(Sqlite)?;
        let mut lengths = Vec::new();
        while let Some(row) = rows.next().map_err(Sqlite)? {
            let id: String = row.get(0).map_err(Sqlite)?;
            let id: DocumentId = id
                .parse()
                .map_err(|e| wrong_value(&PLACED, "id", CellFault::unreadable(&e)))?;
            let length: Option<u64> = row.get(1).map_err(Sqlite)?;
            let length = length.ok_or_else(|| {
                damaged(DamageMessage::Missing {
                    thing: StoredThing::ListingOfOrder,
                    id: id.to_string(),
                })
            })?;
            lengths.push((id, length));
        }
        Ok(lengths)
    }

    /// Returns the questions with an order of this home that is not delivered, each once.
    pub(super) fn questions_undelivered(&self) -> Result<Vec<QuestionName>> {
        let mut questions = self
            .rows(&PLACED, "WHERE status <> 'delivered'", [0; 0])?
            .iter()
            .map(|row| row.parsed("question"))
            .collect::<Result<Vec<QuestionName>>>()?;
        questions.sort_by_key(ToString::to_string);
        questions.dedup();
        Ok(questions)
    }

    /// Returns the refusal of an order that this home placed.
    pub fn refusal_of(&self, order: &DocumentId) -> Result<Option<Signed<Refusal>>> {
        match self.row(&PLACED, "WHERE id = ?1", [order.to_string()])? {
            Some(row) => row
                .parsed_if("refusal")?
                .map(|refusal| self.signed(&refusal))
                .transpose(),
            None => Ok(None),
        }
    }

    /// Returns the cancellations that this home signed or received. Cost: linear in their number.
    pub fn cancellations(&self) -> Result<Vec<Signed<Cancellation>>> {
        let ids = self
            .statement("SELECT id FROM documents WHERE typ = ?1")?
            .query_map([Cancellation::TYP], |r| r.get::<_, String>(0))
            .map_err(Sqlite)?
            .collect::<rusqlite::Result<Vec<_>>>()
            .map_err(Sqlite)?;
        let ids = ids.iter().filter_map(|id| id.parse().ok());
        ids.map(|id| self.signed(&id)).collect()
    }

    /// Returns the orders of a question that wait for an answer, newest first.
    pub fn placed_waiting(&self, question: &QuestionName) -> Result<Vec<PlacedOrder>> {
        self.rows(
            &PLACED,
            "WHERE question = ?1 AND status = 'pending' ORDER BY rowid DESC",
            [question.to_string()],
        )?
        .iter()
        .map(|row| self.placed_of(row))
        .collect()
    }

    /// Returns the listings that were ordered, with their questions.
    pub(super) fn listings_ordered(&self) -> Result<Vec<(DocumentId, QuestionName)>> {
        self.rows(&PLACED, "", [0; 0])?
            .iter()
            .map(|row| Ok((row.parsed("listing")?, row.parsed("question")?)))
            .collect()
    }

    /// Returns the next object to be sent, without those of the numbers in `without`.
    pub fn next_outgoing(&self, what: Waiting, without: &[u64]) -> Result<Option<Outgoing>> {
        let condition = match what {
            Waiting::Orders => " AND path LIKE 'orders/%'",
            Waiting::Others => " AND path NOT LIKE 'orders/%'",
            Waiting::BeforeDeliveries => " AND path NOT LIKE 'deliveries/%'",
            Waiting::All => "",
        };
        let without: Vec<String> = without.iter().map(u64::to_string).collect();
        let numbers = without.join(", ");
        self.row(
            &OUTBOX,
            &format!("WHERE sent = 0{condition} AND number NOT IN ({numbers}) ORDER BY number"),
            [0; 0],
        )?
        .map(|row| {
            Ok(Outgoing {
                number: row.number("number")?,
                after: row.number("after")?,
                path: row.text("path")?.to_owned(),
                body: self.body(&row)?,
            })
        })
        .transpose()
    }

    /// Returns the number of objects to be sent.
    pub fn outgoing(&self) -> Result<u64> {
        self.count("SELECT count(*) FROM outbox WHERE sent = 0", [])
    }

    /// Returns the number of the object of that name in the outbox.
    pub fn outgoing_number(&self, path: &str) -> Result<Option<u64>> {
        self.row(&OUTBOX, "WHERE path = ?1", [path])?
            .map(|row| row.number("number"))
            .transpose()
    }

    /// Returns the listings, withdrawals and statements of availability that this home has sent.
    pub fn sent_documents(&self) -> Result<Vec<SentDocument>> {
        Ok(self
            .statement(
                "SELECT number, path, length(body) FROM outbox
                 WHERE sent = 1 AND (path LIKE 'listings/%' OR path LIKE 'withdrawals/%'
                     OR path LIKE 'availability/%')
                 ORDER BY number",
            )?
            .query_map([], |r| {
                Ok(SentDocument {
                    number: r.get(0)?,
                    path: r.get(1)?,
                    length: r.get(2)?,
                })
            })
            .map_err(Sqlite)?
            .collect::<rusqlite::Result<_>>()
            .map_err(Sqlite)?)
    }

    /// Returns the bytes of an object in the outbox.
    pub fn sent_body(&self, number: u64) -> Result<Vec<u8>> {
        let row = self
            .row(&OUTBOX, "WHERE number = ?1", [number])?
            .ok_or_else(|| {
                damaged(DamageMessage::Missing {
                    thing: StoredThing::OutboxObject,
                    id: number.to_string(),
                })
            })?;
        self.body(&row)
    }

    /// Returns whether the object of that number is in the outbox and was sent.
    pub fn is_sent(&self, number: u64) -> Result<bool> {
        Ok(self
            .row(&OUTBOX, "WHERE number = ?1 AND sent = 1", [number])?
            .is_some())
    }

    /// Returns whether an object of that name was put into the outbox.
    pub fn was_outgoing(&self, path: &str) -> Result<bool> {
        Ok(self.row(&OUTBOX, "WHERE path = ?1", [path])?.is_some())
    }

    /// Returns the version of an object on the market that was dealt with, and whether it was
    /// faulty.
    pub fn seen(&self, path: &str) -> Result<Option<(String, bool)>> {
        Ok(self
            .statement("SELECT version, fault IS NOT NULL FROM seen WHERE path = ?1")?
            .query_row([path], |r| Ok((r.get(0)?, r.get(1)?)))
            .optional()
            .map_err(Sqlite)?)
    }

    /// Returns the names of the objects in a folder of the market that were dealt with, without
    /// the folder. They are not authenticated.
    pub fn names_seen(&self, folder: &str) -> Result<Vec<String>> {
        Ok(self
            .statement(
                "SELECT substr(path, length(?1) + 2) FROM seen
                 WHERE substr(path, 1, length(?1) + 1) = ?1 || '/'",
            )?
            .query_map([folder], |r| r.get(0))
            .map_err(Sqlite)?
            .collect::<rusqlite::Result<_>>()
            .map_err(Sqlite)?)
    }

    /// Returns the contents of objects on the market that are faulty under any name.
    pub fn unreadable(&self) -> Result<HashSet<Content>> {
        Ok(self
            .statement("SELECT DISTINCT content FROM seen WHERE content IS NOT NULL")?
            .query_map([], |r| r.get(0))
            .map_err(Sqlite)?
            .collect::<rusqlite::Result<_>>()
            .map_err(Sqlite)?)
    }
}

impl Writing<'_> {
    /// Stores an order addressed to this home as waiting; an order that is stored already stays as
    /// it is.
    pub fn receive_order(&self, order: &Signed<Order>) -> Result<()> {
        self.insert_signed(order)?;
        self.insert_new(
            &RECEIVED,
            &[
                ("id", Cell::of(order.id())),
                ("buyer", Cell::of(order.signer())),
                ("expires_at", Cell::of(order.payload().expires_at)),
                ("status", word(OrderStatus::Pending).into()),
                ("refusal", Cell::Null),
                ("cancellation", Cell::Null),
            ],
        )
        .map(drop)
    }

    /// Records that an order addressed to this home was approved.
    pub fn order_approved(&self, id: &DocumentId) -> Result<()> {
        self.set(
            &RECEIVED,
            "id = ?1",
            &[&id.to_string()],
            &[("status", word(OrderStatus::Delivered).into())],
        )
        .map(drop)
    }

    /// Records that an order addressed to this home is not to be answered, as it was cancelled or
    /// discarded or has expired.
    pub fn order_gone(&self, id: &DocumentId, how: OrderStatus) -> Result<()> {
        self.set(
            &RECEIVED,
            "id = ?1",
            &[&id.to_string()],
            &[("status", word(how).into())],
        )
        .map(drop)
    }

    /// Records that the buyer cancelled an order addressed to this home, and stores the
    /// cancellation: only the first one, as a buyer can sign any number.
    pub fn order_called_off(&self, cancellation: &Signed<Cancellation>) -> Result<()> {
        let order = cancellation.payload().order;
        let condition = "id = ?1 AND cancellation IS NULL";
        let first = self.row(
            &RECEIVED,
            &format!("WHERE {condition}"),
            [order.to_string()],
        )?;
        if first.is_some() {
            self.insert_signed(cancellation)?;
        }
        self.set(
            &RECEIVED,
            condition,
            &[&order.to_string()],
            &[
                ("status", word(OrderStatus::Cancelled).into()),
                ("cancellation", Cell::of(cancellation.id())),
            ],
        )
        .map(drop)
    }

    /// Records that an order addressed to this home was declined, and stores the refusal.
    pub fn order_refused(&self, refusal: &Signed<Refusal>) -> Result<()> {
        self.insert_signed(refusal)?;
        self.set(
            &RECEIVED,
            "id = ?1",
            &[&refusal.payload().order.to_string()],
            &[
                ("status", word(OrderStatus::Declined).into()),
                ("refusal", Cell::of(refusal.id())),
            ],
        )
        .map(drop)
    }

    /// Stores an order that this home places.
    pub fn place_order(
        &self,
        order: &Signed<Order>,
        listing: &Signed<Listing>,
        question: &QuestionName,
    ) -> Result<()> {
        self.insert_signed(listing)?;
        self.insert_signed(order)?;
        self.insert(
            &PLACED,
            &[
                ("id", Cell::of(order.id())),
                ("listing", Cell::of(listing.id())),
                ("question", Cell::of(question)),
                ("status", word(OrderStatus::Pending).into()),
                ("refusal", Cell::Null),
            ],
        )
    }

    /// Records that an order of this home was delivered.
    pub fn order_delivered(&self, id: &DocumentId) -> Result<()> {
        self.set(
            &PLACED,
            "id = ?1",
            &[&id.to_string()],
            &[("status", word(OrderStatus::Delivered).into())],
        )
        .map(drop)
    }

    /// Records that this home cancelled a waiting order of its own, and stores the cancellation.
    pub fn order_cancelled(&self, cancellation: &Signed<Cancellation>) -> Result<()> {
        self.insert_signed(cancellation)?;
        self.set(
            &PLACED,
            "id = ?1 AND status = 'pending'",
            &[&cancellation.payload().order.to_string()],
            &[("status", word(OrderStatus::Cancelled).into())],
        )
        .map(drop)
    }

    /// Records that a waiting or cancelled order of this home was declined, and stores the refusal.
    pub fn order_declined(&self, refusal: &Signed<Refusal>) -> Result<()> {
        self.insert_signed(refusal)?;
        self.set(
            &PLACED,
            "id = ?1 AND status IN ('pending', 'cancelled')",
            &[&refusal.payload().order.to_string()],
            &[
                ("status", word(OrderStatus::Declined).into()),
                ("refusal", Cell::of(refusal.id())),
            ],
        )
        .map(drop)
    }

    /// Records that a declined order of this home is sold after all: it waits for its release.
    pub(super) fn order_sold(&self, id: &str) -> Result<()> {
        self.set(
            &PLACED,
            "id = ?1 AND status = 'declined'",
            &[&id],
            &[
                ("status", word(OrderStatus::Pending).into()),
                ("refusal", Cell::Null),
            ],
        )
        .map(drop)
    }

    /// Records that an order of this home counts as declined, whatever arrived for it, and stores
    /// the refusal.
    pub(super) fn order_not_sold(&self, refusal: &Signed<Refusal>) -> Result<()> {
        self.insert_signed(refusal)?;
        self.set(
            &PLACED,
            "id = ?1",
            &[&refusal.payload().order.to_string()],
            &[
                ("status", word(OrderStatus::Declined).into()),
                ("refusal", Cell::of(refusal.id())),
            ],
        )
        .map(drop)
    }

    /// Puts an object into the outbox. If it has an object of that name, that object stays
    /// unchanged.
    pub fn enqueue(&self, path: &str, body: &[u8]) -> Result<()> {
        self.queued.set(true);
        self.insert_new(
            &OUTBOX,
            &[
                ("path", path.into()),
                ("body", body.into()),
                ("sent", 0.into()),
                ("after", Cell::Null),
            ],
        )
        .map(drop)
    }

    /// Puts an object into the outbox instead of an earlier one of that name. It leaves after all
    /// objects that were put there before, and has another number than the earlier one.
    pub fn enqueue_anew(&self, path: &str, body: &[u8]) -> Result<()> {
        let number = 1 + self.count("SELECT coalesce(max(number), 0) FROM outbox", [])?;
        self.remove(&OUTBOX, "path = ?1", &[&path])?;
        self.queued.set(true);
        self.insert(
            &OUTBOX,
            &[
                ("number", number.into()),
                ("path", path.into()),
                ("body", body.into()),
                ("sent", 0.into()),
                ("after", Cell::Null),
            ],
        )
    }

    /// Stores the number of log entries at the end of this transaction with its queued objects.
    pub(super) fn order_outgoing(&self) -> Result<()> {
        let size = self.log_size()?;
        self.set(
            &OUTBOX,
            "sent = 0 AND after IS NULL",
            &[],
            &[("after", size.into())],
        )
        .map(drop)
    }

    /// Records that an object is on the market.
    pub fn mark_sent(&self, number: u64) -> Result<()> {
        self.set(&OUTBOX, "number = ?1", &[&number], &[("sent", 1.into())])
            .map(drop)
    }

    /// Sends an object again, with the same bytes.
    pub fn send_again(&self, path: &str) -> Result<()> {
        self.set(&OUTBOX, "path = ?1", &[&path], &[("sent", 0.into())])
            .map(drop)
    }

    /// Sends all listings and withdrawals and the statement of availability again, to another
    /// market.
    pub fn send_listings_again(&self) -> Result<()> {
        self.set(
            &OUTBOX,
            "path LIKE 'listings/%' OR path LIKE 'withdrawals/%' OR path LIKE 'availability/%'",
            &[],
            &[("sent", 0.into())],
        )
        .map(drop)
    }

    /// Records that a version of an object on the market was dealt with: accepted, or found not to
    /// verify.
    pub fn mark_seen(&self, path: &str, version: &str, fault: Option<&Unverified>) -> Result<()> {
        let why = fault.map(|fault| fault.why().to_string());
        let told = [
            ("version", Cell::from(version)),
            ("fault", why.as_deref().into()),
            ("content", fault.and_then(Unverified::content).into()),
        ];
        if self.set(&SEEN, "path = ?1", &[&path], &told)? == 0 {
            let [version, fault, content] = told;
            self.insert(&SEEN, &[("path", path.into()), version, fault, content])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::{error::ErrorCode, store::Store};

    /// What comes for an order that is not found would be marked as nobody's.
    #[test]
    fn an_order_that_is_missing_is_found_before_deliveries_are_looked_at() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::unlocked(&dir);
        let connection = &store.connection;
        connection
            .pragma_update(None, "foreign_keys", false)
            .unwrap();
        let [order, other] = ["an order", "another"].map(DocumentId::of);
        let writing = store.begin().unwrap();
        for id in [order, other] {
            let add = "INSERT INTO documents (id, typ, compact) VALUES (?1, '', 'eleven long')";
            connection.execute(add, [id.to_string()]).unwrap();
            let placed = [
                ("id", Cell::of(id)),
                ("listing", Cell::of(id)),
                ("question", "".into()),
                ("status", "pending".into()),
            ];
            writing.insert(&PLACED, &placed).unwrap();
        }
        writing.commit().unwrap();
        let lengths = store.read().listings_of_orders().unwrap();
        assert_eq!(lengths, [(order, 11), (other, 11)]);
        let elsewhere = Store::open(&dir.path().join("a.db")).unwrap();
        let remove = "DELETE FROM orders_placed WHERE id = ?1";
        let removed = elsewhere.connection.execute(remove, [other.to_string()]);
        assert_eq!(removed.unwrap(), 1);
        let refused = store.read().listings_of_orders();
        assert_eq!(refused.err().unwrap().code(), ErrorCode::HomeDamaged);
    }
}
