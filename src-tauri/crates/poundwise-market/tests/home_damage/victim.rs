//! A home that has something of everything, and how damage to it is noticed.

use crate::fixture::drafts::filtered;
use std::fs;
use std::path::{Path, PathBuf};

use crate::camt::{Entry, IBAN};
use crate::fixture::{
    Town, buy, copy_folder, forge, histogram, list, mean_income, paid, parsed, values,
};
use poundwise_documents::units::PaymentReference;
use poundwise_market::view::{
    Condition, FilterOperator, ListingDraft, ListingView, RuleDraft, Trusted,
};
use poundwise_market::{Error, Home, Job, PaidLater, Result, Roles, RuleNumber, Work};
use rusqlite::Connection;

pub(super) fn database(home: &Path) -> Connection {
    let db = Connection::open(home.join("poundwise.db")).unwrap();
    db.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        .unwrap();
    db
}

/// An owner with a table, two listings, a contact, a blocked key, rules, a sale by hand, one by
/// rule, one declined, a grant, a cap; it is also a buyer with a holding and a copy.
pub(super) struct Victim {
    pub(super) town: Town,
    pub(super) ann: Home,
    pub(super) listing: ListingView,
    pub(super) x: Vec<i64>,
}

pub(super) fn rule(owner: &Home, contact: &str) -> RuleNumber {
    owner
        .seller()
        .add_rule(&RuleDraft {
            contact: Some(contact.into()),
            population: Some("people".into()),
            up_to: "2".into(),
            per_order: "50".into(),
            per_month: Some("60".into()),
            payment: "invoice".into(),
            ..RuleDraft::default()
        })
        .unwrap()
        .number
}

