//! What a buyer takes of what lies on the market for it, and what it says of the rest: sellers and
//! strangers that sign and send what no honest program would.

use std::{fs, path::Path};

use crate::fixture::{
    Town, buy,
    dishonest::{Keys, Sale, database, entries},
    forge, forget_the_log, histogram, holding, list, log_folder, mean_income,
    meanwhile::{Moment, collect_while},
    offered, owner_and_ann, paid, parsed, sell, tree, twin_of, values,
};
use poundwise_documents::{
    kinds::{Listing, Question, Refusal},
    units::Salt,
};
use poundwise_market::{
    ErrorCode, Home, Roles,
    view::{AlarmKind, Collected, ListingStatus, ListingView, OrderStatus, Trusted},
};

/// Ann holds ε 1 of a listing, and ε 2 is sold to her; there is no published log to tell true
/// histories by.
struct TopUp {
    town: Town,
    ann: Home,
    listing: ListingView,
    /// As the owner signed it.
    sale: Sale,
}

impl TopUp {
    fn new() -> Self {
        let town = Town::new();
        let (owner, ann, listing) = owner_and_ann(&town);
        buy(&owner, &ann, &listing, "1");
        let receipt = sell(&owner, &ann, &listing, "2");
        forget_the_log(&town);
        let sale = Sale::held_back(&town, "owner", "ann", &receipt.id.to_string());
        Self {
            town,
            ann,
            listing,
            sale,
        }
    }

    /// Nothing of it is kept, and why.
    #[track_caller]
    fn refused(&self, sale: Sale, why: &str) {
        let file = sale.deliver(&self.town);
        refused(&self.ann, &file, why);
        assert_eq!(holding(&self.ann, &self.listing).level, 1_000_000);
    }
}

/// The one delivery that is not dealt with is rejected, for a reason and by name, and goes away.
#[track_caller]
fn refused(buyer: &Home, file: &Path, why: &str) {
    let collected = buyer.buyer().collect().unwrap();
    assert!(collected.alarms.is_empty(), "{:?}", collected.alarms);
    assert!(collected.releases.is_empty() && collected.declined.is_empty());
    let [said] = &collected.rejected[..] else {
        panic!("{why}: {:?}", collected.rejected)
    };
    let said = said.to_string();
    let name = file.file_name().unwrap().to_str().unwrap();
    assert!(said.contains(why) && said.contains(name), "{said}");
    // Once.
    let again = buyer.buyer().collect().unwrap();
    assert_eq!(again.rejected, []);
    assert!(buyer.buyer().deliveries_waiting().unwrap().is_empty());
    fs::remove_file(file).unwrap();
}

fn one_release(buyer: &Home) -> Collected {
    let collected = buyer.buyer().collect().unwrap();
    assert_eq!(collected.rejected, []);
    assert!(collected.alarms.is_empty(), "{:?}", collected.alarms);
    assert_eq!(collected.releases.len(), 1);
    collected
}

#[test]
fn a_release_goes_on_from_the_one_held_and_marks_what_changed() {
    let shop = TopUp::new();
    let held = values(&shop.ann, &shop.listing);
    const MARKS: &str = "it does not mark exactly the changed values as changed";

    let mut other_base = shop.sale.clone();
    other_base.release.base = Some(other_base.order.id());
    shop.refused(other_base, "its base is not the release held");

    let mut same = shop.sale.clone();
    for (row, value) in same.rows.iter_mut().zip(&held) {
        (row.value, row.changed) = (*value, false);
    }
    let mut marked = same.clone();
    marked.rows[3].changed = true;
    shop.refused(marked, MARKS);
    let mut not_marked = same;
    not_marked.rows[3].value += 1;
    shop.refused(not_marked, MARKS);

    let file = shop.sale.clone().deliver(&shop.town);
    let elsewhere = file.with_file_name(format!("{}.age", shop.sale.order.id()));
    fs::rename(&file, &elsewhere).unwrap();
    refused(
        &shop.ann,
        &elsewhere,
        "its name is not the hash of its content",
    );

    // Nothing else was wrong with them.
    let values_sold = shop.sale.values();
    shop.sale.deliver(&shop.town);
    one_release(&shop.ann);
    assert_eq!(values(&shop.ann, &shop.listing), values_sold);
    let differ = held.iter().zip(&values_sold).filter(|(a, b)| a != b);
    let responses = holding(&shop.ann, &shop.listing).responses;
    assert_eq!(responses[1].changed, differ.count() as u64);
    assert_eq!(
        shop.ann.buyer().orders().unwrap()[0].status,
        OrderStatus::Delivered
    );
}

