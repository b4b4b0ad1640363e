//! As `work.rs`, for what holders and sellers do beside a sale: collect, export, seal, tighten. A
//! failure here means that something of stopped work stays behind, or that what was computed for a
//! home as it was is stored in it as it is.

use std::{
    fs, mem,
    path::{Path, PathBuf},
};

use crate::fixture::{
    Town, buy, histogram, list, mean_income,
    meanwhile::{Moment, collect_while},
    offered, paid, parsed, sell,
    stopping::{done_of, state, steps, stopped_everywhere, told_of, vector},
};
use poundwise_market::{
    Approval, ExportFormat, Home, Job, NumbersSealing, Roles, Sealing, Tightening, Work, WorkStep,
    audit_files, collect, format,
    view::{DatasetState, Exported, ListingView},
};

/// An owner who lists 40,000 numbers, and a buyer.
fn trade(town: &Town) -> (Home, Home, ListingView) {
    let (owner, buyer) = (town.home("owner"), town.home("buyer"));
    vector(town, &owner, 40_000);
    let listing = owner.seller().my_listings().unwrap().remove(0);
    (owner, buyer, listing)
}

/// A folder for exports, in which there is a file of that name already.
fn exports(town: &Town, name: &str) -> (PathBuf, PathBuf) {
    let folder = town.path("exported");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, "before").unwrap();
    (folder, file)
}

fn refused<T>(result: poundwise_market::Result<T>) -> &'static str {
    match result {
        Ok(_) => panic!("it was not refused"),
        Err(error) => {
            assert!(!error.hints().is_empty(), "{error}");
            error.code().as_str()
        }
    }
}

#[test]
fn a_stopped_collection_leaves_nothing() {
    let town = Town::new();
    let (owner, buyer, listing) = trade(&town);
    let home = town.path("buyer");
    for level in ["0.5", "2"] {
        sell(&owner, &buyer, &listing, level);
        let (told, collected) = stopped_everywhere(|| state(&home), |work| collect(&buyer, work));
        assert_eq!(
            steps(&told),
            [WorkStep::Fetch, WorkStep::Keep, WorkStep::Compare]
        );
        // Read in pieces, which are a quarter of it; then decrypted, taken apart and verified.
        let fetched = told_of(&told, WorkStep::Fetch);
        assert!(fetched.ends_with(&[14, 27, 41, 55]), "{fetched:?}");
        assert!(fetched.iter().filter(|told| **told == 14).count() > 1);
        assert_eq!(told_of(&told, WorkStep::Keep), [55, 73, 91]);
        assert_eq!(told_of(&told, WorkStep::Compare), [91, 100]);
        assert_eq!(collected.rejected, []);
        assert_eq!(collected.releases.len(), 1);
    }
    let holding = crate::fixture::holding(&buyer, &listing);
    assert_eq!(holding.level, 2_000_000);
    assert_eq!(holding.responses[0].changed, 40_000);
    assert!((1..40_000).contains(&holding.responses[1].changed));
    // More of it is held than the market's catalogue has labels of.
    assert_eq!(offered(&buyer, "").len(), 1);
}

#[test]
fn several_releases_of_one_listing_are_collected_at_once() {
    let town = Town::new();
    let (owner, buyer) = (town.owner_with_table(None), town.home("buyer"));
    let listing = list(&owner, &histogram());
    buy(&owner, &buyer, &listing, "0.5");
    // What is delivered after a collection waits for the next one, and finds what that stored.
    sell(&owner, &buyer, &listing, "1");
    assert_eq!(buyer.buyer().collect().unwrap().releases.len(), 1);
    sell(&owner, &buyer, &listing, "2");
    let second = buyer.buyer().collect().unwrap();
    assert_eq!(second.rejected, []);
    assert_eq!(crate::fixture::holding(&buyer, &listing).responses.len(), 3);
}

#[test]
fn deliveries_are_stored_once_and_where_they_were_fetched_for() {
    let town = Town::new();
    let (owner, mut buyer) = (town.owner_with_table(None), town.home("buyer"));
    let mut other = town.home("other");
    let listing = list(&owner, &histogram());
    sell(&owner, &buyer, &listing, "1");
    let home = town.path("buyer");
    let before = state(&town.path("other"));
    let mut exchange = |home: &mut Home| mem::swap(home, &mut other);
    let collected = collect_while(&mut buyer, Moment::Fetched, &mut exchange);
    assert_eq!(refused(collected), "other-home");
    assert!(state(&town.path("other")) == before);
    exchange(&mut buyer);

    let mut before = None;
    let collected = collect_while(&mut buyer, Moment::Fetched, |buyer| {
        assert_eq!(buyer.buyer().collect().unwrap().releases.len(), 1);
        before = Some(state(&home));
    });
    assert_eq!(refused(collected), "holding-changed");
    assert!(Some(state(&home)) == before);

    // A home that moved to another market, or got another key.
    fs::create_dir(town.path("elsewhere")).unwrap();
    let elsewhere = town.path("elsewhere").display().to_string();
    let collected = collect_while(&mut other, Moment::Fetched, |other| {
        other.set_market(&parsed(&elsewhere), false).unwrap();
    });
    assert_eq!(refused(collected), "other-home");
    let collected = collect_while(&mut other, Moment::Fetched, |other| {
        let passphrase = crate::fixture::passphrase();
        other.new_recovery_key(&passphrase).unwrap();
    });
    assert_eq!(refused(collected), "other-home");
}

