//! Seeded histories of a home and its old copies, with the real library. They have sales, changes
//! of caps, merges and new populations; crashes between commit, mark and each sent object; backups
//! and restores; lost, old and damaged marks; an operator who shows older checkpoints and withholds
//! newer objects; junk among the own copies; two copies; and giving up.
//!
//! Each act is followed by checks of the rules of the model checker `restore.py`. The market shows
//! one history. Every delivery is under the published log. Sales stay within the cap of merged
//! populations. A home that was given up sells no more. Only a signed contradiction closes a home
//! for good. At the end, with the market repaired, each home sells or reports that it sells no
//! more.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use crate::fixture::{Town, UnwritableMark, copy_folder, paid, parsed, passphrase, population};
use crate::old_copy::own_number;
use poundwise_documents::{checkpoint::UnverifiedCheckpoint, tiles::read_entry_bundle};
use poundwise_home::Inside;
use poundwise_market::{
    Home, HomeOptions, LogCode, Roles,
    view::{AlarmKind, ListingView},
};

/// Operations of one history.
const STEPS: usize = 26;
/// The cap of the two populations that are merged, in micro-epsilon.
const CAP: u64 = 4_000_000;

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
#[derive(Clone, Copy, Default)]
struct Powers {
    /// The market may show any older checkpoint.
    checkpoints: bool,
    /// The operator may also withhold own copies and listings that are newer than the checkpoint.
    withholds: bool,
    /// A machine may lose its marks.
    lost: bool,
    /// Marks may be restored together with a home.
    old: bool,
    /// Marks may be damaged, and the right ones restored.
    damaged: bool,
    /// There may be a second living copy, on another machine.
    copies: bool,
    /// Other members may add junk to the own copies.
    junk: bool,
    /// The owner may give the home up.
    gives_up: bool,
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
    /// The listings for sale, of populations a and b.
    listings: [ListingView; 2],
    kid: String,
    /// One or two copies of the home: machine `i` has home `home-i` and marks `state-i`.
    copies: usize,
    /// Homes that were put aside, each with the marks of its machine.
    backups: usize,
    /// Everything ever published, longest.
    shown: Vec<String>,
    /// Receipts that buyers have, each with its question and level.
    delivered: HashMap<String, (String, u64)>,
    /// The entry that merged the populations.
    merge: Option<String>,
    /// Number of populations that were created.
    made: u32,
    /// Code of the owner's last act.
    code: LogCode,
    /// The right mark of a machine with a damaged one.
    true_mark: Option<Vec<u8>>,
    /// Objects that the operator withholds, by their original path.
    withheld: Vec<(PathBuf, Vec<u8>)>,
    /// Number of entries shown when the owner gave the home up.
    ended: Option<usize>,
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
    done: u32,
    refused: u32,
    caught_up: u32,
    confirmed: u32,
    merged: u32,
    closed: u32,
    ended: u32,
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
        for name in ["acts", "a", "b"] {
            population(&owner, name);
        }
        for name in ["a", "b"] {
            owner
                .seller()
                .set_cap(&parsed(name), parsed("4"), "because")
                .unwrap();
        }
        let listings = ["a", "b"].map(|name| own_number(&owner, name));
        let kid = owner.view().kid;
        let code = parsed(&owner.log_standing().unwrap().code.unwrap());
        Self {
            town,
            random: Random(seed),
            powers,
            listings,
            kid: kid.to_string(),
            copies: 1,
            backups: 0,
            shown: Vec::new(),
            delivered: HashMap::new(),
            merge: None,
            made: 0,
            code,
            true_mark: None,
            withheld: Vec::new(),
            ended: None,
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
        let powers = self.powers;
        match self.random.below(26) {
            0..=2 => self.sell(machine, None),
            3 | 4 => {
                let death = self.death();
                self.sell(machine, Some(death));
            }
            5 => self.cap(machine),
            6 => self.deliver(machine),
            7 => self.offline(machine),
            8 | 9 if self.backups < 4 => self.back_up(machine),
            8..=12 if self.backups > 0 => self.restore(machine),
            13 if powers.lost => self.lose_marks(machine),
            14 | 15 if powers.damaged => self.damage_mark(machine),
            16 if powers.checkpoints => self.show_older(),
            17 if powers.withholds => self.withhold(),
            18 if powers.withholds => self.show_again(),
            19 if powers.copies && self.copies == 1 => self.copy(),
            20 if powers.junk => self.put_junk(),
            21 if self.merge.is_none() => self.merge(machine),
            22 => self.make_population(machine),
            23 if powers.gives_up => self.give_up(machine),
            24 | 25 => self.confirm(machine),
            _ => self.catch_up(machine),
        }
        self.look();
    }

