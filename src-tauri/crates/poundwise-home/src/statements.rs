//! The statements of availability of an open home: those it keeps of other owners, and its own.

use std::sync::Arc;

use poundwise_documents::{
    jws::Signed,
    kinds::{Availability, Payload},
    market::availability_path,
    units::{DocumentId, MicroEpsilon},
};

use crate::{
    availability::{Statements, stated},
    error::Result,
    exchange::ReadError,
    home::Context,
    messages::DamageMessage,
    store::{Reading, Setting, Writing, damaged},
};

/// Value of [`Setting::Availability`] if the levels are not stated. Without the setting they are
/// stated.
const OFF: &str = "off";

/// Most bytes of statements that a home stores of owners it has not dealt with.
const STRANGERS: usize = 16 << 20;

impl Reading<'_> {
    /// Returns whether the owner states the available levels.
    ///
    /// # Errors
    /// The database's errors.
    pub fn states_availability(&self) -> Result<bool> {
        Ok(self.setting(Setting::Availability)?.as_deref() != Some(OFF))
    }
}

impl Writing<'_> {
    /// Stores whether the owner states the available levels.
    ///
    /// # Errors
    /// The database's errors.
    pub fn choose_availability(&self, on: bool) -> Result<()> {
        if on {
            self.unset(Setting::Availability)
        } else {
            self.note(Setting::Availability, OFF)
        }
    }
}

impl Context {
    /// Returns the newest statements that this home has seen: the stored ones, and those of the
    /// last scan of the market.
    ///
    /// # Errors
    /// The database's errors.
    pub fn statements(&self) -> Result<Statements> {
        if let Some(known) = self.statements.borrow().as_ref() {
            return Ok(known.clone());
        }
        let stored = self.stored_statements()?;
        self.statements.replace(Some(stored.clone()));
        Ok(stored)
    }

    fn stored_statements(&self) -> Result<Statements> {
        let mut stored = Statements::default();
        for statement in self.read().statements_seen()? {
            stored.keep(&Arc::new(statement));
        }
        Ok(stored)
    }

    /// Keeps the statements of a scan of the market, and stores those that are newer than the
    /// stored ones for later openings of the home. Statements of owners that this home has not
    /// dealt with are stored while there is room, so that a flood of them displaces no other. One
    /// that cannot be stored now is kept in memory.
    ///
    /// # Errors
    /// The database's errors, if the known ones cannot be read.
    pub fn keep_statements(&self, seen: &Statements) -> Result<()> {
        let known = self.statements()?;
        if !seen.all().any(|one| known.is_news(one)) {
            return Ok(());
        }
        let mut stored = self.stored_statements()?;
        let mut room = STRANGERS.saturating_sub(self.read().statement_bytes()?);
        let _ = self.db.begin().and_then(|writing| {
            for statement in seen.all() {
                let length = statement.compact().len();
                let has_room = length <= room || writing.has_dealt_with(&statement.signer())?;
                if has_room && stored.keep(statement) {
                    writing.keep_statement(statement)?;
                    room = room.saturating_sub(length);
                }
            }
            writing.commit()
        });
        for statement in seen.all() {
            stored.keep(statement);
        }
        self.statements.replace(Some(stored));
        Ok(())
    }

    /// Returns this home's own newest statement, sent or waiting in the outbox.
    ///
    /// # Errors
    /// The database's errors; `home-damaged` if it does not verify.
    pub fn own_statement(&self) -> Result<Option<Arc<Signed<Availability>>>> {
        let reading = self.read();
        let path = availability_path(&self.identity.kid());
        let Some(number) = reading.outgoing_number(&path)? else {
            return Ok(None);
        };
        if let Some((known, statement)) = self.own_statement.borrow().as_ref()
            && *known == number
        {
            return Ok(Some(Arc::clone(statement)));
        }
        let statement = Arc::new(self.verified_own(&reading.sent_body(number)?)?);
        self.own_statement
            .replace(Some((number, Arc::clone(&statement))));
        Ok(Some(statement))
    }

    /// Returns the level that this home states for one of its listings, if it states one.
    ///
    /// # Errors
    /// As [`Context::own_statement`].
    pub fn own_level(&self, listing: &DocumentId) -> Result<Option<MicroEpsilon>> {
        let own = self.own_statement()?;
        Ok(own.and_then(|own| stated(own.payload(), listing)))
    }

    /// Returns this home's statement as its market has it, if it is there and verifies.
    ///
    /// # Errors
    /// The market's errors.
    pub fn own_statement_on_market(&self) -> Result<Option<Signed<Availability>>> {
        let path = availability_path(&self.identity.kid());
        let bytes = match self.store.read(&path, Availability::MAX_BYTES as u64) {
            Ok(Some(bytes)) => bytes,
            Ok(None) | Err(ReadError::TooLarge(_)) => return Ok(None),
            Err(ReadError::Entry(error) | ReadError::Market(error)) => return Err(error),
        };
        Ok(self.verified_own(&bytes).ok())
    }

    /// Replaces this home's statement on the market by one that no listing is available, unless
    /// its owner states no levels. It is for a home that ends and sends nothing more.
    ///
    /// # Errors
    /// The market's errors.
    pub(crate) fn state_no_level(&self) -> Result<()> {
        let Some(mut statement) = self.own_statement_on_market()?.map(Signed::into_payload) else {
            return Ok(());
        };
        let Some(levels) = &mut statement.levels else {
            return Ok(());
        };
        for level in levels {
            level.up_to = MicroEpsilon::ZERO;
        }
        statement.issued_at = statement.issued_at.max(self.now()?);
        let path = availability_path(&self.identity.kid());
        self.store
            .put(&path, self.sign(statement)?.compact().as_bytes())
    }

    fn verified_own(&self, bytes: &[u8]) -> Result<Signed<Availability>> {
        std::str::from_utf8(bytes)
            .ok()
            .and_then(|text| Signed::<Availability>::verify(text.trim_end()).ok())
            .filter(|statement| statement.signer() == self.identity.kid())
            .ok_or_else(|| damaged(DamageMessage::AvailabilityNotVerified))
    }
}
