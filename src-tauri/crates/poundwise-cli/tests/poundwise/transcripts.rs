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
    goes_as_its_page_says("first-sale");
}

#[test]
fn trade_by_mail_goes_as_its_page_says() {
    goes_as_its_page_says("mail");
}

fn goes_as_its_page_says(page: &str) {
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
        .case(here.join("../../../docs").join(page).with_extension("md"))
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
