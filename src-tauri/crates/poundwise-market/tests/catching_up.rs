//! A home that was put back catches up with what it sold since.

use poundwise_documents::units::DocumentId;
use std::fs;

use crate::{
    fixture::{
        Town, buy,
        dishonest::{self, Keys},
        histogram, list, mean_income, offered, order_anyway, paid, parsed, population,
        published_size, tree, twin_of,
    },
    old_copy::{
        Blocked, any_rule, back_up, code, newest, own_number, restore, set_cap,
        sold_since_the_backup,
    },
};
use poundwise_audit::report::Verdict;
use poundwise_documents::kinds::Withdrawal;
use poundwise_market::{
    Home, Roles, audit_files,
    view::{
        ListingDraft, ListingStatus, ListingView, OrderStatus, RuleDraft, RuleState, StandingState,
    },
};

#[test]
fn an_order_that_was_sold_since_stays_sold_where_it_is_still_on_the_market() {
    let town = Town::new();
    let (backup, ..) = sold_since_the_backup(&town);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    let seller = owner.seller();
    seller.catch_up().unwrap();
    assert!(seller.inbox().unwrap().is_empty());
    let answered = seller.answered().unwrap();
    let answered: Vec<OrderStatus> = answered.iter().map(|order| order.status).collect();
    assert_eq!(answered, [OrderStatus::Delivered; 2]);
}

