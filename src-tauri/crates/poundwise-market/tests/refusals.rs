//! Everything that is said no to: a code of its own, a way out, and nothing written.

use crate::fixture::drafts::{dataset, ends};
use crate::fixture::{
    PEOPLE, Town, buy, copy_folder, dishonest, histogram, list, mean_income, offered, order_anyway,
    paid, parsed, passphrase, tree, typed,
};
use poundwise_documents::units::{DecimalSign, MinorUnits};
use poundwise_market::SumSpec;
use poundwise_market::{
    Error, Home, HomeName, ListingId, Passphrase, Roles, TableForm,
    error::{ErrorPlace, NewFileFault},
    hint::{Act, Hint},
    level,
    view::{DatasetView, ImportOptions, ListingDraft, Separator},
};
use poundwise_query::attribute::MAX_ROWS_PER_UNIT;

/// Asserts a refusal's code, that it says something and offers a way out.
#[track_caller]
fn refused<T>(result: Result<T, Error>, code: &str, exit: u8) -> Error {
    let error = result.err().unwrap_or_else(|| panic!("expected {code}"));
    assert_eq!(error.code().as_str(), code, "{error}");
    assert_eq!(error.exit_code(), exit, "{error}");
    assert!(!error.message().is_empty());
    assert!(
        !error.hints().is_empty(),
        "{code} offers no way out: {error}"
    );
    error
}

#[test]
fn a_wrong_passphrase_opens_nothing() {
    let town = Town::new();
    let ann = town.home("ann");
    // As a program that was killed leaves it: what was written last is beside the database.
    copy_folder(&town.path("ann"), &town.path("killed"));
    std::fs::write(town.path("killed/lock"), "").unwrap();
    drop(ann);
    let wrong = Passphrase::from("correct horse".to_owned());
    for home in ["ann", "killed"] {
        let before = tree(&town.path(home));
        let error = refused(
            Home::open(&town.path(home), &wrong, &town.options()),
            "wrong-passphrase",
            1,
        );
        assert!(error.message().contains("key.age"));
        assert!(before == tree(&town.path(home)), "{home}");
    }
    assert_eq!(town.reopen("ann").view().name, "ann");
}

#[test]
fn a_home_is_created_once_and_only_where_there_is_room_for_it() {
    let town = Town::new();
    drop(town.home("ann"));
    refused(
        Home::create(
            &town.path("ann"),
            &parsed("x"),
            &passphrase(),
            &town.options(),
        ),
        "home-exists",
        1,
    );
    std::fs::create_dir(town.path("full")).unwrap();
    std::fs::write(town.path("full/diary.txt"), "mine").unwrap();
    refused(
        Home::create(
            &town.path("full"),
            &parsed("x"),
            &passphrase(),
            &town.options(),
        ),
        "not-empty",
        1,
    );
    refused(" ".parse::<HomeName>(), "name", 2);
    let empty = Passphrase::from(String::new());
    refused(
        Home::create(&town.path("new"), &parsed("x"), &empty, &town.options()),
        "empty-passphrase",
        2,
    );
    refused(
        Home::open(&town.path("new"), &passphrase(), &town.options()),
        "no-home",
        1,
    );
    assert!(!town.path("new").exists());

    // What fails after it has begun leaves nothing either: no folder that it made, and in one that
    // was there no file.
    std::fs::write(town.path("no-state"), "").unwrap();
    let options = town.options_on("no-state");
    std::fs::create_dir(town.path("there")).unwrap();
    for (name, stays) in [("new", false), ("there", true)] {
        let dir = town.path(name);
        refused(
            Home::create(&dir, &parsed("x"), &passphrase(), &options),
            "mark-unwritable",
            1,
        );
        assert_eq!(dir.exists(), stays);
        assert!(!stays || std::fs::read_dir(dir).unwrap().next().is_none());
    }
    // The lock of a program that died before it had made anything is in nobody's way.
    std::fs::write(town.path("there/lock"), "").unwrap();
    drop(town.home("there"));
}

