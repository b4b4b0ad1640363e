//! What is read of a bank's CSV, by the columns chosen.

use poundwise_documents::units::DecimalSign;
use poundwise_payments::{
    CsvColumn, CsvColumns, DayOrder, Direction, RowFault, Statement, StatementError, UnreadableRow,
    csv_head, propose,
};

use crate::support::{IBAN, again, camt, minor, paid, read, reference};

/// The columns of a file, as proposed.
fn csv_columns(bytes: &[u8]) -> Result<Vec<CsvColumn>, StatementError> {
    csv_head(bytes, None).map(|head| head.columns)
}

fn columns() -> CsvColumns {
    CsvColumns {
        iban: "DE75 5121 0800 1245 1261 99".to_owned(),
        day: "Buchungstag".to_owned(),
        day_order: DayOrder::DayMonthYear,
        amount: "Betrag".to_owned(),
        decimal: DecimalSign::Comma,
        debit: None,
        direction: None,
        came: None,
        went: None,
        currency: None,
        currency_column: Some("Währung".to_owned()),
        text: vec!["Verwendungszweck".to_owned(), "Ende-zu-Ende".to_owned()],
        party: Some("Name".to_owned()),
        status: Some("Info".to_owned()),
        booked: Some("Umsatz gebucht".to_owned()),
        encoding: None,
    }
}

fn file(rows: &str) -> String {
    format!(
        "Umsätze;Konto 1245126199\r\n;\r\n\
         Buchungstag;Name;Verwendungszweck;Ende-zu-Ende;Betrag;Währung;Info\r\n{rows}"
    )
}

#[test]
fn rows_are_bookings_and_a_preamble_is_none() {
    let wanted = reference("an order");
    let text = file(&format!(
        "20.11.2026;Bob Bär;\"Order; {wanted}\";;1.010,00;EUR;Umsatz gebucht\r\n\
         20.11.26; ;{wanted};;-10,00;EUR;Umsatz gebucht\r\n\
         20.11.2026;Bob;{wanted};;10,00;EUR;Umsatz vorgemerkt\r\n\
         20.11.2026;Bob;{wanted};;10.50;EUR;Umsatz gebucht\r\n\
         20.11.2026;Bob;{wanted};;0,00;EUR;Umsatz gebucht\r\n\
         ;;;;;;\r\n\
         20.11.2026;Bob\r\n\
         Ende der Liste\r\n"
    ));
    for bytes in [
        text.clone().into_bytes(),
        format!("\u{feff}{text}").into_bytes(),
        // Latin-1.
        text.chars()
            .map(|c| u8::try_from(u32::from(c)).unwrap())
            .collect(),
    ] {
        let read = Statement::read(&bytes, Some(&columns())).unwrap();
        let [credit, debit] = &read.bookings[..] else {
            panic!("{read:?}");
        };
        assert_eq!(read.format, "csv");
        assert_eq!(credit.iban, IBAN);
        assert_eq!(credit.direction, Direction::Credit);
        assert_eq!(credit.amount, minor(101_000));
        assert_eq!(credit.text, format!("Order; {wanted}"));
        assert_eq!(credit.party.as_deref(), Some("Bob Bär"));
        assert!(credit.references().contains(&wanted.parse().unwrap()));
        assert_eq!(
            (debit.direction, debit.amount),
            (Direction::Debit, minor(1000))
        );
        assert_eq!(debit.party, None);
        assert_eq!(debit.booked_on, credit.booked_on);
        assert_eq!(debit.booked_on.unwrap().to_string(), "2026-11-20");
        // The row that is announced, the empty one and the one that is cut off; two amounts that
        // cannot be read. The line of one field is no row.
        assert_eq!((read.left_out.not_booked, read.left_out.unreadable), (3, 2));
    }
}