#[test]
fn two_receipts_in_one_place_are_an_alarm_without_a_published_log_too() {
    let shop = TopUp::new();
    shop.sale.clone().deliver(&shop.town);
    one_release(&shop.ann);
    let mut again = shop.sale;
    again.receipt.salt = Salt::from_bytes([7; 16]);
    again.deliver(&shop.town);
    for _ in 0..2 {
        let collected = shop.ann.buyer().collect().unwrap();
        assert!(collected.releases.is_empty() && collected.rejected.is_empty());
        let alarm = &collected.alarms[0];
        assert_eq!(
            (alarm.kind, alarm.kept_size, alarm.found_size),
            (AlarmKind::Fork, 3, 3)
        );
    }
}

#[test]
fn a_release_of_fewer_rows_does_not_go_on_from_the_one_held() {
    let town = Town::new();
    let (owner, ann, listing) = owner_and_ann(&town);
    buy(&owner, &ann, &listing, "1");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();
    let receipt = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    forget_the_log(&town);
    let mut sale = Sale::held_back(&town, "owner", "ann", &receipt.id.to_string());

    // The same question by its seeds, with a bin less: another listing, not a version.
    let mut question = sale.listing.payload().question.clone();
    let Question::Histogram(histogram) = &mut question else {
        panic!("not a histogram");
    };
    histogram.column.bins.truncate(3);
    let shorter = Listing {
        question,
        labels: [&sale.listing.payload().labels[..3], &["other".to_owned()]].concat(),
        dimension: 4,
        ..sale.listing.payload().clone()
    };
    let shorter = Keys::of(&town, "owner").sign(shorter);
    let file = town.path(&format!("market/listings/{}.jws", shorter.id()));
    fs::write(file, shorter.compact()).unwrap();
    let order = ann
        .buyer()
        .order(&parsed(&shorter.id().to_string()), parsed("3"))
        .unwrap();
    let held = values(&ann, &listing);
    let placed =
        crate::fixture::dishonest::Wish::held_back(&town, "ann", "owner", &order.id.to_string());
    sale.order = Keys::of(&town, "ann").sign(placed.order);
    assert_eq!(sale.order.id(), order.id);
    sale.rows.truncate(4);
    for ((row, label), value) in sale
        .rows
        .iter_mut()
        .zip(&shorter.payload().labels)
        .zip(&held)
    {
        row.label.clone_from(label);
        (row.value, row.changed) = (*value, false);
    }
    sale.listing = shorter;
    for listing in [&mut sale.receipt.listing, &mut sale.release.listing] {
        *listing = sale.listing.id();
    }
    for order in [&mut sale.receipt.order, &mut sale.release.order] {
        *order = sale.order.id();
    }
    let (from, to) = (sale.order.payload().from, sale.order.payload().to);
    (sale.receipt.from, sale.receipt.to) = (from, to);
    sale.receipt.question_loss = to;
    sale.receipt.population_loss_micro_epsilon = to;
    sale.receipt.price_minor = sale.order.payload().price_minor;
    sale.release.level = to;
    let file = sale.deliver(&town);
    refused(
        &ann,
        &file,
        "it does not mark exactly the changed values as changed",
    );
    assert_eq!(values(&ann, &listing), held);
}