#[test]
fn a_home_that_was_put_back_catches_up_and_sells_on() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    let waiting = ben
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner.seller().inbox().unwrap();
    let rule = owner
        .seller()
        .add_rule(&RuleDraft {
            up_to: "0.5".into(),
            ..any_rule()
        })
        .unwrap();
    let removed = owner.seller().add_rule(&any_rule()).unwrap();
    owner.seller().remove_rule(removed.number).unwrap();
    drop(owner);
    let backup = back_up(&town, "owner");

    // Since then: sales, a cap, another version, a grant, a listing of the same table, one
    // withdrawn, own numbers.
    let owner = town.reopen("owner");
    buy(&owner, &ann, &listing, "2");
    owner
        .seller()
        .approve(&parsed(&waiting.id), paid("cash"))
        .unwrap();
    set_cap(&owner, "12").unwrap();
    let raised = newest(&owner, &listing);
    let newer = owner
        .seller()
        .reprice(&parsed(&raised.id), &parsed("8:160"))
        .unwrap();
    buy(&owner, &ann, &newer, "3");
    let auditor = town.home("auditor").view().recipient;
    owner
        .seller()
        .grant(
            &parsed(&listing.id),
            &parsed(&auditor),
            &town.path("opening.age"),
        )
        .unwrap();
    let income = list(&owner, &mean_income());
    let income = owner
        .seller()
        .reprice(&parsed(&income.id), &parsed("8:88"))
        .unwrap();
    buy(&owner, &ben, &income, "1");
    population(&owner, "others");
    let numbers = own_number(&owner, "others");
    buy(&owner, &ben, &numbers, "2");
    drop(owner);
    let newest_entries = dishonest::entries(&town, "owner");

    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    assert_eq!(code(set_cap(&owner, "13")), "behind-mark");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!(
        (
            caught.entries,
            caught.receipts,
            caught.grants,
            caught.population_entries
        ),
        (12, 5, 1, 2)
    );
    assert_eq!(caught.rules_paused, [rule.number]);
    let states: Vec<_> = owner
        .seller()
        .rules(true)
        .unwrap()
        .iter()
        .map(|r| r.state)
        .collect();
    assert_eq!(states, [RuleState::Paused, RuleState::Removed]);
    // What it answered since then does not wait, and what it delivered is left alone.
    assert!(owner.seller().waiting().unwrap().is_empty());
    let deliveries = tree(&town.path("market/deliveries"));
    let sold = owner
        .seller()
        .approve(&parsed(&waiting.id), paid("cash"))
        .unwrap();
    assert!(deliveries.iter().any(|(path, _)| {
        path.file_name().unwrap().to_str() == Some(&format!("{}.age", sold.id))
    }));
    assert_eq!(tree(&town.path("market/deliveries")), deliveries);
    assert_eq!(caught.populations.len(), 1);
    assert_eq!(
        (caught.delivered_again.len(), caught.undelivered.len()),
        (0, 0)
    );
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Newest);
    assert_eq!(
        owner
            .seller()
            .population(&parsed("people"))
            .unwrap()
            .cap_micro_epsilon,
        12_000_000
    );

    // What the backup lacked and cannot compute counts at its ceiling, and is withdrawn, for
    // everybody to see.
    let withdrawn: Vec<DocumentId> = caught
        .listings
        .iter()
        .filter(|listing| listing.withdrawn)
        .map(|listing| listing.id)
        .collect();
    assert_eq!(withdrawn.len(), 2);
    assert!(withdrawn.contains(&income.id) && withdrawn.contains(&numbers.id));
    let ended = tree(&town.path("market/withdrawals"));
    assert_eq!(
        ended.len(),
        2,
        "the versions before were replaced, not withdrawn"
    );
    let market = offered(&ben, "");
    assert_eq!(market.len(), 1, "{market:?}");
    assert_eq!(market[0].id, newer.id);
    let recovered = owner
        .seller()
        .population(&parsed(&caught.populations[0]))
        .unwrap();
    assert_eq!(recovered.loss_micro_epsilon, 4_000_000);
    assert_eq!(
        owner
            .seller()
            .population(&parsed("people"))
            .unwrap()
            .loss_micro_epsilon,
        3_000_000 + 8_000_000
    );

    // The ledger has the same entries, followed by the assumed losses of two populations. An audit
    // accepts it.
    let entries = dishonest::entries(&town, "owner");
    assert_eq!(entries.len(), newest_entries.len() + 2);
    assert!(entries.starts_with(&newest_entries));
    let again = town.path("again.ledger");
    owner.seller().export_ledger(&again).unwrap();
    for files in [vec![again.clone()], vec![again, town.path("market")]] {
        let report = audit_files(&files).unwrap();
        assert_eq!(report.verdict(), Verdict::Holds, "{:?}", report.findings());
    }

    // It goes on selling, the same path, to buyers who hold what the backup did not know of.
    buy(&owner, &ann, &newer, "4");
    assert_eq!(
        code(owner.seller().approve(
            &parsed(&order_anyway(&ben, &newer, "8").unwrap().id),
            paid("")
        )),
        "over-cap"
    );
    // The table is in the home, so listing the question again gives the sold question. It counts at
    // the ceiling that the ledger now states.
    let income_again = list(&owner, &mean_income());
    assert_eq!(income_again.question, income.question);
    assert_eq!(
        owner
            .seller()
            .population(&parsed("people"))
            .unwrap()
            .loss_micro_epsilon,
        4_000_000 + 8_000_000
    );
    buy(&owner, &ben, &income_again, "1.5");
    let last = town.path("last.ledger");
    owner.seller().export_ledger(&last).unwrap();
    let report = audit_files(&[last, town.path("market")]).unwrap();
    assert_eq!(report.verdict(), Verdict::Holds, "{:?}", report.findings());
    assert_eq!(
        ann.buyer().alarms().unwrap().len() + ben.buyer().alarms().unwrap().len(),
        0
    );
}

#[test]
fn what_was_withdrawn_or_listed_again_since_stays_so() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let first = list(&owner, &histogram());
    let other = list(&owner, &mean_income());
    buy(&owner, &ann, &first, "1");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    owner.seller().withdraw(&parsed(&first.id), "over").unwrap();
    owner.seller().withdraw(&parsed(&other.id), "over").unwrap();
    let second = list(&owner, &histogram());
    buy(&owner, &ann, &second, "2");
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    owner.seller().catch_up().unwrap();
    let status = |id: &str| {
        owner
            .seller()
            .my_listings()
            .unwrap()
            .into_iter()
            .find(|listing| listing.id == id.parse().unwrap())
            .unwrap()
            .status
    };
    assert_eq!(status(&first.id.to_string()), ListingStatus::Withdrawn);
    assert_eq!(status(&other.id.to_string()), ListingStatus::Withdrawn);
    assert_eq!(status(&second.id.to_string()), ListingStatus::Open);
    buy(&owner, &ann, &second, "3");
    let ledger = town.path("ledger.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert_eq!(report.verdict(), Verdict::Holds, "{:?}", report.findings());
}

