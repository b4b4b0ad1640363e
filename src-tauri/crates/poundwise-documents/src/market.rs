//! The names of the objects on a market, and an owner's published log there.
//!
//! A market is a store of bytes by name. The name of a document has its id, so that writing the
//! same object twice is harmless. Names end in `.age` if only one home can decrypt the object.
//!
//! ```text
//! listings/<listing>.jws
//! withdrawals/<withdrawal>.jws
//! orders/<seller>/<order or cancellation>.age
//! deliveries/<buyer>/<receipt or refusal>.age
//! availability/<owner>.jws
//! ledgers/<owner>/checkpoint                      and the tiles of the log beside it
//! ledgers/<owner>/own/<part>/<number>-<entry>.age
//! ledgers/<owner>/ended
//! ```

mod log;

pub use log::{MarketLog, ObjectRead, ObjectSource};

use crate::units::{DocumentId, Kid};

/// The folder of the listings.
pub const LISTINGS: &str = "listings";
/// The folder of the withdrawals.
pub const WITHDRAWALS: &str = "withdrawals";
/// The folder of the orders, which has a folder for each seller.
pub const ORDERS: &str = "orders";
/// The folder of the deliveries, which has a folder for each buyer.
pub const DELIVERIES: &str = "deliveries";
/// The folder of the owners' statements of availability.
pub const AVAILABILITY: &str = "availability";
/// The folder of the published logs, which has a folder for each owner.
pub const LEDGERS: &str = "ledgers";

/// Number of entries per folder of own copies.
pub const OWN_PART: u64 = 256;

/// Returns the name of a listing.
#[must_use]
pub fn listing_path(id: &DocumentId) -> String {
    format!("{LISTINGS}/{id}.jws")
}

/// Returns the name of a withdrawal.
#[must_use]
pub fn withdrawal_path(id: &DocumentId) -> String {
    format!("{WITHDRAWALS}/{id}.jws")
}

/// Returns the folder of the orders to a seller.
#[must_use]
pub fn orders_to(seller: &Kid) -> String {
    format!("{ORDERS}/{seller}")
}

/// Returns the name of an order or of a cancellation.
#[must_use]
pub fn order_path(seller: &Kid, order: &DocumentId) -> String {
    format!("{}/{order}.age", orders_to(seller))
}

/// Returns the folder of the deliveries to a buyer.
#[must_use]
pub fn deliveries_to(buyer: &Kid) -> String {
    format!("{DELIVERIES}/{buyer}")
}

/// Returns the name of a receipt's bundle or of a refusal.
#[must_use]
pub fn delivery_path(buyer: &Kid, id: &DocumentId) -> String {
    format!("{}/{id}.age", deliveries_to(buyer))
}

/// Returns the name of an owner's statement of availability.
#[must_use]
pub fn availability_path(owner: &Kid) -> String {
    format!("{AVAILABILITY}/{owner}.jws")
}

/// Returns the name of a file of an owner's published log:
/// [`CHECKPOINT`](crate::tiles::CHECKPOINT), or a tile.
#[must_use]
pub fn log_path(owner: &Kid, name: &str) -> String {
    format!("{LEDGERS}/{owner}/{name}")
}

/// Returns the folder of an owner's copies of its ledger entries, which only the owner can decrypt.
#[must_use]
pub fn own_folder(owner: &Kid) -> String {
    log_path(owner, "own")
}

/// Returns the folder of an owner's copies of the [`OWN_PART`] entries from `part * OWN_PART` on.
#[must_use]
pub fn own_part(owner: &Kid, part: u64) -> String {
    format!("{}/{part}", own_folder(owner))
}

/// Returns the name of an owner's copy of one of its ledger entries.
///
/// The name includes the number of the entry. A listing of the folder therefore shows which copies
/// are newer than a checkpoint.
#[must_use]
pub fn own_path(owner: &Kid, sequence: u64, entry: &DocumentId) -> String {
    format!(
        "{}/{sequence}-{entry}.age",
        own_part(owner, sequence / OWN_PART)
    )
}

/// Returns the entry's number and id in the name of an own copy, or `None` for any other name.
#[must_use]
pub fn own_entry(path: &str) -> Option<(u64, DocumentId)> {
    let name = path.rsplit('/').next()?.strip_suffix(".age")?;
    let (number, id) = name.split_once('-')?;
    let sequence: u64 = number.parse().ok()?;
    // An entry has exactly one valid name: without leading zeros, and in the folder of its number.
    let part = path.rsplit('/').nth(1)?;
    (number == sequence.to_string() && part == (sequence / OWN_PART).to_string())
        .then(|| id.parse().ok())
        .flatten()
        .map(|id| (sequence, id))
}

/// Returns the name of the document with which an owner gives up a home.
#[must_use]
pub fn ended_path(owner: &Kid) -> String {
    log_path(owner, "ended")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_own_copy_has_one_name() {
        let owner = Kid::from_bytes([1; 32]);
        let entry = DocumentId::of("an entry");
        for sequence in [0, 255, 256, 1000] {
            let path = own_path(&owner, sequence, &entry);
            assert_eq!(own_entry(&path), Some((sequence, entry)));
        }
        for other in [
            format!("ledgers/{owner}/own/1/7-{entry}.age"),
            format!("ledgers/{owner}/own/0/07-{entry}.age"),
            format!("ledgers/{owner}/own/0/7-{entry}"),
            format!("ledgers/{owner}/own/0/7-entry.age"),
            format!("ledgers/{owner}/own/0/{entry}.age"),
        ] {
            assert_eq!(own_entry(&other), None, "{other}");
        }
    }
}