/// Returns line, day and fitting day order of a row with an unreadable day.
fn of_day(row: &UnreadableRow) -> (u64, &str, Option<DayOrder>) {
    match &row.fault {
        RowFault::Day { day, fits } => (row.line, day, *fits),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_row_whose_day_cannot_be_read_is_no_booking() {
    let row = |day: &str| format!("{day};\"Bob\nBär\";x;;10,00;EUR;Umsatz gebucht\r\n");
    let days = [
        "20.11.2026",
        "23\u{1b}/2026",
        "31.11.2026",
        "",
        "11.23.2026",
    ];
    let rows: String = days.into_iter().map(row).collect();
    let read = Statement::read(file(&rows).as_bytes(), Some(&columns())).unwrap();
    assert_eq!(read.bookings.len(), 1);
    assert_eq!(
        (read.left_out.unreadable, read.left_out.without_day),
        (4, 4)
    );
    // The lines on which they begin: three stand before the rows, and each row has two.
    let named: Vec<_> = read.unreadable_rows.iter().map(of_day).collect();
    assert_eq!(
        named,
        [
            (6, "23 /2026", None),
            (8, "31.11.2026", None),
            (10, "", None)
        ]
    );
    let mut columns = columns();
    columns.day_order = DayOrder::MonthDayYear;
    let text = file(&row("23.11.2026"));
    let read = Statement::read(text.as_bytes(), Some(&columns)).unwrap();
    assert!(read.bookings.is_empty());
    let [wrong] = &read.unreadable_rows[..] else {
        panic!("{read:?}");
    };
    let fits = Some(DayOrder::DayMonthYear);
    assert_eq!(of_day(wrong), (4, "23.11.2026", fits));
}

#[test]
fn a_booking_is_known_again_from_another_export_and_from_camt() {
    let wanted = reference("an order");
    let row = format!("20.11.2026;Bob;{wanted};;10,00;EUR;Umsatz gebucht\r\n");
    let twice = file(&format!("{row}{row}"));
    let export = Statement::read(twice.as_bytes(), Some(&columns())).unwrap();
    let once = Statement::read(file(&row).as_bytes(), Some(&columns())).unwrap();
    let orders = ["an order"];
    assert_eq!(again(&once.bookings, &export.bookings, &orders), [Some(0)]);
    assert_eq!(
        again(&export.bookings, &once.bookings, &orders),
        [Some(0), None]
    );
    let camt = read(&camt(&[paid(&wanted)]));
    assert_eq!(again(&camt.bookings, &export.bookings, &orders), [Some(0)]);
}

#[test]
fn a_row_that_lacks_its_status_is_not_booked() {
    let wanted = reference("an order");
    for row in [
        format!("20.11.2026;Bob;{wanted};;10,00;EUR\r\n"),
        format!("20.11.2026;Bob;{wanted};;10,00;EUR;\r\n"),
    ] {
        let read = Statement::read(file(&row).as_bytes(), Some(&columns())).unwrap();
        assert_eq!((read.bookings.len(), read.left_out.not_booked), (0, 1));
    }
}

#[test]
fn money_that_went_may_have_its_own_column_and_one_currency_may_be_said() {
    let mut columns = columns();
    columns.currency_column = None;
    columns.currency = Some("USD".to_owned());
    columns.debit = Some("Soll".to_owned());
    columns.decimal = DecimalSign::Point;
    columns.day_order = DayOrder::MonthDayYear;
    (columns.status, columns.booked) = (None, None);
    columns.text.truncate(1);
    assert_eq!(columns.problem(), None);
    let text = "Buchungstag,Name,Verwendungszweck,Betrag,Soll\n\
                11/20/2026,Bob,x,\"1,010.00\",\n\
                11/21/2026,Bob,x,,10.00\n\
                11/21/2026,Bob,x,10.00,10.00\n";
    let read = Statement::read(text.as_bytes(), Some(&columns)).unwrap();
    let found: Vec<_> = read
        .bookings
        .iter()
        .map(|b| (b.direction, b.amount, b.currency.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (Direction::Credit, minor(101_000), "USD"),
            (Direction::Debit, minor(1000), "USD")
        ]
    );
    assert_eq!(read.left_out.unreadable, 1);
}

#[test]
fn what_cannot_be_read_by_the_columns_is_refused() {
    let text = file("");
    let refused =
        |bytes: &[u8], columns: Option<&CsvColumns>| Statement::read(bytes, columns).unwrap_err();
    assert_eq!(refused(text.as_bytes(), None), StatementError::NoColumns);
    let missing = StatementError::MissingColumn("Betrag".to_owned());
    let renamed = text.replace("Betrag", "Summe");
    assert_eq!(refused(renamed.as_bytes(), Some(&columns())), missing);
    let other = StatementError::MissingColumn("Buchungstag".to_owned());
    assert_eq!(refused(b"a;b\n1;2\n", Some(&columns())), other);
    assert_eq!(refused(b"", Some(&columns())), other);
    assert_eq!(refused(b"a\0b", Some(&columns())), StatementError::Binary);
}

/// Without quotes, a separator in the payer's text moves the amount of the bank.
#[test]
fn empty_fields_beyond_the_header_are_read_only_if_texts_are_quoted() {
    let amounts = |row: &str| -> (Vec<u64>, u64) {
        let text = format!("Buchungstag;Verwendungszweck;Betrag;\n{row}\n");
        let mut columns = columns();
        columns.text.truncate(1);
        columns.party = None;
        (columns.status, columns.booked) = (None, None);
        (columns.currency, columns.currency_column) = (Some("EUR".to_owned()), None);
        let read = Statement::read(text.as_bytes(), Some(&columns)).unwrap();
        let amounts = read.bookings.iter().map(|one| one.amount.get()).collect();
        (amounts, read.left_out.surplus)
    };
    assert_eq!(amounts("20.11.2026;\"a;b\";10,00 EUR;;"), (vec![1000], 0));
    assert_eq!(amounts("20.11.2026;a;99,00;10,00 EUR;"), (vec![], 1));
    assert_eq!(amounts("20.11.2026;\"a\";10,00 EUR;;b"), (vec![], 1));
}

#[test]
fn a_choice_of_columns_says_what_is_missing() {
    type Change = fn(&mut CsvColumns);
    let direction: Change = |c| {
        c.direction = Some("S/H".to_owned());
        (c.came, c.went) = (Some("H".to_owned()), Some("S".to_owned()));
    };
    let changes: [(&str, Change); 12] = [
        ("direction", |c| c.direction = Some("S/H".to_owned())),
        ("direction", |c| c.came = Some("H".to_owned())),
        ("direction", |c| c.direction = Some(" ".to_owned())),
        ("direction", |c| c.went = Some(" h ".to_owned())),
        ("direction", |c| c.debit = Some("Soll".to_owned())),
        ("iban", |c| c.iban = "DE75512108001245126198".to_owned()),
        ("day", |c| c.day = " ".to_owned()),
        ("amount", |c| c.amount = String::new()),
        ("currency", |c| c.currency_column = None),
        ("currency", |c| {
            c.currency_column = None;
            c.currency = Some("EURO".to_owned());
        }),
        ("text", |c| c.text.clear()),
        ("status", |c| c.booked = None),
    ];
    assert_eq!(columns().problem(), None);
    for (field, change) in changes {
        let mut wrong = columns();
        change(&mut wrong);
        if wrong.direction.is_some() != wrong.came.is_some() && field == "direction" {
            assert_eq!(wrong.problem(), Some(field));
            continue;
        }
        if field == "direction" {
            direction(&mut wrong);
            assert_eq!(wrong.problem(), (wrong.debit.is_some()).then_some(field));
            change(&mut wrong);
        }
        assert_eq!(wrong.problem(), Some(field));
    }
}

#[test]
fn the_columns_of_a_file_are_shown_to_choose_from() {
    let text =
        file("20.11.2026;Bob;x;;10,00;EUR;Umsatz gebucht\r\n21.11.2026;Eve;;;11,00;EUR;\r\n");
    let found = csv_columns(text.as_bytes()).unwrap();
    let names: Vec<&str> = found.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "Buchungstag",
            "Name",
            "Verwendungszweck",
            "Ende-zu-Ende",
            "Betrag",
            "Währung",
            "Info"
        ]
    );
    assert_eq!(found[0].examples, ["20.11.2026", "21.11.2026"]);
    assert_eq!(found[2].examples, ["x"]);
    // A column without a name cannot be chosen.
    let ends_open = csv_columns(b"Day;Amount;\n20.11.2026;1,00;\n").unwrap();
    assert_eq!(ends_open.len(), 2);
    // A line of one field is no row, one of two is.
    let two = csv_columns(b"Day;Amount\n20.11.2026;1,00\nEnd of the list\n").unwrap();
    let examples = two.iter().map(|column| column.examples.join(" "));
    assert_eq!(examples.collect::<Vec<_>>(), ["20.11.2026", "1,00"]);
    for none in [
        &b""[..],
        b"one line",
        b"a\nb\n",
        b"Day;Amount\n",
        b"Day;Amount\nEnd of the list\n",
    ] {
        assert_eq!(csv_columns(none), Err(StatementError::NoTable));
    }
}

