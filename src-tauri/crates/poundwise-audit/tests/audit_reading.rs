//! How an audit reads: whatever the files are called, cut off or out of reach, on any number of
//! threads, and stopped.

use std::cell::{Cell, RefCell};
use std::num::NonZero;
use std::ops::ControlFlow;

use crate::audits::{audited, one};
use crate::fixture::shop::market;
use poundwise_audit::{
    AuditProgress, Options, Stopped,
    report::{FileKind, Verdict},
};
use poundwise_audit::{AuditReport, Input, audit, audit_with};
use poundwise_documents::finding::{Code, Finding};

#[test]
fn files_are_known_by_content() {
    let shop = market();
    let report = audited(&[
        ("x.bundle", shop.ledger()),
        ("x.ledger", shop.bundle_file(0)),
        ("x.pdf", shop.checkpoint().note().as_bytes().to_vec()),
        ("x.exe", shop.sales[0].order.compact().as_bytes().to_vec()),
    ]);
    let kinds: Vec<FileKind> = report.files().iter().map(|file| file.kind).collect();
    assert_eq!(
        kinds,
        [
            FileKind::Ledger,
            FileKind::Bundle,
            FileKind::Checkpoint,
            FileKind::Document
        ]
    );
    assert_eq!(report.verdict(), Verdict::Holds);
}

/// What lies beside the books by accident is left out, and takes nothing from the verdict.
#[test]
fn a_stray_file_is_left_out_and_a_document_is_checked_whatever_its_name_is() {
    let shop = market();
    let input = |name: &str, bytes: Vec<u8>| Input::from_bytes(name, bytes).or_stray();
    let books = || {
        let mut inputs = vec![input("shop.ledger", shop.ledger())];
        let bundles = (0..shop.sales.len()).map(|n| input("a.bundle", shop.bundle_file(n)));
        inputs.extend(bundles);
        inputs
    };
    let with = |name: &str, bytes: &[u8]| {
        let mut inputs = books();
        inputs.push(input(name, bytes.to_vec()));
        audit(inputs)
    };
    let alone = audit(books());
    for (name, bytes) in [
        ("receipts.csv", &b"receipt,price\nabc,1.50\n"[..]),
        ("photo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
        ("letter.docx", b"PK\x03\x04\x14\0\0\0word/document.xml"),
        ("notes.txt", b""),
    ] {
        let report = with(name, bytes);
        assert_eq!(report.verdict(), Verdict::Holds, "{name}");
        assert_eq!(report.left_out().collect::<Vec<_>>(), [name]);
        assert_eq!(report.checks(), alone.checks(), "{name}");
        assert_eq!(report.coverage(), alone.coverage(), "{name}");
        // By its proper name it is to be one, and is none.
        for name in [
            "a.ledger",
            "b.bundle",
            "c.copy",
            "checkpoint",
            "d.JWS",
            "e.opening",
        ] {
            let report = with(name, bytes);
            assert_eq!(report.verdict(), Verdict::Wrong, "{name}");
            assert_eq!(report.left_out().count(), 0, "{name}");
        }
    }
    // A wrong document is wrong under every name, also if its beginning was damaged.
    let flipped = |bytes: &[u8], at: usize| {
        let mut bytes = bytes.to_vec();
        bytes[at] ^= 1;
        bytes
    };
    let (ledger, bundle) = (shop.ledger(), shop.bundle_file(0));
    let receipt = shop.sales[0].receipt.compact().as_bytes().to_vec();
    let note = shop.checkpoint().note().as_bytes().to_vec();
    for document in [&ledger, &bundle, &receipt, &note] {
        for at in [0, 1, 2, document.len() / 2, document.len() - 30] {
            let damaged = flipped(document, at);
            // A checkpoint with another first letter is no text of ours at all.
            if document == &note && at < 3 {
                continue;
            }
            for name in ["receipts.csv", "photo.png", "it"] {
                let report = with(name, &damaged);
                assert_eq!(report.verdict(), Verdict::Wrong, "{name}, byte {at}");
            }
        }
    }
    for hidden in [
        [b"\xef\xbb\xbf".as_slice(), &ledger].concat(),
        [b"\r\n  ".as_slice(), &receipt].concat(),
        [b"x".as_slice(), &bundle].concat(),
    ] {
        let report = with("receipts.csv", &hidden);
        assert_eq!(report.verdict(), Verdict::Wrong);
    }
    // Nothing but stray files is nothing that was checked.
    let report = audit(vec![input("photo.png", b"\x89PNG".to_vec())]);
    assert_eq!(report.verdict(), Verdict::NothingChecked);
}

/// A source that fails after some bytes.
struct Failing<'a>(&'a [u8]);

impl std::io::Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() {
            return Err(std::io::Error::other("the disk is gone"));
        }
        self.0.read(buffer)
    }
}

