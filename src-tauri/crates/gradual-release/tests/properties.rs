//! What every reading of a path must satisfy, and what every bad input is answered with.

use crate::support::{epsilon, property::cases, seed, steps};
use gradual_release::{Epsilon, Error, Path, Seed, Sensitivity};
use proptest::prelude::*;
use proptest::property_test;

/// With two seeds that differ and depend on `number`.
fn path(d: u64, top: Option<u64>, number: u8) -> Path {
    match top {
        Some(top) => {
            let top_seed = seed(number.wrapping_add(1));
            Path::with_top(steps(d), epsilon(top), top_seed, seed(number)).unwrap()
        }
        None => Path::without_top(steps(d), seed(number)),
    }
}

/// A sensitivity, a top or none, and levels at or below it, all over the supported range, evenly in
/// the logarithm.
fn parameters() -> impl Strategy<Value = (u64, Option<u64>, Vec<u64>, u8)> {
    let log = |bits: std::ops::RangeInclusive<u32>| {
        (bits, any::<u64>())
            .prop_map(|(bits, random)| (1_u64 << bits) | (random & ((1 << bits) - 1)))
    };
    (
        log(0..=39),
        any::<bool>(),
        prop::collection::vec(log(0..=39), 1..5),
        any::<u8>(),
    )
        .prop_map(|(d, with_top, mut levels, number)| {
            // The lowest level at which D is supported.
            let least = ((d * 1_000_000) >> 50) + 1;
            for level in &mut levels {
                *level = (*level).max(least);
            }
            let top = with_top.then(|| *levels.iter().max().unwrap());
            (d, top, levels, number)
        })
}

/// Whatever was read before, by whichever path of the same seeds, in whichever order and
/// grouping.
#[property_test(config = cases(300))]
fn a_reading_depends_on_seed_coordinate_and_level_only(
    #[strategy = parameters()] (d, top, levels, number): (u64, Option<u64>, Vec<u64>, u8),
    #[strategy = prop_oneof![0_u64..1000, Just((1 << 63) - 20)]] first: u64,
) {
    let one = path(d, top, number);
    let other = path(d, top, number);
    let forwards: Vec<Vec<i64>> = levels
        .iter()
        .map(|level| one.read(first..first + 12, epsilon(*level)).unwrap())
        .collect();
    for (level, row) in levels.iter().zip(&forwards).rev() {
        let level = epsilon(*level);
        let backwards: Vec<i64> = (first..first + 12)
            .rev()
            .map(|coordinate| other.at(coordinate, level).unwrap())
            .collect();
        prop_assert!(row.iter().eq(backwards.iter().rev()));
        let parts = [first + 5..first + 12, first..first + 5];
        let parts = parts.map(|part| other.read(part, level).unwrap());
        prop_assert_eq!(&row[5..], &parts[0][..]);
        prop_assert_eq!(&row[..5], &parts[1][..]);
        prop_assert_eq!(&one.read(first..first + 12, level).unwrap(), row);
    }
}

/// From level to level only the coordinates with a jump in between change: a top-up carries few
/// of them.
#[property_test(config = cases(300))]
fn a_path_changes_at_its_jumps_only(number: u8, #[strategy = 1_u64..100] d: u64) {
    let path = path(d, Some(5_000_000), number);
    let levels: Vec<u64> = (1..=50).map(|i| i * 100_000).collect();
    let rows: Vec<Vec<i64>> = levels
        .iter()
        .map(|level| path.read(0..40, epsilon(*level)).unwrap())
        .collect();
    // Expected 2 ln(Q(5)/Q(0.1)) jumps a coordinate at most: 7.8; forty coordinates have 313
    // +- 18.
    let changes: usize = rows
        .windows(2)
        .map(|pair| pair[0].iter().zip(&pair[1]).filter(|(a, b)| a != b).count())
        .sum();
    prop_assert!((20..450).contains(&changes), "{} changes", changes);
}

#[property_test(config = cases(300))]
fn seeds_make_different_paths(#[strategy = 0_u8..250] number: u8) {
    let level = epsilon(100_000);
    let one = path(1000, Some(1_000_000), number);
    let other = path(1000, Some(1_000_000), number + 1);
    prop_assert_ne!(
        one.read(0..10, level).unwrap(),
        other.read(0..10, level).unwrap()
    );
    let exact = path(1000, None, number);
    prop_assert_ne!(
        one.read(0..10, level).unwrap(),
        exact.read(0..10, level).unwrap()
    );
}

#[property_test(config = cases(300))]
fn numbers_out_of_range_are_refused(value: u64) {
    let limit = 1 << 40;
    match Epsilon::from_micro(value) {
        Ok(epsilon) => prop_assert!((1..=limit).contains(&value) && epsilon.micro() == value),
        Err(Error::EpsilonTooLarge { micro }) => prop_assert!(value > limit && micro == value),
        Err(error) => prop_assert!(value == 0 && error == Error::ZeroEpsilon),
    }
    match Sensitivity::new(value) {
        Ok(steps) => prop_assert!((1..=limit).contains(&value) && steps.get() == value),
        Err(Error::SensitivityTooLarge { steps }) => {
            prop_assert!(value > limit && steps == value);
        }
        Err(error) => prop_assert!(value == 0 && error == Error::ZeroSensitivity),
    }
}

