//! The ledger: receipts in sequence, the Merkle tree over them, and the file that an auditor gets.

use std::{
    fs::File,
    io::{BufReader, Write},
    path::Path,
};

use poundwise_documents::{
    checkpoint::Checkpoint,
    journal::{JournalError, write_journal},
    jws::Signed,
    kinds::Receipt,
    ledger::LedgerWriter,
    log::{self, Hash, Nodes},
};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    db::{self, insert_signed, stored},
    error::{Error, ErrorCode, Result},
    files::{io_error, write_with},
    home::Home,
    view::Exported,
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

/// The last entry of the ledger.
pub(crate) fn last_receipt(connection: &Connection) -> Result<Option<Signed<Receipt>>> {
    connection
        .prepare_cached(
            "SELECT d.compact FROM receipts r JOIN documents d ON d.id = r.id ORDER BY r.sequence DESC LIMIT 1",
        )?
        .query_row([], |r| r.get::<_, String>(0))
        .optional()?
        .map(|text| stored(&text))
        .transpose()
}

/// Appends a receipt to the log and signs the checkpoint, in the receipt's own transaction: a crash cannot make
/// an honest owner sign two histories. Gives the checkpoint and the inclusion proof. Cost: O(log n) for n receipts.
pub(crate) fn append(
    home: &Home,
    connection: &Connection,
    receipt: &Signed<Receipt>,
) -> Result<(Checkpoint, Vec<Hash>)> {
    let log = StoredLog(connection);
    let sequence = receipt.payload().sequence;
    for node in log::append(&log, sequence, Hash::of_receipt(receipt.id()))? {
        connection
            .prepare_cached("INSERT INTO log (level, idx, hash) VALUES (?1, ?2, ?3)")?
            .execute(params![node.level, node.index, node.hash.as_bytes()])?;
    }
    let size = sequence + 1;
    let checkpoint = sign_checkpoint(home, connection, size)?;
    let proof = log::inclusion_proof(&log, sequence, size).map_err(|e| {
        Error::failed(
            ErrorCode::Log,
            format!("no proof of inclusion can be built: {e}"),
        )
    })?;
    Ok((checkpoint, proof))
}

fn sign_checkpoint(home: &Home, connection: &Connection, size: u64) -> Result<Checkpoint> {
    let root = log::root(&StoredLog(connection), size)?;
    let checkpoint = Checkpoint::sign(&home.identity, size, root).map_err(|e| {
        Error::failed(
            ErrorCode::Checkpoint,
            format!("the checkpoint cannot be signed: {e}"),
        )
    })?;
    connection.execute(
        "INSERT INTO checkpoints (size, note) VALUES (?1, ?2)",
        params![size, checkpoint.note()],
    )?;
    Ok(checkpoint)
}

impl Home {
    /// Writes everything an auditor needs into one file: the newest checkpoint, then every listing, withdrawal,
    /// order and receipt in the order of the sales. Cost: one pass over the receipts; memory does not grow with them.
    ///
    /// # Errors
    /// What the disk says; then the file is not there, or as it was.
    pub fn export_ledger(&self, file: &Path) -> Result<Exported> {
        // One read transaction: a sale in between must not part the checkpoint from the receipts.
        let transaction = self.db.begin()?;
        let checkpoint = match newest_note(&transaction)? {
            Some(note) => Checkpoint::verify(&note, &self.identity.public_key()).map_err(|e| {
                Error::failed(
                    ErrorCode::DatabaseDamaged,
                    format!("the newest checkpoint does not verify: {e}"),
                )
                .hint("Bring the home back from a backup.")
            })?,
            None => sign_checkpoint(self, &transaction, 0)?,
        };
        let mut failure = None;
        let written = write_with(file, |out| {
            export_lines(&transaction, &checkpoint, out).map_err(|error| match error {
                LineError::Io(e) => e,
                LineError::Home(e) => {
                    failure = Some(e);
                    std::io::Error::other("the ledger could not be read")
                }
            })
        });
        if let Some(error) = failure {
            return Err(error);
        }
        let exported = written?;
        transaction.commit()?;
        Ok(exported)
    }
}

