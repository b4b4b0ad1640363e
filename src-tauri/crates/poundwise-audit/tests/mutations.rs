//! A market of some dozens of sales, changed in every way that a thief of the files, or the owner,
//! might try: each of more than 200 000 mutants, every byte of its ledger and of its bundles among
//! them, is rejected, and for the right reason.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::fixture::shop::{Shop, file_of, market};
use crate::fixture::{ALICE, BOB, MALLORY, OWNER, identity, listing};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as B64;
use poundwise_audit::{AuditReport, Input, audit_with};
use poundwise_audit::{Options, report::Verdict};
use poundwise_documents::finding::{Code, Finding};
use poundwise_documents::kinds::{
    Cancellation, Grant, Listing, Opening, Order, Payload, PopulationEntry, Receipt, Refusal,
    Release, Withdrawal,
};
use poundwise_documents::log::{Hash, MemoryLog};
use poundwise_documents::units::DocumentId;
use poundwise_documents::values;
use poundwise_documents::{AnyDocument, Checkpoint, Signed};

/// A changed file, beside others that are as they were; one of the reasons must be found.
struct Mutant {
    what: String,
    files: Vec<Vec<u8>>,
    reasons: &'static [Code],
    /// Whether it must be found before anything else, where the audit is stopped.
    first: bool,
}

impl Mutant {
    fn new(what: impl Into<String>, reasons: &'static [Code], file: Vec<u8>) -> Self {
        Self {
            what: what.into(),
            files: vec![file],
            reasons,
            first: false,
        }
    }

    fn at_first(self) -> Self {
        Self {
            first: true,
            ..self
        }
    }

    fn beside(mut self, file: &[u8]) -> Self {
        self.files.push(file.to_vec());
        self
    }
}

fn audited(files: Vec<Vec<u8>>) -> AuditReport {
    let inputs = files
        .into_iter()
        .map(|bytes| Input::from_bytes("file", bytes));
    let options = Options::new().on_threads(NonZero::new(1).unwrap());
    audit_with(inputs.collect(), &options).unwrap()
}

/// The first finding alone: the audit is stopped there.
fn first_finding(files: Vec<Vec<u8>>) -> Option<Code> {
    let first = Cell::new(None);
    let finder = |finding: &Finding| {
        first.set(Some(finding.code));
        ControlFlow::Break(())
    };
    let inputs = files
        .into_iter()
        .map(|bytes| Input::from_bytes("file", bytes));
    let options = Options::new()
        .on_threads(NonZero::new(1).unwrap())
        .on_finding(&finder);
    let stopped = audit_with(inputs.collect(), &options).is_err();
    assert_eq!(stopped, first.get().is_some());
    first.get()
}

/// The lines, from 1, of all documents that an audit of a ledger refuses.
fn refused_lines(ledger: Vec<u8>) -> BTreeSet<usize> {
    let lines = RefCell::new(BTreeSet::new());
    let finder = |finding: &Finding| {
        if finding.code == Code::DocumentRefused {
            let line = usize::try_from(finding.line.unwrap()).unwrap();
            lines.borrow_mut().insert(line);
        }
        ControlFlow::Continue(())
    };
    let options = Options::new()
        .on_threads(NonZero::new(1).unwrap())
        .on_finding(&finder);
    audit_with(vec![Input::from_bytes("file", ledger)], &options).unwrap();
    lines.into_inner()
}