/// A question whose numbers a copy lacks counts at the highest ceiling under which any copy ever
/// listed it, however often it has caught up before.
#[test]
fn a_question_that_is_not_here_counts_at_the_ceiling_of_its_latest_listing() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let up_to = |ceiling: &str| ListingDraft {
        ceiling: Some(parsed(ceiling)),
        top: Some(parsed("8")),
        ..histogram()
    };
    drop(owner);
    let before = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let first = list(&owner, &up_to("4"));
    buy(&owner, &ann, &first, "1");
    drop(owner);
    let with_numbers = back_up(&town, "owner");
    let counts = |owner: &Home| {
        let people = owner.seller().population(&parsed("people")).unwrap();
        people.loss_micro_epsilon
    };

    restore(&town, "owner", &before);
    let owner = town.reopen("owner");
    owner.seller().catch_up().unwrap();
    assert_eq!(counts(&owner), 4_000_000);
    drop(owner);
    let without_numbers = back_up(&town, "owner");

    restore(&town, "owner", &with_numbers);
    let owner = town.reopen("owner");
    owner.seller().catch_up().unwrap();
    let second = list(&owner, &up_to("6"));
    assert_eq!(second.question, first.question);
    buy(&owner, &ben, &second, "5");
    drop(owner);

    restore(&town, "owner", &without_numbers);
    let owner = town.reopen("owner");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!(counts(&owner), 6_000_000);
    // It cannot be sold from here: nobody is left to order what nobody can deliver.
    assert!(caught.listings.iter().all(|one| one.withdrawn));
    assert_eq!(
        owner.buyer().listing(&parsed(&second.id)).unwrap().status,
        ListingStatus::Withdrawn
    );
}

/// A listing that was made and withdrawn since comes back withdrawn, with its reason; so does an
/// opening of a listing that the copy has.
#[test]
fn what_was_listed_and_withdrawn_since_comes_back_withdrawn() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let first = list(&owner, &histogram());
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let auditor = town.home("auditor").view().recipient;
    owner
        .seller()
        .grant(
            &parsed(&first.id),
            &parsed(&auditor),
            &town.path("opening.age"),
        )
        .unwrap();
    let since = list(&owner, &mean_income());
    owner
        .seller()
        .withdraw(&parsed(&since.id), "wrong bounds")
        .unwrap();
    drop(owner);
    restore(&town, "owner", &backup);
    let mut owner = town.reopen("owner");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!((caught.entries, caught.grants), (3, 1));
    let view = owner.buyer().listing(&parsed(&since.id)).unwrap();
    assert_eq!(view.status, ListingStatus::Withdrawn);
    assert_eq!(view.withdrawal.unwrap().reason, "wrong bounds");
    let told = caught.listings.iter().find(|one| one.id == since.id);
    assert!(!told.unwrap().withdrawn, "it was not withdrawn just now");
    // It goes along to another market, as all that the home has listed.
    let fair = town.path("fair");
    fs::create_dir_all(&fair).unwrap();
    owner
        .set_market(&parsed(&fair.display().to_string()), false)
        .unwrap();
    for listing in [&first, &since] {
        assert!(
            fair.join("listings")
                .join(format!("{}.jws", listing.id))
                .exists()
        );
    }
    assert_eq!(tree(&fair.join("withdrawals")).len(), 1);
    let ledger = town.path("ledger.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert_eq!(report.verdict(), Verdict::Holds, "{:?}", report.findings());
}

/// What a home signed since may need a listing that it signed since: without it nobody could tell
/// what was sold.
#[test]
fn nothing_is_caught_up_with_while_the_listing_of_a_sale_is_missing() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let since = list(&owner, &histogram());
    buy(&owner, &ann, &since, "1");
    let auditor = town.home("auditor").view().recipient;
    let opening = town.path("opening.age");
    owner
        .seller()
        .grant(&parsed(&since.id), &parsed(&auditor), &opening)
        .unwrap();
    drop(owner);
    let listings = tree(&town.path("market/listings"));
    let [(file, bytes)] = listings.iter().collect::<Vec<_>>()[..] else {
        panic!("one listing was published: {:?}", listings.len());
    };
    fs::remove_file(file).unwrap();
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    let refused = owner.seller().catch_up().unwrap_err();
    assert_eq!(refused.code().as_str(), "own-copies");
    let (_, question) = since.question.split_once('.').unwrap();
    for missing in [
        format!("listing {}", since.id),
        format!("a listing of question {question}"),
    ] {
        assert!(refused.message().contains(&missing), "{refused}");
    }
    assert!(owner.seller().receipts().unwrap().is_empty());
    fs::write(file, bytes).unwrap();
    assert_eq!(owner.seller().catch_up().unwrap().entries, 4);
    assert_eq!(owner.seller().receipts().unwrap().len(), 1);
}