#[test]
fn a_release_for_a_level_that_is_no_longer_held_is_refused() {
    let town = Town::new();
    let (owner, ann, listing) = owner_and_ann(&town);
    let low = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let high = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();
    drop(owner);
    let twin = twin_of(&town, "owner");
    let receipt = twin
        .seller()
        .approve(&parsed(&high.id), paid("cash"))
        .unwrap();
    drop(twin);
    let mut sale = Sale::held_back(&town, "twin", "ann", &receipt.id.to_string());
    forget_the_log(&town);

    let owner = town.reopen("owner");
    owner
        .seller()
        .approve(&parsed(&low.id), paid("cash"))
        .unwrap();
    one_release(&ann);
    // The second sale of the same ledger, from nothing as if the first had not been.
    sale.before = entries(&town, "owner");
    forget_the_log(&town);
    let file = sale.deliver(&town);
    refused(&ann, &file, "it starts from ε 0, but ε 1 is held");
    assert_eq!(holding(&ann, &listing).level, 1_000_000);
}

/// A home that knows an order, and not the release that it goes on from, as one that was mended by
/// hand.
#[test]
fn a_release_that_came_before_the_one_it_goes_on_from_waits_for_it() {
    let town = Town::new();
    let (owner, ann, listing) = owner_and_ann(&town);
    let first = buy(&owner, &ann, &listing, "1");
    let second = sell(&owner, &ann, &listing, "2");
    drop(ann);
    let db = database(&town, "ann");
    for (table, condition) in [
        ("holdings", "receipt = ?1"),
        ("seen", "path LIKE '%' || ?1 || '%'"),
    ] {
        let gone = db.execute(
            &format!("DELETE FROM {table} WHERE {condition}"),
            [first.id.to_string()],
        );
        assert_eq!(gone.unwrap(), 1);
    }
    drop(db);
    let home = town.path("ann");
    forge::authenticate(&home, &forge::vault_key(&home, crate::fixture::PASSPHRASE));
    let ann = town.reopen("ann");
    let delivery = Sale::held_back(&town, "owner", "ann", &first.id.to_string());
    let waits = |ann: &Home| {
        let collected = ann.buyer().collect().unwrap();
        assert_eq!(collected.rejected, []);
        assert!(collected.releases.is_empty());
        let waiting = ann.buyer().deliveries_waiting().unwrap();
        assert!(
            waiting[0].contains(&second.id.to_string()) && waiting.len() == 1,
            "{waiting:?}"
        );
    };
    waits(&ann);
    waits(&ann);

    // Signed once more it is another receipt, and the second does not go on from that.
    drop(ann);
    crate::fixture::copy_folder(&home, &town.path("twin"));
    crate::fixture::copy_folder(&town.path("state"), &town.path("twin-state"));
    let ann = town.reopen_on("twin", "twin-state");
    let published = tree(&town.path("market/ledgers"));
    forget_the_log(&town);
    let mut other = delivery.clone();
    other.receipt.salt = Salt::from_bytes([7; 16]);
    let other = other.deliver(&town);
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(collected.releases.len(), 1, "{collected:?}");
    let [said] = &collected.rejected[..] else {
        panic!("{:?}", collected.rejected)
    };
    assert!(
        said.to_string()
            .contains("it continues another receipt than the one held"),
        "{said}"
    );
    drop(ann);
    fs::remove_file(other).unwrap();
    for (path, bytes) in published {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    // Where the right one comes, both are taken.
    let ann = town.reopen("ann");
    delivery.deliver(&town);
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(collected.rejected, []);
    assert_eq!(collected.releases.len(), 2);
    assert_eq!(holding(&ann, &listing).level, 2_000_000);
}

#[test]
fn only_the_seller_refuses_an_order_and_under_its_name() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    drop(town.home("mallory"));
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let bens = ben
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let (seller, mallory, buyer) = (
        Keys::of(&town, "owner"),
        Keys::of(&town, "mallory"),
        Keys::of(&town, "ann"),
    );
    let refusal = |by: &Keys, order: &str| {
        by.sign(Refusal {
            order: order.parse().unwrap(),
            reason: "sold out".to_owned(),
            jwk: by.identity.jwk(),
            issued_at: "2026-11-22T00:00:00Z".parse().unwrap(),
        })
    };
    let send = |refusal: &poundwise_documents::Signed<Refusal>| {
        buyer.send(
            &town,
            "deliveries",
            refusal.id(),
            refusal.compact().as_bytes(),
        )
    };
    let waits = || {
        assert_eq!(
            ann.buyer().orders().unwrap()[0].status,
            OrderStatus::Pending
        );
    };

    let by_another = send(&refusal(&mallory, &order.id.to_string()));
    refused(
        &ann,
        &by_another,
        "it is signed by somebody other than the seller",
    );
    waits();
    let of_another = send(&refusal(&seller, &bens.id.to_string()));
    refused(&ann, &of_another, "it answers no order of this home");
    let right = refusal(&seller, &order.id.to_string());
    let file = send(&right);
    let elsewhere = file.with_file_name(format!("{}.age", right.payload().order));
    fs::rename(&file, &elsewhere).unwrap();
    refused(&ann, &elsewhere, "its name is not the hash of its content");
    waits();
    for plain in [&b"\xff\xfe"[..], b"sold out"] {
        let file = buyer.send(&town, "deliveries", right.id(), plain);
        refused(&ann, &file, "");
    }
    waits();

    send(&right);
    let declined = ann.buyer().collect().unwrap().declined;
    assert_eq!(declined[0].reason.as_deref(), Some("sold out"));
    assert_eq!(
        ann.buyer().orders().unwrap()[0].status,
        OrderStatus::Declined
    );
}

