//! Ranges, shares and quantiles of a released histogram: their intervals keep their promise, and
//! what is no range is refused.
#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]

use gradual_release::{Epsilon, Path, Seed, Sensitivity};
use poundwise_documents::kinds::{
    Adjacency, BinnedColumn, Blocks, ColumnType, CrossTabulation, Family, Histogram, Question,
};
use poundwise_documents::units::{Decimal, MicroEpsilon};
use poundwise_query::estimate::{Estimate, estimates, estimates_at, half_widths, outline};
use poundwise_query::ranges::{Ranges, RangesAlong};
use poundwise_query::shape::ListingShape;

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn level(text: &str) -> MicroEpsilon {
    text.parse().unwrap()
}

/// A histogram of bins between whole numbers.
pub(crate) fn shape(edges: impl Iterator<Item = i64>) -> ListingShape {
    let edges: Vec<Decimal> = edges.map(Decimal::from_integer).collect();
    let dimension = edges.len() as u64;
    ListingShape {
        question: Question::Histogram(Histogram {
            column: BinnedColumn {
                column: "age".into(),
                column_type: ColumnType::Number,
                bins: Vec::new(),
                edges,
            },
            filters: Vec::new(),
            blocks: Blocks::default(),
        }),
        unit: String::new(),
        dimension,
        labels: vec![String::new(); dimension as usize],
        family: Family::DiscreteLaplace,
        sensitivity: 1,
        adjacency: Adjacency::AddRemove,
        rows_per_unit: 1,
    }
}

/// The same, with blocks of these levels.
fn with_blocks(edges: impl Iterator<Item = i64>, levels: &[u8]) -> ListingShape {
    let mut shape = shape(edges);
    let Question::Histogram(histogram) = &mut shape.question else {
        unreachable!()
    };
    histogram.blocks = Blocks::new(levels.to_vec());
    let dimension = histogram.dimension();
    ListingShape {
        dimension,
        labels: vec![String::new(); dimension as usize],
        sensitivity: levels.len() as u64 + 1,
        ..shape
    }
}

/// The counts of bins and of all other cells, followed by those of the blocks.
fn counted(counts: &[i64], levels: &[u8]) -> Vec<i64> {
    let mut all = counts.to_vec();
    for level in levels {
        let blocks = counts[..counts.len() - 1].chunks(1 << level);
        all.extend(blocks.map(|block| block.iter().sum::<i64>()));
    }
    all
}