#[test]
fn commas_in_one_text_are_no_table() {
    let text = "Day;Amount;Text\n20.11.2026;1,00;a, b, c, d, e\n21.11.2026;2;f\n";
    let found = csv_columns(text.as_bytes()).unwrap();
    let names: Vec<&str> = found.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["Day", "Amount", "Text"]);
}

#[test]
fn columns_are_chosen_for_csv_alone() {
    assert!(Statement::needs_columns(
        file("20.11.2026;Bob;x;;10,00;EUR;\r\n").as_bytes()
    ));
    let camt = crate::support::camt(&[]);
    for message in [camt.clone(), format!("\u{feff} \n{camt}")] {
        assert!(!Statement::needs_columns(message.as_bytes()), "{message}");
    }
}

#[test]
fn a_proposal_is_what_the_examples_tell_and_no_more() {
    // Of a column without examples nothing is told.
    let export = "Notiz;Konto;Saldo;Buchung;Betrag;Währung;Verwendungszweck;Empfänger;Währung\n\
                  ;DE75512108001245126199;9,00;20.11.2026;-1.010,50;EUR;x;Bob;EUR\n\
                  ;DE75512108001245126199;8,00;02.11.2026;3,00;EUR;y;Eve;EUR\n";
    let found = csv_columns(export.as_bytes()).unwrap();
    let twice = found.iter().filter(|column| column.name == "Währung");
    assert_eq!(twice.count(), 1);
    let proposed = propose(&found);
    assert_eq!(proposed.iban, IBAN);
    assert_eq!(
        (&*proposed.day, proposed.day_order),
        ("Buchung", DayOrder::DayMonthYear)
    );
    assert_eq!(
        (&*proposed.amount, proposed.decimal),
        ("Betrag", DecimalSign::Comma)
    );
    assert_eq!(proposed.currency_column.as_deref(), Some("Währung"));
    assert_eq!(proposed.text, ["Verwendungszweck"]);
    assert_eq!(proposed.party.as_deref(), Some("Empfänger"));
    assert_eq!(proposed.problem(), None);
    assert!(proposed.fit(export.as_bytes()));
    assert!(!columns().fit(export.as_bytes()));

    // The account of the one payer of all rows is not that of the file, nor is one of several.
    for (header, second) in [
        ("IBAN Zahlungsbeteiligter", IBAN),
        ("Kontonummer/IBAN", IBAN),
        ("Konto", "DE89370400440532013000"),
    ] {
        let rows = format!("20.11.2026;1,00;{IBAN}\n21.11.2026;2,00;{second}\n");
        let export = format!("Buchung;Betrag;{header}\n{rows}");
        let proposed = propose(&csv_columns(export.as_bytes()).unwrap());
        assert_eq!(proposed.iban, "", "{header}");
    }

    // Of 03/04/2026 nobody can tell the month, and of 3,004 not what is before the decimals.
    let unclear = csv_columns(b"When,What,Much\n03/04/2026,x,\"3,004\"\n05/06/2026,y,7\n").unwrap();
    let proposed = propose(&unclear);
    assert_eq!(
        (&*proposed.day, &*proposed.amount, &*proposed.iban),
        ("", "", "")
    );
    // Who writes points writes the day first; a year of two digits is no amount's decimals.
    let points = csv_columns(b"Tag;Text;Betrag\n03.04.26;x;1,00\n05.06.26;y;2,00\n").unwrap();
    let proposed = propose(&points);
    assert_eq!(
        (&*proposed.day, proposed.day_order, &*proposed.amount),
        ("Tag", DayOrder::DayMonthYear, "Betrag")
    );
    let told = csv_columns(b"Date,What,Much\n11/20/2026,x,1.50\n11/21/2026,y,7.25\n").unwrap();
    let proposed = propose(&told);
    assert_eq!(
        (&*proposed.day, proposed.day_order),
        ("Date", DayOrder::MonthDayYear)
    );
    assert_eq!(
        (&*proposed.amount, proposed.decimal),
        ("Much", DecimalSign::Point)
    );
}

