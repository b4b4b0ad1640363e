//! Files as banks write them. The inputs are not part of the repository: without them these tests
//! say that they were skipped.
#![allow(clippy::unwrap_used)]

use poundwise_documents::units::DecimalSign;
use poundwise_payments::{
    CsvColumns, DayOrder, Direction, ForeignFormat, Statement, StatementError, csv_head, propose,
};
use poundwise_text::Encoding;
use zip::CompressionMethod;

use Direction::{Credit, Debit};

use crate::{
    bank_cases::{BOOKED_ON, archive, bank_case, windows_1250},
    support::{self, due, reference},
};

/// Returns the text of a case with the references of two orders and a day.
fn filled(name: &str) -> Option<Vec<u8>> {
    let references = [reference("one"), reference("two")];
    bank_case(name, references.each_ref().map(String::as_str))
}

/// Returns amounts in cents that the bookings of a statement pay exactly, for orders of 20 and 13.
fn paid(statement: &Statement) -> Vec<u64> {
    let dues = [due("one", 2000), due("two", 1300)];
    let mut paid = Vec::new();
    for booking in &statement.bookings {
        for one in &dues {
            let names = booking.references().contains(&one.reference);
            let is_credit = booking.direction == Direction::Credit;
            if names && is_credit && booking.amount == one.price && !booking.is_collective {
                paid.push(one.price.get());
            }
        }
    }
    paid.sort_unstable();
    paid
}

fn columns(day: &str, amount: &str, text: &str) -> CsvColumns {
    CsvColumns {
        day: day.to_owned(),
        amount: amount.to_owned(),
        text: vec![text.to_owned()],
        ..support::columns()
    }
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

/// Returns direction, amount in cents and day of each booking.
fn rows(statement: &Statement) -> Vec<(Direction, u64, String)> {
    let rows = statement.bookings.iter();
    rows.map(|one| {
        (
            one.direction,
            one.amount.get(),
            one.booked_on.unwrap().to_string(),
        )
    })
    .collect()
}

fn row(direction: Direction, cents: u64) -> (Direction, u64, String) {
    (direction, cents, BOOKED_ON.to_owned())
}

#[test]
fn camt_in_latin1_is_read() {
    let Some(bytes) = filled("43-camt-latin1/st.tmpl") else {
        return;
    };
    let read = Statement::read(&bytes, None).unwrap();
    assert_eq!(paid(&read), [1300, 2000]);
    assert_eq!(read.bookings[0].party.as_deref(), Some("Jürgen Müller"));
}

#[test]
fn an_archive_of_statements_is_read() {
    let Some(bytes) = filled("44-camt-zip/x.xml") else {
        return;
    };
    let one = Statement::read(&bytes, None).unwrap();
    for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
        let files = [
            ("a/1.xml", &*bytes),
            ("2.xml", &*bytes),
            ("x.pdf", b"%PDF-1.7"),
        ];
        let packed = archive(&files, method);
        assert!(!Statement::needs_columns(&packed));
        let read = Statement::read(&packed, None).unwrap();
        assert_eq!(read.kind, one.kind);
        let reports: Vec<_> = read.reports().collect();
        assert_eq!(reports, [&one.bookings[..], &one.bookings[..]]);
    }
}

#[test]
fn an_archive_that_is_no_statement_is_refused() {
    let deflated = CompressionMethod::Deflated;
    let refused = |bytes: &[u8]| Statement::read(bytes, None).unwrap_err();
    // 40 MiB of zeros in 40 KiB.
    let bomb = archive(&[("a.xml", &vec![b' '; 40 << 20])], deflated);
    assert!(bomb.len() < 1 << 20);
    assert_eq!(refused(&bomb), StatementError::TooLarge);
    let names: Vec<String> = (0..1001).map(|n| format!("{n}.xml")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b"x"[..])).collect();
    assert!(
        refused(&archive(&many, deflated))
            .to_string()
            .contains("1000")
    );
    let nested = archive(&[("a.zip", &archive(&[("x", b"x")], deflated))], deflated);
    assert!(refused(&nested).to_string().contains("another archive"));
    let empty = archive(&[], deflated);
    assert!(refused(&empty).to_string().contains("no statement"));
    let workbook = archive(&[("[Content_Types].xml", b"<Types/>")], deflated);
    assert_eq!(
        refused(&workbook),
        StatementError::Foreign(ForeignFormat::Excel)
    );
    let broken = archive(&[("broken.xml", b"<a>")], deflated);
    assert!(refused(&broken).to_string().contains("broken.xml"));
    let mut cut = broken;
    cut.truncate(cut.len() - 9);
    assert!(refused(&cut).to_string().contains("damaged"));
}

