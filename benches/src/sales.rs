//! What a sale costs when the ledger is long: homes whose ledgers hold a thousand and a million
//! receipts, each selling in turn in the same run, from the order to the delivery on the market.
//!
//! The ledgers are filled through the home's own tables, with everything that sales leave there and
//! all of it signed; only the deliveries' bodies and the releases are left out, which no later sale
//! reads. What the million has made the log grow by is published before anything is timed.

use std::{
    path::Path,
    str::FromStr,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use poundwise_documents::{
    Checkpoint, Identity, Signed,
    kinds::{Listing, Order, Payload, Receipt, Settlement},
    log::{self, Hash, MemoryLog},
    units::{Currency, Digest, DocumentId, MicroEpsilon, MinorUnits, NanoRho, Salt, Timestamp},
};
use poundwise_market::{
    BinSpec, HistogramSpec, Home, HomeOptions, ListingSubject, Passphrase, PaymentNote,
    RecoveryKey, Roles,
    view::{Condition, FilterOperator, ListingDraft, ListingView},
};
use rusqlite::{Connection, params};

use crate::{Outcome, forge, heading, row};

/// Questions, all of one dataset.
const LISTINGS: u64 = 10;
/// Buyers in the filled ledger, each of whom buys every listing's next step in turn.
const BUYERS: u64 = 100;
/// The smallest step sold: ε 0.01, so that a million receipts end at ε 10.
const GRAIN: u64 = 10_000;
/// Sales of one transaction while filling.
const BATCH: usize = 10_000;
/// Sales that are timed in each home.
const SALES: u32 = 101;
/// Openings of each home that are timed.
const OPENINGS: u32 = 21;

/// An owner with a long ledger, and a buyer who has bought nothing yet.
struct Shop {
    owner: Home,
    buyer: Home,
    listing: ListingView,
}

/// Times sales in homes with so many receipts, in turn, and prints the ratio of the medians of the
/// last and the first.
pub(crate) fn sales(dir: &Path, sizes: &[u64]) -> Outcome<()> {
    let mut shops = Vec::new();
    for &size in sizes {
        let start = Instant::now();
        shops.push(open(&dir.join(size.to_string()), size)?);
        println!("filled {size} receipts in {:.0?}", start.elapsed());
    }
    let mut times: Vec<[Vec<Duration>; 4]> = shops.iter().map(|_| <[_; 4]>::default()).collect();
    for sale in 1..=SALES {
        // Every other round the other way, so that neither always comes after the other.
        let mut order: Vec<usize> = (0..shops.len()).collect();
        if sale % 2 == 0 {
            order.reverse();
        }
        for place in order {
            for (times, time) in times[place].iter_mut().zip(shops[place].sell(sale)?) {
                times.push(time);
            }
        }
    }
    heading("one sale, with so many receipts in the ledger");
    let mut whole = Vec::new();
    for (size, [ordered, fetched, approved, collected]) in sizes.iter().zip(times) {
        let sums = ordered.iter().zip(&fetched).zip(&approved);
        let sums = sums.map(|((a, b), c)| *a + *b + *c).collect();
        row(&format!("{size}: order"), ordered);
        row(&format!("{size}: inbox"), fetched);
        row(&format!("{size}: approve, publish, deliver"), approved);
        row(&format!("{size}: collect"), collected);
        whole.push(row(&format!("{size}: the whole sale"), sums));
    }
    if let (Some(first), Some(last)) = (whole.first(), whole.last()) {
        println!(
            "the longest ledger / the shortest: {:.2} (to reach: 1.2)",
            last.as_secs_f64() / first.as_secs_f64()
        );
    }
    Ok(())
}

impl Shop {
    /// One sale; the times of the order, the inbox, approval with publishing and delivery, and
    /// collecting.
    fn sell(&self, sale: u32) -> Outcome<[Duration; 4]> {
        let level = format!("{}.{:02}", sale / 10, sale % 10 * 10);
        let start = Instant::now();
        let order = self
            .buyer
            .buyer()
            .order(&self.listing.id.into(), level.parse()?)?;
        let ordered = start.elapsed();
        let waiting = self.owner.seller().inbox()?.len();
        let fetched = start.elapsed() - ordered;
        self.owner
            .seller()
            .approve(&order.id.into(), "bench".parse::<PaymentNote>()?)?;
        let approved = start.elapsed() - ordered - fetched;
        let collected = self.buyer.buyer().collect()?;
        let taken = start.elapsed() - ordered - fetched - approved;
        if (waiting, collected.releases.len()) == (1, 1) && collected.unchecked.is_empty() {
            Ok([ordered, fetched, approved, taken])
        } else {
            Err(format!("not sold: {waiting} waiting, {collected:?}").into())
        }
    }
}

fn open(dir: &Path, size: u64) -> Outcome<Shop> {
    let options = HomeOptions {
        market: Some(dir.join("market").display().to_string()),
        work_factor: Some(2),
        state: Some(dir.join("state")),
        ..HomeOptions::default()
    };
    let passphrase = || Passphrase::from("for this run only".to_owned());
    let (owner, recovery) = Home::create(
        &dir.join("owner"),
        &"owner".parse()?,
        &passphrase(),
        &options,
    )?;
    let table = dir.join("people.csv");
    let rows: String = (0..1000).map(|i| format!("{}\n", 1 + i % 16)).collect();
    std::fs::write(&table, format!("level\n{rows}"))?;
    owner
        .seller()
        .import_dataset(&table, &crate::level_column()?)?;
    let mut listings = Vec::new();
    for number in 0..LISTINGS {
        listings.push(
            owner.seller().create_listing(&ListingDraft {
                price: "64:64".into(),
                grain: Some("0.01".parse()?),
                title: Some(format!("Levels, part {number}")),
                ..ListingDraft::new(
                    ListingSubject::Dataset("people".parse()?),
                    HistogramSpec {
                        filters: vec![Condition::new(
                            "level",
                            FilterOperator::Above,
                            number.to_string(),
                        )],
                        ..HistogramSpec::new(
                            "level",
                            BinSpec::Values((1..=16).map(|i| i.to_string()).collect()),
                        )
                    }
                    .into(),
                )
            })?,
        );
    }
    drop(owner);
    fill(&dir.join("owner"), &recovery, size)?;
    let mut openings = Vec::new();
    for _ in 0..OPENINGS {
        let start = Instant::now();
        drop(Home::open(&dir.join("owner"), &passphrase(), &options)?);
        openings.push(start.elapsed());
    }
    heading("opening a home, with so many receipts in the ledger");
    row(&size.to_string(), openings);
    let owner = Home::open(&dir.join("owner"), &passphrase(), &options)?;
    if owner.deliver()?.undelivered != 0 {
        return Err("the log could not be published".into());
    }
    let buyer = Home::create(
        &dir.join("buyer"),
        &"buyer".parse()?,
        &passphrase(),
        &options,
    )?
    .0;
    let listing = listings.pop().ok_or("no listing")?;
    if size <= 10_000 {
        // What was filled in must be what sales would have left there.
        let file = dir.join("filled.ledger");
        owner.seller().export_ledger(&file)?;
        let report = poundwise_market::audit_files(&[file])?;
        if let Some(finding) = report.findings().first() {
            return Err(format!("the filled ledger is wrong: {}", finding.message).into());
        }
    }
    Ok(Shop {
        owner,
        buyer,
        listing,
    })
}

/// One sale as it goes into the tables.
struct Filled {
    order: Signed<Order>,
    receipt: Signed<Receipt>,
    listing: DocumentId,
    question: Digest,
}

/// Signs the sales of a long ledger, each of which names the one before.
struct Signer<'a> {
    owner: &'a Identity,
    buyers: Vec<Identity>,
    listings: Vec<Signed<Listing>>,
    /// The last receipt of each pair of buyer and listing.
    held: Vec<Option<DocumentId>>,
    money: u64,
    /// Number of entries in the home before the sales.
    first: u64,
    previous: Option<DocumentId>,
    expires_at: Timestamp,
}

