//! A small market on made-up data, which `poundwise demo` shows and the app's sample market opens.
//!
//! It has four homes, one market folder, real files and real encryption, and uses the same calls as
//! any other sale. Two things differ from a real market: the homes are thrown away, so that a
//! passphrase of theirs protects nothing, and the clock runs through the ten days before the
//! present within a few seconds, so that ledgers and figures have a past to show.
//!
//! One person can look at it from three sides: [`Seat`].
//!
//! Abbreviations: SEPA is the Single Euro Payments Area.

#![forbid(unsafe_code)]

mod clinic;
mod lines;
mod messages;
mod sale;
mod seat;
mod story;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::{DateTime, Duration, Utc};
use poundwise_words::Language;
use serde::Serialize;

use poundwise_market::{
    AuditReport, Clock, Error, ErrorCode, Passphrase, Result, SystemClock, check_output,
    random_bytes,
};

use messages::SampleMessage;
pub use seat::Seat;

/// The passphrase of every home of a sample market that is kept. It is public, as nothing in these
/// homes is secret.
pub const PASSPHRASE: &str = "sample-market-not-secret";

/// The folder inside the sample market's folder that holds the marks of its homes.
const STATE: &str = "state";

/// Options of a sample market.
pub struct SampleOptions {
    /// The passphrase of all its homes; [`PASSPHRASE`] by default.
    pub passphrase: Passphrase,
    /// log2 of scrypt's N for that passphrase; low by default, as it is public or drawn.
    pub work_factor: u8,
    /// Source of the time at which the sample's ten days end.
    pub clock: Arc<dyn Clock>,
    /// Language of the steps; English by default. Titles and names on the market are English.
    pub language: Language,
}

impl Default for SampleOptions {
    fn default() -> Self {
        Self {
            passphrase: Passphrase::from(PASSPHRASE.to_owned()),
            work_factor: 2,
            clock: Arc::new(SystemClock),
            language: Language::default(),
        }
    }
}

impl SampleOptions {
    /// Returns the options of a sample market that only its maker can open: its passphrase is 128
    /// random bits, which are nowhere but in memory.
    ///
    /// # Errors
    /// `no-randomness`.
    pub fn private() -> Result<Self> {
        let drawn = u128::from_le_bytes(random_bytes()?);
        Ok(Self {
            passphrase: Passphrase::from(format!("{drawn:032x}")),
            ..Self::default()
        })
    }
}

/// One event in the making of the sample, in the language of its options.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoryStep {
    /// Title of the step.
    pub title: String,
    /// Details, one a line, with units beside the numbers.
    pub lines: Vec<String>,
}

/// A finished sample market. None of its homes is open.
pub struct Sample {
    /// The folder that holds everything below.
    pub dir: PathBuf,
    /// Harbour Clinic's home: it sells three attributes and has bought one.
    pub owner_dir: PathBuf,
    /// The homes of Northern Insurance and Open Heart Lab.
    pub buyer_dirs: Vec<PathBuf>,
    /// URL of the market folder.
    pub market_url: String,
    /// The folder of the homes' marks, which is needed to open one of them.
    pub state_dir: PathBuf,
    passphrase: Passphrase,
    /// The clinic's exported ledger.
    pub ledger_file: PathBuf,
    /// The bundle of Northern Insurance's second purchase.
    pub bundle_file: PathBuf,
    /// The report of the audit of both files.
    pub report: AuditReport,
}

/// Creates a sample market in `dir`, which must be empty or absent, and calls `on_step` with each
/// step.
///
/// # Errors
/// `not-empty` if `dir` is not empty; `reserved-folder` if it is in a home or a market;
/// `sample-folder` if it cannot be used; the errors of the market's calls. After an error `dir` is
/// empty again.
pub fn build(
    dir: &Path,
    options: SampleOptions,
    on_step: &mut dyn FnMut(&StoryStep),
) -> Result<Sample> {
    let dir = prepare(dir)?;
    let pace = Arc::new(Pace::ending(options.clock.now()));
    let built = story::tell(&dir, options, &pace, on_step);
    if built.is_err() {
        sweep(&dir);
    }
    built
}