/// What German banks write before the header: more lines than the table has, one with a quote that
/// does not end, and one of names that is not the header.
const PREAMBLE: &str = "\
Kontonummer;DE75512108001245126199\r\n\
\"Zeitraum;01.11.2026 - 30.11.2026\r\n\
Kontostand;1.234,56 EUR\r\n\
Buchungstag;Betrag\r\n\
\r\n";

#[test]
fn the_header_below_other_lines_is_proposed() {
    let row = "20.11.2026;Bob;x;;10,00;EUR;Umsatz gebucht\r\n";
    let text = format!("{PREAMBLE}{}", file(row));
    let head = csv_head(text.as_bytes(), None).unwrap();
    assert_eq!(
        (head.header, head.columns.len(), head.lines.len()),
        (8, 7, 9)
    );
    assert_eq!(head.lines[1], "\"Zeitraum;01.11.2026 - 30.11.2026");
    assert_eq!(head.lines[4], "");
    assert!(head.lines[7].starts_with("Buchungstag;Name;"));
    assert_eq!(head.columns[4].examples, ["10,00"]);
}

#[test]
fn a_line_above_the_header_is_not_proposed_for_its_number_of_names() {
    let header = |text: &str| csv_head(text.as_bytes(), None).unwrap().header;
    // No row below has so many fields.
    let wide = "Konto;Bank;Ort;Art;Name\nTag;Betrag;Text\n20.11.2026;1,00;x\n21.11.2026;2,00;y\n";
    assert_eq!(header(wide), 2);
    // Half of the rows below have so many fields.
    let half = "Konto;Bank;Ort;Art\nTag;Betrag;Text\n20.11.2026;1,00;x;y\n21.11.2026;2,00;x;y\n\
                22.11.2026;3,00;x\n";
    assert_eq!(header(half), 2);
    // Nor is a row below it, which has more fields than have names: an amount, or a day with its
    // time, is no name.
    let nameless = "Tag;Betrag\n20.11.2026;1,00;x\n21.11.2026;2,00;y\n22.11.2026;3,00;z\n";
    assert_eq!(header(nameless), 1);
    let timed = "Tag;Betrag\n20.11.2026 10:15 Uhr;1,00 EUR;x\n21.11.2026 9:00 Uhr;2,00 EUR;y\n";
    assert_eq!(header(timed), 1);
    let numbered = "Nr;Betrag\n4711;1 EUR;x\n4712;2 EUR;y\n4713;3 EUR;z\n";
    assert_eq!(header(numbered), 1);
    // A name may have a digit.
    let digits = "Konto;Bank\nTag;Betrag;Text 1\n20.11.2026;1,00;x\n21.11.2026;2,00;y\n";
    assert_eq!(header(digits), 2);
    // A sign without a letter is a name too.
    let signs = "Konto;Bank\n#;Betrag;Text\n1;1,00;x\n2;2,00;y\n";
    assert_eq!(header(signs), 2);
    // Of lines that are alike the first is.
    assert_eq!(header("name;kind\nBob;clinic\nEve;insurer\n"), 1);
}

