//! The ledger: entries (receipts, grants, caps) in sequence, the Merkle tree over them, and the file that an auditor
//! gets.

use std::{
    fs::File,
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
};

use poundwise_documents::{
    checkpoint::Checkpoint,
    journal::{JournalError, write_journal},
    jws::Signed,
    kinds::{Cap, Grant, Payload, Receipt},
    ledger::LedgerWriter,
    log::{self, Hash, Nodes},
    units::{Currency, Digest, DocumentId, MinorUnits, Timestamp},
};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    db::{self, insert_signed, stored},
    error::{Error, ErrorCode, Result},
    files::{Part, io_error, write_with},
    home::Home,
    view::Exported,
    work::{Stage, Step, Work},
};

/// The log's complete subtrees in the database.
pub(crate) struct StoredLog<'a>(pub(crate) &'a Connection);

impl Nodes for StoredLog<'_> {
    type Error = Error;

    fn node(&self, level: u8, index: u64) -> Result<Hash> {
        let hash = self
            .0
            .prepare_cached("SELECT hash FROM log WHERE level = ?1 AND idx = ?2")?
            .query_row(params![level, index], |r| r.get::<_, [u8; 32]>(0))
            .optional()?;
        hash.map(Hash::from_bytes).ok_or_else(|| {
            Error::failed(
                ErrorCode::DatabaseDamaged,
                format!("the log lacks node {index} of level {level}"),
            )
            .hint("Bring the home back from a backup.")
        })
    }
}

/// Where the ledger stands, and the time of an entry made now.
pub(crate) struct Moment {
    /// The place of the next entry.
    pub(crate) sequence: u64,
    /// The entry before it.
    pub(crate) previous: Option<DocumentId>,
    /// Receipts so far.
    pub(crate) receipts: u64,
    /// Grants so far.
    pub(crate) grants: u64,
    /// Money received so far, by currency in rising order.
    pub(crate) money: Vec<(Currency, MinorUnits)>,
    /// Not before the entry before it.
    pub(crate) now: Timestamp,
}

/// An entry that is signed and goes into the ledger.
#[derive(Clone, Copy)]
pub(crate) enum NewEntry<'a> {
    Receipt(&'a Signed<Receipt>),
    Grant(&'a Signed<Grant>),
    Cap(&'a Signed<Cap>),
}

impl NewEntry<'_> {
    fn sequence(&self) -> u64 {
        match self {
            Self::Receipt(entry) => entry.payload().sequence,
            Self::Grant(entry) => entry.payload().sequence,
            Self::Cap(entry) => entry.payload().sequence,
        }
    }

    fn id(&self) -> DocumentId {
        match self {
            Self::Receipt(entry) => entry.id(),
            Self::Grant(entry) => entry.id(),
            Self::Cap(entry) => entry.id(),
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Receipt(_) => "receipt",
            Self::Grant(_) => "grant",
            Self::Cap(_) => "cap",
        }
    }

    fn store(&self, connection: &Connection) -> Result<()> {
        match self {
            Self::Receipt(entry) => insert_signed(connection, entry),
            Self::Grant(entry) => insert_signed(connection, entry),
            Self::Cap(entry) => insert_signed(connection, entry),
        }
    }
}

/// The last receipt of the ledger.
fn last_receipt(connection: &Connection) -> Result<Option<Signed<Receipt>>> {
    connection
        .prepare_cached(
            "SELECT d.compact FROM receipts r JOIN documents d ON d.id = r.id ORDER BY r.sequence DESC LIMIT 1",
        )?
        .query_row([], |r| r.get::<_, String>(0))
        .optional()?
        .map(|text| stored(&text))
        .transpose()
}

/// Place, kind and compact string of the last entry.
fn last_entry(connection: &Connection) -> Result<Option<(u64, String, String)>> {
    Ok(connection
        .prepare_cached(
            "SELECT e.sequence, e.kind, d.compact FROM entries e JOIN documents d ON d.id = e.id
             ORDER BY e.sequence DESC LIMIT 1",
        )?
        .query_row([], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?)))
        .optional()?)
}

