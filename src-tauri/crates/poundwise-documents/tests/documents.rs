//! One signed document at a time: what is signed verifies, and nothing else does.

use crate::fixture::wrong::fields::{self, of_kind, right_listings};
use crate::fixture::{
    ALICE, MALLORY, OWNER, binned, bounded, cross_tabulation, identity, listing, moments,
    moments_of, order, over_18, two_valued, with_blocks,
};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as B64;
use ed25519_dalek::Signer;
use poundwise_documents::jws::claimed_typ;
use poundwise_documents::kinds::{
    AttributeKind, ColumnType, Entry, Listing, Order, Payload, PopulationEntry, Question,
};
use poundwise_documents::log::Hash;
use poundwise_documents::units::{Digest, DocumentId};
use poundwise_documents::{AnyDocument, Checkpoint, JwsError, KeyError, Signed};
use serde_json::{Value, json};

/// Signs any header and payload, as a hostile signer would.
fn forge(person: u8, header: &str, payload: &str) -> String {
    let signed = format!("{}.{}", B64.encode(header), B64.encode(payload));
    let signature = ed25519_dalek::SigningKey::from_bytes(&[person; 32]).sign(signed.as_bytes());
    format!("{signed}.{}", B64.encode(signature.to_bytes()))
}

fn header(person: u8, alg: &str, typ: &str) -> String {
    format!(
        "{{\"alg\":\"{alg}\",\"kid\":\"{}\",\"typ\":\"{typ}\"}}",
        identity(person).kid()
    )
}

fn good_order() -> Order {
    order(ALICE, DocumentId::of("a listing"))
}

fn verify(compact: &str) -> Result<Signed<Order>, JwsError> {
    Signed::<Order>::verify(compact)
}

#[test]
fn what_is_signed_verifies_as_its_kind_and_no_other() {
    let signed = Signed::sign(&identity(ALICE), good_order()).unwrap();
    let read = verify(signed.compact()).unwrap();
    assert_eq!(read.payload(), &good_order());
    assert_eq!(
        (read.id(), read.signer()),
        (DocumentId::of(signed.compact()), identity(ALICE).kid())
    );
    let any = AnyDocument::verify(signed.compact()).unwrap();
    assert!(matches!(any, AnyDocument::Order(order) if *order == signed));
    assert_eq!(
        Signed::<Listing>::verify(signed.compact()).unwrap_err(),
        JwsError::Kind {
            expected: Listing::TYP,
            found: Order::TYP.to_owned()
        }
    );
    let listing = Signed::sign(&identity(OWNER), listing(1)).unwrap();
    assert!(matches!(
        AnyDocument::verify(listing.compact()),
        Ok(AnyDocument::Listing(_))
    ));
}

#[test]
fn exactly_one_name_of_the_algorithm_is_accepted() {
    let body = serde_json::to_string(&good_order()).unwrap();
    verify(&forge(ALICE, &header(ALICE, "EdDSA", Order::TYP), &body)).unwrap();
    for alg in ["Ed25519", "none", "HS256", "eddsa", "Ed448"] {
        let error = verify(&forge(ALICE, &header(ALICE, alg, Order::TYP), &body)).unwrap_err();
        assert_eq!(error, JwsError::Algorithm(alg.to_owned()));
    }
}

