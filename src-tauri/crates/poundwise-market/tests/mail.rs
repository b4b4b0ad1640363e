//! Files that contradict what a buyer has seen, and files of orders.

use std::{fs, path::Path};

use crate::fixture::{
    Town, buy, forget_the_log, list, mean_income, offered, owner_and_ann, owner_with_a_twin, paid,
    parsed, sell,
};
use poundwise_market::{
    ErrorCode, Home, OrderId, Roles, ToMail, Work, listings_on, receive_mail, save_mail,
    view::{AlarmKind, ReceivedMail},
};

/// The market is not read: the file alone has the tiles that show the fork.
#[test]
fn delivery_in_a_file_with_another_history_is_an_alarm_and_is_not_stored() {
    let town = Town::new();
    let (owner, twin, ann, listing) = owner_with_a_twin(&town);
    let ben = town.home("ben");
    let income = &offered(&ann, "income")[0];
    let order = ann.buyer().order(&parsed(&income.id), parsed("1")).unwrap();
    buy(&owner, &ann, &listing, "2");
    forget_the_log(&town);
    buy(&twin, &ben, &listing, "2");
    buy(&twin, &ben, &listing, "4");
    let order: OrderId = parsed(&order.id);
    twin.seller().approve(&order, paid("")).unwrap();
    let file = town.path("twin.delivery");
    let saved = save_mail(&twin, ToMail::Delivery(&order)).unwrap();
    saved.write(&file).unwrap();
    std::fs::remove_dir_all(town.path("market")).unwrap();

    let received = receive_mail(&ann, &[file], &Work::silent()).unwrap();
    let ReceivedMail::Delivery {
        collected: Some(collected),
        ..
    } = &received[0]
    else {
        panic!("not collected");
    };
    assert!(collected.releases.is_empty() && collected.rejected.is_empty());
    assert_eq!(collected.alarms.len(), 1);
    assert_eq!(collected.alarms[0].kind, AlarmKind::Fork);
    assert_eq!(ann.buyer().holdings().unwrap().len(), 1);
}

/// Copies a folder of the market into the files that a home received.
fn received(town: &Town, home: &str, folder: &str) {
    let to = town.path(home).join("mail").join(folder);
    fs::create_dir_all(&to).unwrap();
    for entry in fs::read_dir(town.path("market").join(folder)).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}

#[test]
fn collection_without_the_market_takes_what_came_in_files() {
    let town = Town::new();
    let (owner, ann, listing) = owner_and_ann(&town);
    sell(&owner, &ann, &listing, "1");
    received(&town, "ann", &format!("deliveries/{}", ann.view().kid));
    fs::remove_dir_all(town.path("market")).unwrap();

    let collected = ann.buyer().collect().unwrap();
    assert_eq!(collected.releases.len(), 1);
    assert!(collected.market.is_some());
    // No more files came, so the error of the market is returned.
    let error = ann.buyer().collect().unwrap_err();
    assert!(error.code().is_of_market(), "{error}");
}

#[test]
fn shell_completes_listings_that_came_in_files() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &mean_income());
    let file = town.path("income.listing");
    let saved = save_mail(&owner, ToMail::Listing(&parsed(&listing.id))).unwrap();
    saved.write(&file).unwrap();
    let names = |market: &str, home: Option<&Path>| -> Vec<String> {
        let names = listings_on(market, home).unwrap().into_iter();
        names.map(|name| name.value).collect()
    };
    let home = town.path("ann");
    let market = town.path("market").display().to_string();
    let server = "https://cloud.example.org/market";
    let expected = [listing.id.to_string()];
    assert_eq!(names(&market, Some(&home)), expected);
    assert!(names(server, Some(&home)).is_empty());
    receive_mail(&ann, &[file], &Work::silent()).unwrap();
    // Each is named once, also where the market has it too.
    assert_eq!(names(&market, Some(&home)), expected);
    assert_eq!(names(server, Some(&home)), expected);
    assert!(names(server, None).is_empty());
}

#[test]
fn order_that_can_never_be_approved_does_not_stop_the_others() {
    let town = Town::new();
    let (owner, ann, listing) = owner_and_ann(&town);
    let ben = town.home("ben");
    let ordered = |buyer: &Home, name: &str| {
        let order = buyer
            .buyer()
            .order(&parsed(&listing.id), parsed("1"))
            .unwrap();
        let file = town.path(name);
        let saved = save_mail(buyer, ToMail::Order(&parsed(&order.id))).unwrap();
        saved.write(&file).unwrap();
        file
    };
    let files = [ordered(&ann, "ann.order"), ordered(&ben, "ben.order")];
    fs::remove_dir_all(town.path("market").join("orders")).unwrap();
    owner.seller().block(parsed(&ben.view().kid)).unwrap();

    let error = receive_mail(&owner, &files, &Work::silent()).unwrap_err();
    assert_eq!(error.code(), ErrorCode::MailNotVerified);
    let shown = error.view();
    assert!(shown.message.contains("ben.order"), "{}", shown.message);
    assert!(shown.hints[0].contains("ann.order"), "{:?}", shown.hints);
    assert_eq!(owner.seller().inbox().unwrap().len(), 1);
}
