//! The ledger: entries (receipts, grants, populations, caps) in sequence, their Merkle tree, and
//! the file for an auditor.

use std::{
    fs::File,
    io::{self, BufReader, Write},
    path::{Path, PathBuf},
};

use poundwise_audit::export::hledger::{JournalError, LaterMoney, LaterWay, write_journal};
use poundwise_documents::{
    checkpoint::Checkpoint,
    jws::Signed,
    kinds::{Grant, PopulationEntry, Receipt},
    ledger::LedgerWriter,
    log::{self, Hash},
    units::{Currency, DocumentId, MinorUnits, Timestamp},
};
use poundwise_words::Text;

use crate::{
    Seller,
    booking_state::Booked,
    error::{Doing, Error, Result, io_error},
    files::Exported,
    files::{PartFile, write_with},
    home::Context,
    messages::FaultMessage,
    own_log::signed_checkpoint,
    store::{EntryKind, Reading, Snapshot, Writing},
    work::{Stage, Work, WorkStep},
};

/// State of the ledger, and the time of an entry made now.
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
    /// Time, not before the entry before it.
    pub(crate) now: Timestamp,
}

/// An entry that is signed and goes into the ledger.
#[derive(Clone, Copy)]
pub(crate) enum NewEntry<'a> {
    Receipt(&'a Signed<Receipt>),
    Grant(&'a Signed<Grant>),
    Population(&'a Signed<PopulationEntry>),
}

impl NewEntry<'_> {
    fn sequence(&self) -> u64 {
        match self {
            Self::Receipt(entry) => entry.payload().sequence,
            Self::Grant(entry) => entry.payload().sequence,
            Self::Population(entry) => entry.payload().sequence,
        }
    }

    fn id(&self) -> DocumentId {
        match self {
            Self::Receipt(entry) => entry.id(),
            Self::Grant(entry) => entry.id(),
            Self::Population(entry) => entry.id(),
        }
    }

    fn kind(&self) -> EntryKind {
        match self {
            Self::Receipt(_) => EntryKind::Receipt,
            Self::Grant(_) => EntryKind::Grant,
            Self::Population(_) => EntryKind::Population,
        }
    }

    fn store(&self, writing: &Writing<'_>) -> Result<()> {
        match self {
            Self::Receipt(entry) => writing.insert_signed(entry),
            Self::Grant(entry) => writing.insert_signed(entry),
            Self::Population(entry) => writing.insert_signed(entry),
        }
    }
}

/// Appends an entry to the log and signs the checkpoint, in the entry's own transaction: a crash
/// cannot make an honest owner sign two histories. Gives the checkpoint and the inclusion proof.
/// Cost: O(log n) for n entries.
pub(crate) fn append(
    home: &Context,
    writing: &Writing<'_>,
    entry: NewEntry<'_>,
) -> Result<(Checkpoint, Vec<Hash>)> {
    let log: &Reading<'_> = writing;
    let (sequence, id) = (entry.sequence(), entry.id());
    entry.store(writing)?;
    let nodes = log::append(log, sequence, Hash::of_entry(id))?;
    writing.append_entry(sequence, &id, entry.kind(), &nodes)?;
    if let NewEntry::Population(entry) = entry {
        writing.insert_population_entry(sequence, &entry.payload().population)?;
    }
    let size = sequence + 1;
    let checkpoint = signed_checkpoint(home, log, size)?;
    writing.insert_checkpoint(&checkpoint)?;
    let proof = log::inclusion_proof(log, sequence, size).map_err(|e| no_proof(&e))?;
    Ok((checkpoint, proof))
}

fn no_proof(error: &impl std::fmt::Display) -> Error {
    Error::fault(FaultMessage::NoProof {
        why: error.to_string(),
    })
}

impl Seller<'_> {
    /// Returns the checkpoint that was signed with an entry, and the proof that the entry is in its
    /// log.
    pub(crate) fn checkpoint_of(
        &self,
        reading: &Reading<'_>,
        sequence: u64,
    ) -> Result<(Checkpoint, Vec<Hash>)> {
        let size = sequence + 1;
        let checkpoint = self
            .context
            .own_checkpoint(&reading.checkpoint_note(size)?)?;
        let proof = log::inclusion_proof(reading, sequence, size).map_err(|e| no_proof(&e))?;
        Ok((checkpoint, proof))
    }

    /// Returns the state of the ledger, and the time of an entry made now. Cost: index look-ups.
    pub(crate) fn moment(&self, reading: &Reading<'_>) -> Result<Moment> {
        moment(self.context, reading)
    }
}