#[test]
fn headers_are_exact() {
    let body = serde_json::to_string(&good_order()).unwrap();
    let good = header(ALICE, "EdDSA", Order::TYP);
    let kid = identity(ALICE).kid();
    for (name, wrong) in [
        (
            "an unknown member",
            good.replace('}', ",\"x5u\":\"http://example.org\"}"),
        ),
        ("crit", good.replace('}', ",\"crit\":[\"b64\"]}")),
        ("unencoded payload", good.replace('}', ",\"b64\":false}")),
        ("a doubled member", good.replace('}', ",\"alg\":\"EdDSA\"}")),
        (
            "no kid",
            format!("{{\"alg\":\"EdDSA\",\"typ\":\"{}\"}}", Order::TYP),
        ),
        (
            "no alg",
            format!("{{\"kid\":\"{kid}\",\"typ\":\"{}\"}}", Order::TYP),
        ),
        (
            "an array",
            format!("[\"EdDSA\",\"{kid}\",\"{}\"]", Order::TYP),
        ),
        ("space around", format!(" {good}")),
        ("two objects", format!("{good}{{}}")),
        (
            "too long",
            good.replace('{', &format!("{{{}", " ".repeat(1000))),
        ),
    ] {
        let error = verify(&forge(ALICE, &wrong, &body)).unwrap_err();
        assert!(matches!(error, JwsError::Header(_)), "{name}: {error}");
    }
    let unknown = forge(ALICE, &header(ALICE, "EdDSA", "poundwise-order;v=2"), &body);
    assert!(matches!(verify(&unknown), Err(JwsError::NewerVersion(_))));
    for typ in [
        "poundwise-order;v=0",
        "poundwise-Order;v=2",
        "order;v=2",
        "JWT",
    ] {
        let strange = forge(ALICE, &header(ALICE, "EdDSA", typ), &body);
        assert!(matches!(verify(&strange), Err(JwsError::Kind { .. })));
        assert!(matches!(
            AnyDocument::verify(&strange),
            Err(JwsError::UnknownKind(_))
        ));
    }
}

#[test]
fn a_header_has_a_longest_and_a_kind_is_read_from_no_longer_one() {
    let body = serde_json::to_string(&good_order()).unwrap();
    let good = header(ALICE, "EdDSA", Order::TYP);
    let padded =
        |length: usize| good.replace('{', &format!("{{{}", " ".repeat(length - good.len())));
    // 1024 characters of base64url.
    let longest = forge(ALICE, &padded(768), &body);
    assert_eq!(longest.find('.'), Some(1024));
    assert_eq!(verify(&longest).unwrap().payload(), &good_order());
    assert_eq!(claimed_typ(&longest).as_deref(), Some(Order::TYP));
    let longer = forge(ALICE, &padded(769), &body);
    assert_eq!(
        verify(&longer).unwrap_err().to_string(),
        "the header is not exactly alg, kid and typ: longer than 1024 characters"
    );
    assert_eq!(claimed_typ(&longer), None);
    // What nobody verified is read as its own kind alone.
    assert_eq!(Signed::unverified_payload(&longest), Some(good_order()));
    assert!(Signed::<Listing>::unverified_payload(&longest).is_none());
    let other = forge(ALICE, &header(ALICE, "EdDSA", Listing::TYP), &body);
    assert!(Signed::<Order>::unverified_payload(&other).is_none());
}

#[test]
fn payloads_are_exact() {
    let body = serde_json::to_string(&good_order()).unwrap();
    let head = header(ALICE, "EdDSA", Order::TYP);
    assert!(body.contains("\"checkpoint\":null") && body.contains("\"price_minor\":1000"));
    for (name, wrong) in [
        ("an unknown field", body.replacen('{', "{\"extra\":1,", 1)),
        (
            "a doubled field",
            body.replacen('{', "{\"price_minor\":1000,", 1),
        ),
        ("a missing field", body.replace("\"price_minor\":1000,", "")),
        ("a missing null", body.replace("\"checkpoint\":null,", "")),
        (
            "a float",
            body.replace("\"price_minor\":1000", "\"price_minor\":1000.0"),
        ),
        (
            "an exponent",
            body.replace("\"price_minor\":1000", "\"price_minor\":1e3"),
        ),
        (
            "a negative",
            body.replace("\"price_minor\":1000", "\"price_minor\":-1000"),
        ),
        (
            "a number as text",
            body.replace("\"price_minor\":1000", "\"price_minor\":\"1000\""),
        ),
        (
            "money out of range",
            body.replace("\"price_minor\":1000", "\"price_minor\":9007199254740992"),
        ),
        (
            "ε out of range",
            body.replace("\"to\":500000", "\"to\":1099511627777"),
        ),
        ("an array", format!("[{body}]")),
        ("space after", format!("{body}\n")),
        (
            "another key member",
            body.replace("\"kty\"", "\"d\":\"AA\",\"kty\""),
        ),
        ("a key as a list", {
            let x = identity(ALICE).jwk().x;
            let object = format!("{{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"{x}\"}}");
            assert!(body.contains(&object));
            body.replace(&object, &format!("[\"OKP\",\"Ed25519\",\"{x}\"]"))
        }),
        ("nothing at all", String::new()),
    ] {
        assert_ne!(wrong, body, "{name}: the case changes nothing");
        let error = verify(&forge(ALICE, &head, &wrong)).unwrap_err();
        assert!(matches!(error, JwsError::Payload { .. }), "{name}: {error}");
    }
}