    fn death(&mut self) -> Death {
        [Death::Mark, Death::OwnCopy, Death::Tiles, Death::Delivery][self.random.below(4)]
    }

    /// Sells to a new buyer at one level above the last sale.
    fn sell(&mut self, machine: usize, death: Option<Death>) {
        let which = self.random.below(2);
        let listing = self.listings[which].clone();
        let name = format!("buyer-{}", self.buyers);
        let buyer = self.town.home(&name);
        self.buyers += 1;
        let level = 1 + self.random.below(4);
        let Ok(order) = buyer
            .buyer()
            .order(&parsed(&listing.id), parsed(&level.to_string()))
        else {
            self.trail.push("nothing is for sale".to_owned());
            return;
        };
        let owner = self.open(machine);
        owner.seller().inbox().unwrap();
        let lift = death.map(|death| self.die(machine, death, &buyer.view().kid.to_string()));
        let sold = owner.seller().approve(&parsed(&order.id), paid("cash"));
        self.told(
            &format!("machine {machine} sells {which} to level {level} ({death:?})"),
            &owner,
            &sold,
        );
        drop((owner, lift));
        self.collect(&buyer);
    }

    fn cap(&mut self, machine: usize) {
        self.caps -= 1;
        let owner = self.open(machine);
        let set = lowered(&owner, self.caps);
        self.told(&format!("machine {machine} changes a cap"), &owner, &set);
    }

    /// Merges population a into b: its people are the same.
    fn merge(&mut self, machine: usize) {
        let owner = self.open(machine);
        let before = last_entry(&self.dir(machine));
        for listing in &self.listings {
            let _ = owner.seller().withdraw(&parsed(&listing.id), "merged");
        }
        let merged = owner.seller().merge_populations(&parsed("a"), &parsed("b"));
        self.told(&format!("machine {machine} merges"), &owner, &merged);
        if merged.is_ok() {
            self.counts.merged += 1;
            self.merge =
                last_entry(&self.dir(machine)).filter(|last| Some(last) != before.as_ref());
            let listed = own_number(&owner, "b");
            self.listings = [listed.clone(), listed];
        }
    }

    fn make_population(&mut self, machine: usize) {
        self.made += 1;
        let name = format!("made-{}", self.made);
        let owner = self.open(machine);
        let made = owner
            .seller()
            .create_population(&poundwise_market::view::PopulationDraft {
                name,
                cap: "4".into(),
                new_people: true,
                ..poundwise_market::view::PopulationDraft::default()
            });
        self.told(
            &format!("machine {machine} makes a population"),
            &owner,
            &made,
        );
    }

    /// Confirms a home with the code of the last act.
    fn confirm(&mut self, machine: usize) {
        let owner = self.open(machine);
        let confirmed = owner.seller().confirm_newest(self.code);
        self.counts.confirmed += u32::from(confirmed.is_ok());
        self.told(
            &format!("machine {machine} is confirmed"),
            &owner,
            &confirmed,
        );
    }

    fn give_up(&mut self, machine: usize) {
        let owner = self.open(machine);
        let written = owner.seller().write_losses(&self.town.path("losses.jws"));
        if written.is_ok() {
            self.look();
            self.ended.get_or_insert(self.shown.len());
            self.counts.ended += 1;
        }
        self.told(&format!("machine {machine} is given up"), &owner, &written);
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
        let set = lowered(&owner, self.caps);
        self.told(
            &format!("machine {machine} changes a cap offline"),
            &owner,
            &set,
        );
        drop(owner);
        fs::remove_file(&market).unwrap();
        fs::rename(&aside, &market).unwrap();
    }

