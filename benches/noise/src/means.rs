//! 95% noise intervals of a mean whose number of rows is not public, at the same ε and under
//! add/remove.
//!
//! Ours is read off the sums of v - lo and hi - v, with the noise of a path. OpenDP's is read off
//! the sum of deviations from the middle and a count, with half of ε each, by its own
//! transformations and measurements. Both intervals are by inversion of the laws of these noises;
//! beside it stands what follows from OpenDP's accuracies of the two parts alone.

use gradual_release::distribution::{DiscreteLaplace, WeightedDifference};
use gradual_release::{Epsilon, Path, Seed, Sensitivity};
use opendp::accuracy::discrete_laplacian_scale_to_accuracy;
use opendp::core::Measurement;
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::measurements::make_laplace;
use opendp::measures::MaxDivergence;
use opendp::metrics::SymmetricDistance;
use opendp::transformations::{make_clamp, make_count, make_sum};

use crate::Outcome;

/// Bounds 0..10000 in steps of 1.
const RANGE: i64 = 10_000;
const HALF: i64 = RANGE / 2;
const RESPONSES: usize = 100;

pub fn run() -> Outcome<()> {
    println!(
        "\nHalf-width of the 95% noise interval of a mean within 0..{RANGE}, number of rows not \
         public, mean of {RESPONSES} responses:\n"
    );
    println!(
        "| rows | ε | mean | two sums (this project) | OpenDP, inverted | times | OpenDP, by its \
         accuracies | times |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for rows in [200, 1_000] {
        for micro in [500_000, 1_000_000, 2_000_000] {
            for mean in [0, RANGE / 4, HALF] {
                let ours = two_sums(rows, micro, mean)?;
                let (inverted, parts) = deviation_and_count(rows, micro, mean)?;
                println!(
                    "| {rows} | {} | {mean} | {ours:.1} | {inverted:.1} | {:.2} | {parts:.1} | \
                     {:.2} |",
                    micro as f64 / 1e6,
                    inverted / ours,
                    parts / ours
                );
            }
        }
    }
    Ok(())
}

