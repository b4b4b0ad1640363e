//! Exact noise beside its peers, in one run on one machine.
//!
//!     cargo run --release                 the tables below
//!     cargo run --release -- oracle       laws and draws against MPFR
//!     cargo run --release -- means        noise intervals of a mean alone
//!
//! (a) OpenDP's integer Laplace, with OpenSSL and without; (b) Prio's, on ChaCha20; (c) an unsafe
//! inverse in floats, on the same ChaCha20; (d) the bare generator for the same number of words.
//! Last, noise intervals of a mean beside OpenDP's deviation and count. Everything on one thread,
//! unless said; each figure is the least of several runs, in turn.

mod means;
mod oracle;
mod peers;

use std::convert::Infallible;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use gradual_release::{Epsilon, Path, Seed, Sensitivity, kernels};
use peers::{Prio, Unsafe};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng, TryCryptoRng, TryRng};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const SCALES: [u64; 4] = [1, 10, 1_000, 1_000_000];
const RUNS: usize = 15;

fn main() -> Outcome<()> {
    match std::env::args().nth(1).as_deref() {
        Some("oracle") => return oracle::run(),
        Some("means") => return means::run(),
        _ => {}
    }
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    draws()?;
    one.install(paths)?;
    parallel()?;
    flatness()?;
    means::run()
}

/// Nanoseconds for one of `count` calls.
fn time(count: usize, mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        call();
    }
    start.elapsed().as_secs_f64() * 1e9 / count as f64
}

/// What the optimiser must not know to be unused.
fn keep<T>(value: T) {
    black_box(value);
}

/// The least over [`RUNS`] rounds of each of these, in turn.
fn least<const N: usize>(mut subjects: [&mut dyn FnMut() -> f64; N]) -> [f64; N] {
    let mut best = [f64::MAX; N];
    for _ in 0..RUNS {
        for (subject, best) in subjects.iter_mut().zip(&mut best) {
            *best = best.min(subject());
        }
    }
    best
}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([7; 32])
}

/// ε and D that make the scale `scale`.
fn at_scale(scale: u64) -> Outcome<(Epsilon, Sensitivity)> {
    Ok((Epsilon::from_micro(1_000_000)?, Sensitivity::new(scale)?))
}

fn draws() -> Outcome<()> {
    println!("One draw of discrete Laplace noise, nanoseconds (and times the unsafe one):\n");
    println!(
        "| scale | this crate | unsafe floats (c) | generator, 1 word (d) | OpenDP (a) | OpenDP, \
         no OpenSSL (a) | Prio (b) | relax |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let plain = peers::opendp_plain(&SCALES)?;
    for (scale, plain) in SCALES.into_iter().zip(plain) {
        let (epsilon, sensitivity) = at_scale(scale)?;
        let exact = kernels::Laplace::new(epsilon, sensitivity)?;
        let relax = kernels::Relax::new(epsilon, Epsilon::from_micro(2_000_000)?, sensitivity)?;
        let naive = Unsafe::new(scale as f64);
        let prio = Prio::new(scale);
        let (mut r1, mut r2, mut r3, mut r4, mut r5) = (rng(), rng(), rng(), rng(), rng());
        let n1 = scale as i64;
        let [ours, naive, bare, opendp, prio, relax] = least([
            &mut || time(200_000, || keep(exact.sample(&mut r1))),
            &mut || time(200_000, || keep(naive.draw(&mut r2))),
            &mut || time(200_000, || keep(r3.next_u64())),
            &mut || time(3_000, || keep(peers::opendp(black_box(scale)))),
            &mut || time(10_000, || keep(prio.draw(&mut r4))),
            &mut || time(100_000, || keep(relax.sample(n1, &mut r5))),
        ]);
        let show = |value: f64| format!("{value:.1} ({:.2})", value / naive);
        println!(
            "| {scale} | {} | {naive:.1} | {} | {} | {} | {} | {} |",
            show(ours),
            show(bare),
            show(opendp),
            show(plain),
            show(prio),
            show(relax)
        );
    }
    Ok(())
}

fn path(sensitivity: u64) -> Outcome<Path> {
    Ok(Path::with_top(
        Sensitivity::new(sensitivity)?,
        Epsilon::from_micro(8_000_000)?,
        Seed::from_bytes([1; 32]),
        Seed::from_bytes([2; 32]),
    )?)
}

/// 1/32 of the top.
fn level() -> Outcome<Epsilon> {
    Ok(Epsilon::from_micro(250_000)?)
}

fn paths() -> Outcome<()> {
    println!("\nA path read at 1/32 of its top, one thread, nanoseconds a coordinate:\n");
    println!(
        "| D | this crate | times (c) | draws a coordinate | generator for as many words (d) |"
    );
    println!("|---|---|---|---|---|");
    const COUNT: usize = 20_000;
    for sensitivity in [1, 10_000, 100_000_000, 1 << 40] {
        let (path, level) = (path(sensitivity)?, level()?);
        let naive = Unsafe::new(4.0 * sensitivity as f64);
        // The top, 2 ln(Q_top/Q) jumps on average, and the first height below the level.
        let height = |epsilon: f64| -f64::exp_m1(-epsilon / sensitivity as f64);
        let draws = 2.0 + 2.0 * (height(8.0) / height(0.25)).ln();
        let words = (draws * 8.0) as usize;
        let (mut r1, mut r2) = (rng(), rng());
        let [ours, naive, bare] = least([
            &mut || time(1, || keep(path.read(0..COUNT as u64, level))) / COUNT as f64,
            &mut || time(200_000, || keep(naive.draw(&mut r1))),
            &mut || {
                let mut sum = 0_u64;
                let taken = time(COUNT * words, || sum ^= r2.next_u64());
                black_box(sum);
                taken * words as f64
            },
        ]);
        println!(
            "| {sensitivity} | {ours:.0} | {:.1} | {draws:.2} | {bare:.0} |",
            ours / naive
        );
    }
    Ok(())
}

/// Resident memory at its highest, in kilobytes.
fn peak() -> Outcome<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    Ok(number.ok_or("no VmHWM")?.parse()?)
}

