//! What is read of CAMT.052, 053 and 054.

use std::collections::{BTreeMap, HashSet};

use poundwise_documents::units::PaymentReference;
use poundwise_payments::{
    Booking, Direction, Known, KnownBookings, ReportKind, Statement, StatementError, UnreadEntries,
};

use crate::support::{
    Entry, IBAN, OTHER, again, again_in, camt, detail, message, minor, paid, read, reference,
    statement, transfer_of,
};

#[test]
fn a_booked_credit_is_read_from_every_kind_and_version() {
    let text = reference("an order");
    for (kind, version) in [
        ("052", "02"),
        ("052", "08"),
        ("053", "02"),
        ("053", "04"),
        ("053", "08"),
        ("053", "13"),
        ("054", "02"),
        ("054", "08"),
    ] {
        let mut entry = paid(&text);
        if version < "07" {
            entry.status = "BOOK";
            entry.details = entry.details.replace("<Pty>", "").replace("</Pty>", "");
        }
        let read = read(&message(kind, version, &[statement(IBAN, &[entry])]));
        assert_eq!(read.format, format!("camt.{kind}.001.{version}"));
        assert_eq!(read.left_out, UnreadEntries::default());
        let [booking] = &read.bookings[..] else {
            panic!("{read:?}");
        };
        assert_eq!(booking.iban, IBAN);
        assert_eq!(booking.direction, Direction::Credit);
        assert_eq!(booking.booked_on.unwrap().to_string(), "2026-11-20");
        assert_eq!(
            (booking.amount, booking.currency.as_str()),
            (minor(1000), "EUR")
        );
        assert_eq!(booking.party.as_deref(), Some("Bob Bär"));
        assert_eq!(booking.text, text);
        assert!(booking.references().contains(&text.parse().unwrap()));
    }
}

#[test]
fn a_prefix_is_a_name_space_as_good_as_another() {
    let plain = camt(&[paid(&reference("an order"))]);
    let prefixed = plain
        .replace("xmlns=", "xmlns:n=")
        .replace("</", "</n:")
        .replace('<', "<n:")
        .replace("<n:/n:", "</n:")
        .replace("<n:?", "<?");
    assert_eq!(read(&prefixed), read(&plain));
    // What is of another name space is not the bank's: here an entry inside an envelope.
    let foreign = plain
        .replace("<Ntry>", "<x:Envelope xmlns:x=\"urn:x\"><Ntry>")
        .replace("</Ntry>", "</Ntry></x:Envelope>");
    assert_eq!(read(&foreign).bookings, []);
    // After its end the bank's own goes on.
    let note = "<x:Note xmlns:x=\"urn:x\"><x:By/><Amt Ccy=\"EUR\">99.00</Amt></x:Note>";
    let amount = "<x:Amt xmlns:x=\"urn:x\" Ccy=\"EUR\">99.00</x:Amt>";
    for with in [
        format!("{note}<Ntry>"),
        format!("<Ntry>{note}"),
        format!("<Ntry>{amount}"),
    ] {
        assert_eq!(read(&plain.replace("<Ntry>", &with)), read(&plain));
    }
    // Nor is an entry of the statement what stands deeper in it.
    let (at, end) = (
        plain.find("<Ntry>").unwrap(),
        plain.find("</Stmt>").unwrap(),
    );
    let supplement = format!(
        "<SplmtryData><Envlp>{}</Envlp></SplmtryData>",
        &plain[at..end]
    );
    let mut supplemented = plain.clone();
    supplemented.insert_str(end, &supplement);
    assert_eq!(read(&supplemented), read(&plain));
}

