//! The books as a plain-text journal, read by hledger where it is installed.
// A test whose program is not installed says so.
#![allow(clippy::print_stderr)]

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

use crate::fixture::shop::{Shop, Tricks, market, merged, moved, of_two_parts, stated, strange};
use crate::fixture::{ALICE, eps, eur, listing, minor, rho};
use poundwise_audit::export::hledger::{JournalError, LaterMoney, LaterWay, write_journal};
use poundwise_documents::jws::Signed;
use poundwise_documents::kinds::{Listing, Receipt, Settlement};

fn journal(shop: &Shop) -> String {
    journal_with(shop, &[])
}

fn journal_with(shop: &Shop, later: &[LaterMoney]) -> String {
    let mut journal = Vec::new();
    let transactions = write_journal(shop.ledger().as_slice(), later, &mut journal).unwrap();
    assert_eq!(transactions, (shop.sales.len() + later.len()) as u64);
    String::from_utf8(journal).unwrap()
}

#[test]
fn a_sale_is_a_transaction_in_which_money_and_epsilon_balance() {
    let journal = journal(&market());
    let fourth: Vec<&str> = journal
        .lines()
        .skip_while(|line| !line.contains("(4)"))
        .take_while(|line| !line.is_empty())
        .collect();
    let squeezed: Vec<String> = fourth[1..]
        .iter()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let population = crate::fixture::salt(crate::fixture::POPULATION);
    assert!(fourth[0].starts_with("2026-11-21 * (4) Buyer 2 | Ages, part 1  ; receipt: "));
    assert_eq!(
        squeezed,
        [
            "; payment: transfer 3".to_owned(),
            "assets:received 20.00 EUR = 55.01 EUR".to_owned(),
            "income:Ages, part 1:Buyer 2 -20.00 EUR".to_owned(),
            format!("epsilon:loss:population {population}:Ages, part 1 0.5 ε = 1.5 ε"),
            format!("epsilon:loss:population {population} 0 ε =* 2 ε"),
            "epsilon:shared:Ages, part 1 0.5 ε".to_owned(),
            "epsilon:held:Ages, part 1:Buyer 2 -1 ε = -1.5 ε".to_owned(),
        ]
    );
}

#[test]
fn credit_is_owed_gifts_move_nothing_and_other_entries_are_comments() {
    let text = journal(&market());
    let of = |sale: &str| -> Vec<String> {
        text.lines()
            .skip_while(|line| !line.contains(sale))
            .skip(1)
            .take_while(|line| line.starts_with(' '))
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|line| line.contains("EUR"))
            .collect()
    };
    assert_eq!(
        of("(5) Buyer 3"),
        [
            "assets:received 0.00 EUR = 55.01 EUR",
            "assets:owed:Buyer 3 15.01 EUR",
            "income:Ages, part 2:Buyer 3 -15.01 EUR",
        ]
    );
    let population = crate::fixture::salt(crate::fixture::POPULATION);
    assert!(text.contains(&format!(
        "\n; (7) 2026-11-21T00:45:00Z: an opening of Ages, part 1 was granted, population \
         {population}; grants so far: 1\n"
    )));
    assert!(text.contains(&format!(
        "\n; (8) 2026-11-21T00:46:00Z: population {population} has a cap of 3.5 ε, carries 0 ε: The \
         council agreed.\n"
    )));

    let text = journal(&stated());
    let merged = merged();
    assert!(text.contains(&format!(
        "\n; (6) 2026-11-21T00:14:00Z: population {merged} has a cap of 2 ε, brings a loss of \
         0.75 ε, is merged into population {population}\n"
    )));
    assert!(text.contains("* assumed loss of Ages, part 2\n"), "{text}");

    let text = journal(&moved());
    assert!(text.contains("carried loss of population"), "{text}");
    assert!(text.contains("joins population"), "{text}");
    let gift = text
        .lines()
        .skip_while(|line| !line.contains("(2) "))
        .skip(1);
    let gift: Vec<&str> = gift.take_while(|line| line.starts_with(' ')).collect();
    assert!(gift.iter().all(|line| !line.contains("income")), "{gift:?}");
}

