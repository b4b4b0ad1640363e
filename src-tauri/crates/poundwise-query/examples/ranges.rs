//! Errors of ranges of a histogram with several sets of blocks, at equal ε, and the time that a
//! range and a median take. Run it with `make bench-ranges`.
//!
//! Peers are the same histogram without blocks, the binary tree (Hay, Rastogi, Miklau and Suciu
//! 2010) and HB, the tree with 16 children (Qardaji, Yang and Li 2013). All of them are released by
//! the same path and estimated by the same least squares, so only the blocks differ.

#![allow(clippy::print_stdout, reason = "the figures are the output")]

use std::error::Error;
use std::time::Instant;

use gradual_release::{Epsilon, Path, Seed, Sensitivity};
use poundwise_documents::kinds::{
    Adjacency, BinnedColumn, Blocks, ColumnType, Family, Histogram, Question,
};
use poundwise_documents::units::Decimal;
use poundwise_query::estimate::estimates_of;
use poundwise_query::kinds::best_blocks;
use poundwise_query::ranges::Ranges;
use poundwise_query::shape::ListingShape;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    println!("ε times the root mean square error over all ranges, in rows (add/remove, ε 1)\n");
    println!("  bins  blocks                 levels     error  ± (1 se)  vs. proposed");
    for (log, draws) in [(10_u8, 1000), (16, 60)] {
        let bins = 1_usize << log;
        let proposed = best_blocks(bins);
        let every: Vec<u8> = (1..log).collect();
        let fourth: Vec<u8> = (1..log).filter(|level| level % 4 == 0).collect();
        let sets = [
            ("proposed", proposed.levels()),
            ("none (identity)", &[]),
            ("binary tree", &every),
            ("HB, 16 children", &fourth),
        ];
        let mut base = 0.0;
        for (name, levels) in sets {
            let (error, spread) = error_of(&shape(bins, levels)?, draws)?;
            if name == "proposed" {
                base = error;
            }
            let said = if levels.len() > 5 {
                "all".to_owned()
            } else {
                format!("{levels:?}")
            };
            let ratio = error / base;
            println!("{bins:>6}  {name:<18} {said:>10} {error:>9.2} {spread:>9.2} {ratio:>13.2}");
        }
    }
    times()
}

fn shape(bins: usize, levels: &[u8]) -> Outcome<ListingShape> {
    let histogram = Histogram {
        column: BinnedColumn {
            column: "n".to_owned(),
            column_type: ColumnType::Number,
            bins: Vec::new(),
            edges: (0..=i64::try_from(bins)?)
                .map(Decimal::from_integer)
                .collect(),
        },
        filters: Vec::new(),
        blocks: Blocks::new(levels.to_vec()),
    };
    let dimension = histogram.dimension();
    Ok(ListingShape {
        question: Question::Histogram(histogram),
        unit: String::new(),
        dimension,
        labels: vec![String::new(); usize::try_from(dimension)?],
        family: Family::DiscreteLaplace,
        sensitivity: levels.len() as u64 + 1,
        adjacency: Adjacency::AddRemove,
        rows_per_unit: 1,
    })
}

/// Returns a response to an empty table at ε 1.
fn response(shape: &ListingShape, number: u64) -> Outcome<Vec<i64>> {
    let epsilon: Epsilon = "1".parse()?;
    let seed = |part: u8| {
        let mut bytes = [part; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed::from_bytes(bytes)
    };
    let path = Path::with_top(
        Sensitivity::new(shape.sensitivity)?,
        epsilon,
        seed(1),
        seed(2),
    )?;
    Ok(path.release(&vec![0; shape.labels.len()], epsilon)?)
}

/// Returns the root mean square error over all ranges, and its standard error.
fn error_of(shape: &ListingShape, draws: u64) -> Outcome<(f64, f64)> {
    let mut squares = Vec::new();
    for number in 0..draws {
        let values = response(shape, number)?;
        let mut sum = 0.0;
        let mut below = vec![0.0];
        for estimate in estimates_of(shape, &values, "1".parse()?)? {
            sum += estimate.number;
            below.push(sum);
        }
        // The last estimate is of all other cells.
        below.pop();
        let edges = below.len() as f64;
        let (sum, square) = below.iter().fold((0.0, 0.0), |(sum, square), rows| {
            (sum + rows, square + rows * rows)
        });
        // The mean of (P_q - P_p)^2 over all pairs of edges.
        squares.push((edges * square - sum * sum) / (edges * (edges - 1.0) / 2.0));
    }
    let number = squares.len() as f64;
    let mean = squares.iter().sum::<f64>() / number;
    let variance = squares
        .iter()
        .map(|square| (square - mean).powi(2))
        .sum::<f64>();
    let spread = (variance / (number - 1.0) / number).sqrt();
    Ok((mean.sqrt(), spread / (2.0 * mean.sqrt())))
}

/// Prints the time of a range with its share and of a median of 2^16 bins, the longest of many.
fn times() -> Outcome<()> {
    println!("\n2^16 bins, longest time in ms of 40 ranges with their shares, and of a median\n");
    for (name, levels) in [("none", &[][..]), ("proposed", &[4, 8, 12])] {
        let shape = shape(1 << 16, levels)?;
        let mut values = response(&shape, 1)?;
        for value in &mut values[..1 << 16] {
            *value += 3;
        }
        let mut place = (1 << 16) + 1;
        for level in levels {
            let blocks = (1_usize << 16) >> level;
            for value in &mut values[place..place + blocks] {
                *value += 3 << level;
            }
            place += blocks;
        }
        let start = Instant::now();
        let ranges = Ranges::of(&shape, &values, "1".parse()?)?;
        let opened = start.elapsed();
        let mut longest = std::time::Duration::ZERO;
        for number in 0..40_i64 {
            let (low, high) = (number * 997, 30_000 + number * 880);
            let start = Instant::now();
            ranges.range(&Decimal::from_integer(low), &Decimal::from_integer(high))?;
            longest = longest.max(start.elapsed());
        }
        let start = Instant::now();
        ranges.quantile(&"0.5".parse()?)?;
        let median = start.elapsed();
        let [opened, longest, median] =
            [opened, longest, median].map(|time| time.as_secs_f64() * 1e3);
        println!("{name:<10} opened {opened:>7.1}   range {longest:>7.1}   median {median:>7.1}");
    }
    Ok(())
}