/// Returns the state of the ledger, and the time of an entry made now. Cost: index look-ups.
pub(crate) fn moment(home: &Context, reading: &Reading<'_>) -> Result<Moment> {
    let mut receipt: Option<Signed<Receipt>> = None;
    let last = match reading.last_entry()? {
        None => None,
        Some(last) => {
            let issued_at = match last.kind {
                EntryKind::Receipt => {
                    let signed: Signed<Receipt> = reading.signed(&last.id)?;
                    let time = signed.payload().issued_at;
                    receipt = Some(signed);
                    time
                }
                EntryKind::Grant => reading.signed::<Grant>(&last.id)?.payload().issued_at,
                EntryKind::Population => {
                    reading
                        .signed::<PopulationEntry>(&last.id)?
                        .payload()
                        .issued_at
                }
            };
            Some((last.sequence, last.id, issued_at))
        }
    };
    if receipt.is_none() {
        receipt = reading.last_receipt()?;
    }
    let grants = reading.grants_made()?;
    // The times of entries must not decrease after the clock was set back.
    let now = match &last {
        Some((_, _, before)) => home.now()?.max(*before),
        None => home.now()?,
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

/// A ledger that is to be written into a file: the home's database as it was when this was begun.
pub struct LedgerExport {
    snapshot: Snapshot,
    checkpoint: Checkpoint,
    /// Folder of the temporary file.
    folder: PathBuf,
}

impl Seller<'_> {
    /// Writes everything an auditor needs into one file: the newest checkpoint, then every listing,
    /// withdrawal, order and entry in sequence. Cost: one pass over the entries; memory does not
    /// grow with them.
    ///
    /// # Errors
    /// I/O errors, such as `disk-full`; then the file is not there, or as it was.
    pub fn export_ledger(&self, file: &Path) -> Result<Exported> {
        self.begin_ledger_export()?.run(file, &Work::silent())
    }

    /// Writes the books as a plain-text journal for hledger, with money and ε as commodities and
    /// every total that a receipt states asserted. Cost: two passes over the receipts.
    ///
    /// # Errors
    /// I/O errors, such as `disk-full`; then the file is not there, or as it was.
    pub fn export_journal(&self, file: &Path) -> Result<Exported> {
        self.begin_journal_export()?.run(file, &Work::silent())
    }

    /// Looks at the ledger as it is now: what is sold while it is written is not in the file.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn begin_ledger_export(&self) -> Result<LedgerExport> {
        let snapshot = self.context.db.snapshot()?;
        let checkpoint = match snapshot.read().newest_note()? {
            Some(note) => self.context.own_checkpoint(&note)?,
            // Of an empty log there is only one.
            None => signed_checkpoint(self.context, &snapshot.read(), 0)?,
        };
        Ok(LedgerExport {
            snapshot,
            checkpoint,
            folder: self.context.dir.clone(),
        })
    }
}

/// A journal that is to be written into a file: the ledger, and the money that moved after its
/// sales, as they were when this was begun.
pub struct JournalExport {
    ledger: LedgerExport,
    later: Vec<LaterMoney>,
}

