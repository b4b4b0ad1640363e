//! The check that this home is the newest copy of itself.
//!
//! An older copy of a home, such as a restored backup or a copied folder, must not sign. It would
//! sign a second history, and draw different copies from those already sold. Until it has caught up
//! it can open, read and collect, but it cannot sign as an owner. Evidence of the length of the
//! home's log is always signed or authenticated by a MAC. It consists of:
//!
//! - the mark on this machine;
//! - the checkpoint on the market, and the own copies of entries beyond it;
//! - the document on the market that ends the home, and the same flag in the mark;
//! - checkpoints in orders, and in files given to `Seller::catch_up`.
//!
//! The home compares the evidence before every signature if the market can be reached, and before
//! it sends anything. It does so with or without a mark.
//!
//! - If evidence continues the home's log, the home is behind and must catch up.
//! - If a checkpoint or the mark contradicts the home's log, the home stops selling for good and
//!   stores that evidence. The same holds for an own copy that contradicts an entry which this home
//!   has never sent.
//! - If an own copy contradicts the published log, it is ignored.
//!
//! With a valid mark the home may also sign while the market is unreachable. Without a mark, the
//! operator of the market could hide newer evidence, and only the owner can detect that. The owner
//! then confirms the home with the code of the last receipt or change ([`LogCode`]), which writes
//! the mark.
//!
//! Every method can return `home-damaged` and database errors such as `busy`. Methods that read the
//! market can also return `market`.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use poundwise_documents::{
    checkpoint::Checkpoint,
    jws::Signed,
    kinds::{Ended, Order, Payload},
    log::{self, Hash},
    market::{MarketLog, ended_path},
};
use poundwise_words::Text;

use crate::{
    error::{Error, ErrorCode, ErrorKind, Result},
    exchange::{MarketStore, ReadError},
    hint::Act,
    home::{Context, Home},
    mark::{FoundMark, Mark},
    messages::{DamageMessage, HistoryHint, HistoryMessage},
    own_log::{LogCode, OwnCopies, own_copies::own_copies},
    reach::{InSteps, Outside, Reach, Reached},
    store::{Reading, Setting, Writing, damaged},
    view::{LogStanding, StandingState},
};

/// Reason why a home has stopped selling.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Closed {
    /// Its log contradicts a version that others have seen.
    TwoHistories,
    /// The home and the market both lack entries. The home reopens when it catches up with them.
    OwnCopies,
    /// Its owner gave it up and moved its losses to another home.
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

    /// Returns the error for every signature that is requested from this home.
    pub fn refusal(self) -> Error {
        let refusal = Error::refused(
            ErrorCode::SellsNoMore,
            match self {
                Self::TwoHistories => HistoryMessage::SellsNoMoreTwoHistories,
                Self::OwnCopies => HistoryMessage::SellsNoMoreOwnCopies,
                Self::GivenUp => HistoryMessage::SellsNoMoreGivenUp,
            },
        );
        match self {
            Self::OwnCopies => refusal.hint(Act::CatchUp.to(HistoryHint::CatchUpAgain)),
            Self::TwoHistories => refusal,
            Self::GivenUp => return refusal.hint(HistoryHint::SellFromCarrier),
        }
        .hint(HistoryHint::UseNewestCopy)
        .hint(Act::GiveUp.to(HistoryHint::NewHomeOtherwise))
    }
}

/// This home's log as the market shows it.
pub enum Published {
    /// The market has no log of this home.
    Nothing,
    /// The market has an object in place of the checkpoint that this home did not sign.
    Damaged,
    /// A checkpoint with a valid signature of this home.
    At(Checkpoint),
}

impl Published {
    /// Returns the published checkpoint.
    pub fn checkpoint(&self) -> Option<&Checkpoint> {
        match self {
            Self::At(checkpoint) => Some(checkpoint),
            Self::Nothing | Self::Damaged => None,
        }
    }

