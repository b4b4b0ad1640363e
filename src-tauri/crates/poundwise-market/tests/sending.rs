//! Sending without the home: commands only commit, and what waits leaves once, in order, whatever
//! happens to the market in between.

use std::{
    fs,
    sync::{Arc, Mutex, mpsc},
    thread,
};

use crate::fixture::{
    Town, copy_folder, histogram, holding, list, log_folder, offered, paid, parsed, passphrase,
    published_size,
};
use poundwise_exchange::operations;
use poundwise_market::{
    Error, ErrorCode, Home, HomeOptions, Job, Reach, Result, Roles, Sends, Work, audit_files,
    deliver, look_at_own_log, send_waiting,
    view::{ListingView, OrderStatus},
};

/// A town's home of a shell that sends by itself.
fn apart(town: &Town, name: &str) -> Home {
    let options = HomeOptions {
        sends: Sends::Shell,
        ..town.options()
    };
    Home::open(&town.path(name), &passphrase(), &options).unwrap()
}

/// A home that notes whether the market is asked for anything while it is held.
struct Watched<'a> {
    home: &'a Home,
    asked: Mutex<Vec<String>>,
}

impl<'a> Watched<'a> {
    fn of(home: &'a Home) -> Self {
        Self {
            home,
            asked: Mutex::default(),
        }
    }

    #[track_caller]
    fn asks_nothing(&self) {
        let asked = self.asked.lock().unwrap();
        assert!(asked.is_empty(), "{asked:?}");
    }
}

impl Reach for Watched<'_> {
    fn ask<T>(&self, ask: impl FnOnce(&Home) -> Result<T>) -> Result<T> {
        let _ = operations::take();
        let answer = ask(self.home);
        let asked = operations::take().into_iter();
        let mut all = self.asked.lock().unwrap();
        all.extend(asked.map(|(operation, name)| format!("{operation:?} {name}")));
        answer
    }
}

/// A shop whose owner's shell sends.
fn shop(town: &Town) -> (Home, Home, ListingView) {
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    drop(owner);
    let ann = town.home("ann");
    drop(ann);
    (apart(town, "owner"), apart(town, "ann"), listing)
}

#[test]
fn commands_commit_and_the_sending_asks_nothing_of_the_market_while_it_holds_the_home() {
    let town = Town::new();
    let (owner, ann, listing) = shop(&town);
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    assert!(owner.seller().inbox().unwrap().is_empty());
    assert_eq!(ann.undelivered().unwrap(), 1);
    let watched = Watched::of(&ann);
    let sent = send_waiting(&watched).unwrap();
    assert_eq!((sent.written, sent.waiting), (1, 0));
    watched.asks_nothing();
    assert_eq!(send_waiting(&watched).unwrap().written, 0);

    assert_eq!(owner.seller().inbox().unwrap().len(), 1);
    let watched = Watched::of(&owner);
    let seen = look_at_own_log(&watched).unwrap();
    let begin = |home: &Home| home.seller().begin_approval(&parsed(&order.id), paid(""));
    let approval = watched.ask(|home| home.knowing(&seen, begin)).unwrap();
    let approved = approval.run(&Work::silent()).unwrap();
    watched
        .ask(|home| poundwise_market::Approval::finish(home, approved))
        .unwrap();
    assert_eq!(published_size(&town, &owner), 1, "only the population");
    assert!(ann.buyer().collect().unwrap().releases.is_empty());
    let sent = send_waiting(&watched).unwrap();
    assert!(sent.problem.is_none() && sent.waiting == 0);
    assert_eq!(published_size(&town, &owner), 2);
    deliver(&watched).unwrap();
    watched.asks_nothing();
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
}

#[test]
fn what_was_committed_offline_leaves_once_when_the_market_returns() {
    let town = Town::new();
    let (owner, ann, listing) = shop(&town);
    offered(&ann, "");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    send_waiting(&ann).unwrap();
    owner.seller().inbox().unwrap();

    let (market, unplugged) = (town.path("market"), town.path("unplugged"));
    fs::rename(&market, &unplugged).unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    for _ in 0..3 {
        let sent = send_waiting(&owner).unwrap();
        let problem = sent.problem.unwrap();
        assert!(problem.code().is_offline(), "{problem}");
        assert!(sent.waiting >= 2, "the log and the delivery");
    }
    // Approved again by somebody who saw nothing happen, it is the same sale.
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    fs::rename(&unplugged, &market).unwrap();
    let sent = send_waiting(&owner).unwrap();
    assert!(sent.problem.is_none() && sent.waiting == 0);
    assert_eq!(owner.seller().receipts().unwrap().len(), 1);
    let collected = ann.buyer().collect().unwrap();
    assert_eq!((collected.releases.len(), collected.alarms.len()), (1, 0));
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert!(
        report.headline().contains("1 receipt"),
        "{}",
        report.headline()
    );
    assert_eq!(report.findings().len(), 0);
}