#[test]
fn one_program_at_a_time_has_a_home() {
    let town = Town::new();
    let ann = town.home("ann");
    let error = refused(
        Home::open(&town.path("ann"), &passphrase(), &town.options()),
        "in-use",
        1,
    );
    assert!(error.message().contains("ann"));
    drop(ann);
    town.reopen("ann");
}

#[test]
fn a_newer_home_is_left_alone() {
    let town = Town::new();
    drop(town.home("ann"));
    let db = rusqlite::Connection::open(town.path("ann/poundwise.db")).unwrap();
    // Tables of another format.
    db.execute_batch("CREATE TABLE another (a)").unwrap();
    db.pragma_update(None, "user_version", 99).unwrap();
    drop(db);
    refused(
        Home::open(&town.path("ann"), &passphrase(), &town.options()),
        "newer-home",
        1,
    );
}

#[test]
fn a_home_whose_database_cannot_be_opened_is_left_alone() {
    let town = Town::new();
    drop(town.home("ann"));
    let at = town.path("ann/poundwise.db-wal");
    std::fs::create_dir(&at).unwrap();
    refused(
        Home::open(&town.path("ann"), &passphrase(), &town.options()),
        "cannot-open",
        1,
    );
    std::fs::remove_dir(&at).unwrap();
    town.reopen("ann");
}

#[test]
fn a_version_that_says_what_the_one_before_says_is_refused() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    let id = parsed(&listing.id);
    for same in ["8:80", "8:80.00"] {
        refused(
            owner.seller().reprice(&id, &parsed(same)),
            "tariff-unchanged",
            1,
        );
    }
    let sketch = owner.seller().sketch_reprice(&id, &parsed("8:80")).unwrap();
    assert_eq!(sketch.problem.unwrap().code.as_str(), "tariff-unchanged");
    assert_eq!(owner.seller().my_listings().unwrap().len(), 1);
    // With another cap the same price is another version.
    let cap = parsed("999");
    owner.seller().set_cap(&parsed("people"), cap, "").unwrap();
    owner.seller().reprice(&id, &parsed("8:80")).unwrap();
}

#[test]
fn a_price_is_in_a_currency_that_is_listed() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    // Nothing, for tests, none, gold, and one that is no more.
    for code in ["XXQ", "XTS", "XXX", "XAU", "BGN"] {
        let draft = ListingDraft {
            currency: Some(parsed(code)),
            ..histogram()
        };
        refused(owner.seller().create_listing(&draft), "currency", 2);
        let sketch = owner.seller().sketch_listing(&draft).unwrap();
        assert_eq!(sketch.problem.unwrap().code.as_str(), "currency");
    }
    assert!(owner.seller().my_listings().unwrap().is_empty());
}

#[test]
fn a_version_that_was_replaced_is_withdrawn_by_the_newest_ones_id() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let first = list(&owner, &histogram());
    let newest = owner
        .seller()
        .reprice(&parsed(&first.id), &parsed("8:160"))
        .unwrap();
    let names = |error: &Error, named: Act| {
        let mut hints = error.hints().iter();
        assert!(
            hints.any(|hint| matches!(hint, Hint::Act { act, .. } if *act == named)),
            "{error:?}"
        );
    };
    let old = parsed(&first.id);
    let late = refused(owner.seller().withdraw(&old, "over"), "replaced", 1);
    names(&late, Act::ShowListing(newest.id.to_string()));
    // A buyer is told of it too.
    let buyer = town.home("buyer");
    let quote = buyer.buyer().quote(&old, parsed("1"));
    let order = buyer.buyer().order(&old, parsed("1"));
    for error in [
        refused(quote, "stale-price", 1),
        refused(order, "stale-price", 1),
    ] {
        names(&error, Act::ShowOffer(newest.id.to_string()));
    }
    owner
        .seller()
        .withdraw(&parsed(&newest.id), "over")
        .unwrap();
}