    /// Returns the number of published entries.
    pub fn size(&self) -> u64 {
        self.checkpoint().map_or(0, Checkpoint::size)
    }
}

/// Evidence on the market about this home's log.
pub struct MarketEvidence {
    /// The published checkpoint.
    pub published: Published,
    /// The own copies of entries beyond that checkpoint, as they were listed.
    pub own: OwnCopies,
    /// Whether the owner gave this home up.
    ended: bool,
}

/// The own log of a home as its market showed it, or the reason why it could not be read.
#[derive(Clone)]
pub struct OwnLogSeen {
    store: Arc<MarketStore>,
    evidence: Result<Arc<MarketEvidence>>,
    read: Instant,
}

impl OwnLogSeen {
    /// Returns the reason why the market could not be read, if it could not.
    pub fn problem(&self) -> Option<&Error> {
        self.evidence.as_ref().err()
    }

    /// Returns that the own log of a home is not read, because its market cannot be reached.
    ///
    /// # Errors
    /// `stopped` if the home was closed.
    pub fn unread(home: &impl Reach, why: Error) -> Result<Self> {
        Ok(Self {
            store: Reached(home).step(|context| Ok(Arc::clone(&context.store)))?,
            evidence: Err(why),
            read: Instant::now(),
        })
    }

    /// Returns whether the own log was read a moment ago, so that it need not be read again.
    pub fn is_fresh(&self) -> bool {
        self.read.elapsed() < FRESH
    }
}

/// Time for which a command and the sending that follows it use the same evidence.
const FRESH: Duration = Duration::from_secs(10);

/// Time for which they use the same published checkpoint. An older one is read again before anything
/// is sent, to notice another copy of this home.
const JUST_READ: Duration = Duration::from_secs(3);

/// Evidence that a command has read, for the sending that follows it.
pub(crate) struct RecentEvidence {
    pub(crate) evidence: Arc<MarketEvidence>,
    /// Whether its published checkpoint need not be read again.
    pub(crate) is_just_read: bool,
}

/// Reads the evidence on the market about a home's own log. The home is accessed in short steps.
/// Commands of [`Home::knowing`] then do not read it while they hold the home.
///
/// # Errors
/// `stopped` if the home was closed. A market that cannot be read is no error here.
pub fn look_at_own_log(home: &impl Reach) -> Result<OwnLogSeen> {
    let home = Reached(home);
    let outside = home.step(|context| Ok(context.outside()))?;
    let evidence = match read_evidence(&home, &outside) {
        Err(error) if error.code() == ErrorCode::Stopped => return Err(error),
        evidence => evidence.map(Arc::new),
    };
    Ok(OwnLogSeen {
        store: outside.store,
        evidence,
        read: Instant::now(),
    })
}

/// Reads the evidence on the market. Cost: two objects and one listing, and another listing if the
/// log lacks more than a part of its own copies.
pub(crate) fn read_evidence(home: &impl InSteps, outside: &Outside) -> Result<MarketEvidence> {
    let published = outside.published()?;
    let size = home.step(|context| context.read().log_size())?;
    let own = if published.size() > size {
        // The home is behind. Catching up reads the own copies.
        OwnCopies::default()
    } else {
        own_copies(home, outside, published.size(), false)?
    };
    Ok(MarketEvidence {
        published,
        own,
        ended: outside.is_ended()?,
    })
}

impl Outside {
    /// Returns this home's log as the market shows it, without a comparison.
    ///
    /// # Errors
    /// The market's errors.
    pub fn published(&self) -> Result<Published> {
        let log = MarketLog {
            store: &*self.store,
            owner: self.identity.kid(),
        };
        let Some(note) = log.found()? else {
            return Ok(Published::Nothing);
        };
        let checkpoint = note
            .ok()
            .and_then(|note| Checkpoint::verify(&note, &self.identity.public_key()).ok());
        Ok(checkpoint.map_or(Published::Damaged, Published::At))
    }

