//! Work that takes time, in a real window: a large import, a long vector listed, sold, collected,
//! exported, copied and sealed, a ledger of many receipts audited. Each shows its progress, can be
//! cancelled and then leaves nothing; meanwhile the window goes on drawing.
//!
//! The longest pause between two frames of each is printed, while its bar was there and in all, and
//! how long it took. A loaded machine makes them longer, so none is asserted. `make window-work`
//! runs it at the sizes that are aimed at: a million rows, a million coordinates, a hundred
//! thousand receipts.

#[path = "../benches/audit/src/shop.rs"]
mod shop;

use poundwise_market::{Roles, view::MarketQuery};
use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
    time::{Duration, Instant},
};

use crate::{
    support::{Desk, PASSPHRASE, Window},
    trade::{create, parsed},
};
use serde_json::{Value, json};
use tokio::task::block_in_place;

const COLUMNS: u64 = 20;

/// How much work there is.
struct Size {
    rows: u64,
    coordinates: u64,
    receipts: u64,
}

#[tokio::test(flavor = "multi_thread")]
async fn the_window_goes_on_while_it_works() {
    let size = Size {
        rows: 200_000,
        coordinates: 1_000_000,
        receipts: 20_000,
    };
    all(&size).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: `make window-work`"]
async fn the_window_goes_on_while_it_works_on_a_million() {
    let size = Size {
        rows: 1_000_000,
        coordinates: 1_000_000,
        receipts: 100_000,
    };
    all(&size).await;
}

/// Twenty columns as people have them: whole numbers, decimals, words, gaps.
fn table(file: &Path, rows: u64) {
    let mut out = BufWriter::new(File::create(file).unwrap());
    let names: Vec<String> = (0..COLUMNS).map(|c| format!("c{c}")).collect();
    writeln!(out, "{}", names.join(",")).unwrap();
    for row in 0..rows {
        for column in 0..COLUMNS {
            let mix = (row * COLUMNS + column).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
            if column > 0 {
                write!(out, ",").unwrap();
            }
            match column % 4 {
                0 => write!(out, "{}", mix % 100_000),
                1 => write!(out, "{}.{:02}", mix % 1000, mix % 97),
                2 => write!(
                    out,
                    "{}",
                    ["north", "east", "south", "west"][(mix % 4) as usize]
                ),
                _ if mix.is_multiple_of(10) => Ok(()),
                _ => write!(out, "{}", mix % 7),
            }
            .unwrap();
        }
        writeln!(out).unwrap();
    }
    out.flush().unwrap();
}

fn numbers(file: &Path, count: u64) {
    let mut out = BufWriter::new(File::create(file).unwrap());
    for i in 0..count {
        writeln!(out, "{}", i * 7919 % 1000).unwrap();
    }
    out.flush().unwrap();
}

/// Watches from within the page: every frame, and what the named bar shows.
const PROBE: &str = r#"
    const probe = window.__probe ??= {};
    Object.assign(probe, { id: arguments[0], longest: 0, working: 0, frames: 0,
        last: performance.now(), seen: [], words: [], cancel: false });
    if (!probe.running) {
        probe.running = true;
        const frame = () => {
            const now = performance.now();
            const find = (part) => document.querySelector(`[data-testid="${probe.id}-${part}"]`);
            const bar = find('bar');
            const gap = now - probe.last;
            probe.longest = Math.max(probe.longest, gap);
            if (bar && probe.barred) probe.working = Math.max(probe.working, gap);
            probe.barred = bar !== null;
            probe.last = now;
            probe.frames += 1;
            if (bar && bar.position >= 0 && probe.seen.at(-1) !== bar.value)
                probe.seen.push(bar.value);
            const words = find('doing')?.textContent ?? '';
            if (words !== '' && probe.words.at(-1) !== words) probe.words.push(words);
            const stop = find('cancel');
            if (probe.cancel && stop && probe.seen.length > 0) {
                probe.cancel = false;
                stop.click();
            }
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }
"#;

/// One piece of work that is watched.
struct Watch {
    what: String,
    start: Instant,
}

impl Watch {
    async fn begin(window: &Window, what: &str, id: &str) -> Self {
        window.script(PROBE, vec![json!(id)]).await;
        Self {
            what: what.to_owned(),
            start: Instant::now(),
        }
    }

    /// Waits until so many frames were drawn since it began.
    async fn frames(&self, window: &Window, number: u64) {
        let what = format!("{number} frames of '{}' are drawn", self.what);
        eventually(&what, async || {
            let drawn = window.script("return window.__probe.frames", vec![]);
            drawn.await.as_u64().unwrap() >= number
        })
        .await;
    }

    /// Prints what was seen, and gives the bar's values and the words beside it.
    async fn end(self, window: &Window) -> (Vec<f64>, Vec<Value>) {
        let took = self.start.elapsed();
        let probe = window
            .script(
                "const { longest, working, frames, seen, words } = window.__probe;
                 return { longest, working, frames, seen, words };",
                vec![],
            )
            .await;
        eprintln!(
            "{:<32} {:>6.1} s, {:>5} frames, longest between two {:>4.0} ms at work, \
             {:>4.0} ms with the change of screen; bar moved {:>3} times: {}",
            self.what,
            took.as_secs_f64(),
            probe["frames"],
            probe["working"].as_f64().unwrap(),
            probe["longest"].as_f64().unwrap(),
            probe["seen"].as_array().unwrap().len(),
            probe["words"],
        );
        let seen = probe["seen"].as_array().unwrap();
        (
            seen.iter().map(|value| value.as_f64().unwrap()).collect(),
            probe["words"].as_array().unwrap().clone(),
        )
    }
}

/// The bar stood at a share of the work, never fell, and words were beside it. How often it moved
/// is the machine's.
fn shown((seen, words): &(Vec<f64>, Vec<Value>)) {
    assert!(!seen.is_empty(), "progress was not shown");
    assert!(seen.is_sorted(), "the bar fell: {seen:?}");
    assert!(!words.is_empty());
}

/// Longer than any of it takes.
const PATIENCE: Duration = Duration::from_secs(600);

/// As [`Window::until`], for as long as large work takes.
async fn eventually(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let start = Instant::now();
    while !holds().await {
        assert!(start.elapsed() < PATIENCE, "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Clicks on what cancels it as soon as it is there, which is sooner than a test sees it.
async fn cancel(window: &Window, id: &str) {
    window.script("window.__probe.cancel = true", vec![]).await;
    let said = format!("{id}-said");
    window
        .until("it says that it was stopped", async || {
            let said = window.read(&said).await;
            said.contains("Stopped.") || said.contains("Undone:")
        })
        .await;
}

async fn owner(desk: &Desk) -> Window {
    let window = desk
        .app(&[
            "--home",
            &desk.path("owner"),
            "--market",
            &desk.path("market"),
        ])
        .await;
    window.begin_home("sell", "Owner", PASSPHRASE).await;
    window.click("create-home").await;
    window.see("recovery-key").await;
    window.write("recovery-file", &desk.path("owner.key")).await;
    window.click("recovery-save").await;
    window.see("recovery-save-done").await;
    window.click("recovery-kept").await;
    window.see("home-name").await;
    window
}

async fn import(desk: &Desk, window: &Window, rows: u64) {
    let file = desk.path("large.csv");
    table(Path::new(&file), rows);
    let length = fs::metadata(&file).unwrap().len();
    eprintln!(
        "{rows} rows of {COLUMNS} columns, {} MB",
        length / 1_000_000
    );
    let datasets = Path::new(&desk.path("owner")).join("datasets");
    let stored = || fs::read_dir(&datasets).unwrap().count();

    window.click("nav-datasets").await;
    window.click("import-dataset").await;
    window.write("import-file", &file).await;
    let watch = Watch::begin(window, "preview, cancelled", "preview-work").await;
    window.click("import-preview").await;
    cancel(window, "preview-work").await;
    watch.end(window).await;
    assert_eq!(window.count("import-preview-table").await, 0);

    let watch = Watch::begin(window, "preview", "preview-work").await;
    window.click("import-preview").await;
    eventually("the preview is there", async || {
        window.count("import-preview-table").await == 1
    })
    .await;
    shown(&watch.end(window).await);

    window.settle_import("20").await;
    let watch = Watch::begin(window, "nothing, for comparison", "import-work").await;
    watch.frames(window, 180).await;
    watch.end(window).await;
    let watch = Watch::begin(window, "import, cancelled", "import-work").await;
    window.click("import-confirm").await;
    cancel(window, "import-work").await;
    watch.end(window).await;
    assert_eq!(stored(), 0, "a cancelled import left a file");

    let watch = Watch::begin(window, "import", "import-work").await;
    window.click("import-confirm").await;
    watch.frames(window, 90).await;
    window.picture("work-import").await;
    // Its screen is left when it is done.
    eventually("the import is done", async || {
        stored() == 1 && window.count("import-confirm").await == 0
    })
    .await;
    shown(&watch.end(window).await);
    window.says("large").await;
}

async fn sell(desk: &Desk, window: &Window, coordinates: u64) {
    let file = desk.path("numbers.txt");
    numbers(Path::new(&file), coordinates);
    window.click("nav-listings").await;
    window.click("new-listing").await;
    window.choose("listing-dataset", "-").await;
    window.choose("listing-kind", "vector").await;
    for (field, text) in [
        ("listing-title", "Long vector"),
        ("listing-file", &file),
        ("listing-low", "0"),
        ("listing-high", "1000"),
        ("listing-step", "1"),
        ("listing-protect", "1"),
        ("listing-price-level", "8"),
        ("listing-price-amount", "80"),
    ] {
        window.write(field, text).await;
    }
    window.choose("listing-population", "large").await;
    let watch = Watch::begin(window, "list a vector", "listing-work").await;
    window.click("listing-create").await;
    eventually("it is listed", async || {
        window.count("listing-create").await == 0
    })
    .await;
    watch.end(window).await;

    // A home drives a runtime of its own.
    let buyer = block_in_place(|| {
        let buyer = create(
            Path::new(&desk.path("buyer")),
            "Buyer",
            Path::new(&desk.path("market")),
        );
        // The listing is sent in the background.
        let listing = (0..1200)
            .find_map(|_| {
                let market = buyer.buyer().market(&MarketQuery::default()).unwrap();
                let offer = market.offers.into_iter().next();
                if offer.is_none() {
                    std::thread::sleep(Duration::from_millis(100));
                }
                Some(offer?.listing)
            })
            .expect("the listing is not on the market");
        assert_eq!(listing.dimension, coordinates);
        buyer
            .buyer()
            .order(&parsed(&listing.id), parsed("0.1"))
            .unwrap();
        buyer
    });
    window.click("nav-inbox").await;
    window
        .click_in("inbox-row", "Long vector", "inbox-review")
        .await;
    window.click("payment-paid").await;
    window.click("approve").await;
    let watch = Watch::begin(window, "approve, cancelled", "approve-work").await;
    window.click("approval-now").await;
    cancel(window, "approve-work").await;
    watch.end(window).await;
    block_in_place(|| {
        buyer.buyer().collect().unwrap();
        assert_eq!(buyer.buyer().holdings().unwrap().len(), 0);
    });

    window.click("approve").await;
    let watch = Watch::begin(window, "approve", "approve-work").await;
    window.click("approval-now").await;
    eventually("it is approved", async || {
        window.count("inbox-row").await == 0 && window.text().await.contains("eceipt")
    })
    .await;
    shown(&watch.end(window).await);
    // The home's lock is let go for the buyer's own window.
    block_in_place(|| drop(buyer));
}

/// The buyer's window.
async fn hold(desk: &Desk, coordinates: u64) {
    let own = desk.home("buyer").await;
    let window = &own;
    window.click("nav-orders").await;
    let watch = Watch::begin(window, "collect, cancelled", "collect-work").await;
    window.click("collect").await;
    cancel(window, "collect-work").await;
    watch.end(window).await;
    assert_eq!(window.count("collected").await, 0);
    let watch = Watch::begin(window, "collect", "collect-work").await;
    window.click("collect").await;
    eventually("it is collected", async || {
        window.count("collected").await == 1
    })
    .await;
    shown(&watch.end(window).await);
    assert_eq!(window.count("collected-rejected").await, 0);

    window.click("nav-holdings").await;
    eventually("the holding is there", async || {
        window.count("holding-row").await == 1
    })
    .await;
    let watch = Watch::begin(window, "open the holding", "export-release-work").await;
    window.click("holding-row").await;
    eventually("its exports are there", async || {
        window.count("export-release").await == 1
    })
    .await;
    watch.end(window).await;
    let folder = desk.path("exports");
    fs::create_dir(&folder).unwrap();
    let left = || fs::read_dir(&folder).unwrap().count();

    let csv = format!("{folder}/numbers.csv");
    window.write("export-file", &csv).await;
    let watch = Watch::begin(window, "export, cancelled", "export-release-work").await;
    window.click("export-release").await;
    cancel(window, "export-release-work").await;
    watch.end(window).await;
    assert_eq!(left(), 0, "a cancelled export left a file");
    for format in ["csv", "json", "parquet"] {
        let file = format!("{folder}/numbers.{format}");
        window.choose("export-format", format).await;
        window.write("export-file", &file).await;
        let watch = Watch::begin(window, &format!("export, {format}"), "export-release-work").await;
        window.click("export-release").await;
        eventually("it is exported", async || Path::new(&file).is_file()).await;
        window.reads("export-release-done", &file).await;
        shown(&watch.end(window).await);
    }
    assert_eq!(
        fs::read_to_string(&csv).unwrap().lines().count() as u64,
        coordinates + 1
    );
    let bundle = format!("{folder}/numbers.bundle");
    window.write("bundle-file", &bundle).await;
    let watch = Watch::begin(window, "export of the bundle", "export-bundle-work").await;
    window.click("export-bundle").await;
    eventually("it is exported", async || Path::new(&bundle).is_file()).await;
    window.reads("export-bundle-done", &bundle).await;
    watch.end(window).await;

    let copy = format!("{folder}/numbers.copy");
    window.write("copy-level", "0.05").await;
    window.write("copy-file", &copy).await;
    let watch = Watch::begin(window, "copy, cancelled", "tighten-work").await;
    window.click("tighten").await;
    cancel(window, "tighten-work").await;
    watch.end(window).await;
    assert_eq!(left(), 4, "a cancelled copy left a file");
    let watch = Watch::begin(window, "copy", "tighten-work").await;
    window.click("tighten").await;
    eventually("it is made", async || Path::new(&copy).is_file()).await;
    window.reads("tighten-done", &copy).await;
    shown(&watch.end(window).await);
    own.close().await;
}

async fn seal(window: &Window) {
    window.click("nav-listings").await;
    window.click("listing-open").await;
    window.click("seal").await;
    let watch = Watch::begin(window, "seal, cancelled", "seal-work").await;
    window.click("seal-confirm").await;
    cancel(window, "seal-work").await;
    watch.end(window).await;
    assert_eq!(window.count("sealed").await, 0);
    window.click("seal").await;
    let watch = Watch::begin(window, "seal", "seal-work").await;
    window.click("seal-confirm").await;
    eventually("it is sealed", async || window.count("sealed").await == 1).await;
    shown(&watch.end(window).await);
}

async fn audit(desk: &Desk, window: &Window, receipts: u64) {
    let file = desk.path("shop.ledger");
    shop::write(Path::new(&file), receipts).unwrap();
    eprintln!("a ledger of {receipts} receipts");
    window.click("nav-verify").await;
    window.write("audit-file", &file).await;
    window.click("audit-add").await;
    let watch = Watch::begin(window, "audit, cancelled", "audit-work").await;
    window.click("audit-run").await;
    cancel(window, "audit-work").await;
    watch.end(window).await;
    assert_eq!(window.count("audit-verdict").await, 0);

    let watch = Watch::begin(window, "audit, other screens meanwhile", "audit-work").await;
    window.click("audit-run").await;
    window.see("audit-work-bar").await;
    // Whoever waits for an audit reads other screens at once.
    let asked = Instant::now();
    window.click("nav-listings").await;
    window.sees("listing-row", 1).await;
    window.click("nav-books").await;
    window.says("Buyer").await;
    assert!(asked.elapsed() < PATIENCE);
    window.click("nav-verify").await;
    eventually("the verdict is there", async || {
        window
            .attr("audit-verdict", "data-verdict")
            .await
            .as_deref()
            == Some("holds")
    })
    .await;
    shown(&watch.end(window).await);
}

async fn all(size: &Size) {
    let Some(desk) = Desk::open() else {
        return;
    };
    let window = owner(&desk).await;
    import(&desk, &window, size.rows).await;
    sell(&desk, &window, size.coordinates).await;
    hold(&desk, size.coordinates).await;
    seal(&window).await;
    audit(&desk, &window, size.receipts).await;
    window.close().await;
}
