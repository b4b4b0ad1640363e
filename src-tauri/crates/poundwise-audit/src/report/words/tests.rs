//! Templates and numbers of both languages.

use std::collections::BTreeSet;

use poundwise_documents::Language;
use poundwise_documents::finding::{CheckId, Code, ComparisonSide, SidePhrase, SideValue};
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::units::Money;

use super::{ENGLISH, Words, of};
use crate::report::LimitCode;

const GERMAN: &Words = of(Language::German);

#[test]
fn german_numbers_are_grouped_and_have_a_comma() {
    for (n, english, german) in [
        (0, "0", "0"),
        (9999, "9999", "9999"),
        (10_000, "10000", "10\u{202f}000"),
        (123_456, "123456", "123\u{202f}456"),
        (1_234_567, "1234567", "1\u{202f}234\u{202f}567"),
    ] {
        assert_eq!((&*ENGLISH.count(n), &*GERMAN.count(n)), (english, german));
    }
    for (decimal, german) in [
        ("0.5", "0,5"),
        ("12345.25", "12\u{202f}345,25"),
        ("5.0e-7", "5,0e-7"),
        ("inf", "inf"),
    ] {
        assert_eq!(
            (&*ENGLISH.decimal(decimal), &*GERMAN.decimal(decimal)),
            (decimal, german)
        );
    }
    assert_eq!(ENGLISH.level(1_500_000), "1.5");
    assert_eq!(GERMAN.level(1_500_000), "1,5");
    assert_eq!(ENGLISH.level(u64::MAX), format!("{} millionths", u64::MAX));
    assert!(GERMAN.level(u64::MAX).ends_with("\u{202f}615 Millionstel"));
}

#[test]
fn a_listing_beside_a_log_is_named_after_the_log() {
    let name = "a.log (a listing of its owner)";
    assert_eq!(ENGLISH.file(name), name);
    assert_eq!(
        GERMAN.file(name),
        "a.log (ein Angebot seines Eigent\u{fc}mers)"
    );
    assert_eq!(GERMAN.file("a.log"), "a.log");
}

/// A text of a check or a code that stands in English in both languages was forgotten.
#[test]
fn no_text_is_the_same_in_both_languages() {
    let texts = |words: &Words| {
        let checks = CheckId::ALL.iter().flat_map(|id| {
            let check = (words.check)(*id);
            [check.title, check.what, check.against, check.by_hand]
        });
        let parts = Code::ALL.iter().flat_map(|code| (words.compared)(*code));
        let limits = LimitCode::ALL.iter().map(|code| (words.limit)(*code));
        let found = Code::ALL.iter().filter_map(|code| (words.finding)(*code));
        let all = checks.chain(parts).chain(limits).chain(found.flatten());
        all.collect::<BTreeSet<_>>()
    };
    let (english, german) = (texts(&ENGLISH), texts(GERMAN));
    let both: Vec<_> = english.intersection(&german).collect();
    assert!(both.is_empty(), "{both:?}");
    assert!(
        Code::ALL
            .iter()
            .all(|code| (GERMAN.finding)(*code).is_some())
    );
}

/// A German side with other places than the English one says something else.
#[test]
fn every_side_has_the_same_values_in_both_languages() {
    let sides = GERMAN.sides.as_ref().unwrap();
    for phrase in SidePhrase::ALL {
        let (english, german) = (phrase.english(), (sides.phrase)(*phrase));
        for place in ["{0}", "{1}", "{2}", "{3}"] {
            assert_eq!(
                english.matches(place).count(),
                german.matches(place).count(),
                "{phrase}: {place}"
            );
        }
        assert_eq!(english.matches('{').count(), german.matches('{').count());
        let has_words = english
            .split(|c: char| !c.is_alphabetic())
            .any(|word| word.len() > 2);
        assert!(!has_words || english != german, "{phrase}: {german}");
    }
}

#[test]
fn a_german_side_has_its_numbers_in_german() {
    let euro = "EUR".parse().unwrap();
    let names = "(a.log (a listing of its owner))";
    for (side, english, german) in [
        (
            SidePhrase::PriceOfStep.with([
                SideValue::Money(vec![Money::new(1_250_001_u64, euro)]),
                SideValue::Level(0),
                SideValue::Level(1_500_000),
            ]),
            "EUR 12500.01 (ε 0 → 1.5)".to_owned(),
            "12\u{202f}500,01\u{a0}EUR (ε 0 → 1,5)".to_owned(),
        ),
        (
            SidePhrase::PlainIn.with([
                SideValue::Entries(1),
                SideValue::file("a.log (a listing of its owner)"),
            ]),
            format!("1 entry {names}"),
            "1 Eintrag (a.log (ein Angebot seines Eigentümers))".to_owned(),
        ),
        (
            SidePhrase::Pair.with([
                SideValue::Adjacency(Adjacency::Replace),
                SideValue::Unit("person".to_owned()),
            ]),
            "replace, person".to_owned(),
            "eine Einheit ersetzt, Person".to_owned(),
        ),
        (
            ComparisonSide::from(SideValue::Thousandths(7)),
            "0.007".to_owned(),
            "0,007".to_owned(),
        ),
        (
            SidePhrase::AfterEntry.with([SideValue::Entry(10_000)]),
            "after entry 10001".to_owned(),
            "nach Eintrag 10\u{202f}001".to_owned(),
        ),
    ] {
        assert_eq!((ENGLISH.side(&side), GERMAN.side(&side)), (english, german));
    }
}