/// Does the work of every number below `count`, on two threads. Gives the sum of what was made.
fn on_two_threads(count: usize, work: impl Fn(usize) -> usize + Sync) -> usize {
    let made = AtomicUsize::new(0);
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            made.fetch_add(work(number), Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    made.into_inner()
}

/// Makes and audits mutants 0 to `count`. Gives their number.
fn reject_all(count: usize, mutant: impl Fn(usize) -> Option<Mutant> + Sync) -> usize {
    on_two_threads(count, |number| {
        let Some(Mutant {
            what,
            files,
            reasons,
            first,
        }) = mutant(number)
        else {
            return 0;
        };
        if first {
            let found = first_finding(files);
            assert!(
                found.is_some_and(|code| reasons.contains(&code)),
                "{what}: expected one of {reasons:?} first, found {found:?}"
            );
            return 1;
        }
        let report = audited(files);
        let codes: BTreeSet<Code> = report.findings().iter().map(|f| f.code).collect();
        assert_eq!(report.verdict(), Verdict::Wrong, "{what}");
        assert!(
            reasons.iter().any(|reason| codes.contains(reason)),
            "{what}: expected one of {reasons:?}, found {:#?}",
            report.findings()
        );
        1
    })
}

/// Twenty-seven sales: three questions about one population, three buyers, three levels each.
fn dozens() -> Shop {
    let mut shop = Shop::default();
    let listings: Vec<_> = (1..=3).map(|series| shop.list(listing(series))).collect();
    let mut minute = 10;
    for level in ["0.3", "0.5", "1"] {
        for listing in &listings {
            for buyer in [ALICE, BOB, 4] {
                shop.sell(buyer, listing, level, minute);
                minute += 1;
            }
        }
    }
    shop
}

/// The lines under a fresh checkpoint of the owner's, over whatever says of itself to be an entry.
fn resigned(lines: &[String]) -> Vec<u8> {
    let mut log = MemoryLog::new();
    for line in lines {
        let header = B64.decode(line.split_once('.').unwrap().0).unwrap();
        let header = String::from_utf8(header).unwrap();
        if [Receipt::TYP, Grant::TYP, PopulationEntry::TYP]
            .iter()
            .any(|typ| header.contains(typ))
        {
            log.push(Hash::of_entry(DocumentId::of(line)));
        }
    }
    let checkpoint = Checkpoint::sign(&identity(OWNER), log.size(), log.root()).unwrap();
    file_of(&checkpoint, lines)
}

/// Which line of `shop` has its `sale`-th order; the receipt's is the next.
fn order_line(shop: &Shop, sale: usize) -> usize {
    let order = shop.sales[sale].order.compact();
    shop.lines.iter().position(|line| line == order).unwrap()
}

fn flipped(bytes: &[u8], position: usize) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    changed[position] ^= 1 << (position % 8);
    changed
}

#[test]
fn what_is_not_changed_holds() {
    let shop = dozens();
    let mut files = vec![shop.ledger()];
    files.extend((0..shop.sales.len()).map(|sale| shop.bundle_file(sale)));
    let report = audited(files);
    assert_eq!(
        (report.verdict(), report.findings().len()),
        (Verdict::Holds, 0)
    );
    assert!(shop.sales.len() >= 24);
}

#[test]
fn every_byte_of_every_kind_of_document() {
    let shop = market();
    let sale = &shop.sales[3];
    let refusal = Refusal {
        order: sale.order.id(),
        reason: "The year is over.".to_owned(),
        jwk: identity(OWNER).jwk(),
        issued_at: crate::fixture::at(56),
    };
    let refusal = Signed::sign(&identity(OWNER), refusal).unwrap();
    let opening = crate::fixture::opening(sale.listing.id());
    let opening = Signed::sign(&identity(OWNER), opening).unwrap();
    let mut made = 0;
    for document in [
        sale.listing.compact(),
        sale.order.compact(),
        sale.receipt.compact(),
        sale.release.compact(),
        shop.lines.last().unwrap(),
        refusal.compact(),
        opening.compact(),
    ] {
        made += reject_all(document.len(), |position| {
            let changed = flipped(document.as_bytes(), position);
            let reasons: &[Code] = if position < 3 {
                &[Code::NotRecognised]
            } else {
                &[Code::DocumentRefused]
            };
            Some(Mutant::new(format!("byte {position}"), reasons, changed))
        });
    }
    assert!(made > 6000, "{made}");
}

