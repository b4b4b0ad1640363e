//! Laws and whole draws against MPFR, which shares no arithmetic with the crate: 400 bits, over
//! random parameters.

use gradual_release::distribution::{Bounds, BridgeLaw, DiscreteLaplace, Relaxed};
use gradual_release::{Epsilon, Path, Seed, Sensitivity};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rug::float::Round;
use rug::{Float, Integer};

use crate::Outcome;

const BITS: u32 = 400;

fn real(value: u64) -> Float {
    Float::with_val(BITS, value)
}

/// `1 - exp(-x)`
fn q(x: &Float) -> Float {
    -Float::with_val(BITS, -x).exp_m1()
}

fn exp(x: &Float) -> Float {
    Float::with_val(BITS, -x).exp()
}

/// Evenly in the logarithm, between the two.
fn between(rng: &mut ChaCha20Rng, low: u64, high: u64) -> u64 {
    let share = rng.next_u64() as f64 / 2_f64.powi(64);
    let value = low as f64 * (high as f64 / low as f64).powf(share);
    (value as u64).clamp(low, high)
}

pub fn run() -> Outcome<()> {
    let mut rng = ChaCha20Rng::from_seed([42; 32]);
    let (mut bounds, mut draws) = (0, 0);
    for round in 0..2_000 {
        let d = between(&mut rng, 1, 1 << 40);
        let least = ((d * 1_000_000) >> 50) + 1;
        let low = between(&mut rng, least, 64_000_000);
        let high = between(&mut rng, low + 1, 1 << 40);
        bounds += laws(&mut rng, low, high, d)?;
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let top = [None, Some(low), Some(high)][round % 3];
        for coordinate in 0..4 {
            draws += path(
                seed,
                d,
                top,
                low,
                coordinate + (rng.next_u64() >> 1 >> (round % 60)),
            )?;
        }
    }
    println!(
        "{bounds} bounds of laws hold the number that MPFR computes; {draws} draws of paths are \
         MPFR's."
    );
    Ok(())
}

fn holds(bounds: Bounds, number: &Float) -> Outcome<()> {
    // Far out the numbers fall below the floats; there the bounds are 0 and something.
    if *number >= bounds.low() && *number <= bounds.high() {
        Ok(())
    } else {
        Err(format!("{number} is not in {bounds:?}").into())
    }
}

fn laws(rng: &mut ChaCha20Rng, low: u64, high: u64, d: u64) -> Outcome<usize> {
    let rate = |micro| real(micro) / (real(d) * 1_000_000_u64);
    let (s1, s2) = (rate(low), rate(high));
    let (gap, sum) = (rate(high - low), rate(high + low));
    let (l, h, steps) = (
        Epsilon::from_micro(low)?,
        Epsilon::from_micro(high)?,
        Sensitivity::new(d)?,
    );
    let marginal = DiscreteLaplace::new(l, steps)?;
    let bridge = BridgeLaw::new(l, h, steps)?;
    let scale = (real(1) / &s1).to_f64();
    let zero = |s: &Float| q(s) / (exp(s) + 1_u32);
    let mut count = 0;
    let share = q(&gap) * q(&sum) / q(&s2).square();
    let p = exp(&gap) * (q(&s1) / q(&s2)).square();
    holds(bridge.p_no_jump_bounds(), &p)?;
    holds(
        marginal.variance_bounds(),
        &(exp(&s1) * 2_u32 / q(&s1).square()),
    )?;
    for _ in 0..4 {
        let n = (scale * 12.0 * (rng.next_u64() as f64 / 2_f64.powi(64) - 0.5)) as i64;
        let size = exp(&(s1.clone() * n.unsigned_abs()));
        let mass = zero(&s1) * &size;
        holds(marginal.pmf_bounds(n), &mass)?;
        let spread = mass * &share;
        holds(
            bridge.pmf_bounds(n),
            &if n == 0 { spread + &p } else { spread },
        )?;
        let below = |m: u64| exp(&(s1.clone() * m)) / (exp(&s1) + 1_u32);
        let cumulative = if n < 0 {
            below(n.unsigned_abs())
        } else {
            1_u32 - below(n.unsigned_abs() + 1)
        };
        holds(marginal.cdf_bounds(n), &cumulative)?;
        // Bayes: what relax draws.
        let n2 = (n as f64 * (rng.next_u64() as f64 / 2_f64.powi(64) * 3.0 - 1.0)) as i64;
        let given = Relaxed::new(n, l, h, steps)?;
        let step = n.abs_diff(n2);
        let mut bridge_mass = zero(&s1) * exp(&(s1.clone() * step)) * &share;
        if step == 0 {
            bridge_mass += &p;
        }
        let top = zero(&s2) * exp(&(s2.clone() * n2.unsigned_abs()));
        holds(
            given.pmf_bounds(n2),
            &(top * bridge_mass / (zero(&s1) * size)),
        )?;
        count += 4;
    }
    Ok(count + 2)
}

