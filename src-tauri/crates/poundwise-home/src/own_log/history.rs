//! The check that this home is the newest copy of itself.
//!
//! A home that is an older copy of itself (a restored backup, a copied folder) must not sign: it
//! would sign a second history, and draw other copies than before. It opens, reads and collects, and
//! signs nothing of its own until it has caught up. Everything that can show how far the home's log
//! has reached is evidence, and all of it is signed or has a MAC:
//!
//! - the mark on this machine;
//! - the checkpoint on the market, and the own copies of entries beyond it;
//! - the document on the market that ends the home, and the same word in the mark;
//! - checkpoints that orders carried, or that are in files given to `Seller::catch_up`.
//!
//! Evidence is compared before every signature while the market can be reached, and before
//! everything that is sent, with or without a mark:
//!
//! - Evidence that continues the home's log: the home is behind, and has to catch up.
//! - Evidence that contradicts the home's log, and was published, marked or carried by an order; or
//!   an own copy in the place of an entry that this home has never sent: the home stops selling for
//!   good, and keeps that evidence.
//! - An own copy that contradicts what was published is ignored.
//!
//! With a valid mark the home may sign without the market too. Without one, and if no evidence is
//! ahead, only the owner knows whether the operator of the market hides something: the owner
//! confirms with the code of the last receipt or change ([`LogCode`]), which writes the mark.
//!
//! Every method: `home-damaged`, and errors of the database, such as `busy`; what reads the market,
//! `market`.

use poundwise_documents::{
    checkpoint::Checkpoint,
    jws::Signed,
    kinds::{Ended, Order, Payload},
    log::{self, Hash},
};

