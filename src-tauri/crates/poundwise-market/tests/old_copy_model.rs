//! Seeded histories of a home and its old copies, through the real library: sales, crashes between
//! commit, mark and each object that is sent, backups, restores, lost marks, a store that shows
//! older logs, two copies. No two histories are ever shown while the store is honest or the marks
//! are whole, and no home ends in a corner.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use crate::fixture::{
    Town, UnwritableMark, copy_folder, histogram, list, paid, parsed, passphrase,
};
use poundwise_documents::{checkpoint::UnverifiedCheckpoint, tiles::read_entry_bundle};
use poundwise_market::{
    Home, HomeOptions, Roles,
    view::{AlarmKind, ListingView},
};

/// Operations of one history.
const STEPS: usize = 26;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).unwrap()
    }
}

/// What may go wrong in a history.
#[derive(Clone, Copy)]
struct Powers {
    /// The store may show any older log.
    operator: bool,
    /// The state folder may be lost, or put back with a home.
    marks: bool,
    /// There may be a second living copy, on another machine.
    copies: bool,
}

/// What is blocked in the middle of a command, which it stops before: everything after it does not
/// happen, as if the machine had died there.
#[derive(Clone, Copy, Debug)]
enum Death {
    Mark,
    OwnCopy,
    Tiles,
    Delivery,
}

struct World {
    town: Town,
    random: Random,
    powers: Powers,
    listing: ListingView,
    kid: String,
    /// One or two copies of the home: machine `i` has home `home-i` and marks `state-i`.
    copies: usize,
    /// Homes that were put aside, each with the marks of its machine.
    backups: usize,
    /// Everything ever published, longest.
    shown: Vec<String>,
    delivered: HashSet<String>,
    buyers: usize,
    /// The next cap: lower each time, since raising one makes a new version of the listing.
    caps: u32,
    /// Checkpoints that were published, oldest first, and whether the newest is shown.
    notes: Vec<String>,
    trail: Vec<String>,
    counts: Counts,
}

/// What happened, so that a test can show that it happened at all.
#[derive(Default, Debug)]
struct Counts {
    sold: u32,
    refused: u32,
    caught_up: u32,
    closed: u32,
}

impl World {
    fn new(seed: u64, powers: Powers) -> Self {
        let town = Town::new();
        let owner = Home::create(
            &town.path("home-0"),
            &parsed("owner"),
            &passphrase(),
            &town.options_on("state-0"),
        )
        .unwrap()
        .0;
        owner
            .seller()
            .import_dataset(
                &town.table(),
                &poundwise_market::view::ImportOptions {
                    name: Some("people".into()),
                    cap: Some("1000".into()),
                    ..crate::fixture::typed(crate::fixture::PEOPLE)
                },
            )
            .unwrap();
        let listing = list(&owner, &histogram());
        let kid = owner.view().kid;
        Self {
            town,
            random: Random(seed),
            powers,
            listing,
            kid,
            copies: 1,
            backups: 0,
            shown: Vec::new(),
            delivered: HashSet::new(),
            buyers: 0,
            caps: 1000,
            notes: Vec::new(),
            trail: vec![format!("seed {seed}")],
            counts: Counts::default(),
        }
    }

    fn options(&self, machine: usize) -> HomeOptions {
        self.town.options_on(&format!("state-{machine}"))
    }

    fn dir(&self, machine: usize) -> PathBuf {
        self.town.path(&format!("home-{machine}"))
    }

    fn open(&self, machine: usize) -> Home {
        Home::open(&self.dir(machine), &passphrase(), &self.options(machine)).unwrap()
    }

    fn ledger(&self) -> PathBuf {
        self.town.path("market/ledgers").join(&self.kid)
    }

    /// Blocks what comes after a moment of a command, and gives what lifts it.
    fn die(&self, machine: usize, death: Death, buyer: &str) -> Lift {
        let file = |path: PathBuf| {
            let aside = path.with_extension("aside");
            if path.exists() {
                fs::rename(&path, &aside).unwrap();
            }
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            Lift::File { path, aside }
        };
        match death {
            Death::Mark => {
                let mark = format!("state-{machine}/{}.mark", self.kid);
                Lift::Mark(UnwritableMark::new(self.town.path(&mark)))
            }
            Death::OwnCopy => file(self.ledger().join("own")),
            Death::Tiles => file(self.ledger().join("tile")),
            Death::Delivery => file(self.town.path("market/deliveries").join(buyer)),
        }
    }

    /// One thing that happens.
    fn step(&mut self) {
        let machine = self.random.below(self.copies);
        match self.random.below(18) {
            0..=2 => self.sell(machine, None),
            3 | 4 => {
                let death = [Death::Mark, Death::OwnCopy, Death::Tiles, Death::Delivery]
                    [self.random.below(4)];
                self.sell(machine, Some(death));
            }
            5 => self.cap(machine),
            6 => self.deliver(machine),
            7 => self.offline(machine),
            8 | 9 if self.backups < 4 => self.back_up(machine),
            8..=12 if self.backups > 0 => self.restore(machine),
            13 if self.powers.marks => self.lose_marks(machine),
            13 | 14 if self.powers.operator => self.show_older(),
            14 if self.powers.copies && self.copies == 1 => self.copy(),
            _ => self.catch_up(machine),
        }
        self.look();
    }

