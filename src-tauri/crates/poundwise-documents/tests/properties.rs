//! What holds for every input: nothing panics, what is written is read, and arithmetic is exact.

use crate::fixture::{eur, identity};
use crate::property::cases;
use poundwise_documents::checkpoint::UnverifiedCheckpoint;
use poundwise_documents::log::{Frontier, Hash, MemoryLog, inclusion_proof, verify_inclusion};
use poundwise_documents::tariff::Tariff;
use poundwise_documents::units::{
    Currency, Decimal, LatticeStep, MicroEpsilon, MinorUnits, Timestamp,
};
use poundwise_documents::values::{self, ValueRow};
use poundwise_documents::{AnyDocument, Bundle, Checkpoint, Identity};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::property_test;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn tariff() -> impl Strategy<Value = Tariff> {
    vec((1u64..1 << 30, 0u64..1 << 40), 1..8).prop_map(|steps| {
        let (mut level, mut price) = (0, 0);
        let knots = steps.into_iter().map(|(up, more)| {
            (level, price) = (level + up, price + more);
            (
                MicroEpsilon::new(level).unwrap(),
                MinorUnits::new(price).unwrap(),
            )
        });
        Tariff::new(knots.collect()).unwrap()
    })
}

#[property_test(config = cases(256))]
fn a_split_purchase_costs_the_same(
    #[strategy = tariff()] tariff: Tariff,
    #[strategy = vec(any::<u64>(), 1..6)] cuts: Vec<u64>,
) {
    let last = tariff.last_level();
    let mut levels: Vec<MicroEpsilon> = cuts
        .iter()
        .map(|cut| MicroEpsilon::new(cut % last.get()).unwrap())
        .collect();
    levels.push(MicroEpsilon::ZERO);
    levels.push(last);
    levels.sort();
    let mut sum = MinorUnits::ZERO;
    for pair in levels.windows(2) {
        sum = sum
            .checked_add(tariff.increment(pair[0], pair[1]).unwrap())
            .unwrap();
    }
    prop_assert_eq!(sum, tariff.knots().last().unwrap().1);
}

#[property_test(config = cases(256))]
fn a_price_is_within_half_a_unit_of_the_line(
    #[strategy = tariff()] tariff: Tariff,
    #[strategy = 0u64..1 << 33] at: u64,
) {
    let level = MicroEpsilon::new(at.min(tariff.last_level().get())).unwrap();
    let price = i128::from(tariff.price(level).unwrap().get());
    let mut before = (0i128, 0i128);
    for (to, amount) in tariff.knots() {
        let (to, amount) = (i128::from(to.get()), i128::from(amount.get()));
        let x = i128::from(level.get());
        if x <= to {
            // |price - (a0 + (a1 - a0)(x - x0)/(x1 - x0))| <= 1/2, times 2 (x1 - x0)
            let run = to - before.0;
            let exact = before.1 * run + (amount - before.1) * (x - before.0);
            let off = 2 * (price * run - exact);
            prop_assert!(-run < off && off <= run);
            return Ok(());
        }
        before = (to, amount);
    }
}

#[property_test(config = cases(256))]
fn levels_and_money_come_back_from_their_text(
    #[strategy = 0u64..=1 << 40] micro: u64,
    #[strategy = 0u64..1 << 53] minor: u64,
) {
    let level = MicroEpsilon::new(micro).unwrap();
    prop_assert_eq!(level.to_string().parse(), Ok(level));
    let amount = MinorUnits::new(minor).unwrap();
    for code in ["EUR", "JPY", "KWD", "CLF"] {
        let currency: Currency = code.parse().unwrap();
        prop_assert_eq!(currency.parse_amount(&currency.format(amount)), Ok(amount));
    }
}

