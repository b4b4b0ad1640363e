//! Deaths of the program: at each of the named points that its work passes, one after the other,
//! until it lives to its end.
//!
//! What would be wrong if these failed: a sale lost, made twice or signed differently, a home that
//! no passphrase opens, a secret that is still there after it was erased.

use crate::fixture::drafts::{binned, texts};
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use poundwise_documents::kinds::Settlement;
use poundwise_market::{
    Home, Job, Roles, Work, audit_files,
    view::{DatasetState, ListingStatus, RuleDraft},
};

use crate::{
    camt::IBAN,
    fixture::{
        Town,
        again::{again, ran},
        buy, copy_folder, elsewhere, histogram, list, mean_income, offered, owner_and_ann, paid,
        parsed, passphrase, population, sell,
        shop::{Shop, transfer},
        tree, typed, values,
    },
    invoices,
    seal::{ciphertext, pieces, vector},
};
use tempfile::TempDir;

/// Set in a process that a test started to die: the town's folder, and the time there.
const FOLDER: &str = "POUNDWISE_TEST_FOLDER";
const NOW: &str = "POUNDWISE_TEST_NOW";

/// The town's folder and a home in it, in a process that a test started to die.
fn victim(name: &str) -> Option<(PathBuf, Home)> {
    let folder = PathBuf::from(env::var_os(FOLDER)?);
    let now = env::var(NOW).unwrap().parse().unwrap();
    let home = elsewhere(&folder, now, name);
    Some((folder, home))
}

/// A test of this file in a process of its own.
fn process<T: FnOnce()>(test: T, town: &Town) -> Command {
    let mut command = again(test);
    command
        .env(FOLDER, town.dir.path())
        .env(NOW, town.now().to_string());
    command
}

/// A town as it once was.
struct Beginning {
    files: TempDir,
    now: i64,
}

impl Beginning {
    /// The homes of the town are closed.
    fn of(town: &Town) -> Self {
        let files = tempfile::tempdir().unwrap();
        copy_folder(town.dir.path(), files.path());
        let now = town.now();
        Self { files, now }
    }

    fn restore(&self, town: &Town) {
        for entry in fs::read_dir(town.dir.path()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                fs::remove_dir_all(path).unwrap();
            } else {
                fs::remove_file(path).unwrap();
            }
        }
        copy_folder(self.files.path(), town.dir.path());
        town.turn_back(self.now);
    }
}

/// Has the victim of a test do its work again and again from the same beginning, which is the town
/// as it is now, and die at one point later each time. `look` sees what each death has left, and
/// what is there once the victim lives to its end. Returns the names of the points.
fn at_every_point<T: FnOnce() + Copy>(
    test: T,
    town: &Town,
    mut look: impl FnMut(&str),
) -> BTreeSet<String> {
    let beginning = Beginning::of(town);
    let mut points = BTreeSet::new();
    for point in 1u32.. {
        beginning.restore(town);
        let ended = process(test, town)
            .env("POUNDWISE_ENDS_AT", point.to_string())
            .output()
            .unwrap();
        ran(&ended);
        let said = String::from_utf8_lossy(&ended.stderr);
        let name = said
            .lines()
            .find_map(|line| line.strip_prefix("ended at: "));
        assert_eq!(name.is_none(), ended.status.success(), "{said}");
        look(name.unwrap_or("its end"));
        let Some(name) = name else {
            println!("{} deaths at {points:?}", point - 1);
            return points;
        };
        points.insert(name.to_owned());
    }
    unreachable!("the points of a work have an end")
}

/// How often the work was done at the moment of death, and how often not.
#[derive(Default)]
struct Sides {
    before: u32,
    after: u32,
}

impl Sides {
    fn came(&mut self, done: bool) {
        *(if done {
            &mut self.after
        } else {
            &mut self.before
        }) += 1;
    }

    #[track_caller]
    fn both(&self) {
        let Self { before, after } = self;
        assert!(*before > 0 && *after > 1, "{before} before, {after} after");
    }
}

/// The ledger, as an auditor finds it.
#[track_caller]
fn holds(town: &Town, owner: &Home) {
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert_eq!(report.findings().len(), 0, "{}", report.headline());
}

