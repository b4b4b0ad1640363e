//! The sample market, which the window looks at from one seat after the other.

use std::{path::PathBuf, sync::Arc};

use poundwise_market::{Error, ErrorCode, Home, Result};
use poundwise_sample::{Sample, SampleOptions, Seat};
use serde::Serialize;
use tempfile::TempDir;

use crate::messages::DesktopMessage;

/// A sample market in a folder that is gone when this is dropped. The passphrase of its homes is
/// drawn, and is nowhere else.
pub(crate) struct SampleMarket {
    sample: Sample,
    _folder: TempDir,
}

impl SampleMarket {
    /// Makes a market.
    ///
    /// # Errors
    /// `sample-folder`, and those of making one.
    pub(crate) fn make() -> Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix("poundwise-sample-")
            .tempdir()
            .map_err(|error| {
                Error::failed(
                    ErrorCode::SampleFolder,
                    DesktopMessage::NoRoomForSample {
                        why: error.to_string(),
                    },
                )
                .hint(DesktopMessage::MakeRoom)
            })?;
        let sample = poundwise_sample::build(
            &folder.path().join("sample"),
            SampleOptions::private()?,
            &mut |_| {},
        )?;
        Ok(Self {
            sample,
            _folder: folder,
        })
    }

    /// Opens the home of a seat; the auditor has none.
    pub(crate) fn open(&self, seat: Seat, program: &'static str) -> Result<Option<Home>> {
        self.sample.open(seat, program)
    }

    /// Writes what the auditor is shown. No home of the market may be open.
    pub(crate) fn evidence(&self, program: &'static str) -> Result<Vec<PathBuf>> {
        self.sample.evidence(program)
    }
}

/// A sample market, and from where it is looked at.
#[derive(Clone)]
pub(crate) struct Seated {
    pub(crate) market: Arc<SampleMarket>,
    pub(crate) seat: Seat,
    /// Files that the auditor is shown; none in another seat.
    pub(crate) evidence: Vec<PathBuf>,
}

/// The sample market as the window shows it.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export))]
pub(crate) struct SampleView {
    /// Seat from which the market is seen.
    seat: Seat,
    /// Files that the auditor is shown; none in another seat.
    evidence: Vec<PathBuf>,
}

impl From<Seated> for SampleView {
    fn from(seated: Seated) -> Self {
        Self {
            seat: seated.seat,
            evidence: seated.evidence,
        }
    }
}

/// Returns the error where what is open is not the sample market: no other home changes its owner.
pub(crate) fn not_a_sample() -> Error {
    Error::refused(ErrorCode::NotASample, DesktopMessage::NotTheSample)
        .hint(DesktopMessage::OpenSample)
}