/// Each is refused for its own field in the words given, when it is to be signed and when it is
/// found signed.
fn refused<T: Payload>(person: u8, broken: Vec<fields::Broken<T>>) {
    for (name, words, wrong) in broken {
        let body = serde_json::to_string(&wrong).unwrap();
        assert_eq!(wrong.check().unwrap_err().to_string(), words, "{name}");
        for error in [
            Signed::sign(&identity(person), wrong).unwrap_err(),
            Signed::<T>::verify(&forge(person, &header(person, "EdDSA", T::TYP), &body))
                .unwrap_err(),
        ] {
            assert!(
                matches!(&error, JwsError::Invalid { error, .. } if error.to_string() == words),
                "{name}: {error}"
            );
        }
    }
}

#[test]
fn documents_agree_with_themselves() {
    for right in fields::right_listings() {
        right.check().unwrap();
    }
    refused(OWNER, fields::broken_listings());
    refused(ALICE, fields::broken_orders());
    refused(OWNER, fields::broken_receipts());
    refused(OWNER, fields::broken_grants());
    for right in fields::right_receipts() {
        right.check().unwrap();
    }
    for right in fields::right_populations() {
        Signed::sign(&identity(OWNER), right).unwrap();
    }
    refused(OWNER, fields::broken_populations());
    refused(OWNER, fields::broken_releases());
    refused(ALICE, fields::broken_copies());
    refused(OWNER, fields::broken_refusals());
    refused(OWNER, fields::broken_withdrawals());
    refused(OWNER, fields::broken_openings());
}

/// Every field of a listing by its JSON name, with another value, and what the change makes of it.
#[test]
fn each_field_of_a_listing_is_free_in_a_version_part_of_the_question_or_neither() {
    let key = serde_json::to_value(identity(MALLORY).jwk()).unwrap();
    let question = serde_json::to_value(of_kind(AttributeKind::Count).question).unwrap();
    let changes: [(&str, Value, bool, bool); 32] = [
        // Field, another value, whether a version may have it, whether it is the same question
        // then.
        ("title", json!("x"), true, true),
        ("description", json!("x"), true, true),
        ("seller_name", json!("x"), true, true),
        ("question", question, false, false),
        ("unit", json!("kg"), false, true),
        ("dimension", json!(4), false, false),
        ("labels", json!(["x"]), false, true),
        ("sensitivity", json!(2), false, false),
        ("adjacency", json!("replace"), false, false),
        ("unit_name", json!("x"), false, true),
        ("unit_column", json!("x"), false, false),
        ("rows_per_unit", json!(2), false, false),
        // Follows from the fields before it.
        ("protects", json!("x"), true, true),
        ("ceiling", json!(1_000_000), true, true),
        ("top", json!(5_000_000), false, false),
        ("grain", json!(1), false, true),
        ("tariff", json!([[2_000_000, 5]]), true, true),
        ("currency", json!("USD"), false, true),
        ("pay_to", json!(""), true, true),
        ("terms", json!("x"), true, true),
        ("deliver_to", json!("age1x"), true, true),
        ("population", json!(crate::fixture::salt(1)), false, true),
        ("population_cap_micro_epsilon", json!(1), true, true),
        ("population_cap_nano_rho", json!(1), true, true),
        ("population_carried_micro_epsilon", json!(1), false, true),
        ("population_carried_nano_rho", json!(1), false, true),
        ("path_layout", json!("x"), false, false),
        ("seed_commitment", json!(Digest::of(b"x")), false, true),
        ("data_commitment", json!(Digest::of(b"x")), false, true),
        ("previous", json!(DocumentId::of("x")), true, true),
        ("jwk", key, false, true),
        ("issued_at", json!("2026-11-22T00:00:00Z"), true, true),
    ];
    let first = listing(1);
    for field in serde_json::to_value(&first)
        .unwrap()
        .as_object()
        .unwrap()
        .keys()
    {
        // There is one law of noise so far, so that it cannot be another one.
        let listed = changes.iter().any(|(name, ..)| name == field);
        assert!(listed || field == "family", "{field} is not listed");
    }
    for (name, value, version, question) in changes {
        changes_to(&first, &format!("/{name}"), value, version, question);
    }
}