    fn deliver(&mut self, machine: usize) {
        let owner = self.open(machine);
        let sent = owner.deliver();
        self.told(&format!("machine {machine} delivers"), &owner, &sent);
        drop(owner);
        for buyer in 0..self.buyers {
            let buyer = self.town.reopen(&format!("buyer-{buyer}"));
            self.collect(&buyer);
        }
    }

    fn catch_up(&mut self, machine: usize) {
        let before = self.entries(machine);
        let owner = self.open(machine);
        let caught = owner.seller().catch_up();
        self.told(&format!("machine {machine} catches up"), &owner, &caught);
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
        let with_marks = self.powers.old && self.random.below(2) == 0;
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

    /// Changes a byte of the mark, or restores the right mark.
    fn damage_mark(&mut self, machine: usize) {
        let mark = self
            .town
            .path(&format!("state-{machine}/{}.mark", self.kid));
        if let Some(right) = self.true_mark.take() {
            self.trail.push("the true mark is put back".to_owned());
            fs::create_dir_all(mark.parent().unwrap()).unwrap();
            fs::write(mark, right).unwrap();
            return;
        }
        let Ok(right) = fs::read(&mark) else { return };
        self.trail
            .push(format!("the mark of machine {machine} is damaged"));
        let mut wrong = right.clone();
        let place = self.random.below(wrong.len());
        wrong[place] ^= 1;
        fs::write(mark, wrong).unwrap();
        self.true_mark = Some(right);
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

    /// Withholds own copies and listings that are newer than an older checkpoint.
    fn withhold(&mut self) {
        self.show_older();
        let Ok(note) = fs::read_to_string(self.ledger().join("checkpoint")) else {
            return;
        };
        let size = UnverifiedCheckpoint::parse(&note).unwrap().size();
        self.trail
            .push(format!("what is newer than {size} entries is withheld"));
        let own = self.ledger().join("own/0");
        for entry in fs::read_dir(own).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let number = name
                .split_once('-')
                .and_then(|(number, _)| number.parse().ok());
            if number.is_some_and(|number: u64| number >= size) {
                self.withheld.push((path.clone(), fs::read(&path).unwrap()));
                fs::remove_file(path).unwrap();
            }
        }
    }

    fn show_again(&mut self) {
        self.trail.push("all is shown again".to_owned());
        for (path, bytes) in self.withheld.drain(..) {
            if !path.exists() {
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, bytes).unwrap();
            }
        }
    }

