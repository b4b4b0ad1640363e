//! Sending without the home: what waits is asked of it in short steps, written to the market in
//! between, and noted in the home once it is there.
//!
//! [`Context::begin_sending`] returns the next objects, [`Sending::run`] writes them, and
//! [`Context::finish_sending`] notes them. Each step looks at the home as it is then. The order is
//! that of [`crate::outbox`]: the mark, the documents with the entries of the log that they follow,
//! and deliveries last. A delivery or an order that the market does not take is left, and the others
//! are sent: none of them depends on it. A home has one sender at a time ([`crate::turn::Turn`]), so
//! that no older checkpoint is written after a newer one.

use std::sync::Arc;

use poundwise_base::sending::{is_heard, tell};
use poundwise_documents::{
    market::{DELIVERIES, ORDERS, log_path},
    tiles::{CHECKPOINT, changed},
};

use crate::{
    error::{Error, ErrorCode, ErrorKind, Result},
    exchange::{MarketStore, one_object},
    home::Context,
    mark::FoundMark,
    messages::OpeningMessage,
    outbox::delivered,
    own_log::{MarketEvidence, OwnCopy, Published, RecentEvidence, read_evidence},
    reach::{InSteps, Outside, Reach, Reached},
    store::{Outgoing, Waiting},
    turn::{MyTurn, Sends},
    view::Delivered,
};

/// Most objects of the log that one step of a sending has in memory.
const MOST: usize = 64;

/// What a sending looks at before it sends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The market is compared with the home, whether or not anything waits.
    Market,
    /// Only what waits is sent.
    Waiting,
}

/// The outcome of a sending.
pub struct Sent {
    /// Number of objects that were written.
    pub written: u64,
    /// Number of objects that wait. The log counts as one while the market does not have all of it.
    pub waiting: u64,
    /// The error that ended the sending, if the market could not be reached or this home may not
    /// send as an owner; otherwise that of the first object that the market does not take.
    pub problem: Option<Error>,
}

/// Sends what waits, in order, with the home accessed in short steps. Waits for its turn. An
/// unreachable market is no error of this call.
///
/// # Errors
/// The database's errors; `mark-unwritable`; `stopped` if the home was closed.
pub fn send_waiting(home: &impl Reach) -> Result<Sent> {
    let _turn = turn_to_send(home)?;
    let home = Reached(home);
    let mut written = 0;
    let problem = send(&home, Scope::Waiting, &mut written)?;
    Ok(Sent {
        written,
        waiting: home.step(Context::undelivered)?,
        problem,
    })
}

/// Sends and repairs as [`crate::Home::deliver`], with the home accessed in short steps.
///
/// # Errors
/// As there; `stopped` if the home was closed.
pub fn deliver(home: &impl Reach) -> Result<Delivered> {
    let _turn = turn_to_send(home)?;
    let home = Reached(home);
    let problem = send(&home, Scope::Market, &mut 0)?;
    delivered(&home, problem)
}

/// Waits for the turn of the sender of a home, which is then the caller's until it drops it. A
/// command that sends by itself while it holds the home takes it first.
///
/// # Errors
/// `stopped` if the home was closed.
pub fn turn_to_send(home: &impl Reach) -> Result<MyTurn> {
    let turn = Reached(home).step(|context| Ok(Arc::clone(&context.turn)))?;
    Ok(turn.wait())
}

/// Sends, and returns the error that ended the sending, if it is the market's or a refusal.
pub(crate) fn send(home: &impl InSteps, scope: Scope, written: &mut u64) -> Result<Option<Error>> {
    // Counted only if somebody is told.
    let waiting = || match is_heard() {
        true => home.step(Context::undelivered),
        false => Ok(0),
    };
    let total = waiting()?;
    if total > 0 {
        tell(0, total);
    }
    let (mut route, refusal) = match prepared(home, scope) {
        Ok(None) => return Ok(None),
        Ok(Some(route)) => (route, None),
        Err(error) if error.code().is_offline() => return Ok(Some(error)),
        // Orders to others say nothing of this home's log.
        Err(error) if ends_sending(&error) => (home.step(|c| Ok(c.orders_only()))?, Some(error)),
        Err(error) => return Err(error),
    };
    while let Some(sending) = home.step(|context| context.begin_sending(&mut route))? {
        let outcome = sending.run();
        *written += outcome.written;
        let problem = home.step(|context| context.finish_sending(&mut route, outcome))?;
        match problem {
            None => {}
            Some(error) if ends_sending(&error) => return Ok(Some(refusal.unwrap_or(error))),
            Some(error) => return Err(error),
        }
        let left = waiting()?;
        if total > 0 {
            tell(total.saturating_sub(left), total);
        }
    }
    Ok(refusal.or(route.not_taken.problem))
}