/// Compares a listing with one that has another value at a path.
fn changes_to(first: &Listing, path: &str, value: Value, version: bool, question: bool) {
    let mut fields = serde_json::to_value(first).unwrap();
    let slot = fields.pointer_mut(path).unwrap();
    assert_ne!(*slot, value, "{path}: the case changes nothing");
    *slot = value;
    let changed: Listing = serde_json::from_value(fields).unwrap();
    assert_eq!(changed.is_version_of(first), version, "{path}");
    assert_eq!(first.is_version_of(&changed), version, "{path}");
    assert_eq!(changed.same_question(first), question, "{path}");
}

#[test]
fn each_field_of_a_question_is_part_of_it_except_rows_that_are_only_stated() {
    let of_all = right_listings()
        .into_iter()
        .find(|listing| listing.question.rows_as_mid().is_some())
        .unwrap();
    let kinds = AttributeKind::ALL.iter().map(|kind| of_kind(*kind));
    for first in kinds.chain([of_all, with_blocks(1)]) {
        let question = serde_json::to_value(&first.question).unwrap();
        for (field, value) in question.as_object().unwrap() {
            let other = match (field.as_str(), value.as_str()) {
                // A kind has its own fields: another kind is another question.
                ("kind", _) => continue,
                ("column", None) => json!(binned("size", ColumnType::Number, &["1"], &[])),
                ("column", Some(_)) => json!("size"),
                ("columns" | "groups", _) => {
                    json!([binned("size", ColumnType::Number, &["1"], &[])])
                }
                ("variables", _) => json!([two_valued("own", ColumnType::Number, &["0", "1"])]),
                ("filters", _) => json!([over_18()]),
                ("bounds", _) => json!(["-7", "7"]),
                ("blocks", _) => json!([1]),
                ("step" | "distance", _) => json!("0.25"),
                ("missing", Some("as-mid")) => json!("excluded"),
                ("missing", _) => json!("as-mid"),
                ("public_rows", _) => json!(5),
                _ => panic!("{field} is not listed"),
            };
            let only_stated = field == "public_rows" && first.question.rows_as_mid().is_none();
            changes_to(
                &first,
                &format!("/question/{field}"),
                other,
                false,
                only_stated,
            );
        }
    }
}

#[test]
fn each_kind_of_question_is_written_with_its_name() {
    for kind in AttributeKind::ALL {
        let question = of_kind(*kind).question;
        let json = serde_json::to_value(&question).unwrap();
        assert_eq!(json["kind"], kind.as_str());
        assert_eq!(serde_json::from_value::<Question>(json).unwrap(), question);
    }
}

#[test]
fn an_order_is_short() {
    let with_note = |cosignatures: usize| {
        let note = Checkpoint::sign(&identity(OWNER), 0, Hash::empty_root()).unwrap();
        let more = "\u{2014} witness.of.the.town.council AAAAAAAA\n".repeat(cosignatures);
        Order {
            checkpoint: Some(format!("{}{more}", note.note())),
            ..good_order()
        }
    };
    let signed = Signed::sign(&identity(ALICE), with_note(0)).unwrap();
    assert_eq!(verify(signed.compact()).unwrap(), signed);
    assert_eq!(
        Signed::sign(&identity(ALICE), with_note(60)).unwrap_err(),
        JwsError::TooLong(4 << 10)
    );
}

