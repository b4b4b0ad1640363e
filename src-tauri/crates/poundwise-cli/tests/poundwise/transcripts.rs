//! The pages of documentation that are transcripts, run as a reader would. A failure here means
//! that a page shows a command, an answer or an exit code that the program does not give;
//! `TRYCMD=overwrite` writes them anew.

use std::path::{Path, PathBuf};

use poundwise_market::{Home, HomeOptions, Passphrase};
use trycmd::TestCases;

const PASSPHRASE: &str = "tall ships in the harbour";
/// The home whose passphrase is to be cheap to check: set where `tests/transcripts/poundwise` runs
/// this program.
const HOME: &str = "POUNDWISE_TEST_HOME";

#[test]
fn the_first_sale_goes_as_its_page_says() {
    run_page("first-sale.md");
}

#[test]
fn trade_by_mail_goes_as_its_page_says() {
    run_page("mail.md");
}

#[test]
fn a_sale_of_moments_goes_as_its_page_says() {
    run_page("moments.md");
}

/// The page compares figures of one run with least squares on its table.
#[test]
fn the_page_of_moments_states_least_squares_of_its_table() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs");
    let rows: Vec<[f64; 3]> = std::fs::read_to_string(docs.join("moments.in/incomes.csv"))
        .unwrap()
        .lines()
        .skip(1)
        .filter_map(|line| {
            let cells: Vec<f64> = line.split(',').flat_map(str::parse).collect();
            cells.try_into().ok()
        })
        .collect();
    // Covariances of age, education and income.
    let count = rows.len() as f64;
    let mean = |of: usize| rows.iter().map(|row| row[of]).sum::<f64>() / count;
    let moment = |one: usize, other: usize| {
        let products = rows
            .iter()
            .map(|row| (row[one] - mean(one)) * (row[other] - mean(other)));
        products.sum::<f64>()
    };
    let determinant = moment(0, 0) * moment(1, 1) - moment(0, 1).powi(2);
    let age = (moment(0, 2) * moment(1, 1) - moment(1, 2) * moment(0, 1)) / determinant;
    let educ = (moment(1, 2) * moment(0, 0) - moment(0, 2) * moment(0, 1)) / determinant;
    let intercept = mean(2) - age * mean(0) - educ * mean(1);
    let residual = moment(2, 2) - age * moment(0, 2) - educ * moment(1, 2);
    let page = std::fs::read_to_string(docs.join("moments.md")).unwrap();
    for (term, number) in [
        ("intercept", format!("{intercept:.0}")),
        ("age", format!("{age:.0}")),
        ("educ", format!("{educ:.0}")),
        ("R²", format!("{:.2}", 1.0 - residual / moment(2, 2))),
        (
            "residual standard deviation",
            format!("{:.0}", (residual / (count - 3.0)).sqrt()),
        ),
    ] {
        let mut lines = page.lines();
        let line = lines.find(|line| line.starts_with(&format!("| {term} |")));
        let last = line.and_then(|line| line.trim_end_matches(" |").rsplit("| ").next());
        assert_eq!(last, Some(number.as_str()), "{term}");
    }
}

/// Runs the commands of a page of the documentation.
fn run_page(page: &str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = elsewhere.path().to_str().unwrap();
    TestCases::new()
        .register_bin("poundwise", here.join("tests/transcripts/poundwise"))
        .env("POUNDWISE_PROGRAM", env!("CARGO_BIN_EXE_poundwise"))
        .env(
            "POUNDWISE_TESTS",
            std::env::current_exe().unwrap().to_str().unwrap(),
        )
        .env("POUNDWISE_PASSPHRASE", PASSPHRASE)
        .env("HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .env("XDG_STATE_HOME", folder)
        .env("LC_ALL", "C")
        .case(here.join("../../../docs").join(page))
        .run();
}

/// Not a test of its own: what those above have done to each home that a page makes.
#[test]
fn a_passphrase_is_made_cheap() {
    let Some(home) = std::env::var_os(HOME).map(PathBuf::from) else {
        return;
    };
    let options = HomeOptions {
        work_factor: Some(1),
        state: poundwise_market::default_state_dir(),
        ..HomeOptions::default()
    };
    let passphrase = || Passphrase::from(PASSPHRASE.to_owned());
    let opened = Home::open(&home, &passphrase(), &options).unwrap();
    opened
        .change_passphrase(&passphrase(), &passphrase())
        .unwrap();
}
