//! A buyer's holdings: releases, and the copies made of them.

use poundwise_documents::{
    jws::Signed,
    kinds::{HolderCopy, Listing, Receipt},
    units::{DocumentId, MicroEpsilon},
};
use rusqlite::params;

use super::{
    Reading, Writing, damaged,
    table::{Cell, Kind, Table},
};
use crate::{error::Result, messages::DamageMessage, question::QuestionName};

pub(super) static HOLDINGS: Table = Table {
    name: "holdings",
    kind: Kind::Small(11),
    key: &["receipt"],
    columns: &[
        "receipt", "question", "listing", "order_id", "to_micro", "changed", "digest",
    ],
    sealed: &[],
    body: Some("bundle"),
};

pub(super) static COPIES: Table = Table {
    name: "copies",
    kind: Kind::Small(12),
    key: &["id"],
    columns: &["id", "question", "to_micro", "digest"],
    sealed: &[],
    body: Some("file"),
};

pub(super) static COPIES_ENDED: Table = Table {
    name: "copies_ended",
    kind: Kind::Small(13),
    key: &["question"],
    columns: &["question"],
    sealed: &[],
    body: None,
};

/// A release that is to be stored.
pub struct NewHolding<'a> {
    /// Receipt of the release.
    pub receipt: &'a Signed<Receipt>,
    /// Listing from which it was bought.
    pub listing: &'a Signed<Listing>,
    /// Question of the listing.
    pub question: &'a QuestionName,
    /// Number of values that differ from those before.
    pub changed: u64,
    /// The bundle, encrypted.
    pub bundle: &'a [u8],
}

/// A side of a level.
#[derive(Clone, Copy)]
pub enum Side {
    /// Above the level.
    Above,
    /// At the level or below it.
    Below,
}

/// Unique key of a stored response of a question: its level, and whether it is a copy or a release.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CopyPlace {
    /// Level of the response.
    pub level: MicroEpsilon,
    /// Whether the response is a copy, and not a release.
    pub is_copy: bool,
}

