#![allow(clippy::unwrap_used)]
use proptest::prelude::*;
use proptest::property_test;

use super::*;
use crate::property::cases;

const POINT: NumberForm = NumberForm::PLAIN;

fn comma() -> NumberForm {
    NumberForm {
        decimal: DecimalSign::Comma,
        ..POINT
    }
}

fn grouped(decimal: DecimalSign, grouping: Grouping) -> NumberForm {
    NumberForm {
        decimal,
        grouping,
        ..POINT
    }
}

/// Returns the number as text, rounded to 18 decimals.
fn text_of(form: &NumberForm, text: &str) -> Option<String> {
    let (mantissa, scale) = form.read(text)?.rounded(18, 37)?;
    let digits = format!("{:0>1$}", mantissa.unsigned_abs(), scale as usize + 1);
    let (whole, decimals) = digits.split_at(digits.len() - scale as usize);
    let sign = if mantissa < 0 { "-" } else { "" };
    Some(if decimals.is_empty() {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{decimals}")
    })
}

fn check(form: &NumberForm, cases: &[(&str, &str)]) {
    for (text, number) in cases {
        let read = text_of(form, text);
        let expected = (!number.is_empty()).then_some(*number);
        assert_eq!(read.as_deref(), expected, "{text:?} in {form:?}");
    }
}