#[test]
fn a_stranger_s_bundle_is_refused_and_makes_nobody_a_seller_to_be_witnessed() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    let order = ben
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let receipt = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    let sale = Sale::held_back(&town, "owner", "ben", &receipt.id.to_string());
    let file = sale.deliver_to(&town, "ann");
    refused(&ann, &file, "it answers no order of this home");
    let db = database(&town, "ann");
    for table in ["witnessed", "unproven", "sightings", "holdings"] {
        let count: u64 = db
            .query_row(&format!("SELECT count(*) FROM {table}"), [], |r| r.get(0))
            .unwrap();
        assert_eq!(count, 0, "{table}");
    }
}

#[test]
fn the_checkpoint_of_a_first_delivery_is_compared_with_the_published_log() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    drop(owner);
    let twin = twin_of(&town, "owner");
    sell(&twin, &ann, &listing, "1");
    drop(twin);
    forget_the_log(&town);
    let owner = town.reopen("owner");
    buy(&owner, &ben, &listing, "1");
    for _ in 0..2 {
        let collected = ann.buyer().collect().unwrap();
        assert!(collected.releases.is_empty() && collected.rejected.is_empty());
        let alarm = &collected.alarms[0];
        assert_eq!(
            (alarm.kind, alarm.kept_size, alarm.found_size),
            (AlarmKind::Fork, 2, 2)
        );
    }
    assert!(ann.buyer().holdings().unwrap().is_empty());
}