/// Every byte of a ledger.
fn ledger_bytes(shop: &Shop) -> usize {
    let ledger = shop.ledger();
    let checkpoint = shop.checkpoint();
    let head = checkpoint.note().len() + 1;
    let text = checkpoint.note().find("\n\n").unwrap() + 2;
    reject_all(head, |position| {
        let changed = flipped(&ledger, position);
        let mutant = |reasons| Mutant::new(format!("byte {position}"), reasons, changed);
        Some(if position < "poundwise/".len() {
            mutant(&[Code::NotRecognised])
        } else if position < text {
            mutant(&[Code::LedgerMalformed, Code::CheckpointRefused])
        } else {
            // A changed signature line may be somebody else's, or none.
            mutant(&[
                Code::LedgerMalformed,
                Code::CheckpointRefused,
                Code::NotRecognised,
            ])
        })
    }) + line_bytes(&ledger, head)
}

/// What the lines of documents are written in.
const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";

/// Every byte of the lines of a ledger, which begin at `head`: one in a document's line is found at
/// that line.
fn line_bytes(ledger: &[u8], head: usize) -> usize {
    let ends = |byte: u8| byte == b'\n';
    let (mut lines, mut start) = (Vec::new(), head);
    for line in ledger[head..].split_inclusive(|byte| ends(*byte)) {
        lines.push(start..start + line.len() - 1);
        start += line.len();
    }
    let reasons: &[Code] = &[Code::DocumentRefused, Code::LedgerMalformed];
    let bit = |position: usize| ledger[position] ^ 1 << (position % 8);
    // One bit in its place, found before anything else: at every line's end, and some of each line.
    let in_place: Vec<usize> = (head..ledger.len())
        .filter(|position| ends(ledger[*position]) || position % 31 == 0)
        .collect();
    let mut made = reject_all(in_place.len(), |number| {
        let position = in_place[number];
        let changed = flipped(ledger, position);
        Some(Mutant::new(format!("byte {position}"), reasons, changed).at_first())
    });
    // Behind a byte that no document has, a ledger is not read on: each such bit in a line that is
    // the ledger's first.
    for line in &lines {
        made += reject_all(line.len(), |column| {
            let position = line.start + column;
            let mut changed = [&ledger[..head], &ledger[line.start..=line.end]].concat();
            changed[head + column] = bit(position);
            let mutant = Mutant::new(format!("byte {position}"), reasons, changed).at_first();
            (!LETTERS.contains(&bit(position))).then_some(mutant)
        });
    }
    // A document is verified by its own line, so one byte of all lines at once is another that
    // documents have, by one bit or any: each of them is found, at its line.
    let before = ledger[..head].iter().filter(|byte| ends(**byte)).count();
    let longest = lines.iter().map(ExactSizeIterator::len).max().unwrap();
    let by_columns = |other: &(dyn Fn(usize) -> u8 + Sync)| {
        on_two_threads(longest, |column| {
            let mut changed = ledger.to_vec();
            let mut expected = BTreeSet::new();
            for (number, line) in (before + 1..).zip(&lines) {
                let position = line.start + column;
                if position < line.end && LETTERS.contains(&other(position)) {
                    changed[position] = other(position);
                    expected.insert(number);
                }
            }
            let found = refused_lines(changed);
            assert_eq!(found, expected, "byte {column} of the lines");
            expected.len()
        })
    };
    made += by_columns(&bit);
    made + by_columns(&|position| {
        let letter = |letter: &u8| *letter == ledger[position];
        let other = LETTERS.iter().position(letter).unwrap() + 1 + position % (LETTERS.len() - 1);
        LETTERS[other % LETTERS.len()]
    })
}

fn bundle_bytes(bundle: &[u8]) -> usize {
    reject_all(bundle.len(), |position| {
        let reasons: &[Code] = if position < 2 {
            &[Code::NotRecognised]
        } else {
            &[Code::BundleMalformed]
        };
        let changed = flipped(bundle, position);
        Some(Mutant::new(format!("byte {position}"), reasons, changed))
    })
}

#[test]
fn every_byte_of_a_ledger_of_dozens_of_sales() {
    let made = ledger_bytes(&dozens());
    assert!(made > 110_000, "{made}");
}