/// Appends an entry to the log and signs the checkpoint, in the entry's own transaction: a crash cannot make an honest
/// owner sign two histories. Gives the checkpoint and the inclusion proof. Cost: O(log n) for n entries.
pub(crate) fn append(
    home: &Home,
    connection: &Connection,
    entry: NewEntry<'_>,
) -> Result<(Checkpoint, Vec<Hash>)> {
    let log = StoredLog(connection);
    let sequence = entry.sequence();
    entry.store(connection)?;
    connection
        .prepare_cached("INSERT INTO entries (sequence, id, kind) VALUES (?1, ?2, ?3)")?
        .execute(params![sequence, entry.id().to_string(), entry.kind()])?;
    for node in log::append(&log, sequence, Hash::of_entry(entry.id()))? {
        connection
            .prepare_cached("INSERT INTO log (level, idx, hash) VALUES (?1, ?2, ?3)")?
            .execute(params![node.level, node.index, node.hash.as_bytes()])?;
    }
    let size = sequence + 1;
    let checkpoint = sign_checkpoint(home, connection, size)?;
    let proof = log::inclusion_proof(&log, sequence, size).map_err(|e| no_proof(&e))?;
    Ok((checkpoint, proof))
}

fn no_proof(error: &impl std::fmt::Display) -> Error {
    Error::failed(
        ErrorCode::Log,
        format!("no proof of inclusion can be built: {error}"),
    )
}

fn damaged(error: &impl std::fmt::Display) -> Error {
    Error::failed(
        ErrorCode::DatabaseDamaged,
        format!("a stored checkpoint does not verify: {error}"),
    )
    .hint("Bring the home back from a backup.")
}

impl Home {
    /// The checkpoint that was signed with an entry, and the proof that the entry is in its log.
    pub(crate) fn checkpoint_of(
        &self,
        connection: &Connection,
        sequence: u64,
    ) -> Result<(Checkpoint, Vec<Hash>)> {
        let size = sequence + 1;
        let note: String = connection.query_row(
            "SELECT note FROM checkpoints WHERE size = ?1",
            [size],
            |r| r.get(0),
        )?;
        let checkpoint =
            Checkpoint::verify(&note, &self.identity.public_key()).map_err(|e| damaged(&e))?;
        let proof = log::inclusion_proof(&StoredLog(connection), sequence, size)
            .map_err(|e| no_proof(&e))?;
        Ok((checkpoint, proof))
    }

    /// Where the ledger stands, and the time of an entry made now. Cost: index look-ups.
    pub(crate) fn moment(&self, connection: &Connection) -> Result<Moment> {
        let mut receipt: Option<Signed<Receipt>> = None;
        let last = match last_entry(connection)? {
            None => None,
            Some((sequence, kind, compact)) => {
                let (id, issued_at) = match kind.as_str() {
                    "receipt" => {
                        let last: Signed<Receipt> = stored(&compact)?;
                        let of = (last.id(), last.payload().issued_at);
                        receipt = Some(last);
                        of
                    }
                    "grant" => of::<Grant>(&compact)?,
                    _ => of::<Cap>(&compact)?,
                };
                Some((sequence, id, issued_at))
            }
        };
        if receipt.is_none() {
            receipt = last_receipt(connection)?;
        }
        let grants = connection
            .prepare_cached("SELECT count(*) FROM grants")?
            .query_row([], |r| r.get(0))?;
        // A clock set back must not make the ledger run backwards.
        let now = match &last {
            Some((_, _, before)) => self.now()?.max(*before),
            None => self.now()?,
        };
        Ok(Moment {
            sequence: last.as_ref().map_or(0, |(sequence, ..)| sequence + 1),
            previous: last.map(|(_, id, _)| id),
            receipts: receipt.as_ref().map_or(0, |r| r.payload().total_receipts),
            money: receipt.map_or_else(Vec::new, |r| r.payload().total_money.clone()),
            grants,
            now,
        })
    }
}

/// Id and time of a stored entry.
fn of<T: Payload>(compact: &str) -> Result<(DocumentId, Timestamp)> {
    let entry: Signed<T> = stored(compact)?;
    Ok((entry.id(), entry.payload().issued_at()))
}

fn sign_checkpoint(home: &Home, connection: &Connection, size: u64) -> Result<Checkpoint> {
    let checkpoint = signed_checkpoint(home, connection, size)?;
    connection.execute(
        "INSERT INTO checkpoints (size, note) VALUES (?1, ?2)",
        params![size, checkpoint.note()],
    )?;
    Ok(checkpoint)
}