#[test]
fn the_plain_form_reads_digits_a_point_and_an_exponent() {
    check(
        &POINT,
        &[
            ("0", "0"),
            ("-0", "0"),
            ("0.000", "0"),
            ("12", "12"),
            ("-0.50", "-0.5"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("5.", "5"),
            ("1e5", "100000"),
            ("1E+5", "100000"),
            ("-12.5e-3", "-0.0125"),
            ("1500e-2", "15"),
            ("0e99", "0"),
            ("1e36", "1000000000000000000000000000000000000"),
        ],
    );
    for text in [
        "",
        "-",
        ".",
        "-.",
        "+5",
        "007",
        "00",
        "-01",
        "1e",
        "e5",
        "1e5.0",
        "1e99999",
        "1,5",
        "1 000",
        "0x10",
        "NaN",
        "inf",
        "1.2.3",
        "--1",
        "1_000",
        "٣",
        "1.x0",
        "1.0x",
        "5-",
        "- 5",
        "(5)",
        "5%",
        "€5",
        "−5",
        "1'000",
        "12a",
        "1-2",
        "2026-01-02",
        "5e",
    ] {
        assert!(POINT.read(text).is_none(), "{text:?}");
    }
}

#[test]
fn digits_beyond_the_scale_are_rounded_half_away_from_zero() {
    check(
        &POINT,
        &[
            ("1.2345678901234567e-05", "0.000012345678901235"),
            ("0.0000000000000000004", "0"),
            ("0.0000000000000000005", "0.000000000000000001"),
            ("-0.0000000000000000005", "-0.000000000000000001"),
            ("-0.00000000000000000049999999999999999999999999999999", "0"),
            ("5e-324", "0"),
            ("1e-9999", "0"),
            ("0.9999999999999999999", "1"),
            ("99.9999999999999999995", "100"),
            // At most 37 digits, whatever the scale.
            (
                "12345678901234567890.123456789012345678",
                "12345678901234567890.12345678901234568",
            ),
            (
                "123456789012345678901234567890.12345678901234567890",
                "123456789012345678901234567890.1234568",
            ),
            ("9999999999999999999999999999999999999.5", ""),
            ("99999999999999999999999999999999999999", ""),
            (&"9".repeat(400), ""),
            (&format!("1.{}5", "0".repeat(400)), "1"),
            (&format!("0.{}5", "0".repeat(400)), "0"),
            (&format!("{}1.5", "0".repeat(400)), ""),
        ],
    );
    let rounded = |text: &str, scale| POINT.read(text).unwrap().rounded(scale, 37);
    for (text, scale, expected) in [
        ("2.345", 2, (235, 2)),
        ("-2.345", 2, (-235, 2)),
        ("2.3449999999999999999999999999999999999999999", 2, (234, 2)),
        ("2.5", 0, (3, 0)),
        ("-2.5", 0, (-3, 0)),
        ("2.4", 0, (2, 0)),
        ("0.05", 0, (0, 0)),
        ("1.999", 2, (2, 0)),
    ] {
        assert_eq!(rounded(text, scale), Some(expected), "{text}");
    }
}

#[test]
fn a_scaled_number_is_exact_or_none() {
    for (text, expected) in [
        ("20.00", Some(2000)),
        ("-20.5", Some(-2050)),
        ("20.500000000000000000000000000000000000000000", Some(2050)),
        ("20.505", None),
        ("20.500000000000000000000000000000000000000001", None),
        ("1e3", Some(100_000)),
        ("1e-3", None),
        ("1e-999", None),
        ("1e36", Some(10i128.pow(38))),
        ("1e37", None),
        ("-0", Some(0)),
    ] {
        let read = POINT.read(text).unwrap();
        assert_eq!(read.scaled(2), expected, "{text}");
    }
    assert!(POINT.read("-0").unwrap().is_negative());
}

#[test]
fn each_grouping_is_read_only_if_it_is_declared() {
    use Grouping::{Any, Apostrophe, Comma, Indian, Point, Space};
    for (text, decimal, grouping) in [
        ("1,234.50", DecimalSign::Point, Comma),
        ("1 234.50", DecimalSign::Point, Space),
        ("1\u{a0}234.50", DecimalSign::Point, Space),
        ("1\u{202f}234,50", DecimalSign::Comma, Space),
        ("1\u{2009}234,50", DecimalSign::Comma, Space),
        ("1.234,50", DecimalSign::Comma, Point),
        ("1'234.50", DecimalSign::Point, Apostrophe),
        ("1\u{2019}234,50", DecimalSign::Comma, Apostrophe),
    ] {
        for declared in Grouping::ALL {
            let read = text_of(&grouped(decimal, declared), text);
            let expected = (declared == grouping || declared == Any)
                || (grouping, declared) == (Comma, Indian);
            assert_eq!(read.is_some(), expected, "{text} as {declared:?}");
            assert!(read.is_none_or(|read| read == "1234.5"), "{text}");
        }
    }
    check(
        &grouped(DecimalSign::Point, Indian),
        &[
            ("12,34,567", "1234567"),
            ("1,23,456.5", "123456.5"),
            ("-12,345", "-12345"),
            ("1,234", "1234"),
            ("123,456", ""),
            ("12,34", ""),
            ("12,345,67", ""),
            ("1 234", ""),
        ],
    );
    check(
        &grouped(DecimalSign::Point, Any),
        &[
            ("12,34,567", "1234567"),
            ("1,234,567", "1234567"),
            ("1 234 567.25", "1234567.25"),
            ("1,234 567", ""),
            ("1,2345", ""),
            ("1234,567", ""),
            ("0,123", ""),
            (",234", ""),
            ("1,,234", ""),
            ("1,234,", ""),
            ("1.234.567", ""),
            ("12'34'567", ""),
            ("1,234e2", "123400"),
            ("1.5,234", ""),
        ],
    );
    check(
        &grouped(DecimalSign::Comma, Point),
        &[
            ("6,5", "6.5"),
            (",5", "0.5"),
            ("5,", "5"),
            ("1234,5", "1234.5"),
            ("-1.234.567,25", "-1234567.25"),
            ("1.234", "1234"),
            ("1,5e3", "1500"),
            ("1.5", ""),
            ("1.2345", ""),
            ("1234.567", ""),
            (".234,5", ""),
            (".234", ""),
            ("1.23", ""),
            ("1.234.", ""),
            ("1..234", ""),
            ("1.2e4", ""),
            ("123.456", "123456"),
            ("1234", "1234"),
            ("\u{661}", ""),
            ("1.e23", ""),
            ("1.-23", ""),
            ("1,234.5", ""),
        ],
    );
}

#[test]
fn signs_are_read_as_they_are_declared() {
    let with = |signs| NumberForm { signs, ..comma() };
    let none = SignForms::default();
    for (text, number, needed) in [
        ("+5", "5", SignForms { plus: true, ..none }),
        ("\u{2212}3,5", "-3.5", SignForms { dash: true, ..none }),
        ("\u{2013}3,5", "-3.5", SignForms { dash: true, ..none }),
        ("\u{2011}3,5", "-3.5", SignForms { dash: true, ..none }),
        (
            "3,50-",
            "-3.5",
            SignForms {
                trailing: true,
                ..none
            },
        ),
        (
            "3,50 -",
            "-3.5",
            SignForms {
                trailing: true,
                ..none
            },
        ),
        (
            "3,50+",
            "3.5",
            SignForms {
                trailing: true,
                ..none
            },
        ),
        (
            "3,50\u{2212}",
            "-3.5",
            SignForms {
                trailing: true,
                dash: true,
                ..none
            },
        ),
        (
            "(4,00)",
            "-4",
            SignForms {
                brackets: true,
                ..none
            },
        ),
        (
            "( 4,00 )",
            "-4",
            SignForms {
                brackets: true,
                ..none
            },
        ),
    ] {
        check(&with(needed), &[(text, number)]);
        check(&comma(), &[(text, "")]);
        assert_eq!(Needs::of(text, DecimalSign::Comma).unwrap().signs, needed);
    }
    let all = with(SignForms {
        plus: true,
        ..SignForms::USUAL
    });
    check(
        &all,
        &[
            ("- 5", "-5"),
            ("-5-", ""),
            ("(-5)", ""),
            ("-(5)", ""),
            ("(5", ""),
            ("5)", ""),
            ("(5)-", ""),
            ("+-5", ""),
            ("5,-", ""),
            ("5,\u{2013}", ""),
            ("-", ""),
            ("\u{2013}", ""),
            ("()", ""),
        ],
    );
}

#[test]
fn percent_signs_currencies_and_leading_zeros_are_read_if_declared() {
    let percent = NumberForm {
        percent: true,
        ..comma()
    };
    check(
        &percent,
        &[
            ("12,5%", "12.5"),
            ("12,5 %", "12.5"),
            ("12,5\u{202f}%", "12.5"),
            ("-5%", "-5"),
            ("%", ""),
            ("12%%", ""),
            ("% 12", ""),
        ],
    );
    check(&comma(), &[("12,5%", "")]);
    let zeros = NumberForm {
        leading_zeros: true,
        grouping: Grouping::Point,
        ..comma()
    };
    check(&zeros, &[("007", "7"), ("-01,5", "-1.5"), ("0.123", "")]);
    let euros = |decimal| NumberForm {
        currency: currency_marks("EUR"),
        signs: SignForms::USUAL,
        grouping: Grouping::Any,
        ..grouped(decimal, Grouping::Any)
    };
    check(
        &euros(DecimalSign::Comma),
        &[
            ("20,00 €", "20"),
            ("20,00 EUR", "20"),
            ("20,00EUR", "20"),
            ("eur 20", "20"),
            ("-1.234,56 €", "-1234.56"),
            ("€ -5,00", "-5"),
            ("-€5,00", "-5"),
            ("5,00- EUR", "-5"),
            ("5,00 EUR-", "-5"),
            ("(€5,00)", "-5"),
            ("(5,00) €", "-5"),
            ("20,00 $", ""),
            ("€20 €", ""),
            ("€20 EUR", ""),
            ("20,00 USD", ""),
            ("€", ""),
        ],
    );
    check(
        &euros(DecimalSign::Point),
        &[("€20.00", "20"), ("€.50", "0.5")],
    );
    let rupees = |marks: &[&str]| NumberForm {
        currency: marks.iter().map(|mark| mark.parse().unwrap()).collect(),
        ..grouped(DecimalSign::Point, Grouping::Indian)
    };
    check(
        &rupees(&["Rs."]),
        &[("Rs.500", "500"), ("Rs. 1,23,456", "123456")],
    );
    // The point is not taken for one before decimals.
    check(&rupees(&["Rs"]), &[("Rs.500", ""), ("Rs500", "500")]);
    for text in [
        "",
        "5",
        "-",
        "a b",
        "()",
        "%",
        ".",
        "(a)",
        "a'",
        "abcdefghi",
    ] {
        assert!(text.parse::<CurrencyMark>().is_err(), "{text:?}");
    }
    assert!(serde_json::from_str::<CurrencyMark>("\"1\"").is_err());
}

#[test]
fn a_cell_that_is_not_read_has_a_reason() {
    let euro: CurrencyMark = "€".parse().unwrap();
    for (text, reason) in [
        ("5", None),
        ("2,5", Some(UnreadReason::DecimalSign)),
        ("1,234.5", Some(UnreadReason::Grouping(Grouping::Comma))),
        ("12,34,567", Some(UnreadReason::Grouping(Grouping::Indian))),
        ("+5", Some(UnreadReason::Plus)),
        ("\u{2212}5", Some(UnreadReason::Dash)),
        ("- 5", Some(UnreadReason::Dash)),
        ("5-", Some(UnreadReason::TrailingSign)),
        ("(5)", Some(UnreadReason::Brackets)),
        ("5 %", Some(UnreadReason::Percent)),
        ("007", Some(UnreadReason::LeadingZeros)),
        ("5 €", Some(UnreadReason::Currency(euro))),
        ("5 apples", Some(UnreadReason::NoNumber)),
        ("n/a", Some(UnreadReason::NoNumber)),
        ("2026-01-02", Some(UnreadReason::NoNumber)),
    ] {
        assert_eq!(POINT.unread(text), reason, "{text}");
    }
    let declared = NumberForm::widest(DecimalSign::Point);
    assert_eq!(declared.unread("(1,234%)"), None);
}

#[test]
fn a_stored_form_lacks_what_is_not_declared() {
    let read: NumberForm = serde_json::from_str(r#"{"decimal":"comma","percent":true}"#).unwrap();
    assert_eq!(read.grouping, Grouping::None);
    assert!(read.percent && read.currency.is_empty());
    assert_eq!(serde_json::from_str::<NumberForm>("{}").unwrap(), POINT);
    assert!(serde_json::from_str::<NumberForm>(r#"{"x":1}"#).is_err());
}

#[property_test(config = cases(512))]
fn a_number_means_the_same_in_every_form(value: i64, #[strategy = 0u32..=18] scale: u32) {
    let digits = format!("{:0>1$}", value.unsigned_abs(), scale as usize + 1);
    let (whole, decimals) = digits.split_at(digits.len() - scale as usize);
    let expected = (i128::from(value), scale);
    let same = |read: Option<Exact>| read.and_then(|read| read.scaled(scale)) == Some(expected.0);
    for (decimal, sign) in [(DecimalSign::Comma, ','), (DecimalSign::Point, '.')] {
        for mark in [",", ".", " ", "\u{202f}", "'", "\u{2019}", ""] {
            if mark == sign.to_string() {
                continue;
            }
            let mut written = String::new();
            for (place, digit) in whole.chars().enumerate() {
                if place > 0 && (whole.len() - place) % 3 == 0 {
                    written.push_str(mark);
                }
                written.push(digit);
            }
            if scale > 0 {
                written.push(sign);
                written.push_str(decimals);
            }
            let form = NumberForm {
                currency: currency_marks("EUR"),
                ..NumberForm::widest(decimal)
            };
            let minus = value < 0;
            for text in [
                format!("{}{written}", if minus { "-" } else { "" }),
                format!("{}{written}", if minus { "\u{2212}" } else { "+" }),
                format!("{written}{}", if minus { "-" } else { "+" }),
                if minus {
                    format!("({written} €)")
                } else {
                    format!("€{written}")
                },
                format!("{}{written} %", if minus { "-" } else { "" }),
            ] {
                prop_assert!(same(form.read(&text)), "{text}");
            }
        }
    }
}

#[property_test(config = cases(512))]
fn rounding_is_that_of_integers(
    value: i64,
    #[strategy = 0u32..=18] decimals: u32,
    #[strategy = 0u32..=18] scale: u32,
) {
    let digits = format!("{:0>1$}", value.unsigned_abs(), decimals as usize + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals as usize);
    let sign = if value < 0 { "-" } else { "" };
    let (mantissa, kept) = POINT
        .read(&format!("{sign}{whole}.{fraction}"))
        .and_then(|read| read.rounded(scale, 37))
        .unwrap();
    let dropped = 10u128.pow(decimals.saturating_sub(scale));
    let magnitude = (u128::from(value.unsigned_abs()) * 2 + dropped) / (dropped * 2);
    let at = |number: u128, from: u32| number * 10u128.pow(18 - from);
    prop_assert_eq!(
        at(mantissa.unsigned_abs(), kept),
        at(magnitude, decimals.min(scale))
    );
    prop_assert!(mantissa == 0 || (mantissa < 0) == (value < 0));
}

#[property_test(config = cases(1024))]
fn any_text_is_read_or_named(#[strategy = "[-+()0-9.,' %€Re\u{2212}\u{a0}]{0,10}"] text: String) {
    for decimal in [DecimalSign::Comma, DecimalSign::Point] {
        let form = grouped(decimal, Grouping::Any);
        prop_assert_eq!(form.read(&text).is_none(), form.unread(&text).is_some());
        // What a text needs is enough to read it.
        if let Some(needs) = Needs::of(&text, decimal) {
            let declared = NumberForm {
                decimal,
                grouping: needs.grouping,
                signs: SignForms {
                    dash: needs.signs.dash || needs.sign_space,
                    ..needs.signs
                },
                percent: needs.percent,
                leading_zeros: needs.leading_zeros,
                currency: needs.currency.into_iter().collect(),
            };
            prop_assert!(declared.read(&text).is_some(), "{:?}", declared);
        }
    }
}

#[test]
fn short_numbers_are_plain_and_have_at_most_18_digits() {
    for (text, read) in [
        ("0", Some((0, 0))),
        ("-0", Some((0, 0))),
        ("-0.0", Some((0, 0))),
        ("12", Some((12, 0))),
        ("-12.50", Some((-125, 1))),
        ("0.05", Some((5, 2))),
        ("100", Some((100, 0))),
        ("999999999999999999", Some((999_999_999_999_999_999, 0))),
        ("0.99999999999999999", Some((99_999_999_999_999_999, 17))),
        ("1000000000000000000", None),
        ("9300000000000000000", None),
        ("9999999999999999999", None),
        ("99999999999999999999", None),
        ("0.999999999999999999", None),
        ("007", None),
        ("00", None),
        ("", None),
        ("-", None),
        (".", None),
        ("--1", None),
        ("+1", None),
        ("1e5", None),
        ("1,5", None),
        ("1.2.3", None),
        (".5", None),
        ("5.", None),
        ("٣", None),
    ] {
        assert_eq!(POINT.read_short(text), read, "{text:?}");
    }
}

#[property_test(config = cases(2048))]
fn each_form_reads_a_short_number_as_the_exact_reader_does(
    #[strategy = "-?[0-9]{0,12}[.,]?[0-9]{0,8}[0e%]?"] text: String,
    #[strategy = 0usize..2] sign: usize,
) {
    let decimal = [DecimalSign::Point, DecimalSign::Comma][sign];
    let plain = NumberForm { decimal, ..POINT };
    for form in [&plain, &NumberForm::widest(decimal)] {
        if let Some(short) = form.read_short(&text) {
            let exact = form.read(&text).and_then(|number| number.exactly(18, 37));
            let (mantissa, scale) = short;
            prop_assert_eq!(Some((i128::from(mantissa), scale)), exact, "{}", text);
        }
    }
}
