//! The auditor's workspace in real windows: an owner opens a listing to an auditor, who replays it,
//! looks into the checks, and is told where something is wrong; a buyer sees an owner's
//! contradiction as an alarm.

use crate::trade::drafts::dataset;
use poundwise_market::HistogramSpec;
use std::{
    fs,
    path::{Path, PathBuf},
    thread,
};

use crate::{
    support::{
        Desk, Window,
        sight::{axe, look},
    },
    trade::{self, paid, parsed},
};
use poundwise_documents::units::Decimal;
use poundwise_market::{
    BinSpec, Home, Roles,
    view::{ListingDraft, ListingView},
};

const TITLE: &str = "Income, by the thousand";
const LEVELS: [&str; 4] = ["0.5", "1", "2", "4"];

/// A histogram with values enough for the law of the noise to be told.
fn income(owner: &Home, folder: &Path) -> ListingView {
    owner
        .seller()
        .import_dataset(&trade::people(folder, 300), &trade::types_of_people())
        .unwrap();
    let draft = ListingDraft {
        title: Some(TITLE.to_owned()),
        price: "8:80.00".into(),
        ceiling: Some(parsed("8")),
        pay_to: Some(parsed("payto://iban/DE75512108001245126199")),
        ..ListingDraft::new(
            dataset("people"),
            HistogramSpec::new(
                "income",
                BinSpec::Edges(
                    (0..=180)
                        .map(|thousand| Decimal::from_integer(thousand * 1000))
                        .collect(),
                ),
            )
            .into(),
        )
    };
    owner.seller().create_listing(&draft).unwrap()
}

/// One sale; its bundle as a file.
fn sell(owner: &Home, buyer: &Home, listing: &ListingView, level: &str, bundle: &Path) {
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed(level))
        .unwrap();
    let receipt = owner
        .seller()
        .approve(&parsed(&order.id), paid("SEPA"))
        .unwrap();
    let collected = buyer.buyer().collect().unwrap();
    assert_eq!(collected.releases.len(), 1);
    buyer
        .buyer()
        .export_bundle(&parsed(&receipt.id), bundle)
        .unwrap();
}

/// What was sold before the windows open.
struct Sold {
    /// The auditor's.
    recipient: String,
    /// Where the owner's checkpoint is published, of five sales.
    checkpoint: PathBuf,
    /// A copy of it after the ledger's four: what an owner who takes a sale back would publish.
    early: PathBuf,
}

/// Homes of an owner, a buyer and an auditor; four sales with their bundles in a ledger, and one
/// more.
fn trade_before(folder: &Path) -> Sold {
    let market = folder.join("market");
    let home = |name: &str| trade::create(&folder.join(name), name, &market);
    let (owner, buyer, auditor) = (home("owner"), home("buyer"), home("auditor"));
    let listing = income(&owner, folder);
    for level in LEVELS {
        let bundle = folder.join(format!("{level}.bundle"));
        sell(&owner, &buyer, &listing, level, &bundle);
    }
    owner
        .seller()
        .export_ledger(&folder.join("owner.ledger"))
        .unwrap();
    let published = market.join("ledgers").join(owner.view().kid.to_string());
    let sold = Sold {
        recipient: auditor.view().recipient,
        checkpoint: published.join("checkpoint"),
        early: folder.join("early.checkpoint"),
    };
    fs::copy(&sold.checkpoint, &sold.early).unwrap();
    sell(&owner, &buyer, &listing, "5", &folder.join("5.bundle"));
    sold
}

/// Adds files to those of an audit that is begun anew.
pub(crate) async fn add(auditor: &Window, files: &[String]) {
    auditor.click("nav-verify").await;
    if auditor.count("audit-clear").await > 0 {
        auditor.click("audit-clear").await;
    }
    for file in files {
        auditor.write("audit-file", file).await;
        auditor.click("audit-add").await;
    }
}

/// Runs the audit and waits for its verdict.
pub(crate) async fn run(auditor: &Window, verdict: &str) {
    auditor.click("audit-run").await;
    auditor
        .until(&format!("the verdict is {verdict}"), async || {
            let found = auditor.attr("audit-verdict", "data-verdict").await;
            found.as_deref() == Some(verdict)
        })
        .await;
}

/// Opens or closes a check by the keyboard alone.
async fn toggle(window: &Window, check: &str) {
    let focus = format!(
        "document.querySelector('[data-check=\"{check}\"] summary').focus();
         return document.activeElement.tagName"
    );
    assert_eq!(window.script(&focus, vec![]).await, "SUMMARY");
    window.key(' ').await;
}