use crate::{
    error::{Error, ErrorCode, ErrorKind, Result, sentence},
    exchange::{MarketLog, ReadError, ended_path, log_path},
    hint::Act,
    home::Context,
    mark::{FoundMark, Mark},
    own_log::{LogCode, OwnCopies},
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

/// What the market shows of this home's log.
pub struct MarketEvidence {
    /// The published checkpoint.
    pub published: Published,
    /// The own copies of entries beyond it.
    pub own: OwnCopies,
    /// Whether the owner gave this home up.
    ended: bool,
}

impl Context {
    /// Refuses to sign as an owner, or to draw copies, if this home may be an older copy of itself.
    /// A market out of reach does not prevent it if the mark exists.
    ///
    /// # Errors
    /// - `sells-no-more` for a closed home;
    /// - `behind-mark`, `behind-market`, `behind-own` and `behind-order` if the mark, the published
    ///   log, an own copy or an order is ahead of this home;
    /// - `two-histories` if one of them contradicts it;
    /// - `unconfirmed-home` if the mark is missing and nothing is ahead, and `mark-damaged` if it
    ///   is not valid: the owner has to confirm this home;
    /// - `no-own-log` if there is no valid mark and the market cannot be read;
    /// - `mark-unwritable`.
    pub fn check_own_history(&self) -> Result<()> {
        self.check_known()?;
        let mark = self.checked_mark()?;
        match self.evidence() {
            Ok(evidence) => {
                self.check_evidence(&evidence)?;
                self.check_confirmed(mark)
            }
            Err(error) if mark.valid().is_none() => Err(no_own_log(error.message())),
            Err(_) => self.check_confirmed(mark),
        }
    }

    /// Prepares for sending: writes the mark first, and then reads and compares the evidence on the
    /// market. Returns the published log.
    ///
    /// # Errors
    /// As [`Context::check_own_history`], and the market's errors if it cannot be read.
    pub fn ready_to_send(&self) -> Result<Published> {
        self.check_known()?;
        let mark = self.checked_mark()?;
        if mark.valid().is_some() {
            self.write_mark(mark.valid())?;
        }
        let evidence = self.evidence()?;
        self.check_evidence(&evidence)?;
        self.check_confirmed(mark)?;
        Ok(evidence.published)
    }

    /// Brings the mark forward to this home's log, after a commit and before anything is sent. A
    /// missing or damaged mark is written only when the owner confirms the home.
    ///
    /// # Errors
    /// `behind-mark`, `two-histories`, `mark-unwritable`.
    pub fn bring_mark_forward(&self) -> Result<()> {
        match self.checked_mark()?.valid() {
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

    /// Returns the size and root of this home's own log, with its epoch, as its mark states them.
    pub fn log_end(&self, reading: &Reading<'_>) -> Result<Mark> {
        let size = reading.log_size()?;
        Ok(Mark {
            size,
            root: root_at(reading, size)?,
            epoch: reading.epoch()?,
            ended: false,
        })
    }

    /// Returns the code of this home's log after `size` entries.
    pub fn log_code(&self, size: u64) -> Result<LogCode> {
        Ok(LogCode::of(size, &root_at(&self.read(), size)?))
    }

    /// Returns whether codes of this home's log are shown: only while its mark is valid. Otherwise
    /// its owner would confirm a restored home with the code that it shows itself.
    pub fn shows_codes(&self) -> Result<bool> {
        Ok(self.closed()?.is_none() && self.mark.read()?.valid().is_some())
    }

    /// Compares a code that the owner types with this home's log. A code of an earlier entry will
    /// do: the log continues it.
    ///
    /// # Errors
    /// `code-ahead`, `code-differs`; both only refuse.
    pub fn check_code(&self, code: LogCode) -> Result<()> {
        let size = self.read().log_size()?;
        if code.size() > size {
            return Err(Error::refused(
                ErrorCode::CodeAhead,
                format!(
                    "The code is of entry {}, and this home has fewer: it is an older copy of \
                     itself.",
                    code.size()
                ),
            )
            .hint("Go on with the newest copy of the home, if there is one.")
            .hint(Act::CatchUp.to(
                "Otherwise bring the own copies of the missing entries back to the market, or \
                 give a bundle, ledger or checkpoint that is newer, and catch up",
            ))
            .hint(Act::GiveUp.to("Or give this home up")));
        }
        if self.log_code(code.size())? != code {
            return Err(Error::refused(
                ErrorCode::CodeDiffers,
                "The code is not one of this home's ledger.",
            )
            .hint("Check each character. The code stands on your last receipt or change.")
            .hint(
                Act::GiveUp
                    .to("If it is right, another copy of this home has sold: give this one up"),
            ));
        }
        Ok(())
    }

    /// Refuses to confirm a home that is closed, or that evidence is ahead of.
    ///
    /// # Errors
    /// As [`Context::check_own_history`], without `unconfirmed-home` and `mark-damaged`; `no-own-log`
    /// if the market cannot be read.
    pub fn check_confirmable(&self) -> Result<()> {
        self.check_known()?;
        self.checked_mark()?;
        let evidence = self.evidence().map_err(|e| no_own_log(e.message()))?;
        self.check_evidence(&evidence)
    }

    /// Records that the owner confirmed this home: reopens one that was closed without evidence, and
    /// writes the mark.
    ///
    /// # Errors
    /// `mark-unwritable`.
    pub fn note_confirmed(&self) -> Result<()> {
        if self.read().setting(Setting::SellsNoMore)?.is_some() {
            let writing = self.db.begin()?;
            writing.unset(Setting::SellsNoMore)?;
            self.commit(writing)?;
        }
        self.write_mark(None)
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

    /// Returns what is in the place of the mark, and refuses a valid mark that is ahead of this home
    /// or contradicts it.
    pub fn checked_mark(&self) -> Result<FoundMark> {
        let found = self.mark.read()?;
        let Some(mark) = found.valid() else {
            return Ok(found);
        };
        if mark.ended {
            return Err(self.end());
        }
        let reading = self.read();
        let size = reading.log_size()?;
        if mark.size > size {
            return Err(behind(
                ErrorCode::BehindMark,
                format!(
                    "This home's ledger had {} entries on this machine, and the home has {size}: \
                     it is an older copy of itself.",
                    mark.size
                ),
            ));
        }
        if root_at(&reading, mark.size)? != mark.root {
            return Err(self.close(
                mark.size,
                format!(
                    "This home's ledger is not the one that was written on this machine: after {} \
                     entries their roots differ.",
                    mark.size
                ),
                &format!("mark {} {}", mark.size, mark.root),
            ));
        }
        let epoch = reading.epoch()?;
        if mark.epoch > epoch {
            reading.hold_epoch(true)?;
            return Err(behind(
                ErrorCode::BehindMark,
                format!(
                    "This home had changed {} times on this machine, and the home counts {epoch}: \
                     it is an older copy of itself.",
                    mark.epoch
                ),
            ));
        }
        Ok(found)
    }

    /// Returns what the market shows of this home's log. Cost: two objects, and one listing of the
    /// own copies beyond the checkpoint.
    ///
    /// # Errors
    /// The market's errors.
    pub fn evidence(&self) -> Result<MarketEvidence> {
        let published = self.published()?;
        let own = if published.size() > self.read().log_size()? {
            // The home is behind. Catching up reads the rest.
            OwnCopies::default()
        } else {
            self.own_copies(published.size(), false)?
        };
        let path = ended_path(&self.identity.kid());
        let ended = match self.store.read(&path, Ended::MAX_BYTES as u64) {
            Ok(None) | Err(ReadError::TooLarge(_)) => false,
            Ok(Some(bytes)) => self.is_ended_by(&bytes),
            Err(ReadError::Entry(error) | ReadError::Market(error)) => return Err(error),
        };
        Ok(MarketEvidence {
            published,
            own,
            ended,
        })
    }

    fn is_ended_by(&self, bytes: &[u8]) -> bool {
        std::str::from_utf8(bytes)
            .ok()
            .and_then(|text| Signed::<Ended>::verify(text.trim_end()).ok())
            .is_some_and(|ended| ended.signer() == self.identity.kid())
    }

    /// Refuses to go on if the market shows that this home is not its newest copy.
    pub fn check_evidence(&self, evidence: &MarketEvidence) -> Result<()> {
        if evidence.ended {
            return Err(self.end());
        }
        self.check_published(&evidence.published)?;
        if let Some(own) = self.contradicting(&evidence.own)? {
            let number = own.place().sequence + 1;
            return Err(self.close(
                own.place().sequence,
                format!(
                    "Another copy of this home has signed another entry {number}, which is on the \
                     market {}.",
                    self.store.url()
                ),
                own.compact(),
            ));
        }
        let size = self.read().log_size()?;
        let last = match size.checked_sub(1) {
            None => None,
            Some(last) => self.read().entry_ids(last, size)?.first().copied(),
        };
        match evidence.own.continues(size, last) {
            false => Ok(()),
            true => Err(behind(
                ErrorCode::BehindOwn,
                format!(
                    "The market {} has own copies of entries after this home's {size}: it is an \
                     older copy of itself.",
                    self.store.url()
                ),
            )),
        }
    }

    /// Ends this home for good: on the market, in its mark, and in the home.
    ///
    /// # Errors
    /// The market's errors; `mark-unwritable`. Then it may be ended in some of these places, and is
    /// to be given up again.
    pub fn end_for_good(&self, ended: &Signed<Ended>) -> Result<()> {
        // A restored home that was ended before has the document of then.
        let path = ended_path(&self.identity.kid());
        let there = self.store.read(&path, Ended::MAX_BYTES as u64);
        if !there.is_ok_and(|there| there.is_some_and(|bytes| self.is_ended_by(&bytes))) {
            self.store.put(&path, ended.compact().as_bytes())?;
        }
        self.note_closed(Closed::GivenUp)?;
        let there = self.mark.read()?.valid();
        let mark = there.map_or_else(|| self.log_end(&self.read()), Ok)?;
        self.mark.write(Mark {
            ended: true,
            ..mark
        })
    }

    /// Records that the owner gave this home up, and returns the refusal.
    fn end(&self) -> Error {
        // Without the mark, which says so already or is written with the next change.
        let noted = self.db.begin().and_then(|writing| {
            writing.note(Setting::SellsNoMore, Closed::GivenUp.as_str())?;
            writing.commit()
        });
        match noted {
            Err(error) => error,
            Ok(_) => Closed::GivenUp.refusal(),
        }
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
            return Err(behind(
                ErrorCode::BehindMarket,
                format!(
                    "The market {} has a ledger of this home with {} entries, and this home has \
                     {size}: it is an older copy of itself.",
                    self.store.url(),
                    there.size(),
                ),
            ));
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
                there.note(),
            ));
        }
        Ok(())
    }

    /// Requires a valid mark of a home that was not closed before. Nothing newer is known; only the
    /// owner can tell whether the operator of the market hides something.
    fn check_confirmed(&self, mark: FoundMark) -> Result<()> {
        let refusal = match mark {
            FoundMark::Valid(_) if self.read().setting(Setting::SellsNoMore)?.is_none() => {
                return Ok(());
            }
            FoundMark::Damaged(error) => error,
            FoundMark::Missing | FoundMark::Valid(_) => Error::refused(
                ErrorCode::UnconfirmedHome,
                "It is not confirmed that this home is the newest copy of itself.",
            ),
        };
        Err(refusal
            .hint(
                "Nothing newer is on the market, but its operator could hide it. Do not ask the \
                 operator.",
            )
            .hint(Act::ConfirmHome.to("Type the code of your last receipt or change")))
    }

    /// Returns the reason why this home has stopped selling, if it has. A home that an earlier
    /// program closed for two histories, without the evidence for it, may be confirmed instead.
    pub fn closed(&self) -> Result<Option<Closed>> {
        let Some(text) = self.read().setting(Setting::SellsNoMore)? else {
            return Ok(None);
        };
        // An unknown word closes the home too.
        let closed = Closed::ALL
            .into_iter()
            .find(|closed| closed.as_str() == text)
            .unwrap_or(Closed::TwoHistories);
        let unproven = closed == Closed::TwoHistories
            && self.read().setting(Setting::Contradiction)?.is_none();
        Ok((!unproven).then_some(closed))
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

    /// Closes this home for good over a contradiction at `size` entries, keeps the evidence, and
    /// returns the refusal. A tree that was tampered with contradicts nothing, and does not close
    /// the home.
    pub fn close(&self, size: u64, what: String, evidence: &str) -> Error {
        if let Err(error) = self.read().check_root(size) {
            return error;
        }
        let noted = self.db.begin().and_then(|writing| {
            writing.note(Setting::SellsNoMore, Closed::TwoHistories.as_str())?;
            writing.note(Setting::Contradiction, evidence)?;
            self.commit(writing)
        });
        match noted {
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
    /// As [`Context::check_seen_checkpoint`].
    pub fn check_order_checkpoint(&self, order: &Signed<Order>) -> Result<()> {
        let seen = order
            .payload()
            .checkpoint
            .as_ref()
            .and_then(|note| Checkpoint::verify(note, &self.identity.public_key()).ok());
        match seen {
            None => Ok(()),
            Some(seen) => self.check_seen_checkpoint(&seen),
        }
    }

    /// Compares a checkpoint of this home that somebody else has.
    ///
    /// # Errors
    /// `behind-order` if it is ahead of this home, which is stored; `two-histories` if it
    /// contradicts this home.
    pub fn check_seen_checkpoint(&self, seen: &Checkpoint) -> Result<()> {
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
                seen.note(),
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
        let mut code = None;
        let (state, problem) = match self.check_own_history() {
            Ok(()) => {
                code = Some(self.log_code(size)?.to_string());
                (StandingState::Newest, None)
            }
            Err(error) => {
                let state = match error.code() {
                    ErrorCode::BehindMark
                    | ErrorCode::BehindMarket
                    | ErrorCode::BehindOwn
                    | ErrorCode::BehindOrder => StandingState::Behind,
                    ErrorCode::UnconfirmedHome | ErrorCode::MarkDamaged => {
                        StandingState::Unconfirmed
                    }
                    ErrorCode::SellsNoMore | ErrorCode::TwoHistories => match self.closed()? {
                        Some(Closed::OwnCopies) => StandingState::Lacking,
                        Some(Closed::GivenUp) => StandingState::GivenUp,
                        Some(Closed::TwoHistories) | None => StandingState::TwoHistories,
                    },
                    _ if error.kind() == ErrorKind::Refused
                        || error.code() == ErrorCode::MarkUnwritable =>
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
            code,
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

/// Returns the refusal of a home that is an older copy of itself.
fn behind(code: ErrorCode, what: String) -> Error {
    Error::refused(code, what)
        .hint("Go on with the newest copy of the home, if there is one.")
        .hint(Act::CatchUp.to("Otherwise let this one catch up"))
}

fn behind_order(seen: u64, size: u64) -> Error {
    behind(
        ErrorCode::BehindOrder,
        format!(
            "A buyer has seen {seen} entries of this home's ledger, and this home has {size}: it \
             is an older copy of itself."
        ),
    )
}

fn no_own_log(why: &str) -> Error {
    Error::refused(
        ErrorCode::NoOwnLog,
        format!(
            "This machine has no valid mark of this home, and its market cannot be read. {why}"
        ),
    )
    .hint("It may be an old copy, which must not sell. Make its market reachable, and do it again.")
}