#[test]
fn carried_rho_is_posted_beside_carried_epsilon() {
    let text = journal(&of_two_parts());
    let lines: Vec<String> = text
        .lines()
        .filter(|line| line.contains('ρ') && !line.starts_with(';'))
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let population = crate::fixture::salt(crate::fixture::POPULATION);
    let [people, merged] = [population, merged()].map(|population| {
        let account = format!("epsilon:loss:population {population}");
        move |rest: &str| format!("{account}{rest}")
    });
    assert_eq!(
        lines,
        [
            "commodity 1000.000000000 ρ".to_owned(),
            people(":carried 0.02 ρ = 0.02 ρ"),
            "epsilon:carried -0.02 ρ".to_owned(),
            merged(":carried 0.000000001 ρ = 0.000000001 ρ"),
            "epsilon:carried -0.000000001 ρ".to_owned(),
            people(" 0 ρ =* 0.02 ρ"),
            merged(" 0 ρ =* 0.000000001 ρ"),
            people(":carried 0.000000001 ρ = 0.020000001 ρ"),
            "epsilon:carried -0.000000001 ρ".to_owned(),
            people(" 0 ρ =* 0.020000001 ρ"),
        ]
    );
    assert!(!journal(&market()).contains('ρ'));
}

fn hledger(arguments: &[&str], journal: &str, name: &str) -> Option<Output> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&file, journal).unwrap();
    let ran = Command::new("hledger")
        .arg("-f")
        .arg(&file)
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .output();
    if ran.is_err() {
        eprintln!("skipped: hledger is not installed (Debian: apt install hledger)");
    }
    ran.ok()
}

#[test]
fn hledger_accepts_the_books_and_adds_up_the_same() {
    for (name, shop) in [
        ("market.journal", market()),
        ("strange.journal", strange()),
        ("moved.journal", moved()),
        ("stated.journal", stated()),
        ("two-parts.journal", of_two_parts()),
    ] {
        let journal = journal(&shop);
        for checks in [
            &["check", "--strict"][..],
            &["check", "ordereddates", "payees", "accounts", "commodities"],
        ] {
            let Some(out) = hledger(checks, &journal, name) else {
                return;
            };
            assert!(
                out.status.success(),
                "{}\n{journal}",
                String::from_utf8_lossy(&out.stderr)
            );
        }
    }
    let arguments = [
        "balance",
        "--flat",
        "-N",
        "-O",
        "csv",
        "assets",
        "epsilon:loss",
    ];
    let Some(out) = hledger(&arguments, &journal(&market()), "market.journal") else {
        return;
    };
    let balances = String::from_utf8(out.stdout).unwrap();
    assert!(
        balances.contains("\"assets:received\",\"65.01 EUR\""),
        "{balances}"
    );
    assert!(
        balances.contains("Ages, part 1\",\"1.500000 ε\""),
        "{balances}"
    );
    assert!(
        balances.contains("Ages, part 2\",\"1.000000 ε\""),
        "{balances}"
    );
}

/// Two sales on credit, and one that is paid at once five days later.
fn on_credit() -> Shop {
    let mut shop = Shop::default();
    let offer = shop.list(listing(1));
    for (level, minute) in [("0.5", 10), ("1", 2 * 24 * 60)] {
        let credit = Tricks {
            settlement: Some(Settlement::Credit),
            ..Tricks::default()
        };
        shop.sell_with(ALICE, &offer, level, minute, credit);
    }
    shop.sell(ALICE, &offer, "1.5", 5 * 24 * 60);
    shop
}

#[test]
fn a_ledger_of_one_sale_has_one_entry() {
    let mut shop = Shop::default();
    let offer = shop.list(listing(1));
    shop.sell(ALICE, &offer, "1", 10);
    assert!(journal(&shop).contains(", from a ledger of 1 entry.\n"));
}

