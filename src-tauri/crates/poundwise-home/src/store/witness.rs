//! Checkpoints seen of other owners' ledgers, and contradictions among them.

use poundwise_documents::{
    checkpoint::Checkpoint,
    jws::Signed,
    kinds::{Receipt, Refusal},
    units::{DocumentId, Kid},
};

use super::{
    Reading, Writing, damaged,
    rows::Row,
    table::{Cell, Kind, Table},
};
use crate::{
    error::Result,
    messages::DamageMessage,
    view::{AlarmKind, Dismissal, Trusted},
};

static WITNESSED: Table = Table {
    name: "witnessed",
    kind: Kind::Free,
    key: &["seller"],
    columns: &["seller", "size", "note"],
    sealed: &[],
    body: None,
};

static UNPROVEN: Table = Table {
    name: "unproven",
    kind: Kind::Free,
    key: &["seller", "note"],
    columns: &["seller", "size", "note"],
    sealed: &[],
    body: None,
};

static SIGHTINGS: Table = Table {
    name: "sightings",
    kind: Kind::Free,
    key: &["seller", "market"],
    columns: &["seller", "market", "size", "note", "proven"],
    sealed: &[],
    body: None,
};

pub(super) static ALARMS: Table = Table {
    name: "alarms",
    kind: Kind::Small(14),
    key: &["number"],
    columns: &[
        "number",
        "evidence",
        "seller",
        "seller_name",
        "kind",
        "order_id",
        "kept",
        "kept_size",
        "found",
        "found_size",
        "found_at",
    ],
    sealed: &[],
    body: None,
};

pub(super) static DISMISSALS: Table = Table {
    name: "dismissals",
    kind: Kind::Small(15),
    key: &["alarm"],
    columns: &["alarm", "trusted", "dismissed_at"],
    sealed: &["reason"],
    body: None,
};

/// A checkpoint kept of an owner.
pub struct KeptNote {
    /// The signed note.
    pub note: String,
    /// Whether the market in question has shown the checkpoint.
    pub here: bool,
    /// Whether the checkpoint is known to be a prefix of the newest witnessed one.
    pub proven: bool,
}

/// A contradiction of an owner's documents.
pub struct AlarmRow {
    /// Number of the alarm.
    pub number: u64,
    /// Name of the folder of its evidence.
    pub evidence: String,
    /// Id of the owner's key.
    pub seller: Kid,
    /// Name that the owner gives itself.
    pub seller_name: String,
    /// Kind of the contradiction.
    pub kind: AlarmKind,
    /// The order that has two answers; `kept` is then the receipt, and `found` the refusal.
    pub order: Option<DocumentId>,
    /// The document that was seen first: a checkpoint's note, or the receipt.
    pub kept: String,
    /// Size of the checkpoint; 0 for a receipt.
    pub kept_size: u64,
    /// The document that contradicts it: a checkpoint's note, or the refusal.
    pub found: String,
    /// Size of the checkpoint; 0 for a refusal.
    pub found_size: u64,
    /// Time at which the contradiction was found.
    pub found_at: String,
    /// The buyer's decision, once there is one.
    pub dismissal: Option<Dismissal>,
}

/// The two documents of a contradiction.
pub enum Contradicting<'a> {
    /// Two checkpoints.
    Checkpoints {
        /// Kind of the contradiction.
        kind: AlarmKind,
        /// The checkpoint that was seen first.
        kept: &'a Checkpoint,
        /// The checkpoint that contradicts it.
        found: &'a Checkpoint,
    },
    /// Two answers to one order.
    Answers {
        /// The receipt.
        receipt: &'a Signed<Receipt>,
        /// The refusal.
        refusal: &'a Signed<Refusal>,
    },
}

/// A contradiction that is to be recorded.
pub struct NewAlarm<'a> {
    /// Name of the folder of the evidence.
    pub evidence: &'a str,
    /// Id of the owner's key.
    pub seller: &'a str,
    /// Name that the owner gives itself.
    pub seller_name: &'a str,
    /// The contradiction.
    pub what: Contradicting<'a>,
    /// Time at which it was found.
    pub found_at: &'a str,
}

fn dismissal(row: &Row) -> Result<Dismissal> {
    Ok(Dismissal {
        trusted: match row.text("trusted")? {
            "kept" => Trusted::Kept,
            "found" => Trusted::Found,
            "receipt" => Trusted::Receipt,
            "refusal" => Trusted::Refusal,
            other => return Err(row.unknown("trusted", other)),
        },
        reason: row.text("reason")?.to_owned(),
        dismissed_at: row.text("dismissed_at")?.to_owned(),
    })
}