/// Of exactly as many bytes as a listing may have, and one more.
#[test]
fn a_listing_has_a_longest() {
    const MOST: usize = 16 << 20;
    // Three parts, two points, a signature of 86 characters.
    let head = B64.encode(header(OWNER, "EdDSA", Listing::TYP)).len();
    let body = (MOST - head - 2 - 86) / 4 * 3 + 1;
    let sized = |body: usize| {
        let labels = (body - 4500) / 203;
        let mut listing = Listing {
            labels: vec!["x".repeat(200); labels],
            dimension: labels as u64,
            description: String::new(),
            ..crate::fixture::own_numbers(1)
        };
        let rest = body - serde_json::to_vec(&listing).unwrap().len();
        listing.description = "x".repeat(rest);
        Signed::sign(&identity(OWNER), listing)
    };
    let longest = sized(body).unwrap();
    assert_eq!(longest.compact().len(), MOST);
    assert_eq!(
        Signed::<Listing>::verify(longest.compact()).unwrap(),
        longest
    );
    assert!(AnyDocument::verify(longest.compact()).is_ok());
    assert_eq!(sized(body + 1).unwrap_err(), JwsError::TooLong(MOST));
    let longer = format!("{}x", longest.compact());
    assert_eq!(
        Signed::<Listing>::verify(&longer).unwrap_err(),
        JwsError::TooLong(MOST)
    );
    assert_eq!(
        AnyDocument::verify(&longer).unwrap_err(),
        JwsError::TooLong(MOST)
    );
    assert_ne!(longest, Signed::sign(&identity(OWNER), listing(1)).unwrap());
}

#[test]
fn entries_have_their_place_whatever_their_kind() {
    let shop = crate::fixture::shop::market();
    let mut places = Vec::new();
    for line in &shop.lines {
        let document = AnyDocument::verify(line).unwrap();
        assert_eq!(
            document.place().is_some(),
            AnyDocument::is_entry_typ(document.typ())
        );
        places.extend(document.place());
    }
    assert_eq!(places.len(), 8);
    for (sequence, place) in (0..).zip(&places) {
        assert_eq!(
            (place.sequence, place.owner),
            (sequence, identity(OWNER).kid())
        );
    }
    for pair in places.windows(2) {
        assert_eq!(pair[1].previous, Some(pair[0].id));
    }
    let AnyDocument::Grant(grant) = AnyDocument::verify(&shop.lines[15]).unwrap() else {
        panic!("not a grant")
    };
    assert_eq!(grant.payload().population(), Some(listing(1).population));
    assert_eq!(shop.sales[0].receipt.payload().population(), None);
    let stated = crate::fixture::shop::stated();
    let AnyDocument::PopulationEntry(entry) = AnyDocument::verify(&stated.lines[1]).unwrap() else {
        panic!("not a population's entry")
    };
    assert!(AnyDocument::is_entry_typ(PopulationEntry::TYP));
    assert_eq!(entry.place().sequence, 1);
    assert_eq!(
        entry.payload().population(),
        Some(crate::fixture::shop::merged())
    );
}

#[test]
fn nobody_signs_for_another() {
    let body = serde_json::to_string(&good_order()).unwrap();
    let signed = forge(MALLORY, &header(MALLORY, "EdDSA", Order::TYP), &body);
    assert_eq!(verify(&signed).unwrap_err(), JwsError::KeyMismatch);
    let signed = forge(MALLORY, &header(ALICE, "EdDSA", Order::TYP), &body);
    assert_eq!(verify(&signed).unwrap_err(), JwsError::Signature);
    assert_eq!(
        Signed::sign(&identity(MALLORY), good_order()).unwrap_err(),
        JwsError::KeyMismatch
    );
}

#[test]
fn weak_keys_are_refused() {
    // The identity point: with R = identity and s = 0 it "signs" every message for a lax verifier.
    let mut point = [0u8; 32];
    point[0] = 1;
    let x = B64.encode(point);
    let body = serde_json::to_string(&good_order())
        .unwrap()
        .replace(&identity(ALICE).jwk().x, &x);
    let signed = format!(
        "{}.{}",
        B64.encode(header(ALICE, "EdDSA", Order::TYP)),
        B64.encode(body)
    );
    let mut signature = [0u8; 64];
    signature[0] = 1;
    let compact = format!("{signed}.{}", B64.encode(signature));
    assert_eq!(verify(&compact).unwrap_err(), JwsError::Key(KeyError::Weak));
}

