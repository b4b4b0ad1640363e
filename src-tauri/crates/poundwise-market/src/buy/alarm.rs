//! Alarms: an owner whose signed checkpoints contradict each other, kept with the evidence, and dismissed by the buyer
//! alone, with a reason.

use std::path::PathBuf;

use poundwise_documents::{
    checkpoint::{Checkpoint, UnverifiedCheckpoint},
    jws::Signed,
    kinds::Listing,
    log::Hash,
    units::{DocumentId, Kid},
};
use rusqlite::params;
use serde::Serialize;

use crate::{
    buy::witness::Contradiction,
    error::{Error, ErrorCode, Result},
    files::{ensure_dir, write_file},
    home::{EXPORTS, Home},
    view::{AlarmKind, AlarmView, Dismissal, Trusted},
};

/// Checkpoints that the buyer has given up, with the alarms they are of.
pub(crate) struct Distrusted(Vec<(u64, UnverifiedCheckpoint)>);

impl Distrusted {
    /// The number of the alarm whose dismissal gave this checkpoint up.
    pub(crate) fn names(&self, checkpoint: &Checkpoint) -> Option<u64> {
        let signs = (checkpoint.owner(), checkpoint.size(), checkpoint.root());
        self.0
            .iter()
            .find(|(_, note)| (note.owner(), note.size(), note.root()) == signs)
            .map(|(number, _)| *number)
    }
}

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
        let name = self.evidence_name(&seller, kept, found)?;
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
            .map_err(|e| Error::failed(ErrorCode::Json, e.to_string()))?;
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
        self.alarms_named(Some(&name))?
            .pop()
            .ok_or_else(|| Error::failed(ErrorCode::Database, "an alarm could not be kept"))
    }

    /// A name of its own for each contradiction; and another one when what the buyer had given up for the other
    /// checkpoint is there again.
    fn evidence_name(&self, seller: &str, kept: &Checkpoint, found: &Checkpoint) -> Result<String> {
        let both = DocumentId::of(&format!("{}{}", kept.note(), found.note())).to_string();
        let first = format!(
            "evidence-{}-{}",
            seller.get(..8).unwrap_or(seller),
            both.get(..8).unwrap_or(&both)
        );
        let (mut name, mut time) = (first.clone(), 1);
        while self
            .alarms_named(Some(&name))?
            .first()
            .and_then(|alarm| alarm.dismissal.as_ref())
            .is_some_and(|dismissal| dismissal.trusted == Trusted::Found)
        {
            time += 1;
            name = format!("{first}-{time}");
        }
        Ok(name)
    }

    /// The owners that contradicted themselves, newest first.
    ///
    /// # Errors
    /// What the database or the disk says.
    pub fn alarms(&self) -> Result<Vec<AlarmView>> {
        self.alarms_named(None)
    }

    /// Records that the buyer has looked at an alarm and which of its two checkpoints to go on from, and why. The
    /// evidence stays. What is collected from then on must continue the trusted checkpoint; deliveries of the other
    /// ledger are left on the market. Dismissing once more in favour of the same checkpoint changes nothing.
    ///
    /// # Errors
    /// `no-such-alarm`, `no-reason`, `dismissed-already` when it was in favour of the other checkpoint.
    pub fn dismiss_alarm(&self, number: u64, trusted: Trusted, reason: &str) -> Result<AlarmView> {
        let reason = reason.trim();
        if reason.is_empty() {
            return Err(
                Error::usage(ErrorCode::NoReason, "an alarm is dismissed for a reason")
                    .hint("It is kept beside the alarm: --reason \"the market was restored from a backup\""),
            );
        }
        let find = || -> Result<AlarmView> {
            self.alarms()?
                .into_iter()
                .find(|alarm| alarm.number == number)
                .ok_or_else(|| {
                    Error::refused(
                        ErrorCode::NoSuchAlarm,
                        format!("there is no alarm {number}"),
                    )
                    .hint("`poundwise alarms` shows them with their numbers.")
                })
        };
        let alarm = find()?;
        match &alarm.dismissal {
            Some(dismissal) if dismissal.trusted == trusted => return Ok(alarm),
            Some(_) => {
                return Err(Error::refused(
                    ErrorCode::DismissedAlready,
                    format!("alarm {number} was dismissed in favour of the other checkpoint"),
                )
                .hint("That stands. Should that ledger be contradicted, there is a new alarm."));
            }
            None => {}
        }
        let transaction = self.db.begin()?;
        transaction.execute(
            "INSERT INTO dismissals (alarm, trusted, reason, dismissed_at) VALUES (?1, ?2, ?3, ?4)",
            params![number, trusted.as_str(), reason, self.now()?.to_string()],
        )?;
        // Whatever else was seen of this owner must be shown to fit the trusted checkpoint too.
        for sql in [
            "INSERT INTO unproven (seller, size, note)
             SELECT seller, size, note FROM witnessed WHERE seller = ?1 ON CONFLICT DO NOTHING",
            "DELETE FROM witnessed WHERE seller = ?1",
            "UPDATE sightings SET proven = 0 WHERE seller = ?1",
        ] {
            transaction.execute(sql, [&alarm.seller_kid])?;
        }
        // The contradiction itself is settled, and so is what the markets had shown of it.
        for sql in [
            "DELETE FROM unproven WHERE seller = (SELECT seller FROM alarms WHERE number = ?1)
             AND note IN (SELECT kept FROM alarms WHERE number = ?1 UNION SELECT found FROM alarms WHERE number = ?1)",
            "DELETE FROM sightings WHERE seller = (SELECT seller FROM alarms WHERE number = ?1)
             AND note IN (SELECT kept FROM alarms WHERE number = ?1 UNION SELECT found FROM alarms WHERE number = ?1)",
            match trusted {
                Trusted::Kept => {
                    "INSERT INTO witnessed (seller, size, note) SELECT seller, kept_size, kept FROM alarms WHERE number = ?1"
                }
                Trusted::Found => {
                    "INSERT INTO witnessed (seller, size, note) SELECT seller, found_size, found FROM alarms WHERE number = ?1"
                }
            },
        ] {
            transaction.execute(sql, [number])?;
        }
        transaction.commit()?;
        find()
    }

    /// The checkpoints that the buyer has given up for others.
    pub(crate) fn distrusted(&self) -> Result<Distrusted> {
        let mut statement = self.read().prepare_cached(
            "SELECT a.number, CASE d.trusted WHEN 'kept' THEN a.found ELSE a.kept END
             FROM dismissals d JOIN alarms a ON a.number = d.alarm",
        )?;
        let rows = statement
            .query_map([], |r| Ok((r.get::<_, u64>(0)?, r.get::<_, String>(1)?)))?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        rows.iter()
            .map(|(number, note)| {
                let note = UnverifiedCheckpoint::parse(note).map_err(|e| {
                    Error::failed(
                        ErrorCode::DatabaseDamaged,
                        format!("a checkpoint of alarm {number} is none: {e}"),
                    )
                    .hint("Bring the home back from a backup.")
                })?;
                Ok((*number, note))
            })
            .collect::<Result<_>>()
            .map(Distrusted)
    }

    fn alarms_named(&self, evidence: Option<&str>) -> Result<Vec<AlarmView>> {
        let mut statement = self.read().prepare_cached(
            "SELECT evidence, seller, seller_name, kind, kept_size, found_size, found_at, number, trusted, reason, dismissed_at, name
             FROM alarms LEFT JOIN dismissals ON alarm = number LEFT JOIN contacts ON kid = seller
             WHERE ?1 IS NULL OR evidence = ?1 ORDER BY number DESC",
        )?;
        let rows = statement
            .query_map([evidence], |r| {
                let kind = match r.get::<_, String>(3)?.as_str() {
                    "fork" => AlarmKind::Fork,
                    _ => AlarmKind::RolledBack,
                };
                let dismissal = match r.get::<_, Option<String>>(8)? {
                    None => None,
                    Some(trusted) => Some(Dismissal {
                        trusted: match trusted.as_str() {
                            "kept" => Trusted::Kept,
                            _ => Trusted::Found,
                        },
                        reason: r.get(9)?,
                        dismissed_at: r.get(10)?,
                    }),
                };
                Ok(AlarmView {
                    number: r.get(7)?,
                    dismissal,
                    evidence: r.get(0)?,
                    seller_kid: r.get(1)?,
                    seller_name: r.get(2)?,
                    contact: r.get(11)?,
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
        ensure_dir(&self.dir.join(EXPORTS).join(name))
    }
}

fn message(kind: AlarmKind, kept: u64, found: u64) -> String {
    match kind {
        AlarmKind::Fork if kept == found => format!(
            "the owner signed two different ledgers of {kept} entries: one of its records is false"
        ),
        AlarmKind::Fork => format!(
            "the owner's ledger of {found} entries does not begin with its ledger of {kept} that was seen before: \
             entries were changed, taken out or put in"
        ),
        AlarmKind::RolledBack => format!(
            "the owner's published ledger has {found} entries, and {kept} were seen before: entries were taken out, \
             or the market shows an old copy"
        ),
    }
}