impl Reading<'_> {
    /// Returns the longest checkpoint seen of an owner.
    pub fn newest_witnessed(&self, seller: &Kid) -> Result<Option<String>> {
        let mut longest: Option<(u64, String)> = None;
        for table in [&WITNESSED, &UNPROVEN] {
            let row = self.row(
                table,
                "WHERE seller = ?1 ORDER BY size DESC",
                [seller.to_string()],
            )?;
            if let Some(row) = row {
                let size = row.number("size")?;
                if longest.as_ref().is_none_or(|(known, _)| size > *known) {
                    longest = Some((size, row.text("note")?.to_owned()));
                }
            }
        }
        Ok(longest.map(|(_, note)| note))
    }

    /// Returns the kept checkpoints of an owner that are relevant to a look at `market`.
    pub fn kept_notes(&self, seller: &Kid, market: &str) -> Result<Vec<KeptNote>> {
        let seller = seller.to_string();
        let mut kept = Vec::new();
        for (table, proven) in [(&WITNESSED, true), (&UNPROVEN, false)] {
            for row in self.rows(table, "WHERE seller = ?1", [&seller])? {
                kept.push(KeptNote {
                    note: row.text("note")?.to_owned(),
                    here: false,
                    proven,
                });
            }
        }
        for row in self.rows(&SIGHTINGS, "WHERE seller = ?1", [&seller])? {
            let here = row.text("market")? == market;
            let proven = row.number("proven")? == 1;
            if here || !proven {
                kept.push(KeptNote {
                    note: row.text("note")?.to_owned(),
                    here,
                    proven,
                });
            }
        }
        Ok(kept)
    }

    fn alarm(&self, row: &Row) -> Result<AlarmRow> {
        let number = row.number("number")?;
        let text = |column| row.text(column).map(str::to_owned);
        Ok(AlarmRow {
            number,
            evidence: text("evidence")?,
            seller: row.parsed("seller")?,
            seller_name: text("seller_name")?,
            kind: match row.text("kind")? {
                "fork" => AlarmKind::Fork,
                "rolled-back" => AlarmKind::RolledBack,
                "two-answers" => AlarmKind::TwoAnswers,
                other => return Err(row.unknown("kind", other)),
            },
            order: row.parsed_if("order_id")?,
            kept: text("kept")?,
            kept_size: row.number("kept_size")?,
            found: text("found")?,
            found_size: row.number("found_size")?,
            found_at: text("found_at")?,
            dismissal: self
                .row(&DISMISSALS, "WHERE alarm = ?1", [number])?
                .as_ref()
                .map(dismissal)
                .transpose()?,
        })
    }

    /// Returns the alarms, newest first.
    pub fn alarms(&self) -> Result<Vec<AlarmRow>> {
        self.rows(&ALARMS, "ORDER BY number DESC", [0; 0])?
            .iter()
            .map(|row| self.alarm(row))
            .collect()
    }

    /// Returns the undismissed alarms about an owner, oldest first.
    pub fn open_alarms(&self, seller: &Kid) -> Result<Vec<AlarmRow>> {
        let mut open = Vec::new();
        let about = "WHERE seller = ?1 ORDER BY number";
        for row in self.rows(&ALARMS, about, [seller.to_string()])? {
            let alarm = self.alarm(&row)?;
            if alarm.dismissal.is_none() {
                open.push(alarm);
            }
        }
        Ok(open)
    }

    /// Returns the alarm of an order that has two answers.
    pub fn alarm_of(&self, order: &DocumentId) -> Result<Option<AlarmRow>> {
        self.row(&ALARMS, "WHERE order_id = ?1", [order.to_string()])?
            .map(|row| self.alarm(&row))
            .transpose()
    }

    /// Returns the alarm whose evidence is in that folder.
    pub fn alarm_named(&self, evidence: &str) -> Result<Option<AlarmRow>> {
        self.row(&ALARMS, "WHERE evidence = ?1", [evidence])?
            .map(|row| self.alarm(&row))
            .transpose()
    }
}