#[property_test(config = cases(256))]
fn decimals_are_exact(
    #[strategy = -1i128 << 60..1i128 << 60] a: i128,
    #[strategy = -1i128 << 60..1i128 << 60] b: i128,
    #[strategy = 0u32..=18] s: u32,
    #[strategy = 0u32..=18] t: u32,
) {
    let (x, y) = (Decimal::new(a, s).unwrap(), Decimal::new(b, t).unwrap());
    prop_assert_eq!(x.to_string().parse(), Ok(x));
    prop_assert_eq!(x.to_f64(), x.to_string().parse::<f64>().unwrap());
    let (wide_a, wide_b) = (a * 10i128.pow(18 - s), b * 10i128.pow(18 - t));
    prop_assert_eq!(x.cmp(&y), wide_a.cmp(&wide_b));
    prop_assert_eq!(x.checked_add(&y), Decimal::new(wide_a + wide_b, 18));
    prop_assert_eq!(x.checked_sub(&y).and_then(|d| d.checked_add(&y)), Some(x));
    if let Ok(step) = LatticeStep::new(y)
        && let Some(steps) = x.div_round_half_up(step.get())
    {
        // steps - 1/2 <= x/y < steps + 1/2
        let off = 2 * (wide_a - steps * wide_b);
        prop_assert!(-wide_b <= off && off < wide_b);
    }
}

#[property_test(config = cases(256))]
fn times_come_back_from_their_text(#[strategy = -62_167_219_200i64..253_402_300_800] seconds: i64) {
    let time = chrono::DateTime::from_timestamp(seconds, 999_999_999).unwrap();
    let time = Timestamp::new(time).unwrap();
    prop_assert_eq!(time.seconds(), seconds);
    prop_assert_eq!(time.to_string().parse(), Ok(time));
}

#[property_test(config = cases(256))]
fn every_key_signs_checkpoints_that_it_alone_verifies(
    seed: [u8; 32],
    #[strategy = 0u64..1 << 53] size: u64,
    root: [u8; 32],
) {
    let owner = Identity::generate(&mut ChaCha20Rng::from_seed(seed));
    let checkpoint = Checkpoint::sign(&owner, size, Hash::from_bytes(root)).unwrap();
    prop_assert_eq!(
        &Checkpoint::verify(checkpoint.note(), &owner.public_key()).unwrap(),
        &checkpoint
    );
    prop_assert!(Checkpoint::verify(checkpoint.note(), &identity(1).public_key()).is_err());
}

#[property_test(config = cases(256))]
fn no_other_leaf_is_included(
    #[strategy = 1u64..200] size: u64,
    index: prop::sample::Index,
    other: [u8; 32],
) {
    let mut log = MemoryLog::new();
    let mut frontier = Frontier::new();
    for i in 0..size {
        log.push(Hash::leaf(&i.to_be_bytes()));
        frontier.push(Hash::leaf(&i.to_be_bytes()));
    }
    let index = index.index(usize::try_from(size).unwrap()) as u64;
    let proof = inclusion_proof(&log, index, size).unwrap();
    prop_assert!(proof.len() <= 8);
    let (leaf, root) = (Hash::leaf(&index.to_be_bytes()), frontier.root());
    prop_assert!(verify_inclusion(&leaf, index, size, &proof, &root));
    prop_assert!(!verify_inclusion(
        &Hash::from_bytes(other),
        index,
        size,
        &proof,
        &root
    ));
}

#[property_test(config = cases(256))]
fn values_come_back_from_their_file(
    #[strategy = vec((any::<i64>(), any::<bool>(), ".{0,12}"), 1..300)] rows: Vec<(
        i64,
        bool,
        String,
    )>,
) {
    let rows: Vec<ValueRow> = (0..)
        .zip(rows)
        .map(|(index, (value, changed, label))| ValueRow {
            index,
            label,
            value,
            changed,
        })
        .collect();
    prop_assert_eq!(values::read(&values::write(&rows).unwrap()), Ok(rows));
}

#[property_test(config = cases(256))]
fn no_bytes_are_taken_for_something(
    #[strategy = vec(any::<u8>(), 0..400)] bytes: Vec<u8>,
    #[strategy = "\\PC{0,200}"] text: String,
) {
    for start in ["", "eyJ", "PK\x03\x04", "poundwise/", "PAR1"] {
        let mut file = start.as_bytes().to_vec();
        file.extend(&bytes);
        prop_assert!(Bundle::from_bytes(&file).is_err());
        prop_assert!(values::read(&file).is_err());
        let text = format!("{start}{text}");
        prop_assert!(AnyDocument::verify(&text).is_err());
        prop_assert!(UnverifiedCheckpoint::parse(&text).is_err());
        prop_assert!(Tariff::parse(&text, eur()).is_err());
    }
}
