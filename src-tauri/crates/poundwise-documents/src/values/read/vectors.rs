//! One refused file a rule: each differs from a good one in nothing but what the rule is about.

use super::tests::{LAST, Step, inside, sample, with_footer, with_page};
use super::*;

const FIRST: [Step; 3] = [(4, Some(0)), (1, Some(0)), (3, None)];

fn problem(problem: LayoutFault) -> Result<Vec<ValueRow>, ValuesError> {
    Err(layout(problem))
}

/// Returns the sample with one field of the footer set.
fn set(path: &[Step], id: i16, value: ThriftValue<'static>) -> Vec<u8> {
    with_footer(&sample(), |footer| {
        *inside(footer, path).value_mut(id).unwrap() = value;
    })
}

/// Returns the sample with one field of the last column's page header set.
fn set_page(path: &[Step], id: i16, value: i64) -> Vec<u8> {
    with_page(&sample(), |header| {
        *inside(header, path).value_mut(id).unwrap() = ThriftValue::Int(value);
    })
}

fn int(path: &[Step], id: i16) -> i64 {
    let file = sample();
    let mut metadata = footer(&file).unwrap();
    inside(&mut metadata, path).int(id).unwrap()
}

#[test]
fn each_rule_of_the_footer_refuses_its_file() {
    const PLAIN_PAGES: LayoutFault = LayoutFault::NotPlain;
    const DECLARED: LayoutFault = LayoutFault::OtherColumn;
    assert_eq!(rows(&sample()).unwrap().len(), 3);
    for (name, file, expected) in [
        (
            "more rows than there are",
            set(&[], 3, ThriftValue::Int(4)),
            problem(LayoutFault::Rows),
        ),
        (
            "a group of more rows",
            set(&[(4, Some(0))], 3, ThriftValue::Int(4)),
            problem(DECLARED),
        ),
        (
            "a group of as many rows as a file may have",
            set(&[(4, Some(0))], 3, ThriftValue::Int(1 << 24)),
            problem(DECLARED),
        ),
        (
            "a group of more rows than a file may have",
            set(&[(4, Some(0))], 3, ThriftValue::Int((1 << 24) + 1)),
            Err(ValuesError::Rows),
        ),
        (
            "a group of rows below zero",
            set(&[(4, Some(0))], 3, ThriftValue::Int(-1)),
            Err(ValuesError::Parquet),
        ),
        (
            "a column of another number of values",
            set(&LAST, 5, ThriftValue::Int(2)),
            problem(DECLARED),
        ),
        (
            "a column of another type",
            set(&LAST, 1, ThriftValue::Int(INT64)),
            problem(DECLARED),
        ),
        (
            "a column of another name",
            set(
                &LAST,
                3,
                ThriftValue::List(vec![ThriftValue::Bytes(b"value")]),
            ),
            problem(DECLARED),
        ),
        (
            "a compressed column",
            set(&LAST, 4, ThriftValue::Int(1)),
            problem(LayoutFault::Compressed),
        ),
        (
            "another size before compression",
            set(&LAST, 6, ThriftValue::Int(int(&LAST, 6) + 1)),
            problem(LayoutFault::Compressed),
        ),
        (
            "a column outside the file",
            set(&LAST, 9, ThriftValue::Int(1 << 40)),
            problem(LayoutFault::ColumnOutside),
        ),
        (
            "a dictionary page",
            set_page(&[], 1, 2),
            problem(PLAIN_PAGES),
        ),
        (
            "a page with another size before compression",
            set_page(&[], 2, 2),
            problem(PLAIN_PAGES),
        ),
        (
            "a page of another encoding",
            set_page(&[(5, None)], 2, 8),
            problem(PLAIN_PAGES),
        ),
        (
            "a page with other definition levels",
            set_page(&[(5, None)], 3, 4),
            problem(PLAIN_PAGES),
        ),
        (
            "a page with other repetition levels",
            set_page(&[(5, None)], 4, 4),
            problem(PLAIN_PAGES),
        ),
        (
            "a page of more values than rows",
            set_page(&[(5, None)], 1, 4),
            problem(LayoutFault::MoreValues),
        ),
        (
            "a page of fewer values than rows",
            set_page(&[(5, None)], 1, 2),
            problem(LayoutFault::FewerValues),
        ),
        (
            "a page longer than its column",
            with_page(&sample(), |header| {
                for id in [2, 3] {
                    *header.value_mut(id).unwrap() = ThriftValue::Int(9);
                }
            }),
            problem(LayoutFault::LongPage),
        ),
    ] {
        assert_eq!(rows(&file), expected, "{name}");
    }
}

