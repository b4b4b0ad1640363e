//! The ledger: its entries in sequence, the tree over them, and the checkpoints signed with them.

use std::{collections::HashSet, io};

use poundwise_documents::{
    checkpoint::Checkpoint,
    jws::Signed,
    kinds::{Grant, Listing, Order, Payload, PopulationEntry, Receipt},
    log::{self, Hash, NewNode, Nodes},
    units::{Digest, DocumentId, Kid, MicroEpsilon, Salt},
};
use rusqlite::{OptionalExtension, params};

use super::{
    Reading, Sqlite, Writing, damaged,
    rows::Row,
    table::{Cell, Kind, Table},
};
use crate::{
    error::{Error, Result},
    messages::{DamageMessage, StoredThing},
    store::{Held, Population},
};

pub(super) static ENTRIES: Table = Table {
    name: "entries",
    kind: Kind::Free,
    key: &["sequence"],
    columns: &["sequence", "id", "kind"],
    sealed: &[],
    body: None,
};

pub(super) static RECEIPTS: Table = Table {
    name: "receipts",
    kind: Kind::Growing(8),
    key: &["sequence"],
    columns: &[
        "sequence",
        "id",
        "order_id",
        "listing",
        "question",
        "buyer",
        "to_micro",
        "release_id",
    ],
    sealed: &[],
    body: None,
};

pub(super) static GRANTS: Table = Table {
    name: "grants",
    kind: Kind::Growing(9),
    key: &["sequence"],
    columns: &["sequence", "question", "recipient"],
    sealed: &[],
    body: None,
};

pub(super) static POPULATION_ENTRIES: Table = Table {
    name: "population_entries",
    kind: Kind::Small(26),
    key: &["sequence"],
    columns: &["sequence", "population"],
    sealed: &[],
    body: None,
};

static LOG: Table = Table {
    name: "log",
    kind: Kind::Free,
    key: &["level", "idx"],
    columns: &["level", "idx", "hash"],
    sealed: &[],
    body: None,
};

static CHECKPOINTS: Table = Table {
    name: "checkpoints",
    kind: Kind::Free,
    key: &["size"],
    columns: &["size", "note"],
    sealed: &[],
    body: None,
};

static PUBLISHED: Table = Table {
    name: "published",
    kind: Kind::Free,
    key: &["market"],
    columns: &["market", "size", "own_copies"],
    sealed: &[],
    body: None,
};

/// The kind of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A sale.
    Receipt,
    /// A grant of an opening.
    Grant,
    /// A statement of a population.
    Population,
}

impl EntryKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Receipt => "receipt",
            Self::Grant => "grant",
            Self::Population => "population",
        }
    }
}

/// The entry at the end of the ledger.
pub struct LastEntry {
    /// Place in the ledger, counted from 0.
    pub sequence: u64,
    /// Kind of the entry.
    pub kind: EntryKind,
    /// Id of its document.
    pub id: DocumentId,
}

/// A stored entry, with the order of a receipt or the population that it states.
pub struct StoredEntry {
    /// Id of the entry's document.
    pub id: DocumentId,
    /// Exact string of the entry.
    pub compact: String,
    /// Exact string of the order, for a receipt.
    pub order: Option<String>,
    /// The population that the entry states, with its current name.
    pub population: Option<Population>,
}

fn held(row: Option<&Row>) -> Result<Held> {
    Ok(match row {
        Some(row) => Held {
            level: row.level("to_micro")?,
            receipt: Some(row.parsed("id")?),
        },
        None => Held {
            level: MicroEpsilon::ZERO,
            receipt: None,
        },
    })
}

impl Nodes for Reading<'_> {
    type Error = Error;

    fn node(&self, level: u8, index: u64) -> Result<Hash> {
        self.statement("SELECT hash FROM log WHERE level = ?1 AND idx = ?2")?
            .query_row(params![level, index], |r| r.get::<_, [u8; 32]>(0))
            .optional()
            .map_err(Sqlite)?
            .map(Hash::from_bytes)
            .ok_or_else(|| damaged(DamageMessage::LogNodeMissing { level, index }))
    }
}