/// Listed again where its population was merged to, a question counts there.
#[test]
fn a_question_is_of_the_population_in_which_it_was_listed_again_since() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let first = list(&owner, &histogram());
    buy(&owner, &ann, &first, "1");
    population(&owner, "wider");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    owner.seller().withdraw(&parsed(&first.id), "over").unwrap();
    owner
        .seller()
        .merge_populations(&parsed("people"), &parsed("wider"))
        .unwrap();
    let again = list(&owner, &histogram());
    assert_eq!(again.question, first.question);
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    owner.seller().catch_up().unwrap();
    let wider = owner.seller().population(&parsed("wider")).unwrap();
    // What it carries, and the question itself: too much, never too little.
    assert_eq!(wider.carried_micro_epsilon, 1_000_000);
    assert_eq!(wider.loss_micro_epsilon, 2_000_000);
    // And so does all that is listed of its table from now on.
    let table = owner.seller().datasets().unwrap().remove(0);
    assert_eq!(table.population, "wider");
}

/// What the home could not compute, for want of its listing, counts where that is listed again.
#[test]
fn a_question_that_was_caught_up_with_is_of_the_population_in_which_it_is_listed_again() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    let ann = town.home("ann");
    population(&owner, "wider");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let first = list(&owner, &histogram());
    buy(&owner, &ann, &first, "1");
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    owner.seller().catch_up().unwrap();
    owner
        .seller()
        .merge_populations(&parsed("people"), &parsed("wider"))
        .unwrap();
    let again = list(&owner, &histogram());
    assert_eq!(again.question, first.question);
    let wider = owner.seller().population(&parsed("wider")).unwrap();
    // The question was merged at its ceiling and counts at its ceiling again.
    assert_eq!(wider.carried_micro_epsilon, 8_000_000);
    assert_eq!(wider.loss_micro_epsilon, 16_000_000);
}

/// Two copies of a home listed a question again, one of them in secret: one listing is left.
#[test]
fn one_listing_of_a_question_is_open_after_two_copies_listed_it() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let first = list(&owner, &histogram());
    owner.seller().withdraw(&parsed(&first.id), "").unwrap();
    drop(owner);
    let twin = twin_of(&town, "owner");
    let owner = town.reopen("owner");
    set_cap(&owner, "9").unwrap();
    let offered = list(&owner, &histogram());
    drop(owner);
    let offline = Blocked::new(town.path("market"));
    let unsent = list(&twin, &histogram());
    drop(offline);
    assert_eq!(
        (&unsent.question, &offered.question),
        (&first.question, &first.question)
    );
    twin.seller().catch_up().unwrap();
    let status = |id: &str| twin.buyer().listing(&parsed(id)).unwrap().status;
    assert_eq!(status(&unsent.id.to_string()), ListingStatus::Withdrawn);
    assert_eq!(status(&offered.id.to_string()), ListingStatus::Open);
    buy(&twin, &ann, &offered, "1");
}

/// One copy of a home sold what another one had withdrawn.
#[test]
fn a_listing_that_was_sold_after_it_was_withdrawn_ends_after_its_last_sale() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    drop(owner);
    let backup = back_up(&town, "owner");
    let twin = twin_of(&town, "owner");
    let owner = town.reopen("owner");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    twin.seller()
        .withdraw(&parsed(&listing.id), "over")
        .unwrap();
    drop(twin);
    owner.seller().inbox().unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    owner.seller().catch_up().unwrap();
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let withdrawals = tree(&town.path("market/withdrawals"));
    let [(_, withdrawal)] = &withdrawals[..] else {
        panic!("{}", withdrawals.len());
    };
    let last = fs::read_to_string(ledger).unwrap();
    assert_eq!(
        last.lines().last().unwrap().as_bytes(),
        withdrawal.trim_ascii()
    );
}

