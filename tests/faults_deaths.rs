//! When a program is killed, or another one has the home: a death in the middle of a sale or of a
//! change of keys.
//!
//! What would be wrong if these failed: a sale lost or made twice, or a home that neither
//! passphrase opens.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test may panic and tell"
)]

mod faults;
mod trade;

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use faults::{files, holds, is_clear, part, playing};
use poundwise_market::{Home, Passphrase, Roles};
use trade::{create, offer, open, paid, parsed};

/// A second program on a home is told so; when the first is killed the home opens.
#[test]
fn two_programs_on_one_home() {
    if let Some(folder) = playing("holder") {
        let _home = open(&folder.join("owner"), &folder.join("market")).unwrap();
        println!("ready");
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (market, dir) = (folder.join("market"), folder.join("owner"));
    drop(create(&dir, "Owner", &market));
    let mut holder = Player::start(part("two_programs_on_one_home", "holder", folder));
    let refused = open(&dir, &market).err().unwrap();
    is_clear(&refused);
    assert_eq!(refused.code().as_str(), "in-use");
    assert!(
        refused.message().contains(dir.to_str().unwrap()),
        "which home? {}",
        refused.message()
    );
    holder.kill();
    assert_eq!(open(&dir, &market).unwrap().view().name, "Owner");
}

/// A process that said it is ready.
struct Player(Child);

impl Player {
    fn start(mut command: Command) -> Self {
        let mut player = Self(command.stdout(Stdio::piped()).spawn().unwrap());
        let mut lines = BufReader::new(player.0.stdout.take().unwrap()).lines();
        let ready = lines.any(|line| line.unwrap().ends_with("ready"));
        if !ready {
            player.kill();
        }
        assert!(ready, "it ended before it was ready");
        player
    }

    /// As `kill -9` does.
    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// When a process dies: at moments spread over its work first, then around the commit, wherever
/// that is by then. So some deaths come before it and some after, however fast the machine is.
struct Deaths {
    whole: Duration,
    count: u32,
    last: u32,
    aim: Duration,
}

impl Deaths {
    /// Of work that takes about so long.
    fn of(work: Duration, count: u32) -> Self {
        let whole = work * 3 / 2;
        Self {
            whole,
            count,
            last: 0,
            aim: whole,
        }
    }

    /// Kills it at the next moment.
    fn kill(&mut self, mut victim: Player) {
        if self.last < self.count / 2 {
            self.aim = self.whole * self.last * 2 / self.count;
        }
        self.last += 1;
        thread::sleep(self.aim);
        victim.kill();
    }

    /// On which side of the commit that was.
    fn came(&mut self, after: bool) {
        self.aim = if after {
            self.aim * 2 / 3
        } else {
            self.aim * 3 / 2 + Duration::from_millis(1)
        };
    }
}

/// Dies between the commit of a sale and its delivery: what is delivered after that is what was
/// signed then, byte for byte, whoever delivers it.
#[test]
fn a_death_between_sale_and_delivery() {
    if let Some(folder) = playing("seller") {
        let owner = open(&folder.join("owner"), &folder.join("market")).unwrap();
        let order = owner.seller().inbox().unwrap().remove(0).order;
        owner
            .seller()
            .approve(&parsed(&order.id), paid("paid"))
            .unwrap();
        std::process::abort();
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (market, dir) = (folder.join("market"), folder.join("owner"));
    let owner = create(&dir, "Owner", &market);
    let buyer = create(&folder.join("buyer"), "Buyer", &market);
    let listing = offer(&owner, folder);
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    drop(owner);
    // A file where the folder would be: nothing can be delivered.
    let deliveries = market.join("deliveries");
    fs::write(&deliveries, b"in the way").unwrap();
    let status = part("a_death_between_sale_and_delivery", "seller", folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(!status.success());
    fs::remove_file(&deliveries).unwrap();

    let twin = folder.join("twin");
    let copied = Command::new("cp")
        .arg("-a")
        .args([&dir, &twin])
        .status()
        .unwrap();
    assert!(copied.success());
    let owner = open(&dir, &market).unwrap();
    assert_eq!(
        owner.seller().books().unwrap().receipts.len(),
        1,
        "the sale was lost"
    );
    assert_eq!(owner.deliver().unwrap(), 0);
    let sent = contents(&deliveries);
    assert_eq!(sent.len(), 1);
    // The home's copy, on a market of its own, sends the very same bytes: they were stored, not
    // made again.
    let other = folder.join("other-market");
    assert_eq!(open(&twin, &other).unwrap().deliver().unwrap(), 0);
    assert_eq!(contents(&other.join("deliveries")), sent);

    let collected = buyer.buyer().collect().unwrap();
    assert_eq!((collected.releases.len(), collected.rejected.len()), (1, 0));
    assert_eq!(
        owner
            .seller()
            .approve(&parsed(&order.id), paid("paid"))
            .unwrap()
            .id,
        collected.releases[0].id
    );
    assert_eq!(contents(&deliveries), sent);
}

fn contents(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    files(folder)
        .into_keys()
        .map(|file| {
            (
                file.strip_prefix(folder).unwrap().to_owned(),
                fs::read(&file).unwrap(),
            )
        })
        .collect()
}

/// Killed at twenty moments of a sale, on both sides of its commit: it was made once or not at all,
/// and the buyer gets it.
#[test]
fn deaths_in_the_middle_of_a_sale() {
    const DEATHS: u32 = 20;
    if let Some(folder) = playing("victim") {
        let owner = open(&folder.join("owner"), &folder.join("market")).unwrap();
        let order = owner.seller().inbox().unwrap().remove(0).order;
        println!("ready");
        owner
            .seller()
            .approve(&parsed(&order.id), paid("paid"))
            .unwrap();
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (market, dir) = (folder.join("market"), folder.join("owner"));
    let mut owner = create(&dir, "Owner", &market);
    let buyer = create(&folder.join("buyer"), "Buyer", &market);
    let listing = offer(&owner, folder);
    // How long a sale takes here.
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("0.1"))
        .unwrap();
    let started = Instant::now();
    owner
        .seller()
        .approve(&parsed(&order.id), paid("paid"))
        .unwrap();
    let mut deaths = Deaths::of(started.elapsed(), DEATHS);
    assert_eq!(buyer.buyer().collect().unwrap().releases.len(), 1);

    let (mut before, mut after) = (0, 0);
    for death in 0..DEATHS {
        let order = buyer
            .buyer()
            .order(
                &parsed(&listing.id),
                parsed(&format!("{}.{}", (death + 2) / 10, (death + 2) % 10)),
            )
            .unwrap();
        drop(owner);
        let victim = Player::start(part("deaths_in_the_middle_of_a_sale", "victim", folder));
        deaths.kill(victim);

        owner = open(&dir, &market).unwrap();
        let sold = owner.seller().books().unwrap().receipts;
        let made = sold
            .first()
            .filter(|receipt| receipt.order == order.id)
            .cloned();
        deaths.came(made.is_some());
        let receipt = match made {
            Some(receipt) => {
                after += 1;
                receipt
            }
            None => {
                before += 1;
                assert_eq!(
                    owner.seller().inbox().unwrap().len(),
                    1,
                    "the order is neither sold nor waiting"
                );
                owner
                    .seller()
                    .approve(&parsed(&order.id), paid("paid"))
                    .unwrap()
            }
        };
        assert_eq!(
            owner
                .seller()
                .approve(&parsed(&order.id), paid("paid"))
                .unwrap()
                .id,
            receipt.id
        );
        assert_eq!(owner.deliver().unwrap(), 0);
        let collected = buyer.buyer().collect().unwrap();
        assert!(collected.rejected.is_empty(), "{:?}", collected.rejected);
        assert_eq!(collected.releases.len(), 1);
        assert_eq!(collected.releases[0].id, receipt.id);
        assert_eq!(
            owner.seller().books().unwrap().receipts.len(),
            usize::try_from(death).unwrap() + 2
        );
    }
    println!("{before} deaths came before the commit, {after} after it");
    assert!(before > 0 && after > 0, "all on one side of the commit");
    let file = folder.join("books.ledger");
    owner.seller().export_ledger(&file).unwrap();
    holds(&[file]);
}

/// Killed at moments of a change of passphrase and recovery key, before the new key is in force and
/// after: one of the two passphrases opens the home, and everything in it can be read.
#[test]
fn deaths_while_the_keys_are_changed() {
    const DEATHS: u32 = 12;
    const OTHER: &str = "three other words";
    let words = |text: &str| Passphrase::from(text.to_owned());
    if let Some(folder) = playing("changer") {
        let mut owner = open(&folder.join("owner"), &folder.join("market")).unwrap();
        println!("ready");
        owner
            .change_passphrase(&trade::passphrase(), &words(OTHER))
            .unwrap();
        owner.new_recovery_key(&words(OTHER)).unwrap();
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (market, dir) = (folder.join("market"), folder.join("owner"));
    let mut owner = create(&dir, "Owner", &market);
    let listing = offer(&owner, folder);
    let started = Instant::now();
    owner
        .change_passphrase(&trade::passphrase(), &words(OTHER))
        .unwrap();
    owner.new_recovery_key(&words(OTHER)).unwrap();
    let mut deaths = Deaths::of(started.elapsed(), DEATHS);
    owner
        .change_passphrase(&words(OTHER), &trade::passphrase())
        .unwrap();
    let buyer = create(&folder.join("buyer"), "Buyer", &market);

    let (mut old, mut new) = (0, 0);
    for death in 0..DEATHS {
        let before = owner.view().recipient;
        drop(owner);
        let victim = Player::start(part("deaths_while_the_keys_are_changed", "changer", folder));
        deaths.kill(victim);

        owner = match open(&dir, &market) {
            Ok(owner) => {
                assert_eq!(owner.view().recipient, before);
                owner
            }
            Err(error) => {
                assert_eq!(error.code().as_str(), "wrong-passphrase", "{error}");
                let owner = Home::open(&dir, &words(OTHER), &trade::options(&market)).unwrap();
                owner
                    .change_passphrase(&words(OTHER), &trade::passphrase())
                    .unwrap();
                owner
            }
        };
        let changed = owner.view().recipient != before;
        deaths.came(changed);
        *(if changed { &mut new } else { &mut old }) += 1;
        let key_files = fs::read_dir(&dir).unwrap().flatten();
        let waiting =
            key_files.filter(|file| file.file_name().to_string_lossy().starts_with("key."));
        assert_eq!(waiting.count(), 1, "key.age alone");
        // A sale takes the table's listing out of its encryption.
        let level = format!("{}.{}", (death + 2) / 10, (death + 2) % 10);
        let order = buyer
            .buyer()
            .order(&parsed(&listing.id), parsed(&level))
            .unwrap();
        owner.seller().inbox().unwrap();
        owner
            .seller()
            .approve(&parsed(&order.id), paid("paid"))
            .unwrap();
        assert_eq!(buyer.buyer().collect().unwrap().releases.len(), 1);
    }
    println!("{old} deaths came before the new key was in force, {new} after it");
    assert!(old > 0 && new > 0, "all on one side of the change");
}
