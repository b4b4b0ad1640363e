//! First figures: a release of 10 000 coordinates, one approval beside the bare SQLite commit it
//! rests on, and sales from ledgers of a thousand and of a million receipts.
//!
//! Each row is measured several times in turn in the same run; the table gives minimum, median and
//! maximum, and ratios of medians. Run it with `make bench`; numbers on its command line are other
//! lengths of ledgers. A million receipts take 5 GB in TMPDIR while it runs. On a disk that others
//! write to as well, most of a sale is waiting for it; in memory (TMPDIR=/dev/shm) nothing hides
//! what the ledger's length costs.

use std::{
    error::Error,
    path::Path,
    time::{Duration, Instant},
};

use gradual_release::{Epsilon, Path as NoisePath, Seed, Sensitivity};
use poundwise_market::{
    BinSpec, HistogramSpec, Home, HomeOptions, ListingSubject, Passphrase, PaymentNote, Roles,
    Schema,
    view::{ImportOptions, ListingDraft},
};

#[path = "../../src-tauri/crates/poundwise-market/tests/fixture/forge.rs"]
#[allow(dead_code)]
mod forge;
mod sales;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Coordinates of the release that is timed.
const COORDINATES: usize = 10_000;
/// Runs of each row.
const RUNS: u32 = 15;

fn main() -> Outcome<()> {
    let mut sizes = Vec::new();
    for argument in std::env::args().skip(1) {
        sizes.push(argument.parse()?);
    }
    if sizes.is_empty() {
        sizes = vec![1_000, 1_000_000];
    }
    releases()?;
    approvals()?;
    let dir = tempfile::tempdir()?;
    sales::sales(dir.path(), &sizes)
}

fn row(name: &str, mut times: Vec<Duration>) -> Duration {
    times.sort();
    let median = times[times.len() / 2];
    println!(
        "{name:<58} {:>10.3} {:>10.3} {:>10.3}",
        millis(times[0]),
        millis(median),
        millis(times[times.len() - 1])
    );
    median
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn heading(text: &str) {
    println!(
        "\n{text:<58} {:>10} {:>10} {:>10}",
        "min ms", "median ms", "max ms"
    );
}

/// Reads the path at 10 000 coordinates, for three sensitivities; the top is 32 times the level
/// read.
fn releases() -> Outcome<()> {
    heading("release of 10 000 coordinates, one thread");
    for sensitivity in [1u64, 10_000, 100_000_000] {
        let path = NoisePath::with_top(
            Sensitivity::new(sensitivity)?,
            Epsilon::from_micro(8_000_000)?,
            Seed::from_bytes([1; 32]),
            Seed::from_bytes([2; 32]),
        )?;
        let level = Epsilon::from_micro(250_000)?;
        let mut times = Vec::new();
        for _ in 0..RUNS {
            let start = Instant::now();
            let noise = path.read(0..COORDINATES as u64, level)?;
            times.push(start.elapsed());
            assert_eq!(std::hint::black_box(noise).len(), COORDINATES);
        }
        row(
            &format!("D = {sensitivity}, read at ε 0.25 of a top at ε 8"),
            times,
        );
    }
    Ok(())
}

/// One approval, from the order in the database to the delivery on the market, beside the bare
/// commit.
fn approvals() -> Outcome<()> {
    let dir = tempfile::tempdir()?;
    let options = HomeOptions {
        market: Some(dir.path().join("market").display().to_string()),
        work_factor: Some(2),
        state: Some(dir.path().join("state")),
        ..HomeOptions::default()
    };
    let home = |name: &str| -> Outcome<Home> {
        let passphrase = Passphrase::from("for this run only".to_owned());
        Ok(Home::create(
            &dir.path().join(name),
            &name.parse()?,
            &passphrase,
            &options,
        )?
        .0)
    };
    let (owner, buyer) = (home("owner")?, home("buyer")?);
    let table = dir.path().join("people.csv");
    let rows: String = (0..1000).map(|i| format!("{}\n", 1 + i % 16)).collect();
    std::fs::write(&table, format!("level\n{rows}"))?;
    owner.seller().import_dataset(&table, &level_column()?)?;
    let listing = owner.seller().create_listing(&ListingDraft {
        title: Some("A listing".into()),
        price: "64:64".into(),
        ..ListingDraft::new(
            ListingSubject::Dataset("people".parse()?),
            HistogramSpec::new(
                "level",
                BinSpec::Values((1..=16).map(|i| i.to_string()).collect()),
            )
            .into(),
        )
    })?;
    let bare = BareCommit::open(&dir.path().join("bare.db"))?;
    let (mut commits, mut sales) = (Vec::new(), Vec::new());
    for i in 1..=RUNS {
        let start = Instant::now();
        bare.commit(i)?;
        commits.push(start.elapsed());

        let order = buyer
            .buyer()
            .order(&listing.id.into(), i.to_string().parse()?)?;
        owner.seller().inbox()?;
        let start = Instant::now();
        owner
            .seller()
            .approve(&order.id.into(), "bench".parse::<PaymentNote>()?)?;
        sales.push(start.elapsed());
        buyer.buyer().collect()?;
    }
    heading("one sale of a histogram with 17 bins");
    let commit = row(
        "bare SQLite commit of one row, WAL, synchronous=FULL",
        commits,
    );
    let sale = row(
        "approval: check, release, sign, commit, deliver with fsync",
        sales,
    );
    println!(
        "approval / bare commit: {:.1}",
        sale.as_secs_f64() / commit.as_secs_f64()
    );
    Ok(())
}

/// An import of a table with one column of numbers.
pub(crate) fn level_column() -> Outcome<ImportOptions> {
    Ok(ImportOptions {
        schema: Some(Schema::parse_types("level:number")?),
        cap: Some("1000".into()),
        ..ImportOptions::default()
    })
}

struct BareCommit(rusqlite::Connection);

impl BareCommit {
    fn open(path: &Path) -> Outcome<Self> {
        let connection = rusqlite::Connection::open(path)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.execute_batch(
            "CREATE TABLE receipts (sequence INTEGER PRIMARY KEY, compact TEXT NOT NULL) STRICT",
        )?;
        Ok(Self(connection))
    }

    fn commit(&self, sequence: u32) -> Outcome<()> {
        self.0.execute(
            "INSERT INTO receipts VALUES (?1, ?2)",
            (sequence, "x".repeat(1500)),
        )?;
        Ok(())
    }
}