impl Reading<'_> {
    /// Returns the questions of which a response is held, newest first.
    pub fn held_questions(&self) -> Result<Vec<QuestionName>> {
        let mut questions: Vec<QuestionName> = Vec::new();
        for row in self.rows(&HOLDINGS, "ORDER BY rowid DESC", [0; 0])? {
            let question = row.parsed("question")?;
            if !questions.contains(&question) {
                questions.push(question);
            }
        }
        Ok(questions)
    }

    /// Returns the levels of a question that this home bought, lowest first.
    pub fn levels_bought(&self, question: &QuestionName) -> Result<Vec<MicroEpsilon>> {
        self.rows(
            &HOLDINGS,
            "WHERE question = ?1 ORDER BY to_micro",
            [question.to_string()],
        )?
        .iter()
        .map(|row| row.level("to_micro"))
        .collect()
    }

    /// Returns the receipt of each level of a question that this home bought, lowest level first.
    pub fn receipts_of(&self, question: &QuestionName) -> Result<Vec<(MicroEpsilon, DocumentId)>> {
        self.rows(
            &HOLDINGS,
            "WHERE question = ?1 ORDER BY to_micro",
            [question.to_string()],
        )?
        .iter()
        .map(|row| Ok((row.level("to_micro")?, row.parsed("receipt")?)))
        .collect()
    }

    /// Returns the encrypted bundles of a question, lowest level first, each with the number of
    /// values that changed.
    pub fn bundles(&self, question: &QuestionName) -> Result<Vec<(Vec<u8>, u64)>> {
        self.rows(
            &HOLDINGS,
            "WHERE question = ?1 ORDER BY to_micro",
            [question.to_string()],
        )?
        .iter()
        .map(|row| Ok((self.body(row)?, row.number("changed")?)))
        .collect()
    }

    /// Returns the encrypted bundle of a receipt.
    pub fn bundle(&self, receipt: &DocumentId) -> Result<Option<Vec<u8>>> {
        self.row(&HOLDINGS, "WHERE receipt = ?1", [receipt.to_string()])?
            .map(|row| self.body(&row))
            .transpose()
    }

    /// Returns the receipt of the release that an order brought, if it is held.
    pub fn receipt_held(&self, order: &DocumentId) -> Result<Option<Signed<Receipt>>> {
        self.row(&HOLDINGS, "WHERE order_id = ?1", [order.to_string()])?
            .map(|row| self.signed(&row.parsed("receipt")?))
            .transpose()
    }

    /// Returns the level and receipt that this home holds of a question.
    pub fn held(&self, question: &QuestionName) -> Result<Held> {
        let row = self.row(
            &HOLDINGS,
            "WHERE question = ?1 ORDER BY to_micro DESC",
            [question.to_string()],
        )?;
        Ok(match row {
            Some(row) => Held {
                level: row.level("to_micro")?,
                receipt: Some(row.parsed("receipt")?),
            },
            None => Held {
                level: MicroEpsilon::ZERO,
                receipt: None,
            },
        })
    }

    /// Returns the receipts of all holdings.
    pub fn receipts_held(&self) -> Result<Vec<DocumentId>> {
        self.rows(&HOLDINGS, "", [0; 0])?
            .iter()
            .map(|row| row.parsed("receipt"))
            .collect()
    }

    /// Returns the listings of the held questions with their questions: each version that was
    /// bought from or ordered.
    pub fn listings_held(&self) -> Result<Vec<(DocumentId, QuestionName)>> {
        let mut known: Vec<(DocumentId, QuestionName)> = Vec::new();
        for row in self.rows(&HOLDINGS, "", [0; 0])? {
            known.push((row.parsed("listing")?, row.parsed("question")?));
        }
        let held: Vec<QuestionName> = known.iter().map(|(_, question)| *question).collect();
        for (listing, question) in self.listings_ordered()? {
            if held.contains(&question) {
                known.push((listing, question));
            }
        }
        known.sort_by_key(|(listing, _)| listing.to_string());
        known.dedup();
        Ok(known)
    }

    /// Returns a listing of each held question.
    pub fn sellers(&self) -> Result<Vec<Signed<Listing>>> {
        self.rows(
            &HOLDINGS,
            "WHERE rowid IN (SELECT min(rowid) FROM holdings NOT INDEXED GROUP BY question)",
            [0; 0],
        )?
        .iter()
        .map(|row| self.signed(&row.parsed("listing")?))
        .collect()
    }

    /// Returns, for each question with an order that is not delivered, the newest release held: its
    /// receipt, and its encrypted bundle.
    pub fn bases(&self) -> Result<Vec<(DocumentId, Vec<u8>)>> {
        let mut bases = Vec::new();
        for question in self.questions_undelivered()? {
            let newest = self.row(
                &HOLDINGS,
                "WHERE question = ?1 ORDER BY to_micro DESC",
                [question.to_string()],
            )?;
            if let Some(row) = newest {
                bases.push((row.parsed("receipt")?, self.body(&row)?));
            }
        }
        Ok(bases)
    }

    /// Returns the encrypted bundle of the lowest release held above a level.
    pub fn release_above(
        &self,
        question: &QuestionName,
        level: MicroEpsilon,
    ) -> Result<Option<Vec<u8>>> {
        self.row(
            &HOLDINGS,
            "WHERE question = ?1 AND to_micro > ?2 ORDER BY to_micro",
            params![question.to_string(), level.get()],
        )?
        .map(|row| self.body(&row))
        .transpose()
    }

    /// Returns whether no more copies of a question are drawn.
    pub fn copies_ended(&self, question: &QuestionName) -> Result<bool> {
        Ok(self
            .row(&COPIES_ENDED, "WHERE question = ?1", [question.to_string()])?
            .is_some())
    }

    /// Returns the nearest release or copy of a question on one side of a level.
    pub fn neighbour(
        &self,
        question: &QuestionName,
        level: MicroEpsilon,
        side: Side,
    ) -> Result<Option<CopyPlace>> {
        let rest = match side {
            Side::Above => "WHERE question = ?1 AND to_micro > ?2 ORDER BY to_micro",
            Side::Below => "WHERE question = ?1 AND to_micro <= ?2 ORDER BY to_micro DESC",
        };
        let near = |table| -> Result<Option<MicroEpsilon>> {
            self.row(table, rest, params![question.to_string(), level.get()])?
                .map(|row| row.level("to_micro"))
                .transpose()
        };
        let release = near(&HOLDINGS)?.map(|level| CopyPlace {
            level,
            is_copy: false,
        });
        let copy = near(&COPIES)?.map(|level| CopyPlace {
            level,
            is_copy: true,
        });
        // Of a release and a copy at one level, which are equal, the release.
        Ok([release, copy]
            .into_iter()
            .flatten()
            .min_by_key(|place| (place.level.get().abs_diff(level.get()), place.is_copy)))
    }

    /// Returns the encrypted copy made at a level.
    pub fn copy_at(&self, question: &QuestionName, level: MicroEpsilon) -> Result<Option<Vec<u8>>> {
        self.row(
            &COPIES,
            "WHERE question = ?1 AND to_micro = ?2",
            params![question.to_string(), level.get()],
        )?
        .map(|row| self.body(&row))
        .transpose()
    }

    /// Returns the encrypted response at a place that [`Reading::neighbour`] returned.
    pub fn stored_at(&self, question: &QuestionName, place: CopyPlace) -> Result<Vec<u8>> {
        let table = if place.is_copy { &COPIES } else { &HOLDINGS };
        let row = self
            .row(
                table,
                "WHERE question = ?1 AND to_micro = ?2",
                params![question.to_string(), place.level.get()],
            )?
            .ok_or_else(|| damaged(DamageMessage::HeldReleaseMissing))?;
        self.body(&row)
    }
}

impl Writing<'_> {
    /// Stores a release, with its receipt. Its listing was stored with the order that it answers.
    pub fn insert_holding(&self, new: &NewHolding<'_>) -> Result<()> {
        self.insert_signed(new.receipt)?;
        let r = new.receipt.payload();
        self.insert(
            &HOLDINGS,
            &[
                ("receipt", Cell::of(new.receipt.id())),
                ("question", Cell::of(new.question)),
                ("listing", Cell::of(new.listing.id())),
                ("order_id", Cell::of(r.order)),
                ("to_micro", r.to.into()),
                ("changed", new.changed.into()),
                ("bundle", new.bundle.into()),
            ],
        )
    }

    /// Stores an encrypted copy.
    pub fn insert_copy(
        &self,
        copy: &Signed<HolderCopy>,
        question: &QuestionName,
        file: &[u8],
    ) -> Result<()> {
        self.insert_signed(copy)?;
        self.insert(
            &COPIES,
            &[
                ("id", Cell::of(copy.id())),
                ("question", Cell::of(question)),
                ("to_micro", copy.payload().level.into()),
                ("file", file.into()),
            ],
        )
    }

    /// Records that no more copies of the held questions are drawn, and returns the number of
    /// questions of which that holds.
    pub fn end_copies(&self) -> Result<u64> {
        for question in self.held_questions()? {
            self.insert_new(&COPIES_ENDED, &[("question", Cell::of(question))])?;
        }
        self.count("SELECT count(*) FROM copies_ended", [])
    }
}

/// A buyer's newest holding of a question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// The level; 0 if nothing is held.
    pub level: MicroEpsilon,
    /// Its receipt.
    pub receipt: Option<DocumentId>,
}