#[test]
fn a_number_that_is_no_iban_is_not_proposed_as_the_account() {
    let export = "Konto;Buchung;Betrag\n1234567;20.11.2026;1,00\n1234567;21.11.2026;2,00\n";
    let proposed = propose(&csv_columns(export.as_bytes()).unwrap());
    assert_eq!((&*proposed.iban, &*proposed.day), ("", "Buchung"));
}

#[test]
fn the_line_of_the_header_is_stated() {
    let text = format!("{PREAMBLE}{}", file("20.11.2026;Bob;x;;10,00;EUR;\r\n"));
    let stated = |line: u64| csv_head(text.as_bytes(), Some(line));
    assert_eq!(stated(8), csv_head(text.as_bytes(), None));
    let names: Vec<String> = stated(4)
        .unwrap()
        .columns
        .into_iter()
        .map(|column| column.name)
        .collect();
    assert_eq!(names, ["Buchungstag", "Betrag"]);
    // An empty line, and lines that the file has not.
    for line in [5, 10, u64::MAX] {
        assert_eq!(stated(line), Err(StatementError::NoHeader(line)), "{line}");
    }
}

#[test]
fn a_kept_bank_is_read_from_the_first_of_a_hundred_lines_with_all_its_columns() {
    let wanted = reference("an order");
    let row = format!("20.11.2026;Bob;{wanted};;10,00;EUR;Umsatz gebucht\r\n");
    let read = |before: usize| {
        let text = format!("{PREAMBLE}{}{}", "Notiz\r\n".repeat(before), file(&row));
        Statement::read(text.as_bytes(), Some(&columns()))
    };
    for before in [0, 60, 92] {
        let read = read(before).unwrap();
        assert_eq!((read.bookings.len(), read.left_out.unreadable), (1, 0));
        assert_eq!(read.bookings[0].amount, minor(1000));
    }
    let missing = StatementError::MissingColumn("Währung".to_owned());
    let text = format!("{PREAMBLE}{}", file(&row)).replace("Währung", "Devise");
    let refused = Statement::read(text.as_bytes(), Some(&columns()));
    assert_eq!(refused, Err(missing));
    // Of lines with as many of them it is what the first lacks.
    let missing = StatementError::MissingColumn("Betrag".to_owned());
    let refused = Statement::read(b"Buchungstag;Saldo\nBetrag;Saldo\n", Some(&columns()));
    assert_eq!(refused, Err(missing));
    assert!(matches!(read(93), Err(StatementError::MissingColumn(_))));
    // The line of a row is counted from the start of the file.
    let text = format!(
        "{PREAMBLE}{}",
        file("heute;Bob;x;;10,00;EUR;Umsatz gebucht\r\n")
    );
    let read = Statement::read(text.as_bytes(), Some(&columns())).unwrap();
    assert_eq!(read.unreadable_rows[0].line, 9);
}