#[test]
fn camt_in_an_envelope_is_read() {
    let Some(bytes) = filled("45-camt-envelope/st.tmpl") else {
        return;
    };
    let read = Statement::read(&bytes, None).unwrap();
    assert_eq!(read.format, "camt.053.001.08");
    assert_eq!(paid(&read), [2000]);
}

#[test]
fn references_in_other_fields_are_found() {
    let Some(bytes) = filled("47-camt-other-fields/st.tmpl") else {
        return;
    };
    let read = Statement::read(&bytes, None).unwrap();
    assert_eq!(paid(&read), [1300, 2000]);
}

#[test]
fn a_namespace_that_names_its_message_is_read_and_others_are_named() {
    let Some(bytes) = filled("48-camt-namespace/st.tmpl") else {
        return;
    };
    let read = Statement::read(&bytes, None).unwrap();
    assert_eq!(paid(&read), [1300, 2000]);
    let text = String::from_utf8(bytes).unwrap();
    let other = text.replace("camt.053.001.10", "camt.053");
    let refused = Statement::read(other.as_bytes(), None).unwrap_err();
    assert!(
        refused.to_string().contains("20023:tech:xsd:camt.053"),
        "{refused}"
    );
}

#[test]
fn amounts_with_a_currency_sign_are_read() {
    let Some(bytes) = filled("60-dkb-2023/dkb.tmpl") else {
        return;
    };
    let chosen = CsvColumns {
        status: some("Status"),
        booked: some("Gebucht"),
        ..columns("Buchungsdatum", "Betrag", "Verwendungszweck")
    };
    // Without a chosen status the word alone says that a row is not booked.
    let by_word = columns("Buchungsdatum", "Betrag", "Verwendungszweck");
    for chosen in [chosen, by_word] {
        let read = Statement::read(&bytes, Some(&chosen)).unwrap();
        assert_eq!(rows(&read), [row(Credit, 2000), row(Debit, 100_913)]);
        assert_eq!((read.left_out.not_booked, read.left_out.unreadable), (1, 0));
        assert_eq!(paid(&read), [2000]);
    }
    let proposed = propose(&csv_head(&bytes, None).unwrap().columns);
    assert_eq!(
        (&*proposed.day, &*proposed.amount),
        ("Buchungsdatum", "Betrag")
    );
}

#[test]
fn money_in_and_out_in_two_columns_is_read() {
    let Some(bytes) = filled("61-currency-signs/uk.tmpl") else {
        return;
    };
    let chosen = CsvColumns {
        debit: some("Money Out"),
        decimal: DecimalSign::Point,
        ..columns("Date", "Money In", "Description")
    };
    let read = Statement::read(&bytes, Some(&chosen)).unwrap();
    assert_eq!(rows(&read), [row(Credit, 2000), row(Debit, 350)]);
    assert_eq!(read.left_out.unreadable, 0);
    assert_eq!(paid(&read), [2000]);
}

#[test]
fn a_direction_in_a_column_without_a_name_is_refused_or_read() {
    let Some(bytes) = filled("62-soll-haben/vr.tmpl") else {
        return;
    };
    let chosen = columns("Buchungstag", "Umsatz", "Verwendungszweck");
    let refused = Statement::read(&bytes, Some(&chosen));
    assert_eq!(refused, Err(StatementError::Direction("#8".to_owned())));
    let chosen = CsvColumns {
        direction: some("#8"),
        came: some("H"),
        went: some("S"),
        ..chosen
    };
    let read = Statement::read(&bytes, Some(&chosen)).unwrap();
    assert_eq!(rows(&read), [row(Credit, 2000), row(Debit, 1300)]);
    assert_eq!(paid(&read), [2000]);
}

#[test]
fn days_without_signs_and_dutch_directions_are_read() {
    let Some(bytes) = filled("63-ing-nl/ing.tmpl") else {
        return;
    };
    let chosen = CsvColumns {
        day_order: DayOrder::YearMonthDay,
        ..columns("Datum", "Bedrag (EUR)", "Mededelingen")
    };
    let refused = Statement::read(&bytes, Some(&chosen));
    assert_eq!(refused, Err(StatementError::Direction("Af Bij".to_owned())));
    let chosen = CsvColumns {
        direction: some("Af Bij"),
        came: some("Bij"),
        went: some("Af"),
        ..chosen
    };
    let read = Statement::read(&bytes, Some(&chosen)).unwrap();
    assert_eq!(rows(&read), [row(Credit, 2000), row(Debit, 1300)]);
    assert_eq!(paid(&read), [2000]);
}

