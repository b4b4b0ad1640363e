//! Settings of this home, and facts that it has recorded about itself, by name.

use super::{
    Reading, Writing,
    table::{Cell, Kind, Table},
};
use crate::error::Result;

pub(super) static SETTINGS: Table = Table {
    name: "settings",
    kind: Kind::Small(0),
    key: &["key"],
    columns: &["key", "readable"],
    sealed: &["value"],
    body: None,
};

/// The name of a setting.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// The home's name.
    Name,
    /// The market's URL.
    Market,
    /// Reason why this home has stopped selling.
    SellsNoMore,
    /// The signed entry, checkpoint or mark that contradicts this home's log.
    Contradiction,
    /// The longest checkpoint of this home that an order carried and the home has not reached.
    OrderCheckpoint,
    /// Note that data were removed whose bytes may still be in the files.
    ErasurePending,
    /// The columns of each bank's CSV, as JSON by the bank's name.
    Banks,
    /// Details shared by all invoices, as JSON.
    Invoicing,
    /// Details of each buyer on invoices, as JSON by its key.
    InvoiceBuyers,
    /// The least number of the next invoice, as the owner says it; empty in a home that caught up,
    /// and may lack invoices, until the owner says it again.
    InvoiceNumber,
    /// When this home caught up last: what it recorded of payments before that may be lacking.
    CaughtUp,
    /// The highest number of a booking that was discarded: numbers are not used again.
    DiscardedBooking,
    /// `off` if the owner does not state the available levels.
    Availability,
    /// Note that the recovery key was shown, and nobody has said that it is kept.
    RecoveryKeyUnkept,
}

impl Setting {
    fn key(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Market => "market",
            Self::SellsNoMore => "sells-no-more",
            Self::Contradiction => "contradiction",
            Self::OrderCheckpoint => "order-checkpoint",
            Self::ErasurePending => "erasure-pending",
            Self::Banks => "banks",
            Self::Invoicing => "invoicing",
            Self::InvoiceBuyers => "invoice-buyers",
            Self::InvoiceNumber => "invoice-number",
            Self::CaughtUp => "caught-up",
            Self::DiscardedBooking => "discarded-booking",
            Self::Availability => "availability",
            Self::RecoveryKeyUnkept => "recovery-key-unkept",
        }
    }

    /// Returns the column of the value. Completion in shells reads the market without the
    /// passphrase; every other value is sealed.
    fn column(self) -> &'static str {
        match self {
            Self::Market => "readable",
            _ => "value",
        }
    }
}

impl Reading<'_> {
    /// Returns a setting.
    pub fn setting(&self, setting: Setting) -> Result<Option<String>> {
        self.row(&SETTINGS, "WHERE key = ?1", [setting.key()])?
            .map(|row| row.text(setting.column()).map(str::to_owned))
            .transpose()
    }

    /// Returns whether data were removed whose bytes may still be in the files.
    pub fn is_erasure_pending(&self) -> Result<bool> {
        Ok(self.setting(Setting::ErasurePending)?.is_some())
    }
}

impl Writing<'_> {
    /// Stores a setting.
    pub fn note(&self, setting: Setting, value: &str) -> Result<()> {
        let (key, column) = (setting.key(), setting.column());
        let there = self.set(&SETTINGS, "key = ?1", &[&key], &[(column, value.into())])?;
        if there == 0 {
            let cells: [(&str, Cell<'_>); 2] = [("key", key.into()), (column, value.into())];
            self.insert(&SETTINGS, &cells)?;
        }
        Ok(())
    }

    /// Removes a setting.
    pub fn unset(&self, setting: Setting) -> Result<()> {
        self.remove(&SETTINGS, "key = ?1", &[&setting.key()])
            .map(drop)
    }

    /// Records, in the transaction that removes data, that [`super::Store::finish_erasure`] is to
    /// follow.
    pub fn note_erasure(&self) -> Result<()> {
        self.note(Setting::ErasurePending, "")
    }
}
