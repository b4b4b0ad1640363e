//! Alarms: an owner whose signed checkpoints contradict each other, kept with the evidence.

use std::path::PathBuf;

use poundwise_documents::{
    jws::Signed,
    kinds::Listing,
    log::Hash,
    units::{DocumentId, Kid},
};
use rusqlite::params;
use serde::Serialize;

use crate::{
    buy::witness::Contradiction,
    error::{Error, Result},
    files::{ensure_dir, write_file},
    home::Home,
    view::{AlarmKind, AlarmView},
};

/// The numbers of the evidence. Where there is a `beginning`, it is the root after `kept_size` entries of the log that
/// `found_root` is of, `proof` shows it (RFC 6962, section 2.1.2), and `kept_root` is another.
#[derive(Serialize)]
struct Proof {
    owner: Kid,
    kept_size: u64,
    kept_root: Hash,
    found_size: u64,
    found_root: Hash,
    beginning: Option<Hash>,
    proof: Vec<Hash>,
}

impl Home {
    /// Keeps an alarm and writes its evidence into the home's `exports`: both signed checkpoints as files that any
    /// auditor can read, a listing with the owner's key, and the numbers.
    pub(crate) fn raise(
        &self,
        listing: &Signed<Listing>,
        contradiction: &Contradiction,
    ) -> Result<AlarmView> {
        let Contradiction {
            kind,
            kept,
            found,
            beginning,
        } = contradiction;
        let seller = listing.signer().to_string();
        // A name of its own for each contradiction.
        let both = DocumentId::of(&format!("{}{}", kept.note(), found.note())).to_string();
        let name = format!(
            "evidence-{}-{}",
            seller.get(..8).unwrap_or(&seller),
            both.get(..8).unwrap_or(&both)
        );
        let folder = self.evidence(&name)?;
        let (beginning, proof) = beginning.clone().unzip();
        let numbers = Proof {
            owner: listing.signer(),
            kept_size: kept.size(),
            kept_root: kept.root(),
            found_size: found.size(),
            found_root: found.root(),
            beginning,
            proof: proof.unwrap_or_default(),
        };
        let numbers = serde_json::to_vec_pretty(&numbers)
            .map_err(|e| Error::failed("json", e.to_string()))?;
        for (name, bytes) in [
            ("kept.checkpoint", kept.note().as_bytes()),
            ("found.checkpoint", found.note().as_bytes()),
            ("listing.jws", listing.compact().as_bytes()),
            ("proof.json", &numbers),
        ] {
            write_file(&folder.join(name), bytes)?;
        }
        self.read().execute(
            "INSERT INTO alarms (evidence, seller, seller_name, kind, kept, kept_size, found, found_size, found_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
            params![
                name,
                seller,
                listing.payload().seller_name,
                kind.as_str(),
                kept.note(),
                kept.size(),
                found.note(),
                found.size(),
                self.now()?.to_string()
            ],
        )?;
        self.alarms_named(&name)?
            .pop()
            .ok_or_else(|| Error::failed("database", "an alarm could not be kept"))
    }

    /// The owners that contradicted themselves, newest first.
    ///
    /// # Errors
    /// What the database or the disk says.
    pub fn alarms(&self) -> Result<Vec<AlarmView>> {
        self.alarms_named("%")
    }

    fn alarms_named(&self, pattern: &str) -> Result<Vec<AlarmView>> {
        let mut statement = self.read().prepare_cached(
            "SELECT evidence, seller, seller_name, kind, kept_size, found_size, found_at, name FROM alarms
             LEFT JOIN contacts ON kid = seller WHERE evidence LIKE ?1 ORDER BY number DESC",
        )?;
        let rows = statement
            .query_map([pattern], |r| {
                let kind = match r.get::<_, String>(3)?.as_str() {
                    "fork" => AlarmKind::Fork,
                    _ => AlarmKind::RolledBack,
                };
                Ok(AlarmView {
                    evidence: r.get(0)?,
                    seller_kid: r.get(1)?,
                    seller_name: r.get(2)?,
                    contact: r.get(7)?,
                    kind,
                    message: message(kind, r.get(4)?, r.get(5)?),
                    kept_size: r.get(4)?,
                    found_size: r.get(5)?,
                    found_at: r.get(6)?,
                })
            })?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        rows.into_iter()
            .map(|alarm| {
                Ok(AlarmView {
                    evidence: self.evidence(&alarm.evidence)?.display().to_string(),
                    ..alarm
                })
            })
            .collect()
    }

    fn evidence(&self, name: &str) -> Result<PathBuf> {
        ensure_dir(&self.dir.join("exports").join(name))
    }
}

fn message(kind: AlarmKind, kept: u64, found: u64) -> String {
    match kind {
        AlarmKind::Fork if kept == found => format!(
            "the owner signed two different ledgers of {kept} receipts: one of its records is false"
        ),
        AlarmKind::Fork => format!(
            "the owner's ledger of {found} receipts does not begin with its ledger of {kept} that was seen before: \
             receipts were changed, taken out or put in"
        ),
        AlarmKind::RolledBack => format!(
            "the owner's published ledger has {found} receipts, and {kept} were seen before: receipts were taken out, \
             or the market shows an old copy"
        ),
    }
}