/// A home that is behind holds still, so that it stays behind; then not any more.
#[test]
fn a_home_that_caught_up_and_is_put_back_once_more_is_an_old_copy_again() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    list(&owner, &histogram());
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    owner.seller().add_rule(&any_rule()).unwrap();
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    assert_eq!(code(set_cap(&owner, "9")), "behind-mark");
    owner.seller().catch_up().unwrap();
    // Copied while it is open.
    let backup = back_up(&town, "owner");
    owner.seller().add_rule(&any_rule()).unwrap();
    drop(owner);
    restore(&town, "owner", &backup);
    assert_eq!(code(set_cap(&town.reopen("owner"), "9")), "behind-mark");
}

/// Only what is open takes the place of what is.
#[test]
fn a_listing_that_was_made_and_withdrawn_since_ends_no_other_of_its_question() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let first = list(&owner, &histogram());
    owner.seller().withdraw(&parsed(&first.id), "").unwrap();
    drop(owner);
    let twin = twin_of(&town, "owner");
    let owner = town.reopen("owner");
    set_cap(&owner, "9").unwrap();
    let since = list(&owner, &histogram());
    owner.seller().withdraw(&parsed(&since.id), "").unwrap();
    drop(owner);
    let offline = Blocked::new(town.path("market"));
    let unsent = list(&twin, &histogram());
    drop(offline);
    let caught = twin.seller().catch_up().unwrap();
    assert_eq!((caught.population_entries, caught.listings.len()), (1, 1));
    let status = |id: &str| twin.buyer().listing(&parsed(id)).unwrap().status;
    assert_eq!(status(&since.id.to_string()), ListingStatus::Withdrawn);
    assert_eq!(status(&unsent.id.to_string()), ListingStatus::Open);
}

/// Anybody may write into the market.
#[test]
fn what_another_home_signed_is_not_caught_up_with() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let listing = list(&owner, &histogram());
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let since = list(&owner, &mean_income());
    set_cap(&owner, "7").unwrap();
    drop(owner);
    // A copy of a listing under another name is no second one.
    let listings = town.path("market/listings");
    let since = listings.join(format!("{}.jws", since.id));
    fs::copy(since, listings.join("again.jws")).unwrap();
    let stranger = town.home("stranger");
    population(&stranger, "others");
    own_number(&stranger, "others");
    let keys = Keys::of(&town, "stranger");
    let withdrawal = keys.sign(Withdrawal {
        listing: parsed(&listing.id),
        reason: "not theirs to say".to_owned(),
        jwk: keys.identity.jwk(),
        issued_at: parsed("2026-12-01T00:00:00Z"),
    });
    let folder = town.path("market/withdrawals");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{}.jws", withdrawal.id()));
    fs::write(file, withdrawal.compact()).unwrap();
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!((caught.entries, caught.population_entries), (3, 1));
    assert_eq!((caught.listings.len(), caught.populations.len()), (1, 0));
    let mine = owner.seller().my_listings().unwrap();
    let open = mine.iter().filter(|one| one.status == ListingStatus::Open);
    let open: Vec<_> = open.map(|one| &one.id).collect();
    assert_eq!((mine.len(), open), (2, vec![&listing.id]));
}

/// An owner, closed and put back to before a sale to ann whose receipt was published and whose
/// delivery was not put; and that sale's order and receipt.
fn lost_with_the_home(town: &Town) -> (Home, ListingView, String, String) {
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    drop(owner);
    let backup = back_up(town, "owner");
    let owner = town.reopen("owner");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();
    owner.seller().inbox().unwrap();
    let blocked = Blocked::new(
        town.path("market/deliveries")
            .join(ann.view().kid.to_string()),
    );
    let receipt = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    assert_eq!(published_size(town, &owner), 3);
    drop(owner);
    drop(blocked);
    restore(town, "owner", &backup);
    (ann, listing, order.id.to_string(), receipt.id.to_string())
}