fn parallel() -> Outcome<()> {
    println!("\nA release of a million coordinates, D = 10000, milliseconds:\n");
    println!("| threads | time | speed-up |");
    println!("|---|---|---|");
    const COUNT: usize = 1_000_000;
    let (path, level) = (path(10_000)?, level()?);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let (one, two) = (pool(1)?, pool(2)?);
    let read = |pool: &rayon::ThreadPool| {
        pool.install(|| time(1, || drop(black_box(path.read(0..COUNT as u64, level))))) / 1e6
    };
    let [one, two] = least([&mut || read(&one), &mut || read(&two)]);
    println!("| 1 | {one:.0} | |\n| 2 | {two:.0} | {:.2} |", one / two);
    println!("\nMemory at its highest, beyond that before any reading of this size:\n");
    println!("| coordinates | result, kB | memory, kB | beyond the result, kB |");
    println!("|---|---|---|---|");
    let before = peak()?;
    for count in [4 * COUNT, 8 * COUNT, 16 * COUNT] {
        let noise = path.read(0..count as u64, level)?;
        let (result, memory) = (
            noise.len() as u64 * 8 / 1024,
            peak()?.saturating_sub(before),
        );
        println!(
            "| {count} | {result} | {memory} | {} |",
            memory as i64 - result as i64
        );
    }
    Ok(())
}

/// One word for ever, so that the same draw can be timed many times over.
struct Fixed(u64);

impl TryRng for Fixed {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.0 >> 32) as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(self.0)
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(self.0 as u8);
        Ok(())
    }
}

impl TryCryptoRng for Fixed {}

/// Medians of single draws by |noise|/scale: a sampler whose time grows with its result tells it to
/// whoever holds a clock.
fn flatness() -> Outcome<()> {
    const SCALE: u64 = 1_000;
    println!(
        "\nMedian time of a draw by its size, at scale {SCALE}, nanoseconds; and the largest over \
         the least:\n"
    );
    println!("| size / scale | 0 | 1 | 2 | 3 | 4 | 5 | 6 | |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let (epsilon, sensitivity) = at_scale(SCALE)?;
    let exact = kernels::Laplace::new(epsilon, sensitivity)?;
    let mut words = rng();
    // Too short for the clock: the same draw, 64 times over, from a word that the optimiser does
    // not know.
    row(
        "this crate, without its generator",
        600_000,
        SCALE,
        &mut || {
            let word = words.next_u64();
            let mut noise = 0;
            let taken = time(64, || {
                noise = black_box(exact.sample(black_box(&mut Fixed(word)))).unwrap_or(0);
            });
            (noise, taken)
        },
    );
    row("OpenDP", 150_000, SCALE, &mut || {
        let mut noise = 0;
        let taken = time(1, || noise = black_box(peers::opendp(SCALE)));
        (noise, taken)
    });
    Ok(())
}

fn row(name: &str, count: usize, scale: u64, draw: &mut dyn FnMut() -> (i64, f64)) {
    let mut bins: [Vec<f64>; 7] = Default::default();
    for _ in 0..count {
        let (noise, taken) = draw();
        if let Some(bin) = bins.get_mut((noise.unsigned_abs() / scale) as usize) {
            bin.push(taken);
        }
    }
    let medians = bins.map(|mut bin| {
        bin.sort_by(f64::total_cmp);
        bin.get(bin.len() / 2).copied().unwrap_or(f64::NAN)
    });
    let shown: Vec<String> = medians
        .iter()
        .map(|median| format!("{median:.1}"))
        .collect();
    let most = medians.iter().copied().fold(f64::MIN, f64::max);
    let least = medians.iter().copied().fold(f64::MAX, f64::min);
    println!("| {name} | {} | {:.3} |", shown.join(" | "), most / least);
}