#[test]
fn a_database_of_another_program_is_no_home() {
    let town = Town::new();
    drop(town.home("ann"));
    for id in [0, 0x4750_4b47] {
        let db = rusqlite::Connection::open(town.path("ann/poundwise.db")).unwrap();
        db.pragma_update(None, "application_id", id).unwrap();
        drop(db);
        refused(
            Home::open(&town.path("ann"), &passphrase(), &town.options()),
            "not-a-home",
            1,
        );
    }
}

#[test]
fn levels_that_are_none() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let before = tree(&town.path("market"));
    refused(level("0"), "zero-epsilon", 2);
    for text in ["-1", "0.1234567", "", "one", "1e3", "1,5"] {
        refused(level(text), "epsilon", 2);
    }
    refused(
        ann.buyer().order(&parsed(&listing.id), parsed("9")),
        "over-ceiling",
        1,
    );
    let error = refused(
        ann.buyer().order(&parsed(&listing.id), parsed("1.0005")),
        "off-grain",
        1,
    );
    assert!(
        error.hints()[0].to_string().contains("ε 1"),
        "{:?}",
        error.hints()
    );
    refused("abc".parse::<ListingId>(), "short-id", 2);
    refused(
        ann.buyer().order(&parsed("abcdefgh"), parsed("1")),
        "no-such-id",
        1,
    );
    refused(
        owner.buyer().order(&parsed(&listing.id), parsed("1")),
        "own-listing",
        1,
    );
    assert_eq!(before, tree(&town.path("market")));
    assert!(ann.buyer().orders().unwrap().is_empty());
}

#[test]
fn orders_that_cannot_be_approved_change_nothing() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("3"));
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let draft = |base: ListingDraft| ListingDraft {
        price: "3:30".into(),
        ..base
    };
    let education = list(&owner, &draft(histogram()));
    let income = list(&owner, &draft(mean_income()));

    // Two orders from the same level: once the first is sold, the second starts from a level that
    // is not held.
    let low = ann
        .buyer()
        .order(&parsed(&education.id), parsed("1"))
        .unwrap();
    refused(
        ann.buyer().order(&parsed(&education.id), parsed("1")),
        "ordered-already",
        1,
    );
    let high = ann
        .buyer()
        .order(&parsed(&education.id), parsed("2"))
        .unwrap();
    owner.seller().approve(&parsed(&low.id), paid("")).unwrap();
    refused(
        owner.seller().approve(&parsed(&high.id), paid("")),
        "wrong-from",
        1,
    );
    ann.buyer().collect().unwrap();
    refused(
        ann.buyer().order(&parsed(&education.id), parsed("1")),
        "already-held",
        1,
    );

    // ε 1 is lost on one listing; ε 2.5 on the other would pass the cap of 3.
    let order = order_anyway(&ben, &income, "2.5").unwrap();
    let item = owner
        .seller()
        .inbox()
        .unwrap()
        .into_iter()
        .find(|i| i.order.id == order.id)
        .unwrap();
    assert!(item.problem.unwrap().message.contains("cap"));
    refused(
        owner.seller().approve(&parsed(&order.id), paid("")),
        "over-cap",
        1,
    );
    owner
        .seller()
        .decline(&parsed(&order.id), "over the cap")
        .unwrap();
    ben.buyer().collect().unwrap();
    buy(&owner, &ben, &income, "2");
    assert_eq!(
        owner
            .seller()
            .dataset(&parsed("people"))
            .unwrap()
            .loss_micro_epsilon,
        3_000_000
    );

    // Withdrawn: neither side goes on.
    let waiting = ben
        .buyer()
        .order(&parsed(&education.id), parsed("1"))
        .unwrap();
    let gone = owner
        .seller()
        .withdraw(&parsed(&education.id), "no longer offered")
        .unwrap();
    assert_eq!(gone.withdrawal.unwrap().reason, "no longer offered");
    refused(
        owner.seller().approve(&parsed(&waiting.id), paid("")),
        "withdrawn",
        1,
    );
    refused(
        ben.buyer().order(&parsed(&education.id), parsed("1")),
        "withdrawn",
        1,
    );
    refused(
        owner.seller().withdraw(&parsed(&education.id), ""),
        "withdrawn",
        1,
    );
    assert!(offered(&ben, "").iter().all(|l| l.id != education.id));
    assert_eq!(owner.seller().receipts().unwrap().len(), 2);
    refused(
        owner.seller().approve(&parsed("abcdefgh"), paid("")),
        "no-such-id",
        1,
    );
}