/// Returns whether an error ends a sending without being one of the home: the market's errors and
/// refusals.
fn ends_sending(error: &Error) -> bool {
    error.kind() == ErrorKind::Refused || error.code().is_of_market()
}

/// Compares the market with the home, and returns the route of a sending; `None` if nothing is to
/// be sent.
fn prepared(home: &impl InSteps, scope: Scope) -> Result<Option<Route>> {
    // A seller's documents are sent only after this home was compared with the evidence on the
    // market.
    let begun = match home.step(|context| context.begin_to_send(scope))? {
        Begun::Nothing => return Ok(None),
        Begun::Orders(route) => return Ok(Some(*route)),
        Begun::Compare(begun) => begun,
    };
    let Compare {
        outside,
        mark,
        marked,
        evidence,
    } = *begun;
    let (published, evidence) = match evidence {
        Some(recent) if recent.is_just_read => (None, recent.evidence),
        // The checkpoint is what must not be written over.
        Some(recent) => (Some(outside.published()?), recent.evidence),
        None => (None, Arc::new(read_evidence(home, &outside)?)),
    };
    let there = published.as_ref().unwrap_or(&evidence.published);
    home.step(|context| context.check_to_send(mark, there, &evidence))?;
    Ok(Some(Route {
        there: there.size(),
        marked,
        evidence: Some(evidence),
        outside,
        publication: None,
        not_taken: NotTaken::default(),
    }))
}

/// The way that a sending goes.
pub(crate) struct Route {
    outside: Outside,
    /// Number of entries that the market shows.
    there: u64,
    /// Number of entries that the mark covers.
    marked: u64,
    /// What was compared with the home; without it, only orders to others are sent.
    evidence: Option<Arc<MarketEvidence>>,
    /// The part of the log that is being published.
    publication: Option<Publication>,
    /// The objects that the market does not take.
    not_taken: NotTaken,
}

/// The objects of the outbox that the market did not take in one sending.
#[derive(Default)]
struct NotTaken {
    /// Their numbers in the outbox.
    numbers: Vec<u64>,
    /// The error of the first of them.
    problem: Option<Error>,
}

/// The publication of the log from `there` to `end` entries, and how far it is.
#[derive(Clone, Copy)]
struct Publication {
    there: u64,
    end: u64,
    /// Number of the next entry whose own copy is sent.
    next_copy: u64,
    /// Number of tiles that were sent.
    tiles: usize,
}

enum Begun {
    Nothing,
    Orders(Box<Route>),
    Compare(Box<Compare>),
}

struct Compare {
    outside: Outside,
    mark: FoundMark,
    marked: u64,
    evidence: Option<RecentEvidence>,
}

/// Objects to be written next, in this order.
pub(crate) struct Sending {
    outside: Outside,
    parcels: Vec<Parcel>,
    /// How far the publication is once they are written; `None` for an object of the outbox.
    publication: Option<(Publication, bool)>,
}

enum Parcel {
    /// An object of the outbox.
    Object(Outgoing),
    /// An own copy, and whether none of its name was ever sent.
    OwnCopy(OwnCopy, bool),
    /// A tile or an entry bundle that no published checkpoint covers: it is not read yet.
    NewTile(String, Vec<u8>),
    /// Another tile or entry bundle, or the checkpoint.
    Log(String, Vec<u8>),
}

/// What was written of a [`Sending`].
pub(crate) struct Outcome {
    written: u64,
    /// Numbers in the outbox of the objects that were written.
    objects: Vec<u64>,
    publication: Option<(Publication, bool)>,
    /// Number in the outbox of a delivery or an order that the market does not take.
    not_taken: Option<u64>,
    problem: Option<Error>,
}

impl Outgoing {
    /// Returns whether no other object that is sent later depends on this one. A buyer leaves a
    /// delivery on the market until it has the one before it, and a seller a cancellation until it
    /// has the order.
    fn is_by_itself(&self) -> bool {
        let folder = self.path.split('/').next();
        folder.is_some_and(|folder| [DELIVERIES, ORDERS].contains(&folder))
    }
}