#[test]
fn payments_that_came_later_stand_on_their_days_and_clear_what_was_owed() {
    let shop = on_credit();
    assert!(journal(&shop).contains(", from a ledger of 3 entries.\n"));
    let paid = |sale: usize, on: &str, amount: u64| LaterMoney {
        receipt: shop.sales[sale].receipt.id(),
        on: on.parse().unwrap(),
        amount: minor(amount),
        way: LaterWay::Came,
        reference: format!("transfer {sale}"),
    };
    let price = |sale: usize| shop.sales[sale].receipt.payload().price_minor.get();
    // The second was recorded on a day before its receipt.
    let unnamed = LaterMoney {
        reference: String::new(),
        ..paid(0, "2026-11-24", 100)
    };
    let later = [
        paid(0, "2026-11-30", price(0) - 150),
        paid(1, "2026-11-22", price(1)),
        paid(0, "2026-11-26", 50),
        unnamed,
    ];
    let journal = journal_with(&shop, &later);
    let heads: Vec<&str> = journal
        .lines()
        .filter(|line| line.starts_with("2026"))
        .map(|line| line.split_once(" Buyer").unwrap().0)
        .collect();
    assert_eq!(
        heads,
        [
            "2026-11-21 * (1)",
            "2026-11-23 * (2)",
            "2026-11-23 * (2)",
            "2026-11-24 * (1)",
            "2026-11-26 * (3)",
            "2026-11-26 * (1)",
            "2026-11-30 * (1)",
        ]
    );
    assert!(
        journal.contains("; paid: 2026-11-22, receipt: "),
        "{journal}"
    );
    assert!(journal.contains("    ; payment: transfer 0\n"), "{journal}");
    // The sales have three references, and the later money three more.
    assert_eq!(journal.matches("; payment: ").count(), 6, "{journal}");
    assert!(
        journal.contains("\n\naccount assets:received:later"),
        "{journal}"
    );
    for checks in [
        &["check", "--strict"][..],
        &["check", "ordereddates", "payees", "accounts", "commodities"],
    ] {
        let Some(out) = hledger(checks, &journal, "later.journal") else {
            return;
        };
        let error = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{error}\n{journal}");
    }
    let arguments = ["balance", "--flat", "-N", "-E", "-O", "csv", "assets"];
    let Some(out) = hledger(&arguments, &journal, "later.journal") else {
        return;
    };
    let balances = String::from_utf8(out.stdout).unwrap();
    assert!(
        balances.contains("assets:owed:Buyer 2\",\"0\""),
        "{balances}"
    );
    let total = eur().format(minor(price(0) + price(1)));
    let received = format!("assets:received:later\",\"{total} EUR\"");
    assert!(balances.contains(&received), "{balances}");

    // A payment of what the ledger does not have is none of its.
    let foreign = LaterMoney {
        receipt: market().sales[1].receipt.id(),
        ..later[0].clone()
    };
    let mut text = Vec::new();
    let written = write_journal(shop.ledger().as_slice(), &[foreign], &mut text);
    assert_eq!(written.unwrap(), 3);
}

#[test]
fn what_a_bank_took_back_is_owed_again() {
    let shop = on_credit();
    let (on_credit, paid) = (&shop.sales[0].receipt, &shop.sales[2].receipt);
    assert_eq!(paid.payload().settlement, Settlement::Paid);
    let money = |receipt: &Signed<Receipt>, on: &str, way: LaterWay| LaterMoney {
        receipt: receipt.id(),
        on: on.parse().unwrap(),
        amount: receipt.payload().price_minor,
        way,
        reference: String::new(),
    };
    // It came and went on one day; and what was paid at once went too.
    let later = [
        money(on_credit, "2026-11-30", LaterWay::TakenBack),
        money(on_credit, "2026-11-30", LaterWay::Came),
        money(paid, "2026-12-02", LaterWay::TakenBack),
    ];
    let journal = journal_with(&shop, &later);
    let tail: Vec<&str> = journal
        .lines()
        .filter(|line| line.starts_with("2026"))
        .skip(3)
        .map(|line| line.split_once("; ").unwrap().1)
        .map(|line| line.split_once(", receipt").unwrap().0)
        .collect();
    assert_eq!(
        tail,
        [
            "paid: 2026-11-30",
            "taken back: 2026-11-30",
            "taken back: 2026-12-02"
        ]
    );
    for checks in [
        &["check", "--strict"][..],
        &["check", "ordereddates", "payees", "accounts", "commodities"],
    ] {
        let Some(out) = hledger(checks, &journal, "back.journal") else {
            return;
        };
        let error = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{error}\n{journal}");
    }
    let arguments = ["balance", "--flat", "-N", "-E", "-O", "csv", "assets"];
    let Some(out) = hledger(&arguments, &journal, "back.journal") else {
        return;
    };
    let balances = String::from_utf8(out.stdout).unwrap();
    let of = |receipt: &Signed<Receipt>| receipt.payload().price_minor;
    let both = minor(of(on_credit).get() + of(paid).get());
    let expected = [
        format!(
            "assets:received:taken back\",\"-{} EUR\"",
            eur().format(both)
        ),
        format!(
            "assets:received:later\",\"{} EUR\"",
            eur().format(of(on_credit))
        ),
    ];
    for line in expected {
        assert!(balances.contains(&line), "{balances}\n{line}");
    }
}

