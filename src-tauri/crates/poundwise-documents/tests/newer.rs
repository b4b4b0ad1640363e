//! Documents of newer versions: reported as such once their signature verified, and never before.

use poundwise_documents::jws::NewerDocument;
use poundwise_documents::kinds::{
    AttributeKind, Cancellation, Grant, HolderCopy, Listing, Opening, Order, Payload,
    PopulationEntry, Receipt, Refusal, Release, Withdrawal,
};
use poundwise_documents::units::DocumentId;
use poundwise_documents::{AnyDocument, JwsError, Signed};
use serde_json::{Value, json};

use crate::fixture::shop::{market, stated};
use crate::fixture::wrong::fields::of_kind;
use crate::fixture::wrong::forge_as;
use crate::fixture::wrong::newer::{changed, fields_of};
use crate::fixture::{
    ALICE, MALLORY, OWNER, add_filter, cross_tabulation, identity, listing, moments, over_18,
};

fn newer(compact: &str) -> NewerDocument {
    match AnyDocument::verify(compact) {
        Err(JwsError::NewerVersion(newer)) => *newer,
        other => panic!("{other:?}"),
    }
}

/// Returns a document of each kind as its payload's fields.
fn each_kind() -> Vec<(&'static str, u8, Value)> {
    let (shop, stated) = (market(), stated());
    let read = |line: &str| AnyDocument::verify(line).unwrap();
    let mut found = Vec::new();
    for line in shop.lines.iter().chain(&stated.lines) {
        let document = read(line);
        let typ = document.typ();
        if found.iter().any(|(known, _, _)| *known == typ) {
            continue;
        }
        let fields = match document {
            AnyDocument::Listing(one) => fields_of(one.payload()),
            AnyDocument::Order(_) => continue,
            AnyDocument::Receipt(one) => fields_of(one.payload()),
            AnyDocument::Grant(one) => fields_of(one.payload()),
            AnyDocument::PopulationEntry(one) => fields_of(one.payload()),
            AnyDocument::Withdrawal(one) => fields_of(one.payload()),
            other => panic!("{other:?}"),
        };
        found.push((typ, OWNER, fields));
    }
    let sale = &shop.sales[0];
    let order = sale.order.id();
    let source = &shop.sales[crate::fixture::copies::SOURCE];
    let (copy, _) = crate::fixture::copies::signed(source, &Default::default());
    let maker = if copy.signer() == identity(ALICE).kid() {
        ALICE
    } else {
        crate::fixture::BOB
    };
    found.extend([
        (
            Order::TYP,
            ALICE,
            fields_of(&crate::fixture::order(ALICE, sale.listing.id())),
        ),
        (Release::TYP, OWNER, fields_of(sale.release.payload())),
        (
            Cancellation::TYP,
            ALICE,
            fields_of(&crate::fixture::cancellation(ALICE, order)),
        ),
        (
            Refusal::TYP,
            OWNER,
            fields_of(&crate::fixture::refusal(OWNER, order)),
        ),
        (
            Opening::TYP,
            OWNER,
            fields_of(&crate::fixture::opening(sale.listing.id())),
        ),
        (HolderCopy::TYP, maker, fields_of(copy.payload())),
    ]);
    found
}

#[test]
fn a_higher_version_of_each_kind_is_newer_once_its_signature_verified() {
    let kinds = each_kind();
    let expected = [
        Listing::TYP,
        Order::TYP,
        Cancellation::TYP,
        Receipt::TYP,
        Grant::TYP,
        PopulationEntry::TYP,
        Release::TYP,
        Refusal::TYP,
        Withdrawal::TYP,
        Opening::TYP,
        HolderCopy::TYP,
    ];
    for typ in expected {
        let (_, signer, fields) = kinds.iter().find(|(known, ..)| *known == typ).unwrap();
        let body = fields.to_string();
        AnyDocument::verify(&forge_as(*signer, typ, &body)).unwrap();
        let next = typ.replace(";v=1", ";v=2");
        let compact = forge_as(*signer, &next, &body);
        let found = newer(&compact);
        assert_eq!(found.id, DocumentId::of(&compact));
        assert_eq!(found.signer, identity(*signer).kid());
        assert_eq!((found.field, &found.word), ("typ", &next));
        let is_entry = AnyDocument::is_entry_typ(typ);
        assert_eq!(found.place.is_some(), is_entry, "{typ}");
        // The reader of one kind says the same.
        assert!(matches!(
            Signed::<Listing>::verify(&compact),
            Err(JwsError::NewerVersion(_))
        ));
        // Another one's signature, no signature, and another key.
        let (signed, _) = compact.rsplit_once('.').unwrap();
        let other = forge_as(
            *signer,
            &next,
            &format!("{body} ").replace("} ", ",\"x\":1}"),
        );
        let (_, others) = other.rsplit_once('.').unwrap();
        let unsigned = [others, &"A".repeat(86)].map(|signature| format!("{signed}.{signature}"));
        for unsigned in unsigned {
            assert_eq!(AnyDocument::verify(&unsigned), Err(JwsError::Signature));
            assert_eq!(
                Signed::<Listing>::verify(&unsigned),
                Err(JwsError::Signature)
            );
        }
        assert_eq!(
            AnyDocument::verify(&forge_as(MALLORY, &next, &body)),
            Err(JwsError::KeyMismatch)
        );
    }
}