/// The words of one block of one stream.
fn block(seed: [u8; 32], coordinate: u64, index: u64) -> [u64; 8] {
    let mut rng = ChaCha20Rng::from_seed(seed);
    rng.set_stream(coordinate);
    rng.set_word_pos(u128::from(index) * 16);
    std::array::from_fn(|_| rng.next_u64())
}

/// The uniform of a word and its first two refinements, in the middle of what they leave open.
fn uniform(seed: [u8; 32], coordinate: u64, index: u64, number: usize) -> Float {
    let word = block(seed, coordinate, index)[number];
    let more = block(
        seed,
        coordinate,
        (1 << 62) + ((index * 8 + number as u64) << 16),
    );
    let mut bits = Integer::from(word);
    for word in &more[..2] {
        bits = (bits << 64_u32) + word;
    }
    let odd: Integer = (bits << 1_u32) + 1_u32;
    Float::with_val(BITS, odd) >> 193_u32
}

fn floor(x: Float) -> Outcome<Integer> {
    let (whole, _) = x.to_integer_round(Round::Down).ok_or("not a number")?;
    Ok(whole)
}

fn size(
    seed: [u8; 32],
    coordinate: u64,
    index: u64,
    s: &Float,
    q_here: &Float,
) -> Outcome<Integer> {
    let digits = [17, 33, 49]
        .iter()
        .filter(|edge| *q_here <= (real(1) >> **edge))
        .count();
    let u = |number| uniform(seed, coordinate, index, number);
    let scaled = |digit: usize| s.clone() << (16 * digit as u32);
    let mut value = floor(-u(2).ln() / scaled(digits))?;
    for digit in (0..digits).rev() {
        let reach = q(&scaled(digit + 1));
        let tail = -(Float::with_val(BITS, -(u(3 + digit) * reach)).ln_1p());
        value = (value << 16_u32) + floor(tail / scaled(digit))?;
    }
    value += 1_u32;
    Ok(if block(seed, coordinate, index)[1] >> 63 == 1 {
        -value
    } else {
        value
    })
}

/// One coordinate, read by the word layout's definition alone. The number of draws that were
/// compared.
fn path(seed: [u8; 32], d: u64, top: Option<u64>, level: u64, coordinate: u64) -> Outcome<u64> {
    let coordinate = coordinate & ((1 << 63) - 1);
    let other = seed.map(|byte| byte ^ 0xff);
    let rate = |micro| real(micro) / (real(d) * 1_000_000_u64);
    let mut height = real(1);
    let mut noise = Integer::new();
    let sensitivity = Sensitivity::new(d)?;
    let path = match top {
        Some(micro) => {
            let s = rate(micro);
            height = q(&s);
            if uniform(other, coordinate, 0, 0) > height.clone() / (2_u32 - height.clone()) {
                noise = size(other, coordinate, 0, &s, &height)?;
            }
            let seeds = (Seed::from_bytes(other), Seed::from_bytes(seed));
            Path::with_top(sensitivity, Epsilon::from_micro(micro)?, seeds.0, seeds.1)?
        }
        None => Path::without_top(sensitivity, Seed::from_bytes(seed)),
    };
    let lowest = q(&rate(level));
    for index in 0.. {
        height *= uniform(seed, coordinate, index, 0).sqrt();
        if height <= lowest {
            let found = path.at(coordinate, Epsilon::from_micro(level)?)?;
            if noise != found {
                return Err(format!(
                    "D = {d}, top {top:?}, level {level}, coordinate {coordinate}: \
                                    {found}, MPFR has {noise}"
                )
                .into());
            }
            return Ok(index + 1);
        }
        let s = -Float::with_val(BITS, -&height).ln_1p();
        noise += size(seed, coordinate, index, &s, &height)?;
    }
    Err("a path without end".into())
}