#[test]
fn a_delivery_that_the_market_does_not_take_keeps_no_other_one_waiting() {
    let town = Town::new();
    let (owner, ann, listing) = shop(&town);
    let ben = town.home("ben");
    // A file in place of the folder of Ann's deliveries.
    let folder = town.path("market/deliveries");
    fs::create_dir_all(&folder).unwrap();
    let of_ann = folder.join(ann.view().kid.to_string());
    fs::write(&of_ann, "no folder").unwrap();
    for buyer in [&ann, &ben] {
        let order = buyer.buyer().order(&parsed(&listing.id), parsed("1"));
        send_waiting(buyer).unwrap();
        owner.seller().inbox().unwrap();
        let order = order.unwrap().id;
        owner.seller().approve(&parsed(&order), paid("")).unwrap();
    }
    for _ in 0..2 {
        let sent = send_waiting(&owner).unwrap();
        let problem = sent.problem.unwrap();
        assert_eq!(problem.code(), ErrorCode::MarketEntry);
        assert!(!problem.code().is_offline());
        let name = format!("deliveries/{}/", ann.view().kid);
        assert!(problem.message().contains(&name), "{problem}");
        assert_eq!(sent.waiting, 1);
    }
    assert_eq!(ben.buyer().collect().unwrap().releases.len(), 1);
    let refused = deliver(&owner).unwrap_err();
    assert_eq!(refused.code(), ErrorCode::MarketEntry);
    fs::remove_file(&of_ann).unwrap();
    assert_eq!(deliver(&owner).unwrap().undelivered, 0);
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
}

/// A home shared between threads, as a window shares it.
#[derive(Clone)]
struct Shared(Arc<Mutex<Home>>);

impl Reach for Shared {
    fn ask<T>(&self, ask: impl FnOnce(&Home) -> Result<T>) -> Result<T> {
        ask(&self.0.lock().unwrap())
    }
}

#[test]
fn two_senders_and_new_sales_never_put_an_older_checkpoint_over_a_newer_one() {
    let town = Town::new();
    let (owner, ann, listing) = shop(&town);
    let checkpoint = log_folder(&town, &owner).join("checkpoint");
    let shared = Shared(Arc::new(Mutex::new(owner)));
    let (done, end) = mpsc::channel::<()>();
    let watcher = thread::spawn({
        let checkpoint = checkpoint.clone();
        move || {
            let mut last = 0;
            loop {
                if let Ok(note) = fs::read_to_string(&checkpoint) {
                    let size = note.lines().nth(1).unwrap().parse::<u64>().unwrap();
                    assert!(size >= last, "{size} after {last}");
                    last = size;
                }
                if end.try_recv() == Err(mpsc::TryRecvError::Disconnected) {
                    return last;
                }
                thread::yield_now();
            }
        }
    });
    let senders: Vec<_> = (0..2)
        .map(|_| {
            let shared = shared.clone();
            thread::spawn(move || {
                for _ in 0..60 {
                    send_waiting(&shared).unwrap();
                }
            })
        })
        .collect();
    for level in ["1", "2", "3", "4", "5"] {
        let order = ann
            .buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap();
        send_waiting(&ann).unwrap();
        shared
            .ask(|home| {
                home.seller().inbox()?;
                home.seller().approve(&parsed(&order.id), paid("cash"))
            })
            .unwrap();
        send_waiting(&shared).unwrap();
        assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1, "{level}");
    }
    for sender in senders {
        sender.join().unwrap();
    }
    drop(done);
    assert_eq!(watcher.join().unwrap(), 6);
    assert_eq!(holding(&ann, &listing).level, 5_000_000);
}

#[test]
fn old_copy_sends_orders_and_nothing_of_its_log() {
    let town = Town::new();
    let (owner, ann, listing) = shop(&town);
    drop(owner);
    copy_folder(&town.path("owner"), &town.path("twin"));
    let owner = apart(&town, "owner");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    send_waiting(&ann).unwrap();
    owner.seller().inbox().unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    send_waiting(&owner).unwrap();
    drop(owner);
    let twin = apart(&town, "twin");
    let offers = offered(&twin, "");
    let refused = twin
        .seller()
        .withdraw(&parsed(&offers[0].id), "old")
        .and_then(|_| {
            let sent = send_waiting(&twin)?;
            Ok(sent.problem.map(|problem: Error| problem.code()))
        });
    match refused {
        Ok(code) => assert_eq!(code, Some(ErrorCode::BehindMark)),
        Err(error) => assert_eq!(error.code(), ErrorCode::BehindMark),
    }
    assert_eq!(published_size(&town, &twin), 2);
    assert_eq!(offered(&ann, "").len(), 1, "the listing is still open");
    let orders = ann.buyer().orders().unwrap();
    assert_eq!(orders[0].status, OrderStatus::Pending);
}