/// Returns a CSV with unsigned amounts, and its columns without the direction column.
fn unsigned(name: &str, words: &[&str]) -> (String, CsvColumns) {
    let rows: String = words
        .iter()
        .map(|word| format!("20.11.2026;x;10,00;{word}\n"))
        .collect();
    let columns = CsvColumns {
        currency: Some("EUR".to_owned()),
        currency_column: None,
        text: vec!["Verwendungszweck".to_owned()],
        party: None,
        status: None,
        booked: None,
        ..columns()
    };
    let text = format!("Buchungstag;Verwendungszweck;Betrag;{name}\n{rows}");
    (text, columns)
}

fn with_direction(columns: CsvColumns, column: &str, came: &str, went: &str) -> CsvColumns {
    CsvColumns {
        direction: Some(column.to_owned()),
        came: Some(came.to_owned()),
        went: Some(went.to_owned()),
        ..columns
    }
}

#[test]
fn direction_column_decides_the_direction() {
    use Direction::{Credit, Debit};
    for (name, came, went) in [
        ("Soll/Haben", "H", "S"),
        ("", "H", "S"),
        ("Af Bij", "Bij", "Af"),
        ("D/C", "C", "D"),
        ("Type", "Credit", "Debet"),
        ("Irány", "Jóváírás", "Terhelés"),
    ] {
        let column = if name.is_empty() { "#4" } else { name };
        let (text, without) = unsigned(name, &[came, went, "", "X", &came.to_lowercase()]);
        let columns = with_direction(without, column, came, went);
        assert_eq!(columns.problem(), None);
        assert!(columns.fit(text.as_bytes()));
        let read = Statement::read(text.as_bytes(), Some(&columns)).unwrap();
        let found: Vec<_> = read.bookings.iter().map(|one| one.direction).collect();
        assert_eq!(found, [Credit, Debit, Credit], "{name}");
        // Rows with an unknown direction are skipped.
        let counts = (read.left_out.unreadable, read.left_out.without_direction);
        assert_eq!(counts, (2, 2), "{name}");
        let words = read.unreadable_rows.iter().map(|row| match &row.fault {
            RowFault::Direction { word } => (row.line, &**word),
            other => panic!("{other:?}"),
        });
        assert_eq!(words.collect::<Vec<_>>(), [(4, ""), (5, "X")]);
    }
    // A sign that contradicts the direction makes the row unreadable.
    let (text, without) = unsigned("S/H", &["H", "S"]);
    let columns = with_direction(without, "S/H", "H", "S");
    let signed = text.replace("10,00", "-10,00");
    let read = Statement::read(signed.as_bytes(), Some(&columns)).unwrap();
    assert_eq!(read.bookings.len(), 1);
    assert_eq!(read.bookings[0].direction, Debit);
    assert_eq!(read.left_out.without_direction, 1);
    // A number is valid only for a column without a name.
    let named = with_direction(columns.clone(), "#3", "H", "S");
    let missing = StatementError::MissingColumn("#3".to_owned());
    assert_eq!(Statement::read(text.as_bytes(), Some(&named)), Err(missing));
}

