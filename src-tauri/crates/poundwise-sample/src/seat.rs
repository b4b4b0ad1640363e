//! The sides from which one person can look at a sample market.

use std::{
    fs,
    path::{Path, PathBuf},
};

use poundwise_market::{Error, ErrorCode, Home, HomeOptions, Result, Roles, Sends};
use serde::{Deserialize, Serialize};

use crate::Sample;
use crate::messages::SampleMessage;

/// A part that somebody plays in the sample market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Seat {
    /// Harbour Clinic, which sells.
    Clinic,
    /// Northern Insurance, which buys.
    Insurer,
    /// Somebody who checks what both show, and has no home.
    Auditor,
}

impl Sample {
    /// Opens the home of a seat under the opener's name, for a shell that sends by itself; the
    /// auditor has none.
    ///
    /// # Errors
    /// Those of [`Home::open`], such as `in-use`.
    pub fn open(&self, seat: Seat, program: &'static str) -> Result<Option<Home>> {
        let dir = match seat {
            Seat::Clinic => &self.owner_dir,
            Seat::Insurer => self.insurer(),
            Seat::Auditor => return Ok(None),
        };
        let options = HomeOptions {
            program,
            sends: Sends::Shell,
            state: Some(self.state_dir.clone()),
            ..HomeOptions::default()
        };
        Home::open(dir, &self.passphrase, &options).map(Some)
    }

    /// Writes what the auditor is shown, as it is now: the clinic's ledger, and a bundle of each
    /// purchase of the insurer's. Neither home may be open.
    ///
    /// # Errors
    /// `sample-folder`, and those of opening the homes and of writing their files.
    pub fn evidence(&self, program: &'static str) -> Result<Vec<PathBuf>> {
        let folder = self.dir.join("evidence");
        fresh(&folder)?;
        let mut files = Vec::new();
        if let Some(clinic) = self.open(Seat::Clinic, program)? {
            let ledger = folder.join("harbour-clinic.ledger");
            clinic.seller().export_ledger(&ledger)?;
            files.push(ledger);
        }
        if let Some(insurer) = self.open(Seat::Insurer, program)? {
            let holdings = insurer.buyer().holdings()?;
            for response in holdings.iter().flat_map(|holding| &holding.responses) {
                let bundle = folder.join(format!("northern-insurance-{}.bundle", files.len()));
                let receipt = response.receipt.id.into();
                insurer.buyer().export_bundle(&receipt, &bundle)?;
                files.push(bundle);
            }
        }
        Ok(files)
    }

    fn insurer(&self) -> &Path {
        &self.buyer_dirs[0]
    }
}

/// Makes an empty folder in place of the one that is there.
fn fresh(folder: &Path) -> Result<()> {
    let made = match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => fs::create_dir(folder),
    };
    made.map_err(|error| {
        Error::failed(
            ErrorCode::SampleFolder,
            SampleMessage::UnusableFolder {
                folder: folder.to_owned(),
                why: error.to_string(),
            },
        )
        .hint(SampleMessage::OpenAgain)
    })
}

#[cfg(test)]
mod tests {
    use poundwise_market::{PaymentNote, audit_files, format};

    use super::*;
    use crate::{PASSPHRASE, SampleOptions, build};

    fn private() -> (tempfile::TempDir, Sample) {
        let dir = tempfile::tempdir().unwrap();
        let options = SampleOptions::private().unwrap();
        let sample = build(&dir.path().join("sample"), options, &mut |_| ()).unwrap();
        (dir, sample)
    }

    /// What one approves in one seat arrives in the next, and the auditor sees it.
    #[test]
    fn an_approval_arrives_at_the_insurer_and_is_in_the_evidence() {
        let (_dir, sample) = private();
        let audited = |files: &[PathBuf], receipts: &str| {
            let report = audit_files(files).unwrap();
            assert!(format::holds(&report), "{}", report.headline());
            assert!(
                report.headline().contains(receipts),
                "{}",
                report.headline()
            );
        };
        let before = sample.evidence("a test").unwrap();
        audited(&before, "7 receipts");

        let clinic = sample.open(Seat::Clinic, "a test").unwrap().unwrap();
        let waiting = clinic.seller().inbox().unwrap();
        let [waiting] = &waiting[..] else {
            panic!("{} orders wait", waiting.len());
        };
        clinic
            .seller()
            .approve(
                &waiting.order.id.into(),
                "SEPA 1".parse::<PaymentNote>().unwrap(),
            )
            .unwrap();
        clinic.deliver().unwrap();
        drop(clinic);

        let insurer = sample.open(Seat::Insurer, "a test").unwrap().unwrap();
        let arrived = insurer.buyer().collect().unwrap();
        assert_eq!(arrived.releases.len(), 1);
        drop(insurer);

        let after = sample.evidence("a test").unwrap();
        assert_eq!(after.len(), before.len() + 1);
        audited(&after, "8 receipts");
        assert!(sample.open(Seat::Auditor, "a test").unwrap().is_none());
    }

    /// Who finds the folder cannot open a home with the passphrase of the ones that are kept.
    #[test]
    fn a_private_samples_passphrase_is_its_own() {
        let (_dir, sample) = private();
        let options = HomeOptions {
            state: Some(sample.state_dir.clone()),
            ..HomeOptions::default()
        };
        let public = PASSPHRASE.to_owned().into();
        let Err(error) = Home::open(&sample.owner_dir, &public, &options) else {
            panic!("the public passphrase opens it");
        };
        assert_eq!(error.code(), ErrorCode::WrongPassphrase);
    }
}
