//! Ranges of a holding in a real window: quartiles and the cumulative curve are shown, and a range
//! is selected by dragging and by keys.

use std::{fmt::Write as _, fs, path::Path, thread};

use poundwise_market::{
    HistogramSpec, Roles, Schema,
    view::{ImportOptions, ListingDraft},
};
use serde_json::json;

use crate::{
    support::{
        Desk,
        language::english,
        sight::{axe, look},
    },
    trade::{
        self,
        drafts::{dataset, edges},
        paid, parsed,
    },
};

const TITLE: &str = "Patients by age";

/// An owner who sold the ages of patients in bins of 5 years to a buyer, at ε 30, where nearly all
/// noise is 0. Each age from 0 to 99 has 6 patients.
fn homes(folder: &Path) {
    let market = folder.join("market");
    let owner = trade::create(&folder.join("owner"), "Clinic", &market);
    let buyer = trade::create(&folder.join("buyer"), "Northern", &market);
    let mut csv = String::from("age\n");
    for i in 0..600 {
        writeln!(csv, "{}", i % 100).unwrap();
    }
    let file = folder.join("patients.csv");
    fs::write(&file, csv).unwrap();
    let options = ImportOptions {
        schema: Some(Schema::parse_types("age:number").unwrap()),
        cap: Some("60".to_owned()),
        ..ImportOptions::default()
    };
    owner.seller().import_dataset(&file, &options).unwrap();
    let bounds: Vec<String> = (0..=20).map(|edge| (5 * edge).to_string()).collect();
    let bounds: Vec<&str> = bounds.iter().map(String::as_str).collect();
    let draft = ListingDraft {
        title: Some(TITLE.to_owned()),
        price: "30:30".into(),
        ..ListingDraft::new(
            dataset("patients"),
            HistogramSpec::new("age", edges(&bounds)).into(),
        )
    };
    let listing = owner.seller().create_listing(&draft).unwrap();
    let order = buyer.buyer().order(&parsed(&listing.id), parsed("30"));
    let order = order.unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid("SEPA"))
        .unwrap();
    buyer.buyer().collect().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_range_is_selected_by_dragging_and_by_keys() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    thread::spawn(move || homes(Path::new(&folder)))
        .join()
        .unwrap();
    let axe = axe();
    let buyer = desk.home("buyer").await;
    buyer.click("nav-holdings").await;
    buyer.click_in("holding-row", TITLE, "").await;
    buyer.see("holding-ranges").await;
    buyer.reads("ranges-quantile", "25").await;
    buyer.says("Median").await;
    // From the lower quartile to the upper one, until something is chosen.
    buyer.reads("ranges-answer", "25 to 75").await;
    buyer.reads("ranges-answer", "300 rows").await;
    buyer.reads("ranges-answer", "50%").await;
    // By keys: the ends are sliders over the edges.
    let key = "
        const end = document.querySelector(`[data-testid=${arguments[0]}]`);
        end.focus();
        end.value = String(Number(end.value) + arguments[1]);
        end.dispatchEvent(new Event('input', { bubbles: true }));";
    buyer
        .script(key, vec![json!("ranges-from"), json!(1)])
        .await;
    buyer.reads("ranges-answer", "30 to 75").await;
    buyer.reads("ranges-answer", "270 rows").await;
    // By dragging over the figure, from a tenth of its width to the half.
    let drag = "
        const plot = document.querySelector('[data-testid=ranges-figure] .plot');
        plot.scrollIntoView({ block: 'center' });
        const box = plot.getBoundingClientRect();
        const at = (type, share) => plot.dispatchEvent(new PointerEvent(type, {
            bubbles: true, pointerId: 1, button: 0, clientY: box.top + 40,
            clientX: box.left + share * box.width }));
        at('pointerdown', 0.15); at('pointermove', 0.5); at('pointerup', 0.5);";
    buyer.script(drag, vec![]).await;
    buyer
        .until("another range", async || {
            !buyer.read("ranges-answer").await.contains("30 to 75")
        })
        .await;
    buyer.picture("ranges").await;
    let mut wrong = look(&buyer, "ranges", &axe).await;
    buyer.click("nav-settings").await;
    buyer.choose("settings-language", "de").await;
    buyer.see("settings-kept").await;
    buyer.click("nav-holdings").await;
    buyer.click_in("holding-row", TITLE, "").await;
    buyer.reads("ranges-answer", "25 bis 75").await;
    wrong.extend(english(&buyer).await);
    buyer.picture("ranges-de").await;
    assert!(wrong.is_empty(), "{wrong:#?}");
    buyer.close().await;
}