#[test]
fn a_reference_is_found_wherever_banks_put_it() {
    let wanted = reference("an order");
    let (left, right) = wanted.split_at(7);
    let structured = format!(
        "<TxDtls><RmtInf><Strd><CdtrRefInf><Ref>{wanted}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>"
    );
    let additional = format!(
        "<TxDtls><RmtInf><Strd><AddtlRmtInf>{wanted}</AddtlRmtInf></Strd></RmtInf></TxDtls>"
    );
    let end_to_end = format!("<TxDtls><Refs><EndToEndId>{wanted}</EndToEndId></Refs></TxDtls>");
    let remark = format!("<TxDtls><AddtlTxInf>{wanted}</AddtlTxInf></TxDtls>");
    let broken = format!(
        "<TxDtls><RmtInf><Ustrd>SVWZ+Order {left}</Ustrd><Ustrd>{right}, \
         thanks</Ustrd></RmtInf></TxDtls>"
    );
    for details in [structured, additional, end_to_end, remark, broken] {
        let mut entry = paid("");
        entry.details = details;
        let read = read(&camt(std::slice::from_ref(&entry)));
        let found = read.bookings[0].references();
        assert!(
            found.contains(&wanted.parse().unwrap()),
            "{}",
            entry.details
        );
    }
    // Text only in AddtlNtryInf, with no details at all.
    let mut bare = paid("");
    bare.details = String::new();
    bare.remark = format!("GUTSCHRIFT {wanted}");
    let read = read(&camt(&[bare]));
    assert!(
        read.bookings[0]
            .references()
            .contains(&wanted.parse().unwrap())
    );
    // Two fields are not one text: half a reference in each is none.
    let mut halves = paid(left);
    halves.remark = right.to_owned();
    let read = crate::support::read(&camt(&[halves]));
    assert!(
        !read.bookings[0]
            .references()
            .contains(&wanted.parse().unwrap())
    );
}

#[test]
fn only_booked_money_that_came_and_stayed_is_a_credit() {
    let text = reference("an order");
    let mut pending = paid(&text);
    pending.status = "<Cd>PDNG</Cd>";
    let mut informed = paid(&text);
    informed.status = "INFO";
    let mut unsaid = paid(&text);
    unsaid.status = "";
    let mut reversal = paid(&text);
    reversal.reversal = "true";
    let mut forward = paid(&text);
    forward.reversal = "false";
    let mut returned = paid(&text);
    returned.details = detail(&text).replace("</TxDtls>", "<RtrInf/></TxDtls>");
    let mut aimless = paid(&text);
    aimless.direction = "";
    let mut strange = paid(&text);
    strange.direction = "DBTI";
    let mut both = paid(&text);
    both.details = detail(&text).replace("</TxDtls>", "<CdtDbtInd>DBIT</CdtDbtInd></TxDtls>");
    let mut same = paid(&text);
    same.details = both.details.replace("DBIT", "CRDT");
    let mut zero = paid(&text);
    zero.amount = "0.00".to_owned();
    let mut negative = paid(&text);
    negative.amount = "-10.00".to_owned();
    let mut unnamed = paid(&text);
    unnamed.currency = "eur";
    let (booked, informs, back, wrong) = ((1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0));
    for (entry, expected) in [
        (paid(&text), booked),
        (forward, booked),
        (same, booked),
        (pending, informs),
        (informed, informs),
        (reversal, back),
        (returned, back),
        (unsaid, wrong),
        (aimless, wrong),
        (strange, wrong),
        (both, wrong),
        (zero, wrong),
        (negative, wrong),
        (unnamed, wrong),
    ] {
        let read = read(&camt(&[entry]));
        let UnreadEntries {
            not_booked,
            returned,
            unreadable,
            ..
        } = read.left_out;
        let found = (read.bookings.len(), not_booked, returned);
        assert_eq!(found, expected, "{read:?}");
        assert_eq!(unreadable, u64::from(expected == wrong), "{read:?}");
    }
    let mut debit = paid(&text);
    debit.direction = "DBIT";
    debit.reversal = "true";
    let read = read(&camt(&[debit]));
    assert_eq!(read.bookings[0].direction, Direction::Debit);
}