    fn is_ended(&self) -> Result<bool> {
        let path = ended_path(&self.identity.kid());
        match self.store.read(&path, Ended::MAX_BYTES as u64) {
            Ok(None) | Err(ReadError::TooLarge(_)) => Ok(false),
            Ok(Some(bytes)) => Ok(self.is_ended_by(&bytes)),
            Err(ReadError::Entry(error) | ReadError::Market(error)) => Err(error),
        }
    }

    fn is_ended_by(&self, bytes: &[u8]) -> bool {
        std::str::from_utf8(bytes)
            .ok()
            .and_then(|text| Signed::<Ended>::verify(text.trim_end()).ok())
            .is_some_and(|ended| ended.signer() == self.identity.kid())
    }
}

impl Home {
    /// Calls `ask` with the home, which then uses its own log on the market as [`look_at_own_log`]
    /// read it, and does not read it itself.
    ///
    /// # Errors
    /// The errors of `ask`.
    pub fn knowing<T>(&self, seen: &OwnLogSeen, ask: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        self.context.own_log_seen.replace(Some(seen.clone()));
        let answer = ask(self);
        self.context.own_log_seen.replace(None);
        answer
    }
}

impl Context {
    /// Checks that this home may sign as an owner and draw copies. Rejects a home that may be an
    /// older copy of itself. An unreachable market is accepted if the mark is valid.
    ///
    /// # Errors
    /// - `sells-no-more` for a closed home;
    /// - `behind-mark`, `behind-market`, `behind-own` and `behind-order` if the mark, the published
    ///   log, an own copy or an order is ahead of this home;
    /// - `two-histories` if one of them contradicts it;
    /// - `unconfirmed-home` if the mark is missing, and `mark-damaged` if it is not valid. The owner
    ///   then has to confirm this home;
    /// - `no-own-log` if there is no valid mark and the market cannot be read;
    /// - `market-denied` if the market's server denies access to the published log;
    /// - `mark-unwritable`.
    pub fn check_own_history(&self) -> Result<()> {
        self.check_known()?;
        let mark = self.checked_mark()?;
        match self.evidence() {
            Ok(evidence) => {
                self.check_evidence(&evidence)?;
                self.check_confirmed(mark)
            }
            // A server that denies access to this home's own log may hide newer entries.
            Err(error) if error.code() == ErrorCode::MarketDenied => Err(error),
            Err(error) if mark.valid().is_none() => Err(no_own_log(error)),
            Err(_) => self.check_confirmed(mark),
        }
    }

    /// Prepares for sending, before the evidence on the market is read: brings a valid mark forward.
    ///
    /// # Errors
    /// As [`Context::check_own_history`].
    pub(crate) fn prepare_to_send(&self) -> Result<FoundMark> {
        self.check_known()?;
        let mark = self.checked_mark()?;
        if mark.valid().is_some() {
            self.write_mark(mark.valid())?;
        }
        Ok(mark)
    }

    /// Checks that this home may send as an owner.
    ///
    /// # Errors
    /// As [`Context::check_own_history`].
    pub(crate) fn check_to_send(
        &self,
        mark: FoundMark,
        published: &Published,
        evidence: &MarketEvidence,
    ) -> Result<()> {
        self.check_published(published)?;
        self.check_evidence(evidence)?;
        self.check_confirmed(mark)
    }

    /// Brings a valid mark forward to this home's log. Callers do this after a commit and before
    /// they send anything. A missing or damaged mark is written only when the owner confirms the
    /// home.
    ///
    /// # Errors
    /// `behind-mark`, `two-histories`, `mark-unwritable`.
    pub fn bring_mark_forward(&self) -> Result<()> {
        match self.checked_mark()?.valid() {
            None => Ok(()),
            mark => self.write_mark(mark),
        }
    }