/// Returns the absolute path of an empty folder, which is created if it is missing.
fn prepare(dir: &Path) -> Result<PathBuf> {
    if dir.to_str().is_none() {
        return Err(Error::usage(
            ErrorCode::SampleFolder,
            SampleMessage::FolderNotUtf8 {
                folder: dir.to_owned(),
            },
        )
        .hint(SampleMessage::ChoosePlainName));
    }
    let failed = |error: std::io::Error| {
        Error::failed(
            ErrorCode::SampleFolder,
            SampleMessage::UnusableFolder {
                folder: dir.to_owned(),
                why: error.to_string(),
            },
        )
        .hint(SampleMessage::ChooseWritable)
    };
    // In a home or a market it would mix with files that others rely on.
    check_output(dir)?;
    fs::create_dir_all(dir).map_err(failed)?;
    let dir = std::path::absolute(dir).map_err(failed)?;
    if fs::read_dir(&dir).map_err(failed)?.next().is_some() {
        return Err(Error::refused(
            ErrorCode::NotEmpty,
            SampleMessage::FolderNotEmpty { folder: dir },
        )
        .hint(SampleMessage::NameNewFolder));
    }
    Ok(dir)
}

/// Empties a folder that was empty before the sample was begun.
fn sweep(dir: &Path) {
    let Ok(entries) = fs::read_dir(dir) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        // A file that cannot be removed stays: the error that led here is the one to report.
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
}

/// A clock that starts ten days ago and is advanced by calls, never beyond the present.
struct Pace {
    end: DateTime<Utc>,
    seconds_left: AtomicI64,
}

impl Pace {
    fn ending(end: DateTime<Utc>) -> Self {
        Self {
            end,
            seconds_left: AtomicI64::new(10 * 24 * 60 * 60),
        }
    }

    /// Advances the clock.
    fn pass(&self, minutes: i64) {
        let left = self.seconds_left.load(Ordering::Relaxed);
        self.seconds_left
            .store((left - minutes * 60).max(0), Ordering::Relaxed);
    }
}

impl Clock for Pace {
    fn now(&self) -> DateTime<Utc> {
        self.end - Duration::seconds(self.seconds_left.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poundwise_market::Roles;

    struct Noon;

    impl Clock for Noon {
        fn now(&self) -> DateTime<Utc> {
            DateTime::from_timestamp(1_795_262_400, 0).unwrap()
        }
    }

    #[test]
    fn the_clock_runs_forward_and_stops_at_the_present() {
        let pace = Pace::ending(Noon.now());
        let start = pace.now();
        assert_eq!(Noon.now() - start, Duration::days(10));
        pace.pass(60);
        assert_eq!(pace.now() - start, Duration::hours(1));
        pace.pass(60 * 24 * 30);
        assert_eq!(pace.now(), Noon.now());
    }

    #[test]
    fn a_folder_that_is_in_use_is_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("mine.txt"), "mine").unwrap();
        let Err(error) = build(dir.path(), SampleOptions::default(), &mut |_| ()) else {
            panic!("a folder in use was taken");
        };
        assert_eq!(error.code().as_str(), "not-empty");
        assert_eq!(
            fs::read_to_string(dir.path().join("mine.txt")).unwrap(),
            "mine"
        );
    }

    #[test]
    fn a_folder_that_cannot_be_one_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("file"), "mine").unwrap();
        let Err(error) = build(
            &dir.path().join("file/sample"),
            SampleOptions::default(),
            &mut |_| (),
        ) else {
            panic!("a file was taken for a folder");
        };
        assert_eq!(error.code().as_str(), "sample-folder");
    }

    /// The sample is a whole market on one machine: every screen shows something, and the audit
    /// finds no fault.
    #[test]
    fn every_screen_of_the_clinic_has_something_to_show() {
        let dir = tempfile::tempdir().unwrap();
        let mut steps = Vec::new();
        let sample = build(
            &dir.path().join("sample"),
            SampleOptions::default(),
            &mut |step| {
                steps.push(step.clone());
            },
        )
        .unwrap();
        assert!(steps.len() >= 8);
        assert!(steps.iter().all(|step| !step.lines.is_empty()));

        let clinic = sample.open(Seat::Clinic, "a test").unwrap().unwrap();
        assert_eq!(clinic.seller().datasets().unwrap().len(), 1);
        assert_eq!(clinic.seller().my_listings().unwrap().len(), 3);
        assert_eq!(clinic.seller().inbox().unwrap().len(), 1, "one order waits");
        assert_eq!(clinic.seller().receipts().unwrap().len(), 7);
        assert_eq!(clinic.seller().books().unwrap().undelivered, 0);
        let market = clinic
            .buyer()
            .market(&poundwise_market::view::MarketQuery::default())
            .unwrap();
        assert_eq!(market.offers.len(), 4, "as the window's first screen says");
        assert!(market.offers.iter().any(|offer| !offer.listing.mine));
        assert_eq!(clinic.buyer().orders().unwrap().len(), 2);
        let holdings = clinic.buyer().holdings().unwrap();
        assert_eq!(holdings.len(), 1);
        assert_eq!(holdings[0].responses.len(), 2);
        assert!(sample.ledger_file.is_file() && sample.bundle_file.is_file());
    }
}
