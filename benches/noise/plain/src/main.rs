//! One draw of OpenDP's integer Laplace with its non-OpenSSL generator, at each scale given:
//! `scale nanoseconds` a line.
//!
//! Called by the noise benches, so that both configurations of OpenDP stand in one table.

use std::hint::black_box;
use std::time::Instant;

use opendp::traits::samplers::sample_discrete_laplace;

fn main() {
    for scale in std::env::args()
        .skip(1)
        .filter_map(|text| text.parse::<u64>().ok())
    {
        let mut best = f64::MAX;
        for _ in 0..9 {
            let start = Instant::now();
            for _ in 0..20_000 {
                let noise = sample_discrete_laplace(black_box(scale).into());
                black_box(noise).expect("the generator has entropy");
            }
            best = best.min(start.elapsed().as_secs_f64() * 1e9 / 20_000.0);
        }
        println!("{scale} {best:.1}");
    }
}