impl<'a> Signer<'a> {
    fn new(owner: &'a Identity, database: &Connection, before: &[DocumentId]) -> Outcome<Self> {
        let texts = database
            .prepare(
                "SELECT d.compact FROM listings l JOIN documents d ON d.id = l.id ORDER BY l.rowid",
            )?
            .query_map([], |r| r.get::<_, String>(0))?
            .collect::<Result<Vec<_>, _>>()?;
        let mut listings = Vec::new();
        for text in texts {
            listings.push(Signed::<Listing>::verify(&text)?);
        }
        let person = |number: u64| {
            let mut seed = [7; 32];
            seed[..8].copy_from_slice(&number.to_le_bytes());
            Identity::from_bytes(&seed)
        };
        Ok(Self {
            owner,
            buyers: (0..BUYERS).map(person).collect(),
            listings,
            held: vec![None; usize::try_from(LISTINGS * BUYERS)?],
            money: 0,
            first: before.len() as u64,
            previous: before.last().copied(),
            expires_at: "9999-12-31T23:59:59Z".parse()?,
        })
    }

    fn sign(&mut self, sequence: u64) -> Outcome<Filled> {
        let pairs = LISTINGS * BUYERS;
        let (round, place) = (sequence / pairs, usize::try_from(sequence % pairs)?);
        let (buyer, question) = (
            &self.buyers[place % self.buyers.len()],
            place / self.buyers.len(),
        );
        let listing = &self.listings[question];
        let now = listing.payload().issued_at;
        let eur: Currency = "EUR".parse()?;
        let from = MicroEpsilon::new(round * GRAIN)?;
        let to = MicroEpsilon::new((round + 1) * GRAIN)?;
        let price = listing.payload().tariff.increment(from, to)?;
        let mut salt = [0; 16];
        salt[..8].copy_from_slice(&sequence.to_le_bytes());
        let salt = Salt::from_bytes(salt);
        let order = Signed::sign(
            buyer,
            Order {
                listing: listing.id(),
                buyer_name: "An Institute of Levels".to_owned(),
                from,
                to,
                price_minor: price,
                jwk: buyer.jwk(),
                deliver_to: listing.payload().deliver_to.clone(),
                nonce: salt,
                previous_receipt: self.held[place],
                checkpoint: None,
                issued_at: now,
                expires_at: self.expires_at,
            },
        )?;
        // In each round the questions are sold one after the other.
        let ahead = u64::try_from(question)? + 1;
        let population = ahead * to.get() + (LISTINGS - ahead) * from.get();
        self.money += price.get();
        let receipt = Signed::sign(
            self.owner,
            Receipt {
                sequence: self.first + sequence,
                listing: listing.id(),
                order: order.id(),
                buyer: buyer.kid(),
                from,
                to,
                price_minor: price,
                currency: eur,
                settlement: Settlement::Paid,
                payment_reference: format!("transfer {sequence}"),
                release: DocumentId::of(&format!("release {sequence}")),
                question_loss: to,
                population_loss_micro_epsilon: MicroEpsilon::new(population)?,
                population_loss_nano_rho: NanoRho::ZERO,
                total_receipts: sequence + 1,
                total_grants: 0,
                total_money: vec![(eur, MinorUnits::new(self.money)?)],
                previous_entry: self.previous,
                salt,
                jwk: self.owner.jwk(),
                // The last listing's time: none is sold before it is signed.
                issued_at: self
                    .listings
                    .iter()
                    .map(|l| l.payload().issued_at)
                    .fold(now, Ord::max),
            },
        )?;
        self.previous = Some(receipt.id());
        self.held[place] = self.previous;
        Ok(Filled {
            listing: listing.id(),
            question: listing.payload().seed_commitment,
            order,
            receipt,
        })
    }
}

