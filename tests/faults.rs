//! When the machine says no: a full disk, a read-only home, a second program, a death in the middle of a sale.
//!
//! What would be wrong if these failed: something half-written, a sale lost or made twice, or an error that leaves
//! a person without a way out.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a test may panic and tell"
)]

mod trade;

use std::{
    cell::RefCell,
    collections::BTreeMap,
    env,
    fmt::Debug,
    fs::{self, File},
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use poundwise_market::{Error, Home, Passphrase, Result, audit_files, view::ImportOptions};
use trade::{create, married, offer, open, people};

/// Set in a process that a test started to play a part.
const PART: &str = "POUNDWISE_TEST_PART";
/// The folder such a process works in.
const FOLDER: &str = "POUNDWISE_TEST_FOLDER";

/// The named test in a process of its own.
fn part(test: &str, part: &str, folder: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", test, "--nocapture"])
        .env(PART, part)
        .env(FOLDER, folder);
    command
}

/// The folder, in a process that plays `name`.
fn playing(name: &str) -> Option<PathBuf> {
    (env::var(PART).ok()? == name).then(|| PathBuf::from(env::var(FOLDER).unwrap()))
}

/// A clear error names the thing and the way out.
fn is_clear(error: &Error) {
    assert!(
        error.message().len() > 15,
        "says too little: {}",
        error.message()
    );
    assert!(!error.hints().is_empty(), "no way out: {}", error.message());
    assert!(matches!(error.exit_code(), 1 | 2));
}

/// The files of a folder, whole; the database's own bookkeeping aside.
fn files(folder: &Path) -> BTreeMap<PathBuf, u64> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.to_string_lossy().contains("poundwise.db") {
                let size = entry.metadata().unwrap().len();
                found.insert(path, size);
            }
        }
    }
    found
}

