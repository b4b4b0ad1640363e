//! What opens a home, and the market it trades on, changed by its owner.

use crate::fixture::{
    PEOPLE, Town, buy, dishonest, histogram, list, mean_income, offered, paid, parsed, passphrase,
    population, typed, values,
};
use poundwise_market::{
    Home, Import, Job, MarketUrl, Passphrase, Result, Roles, Work, view::ListingView,
};
use rusqlite::Connection;

const NEW: &str = "four words never written";

fn words(text: &str) -> Passphrase {
    Passphrase::from(text.to_owned())
}

fn code<T>(result: Result<T>) -> &'static str {
    let error = result.err().unwrap();
    assert!(!error.hints().is_empty(), "no way out: {error}");
    error.code().as_str()
}

#[test]
fn a_new_passphrase_opens_and_the_old_one_does_not() {
    let town = Town::new();
    let (home, key) = Home::create(
        &town.path("ann"),
        &parsed("Ann"),
        &passphrase(),
        &town.options(),
    )
    .unwrap();
    let before = std::fs::read(town.path("ann/key.age")).unwrap();
    assert_eq!(
        code(home.change_passphrase(&words("not the one it has"), &words(NEW))),
        "wrong-passphrase"
    );
    assert_eq!(
        code(home.change_passphrase(&passphrase(), &words("short"))),
        "short-passphrase"
    );
    assert_eq!(
        code(home.change_passphrase(&passphrase(), &words(""))),
        "empty-passphrase"
    );
    assert_eq!(
        code(home.change_passphrase(&passphrase(), &words(key.reveal()))),
        "recovery-key-as-passphrase"
    );
    assert_eq!(std::fs::read(town.path("ann/key.age")).unwrap(), before);

    home.change_passphrase(&passphrase(), &words(NEW)).unwrap();
    drop(home);
    let open = |typed: &Passphrase| Home::open(&town.path("ann"), typed, &town.options());
    assert_eq!(code(open(&passphrase())), "wrong-passphrase");
    drop(open(&words(NEW)).unwrap());
    let recovered = open(&words(key.reveal())).unwrap();

    // Forgotten: the recovery key does for the old one, another home's does not.
    let (_, other) = Home::create(
        &town.path("ben"),
        &parsed("Ben"),
        &passphrase(),
        &town.options(),
    )
    .unwrap();
    assert_eq!(
        code(recovered.change_passphrase(&words(other.reveal()), &passphrase())),
        "wrong-recovery-key"
    );
    recovered
        .change_passphrase(&words(key.reveal()), &passphrase())
        .unwrap();
    drop(recovered);
    assert_eq!(code(open(&words(NEW))), "wrong-passphrase");
    drop(open(&passphrase()).unwrap());
}

/// A shell that asks whether a new key is kept may be gone before it is answered.
#[test]
fn a_recovery_key_that_nobody_said_is_kept_is_asked_about_again() {
    let town = Town::new();
    let home = town.home("ann");
    assert!(home.recovery_key_kept().unwrap());
    home.note_recovery_key(false).unwrap();
    drop(home);
    let home = town.reopen("ann");
    assert!(!home.recovery_key_kept().unwrap());
    home.note_recovery_key(true).unwrap();
    drop(home);
    let home = town.reopen("ann");
    assert!(home.recovery_key_kept().unwrap());
    home.check().unwrap();
}

#[test]
fn a_new_home_takes_no_short_passphrase() {
    let town = Town::new();
    let refused = Home::create(
        &town.path("ann"),
        &parsed("Ann"),
        &words("11 letters!"),
        &town.options(),
    );
    assert_eq!(code(refused), "short-passphrase");
    assert!(!town.path("ann").exists());
    let least = words("twelve chars");
    Home::create(&town.path("ann"), &parsed("Ann"), &least, &town.options()).unwrap();
}