#[test]
fn an_order_at_another_price_than_the_tariffs_is_not_stored() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let homes = (&*town.path("owner"), &*town.path("ann"));
    for (level, price) in [("1", 999), ("2", 2_001), ("3", 0)] {
        let order = ann
            .buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap();
        let wrong = dishonest::order_anew(
            &town.path("market"),
            homes,
            &order.id.to_string(),
            |order| {
                order.price_minor = MinorUnits::new(price).unwrap();
            },
        );
        refused(
            owner
                .seller()
                .approve(&parsed(&wrong.id().to_string()), paid("cash")),
            "no-such-id",
            1,
        );
    }
    assert!(owner.seller().receipts().unwrap().is_empty());
}

#[test]
fn drafts_that_cannot_be_listed() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("10"));
    let with = |change: fn(&mut ListingDraft)| {
        let mut draft = mean_income();
        change(&mut draft);
        owner.seller().create_listing(&draft)
    };
    for (text, code) in [
        ("8:80,4:90", "tariff"),
        ("4:90,8:80", "tariff"),
        ("8", "tariff"),
        ("8:-1", "tariff"),
        ("", "tariff"),
        ("8:1.234", "tariff"),
    ] {
        refused(
            owner.seller().create_listing(&ListingDraft {
                price: text.into(),
                ..mean_income()
            }),
            code,
            2,
        );
    }
    refused(
        with(|d| d.ceiling = Some(parsed("9"))),
        "tariff-too-short",
        2,
    );
    refused(with(|d| d.price = "11:80".into()), "ceiling-over-cap", 2);
    refused(with(|d| d.top = Some(parsed("2"))), "top-below-ceiling", 2);
    refused(with(|d| d.grain = Some(parsed("3"))), "grain", 2);
    refused(with(|d| d.grain = Some(parsed("0"))), "zero-epsilon", 2);
    // D = 2 000 000 000 steps at ε 0.000001: noise of 2^50 steps or more.
    refused(
        with(|d| {
            let sum = SumSpec::new("income", ends("0..2000000000"));
            d.question = SumSpec {
                step: Some(parsed("1")),
                ..sum
            }
            .into();
            d.grain = Some(parsed("0.000001"));
        }),
        "sensitivity",
        2,
    );
    refused(
        with(|d| d.subject = dataset("persons")),
        "no-such-dataset",
        1,
    );
    assert!(owner.seller().my_listings().unwrap().is_empty());
    assert!(!town.path("market/listings").exists());
    let listing = list(&owner, &mean_income());
    refused(
        owner
            .seller()
            .reprice(&parsed(&listing.id), &parsed("7.999999:80")),
        "tariff-too-short",
        2,
    );
    assert_eq!(owner.seller().my_listings().unwrap().len(), 1);
}

