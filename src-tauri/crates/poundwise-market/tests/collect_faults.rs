//! A buyer's collection when the machine says no: its disk is full, a statement fails, a table or a
//! tile cannot be read.
//!
//! What would be wrong if these failed: a machine's error taken for a verdict, so that a release
//! that was paid for is marked as rejected and never fetched again.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::fixture::{
    Town, breaking, disk, histogram, holding, list, log_folder,
    meanwhile::{Moment, collect_while},
    paid, parsed, sell,
};
use poundwise_market::{
    ErrorCode, Home, HomeOptions, Roles,
    view::{Collected, ListingView},
};
use rusqlite::Connection;

/// What a collection writes into, and reads.
const TABLES: [&str; 10] = [
    "documents",
    "holdings",
    "orders_placed",
    "witnessed",
    "unproven",
    "sightings",
    "seen",
    "alarms",
    "dismissals",
    "contacts",
];

fn database(home: &Path) -> Connection {
    Connection::open(home.join("poundwise.db")).unwrap()
}

/// What is marked as rejected.
fn marked(home: &Path) -> Vec<String> {
    database(home)
        .prepare("SELECT fault FROM seen WHERE fault IS NOT NULL")
        .unwrap()
        .query_map([], |r| r.get(0))
        .unwrap()
        .collect::<rusqlite::Result<_>>()
        .unwrap()
}

/// Nothing was taken for wrong.
fn is_clean(collected: &Collected) {
    assert_eq!(collected.rejected, []);
    assert!(collected.alarms.is_empty());
}

struct Shop {
    town: Town,
    owner: Home,
    buyer: Home,
    listing: ListingView,
    sold: u64,
}

impl Shop {
    fn new() -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(None);
        let buyer = town.home("buyer");
        let listing = list(&owner, &histogram());
        Self {
            town,
            owner,
            buyer,
            listing,
            sold: 0,
        }
    }

    fn home(&self) -> PathBuf {
        self.town.path("buyer")
    }

    /// One more tenth of an ε is delivered and not collected.
    fn deliver(&mut self) {
        self.sold += 1;
        let level = format!("{}.{}", self.sold / 10, self.sold % 10);
        let order = self
            .buyer
            .buyer()
            .order(&parsed(&self.listing.id), parsed(&level))
            .unwrap();
        self.owner
            .seller()
            .approve(&parsed(&order.id), paid("cash"))
            .unwrap();
    }

    /// What was delivered is held now, and nothing was ever marked.
    fn arrives(&self, what: &str) {
        is_clean(&self.buyer.buyer().collect().unwrap());
        let held = holding(&self.buyer, &self.listing);
        assert_eq!(held.level, self.sold * 100_000, "{what}");
        assert_eq!(marked(&self.home()), Vec::<String>::new(), "{what}");
    }
}

#[test]
fn a_statement_that_fails_marks_nothing() {
    let mut shop = Shop::new();
    shop.deliver();
    shop.arrives("the first");
    let mut failed = Vec::new();
    for table in TABLES {
        let indexes: Vec<String> = database(&shop.home())
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?1")
            .unwrap()
            .query_map([table], |r| r.get(0))
            .unwrap()
            .collect::<rusqlite::Result<_>>()
            .unwrap();
        for index in indexes {
            shop.deliver();
            breaking(&shop.home(), &index, || {
                match shop.buyer.buyer().collect() {
                    Ok(collected) => is_clean(&collected),
                    Err(error) => {
                        assert_eq!(error.code(), ErrorCode::DatabaseDamaged, "{error}");
                        failed.push(table);
                    }
                }
            });
            shop.arrives(&index);
        }
    }
    for table in [
        "documents",
        "holdings",
        "orders_placed",
        "seen",
        "sightings",
    ] {
        assert!(failed.contains(&table), "{table}: {failed:?}");
    }
}

#[test]
fn a_table_that_cannot_be_read_marks_nothing() {
    let mut shop = Shop::new();
    shop.deliver();
    shop.arrives("the first");
    let mut failed = 0;
    for table in TABLES {
        shop.deliver();
        breaking(&shop.home(), table, || match shop.buyer.buyer().collect() {
            Ok(collected) => is_clean(&collected),
            Err(_) => failed += 1,
        });
        shop.arrives(table);
    }
    assert!(failed >= 8, "only {failed} tables were read");
}

#[test]
fn a_market_that_cannot_be_read_marks_nothing() {
    let mut shop = Shop::new();
    shop.deliver();
    shop.arrives("the first");
    let log = log_folder(&shop.town, &shop.owner);
    for file in ["checkpoint", "tile/0/000.p/2", "tile/entries/000.p/2"] {
        shop.deliver();
        let (path, aside) = (log.join(file), shop.town.path("aside"));
        if !path.is_file() {
            // The tiles of another size by now.
            shop.arrives(file);
            continue;
        }
        // Reading a folder is an error of the machine, not a missing file.
        fs::rename(&path, &aside).unwrap();
        fs::create_dir(&path).unwrap();
        if let Ok(collected) = shop.buyer.buyer().collect() {
            assert!(collected.rejected.is_empty(), "{:?}", collected.rejected);
        }
        fs::remove_dir(&path).unwrap();
        fs::rename(&aside, &path).unwrap();
        shop.arrives(file);
    }
}

/// It was listed, and is gone when it is to be read.
#[test]
fn a_delivery_that_cannot_be_read_is_left_out_and_comes_later() {
    let mut shop = Shop::new();
    shop.deliver();
    let deliveries = shop.town.path("market/deliveries");
    let folder = deliveries.join(shop.buyer.view().kid.to_string());
    let file = fs::read_dir(&folder).unwrap().next().unwrap().unwrap();
    let aside = shop.town.path("aside");
    let collected = collect_while(&mut shop.buyer, Moment::Listed, |_| {
        fs::rename(file.path(), &aside).unwrap();
    })
    .unwrap();
    is_clean(&collected);
    assert_eq!((collected.skipped, collected.releases.len()), (1, 0));
    assert_eq!(marked(&shop.home()), Vec::<String>::new());
    fs::rename(&aside, file.path()).unwrap();
    shop.arrives("what was left out");
}

/// The disk of the buyer has room for nothing, then for a page more each time.
#[test]
fn a_full_disk_marks_nothing() {
    if !disk::in_own_mounts(a_full_disk_marks_nothing) {
        return;
    }
    let town = Town::new();
    let disk = disk::Disk::mount(town.path("disk"));
    let owner = town.owner_with_table(None);
    let options = HomeOptions {
        state: Some(town.path("buyer-state")),
        ..town.options()
    };
    let home = disk.folder.join("buyer");
    let (buyer, _) = Home::create(
        &home,
        &parsed("buyer"),
        &crate::fixture::passphrase(),
        &options,
    )
    .unwrap();
    let listing = list(&owner, &histogram());
    sell(&owner, &buyer, &listing, "1");
    let collected = disk.until_it_fits(
        "a collection",
        &["disk-full", "io"],
        || (buyer.buyer().holdings().unwrap().len(), marked(&home)),
        || buyer.buyer().collect(),
    );
    assert_eq!(collected.releases.len(), 1);
    is_clean(&collected);
    assert_eq!(marked(&home), Vec::<String>::new());
}
