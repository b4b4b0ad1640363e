//! Files that contradict what a buyer has seen, and files of orders.

use crate::fixture::{Town, buy, forget_the_log, offered, owner_with_a_twin, paid, parsed};
use poundwise_market::{
    OrderId, Roles, ToMail, Work, receive_mail, save_mail,
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