/// The journal.
impl Home {
    /// Writes the books as a plain-text journal for hledger, with money and ε as commodities and every total that a
    /// receipt states asserted. Cost: two passes over the receipts.
    ///
    /// # Errors
    /// What the disk says; then the file is not there, or as it was.
    pub fn export_journal(&self, file: &Path) -> Result<Exported> {
        // The journal is made of what an auditor would get, beside the home's database and not beside the file.
        let ledger = self.dir.join("journal.ledger");
        let exported = self.export_ledger(&ledger).and_then(|_| {
            let source = File::open(&ledger).map_err(|e| io_error(&ledger, "read", &e))?;
            let mut failure = None;
            let written = write_with(file, |out| {
                match write_journal(BufReader::new(source), out) {
                    Err(JournalError::Write(error)) => Err(error),
                    Err(error) => {
                        failure = Some(error);
                        Err(std::io::Error::other("the ledger could not be read"))
                    }
                    Ok(_) => Ok(()),
                }
            });
            match failure {
                Some(error) => Err(Error::failed(
                    ErrorCode::Journal,
                    format!("no journal can be made of the ledger: {error}"),
                )
                .hint("Audit the exported ledger: it says what is wrong.")),
                None => written,
            }
        });
        // It may not have been written at all.
        let _ = std::fs::remove_file(&ledger);
        exported
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

enum LineError {
    Io(std::io::Error),
    Home(Error),
}

impl From<std::io::Error> for LineError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<rusqlite::Error> for LineError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Home(error.into())
    }
}

/// The documents of the owner that stand between the receipts, each with the number of receipts before it.
const BETWEEN: &str = "
    SELECT position AS place, rowid * 2 AS turn, id AS document FROM listings
    UNION ALL
    SELECT closed_position, rowid * 2 + 1, withdrawal FROM listings WHERE withdrawal IS NOT NULL
    ORDER BY place, turn";

fn export_lines(
    connection: &Connection,
    checkpoint: &Checkpoint,
    out: &mut dyn Write,
) -> std::result::Result<(), LineError> {
    let mut ledger = LedgerWriter::new(out, checkpoint)?;
    let mut between = connection.prepare(&format!(
        "SELECT b.place, d.compact FROM ({BETWEEN}) b JOIN documents d ON d.id = b.document ORDER BY b.place, b.turn"
    ))?;
    let mut between = between.query([])?;
    let mut next = next_between(&mut between)?;
    let mut sales = connection.prepare(
        "SELECT r.sequence, o.compact, d.compact FROM receipts r
         JOIN documents o ON o.id = r.order_id JOIN documents d ON d.id = r.id ORDER BY r.sequence",
    )?;
    let mut sales = sales.query([])?;
    while let Some(sale) = sales.next()? {
        let sequence: u64 = sale.get(0)?;
        while let Some((_, document)) = next.take_if(|(place, _)| *place <= sequence) {
            ledger.document(&document)?;
            next = next_between(&mut between)?;
        }
        ledger.document(sale.get_ref(1)?.as_str().map_err(rusqlite::Error::from)?)?;
        ledger.document(sale.get_ref(2)?.as_str().map_err(rusqlite::Error::from)?)?;
    }
    while let Some((_, document)) = next {
        ledger.document(&document)?;
        next = next_between(&mut between)?;
    }
    ledger.finish()?;
    Ok(())
}

fn next_between(rows: &mut rusqlite::Rows<'_>) -> rusqlite::Result<Option<(u64, String)>> {
    rows.next()?
        .map(|row| Ok((row.get(0)?, row.get(1)?)))
        .transpose()
}

/// Stores a receipt's row and document.
pub(crate) fn insert_receipt(
    connection: &Connection,
    receipt: &Signed<Receipt>,
    series: &str,
) -> Result<()> {
    let r = receipt.payload();
    insert_signed(connection, receipt)?;
    connection.execute(
        "INSERT INTO receipts (sequence, id, order_id, listing, series, buyer, to_micro, release_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            r.sequence,
            receipt.id().to_string(),
            r.order.to_string(),
            r.listing.to_string(),
            series,
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
