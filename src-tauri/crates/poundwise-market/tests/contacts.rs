//! Contacts: this home's own names for keys, beside what keys call themselves.

use crate::fixture::{Town, buy, histogram, holding, list, offered, parsed, typed};
use poundwise_market::{
    ContactName, ContactNote, HomeName, PaymentNote, Roles,
    error::ErrorPlace,
    key,
    view::{ImportOptions, ListingDraft, PopulationDraft},
};

#[test]
fn a_contact_is_named_wherever_its_key_is_shown_and_an_impostor_is_not() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let (owner_kid, ann_kid) = (owner.view().kid, ann.view().kid);

    // Before, nobody is known.
    assert_eq!(offered(&ann, "")[0].contact, None);
    buy(&owner, &ann, &listing, "1");
    assert_eq!(owner.seller().receipts().unwrap()[0].contact, None);

    owner
        .seller()
        .add_contact(
            parsed(&ann_kid),
            &parsed("Ann of the lab"),
            &parsed("by phone"),
        )
        .unwrap();
    ann.seller()
        .add_contact(parsed(&owner_kid), &parsed("The clinic"), &parsed(""))
        .unwrap();

    // Another home that calls itself what the contact is called is not the contact.
    let impostor = {
        let options = town.options();
        poundwise_market::Home::create(
            &town.path("impostor"),
            &parsed("Ann of the lab"),
            &crate::fixture::passphrase(),
            &options,
        )
        .unwrap()
        .0
    };
    impostor
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    ann.buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();

    let inbox = owner.seller().inbox().unwrap();
    let contact = |name: &str| {
        let item = inbox.iter().find(|i| i.order.buyer_name == name).unwrap();
        item.order.contact.clone()
    };
    assert_eq!(contact("ann").as_deref(), Some("Ann of the lab"));
    assert_eq!(contact("Ann of the lab"), None);

    let known = Some("Ann of the lab");
    assert_eq!(
        owner.seller().receipts().unwrap()[0].contact.as_deref(),
        known
    );
    assert_eq!(
        owner.seller().books().unwrap().receipts[0]
            .contact
            .as_deref(),
        known
    );
    assert_eq!(
        owner.seller().answered().unwrap()[0].contact.as_deref(),
        known
    );
    // The other side of a buyer's order is the seller.
    let order = &ann.buyer().orders().unwrap()[0];
    assert_eq!(order.contact.as_deref(), Some("The clinic"));
    assert_eq!(order.seller_kid, owner_kid);
    let offer = &offered(&ann, "")[0];
    assert_eq!(offer.contact.as_deref(), Some("The clinic"));
    let held = holding(&ann, &listing).listing;
    assert_eq!(held.contact.as_deref(), Some("The clinic"));

    assert_eq!(
        owner
            .seller()
            .remove_contact(&parsed("ann OF the lab"))
            .unwrap()
            .kid,
        ann_kid
    );
    assert_eq!(owner.seller().receipts().unwrap()[0].contact, None);
    assert!(owner.seller().contacts().unwrap().is_empty());
}

#[test]
fn a_contact_is_a_whole_key_with_a_name_of_its_own() {
    let town = Town::new();
    let (owner, ann, ben) = (town.home("owner"), town.home("ann"), town.home("ben"));
    let (ann, ben) = (ann.view().kid, ben.view().kid);
    let add = |kid: &str, name: &str, note: &str| {
        let (name, note) = (name.parse()?, note.parse()?);
        owner.seller().add_contact(key(kid)?, &name, &note)
    };
    let code = |kid: &str, name: &str, note: &str| {
        let error = add(kid, name, note).unwrap_err();
        assert!(!error.hints().is_empty(), "{}", error.message());
        error.code().as_str()
    };
    // The beginning of a key can be imitated.
    assert_eq!(code(&ann.to_string()[..10], "Ann", ""), "contact-key");
    assert_eq!(code(&owner.view().kid.to_string(), "Me", ""), "own-key");
    assert_eq!(code(&ann.to_string(), "  ", ""), "contact-name");
    assert_eq!(code(&ann.to_string(), &"n".repeat(101), ""), "contact-name");
    for hidden in [
        "Ann\u{202e}",
        "An\u{200b}n",
        "Ann\u{e0041}",
        "Ann\u{fe0f}",
        "\u{61c}Ann",
    ] {
        assert_eq!(code(&ann.to_string(), hidden, ""), "contact-name");
    }
    assert_eq!(code(&ann.to_string(), "Ann", "\u{1b}[2J"), "contact-note");
    assert!(owner.seller().contacts().unwrap().is_empty());

    owner
        .seller()
        .add_contact(parsed(&ann), &parsed(&"n".repeat(100)), &parsed(""))
        .unwrap();
    let renamed = owner
        .seller()
        .edit_contact(
            &parsed(&ann),
            Some(&parsed("Ann")),
            Some(&parsed("met\nin person")),
        )
        .unwrap();
    assert_eq!(
        (renamed.name.as_str(), renamed.note.as_str()),
        ("Ann", "met\nin person")
    );
    assert_eq!(
        owner.seller().contacts().unwrap().len(),
        1,
        "renamed, not doubled"
    );
    assert_eq!(code(&ben.to_string(), "ANN", ""), "contact-name-taken");
    owner
        .seller()
        .add_contact(parsed(&ben), &parsed("Ben"), &parsed(""))
        .unwrap();
    let taken = owner
        .seller()
        .edit_contact(&parsed(&ben), Some(&parsed("Ann")), None);
    assert_eq!(
        taken.unwrap_err().place().cloned(),
        Some(ErrorPlace::Contact { kid: ann })
    );
    assert_eq!(
        owner
            .seller()
            .remove_contact(&parsed("Carl"))
            .unwrap_err()
            .code()
            .as_str(),
        "no-such-contact"
    );
    let of_key = owner.seller().contact(&parsed(&ben)).unwrap();
    assert_eq!(of_key.name, "Ben");
    let of_none = owner.seller().contact(&parsed(&owner.view().kid));
    assert_eq!(of_none.unwrap_err().code().as_str(), "no-such-contact");
    let names: Vec<_> = owner
        .seller()
        .contacts()
        .unwrap()
        .into_iter()
        .map(|c| c.name)
        .collect();
    assert_eq!(names, ["Ann", "Ben"]);
}

