//! XML that is made to harm its reader.

use std::fmt::Write as _;

use poundwise_payments::{MAX_STATEMENT, Statement, StatementError, XmlBound, csv_head};

use crate::support::{IBAN, camt, columns, message, paid, read, statement};

fn refused(text: &str) -> StatementError {
    Statement::read(text.as_bytes(), None).unwrap_err()
}

#[test]
fn no_entity_is_declared_or_expanded() {
    let body = camt(&[paid("&lol9;")]);
    let body = body.split_once("?>").unwrap().1;
    let mut bomb = "<?xml version=\"1.0\"?><!DOCTYPE lolz [<!ENTITY lol \"lol\">".to_owned();
    for n in 1..10 {
        let before = if n == 1 {
            "lol".to_owned()
        } else {
            format!("lol{}", n - 1)
        };
        let ten = format!("&{before};").repeat(10);
        write!(bomb, "<!ENTITY lol{n} \"{ten}\">").unwrap();
    }
    for text in [
        format!("{bomb}]>{body}"),
        format!("<!DOCTYPE Document SYSTEM \"file:///etc/passwd\">{body}"),
        format!("<!DOCTYPE d [<!ENTITY x SYSTEM \"http://localhost/\">]>{body}"),
        format!("<!DOCTYPE d [<!ENTITY % x SYSTEM \"http://localhost/\"> %x;]>{body}"),
        format!("<!doctype d>{body}"),
    ] {
        let refused = refused(&text);
        assert!(
            matches!(
                refused,
                StatementError::Doctype | StatementError::Xml { .. }
            ),
            "{refused}"
        );
    }
    assert_eq!(
        refused(&camt(&[paid("&lol9;")])),
        StatementError::Entity("lol9".to_owned())
    );
    assert_eq!(
        refused(&camt(&[paid("&#0;")])),
        StatementError::Entity("#0".to_owned())
    );
    assert_eq!(
        refused(&camt(&[paid("&#x1b;")])),
        StatementError::Entity("#x1b".to_owned())
    );
    let fine = read(&camt(&[paid(
        "a &amp;&#x20;<![CDATA[<b>]]>&lt;&gt;&quot;&apos;&#9;c&#10;d<!-- c -->",
    )]));
    assert_eq!(fine.bookings[0].text, "a & <b><>\"' c d");
}

#[test]
fn nesting_tags_and_entries_are_bounded() {
    let deep = "<a>".repeat(100_000);
    assert_eq!(
        refused(&camt(&[paid(&deep)])),
        StatementError::Bounds(XmlBound::Depth)
    );
    // Seven elements are around what the payer wrote.
    let nested = |levels: usize| {
        let text = "<a>".repeat(levels) + &"</a>".repeat(levels);
        camt(&[paid(&text)])
    };
    assert_eq!(read(&nested(56)).bookings.len(), 1);
    assert_eq!(
        refused(&nested(57)),
        StatementError::Bounds(XmlBound::Depth)
    );
    let wide = format!("<a {}/>", "b=\"c\" ".repeat(10_000));
    assert!(matches!(
        refused(&camt(&[paid(&wide)])),
        StatementError::Bounds(_)
    ));
    // Six bytes of it are not the value's.
    let tag = |bytes: usize| camt(&[paid(&format!("<a b=\"{}\"/>", "c".repeat(bytes - 6)))]);
    let most = XmlBound::Tag.most();
    assert_eq!(read(&tag(most)).bookings.len(), 1);
    assert_eq!(
        refused(&tag(most + 1)),
        StatementError::Bounds(XmlBound::Tag)
    );
    let spaces: String = (0..300).fold(String::new(), |mut spaces, n| {
        write!(spaces, "xmlns:a{n}=\"u{n}\" ").unwrap();
        spaces
    });
    assert!(matches!(
        refused(&camt(&[paid(&format!("<a {spaces}/>"))])),
        StatementError::Bounds(_) | StatementError::Xml { .. }
    ));
    // An entry has seventeen without them.
    let many = |elements: usize| camt(&[paid(&"<a/>".repeat(elements - 17))]);
    let most = XmlBound::Entry.most();
    assert_eq!(read(&many(most)).bookings.len(), 1);
    assert_eq!(
        refused(&many(most + 1)),
        StatementError::Bounds(XmlBound::Entry)
    );
    // The bound is of one entry: a statement may have more in all.
    let large: Vec<_> = (0..300).map(|_| paid(&"<a/>".repeat(1000))).collect();
    assert_eq!(read(&camt(&large)).bookings.len(), 300);
    let beyond = " ".repeat(MAX_STATEMENT + 1);
    assert_eq!(refused(&beyond), StatementError::TooLarge);
}