impl Sending {
    /// Writes the objects in order, up to the first that cannot be written. Needs no home.
    pub(crate) fn run(self) -> Outcome {
        let mut outcome = Outcome {
            written: 0,
            objects: Vec::new(),
            publication: self.publication,
            not_taken: None,
            problem: None,
        };
        for parcel in &self.parcels {
            let wrote = match parcel {
                // Nobody has written under these names but this home, with the same bytes: nothing
                // is read before.
                Parcel::Object(object) => self
                    .outside
                    .store
                    .put_new(&object.path, &object.body)
                    .map(|()| true),
                Parcel::Log(path, bytes) => self.outside.store.put_new(path, bytes).map(|()| true),
                Parcel::NewTile(path, bytes) => {
                    self.outside.store.put_unread(path, bytes).map(|()| true)
                }
                Parcel::OwnCopy(copy, is_new) => self.outside.write_own_copy(copy, *is_new),
            };
            match wrote {
                Ok(wrote) => outcome.written += u64::from(wrote),
                Err(problem) => {
                    if let Parcel::Object(object) = parcel
                        && object.is_by_itself()
                        && one_object(&problem)
                    {
                        outcome.not_taken = Some(object.number);
                    }
                    outcome.problem = Some(problem);
                    return outcome;
                }
            }
            if let Parcel::Object(object) = parcel {
                outcome.objects.push(object.number);
            }
        }
        outcome
    }
}

impl Context {
    /// Returns a route on which only orders to others are sent.
    fn orders_only(&self) -> Route {
        Route {
            outside: self.outside(),
            there: 0,
            marked: 0,
            evidence: None,
            publication: None,
            not_taken: NotTaken::default(),
        }
    }

    fn begin_to_send(&self, scope: Scope) -> Result<Begun> {
        if scope == Scope::Waiting && self.is_log_sent()? {
            match self.read().next_outgoing(Waiting::Others, &[])? {
                Some(_) => {}
                None if self.read().next_outgoing(Waiting::Orders, &[])?.is_none() => {
                    return Ok(Begun::Nothing);
                }
                None => return Ok(Begun::Orders(Box::new(self.orders_only()))),
            }
        }
        Ok(Begun::Compare(Box::new(Compare {
            mark: self.prepare_to_send()?,
            marked: self.read().log_size()?,
            evidence: self.take_evidence().filter(|_| scope == Scope::Waiting),
            outside: self.outside(),
        })))
    }

    /// Returns whether this market was sent the whole log and its own copies.
    fn is_log_sent(&self) -> Result<bool> {
        let (reading, market) = (self.read(), self.store.url());
        let size = reading.log_size()?;
        Ok(reading.published(market)? == size && reading.own_copies_sent(market)? == size)
    }

    fn is_same_market(&self, route: &Route) -> bool {
        Arc::<MarketStore>::ptr_eq(&self.store, &route.outside.store)
    }

    /// Returns the next objects to be written, as the home is now; `None` if nothing more waits, or
    /// the home was moved to another market.
    ///
    /// [`Outgoing::after`] is the size of the log at the commit of an object. The object is sent
    /// when that many entries are published, and later entries are published after it. Deliveries
    /// are sent last: a buyer must find the log at least as long as a delivery states.
    ///
    /// # Errors
    /// The database's errors; `sells-no-more`.
    pub(crate) fn begin_sending(&self, route: &mut Route) -> Result<Option<Sending>> {
        if !self.is_same_market(route) {
            return Ok(None);
        }
        let object = |object: Option<Outgoing>| {
            Ok(object.map(|object| Sending {
                outside: route.outside.clone(),
                parcels: vec![Parcel::Object(object)],
                publication: None,
            }))
        };
        let reading = self.read();
        if route.evidence.is_none() {
            return object(reading.next_outgoing(Waiting::Orders, &route.not_taken.numbers)?);
        }
        self.check_open()?;
        if let Some(publication) = route.publication {
            return self.publish(route, publication).map(Some);
        }
        let size = reading.log_size()?;
        if size > route.marked {
            // Entries of a command that came in between: none leaves before the mark covers it.
            self.bring_mark_forward()?;
            route.marked = size;
        }
        let next = reading.next_outgoing(Waiting::BeforeDeliveries, &route.not_taken.numbers)?;
        let end = next.as_ref().map_or(size, |next| next.after.min(size));
        if route.there < end {
            let publication = self.publication(route.there, end)?;
            return self.publish(route, publication).map(Some);
        }
        if next.is_some() {
            return object(next);
        }
        if !self.is_log_sent()? {
            // Records the published size for this market, even if all entries were already there.
            let publication = self.publication(route.there, size)?;
            return self.publish(route, publication).map(Some);
        }
        object(reading.next_outgoing(Waiting::All, &route.not_taken.numbers)?)
    }

    /// Returns a publication of the log up to `end` entries. `there` is the size of the log that
    /// the market shows. The size that this home remembers would be wrong if the market lost the
    /// log or was restored to an older state.
    fn publication(&self, there: u64, end: u64) -> Result<Publication> {
        // Own copies that this home has not sent to this market are sent, whatever it shows.
        let named = self.read().own_copies_sent(self.store.url())?;
        Ok(Publication {
            there,
            end,
            next_copy: there.min(named),
            tiles: 0,
        })
    }

