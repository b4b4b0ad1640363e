//! A refusal and a receipt for one order, in a real window: the buyer is told, has both, decides,
//! and gets what it paid for.

use std::{path::Path, thread};

use crate::{
    support::{
        Desk,
        files::copy_folder,
        language::english,
        sight::{axe, look},
    },
    trade::{self, paid, parsed},
};
use poundwise_market::{Home, HomeOptions, Roles};

/// An owner's home and a copy of it answer one order, each in its own way. Neither is collected.
fn answer_twice(folder: &Path) {
    let market = folder.join("market");
    let (home, twin) = (folder.join("owner"), folder.join("twin"));
    let owner = trade::create(&home, "Clinic", &market);
    let buyer = trade::create(&folder.join("buyer"), "Northern", &market);
    let listing = trade::offer(&owner, folder);
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner.seller().inbox().unwrap();
    drop(owner);
    copy_folder(&home, &twin);
    copy_folder(
        &folder.join("user/state/poundwise"),
        &folder.join("twin-state"),
    );
    let elsewhere = HomeOptions {
        state: Some(folder.join("twin-state")),
        ..trade::options(&market)
    };
    let refusing = Home::open(&twin, &trade::passphrase(), &elsewhere).unwrap();
    refusing
        .seller()
        .decline(&parsed(&order.id), "sold out")
        .unwrap();
    drop(refusing);
    let selling = trade::open(&home, &market).unwrap();
    selling
        .seller()
        .approve(&parsed(&order.id), paid("SEPA"))
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buyer_with_two_answers_decides_and_gets_the_release() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    // Homes run a market store of their own, which cannot be inside of the test's runtime.
    thread::spawn(move || answer_twice(Path::new(&folder)))
        .join()
        .unwrap();
    let axe = axe();
    let buyer = desk.home("buyer").await;

    // Nothing is taken, neither is preferred, and the alarm says what there is.
    buyer.click("nav-orders").await;
    buyer.click("collect").await;
    buyer.see("collected-alarm").await;
    buyer.reads("nav-alarms-count", "1").await;
    buyer.click("to-alarms").await;
    buyer.see("alarm-order").await;
    let kind = buyer.attr("alarm", "data-kind").await;
    assert_eq!(kind.as_deref(), Some("two-answers"));
    assert_eq!(buyer.count("alarm-kept").await, 0);
    let mut wrong = look(&buyer, "two answers", &axe).await;
    buyer.picture("two-answers").await;

    // What is saved holds by itself, before anybody decides.
    buyer.click("alarm-check").await;
    buyer.see("audit-verdict").await;
    let code = buyer.attr("audit-finding", "data-code").await;
    assert_eq!(code.as_deref(), Some("refused-and-sold"));
    buyer.picture("two-answers-evidence").await;

    // In German too, and the choice is between the two answers.
    buyer.click("nav-settings").await;
    buyer.choose("settings-language", "de").await;
    buyer.click("nav-alarms").await;
    buyer.click("alarm-dismiss").await;
    buyer.sees("alarm-trust-receipt", 1).await;
    assert_eq!(buyer.count("alarm-trust-refusal").await, 1);
    assert_eq!(buyer.count("alarm-trust-kept").await, 0);
    assert_eq!(english(&buyer).await, Vec::<String>::new());
    buyer.picture("two-answers-de").await;
    buyer.click("nav-settings").await;
    buyer.choose("settings-language", "en").await;
    buyer.click("nav-alarms").await;
    buyer.click("alarm-dismiss").await;
    buyer.click("alarm-trust-receipt").await;
    buyer.write("alarm-reason", "the clinic confirmed it").await;
    wrong.extend(look(&buyer, "deciding between two answers", &axe).await);
    buyer.click("alarm-dismiss-confirm").await;
    buyer
        .reads("alarm-dismissed", "the clinic confirmed it")
        .await;
    buyer.sees("nav-alarms-count", 0).await;

    // What was paid for arrives.
    buyer.click("nav-orders").await;
    buyer.click("collect").await;
    buyer.see("collected").await;
    buyer.click("nav-holdings").await;
    buyer.click("holding-row").await;
    buyer.see("holding-estimate").await;
    buyer.picture("two-answers-decided").await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    buyer.close().await;
}