#[test]
fn unsigned_amounts_need_a_chosen_direction_column() {
    let refused = |name: &str, words: &[&str]| {
        let (text, columns) = unsigned(name, words);
        Statement::read(text.as_bytes(), Some(&columns)).map(|read| read.bookings.len())
    };
    for (name, words) in [
        ("", ["H", "S"]),
        ("", ["S", "S"]),
        ("Art", ["Gutschrift", "Lastschrift"]),
        ("Af Bij", ["Bij", "Af"]),
        ("x", ["CRDT", "DBIT"]),
        // Unknown words below a known header.
        ("Debit/Credit", ["J", "T"]),
    ] {
        let column = if name.is_empty() { "#4" } else { name };
        let error = StatementError::Direction(column.to_owned());
        assert_eq!(refused(name, &words), Err(error), "{words:?}");
    }
    // All money is incoming, or the column does not hold the direction.
    assert_eq!(refused("", &["H", "H"]), Ok(2));
    assert_eq!(refused("Af Bij", &["", ""]), Ok(2));
    assert_eq!(refused("Art", &["Gutschrift", "Dauerauftrag"]), Ok(2));
    // If some amounts have a sign, an unsigned row that is marked as outgoing is unreadable.
    let (text, columns) = unsigned("Umsatztyp", &["Eingang", "Ausgang", "Ausgang"]);
    let text = text.replacen("10,00;Ausgang", "-10,00;Ausgang", 1);
    let read = Statement::read(text.as_bytes(), Some(&columns)).unwrap();
    let found: Vec<_> = read.bookings.iter().map(|one| one.direction).collect();
    assert_eq!(found, [Direction::Credit, Direction::Debit]);
    assert_eq!(read.left_out.without_direction, 1);
    // The same if the signed amount is unreadable.
    let strange = text.replace("-10,00", "-1.009,13 X");
    let read = Statement::read(strange.as_bytes(), Some(&columns)).unwrap();
    assert_eq!((read.bookings.len(), read.left_out.unreadable), (1, 2));
}