    /// Returns the next part of a publication. Own copies of the entries leave first, then tiles
    /// and entry bundles, then the checkpoint. An older copy of this home can therefore catch up
    /// with every published entry. Cost: four objects of up to 9 KiB for a sale.
    fn publish(&self, route: &Route, at: Publication) -> Result<Sending> {
        let checkpoint = self.own_checkpoint(&self.read().checkpoint_note(at.end)?)?;
        let named = self.read().own_copies_sent(self.store.url())?;
        let (mut parcels, mut next) = (Vec::new(), at);
        while next.next_copy < at.end && parcels.len() < MOST {
            let Some(copy) = self.own_copy_of(next.next_copy)? else {
                break;
            };
            let is_new = route.evidence.as_ref().is_some_and(|evidence| {
                let listed = evidence.published.size().max(named);
                copy.sequence >= listed && !evidence.own.has(copy.sequence)
            });
            next.next_copy += 1;
            parcels.push(Parcel::OwnCopy(copy, is_new));
        }
        let kid = self.identity.kid();
        if next.next_copy >= at.end {
            let room = MOST.saturating_sub(parcels.len());
            // A damaged checkpoint may be a newer one, whose tiles are read.
            let is_known = route
                .evidence
                .as_ref()
                .is_some_and(|evidence| !matches!(evidence.published, Published::Damaged));
            let parcel = if is_known {
                Parcel::NewTile
            } else {
                Parcel::Log
            };
            for tile in changed(at.there, at.end).skip(at.tiles).take(room) {
                let path = log_path(&kid, &tile.to_string());
                parcels.push(parcel(path, self.tile(tile)?));
                next.tiles += 1;
            }
        }
        let ends = next.next_copy >= at.end && changed(at.there, at.end).nth(next.tiles).is_none();
        if ends && at.there < at.end {
            let note = checkpoint.note().as_bytes().to_vec();
            parcels.push(Parcel::Log(log_path(&kid, CHECKPOINT), note));
        }
        Ok(Sending {
            outside: route.outside.clone(),
            parcels,
            publication: Some((next, ends)),
        })
    }

    /// Notes what was written, and returns the error that ended the writing, if one did. An object
    /// that the market does not take ends nothing, and is noted in the route.
    ///
    /// # Errors
    /// The database's errors.
    pub(crate) fn finish_sending(
        &self,
        route: &mut Route,
        outcome: Outcome,
    ) -> Result<Option<Error>> {
        if !self.is_same_market(route) {
            return Ok(outcome.problem);
        }
        if !outcome.objects.is_empty() {
            let writing = self.db.begin()?;
            for number in outcome.objects {
                writing.mark_sent(number)?;
            }
            writing.commit()?;
        }
        if outcome.problem.is_none()
            && let Some((publication, ends)) = outcome.publication
        {
            route.publication = (!ends).then_some(publication);
            if ends {
                route.there = publication.end;
                let writing = self.db.begin()?;
                writing.note_published(self.store.url(), publication.end)?;
                self.commit(writing)?;
            }
        }
        if let Some(number) = outcome.not_taken {
            let NotTaken { numbers, problem } = &mut route.not_taken;
            numbers.push(number);
            *problem = problem.take().or(outcome.problem);
            return Ok(None);
        }
        Ok(outcome.problem)
    }

    /// Sends what can be sent after a commit, unless the shell sends. The commit is done, so a
    /// failure here does not fail the command: the outbox keeps the objects for the next sending.
    pub fn send(&self) {
        if self.sends == Sends::AtOnce {
            let _ = self.send_here(Scope::Waiting);
        }
    }

    /// Sends as [`Context::send`], and compares the market with the home, which is new to it.
    pub(crate) fn send_all(&self) {
        if self.sends == Sends::AtOnce {
            let _ = self.empty_outbox();
        }
    }

    /// Sends as [`crate::Home::deliver`], and returns the market's error if that ended the sending.
    ///
    /// # Errors
    /// As there.
    pub fn empty_outbox(&self) -> Result<Option<Error>> {
        self.send_here(Scope::Market)
    }

    /// Sends as [`send`] with the home held all the while.
    ///
    /// # Errors
    /// The database's errors; `mark-unwritable`.
    fn send_here(&self, scope: Scope) -> Result<Option<Error>> {
        match self.turn.take() {
            Some(_turn) => send(self, scope, &mut 0),
            // That sender asks this home again, and sends all that waits.
            None => Ok(Some(Error::failed(
                ErrorCode::Busy,
                OpeningMessage::SendingElsewhere,
            ))),
        }
    }
}