impl Reading<'_> {
    /// Returns the number of signed entries.
    pub fn log_size(&self) -> Result<u64> {
        Ok(self.trust()?.state.borrow().log_size)
    }

    /// Returns the root of the tree over all entries. Each opening compares it with the tree
    /// itself.
    pub fn log_root(&self) -> Result<Hash> {
        Ok(self.trust()?.state.borrow().root)
    }

    /// Returns the last entry.
    pub fn last_entry(&self) -> Result<Option<LastEntry>> {
        self.row(&ENTRIES, "ORDER BY sequence DESC", [0; 0])?
            .map(|row| {
                Ok(LastEntry {
                    sequence: row.number("sequence")?,
                    id: row.parsed("id")?,
                    kind: match row.text("kind")? {
                        "receipt" => EntryKind::Receipt,
                        "grant" => EntryKind::Grant,
                        "population" => EntryKind::Population,
                        other => return Err(row.unknown("kind", other)),
                    },
                })
            })
            .transpose()
    }

    /// Returns the last receipt.
    pub fn last_receipt(&self) -> Result<Option<Signed<Receipt>>> {
        self.row(&RECEIPTS, "ORDER BY sequence DESC", [0; 0])?
            .map(|row| self.signed(&row.parsed("id")?))
            .transpose()
    }

    /// Returns the number of openings that were granted.
    pub fn grants_made(&self) -> Result<u64> {
        self.rows_kept(&GRANTS)
    }

    /// Returns the number of receipts.
    pub(super) fn receipts_made(&self) -> Result<u64> {
        self.rows_kept(&RECEIPTS)
    }

    /// Returns the number of openings of a question that were granted.
    pub fn openings_of(&self, question: &Digest) -> Result<u64> {
        self.count(
            "SELECT count(*) FROM grants WHERE question = ?1",
            [question.to_string()],
        )
    }

    /// Returns the note of the checkpoint of that size.
    pub fn checkpoint_note(&self, size: u64) -> Result<String> {
        self.row(&CHECKPOINTS, "WHERE size = ?1", [size])?
            .ok_or_else(|| damaged(DamageMessage::CheckpointMissing { entries: size }))?
            .text("note")
            .map(str::to_owned)
    }

    /// Returns the newest checkpoint's note.
    pub fn newest_note(&self) -> Result<Option<String>> {
        self.row(&CHECKPOINTS, "ORDER BY size DESC", [0; 0])?
            .map(|row| row.text("note").map(str::to_owned))
            .transpose()
    }

    /// Returns the ids of the entries from `from` to before `end`.
    pub fn entry_ids(&self, from: u64, end: u64) -> Result<Vec<DocumentId>> {
        self.rows(
            &ENTRIES,
            "WHERE sequence >= ?1 AND sequence < ?2 ORDER BY sequence",
            [from, end],
        )?
        .iter()
        .map(|row| row.parsed("id"))
        .collect()
    }

    /// Passes the ids of all entries to `take`, in sequence.
    pub fn each_entry_id(&self, mut take: impl FnMut(DocumentId)) -> Result<()> {
        self.each(&ENTRIES, "ORDER BY sequence", [0; 0], |row| {
            take(row.parsed("id")?);
            Ok(())
        })
    }

    /// Returns whether a document is an entry.
    pub fn is_entry(&self, id: &DocumentId) -> Result<bool> {
        Ok(self
            .row(&ENTRIES, "WHERE id = ?1", [id.to_string()])?
            .is_some())
    }

    /// Returns the entry at a place.
    pub fn ledger_line(&self, sequence: u64) -> Result<Option<StoredEntry>> {
        let Some(entry) = self.row(&ENTRIES, "WHERE sequence = ?1", [sequence])? else {
            return Ok(None);
        };
        let id = entry.parsed("id")?;
        let receipt = self.row(&RECEIPTS, "WHERE sequence = ?1", [sequence])?;
        let stated = self.row(&POPULATION_ENTRIES, "WHERE sequence = ?1", [sequence])?;
        Ok(Some(StoredEntry {
            id,
            compact: self.named(&id)?,
            order: receipt
                .map(|row| self.named(&row.parsed("order_id")?))
                .transpose()?,
            population: stated
                .map(|row| self.population(&row.parsed("population")?))
                .transpose()?,
        }))
    }

    /// Passes the entries to `take` in sequence: the place, for a receipt the exact string of its
    /// order, and the exact string of the entry.
    ///
    /// # Errors
    /// The errors of `take`; the database's errors, each inside an I/O error.
    pub fn each_line(
        &self,
        mut take: impl FnMut(u64, Option<&str>, &str) -> io::Result<()>,
    ) -> io::Result<()> {
        let of_home = |error: rusqlite::Error| io::Error::other(Error::from(Sqlite(error)));
        let is = |id: Option<&str>, text: &str| -> io::Result<()> {
            if id.is_some_and(|id| id == DocumentId::of(text).to_string()) {
                Ok(())
            } else {
                Err(io::Error::other(damaged(
                    DamageMessage::LedgerDocumentChanged,
                )))
            }
        };
        let mut statement = self
            .statement(
                "SELECT e.sequence, o.compact, d.compact, r.order_id, e.id
                 FROM entries e JOIN documents d ON d.id = e.id
                 LEFT JOIN receipts r ON r.sequence = e.sequence
                 LEFT JOIN documents o ON o.id = r.order_id
                 ORDER BY e.sequence",
            )
            .map_err(io::Error::other)?;
        let mut rows = statement.query([]).map_err(of_home)?;
        while let Some(row) = rows.next().map_err(of_home)? {
            let text = |column: usize| {
                row.get_ref(column)
                    .and_then(|cell| Ok(cell.as_str_or_null()?))
                    .map_err(of_home)
            };
            let (order, entry) = (text(1)?, text(2)?.unwrap_or_default());
            if let Some(order) = order {
                is(text(3)?, order)?;
            }
            is(text(4)?, entry)?;
            take(row.get(0).map_err(of_home)?, order, entry)?;
        }
        Ok(())
    }

    /// Returns the receipt of an order, if it was approved.
    pub fn receipt_of(&self, order: &DocumentId) -> Result<Option<Signed<Receipt>>> {
        self.row(&RECEIPTS, "WHERE order_id = ?1", [order.to_string()])?
            .map(|row| self.signed(&row.parsed("id")?))
            .transpose()
    }

    /// Returns the receipts and orders of sales without a delivery in this home's outbox, in
    /// sequence. Another copy of the home signed these sales. Cost: one look-up per receipt.
    pub fn sales_not_sent(&self) -> Result<Vec<(Signed<Receipt>, Signed<Order>)>> {
        self.rows(
            &RECEIPTS,
            "WHERE NOT EXISTS (SELECT 1 FROM outbox
             WHERE path = 'deliveries/' || receipts.buyer || '/' || receipts.id || '.age')
             ORDER BY sequence",
            [0; 0],
        )?
        .iter()
        .map(|row| {
            Ok((
                self.signed(&row.parsed("id")?)?,
                self.signed(&row.parsed("order_id")?)?,
            ))
        })
        .collect()
    }

    /// Hands over every receipt, in sequence. Cost: one pass over them.
    pub fn each_receipt(&self, mut take: impl FnMut(Signed<Receipt>)) -> Result<()> {
        self.each(&RECEIPTS, "ORDER BY sequence", [0; 0], |row| {
            take(self.signed(&row.parsed("id")?)?);
            Ok(())
        })
    }

    /// Returns what a buyer holds of a question according to this home's ledger.
    pub fn held_by(&self, question: &Digest, buyer: &Kid) -> Result<Held> {
        let row = self.row(
            &RECEIPTS,
            "WHERE question = ?1 AND buyer = ?2 ORDER BY sequence DESC",
            [question.to_string(), buyer.to_string()],
        )?;
        held(row.as_ref())
    }

    /// Returns whether a buyer bought anything according to this home's ledger. Cost: one index
    /// look-up.
    pub fn has_bought(&self, buyer: &Kid) -> Result<bool> {
        Ok(self
            .row(&RECEIPTS, "WHERE buyer = ?1", [buyer.to_string()])?
            .is_some())
    }

    /// Returns the documents of a sale.
    fn sale(&self, row: &Row) -> Result<Sale> {
        Ok((
            self.signed(&row.parsed("id")?)?,
            self.signed(&row.parsed("order_id")?)?,
            self.signed(&row.parsed("listing")?)?,
        ))
    }

    /// Returns the sales in sequence.
    pub fn sales(&self) -> Result<Vec<Sale>> {
        let mut sales = Vec::new();
        self.each(&RECEIPTS, "ORDER BY sequence", [0; 0], |row| {
            sales.push(self.sale(&row)?);
            Ok(())
        })?;
        Ok(sales)
    }

    /// Returns the sale with that receipt.
    pub fn sale_of(&self, receipt: &DocumentId) -> Result<Sale> {
        let row = self
            .row(&RECEIPTS, "WHERE id = ?1", [receipt.to_string()])?
            .ok_or_else(|| {
                damaged(DamageMessage::Missing {
                    thing: StoredThing::Receipt,
                    id: receipt.to_string(),
                })
            })?;
        self.sale(&row)
    }

    fn entries_of<T: Payload + Clone>(&self, kind: EntryKind) -> Result<Vec<Signed<T>>> {
        self.rows(
            &ENTRIES,
            "WHERE kind = ?1 ORDER BY sequence",
            [kind.as_str()],
        )?
        .iter()
        .map(|row| self.signed(&row.parsed("id")?))
        .collect()
    }

    /// Returns the granted openings in sequence.
    pub fn grants(&self) -> Result<Vec<Signed<Grant>>> {
        self.entries_of(EntryKind::Grant)
    }

    /// Returns the entries that state a population, in sequence.
    pub fn population_entries(&self, population: &Salt) -> Result<Vec<Signed<PopulationEntry>>> {
        self.rows(
            &POPULATION_ENTRIES,
            "WHERE population = ?1 ORDER BY sequence",
            [population.to_string()],
        )?
        .iter()
        .map(|row| self.population_entry(row.number("sequence")?))
        .collect()
    }

    /// Returns the last entry that states a population, if any.
    pub fn last_population_entry(
        &self,
        population: &Salt,
    ) -> Result<Option<Signed<PopulationEntry>>> {
        self.row(
            &POPULATION_ENTRIES,
            "WHERE population = ?1 ORDER BY sequence DESC",
            [population.to_string()],
        )?
        .map(|row| self.population_entry(row.number("sequence")?))
        .transpose()
    }

    fn population_entry(&self, sequence: u64) -> Result<Signed<PopulationEntry>> {
        let entry = self.row(&ENTRIES, "WHERE sequence = ?1", [sequence])?;
        let missing = || {
            damaged(DamageMessage::Missing {
                thing: StoredThing::Entry,
                id: sequence.to_string(),
            })
        };
        self.signed(&entry.ok_or_else(missing)?.parsed("id")?)
    }

    /// Returns the entries that merged a population into another one, in sequence.
    pub fn merges(&self) -> Result<Vec<Signed<PopulationEntry>>> {
        let mut merges = Vec::new();
        for population in self.populations()? {
            if population.merged_into.is_some() {
                let last = self.last_population_entry(&population.id)?;
                merges.extend(last.filter(|entry| entry.payload().into.is_some()));
            }
        }
        merges.sort_by_key(|entry| entry.payload().sequence);
        Ok(merges)
    }

    /// Returns whether any entry states a population.
    pub fn is_stated(&self, population: &Salt) -> Result<bool> {
        Ok(self
            .row(
                &POPULATION_ENTRIES,
                "WHERE population = ?1",
                [population.to_string()],
            )?
            .is_some())
    }

    /// Returns the unmerged populations that are not stated by any entry, sorted by name.
    pub fn unstated_populations(&self) -> Result<Vec<Population>> {
        let stated: HashSet<Salt> = self
            .rows(&POPULATION_ENTRIES, "", [0; 0])?
            .iter()
            .map(|row| row.parsed("population"))
            .collect::<Result<_>>()?;
        let mut populations = self.populations()?;
        populations.retain(|known| known.merged_into.is_none() && !stated.contains(&known.id));
        Ok(populations)
    }

    /// Returns the place of a grant of a question to a recipient whose file is not written yet.
    pub fn waiting_grant(&self, question: &Digest, recipient: &str) -> Result<Option<u64>> {
        self.row(
            &GRANTS,
            "WHERE question = ?1 AND recipient = ?2",
            [&question.to_string(), recipient],
        )?
        .map(|row| row.number("sequence"))
        .transpose()
    }

    /// Returns the number of entries that a market has been shown.
    pub fn published(&self, market: &str) -> Result<u64> {
        self.row(&PUBLISHED, "WHERE market = ?1", [market])?
            .map_or(Ok(0), |row| row.number("size"))
    }

    /// Returns the length of the log up to which a market has own copies under their present names.
    pub fn own_copies_sent(&self, market: &str) -> Result<u64> {
        self.row(&PUBLISHED, "WHERE market = ?1", [market])?
            .map_or(Ok(0), |row| row.number("own_copies"))
    }
}