#[test]
fn a_name_with_something_hidden_in_it_is_refused_and_says_what() {
    let town = Town::new();
    let hidden = "Clin\u{200b}ic";
    let owner = town.owner_with_table(None);
    let population = PopulationDraft {
        name: hidden.to_owned(),
        cap: "8".to_owned(),
        new_people: true,
        ..PopulationDraft::default()
    };
    let unit = PopulationDraft {
        name: "others".to_owned(),
        unit_name: Some(hidden.to_owned()),
        cap: "8".to_owned(),
        new_people: true,
        ..PopulationDraft::default()
    };
    let table = town.path("other.csv");
    std::fs::write(&table, "age\n40\n").unwrap();
    let dataset = ImportOptions {
        name: Some(hidden.to_owned()),
        ..typed("age:number")
    };
    let title = ListingDraft {
        title: Some(hidden.to_owned()),
        ..histogram()
    };
    for (code, result) in [
        ("name", hidden.parse::<HomeName>().map(drop)),
        (
            "population-name",
            owner.seller().create_population(&population).map(drop),
        ),
        (
            "unit-name",
            owner.seller().create_population(&unit).map(drop),
        ),
        (
            "dataset-name",
            owner.seller().import_dataset(&table, &dataset).map(drop),
        ),
        ("text", owner.seller().create_listing(&title).map(drop)),
        ("contact-name", hidden.parse::<ContactName>().map(drop)),
        ("contact-note", hidden.parse::<ContactNote>().map(drop)),
        ("text", hidden.parse::<PaymentNote>().map(drop)),
    ] {
        let error = result.unwrap_err();
        assert_eq!(error.code().as_str(), code, "{}", error.message());
        assert!(
            error.message().contains("U+200B"),
            "{code}: {}",
            error.message()
        );
    }
    // What is read and not compared may need joiners.
    let prose = ListingDraft {
        description: Some("می\u{200c}خواهم 👩\u{200d}🔬".to_owned()),
        ..histogram()
    };
    owner.seller().create_listing(&prose).unwrap();
}

#[test]
fn known_key_changes_only_by_editing_its_contact() {
    let town = Town::new();
    let (owner, ann) = (town.home("owner"), town.home("ann"));
    let kid = ann.view().kid;
    let (name, note) = (parsed("Ann of the lab"), parsed("by phone, 3 May"));
    owner
        .seller()
        .add_contact(parsed(&kid), &name, &note)
        .unwrap();
    let known = || {
        let contacts = owner.seller().contacts().unwrap();
        let [contact] = contacts.as_slice() else {
            panic!("{contacts:?}");
        };
        (contact.name.clone(), contact.note.clone())
    };
    let before = known();
    for name in ["Ann of the lab", "Somebody else"] {
        let refused = owner
            .seller()
            .add_contact(parsed(&kid), &parsed(name), &parsed(""))
            .unwrap_err();
        assert_eq!(refused.code().as_str(), "contact-known");
        assert!(refused.message().contains("Ann of the lab"), "{refused}");
        assert!(!refused.hints().is_empty());
        assert_eq!(refused.place().cloned(), Some(ErrorPlace::Contact { kid }));
        assert_eq!(known(), before);
    }
    let edit = |name: Option<&str>, note: Option<&str>| {
        let (name, note) = (name.map(parsed), note.map(parsed));
        owner
            .seller()
            .edit_contact(&parsed(&kid), name.as_ref(), note.as_ref())
            .unwrap();
        known()
    };
    let is = |name: &str, note: &str| (name.to_owned(), note.to_owned());
    assert_eq!(edit(Some("Ann"), None), is("Ann", "by phone, 3 May"));
    assert_eq!(edit(None, Some("in person")), is("Ann", "in person"));
    assert_eq!(edit(None, Some("")), is("Ann", ""));
    let unknown = owner
        .seller()
        .edit_contact(&parsed("Carl"), None, Some(&parsed("x")));
    assert_eq!(unknown.unwrap_err().code().as_str(), "no-such-contact");
}
