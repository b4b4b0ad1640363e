//! Alarms: an owner whose signed documents contradict each other, kept with the evidence, and
//! dismissed by the buyer alone, with a reason. They are two checkpoints, or a refusal and a
//! receipt for one order.

use std::path::PathBuf;

use poundwise_documents::{
    checkpoint::{Checkpoint, UnverifiedCheckpoint},
    jws::Signed,
    kinds::{Listing, Order, Receipt, Refusal},
    log::Hash,
    units::{DocumentId, Kid},
};
use poundwise_words::Text;
use serde::Serialize;

use crate::{
    Buyer,
    error::{Error, ErrorCode, Result},
    files::write_file,
    hint::{Act, Field},
    ids::AlarmNumber,
    messages::{AlarmClause, AlarmHint, AlarmMessage, Encoded, HoldingMessage},
    private::private_dir,
    store::{AlarmRow, Contradicting, NewAlarm, damaged},
    view::{AlarmKind, AlarmView, Trusted},
    witness::Contradiction,
};

/// Checkpoints that the buyer has given up, with the alarms they are of.
pub(crate) struct Distrusted(Vec<(u64, UnverifiedCheckpoint)>);

impl Distrusted {
    /// Returns the number of the alarm whose dismissal gave this checkpoint up.
    pub(crate) fn names(&self, checkpoint: &Checkpoint) -> Option<u64> {
        let signs = (checkpoint.owner(), checkpoint.size(), checkpoint.root());
        self.0
            .iter()
            .find(|(_, note)| (note.owner(), note.size(), note.root()) == signs)
            .map(|(number, _)| *number)
    }
}

/// The numbers of the evidence. Where there is a `beginning`, it is the root after `kept_size`
/// entries of the log that `found_root` is of, `proof` shows it (RFC 6962, section 2.1.2), and
/// `kept_root` is another.
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