#[test]
fn an_account_without_a_right_iban_has_no_bookings() {
    for account in ["DE75512108001245126198", "4711", ""] {
        let read = read(&message("053", "08", &[statement(account, &[paid("x")])]));
        assert_eq!((read.bookings.len(), read.left_out.unreadable), (0, 1));
    }
    // The account is that of its own statement.
    let two = [
        statement(IBAN, &[paid("one")]),
        statement(&OTHER.to_lowercase(), &[paid("two")]),
        statement("", &[paid("three")]),
    ];
    let read = read(&message("053", "08", &two));
    let accounts: Vec<&str> = read.bookings.iter().map(|b| b.iban.as_str()).collect();
    assert_eq!(accounts, [IBAN, OTHER]);
    assert_eq!(read.left_out.unreadable, 1);
}

#[test]
fn a_booking_is_the_same_in_all_three_and_two_equal_ones_are_two() {
    let text = reference("an order");
    let (left, right) = text.split_at(6);
    let spaced = format!("{left} {right}");
    for servicer in ["", "NONREF", "2026112000001"] {
        let mut one = paid(&text);
        one.servicer = servicer;
        let mut later = one.clone();
        later.details = detail(&spaced);
        later.remark = "a remark that only one of them has".to_owned();
        let intraday = read(&message(
            "052",
            "06",
            &[statement(IBAN, &[one.clone(), one.clone()])],
        ));
        let daily = read(&message(
            "053",
            "08",
            &[statement(IBAN, &[later.clone(), later])],
        ));
        let notified = read(&message(
            "054",
            "08",
            &[statement(IBAN, &[one.clone(), one])],
        ));
        let orders = ["an order"];
        for other in [&intraday.bookings, &notified.bookings] {
            assert_eq!(
                again(&daily.bookings, other, &orders),
                [Some(0), Some(1)],
                "{servicer}"
            );
            assert_eq!(
                again(&daily.bookings, &other[..1], &orders),
                [Some(0), None],
                "{servicer}"
            );
        }
    }
    // Two reports of one file may both have it; with the bank's reference even on another day.
    let mut known = paid(&text);
    known.servicer = "2026112000001";
    let mut moved = known.clone();
    moved.day = "2026-11-25";
    let reports = [
        statement(IBAN, &[known.clone(), known.clone()]),
        statement(IBAN, &[moved]),
    ];
    let repeated = read(&message("052", "08", &reports));
    let [first, second] = &repeated.reports().collect::<Vec<_>>()[..] else {
        panic!("{:?}", repeated.starts);
    };
    assert_eq!(again(second, first, &["an order"]), [Some(0)]);
    // One report names the bank's reference, and the other does not.
    let named = read(&camt(&[known]));
    let unnamed = read(&camt(&[paid(&text)]));
    let found = again(&named.bookings, &unnamed.bookings, &["an order"]);
    assert_eq!(found, [Some(0)]);
}

/// Two payments of one order on one day, each with the bank's reference of its own.
#[test]
fn bookings_of_two_references_are_two_whatever_else_they_have_in_common() {
    let booked = |servicer: &'static str| {
        let entry = Entry {
            servicer,
            ..paid(&reference("an order"))
        };
        read(&camt(&[entry])).bookings
    };
    let (one, other) = (booked("2026112000001"), booked("2026112000002"));
    assert_eq!(one[0].by_content, other[0].by_content);
    assert_eq!(again(&other, &one, &["an order"]), [None]);
}