#[property_test(config = cases(300))]
fn a_seed_has_32_bytes(#[strategy = prop::collection::vec(any::<u8>(), 0..70)] bytes: Vec<u8>) {
    match Seed::try_from(bytes.as_slice()) {
        Ok(seed) => prop_assert_eq!(seed.as_bytes().as_slice(), bytes.as_slice()),
        Err(error) => {
            prop_assert_ne!(bytes.len(), 32);
            prop_assert_eq!(
                error,
                Error::SeedLength {
                    length: bytes.len()
                }
            );
        }
    }
}

#[test]
fn the_ends_of_the_ranges() {
    assert_eq!(Epsilon::from_micro(0), Err(Error::ZeroEpsilon));
    assert_eq!(Sensitivity::new(0), Err(Error::ZeroSensitivity));
    assert!(Epsilon::from_micro((1 << 40) + 1).is_err());
    assert!(Sensitivity::new((1 << 40) + 1).is_err());
    // D * 10^6 < 2^50 * micro, to the last unit: 2^40 * 10^6 / 2^50 = 976.56.
    let path = Path::without_top(steps(1 << 40), seed(1));
    assert!(path.at(0, epsilon(977)).is_ok());
    assert_eq!(
        path.at(0, epsilon(976)),
        Err(Error::ScaleTooLarge {
            sensitivity: steps(1 << 40),
            epsilon: epsilon(976)
        })
    );
    assert!(matches!(
        Path::with_top(steps(1 << 40), epsilon(976), seed(1), seed(2)),
        Err(Error::ScaleTooLarge { .. })
    ));
}

#[test]
fn a_level_above_the_top_is_refused() {
    let path = path(1, Some(1_000_000), 1);
    assert!(path.at(0, epsilon(1_000_000)).is_ok());
    let above = Err(Error::AboveTop {
        epsilon: epsilon(1_000_001),
        top: epsilon(1_000_000),
    });
    assert_eq!(path.at(0, epsilon(1_000_001)), above);
    assert_eq!(path.read(0..0, epsilon(1_000_001)).map(|_| 0), above);
}

#[test]
fn one_seed_for_start_and_jumps_is_refused() {
    let path = Path::with_top(steps(1), epsilon(1), seed(5), seed(5));
    assert_eq!(path.err(), Some(Error::SameSeed));
}

#[test]
fn coordinates_end_at_2_to_the_63() {
    let path = path(1, None, 1);
    let level = epsilon(1_000_000);
    let last = (1 << 63) - 1;
    assert_eq!(
        path.read(last..last + 1, level).unwrap(),
        [path.at(last, level).unwrap()]
    );
    assert_eq!(path.read(last..last, level), Ok(vec![]));
    // A range that ends before it starts is empty.
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = path.read(7..3, level);
    assert_eq!(reversed, Ok(vec![]));
    for (range, coordinate) in [
        ((1 << 63)..(1 << 63) + 1, 1 << 63),
        ((1 << 63)..(1 << 63), 1 << 63),
        (last..last + 2, 1 << 63),
        (u64::MAX..u64::MAX, u64::MAX),
        (0..u64::MAX, u64::MAX - 1),
    ] {
        assert_eq!(
            path.read(range, level),
            Err(Error::CoordinateTooLarge { coordinate })
        );
    }
    assert_eq!(
        path.at(u64::MAX, level),
        Err(Error::CoordinateTooLarge {
            coordinate: u64::MAX
        })
    );
    // Within the numbering, but not within any memory.
    let count = u64::MAX / 4;
    assert_eq!(path.read(0..count, level), Err(Error::TooMany { count }));
}

/// Nothing that a person reads may need the source to be understood.
#[test]
fn errors_name_the_thing_and_the_way_out() {
    for (error, text) in [
        (
            Error::AboveTop {
                epsilon: epsilon(1_500_000),
                top: epsilon(1_000_000),
            },
            "epsilon 1.5 lies above the path's top level 1; ask for at most 1",
        ),
        (
            Error::ZeroEpsilon,
            "epsilon is 0; the smallest supported epsilon is 0.000001",
        ),
        (
            Error::SeedLength { length: 31 },
            "a seed has 32 bytes, not 31",
        ),
        (
            Error::EpsilonTooLarge { micro: 1 << 41 },
            "epsilon of 2199023255552 millionths is over the supported 1099511627776 millionths",
        ),
        (
            "1,5".parse::<Epsilon>().unwrap_err(),
            "\"1,5\" is not a level: write epsilon as a decimal with at most six places, \
             such as 1.5",
        ),
        (
            Error::NoTop,
            "the path has no top level, so nothing of it can be erased; make it with a top level",
        ),
        (
            Error::ResponseOverflow { coordinate: 7 },
            "data plus noise of coordinate 7 leaves the range of a 64-bit integer; \
             choose a coarser lattice step",
        ),
        (
            Error::ScaleTooLarge {
                sensitivity: steps(1 << 40),
                epsilon: epsilon(1),
            },
            "sensitivity of 1099511627776 lattice steps at epsilon 0.000001 gives \
             a noise scale of 2^50 steps or more; choose a coarser lattice step or a larger \
             epsilon",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn a_path_can_be_read_by_many_threads() {
    let path = path(7, Some(2_000_000), 3);
    let level = epsilon(500_000);
    let whole = path.read(0..400, level).unwrap();
    let parts: Vec<Vec<i64>> = std::thread::scope(|scope| {
        let path = &path;
        let parts: Vec<_> = (0..4)
            .map(|part| {
                scope.spawn(move || path.read(100 * part..100 * part + 100, level).unwrap())
            })
            .collect();
        parts.into_iter().map(|part| part.join().unwrap()).collect()
    });
    assert_eq!(parts.concat(), whole);
}