#[test]
fn utf16_is_read_with_and_without_a_declaration() {
    let Some(bytes) = filled("64-erste-utf16/george.utf8.tmpl") else {
        return;
    };
    let text = String::from_utf8(bytes).unwrap();
    let chosen = CsvColumns {
        currency: None,
        currency_column: some("Währung"),
        ..columns("Buchungsdatum", "Betrag", "Zahlungsreferenz")
    };
    let wide = |mark: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        format!("{mark}{text}")
            .encode_utf16()
            .flat_map(order)
            .collect()
    };
    for mark in ["\u{feff}", ""] {
        for (order, encoding) in [
            (u16::to_le_bytes as fn(u16) -> [u8; 2], Encoding::Utf16Le),
            (u16::to_be_bytes, Encoding::Utf16Be),
        ] {
            let bytes = wide(mark, order);
            let head = csv_head(&bytes, None).unwrap();
            assert_eq!((head.encoding, head.header), (encoding, 1));
            for declared in [None, Some(encoding)] {
                let chosen = CsvColumns {
                    encoding: declared,
                    ..chosen.clone()
                };
                assert!(chosen.fit(&bytes));
                let read = Statement::read(&bytes, Some(&chosen)).unwrap();
                assert_eq!(rows(&read), [row(Credit, 2000), row(Debit, 1300)]);
                assert_eq!(paid(&read), [2000]);
            }
        }
    }
    let other = CsvColumns {
        encoding: Some(Encoding::Utf8),
        ..chosen
    };
    let refused = Statement::read(&wide("\u{feff}", u16::to_le_bytes), Some(&other));
    assert!(
        matches!(&refused, Err(StatementError::Encoding { encoding, line: 1 }) if encoding == "UTF-8"),
        "{refused:?}"
    );
}

#[test]
fn columns_of_a_file_without_a_header_are_chosen_by_their_numbers() {
    let Some(bytes) = filled("65-raiffeisen-no-header/elba.tmpl") else {
        return;
    };
    let head = csv_head(&bytes, None).unwrap();
    assert_eq!(head.header, 0);
    let names: Vec<&str> = head.columns.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["#1", "#2", "#3", "#4", "#5", "#6"]);
    assert_eq!(head.columns[3].examples, ["20,00", "-12,00"]);
    let proposed = propose(&head.columns);
    assert_eq!((&*proposed.day, &*proposed.amount), ("#1", "#4"));
    assert_eq!(proposed.currency_column.as_deref(), Some("#5"));
    let chosen = columns("#1", "#4", "#2");
    let above = [b"Konto;AT611904300234573201\n".as_slice(), &bytes].concat();
    for bytes in [&bytes, &above] {
        let read = Statement::read(bytes, Some(&chosen)).unwrap();
        assert_eq!(rows(&read), [row(Credit, 2000), row(Debit, 1200)]);
        assert_eq!(paid(&read), [2000]);
        assert_eq!(read.left_out.unreadable, 0);
        assert!(chosen.probably_fit(bytes));
    }
}

/// Regression test: a bank whose files have no header was proposed for files of other banks.
#[test]
fn numbered_columns_are_probably_of_a_file_without_a_header() {
    let by_number = columns("#1", "#4", "#2");
    let by_name = columns("Tag", "Betrag", "Zweck");
    let row = "20.11.2026;Zweck von allem;20.11.2026;20,00\n";
    let header = "Tag;Zweck;Valuta;Betrag\n";
    for (above, is_headed) in [
        ("", false),
        ("Konto;1\n\n", false),
        ("Konto;Giro;;;\n", false),
        (header, true),
        ("Tag;Zweck;Valuta;\n", true),
    ] {
        let file = format!("{above}{row}");
        assert!(by_number.fit(file.as_bytes()), "{file}");
        assert_eq!(
            by_number.probably_fit(file.as_bytes()),
            !is_headed,
            "{file}"
        );
    }
    let file = format!("Konto;1\n\n{header}{row}");
    assert!(by_name.probably_fit(file.as_bytes()) && !by_number.probably_fit(file.as_bytes()));
    assert!(!by_name.probably_fit(row.as_bytes()));
}