/// The home's identity, which its recovery key opens.
fn identity(database: &Connection, recovery: &RecoveryKey) -> Outcome<Identity> {
    let sealed: Vec<u8> = database.query_row(
        "SELECT ciphertext FROM secrets WHERE name = 'identity'",
        [],
        |r| r.get(0),
    )?;
    let key = age::x25519::Identity::from_str(recovery.reveal())?;
    let seed: [u8; 32] = age::decrypt(&key, &sealed)?
        .strip_prefix(b"identity\n")
        .ok_or("the home has no identity")?
        .try_into()
        .map_err(|_| "the home has no identity")?;
    Ok(Identity::from_bytes(&seed))
}

/// Returns the ids of the entries in a home's ledger.
fn entries(database: &Connection) -> Outcome<Vec<DocumentId>> {
    let ids = database
        .prepare("SELECT id FROM entries ORDER BY sequence")?
        .query_map([], |r| r.get::<_, String>(0))?
        .collect::<Result<Vec<_>, _>>()?;
    ids.iter().map(|id| Ok(id.parse()?)).collect()
}

/// Writes `size` sales into the tables of a home that is not open: one thread signs orders and
/// receipts, the other the checkpoints.
fn fill(home: &Path, recovery: &RecoveryKey, size: u64) -> Outcome<()> {
    let database = Connection::open(home.join("poundwise.db"))?;
    database.pragma_update(None, "synchronous", "OFF")?;
    database.pragma_update(None, "cache_size", -1_000_000)?;
    let owner = identity(&database, recovery)?;
    let before = entries(&database)?;
    let mut signer = Signer::new(&owner, &database, &before)?;
    let (sold, sales) = mpsc::sync_channel(2 * BATCH);
    thread::scope(|scope| -> Outcome<()> {
        let signing = scope.spawn(move || {
            for sequence in 0..size {
                let sale = signer.sign(sequence).map_err(|e| e.to_string())?;
                // Nobody takes it any more only where writing has failed.
                if sold.send(sale).is_err() {
                    break;
                }
            }
            Ok::<_, String>(())
        });
        let mut log = MemoryLog::new();
        for entry in before {
            log.push(Hash::of_entry(entry));
        }
        loop {
            let batch: Vec<Filled> = sales.iter().take(BATCH).collect();
            if batch.is_empty() {
                break;
            }
            write(&database, &owner, &mut log, &batch)?;
        }
        signing
            .join()
            .map_err(|_| "signing has failed")?
            .map_err(Into::into)
    })?;
    database.execute_batch(
        "UPDATE questions SET sold_micro =
             coalesce((SELECT max(to_micro) FROM receipts WHERE question = questions.id), 0)",
    )?;
    drop(database);
    // As the owner's own program would have left it.
    forge::authenticate(home, &age::x25519::Identity::from_str(recovery.reveal())?);
    // On the disk before anything is timed.
    for entry in std::fs::read_dir(home)? {
        let path = entry?.path();
        if path.is_file() {
            std::fs::File::open(path)?.sync_all()?;
        }
    }
    Ok(())
}

