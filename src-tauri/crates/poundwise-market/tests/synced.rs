//! A market whose folder a program synchronises (Nextcloud, Syncthing): files arrive late, in any
//! order and in parts, and some arrive twice under another name.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::fixture::{
    Town, histogram, holding, list, log_folder, offered, paid, parsed, passphrase,
};
use poundwise_market::{Home, HomeOptions, Roles, view::Collected};

/// A buyer on another machine: its market is a folder of its own.
struct Machines {
    town: Town,
    owner: Home,
    ann: Home,
}

impl Machines {
    fn new() -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(None);
        let options = HomeOptions {
            market: Some(town.path("copy").display().to_string()),
            ..town.options()
        };
        let (ann, _) =
            Home::create(&town.path("ann"), &parsed("ann"), &passphrase(), &options).unwrap();
        Self { town, owner, ann }
    }

    fn market(&self) -> PathBuf {
        self.town.path("market")
    }

    fn copy(&self) -> PathBuf {
        self.town.path("copy")
    }

    /// Copies the files of the owner's folder that `wanted` chooses to the buyer's.
    fn arrives(&self, wanted: impl Fn(&str) -> bool) {
        sync(&self.market(), &self.copy(), &wanted);
    }

    /// Copies all of the buyer's folder to the owner's.
    fn leaves(&self) {
        sync(&self.copy(), &self.market(), &|_| true);
    }

    /// An order of ann's that was approved; nothing of the sale has arrived.
    fn sale(&self, level: &str) {
        self.arrives(|_| true);
        let listing = offered(&self.ann, "").remove(0);
        let order = self
            .ann
            .buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap();
        self.leaves();
        self.owner.seller().inbox().unwrap();
        self.owner
            .seller()
            .approve(&parsed(&order.id), paid("cash"))
            .unwrap();
        assert_eq!(self.owner.undelivered().unwrap(), 0);
    }

    #[track_caller]
    fn waits(&self) -> Collected {
        let collected = self.ann.buyer().collect().unwrap();
        assert!(collected.releases.is_empty(), "{collected:?}");
        assert!(collected.alarms.is_empty(), "{collected:?}");
        assert!(collected.rejected.is_empty());
        collected
    }

    #[track_caller]
    fn takes(&self) {
        let collected = self.ann.buyer().collect().unwrap();
        assert_eq!(collected.releases.len(), 1, "{collected:?}");
        assert!(collected.alarms.is_empty(), "{collected:?}");
        assert!(collected.rejected.is_empty());
        assert!(collected.unchecked.is_empty());
    }
}

/// Copies files that differ, each by a hidden part that is renamed, as such programs do.
fn sync(from: &Path, to: &Path, wanted: &dyn Fn(&str) -> bool) {
    for (path, bytes) in files(from) {
        let name = path.strip_prefix(from).unwrap();
        let there = to.join(name);
        if !wanted(&name.display().to_string()) || fs::read(&there).is_ok_and(|b| b == bytes) {
            continue;
        }
        fs::create_dir_all(there.parent().unwrap()).unwrap();
        let part = there.with_file_name(".syncthing.part.tmp");
        fs::write(&part, bytes).unwrap();
        fs::rename(part, there).unwrap();
    }
}

/// The files below a folder that are not hidden.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_str().unwrap().starts_with('.') {
            continue;
        }
        match path.is_dir() {
            true => all.extend(files(&path)),
            false => all.push((path.clone(), fs::read(&path).unwrap())),
        }
    }
    all
}

/// The one file of a folder and those below it.
fn only(folder: &Path) -> PathBuf {
    let mut all = files(folder);
    assert_eq!(all.len(), 1, "{}", folder.display());
    all.remove(0).0
}

/// The names that Nextcloud, Syncthing and Dropbox give to a copy of a file that two machines wrote.
fn conflict_copies(file: &Path) -> [PathBuf; 3] {
    let [stem, extension] =
        [file.file_stem(), file.extension()].map(|part| part.unwrap().to_str().unwrap().to_owned());
    [
        format!("{stem} (conflicted copy 2026-11-29 120000).{extension}"),
        format!("{stem}.sync-conflict-20261129-120000-ABCDEFG.{extension}"),
        format!("{stem} (Ann's conflicted copy 2026-11-29).{extension}"),
    ]
    .map(|name| file.with_file_name(name))
}

#[test]
fn conflict_copies_are_ignored_and_counted() {
    let machines = Machines::new();
    let listing = list(&machines.owner, &histogram());
    machines.sale("1");
    machines.arrives(|_| true);
    for folder in ["listings", "deliveries"] {
        let file = only(&machines.copy().join(folder));
        for copy in conflict_copies(&file) {
            fs::copy(&file, copy).unwrap();
        }
    }
    assert_eq!(offered(&machines.ann, "").len(), 1);
    assert_eq!(machines.ann.left_out().market.odd, 3);
    let collected = machines.ann.buyer().collect().unwrap();
    assert_eq!((collected.releases.len(), collected.skipped), (1, 3));
    assert!(collected.rejected.is_empty());
    assert!(collected.unchecked.is_empty() && collected.alarms.is_empty());

    let order = machines
        .ann
        .buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();
    machines.leaves();
    let file = files(&machines.market().join("orders"))
        .into_iter()
        .map(|(path, _)| path)
        .find(|path| path.display().to_string().contains(&order.id.to_string()))
        .unwrap();
    for copy in conflict_copies(&file) {
        fs::copy(&file, copy).unwrap();
    }
    assert_eq!(machines.owner.seller().inbox().unwrap().len(), 1);
    assert_eq!(machines.owner.left_out().orders, 3);
}