impl Buyer<'_> {
    /// Keeps an alarm and writes its evidence into the home's `exports`: both signed checkpoints as
    /// files that any auditor can read, a listing with the owner's key, and the numbers.
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
        let numbers = serde_json::to_vec_pretty(&numbers).map_err(|e| not_encoded(&e))?;
        for (name, bytes) in [
            ("kept.checkpoint", kept.note().as_bytes()),
            ("found.checkpoint", found.note().as_bytes()),
            ("listing.jws", listing.compact().as_bytes()),
            ("proof.json", &numbers),
        ] {
            write_file(&folder.join(name), bytes)?;
        }
        let writing = self.context.db.begin()?;
        writing.insert_alarm(&NewAlarm {
            evidence: &name,
            seller: &seller,
            seller_name: &listing.payload().seller_name,
            what: Contradicting::Checkpoints {
                kind: *kind,
                kept,
                found,
            },
            found_at: &self.context.now()?.to_string(),
        })?;
        self.context.commit(writing)?;
        let alarm = self
            .context
            .read()
            .alarm_named(&name)?
            .ok_or_else(not_stored)?;
        self.alarm(alarm)
    }

    /// Keeps an alarm of two answers to one order, once, and writes its evidence as of the others:
    /// the signed order, both answers, the listing with the owner's key, and the ids.
    pub(crate) fn raise_answers(
        &self,
        order: &Signed<Order>,
        listing: &Signed<Listing>,
        receipt: &Signed<Receipt>,
        refusal: &Signed<Refusal>,
    ) -> Result<AlarmView> {
        let seller = listing.signer().to_string();
        let id = order.id().to_string();
        let name = format!(
            "evidence-{}-{}",
            seller.get(..8).unwrap_or(&seller),
            id.get(..8).unwrap_or(&id)
        );
        let folder = self.evidence(&name)?;
        let ids = serde_json::json!({
            "owner": seller,
            "order": id,
            "receipt": receipt.id(),
            "refusal": refusal.id(),
        });
        let ids = serde_json::to_vec_pretty(&ids).map_err(|e| not_encoded(&e))?;
        for (name, bytes) in [
            ("order.jws", order.compact().as_bytes()),
            ("receipt.jws", receipt.compact().as_bytes()),
            ("refusal.jws", refusal.compact().as_bytes()),
            ("listing.jws", listing.compact().as_bytes()),
            ("proof.json", &ids),
        ] {
            write_file(&folder.join(name), bytes)?;
        }
        let writing = self.context.db.begin()?;
        writing.insert_alarm(&NewAlarm {
            evidence: &name,
            seller: &seller,
            seller_name: &listing.payload().seller_name,
            what: Contradicting::Answers { receipt, refusal },
            found_at: &self.context.now()?.to_string(),
        })?;
        self.context.commit(writing)?;
        self.alarm_of(&order.id())?.ok_or_else(not_stored)
    }

    /// Rejects an order to an owner with an open alarm. The buyer dismisses the alarm to continue.
    ///
    /// # Errors
    /// `alarm-open`.
    pub(crate) fn refuse_open_alarm(&self, owner: &Kid, name: &str) -> Result<()> {
        let open = self.context.read().open_alarms(owner)?;
        let Some(first) = open.first() else {
            return Ok(());
        };
        let numbers: Vec<String> = open.iter().map(|alarm| alarm.number.to_string()).collect();
        Err(Error::refused(
            ErrorCode::AlarmOpen,
            AlarmMessage::Open {
                open: open.len(),
                numbers: numbers.join(", "),
                name: name.to_owned(),
            },
        )
        .hint(Act::ShowAlarm(first.number).to(AlarmHint::LookAtEvidence))
        .hint(Act::DismissAlarm(first.number).to(AlarmHint::DecideToGoOn)))
    }

    /// Returns the alarm of an order that has two answers, if there is one.
    pub(crate) fn alarm_of(&self, order: &DocumentId) -> Result<Option<AlarmView>> {
        self.context
            .read()
            .alarm_of(order)?
            .map(|alarm| self.alarm(alarm))
            .transpose()
    }

    /// Returns a name of its own for each contradiction; and another one when what the buyer had
    /// given up for the other checkpoint is there again.
    fn evidence_name(&self, seller: &str, kept: &Checkpoint, found: &Checkpoint) -> Result<String> {
        let both = DocumentId::of(&format!("{}{}", kept.note(), found.note())).to_string();
        let first = format!(
            "evidence-{}-{}",
            seller.get(..8).unwrap_or(seller),
            both.get(..8).unwrap_or(&both)
        );
        let (mut name, mut time) = (first.clone(), 1);
        while self
            .context
            .read()
            .alarm_named(&name)?
            .and_then(|alarm| alarm.dismissal)
            .is_some_and(|dismissal| dismissal.trusted == Trusted::Found)
        {
            time += 1;
            name = format!("{first}-{time}");
        }
        Ok(name)
    }

    /// Returns the owners that contradicted themselves, newest first.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`; I/O errors, such as `disk-full`.
    pub fn alarms(&self) -> Result<Vec<AlarmView>> {
        let alarms = self.context.read().alarms()?;
        alarms.into_iter().map(|alarm| self.alarm(alarm)).collect()
    }

    /// Records that the buyer has looked at an alarm and which of its two documents to go on from,
    /// and why. The evidence stays. What is collected from then on must continue the trusted
    /// checkpoint; deliveries of the other ledger are left on the market. Of two answers, the order
    /// is refused, or its release is taken by the next collection; a release that is held already
    /// stays. Dismissing once more in favour of the same document changes nothing.
    ///
    /// # Errors
    /// `no-such-alarm`, `no-reason`, `not-in-alarm` for a document that the alarm is not about,
    /// `dismissed-already` when it was in favour of the other document.
    pub fn dismiss_alarm(
        &self,
        number: AlarmNumber,
        trusted: Trusted,
        reason: &str,
    ) -> Result<AlarmView> {
        let reason = reason.trim();
        if reason.is_empty() {
            return Err(
                Error::usage(ErrorCode::NoReason, AlarmMessage::NoReason).hint(
                    Field::Reason
                        .to(AlarmHint::StateReason)
                        .such_as(AlarmHint::ReasonExample),
                ),
            );
        }
        let find = || -> Result<AlarmRow> {
            self.context
                .read()
                .alarms()?
                .into_iter()
                .find(|alarm| alarm.number == number.get())
                .ok_or_else(|| {
                    Error::refused(
                        ErrorCode::NoSuchAlarm,
                        AlarmMessage::NoSuchAlarm {
                            number: number.get(),
                        },
                    )
                    .hint(Act::ListAlarms.to(AlarmHint::ListAlarms))
                })
        };
        let alarm = find()?;
        match &alarm.dismissal {
            Some(dismissal) if dismissal.trusted == trusted => return self.alarm(alarm),
            Some(_) => {
                return Err(Error::refused(
                    ErrorCode::DismissedAlready,
                    AlarmMessage::DismissedAlready {
                        number: number.get(),
                    },
                )
                .hint(AlarmHint::DecisionIsFinal));
            }
            None => {}
        }
        let of_answers = matches!(trusted, Trusted::Receipt | Trusted::Refusal);
        if of_answers != alarm.order.is_some() {
            let (number, trusted) = (number.get(), trusted.as_str());
            let (message, hint) = match alarm.order {
                Some(_) => (
                    AlarmMessage::AboutAnswers { number, trusted },
                    AlarmHint::ChooseAnswer,
                ),
                None => (
                    AlarmMessage::AboutCheckpoints { number, trusted },
                    AlarmHint::ChooseCheckpoint,
                ),
            };
            return Err(Error::usage(ErrorCode::NotInAlarm, message).hint(hint));
        }
        let writing = self.context.db.begin()?;
        writing.dismiss(&alarm, trusted, reason, &self.context.now()?.to_string())?;
        self.context.commit(writing)?;
        self.alarm(find()?)
    }

    /// Returns the checkpoints that the buyer has given up for others.
    pub(crate) fn distrusted(&self) -> Result<Distrusted> {
        let mut given_up = Vec::new();
        for alarm in self.context.read().alarms()? {
            let note = match alarm.dismissal.map(|dismissal| dismissal.trusted) {
                None | Some(Trusted::Receipt | Trusted::Refusal) => continue,
                Some(Trusted::Kept) => alarm.found,
                Some(Trusted::Found) => alarm.kept,
            };
            let note = UnverifiedCheckpoint::parse(&note).map_err(|why| {
                damaged(AlarmClause::CheckpointDamaged {
                    alarm: alarm.number,
                    why,
                })
            })?;
            given_up.push((alarm.number, note));
        }
        Ok(Distrusted(given_up))
    }

    /// Returns an alarm as it is shown.
    fn alarm(&self, alarm: AlarmRow) -> Result<AlarmView> {
        let contact = self.context.read().contact_name(&alarm.seller)?;
        Ok(AlarmView {
            number: AlarmNumber::new(alarm.number),
            evidence: self.evidence(&alarm.evidence)?.display().to_string(),
            seller_kid: alarm.seller,
            seller_name: alarm.seller_name,
            contact,
            kind: alarm.kind,
            order: alarm.order,
            message: message(alarm.kind, alarm.kept_size, alarm.found_size).to_string(),
            kept_size: alarm.kept_size,
            found_size: alarm.found_size,
            found_at: alarm.found_at,
            dismissal: alarm.dismissal,
        })
    }

    fn evidence(&self, name: &str) -> Result<PathBuf> {
        private_dir(&self.context.make_exports()?.join(name))
    }
}

/// Returns the comparison and the result of an alarm in each language, without a full stop.
pub fn alarm_words(alarm: &AlarmView) -> Text {
    Text::of(message(alarm.kind, alarm.kept_size, alarm.found_size))
}

fn message(kind: AlarmKind, kept: u64, found: u64) -> AlarmClause {
    match kind {
        AlarmKind::Fork if kept == found => AlarmClause::TwoLedgers { entries: kept },
        AlarmKind::Fork => AlarmClause::OtherBeginning { found, kept },
        AlarmKind::TwoAnswers => AlarmClause::TwoAnswers,
        AlarmKind::RolledBack => AlarmClause::RolledBack { found, kept },
    }
}

fn not_stored() -> Error {
    Error::failed(ErrorCode::Database, AlarmMessage::NotStored)
}

fn not_encoded(error: &serde_json::Error) -> Error {
    Error::fault(HoldingMessage::NotEncoded {
        what: Encoded::Evidence,
        why: error.to_string(),
    })
}