    fn put_junk(&mut self) {
        self.trail.push("junk".to_owned());
        let own = self.ledger().join("own/0");
        let number = self.random.below(30);
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join(format!("{number}-{}.age", "A".repeat(43))), "junk").unwrap();
        fs::write(own.join("junk"), "junk").unwrap();
    }

    fn told<T>(&mut self, what: &str, owner: &Home, outcome: &poundwise_market::Result<T>) {
        let said = match outcome {
            Ok(_) => {
                self.counts.done += 1;
                // The owner writes down the code of each act.
                let size = owner.log_standing().unwrap().entries;
                let code = owner.inside().log_code(size).unwrap();
                if size >= self.code.size() {
                    self.code = code;
                }
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
            let expected = self.powers.checkpoints && alarm.kind == AlarmKind::RolledBack;
            assert!(expected, "an alarm: {alarm:?} {:#?}", self.trail);
        }
        assert!(
            collected.rejected.is_empty(),
            "{:?}: {:#?}",
            collected.rejected,
            self.trail
        );
        for receipt in collected.releases {
            let sold = (receipt.listing.to_string(), receipt.to.get());
            self.delivered.insert(receipt.id.to_string(), sold);
        }
        for id in self.delivered.keys() {
            let place = self.shown.iter().position(|shown| shown == id);
            assert!(
                place.is_some(),
                "{id} was delivered and is not in the log: {:#?}",
                self.trail
            );
            assert!(
                self.ended.is_none_or(|ended| place < Some(ended)),
                "a home that was given up sells: {:#?}",
                self.trail
            );
        }
        self.check_cap();
    }

    /// Checks that no sale after the merge exceeds the cap of the merged people.
    fn check_cap(&self) {
        let Some(merged) = self
            .merge
            .as_ref()
            .and_then(|merge| self.shown.iter().position(|id| id == merge))
        else {
            return;
        };
        let mut levels: HashMap<&str, u64> = HashMap::new();
        for (place, id) in self.shown.iter().enumerate() {
            let Some((listing, level)) = self.delivered.get(id) else {
                continue;
            };
            let highest = levels.entry(listing).or_default();
            let rises = *level > *highest;
            *highest = (*highest).max(*level);
            assert!(
                place < merged || !rises || levels.values().sum::<u64>() <= CAP,
                "over the cap of merged people: {:#?}",
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

    /// Checks that each home can sell after a catch-up or confirmation, or reports that it sells no
    /// more. The market shows everything again.
    fn no_corner(&mut self) {
        self.show_again();
        if let Some(note) = self.notes.last() {
            fs::write(self.ledger().join("checkpoint"), note).unwrap();
        }
        for machine in 0..self.copies {
            let _ = self.open(machine).deliver();
            self.look();
            let mut last = String::new();
            let ends = (0..4).any(|_| {
                let owner = self.open(machine);
                self.caps -= 1;
                match lowered(&owner, self.caps) {
                    Ok(()) => true,
                    Err(error) if error.code().as_str() == "sells-no-more" => true,
                    Err(error) => {
                        last = error.code().to_string();
                        let _ = owner.seller().catch_up();
                        let _ = owner.seller().confirm_newest(self.code);
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

fn lowered(owner: &Home, cap: u32) -> poundwise_market::Result<()> {
    owner
        .seller()
        .set_cap(&parsed("acts"), parsed(&cap.to_string()), "because")
        .map(drop)
}

/// Returns the id of the last entry in a home's database.
fn last_entry(home: &Path) -> Option<String> {
    rusqlite::Connection::open(home.join("poundwise.db"))
        .unwrap()
        .query_row("SELECT id FROM entries ORDER BY sequence DESC", [], |r| {
            r.get(0)
        })
        .ok()
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
        all.add(&world.counts);
    }
    println!("{all:?}");
    // Histories in which nothing happens show nothing.
    assert!(
        all.done > 0 && all.refused > 0 && all.caught_up > 0,
        "{all:?}"
    );
    assert!(
        all.confirmed > 0 || !(powers.lost || powers.damaged),
        "{all:?}"
    );
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.done += other.done;
        self.refused += other.refused;
        self.caught_up += other.caught_up;
        self.confirmed += other.confirmed;
        self.merged += other.merged;
        self.closed += other.closed;
        self.ended += other.ended;
    }
}

#[test]
fn lost_old_and_damaged_marks_keep_one_history() {
    histories(
        0..10,
        Powers {
            lost: true,
            old: true,
            damaged: true,
            ..Powers::default()
        },
    );
}

#[test]
fn two_copies_and_old_and_lost_marks_keep_one_history() {
    histories(
        100..110,
        Powers {
            lost: true,
            old: true,
            copies: true,
            ..Powers::default()
        },
    );
}

#[test]
fn withheld_objects_and_lost_marks_keep_one_history() {
    histories(
        200..210,
        Powers {
            checkpoints: true,
            withholds: true,
            lost: true,
            damaged: true,
            ..Powers::default()
        },
    );
}

#[test]
fn older_checkpoints_and_old_and_damaged_marks_keep_one_history() {
    histories(
        300..310,
        Powers {
            checkpoints: true,
            old: true,
            damaged: true,
            ..Powers::default()
        },
    );
}

#[test]
fn home_that_was_given_up_never_sells_again() {
    histories(
        400..408,
        Powers {
            checkpoints: true,
            withholds: true,
            lost: true,
            gives_up: true,
            ..Powers::default()
        },
    );
}

#[test]
fn junk_among_own_copies_and_lost_marks_keep_one_history() {
    histories(
        500..508,
        Powers {
            lost: true,
            junk: true,
            ..Powers::default()
        },
    );
}