#[test]
fn each_rule_of_the_schema_refuses_its_file() {
    let index: &[Step] = &[(2, Some(1))];
    let label: &[Step] = &[(2, Some(2))];
    for (name, file) in [
        (
            "another number of columns",
            set(&[(2, Some(0))], 5, ThriftValue::Int(3)),
        ),
        ("another name", set(index, 4, ThriftValue::Bytes(b"place"))),
        ("another type", set(index, 1, ThriftValue::Int(1))),
        ("an optional column", set(index, 3, ThriftValue::Int(1))),
        (
            "labels that are no text",
            set(label, 6, ThriftValue::Int(19)),
        ),
        (
            "labels of another logical type",
            with_footer(&sample(), |footer| {
                let mut json = Struct::default();
                json.push(11, ThriftValue::Struct(Struct::default()));
                *inside(footer, label).value_mut(10).unwrap() = ThriftValue::Struct(json);
            }),
        ),
        (
            "labels whose logical type says more",
            with_footer(&sample(), |footer| {
                let mut more = Struct::default();
                more.push(1, ThriftValue::Int(1));
                let mut string = Struct::default();
                string.push(1, ThriftValue::Struct(more));
                *inside(footer, label).value_mut(10).unwrap() = ThriftValue::Struct(string);
            }),
        ),
        (
            "labels of two logical types",
            with_footer(&sample(), |footer| {
                let mut both = Struct::default();
                both.push(1, ThriftValue::Struct(Struct::default()));
                both.push(11, ThriftValue::Struct(Struct::default()));
                *inside(footer, label).value_mut(10).unwrap() = ThriftValue::Struct(both);
            }),
        ),
        (
            "a column with a logical type",
            with_footer(&sample(), |footer| {
                inside(footer, index).push(6, ThriftValue::Int(5));
            }),
        ),
        (
            "a root with more to it",
            with_footer(&sample(), |footer| {
                inside(footer, &[(2, Some(0))]).push(3, ThriftValue::Int(0));
            }),
        ),
        (
            "a column too many",
            with_footer(&sample(), |footer| {
                let Some(ThriftValue::List(schema)) = footer.value_mut(2) else {
                    panic!("no schema")
                };
                let mut column = Struct::default();
                column.push(1, ThriftValue::Int(INT64));
                schema.push(ThriftValue::Struct(column));
            }),
        ),
        (
            "columns that are no structs",
            set(
                &[],
                2,
                ThriftValue::List(vec![ThriftValue::Int(1), ThriftValue::Int(2)]),
            ),
        ),
    ] {
        assert_eq!(rows(&file), Err(ValuesError::Columns), "{name}");
    }
}

/// What is read of a page, by itself.
#[test]
fn pages_have_exactly_their_values() {
    const LENGTH: LayoutFault = LayoutFault::PageLength;
    let cut = Err(layout(LayoutFault::CutLabel));
    let long = Err(layout(LENGTH));
    for (bytes, count, expected) in [
        (&[1; 16][..], 2, Ok(())),
        (&[1; 16], 1, long.clone()),
        (&[1; 8], 2, long.clone()),
        (&[1; 17], 2, long.clone()),
    ] {
        assert_eq!(integers(bytes, count, &mut Vec::new()), expected);
    }
    for (bytes, count, expected) in [
        (b"\x01\0\0\0a".as_slice(), 1, Ok(())),
        (b"\x01\0\0\0ab", 1, long.clone()),
        (b"\x01\0\0\0a", 2, cut.clone()),
        (b"\x02\0\0\0a", 1, cut.clone()),
        (b"\x01\0\0", 1, cut),
        (b"\x01\0\0\0\xff", 1, Err(layout(LayoutFault::LabelNotUtf8))),
    ] {
        assert_eq!(labels(bytes, count, &mut Vec::new()), expected);
    }
    for (length, count, expected) in [
        (1, 8, Ok(())),
        (2, 9, Ok(())),
        (1, 9, long.clone()),
        (2, 8, long),
    ] {
        assert_eq!(flags(&vec![1; length], count, &mut Vec::new()), expected);
    }
}

#[test]
fn a_footer_has_its_length_and_a_longest() {
    let file = sample();
    let with_length = |length: u32| {
        let mut changed = file.clone();
        let end = changed.len() - 4;
        changed[end - 4..end].copy_from_slice(&length.to_le_bytes());
        changed
    };
    let length = u32::from_le_bytes(*file[..file.len() - 4].last_chunk().unwrap());
    assert_eq!(rows(&with_length(length)), rows(&file));
    // A footer that ends before its last byte: one more byte follows the struct.
    let mut longer = file[..file.len() - 8].to_vec();
    longer.push(0);
    longer.extend((length + 1).to_le_bytes());
    longer.extend(MAGIC);
    assert_eq!(rows(&longer), problem(LayoutFault::FooterLength));
    let most = u32::try_from(MAX_FOOTER).unwrap();
    assert_eq!(
        rows(&with_length(most + 1)),
        problem(LayoutFault::LongFooter)
    );
    // One byte less would be a footer, were the file as long.
    assert_eq!(rows(&with_length(most)), Err(ValuesError::Parquet));
    assert!(rows(&with_length(length - 1)).is_err());
    // Offsets that nothing is read by are left open; the one that values are read by is not.
    let moved = set(&FIRST, 9, ThriftValue::Int(int(&FIRST, 9) + 1));
    assert_ne!(rows(&moved), rows(&file));
}

#[test]
fn rows_are_numbered_from_0() {
    let numbers = |third: i64| [0, 1, third].map(i64::to_le_bytes).concat();
    let file = sample();
    let at = file
        .windows(24)
        .position(|bytes| bytes == numbers(2))
        .unwrap();
    for (third, expected) in [
        (3, Err(ValuesError::Index(2))),
        (1, Err(ValuesError::Index(2))),
        (-1, problem(LayoutFault::NegativeIndex)),
    ] {
        let mut changed = file.clone();
        changed[at..at + 24].copy_from_slice(&numbers(third));
        assert_eq!(super::super::read(&changed), expected);
    }
    assert_eq!(super::super::read(&file), rows(&file));
}