/// A checkpoint that was given up, and is a beginning of what is published after all.
#[test]
fn a_delivery_of_what_both_histories_have_is_taken() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let mut ann = town.home("ann");
    let (listing, income) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    buy(&owner, &ann, &listing, "1");
    let checkpoint = log_folder(&town, &owner).join("checkpoint");
    let old = fs::read(&checkpoint).unwrap();
    let receipt = sell(&owner, &ann, &income, "1");
    let new = fs::read(&checkpoint).unwrap();
    let delivery = Keys::of(&town, "ann")
        .folder(&town, "deliveries")
        .join(format!("{}.age", receipt.id));
    let aside = town.path("aside");
    fs::rename(&delivery, &aside).unwrap();
    assert!(ann.buyer().collect().unwrap().alarms.is_empty());

    fs::write(&checkpoint, old).unwrap();
    let alarm = ann.buyer().collect().unwrap().alarms[0].clone();
    assert_eq!((alarm.kind, alarm.kept_size), (AlarmKind::RolledBack, 3));
    ann.buyer()
        .dismiss_alarm(alarm.number, Trusted::Found, "They said so.")
        .unwrap();
    // As long as the log does not have it, it stays where it is.
    fs::rename(&aside, &delivery).unwrap();
    let collected = ann.buyer().collect().unwrap();
    assert!(collected.releases.is_empty() && collected.rejected.is_empty());
    assert!(
        collected.unchecked[0]
            .to_string()
            .contains("left on the market"),
        "{:?}",
        collected.unchecked
    );
    fs::write(&checkpoint, new).unwrap();
    // Whether the log has it is read once more: a tile that cannot be read leaves it there, and a
    // market that is gone is an error.
    buy(&owner, &town.home("ben"), &listing, "1");
    let tile = log_folder(&town, &owner).join("tile/0/000.p/4");
    let (market, gone) = (town.path("market"), town.path("gone"));
    let collected = collect_while(&mut ann, Moment::LookedAt, |_| {
        fs::rename(&tile, town.path("tile")).unwrap();
        fs::create_dir(&tile).unwrap();
    });
    assert!(
        collected.unwrap().unchecked[0]
            .to_string()
            .contains("left on the market")
    );
    fs::remove_dir(&tile).unwrap();
    fs::rename(town.path("tile"), &tile).unwrap();
    let refused = collect_while(&mut ann, Moment::LookedAt, |_| {
        fs::rename(&market, &gone).unwrap();
    });
    assert_eq!(refused.unwrap_err().code(), ErrorCode::Market);
    fs::rename(&gone, &market).unwrap();
    let collected = one_release(&ann);
    assert_eq!(collected.releases[0].id, receipt.id);
    assert_eq!(collected.unchecked, []);
}

#[test]
fn releases_of_several_questions_go_on_each_from_its_own() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listings = [list(&owner, &histogram()), list(&owner, &mean_income())];
    for level in ["1", "2", "4"] {
        for listing in &listings {
            sell(&owner, &ann, listing, level);
        }
        let collected = ann.buyer().collect().unwrap();
        assert_eq!(collected.rejected, []);
        assert_eq!(collected.releases.len(), 2);
    }
}

#[test]
fn what_another_collection_stored_meanwhile_is_not_stored_twice() {
    let town = Town::new();
    let (owner, mut ann, listing) = owner_and_ann(&town);
    sell(&owner, &ann, &listing, "1");
    let collected = collect_while(&mut ann, Moment::LookedAt, |ann| {
        one_release(ann);
    });
    let error = collected.err().unwrap();
    assert_eq!(error.code().as_str(), "holding-changed", "{error}");
    assert_eq!(holding(&ann, &listing).responses.len(), 1);
}

#[test]
fn each_listing_held_is_shown_as_it_is_on_the_market() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let (education, income) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    for listing in [&education, &income] {
        buy(&owner, &ann, listing, "1");
    }
    for (words, found) in [("MEAN income", 1), ("education income", 0), (" ", 2)] {
        assert_eq!(offered(&ann, words).len(), found, "{words}");
    }
    let statuses = || [&education, &income].map(|listing| holding(&ann, listing).listing.status);
    for (listing, expected) in [
        (&income, [ListingStatus::Open, ListingStatus::Withdrawn]),
        (&education, [ListingStatus::Withdrawn; 2]),
    ] {
        owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
        assert_eq!(statuses(), expected);
    }
    // A market that is away says nothing against them.
    fs::rename(town.path("market"), town.path("away")).unwrap();
    assert_eq!(statuses(), [ListingStatus::Open; 2]);
}

