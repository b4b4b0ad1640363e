//! A ledger of any length: a hundred buyers buy a hundred listings, level by level.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use poundwise_documents::commitment::{data_commitment, seed_commitment};
use poundwise_documents::kinds::{
    Adjacency, Family, Listing, Order, Question, Receipt, Settlement, Sum,
};
use poundwise_documents::log::{Frontier, Hash};
use poundwise_documents::tariff::Tariff;
use poundwise_documents::units::{
    Currency, DocumentId, MicroEpsilon, MinorUnits, NanoRho, Salt, SecretBytes, Timestamp,
};
use poundwise_documents::{Checkpoint, Identity, Signed};

const BUYERS: u64 = 100;
const LISTINGS: u64 = 100;
const LISTINGS_A_POPULATION: u64 = 10;
const GRAIN: u64 = 10_000;

fn number(n: u64) -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&n.to_le_bytes());
    bytes
}

fn person(n: u64) -> Identity {
    let mut seed = [1; 32];
    seed[..8].copy_from_slice(&n.to_le_bytes());
    Identity::from_bytes(&seed)
}

fn listing(
    n: u64,
    owner: &Identity,
    now: Timestamp,
    ceiling: MicroEpsilon,
    eur: Currency,
) -> Result<Listing, Box<dyn Error>> {
    let secret = || SecretBytes::from_bytes([u8::try_from(n).unwrap_or(0); 32]);
    let knots = vec![(ceiling, MinorUnits::new(ceiling.get() / 100)?)];
    let mut listing = Listing {
        title: format!("Readings of meter {n}"),
        description: "How much was used, by hour of the day, over the last year.".to_owned(),
        seller_name: "Aldbury Water".to_owned(),
        question: Question::Sum(Sum {
            column: "used".to_owned(),
            filters: Vec::new(),
            bounds: ["0".parse()?, "120".parse()?],
            step: "0.01".parse()?,
        }),
        unit: "m3".to_owned(),
        dimension: 1,
        labels: vec!["sum".to_owned()],
        sensitivity: 12_000,
        adjacency: Adjacency::AddRemove,
        unit_name: "household".to_owned(),
        unit_column: None,
        rows_per_unit: 1,
        protects: String::new(),
        family: Family::DiscreteLaplace,
        ceiling,
        top: ceiling,
        grain: MicroEpsilon::new(GRAIN)?,
        tariff: Tariff::new(knots)?,
        currency: eur,
        pay_to: "payto://iban/DE75512108001245126199".to_owned(),
        terms: "For research.".to_owned(),
        deliver_to: "age1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0j".to_owned(),
        population: Salt::from_bytes(number(n / LISTINGS_A_POPULATION)),
        population_cap_micro_epsilon: MicroEpsilon::MAX,
        population_cap_nano_rho: NanoRho::ZERO,
        population_carried_micro_epsilon: MicroEpsilon::ZERO,
        population_carried_nano_rho: NanoRho::ZERO,
        path_layout: "poundwise-path-v1".to_owned(),
        seed_commitment: seed_commitment(&secret(), &secret(), &secret()),
        data_commitment: data_commitment(&secret(), &[7]),
        previous: None,
        jwk: owner.jwk(),
        issued_at: now,
    };
    listing.protects = listing.protects_words();
    Ok(listing)
}

