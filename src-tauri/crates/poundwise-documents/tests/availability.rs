//! Statements of availability against their golden vectors: valid ones, and one for each rule that
//! is broken.
//!
//! `cargo test -p poundwise-documents availability::write -- --ignored` writes the vectors.

use std::fs;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as B64;
use ed25519_dalek::Signer;
use poundwise_documents::Signed;
use poundwise_documents::kinds::{Availability, AvailableLevel, MAX_AVAILABLE, Payload};
use poundwise_documents::units::{DocumentId, MicroEpsilon};

use crate::fixture::{OWNER, at, identity};

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/vectors/availability/{name}.jws"))
}

fn level(listing: &str, micro: u64) -> AvailableLevel {
    AvailableLevel {
        listing: DocumentId::of(listing),
        up_to: MicroEpsilon::new(micro).unwrap(),
    }
}

fn good() -> Availability {
    let mut levels = vec![level("a", 2_800_000), level("b", 0), level("c", 1 << 40)];
    levels.sort_by_key(|one| one.listing);
    Availability {
        levels: Some(levels),
        entries: 12,
        jwk: identity(OWNER).jwk(),
        issued_at: at(0),
    }
}

/// Signs any text as a statement of the owner, as a hostile owner could.
fn forged(payload: &str) -> String {
    let identity = identity(OWNER);
    let header = format!(
        "{{\"alg\":\"EdDSA\",\"kid\":\"{}\",\"typ\":\"{}\"}}",
        identity.kid(),
        Availability::TYP
    );
    let signed = format!("{}.{}", B64.encode(header), B64.encode(payload));
    let key = ed25519_dalek::SigningKey::from_bytes(&[OWNER; 32]);
    let signature = key.sign(signed.as_bytes());
    format!("{signed}.{}", B64.encode(signature.to_bytes()))
}

fn changed(change: impl FnOnce(&mut Vec<AvailableLevel>)) -> String {
    let mut payload = good();
    payload.levels.as_mut().map(change).unwrap();
    forged(&serde_json::to_string(&payload).unwrap())
}

/// The statement of an owner who publishes no levels.
fn silent() -> Availability {
    Availability {
        levels: None,
        ..good()
    }
}

/// Returns one document for each rule, which breaks that rule alone, and a part of its error.
fn broken() -> Vec<(&'static str, &'static str, String)> {
    let text = serde_json::to_string(&good()).unwrap();
    let replaced = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        forged(&text.replacen(from, to, 1))
    };
    vec![
        (
            "a-listing-twice",
            "must rise by listing",
            changed(|levels| levels[1].listing = levels[0].listing),
        ),
        (
            "not-sorted",
            "must rise by listing",
            changed(|levels| levels.reverse()),
        ),
        (
            "a-negative-level",
            "",
            replaced("\"up_to\":0", "\"up_to\":-1"),
        ),
        (
            "a-level-that-is-a-fraction",
            "",
            replaced("\"up_to\":0", "\"up_to\":0.5"),
        ),
        (
            "a-level-beyond-the-largest",
            "",
            replaced("\"up_to\":1099511627776", "\"up_to\":1099511627777"),
        ),
        (
            "an-unknown-field",
            "",
            replaced("\"entries\"", "\"note\":\"\",\"entries\""),
        ),
        ("no-entries", "", replaced("\"entries\":12,", "")),
        ("no-levels", "", {
            let silent = serde_json::to_string(&silent()).unwrap();
            forged(&silent.replace("\"levels\":null,", ""))
        }),
    ]
}

#[test]
fn a_statement_has_the_bytes_of_its_golden_vector() {
    for (name, payload) in [("good", good()), ("silent", silent())] {
        let signed = Signed::sign(&identity(OWNER), payload.clone()).unwrap();
        let golden = fs::read_to_string(file(name)).unwrap();
        assert_eq!(signed.compact(), golden.trim_end(), "{name}");
        let read = Signed::<Availability>::verify(golden.trim_end()).unwrap();
        assert_eq!(read.payload(), &payload, "{name}");
    }
}

#[test]
fn a_statement_that_breaks_a_rule_is_refused() {
    for (name, why, made) in broken() {
        let golden = fs::read_to_string(file(name)).unwrap();
        assert_eq!(made, golden.trim_end(), "{name}");
        let error = Signed::<Availability>::verify(golden.trim_end()).unwrap_err();
        assert!(error.to_string().contains(why), "{name}: {error}");
    }
}

#[test]
fn the_longest_statement_fits_and_one_more_listing_is_refused() {
    let of = |count: usize| {
        let mut levels: Vec<AvailableLevel> = (0..count)
            .map(|number| level(&number.to_string(), 1 << 40))
            .collect();
        levels.sort_by_key(|one| one.listing);
        let levels = Some(levels);
        Signed::sign(&identity(OWNER), Availability { levels, ..good() })
    };
    let longest = of(MAX_AVAILABLE).unwrap();
    Signed::<Availability>::verify(longest.compact()).unwrap();
    assert!(of(MAX_AVAILABLE + 1).is_err());
}

#[test]
fn the_newer_of_two_statements_has_the_later_time_or_more_entries() {
    let of = |minute, entries| Availability {
        entries,
        issued_at: at(minute),
        ..good()
    };
    assert!(of(0, 9).is_older_than(&of(1, 3)));
    assert!(of(1, 3).is_older_than(&of(1, 4)));
    assert!(!of(1, 4).is_older_than(&of(1, 4)));
    assert!(!of(2, 1).is_older_than(&of(1, 4)));
}

#[test]
#[ignore = "rewrites the vectors"]
fn write() {
    fs::create_dir_all(file("good").parent().unwrap()).unwrap();
    for (name, payload) in [("good", good()), ("silent", silent())] {
        let signed = Signed::sign(&identity(OWNER), payload).unwrap();
        fs::write(file(name), format!("{}\n", signed.compact())).unwrap();
    }
    for (name, _, made) in broken() {
        fs::write(file(name), format!("{made}\n")).unwrap();
    }
}
