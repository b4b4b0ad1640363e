use super::*;
use crate::tiles::TileKind;

fn kid(seed: u8) -> Kid {
    Kid::from_bytes([seed; 32])
}

fn id(name: &str) -> DocumentId {
    DocumentId::of(name)
}

/// The objects of one file of a kind, each with its name as content.
fn objects(kind: MailKind) -> Vec<MailObject> {
    match kind {
        MailKind::Listing => vec![
            MailObject::Listing(id("one")),
            MailObject::Availability(kid(1)),
            MailObject::Listing(id("two")),
            MailObject::Withdrawal(id("three")),
        ],
        MailKind::Order => vec![
            MailObject::Order(kid(1), id("an order")),
            MailObject::Order(kid(1), id("its cancellation")),
        ],
        MailKind::Delivery => vec![
            MailObject::Delivery(kid(2), id("a receipt")),
            MailObject::Tile(kid(1), TileId::new(TileKind::Hashes(0), 0, 9).unwrap()),
            MailObject::Checkpoint(kid(1)),
        ],
    }
}

fn packed(kind: MailKind, objects: &[MailObject]) -> Result<Vec<u8>, MailError> {
    let contents: Vec<String> = objects.iter().map(MailObject::path).collect();
    let all = objects
        .iter()
        .cloned()
        .zip(contents.iter().map(String::as_bytes))
        .collect();
    MailFile::new(kind, all)?.to_bytes()
}

fn file(kind: MailKind) -> Vec<u8> {
    packed(kind, &objects(kind)).unwrap()
}

/// The files in `tests/mail` were written by a separate program from the format's description.
#[test]
fn files_of_version_1_keep_their_bytes() {
    for kind in MailKind::ALL {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/mail")
            .join(format!("v1.{kind}"));
        let golden = std::fs::read(&path).unwrap();
        assert!(golden == file(kind), "{kind}");
        let read = MailFile::from_bytes(&golden).unwrap();
        assert_eq!(read.kind(), kind);
        let mut expected = objects(kind);
        expected.sort();
        let names: Vec<MailObject> = read.objects().iter().map(|(o, _)| o.clone()).collect();
        assert_eq!(names, expected);
        for (object, bytes) in read.objects() {
            assert_eq!(*bytes, object.path().as_bytes());
        }
        // What the packaging's magic looks for.
        assert_eq!(&golden[30..34], b"mail");
        assert!(golden[34..].starts_with(format!("poundwise-{kind};").as_bytes()));
    }
}

#[test]
fn file_that_is_cut_or_changed_is_refused() {
    for kind in MailKind::ALL {
        let right = file(kind);
        for length in 4..right.len() {
            let cut = MailFile::from_bytes(&right[..length]);
            assert_eq!(cut, Err(MailError::Cut), "{kind} {length}");
        }
        for place in 0..right.len() {
            let mut changed = right.clone();
            changed[place] ^= 1;
            assert!(MailFile::from_bytes(&changed).is_err(), "{kind} {place}");
        }
        let longer = [right.as_slice(), b"x"].concat();
        assert_eq!(
            MailFile::from_bytes(&longer),
            Err(MailError::Layout(right.len()))
        );
    }
}

#[test]
fn other_files_and_newer_ones_are_told_apart() {
    for other in [&b""[..], b"PK", b"From: anna@example.org", b"{}"] {
        assert_eq!(kind_of(other), Err(MailError::NotMail));
    }
    let with_head = |head: &str| zip::write_any(&[(HEAD.as_bytes(), head.as_bytes())]).unwrap();
    for newer in ["poundwise-order;v=2", "poundwise-invoice;v=1"] {
        assert_eq!(kind_of(&with_head(newer)), Err(MailError::Newer), "{newer}");
    }
    for other in ["poundwise-order", "order;v=1", "poundwise-order;v=x", ""] {
        assert_eq!(
            kind_of(&with_head(other)),
            Err(MailError::NotMail),
            "{other}"
        );
    }
    let bundle = zip::write_any(&[(b"listing.jws", b"x")]).unwrap();
    assert_eq!(kind_of(&bundle), Err(MailError::NotMail));
    // The first bytes are enough for the kind.
    assert_eq!(kind_of(&file(MailKind::Order)[..80]), Ok(MailKind::Order));
}

#[test]
fn file_has_exactly_the_objects_of_its_kind() {
    let delivery = || objects(MailKind::Delivery).remove(0);
    let tile = |owner| MailObject::Tile(owner, TileId::new(TileKind::Entries, 0, 9).unwrap());
    let order = |seller, name| MailObject::Order(kid(seller), id(name));
    for (kind, objects, fault) in [
        (MailKind::Listing, vec![], MailFault::Count),
        (
            MailKind::Listing,
            vec![MailObject::Withdrawal(id("x"))],
            MailFault::Count,
        ),
        (MailKind::Listing, vec![order(1, "x")], MailFault::OtherName),
        (
            MailKind::Order,
            vec![order(1, "x"), order(1, "x")],
            MailFault::Order,
        ),
        (
            MailKind::Order,
            vec![order(1, "x"), order(2, "y")],
            MailFault::Count,
        ),
        (
            MailKind::Order,
            vec![order(1, "x"), order(1, "y"), order(1, "z")],
            MailFault::Count,
        ),
        (
            MailKind::Delivery,
            vec![delivery(), tile(kid(1))],
            MailFault::Count,
        ),
        (
            MailKind::Delivery,
            vec![delivery(), tile(kid(1)), MailObject::Checkpoint(kid(2))],
            MailFault::Count,
        ),
        (
            MailKind::Delivery,
            vec![MailObject::Checkpoint(kid(1))],
            MailFault::Count,
        ),
    ] {
        let refused = packed(kind, &objects);
        assert_eq!(
            refused,
            Err(MailError::Objects(fault)),
            "{kind} {objects:?}"
        );
    }
    let long = vec![0; 1000];
    let too_long = MailFile::new(
        MailKind::Delivery,
        vec![
            (delivery(), &b"x"[..]),
            (tile(kid(1)), &long),
            (MailObject::Checkpoint(kid(1)), b"x"),
        ],
    );
    assert_eq!(too_long, Err(MailError::TooLong(tile(kid(1)).path())));
}

#[test]
fn only_names_of_objects_that_travel_are_read() {
    for kind in MailKind::ALL {
        for object in objects(kind) {
            assert_eq!(MailObject::named(&object.path()), Some(object));
        }
    }
    let (owner, entry) = (kid(1), id("x"));
    for other in [
        format!("ledgers/{owner}/ended"),
        format!("ledgers/{owner}/own/0/7-{entry}.age"),
        format!("ledgers/{owner}/tile/0/0"),
        format!("orders/{owner}/../{entry}.age"),
        format!("listings/{entry}"),
        format!("listings//{entry}.jws"),
        format!("/listings/{entry}.jws"),
        "mail".to_owned(),
        String::new(),
    ] {
        assert_eq!(MailObject::named(&other), None, "{other}");
    }
}