fn signed_checkpoint(home: &Home, connection: &Connection, size: u64) -> Result<Checkpoint> {
    let root = log::root(&StoredLog(connection), size)?;
    Checkpoint::sign(&home.identity, size, root).map_err(|e| {
        Error::failed(
            ErrorCode::Checkpoint,
            format!("the checkpoint cannot be signed: {e}"),
        )
    })
}

/// A ledger that is to be written into a file: the home's database as it was when this was begun.
pub struct LedgerExport {
    snapshot: Connection,
    checkpoint: Checkpoint,
    /// Where what is in between is written.
    folder: PathBuf,
}

impl Home {
    /// Writes everything an auditor needs into one file: the newest checkpoint, then every listing, withdrawal,
    /// order and entry in sequence. Cost: one pass over the entries; memory does not grow with them.
    ///
    /// # Errors
    /// What the disk says; then the file is not there, or as it was.
    pub fn export_ledger(&self, file: &Path) -> Result<Exported> {
        self.begin_ledger_export()?.run(file, &Work::silent())
    }

    /// Writes the books as a plain-text journal for hledger, with money and ε as commodities and every total that a
    /// receipt states asserted. Cost: two passes over the receipts.
    ///
    /// # Errors
    /// What the disk says; then the file is not there, or as it was.
    pub fn export_journal(&self, file: &Path) -> Result<Exported> {
        self.begin_ledger_export()?
            .run_journal(file, &Work::silent())
    }

    /// Looks at the ledger as it is now: what is sold while it is written is not in the file.
    ///
    /// # Errors
    /// What the database says.
    pub fn begin_ledger_export(&self) -> Result<LedgerExport> {
        let snapshot = self.db.snapshot()?;
        let checkpoint = match newest_note(&snapshot)? {
            Some(note) => Checkpoint::verify(&note, &self.identity.public_key()).map_err(|e| {
                Error::failed(
                    ErrorCode::DatabaseDamaged,
                    format!("the newest checkpoint does not verify: {e}"),
                )
                .hint("Bring the home back from a backup.")
            })?,
            // Of an empty log there is only one.
            None => signed_checkpoint(self, &snapshot, 0)?,
        };
        Ok(LedgerExport {
            snapshot,
            checkpoint,
            folder: self.dir.clone(),
        })
    }
}

impl LedgerExport {
    /// Writes the ledger. Needs no home: what is sold meanwhile neither waits nor is in it.
    ///
    /// # Errors
    /// What the disk says; `stopped`. Then the file is not there, or as it was.
    pub fn run(self, file: &Path, work: &Work<'_>) -> Result<Exported> {
        let stage = work.stage(Step::Ledger, self.checkpoint.size(), 0..1000);
        write_with(file, |out| self.lines(out, &stage))
    }

    /// Writes the journal, made of what an auditor would get, which lies beside the home's database meanwhile. Needs no
    /// home.
    ///
    /// # Errors
    /// As [`LedgerExport::run`]; `journal` if no journal can be made of the ledger.
    pub fn run_journal(self, file: &Path, work: &Work<'_>) -> Result<Exported> {
        let size = self.checkpoint.size();
        let ledger = Part::write(&self.folder.join("journal.ledger"), |out| {
            self.lines(out, &work.stage(Step::Ledger, size, 0..500))
        })?;
        let read = |e: io::Error| io_error(ledger.path(), "read", &e);
        let source = BufReader::new(File::open(ledger.path()).map_err(read)?);
        write_with(file, |out| {
            let told = Told {
                out,
                stage: work.stage(Step::Ledger, size, 500..1000),
                written: 0,
            };
            match write_journal(source, told) {
                Err(JournalError::Write(error)) => Err(error),
                Err(error) => Err(io::Error::other(
                    Error::failed(
                        ErrorCode::Journal,
                        format!("no journal can be made of the ledger: {error}"),
                    )
                    .hint("Audit the exported ledger: it says what is wrong."),
                )),
                Ok(_) => Ok(()),
            }
        })
    }

