//! One draw of discrete Laplace noise by others.

use std::error::Error;
use std::process::Command;

use opendp::traits::samplers::sample_discrete_laplace;
use prio::dp::Rational;
use prio::dp::distributions::DiscreteLaplace;
use rand::distr::Distribution;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;

/// OpenDP's integer Laplace, in its default configuration: random bytes from OpenSSL.
pub fn opendp(scale: u64) -> i64 {
    let noise = sample_discrete_laplace(scale.into()).expect("OpenSSL has entropy");
    i64::try_from(noise).expect("noise of this scale fits")
}

/// OpenDP without OpenSSL, in nanoseconds a draw at each of the scales: built and run as a package
/// of its own.
pub fn opendp_plain(scales: &[u64]) -> Result<Vec<f64>, Box<dyn Error + Send + Sync>> {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/plain/Cargo.toml");
    let own = std::env::current_exe()?;
    let target = own.ancestors().nth(2).ok_or("no target folder")?;
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args([
            "run",
            "--release",
            "--quiet",
            "--manifest-path",
            manifest,
            "--target-dir",
        ])
        .arg(target)
        .arg("--")
        .args(scales.iter().map(u64::to_string))
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let times: Vec<f64> = text
        .lines()
        .filter_map(|line| line.split_once(' ')?.1.parse().ok())
        .collect();
    if times.len() == scales.len() {
        Ok(times)
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
    }
}

/// Prio's discrete Laplace.
pub struct Prio(DiscreteLaplace);

impl Prio {
    pub fn new(scale: u64) -> Prio {
        let scale = Rational::from_unsigned(scale, 1_u64).expect("1 is not 0");
        Prio(DiscreteLaplace::new(scale).expect("a scale above 0"))
    }

    pub fn draw(&self, rng: &mut ChaCha20Rng) -> u64 {
        self.0.sample(rng).bits()
    }
}

/// The inverse of the distribution function in floats, as one should not: its low bits leak
/// (Mironov 2012).
pub struct Unsafe {
    scale: f64,
    offset: f64,
}

impl Unsafe {
    pub fn new(scale: f64) -> Unsafe {
        Unsafe {
            scale,
            offset: -((1.0 + (-1.0 / scale).exp()) / 2.0).ln(),
        }
    }

    #[inline]
    pub fn draw(&self, rng: &mut ChaCha20Rng) -> i64 {
        let word = rng.next_u64();
        let uniform = ((word >> 11) + 1) as f64 * (1.0 / (1_u64 << 53) as f64);
        let size = ((self.offset - uniform.ln()) * self.scale).floor() as i64;
        if word & 1 == 1 { -size } else { size }
    }
}