#[test]
fn a_stopped_export_leaves_the_file_that_was_there() {
    let town = Town::new();
    let (owner, buyer, listing) = trade(&town);
    sell(&owner, &buyer, &listing, "1");
    let receipt = buyer.buyer().collect().unwrap().releases.remove(0);
    let home = town.path("buyer");
    let exported =
        |name: &str, export: &dyn Fn(&Path, &Work<'_>) -> poundwise_market::Result<Exported>| {
            let (folder, file) = exports(&town, name);
            let (told, written) = stopped_everywhere(
                || (state(&home), crate::fixture::tree(&folder)),
                |work| export(&file, work),
            );
            assert_eq!(steps(&told), [WorkStep::Open, WorkStep::Write], "{name}");
            assert_eq!(told_of(&told, WorkStep::Open), [0, 13, 40]);
            let bytes = fs::read(&file).unwrap();
            let each = 40_000_usize.div_ceil(4096);
            let written_in = match name {
                "release.bundle" => bytes.len().div_ceil(1 << 16),
                "both.csv" => each + 1 + each,
                _ => each,
            };
            assert_eq!(
                told_of(&told, WorkStep::Write).len(),
                written_in + 1,
                "{name}"
            );
            assert_eq!(bytes.len() as u64, written.bytes);
            bytes
        };
    for (name, format) in [
        ("release.csv", ExportFormat::Csv),
        ("release.json", ExportFormat::Json),
        ("release.parquet", ExportFormat::Parquet),
    ] {
        let bytes = exported(name, &|file, work| {
            let written = buyer
                .buyer()
                .begin_release_export(&parsed(&listing.id), format)?
                .run(file, work)?;
            Ok(Exported {
                file: written.file,
                bytes: written.bytes,
            })
        });
        assert!(
            bytes
                == buyer
                    .buyer()
                    .export_release(&parsed(&listing.id), format)
                    .unwrap()
        );
    }
    // There is no answer without its lattice.
    exported("both.csv", &|file, work| {
        let written = buyer
            .buyer()
            .begin_release_export(&parsed(&listing.id), ExportFormat::Csv)?
            .with_lattice(file.with_file_name("lattice.csv"))
            .run(file, work)?;
        Ok(Exported {
            file: written.file,
            bytes: written.bytes,
        })
    });
    let bundle = exported("release.bundle", &|file, work| {
        buyer
            .buyer()
            .begin_bundle_export(&parsed(&receipt.id))?
            .run(file, work)
    });
    assert!(bundle.starts_with(b"PK"));
    let report = audit_files(&[town.path("exported/release.bundle")]).unwrap();
    assert!(format::holds(&report));
}