/// Writes a ledger of `size` receipts. Every buyer holds every listing after the first 10^4 of
/// them, and buys its next grain in each 10^4 that follow, so that what an audit must keep is the
/// same for all sizes from there.
pub(crate) fn write(file: &Path, size: u64) -> Result<(), Box<dyn Error>> {
    let owner = person(0);
    let buyers: Vec<Identity> = (1..=BUYERS).map(person).collect();
    let now: Timestamp = "2026-11-21T10:00:00Z".parse()?;
    let tomorrow: Timestamp = "2026-11-22T10:00:00Z".parse()?;
    let eur: Currency = "EUR".parse()?;
    let rounds = size.div_ceil(BUYERS * LISTINGS).max(1);
    let ceiling = MicroEpsilon::new(rounds * GRAIN)?;

    // The checkpoint comes first and is known last.
    let body = file.with_extension("body");
    let mut lines = BufWriter::new(File::create(&body)?);
    let mut listings = Vec::new();
    for n in 0..LISTINGS {
        let signed = Signed::sign(&owner, listing(n, &owner, now, ceiling, eur)?)?;
        writeln!(lines, "{}", signed.compact())?;
        listings.push(signed);
    }
    let mut held: Vec<Option<DocumentId>> = vec![None; usize::try_from(BUYERS * LISTINGS)?];
    let mut highest = vec![0u64; listings.len()];
    let mut log = Frontier::new();
    let (mut money, mut previous) = (0u64, None);
    for sequence in 0..size {
        let (round, pair) = (
            sequence / (BUYERS * LISTINGS),
            sequence % (BUYERS * LISTINGS),
        );
        let place = usize::try_from(pair)?;
        let (buyer, offer) = (&buyers[place % buyers.len()], place / buyers.len());
        let (from, to) = (round * GRAIN, (round + 1) * GRAIN);
        let price = listings[offer]
            .payload()
            .tariff
            .increment(MicroEpsilon::new(from)?, MicroEpsilon::new(to)?)?;
        let order = Signed::sign(
            buyer,
            Order {
                listing: listings[offer].id(),
                buyer_name: "An Institute of Water".to_owned(),
                from: MicroEpsilon::new(from)?,
                to: MicroEpsilon::new(to)?,
                price_minor: price,
                jwk: buyer.jwk(),
                deliver_to: "age1qqqsyqcyq5rqwzqfpg9scrgwpugpzysnzs23v9ccrydpk8qarc0j".to_owned(),
                nonce: Salt::from_bytes(number(sequence)),
                previous_receipt: held[place],
                checkpoint: None,
                issued_at: now,
                expires_at: tomorrow,
            },
        )?;
        highest[offer] = highest[offer].max(to);
        let population = offer / usize::try_from(LISTINGS_A_POPULATION)?;
        let loss: u64 = highest
            .chunks(usize::try_from(LISTINGS_A_POPULATION)?)
            .nth(population)
            .map_or(0, |levels| levels.iter().sum());
        money += price.get();
        let receipt = Signed::sign(
            &owner,
            Receipt {
                sequence,
                listing: listings[offer].id(),
                order: order.id(),
                buyer: buyer.kid(),
                from: MicroEpsilon::new(from)?,
                to: MicroEpsilon::new(to)?,
                price_minor: price,
                currency: eur,
                settlement: Settlement::Paid,
                payment_reference: format!("transfer {sequence}"),
                release: DocumentId::from_bytes(*Hash::leaf(&sequence.to_le_bytes()).as_bytes()),
                question_loss: MicroEpsilon::new(highest[offer])?,
                population_loss_micro_epsilon: MicroEpsilon::new(loss)?,
                population_loss_nano_rho: NanoRho::ZERO,
                total_receipts: sequence + 1,
                total_grants: 0,
                total_money: vec![(eur, MinorUnits::new(money)?)],
                previous_entry: previous,
                salt: Salt::from_bytes(number(sequence)),
                jwk: owner.jwk(),
                issued_at: now,
            },
        )?;
        writeln!(lines, "{}\n{}", order.compact(), receipt.compact())?;
        log.push(Hash::of_entry(receipt.id()));
        previous = Some(receipt.id());
        held[place] = previous;
    }
    lines.flush()?;

    let checkpoint = Checkpoint::sign(&owner, size, log.root())?;
    let unfinished = file.with_extension("part");
    let mut ledger = BufWriter::new(File::create(&unfinished)?);
    writeln!(ledger, "{}", checkpoint.note())?;
    let mut source = BufReader::new(File::open(&body)?);
    loop {
        let bytes = source.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        ledger.write_all(bytes)?;
        let length = bytes.len();
        source.consume(length);
    }
    ledger.flush()?;
    fs::remove_file(body)?;
    fs::rename(unfinished, file)?;
    Ok(())
}