    /// A sale to somebody new.
    fn sell(&mut self, machine: usize, death: Option<Death>) {
        let name = format!("buyer-{}", self.buyers);
        self.buyers += 1;
        let buyer = self.town.home(&name);
        let order = buyer
            .buyer()
            .order(&parsed(&self.listing.id), parsed("1"))
            .unwrap();
        let owner = self.open(machine);
        owner.seller().inbox().unwrap();
        let lift = death.map(|death| self.die(machine, death, &buyer.view().kid));
        let sold = owner.seller().approve(&parsed(&order.id), paid("cash"));
        self.told(&format!("machine {machine} sells ({death:?})"), &sold);
        drop((owner, lift));
        self.collect(&buyer);
    }

    fn cap(&mut self, machine: usize) {
        self.caps -= 1;
        let owner = self.open(machine);
        let set =
            owner
                .seller()
                .set_cap(&parsed("people"), parsed(&self.caps.to_string()), "because");
        self.told(&format!("machine {machine} changes a cap"), &set);
    }

    /// A sale while the market is away.
    fn offline(&mut self, machine: usize) {
        let (market, aside) = (self.town.path("market"), self.town.path("market-aside"));
        fs::rename(&market, &aside).unwrap();
        fs::write(&market, "").unwrap();
        let owner = {
            // The home is opened before the market goes.
            fs::remove_file(&market).unwrap();
            fs::rename(&aside, &market).unwrap();
            let owner = self.open(machine);
            fs::rename(&market, &aside).unwrap();
            fs::write(&market, "").unwrap();
            owner
        };
        self.caps -= 1;
        let set =
            owner
                .seller()
                .set_cap(&parsed("people"), parsed(&self.caps.to_string()), "because");
        self.told(&format!("machine {machine} changes a cap offline"), &set);
        drop(owner);
        fs::remove_file(&market).unwrap();
        fs::rename(&aside, &market).unwrap();
    }

    fn deliver(&mut self, machine: usize) {
        let sent = self.open(machine).deliver();
        self.told(&format!("machine {machine} delivers"), &sent);
        for buyer in 0..self.buyers {
            let buyer = self.town.reopen(&format!("buyer-{buyer}"));
            self.collect(&buyer);
        }
    }

    fn catch_up(&mut self, machine: usize) {
        let before = self.entries(machine);
        let caught = self.open(machine).seller().catch_up();
        self.told(&format!("machine {machine} catches up"), &caught);
        if caught.is_ok_and(|caught| caught.entries > before) {
            self.counts.caught_up += 1;
        }
    }

    fn entries(&self, machine: usize) -> u64 {
        let file = self.dir(machine).join("poundwise.db");
        rusqlite::Connection::open(file)
            .unwrap()
            .query_row("SELECT count(*) FROM entries", [], |r| r.get(0))
            .unwrap()
    }

    fn back_up(&mut self, machine: usize) {
        let place = self.town.path(&format!("backup-{}", self.backups));
        copy_folder(&self.dir(machine), &place.join("home"));
        replace(
            &self.town.path(&format!("state-{machine}")),
            &place.join("state"),
        );
        self.backups += 1;
        self.trail.push(format!("machine {machine} is backed up"));
    }

    fn restore(&mut self, machine: usize) {
        let backup = self.random.below(self.backups);
        let place = self.town.path(&format!("backup-{backup}"));
        let with_marks = self.powers.marks && self.random.below(2) == 0;
        self.trail.push(format!(
            "machine {machine} is put back from backup {backup}{}",
            if with_marks { " with its marks" } else { "" }
        ));
        replace(&place.join("home"), &self.dir(machine));
        if with_marks {
            replace(
                &place.join("state"),
                &self.town.path(&format!("state-{machine}")),
            );
        }
    }

    fn lose_marks(&mut self, machine: usize) {
        self.trail
            .push(format!("machine {machine} loses its marks"));
        let _ = fs::remove_dir_all(self.town.path(&format!("state-{machine}")));
    }

    /// Another machine has a copy of the home, and no mark.
    fn copy(&mut self) {
        self.trail.push("a second copy".to_owned());
        copy_folder(&self.dir(0), &self.dir(1));
        self.copies = 2;
    }

    /// The store shows an older log, or none, until something newer is published.
    fn show_older(&mut self) {
        if self.notes.is_empty() {
            return;
        }
        let which = self.random.below(self.notes.len());
        self.trail
            .push(format!("the store shows checkpoint {which}"));
        fs::write(self.ledger().join("checkpoint"), &self.notes[which]).unwrap();
    }