/// Without a word a column of decimal commas would be one of missing cells.
#[test]
fn a_number_with_a_comma_is_imported_as_its_owner_says_or_not_at_all() {
    let town = Town::new();
    let owner = town.home("owner");
    let file = town.path("hours.csv");
    std::fs::write(
        &file,
        "who;hours;pay\nAnn, B.;7;12\n\nBo;6,5;1.234,50\nCy;6,5x;\n",
    )
    .unwrap();
    let options = |decimal| ImportOptions {
        form: TableForm {
            decimal,
            separator: Some(Separator::Semicolon),
            ..TableForm::default()
        },
        ..typed("who:text,hours:number,pay:number")
    };
    let before = tree(&town.path("owner/datasets"));
    let error = refused(
        owner.seller().import_dataset(&file, &options(None)),
        "decimal-sign",
        2,
    );
    for part in ["hours.csv", "line 4", "column 'hours'", "'6,5'"] {
        assert!(error.message().contains(part), "{error}");
    }
    assert_eq!(before, tree(&town.path("owner/datasets")));
    assert!(owner.seller().datasets().unwrap().is_empty());
    let dataset = owner
        .seller()
        .import_dataset(&file, &options(Some(DecimalSign::Comma)))
        .unwrap();
    let misfits = |of: &DatasetView| -> Vec<u64> {
        of.columns
            .iter()
            .map(|column| column.not_conforming)
            .collect()
    };
    assert_eq!(misfits(&dataset), [0, 1, 0]);
    let points = ImportOptions {
        name: Some("points".into()),
        cap: None,
        population: Some("hours".into()),
        ..options(Some(DecimalSign::Point))
    };
    let dataset = owner.seller().import_dataset(&file, &points).unwrap();
    assert_eq!(misfits(&dataset), [0, 2, 1]);
}

#[test]
fn an_import_is_whole_or_not_at_all() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let before = tree(&town.path("owner/datasets"));
    let options = |name: &str| ImportOptions {
        name: Some(name.into()),
        ..typed("a:number,b:number")
    };
    let bad = town.path("bad.csv");
    for (content, what) in [
        (&b"a,b\n1,2\n3,4,5\n"[..], "ragged"),
        (b"a,b\n1,\"2\n3,4\n", "truncated"),
        (b"a,b\n1,\x00\xff\xfe\n", "binary"),
        (b"", "empty"),
        (b"a,a\n1,2\n", "doubled header"),
    ] {
        std::fs::write(&bad, content).unwrap();
        let error = owner
            .seller()
            .import_dataset(&bad, &options("bad"))
            .err()
            .unwrap_or_else(|| panic!("{what}"));
        assert!(error.message().contains("bad.csv"), "{what}: {error}");
        assert!(!error.hints().is_empty(), "{what}: {error}");
    }
    let table = town.table();
    refused(
        owner.seller().import_dataset(&table, &typed(PEOPLE)),
        "dataset-exists",
        1,
    );
    refused(
        owner.seller().import_dataset(&table, &options("-")),
        "dataset-name",
        2,
    );
    refused(
        owner
            .seller()
            .import_dataset(&town.path("none.csv"), &options("none")),
        "not-found",
        1,
    );
    let persons = |column: Option<&str>, k: Option<&str>| ImportOptions {
        name: Some("p".into()),
        person_column: column.map(str::to_owned),
        rows_per_person: k.map(str::to_owned),
        ..typed(PEOPLE)
    };
    refused(
        owner
            .seller()
            .import_dataset(&table, &persons(None, Some("2"))),
        "no-person-column",
        2,
    );
    refused(
        owner
            .seller()
            .import_dataset(&table, &persons(Some("sex"), None)),
        "no-rows-per-person",
        2,
    );
    let above = (MAX_ROWS_PER_UNIT + 1).to_string();
    for wrong in [
        "0",
        &above,
        "-3",
        "1.5",
        "some",
        "1,000",
        "9".repeat(99).as_str(),
    ] {
        refused(
            owner
                .seller()
                .import_dataset(&table, &persons(Some("sex"), Some(wrong))),
            "rows-per-person",
            2,
        );
    }
    let error = refused(
        owner.seller().import_dataset(
            &table,
            &ImportOptions {
                name: Some("untyped".into()),
                cap: Some("1".into()),
                new_people: true,
                ..ImportOptions::default()
            },
        ),
        "types-needed",
        2,
    );
    let hints: Vec<String> = error.hints().iter().map(ToString::to_string).collect();
    assert!(hints.contains(&PEOPLE.to_owned()), "{hints:?}");
    refused(
        owner.seller().import_dataset(
            &table,
            &ImportOptions {
                name: Some("short".into()),
                ..typed("sex:text,income:number")
            },
        ),
        "schema",
        2,
    );
    assert_eq!(before, tree(&town.path("owner/datasets")));
    assert_eq!(owner.seller().datasets().unwrap().len(), 1);
}