#[test]
fn a_sale_whose_delivery_was_lost_with_the_home_is_delivered_again() {
    let town = Town::new();
    let (ann, _, order, receipt) = lost_with_the_home(&town);
    let owner = town.reopen("owner");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!(caught.delivered_again, [3], "people count from 1");
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(collected.rejected, []);
    assert_eq!(collected.releases[0].id, receipt.parse().unwrap());
    // Approving it again gives the same receipt, and sends nothing else.
    assert_eq!(
        owner
            .seller()
            .approve(&parsed(&order), paid("cash"))
            .unwrap()
            .id,
        receipt.parse().unwrap()
    );
    assert_eq!(owner.seller().receipts().unwrap().len(), 2);
    drop(owner);
    // The home keeps what it signed, as after any sale.
    let db = rusqlite::Connection::open(town.path("owner/poundwise.db")).unwrap();
    let kept: u64 = db
        .query_row(
            "SELECT count(*) FROM documents JOIN receipts ON documents.id = release_id",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(kept, 2);
}

#[test]
fn another_release_than_the_receipt_names_is_not_delivered_again() {
    let town = Town::new();
    let (ann, listing, order, receipt) = lost_with_the_home(&town);
    let numbers = dishonest::sell_from_elsewhere(&town, &listing);
    let before = tree(&town.path("market/deliveries"));
    let owner = town.reopen("owner");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!(
        (caught.delivered_again, caught.undelivered),
        (vec![], vec![3])
    );
    assert_eq!(
        code(owner.seller().approve(&parsed(&order), paid("cash"))),
        "question-differs"
    );
    assert_eq!(tree(&town.path("market/deliveries")), before);
    drop(owner);
    dishonest::put_back(&town, &listing, &numbers);
    let owner = town.reopen("owner");
    assert_eq!(
        owner
            .seller()
            .approve(&parsed(&order), paid("cash"))
            .unwrap()
            .id,
        receipt.parse().unwrap()
    );
    assert_eq!(
        ann.buyer().collect().unwrap().releases[0].id,
        receipt.parse().unwrap()
    );
}

/// Its numbers were drawn after the backup, so they are nowhere any more: nothing is sold in their
/// place.
#[test]
fn a_sale_of_numbers_that_are_lost_with_the_home_is_not_delivered_again() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    population(&owner, "others");
    buy(&owner, &ann, &list(&owner, &histogram()), "1");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let listing = own_number(&owner, "others");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();
    owner.seller().inbox().unwrap();
    let blocked = Blocked::new(
        town.path("market/deliveries")
            .join(ann.view().kid.to_string()),
    );
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    drop(owner);
    drop(blocked);
    restore(&town, "owner", &backup);
    let before = tree(&town.path("market/deliveries"));
    let owner = town.reopen("owner");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!(
        (caught.delivered_again, caught.undelivered),
        (vec![], vec![4])
    );
    let lost = owner.seller().approve(&parsed(&order.id), paid("cash"));
    assert_eq!(code(lost), "delivery-lost");
    assert_eq!(tree(&town.path("market/deliveries")), before);
}

#[test]
fn a_holder_that_caught_up_draws_no_new_copies_of_what_it_held() {
    let town = Town::new();
    let (seller, holder) = (town.home("seller"), town.owner_with_table(Some("8")));
    let numbers = || own_number(&seller, "sold");
    population(&seller, "sold");
    let listing = numbers();
    buy(&seller, &holder, &listing, "4");
    let before = holder
        .buyer()
        .tighten(&parsed(&listing.id), parsed("1"), &town.path("before.copy"))
        .unwrap();
    drop(holder);
    let backup = back_up(&town, "owner");
    let holder = town.reopen("owner");
    holder
        .buyer()
        .tighten(&parsed(&listing.id), parsed("2"), &town.path("since.copy"))
        .unwrap();
    set_cap(&holder, "9").unwrap();
    drop(holder);
    restore(&town, "owner", &backup);
    let holder = town.reopen("owner");
    let draw = |level: &str| {
        holder
            .buyer()
            .tighten(&parsed(&listing.id), parsed(level), &town.path("new.copy"))
    };
    assert_eq!(code(draw("2")), "behind-mark");
    assert_eq!(holder.seller().catch_up().unwrap().copies_ended, 1);
    assert_eq!(code(draw("2")), "copies-ended");
    assert_eq!(
        draw("1").unwrap().id,
        before.id,
        "the one made before is written again"
    );
    let other = numbers();
    buy(&seller, &holder, &other, "4");
    holder
        .buyer()
        .tighten(&parsed(&other.id), parsed("2"), &town.path("other.copy"))
        .unwrap();
}