#[test]
fn one_changed_character_anywhere_is_refused() {
    let signed = Signed::sign(&identity(ALICE), good_order()).unwrap();
    let compact = signed.compact().as_bytes();
    for position in 0..compact.len() {
        for replacement in [
            b'A',
            b'.',
            b'=',
            b' ',
            compact[position] ^ 1,
            compact[position] ^ 32,
        ] {
            let mut changed = compact.to_vec();
            changed[position] = replacement;
            if changed != compact
                && let Ok(text) = String::from_utf8(changed)
            {
                assert!(
                    AnyDocument::verify(&text).is_err(),
                    "byte {position} as {replacement}"
                );
            }
        }
    }
    for wrong in [
        "",
        ".",
        "..",
        "...",
        "a.b",
        &signed.compact()[1..],
        &format!("{}A", signed.compact()),
    ] {
        assert!(AnyDocument::verify(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn a_verified_document_is_read_again_from_its_own_string_alone() {
    let signed = Signed::sign(&identity(ALICE), good_order()).unwrap();
    let known = verify(signed.compact()).unwrap().verified_id();
    assert_eq!(known.id(), signed.id());
    let again = known.read_again(signed.compact()).unwrap();
    assert_eq!(
        (again.compact(), again.payload(), again.id(), again.key()),
        (
            signed.compact(),
            signed.payload(),
            signed.id(),
            signed.key()
        )
    );
    // The same content with a space in its header, which verifies too.
    let body = serde_json::to_string(&good_order()).unwrap();
    let spaced = header(ALICE, "EdDSA", Order::TYP).replace(',', ", ");
    let other = forge(ALICE, &spaced, &body);
    assert_eq!(verify(&other).unwrap().payload(), signed.payload());
    assert!(known.read_again(&other).is_none());
    let unsigned = signed.compact().rsplit_once('.').unwrap().0;
    for wrong in [
        unsigned.to_owned(),
        format!("{unsigned}.{}", B64.encode([0; 64])),
        format!("{}\n", signed.compact()),
        String::new(),
    ] {
        assert!(known.read_again(&wrong).is_none());
    }
}

#[test]
fn a_signature_has_one_form() {
    // s + L is congruent to s: a lax verifier takes both, and a document would have two ids.
    const L: [u8; 32] = [
        0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde,
        0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
    ];
    let signed = Signed::sign(&identity(ALICE), good_order()).unwrap();
    let (message, signature) = signed.compact().rsplit_once('.').unwrap();
    let mut signature = B64.decode(signature).unwrap();
    let mut carry = 0u16;
    for (byte, l) in signature[32..].iter_mut().zip(L) {
        let sum = u16::from(*byte) + u16::from(l) + carry;
        *byte = sum.to_le_bytes()[0];
        carry = sum >> 8;
    }
    assert_eq!(carry, 0);
    assert_eq!(
        verify(&format!("{message}.{}", B64.encode(signature))).unwrap_err(),
        JwsError::Signature
    );
}

#[test]
fn a_question_has_one_form() {
    let body = serde_json::to_string(&cross_tabulation(1)).unwrap();
    let town = r#"{"column":"town","column_type":"text","bins":["Aldbury","Tring"],"edges":[]}"#;
    let age = r#"{"column":"age","column_type":"number","bins":[],"edges":["0","18","65"]}"#;
    let question =
        format!(r#"{{"kind":"cross-tabulation","columns":[{town},{age}],"filters":[]}}"#);
    assert!(
        body.contains(&format!("\"question\":{question},")),
        "{body}"
    );
    let head = header(OWNER, "EdDSA", Listing::TYP);
    let read = |body: &str| Signed::<Listing>::verify(&forge(OWNER, &head, body));
    assert_eq!(read(&body).unwrap().payload(), &cross_tabulation(1));
    let as_list = format!(r#"["cross-tabulation",[{town},{age}],[]]"#);
    for (name, right, wrong) in [
        ("null", question.as_str(), "null"),
        ("a list of its fields", &question, as_list.as_str()),
        ("a doubled kind", r#"{"kind""#, r#"{"kind":"count","kind""#),
        (
            "a doubled field",
            r#""filters":[]"#,
            r#""filters":[],"filters":[]"#,
        ),
        ("an object of columns", &format!("[{town},{age}]"), "{}"),
        (
            "a column as a list",
            town,
            r#"["town","text",["Aldbury","Tring"],[]]"#,
        ),
        (
            "a column without edges",
            r#""Tring"],"edges":[]"#,
            r#""Tring"]"#,
        ),
        (
            "a column with more",
            r#""Tring"],"#,
            r#""Tring"],"more":[],"#,
        ),
        ("a number for an edge", r#"["0","18""#, r#"[0,"18""#),
    ] {
        let wrong = body.replacen(right, wrong, 1);
        assert_ne!(wrong, body, "{name} changes nothing");
        let error = read(&wrong).unwrap_err();
        assert!(matches!(error, JwsError::Payload { .. }), "{name}: {error}");
    }
}

#[test]
fn long_documents_are_refused_before_they_are_read() {
    assert_eq!(
        verify(&"A".repeat((4 << 10) + 1)).unwrap_err(),
        JwsError::TooLong(4 << 10)
    );
    assert_eq!(
        AnyDocument::verify(&"A".repeat((16 << 20) + 1)).unwrap_err(),
        JwsError::TooLong(16 << 20)
    );
}

#[test]
fn messages_do_not_carry_what_strangers_wrote_at_length_or_to_the_terminal() {
    let body = serde_json::to_string(&good_order()).unwrap();
    let field = format!("\\u001b[2J\\n\\u202e{}", "x".repeat(2000));
    let hostile = body.replacen('{', &format!("{{\"{field}\":1,"), 1);
    let error = verify(&forge(ALICE, &header(ALICE, "EdDSA", Order::TYP), &hostile)).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("unknown field"), "{message}");
    assert!(message.len() < 1000);
    assert!(!message.contains(['\u{1b}', '\n', '\u{202e}']));
}

#[test]
fn an_opening_s_errors_say_nothing_of_it() {
    let opening = serde_json::to_string(&crate::fixture::opening(DocumentId::of("x"))).unwrap();
    let broken = opening.replace("\"values\":[120", "\"values\":[\"secret\"");
    assert_ne!(broken, opening);
    let typ = "poundwise-opening;v=1";
    let error =
        AnyDocument::verify(&forge(OWNER, &header(OWNER, "EdDSA", typ), &broken)).unwrap_err();
    assert!(!error.to_string().contains("secret"), "{error}");
    let signed = Signed::sign(
        &identity(OWNER),
        crate::fixture::opening(DocumentId::of("x")),
    )
    .unwrap();
    assert_eq!(
        format!("{signed:?}"),
        format!("Signed({typ}, {})", signed.id())
    );
}

/// Every character of category Cf and every other one that is ignored by default, as ranges of
/// Unicode 16.
const HIDDEN: [(u32, u32); 27] = [
    (0x0, 0x1f),
    (0x7f, 0x9f),
    (0xad, 0xad),
    (0x34f, 0x34f),
    (0x600, 0x605),
    (0x61c, 0x61c),
    (0x6dd, 0x6dd),
    (0x70f, 0x70f),
    (0x890, 0x891),
    (0x8e2, 0x8e2),
    (0x115f, 0x1160),
    (0x17b4, 0x17b5),
    (0x180b, 0x180f),
    (0x200b, 0x200f),
    (0x2028, 0x202e),
    (0x2060, 0x206f),
    (0x3164, 0x3164),
    (0xfe00, 0xfe0f),
    (0xfeff, 0xfeff),
    (0xffa0, 0xffa0),
    (0xfff0, 0xfffb),
    (0x110bd, 0x110bd),
    (0x110cd, 0x110cd),
    (0x13430, 0x1343f),
    (0x1bca0, 0x1bca3),
    (0x1d173, 0x1d17a),
    (0xe0000, 0xe0fff),
];

#[test]
fn a_name_has_no_character_that_is_not_seen() {
    use poundwise_documents::kinds::{hidden_in, is_hidden};
    for c in '\0'..=char::MAX {
        let listed = HIDDEN
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&u32::from(c)));
        assert_eq!(is_hidden(c), listed, "U+{:04X}", u32::from(c));
    }
    assert_eq!(hidden_in("Zoë 東京 – n = 5 😀"), None);
    assert_eq!(
        hidden_in("Cli\u{200b}nic").as_deref(),
        Some("the invisible character U+200B")
    );
    assert_eq!(
        hidden_in("\u{e0041}").as_deref(),
        Some("the invisible character U+E0041")
    );
    assert_eq!(
        hidden_in("a\tb").as_deref(),
        Some("the control character U+0009")
    );
}

#[test]
fn blocks_have_one_form() {
    let question = with_blocks(1).question;
    let mut json = serde_json::to_value(&question).unwrap();
    assert_eq!(json["blocks"], json!([1, 3]));
    assert_eq!(
        serde_json::from_value::<Question>(json.clone()).unwrap(),
        question
    );
    for wrong in [json!([]), json!(null), json!([256]), json!([-1]), json!(1)] {
        json["blocks"] = wrong;
        assert!(serde_json::from_value::<Question>(json.clone()).is_err());
    }
    // A plain histogram has the bytes that it had before there were blocks.
    json.as_object_mut().unwrap().remove("blocks");
    let plain: Question = serde_json::from_value(json.clone()).unwrap();
    assert_eq!(serde_json::to_value(&plain).unwrap(), json);
    assert_eq!(plain.dimension(), Some(6));
}

/// A variable states missing bounds as `null` and missing values as an empty list. Other forms are
/// rejected.
#[test]
fn variables_of_moments_have_one_form() {
    let question = moments(1).question;
    let json = serde_json::to_value(&question).unwrap();
    assert_eq!(
        json["variables"][1],
        json!({
            "column": "owns", "column_type": "text", "role": "two-valued",
            "bounds": null, "values": ["no", "yes"],
        })
    );
    assert_eq!(json["variables"][2]["bounds"], json!(["-500", "420500.5"]));
    let read = |json: &Value| serde_json::from_value::<Question>(json.clone());
    assert_eq!(read(&json).unwrap(), question);
    for (path, wrong) in [
        ("/variables/0/bounds", json!(["18"])),
        ("/variables/0/bounds", json!([18, 95])),
        ("/variables/0/bounds", json!(["18", "95.0"])),
        ("/variables/1/values", json!(null)),
        (
            "/variables/1",
            json!(["owns", "text", "two-valued", null, ["no", "yes"]]),
        ),
        ("/variables", json!({})),
        ("/groups", json!(null)),
    ] {
        let mut json = json.clone();
        *json.pointer_mut(path).unwrap() = wrong;
        assert!(read(&json).is_err(), "{path}");
    }
    for field in ["column", "column_type", "role", "bounds", "values"] {
        let mut json = json.clone();
        let variable = json["variables"][1].as_object_mut().unwrap();
        variable.remove(field).unwrap();
        assert!(read(&json).is_err(), "{field}");
    }
    for field in ["variables", "groups", "filters"] {
        let mut json = json.clone();
        json.as_object_mut().unwrap().remove(field).unwrap();
        assert!(read(&json).is_err(), "{field}");
    }
}

/// The step and the number of coordinates follow from the question.
#[test]
fn moments_count_their_coordinates() {
    use poundwise_documents::kinds::VariableRole::{MeanOnly, Squares};
    let of = |squares: usize, means: usize, groups: &[usize]| {
        let role = |place| if place < squares { Squares } else { MeanOnly };
        let variable = |place| bounded(&format!("v{place}"), role(place), ["0", "1"]);
        let group = |(place, size): (usize, &usize)| {
            let bins: Vec<String> = (1..*size).map(|bin| bin.to_string()).collect();
            let bins: Vec<&str> = bins.iter().map(String::as_str).collect();
            binned(&format!("g{place}"), ColumnType::Number, &bins, &[])
        };
        let groups = groups.iter().enumerate().map(group);
        let question = moments_of(
            (0..squares + means).map(variable).collect(),
            groups.collect(),
        );
        Question::Moments(question)
    };
    for (squares, means, groups, coordinates) in [
        (0, 1, &[][..], 2),
        (1, 0, &[], 3),
        (2, 1, &[], 18),
        (2, 5, &[], 288),
        (3, 0, &[], 8 + 3),
        (7, 0, &[], 135),
        (3, 1, &[4], 4 * (16 + 3)),
        (1, 1, &[2, 3, 4], 24 * 6),
    ] {
        let question = of(squares, means, groups);
        assert_eq!(
            question.dimension(),
            Some(coordinates),
            "{squares} {means} {groups:?}"
        );
        assert_eq!(question.step().to_string(), "0.0000152587890625");
    }
}