/// Reports of a booking without the bank's reference: the time of one is in another zone than the
/// day of the other, one has the payer's own reference, one has no day.
#[test]
fn reports_of_two_kinds_may_differ_in_day_and_text() {
    let text = reference("an order");
    let booked = |entry: Entry| read(&camt(&[entry])).bookings;
    // The reports have two kinds.
    let again = |report: &[Booking], other: &[Booking], orders: &[&str]| {
        let other = (other, ReportKind::Camt052);
        again_in((report, ReportKind::Camt053), other, orders)
    };
    let first = booked(paid(&text));
    let on = |day: &'static str| Entry { day, ..paid(&text) };
    let mut told = paid(&format!("/EREF/X1/REMI/{text}"));
    told.details = told.details.replace("NOTPROVIDED", "E2E-77");
    for same in [on("2026-11-19"), on("2026-11-21"), on(""), told] {
        assert_eq!(again(&booked(same), &first, &["an order"]), [Some(0)]);
    }
    for other in [on("2026-11-18"), on("2026-11-22")] {
        assert_eq!(again(&booked(other), &first, &["an order"]), [None]);
    }
    // Of two days each is its own, and not the one beside it.
    let days = [on("2026-11-20"), on("2026-11-21"), on("2026-11-22")];
    let two = read(&camt(&[days[0].clone(), days[1].clone()])).bookings;
    let later = read(&camt(&[days[1].clone(), days[2].clone()])).bookings;
    assert_eq!(again(&later, &two, &["an order"]), [Some(1), None]);
    // So it is where the text is another one, and only the day tells.
    let other_text = |day: &'static str| Entry {
        day,
        ..paid(&format!("/EREF/X1/REMI/{text}"))
    };
    let later = [other_text("2026-11-21"), other_text("2026-11-22")];
    let later = read(&camt(&later)).bookings;
    assert_eq!(again(&later, &two, &["an order"]), [Some(1), None]);
    // Of two of one day, which is the one that has its text: the other one is new.
    // Banks break a text where they like.
    let (left, right) = text.split_at(6);
    let both = [other_text("2026-11-20"), paid(&format!("{left} {right}"))];
    let both = read(&camt(&both)).bookings;
    assert_eq!(again(&both, &first, &["an order"]), [None, Some(0)]);
    // So it is where the text is one that only some reports have, and there is no other.
    let remarked = |remark: String| Entry {
        details: String::new(),
        remark,
        ..paid("")
    };
    let both = [remarked(format!("KD 7 {text}")), remarked(text.clone())];
    let both = read(&camt(&both)).bookings;
    assert_eq!(again(&both, &both[1..], &["an order"]), [None, Some(0)]);
    // One report has the bank's reference, another has not.
    let mut referred = paid(&text);
    referred.servicer = "2026-77";
    let referred = booked(referred);
    assert_eq!(again(&referred, &first, &["an order"]), [Some(0)]);
    assert_eq!(again(&first, &referred, &["an order"]), [Some(0)]);
    let time = "<BookgDt><DtTm>2026-11-19T23:30:00Z</DtTm></BookgDt>";
    let intraday = message("052", "08", &[statement(IBAN, &[paid(&text)])]);
    let intraday = intraday.replace("<BookgDt><Dt>2026-11-20</Dt></BookgDt>", time);
    let found = again(&read(&intraday).bookings, &first, &["an order"]);
    assert_eq!(found, [Some(0)]);
}

#[test]
fn another_amount_day_account_or_order_is_another_booking() {
    let text = reference("an order");
    let one = read(&camt(&[paid(&text)])).bookings;
    let orders = ["an order", "another"];
    let mut dearer = paid(&text);
    dearer.amount = "10.01".to_owned();
    let mut foreign = paid(&text);
    foreign.currency = "CHF";
    let mut later = paid(&text);
    later.day = "2026-11-22";
    let mut gone = paid(&text);
    gone.direction = "DBIT";
    let both = paid(&format!("{text} {}", reference("another")));
    for other in [
        dearer,
        foreign,
        later,
        gone,
        paid(&reference("another")),
        both,
    ] {
        assert_eq!(
            again(&read(&camt(&[other])).bookings, &one, &orders),
            [None]
        );
    }
    let elsewhere = message("053", "08", &[statement(OTHER, &[paid(&text)])]);
    assert_eq!(again(&read(&elsewhere).bookings, &one, &orders), [None]);
}