impl Seller<'_> {
    /// Looks at ledger and payments as they are now: what comes while the journal is written is not
    /// in it.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn begin_journal_export(&self) -> Result<JournalExport> {
        let ledger = self.begin_ledger_export()?;
        let reading = ledger.snapshot.read();
        let came = reading.later_payments()?.into_iter();
        let mut later: Vec<LaterMoney> = came
            .map(|payment| LaterMoney {
                receipt: payment.receipt,
                on: payment.paid_on,
                amount: payment.amount,
                way: LaterWay::Came,
                reference: payment.reference,
            })
            .collect();
        for back in Booked::of(self)?.takings_back() {
            if let Some(receipt) = reading.receipt_of(&back.delivered)? {
                let issued = receipt.payload().issued_at.to_datetime().date_naive();
                later.push(LaterMoney {
                    receipt: receipt.id(),
                    on: back.on.unwrap_or(issued),
                    amount: back.amount,
                    way: LaterWay::TakenBack,
                    reference: String::new(),
                });
            }
        }
        Ok(JournalExport { ledger, later })
    }
}

impl LedgerExport {
    /// Writes the ledger. Needs no home: what is sold meanwhile neither waits nor is in it.
    ///
    /// # Errors
    /// I/O errors, such as `disk-full`; `stopped`. Then the file is not there, or as it was.
    pub fn run(self, file: &Path, work: &Work<'_>) -> Result<Exported> {
        let stage = work.stage(WorkStep::Ledger, self.checkpoint.size());
        write_with(file, |out| self.lines(out, &stage))
    }

    /// Writes the lines of a ledger. What is wrong with the home is an I/O error that carries its
    /// own.
    fn lines(&self, out: &mut dyn Write, stage: &Stage<'_>) -> io::Result<()> {
        stage.tell(0).map_err(io::Error::other)?;
        let mut ledger = LedgerWriter::new(out, &self.checkpoint)?;
        let reading = self.snapshot.read();
        let mut between = reading
            .between_entries()
            .map_err(io::Error::other)?
            .into_iter()
            .peekable();
        let document = |id: &DocumentId| reading.named(id).map_err(io::Error::other);
        let mut written = 0;
        reading.each_line(|sequence, order, entry| {
            stage.tell_each(written).map_err(io::Error::other)?;
            written += 1;
            while let Some((_, id)) = between.next_if(|(place, _)| *place <= sequence) {
                ledger.document(&document(&id)?)?;
            }
            // Only receipts have an order.
            if let Some(order) = order {
                ledger.document(order)?;
            }
            ledger.document(entry)
        })?;
        for (_, id) in between {
            ledger.document(&document(&id)?)?;
        }
        ledger.finish()?;
        stage.tell(stage.total()).map_err(io::Error::other)
    }
}

impl JournalExport {
    /// Writes the journal, made of what an auditor would get, which lies beside the home's database
    /// meanwhile, and of the money that moved later. Needs no home.
    ///
    /// # Errors
    /// Those of [`LedgerExport::run`].
    pub fn run(self, file: &Path, work: &Work<'_>) -> Result<Exported> {
        let Self { ledger, later } = self;
        let stage = work.stage(WorkStep::Ledger, ledger.checkpoint.size());
        let part = PartFile::write(&ledger.folder.join("journal.ledger"), |out| {
            ledger.lines(out, &stage.part(0, 2))
        })?;
        let read = |e: io::Error| io_error(part.path(), Doing::Read, &e);
        let source = BufReader::new(File::open(part.path()).map_err(read)?);
        write_with(file, |out| {
            let told = Told {
                out,
                stage: stage.part(1, 2),
                written: 0,
            };
            match write_journal(source, &later, told) {
                Err(JournalError::Write(error)) => Err(error),
                Err(error) => Err(io::Error::other(Error::fault(FaultMessage::NoJournal {
                    why: Text::of(error),
                }))),
                Ok(_) => Ok(()),
            }
        })
    }
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::ops::ControlFlow;

    use super::*;

    /// A journal is stopped before its first transaction is written, not only at its end.
    #[test]
    fn a_journal_is_stopped_at_a_transaction() {
        let stop = |_| ControlFlow::Break(());
        let mut told = Told {
            out: Vec::new(),
            stage: Work::telling(&stop).stage(WorkStep::Write, 1),
            written: 0,
        };
        assert!(told.write_all(b"a sale").is_err());
        assert!(told.out.is_empty());
    }
}