async fn partial(auditor: &Window) -> String {
    let found = auditor.attr("audit-verdict", "data-partial").await;
    found.unwrap_or_default()
}

/// A published log shows signatures and a tree, and nothing of the sales: the verdict says so, in
/// both languages, until the ledger is added, here by the keyboard alone.
async fn check_what_a_market_lacks(auditor: &Window, ledger: &str) {
    assert_eq!(partial(auditor).await, "true");
    for words in [
        "The signatures and the log are valid.",
        "Sales were not checked: add a ledger.",
        "Deliveries were not checked: add the bundles.",
        "Values were not computed again: add an opening.",
    ] {
        auditor.reads("audit-verdict", words).await;
    }
    assert!(!auditor.read("audit-verdict").await.contains("verything"));
    auditor.sees("audit-gap-add", 3).await;
    auditor.picture("audit-market").await;
    let axe = axe();
    let mut wrong = look(auditor, "a verdict of a part", &axe).await;

    auditor.click("nav-settings").await;
    auditor.choose("settings-language", "de").await;
    auditor.click("nav-verify").await;
    auditor
        .reads("audit-verdict", "Signaturen und Protokoll stimmen.")
        .await;
    auditor
        .reads("audit-verdict", "Verkäufe wurden nicht geprüft")
        .await;
    auditor.picture("audit-market-de").await;
    wrong.extend(look(auditor, "a verdict of a part, in German", &axe).await);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    auditor.click("nav-settings").await;
    auditor.choose("settings-language", "en").await;
    auditor.click("nav-verify").await;

    // Every button can be reached; the file is typed.
    auditor.see("audit-gap-add").await;
    auditor.tab_to("audit-gap-add").await;
    auditor.tab_back_to("audit-file").await;
    auditor.fill("audit-file", ledger).await;
    auditor.enter("audit-add").await;
    // The ledger is one sale older than what is published, so it stands by itself.
    auditor.enter("audit-remove").await;
    auditor.enter("audit-run").await;
    auditor.reads("audit-verdict", "4 receipts check out").await;
    auditor
        .reads("audit-verdict", "not compared with other checkpoints")
        .await;
    auditor
        .reads("audit-verdict", "Deliveries were not checked")
        .await;
    assert!(!auditor.read("audit-verdict").await.contains("Sales were"));
}