#[test]
fn days_with_the_name_of_a_month_are_read() {
    let Some(bytes) = filled("66-month-names/m.tmpl") else {
        return;
    };
    let chosen = CsvColumns {
        decimal: DecimalSign::Point,
        ..columns("Date", "Amount", "Description")
    };
    let read = Statement::read(&bytes, Some(&chosen)).unwrap();
    assert_eq!(rows(&read), [row(Credit, 2000), row(Credit, 1300)]);
    assert_eq!(paid(&read), [1300, 2000]);
    let proposed = propose(&csv_head(&bytes, None).unwrap().columns);
    assert_eq!(
        (&*proposed.day, proposed.day_order),
        ("Date", DayOrder::DayMonthYear)
    );
}

#[test]
fn fields_that_spreadsheets_keep_as_text_are_read() {
    let Some(bytes) = filled("67-postfinance-equals/pf.tmpl") else {
        return;
    };
    // The notes below the few rows are no rows, by which another line would name the columns.
    let head = csv_head(&bytes, None).unwrap();
    assert_eq!(head.header, 6);
    assert_eq!(propose(&head.columns).amount, "Gutschrift in EUR");
    let chosen = CsvColumns {
        debit: some("Lastschrift in EUR"),
        decimal: DecimalSign::Point,
        ..columns("Buchungsdatum", "Gutschrift in EUR", "Avisierungstext")
    };
    let read = Statement::read(&bytes, Some(&chosen)).unwrap();
    assert_eq!(rows(&read), [row(Credit, 2000), row(Debit, 1300)]);
    assert_eq!(read.left_out.unreadable, 0);
    assert_eq!(paid(&read), [2000]);
}

#[test]
fn windows_1250_is_read_with_and_without_a_declaration() {
    let Some(bytes) = filled("71-mbank-cp1250/mbank.utf8.tmpl") else {
        return;
    };
    let bytes = windows_1250(&bytes);
    assert_eq!(
        csv_head(&bytes, None).unwrap().encoding,
        Encoding::Windows1250
    );
    for encoding in [None, Some(Encoding::Windows1250)] {
        let chosen = CsvColumns {
            day_order: DayOrder::YearMonthDay,
            party: some("#Kategoria"),
            encoding,
            ..columns("#Data operacji", "#Kwota", "#Opis operacji")
        };
        let read = Statement::read(&bytes, Some(&chosen)).unwrap();
        assert_eq!(rows(&read), [row(Credit, 102_000), row(Debit, 1300)]);
        assert!(
            read.bookings[0]
                .text
                .starts_with("PRZELEW ZEWNĘTRZNY PRZYCHODZĄCY")
        );
        assert_eq!(read.bookings[0].party.as_deref(), Some("Wpływy"));
        assert_eq!(read.bookings[1].text, "ZAKUP ŁÓDŹ");
    }
}

#[test]
fn mt940_and_other_formats_are_named() {
    let Some(bytes) = filled("99-mt940/x.sta.tmpl") else {
        return;
    };
    let swift = [b"{1:F01BANKDEFFXXXX}{4:\r\n".as_slice(), &bytes].concat();
    let qif = b"!Type:Bank\nD11/28/26\nT20.00\n^\n".to_vec();
    let ofx = b"OFXHEADER:100\nDATA:OFXSGML\n\n<OFX></OFX>".to_vec();
    let sgml = b"<?xml version=\"1.0\"?><?OFX OFXHEADER=\"200\"?><OFX></OFX>".to_vec();
    for (bytes, format) in [
        (bytes, ForeignFormat::Mt940),
        (swift, ForeignFormat::Mt940),
        (qif, ForeignFormat::Qif),
        (ofx, ForeignFormat::Ofx),
        (sgml, ForeignFormat::Ofx),
        (b"%PDF-1.4".to_vec(), ForeignFormat::Pdf),
    ] {
        let chosen = columns("a", "b", "c");
        for columns in [None, Some(&chosen)] {
            let refused = Statement::read(&bytes, columns).unwrap_err();
            assert_eq!(refused, StatementError::Foreign(format));
            let told = refused.to_string();
            assert!(told.contains(format.as_str()), "{told}");
        }
        assert!(!Statement::needs_columns(&bytes) || csv_head(&bytes, None).is_err());
    }
}
