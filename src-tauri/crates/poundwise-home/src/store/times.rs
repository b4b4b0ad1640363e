//! The newest times in the documents of this home.

use poundwise_documents::{
    jws::AnyDocument,
    kinds::{HolderCopy, Listing, Order, Payload, Receipt},
    units::{DocumentId, Timestamp},
};

use super::{
    Reading, damaged,
    holdings::{COPIES, HOLDINGS},
    ledger::ENTRIES,
    listings::LISTINGS,
    orders::PLACED,
    table::Table,
};
use crate::error::Result;
use crate::messages::DamageMessage;

/// The newest times in documents. A time is `None` without a stored document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewestTimes {
    /// Newest time in documents that this home signed: ledger entries, listings, orders and copies.
    pub signed: Option<Timestamp>,
    /// Newest time in all verified documents, including the listings of orders that this home
    /// placed and the receipts of its holdings.
    pub verified: Option<Timestamp>,
}

impl Reading<'_> {
    /// Returns the newest times in the documents of this home. Reads only the last stored document
    /// of each kind.
    pub fn newest_times(&self) -> Result<NewestTimes> {
        let entry = match self.row(&ENTRIES, "ORDER BY sequence DESC", [0; 0])? {
            Some(row) => {
                let entry = AnyDocument::verify(&self.named(&row.parsed("id")?)?).map_err(|e| {
                    damaged(DamageMessage::DocumentNotVerified { why: e.to_string() })
                })?;
                Some(entry.issued_at())
            }
            None => None,
        };
        let signed = [
            entry,
            self.newest::<Listing>(&LISTINGS, "id")?,
            self.newest::<Order>(&PLACED, "id")?,
            self.newest::<HolderCopy>(&COPIES, "id")?,
        ]
        .into_iter()
        .flatten()
        .max();
        let others = [
            self.newest::<Listing>(&PLACED, "listing")?,
            self.newest::<Receipt>(&HOLDINGS, "receipt")?,
        ];
        Ok(NewestTimes {
            signed,
            verified: others.into_iter().flatten().chain(signed).max(),
        })
    }

    fn newest<T: Payload + Clone>(
        &self,
        table: &'static Table,
        column: &str,
    ) -> Result<Option<Timestamp>> {
        let row = self.row(table, "ORDER BY rowid DESC", [0; 0])?;
        row.map(|row| {
            let id: DocumentId = row.parsed(column)?;
            Ok(self.signed::<T>(&id)?.payload().issued_at())
        })
        .transpose()
    }
}
