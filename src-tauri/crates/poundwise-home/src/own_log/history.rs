//! The check that this home is the newest copy of itself.
//!
//! Two witnesses know how far this home's log has reached: the mark on this machine, and the log on
//! the market. A home that is behind either of them is an old copy (a restored backup, a copied
//! folder). It opens, reads and collects, but signs nothing of its own until it has caught up, as
//! it would sign a second history and draw other copies than before. A buyer's order brings a third
//! witness: the newest checkpoint of this home that the buyer has.
//!
//! - The mark exists and is not ahead of the home: the home may sign, without the market too. A
//!   mark that is behind (after a crash between commit and mark) is brought forward. Nothing is
//!   sent before the published log was read.
//! - The mark is missing: the published log must be readable, and a prefix of the home's.
//! - A witness contradicts the home's log: the home stops selling for good, and never extends its
//!   log.
//!
//! Every method: `home-damaged`, and errors of the database, such as `busy`; what reads the market,
//! `market`.

use poundwise_documents::{
    checkpoint::Checkpoint,
    jws::Signed,
    kinds::Order,
    log::{self, Hash},
};

use crate::{
    error::{Error, ErrorCode, ErrorKind, Result, sentence},
    exchange::{MarketLog, log_path},
    hint::Act,
    home::Context,
    mark::Mark,
    store::{Reading, Setting, Writing, damaged},
    view::{LogStanding, StandingState},
};

/// Reason why a home has stopped selling.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// Its log contradicts a version that others have seen.
    TwoHistories,
    /// The market lacks entries that the home lacks too; catching up with them reopens it.
    OwnCopies,
    /// Its owner gave it up, and moved its losses to another home.
    GivenUp,
}

impl Closed {
    const ALL: [Self; 3] = [Self::TwoHistories, Self::OwnCopies, Self::GivenUp];

    fn as_str(self) -> &'static str {
        match self {
            Self::TwoHistories => "two-histories",
            Self::OwnCopies => "own-copies",
            Self::GivenUp => "given-up",
        }
    }

    /// Returns the refusal of everything that this home would sign.
    pub fn refusal(self) -> Error {
        let why = match self {
            Self::TwoHistories => "its ledger contradicts a version that others have seen",
            Self::OwnCopies => {
                "it is an old copy, and the market lacks entries that it needs to catch up"
            }
            Self::GivenUp => "its losses were written into a file for another home",
        };
        let refusal = Error::refused(
            ErrorCode::SellsNoMore,
            format!("This home sells no more: {why}."),
        );
        match self {
            Self::OwnCopies => refusal.hint(
                Act::CatchUp.to("If the market was incomplete and is complete again, catch up"),
            ),
            Self::TwoHistories => refusal,
            Self::GivenUp => {
                return refusal.hint(
                    "Sell from the home that carries its losses. This one can still read, collect \
                     and export.",
                );
            }
        }
        .hint("Go on with the newest copy of this home, if there is one.")
        .hint(Act::GiveUp.to(
            "Otherwise create a new home whose populations carry the losses of this one, from a \
             file that this one writes",
        ))
    }
}

/// This home's log as the market shows it.
pub enum Published {
    /// The market has no log of this home.
    Nothing,
    /// The market has something that this home never wrote.
    Damaged(String),
    /// This checkpoint, which the home signed.
    At(Checkpoint),
}

impl Published {
    /// Returns the published checkpoint.
    pub fn checkpoint(&self) -> Option<&Checkpoint> {
        match self {
            Self::At(checkpoint) => Some(checkpoint),
            Self::Nothing | Self::Damaged(_) => None,
        }
    }

    /// Returns the number of published entries.
    pub fn size(&self) -> u64 {
        self.checkpoint().map_or(0, Checkpoint::size)
    }
}

impl Context {
    /// Refuses to sign as an owner, or to draw copies, if this home may be an older copy of itself.
    /// A market out of reach does not prevent it if the mark exists.
    ///
    /// # Errors
    /// - `sells-no-more` for a closed home;
    /// - `behind-mark`, `behind-market` and `behind-order` if the mark, the published log or an
    ///   order is ahead of this home;
    /// - `two-histories` if one of them contradicts it;
    /// - `no-own-log` if the mark is missing and the published log cannot be read;
    /// - `mark-damaged`, `mark-unwritable`.
    pub fn check_own_history(&self) -> Result<()> {
        self.check_known()?;
        let mark = self.checked_mark()?;
        match self.published() {
            Ok(published) => {
                self.check_published(&published)?;
                self.check_readable(mark, &published)
            }
            Err(error) if mark.is_none() => Err(no_own_log(error.message())),
            Err(_) => Ok(()),
        }
    }