/// What has no text is looked through no further than that: only its size is told.
#[test]
fn a_file_is_no_larger_than_the_most_that_is_read() {
    for (length, why) in [
        (MAX_STATEMENT, StatementError::Binary),
        (MAX_STATEMENT + 1, StatementError::TooLarge),
    ] {
        let bytes = vec![0; length];
        assert_eq!(csv_head(&bytes, None), Err(why.clone()));
        assert_eq!(Statement::read(&bytes, Some(&columns())), Err(why));
    }
}

#[test]
fn more_rows_than_are_read_are_refused() {
    let most = 200_000;
    let rows = format!("Tag;Betrag;Zweck\n{}", "1.1.26;1;\n".repeat(most + 1));
    let read = Statement::read(rows.as_bytes(), Some(&columns()));
    assert_eq!(read, Err(StatementError::TooMany(most)));
}

#[test]
fn half_a_document_and_two_are_none() {
    let whole = camt(&[paid("x")]);
    for at in [whole.len() - 1, whole.len() - 11, whole.len() / 2, 60, 3] {
        let cut = &whole[..at];
        assert!(matches!(refused(cut), StatementError::Xml { .. }), "{cut}");
    }
    for wrong in [
        format!("{whole}{}", whole.split_once("?>").unwrap().1),
        format!("{whole} and more"),
        whole.replace("</Ntry>", "</Entry>"),
        whole.replace("</Ntry>", ""),
        whole
            .replace("<Ntry>", "<x:Ntry>")
            .replace("</Ntry>", "</x:Ntry>"),
        whole.replace("Ccy=\"EUR\"", "Ccy=\"EUR\" Ccy=\"CHF\""),
        whole.replace("<Amt ", "<Amt broken "),
        "<".to_owned(),
        "<a".to_owned(),
        "<!-- no element -->".to_owned(),
    ] {
        let refused = refused(&wrong);
        assert!(
            matches!(refused, StatementError::Xml { .. }),
            "{refused}: {wrong}"
        );
        let shown = refused.to_string();
        assert!(
            shown.ends_with('.') && shown.starts_with("The file"),
            "{shown}"
        );
    }
}

#[test]
fn a_message_is_read_in_its_encoding_and_malformed_bytes_are_refused() {
    let latin =
        |text: &str| -> Vec<u8> { text.chars().map(|c| u8::try_from(c).unwrap()).collect() };
    let declared = camt(&[paid("Bär")]).replace("UTF-8", "ISO-8859-1");
    let read = Statement::read(&latin(&declared), None).unwrap();
    assert_eq!(read.bookings[0].text, "Bär");
    // The declared encoding is used even if another one would fit.
    let encoding = |encoding: &str, line| {
        let encoding = encoding.to_owned();
        Err(StatementError::Encoding { encoding, line })
    };
    let undeclared = latin(&camt(&[paid("Bär")]));
    let refused = Statement::read(&undeclared, None);
    assert!(
        matches!(&refused, Err(StatementError::Encoding { encoding, .. }) if encoding == "UTF-8"),
        "{refused:?}"
    );
    let unknown = camt(&[]).replace("UTF-8", "EBCDIC-CP-US");
    assert_eq!(
        Statement::read(unknown.as_bytes(), None),
        encoding("EBCDIC-CP-US", 1)
    );
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        for mark in ["\u{feff}", ""] {
            let text = format!("{mark}{}", camt(&[paid("Bär")]));
            let wide: Vec<u8> = text.encode_utf16().flat_map(order).collect();
            assert!(!Statement::needs_columns(&wide));
            let read = Statement::read(&wide, None).unwrap();
            assert_eq!(read.bookings[0].text, "Bär");
        }
    }
    let marked = format!("\u{feff}{}", camt(&[paid("x")]));
    assert_eq!(self::read(&marked).bookings.len(), 1);
}

#[test]
fn what_would_not_be_seen_is_no_part_of_a_text() {
    let mut entry = paid("a\u{200b}b\u{202e}c\td");
    entry.details = entry.details.replace("Bob Bär", "Bob\u{202e} Bär");
    let read = read(&message("053", "08", &[statement(IBAN, &[entry])]));
    assert_eq!(read.bookings[0].text, "a b c d");
    assert_eq!(read.bookings[0].party.as_deref(), Some("Bob Bär"));
}
