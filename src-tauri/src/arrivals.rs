//! Arrivals since the home was opened, each reported once.

use std::collections::HashSet;

use poundwise_market::{
    ByRule, ErrorCode, Home, Job, Reach, Roles, Work, collect, deliveries_waiting,
    error::ErrorView,
    fetch_orders,
    view::{Collected, OrderView, RuleUse},
};
use serde::Serialize;

use crate::session::{Held, Session};

/// The orders and deliveries that wait, and the orders that rules just approved.
pub(crate) struct Look {
    orders: Vec<OrderView>,
    approved: Vec<RuleUse>,
    deliveries: Vec<String>,
    collected: Option<Collected>,
    stopped: Option<ErrorView>,
    /// Whether deliveries would have been collected, but for other work under way.
    held_back: bool,
}

impl Look {
    /// Returns whether to look again as soon as nothing else is under way.
    pub(crate) fn is_held_back(&self) -> bool {
        self.held_back
    }

    /// Lets the rules approve what they may, collects what waits if `collects`, then reads what
    /// waits. The market is read, and releases are computed, without the home. Returns `None` if
    /// another home is open by then.
    pub(crate) fn at(
        session: &Session,
        home: &str,
        collects: bool,
    ) -> Option<poundwise_market::Result<Self>> {
        let held = session.held_in(home)?;
        let mut approved = Vec::new();
        let swept = sweep(session, &held, &mut approved);
        if !approved.is_empty() {
            session.sent_soon();
        }
        let stopped = match swept {
            Err(error) if error.code() == ErrorCode::Stopped => return None,
            swept => swept.err().map(|error| error.view()),
        };
        let idle = session.works().is_idle();
        let collected = match brought(&held, collects && idle) {
            Err(error) if error.code() == ErrorCode::Stopped => return None,
            // Whoever collects by hand is told what is wrong.
            collected => collected.ok().flatten(),
        };
        let turns = session.sender().turns();
        let waiting = held
            .ask(|home| home.seller().waiting())
            .and_then(|inbox| Ok((inbox, deliveries_waiting(&held)?)));
        session
            .sender()
            .found(held.opening(), turns, waiting.as_ref().err());
        match waiting {
            Err(error) if error.code() == ErrorCode::Stopped => None,
            waiting => Some(waiting.map(|(inbox, deliveries)| Self {
                orders: inbox.into_iter().map(|item| item.order).collect(),
                approved,
                held_back: collects && !idle && !deliveries.is_empty(),
                deliveries,
                collected,
                stopped,
            })),
        }
    }
}

/// Collects the deliveries that wait, if there are any. Nothing is collected while something else
/// is under way: that may be a collection, or the closing of what it would change.
fn brought(held: &Held<'_>, collects: bool) -> poundwise_market::Result<Option<Collected>> {
    if !collects || deliveries_waiting(held)?.is_empty() {
        return Ok(None);
    }
    collect(held, &Work::silent()).map(Some)
}

/// Fetches orders, and applies the rules to each that waits.
fn sweep(
    session: &Session,
    held: &Held<'_>,
    approved: &mut Vec<RuleUse>,
) -> poundwise_market::Result<()> {
    fetch_orders(held, &Work::silent())?;
    if !held.ask(|home| home.seller().has_sweep())? {
        return Ok(());
    }
    let known = session.own_log(held)?;
    let begin = |home: &Home| home.seller().begin_sweep_of_waiting();
    let mut sweep = held.ask(|home| home.knowing(&known, begin))?;
    while let Some(next) = held.ask(|home| home.seller().next_by_rule(&mut sweep))? {
        let ready = next.run(&Work::silent())?;
        approved.extend(held.ask(|home| ByRule::finish(home, ready))?);
    }
    Ok(())
}

/// New arrivals, as the window receives them.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct Arrived {
    /// The home's folder: news may come before the window knows that this home is open.
    home: String,
    /// Orders that wait for an answer.
    orders: Vec<OrderView>,
    /// Orders that rules approved.
    approved: Vec<RuleUse>,
    /// The number of new deliveries that wait.
    deliveries: usize,
    /// Result of the automatic collection.
    collected: Option<Collected>,
    /// Error that kept the rules from looking at every order.
    stopped: Option<ErrorView>,
}

/// The arrivals of one opened home that were reported already.
#[derive(Default)]
pub(crate) struct Known {
    orders: HashSet<String>,
    deliveries: HashSet<String>,
    /// The last reported message of an error that stopped the rules.
    stopped: Option<String>,
}