    /// Prepares for sending: writes the mark first, and then reads and checks the published log,
    /// which is returned.
    ///
    /// # Errors
    /// As [`Context::check_own_history`], and the market's errors if it cannot be read.
    pub fn ready_to_send(&self) -> Result<Published> {
        self.check_known()?;
        let mark = self.checked_mark()?;
        if mark.is_some() {
            self.write_mark(mark)?;
        }
        let published = self.published()?;
        self.check_published(&published)?;
        self.check_readable(mark, &published)?;
        Ok(published)
    }

    /// Brings the mark forward to this home's log, after a commit and before anything is sent. A
    /// missing mark is written only where the published log has been compared.
    ///
    /// # Errors
    /// `behind-mark`, `two-histories`, `mark-damaged`, `mark-unwritable`.
    pub fn bring_mark_forward(&self) -> Result<()> {
        match self.checked_mark()? {
            None => Ok(()),
            mark => self.write_mark(mark),
        }
    }

    /// Writes the mark of the present log, unless `there` equals it.
    pub fn write_mark(&self, there: Option<Mark>) -> Result<()> {
        let mark = self.log_end(&self.read())?;
        if there == Some(mark) {
            return Ok(());
        }
        self.mark.write(mark)
    }

    /// Returns the size and root of this home's own log, with its epoch.
    pub fn log_end(&self, reading: &Reading<'_>) -> Result<Mark> {
        let size = reading.log_size()?;
        Ok(Mark {
            size,
            root: root_at(reading, size)?,
            epoch: reading.epoch()?,
        })
    }

    /// Refuses what is known without reading the market: first, changes that another program made
    /// in the database.
    fn check_known(&self) -> Result<()> {
        self.read().compare()?;
        self.check_open()?;
        match self.order_ahead()? {
            None => Ok(()),
            Some(ahead) => Err(behind_order(ahead.size(), self.log_end(&self.read())?.size)),
        }
    }

    /// Returns the mark, if there is one, and refuses one that is ahead of this home or contradicts
    /// it.
    pub fn checked_mark(&self) -> Result<Option<Mark>> {
        let Some(mark) = self.mark.read()? else {
            return Ok(None);
        };
        let reading = self.read();
        let size = reading.log_size()?;
        if mark.size > size {
            return Err(Error::refused(
                ErrorCode::BehindMark,
                format!(
                    "This home's ledger had {} entries on this machine, and the home has {size}: \
                     it is an older copy of itself.",
                    mark.size
                ),
            )
            .hint("Go on with the newest copy of the home, if there is one.")
            .hint(Act::CatchUp.to("Otherwise let this one catch up")));
        }
        if root_at(&reading, mark.size)? != mark.root {
            return Err(self.close(
                mark.size,
                format!(
                    "This home's ledger is not the one that was written on this machine: after {} \
                     entries their roots differ.",
                    mark.size
                ),
            ));
        }
        let epoch = reading.epoch()?;
        if mark.epoch > epoch {
            reading.hold_epoch(true)?;
            return Err(Error::refused(
                ErrorCode::BehindMark,
                format!(
                    "This home had changed {} times on this machine, and the home counts {epoch}: \
                     it is an older copy of itself.",
                    mark.epoch
                ),
            )
            .hint("Go on with the newest copy of the home, if there is one.")
            .hint(Act::CatchUp.to("Otherwise let this one catch up")));
        }
        Ok(Some(mark))
    }