/// Banks write something where they have no reference of a booking: were it taken for one, all the
/// payments of one amount would be one.
#[test]
fn what_is_written_for_no_reference_names_no_booking() {
    // Whether a booking of that order, three days later, is known again by the bank's reference.
    let is_known = |servicer: &'static str, order: &str| {
        let one = Entry {
            servicer,
            ..paid(&reference("an order"))
        };
        let other = Entry {
            servicer,
            day: "2026-11-23",
            ..paid(&reference(order))
        };
        let (one, other) = (read(&camt(&[one])), read(&camt(&[other])));
        again(&other.bookings, &one.bookings, &["an order", "another"]) == [Some(0)]
    };
    for nothing in [
        "NONREF",
        "NOTPROVIDED",
        "NOT PROVIDED",
        "NONE",
        "0000000000000000",
        "0",
        "---",
        "-/-",
        "0-0",
    ] {
        assert!(!is_known(nothing, "an order"), "{nothing}");
    }
    // Whatever else is written for none: the orders tell two bookings apart.
    for nothing in ["N/A", "UNKNOWN"] {
        assert!(!is_known(nothing, "another"), "{nothing}");
    }
    assert!(is_known("2026112000001", "an order"));
}

#[test]
fn what_is_no_statement_is_refused() {
    let right = camt(&[]);
    for wrong in [
        right.replace("camt.053.001.08", "camt.055.001.08"),
        right.replace("camt.053.001.08", "camt.053.001.8"),
        right.replace("camt.053.001.08", "camt.053.001.008"),
        right.replace("camt.053.001.08", "camt.053.001.0x"),
        right.replace("camt.053", "camt.052"),
        right.replace("Document", "Documents"),
        "<html><body/></html>".to_owned(),
    ] {
        let read = Statement::read(wrong.as_bytes(), None);
        assert!(
            matches!(read, Err(StatementError::NotCamt(_))),
            "{wrong}: {read:?}"
        );
    }
}

/// One order is paid on two days, in two statements.
#[test]
fn next_day_in_same_report_kind_is_another_payment() {
    let text = reference("an order");
    let on = |day: &'static str| {
        let entry = Entry { day, ..paid(&text) };
        read(&camt(&[entry])).bookings
    };
    let (first, next, undated) = (on("2026-11-20"), on("2026-11-21"), on(""));
    let kinds = ReportKind::ALL;
    for kind in kinds {
        for of_other in kinds {
            let found = |report: &[Booking], other: &[Booking]| {
                again_in((report, kind), (other, of_other), &["an order"])
            };
            let same = if kind == of_other { None } else { Some(0) };
            assert_eq!(found(&next, &first), [same], "{kind:?} {of_other:?}");
            assert_eq!(found(&undated, &first), [same], "{kind:?} {of_other:?}");
            assert_eq!(found(&first, &undated), [same], "{kind:?} {of_other:?}");
            assert_eq!(found(&first, &first), [Some(0)]);
            assert_eq!(found(&undated, &undated), [Some(0)]);
        }
    }
}

#[test]
fn payment_after_a_reversal_is_another_payment() {
    let text = reference("an order");
    let entry = |day: &'static str, direction: &'static str| Entry {
        day,
        direction,
        ..paid(&text)
    };
    let intraday = |entries: &[Entry]| {
        let text = message("052", "08", &[statement(IBAN, entries)]);
        read(&text).bookings
    };
    let first = intraday(&[entry("2026-11-20", "CRDT")]);
    let daily = |entries: &[Entry]| read(&camt(entries)).bookings;
    let found = |report: &[Booking], other: &[Booking]| {
        let other = (other, ReportKind::Camt052);
        again_in((report, ReportKind::Camt053), other, &["an order"])
    };
    let back = entry("2026-11-21", "DBIT");
    let again = entry("2026-11-21", "CRDT");
    // The debit is in the same report, or stored.
    let both = daily(&[back.clone(), again.clone()]);
    assert_eq!(found(&both, &first), [None, None]);
    let stored = intraday(&[entry("2026-11-20", "CRDT"), back]);
    assert_eq!(found(&both, &stored), [Some(1), None]);
    assert_eq!(found(&daily(std::slice::from_ref(&again)), &stored), [None]);
    // An earlier debit, or one of another amount, does not reverse it.
    let mut other = entry("2026-11-21", "DBIT");
    other.amount = "9.99".to_owned();
    let earlier = entry("2026-11-19", "DBIT");
    for debit in [other, earlier] {
        let both = daily(&[debit, again.clone()]);
        assert_eq!(found(&both, &first), [None, Some(0)]);
    }
}