/// No temporary file is left in a home once it was opened again.
#[track_caller]
fn no_parts(town: &Town, name: &str) {
    let left: Vec<_> = tree(&town.path(name))
        .into_iter()
        .map(|(file, _)| file)
        .filter(|file| file.to_string_lossy().ends_with(".part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A second program on a home is told so; when the first is killed the home opens.
#[test]
fn two_programs_on_one_home() {
    if let Some((_, _home)) = victim("owner") {
        println!("ready");
        loop {
            thread::park();
        }
    }
    let town = Town::new();
    drop(town.home("owner"));
    let mut holder = process(two_programs_on_one_home, &town)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(holder.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().ends_with("ready")));
    let refused = Home::open(&town.path("owner"), &passphrase(), &town.options())
        .err()
        .unwrap();
    assert_eq!(refused.code().as_str(), "in-use");
    let which = town.path("owner");
    assert!(refused.message().contains(which.to_str().unwrap()));
    assert!(!refused.hints().is_empty());
    holder.kill().unwrap();
    holder.wait().unwrap();
    assert_eq!(town.reopen("owner").view().name, "owner");
}

/// A sale whose delivery finds no way: what is delivered later is what was signed then, byte for
/// byte, whoever delivers it.
#[test]
fn a_delivery_after_a_death_is_of_the_same_bytes() {
    if let Some((_, owner)) = victim("owner") {
        let order = owner.seller().inbox().unwrap().remove(0).order;
        let payment = paid("paid");
        owner.seller().approve(&parsed(&order.id), payment).unwrap();
        std::process::abort();
    }
    let town = Town::new();
    let (owner, ann, listing) = owner_and_ann(&town);
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    drop(owner);
    // A file where the folder would be: nothing can be delivered.
    let deliveries = town.path("market/deliveries");
    fs::write(&deliveries, b"in the way").unwrap();
    let ended = process(a_delivery_after_a_death_is_of_the_same_bytes, &town)
        .output()
        .unwrap();
    assert!(!ended.status.success());
    fs::remove_file(&deliveries).unwrap();

    copy_folder(&town.path("owner"), &town.path("twin"));
    let owner = town.reopen("owner");
    assert_eq!(owner.seller().receipts().unwrap().len(), 1, "it was lost");
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    let sent = contents(&deliveries);
    assert_eq!(sent.len(), 1);
    // The home's copy, on a market of its own, sends the very same bytes: they were stored, not
    // made again.
    let other = town.path("other");
    std::fs::create_dir(&other).unwrap();
    let options = poundwise_market::HomeOptions {
        market: Some(other.display().to_string()),
        ..town.options()
    };
    let twin = Home::open(&town.path("twin"), &passphrase(), &options).unwrap();
    assert_eq!(twin.deliver().unwrap().undelivered, 0);
    assert!(contents(&other.join("deliveries")) == sent, "other bytes");

    let collected = ann.buyer().collect().unwrap();
    assert_eq!((collected.releases.len(), collected.rejected.len()), (1, 0));
    let again = owner
        .seller()
        .approve(&parsed(&order.id), paid("paid"))
        .unwrap();
    assert_eq!(again.id, collected.releases[0].id);
    assert!(contents(&deliveries) == sent, "other bytes");
}

fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let relative = |file: PathBuf| file.strip_prefix(folder).unwrap().to_owned();
    let files = tree(folder).into_iter();
    files.map(|(file, bytes)| (relative(file), bytes)).collect()
}

/// A sale was made once or not at all, and the buyer gets it.
#[test]
fn a_sale() {
    if let Some((_, owner)) = victim("owner") {
        let order = owner.seller().inbox().unwrap().remove(0).order;
        let payment = paid("paid");
        owner.seller().approve(&parsed(&order.id), payment).unwrap();
        return;
    }
    let town = Town::new();
    let (owner, ann, listing) = owner_and_ann(&town);
    buy(&owner, &ann, &listing, "0.1");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    drop((owner, ann));

    let mut sides = Sides::default();
    let mut sold = BTreeSet::new();
    let points = at_every_point(a_sale, &town, |point| {
        let owner = town.reopen("owner");
        let receipts = owner.seller().receipts().unwrap();
        let made = receipts.into_iter().find(|made| made.order == order.id);
        sides.came(made.is_some());
        let approve = || {
            let payment = paid("paid");
            owner.seller().approve(&parsed(&order.id), payment).unwrap()
        };
        let receipt = made.unwrap_or_else(|| {
            let waiting = owner.seller().inbox().unwrap();
            assert_eq!(waiting.len(), 1, "neither sold nor waiting: {point}");
            approve()
        });
        assert_eq!(approve().id, receipt.id);
        assert_eq!(owner.deliver().unwrap().undelivered, 0);
        let ann = town.reopen("ann");
        let collected = ann.buyer().collect().unwrap();
        assert_eq!(collected.rejected, [], "{point}");
        assert_eq!(collected.releases.len(), 1, "{point}");
        assert_eq!(collected.releases[0].id, receipt.id);
        assert_eq!(owner.seller().receipts().unwrap().len(), 2);
        sold.insert(values(&ann, &listing));
        holds(&town, &owner);
        no_parts(&town, "owner");
    });
    sides.both();
    assert_eq!(sold.len(), 1, "one order had two answers");
    for name in [
        "transaction to be committed",
        "transaction committed",
        "file in its place",
        "object written",
        "object in its place",
    ] {
        assert!(points.contains(name), "{name}");
    }
}

/// A rule's sales have their record, none is made twice, and the next sweep goes on.
#[test]
fn a_sweep_of_rules() {
    if let Some((_, owner)) = victim("owner") {
        owner.seller().apply_rules().unwrap();
        return;
    }
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let homes = ["ann", "ben"].map(|name| town.home(name));
    let listings = [histogram(), mean_income()].map(|draft| list(&owner, &draft));
    let rule = RuleDraft {
        anyone: true,
        population: Some("people".into()),
        up_to: "8".into(),
        per_order: "100".into(),
        payment: "invoice".into(),
        ..RuleDraft::default()
    };
    owner.seller().add_rule(&rule).unwrap();
    for (home, listing) in homes.iter().zip(&listings) {
        home.buyer()
            .order(&parsed(&listing.id), parsed("1"))
            .unwrap();
    }
    drop((owner, homes));

    let mut left = [0; 3];
    at_every_point(a_sweep_of_rules, &town, |point| {
        let owner = town.reopen("owner");
        let sold = owner.seller().receipts().unwrap().len();
        let rule = owner.seller().rules(false).unwrap().remove(0);
        let used = usize::try_from(rule.used).unwrap();
        assert_eq!(used, sold, "a sale without its record: {point}");
        let waiting = owner.seller().inbox().unwrap().len();
        assert_eq!(sold + waiting, 2, "{point}");
        left[waiting] += 1;
        let applied = owner.seller().apply_rules().unwrap();
        assert_eq!(applied.approved.len(), waiting);
        assert_eq!(owner.deliver().unwrap().undelivered, 0);
        for name in ["ann", "ben"] {
            let collected = town.reopen(name).buyer().collect().unwrap();
            assert_eq!(collected.rejected, [], "{point}");
            assert_eq!(collected.releases.len(), 1, "{point}");
        }
        holds(&town, &owner);
    });
    assert!(left.iter().all(|times| *times > 1), "{left:?}");
}

/// After a change of passphrase and recovery key that was cut short, one of the two passphrases
/// opens the home, and everything in it can be read.
#[test]
fn a_change_of_keys() {
    const OTHER: &str = "three other words";
    let other = || poundwise_market::Passphrase::from(OTHER.to_owned());
    if let Some((_, mut owner)) = victim("owner") {
        owner.change_passphrase(&passphrase(), &other()).unwrap();
        owner.new_recovery_key(&other()).unwrap();
        return;
    }
    let town = Town::new();
    let (owner, ann, listing) = owner_and_ann(&town);
    buy(&owner, &ann, &listing, "0.1");
    let before = owner.view().recipient;
    drop((owner, ann));

    let (mut words, mut keys) = (Sides::default(), Sides::default());
    let points = at_every_point(a_change_of_keys, &town, |point| {
        let folder = town.path("owner");
        let owner = match Home::open(&folder, &passphrase(), &town.options()) {
            Ok(owner) => {
                words.came(false);
                assert_eq!(owner.view().recipient, before, "{point}");
                owner
            }
            Err(error) => {
                assert_eq!(error.code().as_str(), "wrong-passphrase", "{point}");
                words.came(true);
                Home::open(&folder, &other(), &town.options()).unwrap()
            }
        };
        keys.came(owner.view().recipient != before);
        let files = fs::read_dir(&folder).unwrap().flatten();
        let waiting = files.filter(|file| file.file_name().to_string_lossy().starts_with("key."));
        assert_eq!(waiting.count(), 1, "key.age alone: {point}");
        no_parts(&town, "owner");
        // A sale takes the listing's secrets out of their encryption, a listing the table.
        let ann = town.reopen("ann");
        buy(&owner, &ann, &listing, "1");
        list(&owner, &mean_income());
        owner.check().unwrap();
    });
    words.both();
    keys.both();
    for name in [
        "database written anew",
        "write-ahead log emptied",
        "table removed",
    ] {
        assert!(points.contains(name), "{name}");
    }
}

/// Own numbers are sealed or not; they sell on as before, and once they are sealed the old secrets
/// are nowhere in the home.
#[test]
fn a_sealing() {
    if let Some((_, owner)) = victim("owner") {
        let listing = owner.seller().my_listings().unwrap().remove(0);
        owner
            .seller()
            .seal_own_numbers(&parsed(&listing.id))
            .unwrap();
        return;
    }
    let town = Town::new();
    let owner = town.home("owner");
    population(&owner, "farms");
    let listing = list(&owner, &vector(&town));
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    buy(&owner, &ann, &listing, "1");
    let home = town.path("owner");
    let secret = ciphertext(&home, &listing);
    drop((owner, ann, ben));
    // What everybody gets at ε 2, whatever happens.
    let beginning = Beginning::of(&town);
    let (owner, ann) = (town.reopen("owner"), town.reopen("ann"));
    buy(&owner, &ann, &listing, "2");
    let expected = values(&ann, &listing);
    drop((owner, ann));
    beginning.restore(&town);

    let mut sides = Sides::default();
    let points = at_every_point(a_sealing, &town, |point| {
        let owner = town.reopen("owner");
        let sealed = owner.seller().my_listings().unwrap()[0].sealed;
        sides.came(sealed);
        if !sealed {
            assert_eq!(ciphertext(&home, &listing), secret, "{point}");
            owner
                .seller()
                .seal_own_numbers(&parsed(&listing.id))
                .unwrap();
        }
        assert_eq!(pieces(&home, &secret), 0, "{point}");
        for name in ["ann", "ben"] {
            let buyer = town.reopen(name);
            buy(&owner, &buyer, &listing, "2");
            assert_eq!(values(&buyer, &listing), expected, "{name}, {point}");
        }
        owner.check().unwrap();
    });
    sides.both();
    assert!(points.contains("write-ahead log emptied"));
}

/// A table is imported or not, with its file or without.
#[test]
fn an_import() {
    if let Some((folder, owner)) = victim("owner") {
        owner
            .seller()
            .import_dataset(&folder.join("people.csv"), &typed(crate::fixture::PEOPLE))
            .unwrap();
        return;
    }
    let town = Town::new();
    let table = town.table();
    drop((town.home("owner"), town.home("ann")));
    let mut sides = Sides::default();
    at_every_point(an_import, &town, |point| {
        let owner = town.reopen("owner");
        let there = owner.seller().datasets().unwrap().len();
        let files = || fs::read_dir(town.path("owner/datasets")).unwrap().count();
        assert_eq!(files(), there, "{point}");
        no_parts(&town, "owner");
        sides.came(there == 1);
        if there == 0 {
            let import = typed(crate::fixture::PEOPLE);
            owner.seller().import_dataset(&table, &import).unwrap();
        }
        assert_eq!(owner.seller().populations().unwrap().len(), 1);
        buy(
            &owner,
            &town.reopen("ann"),
            &list(&owner, &histogram()),
            "1",
        );
        // It goes as it came.
        let listing = owner.seller().my_listings().unwrap().remove(0);
        owner
            .seller()
            .withdraw(&parsed(&listing.id), "over")
            .unwrap();
        owner.seller().remove_dataset(&parsed("people")).unwrap();
        assert_eq!(files(), 0);
    });
    sides.both();
}

/// One listing takes the place of another in one step: never both, never none.
#[test]
fn a_replacement() {
    let corrected = || binned(histogram(), texts(&["1", "2"]));
    let replace = |owner: &Home, id: &str| {
        owner
            .seller()
            .replace_listing(&parsed(id), &corrected(), "A bin was misspelt.")
            .unwrap()
            .complete(owner, &Work::silent())
            .unwrap()
    };
    if let Some((_, owner)) = victim("owner") {
        let wrong = owner.seller().my_listings().unwrap().remove(0);
        replace(&owner, &wrong.id.to_string());
        return;
    }
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let wrong = list(&owner, &histogram());
    drop((owner, town.home("ann")));
    let mut sides = Sides::default();
    at_every_point(a_replacement, &town, |point| {
        let owner = town.reopen("owner");
        let listings = owner.seller().my_listings().unwrap();
        let open = |status: &ListingStatus| *status == ListingStatus::Open;
        let count = listings.iter().filter(|one| open(&one.status)).count();
        assert_eq!(count, 1, "{point}");
        let done = listings.len() == 2;
        sides.came(done);
        if !done {
            replace(&owner, &wrong.id.to_string());
        }
        assert_eq!(owner.deliver().unwrap().undelivered, 0);
        let ann = town.reopen("ann");
        let on_market = offered(&ann, "");
        assert_eq!(on_market.len(), 1, "{point}");
        assert_ne!(on_market[0].id, wrong.id);
        sell(&owner, &ann, &on_market[0], "1");
        holds(&town, &owner);
    });
    sides.both();
}

/// A delivery is taken once, whole.
#[test]
fn a_collection() {
    if let Some((_, ann)) = victim("ann") {
        ann.buyer().collect().unwrap();
        return;
    }
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "0.5");
    buy(&owner, &ben, &listing, "2");
    let expected = values(&ben, &listing);
    let receipt = sell(&owner, &ann, &listing, "2");
    drop((owner, ann, ben));
    let mut sides = Sides::default();
    at_every_point(a_collection, &town, |point| {
        let ann = town.reopen("ann");
        let held = ann.buyer().holdings().unwrap().remove(0).level;
        sides.came(held == 2_000_000);
        let collected = ann.buyer().collect().unwrap();
        assert_eq!(collected.rejected, [], "{point}");
        assert!(collected.alarms.is_empty(), "{point}");
        assert_eq!(values(&ann, &listing), expected, "{point}");
        let bundle = town.path("sale.bundle");
        ann.buyer()
            .export_bundle(&parsed(&receipt.id), &bundle)
            .unwrap();
        assert_eq!(
            audit_files(&[bundle]).unwrap().findings().len(),
            0,
            "{point}"
        );
        no_parts(&town, "ann");
        ann.check().unwrap();
    });
    sides.both();
}