#[test]
fn direction_column_is_proposed_with_its_words() {
    let proposed = |name: &str, words: &[&str]| {
        let (text, _) = unsigned(name, words);
        let proposed = propose(&csv_columns(text.as_bytes()).unwrap());
        let CsvColumns {
            direction,
            came,
            went,
            ..
        } = proposed;
        (direction.zip(came).zip(went)).map(|((column, came), went)| [column, came, went])
    };
    let is = |words: [&str; 3]| Some(words.map(str::to_owned));
    assert_eq!(proposed("", &["H", "H", "H", "S"]), is(["#4", "H", "S"]));
    assert_eq!(proposed("", &["S"]), is(["#4", "H", "S"]));
    assert_eq!(
        proposed("Af Bij", &["Bij", "Af"]),
        is(["Af Bij", "Bij", "Af"])
    );
    assert_eq!(
        proposed("Type", &["Debet", "Credit"]),
        is(["Type", "Credit", "Debet"])
    );
    assert_eq!(proposed("Type", &["Miete", "Lohn"]), None);
    // Signed amounts need no direction column.
    let (text, _) = unsigned("Umsatztyp", &["Eingang", "Ausgang"]);
    let signed = text.replacen("10,00;Ausgang", "-10,00;Ausgang", 1);
    let signed = propose(&csv_columns(signed.as_bytes()).unwrap());
    assert_eq!((signed.amount.as_str(), signed.direction), ("Betrag", None));
}

/// The bank does not quote fields, so separators and quotes in the payer's text stay as typed.
#[test]
fn payer_text_cannot_move_amounts_to_other_columns() {
    let (_, columns) = unsigned("", &[]);
    let columns = CsvColumns {
        party: Some("Name".to_owned()),
        ..columns
    };
    let read = |rows: &str| {
        let text = format!("Buchungstag;Verwendungszweck;Betrag;Name\n{rows}");
        Statement::read(text.as_bytes(), Some(&columns)).unwrap()
    };
    let surplus = read("20.11.2026;REF;20,00;0,01;Bob\n20.11.2026;x;1,00;Bob\n");
    assert_eq!(
        (surplus.bookings.len(), surplus.left_out.unreadable),
        (1, 1)
    );
    assert_eq!(surplus.left_out.surplus, 1);
    let fault = RowFault::Fields {
        fields: 5,
        columns: 4,
    };
    assert_eq!(surplus.unreadable_rows, [UnreadableRow { line: 2, fault }]);
    // An extra empty field at the end is also rejected: it may be the last column.
    assert_eq!(read("20.11.2026;REF;20,00;0,01;\n").bookings, []);
    // The payer opens a quote in one column and closes it in another one, or in the next row.
    for quoted in [
        "20.11.2026;REF;20,00;\";0,01;x\"\n",
        "20.11.2026;\"x;0,01;Bob\n20.11.2026;REF\";20,00;Bob\n",
        "20.11.2026;\"x;1;Bob\n20.11.2026;REF\";20,00;Bob\n",
    ] {
        let read = read(quoted);
        assert_eq!(read.bookings, [], "{quoted}");
        assert_eq!((read.left_out.unreadable, read.left_out.merged), (1, 1));
        assert_eq!(read.unreadable_rows[0].line, 2);
    }
    // Text that the bank quoted is read.
    let plain = read("20.11.2026;\"Order; REF\nthanks\";20,00;\"Bob; Bär\"\n");
    assert_eq!(plain.bookings.len(), 1);
}

#[test]
fn digit_groups_are_not_separate_cells() {
    let (_, columns) = unsigned("", &[]);
    let columns = CsvColumns {
        decimal: DecimalSign::Point,
        ..columns
    };
    let text = "Buchungstag,Verwendungszweck,Betrag,Saldo\n\
                20.11.2026,\"Rent 1,016.50\",\"1,010.00\",\"€1,016.50\"\n";
    let read = Statement::read(text.as_bytes(), Some(&columns)).unwrap();
    assert_eq!(read.bookings[0].amount, minor(101_000));
}

#[test]
fn unnamed_column_is_chosen_by_its_number() {
    let text = b"Day;Amount; \n20.11.2026;1,00;H\n21.11.2026;2,00;H\n22.11.2026;2,00;S\n";
    let found = csv_columns(text).unwrap();
    assert_eq!(
        (&*found[2].name, &found[2].examples[..]),
        ("#3", &["H".to_owned(), "S".to_owned()][..])
    );
}