impl Known {
    /// Returns the news in that home. In the `first` look after opening, only what its rules did
    /// and what was collected is news.
    pub(crate) fn news(&mut self, home: &str, look: Look, first: bool) -> Option<Arrived> {
        let mut orders = look.orders;
        orders.retain(|order| self.orders.insert(order.id.to_string()) && !first);
        let fresh = look
            .deliveries
            .into_iter()
            .filter(|path| self.deliveries.insert(path.clone()))
            .count();
        let deliveries = if first { 0 } else { fresh };
        let message = look.stopped.as_ref().map(|error| error.message.clone());
        let stops_anew = message != self.stopped;
        self.stopped = message;
        let nothing = orders.is_empty()
            && look.approved.is_empty()
            && deliveries == 0
            && look.collected.is_none()
            && !stops_anew;
        (!nothing).then(|| Arrived {
            home: home.to_owned(),
            orders,
            approved: look.approved,
            deliveries,
            collected: look.collected,
            stopped: look.stopped,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, mpsc};

    use poundwise_market::{Error, Home, PaymentNote, Roles};
    use poundwise_sample::Seat;
    use poundwise_words::Text;
    use tauri::{async_runtime, ipc::Channel};

    use super::{ErrorCode, Known, Look, Session};
    use crate::{args::Args, recent::Recent, sample::SampleMarket, work::long, works::Call};

    fn deliveries(paths: &[&str]) -> Look {
        Look {
            orders: Vec::new(),
            approved: Vec::new(),
            deliveries: paths.iter().map(|path| (*path).to_owned()).collect(),
            collected: None,
            stopped: None,
            held_back: false,
        }
    }

    /// An import is not to find another ledger at its end than at its beginning.
    #[test]
    fn what_arrives_is_collected_once_nothing_else_is_under_way() {
        let folder = tempfile::tempdir().expect("a folder");
        let session = Arc::new(Session::new(
            Args::default(),
            Recent::in_folder(folder.path()),
        ));
        let market = SampleMarket::make().expect("a market");
        session
            .show_sample(market, Seat::Clinic, "a test")
            .expect("the clinic");
        let approve = |home: &Home| {
            let waiting = home.seller().inbox()?.remove(0).order.id.into();
            home.seller()
                .approve(&waiting, "cash".parse::<PaymentNote>()?)?;
            home.deliver()
        };
        session.with_home(approve).expect("approved");
        session
            .change_seat(Seat::Insurer, "a test")
            .expect("the insurer");
        let home = session.home().expect("a home").dir;
        let look = |collects| {
            Look::at(&session, &home, collects)
                .expect("the same home")
                .expect("a look")
        };
        // Whoever collects by hand is told, and nothing more.
        let by_hand = look(false);
        assert_eq!(by_hand.deliveries.len(), 1);
        assert!(by_hand.collected.is_none() && !by_hand.is_held_back());

        let (begun, beginning) = mpsc::channel();
        let (end, ending) = mpsc::channel::<()>();
        let own = Arc::clone(&session);
        let work = async_runtime::spawn(async move {
            let call = Call {
                id: "work-1".to_owned(),
                progress: Channel::new(|_| Ok(())),
            };
            long(&own, call, move |_| {
                begun.send(()).expect("somebody waits");
                ending.recv().expect("somebody ends it");
                Ok(())
            })
            .await
        });
        beginning.recv().expect("it begins");
        let busy = look(true);
        assert_eq!(busy.deliveries.len(), 1);
        assert!(busy.collected.is_none() && busy.is_held_back());
        end.send(()).expect("it waits");
        assert!(async_runtime::block_on(work).expect("it ends").is_ok());

        let idle = look(true);
        assert_eq!(idle.collected.expect("collected").releases.len(), 1);
        assert!(idle.deliveries.is_empty());
    }

    #[test]
    fn what_was_there_at_the_opening_is_no_news_and_news_is_told_once() {
        let mut known = Known::default();
        assert!(known.news("home", deliveries(&["a"]), true).is_none());
        assert!(known.news("home", deliveries(&["a"]), false).is_none());
        let news = known
            .news("home", deliveries(&["a", "b", "c"]), false)
            .expect("news");
        assert_eq!(news.deliveries, 2);
        assert!(
            known
                .news("home", deliveries(&["a", "b", "c"]), false)
                .is_none()
        );
        // Fewer deliveries are no news: they were collected.
        assert!(known.news("home", deliveries(&[]), false).is_none());
    }

    #[test]
    fn what_stops_the_rules_is_told_when_it_begins_and_when_it_ends() {
        let mut known = Known::default();
        let stopped = || Look {
            stopped: Some(Error::failed(ErrorCode::DiskFull, Text::verbatim("Full.")).view()),
            ..deliveries(&[])
        };
        let news = known.news("home", stopped(), true).expect("news");
        assert_eq!(news.stopped.expect("an error").code, ErrorCode::DiskFull);
        assert!(known.news("home", stopped(), false).is_none());
        let news = known.news("home", deliveries(&[]), false).expect("news");
        assert!(news.stopped.is_none());
    }
}
