//! `noise sample`: numbers for whoever wants to test the law, without a home.

use std::process::{Command, Stdio};

use crate::support::{World, refused, text};

const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

fn sample<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let mut all = vec!["noise", "sample", "--sensitivity", "1000", "--seed", SEED];
    all.extend(more);
    all
}

#[test]
fn the_known_seed_gives_the_known_noise() {
    let world = World::new();
    let run = world.run(&sample(&["--epsilon", "0.5,1,2", "--count", "3"]));
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert_eq!(
        run.text(),
        "0.5,1,2\n-3121,-4071,-233\n-231,-231,-231\n6218,1857,1310\n"
    );
    let tail = world.run(&sample(&[
        "--epsilon",
        "1",
        "--top",
        "2",
        "--count",
        "1",
        "--first",
        "2",
    ]));
    assert_eq!(tail.text(), "1\n1857\n");
    let mut json = sample(&["--epsilon", "0.5,1,2", "--count", "2"]);
    json.push("--json");
    let document = world.run(&json).document();
    assert_eq!(document["top"], 2_000_000);
    assert_eq!(
        document["noise"],
        serde_json::json!([[-3121, -4071, -233], [-231, -231, -231]])
    );
    assert!(!world.path("data").exists(), "no home is made");
}

#[test]
fn numpy_reads_its_format() {
    let world = World::new();
    let file = world.path("noise.npy");
    let path = file.to_str().unwrap();
    let run = world.run(&sample(&[
        "--epsilon",
        "0.5,1,2",
        "--count",
        "3",
        "--format",
        "npy",
        "-o",
        path,
    ]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(std::fs::read(&file).unwrap().len(), 128 + 3 * 3 * 8);
    let script =
        "import numpy, sys; a = numpy.load(sys.argv[1]); print(a.dtype, a.shape, a.tolist())";
    let python = Command::new("python3")
        .args(["-c", script, path])
        .stdin(Stdio::null())
        .output();
    match python {
        Ok(output) if output.status.success() => assert_eq!(
            String::from_utf8(output.stdout).unwrap().trim(),
            "int64 (3, 3) [[-3121, -4071, -233], [-231, -231, -231], [6218, 1857, 1310]]"
        ),
        _ => println!("skipped: no Python with NumPy"),
    }
}

#[test]
fn what_cannot_be_sampled_is_wrong_usage() {
    let world = World::new();
    let refuse = |more: &[&str], code: &str, naming: &[&str]| {
        let words = sample(more);
        let mut json = words.clone();
        json.push("--json");
        refused(world.command(&words), world.command(&json)).is(2, code, naming);
    };
    refuse(
        &["--epsilon", "0", "--count", "1"],
        "zero-epsilon",
        &["ε 0"],
    );
    refuse(&["--epsilon", "1,x", "--count", "1"], "epsilon", &["'x'"]);
    refuse(&["--epsilon", "-1", "--count", "1"], "epsilon", &["'-1'"]);
    refuse(&["--epsilon", "1", "--count", "0"], "count", &["count"]);
    refuse(
        &["--epsilon", "2", "--top", "1", "--count", "1"],
        "top-below-level",
        &["ε 2", "ε 1"],
    );
    refuse(
        &[
            "--epsilon",
            "1",
            "--count",
            "1",
            "--first",
            "9223372036854775808",
        ],
        "count",
        &["2^63"],
    );
    let run = world.run(&[
        "noise",
        "sample",
        "--sensitivity",
        "0",
        "--epsilon",
        "1",
        "--count",
        "1",
        "--seed",
        SEED,
    ]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("--sensitivity <D>: '0' is not above 0"),
        "{}",
        run.stderr
    );
    let mut both = sample(&["--epsilon", "1", "--count", "1", "--format", "csv"]);
    both.push("--json");
    let run = world.run(&both);
    assert_eq!((run.code, run.stdout.len()), (2, 0));
    assert!(run.stderr.contains("export-to-stdout"));
}

#[test]
fn a_reader_that_hangs_up_is_no_error() {
    let world = World::new();
    let mut child = world
        .command(&sample(&["--epsilon", "1", "--count", "300000"]))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn help_says_where_the_two_seeds_come_from() {
    let world = World::new();
    let help = world.run(&["noise", "sample", "--help"]).text();
    for part in [
        "poundwise-noise-sample-v1 top",
        "poundwise-noise-sample-v1 jumps",
        "SHA-256",
    ] {
        assert!(help.contains(part), "{help}");
    }
    let written = world.json_to_file();
    assert_eq!(
        text(&written, "file"),
        world.path("n.csv").to_str().unwrap()
    );
}

impl World {
    /// With a file, the one JSON document says what was written.
    fn json_to_file(&self) -> serde_json::Value {
        let path = self.path("n.csv");
        let mut all = sample(&[
            "--epsilon",
            "1",
            "--count",
            "4",
            "-o",
            path.to_str().unwrap(),
        ]);
        all.push("--json");
        let run = self.run(&all);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 5);
        run.document()
    }
}