/// A batch entry of this amount with these transfers.
fn batch(amount: &str, transfers: &[String]) -> Entry {
    Entry {
        amount: amount.to_owned(),
        servicer: "B77",
        details: transfers.concat(),
        ..paid("")
    }
}

fn booked(read: &Statement) -> Vec<(Direction, u64, &str, bool)> {
    let all = read.bookings.iter();
    all.map(|one| {
        (
            one.direction,
            one.amount.get(),
            &*one.text,
            one.is_collective,
        )
    })
    .collect()
}

#[test]
fn each_transfer_of_a_batch_entry_is_a_booking() {
    use Direction::{Credit, Debit};
    let two = [transfer_of("20.00", "one"), transfer_of("13.00", "two")];
    let read_of = |entry: &Entry| read(&camt(std::slice::from_ref(entry)));
    let both = [(Credit, 2000, "one", false), (Credit, 1300, "two", false)];
    let whole = batch("33.00", &two);
    let read_whole = read_of(&whole);
    assert_eq!(booked(&read_whole), both);
    assert!(read_whole.bookings.iter().all(|one| one.party.is_some()));
    // The transfers are in several elements, and a batch states their number.
    let mut apart = whole.clone();
    apart.details = two.join("</NtryDtls><NtryDtls><Btch><NbOfTxs>1</NbOfTxs></Btch>");
    assert_eq!(booked(&read_of(&apart)), both);
    // Amounts as in version 2, next to an amount in another currency.
    let older = |element: &str| {
        let mut older = whole.clone();
        let foreign = "<AmtDtls><InstdAmt><Amt Ccy=\"USD\">99.00</Amt></InstdAmt>";
        older.details = older
            .details
            .replace(
                "<Amt Ccy=\"EUR\">",
                &format!("{foreign}<{element}><Amt Ccy=\"EUR\">"),
            )
            .replace(
                "</Amt><RltdPties>",
                &format!("</Amt></{element}></AmtDtls><RltdPties>"),
            );
        read_of(&older)
    };
    assert_eq!(booked(&older("TxAmt")), both);
    assert_eq!(booked(&older("CntrValAmt")), both);
    // A transfer may have the other direction, or be a returned transfer of the owner.
    let debit =
        transfer_of("3.00", "fee").replace("</TxDtls>", "<CdtDbtInd>DBIT</CdtDbtInd></TxDtls>");
    let mixed = batch("30.00", &[two.concat(), debit]);
    let with_debit = [both[0], both[1], (Debit, 300, "fee", false)];
    assert_eq!(booked(&read_of(&mixed)), with_debit);
    let returned = transfer_of("50.00", "mine").replace("</TxDtls>", "<RtrInf/></TxDtls>");
    let mixed = read_of(&batch("83.00", &[two.concat(), returned.clone()]));
    assert_eq!(
        (booked(&mixed), mixed.left_out.returned),
        (both.to_vec(), 1)
    );
    // A batch debit of several returns becomes one debit for each.
    let mut debits = batch("50.00", &[returned, transfer_of("0.00", "nothing")]);
    debits.direction = "DBIT";
    let debits = read_of(&debits);
    assert_eq!(booked(&debits), [(Debit, 5000, "mine", false)]);
    assert_eq!(debits.left_out.unreadable, 1);
    // A reversal of the whole entry adds no booking.
    let mut reversal = whole.clone();
    reversal.reversal = "true";
    let reversal = read_of(&reversal);
    assert_eq!(
        (booked(&reversal).len(), reversal.left_out.returned),
        (0, 1)
    );
    // A charge is stated for the entry, or for each transfer.
    let charge =
        "<Chrgs><Rcrd><Amt Ccy=\"EUR\">0.50</Amt><CdtDbtInd>DBIT</CdtDbtInd></Rcrd></Chrgs>";
    let of_entry =
        camt(&[batch("32.50", &two)]).replace("<NtryDtls>", &format!("{charge}<NtryDtls>"));
    assert_eq!(booked(&read(&of_entry)), both);
    let each = two
        .clone()
        .map(|one| one.replace("</TxDtls>", &format!("{charge}</TxDtls>")));
    assert_eq!(booked(&read_of(&batch("32.00", &each))), both);
}