    /// Returns this home's log as the market shows it, without a comparison.
    ///
    /// # Errors
    /// The market's errors.
    pub fn published(&self) -> Result<Published> {
        let owner = self.identity.kid();
        let log = MarketLog {
            store: &self.store,
            owner,
        };
        let Some(note) = log.found()? else {
            return Ok(Published::Nothing);
        };
        Ok(
            match note.and_then(|note| {
                Checkpoint::verify(&note, &self.identity.public_key()).map_err(|e| {
                    format!(
                        "{}: {e}",
                        log_path(&owner, poundwise_documents::tiles::CHECKPOINT)
                    )
                })
            }) {
                Ok(checkpoint) => Published::At(checkpoint),
                Err(why) => Published::Damaged(why),
            },
        )
    }

    /// Refuses to go on if the market shows more or other entries than this home has.
    pub fn check_published(&self, published: &Published) -> Result<()> {
        // Content that this home never wrote there is damage, and is overwritten.
        let Some(there) = published.checkpoint() else {
            return Ok(());
        };
        let size = self.log_end(&self.read())?.size;
        if there.size() > size {
            return Err(Error::refused(
                ErrorCode::BehindMarket,
                format!(
                    "The market {} has a ledger of this home with {} entries, and this home has \
                     {size}: it is an older copy of itself.",
                    self.store.url(),
                    there.size(),
                ),
            )
            .hint("Go on with the newest copy of the home, if there is one.")
            .hint(Act::CatchUp.to("Otherwise let this one catch up")));
        }
        if root_at(&self.read(), there.size())? != there.root() {
            return Err(self.close(
                there.size(),
                format!(
                    "The ledger of this home on the market {} is not this home's: after {} entries \
                     their roots differ.",
                    self.store.url(),
                    there.size(),
                ),
            ));
        }
        Ok(())
    }

    /// Requires the published log to vouch for this home if the mark is missing, and then writes
    /// the mark.
    fn check_readable(&self, mark: Option<Mark>, published: &Published) -> Result<()> {
        if mark.is_some() {
            return Ok(());
        }
        match published {
            Published::At(_) => {}
            Published::Damaged(why) => return Err(no_own_log(&format!("{why}."))),
            Published::Nothing => {
                // Nothing is published, so nothing is missing, unless this home knows that it
                // published entries.
                let before = self.read().most_published()?;
                if before > 0 {
                    return Err(no_own_log(&format!(
                        "This home has published {before} entries, and {} shows none of them.",
                        self.store.url()
                    )));
                }
            }
        }
        self.write_mark(None)
    }

    /// Returns the reason why this home has stopped selling, if it has.
    pub fn closed(&self) -> Result<Option<Closed>> {
        let Some(text) = self.read().setting(Setting::SellsNoMore)? else {
            return Ok(None);
        };
        // An unknown word closes the home too.
        Ok(Some(
            Closed::ALL
                .into_iter()
                .find(|closed| closed.as_str() == text)
                .unwrap_or(Closed::TwoHistories),
        ))
    }

    /// Refuses to sell from a home that has stopped selling.
    ///
    /// # Errors
    /// `sells-no-more`.
    pub fn check_open(&self) -> Result<()> {
        match self.closed()? {
            None => Ok(()),
            Some(closed) => Err(closed.refusal()),
        }
    }

    /// Stores that this home has stopped selling.
    pub fn note_closed(&self, closed: Closed) -> Result<()> {
        let writing = self.db.begin()?;
        writing.note(Setting::SellsNoMore, closed.as_str())?;
        self.commit(writing)
    }

    /// Reopens, in the transaction that has caught up, a home that was closed for missing entries.
    pub fn reopen(&self, writing: &Writing<'_>) -> Result<()> {
        if self.closed()? == Some(Closed::OwnCopies) {
            writing.unset(Setting::SellsNoMore)?;
        }
        Ok(())
    }

    /// Closes this home for good over a contradiction at `size` entries, and returns the refusal. A
    /// tree that was tampered with contradicts nothing, and does not close the home.
    pub fn close(&self, size: u64, what: String) -> Error {
        if let Err(error) = self.read().check_root(size) {
            return error;
        }
        match self.note_closed(Closed::TwoHistories) {
            Err(error) => error,
            Ok(()) => Error::refused(ErrorCode::TwoHistories, sentence(what))
                .hint(
                    "Two copies of this home have sold. This one sells no more. Go on with the \
                     one whose ledger the market has.",
                )
                .hint(Act::GiveUp.to(
                    "If that is lost, create a new home whose populations carry the losses of \
                     this one, from a file that this one writes",
                )),
        }
    }