#[tokio::test(flavor = "multi_thread")]
async fn grant_replay_and_look_into_the_checks() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    // The market crate has a runtime of its own, which may not be started within the test's.
    let Sold {
        recipient,
        checkpoint,
        early,
    } = thread::spawn(move || trade_before(Path::new(&folder)))
        .join()
        .unwrap();
    let ledger = desk.path("owner.ledger");
    let bundles: Vec<String> = LEVELS
        .iter()
        .map(|level| desk.path(&format!("{level}.bundle")))
        .collect();

    // The owner opens the listing: not before the tick that says what that means.
    let opening = desk.path("income.opening");
    let owner = desk.home("owner").await;
    owner.reads("home-name", "owner").await;
    owner.click("nav-listings").await;
    owner.click_in("listing-row", TITLE, "listing-open").await;
    owner.click("grant").await;
    owner.says("An opening reveals the data").await;
    owner.write("grant-recipient", &recipient).await;
    owner.write("grant-file", &opening).await;
    owner.click("grant-confirm").await;
    owner.is_focused("grant-sure").await;
    owner.click("grant-sure").await;
    owner.sees("error-note", 0).await;
    owner.picture("audit-grant").await;
    owner.click("grant-confirm").await;
    owner.reads("grant-done", "income.opening").await;
    assert!(
        fs::read(&opening)
            .unwrap()
            .starts_with(b"age-encryption.org/")
    );
    owner.close().await;

    // The auditor replays what was sold, bit for bit.
    let auditor = desk.home("auditor").await;
    auditor.reads("home-name", "auditor").await;
    let mut files = vec![ledger.clone()];
    files.extend(bundles.iter().cloned());
    files.push(opening.clone());
    add(&auditor, &files).await;
    assert_eq!(auditor.read("my-recipient").await, recipient);
    assert_eq!(auditor.value("replay-opening").await, opening);
    run(&auditor, "holds").await;
    // Ledger, all bundles and the opening: nothing is missing.
    assert_eq!(partial(&auditor).await, "false");
    auditor
        .reads("audit-verdict", "Everything checks out")
        .await;
    auditor.sees("audit-gap", 0).await;
    auditor
        .until("the replay is told", async || {
            let told = auditor.attr("audit-replay", "data-outcome").await;
            told.as_deref() == Some("same")
        })
        .await;
    // Signer, seeds and data of the opening; four releases.
    auditor.sees("replay-line", 7).await;
    auditor.picture("audit-replay").await;

    // Every check opens to what it compared, by keyboard.
    toggle(&auditor, "prices").await;
    auditor.see("audit-detail").await;
    let detail = auditor.read("audit-detail").await;
    for words in ["the tariff", "EUR 5.00", "By hand", "entry 2"] {
        assert!(detail.contains(words), "{words:?} is not in {detail}");
    }
    auditor.picture("audit-detail").await;
    toggle(&auditor, "prices").await;
    auditor.sees("audit-detail", 0).await;

    // The law of the noise, drawn and in numbers.
    assert_eq!(
        auditor.attr("audit-noise", "data-verdict").await.as_deref(),
        Some("consistent")
    );
    let noise = auditor.read("audit-noise").await;
    for words in [
        "consistent with honest noise",
        "in all bundles of the ledger",
        "543",
        "degrees of freedom",
        "1 in 1",
    ] {
        assert!(noise.contains(words), "{words:?} is not in {noise}");
    }
    auditor
        .script(
            "document.querySelector('[data-testid=\"audit-noise\"]').scrollIntoView()",
            vec![],
        )
        .await;
    auditor.picture("audit-noise").await;

    // The report, to keep.
    for (format, begins) in [("html", "<!doctype html>"), ("json", "{")] {
        let file = desk.path(&format!("report.{format}"));
        auditor.choose("report-format", format).await;
        auditor.write("report-file", &file).await;
        auditor.click("save-report").await;
        auditor
            .reads("save-report-done", &format!("report.{format}"))
            .await;
        assert!(fs::read_to_string(&file).unwrap().starts_with(begins));
    }

    // A changed release is found, and where.
    let spoilt = desk.path("spoilt.bundle");
    let mut bytes = fs::read(&bundles[1]).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&spoilt, bytes).unwrap();
    add(&auditor, &[ledger.clone(), spoilt]).await;
    run(&auditor, "wrong").await;
    auditor.see("audit-finding").await;
    auditor.picture("audit-wrong").await;

    // The market's published log, by its address.
    add(&auditor, &[]).await;
    auditor.click("audit-market").await;
    run(&auditor, "holds").await;
    assert_eq!(auditor.count("audit-replay").await, 0);
    check_what_a_market_lacks(&auditor, &ledger).await;
    auditor.click("nav-alarms").await;
    auditor.see("no-alarms").await;
    auditor.close().await;

    // The buyer saw six entries; now five are published.
    fs::copy(&early, &checkpoint).unwrap();
    let buyer = desk.home("buyer").await;
    buyer.reads("home-name", "buyer").await;
    buyer.click("nav-orders").await;
    buyer.click("collect").await;
    buyer.see("collected-alarm").await;
    buyer.reads("nav-alarms-count", "1").await;
    buyer.click("to-alarms").await;
    buyer.reads("alarm-kept", "6").await;
    buyer.reads("alarm-found", "5").await;
    buyer.picture("audit-alarms").await;
    let axe = axe();
    let mut wrong = look(&buyer, "an alarm", &axe).await;
    // Against what is published, the kept checkpoint convicts.
    buyer.click("alarm-check").await;
    buyer.see("audit-verdict").await;
    assert_eq!(
        buyer.attr("audit-finding", "data-code").await.as_deref(),
        Some("rolled-back")
    );
    buyer.picture("audit-evidence").await;
    wrong.extend(look(&buyer, "evidence", &axe).await);
    // Looked at and dismissed, for a reason: it counts no more, and stays.
    buyer.click("nav-alarms").await;
    buyer.click("alarm-dismiss").await;
    buyer.click("alarm-trust-kept").await;
    wrong.extend(look(&buyer, "dismissing an alarm", &axe).await);
    buyer
        .write("alarm-reason", "the market was restored from a backup")
        .await;
    buyer.click("alarm-dismiss-confirm").await;
    buyer
        .reads("alarm-dismissed", "restored from a backup")
        .await;
    buyer.sees("nav-alarms-count", 0).await;
    buyer.picture("audit-alarm-dismissed").await;
    wrong.extend(look(&buyer, "an alarm dismissed", &axe).await);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    buyer.close().await;
}