/// The smallest x at which `is_enough` holds from there on, to 10^-3, if it does at `most`.
fn least(most: f64, is_enough: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, most);
    while high - low > 1e-3 {
        let middle = f64::midpoint(low, high);
        if is_enough(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// The larger distance from `share` to an end, where the ends are `quantile(end)/count` away and
/// within `ends`.
fn farther(share: f64, count: f64, ends: [f64; 2], quantile: impl Fn(f64) -> f64) -> f64 {
    let share = share.clamp(ends[0], ends[1]);
    let distances = ends.map(|end| {
        let way = if end > share { 1.0 } else { -1.0 };
        let mut at = share;
        for _ in 0..12 {
            at = (share + way * quantile(at) / count).clamp(ends[0], ends[1]);
        }
        (at - share).abs()
    });
    distances[0].max(distances[1])
}

fn two_sums(rows: i64, micro: u64, mean: i64) -> Outcome<f64> {
    let steps = RANGE as u64 + 1;
    let (epsilon, sensitivity) = (Epsilon::from_micro(micro)?, Sensitivity::new(steps)?);
    let law = WeightedDifference::new(epsilon, sensitivity)?;
    let scale = steps as f64 * 1e6 / micro as f64;
    let quantile = |t: f64| least(4.0 * scale, |x| law.is_tail_at_most([t, t], x, 0.05));
    let seed = |n| Seed::from_bytes([n; 32]);
    let path = Path::with_top(
        sensitivity,
        Epsilon::from_micro(8_000_000)?,
        seed(1),
        seed(2),
    )?;
    let noise = path.read(0..2 * RESPONSES as u64, epsilon)?;
    let mut total = 0.0;
    for noise in noise.chunks(2) {
        let (above, below) = (rows * mean + noise[0], rows * (RANGE - mean) + noise[1]);
        let count = (above + below) as f64;
        // Half a step of rounding.
        total += RANGE as f64
            * farther(above as f64 / count, count, [0.0, 1.0], |t| {
                quantile(t) + 0.5
            });
    }
    Ok(total / RESPONSES as f64)
}

type Count = Measurement<VectorDomain<AtomDomain<i64>>, SymmetricDistance, MaxDivergence, i64>;

/// OpenDP's noisy sum of deviations and noisy count, and the scales that give each half of ε.
fn measurements(micro: u64) -> Outcome<([Count; 2], [f64; 2])> {
    let half = micro as f64 / 2e6;
    let scales = [HALF as f64 / half, 1.0 / half];
    let domain = || VectorDomain::new(AtomDomain::<i64>::default());
    let clamp = make_clamp(domain(), SymmetricDistance, (-HALF, HALF))?;
    let sum = make_sum(clamp.output_domain.clone(), SymmetricDistance)?;
    let noisy = make_laplace::<_, _, MaxDivergence>(
        sum.output_domain.clone(),
        sum.output_metric.clone(),
        scales[0],
        None,
    )?;
    let sum = (clamp >> sum >> noisy)?;
    let count = make_count::<i64, i64>(domain(), SymmetricDistance)?;
    let noisy = make_laplace::<_, _, MaxDivergence>(
        count.output_domain.clone(),
        count.output_metric.clone(),
        scales[1],
        None,
    )?;
    let count = (count >> noisy)?;
    // OpenDP's own account of what one row costs.
    for part in [&sum, &count] {
        let cost = part.map(&1)?;
        if (cost - half).abs() > 1e-6 {
            return Err(format!("a part costs {cost}, not {half}").into());
        }
    }
    Ok(([sum, count], scales))
}

fn deviation_and_count(rows: i64, micro: u64, mean: i64) -> Outcome<(f64, f64)> {
    let ([sum, count], scales) = measurements(micro)?;
    let values = vec![mean - HALF; usize::try_from(rows)?];
    // The same laws as ours: scale D/ε with D twice the sensitivity of each part.
    let law = |steps: i64| -> Outcome<DiscreteLaplace> {
        let sensitivity = Sensitivity::new(2 * steps as u64)?;
        Ok(DiscreteLaplace::new(
            Epsilon::from_micro(micro)?,
            sensitivity,
        )?)
    };
    let (of_sum, of_count) = (law(HALF)?, law(1)?);
    let counts: Vec<(f64, f64)> = (-200..=200)
        .map(|n| (n as f64, of_count.pmf(n)))
        .filter(|(_, mass)| *mass > 1e-12)
        .collect();
    // |N1 - deviation N2|, summed over N2.
    let quantile = |deviation: f64| {
        least(10.0 * scales[0], |x| {
            let tail: f64 = counts
                .iter()
                .map(|(n, mass)| {
                    let at = deviation * n;
                    let inside = of_sum.cdf((at + x).floor() as i64)
                        - of_sum.cdf((at - x).ceil() as i64 - 1);
                    mass * (1.0 - inside)
                })
                .sum();
            tail <= 0.05
        })
    };
    // Each part within its accuracy with 0.975, so both with 0.95.
    let [one, other] = scales.map(|scale| discrete_laplacian_scale_to_accuracy(scale, 0.025));
    let (one, other) = (one?, other?);
    let (mut inverted, mut parts) = (0.0, 0.0);
    for _ in 0..RESPONSES {
        let total = sum.invoke(&values)? as f64;
        let rows = count.invoke(&values)? as f64;
        let ends = [-HALF as f64, HALF as f64];
        inverted += farther(total / rows, rows, ends, &quantile);
        parts += farther(total / rows, rows, ends, |deviation| {
            one + deviation.abs() * other
        });
    }
    let responses = RESPONSES as f64;
    Ok((inverted / responses, parts / responses))
}