/// Runs the test again where it may mount what it likes and nobody else sees it. `true` inside.
fn in_own_mounts(test: &str) -> bool {
    if env::var(PART).is_ok_and(|part| part == "own-mounts") {
        return true;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.stdout == b"0\n");
    let namespace: &[&str] = if root {
        &["--mount"]
    } else {
        &["--map-root-user", "--mount"]
    };
    let can = Command::new("unshare")
        .args(namespace)
        .args(["--", "mount", "-t", "tmpfs", "tmpfs"])
        .arg(folder.path())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !can {
        eprintln!(
            "skipped: {test}: this machine lets nobody mount, not even in a namespace of their own (unshare --mount)"
        );
        return false;
    }
    let status = Command::new("unshare")
        .args(namespace)
        .arg("--")
        .arg(env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(PART, "own-mounts")
        .status()
        .unwrap();
    assert!(
        status.success(),
        "{test} failed in its own mounts, see above"
    );
    false
}

fn mount(args: &[&str], target: &Path) {
    let status = Command::new("mount")
        .args(args)
        .arg(target)
        .status()
        .unwrap();
    assert!(status.success());
}

/// A disk of a few MiB with exactly as much room as a test wants.
struct Disk {
    folder: PathBuf,
}

impl Disk {
    fn mount(folder: PathBuf) -> Self {
        fs::create_dir_all(&folder).unwrap();
        mount(&["-t", "tmpfs", "-o", "size=8m", "tmpfs"], &folder);
        Self { folder }
    }

    /// Leaves that many KiB free.
    fn leave(&self, kib: u64) {
        let filler = self.folder.join("filler");
        let mut file = File::create(&filler).unwrap();
        let page = [0u8; 4096];
        while file.write_all(&page).is_ok() {}
        let full = file.metadata().unwrap().len();
        file.set_len(full.saturating_sub(kib * 1024)).unwrap();
    }

    fn make_room(&self) {
        fs::remove_file(self.folder.join("filler")).unwrap();
    }

    /// Tries with a page more room each time until it works. Every failure before that has to be clear, and has to
    /// leave `state` as it was.
    fn until_it_fits<T, S: PartialEq + Debug>(
        &self,
        what: &str,
        codes: &[&str],
        state: impl Fn() -> S,
        attempt: impl Fn() -> Result<T>,
    ) -> T {
        let before = state();
        for pages in 0..1000 {
            self.leave(pages * 4);
            let outcome = attempt();
            self.make_room();
            match outcome {
                Ok(value) => {
                    assert!(
                        pages > 0,
                        "{what} worked on a full disk, so this tests nothing"
                    );
                    return value;
                }
                Err(error) => {
                    is_clear(&error);
                    assert!(
                        codes.contains(&error.code().as_str()),
                        "{what} with {pages} pages free: {}: {}",
                        error.code().as_str(),
                        error.message()
                    );
                    assert_eq!(
                        state(),
                        before,
                        "{what} failed with {pages} pages free and left something"
                    );
                }
            }
        }
        panic!("{what} never fitted");
    }
}

/// A full disk under the home: each step fails clearly, leaves nothing, and works when there is room.
#[test]
fn a_full_home() {
    if !in_own_mounts("a_full_home") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let market = folder.join("market");
    let disk = Disk::mount(folder.join("disk"));
    let home = disk.folder.join("home");
    // SQLite calls it an I/O error when its shared index finds no room.
    let codes = ["disk-full", "io"];

    let owner = disk.until_it_fits(
        "creating a home",
        &codes,
        || home.exists(),
        || {
            Home::create(
                &home,
                "Owner",
                &trade::passphrase(),
                &trade::options(&market),
            )
            .map(|(home, _)| home)
        },
    );
    let buyer = create(&folder.join("buyer"), "Buyer", &market);
    let table = people(folder, 2000);
    disk.until_it_fits(
        "an import",
        &codes,
        || (owner.datasets().unwrap().len(), files(&home)),
        || owner.import_dataset(&table, &ImportOptions::default()),
    );
    let listing = disk.until_it_fits(
        "a listing",
        &codes,
        || {
            (
                owner.my_listings().unwrap().len(),
                buyer.market(None).unwrap().len(),
            )
        },
        || owner.create_listing(&married()),
    );
    let order = buyer.order(&listing.id, "1").unwrap();
    let receipt = disk.until_it_fits(
        "an approval",
        &codes,
        || {
            (
                owner.books().unwrap().receipts.len(),
                owner.inbox().unwrap().len(),
            )
        },
        || owner.approve(&order.id, "paid"),
    );
    assert_eq!(owner.deliver().unwrap(), 0);
    assert_eq!(owner.approve(&order.id, "paid").unwrap().id, receipt.id);
    let words = |text: &str| Passphrase::from(text.to_owned());
    disk.until_it_fits(
        "another passphrase",
        &codes,
        || fs::read(home.join("key.age")).unwrap(),
        || owner.change_passphrase(&trade::passphrase(), &words("three other words")),
    );
    owner
        .change_passphrase(&words("three other words"), &trade::passphrase())
        .unwrap();
    // A table that would not fit twice.
    let owner = RefCell::new(owner);
    disk.until_it_fits(
        "another recovery key",
        &codes,
        || (owner.borrow().view().recipient, files(&home)),
        || {
            owner
                .borrow_mut()
                .new_recovery_key(&trade::passphrase())
                .map(drop)
        },
    );
    let owner = owner.into_inner();
    let file = disk.folder.join("books.ledger");
    disk.until_it_fits(
        "an export",
        &codes,
        || file.exists(),
        || owner.export_ledger(&file),
    );

    let collected = buyer.collect().unwrap();
    assert_eq!((collected.releases.len(), collected.rejected.len()), (1, 0));
    drop(owner);
    let owner = open(&home, &market).unwrap();
    assert_eq!(owner.books().unwrap().receipts.len(), 1);
    holds(&[file]);
}

/// A full disk under the market: the sale stands, and what could not be sent is sent later.
#[test]
fn a_full_market() {
    if !in_own_mounts("a_full_market") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let disk = Disk::mount(folder.join("disk"));
    let market = disk.folder.join("market");
    let owner = create(&folder.join("owner"), "Owner", &market);
    let buyer = create(&folder.join("buyer"), "Buyer", &market);
    let listing = offer(&owner, folder);
    let order = buyer.order(&listing.id, "1").unwrap();
    assert_eq!(owner.inbox().unwrap().len(), 1);

    disk.leave(0);
    let receipt = owner.approve(&order.id, "paid").unwrap();
    assert!(
        owner.deliver().unwrap() > 0,
        "a full market took the delivery"
    );
    assert!(
        owner.books().unwrap().undelivered > 0,
        "the books do not say so"
    );
    let early = buyer.collect().unwrap();
    assert!(
        early.releases.is_empty() && early.rejected.is_empty(),
        "half a delivery was to be seen"
    );
    disk.make_room();

    assert_eq!(owner.approve(&order.id, "paid").unwrap().id, receipt.id);
    assert_eq!(owner.deliver().unwrap(), 0);
    let collected = buyer.collect().unwrap();
    assert_eq!(collected.releases[0].id, receipt.id);
    assert!(collected.rejected.is_empty());
    assert_eq!(owner.books().unwrap().receipts.len(), 1);
}

/// A home that cannot be written is refused at once, and stays as it was.
#[test]
fn a_read_only_home() {
    if !in_own_mounts("a_read_only_home") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (market, dir) = (folder.join("market"), folder.join("disk/home"));
    let owner = create(&dir, "Owner", &market);
    offer(&owner, folder);
    drop(owner);

    let disk = folder.join("disk");
    mount(&["--bind", disk.to_str().unwrap()], &disk);
    mount(&["-o", "remount,bind,ro"], &disk);
    let before = files(&dir);
    let refused = open(&dir, &market).err().unwrap();
    is_clear(&refused);
    assert_eq!(refused.code().as_str(), "read-only");
    let created = Home::create(
        &disk.join("other"),
        "Other",
        &trade::passphrase(),
        &trade::options(&market),
    );
    let refused = created.err().unwrap();
    is_clear(&refused);
    assert_eq!(refused.code().as_str(), "read-only");
    assert_eq!(files(&dir), before);

    mount(&["-o", "remount,bind,rw"], &disk);
    assert_eq!(open(&dir, &market).unwrap().my_listings().unwrap().len(), 1);
}

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

/// Dies between the commit of a sale and its delivery: what is delivered after that is what was signed then, byte
/// for byte, whoever delivers it.
#[test]
fn a_death_between_sale_and_delivery() {
    if let Some(folder) = playing("seller") {
        let owner = open(&folder.join("owner"), &folder.join("market")).unwrap();
        let order = owner.inbox().unwrap().remove(0).order;
        owner.approve(&order.id, "paid").unwrap();
        std::process::abort();
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let (market, dir) = (folder.join("market"), folder.join("owner"));
    let owner = create(&dir, "Owner", &market);
    let buyer = create(&folder.join("buyer"), "Buyer", &market);
    let listing = offer(&owner, folder);
    let order = buyer.order(&listing.id, "1").unwrap();
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
        owner.books().unwrap().receipts.len(),
        1,
        "the sale was lost"
    );
    assert_eq!(owner.deliver().unwrap(), 0);
    let sent = contents(&deliveries);
    assert_eq!(sent.len(), 1);
    // The home's copy, on a market of its own, sends the very same bytes: they were stored, not made again.
    let other = folder.join("other-market");
    assert_eq!(open(&twin, &other).unwrap().deliver().unwrap(), 0);
    assert_eq!(contents(&other.join("deliveries")), sent);

    let collected = buyer.collect().unwrap();
    assert_eq!((collected.releases.len(), collected.rejected.len()), (1, 0));
    assert_eq!(
        owner.approve(&order.id, "again").unwrap().id,
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

/// Killed at twenty moments of a sale: it was made once or not at all, and the buyer gets it.
#[test]
fn deaths_in_the_middle_of_a_sale() {
    const DEATHS: u32 = 20;
    if let Some(folder) = playing("victim") {
        let owner = open(&folder.join("owner"), &folder.join("market")).unwrap();
        let order = owner.inbox().unwrap().remove(0).order;
        println!("ready");
        owner.approve(&order.id, "paid").unwrap();
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
    // How long a sale takes here, so that the deaths are spread over it and a little beyond.
    let order = buyer.order(&listing.id, "0.1").unwrap();
    let started = Instant::now();
    owner.approve(&order.id, "paid").unwrap();
    let whole = started.elapsed() * 3 / 2;
    assert_eq!(buyer.collect().unwrap().releases.len(), 1);

    let (mut before, mut after) = (0, 0);
    for death in 0..DEATHS {
        let order = buyer
            .order(
                &listing.id,
                &format!("{}.{}", (death + 2) / 10, (death + 2) % 10),
            )
            .unwrap();
        drop(owner);
        let mut victim = Player::start(part("deaths_in_the_middle_of_a_sale", "victim", folder));
        thread::sleep(whole * death / DEATHS);
        victim.kill();

        owner = open(&dir, &market).unwrap();
        let sold = owner.books().unwrap().receipts;
        let made = sold
            .first()
            .filter(|receipt| receipt.order == order.id)
            .cloned();
        let receipt = match made {
            Some(receipt) => {
                after += 1;
                receipt
            }
            None => {
                before += 1;
                assert_eq!(
                    owner.inbox().unwrap().len(),
                    1,
                    "the order is neither sold nor waiting"
                );
                owner.approve(&order.id, "paid").unwrap()
            }
        };
        assert_eq!(owner.approve(&order.id, "paid").unwrap().id, receipt.id);
        assert_eq!(owner.deliver().unwrap(), 0);
        let collected = buyer.collect().unwrap();
        assert!(collected.rejected.is_empty(), "{:?}", collected.rejected);
        assert_eq!(collected.releases.len(), 1);
        assert_eq!(collected.releases[0].id, receipt.id);
        assert_eq!(
            owner.books().unwrap().receipts.len(),
            usize::try_from(death).unwrap() + 2
        );
    }
    println!("{before} deaths came before the commit, {after} after it");
    let file = folder.join("books.ledger");
    owner.export_ledger(&file).unwrap();
    holds(&[file]);
}

/// Killed at moments spread over changes of passphrase and recovery key: one of the two passphrases opens the home, and
/// everything in it can be read.
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
    let whole = started.elapsed() * 3 / 2;
    owner
        .change_passphrase(&words(OTHER), &trade::passphrase())
        .unwrap();
    let buyer = create(&folder.join("buyer"), "Buyer", &market);

    let (mut old, mut new) = (0, 0);
    for death in 0..DEATHS {
        let before = owner.view().recipient;
        drop(owner);
        let mut victim =
            Player::start(part("deaths_while_the_keys_are_changed", "changer", folder));
        thread::sleep(whole * death / DEATHS);
        victim.kill();

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
        *(if owner.view().recipient == before {
            &mut old
        } else {
            &mut new
        }) += 1;
        let key_files = fs::read_dir(&dir).unwrap().flatten();
        let waiting =
            key_files.filter(|file| file.file_name().to_string_lossy().starts_with("key."));
        assert_eq!(waiting.count(), 1, "key.age alone");
        // A sale takes the table's listing out of its encryption.
        let level = format!("{}.{}", (death + 2) / 10, (death + 2) % 10);
        let order = buyer.order(&listing.id, &level).unwrap();
        owner.inbox().unwrap();
        owner.approve(&order.id, "paid").unwrap();
        assert_eq!(buyer.collect().unwrap().releases.len(), 1);
    }
    println!("{old} deaths came before the new key was in force, {new} after it");
}

/// The audit finds nothing wrong.
fn holds(files: &[PathBuf]) {
    let report = serde_json::to_value(audit_files(files).unwrap()).unwrap();
    assert_eq!(report["verdict"], "holds", "{report:#}");
}