/// Orders and deliveries under way are addressed to the key before: they still arrive.
#[test]
fn a_table_in_anothers_place_is_not_encrypted_anew() {
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    let table = std::fs::read_to_string(town.path("people.csv")).unwrap();
    let other = town.path("other.csv");
    std::fs::write(&other, table.replacen(",1,", ",2,", 1)).unwrap();
    owner
        .seller()
        .import_dataset(&other, &typed(PEOPLE))
        .unwrap();
    let folder = town.path("owner/datasets");
    let tables = || {
        let mut files: Vec<_> = std::fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        files
    };
    let swap = || {
        let [one, two] = tables().try_into().unwrap();
        let aside = town.path("aside");
        std::fs::rename(&one, &aside).unwrap();
        std::fs::rename(&two, &one).unwrap();
        std::fs::rename(&aside, &two).unwrap();
    };
    swap();
    let refused = owner.new_recovery_key(&passphrase());
    assert_eq!(code(refused), "home-damaged");
    assert_eq!(tables().len(), 2, "nothing is left of it");
    swap();
    owner.new_recovery_key(&passphrase()).unwrap();
}

#[test]
fn trade_goes_on_under_a_new_recovery_key() {
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    let note = town.path("owner/datasets/note.txt");
    std::fs::write(&note, "mine").unwrap();
    let listing = list(&owner, &histogram());
    let mut buyer = town.home("buyer");
    buy(&owner, &buyer, &listing, "1");
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();

    let key = owner.new_recovery_key(&passphrase()).unwrap();
    assert_eq!(
        code(buyer.new_recovery_key(&words(NEW))),
        "wrong-passphrase"
    );
    assert_eq!(
        code(owner.new_recovery_key(&words(key.reveal()))),
        "passphrase-needed"
    );
    assert!(note.exists(), "it is none of this program's");
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    buyer.new_recovery_key(&passphrase()).unwrap();
    assert_eq!(buyer.buyer().collect().unwrap().releases.len(), 1);
    // A new order to the old listing, addressed to the owner's key before.
    drop((owner, buyer));
    let (owner, buyer) = (town.reopen("owner"), town.reopen("buyer"));
    buy(&owner, &buyer, &listing, "3");

    // The numbers are those of a buyer who saw nothing of all this.
    let other = town.home("other");
    buy(&owner, &other, &listing, "3");
    assert_eq!(values(&buyer, &listing), values(&other, &listing));

    // A new version asks for orders under the key that its owner has now.
    let address = |listing: &ListingView| {
        let published = dishonest::published(&town.path("market"), &listing.id.to_string());
        published.payload().deliver_to.clone()
    };
    assert_ne!(address(&listing), owner.view().recipient);
    let dear = owner
        .seller()
        .reprice(&parsed(&listing.id), &parsed("8:160"))
        .unwrap();
    assert_eq!(address(&dear), owner.view().recipient);
    buy(&owner, &buyer, &dear, "4");
}

/// What was under the key before may lie in the files until they are written anew, which a reader
/// of them can prevent.
#[test]
fn a_new_recovery_key_notes_that_the_old_secrets_are_to_be_erased() {
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    let db = Connection::open(town.path("owner/poundwise.db")).unwrap();
    let count = |text: &str| -> i64 { db.query_row(text, [], |r| r.get(0)).unwrap() };
    let noted = "SELECT count(*) FROM settings WHERE key = 'erasure-pending'";
    db.execute_batch("BEGIN; SELECT count(*) FROM secrets")
        .unwrap();
    owner.new_recovery_key(&passphrase()).unwrap();
    db.execute_batch("COMMIT").unwrap();
    assert_eq!(count(noted), 1);
    drop(owner);
    let _owner = town.reopen("owner");
    assert_eq!(count(noted), 0);
}

/// A table read before the change is encrypted for the key before.
#[test]
fn an_import_under_way_does_not_bring_the_old_key_back() {
    let town = Town::new();
    let mut owner = town.home("owner");
    let import = owner
        .seller()
        .begin_import(&town.table(), &typed(PEOPLE))
        .unwrap();
    let imported = import.run(&Work::silent()).unwrap();
    owner.new_recovery_key(&passphrase()).unwrap();
    assert_eq!(code(Import::finish(&owner, imported)), "other-home");
    assert!(owner.seller().datasets().unwrap().is_empty());
    let left = std::fs::read_dir(town.path("owner/datasets")).unwrap();
    assert_eq!(left.count(), 0);
}

