//! Encodings of tables: each is read as declared, and what is malformed is refused with its line.
#![allow(clippy::unwrap_used)]

use std::fs;

use poundwise_query::{RowProgress, Schema, TableForm, preview, read_csv};
use poundwise_text::Encoding;

/// Encodes a text in an encoding of more than one byte a unit.
fn wide(text: &str, encoding: Encoding) -> Vec<u8> {
    let units = |order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect();
    let points = |order: fn(u32) -> [u8; 4]| text.chars().map(u32::from).flat_map(order);
    match encoding {
        Encoding::Utf16Le => units(u16::to_le_bytes),
        Encoding::Utf16Be => units(u16::to_be_bytes),
        Encoding::Utf32Le => points(u32::to_le_bytes).collect(),
        Encoding::Utf32Be => points(u32::to_be_bytes).collect(),
        _ => text.as_bytes().to_vec(),
    }
}

fn in_encoding(encoding: Encoding) -> TableForm {
    TableForm {
        encoding: Some(encoding),
        ..TableForm::default()
    }
}

#[test]
fn a_table_is_the_same_in_every_declared_encoding() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    let schema = Schema::parse_types("größe:number,name:text").unwrap();
    let mut text = "größe,name\n170,Müller\n180,Zoë\n".to_owned();
    // Characters are cut at every place of the parts that are read.
    for row in 0..20_000 {
        text.push_str(&format!("{row},ÿ{}\n", "é".repeat(row % 7)));
    }
    let expected = {
        fs::write(&path, &text).unwrap();
        read_csv(&path, &TableForm::default(), &schema).unwrap()
    };
    let one_byte = |_: Encoding| text.chars().map(|c| u8::try_from(c).unwrap()).collect();
    for encoding in Encoding::ALL {
        let bytes: Vec<u8> = match encoding {
            Encoding::Windows1250 => continue,
            Encoding::Windows1252 | Encoding::Iso8859_1 | Encoding::Iso8859_15 => {
                one_byte(encoding)
            }
            _ => wide(&text, encoding),
        };
        for mark in [&b""[..], encoding.mark()] {
            fs::write(&path, [mark, &bytes].concat()).unwrap();
            let read = read_csv(&path, &in_encoding(encoding), &schema).unwrap();
            assert_eq!(
                read.table.to_parquet().unwrap(),
                expected.table.to_parquet().unwrap(),
                "{encoding}"
            );
        }
    }
}

#[test]
fn a_preview_proposes_the_encoding_and_shows_what_it_makes_of_cells() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    let look = |bytes: &[u8], form: &TableForm| {
        fs::write(&path, bytes).unwrap();
        preview(&path, form, &RowProgress::silent()).unwrap()
    };
    let text = "id,name\n1,ann\n2,\"Müller\"\n3,Zoë\n";
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(c).unwrap()).collect();
    let seen = |form: &TableForm, bytes: &[u8]| {
        let view = look(bytes, form);
        let cells = view.first_not_ascii.into_iter();
        let cells: Vec<_> = cells.map(|cell| (cell.line, cell.text)).collect();
        (view.encoding, view.proposed_encoding, cells)
    };
    let right = vec![(3, "Müller".to_owned()), (4, "Zoë".to_owned())];
    let windows = Encoding::Windows1252;
    assert_eq!(
        seen(&TableForm::default(), &latin),
        (windows, windows, right.clone())
    );
    let wrong = vec![(3, "MĂĽller".to_owned()), (4, "ZoĂ«".to_owned())];
    assert_eq!(
        seen(&in_encoding(Encoding::Windows1250), text.as_bytes()),
        (Encoding::Windows1250, Encoding::Utf8, wrong)
    );
    for encoding in [Encoding::Utf16Le, Encoding::Utf16Be, Encoding::Utf32Le] {
        for mark in [&b""[..], encoding.mark()] {
            let bytes = [mark, &wide(text, encoding)].concat();
            assert_eq!(
                seen(&TableForm::default(), &bytes),
                (encoding, encoding, right.clone())
            );
        }
    }
    // No more than five cells are shown.
    let many = format!("n\n{}", "é\n".repeat(9));
    assert_eq!(
        look(many.as_bytes(), &TableForm::default())
            .first_not_ascii
            .len(),
        5
    );
}

#[test]
fn bytes_that_are_none_of_the_declared_encoding_are_refused_with_their_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    let long = "x,1\n".repeat(40_000);
    let rows = |last: &[u8]| [b"a,b\n".as_slice(), long.as_bytes(), last].concat();
    let units = |last: &[u8]| {
        let text = format!("a,b\n{long}");
        [&wide(&text, Encoding::Utf16Le)[..], last].concat()
    };
    for (encoding, bytes, place) in [
        (
            Encoding::Windows1252,
            rows(b"y\xe4\x81,2\n"),
            "at character 3 of line 40\u{202f}002, the byte 0x81",
        ),
        (
            Encoding::Windows1250,
            rows(b"\x83,2\n"),
            "line 40\u{202f}002",
        ),
        (Encoding::Iso8859_1, rows(b"\x80,2\n"), "line 40\u{202f}002"),
        (
            Encoding::Iso8859_15,
            rows(b"\x80,2\n"),
            "line 40\u{202f}002",
        ),
        (
            Encoding::Utf16Le,
            units(b"y\0\0\xdc,\0"),
            "at character 2 of line 40\u{202f}002",
        ),
        (
            Encoding::Utf16Le,
            units(b"y\0,"),
            "inside character 2 of line 40\u{202f}002",
        ),
        (Encoding::Utf32Be, b"\0\0\0a\0\x11\0\0".to_vec(), "line 1"),
        (
            Encoding::Windows1252,
            b"\xff\xfea\0\n\x001\0".to_vec(),
            "byte order mark of UTF-16LE",
        ),
        (
            Encoding::Utf16Be,
            b"\xff\xfea\0\n\x001\0".to_vec(),
            "byte order mark of UTF-16LE",
        ),
    ] {
        fs::write(&path, bytes).unwrap();
        let schema = Schema::parse_types("a:text,b:number").unwrap();
        let form = in_encoding(encoding);
        let imported = read_csv(&path, &form, &schema).err().unwrap();
        let previewed = preview(&path, &form, &RowProgress::silent()).err().unwrap();
        for error in [imported, previewed] {
            assert_eq!(error.code().unwrap().as_str(), "file-encoding", "{error}");
            let text = error.to_string();
            assert!(text.contains(place), "{encoding}: {text}");
            assert!(text.contains(&encoding.to_string()), "{text}");
            let hint = error.hints()[0].to_string();
            assert!(
                hint.contains("eclare") && hint.contains("encoding"),
                "{hint}"
            );
        }
    }
}

#[test]
fn an_undeclared_encoding_is_utf8_and_the_refusal_proposes_another() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    for (bytes, code, proposed) in [
        (b"n\nM\xfcller\n".to_vec(), "file-not-utf8", "Windows-1252"),
        (b"\xff\xfen\0\n\0a\0".to_vec(), "file-not-utf8", "UTF-16LE"),
        (wide("n\na\n", Encoding::Utf16Be), "file-binary", "UTF-16BE"),
    ] {
        fs::write(&path, bytes).unwrap();
        let schema = Schema::parse_types("n:text").unwrap();
        let error = read_csv(&path, &TableForm::default(), &schema)
            .err()
            .unwrap();
        assert_eq!(error.code().unwrap().as_str(), code, "{error}");
        let hint = error.hints()[0].to_string();
        assert!(hint.contains(proposed), "{hint}");
    }
}
