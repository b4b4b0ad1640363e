//! Decimals in exported JSON: none loses a digit, whoever reads them.

use poundwise_market::view::JsonNumber;
use poundwise_query::Number;

fn written(text: &str) -> String {
    serde_json::to_string(&JsonNumber::of(text)).unwrap()
}

#[test]
fn what_53_bits_hold_is_a_number_and_everything_else_a_text() {
    for (text, json) in [
        ("125", "125"),
        ("-3", "-3"),
        ("0", "0"),
        ("0.5", "0.5"),
        ("0.10", "0.1"),
        ("7.00", "7"),
        ("-1234.25", "-1234.25"),
        ("123456789012.345", "123456789012.345"),
        ("9007199254740992", "9007199254740992"),
        ("-9007199254740992", "-9007199254740992"),
        ("9007199254740993", "\"9007199254740993\""),
        ("100000000000000000000", "\"100000000000000000000\""),
        ("0.1000000000000000001", "\"0.1000000000000000001\""),
        ("0.123456789012345678", "\"0.123456789012345678\""),
        ("9007199254740992.5", "\"9007199254740992.5\""),
        ("no number", "\"no number\""),
    ] {
        assert_eq!(written(text), json, "{text}");
    }
    assert_eq!(
        JsonNumber::whole(i64::MIN),
        JsonNumber::Text(i64::MIN.to_string())
    );
}

/// Whoever reads the number into 53 bits, and whoever reads the text, has every digit.
#[test]
fn every_decimal_is_had_back() {
    let mut word: u64 = 0x9e37_79b9_7f4a_7c15;
    for round in 0..200_000u32 {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        let mantissa = (word >> (round % 60)) as i64;
        let scale = (round % 19) as usize;
        let digits = format!("{:0>width$}", mantissa.unsigned_abs(), width = scale + 1);
        let (whole, decimals) = digits.split_at(digits.len() - scale);
        let sign = if round % 2 == 0 { "" } else { "-" };
        let text = format!("{sign}{whole}.{decimals}0");
        let text = text.trim_end_matches('.');
        let same = |other: &str| Number::parse(other).unwrap() == Number::parse(text).unwrap();
        let json: serde_json::Value = serde_json::from_str(&written(text)).unwrap();
        match json {
            serde_json::Value::Number(number) if number.is_i64() => {
                assert!(same(&number.as_i64().unwrap().to_string()), "{text}");
            }
            serde_json::Value::Number(number) => {
                assert!(same(&number.as_f64().unwrap().to_string()), "{text}");
            }
            serde_json::Value::String(digits) => assert!(same(&digits), "{text}"),
            other => panic!("{text}: {other}"),
        }
    }
}