#[test]
fn a_delivery_with_a_changed_byte_is_reported_and_nothing_of_it_kept() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap();
    let (delivery, bytes) = tree(&town.path("market/deliveries")).remove(0);
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    std::fs::write(&delivery, changed).unwrap();
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(
        (collected.releases.len(), collected.unchecked.len()),
        (0, 1)
    );
    assert!(collected.unchecked[0].to_string().contains("or is damaged"));
    assert!(ann.buyer().holdings().unwrap().is_empty());
    // Approved again, the same bytes are sent again, and the same order is answered.
    owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap();
    assert_eq!(std::fs::read(&delivery).unwrap(), bytes);
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
}

#[test]
fn a_market_that_is_away_loses_nothing() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner.seller().inbox().unwrap();
    // A file where the folder of deliveries should be: nothing can be put there.
    std::fs::write(town.path("market/deliveries"), "in the way").unwrap();
    let receipt = owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap();
    assert_eq!(owner.seller().books().unwrap().undelivered, 1);
    std::fs::remove_file(town.path("market/deliveries")).unwrap();
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    assert_eq!(ann.buyer().collect().unwrap().releases[0].id, receipt.id);
}

#[test]
fn the_recovery_key_opens_its_own_home_and_no_other() {
    let town = Town::new();
    let (ann, key) = Home::create(
        &town.path("ann"),
        &parsed("ann"),
        &passphrase(),
        &town.options(),
    )
    .unwrap();
    drop(ann);
    drop(town.home("ben"));

    for place in [
        "ann/ann.key",
        "ann/exports/ann.key",
        "ann/datasets/../ann.key",
        "nowhere/../ann/ann.key",
    ] {
        refused(key.save(&town.path(place)), "key-in-home", 1);
        assert!(!town.path(place).exists(), "{place}");
    }
    // Nor through a link, though the folder behind it is not there yet.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(town.path("ann"), town.path("elsewhere")).unwrap();
        for place in ["elsewhere/new/ann.key", "elsewhere/new/../ann.key"] {
            refused(key.save(&town.path(place)), "key-in-home", 1);
        }
        assert!(!town.path("ann/new").exists());
    }
    let file = town.path("ann.key");
    key.save(&file).unwrap();
    let again = refused(key.save(&file), "file-exists", 1);
    let fault = NewFileFault::OfAKey;
    assert_eq!(again.place().cloned(), Some(ErrorPlace::NewFile { fault }));
    assert!(
        std::fs::read_to_string(&file)
            .unwrap()
            .contains(key.reveal())
    );
    #[cfg(unix)]
    for private in [&file, &town.path("ann/key.age")] {
        let mode = std::os::unix::fs::PermissionsExt::mode(
            &std::fs::metadata(private).unwrap().permissions(),
        );
        assert_eq!(mode & 0o077, 0, "others can read {}", private.display());
    }

    let key = || Passphrase::from(key.reveal().to_owned());
    let ann = Home::open(&town.path("ann"), &key(), &town.options()).unwrap();
    assert_eq!(ann.view().name, "ann");
    refused(
        Home::open(&town.path("ben"), &key(), &town.options()),
        "wrong-recovery-key",
        1,
    );
}