    /// Returns the longest checkpoint of this home that an order carried, if the home has not
    /// reached it.
    pub fn order_ahead(&self) -> Result<Option<Checkpoint>> {
        let Some(note) = self.read().setting(Setting::OrderCheckpoint)? else {
            return Ok(None);
        };
        let ahead = Checkpoint::verify(&note, &self.identity.public_key()).map_err(|e| {
            damaged(format!(
                "a stored checkpoint from an order does not verify: {e}"
            ))
        })?;
        Ok((ahead.size() > self.log_end(&self.read())?.size).then_some(ahead))
    }

    /// Checks the checkpoint of this home that an order carries. One that this home did not sign is
    /// ignored.
    ///
    /// # Errors
    /// `behind-order` if it is ahead of this home, which is stored; `two-histories` if it
    /// contradicts this home.
    pub fn check_order_checkpoint(&self, order: &Signed<Order>) -> Result<()> {
        let seen = order
            .payload()
            .checkpoint
            .as_ref()
            .and_then(|note| Checkpoint::verify(note, &self.identity.public_key()).ok());
        let Some(seen) = seen else { return Ok(()) };
        let size = self.log_end(&self.read())?.size;
        if seen.size() > size {
            let longer = self
                .order_ahead()?
                .is_none_or(|ahead| ahead.size() < seen.size());
            if longer {
                let writing = self.db.begin()?;
                writing.note(Setting::OrderCheckpoint, seen.note())?;
                self.commit(writing)?;
            }
            return Err(behind_order(seen.size(), size));
        }
        if root_at(&self.read(), seen.size())? != seen.root() {
            return Err(self.close(
                seen.size(),
                format!(
                    "The buyer has seen a ledger of this home that is not this one: after {} \
                     entries their roots differ.",
                    seen.size()
                ),
            ));
        }
        Ok(())
    }

    /// Returns whether this home may sell, and why not, for shells to show next to the command that
    /// catches up.
    ///
    /// # Errors
    /// The database's errors. A market out of reach is a state, not an error.
    pub fn log_standing(&self) -> Result<LogStanding> {
        let size = self.log_end(&self.read())?.size;
        let (state, problem) = match self.check_own_history() {
            Ok(()) => (StandingState::Newest, None),
            Err(error) => {
                let state = match error.code() {
                    ErrorCode::BehindMark | ErrorCode::BehindMarket | ErrorCode::BehindOrder => {
                        StandingState::Behind
                    }
                    ErrorCode::SellsNoMore | ErrorCode::TwoHistories => match self.closed()? {
                        Some(Closed::OwnCopies) => StandingState::Lacking,
                        Some(Closed::GivenUp) => StandingState::GivenUp,
                        Some(Closed::TwoHistories) | None => StandingState::TwoHistories,
                    },
                    _ if error.kind() == ErrorKind::Refused
                        || matches!(
                            error.code(),
                            ErrorCode::MarkDamaged | ErrorCode::MarkUnwritable
                        ) =>
                    {
                        StandingState::Unknown
                    }
                    _ => return Err(error),
                };
                (state, Some(error.view()))
            }
        };
        Ok(LogStanding {
            state,
            entries: size,
            problem,
        })
    }
}

/// Returns the root of this home's log after `size` entries. O(1) for all entries, O(log n)
/// otherwise.
pub fn root_at(reading: &Reading<'_>, size: u64) -> Result<Hash> {
    if size == reading.log_size()? {
        reading.log_root()
    } else {
        log::root(reading, size)
    }
}

fn behind_order(seen: u64, size: u64) -> Error {
    Error::refused(
        ErrorCode::BehindOrder,
        format!(
            "A buyer has seen {seen} entries of this home's ledger, and this home has {size}: it \
             is an older copy of itself."
        ),
    )
    .hint("Go on with the newest copy of the home, if there is one.")
    .hint(Act::CatchUp.to("Otherwise let this one catch up"))
}

fn no_own_log(why: &str) -> Error {
    Error::refused(
        ErrorCode::NoOwnLog,
        format!(
            "This machine has no mark of this home, and its published ledger cannot be read. {why}"
        ),
    )
    .hint("It may be an old copy, which must not sell. Make its market reachable, and do it again.")
}