    /// Writes the mark of the current log unless `there` equals it.
    pub fn write_mark(&self, there: Option<Mark>) -> Result<()> {
        let mark = self.log_end(&self.read())?;
        if there == Some(mark) {
            return Ok(());
        }
        self.mark.write(mark)
    }

    /// Returns the size and root of this home's own log and the home's epoch, in the form of a
    /// mark.
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

    /// Returns whether codes of this home's log may be shown. They are shown only if the home is
    /// open and its mark is valid. Otherwise an owner could confirm a restored home with a code
    /// that it shows itself.
    pub fn shows_codes(&self) -> Result<bool> {
        Ok(self.closed()?.is_none() && self.mark.read()?.valid().is_some())
    }

    /// Compares a code that the owner typed with this home's log. A code of an earlier entry is
    /// accepted, because the log continues it.
    ///
    /// # Errors
    /// `code-ahead`, `code-differs`. Neither closes the home.
    pub fn check_code(&self, code: LogCode) -> Result<()> {
        let size = self.read().log_size()?;
        if code.size() > size {
            return Err(Error::refused(
                ErrorCode::CodeAhead,
                HistoryMessage::CodeAhead { entry: code.size() },
            )
            .hint(HistoryHint::UseNewestCopy)
            .hint(Act::CatchUp.to(HistoryHint::CatchUpFromCopies))
            .hint(Act::GiveUp.to(HistoryHint::GiveUp)));
        }
        if self.log_code(code.size())? != code {
            return Err(
                Error::refused(ErrorCode::CodeDiffers, HistoryMessage::CodeDiffers)
                    .hint(HistoryHint::CheckCode)
                    .hint(Act::GiveUp.to(HistoryHint::GiveUpIfCodeIsRight)),
            );
        }
        Ok(())
    }

    /// Checks that the owner may confirm this home: it is open, and no evidence is ahead of it.
    ///
    /// # Errors
    /// As [`Context::check_own_history`], without `unconfirmed-home` and `mark-damaged`;
    /// `no-own-log` if the market cannot be read.
    pub fn check_confirmable(&self) -> Result<()> {
        self.check_known()?;
        self.checked_mark()?;
        let evidence = self.evidence().map_err(no_own_log)?;
        self.check_evidence(&evidence)
    }

    /// Records in the mark that the owner confirmed this home.
    ///
    /// # Errors
    /// `mark-unwritable`.
    pub fn note_confirmed(&self) -> Result<()> {
        self.write_mark(None)
    }

    /// Makes the checks that do not need the market. The first one rejects changes that another
    /// program made in the database.
    fn check_known(&self) -> Result<()> {
        self.read().compare()?;
        self.check_open()?;
        match self.order_ahead()? {
            None => Ok(()),
            Some(ahead) => Err(behind_order(ahead.size(), self.log_end(&self.read())?.size)),
        }
    }