#[test]
fn a_stopped_ledger_leaves_the_file_that_was_there() {
    let town = Town::new();
    let (owner, buyer) = (town.owner_with_table(None), town.home("buyer"));
    let listing = list(&owner, &histogram());
    let home = town.path("owner");
    // One without receipts too: its checkpoint is signed for the export alone.
    for level in ["", "0.5", "1"] {
        if !level.is_empty() {
            buy(&owner, &buyer, &listing, level);
        }
        let (folder, file) = exports(&town, "books.ledger");
        let (told, _) = stopped_everywhere(
            || (state(&home), crate::fixture::tree(&folder)),
            |work| owner.seller().begin_ledger_export()?.run(&file, work),
        );
        assert_eq!(steps(&told), [WorkStep::Ledger]);
        let done: &[u64] = match level {
            "" => &[0, 0, 1],
            "0.5" => &[0, 0, 2],
            _ => &[0, 0, 3],
        };
        assert_eq!(done_of(&told, WorkStep::Ledger), done);
        let report = audit_files(&[file]).unwrap();
        assert!(format::holds(&report));
        let (folder, file) = exports(&town, "books.journal");
        let (told, _) = stopped_everywhere(
            || (state(&home), crate::fixture::tree(&folder)),
            |work| owner.seller().begin_journal_export()?.run(&file, work),
        );
        if !level.is_empty() {
            assert_eq!(told.last().unwrap().permille, 1000);
        }
        let journal = fs::read_to_string(&file).unwrap();
        assert!(journal.starts_with("; The books of"), "{journal}");
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn a_ledger_is_as_it_was_when_it_was_begun() {
    let town = Town::new();
    let (owner, buyer) = (town.owner_with_table(None), town.home("buyer"));
    let listing = list(&owner, &histogram());
    buy(&owner, &buyer, &listing, "0.5");
    let begun = owner.seller().begin_ledger_export().unwrap();
    buy(&owner, &buyer, &listing, "1");
    owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
    let file = town.path("books.ledger");
    begun.run(&file, &Work::silent()).unwrap();
    let report = audit_files(&[file]).unwrap();
    assert!(format::holds(&report));
    assert_eq!(report.books()[0].receipts, 1);
}

#[test]
fn a_stopped_sealing_leaves_the_listing_open() {
    let town = Town::new();
    let (owner, buyer) = (town.owner_with_table(None), town.home("buyer"));
    let listing = list(&owner, &histogram());
    buy(&owner, &buyer, &listing, "0.5");
    let home = town.path("owner");
    // One that is begun before is finished after, with the same numbers.
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner.seller().inbox().unwrap();
    let approved = owner
        .seller()
        .begin_approval(&parsed(&order.id), paid("cash"))
        .unwrap()
        .run(&Work::silent())
        .unwrap();
    let second = owner
        .seller()
        .begin_seal(&parsed("people"), false)
        .unwrap()
        .run(&Work::silent())
        .unwrap();
    let (told, sealed) = stopped_everywhere(
        || state(&home),
        |work| {
            owner
                .seller()
                .begin_seal(&parsed("people"), false)
                .and_then(|job| job.complete(&owner, work))
        },
    );
    assert_eq!(steps(&told), [WorkStep::Seal]);
    assert_eq!(sealed.state, DatasetState::Sealed);
    let before = state(&home);
    assert_eq!(refused(Sealing::finish(&owner, second)), "dataset-gone");
    assert!(state(&home) == before);
    Approval::finish(&owner, approved).unwrap();
    assert_eq!(buyer.buyer().collect().unwrap().rejected, []);
    let other = town.home("other");
    buy(&owner, &other, &listing, "1");
    assert!(crate::fixture::values(&buyer, &listing) == crate::fixture::values(&other, &listing));
}

/// What is sealed is what its owner saw when it was begun, measured by the cap as it is now.
#[test]
fn a_sealing_is_checked_again_before_it_is_stored() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    list(&owner, &histogram());
    let seller = owner.seller();
    let begun = || {
        let job = seller.begin_seal(&parsed("people"), false).unwrap();
        job.run(&Work::silent()).unwrap()
    };
    let home = town.path("owner");
    let finished = |sealed| {
        let before = state(&home);
        let code = refused(Sealing::finish(&owner, sealed));
        assert!(state(&home) == before);
        code
    };
    let of_one = begun();
    let income = list(&owner, &mean_income());
    assert_eq!(finished(of_one), "holding-changed", "one more");
    let as_priced = begun();
    seller
        .reprice(&parsed(&income.id), &parsed("8:90"))
        .unwrap();
    assert_eq!(finished(as_priced), "holding-changed", "another one");
    let under_the_cap = begun();
    seller
        .set_cap(&parsed("people"), parsed("15"), "less")
        .unwrap();
    assert_eq!(finished(under_the_cap), "over-cap");
}

#[test]
fn a_stopped_sealing_of_own_numbers_leaves_them_open() {
    let town = Town::new();
    let owner = town.home("owner");
    let listing = vector(&town, &owner, 10);
    let home = town.path("owner");
    let (told, sealed) = stopped_everywhere(
        || state(&home),
        |work| {
            owner
                .seller()
                .begin_seal_own_numbers(&parsed(&listing))
                .and_then(|job| job.complete(&owner, work))
        },
    );
    assert_eq!(done_of(&told, WorkStep::Seal), [0, 10, 10]);
    assert!(sealed.sealed);
}

#[test]
fn a_sealing_that_was_begun_under_another_key_is_refused() {
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    list(&owner, &histogram());
    let own = vector(&town, &owner, 10);
    let sealed = owner
        .seller()
        .begin_seal(&parsed("people"), false)
        .unwrap()
        .run(&Work::silent())
        .unwrap();
    let numbers = owner.seller().begin_seal_own_numbers(&parsed(&own));
    let numbers = numbers.unwrap().run(&Work::silent()).unwrap();
    owner
        .new_recovery_key(&crate::fixture::passphrase())
        .unwrap();
    let home = town.path("owner");
    let before = state(&home);
    assert_eq!(refused(Sealing::finish(&owner, sealed)), "other-home");
    let numbers = NumbersSealing::finish(&owner, numbers);
    assert_eq!(refused(numbers), "other-home");
    assert!(state(&home) == before);
}

#[test]
fn nothing_is_erased_under_a_ledger_that_is_written() {
    let town = Town::new();
    let (owner, buyer) = (town.owner_with_table(None), town.home("buyer"));
    let listing = list(&owner, &histogram());
    let own = vector(&town, &owner, 10);
    buy(&owner, &buyer, &listing, "1");
    let ledger = owner.seller().begin_ledger_export().unwrap();
    assert_eq!(
        refused(owner.seller().seal(&parsed("people"), false)),
        "erasure-unfinished"
    );
    drop(ledger);
    let pending = owner.buyer().listing(&parsed(&listing.id)).unwrap();
    assert!(pending.erasure_pending);
    let open = owner.buyer().listing(&parsed(&own)).unwrap();
    assert!(!open.erasure_pending, "it is not sealed");
    drop(owner);
    let owner = town.reopen("owner");
    let sealed = owner.buyer().listing(&parsed(&listing.id)).unwrap();
    assert!(sealed.sealed && !sealed.erasure_pending);
    assert_eq!(
        refused(owner.seller().begin_seal(&parsed("people"), false)),
        "dataset-gone"
    );
}

#[test]
fn a_stopped_copy_is_not_made() {
    let town = Town::new();
    let (owner, buyer, listing) = trade(&town);
    buy(&owner, &buyer, &listing, "1");
    let home = town.path("buyer");
    let (folder, file) = exports(&town, "for-carl.copy");
    for (level, expected) in [
        ("0.3", &[WorkStep::Open, WorkStep::Draw][..]),
        ("0.5", &[WorkStep::Open, WorkStep::Draw]),
        // Made before.
        ("0.3", &[WorkStep::Open]),
    ] {
        let (told, copy) = stopped_everywhere(
            || (state(&home), crate::fixture::tree(&folder)),
            |work| {
                buyer
                    .buyer()
                    .begin_tighten(&parsed(&listing.id), parsed(level), &file)
                    .and_then(|job| job.complete(&buyer, work))
            },
        );
        assert_eq!(steps(&told), expected);
        assert_eq!(copy.again, expected.len() == 1);
        let opened: &[u16] = match (copy.again, level) {
            (true, _) => &[0, 33, 100],
            // The release that it names and the one above, which is the same; then the copy below.
            (false, "0.3") => &[0, 5, 15, 15, 20, 30],
            (false, _) => &[0, 5, 15, 15, 20, 30, 30, 35, 44],
        };
        assert_eq!(told_of(&told, WorkStep::Open), opened);
        if !copy.again {
            let each = (0..40_000).step_by(4096);
            let drawn: Vec<u64> = each.chain([40_000, 40_000]).collect();
            assert_eq!(done_of(&told, WorkStep::Draw), drawn);
        }
        let report = audit_files(std::slice::from_ref(&file)).unwrap();
        assert!(format::holds(&report));
    }
}

#[test]
fn a_copy_is_drawn_between_what_is_there_when_it_is_stored() {
    let town = Town::new();
    let (owner, mut buyer) = (town.owner_with_table(None), town.home("buyer"));
    let listing = list(&owner, &histogram());
    buy(&owner, &buyer, &listing, "1");
    let (folder, file) = exports(&town, "for-carl.copy");
    let draw = |buyer: &Home, level: &str| {
        buyer
            .buyer()
            .begin_tighten(&parsed(&listing.id), parsed(level), &file)
            .unwrap()
            .run(&Work::silent())
            .unwrap()
    };
    // Each alone would be right; together they would say more than the release.
    let [one, same, lower] = ["0.5", "0.5", "0.2"].map(|level| draw(&buyer, level));
    let copy = Tightening::finish(&buyer, one).unwrap();
    let (home, before) = (town.path("buyer"), state(&town.path("buyer")));
    let written = crate::fixture::tree(&folder);
    for other in [same, lower] {
        assert_eq!(
            refused(Tightening::finish(&buyer, other)),
            "holding-changed"
        );
        assert!(state(&home) == before);
        assert!(crate::fixture::tree(&folder) == written);
    }
    let again = draw(&buyer, "0.5");
    assert_eq!(Tightening::finish(&buyer, again).unwrap().id, copy.id);
    let lower = draw(&buyer, "0.2");
    buyer
        .new_recovery_key(&crate::fixture::passphrase())
        .unwrap();
    assert_eq!(refused(Tightening::finish(&buyer, lower)), "other-home");
}