#[test]
fn a_refusal_and_a_release_of_two_orders_are_no_contradiction() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let (education, income) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    let sold = ann
        .buyer()
        .order(&parsed(&education.id), parsed("1"))
        .unwrap();
    let refused = ann.buyer().order(&parsed(&income.id), parsed("1")).unwrap();
    owner
        .seller()
        .approve(&parsed(&sold.id), paid("cash"))
        .unwrap();
    owner
        .seller()
        .decline(&parsed(&refused.id), "sold out")
        .unwrap();
    let collected = one_release(&ann);
    assert_eq!(collected.declined[0].id, refused.id);
}

#[test]
fn what_was_dealt_with_since_it_was_fetched_is_not_dealt_with_again() {
    let town = Town::new();
    let (owner, mut ann, listing) = owner_and_ann(&town);
    let receipt = sell(&owner, &ann, &listing, "1");
    let file = Keys::of(&town, "ann")
        .folder(&town, "deliveries")
        .join(format!("{}.age", receipt.id));
    let right = fs::read(&file).unwrap();
    let is_late = |ann: &mut Home, act: &dyn Fn(&Home)| {
        let collected = collect_while(ann, Moment::Fetched, |ann| act(ann));
        let error = collected.err().unwrap();
        assert_eq!(error.code().as_str(), "holding-changed", "{error}");
    };
    // Junk that another collection has rejected.
    fs::write(&file, "junk").unwrap();
    is_late(&mut ann, &|ann| {
        assert_eq!(ann.buyer().collect().unwrap().rejected.len(), 1);
    });
    // The delivery itself, put there once more before the other one came to it.
    fs::write(&file, &right).unwrap();
    is_late(&mut ann, &|ann| {
        fs::remove_file(&file).unwrap();
        fs::write(&file, &right).unwrap();
        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
        let opened = fs::File::options().write(true).open(&file).unwrap();
        opened.set_modified(later).unwrap();
        one_release(ann);
    });
    assert_eq!(holding(&ann, &listing).responses.len(), 1);
}

#[test]
fn several_refusals_of_what_was_sold_are_one_alarm() {
    let town = Town::new();
    let (owner, ann, listing) = owner_and_ann(&town);
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    let (seller, buyer) = (Keys::of(&town, "owner"), Keys::of(&town, "ann"));
    for reason in ["sold out", "not to you"] {
        let refusal = seller.sign(Refusal {
            order: order.id,
            reason: reason.to_owned(),
            jwk: seller.identity.jwk(),
            issued_at: "2026-11-22T00:00:00Z".parse().unwrap(),
        });
        let plain = refusal.compact().as_bytes();
        buyer.send(&town, "deliveries", refusal.id(), plain);
    }
    for _ in 0..2 {
        let collected = ann.buyer().collect().unwrap();
        assert_eq!(collected.alarms.len(), 1, "{:?}", collected.alarms);
        assert_eq!(collected.alarms[0].kind, AlarmKind::TwoAnswers);
    }
}

#[test]
fn junk_is_known_by_its_bytes_under_another_name() {
    let town = Town::new();
    let ann = town.home("ann");
    let folder = Keys::of(&town, "ann").folder(&town, "deliveries");
    fs::create_dir_all(&folder).unwrap();
    let id = "1".repeat(64);
    let other = "2".repeat(64);
    for (name, known) in [(&id, false), (&other, true)] {
        fs::write(folder.join(format!("{name}.age")), "junk").unwrap();
        let rejected = ann.buyer().collect().unwrap().rejected;
        assert_eq!(rejected.len(), 1);
        let said = rejected[0]
            .to_string()
            .contains("the same bytes could not be read before");
        assert_eq!(said, known, "{rejected:?}");
    }
}