#[test]
fn a_home_moves_to_another_market() {
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    let buyer = town.home("buyer");
    buy(&owner, &buyer, &listing, "1");
    let gone = list(&owner, &mean_income());
    owner.seller().withdraw(&parsed(&gone.id), "").unwrap();
    let before = owner.view().market;

    let other = town.path("other market");
    let text = other.display().to_string();
    assert_eq!(
        code(owner.set_market(&parsed(&text), false)),
        "no-such-market"
    );
    assert_eq!(code("ftp://example.org".parse::<MarketUrl>()), "market-url");
    std::fs::write(town.path("file"), "").unwrap();
    assert_eq!(
        code(owner.set_market(&parsed(&town.path("file").display().to_string()), false)),
        "no-such-market"
    );
    // A folder that nothing can be written into.
    #[cfg(target_os = "linux")]
    assert_eq!(code(owner.set_market(&parsed("/proc"), false)), "market");
    assert_eq!(owner.view().market, before);

    std::fs::create_dir(&other).unwrap();
    let moved = owner.set_market(&parsed(&text), false).unwrap();
    assert!(
        moved.home.market.ends_with("other%20market"),
        "{}",
        moved.home.market
    );
    assert_eq!(moved.waiting, 0);
    assert!(std::fs::read_dir(&other).unwrap().all(|entry| {
        !entry
            .unwrap()
            .file_name()
            .to_string_lossy()
            .starts_with("probe")
    }));

    // It is kept, and the listing and its ledger are there.
    drop(owner);
    let mut options = town.options();
    options.market = None;
    let owner = Home::open(&town.path("owner"), &passphrase(), &options).unwrap();
    assert_eq!(owner.view().market, moved.home.market);
    drop(owner);
    // Opened on another one for one time, it stays there if that is said.
    let mut owner = town.reopen("owner");
    assert_eq!(owner.view().market, before);
    // That is no move: what has not left yet is sent there as before.
    let (ledger, aside) = (
        crate::fixture::log_folder(&town, &owner),
        town.path("aside"),
    );
    std::fs::rename(&ledger, &aside).unwrap();
    std::fs::write(&ledger, "").unwrap();
    let seller = owner.seller();
    population(&owner, "others");
    seller
        .set_cap(&parsed("others"), parsed("2000"), "more")
        .unwrap();
    let stays = owner.set_market(&parsed(&before), false).unwrap();
    assert!(stays.waiting > 0);
    std::fs::remove_file(&ledger).unwrap();
    std::fs::rename(&aside, &ledger).unwrap();
    assert_eq!(owner.deliver().unwrap().undelivered, 0);
    drop(owner);
    let mut owner = Home::open(&town.path("owner"), &passphrase(), &options).unwrap();
    assert_eq!(owner.view().market, before);
    owner.set_market(&parsed(&text), false).unwrap();
    options.market = Some(text);
    let late = Home::create(&town.path("late"), &parsed("Late"), &passphrase(), &options)
        .unwrap()
        .0;
    assert_eq!(offered(&late, "").len(), 1);
    assert_eq!(
        code(late.buyer().order(&parsed(&gone.id), parsed("1"))),
        "withdrawn"
    );
    buy(&owner, &late, &listing, "1");
    assert_eq!(values(&late, &listing), values(&buyer, &listing));
}

/// What waits for the market before is not sent elsewhere unasked.
#[test]
fn a_home_does_not_leave_what_waits_behind() {
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    let buyer = town.home("buyer");
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner.seller().inbox().unwrap();
    // A file where the folder would be: nothing can be delivered.
    std::fs::write(town.path("market/deliveries"), "in the way").unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();

    let other = town.path("other");
    std::fs::create_dir(&other).unwrap();
    let text = other.display().to_string();
    let before = owner.view().market;
    assert_eq!(
        code(owner.set_market(&parsed(&text), false)),
        "outbox-waiting"
    );
    assert_eq!(owner.view().market, before);
    assert_eq!(std::fs::read_dir(&other).unwrap().count(), 0);
    owner.set_market(&parsed(&text), true).unwrap();
    assert!(other.join("deliveries").is_dir());
}
