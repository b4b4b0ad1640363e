//! When the disk says no: it is full, under the home or under the market, or the home cannot be
//! written.
//!
//! What would be wrong if these failed: something half-written, a sale lost or made twice, or an
//! error that leaves a person without a way out.

use std::{
    cell::RefCell,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    faults::{
        disk::{Disk, in_own_mounts, mount},
        files, holds, is_clear,
    },
    trade::{self, create, married, offer, open, paid, parsed, people, types_of_people},
};
use poundwise_market::{Home, HomeOptions, Passphrase, Roles, view::MarketQuery};

/// A full disk under the home: each step fails clearly, leaves nothing, and works when there is
/// room.
#[test]
fn a_full_home() {
    if !in_own_mounts(a_full_home) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let market = folder.join("market");
    let disk = Disk::mount(folder.join("disk"));
    let home = disk.folder.join("home");
    let codes = ["disk-full"];

    let owner = disk.until_it_fits(
        "creating a home",
        &codes,
        || home.exists(),
        || {
            Home::create(
                &home,
                &parsed("Owner"),
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
        || (owner.seller().datasets().unwrap().len(), files(&home)),
        || owner.seller().import_dataset(&table, &types_of_people()),
    );
    let listing = disk.until_it_fits(
        "a listing",
        &codes,
        || {
            (
                owner.seller().my_listings().unwrap().len(),
                buyer
                    .buyer()
                    .market(&MarketQuery::default())
                    .unwrap()
                    .offers
                    .len(),
            )
        },
        || owner.seller().create_listing(&married()),
    );
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let receipt = disk.until_it_fits(
        "an approval",
        &codes,
        || {
            (
                owner.seller().books().unwrap().receipts.len(),
                owner.seller().inbox().unwrap().len(),
            )
        },
        || owner.seller().approve(&parsed(&order.id), paid("paid")),
    );
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    assert_eq!(
        owner
            .seller()
            .approve(&parsed(&order.id), paid("paid"))
            .unwrap()
            .id,
        receipt.id
    );
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
        || owner.seller().export_ledger(&file),
    );

    let collected = buyer.buyer().collect().unwrap();
    assert_eq!((collected.releases.len(), collected.rejected.len()), (1, 0));
    drop(owner);
    let owner = open(&home, &market).unwrap();
    assert_eq!(owner.seller().books().unwrap().receipts.len(), 1);
    holds(&[file]);
}

/// A full disk under the market: the sale stands, and what could not be sent is sent later.
#[test]
fn a_full_market() {
    if !in_own_mounts(a_full_market) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let disk = Disk::mount(folder.join("disk"));
    let market = disk.folder.join("market");
    let owner = with_marks_in(folder.join("state"), &folder.join("owner"), &market);
    let buyer = with_marks_in(folder.join("state"), &folder.join("buyer"), &market);
    let listing = offer(&owner, folder);
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    assert_eq!(owner.seller().inbox().unwrap().len(), 1);

    disk.leave(0);
    let receipt = owner
        .seller()
        .approve(&parsed(&order.id), paid("paid"))
        .unwrap();
    assert!(
        owner.deliver().unwrap().undelivered > 0,
        "a full market took the delivery"
    );
    assert!(
        owner.seller().books().unwrap().undelivered > 0,
        "the books do not say so"
    );
    let early = buyer.buyer().collect().unwrap();
    assert!(
        early.releases.is_empty() && early.rejected.is_empty(),
        "half a delivery was to be seen"
    );
    disk.make_room();

    assert_eq!(
        owner
            .seller()
            .approve(&parsed(&order.id), paid("paid"))
            .unwrap()
            .id,
        receipt.id
    );
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    let collected = buyer.buyer().collect().unwrap();
    assert_eq!(collected.releases[0].id, receipt.id);
    assert!(collected.rejected.is_empty());
    assert_eq!(owner.seller().books().unwrap().receipts.len(), 1);
}

/// A home whose mark is in another folder than those of other tests.
fn with_marks_in(state: PathBuf, home: &Path, market: &Path) -> Home {
    let options = HomeOptions {
        state: Some(state),
        ..trade::options(market)
    };
    Home::create(home, &parsed("Somebody"), &trade::passphrase(), &options)
        .unwrap()
        .0
}

/// A full disk under the marks: nothing of a sale leaves before its mark is written, and the sale
/// stands.
#[test]
fn a_full_state_folder() {
    if !in_own_mounts(a_full_state_folder) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let disk = Disk::mount(folder.join("disk"));
    let market = folder.join("market");
    let owner = with_marks_in(disk.folder.join("state"), &folder.join("owner"), &market);
    let buyer = create(&folder.join("buyer"), "Buyer", &market);
    let listing = offer(&owner, folder);
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();

    disk.leave(0);
    let refused = owner
        .seller()
        .approve(&parsed(&order.id), paid("paid"))
        .err()
        .unwrap();
    assert_eq!(refused.code().as_str(), "mark-unwritable");
    is_clear(&refused);
    let early = buyer.buyer().collect().unwrap();
    assert!(
        early.releases.is_empty() && early.rejected.is_empty(),
        "a sale left before its mark was written"
    );
    disk.make_room();

    let receipt = owner
        .seller()
        .approve(&parsed(&order.id), paid("paid"))
        .unwrap();
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    assert_eq!(buyer.buyer().collect().unwrap().releases[0].id, receipt.id);
    assert_eq!(owner.seller().books().unwrap().receipts.len(), 1);
}

/// A home that cannot be written is refused at once, and stays as it was.
#[test]
fn a_read_only_home() {
    if !in_own_mounts(a_read_only_home) {
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
        &parsed("Other"),
        &trade::passphrase(),
        &trade::options(&market),
    );
    let refused = created.err().unwrap();
    is_clear(&refused);
    assert_eq!(refused.code().as_str(), "read-only");
    assert_eq!(files(&dir), before);

    mount(&["-o", "remount,bind,rw"], &disk);
    assert_eq!(
        open(&dir, &market)
            .unwrap()
            .seller()
            .my_listings()
            .unwrap()
            .len(),
        1
    );
}
