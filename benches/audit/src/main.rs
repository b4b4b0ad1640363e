//! Audits ledgers of 10^4, 10^5 and 10^6 receipts on one thread and on two, each in a process of
//! its own, and verifies the same signatures bare before and after.
//!
//! `of bare` compares by the clock, and on a busy machine says more of its other work than of the
//! audit; `of its processor time` compares signatures by processor second.
//!
//!     cargo run --release --manifest-path benches/audit/Cargo.toml [FOLDER [RECEIPTS...]]
//!
//! FOLDER takes the ledgers, about 2.5 GB for the largest, and may be the same another time.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufRead, BufReader};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ed25519_dalek::{Signature, VerifyingKey};
use poundwise_audit::{Input, audit_with};
use poundwise_audit::{Options, report::Verdict};
use poundwise_documents::AnyDocument;

mod shop;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Outcome<()> {
    let mut arguments: Vec<String> = env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "--one") {
        let [_, file, threads] = arguments.as_slice() else {
            return Err("--one FILE THREADS".into());
        };
        return one(Path::new(file), threads.parse()?);
    }
    let folder = if arguments.is_empty() {
        env::temp_dir().join("poundwise-audit-bench")
    } else {
        PathBuf::from(arguments.remove(0))
    };
    fs::create_dir_all(&folder)?;
    let mut sizes = Vec::new();
    for argument in &arguments {
        sizes.push(argument.parse::<u64>()?);
    }
    if sizes.is_empty() {
        sizes = vec![10_000, 100_000, 1_000_000];
    }
    println!(
        "{:>8}  {:>7}  {:>12}  {:>10}  {:>20}  {:>7}  {:>21}  {:>8}",
        "receipts",
        "threads",
        "signatures/s",
        "receipts/s",
        "bare verify_strict/s",
        "of bare",
        "of its processor time",
        "peak MiB"
    );
    for size in sizes {
        let file = folder.join(format!("{size}.ledger"));
        if !file.exists() {
            shop::write(&file, size)?;
        }
        for threads in [1, 2] {
            let before = bare(&file, threads)?;
            let (seconds, busy, peak) = in_a_process(&file, threads)?;
            let after = bare(&file, threads)?;
            // An order and a receipt for each sale; the listings are too few to count.
            let signatures = 2.0 * size as f64;
            let (rate, bare_rate) = (signatures / seconds, f64::midpoint(before.0, after.0));
            let of_bare = 100.0 * rate / bare_rate;
            let by_processor = 100.0 * signatures / busy / f64::midpoint(before.1, after.1);
            println!(
                "{size:>8}  {threads:>7}  {rate:>12.0}  {:>10.0}  {bare_rate:>20.0}  \
                 {of_bare:>6.1}%  {by_processor:>20.1}%  {peak:>8.1}",
                rate / 2.0
            );
        }
    }
    Ok(())
}

/// The processor seconds of this process so far, in user mode.
fn processor_seconds() -> Outcome<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let (_, fields) = stat.rsplit_once(')').ok_or("no process state")?;
    let ticks: f64 = fields
        .split_whitespace()
        .nth(11)
        .ok_or("no time")?
        .parse()?;
    // Linux counts a hundred ticks a second for every program (sysconf(_SC_CLK_TCK)).
    Ok(ticks / 100.0)
}

/// Audits one ledger, and prints the seconds, the processor seconds and the peak resident memory in
/// KiB.
fn one(file: &Path, threads: NonZero<usize>) -> Outcome<()> {
    let start = Instant::now();
    let options = Options::new().on_threads(threads);
    let inputs = vec![Input::from_reader("ledger", File::open(file)?)];
    let report = audit_with(inputs, &options)?;
    let seconds = start.elapsed().as_secs_f64();
    if report.verdict() != Verdict::Holds {
        return Err(format!("{}: {:?}", report.headline(), report.findings().first()).into());
    }
    let status = fs::read_to_string("/proc/self/status")?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.split_whitespace().next())
        .unwrap_or("0");
    println!("{seconds} {} {peak}", processor_seconds()?);
    Ok(())
}

fn in_a_process(file: &Path, threads: usize) -> Outcome<(f64, f64, f64)> {
    let out = Command::new(env::current_exe()?)
        .arg("--one")
        .arg(file)
        .arg(threads.to_string())
        .output()?;
    if !out.status.success() {
        return Err(String::from_utf8_lossy(&out.stderr).into_owned().into());
    }
    let text = String::from_utf8(out.stdout)?;
    let figures: Vec<&str> = text.split_whitespace().collect();
    let [seconds, busy, peak] = figures.as_slice() else {
        return Err("no figures".into());
    };
    Ok((
        seconds.parse()?,
        busy.parse()?,
        peak.parse::<f64>()? / 1024.0,
    ))
}

/// Signatures verified a second, and a processor second, by `verify_strict` and nothing else:
/// messages, keys and signatures at hand.
fn bare(file: &Path, threads: usize) -> Outcome<(f64, f64)> {
    let mut signed = Vec::new();
    let lines = BufReader::new(File::open(file)?).lines();
    for line in lines.filter(|line| line.as_ref().map_or(true, |line| line.starts_with("eyJ"))) {
        let line = line?;
        let document = AnyDocument::verify(&line)?;
        let key = VerifyingKey::from_bytes(document.key().as_bytes())?;
        let (message, signature) = line.rsplit_once('.').ok_or("not a document")?;
        let signature: [u8; 64] = URL_SAFE_NO_PAD
            .decode(signature)?
            .try_into()
            .map_err(|_| "not a signature")?;
        // The listings come first; sales are what counts.
        if document.typ() != "poundwise-listing;v=1" {
            signed.push((message.to_owned(), key, Signature::from_bytes(&signature)));
        }
        if signed.len() == 4096 {
            break;
        }
    }
    let rounds = 8;
    let (start, busy) = (Instant::now(), processor_seconds()?);
    let all_hold = thread::scope(|scope| {
        let verify = || {
            (0..rounds).all(|_| {
                signed.iter().all(|(message, key, signature)| {
                    black_box(key.verify_strict(message.as_bytes(), signature)).is_ok()
                })
            })
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(verify)).collect();
        workers
            .into_iter()
            .all(|worker| worker.join().unwrap_or(false))
    });
    let seconds = start.elapsed().as_secs_f64();
    let busy = processor_seconds()? - busy;
    let signatures = (threads * rounds * signed.len()) as f64;
    if all_hold {
        Ok((signatures / seconds, signatures / busy))
    } else {
        Err("a signature does not verify".into())
    }
}