impl Victim {
    pub(super) fn new() -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(Some("20"));
        let ann = town.home("ann");
        let listing = list(
            &owner,
            &ListingDraft {
                pay_to: Some(parsed(&format!("payto://iban/{IBAN}"))),
                ..histogram()
            },
        );
        let income = list(&owner, &mean_income());
        owner
            .seller()
            .set_cap(&parsed("people"), parsed("18"), "less")
            .unwrap();
        owner
            .seller()
            .add_contact(parsed(&ann.view().kid), &parsed("Ann"), &parsed("met"))
            .unwrap();
        let used = rule(&owner, "Ann");
        ann.buyer()
            .order(&parsed(&listing.id), parsed("1"))
            .unwrap();
        assert_eq!(owner.seller().apply_rules().unwrap().approved.len(), 1);
        owner.seller().pause_rule(used).unwrap();
        ann.buyer().collect().unwrap();
        let on_credit = owner.seller().on_credit(true).unwrap();
        let part = PaidLater {
            amount: Some("1".into()),
            ..PaidLater::default()
        };
        owner
            .seller()
            .record_payment(&parsed(&on_credit[0].id), &part)
            .unwrap();
        // The rest of it comes by the bank, and something that is too much.
        let reference = PaymentReference::of(&parsed(&on_credit[0].order)).to_string();
        let entry = |amount: &str| Entry {
            amount: amount.to_owned(),
            ..crate::camt::paid(&reference)
        };
        let file = town.path("statement.xml");
        // Two entries for several transfers, one of them without amounts.
        let of = |details: [String; 2]| Entry {
            details: details.concat(),
            ..entry("6.00")
        };
        let split = ["4.00", "2.00"].map(|amount| crate::camt::transfer_of(amount, &reference));
        let unsplit = [&*reference, "rent"].map(crate::camt::detail);
        let entries = [entry("9.00"), entry("1.00"), of(split), of(unsplit)];
        fs::write(&file, crate::camt::camt(&entries)).unwrap();
        owner.seller().import_statement(&file, None).unwrap();
        let paid_by_bank = owner.seller().begin_bookings(&[parsed("1")]).unwrap();
        let told = paid_by_bank.complete(&owner, &Work::silent()).unwrap();
        assert_eq!(told.receipts.len(), 1);
        // What another bank's file tells of is no payment of it.
        let bank = parsed("Savings");
        let columns = crate::fixture::shop::columns();
        owner.seller().set_bank(&bank, &columns).unwrap();
        let file = town.path("savings.csv");
        let row = format!("Tag;Zweck;Betrag\n19.11.2026;{reference};3,00\n");
        fs::write(&file, row).unwrap();
        let told = owner.seller().import_statement(&file, Some(&bank)).unwrap();
        let booking = told.bookings.iter().find(|one| one.amount.minor == 300);
        owner
            .seller()
            .set_booking_aside(booking.unwrap().number)
            .unwrap();
        crate::invoices::issue_one(&owner, &on_credit[0].id.to_string());
        crate::batch::keep_one(&owner);
        buy(&owner, &ann, &listing, "2");
        let declined = ann.buyer().order(&parsed(&income.id), parsed("1")).unwrap();
        owner.seller().decline(&parsed(&declined.id), "no").unwrap();
        let recipient = ann.view().recipient;
        let opening = town.path("a.opening");
        owner
            .seller()
            .grant(&parsed(&income.id), &parsed(&recipient), &opening)
            .unwrap();
        // The owner buys as well.
        let other = town.home("other");
        crate::fixture::population(&other, "farms");
        let offered = crate::fixture::stopping::vector(&town, &other, 5);
        owner.seller().block(parsed(&other.view().kid)).unwrap();
        let order = owner.buyer().order(&parsed(&offered), parsed("1")).unwrap();
        other
            .seller()
            .approve(&parsed(&order.id), paid("cash"))
            .unwrap();
        owner.buyer().collect().unwrap();
        owner
            .buyer()
            .tighten(&parsed(&offered), parsed("0.5"), &town.path("a.copy"))
            .unwrap();
        // Two that contradict themselves: one is decided, one is not.
        drop(other);
        let mut twin_of_other = crate::fixture::twin_of(&town, "other");
        for length in [6, 7] {
            let other = town.reopen("other");
            let offered = crate::fixture::stopping::vector(&town, &other, length);
            let order = owner.buyer().order(&parsed(&offered), parsed("1")).unwrap();
            other.seller().inbox().unwrap();
            drop(other);
            drop(twin_of_other);
            fs::remove_dir_all(town.path("twin")).unwrap();
            twin_of_other = crate::fixture::twin_of(&town, "other");
            twin_of_other
                .seller()
                .decline(&parsed(&order.id), "sold out")
                .unwrap();
            town.reopen("other")
                .seller()
                .approve(&parsed(&order.id), paid("cash"))
                .unwrap();
        }
        owner.buyer().order(&parsed(&offered), parsed("2")).unwrap();
        assert_eq!(owner.buyer().collect().unwrap().alarms.len(), 2);
        owner
            .buyer()
            .dismiss_alarm(parsed("1"), Trusted::Refusal, "asked")
            .unwrap();
        let x = {
            let table = fs::read_to_string(town.path("people.csv")).unwrap();
            (1..=4)
                .map(|level| {
                    let rows = table.lines().skip(1);
                    let of = rows.filter(|row| row.split(',').nth(1) == Some(&level.to_string()));
                    i64::try_from(of.count()).unwrap()
                })
                .collect()
        };
        drop(owner);
        let victim = Self {
            town,
            ann,
            listing,
            x,
        };
        victim.copies_have_ended();
        victim
    }

    /// As if the home had caught up once.
    pub(super) fn copies_have_ended(&self) {
        database(&self.home())
            .execute(
                "INSERT INTO copies_ended (question, mac)
                     SELECT question, zeroblob(32) FROM holdings LIMIT 1",
                [],
            )
            .unwrap();
        let key = forge::vault_key(&self.home(), crate::fixture::PASSPHRASE);
        forge::authenticate(&self.home(), &key);
    }

    /// Goes on: every table that can change does.
    pub(super) fn go_on(&self) {
        let owner = self.open().unwrap();
        let income = owner.seller().my_listings().unwrap();
        let income = income.iter().find(|l| l.id != self.listing.id).unwrap();
        owner
            .seller()
            .set_cap(&parsed("people"), parsed("17"), "less still")
            .unwrap();
        let eve = self.town.home("eve");
        owner
            .seller()
            .add_contact(parsed(&eve.view().kid), &parsed("Eve"), &parsed(""))
            .unwrap();
        let paused = rule(&owner, "Ann");
        buy(&owner, &self.ann, &self.listing, "2.4");
        owner.seller().pause_rule(paused).unwrap();
        owner
            .seller()
            .grant(
                &parsed(&income.id),
                &parsed(&eve.view().recipient),
                &self.town.path("eve.opening"),
            )
            .unwrap();
        owner
            .seller()
            .withdraw(&parsed(&income.id), "enough")
            .unwrap();
        let declined = eve
            .buyer()
            .order(&parsed(&self.listing.id), parsed("1"))
            .unwrap();
        owner.seller().decline(&parsed(&declined.id), "no").unwrap();
        let table = self.town.path("others.csv");
        fs::write(&table, "level\n1\n2\n").unwrap();
        owner
            .seller()
            .import_dataset(&table, &crate::fixture::typed("level:number"))
            .unwrap();
        owner
            .seller()
            .create_listing(&filtered(
                histogram(),
                vec![Condition::new("income", FilterOperator::Above, "20000")],
            ))
            .unwrap();
        let other = self.town.reopen("other");
        for order in other.seller().inbox().unwrap() {
            other
                .seller()
                .approve(&parsed(&order.order.id), paid("cash"))
                .unwrap();
        }
        owner.buyer().collect().unwrap();
        owner
            .buyer()
            .dismiss_alarm(parsed("2"), Trusted::Refusal, "asked")
            .unwrap();
    }

    pub(super) fn home(&self) -> PathBuf {
        self.town.path("owner")
    }

    /// The home as it was, with the state folder and the market as they were.
    pub(super) fn keep(&self) {
        for folder in ["owner", "state", "market"] {
            let kept = self.town.path(&format!("kept-{folder}"));
            let _ = fs::remove_dir_all(&kept);
            copy_folder(&self.town.path(folder), &kept);
        }
    }

    pub(super) fn restore(&self) {
        for folder in ["owner", "state", "market"] {
            let _ = fs::remove_dir_all(self.town.path(folder));
            copy_folder(
                &self.town.path(&format!("kept-{folder}")),
                &self.town.path(folder),
            );
        }
        fs::create_dir_all(self.home().join("datasets")).unwrap();
    }

    pub(super) fn open(&self) -> Result<Home> {
        Home::open(
            &self.home(),
            &crate::fixture::passphrase(),
            &self.town.options(),
        )
    }

    /// Does all that could sell something wrong or let exact data out. Gives the first refusal.
    pub(super) fn use_all(&self) -> Result<()> {
        let owner = self.open()?;
        let listings = owner.seller().my_listings()?;
        owner.seller().rules(true)?;
        owner.seller().contacts()?;
        owner.seller().populations()?;
        owner.seller().datasets()?;
        owner.seller().books()?;
        owner.buyer().holdings()?;
        owner.buyer().orders()?;
        owner.seller().answered()?;
        owner.buyer().alarms()?;
        owner.seller().apply_rules()?;
        // A sale by hand of what there is, at the next level.
        for listing in listings
            .iter()
            .filter(|listing| listing.id == self.listing.id)
        {
            let order = self.ann.buyer().order(&parsed(&listing.id), parsed("3"))?;
            let sold = owner.seller().approve(&parsed(&order.id), paid("cash"));
            let collected = self.ann.buyer().collect()?;
            assert!(collected.rejected.is_empty(), "{:?}", collected.rejected);
            sold?;
        }
        Ok(())
    }

    /// Nothing of what ann holds is exact, and nothing was sold to her that the owner did not
    /// offer.
    pub(super) fn nothing_wrong_was_sold(&self, what: &str) {
        for held in self.ann.buyer().holdings().unwrap() {
            if held.listing.id == self.listing.id {
                assert_ne!(values(&self.ann, &self.listing), self.x, "{what}: x itself");
            }
            assert!(held.level.get() <= 3_000_000, "{what}");
        }
    }
}

pub(super) fn is_damage(error: &Error, what: &str) {
    assert!(
        [
            "home-damaged",
            "database-damaged",
            "database",
            "secret-damaged",
            "secret-missing",
            "decrypt",
            "wrong-recovery-key",
            "not-a-home",
            "no-home",
            "key-damaged",
            "older-home",
            "newer-home",
        ]
        .contains(&error.code().as_str()),
        "{what}: {}: {error}",
        error.code().as_str()
    );
}

/// A change that SQL made is damage to whoever checks the home, and nobody who uses it is sold
/// something wrong.
pub(super) fn attacked(victim: &Victim, what: &str) {
    match victim.open() {
        Err(error) => is_damage(&error, what),
        Ok(home) => {
            let error = home
                .check()
                .err()
                .unwrap_or_else(|| panic!("{what}: nobody noticed"));
            is_damage(&error, what);
            assert!(!error.hints().is_empty(), "{what}");
        }
    }
}