    /// Returns the mark, which may be missing or damaged. Rejects a valid mark that ends this home,
    /// is ahead of it or contradicts it.
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
                HistoryMessage::BehindMark {
                    there: mark.size,
                    size,
                },
            ));
        }
        if root_at(&reading, mark.size)? != mark.root {
            return Err(self.close(
                mark.size,
                HistoryMessage::MarkDiffers { entry: mark.size },
                &format!("mark {} {}", mark.size, mark.root),
            ));
        }
        let epoch = reading.epoch()?;
        if mark.epoch > epoch {
            reading.hold_epoch(true)?;
            return Err(behind(
                ErrorCode::BehindMark,
                HistoryMessage::BehindMarkInChanges {
                    there: mark.epoch,
                    size: epoch,
                },
            ));
        }
        Ok(found)
    }

    /// Returns the evidence on the market about this home's log: that of [`Home::knowing`], or read
    /// now. The next sending uses it as well.
    ///
    /// # Errors
    /// The market's errors.
    pub fn evidence(&self) -> Result<Arc<MarketEvidence>> {
        let seen = self.own_log_seen.borrow().clone();
        let seen = match seen.filter(|seen| Arc::ptr_eq(&seen.store, &self.store)) {
            Some(seen) => seen,
            None => OwnLogSeen {
                store: Arc::clone(&self.store),
                evidence: read_evidence(self, &self.outside()).map(Arc::new),
                read: Instant::now(),
            },
        };
        self.own_log_read.replace(Some(seen.clone()));
        seen.evidence
    }

    /// Takes the evidence that the command before has read, if it was read a moment ago from this
    /// market.
    pub(crate) fn take_evidence(&self) -> Option<RecentEvidence> {
        let read = self.own_log_read.take()?;
        let here = Arc::ptr_eq(&read.store, &self.store) && read.is_fresh();
        let is_just_read = read.read.elapsed() < JUST_READ;
        let evidence = read.evidence.ok().filter(|_| here)?;
        Some(RecentEvidence {
            evidence,
            is_just_read,
        })
    }

    /// Rejects evidence that this home was given up or is not its newest copy.
    pub fn check_evidence(&self, evidence: &MarketEvidence) -> Result<()> {
        if evidence.ended {
            return Err(self.end());
        }
        self.check_published(&evidence.published)?;
        if let Some(own) = self.contradicting(&evidence.own)? {
            let number = own.place().sequence + 1;
            return Err(self.close(
                own.place().sequence,
                HistoryMessage::OtherEntry {
                    entry: number,
                    market: self.store.url().to_owned(),
                },
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
            true => {
                let market = self.store.url().to_owned();
                Err(behind(
                    ErrorCode::BehindOwn,
                    match size {
                        0 => HistoryMessage::BehindOwnFromFirst { market },
                        size => HistoryMessage::BehindOwn { market, size },
                    },
                ))
            }
        }
    }

    /// Ends this home for good: on the market, in its mark, and in the home.
    ///
    /// # Errors
    /// The market's errors; `mark-unwritable`. The end may then be recorded in only some of these
    /// places, and the home has to be given up again.
    pub fn end_for_good(&self, ended: &Signed<Ended>) -> Result<()> {
        // If the home was ended before and then restored, the market already has such a document.
        if !self.outside().is_ended().unwrap_or(false) {
            let path = ended_path(&self.identity.kid());
            self.store.put(&path, ended.compact().as_bytes())?;
        }
        self.state_no_level()?;
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
        // The mark is not written here. It records the end already, or the next change writes it.
        let noted = self.db.begin().and_then(|writing| {
            writing.note(Setting::SellsNoMore, Closed::GivenUp.as_str())?;
            writing.commit()
        });
        match noted {
            Err(error) => error,
            Ok(_) => Closed::GivenUp.refusal(),
        }
    }

    /// Rejects a published log that is ahead of this home's log or contradicts it.
    pub fn check_published(&self, published: &Published) -> Result<()> {
        // An object that this home did not sign is damage, and will be overwritten.
        let Some(there) = published.checkpoint() else {
            return Ok(());
        };
        let size = self.log_end(&self.read())?.size;
        if there.size() > size {
            return Err(behind(
                ErrorCode::BehindMarket,
                HistoryMessage::BehindMarket {
                    market: self.store.url().to_owned(),
                    there: there.size(),
                    size,
                },
            ));
        }
        if root_at(&self.read(), there.size())? != there.root() {
            return Err(self.close(
                there.size(),
                HistoryMessage::MarketDiffers {
                    market: self.store.url().to_owned(),
                    entry: there.size(),
                },
                there.note(),
            ));
        }
        Ok(())
    }

    /// Requires a valid mark. Without one the owner has to confirm the home, because the operator of
    /// the market could hide newer evidence.
    fn check_confirmed(&self, mark: FoundMark) -> Result<()> {
        let refusal = match mark {
            FoundMark::Valid(_) => return Ok(()),
            FoundMark::Damaged(error) => error,
            FoundMark::Missing => {
                Error::refused(ErrorCode::UnconfirmedHome, HistoryMessage::Unconfirmed)
            }
        };
        Err(refusal
            .hint(HistoryHint::DoNotAskOperator)
            .hint(Act::ConfirmHome.to(HistoryHint::ConfirmWithCode)))
    }

    /// Returns the reason why this home has stopped selling, if it has.
    pub fn closed(&self) -> Result<Option<Closed>> {
        let noted = self.read().setting(Setting::SellsNoMore)?;
        // An unknown value also closes the home.
        Ok(noted.map(|text| {
            Closed::ALL
                .into_iter()
                .find(|closed| closed.as_str() == text)
                .unwrap_or(Closed::TwoHistories)
        }))
    }

    /// Rejects a home that has stopped selling.
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

    /// Reopens a home that was closed for missing entries, in the transaction that catches up.
    pub fn reopen(&self, writing: &Writing<'_>) -> Result<()> {
        if self.closed()? == Some(Closed::OwnCopies) {
            writing.unset(Setting::SellsNoMore)?;
        }
        Ok(())
    }

    /// Closes this home for good because of a contradiction at `size` entries, stores the evidence,
    /// and returns the error. If the home's own tree was tampered with, the contradiction proves
    /// nothing. The home then stays open, and the error of that check is returned.
    pub fn close(&self, size: u64, what: impl Into<Text>, evidence: &str) -> Error {
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
            Ok(()) => Error::refused(ErrorCode::TwoHistories, what)
                .hint(HistoryHint::UsePublishedCopy)
                .hint(Act::GiveUp.to(HistoryHint::NewHomeIfLost)),
        }
    }

    /// Returns the longest checkpoint of this home that was carried by an order, if the home
    /// has not reached it.
    pub fn order_ahead(&self) -> Result<Option<Checkpoint>> {
        let Some(note) = self.read().setting(Setting::OrderCheckpoint)? else {
            return Ok(None);
        };
        let ahead = Checkpoint::verify(&note, &self.identity.public_key())
            .map_err(|e| damaged(DamageMessage::CheckpointNotVerified { why: e.to_string() }))?;
        Ok((ahead.size() > self.log_end(&self.read())?.size).then_some(ahead))
    }

    /// Checks the checkpoint of this home in an order. Ignores a checkpoint that this home did not
    /// sign.
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

    /// Compares this home's log with a checkpoint of it that someone else has. Stores the longest
    /// checkpoint that is ahead of the home.
    ///
    /// # Errors
    /// `behind-order` if the checkpoint is ahead of this home; `two-histories` if it contradicts
    /// this home.
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
                HistoryMessage::BuyerSawOther { entry: seen.size() },
                seen.note(),
            ));
        }
        Ok(())
    }

    /// Returns whether this home may sell, and the problem if it may not. User interfaces show it
    /// next to the command that catches up.
    ///
    /// # Errors
    /// Database errors. An unreachable market is a state, not an error.
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
            states_availability: self.read().states_availability()?,
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

/// Returns the error for a home that is an older copy of itself.
fn behind(code: ErrorCode, message: HistoryMessage) -> Error {
    Error::refused(code, message)
        .hint(HistoryHint::UseNewestCopy)
        .hint(Act::CatchUp.to(HistoryHint::CatchUp))
}

fn behind_order(seen: u64, size: u64) -> Error {
    behind(
        ErrorCode::BehindOrder,
        HistoryMessage::BehindOrder { seen, size },
    )
}

fn no_own_log(cause: Error) -> Error {
    Error::refused(
        ErrorCode::NoOwnLog,
        HistoryMessage::NoEvidence {
            cause: Text::of(cause),
        },
    )
    .hint(HistoryHint::MakeMarketReadable)
}
