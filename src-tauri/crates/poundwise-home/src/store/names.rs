//! Names and ids from a database that is not unlocked; they are not authenticated.

use super::Sqlite;
use std::path::Path;

use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Order},
};
use rusqlite::{Connection, OpenFlags};

use crate::{
    error::{Error, ErrorCode, ErrorPlace, Result},
    glance::Name,
    messages::StoreMessage,
};

/// The kind of names to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// Datasets that are held or sealed.
    Datasets,
    /// Populations that are not merged into another one.
    Populations,
    /// This home's own listings, newest versions.
    OwnListings,
    /// Orders to this home, of any state.
    OrdersReceived,
    /// Orders to this home that wait.
    OrdersWaiting,
    /// Orders to this home that can be approved: those that wait, and those discarded.
    OrdersToApprove,
    /// This home's own orders, of any state.
    OrdersPlaced,
    /// This home's own orders that are not answered.
    OrdersPlacedWaiting,
    /// Receipts that this home signed.
    ReceiptsSigned,
    /// Receipts of what this home holds.
    ReceiptsHeld,
    /// Listings of which this home holds a response.
    ListingsHeld,
    /// Alarms, by number.
    Alarms,
    /// Keys of contacts. Their names are encrypted.
    Contacts,
    /// Keys that placed an order here.
    Buyers,
    /// Keys whose orders are not stored.
    BlockedKeys,
    /// Rules that are not removed, by number.
    Rules,
    /// Booked credits that name an order of this home, by number.
    Bookings,
}

/// Source of a row's description.
#[derive(Clone, Copy)]
enum About {
    /// The second column.
    Word,
    /// Title of the listing in the third column, and the second column.
    Title,
    /// Buyer and level of the order in the third column, and the second column.
    Buyer,
}

/// The most names that are read: nobody looks through more.
const MOST: u16 = 500;

impl NameKind {
    /// Returns a query of three columns: the name, a word about it, and a document.
    fn query(self) -> (&'static str, About) {
        match self {
            Self::Datasets => (
                "SELECT name, state, '' FROM datasets WHERE state <> 'removed'
                 ORDER BY imported_at DESC",
                About::Word,
            ),
            Self::Populations => (
                "SELECT name, unit_name, '' FROM populations WHERE merged_into IS NULL
                 ORDER BY created_at DESC",
                About::Word,
            ),
            Self::OwnListings => (
                "SELECT id, status, compact FROM listings JOIN documents USING (id)
                 WHERE status <> 'replaced' ORDER BY listings.rowid DESC",
                About::Title,
            ),
            Self::OrdersReceived => (
                "SELECT id, status, compact FROM orders_received JOIN documents USING (id)
                 ORDER BY orders_received.rowid DESC",
                About::Buyer,
            ),
            Self::OrdersWaiting => (
                "SELECT id, status, compact FROM orders_received JOIN documents USING (id)
                 WHERE status = 'pending' ORDER BY orders_received.rowid DESC",
                About::Buyer,
            ),
            Self::OrdersToApprove => (
                "SELECT id, status, compact FROM orders_received JOIN documents USING (id)
                 WHERE status IN ('pending', 'discarded') ORDER BY orders_received.rowid DESC",
                About::Buyer,
            ),
            Self::OrdersPlaced => (
                "SELECT o.id, status, compact FROM orders_placed o
                 JOIN documents d ON d.id = o.listing ORDER BY o.rowid DESC",
                About::Title,
            ),
            Self::OrdersPlacedWaiting => (
                "SELECT o.id, status, compact FROM orders_placed o
                 JOIN documents d ON d.id = o.listing WHERE status = 'pending'
                 ORDER BY o.rowid DESC",
                About::Title,
            ),
            Self::ReceiptsSigned => (
                "SELECT r.id, 'entry ' || sequence, compact FROM receipts r
                 JOIN documents d ON d.id = r.listing ORDER BY sequence DESC",
                About::Title,
            ),
            Self::ReceiptsHeld => (
                "SELECT receipt, 'held', compact FROM holdings h
                 JOIN documents d ON d.id = h.listing ORDER BY h.rowid DESC",
                About::Title,
            ),
            Self::ListingsHeld => (
                "SELECT DISTINCT listing, 'held', compact FROM holdings h
                 JOIN documents d ON d.id = h.listing",
                About::Title,
            ),
            Self::Alarms => (
                "SELECT CAST(number AS TEXT), seller_name, '' FROM alarms ORDER BY number DESC",
                About::Word,
            ),
            Self::Contacts => (
                "SELECT kid, added_at, '' FROM contacts ORDER BY added_at DESC",
                About::Word,
            ),
            Self::Buyers => (
                "SELECT buyer, status, max(compact) FROM orders_received JOIN documents USING (id)
                 GROUP BY buyer",
                About::Buyer,
            ),
            Self::BlockedKeys => (
                "SELECT kid, blocked_at, '' FROM blocked_keys ORDER BY blocked_at DESC",
                About::Word,
            ),
            Self::Rules => (
                "SELECT CAST(number AS TEXT), state, '' FROM standing_rules
                 WHERE state <> 'removed' ORDER BY number",
                About::Word,
            ),
            Self::Bookings => (
                "SELECT CAST(number AS TEXT), coalesce(booked_on, ''), '' FROM bookings
                 WHERE direction = 'credit' ORDER BY number DESC",
                About::Word,
            ),
        }
    }
}