    /// What is wrong with the home is an I/O error that carries its own.
    fn lines(&self, out: &mut dyn Write, stage: &Stage<'_>) -> io::Result<()> {
        stage.tell(0).map_err(io::Error::other)?;
        let mut ledger = LedgerWriter::new(out, &self.checkpoint)?;
        let mut between = self
            .snapshot
            .prepare(&format!(
                "SELECT b.place, d.compact FROM ({BETWEEN}) b JOIN documents d ON d.id = b.document ORDER BY b.place, b.turn"
            ))
            .map_err(of_home)?;
        let mut between = between.query([]).map_err(of_home)?;
        let mut next = next_between(&mut between).map_err(of_home)?;
        let mut entries = self
            .snapshot
            .prepare(
                "SELECT e.sequence, o.compact, d.compact FROM entries e JOIN documents d ON d.id = e.id
                 LEFT JOIN receipts r ON r.sequence = e.sequence LEFT JOIN documents o ON o.id = r.order_id
                 ORDER BY e.sequence",
            )
            .map_err(of_home)?;
        let mut entries = entries.query([]).map_err(of_home)?;
        let mut written = 0;
        while let Some(entry) = entries.next().map_err(of_home)? {
            stage.tell_each(written).map_err(io::Error::other)?;
            written += 1;
            let sequence: u64 = entry.get(0).map_err(of_home)?;
            while let Some((_, document)) = next.take_if(|(place, _)| *place <= sequence) {
                ledger.document(&document)?;
                next = next_between(&mut between).map_err(of_home)?;
            }
            for column in [1, 2] {
                let document = entry.get_ref(column).map_err(of_home)?;
                // Grants and caps have no order.
                if let Some(text) = document.as_str_or_null().map_err(|e| of_home(e.into()))? {
                    ledger.document(text)?;
                }
            }
        }
        while let Some((_, document)) = next {
            ledger.document(&document)?;
            next = next_between(&mut between).map_err(of_home)?;
        }
        ledger.finish()?;
        stage.tell(stage.total()).map_err(io::Error::other)
    }
}

/// What the database says, among I/O errors.
fn of_home(error: rusqlite::Error) -> io::Error {
    io::Error::other(Error::from(error))
}

/// Tells of each transaction of a journal as it is written.
struct Told<'a, W> {
    out: W,
    stage: Stage<'a>,
    written: usize,
}

impl<W: Write> Write for Told<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn write_all(&mut self, transaction: &[u8]) -> io::Result<()> {
        self.stage
            .tell_each(self.written)
            .map_err(io::Error::other)?;
        self.written += 1;
        self.out.write_all(transaction)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stage
            .tell(self.stage.total())
            .map_err(io::Error::other)?;
        self.out.flush()
    }
}

/// The newest checkpoint's note.
pub(crate) fn newest_note(connection: &Connection) -> Result<Option<String>> {
    Ok(connection
        .query_row(
            "SELECT note FROM checkpoints ORDER BY size DESC LIMIT 1",
            [],
            |r| r.get(0),
        )
        .optional()?)
}

/// The documents of the owner that stand between the entries, each with the number of entries before it.
const BETWEEN: &str = "
    SELECT position AS place, rowid * 2 AS turn, id AS document FROM listings
    UNION ALL
    SELECT closed_position, rowid * 2 + 1, withdrawal FROM listings WHERE withdrawal IS NOT NULL
    ORDER BY place, turn";

fn next_between(rows: &mut rusqlite::Rows<'_>) -> rusqlite::Result<Option<(u64, String)>> {
    rows.next()?
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .transpose()
}

/// Stores a receipt's row; the entry's is there.
pub(crate) fn insert_receipt(
    connection: &Connection,
    receipt: &Signed<Receipt>,
    question: &Digest,
) -> Result<()> {
    let r = receipt.payload();
    connection.execute(
        "INSERT INTO receipts (sequence, id, order_id, listing, question, buyer, to_micro, release_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            r.sequence,
            receipt.id().to_string(),
            r.order.to_string(),
            r.listing.to_string(),
            question.to_string(),
            r.buyer.to_string(),
            r.to_micro_epsilon.get(),
            r.release.to_string()
        ],
    )?;
    Ok(())
}

/// The receipt of an order, if it was approved.
pub(crate) fn receipt_of(connection: &Connection, order: &str) -> Result<Option<Signed<Receipt>>> {
    let id: Option<String> = connection
        .query_row(
            "SELECT id FROM receipts WHERE order_id = ?1",
            [order],
            |r| r.get(0),
        )
        .optional()?;
    let Some(id) = id else { return Ok(None) };
    db::document(connection, &id)?
        .map(|text| stored(&text))
        .transpose()
}