    fn told<T>(&mut self, what: &str, outcome: &poundwise_market::Result<T>) {
        let said = match outcome {
            Ok(_) => {
                self.counts.sold += 1;
                "done".to_owned()
            }
            Err(error) => {
                self.counts.refused += 1;
                if matches!(error.code().as_str(), "two-histories" | "own-copies") {
                    self.counts.closed += 1;
                }
                error.code().to_string()
            }
        };
        self.trail.push(format!("{what}: {said}"));
    }

    /// What a buyer gets is under the published log, and no owner is ever seen to contradict
    /// itself.
    fn collect(&mut self, buyer: &Home) {
        self.look();
        let collected = buyer.buyer().collect().unwrap();
        for alarm in &collected.alarms {
            // A store that shows less than before is caught at it.
            let expected = self.powers.operator && alarm.kind == AlarmKind::RolledBack;
            assert!(expected, "an alarm: {alarm:?} {:#?}", self.trail);
        }
        assert!(
            collected.rejected.is_empty(),
            "{:?}: {:#?}",
            collected.rejected,
            self.trail
        );
        for receipt in collected.releases {
            self.delivered.insert(receipt.id);
        }
        for id in &self.delivered {
            assert!(
                self.shown.contains(id),
                "{id} was delivered and is not in the log: {:#?}",
                self.trail
            );
        }
    }

    /// What is published now is a beginning of what was, or goes on from it.
    fn look(&mut self) {
        let Ok(note) = fs::read_to_string(self.ledger().join("checkpoint")) else {
            return;
        };
        let size = usize::try_from(UnverifiedCheckpoint::parse(&note).unwrap().size()).unwrap();
        let tile = self.ledger().join(format!("tile/entries/000.p/{size}"));
        let entries: Vec<String> =
            read_entry_bundle(&fs::read(tile).unwrap(), u16::try_from(size).unwrap())
                .unwrap()
                .iter()
                .map(ToString::to_string)
                .collect();
        let common = size.min(self.shown.len());
        assert_eq!(
            entries[..common],
            self.shown[..common],
            "two histories were shown: {:#?}",
            self.trail
        );
        if size > self.shown.len() {
            self.shown = entries;
            self.notes.push(note);
        }
    }

    /// With the market as it should be, each home can sell, after it has caught up, or says that it
    /// sells no more.
    fn no_corner(&mut self) {
        if let Some(note) = self.notes.last() {
            fs::write(self.ledger().join("checkpoint"), note).unwrap();
        }
        for machine in 0..self.copies {
            let _ = self.open(machine).deliver();
            self.look();
            let mut last = String::new();
            let ends = (0..3).any(|_| {
                let owner = self.open(machine);
                self.caps -= 1;
                match owner.seller().set_cap(
                    &parsed("people"),
                    parsed(&self.caps.to_string()),
                    "because",
                ) {
                    Ok(_) => true,
                    Err(error) if error.code().as_str() == "sells-no-more" => true,
                    Err(error) => {
                        last = error.code().to_string();
                        let _ = owner.seller().catch_up();
                        false
                    }
                }
            });
            self.look();
            assert!(
                ends,
                "machine {machine} is in a corner, {last}: {:#?}",
                self.trail
            );
        }
    }
}

enum Lift {
    File { path: PathBuf, aside: PathBuf },
    Mark(#[allow(dead_code, reason = "lifted when dropped")] UnwritableMark),
}

impl Drop for Lift {
    fn drop(&mut self) {
        match self {
            Self::File { path, aside } => {
                fs::remove_file(&*path).unwrap();
                if aside.exists() {
                    fs::rename(aside, path).unwrap();
                }
            }
            Self::Mark(_) => {}
        }
    }
}

/// A folder as another one is, which may be missing.
fn replace(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    if from.exists() {
        copy_folder(from, to);
    }
}

fn histories(seeds: std::ops::Range<u64>, powers: Powers) {
    let mut all = Counts::default();
    for seed in seeds {
        let mut world = World::new(seed, powers);
        for _ in 0..STEPS {
            world.step();
        }
        world.no_corner();
        let Counts {
            sold,
            refused,
            caught_up,
            closed,
        } = world.counts;
        all.sold += sold;
        all.refused += refused;
        all.caught_up += caught_up;
        all.closed += closed;
    }
    println!("{all:?}");
    // Histories in which nothing happens show nothing.
    assert!(
        all.sold > 0 && all.refused > 0 && all.caught_up > 0,
        "{all:?}"
    );
}

#[test]
fn an_honest_store_and_any_state_folder() {
    histories(
        0..10,
        Powers {
            operator: false,
            marks: true,
            copies: false,
        },
    );
}

#[test]
fn an_honest_store_and_two_copies() {
    histories(
        100..110,
        Powers {
            operator: false,
            marks: true,
            copies: true,
        },
    );
}

#[test]
fn a_store_that_shows_older_logs_and_whole_marks() {
    histories(
        200..210,
        Powers {
            operator: true,
            marks: false,
            copies: false,
        },
    );
}