#[test]
fn batch_entry_without_matching_amounts_is_collective() {
    let (one, two) = (reference("a"), reference("b"));
    let entry = |amount: &str, details: &[String]| batch(amount, details);
    let two_own = [transfer_of("20.00", &one), transfer_of("13.00", &two)];
    let stated = |number: u64| format!("<Btch><NbOfTxs>{number}</NbOfTxs></Btch>");
    let foreign = two_own.clone().map(|one| one.replace("EUR", "USD"));
    let strange = two_own[0].replace("</TxDtls>", "<CdtDbtInd>X</CdtDbtInd></TxDtls>");
    let odd = two_own[1].replace("13.00", "1e1");
    for (why, wrong) in [
        ("none", entry("33.00", &[detail(&one), detail(&two)])),
        (
            "one of two",
            entry("33.00", &[two_own[0].clone(), detail(&two)]),
        ),
        ("too little", entry("33.01", &two_own)),
        ("too much", entry("32.99", &two_own)),
        ("foreign", entry("33.00", &foreign)),
        ("direction", entry("33.00", &[strange, two_own[1].clone()])),
        ("no amount", entry("33.00", &[two_own[0].clone(), odd])),
        ("two stated", entry("33.00", &[stated(2), detail(&one)])),
        (
            "two in two",
            entry(
                "33.00",
                &[
                    stated(1),
                    detail(&one),
                    "</NtryDtls><NtryDtls>".to_owned(),
                    stated(1),
                ],
            ),
        ),
        ("no transfer", entry("33.00", &[stated(3)])),
        ("the rest is missing", entry("33.00", &two_own[..1])),
    ] {
        let read = read(&camt(&[wrong]));
        let [whole] = &read.bookings[..] else {
            panic!("{why}: {read:?}");
        };
        assert!(whole.is_collective, "{why}");
        assert_eq!(
            (whole.amount, whole.part_of.is_some()),
            (
                minor(3300 + u64::from(why == "too little") - u64::from(why == "too much")),
                false
            )
        );
    }
    // A reference in the text of the entry alone may belong to any transfer.
    let mut remarked = entry(
        "33.00",
        &[transfer_of("20.00", "x"), transfer_of("13.00", "y")],
    );
    remarked.remark = one.clone();
    assert!(read(&camt(&[remarked.clone()])).bookings[0].is_collective);
    remarked.details = two_own.concat();
    remarked.remark = two.clone();
    let parts = read(&camt(&[remarked])).bookings;
    assert_eq!(
        parts.iter().map(|part| &*part.text).collect::<Vec<_>>(),
        [&one, &two]
    );
    // A single transfer equals its entry, even if charges were deducted.
    for single in [
        entry("20.00", &[stated(1), two_own[0].clone()]),
        entry("19.50", &two_own[..1]),
        entry("33.00", &[detail(&one)]),
        entry("33.00", &foreign[..1]),
    ] {
        let read = read(&camt(&[single]));
        assert!(!read.bookings[0].is_collective && read.bookings[0].part_of.is_none());
    }
}