/// Everything that the home's own code writes for a sale.
fn write(
    database: &Connection,
    owner: &Identity,
    log: &mut MemoryLog,
    sales: &[Filled],
) -> Outcome<()> {
    database.execute_batch("BEGIN")?;
    let prepare = |sql: &str| database.prepare_cached(sql);
    for sale in sales {
        let (order, receipt) = (&sale.order, &sale.receipt);
        let (id, order_id) = (receipt.id().to_string(), order.id().to_string());
        let payload = receipt.payload();
        let buyer = payload.buyer.to_string();
        for (id, typ, compact) in [
            (&order_id, Order::TYP, order.compact()),
            (&id, Receipt::TYP, receipt.compact()),
        ] {
            prepare("INSERT INTO documents (id, typ, compact) VALUES (?1, ?2, ?3)")?
                .execute(params![id, typ, compact])?;
        }
        prepare(
            "INSERT INTO orders_received (id, buyer, expires_at, status, mac)
             VALUES (?1, ?2, ?3, 'delivered', zeroblob(32))",
        )?
        .execute([&order_id, &buyer, &order.payload().expires_at.to_string()])?;
        prepare("INSERT INTO seen (path, version) VALUES (?1, ?2)")?
            .execute([format!("orders/{}/{order_id}.age", owner.kid()), id.clone()])?;
        prepare("INSERT INTO entries (sequence, id, kind) VALUES (?1, ?2, 'receipt')")?
            .execute(params![i64::try_from(payload.sequence)?, id])?;
        prepare(
            "INSERT INTO receipts
                 (sequence, id, order_id, listing, question, buyer, to_micro, release_id, mac)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, zeroblob(32))",
        )?
        .execute(params![
            i64::try_from(payload.sequence)?,
            id,
            order_id,
            sale.listing.to_string(),
            sale.question.to_string(),
            buyer,
            i64::try_from(payload.to.get())?,
            payload.release.to_string()
        ])?;
        let leaf = Hash::of_entry(receipt.id());
        let mut node = prepare("INSERT INTO log (level, idx, hash) VALUES (?1, ?2, ?3)")?;
        for new in log::append(log, log.size(), leaf)? {
            node.execute(params![
                new.level,
                i64::try_from(new.index)?,
                new.hash.as_bytes()
            ])?;
        }
        log.push(leaf);
        let checkpoint = Checkpoint::sign(owner, log.size(), log.root())?;
        prepare("INSERT INTO checkpoints (size, note) VALUES (?1, ?2)")?
            .execute(params![i64::try_from(log.size())?, checkpoint.note()])?;
        prepare("INSERT INTO outbox (path, body, sent) VALUES (?1, x'', 1)")?
            .execute([format!("deliveries/{buyer}/{id}.age")])?;
    }
    database.execute_batch("COMMIT")?;
    Ok(())
}