#[test]
fn a_document_of_an_unknown_kind_needs_a_key_and_its_signature() {
    let typ = "poundwise-rebate;v=1";
    let good = json!({ "jwk": identity(OWNER).jwk(), "anything": [1, { "a": null }] });
    let found = newer(&forge_as(OWNER, typ, &good.to_string()));
    assert_eq!((found.word.as_str(), found.place), (typ, None));
    for body in ["{}", "[]", "{\"jwk\":1}", "null", "{\"jwk\":null} "] {
        assert_eq!(
            AnyDocument::verify(&forge_as(OWNER, typ, body)),
            Err(JwsError::UnknownKind(typ.to_owned())),
            "{body}"
        );
    }
}

#[test]
fn an_entry_of_an_unknown_kind_has_its_place() {
    let entry = json!({
        "sequence": 7,
        "previous_entry": DocumentId::of("before"),
        "issued_at": crate::fixture::at(3),
        "jwk": identity(OWNER).jwk(),
        "rebate": 5,
    });
    let typ = "poundwise-rebate;v=1";
    let place = newer(&forge_as(OWNER, typ, &entry.to_string()))
        .place
        .unwrap();
    assert_eq!((place.sequence, place.owner), (7, identity(OWNER).kid()));
    assert_eq!(place.previous, Some(DocumentId::of("before")));
    for field in ["sequence", "previous_entry", "issued_at"] {
        let mut without = entry.clone();
        without.as_object_mut().unwrap().remove(field);
        assert_eq!(
            newer(&forge_as(OWNER, typ, &without.to_string())).place,
            None
        );
    }
}

#[test]
fn an_unknown_word_is_newer_and_another_fault_is_a_fault() {
    let fields = fields_of(&listing(1));
    let word = |path: &str, value: Value| changed(OWNER, Listing::TYP, fields.clone(), path, value);
    let crossed = fields_of(&cross_tabulation(1));
    let moments = fields_of(&moments(1));
    let mean = fields_of(&of_kind(AttributeKind::Mean));
    let filtered = fields_of(&{
        let mut listing = listing(1);
        add_filter(&mut listing, over_18());
        listing
    });
    for (body, path) in [
        (&fields, "/question/kind"),
        (&fields, "/question/column/column_type"),
        (&fields, "/family"),
        (&fields, "/adjacency"),
        (&mean, "/question/missing"),
        (&crossed, "/question/columns/1/column_type"),
        (&moments, "/question/variables/1/role"),
        (&moments, "/question/variables/2/column_type"),
        (&moments, "/question/groups/0/column_type"),
        (&filtered, "/question/filters/0/column_type"),
        (&filtered, "/question/filters/0/operator"),
    ] {
        let word = json!("some-new-word");
        let compact = changed(OWNER, Listing::TYP, body.clone(), path, word);
        let found = newer(&compact);
        assert!(path.ends_with(&format!("/{}", found.field)), "{path}");
        assert_eq!(found.word, "some-new-word");
        let (signed, signature) = compact.rsplit_once('.').unwrap();
        let other = if signature.starts_with('A') { "B" } else { "A" };
        let broken = format!("{signed}.{other}{}", &signature[1..]);
        assert_eq!(AnyDocument::verify(&broken), Err(JwsError::Signature));
    }
    // With the fields that the unknown family brings along.
    let mut body = fields.clone();
    body["rho"] = json!("0.5");
    let gaussian = json!("discrete-gaussian");
    newer(&changed(
        OWNER,
        Listing::TYP,
        body.clone(),
        "/family",
        gaussian,
    ));
    // With the fields that an unknown kind of question brings along.
    let mut quantile = fields.clone();
    quantile["question"] = json!({ "kind": "quantile", "column": "age", "at": ["0.5"] });
    let found = newer(&forge_as(OWNER, Listing::TYP, &quantile.to_string()));
    assert_eq!((found.field, found.word.as_str()), ("kind", "quantile"));

    let asked = |question: Value| word("/question", question);
    let with = |path: &str, value: Value| {
        let mut question = filtered["question"].clone();
        let (holder, name) = path.rsplit_once('/').unwrap();
        question.pointer_mut(holder).unwrap()[name] = value;
        asked(question)
    };
    let without = |path: &str, name: &str| {
        let mut question = filtered["question"].clone();
        let holder = question.pointer_mut(path).unwrap();
        holder.as_object_mut().unwrap().remove(name).unwrap();
        asked(question)
    };
    let faults = [
        forge_as(OWNER, Listing::TYP, &body.to_string()),
        word("/family", json!("two words")),
        word("/family", json!("")),
        word("/family", json!("x".repeat(41))),
        word("/family", json!(5)),
        word("/family", Value::Null),
        word("/title", json!(5)),
        // Unknown, missing and ill-typed fields of a known kind.
        with("/extra", json!(1)),
        with("/public_rows", json!(5)),
        with("/bounds", json!(["0", "1"])),
        with("/column/extra", json!(1)),
        with("/filters/0/extra", json!(1)),
        with("/filters", json!(null)),
        with("/column", json!("age")),
        without("", "kind"),
        without("", "filters"),
        without("/column", "bins"),
        without("/filters/0", "value"),
        asked(json!("count")),
        asked(json!(null)),
        // Lists in place of objects.
        asked(json!(["count", []])),
        with("/filters", json!([["age", "number", "==", "5"]])),
        with("/column", json!(["age", "number", ["1"], []])),
    ];
    for fault in faults {
        assert!(
            matches!(AnyDocument::verify(&fault), Err(JwsError::Payload { .. })),
            "{fault}"
        );
    }
}