#[test]
fn hledger_finds_books_that_do_not_add_up() {
    type Lie<'a> = (&'a str, &'a dyn Fn(&mut Receipt));
    let tricks: [Lie<'_>; 3] = [
        ("total", &|receipt| {
            receipt.total_money = vec![(eur(), minor(99_999))];
        }),
        ("question's loss", &|receipt| {
            receipt.question_loss = eps("2");
            receipt.population_loss_micro_epsilon = eps("2");
        }),
        ("population's loss", &|receipt| {
            receipt.population_loss_micro_epsilon = eps("1.7");
        }),
    ];
    for (what, trick) in tricks {
        let mut shop = Shop::default();
        let offer = shop.list(listing(1));
        shop.sell(ALICE, &offer, "0.5", 10);
        let tricks = Tricks {
            receipt: Some(trick),
            ..Tricks::default()
        };
        shop.sell_with(ALICE, &offer, "1", 11, tricks);
        let Some(out) = hledger(&["check"], &journal(&shop), &format!("{what}.journal")) else {
            return;
        };
        assert!(!out.status.success(), "{what}");
        let error = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(error.contains("balance assertion"), "{what}: {error}");
    }
}

#[test]
fn hledger_finds_a_stated_rho_that_nothing_carries() {
    for (name, carried, stated) in [
        ("rho-invented", "0", "0.02"),
        ("rho-forgotten", "0.02", "0"),
        ("rho-too-low", "0.02", "0.019999999"),
    ] {
        let mut shop = Shop::default();
        let offer = shop.list(Listing {
            population_carried_nano_rho: rho(carried),
            ..listing(1)
        });
        let states = |receipt: &mut Receipt| receipt.population_loss_nano_rho = rho(stated);
        let tricks = Tricks {
            receipt: Some(&states),
            ..Tricks::default()
        };
        shop.sell_with(ALICE, &offer, "0.5", 10, tricks);
        let Some(out) = hledger(&["check"], &journal(&shop), &format!("{name}.journal")) else {
            return;
        };
        assert!(!out.status.success(), "{name}");
        let error = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(error.contains("balance assertion"), "{name}: {error}");
    }
}

#[test]
fn no_journal_is_made_of_what_is_not_signed() {
    let text = String::from_utf8(market().ledger()).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let made = |lines: &[String]| {
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        write_journal(text.as_bytes(), &[], Vec::new())
    };
    assert_eq!(made(&lines).unwrap(), 6);
    // Lines 1 to 6 are the checkpoint, 7 the listing, 8 the first order.
    let order = lines.remove(7);
    assert!(matches!(made(&lines), Err(JournalError::Alone(8))));
    lines.insert(7, order.replace('.', ".A"));
    assert!(matches!(
        made(&lines),
        Err(JournalError::Document { line: 8, .. })
    ));
    assert!(matches!(made(&lines[..3]), Err(JournalError::Ledger(_))));
}

/// A sink that takes everything and keeps nothing.
struct Full;

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Err(std::io::ErrorKind::StorageFull.into())
    }
}

#[test]
fn a_journal_that_was_not_kept_is_an_error() {
    let written = write_journal(market().ledger().as_slice(), &[], Full);
    assert!(matches!(written, Err(JournalError::Write(_))));
}

#[test]
fn a_receipt_behind_another_order_is_no_sale() {
    let shop = market();
    let mut lines = shop.lines.clone();
    lines[1].clone_from(&shop.lines[3]);
    let ledger = crate::fixture::shop::file_of(&shop.checkpoint(), &lines);
    let written = write_journal(ledger.as_slice(), &[], Vec::new());
    assert!(matches!(written, Err(JournalError::Alone(9))));
}