impl Writing<'_> {
    /// Stores a checkpoint as the one of which all compared ones are prefixes.
    pub fn witness(&self, seller: &Kid, newest: &Checkpoint) -> Result<()> {
        self.keep_witnessed(&seller.to_string(), newest.size(), newest.note())?;
        let seller = seller.to_string();
        self.remove(&UNPROVEN, "seller = ?1", &[&seller])?;
        self.set(
            &SIGHTINGS,
            "seller = ?1 AND NOT proven",
            &[&seller],
            &[("proven", 1.into())],
        )
        .map(drop)
    }

    fn keep_witnessed(&self, seller: &str, size: u64, note: &str) -> Result<()> {
        let told = [("size", Cell::from(size)), ("note", Cell::from(note))];
        match self.row(&WITNESSED, "WHERE seller = ?1", [seller])? {
            None => {
                let [size, note] = told;
                self.insert(&WITNESSED, &[("seller", seller.into()), size, note])
            }
            Some(kept) if kept.text("note")? == note => Ok(()),
            Some(_) => self
                .set(&WITNESSED, "seller = ?1", &[&seller], &told)
                .map(drop),
        }
    }

    /// Stores a checkpoint that could not be compared, as the newest one if there is none. Returns
    /// whether there was none.
    pub fn keep_uncompared(&self, seller: &Kid, came: &Checkpoint) -> Result<bool> {
        let seller = seller.to_string();
        let cells = || {
            [
                ("seller", Cell::from(&seller)),
                ("size", came.size().into()),
                ("note", came.note().into()),
            ]
        };
        let first = self.insert_new(&WITNESSED, &cells())?;
        if !first {
            self.insert_new(&UNPROVEN, &cells())?;
        }
        Ok(first)
    }

    /// Stores the checkpoint that a market showed last. With `only_longer`, it replaces a stored
    /// one only if it is longer; the stored one is kept beside it if it was not compared.
    pub fn sight(
        &self,
        seller: &Kid,
        market: &str,
        shown: &Checkpoint,
        proven: bool,
        only_longer: bool,
    ) -> Result<()> {
        let seller = seller.to_string();
        let kept = self.row(
            &SIGHTINGS,
            "WHERE seller = ?1 AND market = ?2",
            [seller.as_str(), market],
        )?;
        let told = [
            ("size", Cell::from(shown.size())),
            ("note", Cell::from(shown.note())),
            ("proven", Cell::from(u64::from(proven))),
        ];
        let Some(kept) = kept else {
            let [size, note, proven] = told;
            return self.insert(
                &SIGHTINGS,
                &[
                    ("seller", seller.as_str().into()),
                    ("market", market.into()),
                    size,
                    note,
                    proven,
                ],
            );
        };
        let replace = if only_longer {
            shown.size() > kept.number("size")?
        } else {
            kept.text("note")? != shown.note()
        };
        if replace {
            if only_longer && kept.number("proven")? == 0 {
                self.insert_new(
                    &UNPROVEN,
                    &[
                        ("seller", seller.as_str().into()),
                        ("size", kept.number("size")?.into()),
                        ("note", kept.text("note")?.into()),
                    ],
                )?;
            }
            self.set(
                &SIGHTINGS,
                "seller = ?1 AND market = ?2",
                &[&seller, &market],
                &told,
            )?;
        }
        Ok(())
    }

    /// Records an alarm, unless its evidence is recorded.
    pub fn insert_alarm(&self, new: &NewAlarm<'_>) -> Result<()> {
        let number = self.count("SELECT max(number) FROM alarms", [])? + 1;
        let (kind, order, kept, found) = match &new.what {
            Contradicting::Checkpoints { kind, kept, found } => (
                *kind,
                None,
                (kept.note(), kept.size()),
                (found.note(), found.size()),
            ),
            Contradicting::Answers { receipt, refusal } => (
                AlarmKind::TwoAnswers,
                Some(refusal.payload().order.to_string()),
                (receipt.compact(), 0),
                (refusal.compact(), 0),
            ),
        };
        self.insert_new(
            &ALARMS,
            &[
                ("number", number.into()),
                ("evidence", new.evidence.into()),
                ("seller", new.seller.into()),
                ("seller_name", new.seller_name.into()),
                ("kind", kind.as_str().into()),
                ("order_id", order.as_deref().into()),
                ("kept", kept.0.into()),
                ("kept_size", kept.1.into()),
                ("found", found.0.into()),
                ("found_size", found.1.into()),
                ("found_at", new.found_at.into()),
            ],
        )
        .map(drop)
    }

    /// Records which of an alarm's documents the buyer goes on from. Of two checkpoints, every
    /// other one seen of this owner must then be shown to fit it too; the contradiction itself is
    /// settled, and so is what the markets have shown of it. Of two answers, the order is refused,
    /// or waits for the release of its receipt.
    pub fn dismiss(
        &self,
        alarm: &AlarmRow,
        trusted: Trusted,
        reason: &str,
        now: &str,
    ) -> Result<()> {
        self.insert(
            &DISMISSALS,
            &[
                ("alarm", alarm.number.into()),
                ("trusted", trusted.as_str().into()),
                ("reason", reason.into()),
                ("dismissed_at", now.into()),
            ],
        )?;
        match trusted {
            Trusted::Kept => self.trust(alarm, alarm.kept_size, &alarm.kept),
            Trusted::Found => self.trust(alarm, alarm.found_size, &alarm.found),
            Trusted::Receipt => match &alarm.order {
                Some(order) => self.order_sold(&order.to_string()),
                None => Ok(()),
            },
            Trusted::Refusal => {
                let refusal = Signed::<Refusal>::verify(&alarm.found).map_err(|e| {
                    damaged(DamageMessage::RefusalNotVerified {
                        alarm: alarm.number,
                        why: e.to_string(),
                    })
                })?;
                self.order_not_sold(&refusal)
            }
        }
    }

    fn trust(&self, alarm: &AlarmRow, size: u64, note: &str) -> Result<()> {
        let seller = &alarm.seller.to_string();
        for row in self.rows(&WITNESSED, "WHERE seller = ?1", [seller])? {
            self.insert_new(
                &UNPROVEN,
                &[
                    ("seller", seller.into()),
                    ("size", row.number("size")?.into()),
                    ("note", row.text("note")?.into()),
                ],
            )?;
        }
        self.set(
            &SIGHTINGS,
            "seller = ?1",
            &[seller],
            &[("proven", 0.into())],
        )?;
        for table in [&UNPROVEN, &SIGHTINGS] {
            self.remove(
                table,
                "seller = ?1 AND (note = ?2 OR note = ?3)",
                &[seller, &alarm.kept, &alarm.found],
            )?;
        }
        self.keep_witnessed(seller, size, note)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::{keys::Identity, log::Hash};

    use super::*;
    use crate::store::Store;

    /// What a home keeps of an owner who sells on two markets.
    struct Witness {
        store: Store,
        seller: Identity,
        _dir: tempfile::TempDir,
    }

    impl Witness {
        fn new() -> Self {
            let dir = tempfile::tempdir().unwrap();
            let store = Store::unlocked(&dir);
            Self {
                store,
                seller: Identity::from_bytes(&[3; 32]),
                _dir: dir,
            }
        }

        fn checkpoint(&self, size: u64, history: &str) -> Checkpoint {
            let root = Hash::of_entry(DocumentId::of(history));
            Checkpoint::sign(&self.seller, size, root).unwrap()
        }

        fn write(&self, act: impl FnOnce(&Writing<'_>, &Kid)) {
            let writing = self.store.begin().unwrap();
            act(&writing, &self.seller.kid());
            writing.commit().unwrap();
        }

        /// A market shows a log that begins with all that were seen before.
        fn shown(&self, market: &str, newest: &Checkpoint) {
            self.write(|writing, seller| {
                writing.witness(seller, newest).unwrap();
                writing.sight(seller, market, newest, true, false).unwrap();
            });
        }

        /// A market delivers something, and its log cannot be read.
        fn delivered(&self, market: &str, came: &Checkpoint) {
            self.write(|writing, seller| {
                let first = writing.keep_uncompared(seller, came).unwrap();
                writing.sight(seller, market, came, first, true).unwrap();
            });
        }

        /// Whether a checkpoint is compared at a look at a market; and whether it was shown there,
        /// and fits the newest one witnessed.
        fn kept(&self, market: &str, checkpoint: &Checkpoint) -> Option<(bool, bool)> {
            let notes = self.store.read().kept_notes(&self.seller.kid(), market);
            let mut notes = notes.unwrap();
            notes.retain(|kept| kept.note == checkpoint.note());
            let any = |is: fn(&KeptNote) -> bool| notes.iter().any(is);
            (!notes.is_empty()).then(|| (any(|kept| kept.here), any(|kept| kept.proven)))
        }

        fn newest(&self) -> String {
            let newest = self.store.read().newest_witnessed(&self.seller.kid());
            newest.unwrap().unwrap()
        }
    }

    /// Else this market would be said to show what cannot be compared, and an order that is placed
    /// then would not name the longest ledger, by which an old copy of the owner's home knows
    /// itself.
    #[test]
    fn what_was_compared_stays_so_where_it_is_delivered_again_without_the_log() {
        let witness = Witness::new();
        let [two, three] = [2, 3].map(|size| witness.checkpoint(size, "a"));
        witness.shown("market", &two);
        witness.shown("fair", &three);
        witness.delivered("market", &two);
        assert_eq!(witness.kept("market", &two), Some((true, true)));
        assert_eq!(witness.newest(), three.note());
    }

    /// An older one says nothing of what is missing since.
    #[test]
    fn what_a_market_has_shown_is_not_given_up_for_an_older_one_that_is_delivered() {
        let witness = Witness::new();
        let [one, two] = [1, 2].map(|size| witness.checkpoint(size, "a"));
        witness.shown("market", &two);
        witness.delivered("market", &one);
        assert_eq!(witness.kept("market", &two), Some((true, true)));
        assert_eq!(witness.kept("market", &one), Some((false, false)));
    }

    /// It is a beginning of what is kept, and need not be looked up at each market.
    #[test]
    fn what_was_shown_to_be_a_beginning_of_a_longer_one_is_kept_no_longer() {
        let witness = Witness::new();
        let [one, two, three, four, five] =
            [1, 2, 3, 4, 5].map(|size| witness.checkpoint(size, "a"));
        witness.shown("fair", &one);
        witness.delivered("market", &five);
        // Shorter than what came, each the beginning of the next one.
        for shown in [&two, &three] {
            witness.write(|writing, seller| {
                let sight = writing.sight(seller, "elsewhere", shown, false, false);
                sight.unwrap();
            });
        }
        assert_eq!(witness.kept("elsewhere", &two), None);
        assert_eq!(witness.kept("elsewhere", &three), Some((true, false)));
        assert_eq!(witness.kept("fair", &five), Some((false, false)));
        witness.delivered("elsewhere", &four);
        assert_eq!(witness.kept("fair", &three), Some((false, false)));
        witness.shown("market", &five);
        for earlier in [&three, &four] {
            assert_eq!(witness.kept("fair", earlier), None);
        }
        assert_eq!(witness.kept("market", &five), Some((true, true)));
    }

    #[test]
    fn of_what_a_market_has_shown_before_only_what_was_not_compared_is_kept_beside() {
        let witness = Witness::new();
        let [one, two, three, four] = [1, 2, 3, 4].map(|size| witness.checkpoint(size, "a"));
        witness.shown("market", &one);
        witness.shown("fair", &two);
        witness.delivered("market", &three);
        witness.delivered("market", &four);
        assert_eq!(witness.kept("elsewhere", &one), None);
        assert_eq!(witness.kept("elsewhere", &two), Some((false, true)));
        assert_eq!(witness.kept("elsewhere", &three), Some((false, false)));
        assert_eq!(witness.kept("market", &four), Some((true, false)));
        assert_eq!(witness.newest(), four.note());
    }

    /// It may fit the history that was given up, and not the one that is trusted.
    #[test]
    fn what_another_market_has_shown_is_compared_anew_once_an_alarm_is_dismissed() {
        let witness = Witness::new();
        let [two, kept] = [2, 3].map(|size| witness.checkpoint(size, "a"));
        let found = witness.checkpoint(3, "b");
        witness.shown("fair", &two);
        witness.shown("market", &kept);
        assert_eq!(witness.kept("market", &two), None);
        witness.write(|writing, seller| {
            let alarm = NewAlarm {
                evidence: "evidence",
                seller: &seller.to_string(),
                seller_name: "owner",
                what: Contradicting::Checkpoints {
                    kind: AlarmKind::Fork,
                    kept: &kept,
                    found: &found,
                },
                found_at: "2026-11-21T00:00:00Z",
            };
            writing.insert_alarm(&alarm).unwrap();
            let alarm = writing.alarms().unwrap().remove(0);
            let now = "2026-11-22T00:00:00Z";
            let dismissed = writing.dismiss(&alarm, Trusted::Found, "They told me.", now);
            dismissed.unwrap();
        });
        assert_eq!(witness.kept("market", &two), Some((false, false)));
        assert_eq!(witness.kept("market", &kept), None);
        assert_eq!(witness.newest(), found.note());
    }
}