/// Every file of a sale is cut at some places, and what is there of it is read; then it arrives.
#[test]
fn file_in_parts_is_not_there_yet() {
    let machines = Machines::new();
    list(&machines.owner, &histogram());
    machines.sale("1");
    machines.arrives(|name| !name.starts_with("deliveries/"));
    let delivery = only(&machines.market().join("deliveries"));
    let bytes = fs::read(&delivery).unwrap();
    let there = machines
        .copy()
        .join(delivery.strip_prefix(machines.market()).unwrap());
    fs::create_dir_all(there.parent().unwrap()).unwrap();
    for length in [0, 10, 60, 180, 220, 300, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&there, &bytes[..length]).unwrap();
        let collected = machines.waits();
        let [said] = &collected.unchecked[..] else {
            panic!("{length}: {:?}", collected.unchecked)
        };
        assert!(
            said.to_string().contains("has not arrived completely"),
            "{said}"
        );
        // The file is reported once, and is read again only after it changes.
        assert!(machines.waits().unchecked.is_empty());
    }
    machines.arrives(|_| true);
    machines.takes();
}

#[test]
fn listing_and_order_in_parts_are_read_once_they_are_whole() {
    let machines = Machines::new();
    list(&machines.owner, &histogram());
    let file = only(&machines.market().join("listings"));
    let there = machines
        .copy()
        .join(file.strip_prefix(machines.market()).unwrap());
    let bytes = fs::read(&file).unwrap();
    fs::create_dir_all(there.parent().unwrap()).unwrap();
    for length in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&there, &bytes[..length]).unwrap();
        assert!(offered(&machines.ann, "").is_empty());
    }
    machines.arrives(|_| true);
    let listing = offered(&machines.ann, "").remove(0);
    machines
        .ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let order = only(&machines.copy().join("orders"));
    let bytes = fs::read(&order).unwrap();
    let there = machines
        .market()
        .join(order.strip_prefix(machines.copy()).unwrap());
    fs::create_dir_all(there.parent().unwrap()).unwrap();
    for length in [0, 1, 100, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&there, &bytes[..length]).unwrap();
        assert!(machines.owner.seller().inbox().unwrap().is_empty());
    }
    machines.leaves();
    assert_eq!(machines.owner.seller().inbox().unwrap().len(), 1);
}

/// The log leaves before the delivery, and each part of it may arrive after it.
#[test]
fn delivery_before_its_log_waits_and_a_checkpoint_before_its_tiles_contradicts_nothing() {
    let machines = Machines::new();
    let listing = list(&machines.owner, &histogram());
    machines.sale("1");
    machines.arrives(|_| true);
    machines.takes();

    machines.sale("2");
    machines.arrives(|name| name.starts_with("deliveries/"));
    for _ in 0..3 {
        let collected = machines.waits();
        let [said] = &collected.unchecked[..] else {
            panic!("{:?}", collected.unchecked)
        };
        assert!(
            said.to_string().contains("arrived before the ledger"),
            "{said}"
        );
    }
    machines.arrives(|name| !name.ends_with("/checkpoint"));
    machines.waits();
    machines.arrives(|_| true);
    machines.takes();

    // The checkpoint first, then the tiles, of which one is in parts at first.
    machines.sale("3");
    machines.arrives(|name| name.ends_with("/checkpoint"));
    assert_eq!(machines.waits().unchecked.len(), 1);
    let own = log_folder(&machines.town, &machines.owner).join("tile");
    let tile = files(&own)
        .into_iter()
        .find(|(path, _)| path.ends_with("0/000.p/4"))
        .unwrap();
    let there = machines
        .copy()
        .join(tile.0.strip_prefix(machines.market()).unwrap());
    fs::create_dir_all(there.parent().unwrap()).unwrap();
    for length in [0, 32, tile.1.len() - 1] {
        fs::write(&there, &tile.1[..length]).unwrap();
        assert_eq!(machines.waits().unchecked.len(), 1, "{length}");
    }
    machines.arrives(|_| true);
    machines.takes();
    assert_eq!(holding(&machines.ann, &listing).level, 3_000_000);
}

/// The checkpoint is the one object that is written again and again; a copy of it in parts says
/// nothing about the log.
#[test]
fn checkpoint_in_parts_is_no_alarm_and_is_not_written_over_by_an_older_one() {
    let machines = Machines::new();
    list(&machines.owner, &histogram());
    machines.sale("1");
    machines.arrives(|_| true);
    machines.takes();
    machines.sale("2");
    machines.arrives(|name| !name.starts_with("deliveries/"));
    let checkpoint = log_folder(&machines.town, &machines.owner).join("checkpoint");
    let bytes = fs::read(&checkpoint).unwrap();
    let there = machines
        .copy()
        .join(checkpoint.strip_prefix(machines.market()).unwrap());
    for length in [0, 20, bytes.len() - 1] {
        fs::write(&there, &bytes[..length]).unwrap();
        assert_eq!(machines.waits().unchecked.len(), 1, "{length}");
    }
    machines.arrives(|_| true);
    machines.takes();
}