/// What a bank statement pays is sold once; its invoice has the one number.
#[test]
fn a_statement_and_an_invoice() {
    let work = |owner: &Home, statement: &Path| {
        owner.seller().import_statement(statement, None).unwrap();
        let waiting = owner.seller().waiting().unwrap();
        if !waiting.is_empty() {
            let job = owner.seller().begin_bookings(&[]).unwrap();
            job.complete(owner, &Work::silent()).unwrap();
        }
        let receipt = owner.seller().receipts().unwrap().remove(0);
        if owner.seller().invoices(None).unwrap().is_empty() {
            invoices::issue_one(owner, &receipt.id.to_string());
        }
    };
    if let Some((folder, owner)) = victim("owner") {
        work(&owner, &folder.join("statement.xml"));
        return;
    }
    let shop = Shop::open();
    let order = shop.order();
    shop.statement("053", IBAN, &[transfer("5.00", &[&order])]);
    let Shop {
        town, owner, ann, ..
    } = shop;
    owner.seller().inbox().unwrap();
    drop((owner, ann));
    let (mut sales, mut issued) = (Sides::default(), Sides::default());
    at_every_point(a_statement_and_an_invoice, &town, |point| {
        let owner = town.reopen("owner");
        sales.came(!owner.seller().receipts().unwrap().is_empty());
        issued.came(!owner.seller().invoices(None).unwrap().is_empty());
        work(&owner, &town.path("statement.xml"));
        assert_eq!(owner.seller().bookings().unwrap().len(), 1, "{point}");
        let receipts = owner.seller().receipts().unwrap();
        assert_eq!(receipts.len(), 1, "{point}");
        assert_eq!(receipts[0].settlement, Settlement::Paid);
        let numbers: Vec<String> = owner
            .seller()
            .invoices(None)
            .unwrap()
            .into_iter()
            .map(|invoice| invoice.invoice.number)
            .collect();
        assert_eq!(numbers, ["R-1"], "{point}");
        assert_eq!(owner.deliver().unwrap().undelivered, 0);
        let collected = town.reopen("ann").buyer().collect().unwrap();
        assert_eq!(collected.releases.len(), 1, "{point}");
        holds(&town, &owner);
    });
    sales.both();
    issued.both();
}

/// A dataset is sealed or not, with its table or without.
#[test]
fn the_sealing_of_a_dataset() {
    if let Some((_, owner)) = victim("owner") {
        owner.seller().seal(&parsed("people"), false).unwrap();
        return;
    }
    let town = Town::new();
    let (owner, ann, listing) = owner_and_ann(&town);
    buy(&owner, &ann, &listing, "1");
    drop((owner, ann));
    let mut sides = Sides::default();
    at_every_point(the_sealing_of_a_dataset, &town, |point| {
        let owner = town.reopen("owner");
        let state = || owner.seller().dataset(&parsed("people")).unwrap().state;
        let files = || fs::read_dir(town.path("owner/datasets")).unwrap().count();
        sides.came(state() == DatasetState::Sealed);
        assert_eq!(
            files(),
            usize::from(state() != DatasetState::Sealed),
            "{point}"
        );
        if state() != DatasetState::Sealed {
            owner.seller().seal(&parsed("people"), false).unwrap();
        }
        assert_eq!(files(), 0, "{point}");
        buy(&owner, &town.reopen("ann"), &listing, "2");
        owner.check().unwrap();
    });
    sides.both();
}