/// A home's database, opened to read names.
pub struct Names {
    connection: Connection,
}

impl Names {
    /// Opens a database without a lock and without creating a file beside it, so that a program
    /// that has the home open is not disturbed.
    pub fn open(database: &Path) -> Result<Self> {
        let not_there = || {
            Error::refused(
                ErrorCode::NoHome,
                StoreMessage::NotADatabase {
                    path: database.to_owned(),
                },
            )
            .at(ErrorPlace::of_path(database))
        };
        let absolute = std::path::absolute(database).map_err(|_| not_there())?;
        let mut url = url::Url::from_file_path(absolute).map_err(|()| not_there())?;
        url.set_query(Some("immutable=1"));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Ok(Self {
            connection: Connection::open_with_flags(url.as_str(), flags).map_err(Sqlite)?,
        })
    }

    /// Returns the names of one kind.
    pub fn of(&self, kind: NameKind) -> Result<Vec<Name>> {
        let (query, about) = kind.query();
        let mut statement = self
            .connection
            .prepare(&format!("{query} LIMIT {MOST}"))
            .map_err(Sqlite)?;
        let rows = statement
            .query_map([], |row| {
                Ok((
                    row.get(0)?,
                    row.get::<_, String>(1)?,
                    row.get::<_, String>(2)?,
                ))
            })
            .map_err(Sqlite)?;
        let mut names = Vec::new();
        for row in rows {
            let (value, word, compact) = row.map_err(Sqlite)?;
            let about = match about {
                About::Word => word,
                About::Title => match Signed::<Listing>::verify(&compact) {
                    Ok(listing) => format!("{}, {word}", listing.payload().title),
                    Err(_) => word,
                },
                About::Buyer => match Signed::<Order>::verify(&compact) {
                    Ok(order) => format!(
                        "{}, ε {}, {word}",
                        order.payload().buyer_name,
                        order.payload().to
                    ),
                    Err(_) => word,
                },
            };
            names.push(Name { value, about });
        }
        Ok(names)
    }

    /// Returns the stored market.
    pub fn market(&self) -> Result<Option<String>> {
        let mut statement = self
            .connection
            .prepare("SELECT readable FROM settings WHERE key = 'market'")
            .map_err(Sqlite)?;
        Ok(statement
            .query_map([], |row| row.get(0))
            .map_err(Sqlite)?
            .next()
            .transpose()
            .map_err(Sqlite)?)
    }
}