#[test]
fn every_byte_of_the_bundles_of_dozens_of_sales() {
    let shop = dozens();
    let made: usize = (0..shop.sales.len())
        .map(|sale| bundle_bytes(&shop.bundle_file(sale)))
        .sum();
    assert!(made > 150_000, "{made}");
}

/// The bundle's own layout of a ZIP, so that what is inside can be changed without the checksums
/// telling.
fn packed(entries: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let (mut file, mut central) = (Vec::new(), Vec::new());
    for (name, content) in entries {
        let length = u32::try_from(content.len()).unwrap().to_le_bytes();
        let mut common = vec![10, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        common.extend(crc32fast::hash(content).to_le_bytes());
        common.extend([length, length].concat());
        common.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        common.extend([0, 0]);
        central.extend([b"PK\x01\x02\x0a\0".as_slice(), &common, &[0; 10]].concat());
        central.extend(u32::try_from(file.len()).unwrap().to_le_bytes());
        central.extend(name.as_bytes());
        file.extend([b"PK\x03\x04".as_slice(), &common, name.as_bytes(), content].concat());
    }
    let count = u16::try_from(entries.len()).unwrap().to_le_bytes();
    let sizes = [central.len(), file.len()].map(|n| u32::try_from(n).unwrap().to_le_bytes());
    file.extend(central);
    file.extend([b"PK\x05\x06\0\0\0\0".as_slice(), &count, &count].concat());
    file.extend(sizes.concat());
    file.extend([0, 0]);
    file
}

#[test]
fn every_byte_of_a_bundle() {
    let shop = market();
    let bundle = shop.bundle_file(3);
    let made = bundle_bytes(&bundle);
    assert!(made > 5500, "{made}");

    // The same bytes of what is inside, packed anew; beside the bundle of what the buyer held
    // before.
    let before = shop.bundle_file(0);
    let sale = &shop.sales[3];
    let inclusion = serde_json::to_vec(shop.bundle(3).inclusion()).unwrap();
    let entries = [
        ("listing.jws", sale.listing.compact().as_bytes().to_vec()),
        ("order.jws", sale.order.compact().as_bytes().to_vec()),
        ("receipt.jws", sale.receipt.compact().as_bytes().to_vec()),
        ("release.jws", sale.release.compact().as_bytes().to_vec()),
        ("values.parquet", sale.file.clone()),
        ("checkpoint", shop.checkpoint().note().as_bytes().to_vec()),
        ("inclusion", inclusion),
    ];
    assert!(packed(&entries) == bundle, "not the bundle's layout");
    let mut made = 0;
    for (place, (name, content)) in entries.iter().enumerate() {
        let reasons: &[Code] = match *name {
            // The file is an encoding: what is signed are its integers. Labels are the listing's,
            // marks those of the release before, which is beside it.
            "values.parquet" => &[
                Code::ValuesUnreadable,
                Code::ValuesHash,
                Code::ValuesRows,
                Code::ValuesChanged,
            ],
            "checkpoint" => &[Code::CheckpointRefused],
            "inclusion" => &[Code::NotIncluded, Code::BundleMalformed],
            _ => &[Code::DocumentRefused],
        };
        made += reject_all(content.len(), |position| {
            let mut changed = entries.clone();
            changed[place].1 = flipped(content, position);
            // Bytes that are not text make no document.
            let text = *name == "values.parquet" || std::str::from_utf8(&changed[place].1).is_ok();
            let reasons = if text {
                reasons
            } else {
                &[Code::BundleMalformed]
            };
            // A byte that no reader's rows hang on, such as the name of the program that wrote the
            // file.
            if *name == "values.parquet"
                && values::read(&changed[place].1).is_ok_and(|rows| rows == sale.rows)
            {
                return None;
            }
            let what = format!("{name}, byte {position}");
            Some(Mutant::new(what, reasons, packed(&changed)).beside(&before))
        });
    }
    assert!(made > 5000, "{made}");
}

#[test]
fn every_receipt_removed_doubled_swapped_and_cut_off() {
    use Code::{
        DoubleOrder, DoubledEntry, LogSize, MissingEntry, OrderWithoutReceipt, ReceiptWithoutOrder,
        ReorderedEntry, RolledBack,
    };
    let shop = dozens();
    let (checkpoint, count) = (shop.checkpoint(), shop.sales.len());
    let kept = checkpoint.note().as_bytes().to_vec();
    let at: Vec<usize> = (0..count).map(|sale| order_line(&shop, sale)).collect();
    let last = count - 1;
    let with = |change: &dyn Fn(&mut Vec<String>)| {
        let mut lines = shop.lines.clone();
        change(&mut lines);
        lines
    };
    let made = reject_all(count, |sale| {
        let lines = with(&|lines| drop(lines.remove(at[sale] + 1)));
        let ledger = file_of(&checkpoint, &lines);
        let what = format!("receipt {sale} removed");
        Some(Mutant::new(what, &[OrderWithoutReceipt], ledger))
    }) + reject_all(count, |sale| {
        let lines = with(&|lines| drop(lines.remove(at[sale])));
        let ledger = file_of(&checkpoint, &lines);
        let what = format!("order {sale} removed");
        Some(Mutant::new(what, &[ReceiptWithoutOrder], ledger))
    }) + reject_all(count, |sale| {
        let lines = with(&|lines| drop(lines.drain(at[sale]..at[sale] + 2)));
        let ledger = file_of(&checkpoint, &lines);
        let reasons: &[Code] = if sale == last {
            &[LogSize]
        } else {
            &[MissingEntry]
        };
        Some(Mutant::new(format!("sale {sale} removed"), reasons, ledger))
    }) + reject_all(count, |sale| {
        let lines = with(&|lines| drop(lines.drain(at[sale]..at[sale] + 2)));
        let reasons: &[Code] = if sale == last {
            &[RolledBack]
        } else {
            &[MissingEntry]
        };
        let what = format!("sale {sale} removed and signed again");
        Some(Mutant::new(what, reasons, resigned(&lines)).beside(&kept))
    }) + reject_all(count, |sale| {
        let lines = with(&|lines| lines.insert(at[sale] + 1, lines[at[sale] + 1].clone()));
        let what = format!("receipt {sale} doubled");
        let ledger = file_of(&checkpoint, &lines);
        Some(Mutant::new(what, &[DoubledEntry], ledger))
    }) + reject_all(3 * count, |number| {
        // Once more: at once, one sale later, at the end.
        let sale = number / 3;
        let place = [sale, (sale + 1).min(last), last][number % 3];
        let lines = with(&|lines| {
            let again = lines[at[sale]..at[sale] + 2].to_vec();
            lines.splice(at[place] + 2..at[place] + 2, again);
        });
        let what = format!("sale {sale} again behind sale {place}, signed again");
        let reasons = if number % 2 == 0 {
            &[DoubledEntry]
        } else {
            &[DoubleOrder]
        };
        Some(Mutant::new(what, reasons, resigned(&lines)))
    }) + reject_all(count * count, |pair| {
        let (one, other) = (pair / count, pair % count);
        let lines = with(&|lines| {
            lines.swap(at[one], at[other]);
            lines.swap(at[one] + 1, at[other] + 1);
        });
        let what = format!("sales {one} and {other} swapped and signed again");
        let mutant = Mutant::new(what, &[ReorderedEntry], resigned(&lines));
        (one < other).then_some(mutant)
    }) + reject_all(count, |sales| {
        let lines = with(&|lines| lines.truncate(at[sales]));
        let what = format!("cut off before receipt {sales} and signed again");
        Some(Mutant::new(what, &[RolledBack], resigned(&lines)).beside(&kept))
    }) + reject_all(count, |sales| {
        let lines = with(&|lines| lines.truncate(at[sales]));
        let bundle = shop.bundle_file(0);
        let what = format!("cut off before receipt {sales} under a bundle");
        Some(Mutant::new(what, &[RolledBack], resigned(&lines)).beside(&bundle))
    });
    assert!(made > 600, "{made}");
}

/// The header of a document, with another kind.
fn header(kid: impl std::fmt::Display, typ: &str) -> String {
    B64.encode(format!(
        "{{\"alg\":\"EdDSA\",\"kid\":\"{kid}\",\"typ\":\"{typ}\"}}"
    ))
}

#[test]
fn every_receipt_signed_with_another_key_or_moved_to_another_kind() {
    const KINDS: [&str; 11] = [
        Listing::TYP,
        Order::TYP,
        Cancellation::TYP,
        Grant::TYP,
        PopulationEntry::TYP,
        Release::TYP,
        Refusal::TYP,
        Withdrawal::TYP,
        Opening::TYP,
        "poundwise-receipt;v=2",
        "JWT",
    ];
    let shop = dozens();
    let (checkpoint, count) = (shop.checkpoint(), shop.sales.len());
    let at: Vec<usize> = (0..count).map(|sale| order_line(&shop, sale)).collect();
    let ledger = |sale: usize, receipt: String, resign: bool| {
        let mut lines = shop.lines.clone();
        lines[at[sale] + 1] = receipt;
        if resign {
            resigned(&lines)
        } else {
            file_of(&checkpoint, &lines)
        }
    };
    let signed_by = |person: u8, message: &str| {
        let key = ed25519_dalek::SigningKey::from_bytes(&[person; 32]);
        let signature = ed25519_dalek::Signer::sign(&key, message.as_bytes());
        format!("{message}.{}", B64.encode(signature.to_bytes()))
    };
    let made = reject_all(count, |sale| {
        let mut payload: Receipt = shop.sales[sale].receipt.payload().clone();
        payload.jwk = identity(MALLORY).jwk();
        let receipt = Signed::sign(&identity(MALLORY), payload).unwrap();
        let ledger = ledger(sale, receipt.compact().to_owned(), true);
        let what = format!("receipt {sale} by another");
        Some(Mutant::new(what, &[Code::SignerNotOwner], ledger))
    }) + reject_all(count, |sale| {
        let receipt = shop.sales[sale].receipt.compact();
        let (message, _) = receipt.rsplit_once('.').unwrap();
        let ledger = ledger(sale, signed_by(MALLORY, message), false);
        let what = format!("receipt {sale} with another's signature");
        Some(Mutant::new(what, &[Code::DocumentRefused], ledger))
    }) + reject_all(count, |sale| {
        // The buyer's order, its place taken by another order of the same buyer's key.
        let mut lines = shop.lines.clone();
        lines[at[sale]].clone_from(&shop.lines[at[(sale + 1) % count]]);
        let what = format!("receipt {sale} behind another order");
        let ledger = file_of(&checkpoint, &lines);
        Some(Mutant::new(what, &[Code::WrongOrder], ledger))
    }) + reject_all(2 * count * KINDS.len(), |number| {
        let (signed_again, number) = (number % 2 == 1, number / 2);
        let (sale, kind) = (number / KINDS.len(), KINDS[number % KINDS.len()]);
        let receipt = shop.sales[sale].receipt.compact();
        let (rest, signature) = receipt.rsplit_once('.').unwrap();
        let (_, body) = rest.split_once('.').unwrap();
        let message = format!("{}.{body}", header(identity(OWNER).kid(), kind));
        let moved = if signed_again {
            signed_by(OWNER, &message)
        } else {
            format!("{message}.{signature}")
        };
        assert!(AnyDocument::verify(&moved).is_err());
        let what = format!("receipt {sale} as a {kind}, signed again: {signed_again}");
        let ledger = ledger(sale, moved, false);
        let codes: &[Code] = match kind {
            "poundwise-receipt;v=2" if signed_again => &[Code::NewerVersion],
            _ => &[Code::DocumentRefused],
        };
        Some(Mutant::new(what, codes, ledger))
    });
    assert!(made > 400, "{made}");
}
