//! What other users of the machine can read, hold and plant.

use std::{
    fs,
    io::{BufRead, BufReader},
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use crate::fixture::{Town, buy, copy_folder, histogram, list, parsed, passphrase};
use poundwise_market::{ExportFormat, Home, Roles, Work};

/// Everything in a folder and the folder, with their permissions.
fn modes(at: &Path, into: &mut Vec<(PathBuf, u32)>) {
    let there = fs::symlink_metadata(at).unwrap();
    into.push((at.to_owned(), there.permissions().mode() & 0o777));
    if there.is_dir() {
        for entry in fs::read_dir(at).unwrap() {
            modes(&entry.unwrap().path(), into);
        }
    }
}

fn all_modes(at: &Path) -> Vec<(PathBuf, u32)> {
    let mut all = Vec::new();
    modes(at, &mut all);
    all.sort();
    all
}

#[track_caller]
fn assert_private(at: &Path) {
    for (path, mode) in all_modes(at) {
        let right = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, right, "{} has {mode:o}", path.display());
    }
}

/// As a copy by another program, or a home of before, would be.
fn open_to_all(at: &Path) {
    for (path, _) in all_modes(at) {
        let mode = if path.is_dir() { 0o777 } else { 0o666 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
    }
}

#[test]
fn nobody_else_can_read_a_home_its_mark_or_what_it_exports() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    for file in [
        ann.suggest_file("release.csv").unwrap(),
        town.path("release.csv"),
    ] {
        // What is there already, and open, is replaced.
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o666)).unwrap();
        ann.buyer()
            .begin_release_export(&parsed(&listing.id), ExportFormat::Csv)
            .unwrap()
            .run(&file, &Work::silent())
            .unwrap();
        assert_private(&file);
    }
    // While they are open: with WAL, shared memory and lock.
    for home in ["owner", "ann", "state"] {
        assert_private(&town.path(home));
    }
    assert!(town.path("ann/poundwise.db-wal").exists());
}

#[test]
fn opening_a_home_closes_it_to_others_and_leaves_the_market_alone() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    let evidence = ann.suggest_file("x").unwrap();
    let evidence = evidence.parent().unwrap().join("evidence");
    fs::create_dir(&evidence).unwrap();
    fs::write(evidence.join("kept.checkpoint"), "x").unwrap();
    // As after a crash: WAL and shared memory are still there.
    copy_folder(&town.path("ann"), &town.path("copy"));
    drop((owner, ann));
    fs::remove_dir_all(town.path("ann")).unwrap();
    fs::rename(town.path("copy"), town.path("ann")).unwrap();

    // Not the home's, and to be read by others.
    let other = town.path("ann/notes");
    fs::create_dir(&other).unwrap();
    for open in ["owner", "ann", "state", "market"] {
        open_to_all(&town.path(open));
    }
    let aim = town.path("not-ours");
    fs::write(&aim, "x").unwrap();
    fs::set_permissions(&aim, fs::Permissions::from_mode(0o644)).unwrap();
    symlink(&aim, evidence.join("link")).unwrap();
    let market = all_modes(&town.path("market"));

    let (owner, ann) = (town.reopen("owner"), town.reopen("ann"));
    fs::remove_file(evidence.join("link")).unwrap();
    assert_eq!(
        fs::metadata(&aim).unwrap().permissions().mode() & 0o777,
        0o644
    );
    assert_eq!(
        fs::metadata(&other).unwrap().permissions().mode() & 0o777,
        0o777
    );
    fs::remove_dir(&other).unwrap();
    for home in ["owner", "ann"] {
        assert_private(&town.path(home));
    }
    for home in [&owner, &ann] {
        assert_private(&town.path("state").join(format!("{}.mark", home.view().kid)));
    }
    assert_eq!(all_modes(&town.path("market")), market);
}

/// Another user, who holds a lock on a file until it is let go of. Needs root; without it, this
/// user stands in.
struct Holder(Child);

impl Holder {
    fn of(file: &Path) -> Self {
        let root = fs::metadata("/proc/self").unwrap().uid() == 0;
        let mut command = if root {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "flock"]);
            command
        } else {
            Command::new("flock")
        };
        let mut child = command
            // Without a fork the one that is killed is the one that holds it.
            .args(["--nonblock", "--shared", "--no-fork"])
            .arg(file)
            .args(["sh", "-c", "echo held; exec cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut said)
            .unwrap();
        assert_eq!(said, "held\n");
        Self(child)
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

#[test]
fn a_lock_that_another_user_holds_keeps_nobody_out() {
    let town = Town::new();
    drop(town.home("ann"));
    let lock = town.path("ann/lock");
    for folder in [town.dir.path().to_owned(), town.path("ann")] {
        fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).unwrap();
    }
    fs::set_permissions(&lock, fs::Permissions::from_mode(0o644)).unwrap();
    let holder = Holder::of(&lock);
    let ann = town.reopen("ann");
    assert_private(&lock);
    // The new lock is one: this user's other programs are kept out.
    let refused = Home::open(&town.path("ann"), &passphrase(), &town.options());
    assert_eq!(refused.err().unwrap().code().as_str(), "in-use");
    drop(ann);
    drop(town.reopen("ann"));
    drop(holder);
    drop(town.reopen("ann"));
}

#[test]
fn a_link_in_the_place_of_the_lock_or_the_database_is_not_followed() {
    let town = Town::new();
    drop(town.home("ann"));
    let aim = town.path("aim");
    fs::write(&aim, "mine").unwrap();
    let lock = town.path("ann/lock");
    fs::remove_file(&lock).unwrap();
    symlink(&aim, &lock).unwrap();
    drop(town.reopen("ann"));
    assert_eq!(fs::read_to_string(&aim).unwrap(), "mine");
    assert!(fs::symlink_metadata(&lock).unwrap().is_file());

    let database = town.path("ann/poundwise.db");
    fs::rename(&database, &aim).unwrap();
    symlink(&aim, &database).unwrap();
    let refused = Home::open(&town.path("ann"), &passphrase(), &town.options());
    assert_eq!(refused.err().unwrap().code().as_str(), "io");
}
