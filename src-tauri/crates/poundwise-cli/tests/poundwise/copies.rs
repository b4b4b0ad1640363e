//! `tighten`: a more private copy for somebody else, and its audit.

use std::fs;

use crate::support::{Trader, World, text};

const PEOPLE: &str = "town,age\nGhent,36\nBruges,41\nGhent,29\nGhent,67\n";

fn holding<'w>(world: &'w World, to: &str) -> (Trader<'w>, Trader<'w>, String) {
    let (owner, ann) = (world.home("owner"), world.home("ann"));
    owner.import("people", "town:text,age:number", PEOPLE);
    let listing = owner.json(&[
        "listing",
        "create",
        "people",
        "count",
        "--where",
        "town == Ghent",
        "--title",
        "A listing",
        "--price",
        "2:20",
    ]);
    let listing = text(&listing, "id").to_owned();
    let order = ann.json(&["order", &listing, "--to", to]);
    owner.json(&["approve", text(&order, "id"), "--settlement", "paid"]);
    ann.j("collect");
    (owner, ann, listing)
}

#[test]
fn a_copy_is_made_once_and_audited_for_what_it_is() {
    let world = World::new();
    let (_, ann, listing) = holding(&world, "1");
    let (first, second) = (world.path("first.copy"), world.path("second.copy"));
    let (first, second) = (first.to_str().unwrap(), second.to_str().unwrap());
    let said = ann.say(&["tighten", &listing, "--to", "0.25", "-o", first]);
    for part in ["Made a noisier copy.", "ε 0.25 (¼ lb)", "± ", "by you"] {
        assert!(said.contains(part), "{said}");
    }
    let again = ann.json(&["tighten", &listing, "--to", "0.25", "-o", second]);
    assert_eq!(
        (&again["again"], &again["level"]),
        (&true.into(), &250_000.into())
    );
    assert_eq!(fs::read(first).unwrap(), fs::read(second).unwrap());

    let audit = world.run(&["audit", first]);
    assert_eq!(audit.code, 0, "{}", audit.stderr);
    let words = audit.text();
    for part in [
        "One holder's copy checks out: its maker signed it; the owner did not sign its values.",
        "1 copy was not compared with its release: add its bundle.",
        "Holders' copies",
        "ann (key ",
        "A holder's copy is the named release with added noise",
    ] {
        assert!(words.contains(part), "{part:?}: {words}");
    }
    let report = world.run(&["audit", "--json", first]).document();
    assert_eq!(report["copies"][0]["copy"], again["id"]);

    let mut bytes = fs::read(first).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let changed = world.file("changed.copy", bytes);
    assert_eq!(world.run(&["audit", &changed]).code, 1);
}

#[test]
fn only_below_what_is_held() {
    let world = World::new();
    let (owner, ann, listing) = holding(&world, "1");
    let file = world.path("x.copy");
    let file = file.to_str().unwrap();
    for level in ["1", "2"] {
        ann.refused(&["tighten", &listing, "--to", level, "-o", file])
            .is(1, "not-tighter", &["You hold ε 1"]);
    }
    ann.refused(&["tighten", &listing, "--to", "-1", "-o", file])
        .is(2, "epsilon", &["-1"]);
    owner
        .refused(&["tighten", &listing, "--to", "0.5", "-o", file])
        .is(1, "no-such-id", &["in your holdings"]);
    let nowhere = world.path("no/folder/x.copy");
    ann.refused(&[
        "tighten",
        &listing,
        "--to",
        "0.5",
        "-o",
        nowhere.to_str().unwrap(),
    ])
    .is(1, "not-found", &["x.copy"]);
    assert!(!world.path("x.copy").exists());
}