#[test]
fn a_source_that_fails_is_a_finding() {
    let (ledger, bundle) = (market().ledger(), market().bundle_file(0));
    for cut in [0, 5, 100, 1000, ledger.len() - 1, ledger.len()] {
        let report = audit(vec![Input::from_reader("ledger", Failing(&ledger[..cut]))]);
        assert_eq!(
            report.findings().first().unwrap().code.as_str(),
            "unreadable",
            "after {cut} bytes"
        );
        let message = report.findings()[0].message.to_string();
        assert!(message.contains("the disk is gone"));
    }
    let report = audit(vec![Input::from_reader("bundle", Failing(&bundle))]);
    assert_eq!(
        report.findings().first().unwrap().code.as_str(),
        "unreadable"
    );
}

#[test]
fn a_file_cut_off_anywhere_is_found() {
    let shop = market();
    let (ledger, bundle) = (shop.ledger(), shop.bundle_file(0));
    let withdrawal = shop.lines.last().unwrap().len() + 1;
    let ends = (1..ledger.len()).filter(|at| ledger[at - 1] == b'\n' || ledger[*at] == b'\n');
    for length in ends.chain((1..ledger.len()).step_by(97)) {
        // Two cuts leave whole files: a checkpoint by itself, which shows nothing, and all but the
        // withdrawal, which is not in the log.
        let expected = if length == shop.checkpoint().note().len() {
            Verdict::NothingChecked
        } else if length == ledger.len() - withdrawal {
            Verdict::Holds
        } else {
            Verdict::Wrong
        };
        assert_eq!(
            one(ledger[..length].to_vec()).verdict(),
            expected,
            "{length} bytes"
        );
    }
    for length in (1..bundle.len()).step_by(7) {
        assert_eq!(
            one(bundle[..length].to_vec()).verdict(),
            Verdict::Wrong,
            "{length} bytes"
        );
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut shop = market();
    let listing = shop.list(crate::fixture::listing(3));
    for (level, minute) in (1..=20).zip(60..) {
        let level = poundwise_documents::units::MicroEpsilon::new(level * 100_000).unwrap();
        shop.sell(4, &listing, &level.to_string(), minute);
    }
    let honest = shop.ledger();
    let mut broken = honest.clone();
    for place in 1..6 {
        broken[place * honest.len() / 7] ^= 1;
    }
    let cut = honest[..honest.len() - 3].to_vec();
    for ledger in [honest, broken, cut] {
        let reports = [1, 2, 3, 16].map(|threads| {
            let options = Options::new().on_threads(NonZero::new(threads).unwrap());
            let input = Input::from_bytes("ledger", ledger.clone());
            audit_with(vec![input], &options).unwrap()
        });
        assert!(reports.iter().all(|report| *report == reports[0]));
        assert_eq!(reports[0], one_named("ledger", ledger));
    }
}

fn one_named(name: &str, bytes: Vec<u8>) -> AuditReport {
    audited(&[(name, bytes)])
}

#[test]
fn progress_is_told_and_may_stop_the_audit() {
    let (ledger, bundle) = (market().ledger(), market().bundle_file(0));
    let total = (ledger.len() + bundle.len()) as u64;
    let inputs = || {
        let files = [("ledger", &ledger), ("bundle", &bundle)];
        files
            .map(|(name, bytes)| Input::from_bytes(name, bytes.clone()))
            .into()
    };
    for threads in [1, 2] {
        let threads = NonZero::new(threads).unwrap();
        let told = RefCell::new(Vec::new());
        let listener = |progress: AuditProgress| {
            told.borrow_mut().push(progress);
            ControlFlow::Continue(())
        };
        let options = Options::new().on_threads(threads).on_progress(&listener);
        assert_eq!(
            audit_with(inputs(), &options).unwrap().verdict(),
            Verdict::Holds
        );
        let told = told.into_inner();
        assert!(told.is_sorted_by_key(|progress| (progress.bytes, progress.documents)));
        let last = told.last().unwrap();
        assert_eq!((last.bytes, last.documents), (total, 18));

        // Whenever it is stopped, there is no report.
        for after in 0..told.len() {
            let calls = Cell::new(0);
            let listener = |_| {
                calls.set(calls.get() + 1);
                if calls.get() > after {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let options = Options::new().on_threads(threads).on_progress(&listener);
            assert_eq!(audit_with(inputs(), &options), Err(Stopped));
            assert_eq!(calls.get(), after + 1);
        }
    }
}

#[test]
fn findings_are_shown_as_they_are_made_and_may_stop_the_audit() {
    let mut text = String::from_utf8(market().ledger()).unwrap();
    // Two documents that are none any more.
    for line in [9, 14] {
        let at = text.match_indices('\n').nth(line).unwrap().0;
        text.replace_range(at - 1..at, "!");
    }
    let files = || {
        vec![
            Input::from_bytes("no file", b"?".to_vec()),
            Input::from_bytes("ledger", text.clone().into_bytes()),
        ]
    };
    for threads in [1, 2] {
        let options = Options::new().on_threads(NonZero::new(threads).unwrap());
        let shown = RefCell::new(Vec::new());
        let finder = |finding: &Finding| {
            shown.borrow_mut().push(finding.clone());
            ControlFlow::Continue(())
        };
        let report = audit_with(files(), &options.on_finding(&finder)).unwrap();
        assert!(report.findings().len() >= 3);
        assert_eq!(shown.into_inner(), report.findings(), "each once, in order");

        for wanted in 1..=report.findings().len() {
            let shown = RefCell::new(Vec::new());
            let finder = |finding: &Finding| {
                shown.borrow_mut().push(finding.clone());
                if shown.borrow().len() == wanted {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            assert_eq!(
                audit_with(files(), &options.on_finding(&finder)),
                Err(Stopped)
            );
            assert_eq!(shown.into_inner(), report.findings()[..wanted]);
        }
    }
}

/// A reader that says whether anything was read.
struct Told<'a>(&'a Cell<bool>, &'a [u8]);

impl std::io::Read for Told<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.set(true);
        self.1.read(buffer)
    }
}

/// Who stops the audit at a file, or at a line, has nothing more read or verified.
#[test]
fn nothing_is_read_after_the_audit_was_stopped() {
    let stop = |_: &Finding| ControlFlow::Break(());
    let told = |_: AuditProgress| ControlFlow::Break(());
    let bundle = market().bundle_file(0);
    for options in [
        Options::new().on_finding(&stop),
        Options::new().on_progress(&told),
    ] {
        let read = Cell::new(false);
        let inputs = vec![
            Input::from_bytes("no file", b"?".to_vec()),
            Input::from_reader("next", Told(&read, &bundle)),
        ];
        assert_eq!(audit_with(inputs, &options), Err(Stopped));
        assert!(!read.get());
    }
    // What is found at a ledger's end is told before the next ledger is read.
    let shop = market();
    let short = {
        let lines: Vec<String> = shop.lines[..3].to_vec();
        crate::fixture::shop::file_of(&shop.checkpoint(), &lines)
    };
    let most = Cell::new(0);
    let listener = |progress: AuditProgress| {
        most.set(progress.documents);
        ControlFlow::Continue(())
    };
    let options = Options::new().on_finding(&stop).on_progress(&listener);
    let ledgers = || {
        vec![
            Input::from_bytes("short", short.clone()),
            Input::from_bytes("whole", shop.ledger()),
        ]
    };
    assert_eq!(audit_with(ledgers(), &options), Err(Stopped));
    assert_eq!(most.get(), 3);
    // And what only all files together show.
    let found = Cell::new(None);
    let finder = |finding: &Finding| {
        found.set(Some(finding.code));
        ControlFlow::Break(())
    };
    let receipts = [&shop.sales[1], &crate::fixture::shop::limits().sales[1]]
        .map(|sale| Input::from_bytes("receipt", sale.receipt.compact().into()));
    let options = Options::new().on_finding(&finder);
    assert_eq!(audit_with(receipts.into(), &options), Err(Stopped));
    assert_eq!(found.get(), Some(Code::Fork));
}

/// In a long ledger the listener is asked again and again, and a line that is wrong ends it at
/// once.
#[test]
fn a_long_ledger_can_be_stopped_in_its_middle() {
    let checkpoint = market().checkpoint();
    let file = crate::fixture::shop::file_of(&checkpoint, &vec!["x".to_owned(); 600]);
    let one = NonZero::new(1).unwrap();
    let asked = RefCell::new(Vec::new());
    let listener = |progress: AuditProgress| {
        asked.borrow_mut().push(progress.documents);
        ControlFlow::Continue(())
    };
    let options = Options::new().on_threads(one).on_progress(&listener);
    audit_with(vec![Input::from_bytes("long", file.clone())], &options).unwrap();
    assert_eq!(asked.into_inner(), [0, 256, 512, 600]);
    let asked = Cell::new(0);
    let listener = |progress: AuditProgress| {
        asked.set(progress.documents);
        ControlFlow::Continue(())
    };
    let stop = |_: &Finding| ControlFlow::Break(());
    let options = Options::new()
        .on_threads(one)
        .on_progress(&listener)
        .on_finding(&stop);
    let found = audit_with(vec![Input::from_bytes("long", file)], &options);
    assert_eq!((found, asked.get()), (Err(Stopped), 0));
}

/// A ZIP is read further than any document may go.
#[test]
fn how_far_a_file_is_read_hangs_on_what_it_is() {
    const MOST: usize = poundwise_documents::kinds::MAX_DOCUMENT;
    for (head, read) in [(b"PK", MOST + 10), (b"ey", MOST + 2)] {
        let mut file = vec![b'J'; MOST + 10];
        file[..2].copy_from_slice(head);
        let bytes = Cell::new(0);
        let listener = |progress: AuditProgress| {
            bytes.set(progress.bytes);
            ControlFlow::Continue(())
        };
        let options = Options::new().on_progress(&listener);
        let report = audit_with(vec![Input::from_bytes("long", file)], &options).unwrap();
        assert_eq!(
            (report.verdict(), bytes.get()),
            (Verdict::Wrong, read as u64)
        );
    }
}