fn noisy(sensitivity: u64, counts: &[i64], epsilon: &str, number: u64) -> Vec<i64> {
    let epsilon: Epsilon = epsilon.parse().unwrap();
    let seed = |part: u8| {
        let mut bytes = [part; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed::from_bytes(bytes)
    };
    let sensitivity = Sensitivity::new(sensitivity).unwrap();
    let path = Path::with_top(sensitivity, epsilon, seed(1), seed(2)).unwrap();
    path.release(counts, epsilon).unwrap()
}

/// The ages of `pums_1000.csv` in yearly bins from 18 to 94, and no other cells.
fn ages() -> Option<Vec<i64>> {
    let text = std::fs::read_to_string(crate::files::shared("pums_1000.csv")?).ok()?;
    let mut counts = vec![0; 77];
    for line in text.lines().skip(1) {
        let age: usize = line.split(',').next()?.parse().ok()?;
        counts[age - 18] += 1;
    }
    Some(counts)
}

fn holds(estimate: &Estimate, truth: f64) -> bool {
    let [low, high] = [estimate.noise_low_number, estimate.noise_high_number].map(Option::unwrap);
    (low - 1e-9..=high + 1e-9).contains(&truth)
}

/// The value below which a share of the rows lies, if those of a bin are evenly spread.
fn quantile(counts: &[i64], share: f64) -> f64 {
    let wanted = share * counts.iter().sum::<i64>() as f64;
    let mut below = 0.0;
    for (place, count) in counts.iter().enumerate() {
        if below + *count as f64 >= wanted && *count > 0 {
            return 18.0 + place as f64 + (wanted - below) / *count as f64;
        }
        below += *count as f64;
    }
    unreachable!()
}

#[test]
fn widths_of_ranges_follow_from_the_number_of_bins() {
    let shape = shape(18..=94);
    let counts = [10; 77];
    let ranges = Ranges::of(&shape, &counts, level("1")).unwrap();
    let width = |low: &str, high: &str| {
        let range = ranges.range(&decimal(low), &decimal(high)).unwrap();
        (range.bins, range.rows.text, range.rows.half_width.unwrap())
    };
    let expect = |bins, rows: &str, width: &str| (bins, rows.to_owned(), width.to_owned());
    assert_eq!(width("30", "31"), expect(1, "10", "3"));
    assert_eq!(width("30", "54"), expect(24, "240", "13"));
    assert_eq!(width("18", "94"), expect(76, "760", "23"));
}

/// Draws the noise 2000 times, and checks how often each interval holds the truth.
fn check_coverage(levels: &[u8]) {
    let Some(counts) = ages() else { return };
    let shape = with_blocks(18..=94, levels);
    let numbers = counted(&counts, levels);
    let of_all = counts.iter().sum::<i64>() as f64;
    let of_range = counts[12..36].iter().sum::<i64>() as f64;
    let quartile = |share| quantile(&counts, share);
    let spread = quartile(0.75) - quartile(0.25);
    let mut covered = [0_u32; 6];
    let mut covered_spread = 0;
    const SEEDS: u64 = 2000;
    let first = Ranges::of(&shape, &numbers, level("1")).unwrap();
    for number in 0..SEEDS {
        let values = noisy(shape.sensitivity, &numbers, "1", number);
        let ranges = first.of_values(&values).unwrap();
        if number % 10 == 0 {
            let range = ranges.range(&decimal("30"), &decimal("54")).unwrap();
            covered[0] += 10 * u32::from(holds(&range.rows, of_range));
            covered[1] += 10 * u32::from(holds(&range.share.unwrap(), of_range / of_all));
        }
        let estimate = ranges.interquartile_range().unwrap().unwrap();
        covered_spread += u32::from(holds(&estimate, spread));
        for (place, share) in ["0.25", "0.5", "0.75"].into_iter().enumerate() {
            let value = ranges.quantile(&decimal(share)).unwrap().value.unwrap();
            let truth = quantile(&counts, share.parse().unwrap());
            covered[2 + place] += u32::from(holds(&value, truth));
        }
        if number % 10 == 0 {
            let bin = estimates_at(&shape, &values, level("1"), &[20]).unwrap();
            covered[5] += 10 * u32::from(holds(&bin[0], counts[20] as f64));
        }
    }
    // Two intervals of 97.5% are wider than they have to be.
    assert!(f64::from(covered_spread) / SEEDS as f64 >= 0.95);
    for (what, covered) in covered.into_iter().enumerate() {
        let share = f64::from(covered) / SEEDS as f64;
        // 200 draws of rows, shares and bins, and all of the quartiles.
        let expected = match what {
            2..5 => 0.935..0.97,
            _ => 0.91..0.995,
        };
        assert!(expected.contains(&share), "{levels:?} {what}: {share}");
    }
}

#[test]
fn intervals_cover_the_truth_as_often_as_they_state() {
    check_coverage(&[]);
}

#[test]
fn intervals_with_blocks_cover_the_truth_as_often_as_they_state() {
    check_coverage(&[3]);
    check_coverage(&[2, 5, 7]);
}

#[test]
fn estimates_with_blocks_are_those_of_the_bins() {
    let Some(counts) = ages() else { return };
    let levels = [2, 4];
    let shape = with_blocks(18..=94, &levels);
    let numbers = counted(&counts, &levels);
    // At this level nearly all noise is 0.
    let estimates = estimates(&shape, &numbers, level("60")).unwrap();
    assert_eq!(estimates.len(), counts.len());
    for (estimate, count) in estimates.iter().zip(&counts) {
        assert_eq!(estimate.text, count.to_string());
    }
    let bars = outline(&shape, &numbers, 10).unwrap();
    assert_eq!(bars.iter().map(|bar| bar.bins).sum::<u64>(), 77);
    // One bin is less exact than without blocks, and a range of 24 bins is more exact.
    let [bin] = &half_widths(&shape, level("1"), None).unwrap()[..] else {
        panic!("not one half-width");
    };
    assert!((3.0..8.0).contains(&bin.number), "{}", bin.number);
    let of_bin = estimates_at(&shape, &numbers, level("1"), &[0]).unwrap();
    assert_eq!(of_bin[0].half_width_number, Some(bin.number));
}

#[test]
fn quantiles_of_exact_numbers_are_the_interpolated_ones() {
    let Some(counts) = ages() else { return };
    let shape = shape(18..=94);
    // At this level nearly all noise is 0.
    let ranges = Ranges::of(&shape, &counts, level("30")).unwrap();
    for share in ["0.01", "0.1", "0.25", "0.5", "0.75", "0.999"] {
        let value = ranges.quantile(&decimal(share)).unwrap().value.unwrap();
        let truth = quantile(&counts, share.parse().unwrap());
        assert!(
            (value.number - truth).abs() < 0.0051,
            "{share}: {} {truth}",
            value.number
        );
        assert!(holds(&value, value.number));
    }
}

#[test]
fn rows_are_too_few_for_a_share_if_their_number_may_be_0() {
    let shape = shape(18..=94);
    let counts = [0; 77];
    let ranges = Ranges::of(&shape, &counts, level("1")).unwrap();
    assert!(
        ranges
            .range(&decimal("30"), &decimal("40"))
            .unwrap()
            .share
            .is_none()
    );
    assert!(ranges.quantile(&decimal("0.5")).unwrap().value.is_none());
    // Two rows are a number, and their median may be anywhere.
    let counts: Vec<i64> = (0..77)
        .map(|place| i64::from(place == 30 || place == 31))
        .collect();
    let ranges = Ranges::of(&shape, &counts, level("1")).unwrap();
    let median = ranges.quantile(&decimal("0.5")).unwrap().value.unwrap();
    assert_eq!(median.text, "49");
    assert_eq!(median.noise_low.as_deref(), Some("18"));
    assert_eq!(median.noise_high.as_deref(), Some("94"));
}

#[test]
fn cumulative_rows_end_with_all_rows() {
    let shape = shape(18..=94);
    let counts = [10; 77];
    let ranges = Ranges::of(&shape, &counts, level("1")).unwrap();
    let points = ranges.cumulative(20).unwrap();
    assert!(points.len() <= 20);
    let edges: Vec<String> = ranges.edges(20).map(ToString::to_string).collect();
    assert!(points.iter().map(|point| &point.edge).eq(&edges));
    assert_eq!(ranges.edges(1001).count(), 77);
    let (first, last) = (points.first().unwrap(), points.last().unwrap());
    assert_eq!(
        (first.edge.as_str(), first.rows, first.low),
        ("18", 0.0, 0.0)
    );
    assert_eq!(
        (last.edge.as_str(), last.rows, last.high),
        ("94", 760.0, 783.0)
    );
}

#[test]
fn long_histograms_answer_from_a_few_laws() {
    let bins = 1 << 16;
    let shape = shape(0..=bins);
    let mut counts = vec![3; bins as usize + 1];
    counts[100] = 50_000;
    let ranges = Ranges::of(&shape, &counts, level("0.01")).unwrap();
    let range = ranges.range(&decimal("1000"), &decimal("60000")).unwrap();
    assert_eq!(range.bins, 59_000);
    let median = ranges.quantile(&decimal("0.5")).unwrap().value.unwrap();
    let half = (f64::from(3 * ((1 << 16) - 1) + 50_000) / 2.0 - 50_000.0 + 3.0) / 3.0;
    assert!(
        (median.number - half).abs() < 0.02,
        "{} {half}",
        median.number
    );
    assert!(holds(&median, half));
}

#[test]
fn long_ranges_are_more_exact_with_blocks() {
    let bins = 1 << 16;
    let width = |levels: &[u8]| {
        let shape = with_blocks(0..=bins, levels);
        let numbers = counted(&vec![3; bins as usize + 1], levels);
        let ranges = Ranges::of(&shape, &numbers, level("1")).unwrap();
        let range = ranges.range(&decimal("1001"), &decimal("60001")).unwrap();
        let median = ranges.quantile(&decimal("0.5")).unwrap().value.unwrap();
        assert!(holds(&median, f64::from(1 << 15)), "{median:?}");
        range.rows.half_width_number.unwrap()
    };
    let [plain, blocks] = [width(&[]), width(&[4, 8, 12])];
    assert!(plain > 10.0 * blocks, "{plain} {blocks}");
}

#[test]
fn ranges_of_a_cross_tabulation_go_along_its_edges() {
    let column = |column: &str, bins: &[&str], edges: &[i64]| BinnedColumn {
        column: column.to_owned(),
        column_type: match edges {
            [] => ColumnType::Text,
            _ => ColumnType::Number,
        },
        bins: bins.iter().map(|bin| (*bin).to_owned()).collect(),
        edges: edges.iter().copied().map(Decimal::from_integer).collect(),
    };
    let [sex, age, town] = [
        column("sex", &["f", "m"], &[]),
        column("age", &[], &[0, 10, 20, 30]),
        column("town", &["Ulm"], &[]),
    ];
    // The cells that are counted of each row: its place in each column, in base 10.
    let shape_of = |columns: &[&BinnedColumn]| {
        let columns: Vec<BinnedColumn> = columns.iter().map(|one| (*one).clone()).collect();
        let sizes: Vec<i64> = columns.iter().map(|one| one.size().cast_signed()).collect();
        let mut values = vec![0];
        for size in sizes {
            values = values
                .iter()
                .flat_map(|value| (0..size).map(move |bin| value * 10 + bin))
                .collect();
        }
        let shape = ListingShape {
            question: Question::CrossTabulation(CrossTabulation {
                columns,
                filters: Vec::new(),
            }),
            dimension: values.len() as u64,
            labels: vec![String::new(); values.len()],
            ..shape(0..=1)
        };
        (shape, values)
    };
    for (columns, cells, rows) in [
        (&[&sex, &age][..], "m", 10 + 11),
        (&[&age, &sex], "other", 2 + 12),
        (&[&sex, &age, &town], "m,other", 101 + 111),
        (&[&town, &sex, &age], "Ulm,m", 10 + 11),
        (&[&age, &town, &sex], "other,f", 10 + 110),
    ] {
        let (shape, values) = shape_of(columns);
        let all = RangesAlong::new(&shape, &values, level("30"), None).unwrap();
        let one = all.of_cells(cells).unwrap();
        let range = one.range(&decimal("0"), &decimal("20")).unwrap();
        assert_eq!(range.rows.text, rows.to_string(), "{cells}");
        assert_eq!(range.cells.as_deref(), Some(cells));
        let others: u64 = columns.iter().map(|column| column.size()).product();
        assert_eq!(all.iter().count() as u64, others / 4);
        let first = all.first().range(&decimal("0"), &decimal("20")).unwrap();
        assert_eq!(
            first.cells,
            all.iter().next().unwrap().cells().map(str::to_owned)
        );
        assert!(RangesAlong::new(&shape, &values, level("30"), Some("age")).is_ok());
        for none in ["sex", "size"] {
            let error = RangesAlong::new(&shape, &values, level("30"), Some(none)).err();
            assert_eq!(error.unwrap().code().unwrap().to_string(), "no-edges");
        }
    }
}
