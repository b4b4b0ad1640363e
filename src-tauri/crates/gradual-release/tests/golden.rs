//! Known answers. A failure here means that releases already sold can no longer be replayed.
#![allow(clippy::print_stderr)]

use std::process::{Command, Stdio};

use gradual_release::{Epsilon, Path, Seed, Sensitivity};

const PATH_VECTORS: &str = include_str!("vectors/path-v1.csv");
/// Over the whole range of sensitivities and levels.
const RANGE_VECTORS: &str = include_str!("vectors/range-v1.csv");

fn seed(hex: &str) -> Seed {
    assert_eq!(hex.len(), 64);
    Seed::from_bytes(std::array::from_fn(|i| {
        u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()
    }))
}

#[test]
fn the_path_is_that_of_the_golden_vectors() {
    assert_eq!(Path::LAYOUT, "poundwise-path-v1");
    let mut values = 0;
    for line in PATH_VECTORS
        .lines()
        .skip(1)
        .chain(RANGE_VECTORS.lines().skip(1))
    {
        let fields: Vec<&str> = line.split(',').collect();
        let [
            top_seed,
            jump_seed,
            sensitivity,
            top,
            coordinate,
            levels,
            noise,
        ] = fields[..]
        else {
            panic!("not a vector: {line}");
        };
        let sensitivity = Sensitivity::new(sensitivity.parse().unwrap()).unwrap();
        let path = match top {
            "" => Path::without_top(sensitivity, seed(jump_seed)),
            top => {
                let top = Epsilon::from_micro(top.parse().unwrap()).unwrap();
                Path::with_top(sensitivity, top, seed(top_seed), seed(jump_seed)).unwrap()
            }
        };
        let coordinate = coordinate.parse().unwrap();
        for (level, expected) in levels.split(' ').zip(noise.split(' ')) {
            let epsilon = Epsilon::from_micro(level.parse().unwrap()).unwrap();
            let expected: i64 = expected.parse().unwrap();
            assert_eq!(path.at(coordinate, epsilon), Ok(expected), "{line}");
            values += 1;
        }
    }
    assert!(values > 3_500, "only {values} values were compared");
}

/// The vectors were not written by the code under test: an independent program computes the same.
#[test]
fn an_independent_implementation_agrees_with_the_golden_vectors() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors");
    let usable = Command::new("python3")
        .args(["-c", "import sys; sys.exit(sys.version_info < (3, 8))"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !usable {
        eprintln!(
            "skipped: python3 (3.8 or later) is not there to run the independent implementation"
        );
        return;
    }
    let output = Command::new("python3")
        .args(["-B", "oracle.py", "check", "path-v1.csv", "words-v1.csv"])
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