/// A sale's receipt, order and listing.
pub type Sale = (Signed<Receipt>, Signed<Order>, Signed<Listing>);

impl Writing<'_> {
    /// Appends an entry whose document is stored, with the nodes of the tree that it completes.
    pub fn append_entry(
        &self,
        sequence: u64,
        id: &DocumentId,
        kind: EntryKind,
        nodes: &[NewNode],
    ) -> Result<()> {
        let (size, root) = {
            let state = self.trust()?.state.borrow();
            (state.log_size, state.root)
        };
        // The next signature must continue the last one.
        if sequence != size || log::root(&**self, size)? != root {
            return Err(damaged(DamageMessage::TreeChanged));
        }
        self.insert(
            &ENTRIES,
            &[
                ("sequence", sequence.into()),
                ("id", Cell::of(id)),
                ("kind", kind.as_str().into()),
            ],
        )?;
        for node in nodes {
            self.insert(
                &LOG,
                &[
                    ("level", u64::from(node.level).into()),
                    ("idx", node.index.into()),
                    ("hash", node.hash.as_bytes().into()),
                ],
            )?;
        }
        Ok(())
    }

    /// Stores the checkpoint that was signed at its size.
    pub fn insert_checkpoint(&self, checkpoint: &Checkpoint) -> Result<()> {
        let size = checkpoint.size();
        self.note_log(size, checkpoint.root())?;
        self.insert(
            &CHECKPOINTS,
            &[("size", size.into()), ("note", checkpoint.note().into())],
        )
    }

    /// Stores a receipt's row, after that of its entry.
    pub fn insert_receipt(&self, receipt: &Signed<Receipt>, question: &Digest) -> Result<()> {
        let r = receipt.payload();
        self.sold(question, r.to)?;
        self.insert(
            &RECEIPTS,
            &[
                ("sequence", r.sequence.into()),
                ("id", Cell::of(receipt.id())),
                ("order_id", Cell::of(r.order)),
                ("listing", Cell::of(r.listing)),
                ("question", Cell::of(question)),
                ("buyer", Cell::of(r.buyer)),
                ("to_micro", r.to.into()),
                ("release_id", Cell::of(r.release)),
            ],
        )
    }

    /// Stores the row of a population's entry. The row of the entry itself must exist.
    pub fn insert_population_entry(&self, sequence: u64, population: &Salt) -> Result<()> {
        self.insert(
            &POPULATION_ENTRIES,
            &[
                ("sequence", sequence.into()),
                ("population", Cell::of(population)),
            ],
        )
    }

    /// Stores a grant's row, after that of its entry. With a recipient its file is still to be
    /// written.
    pub fn insert_grant(
        &self,
        sequence: u64,
        question: &Digest,
        recipient: Option<&str>,
    ) -> Result<()> {
        self.insert(
            &GRANTS,
            &[
                ("sequence", sequence.into()),
                ("question", Cell::of(question)),
                ("recipient", recipient.into()),
            ],
        )
    }

    /// Records that the file of a grant is written.
    pub fn grant_written(&self, sequence: u64) -> Result<()> {
        self.set(
            &GRANTS,
            "sequence = ?1",
            &[&sequence],
            &[("recipient", Cell::Null)],
        )
        .map(drop)
    }

    /// Records the number of entries that a market has been shown.
    pub fn note_published(&self, market: &str, size: u64) -> Result<()> {
        let shown = [("size", Cell::from(size)), ("own_copies", size.into())];
        match self.row(&PUBLISHED, "WHERE market = ?1", [market])? {
            None => {
                let [size, own_copies] = shown;
                self.insert(&PUBLISHED, &[("market", market.into()), size, own_copies])
            }
            Some(known) if known.number("size")? == size && known.number("own_copies")? == size => {
                Ok(())
            }
            Some(_) => self
                .set(&PUBLISHED, "market = ?1", &[&market], &shown)
                .map(drop),
        }
    }
}