#[test]
fn whole_batch_entry_has_the_digests_of_a_single_one() {
    let (one, two) = (reference("a"), reference("b"));
    let parts = read(&camt(&[batch(
        "33.00",
        &[transfer_of("20.00", &one), transfer_of("13.00", &two)],
    )]));
    let whole = parts.bookings[0].part_of.clone().unwrap();
    let single = read(&camt(&[batch("33.00", &[detail(&one)])])).bookings;
    assert_eq!(whole.by_reference, single[0].by_reference);
    assert_eq!(
        (whole.amount, &*whole.text),
        (minor(3300), &*format!("{one} | {two}"))
    );
    assert_eq!(
        whole.by_content.to_string(),
        "X5_o_q6u4xCv0s9BoOa5PemvfTCu-RWeZjW11o1srII"
    );
    // Each transfer is a separate booking.
    assert_ne!(parts.bookings[0].by_reference, whole.by_reference);
    assert!(std::sync::Arc::ptr_eq(
        &whole,
        parts.bookings[1].part_of.as_ref().unwrap()
    ));
}

/// One report has a batch entry, the other has the transfer with its own reference.
#[test]
fn batch_transfer_is_recognised_as_a_single_entry() {
    let text = reference("a");
    let of = |servicer: &'static str| Entry {
        servicer,
        ..batch(
            "25.00",
            &[transfer_of("10.00", &text), transfer_of("15.00", "x")],
        )
    };
    let first = |entry: Entry| vec![read(&camt(&[entry])).bookings.remove(0)];
    let alone = first(Entry {
        servicer: "D1",
        ..paid(&text)
    });
    let (one, other) = (first(of("B77")), first(of("B78")));
    for (report, stored, found) in [
        (&alone, &one, Some(0)),
        (&one, &alone, Some(0)),
        (&one, &one, Some(0)),
        // Two entries with two references are two payments.
        (&other, &one, None),
    ] {
        let stored = (&stored[..], ReportKind::Camt052);
        let known = again_in((report, ReportKind::Camt053), stored, &["a"]);
        assert_eq!(known, [found]);
    }
    // In reports of one kind, or on two days, they are two payments.
    assert_eq!(again(&alone, &one, &["a"]), [None]);
    assert_eq!(again(&one, &alone, &["a"]), [None]);
    let next = first(Entry {
        day: "2026-11-21",
        ..of("B77")
    });
    let stored = (&alone[..], ReportKind::Camt052);
    assert_eq!(
        again_in((&next, ReportKind::Camt053), stored, &["a"]),
        [None]
    );
    // An equal reference of the entry matches on any day.
    let moved = first(Entry {
        day: "2026-11-25",
        ..of("B77")
    });
    assert_eq!(again(&moved, &one, &["a"]), [Some(0)]);
    // A transfer may have its own reference inside a batch entry.
    let own = of("B79")
        .details
        .replace("<Refs>", "<Refs><AcctSvcrRef>D1</AcctSvcrRef>");
    let own = first(Entry {
        details: own,
        ..of("B79")
    });
    assert_eq!(again(&own, &alone, &["a"]), [Some(0)]);
}

/// The steps grow linearly with the bookings, in one report and in one report each.
#[test]
fn search_steps_grow_linearly_with_the_report() {
    let text = reference("an order");
    let one = read(&camt(&[paid(&text)])).bookings.remove(0);
    let orders: HashSet<PaymentReference> = [text.parse().unwrap()].into();
    for number in [1000, 2000] {
        let mut known = KnownBookings::new(ReportKind::Camt053, orders.clone());
        for number in 0..number {
            known.insert(Known::Booking(number), &one, BTreeMap::new());
        }
        let report = vec![&one; usize::try_from(number).unwrap()];
        let mut search = known.search();
        assert!(search.find(&report).iter().all(Option::is_some));
        assert!(search.steps() <= 4 * number, "{number}: {}", search.steps());
        let mut steps = 0;
        for _ in 0..number {
            let mut search = known.search();
            search.find(&[&one]);
            steps += search.steps();
        }
        assert!(steps <= 4 * number, "{number}: {steps}");
    }
}
